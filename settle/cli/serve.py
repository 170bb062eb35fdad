"""``settle serve``: the service, on this machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from settle.cli.shared import database_option

if TYPE_CHECKING:
    from settle.app.server import Running


@click.command()
@click.option("--host", default="127.0.0.1", help="A loopback address; 127.0.0.1 by default.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    help="8000 by default; 0 takes any that is free.",
)
@click.option("--workers", type=click.IntRange(1, 64), default=2, help="Processes; 2 by default.")
@click.option(
    "--threads", type=click.IntRange(1, 64), default=8, help="In each process; 8 by default."
)
@database_option
def serve(*, host: str, port: int, workers: int, threads: int, database: str) -> int:
    """Serve a book over HTTP until Ctrl-C.

    The book is made if it is not there. Whoever reaches the service may read and write, so it
    listens on this machine only.

    \b
    settle serve
    settle serve --db friday.db --port 8080
    curl http://127.0.0.1:8000/readyz
    """
    from pathlib import Path

    from settle.app.server import Address, BindRefused, Size
    from settle.app.server import serve as run
    from settle.store import StoreRefused, StoreUnavailable

    try:
        run(Path(database), Address(host, port), Size(workers, threads), _tell)
    except BindRefused as refused:
        raise click.BadParameter(str(refused), param_hint="'--host', '--port'") from refused
    except (StoreRefused, StoreUnavailable) as refused:
        raise click.ClickException(str(refused)) from refused
    return 0


def _tell(running: Running) -> None:
    info, size = running.info, running.size
    click.echo(f"Settle listens at {running.url}")
    click.echo(f"  book     {info.path}")
    click.echo(f"  SQLite   {info.sqlite_version}, journal {info.journal_mode}")
    click.echo(f"  workers  {size.workers}, {size.threads} threads each")
    click.echo("Ctrl-C ends it.")
