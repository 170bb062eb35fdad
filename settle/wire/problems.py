"""Refusals as problem documents (RFC 9457), in words."""

from typing import Any, Final

from settle.faults import Fault, Pointer, RefusedError, json_pointer
from settle.rules import ROWS
from settle.visible import visible
from settle.wire.names import quoted
from settle.words import Language, Words, words

MOST_ERRORS: Final = 1000
"""So many faults are told; a document with more is not one that somebody mends line by line."""

_LONGEST_TEXT: Final = 40
_LONGEST_CHOICES: Final = 1000
_LONGEST_LIST: Final = 30
_ROW_PLACES: Final = ("row", "before")
"""Places of sentences in which a row stands."""
_KINDS: Final = {
    400: "malformed-document",
    401: "unauthorized",
    403: "forbidden",
    404: "not-found",
    405: "method-not-allowed",
    406: "not-acceptable",
    409: "conflict",
    411: "length-required",
    412: "precondition-failed",
    413: "too-large",
    414: "bad-request",
    415: "unsupported-type",
    417: "bad-request",
    421: "wrong-host",
    422: "invalid-document",
    431: "bad-request",
    429: "too-many-calls",
    500: "broken",
    501: "bad-request",
    503: "unavailable",
}


def problem(refused: RefusedError, lang: Language | str = "en") -> dict[str, Any]:
    """The problem document of a refusal, its messages in a language.

    Of more than :data:`MOST_ERRORS` faults the first are told, and how many there are.
    """
    said = words(lang)
    kind = _KINDS.get(refused.status, "invalid-document")
    told = refused.faults[:MOST_ERRORS]
    return {
        "type": f"/problems/{kind}",
        "title": said.text(f"faults.problem.{kind}"),
        "status": refused.status,
        "detail": _detail(refused, said),
        "errors": [
            {
                "pointer": _shown(json_pointer(fault.pointer)),
                "code": fault.code,
                "message": message(fault, said),
            }
            for fault in told
        ],
        **refused.members,
    }


def _detail(refused: RefusedError, said: Words) -> str:
    count = len(refused.faults)
    if count == 1:
        return message(refused.faults[0], said)
    listed = "detail" if count <= MOST_ERRORS else "first"
    return said.text(f"faults.problem.{listed}", count=count, told=MOST_ERRORS)


def message(fault: Fault, said: Words, key: str = "") -> str:
    """What is wrong, what was found and what would do, in one sentence.

    ``key`` is where another sentence stands that says the same of it.
    """
    values = {"field": _field(fault.pointer), **fault.values}
    shown = {name: _value(name, value, said) for name, value in values.items()}
    if "least" in values and "most" in values:
        shown["span"] = _span(values["least"], values["most"], said)
    if fault.variant == "unnamed":
        # Only told, not to be written into a field: so in words.
        row = str(fault.values["row"])
        shown["choices"] = ", ".join(said.category(each, row) for each in _names(fault, "choices"))
    shown["at"] = _place_in_text(fault, said)
    return said.text(key or f"faults.{fault.text_key}", **shown)


def _names(fault: Fault, name: str) -> tuple[str, ...]:
    value = fault.values[name]
    return tuple(map(str, value)) if isinstance(value, (list, tuple)) else ()


def _span(least: object, most: object, said: Words) -> str:
    """From the least to the most; the one number that both are."""
    span = said.text("faults.problem.span", least=least, most=most)
    return str(least) if least == most else span


def _place_in_text(fault: Fault, said: Words) -> str:
    """Line and column of a text that is no JSON; of a text that is one line, the column."""
    places = {name: fault.values[name] for name in ("line", "column") if name in fault.values}
    if not places:
        return ""
    unit = "byte" if fault.variant == "not_utf8" else "column"
    alone = "" if "line" in places else "_only"
    return said.text(f"faults.problem.{unit}{alone}", **places)


def _field(pointer: Pointer) -> str:
    """The name of the field at a place."""
    return next((part for part in reversed(pointer) if isinstance(part, str)), "JSON")


def _value(name: str, value: object, said: Words) -> str:
    """A value as it stands in a sentence: what was found quoted, a place as a pointer."""
    if name in _ROW_PLACES and value in ROWS:
        return _row(str(value), said)
    if name == "player" and _is_count(value):
        return said.text("faults.problem.seat", number=value)
    if name == "first" and isinstance(value, tuple):
        return visible(_shown(json_pointer(value)))
    if name == "found" and not _is_count(value) and not _is_ours(value):
        return quoted(value, _LONGEST_TEXT)
    if isinstance(value, (list, tuple)):
        inside = "row" if name == "lacking" else ""
        listed = [_value(inside, each, said) for each in value[:_LONGEST_LIST]]
        return ", ".join(listed + ["…"] * (len(value) > _LONGEST_LIST)) or "–"
    if isinstance(value, str):
        longest = _LONGEST_CHOICES if name in ("choices", "known") else _LONGEST_TEXT
        return visible(_shown(value if len(value) <= longest else value[:longest] + "…"))
    return quoted(value, _LONGEST_TEXT)


def _row(row: str, said: Words) -> str:
    """A row in the language's word, with the name that it has in JSON."""
    word = said.row(row)
    return word if word == row else said.text("faults.problem.row", word=word, row=row)


def _is_ours(value: object) -> bool:
    """Several names that were found in the book; what somebody sends is never a tuple."""
    return isinstance(value, tuple) and all(isinstance(each, str) for each in value)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _shown(text: str) -> str:
    """A text that any output can hold."""
    return text.encode("utf-8", "replace").decode("utf-8")
