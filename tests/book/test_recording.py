"""Recording games: what is stored, what is answered again, what is refused."""

from __future__ import annotations

import pytest

from settle.canonical import canonical_bytes
from settle.scoring import score_document
from tests.book.rounds import (
    PLAYERS,
    RULEBOOK,
    STAKE,
    counts,
    evening,
    nets,
    new_book,
    places,
    played,
    refused,
    scoops,
    session,
)

AMY_1 = scoops("amy>dan", game=1)


def entry(book, seq, session_id="s1"):
    with book.store.reading() as r:
        return r.entry(session_id, seq)


def test_a_game_is_answered_with_its_result_and_its_entry(opened):
    answer = opened.record("s1", scoops("amy>dan", "amy>cat", ref="r1", game=3), by="player:amy")
    assert answer.status == 201
    document = answer.document()
    whole = scoops("amy>dan", "amy>cat", ref="r1", ruleset="tw-scoop-only", stake=STAKE)
    assert document == {
        "game": 3,
        "result": score_document(whole, RULEBOOK),
        "entry": {"seq": 2, "hash": entry(opened, 2).hash},
    }
    assert nets(answer) == played(2, 0, -1, -1)
    assert answer.body == canonical_bytes(document)


def test_an_entry_holds_the_round_as_sent_and_what_it_comes_to(opened):
    played_at = "2026-11-30T22:01:00+08:00"
    sent = scoops("amy>dan", players=[" amy", "bob", "cat", "dan"], ref="r1", played_at=played_at)
    answer = opened.record("s1", {**sent, "ruleset": "tw-scoop-only", "stake": STAKE}, key="k1")
    made = entry(opened, 2)
    assert (made.kind, made.game, made.by, made.prev_hash) == (
        "game_recorded", 1, "host", entry(opened, 1).hash,
    )  # fmt: skip
    assert sorted(made.body) == [
        "basis", "lines", "notices", "played_at", "request", "round", "totals",
    ]  # fmt: skip
    assert made.body["round"] == sent
    assert made.body["played_at"] == answer.document()["result"]["played_at"] == played_at
    assert made.body["request"]["key"] == "k1"
    assert made.body["totals"][0] == {"player": "amy", "won": 1, "lost": 0, "net": 1}


def test_the_next_game_is_the_one_after_the_highest(opened):
    opened.record("s1", scoops("amy>dan", game=5))
    answer = opened.record("s1", scoops("amy>dan"), key="k1")
    assert answer.document()["game"] == 6
    view = opened.session_view("s1").document()
    assert (view["missing"], view["next"], view["played"]) == ([1, 2, 3, 4], {"game": 7}, 2)
    opened.record("s1", scoops("bob>dan", game=2))
    assert opened.session_view("s1").document()["missing"] == [1, 3, 4]


# --- the same call again ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("document", "key"), [(AMY_1, None), (AMY_1, "k1"), (scoops("amy>dan"), "k1")]
)
def test_the_same_call_is_answered_with_the_same_bytes(opened, document, key):
    first = opened.record("s1", document, key=key)
    opened.record("s1", scoops("bob>cat", game=7))
    before = counts(opened)
    assert opened.record("s1", document, key=key) == first
    later = new_book(opened.store._path.parent)
    assert later.record("s1", dict(reversed(document.items())), key=key) == first
    assert counts(opened) == before


def test_a_call_is_answered_again_after_the_session_was_closed(opened):
    first = opened.record("s1", AMY_1)
    keyed = opened.record("s1", scoops("bob>dan"), key="k1")
    opened.close("s1")
    assert opened.record("s1", AMY_1) == first
    assert opened.record("s1", scoops("bob>dan"), key="k1") == keyed


def test_a_keyed_call_is_answered_as_it_was_after_a_correction(opened):
    first = opened.record("s1", AMY_1, key="k1")
    against = first.document()["entry"]["hash"]
    opened.correct("s1", 1, scoops("bob>dan", reason="misread", against=against))
    assert opened.record("s1", AMY_1, key="k1") == first


def test_keys_are_the_sessions_own(opened):
    opened.open_session(session(id="s2"))
    first = opened.record("s1", AMY_1, key="k1")
    second = opened.record("s2", scoops("bob>dan", game=1), key="k1")
    assert nets(first) != nets(second)


@pytest.mark.parametrize("again", [
    {"document": scoops("amy>dan", game=1, ref="other"), "key": None},
    {"document": AMY_1, "key": "k2"},
    {"document": scoops("bob>dan", game=1), "key": "k2"},
])  # fmt: skip
@pytest.mark.parametrize("key", [None, "k1"])
def test_a_game_that_is_recorded_already_conflicts_with_what_stands(opened, again, key):
    first = opened.record("s1", AMY_1, key=key)
    refusal = refused(opened, opened.record, "s1", **again)
    assert (refusal.status, places(refusal)) == (409, ["/game game_recorded"])
    standing = {**first.document()["entry"], "kind": "game_recorded"}
    assert refusal.members == {"standing": standing}


