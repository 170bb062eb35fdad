"""A table's own ruleset: brought over HTTP, and there for sessions, scoring and later days."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from settle.app import create_app
from settle.book import Book
from settle.rulebook import Rulebook
from tests.access.keyed import keyed_client
from tests.app.test_refusals import problem_of
from tests.book.rounds import counts, nets, session

FOLDER = Path(__file__).parents[2] / "examples/own-ruleset"
OURS = (FOLDER / "our-thirteen.toml").read_bytes()
ROUNDS = [json.loads(line) for line in (FOLDER / "evening.ndjson").read_text().splitlines()]
EXPECTED = json.loads((FOLDER / "expected.json").read_text())
TOML = {"Content-Type": "application/toml"}


def bring(client, data=OURS, headers=TOML):
    return client.post("/v1/rulesets", data=data, headers=headers)


def test_toml_and_json_bring_the_same_ruleset(client, book):
    first = bring(client)
    assert first.status_code == 201
    assert first.headers["Location"] == "/v1/rulesets/our-thirteen@1"
    as_json = json.dumps(tomllib.loads(OURS.decode())).encode()
    again = bring(client, as_json, {"Content-Type": "application/json"})
    assert (again.status_code, again.data) == (201, first.data)
    rulebook = Rulebook()
    assert first.json == {
        "id": "our-thirteen", "version": 1, "digest": rulebook.load_text(OURS).digest,
    }  # fmt: skip
    assert counts(book)["ruleset"] == 1


def test_what_was_brought_is_shown_and_listed(client):
    digest = bring(client).json["digest"]
    listed = client.get("/v1/rulesets").json["rulesets"]
    assert [each["id"] for each in listed] == sorted([*Rulebook().ids(), "our-thirteen"])
    told = client.get("/v1/rulesets/our-thirteen").json
    assert (told["id"], told["versions"], told["digest"]) == ("our-thirteen", [1], digest)


@pytest.mark.parametrize("change", [b"points = 13", b"points = 12 # dearer"])
def test_a_version_that_is_there_says_the_same_for_ever(client, book, change):
    bring(client)
    before = counts(book)
    response = bring(client, OURS.replace(b"points = 12", change, 1))
    if b"13" in change:
        assert problem_of(response, 409)["errors"][0]["code"] == "ruleset_exists"
    else:
        assert response.status_code == 201
    assert counts(book) == before


def test_an_id_that_is_shipped_is_taken(client):
    taken = OURS.replace(b'id = "our-thirteen"', b'id = "tw-scoop"')
    assert problem_of(bring(client, taken), 409)["errors"][0]["code"] == "name_taken"
    taken = taken.replace(b"version = 1", b"version = 2", 1)
    assert problem_of(bring(client, taken), 409)["errors"][0]["code"] == "ruleset_exists"


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (b"id = ", 400),
        (b'id = "ours"', 422),
        (OURS.replace(b'basis = "decision"', b'basis = "whim"'), 422),
        (OURS.replace(b"fujian-13-water@1", b"nowhere@1"), 422),
    ],
)
def test_a_ruleset_with_faults_is_not_kept(client, book, data, status):
    problem_of(bring(client, data), status)
    assert counts(book)["ruleset"] == 0


def test_an_evening_by_it_comes_out_as_worked_out_by_hand_also_after_a_restart(client, book):
    bring(client)
    opened = session(ruleset="our-thirteen@1", stake=ROUNDS[0]["stake"])
    client = restarted(book)
    assert client.post("/v1/sessions", json=opened).status_code == 201
    client = restarted(book)
    for number, played in enumerate(ROUNDS, 1):
        answer = client.post("/v1/sessions/s1/rounds", json={**played, "game": number})
        assert answer.status_code == 201
        totals = answer.json["result"]["totals"]
        assert {each["player"]: each["net"] for each in totals} == EXPECTED["games"][number - 1]
    settled = client.get("/v1/sessions/s1/settlement").json
    assert {each["player"]: each["net"] for each in settled["totals"]} == EXPECTED["totals"]
    assert restarted(book).post("/v1/audit", json={}).json["sound"] is True


def test_it_scores_and_explains_without_a_session(client):
    bring(client)
    scored = client.post("/v1/score", json=ROUNDS[0])
    told = client.post("/v1/explain?lang=zh-Hans", json=ROUNDS[0])
    assert nets(Parsed(scored)) == nets(Parsed(told)) == EXPECTED["games"][0]


def restarted(book):
    """A client of the same book in a service that has just been started."""
    return keyed_client(create_app(Book(book.store, Rulebook())), book.store)


class Parsed:
    """A response as the helpers of the book's tests look at it."""

    def __init__(self, response):
        self.document = lambda: response.json
