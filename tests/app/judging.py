"""A client that holds every answer against the published OpenAPI document.

Whatever test calls the service with it fails where the service answers a status, a media type, a
header or a body that the document does not tell.
"""

from __future__ import annotations

import gzip
import json
import re
from functools import cache
from typing import Any

from jsonschema_rs import Draft202012Validator

from tests.access.keyed import KeyedClient
from tests.code_health.tree import ROOT

JSON = "application/json"
PROBLEM = "application/problem+json"
DOCUMENT = json.loads((ROOT / "schemas" / "openapi.json").read_text("utf-8"))
# What is refused before an operation is found.
OUTSIDE = {404, 405, 421}
NO_CONTENT = 204
# Headers that belong to HTTP itself; any other has to be told.
OF_HTTP = {
    "allow", "cache-control", "connection", "content-encoding", "content-language",
    "content-length", "content-security-policy", "content-type", "date", "server", "vary",
}  # fmt: skip


def pattern(path: str) -> re.Pattern[str]:
    parts = re.split(r"\{(\w+)\}", path)
    return re.compile("".join("[^/]+" if n % 2 else re.escape(p) for n, p in enumerate(parts)))


PATHS = {pattern(path): operations for path, operations in DOCUMENT["paths"].items()}


def operation_of(method: str, path: str) -> dict[str, Any] | None:
    """What the document says of a call; None where it knows no such address or method."""
    # A path without parameters is meant before one with.
    found = [ops for expression, ops in PATHS.items() if expression.fullmatch(path)]
    by_method = [ops[method.lower()] for ops in found if method.lower() in ops]
    return by_method[0] if by_method else None


def resolved(told: dict[str, Any]) -> dict[str, Any]:
    """What stands where a reference points."""
    if "$ref" not in told:
        return told
    place: Any = DOCUMENT
    for part in told["$ref"].removeprefix("#/").split("/"):
        place = place[part]
    return place


@cache
def validator(schema: str) -> Draft202012Validator:
    """A schema of the document, its references in it."""
    whole = {**json.loads(schema), "components": {"schemas": DOCUMENT["components"]["schemas"]}}
    return Draft202012Validator(whole)


def judge(method: str, path: str, response: Any) -> None:
    """Fail where an answer is not as the document says."""
    told = operation_of("GET" if method == "HEAD" else method, path)
    status, media_type = response.status_code, response.mimetype
    if method == "OPTIONS":
        assert status == NO_CONTENT or status in OUTSIDE
        return
    if told is None:
        # Pages are for people; they are told by nothing but themselves.
        assert status in OUTSIDE or not path.startswith("/v1"), f"{method} {path}: {status}"
        return
    answers = told["responses"]
    assert str(status) in answers, f"{method} {path}: {status} is not documented: {response.data}"
    answer = resolved(answers[str(status)])
    named = {name.lower() for name in answer.get("headers", ())}
    extra = {name.lower() for name in dict(response.headers)} - OF_HTTP - named
    assert extra - {"etag", "retry-after"} == set(), f"{method} {path}: {extra}"
    if "content" not in answer:
        assert response.data == b""
        return
    assert media_type in answer["content"], f"{method} {path}: {media_type} is not documented"
    if media_type in (JSON, PROBLEM) and method != "HEAD":
        schema = json.dumps(answer["content"][media_type]["schema"])
        error = next(validator(schema).iter_errors(json.loads(body_of(response))), None)
        assert error is None, f"{method} {path}: {error}"


def body_of(response: Any) -> bytes:
    """The body, whatever its coding."""
    is_small = response.headers.get("Content-Encoding") == "gzip"
    return gzip.decompress(response.data) if is_small else response.data


class JudgedClient(KeyedClient):
    """Calls the service and judges what it answers."""

    def open(self, *args: Any, **kwargs: Any) -> Any:
        """The answer, as documented."""
        response = super().open(*args, **kwargs)
        judge(response.request.method, response.request.path, response)
        return response
