"""Forged ledgers: lines cut, dropped, swapped, slipped in; entries rewritten and sealed again.

Where everything fits together again, only what the entries say can give a forger away. What
cannot be told from the ledger alone is listed at the end: a checkpoint kept elsewhere finds it.
"""

from __future__ import annotations

import copy
import json
import re
from typing import Any

import pytest

from settle.audit import NetDifference, Tally, first_bad
from settle.canonical import canonical_bytes
from settle.entries import entry_hash
from settle.rulebook.text import digest_of
from tests.audit.evening import Change, Ledger, findings_of, first_of

ENTRIES = 22
"""Of the session: opening, balance, games 1 to 16, two corrections and a void, the close."""
CLOSE = 21


def first_in(ledger: Ledger) -> tuple[str, str | None, int | None]:
    return first_of(findings_of(ledger.data()))


# --- cut, dropped, swapped, slipped in ------------------------------------------------------------


def cut(ledger: Ledger, entries: int) -> Ledger:
    """The ledger less its last entries."""
    last = ledger.place(ENTRIES)
    del ledger.lines[last - entries + 1 : last + 1]
    return ledger


@pytest.mark.parametrize("entries", range(1, 17))
def test_a_tail_that_was_cut_is_missed_by_the_end(ledger, entries):
    missing = ENTRIES - entries + 1
    assert first_in(cut(ledger, entries)) == ("end_differs", "monday", missing)


@pytest.mark.parametrize("lines", range(1, 25))
def test_a_file_that_ends_early(monday, lines):
    assert findings_of(b"".join(monday.splitlines(keepends=True)[:lines])) != []


@pytest.mark.parametrize("seq", range(1, ENTRIES))
def test_a_dropped_entry(ledger, seq):
    del ledger.lines[ledger.place(seq)]
    assert first_in(ledger)[1:] == ("monday", seq)


def test_the_last_entry_dropped(ledger):
    del ledger.lines[ledger.place(ENTRIES)]
    assert first_in(ledger) == ("end_differs", "monday", ENTRIES)


@pytest.mark.parametrize("seq", range(1, ENTRIES))
def test_two_entries_swapped(ledger, seq):
    place = ledger.place(seq)
    lines = ledger.lines
    lines[place], lines[place + 1] = lines[place + 1], lines[place]
    assert first_in(ledger)[1:] == ("monday", seq)


@pytest.mark.parametrize("value", [None, True, 5, "x", []])
@pytest.mark.parametrize("seq", range(1, ENTRIES + 1))
def test_a_value_in_place_of_an_entry(ledger, seq, value):
    ledger.lines[ledger.place(seq)] = value
    data = b"".join(canonical_bytes(line) + b"\n" for line in ledger.lines)
    assert ("entry_malformed" if seq > 1 else "line_unknown") in {x.code for x in findings_of(data)}


@pytest.mark.parametrize("seq", range(1, ENTRIES + 1))
def test_an_entry_twice(ledger, seq):
    place = ledger.place(seq)
    ledger.lines.insert(place, ledger.lines[place])
    assert first_in(ledger)[1:] == ("monday", seq + 1)


@pytest.mark.parametrize("seq", range(2, ENTRIES + 1))
def test_an_entry_of_another_session(ledger, whole, seq):
    ledger.lines.insert(ledger.place(seq), Ledger(whole).entry(2, "tuesday"))
    assert first_in(ledger) == ("foreign_entry", "monday", seq)


@pytest.mark.parametrize("seq", range(1, ENTRIES + 1))
def test_another_date(ledger, seq):
    ledger.entry(seq)["at"] = "2026-11-29T21:40:11.123+08:00"
    assert first_in(ledger) == ("hash_differs", "monday", seq)


@pytest.mark.parametrize("seq", range(1, ENTRIES + 1))
def test_another_date_with_the_hash_of_that_entry(ledger, seq):
    entry = ledger.entry(seq)
    entry["at"] = "2026-11-29T21:40:11.123+08:00"
    entry["hash"] = entry_hash(entry)
    broken = ("link_broken", "monday", seq + 1) if seq < ENTRIES else ("end_differs", "monday", seq)
    assert first_in(ledger) == broken


# --- rewritten, and everything sealed again -------------------------------------------------------


def put(seq: int, *path: Any, value: Any) -> Change:
    """Put a value at a path within an entry."""

    def change(ledger: Ledger) -> None:
        place: Any = ledger.entry(seq)
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = value

    return change


