"""What each role may: one table, as data."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final


class Scope(StrEnum):
    """What a key may in the whole book."""

    ADMIN = "admin"
    """Everything but to speak for a player."""
    CREATE = "create"
    """Open sessions and make groups, whose host it is."""
    SESSION = "session"
    """Only what it was granted in sessions."""


class Role(StrEnum):
    """What somebody is: in the book, or in a session."""

    ADMIN = "admin"
    CREATOR = "creator"
    """Whose key may open sessions."""
    HOST = "host"
    SCORER = "scorer"
    PLAYER = "player"
    VIEWER = "viewer"
    HOLDER = "holder"
    """Whose key is good, whatever it may."""
    ANYONE = "anyone"


class Action(StrEnum):
    """What an address is there for."""

    MANAGE = "manage"
    """Keys, metrics, the audit, what is of all sessions."""
    OPEN = "open"
    """Open a session, make a group, bring a ruleset."""
    LIST = "list"
    """Which sessions or groups somebody may read."""
    HOST = "host"
    """The table, the close, settlements, rulings, penalties, links."""
    RECORD = "record"
    """Record, correct and void games."""
    SPEAK = "speak"
    """Confirm, dispute, consent, withdraw: for one's own seat."""
    PAY = "pay"
    """Payments: the host any, others those of their own seat."""
    SIT = "sit"
    """Take a seat of one's own."""
    READ = "read"
    """Read a session."""
    GROUP = "group"
    """Read and use a group."""
    SCORE = "score"
    """Score, explain, compare without a book."""
    RULES = "rules"
    """Read rulesets: anyone those that are shipped, whoever has a key the tables' own too."""
    PUBLIC = "public"
    """Health, documents, and links, which are credentials themselves."""


ALLOWED: Final[Mapping[Action, frozenset[Role]]] = {
    Action.MANAGE: frozenset({Role.ADMIN}),
    Action.OPEN: frozenset({Role.ADMIN, Role.CREATOR}),
    Action.LIST: frozenset({Role.HOLDER}),
    Action.HOST: frozenset({Role.ADMIN, Role.HOST}),
    Action.RECORD: frozenset({Role.ADMIN, Role.HOST, Role.SCORER}),
    Action.SPEAK: frozenset({Role.HOST, Role.SCORER, Role.PLAYER}),
    Action.PAY: frozenset({Role.ADMIN, Role.HOST, Role.SCORER, Role.PLAYER}),
    Action.SIT: frozenset({Role.HOST, Role.SCORER}),
    Action.READ: frozenset({Role.ADMIN, Role.HOST, Role.SCORER, Role.PLAYER, Role.VIEWER}),
    Action.GROUP: frozenset({Role.ADMIN, Role.HOST}),
    Action.SCORE: frozenset({Role.HOLDER}),
    Action.RULES: frozenset({Role.ANYONE}),
    Action.PUBLIC: frozenset({Role.ANYONE}),
}
"""Who may do what. Where a service is open for scoring, anyone may do that as well."""
