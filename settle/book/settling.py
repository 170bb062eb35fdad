"""Settling: the points of a session as money, and who pays whom. Computed, never stored."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from settle.book.answers import OK, Answer
from settle.book.paying import transfers_by_pairs, transfers_via
from settle.book.tables import Table
from settle.currencies import format_amount
from settle.entries import Entry
from settle.faults import Fault, RefusedError
from settle.rounds import Stake
from settle.settlement import Transfer, fewest_transfers, pot_money, round_money
from settle.store import GameRow, Reader, SessionRow, Totals
from settle.wire.names import player_name

FEWEST: Final = "fewest"
PAIRS: Final = "pairs"
_VIA: Final = "via:"


class _Played(NamedTuple):
    """What is settled."""

    players: tuple[str, ...]
    nets: tuple[int, ...]
    """By seat, opening balances included."""
    games: tuple[Totals, ...]
    """The nets of each game that counts."""
    entries: Callable[[], Iterable[Entry]]
    """The standing entries of those games; read for pairs only."""

    def by_seat(self, totals: Totals) -> tuple[list[int], list[int]]:
        """Seats and nets of those who played."""
        return [self.players.index(player) for player, _ in totals], [net for _, net in totals]


def settlement(r: Reader, row: SessionRow, table: Table, mode: str) -> Answer:
    """The settlement of a session as it stands.

    Raises RefusedError for a mode that is none.
    """
    players = tuple(player for player, _ in row.totals)
    middle = _middle(mode, players)
    standing = [game for game in r.game_rows(row.id) if game.nets]
    played = _Played(
        players,
        tuple(net for _, net in row.totals),
        tuple(game.nets for game in standing),
        lambda: _entries(r, standing),
    )
    document: dict[str, Any] = {
        "mode": mode if middle is None else f"{_VIA}{players[middle]}",
        "totals": [{"player": player, "net": net} for player, net in row.totals],
        "transfers": [],
        "held": [],
        "outstanding": [],
    }
    if table.stake is not None:
        document |= _money(played, table.stake, mode, middle)
    return Answer.of(OK, document)


def _middle(mode: str, players: Sequence[str]) -> int | None:
    """The seat that everybody settles with, where the mode names one."""
    if mode in (FEWEST, PAIRS):
        return None
    if not mode.startswith(_VIA):
        raise RefusedError([Fault(("mode",), "out_of_range", "mode", {"found": mode})])
    name = player_name(mode.removeprefix(_VIA))
    if name not in players:
        values = {"found": mode.removeprefix(_VIA), "known": tuple(players)}
        raise RefusedError([Fault(("mode",), "unknown_player", "session", values)])
    return players.index(name)


def _entries(r: Reader, standing: Iterable[GameRow]) -> Iterable[Entry]:
    for game in standing:
        entry = r.entry(game.session, game.seq)
        assert entry is not None
        yield entry


def _money(played: _Played, stake: Stake, mode: str, middle: int | None) -> Mapping[str, Any]:
    amounts = session_money(played.nets, map(played.by_seat, played.games), stake)
    assert sum(amounts) == 0
    if middle is not None:
        transfers = transfers_via(amounts, middle)
    elif mode == PAIRS:
        transfers = transfers_by_pairs(amounts, _owed(played, stake))
    else:
        transfers = fewest_transfers(amounts)
    written = [_transfer(transfer, played.players, stake) for transfer in transfers]
    return {
        "totals": [
            {"player": player, "net": net, "amount": format_amount(amount, stake.currency)}
            for player, net, amount in zip(played.players, played.nets, amounts, strict=True)
        ],
        "transfers": written,
        "currency": stake.currency,
        "step": format_amount(stake.step_minor, stake.currency),
        "rounding": _rounding(amounts, played, stake),
        "outstanding": written,
    }


def session_money(
    nets: Sequence[int], games: Iterable[tuple[list[int], list[int]]], stake: Stake
) -> tuple[int, ...]:
    """What each seat gets for the session, in minor units; below 0 it pays.

    By points, the session's totals are rounded once. A pot by games is the sum of its games, each
    given as seats and nets; only who plays puts in an ante.
    """
    if stake.mode == "points" or stake.scope == "session":
        return round_money(nets, stake, step_minor=stake.step_minor)
    amounts = [0] * len(nets)
    for seats, net in games:
        shares = pot_money(net, stake.amount_minor, step_minor=stake.step_minor)
        for seat, amount in zip(seats, shares, strict=True):
            amounts[seat] += amount
    return tuple(amounts)


def _owed(played: _Played, stake: Stake) -> Mapping[tuple[int, int], int]:
    """What each owes each, in whole steps, rounded towards nothing."""
    owed: Counter[tuple[int, int]] = Counter()
    if stake.mode == "pot":
        if stake.scope == "game":
            for seats, nets in map(played.by_seat, played.games):
                shares = pot_money(nets, stake.amount_minor, step_minor=stake.step_minor)
                for payer, payee, amount in fewest_transfers(shares):
                    owed[seats[payer], seats[payee]] += amount
        return owed
    for entry in played.entries():
        for line in entry.body["lines"]:
            seats_of_line = played.players.index(line["payer"]), played.players.index(line["payee"])
            owed[seats_of_line] += line["points"]
    rounded = {}
    for payer, payee in owed:
        net = owed[payer, payee] - owed.get((payee, payer), 0)
        if net > 0:
            steps = net * stake.amount_minor // (stake.points * stake.step_minor)
            rounded[payer, payee] = steps * stake.step_minor
    return rounded


def _rounding(amounts: Sequence[int], played: _Played, stake: Stake) -> str:
    """``exact``, or how what could not be shared evenly was shared."""
    if stake.mode == "points":
        exact = (
            net * stake.amount_minor == amount * stake.points
            for net, amount in zip(played.nets, amounts, strict=True)
        )
        return "exact" if all(exact) else "largest_remainder"
    pots = [list(played.nets)] if stake.scope == "session" else [
        nets for _, nets in map(played.by_seat, played.games)
    ]  # fmt: skip
    steps = stake.amount_minor // stake.step_minor
    odd = any(len(nets) * steps % nets.count(max(nets)) for nets in pots)
    return "earliest_seat" if odd else "exact"


def _transfer(transfer: Transfer, players: Sequence[str], stake: Stake) -> dict[str, str]:
    return {
        "from": players[transfer.payer],
        "to": players[transfer.payee],
        "amount": format_amount(transfer.amount, stake.currency),
    }
