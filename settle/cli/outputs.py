"""Where a command's output goes: standard output, or a file that is there as a whole or not."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO, TypeVar

import click

_Command = TypeVar("_Command", bound=Callable[..., Any])


def output_option(command: _Command) -> _Command:
    """``-o``, the file to write to."""
    return click.option(
        "-o",
        "--output",
        type=click.Path(dir_okay=False),
        metavar="FILE",
        help="Write to this file, which is there as a whole or not at all.",
    )(command)


@contextmanager
def written_to(output: str | None) -> Iterator[BinaryIO]:
    """Standard output, or a file that takes its name once all of it is written."""
    if output is None:
        yield sys.stdout.buffer
        return
    part = f"{output}.part"
    with open(part, "wb") as stream:  # noqa: PTH123 - a Path would import pathlib
        try:
            yield stream
        except BaseException:
            os.unlink(part)  # noqa: PTH108
            raise
    os.replace(part, output)  # noqa: PTH105
