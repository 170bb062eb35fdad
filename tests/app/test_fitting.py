"""Answers that are easily told wrong by the document; the client holds each against it."""

from __future__ import annotations

import pytest

from tests.book.rounds import played, scoops

QUIET = scoops(game=1)
LIVELY = scoops("amy>dan", game=1)


@pytest.mark.parametrize("query", ["", "?lang=en", "?lang=zh-Hant", "?lang=zh-Hans"])
@pytest.mark.parametrize(
    ("sent", "nets"),
    [(QUIET, played(0, 0, 0, 0)), (LIVELY, played(1, 0, 0, -1))],
    ids=["uneventful", "a scoop"],
)
def test_a_game_fits_with_and_without_a_language(opened, sent, nets, query):
    assert opened.post("/v1/sessions/s1/rounds", json=sent).status_code == 201
    result = opened.get(f"/v1/sessions/s1/rounds/1{query}").json["result"]
    assert {total["player"]: total["net"] for total in result["totals"]} == nets
    assert all(("text" in line) == bool(query) for line in result["lines"])


ANY_KEY = {"label": "x", "scope": "create"}
DANS_KEY = {"label": "x", "scope": "session", "session": "s1", "role": "player", "player": "dan"}
FOR_DAN = {"role": "player", "player": "dan"}


@pytest.mark.parametrize(
    ("path", "sent"), [("keys", ANY_KEY), ("sessions/s1/links", {"role": "viewer"})]
)
def test_what_was_shown_once_is_named_by_its_id(opened, path, sent):
    first, again = (
        opened.post(f"/v1/{path}", json=sent, headers={"Idempotency-Key": "k1"}) for _ in range(2)
    )
    assert (again.status_code, again.json["errors"][0]["code"]) == (409, "shown_once")
    assert again.json["present"] == {"id": first.json["id"]}


@pytest.mark.parametrize(("path", "sent"), [("keys", DANS_KEY), ("sessions/s1/links", FOR_DAN)])
def test_whoever_has_a_seat_is_named_by_the_key(opened, path, sent):
    opened.post("/v1/keys", json=DANS_KEY, headers={"Idempotency-Key": "k1"})
    refused = opened.post(f"/v1/{path}", json=sent, headers={"Idempotency-Key": "k2"})
    assert (refused.status_code, refused.json["errors"][0]["code"]) == (409, "seat_taken")
    assert refused.json["present"].keys() == {"key"}