def test_the_same_round_after_a_correction_conflicts_with_the_correction(opened):
    first = opened.record("s1", AMY_1)
    against = first.document()["entry"]["hash"]
    corrected = opened.correct("s1", 1, scoops("bob>dan", reason="misread", against=against))
    refusal = refused(opened, opened.record, "s1", AMY_1)
    standing = {**corrected.document()["entry"], "kind": "game_corrected"}
    assert refusal.members == {"standing": standing}


@pytest.mark.parametrize("other", [
    scoops("bob>dan", game=1), scoops("amy>dan", game=2), scoops("amy>dan"), {"hands": []}, [],
])  # fmt: skip
def test_a_key_of_another_call_is_refused_even_with_a_faulty_document(opened, other):
    opened.record("s1", AMY_1, key="k1")
    refusal = refused(opened, opened.record, "s1", other, key="k1")
    assert (refusal.status, places(refusal)) == (422, ["/key key_reused"])


def test_a_key_is_used_up_by_whatever_call_it_came_with(opened):
    hashed = opened.record("s1", AMY_1, key="k1").document()["entry"]["hash"]
    striking = {"reason": "misdeal", "against": hashed}
    for call in (
        lambda: opened.void("s1", 1, striking, key="k1"),
        lambda: opened.correct("s1", 1, {**scoops("bob>dan"), **striking}, key="k1"),
        lambda: opened.close("s1", key="k1"),
    ):
        assert places(refused(opened, call)) == ["/key key_reused"]


def test_a_call_that_was_refused_does_not_use_up_its_key(opened):
    refused(opened, opened.record, "s1", scoops("amy>zoe", game=1), key="k1")
    assert opened.record("s1", AMY_1, key="k1").status == 201


# --- what is the session's ----------------------------------------------------------------------


@pytest.mark.parametrize("whole", [
    {"ruleset": "tw-scoop-only"},
    {"ruleset": "tw-scoop-only@1", "options": {}},
    {"options": {"home_run_multiplier": 2, "gadu_units": {"back.straight_flush": 1}}},
    {"stake": {"amount": "100.00", "currency": "TWD", "points": 1, "mode": "points"}},
    {"ruleset": "tw-scoop-only", "options": {"tied_row_scoops": False}, "stake": STAKE},
])  # fmt: skip
def test_a_whole_document_is_taken_where_it_says_the_same(opened, whole):
    plain = opened.record("s1", AMY_1)
    assert opened.record("s1", {**AMY_1, **whole}) == plain


@pytest.mark.parametrize(
    ("whole", "differences"),
    [
        ({"ruleset": "tw-points"}, ["/ruleset agreement_differs.ruleset"]),
        ({"ruleset": "tw-scoop-only@2"}, ["/ruleset agreement_differs.ruleset"]),
        (
            {"options": {"home_run_multiplier": 3, "tied_row_scoops": True}},
            [
                "/options/home_run_multiplier agreement_differs.option",
                "/options/tied_row_scoops agreement_differs.option",
            ],
        ),
        ({"stake": {"amount": "50", "currency": "TWD"}}, ["/stake agreement_differs.stake"]),
        ({"stake": {**STAKE, "step": "1"}}, ["/stake agreement_differs.stake"]),
        (
            {"ruleset": "tw-points", "stake": {"amount": "100", "currency": "HKD"}},
            ["/ruleset agreement_differs.ruleset", "/stake agreement_differs.stake"],
        ),
    ],
)
def test_a_whole_document_that_says_something_else_conflicts(opened, whole, differences):
    refusal = refused(opened, opened.record, "s1", {**AMY_1, **whole})
    assert (refusal.status, places(refusal)) == (409, differences)


def test_a_stake_where_the_session_has_none_conflicts(book):
    book.open_session(session(stake=None))
    refusal = refused(book, book.record, "s1", {**AMY_1, "stake": STAKE})
    assert places(refusal) == ["/stake agreement_differs.no_stake"]


def test_what_is_expected_is_looked_at(opened):
    right = {"expect": {"totals": {"amy": 1, "dan": -1}}}
    assert opened.record("s1", {**AMY_1, **right}).status == 201
    assert opened.record("s1", {**AMY_1, **right}).status == 201
    wrong = {"expect": {"totals": {"amy": 2, "dan": -1}}, "game": 2}
    refusal = refused(opened, opened.record, "s1", {**AMY_1, **wrong})
    assert places(refusal) == ["/expect/totals/amy expectation_failed.totals"]


