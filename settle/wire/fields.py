"""Strict marshmallow fields: no guessing, and faults in place of sentences.

A field never coerces: ``true`` and ``1.0`` are no whole numbers, ``"3"`` is none either. What it
finds wrong it reports as a :class:`settle.faults.Fault` without a place; the place is where
marshmallow files it.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, ClassVar

from marshmallow import ValidationError, fields

from settle.cards import Card, parse_card
from settle.faults import Fault, Pointer
from settle.wire.names import LONGEST_NAME, has_controls, is_moment, player_name, shows_nothing


def found_wrong(code: str, variant: str = "", **values: object) -> ValidationError:
    """What marshmallow is told: one fault, its place still open."""
    return ValidationError([Fault((), code, variant, values)])


def faults_of(messages: object, here: Pointer = ()) -> Iterator[Fault]:
    """The faults that marshmallow has filed by place, each with its place."""
    if isinstance(messages, Mapping):
        for key, inside in messages.items():
            yield from faults_of(inside, (*here, key))
    else:
        assert isinstance(messages, list)
        for fault in messages:
            yield replace(fault, pointer=here + fault.pointer)


class Strict(fields.Field[Any]):
    """The base of all fields here; ``kwargs`` are marshmallow's."""

    kind: ClassVar[str] = "object"
    """What the field takes, as the variants of ``wrong_type`` name it."""

    def take(self, value: object) -> object:
        """What is loaded for a value that is not null. Raises ValidationError with faults."""
        raise NotImplementedError

    def _deserialize(self, value: object, *_: object, **__: object) -> object:
        return self.take(value)

    def make_error(self, key: str, **_values: object) -> ValidationError:
        """A fault in place of marshmallow's own sentences."""
        if key == "required":
            return found_wrong("missing", "field", field=self.name)
        assert key == "null", key
        return self.wrong_type(None)

    def wrong_type(self, value: object) -> ValidationError:
        """The value is of another kind."""
        return found_wrong("wrong_type", self.kind, found=value)


class Whole(Strict):
    """A whole number in a range, both ends in it; ``code`` is the fault for one outside."""

    kind = "integer"

    def __init__(
        self, least: int, most: int, *, code: str = "out_of_range", required: bool = False
    ) -> None:
        super().__init__(required=required)
        self.least, self.most, self.code = least, most, code

    def take(self, value: object) -> int:
        """A whole number."""
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.wrong_type(value)
        if not self.least <= value <= self.most:
            limits = {"least": self.least, "most": self.most}
            raise found_wrong(self.code, "integer", found=value, **limits)
        return value


class Flag(Strict):
    """True or false."""

    kind = "flag"

    def take(self, value: object) -> bool:
        """True or false."""
        if not isinstance(value, bool):
            raise self.wrong_type(value)
        return value


class Text(Strict):
    """A string."""

    kind = "text"

    def take(self, value: object) -> str:
        """A string that has a form in Unicode."""
        if not isinstance(value, str):
            raise self.wrong_type(value)
        if any("\ud800" <= char <= "\udfff" for char in value):
            raise found_wrong("out_of_range", "surrogate", found=value)
        return value


class Amount(Text):
    """Money as decimal digits; how many, its currency says."""

    def __init__(
        self, *, signed: bool = False, counted: bool = False, required: bool = False
    ) -> None:
        """One that was ``counted`` together may have any number of digits, ``signed`` ones too."""
        super().__init__(required=required)
        self.signed, self.counted = signed, signed or counted


class Phrase(Text):
    """A string of so many characters, none of them a control character: line ends are some too.

    One that is ``shown`` has something to be seen.
    """

    def __init__(
        self, least: int, most: int, *, required: bool = False, shown: bool = False
    ) -> None:
        super().__init__(required=required)
        self.least, self.most = least, most
        self.shown = shown

    def take(self, value: object) -> str:
        """A string of so many characters."""
        text = super().take(value)
        if not self.least <= len(text) <= self.most:
            limits = {"least": self.least, "most": self.most}
            raise found_wrong("out_of_range", "text", found=text, **limits)
        if has_controls(text):
            raise found_wrong("out_of_range", "control", found=text)
        if self.shown and (not text.strip() or shows_nothing(text)):
            raise found_wrong("out_of_range", "invisible", found=text)
        return text


