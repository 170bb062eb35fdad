"""Making checkpoints and proofs out of a book."""

from collections.abc import Iterator
from typing import Any

from settle.proofs.checkpoint import Checkpoint, Listed, leaf_of, root_of_sessions, spelled
from settle.proofs.tree import Frontier, consistency_proof, inclusion_proof, root_of
from settle.store import Reader, SessionRow


def session_checkpoint(r: Reader, row: SessionRow) -> Checkpoint:
    """The checkpoint of a session as it stands."""
    return Checkpoint(_book(r), row.id, row.head_seq, _root(r, row))


def book_checkpoint(r: Reader) -> Checkpoint:
    """The checkpoint of the whole book as it stands: every session of it, listed."""
    listed = tuple(Listed(row.id, row.head_seq, _root(r, row)) for row in r.sessions())
    return Checkpoint(_book(r), None, len(listed), root_of_sessions(listed), listed)


def proof_of_entry(r: Reader, row: SessionRow, seq: int, size: int) -> dict[str, Any]:
    """That an entry is among the first ``size`` of its session, 1 <= seq <= size <= head."""
    hashes = list(r.hashes(row.id, size))
    leaves = [leaf_of(each) for each in hashes]
    return {
        "proof": "inclusion",
        "book": _book(r),
        "session": row.id,
        "entry": {"seq": seq, "hash": hashes[seq - 1]},
        "size": size,
        "root": spelled(root_of(leaves)),
        "path": [spelled(node) for node in inclusion_proof(leaves, seq - 1)],
    }


def proof_of_growth(r: Reader, row: SessionRow, old_size: int, size: int) -> dict[str, Any]:
    """That the first ``old_size`` entries are still there, 0 <= old_size <= size <= head."""
    leaves = list(_leaves(r, row.id, size))
    return {
        "proof": "consistency",
        "book": _book(r),
        "session": row.id,
        "from": {"size": old_size, "root": spelled(root_of(leaves[:old_size]))},
        "size": size,
        "root": spelled(root_of(leaves)),
        "path": [spelled(node) for node in consistency_proof(leaves, old_size)],
    }


def _book(r: Reader) -> str:
    book = r.book_id()
    assert book is not None, "a book that was opened for writing has its name"
    return book


def _root(r: Reader, row: SessionRow) -> bytes:
    return Frontier(_leaves(r, row.id, row.head_seq)).root()


def _leaves(r: Reader, session: str, size: int) -> Iterator[bytes]:
    return (leaf_of(each) for each in r.hashes(session, size))
