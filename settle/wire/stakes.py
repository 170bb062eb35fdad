"""Stakes: amounts with the digits that their currency has."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from settle.currencies import CURRENCY_DIGITS, is_amount, parse_amount
from settle.faults import Fault
from settle.rounds import Stake

AMOUNTS: Final = ("amount", "ante", "step")
_MOST_DIGITS: Final = 15
"""Of the whole part of an amount, as settle.currencies reads it."""
_ONLY: Final = {"points": ("amount", "points"), "pot": ("ante", "scope")}
"""By mode, the fields that no other mode has; the first of them is required."""


def wrong_stake(raw: Mapping[str, Any], stake: Mapping[str, Any]) -> Iterator[Fault]:
    """The faults of a stake as it was sent, and what of it is sound."""
    yield from _mode_faults(raw, stake)
    currency = stake.get("currency")
    for name in AMOUNTS:
        pointer, values = ("stake", name), {"found": stake.get(name)}
        if name not in stake:
            continue
        if currency is None:
            if not is_amount(stake[name]):
                yield Fault(pointer, "bad_stake", "digits", values)
        elif not parse_amount(stake[name], currency):
            told = amount_values(currency)
            yield Fault(
                pointer, "bad_stake", "amount" if "digits" in told else "whole", values | told
            )
    if currency is not None:
        yield from _step_faults(stake, currency)


def amount_values(currency: str) -> dict[str, Any]:
    """What an amount of a currency may have: its digits, where there are any, behind the point."""
    digits = CURRENCY_DIGITS[currency]
    told: dict[str, Any] = {"currency": currency, "most": _MOST_DIGITS}
    return told | {"digits": digits} if digits else told


def _step_faults(stake: Mapping[str, Any], currency: str) -> Iterator[Fault]:
    """An ante is paid in steps."""
    ante = parse_amount(stake.get("ante", ""), currency)
    step = parse_amount(stake.get("step", ""), currency)
    if ante and step and ante % step:
        values = {"found": stake["step"], "ante": stake["ante"]}
        yield Fault(("stake", "step"), "bad_stake", "step", values)


def _mode_faults(raw: Mapping[str, Any], stake: Mapping[str, Any]) -> Iterator[Fault]:
    """The fields of the mode, and none of the other's."""
    mode = stake.get("mode", None if "mode" in raw else "points")
    if mode is None:
        return
    required = _ONLY[mode][0]
    if required not in raw:
        yield Fault(("stake", required), "missing", "field", {"field": required})
    for other, names in _ONLY.items():
        for name in names:
            if other != mode and name in raw:
                yield Fault(("stake", name), "unknown_field", "stake", {"mode": mode})


def build_stake(stake: Mapping[str, Any]) -> Stake:
    """A stake in minor units."""
    mode, currency = stake.get("mode", "points"), stake["currency"]
    amount = parse_amount(stake["ante" if mode == "pot" else "amount"], currency)
    assert amount is not None
    return Stake(
        currency=currency,
        mode=mode,
        amount_minor=amount,
        points=stake.get("points", 1),
        scope=stake.get("scope", "game"),
        step_minor=parse_amount(stake["step"], currency) or 1 if "step" in stake else 1,
    )
