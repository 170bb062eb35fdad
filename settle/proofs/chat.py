"""The text for the chat: how a session stands, in words, and its checkpoint below."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from settle.explain.layout import on_a_line, signed, told_apart
from settle.proofs.checkpoint import Checkpoint
from settle.words import Words


class OpenDispute(NamedTuple):
    """A game that is contested, and by whom."""

    game: int
    player: str


class Situation(NamedTuple):
    """How a session stands, as people talk of it."""

    title: str | None
    state: str
    games: int
    """How many were agreed."""
    highest_game: int
    """0 before the first."""
    missing: tuple[int, ...]
    totals: tuple[tuple[str, int], ...]
    """Points by player, in seat order, without the games that are contested."""
    names: Mapping[str, str]
    """Display names, of those who have one."""
    disputes: tuple[OpenDispute, ...] = ()


def session_text(
    now: Situation, checkpoint: Checkpoint, said: Words, signature: str | None = None
) -> str:
    """The game, the running nets, open disputes, and at the foot the three lines."""
    lines, called = [_headline(now, said)], _called(now)
    if now.missing:
        lines.append(said.text("chat.missing", games=_listed(map(str, now.missing), said)))
    lines += [
        said.text("chat.net", player=called[player], net=signed(net)) for player, net in now.totals
    ]
    if now.disputes:
        told = (
            said.text("chat.dispute", game=each.game, player=called[each.player])
            for each in now.disputes
        )
        lines.append(said.text("chat.disputes", disputes=_listed(told, said)))
    return _with_foot(lines, checkpoint, said, signature)


def book_text(checkpoint: Checkpoint, said: Words, signature: str | None = None) -> str:
    """How much there is, and at the foot the checkpoint of the book with its list."""
    entries = sum(each.entries for each in checkpoint.listed)
    lines = [said.text("chat.book", sessions=checkpoint.size, entries=entries)]
    return _with_foot(lines, checkpoint, said, signature)


def _headline(now: Situation, said: Words) -> str:
    key = "chat.before" if not now.highest_game else "chat.after"
    told = said.text(key, game=now.highest_game, games=now.games)
    if now.state == "closed":
        told = said.text("chat.closed", told=told)
    return (
        told
        if now.title is None
        else said.text("chat.titled", title=on_a_line(now.title), told=told)
    )


def _called(now: Situation) -> dict[str, str]:
    """What people call each player, which makes no line of its own."""
    return told_apart(
        {player: on_a_line(now.names.get(player, player)) for player, _ in now.totals}
    )


def _listed(parts: Iterable[str], said: Words) -> str:
    return said.text("chat.comma").join(parts)


def _with_foot(
    lines: Sequence[str], checkpoint: Checkpoint, said: Words, signature: str | None
) -> str:
    kept = said.text("chat.keep")
    foot = [*checkpoint.lines(), *(["", signature] if signature else [])]
    return "\n".join([*lines, "", kept, *foot]) + "\n"
