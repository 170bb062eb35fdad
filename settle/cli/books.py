"""What the commands that work on a book share: how its refusals end them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click


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
