"""Disputes and confirmations: who contests a game, who agrees to what, and how it ended."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from settle.entries import PLAYER, Entry

OPEN: Final = "open"
CORRECTED: Final = "corrected"

Consents = tuple[tuple[str, str | None], ...]
"""Players with the outcome that they agree to; None for either."""


@dataclass(frozen=True, slots=True)
class Dispute:
    """A game that somebody contests."""

    id: str
    game: int
    seq: int
    """Of the entry that opened it."""
    by: str
    """The player who opened it."""
    claimed: Mapping[str, int]
    """By player: what the game should come to."""
    late: bool
    consents: Consents = ()
    """Who agrees that it is ruled, and to which outcome, in the order in which they said so.

    They are of the game as it stands: another entry for it has none."""
    state: str = OPEN
    """``open``, ``withdrawn``, ``corrected`` or ``dismissed``."""
    lapsed: Consents = ()
    """What was said of entries that stood before."""
    replaced: Consents = ()
    """Those of them that the entry had which stood last before; a correction that a ruling makes
    stands already when the ruling comes."""


Disputes = Mapping[str, Dispute]


def open_disputes(disputes: Disputes) -> tuple[Dispute, ...]:
    """Those that nothing has ended yet, in the order of their opening."""
    return tuple(each for each in disputes.values() if each.state == OPEN)


def parties(dispute: Dispute, kept: Mapping[str, int], ruled: Mapping[str, int]) -> frozenset[str]:
    """Whose own matter a ruling is: who contests the game, and everybody whose net may move.

    ``kept`` are the nets that stand, ``ruled`` those that would.

    >>> opened = Dispute("d1", 5, 9, "amy", {"amy": 1, "bob": -1, "cat": 0}, late=False)
    >>> sorted(parties(opened, {"amy": 0, "bob": 0, "cat": 0}, {"amy": 0, "bob": 0, "cat": 0}))
    ['amy', 'bob']
    """
    moved = {
        player
        for nets in (dispute.claimed, ruled)
        for player in kept.keys() | nets.keys()
        if kept.get(player, 0) != nets.get(player, 0)
    }
    return frozenset({dispute.by, *moved})


def agreed_to(consents: Consents, outcome: str) -> tuple[str, ...]:
    """Who agrees to an outcome, each once.

    >>> agreed_to((("amy", None), ("bob", "dismissed"), ("amy", "corrected")), "corrected")
    ('amy',)
    """
    return tuple(dict.fromkeys(who for who, to in consents if to in (None, outcome)))


def lapse(disputes: Disputes, game: int) -> Disputes:
    """The disputes after another entry stands for a game: nobody has agreed to that one yet."""
    return {
        name: replace(
            each, consents=(), lapsed=(*each.lapsed, *each.consents), replaced=each.consents
        )
        if (each.game, each.state) == (game, OPEN)
        else each
        for name, each in disputes.items()
    }


def at_ruling(dispute: Dispute, outcome: str) -> Dispute:
    """An open dispute with the consents that its ruling had: a correction has not undone them.

    >>> opened = Dispute("d1", 5, 9, "amy", {}, late=False, consents=(("bob", None),))
    >>> at_ruling(lapse({"d1": opened}, 5)["d1"], "corrected").consents
    (('bob', None),)
    """
    return dispute if outcome != CORRECTED else replace(dispute, consents=dispute.replaced)


def ever_said(dispute: Dispute) -> Dispute:
    """A dispute as if whatever was agreed to had been of the game as it stands."""
    return replace(dispute, consents=(*dispute.lapsed, *dispute.consents))


def apply_dispute(disputes: Disputes, entry: Entry) -> Disputes:
    """The disputes after an entry about one of them."""
    return _APPLY[entry.kind](disputes, entry)


def _opened(disputes: Disputes, entry: Entry) -> Disputes:
    body = entry.body
    claimed = {total["player"]: total["net"] for total in body["claim"]["totals"]}
    assert sum(claimed.values()) == 0
    assert entry.game is not None
    opened = Dispute(
        id=body["id"],
        game=entry.game,
        seq=entry.seq,
        by=player_of(body["by"]) or "",
        claimed=claimed,
        late=body["late"],
    )
    return {**disputes, opened.id: opened}


def _consented(disputes: Disputes, entry: Entry) -> Disputes:
    dispute = disputes[entry.body["id"]]
    said = player_of(entry.body["by"]) or "", entry.body.get("outcome")
    consents = (*dispute.consents, said)
    return {**disputes, dispute.id: replace(dispute, consents=consents)}


def _withdrawn(disputes: Disputes, entry: Entry) -> Disputes:
    return _ended(disputes, entry, "withdrawn")


def _resolved(disputes: Disputes, entry: Entry) -> Disputes:
    outcome = entry.body["outcome"]
    ruled = at_ruling(disputes[entry.body["id"]], outcome)
    return _ended({**disputes, ruled.id: ruled}, entry, outcome)


def _ended(disputes: Disputes, entry: Entry, state: str) -> Disputes:
    dispute = disputes[entry.body["id"]]
    return {**disputes, dispute.id: replace(dispute, state=state)}


_APPLY: Final[Mapping[str, Callable[[Disputes, Entry], Disputes]]] = {
    "dispute_opened": _opened,
    "dispute_consented": _consented,
    "dispute_withdrawn": _withdrawn,
    "dispute_resolved": _resolved,
}

Confirmations = Mapping[tuple[str, str], int]
"""By entry (its hash) and player: the entry that says that the player agrees."""


def apply_confirmation(confirmations: Confirmations, entry: Entry) -> Confirmations:
    """The confirmations after another one."""
    of: tuple[Any, Any] = entry.body["of"], entry.body["player"]
    return {**confirmations, of: entry.seq}


def player_of(by: str) -> str | None:
    """The player whom a ``by`` names; None for the host.

    >>> player_of("player:amy"), player_of("host")
    ('amy', None)
    """
    return by.removeprefix(PLAYER) if by.startswith(PLAYER) else None
