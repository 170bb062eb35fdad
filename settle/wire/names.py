"""Names of players (Unicode NFC, trimmed), moments in time, and values as messages name them."""

import re
from functools import cache
from typing import Final

from settle.visible import MARK, NOTHING_ALONE, visible

LONGEST_NAME: Final = 40

# White space as Unicode has it; `str.strip` would also take the control characters 1C to 1F.
_SPACE: Final = "\t\n\v\f\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(
    map(chr, range(0x2000, 0x200B))
)
# Python refuses to write out longer numbers.
_LONGEST_BITS: Final = 4000


def player_name(text: str) -> str | None:
    r"""The one form of a player's name, or None where the text cannot be one.

    >>> player_name("  Zoe\u0308 "), player_name(" "), player_name("a\x07my")
    ('Zoë', None, None)
    """
    name = text.strip(_SPACE)
    if not name.isascii():
        from unicodedata import normalize  # noqa: PLC0415 - start-up time

        name = normalize("NFC", name).strip(_SPACE)
        if shows_nothing(name):
            return None
    if not 1 <= len(name) <= LONGEST_NAME:
        return None
    return name if name.isprintable() or not any(map(_is_control, name)) else None


def shows_nothing(text: str) -> bool:
    """Whether a text has characters that hide, and none that can be seen."""
    left = _hidden().sub("", text)
    return left != text and not left.strip(_SPACE)


def has_controls(text: str) -> bool:
    r"""Whether a text has control characters, line ends among them.

    >>> has_controls("Monday\x07"), has_controls("阿明 的局")
    (True, False)
    """
    return not text.isprintable() and any(map(_is_control, text))


PHRASE_PATTERN: Final = r"^[^\u0000-\u001f\u007f-\u009f]*$"
"""A text without control characters, as a regular expression (ECMA 262)."""


@cache
def _hidden() -> re.Pattern[str]:
    return re.compile(f"[{NOTHING_ALONE}]")


def _is_control(char: str) -> bool:
    """Control characters, and halves of surrogate pairs, which are no characters."""
    return char < " " or "\x7f" <= char <= "\x9f" or "\ud800" <= char <= "\udfff"


_SPACES: Final = r"\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
_CONTROLS: Final = r"\u0000-\u001f\u007f-\u009f"
NAME_PATTERN: Final = (
    rf"^(?=[\s\S]*[^{_SPACES}{_CONTROLS}{NOTHING_ALONE}])"
    f"[{_SPACES}]*[^{_SPACES}{_CONTROLS}]([^{_CONTROLS}]*[^{_SPACES}{_CONTROLS}])?[{_SPACES}]*$"
)
"""A name as a regular expression (ECMA 262), all but its length, which counts after NFC."""

SHOWN_PATTERN: Final = rf"^(?=[\s\S]*[^{_SPACES}{_CONTROLS}{NOTHING_ALONE}])[^{_CONTROLS}]*$"
"""A text without control characters that has something to be seen."""

_RANK: Final = "(?:10|[2-9TJQKAtjqka])"
_SIGN: Final = r"[♠♤♥♡♣♧♦♢]\ufe0e?\ufe0f?"
_LETTER: Final = "[shdcSHDC]"
_CHINESE: Final = "(?:黑桃|紅心|紅桃|红心|红桃|梅花|方塊|方块|方片)"
CARD_PATTERN: Final = f"^(?:{_RANK}(?:{_LETTER}|{_SIGN})|(?:{_SIGN}|{_CHINESE}){_RANK})$"
"""The spellings that :func:`settle.cards.parse_card` takes, as a regular expression."""

MOMENT_PATTERN: Final = (
    r"^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,9})?"
    r"([Zz]|[+-][0-9]{2}:[0-9]{2})$"
)
_MOMENT: Final = (
    r"(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.\d{1,9})?(?:[Zz]|[+-](\d\d):(\d\d))"
)
_DAYS: Final = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_FEBRUARY, _LEAP_DAY = 2, 29


@cache
def _moment() -> re.Pattern[str]:
    return re.compile(_MOMENT, re.ASCII)


def is_moment(text: str) -> bool:
    """Whether a text is a time as RFC 3339 writes it: on the calendar, with an offset.

    Of a second it has at most nine digits.

    >>> is_moment("2026-02-17T21:30:00+08:00"), is_moment("2026-02-17T21:30:00")
    (True, False)
    """
    match = _moment().fullmatch(text)
    if match is None:
        return False
    year, month, day, hour, minute, second, *offset = (int(part or 0) for part in match.groups())
    if not (1 <= month <= len(_DAYS) and 1 <= day <= _DAYS[month - 1]):
        return False
    if (month, day) == (_FEBRUARY, _LEAP_DAY) and (year % 4 or (not year % 100 and year % 400)):
        return False
    # A leap second is written as 60.
    most = ((hour, 23), (minute, 59), (second, 60), (offset[0], 23), (offset[1], 59))
    return all(value <= limit for value, limit in most)


def quoted(found: object, longest: int = 40) -> str:
    """A value as a message names it: short, in JSON's spelling.

    >>> quoted("Joker"), quoted(1.5), quoted(None), quoted({"a": 1}), quoted("x" * 99, 4)
    ('"Joker"', '1.5', 'null', '{…}', '"xxxx…"')
    """
    if isinstance(found, str):
        cut = found if len(found) <= longest else found[:longest] + "…"
        return f'"{visible(cut.translate(_NO_CHARACTERS))}"'
    if isinstance(found, (dict, list, tuple)):
        opened, closed = "{}" if isinstance(found, dict) else "[]"
        return f"{opened}…{closed}" if found else opened + closed
    if found is None or isinstance(found, bool):
        return {None: "null", True: "true", False: "false"}[found]
    if isinstance(found, int) and found.bit_length() > _LONGEST_BITS:
        return "…"
    number = repr(found)
    return number if len(number) <= longest else number[:longest] + "…"


# Line ends, and halves of surrogate pairs.
_NO_CHARACTERS: Final = dict.fromkeys((ord("\n"), *range(0xD800, 0xE000)), MARK)
