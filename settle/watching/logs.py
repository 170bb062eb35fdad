"""Lines for the log: one for each request, and one for whatever else is worth a line.

They go to standard error, each in one piece, so that those of several processes do not mix. A line
holds no card, no name, no body and no secret: of an error it has the kind and the places in the
code, not what it says of the values that it met.
"""

import json
import logging
import os
import traceback
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from enum import StrEnum
from typing import Final

import orjson

STANDARD_ERROR: Final = 2

Write = Callable[[Mapping[str, object]], None]


class LogForm(StrEnum):
    """How a line is written."""

    JSON = "json"
    """An object a line, for programs."""
    TEXT = "text"
    """Words a line, for people."""
    OFF = "off"
    """No line for a request; what goes wrong is told as text."""


def now() -> str:
    """The time of a line: UTC, with milliseconds."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def line_of(form: LogForm, told: Mapping[str, object]) -> str:
    """A line out of what is told, in the order in which it is told.

    >>> line_of(LogForm.TEXT, {"at": "2026-11-30T12:00:00.000Z", "status": 201, "key": "ab12"})
    '2026-11-30T12:00:00.000Z status=201 key=ab12'
    """
    if form is LogForm.JSON:
        return orjson.dumps(told).decode()
    head, *rest = told.items()
    return " ".join([str(head[1]), *[f"{name}={_bare(value)}" for name, value in rest]])


def _bare(value: object) -> str:
    """A value without a space or a line end in it, quoted where it has one."""
    text = str(value)
    is_plain = text.isprintable() and " " not in text and text
    return text if is_plain else json.dumps(text)


def write(line: str) -> None:
    """Write a line at once; a log that is full or gone keeps nobody from being answered."""
    try:
        os.write(STANDARD_ERROR, line.encode("utf-8", "backslashreplace") + b"\n")
    except OSError:
        return


def request_writer(form: LogForm) -> Write | None:
    """What writes a line for a request, if there is to be one."""
    if form is LogForm.OFF:
        return None
    return lambda told: write(line_of(form, told))


class _Lines(logging.Handler):
    """Writes what modules log, in the form of all other lines."""

    def __init__(self, form: LogForm) -> None:
        super().__init__()
        self._form = LogForm.TEXT if form is LogForm.OFF else form

    def emit(self, record: logging.LogRecord) -> None:
        told: dict[str, object] = {
            "at": now(),
            "level": record.levelname.lower(),
            "from": record.name,
            "process": record.process,
            "message": record.getMessage(),
        }
        if record.exc_info and record.exc_info[1] is not None:
            told |= broken(record.exc_info[1])
        write(line_of(self._form, told))


def broken(error: BaseException) -> dict[str, object]:
    """What kind of error it was, and where, the innermost place last.

    Its text is left out: it may quote what somebody sent.
    """
    places = [
        f"{frame.filename.rpartition('/')[2]}:{frame.lineno} {frame.name}"
        for frame in traceback.extract_tb(error.__traceback__)
    ]
    return {"error": type(error).__name__, "places": " < ".join(reversed(places))}


def set_up_logs(form: LogForm) -> None:
    """Have all modules of this process, and the server, log in this form; warnings and worse."""
    root = logging.getLogger()
    for handler in [*root.handlers]:
        root.removeHandler(handler)
    root.addHandler(_Lines(form))
    root.setLevel(logging.WARNING)