def add(seq: int, **fields: Any) -> Change:
    """Put a copy of an entry with other fields behind the last one."""

    def change(ledger: Ledger) -> None:
        entry = copy.deepcopy(ledger.entry(seq)) | fields
        entry["body"].pop("request", None)
        ledger.lines.insert(ledger.place(ENTRIES) + 1, entry)

    return change


def without(seq: int, *path: Any) -> Change:
    """Take something out of an entry."""

    def change(ledger: Ledger) -> None:
        place: Any = ledger.entry(seq)
        for step in path[:-1]:
            place = place[step]
        del place[path[-1]]

    return change


def drop(seq: int) -> Change:
    """Leave out an entry."""

    def change(ledger: Ledger) -> None:
        del ledger.lines[ledger.place(seq)]

    return change


def before_the_close(seq: int) -> Change:
    """Move an entry in front of the close, or the close in front of it."""

    def change(ledger: Ledger) -> None:
        close = ledger.lines.pop(ledger.place(CLOSE))
        ledger.lines.insert(ledger.place(seq), close)

    return change


H = "sha256:" + "1" * 64
NEXT = ENTRIES + 1
ALL_TAMPERING = [
    # A game: entry 3 is game 1, 5 is game 3.
    (put(5, "body", "totals", 0, "net", value=7), "totals_differ", 5),
    (put(5, "body", "totals", 0, "player", value="bob"), "totals_differ", 5),
    (put(5, "body", "totals", value=[]), "totals_differ", 5),
    (put(5, "body", "totals", value="none"), "totals_differ", 5),
    (put(5, "body", "lines", 0, "points", value=9), "lines_differ", 5),
    (put(5, "body", "lines", 0, "rule", value="rows.front.base"), "lines_differ", 5),
    (without(5, "body", "lines", 0), "lines_differ", 5),
    (put(5, "body", "notices", value=[{"code": "x", "player": "amy"}]), "notices_differ", 5),
    (put(5, "body", "basis", value="outcome"), "basis_differs", 5),
    (put(5, "body", "played_at", value="2026-11-30T21:40:11+08:00"), "body_differs", 5),
    (put(5, "body", "note", value="x"), "body_differs", 5),
    (put(5, "body", "request", "sha256", value="x"), "body_differs", 5),
    (put(5, "body", "request", value={"sha256": "0" * 64}), "body_differs", 5),
    (without(5, "body", "lines"), "lines_differ", 5),
    (without(5, "body", "round"), "body_malformed", 5),
    (put(5, "body", "round", value=[]), "body_malformed", 5),
    (put(5, "body", "round", "game", value=3), "body_differs", 5),
    (put(5, "body", "round", "stake", value={"amount": "100", "currency": "TWD"}),
     "body_differs", 5),
    (put(5, "body", "round", "options", value={"home_run_multiplier": 99}), "round_refused", 5),
    (put(5, "body", "round", "hands", 0, "player", value="eve"), "round_refused", 5),
    (put(5, "body", "round", "hands", 0, "front", 0, value="Xx"), "round_refused", 5),
    (put(5, "body", "round", "expect", value={"totals": {"amy": 99}}), "round_refused", 5),
    (put(5, "game", value=17), "round_refused", 5),
    (put(5, "game", value=1), "game_taken", 5),
    (without(5, "game"), "entry_malformed", 5),
    (put(5, "game", value="3"), "entry_malformed", 5),
    (put(5, "body", value=[]), "entry_malformed", 5),
    (put(5, "at", value="2026-11-30T21:40:11+08:00"), "entry_malformed", 5),
    (put(5, "at", value="2026-02-30T21:40:11.000+08:00"), "entry_malformed", 5),
    (put(5, "by", value="amy"), "entry_malformed", 5),
    (put(5, "note", value="x"), "entry_malformed", 5),
    (put(5, "kind", value="game_played"), "entry_malformed", 5),
    (put(5, "kind", value="steward_changed"), "entry_malformed", 5),
    (put(5, "kind", value="opening_balance"), "entry_malformed", 5),
    (put(7, "body", "request", "key", value="game-3"), "key_twice", 7),
    # Corrections, voids, the close.
    (put(19, "body", "against", value=H), "against_differs", 19),
    (put(19, "body", "against", value="x"), "body_malformed", 19),
    (put(19, "body", "before", 0, "net", value=7), "before_differs", 19),
    (put(19, "body", "reason", value=""), "body_malformed", 19),
    (without(19, "body", "reason"), "body_malformed", 19),
    (put(20, "body", "against", value=H), "against_differs", 20),
    (put(20, "body", "totals", value=[]), "totals_differ", 20),
    (put(20, "game", value=17), "game_unknown", 20),
    (put(21, "body", "totals", 0, "net", value=1), "totals_differ", 21),
    (put(21, "body", "ended", value="early"), "body_differs", 21),
    (put(21, "body", "missing", value=[4]), "body_differs", 21),
    (put(21, "body", "reason", value=5), "body_malformed", 21),
    (put(21, "game", value=1), "entry_malformed", 21),
    (put(22, "body", "before", value=[{"player": "amy", "net": 0}]), "before_differs", 22),
    (add(CLOSE), "kind_misplaced", NEXT),
    (add(1), "kind_misplaced", NEXT),
    (add(2), "kind_misplaced", NEXT),
    (add(3, game=1), "kind_misplaced", NEXT),
    (before_the_close(18), "body_differs", 18),
    # The opening and the balances.
    (put(1, "body", "players", value=["bob", "amy", "cat", "dan"]), "round_refused", 3),
    (put(1, "body", "players", value=["amy", "bob", "cat"]), "opening_refused", 1),
    (put(1, "body", "players", value=[]), "opening_refused", 1),
    (put(1, "body", "players", value="amy"), "opening_refused", 1),
    (put(1, "body", "games", value=15), "round_refused", 18),
    (put(1, "body", "games", value=201), "opening_refused", 1),
    (put(1, "body", "ruleset", value="tw-scoop@1"), "body_differs", 1),
    (put(1, "body", "ruleset_digest", value=H), "ruleset_missing", 1),
    (put(1, "body", "options", value={}), "body_differs", 1),
    (put(1, "body", "options", value=[]), "opening_refused", 1),
    (put(1, "body", "options", "no_such", value=1), "opening_refused", 1),
    (put(1, "body", "stake", value={"amount": "1.555", "currency": "TWD"}), "opening_refused", 1),
    (put(1, "body", "banker_order", value="nobody"), "opening_refused", 1),
    (put(1, "body", "agreement", value="as usual"), "body_malformed", 1),
    (put(1, "body", "previous_session", value={"id": "sunday"}), "body_malformed", 1),
    (put(1, "body", "request", value={}), "body_malformed", 1),
    (without(1, "body", "previous_session"), "body_malformed", 1),
    (put(1, "body", "opening_balances", value={"amy": -6, "dan": 6}), "body_differs", 2),
    (put(1, "body", "opening_balances", value={"amy": -6, "dan": 5}), "opening_refused", 1),
    (without(1, "body", "opening_balances"), "kind_misplaced", 2),
    (put(2, "body", "nets", 0, "net", value=6), "body_differs", 2),
    (put(2, "body", "nets", value="none"), "body_differs", 2),
    (put(2, "body", "unverifiable", value=False), "body_differs", 2),
    (drop(2), "totals_differ", 20),
    (drop(1), "opening_missing", 1),
]  # fmt: skip


