"""One session in an audit: its lines taken one after another."""

from collections.abc import Iterator
from typing import Any

from settle.audit.again import made_again
from settle.audit.bodies import judge
from settle.audit.findings import Difference, Finding, Tally, at_entry, shown
from settle.audit.links import Links, entry_faults, read_line
from settle.audit.openings import open_again
from settle.audit.rows import Gathered, SessionRows
from settle.audit.rulesets import Rulesets
from settle.audit.sealed import as_sealed
from settle.audit.state import State
from settle.audit.together import Together
from settle.entries import Entry, from_document


class SessionAudit:
    """Takes the lines of a session in order; memory does not grow with them."""

    def __init__(
        self,
        rulesets: Rulesets,
        tally: Tally,
        together: Together,
        session: str | None = None,
        *,
        gathered: Gathered | None = None,
    ) -> None:
        """``gathered`` is where entries go that are to be stored: games as they are sealed."""
        self._rulesets = rulesets
        self._tally = tally
        self._together = together
        self._links = Links(session)
        self._gathered = gathered
        self.entries = 0
        self.opening: Entry | None = None
        """None where the first line is no opening."""
        self.state: State | None = None
        """What the entries so far make; None where what was agreed cannot be made out."""
        self.is_sound = True

    @property
    def session(self) -> str | None:
        """The id, None while it is not known."""
        return self._links.session

    @property
    def head(self) -> tuple[int, str | None]:
        """Number and hash of the last entry."""
        return self._links.seq, self._links.hash

    @property
    def rows(self) -> SessionRows | None:
        """What is to be stored; None where nothing is, as in a session that is not sound."""
        if self._gathered is None or self.state is None or not self.is_sound:
            return None
        return self._gathered.rows(self.state.session)

    def take_again(self, line: bytes) -> Entry | None:
        """Take the next line if it is a game with nothing wrong in it; the game."""
        state = self.state
        if state is None:
            return None
        quick = made_again if self._gathered is None else as_sealed
        game = quick(state, self._links, line)
        if game is None:
            return None
        if self._gathered is None:
            self._tally.games += 1
            state.games += 1
        else:
            self._gathered.add(game)
        self.entries += 1
        self._tally.entries += 1
        self._tally.advance(len(line))
        if "request" in game.body:
            state.keys.add(game.body["request"]["key"])
        self._links.seq, self._links.hash = game.seq, game.hash
        state.record(game)
        return game

    def take(self, line: bytes, document: Any = None) -> Iterator[Finding]:  # noqa: ANN401
        """What is wrong with the next line; ``document`` is its value where it was read before."""
        self.entries += 1
        self._tally.entries += 1
        self._tally.advance(len(line))
        seq = self._links.seq + 1
        found: list[Difference] = []
        if document is None:
            document, wrong = read_line(line)
            found += wrong
            if document is None and not wrong:
                # JSON's null, which is a value and no entry.
                found.append(Difference("entry_malformed", "", shown(line)))
        for difference in (*found, *self._differences(document)):
            self.is_sound = False
            yield at_entry(difference, self.session, seq)
        if self._gathered is not None and self.is_sound:
            self._gathered.add(from_document(document))

    def _differences(self, document: Any) -> Iterator[Difference]:  # noqa: ANN401
        faults = list(entry_faults(document)) if document is not None else []
        if document is None or faults:
            yield from faults
            self._links.skip()
            return
        yield from self._links.broken(document)
        entry = from_document(document)
        if self.entries == 1:
            yield from self._open(entry)
        elif self.state is not None:
            yield from self._follow(self.state, entry)

    def _open(self, entry: Entry) -> Iterator[Difference]:
        opened = open_again(entry, self._rulesets)
        self._together.see(entry.session)
        self.opening = entry if entry.kind == "session_opened" else None
        self.state = opened.state
        yield from opened.differences

    def _follow(self, state: State, entry: Entry) -> Iterator[Difference]:
        scored = state.games
        judged = judge(state, entry)
        self._tally.games += state.games - scored
        yield from judged.differences
        # What the body should have been is gone on with, so that one wrong entry is told once.
        # Where that cannot be told, only the head moves: no kind has an empty name.
        sound = (
            entry._replace(body=judged.body) if judged.body is not None else _told_nothing(entry)
        )
        state.apply(sound)
        self._together.take(sound)

    def end(self) -> Iterator[Finding]:
        """What is missing after the last line."""
        if self.entries == 0:
            yield Finding("session_empty", self.session, 1)
        state = self.state
        if state is not None and "opening_balances" in state.tables.opening.body:
            brought = state.tables.opening.body["opening_balances"]
            if not state.is_brought:
                yield Finding("balance_missing", self.session, 2, "", "", shown(brought))


def _told_nothing(entry: Entry) -> Entry:
    return entry._replace(kind="", game=None, body={})
