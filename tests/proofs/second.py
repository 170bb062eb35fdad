"""The tree once more, word by word after the definitions of RFC 9162, section 2.1; slow and plain.

MTH, PATH, PROOF and SUBPROOF are those of the text. A proof is checked by the same recursion turned
round: the tree's shape says which node comes next, and both roots are built from the nodes.
"""

from __future__ import annotations

from hashlib import sha256


def split(n: int) -> int:
    """k: the largest power of two smaller than n."""
    k = 1
    while k * 2 < n:
        k *= 2
    return k


def mth(d: list[bytes]) -> bytes:
    """The Merkle Tree Hash of a list."""
    if not d:
        return sha256(b"").digest()
    if len(d) == 1:
        return sha256(b"\x00" + d[0]).digest()
    k = split(len(d))
    return sha256(b"\x01" + mth(d[:k]) + mth(d[k:])).digest()


def path(m: int, d: list[bytes]) -> list[bytes]:
    """PATH(m, D_n)."""
    if len(d) == 1:
        return []
    k = split(len(d))
    return [*path(m, d[:k]), mth(d[k:])] if m < k else [*path(m - k, d[k:]), mth(d[:k])]


def proof(m: int, d: list[bytes]) -> list[bytes]:
    """PROOF(m, D_n)."""
    return subproof(m, d, b=True)


def subproof(m: int, d: list[bytes], *, b: bool) -> list[bytes]:
    """SUBPROOF(m, D_n, b)."""
    n = len(d)
    if m == n:
        return [] if b else [mth(d)]
    k = split(n)
    if m <= k:
        return [*subproof(m, d[:k], b=b), mth(d[k:])]
    return [*subproof(m - k, d[k:], b=False), mth(d[:k])]


def holds(m: int, old_root: bytes, n: int, root: bytes, nodes: list[bytes]) -> bool:
    """Whether PROOF(m, D_n) leads to both roots, 0 < m <= n."""
    rest = list(nodes)
    try:
        made = _roots(m, n, rest, old_root, b=True)
    except IndexError:
        return False
    return rest == [] and made == (old_root, root)


def _roots(m: int, n: int, rest: list[bytes], old_root: bytes, *, b: bool) -> tuple[bytes, bytes]:
    """The roots of the first m leaves and of all n; the nodes are used up from the end."""
    if m == n:
        node = old_root if b else rest.pop()
        return node, node
    k = split(n)
    beside = rest.pop()
    if m <= k:
        old, new = _roots(m, k, rest, old_root, b=b)
        return old, sha256(b"\x01" + new + beside).digest()
    old, new = _roots(m - k, n - k, rest, old_root, b=False)
    return sha256(b"\x01" + beside + old).digest(), sha256(b"\x01" + beside + new).digest()
