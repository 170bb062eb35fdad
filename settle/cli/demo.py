"""``settle demo``: an evening recorded through the service, settled, and served."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import click

from settle.cli.shared import language_option

if TYPE_CHECKING:
    from http.client import HTTPConnection
    from pathlib import Path

SESSION: Final = "evening"
PORT: Final = 8000

_ADDRESS: Final = re.compile(r"http://([\d.]+):(\d+)")
_TIMEOUT_SECONDS: Final = 60


@click.command()
@language_option
@click.option("--no-serve", is_flag=True, help="Stop after printing.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    help=f"Serve here; {PORT} by default, or any that is free.",
)
def demo(*, lang: str | None, no_serve: bool, port: int | None) -> int:
    """Record a 將 of sixteen games through the service and show who pays whom.

    A service with a fresh book is started, the rounds of the example simple-evening are sent to
    it, and what it answers is shown. Then it goes on serving, until Ctrl-C; the book goes with it.

    \b
    settle demo
    settle demo --lang zh-Hant
    settle demo --no-serve
    """
    from pathlib import Path
    from tempfile import TemporaryDirectory

    from settle.access.first import admin_key_path

    with TemporaryDirectory(prefix="settle-demo-") as folder:
        book = Path(folder) / "settle.db"
        command = _serve_command(book, _port(port, no_serve=no_serve))
        with _service(command) as (process, url):
            service = _Service(url, admin_key_path(book).read_text("ascii").strip())
            _show_evening(service, lang)
            if not no_serve:
                _tell_of_service(service)
                _wait(process)
    return 0


def _port(asked: int | None, *, no_serve: bool) -> int:
    """The port that is asked for; else the usual one where somebody will look, if it is free."""
    from settle.app.server import LOCALHOST, is_free

    if asked is not None:
        return asked
    return PORT if not no_serve and is_free(LOCALHOST, PORT) else 0


def _serve_command(book: Path, port: int) -> list[str]:
    # What is shown is the evening, not the calls that recorded it.
    place = ["--db", str(book), "--port", str(port)]
    return [sys.executable, "-m", "settle", "serve", "--log", "off", *place]


class _Service(NamedTuple):
    """Where the service is, and the key that it made for itself."""

    url: str
    key: str

    def connected(self) -> HTTPConnection:
        """A connection to it."""
        from http.client import HTTPConnection

        found = _ADDRESS.fullmatch(self.url)
        assert found is not None
        return HTTPConnection(found[1], int(found[2]), timeout=_TIMEOUT_SECONDS)


@contextmanager
def _service(command: Sequence[str]) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A service while the block lasts, and its address."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603
        try:
            assert process.stdout is not None
            found = _ADDRESS.search(process.stdout.readline())
            if found is None:
                raise click.ClickException("the service did not start; its own words stand above")
            yield process, found[0]
        finally:
            process.terminate()


def _show_evening(service: _Service, lang: str | None) -> None:
    """Record the evening over HTTP and print its sheet out of what is answered."""
    from settle.cli.shared import coloured, page_width, pick
    from settle.data import data_folder
    from settle.explain import ToldTransfer, explain, sheet_game, sheet_text
    from settle.rulebook import Rulebook

    evening = data_folder("examples") / "simple-evening" / "evening.ndjson"
    rounds = [json.loads(line) for line in evening.read_text(encoding="utf-8").splitlines()]
    with closing(service.connected()) as connection:
        results = list(_record(connection, rounds, service.key))
        path = f"/v1/sessions/{SESSION}/settlement"
        settled = _ask(connection, "GET", path, credential=service.key)
    ruleset = Rulebook().get(rounds[0]["ruleset"])
    language = pick(lang, ruleset.document.get("region"))
    told = [
        explain(result, ruleset, language, played=played)
        for result, played in zip(results, rounds, strict=True)
    ]
    code = settled["currency"]
    text = sheet_text(
        [total["player"] for total in settled["totals"]],
        [sheet_game(number, one) for number, one in enumerate(told, 1)],
        told[0].words,
        amounts={total["player"]: f"{total['amount']} {code}" for total in settled["totals"]},
        transfers=[
            ToldTransfer(transfer["from"], transfer["to"], transfer["amount"], code)
            for transfer in settled["transfers"]
        ],
        width=page_width(),
        colour=coloured(),
    )
    click.echo(text, nl=False)


def _record(
    connection: HTTPConnection, rounds: Sequence[Mapping[str, Any]], credential: str
) -> Iterator[Mapping[str, Any]]:
    """Open a session, record the rounds in it, yield each result that is answered."""
    first = rounds[0]
    opening = {
        "id": SESSION,
        "ruleset": first["ruleset"],
        "stake": first["stake"],
        "players": [hand["player"] for hand in first["hands"]],
        "games": len(rounds),
    }
    _ask(connection, "POST", "/v1/sessions", opening, credential=credential)
    for number, played in enumerate(rounds, 1):
        path = f"/v1/sessions/{SESSION}/rounds"
        answer = _ask(connection, "POST", path, played, credential=credential, key=f"game-{number}")
        yield answer["result"]


def _ask(
    connection: HTTPConnection,
    method: str,
    path: str,
    document: object = None,
    *,
    credential: str,
    key: str = "",
) -> Any:  # noqa: ANN401 - a JSON value may be anything
    """What the service answers; a refusal ends the demonstration."""
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {credential}"}
    if key:
        headers["Idempotency-Key"] = key
    connection.request(method, path, None if document is None else json.dumps(document), headers)
    response = connection.getresponse()
    answer = json.loads(response.read())
    if response.status >= 400:  # noqa: PLR2004 - where HTTP's refusals begin
        raise click.ClickException(f"{method} {path}: {response.status} {answer['detail']}")
    return answer


def _tell_of_service(service: _Service) -> None:
    click.echo()
    click.echo(f"The service goes on at {service.url} until Ctrl-C.")
    click.echo(f"In a browser, {service.url}/sign-in asks for a key: the one below. Or try:")
    click.echo(f"  KEY={service.key}")
    for path in ("settlement", "rounds/7?lang=zh-Hant", "ledger?limit=2"):
        address = f"{service.url}/v1/sessions/{SESSION}/{path}"
        click.echo(f"  curl -H \"Authorization: Bearer $KEY\" '{address}'")


def _wait(process: subprocess.Popen[str]) -> None:
    """Wait for Ctrl-C, or for the service to end by itself."""
    with suppress(KeyboardInterrupt):
        process.wait()
