"""Opening a session: what is pinned, what is answered, what is refused."""

from __future__ import annotations

import pytest

from settle.canonical import read_json
from settle.entries import GENESIS
from settle.faults import RefusedError
from settle.rulebook import Rulebook
from tests.book.rounds import PLAYERS, counts, new_book, places, played, refused, scoops, session
from tests.book.rounds import stored as everything


def opening(book, session_id="s1"):
    with book.store.reading() as r:
        return r.entry(session_id, 1)


def test_an_opening_is_answered_with_the_session_as_it_stands(book):
    answer = book.open_session(session(title="Monday", banker_order="rotate"))
    assert answer.status == 201
    first = opening(book)
    document = answer.document()
    agreed = {name: document[name] for name in ("title", "players", "ruleset", "banker_order")}
    assert agreed == {
        "title": "Monday", "players": PLAYERS, "ruleset": "tw-scoop-only@1",
        "banker_order": "rotate",
    }  # fmt: skip
    assert document["id"] == "s1"
    assert (document["state"], document["games"], document["played"]) == ("open", 16, 0)
    assert document["totals"] == [{"player": player, "net": 0} for player in PLAYERS]
    assert (document["missing"], document["next"]) == ([], {"game": 1})
    assert document["head"] == document["opening"] == {"seq": 1, "hash": first.hash}


def test_ruleset_options_and_agreement_are_pinned(book):
    book.open_session(session(options={"home_run_multiplier": 3}), language="zh-Hant")
    first = opening(book)
    body = first.body
    digest = Rulebook().get("tw-scoop-only").digest
    assert (first.kind, first.seq, first.prev_hash, first.by) == (
        "session_opened", 1, GENESIS, "host",
    )  # fmt: skip
    assert (body["ruleset"], body["ruleset_digest"]) == ("tw-scoop-only@1", digest)
    assert body["options"]["home_run_multiplier"] == 3
    assert body["options"]["dragon_multiplier"] == 10
    assert body["agreement"] == {
        "language": "zh-Hant-TW",
        "lines": [
            "只玩打槍（嘎賭）（tw-scoop-only@1）",
            "全壘打（紅不讓）贏幾倍？3（平常：2）",
            "底：1 槍 100 TWD",
        ],
    }
    with book.store.reading() as r:
        text = r.ruleset(digest).text
    assert Rulebook.restore(read_json(text)).digest == digest


@pytest.mark.parametrize(
    ("language", "stake", "line"),
    [
        ("en", None, "No stake: only points are counted"),
        ("en", {"amount": "5", "points": 2, "currency": "HKD"}, "Stake: 5 HKD for 2 scoops"),
        ("zh-Hans", {"mode": "pot", "ante": "50", "currency": "CNY"},
         "底池：每局每家出 50 CNY，赢最多的拿走"),
        ("zh-Hant", {"mode": "pot", "ante": "50", "currency": "TWD", "scope": "session"},
         "底池：整將每家出 50 TWD，贏最多的拿走"),
        ("en", {"amount": "1", "currency": "TWD", "step": "5"}, "Settled in steps of 5 TWD"),
    ],
)  # fmt: skip
def test_the_stake_is_told_in_words(book, language, stake, line):
    book.open_session(session(stake=stake), language=language)
    assert opening(book).body["agreement"]["lines"][-1] == line


def test_sessions_name_the_one_opened_before(book):
    book.open_session(session())
    book.open_session(session(id=None))
    assert opening(book).body["previous_session"] is None
    assert opening(book, "session-1").body["previous_session"] == {
        "id": "s1",
        "hash": opening(book).hash,
    }


def test_names_stay_outside_every_hash(book):
    named = [{"id": "p1", "name": "阿明."}, {"id": "p2", "name": " =1+1 "}, "cat"]
    book.open_session(session(players=named), key="k")
    rows = everything(book)
    assert rows["person"] == [
        {"session": "s1", "id": "p1", "name": "阿明."},
        {"session": "s1", "id": "p2", "name": "=1+1"},
    ]
    assert "阿明" not in str(rows["entry"])
    assert opening(book).body["players"] == ["p1", "p2", "cat"]
    assert book.session_view("s1").document()["names"] == {"p1": "阿明.", "p2": "=1+1"}
    anonymous = new_book(book.store._path.parent, "other.db")
    anonymous.open_session(session(players=["p1", "p2", "cat"]), key="k")
    assert opening(anonymous).hash == opening(book).hash


