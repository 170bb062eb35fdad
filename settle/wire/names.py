"""Names of players (Unicode NFC, trimmed), moments in time, and values as messages name them."""

import re
import unicodedata
from calendar import monthrange
from typing import Final

LONGEST_NAME: Final = 40

# White space as Unicode has it; `str.strip` would also take the control characters 1C to 1F.
_SPACE: Final = "\t\n\v\f\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(
    map(chr, range(0x2000, 0x200B))
)
# Python refuses to write out longer numbers.
_LONGEST_BITS: Final = 4000
_CONTROL: Final = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")


def player_name(text: str) -> str | None:
    r"""The one form of a player's name, or None where the text cannot be one.

    >>> player_name("  Zoe\u0308 "), player_name(" "), player_name("a\x07my")
    ('Zoë', None, None)
    """
    name = unicodedata.normalize("NFC", text.strip(_SPACE)).strip(_SPACE)
    if not 1 <= len(name) <= LONGEST_NAME or _CONTROL.search(name):
        return None
    return name


MOMENT_PATTERN: Final = (
    r"^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?"
    r"([Zz]|[+-][0-9]{2}:[0-9]{2})$"
)
_MOMENT: Final = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[Zz]|[+-](\d\d):(\d\d))",
    re.ASCII,
)


def is_moment(text: str) -> bool:
    """Whether a text is a time as RFC 3339 writes it: on the calendar, with an offset.

    >>> is_moment("2026-02-17T21:30:00+08:00"), is_moment("2026-02-17T21:30:00")
    (True, False)
    """
    match = _MOMENT.fullmatch(text)
    if match is None:
        return False
    year, month, day, hour, minute, second, *offset = (int(part or 0) for part in match.groups())
    if not (1 <= month <= 12 and 1 <= day <= monthrange(year or 4, month)[1]):  # noqa: PLR2004
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
        shown = "".join(char if _is_shown(char) else "\ufffd" for char in cut)
        return f'"{shown}"'
    if isinstance(found, (dict, list, tuple)):
        opened, closed = "{}" if isinstance(found, dict) else "[]"
        return f"{opened}…{closed}" if found else opened + closed
    if found is None or isinstance(found, bool):
        return {None: "null", True: "true", False: "false"}[found]
    if isinstance(found, int) and found.bit_length() > _LONGEST_BITS:
        return "…"
    number = repr(found)
    return number if len(number) <= longest else number[:longest] + "…"


def _is_shown(char: str) -> bool:
    return unicodedata.category(char) not in ("Cc", "Cs", "Zl", "Zp")
