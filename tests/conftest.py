"""What every test shares: the strict mode of CI and reproducible generated examples."""

from __future__ import annotations

import os
from collections.abc import Generator

import hypothesis
import pytest

STRICT = "SETTLE_TESTS_STRICT"

# Generated examples are the same on every machine and in every run: a red test stays red.
hypothesis.settings.register_profile("settle", deadline=None, derandomize=True, database=None)
hypothesis.settings.load_profile("settle")


class NoSkips:
    """Turns a skipped test or a skipped file into a failure, so that CI cannot pass by skipping.

    A test marked xfail is no skip: it ran, and xfail_strict reports it once it passes.
    """

    @staticmethod
    def _fail_if_skipped(report: pytest.TestReport | pytest.CollectReport) -> None:
        if report.skipped and not hasattr(report, "wasxfail"):
            reason = report.longrepr[-1] if isinstance(report.longrepr, tuple) else report.longrepr
            report.outcome = "failed"
            report.longrepr = f"{STRICT} is set, and nothing may be skipped. {reason}"

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_makereport(self) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        self._fail_if_skipped(report)
        return report

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_make_collect_report(
        self,
    ) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        report = yield
        self._fail_if_skipped(report)
        return report


def pytest_configure(config: pytest.Config) -> None:
    # Registered, not written as plain hooks here: those would not reach the doctests of settle.
    if os.environ.get(STRICT) == "1":
        config.pluginmanager.register(NoSkips(), "no-skips")


@pytest.fixture(scope="session")
def server():
    """A PostgreSQL server; where there can be none, what asks for it is skipped."""
    from tests.store.servers import running  # noqa: PLC0415 - few tests want one

    with running() as started:
        yield started


@pytest.fixture(scope="session")
def place(server) -> str:
    """The address of a book on it."""
    from settle.store import Store  # noqa: PLC0415

    address = server.place()
    Store.open(address).close()
    return address


@pytest.fixture
def address(place) -> str:
    """The same, with nothing in it."""
    from tests.store.servers import emptied  # noqa: PLC0415

    emptied(place)
    return place
