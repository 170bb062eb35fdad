"""The Merkle tree of RFC 9162, section 2.1, over SHA-256: roots and proofs, and what they prove.

A leaf is given as its data. Every function is pure; places are counted from 0, as the RFC does.
"""

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Final

HASH_BYTES: Final = 32
EMPTY_ROOT: Final = sha256().digest()
"""The root of the tree without leaves."""

_LEAF: Final = b"\x00"
_NODE: Final = b"\x01"


def leaf_hash(data: bytes) -> bytes:
    """The hash of a leaf; no node within a tree can have the same."""
    return sha256(_LEAF + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of a node above two others."""
    return sha256(_NODE + left + right).digest()


class Frontier:
    """A tree that leaves are added to, of which only what later roots need is kept."""

    __slots__ = ("_peaks", "size")

    def __init__(self, leaves: Iterable[bytes] = ()) -> None:
        self.size = 0
        self._peaks: list[bytes] = []
        """Roots of the full trees that the leaves make up, the largest first."""
        for leaf in leaves:
            self.add(leaf)

    def add(self, leaf: bytes) -> None:
        """Add a leaf after the last one."""
        node, full = leaf_hash(leaf), self.size
        while full & 1:
            node, full = node_hash(self._peaks.pop(), node), full >> 1
        self._peaks.append(node)
        self.size += 1

    def root(self) -> bytes:
        """The root over the leaves so far."""
        if not self._peaks:
            return EMPTY_ROOT
        *larger, root = self._peaks
        for peak in reversed(larger):
            root = node_hash(peak, root)
        return root


def root_of(leaves: Iterable[bytes]) -> bytes:
    """The root over these leaves.

    >>> root_of([]).hex()[:8], root_of([b""]).hex()[:8]
    ('e3b0c442', '6e340b9c')
    """
    return Frontier(leaves).root()


def inclusion_proof(leaves: Sequence[bytes], place: int) -> tuple[bytes, ...]:
    """The nodes that lead from the leaf at a place to the root over all these leaves."""
    assert 0 <= place < len(leaves)
    if len(leaves) == 1:
        return ()
    half = _left_size(len(leaves))
    if place < half:
        return (*inclusion_proof(leaves[:half], place), root_of(leaves[half:]))
    return (*inclusion_proof(leaves[half:], place - half), root_of(leaves[:half]))


def consistency_proof(leaves: Sequence[bytes], old_size: int) -> tuple[bytes, ...]:
    """The nodes that show the first ``old_size`` leaves to be the beginning of all these."""
    assert 0 <= old_size <= len(leaves)
    return _subproof(leaves, old_size, is_known=True) if old_size else ()


def _subproof(leaves: Sequence[bytes], old_size: int, *, is_known: bool) -> tuple[bytes, ...]:
    """SUBPROOF of the RFC; ``is_known`` while what stands left is the old tree itself."""
    if old_size == len(leaves):
        return () if is_known else (root_of(leaves),)
    half = _left_size(len(leaves))
    if old_size <= half:
        return (*_subproof(leaves[:half], old_size, is_known=is_known), root_of(leaves[half:]))
    later = _subproof(leaves[half:], old_size - half, is_known=False)
    return (*later, root_of(leaves[:half]))


def _left_size(size: int) -> int:
    """The largest power of two below a number of leaves."""
    return 1 << (size - 1).bit_length() - 1


def is_included(leaf: bytes, place: int, size: int, root: bytes, proof: Sequence[bytes]) -> bool:
    """Whether a proof shows the leaf to stand at a place in the tree of this size and root."""
    if not 0 <= place < size:
        return False
    node, left, last = leaf_hash(leaf), place, size - 1
    for step in proof:
        if last == 0:
            return False
        if left & 1 or left == last:
            node = node_hash(step, node)
            left, last = _up_to_a_right_turn(left, last)
        else:
            node = node_hash(node, step)
        left, last = left >> 1, last >> 1
    return last == 0 and node == root


def is_consistent(
    old_size: int, old_root: bytes, size: int, root: bytes, proof: Sequence[bytes]
) -> bool:
    """Whether a proof shows the old tree to be the beginning of the one of this size and root."""
    if old_size == 0:
        return size >= 0 and old_root == EMPTY_ROOT and not proof
    if old_size == size:
        return old_size > 0 and old_root == root and not proof
    if not 0 < old_size < size:
        return False
    # A full old tree is itself the first node, and the proof leaves it out.
    steps = [old_root, *proof] if old_size & (old_size - 1) == 0 else [*proof]
    if not steps:
        return False
    left, last = old_size - 1, size - 1
    while left & 1:
        left, last = left >> 1, last >> 1
    old_node = node = steps[0]
    for step in steps[1:]:
        if last == 0:
            return False
        if left & 1 or left == last:
            old_node, node = node_hash(step, old_node), node_hash(step, node)
            left, last = _up_to_a_right_turn(left, last)
        else:
            node = node_hash(node, step)
        left, last = left >> 1, last >> 1
    return last == 0 and (old_node, node) == (old_root, root)


def _up_to_a_right_turn(left: int, last: int) -> tuple[int, int]:
    """Pass the levels on which the last node has nothing beside it."""
    while left and not left & 1:
        left, last = left >> 1, last >> 1
    return left, last
