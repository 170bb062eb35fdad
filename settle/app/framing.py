"""What the server takes for a request, and refuses else: by a problem, not by a page of its own."""

from http import HTTPStatus
from socket import socket
from typing import Final

from gunicorn import util  # type: ignore[import-untyped]
from gunicorn.http.body import ChunkedReader  # type: ignore[import-untyped]
from gunicorn.http.errors import (  # type: ignore[import-untyped]
    InvalidHeader,
    UnsupportedTransferCoding,
)
from gunicorn.http.message import Request  # type: ignore[import-untyped]
from gunicorn.http.parser import RequestParser  # type: ignore[import-untyped]

from settle.book import problem
from settle.canonical import canonical_bytes
from settle.faults import Fault, RefusedError

_BROKEN: Final = 500
_NEEDS_HOST: Final = (1, 1)
_KEYS: Final = "more than one Idempotency-Key"


class SeveralKeysError(InvalidHeader):  # type: ignore[misc] # gunicorn has no types
    """A request with several keys; its text, which gunicorn hands on, holds none of them."""

    def __str__(self) -> str:
        """The same for all of them."""
        return _KEYS


class Strict(Request):  # type: ignore[misc] # gunicorn has no types
    """A request as RFC 9112 has it, also where gunicorn takes more."""

    def set_body_reader(self) -> None:
        """Look at the header as a whole. Raises what gunicorn answers by 400 or 501."""
        super().set_body_reader()
        names = [name for name, _ in self.headers]
        # A caller with two keys believes in one of them: both in one would be a third.
        if self.version >= _NEEDS_HOST and "HOST" not in names:
            raise InvalidHeader("HOST", req=self)
        if names.count("IDEMPOTENCY-KEY") > 1:
            raise SeveralKeysError("IDEMPOTENCY-KEY", req=self)
        for name, value in self.headers:
            if name == "TRANSFER-ENCODING" and value.lower() != "chunked":
                raise UnsupportedTransferCoding(value)

    def should_close(self) -> bool:
        """Whether the connection ends: also with a body that was not wanted and is still to come.

        Reading the rest of it first would take as long as its sender likes.
        """
        reader = self.body.reader
        if isinstance(reader, ChunkedReader):
            is_coming = reader.parser is not None
        else:
            is_coming = reader.length > len(self.unreader.buf.getvalue())
        return is_coming or bool(super().should_close())


def refuse_frames_with_problems() -> None:
    """Have gunicorn be strict, and say in a problem document what is no request.

    Requests that cannot be read have no language either: it is English. What was found is not told
    again, for a header that is not in order may be one that holds a key; only that there are
    several keys is.
    """
    RequestParser.mesg_class = Strict
    util.write_error = _write_error


def _write_error(connection: socket, status: int, reason: str, said: str) -> None:
    body = misframed(status, has_keys=said == _KEYS)
    head = (
        f"HTTP/1.1 {status} {reason}\r\n"
        "Connection: close\r\n"
        "Content-Type: application/problem+json\r\n"
        "Content-Language: en\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    util.write_nonblock(connection, head.encode("ascii") + body)


def misframed(status: int, *, has_keys: bool = False) -> bytes:
    """The problem document of something that is no request, by its status.

    ``has_keys`` says that it is none because it has several keys.
    """
    fault = Fault((), "bad_request", "", {"found": HTTPStatus(status).phrase})
    if has_keys:
        fault = Fault((), "bad_request", "keys")
    if status == _BROKEN:
        fault = Fault((), "broken")
    return canonical_bytes(problem(RefusedError([fault], status=status)))
