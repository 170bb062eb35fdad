"""`settle checkpoint`, `settle verifier` and `settle audit --checkpoint`, as a person runs them."""

from __future__ import annotations

import json
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from settle import verifier
from tests.audit.evening import Ledger
from tests.audit.test_forged import cut
from tests.cli.running import settle


@pytest.fixture
def folder(made, monday, tmp_path):
    """A book, and a ledger out of it."""
    shutil.copy(made, tmp_path / "book.db")
    (tmp_path / "monday.ndjson").write_bytes(monday)
    return tmp_path


def run(folder, *arguments, status=0):
    done = settle(*arguments, cwd=folder, SETTLE_DB="book.db", LANG="en")
    assert done.status == status, done.stderr
    return done.stdout.decode() if status == 0 else done.stdout.decode() + done.stderr


def test_a_checkpoint_of_a_session(folder):
    text = run(folder, "checkpoint", "monday")
    assert text.startswith("Monday: Game 16 of 16, closed\n=1+1 -19\n阿明 -13\ncat +28\ndan +4\n")
    told = json.loads(run(folder, "checkpoint", "monday", "--format", "json"))
    assert (told["session"], told["size"]) == ("monday", 22)
    assert text.endswith(told["text"])
    assert "請留著" in run(folder, "checkpoint", "monday", "--lang", "zh-Hant")


def test_everything_at_once(folder):
    (folder / "chat.txt").write_text(run(folder, "checkpoint", "monday"), "utf-8")
    (folder / "book.txt").write_text(run(folder, "checkpoint", "--book"), "utf-8")
    (folder / "verify.py").write_text(run(folder, "verifier"), "utf-8")
    kept = ["--checkpoint", "chat.txt", "--checkpoint", "book.txt"]
    for arguments in (["audit", *kept], ["audit", "monday.ndjson", *kept]):
        said = run(folder, *arguments)
        assert said.count("agrees with the checkpoint of ") == 2
        assert said.endswith("All is sound.\n")
    done = subprocess.run(
        [sys.executable, "-I", "verify.py", "monday.ndjson", "chat.txt", "book.txt"],
        cwd=folder,
        capture_output=True,
        check=True,
        text=True,
    )
    assert "compared with 2 checkpoints, 0 proofs tried\n" in done.stdout
    assert done.stdout.endswith("Nothing is wrong.\n")


def test_the_program_is_the_file(folder):
    assert run(folder, "verifier") == Path(verifier.__file__).read_text("utf-8")


def test_a_tail_that_was_cut_is_named(folder, monday):
    (folder / "chat.txt").write_text(run(folder, "checkpoint", "monday"), "utf-8")
    (folder / "cut.ndjson").write_bytes(cut(Ledger(monday), 3).sealed().data())
    assert "All is sound" in run(folder, "audit", "cut.ndjson")
    said = run(folder, "audit", "cut.ndjson", "--checkpoint", "chat.txt", status=1)
    assert (
        "session monday, entry 20: checkpoint_entries_missing: there are fewer entries than the"
        " checkpoint counted: the end was cut off [chat.txt:8]; found 19; expected 22\n"
    ) in said
    assert said.endswith("first bad entry: session monday, entry 20\n")
    text = run(
        folder, "audit", "cut.ndjson", "--checkpoint", "chat.txt", "--format", "json", status=1
    )
    report = json.loads(text)
    assert report["first"]["code"] == "checkpoint_entries_missing"
    assert report["checkpoints"] == {"given": 1, "agreed": [], "of_other_books": [],
                                     "of_other_sessions": []}  # fmt: skip


