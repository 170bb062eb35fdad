"""The examples as the tests run them; as a program, stores what they print.

Run it after a change that is meant to change an output, and read the difference:
``python tests/cli/examples.py``.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = sorted(path.parent for path in (ROOT / "examples").glob("*/command"))
ENVIRONMENT = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}


def commands(folder: Path) -> list[list[str]]:
    """The commands of an example, in words."""
    return [shlex.split(line) for line in (folder / "command").read_text().splitlines()]


def run(folder: Path, command: list[str]) -> bytes:
    """What a command prints when it is typed in the example's folder; it has to end well."""
    program, *arguments = command
    assert program == "settle"
    done = subprocess.run(
        [sys.executable, "-m", "settle", *arguments],
        cwd=folder,
        env=ENVIRONMENT,
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b""), done.stderr.decode()
    return done.stdout


if __name__ == "__main__":
    for place in FOLDERS:
        printed = b"".join(run(place, command) for command in commands(place))
        (place / "output").write_bytes(printed)
