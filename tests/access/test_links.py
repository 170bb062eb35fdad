"""Links: turned into a key once, or by many to look on; looking at one changes nothing."""

from __future__ import annotations

import pytest

from settle.access.guard import Place
from settle.access.roles import Action
from settle.faults import RefusedError
from tests.access.conftest import START
from tests.access.test_keys import asks, made
from tests.book.rounds import refused, scoops, session, stored

BY = "key:0123abcd"
DAN = {"role": "player", "player": "dan"}


def linked(links, document, **key):
    """A link's document and its token."""
    answer, address = links.make("s1", document, by=BY, **key)
    assert answer.status == 201
    told = answer.document()
    assert told.pop("address") == address
    return told, address.removeprefix("https://settle.example/join/")


def over(links, token):
    with pytest.raises(RefusedError) as error:
        links.redeem(token)
    return error.value.status, error.value.faults[0].text_key


def test_a_link_for_a_seat_becomes_a_key_once(links, guard):
    told, token = linked(links, DAN)
    assert told == {
        "id": told["id"], "session": "s1", "role": "player", "player": "dan",
        "expires_at": "2026-12-01T12:00:00.000Z", "uses_left": 1, "made_at": START, "made_by": BY,
        "revoked_at": None,
    }  # fmt: skip
    assert links.listed("s1").document() == {"links": [told]}
    redeemed = links.redeem(token)
    key = redeemed.document()
    assert (redeemed.status, key["made_by"], key["expires_at"]) == (201, f"link:{told['id']}", None)
    assert asks(guard, key["key"], Action.SPEAK) == "player:dan"
    assert over(links, token) == (409, "link_over.used")


def test_looking_at_a_link_changes_nothing(book, links):
    _, token = linked(links, DAN)
    before = stored(book)
    for _ in range(3):
        assert links.looked_at(token).document() == {
            "session": "s1", "role": "player", "player": "dan",
            "expires_at": "2026-12-01T12:00:00.000Z",
        }  # fmt: skip
    assert stored(book) == before
    assert token not in str(before)


def test_many_may_look_on_by_one_link_until_it_expires(links, guard, clock):
    told, token = linked(links, {"role": "viewer", "expires_in": "PT2H"})
    assert told["uses_left"] == 200
    keys = [links.redeem(token).document() for _ in range(3)]
    assert len({key["id"] for key in keys}) == 3
    assert {key["expires_at"] for key in keys} == {"2026-11-30T14:00:00.000Z"}
    assert asks(guard, keys[0]["key"]) == f"key:{keys[0]['id']}"
    assert asks(guard, keys[0]["key"], Action.RECORD) == (403, "forbidden")
    clock.at = "2026-11-30T14:00:00.000Z"
    assert over(links, token) == (409, "link_over.expired")
    assert asks(guard, keys[0]["key"]) == (401, "unauthorized.expired")


def test_a_link_that_is_taken_back_takes_its_keys_along(links, guard):
    told, token = linked(links, {"role": "viewer"})
    key = links.redeem(token).document()["key"]
    assert links.revoke("s1", told["id"]).document()["revoked_at"] == START
    assert over(links, token) == (409, "link_over.revoked")
    assert asks(guard, key) == (401, "unauthorized.revoked")


def test_links_that_nobody_used_yet_end_with_the_key_that_made_them(book, keeper, links, guard):
    host = made(keeper, {"label": "Eve", "scope": "session", "session": "s1", "role": "host"})
    by = f"key:{host['id']}"

    def link(document, by=by):
        return links.make("s1", document, by=by)[1].rpartition("/")[2]

    used, unused, shared, of_others = (
        link({"role": "player", "player": "amy"}), link(DAN), link({"role": "viewer"}),
        link({"role": "scorer"}, BY),
    )  # fmt: skip
    amy, viewer = (links.redeem(token).document()["key"] for token in (used, shared))
    keeper.revoke(host["id"])
    assert over(links, unused) == over(links, shared) == (409, "link_over.revoked")
    assert over(links, used) == (409, "link_over.used")
    assert asks(guard, amy) == "player:amy"
    assert asks(guard, viewer) == f"key:{viewer[4:12]}"
    assert links.redeem(of_others).status == 201


def test_links_of_an_admin_whose_key_was_replaced_are_over(keeper, links):
    told = []
    keeper.rotate_admin("Amy", told.append)
    address = links.make("s1", DAN, by=f"key:{told[0].id}")[1]
    keeper.rotate_admin("Bob", told.append)
    assert over(links, address.rpartition("/")[2]) == (409, "link_over.revoked")


def test_a_seat_is_free_again_when_its_link_is_taken_back(book, links):
    told, token = linked(links, DAN)
    other, later = linked(links, DAN)
    links.redeem(token)
    with pytest.raises(RefusedError) as caught:
        links.redeem(later)
    assert caught.value.brief == "/player seat_taken"
    error = refused(book, links.make, "s1", DAN, by=BY)
    assert (error.status, error.brief) == (409, "/player seat_taken")
    links.revoke("s1", told["id"])
    assert links.redeem(later).document()["grants"][0]["player"] == "dan"
    assert other["id"] != told["id"]


@pytest.mark.parametrize("token", ["", "short", "A" * 43, "é" * 43, "A" * 44])
def test_a_token_of_no_link(book, links, token):
    for call in (links.looked_at, links.redeem):
        error = refused(book, call, token)
        assert (error.status, error.brief) == (404, " unknown_link")


