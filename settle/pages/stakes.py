"""What is played for, as a form asks it: one amount, whatever it is paid for."""

from collections.abc import Mapping
from typing import Any, Final

from settle.currencies import CURRENCY_DIGITS
from settle.pages.forms import Form
from settle.rulebook.ruleset import Ruleset
from settle.words import Words

KIND: Final = "stake_for"
WHOLE: Final = "/stake/points"
"""The field of a stake that holds a whole number: how many points its amount is for."""
RENAMED: Final = {"/stake/ante": "/stake/amount"}
"""Where faults go of what the form has under another name."""

_POTS: Final = {"pot": "game", "pot_session": "session"}
_COMMON: Final = ("TWD", "HKD", "CNY", "MOP", "SGD", "MYR", "PHP", "USD", "EUR", "GBP", "JPY")
_OF_REGION: Final = {"TW": "TWD", "HK": "HKD", "CN": "CNY", "EN": "USD"}
"""What people at such a table most likely play for; only where a form begins."""


def currencies() -> list[tuple[str, str]]:
    """Every currency, the likely ones first, as choices."""
    others = (code for code in sorted(CURRENCY_DIGITS) if code not in _COMMON)
    return [(code, code) for code in (*_COMMON, *others)]


def first_stake(region: str | None) -> dict[str, object]:
    """What stands in the fields before anybody writes."""
    return {KIND: "points", "/stake/currency": _OF_REGION.get(region or "", "TWD")}


def stake_labels(ruleset: Ruleset, said: Words) -> dict[str, str]:
    """What stands beside a field of the stake that is called by what a point is called."""
    unit = said.titled(ruleset.document.get("unit", {})) or said.text("words.unit")
    return {WHOLE: said.text("pages.opening.points", unit=unit)}


def stake_fields(stake: Mapping[str, Any] | None) -> dict[str, object]:
    """What stands in the fields for a stake that holds."""
    if stake is None:
        return {KIND: "none"}
    kind = "points"
    if stake.get("mode") == "pot":
        kind = "pot_session" if stake.get("scope") == "session" else "pot"
    told = {KIND: kind, "/stake/amount": stake.get("amount") or stake.get("ante", "")}
    names = [name for name in ("currency", "step", "points") if name in stake]
    return told | {f"/stake/{name}": stake[name] for name in names}


def stake_of(form: Form, given: Mapping[str, Any]) -> dict[str, Any] | None:
    """The stake of a form, None for points alone; ``given`` is what its fields say."""
    kind = form.get(KIND, "points")
    if kind == "none":
        return None
    if kind not in _POTS:
        return dict(given)
    pot = {name: value for name, value in given.items() if name not in ("amount", "points")}
    ante = {"ante": given["amount"]} if "amount" in given else {}
    return {"mode": "pot", "scope": _POTS[kind], **ante, **pot}
