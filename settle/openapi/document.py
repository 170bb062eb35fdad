"""The OpenAPI document, written from the table of operations and the marshmallow classes.

It is made here and not by a framework: a document is read strictly and as a whole before a class
sees it, and answers are canonical bytes, so that a framework's own parsing and dumping would have
to be gone around on every route.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from http import HTTPStatus
from typing import Any, Final

from settle import __version__
from settle.openapi.examples import EVENING
from settle.openapi.making import Made
from settle.openapi.operations import (
    JSON,
    LANGUAGE,
    PATH,
    Key,
    Link,
    Operation,
    Parameter,
    Shown,
    Tag,
    inside,
)
from settle.openapi.table import OPERATIONS
from settle.wire.jsonschema import Definitions, JsonSchema, field_schema
from settle.wire.results import ProblemDocument
from settle.wire.sessions import KEY_PATTERN

PROBLEM: Final = "application/problem+json"
_SCHEMAS: Final = "#/components/schemas/"
_BODY: Final = (400, 411, 413, 415)
"""What any body may be refused with."""
_ALWAYS: Final = (406, 421, 422, 429, 500, 503)
_NOT_FOUND: Final = 404
_UNAUTHORIZED, _FORBIDDEN = 401, 403

_TAGS: Final[Mapping[Tag, str]] = {
    Tag.SCORING: "Rounds scored, explained and compared; nothing is stored.",
    Tag.RULESETS: "What can be played: shipped rulesets, and a table's own.",
    Tag.SESSIONS: "A table's evening: opened, looked at, closed; its ledger.",
    Tag.ROUNDS: "Games recorded, corrected and struck.",
    Tag.ARGUMENTS: "Changes of the table, confirmations, disputes and rulings.",
    Tag.MONEY: "Who pays whom: settlements, payments, penalties, shared costs.",
    Tag.GROUPS: "People who play together over the years.",
    Tag.PROOFS: "Checkpoints, proofs and audits.",
    Tag.ACCESS: "Keys, links that are turned into one, and seats.",
    Tag.SERVICE: "Whether the service is well, and this document.",
}
_DESCRIPTION: Final = (
    "Scoring and settlement for thirteen-card (Chinese) poker. Documents are strictly read JSON;"
    " answers are canonical JSON (RFC 8785); every refusal is a problem document (RFC 9457) that"
    " names each fault with its place and one of the codes that stand beside the schemas.\n\n"
    "A key is sent as `Authorization: Bearer stl_…`. The lines to copy take one that may do it from"
    " `$KEY`, and Amy's own from `$AMY_KEY`: `settle keys add` makes them, and so do links.\n\n"
    "People have pages for all this: `/` in a browser, and `/sign-in` where a key is written in"
    " once."
)

_SAID: Final[Mapping[int, str]] = {
    304: "It is as it was: the ETag that was sent is still right.",
    400: "The body is no document that can be read.",
    401: "A good key is needed.",
    403: "The key does not allow it.",
    404: "What the address names is not there.",
    406: "Nothing that is answered here is acceptable to the caller.",
    409: "It does not fit what stands in the book; the problem says what stands there.",
    411: "The length of the body is not told.",
    412: "It is not as the ETag that was sent has it; nothing was changed.",
    413: "The body is larger than what is taken.",
    415: "The body is of another kind than what is taken.",
    421: "The service is called by a name that is not its own.",
    422: "Something that was sent breaks a rule; every fault is told.",
    429: "This caller calls too often; Retry-After says when another call may come.",
    500: "A bug; the service's log has it.",
    503: "The book cannot be used now; nothing was stored.",
}
"""What a status means here."""
_TOLD_BY_HEADER: Final[Mapping[int, str]] = {
    401: "WWW-Authenticate",
    429: "Retry-After",
    503: "Retry-After",
}
_HEADERS: Final[Mapping[str, str]] = {
    "ETag": "Names what was read; send it as If-None-Match to ask whether it changed.",
    "Link": "The address of the page after this one, as rel=next.",
    "Location": "Where what was made can be read.",
    "Retry-After": "In how many seconds it makes sense to ask again.",
    "WWW-Authenticate": "That a key is sent as a bearer token.",
}

_KEY: Final = "key"

Json = dict[str, Any]


def document(evening: Iterable[Made]) -> Json:
    """The whole document; calls are shown by the examples that were made of them."""
    schemas = Definitions(_SCHEMAS)
    shown = list(evening)
    paths: Json = {}
    for operation in OPERATIONS:
        told = _operation(operation, schemas)
        _show(told, [made for made in shown if made.operation is operation])
        paths.setdefault(operation.path, {})[operation.method.lower()] = told
    components = {
        "parameters": _parameters(schemas),
        "headers": {name: _header(name) for name in _HEADERS},
        "responses": dict(_refusals(schemas)),
        "securitySchemes": {_KEY: {"type": "http", "scheme": "bearer"}},
    }
    return {
        "openapi": "3.1.1",
        "info": {
            "title": "Settle",
            "version": __version__,
            "description": _DESCRIPTION,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "jsonSchemaDialect": "https://json-schema.org/draft/2020-12/schema",
        "servers": [{"url": "/"}],
        "security": [{_KEY: []}],
        "tags": [{"name": tag, "description": _TAGS[tag]} for tag in Tag],
        "paths": paths,
        "components": {**components, "schemas": dict(sorted(schemas.items()))},
    }


def statuses(operation: Operation) -> tuple[int, ...]:
    """Every status that an operation may answer."""
    found = {operation.status, *_ALWAYS, *operation.refuses}
    if operation.takes:
        found.update(_BODY)
    if operation.is_tagged:
        found.add(304)
    if operation.heeds_match:
        found.add(412)
    if "{" in operation.path:
        found.add(_NOT_FOUND)
    if not operation.is_public:
        found.add(_UNAUTHORIZED)
        if not operation.is_open:
            found.add(_FORBIDDEN)
    return tuple(sorted(found))


def path_parameters(operation: Operation) -> tuple[str, ...]:
    """The names in braces."""
    return tuple(part.partition("}")[0] for part in operation.path.split("{")[1:])


def _operation(operation: Operation, schemas: Definitions) -> Json:
    told: Json = {
        "operationId": operation.id,
        "tags": [operation.tag.value],
        "summary": operation.summary,
        "parameters": list(_parameters_of(operation, schemas)),
        "responses": {
            str(status): _response(operation, status, schemas) for status in statuses(operation)
        },
    }
    if operation.is_public:
        told["security"] = []
    elif operation.is_open:
        told["security"] = [{}, {_KEY: []}]
    if operation.takes:
        told["requestBody"] = {"required": True, "content": _content(operation.takes, schemas)}
    return told


def _show(told: Json, evening: Sequence[Made]) -> None:
    """Put what was sent and answered beside the schemas, and the lines that make the calls."""
    for made in evening:
        name = _word(made.example.says)
        shown = {"summary": made.example.says}
        if made.body is not None:
            content = told["requestBody"]["content"][JSON]
            content.setdefault("examples", {})[name] = {**shown, "value": made.body}
        if _is_shown(made):
            content = told["responses"][str(made.status)]["content"][JSON]
            content.setdefault("examples", {})[name] = {**shown, "value": made.answer}
        sample: Json = {"lang": "Shell", "label": made.example.says, "source": made.curl}
        sample["place"] = EVENING.index(made.example) + 1
        told.setdefault("x-codeSamples", []).append(sample)


def _is_shown(made: Made) -> bool:
    """Whether an answer is short, and the same in every book."""
    text = json.dumps(made.answer)
    return made.operation.id not in _UNLIKE and len(text) <= _LONGEST_ANSWER


_UNLIKE: Final = (
    "getCheckpoint", "getBookCheckpoint", "getProof", "isReady", "makeKey", "listKeys", "makeLink",
    "listLinks",
)  # fmt: skip
"""What they answer holds the book's own name, what runs, or what is made at random."""
_LONGEST_ANSWER: Final = 4000


