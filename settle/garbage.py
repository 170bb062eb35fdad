"""How often Python looks for garbage that its counting does not find: seldom.

Documents have no circles in them. Looking through all that are held, a book's worth at times, takes
longer than scoring them.
"""

import gc
from typing import Final

BETWEEN_COLLECTIONS: Final = 20_000
"""Objects more than before; a batch of a hundred games makes fewer."""


def collect_seldom() -> None:
    """From now on, in this process."""
    gc.set_threshold(BETWEEN_COLLECTIONS)


def leave_alone() -> None:
    """What is there by now stays: not to be looked at again, nor copied by processes that fork."""
    gc.collect()
    gc.freeze()
