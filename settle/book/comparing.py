"""A session as it stands beside other agreements: what its games would have come to.

Nothing is written. A game that another agreement cannot score is a problem at that game, and
counts for nothing there.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from settle.book.accounting import Accounting
from settle.book.dues import Due, due_of
from settle.book.tables import Table
from settle.explain import Adapted, under_agreement
from settle.explain.agreed import agreed_answers
from settle.explain.agreement import known_answers
from settle.explain.comparison import line_key
from settle.explain.elsewhere import Recorded, score_elsewhere
from settle.faults import Fault, RefusedError
from settle.rulebook.ruleset import Ruleset
from settle.sessions import Session, Standing
from settle.store import Reader
from settle.wire.comparing import Terms, load_session_comparison


class Cell(NamedTuple):
    """A game under one agreement."""

    ruleset: Ruleset
    document: Mapping[str, Any]
    """The round as this agreement is given it."""
    adapted: tuple[Adapted, ...]
    """In what it was taken otherwise than it was recorded."""
    result: Mapping[str, Any] | None = None
    """A result document, None where it cannot be scored so."""
    refusal: RefusedError | None = None

    @property
    def nets(self) -> dict[str, int]:
        """Points by player; none where the game is not scored."""
        totals = () if self.result is None else self.result["totals"]
        return {total["player"]: total["net"] for total in totals}


class ComparedGame(NamedTuple):
    """A game under each agreement."""

    game: int
    is_held: bool
    """Contested: it counts in no total."""
    cells: tuple[Cell, ...]
    """By agreement."""

    @property
    def players(self) -> tuple[str, ...]:
        """Who played, in seat order."""
        return next((tuple(cell.nets) for cell in self.cells if cell.result), ())

    @property
    def differs(self) -> bool:
        """Whether those that score the game do not all move the same."""
        moved = [_moved(cell.result) for cell in self.cells if cell.result is not None]
        return any(each != moved[0] for each in moved)


class ComparedColumn(NamedTuple):
    """All games under one agreement."""

    terms: Terms
    due: Due
    """Of the games that it scores, with all that is settled besides."""
    scored: int
    unscored: tuple[int, ...]
    """Games that it cannot score."""

    @property
    def says_something(self) -> bool:
        """Whether it scores any game, where there are games."""
        return self.scored > 0 or not self.unscored


@dataclass(frozen=True, slots=True)
class SessionComparison:
    """A session under several agreements."""

    session: Session
    columns: tuple[ComparedColumn, ...]
    games: tuple[ComparedGame, ...]
    """Those that count, by number."""

    @property
    def differs(self) -> bool:
        """Whether any game does."""
        return any(game.differs for game in self.games)


def compare_session(
    session: Session,
    tables: Sequence[Table],
    rounds: Mapping[int, Mapping[str, Any]],
    agreements: Sequence[Terms],
) -> SessionComparison:
    """A session under these agreements.

    ``tables`` are those of the session by the place of their agreements, ``rounds`` what was
    recorded by game. Raises RefusedError for a stake in another currency than the money that was
    entered besides the games.
    """
    _refuse_other_currencies(session, agreements)
    held = session.held
    games = tuple(
        ComparedGame(
            each.game,
            each.game in held,
            tuple(_cell(tables[each.agreement], rounds[each.game], terms) for terms in agreements),
        )
        for each in session.counted
    )
    columns = tuple(
        _column(session, terms, {game.game: game.cells[place] for game in games})
        for place, terms in enumerate(agreements)
    )
    return SessionComparison(session, columns, games)


def _refuse_other_currencies(session: Session, agreements: Sequence[Terms]) -> None:
    agreed = session.accounts.currency
    faults = [
        Fault(("agreements", place, "stake", "currency"), "bad_stake", "other_currency",
              {"found": terms.stake["currency"], "agreed": agreed})
        for place, terms in enumerate(agreements)
        if terms.stake is not None and agreed not in (None, terms.stake["currency"])
    ]  # fmt: skip
    if faults:
        raise RefusedError(faults)


class Comparing(Accounting):
    """The part of the book that looks at sessions otherwise than they are. It writes nothing."""

    def comparison(
        self, session: str, document: object
    ) -> tuple[SessionComparison, tuple[int, ...]]:
        """A session under the agreements of the document, and the games to tell line by line.

        Raises RefusedError with all faults of the document, NotFound, Conflict for several
        currencies.
        """
        with self._looking_at(session) as (r, row, tables):
            rulesets = {table.ruleset.digest: table.ruleset for table in tables.held}
            rulesets |= {table.ruleset.digest: table.ruleset for table in tables.made}
            agreements, told = load_session_comparison(
                document, self.ruleset, tuple(rulesets.values())
            )
            now = self.folds.at(r, row)
            faults = [
                Fault(("lines", place), "unknown_game", "", {"game": game})
                for place, game in enumerate(told)
                if game not in {each.game for each in now.counted}
            ]
            if faults:
                raise RefusedError(faults)
            return compare_session(now, tables.made, _rounds(r, now), agreements), told

    def compared_under(self, session: str, agreements: Sequence[Terms]) -> SessionComparison:
        """A session under these agreements; refusals as those of :meth:`comparison`."""
        with self._looking_at(session) as (r, row, tables):
            now = self.folds.at(r, row)
            return compare_session(now, tables.made, _rounds(r, now), agreements)

    def played(self, session: str) -> list[tuple[int, Table, Mapping[str, Any]]]:
        """Each game that counts, by number: what it was played under, and what was recorded."""
        with self._looking_at(session) as (r, row, tables):
            now = self.folds.at(r, row)
            rounds = _rounds(r, now)
        return [(each.game, tables.made[each.agreement], rounds[each.game]) for each in now.counted]


def _rounds(r: Reader, session: Session) -> dict[int, Mapping[str, Any]]:
    """What was recorded of each game that counts."""
    rounds = {}
    for each in session.counted:
        entry = r.entry(session.id, each.seq)
        assert entry is not None, "what stands has its entry"
        rounds[each.game] = entry.body["round"]
    return rounds


# --- a game ---------------------------------------------------------------------------------------


def _cell(table: Table, stored: Mapping[str, Any], terms: Terms) -> Cell:
    ruleset = terms.ruleset or table.ruleset
    answers = agreed_answers(table.ruleset, table.agreement.options)
    own = {**stored, "ruleset": table.agreement.ruleset, "options": answers}
    if terms.as_it_stands:
        return _scored(Cell(ruleset, own, ()), table, stored)
    known, dropped = known_answers(terms.options, ruleset)
    document, adapted = under_agreement(own, ruleset, known, terms.banker)
    return _scored(Cell(ruleset, document, (*dropped, *adapted)), table, stored)


def _scored(cell: Cell, table: Table, stored: Mapping[str, Any]) -> Cell:
    recorded = Recorded(table.rules, stored.get("banker"))
    try:
        return cell._replace(result=score_elsewhere(cell.document, cell.ruleset, recorded))
    except RefusedError as refused:
        return cell._replace(refusal=refused)


def _moved(result: Mapping[str, Any]) -> Counter[tuple[str, ...]]:
    """Points by what tells lines of a result apart."""
    moved = Counter[tuple[str, ...]]()
    for line in result["lines"]:
        moved[line_key(line)] += line["points"]
    return moved


# --- all of them ----------------------------------------------------------------------------------


def _column(session: Session, terms: Terms, cells: Mapping[int, Cell]) -> ComparedColumn:
    standing = dict(_standing(session, cells))
    agreements = session.agreements
    if terms.stake is not None:
        agreements = tuple(replace(each, stake=terms.stake) for each in agreements)
    due = due_of(replace(session, standing=standing, agreements=agreements))
    unscored = tuple(game for game, cell in cells.items() if cell.result is None)
    return ComparedColumn(terms, due, len(cells) - len(unscored), unscored)


def _standing(session: Session, cells: Mapping[int, Cell]) -> Iterator[tuple[int, Standing]]:
    """What would stand for each game that can be scored so."""
    for game, cell in cells.items():
        if cell.result is not None:
            yield game, replace(session.standing[game], nets=cell.nets)