def _word(text: str) -> str:
    """A text as the name of an example."""
    return re.sub("[^a-z0-9]+", "-", text.lower()).strip("-")


def _parameters_of(operation: Operation, schemas: Definitions) -> Iterator[Json]:
    for name in path_parameters(operation):
        yield {**_parameter(name, PATH[name], schemas), "in": "path", "required": True}
    for name, parameter in operation.query.items():
        yield _parameter(name, parameter, schemas)
    if operation.key is not Key.NONE:
        yield {"$ref": f"#/components/parameters/{operation.key.value}Key"}
    yield {"$ref": "#/components/parameters/lang"}
    yield {"$ref": "#/components/parameters/acceptLanguage"}
    if operation.is_tagged:
        yield {"$ref": "#/components/parameters/ifNoneMatch"}
    if operation.heeds_match:
        yield {"$ref": "#/components/parameters/ifMatch"}


def _parameter(name: str, parameter: Parameter, schemas: Definitions) -> Json:
    return {
        "name": name,
        "in": "query",
        "description": parameter.says,
        "schema": field_schema(parameter.field, schemas),
    }


def _parameters(schemas: Definitions) -> Json:
    """Those that many operations have."""
    key = {
        "name": "Idempotency-Key",
        "in": "header",
        "schema": {"type": "string", "pattern": KEY_PATTERN},
    }
    again = (
        "The same call under it is answered again with the same bytes, in a group with how it"
        " stands by then"
    )
    return {
        "lang": _parameter("lang", LANGUAGE, schemas),
        "takenKey": {**key, "description": f"{again}; another one is refused."},
        "neededKey": {
            **key,
            "required": True,
            "description": f"{again}; without one, two equal calls could not be told apart.",
        },
        "acceptLanguage": {
            "name": "Accept-Language",
            "in": "header",
            "description": "The languages that are understood, as RFC 9110 lists them.",
            "schema": {"type": "string"},
        },
        "ifMatch": {
            "name": "If-Match",
            "in": "header",
            "description": "The ETag of what is meant; without one, whatever is there now.",
            "schema": {"type": "string"},
        },
        "ifNoneMatch": {
            "name": "If-None-Match",
            "in": "header",
            "description": "The ETag of what is known.",
            "schema": {"type": "string"},
        },
    }


