"""Currencies: how many decimal digits each has, and amounts in its minor units as text.

The table is ISO 4217's (list one, as amended to the beginning of 2026), whole numbers only; codes
without minor units (metals, funds, testing) are left out, nobody plays for them.
"""

import re
from types import MappingProxyType
from typing import Final

_NONE: Final = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"
_THREE: Final = "BHD IQD JOD KWD LYD OMR TND"
_FOUR: Final = "CLF UYW"
_TWO: Final = """
AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF
CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD
GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL
MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR
PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP
TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG
"""

CURRENCY_DIGITS: Final = MappingProxyType(
    {
        code: digits
        for digits, codes in ((0, _NONE), (2, _TWO), (3, _THREE), (4, _FOUR))
        for code in codes.split()
    }
)
"""Currency code to the number of decimal digits of its minor unit."""

_AMOUNT: Final = re.compile(r"(0|[1-9][0-9]{0,14})(?:\.([0-9]+))?")
_COUNTED: Final = re.compile(r"(-?)(0|[1-9][0-9]*)(?:\.([0-9]+))?")
AMOUNT_PATTERN: Final = r"^(0|[1-9][0-9]{0,14})(\.[0-9]{1,4})?$"
"""What every amount looks like; its currency may allow fewer digits behind the point."""
COUNTED_PATTERN: Final = r"^-?(0|[1-9][0-9]*)(\.[0-9]{1,4})?$"
"""The same of one that was counted together."""


def parse_amount(text: str, currency: str) -> int | None:
    """An amount in minor units, or None where the text is none in that currency.

    Plain decimal digits, no more of them behind the point than the currency has.

    >>> parse_amount("12.5", "HKD"), parse_amount("1.5", "JPY"), parse_amount("1e3", "HKD")
    (1250, None, None)
    """
    return _in_minor_units(text, CURRENCY_DIGITS[currency])


def is_amount(text: str) -> bool:
    """Whether a text is an amount above zero in some currency."""
    return bool(_in_minor_units(text, max(CURRENCY_DIGITS.values())))


def _in_minor_units(text: str, digits: int) -> int | None:
    match = _AMOUNT.fullmatch(text)
    if match is None:
        return None
    whole, fraction = match.group(1), match.group(2) or ""
    if len(fraction) > digits:
        return None
    return int(whole + fraction.ljust(digits, "0"))


def counted_amount(text: str, currency: str) -> int:
    """An amount as entries and results write it, in minor units, also below zero.

    What was counted together may have more digits than anybody may write. Raises ValueError for a
    text that no entry holds.

    >>> counted_amount("-12.5", "HKD"), counted_amount("1000000000000000", "JPY")
    (-1250, 1000000000000000)
    """
    match = _COUNTED.fullmatch(text)
    digits = CURRENCY_DIGITS[currency]
    if match is None or len(match[3] or "") > digits:
        message = f"{text!r} is no amount of {currency}"
        raise ValueError(message)
    return int(f"{match[1]}{match[2]}{(match[3] or '').ljust(digits, '0')}")


def format_amount(minor: int, currency: str) -> str:
    """An amount as documents write it: a fraction only where it is not zero, then all digits.

    >>> format_amount(60000, "TWD"), format_amount(-1250, "HKD"), format_amount(-5, "HKD")
    ('600', '-12.50', '-0.05')
    """
    digits = CURRENCY_DIGITS[currency]
    whole, fraction = divmod(abs(minor), 10**digits)
    sign = "-" if minor < 0 else ""
    return f"{sign}{whole}.{fraction:0{digits}d}" if fraction else f"{sign}{whole}"
