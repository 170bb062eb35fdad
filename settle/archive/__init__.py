"""The archive: sessions out of a book and into another one, every hash kept.

:mod:`settle.archive.lines` is the form of an exported ledger, :mod:`settle.archive.exporting` and
:mod:`settle.archive.importing` write and store one, :mod:`settle.archive.spreadsheet` makes a
table for people, :mod:`settle.archive.rounds` records a file of rounds.
"""