@pytest.mark.parametrize(
    ("change", "code", "seq"),
    [pytest.param(*row, id=f"{n}-{row[1]}-{row[2]}") for n, row in enumerate(ALL_TAMPERING)],
)
def test_a_rewritten_entry_with_everything_sealed_again(ledger, change, code, seq):
    change(ledger)
    assert first_in(ledger.sealed()) == (code, "monday", seq)


def test_a_game_after_the_close(ledger):
    before_the_close(18)(ledger)
    found = findings_of(ledger.sealed().data())
    assert ("kind_misplaced", "monday", 19) in [each[:3] for each in found]


def test_the_difference_of_each_player_is_told(ledger):
    # Game 5 came out amy 6, bob -2, cat -2, dan -2.
    for player, net in enumerate([10, -2, -4, -4]):
        ledger.entry(7)["body"]["totals"][player]["net"] = net
    first = first_bad(findings_of(ledger.sealed().data()))
    assert first.players == (
        NetDifference("amy", 10, 6),
        NetDifference("cat", -4, -2),
        NetDifference("dan", -4, -2),
    )


def test_a_wrong_entry_is_told_once(ledger):
    # What comes after it (the correction that says what stood before, the close) is looked at
    # as if the game had been right.
    ledger.entry(3)["body"]["totals"][0]["net"] += 1
    found = findings_of(ledger.data())
    assert [(each.code, each.seq) for each in found] == [("hash_differs", 3), ("totals_differ", 3)]


