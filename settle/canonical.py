"""JSON in, strictly; canonical JSON out.

Reading refuses what other readers pass over in silence: doubled keys, NaN, numbers that no double
holds, lone surrogates, bottomless nesting. Writing is RFC 8785: the package ``rfc8785`` is the
definition, ``orjson`` writes the same bytes for what our documents are made of, ten times as fast
as the standard library.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any, Final

import orjson

from settle.faults import Fault, Pointer, RefusedError

MOST_LEVELS: Final = 64
"""How deep lists and objects may be nested."""

MOST_DIGITS: Final = 400
"""How long a whole number may be written; what a field takes is far less."""

SAFE_INTEGER: Final = 2**53 - 1
"""The largest whole number that every JSON reader keeps exactly (RFC 8785)."""

_BAD_REQUEST: Final = 400


class _TroubleError(Exception):
    """The quick reader met something that the slow one has to name."""


class _Doubled(dict[str, Any]):
    """An object that names a key twice."""

    doubled: tuple[str, ...] = ()


class _NoNumber:
    """A number that is none: NaN, an infinity, or far too long."""

    def __init__(self, text: str) -> None:
        self.text = text


def read_json(data: bytes | str) -> Any:  # noqa: ANN401 - a JSON value may be anything
    """One JSON document in UTF-8.

    Raises RefusedError with status 400: ``malformed_json`` with line and column where they are
    known, else with a pointer; ``duplicate_key`` for every key that an object names again.

    >>> read_json(b'{"player": "amy", "bet": 2}')
    {'player': 'amy', 'bet': 2}
    >>> try:
    ...     read_json('{"bet": 1, "bet": 2}')
    ... except RefusedError as refused:
    ...     print(refused.brief)
    /bet duplicate_key
    """
    text = _decode(data)
    try:
        document = _QUICK.decode(text)
    except (_TroubleError, ValueError, RecursionError):
        document = _read_slowly(text)
    openers = text.count("{") + text.count("[")
    if openers > MOST_LEVELS and _is_too_deep(document):
        raise _too_deep()
    if "\\u" in text and _SURROGATE.search(text):
        _refuse(_lone_surrogates(document))
    return document


def _decode(data: bytes | str) -> str:
    """The text, which must be UTF-8 without a byte order mark, and something."""
    try:
        text = data if isinstance(data, str) else data.decode("utf-8")
        if not text.isascii():
            text.encode("utf-8")
    except UnicodeDecodeError as error:
        before = error.object[: error.start]
        line = before.count(b"\n") + 1
        column = error.start - before.rfind(b"\n")
        raise _malformed("not_utf8", line=line, column=column) from None
    except UnicodeEncodeError as error:
        raise _malformed_at("not_utf8", error.object, error.start) from None
    if text.startswith("\ufeff"):
        raise _malformed("byte_order_mark", line=1, column=1)
    if not text or text.isspace():
        raise _malformed("empty", line=1, column=1)
    return text


def _quick_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise _TroubleError
    return made


def _quick_float(text: str) -> float:
    number = float(text)
    if number in (float("inf"), float("-inf")):
        raise _TroubleError
    return number


def _quick_int(text: str) -> int:
    if len(text) > MOST_DIGITS:
        raise _TroubleError
    return int(text)


def _quick_constant(_text: str) -> None:
    raise _TroubleError


def _slow_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = _Doubled(pairs)
    counts = Counter(key for key, _ in pairs)
    made.doubled = tuple(key for key, times in counts.items() if times > 1)
    return made


def _slow_float(text: str) -> float | _NoNumber:
    number = float(text)
    return _NoNumber(text) if number in (float("inf"), float("-inf")) else number


def _slow_int(text: str) -> int | _NoNumber:
    return _NoNumber(text) if len(text) > MOST_DIGITS else int(text)


_QUICK: Final = json.JSONDecoder(
    object_pairs_hook=_quick_object,
    parse_float=_quick_float,
    parse_int=_quick_int,
    parse_constant=_quick_constant,
)
_SLOW: Final = json.JSONDecoder(
    object_pairs_hook=_slow_object,
    parse_float=_slow_float,
    parse_int=_slow_int,
    parse_constant=_NoNumber,
)
_SURROGATE: Final = re.compile(r"\\u[dD][89a-fA-F]")


def _read_slowly(text: str) -> Any:  # noqa: ANN401
    """Say what is wrong with a text that the quick reader did not take."""
    try:
        document = _SLOW.decode(text)
    except RecursionError:
        raise _too_deep() from None
    except json.JSONDecodeError as error:
        raise _syntax_fault(error) from None
    if _is_too_deep(document):
        raise _too_deep()
    _refuse([*_troubles(document), *_lone_surrogates(document)])
    raise AssertionError("the quick reader refused what the slow one finds nothing wrong with")


def _syntax_fault(error: json.JSONDecodeError) -> RefusedError:
    """What stops a text from being JSON, at the place where a person has to mend it."""
    text, place = error.doc, error.pos
    rest = text[place:].rstrip()
    if error.msg.startswith("Unterminated string"):
        return _malformed_at("unterminated", text, place)
    if error.msg.startswith("Invalid control character"):
        return _malformed_at("control", text, place)
    # A word that is cut off, such as "tru", ends early; it is not wrong.
    if any(word.startswith(rest) for word in ("true", "false", "null")):
        return _malformed_at("ends_early", text, len(text))
    return _malformed_at("syntax", text, place, found=rest[0])


def _malformed(variant: str, **values: object) -> RefusedError:
    return RefusedError([Fault((), "malformed_json", variant, values)], status=_BAD_REQUEST)


def _malformed_at(variant: str, text: str, place: int, **values: object) -> RefusedError:
    line = text.count("\n", 0, place) + 1
    return _malformed(variant, line=line, column=place - text.rfind("\n", 0, place), **values)


def _too_deep() -> RefusedError:
    return _malformed("too_deep", most=MOST_LEVELS)


def _refuse(faults: Iterable[Fault]) -> None:
    found = tuple(faults)
    if found:
        raise RefusedError(found, status=_BAD_REQUEST)


_HOLDERS: Final = frozenset((dict, list, _Doubled))


def _is_too_deep(document: object) -> bool:
    """Whether lists and objects are nested deeper than they may be, level by level."""
    level = [document]
    for _ in range(MOST_LEVELS + 1):
        if _HOLDERS.isdisjoint(map(type, level)):
            return False
        objects = [each for each in level if isinstance(each, dict)]
        lists = [each for each in level if isinstance(each, list)]
        level = [*chain.from_iterable(map(dict.values, objects)), *chain.from_iterable(lists)]
    return True


def _places(document: object) -> Iterator[tuple[Pointer, object]]:
    """Every value with its place, in the order of the document."""
    waiting: list[tuple[Pointer, object]] = [((), document)]
    while waiting:
        place, value = waiting.pop()
        yield place, value
        inside: Iterable[tuple[str | int, object]] = ()
        if isinstance(value, dict):
            inside = value.items()
        elif isinstance(value, list):
            inside = enumerate(value)
        waiting += reversed([((*place, key), item) for key, item in inside])


def _troubles(document: object) -> Iterator[Fault]:
    for place, value in _places(document):
        if isinstance(value, _NoNumber):
            yield Fault(place, "malformed_json", "number", {"text": value.text})
        elif isinstance(value, _Doubled):
            for key in value.doubled:
                yield Fault((*place, key), "duplicate_key", "", {"key": key})


def _lone_surrogates(document: object) -> Iterator[Fault]:
    for place, value in _places(document):
        texts = value if isinstance(value, dict) else [value]
        for text in texts:
            if isinstance(text, str) and not _is_text(text):
                here = (*place, text) if isinstance(value, dict) else place
                yield Fault(here, "malformed_json", "surrogate")


def _is_text(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


_DIGITS_ALIKE: Final = bytes.maketrans(b"123456789", b"0" * 9)
_NOT_WHOLE: Final = re.compile(rb"(?:^|[:,\[])-?[0-9]+[.eE]")
_NODES: Final = frozenset((str, bool, type(None), int, dict, list))


def canonical_bytes(value: object) -> bytes:
    """The RFC 8785 form of a JSON value, in UTF-8.

    Raises ValueError for what JSON or RFC 8785 cannot say: other types, whole numbers that a
    double does not hold exactly, lone surrogates.

    >>> canonical_bytes({"b": 1, "a": ["é", True, None]}).decode()
    '{"a":["é",true,null],"b":1}'
    """
    if _is_plain(value):
        try:
            return written(value)
        except orjson.JSONEncodeError:
            pass  # a lone surrogate, which the definition refuses as it refuses the rest
    import rfc8785  # noqa: PLC0415 - start-up time: hardly any document needs it

    return rfc8785.dumps(value)  # type: ignore[arg-type]


def read_own(text: bytes | str) -> Any:  # noqa: ANN401
    """JSON that this program has written itself, read without a look at how it is written."""
    return orjson.loads(text)


def written(value: object) -> bytes:
    """As :func:`canonical_bytes`, of what this program has made itself and knows to be plain.

    Keys are ASCII, numbers whole and safe. It is not looked at again.
    """
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)


def rewritten(document: object) -> bytes:
    """As :func:`canonical_bytes`, of what :func:`read_json` has read: nothing else is in it.

    Looking at the bytes is quicker than looking at every value: where all are ASCII the keys are,
    and a number that is not whole shows.

    >>> rewritten({"b": 1.0, "a": ["x.5", None]}).decode()
    '{"a":["x.5",null],"b":1}'
    """
    try:
        text = orjson.dumps(document, option=orjson.OPT_SORT_KEYS | orjson.OPT_STRICT_INTEGER)
    except orjson.JSONEncodeError:
        return canonical_bytes(document)
    # A number that is not whole has a point, or an exponent behind a digit; few texts have either.
    alike = text.translate(_DIGITS_ALIKE)
    is_doubtful = (b"0." in alike or b"0e" in alike) and _NOT_WHOLE.search(text)
    return text if text.isascii() and not is_doubtful else canonical_bytes(document)


def joined(members: Mapping[str, bytes]) -> bytes:
    """An object out of members that are canonical already; its keys are plain words.

    >>> joined({"b": b"[1]", "a": b"null"})
    b'{"a":null,"b":[1]}'
    """
    return b"{%b}" % b",".join(
        [b'"%b":%b' % (name.encode(), members[name]) for name in sorted(members)]
    )


def _is_plain(value: object) -> bool:
    """Whether ``orjson`` writes the same bytes: no floats, ASCII keys, safe integers.

    ASCII keys sort by their bytes as they do by UTF-16 unit. Level by level, so that the looking is
    done by loops in C.
    """
    level = [value]
    while level:
        kinds = set(map(type, level))
        if not kinds <= _NODES:
            return False
        if int in kinds and not _are_safe([each for each in level if type(each) is int]):
            return False
        objects = [each for each in level if type(each) is dict] if dict in kinds else []
        lists = [each for each in level if type(each) is list] if list in kinds else []
        if not _have_ascii_keys(objects):
            return False
        level = [*chain.from_iterable(map(dict.values, objects)), *chain.from_iterable(lists)]
    return True


def _are_safe(numbers: list[int]) -> bool:
    return min(numbers) >= -SAFE_INTEGER and max(numbers) <= SAFE_INTEGER


def _have_ascii_keys(objects: list[dict[Any, Any]]) -> bool:
    try:
        return "".join(chain.from_iterable(objects)).isascii()
    except TypeError:
        return False
