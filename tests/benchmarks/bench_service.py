"""The service against a bare Flask view that inserts the same bytes durably, in one run.

Both run under gunicorn with the same settings on the same disk with the same SQLite, journal and
durability; the bare view reads no document and scores nothing. It is measured twice: as anybody
would write it, and with the service's file lock before its transaction. The ratios are against the
faster of the two. So is the service without access control, limits and log, on the same book. One
client process with eight connections takes its share of the cores, from all sides
alike.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

from bench_round import PLAYERS, ordinary_rounds

from settle.access.first import admin_key_path
from settle.store import Store

ROOT = Path(__file__).resolve().parents[2]
BARE = Path(__file__).with_name("bare_view.py")
OPEN = Path(__file__).with_name("open_service.py")
RULESET = "tw-scoop"
CONNECTIONS = 8
GAMES = 200
BATCH = 100

LEAST_OF_BARE = 0.6
LEAST_OF_OPEN = 0.85
MOST_OF_MEDIAN = 4
LEAST_OF_BATCH = 5
MOST_OF_GROWTH = 1.2


class Load(NamedTuple):
    """What was measured."""

    rate: float
    """Requests a second."""
    p50_ms: float
    p99_ms: float


@contextmanager
def listening(command: Sequence[str]) -> Iterator[int]:
    """A server while the block lasts, and its port."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [sys.executable, *command], stdout=subprocess.PIPE, env=environment, text=True
    ) as process:
        try:
            yield int(process.stdout.readline().rpartition(":")[2])
        finally:
            process.send_signal(signal.SIGTERM)


