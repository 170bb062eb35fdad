"""An evening of arguments in an audit: tables changed, games confirmed, disputed and ruled.

Sound as it is, and each of its entries is found where it says something else, sealed or not.
"""

from __future__ import annotations

import copy
import io
import shutil
from collections.abc import Callable
from typing import Any

import pytest

from settle.archive.importing import Ledger as Imported
from settle.audit import Tally
from settle.store import Store
from settle.store.sqlite import Connection
from tests.audit.evening import RELEASED, Ledger, exported, findings_in, findings_of, first_of
from tests.audit.test_database import each_cell
from tests.book.rounds import PLAYERS, new_book, scoops, session

FIVE = [*PLAYERS, "eve"]
OWN = """
id = "ours"
version = 1
extends = "tw-scoop-only@1"
title = { en = "Ours", zh-Hant = "我們的", zh-Hans = "我们的" }
summary = { en = "As usual.", zh-Hant = "照舊。", zh-Hans = "照旧。" }
"""
KINDS = [
    "session_opened", "game_recorded", "game_recorded", "game_recorded", "table_changed",
    "game_recorded", "confirmed", "confirmed", "confirmed", "dispute_opened", "dispute_opened",
    "dispute_consented", "game_corrected", "dispute_resolved", "dispute_withdrawn",
    "session_closed", "dispute_opened", "dispute_resolved", "table_changed", "game_voided",
    "dispute_opened",
]  # fmt: skip


def write_friday(book: Any) -> None:
    """Games 1 to 3 with five, game 4 with four by the table's own ruleset; then the arguments."""
    book.bring_ruleset(OWN)
    book.open_session(session(id="friday", ruleset="five-player", players=FIVE,
                              dispute_window="PT12S"), key="open")  # fmt: skip
    for game in (1, 2, 3):
        book.record("friday", scoops("amy>eve", players=FIVE, game=game))
    four = {"from_game": 4, "players": PLAYERS, "ruleset": "ours", "reason": "eve left"}
    stake = {"stake": {"amount": "200", "currency": "TWD"}}
    changed = book.change_table("friday", {**four, **stake}, key="table").document()["entry"]
    book.record("friday", scoops("bob>amy", players=PLAYERS, game=4))
    book.confirm("friday", {"of": "opening", "player": "amy"}, key="confirm")
    book.confirm("friday", {"of": changed["hash"], "player": "bob"})
    book.confirm("friday", {"of": 1, "player": "eve"})
    claim = {"round": scoops("amy>dan", players=FIVE)}
    evidence = [{"sha256": "ab" * 32, "note": "a photo"}]
    contest = {"by": "player:eve", "claim": claim, "reason": "dan it was", "evidence": evidence}
    book.dispute("friday", 1, contest, key="dispute")
    zero = {"totals": {"bob": 0, "amy": 0}}
    book.dispute("friday", 4, {"by": "player:amy", "claim": zero, "reason": "a tie"})
    book.consent("friday", "d1", {"by": "player:dan", "outcome": "corrected"})
    book.resolve("friday", "d1", ruling(book, 1, "corrected"), key="rule")
    book.withdraw("friday", "d2", {"by": "player:amy"})
    book.close("friday")
    book.dispute("friday", 2, {**contest, "reason": "once more"})
    book.resolve("friday", "d3", ruling(book, 2, "dismissed"))
    book.change_table("friday", {"from_game": 3, "players": FIVE[::-1], "reason": "other seats"})
    book.void("friday", 3, {"reason": "so be it", "against": standing(book, 3)})
    book.dispute("friday", 4, {"by": "player:amy", "claim": zero, "reason": "a tie after all"})


def standing(book: Any, game: int) -> str:
    return str(book.round("friday", game).document()["entry"]["hash"])


def ruling(book: Any, game: int, outcome: str) -> dict[str, Any]:
    seen = standing(book, game)
    return {"outcome": outcome, "against": seen, "by": "player:bob", "reason": "seen by bob"}


@pytest.fixture(scope="module")
def friday(tmp_path_factory):
    """The book with the session, to be copied."""
    folder = tmp_path_factory.mktemp("friday")
    book = new_book(folder)
    write_friday(book)
    book.store.close()
    return folder / "book.db"


@pytest.fixture(scope="module")
def data(friday) -> bytes:
    return exported(friday, "friday")


