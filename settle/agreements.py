"""Agreements: what a table plays from a game on, and how a change of the table moves it.

A change names what is different from a game on: who sits there, the rules (ruleset and options
together), the stake. What it does not name stays. It reaches up to the next game from which the
same was changed already: a substitute for games 9 to 12 is a change from 9 and one from 13, entered
in either order.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

PARTS: Final = ("players", "rules", "stake")
"""What a change of the table may change, each by itself."""

Seating = tuple[tuple[int, int], ...]
"""What holds from which game on: ``((1, 0), (10, 1))`` is agreement 0 up to game 9, then 1."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """What a table plays from a game on."""

    from_game: int
    players: tuple[str, ...]
    """Ids in seat order."""
    ruleset: str
    """``id@version``."""
    ruleset_digest: str
    options: Mapping[str, Any]
    """Every option, effective."""
    stake: Mapping[str, Any] | None
    changed: tuple[str, ...] = field(default=PARTS, compare=False)
    """Which of PARTS were agreed for this game; the others reach here from before."""

    @property
    def terms(self) -> tuple[Any, ...]:
        """What is agreed, from whichever game on."""
        return self.players, self.ruleset_digest, self.options, self.stake

    def document(self) -> dict[str, Any]:
        """The agreement as entries and views hold it; without a stake where there is none."""
        document = {
            "from_game": self.from_game,
            "players": list(self.players),
            "ruleset": self.ruleset,
            "ruleset_digest": self.ruleset_digest,
            "options": dict(self.options),
            "changed": list(self.changed),
        }
        return document if self.stake is None else {**document, "stake": self.stake}


def agreement_of(document: Mapping[str, Any]) -> Agreement:
    """The agreement of an opening's body, or of a table's document in a change."""
    return Agreement(
        from_game=document.get("from_game", 1),
        players=tuple(document["players"]),
        ruleset=document["ruleset"],
        ruleset_digest=document["ruleset_digest"],
        options=document["options"],
        stake=document.get("stake"),
        changed=tuple(document.get("changed", PARTS)),
    )


def holds_for(seating: Seating, game: int) -> int:
    """Which agreement holds for a game.

    >>> [holds_for(((1, 0), (10, 1)), game) for game in (1, 9, 10, 16)]
    [0, 0, 1, 1]
    """
    if len(seating) == 1:
        return seating[0][1]
    return next(made for from_game, made in reversed(seating) if from_game <= game)


def seated_anew(seating: Seating, first: int, from_games: Iterable[int]) -> Seating:
    """The seating once agreements from these games on were made, numbered from ``first``.

    >>> seated_anew(((1, 0), (13, 1)), 2, (9, 13))
    ((1, 0), (9, 2), (13, 3))
    """
    made = {game: first + place for place, game in enumerate(from_games)}
    return tuple(sorted({**dict(seating), **made}.items()))


def changed_from(
    held: Sequence[Agreement], game: int, change: Mapping[str, Any]
) -> tuple[Agreement, ...]:
    """The agreements that a change from a game on makes: that of the game, and later ones it moves.

    ``held`` are those that hold now, by the game they start from. ``change`` has new values of
    fields by name; ruleset, digest and options come together.
    """
    left = {part for part in PARTS if _FIELDS[part][0] in change}
    before = next(each for each in reversed(held) if each.from_game <= game)
    agreed = (*before.changed, *left) if before.from_game == game else left
    ordered = tuple(part for part in PARTS if part in agreed)
    made = [replace(before, from_game=game, changed=ordered, **change)]
    for later in held:
        if later.from_game <= game:
            continue
        left -= set(later.changed)
        if not left:
            break
        moved = {name: change[name] for part in left for name in _FIELDS[part]}
        made.append(replace(later, **moved))
    return tuple(made)


_FIELDS: Final = {
    "players": ("players",),
    "rules": ("ruleset", "ruleset_digest", "options"),
    "stake": ("stake",),
}


def seats_since(held: Sequence[Agreement], game: int) -> int:
    """The game from which those who sit there in a game have sat there in this order."""
    since = None
    for each in held:
        if each.from_game > game:
            break
        if since is None or each.players != since.players:
            since = each
    assert since is not None, "an opening agrees on game 1"
    return since.from_game
