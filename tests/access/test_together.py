"""Sessions of a group settled together: a key writes where it is host, and reads what it may.

One is played at amy's table, two at bob's, both of the circle, which amy's key keeps. By hand: in
one amy gets 100 of dan, in two bob gets 100 of cat.
"""

from __future__ import annotations

from io import BytesIO

import pytest

from settle.access.guests import guest_of
from settle.app import create_app
from settle.app.allowing import COOKIE
from settle.archive.importing import Ledger
from settle.audit import Tally
from settle.store import Reader
from tests.access.keyed import Keyring
from tests.audit.evening import exported, findings_in
from tests.book.rounds import PLAYERS, new_book, refused, scoops, session, stored
from tests.pages.browsing import Browser

CIRCLE = "/v1/groups/circle"


@pytest.fixture
def circle(tmp_path):
    """The book with the keys of who keeps it, of amy, and of bob, whom the circle is not given."""
    book = new_book(tmp_path)
    book.make_group({"id": "circle", "name": "us", "members": PLAYERS})
    for name, pair in (("one", "amy>dan"), ("two", "bob>cat")):
        book.open_session(session(id=name, group="circle"))
        book.record(name, scoops(pair, game=1))
    ring = Keyring(book.store)
    keys = {
        "admin": ring.admin,
        "amy": ring.make(**host("one", player="amy"), group="circle"),
        "bob": ring.make(**host("two")),
        "reader": ring.make(**{**host("two"), "role": "viewer"}, group="circle"),
    }
    client = create_app(book).test_client()

    def ask(who, path, sent=None, method="POST", key=None):
        headers = {"Authorization": f"Bearer {keys[who]}"} | (
            {"Idempotency-Key": key} if key else {}
        )
        return client.open(path, method=method, json=sent, headers=headers)

    ask.book, ask.keys, ask.ring = book, keys, ring
    yield ask
    assert findings_in(tmp_path / "book.db") == []


def host(name, **more):
    return {"label": name, "scope": "session", "session": name, "role": "host", **more}


def get(ask, who, path):
    return ask(who, path, method="GET").json


def refusal(answer):
    return (answer.status_code, [f"{e['pointer']} {e['code']}" for e in answer.json["errors"]])


def kinds(book, name):
    with book.store.reading() as r:
        return [(each.kind, each.by) for each in r.entries(name)]


def test_a_host_of_one_of_them_takes_none_back(circle):
    circle.book.settle_group("circle", {})
    before = stored(circle.book)
    for who, name in (("amy", "one"), ("bob", "two")):
        answer = circle(who, f"/v1/sessions/{name}/settlements/3/reversal", {"reason": "mine"})
        assert refusal(answer) == (403, [" forbidden"])
    browser = Browser(create_app(circle.book).test_client())
    browser.client.set_cookie(COOKIE, circle.keys["amy"])
    path = "/sessions/one/money/settlements/3/reversal"
    assert browser.send(path, {"/reason": "mine"}).status_code == 403
    assert stored(circle.book) == before


def test_who_hosts_all_of_them_without_the_group_takes_none_back(circle):
    circle.book.settle_group("circle", {})
    key = circle.keys["bob"][4:12]
    with circle.book.store.writing() as w:
        w.add_grant(w.grants_of_key(key)[0]._replace(session="one"))
    answer = circle("bob", "/v1/sessions/two/settlements/3/reversal", {"reason": "mine"})
    assert refusal(answer) == (403, [" forbidden"])
    # As host of the group too, bob does.
    with circle.book.store.writing() as w:
        w.add_group_grant(key, "circle")
    answer = circle("bob", "/v1/sessions/two/settlements/3/reversal", {"reason": "mine"})
    assert answer.status_code == 201


def test_a_seat_is_named_in_its_own_session_only(circle):
    circle.book.settle_group("circle", {})
    key = circle.keys["amy"][4:12]
    with circle.book.store.writing() as w:
        w.add_grant(w.grants_of_key(key)[0]._replace(session="two", player=None))
    answer = circle("amy", "/v1/sessions/one/settlements/3/reversal", {"reason": "mine"})
    assert answer.status_code == 201
    assert kinds(circle.book, "one")[-1] == ("settlement_reversed", "player:amy")
    assert kinds(circle.book, "two")[-1] == ("settlement_reversed", f"key:{key}")


def test_who_keeps_the_book_settles_all_and_takes_all_back(circle):
    assert circle("admin", f"{CIRCLE}/settlements", {}).status_code == 201
    answer = circle("admin", "/v1/sessions/one/settlements/3/reversal", {"reason": "x"})
    assert answer.status_code == 201
    assert [kinds(circle.book, each)[-1][0] for each in ("one", "two")] == [
        "settlement_reversed", "settlement_reversed"
    ]  # fmt: skip


