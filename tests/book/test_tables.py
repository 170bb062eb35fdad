"""Tables that change: who sits there, the rules and the stake, from a game on.

Every game here is by outcome: a scoop is one point, in the simple game as with five players.
"""

from __future__ import annotations

import pytest

from settle.faults import RefusedError
from tests.book.rounds import (
    PLAYERS,
    STAKE,
    counts,
    nets,
    new_book,
    places,
    refused,
    scoops,
    session,
    stored,
)

FIVE = [*PLAYERS, "eve"]
DOUBLE = {"amount": "200", "currency": "TWD"}
FEW = {"from_game": 10, "players": PLAYERS, "ruleset": "tw-scoop-only", "reason": "eve left"}


def play(book, *games, players=PLAYERS, **fields):
    """Record games: number and who scoops whom."""
    for game, pairs in games:
        book.record("s1", scoops(*pairs.split(), players=players, game=game, **fields))


def totals(book, **at):
    return nets(book.session_view("s1", **at))


def money(book, mode="fewest"):
    document = book.settlement("s1", mode=mode).document()
    paid = [f"{each['from']}>{each['to']} {each['amount']}" for each in document["transfers"]]
    return {each["player"]: each["amount"] for each in document["totals"]}, paid


def view(book):
    return book.session_view("s1").document()


def tables(book):
    return [(table["from_game"], table["players"]) for table in view(book)["tables"]]


@pytest.fixture
def five(book):
    """A session of five with nine games played: amy scoops eve in each of them."""
    book.open_session(session(ruleset="five-player", players=FIVE))
    play(book, *((game, "amy>eve") for game in range(1, 10)), players=FIVE)
    return book


def test_five_leaving_four_after_nine_games(five):
    answer = five.change_table("s1", FEW)
    document = answer.document()
    assert (answer.status, document["from_game"], document["affected"]) == (201, 10, [])
    [table] = document["tables"]
    assert (table["players"], table["ruleset"]) == (PLAYERS, "tw-scoop-only@1")
    assert (table["stake"], table["changed"]) == (STAKE, ["players", "rules"])
    play(five, *((game, "bob>amy dan>cat") for game in range(10, 17)))
    # amy 9 - 7, bob 7, cat -7, dan 7, eve -9; at 100 a point.
    assert totals(five) == {"amy": 2, "bob": 7, "cat": -7, "dan": 7, "eve": -9}
    amounts, paid = money(five)
    assert amounts == {"amy": "200", "bob": "700", "cat": "-700", "dan": "700", "eve": "-900"}
    assert paid in (
        ["cat>bob 700", "eve>amy 200", "eve>dan 700"],
        ["cat>dan 700", "eve>amy 200", "eve>bob 700"],
    )
    assert view(five)["state"] == "complete"
    assert tables(five) == [(1, FIVE), (10, PLAYERS)]


def test_the_stake_doubles_from_game_10_and_money_is_exact_by_segments(five):
    five.change_table("s1", {**FEW, "stake": DOUBLE})
    play(five, *((game, "bob>amy") for game in range(10, 17)))
    # amy 9 x 100 - 7 x 200 = -500; bob 7 x 200; eve 9 x -100.
    amounts, paid = money(five)
    assert amounts == {"amy": "-500", "bob": "1400", "cat": "0", "dan": "0", "eve": "-900"}
    assert paid == ["amy>bob 500", "eve>bob 900"]
    assert money(five, "pairs")[1] == ["amy>bob 1400", "eve>amy 900"]


def test_thirds_of_two_stakes_are_rounded_once_together(book):
    book.open_session(session(stake={"amount": "100", "points": 3, "currency": "TWD"}))
    play(book, (1, "amy>dan"))
    change = {"from_game": 2, "stake": {"amount": "200", "points": 3, "currency": "TWD"}}
    book.change_table("s1", {**change, "reason": "higher"})
    play(book, (2, "amy>dan"))
    # 33 1/3 and 66 2/3 are 100; each rounded by itself they would be 99.99 or 100.01.
    assert money(book)[0] == {"amy": "100", "bob": "0", "cat": "0", "dan": "-100"}
    assert book.settlement("s1").document()["rounding"] == "exact"


