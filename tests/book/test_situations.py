"""Situations that tables have met with other products, one test each; all numbers by hand.

Elsewhere: undo three times (test_undoing), a substitute in games 9 to 12 entered late
(test_tables), corrections, voids and rulings after a payment (test_accounts, test_after_paying), a
name erased years later (test_groups), sixteen games from a phone that was offline (test_batch).
"""

from __future__ import annotations

import csv
import io

import pytest

from settle.app import create_app
from settle.archive.spreadsheet import BYTE_ORDER_MARK, session_csv
from tests.access.keyed import keyed_client
from tests.book.money import fresh, pay, stands
from tests.book.rounds import (
    PLAYERS,
    nets,
    places,
    played,
    refused,
    scoops,
    session,
    stored,
)

NAMES = {"amy": "阿明.", "bob": "=1+1", "cat": 'A,"B"', "dan": "+886"}
NAMED = [{"id": player, "name": name} for player, name in NAMES.items()]


def totals(book, name="s1", **at):
    return nets(book.session_view(name, **at))


def standing(book, game, name="s1"):
    return book.round(name, game).document()["entry"]


def table(book, name="s1"):
    """The session as a spreadsheet reads it."""
    with book.store.reading() as r:
        text = session_csv(r, name)
    return list(csv.reader(io.StringIO(text.removeprefix(BYTE_ORDER_MARK), newline="")))


def chat(book, name="s1"):
    """The session as the chat reads it."""
    client = keyed_client(create_app(book), book.store)
    response = client.get(f"/v1/sessions/{name}/checkpoint", headers={"Accept": "text/plain"})
    return response.text.splitlines()


@pytest.fixture
def paid(opened):
    """One game, amy and bob each scoop dan; settled and paid at once."""
    opened.record("s1", scoops("amy>dan", "bob>dan", game=1))
    opened.settle("s1", {})
    pay(opened, "dan>amy 100")
    pay(opened, "dan>bob 100")
    return opened


# --- corrections ---------------------------------------------------------------------------------


def test_corrected_after_payment_and_corrected_back_nobody_owes_anything(paid):
    one, other = scoops("amy>dan"), scoops("amy>dan", "bob>dan")
    for round_, transfers in [(one, "bob>dan 100"), (other, ""), (one, "bob>dan 100"), (other, "")]:
        against = standing(paid, 1)["hash"]
        paid.correct("s1", 1, {**round_, "reason": "no, yes", "against": against}, key=fresh())
        assert stands(paid) == (transfers, "")
    assert totals(paid) == played(1, 1, 0, -2)


def test_a_correction_of_nothing_but_the_note_moves_no_number(paid):
    before = paid.settlement("s1")
    same = scoops("amy>dan", "bob>dan", ref="photo 7", played_at="2026-11-30T23:59:00+08:00")
    against = standing(paid, 1)["hash"]
    paid.correct("s1", 1, {**same, "reason": "the note was missing", "against": against})
    assert paid.settlement("s1") == before
    assert totals(paid) == played(1, 1, 0, -2)
    assert standing(paid, 1)["kind"] == "game_corrected"


def test_what_was_known_then_stays_known(opened):
    opened.record("s1", scoops("amy>dan", game=1))
    opened.record("s1", scoops("amy>dan", game=2))
    against = standing(opened, 1)["hash"]
    opened.correct("s1", 1, scoops("dan>amy", reason="the other way", against=against))
    # Opening, game 1, game 2, correction.
    known = [totals(opened, at_seq=seq)["amy"] for seq in (1, 2, 3, 4)]
    assert known == [0, 1, 2, 0]


# --- names ---------------------------------------------------------------------------------------


