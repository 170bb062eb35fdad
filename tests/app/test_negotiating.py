"""The kind of answer, its coding, other methods: what HTTP lets callers ask for."""

from __future__ import annotations

import gzip
import json

import pytest

from settle.app import create_app
from settle.app.negotiating import LEAST_COMPRESSED
from tests.app.test_refusals import codes, problem_of
from tests.book.rounds import counts, scoops, session

ROUNDS = "/v1/sessions/s1/rounds"
LARGE = "/v1/rulesets/tw-scoop"
NDJSON = "application/x-ndjson"


# --- the kind of answer ---------------------------------------------------------------------------

ACCEPTED = [
    "*/*",
    "application/json",
    "application/*",
    "text/html, */*;q=0.1",
    "application/json;q=0.001",
    "Application/JSON",
    "application/problem+json, application/json",
]


@pytest.mark.parametrize("accept", ACCEPTED)
def test_what_takes_json_is_answered(opened, accept):
    assert opened.get(ROUNDS, headers={"Accept": accept}).status_code == 200


@pytest.mark.parametrize("accept", ["text/html", "application/xml, text/*", "application/json;q=0"])
def test_who_can_take_nothing_of_it_is_refused_before_anything_is_stored(opened, book, accept):
    before = counts(book)
    answer = opened.post(ROUNDS, json=scoops(game=1), headers={"Accept": accept})
    problem = problem_of(answer, 406)
    assert codes(problem) == [" not_acceptable"]
    assert "application/json" in problem["detail"]
    assert counts(book) == before


@pytest.mark.parametrize(
    ("path", "accept", "kind"),
    [
        ("/v1/sessions/s1/ledger", NDJSON, NDJSON),
        ("/v1/sessions/s1/ledger", f"{NDJSON}, application/json;q=0.5", NDJSON),
        ("/v1/sessions/s1/ledger", f"{NDJSON};q=0.5, application/json", "application/json"),
        ("/v1/sessions/s1/ledger", "*/*", "application/json"),
        ("/v1/sessions/s1/checkpoint", "text/plain", "text/plain"),
        ("/v1/checkpoint", "text/*;q=0.4, application/json;q=0.3", "text/plain"),
        ("/docs", "text/html", "text/html"),
    ],
)  # fmt: skip
def test_what_is_liked_best_of_several_kinds_is_answered(opened, path, accept, kind):
    answer = opened.get(path, headers={"Accept": accept})
    assert (answer.status_code, answer.mimetype) == (200, kind)


# --- its coding -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "is_smaller"),
    [
        ("gzip", True),
        ("GZIP", True),
        ("br, Gzip;q=0.5", True),
        ("deflate, gzip;q=0.5", True),
        ("*", False),
        ("gzip;q=0", False),
        ("GZIP;q=0", False),
        ("gzip;q=0.4, identity;q=0.5", False),
        ("identity", False),
        ("br", False),
        ("", False),
    ],
)
def test_a_large_answer_is_made_smaller_where_that_is_wanted(client, asked, is_smaller):
    plain = client.get(LARGE)
    answer = client.get(LARGE, headers={"Accept-Encoding": asked})
    assert len(plain.data) > LEAST_COMPRESSED
    assert "Accept-Encoding" in plain.headers["Vary"]
    assert "Accept-Encoding" in answer.headers["Vary"]
    assert answer.headers.get("Content-Encoding") == ("gzip" if is_smaller else None)
    data = gzip.decompress(answer.data) if is_smaller else answer.data
    assert data == plain.data
    assert int(answer.headers["Content-Length"]) == len(answer.data)
    if is_smaller:
        assert len(answer.data) < len(plain.data) / 2


