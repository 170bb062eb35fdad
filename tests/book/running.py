"""A book that several tables play from, one call after the other, each beside its model.

After every call points and money of all sum to zero and a fold of the entries is what the model
says; what is refused has stored nothing; what is asked again under its key is answered with the
same bytes. One seed makes the same calls everywhere.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections import Counter
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

from settle.accounts import Accounts
from settle.book import Answer, Book
from settle.book.rows import confirmation_rows, dispute_rows, game_rows, session_row
from settle.entries import from_document
from settle.faults import RefusedError
from settle.sessions import Session, apply, fold
from settle.store import Store, is_on_server
from settle.store.sqlite import Connection
from tests.book.anything import CIRCLE, NO_HASH, Call, Table, flows_of, minor_of
from tests.book.met import features
from tests.book.model import Evening, Nets, fewest, moving, without_zeros
from tests.book.rounds import RULEBOOK

AT_ONCE = 3
CALLS_A_SESSION = 90
TOGETHER = 0.02
"""So often several tables settle as one."""

START = datetime(2026, 12, 31, 15, 30, tzinfo=UTC)
OFFSETS = [timezone(timedelta(hours=hours)) for hours in (8, 0, -5)]
PLAIN_JSON = json.JSONEncoder(sort_keys=True, ensure_ascii=False, separators=(",", ":"))


class Watch:
    """Somebody else who has the file open, and sees what was stored."""

    def __init__(self, place: Path | str) -> None:
        self.file: Any
        if is_on_server(place):
            from settle.store import postgres  # noqa: PLC0415 - a bare machine may be without

            self.file = postgres.Connection(str(place), writable=False)
            self._version = "SELECT (SELECT count(*) FROM entry), (SELECT count(*) FROM answer)"
        else:
            self.file = Connection(Path(place), writable=False)
            self._version = "PRAGMA data_version"

    def version(self) -> Any:
        """Another one whenever anything at all was stored; on a server, anything of the ledger."""
        return self.file.run(self._version)

    def lines(self, session: str, after: int) -> list[str]:
        """The entries of a session after one of them."""
        rows = self.file.run(
            "SELECT line FROM entry WHERE session = ? AND seq > ? ORDER BY seq", (session, after)
        )
        return [line for (line,) in rows]

    def everything(self) -> list[Any]:
        """All entries, and all that was answered to a key."""
        entries = self.file.run("SELECT session, seq, line FROM entry ORDER BY session, seq")
        return entries + self.file.run("SELECT * FROM answer ORDER BY scope, key")


class Kept:
    """A session beside its model: what was folded so far, and what was answered.

    ``closely`` is the call after which everything is looked at.
    """

    def __init__(self, table: Table, opened: int, closely: int) -> None:
        self.table, self.opened, self.closely = table, opened, closely
        self.session: Session | None = None
        self.accounts: Accounts | None = None
        """Those that were compared last."""
        self.answers: list[tuple[Call, Answer]] = []
        self.calls = 0
        self.undone = 0
        """How many games were undone in a row by now."""


class Run:
    """A book that several tables play from."""

    def __init__(self, folder: Path, seed: int, place: str | None = None) -> None:
        """Play in a file of a folder, or at a place on a server."""
        self.chance = random.Random(seed)
        self.clock = [0]
        self.path = folder / "book.db"
        self.book = Book(Store.open(place or self.path), RULEBOOK, now=self.now)
        self.book.make_group(CIRCLE)
        self.watch = Watch(place or self.path)
        self.version = self.watch.version()
        self.opened = 0
        self.together = 0
        """How often several tables settled as one."""
        self.done: Counter[tuple[str, int]] = Counter()
        """By what was asked for, and what came of it."""
        self.met: Counter[str] = Counter()
        self.ended: list[Nets] = []
        """What everybody should get for the sessions that are over."""
        self.live = [self.open() for _ in range(AT_ONCE)]

    def now(self) -> str:
        offset = OFFSETS[self.clock[0] % len(OFFSETS)]
        at = START + timedelta(seconds=self.clock[0])
        return at.astimezone(offset).isoformat(timespec="milliseconds")

    def open(self) -> Kept:
        self.opened += 1
        table = Table(self.book, self.chance, self.clock, f"s{self.opened}")
        self.book.open_session(table.document, key=f"open-{self.opened}")
        kept = Kept(table, self.opened, self.chance.randint(20, CALLS_A_SESSION))
        self.follow(kept)
        self.same(kept)
        return kept

    def step(self) -> None:
        """One call, or one that was made before once more."""
        self.clock[0] += self.chance.randint(0, 30)
        place = self.chance.randrange(AT_ONCE)
        kept = self.live[place]
        kept.calls += 1
        if self.chance.random() < TOGETHER:
            self.settle_as_one(kept)
        elif kept.answers and self.chance.random() < 0.1:
            self.repeat(kept)
        else:
            self.ask(kept)
        if kept.calls == kept.closely:
            self.look_closely(kept)
        if kept.calls >= CALLS_A_SESSION:
            self.end(kept)
            self.live[place] = self.open()

    def end(self, kept: Kept) -> None:
        """Nobody comes back to that table; what it was settled with stays so."""
        paper = kept.table.evening
        self.ended.append(dues(paper))
        for parts in paper.joint.values():
            for other, seq in parts:
                other.bound.add(seq)

    def repeat(self, kept: Kept) -> None:
        """The same answer, byte by byte, and nothing stored."""
        call, answer = self.chance.choice(kept.answers)
        assert call.run() == answer
        assert self.watch.version() == self.version
        self.met["repeated"] += 1

    def ask(self, kept: Kept) -> None:
        """Something new."""
        call = kept.table.anything()
        answer = answered(call)
        self.done[call.name, call.status] += 1
        if answer is None:
            assert self.watch.version() == self.version
            kept.undone = 0
            return
        made = self.follow(kept)
        kept.answers.append((call, answer))
        self.take_back_others(kept, made)
        assert [entry["kind"] for entry in made] == list(call.kinds)
        kept.undone = kept.undone + 1 if call.name == "undo" else 0
        self.met.update(features(call.name, made, kept.table.evening, kept.undone))
        call.then(made)
        self.same(kept, call)

    def settle_as_one(self, kept: Kept) -> None:
        """A table and others of the group; what they come to is paid in the last that has any."""
        others = [each for each in self.live if each is not kept]
        chosen = [kept, *self.chance.sample(others, self.chance.randint(1, len(others)))]
        lacking = [each for each in chosen if each.table.evening.missing()]
        lacking.sort(key=lambda each: each.opened)
        who = self.chance.choice((lacking or chosen)[0].table.evening.people)
        mode = self.chance.choice(["fewest", "fewest", "pairs", f"via:{who}"])
        if not lacking and mode == "pairs":
            mode = "fewest"
        asked = {"sessions": [each.table.name for each in chosen], "mode": mode}
        self.together += 1
        key = f"all-{self.together}"
        call = Call(
            lambda: self.book.settle_group("circle", asked, key=key), 201 if lacking else 409
        )
        answer = answered(call)
        if answer is None:
            assert self.watch.version() == self.version
            return
        kept.answers.append((call, answer))
        document = answer.document()
        flows = flows_of(document["transfers"])
        if mode == "pairs":
            # What pairs owe one another may go round where nobody lacks anything.
            named = {each["id"] for each in document["sessions"]}
            assert named >= {each.table.name for each in lacking}
            lacking = [each for each in chosen if each.table.name in named]
            lacking.sort(key=lambda each: each.opened)
        papers = [each.table.evening for each in lacking]
        missing: Counter[str] = Counter()
        for paper in papers:
            missing.update(paper.missing())
        assert moving(flows) == without_zeros(missing)
        assert mode != "fewest" or len(flows) == fewest(without_zeros(missing))
        assert document["pays_in"] == papers[-1].name
        last = lacking[-1]
        made = [entry for each in lacking for entry in self.follow(each, is_last=each is last)]
        parts = list(zip(papers, (entry["seq"] for entry in made), strict=True))
        for each, (paper, seq), entry in zip(lacking, parts, made, strict=True):
            own = flows_of(entry["body"]["transfers"])
            assert moving(own) == paper.missing()
            paper.move(seq, "settlement_made", own, flows if each is last else [])
            paper.joint[seq] = parts
            each.undone = 0
            self.same(each)
        self.met["settled as one"] += len(parts) > 1
        self.met["paid by a guest"] += bool(papers[-1].guests())

    def take_back_others(self, kept: Kept, made: list[dict[str, Any]]) -> None:
        """What was settled as one is taken back as one."""
        seq = made[0]["body"].get("settlement") if made[0]["kind"] == "settlement_reversed" else 0
        paper = kept.table.evening
        for other, number in paper.joint.get(seq, ()):
            if other is not paper:
                [one] = [each for each in self.live if each.table.evening is other]
                [entry] = self.follow(one, is_last=False)
                assert (entry["kind"], entry["body"]["settlement"]) == (made[0]["kind"], number)
                other.take_back(number)
                one.undone = 0
                self.same(one)
                self.met["all taken back"] += 1

    def follow(self, kept: Kept, *, is_last: bool = True) -> list[dict[str, Any]]:
        """Fold what was appended since, each entry linked to the one before.

        ``is_last`` says that nothing else was stored meanwhile that has to be followed.
        """
        known = kept.session
        seq, head = (0, NO_HASH) if known is None else (known.head_seq, known.head_hash)
        version = self.watch.version()
        assert version != self.version or not is_last
        self.version = version if is_last else self.version
        made = []
        for line in self.watch.lines(kept.table.name, seq):
            document = json.loads(line)
            seq += 1
            assert (document["seq"], document["prev_hash"]) == (seq, head)
            head = document["hash"]
            assert sealed(document) == (line, head)
            kept.table.hashes.append(head)
            made.append(document)
            entry = from_document(document)
            known = fold([entry]) if known is None else apply(known, entry)
        kept.session = known
        return made

    def same(self, kept: Kept, call: Call | None = None) -> None:
        """The fold is what the model says, and everything sums to zero."""
        session, paper = kept.session, kept.table.evening
        assert session is not None
        totals = session.totals
        assert totals == paper.points
        assert sum(totals.values()) == 0
        paper.then[session.head_seq] = paper.shown()
        assert {
            game: (each.kind, each.hash, each.nets) for game, each in session.standing.items()
        } == {
            game: (each["kind"], each["hash"], each["nets"])
            for game, each in paper.standing.items()
        }
        assert (session.closed, [*session.affected]) == (paper.closed, paper.affected())
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
        # What money led to follows from the accounts alone: it is the same where they are.
        if call is None or call.moves_money or session.accounts is not kept.accounts:
            kept.accounts = session.accounts
            self.same_money(session.accounts, paper)

    def same_money(self, accounts: Accounts, paper: Evening) -> None:
        """Whatever counts as settled is in somebody's hands, outstanding, or paid elsewhere."""
        position, purse = accounts.position(), paper.purse
        owed = {flow[:2]: flow.amount for flow in position.outstanding}
        assert owed == without_zeros(purse.owed)
        assert without_zeros(position.settled) == without_zeros(purse.settled)
        assert sum(position.settled.values()) == 0
        assert not any(pair[::-1] in owed for pair in owed)
        unpaid = moving([(*pair, amount) for pair, amount in owed.items()])
        cash = paper.cash()
        elsewhere = paper.paid_elsewhere()
        parts = (cash, unpaid, elsewhere)
        assert without_zeros(position.settled) == without_zeros(
            {who: sum(part.get(who, 0) for part in parts) for who in paper.accounts()}
        )

    def close(self) -> None:
        """Let go of the file."""
        self.watch.file.close()
        self.book.store.close()

    # --- now and then ----------------------------------------------------------------------------

    def look_closely(self, kept: Kept) -> None:
        """Rows are what the fold makes, the past is what it was, settling is exact."""
        session, name, paper = kept.session, kept.table.name, kept.table.evening
        assert session is not None
        assert session.totals == paper.added_up()
        assert not any(sum(nets.values()) for nets in session.segments.values())
        with self.book.store.reading() as r:
            assert fold(r.entries(name)) == session
            assert r.session_row(name) == session_row(session, kept.opened)
            assert list(r.game_rows(name)) == list(game_rows(session))
            assert list(r.dispute_rows(name)) == list(dispute_rows(session))
        said = self.watch.file.run(
            "SELECT * FROM confirmation WHERE session = ? ORDER BY seq", (name,)
        )
        assert said == [tuple(row) for row in confirmation_rows(session)]
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
        self.look_at_the_group()

    def look_at_the_group(self) -> None:
        """The sessions that are played, settled at once."""
        papers = [kept.table.evening for kept in self.live]
        document = self.book.group_settlement("circle", [paper.name for paper in papers]).document()
        missing: Counter[str] = Counter()
        for paper in papers:
            for who, amount in paper.missing().items():
                missing[who] += amount
        assert sum(missing.values()) == 0
        flows = flows_of(document["transfers"])
        assert moving(flows) == without_zeros(missing)
        assert len(flows) == fewest(without_zeros(missing))
        self.met["group settled"] += bool(flows)

    def look_at_all(self) -> None:
        """What everybody comes to over all sessions."""
        papers = (kept.table.evening for kept in self.live)
        amounts: Counter[str] = Counter()
        sessions: Counter[str] = Counter()
        for due in [*self.ended, *map(dues, papers)]:
            for who, amount in due.items():
                amounts[who] += amount
                sessions[who] += 1
        [money] = self.book.standings("circle").document()["money"]
        assert {
            each["player"]: (each["sessions"], minor_of(each["amount"]))
            for each in money["standings"]
        } == {who: (sessions[who], amounts[who]) for who in sessions}
        assert sum(amounts.values()) == 0