def test_a_display_name_edited_moves_no_number_and_no_hash(paid):
    view, settlement = paid.session_view("s1").document(), paid.settlement("s1")
    ledger = paid.ledger("s1").document()["entries"]
    rounds = paid.rounds("s1")
    for name in ("阿明.", "=1+1", "bob", "阿明."):
        paid.name_player("s1", {"player": "amy", "name": name}, key=fresh())
    after = paid.session_view("s1").document()
    assert after["names"] == {"amy": "阿明."}
    assert {**after, "names": None, "head": None} == {**view, "names": None, "head": None}
    assert (paid.settlement("s1"), paid.rounds("s1")) == (settlement, rounds)
    entries = paid.ledger("s1").document()["entries"]
    assert entries[: len(ledger)] == ledger
    # That it happened is told; not what anybody was or is called.
    assert [entry["kind"] for entry in entries[len(ledger) :]] == ["renamed"] * 4
    assert not any("阿明" in str(entry) or "1+1" in str(entry) for entry in entries)


def test_any_name_is_shown_as_it_is_and_is_no_formula(book):
    book.open_session(session(players=NAMED))
    book.record("s1", scoops("amy>dan", game=1))
    assert book.session_view("s1").document()["names"] == NAMES
    head, row = table(book)
    assert head[2:6] == ["阿明.", "'=1+1", 'A,"B"', "'+886"]
    assert head[6:] == ["阿明. total", "'=1+1 total", 'A,"B" total', "'+886 total"]
    assert row == ["1", "game_recorded", "1", "0", "0", "-1", "1", "0", "0", "-1"]
    assert chat(book)[1:5] == ["阿明. +1", "=1+1 0", 'A,"B" 0', "+886 -1"]
    assert totals(book) == played(1, 0, 0, -1)


def test_two_players_of_one_name_in_different_sessions_are_two(book):
    book.make_group({"id": "us", "name": "us", "members": [
        {"id": "amy", "name": "阿明"}, {"id": "eve", "name": "阿明"}, *PLAYERS[1:],
    ]})  # fmt: skip
    amy, eve = {"id": "amy", "name": "阿明"}, {"id": "eve", "name": "阿明"}
    book.open_session(session(group="us", players=[amy, *PLAYERS[1:]]))
    book.open_session(session(id="s2", group="us", players=[eve, *PLAYERS[1:]]))
    book.record("s1", scoops("amy>dan", game=1))
    book.record("s2", scoops("dan>eve", players=["eve", *PLAYERS[1:]], game=1))
    told = {who: book.statement("us", who).document() for who in ("amy", "eve", "dan")}
    sessions = {who: [(s["id"], s["net"]) for s in told[who]["sessions"]] for who in told}
    assert sessions == {"amy": [("s1", 1)], "eve": [("s2", -1)], "dan": [("s1", -1), ("s2", 1)]}
    # Calling one of them otherwise leaves the other as she is called.
    book.name_player("s1", {"player": "amy", "name": "小明"})
    assert book.session_view("s2").document()["names"] == {"eve": "阿明"}


def test_two_players_of_one_name_at_one_table_are_told_apart(book):
    twins = [{"id": "amy", "name": "阿明"}, {"id": "bob", "name": "阿明"}, "cat", "dan"]
    book.open_session(session(players=twins))
    book.record("s1", scoops("amy>bob", game=1))
    assert table(book)[0][2:6] == ["阿明 (amy)", "阿明 (bob)", "cat", "dan"]
    assert chat(book)[1:5] == ["阿明 (amy) +1", "阿明 (bob) -1", "cat 0", "dan 0"]
    assert totals(book) == played(1, -1, 0, 0)


# --- midnight ------------------------------------------------------------------------------------

YEARS = [
    # When the first game was played, and the year of the statement: as the table's clock had it.
    ("2026-12-31T23:50:00+08:00", "2026"),
    ("2027-01-01T00:10:00+08:00", "2027"),  # 16:10 of the year before in UTC
    ("2026-12-31T23:50:00-05:00", "2026"),  # 04:50 of the year after in UTC
    ("2027-01-01T00:00:00.000+14:00", "2027"),
    ("2026-12-31T23:59:59Z", "2026"),
]


