"""The quick way through a game in an audit finds what the long one finds."""

from __future__ import annotations

import io

import pytest

from settle.audit import Tally, audit_ledger, session
from settle.audit.session import SessionAudit
from tests.audit.evening import RELEASED
from tests.bulk.books import damaged, ledger_of, write_many


@pytest.fixture(scope="module")
def ledger(tmp_path_factory):
    return ledger_of(write_many(tmp_path_factory.mktemp("many")))


def told(data: bytes) -> list[object]:
    """Every finding and what was looked at."""
    tally = Tally()
    found = list(audit_ledger(io.BytesIO(data), RELEASED, tally))
    return [*found, tally.counts(), tally.unused, tally.imported, tally.apart]


@pytest.mark.parametrize("first", range(0, 40, 20))
def test_the_same_findings_as_the_long_way(ledger, monkeypatch, first):
    given = [ledger, *(damaged(ledger, 1000 + seed) for seed in range(first, first + 20))]
    quickly = [told(data) for data in given]
    monkeypatch.setattr(session, "made_again", lambda *_: None)
    assert [told(data) for data in given] == quickly
    assert sum(len(each) > 4 for each in quickly) > 15


def test_every_byte_of_a_game_counts(ledger, monkeypatch):
    lines = ledger.splitlines(keepends=True)
    place = next(n for n, line in enumerate(lines) if b'"kind":"game_recorded"' in line)
    games = [line for line in lines if b'"kind":"game_recorded"' in line]
    taken = []
    take_again = SessionAudit.take_again
    monkeypatch.setattr(
        SessionAudit,
        "take_again",
        lambda self, line: taken.append(line) or take_again(self, line),
    )
    assert len(told(ledger)) == 4
    assert {line.strip() for line in games} <= set(taken)
    for at in range(0, len(lines[place]) - 1, 7):
        changed = lines[place][:at] + bytes([lines[place][at] ^ 1]) + lines[place][at + 1 :]
        data = b"".join([*lines[:place], changed, *lines[place + 1 :]])
        assert len(told(data)) > 4, at


def test_sound_games_are_gone_through_once(ledger, monkeypatch):
    judged = []
    judge = session.judge
    monkeypatch.setattr(
        session, "judge", lambda state, entry: judged.append(entry.kind) or judge(state, entry)
    )
    assert len(told(ledger)) == 4
    assert judged
    assert "game_recorded" not in judged
