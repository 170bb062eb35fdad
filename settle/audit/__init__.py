"""The audit: the whole way run again from what is stored, and every difference named.

:func:`audit_book` reads a database, :func:`audit_ledger` an exported ledger. Both yield findings
as they go; what is sound yields none. :func:`take_ledger` hands what is sound to whoever stores it,
and takes games as they are sealed.
"""

from settle.audit.book import audit_book
from settle.audit.findings import Finding, NetDifference, Tally, first_bad
from settle.audit.ledger import LedgerRefused, audit_ledger, take_ledger
from settle.audit.rows import SessionRows

__all__ = [
    "Finding",
    "LedgerRefused",
    "NetDifference",
    "SessionRows",
    "Tally",
    "audit_book",
    "audit_ledger",
    "first_bad",
    "take_ledger",
]
