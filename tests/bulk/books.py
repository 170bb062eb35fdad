"""A book of several sessions, some of them settled as one, and what can be done to its ledger."""

from __future__ import annotations

import random
from pathlib import Path

from tests.audit.evening import exported, write_monday, write_tuesday
from tests.book.rounds import new_book
from tests.book.test_joint import write_circle


def write_many(folder: Path) -> Path:
    """Six sessions under two rulesets."""
    book = new_book(folder)
    write_circle(book)
    write_monday(book, games=4)
    write_tuesday(book)
    book.settle_group("circle", {})
    book.store.close()
    return folder / "book.db"


REWRITTEN = (
    lambda line: line[: len(line) // 2] + line[len(line) // 2 + 1 :],
    lambda line: line.replace(b"1", b"2", 1),
    lambda line: b" " + line,
    lambda line: line.replace(b'{"', b'{"a":1,"', 1),
    lambda line: line.replace(b'"end"', b'"at"').replace(b'"seq"', b'"end"'),
    lambda line: line[:30] + b"\n",
    lambda line: line[:0] + b"\n",
    lambda line: line[:0] + b"null\n",
    lambda line: line[:0] + b"{}\n",
    lambda line: line[:0] + b"no json\n",
)
"""What can be done to a line."""


def damaged(ledger: bytes, seed: int) -> bytes:
    """The ledger after one to three things that go wrong, or that somebody does."""
    chance = random.Random(seed)
    lines = ledger.splitlines(keepends=True)
    for _ in range(chance.randint(1, 3)):
        place, other = (chance.randrange(1, len(lines)) for _ in range(2))
        kind = chance.randrange(9)
        if kind == 0:
            del lines[place]
        elif kind == 1:
            lines.insert(other, lines[place])
        elif kind == 2:
            lines[place], lines[other] = lines[other], lines[place]
        else:
            lines[place] = chance.choice(REWRITTEN)(lines[place])
    if chance.random() < 0.1:
        lines[-1] = lines[-1].removesuffix(b"\n")
    return b"".join(lines)


def ledger_of(book: Path) -> bytes:
    """All of it."""
    return exported(book)
