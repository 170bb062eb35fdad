"""``settle checkpoint``: what to keep outside of the book; ``settle verifier``: what checks it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Final

import click

from settle.cli.books import refusals_in_words
from settle.cli.shared import database_option, format_option, language_option, write_json

if TYPE_CHECKING:
    from settle.proofs.checkpoint import Checkpoint
    from settle.proofs.signing import VerifierKey
    from settle.store import Reader, Store
    from settle.words import Words

_OWNER_ONLY: Final = 0o600


@click.command()
@click.argument("session", required=False)
@click.option("--book", "whole", is_flag=True, help="Of the whole book, every session listed.")
@database_option
@language_option
@format_option
@click.option(
    "--sign",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, readable=True),
    help="Sign it with the secret key in this file.",
)
@click.option(
    "--new-key",
    metavar="FILE",
    type=click.Path(dir_okay=False),
    help="Write a new secret key to this file, and print the key that others check with.",
)
def checkpoint(
    *,
    session: str | None,
    whole: bool,
    database: str,
    lang: str | None,
    form: str,
    sign: str | None,
    new_key: str | None,
) -> int:
    """Write the lines to keep elsewhere: in the chat, in a mail, on paper.

    How the session stands, and three lines that name every entry it has. Whoever has kept them
    finds out by "settle audit --checkpoint", or by the program that "settle verifier" prints,
    whether an entry was changed or taken away since.

    \b
    settle checkpoint monday
    settle checkpoint --book > book.txt
    settle checkpoint --new-key secret.txt
    settle checkpoint monday --sign secret.txt
    """
    if [session is not None, whole, new_key is not None].count(True) != 1:
        raise click.UsageError("Name one SESSION, or say --book or --new-key.")
    with refusals_in_words(), _reading(database) as r:
        if new_key is not None:
            return _write_key(r, new_key)
        return _write(r, session, sign, form, lang)


@contextmanager
def _reading(database: str) -> Iterator[Reader]:
    """A snapshot of the book, which gets its name now if it had none."""
    from settle.store import Store

    with closing(Store.open(database, create=False)) as store, store.reading() as r:
        yield r


def _write(r: Reader, session: str | None, sign: str | None, form: str, lang: str | None) -> int:
    from settle.cli.shared import pick
    from settle.words import words

    made, said = _made(r, session), words(pick(lang))
    signature = None if sign is None else _signature(made, sign)
    if form == "json":
        signed = {} if signature is None else {"signature": signature}
        write_json({**made.document(), **signed})
    else:
        click.echo(_text(r, made, said, signature), nl=False)
    return 0


def _made(r: Reader, session: str | None) -> Checkpoint:
    from settle.archive.exporting import session_of
    from settle.proofs.making import book_checkpoint, session_checkpoint

    return book_checkpoint(r) if session is None else session_checkpoint(r, session_of(r, session))


def _text(r: Reader, made: Checkpoint, said: Words, signature: str | None) -> str:
    from settle.archive.exporting import session_of
    from settle.proofs.chat import book_text, session_text
    from settle.proofs.situation import situation

    if made.session is None:
        return book_text(made, said, signature)
    now = situation(r, session_of(r, made.session))
    return session_text(now, made, said, signature)


def _signature(made: Checkpoint, sign: str) -> str:
    from settle.proofs.signing import signature_line

    with open(sign, encoding="utf-8") as stream:  # noqa: PTH123 - a Path would import pathlib
        return signature_line(made.text(), stream.read())


def _write_key(r: Reader, name: str) -> int:
    click.echo(str(_written_key(r, name)))
    return 0


def write_signing_key(store: Store, name: str) -> VerifierKey:
    """Write a new secret key of a book to a file; the key that others check with."""
    with store.reading() as r:
        return _written_key(r, name)


def _written_key(r: Reader, name: str) -> VerifierKey:
    """Write a key that nobody else may read; a file that is there stays as it is."""
    from settle.proofs.signing import new_key, verifier_key_of

    secret = new_key(f"settle/{r.book_id()}")
    descriptor = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OWNER_ONLY)
    with open(descriptor, "w", encoding="utf-8") as stream:  # noqa: PTH123 - a descriptor
        stream.write(f"{secret}\n")
    return verifier_key_of(secret)


@click.command()
def verifier() -> int:
    """Print a program that checks exported ledgers, checkpoints and proofs.

    It is one file of Python that needs no Settle and nothing else, and is short enough to be read.

    \b
    settle verifier > verify.py
    python verify.py monday.ndjson chat.txt
    """
    from importlib.resources import files

    click.echo((files("settle") / "verifier.py").read_text(encoding="utf-8"), nl=False)
    return 0
