"""Who did it stands beside an entry, whom it is about in its body; books of others stay shut."""

from __future__ import annotations

import pytest

from settle.access.granting import may_read, may_use
from settle.app import create_app
from settle.app.allowing import COOKIE
from settle.entries import Entry, seal
from tests.access.test_keys import made
from tests.audit.evening import findings_in
from tests.book.rounds import refused, session, stored
from tests.pages.browsing import Browser

AMY, BOB = ({"label": name, "scope": "create"} for name in ("Amy", "Bob"))
PAYMENT = {"from": "dan", "to": "amy", "amount": "100"}


@pytest.fixture
def amy(keeper):
    """Whose key may open sessions."""
    return "key:" + made(keeper, AMY)["id"]


@pytest.fixture
def bob(keeper):
    return "key:" + made(keeper, BOB)["id"]


def last(book, name="s1"):
    with book.store.reading() as r:
        return list(r.entries(name))[-1]


def findings(book):
    return findings_in(book.store.info().path)


MONEY = [
    ("pay", PAYMENT),
    ("penalize", {"payer": "dan", "to": "fund:supper", "amount": "50", "reason": "slow"}),
    ("share_cost", {"sharers": ["amy"], "to": "bob", "amount": "50", "reason": "rent"}),
    ("import_result", {"nets": {"amy": 1, "bob": -1}}),
]


@pytest.mark.parametrize(("call", "document"), MONEY)
@pytest.mark.parametrize("said", [None, "player:amy", "host"])
def test_who_enters_money_and_who_says_so(book, amy, call, document, said):
    sent = document if said is None else {**document, "by": said}
    answer = getattr(book, call)("s1", sent, by=amy, key="k1").document()
    entry = last(book)
    assert (entry.by, entry.body.get("by"), answer.get("by")) == (amy, said, said)
    assert findings(book) == []


def test_a_settlement_and_its_reversal(book, amy):
    book.pay("s1", PAYMENT, key="k1")
    book.settle("s1", {"by": "player:dan"}, by=amy)
    assert (last(book).by, last(book).body["by"]) == (amy, "player:dan")
    book.reverse("s1", "settlement", 3, {"reason": "x", "by": "player:bob"}, by="player:cat")
    assert (last(book).by, last(book).body["by"]) == ("player:cat", "player:bob")
    assert findings(book) == []


def test_an_entry_of_before_has_the_person_beside_it_and_is_sound(book):
    book.pay("s1", PAYMENT, key="k1")
    with book.store.writing("s1") as w:
        body = {"from": "dan", "to": "amy", "amount": "7", "currency": "TWD", "confirmed_by": []}
        head, row = w.head("s1"), w.session_row("s1")
        at = "2026-11-30T21:59:00.000+08:00"
        entry = seal(Entry(head[0] + 1, "s1", "payment", None, at, "player:amy", body, head[1]))
        w.append(entry)
        w.put_session_row(row._replace(head_seq=entry.seq, head_hash=entry.hash))
    assert findings(book) == []


# --- sessions and groups of others ----------------------------------------------------------------


def test_who_opens_a_session_is_its_host(book, amy):
    book.open_session(session(id="s2"), by=amy)
    assert last(book, "s2").by == amy
    grants = [row for row in stored(book)["session_grant"] if row["session"] == "s2"]
    assert grants == [
        {"access_key": amy[4:], "session": "s2", "role": "host", "player": None}
    ]  # fmt: skip


def test_everybody_sees_their_own_sessions(book, keeper, amy, bob):
    for name, by in (("s2", amy), ("s3", bob), ("s4", amy)):
        book.open_session(session(id=name), by=by)
    admin = "key:" + made(keeper, {"label": "x", "scope": "admin"})["id"]

    def seen(**page):
        document = book.sessions(**page).document()
        return [each["id"] for each in document["sessions"]], document["next"]

    assert seen(by=amy) == (["s2", "s4"], None)
    assert seen(by=bob) == (["s3"], None)
    assert seen(by=admin) == seen() == (["s1", "s2", "s3", "s4"], None)
    first, following = seen(by=amy, limit=1)
    assert (first, seen(by=amy, after=following)) == (["s2"], (["s4"], None))


