"""Anything that a table may ask of a book, good or bad, and what the model makes of it."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from typing import Any, NamedTuple

from settle.book import Answer, Book
from tests.book.dealing import deal, turned
from tests.book.model import MINOR, Evening, Flows, Nets, holding, moving

POOL = ["amy", "bob", "cat", "dan", "eve"]
FUNDS = ["fund:rent", "fund:supper"]
CIRCLE = {"id": "circle", "name": "us", "members": POOL[:3]}
STAKES = [
    {"amount": "100", "currency": "TWD"},
    {"amount": "50", "currency": "TWD"},
    {"amount": "100", "points": 3, "currency": "TWD"},
]
WINDOW = 90
NO_HASH = "sha256:" + "0" * 64

Made = list[dict[str, Any]]


class Call(NamedTuple):
    """A call, what comes of it, and what it then changes in the model."""

    run: Callable[[], Answer]
    status: int
    kinds: tuple[str, ...] = ()
    then: Callable[[Made], None] = lambda _: None
    name: str = ""
    """What the table asked for, one of WEIGHTS."""

    @property
    def moves_money(self) -> bool:
        """Whether payments or settlements are others afterwards."""
        return self.name in MOVING


class Table:
    """A table of an evening that asks for anything."""

    def __init__(self, book: Book, chance: random.Random, clock: list[int], name: str) -> None:
        self.book, self.chance, self.clock, self.name = book, chance, clock, name
        self.keys = itertools.count()
        self.hashes = [NO_HASH]
        seated = chance.sample(POOL, 4)
        self.document: dict[str, Any] = {
            "id": name,
            "group": CIRCLE["id"],
            "ruleset": "tw-scoop-only",
            "players": seated,
            "stake": chance.choice(STAKES),
            "games": chance.choice([4, 8, 16]),
            "dispute_window": f"PT{WINDOW}S",
        }
        if chance.random() < 0.3:
            self.document["opening_balances"] = {seated[0]: 5, seated[2]: -5}
        self.evening = Evening(name, self.document)
        self.undoing = False

    def key(self) -> str:
        """A key that this session has not seen."""
        return f"k{next(self.keys)}"

    # --- rounds ----------------------------------------------------------------------------------

    def round(self, game: int) -> tuple[dict[str, Any], dict[str, int]]:
        """A round for who sits there, and what it comes to."""
        chance = self.chance
        seats = holding(self.evening.seats, game)
        out = chance.sample(seats, 1) if len(seats) == 4 and chance.random() < 0.2 else []
        players = [who for who in seats if who not in out]
        document, nets = deal(chance, players)
        return (document | {"sitting_out": out} if out else document), nets

    def some_game(self) -> int:
        """A game, mostly one that was recorded."""
        standing = list(self.evening.standing)
        if standing and self.chance.random() < 0.9:
            return self.chance.choice(standing)
        return self.chance.randint(1, self.evening.games)

    def against(self, game: int) -> str:
        """What stands, or what once stood somewhere."""
        standing = self.evening.standing.get(game)
        if standing and self.chance.random() < 0.85:
            return str(standing["hash"])
        return self.chance.choice(self.hashes)

    def stood(self, game: int, kind: str, nets: dict[str, int]) -> Callable[[Made], None]:
        """What the model does once a game stands."""
        at = self.clock[0]
        return lambda made: self.evening.stands(game, kind, nets, made[0], at)

    def record(self) -> Call:
        """A game, often the next one, sometimes one that is there, or for other seats."""
        now, key = self.evening, self.key()
        highest = max(now.standing, default=0)
        free = [game for game in range(1, now.games + 1) if game not in now.standing]
        game = self.chance.choice(free) if free and self.chance.random() < 0.85 else 0
        game = game or self.some_game()
        named = {"game": game}
        if highest < now.games and self.chance.random() < 0.4:
            game, named = highest + 1, {}
        document, nets = self.round(game)
        status = 409 if now.closed or game in now.standing else 201
        if self.chance.random() < 0.05:
            document, status = turned(document), 422
        asked = {**document, **named}
        return Call(
            lambda: self.book.record(self.name, asked, key=key),
            status, ("game_recorded",), self.stood(game, "game_recorded", nets),
        )  # fmt: skip

    def seen(self, game: int, against: str) -> int:
        """What comes of a call against an entry."""
        standing = self.evening.standing.get(game)
        if standing is None:
            return 404
        return 201 if standing["hash"] == against else 409

    def correct(self) -> Call:
        """A game was otherwise."""
        game, key = self.some_game(), self.key()
        document, nets = self.round(game)
        against = self.against(game)
        asked = {**document, "reason": "as it was", "against": against}
        return Call(
            lambda: self.book.correct(self.name, game, asked, key=key),
            self.seen(game, against), ("game_corrected",), self.stood(game, "game_corrected", nets),
        )  # fmt: skip

    def void(self) -> Call:
        """A game was none."""
        game, key = self.some_game(), self.key()
        asked = {"reason": "a misdeal", "against": self.against(game)}
        status = self.seen(game, asked["against"])
        if game in self.evening.standing and game not in self.evening.counted():
            status = 409
        return Call(
            lambda: self.book.void(self.name, game, asked, key=key),
            status, ("game_voided",), self.stood(game, "game_voided", {}),
        )  # fmt: skip

    def undo(self) -> Call:
        """The last one was none."""
        game, key = self.evening.last_recorded(), self.key()
        against = NO_HASH if game is None else self.against(game)
        asked = {"reason": "a misdeal", "against": against}
        status = 404 if game is None else self.seen(game, against)
        stood = self.stood(game or 0, "game_voided", {})

        def then(made: Made) -> None:
            stood(made)
            self.undoing = True

        return Call(
            lambda: self.book.undo(self.name, asked, key=key), status, ("game_voided",), then
        )  # fmt: skip

    def change_table(self) -> Call:
        """Others sit there, or the stake is another one."""
        since, key, chance = self.chance.randint(1, self.evening.games), self.key(), self.chance
        players = chance.sample(POOL, chance.choice([3, 4, 4])) if chance.random() < 0.7 else None
        stake = chance.choice(STAKES) if players is None or chance.random() < 0.3 else None
        asked: dict[str, Any] = {"from_game": since, "reason": "so we said"}
        asked |= {} if players is None else {"players": players}
        asked |= {} if stake is None else {"stake": stake}
        now = self.evening
        seats = now.seats if players is None else {**now.seats, since: players}
        stakes = now.stakes if stake is None else {**now.stakes, since: stake}
        affected = [game for game in now.affected_by(seats, stakes) if game >= since]

        def then(made: Made) -> None:
            assert made[0]["body"]["affected"] == affected
            now.change(since, players, stake)

        status = 409 if self.evening.closed and not affected else 201
        return Call(
            lambda: self.book.change_table(self.name, asked, key=key),
            status, ("table_changed",), then,
        )  # fmt: skip

    # --- disputes --------------------------------------------------------------------------------

    def dispute(self) -> Call:
        """A player contests a game, by nets or by a round."""
        game, key, now, chance = self.some_game(), self.key(), self.evening, self.chance
        by = chance.choice(now.people)
        standing = now.standing.get(game, {"nets": {}, "at": 0})
        kept, seats = standing["nets"], holding(now.seats, game)
        if chance.random() < 0.5:
            document, claimed = self.round(game)
            claim: dict[str, Any] = {"round": document}
        else:
            one, other = chance.sample(list(kept) or now.people, 2)
            points = chance.randint(0, 3)
            claimed = {**kept, one: kept.get(one, 0) + points, other: kept.get(other, 0) - points}
            claim = {"totals": claimed}
        open_ones = [now.disputes[name] for name in now.open_disputes()]
        status = 201
        if game not in now.standing:
            status = 404
        elif any((each["game"], each["by"]) == (game, by) for each in open_ones):
            status = 409
        elif "totals" in claim and all(claimed[who] == kept.get(who, 0) for who in claimed):
            status = 422
        at, name = self.clock[0], f"d{len(now.disputes) + 1}"

        def then(made: Made) -> None:
            assert made[0]["body"]["id"] == name
            assert made[0]["body"]["late"] == (at > standing["at"] + WINDOW)
            now.disputes[name] = {
                "game": game, "by": by, "claimed": claimed, "state": "open", "consents": [],
                "round": "round" in claim, "seats": seats,
            }  # fmt: skip

        asked = {"by": f"player:{by}", "claim": claim, "reason": "not so"}
        return Call(
            lambda: self.book.dispute(self.name, game, asked, key=key),
            status, ("dispute_opened",), then,
        )  # fmt: skip

    def some_dispute(self) -> tuple[str, dict[str, Any]]:
        """A dispute, mostly an open one; at times one that there is not."""
        open_ones = self.evening.open_disputes()
        names = open_ones if self.chance.random() < 0.85 else [*self.evening.disputes, "d99"]
        name = self.chance.choice(names or ["d99"])
        nobody = {"game": 1, "by": "amy", "state": None, "consents": []}
        return name, self.evening.disputes.get(name, nobody)

    @staticmethod
    def still_open(dispute: dict[str, Any]) -> int:
        """What comes of a call about it."""
        return 201 if dispute["state"] == "open" else 409 if dispute["state"] else 404

    def consent(self) -> Call:
        """A player agrees that it is ruled."""
        (name, dispute), key = self.some_dispute(), self.key()
        who = self.chance.choice(self.evening.people)
        outcome = self.chance.choice([None, "corrected", "dismissed"])
        asked = {"by": f"player:{who}"} | ({} if outcome is None else {"outcome": outcome})
        status = self.still_open(dispute)
        if status == 201 and {(who, outcome), (who, None)} & {*dispute["consents"]}:
            status = 409
        return Call(
            lambda: self.book.consent(self.name, name, asked, key=key),
            status, ("dispute_consented",), lambda _: dispute["consents"].append((who, outcome)),
        )  # fmt: skip

    def withdraw(self) -> Call:
        """Whoever contests a game, or somebody else, takes it back."""
        (name, dispute), key = self.some_dispute(), self.key()
        who = dispute["by"] if self.chance.random() < 0.8 else self.evening.people[0]
        status = self.still_open(dispute)
        if status == 201 and who != dispute["by"]:
            status = 422
        if who not in self.evening.people:
            status = 422
        return Call(
            lambda: self.book.withdraw(self.name, name, {"by": f"player:{who}"}, key=key),
            status, ("dispute_withdrawn",), lambda _: dispute.update(state="withdrawn"),
        )  # fmt: skip

    def resolve(self) -> Call:
        """The host or a player rules."""
        (name, dispute), key, chance = self.some_dispute(), self.key(), self.chance
        game, now = dispute["game"], self.evening
        ruler = chance.choice([None, *now.people])
        outcome = chance.choice(["corrected", "dismissed"])
        against = self.against(game)
        by = "host" if ruler is None else f"player:{ruler}"
        asked = {"outcome": outcome, "by": by, "reason": "so it is", "against": against}
        ruled: dict[str, int] | None = None
        kinds: tuple[str, ...] = ("dispute_resolved",)
        if outcome == "corrected":
            kinds = ("game_corrected", *kinds)
            ruled = dispute.get("claimed")
            as_claimed = dispute.get("round") and dispute["seats"] == holding(now.seats, game)
            if not as_claimed or chance.random() < 0.3:
                document, ruled = self.round(game)
                asked |= {"round": document}
        status = self.still_open(dispute)
        if status == 201:
            status = self.seen(game, against)
        if status == 201 and not now.may_rule(name, ruler, outcome, ruled):
            status = 409
        at = self.clock[0]

        def then(made: Made) -> None:
            dispute.update(state=outcome)
            if ruled is not None:
                now.stands(game, "game_corrected", ruled, made[0], at)

        return Call(lambda: self.book.resolve(self.name, name, asked, key=key), status, kinds, then)

    def confirm(self) -> Call:
        """A player agrees to the opening, to how a game stands, or to a payment."""
        key, who, now = self.key(), self.chance.choice(self.evening.people), self.evening
        paid = {n: flows[0] for n, (kind, flows) in now.moved.items() if kind == "payment"}
        if paid and self.chance.random() < 0.3:
            return self.confirm_payment(*self.chance.choice([*paid.items()]), who, key)
        of: Any = "opening" if self.chance.random() < 0.2 else self.some_game()
        standing = self.evening.standing.get(of)
        said = (of if of == "opening" else (standing or {}).get("hash"), who)
        status = 201 if of == "opening" or standing else 404
        status = 409 if said in self.evening.confirmed else status
        return Call(
            lambda: self.book.confirm(self.name, {"of": of, "player": who}, key=key),
            status, ("confirmed",), lambda _: self.evening.confirmed.add(said),
        )  # fmt: skip

    def confirm_payment(self, seq: int, flow: tuple[str, str, int], who: str, key: str) -> Call:
        """Whoever paid or was paid agrees that it was so; anybody else cannot."""
        of = self.hashes[seq]
        status = 422 if who not in flow[:2] else 409 if (of, who) in self.evening.confirmed else 201
        return Call(
            lambda: self.book.confirm(self.name, {"of": of, "player": who}, key=key),
            status, ("confirmed",), lambda _: self.evening.confirmed.add((of, who)),
        )  # fmt: skip

    # --- money -----------------------------------------------------------------------------------

    def amount(self) -> tuple[str, int]:
        """An amount as it is written, and in minor units."""
        minor = self.chance.randint(1, 30000)
        whole, cents = divmod(minor, MINOR)
        return f"{whole}.{cents:02}".removesuffix(".00"), minor

    def penalize(self) -> Call:
        """Somebody pays for a fault of play."""
        key, (amount, minor) = self.key(), self.amount()
        payer, payee = self.chance.sample(self.evening.people + FUNDS, 2)
        asked = {"payer": payer, "to": payee, "amount": amount, "reason": "late"}
        status = 201
        if self.chance.random() < 0.1:
            asked, status = {**asked, "to": payer}, 422
        return Call(
            lambda: self.book.penalize(self.name, asked, key=key),
            status, ("penalty",), lambda _: self.evening.charge(payer, payee, minor),
        )  # fmt: skip

    def share_cost(self) -> Call:
        """Several share what one paid; cents that are over go to the earliest."""
        key, (amount, minor) = self.key(), self.amount()
        people = self.evening.people
        sharers = self.chance.sample(people, self.chance.randint(2, len(people)))
        to = self.chance.choice(people + FUNDS)

        def then(_: Made) -> None:
            for place, who in enumerate(sorted(sharers, key=people.index)):
                part = minor // len(sharers) + (place < minor % len(sharers))
                if who != to and part:
                    self.evening.charge(who, to, part)

        asked = {"sharers": sharers, "to": to, "amount": amount, "reason": "supper"}
        return Call(
            lambda: self.book.share_cost(self.name, asked, key=key), 201, ("shared_cost",), then
        )

    def bring(self) -> Call:
        """Points of an earlier evening."""
        key, (one, other) = self.key(), self.chance.sample(self.evening.people, 2)
        points = self.chance.randint(1, 9)
        nets = {one: points, other: -points}
        status = 201
        if self.chance.random() < 0.2:
            nets[one], status = points + 1, 422
        return Call(
            lambda: self.book.import_result(self.name, {"nets": nets}, key=key),
            status, ("imported_result",), lambda _: self.evening.bring(nets),
        )  # fmt: skip

    def pay(self) -> Call:
        """Money goes from one to another, mostly what is outstanding."""
        key, (amount, minor) = self.key(), self.amount()
        payer, payee = self.chance.sample(self.evening.people + FUNDS[:1], 2)
        owed = +self.evening.purse.owed
        if owed and self.chance.random() < 0.7:
            payer, payee = self.chance.choice(sorted(owed))
        asked = {"from": payer, "to": payee, "amount": amount}

        def then(made: Made) -> None:
            self.evening.move(made[0]["seq"], "payment", [(payer, payee, minor)])

        return Call(
            lambda: self.book.pay(self.name, asked, key=key), 201, ("payment",), then
        )  # fmt: skip

    def settle(self) -> Call:
        """The table settles what is not settled yet, or one who leaves does."""
        key, missing = self.key(), self.evening.missing()
        who = self.chance.choice(self.evening.people)
        mode = self.chance.choice(["fewest", "fewest", "pairs", f"via:{who}"])
        if not missing:
            mode = "fewest"
        asked, status = {"mode": mode}, 201 if missing else 409
        is_alone = mode == "fewest" and self.chance.random() < 0.3
        if is_alone:
            asked, status = {**asked, "player": who}, 201 if who in missing else 409

        def then(made: Made) -> None:
            flows = flows_of(made[0]["body"]["transfers"])
            assert settles_alone(who, flows, missing) if is_alone else moving(flows) == missing
            self.evening.move(made[0]["seq"], "settlement_made", flows)

        return Call(
            lambda: self.book.settle(self.name, asked, key=key), status, ("settlement_made",), then
        )  # fmt: skip

    def reverse(self) -> Call:
        """A payment or a settlement was none."""
        key, now = self.key(), self.evening
        standing = [seq for seq in now.moved if seq not in now.bound]
        seq = self.chance.choice([*standing, *standing, *now.reversed, 1])
        kind = now.moved[seq][0] if seq in now.moved else now.reversed.get(seq, "payment")
        what = kind.removesuffix("_made")
        status = 201 if seq in now.moved else 409 if seq in now.reversed else 404

        asked = {"reason": "none"}
        return Call(
            lambda: self.book.reverse(self.name, what, seq, asked, key=key),
            status, (f"{what}_reversed",), lambda _: now.take_back(seq),
        )  # fmt: skip

    # --- the rest --------------------------------------------------------------------------------

    def close(self) -> Call:
        """Enough."""
        key, status = self.key(), 409 if self.evening.closed else 201

        def then(_: Made) -> None:
            self.evening.closed = True

        return Call(
            lambda: self.book.close(self.name, key=key), status, ("session_closed",), then
        )  # fmt: skip

    def rename(self) -> Call:
        """Somebody is called otherwise, which moves nothing."""
        key, who = self.key(), self.chance.choice(self.evening.people)
        asked = {"player": who, "name": self.chance.choice(["阿明.", "=1+1", 'A,"B"'])}
        return Call(lambda: self.book.name_player(self.name, asked, key=key), 201, ("renamed",))

    def anything(self) -> Call:
        """Some call."""
        [kind] = self.chance.choices(KINDS, cum_weights=SUMS)
        if self.undoing and self.chance.random() < 0.6:
            kind = "undo"
        self.undoing = False
        call: Call = getattr(self, kind)()
        return call._replace(name=kind)


WEIGHTS = {
    "record": 30, "correct": 10, "void": 5, "undo": 2, "change_table": 5, "dispute": 8,
    "consent": 7, "withdraw": 2, "resolve": 8, "confirm": 3, "penalize": 4, "share_cost": 3,
    "bring": 1, "pay": 7, "settle": 6, "reverse": 4, "close": 1, "rename": 1,
}  # fmt: skip


KINDS, SUMS = list(WEIGHTS), list(itertools.accumulate(WEIGHTS.values()))
MOVING = ("pay", "settle", "reverse")


def settles_alone(who: str, flows: Flows, missing: Nets) -> bool:
    """Whether these bring somebody what is missing, by those who should pay it or get it."""
    moved = moving(flows)
    return moved[who] == missing[who] and all(
        who in flow[:2] and 0 < abs(amount) <= abs(missing[each]) and amount * missing[each] > 0
        for flow in flows
        for each, amount in moved.items()
    )


def flows_of(transfers: Any) -> Flows:
    """Transfers in minor units."""
    return [(each["from"], each["to"], minor_of(each["amount"])) for each in transfers]


def minor_of(amount: str) -> int:
    """Minor units of an amount of TWD as it is written."""
    whole, _, cents = amount.lstrip("-").partition(".")
    minor = int(whole) * MINOR + int(cents.ljust(2, "0"))
    return -minor if amount.startswith("-") else minor
