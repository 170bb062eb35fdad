"""``settle serve``: the service, on this machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from settle.cli.config import config_option, settled

if TYPE_CHECKING:
    from settle.app.server import Running


@click.command()
@click.option("--host", help="A loopback address; 127.0.0.1 by default.")
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
    help="The book; settle.db by default. SETTLE_DB names another one for all commands.",
)
@click.option(
    "--log",
    type=click.Choice(["json", "text", "off"]),
    help="How each request is told on standard error; text by default.",
)
@config_option
def serve(**flags: object) -> int:
    """Serve a book over HTTP until Ctrl-C.

    The book is made if it is not there. Whoever reaches the service may read and write, so it
    listens on this machine only. There are more settings than flags: "settle config" shows them.

    \b
    settle serve
    settle serve --db friday.db --port 8080
    settle serve --config settle.toml
    curl http://127.0.0.1:8000/readyz
    """
    from settle.app.server import BindRefused
    from settle.app.server import serve as run
    from settle.store import StoreRefused, StoreUnavailable

    try:
        run(settled(flags).settings, _tell)
    except BindRefused as refused:
        raise click.BadParameter(str(refused), param_hint="'--host', '--port'") from refused
    except (StoreRefused, StoreUnavailable) as refused:
        raise click.ClickException(str(refused)) from refused
    return 0


def _tell(running: Running) -> None:
    info, size = running.info, running.settings
    click.echo(f"Settle listens at {running.url}")
    click.echo(f"  book     {info.path}")
    click.echo(f"  SQLite   {info.sqlite_version}, journal {info.journal_mode}")
    click.echo(f"  workers  {size.workers}, {size.threads} threads each")
    click.echo("Ctrl-C ends it.")