def test_balances_brought_along_are_an_entry_of_their_own(book):
    answer = book.open_session(session(opening_balances={"dan": -120, "amy": 120}))
    with book.store.reading() as r:
        first, second = r.entries("s1")
    assert second.kind == "opening_balance"
    assert second.body == {
        "nets": [{"player": "dan", "net": -120}, {"player": "amy", "net": 120}],
        "unverifiable": True,
    }
    assert second.prev_hash == first.hash
    assert answer.document()["head"] == {"seq": 2, "hash": second.hash}
    assert answer.document()["totals"] == [
        {"player": player, "net": net} for player, net in played(120, 0, 0, -120).items()
    ]


@pytest.mark.parametrize(("session_id", "key"), [("s1", None), (None, "k1"), ("s1", "k1")])
def test_the_same_opening_is_answered_again_however_late(book, session_id, key):
    document = session(id=session_id, opening_balances={"amy": 3, "bob": -3})
    first = book.open_session(document, key=key)
    opened_id = first.document()["id"]
    book.record(opened_id, scoops("amy>dan", game=1))
    before = counts(book)
    again = book.open_session(document, key=key, language="zh-Hans")
    assert again == first
    assert counts(book) == before


def test_without_id_and_key_every_opening_is_another(book):
    ids = [book.open_session(session(id=None)).document()["id"] for _ in range(3)]
    assert ids == ["session-1", "session-2", "session-3"]


def test_an_id_that_the_service_made_is_not_made_again(book):
    book.open_session(session(id="session-1"))
    assert book.open_session(session(id=None)).document()["id"] == "session-2"


def test_another_opening_under_the_same_id_conflicts(opened):
    refusal = refused(opened, opened.open_session, session(games=8))
    assert (refusal.status, places(refusal)) == (409, ["/id session_exists"])
    assert refusal.members["present"] == {"seq": 1, "hash": opening(opened).hash}


@pytest.mark.parametrize("other", [session(games=8), session(id=None, games=8), {"ruleset": 7}])
def test_a_key_used_for_another_opening_is_refused(book, other):
    book.open_session(session(), key="k1")
    refusal = refused(book, book.open_session, other, key="k1")
    assert (refusal.status, places(refusal)) == (422, ["/key key_reused"])


POT = {"mode": "pot", "ante": "50", "currency": "TWD"}
FAULTS = [
    ("no object", [], [" wrong_type.object"]),
    ("nothing", {}, ["/ruleset missing.field", "/players missing.field"]),
    ("a field of nobody's", session(host="amy"), ["/host unknown_field"]),
    ("an id with a blank", session(id="a b"), ["/id out_of_range.session_id"]),
    ("an id of 41 characters", session(id="x" * 41), ["/id out_of_range.session_id"]),
    ("an id that ends a line", session(id="s1\n"), ["/id out_of_range.session_id"]),
    ("an empty title", session(title=""), ["/title out_of_range.text"]),
    ("an unknown ruleset", session(ruleset="mine"), ["/ruleset unknown_ruleset"]),
    ("an unknown option", session(options={"x": 1}), ["/options/x unknown_option"]),
    ("a bad answer", session(options={"home_run_multiplier": 0}),
     ["/options/home_run_multiplier bad_option.range"]),
    ("a stake of nothing", session(stake={"amount": "0", "currency": "TWD"}),
     ["/stake/amount bad_stake.amount"]),
    ("a step that does not divide the ante", session(stake={**POT, "step": "20"}),
     ["/stake/step bad_stake.step"]),
    ("one player", session(players=["amy"]), ["/players wrong_player_count.session"]),
    ("nobody", session(players=[]), ["/players wrong_player_count.session"]),
    ("five players at a table of four", session(players=[*PLAYERS, "eve"]),
     ["/players wrong_player_count.session"]),
    ("a player twice, once decomposed", session(players=["Zo\u00eb", "amy", " Zoe\u0308"]),
     ["/players/2 duplicate_player"]),
    ("two ids alike", session(players=[{"id": "p1", "name": "amy"}, {"id": "p1", "name": "bob"}]),
     ["/players/1 duplicate_player"]),
    ("a player without id", session(players=["amy", {"name": "bob"}]),
     ["/players/1/id missing.field"]),
    ("a player that is a number", session(players=["amy", 7]), ["/players/1 wrong_type.text"]),
    ("no games", session(games=0), ["/games out_of_range.integer"]),
    ("too many games", session(games=201), ["/games out_of_range.integer"]),
    ("games as a text", session(games="16"), ["/games wrong_type.integer"]),
    ("an order of nobody", session(banker_order="dealer"),
     ["/banker_order out_of_range.banker_order"]),
    ("rotating every nothing", session(banker_order="rotate_every:0"),
     ["/banker_order out_of_range.banker_order"]),
    ("a window without unit", session(dispute_window="72"),
     ["/dispute_window out_of_range.duration"]),
    ("a window of nothing", session(dispute_window="PT"),
     ["/dispute_window out_of_range.duration"]),
    ("balances that do not add up", session(opening_balances={"amy": 3, "bob": -2}),
     ["/opening_balances unbalanced"]),
    ("a balance of somebody else", session(opening_balances={"amy": 3, "zoe": -3}),
     ["/opening_balances/zoe unknown_player.session"]),
    ("a balance twice", session(opening_balances={"amy": 3, " amy": -3}),
     ["/opening_balances/ amy duplicate_player"]),
    ("balances in a pot", session(stake=POT, opening_balances={"amy": 3, "bob": -3}),
     ["/opening_balances unknown_field.pot_balances"]),
    ("everything at once",
     {"id": "", "ruleset": "tw-scoop-only", "players": ["amy", "amy"], "games": 1.5,
      "stake": {"currency": "TWD"}, "options": []},
     ["/id out_of_range.session_id", "/options wrong_type.object", "/stake/amount missing.field",
      "/players/1 duplicate_player", "/games wrong_type.integer"]),
]  # fmt: skip


