"""Groups over years: members, names, standings, one settlement for several evenings, statements."""

from __future__ import annotations

import pytest

from tests.audit.evening import findings_in
from tests.book.money import fresh, pay, seq, written
from tests.book.rounds import PLAYERS, STAKE, new_book, places, refused, scoops, session, stored

FIFTY = {"amount": "50", "currency": "TWD"}
CIRCLE = {
    "id": "circle",
    "name": "星期五",
    "members": [{"id": "amy", "name": "阿明."}, {"id": "bob", "name": "=1+1"}, "cat", "dan"],
}


@pytest.fixture
def circle(book):
    """A book with a group, and two sessions of it for different stakes."""
    book.make_group(CIRCLE)
    people = [{"id": "amy", "name": "阿明."}, "bob", "cat", "dan"]
    book.open_session(session(id="one", group="circle", title="一", players=people))
    book.open_session(session(id="two", group="circle", stake=FIFTY, players=PLAYERS[:3]))
    book.open_session(session(id="three", group="circle", stake=None))
    book.open_session(session(id="elsewhere"))
    book.record("one", scoops("amy>dan", "bob>dan", game=1))
    book.record("one", scoops("amy>dan", game=2, played_at="2026-01-01T01:00:00+08:00"))
    book.record("two", scoops("bob>amy", "bob>cat", players=PLAYERS[:3], game=1))
    book.record("three", scoops("dan>amy", game=1))
    return book


def names(book, group="circle"):
    return {each["id"]: each["name"] for each in book.group(group).document()["members"]}


def test_a_group_has_members_and_sessions(circle):
    document = circle.group("circle").document()
    assert document["name"] == "星期五"
    assert names(circle) == {"amy": "阿明.", "bob": "=1+1", "cat": None, "dan": None}
    assert document["sessions"] == ["one", "two", "three"]
    assert circle.groups().document() == {
        "groups": [{"id": "circle", "name": "星期五"}], "next": None
    }  # fmt: skip


def test_groups_come_page_by_page(book):
    for number in range(5):
        book.make_group({"id": f"g{number}", "name": "us"})
    first = book.groups(limit=2).document()
    rest = book.groups(after=first["next"], limit=3).document()
    assert [each["id"] for each in first["groups"]] == ["g0", "g1"]
    assert [each["id"] for each in rest["groups"]] == ["g2", "g3", "g4"]
    assert rest["next"] is None


def test_the_same_call_makes_one_group(book):
    without = {"name": "us", "members": ["amy"]}
    made = book.make_group(without, key="once")
    assert book.make_group(without, key="once") == made
    assert book.make_group(CIRCLE).document()["id"] == "circle"
    assert book.make_group(CIRCLE).status == 201
    assert len(book.groups().document()["groups"]) == 2
    refusal = refused(book, book.make_group, {**without, "members": []}, key="once")
    assert places(refusal) == ["/key key_reused"]
    refusal = refused(book, book.make_group, {"id": "circle", "name": "us"})
    assert (refusal.status, places(refusal)) == (409, ["/id group_exists"])


def test_members_join_and_are_called_otherwise(circle):
    assert circle.add_member("circle", {"id": "eve"}).document() == {"id": "eve", "name": None}
    twice = [circle.add_member("circle", {"name": "阿明."}, key="once") for _ in range(2)]
    assert twice[0] == twice[1]
    circle.name_member("circle", "bob", {"name": 'A,"B"'})
    circle.name_group("circle", {"name": "us"})
    assert names(circle)["bob"] == 'A,"B"'
    # Two of one name are two: ids tell them apart.
    assert list(names(circle).values()).count("阿明.") == 2
    refusal = refused(circle, circle.add_member, "circle", {"id": "bob", "name": "Bob"})
    assert (refusal.status, places(refusal)) == (409, ["/id member_exists"])