def test_a_substitute_for_games_9_to_12_entered_late_and_corrected(book):
    book.open_session(session())
    play(book, *((game, "amy>dan") for game in range(1, 17)))
    substituted = ["eve", "bob", "cat", "dan"]
    late = {"from_game": 9, "players": substituted, "reason": "eve played for amy"}
    back = {"from_game": 13, "players": PLAYERS, "reason": "amy is back"}
    assert book.change_table("s1", late).document()["affected"] == list(range(9, 17))
    # Games 13 to 16 were scored at the table that holds for them again.
    assert book.change_table("s1", back).document()["affected"] == []
    assert view(book)["affected"] == [9, 10, 11, 12]
    # Until each is corrected it stands as it was: 16 for amy.
    assert totals(book) == {"amy": 16, "bob": 0, "cat": 0, "dan": -16, "eve": 0}
    for game in range(9, 13):
        seen = book.round("s1", game).document()["entry"]["hash"]
        wrong = scoops("amy>dan", reason="eve sat there", against=seen)
        assert places(refused(book, book.correct, "s1", game, wrong)) == [
            "/outcome/hands wrong_seats"
        ]
        right = scoops("eve>dan", players=substituted, reason="eve sat there", against=seen)
        book.correct("s1", game, right)
    assert view(book)["affected"] == []
    assert totals(book) == {"amy": 12, "bob": 0, "cat": 0, "dan": -16, "eve": 4}
    assert money(book)[1] == ["dan>amy 1200", "dan>eve 400"]
    # As it was known after game 16: opening and sixteen games.
    assert totals(book, at_seq=17) == {"amy": 16, "bob": 0, "cat": 0, "dan": -16}


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_where_a_substitute_comes_and_goes_may_be_said_in_either_order(book, order):
    book.open_session(session())
    substituted = ["eve", "bob", "cat", "dan"]
    said = [
        {"from_game": 9, "players": substituted, "reason": "eve for amy"},
        {"from_game": 13, "players": PLAYERS, "reason": "amy is back"},
    ]
    for place in order:
        book.change_table("s1", said[place])
    assert tables(book) == [(1, PLAYERS), (9, substituted), (13, PLAYERS)]


def test_a_stake_changed_earlier_reaches_through_a_later_change_of_seats(book):
    book.open_session(session())
    book.change_table("s1", {"from_game": 9, "players": PLAYERS[:3], "reason": "dan left"})
    document = book.change_table("s1", {"from_game": 5, "stake": DOUBLE, "reason": "higher"})
    made = [(t["from_game"], t["players"], t["stake"]) for t in document.document()["tables"]]
    assert made == [(5, PLAYERS, DOUBLE), (9, PLAYERS[:3], DOUBLE)]
    # And one that is changed at a later game again stops there.
    book.change_table("s1", {"from_game": 12, "stake": STAKE, "reason": "lower"})
    book.change_table("s1", {"from_game": 3, "stake": {**STAKE, "amount": "50"}, "reason": "low"})
    found = [(t["from_game"], t["stake"]["amount"]) for t in view(book)["tables"]]
    assert found == [(1, "100"), (3, "50"), (5, "200"), (9, "200"), (12, "100")]


def test_an_option_that_is_not_named_stays(book):
    options = {"home_run_multiplier": 3, "natural_points": {"dragon": 26}}
    book.open_session(session(options=options))
    book.change_table("s1", {"from_game": 2, "options": {"dragon_multiplier": 5}, "reason": "x"})
    book.change_table(
        "s1", {"from_game": 3, "options": {"natural_points": {"dragon_suited": 50}}, "reason": "x"}
    )
    _, second, third = (table["options"] for table in view(book)["tables"])
    assert (second["home_run_multiplier"], second["dragon_multiplier"]) == (3, 5)
    assert third["natural_points"] == {"dragon": 26, "dragon_suited": 50}
    # Another ruleset begins with its own defaults.
    book.change_table("s1", {"from_game": 4, "ruleset": "tw-scoop-only@1", "reason": "as usual"})
    assert view(book)["tables"][3]["options"]["home_run_multiplier"] == 2


def test_seats_are_those_of_the_game(five):
    five.change_table("s1", FEW)
    refusal = refused(five, five.record, "s1", scoops(players=FIVE, game=10))
    assert places(refusal) == ["/outcome/hands wrong_seats"]
    assert refusal.faults[0].values["seated"] == tuple(PLAYERS)
    three = scoops("amy>bob", players=PLAYERS[:3], game=10, sitting_out=["dan"])
    assert nets(five.record("s1", three)) == {"amy": 1, "bob": -1, "cat": 0}
    out = scoops(players=PLAYERS, game=11, sitting_out=["eve"])
    assert places(refused(five, five.record, "s1", out)) == [
        "/sitting_out/0 unknown_player.session"
    ]


