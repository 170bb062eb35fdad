"""Openings: what was agreed, made again from the ruleset's text and compared."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from settle.audit.bodies import differences, is_reference, is_request
from settle.audit.findings import Difference, shown
from settle.audit.rulesets import Rulesets
from settle.audit.state import State, is_told
from settle.book.tables import tables_of
from settle.entries import Entry
from settle.explain.agreed import agreed_answers
from settle.faults import RefusedError, json_pointer
from settle.rulebook.ruleset import Ruleset
from settle.sessions import fold
from settle.wire.sessions import Opening, is_session_id, load_session

_SENT: Final = ("title", "group", "ruleset", "stake", "players", "games", "banker_order",
                "dispute_window", "opening_balances")  # fmt: skip
_UNTOLD: Final = ("agreement", "previous_session", "request")
"""Of an opening, what does not follow from the rest of it."""


class Opened(NamedTuple):
    """What an opening comes to."""

    differences: tuple[Difference, ...]
    state: State | None
    """None where what was agreed cannot be made out."""


def open_again(entry: Entry, rulesets: Rulesets) -> Opened:
    """The session that an opening makes, and where its body is not what it should be."""
    if entry.kind != "session_opened":
        missing = Difference("opening_missing", "/kind", entry.kind, "session_opened")
        return Opened((missing,), None)
    digest = entry.body.get("ruleset_digest")
    ruleset = rulesets.get(digest) if isinstance(digest, str) else None
    if ruleset is None:
        missing = Difference("ruleset_missing", "/body/ruleset_digest", shown(digest))
        return Opened((missing,), None)
    try:
        opening = _agreed_again(entry.body, ruleset)
    except RefusedError as refused:
        where = json_pointer(("body", *refused.faults[0].pointer))
        return Opened((Difference("opening_refused", where, shown(refused.brief)),), None)
    untold, wrong = _untold(entry.body)
    expected = {**opening.stored, **untold}
    found = (*wrong, *differences(entry.body, expected))
    sound = entry._replace(body=expected)
    tables = tables_of(sound, (), rulesets.get)
    return Opened(found, State(fold([sound]), tables, rulesets.get))


def _agreed_again(body: Mapping[str, Any], ruleset: Ruleset) -> Opening:
    """The opening as a session document makes it. Raises RefusedError."""
    options = body.get("options")
    if isinstance(options, dict):
        options = agreed_answers(ruleset, options)
    sent = {name: body[name] for name in _SENT if name in body}
    return load_session({**sent, "options": options}, lambda _name: ruleset)


def _untold(body: Mapping[str, Any]) -> tuple[dict[str, Any], tuple[Difference, ...]]:
    untold = {name: body[name] for name in _UNTOLD if name in body}
    wrong = tuple(
        Difference("body_malformed", f"/body/{name}", shown(body.get(name)))
        for name, is_fine in _FINE.items()
        if name not in body or not is_fine(body[name])
    )
    return untold, wrong


def _is_previous(value: object) -> bool:
    return value is None or (
        is_reference(value)
        and isinstance(value, dict)
        and isinstance(value["id"], str)
        and is_session_id(value["id"])
    )


_FINE: Final = {"agreement": is_told, "previous_session": _is_previous, "request": is_request}