class Choice(Text):
    """One of a few words."""

    def __init__(
        self,
        choices: Iterable[str],
        *,
        code: str = "out_of_range",
        variant: str = "choice",
        required: bool = False,
        allow_none: bool = False,
    ) -> None:
        super().__init__(required=required, allow_none=allow_none)
        self.choices = tuple(str(choice) for choice in choices)
        self.code, self.variant = code, variant

    def take(self, value: object) -> str:
        """One of the words."""
        text = super().take(value)
        if text not in self.choices:
            raise found_wrong(self.code, self.variant, found=text, choices=self.choices)
        return text


class Player(Strict):
    """A player's name or id, taken in its one form."""

    kind = "text"

    def take(self, value: object) -> str:
        """The name's one form."""
        if not isinstance(value, str):
            raise self.wrong_type(value)
        name = player_name(value)
        if name is None and shows_nothing(value):
            raise found_wrong("out_of_range", "invisible", found=value)
        if name is None:
            raise found_wrong("out_of_range", "player", found=value, most=LONGEST_NAME)
        return name


class Moment(Text):
    """A time as RFC 3339 writes it, with an offset; taken as it is."""

    def take(self, value: object) -> str:
        """The time as it is written."""
        text = super().take(value)
        if not is_moment(text):
            raise found_wrong("out_of_range", "moment", found=text)
        return text


class CardField(Strict):
    """One card in any of its spellings."""

    kind = "card"

    def take(self, value: object) -> Card:
        """The card in the contract's spelling."""
        if not isinstance(value, str):
            raise self.wrong_type(value)
        card = parse_card(value)
        if card is None:
            raise found_wrong("bad_card", found=value)
        return card


class Anything(Strict):
    """An object that somebody else looks into."""

    def take(self, value: object) -> dict[str, Any]:
        """The object."""
        if not isinstance(value, dict):
            raise self.wrong_type(value)
        return value


class Holder(Strict):
    """Several values of one kind; what is wrong leaves None in its place, so places stay places."""

    def __init__(
        self,
        inner: fields.Field[Any],
        *,
        required: bool = False,
        sizes: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(required=required)
        self.inner = inner
        self.sizes = sizes
        """How many there may be; for the schema, since the checks say it with the player's name."""

    def each(self, items: Iterable[tuple[str | int, object]]) -> list[Any]:
        """Take each item; faults carry the key or the index they stand under."""
        result: list[Any] = []
        faults: list[Fault] = []
        for place, item in items:
            try:
                result.append(self.inner.deserialize(item))
            except ValidationError as error:
                result.append(error.valid_data)
                faults += faults_of(error.messages, (place,))
        if faults:
            raise ValidationError(faults, valid_data=result)
        return result


class Listed(Holder):
    """A list."""

    kind = "list"

    def take(self, value: object) -> list[Any]:
        """The list."""
        if not isinstance(value, list):
            raise self.wrong_type(value)
        return self.each(enumerate(value))


class ByPlayer(Holder):
    """An object whose keys are players, as they are spelled there."""

    def __init__(self, inner: fields.Field[Any], *, required: bool = False, least: int = 0) -> None:
        """``least`` is how many there have to be; for the schema, as ``sizes`` of others are."""
        super().__init__(inner, required=required)
        self.least = least

    def take(self, value: object) -> dict[str, Any]:
        """The object."""
        if not isinstance(value, dict) or not all(isinstance(key, str) for key in value):
            raise self.wrong_type(value)
        try:
            return dict(zip(value, self.each(value.items()), strict=True))
        except ValidationError as error:
            error.valid_data = dict(zip(value, error.valid_data or [], strict=True))
            raise


class OneOrMore(Holder):
    """A text by itself, or a list of such."""

    kind = "text"

    def take(self, value: object) -> list[Any]:
        """A list in both cases."""
        if isinstance(value, list):
            return self.each(enumerate(value))
        return [self.inner.deserialize(value)]


class Inside(fields.Nested, Strict):
    """An object with fields of its own."""

    make_error = Strict.make_error

    def _deserialize(self, value: object, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401
        if not isinstance(value, dict):
            raise self.wrong_type(value)
        return super()._deserialize(value, *args, **kwargs)
