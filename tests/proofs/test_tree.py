"""The tree against published vectors, against another implementation, and against forgers."""

from __future__ import annotations

from hashlib import sha256

import pymerkle
import pytest

from settle.proofs.tree import (
    EMPTY_ROOT,
    Frontier,
    consistency_proof,
    inclusion_proof,
    is_consistent,
    is_included,
    leaf_hash,
    root_of,
)
from tests.proofs import second

MOST = 40
LEAVES = [sha256(b"entry %d" % number).digest() for number in range(MOST)]
ROOTS = [root_of(LEAVES[:size]) for size in range(MOST + 1)]

# The eight leaves of the Certificate Transparency reference tests, the roots over the first n of
# them, and some of their proofs: transparency-dev/merkle, testonly/constants.go and
# testonly/reference_test.go. RFC 9162 hashes as RFC 6962 did.
GIVEN_LEAVES = [
    bytes.fromhex(text)
    for text in ("", "00", "10", "2021", "3031", "40414243", "5051525354555657",
                 "606162636465666768696a6b6c6d6e6f")
]  # fmt: skip
GIVEN_ROOTS = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
A = "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7"
B = "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e"
C = "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b"
D = "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0"
E = "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4"
F = "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a"


def as_hex(proof: tuple[bytes, ...]) -> list[str]:
    return [node.hex() for node in proof]


@pytest.mark.parametrize("size", range(9))
def test_roots_are_those_published(size):
    assert root_of(GIVEN_LEAVES[:size]).hex() == GIVEN_ROOTS[size]


@pytest.mark.parametrize(
    ("place", "size", "proof"),
    [
        (0, 1, []),
        (0, 2, [A]),
        (1, 2, [GIVEN_ROOTS[1]]),
        (2, 3, [GIVEN_ROOTS[2]]),
        (1, 5, [GIVEN_ROOTS[1], B, C]),
        (0, 8, [A, B, E]),
        (5, 8, [C, D, GIVEN_ROOTS[4]]),
    ],
)
def test_inclusion_proofs_are_those_published(place, size, proof):
    assert as_hex(inclusion_proof(GIVEN_LEAVES[:size], place)) == proof


@pytest.mark.parametrize(
    ("old_size", "size", "proof"),
    [
        (1, 1, []),
        (1, 8, [A, B, E]),
        (2, 5, [B, C]),
        (6, 8, [F, D, GIVEN_ROOTS[4]]),
    ],
)
def test_consistency_proofs_are_those_published(old_size, size, proof):
    assert as_hex(consistency_proof(GIVEN_LEAVES[:size], old_size)) == proof


# --- another implementation -----------------------------------------------------------------------


@pytest.fixture(scope="module")
def other() -> pymerkle.InmemoryTree:
    """The same leaves in the tree of pymerkle."""
    tree = pymerkle.InmemoryTree(algorithm="sha256")
    tree.append_entries(LEAVES)
    return tree


@pytest.mark.parametrize("size", range(1, MOST + 1))
def test_pymerkle_finds_the_same_roots_and_inclusions(other, size):
    """It counts from 1, and its proofs begin with the leaf; those of consistency are of its own."""
    assert other.get_root(size) == ROOTS[size]
    for place in range(size):
        theirs = other.prove_inclusion(place + 1, size).path
        assert [other.get_leaf(place + 1), *inclusion_proof(LEAVES[:size], place)] == theirs


@pytest.mark.parametrize("size", range(1, MOST + 1))
def test_the_definitions_of_the_rfc_give_the_same(size):
    leaves = LEAVES[:size]
    assert second.mth(leaves) == ROOTS[size]
    for place in range(size):
        assert second.path(place, leaves) == [*inclusion_proof(leaves, place)]
    for old_size in range(1, size + 1):
        proof = [*consistency_proof(leaves, old_size)]
        assert second.proof(old_size, leaves) == proof
        assert second.holds(old_size, ROOTS[old_size], size, ROOTS[size], proof)


@pytest.mark.parametrize("size", range(2, 20))
def test_both_judge_a_forged_consistency_alike(size):
    leaves = LEAVES[:size]
    for old_size in range(1, size):
        old_root, root = ROOTS[old_size], ROOTS[size]
        for forged in forgeries(consistency_proof(leaves, old_size)):
            assert not second.holds(old_size, old_root, size, root, [*forged])
            assert not is_consistent(old_size, old_root, size, root, forged)


# --- what holds -----------------------------------------------------------------------------------


@pytest.mark.parametrize("size", range(MOST + 1))
def test_every_proof_of_a_tree_holds(size):
    leaves = LEAVES[:size]
    for place in range(size):
        proof = inclusion_proof(leaves, place)
        assert is_included(leaves[place], place, size, ROOTS[size], proof)
    for old_size in range(size + 1):
        proof = consistency_proof(leaves, old_size)
        assert is_consistent(old_size, ROOTS[old_size], size, ROOTS[size], proof)


