"""``settle audit --jobs`` of a ledger: the same report, whatever is wrong and whoever looks."""

from __future__ import annotations

import io

import pytest

from settle.audit import Tally, audit_ledger, reports
from settle.audit.ledger import _LedgerAudit
from tests.audit.evening import RELEASED
from tests.bulk.books import REWRITTEN, damaged, ledger_of, write_many
from tests.cli.running import settle


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    return write_many(tmp_path_factory.mktemp("many"))


@pytest.fixture(scope="module")
def ledger(book):
    return ledger_of(book)


def told(tally: Tally) -> list[object]:
    return [tally.counts(), tally.unused, tally.imported, tally.apart]


def by_one(data: bytes) -> list[object]:
    """Every finding and what was looked at."""
    tally = Tally()
    return [*audit_ledger(io.BytesIO(data), RELEASED, tally), told(tally)]


def by_sessions(data: bytes) -> list[object]:
    """The same, put together from reports that were made one after another."""
    tally = Tally()
    return [*_LedgerAudit(RELEASED, tally).findings_of(io.BytesIO(data), 1), told(tally)]


@pytest.fixture
def small(monkeypatch):
    """Batches of a session or two; a session of twelve entries is a large one."""
    monkeypatch.setattr(reports, "BATCH_SIZE", 3000)
    monkeypatch.setattr(reports, "SESSION_SIZE", 16_000)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("first", range(0, 120, 20))
def test_the_same_findings_whatever_is_wrong(ledger, first):
    for seed in range(first, first + 20):
        data = damaged(ledger, seed)
        assert by_sessions(data) == by_one(data), seed


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("rewrite", range(len(REWRITTEN)))
@pytest.mark.parametrize("begins", [b'{"at":"', b'{"end":"session"'])
def test_the_first_and_the_last_line_of_a_session(ledger, begins, rewrite):
    lines = ledger.splitlines(keepends=True)
    chosen = [place for place, line in enumerate(lines) if line.startswith(begins)]
    place = chosen[0] if begins == b'{"at":"' else chosen[1]
    lines[place] = REWRITTEN[rewrite](lines[place])
    assert by_sessions(b"".join(lines)) == by_one(b"".join(lines))


def test_all_sessions_of_a_sound_ledger_are_looked_at_elsewhere(ledger, monkeypatch):
    monkeypatch.setattr(_LedgerAudit, "_entry", None)
    *found, (counts, *_) = by_sessions(ledger)
    assert found == []
    # The circle's four games, four and two corrections, two by outcomes.
    assert (counts["sessions"], counts["games"]) == (6, 4 + 4 + 2 + 2)


def test_the_same_report_whoever_looks(book, ledger, tmp_path):
    data = damaged(ledger, 4)
    (tmp_path / "ledger.ndjson").write_bytes(data)
    chat = settle("checkpoint", "--book", "--db", str(book)).stdout
    (tmp_path / "chat.txt").write_bytes(chat)
    arguments = ["audit", "ledger.ndjson", "--format", "json", "--checkpoint", "chat.txt"]
    one = settle(*arguments, cwd=tmp_path)
    assert settle(*arguments, "--jobs", "2", cwd=tmp_path) == one
    assert one.status == 1
