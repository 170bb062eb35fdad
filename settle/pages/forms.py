"""Forms: fields named by the JSON pointers of what they fill in, and faults at their fields."""

import re
import secrets
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final
from unicodedata import normalize
from urllib.parse import parse_qsl

from settle.app.answering import note_refused
from settle.app.asking import body
from settle.faults import Fault, RefusedError, json_pointer
from settle.pages.wording import Labels, sentence
from settle.wire.problems import MOST_ERRORS
from settle.words import Words

FORM: Final = "application/x-www-form-urlencoded"
KEY: Final = "idempotency_key"
MOST_FIELDS: Final = 2000
_WHOLE: Final = re.compile("-?(0|[1-9][0-9]{0,14})", re.ASCII)
_THOUSANDS: Final = re.compile(r"(?<![0-9.,])[0-9]{1,3}(?:,[0-9]{3})+(?![0-9,])", re.ASCII)
_MONEY: Final = re.compile(r"[$¥]?([0-9]+(?:\.[0-9]+)?)[元圓圆塊块蚊]?", re.ASCII)
_AMOUNTS: Final = ("/amount", "/stake/amount", "/stake/step")
"""Fields that hold an amount of money."""
_FIELD: Final = re.compile(r"(/([0-9]{1,3}|(?!\d+(/|\Z))[^/]{1,100})){1,8}")
"""A pointer of any form of ours; not one that takes long to follow or to count to."""
_KEY_BYTES: Final = 18
_USED: Final = ("key_reused", "shown_once")
"""What is refused for good under the key that the form has."""


def whole(text: str) -> int | str:
    """The whole number that a field holds; a text that is none as it is, for the book to refuse.

    >>> whole(" -7"), whole("２８"), whole("−1,000"), whole("07"), whole("7.0")
    (-7, 28, -1000, '07', '7.0')
    """
    written = _plain_number(text)
    return int(written) if _WHOLE.fullmatch(written) else text


def amount(text: str) -> str:
    """An amount of money as documents write it; a text that is none as it is, to be refused.

    Signs of more than one currency, as people write them where all know which one is meant, are
    left out; one that is of another country is not.

    >>> amount("1,000"), amount("２８００"), amount("$ 50"), amount("0.50元")
    ('1000', '2800', '50', '0.50')
    >>> amount("1,5"), amount("US$5")
    ('1,5', 'US$5')
    """
    written = _MONEY.fullmatch(_plain_number(text))
    return written[1] if written else text


def _plain_number(text: str) -> str:
    """The digits of any keyboard as those of documents, without what groups thousands."""
    written = "".join(normalize("NFKC", text).replace("−", "-").split())
    return _THOUSANDS.sub(lambda found: found[0].replace(",", ""), written)


def _new_key() -> str:
    return secrets.token_urlsafe(_KEY_BYTES)