def test_in_the_chat_of_two_evenings_the_other_one_is_told_and_not_wrong(folder):
    monday, tuesday = (run(folder, "checkpoint", each) for each in ("monday", "tuesday"))
    (folder / "chat.txt").write_text(tuesday + monday, "utf-8")
    (folder / "other.txt").write_text(tuesday, "utf-8")
    said = run(folder, "audit", "monday.ndjson", "--checkpoint", "chat.txt")
    assert "was not looked at: settle/" in said
    assert "/tuesday is no session of this ledger.\nAll is sound.\n" in said
    arguments = ("audit", "monday.ndjson", "--checkpoint", "chat.txt", "--format", "json")
    told = json.loads(run(folder, *arguments))["checkpoints"]
    assert (told["given"], len(told["agreed"]), len(told["of_other_sessions"])) == (2, 1, 1)
    _, origin, rest = run(folder, "checkpoint", "--book").partition("settle/")
    (folder / "bare.txt").write_text(origin + "\n".join(rest.splitlines()[:3]), "utf-8")
    said = run(folder, *arguments[:4], "--checkpoint", "bare.txt")
    assert "is a whole book, and beside one session it needs the list" in said
    # Compared with nothing at all, it is not called sound.
    said = run(folder, "audit", "monday.ndjson", "--checkpoint", "other.txt", status=1)
    assert "checkpoint_session_missing" in said
    # Of a whole book, nothing is passed over.
    run(folder, "export", "--all", "-o", "whole.ndjson")
    lines = (folder / "whole.ndjson").read_bytes().splitlines(keepends=True)
    kept = [line for line in lines if b'"session":"tuesday"' not in line]
    (folder / "less.ndjson").write_bytes(b"".join(kept))
    said = run(folder, "audit", "less.ndjson", "--checkpoint", "chat.txt", status=1)
    assert "checkpoint_session_missing" in said


def test_a_checkpoint_of_another_book_is_told(folder):
    book = json.loads(run(folder, "checkpoint", "monday", "--format", "json"))["book"]
    text = run(folder, "checkpoint", "monday").replace(book, "0123456789abcdef")
    (folder / "chat.txt").write_text(text, "utf-8")
    said = run(folder, "audit", "--checkpoint", "chat.txt")
    assert f"was made by another book, 0123456789abcdef; this one is {book}.\n" in said
    assert said.endswith("All is sound.\n")
    said = run(folder, "audit", "--checkpoint", "chat.txt", "--format", "json")
    assert json.loads(said)["checkpoints"]["of_other_books"] == ["chat.txt:8"]


def test_signed(folder):
    key = run(folder, "checkpoint", "--new-key", "secret.txt").strip()
    assert stat.S_IMODE((folder / "secret.txt").stat().st_mode) == 0o600
    for name, what in (("session.txt", "monday"), ("book.txt", "--book")):
        text = run(folder, "checkpoint", what, "--sign", "secret.txt")
        (folder / name).write_text(text, "utf-8")
        run(folder, "audit", "--checkpoint", name, "--key", key)
    told = json.loads(
        run(folder, "checkpoint", "monday", "--sign", "secret.txt", "--format", "json")
    )
    assert (folder / "session.txt").read_text("utf-8").endswith(f"\n\n{told['signature']}\n")
    (folder / "plain.txt").write_text(run(folder, "checkpoint", "monday"), "utf-8")
    said = run(folder, "audit", "--checkpoint", "plain.txt", "--key", key, status=1)
    assert "checkpoint_unsigned" in said
    # A key that is there is not written over.
    before = (folder / "secret.txt").read_text("utf-8")
    assert "secret.txt: File exists" in run(
        folder, "checkpoint", "--new-key", "secret.txt", status=1
    )
    assert (folder / "secret.txt").read_text("utf-8") == before


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (["checkpoint"], 2, "Name one SESSION, or say --book or --new-key."),
        (["checkpoint", "monday", "--book"], 2, "Name one SESSION"),
        (["checkpoint", "friday"], 1, "There is no session friday in this book."),
        (["checkpoint", "--book", "--db", "other.db"], 1, "There is no book at"),
        (["checkpoint", "monday", "--sign", "monday.ndjson"], 1, "This is no key"),
        (["audit", "--key", "x"], 2, "--key is for checkpoints"),
        (["audit", "--checkpoint", "none.txt"], 2, "does not exist"),
        (["audit", "--checkpoint", "monday.ndjson"], 1, "there is no checkpoint in this text"),
    ],
)
def test_what_cannot_be_done_is_said(folder, arguments, status, words):
    assert words in " ".join(run(folder, *arguments, status=status).split())


def test_a_key_that_is_none(folder):
    (folder / "chat.txt").write_text(run(folder, "checkpoint", "monday"), "utf-8")
    said = run(folder, "audit", "--checkpoint", "chat.txt", "--key", "x", status=1)
    assert "This is no key" in said
