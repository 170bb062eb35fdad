"""Moments as pages show them where no script tells them in the zone of whoever reads."""

from datetime import UTC, datetime


def utc_day(at: str) -> str:
    """The day of a moment (RFC 3339, with whatever offset), and whose day that is.

    >>> utc_day("2026-12-01T07:59:00.000+08:00")
    '2026-11-30 UTC'
    """
    return f"{_utc(at):%Y-%m-%d} UTC"


def utc_minute(at: str) -> str:
    """The moment to the minute, and whose clock that is.

    >>> utc_minute("2026-12-01T07:59:00.000+08:00")
    '2026-11-30 23:59 UTC'
    """
    return f"{_utc(at):%Y-%m-%d %H:%M} UTC"


def _utc(at: str) -> datetime:
    return datetime.fromisoformat(at).astimezone(UTC)
