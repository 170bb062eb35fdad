"""The book: sessions opened, games recorded, corrected and voided, settled and looked at.

``Book(store, rulebook)`` has the operations; each answers with a status and canonical JSON, or
raises a refusal that :func:`problem` puts in words.
"""

from settle.book.answers import Answer, Conflict, NotFound
from settle.book.book import Book
from settle.wire import problem

__all__ = ["Answer", "Book", "Conflict", "NotFound", "problem"]