@pytest.mark.parametrize(("document", "faults"), [row[1:] for row in FAULTS],
                         ids=[row[0] for row in FAULTS])  # fmt: skip
def test_a_faulty_opening_is_refused_with_every_fault_and_stores_nothing(book, document, faults):
    refusal = refused(book, book.open_session, document)
    assert (refusal.status, places(refusal)) == (422, faults)


@pytest.mark.parametrize("key", ["", "a b", "é", "x" * 201, "a\n"])
def test_a_key_is_made_of_visible_characters(book, key):
    assert places(refused(book, book.open_session, session(), key=key)) == ["/key out_of_range.key"]


@pytest.mark.parametrize("window", ["PT72H", "P3D", "P1W", "P1DT2H3M4S"])
def test_a_dispute_window_is_kept_as_it_is_written(book, window):
    answer = book.open_session(session(dispute_window=window))
    assert answer.document()["dispute_window"] == window


def test_every_shipped_ruleset_can_be_opened_and_read_again(book):
    for name in book.rulebook.ids():
        least = book.rulebook.get(name).rules().least_players
        players = ["amy", "bob", "cat", "dan", "eve"][:least]
        book.open_session({"id": name, "ruleset": name, "players": players})
        rules = book.tables(name).first.rules
        assert (rules.digest, rules.options) == (
            book.rulebook.get(name).digest,
            book.rulebook.get(name).rules().options,
        )


def test_a_session_plays_by_the_text_in_the_book_and_not_by_the_newest(book):
    text = TEXT.format(version=1, points=2)
    book.bring_ruleset(text)
    book.open_session(session(ruleset="ours"))
    book.bring_ruleset(TEXT.format(version=2, points=5))
    later = new_book(book.store._path.parent)
    assert later.record("s1", scoops("amy>dan", game=1)).document()["result"]["totals"][0] == {
        "player": "amy", "won": 2, "lost": 0, "net": 2,
    }  # fmt: skip
    later.open_session(session(id="s2", ruleset="ours"))
    assert later.tables("s2").first.agreement.ruleset == "ours@2"
    with pytest.raises(RefusedError):
        later.open_session(session(id="s3", ruleset="ours@3"))


TEXT = """
id = "ours"
version = {version}
extends = "tw-scoop-only@1"
title = {{ en = "Ours", zh-Hant = "我們的", zh-Hans = "我们的" }}
summary = {{ en = "A scoop is worth more.", zh-Hant = "一槍貴一點。", zh-Hans = "一枪贵一点。" }}

[scoop.points]
value = {points}
unit = "points"
basis = "decision"
note = {{ en = "So we play.", zh-Hant = "我們這樣打。", zh-Hans = "我们这样打。" }}
"""
