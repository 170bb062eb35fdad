"""Every field of every document, with a value of each wrong type in its place."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from settle.openapi.examples import EVENING
from settle.openapi.table import OPERATIONS
from tests.code_health.tree import ROOT
from tests.hostile.targets import amiss

PUBLISHED = json.loads((ROOT / "schemas/openapi.json").read_text("utf-8"))
WRONG: tuple[Any, ...] = (
    None, True, -1, 1.5, 10**30, "", "\x00", "x" * 5000, [], [[]], {}, {"__proto__": {}},
)  # fmt: skip


def judge(operation: Any) -> Draft202012Validator:
    """Who says by the published document whether a body is one that the operation takes."""
    whole = Resource.from_contents(PUBLISHED, default_specification=DRAFT202012)
    path = operation.path.replace("~", "~0").replace("/", "~1")
    place = f"{path}/{operation.method.lower()}/requestBody/content/application~1json/schema"
    return Draft202012Validator(
        {"$ref": f"urn:all#/paths/{place}"}, registry=Registry().with_resource("urn:all", whole)
    )


def places(value: Any, here: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The place of everything in a document; of what a list holds, only the first."""
    yield here
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from places(inner, (*here, name))
    if isinstance(value, list) and value:
        yield from places(value[0], (*here, 0))


def replaced(document: Any, place: tuple[Any, ...], value: Any) -> Any:
    if not place:
        return value
    made = copy.deepcopy(document)
    inner = made
    for part in place[:-1]:
        inner = inner[part]
    inner[place[-1]] = value
    return made


def pointer(place: tuple[Any, ...]) -> str:
    return "".join(f"/{part}" for part in place)


SENDING = [operation for operation in OPERATIONS if "application/json" in operation.takes]


@pytest.mark.parametrize("operation", SENDING, ids=lambda operation: operation.id)
def test_a_value_of_another_type(served, operation):
    """What the published document forbids is refused at its place, and changes nothing.

    Of examples that say the same in the same fields one is enough.
    """
    seen, found, told = set(), [], judge(operation)
    [target] = [
        each for each in served.sending(pages=False)
        if each.method == operation.method and shape(each.rule) == shape(operation.path)
    ]  # fmt: skip
    stands = served.book.round("s1", 1).document()["entry"]["hash"]
    for body in bodies(operation, stands):
        for place in places(body):
            if place in seen:
                continue
            seen.add(place)
            for value in WRONG:
                sent = replaced(body, place, value)
                if not told.is_valid(sent):
                    response = served.ask(target, body=json.dumps(sent).encode())
                    found.append(judged(target, response, pointer(place), sent))
    assert found
    assert [each for each in found if each] == []


def bodies(operation: Any, stands: str) -> list[dict[str, Any]]:
    """What examples send, a single round in a batch; of a call without one, an empty document."""
    made = [
        {**(each.body or {}), **({} if each.against is None else {"against": stands})}
        for each in EVENING
        if each.operation == operation.id
    ]
    for each in made:
        if "rounds" in each:
            each["rounds"] = each["rounds"][:1]
    return made or [{}]


def shape(path: str) -> str:
    """A path, whatever its parameters are called."""
    return "/".join("*" if part[:1] in "<{" and part else part for part in path.split("/"))


def judged(target: Any, response: Any, place: str, sent: Any) -> str:
    """What is not as it should be; a refusal names the place, or where it would be missed.

    In a batch each round is refused by itself, and names places of its own.
    """
    problem, statuses = response.json, frozenset((403, 404, 422))
    if target.rule.endswith(":batch") and "answers" in problem:
        [answer] = problem["answers"]
        problem, statuses = answer["body"], frozenset((200,))
        place = place.removeprefix("/rounds").removeprefix("/0")
    told = amiss(target, response, statuses)
    if told:
        return f"{told} for {str(sent)[:300]}"
    if problem["status"] != 422:
        return ""
    pointers = [error["pointer"] for error in problem["errors"]]
    near = [each for each in pointers if each.startswith(place) or place.startswith(each)]
    return "" if near else f"{target}: {place} is wrong, told {pointers} for {str(sent)[:200]}"
