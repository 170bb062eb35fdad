"""stub"""

from settle.ruleset_text import Document, FindDocument


def check_document(document: Document, *, find: FindDocument, own, root: Document) -> None:
    return None
