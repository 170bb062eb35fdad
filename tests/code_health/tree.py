"""The project's own files, for the tests that read them."""

from __future__ import annotations

import subprocess
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]

_MADE = {"__pycache__", "build", "dist", "htmlcov", "mutants"}


def _listed_by_git() -> list[str] | None:
    """Return tracked files and new ones that are not ignored, or None where git cannot say."""
    command = ["git", "-C", str(ROOT), "ls-files", "-z", "--cached", "--others"]
    try:
        listing = subprocess.run(
            [*command, "--exclude-standard"], capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        return None
    return [name for name in listing.stdout.split("\0") if name]


def _found_by_walking() -> list[str]:
    """Return every file that is neither hidden nor made, for a copy without git."""
    found = (path.relative_to(ROOT) for path in ROOT.rglob("*") if path.is_file())
    return [
        path.as_posix()
        for path in found
        if not any(part in _MADE or part.startswith(".") for part in path.parts)
    ]


@cache
def project_files() -> tuple[Path, ...]:
    """Return the project's files, relative to its root, in a fixed order."""
    names = _listed_by_git()
    if names is None:
        names = _found_by_walking()
    return tuple(sorted(Path(name) for name in set(names) if (ROOT / name).is_file()))


@cache
def pyproject() -> dict[str, Any]:
    """Return pyproject.toml as data."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text())