def test_a_name_is_erased_in_the_sessions_too_and_every_proof_holds(circle, tmp_path):
    before = [(row["session"], row["seq"], row["hash"]) for row in stored(circle)["entry"]]
    circle.erase_member("circle", "amy")
    assert names(circle)["amy"] is None
    assert circle.session_view("one").document()["names"] == {}
    entries = stored(circle)["entry"]
    assert set(before) < {(row["session"], row["seq"], row["hash"]) for row in entries}
    [renamed] = [row for row in entries if row["kind"] == "renamed"]
    assert '"body":{"erased":true,"player":"amy"}' in renamed["line"]
    assert not any("阿明" in str(row) for rows in stored(circle).values() for row in rows)
    assert findings_in(tmp_path / "book.db") == []


def test_a_player_of_a_session_is_called_otherwise(circle):
    document = {"player": "dan", "name": "阿明."}
    answer = circle.name_player("one", document, key="once")
    assert circle.name_player("one", document, key="once") == answer
    assert circle.session_view("one").document()["names"] == {"amy": "阿明.", "dan": "阿明."}
    circle.name_player("one", {"player": "dan", "erase": True})
    assert circle.session_view("one").document()["names"] == {"amy": "阿明."}


def test_standings_are_money_by_currency_and_points_where_nothing_is_staked(circle):
    document = circle.standings("circle").document()
    # amy 200 - 50, bob 100 + 100, cat 0 - 50, dan -300.
    [money] = document["money"]
    assert money["currency"] == "TWD"
    assert [(s["player"], s["sessions"], s["amount"]) for s in money["standings"]] == [
        ("bob", 2, "200"), ("amy", 2, "150"), ("cat", 2, "-50"), ("dan", 1, "-300"),
    ]  # fmt: skip
    [points] = document["points"]
    assert points["ruleset"] == "tw-scoop-only"
    assert [(s["player"], s["net"]) for s in points["standings"]] == [
        ("dan", 1), ("bob", 0), ("cat", 0), ("amy", -1),
    ]  # fmt: skip


TOGETHER = [
    # Together amy 150, bob 200, cat -50, dan -300; bob's is the largest claim, dan's the debt.
    (None, "fewest", "cat>amy 50, dan>amy 100, dan>bob 200"),
    (["one", "two"], "fewest", "cat>amy 50, dan>amy 100, dan>bob 200"),
    (["two"], "fewest", "amy>bob 50, cat>bob 50"),
    (["one", "two"], "via:bob", "bob>amy 150, cat>bob 50, dan>bob 300"),
    # amy and bob: 50 from amy; bob and cat: 50 from cat; dan 200 to amy and 100 to bob.
    (["one", "two"], "pairs", "amy>bob 50, cat>bob 50, dan>amy 200, dan>bob 100"),
    (["three"], "fewest", ""),
]


@pytest.mark.parametrize(("sessions", "mode", "transfers"), TOGETHER)
def test_several_sessions_are_settled_at_once(circle, sessions, mode, transfers):
    document = circle.group_settlement("circle", sessions, mode=mode).document()
    assert written(document["transfers"]) == transfers
    assert circle.group_settlement("circle", sessions, mode=mode).document() == document


def test_what_one_session_has_settled_is_not_settled_again(circle):
    circle.settle("one", {})
    document = circle.group_settlement("circle").document()
    assert written(document["transfers"]) == "amy>bob 50, cat>bob 50"
    assert document["outstanding"] == [
        {"session": "one", "from": "dan", "to": "amy", "amount": "200"},
        {"session": "one", "from": "dan", "to": "bob", "amount": "100"},
    ]


