"""Write rulesets/digests.lock: ``make lock-rulesets``.

New versions are added. A released version whose text has changed is refused, because money has
moved on it: a fix is a new version. ``--replace NAME...`` is for what was never released.
"""

from __future__ import annotations

import sys

from settle.data import data_folder
from settle.rulebook import Rulebook
from settle.rulebook.text import LOCK, lock_differences, lock_text


def main(replaced: list[str]) -> int:
    book = Rulebook()
    digests = book.digests()
    refused = [
        difference
        for difference in lock_differences(digests, book.locked())
        if difference.locked is not None and difference.name not in replaced
    ]
    for difference in refused:
        change = "has changed" if difference.found else "is gone"
        sys.stderr.write(f"{difference.name} {change} after it was released; make a new version\n")
    if not refused:
        (data_folder("rulesets") / LOCK).write_text(lock_text(digests), "utf-8")
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[2:] if sys.argv[1:2] == ["--replace"] else []))
