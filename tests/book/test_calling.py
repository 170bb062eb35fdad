"""Names given under an Idempotency-Key: once, and never against what was said since then."""

from __future__ import annotations

import pytest

from tests.book.rounds import places, refused, scoops, session, stored

CIRCLE = {"id": "circle", "name": "us", "members": [{"id": "amy", "name": "Amy"}, "bob", "cat"]}
PEOPLE = [{"id": "amy", "name": "Amy"}, "bob", "cat", "dan"]
WITH_EVE = ["amy", "bob", "cat", {"id": "eve", "name": "Eve"}]


@pytest.fixture
def circle(book):
    """A book with a group, and a session of it."""
    book.make_group(CIRCLE)
    book.open_session(session(id="one", group="circle", players=PEOPLE))
    book.record("one", scoops("amy>dan", game=1))
    return book


def members(book):
    return {each["id"]: each["name"] for each in book.group("circle").document()["members"]}


def called(book, member):
    return members(book)[member] if member else book.group("circle").document()["name"]


def is_refused(book, call, *said, key="once"):
    refusal = refused(book, getattr(book, call), *said, key=key)
    assert (refusal.status, places(refusal)) == (422, ["/key key_reused"])


IN_A_GROUP = [
    ("add_member", ["circle", {"id": "eve", "name": "Eve"}], "eve"),
    ("name_member", ["circle", "bob", {"name": "Bo"}], "bob"),
    ("name_group", ["circle", {"name": "all of us"}], None),
]
"""What gives a name under a key, and whose; None for the group."""


@pytest.mark.parametrize(("call", "said", "member"), IN_A_GROUP)
def test_a_call_that_comes_again_late_leaves_the_name_of_by_then(circle, call, said, member):
    def ask():
        return getattr(circle, call)(*said, key="once")

    assert ask() == ask()
    if member:
        circle.name_member("circle", member, {"name": "later"})
    else:
        circle.name_group("circle", {"name": "later"})
    assert ask().document()["name"] == called(circle, member) == "later"
    is_refused(circle, call, *said[:-1], {**said[-1], "name": "another"})
    assert called(circle, member) == "later"
    refusal = refused(circle, getattr(circle, call), *said, key="a b")
    assert places(refusal) == ["/key out_of_range.key"]


@pytest.mark.parametrize(("call", "said", "member"), IN_A_GROUP)
def test_a_key_is_one_call_of_a_group(circle, call, said, member):
    getattr(circle, call)(*said, key="once")
    for other, otherwise, _ in IN_A_GROUP:
        if other != call:
            is_refused(circle, other, *otherwise)
    is_refused(circle, "name_member", "circle", "cat", {"name": "Cat"})
    is_refused(circle, "erase_member", "circle", "cat")
    is_refused(circle, "settle_group", "circle", {})
    if member:
        is_refused(circle, "name_member", "circle", member, {"name": "another"})


def test_the_key_of_a_settlement_names_nobody(circle):
    settled = circle.settle_group("circle", {}, key="once")
    for call, said, _ in IN_A_GROUP:
        is_refused(circle, call, *said)
    is_refused(circle, "settle_group", "circle", {"mode": "pairs"})
    assert circle.settle_group("circle", {}, key="once") == settled


def test_a_settlement_that_was_refused_has_not_used_its_key(circle):
    circle.settle_group("circle", {})
    refused(circle, circle.settle_group, "circle", {}, key="once")
    assert circle.name_group("circle", {"name": "all of us"}, key="once").status == 200


def test_somebody_who_joined_without_a_name_has_not_joined_with_one(circle):
    joined = circle.add_member("circle", {}, key="once")
    assert circle.add_member("circle", {}, key="once") == joined
    is_refused(circle, "add_member", "circle", {"name": "Eve"})


