"""Files that people write: rulesets and cases, read whole, so they may be only so large."""

import stat
from pathlib import Path
from typing import Final

from settle.faults import Fault, RefusedError

FILE_LIMIT: Final = 1 << 20
"""Bytes that a ruleset file, or a file of cases, may hold."""

_TOO_LARGE: Final = 413


def read_file(place: Path) -> bytes:
    """The bytes of a file, no more of it read than it may hold.

    Raises OSError for what cannot be read, and RefusedError: ``no_file`` for a device, which may
    never end, ``too_large`` for more than :data:`FILE_LIMIT` bytes.
    """
    mode = place.stat().st_mode
    if stat.S_ISCHR(mode) or stat.S_ISBLK(mode):
        raise RefusedError([Fault((), "no_file", "device")])
    with place.open("rb") as stream:
        data = stream.read(FILE_LIMIT + 1)
    if len(data) > FILE_LIMIT:
        raise RefusedError(
            [Fault((), "too_large", "file", {"most": FILE_LIMIT})], status=_TOO_LARGE
        )
    return data