# --- who sits where -----------------------------------------------------------------------------


def test_somebody_sits_out(opened):
    three = scoops("amy>cat", players=["amy", "bob", "cat"], sitting_out=[" dan"], game=1)
    answer = opened.record("s1", three)
    assert nets(answer) == {"amy": 1, "bob": 0, "cat": -1}
    assert opened.session_view("s1").document()["totals"][3] == {"player": "dan", "net": 0}
    assert opened.record("s1", three) == answer


SEATS = [
    ("in another order", scoops(players=["bob", "amy", "cat", "dan"], game=1),
     ["/outcome/hands wrong_seats"]),
    ("one too few", scoops(players=PLAYERS[:3], game=1), ["/outcome/hands wrong_seats"]),
    ("another order, and nothing of who won",
     {"game": 1, "outcome": {"hands": [{"player": each} for each in PLAYERS[::-1]], "duels": []}},
     ["/outcome/hands wrong_seats"]),
    ("one too many", scoops(players=[*PLAYERS, "eve"], game=1), ["/outcome/hands wrong_seats"]),
    ("somebody else", scoops(players=["amy", "bob", "cat", "eve"], game=1),
     ["/outcome/hands wrong_seats"]),
    ("one who sits out plays", scoops(sitting_out=["dan"], game=1), ["/outcome/hands wrong_seats"]),
    ("another sits out", scoops(players=PLAYERS[:3], sitting_out=["cat"], game=1),
     ["/outcome/hands wrong_seats"]),
    ("too many sit out", scoops(players=["amy"], sitting_out=["bob", "cat", "dan"], game=1),
     ["/sitting_out wrong_seats.too_few"]),
    ("a stranger sits out", scoops(sitting_out=["zoe"], game=1),
     ["/sitting_out/0 unknown_player.session"]),
    ("somebody sits out twice", scoops(players=PLAYERS[:3], sitting_out=["dan", " dan"], game=1),
     ["/sitting_out/1 duplicate_player"]),
    ("sitting out is no list", scoops(sitting_out="dan", game=1), ["/sitting_out wrong_type.list"]),
    ("hands of others", {"hands": [{"player": "zoe"}], "game": 1},
     ["/hands wrong_seats", "/hands/0 missing.cards"]),
]  # fmt: skip


@pytest.mark.parametrize(("document", "faults"), [row[1:] for row in SEATS],
                         ids=[row[0] for row in SEATS])  # fmt: skip
def test_hands_are_those_of_the_seated_players_in_seat_order(opened, document, faults):
    refusal = refused(opened, opened.record, "s1", document)
    assert (refusal.status, places(refusal)) == (422, faults)


# --- other refusals -----------------------------------------------------------------------------

FAULTS = [
    ("no object", [1], [" wrong_type.object"]),
    ("neither game nor key", scoops("amy>dan"), ["/game missing.game_or_key"]),
    ("neither game nor key nor the seated", scoops(players=["amy", "bob"]),
     ["/game missing.game_or_key", "/outcome/hands wrong_seats"]),
    ("beyond the games agreed on", scoops("amy>dan", game=17), ["/game out_of_range.integer"]),
    ("game nothing", scoops("amy>dan", game=0), ["/game out_of_range.integer"]),
    ("game as a text", scoops("amy>dan", game="1"), ["/game wrong_type.integer"]),
    ("game true", scoops("amy>dan", game=True), ["/game wrong_type.integer"]),
    ("an outcome that cannot be", scoops("amy>dan", "dan>amy", game=1),
     ["/outcome/duels/1 outcome_contradictory.twice"]),
    ("a correction's field", scoops("amy>dan", game=1, reason="x"), ["/reason unknown_field"]),
    ("a key inside", scoops("amy>dan", game=1, key="k1"), ["/key unknown_field"]),
    ("a ruleset that is a number", scoops("amy>dan", game=1, ruleset=1),
     ["/ruleset wrong_type.text"]),
    ("faulty options", scoops("amy>dan", game=1, options={"x": 1}), ["/options/x unknown_option"]),
    ("options as a list", scoops("amy>dan", game=1, options=[]), ["/options wrong_type.object"]),
    ("a faulty stake", scoops("amy>dan", game=1, stake={"amount": "1"}),
     ["/stake/currency missing.field"]),
    ("a stake that is a text", scoops("amy>dan", game=1, stake="100"),
     ["/stake wrong_type.object"]),
    ("everything at once",
     {"game": 99, "stake": {"amount": "0", "currency": "TWD"}, "played_at": "now",
      "outcome": {"hands": [{"player": "amy"}, {"player": "bob"}], "duels": []}},
     ["/game out_of_range.integer", "/stake/amount bad_stake.amount", "/outcome/hands wrong_seats",
      "/played_at out_of_range.moment"]),
]  # fmt: skip