def test_a_statement_tells_a_year_of_a_member(circle):
    circle.settle("one", {})
    pay(circle, "dan>bob 40", "one")
    pay(circle, "dan>amy 200", "one")
    taken_back = seq(pay(circle, "dan>bob 1", "one"))
    circle.reverse("one", "payment", taken_back, {"reason": "none"})
    document = circle.statement("circle", "bob", year="2026").document()
    one, two, three = document["sessions"]
    assert document["member"] == {"id": "bob", "name": "=1+1"}
    assert (one["id"], one["title"], one["net"], one["amount"]) == ("one", "一", 1, "100")
    assert (one["received"], one["paid"], one["open"]) == ("40", "0", "60")
    assert [(p["from"], p["amount"]) for p in one["payments"]] == [("dan", "40")]
    assert (one["games"], one["scoops_given"], one["scoops_taken"]) == (2, 1, 0)
    assert (two["net"], two["amount"], two["scoops_given"]) == (2, "100", 2)
    assert (three["net"], "amount" in three) == (0, False)
    [money] = document["money"]
    assert money == {
        "currency": "TWD", "amount": "200", "carried": "0", "received": "40", "paid": "0",
        "open": "160",
    }  # fmt: skip
    assert document["points"] == [{"ruleset": "tw-scoop-only", "net": 0}]
    assert (document["games"], document["scoops_given"], document["scoops_taken"]) == (4, 3, 0)


def test_a_game_that_is_held_is_in_no_total_and_no_count(circle):
    tie = dict.fromkeys(PLAYERS, 0)
    contest = {"by": "player:dan", "claim": {"totals": tie}, "reason": "a tie"}
    circle.dispute("one", 1, contest)
    held = {
        "game": 1,
        "dispute": "d1",
        "totals_if_kept": [
            {"player": p, "net": n} for p, n in zip(PLAYERS, (1, 1, 0, -2), strict=True)
        ],
        "totals_if_claimed": [{"player": p, "net": 0} for p in PLAYERS],
    }
    # Of "one" game 2 is left: amy 100, dan -100. Of "two" bob has 100, amy and cat -50 each.
    standings = circle.standings("circle").document()
    [money] = standings["money"]
    assert [(each["player"], each["amount"]) for each in money["standings"]] == [
        ("bob", "100"), ("amy", "50"), ("cat", "-50"), ("dan", "-100"),
    ]  # fmt: skip
    assert standings["held"] == [{"session": "one", **held}]
    document = circle.statement("circle", "dan").document()
    one, three = document["sessions"]
    assert (one["held"], three["held"]) == ([held], [])
    assert (one["net"], one["amount"]) == (-1, "-100")
    counted = ("games", "scoops_given", "scoops_taken")
    assert [one[name] for name in counted] == [1, 0, 1]
    assert [document[name] for name in counted] == [2, 1, 1]
    circle.withdraw("one", "d1", {"by": "player:dan"})
    assert circle.standings("circle").document()["held"] == []
    assert circle.statement("circle", "dan").document()["scoops_taken"] == 3


@pytest.mark.parametrize(
    ("year", "sessions"), [("2026", ["one", "two", "three"]), ("2025", []), (None, 3)]
)
def test_a_session_belongs_to_the_year_that_its_table_wrote_down(circle, year, sessions):
    told = circle.statement("circle", "amy", year=year).document()["sessions"]
    # The second game of "one" was played an hour into 2026 where the table sat.
    found = [each["id"] for each in told]
    assert found == sessions or len(found) == sessions


def test_monsters_and_naturals_are_counted(book):
    book.make_group({"id": "circle", "name": "us", "members": PLAYERS})
    book.open_session(session(id="one", group="circle"))
    hands = [
        # Beside a dragon no rank has four cards left: a straight flush, and three of a kind.
        {"player": "amy", "categories": {"front": "three_of_a_kind", "back": "straight_flush"}},
        {"player": "bob", "status": "natural", "natural": "dragon"},
        {"player": "cat"},
        {"player": "dan", "status": "foul"},
    ]
    duels = [{"players": ["amy", "cat"], "scoop": "amy"}]
    book.record("one", {"outcome": {"hands": hands, "duels": duels}, "game": 1})
    told = {p: book.statement("circle", p).document()["sessions"][0] for p in PLAYERS}
    counted = ("scoops_given", "scoops_taken", "monsters", "naturals")
    # A foul is scooped by every plain hand; cat's as well.
    assert [[told[p][name] for name in counted] for p in PLAYERS] == [
        [2, 0, 2, {}], [0, 0, 0, {"dragon": 1}], [1, 1, 0, {}], [0, 2, 0, {}],
    ]  # fmt: skip