def _response(operation: Operation, status: int, schemas: Definitions) -> Json:
    if status != operation.status:
        return {"$ref": f"#/components/responses/{_name(status)}"}
    headers = [
        name
        for name, is_there in (
            ("ETag", operation.is_tagged),
            ("Link", operation.has_pages),
            ("Location", operation.has_location),
        )
        if is_there
    ]
    told: Json = {"description": HTTPStatus(status).phrase}
    if headers:
        told["headers"] = {name: {"$ref": f"#/components/headers/{name}"} for name in headers}
    told["content"] = _content(operation.bodies, schemas)
    if operation.links:
        told["links"] = {link.to: _link(link) for link in operation.links}
    return told


def _content(bodies: Mapping[str, Shown], schemas: Definitions) -> Json:
    content: Json = {}
    for media_type, shown in bodies.items():
        field = inside(shown)
        text: JsonSchema = {"type": "string"}
        content[media_type] = {"schema": text if field is None else field_schema(field, schemas)}
    return content


def _link(link: Link) -> Json:
    told: Json = {"operationId": link.to, "parameters": dict(link.parameters)}
    return {**told, "requestBody": dict(link.body)} if link.body else told


def _refusals(schemas: Definitions) -> Iterator[tuple[str, Json]]:
    """Everything that is answered in place of what was asked for."""
    problem = {PROBLEM: {"schema": schemas.of_class(ProblemDocument())}}
    for status, says in _SAID.items():
        told: Json = {"description": says}
        if status != HTTPStatus.NOT_MODIFIED:
            told["content"] = problem
        if status in _TOLD_BY_HEADER:
            name = _TOLD_BY_HEADER[status]
            told["headers"] = {name: {"$ref": f"#/components/headers/{name}"}}
        yield _name(status), told


def _name(status: int) -> str:
    return "".join(word.capitalize() for word in HTTPStatus(status).name.split("_"))


def _header(name: str) -> Json:
    kind = "integer" if name == "Retry-After" else "string"
    return {"description": _HEADERS[name], "schema": {"type": kind}}
