"""The quick way in: ordinary rounds of cards, without loading the classes.

It may only say yes: what it is not sure of it leaves to the classes, which alone make faults. What
it takes, they take, and the round is the same; a test holds both against one pile of documents.
Exchanges, outcomes, rulings and expectations are left to the classes as well.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from settle.cards import CARDS, Card, parse_card, surplus_cards
from settle.evaluate import AUTO, highest_natural
from settle.faults import RefusedError
from settle.naturals import count
from settle.rounds import Arrangement, Hand, Round, Stake
from settle.rules import Pairing, Rules
from settle.wire.limits import HIGHEST_BET, LONGEST_REF, MOST_POINTS
from settle.wire.names import is_moment, player_name

if TYPE_CHECKING:
    from settle.wire.rulesets import Rulesets

_ROUND_KEYS: Final = frozenset(
    ("ref", "played_at", "ruleset", "options", "stake", "banker", "doubling_card", "hands")
)
_ARRANGED: Final = frozenset(("player", "front", "middle", "back"))
_ROWS_ONLY: Final = frozenset(("front", "middle", "back"))
_HAND_KEYS: Final = _ARRANGED | {"cards", "natural", "bet"}
_STAKE_KEYS: Final = frozenset(("mode", "amount", "points", "ante", "scope", "step", "currency"))
_LONGEST_CARD: Final = 8
_LONGEST_NAME: Final = 80
_NOTHING: Final[Mapping[str, Any]] = {}


class _UnsureError(Exception):
    """Not an ordinary round; perhaps a faulty one."""


def accept_round(document: object, rulebook: "Rulesets") -> tuple[Round, Rules] | None:
    """The round of an ordinary document, or None where the classes have to look."""
    if type(document) is not dict or not document.keys() <= _ROUND_KEYS:
        return None
    try:
        return _round(document, rulebook)
    except (_UnsureError, RefusedError, KeyError, TypeError):
        # Fields that are not there, and values of a kind that has no hash or no length.
        return None


def _round(document: Mapping[str, Any], rulebook: "Rulesets") -> tuple[Round, Rules]:
    name, options, listed = (
        document["ruleset"],
        document.get("options", _NOTHING),
        document["hands"],
    )
    _require(type(name) is str and type(listed) is list)
    _require(options is _NOTHING or type(options) is dict)
    rules = rulebook.get(name).rules(options)
    _require(rules.least_players <= len(listed) <= rules.most_players)
    hands = tuple([_hand(hand, rules) for hand in listed])
    _require(_fit_together(hands, rules))
    banker = None
    doubling_card = rules.doubling_card
    stake = ref = played_at = None
    if rules.pairing == Pairing.BANKER or len(document) > 2 + (options is not _NOTHING):
        banker = _banker(document, hands, listed, rules)
        doubling_card = _doubling_card(document, rules)
        stake, ref, played_at = _stake(document), _ref(document), _played_at(document)
    return (
        Round(name, hands, None, banker, doubling_card, stake, None, ref, played_at),
        rules,
    )


def _require(sure: bool) -> None:  # noqa: FBT001
    if not sure:
        raise _UnsureError


def _hand(hand: dict[str, Any], rules: Rules) -> Hand:
    if type(hand) is not dict or hand.keys() != _ARRANGED:
        return _declared_hand(hand, rules)
    front, middle, back = hand["front"], hand["middle"], hand["back"]
    if not type(front) is type(middle) is type(back) is list:
        raise _UnsureError
    if not (len(front) == 3 and len(middle) == 5 and len(back) == 5):  # noqa: PLR2004
        raise _UnsureError
    cards = (*front, *middle, *back)
    if not CARDS.issuperset(cards):
        cards = _spelled(cards)
    return Hand(_player(hand["player"]), cards, Arrangement(cards[:3], cards[3:8], cards[8:]))


def _declared_hand(hand: dict[str, Any], rules: Rules) -> Hand:
    """A hand with more than rows, or without."""
    _require(type(hand) is dict and hand.keys() <= _HAND_KEYS)
    natural, bet, listed = hand.get("natural"), hand.get("bet", 1), hand.get("cards")
    arrangement = None
    if hand.keys() >= _ROWS_ONLY:
        split = _hand({key: hand[key] for key in _ARRANGED}, rules)
        arrangement, cards = split.arrangement, split.cards
        if "cards" in hand:
            _require(type(listed) is list)
            _require(sorted(_spelled(hand["cards"])) == sorted(cards))
    else:
        _require(not hand.keys() & _ROWS_ONLY and type(listed) is list)
        cards = _spelled(hand["cards"])
        _require(len(cards) == 13 and natural is not None)  # noqa: PLR2004
    if natural is not None:
        _require(type(natural) is str)
        _require(_may_declare(natural, cards, rules, arranged=arrangement is not None))
    _require(type(bet) is int and 1 <= bet <= HIGHEST_BET)
    _require("bet" not in hand or rules.pairing == Pairing.BANKER)
    return Hand(_player(hand["player"]), cards, arrangement, natural, bet)


def _may_declare(declared: str, cards: tuple[Card, ...], rules: Rules, *, arranged: bool) -> bool:
    if declared == AUTO:
        return arranged or highest_natural(cards, rules) is not None
    natural = rules.natural(declared)
    return natural is not None and natural.test(count(cards))


def _fit_together(hands: Sequence[Hand], rules: Rules) -> bool:
    """Each player once, and no card oftener than the deck holds it."""
    cards = [card for hand in hands for card in hand.cards]
    if len(set(cards)) < len(cards) and (
        rules.extra_suit is None or surplus_cards(cards, extra_suit=rules.extra_suit)
    ):
        return False
    return len({hand.player for hand in hands}) == len(hands)


def _banker(
    document: Mapping[str, Any], hands: Sequence[Hand], listed: Sequence[Any], rules: Rules
) -> int | None:
    """The banker's seat; who bets, and that nobody else does."""
    if rules.pairing != Pairing.BANKER:
        _require("banker" not in document)
        return None
    name = _player(document["banker"])
    seats = [seat for seat, hand in enumerate(hands) if hand.player == name]
    _require(len(seats) == 1 and "bet" not in listed[seats[0]])
    return seats[0]


