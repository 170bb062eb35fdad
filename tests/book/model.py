"""Evenings kept as simply as can be: plain dicts, and nothing of the project's code.

What is written here comes from what the formats say. Points are whole; money is whole minor units
of TWD, a hundred to the dollar.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

Nets = dict[str, int]
Pair = tuple[str, str]
Flows = list[tuple[str, str, int]]
MINOR = 100


def holding(steps: dict[int, Any], game: int) -> Any:
    """What holds for a game, where each step says from which game on."""
    return steps[max(start for start in steps if start <= game)]


def without_zeros(nets: Any) -> dict[Any, int]:
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
        self.brought: Counter[str] = Counter()
        self.points: Nets = dict.fromkeys(self.people, 0)
        """Kept up as games come and go; :meth:`added_up` adds anew."""
        self.bring(document.get("opening_balances", {}))
        self.standing: dict[int, dict[str, Any]] = {}
        self.recorded: list[int] = []
        self.disputes: dict[str, dict[str, Any]] = {}
        self.confirmed: set[tuple[Any, str]] = set()
        self.costs: Counter[str] = Counter()
        self.funds: Counter[str] = Counter()
        self.moved: dict[int, tuple[str, Flows]] = {}
        self.reversed: dict[int, str] = {}
        self.joint: dict[int, list[tuple[Evening, int]]] = {}
        """By number: what was settled as one, as evening and number; this one is among them."""
        self.asked: dict[int, Flows] = {}
        """Of such a settlement: what is paid here for all of them."""
        self.bound: set[int] = set()
        """What is not to be taken back any more, for another evening of it is over."""
        self.purse = Purse()
        self.closed = False
        self.then: dict[int, Nets] = {}
        """Everybody's points after each entry."""
        self._affected: list[int] | None = None

    # --- games -----------------------------------------------------------------------------------

    def stands(self, game: int, kind: str, nets: Nets, entry: dict[str, Any], at: int) -> None:
        """A game is recorded, corrected or voided."""
        if kind == "game_recorded":
            self.recorded.append(game)
        before = self.standing.get(game)
        for who, net in before["nets"].items() if before else ():
            self.points[who] -= net
        for who, net in nets.items():
            self.points[who] += net
        for name in self.open_disputes():
            # Nobody has agreed yet to what stands now.
            if self.disputes[name]["game"] == game:
                self.disputes[name]["consents"] = []
        terms = holding(self.seats, game), holding(self.stakes, game)
        self.standing[game] = {
            "kind": kind, "nets": nets, "hash": entry["hash"], "at": at, "terms": terms,
        }  # fmt: skip
        self._affected = None

    def counted(self) -> list[int]:
        """Games that are not voided."""
        return [g for g, each in sorted(self.standing.items()) if each["kind"] != "game_voided"]

    def affected(self) -> list[int]:
        """Games that were scored under other terms than those that hold for them now."""
        if self._affected is None:
            self._affected = self.affected_by(self.seats, self.stakes)
        return self._affected

    def affected_by(self, seats: dict[int, Any], stakes: dict[int, Any]) -> list[int]:
        """Games that were scored under other terms than these."""
        return [
            game
            for game in self.counted()
            if self.standing[game]["terms"] != (holding(seats, game), holding(stakes, game))
        ]

    def added_up(self) -> Nets:
        """Everybody's points, game by game."""
        totals = {who: self.brought[who] for who in self.people}
        for each in self.standing.values():
            for who, net in each["nets"].items():
                totals[who] += net
        return totals

    def shown(self) -> Nets:
        """Everybody's points without the games that somebody contests."""
        shown = dict(self.points)
        for game in self.held():
            for who, net in self.standing[game]["nets"].items():
                shown[who] -= net
        return shown

    def bring(self, nets: Nets) -> None:
        """Points of an earlier evening."""
        for who, net in nets.items():
            self.brought[who] += net
            self.points[who] += net

    def change(self, since: int, players: list[str] | None, stake: dict[str, Any] | None) -> None:
        """Others sit there, or for another stake, up to where that was changed before."""
        if players is not None:
            self.seats[since] = players
            self.people += [who for who in players if who not in self.people]
            self.points = {who: self.points.get(who, 0) for who in self.people}
        if stake is not None:
            self.stakes[since] = stake
        self._affected = None

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

    def move(self, seq: int, kind: str, flows: Flows, asked: Flows | None = None) -> None:
        """A payment or a settlement; ``asked`` is what is paid here where that is another thing."""
        self.moved[seq] = kind, flows
        if asked is not None:
            self.asked[seq] = asked
        self.purse.add(kind, flows, asked)

    def take_back(self, seq: int) -> None:
        """It was none: what is left is reckoned anew."""
        self.reversed[seq] = self.moved.pop(seq)[0]
        self.asked.pop(seq, None)
        self.purse = Purse()
        for number, (kind, flows) in sorted(self.moved.items()):
            self.purse.add(kind, flows, self.asked.get(number))

    def charge(self, payer: str, payee: str, amount: int) -> None:
        """One owes another one something beside the games."""
        self.costs[payer] -= amount
        self.costs[payee] += amount
        self.funds.update(who for who in (payer, payee) if who.startswith("fund:"))

    def accounts(self) -> list[str]:
        """Players as they came, then guests, then the funds that money stands for."""
        funds = {who for who in self.moving() if who.startswith("fund:")}
        return self.people + self.guests() + sorted({*self.funds, *funds})

    def guests(self) -> list[str]:
        """Who pays or is paid here without a seat."""
        people = {who for who in self.moving() if not who.startswith("fund:")}
        return sorted(people - {*self.people})

    def moving(self) -> set[str]:
        """Whoever money goes to or comes from."""
        listed = [*(flows for _, flows in self.moved.values()), *self.asked.values()]
        return {who for flows in listed for flow in flows for who in flow[:2]}

    def paid_elsewhere(self) -> Nets:
        """What was settled here and is paid in another evening, less what is paid here for it."""
        moved: Counter[str] = Counter()
        for seq, asked in self.asked.items():
            moved.update(moving(self.moved[seq][1]))
            moved.subtract(moving(asked))
        return without_zeros(moved)

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
        return without_zeros({who: due[who] - self.purse.settled[who] for who in due})