REFUSED = [
    ("make_group", [{"members": []}], 422, "/name missing.field"),
    ("make_group", [{"name": "us", "members": ["amy", "amy"]}], 422, "/members/1 duplicate_player"),
    ("make_group", [{"name": "us", "id": "a b"}], 422, "/id out_of_range.session_id"),
    ("make_group", [{"name": "us", "members": ["fund:x"]}], 422, "/members/0 out_of_range.fund"),
    *(
        ("make_group", [{"name": blank}], 422, "/name out_of_range.invisible")
        for blank in (" ", "\u3000", "\u200b", "\u2800 ", "\u3164")
    ),
    ("name_group", ["circle", {"name": " \u00ad"}], 422, "/name out_of_range.invisible"),
    ("group", ["none"], 404, " unknown_group"),
    ("name_group", ["none", {"name": "us"}], 404, " unknown_group"),
    ("add_member", ["none", {"id": "amy"}], 404, " unknown_group"),
    ("name_member", ["circle", "zoe", {"name": "Zoe"}], 404, " unknown_member"),
    ("name_member", ["circle", "amy", {"name": ""}], 422, "/name out_of_range.player"),
    ("erase_member", ["circle", "zoe"], 404, " unknown_member"),
    ("name_player", ["one", {"player": "zoe", "name": "Zoe"}], 422,
     "/player unknown_player.session"),
    ("name_player", ["one", {"player": "amy"}], 422, "/name missing.field"),
    # What is there and is wrong is not missing besides.
    ("name_player", ["one", {"player": "amy", "name": " "}], 422, "/name out_of_range.player"),
    ("name_player", ["one", {"player": "amy", "name": 5}], 422, "/name wrong_type.text"),
    ("name_player", ["one", {"player": "amy", "name": "x", "erase": True}], 422,
     "/name unknown_field.beside_erase"),
    ("name_player", ["none", {"player": "amy", "name": "x"}], 404, " unknown_session"),
    ("standings", ["none"], 404, " unknown_group"),
    ("group_settlement", ["circle", []], 422, "/sessions missing.sessions"),
    ("group_settlement", ["circle", ["elsewhere"]], 422, "/sessions unknown_session.group"),
    ("group_settlement", ["circle", ["one", "one"]], 422, "/sessions out_of_range.repeated"),
    ("statement", ["circle", "zoe"], 404, " unknown_member"),
    ("open_session", [session(id="x", group="none")], 422, "/group unknown_group"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "asked", "status", "fault"), REFUSED)
def test_what_is_refused_stores_nothing(circle, call, asked, status, fault):
    refusal = refused(circle, getattr(circle, call), *asked)
    assert (refusal.status, places(refusal)) == (status, [fault])


def test_a_year_has_four_digits(circle):
    refusal = refused(circle, circle.statement, "circle", "amy", year="26")
    assert places(refusal) == ["/year out_of_range.year"]


def test_currencies_are_not_added_up(tmp_path):
    book = new_book(tmp_path)
    book.make_group(CIRCLE)
    for name, currency in (("one", "TWD"), ("two", "HKD")):
        book.open_session(session(id=name, group="circle", stake={**STAKE, "currency": currency}))
    book.pay("two", {"from": "amy", "to": "bob", "amount": "1"}, key=fresh())
    refusal = refused(book, book.group_settlement, "circle")
    assert (refusal.status, places(refusal)) == (409, [" several_currencies"])
    assert [each["currency"] for each in book.standings("circle").document()["money"]] == [
        "HKD", "TWD",
    ]  # fmt: skip