@pytest.fixture
def taken(data) -> Ledger:
    """The ledger, taken apart."""
    return Ledger(data)


def test_it_is_sound_and_every_game_was_scored_again(friday, data):
    tally = Tally()
    assert findings_in(friday, tally) == []
    # Games 1 to 4, the correction, and two claimed rounds.
    counts = {"sessions": 1, "entries": 21, "games": 7, "rulesets": 2}
    assert (tally.counts(), tally.unused) == (counts, [])
    assert findings_of(data) == []
    assert [entry["kind"] for entry in Ledger(data).entries] == KINDS


@pytest.mark.parametrize("name", ["friday", None])
def test_export_import_export_is_the_same_byte_for_byte(friday, tmp_path, name):
    sent = exported(friday, name)
    # Both rulesets of the session go with it.
    assert sum(b'"ruleset":' in line and b'"seq"' not in line for line in sent.splitlines()) == 2
    ledger, store = Imported(io.BytesIO(sent), RELEASED), Store.open(tmp_path / "other.db")
    assert list(ledger.findings(Tally())) == []
    ledger.store(store)
    store.close()
    assert exported(tmp_path / "other.db", name) == sent
    assert findings_in(tmp_path / "other.db") == []
    for table in ("ruleset", "entry", "answer", "session", "game", "dispute", "confirmation"):
        with Store.inspecting(friday) as one, Store.inspecting(tmp_path / "other.db") as other:
            assert list(one.reader.raw_rows(table)) == list(other.reader.raw_rows(table)), table


def test_the_imported_session_goes_on(friday, tmp_path):
    shutil.copy(friday, tmp_path / "book.db")
    book = new_book(tmp_path)
    book.resolve("friday", "d4", {**ruling(book, 4, "dismissed"), "by": "host"})
    view = book.session_view("friday").document()
    assert view["held"] == []
    # Game 1: amy 1, dan -1; game 2: amy 1, eve -1; game 4: bob 1, amy -1.
    totals = {total["player"]: total["net"] for total in view["totals"]}
    assert totals == {"amy": 1, "bob": 1, "cat": 0, "dan": -1, "eve": -1}
    book.store.close()
    assert findings_in(tmp_path / "book.db") == []


# --- cells ---------------------------------------------------------------------------------------


