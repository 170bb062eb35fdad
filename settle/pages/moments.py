"""Moments as pages show them where no script tells them in the zone of whoever reads."""

from datetime import UTC, datetime


def utc_day(at: str) -> str:
    """The day of a moment (RFC 3339, with whatever offset), and whose day that is.

    One that calendars of this kind do not reach, or within a leap second, stands as it is written.

    >>> utc_day("2026-12-01T07:59:00.000+08:00"), utc_day("0000-01-01T00:00:00+14:00")
    ('2026-11-30 UTC', '0000-01-01')
    """
    moment = _utc(at)
    return at[:10] if moment is None else f"{moment:%Y-%m-%d} UTC"


def utc_minute(at: str) -> str:
    """The moment to the minute, and whose clock that is; else as :func:`utc_day` has it.

    >>> utc_minute("2026-12-01T07:59:00.000+08:00"), utc_minute("2016-12-31T23:59:60Z")
    ('2026-11-30 23:59 UTC', '2016-12-31T23:59:60Z')
    """
    moment = _utc(at)
    return at if moment is None else f"{moment:%Y-%m-%d %H:%M} UTC"


def _utc(at: str) -> datetime | None:
    try:
        return datetime.fromisoformat(at).astimezone(UTC)
    except (ValueError, OverflowError):
        return None
