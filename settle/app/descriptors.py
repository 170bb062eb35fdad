"""How many connections there is room for, by the files that a process may have open."""

import logging
import resource
from contextlib import suppress
from typing import Final

BESIDES: Final = 100
"""What a process has open besides connections: modules, pipes, logs."""
BY_THREAD: Final = 4
"""What each thread has open: the book, its journal, or connections to a server."""
_LEAST_SHARE: Final = 4
"""One in so many files is a connection also where less room is left than that."""

_LOG: Final = logging.getLogger(__name__)


def room_for(connections: int, threads: int) -> int:
    """How many of so many connections a process may have open; more files are asked for before.

    A soft limit is raised as far as is needed and the hard one allows. Where that is not enough it
    is said in a line of the log.
    """
    besides = BESIDES + BY_THREAD * threads
    files = _raised(connections + besides)
    if files >= connections + besides:
        return connections
    room = max(files - besides, files // _LEAST_SHARE)
    _LOG.warning(
        "%d files may be open in a process, so there are at most %d connections, not %d;"
        " raise the limit (ulimit -Hn, LimitNOFILE=) to %d",
        files, room, connections, connections + besides,
    )  # fmt: skip
    return room


def _raised(needed: int) -> int:
    """How many files may be open once so many were asked for; no more of them where none limits."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if _is_within(needed, soft):
        return needed
    wanted = needed if _is_within(needed, hard) else hard
    # Some systems have a limit of their own below the hard one.
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


def _is_within(needed: int, limit: int) -> bool:
    return limit == resource.RLIM_INFINITY or needed <= limit