def dues(paper: Evening) -> Nets:
    """What everybody should get who has to do with an evening otherwise than by paying there."""
    return {who: due for who, due in paper.due().items() if who not in paper.guests()}


def answered(call: Call) -> Answer | None:
    """The answer of a call, None where it is refused as it should be."""
    try:
        answer = call.run()
    except RefusedError as refused:
        status, answer = refused.status, None
    else:
        status = answer.status
    assert (status, call.name) == (call.status, call.name)
    return answer


def sealed(document: dict[str, Any]) -> tuple[str, str]:
    """The line and the hash of an entry, in plain JSON: no floats, and keys in ASCII."""
    whole = PLAIN_JSON.encode({name: each for name, each in document.items() if name != "hash"})
    seal = "sha256:" + hashlib.sha256(b"settle:entry:v1\0" + whole.encode()).hexdigest()
    before, kind, after = whole.rpartition(',"kind":')
    return f'{before},"hash":"{seal}"{kind}{after}', seal


def run(folder: Path, operations: int, seed: int, place: str | None = None) -> Run:
    """So many calls, and a close look at what came of them."""
    made = Run(folder, seed, place)
    for _ in range(operations):
        made.step()
    for kept in made.live:
        made.look_closely(kept)
    made.look_at_all()
    return made
