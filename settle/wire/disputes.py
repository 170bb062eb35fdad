"""Disputes and confirmations as marshmallow classes: what is asked for, and what entries hold."""

from collections.abc import Iterator
from typing import Final

from settle.canonical import SAFE_INTEGER
from settle.entries import HOST, PLAYER
from settle.faults import Fault
from settle.wire.classes import Document
from settle.wire.fields import (
    Anything,
    ByPlayer,
    Choice,
    Flag,
    Inside,
    Listed,
    Phrase,
    Player,
    Strict,
    Text,
    Whole,
    found_wrong,
)
from settle.wire.names import player_name
from settle.wire.sessions import HASH_PATTERN, LONGEST_REASON, MOST_GAMES, Patterned

MOST_EVIDENCE: Final = 20
LONGEST_NOTE: Final = 200
OPENING: Final = "opening"
OUTCOMES: Final = ("corrected", "dismissed")
SHA256_PATTERN: Final = "^[0-9a-f]{64}$"
DISPUTE_ID_PATTERN: Final = "^d[1-9][0-9]{0,5}$"


class Person(Text):
    """Who does something: a player as ``player:<id>``, or the host where that may be."""

    def __init__(self, *, host: bool = False) -> None:
        super().__init__(required=True)
        self.host = host

    def take(self, value: object) -> str:
        """The person, the player's id in its one form."""
        text = super().take(value)
        if self.host and text == HOST:
            return text
        player = player_name(text.removeprefix(PLAYER)) if text.startswith(PLAYER) else None
        if player is None:
            raise found_wrong("out_of_range", "person" if self.host else "seated", found=text)
        return PLAYER + player


class Confirmable(Strict):
    """What can be agreed to: ``opening``, a game by its number, or an entry by its hash."""

    kind = "text"

    def __init__(self) -> None:
        super().__init__(required=True)
        self.game = Whole(1, MOST_GAMES)
        self.hash = Patterned(HASH_PATTERN, "confirmable")

    def take(self, value: object) -> str | int:
        """As it is."""
        if isinstance(value, int) and not isinstance(value, bool):
            return self.game.take(value)
        return value if value == OPENING and isinstance(value, str) else self.hash.take(value)


class ConfirmationDocument(Document):
    """A player agrees to something."""

    of = Confirmable()
    player = Player(required=True)


class ConfirmedBody(Document):
    """What an entry holds of it."""

    of = Patterned(HASH_PATTERN, "hash", required=True)
    player = Player(required=True)


class EvidenceDocument(Document):
    """Something that shows how it was, kept elsewhere: its SHA-256, and what it is."""

    sha256 = Patterned(SHA256_PATTERN, "sha256", required=True)
    note = Phrase(1, LONGEST_NOTE)


class ClaimDocument(Document):
    """How a game should stand: everybody's net, or the round itself."""

    totals = ByPlayer(Whole(-SAFE_INTEGER, SAFE_INTEGER))
    round = Anything()


class ClaimPartDocument(Document):
    """What a claimed round has besides the round."""

    sitting_out = Listed(Player())


class DisputeDocument(Document):
    """A player contests a game."""

    by = Person()
    claim = Inside(ClaimDocument, required=True)
    reason = Phrase(1, LONGEST_REASON, required=True)
    evidence = Listed(Inside(EvidenceDocument), sizes=(0, MOST_EVIDENCE))


class NetDocument(Document):
    """A player's net."""

    player = Player(required=True)
    net = Whole(-SAFE_INTEGER, SAFE_INTEGER, required=True)


class ClaimedBody(Document):
    """A claim as an entry holds it: what it comes to, and the round that says so."""

    totals = Listed(Inside(NetDocument), required=True)
    round = Anything()


class DisputeOpenedBody(Document):
    """What an entry holds of a dispute."""

    id = Patterned(DISPUTE_ID_PATTERN, "dispute_id", required=True)
    game = Whole(1, MOST_GAMES, required=True)
    by = Person()
    claim = Inside(ClaimedBody, required=True)
    reason = Phrase(1, LONGEST_REASON, required=True)
    evidence = Listed(Inside(EvidenceDocument), required=True, sizes=(0, MOST_EVIDENCE))
    late = Flag(required=True)


class ConsentDocument(Document):
    """A player agrees that a dispute is ruled, to one outcome or to either."""

    by = Person()
    outcome = Choice(OUTCOMES)


class DisputeConsentedBody(ConsentDocument):
    """What an entry holds of it."""

    id = Patterned(DISPUTE_ID_PATTERN, "dispute_id", required=True)


class WithdrawalDocument(Document):
    """A dispute is taken back by whoever opened it."""

    by = Person()


class DisputeWithdrawnBody(WithdrawalDocument):
    """What an entry holds of it."""

    id = Patterned(DISPUTE_ID_PATTERN, "dispute_id", required=True)


class ResolutionDocument(Document):
    """A dispute is ruled."""

    outcome = Choice(OUTCOMES, required=True)
    against = Patterned(HASH_PATTERN, "hash", required=True)
    by = Person(host=True)
    reason = Phrase(1, LONGEST_REASON, required=True)
    round = Anything()
    totals = ByPlayer(Whole(-SAFE_INTEGER, SAFE_INTEGER))


class DisputeResolvedBody(Document):
    """What an entry holds of a ruling."""

    id = Patterned(DISPUTE_ID_PATTERN, "dispute_id", required=True)
    outcome = Choice(OUTCOMES, required=True)
    against = Patterned(HASH_PATTERN, "hash", required=True)
    by = Person(host=True)
    consents = Listed(Player(), required=True)
    interested = Flag(required=True)
    reason = Phrase(1, LONGEST_REASON, required=True)
    correction = Patterned(HASH_PATTERN, "hash")


def claim_faults(claim: object) -> Iterator[Fault]:
    """A claim is of totals or of a round."""
    if not isinstance(claim, dict):
        return
    if "totals" not in claim and "round" not in claim:
        yield Fault(("claim",), "missing", "claim")
    elif "totals" in claim and "round" in claim:
        yield Fault(("claim", "totals"), "unknown_field", "beside_round")


def evidence_faults(evidence: object) -> Iterator[Fault]:
    """No more evidence than is taken."""
    if isinstance(evidence, list) and len(evidence) > MOST_EVIDENCE:
        values = {"found": len(evidence), "most": MOST_EVIDENCE}
        yield Fault(("evidence",), "out_of_range", "evidence", values)
