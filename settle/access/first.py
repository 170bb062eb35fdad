"""The first start of a service: its own admin key is made, and shown once."""

import os
from pathlib import Path
from typing import Final

from settle.access.keys import Spelled
from settle.store import is_on_server

_ENDING: Final = ".admin-key"
_OWNER_ONLY: Final = 0o600


def admin_key_path(book: Path | str) -> Path:
    """Where the first admin key is written, where no terminal shows it: beside the book.

    Of a book on a server that is the folder in which the service was started.
    """
    book = Path("settle" if is_on_server(book) else book)
    return book.with_name(book.name + _ENDING)


def write_key(path: Path, key: Spelled) -> None:
    """Write a key to a file that nobody else may read, in place of one that is there.

    Raises OSError where that is not possible.
    """
    fresh = path.with_name(f"{path.name}.{os.getpid()}")
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OWNER_ONLY)
    try:
        with os.fdopen(descriptor, "w", encoding="ascii") as stream:
            stream.write(f"{key}\n")
            stream.flush()
            os.fsync(stream.fileno())
        fresh.replace(path)
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise
