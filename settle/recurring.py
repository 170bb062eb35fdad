"""Results of ordinary rounds out of what recurs in them: what a duel like this one paid before.

Where every hand is plain, what moves between two of them goes by their rows, by those of their
categories that have a price, by their bets, and by whether one of them scoops the whole table.
So what the engine made of one such duel is kept, and written again for the next. No rule and no
field is defined here: every text is taken out of a result document that the engine made, and a
round with anything in it that was not seen yet is left to the engine and learned from. Tests hold
both ways against each other, byte for byte.
"""

import threading
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Any, Final, NamedTuple

import orjson

from settle.canonical import SAFE_INTEGER, canonical_bytes, written
from settle.compare import Duel, compare
from settle.evaluate import PLAIN, EvaluatedHand, EvaluatedRound, evaluate
from settle.pricing import score
from settle.result import money_document, result_document
from settle.rounds import Round, Stake
from settle.rules import Rules
from settle.standing import Standing, stand

MOST_POINTS: Final = 1 << 40
"""In one line that is kept; a whole table of them is far below what readers of JSON hold."""

MOST_KEPT: Final = 10_000
"""Hands and duels of all agreements together that are kept: some ten megabytes."""
MOST_AGREEMENTS: Final = 256

MOST_TEXTS: Final = 500
"""Lines of an agreement that are kept whole: a quarter of a megabyte."""

# Stand in place of what differs from round to round; no text of a document holds them.
_VALUE, _WORD = "\x01", "\x02"

_Document = Mapping[str, Any]


class Scored(NamedTuple):
    """What an ordinary round came to, in canonical JSON; its lists without their brackets."""

    lines: str
    notices: str
    totals: str
    nets: tuple[int, ...]
    """By seat."""
    written: Callable[[], bytes]
    """Makes the whole document, which not everybody wants."""

    @property
    def result(self) -> bytes:
        """The whole document."""
        return self.written()

    def members(self, played: Round) -> dict[str, bytes]:
        """What an entry holds of it, by member."""
        told = {
            "basis": b'"cards"',
            "lines": b"[%b]" % self.lines.encode(),
            "notices": b"[%b]" % self.notices.encode(),
            "totals": b"[%b]" % self.totals.encode(),
        }
        return (
            told if played.played_at is None else {**told, "played_at": written(played.played_at)}
        )


class _Hand(NamedTuple):
    """What recurs in hands of the same categories and the same bet."""

    template: str
    """Of its player, and of the cards of back, front and middle."""
    kind: int
    """The same for hands whose prices and bets are the same."""


class _Moved(NamedTuple):
    """What moves between two hands."""

    template: str
    """Of the payee and the payer of each line."""
    order: "itemgetter[Any]"
    """Takes these out of the names of both."""
    to_first: int
    """Points."""
    to_second: int


class _Duel:
    """What recurs in duels of the same rows between hands of the same kinds."""

    __slots__ = ("moved", "scooper", "swept")

    def __init__(self, scooper: int | None) -> None:
        self.scooper = scooper
        """0 where the first hand scoops, 1 where the second does."""
        self.moved: _Moved | None = None
        self.swept: dict[int, _Moved] = {}
        """Where the scooper scoops the whole table, by the number of hands."""


class _UnknownError(Exception):
    """Something that was not seen yet."""


