"""An evening as the document shows it: calls that can be made one after another to an empty book.

What each of them is answered is not written here: the service is asked when the document is made.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

PLAYERS: Final = ("amy", "bob", "cat", "dan")
STAKE: Final = {"amount": "100", "currency": "TWD"}

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Example:
    """A call of an operation, by its id."""

    operation: str
    says: str
    body: Mapping[str, Any] | None = None
    path: Mapping[str, str | int] = field(default_factory=dict)
    """What stands in the braces; the session and the group are those of the evening."""
    query: Mapping[str, str | int] = field(default_factory=dict)
    key: str | None = None
    seat: str | None = None
    """The player whose own key makes the call."""
    against: int | None = None
    """The game whose standing entry the body names."""


SESSION: Final = "friday"
GROUP: Final = "fridays"


def scoops(*pairs: tuple[str, str]) -> Json:
    """A game without cards, by who scooped whom."""
    return {
        "hands": [{"player": player} for player in PLAYERS],
        "duels": [{"players": sorted(pair), "scoop": pair[0]} for pair in pairs],
    }


_CARDS: Final = {
    "ruleset": "tw-scoop",
    "stake": STAKE,
    "hands": [
        {
            "player": "amy",
            "front": ["Ks", "Kh", "3d"],
            "middle": ["As", "Ah", "7c", "5d", "2h"],
            "back": ["9s", "9h", "9d", "Qs", "Qh"],
        },
        {
            "player": "bob",
            "front": ["Qd", "Js", "4c"],
            "middle": ["Ts", "Tc", "8h", "6d", "2c"],
            "back": ["Kc", "Jc", "8c", "5c", "3c"],
        },
    ],
}


def _scoring() -> Iterator[Example]:
    yield Example("score", "Amy wins all three rows of Bob", _CARDS)
    yield Example("explain", "The same in words", _CARDS, query={"lang": "zh-Hant-TW"})
    others: list[Json] = [{}, {"ruleset": "tw-points"}]
    yield Example("compare", "What other rules had paid", {"round": _CARDS, "agreements": others})
    yield Example("listRulesets", "What can be played")
    yield Example("getRuleset", "One of them", path={"name": "tw-scoop-only"})
    ours = {"id": "our-table", "version": 1, "extends": "tw-scoop-only@1"}
    title = {"en": "Our table", "zh-Hant": "我們這桌", "zh-Hans": "我们这桌"}
    yield Example("addRuleset", "A table's own, so far the same", {**ours, "title": title})


def _opening() -> Iterator[Example]:
    members = [*PLAYERS[:3], {"id": "dan", "name": "Daniel"}]
    yield Example("makeGroup", "Four friends", {"id": GROUP, "name": "Fridays", "members": members})
    opened = {
        "id": SESSION,
        "group": GROUP,
        "title": "Friday",
        "ruleset": "tw-scoop-only",
        "stake": STAKE,
        "players": list(PLAYERS),
        "games": 16,
        "dispute_window": "PT72H",
    }
    yield Example("openSession", "An evening of sixteen games", opened)
    yield Example("confirm", "Amy agrees to it", {"of": "opening", "player": "amy"}, seat="amy")


def _rounds() -> Iterator[Example]:
    dan = scoops(("amy", "dan"))
    first = {"game": 1, "outcome": dan, "expect": {"totals": {"amy": 1, "dan": -1}}}
    yield Example("recordRound", "Amy scoops Dan, and the app expects 1", first)
    batch = [{"game": 3, "outcome": scoops()}, {"game": 2, "outcome": scoops(("bob", "cat"))}]
    yield Example("recordRounds", "Two games from a telephone without a network", {"rounds": batch})
    yield Example("getSession", "What is missing, and what comes next")
    yield Example("listSessions", "A page of one", query={"limit": 1})
    yield Example("listRounds", "What stands")
    yield Example("getRound", "Game 1 in words", path={"game": 1}, query={"lang": "en"})
    right = {"outcome": scoops(("cat", "bob")), "reason": "It was the other way round"}
    yield Example("correctRound", "Cat scooped Bob", right, path={"game": 2}, against=2)
    struck = {"reason": "A misdeal"}
    yield Example("voidRound", "Game 3 counts no more", struck, path={"game": 3}, against=3)
    yield Example("recordRound", "One more", {"game": 4, "outcome": dan}, key="phone-1-game-4")
    yield Example("undoRound", "Which was none", {"reason": "Entered twice"}, against=4)


def _arguments() -> Iterator[Example]:
    change = {"from_game": 10, "stake": {**STAKE, "amount": "200"}, "reason": "The last games"}
    yield Example("changeTable", "Games from 10 on are worth twice as much", change)
    claim = {"totals": {"amy": 0, "dan": 0}}
    tie = {"by": "player:dan", "claim": claim, "reason": "The middle was a tie"}
    one = {"dispute": "d1"}
    yield Example("disputeRound", "Dan has it otherwise", tie, path={"game": 1}, seat="dan")
    yield Example(
        "consentToRuling", "Amy lets it be ruled", {"by": "player:amy"}, path=one, seat="amy"
    )
    ruled = {"outcome": "dismissed", "by": "host", "reason": "There is a photograph"}
    yield Example("resolveDispute", "It stays as it is", ruled, path=one, against=1)
    lost = {**tie, "by": "player:bob", "claim": {"totals": {"bob": 1, "cat": -1}}}
    yield Example("disputeRound", "Bob contests game 2", lost, path={"game": 2}, seat="bob")
    two = {"dispute": "d2"}
    yield Example("withdrawDispute", "He was wrong", {"by": "player:bob"}, path=two, seat="bob")
    yield Example("listDisputes", "Both of them")


def _what_if() -> Iterator[Example]:
    once: list[Json] = [{}, {"ruleset": "western-2-4"}]
    yield Example("compareSession", "What other rules had paid", {"agreements": once})


def _money() -> Iterator[Example]:
    supper = {"payer": "dan", "to": "fund:supper", "amount": "100", "reason": "倒水"}
    yield Example("penalize", "A foul costs Dan a round of tea", supper, key="penalty-1")
    rent = {"sharers": list(PLAYERS[:3]), "to": "amy", "amount": "1000", "reason": "場租"}
    yield Example("shareCost", "Amy paid for the room", rent, key="rent-1")
    brought = {"nets": {"amy": 12, "bob": -12}, "note": "Last week, on paper"}
    yield Example("importResult", "An evening that nobody can check", brought, key="paper-1")
    yield Example("getSettlement", "Who pays whom", query={"mode": "fewest"})
    yield Example("settle", "From now on it is owed", {"mode": "fewest"})
    paid = {"from": "dan", "to": "amy", "amount": "100", "confirmed_by": ["amy"]}
    yield Example("pay", "Dan pays a part", paid, key="payment-1", seat="amy")
    none = {"reason": "It came back"}
    yield Example("reversePayment", "It was none", none, path={"seq": 20})
    early = {"reason": "Too early"}
    yield Example("reverseSettlement", "It was none either", early, path={"seq": 19})


def _people() -> Iterator[Example]:
    yield Example("namePlayer", "What people call Cat", {"player": "cat", "name": "Catherine"})
    yield Example("listGroups", "Every group")
    yield Example("nameGroup", "A better name", {"name": "The Friday table"})
    yield Example("addMember", "Eve joins", {"id": "eve", "name": "Eve"})
    eve = {"member": "eve"}
    yield Example("nameMember", "She is called otherwise", {"name": "Evelyn"}, path=eve)
    yield Example("eraseMember", "And wants to be forgotten", path=eve)
    yield Example("getGroup", "Who belongs to it")
    yield Example("getStandings", "What everybody comes to")
    yield Example("getGroupSettlement", "Every evening at once", query={"mode": "fewest"})
    yield Example("settleGroup", "And they are settled as one", {"mode": "fewest"})
    yield Example("getStatement", "Amy's year", path={"member": "amy"}, query={"year": "2026"})


def _access() -> Iterator[Example]:
    watching = {"role": "viewer", "expires_in": "P7D"}
    yield Example("makeLink", "For whoever wants to look on", watching)
    yield Example("listLinks", "Who was given one")
    tablet = {"label": "The tablet", "scope": "session", "session": SESSION, "role": "scorer"}
    yield Example("makeKey", "A tablet on the table writes games down", tablet)
    yield Example("listKeys", "All keys", query={"limit": 20})


def _proofs() -> Iterator[Example]:
    yield Example("closeSession", "Enough for today", {"reason": "It is late"})
    yield Example("getLedger", "What an app has not seen yet", query={"after_seq": 22})
    yield Example("getCheckpoint", "Three lines to keep")
    yield Example("getBookCheckpoint", "Of the whole book")
    yield Example("getProof", "Entry 3 is among the first 12", query={"entry": 3, "size": 12})
    yield Example("audit", "Everything once more", {})
    yield Example("isAlive", "Is it there?")
    yield Example("isReady", "Is it well?")


EVENING: Final = (
    *_scoring(),
    *_opening(),
    *_rounds(),
    *_arguments(),
    *_what_if(),
    *_money(),
    *_people(),
    *_access(),
    *_proofs(),
)
