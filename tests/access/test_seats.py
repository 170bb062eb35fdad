"""One's own seat: what is said for another one is refused, whoever says it."""

from __future__ import annotations

import pytest

from settle.app import create_app
from tests.access.keyed import Keyring
from tests.access.test_matrix import in_s1
from tests.book.rounds import new_book, scoops, session, stored

S1 = "/v1/sessions/s1"
CLAIM = {"claim": {"totals": {"amy": 0, "dan": 0}}, "reason": "a tie"}
PAID = {"amount": "5", "from": "dan", "to": "amy"}
FINE = {"amount": "5", "payer": "dan", "to": "amy", "reason": "slow"}
COST = {"amount": "5", "sharers": ["dan"], "to": "amy", "reason": "tea"}

# Whose key, call, document, status and fault. Dan is a player, Cat the scorer, Amy the host.
SAID = [
    ("dan", "confirmations", {"of": 1, "player": "dan"}, 201, ""),
    ("dan", "confirmations", {"of": 1, "player": " dan "}, 201, ""),
    ("dan", "confirmations", {"of": 1, "player": "amy"}, 403, "/player not_your_seat"),
    ("cat", "confirmations", {"of": 1, "player": "cat"}, 201, ""),
    ("cat", "confirmations", {"of": 1, "player": "dan"}, 403, "/player not_your_seat"),
    ("amy", "confirmations", {"of": 1, "player": "bob"}, 403, "/player not_your_seat"),
    ("host", "confirmations", {"of": 1, "player": "bob"}, 403, " no_seat"),
    ("admin", "confirmations", {"of": 1, "player": "bob"}, 403, " forbidden"),
    ("viewer", "confirmations", {"of": 1, "player": "bob"}, 403, " forbidden"),
    ("dan", "rounds/1/disputes", {"by": "player:dan", **CLAIM}, 201, ""),
    ("dan", "rounds/1/disputes", {"by": "player:amy", **CLAIM}, 403, "/by not_your_seat"),
    ("dan", "rounds/1/disputes", {"by": "host", **CLAIM}, 403, "/by not_your_seat"),
    ("amy", "rounds/1/disputes", {"by": "player:dan", **CLAIM}, 403, "/by not_your_seat"),
    ("host", "rounds/1/disputes", {"by": "player:dan", **CLAIM}, 403, " no_seat"),
    ("dan", "payments", PAID, 201, ""),
    ("dan", "payments", {**PAID, "from": "amy", "to": "dan"}, 201, ""),
    ("dan", "payments", {**PAID, "confirmed_by": ["dan"]}, 201, ""),
    ("dan", "payments", {**PAID, "confirmed_by": ["dan", "amy"]}, 403,
     "/confirmed_by/1 not_your_seat"),
    ("dan", "payments", {**PAID, "from": "bob"}, 403, "/from not_your_seat"),
    ("dan", "payments", {**PAID, "by": "player:amy"}, 403, "/by not_your_seat"),
    ("dan", "payments", {**PAID, "by": "host"}, 403, "/by not_your_seat"),
    ("cat", "payments", PAID, 403, "/from not_your_seat"),
    ("amy", "payments", {**PAID, "from": "bob", "to": "cat"}, 201, ""),
    ("amy", "payments", {**PAID, "by": "player:amy", "confirmed_by": ["amy"]}, 201, ""),
    ("amy", "payments", {**PAID, "confirmed_by": ["amy", "dan"]}, 403,
     "/confirmed_by/1 not_your_seat"),
    ("amy", "payments", {**PAID, "by": "player:dan"}, 403, "/by not_your_seat"),
    ("host", "payments", {**PAID, "by": "host", "confirmed_by": []}, 201, ""),
    ("host", "payments", {**PAID, "by": "player:dan"}, 403, "/by no_seat"),
    ("host", "payments", {**PAID, "confirmed_by": ["amy"]}, 403, "/confirmed_by/0 no_seat"),
    ("admin", "payments", {**PAID, "confirmed_by": ["amy"]}, 403, "/confirmed_by/0 no_seat"),
    ("host", "penalties", {**FINE, "by": "player:dan"}, 403, "/by no_seat"),
    ("amy", "penalties", {**FINE, "by": "player:dan"}, 403, "/by not_your_seat"),
    ("amy", "penalties", {**FINE, "by": "player:amy"}, 201, ""),
    ("host", "shared-costs", {**COST, "by": "player:dan"}, 403, "/by no_seat"),
    ("host", "imported-results", {"nets": {}, "by": "player:dan"}, 403, "/by no_seat"),
    ("host", "settlements", {"by": "player:dan"}, 403, "/by no_seat"),
    ("host", "payments/9/reversal", {"by": "player:dan", "reason": "x"}, 403, "/by no_seat"),
    ("host", "settlements/9/reversal", {"by": "player:dan", "reason": "x"}, 403, "/by no_seat"),
    ("admin", "payments", PAID, 201, ""),
    ("viewer", "payments", PAID, 403, " forbidden"),
    ("dan", "payments", {}, 422, "/amount missing"),
    ("dan", "confirmations", {"of": 1}, 422, "/player missing"),
    ("dan", "confirmations", {"of": 1, "player": 5}, 422, "/player wrong_type"),
]  # fmt: skip