@pytest.fixture
def unguarded(friday, tmp_path):
    connection = Connection(shutil.copy(friday, tmp_path / "book.db"))
    connection.run("PRAGMA foreign_keys = OFF")
    connection.begin(immediate=True)
    for (name,) in connection.run("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
        connection.run(f"DROP TRIGGER {name}")
    yield connection
    connection.rollback()
    connection.close()


@pytest.mark.parametrize("table", ["dispute", "confirmation", "game"])
def test_a_cell_of_what_belongs_to_an_entry(unguarded, table):
    found = list(each_cell(unguarded, table))
    assert len(found) > 10
    for column, row, first in found:
        assert first[1:] == (row["session"], row["seq"]), (column, row)


def test_what_holds_from_which_game_on(unguarded):
    [(row, first)] = [(r, f) for c, r, f in each_cell(unguarded, "session") if c == "seating"]
    assert row["seating"] == "[[1,0],[3,2],[4,1]]"
    assert first == ("column_differs", "friday", 21)


# --- entries that say something else -------------------------------------------------------------


def changed(seq: int, change: Callable[[dict[str, Any]], Any]) -> Callable[[Ledger], Ledger]:
    def forge(ledger: Ledger) -> Ledger:
        change(ledger.entry(seq, "friday")["body"])
        return ledger.sealed()

    return forge


def put(**fields: Any) -> Callable[[dict[str, Any]], Any]:
    return lambda body: body.update(copy.deepcopy(fields))


HASH = "sha256:" + "0" * 64
OTHER_STAKE = {"amount": "300", "currency": "TWD"}
FORGED = [
    ("the seats of a table", 5, put(players=PLAYERS[::-1]), "body_differs"),
    ("its stake", 5, lambda b: b["tables"][0].update(stake=OTHER_STAKE), "body_differs"),
    ("what it changed", 5, lambda b: b["tables"][0].update(changed=["players"]), "body_differs"),
    ("the game it starts from", 5, put(from_game=5), "body_differs"),
    ("a game there is not", 5, put(from_game=99), "change_refused"),
    ("games that it affects", 5, put(affected=[1]), "body_differs"),
    ("a ruleset of another name", 5, put(ruleset="five-player@1"), "body_differs"),
    ("a ruleset that is not there", 5, put(ruleset_digest=HASH), "ruleset_missing"),
    ("another currency", 5, put(stake={"amount": "2", "currency": "USD"}), "change_refused"),
    ("no words", 5, put(agreement={"language": "en"}), "body_malformed"),
    ("no reason", 5, lambda b: b.pop("reason"), "body_malformed"),
    ("a field of nobody's", 5, put(note="x"), "body_differs"),
    ("somebody else agreed", 7, put(player="zoe"), "body_malformed"),
    ("to nothing", 7, put(of=HASH), "confirmed_unknown"),
    ("to a game of another number", 9, put(of=HASH), "confirmed_unknown"),
    ("a dispute of another number", 10, put(id="d7"), "body_differs"),
    ("of another game", 10, put(game=2), "body_differs"),
    ("by nobody", 10, put(by="host"), "body_malformed"),
    ("in time", 17, put(late=False), "body_differs"),
    ("with another claim", 10, lambda b: b["claim"]["totals"][0].update(net=2), "body_differs"),
    ("with a round that is none", 10, put(claim={"totals": [], "round": {}}), "dispute_refused"),
    ("with what stands", 11, put(claim={"totals": [
        {"player": "amy", "net": -1}, {"player": "bob", "net": 1}]}), "dispute_refused"),
    ("with nobody's totals", 11, put(claim={"totals": []}), "dispute_refused"),
    ("with other evidence", 10, put(evidence=[{"sha256": "x"}]), "body_malformed"),
    ("a consent to nothing", 12, put(id="d9"), "dispute_not_open"),
    ("a consent of nobody's", 12, put(by="player:zoe"), "body_malformed"),
    ("a ruling of another one", 14, put(id="d2"), "entry_malformed"),
    ("a ruling by a party", 18, put(by="player:dan"), "consent_missing"),
    ("one by a party to whom all agree", 14, put(by="player:eve"), "body_differs"),
    ("one that says it is none", 14, put(interested=True), "body_differs"),
    ("with other consents", 14, put(consents=[]), "body_differs"),
    ("another correction", 14, put(correction=HASH), "body_differs"),
    ("a correction that is a dismissal", 14, put(outcome="dismissed"), "against_differs"),
    ("a dismissal that is a correction", 18, put(outcome="corrected"), "kind_misplaced"),
    ("against something else", 18, put(against=HASH), "against_differs"),
    ("a withdrawal by another one", 15, put(by="player:bob"), "body_differs"),
    ("a reason that is none", 15, put(reason="x"), "body_differs"),
]  # fmt: skip


@pytest.mark.parametrize(("seq", "change", "code"), [row[1:] for row in FORGED],
                         ids=[row[0] for row in FORGED])  # fmt: skip
def test_what_an_entry_says_otherwise_is_found(taken, seq, change, code):
    forged = changed(seq, change)(taken)
    assert first_of(findings_of(forged.data())) == (code, "friday", seq)


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"by": "host", "consents": [], "interested": False}, "sound"),
        # As it was ruled while consents outlived the entry that they were of.
        ({"by": "player:bob", "consents": ["amy", "cat", "dan"], "interested": True}, "sound"),
        ({"by": "player:bob", "consents": ["amy", "cat"], "interested": True}, "consent_missing"),
        ({"by": "player:bob", "consents": [], "interested": True}, "consent_missing"),
        ({"by": "host", "consents": ["amy"], "interested": False}, "body_differs"),
    ],
)
def test_a_ruling_counts_consents_as_now_or_as_once(tmp_path, said, code):
    """Everybody leaves it at amy's point from dan; then the game is said to be bob's six."""
    book = new_book(tmp_path)
    book.open_session(session(id="friday"))
    book.record("friday", scoops("amy>dan", game=1))
    zero = {"totals": dict.fromkeys(PLAYERS, 0)}
    book.dispute("friday", 1, {"by": "player:bob", "claim": zero, "reason": "nobody won"})
    for player in ("amy", "cat", "dan"):
        book.consent("friday", "d1", {"by": f"player:{player}", "outcome": "dismissed"})
    six = scoops("bob>amy", "bob>cat", "bob>dan")
    book.correct("friday", 1, {**six, "reason": "mixed up", "against": standing(book, 1)})
    book.resolve("friday", "d1", {**ruling(book, 1, "dismissed"), "by": "host"})
    book.store.close()
    assert findings_in(tmp_path / "book.db") == []
    ledger = Ledger(exported(tmp_path / "book.db"))
    ledger.entry(8, "friday")["body"].update(said)
    found = first_of(findings_of(ledger.sealed().data()))
    assert found == (("sound", None, None) if code == "sound" else (code, "friday", 8))


