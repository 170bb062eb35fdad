"""``settle import --jobs``: rounds made ready ahead, by others, are recorded as if by one."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

import pytest

from settle.archive.readying import readier
from settle.archive.rounds import RoundsImport
from settle.bulk.streams import pieces
from tests.archive.test_rounds import lines, played, sent, view
from tests.audit.evening import EVENING, exported, findings_in
from tests.book.rounds import new_book, scoops, session
from tests.bulk.test_jobs import is_there, workers_of
from tests.cli.running import ENVIRONMENT, ROOT, settle

OWN = ("at", "hash", "prev_hash", "session", "previous_session", "request")
"""What differs between two sessions of the same games."""


def entries(database: Path) -> list[dict]:
    """What is in the sessions of a book, in the order of their opening."""
    book = new_book(database.parent, database.name)
    try:
        told = []
        with book.store.reading() as r:
            for row in list(r.sessions()):
                for entry in r.entries(row.id):
                    document = entry.document()
                    body = {k: v for k, v in document.pop("body").items() if k not in OWN}
                    told.append({k: v for k, v in document.items() if k not in OWN} | body)
        return told
    finally:
        book.store.close()


def write_files(folder: Path, path: Path) -> list[str]:
    """Evenings with all that may be wrong with them, and what is no evening."""
    cards = EVENING.read_text()
    other = {**played("amy>bob"), "stake": None}
    doubled = '{"ref": "a", ' + json.dumps(played("amy>bob"))[1:-1] + ', "ref": "b"}'
    numbers = [7 * 10**30, 1.0, -0.0]
    wrong = [played("amy>bob", banker=number) for number in numbers]
    bad = sent(
        {"hello": 1}, "{", played("amy>dan"), other, "\n", doubled, "[1]", *wrong,
        {**played("bob>dan"), "ruleset": "tw-points"}, played("cat>dan"),
        played("cat>dan", game=3), "x" * (1 << 20) + "x",
    )  # fmt: skip
    files = {
        "a.ndjson": bad + cards,
        "b.ndjson": cards * 15,
        "c.json": json.dumps([played("amy>dan"), {"no": "round"}] * 3, indent=1),
        "d.ndjson": "\n",
        "e.ndjson": exported(path, "tuesday").decode(),
        "f.ndjson": exported(path, "monday").decode().replace('"net":6', '"net":7', 1),
        "g.ndjson": sent({"hello": 1}),
        "h.ndjson": cards,
    }
    for name, text in files.items():
        (folder / name).write_text(text)
    return list(files)


def test_the_same_book_and_the_same_words_whoever_does_it(path, tmp_path):
    names, told = write_files(tmp_path, path), []
    for jobs in ("1", "2"):
        database = tmp_path / f"{jobs}.db"
        done = settle("import", "--jobs", jobs, "--db", database, *names, cwd=tmp_path)
        answers = lines(done)
        for answer in answers:
            answer.pop("session", None)
            answer.get("error", {}).get("standing", {}).pop("hash", None)
        told.append((done.status, answers, done.stderr, entries(database)))
    assert told[0] == told[1]
    assert findings_in(tmp_path / "2.db") == []
    status, answers, stderr, made = told[1]
    assert status == 1
    # Of a, b, c, h and of the ledger that is sound.
    assert [each["kind"] for each in made].count("session_opened") == 5
    # One line each, but of the empty file and of the ledger that is not sound.
    assert [each["file"] for each in answers if "line" not in each] == [
        name for name in names if name[0] not in "df"
    ]
    # The third line is the first round; of what else is wrong with it, each has its own line.
    ours = [each for each in answers if each["file"] == "a.ndjson"]
    assert [each["line"] for each in ours[:-1]] == [1, 2, 4, 7, 8, 9, 10, 11, 12, 14, 15]
    assert ours[-1] == {"file": "a.ndjson", "recorded": 18, "present": 0, "refused": 11}
    assert answers[-1] == {"file": "h.ndjson", "recorded": 16, "present": 0, "refused": 0}
    assert "d.ndjson: There is nothing in it" in stderr
    assert "f.ndjson: The ledger is not sound" in stderr
    # By hand: 15 evenings of 16 games are 40 more than a session has.
    assert {"file": "b.ndjson", "recorded": 200, "present": 0, "refused": 40} in answers


def made_ready(rounds: RoundsImport, text: str) -> Iterator[tuple]:
    make = readier()
    for task in rounds.tasks(pieces(BytesIO(text.encode()), None)):
        yield task, make(task)


@pytest.mark.parametrize("written", ["7" + "0" * 30, "1e999"])
def test_what_is_refused_is_told_as_it_was_written(tmp_path, written):
    """The quick reader takes a number that is far too long for another one."""
    first, second, *_ = EVENING.read_text().splitlines()
    rounds = RoundsImport(new_book(tmp_path), session=None, games=16)
    ((_, (_, refused)),) = made_ready(rounds, f'{first}\n{{"banker": {written}, {second[1:]}\n')
    assert refused.line == 2
    assert written in refused.problem.decode()


def test_a_table_that_changes_meanwhile(tmp_path):
    book = new_book(tmp_path)
    book.open_session(session())
    rounds = RoundsImport(book, session="s1", games=16)
    five = ["amy", "bob", "cat", "eve"]
    text = sent(scoops("amy>dan"), scoops("amy>eve", players=five), scoops("bob>dan"))
    ((task, made),) = made_ready(rounds, text)
    assert [hasattr(each, "totals") for each in made] == [True, False, True]
    book.change_table("s1", {"from_game": 2, "players": five, "reason": "eve for dan"})
    taken = rounds.take(task, made)
    assert (taken.recorded, taken.present) == (2, 0)
    assert [each.line for each in taken.refused] == [3]
    seen = view(tmp_path, "s1")
    assert {total["player"]: total["net"] for total in seen["totals"]} == {
        "amy": 2, "bob": 0, "cat": 0, "dan": -1, "eve": -1,
    }  # fmt: skip


def test_what_was_refused_at_another_table_is_asked_again(tmp_path):
    book = new_book(tmp_path)
    book.open_session(session())
    rounds = RoundsImport(book, session="s1", games=16)
    five = ["amy", "bob", "cat", "eve"]
    text = sent(scoops("amy>dan"), scoops("amy>eve", players=five))
    ((task, made),) = made_ready(rounds, text)
    book.change_table("s1", {"from_game": 2, "players": five, "reason": "eve for dan"})
    assert rounds.take(task, made) == (2, 0, ())


def test_nothing_is_opened_ahead_of_its_turn(tmp_path):
    book = new_book(tmp_path)
    rounds = RoundsImport(book, session=None, games=16)
    ((task, made),) = made_ready(rounds, sent(played("amy>dan")))
    assert book.sessions().document()["sessions"] == []
    assert rounds.take(task, made).recorded == 1
    assert view(tmp_path, rounds.session)["played"] == 1


def test_terms_are_those_of_the_session_that_they_open(tmp_path):
    """Else all of it would be made ready once more."""
    book = new_book(tmp_path)
    rounds = RoundsImport(book, session=None, games=16)
    for task, made in made_ready(rounds, EVENING.read_text()):
        rounds.take(task, made)
        assert book.tables(rounds.session).terms == task.terms


@contextmanager
def stuck(folder: Path) -> Iterator[subprocess.Popen]:
    """An import that has recorded a game and waits for a reader of its refusals."""
    (folder / "a.ndjson").write_text(sent(played("amy>dan")) + "{\n" * 3000)
    command = [sys.executable, "-m", "settle", "import", "--jobs", "2", "a.ndjson"]
    with subprocess.Popen(
        command,
        cwd=folder,
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        watch = threading.Timer(60, process.kill)
        watch.start()
        try:
            assert json.loads(process.stdout.readline())["line"] == 2
            yield process
        finally:
            process.stdout.read()
            process.wait()
            watch.cancel()


def test_a_process_that_was_ended_is_told_and_what_is_recorded_stays(tmp_path):
    with stuck(tmp_path) as process:
        for worker in workers_of(process):
            os.kill(worker, signal.SIGKILL)
        process.stdout.read()
        told = process.stderr.read().decode()
    assert process.returncode == 1
    assert "signal 9" in told
    assert "Traceback" not in told
    (row,) = new_book(tmp_path, "settle.db").sessions().document()["sessions"]
    assert f"settle import --session {row['id']} records the rest" in told
    assert row["played"] == 1
    assert findings_in(tmp_path / "settle.db") == []


def test_ctrl_c_is_quiet_and_nobody_stays(tmp_path):
    with stuck(tmp_path) as process:
        workers = workers_of(process)
        os.killpg(process.pid, signal.SIGINT)
        process.stdout.read()
        assert process.stderr.read() == b""
    assert process.returncode == 130
    assert len(workers) == 2
    assert not any(map(is_there, workers))
    assert findings_in(tmp_path / "settle.db") == []


@pytest.mark.parametrize("jobs", ["0", "257"])
def test_a_number_of_processes_that_cannot_be(tmp_path, jobs):
    done = settle("import", "--jobs", jobs, EVENING, "--db", tmp_path / "book.db", cwd=ROOT)
    assert (done.status, done.stdout) == (2, b"")
    assert not (tmp_path / "book.db").exists()
