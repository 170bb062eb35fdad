"""The published contract: JSON Schema (2020-12) written from the marshmallow classes.

``python -m settle.wire.jsonschema`` renews the files under ``schemas/``. What a schema cannot say
is listed in the README there.
"""

import json
from collections.abc import Mapping
from functools import singledispatch
from typing import Any, Final

from marshmallow import Schema, fields

from settle.currencies import AMOUNT_PATTERN, COUNTED_PATTERN, CURRENCY_DIGITS
from settle.data import data_folder
from settle.strength import CATEGORIES
from settle.wire.answers.asked import OpenSessionDocument, RulesetDocument
from settle.wire.answers.entries import AnyEntry
from settle.wire.answers.money import SettlementAnswer
from settle.wire.answers.parts import ByName, Either
from settle.wire.answers.service import AuditReport, SessionCheckpoint
from settle.wire.answers.sessions import SessionAnswer
from settle.wire.classes import Document, RoundDocument
from settle.wire.disputes import OPENING, Confirmable, Person
from settle.wire.fields import (
    Amount,
    Anything,
    ByPlayer,
    CardField,
    Choice,
    Flag,
    Inside,
    Listed,
    Moment,
    OneOrMore,
    Phrase,
    Player,
    Text,
    Whole,
)
from settle.wire.money import Account
from settle.wire.names import (
    CARD_PATTERN,
    MOMENT_PATTERN,
    NAME_PATTERN,
    PHRASE_PATTERN,
    SHOWN_PATTERN,
)
from settle.wire.results import ProblemDocument, ResultDocument
from settle.wire.sessions import AsItIs, Patterned, Seated

PUBLISHED: Final[Mapping[str, fields.Field[Any]]] = {
    "round": Inside(RoundDocument),
    "result": Inside(ResultDocument),
    "problem": Inside(ProblemDocument),
    "session": Inside(OpenSessionDocument),
    "session-state": Inside(SessionAnswer),
    "entry": AnyEntry,
    "settlement": Inside(SettlementAnswer),
    "checkpoint": Inside(SessionCheckpoint),
    "ruleset": Inside(RulesetDocument),
    "audit": Inside(AuditReport),
}
"""What documents are, by the name of the file that says it."""
_SUFFIX: Final = "Document"
_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"

JsonSchema = dict[str, Any]


class Definitions(dict[str, JsonSchema]):
    """Schemas by the names that others refer to them by."""

    def __init__(self, place: str = "#/$defs/") -> None:
        super().__init__()
        self.place = place
        """Where they stand in the whole document."""
        self._classes: dict[str, type[Schema]] = {}

    def reference(self, name: str) -> JsonSchema:
        """A reference to one of them."""
        return {"$ref": f"{self.place}{name}"}

    def of_class(self, document: Schema) -> JsonSchema:
        """A reference to what a class says, which is put here if it is not yet."""
        name = type(document).__name__.removesuffix(_SUFFIX)
        name = name[0].lower() + name[1:]
        known = self._classes.setdefault(name, type(document))
        assert known is type(document), f"two classes are called {name}"
        if name not in self:
            self[name] = {}
            self[name] = _object(document, self)
        return self.reference(name)


def published_schema(name: str) -> JsonSchema:
    """The schema of a kind of documents that PUBLISHED names."""
    definitions = Definitions()
    field = PUBLISHED[name]
    if isinstance(field, Inside):
        whole = _object(field.schema, definitions)
    else:
        whole = field_schema(field, definitions)
    return {
        "$schema": _DIALECT,
        "$id": f"urn:settle:schema:{name}:1",
        "title": name,
        **whole,
        "$defs": dict(sorted(definitions.items())),
    }


def schema_text(name: str) -> str:
    """The file under ``schemas/``."""
    return json.dumps(published_schema(name), ensure_ascii=False, indent=2) + "\n"


def _object(document: Schema, definitions: Definitions) -> JsonSchema:
    """An object with named fields and no others."""
    required = [name for name, field in document.fields.items() if field.required]
    schema: JsonSchema = {
        "type": "object",
        "description": (type(document).__doc__ or "").strip(),
        "properties": {
            name: _nullable(field, definitions) for name, field in document.fields.items()
        },
        "additionalProperties": False,
    }
    if required:
        schema["required"] = required
    rules = document.schema_rules if isinstance(document, Document) else {}
    return schema | _spelled_out(dict(rules))


def _spelled_out(rules: JsonSchema) -> JsonSchema:
    """The same rules without a schema that is a bare ``false``, on which client generators trip."""
    told: JsonSchema = {}
    for name, rule in rules.items():
        if name == "properties":
            told[name] = {key: {"not": {}} if each is False else each for key, each in rule.items()}
        else:
            told[name] = _spelled_out(rule) if isinstance(rule, dict) else rule
    return told


def _nullable(field: fields.Field[Any], definitions: Definitions) -> JsonSchema:
    schema = field_schema(field, definitions)
    return {"anyOf": [schema, {"type": "null"}]} if field.allow_none else schema