class Purse:
    """Where payments and settlements have led to.

    A payment goes towards what its payer owes its payee; the rest is paid in advance, until the
    next settlement counts it. Money paid in advance could be given back: where that and debts lead
    from its payer to its payee, it has been paid round, and debts and advances on the way are less.
    """

    def __init__(self) -> None:
        self.settled: Counter[str] = Counter()
        """What settlements and payments in advance have brought everybody."""
        self.owed: Counter[Pair] = Counter()
        """What was settled and is not paid, by payer and payee."""
        self.ahead: Counter[Pair] = Counter()

    def add(self, kind: str, flows: Flows, asked: Flows | None = None) -> None:
        """One more of them, later than all others."""
        for payer, payee, amount in flows:
            if kind == "payment":
                due = min(amount, self.owed[payer, payee])
                self.owed[payer, payee] -= due
                self.advance(payer, payee, amount - due)
                self.go_round()
            else:
                self.settled.update({payer: -amount, payee: amount})
        if kind != "payment":
            self.ahead.clear()
            for payer, payee, amount in flows if asked is None else asked:
                set_off = min(amount, self.owed[payee, payer])
                self.owed[payee, payer] -= set_off
                self.owed[payer, payee] += amount - set_off

    def advance(self, payer: str, payee: str, amount: int) -> None:
        """Paid without being asked for; below zero, no longer so."""
        self.ahead[payer, payee] += amount
        self.settled.update({payer: -amount, payee: amount})

    def go_round(self) -> None:
        """Every advance that leads back to who paid it, the shortest way first."""
        for payer, payee in sorted(+self.ahead):
            while self.ahead[payer, payee] and (way := self.way(payer, payee)):
                debts = [pair for pair in way if self.owed[pair]]
                advances = [(payer, payee), *(pair[::-1] for pair in way if pair not in debts)]
                amount = min(
                    *(self.owed[pair] for pair in debts), *(self.ahead[pair] for pair in advances)
                )
                for pair in debts:
                    self.owed[pair] -= amount
                for pair in advances:
                    self.advance(*pair, -amount)

    def way(self, start: str, end: str) -> list[Pair]:
        """The shortest way by debts and by advances backwards, the first by name of several."""
        steps = {*+self.owed, *(pair[::-1] for pair in +self.ahead)}
        ways = [[pair] for pair in sorted(steps) if pair[0] == start]
        while ways:
            for way in ways:
                if way[-1][1] == end:
                    return way
            ways = [
                [*way, pair]
                for way in ways
                for pair in sorted(steps)
                if pair[0] == way[-1][1] and pair[1] not in {who for each in way for who in each}
            ]
        return []


def moving(flows: Flows) -> Nets:
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