def test_a_name_that_was_forgotten_is_not_given_back_by_an_old_call(circle):
    circle.name_member("circle", "bob", {"name": "阿明明"}, key="once")
    circle.erase_member("circle", "bob", key="forget")
    assert not any("阿明明" in str(row) for rows in stored(circle).values() for row in rows)
    circle.name_member("circle", "bob", {"name": "阿明明"}, key="once")
    assert members(circle)["bob"] is None
    # Nor is one taken away by it that was given since then.
    circle.name_member("circle", "bob", {"name": "Bo"})
    assert circle.erase_member("circle", "bob", key="forget").document()["name"] == "Bo"


MADE = [
    ("another name", {"name": "them"}),
    ("a member with another name", {"members": [{"id": "amy", "name": "Zoe"}, "bob", "cat"]}),
    ("a member with a name", {"members": [{"id": "amy", "name": "Amy"}, {"id": "bob", "name": "B"},
                                          "cat"]}),
    ("a member without one", {"members": ["amy", "bob", "cat"]}),
    ("other members", {"members": ["amy"]}),
    ("another id", {"id": "other"}),
    ("no id", {"id": None}),
]  # fmt: skip


@pytest.mark.parametrize("changes", [row[1] for row in MADE], ids=[row[0] for row in MADE])
@pytest.mark.parametrize("has_id", [True, False])
def test_a_key_makes_one_group(book, has_id, changes):
    document = {name: value for name, value in CIRCLE.items() if has_id or name != "id"}
    made = book.make_group(document, key="once").document()["id"]
    other = {name: value for name, value in {**document, **changes}.items() if value is not None}
    if other != document:
        is_refused(book, "make_group", other)
    # Whoever is called otherwise by then was called so under the key.
    book.name_member(made, "amy", {"name": "Zoe"})
    assert book.make_group(document, key="once").document()["id"] == made
    assert len(book.groups().document()["groups"]) == 1
    # A group's own keys are others than those of who makes groups.
    book.name_group(made, {"name": "all of us"}, key="once")


def test_a_key_named_one_player_one_way(circle):
    document = {"player": "dan", "name": "阿明明"}
    answer = circle.name_player("one", document, key="once")
    assert circle.name_player("one", document, key="once") == answer
    for other in ({"name": "Dan"}, {"erase": True}, {"player": "bob", "name": "阿明明"}):
        is_refused(circle, "name_player", "one", {"player": "dan", **other})
    erased = circle.name_player("one", {"player": "dan", "erase": True}, key="forget")
    assert not any("阿明明" in str(row) for rows in stored(circle).values() for row in rows)
    assert circle.name_player("one", document, key="once") == answer
    assert circle.name_player("one", {"player": "dan", "erase": True}, key="forget") == erased
    assert circle.session_view("one").document()["names"] == {"amy": "Amy"}
    is_refused(circle, "name_player", "one", document, key="forget")


@pytest.mark.parametrize("document", [session(players=PEOPLE), session(id=None, players=PEOPLE)])
def test_a_key_opens_one_session_with_its_names(book, document):
    document = {name: value for name, value in document.items() if value is not None}
    opened = book.open_session(document, key="once")
    own = opened.document()["id"]
    for people in (["amy", "bob", "cat", "dan"], [{"id": "amy", "name": "Zoe"}, *PEOPLE[1:]],
                   [*PEOPLE[:3], {"id": "dan", "name": "Dan"}]):  # fmt: skip
        is_refused(book, "open_session", {**document, "players": people})
    # The keys of a session are others than those of who opens some.
    book.name_player(own, {"player": "amy", "erase": True}, key="once")
    assert book.open_session(document, key="once") == opened
    assert book.session_view(own).document()["names"] == {}
    assert not any("Amy" in str(row) for rows in stored(book).values() for row in rows)


def test_a_key_changes_the_table_once_with_its_names(circle):
    change = {"from_game": 2, "players": WITH_EVE, "reason": "dan went home"}
    changed = circle.change_table("one", change, key="once")
    assert circle.change_table("one", change, key="once") == changed
    for eve in ("eve", {"id": "eve", "name": "Evi"}):
        is_refused(circle, "change_table", "one", {**change, "players": [*WITH_EVE[:3], eve]})
    assert circle.session_view("one").document()["names"]["eve"] == "Eve"