@pytest.mark.parametrize(("at", "year"), YEARS)
def test_an_evening_belongs_to_the_year_on_the_clock_of_its_table(book, at, year):
    book.make_group({"id": "us", "name": "us", "members": PLAYERS})
    book.open_session(session(group="us"))
    book.record("s1", scoops("amy>dan", game=1, played_at=at))
    # The evening goes on into the next day, which changes nothing.
    book.record("s1", scoops("amy>dan", game=2, played_at="2027-01-01T03:00:00+08:00"))
    for asked in ("2026", "2027"):
        told = book.statement("us", "amy", year=asked).document()["sessions"]
        assert [each["net"] for each in told] == ([2] if asked == year else [])
    entry = book.ledger("s1", after_seq=1).document()["entries"][0]
    assert entry["body"]["played_at"] == at


def test_a_correction_or_a_void_moves_no_evening_into_another_year(book):
    book.make_group({"id": "us", "name": "us", "members": PLAYERS})
    book.open_session(session(group="us"))  # by a clock in November 2026
    book.record("s1", scoops("amy>dan", game=1, played_at="2025-12-31T23:50:00+08:00"))

    def years():
        told = {year: book.statement("us", "amy", year=year) for year in ("2024", "2025", "2026")}
        return [year for year, each in told.items() if each.document()["sessions"]]

    assert years() == ["2025"]
    part = {"reason": "the other way", "against": standing(book, 1)["hash"]}
    book.correct("s1", 1, scoops("dan>amy", **part))
    assert years() == ["2025"]
    book.void("s1", 1, {"reason": "a misdeal", "against": standing(book, 1)["hash"]})
    assert years() == ["2025"]
    part = {"reason": "a year early", "against": standing(book, 1)["hash"]}
    book.correct("s1", 1, scoops("amy>dan", played_at="2024-12-31T23:50:00+08:00", **part))
    assert years() == ["2024"]


def test_games_are_in_the_order_of_their_numbers_whatever_clocks_say(opened):
    # A phone that is still on the time of the place its owner came from, and one that is wrong.
    clocks = ["2026-12-31T23:58:00+08:00", "2026-12-31T11:02:00-05:00", "2019-01-01T00:00:00Z"]
    for game, at in enumerate(clocks, 1):
        opened.record("s1", scoops("amy>dan", game=game, played_at=at))
    listed = opened.rounds("s1").document()["rounds"]
    assert [each["game"] for each in listed] == [1, 2, 3]
    assert [row[6] for row in table(opened)[1:]] == ["1", "2", "3"]


# --- a queue kept offline ------------------------------------------------------------------------

QUEUE = [
    {"key": "phone-1", **scoops("amy>dan", game=1)},
    {"key": "phone-2", **scoops("amy>dan", game=2)},
    {"key": "phone-3", **scoops("bob>cat", game=3)},
    {"key": "phone-4", **scoops("cat>bob", game=4)},
]


@pytest.fixture
def after_a_correction(opened):
    """Games 1 to 3 came from a phone; then it was offline.

    Meanwhile game 2 was corrected, and somebody else has recorded game 4.
    """
    first = opened.record_batch("s1", {"rounds": QUEUE[:3]}).document()["answers"]
    seen = standing(opened, 2)["hash"]
    corrected = scoops("dan>amy", reason="the other way", against=seen)
    opened.correct("s1", 2, corrected, key="host-2")
    opened.record("s1", scoops("dan>cat", game=4), key="host-4")
    return opened, first


def test_an_old_queue_sent_again_after_a_correction_changes_nothing(after_a_correction):
    book, first = after_a_correction
    before = stored(book)
    answers = book.record_batch("s1", {"rounds": QUEUE}).document()["answers"]
    assert answers[:3] == first
    assert [each["status"] for each in answers] == [201, 201, 201, 409]
    problem = answers[3]["body"]
    assert problem["standing"] == {**standing(book, 4), "kind": "game_recorded"}
    assert stored(book) == before
    # 1 - 1 for amy; bob 1; cat -1 - 1; dan -1 + 1 + 1.
    assert totals(book) == played(0, 1, -2, 1)


