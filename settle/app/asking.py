"""What a request says: its document, its key, its language, its parameters."""

import re
from typing import Final

from flask import Request, current_app, request, url_for

from settle.app.limiting import limits
from settle.book import Answer, Book
from settle.book.answers import PAGE_ROWS
from settle.canonical import SAFE_INTEGER, read_json
from settle.faults import Fault, RefusedError
from settle.words import Language, is_known

JSON: Final = "application/json"
BOOK: Final = "settle.book"
"""Where the application keeps its book."""

_PIECE: Final = 64 * 1024
_PLAIN: Final = ("", "identity")
_UTF_8: Final = ("utf-8", "utf8", "us-ascii")
_NUMBER: Final = re.compile("0|-?[1-9][0-9]*", re.ASCII)
_MOST_DIGITS: Final = 16
_LONGEST_SHOWN: Final = 100


def book() -> Book:
    """The book that is served."""
    served: Book = current_app.extensions[BOOK]
    return served


def the_request() -> Request:
    """The request itself: the name that stands for it looks for it at each use."""
    found: Request = request._get_current_object()  # type: ignore[attr-defined]  # noqa: SLF001
    return found


def document() -> object:
    """The JSON document of the request, strictly read.

    Raises RefusedError: 411 or 413 for its length, 415 for another type, 400 for what is no JSON,
    and for ``null``, which the book takes for a document that says nothing.
    """
    found: object = read_json(few(body(JSON), limits().body_items))
    if found is None:
        raise RefusedError([Fault((), "wrong_type", "object", {"found": None})])
    return found


def batch() -> object:
    """The same, as large as a batch of rounds may be."""
    most = limits()
    return read_json(few(body(JSON, most=most.batch_bytes), most.batch_items))


def few(data: bytes, most: int, between: bytes = b",") -> bytes:
    """A body that has no more than so many items, by what stands between them.

    Its bytes are cheap, but each item is looked at, and may be wrong in several ways: without this,
    a megabyte of empty hands takes seconds. Raises RefusedError (413).
    """
    if data.count(between) >= most:
        raise _refused("too_large", 413, variant="items", most=most)
    return data


def body(*types: str, most: int | None = None) -> bytes:
    """The body of the request, which has to be of one of these media types, and not compressed.

    Raises RefusedError as :func:`document` does. Werkzeug's own limit is not used: it cuts a
    chunked body off without a word.
    """
    most = limits().body_bytes if most is None else most
    asked = the_request()
    # Said as it mostly is, the type need not be taken apart.
    if asked.environ.get("CONTENT_TYPE") not in types:
        charset = asked.mimetype_params.get("charset", "utf-8")
        if asked.mimetype not in types or charset.lower() not in _UTF_8:
            found = asked.content_type or ""
            raise _refused("unsupported_media_type", 415, found=found, choices=types)
    coding = asked.headers.get("Content-Encoding", "")
    if coding.strip().lower() not in _PLAIN:
        # What a small body would become is not known before it is there.
        found = coding[:_LONGEST_SHOWN]
        raise _refused("unsupported_media_type", 415, variant="coding", found=found)
    length = asked.content_length
    if length is None and "chunked" not in asked.headers.get("Transfer-Encoding", "").lower():
        raise _refused("length_required", 411)
    if length is not None and length > most:
        raise _refused("too_large", 413, most=most)
    data = _read(most)
    if len(data) > most:
        raise _refused("too_large", 413, most=most)
    if length is not None and len(data) != length:
        raise _refused("incomplete_body", 400)
    return data


def _read(most: int) -> bytes:
    """The body, or a little more of it than may be."""
    parts, size = [], 0
    try:
        stream = request.stream
        while size <= most and (part := stream.read(min(_PIECE, most + 1 - size))):
            parts.append(part)
            size += len(part)
    except Exception as error:
        # What a server raises where a client breaks off or sends chunks that are none is its own.
        raise _refused("incomplete_body", 400) from error
    return b"".join(parts)


def _refused(code: str, status: int, variant: str = "", **values: object) -> RefusedError:
    return RefusedError([Fault((), code, variant, values)], status=status)


def key() -> str | None:
    """The Idempotency-Key of the request; the book says whether it is one."""
    return request.headers.get("Idempotency-Key")


def language() -> str:
    """The language that is asked for, as a tag or as the header lists it."""
    asked = request.args.get("lang", "")
    return asked if is_known(asked) else request.headers.get("Accept-Language") or "en"


def refuse_other_languages() -> None:
    """Refuse a ``lang`` that there are no words in: who writes one into an address means it."""
    asked = request.args.get("lang")
    if asked is not None and not is_known(asked):
        choices = tuple(language.value for language in Language)
        values = {"found": asked[:_LONGEST_SHOWN], "choices": choices}
        raise RefusedError([Fault(("lang",), "out_of_range", "choice", values)])


def number(name: str, usual: int, least: int, most: int) -> int:
    """A whole number among the parameters. Raises RefusedError for another text."""
    text = request.args.get(name)
    if text is None:
        return usual
    found = text[:_LONGEST_SHOWN]
    if not _NUMBER.fullmatch(text):
        raise RefusedError([Fault((name,), "wrong_type", "integer", {"found": found})])
    if len(text) > _MOST_DIGITS or not least <= int(text) <= most:
        limits = {"found": found, "least": least, "most": most}
        raise RefusedError([Fault((name,), "out_of_range", "integer", limits)])
    return int(text)


def page() -> tuple[int, int]:
    """After which row a page of a list begins, and how many rows it may have.

    Raises RefusedError for what is no such number, or more than the settings say.
    """
    most = limits().page_size
    limit = number("limit", min(PAGE_ROWS, most), 1, most)
    return number("cursor", 0, 0, SAFE_INTEGER), limit


def following(answer: Answer, parameter: str, limit: int) -> str | None:
    """The address of the next page of what is asked for, where there is one."""
    after = answer.document()["next"]
    return None if after is None else page_after(**{parameter: after, "limit": limit})


def page_after(**parameters: int) -> str:
    """The address of another page of what is asked for."""
    assert request.endpoint is not None
    return url_for(request.endpoint, **{**(request.view_args or {}), **parameters})


def refuse_other_parameters(known: frozenset[str]) -> None:
    """Refuse parameters that are not known here, and those that are named again."""
    faults = []
    for name in request.args:
        if name not in known:
            values = {"field": name[:_LONGEST_SHOWN], "known": tuple(sorted(known))}
            faults.append(Fault((name,), "unknown_field", "", values))
        elif len(request.args.getlist(name)) > 1:
            faults.append(Fault((name,), "out_of_range", "repeated", {"found": name}))
    if faults:
        raise RefusedError(faults)
