"""settle export and settle import as a person runs them."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from tests.audit.evening import EVENING, exported, findings_in
from tests.cli.running import ENVIRONMENT, ROOT, settle


def test_out_and_in_and_out_again(path, tmp_path):
    whole = settle("export", "--all", "--db", path)
    assert (whole.status, whole.stdout, whole.stderr) == (0, exported(path), "")
    file, other = tmp_path / "book.ndjson", tmp_path / "other.db"
    file.write_bytes(whole.stdout)
    done = settle("import", file, "--db", other)
    assert done.status == 0
    assert [json.loads(line) for line in done.stdout.splitlines()] == [
        {"session": "monday", "entries": 22, "did": "imported"},
        {"session": "tuesday", "entries": 3, "did": "imported"},
    ]
    assert settle("export", "--all", "--db", other).stdout == whole.stdout
    again = settle("import", file, "--db", other)
    assert again.status == 0
    assert again.stdout.count(b"unchanged") == 2


def test_through_a_pipe(path, tmp_path):
    out = settle("export", "monday", SETTLE_DB=str(path)).stdout
    done = settle("import", "-", text=out, SETTLE_DB=str(tmp_path / "other.db"))
    assert done.status == 0
    assert exported(tmp_path / "other.db", "monday") == out


def test_into_a_file(path, tmp_path):
    file = tmp_path / "monday.ndjson"
    done = settle("export", "monday", "--db", path, "-o", file)
    assert (done.status, done.stdout) == (0, b"")
    assert file.read_bytes() == exported(path, "monday")


def test_a_file_that_cannot_be_written_leaves_nothing(path, tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    done = settle("export", "friday", "--db", path, "-o", folder / "friday.ndjson")
    assert done.status == 1
    assert done.stderr == "Error: There is no session friday in this book.\n"
    assert list(folder.iterdir()) == []
    assert settle("export", "monday", "--db", path, "-o", folder / "no" / "x").status == 1


def test_as_a_table(path):
    done = settle("export", "monday", "--db", path, "--format", "csv")
    head, first, *_ = done.stdout.decode("utf-8-sig").splitlines()
    assert head == "game,kind,'=1+1,阿明,cat,dan,'=1+1 total,阿明 total,cat total,dan total"
    assert first == ",opening_balance,-5,,,5,-5,0,0,5"


@pytest.mark.parametrize(
    "arguments",
    [
        ("export",),
        ("export", "monday", "--all"),
        ("export", "--all", "--format", "csv"),
        ("export", "monday", "--format", "xml"),
        ("import",),
        ("import", "no-such-file"),
    ],
)
def test_wrong_usage(path, arguments):
    assert settle(*arguments, SETTLE_DB=str(path)).status == 2


def test_a_ledger_takes_no_session_of_rounds(path, tmp_path):
    file = tmp_path / "monday.ndjson"
    file.write_bytes(exported(path, "monday"))
    done = settle("import", file, "--db", tmp_path / "other.db", "--session", "friday")
    assert done.status == 2
    assert not (tmp_path / "other.db").exists()


@pytest.mark.parametrize("options", [(), ("--jobs", 2), ("--hashes-only",)])
def test_a_ledger_that_is_not_sound(path, tmp_path, options):
    file = tmp_path / "monday.ndjson"
    file.write_bytes(exported(path, "monday").replace(b'"net":6', b'"net":7', 1))
    done = settle("import", file, "--db", tmp_path / "other.db", *options)
    assert (done.status, done.stdout) == (1, b"")
    assert "hash_differs" in done.stderr
    assert done.stderr.endswith("Error: The ledger is not sound. Nothing was imported.\n")
    if (tmp_path / "other.db").exists():
        assert exported(tmp_path / "other.db").count(b"\n") == 2


@pytest.mark.parametrize("options", [(), ("--jobs", 2), ("--hashes-only",)])
def test_a_ledger_is_taken_as_it_is(path, tmp_path, options):
    file = tmp_path / "monday.ndjson"
    file.write_bytes(exported(path, "monday"))
    done = settle("import", file, "--db", tmp_path / "other.db", *options)
    told = {"session": "monday", "entries": 22, "did": "imported"}
    assert (done.status, json.loads(done.stdout)) == (0, told)
    assert exported(tmp_path / "other.db", "monday") == file.read_bytes()


def test_hashes_are_of_ledgers_only(tmp_path):
    done = settle("import", EVENING, "--db", tmp_path / "other.db", "--hashes-only")
    assert done.status == 2
    assert "--hashes-only is for ledgers" in done.stderr
    assert 'This one begins with {"' in done.stderr
    assert not (tmp_path / "other.db").exists()


def test_one_of_several_that_is_not_what_was_asked_for_is_named_and_the_others_go_on(
    path, tmp_path
):
    for name in ("monday", "tuesday"):
        (tmp_path / f"{name}.ndjson").write_bytes(exported(path, name))
    results = tmp_path / "results.csv"
    results.write_text("player,net\namy,1\nbob,-1\n", "utf-8")
    files = tmp_path / "monday.ndjson", results, tmp_path / "tuesday.ndjson"
    done = settle("import", *files, "--db", tmp_path / "other.db")
    assert done.status == 1
    assert f"{results}: Results go into a session: name it with --session." in done.stderr
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert [each["session"] for each in told] == ["monday", "tuesday"]


@pytest.mark.parametrize("name", ["monday", "tuesday"])
def test_a_session_that_is_there_otherwise(path, tmp_path, name):
    file = tmp_path / "ledger.ndjson"
    file.write_bytes(exported(path, name))
    rounds = settle("import", file, "--db", tmp_path / "other.db")
    assert rounds.status == 0
    changed = exported(path, name).splitlines(keepends=True)
    del changed[-3]
    file.write_bytes(b"".join(changed))
    assert settle("import", file, "--db", tmp_path / "other.db").status == 1
    assert findings_in(tmp_path / "other.db") == []


def test_a_book_that_is_not_there(tmp_path):
    done = settle("export", "monday", "--db", tmp_path / "nosuch.db")
    assert done.status == 1
    assert done.stderr.startswith("Error: There is no book at ")


def test_a_reader_that_has_enough(path):
    command = [sys.executable, "-m", "settle", "export", "--all", "--db", str(path)]
    with subprocess.Popen(command, cwd=ROOT, env=ENVIRONMENT, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE) as process:  # fmt: skip
        process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode in {0, 141}


def test_help_names_every_option():
    for command, options in (("export", "--all --db --format -o"), ("import", "--session --title")):
        text = settle(command, "--help").stdout.decode()
        assert [option for option in options.split() if option not in text] == []
        assert os.linesep in text
