"""Tables: what a session plays, ready to score with, out of its opening and the ruleset's text."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, cast

from settle.canonical import read_json
from settle.entries import Entry
from settle.explain.agreed import agreed_answers
from settle.rounds import Round, Stake
from settle.rulebook import Rulebook
from settle.rulebook.ruleset import Ruleset
from settle.rules import Rules
from settle.scoring import score_round
from settle.sessions import Agreement, fold
from settle.wire import load_round
from settle.wire.stakes import build_stake

SESSIONS_OWN: Final = ("ruleset", "options", "stake")
"""What a round of a session takes from its table."""


@dataclass(frozen=True, slots=True)
class Table:
    """What is played in a session."""

    opening: Entry
    agreement: Agreement
    ruleset: Ruleset
    rules: Rules
    stake: Stake | None

    @property
    def session(self) -> str:
        """The session's id."""
        return self.opening.session

    @property
    def games(self) -> int:
        """How many were agreed."""
        games: int = self.opening.body["games"]
        return games

    @property
    def players(self) -> tuple[str, ...]:
        """Ids in seat order."""
        return self.agreement.players

    def load(self, stored: Mapping[str, Any]) -> Round:
        """The round of a document that leaves to the table what is the table's.

        Raises RefusedError with all faults of the document.
        """
        document = {**stored, "ruleset": self.agreement.ruleset}
        played, _ = load_round(document, cast("Rulebook", _OneAgreement(self.rules)))
        return played if self.stake is None else replace(played, stake=self.stake)

    def score(self, stored: Mapping[str, Any]) -> dict[str, Any]:
        """The result document of a round as an entry stores it: the same bytes every time.

        Raises RefusedError as scoring does.
        """
        return score_round(self.load(stored), self.rules)

    def whole(self, stored: Mapping[str, Any]) -> dict[str, Any]:
        """The round document that says everything, as it could be sent for scoring elsewhere."""
        own: dict[str, Any] = {"ruleset": self.agreement.ruleset, "options": self.agreement.options}
        if self.agreement.stake is not None:
            own["stake"] = self.agreement.stake
        return {**stored, **own}


def restore_table(opening: Entry, ruleset_text: str | bytes) -> Table:
    """The table of an opening entry; the text is the one stored under its ruleset's digest.

    Raises ValueError where the text has another digest.
    """
    ruleset = Rulebook.restore(read_json(ruleset_text))
    agreed = opening.body["ruleset_digest"]
    if ruleset.digest != agreed:
        message = f"the ruleset's text has the digest {ruleset.digest}"
        raise ValueError(f"{message}, and {agreed} was agreed on")
    return table_of(opening, ruleset)


def table_of(opening: Entry, ruleset: Ruleset) -> Table:
    """The table of an opening entry, whose ruleset is at hand."""
    agreement = fold([opening]).agreements[0]
    return Table(
        opening=opening,
        agreement=agreement,
        ruleset=ruleset,
        rules=ruleset.rules(agreed_answers(ruleset, agreement.options)),
        stake=None if agreement.stake is None else build_stake(agreement.stake),
    )


class _OneAgreement:
    """Where a rulebook is asked for: whatever a document names, it is played by these rules."""

    __slots__ = ("_rules",)

    def __init__(self, rules: Rules) -> None:
        self._rules = rules

    def get(self, _name: str) -> "_OneAgreement":
        """The ruleset of any name."""
        return self

    def rules(self, _options: Mapping[str, object]) -> Rules:
        """The rules, whatever the options."""
        return self._rules

    def options(self) -> tuple[()]:
        """None that a document could still answer."""
        return ()
