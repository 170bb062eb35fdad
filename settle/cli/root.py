"""The group of all commands, and what is the same for each of them: how they end."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import Any, Final

import click

from settle import __version__

COMMANDS: Final = {
    "audit": "Check a book, or an exported ledger, and score every game again.",
    "backup": "Copy a book into a file, while it is served.",
    "checkpoint": "Write the lines to keep elsewhere, so that nothing is changed unseen.",
    "config": "Show every setting of the service, and what said so.",
    "demo": "Score a recorded evening and show who pays whom.",
    "explain": "Explain a round to people, every point with its reason.",
    "export": "Write a session, or the whole book, as a ledger (NDJSON) or a table (CSV).",
    "import": "Take an exported ledger, or a file of rounds, into the book.",
    "keys": "Manage who may use the service of a book; hand it over.",
    "migrate": "Move a book from its file to a PostgreSQL server.",
    "restore": "Put a copy of a book in its place.",
    "rulesets": "List, show and check rulesets.",
    "score": "Score round documents: one, an array, or one a line.",
    "serve": "Serve a book over HTTP, on this machine.",
    "sheet": "Add up the games of an evening: running nets, and who pays whom.",
    "verifier": "Print a program of one file that checks ledgers without Settle.",
}
"""Each command with a line about it; its module in this package is loaded when it is asked for."""

_ELSEWHERE: Final = {
    "export": ("archive", "export"),
    "import": ("archive", "import_"),
    "restore": ("backup", "restore"),
    "verifier": ("checkpoint", "verifier"),
}
"""Module and function of the commands that have no module of their own name."""

INTERRUPTED: Final = 130
READER_GONE: Final = 141
"""What a shell reports of a program that was ended by the signal of the same meaning."""


class Root(click.Group):
    """A group whose commands end quietly where the person or the reader has had enough.

    A command returns its exit status: 0 done, 1 some input was refused. Wrong usage is 2.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Name all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Load one command."""
        if cmd_name not in COMMANDS:
            return None
        module, function = _ELSEWHERE.get(cmd_name, (cmd_name, cmd_name))
        command: click.Command = getattr(import_module(f"settle.cli.{module}"), function)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the list of commands without loading any of them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def main(self, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - click's own signature
        """Run, and show what click has to say about wrong usage."""
        try:
            status = super().main(*args, **kwargs)
        except click.Abort:
            return INTERRUPTED
        except click.ClickException as error:
            _show(error)
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
            _give_up_output()
            return READER_GONE
        except OSError as error:
            _give_up_output()
            raise click.ClickException(_plainly(error)) from error
        return status


def _show(error: click.ClickException) -> None:
    """Print what is wrong, in lines that fit a terminal."""
    from settle.cli.shared import complain

    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        click.echo(error.format_message(), err=True)
        return
    if isinstance(error, click.UsageError) and error.ctx is not None:
        # What click says of the command itself, without its own line about the error.
        click.echo(error.ctx.get_usage(), err=True)
        if error.ctx.command.get_help_option(error.ctx) is not None:
            click.echo(f"Try '{error.ctx.command_path} --help' for help.\n", err=True)
    complain(error.format_message())


def _give_up_output() -> None:
    """Python would try once more to write at its end, and complain."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _plainly(error: OSError) -> str:
    told = error.strerror or str(error)
    return told if error.filename is None else f"{error.filename}: {told}"


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
