"""What the commands that work on a book share: how its refusals end them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from settle.book import Book


@contextmanager
def refusals_in_words() -> Iterator[None]:
    """End the command with exit status 1 and the sentence of what was refused."""
    from settle.archive.exporting import ExportRefused
    from settle.archive.importing import ImportRefused
    from settle.audit import LedgerRefused
    from settle.proofs.checkpoint import CheckpointRefused
    from settle.proofs.signing import SigningRefused
    from settle.store import StoreRefused, StoreUnavailable

    refusals = (
        CheckpointRefused,
        ExportRefused,
        ImportRefused,
        LedgerRefused,
        SigningRefused,
        StoreRefused,
        StoreUnavailable,
    )
    try:
        yield
    except refusals as refused:
        raise click.ClickException(str(refused)) from refused


def require_session(book: Book, session: str | None) -> None:
    """End the command where the session that is named is not in the book."""
    from settle.cli.shared import messages
    from settle.faults import RefusedError

    if session is None:
        return
    try:
        book.session_view(session)
    except RefusedError as refused:
        raise click.ClickException("\n".join(messages(refused))) from refused
