"""The group of all commands, and what is the same for each of them: how they end."""

from __future__ import annotations

import os
import sys
from typing import Any, Final

import click

from settle import __version__
from settle.cli.demo import demo
from settle.cli.explain import explain
from settle.cli.rulesets import rulesets
from settle.cli.score import score
from settle.cli.sheet import sheet

INTERRUPTED: Final = 130
READER_GONE: Final = 141
"""What a shell reports of a program that was ended by the signal of the same meaning."""


class Root(click.Group):
    """A group whose commands end quietly where the person or the reader has had enough.

    A command returns its exit status: 0 done, 1 some input was refused. Wrong usage is 2.
    """

    def main(self, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - click's own signature
        """Run, and show what click has to say about wrong usage."""
        try:
            status = super().main(*args, **kwargs)
        except click.Abort:
            return INTERRUPTED
        except click.ClickException as error:
            error.show()
            return error.exit_code
        return status or 0

    def invoke(self, ctx: click.Context) -> object:
        """Run the command that was asked for."""
        try:
            status = super().invoke(ctx)
            sys.stdout.flush()
        except KeyboardInterrupt:
            return INTERRUPTED
        except BrokenPipeError:
            # Python would try once more to write at its end, and complain.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return READER_GONE
        except OSError as error:
            raise click.ClickException(_plainly(error)) from error
        return status


def _plainly(error: OSError) -> str:
    if error.filename is None or error.strerror is None:
        return str(error)
    return f"{error.filename}: {error.strerror}"


@click.group(
    cls=Root,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit status: 0 done, 1 some input was refused, 2 wrong usage.",
)
@click.version_option(__version__, "--version", prog_name="settle")
def root() -> None:
    """Score recorded rounds of thirteen-card poker (十三張) and say who pays whom.

    \b
    settle demo                          a recorded evening, scored
    settle score round.json              the result of a round, as JSON
    settle score < evening.ndjson        of many rounds, one a line
    settle explain round.json            a round for people, every point with its reason
    settle rulesets show tw-scoop        what a ruleset says, and where that comes from
    """


for _command in (score, explain, sheet, rulesets, demo):
    root.add_command(_command)