@singledispatch
def field_schema(field: fields.Field[Any], _definitions: Definitions) -> JsonSchema:
    """What a schema says about a field; objects inside go to the definitions."""
    raise NotImplementedError(type(field).__name__)


@field_schema.register
def _(field: Whole, _definitions: Definitions) -> JsonSchema:
    return {"type": "integer", "minimum": field.least, "maximum": field.most}


@field_schema.register
def _(_field: Flag, _definitions: Definitions) -> JsonSchema:
    return {"type": "boolean"}


@field_schema.register
def _(_field: Text, _definitions: Definitions) -> JsonSchema:
    return {"type": "string"}


@field_schema.register
def _(field: Patterned, _definitions: Definitions) -> JsonSchema:
    return {"type": "string", "pattern": field.pattern}


@field_schema.register
def _(field: Person, _definitions: Definitions) -> JsonSchema:
    people = f"player:{NAME_PATTERN.strip('^$')}"
    return {"type": "string", "pattern": f"^({'host|' if field.host else ''}{people})$"}


@field_schema.register
def _(field: Phrase, _definitions: Definitions) -> JsonSchema:
    sizes = {"minLength": field.least, "maxLength": field.most}
    return {"type": "string", **sizes, "pattern": SHOWN_PATTERN if field.shown else PHRASE_PATTERN}


@field_schema.register
def _(field: Amount, _definitions: Definitions) -> JsonSchema:
    pattern = COUNTED_PATTERN if field.counted else AMOUNT_PATTERN
    return {"type": "string", "pattern": pattern if field.signed else pattern.replace("-?", "", 1)}


@field_schema.register
def _(field: Choice, definitions: Definitions) -> JsonSchema:
    schema = {"type": "string", "enum": list(field.choices)}
    name = _NAMED_CHOICES.get(field.choices)
    if name is None:
        return schema
    definitions[name] = schema
    return definitions.reference(name)


_NAMED_CHOICES: Final[Mapping[tuple[str, ...], str]] = {
    tuple(CURRENCY_DIGITS): "currency",
    tuple(map(str, CATEGORIES)): "category",
}
"""Long lists that stand in many places."""


@field_schema.register
def _(_field: Player, _definitions: Definitions) -> JsonSchema:
    return {"type": "string", "pattern": NAME_PATTERN}


@field_schema.register
def _(_field: Account, _definitions: Definitions) -> JsonSchema:
    return {"type": "string", "pattern": NAME_PATTERN}


@field_schema.register
def _(field: Confirmable, definitions: Definitions) -> JsonSchema:
    named = [field_schema(each, definitions) for each in (field.game, field.hash)]
    return {"anyOf": [{"type": "string", "enum": [OPENING]}, *named]}


@field_schema.register
def _(field: Seated, definitions: Definitions) -> JsonSchema:
    return {"anyOf": [field_schema(Player(), definitions), field_schema(field.inner, definitions)]}


@field_schema.register
def _(_field: AsItIs, _definitions: Definitions) -> JsonSchema:
    return {}


@field_schema.register
def _(_field: Moment, _definitions: Definitions) -> JsonSchema:
    return {"type": "string", "format": "date-time", "pattern": MOMENT_PATTERN}


@field_schema.register
def _(_field: CardField, definitions: Definitions) -> JsonSchema:
    definitions["card"] = {"type": "string", "pattern": CARD_PATTERN}
    return definitions.reference("card")


@field_schema.register
def _(_field: Anything, _definitions: Definitions) -> JsonSchema:
    return {"type": "object"}


@field_schema.register
def _(field: Listed, definitions: Definitions) -> JsonSchema:
    schema: JsonSchema = {"type": "array", "items": _nullable(field.inner, definitions)}
    if field.sizes is not None:
        schema |= {"minItems": field.sizes[0], "maxItems": field.sizes[1]}
    return schema


@field_schema.register
def _(field: ByName, definitions: Definitions) -> JsonSchema:
    return {"type": "object", "additionalProperties": field_schema(field.inner, definitions)}


@field_schema.register
def _(field: ByPlayer, definitions: Definitions) -> JsonSchema:
    schema: JsonSchema = {
        "type": "object",
        "propertyNames": {"pattern": NAME_PATTERN},
        "additionalProperties": field_schema(field.inner, definitions),
    }
    return schema | {"minProperties": field.least} if field.least else schema


@field_schema.register
def _(field: OneOrMore, definitions: Definitions) -> JsonSchema:
    one = field_schema(field.inner, definitions)
    return {"anyOf": [one, {"type": "array", "items": one}]}


@field_schema.register
def _(field: Inside, definitions: Definitions) -> JsonSchema:
    return definitions.of_class(field.schema)


@field_schema.register
def _(field: Either, definitions: Definitions) -> JsonSchema:
    return {"oneOf": [field_schema(each, definitions) for each in field.inner]}


def main() -> None:
    """Write the schemas where they are published."""
    for name in PUBLISHED:
        (data_folder("schemas") / f"{name}.json").write_text(schema_text(name), encoding="utf-8")


if __name__ == "__main__":
    main()