def test_a_small_answer_stays_as_it_is(client):
    answer = client.get("/livez", headers={"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in answer.headers
    assert answer.data == b'{"status":"alive"}'


def test_a_large_refusal_is_made_smaller_as_well(client):
    sent = {"ruleset": "tw-scoop", "hands": [{"player": 1}] * 30}
    answer = client.post("/v1/score", json=sent, headers={"Accept-Encoding": "gzip"})
    assert (answer.status_code, answer.headers["Content-Encoding"]) == (422, "gzip")
    assert json.loads(gzip.decompress(answer.data))["errors"]


@pytest.mark.parametrize("coding", ["gzip", "identity"])
def test_what_was_read_in_one_coding_is_known_again_in_another(client, coding):
    etag = client.get(LARGE, headers={"Accept-Encoding": "gzip"}).headers["ETag"]
    assert etag.startswith('W/"')
    again = client.get(LARGE, headers={"If-None-Match": etag, "Accept-Encoding": coding})
    assert (again.status_code, again.data) == (304, b"")
    assert "Content-Encoding" not in again.headers
    assert again.headers["ETag"].removeprefix("W/") == etag.removeprefix("W/")


# --- other methods --------------------------------------------------------------------------------


@pytest.mark.parametrize("path", [ROUNDS, LARGE, "/livez", "/docs", "/openapi.json"])
def test_head_tells_the_same_without_a_body(opened, path):
    got, head = opened.get(path), opened.head(path)
    assert (head.status_code, head.data) == (200, b"")
    names = ("Content-Type", "Content-Length", "ETag", "Vary")
    assert [head.headers.get(name) for name in names] == [got.headers.get(name) for name in names]


@pytest.mark.parametrize(
    "path", [ROUNDS, "/v1/sessions?limit=2", "/v1/keys?limit=2", "/v1/keys?x=1&lang=xx"]
)
def test_options_name_the_methods_and_nothing_else(opened, path):
    answer = opened.options(path)
    assert (answer.status_code, answer.data) == (204, b"")
    assert set(answer.headers["Allow"].split(", ")) == {"GET", "HEAD", "OPTIONS", "POST"}
    assert "Content-Type" not in answer.headers


def test_options_of_nothing_are_refused(opened):
    assert problem_of(opened.options("/v1/nothing"), 404)


# --- pages of other origins -----------------------------------------------------------------------

OURS = "https://scores.example.org"
ASKED = {"Origin": OURS, "Access-Control-Request-Method": "POST"}


def test_pages_of_other_origins_read_nothing_unless_they_are_named(client):
    answer = client.options("/v1/score", headers=ASKED)
    assert not [name for name, _ in answer.headers if name.startswith("Access-Control")]
    assert "Origin" not in client.get("/livez", headers={"Origin": OURS}).headers.get("Vary", "")


@pytest.fixture
def shared(book):
    return create_app(book, origins=[OURS]).test_client()


def test_a_page_that_is_named_may_ask_and_read(shared):
    asked = shared.options("/v1/sessions", headers=ASKED)
    assert asked.status_code == 204
    assert asked.headers["Access-Control-Allow-Origin"] == OURS
    assert set(asked.headers["Access-Control-Allow-Headers"].split(", ")) == {
        "Authorization", "Content-Type", "Idempotency-Key", "If-Match", "If-None-Match",
        "X-Request-ID",
    }  # fmt: skip
    assert "Access-Control-Allow-Credentials" not in asked.headers
    answer = shared.get("/livez", headers={"Origin": OURS})
    assert answer.headers["Access-Control-Allow-Origin"] == OURS
    assert set(answer.headers["Access-Control-Expose-Headers"].split(", ")) == {
        "Content-Language", "ETag", "Link", "Location", "Retry-After", "X-Request-ID",
    }  # fmt: skip
    assert "Origin" in answer.headers["Vary"]


@pytest.mark.parametrize("origin", ["https://elsewhere.example.org", "null", OURS + ".evil.org"])
def test_any_other_page_may_not(shared, origin):
    answer = shared.get("/livez", headers={"Origin": origin})
    assert "Access-Control-Allow-Origin" not in answer.headers
    assert "Origin" in answer.headers["Vary"]
    refused = shared.options("/v1/sessions", headers={**ASKED, "Origin": origin})
    assert "Access-Control-Allow-Origin" not in refused.headers


def test_a_session_is_opened_by_such_a_page(shared):
    answer = shared.post("/v1/sessions", json=session(), headers={"Origin": OURS})
    assert answer.headers["Access-Control-Allow-Origin"] == OURS
