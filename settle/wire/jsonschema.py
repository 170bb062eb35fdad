"""The published contract: JSON Schema (2020-12) written from the marshmallow classes.

``python -m settle.wire.jsonschema`` renews the files under ``schemas/``. What a schema cannot say
is listed in the README there.
"""

import json
from collections.abc import Mapping
from functools import singledispatch
from typing import Any, Final

from marshmallow import Schema, fields

from settle.currencies import AMOUNT_PATTERN
from settle.data import data_folder
from settle.wire.classes import Document, RoundDocument
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
from settle.wire.names import CARD_PATTERN, MOMENT_PATTERN, NAME_PATTERN, PHRASE_PATTERN
from settle.wire.results import ProblemDocument, ResultDocument

PUBLISHED: Final[Mapping[str, type[Document]]] = {
    "round": RoundDocument,
    "result": ResultDocument,
    "problem": ProblemDocument,
}
_SUFFIX: Final = "Document"
_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"

JsonSchema = dict[str, Any]


def published_schema(name: str) -> JsonSchema:
    """The schema of ``round``, ``result`` or ``problem`` documents."""
    definitions: dict[str, JsonSchema] = {}
    whole = _object(PUBLISHED[name](), definitions)
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


def _object(document: Schema, definitions: dict[str, JsonSchema]) -> JsonSchema:
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
    return schema | dict(rules)


def _nullable(field: fields.Field[Any], definitions: dict[str, JsonSchema]) -> JsonSchema:
    schema = field_schema(field, definitions)
    return {"anyOf": [schema, {"type": "null"}]} if field.allow_none else schema


@singledispatch
def field_schema(field: fields.Field[Any], _definitions: dict[str, JsonSchema]) -> JsonSchema:
    """What a schema says about a field; objects inside go to the definitions."""
    raise NotImplementedError(type(field).__name__)


@field_schema.register
def _(field: Whole, _definitions: dict[str, JsonSchema]) -> JsonSchema:
    return {"type": "integer", "minimum": field.least, "maximum": field.most}


@field_schema.register
def _(_field: Flag, _definitions: dict[str, JsonSchema]) -> JsonSchema:
    return {"type": "boolean"}


@field_schema.register
def _(_field: Text, _definitions: dict[str, JsonSchema]) -> JsonSchema:
    return {"type": "string"}


@field_schema.register
def _(field: Phrase, _definitions: dict[str, JsonSchema]) -> JsonSchema:
    sizes = {"minLength": field.least, "maxLength": field.most}
    return {"type": "string", **sizes, "pattern": PHRASE_PATTERN}


@field_schema.register
def _(field: Amount, _definitions: dict[str, JsonSchema]) -> JsonSchema:
    pattern = AMOUNT_PATTERN.replace("^", "^-?", 1) if field.signed else AMOUNT_PATTERN
    return {"type": "string", "pattern": pattern}


@field_schema.register
def _(field: Choice, _definitions: dict[str, JsonSchema]) -> JsonSchema:
    return {"enum": list(field.choices)}


@field_schema.register
def _(_field: Player, _definitions: dict[str, JsonSchema]) -> JsonSchema:
    return {"type": "string", "pattern": NAME_PATTERN}


@field_schema.register
def _(_field: Moment, _definitions: dict[str, JsonSchema]) -> JsonSchema:
    return {"type": "string", "format": "date-time", "pattern": MOMENT_PATTERN}


@field_schema.register
def _(_field: CardField, definitions: dict[str, JsonSchema]) -> JsonSchema:
    definitions["card"] = {"type": "string", "pattern": CARD_PATTERN}
    return {"$ref": "#/$defs/card"}


@field_schema.register
def _(_field: Anything, _definitions: dict[str, JsonSchema]) -> JsonSchema:
    return {"type": "object"}


@field_schema.register
def _(field: Listed, definitions: dict[str, JsonSchema]) -> JsonSchema:
    schema: JsonSchema = {"type": "array", "items": field_schema(field.inner, definitions)}
    if field.sizes is not None:
        schema |= {"minItems": field.sizes[0], "maxItems": field.sizes[1]}
    return schema


@field_schema.register
def _(field: ByPlayer, definitions: dict[str, JsonSchema]) -> JsonSchema:
    return {
        "type": "object",
        "propertyNames": {"pattern": NAME_PATTERN},
        "additionalProperties": field_schema(field.inner, definitions),
    }


@field_schema.register
def _(field: OneOrMore, definitions: dict[str, JsonSchema]) -> JsonSchema:
    one = field_schema(field.inner, definitions)
    return {"anyOf": [one, {"type": "array", "items": one}]}


@field_schema.register
def _(field: Inside, definitions: dict[str, JsonSchema]) -> JsonSchema:
    name = type(field.schema).__name__.removesuffix(_SUFFIX)
    name = name[0].lower() + name[1:]
    if name not in definitions:
        definitions[name] = {}
        definitions[name] = _object(field.schema, definitions)
    return {"$ref": f"#/$defs/{name}"}


def main() -> None:
    """Write the schemas where they are published."""
    for name in PUBLISHED:
        (data_folder("schemas") / f"{name}.json").write_text(schema_text(name), encoding="utf-8")


if __name__ == "__main__":
    main()
