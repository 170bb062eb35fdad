"""Checkpoints of every moment, and what is found against them."""

from __future__ import annotations

import io
from itertools import chain
from pathlib import Path

from settle.audit import Finding, LedgerRefused, Tally, audit_book, audit_ledger
from settle.proofs.checkpoint import Checkpoint, Kept, Listed, leaf_of, root_of_sessions
from settle.proofs.comparing import Comparison
from settle.proofs.tree import root_of
from settle.store import Store
from tests.audit.evening import RELEASED, Ledger

BOOK = "0123456789abcdef"


def hashes_of(ledger: Ledger, session: str) -> list[str]:
    """The hashes of a session's entries."""
    return [entry["hash"] for entry in ledger.entries if entry["session"] == session]


def kept_of(ledger: Ledger, session: str, *sizes: int) -> list[Kept]:
    """Checkpoints of a session when it had so many entries."""
    leaves = [leaf_of(each) for each in hashes_of(ledger, session)]
    return [
        Kept(Checkpoint(BOOK, session, size, root_of(leaves[:size])), place=f"chat:{size}")
        for size in sizes
    ]


def kept_of_book(ledger: Ledger, **sizes: int) -> Kept:
    """The checkpoint of a book whose sessions had so many entries."""
    listed = tuple(
        Listed(session, size, kept_of(ledger, session, size)[0].checkpoint.root)
        for session, size in sizes.items()
    )
    point = Checkpoint(BOOK, None, len(listed), root_of_sessions(listed), listed)
    return Kept(point, place="book:1")


def against(data: bytes, *kept: Kept) -> tuple[list[Finding], list[str]]:
    """What an audit of a ledger finds beside these checkpoints, and where those that agree are."""
    held = Comparison(kept)
    try:
        found = list(audit_ledger(held.watched(io.BytesIO(data)), RELEASED, Tally()))
    except LedgerRefused as refused:
        return [Finding("refused", found=str(refused))], []
    return [*found, *held.findings()], [each.place for each in held.agreed]


def against_book(path: Path, *kept: Kept) -> tuple[list[Finding], list[str]]:
    """The same of a database."""
    held = Comparison(kept)
    with Store.inspecting(path) as inspection:
        held.take_book(inspection.reader)
        found = list(chain(audit_book(inspection, RELEASED, Tally()), held.findings()))
    return found, [each.place for each in held.agreed]


def told(findings: list[Finding]) -> list[tuple[str, str | None, int | None, str]]:
    """Code, session, entry and the place of the checkpoint."""
    return [(each.code, each.session, each.seq, each.where) for each in findings]
