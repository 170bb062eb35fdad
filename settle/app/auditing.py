"""The whole book checked: every hash computed, every game scored again."""

from typing import Final

from flask import Blueprint, Response

from settle.app.answering import reply_with
from settle.app.asking import book, document
from settle.audit import Tally, audit_book
from settle.audit.report import audit_report
from settle.book import Book
from settle.faults import RefusedError
from settle.wire.answers.asked import AuditDocument
from settle.wire.sessions import load_part

routes: Final = Blueprint("auditing", __name__, url_prefix="/v1")


@routes.post("/audit")
def audit() -> Response:
    """A full report."""
    _, faults = load_part(document(), AuditDocument)
    if faults:
        raise RefusedError(faults)
    return reply_with(_report(book()))


def _report(served: Book) -> dict[str, object]:
    tally = Tally()
    with served.store.inspected() as inspection:
        return audit_report(audit_book(inspection, served.rulebook.locked(), tally), tally)
