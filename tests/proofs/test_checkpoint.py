"""The three lines: written, and found again in what people keep."""

from __future__ import annotations

from hashlib import sha256

import pytest

from settle.proofs.checkpoint import (
    Checkpoint,
    CheckpointRefused,
    Kept,
    Listed,
    checkpoints_in,
    leaf_of,
    root_of_sessions,
)
from settle.proofs.tree import EMPTY_ROOT, leaf_hash, node_hash

BOOK = "0123456789abcdef"
ROOT = bytes(range(32))
SPELLED = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
MONDAY = Checkpoint(BOOK, "monday", 12, ROOT)
LISTED = (Listed("monday", 12, ROOT), Listed("tuesday", 3, EMPTY_ROOT))
WHOLE = Checkpoint(BOOK, None, 2, root_of_sessions(LISTED), LISTED)
EMPTY_SPELLED = "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="


def test_a_session_in_three_lines():
    assert MONDAY.text() == f"settle/{BOOK}/monday\n12\n{SPELLED}\n"


def test_a_book_lists_its_sessions_and_a_leaf_is_such_a_line():
    first, second = f"monday 12 {SPELLED}", f"tuesday 3 {EMPTY_SPELLED}"
    assert WHOLE.lines()[0::3] == (f"settle/{BOOK}", first)
    assert WHOLE.lines()[3:] == (first, second)
    assert WHOLE.root == node_hash(leaf_hash(first.encode()), leaf_hash(second.encode()))


def test_an_empty_book():
    empty = Checkpoint(BOOK, None, 0, root_of_sessions(()))
    assert empty.text() == f"settle/{BOOK}\n0\n{EMPTY_SPELLED}\n"
    assert checkpoints_in(empty.text()) == (Kept(empty, place=":1"),)


def test_the_leaf_of_an_entry_is_its_hash():
    digest = sha256(b"entry")
    assert leaf_of(f"sha256:{digest.hexdigest()}") == digest.digest()


@pytest.mark.parametrize(
    "text", ["", "sha256:", "sha256:00", "md5:" + "00" * 32, "sha256:" + "g" * 64]
)
def test_what_is_no_hash_has_a_leaf_that_no_entry_has(text):
    assert len(leaf_of(text)) != 32


T = MONDAY.text()
IN_TEXTS = [
    pytest.param(T, 1, id="alone"),
    pytest.param(T.removesuffix("\n"), 1, id="no line feed at the end"),
    pytest.param(T.replace("\n", "\r\n"), 1, id="line ends of Windows"),
    pytest.param("\ufeff" + T, 1, id="a byte order mark"),
    pytest.param(f"21:40 阿明: 第 8 局\namy +3\n\n{T}\n21:41 bob: 好\n", 4, id="within a chat"),
    pytest.param("".join(f"> {line}\n" for line in T.splitlines()), 1, id="quoted"),
    pytest.param("".join(f"  {line}\u00a0 \n" for line in T.splitlines()), 1, id="blanks around"),
]


@pytest.mark.parametrize(("text", "line"), IN_TEXTS)
def test_a_checkpoint_is_found_in_what_people_keep(text, line):
    assert checkpoints_in(text, "chat.txt") == (Kept(MONDAY, place=f"chat.txt:{line}"),)


def test_every_checkpoint_of_a_chat_is_found():
    later = MONDAY._replace(size=13, root=EMPTY_ROOT)
    text = f"{T}好\n{later.text()}\nand the book:\n{WHOLE.text()}\nbye\n"
    found = checkpoints_in(text, "chat")
    assert [(each.checkpoint, each.place) for each in found] == [
        (MONDAY, "chat:1"), (later, "chat:5"), (WHOLE, "chat:10"),
    ]  # fmt: skip


def test_the_signatures_below_are_kept_and_nothing_else():
    text = f"{T}\n— settle/{BOOK} abc\n— somebody def\nbye\n— amy\n"
    (found,) = checkpoints_in(text)
    assert found == Kept(MONDAY, (f"— settle/{BOOK} abc", "— somebody def"), ":1")


def test_a_list_ends_where_a_line_is_none():
    text = WHOLE.text().replace("tuesday 3", "tuesday three")
    (found,) = checkpoints_in(text)
    assert found.checkpoint == WHOLE._replace(listed=LISTED[:1])


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="nothing"),
        pytest.param("amy +3\nbob -3\n", id="no checkpoint"),
        pytest.param(T.replace("settle/", "settle/x"), id="another first line"),
        pytest.param(T.replace("monday", "mon day"), id="no session's id"),
        pytest.param(T.replace("abcdef", "ABCDEF"), id="no book's name"),
    ],
)
def test_a_text_without_a_checkpoint_is_refused(text):
    with pytest.raises(CheckpointRefused, match=r"^chat\.txt: there is no checkpoint in this text"):
        checkpoints_in(text, "chat.txt")


def sized(text: str) -> str:
    return T.replace("\n12\n", f"\n{text}\n")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (T.replace("\n12\n", "\n"), SPELLED),
        (sized("012"), "012"),
        (sized("-12"), "-12"),
        (sized("twelve"), "twelve"),
        (sized("\uff11\uff12"), "\uff11\uff12"),
        (sized("9" * 16), "9" * 16),
        (T.replace(SPELLED, SPELLED[:-1]), SPELLED[:-1]),
        (T.replace(SPELLED, SPELLED[:20]), SPELLED[:20]),
        (T.replace(SPELLED, SPELLED[:-2] + "9="), SPELLED[:-2] + "9="),
        (T.replace(SPELLED, "-" + SPELLED[1:]), "-" + SPELLED[1:]),
        (f"settle/{BOOK}/monday\n12\n", "12"),
        (f"settle/{BOOK}/monday", ""),
    ],
)
def test_a_checkpoint_that_is_cut_or_mistyped_is_named(text, found):
    with pytest.raises(CheckpointRefused) as refused:
        checkpoints_in(f"hello\n{text}", "chat.txt")
    assert str(refused.value).startswith("chat.txt:2: this checkpoint is cut or mistyped: ")
    assert repr(found) in str(refused.value)
