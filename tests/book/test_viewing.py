"""Views: sessions, rounds with their history, the ledger."""

from __future__ import annotations

import pytest

from settle.canonical import canonical_bytes, read_json
from settle.entries import breaks
from settle.explain import as_records, explain
from settle.scoring import score_document
from tests.book.rounds import (
    PLAYERS,
    RULEBOOK,
    STAKE,
    evening,
    nets,
    places,
    played,
    refused,
    scoops,
    session,
)


def test_a_view_tells_what_was_agreed_and_where_the_session_stands(book):
    book.make_group({"id": "g1", "name": "us"})
    agreed = session(title="Monday", group="g1", dispute_window="PT72H")
    opened = book.open_session(agreed).document()
    book.record("s1", scoops("amy>dan", game=2))
    head = book.ledger("s1").document()["entries"][-1]
    view = book.session_view("s1").document()
    assert view == {
        **opened,
        "head": {"seq": 2, "hash": head["hash"]},
        "played": 1,
        "missing": [1],
        "next": {"game": 3},
        "totals": [{"player": player, "net": net} for player, net in played(1, 0, 0, -1).items()],
        "names": {},
    }


@pytest.mark.parametrize(
    ("order", "bankers"),
    [
        ("manual", [None] * 6),
        ("rotate", ["amy", "bob", "cat", "amy", "bob", "cat"]),
        ("rotate_every:2", ["amy", "amy", "bob", "bob", "cat", "cat"]),
    ],
)
def test_the_order_of_bankers_only_fills_in_who_is_next(book, order, bankers):
    players = PLAYERS[:3]
    book.open_session(session(ruleset="hk-banker", players=players, banker_order=order, games=6))
    found = []
    for game in range(1, 7):
        view = book.session_view("s1").document()
        assert view["next"]["game"] == game
        found.append(view["next"].get("banker"))
        round_ = {"outcome": {"hands": [{"player": player} for player in players], "duels": [
            {"players": ["cat", other], "front": None, "middle": None, "back": None}
            for other in ("amy", "bob")
        ]}}  # fmt: skip
        refusal = refused(book, book.record, "s1", {**round_, "game": game})
        assert places(refusal) == ["/banker banker_required"]
        book.record("s1", {**round_, "banker": "cat", "game": game})
    assert found == bankers


def test_where_nobody_is_banker_none_is_filled_in(book):
    assert book.open_session(session(banker_order="rotate")).document()["next"] == {"game": 1}


def test_the_next_game_is_a_missing_one_once_the_highest_is_used(book):
    book.open_session(session(games=3))
    book.record("s1", scoops("amy>dan", game=3))
    book.record("s1", scoops("amy>dan", game=1))
    assert book.session_view("s1").document()["next"] == {"game": 2}


def test_sessions_are_listed_in_the_order_of_opening_page_by_page(book):
    names = [f"s{number}" for number in (3, 1, 2, 5, 4)]
    for name in names:
        book.open_session(session(id=name, title=f"title of {name}"))
    book.record("s1", scoops("amy>dan", game=1))
    found, after = [], 0
    while after is not None and len(found) < 9:
        page = book.sessions(after=after, limit=2).document()
        found.append([each["id"] for each in page["sessions"]])
        after = page["next"]
    assert found == [["s3", "s1"], ["s2", "s5"], ["s4"]]
    assert book.sessions(limit=5).document()["next"] is None
    second = book.sessions().document()["sessions"][1]
    assert second == {
        "id": "s1",
        "title": "title of s1",
        "state": "open",
        "games": 16,
        "played": 1,
        "totals": [{"player": player, "net": net} for player, net in played(1, 0, 0, -1).items()],
        "held": [],
        "head": book.session_view("s1").document()["head"],
    }


def test_an_empty_book_lists_nothing(book):
    assert book.sessions().document() == {"sessions": [], "next": None}


def test_rounds_are_listed_by_what_stands(opened):
    opened.record("s1", scoops("amy>dan", game=3))
    opened.record("s1", scoops("bob>dan", game=1))
    seen = opened.round("s1", 1).document()["entry"]["hash"]
    voided = opened.void("s1", 1, {"reason": "misdeal", "against": seen}).document()
    rounds = opened.rounds("s1").document()
    assert rounds["missing"] == [2]
    assert [each["game"] for each in rounds["rounds"]] == [1, 3]
    assert rounds["rounds"][0] == {
        "game": 1,
        "totals": [],
        "entry": {**voided["entry"], "kind": "game_voided"},
        "confirmed": [],
        "disputes": [],
    }
    assert nets(opened.record("s1", scoops("amy>dan", game=3))) == {
        total["player"]: total["net"] for total in rounds["rounds"][1]["totals"]
    }


