"""Refusals as people at a table read them: fields by what stands beside them, rows by their names.

What is wrong is told by the sentences that programs get, whose fields are those of documents. Where
that is no help at a table, the pages have a sentence of their own, below ``refused``.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from settle.app.asking import book
from settle.faults import Fault, RefusedError
from settle.rules import ROWS
from settle.wire.problems import message
from settle.words import Words

_ROWS: Final = frozenset({"row", "before", "lacking"})
Labels = Mapping[str, str]
"""By name of a field: what stands beside it, where its last part does not say that."""


def sentence(fault: Fault, said: Words, field: str = "", labels: Labels | None = None) -> str:
    """What is wrong, in words; ``field`` is the name of the field that it stands at."""
    values = {name: _readable(name, value, said) for name, value in fault.values.items()}
    named = (field.split("/"), str(fault.values.get("field", "")).split("/"), fault.pointer)
    label = (labels or {}).get(field) or next(filter(None, (_label(at, said) for at in named)), "")
    if label:
        values["field"] = label
    own = f"pages.refused.{fault.text_key.replace('.', '_')}"
    return message(replace(fault, values=values), said, own if said.has(own) else "")


def _label(parts: Any, said: Words) -> str:  # noqa: ANN401 - parts of a pointer or of a name
    """What stands beside a field, by the last of its parts that is no number; empty if unknown."""
    names = [part for part in map(str, parts) if part and not part.isdecimal()]
    key = f"pages.fields.{names[-1]}" if names else ""
    return said.text(key) if key and said.has(key) else ""


def _readable(name: str, value: Any, said: Words) -> Any:  # noqa: ANN401 - what a fault names
    """A value that people know by another name than documents do."""
    if name in _ROWS and value in ROWS:
        return said.row(value)
    if name == "lacking" and isinstance(value, tuple):
        return tuple(said.row(row) if row in ROWS else row for row in value)
    if name == "natural" and isinstance(value, str):
        return said.natural(value)
    return _title(value, said) if name == "ruleset" and isinstance(value, str) else value


def _title(ruleset: str, said: Words) -> str:
    try:
        return said.titled(book().ruleset(ruleset).document.get("title", {})) or ruleset
    except RefusedError:
        return ruleset
