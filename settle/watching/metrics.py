"""Numbers for a monitor, right over all processes of a service.

Each process counts in a place of its own, and whoever is asked adds them up.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Final

from prometheus_client import generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
)
from prometheus_client.metrics_core import Metric
from prometheus_client.utils import floatToGoString

from settle import __version__
from settle.store import BookSize, StoreInfo
from settle.watching.counts import CELLS, Counts, Labels

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)
"""Up to so many seconds an answer took: a game some milliseconds, an audit of a book longer."""

_BOUNDS: Final = tuple(map(floatToGoString, (*SECONDS, float("inf"))))
_SUM: Final = len(_BOUNDS)
"""The cell behind those of the bounds."""
_OF_REQUESTS: Final = ("method", "route", "status")
_OF_REFUSALS: Final = ("code",)


class Metrics:
    """What is counted of requests, and what is told of the book when somebody asks."""

    def __init__(self, counts: Counts | None = None) -> None:
        """Count for this process alone, or with others in what they share."""
        assert _SUM < CELLS
        self._counts = counts or Counts()

    def saw(
        self, method: str, route: str, status: str, seconds: float, refused: Iterable[str]
    ) -> None:
        """Count a request."""
        amounts = {bisect_left(SECONDS, seconds): 1, _SUM: seconds}
        self._counts.add((method, route, status), amounts)
        for code in refused:
            self._counts.add((code,), {0: 1})

    def text(self, info: StoreInfo | None, size: BookSize | None) -> bytes:
        """All numbers as Prometheus reads them; without those of a book that cannot be read."""
        of_requests = generate_latest(_OfRequests(self._counts.totals()))
        return of_requests + generate_latest(_OfTheBook(info, size))


class _OfRequests:
    """The numbers of requests, in the shape of a registry."""

    def __init__(self, totals: Mapping[Labels, Sequence[float]]) -> None:
        self._totals = totals

    def collect(self) -> Iterator[Metric]:
        """Each of them."""
        seconds = HistogramMetricFamily(
            "settle_request_seconds", "How long requests took to be answered.", labels=_OF_REQUESTS
        )
        refused = CounterMetricFamily(
            "settle_refused",
            "Requests that were refused, by the codes of what was wrong with them.",
            labels=_OF_REFUSALS,
        )
        for labels, cells in self._totals.items():
            if len(labels) == len(_OF_REFUSALS):
                refused.add_metric(labels, cells[0])
            else:
                up_to = accumulate(cells[:_SUM])
                buckets = list(zip(_BOUNDS, up_to, strict=True))
                seconds.add_metric(labels, buckets=buckets, sum_value=cells[_SUM])
        yield seconds
        yield refused


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