def test_an_old_queue_sent_game_by_game_is_answered_the_same(after_a_correction):
    book, first = after_a_correction
    for each, answer in zip(QUEUE, first, strict=False):
        round_ = {name: value for name, value in each.items() if name != "key"}
        again = book.record("s1", round_, key=each["key"])
        assert (again.status, again.document()) == (answer["status"], answer["body"])
    fourth = {name: value for name, value in QUEUE[3].items() if name != "key"}
    refusal = refused(book, book.record, "s1", fourth, key="phone-4")
    assert (refusal.status, places(refusal)) == (409, ["/game game_recorded"])
    assert refusal.members["standing"]["hash"] == standing(book, 4)["hash"]
    # What was refused has not used up its key: as a new number it is taken.
    taken = book.record("s1", {**fourth, "game": 5}, key="phone-4")
    assert nets(taken) == played(0, -1, 1, 0)


def test_an_old_queue_that_lost_its_keys_is_told_what_stands(after_a_correction):
    book, _ = after_a_correction
    second = scoops("amy>dan", game=2)
    refusal = refused(book, book.record, "s1", second, key="other-phone")
    assert refusal.status == 409
    assert refusal.members["standing"]["kind"] == "game_corrected"
    assert refusal.members["standing"]["hash"] == standing(book, 2)["hash"]


def test_a_round_edited_under_its_old_key_is_no_repetition(after_a_correction):
    book, _ = after_a_correction
    edited = scoops("bob>dan", game=2)
    refusal = refused(book, book.record, "s1", edited, key="phone-2")
    assert (refusal.status, places(refusal)) == (422, ["/key key_reused"])


def test_an_old_queue_after_the_close_and_a_change_of_the_table(after_a_correction):
    book, first = after_a_correction
    later = {"from_game": 1, "players": ["eve", *PLAYERS[1:]], "reason": "eve sat there"}
    book.change_table("s1", later, key="table")
    book.close("s1", key="close")
    answers = book.record_batch("s1", {"rounds": QUEUE[:3]}).document()["answers"]
    assert answers == first


# --- arguments about what had been agreed ---------------------------------------------------------


def test_dan_says_three_times_had_been_agreed_and_everybody_sees_what_it_comes_to(opened):
    """Amy's home run is 2 from each as it was agreed, and 3 from each as Dan remembers it."""
    opened.record("s1", scoops("amy>bob", "amy>cat", "amy>dan", game=1))
    opened.record("s1", scoops("dan>cat", game=2))
    before = stored(opened)
    as_dan_says = {"options": {"home_run_multiplier": 3}}
    told, _ = opened.comparison("s1", {"agreements": [{}, as_dan_says]})
    assert [column.due.nets for column in told.columns] == [played(6, -2, -3, -1),
                                                            played(9, -3, -4, -2)]  # fmt: skip
    assert [game.differs for game in told.games] == [True, False]
    assert stored(opened) == before
    assert stands(opened)[0] == "bob>amy 200, cat>amy 300, dan>amy 100"


def test_the_sheet_on_the_fridge_has_the_correction_and_the_game_that_is_still_argued_about(paid):
    """Game 1 is corrected to amy>dan alone after it was paid, and Cat contests game 2."""
    against = standing(paid, 1)["hash"]
    paid.correct("s1", 1, {**scoops("amy>dan"), "reason": "bob lost", "against": against})
    paid.record("s1", scoops("bob>cat", game=2))
    tie = {"totals": dict.fromkeys(PLAYERS, 0)}
    paid.dispute("s1", 2, {"by": "player:cat", "claim": tie, "reason": "a tie"})
    sheet = paid.sheet("s1")
    assert [(game.game, game.state) for game in sheet.games] == [(1, ""), (2, "held")]
    assert [sheet.label(game) for game in sheet.games] == ["1*~", "2*?"]
    assert sheet.totals == played(1, 0, 0, -1)
    assert [(each.payer, each.payee, each.amount) for each in sheet.transfers] == [
        ("bob", "dan", "100")
    ]
    assert sheet.outstanding == ()