def test_a_batch_is_read_game_by_game(five):
    five.change_table("s1", FEW)
    seen = five.round("s1", 9).document()["entry"]["hash"]
    five.void("s1", 9, {"reason": "x", "against": seen})
    rounds = [scoops("amy>dan", game=10), scoops("amy>eve", players=FIVE, game=11)]
    answers = five.record_batch("s1", {"rounds": rounds}).document()["answers"]
    assert [each["status"] for each in answers] == [201, 422]


def test_a_game_without_number_is_the_next_one_at_its_table(five):
    five.change_table("s1", FEW)
    assert five.record("s1", scoops("amy>dan"), key="k10").document()["game"] == 10


def test_a_round_says_what_it_is_played_by_as_its_table_has_it(five):
    five.change_table("s1", {**FEW, "stake": DOUBLE})
    same = {"ruleset": "tw-scoop-only", "stake": DOUBLE}
    assert five.record("s1", scoops("amy>dan", game=10, **same)).status == 201
    other = refused(five, five.record, "s1", scoops(game=11, ruleset="five-player", stake=STAKE))
    assert (other.status, places(other)) == (
        409, ["/ruleset agreement_differs.ruleset", "/stake agreement_differs.stake"],
    )  # fmt: skip


def test_bankers_go_round_by_the_table_of_the_game(book):
    order = {"banker_order": "rotate", "ruleset": "hk-banker"}
    book.open_session(session(**order))
    found = []
    for game in range(1, 11):
        if game == 4:  # Another stake keeps everybody's turn.
            book.change_table("s1", {"from_game": 4, "stake": DOUBLE, "reason": "higher"})
        if game == 7:  # Others at the table: it begins with the first seat.
            book.change_table("s1", {"from_game": 7, "players": ["cat", "bob"], "reason": "x"})
        following = view(book)["next"]
        assert following["game"] == game
        found.append(following["banker"])
        players = PLAYERS if game < 7 else ["cat", "bob"]
        ties = [
            {"players": [following["banker"], each], "front": None, "middle": None, "back": None}
            for each in players if each != following["banker"]
        ]  # fmt: skip
        hands = [{"player": player} for player in players]
        round_ = {"outcome": {"hands": hands, "duels": ties}, "banker": following["banker"]}
        book.record("s1", {**round_, "game": game})
    assert found == ["amy", "bob", "cat", "dan", "amy", "bob", "cat", "bob", "cat", "bob"]


def test_a_standing_result_is_shown_by_the_table_that_it_was_scored_at(five):
    before = five.round("s1", 9, language="en")
    five.change_table("s1", {**FEW, "from_game": 9})
    assert five.round("s1", 9, language="en") == before
    assert view(five)["affected"] == [9]


def test_a_call_under_its_key_is_known_again_after_the_table_changed(five):
    sent = scoops("amy>eve", players=FIVE)
    first = five.record("s1", sent, key="k10")
    assert first.document()["game"] == 10
    seen = first.document()["entry"]["hash"]
    right = scoops("bob>eve", players=FIVE, reason="bob", against=seen)
    corrected = five.correct("s1", 10, right, key="c10")
    five.change_table("s1", FEW, key="t10")
    before = counts(five)
    assert five.record("s1", sent, key="k10") == first
    assert five.correct("s1", 10, right, key="c10") == corrected
    batch = {"rounds": [{**sent, "game": 10, "key": "k10"}]}
    # The key is of another call: this one names its game.
    [again] = five.record_batch("s1", batch).document()["answers"]
    assert (again["status"], again["body"]["errors"][0]["code"]) == (422, "key_reused")
    assert five.change_table("s1", FEW, key="t10").status == 201
    assert counts(five) == before


def test_names_go_beside_the_entry_and_into_no_hash(book):
    book.open_session(session())
    people = [*PLAYERS[:3], {"id": "eve", "name": "阿明."}]
    change = {"from_game": 2, "players": people, "reason": "eve came"}
    book.change_table("s1", change, key="k")
    assert view(book)["names"] == {"eve": "阿明."}
    assert "阿明" not in str(list(book.ledger_lines("s1")))
    assert totals(book) == {**dict.fromkeys(PLAYERS, 0), "eve": 0}