def test_a_round_has_its_history(opened):
    first = opened.record("s1", scoops("amy>dan", game=1), by="player:amy").document()
    seen = first["entry"]["hash"]
    opened.record("s1", scoops("amy>dan", game=2))
    voided = opened.void("s1", 1, {"reason": "misdeal", "against": seen}).document()["entry"]
    struck = opened.round("s1", 1).document()
    assert (struck["round"], struck["result"]) == (None, None)
    again = opened.correct(
        "s1", 1, scoops("bob>dan", reason="it counts", against=voided["hash"])
    ).document()
    view = opened.round("s1", 1).document()
    assert view["result"] == again["result"]
    assert view["round"] == scoops("bob>dan")
    assert view["entry"] == {**again["entry"], "kind": "game_corrected"}
    told = [(each["seq"], each["kind"], each["by"], each.get("reason")) for each in view["history"]]
    assert told == [
        (2, "game_recorded", "player:amy", None),
        (4, "game_voided", "host", "misdeal"),
        (5, "game_corrected", "host", "it counts"),
    ]
    assert [len(each["totals"]) for each in view["history"]] == [4, 0, 4]
    assert view["history"][1]["against"] == seen


@pytest.mark.parametrize("language", ["en", "zh-Hant", "zh-Hant-HK", "zh-Hans"])
def test_a_round_can_be_told_in_words(book, language):
    rounds, _ = evening("hk-banker-evening")
    first = rounds[0]
    agreed = {key: first[key] for key in ("ruleset", "options", "stake")}
    players = [hand["player"] for hand in first["hands"]]
    book.open_session({"id": "s1", "players": players, **agreed})
    book.record("s1", {**first, "game": 1})
    told = book.round("s1", 1, language=language).document()["result"]
    ruleset = RULEBOOK.get(first["ruleset"])
    chosen = {"zh-Hant": "zh-Hant-HK"}.get(language, language)
    explained = explain(score_document(first, RULEBOOK), ruleset, chosen, played=first)
    assert told == as_records(explained)
    assert all(line["text"] for line in told["lines"])


def test_a_round_that_was_not_recorded_is_not_found(opened):
    refusal = refused(opened, opened.round, "s1", 1)
    assert (refusal.status, places(refusal)) == (404, [" unknown_game"])


def test_the_ledger_is_given_from_any_entry_on(opened):
    for game in range(1, 5):
        opened.record("s1", scoops("amy>dan", game=game))
    whole = opened.ledger("s1")
    document = whole.document()
    assert whole.body == canonical_bytes(document)
    assert [entry["seq"] for entry in document["entries"]] == [1, 2, 3, 4, 5]
    assert list(breaks(document["entries"])) == []
    assert document["head"] == {"seq": 5, "hash": document["entries"][-1]["hash"]}
    assert document["next"] is None
    for after in range(6):
        rest = opened.ledger("s1", after_seq=after).document()
        assert rest["entries"] == document["entries"][after:]
        lines = list(opened.ledger_lines("s1", after_seq=after))
        assert [read_json(line) for line in lines] == rest["entries"]


def test_the_ledger_comes_in_pages(opened):
    for game in range(1, 5):
        opened.record("s1", scoops("amy>dan", game=game))
    found, after = [], 0
    while after is not None and len(found) < 9:
        page = opened.ledger("s1", after_seq=after, limit=2).document()
        found.append([entry["seq"] for entry in page["entries"]])
        after = page["next"]
    assert found == [[1, 2], [3, 4], [5]]


def test_lines_are_given_page_after_page(opened, monkeypatch):
    monkeypatch.setattr("settle.book.book.PAGE_ENTRIES", 2)
    for game in range(1, 4):
        opened.record("s1", scoops("amy>dan", game=game))
    lines = [read_json(line)["seq"] for line in opened.ledger_lines("s1")]
    assert lines == [1, 2, 3, 4]


def test_money_of_a_game_is_in_its_result(opened):
    result = opened.record("s1", scoops("amy>dan", game=1)).document()["result"]
    assert result["money"][0] == {"player": "amy", "amount": "100", "currency": "TWD"}
    assert STAKE["amount"] == "100"
