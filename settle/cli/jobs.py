"""What the commands share that let several processes work."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, TypeVar

import click

_Command = TypeVar("_Command", bound=Callable[..., Any])

MOST_JOBS: Final = 256


def jobs_option(command: _Command) -> _Command:
    """``--jobs``, how many processes work."""
    return click.option(
        "--jobs",
        metavar="N",
        type=click.IntRange(1, MOST_JOBS),
        default=1,
        help="How many processes work (1); what comes out is the same.",
    )(command)


def _what_was_printed() -> str:
    return "What was printed is right as far as it goes; the rest was not looked at."


@contextmanager
def lost_in_words(kept: Callable[[], str] = _what_was_printed) -> Iterator[None]:
    """End the command with exit status 1 where a process was ended by somebody else.

    ``kept`` says what stays of the work.
    """
    from settle.bulk.workers import WorkerLostError

    try:
        yield
    except WorkerLostError as lost:
        place = getattr(lost.task, "place", "a part of it")
        raise click.ClickException(
            f"A process that worked on {place} was ended from outside ({lost.how}). {kept()}"
        ) from lost
