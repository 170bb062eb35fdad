"""The command line of Settle: a door that holds no rules.

Nothing but the names of the commands is loaded until a command runs, so that ``settle --help``
and scoring one round start quickly.
"""

from __future__ import annotations


def main() -> None:
    """Run the command line and leave with its exit status."""
    import sys

    from settle.cli.root import root

    sys.exit(root.main(prog_name="settle", standalone_mode=False))
