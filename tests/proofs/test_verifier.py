"""The verifier of one file: by itself, and beside the audit on everything that can be forged."""

from __future__ import annotations

import ast
import copy
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from settle import verifier
from settle.entries import entry_hash
from settle.proofs.chat import OpenDispute
from settle.proofs.checkpoint import as_text, checkpoints_in
from settle.proofs.making import proof_of_entry, proof_of_growth, session_checkpoint
from settle.proofs.situation import situation
from settle.store import Store
from tests.audit.evening import Ledger, exported, findings_of, is_found, standing
from tests.audit.test_bytes import changed
from tests.audit.test_forged import (
    ALL_TAMPERING,
    cut,
    mark,
    monday_only,
    other_text,
    put,
    swap_sessions,
)
from tests.audit.test_money import write_money
from tests.book.rounds import PLAYERS, new_book, scoops, session
from tests.proofs.keeping import against, hashes_of, kept_of, kept_of_book

FILE = Path(verifier.__file__)
ENTRIES = 22
STRIDE = 97
"""A prime."""


def verify(folder: Path, *contents: bytes | str) -> int:
    """Run it over files with these contents."""
    names = []
    for number, content in enumerate(contents):
        path = folder / f"file-{number}"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        names.append(str(path))
    verifier.problems.clear()
    return verifier.main(names)


def text_of(*kept) -> str:
    return "".join(f"hello\n{each.checkpoint.text()}" for each in kept)


# --- by itself ------------------------------------------------------------------------------------


