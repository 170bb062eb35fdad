"""What the server takes for a request, and refuses else: by a problem, not by a page of its own."""

from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from time import perf_counter_ns
from typing import Any, Final, NamedTuple

from gunicorn import util  # type: ignore[import-untyped]
from gunicorn.http.body import ChunkedReader  # type: ignore[import-untyped]
from gunicorn.http.errors import (  # type: ignore[import-untyped]
    InvalidHeader,
    ParseException,
    UnsupportedTransferCoding,
)
from gunicorn.http.message import Request  # type: ignore[import-untyped]
from gunicorn.http.parser import RequestParser  # type: ignore[import-untyped]

from settle.book import problem
from settle.canonical import canonical_bytes
from settle.faults import Fault, RefusedError
from settle.watching import REFUSED, REQUEST_ID
from settle.watching.requests import ID_HEADER, request_id

_BROKEN: Final = 500
_NEEDS_HOST: Final = (1, 1)
_ID_NAME: Final = ID_HEADER.upper()
_HEAD: Final = b"HEAD "

Tell = Callable[[dict[str, Any], str, int], None]
"""Tells of a request that was answered: its environment, its status, the nanoseconds it took."""
_KEYS: Final = "more than one Idempotency-Key"


class SeveralKeysError(InvalidHeader):  # type: ignore[misc] # gunicorn has no types
    """A request with several keys; its text, which gunicorn hands on, holds none of them."""

    def __str__(self) -> str:
        """The same for all of them."""
        return _KEYS


class Strict(Request):  # type: ignore[misc] # gunicorn has no types
    """A request as RFC 9112 has it, also where gunicorn takes more."""

    id_sent: str | None = None
    """The id that it brings, as far as it was read."""
    is_head = False
    """Whether it asks for a header only; known also where the rest of its line is none."""

    def __init__(self, *how: Any) -> None:  # noqa: ANN401 - gunicorn's
        self.begun_ns = perf_counter_ns()
        try:
            super().__init__(*how)
        except ParseException as error:
            error.half_read = self
            raise

    def read_line(self, unreader: Any, buf: bytearray, limit: int = 0) -> Any:  # noqa: ANN401 - gunicorn's
        """The first line, and what came behind it. Raises what gunicorn answers by 400 or 414."""
        self.is_head = buf.startswith(_HEAD)
        return super().read_line(unreader, buf, limit)

    def _apply_header_policy(self, name: str, value: str, *how: Any, **more: Any) -> Any:  # noqa: ANN401 - gunicorn's
        """A field of the header, once it was read."""
        if name == _ID_NAME:
            # With two of them none is the request's.
            self.id_sent = value if self.id_sent is None else ""
        return super()._apply_header_policy(name, value, *how, **more)

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


class Unheard(NamedTuple):
    """Somebody whose request does not reach the application, or did not get through it."""

    connection: Any
    request: Strict | None
    """What there is of it."""
    is_told: bool
    """Whether the application has told of it."""


def refuse_frames_with_problems(tell: Tell) -> None:
    """Have gunicorn be strict, and say in a problem document what is no request.

    Requests that cannot be read have no language either: it is English. What was found is not told
    again, for a header that is not in order may be one that holds a key; only that there are
    several keys is. ``tell`` is called with each.
    """
    RequestParser.mesg_class = Strict
    util.write_error = partial(_write_error, tell)


def _write_error(tell: Tell, unheard: Unheard, status: int, _reason: str, said: str) -> None:
    """Answer by a problem; gunicorn has one reason for several statuses."""
    request = unheard.request
    name = request_id(request.id_sent if request else None)
    refused = misframed(status, has_keys=said == _KEYS)
    body = canonical_bytes(problem(refused))
    head = (
        f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\n"
        "Connection: close\r\n"
        f"{ID_HEADER}: {name}\r\n"
        "Content-Type: application/problem+json\r\n"
        "Content-Language: en\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    # What is told of the body holds, but whoever asks for the header only would take it for the
    # next answer.
    sent = b"" if request and request.is_head else body
    try:
        util.write_nonblock(unheard.connection, head.encode("ascii") + sent)
    finally:
        if request and not unheard.is_told:
            codes = tuple(fault.code for fault in refused.faults)
            environ = {"REQUEST_METHOD": request.method, REQUEST_ID: name, REFUSED: codes}
            tell(environ, str(status), perf_counter_ns() - request.begun_ns)


def misframed(status: int, *, has_keys: bool = False) -> RefusedError:
    """The refusal of something that is no request, by its status.

    ``has_keys`` says that it is none because it has several keys.
    """
    fault = Fault((), "bad_request", "", {"found": HTTPStatus(status).phrase})
    if has_keys:
        fault = Fault((), "bad_request", "keys")
    if status == _BROKEN:
        fault = Fault((), "broken")
    return RefusedError([fault], status=status)
