"""What each address is there for, in one table, and the guard that stands before all of them."""

from collections.abc import Callable, Mapping
from typing import Final

from flask import Flask, current_app, g

from settle.access.guard import Guard, Holder, Place
from settle.access.roles import Action
from settle.access.seats import (
    refuse_hidden_ruler,
    refuse_other_agreements,
    refuse_other_names,
    refuse_other_payments,
    refuse_other_seats,
)
from settle.app.asking import book, the_request
from settle.entries import KEY
from settle.rulebook.ruleset import Ruleset
from settle.watching import KEY_ID

ACTIONS: Final[Mapping[str, Action]] = {
    "access.key_made": Action.MANAGE,
    "access.keys": Action.MANAGE,
    "access.key_viewed": Action.MANAGE,
    "access.key_revoked": Action.MANAGE,
    "access.link_made": Action.HOST,
    "access.links": Action.HOST,
    "access.link_revoked": Action.HOST,
    "access.seated": Action.SIT,
    "access.link_viewed": Action.PUBLIC,
    "access.joined": Action.PUBLIC,
    "accounts.penalized": Action.HOST,
    "accounts.shared": Action.HOST,
    "accounts.imported": Action.HOST,
    "accounts.paid": Action.PAY,
    "accounts.payment_reversed": Action.HOST,
    "accounts.settled": Action.HOST,
    "accounts.settlement_reversed": Action.HOST,
    "accounts.settlement": Action.READ,
    "arguments.table_changed": Action.HOST,
    "arguments.confirmed": Action.SPEAK,
    "arguments.undone": Action.RECORD,
    "arguments.disputed": Action.SPEAK,
    "arguments.disputes": Action.READ,
    "arguments.consented": Action.SPEAK,
    "arguments.withdrawn": Action.SPEAK,
    "arguments.resolved": Action.HOST,
    "auditing.audit": Action.MANAGE,
    "comparing.compared": Action.READ,
    "docs.published": Action.PUBLIC,
    "docs.page": Action.PUBLIC,
    "groups.made": Action.OPEN,
    "groups.listed": Action.LIST,
    "groups.viewed": Action.GROUP,
    "groups.named": Action.GROUP,
    "groups.joined": Action.GROUP,
    "groups.member_named": Action.GROUP,
    "groups.member_erased": Action.GROUP,
    "groups.standings": Action.GROUP,
    "groups.settlement": Action.GROUP,
    "groups.settled": Action.GROUP,
    "groups.statement": Action.GROUP,
    "health.alive": Action.PUBLIC,
    "health.ready": Action.PUBLIC,
    "health.metrics": Action.MANAGE,
    "proofs.of_book": Action.MANAGE,
    "proofs.of_session": Action.READ,
    "proofs.session_proof": Action.READ,
    "rulesets.listed": Action.RULES,
    "rulesets.viewed": Action.RULES,
    "rulesets.brought": Action.OPEN,
    "scoring.score": Action.SCORE,
    "scoring.explain": Action.SCORE,
    "scoring.compare": Action.SCORE,
    "sessions.opened": Action.OPEN,
    "sessions.listed": Action.LIST,
    "sessions.viewed": Action.READ,
    "sessions.recorded": Action.RECORD,
    "sessions.recorded_batch": Action.RECORD,
    "sessions.rounds": Action.READ,
    "sessions.game_viewed": Action.READ,
    "sessions.corrected": Action.RECORD,
    "sessions.voided": Action.RECORD,
    "sessions.closed": Action.HOST,
    "sessions.named": Action.HOST,
    "sessions.ledger": Action.READ,
    "sheets.sheet": Action.READ,
    "pages.asset_file": Action.PUBLIC,
    "pages.sign_in": Action.PUBLIC,
    "pages.signed_in": Action.PUBLIC,
    "pages.signed_out": Action.PUBLIC,
    "pages.session_signed_out": Action.PUBLIC,
    "pages.join": Action.PUBLIC,
    "pages.joined": Action.PUBLIC,
    "pages.join_again": Action.PUBLIC,
    "pages.share": Action.HOST,
    "pages.shared": Action.HOST,
    "pages.share_revoked": Action.HOST,
    "pages.seat_taken": Action.SIT,
    "pages.start": Action.RULES,
    "pages.open_choose": Action.OPEN,
    "pages.open_form": Action.OPEN,
    "pages.open_sent": Action.OPEN,
    "pages.sheet": Action.READ,
    "pages.sheet_live": Action.READ,
    "pages.sheet_file": Action.READ,
    "pages.agreement_confirmed": Action.SPEAK,
    "pages.disputes": Action.READ,
    "pages.ending": Action.HOST,
    "pages.ended": Action.HOST,
    "pages.again": Action.OPEN,
    "pages.outcome": Action.RECORD,
    "pages.outcome_recorded": Action.RECORD,
    "pages.game": Action.READ,
    "pages.game_outcome": Action.RECORD,
    "pages.game_corrected": Action.RECORD,
    "pages.game_voided": Action.RECORD,
    "pages.game_revived": Action.RECORD,
    "pages.game_confirmed": Action.SPEAK,
    "pages.game_dispute": Action.SPEAK,
    "pages.game_disputed": Action.SPEAK,
    "pages.game_elsewhere": Action.READ,
    "pages.dispute_consented": Action.SPEAK,
    "pages.dispute_withdrawn": Action.SPEAK,
    "pages.dispute_resolved": Action.HOST,
    "pages.dispute_ruling": Action.HOST,
    "pages.dispute_ruled": Action.HOST,
    "pages.money": Action.READ,
    "pages.money_settled": Action.HOST,
    "pages.money_paid": Action.PAY,
    "pages.money_penalty": Action.HOST,
    "pages.money_cost": Action.HOST,
    "pages.money_payment_reversed": Action.HOST,
    "pages.money_settlement_reversed": Action.HOST,
    "pages.payment_confirmed": Action.SPEAK,
    "pages.guest_paid": Action.PAY,
    "pages.guest_confirmed": Action.SPEAK,
    "pages.groups": Action.LIST,
    "pages.group_made": Action.OPEN,
    "pages.group": Action.GROUP,
    "pages.group_named": Action.GROUP,
    "pages.members": Action.GROUP,
    "pages.member_joined": Action.GROUP,
    "pages.member_named": Action.GROUP,
    "pages.statement": Action.GROUP,
    "pages.together": Action.GROUP,
    "pages.settled_together": Action.GROUP,
    "pages.rulesets": Action.RULES,
    "pages.ruleset_page": Action.RULES,
    "pages.ruleset_card": Action.RULES,
    "pages.rulesets_compared": Action.RULES,
    "pages.record": Action.RECORD,
    "pages.record_cards": Action.RECORD,
    "pages.record_preview": Action.RECORD,
    "pages.cards_recorded": Action.RECORD,
    "pages.table": Action.HOST,
    "pages.table_changed": Action.HOST,
}
"""By endpoint. An application does not start with a route that is not here."""

