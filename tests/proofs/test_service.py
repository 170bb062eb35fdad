"""Checkpoints and proofs over HTTP."""

from __future__ import annotations

import json

import pytest

from settle import verifier
from settle.app import create_app
from settle.proofs.checkpoint import checkpoints_in, read_root
from settle.proofs.tree import is_consistent
from tests.access.keyed import keyed_client
from tests.book.rounds import new_book, scoops, session

TEXT = {"Accept": "text/plain"}
GAMES = 8


@pytest.fixture
def client(tmp_path):
    """A service with the session s1: eight games; and s2, with none."""
    book = new_book(tmp_path)
    book.open_session(session(title="Friday", players=[{"id": "amy", "name": "阿明"}, "bob"]))
    for game in range(1, GAMES + 1):
        book.record("s1", scoops("amy>bob", players=["amy", "bob"], game=game))
    book.open_session(session(id="s2"))
    return keyed_client(create_app(book), book.store)


def get(client, path, **headers):
    response = client.get(f"/v1/{path}", headers=headers)
    assert response.status_code == 200, response.text
    return response


def test_a_session_as_json_and_as_text(client):
    told = get(client, "sessions/s1/checkpoint")
    assert told.content_type == "application/json"
    document = told.json
    assert (document["session"], document["size"]) == ("s1", GAMES + 1)
    text = get(client, "sessions/s1/checkpoint?lang=zh-Hant", **TEXT)
    assert text.content_type == "text/plain; charset=utf-8"
    assert text.headers["Content-Language"] == "zh-Hant-TW"
    assert text.headers["Vary"] == told.headers["Vary"] == "Accept, Accept-Language"
    assert text.text.startswith("Friday：打到第 8 局，共 16 局\n阿明 +8\nbob -8\n")
    assert text.text.endswith(document["text"])
    (kept,) = checkpoints_in(text.text)
    assert kept.checkpoint.document() == document


def test_the_book_as_json_and_as_text(client):
    document = get(client, "checkpoint").json
    assert [(each["session"], each["entries"]) for each in document["sessions"]] == [
        ("s1", GAMES + 1), ("s2", 1),
    ]  # fmt: skip
    text = get(client, "checkpoint", **TEXT).text
    assert text.startswith("2 sessions, 10 entries\n")
    (kept,) = checkpoints_in(text)
    assert kept.checkpoint.document() == document
    assert document["book"] == get(client, "sessions/s1/checkpoint").json["book"]


def test_an_unchanged_checkpoint_has_the_same_tag(client):
    first = get(client, "sessions/s1/checkpoint")
    again = client.get(
        "/v1/sessions/s1/checkpoint", headers={"If-None-Match": first.headers["ETag"]}
    )
    assert again.status_code == 304


def test_a_checkpoint_is_the_beginning_of_the_next(client):
    old = get(client, "sessions/s1/checkpoint").json
    document = scoops("amy>bob", players=["amy", "bob"], game=GAMES + 1)
    assert client.post("/v1/sessions/s1/rounds", json=document).status_code == 201
    new = get(client, "sessions/s1/checkpoint").json
    proof = get(client, f"sessions/s1/proof?from={old['size']}").json
    assert (proof["from"]["root"], proof["root"]) == (old["root"], new["root"])
    path = [read_root(node) for node in proof["path"]]
    roots = [read_root(each["root"]) for each in (old, new)]
    assert is_consistent(old["size"], roots[0], new["size"], roots[1], path)


def test_every_proof_is_taken_by_the_verifier(client, tmp_path):
    texts = [get(client, "sessions/s1/checkpoint", **TEXT).text]
    asked = [f"entry={seq}" for seq in range(1, GAMES + 2)]
    asked += [f"from={GAMES + 1}", f"entry=3&size={GAMES + 1}"]
    texts += [get(client, f"sessions/s1/proof?{each}").text for each in asked]
    names = []
    for number, text in enumerate(texts):
        names.append(str(tmp_path / f"{number}"))
        (tmp_path / f"{number}").write_text(text, "utf-8")
    verifier.problems.clear()
    assert verifier.main(names) == 0


def test_an_older_size(client):
    proof = get(client, "sessions/s1/proof?from=4&size=7").json
    assert (proof["proof"], proof["from"]["size"], proof["size"]) == ("consistency", 4, 7)
    proof = get(client, "sessions/s1/proof?entry=4&size=7").json
    entries = get(client, "sessions/s1/ledger").json["entries"]
    assert proof["entry"] == {"seq": 4, "hash": entries[3]["hash"]}


@pytest.mark.parametrize(
    ("path", "status", "faults"),
    [
        ("sessions/none/checkpoint", 404, [("", "unknown_session")]),
        ("sessions/none/proof?entry=1", 404, [("", "unknown_session")]),
        ("sessions/s1/proof", 422, [("/entry", "missing")]),
        ("sessions/s1/proof?size=3", 422, [("/entry", "missing")]),
        ("sessions/s1/proof?entry=1&from=1", 422, [("/from", "unknown_field")]),
        ("sessions/s1/proof?entry=0", 422, [("/entry", "out_of_range")]),
        ("sessions/s1/proof?entry=10", 422, [("/entry", "out_of_range")]),
        ("sessions/s1/proof?entry=4&size=3", 422, [("/entry", "out_of_range")]),
        ("sessions/s1/proof?from=4&size=3", 422, [("/from", "out_of_range")]),
        ("sessions/s1/proof?entry=1&size=10", 422, [("/size", "out_of_range")]),
        ("sessions/s1/proof?entry=-1", 422, [("/entry", "out_of_range")]),
        ("sessions/s1/proof?entry=one", 422, [("/entry", "wrong_type")]),
        ("sessions/s1/proof?entry=1&to=2", 422, [("/to", "unknown_field")]),
        ("checkpoint?size=2", 422, [("/size", "unknown_field")]),
    ],
)
def test_what_cannot_be_is_refused(client, path, status, faults):
    response = client.get(f"/v1/{path}")
    assert (response.status_code, response.content_type) == (status, "application/problem+json")
    problem = json.loads(response.data)
    assert [(each["pointer"], each["code"]) for each in problem["errors"]] == faults


def test_other_methods(client):
    for path in ("checkpoint", "sessions/s1/checkpoint", "sessions/s1/proof"):
        response = client.post(f"/v1/{path}", json={})
        assert (response.status_code, response.headers["Allow"]) == (405, "GET, HEAD, OPTIONS")