def test_a_group_shows_whoever_keeps_it_the_sessions_they_may_read(circle):
    def money(document):
        return [(each["player"], each["amount"]) for each in document["money"][0]["standings"]]

    assert get(circle, "admin", CIRCLE)["sessions"] == ["one", "two"]
    assert get(circle, "amy", CIRCLE)["sessions"] == ["one"]
    named = circle("amy", f"{CIRCLE}/name", {"name": "we"}).json
    assert named["sessions"] == ["one"]
    assert money(get(circle, "amy", f"{CIRCLE}/standings")) == [
        ("amy", "100"), ("bob", "0"), ("cat", "0"), ("dan", "-100")
    ]  # fmt: skip
    told = get(circle, "amy", f"{CIRCLE}/members/bob/statement")
    assert [(each["id"], each["amount"]) for each in told["sessions"]] == [("one", "0")]
    told = get(circle, "amy", f"{CIRCLE}/settlement")
    assert [each["id"] for each in told["sessions"]] == ["one"]
    assert [(each["from"], each["to"]) for each in told["transfers"]] == [("dan", "amy")]
    told = get(circle, "reader", f"{CIRCLE}/settlement")
    assert [each["id"] for each in told["sessions"]] == ["two"]
    browser = Browser(create_app(circle.book).test_client())
    browser.client.set_cookie(COOKIE, circle.keys["amy"])
    page = browser.get("/groups/circle")
    assert "/sessions/one" in page.links
    assert "/sessions/two" not in page.links
    assert "two" not in browser.get("/groups/circle/members/bob").text


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_session_of_others_is_none_of_the_group(circle, method):
    def named(who, name):
        if method == "GET":
            return circle(who, f"{CIRCLE}/settlement?sessions=one,{name}", method="GET")
        return circle(who, f"{CIRCLE}/settlements", {"sessions": ["one", name]})

    before = stored(circle.book)
    foreign, missing = named("amy", "two"), named("amy", "no9")
    assert foreign.status_code == missing.status_code == 422
    assert foreign.data == missing.data.replace(b"no9", b"two")
    assert stored(circle.book) == before


def test_who_reads_a_session_does_not_settle_it(circle):
    before = stored(circle.book)
    for asked in ({}, {"sessions": ["two"]}):
        answer = circle("reader", f"{CIRCLE}/settlements", asked)
        assert refusal(answer) == (403, [" forbidden"])
    assert stored(circle.book) == before


def test_who_keeps_the_group_settles_what_they_host(circle):
    answer = circle("amy", f"{CIRCLE}/settlements", {})
    assert [each["id"] for each in answer.json["sessions"]] == ["one"]
    assert kinds(circle.book, "two")[-1][0] == "game_recorded"


def test_a_call_of_others_is_not_answered_again(circle):
    """Under the key of a call that settled all, and with the same words."""
    assert circle("admin", f"{CIRCLE}/settlements", {}, key="k1").status_code == 201
    assert circle("admin", f"{CIRCLE}/settlements", {}, key="k1").status_code == 201
    answer = circle("amy", f"{CIRCLE}/settlements", {}, key="k1")
    assert refusal(answer) == (403, [" forbidden"])


def test_a_member_is_called_something_else_where_who_says_so_is_host(circle):
    circle.book.name_player("one", {"player": "dan", "name": "Dan"})
    circle.book.name_player("two", {"player": "dan", "name": "Dan"})
    circle("amy", f"{CIRCLE}/members/dan/name", {"name": "Daniel"})
    with circle.book.store.reading() as r:
        assert (r.names("one")["dan"], r.names("two")["dan"]) == ("Daniel", "Dan")
    assert [each for each, _ in kinds(circle.book, "two")].count("renamed") == 1
    circle("amy", f"{CIRCLE}/members/dan/name", method="DELETE")
    with circle.book.store.reading() as r:
        assert ("dan" in r.names("one"), r.names("two")["dan"]) == (False, "Dan")


# --- what sessions name already ------------------------------------------------------------------


@pytest.fixture
def carried(circle, tmp_path):
    """A book into which both sessions came from another one, and no group."""
    (tmp_path / "other").mkdir()
    book = new_book(tmp_path / "other")
    for name in ("one", "two"):
        ledger = Ledger(BytesIO(exported(tmp_path / "book.db", name)), book.rulebook.locked())
        assert not list(ledger.findings(Tally()))
        ledger.store(book.store)
    return book


CLAIM = {"id": "circle", "name": "mine"}