FOR_GUESTS: Final = frozenset({"accounts.paid", "arguments.confirmed"})
"""What guests of a session are let in for. No page of it, which tells more: they do the same on
the pages of their own session."""

GUARD: Final = "settle.guard"
"""Where the application keeps its guard."""
COOKIE: Final = "settle_key"
"""Where a browser keeps a key for the pages; for programs a cookie is none."""

_PAGES: Final = "pages"


def guard_all(app: Flask, guard: Guard) -> None:
    """Let nothing by that is not allowed. Raises LookupError for a route without an action."""
    forgotten = sorted({rule.endpoint for rule in app.url_map.iter_rules()} - ACTIONS.keys())
    if forgotten:
        raise LookupError(f"say in settle/app/allowing.py what these are there for: {forgotten}")
    app.extensions[GUARD] = guard


def admit() -> None:
    """Find out who asks, and refuse them what they may not; before anything else is looked at."""
    # An address that is not there says so to anybody, and what methods there are is in the
    # documents: neither tells anything of the book.
    asked = the_request()
    endpoint = asked.endpoint
    if endpoint is None or asked.method == "OPTIONS":
        return
    action = ACTIONS[endpoint]
    if action is Action.PUBLIC:
        return
    named = asked.view_args or {}
    guard: Guard = current_app.extensions[GUARD]
    place = Place(named.get("session"), named.get("group"), endpoint in FOR_GUESTS)
    found = guard.admit(_brought(), action, place)
    if found is not None:
        g.holder = found
        asked.environ[KEY_ID] = found.key


def _brought() -> str | None:
    """The credential of the request as the header has it."""
    asked = the_request()
    if asked.blueprint != _PAGES:
        return asked.headers.get("Authorization")
    kept = asked.cookies.get(COOKIE)
    return None if kept is None else f"Bearer {kept}"


def asker() -> Holder | None:
    """Whose key the request brings; None for anyone."""
    found: Holder | None = g.get("holder")
    return found


def holder() -> Holder:
    """Whose key the request brings, where it takes one."""
    found = asker()
    assert found is not None, "the guard has let nobody else in"
    return found


def by() -> str:
    """Who asks, as entries name them."""
    return holder().by


def key_by() -> str:
    """The key that asks, as what is no entry names it."""
    return f"{KEY}{holder().key}"


def rulesets() -> Callable[[str], Ruleset]:
    """Where who asks finds rulesets: anyone those that are shipped, whoever has a key all."""
    served = book()
    return served.rulebook.get if asker() is None else served.ruleset


def own_words(document: object) -> object:
    """A document that speaks for the seat of who asks. Raises RefusedError (403)."""
    refuse_other_seats(holder(), document)
    return document


def own_agreement(session: str, document: object) -> object:
    """What who asks agrees to, for their own seat. Raises RefusedError (403), NotFound."""
    with book().store.reading() as r:
        refuse_other_agreements(holder(), document, r, session)
    return document


def own_ruling(document: object) -> object:
    """A ruling in the name of who asks, where they have a seat. Raises RefusedError (403)."""
    refuse_hidden_ruler(holder(), document)
    return document


def own_name(document: object) -> object:
    """A document in no other name than that of who asks. Raises RefusedError (403)."""
    refuse_other_names(holder(), document)
    return document


def own_payment(document: object) -> object:
    """A payment that who asks may enter. Raises RefusedError (403)."""
    refuse_other_payments(holder(), document)
    return document
