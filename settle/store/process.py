"""Which process this is, without asking the system at every statement."""

import os
from typing import Final


class _Process:
    """The process that looks at it, a forked child as well."""

    def __init__(self) -> None:
        self.id = os.getpid()

    def look_again(self) -> None:
        """In a child it is another."""
        self.id = os.getpid()


PROCESS: Final = _Process()

os.register_at_fork(after_in_child=PROCESS.look_again)