def test_a_stake_of_another_currency_than_the_money_before_it_is_found(tmp_path):
    book = new_book(tmp_path)
    book.open_session(session(id="friday", stake=None))
    fine = {"payer": "amy", "to": "bob", "amount": "8", "currency": "HKD", "reason": "slow"}
    book.penalize("friday", fine, key="fine")
    book.change_table("friday", {"from_game": 1, "reason": "x", "stake": {
        "amount": "2", "currency": "HKD"}})  # fmt: skip
    book.store.close()
    ledger = Ledger(exported(tmp_path / "book.db"))
    assert findings_of(ledger.data()) == []
    body = ledger.entry(3, "friday")["body"]
    for stake in (body["stake"], body["tables"][0]["stake"]):
        stake["currency"] = "TWD"
    assert first_of(findings_of(ledger.sealed().data())) == ("change_refused", "friday", 3)


def moved(seq: int, to: int) -> Callable[[Ledger], Ledger]:
    """An entry at another place."""

    def forge(ledger: Ledger) -> Ledger:
        line = ledger.lines.pop(ledger.place(seq, "friday"))
        ledger.lines.insert(ledger.place(1, "friday") + to - 1, line)
        return ledger.sealed()

    return forge


def again(seq: int) -> Callable[[Ledger], Ledger]:
    """An entry once more, behind itself, without its key."""

    def forge(ledger: Ledger) -> Ledger:
        place = ledger.place(seq, "friday")
        twin = copy.deepcopy(ledger.lines[place])
        twin["body"].pop("request", None)
        ledger.lines.insert(place + 1, twin)
        return ledger.sealed()

    return forge


MISPLACED = [
    ("a confirmation of what is not there", moved(9, 2), "confirmed_unknown", 2),
    ("a dispute before its game", moved(10, 2), "game_unknown", 2),
    ("a consent before its dispute", moved(12, 5), "dispute_not_open", 5),
    ("a ruling before its correction", moved(14, 13), "kind_misplaced", 13),
    ("a withdrawal after all", moved(14, 15), "kind_misplaced", 15),
    ("a confirmation again", again(7), "said_twice", 8),
    ("a dispute again", again(10), "said_twice", 11),
    ("a consent again", again(12), "said_twice", 13),
    ("a ruling again", again(14), "dispute_not_open", 15),
    ("a withdrawal again", again(15), "dispute_not_open", 16),
]


@pytest.mark.parametrize(("forge", "code", "seq"), [row[1:] for row in MISPLACED],
                         ids=[row[0] for row in MISPLACED])  # fmt: skip
def test_an_entry_at_another_place_is_found(taken, forge, code, seq):
    assert first_of(findings_of(forge(taken).data())) == (code, "friday", seq)


def test_a_change_of_the_table_that_concerns_nobody_comes_before_the_close(taken):
    # The second change came after the close, for game 3. Say that it is from game 5 on.
    taken.entry(19, "friday")["body"].update(from_game=5, players=PLAYERS[::-1])
    assert first_of(findings_of(taken.sealed().data())) == ("kind_misplaced", "friday", 19)


@pytest.mark.parametrize("value", [None, 1, "x", [], {}, [1], True], ids=repr)
@pytest.mark.parametrize("seq", [5, 7, 10, 11, 12, 14, 15, 18])
def test_whatever_stands_in_a_body_is_a_finding_and_no_error(data, seq, value):
    for name in Ledger(data).entry(seq, "friday")["body"]:
        taken = Ledger(data)
        body = taken.entry(seq, "friday")["body"]
        # What may be so: any reason, no evidence; the request is told by nothing else.
        if name == "request" or (name, value) in (("reason", "x"), ("evidence", [])):
            continue
        if type(body[name]) is type(value) and body[name] == value:
            continue
        body[name] = value
        assert first_of(findings_of(taken.sealed().data()))[1:] == ("friday", seq), (name, value)
