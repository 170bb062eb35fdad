"""Running ``settle`` as a person does: a process of its own, in a folder, with plain bytes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]

# Nothing of the machine's own language, width or colours reaches a test.
ENVIRONMENT = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}


class Done(NamedTuple):
    """How a command ended."""

    status: int
    stdout: bytes
    stderr: str


def settle(
    *arguments: str | Path,
    text: bytes | str = b"",
    cwd: Path = ROOT,
    **environment: str,
) -> Done:
    """Run ``settle`` with this standard input; no pipe is a terminal."""
    done = subprocess.run(
        [sys.executable, "-m", "settle", *map(str, arguments)],
        input=text.encode() if isinstance(text, str) else text,
        cwd=cwd,
        env=ENVIRONMENT | environment,
        capture_output=True,
        check=False,
    )
    return Done(done.returncode, done.stdout, done.stderr.decode())
