"""``settle keys``: who may use the service of a book, and the book handed over."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Any, Final

import click

from settle.cli.shared import database_option, format_option, write_json

if TYPE_CHECKING:
    from settle.store import KeyRow, Store

_EXPIRY: Final = re.compile("([1-9][0-9]{0,3})([hdw])", re.ASCII)
_ALL: Final = 1_000_000
_FIELD: Final = re.compile("^/([a-z_]+)")
_FLAGS: Final = {"label": "name", "expires_in": "expires"}
_ROLES: Final = ("admin", "host", "scorer", "player", "viewer")


@click.group()
def keys() -> None:
    """Manage who may use the service of a book.

    All of it works on the book file, also while it is served; a key that was revoked is out from
    the next request on. Of a key only a hash is kept: it is shown once, when it is made.

    \b
    settle keys list
    settle keys add --role host --name "Amy's phone" --expires 90d
    settle keys add --role player --name Dan --session friday --player dan
    settle keys revoke 1f8b0c6d
    """


class Expiry(click.ParamType[str]):
    """``90d``: hours, days or weeks, as ISO 8601 has them."""

    name = "90d"

    def convert(
        self,
        value: Any,  # noqa: ANN401 - click's own signature
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> str:
        """Read one.

        >>> Expiry().convert("90d", None, None), Expiry().convert("12h", None, None)
        ('P90D', 'PT12H')
        """
        match = _EXPIRY.fullmatch(value)
        if match is None:
            self.fail(f"{value!r} is no length of time; examples: 12h, 90d, 4w", param, ctx)
        number, unit = match[1], match[2].upper()
        return f"PT{number}{unit}" if unit == "H" else f"P{number}{unit}"


@keys.command("list")
@database_option
@format_option
def list_(*, database: str, form: str) -> int:
    """List all keys, also those that were revoked or have expired.

    \b
    settle keys list
    settle keys list --format json
    """
    from settle.access.keeping import Keeper
    from settle.access.keys import now

    with _opened(database) as store:
        document = Keeper(store).listed(limit=_ALL).document()
    if form == "json":
        write_json(document["keys"])
        return 0
    for key in document["keys"]:
        click.echo(_line(key, now()))
    return 0


@keys.command()
@click.option("--role", type=click.Choice(_ROLES), required=True, help="What it may.")
@click.option("--name", required=True, help="What you call it.")
@click.option("--session", help="In this session; a host without one may open sessions.")
@click.option("--player", help="Whose seat it speaks for.")
@click.option("--group", help="A group that a host may use.")
@click.option("--expires", type=Expiry(), help="After so many hours, days or weeks: 12h, 90d, 4w.")
@database_option
def add(*, role: str, name: str, expires: str | None, database: str, **granted: str | None) -> int:
    """Make a key and print it, this once.

    \b
    settle keys add --role host --name "Amy's phone" --expires 90d
    settle keys add --role scorer --name tablet --session friday
    settle keys add --role player --name Dan --session friday --player dan
    """
    from settle.access.keeping import Keeper

    named = {field: value for field, value in granted.items() if value is not None}
    document = {"label": name, **_scope(role, named), **named}
    if expires is not None:
        document["expires_in"] = expires
    with _opened(database) as store:
        made = Keeper(store).make(document).document()
    _show(made["key"])
    return 0


@keys.command()
@click.argument("key")
@database_option
def revoke(*, key: str, database: str) -> int:
    """End a key, named by its id.

    \b
    settle keys revoke 1f8b0c6d
    """
    from settle.access.keeping import Keeper
    from settle.access.keys import now

    with _opened(database) as store:
        revoked = Keeper(store).revoke(key).document()
    click.echo(_line(revoked, now()))
    return 0


@keys.command("rotate-admin")
@click.option("--name", default="admin", show_default=True, help="What you call the new one.")
@database_option
def rotate_admin(*, name: str, database: str) -> int:
    """Make a new admin key in place of all that there are, and print it, this once.

    This is what to do when the admin key was lost, or seen by others. Links that the old ones made
    are over; other keys that may open sessions stay good, and are named.

    \b
    settle keys rotate-admin
    """
    from settle.access.keeping import Keeper

    with _opened(database) as store:
        change = Keeper(store).rotate_admin(name, lambda made: _show(str(made)))
    _tell_staying(change.staying)
    return 0


@keys.command()
@click.option("--name", required=True, help="Who keeps the book from now on.")
@click.option(
    "--signing-key",
    metavar="FILE",
    type=click.Path(dir_okay=False),
    help="Write a new key to sign checkpoints with to this file, and print the one to check with.",
)
@database_option
def handover(*, name: str, signing_key: str | None, database: str) -> int:
    """Give the book to somebody else.

    There is a new admin key, which is printed, this once; the old ones end, and the ledger of every
    open session says so. Checkpoints that were signed before are checked with the key that they
    were signed with: "settle audit" takes more than one --key.

    \b
    settle keys handover --name Bob
    settle keys handover --name Bob --signing-key bob.txt
    """
    from settle.access.handover import hand_over
    from settle.access.keeping import refuse_label
    from settle.cli.checkpoint import write_signing_key

    with _opened(database) as store:
        refuse_label(name)  # before there is a file with a new key
        checked_with = None if signing_key is None else write_signing_key(store, signing_key)
        done = hand_over(
            store,
            name,
            lambda made: _show(str(made)),
            signing_key=None if checked_with is None else checked_with.id.hex(),
        )
    if checked_with is not None:
        click.echo(f"Checkpoints are checked with {checked_with}", err=True)
    click.echo(
        f"{len(done.before)} admin keys ended; {len(done.sessions)} open ledgers say so.", err=True
    )
    _tell_staying(done.staying)
    return 0


def _tell_staying(rows: Iterable[KeyRow]) -> None:
    """Name the keys that whoever changes the admin key may not have thought of."""
    for row in rows:
        click.echo(f"Still good, and may open sessions: {row.id} {row.label}", err=True)


def _scope(role: str, named: Mapping[str, str]) -> dict[str, str]:
    """What a role is as scope and role of a document."""
    if role == "admin":
        return {"scope": "admin"}
    if "session" in named:
        return {"scope": "session", "role": role}
    if role != "host":
        raise click.UsageError(f"A {role} is one in a session: name it with --session.")
    return {"scope": "create"}


def _show(key: str) -> None:
    """Print a key, by itself where a program reads it."""
    sys.stdout.write(f"{key}\n")
    sys.stdout.flush()
    if sys.stdout.isatty():
        click.echo("Keep it: it is shown this once.", err=True)


def _line(key: Mapping[str, Any], at: str) -> str:
    """A key for people: its id, whether it is good, what it may, what it is called."""
    if key["revoked_at"] is not None:
        state = "revoked"
    elif key["expires_at"] is not None and key["expires_at"] <= at:
        state = "expired"
    else:
        state = "good"
    may = [f"{grant['role']} of {grant['session']}{_seat(grant)}" for grant in key["grants"]]
    may += [f"host of the group {group}" for group in key["groups"]]
    told = {"admin": ["admin"], "create": ["opens sessions"], "session": []}[key["scope"]]
    until = "" if key["expires_at"] is None else f", until {key['expires_at']}"
    return f"{key['id']}  {state:7}  {key['label']}: {', '.join(told + may)}{until}"


def _seat(grant: Mapping[str, Any]) -> str:
    return "" if grant["player"] is None else f" as {grant['player']}"


@contextmanager
def _opened(database: str) -> Iterator[Store]:
    """The book, which has to be there; refusals end the command with their sentences."""
    from settle.cli.books import refusals_in_words
    from settle.cli.shared import messages
    from settle.faults import RefusedError
    from settle.store import Store

    with refusals_in_words(), closing(Store.open(database, create=False)) as store:
        try:
            yield store
        except RefusedError as refused:
            told = (_FIELD.sub(_as_flag, line) for line in messages(refused))
            raise click.ClickException("\n".join(told)) from refused


def _as_flag(field: re.Match[str]) -> str:
    """The flag that says what a field of a document does."""
    return f"--{_FLAGS.get(field[1], field[1])}"