@pytest.fixture
def table(tmp_path):
    """A service, and a way to ask with somebody's key."""
    book = new_book(tmp_path)
    book.open_session(session())
    book.record("s1", scoops("amy>dan", game=1))
    ring = Keyring(book.store)
    keys = {
        "admin": ring.admin,
        "host": ring.make(**in_s1("host")),
        "amy": ring.make(**in_s1("host", player="amy")),
        "cat": ring.make(**in_s1("scorer", player="cat")),
        "dan": ring.make(**in_s1("player", player="dan")),
        "viewer": ring.make(**in_s1("viewer")),
    }
    client = create_app(book).test_client()

    def ask(who, call, document, key="k1"):
        headers = {"Authorization": f"Bearer {keys[who]}", "Idempotency-Key": key}
        return client.post(f"{S1}/{call}", json=document, headers=headers)

    ask.book = book
    return ask


@pytest.mark.parametrize("case", SAID, ids=lambda case: f"{case[0]} {case[1]}")
def test_who_may_say_what(table, case):
    who, call, document, status, fault = case
    before = stored(table.book)
    answer = table(who, call, document)
    faults = [f"{e['pointer']} {e['code']}" for e in (answer.json.get("errors") or ())]
    assert (answer.status_code, faults[:1]) == (status, [fault] if fault else [])
    if status != 201:
        assert stored(table.book) == before


def test_entries_say_whose_key_it_was(table):
    table("dan", "confirmations", {"of": 1, "player": "dan"}, "k1")
    table("amy", "penalties", {"payer": "dan", "to": "bob", "amount": "9", "reason": "x"}, "k2")
    table("host", "payments", {**PAID, "by": "host"}, "k3")
    with table.book.store.reading() as r:
        entries = list(r.entries("s1"))[2:]
    assert [(each.kind, each.by) for each in entries[:2]] == [
        ("confirmed", "player:dan"), ("penalty", "player:amy")
    ]  # fmt: skip
    assert entries[2].by.startswith("key:")
    assert entries[2].body["by"] == "host"


@pytest.mark.parametrize(
    ("who", "by", "status"),
    [
        ("amy", "host", 403),
        ("amy", "player:bob", 403),
        ("amy", "player:amy", 409),
        ("host", "host", 201),
        ("host", "player:bob", 403),
        ("admin", "host", 201),
        ("dan", "player:dan", 403),
    ],
)
def test_a_ruler_with_a_seat_does_not_hide_it(table, who, by, status):
    """Amy is a party: as herself she needs consents, as the host she would not."""
    table("dan", "rounds/1/disputes", {"by": "player:dan", **CLAIM})
    with table.book.store.reading() as r:
        stands = r.game_row("s1", 1).hash
    ruling = {"outcome": "dismissed", "against": stands, "by": by, "reason": "I saw it"}
    assert table(who, "disputes/d1/resolution", ruling, "k2").status_code == status


def test_a_link_is_made_and_joined_over_http(table):
    made = table("host", "links", {"role": "player", "player": "bob"})
    link = made.json
    assert (made.status_code, made.headers["Cache-Control"]) == (201, "no-store")
    assert link["address"].startswith("http://localhost/join/")
    assert link["qr_svg"].startswith("<svg")
    again = table("host", "links", {"role": "player", "player": "bob"})
    assert (again.status_code, again.json["errors"][0]["code"]) == (409, "shown_once")
    client = create_app(table.book, public_url="https://settle.example").test_client()
    token = link["address"].rpartition("/")[2]
    assert client.get(f"/v1/join/{token}").json["player"] == "bob"
    joined = client.post(f"/v1/join/{token}")
    assert (joined.status_code, joined.headers["Cache-Control"]) == (201, "no-store")
    bob = {"Authorization": f"Bearer {joined.json['key']}"}
    said = client.post(f"{S1}/confirmations", json={"of": 1, "player": "bob"}, headers=bob)
    assert said.status_code == 201
    assert client.post(f"/v1/join/{token}").json["errors"][0]["code"] == "link_over"
    # Elsewhere links lead where the service is reached.
    host = {"Authorization": f"Bearer {Keyring(table.book.store).admin}"}
    shared = client.post(f"{S1}/links", json={"role": "viewer"}, headers=host).json
    assert shared["address"].startswith("https://settle.example/join/")
