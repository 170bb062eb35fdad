"""A book of two sessions, and what can be done to its ledgers and its database."""

from __future__ import annotations

import io
import itertools
import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from settle.archive.exporting import export_book, export_session
from settle.audit import Finding, LedgerRefused, Tally, audit_book, audit_ledger, first_bad
from settle.book import Book
from settle.canonical import canonical_bytes
from settle.data import data_folder
from settle.entries import GENESIS, entry_hash
from settle.rulebook import Rulebook
from settle.store import Store
from tests.book.rounds import STAKE, new_book, scoops

GAMES = 16
RELEASED = Rulebook().locked()
EVENING = data_folder("examples") / "simple-evening" / "evening.ndjson"
OWN_RULESET = data_folder("examples") / "own-ruleset" / "our-thirteen.toml"
FOUR = ["amy", "bob", "cat", "dan"]


def rounds() -> list[dict[str, Any]]:
    """The sixteen rounds of the evening, as they would be sent to a session."""
    lines = EVENING.read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def standing(book: Book, session: str, game: int) -> str:
    """The hash of what stands for a game."""
    return str(book.round(session, game).document()["entry"]["hash"])


def write_monday(book: Book, games: int = GAMES) -> None:
    """Sixteen games with cards; one corrected, one voided, one corrected after the close."""
    people = [{"id": "amy", "name": "=1+1"}, {"id": "bob", "name": "阿明"}, "cat", "dan"]
    balances = {"dan": 5, "amy": -5}
    opened = {"id": "monday", "title": "Monday", "ruleset": "tw-scoop-only", "stake": STAKE}
    opened |= {"players": people, "opening_balances": balances}
    book.open_session(opened, key="open-monday")
    played = rounds()[:games]
    for game, document in enumerate(played, 1):
        key = f"game-{game}" if game % 2 else None
        book.record("monday", {**document, "game": game}, key=key)
    seen = standing(book, "monday", 1)
    book.correct("monday", 1, {**played[1], "reason": "mixed up", "against": seen}, key="correct-1")
    seen = standing(book, "monday", 2)
    book.void("monday", 2, {"reason": "misdeal", "against": seen}, key="void-2")
    book.close("monday", {"reason": "time to go"}, key="close")
    seen = standing(book, "monday", 2)
    book.correct("monday", 2, {**played[1], "reason": "no misdeal", "against": seen})


def write_tuesday(book: Book) -> None:
    """Two games by outcome; somebody sits out in the second."""
    stake = {"amount": "50", "currency": "TWD"}
    book.open_session({"id": "tuesday", "ruleset": "tw-scoop", "players": FOUR, "stake": stake})
    book.record("tuesday", by_outcome(FOUR, game=1), key="one")
    three = FOUR[:-1]
    book.record("tuesday", by_outcome(three, game=2, sitting_out=["dan"]), key="two")


def by_outcome(players: list[str], **fields: Any) -> dict[str, Any]:
    """A game in which everybody scoops all who sit behind."""
    pairs = itertools.combinations(players, 2)
    return scoops(*(f"{one}>{other}" for one, other in pairs), players=players, **fields)


def write_book(path: Path) -> None:
    """The book of both sessions and of a ruleset that nobody used."""
    book = new_book(path.parent, path.name)
    write_monday(book)
    write_tuesday(book)
    book.bring_ruleset(OWN_RULESET.read_bytes())
    book.store.close()


class Nobody:
    """Who keeps nothing of a ledger that is taken."""

    def ruleset(self, digest: str, document: object) -> None:
        """A text."""

    def session(self, lines: object, rows: object, opening: object) -> None:
        """A session."""


# --- auditing -------------------------------------------------------------------------------------


def findings_of(data: bytes, tally: Tally | None = None) -> list[Finding]:
    """What is found in a ledger; a file that is refused as a whole is one finding."""
    try:
        return list(audit_ledger(io.BytesIO(data), RELEASED, tally or Tally()))
    except LedgerRefused as refused:
        return [Finding("refused", found=str(refused))]


def is_found(data: bytes) -> bool:
    """Whether anything is found in a ledger; no further than to the first."""
    try:
        return next(audit_ledger(io.BytesIO(data), RELEASED, Tally()), None) is not None
    except LedgerRefused:
        return True


def findings_in(path: Path, tally: Tally | None = None) -> list[Finding]:
    """What is found in a database."""
    with Store.inspecting(path) as inspection:
        return list(audit_book(inspection, RELEASED, tally or Tally()))


def first_of(findings: Iterable[Finding]) -> tuple[str, str | None, int | None]:
    """Code, session and entry of the first bad entry; ("sound", None, None) for none."""
    first = first_bad(findings)
    return ("sound", None, None) if first is None else first[:3]


# --- ledgers --------------------------------------------------------------------------------------


def exported(path: Path, session: str | None = None) -> bytes:
    """The ledger of a session, or of the whole book."""
    with Store.inspecting(path) as inspection:
        r = inspection.reader
        return b"".join(export_book(r) if session is None else export_session(r, session))


class Ledger:
    """A ledger taken apart, to be changed and put together again."""

    def __init__(self, data: bytes) -> None:
        self.lines = [json.loads(line) for line in data.splitlines()]

    @property
    def entries(self) -> list[dict[str, Any]]:
        """The entries, each a document."""
        return [line for line in self.lines if "seq" in line]

    def place(self, seq: int, session: str = "monday") -> int:
        """Where an entry stands among the lines."""
        wanted = (session, seq)
        return next(
            n for n, x in enumerate(self.lines) if (x.get("session"), x.get("seq")) == wanted
        )

    def entry(self, seq: int, session: str = "monday") -> dict[str, Any]:
        """An entry."""
        return self.lines[self.place(seq, session)]

    def data(self) -> bytes:
        """The ledger as it would be written."""
        return b"".join(canonical_bytes(line) + b"\n" for line in self.lines)

    def sealed(self) -> Ledger:
        """Everything made to fit again, as a forger would.

        Numbers, links, hashes, what entries name by its hash, and the ends.
        """
        previous, seq, sessions, total = GENESIS, 0, 0, 0
        now: dict[str, str] = {}
        for line in self.lines:
            if "seq" in line:
                seq += 1
                before, body = line["hash"], line["body"]
                for name in ("against", "of", "correction"):
                    if isinstance(body, dict) and isinstance(body.get(name), str):
                        body[name] = now.get(body[name], body[name])
                line.update(seq=seq, prev_hash=previous)
                line["hash"] = now[before] = previous = entry_hash(line)
            elif line.get("end") == "session":
                line.update(entries=seq, head=previous)
                previous, sessions, total, seq = GENESIS, sessions + 1, total + seq, 0
            elif line.get("end") == "ledger":
                line.update(sessions=sessions, entries=total)
        return self


Change = Callable[[Ledger], Any]
