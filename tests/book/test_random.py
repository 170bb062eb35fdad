"""Thousands of calls as tables might make them, against a model on paper.

After every call points and money of all sum to zero and a fold of the entries is what the model
says; what is refused has stored nothing; what is asked again under its key is answered with the
same bytes. One seed makes the same calls everywhere.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
from collections import Counter
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

from settle.book import Answer, Book
from settle.book.rows import confirmation_rows, dispute_rows, game_rows, session_row
from settle.faults import RefusedError
from settle.sessions import Session, apply, fold
from settle.store import Store
from tests.audit.evening import findings_in
from tests.book.anything import NO_HASH, WEIGHTS, Call, Table, flows_of, minor_of
from tests.book.model import Nets, fewest, moving, without_zeros
from tests.book.rounds import RULEBOOK

AT_ONCE = 3
CALLS_A_SESSION = 90
EVERY = 50
OPERATIONS = "SETTLE_TESTS_OPERATIONS"
"""How many calls the slow test makes."""

START = datetime(2026, 12, 31, 15, 30, tzinfo=UTC)
OFFSETS = [timezone(timedelta(hours=hours)) for hours in (8, 0, -5)]


class Kept:
    """A session beside its model: what was folded so far, and what was answered."""

    def __init__(self, table: Table, opened: int) -> None:
        self.table, self.opened = table, opened
        self.session: Session | None = None
        self.answers: list[tuple[Call, Answer]] = []
        self.calls = 0


class Run:
    """A book that several tables play from, one call after the other."""

    def __init__(self, folder: Any, seed: int) -> None:
        self.chance = random.Random(seed)
        self.clock = [0]
        self.book = Book(Store.open(folder / "book.db"), RULEBOOK, now=self.now)
        self.opened = 0
        self.done: Counter[tuple[str, int]] = Counter()
        self.live = [self.open() for _ in range(AT_ONCE)]

    def now(self) -> str:
        offset = OFFSETS[self.clock[0] % len(OFFSETS)]
        at = START + timedelta(seconds=self.clock[0])
        return at.astimezone(offset).isoformat(timespec="milliseconds")

    def open(self) -> Kept:
        self.opened += 1
        table = Table(self.book, self.chance, self.clock, f"s{self.opened}")
        self.book.open_session(table.document, key=f"open-{self.opened}")
        kept = Kept(table, self.opened)
        self.follow(kept)
        self.same(kept)
        return kept

    def rows(self) -> list[Any]:
        """Where the sessions that are played stand."""
        with self.book.store.reading() as r:
            return [r.session_row(kept.table.name) for kept in self.live]

    def step(self) -> None:
        """One call, or one that was made before once more."""
        self.clock[0] += self.chance.randint(0, 30)
        place = self.chance.randrange(AT_ONCE)
        kept = self.live[place]
        kept.calls += 1
        before = self.rows()
        if kept.answers and self.chance.random() < 0.1:
            call, answer = self.chance.choice(kept.answers)
            assert call.run() == answer
            assert self.rows() == before
            return
        call = kept.table.anything()
        answer = answered(call)
        made = self.follow(kept)
        if answer is None:
            assert (made, self.rows()) == ([], before)
        else:
            kept.answers.append((call, answer))
            assert [entry["kind"] for entry in made] == list(call.kinds)
            call.then(made)
            self.same(kept, call.settled)
        self.done[call.kinds[-1], call.status] += 1
        if kept.calls % EVERY == 0:
            self.look_closely(kept)
        if kept.calls >= CALLS_A_SESSION:
            self.live[place] = self.open()

    def follow(self, kept: Kept) -> list[dict[str, Any]]:
        """Fold what was appended since, each entry linked to the one before."""
        known = kept.session
        seq, head = (0, NO_HASH) if known is None else (known.head_seq, known.head_hash)
        with self.book.store.reading() as r:
            lines = list(r.lines(kept.table.name, seq, 10))
            entries = list(r.entries(kept.table.name, seq, 10))
        made = [json.loads(line) for line in lines]
        for document in made:
            seq += 1
            assert (document["seq"], document["prev_hash"]) == (seq, head)
            head = document["hash"]
            assert head == hash_of(document)
            kept.table.hashes.append(head)
        for entry in entries:
            known = fold([entry]) if known is None else apply(known, entry)
        kept.session = known
        return made

    def same(self, kept: Kept, settled: Nets | None = None) -> None:
        """The fold is what the model says, and everything sums to zero."""
        session, paper = kept.session, kept.table.evening
        assert session is not None
        assert session.totals == paper.totals()
        assert sum(session.totals.values()) == 0
        assert not any(sum(nets.values()) for nets in session.segments.values())
        assert {
            game: (each.kind, each.hash, dict(each.nets)) for game, each in session.standing.items()
        } == {
            game: (each["kind"], each["hash"], each["nets"])
            for game, each in paper.standing.items()
        }
        assert (session.closed, list(session.affected)) == (paper.closed, paper.affected())
        contested = {
            name: (each.game, each.by, each.state, list(each.consents), each.claimed)
            for name, each in session.disputes.items()
        }
        parts = ("game", "by", "state", "consents", "claimed")
        assert contested == {
            name: tuple(each[part] for part in parts) for name, each in paper.disputes.items()
        }
        assert len(session.confirmations) == len(paper.confirmed)
        assert without_zeros(session.accounts.costs) == without_zeros(paper.costs)
        assert sum(session.accounts.costs.values()) == 0
        position = session.accounts.position()
        assert sum(position.settled.values()) == 0
        owed = {flow[:2]: flow.amount for flow in position.outstanding}
        assert not any(pair[::-1] in owed for pair in owed)
        # Whatever counts as settled is in somebody's hands, or outstanding.
        unpaid = moving([(*pair, amount) for pair, amount in owed.items()])
        assert without_zeros(position.settled) == without_zeros(
            {who: paper.cash().get(who, 0) + unpaid.get(who, 0) for who in paper.accounts()}
        )
        if not paper.moved:
            settled = {}
        if settled is not None:
            assert without_zeros(position.settled) == settled
        paper.settled, paper.owed = without_zeros(position.settled), owed
        paper.then[session.head_seq] = paper.totals()

    def look_closely(self, kept: Kept) -> None:
        """Rows are what the fold makes, the past is what it was, settling is exact."""
        session, name, paper = kept.session, kept.table.name, kept.table.evening
        assert session is not None
        with self.book.store.reading() as r:
            assert fold(r.entries(name)) == session
            assert r.session_row(name) == session_row(session, kept.opened)
            assert list(r.game_rows(name)) == list(game_rows(session))
            assert list(r.dispute_rows(name)) == list(dispute_rows(session))
            said = sorted(r.raw_rows("confirmation"), key=lambda row: row["seq"])
            assert [tuple(row.values()) for row in said if row["session"] == name] == [
                tuple(row) for row in confirmation_rows(session)
            ]
        seq = self.chance.choice(sorted(paper.then))
        then = self.book.session_view(name, at_seq=seq).document()["totals"]
        assert {each["player"]: each["net"] for each in then} == paper.then[seq]
        document = self.book.settlement(name).document()
        due, missing = paper.due(), paper.missing()
        assert {t["player"]: minor_of(t["amount"]) for t in document["totals"]} == due
        assert sum(due.values()) == 0
        assert {each["game"] for each in document["held"]} == paper.held()
        flows = flows_of(document["transfers"])
        assert moving(flows) == missing
        assert len(flows) == fewest(missing)


def answered(call: Call) -> Answer | None:
    """The answer of a call, None where it is refused as it should be."""
    try:
        answer = call.run()
    except RefusedError as refused:
        status, answer = refused.status, None
    else:
        status = answer.status
    assert (status, call.kinds) == (call.status, call.kinds)
    return answer


def hash_of(document: dict[str, Any]) -> str:
    """The hash of an entry, whose canonical form is plain JSON: no floats, keys in ASCII."""
    whole = {name: value for name, value in document.items() if name != "hash"}
    text = json.dumps(whole, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return "sha256:" + hashlib.sha256(b"settle:entry:v1\0" + text.encode()).hexdigest()


def run(folder: Any, operations: int, seed: int) -> Run:
    made = Run(folder, seed)
    for _ in range(operations):
        made.step()
    for kept in made.live:
        made.look_closely(kept)
    return made


def test_a_thousand_calls(tmp_path):
    made = run(tmp_path, 1000, seed=13)
    assert findings_in(tmp_path / "book.db") == []
    # Every kind of call was taken, and most kinds were refused as well.
    taken = {kind for kind, status in made.done if status == 201}
    refused = {kind for kind, status in made.done if status != 201}
    assert len(taken) >= len(WEIGHTS) - 1
    assert len(refused) >= 12


@pytest.mark.slow
def test_as_many_calls_as_are_asked_for(tmp_path):
    run(tmp_path, int(os.environ.get(OPERATIONS, "20000")), seed=4)
    assert findings_in(tmp_path / "book.db") == []
