"""The text for the chat, in every language as it was looked at, and what cannot break it."""

from __future__ import annotations

from pathlib import Path

import pytest

from settle.proofs.chat import OpenDispute, Situation, book_text, session_text
from settle.proofs.checkpoint import Checkpoint, Listed, checkpoints_in, root_of_sessions
from settle.words import LANGUAGES, words

GOLDEN = Path(__file__).with_name("golden")
BOOK = "0123456789abcdef"
POINT = Checkpoint(BOOK, "friday", 12, bytes(range(32)))
LISTED = (Listed("monday", 12, bytes(range(32))), Listed("friday", 3, bytes(32)))
WHOLE = Checkpoint(BOOK, None, 2, root_of_sessions(LISTED), LISTED)
NAMES = {"amy": "阿明", "bob": "小華"}
TOTALS = (("amy", 12), ("bob", -7), ("cat", -5), ("dan", 0))
OPEN = Situation("Friday", "open", 16, 8, (3, 5), TOTALS, NAMES)

SITUATIONS = {
    "disputed": OPEN._replace(disputes=(OpenDispute(7, "amy"), OpenDispute(8, "cat"))),
    "closed": OPEN._replace(state="closed", highest_game=16, missing=(), title=None),
    "fresh": OPEN._replace(highest_game=0, missing=(), totals=(("amy", 0), ("bob", 0))),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SITUATIONS)
def test_a_session(name, language):
    text = session_text(SITUATIONS[name], POINT, words(language))
    assert text == (GOLDEN / f"{name}.{language}.txt").read_text("utf-8")
    assert [kept.checkpoint for kept in checkpoints_in(text)] == [POINT]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_book(language):
    text = book_text(WHOLE, words(language))
    assert text == (GOLDEN / f"book.{language}.txt").read_text("utf-8")
    assert [kept.checkpoint for kept in checkpoints_in(text)] == [WHOLE]


def test_a_signature_stands_at_the_foot():
    for text in (session_text(OPEN, POINT, words("en"), "— key abc"),
                 book_text(WHOLE, words("en"), "— key abc")):  # fmt: skip
        assert text.endswith("\n\n— key abc\n")
        assert checkpoints_in(text)[0].signatures == ("— key abc",)


OTHER = f"settle/{BOOK}/friday"


@pytest.mark.parametrize(
    "name",
    [
        OTHER,
        f"\n{OTHER}\n12\n{POINT.lines()[2]}\n",
        f"\u2028{OTHER}\u2028",
        "=1+1",
        "阿明.",
        'A,"B"',
        "{game}",
    ],
)
def test_nobody_is_called_so_that_a_checkpoint_comes_of_it(name):
    now = OPEN._replace(title=name, names={"amy": name}, disputes=(OpenDispute(7, "amy"),))
    for language in LANGUAGES:
        text = session_text(now, POINT, words(language))
        assert [kept.checkpoint for kept in checkpoints_in(text)] == [POINT]
        assert (
            len(text.splitlines())
            == len(session_text(OPEN, POINT, words(language)).splitlines()) + 1
        )


@pytest.mark.parametrize(
    ("names", "told"),
    [
        ({"amy": "A", "bob": "A"}, ["A (amy)", "A (bob)", "cat", "dan"]),
        ({"amy": "A", "bob": "A", "cat": "A (amy)"}, ["amy", "bob", "cat", "dan"]),
    ],
)
def test_no_two_are_called_the_same(names, told):
    lines = session_text(OPEN._replace(names=names), POINT, words("en")).splitlines()
    nets = ["+12", "-7", "-5", "0"]
    for name, net in zip(told, nets, strict=True):
        assert f"{name} {net}" in lines


def test_names_that_hide_something_show_that_they_do():
    hidden = OPEN._replace(title="a\u202eb\n", names={"amy": "am\u200by\x1b[2J"})
    first, *others = session_text(hidden, POINT, words("en")).splitlines()
    assert first.startswith("a\ufffdb\ufffd: ")
    assert "am\ufffdy\ufffd[2J +12" in others