def test_a_group_that_sessions_name_is_not_taken_over(carried):
    ring = Keyring(carried.store)
    keys = [ring.make(label="stranger", scope="create"),
            ring.make(**{**host("one"), "scope": "create"})]  # fmt: skip
    for key in keys:
        by = f"key:{key[4:12]}"
        claimed = refused(carried, carried.make_group, CLAIM, by=by)
        carried.make_group({"id": f"g{key[4:12]}", "name": "theirs"})
        taken = refused(carried, carried.make_group, {"id": f"g{key[4:12]}", "name": "mine"}, by=by)
        assert (claimed.status, claimed.brief) == (409, "/id group_exists")
        assert claimed.members == taken.members
        assert carried.groups(by=by).document()["groups"] == []


def test_who_hosts_all_its_sessions_makes_the_group(carried):
    ring = Keyring(carried.store)
    by = f"key:{ring.make(**{**host('one'), 'scope': 'create'})[4:12]}"
    with carried.store.writing() as w:
        w.add_grant(w.grants_of_key(by[4:])[0]._replace(session="two"))
    assert carried.make_group(CLAIM, by=by).document()["sessions"] == ["one", "two"]


def test_who_keeps_the_book_makes_the_group(carried):
    by = f"key:{Keyring(carried.store).admin[4:12]}"
    assert carried.make_group(CLAIM, by=by).document()["sessions"] == ["one", "two"]
    assert carried.make_group(CLAIM, by=by).status == 201


# --- who has no seat where it is paid ------------------------------------------------------------

DUE = {"from": "dan", "to": "amy", "amount": "100"}
TWO = "/v1/sessions/two"


@pytest.fixture
def apart(tmp_path):
    """Amy and dan play one, bob and cat two: what both come to is paid in two, dan's 100 to amy."""
    book = new_book(tmp_path)
    book.make_group({"id": "circle", "name": "us", "members": PLAYERS})
    for name, players in (
        ("one", ["amy", "dan"]),
        ("two", ["bob", "cat"]),
        ("off", ["amy", "eve"]),
    ):
        book.open_session(session(id=name, group="circle", players=players))
        pair = f"{players[0]}>{players[1]}"
        book.record(name, scoops(pair, players=players, game=1))
    made = book.settle_group("circle", {"sessions": ["one", "two"]}).document()
    assert made["pays_in"] == "two"
    ring = Keyring(book.store)
    client = create_app(book).test_client()
    keys = {
        "admin": ring.admin,
        "host": ring.make(**host("one")),
        "seatless": ring.make(**{**host("one"), "role": "viewer"}),
        "amy elsewhere": ring.seat("off", "amy"),
        **{player: ring.seat("one", player) for player in ("amy", "dan")},
        "bob": ring.seat("two", "bob"),
    }

    def ask(who, path, sent=None, method="POST", key="k1"):
        headers = {"Authorization": f"Bearer {keys[who]}", "Idempotency-Key": key}
        return client.open(path, method=method, json=sent, headers=headers)

    ask.book, ask.keys = book, keys
    yield ask
    assert findings_in(tmp_path / "book.db") == []


def paid(ask):
    """What is still owed where both are paid."""
    told = ask.book.settlement("two").document()["outstanding"]
    return [(each["from"], each["to"], each["amount"]) for each in told]


def test_a_guest_enters_what_was_paid_and_the_other_agrees(apart):
    assert paid(apart) == [("cat", "bob", "100"), ("dan", "amy", "100")]
    made = apart("dan", f"{TWO}/payments", {**DUE, "amount": "60", "confirmed_by": ["dan"]})
    assert made.status_code == 201
    assert paid(apart) == [("cat", "bob", "100"), ("dan", "amy", "40")]
    of = made.json["entry"]["hash"]
    agreed = apart("amy", f"{TWO}/confirmations", {"of": of, "player": "amy"}, key="k2")
    assert agreed.status_code == 201
    by = {name: f"key:{key[4:12]}" for name, key in apart.keys.items()}
    assert kinds(apart.book, "two")[-2:] == [("payment", by["dan"]), ("confirmed", by["amy"])]
    assert apart("amy", f"{TWO}/payments", {**DUE, "amount": "40"}, key="k3").status_code == 201
    assert paid(apart) == [("cat", "bob", "100")]
    [told] = apart.book.session_view("two").document()["confirmed"]
    assert told["players"] == ["amy"]