@pytest.mark.parametrize(
    ("document", "faults"),
    [
        ({}, ["/role missing"]),
        ({"role": "host"}, ["/role out_of_range"]),
        ({"role": "player"}, ["/player missing"]),
        ({"role": "viewer", "player": "dan"}, ["/player unknown_field"]),
        ({"role": "player", "player": "eve"}, ["/player unknown_player"]),
        ({**DAN, "expires_in": "soon"}, ["/expires_in out_of_range"]),
    ],
)
def test_a_link_that_cannot_be(book, links, document, faults):
    assert refused(book, links.make, "s1", document, by=BY).brief.split(", ") == faults


@pytest.mark.parametrize("name", ["s2", "S 1", "", "\x00"])
def test_a_link_of_no_session(book, links, name):
    for call in (links.listed, lambda name: links.make(name, {"role": "host"}, by=BY)):
        error = refused(book, call, name)
        assert (error.status, error.brief) == (404, " unknown_session")


def test_the_call_that_made_a_link_shows_it_once(book, links):
    told, _ = linked(links, DAN, key="k1")
    error = refused(book, links.make, "s1", DAN, by=BY, key="k1")
    assert (error.status, error.members) == (409, {"present": {"id": told["id"]}})
    error = refused(book, links.make, "s1", {"role": "viewer"}, by=BY, key="k1")
    assert error.brief == "/key key_reused"


def test_a_link_of_another_session_is_none_of_this_one(book, links):
    book.open_session(session(id="s2"))
    told, _ = linked(links, DAN)
    for name, link in (("s2", told["id"]), ("s1", "0123abcd")):
        error = refused(book, links.revoke, name, link)
        assert (error.status, error.brief) == (404, " unknown_link")


def test_signing_in_gives_a_key_that_opens_sessions(links, guard, clock):
    token = links.sign_in(by="host").rpartition("/")[2]
    key = links.redeem(token).document()
    assert (key["scope"], key["grants"]) == ("create", [])
    assert asks(guard, key["key"], Action.OPEN, None) == f"key:{key['id']}"
    token = links.sign_in(by="host").rpartition("/")[2]
    clock.at = "2026-11-30T12:15:00.000Z"
    assert over(links, token) == (409, "link_over.expired")


def test_a_scorer_takes_a_seat_and_speaks_for_it(links, guard):
    _, token = linked(links, {"role": "scorer"})
    key = links.redeem(token).document()["key"]
    assert asks(guard, key, Action.SPEAK) == (403, "no_seat")
    holder = guard.admit(f"Bearer {key}", Action.SIT, Place("s1"))
    sat = links.sit("s1", {"player": "cat"}, holder)
    assert (sat.status, sat.document()) == (200, {"role": "scorer", "player": "cat"})
    assert asks(guard, key, Action.SPEAK) == "player:cat"
    holder = guard.admit(f"Bearer {key}", Action.SIT, Place("s1"))
    assert links.sit("s1", {"player": "cat"}, holder).status == 200
    _, token = linked(links, DAN)
    links.redeem(token)
    with pytest.raises(RefusedError) as caught:
        links.sit("s1", {"player": "dan"}, holder)
    assert caught.value.brief == "/player seat_taken"


BY_CAT = {"by": "player:cat"}
CLAIM = {"totals": {"amy": 0, "bob": 0, "cat": 0, "dan": 0}}


def confirmed(book):
    return book.confirm("s1", {"of": "opening", "player": "cat"}, by="player:cat")


def recorded(book):
    return book.record("s1", scoops("amy>cat", game=1), by="player:cat")


def contested(book):
    recorded(book)
    claimed = {**BY_CAT, "claim": CLAIM, "reason": "no scoop"}
    return book.dispute("s1", 1, claimed, by="player:cat")


def paid(book, payer, payee):
    flow = {"from": payer, "to": payee, "amount": "5", "currency": "TWD", "confirmed_by": []}
    return book.pay("s1", flow, by="player:cat", key=f"{payer} {payee}".replace(" ", "-"))


@pytest.mark.parametrize(
    ("said", "is_kept"),
    [
        (None, False),
        (recorded, False),
        (lambda book: paid(book, "amy", "bob"), False),
        (lambda book: paid(book, "cat", "bob"), True),
        (lambda book: paid(book, "amy", "cat"), True),
        (confirmed, True),
        (contested, True),
    ],
    ids=["nothing", "game", "payment of others", "paid", "was paid", "confirmed", "contested"],
)
def test_a_key_that_spoke_for_a_seat_keeps_to_it(book, links, guard, said, is_kept):
    """Who could go from seat to seat would agree for everybody, and rule where they are a party."""
    _, token = linked(links, {"role": "scorer"})
    key = links.redeem(token).document()["key"]

    def sit(player):
        holder = guard.admit(f"Bearer {key}", Action.SIT, Place("s1"))
        return links.sit("s1", {"player": player}, holder).status

    assert (sit("bob"), sit("cat")) == (200, 200)
    if said is not None:
        assert said(book).status == 201
    assert sit("cat") == 200
    if not is_kept:
        assert sit("amy") == 200
        return
    with pytest.raises(RefusedError) as caught:
        sit("amy")
    assert (caught.value.status, caught.value.brief) == (409, "/player seat_kept")
    assert asks(guard, key, Action.SPEAK) == "player:cat"
