"""A table's own rulesets: validated, kept by digest, never changed."""

from settle.book.answers import CREATED, Answer, Conflict
from settle.canonical import canonical_bytes, read_json
from settle.faults import Fault, RefusedError
from settle.rulebook import Rulebook
from settle.rulebook.ruleset import Ruleset
from settle.rulebook.text import Document
from settle.store import Reader, RulesetRow, Store


def bring_ruleset(store: Store, rulebook: Rulebook, text: str | bytes | Document) -> Answer:
    """Keep a table's own ruleset; the same one again changes nothing.

    Raises RefusedError with every fault of the text, Conflict where its id and version are taken.
    """

    def parent(name: str) -> Document | None:
        with store.reading() as r:
            row = _row(r, name)
        return None if row is None else read_document(row)

    ruleset = rulebook.load_text(text, parents=parent)
    kept = canonical_bytes(ruleset.document).decode("utf-8")
    with store.writing() as w:
        rows = [row for row in w.rulesets(ruleset.id) if row.version == ruleset.version]
        if ruleset.id in rulebook.ids() or any(row.digest != ruleset.digest for row in rows):
            raise Conflict(Fault(("id",), "ruleset_exists", "", {"found": ruleset.name}))
        w.add_ruleset(ruleset.digest, ruleset.id, ruleset.version, kept)
    document = {"id": ruleset.id, "version": ruleset.version, "digest": ruleset.digest}
    return Answer.of(CREATED, document)


def find_ruleset(store: Store, rulebook: Rulebook, name: str) -> Ruleset:
    """The ruleset of an id, its newest version, or of ``id@version``: shipped, or a table's own.

    Raises RefusedError with ``unknown_ruleset`` at ``/ruleset``.
    """
    try:
        return rulebook.get(name)
    except RefusedError:
        with store.reading() as r:
            row = _row(r, name)
        if row is None:
            raise
        return Rulebook.restore(read_document(row))


def _row(r: Reader, name: str) -> RulesetRow | None:
    """The newest version of an id, or the one named."""
    ruleset_id, _, version = name.partition("@")
    rows = [row for row in r.rulesets(ruleset_id) if version in ("", str(row.version))]
    return rows[-1] if rows else None


def read_document(row: RulesetRow) -> Document:
    """The resolved text of a row, parsed."""
    document: Document = read_json(row.text)
    return document