def test_after_the_close_a_change_is_taken_for_the_games_it_concerns(book):
    book.open_session(session())
    play(book, (1, "amy>dan"), (2, "amy>dan"))
    book.close("s1")
    change = {"players": ["eve", "bob", "cat", "dan"], "reason": "eve it was"}
    assert book.change_table("s1", {**change, "from_game": 2}).document()["affected"] == [2]
    refusal = refused(book, book.change_table, "s1", {**change, "from_game": 3})
    assert (refusal.status, places(refusal)) == (409, [" session_closed"])


def test_the_ruleset_of_a_change_is_kept_in_the_book(five, tmp_path):
    five.change_table("s1", FEW)
    assert len(stored(five)["ruleset"]) == 2
    five.store.close()
    again = new_book(tmp_path)
    play(again, (10, "bob>amy"))
    assert totals(again)["bob"] == 1


def meanwhile(book, monkeypatch, change):
    """Have the table change once, behind the back of whoever has just looked at it."""
    left = [change]

    def looking(looked):
        def look(name):
            found = looked(name)
            if left:
                book.change_table(name, left.pop())
            return found

        return look

    for name in ("tables", "last_tables"):
        monkeypatch.setattr(book, name, looking(getattr(book, name)))


@pytest.mark.parametrize("stale", ["record", "batch", "correct", "dispute", "confirm", "table"])
def test_what_was_read_at_a_table_that_changed_meanwhile_is_read_again(book, monkeypatch, stale):
    book.open_session(session())
    play(book, (1, "amy>dan"))
    seen = book.round("s1", 1).document()["entry"]["hash"]
    meanwhile(book, monkeypatch, {"from_game": 1, "players": PLAYERS[::-1], "reason": "seats"})
    calls = {
        "record": lambda: book.record("s1", scoops(game=2)),
        "correct": lambda: book.correct("s1", 1, scoops(reason="x", against=seen)),
        "dispute": lambda: book.dispute(
            "s1", 1, {"by": "player:amy", "claim": {"round": scoops()}, "reason": "x"}
        ),
    }
    if stale in calls:
        with pytest.raises(RefusedError) as caught:
            calls[stale]()
        assert {fault.code for fault in caught.value.faults} == {"wrong_seats"}
    elif stale == "batch":
        sent = {"rounds": [scoops(game=2)]}
        [answer] = book.record_batch("s1", sent).document()["answers"]
        assert answer["body"]["errors"][0]["code"] == "wrong_seats"
    elif stale == "confirm":
        assert book.confirm("s1", {"of": 1, "player": "amy"}).status == 201
    else:
        change = {"from_game": 2, "stake": DOUBLE, "reason": "higher"}
        [made] = book.change_table("s1", change).document()["tables"]
        assert (made["players"], made["stake"]) == (PLAYERS[::-1], DOUBLE)
    kinds = [entry["kind"] for entry in book.ledger("s1").document()["entries"]][2:]
    told = {"confirm": ["confirmed"], "table": ["table_changed"]}.get(stale, [])
    assert kinds == ["table_changed", *told]


@pytest.mark.parametrize("key", [None, "k"])
def test_a_table_that_another_process_changed_is_seen_by_the_next_call(book, tmp_path, key):
    book.open_session(session())
    play(book, (1, "amy>dan"))
    other = new_book(tmp_path)
    other.change_table("s1", {"from_game": 2, "players": PLAYERS[::-1], "reason": "seats"})
    with pytest.raises(RefusedError) as caught:
        book.record("s1", scoops(game=2), key=key)
    assert {fault.code for fault in caught.value.faults} == {"wrong_seats"}
    other.change_table("s1", {"from_game": 3, "players": PLAYERS, "reason": "back"})
    assert book.record("s1", scoops(game=3), key=key).status == 201
    other.change_table("s1", {"from_game": 4, "players": PLAYERS[::-1], "reason": "again"})
    sent = scoops(players=PLAYERS[::-1], game=4)
    assert book.record("s1", sent, key=key and "k2").status == 201