def test_every_wrong_entry_is_told(ledger):
    for seq in (5, 8, 12):
        ledger.entry(seq)["body"]["basis"] = "outcome"
    found = findings_of(ledger.sealed().data())
    assert [(each.code, each.seq) for each in found] == [
        ("basis_differs", 5), ("basis_differs", 8), ("basis_differs", 12),
    ]  # fmt: skip


# --- rulesets -------------------------------------------------------------------------------------


def other_text(ledger: Ledger) -> dict[str, Any]:
    """The line of the ruleset, with another price in it."""
    line = next(line for line in ledger.lines if "ruleset" in line)
    line["ruleset"]["scoop"]["points"]["value"] += 1
    return line


def test_another_ruleset_text_under_the_same_digest(ledger):
    other_text(ledger)
    found = findings_of(ledger.data())
    assert [each.code for each in found] == ["ruleset_digest_differs", "ruleset_missing"]
    assert first_bad(found).seq == 1


def test_another_ruleset_text_under_its_own_digest(ledger):
    line = other_text(ledger)
    line["digest"] = digest_of(line["ruleset"])
    assert first_in(ledger) == ("ruleset_missing", "monday", 1)


def test_another_ruleset_text_that_the_session_was_opened_under(ledger):
    line = other_text(ledger)
    line["digest"] = ledger.entry(1)["body"]["ruleset_digest"] = digest_of(line["ruleset"])
    found = {each.code for each in findings_of(ledger.sealed().data())}
    assert {"ruleset_not_released", "totals_differ"} <= found


def test_a_ruleset_that_is_none(ledger):
    line = next(line for line in ledger.lines if "ruleset" in line)
    line["ruleset"] = {"id": "tw-scoop-only", "version": 1}
    line["digest"] = ledger.entry(1)["body"]["ruleset_digest"] = digest_of(line["ruleset"])
    found = [each.code for each in findings_of(ledger.sealed().data())]
    assert found == ["ruleset_unreadable", "ruleset_missing"]


# --- the lines around the entries, and whole books ------------------------------------------------


def around(data: bytes, change: Change) -> set[str]:
    ledger = Ledger(data)
    change(ledger)
    return {finding.code for finding in findings_of(ledger.data())}


@pytest.mark.parametrize(
    ("place", "fields", "code"),
    [
        (0, {"scope": "book"}, "end_differs"),
        (0, {"scope": "evening"}, "header_differs"),
        (0, {"made": "today"}, "header_differs"),
        (0, {"format": "other"}, "refused"),
        (0, {"version": 2}, "refused"),
        (1, {"note": "x"}, "line_unknown"),
        (1, {"digest": 5}, "line_unknown"),
        (1, {"ruleset": []}, "ruleset_unreadable"),
        (-2, {"entries": 21}, "end_differs"),
        (-2, {"head": H}, "end_differs"),
        (-2, {"session": "friday"}, "end_differs"),
        (-2, {"imported": False}, "end_differs"),
        (-2, {"end": "evening"}, "line_unknown"),
        (-1, {"entries": 21}, "end_differs"),
        (-1, {"sessions": 2}, "end_differs"),
        (-1, {"rulesets": 2}, "end_differs"),
        (-1, {"note": "x"}, "end_differs"),
    ],
)
def test_lines_around_the_entries(monday, place, fields, code):
    assert code in around(monday, lambda ledger: ledger.lines[place].update(fields))


@pytest.mark.parametrize(
    ("place", "code"),
    [(0, "refused"), (1, "end_differs"), (-2, "end_missing"), (-1, "end_missing")],
)
def test_a_line_that_is_gone(monday, place, code):
    assert code in around(monday, lambda ledger: ledger.lines.pop(place))


@pytest.mark.parametrize(
    ("place", "line", "code"),
    [
        (1, {"end": "session"}, "line_misplaced"),
        (-1, {"ruleset": {}, "digest": H}, "line_misplaced"),
        (1, {"hello": "world"}, "entry_malformed"),
        (99, {"hello": "world"}, "after_the_end"),
        (1, ["hello"], "line_unknown"),
        (5, ["hello"], "entry_malformed"),
    ],
)
def test_a_line_too_many(monday, place, line, code):
    assert code in around(monday, lambda ledger: ledger.lines.insert(place, line))


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "is empty"),
        (b"\n", "no exported ledger"),
        (b'{"ref":"game 1"}\n', "no exported ledger"),
        (b"SQLite format 3\0", "A database is named with --db"),
        (b"\xff\xfe", "no exported ledger"),
        (b'{"format":"settle-ledger","scope":"book","version":9}\n', "form 9"),
    ],
)
def test_a_file_of_another_kind_is_refused(data, words):
    (refused,) = findings_of(data)
    assert words in refused.found