def test_it_needs_the_standard_library_only():
    tree = ast.parse(FILE.read_text("utf-8"))
    modules = {
        name.partition(".")[0]
        for node in ast.walk(tree)
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert modules <= sys.stdlib_module_names
    assert len(FILE.read_text("utf-8").splitlines()) <= 500


def test_it_runs_alone(tmp_path, monday, ledger):
    (tmp_path / "monday.ndjson").write_bytes(monday)
    (tmp_path / "chat.txt").write_text(text_of(*kept_of(ledger, "monday", 4, 22)), "utf-8")
    (tmp_path / "verify.py").write_bytes(FILE.read_bytes())
    done = subprocess.run(
        [sys.executable, "-I", "-S", "verify.py", "monday.ndjson", "chat.txt"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "agrees with the checkpoint at chat.txt:2: session monday, 4 entries",
        "agrees with the checkpoint at chat.txt:6: session monday, 22 entries",
        "session monday: 22 entries, 16 games; dan +4, amy -19, bob -13, cat +28",
        "checked: every line, its spelling, hash and link, the sums of every entry, the ends",
        "compared with 2 checkpoints, 0 proofs tried",
        "not checked, as settle audit does: scoring, points as money, disputes, signatures;",
        "whether what is paid for sessions settled as one (group.transfers) is what they come to",
        "Nothing is wrong.",
    ]


@pytest.mark.parametrize("buffering", [[], ["-u"]], ids=["in blocks", "line by line"])
@pytest.mark.parametrize(
    ("lines", "told"),
    [
        # So little is written when it ends.
        (26, "Nothing is wrong."),
        # So much is written while the ledger is read, and the ledger can be read all the same.
        (3000, "its hash is not that of what it says"),
    ],
)
def test_a_reader_that_has_enough_is_no_error(tmp_path, monday, lines, told, buffering):
    rows = monday.splitlines(keepends=True)
    more = [rows[5].replace(b'"seq":4', b'"seq":5')] * (lines - len(rows))
    (tmp_path / "monday.ndjson").write_bytes(b"".join([*rows[:20], *more, *rows[20:]]))
    command = [sys.executable, *buffering, str(FILE), "monday.ndjson"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert told in done.stdout
    reading, writing = os.pipe()
    os.close(reading)
    gone = subprocess.run(
        command, cwd=tmp_path, stdout=writing, stderr=subprocess.PIPE, text=True, check=False
    )
    os.close(writing)
    assert (gone.returncode, gone.stderr) == (141, "")


@pytest.mark.parametrize("contents", [(), ("hello\n",), ("",)])
def test_without_anything_to_check_it_says_how_it_is_used(tmp_path, capsys, contents):
    assert verify(tmp_path, *contents) == 2
    assert "LEDGER.ndjson [CHECKPOINT.txt ...]" in capsys.readouterr().out


def test_a_chat_without_a_checkpoint_is_told(tmp_path, capsys, monday):
    assert verify(tmp_path, monday, "amy +3\n") == 1
    assert "WRONG  checkpoints: there is none" in capsys.readouterr().out
    assert verify(tmp_path, monday, "settle/0123456789abcdef/monday\n12\nAAEC\n") == 1
    assert "cut or mistyped" in capsys.readouterr().out


def test_a_file_that_is_not_there_is_told(tmp_path, capsys, monday):
    (tmp_path / "monday.ndjson").write_bytes(monday)
    names = [str(tmp_path / name) for name in ("monday.ndjson", "chat.txt")]
    verifier.problems.clear()
    assert verifier.main(names) == 1
    assert f"WRONG  {names[1]}: the file cannot be read (No such file" in capsys.readouterr().out
    verifier.problems.clear()
    assert verifier.main(names[1:]) == 1
    assert "WRONG: 1\n" in capsys.readouterr().out


def test_a_proof_whose_path_is_too_short(tmp_path, capsys, reading, whole_ledger):
    text = text_of(*kept_of(whole_ledger, "monday", 8, 22))
    for proof in (proof_of_entry(*reading, 8, 22), proof_of_growth(*reading, 8, 22)):
        for path in (proof["path"][1:], proof["path"][:-1], []):
            assert verify(tmp_path, text, json.dumps({**proof, "path": path})) == 1
            said = capsys.readouterr().out
            assert "this proves nothing: " in said
            assert "Error" not in said


# --- what a chat makes of a checkpoint ------------------------------------------------------------

CHATS = [
    ("as it is", "hello\n{}\nbye", "utf-8"),
    ("a mark closes the last line", '21:40\tAmy\t"Game 4\n{}"\n21:41\tBob\tok', "utf-8"),
    ("typed marks", "\u201cGame 4\n{}\u201d\n", "utf-8"),
    ("a mark opens the first line", '"{}"\n', "utf-8"),
    ("who said it stands before it", "21:40 - Amy: {}\n21:41 - Bob: ok", "utf-8"),
    ("the same, without a blank", "[21:40] 阿明:{}\r\n", "utf-8"),
    ("a tabulator and a mark", '21:40\tAmy\t"{}"\n', "utf-8"),
    ("UTF-16, little end first", "\ufeffhello\r\n{}\r\n", "utf-16-le"),
    ("UTF-16, big end first", "\ufeff阿明\n{}\n", "utf-16-be"),
]


@pytest.mark.parametrize("row", CHATS, ids=[row[0] for row in CHATS])
def test_a_checkpoint_is_found_however_a_chat_was_saved(tmp_path, capsys, monday, ledger, row):
    _, form, encoding = row
    [kept] = kept_of(ledger, "monday", 22)
    text = form.replace("{}", kept.checkpoint.text().rstrip("\n")).encode(encoding)
    assert verify(tmp_path, monday, text) == 0
    assert "compared with 1 checkpoints" in capsys.readouterr().out
    assert [each.checkpoint for each in checkpoints_in(as_text(text))] == [kept.checkpoint]


# --- beside the audit -----------------------------------------------------------------------------


def test_a_sound_ledger(tmp_path, monday, whole, whole_ledger):
    kept = [*kept_of(whole_ledger, "monday", *range(1, 23))]
    assert verify(tmp_path, monday, text_of(*kept)) == 0
    kept.append(kept_of_book(whole_ledger, monday=20, tuesday=2))
    assert verify(tmp_path, whole, text_of(*kept)) == 0
    now = kept_of_book(whole_ledger, monday=22, tuesday=3)
    short = now._replace(checkpoint=now.checkpoint._replace(listed=()))
    assert verify(tmp_path, whole, text_of(now, short)) == 0


def test_another_byte(tmp_path, monday):
    for place in range(0, len(monday), STRIDE):
        forged = changed(monday, place)
        assert verify(tmp_path, forged) != 0, place
        assert is_found(forged), place


@pytest.mark.parametrize("place", range(26))
def test_a_line_that_is_gone_or_there_twice_or_cut(tmp_path, monday, place):
    lines = monday.splitlines(keepends=True)
    line = lines[place]
    for instead in ([], [line, line], [line[:-1]], [line[:-2] + b"\n"], [b"\n"], [b"null\n"]):
        forged = b"".join([*lines[:place], *instead, *lines[place + 1 :]])
        assert is_found(forged)
        assert verify(tmp_path, forged) != 0


REWRITTEN = [pytest.param(row[0], id=f"{n}-{row[1]}") for n, row in enumerate(ALL_TAMPERING)]


@pytest.mark.parametrize("change", REWRITTEN)
def test_an_entry_that_was_rewritten(tmp_path, ledger, change):
    """As it is, both see it; sealed again, both see it against a checkpoint kept before.

    What was added behind the checkpoint goes on from it: only the audit knows that it cannot be.
    """
    kept = kept_of(ledger, "monday", ENTRIES)
    change(ledger)
    assert verify(tmp_path, ledger.data()) != 0
    assert findings_of(ledger.data()) != []
    is_longer = len(ledger.entries) > ENTRIES
    forged = ledger.sealed().data()
    assert verify(tmp_path, forged, text_of(*kept)) == 1 or is_longer
    found = {each.code for each in against(forged, *kept)[0]}
    differing = {"checkpoint_root_differs", "checkpoint_entries_missing"}
    assert found & differing or ("kind_misplaced" in found and is_longer)


def sums_differ(seq: int, *path, value) -> pytest.param:
    return pytest.param(put(seq, *path, value=value), id=f"{seq} {path}")


@pytest.mark.parametrize(
    "change",
    [
        # Entry 3 is game 1, 5 is game 3; 19 corrects game 1, 20 voids game 2, 21 is the close.
        sums_differ(5, "body", "totals", 0, "net", value=7),
        sums_differ(5, "body", "totals", 0, "won", value=70),
        sums_differ(5, "body", "totals", 0, "player", value="bob"),
        sums_differ(5, "body", "totals", value=[]),
        sums_differ(5, "body", "totals", value="none"),
        sums_differ(5, "body", "lines", 0, "points", value=9),
        sums_differ(5, "body", "lines", 0, "payee", value="dan"),
        sums_differ(5, "body", "lines", value=[]),
        sums_differ(5, "game", value=1),
        sums_differ(2, "body", "nets", 0, "net", value=6),
        sums_differ(19, "body", "against", value="sha256:" + "1" * 64),
        sums_differ(19, "body", "before", 0, "net", value=7),
        sums_differ(20, "game", value=17),
        sums_differ(21, "body", "totals", 0, "net", value=1),
        sums_differ(22, "body", "before", value=[{"player": "amy", "net": 0}]),
        sums_differ(5, "kind", value="session_opened"),
        sums_differ(1, "kind", value="session_closed"),
    ],
)
def test_sums_that_do_not_fit_are_seen_without_a_checkpoint(tmp_path, ledger, change):
    change(ledger)
    forged = ledger.sealed().data()
    assert verify(tmp_path, forged) == 1
    assert findings_of(forged) != []


def test_it_finds_nothing_in_what_the_audit_finds_sound(tmp_path, monday):
    for change, *_ in ALL_TAMPERING:
        again = Ledger(monday)
        change(again)
        forged = again.sealed().data()
        if verify(tmp_path, forged) != 0:
            assert findings_of(forged) != []


@pytest.mark.parametrize("seq", range(1, ENTRIES + 1))
def test_a_link_to_something_else(tmp_path, capsys, ledger, seq):
    """Sealed with it, and all that follow linked to it."""
    lines = [line for line in ledger.lines if "seq" in line][seq - 1 :]
    previous = "sha256:" + "1" * 64
    for line in lines:
        line["prev_hash"] = previous
        line["hash"] = previous = entry_hash(line)
    ledger.lines[-2]["head"] = previous
    assert verify(tmp_path, ledger.data()) == 1
    said = f"(session monday, entry {seq}): it does not follow the entry before it"
    assert said in capsys.readouterr().out
    assert findings_of(ledger.data()) != []


@pytest.mark.parametrize("change", [monday_only, swap_sessions, mark("monday"), mark("tuesday")])
def test_the_order_of_sessions(tmp_path, whole_ledger, change):
    change(whole_ledger)
    forged = whole_ledger.sealed().data()
    assert verify(tmp_path, forged) == 1
    assert findings_of(forged) != []


def test_another_text_of_a_ruleset(tmp_path, ledger):
    other_text(ledger)
    assert verify(tmp_path, ledger.data()) == 1


def test_an_evening_of_disputes_and_other_tables(tmp_path):
    """Games that are contested, ruled, played by others: the entries about them are no games."""
    book = new_book(tmp_path)
    book.open_session(session())
    for game in (1, 2, 3):
        book.record("s1", scoops("amy>bob", game=game))
    nobody_won = {"amy": 0, "bob": 0, "cat": 0, "dan": 0}
    contest = {"by": "player:bob", "claim": {"totals": nobody_won}, "reason": "it was level"}
    book.dispute("s1", 1, contest)
    book.dispute("s1", 2, {**contest, "claim": {"round": scoops("bob>amy")}})
    book.dispute("s1", 3, contest)
    seen = standing(book, "s1", 2)
    ruling = {"outcome": "corrected", "by": "player:cat", "against": seen, "reason": "seen it"}
    book.resolve("s1", "d2", ruling)
    book.withdraw("s1", "d3", {"by": "player:bob"})
    book.confirm("s1", {"of": 2, "player": "amy"})
    players = ["amy", "bob", "cat", "eve"]
    book.change_table("s1", {"from_game": 4, "players": players, "reason": "dan is off"})
    book.record("s1", scoops("eve>amy", players=players, game=4))
    with book.store.reading() as r:
        row = r.session_row("s1")
        point = session_checkpoint(r, row)
        now = situation(r, row)
    assert now.disputes == (OpenDispute(1, "bob"),)
    # Without game 1: bob won game 2, amy game 3 and eve game 4.
    assert dict(now.totals) == {"amy": -1, "bob": 0, "cat": 0, "dan": 0, "eve": 1}
    book.close("s1")
    book.store.close()
    forgeable = exported(tmp_path / "book.db", "s1")
    assert findings_of(forgeable) == []
    assert verify(tmp_path, forgeable, point.text()) == 0


@pytest.mark.parametrize(
    ("kind", "body", "is_right"),
    [
        (
            "shared_cost",
            {"amount": "100", "shares": [{"amount": "33.34"}, {"amount": "66.66"}]},
            True,
        ),
        (
            "shared_cost",
            {"amount": "100", "shares": [{"amount": "33.33"}, {"amount": "66.66"}]},
            False,
        ),
        ("payment_reversed", {"payment": 2, "against": "b"}, True),
        ("payment_reversed", {"payment": 2, "against": "a"}, False),
        ("settlement_reversed", {"settlement": 1, "against": "a"}, False),
        ("penalty", {"amount": "100"}, True),
    ],
)
def test_money(kind, body, is_right):
    session = verifier.Session("s1")
    session.hashes, session.reversed = ["a", "b"], {1}
    verifier.problems.clear()
    verifier.check_money(session, body, kind, "here")
    assert (verifier.problems == []) == is_right


TOTALS = [
    {"player": "amy", "net": 3, "amount": "30", "settled": "10"},
    {"player": "bob", "net": -3, "amount": "-30", "settled": "-10"},
]
PAID = [{"from": "bob", "to": "amy", "amount": "20"}]


@pytest.mark.parametrize(
    ("place", "field", "value", "is_right"),
    [
        # 10 was settled before, and the transfer of 20 makes it the 30 that amy is due.
        (0, "amount", "30", True),
        (0, "amount", "31", False),
        (0, "net", 4, False),
        (1, "settled", "-11", False),
        (None, "amount", "21", False),
        (None, "to", "bob", False),
    ],
)
def test_a_settlement(place, field, value, is_right):
    totals, paid = copy.deepcopy((TOTALS, PAID))
    (paid[0] if place is None else totals[place])[field] = value
    verifier.problems.clear()
    body = {"totals": totals, "transfers": paid}
    verifier.check_money(verifier.Session("s1"), body, "settlement_made", "here")
    assert (verifier.problems == []) == is_right


def test_an_evening_with_settlements_of_every_kind(tmp_path):
    write_money(new_book(tmp_path))
    assert verify(tmp_path, exported(tmp_path / "book.db", "s1")) == 0


# --- against checkpoints --------------------------------------------------------------------------


@pytest.mark.parametrize("entries", range(1, 17))
def test_a_tail_that_was_cut(tmp_path, capsys, ledger, entries):
    kept = kept_of(ledger, "monday", ENTRIES)
    left = ENTRIES - entries
    forged = cut(ledger, entries).sealed().data()
    assert verify(tmp_path, forged) == 0
    assert verify(tmp_path, forged, text_of(*kept)) == 1
    said = f"session monday had 22 entries, here it has {left}: cut off"
    assert said in capsys.readouterr().out


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        # A header, a ruleset, 22 entries, two lines that end it.
        (25, "agrees with the checkpoint at {}: session monday, 22 entries"),
        (24, "agrees with the checkpoint at {}: session monday, 22 entries"),
        (23, "WRONG  {}: session monday had 22 entries, here it has 21: cut off"),
        (3, "WRONG  {}: session monday had 22 entries, here it has 1: cut off"),
        (2, "WRONG  {}: no entries are left here to compare it with"),
        (1, "WRONG  {}: no entries are left here to compare it with"),
    ],
)
def test_a_session_without_its_last_lines_is_compared_with_what_is_left(
    tmp_path, capsys, monday, lines, told
):
    left = b"".join(monday.splitlines(keepends=True)[:lines])
    [kept] = kept_of(Ledger(monday), "monday", 22)
    assert verify(tmp_path, left, text_of(kept)) == 1
    said, place = capsys.readouterr().out, f"{tmp_path / 'file-1'}:2"
    assert f"{told.format(place)}\n" in said
    # That the end is gone is wrong once, and that it is not what was kept is another thing.
    assert verifier.problems == ["the end", *([place] if "WRONG" in told else [])]
    assert "not looked at" not in said
    assert "compared with 1 checkpoints" in said
    # That of a book lists the same.
    listed = kept_of_book(Ledger(monday), monday=22)
    assert verify(tmp_path, left, text_of(listed)) == 1
    told = told.replace("session monday, 22 entries", "1 of the book's 1 sessions")
    assert f"{told.format(place)}\n" in capsys.readouterr().out


CUT_OFF = "the ledger is cut off: its last line is missing"
NO_END = "there is no closing line of "
LINES_GONE = [
    # From which line to which they go; how many entries are left of each; what is said of the end.
    (("tuesday", "end"), None, {"monday": 22, "tuesday": 3}, CUT_OFF),
    (("tuesday", 3), None, {"monday": 22, "tuesday": 2}, CUT_OFF),
    (("tuesday", 1), None, {"monday": 22, "tuesday": 0}, CUT_OFF),
    (("monday", 20), None, {"monday": 19, "tuesday": 0}, CUT_OFF),
    (("monday", "end"), ("monday", "end"), {"monday": 22, "tuesday": 3}, NO_END + "monday"),
    (("monday", 20), ("monday", "end"), {"monday": 19, "tuesday": 3}, NO_END + "monday"),
    (("monday", 20), ("tuesday", 1), {"monday": 19, "tuesday": 2}, NO_END + "monday"),
    (("tuesday", "end"), ("tuesday", "end"), {"monday": 22, "tuesday": 3}, NO_END + "tuesday"),
]


@pytest.mark.parametrize("row", LINES_GONE, ids=[f"{row[0]} to {row[1]}" for row in LINES_GONE])
def test_a_book_with_lines_gone_is_compared_session_by_session(tmp_path, capsys, whole_ledger, row):
    first, last, left, end = row
    kept = [*kept_of(whole_ledger, "monday", 22), *kept_of(whole_ledger, "tuesday", 3)]
    lines = whole_ledger.lines
    places = [(each.get("session"), each.get("seq", "end")) for each in lines]
    behind = len(lines) if last is None else places.index(last) + 1
    del lines[places.index(first) : behind]
    assert verify(tmp_path, whole_ledger.data(), text_of(*kept)) == 1
    said, chat = capsys.readouterr().out, tmp_path / "file-1"
    assert f"WRONG  the end: {end}\n" in said
    for place, name, had in ((2, "monday", 22), (6, "tuesday", 3)):
        has = left[name]
        told = f"session {name} had {had} entries, here it has {has}: cut off\n"
        if has == had:
            told = f"agrees with the checkpoint at {chat}:{place}: session {name}, {had} entries\n"
        elif has == 0:
            told = f"session {name} had {had} entries and is not in this ledger\n"
        assert told in said
    assert "compared with 2 checkpoints" in said
    if left == {"monday": 22, "tuesday": 3}:
        assert verifier.problems == ["the end"]


def other_net(ledger: Ledger) -> bytes:
    """As sed would do it: nothing is hashed again."""
    put(5, "body", "totals", 0, "net", value=7)(ledger)
    return ledger.data()


def blank(ledger: Ledger) -> bytes:
    return ledger.data().replace(b'"game":3,', b'"game": 3,')


def of_another_form(ledger: Ledger) -> bytes:
    put(5, "body", "totals", value="none")(ledger)
    return ledger.data()


def line_between(ledger: Ledger) -> bytes:
    place = ledger.place(5)
    lines = ledger.data().splitlines(keepends=True)
    return b"".join([*lines[:place], b"amy +3\n", *lines[place:]])


@pytest.mark.parametrize("change", [other_net, blank, of_another_form, line_between])
def test_hashes_that_agree_clear_no_line_that_is_wrong(tmp_path, capsys, whole_ledger, change):
    """The hashes in the file are still those that were kept; what stands beside them is not."""
    kept = [*kept_of(whole_ledger, "monday", 22), *kept_of(whole_ledger, "tuesday", 3)]
    kept.append(kept_of_book(whole_ledger, monday=22, tuesday=3))
    assert verify(tmp_path, change(whole_ledger), text_of(*kept)) == 1
    said, chat = capsys.readouterr().out.splitlines(), tmp_path / "file-1"
    only, but = (
        "only the hashes, as they are written, agree",
        "lines of monday are WRONG, see above",
    )
    of = "with the checkpoint at"
    assert [line for line in said if of in line] == [
        f"{only} {of} {chat}:2: session monday, 22 entries; {but}",
        # What is wrong with one session is nothing against another.
        f"agrees {of} {chat}:6: session tuesday, 3 entries",
        f"{only} {of} {chat}:10: 2 of the book's 2 sessions; {but}",
    ]


def test_sums_that_were_wrong_when_it_was_kept_are_not_cleared_by_it(tmp_path, capsys, ledger):
    put(5, "body", "totals", 0, "net", value=7)(ledger)
    kept = kept_of(ledger.sealed(), "monday", 22)
    assert verify(tmp_path, ledger.data(), text_of(*kept)) == 1
    said = capsys.readouterr().out
    assert "only the hashes, as they are written, agree with the checkpoint at " in said
    assert "\nagrees with" not in said


@pytest.mark.parametrize("seq", range(1, ENTRIES + 1))
def test_a_history_that_was_written_anew(tmp_path, capsys, ledger, seq):
    kept = kept_of(ledger, "monday", *range(1, ENTRIES + 1))
    put(seq, "at", value="2026-11-29T21:40:11.123+08:00")(ledger)
    assert verify(tmp_path, ledger.sealed().data(), text_of(*kept)) == 1
    said = capsys.readouterr().out
    agrees = [size for size in range(1, 23) if f"session monday, {size} entries\n" in said]
    differs = [size for size in range(1, 23) if f"its first {size} entries are not those" in said]
    assert (agrees, differs) == ([*range(1, seq)], [*range(seq, 23)])


def test_checkpoints_of_another_session_are_not_for_the_ledger_of_one(
    tmp_path, capsys, monday, whole_ledger
):
    of_tuesday = text_of(*kept_of(whole_ledger, "tuesday", 3))
    of_book = text_of(kept_of_book(whole_ledger, tuesday=3))
    of_monday = text_of(*kept_of(whole_ledger, "monday", 4, 22))
    assert verify(tmp_path, monday, of_tuesday + of_monday + of_book) == 0
    said = capsys.readouterr().out
    assert said.count("not looked at: the checkpoint at ") == 2
    assert "compared with 2 checkpoints" in said
    # Beside nothing but these the ledger was compared with nothing.
    assert verify(tmp_path, monday, of_tuesday) == 1
    # That monday has gone on is seen as before.
    short = cut(Ledger(monday), 3).sealed().data()
    assert verify(tmp_path, short, of_tuesday + of_monday) == 1


def test_of_a_book_without_its_list_nothing_is_said_of_one_session(
    tmp_path, capsys, monday, whole_ledger
):
    kept = kept_of_book(whole_ledger, monday=22, tuesday=3)
    short = text_of(kept._replace(checkpoint=kept.checkpoint._replace(listed=())))
    of_monday = text_of(*kept_of(whole_ledger, "monday", 22))
    assert verify(tmp_path, monday, short + of_monday) == 0
    said = capsys.readouterr().out
    assert "not looked at: the checkpoint at " in said
    assert ", of a book: it needs its list\n" in said
    # By itself it is nothing to compare with, and that is what is said.
    assert verify(tmp_path, monday, short) == 1
    assert "WRONG  checkpoints: there is none, or none of what is" in capsys.readouterr().out
    alone = kept_of_book(Ledger(monday), monday=22)
    alone = text_of(alone._replace(checkpoint=alone.checkpoint._replace(listed=())))
    assert verify(tmp_path, monday, alone) == 0


def test_a_contested_game_is_told_and_in_no_sum(tmp_path, capsys):
    book = new_book(tmp_path)
    book.open_session(session())
    for game, won in ((1, "amy>bob"), (2, "cat>dan"), (3, "amy>dan")):
        book.record("s1", scoops(won, game=game))
    contest = {"claim": {"totals": dict.fromkeys(PLAYERS, 0)}, "reason": "it was level"}
    for game, by in ((1, "bob"), (2, "dan"), (3, "dan")):
        book.dispute("s1", game, {**contest, "by": f"player:{by}"})
    book.withdraw("s1", "d3", {"by": "player:dan"})
    book.consent("s1", "d1", {"by": "player:amy"})
    book.store.close()
    assert verify(tmp_path, exported(tmp_path / "book.db", "s1")) == 0
    told = "3 games; amy +1, bob +0, cat +0, dan -1; contested, and in no sum: [1, 2]\n"
    assert told in capsys.readouterr().out


def test_a_session_that_is_gone(tmp_path, capsys, whole_ledger):
    kept = kept_of_book(whole_ledger, monday=22, tuesday=3)
    short = kept._replace(checkpoint=kept.checkpoint._replace(listed=()))
    monday_only(whole_ledger)
    mark("tuesday")(whole_ledger)
    forged = whole_ledger.sealed().data()
    assert verify(tmp_path, forged) == 0
    assert verify(tmp_path, forged, text_of(kept)) == 1
    assert "session monday had 22 entries and is not in this ledger" in capsys.readouterr().out
    assert verify(tmp_path, forged, text_of(short)) == 1


def test_a_list_that_was_changed_or_is_in_another_order(tmp_path, whole, whole_ledger):
    kept = kept_of_book(whole_ledger, monday=22, tuesday=3)
    text = text_of(kept)
    assert verify(tmp_path, whole, text.replace("tuesday 3", "tuesday 2")) == 1
    assert verify(tmp_path, whole, text_of(kept_of_book(whole_ledger, tuesday=3, monday=22))) == 1


# --- proofs ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def reading(made):
    with Store.inspecting(made) as inspection:
        row = inspection.reader.session_row("monday")
        yield inspection.reader, row


def test_every_proof_of_the_book_holds(tmp_path, reading, whole_ledger):
    kept = kept_of(whole_ledger, "monday", *range(1, ENTRIES + 1))
    text = text_of(*kept)
    for size in range(1, ENTRIES + 1):
        proofs = [proof_of_entry(*reading, seq, size) for seq in range(1, size + 1)]
        proofs += [proof_of_growth(*reading, old, size) for old in range(1, size + 1)]
        assert verify(tmp_path, text, *map(json.dumps, proofs)) == 0


@pytest.mark.parametrize(
    "change",
    [
        {"size": 21},
        {"root": "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="},
        {"path": []},
        {"path": ["AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="] * 5},
        {"path": ["nonsense"]},
        {"session": "tuesday"},
        {"proof": "other"},
        {"root": None},
    ],
)
def test_a_forged_proof_does_not(tmp_path, reading, whole_ledger, change):
    text = text_of(*kept_of(whole_ledger, "monday", 8, 22))
    inclusion = proof_of_entry(*reading, 8, 22)
    growth = proof_of_growth(*reading, 8, 22)
    assert verify(tmp_path, text, json.dumps(inclusion), json.dumps(growth)) == 0
    for proof in (inclusion, growth):
        assert verify(tmp_path, text, json.dumps({**proof, **change})) == 1
    other = {"seq": 8, "hash": hashes_of(whole_ledger, "monday")[8]}
    assert verify(tmp_path, text, json.dumps({**inclusion, "entry": other})) == 1
    for old in ({**growth["from"], "size": 7}, {**growth["from"], "root": growth["root"]}):
        assert verify(tmp_path, text, json.dumps({**growth, "from": old})) == 1


def test_a_proof_about_another_history(tmp_path, capsys, reading, ledger):
    """It holds by itself, and not beside the checkpoint that was kept."""
    put(3, "at", value="2026-11-29T21:40:11.123+08:00")(ledger)
    text = text_of(*kept_of(ledger.sealed(), "monday", 8, 22))
    for proof in (proof_of_entry(*reading, 8, 22), proof_of_growth(*reading, 8, 22)):
        assert verify(tmp_path, text, json.dumps(proof)) == 1
        assert "it is about other entries than the checkpoint" in capsys.readouterr().out
        assert verify(tmp_path, json.dumps(proof)) == 1
