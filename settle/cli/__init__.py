"""The command line of Settle: a door that holds no rules.

Nothing but the names of the commands is loaded until a command runs, so that ``settle --help``
and scoring one round start quickly.
"""

from __future__ import annotations


def main() -> None:
    """Run the command line and leave with its exit status."""
    import io
    import os
    import sys

    from settle.garbage import collect_seldom

    collect_seldom()
    from settle.cli.root import root

    if sys.stdout is None and sys.argv[1:2] != ["serve"]:
        # Whoever asks for an answer and can get none should not take it for done.
        sys.exit("Error: standard output is closed; redirect it to a file, or to /dev/null")
    # Python has no streams where a program is started without them.
    nowhere = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    sys.stdout, sys.stderr = sys.stdout or nowhere, sys.stderr or nowhere
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A terminal that cannot show 打槍 shows something else, and the rest of the page.
            stream.reconfigure(errors="replace")
    sys.exit(root.main(prog_name="settle", standalone_mode=False))
