"""Styles, scripts and drawings: files of this package, under addresses that name their content."""

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from flask import Response, abort, url_for

_FOLDER: Final = Path(__file__).resolve().parent / "static"
_TYPES: Final = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
_DIGITS: Final = 12
_FOR_EVER: Final = "public, max-age=31536000, immutable"


class Asset(NamedTuple):
    """A file that is served."""

    data: bytes
    kind: str
    digest: str


@cache
def assets() -> dict[str, Asset]:
    """Every file by its name."""
    return {path.name: _asset(path) for path in sorted(_FOLDER.iterdir()) if path.suffix in _TYPES}


def _asset(path: Path) -> Asset:
    data = path.read_bytes()
    return Asset(data, _TYPES[path.suffix], sha256(data).hexdigest()[:_DIGITS])


def asset(name: str) -> str:
    """The address of a file, which is another one once the file is."""
    return url_for("pages.asset_file", digest=assets()[name].digest, name=name)


def served(digest: str, name: str) -> Response:
    """A file. Of an address that a newer version has replaced, the newer one, not kept."""
    if name not in assets():
        abort(404)
    found = assets()[name]
    response = Response(found.data, content_type=f"{found.kind}; charset=utf-8")
    response.headers["Cache-Control"] = _FOR_EVER if digest == found.digest else "no-cache"
    return response