@dataclass(frozen=True, slots=True)
class Form:
    """What stands in a form, and what is wrong with it."""

    values: Mapping[str, str] = field(default_factory=dict)
    """Texts by the names of their fields. Names that begin with ``/`` are JSON pointers."""
    key: str = field(default_factory=_new_key)
    """The Idempotency-Key of this form."""
    faults: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Sentences by field; those of no field under the empty name."""
    id: str = ""
    """Before the ids of its fields, where a page has several forms."""

    def get(self, name: str, otherwise: str = "") -> str:
        """What stands in a field."""
        return self.values.get(name, otherwise)

    def at(self, name: str) -> tuple[str, ...]:
        """What is wrong with a field."""
        return self.faults.get(name, ())

    def compacted(self, prefix: str) -> "Form":
        """The same with the entries of a list moved up where some were left empty.

        >>> Form({"/a/0/n": "", "/a/2/n": "x", "/b": "y"}).compacted("/a").values
        {'/b': 'y', '/a/0/n': 'x'}
        """
        inside = re.compile(rf"{re.escape(prefix)}/([0-9]+)(/.*)?", re.ASCII)
        kept: dict[str, str] = {}
        entries: dict[int, dict[str, str]] = {}
        for name, value in self.values.items():
            match = inside.fullmatch(name)
            if match is None:
                kept[name] = value
            else:
                entries.setdefault(int(match[1]), {})[match[2] or ""] = value
        filled = [place for place, entry in entries.items() if any(map(str.strip, entry.values()))]
        for place, old in enumerate(sorted(filled)):
            kept |= {f"{prefix}/{place}{rest}": value for rest, value in entries[old].items()}
        return replace(self, values=kept)

    def document(self, *, numbers: Collection[str] | Callable[[str], bool] = ()) -> dict[str, Any]:
        """The JSON document that the fields fill in; an empty field says nothing.

        ``numbers`` are the fields that hold whole numbers. Raises RefusedError (400) where a field
        is named as one that is inside of another.

        >>> Form({"/games": "16", "/players/0": "amy", "/title": " "}).document(numbers=["/games"])
        {'games': 16, 'players': ['amy']}
        """
        is_whole = numbers if callable(numbers) else frozenset(numbers).__contains__
        tree: dict[str, Any] = {}
        for name, value in self.values.items():
            text = value.strip()
            if not name.startswith("/") or not text:
                continue
            *parents, last = (_plain(part) for part in name[1:].split("/"))
            inner = tree
            for part in parents:
                inner = inner.setdefault(part, {})
                if not isinstance(inner, dict):
                    raise _no_form()
            if last in inner:
                raise _no_form()
            if name in _AMOUNTS:
                inner[last] = amount(value)
            else:
                inner[last] = whole(value) if is_whole(name) else value
        return {name: _listed(value) for name, value in tree.items()}

    def refused(
        self,
        refused: RefusedError,
        said: Words,
        renamed: Mapping[str, str] | None = None,
        labels: Labels | None = None,
    ) -> "Form":
        """The same with its faults, for the page that refuses it: so the log has their codes."""
        note_refused(refused)
        return self.judged(refused, said, renamed, labels)

    def judged(
        self,
        refused: RefusedError,
        said: Words,
        renamed: Mapping[str, str] | None = None,
        labels: Labels | None = None,
    ) -> "Form":
        """The same with its faults, each at its field or at the nearest field around it.

        ``renamed`` are pointers whose values came from a field of another name. A form that was
        gone back to and filled in otherwise than it was sent before is another one from now on, and
        so is one that came without its key.
        """
        faults: dict[str, tuple[str, ...]] = {}
        for fault in refused.faults[:MOST_ERRORS]:
            pointer = json_pointer(fault.pointer)
            asked = (renamed or {}).get(pointer, pointer)
            name = self._nearest(asked)
            faults[name] = (*faults.get(name, ()), sentence(fault, said, asked, labels))
        was_used = any(fault.code in _USED for fault in refused.faults)
        return replace(
            self, faults=faults, key=_new_key() if was_used or not self.key else self.key
        )

    def _nearest(self, pointer: str) -> str:
        place = pointer
        while place and place not in self.values:
            place = place.rpartition("/")[0]
        return place


def _plain(part: str) -> str:
    """A part of a JSON pointer without its escapes (RFC 6901)."""
    return part.replace("~1", "/").replace("~0", "~")


def _listed(value: Any) -> Any:  # noqa: ANN401 - a JSON value may be anything
    """The value with lists in place of objects whose keys are numbers."""
    if not isinstance(value, dict):
        return value
    inside = {name: _listed(each) for name, each in value.items()}
    if inside and all(name.isdecimal() for name in inside):
        return [inside[name] for name in sorted(inside, key=int)]
    return inside


def blank(values: Mapping[str, object] | None = None, *, of: str = "") -> Form:
    """A form to be filled in, with what stands in it from the beginning; ``of`` is its id."""
    return Form({name: str(value) for name, value in (values or {}).items()}, id=of)


def sent(*, of: str = "") -> Form:
    """The form of this request, by its id. Raises RefusedError for what is none."""
    try:
        pairs = parse_qsl(
            body(FORM).decode("utf-8"),
            keep_blank_values=True,
            errors="strict",
            max_num_fields=MOST_FIELDS,
        )
    except ValueError as error:
        raise _no_form() from error
    values = _first(pairs)
    if not all(_FIELD.fullmatch(name) for name in values if name.startswith("/")):
        raise _no_form()
    # One that came without its key has none, and whatever would store refuses it for that.
    return Form(values, values.pop(KEY, ""), id=of)


def _no_form() -> RefusedError:
    return RefusedError([Fault((), "bad_request", "", {"found": "form"})], status=400)


def inside(given: Mapping[str, Any], name: str) -> dict[str, Any]:
    """What a document of a form has below a name. Raises RefusedError (400) for no object."""
    found = given.get(name, {})
    if not isinstance(found, dict):
        raise _no_form()
    return found


def entries(given: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
    """The objects that it lists there. Raises RefusedError (400) for anything else."""
    found = given.get(name, [])
    if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
        raise _no_form()
    return found


def _first(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Each field once; browsers write line ends as two characters."""
    values: dict[str, str] = {}
    for name, value in pairs:
        values.setdefault(name, value.replace("\r\n", "\n"))
    return values