@pytest.mark.parametrize(("document", "faults"), [row[1:] for row in FAULTS],
                         ids=[row[0] for row in FAULTS])  # fmt: skip
def test_a_faulty_round_is_refused_with_every_fault_and_stores_nothing(opened, document, faults):
    refusal = refused(opened, opened.record, "s1", document)
    assert (refusal.status, places(refusal)) == (422, faults)


def test_after_the_last_game_the_missing_ones_are_told(book):
    book.open_session(session(games=4))
    book.record("s1", scoops("amy>dan", game=2))
    book.record("s1", scoops("amy>dan", game=4))
    refusal = refused(book, book.record, "s1", scoops("amy>dan"), key="k1")
    assert places(refusal) == ["/game out_of_range.after_last"]
    assert refusal.faults[0].values["missing"] == (1, 3)


def test_a_full_session_has_no_next_game(book):
    book.open_session(session(games=2))
    book.record("s1", AMY_1)
    book.record("s1", scoops("amy>dan", game=2))
    view = book.session_view("s1").document()
    assert (view["state"], view["next"]) == ("complete", None)
    refusal = refused(book, book.record, "s1", scoops("amy>dan"), key="k1")
    assert places(refusal) == ["/game out_of_range.all_recorded"]
    assert refusal.faults[0].values["games"] == 2


def test_a_session_is_complete_when_every_number_is_used(book):
    book.open_session(session(games=3))
    states = []
    for game in (3, 1, 2):
        book.record("s1", scoops("amy>dan", game=game))
        states.append(book.session_view("s1").document()["state"])
    assert states == ["open", "open", "complete"]


@pytest.mark.parametrize("call", [
    lambda book: book.record("s2", AMY_1),
    lambda book: book.record("s2", AMY_1, key="k1"),
    lambda book: book.record_batch("s2", {"rounds": [AMY_1]}),
    lambda book: book.correct("s2", 1, {}),
    lambda book: book.void("s2", 1, {}),
    lambda book: book.close("s2"),
    lambda book: book.session_view("s2"),
    lambda book: book.rounds("s2"),
    lambda book: book.round("s2", 1),
    lambda book: book.settlement("s2"),
    lambda book: book.ledger("s2"),
    lambda book: list(book.ledger_lines("s2")),
    lambda book: book.session_view("\ud800"),
])  # fmt: skip
def test_a_session_that_is_not_there_is_not_found(opened, call):
    refusal = refused(opened, call, opened)
    assert (refusal.status, places(refusal)) == (404, [" unknown_session"])


# --- whole evenings -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["simple-evening", "outcome-evening", "hk-banker-evening"])
def test_an_evening_comes_out_as_computed_by_hand(book, name):
    rounds, expected = evening(name)
    first = rounds[0]
    hands = first.get("hands") or first["outcome"]["hands"]
    agreed = {key: first[key] for key in ("ruleset", "options", "stake") if key in first}
    players = [hand["player"] for hand in hands]
    book.open_session({"id": "s1", "players": players, **agreed})
    for game, (round_, right) in enumerate(zip(rounds, expected["games"], strict=True), 1):
        assert nets(book.record("s1", {**round_, "game": game})) == right
    settled = book.settlement("s1").document()
    assert {total["player"]: total["net"] for total in settled["totals"]} == expected["totals"]
    assert {t["player"]: t["amount"] for t in settled["totals"]} == expected["money"]
    assert [[t["from"], t["to"], t["amount"]] for t in settled["transfers"]] == (
        expected["transfers"]
    )
    assert settled["currency"] == expected["currency"]


def test_a_game_beyond_what_a_session_keeps_is_refused(opened, monkeypatch):
    monkeypatch.setattr("settle.book.rows.MOST_STANDING", 2)
    for key in ("one", "two"):
        opened.record("s1", scoops("amy>dan"), key=key)
    refusal = refused(opened, opened.record, "s1", scoops("amy>dan"), key="more")
    assert (refusal.status, places(refusal)) == (422, [" out_of_range.standing"])
    opened.record("s1", scoops("dan>amy"), key="less")
    standing = opened.round("s1", 3).document()["entry"]["hash"]
    correction = {**scoops("amy>dan"), "against": standing, "reason": "wrong"}
    assert places(refused(opened, opened.correct, "s1", 3, correction)) == [
        " out_of_range.standing"
    ]
