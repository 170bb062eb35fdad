"""What the server refuses before there is a request: as a problem too, not as a page of its own."""

from http import HTTPStatus
from socket import socket
from typing import Final

from gunicorn import util  # type: ignore[import-untyped]

from settle.book import problem
from settle.canonical import canonical_bytes
from settle.faults import Fault, RefusedError

_BROKEN: Final = 500


def refuse_frames_with_problems() -> None:
    """Have gunicorn say in a problem document what it takes for no request.

    Requests that cannot be read have no language either: it is English. What was found is not told
    again, for a header that is not in order may be one that holds a key.
    """
    util.write_error = _write_error


def _write_error(connection: socket, status: int, reason: str, _said: str) -> None:
    body = misframed(status)
    head = (
        f"HTTP/1.1 {status} {reason}\r\n"
        "Connection: close\r\n"
        "Content-Type: application/problem+json\r\n"
        "Content-Language: en\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    util.write_nonblock(connection, head.encode("ascii") + body)


def misframed(status: int) -> bytes:
    """The problem document of something that is no request, by its status."""
    fault = Fault((), "bad_request", "", {"found": HTTPStatus(status).phrase})
    if status == _BROKEN:
        fault = Fault((), "broken")
    return canonical_bytes(problem(RefusedError([fault], status=status)))
