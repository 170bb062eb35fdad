"""Numbers for a monitor, right over all processes of a service.

Each process counts in a file of its own (prometheus_client's way), and whoever is asked adds them
up. The file goes by a slot, not by the process: a process that takes the place of another goes on
counting where that one ended, so that neither files nor errors gather over the years.
"""

import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from shutil import rmtree
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest, values
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.multiprocess import MultiProcessCollector

from settle import __version__
from settle.store import BookSize, StoreInfo

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)
"""Up to so many seconds an answer took: a game some milliseconds, an audit of a book longer."""

_FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"


class Slots:
    """The files that the processes count in, each in that of its slot."""

    def __init__(self, own: Callable[[], int]) -> None:
        """``own`` says which slot is that of the process it is called in."""
        self.folder = Path(tempfile.mkdtemp(prefix="settle-metrics-"))
        os.environ[_FOLDER] = str(self.folder)
        values.ValueClass = values.MultiProcessValue(own)  # type: ignore[no-untyped-call]

    def remove(self) -> None:
        """Remove the files; nobody counts any more."""
        rmtree(self.folder, ignore_errors=True)


class Metrics:
    """What is counted of requests, and what is told of the book when somebody asks."""

    def __init__(self, slots: Slots | None = None) -> None:
        """Count for this process alone, or with others in the slots that they share."""
        self._slots = slots
        self._registry = CollectorRegistry()
        self._seconds = Histogram(
            "settle_request_seconds",
            "How long requests took to be answered.",
            ("method", "route", "status"),
            buckets=SECONDS,
            registry=self._registry,
        )
        self._refused = Counter(
            "settle_refused",
            "Requests that were refused, by the codes of what was wrong with them.",
            ("code",),
            registry=self._registry,
        )
        # Finding one by its labels takes as long as counting does.
        self._known: dict[tuple[str, str, str], Callable[[float], None]] = {}

    def saw(
        self, method: str, route: str, status: str, seconds: float, refused: Iterable[str]
    ) -> None:
        """Count a request."""
        labels = (method, route, status)
        observe = self._known.get(labels)
        if observe is None:
            observe = self._known[labels] = self._seconds.labels(*labels).observe
        observe(seconds)
        for code in refused:
            self._refused.labels(code).inc()

    def text(self, info: StoreInfo | None, size: BookSize | None) -> bytes:
        """All numbers as Prometheus reads them; without those of a book that cannot be read."""
        registry = self._registry
        if self._slots is not None:
            registry = CollectorRegistry()
            MultiProcessCollector(registry, str(self._slots.folder))  # type: ignore[no-untyped-call]
        return generate_latest(registry) + generate_latest(_OfTheBook(info, size))


class _OfTheBook:
    """The numbers of the book, in the shape of a registry."""

    def __init__(self, info: StoreInfo | None, size: BookSize | None) -> None:
        self._info, self._size = info, size

    def collect(self) -> Iterator[Metric]:
        """Each of them."""
        running = GaugeMetricFamily("settle_info", "What runs.", labels=_INFO)
        if self._info is not None:
            info = self._info
            engine = (info.engine, info.engine_version, info.journal_mode)
            told = (__version__, *engine, str(info.schema_version))
            running.add_metric(told, 1)
        yield running
        is_read = self._info is not None and self._size is not None
        yield _gauge("settle_book_readable", "Whether the book could be read just now.", is_read)
        if self._info is not None:
            size_bytes = self._info.size_bytes
            yield _gauge("settle_book_bytes", "The size of the book's file.", size_bytes)
        if self._size is not None:
            yield _gauge("settle_book_sessions", "Sessions in the book.", self._size.sessions)
            yield _counter("settle_book_entries", "Entries in the book.", self._size.entries)
            yield _gauge("settle_book_games", "Games that stand in the book.", self._size.games)


_INFO: Final[Sequence[str]] = ("version", "engine", "engine_version", "journal", "schema")


def _gauge(name: str, told: str, value: float) -> Metric:
    return GaugeMetricFamily(name, told, value=value)


def _counter(name: str, told: str, value: float) -> Metric:
    return CounterMetricFamily(name, told, value=value)