def test_a_growing_tree_has_the_roots_of_all_its_sizes():
    growing = Frontier()
    for size, leaf in enumerate(LEAVES):
        assert (growing.size, growing.root()) == (size, ROOTS[size])
        growing.add(leaf)


# --- what does not --------------------------------------------------------------------------------


def flipped(node: bytes, place: int) -> bytes:
    return node[:place] + bytes([node[place] ^ 1 << place % 8]) + node[place + 1 :]


def forgeries(proof: tuple[bytes, ...]) -> list[tuple[bytes, ...]]:
    """The proof with any byte another, a node less, one more, in another order."""
    made = [
        (*proof[:step], flipped(node, place), *proof[step + 1 :])
        for step, node in enumerate(proof)
        for place in range(32)
    ]
    made += [(*proof[:step], *proof[step + 1 :]) for step in range(len(proof))]
    made += [(*proof[:step], ROOTS[7], *proof[step:]) for step in range(len(proof) + 1)]
    made += [(*proof, *proof[-1:])] if proof else []
    return [*made, proof[::-1]] if len(set(proof)) > 1 else made


SIZES = [1, 2, 3, 4, 5, 7, 8, 9, 12, 16, 17, 31, 32, 33, 40]


@pytest.mark.parametrize("size", SIZES)
def test_no_forged_inclusion_holds(size):
    leaves, root = LEAVES[:size], ROOTS[size]
    for place in range(size):
        leaf, proof = leaves[place], inclusion_proof(leaves, place)
        for forged in forgeries(proof):
            assert not is_included(leaf, place, size, root, forged)
        for byte in range(32):
            assert not is_included(flipped(leaf, byte), place, size, root, proof)
            assert not is_included(leaf, place, size, flipped(root, byte), proof)
        for other_place in {*range(-1, size + 2)} - {place}:
            assert not is_included(leaf, other_place, size, root, proof)
        for other in {*range(MOST + 1)} - {size}:
            assert not is_included(leaf, place, size, ROOTS[other], proof)
            assert not is_included(leaf, place, other, ROOTS[other], proof)


@pytest.mark.parametrize("size", SIZES)
def test_no_forged_consistency_holds(size):
    leaves, root = LEAVES[:size], ROOTS[size]
    for old_size in range(1, size + 1):
        old_root, proof = ROOTS[old_size], consistency_proof(leaves, old_size)
        for forged in forgeries(proof):
            assert not is_consistent(old_size, old_root, size, root, forged)
        for byte in range(32):
            assert not is_consistent(old_size, flipped(old_root, byte), size, root, proof)
            assert not is_consistent(old_size, old_root, size, flipped(root, byte), proof)
        for other_root in {*ROOTS} - {old_root}:
            assert not is_consistent(old_size, other_root, size, root, proof)
        for other_root in {*ROOTS} - {root}:
            assert not is_consistent(old_size, old_root, size, other_root, proof)
        if old_size < size:
            assert not is_consistent(size, root, old_size, old_root, proof)
        # A root does not say of how many leaves it is; a checkpoint says both.
        for other in {*range(1, MOST + 1)} - {old_size}:
            assert not is_consistent(other, ROOTS[other], size, root, proof)
        for other in {*range(old_size, MOST + 1)} - {size}:
            assert not is_consistent(old_size, old_root, other, ROOTS[other], proof)


@pytest.mark.parametrize(
    ("old_size", "size", "proof"),
    [(0, 3, (ROOTS[3],)), (0, -1, ()), (-1, 3, ()), (3, 0, ()), (3, 5, ()), (4, 5, ())],
)
def test_sizes_that_cannot_be(old_size, size, proof):
    old_root, root = ROOTS[max(0, old_size)], ROOTS[max(0, size)]
    assert not is_consistent(old_size, old_root, size, root, proof)


def test_a_proof_that_ends_before_the_root():
    """The nodes lead to the root of two leaves, and four are claimed."""
    second_leaf = (leaf_hash(LEAVES[1]),)
    assert is_consistent(1, ROOTS[1], 2, ROOTS[2], second_leaf)
    assert not is_consistent(1, ROOTS[1], 4, ROOTS[2], second_leaf)
    assert is_included(LEAVES[0], 0, 2, ROOTS[2], second_leaf)
    assert not is_included(LEAVES[0], 0, 4, ROOTS[2], second_leaf)


def test_nothing_is_the_beginning_of_everything_if_it_is_nothing():
    assert is_consistent(0, EMPTY_ROOT, 5, ROOTS[5], ())
    assert not is_consistent(0, ROOTS[1], 5, ROOTS[5], ())


@pytest.mark.parametrize("cut", range(1, 17))
def test_a_history_that_is_another_has_no_proof(cut):
    """Whatever is offered for it: the proof over the other history is none for the old root."""
    rewritten = [*LEAVES[: MOST - cut], *(leaf[::-1] for leaf in LEAVES[MOST - cut :])]
    root = root_of(rewritten)
    for old_size in range(MOST - cut + 1, MOST + 1):
        proof = consistency_proof(rewritten, old_size)
        assert not is_consistent(old_size, ROOTS[old_size], MOST, root, proof)
