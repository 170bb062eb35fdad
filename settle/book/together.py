"""Sessions of a group taken together: standings, and a member's statement."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from settle.accounts import got
from settle.book.dues import due_of
from settle.book.feats import Feats, feats_of
from settle.book.settling import Lines, held_games, joint_documents, transfer_document
from settle.book.tables import Tables
from settle.currencies import format_amount
from settle.sessions import Session, Standing
from settle.store import MemberRow, Reader


class Evening(NamedTuple):
    """A session of a group."""

    session: Session
    tables: Tables
    reader: Reader
    lines: Lines

    @property
    def played(self) -> str:
        """When it was played, as it was recorded: with the first game that says so, or opened.

        What was said once of a game counts also where a correction does not say it again, and
        where the game was voided: the table sat there then.
        """
        for game in sorted(self.session.standing):
            entries = self.reader.entries_of_game(self.session.id, game)
            said = [each.body["played_at"] for each in entries if "played_at" in each.body]
            if said:
                return str(said[-1])
        return self.tables.opening.at

    @property
    def settled(self) -> Iterator[Standing]:
        """The games that are in what it comes to: those that count and that nobody contests."""
        held = self.session.held
        return (game for game in self.session.counted if game.game not in held)

    def feats(self) -> Iterator[tuple[int, Feats]]:
        """What each game that is in the totals had, where it is known."""
        for game in self.settled:
            entry = self.reader.entry(self.session.id, game.seq)
            assert entry is not None
            if entry.body.get("round") is not None:
                table = self.tables.made[game.agreement]
                yield game.game, feats_of(table, entry.body["round"])


# --- standings -----------------------------------------------------------------------------------


def standings(members: Iterable[MemberRow], evenings: Iterable[Evening]) -> dict[str, Any]:
    """What everybody comes to: money by currency, points by ruleset where nothing is staked."""
    order = [member.id for member in members]
    money: dict[str, Counter[str]] = {}
    points: dict[str, Counter[str]] = {}
    times: Counter[tuple[str, str]] = Counter()
    held: list[dict[str, Any]] = []
    for evening in evenings:
        held += ({"session": evening.session.id, **each} for each in held_games(evening.session))
        due = due_of(evening.session)
        kind = due.currency or _ruleset(evening.session)
        table = (points if due.currency is None else money).setdefault(kind, Counter())
        worth = due.nets if due.currency is None else due.amounts
        for account in due.accounts:
            if account in evening.session.guests and not worth[account]:
                continue
            table[account] += worth[account]
            times[kind, account] += 1

    def ranked(table: Counter[str]) -> list[str]:
        order.extend(each for each in table if each not in order)
        return sorted(table, key=lambda each: (-table[each], order.index(each)))

    return {
        "money": [
            {
                "currency": kind,
                "standings": [
                    {
                        "player": each,
                        "sessions": times[kind, each],
                        "amount": format_amount(table[each], kind),
                    }
                    for each in ranked(table)
                ],
            }
            for kind, table in sorted(money.items())
        ],
        "points": [
            {
                "ruleset": kind,
                "standings": [
                    {"player": each, "sessions": times[kind, each], "net": table[each]}
                    for each in ranked(table)
                ],
            }
            for kind, table in sorted(points.items())
        ],
        "held": held,
    }


def _ruleset(session: Session) -> str:
    """What is played at the end."""
    return session.agreements[session.seating[-1][1]].ruleset.partition("@")[0]


# --- statement -----------------------------------------------------------------------------------


def statement(member: str, evenings: Iterable[Evening], year: str | None) -> dict[str, Any]:
    """Every session of a member in a year, as it was recorded, and the sums; None for all years."""
    sessions = [
        _evening_of(member, evening)
        for evening in evenings
        if member in (*evening.session.players, *evening.session.guests)
        and year in (None, evening.played[:4])
    ]
    return {
        "sessions": [told for told, _ in sessions],
        "money": list(_sums(sessions)),
        "points": _points(told for told, _ in sessions),
        **{name: sum(told[name] for told, _ in sessions) for name in _COUNTED},
    }


_COUNTED = ("games", "scoops_given", "scoops_taken", "monsters")


class _Money(NamedTuple):
    currency: str
    amount: int
    carried: int
    """What is paid here of what several sessions came to, less what is settled here and paid
    elsewhere."""
    received: int
    paid: int


def _evening_of(member: str, evening: Evening) -> tuple[dict[str, Any], _Money | None]:
    session = evening.session
    due = due_of(session)
    told: dict[str, Any] = {
        "id": session.id,
        "played": evening.played,
        "ruleset": _ruleset(session),
        "games": sum(member in game.nets for game in evening.settled),
        "net": due.nets[member],
        "held": held_games(session),
        **_feats_of(member, evening),
    }
    if session.title is not None:
        told["title"] = session.title
    if due.currency is None:
        return told, None
    told |= joint_documents(session)
    payments = [
        (seq, flow)
        for seq, movement in session.accounts.movements.items()
        for flow in movement.flows
        if movement.kind == "payment" and member in flow[:2]
    ]
    received = sum(flow.amount for _, flow in payments if flow.payee == member)
    paid = sum(flow.amount for _, flow in payments if flow.payer == member)
    money = _Money(due.currency, due.amounts[member], _carried(member, session), received, paid)
    listed = [
        {"seq": seq, **transfer_document(flow, due.currency)} for seq, flow in sorted(payments)
    ]
    return {**told, **_money_told(money), "payments": listed}, money


def _carried(member: str, session: Session) -> int:
    """What was settled with other sessions is open where it is paid, and nowhere else."""
    moved = [each for _, each in session.accounts.joint]
    return sum(got(each.asked, member) - got(each.flows, member) for each in moved)


def _feats_of(member: str, evening: Evening) -> dict[str, Any]:
    given = taken = monsters = 0
    naturals: Counter[str] = Counter()
    for _, feats in evening.feats():
        given += sum(scooper == member for scooper, _ in feats.scoops)
        taken += sum(scooped == member for _, scooped in feats.scoops)
        monsters += feats.monsters.count(member)
        naturals.update(natural for player, natural in feats.naturals if player == member)
    counted = {"scoops_given": given, "scoops_taken": taken, "monsters": monsters}
    return {**counted, "naturals": dict(sorted(naturals.items()))}


def _money_told(money: _Money) -> dict[str, str]:
    """What somebody should have got, got and paid; ``open`` is what is still to come."""
    still = money.amount + money.carried - money.received + money.paid
    return {
        "currency": money.currency,
        "amount": format_amount(money.amount, money.currency),
        "carried": format_amount(money.carried, money.currency),
        "received": format_amount(money.received, money.currency),
        "paid": format_amount(money.paid, money.currency),
        "open": format_amount(still, money.currency),
    }


def _sums(sessions: Iterable[tuple[Mapping[str, Any], _Money | None]]) -> Iterator[dict[str, str]]:
    sums: dict[str, _Money] = {}
    for _, money in sessions:
        if money is not None:
            before = sums.get(money.currency, _Money(money.currency, 0, 0, 0, 0))
            added = [one + other for one, other in zip(before[1:], money[1:], strict=True)]
            sums[money.currency] = _Money(money.currency, *added)
    for _, money in sorted(sums.items()):
        yield _money_told(money)


def _points(sessions: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """By ruleset, what was played without a stake."""
    points: Counter[str] = Counter()
    for told in sessions:
        if "currency" not in told:
            points[told["ruleset"]] += told["net"]
    return [{"ruleset": ruleset, "net": net} for ruleset, net in sorted(points.items())]
