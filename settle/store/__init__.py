"""The store: the book in an SQLite file. No SQL and no SQLite outside this package.

``Store.open(path)``, then ``with store.writing() as w:`` for one durable transaction and
``with store.reading() as r:`` for a snapshot.
"""

from settle.store.access import CredentialRow, GrantRow, KeyRow, LinkRow, Request
from settle.store.circles import GroupRow, MemberRow
from settle.store.connecting import Value
from settle.store.copying import Copied, back_up, move, restore
from settle.store.drafts import DraftRow
from settle.store.errors import StoreRefused, StoreUnavailable
from settle.store.naming import THE_GROUP, NamingRow
from settle.store.reading import BookSize, Inspection, Reader
from settle.store.records import (
    WHOLE_BOOK,
    AnswerRow,
    AnyRow,
    ConfirmationRow,
    DisputeRow,
    GameRow,
    Opened,
    RulesetRow,
    SessionRow,
    StoreInfo,
    Table,
    Totals,
    as_cells,
)
from settle.store.sqlite import VERSION as SQLITE_VERSION
from settle.store.sqlite import journal_for
from settle.store.store import Store, is_on_server
from settle.store.writing import Writer

__all__ = [
    "JOURNAL_MODE",
    "SQLITE_VERSION",
    "THE_GROUP",
    "WHOLE_BOOK",
    "AnswerRow",
    "AnyRow",
    "BookSize",
    "ConfirmationRow",
    "Copied",
    "CredentialRow",
    "DisputeRow",
    "DraftRow",
    "GameRow",
    "GrantRow",
    "GroupRow",
    "Inspection",
    "KeyRow",
    "LinkRow",
    "MemberRow",
    "NamingRow",
    "Opened",
    "Reader",
    "Request",
    "RulesetRow",
    "SessionRow",
    "Store",
    "StoreInfo",
    "StoreRefused",
    "StoreUnavailable",
    "Table",
    "Totals",
    "Value",
    "Writer",
    "as_cells",
    "back_up",
    "is_on_server",
    "move",
    "restore",
]

JOURNAL_MODE = journal_for().mode
"""``wal`` or ``delete``: how a book is kept by the SQLite that is here."""