def test_a_game_without_number_that_others_overtake_is_read_at_the_table_of_its_own(
    five, monkeypatch
):
    # Two devices send the last game of five at once; the second one is game 11, with four.
    five.change_table("s1", {**FEW, "from_game": 11})
    sent, looked, others = scoops("amy>eve", players=FIVE), five._next_game, [10]

    def look(tables):
        found = looked(tables)
        if others:
            five.record("s1", {**sent, "game": others.pop()})
        return found

    monkeypatch.setattr(five, "_next_game", look)
    with pytest.raises(RefusedError) as caught:
        five.record("s1", sent, key="second")
    assert "wrong_seats" in {fault.code for fault in caught.value.faults}
    assert view(five)["next"] == {"game": 11}


CHANGE = {"from_game": 2, "reason": "x"}
FAULTS = [
    ("no object", [], [" wrong_type.object"]),
    ("nothing", {}, [" missing.change", "/from_game missing.field", "/reason missing.field"]),
    ("no change", CHANGE, [" missing.change"]),
    ("no reason", {"from_game": 2, "stake": STAKE}, ["/reason missing.field"]),
    ("a game too far", {**CHANGE, "from_game": 17, "stake": STAKE},
     ["/from_game out_of_range.integer"]),
    ("game 0", {**CHANGE, "from_game": 0, "stake": STAKE}, ["/from_game out_of_range.integer"]),
    ("one player", {**CHANGE, "players": ["amy"]}, ["/players wrong_player_count.session"]),
    ("nobody", {**CHANGE, "players": []}, ["/players wrong_player_count.session"]),
    ("five of them", {**CHANGE, "players": FIVE}, ["/players wrong_player_count.session"]),
    ("four for five", {**CHANGE, "ruleset": "five-player"},
     ["/ruleset wrong_player_count.session"]),
    ("one twice", {**CHANGE, "players": ["amy", " amy"]}, ["/players/1 duplicate_player"]),
    ("no ruleset", {**CHANGE, "ruleset": "nothing"}, ["/ruleset unknown_ruleset"]),
    ("no option", {**CHANGE, "options": {"bets": 1}}, ["/options/bets unknown_option"]),
    ("a bad option", {**CHANGE, "options": {"home_run_multiplier": "x"}},
     ["/options/home_run_multiplier bad_option.range"]),
    ("another currency", {**CHANGE, "stake": {"amount": "5", "currency": "USD"}},
     ["/stake/currency bad_stake.other_currency"]),
    ("no amount", {**CHANGE, "stake": {"currency": "TWD"}}, ["/stake/amount missing.field"]),
    ("no stake", {**CHANGE, "stake": None}, ["/stake wrong_type.object"]),
    ("all at once", {"from_game": "2", "players": "amy", "note": 1, "reason": ""},
     ["/from_game wrong_type.integer", "/players wrong_type.list", "/reason out_of_range.text",
      "/note unknown_field"]),
]  # fmt: skip


@pytest.mark.parametrize(("document", "faults"), [row[1:] for row in FAULTS],
                         ids=[row[0] for row in FAULTS])  # fmt: skip
def test_a_faulty_change_is_refused_with_every_fault(opened, document, faults):
    refusal = refused(opened, opened.change_table, "s1", document)
    assert (refusal.status, places(refusal)) == (422, faults)


def test_a_change_that_would_break_a_later_table_names_its_game(five):
    five.change_table("s1", FEW)
    # From 12 on it is five-player again, whose five would be four.
    five.change_table("s1", {"from_game": 12, "ruleset": "five-player", "players": FIVE,
                             "reason": "eve is back"})  # fmt: skip
    refusal = refused(five, five.change_table, "s1",
                      {"from_game": 11, "ruleset": "five-player", "players": FIVE[:4],
                       "reason": "x"})  # fmt: skip
    assert places(refusal) == ["/players wrong_player_count.session"]
    five.change_table("s1", {"from_game": 14, "ruleset": "tw-scoop-only", "players": PLAYERS,
                             "reason": "eve left"})  # fmt: skip
    five.change_table("s1", {"from_game": 15, "players": PLAYERS[:2], "reason": "two"})
    refusal = refused(
        five,
        five.change_table,
        "s1",
        {"from_game": 14, "ruleset": "five-player", "players": FIVE, "reason": "x"},
    )
    assert places(refusal) == ["/players wrong_player_count.later"]
    assert refusal.faults[0].values["game"] == 15