# The same JSON in other words: nothing that is hashed differs.
OTHER_SPELLINGS = {
    "blank": lambda line: line[:1] + b" " + line[1:],
    "order": lambda line: json.dumps(dict(reversed(json.loads(line).items()))).encode(),
    "escape": lambda line: line.replace(b"s", b"\\u0073", 1),
    "number": lambda line: re.sub(rb":([0-9]+)([,}])", rb":\1.0\2", line, count=1),
    "carriage return": lambda line: line + b"\r",
    "byte order mark": lambda line: b"\xef\xbb\xbf" + line,
}


@pytest.mark.parametrize("spelling", OTHER_SPELLINGS)
@pytest.mark.parametrize("place", [0, 1, 2, 8, -2, -1])
def test_a_line_that_is_spelled_otherwise(monday, place, spelling):
    lines = monday.splitlines()
    lines[place] = OTHER_SPELLINGS[spelling](lines[place])
    assert lines != monday.splitlines()
    found = findings_of(b"".join(line + b"\n" for line in lines))
    assert found[0].code in {"not_canonical", "line_malformed", "header_differs", "refused"}
    assert found[0].seq in {None, place - 1, 23}


def monday_only(ledger: Ledger) -> None:
    """Leave out Monday, which was opened first, and make the counts fit."""
    ledger.lines = [line for line in ledger.lines if line.get("session") != "monday"]


def swap_sessions(ledger: Ledger) -> None:
    """Put Tuesday before Monday."""
    first = [line for line in ledger.lines if line.get("session") == "monday"]
    ledger.lines = [line for line in ledger.lines if line.get("session") != "monday"]
    ledger.lines[-1:-1] = first


def mark(session: str) -> Change:
    """Mark a session as imported."""

    def change(ledger: Ledger) -> None:
        end = next(x for x in ledger.lines if "end" in x and x.get("session") == session)
        end["imported"] = True

    return change


@pytest.mark.parametrize(
    ("change", "first"),
    [
        (monday_only, ("previous_differs", "tuesday", 1)),
        (swap_sessions, ("previous_differs", "tuesday", 1)),
        (mark("monday"), ("imported_differs", "monday", 1)),
        (mark("tuesday"), ("imported_differs", "tuesday", 1)),
        (put(1, "body", "previous_session", value={"id": "sunday", "hash": H}),
         ("previous_differs", "monday", 1)),
    ],
)  # fmt: skip
def test_the_order_of_the_sessions(whole_ledger, change, first):
    change(whole_ledger)
    assert first_in(whole_ledger.sealed()) == first


def test_a_session_twice(whole_ledger):
    again = [line for line in whole_ledger.lines if line.get("session") == "monday"]
    whole_ledger.lines[-1:-1] = again
    assert "session_twice" in {each.code for each in findings_of(whole_ledger.sealed().data())}


# --- what only a checkpoint kept elsewhere can find -----------------------------------------------


@pytest.mark.parametrize("entries", range(1, 17))
def test_a_tail_cut_with_an_end_that_fits_is_sound_by_itself(ledger, entries):
    assert findings_of(cut(ledger, entries).sealed().data()) == []


@pytest.mark.parametrize(
    "change",
    [
        put(5, "at", value="2026-11-29T21:40:11.123+08:00"),
        put(5, "by", value="player:amy"),
        put(5, "body", "request", "key", value="another"),
        put(1, "body", "title", value="Tuesday"),
        put(1, "body", "stake", value={"amount": "1000", "currency": "TWD"}),
        put(1, "body", "agreement", "lines", value=["anything"]),
        put(1, "body", "previous_session", value={"id": "sunday", "hash": H}),
        put(22, "body", "reason", value="no reason"),
    ],
)
def test_what_nothing_else_tells_is_sound_once_it_is_sealed_again(ledger, change):
    change(ledger)
    assert findings_of(ledger.data()) != []
    assert findings_of(ledger.sealed().data()) == []


def test_a_marked_session_may_name_one_that_is_not_there(whole_ledger):
    monday_only(whole_ledger)
    mark("tuesday")(whole_ledger)
    tally = Tally()
    assert findings_of(whole_ledger.sealed().data(), tally) == []
    assert tally.imported == ["tuesday"]
