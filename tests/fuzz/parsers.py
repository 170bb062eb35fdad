"""What reads something that anybody may have written: each gives a value, or a refusal of its own.

The first byte of an input says which of them it is for, so that one run goes over all of them.
"""

from __future__ import annotations

import contextlib
import io
import itertools
import os
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from settle import verifier
from settle.archive.importing import Ledger
from settle.archive.results import ResultsImport, head_of
from settle.audit import Tally, take_ledger
from settle.audit.ledger import LedgerRefused
from settle.book import Book
from settle.canonical import canonical_bytes, read_json, rewritten
from settle.cards import parse_card
from settle.faults import RefusedError
from settle.proofs.checkpoint import CheckpointRefused, checkpoints_in
from settle.rulebook import Rulebook
from settle.scoring import score_document
from settle.store import Store
from settle.wire import problem
from settle.wire.sessions import load_session
from tests.audit.evening import Nobody

RULEBOOK = Rulebook()
RELEASED = RULEBOOK.locked()
REFUSALS = (RefusedError, LedgerRefused, CheckpointRefused)


def json(data: bytes) -> None:
    """What is read of a JSON text can be written and read again, where it is of whole numbers.

    Others are written by rule, 1e19 as digits, which read again are a number that is too large.
    """
    value = read_json(data)
    try:
        written = canonical_bytes(value)
    except ValueError:
        return
    assert rewritten(value) == written
    assert has_floats(value) or canonical_bytes(read_json(written)) == written


def has_floats(value: object) -> bool:
    if isinstance(value, dict | list):
        return any(map(has_floats, value.values() if isinstance(value, dict) else value))
    return isinstance(value, float)


def card(data: bytes) -> None:
    parse_card(data.decode("utf-8", "replace"))


def scored(data: bytes) -> None:
    """A round is scored to a result that sums to zero."""
    result = score_document(read_json(data), RULEBOOK)
    assert sum(total["net"] for total in result["totals"]) == 0


def opening(data: bytes) -> None:
    load_session(read_json(data), RULEBOOK.get)


def checkpoint(data: bytes) -> None:
    checkpoints_in(data.decode("utf-8", "replace"), "chat")


def ledger(data: bytes) -> None:
    """Scored again, and taken as it is sealed."""
    audited = Ledger(io.BytesIO(data), RELEASED).findings(Tally())
    taken = take_ledger(io.BytesIO(data), RELEASED, Tally(), Nobody())
    for _ in itertools.islice(itertools.chain(audited, taken), 1000):
        pass


def verified(data: bytes) -> None:
    """The verifier, given a ledger and, behind a zero, what somebody kept."""
    names = []
    for part, text in zip(("ledger", "chat"), data.split(b"\0", 1), strict=False):
        (folder() / part).write_bytes(text)
        names.append(str(folder() / part))
    verifier.problems.clear()
    with contextlib.redirect_stdout(io.StringIO()):
        assert verifier.main(names) in (0, 1, 2)


def results(data: bytes) -> None:
    lines = data.decode("utf-8", "replace").splitlines(keepends=True)
    if lines and head_of(lines[0]) is not None:
        for bad in results_import().read(lines)[1]:
            problem(bad.refusal)


PARSERS: tuple[Callable[[bytes], None], ...] = (
    json, card, scored, opening, checkpoint, ledger, verified, results,
)  # fmt: skip


def look(data: bytes) -> None:
    """Give an input to the one that it is for. Raises what is no refusal: a bug."""
    if not data:
        return
    try:
        PARSERS[data[0] % len(PARSERS)](data[1:])
    except REFUSALS as refused:
        if isinstance(refused, RefusedError):
            # Every refusal can be told.
            canonical_bytes(problem(refused))


@cache
def folder() -> Path:
    """Where the verifier finds its files: in memory, where there is such a place."""
    memory = Path("/dev/shm")  # noqa: S108 - a folder of its own is made in it
    made = tempfile.TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else None)
    KEPT.append(made)
    return Path(made.name)


KEPT: list[Any] = []
"""Removed when the program ends."""


@cache
def results_import() -> ResultsImport:
    """An import into a session of four."""
    book = Book(Store.open(folder() / "book.db"), RULEBOOK)
    people = ["amy", "bob", "cat", "阿明"]
    book.open_session({"id": "s1", "ruleset": "tw-scoop-only", "players": people})
    return ResultsImport(book, "s1")
