"""A client in Python, written from the published document: a method for each call, typed.

``python -m settle.openapi.client`` writes it where it is published: one module for the standard
library, to be copied into an app together with ``calling.py`` beside it.
"""

import json
import keyword
import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from settle.data import data_folder

Json = Mapping[str, Any]

FILE: Final = "settle_client.py"
_REF: Final = "#/components/schemas/"
_JSON: Final = "application/json"
_PLAIN: Final = {
    "string": "str",
    "integer": "int",
    "number": "float",
    "boolean": "bool",
    "null": "None",
    "array": "list[Any]",
}
_LEDGER: Final = ("Entry", "Body")
"""Schemas so called are those of a ledger's entries, one for each kind: a client has them as they
are, for it hashes them."""
_IN_BRACES: Final = re.compile(r"{(\w+)}")

_HEAD: Final = '''\
"""Every call of the service as a method. Made by `python -m settle.openapi.client`."""

# ruff: noqa: A002, E501, PYI051, Q000, UP013
# fmt: off

from typing import Any, Literal, NotRequired, TypedDict

from calling import Caller, part
'''


def text(document: Json) -> str:
    """The module that calls what an OpenAPI document tells."""
    schemas: Json = document["components"]["schemas"]
    calls = [
        (method, path, told)
        for path, operations in document["paths"].items()
        for method, told in operations.items()
    ]
    methods = [_method(schemas, *call) for call in calls]
    types = [_typed(schemas, name) for name in schemas if _has_type(schemas, name)]
    head = 'class Settle(Caller):\n    """The service at an address, called with a key."""\n'
    return "\n".join([_HEAD, *types, "", head, "\n".join(methods)])


def _method(schemas: Json, method: str, path: str, told: Json) -> str:
    names = _IN_BRACES.findall(path)
    asked = [each for each in told["parameters"] if each.get("in") == "query"]
    sends = told.get("requestBody", {}).get("content", {}).get(_JSON)
    takes_key = any(each.get("$ref", "").endswith("Key") for each in told["parameters"])
    arguments = ["self", *(f"{name}: {_path_type(told, schemas, name)}" for name in names)]
    arguments += [] if sends is None else [f"body: {_spelled(schemas, sends['schema'])}"]
    arguments += ["*"]
    arguments += [
        f"{_word(each['name'])}: {_spelled(schemas, each['schema'])} | None = None"
        for each in asked
    ]
    arguments += ["key: str | None = None"] if takes_key else []
    arguments += ["lang: str | None = None"]
    query = ", ".join(f'"{name}": {_word(name)}' for name in [*_named(asked), "lang"])
    filled = _IN_BRACES.sub(r"{part(\1)}", path)
    passed = [f'"{method.upper()}"', f'{"f" if names else ""}"{filled}"', f"{{{query}}}"]
    passed += [] if sends is None else ["body=body"]
    passed += ["key=key"] if takes_key else []
    answer = _answer(schemas, told)
    return (
        f"    def {_word(told['operationId'])}({', '.join(arguments)}) -> {answer}:\n"
        f'        """{told["summary"]}"""\n'
        f"        answer: {answer} = self.call({', '.join(passed)})\n"
        "        return answer\n"
    )


def _named(parameters: Iterable[Json]) -> list[str]:
    return [each["name"] for each in parameters]


def _path_type(told: Json, schemas: Json, name: str) -> str:
    [found] = [each["schema"] for each in told["parameters"] if each.get("name") == name]
    return _spelled(schemas, found)


def _answer(schemas: Json, told: Json) -> str:
    [status] = [each for each in told["responses"] if each.startswith("2")]
    content = told["responses"][status]["content"]
    return _spelled(schemas, content[_JSON]["schema"]) if _JSON in content else "str"


def _word(name: str) -> str:
    """A name as Python spells it."""
    spelled = re.sub("([A-Z])", lambda found: f"_{found[1].lower()}", name)
    return f"{spelled}_" if keyword.iskeyword(spelled) else spelled


def _typed(schemas: Json, name: str) -> str:
    """The type of an object, in a line: its members with their types."""
    schema = schemas[name]
    needed = schema.get("required", ())
    members = []
    for member, each in schema["properties"].items():
        spelled = _spelled(schemas, each)
        members.append(
            f'"{member}": "{spelled if member in needed else f"NotRequired[{spelled}]"}"'
        )
    return f'{_class(name)} = TypedDict("{_class(name)}", {{{", ".join(members)}}})'


def _has_type(schemas: Json, name: str) -> bool:
    return "properties" in schemas[name] and not name.endswith(_LEDGER)


def _class(name: str) -> str:
    return name[0].upper() + name[1:]


def _spelled(schemas: Json, schema: Any) -> str:  # noqa: ANN401 - a schema may be true
    """The type of what a schema takes, as an annotation."""
    if not isinstance(schema, Mapping):
        return "Any"
    if "$ref" in schema:
        name = schema["$ref"].removeprefix(_REF)
        return _class(name) if _has_type(schemas, name) else _spelled(schemas, schemas[name])
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return _union(_spelled(schemas, each) for each in schema[key])
    if "enum" in schema or "const" in schema:
        values = schema.get("enum", [schema.get("const")])
        return f"Literal[{', '.join(map(_literal, values))}]"
    return _union(_of_type(schemas, schema, each) for each in _types(schema))


def _literal(value: object) -> str:
    return f"'{value}'" if isinstance(value, str) else str(value)


def _types(schema: Json) -> list[str]:
    found = schema.get("type", [])
    return [found] if isinstance(found, str) else found


def _of_type(schemas: Json, schema: Json, kind: str) -> str:
    if kind == "array" and "items" in schema:
        return f"list[{_spelled(schemas, schema['items'])}]"
    if kind == "object":
        inner = schema.get("additionalProperties")
        return f"dict[str, {'Any' if 'properties' in schema else _spelled(schemas, inner)}]"
    return _PLAIN[kind]


def _union(spelled: Iterable[str]) -> str:
    kinds = list(dict.fromkeys(spelled))
    return "Any" if not kinds or "Any" in kinds else " | ".join(kinds)


def main() -> None:
    """Write the module."""
    published = json.loads((data_folder("schemas") / "openapi.json").read_text("utf-8"))
    (data_folder("examples") / "client" / FILE).write_text(text(published), encoding="utf-8")


if __name__ == "__main__":
    main()
