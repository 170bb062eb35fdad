"""Shards scored on a Dask cluster: whoever works is told paths and places, and hands back hashes.

Every machine sees the files and the folder of the shards at the same paths. What the parts of a
cluster tell one another may be any program, so it stays on one machine or goes by TLS. A shard is
begun anew where the one who worked on it is gone; what was finished stays. Needs the extra
``cluster``.
"""

import logging
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from ipaddress import ip_address
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import urlsplit

from settle import __version__
from settle.bulk.answering import Agreed
from settle.bulk.refusing import BulkRefused
from settle.bulk.shards import Finished, Shard, ShardScorer, rulesets_of

if TYPE_CHECKING:
    from distributed import Client

AHEAD: Final = 2
"""Shards for each thread of the cluster that are handed out and not yet fetched in order."""

PATIENCE: Final = 15
"""Seconds for a scheduler to answer, and for the first worker to be there."""


class ClusterRefused(BulkRefused):
    """There is no cluster to work on, or none that is safe; the text says why."""


class Job(NamedTuple):
    """What is the same for all shards."""

    folder: Path
    agreed: Agreed
    named: bool
    """Whether an error names its file."""
    settle: str
    """The version, and the digests of the rulesets: whoever works has to have the same."""
    rulesets: Mapping[str, str]


def on_cluster(
    address: str, shards: Iterable[Shard], job: Job
) -> Generator[tuple[Shard, Finished], None, None]:
    """Each shard and what came of it, in order.

    Raises ClusterRefused, also where a worker has another Settle or other rulesets, and OSError for
    what a worker could not read or write.
    """
    require_safe(address)
    with _connected(address) as client:
        info = client.scheduler_info(n_workers=-1)
        for each in (str(info["address"]), *info["workers"]):
            require_safe(each)
        threads = client.nthreads()  # type: ignore[no-untyped-call]
        most = AHEAD * sum(threads.values())
        yield from _in_order(client, iter(shards), job, most)


def require_safe(address: str) -> None:
    """Raise ClusterRefused where others could listen, or speak, to what has this address.

    >>> require_safe("tcp://127.0.0.1:8786")
    >>> require_safe("tls://10.0.0.5:8786")
    >>> try:
    ...     require_safe("tcp://10.0.0.5:8786")
    ... except ClusterRefused as refused:
    ...     print(str(refused)[:44])
    tcp://10.0.0.5:8786 can be reached by others
    """
    scheme, host = _parts(address)
    if scheme == "tls" and host:
        return
    if scheme != "tcp" or not host:
        raise ClusterRefused(
            f"{address} is no address of a scheduler, such as tcp://127.0.0.1:8786."
        )
    if not _is_loopback(host):
        raise ClusterRefused(
            f"{address} can be reached by others, and a cluster does whatever it is told. Start its"
            " scheduler and workers with --host 127.0.0.1, or with certificates as tls://…"
        )


def _parts(address: str) -> tuple[str, str | None]:
    try:
        parts = urlsplit(address)
    except ValueError:
        return "", None
    return parts.scheme, parts.hostname


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


@contextmanager
def _connected(address: str) -> "Iterator[Client]":
    try:
        from distributed import CancelledError, Client, KilledWorker  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise ClusterRefused(
            'A cluster needs a further library: pip install "settle[cluster]".'
        ) from error
    # What it has to tell is told here.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    try:
        client = Client(  # type: ignore[no-untyped-call]
            address, timeout=PATIENCE, set_as_default=False
        )
    except (OSError, TypeError, ValueError) as error:
        # Certificates that are not there, or not named, are a TypeError.
        raise ClusterRefused(f"No scheduler answers at {address}: {error}") from error
    with client:
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError as error:
            raise ClusterRefused(f"The cluster at {address} has no worker.") from error
        try:
            yield client
        except KilledWorker as error:
            raise ClusterRefused(
                "A shard was begun several times, and each time its worker was gone."
            ) from error
        except CancelledError as error:
            raise ClusterRefused(f"The scheduler at {address} is gone.") from error


def _in_order(
    client: "Client", shards: Iterator[Shard], job: Job, most: int
) -> Iterator[tuple[Shard, Finished]]:
    """What is finished is fetched at once, so that nobody who goes afterwards takes it along."""
    from distributed import as_completed  # noqa: PLC0415 - an extra

    handed: dict[int, Shard] = {}
    made: dict[int, Finished] = {}

    def futures() -> list[Any]:
        """Hand out as many as may be waiting."""
        new = list(islice(shards, max(0, most - len(handed))))
        handed.update({shard.number: shard for shard in new})
        return [client.submit(score_shard, shard, job, pure=False) for shard in new]

    waiting = as_completed(  # type: ignore[no-untyped-call]
        futures(), loop=client.loop, with_results=True
    )
    for future, (number, finished) in waiting:
        # Of what is still wanted, more than the result is made again where its maker is gone.
        future.release()
        made[number] = finished
        # A dict keeps the order in which they were handed out.
        while handed and (first := next(iter(handed))) in made:
            yield handed.pop(first), made.pop(first)
        waiting.update(futures())  # type: ignore[no-untyped-call]


def score_shard(shard: Shard, job: Job) -> tuple[int, Finished]:
    """On a worker: score a shard into its file."""
    rulesets = rulesets_of(job.agreed)
    if (job.settle, job.rulesets) != (__version__, rulesets):
        raise ClusterRefused(
            f"A worker has Settle {__version__} and its rulesets, which are not those of"
            f" {job.settle} here."
        )
    return shard.number, ShardScorer(job.folder, job.agreed, job.named)(shard)
