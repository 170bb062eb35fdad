"""What has to be known of the whole table before a single duel can be priced.

Who scooped whom, whether that is a home run, which natural sweeps, and what a fouled hand pays
where it pays one amount.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from settle.compare import Duel
from settle.evaluate import FOUL, PLAIN, EvaluatedHand, EvaluatedRound
from settle.rules import ROWS, FoulPolicy, Meeting, Pairing, Rules, Suits
from settle.sheet import Reason, Tag
from settle.strength import CATEGORIES
from settle.tags import BASE_TAGS, BONUS_TAGS, natural_tag

_SWEEP_LEAST_OTHERS: Final = 3


class FoulAmount(NamedTuple):
    """One amount that a fouled hand pays to each plain one, and the value that set it."""

    points: int
    tag: Tag


class Standing(NamedTuple):
    """How the table stands; everything by seats."""

    hands: tuple[EvaluatedHand, ...]
    banker: int | None
    scoopers: dict[Duel, int]
    """Who scoops in a duel, of the duels that have a scoop."""
    scooped_all: int | None
    """Who scoops every other hand at the table, however few they are."""
    home_run: int | None
    """The same where they are enough for a home run."""
    sweeper: int | None
    """Whose natural takes from every other hand, at least three."""
    foul_amount: FoulAmount | None
    """None where nobody fouls, or where fouls are paid row by row."""
    gadu: bool
    """Whether any monster may collect."""


def stand(evaluated: EvaluatedRound, duels: Sequence[Duel], rules: Rules) -> Standing:
    """Take stock of the table."""
    hands = evaluated.hands
    scoopers = {
        duel: scooper for duel in duels if (scooper := _scooper(duel, hands, rules)) is not None
    }
    scooped_all = _scooped_all(scoopers, len(hands), rules)
    enough = rules.home_run is not None and len(hands) - 1 >= rules.home_run.min_opponents
    fouls = FOUL in [hand.status for hand in hands]
    return Standing(
        hands=hands,
        banker=evaluated.banker,
        scoopers=scoopers,
        scooped_all=scooped_all,
        home_run=scooped_all if enough else None,
        sweeper=_sweeper(hands, rules) if rules.sweep_multiplier > 1 else None,
        foul_amount=_foul_amount(hands, rules) if fouls else None,
        gadu=any(map(any, [row.gadu for row in rules.rows])),
    )


def plain_against_foul(duel: Duel, hands: Sequence[EvaluatedHand]) -> int | None:
    """The plain one of a plain and a fouled hand, None for any other pair."""
    first, second = hands[duel.first].status, hands[duel.second].status
    if first == PLAIN and second == FOUL:
        return duel.first
    return duel.second if first == FOUL and second == PLAIN else None


def _scooper(duel: Duel, hands: Sequence[EvaluatedHand], rules: Rules) -> int | None:
    if duel.rows is None:
        return plain_against_foul(duel, hands) if rules.foul.counts_as_scoop else None
    # Three rows won add up to 3; two and a tie to 2, which two rows won and one lost never do.
    result = sum(duel.rows)
    enough = len(ROWS) - 1 if rules.scoop.tied_row else len(ROWS)
    if result >= enough:
        return duel.first
    return duel.second if result <= -enough else None


def _scooped_all(scoopers: dict[Duel, int], players: int, rules: Rules) -> int | None:
    if rules.pairing != Pairing.EVERYONE:
        return None
    scoops = list(scoopers.values())
    return next((seat for seat in range(players) if scoops.count(seat) == players - 1), None)


def natural_taker(duel: Duel, standing: Standing, rules: Rules) -> int | None:
    """The seat whose natural is paid in a duel with at least one, None where two are equal."""
    holders = [
        seat for seat in (duel.first, duel.second) if standing.hands[seat].natural is not None
    ]
    if len(holders) == 1:
        return holders[0]
    if rules.meeting == Meeting.BANKER_PAYS:
        return duel.second if duel.first == standing.banker else duel.first
    return _higher(duel.first, duel.second, standing.hands, rules)


def _higher(first: int, second: int, hands: Sequence[EvaluatedHand], rules: Rules) -> int | None:
    """The seat of the higher of two naturals, None where they are equal."""
    mine, theirs = hands[first].natural, hands[second].natural
    assert mine is not None
    assert theirs is not None
    if mine.rank != theirs.rank:
        return first if mine.rank < theirs.rank else second
    my_suit, other_suit = hands[first].natural_suit, hands[second].natural_suit
    by_suit = rules.suits == Suits.AFTER_RANKS and mine.id == theirs.id
    if not by_suit or my_suit == other_suit:
        return None
    return first if my_suit > other_suit else second


def _sweeper(hands: Sequence[EvaluatedHand], rules: Rules) -> int | None:
    if len(hands) - 1 < _SWEEP_LEAST_OTHERS:
        return None
    for seat, hand in enumerate(hands):
        if hand.natural is not None and all(
            other.natural is None or _higher(seat, place, hands, rules) == seat
            for place, other in enumerate(hands)
            if place != seat
        ):
            return seat
    return None


def _foul_amount(hands: Sequence[EvaluatedHand], rules: Rules) -> FoulAmount | None:
    if rules.foul.policy == FoulPolicy.ALL_ROWS:
        return None
    if rules.foul.policy == FoulPolicy.FIXED:
        return FoulAmount(rules.foul.points, Tag(Reason.FOUL, "foul.points"))
    least = FoulAmount(rules.foul.minimum, Tag(Reason.FOUL, "foul.minimum"))
    return max([least, *_hand_values(hands, rules)], key=lambda amount: amount.points)


def _hand_values(hands: Sequence[EvaluatedHand], rules: Rules) -> Iterator[FoulAmount]:
    """What each hand is worth: its natural, or each of its rows by itself."""
    for hand in hands:
        if hand.natural is not None:
            tag = natural_tag(hand.natural.id)._replace(reason=Reason.FOUL, set_by=hand.player)
            yield FoulAmount(hand.natural.points, tag)
            continue
        for row, kind in enumerate(hand.kinds or ()):
            prices = rules.rows[row]
            bonus = 0 if kind is None else prices.bonus[kind]
            tag = BONUS_TAGS[row][kind] if kind is not None and bonus else BASE_TAGS[row]
            category = None if kind is None else CATEGORIES[kind]
            tag = tag._replace(reason=Reason.FOUL, category=category, set_by=hand.player)
            yield FoulAmount(prices.base + bonus, tag)
