"""The calls about money and groups, once as they are meant, and as they are not."""

from __future__ import annotations

import pytest

from tests.app.test_routes import get, post
from tests.book.money import written
from tests.book.rounds import PLAYERS, scoops, session

S1 = "/v1/sessions/s1"


def test_an_evening_of_money_over_http(opened):
    client = opened
    post(client, f"{S1}/rounds", scoops("amy>dan"), Idempotency_Key="one")
    fine = {"payer": "dan", "to": "fund:supper", "amount": "20", "reason": "slow"}
    answer = post(client, f"{S1}/penalties", fine, Idempotency_Key="two")
    assert (answer.status, answer.document()["amount"]) == (201, "20")
    cost = {"sharers": ["amy", "bob"], "to": "cat", "amount": "50", "reason": "宵夜"}
    answer = post(client, f"{S1}/shared-costs", cost, Idempotency_Key="three")
    assert [share["amount"] for share in answer.document()["shares"]] == ["25", "25"]
    brought = {"nets": {"amy": 1, "bob": -1}, "note": "in May"}
    assert post(client, f"{S1}/imported-results", brought, Idempotency_Key="four").status == 201
    # amy 200 - 25, bob -100 - 25, cat 50, dan -100 - 20, the fund 20.
    made = post(client, f"{S1}/settlements", {"mode": "via:amy"}).document()
    assert written(made["transfers"]) == (
        "amy>cat 50, amy>fund:supper 20, bob>amy 125, dan>amy 120"
    )
    paid = {"from": "dan", "to": "amy", "amount": "120"}
    payment = post(client, f"{S1}/payments", paid, Idempotency_Key="five").document()
    now = get(client, f"{S1}/settlement?mode=pairs&player=dan").document()
    assert (now["transfers"], written(now["outstanding"])) == (
        [], "amy>cat 50, amy>fund:supper 20, bob>amy 125"
    )  # fmt: skip
    seq = payment["entry"]["seq"]
    reason = {"reason": "counted wrongly"}
    assert post(client, f"{S1}/payments/{seq}/reversal", reason).status == 201
    again = post(client, f"{S1}/payments/{seq}/reversal", reason)
    assert (again.status, again.document()["errors"][0]["code"]) == (409, "already_reversed")
    seq = made["entry"]["seq"]
    assert post(client, f"{S1}/settlements/{seq}/reversal", reason).status == 201
    now = get(client, f"{S1}/settlement").document()
    assert (written(now["transfers"]), now["outstanding"], now["search"]) == (
        "bob>amy 125, dan>amy 50, dan>cat 50, dan>fund:supper 20", [], "exact"
    )  # fmt: skip
    assert post(client, "/v1/audit", {}).document()["sound"] is True


def test_a_group_over_http(client):
    made = {"id": "circle", "name": "星期五", "members": [{"id": "amy", "name": "阿明."}]}
    answer = post(client, "/v1/groups", made)
    assert (answer.status, answer.headers["Location"]) == (201, "/v1/groups/circle")
    for player in PLAYERS[1:]:
        assert post(client, "/v1/groups/circle/members", {"id": player}).status == 201
    assert post(client, "/v1/sessions", session(group="circle")).status == 201
    post(client, f"{S1}/rounds", scoops("amy>dan"), Idempotency_Key="one")
    named = post(client, "/v1/groups/circle/members/amy/name", {"name": 'A,"B"'})
    assert (named.status, named.document()) == (200, {"id": "amy", "name": 'A,"B"'})
    assert post(client, "/v1/groups/circle/name", {"name": "us"}).document()["name"] == "us"
    assert post(client, f"{S1}/names", {"player": "amy", "name": "Amy"}).status == 201
    erased = client.delete("/v1/groups/circle/members/amy/name")
    assert (erased.status_code, erased.get_json()) == (200, {"id": "amy", "name": None})
    assert get(client, S1).document()["names"] == {}
    assert get(client, "/v1/groups").document()["groups"] == [{"id": "circle", "name": "us"}]
    viewed = get(client, "/v1/groups/circle").document()
    assert (len(viewed["members"]), viewed["sessions"]) == (4, ["s1"])
    [money] = get(client, "/v1/groups/circle/standings").document()["money"]
    assert money["standings"][0]["amount"] == "100"
    settled = get(client, "/v1/groups/circle/settlement?sessions=s1&mode=fewest").document()
    assert written(settled["transfers"]) == "dan>amy 100"
    path = "/v1/groups/circle/members/amy/statement"
    assert get(client, f"{path}?year=2026").document()["sessions"][0]["scoops_given"] == 1
    assert get(client, f"{path}?year=2025").document()["sessions"] == []
    one = [post(client, "/v1/groups/circle/settlements", {}, Idempotency_Key="all") for _ in "ab"]
    assert (one[0].status, one[1].document()) == (201, one[0].document())
    assert written(one[0].document()["transfers"]) == "dan>amy 100"
    again = post(client, "/v1/groups/circle/settlements", {})
    assert (again.status, again.document()["errors"][0]["code"]) == (409, "nothing_to_settle")


NOT_SO = [
    ("GET", f"{S1}/settlement?mode=any", 422),
    ("GET", f"{S1}/settlement?step=5", 422),
    ("GET", "/v1/sessions/none/settlement", 404),
    ("POST", "/v1/sessions/none/payments", 404),
    ("POST", f"{S1}/payments", 422),
    ("POST", f"{S1}/payments/0/reversal", 404),
    ("POST", f"{S1}/payments/1/reversal", 422),
    ("GET", f"{S1}/payments", 405),
    ("GET", "/v1/groups/none", 404),
    ("GET", "/v1/groups/none/standings", 404),
    ("DELETE", "/v1/groups/none", 405),
    ("GET", "/v1/groups?after=1", 422),
]


@pytest.mark.parametrize(("method", "path", "status"), NOT_SO)
def test_what_is_not_so_is_a_problem(opened, method, path, status):
    answer = opened.open(path, method=method, json={} if method == "POST" else None)
    assert (answer.status_code, answer.content_type) == (status, "application/problem+json")