def _doubling_card(document: Mapping[str, Any], rules: Rules) -> Card | None:
    if "doubling_card" not in document:
        return rules.doubling_card
    _require(rules.takes_doubling_card)
    card = document["doubling_card"]
    return None if card is None else _spelled((card,))[0]


def _stake(document: Mapping[str, Any]) -> Stake | None:
    if "stake" not in document:
        return None
    from settle.currencies import CURRENCY_DIGITS  # noqa: PLC0415 - start-up time
    from settle.wire.stakes import build_stake, wrong_stake  # noqa: PLC0415 - start-up time

    stake = document["stake"]
    _require(type(stake) is dict and stake.keys() <= _STAKE_KEYS and "currency" in stake)
    points = stake.get("points", 1)
    _require(type(points) is int and 1 <= points <= MOST_POINTS)
    _require(all(type(text) is str for field, text in stake.items() if field != "points"))
    _require(stake["currency"] in CURRENCY_DIGITS)
    _require(stake.get("mode", "points") in ("points", "pot"))
    _require(stake.get("scope", "game") in ("game", "session"))
    _require(not any(wrong_stake(stake, stake)))
    return build_stake(stake)


def _ref(document: Mapping[str, Any]) -> str | None:
    if "ref" not in document:
        return None
    ref = document["ref"]
    _require(type(ref) is str and 1 <= len(ref) <= LONGEST_REF and ref.isprintable())
    return str(ref)


def _played_at(document: Mapping[str, Any]) -> str | None:
    if "played_at" not in document:
        return None
    moment = document["played_at"]
    _require(type(moment) is str and is_moment(moment))
    return str(moment)


def _player(text: str) -> str:
    """A name in its one form."""
    if type(text) is not str or len(text) > _LONGEST_NAME:
        raise _UnsureError
    name = _known_name(text)
    if name is None:
        raise _UnsureError
    return name


_known_name = lru_cache(maxsize=4096)(player_name)
_known_card = lru_cache(maxsize=1024)(parse_card)


def _spelled(texts: Sequence[str]) -> tuple[Card, ...]:
    """Cards in the contract's spelling, whatever theirs is."""
    cards = []
    for text in texts:
        if type(text) is not str or len(text) > _LONGEST_CARD:
            raise _UnsureError
        card = _known_card(text)
        if card is None:
            raise _UnsureError
        cards.append(card)
    return tuple(cards)
