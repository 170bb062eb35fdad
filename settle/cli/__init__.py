"""The command line of Settle."""

from __future__ import annotations


def main() -> None:
    """Run the command line."""
    import click

    from settle import __version__

    @click.group(context_settings={"help_option_names": ["-h", "--help"]})
    @click.version_option(__version__, prog_name="settle")
    def root() -> None:
        """Score recorded rounds of thirteen-card poker and say who pays whom."""

    @root.command()
    def demo() -> None:
        """Score the recorded evening (not there yet)."""
        click.echo("There is no recorded evening in this version yet.")

    root()
