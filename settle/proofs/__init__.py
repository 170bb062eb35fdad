"""Proofs: what a player keeps outside the book, so that nothing in it can be changed unseen.

:mod:`settle.proofs.tree` is the Merkle tree of RFC 9162, :mod:`settle.proofs.checkpoint` the three
lines that name a tree, :mod:`settle.proofs.signing` a signature under them,
:mod:`settle.proofs.making` makes them out of a book, :mod:`settle.proofs.comparing` holds a book or
an exported ledger against them, :mod:`settle.proofs.chat` writes the text that people read.
"""
