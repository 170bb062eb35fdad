"""What the server takes for a request, and refuses else: by a problem, not by a page of its own."""

import re
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
from settle.words import Language, is_known, pick_language

_BROKEN: Final = 500
_NEEDS_HOST: Final = (1, 1)
_ID_NAME: Final = ID_HEADER.upper()
_LANGUAGE_NAME: Final = "ACCEPT-LANGUAGE"
_LANG: Final = re.compile("(?:^|&)lang=([A-Za-z0-9-]{1,35})(?:&|$)")
_FIELDS: Final = ("Content-Length", "Content-Type", "Host", "Transfer-Encoding")
"""What is named where it is not in order; others may have somebody's key for a name."""
_HEAD: Final = b"HEAD "

Tell = Callable[[dict[str, Any], str, int], None]
"""Tells of a request that was answered: its environment, its status, the nanoseconds it took."""


class SeveralKeysError(InvalidHeader):  # type: ignore[misc] # gunicorn has no types
    """A request with several keys."""


class Strict(Request):  # type: ignore[misc] # gunicorn has no types
    """A request as RFC 9112 has it, also where gunicorn takes more."""

    id_sent: str | None = None
    """The id that it brings, as far as it was read."""
    languages_sent = ""
    """Those that it asks for, likewise."""
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
        if name == _LANGUAGE_NAME:
            self.languages_sent = value
        return super()._apply_header_policy(name, value, *how, **more)

    @property
    def language(self) -> Language:
        """That of what is said about it: of its address, else of its header."""
        found = _LANG.search(self.query or "")
        asked = found[1] if found else ""
        return pick_language(asked if is_known(asked) else self.languages_sent)

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
    error: Exception | None = None
    """Why not."""


def refuse_frames_with_problems(tell: Tell) -> None:
    """Have gunicorn be strict, and say in a problem document what is no request.

    What was found is not told again, for a header that is not in order may be one that holds a
    key; only which of some fields it is, and that there are several keys. ``tell`` is called with
    each.
    """
    RequestParser.mesg_class = Strict
    util.write_error = partial(_write_error, tell)


def _write_error(tell: Tell, unheard: Unheard, status: int, _reason: str, _said: str) -> None:
    """Answer by a problem; gunicorn has one reason for several statuses."""
    request = unheard.request
    name = request_id(request.id_sent if request else None)
    refused = misframed(status, unheard.error)
    language = request.language if request else Language.EN
    body = canonical_bytes(problem(refused, language))
    head = (
        f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\n"
        "Connection: close\r\n"
        f"{ID_HEADER}: {name}\r\n"
        "Content-Type: application/problem+json\r\n"
        f"Content-Language: {language.value}\r\n"
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


def misframed(status: int, error: Exception | None = None) -> RefusedError:
    """The refusal of something that is no request, by its status and what gunicorn makes of it."""
    fault = Fault((), "bad_request", "", {"found": HTTPStatus(status).phrase})
    if isinstance(error, SeveralKeysError):
        fault = Fault((), "bad_request", "keys")
    elif isinstance(error, InvalidHeader):
        named = [name for name in _FIELDS if name.upper() == error.hdr]
        fault = Fault((), "bad_request", "field", {"field": named[0]}) if named else fault
    if status == _BROKEN:
        fault = Fault((), "broken")
    return RefusedError([fault], status=status)