def request(path: str, document: object, key: str, credential: str) -> bytes:
    """A POST as bytes."""
    body = json.dumps(document).encode()
    head = (
        f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        f"Authorization: Bearer {credential}\r\n"
        f"Idempotency-Key: {key}\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


class Connection:
    """A connection that is kept open."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port))
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def ask(self, sent: bytes) -> bytes:
        """The body of the answer, which has to be a good one."""
        self._socket.sendall(sent)
        data = b""
        while (end := data.find(b"\r\n\r\n")) < 0:
            data += self._socket.recv(65536)
        head = data[:end].lower()
        length = int(head.partition(b"content-length:")[2].partition(b"\r\n")[0])
        parts, missing = [data[end + 4 :]], length - (len(data) - end - 4)
        while missing > 0:
            parts.append(self._socket.recv(min(missing, 1 << 20)))
            missing -= len(parts[-1])
        body = b"".join(parts)
        if not data.startswith((b"HTTP/1.1 201", b"HTTP/1.1 200")):
            raise AssertionError(body.decode())
        return body

    def close(self) -> None:
        """Hang up."""
        self._socket.close()


def load(port: int, requests: Sequence[Sequence[bytes]]) -> Load:
    """Send each list over a connection of its own, all at once."""
    spans: list[float] = []
    barrier = threading.Barrier(len(requests) + 1)

    def work(mine: Sequence[bytes]) -> None:
        connection = Connection(port)
        connection.ask(mine[0])
        own = []
        barrier.wait()
        for sent in mine[1:]:
            start = perf_counter()
            connection.ask(sent)
            own.append(perf_counter() - start)
        connection.close()
        spans.extend(own)

    threads = [threading.Thread(target=work, args=(mine,)) for mine in requests]
    for thread in threads:
        thread.start()
    barrier.wait()
    start = perf_counter()
    for thread in threads:
        thread.join()
    seconds = perf_counter() - start
    spans.sort()
    return Load(len(spans) / seconds, median(spans) * 1e3, spans[len(spans) * 99 // 100] * 1e3)


class Book:
    """Sessions of the service, opened as they are needed."""

    def __init__(
        self, port: int, rounds: Sequence[dict[str, Any]], credential: str, name: str = "evening"
    ) -> None:
        self.port, self.rounds, self._numbers = port, rounds, count(1)
        self.credential, self._name = credential, name

    def opened(self) -> str:
        """The address of a new session."""
        name = f"{self._name}-{next(self._numbers)}"
        document = {"id": name, "ruleset": RULESET, "players": PLAYERS, "games": GAMES}
        connection = Connection(self.port)
        connection.ask(request("/v1/sessions", document, name, self.credential))
        connection.close()
        return f"/v1/sessions/{name}"

    def posts(self, session: str, games: Sequence[int]) -> list[bytes]:
        """A request for each game."""
        return [
            request(
                f"{session}/rounds",
                {**self._round(game), "game": game},
                f"game-{game}",
                self.credential,
            )
            for game in games
        ]

    def batches(self, session: str) -> list[bytes]:
        """The games of a session in batches."""
        return [
            request(
                f"{session}/rounds:batch", {"rounds": rounds}, f"batch-{first}", self.credential
            )
            for first in range(1, GAMES, BATCH)
            for rounds in [
                [{**self._round(game), "game": game} for game in range(first, first + BATCH)]
            ]
        ]

    def _round(self, game: int) -> dict[str, Any]:
        return {k: v for k, v in self.rounds[game % len(self.rounds)].items() if k != "ruleset"}


def at_once(book: Book, games: int) -> Load:
    """Single calls over all connections, each with a session of its own."""
    numbers = range(1, games + 1)
    return load(book.port, [book.posts(book.opened(), numbers) for _ in range(CONNECTIONS)])


def in_batches(book: Book) -> Load:
    """Batches over all connections; the first request of each is not counted."""
    sessions = [(book.opened(), book.opened()) for _ in range(CONNECTIONS)]
    return load(
        book.port, [[sent for name in two for sent in book.batches(name)] for two in sessions]
    )


def growth(book: Book, repeats: int) -> float:
    """The time of a game in a session of nearly 200 games by that in one of ten."""
    small, large = [], []
    connection = Connection(book.port)
    for _ in range(repeats):
        few, many = book.opened(), book.opened()
        for sent in book.posts(few, range(1, 11)) + book.posts(many, range(1, GAMES - 9)):
            connection.ask(sent)
        pairs = zip(
            book.posts(few, range(11, 21)),
            book.posts(many, range(GAMES - 9, GAMES + 1)),
            strict=True,
        )
        for short, long in pairs:
            for sent, spans in ((short, small), (long, large)):
                start = perf_counter()
                connection.ask(sent)
                spans.append(perf_counter() - start)
    connection.close()
    return median(large) / median(small)


def line_of(path: Path) -> bytes:
    """A game as the service stores it."""
    with Store.open(path, create=False).reading() as r:
        return next(r.lines("evening-1", 1, 1))


class Found(NamedTuple):
    """A ratio, and what it should be."""

    what: str
    ratio: float
    least: float | None = None
    most: float | None = None

    def is_well(self) -> bool:
        """Whether it is as it should be."""
        enough = self.least is None or self.ratio >= self.least
        return enough and (self.most is None or self.ratio <= self.most)

    def line(self) -> str:
        """The ratio for people."""
        aim = f"at least {self.least}" if self.most is None else f"at most {self.most}"
        return f"{self.what:<58} {self.ratio:>6.2f}  {aim}{'' if self.is_well() else '  MISSED'}"


def measure(
    book: Book, other: Book, bare: tuple[int, int], repeats: int, games: int
) -> dict[str, list[Load]]:
    """All of them in turns, so that what else the machine does meets them alike."""
    plain, locked = bare
    sent = [book.posts("/v1/sessions/x", range(1, games + 1)) for _ in range(CONNECTIONS)]
    found: dict[str, list[Load]] = {name: [] for name in (*TOLD, "batches")}
    for _ in range(repeats):
        found["ours"].append(at_once(book, games))
        found["open"].append(at_once(other, games))
        found["plain"].append(load(plain, sent))
        found["locked"].append(load(locked, sent))
        found["batches"].append(in_batches(book))
    return found


def middle(loads: Sequence[Load]) -> Load:
    """The medians."""
    return Load(*map(median, zip(*loads, strict=True)))


TOLD = {
    "ours": "POST .../rounds",
    "open": "the same, no access control, no log",
    "plain": "bare view",
    "locked": "bare view, file lock",
}


def report(found: dict[str, list[Load]], grown: float) -> bool:
    """Print what was measured; whether all of it is as it should be."""
    for name, words in TOLD.items():
        rate, p50_ms, p99_ms = middle(found[name])
        print(f"{words:<36} {rate:>7.0f}/s   p50 {p50_ms:>6.2f} ms   p99 {p99_ms:>7.2f} ms")
    rate, p50_ms, _ = middle(found["batches"])
    print(f"{'batches of 100':<36} {rate * BATCH:>7.0f} games/s   p50 {p50_ms:.1f} ms")
    pairs = list(zip(found["ours"], found["plain"], found["locked"], strict=True))
    of_bare = median(ours.rate / max(one.rate, other.rate) for ours, one, other in pairs)
    of_open = median(
        ours.rate / other.rate for ours, other in zip(found["ours"], found["open"], strict=True)
    )
    tail = median(ours.p99_ms / ours.p50_ms for ours in found["ours"])
    batched = zip(found["ours"], found["batches"], strict=True)
    of_single = median(batch.rate * BATCH / ours.rate for ours, batch in batched)
    results = [
        Found("POST .../rounds by the faster bare view", of_bare, least=LEAST_OF_BARE),
        Found("the same by that without access control and log", of_open, least=LEAST_OF_OPEN),
        Found("p99 by p50 at 8 connections", tail, most=MOST_OF_MEDIAN),
        Found("games a second in batches of 100 by single calls", of_single, least=LEAST_OF_BATCH),
        Found("a game in a session of 200 by one of 10", grown, most=MOST_OF_GROWTH),
    ]
    for each in results:
        print(each.line())
    return all(each.is_well() for each in results)


def main() -> int:
    """Measure, print, and say by the exit status whether all is as it should be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=5, help="of each measurement (default: 5)")
    parser.add_argument("--games", type=int, default=GAMES, help="of a connection (default: 200)")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--threads", type=int, default=8)
    parser.add_argument("--folder", help="where the books are made; it should be on a real disk")
    arguments = parser.parse_args()
    size = ["--workers", str(arguments.workers), "--threads", str(arguments.threads)]
    with ExitStack() as stack:
        folder = Path(
            stack.enter_context(tempfile.TemporaryDirectory(dir=arguments.folder, prefix="bench-"))
        )
        path = folder / "settle.db"
        serve = ["-m", "settle", "serve", "--port", "0", "--db", str(path), *size]
        port = stack.enter_context(listening(serve))
        credential = admin_key_path(path).read_text("ascii").strip()
        rounds = ordinary_rounds(GAMES, RULESET)
        book = Book(port, rounds, credential)
        at_once(book, 20)
        unguarded = stack.enter_context(listening([str(OPEN), str(path), *size]))
        other = Book(unguarded, rounds, credential, "other")
        line = folder / "line"
        line.write_bytes(line_of(path))
        info = Store.open(path, create=False).info()
        print(
            f"SQLite {info.engine_version}, journal {info.journal_mode}, synchronous"
            f" {info.synchronous}; {arguments.workers} workers of {arguments.threads} threads;"
            f" an entry has {line.stat().st_size} bytes"
        )
        bare = [str(BARE), str(folder), str(line), *size]
        plain = stack.enter_context(listening([*bare, "--lock", "sqlite"]))
        locked = stack.enter_context(listening([*bare, "--lock", "file"]))
        found = measure(book, other, (plain, locked), arguments.repeats, arguments.games)
        is_well = report(found, growth(book, arguments.repeats))
    return 0 if is_well else 1


if __name__ == "__main__":
    sys.exit(main())
