"""Tables, confirmations, disputes and the last game undone, over HTTP."""

from __future__ import annotations

import pytest

from tests.app.test_refusals import codes, problem_of
from tests.app.test_routes import get, post
from tests.book.rounds import PLAYERS, counts, nets, played, scoops, session

PATH = "/v1/sessions/s1"
NO_HASH = "sha256:" + "0" * 64
BY_DAN = {"by": "player:dan", "claim": {"totals": {"amy": 0, "dan": 0}}, "reason": "a tie"}
RULING = {"outcome": "dismissed", "against": NO_HASH, "by": "host", "reason": "x"}
WHY = {"reason": "x", "against": NO_HASH}


def test_an_evening_of_arguments(opened):
    first = post(opened, f"{PATH}/rounds", scoops("amy>dan"), Idempotency_Key="one").document()
    seen = first["entry"]["hash"]
    said = post(opened, f"{PATH}/confirmations", {"of": 1, "player": "amy"})
    assert (said.status, said.document()["of"]) == (201, seen)
    disputed = post(opened, f"{PATH}/rounds/1/disputes", BY_DAN, Idempotency_Key="two")
    assert (disputed.status, disputed.document()["id"]) == (201, "d1")
    again = post(opened, f"{PATH}/rounds/1/disputes", BY_DAN, Idempotency_Key="two")
    assert again.body == disputed.body
    told = get(opened, f"{PATH}/disputes").document()
    assert [each["state"] for each in told["disputes"]] == ["open"]
    assert get(opened, f"{PATH}/settlement").document()["held"] == told["held"]
    consent = post(opened, f"{PATH}/disputes/d1/consent", {"by": "player:amy"})
    assert consent.status == 201
    ruling = {**RULING, "outcome": "corrected", "against": seen, "round": scoops()}
    ruled = post(opened, f"{PATH}/disputes/d1/resolution", ruling)
    assert (ruled.status, ruled.document()["consents"]) == (201, ["amy"])
    changed = {"from_game": 2, "players": PLAYERS[:3], "reason": "dan left"}
    table = post(opened, f"{PATH}/table?lang=zh-Hant", changed)
    assert (table.status, table.document()["agreement"]["language"]) == (201, "zh-Hant-TW")
    second = post(opened, f"{PATH}/rounds", scoops("bob>cat", players=PLAYERS[:3], game=2))
    assert second.status == 201
    seen = second.document()["entry"]["hash"]
    contest = {"by": "player:cat", "claim": {"totals": {"bob": 0, "cat": 0}}, "reason": "x"}
    assert post(opened, f"{PATH}/rounds/2/disputes", contest).status == 201
    taken_back = post(opened, f"{PATH}/disputes/d2/withdrawal", {"by": "player:cat"})
    assert taken_back.document()["state"] == "withdrawn"
    undone = post(opened, f"{PATH}/undo", {"reason": "x", "against": seen})
    assert (undone.status, undone.document()["game"]) == (201, 2)
    assert nets(get(opened, f"{PATH}")) == played(0, 0, 0, 0)
    assert nets(get(opened, f"{PATH}?at_seq=2")) == played(1, 0, 0, -1)
    same = post(opened, "/v1/sessions", {"id": "s2", "same_as": "s1"})
    assert same.document()["players"] == PLAYERS[:3]
    report = post(opened, "/v1/audit", {}).document()
    assert (report["sound"], report["counts"]["entries"]) == (True, 13)


# Path, document, status, faults.
REFUSED = [
    ("/table", {}, 422, [" missing", "/from_game missing", "/reason missing"]),
    ("/confirmations", {}, 422, ["/of missing", "/player missing"]),
    ("/confirmations", {"of": 1, "player": "amy"}, 404, [" unknown_game"]),
    ("/confirmations", {"of": NO_HASH, "player": "amy"}, 404, [" unknown_entry"]),
    ("/rounds/1/disputes", BY_DAN, 404, [" unknown_game"]),
    ("/rounds/1/disputes", {}, 422, ["/by missing", "/claim missing", "/reason missing"]),
    ("/rounds/0/disputes", BY_DAN, 404, [" no_such_address"]),
    ("/disputes/d1/consent", {"by": "player:amy"}, 404, [" unknown_dispute"]),
    ("/disputes/d1/withdrawal", {"by": "player:amy"}, 404, [" unknown_dispute"]),
    ("/disputes/d1/resolution", RULING, 404, [" unknown_dispute"]),
    ("/disputes/a%00b%ff/resolution", RULING, 404, [" unknown_dispute"]),
    ("/undo", WHY, 404, [" nothing_to_undo"]),
    ("/undo", {}, 422, ["/reason missing", "/against missing"]),
]


@pytest.mark.parametrize("row", REFUSED)
@pytest.mark.parametrize("language", ["en", "zh-Hant", "zh-Hans"])
def test_a_refusal_is_a_problem_and_stores_nothing(book, client, row, language):
    path, document, status, faults = row
    assert client.post("/v1/sessions", json=session()).status_code == 201
    before = counts(book)
    response = client.post(f"{PATH}{path}?lang={language}", json=document)
    assert codes(problem_of(response, status)) == faults
    assert counts(book) == before


@pytest.mark.parametrize(
    ("path", "document"),
    [("/table", {}), ("/confirmations", {}), ("/rounds/1/disputes", BY_DAN), ("/undo", WHY),
     ("/disputes/d1/consent", {}), ("/disputes/d1/withdrawal", {}),
     ("/disputes/d1/resolution", RULING)],
)  # fmt: skip
def test_a_session_that_is_not_there_is_not_found(client, path, document):
    response = client.post(f"/v1/sessions/nowhere{path}", json=document)
    assert codes(problem_of(response, 404)) == [" unknown_session"]


@pytest.mark.parametrize(
    ("asked", "faults"),
    [("?at_seq=0", ["/at_seq out_of_range"]), ("?at_seq=2", ["/at_seq out_of_range"]),
     ("?at_seq=x", ["/at_seq wrong_type"]), ("?at=1", ["/at unknown_field"])],
)  # fmt: skip
def test_a_moment_that_is_none(opened, asked, faults):
    assert codes(problem_of(opened.get(f"{PATH}{asked}"), 422)) == faults