# Whose key, call, document, status and fault; nothing of it is stored.
KEPT_OUT = [
    ("host", "payments", DUE, 404, " unknown_session"),
    ("seatless", "payments", DUE, 404, " unknown_session"),
    ("amy elsewhere", "payments", DUE, 404, " unknown_session"),
    ("bob", "payments", DUE, 403, "/from not_your_seat"),
    ("dan", "payments", {**DUE, "to": "bob"}, 403, " forbidden"),
    ("dan", "payments", {**DUE, "from": "amy", "to": "dan"}, 403, " forbidden"),
    ("dan", "payments", {**DUE, "from": "cat", "to": "bob"}, 403, " forbidden"),
    ("dan", "payments", {**DUE, "by": "player:dan"}, 403, " forbidden"),
    ("dan", "payments", {}, 403, " forbidden"),
    ("dan", "payments", [], 403, " forbidden"),
    ("dan", "payments", {**DUE, "confirmed_by": ["amy"]}, 403, "/confirmed_by/0 not_your_seat"),
    ("dan", "payments", {**DUE, "amount": "x"}, 422, "/amount bad_amount"),
    ("dan", "confirmations", {"of": "opening", "player": "dan"}, 404, " unknown_entry"),
    ("dan", "confirmations", {"of": 1, "player": "dan"}, 404, " unknown_entry"),
    ("dan", "confirmations", {"of": "game", "player": "dan"}, 404, " unknown_entry"),
    ("dan", "confirmations", {"of": "bob", "player": "dan"}, 404, " unknown_entry"),
    ("dan", "confirmations", {"of": "amy", "player": "amy"}, 403, "/player not_your_seat"),
    ("host", "confirmations", {"of": "amy", "player": "amy"}, 404, " unknown_session"),
    ("dan", "rounds/1/disputes", {}, 404, " unknown_session"),
    ("dan", "settlements", {}, 404, " unknown_session"),
    ("dan", "payments/3/reversal", {"reason": "x"}, 404, " unknown_session"),
]


@pytest.mark.parametrize("case", KEPT_OUT)
def test_a_guest_does_nothing_else_there(apart, case):
    who, call, sent, status, fault = case
    named = {
        "amy": apart.book.pay("two", DUE, key="p1").document()["entry"]["hash"],
        "bob": apart.book.pay("two", {**DUE, "from": "cat", "to": "bob"}, key="p2")
        .document()["entry"]["hash"],
    }  # fmt: skip
    with apart.book.store.reading() as r:
        named["game"] = r.game_row("two", 1).hash
    if isinstance(sent, dict) and call == "confirmations":
        sent = {**sent, "of": named.get(sent["of"], sent["of"])}
    before = stored(apart.book)
    answer = apart(who, f"{TWO}/{call}", sent)
    assert (answer.status_code, refusal(answer)[1][:1]) == (status, [fault])
    assert stored(apart.book) == before


def test_a_guest_reads_nothing_there(apart):
    for path in ("", "/settlement", "/ledger", "/sheet", "/rounds"):
        answer = apart("dan", TWO + path, method="GET")
        missing = apart("dan", f"/v1/sessions/no9{path}", method="GET")
        assert (answer.status_code, missing.status_code) == (404, 404)
        assert answer.data.replace(b"two", b"no9") == missing.data
    browser = Browser(create_app(apart.book).test_client())
    browser.client.set_cookie(COOKIE, apart.keys["dan"])
    form = {"/from": "dan", "/to": "amy", "/amount": "x"}
    assert browser.send("/sessions/two/money/pay", form).status_code == 404


@pytest.mark.parametrize("session", ["off", "nowhere"])
def test_nothing_of_a_stranger_s_session_is_read_to_see_whether_somebody_may_pay(
    apart, monkeypatch, session
):
    """So that it takes as long for one that is there as for one that is not."""
    asked = []
    for name in ("session_row", "entries_of_kinds", "entry"):
        real = getattr(Reader, name)

        def watched(reader, session, *more, real=real):
            asked.append(session)
            return real(reader, session, *more)

        monkeypatch.setattr(Reader, name, watched)
    with apart.book.store.reading() as r:
        assert guest_of(r, apart.keys["dan"].split("_")[1], session) is None
    assert "one" in asked
    assert session not in asked


def test_what_was_taken_back_lets_nobody_in(apart):
    apart.book.reverse("two", "settlement", 3, {"reason": "x"})
    answer = apart("dan", f"{TWO}/payments", DUE)
    assert refusal(answer) == (404, [" unknown_session"])


def test_a_guest_is_named_as_others_are(apart):
    """By whoever writes down for them: the command line says who agreed."""
    apart.book.pay("two", {**DUE, "confirmed_by": ["amy", "dan"]}, key="k1")
    error = refused(apart.book, apart.book.pay, "two", {**DUE, "confirmed_by": ["eve"]}, key="k2")
    assert error.brief == "/confirmed_by/0 unknown_player"
