"""The document as one page for people: sections by tag, tables of schemas, lines to copy."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a table."""

    name: str
    kind: str
    """In words; names of other schemas are links."""
    link: str
    """The schema that is linked, or nothing."""
    is_needed: bool
    says: str


@dataclass(frozen=True, slots=True)
class Shown:
    """A call as it is typed, and what came of it."""

    says: str
    line: str
    answer: str
    """JSON; nothing where the document has none."""


@dataclass(frozen=True, slots=True)
class Call:
    """A method of a path."""

    id: str
    method: str
    path: str
    summary: str
    parameters: Sequence[Row]
    takes: Sequence[Row]
    """Bodies by media type."""
    answers: Sequence[Row]
    """By status and media type."""
    shown: Sequence[Shown]


@dataclass(frozen=True, slots=True)
class Section:
    """The calls of a tag."""

    name: str
    says: str
    calls: Sequence[Call]


@dataclass(frozen=True, slots=True)
class Table:
    """The fields of a schema."""

    name: str
    says: str
    rows: Sequence[Row]


def sections(document: Json) -> tuple[Section, ...]:
    """The calls, by tag."""
    calls = [
        (told["tags"][0], _call(method, path, told, document))
        for path, operations in document["paths"].items()
        for method, told in operations.items()
    ]
    return tuple(
        Section(
            tag["name"], tag["description"], [call for name, call in calls if name == tag["name"]]
        )
        for tag in document["tags"]
    )


def tables(document: Json) -> tuple[Table, ...]:
    """The schemas."""
    return tuple(
        Table(name, schema.get("description", ""), list(_fields(schema)))
        for name, schema in document["components"]["schemas"].items()
    )


def _call(method: str, path: str, told: Json, document: Json) -> Call:
    parameters = [_resolved(each, document) for each in told["parameters"]]
    takes = told.get("requestBody", {}).get("content", {})
    return Call(
        id=told["operationId"],
        method=method.upper(),
        path=path,
        summary=told["summary"],
        parameters=[
            _row(each["name"], each["schema"], each.get("description", ""),
                 is_needed=each.get("required", False))
            for each in parameters
        ],
        takes=[_row(kind, body["schema"], "", is_needed=True) for kind, body in takes.items()],
        answers=list(_answers(told["responses"], document)),
        shown=list(_shown(told)),
    )  # fmt: skip


def _shown(told: Json) -> Iterator[Shown]:
    """The examples, in the order in which they are typed."""
    answers = {
        example["summary"]: json.dumps(example["value"], ensure_ascii=False, indent=2)
        for response in told["responses"].values()
        for body in response.get("content", {}).values()
        for example in body.get("examples", {}).values()
    }
    for sample in told.get("x-codeSamples", ()):
        label = sample["label"]
        says = f"{sample['place']}. {label}"
        yield Shown(says, sample["source"], answers.get(label, ""))


def _answers(responses: Json, document: Json) -> Iterator[Row]:
    for status, reference in responses.items():
        told = _resolved(reference, document)
        for media_type, content in told.get("content", {"": {"schema": {}}}).items():
            name = f"{status} {media_type}".strip()
            yield _row(name, content["schema"], told["description"], is_needed=False)


def _fields(schema: Json) -> Iterator[Row]:
    needed = schema.get("required", ())
    for name, field in schema.get("properties", {}).items():
        yield _row(name, field, field.get("description", ""), is_needed=name in needed)
    for each in schema.get("oneOf", ()):
        if "$ref" in each:
            yield _row("", each, "", is_needed=False)


def _row(name: str, schema: Json, says: str, *, is_needed: bool) -> Row:
    kind, link = _kind(schema)
    return Row(name, kind, link, is_needed, says)


def _kind(schema: Json) -> tuple[str, str]:
    """What stands there, in words, and the schema that tells more."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return name, name
    if "items" in schema:
        kind, link = _kind(schema["items"])
        return f"list of {kind}", link
    if isinstance(schema.get("additionalProperties"), Mapping):
        kind, link = _kind(schema["additionalProperties"])
        return f"object of {kind}", link
    either = schema.get("anyOf") or schema.get("oneOf")
    if either:
        kinds = [_kind(each) for each in either]
        links = [link for _, link in kinds if link]
        return " or ".join(dict.fromkeys(kind for kind, _ in kinds)), links[0] if links else ""
    return _plain(schema), ""


def _plain(schema: Json) -> str:
    """What a value without parts may be, in words."""
    if "const" in schema:
        return f'"{schema["const"]}"'
    if "enum" in schema:
        return ", ".join(schema["enum"])
    if "minimum" in schema:
        return f"whole number, {schema['minimum']} to {schema['maximum']}"
    if "maxLength" in schema:
        return f"text, {schema['minLength']} to {schema['maxLength']} characters"
    return _KINDS.get(schema.get("type", ""), "anything")


_KINDS: Final = {"string": "text", "boolean": "true or false", "object": "object", "null": "null"}


def _resolved(told: Json, document: Json) -> Json:
    """What stands where a reference points."""
    if "$ref" not in told:
        return told
    place: Any = document
    for part in told["$ref"].removeprefix("#/").split("/"):
        place = place[part]
    found: Json = place
    return found