class Recurring:
    """What recurs in the results of one agreement."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._frames: dict[tuple[bool, ...], str] = {}
        self._hands: dict[object, _Hand] = {}
        self._kinds: dict[object, int] = {}
        self._duels: dict[object, _Duel] = {}
        self._undeclared: dict[str, str] = {}
        """The notice, by the natural."""
        self._swept: dict[int, str] = {}
        """The notices on whoever scoops the whole table, by the number of hands."""
        self._total = ""
        self._texts: dict[tuple[itemgetter[Any], str, str], str] = {}
        """Lines as they are, by what moves (each has an order of its own), first and second."""

    def __len__(self) -> int:
        """How many hands and duels are known."""
        return len(self._hands) + len(self._duels)

    # --- writing ---------------------------------------------------------------------------------

    def scored(
        self, played: Round, evaluated: EvaluatedRound, duels: Sequence[Duel]
    ) -> Scored | None:
        """What a round comes to; None where something in it is not known."""
        hands, stake = evaluated.hands, _stake_of(played)
        try:
            frame = self._frames[
                stake is not None, played.played_at is not None, played.ref is not None
            ]
            known = [self._hand(hand) for hand in hands]
            met = [self._duels[rows, known[one].kind, known[two].kind] for one, two, rows in duels]
            swept = self._swept_all(evaluated, duels, met)
            names = [_json(hand.player) for hand in hands]
            lines, totals, nets = self._moved(names, duels, met, swept)
            notices = [
                self._undeclared[hand.undeclared.id] % name
                for hand, name in zip(hands, names, strict=True)
                if hand.undeclared is not None
            ]
            if swept is not None and (notice := self._swept[len(hands)]):
                notices.append(notice % names[swept])
        except (KeyError, _UnknownError):
            return None
        noticed = ",".join(notices)

        def result() -> bytes:
            shown = [
                each.template % (name, *_cards(hand))
                for each, name, hand in zip(known, names, hands, strict=True)
            ]
            money = [] if stake is None else [_money(hands, nets, stake)]
            told = [_json(text) for text in (played.played_at, played.ref) if text is not None]
            return (frame % (",".join(shown), lines, *money, noticed, *told, totals)).encode()

        return Scored(lines, noticed, totals, nets, result)

    def _hand(self, hand: EvaluatedHand) -> _Hand:
        if hand.status is not PLAIN or hand.holds_doubling_card:
            raise _UnknownError
        return self._hands[hand.kinds, hand.bet]

    def _swept_all(
        self, evaluated: EvaluatedRound, duels: Sequence[Duel], met: Sequence[_Duel]
    ) -> int | None:
        """The seat that scoops every other hand; the engine is asked where one may."""
        scoops = [0] * len(evaluated.hands)
        for (first, second, _), each in zip(duels, met, strict=True):
            if each.scooper is not None:
                scoops[second if each.scooper else first] += 1
        if max(scoops) < len(scoops) - 1:
            return None
        return stand(evaluated, duels, self._rules).scooped_all

    def _moved(
        self,
        names: Sequence[str],
        duels: Sequence[Duel],
        met: Sequence[_Duel],
        swept: int | None,
    ) -> tuple[str, str, tuple[int, ...]]:
        """All lines, everybody's totals, and their nets."""
        won, lost, lines = [0] * len(names), [0] * len(names), []
        texts = self._texts
        for (first, second, _), each in zip(duels, met, strict=True):
            moved = each.moved if swept is None else _at_a_sweep(first, second, each, names, swept)
            if moved is None:
                raise _UnknownError
            template, order, to_first, to_second = moved
            if template:
                # The same people meet again and again.
                meeting = order, names[first], names[second]
                text = texts.get(meeting)
                if text is None:
                    if len(texts) >= MOST_TEXTS:
                        texts.clear()
                    text = texts[meeting] = template % order(meeting[1:])
                lines.append(text)
                won[first] += to_first
                lost[first] += to_second
                won[second] += to_second
                lost[second] += to_first
        nets = tuple([plus - minus for plus, minus in zip(won, lost, strict=True)])
        assert sum(nets) == 0
        total = self._total
        totals = [
            total % (minus, net, name, plus)
            for minus, net, name, plus in zip(lost, nets, names, won, strict=True)
        ]
        return ",".join(lines), ",".join(totals), nets

    # --- learning --------------------------------------------------------------------------------

    def learn(
        self,
        document: _Document,
        evaluated: EvaluatedRound,
        duels: Sequence[Duel],
    ) -> None:
        """Take out of a result what may recur."""
        hands = evaluated.hands
        if not all(map(_is_ordinary, hands)):
            return
        if any(line["points"] > MOST_POINTS for line in document["lines"]):
            return
        for hand, told in zip(hands, document["hands"], strict=True):
            self._learn_hand(hand, told)
        standing = stand(evaluated, duels, self._rules)
        for duel in duels:
            self._learn_duel(duel, standing, document["lines"])
        self._learn_notices(standing, document["notices"])
        told = tuple([name in document for name in ("money", "played_at", "ref")])
        self._frames[told] = _frame(document)
        slots = dict.fromkeys(("lost", "net", "player", "won"), _VALUE)
        self._total = _template({**document["totals"][0], **slots})

    def _learn_hand(self, hand: EvaluatedHand, told: _Document) -> None:
        key = hand.kinds, hand.bet
        if key in self._hands or hand.kinds is None:
            return
        # A category without a price stands in no line.
        priced = tuple(
            kind if kind is not None and (prices.bonus[kind] or prices.gadu[kind]) else None
            for kind, prices in zip(hand.kinds, self._rules.rows, strict=True)
        )
        kind = self._kinds.setdefault((priced, hand.bet), len(self._kinds))
        rows = {row: {**shown, "cards": [_WORD]} for row, shown in told["rows"].items()}
        template = _template({**told, "player": _VALUE, "rows": rows})
        self._hands[key] = _Hand(template, kind)

    def _learn_duel(self, duel: Duel, standing: Standing, lines: Sequence[dict[str, Any]]) -> None:
        one, two = standing.hands[duel.first], standing.hands[duel.second]
        kinds = [self._hands[hand.kinds, hand.bet].kind for hand in (one, two)]
        scooper = standing.scoopers.get(duel)
        known = self._duels.setdefault(
            (duel.rows, *kinds), _Duel(None if scooper is None else int(scooper == duel.second))
        )
        moved = _moved_between(one.player, two.player, lines)
        if scooper is not None and scooper == standing.scooped_all:
            known.swept[len(standing.hands)] = moved
        else:
            known.moved = moved

    def _learn_notices(self, standing: Standing, notices: Sequence[dict[str, Any]]) -> None:
        """Those on naturals that were not declared come first, by seats."""
        holders = [hand for hand in standing.hands if hand.undeclared is not None]
        for hand, notice in zip(holders, notices, strict=False):
            assert hand.undeclared is not None
            assert (notice["player"], notice["natural"]) == (hand.player, hand.undeclared.id)
            self._undeclared[hand.undeclared.id] = _template({**notice, "player": _VALUE})
        if standing.scooped_all is not None:
            name = standing.hands[standing.scooped_all].player
            more = notices[len(holders) :]
            assert all(notice["player"] == name for notice in more)
            text = ",".join(_template({**notice, "player": _VALUE}) for notice in more)
            self._swept[len(standing.hands)] = text


