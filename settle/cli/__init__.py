"""The command line of Settle."""

from __future__ import annotations


def main() -> None:
    """Run the command line."""
    import click

    from settle import __version__

    @click.command(context_settings={"help_option_names": ["-h", "--help"]})
    @click.version_option(__version__, prog_name="settle")
    def root() -> None:
        """Score a recorded round of thirteen-card poker and say who pays whom."""
        click.echo("Nothing to run yet: see settle --help.")

    root()
