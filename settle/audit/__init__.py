"""The audit: the whole way run again from what is stored, and every difference named.

:func:`audit_book` reads a database, :func:`audit_ledger` an exported ledger. Both yield findings
as they go; what is sound yields none.
"""

from settle.audit.book import audit_book
from settle.audit.findings import Finding, NetDifference, Tally, first_bad
from settle.audit.ledger import LedgerRefused, audit_ledger

__all__ = [
    "Finding",
    "LedgerRefused",
    "NetDifference",
    "Tally",
    "audit_book",
    "audit_ledger",
    "first_bad",
]