def _at_a_sweep(
    first: int, second: int, each: _Duel, names: Sequence[str], swept: int
) -> _Moved | None:
    """What moves at a table that somebody scoops, which is more where that one plays."""
    if each.scooper is not None and swept == (second if each.scooper else first):
        return each.swept.get(len(names))
    return each.moved


def _is_ordinary(hand: EvaluatedHand) -> bool:
    return hand.status is PLAIN and not hand.holds_doubling_card


def _moved_between(one: str, two: str, lines: Sequence[dict[str, Any]]) -> _Moved:
    between = [line for line in lines if {line["payee"], line["payer"]} == {one, two}]
    assert not any("set_by" in line for line in between), "only a foul's amount is set by anybody"
    templates = [_template({**line, "payee": _VALUE, "payer": _VALUE}) for line in between]
    places = [int(name == two) for line in between for name in (line["payee"], line["payer"])]
    to_first, to_second = (
        sum(line["points"] for line in between if line["payee"] == name) for name in (one, two)
    )
    return _Moved(",".join(templates), itemgetter(*places or (0, 0)), to_first, to_second)


def _frame(document: _Document) -> str:
    listed = {name: [_VALUE] for name in ("hands", "lines", "notices", "totals")}
    told = {name: _VALUE for name in ("money", "played_at", "ref") if name in document}
    return _template({**document, **listed, **told})


def _template(document: _Document) -> str:
    """The canonical JSON with a slot for whatever differs, in the order of the keys."""
    text = written(document).decode().replace("%", "%%")
    return text.replace('"\\u0001"', "%s").replace("\\u0002", "%s")


_json = lru_cache(maxsize=4096)(lambda text: orjson.dumps(text).decode())
"""A text in JSON."""


def _cards(hand: EvaluatedHand) -> tuple[str, str, str]:
    """The cards of back, front and middle, for slots between quotes; nothing has to be escaped."""
    split = hand.arrangement
    assert split is not None
    join = '","'.join
    return join(split.back), join(split.front), join(split.middle)


def _stake_of(played: Round) -> Stake | None:
    """The stake that the result counts in money by itself."""
    stake = played.stake
    return stake if stake is not None and stake.scope == "game" else None


def _money(hands: Sequence[EvaluatedHand], nets: Sequence[int], stake: Stake) -> str:
    return written(money_document([hand.player for hand in hands], nets, stake)).decode()


class Results:
    """Results of rounds under any agreement, by what recurs in them where they are ordinary.

    Threads may share it: what one of them has learned is there for the others.
    """

    def __init__(self) -> None:
        self._recurring: dict[int, tuple[Rules, Recurring]] = {}
        """By the identity of the rules, which are held here so that it stays theirs."""
        self._learning = threading.Lock()

    def __len__(self) -> int:
        """How many hands and duels are known."""
        return sum([len(recurring) for _, recurring in self._recurring.values()])

    def scored(self, played: Round, rules: Rules) -> Scored | dict[str, Any]:
        """What a round recorded with cards comes to; its result document, where that is new."""
        evaluated = evaluate(played, rules)
        duels = compare(evaluated, rules)
        recurring = self._under(rules)
        known = recurring.scored(played, evaluated, duels)
        if known is not None:
            return known
        document = result_document(played, rules, score(evaluated, duels, rules))
        with self._learning:
            recurring.learn(document, evaluated, duels)
            if len(self) > MOST_KEPT or len(self._recurring) > MOST_AGREEMENTS:
                self._recurring.clear()
        return document

    def _under(self, rules: Rules) -> Recurring:
        held = self._recurring.get(id(rules))
        if held is None:
            held = self._recurring[id(rules)] = rules, Recurring(rules)
        return held[1]


def result_bytes(result: Mapping[str, Any]) -> bytes:
    """A result document as canonical JSON.

    Nothing is in it but texts, plain keys and whole numbers, of which none is larger than what
    somebody won or lost in all, or than a ruleset may say: those are looked at, the others not.
    """
    most = max([max(total["won"], total["lost"]) for total in result["totals"]])
    return written(result) if most <= SAFE_INTEGER else canonical_bytes(result)
