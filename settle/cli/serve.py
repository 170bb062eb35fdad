"""``settle serve``: the service, on this machine."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from settle.cli.config import config_option, settled

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from settle.access.keys import Spelled
    from settle.app.server import Running


@click.command()
@click.option("--host", help="The address to listen at; 127.0.0.1, this machine, by default.")
@click.option(
    "--public-url",
    metavar="URL",
    help="Where others reach it, such as http://192.168.1.20:8000; links and QR codes lead there.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    help="8000 by default; 0 takes any that is free.",
)
@click.option("--workers", type=click.IntRange(1, 64), help="Processes; 2 by default.")
@click.option("--threads", type=click.IntRange(1, 64), help="In each process; 8 by default.")
@click.option(
    "--db",
    metavar="PATH",
    type=click.Path(dir_okay=False),
    help="The book, a file or the postgresql:// address of one on a server; settle.db by default."
    " SETTLE_DB names another one for all commands.",
)
@click.option(
    "--log",
    type=click.Choice(["json", "text", "off"]),
    help="How each request is told on standard error; text by default.",
)
@config_option
def serve(**flags: object) -> int:
    """Serve a book over HTTP until Ctrl-C.

    The book is made if it is not there, and with it an admin key, which is shown this once; where
    no terminal shows it, it is in a file that is named: beside the book, or here if the book is on
    a server. It listens on this machine only, unless it is said how others reach it: phones at the
    table by the address of this machine in their network. There are more settings than flags:
    "settle config" shows them.

    \b
    settle serve
    settle serve --db friday.db --port 8080
    settle serve --db postgresql://settle@db.example/club
    settle serve --config settle.toml
    settle serve --host 0.0.0.0 --public-url http://192.168.1.20:8000
    curl http://127.0.0.1:8000/readyz
    """
    from settle.app.server import BindRefused
    from settle.app.server import serve as run
    from settle.store import StoreRefused, StoreUnavailable

    try:
        settings = settled(flags).settings
        files: list[Path] = []
        run(
            settings,
            lambda running: _tell(running, files),
            lambda key: files.extend(_keep(key, settings.db)),
        )
    except BindRefused as refused:
        raise click.BadParameter(str(refused), param_hint="'--host', '--port'") from refused
    except (StoreRefused, StoreUnavailable) as refused:
        raise click.ClickException(str(refused)) from refused
    return 0


def _tell(running: Running, files: Iterable[Path]) -> None:
    info, size = running.info, running.settings
    click.echo(f"Settle listens at {running.url}")
    click.echo(f"  book     {info.path}")
    engine = {"sqlite": "SQLite", "postgresql": "Server"}[info.engine]
    click.echo(f"  {engine:7}  {info.engine_version}, journal {info.journal_mode}")
    click.echo(f"  workers  {size.workers}, {size.threads} threads each")
    if running.settings.public_url:
        click.echo(f"  others   reach it at {running.settings.public_url}")
    for path in files:
        click.echo(f"  key      of the admin, for its owner only: {path}")
    if sys.stdout.isatty():
        _invite(running.sign_in())
    click.echo("Ctrl-C ends it.")


def _invite(address: str) -> None:
    """Show how a phone becomes a host; the link is good once, for a quarter of an hour."""
    from settle.access.qr import qr_text

    click.echo(f"To open sessions, within 15 minutes, once: {address}")
    click.echo(qr_text(address), nl=False)


def _keep(key: Spelled, book: str) -> list[Path]:
    """Show the first admin key on a terminal; elsewhere put it into a file, which is named."""
    from settle.access.first import admin_key_path, write_key

    if sys.stdout.isatty():
        click.echo(f"The admin key, shown this once: {key}")
        return []
    path = admin_key_path(book).absolute()
    write_key(path, key)
    return [path]
