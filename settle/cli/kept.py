"""Checkpoints that somebody kept, as the audit is given them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from settle.proofs.checkpoint import Kept
    from settle.proofs.comparing import Comparison
    from settle.words import Words

_Command = TypeVar("_Command", bound=Callable[..., Any])


def checkpoint_options(command: _Command) -> _Command:
    """``--checkpoint``, and ``--key`` for those that are signed."""
    command = click.option(
        "--key",
        "keys",
        metavar="NAME+ID+KEY",
        multiple=True,
        help="Every checkpoint has to be signed with this key, as its maker tells it; of several "
        "(the book was handed over), with one of them.",
    )(command)
    return click.option(
        "--checkpoint",
        "checkpoints",
        metavar="FILE",
        multiple=True,
        type=click.Path(exists=True, dir_okay=False, readable=True),
        help="Compare with the checkpoints in this text; may be given several times.",
    )(command)


def comparison(files: Sequence[str], keys: Sequence[str]) -> Comparison:
    """What the audit compares with. Raises CheckpointRefused and SigningRefused."""
    from settle.proofs.checkpoint import as_text, checkpoints_in
    from settle.proofs.comparing import Comparison
    from settle.proofs.signing import read_verifier_key

    if keys and not files:
        raise click.UsageError("--key is for checkpoints: name their file with --checkpoint.")
    kept: list[Kept] = []
    for name in files:
        with open(name, "rb") as stream:  # noqa: PTH123 - a Path would import pathlib
            kept += checkpoints_in(as_text(stream.read()), name)
    return Comparison(kept, [read_verifier_key(key) for key in keys])


def compared_lines(held: Comparison, said: Words) -> Iterator[str]:
    """Which checkpoints agree, and which were made by a book of another name."""
    for each in held.agreed:
        origin, size = each.checkpoint.origin, each.checkpoint.size
        yield said.text("audit.agrees", place=each.place, origin=origin, size=size)
    for each in held.passed_over:
        key = "audit.passed_over_book" if each.checkpoint.is_bare else "audit.passed_over"
        yield said.text(key, place=each.place, origin=each.checkpoint.origin)
    for each in held.of_other_books():
        book = each.checkpoint.book
        yield said.text("audit.other_book", place=each.place, book=book, own=held.book)


def compared_document(held: Comparison) -> dict[str, Any]:
    """The same as JSON; nothing where there was nothing to compare with."""
    if not held.kept:
        return {}
    agreed = [
        {"where": each.place, "origin": each.checkpoint.origin, "size": each.checkpoint.size}
        for each in held.agreed
    ]
    other = [each.place for each in held.of_other_books()]
    told = {"given": len(held.kept), "agreed": agreed, "of_other_books": other}
    passed_over = [each.place for each in held.passed_over]
    return {"checkpoints": {**told, "of_other_sessions": passed_over}}
