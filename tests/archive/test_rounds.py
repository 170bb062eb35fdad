"""A file of rounds becomes a session, each round the game of its place."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.audit.evening import EVENING, findings_in
from tests.book.rounds import STAKE, new_book, scoops, session
from tests.cli.running import Done, settle

# By hand: examples/simple-evening.
SUMS = [-13, -14, 28, -1]


def lines(done: Done) -> list[dict]:
    return [json.loads(line) for line in done.stdout.splitlines()]


def imported(file: Path, *arguments: str, database: Path) -> tuple[int, list[dict]]:
    done = settle("import", file, "--db", database, *arguments)
    assert done.stderr == ""
    return done.status, lines(done)


def sent(*documents: object) -> str:
    """Rounds as they would be scored, one a line; a text is a line as it is."""
    written = [each if isinstance(each, str) else json.dumps(each) for each in documents]
    return "".join(f"{line}\n" for line in written)


def played(*pairs: str, **fields: object) -> dict:
    return scoops(*pairs, ruleset="tw-scoop-only", stake=STAKE, **fields)


def view(tmp_path: Path, name: str) -> dict:
    return new_book(tmp_path).session_view(name).document()


def test_an_evening(tmp_path):
    status, (told,) = imported(EVENING, "--title", "Monday", database=tmp_path / "book.db")
    assert (status, told["recorded"], told["refused"]) == (0, 16, 0)
    seen = view(tmp_path, told["session"])
    assert [total["net"] for total in seen["totals"]] == SUMS
    assert (seen["title"], seen["state"], seen["games"]) == ("Monday", "complete", 16)
    assert seen["stake"] == {"amount": "100", "currency": "TWD"}
    assert findings_in(tmp_path / "book.db") == []


def test_a_bad_line_leaves_its_number_open_for_when_it_is_mended(tmp_path):
    file, database = tmp_path / "rounds.ndjson", tmp_path / "book.db"
    good = [played("amy>dan"), played("bob>dan"), played("cat>dan")]
    other = {**good[1], "ruleset": "tw-points"}
    file.write_text(sent(good[0], "{", other, good[2]))
    status, (no_json, differs, told) = imported(file, database=database)
    assert status == 1
    assert (no_json["line"], no_json["error"]["errors"][0]["code"]) == (2, "malformed_json")
    assert (differs["line"], differs["error"]["status"]) == (3, 409)
    assert {"recorded": 2, "refused": 2}.items() <= told.items()
    assert view(tmp_path, told["session"])["missing"] == [2, 3]

    file.write_text(sent(good[0], good[1], good[0], good[2]))
    again = imported(file, "--session", told["session"], database=database)
    assert again == (0, [{"session": told["session"], "recorded": 2, "present": 2, "refused": 0}])
    seen = view(tmp_path, told["session"])
    assert (seen["missing"], seen["head"]["seq"]) == ([], 5)
    assert findings_in(database) == []


def test_a_first_line_that_is_no_round_opens_nothing(tmp_path):
    file = tmp_path / "rounds.ndjson"
    bad = played("amy>dan")
    bad["outcome"]["hands"].pop()
    file.write_text(sent(bad, {"hello": 1}, played("bob>dan"), played("amy>dan")))
    status, told = imported(file, database=tmp_path / "book.db")
    assert status == 1
    assert [each.get("line") for each in told] == [1, 2, None]
    assert view(tmp_path, told[-1]["session"])["missing"] == [1, 2]


def test_no_round_at_all_makes_no_session(tmp_path):
    file = tmp_path / "rounds.ndjson"
    file.write_text(sent({"hello": 1}))
    status, (bad, told) = imported(file, database=tmp_path / "book.db")
    assert (status, bad["line"]) == (1, 1)
    assert told == {"session": None, "recorded": 0, "present": 0, "refused": 1}
    assert new_book(tmp_path).sessions().document()["sessions"] == []


@pytest.mark.parametrize("text", ["", "\n", " \n\n"], ids=ascii)
def test_an_empty_file_is_an_error(tmp_path, text):
    file = tmp_path / "rounds.ndjson"
    file.write_text(text)
    done = settle("import", file, "--db", tmp_path / "book.db")
    assert (done.status, done.stdout) == (1, b"")
    assert "nothing in it" in done.stderr


def test_an_array_and_a_longer_evening(tmp_path):
    file = tmp_path / "rounds.json"
    file.write_text(json.dumps([played("amy>dan")] * 20, indent=1))
    status, (told,) = imported(file, database=tmp_path / "book.db")
    assert (status, told["recorded"]) == (0, 20)
    assert view(tmp_path, told["session"])["games"] == 20


def test_into_a_session_that_is_there(tmp_path):
    book = new_book(tmp_path)
    book.open_session(session(id="friday"))
    book.store.close()
    file = tmp_path / "rounds.ndjson"
    file.write_text(sent(scoops("amy>dan"), scoops("bob>dan")))
    status, told = imported(file, "--session", "friday", database=tmp_path / "book.db")
    assert (status, told) == (0, [{"session": "friday", "recorded": 2, "present": 0, "refused": 0}])
    assert [total["net"] for total in view(tmp_path, "friday")["totals"]] == [1, 1, 0, -2]


def test_into_a_session_that_is_not_there(tmp_path):
    done = settle("import", EVENING, "--db", tmp_path / "book.db", "--session", "nosuch")
    assert (done.status, done.stdout) == (1, b"")
    assert "nosuch" in done.stderr


@pytest.mark.parametrize("name", ["our-thirteen", "our-thirteen@1"])
def test_rounds_of_a_ruleset_that_is_in_the_book(tmp_path, name):
    book = new_book(tmp_path)
    said = dict.fromkeys(("en", "zh-Hant", "zh-Hans"), "House")
    price = {"value": 3, "unit": "points", "basis": "decision", "note": said}
    parent = {"extends": "tw-scoop-only@1", "title": said}
    book.bring_ruleset({"id": "our-thirteen", "version": 1, **parent, "scoop": {"points": price}})
    book.store.close()
    file = tmp_path / "rounds.ndjson"
    file.write_text(sent({**played("amy>dan"), "ruleset": name}))
    _, (told,) = imported(file, database=tmp_path / "book.db")
    assert [total["net"] for total in view(tmp_path, told["session"])["totals"]] == [3, 0, 0, -3]
