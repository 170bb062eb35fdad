"""Windows of time: whether something comes later than was agreed."""

import re
from typing import Final

_MOMENT: Final = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d{3})\d*)?(?:[Zz]|([+-])(\d\d):(\d\d))",
    re.ASCII,
)
_DURATION: Final = re.compile(
    r"P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?", re.ASCII
)
_SECONDS: Final = (7 * 24 * 3600, 24 * 3600, 3600, 60, 1)
_MARCH: Final = 3


def is_late(at: str, since: str, window: str | None) -> bool:
    """Whether a time lies behind a window (ISO 8601, whole units) that opens at another time.

    >>> is_late("2026-02-04T00:00:00.001+08:00", "2026-01-31T16:00:00.000Z", "PT72H")
    True
    >>> is_late("2026-02-04T00:00:00.000+08:00", "2026-01-31T16:00:00.000Z", "P3D")
    False
    >>> is_late("2027-01-01T00:00:00Z", "2026-01-01T00:00:00Z", None)
    False
    """
    return window is not None and _milliseconds(at) > _milliseconds(
        since
    ) + 1000 * duration_seconds(window)


def duration_seconds(duration: str) -> int:
    """How long a duration is (ISO 8601, whole units), which was looked at before.

    >>> duration_seconds("P1DT2H")
    93600
    """
    match = _DURATION.fullmatch(duration)
    assert match is not None, "a document has a duration that is one"
    return sum(int(found or 0) * each for found, each in zip(match.groups(), _SECONDS, strict=True))


def _milliseconds(moment: str) -> int:
    """Since a fixed day; a leap second counts as the one after it."""
    match = _MOMENT.fullmatch(moment)
    assert match is not None, "an entry has a time that is one"
    *numbers, sign, hours, minutes = match.groups()
    year, month, day, hour, minute, second, fraction = (int(each or 0) for each in numbers)
    offset = int(hours or 0) * 60 + int(minutes or 0)
    offset = -offset if sign == "-" else offset
    minute_of_all = (_days(year, month, day) * 24 + hour) * 60 + minute - offset
    return (minute_of_all * 60 + second) * 1000 + fraction


def _days(year: int, month: int, day: int) -> int:
    """Days in the calendar since a fixed one; a year is counted from March, so that leaps end it.

    >>> _days(2028, 3, 1) - _days(2028, 2, 28), _days(2100, 3, 1) - _days(2100, 2, 28)
    (2, 1)
    """
    if month < _MARCH:
        year, month = year - 1, month + 12
    return 365 * year + year // 4 - year // 100 + year // 400 + (153 * (month - 3) + 2) // 5 + day
