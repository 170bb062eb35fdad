"""Evenings kept as simply as can be: plain dicts, and nothing of the project's code.

What is written here comes from what the formats say. Points are whole; money is whole minor units
of TWD, a hundred to the dollar.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

Nets = dict[str, int]
MINOR = 100


def holding(steps: dict[int, Any], game: int) -> Any:
    """What holds for a game, where each step says from which game on."""
    return steps[max(start for start in steps if start <= game)]


def without_zeros(nets: Any) -> Nets:
    """Whoever has something."""
    return {who: amount for who, amount in dict(nets).items() if amount}


class Evening:
    """A session as its table would keep it on paper."""

    def __init__(self, name: str, document: dict[str, Any]) -> None:
        self.name = name
        self.games: int = document["games"]
        self.seats: dict[int, list[str]] = {1: document["players"]}
        self.stakes: dict[int, dict[str, Any]] = {1: document["stake"]}
        self.opening_stake = document["stake"]
        self.people = list(document["players"])
        self.brought: Counter[str] = Counter(document.get("opening_balances", {}))
        self.standing: dict[int, dict[str, Any]] = {}
        self.recorded: list[int] = []
        self.disputes: dict[str, dict[str, Any]] = {}
        self.confirmed: set[tuple[Any, str]] = set()
        self.costs: Counter[str] = Counter()
        self.funds: Counter[str] = Counter()
        self.moved: dict[int, tuple[str, list[tuple[str, str, int]]]] = {}
        self.reversed: dict[int, str] = {}
        self.settled: Nets = {}
        """What settlements and payments in advance have brought everybody by now."""
        self.owed: dict[tuple[str, str], int] = {}
        """What was settled and is not paid, by payer and payee."""
        self.closed = False
        self.then: dict[int, Nets] = {}

    # --- games -----------------------------------------------------------------------------------

    def stands(self, game: int, kind: str, nets: Nets, entry: dict[str, Any], at: int) -> None:
        """A game is recorded, corrected or voided."""
        if kind == "game_recorded":
            self.recorded.append(game)
        terms = holding(self.seats, game), holding(self.stakes, game)
        self.standing[game] = {
            "kind": kind, "nets": nets, "hash": entry["hash"], "at": at, "terms": terms,
        }  # fmt: skip

    def counted(self) -> list[int]:
        """Games that are not voided."""
        return [g for g, each in sorted(self.standing.items()) if each["kind"] != "game_voided"]

    def affected(self, since: int = 1) -> list[int]:
        """Games that were scored under other terms than those that hold for them now."""
        return [
            game
            for game in self.counted()
            if game >= since
            and self.standing[game]["terms"]
            != (holding(self.seats, game), holding(self.stakes, game))
        ]

    def totals(self) -> Nets:
        """Everybody's points."""
        totals = {who: self.brought[who] for who in self.people}
        for each in self.standing.values():
            for who, net in each["nets"].items():
                totals[who] += net
        return totals

    def change(self, since: int, players: list[str] | None, stake: dict[str, Any] | None) -> None:
        """Others sit there, or for another stake, up to where that was changed before."""
        if players is not None:
            self.seats[since] = players
            self.people += [who for who in players if who not in self.people]
        if stake is not None:
            self.stakes[since] = stake

    def last_recorded(self) -> int | None:
        """The game that was recorded last among those that count."""
        return next((g for g in reversed(self.recorded) if g in self.counted()), None)

    # --- disputes --------------------------------------------------------------------------------

    def open_disputes(self) -> list[str]:
        """Those that hold a game."""
        return [name for name, each in self.disputes.items() if each["state"] == "open"]

    def held(self) -> set[int]:
        """Games that are left out of settling."""
        return {self.disputes[name]["game"] for name in self.open_disputes()}

    def may_rule(self, name: str, ruler: str | None, outcome: str, ruled: Nets | None) -> bool:
        """Whether somebody may rule: a party only as everybody else who would be moved agrees."""
        dispute = self.disputes[name]
        kept = self.standing[dispute["game"]]["nets"]
        claimed, ruled = dispute["claimed"], kept if ruled is None else ruled
        parties = {dispute["by"]}
        for nets in (claimed, ruled):
            parties |= {
                who for who in {*kept, *nets} if kept.get(who, 0) != nets.get(who, 0)
            }  # fmt: skip
        if ruler not in parties:
            return True
        if outcome == "corrected" and without_zeros(ruled) != without_zeros(claimed):
            return False
        agreed = {who for who, to in dispute["consents"] if to in (None, outcome)} | {ruler}
        return parties <= agreed | ({dispute["by"]} if outcome == "corrected" else set())

    # --- money -----------------------------------------------------------------------------------

    def charge(self, payer: str, payee: str, amount: int) -> None:
        """One owes another one something beside the games."""
        self.costs[payer] -= amount
        self.costs[payee] += amount
        self.funds.update(who for who in (payer, payee) if who.startswith("fund:"))

    def accounts(self) -> list[str]:
        """Players as they came, then the funds that money stands for."""
        flows = [flow for _, listed in self.moved.values() for flow in listed]
        moved = {who for payer, payee, _ in flows for who in (payer, payee)}
        return self.people + sorted({*self.funds, *(w for w in moved if w.startswith("fund:"))})

    def due(self) -> Nets:
        """What everybody should get: exact, and rounded once by the largest remainder."""
        held = self.held()
        played = [self.standing[game] for game in self.counted() if game not in held]
        worth = {who: Fraction(self.costs[who]) for who in self.accounts()}
        parts = [(each["nets"], each["terms"][1]) for each in played]
        for nets, stake in [*parts, (self.brought, self.opening_stake)]:
            for who, net in nets.items():
                worth[who] += Fraction(net * int(stake["amount"]) * MINOR, stake.get("points", 1))
        due = {who: amount.numerator // amount.denominator for who, amount in worth.items()}
        over = -sum(due.values())
        for who in sorted(worth, key=lambda who: due[who] - worth[who])[:over]:
            due[who] += 1
        return due

    def cash(self) -> Nets:
        """What everybody got from hand to hand."""
        paid = [flow for kind, flows in self.moved.values() if kind == "payment" for flow in flows]
        return moving(paid)

    def missing(self) -> Nets:
        """What everybody should get and nothing has settled yet."""
        due = self.due()
        return without_zeros({who: due[who] - self.settled.get(who, 0) for who in due})


def moving(flows: list[tuple[str, str, int]]) -> Nets:
    """What everybody gets by transfers, each above zero."""
    moved: Counter[str] = Counter()
    for payer, payee, amount in flows:
        assert amount > 0
        moved[payer] -= amount
        moved[payee] += amount
    return without_zeros(moved)


def fewest(missing: Nets) -> int:
    """How many transfers are needed: one less than people, for each group that is quits."""
    amounts = list(missing.values())
    best = {0: 0}
    for chosen in range(1, 1 << len(amounts)):
        without = [chosen & ~(1 << n) for n in range(len(amounts)) if chosen >> n & 1]
        is_quits = not sum(each for n, each in enumerate(amounts) if chosen >> n & 1)
        best[chosen] = max(best[each] for each in without) + is_quits
    return len(amounts) - best[(1 << len(amounts)) - 1]