def test_a_seat_is_one_in_a_session_and_sees_no_other(book):
    assert book.sessions(by="player:amy").document()["sessions"] == []
    assert book.groups(by="player:amy").document()["groups"] == []
    with book.store.reading() as r:
        assert not may_read(r, "player:amy", "s1")
        assert not may_use(r, "player:amy", "circle")


def test_a_host_with_a_seat_opens_the_next_session_with_the_key(book, keeper):
    """By the page for it, whose address names the session before."""
    told = made(keeper, {"label": "Amy", "scope": "create", "session": "s1", "role": "host",
                         "player": "amy"})  # fmt: skip
    client = create_app(book).test_client()
    client.set_cookie(COOKIE, told["key"])
    browser = Browser(client)
    answer = browser.send("/sessions/s1/again", {"/title": "Next"})
    assert answer.status_code == 303
    name = answer.headers["Location"].rpartition("/")[2]
    assert last(book, name).by == f"key:{told['id']}"
    listed = book.sessions(by=f"key:{told['id']}").document()["sessions"]
    assert [each["id"] for each in listed] == ["s1", name]


def test_a_call_of_somebody_else_is_not_answered_again(book, amy, bob):
    opened = book.open_session(session(id="s2"), by=amy, key="k1")
    assert book.open_session(session(id="s2"), by=amy, key="k1").body == opened.body
    error = refused(book, book.open_session, session(id="s2"), by=bob, key="k1")
    assert (error.status, error.brief, error.members) == (409, "/id session_exists", {})
    own = book.open_session(session(id=None), by=bob, key="k1").document()
    assert own["id"] not in ("s1", "s2")
    theirs = book.open_session(session(id=None), by=amy, key="k2").document()
    assert theirs["id"] != own["id"]


def test_the_table_of_others_is_not_taken_over(book, amy, bob):
    book.open_session(session(id="s2"), by=amy)
    assert book.open_session({"same_as": "s2"}, by=amy).status == 201
    foreign = refused(book, book.open_session, {"same_as": "s2"}, by=bob)
    missing = refused(book, book.open_session, {"same_as": "s9"}, by=bob)
    assert foreign.brief == missing.brief == "/same_as unknown_session"


def test_the_group_of_a_table_is_taken_over_by_its_host_only(book, keeper, amy):
    """Whoever may read the session, and open others, is told of its group as of none."""
    book.make_group({"id": "circle", "name": "Fridays"}, by=amy)
    book.open_session(session(id="s2", group="circle"), by=amy)
    assert book.open_session({"same_as": "s2"}, by=amy).document()["group"] == "circle"
    reader = {"label": "Bob", "scope": "create", "session": "s2", "role": "viewer"}
    bob = f"key:{made(keeper, reader)['id']}"
    foreign = refused(book, book.open_session, {"same_as": "s2"}, by=bob)
    named = refused(book, book.open_session, {"same_as": "s2", "group": "circle"}, by=bob)
    missing = refused(book, book.open_session, {"same_as": "s2", "group": "none"}, by=bob)
    assert foreign.brief == named.brief == missing.brief == "/group unknown_group"
    assert foreign.status == named.status == missing.status == 422


def test_groups_of_others(book, amy, bob):
    circle = {"id": "circle", "name": "Fridays"}
    answer = book.make_group(circle, by=amy)
    assert book.make_group(circle, by=amy).body == answer.body
    error = refused(book, book.make_group, circle, by=bob)
    assert (error.status, error.brief, error.members) == (409, "/id group_exists", {})
    unnamed = [book.make_group({"name": "us"}, by=by, key="k1").document() for by in (amy, bob)]
    assert unnamed[0]["id"] != unnamed[1]["id"]

    def seen(by, **page):
        return [group["id"] for group in book.groups(by=by, **page).document()["groups"]]

    assert seen(amy) == ["circle", unnamed[0]["id"]]
    assert seen(bob) == [unnamed[1]["id"]]
    assert seen(amy, after=1) == [unnamed[0]["id"]]
    assert book.open_session(session(id="s2", group="circle"), by=amy).status == 201
    foreign = refused(book, book.open_session, session(id="s3", group="circle"), by=bob)
    missing = refused(book, book.open_session, session(id="s3", group="none"), by=bob)
    assert foreign.brief == missing.brief == "/group unknown_group"
