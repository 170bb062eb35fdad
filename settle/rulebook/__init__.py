"""The rulebook: rulesets found, read and resolved, those of the project and a table's own.

Only the files asked for are read. A file of the project whose digest stands in ``digests.lock`` is
taken as it is, for the tests have checked it; everything else goes through
:mod:`settle.rulebook.schema`, which names every fault at once.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from settle.data import data_folder
from settle.faults import Fault, RefusedError
from settle.rulebook.files import read_file
from settle.rulebook.keys import listed
from settle.rulebook.ruleset import Ruleset, make_ruleset
from settle.rulebook.text import (
    LOCK,
    ROOT,
    ROOT_ID,
    Document,
    FindDocument,
    digest_of,
    read_lock,
    read_text,
    resolve,
)

_NAME: Final = re.compile(r"([a-z0-9-]{1,40})(?:@([1-9][0-9]{0,6}))?")
_CONFLICT: Final = 409
_FILE: Final = re.compile(r"([a-z0-9-]{1,40})@([1-9][0-9]{0,6})\.toml")


class Rulebook:
    """The rulesets of a folder, and those a table has brought."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = data_folder("rulesets") if folder is None else folder
        self._documents: dict[str, Document] = {}
        self._by_name: dict[str, Ruleset] = {}
        """Under the names they were asked for by."""
        self._brought: dict[str, Ruleset] = {}
        self._written: dict[str, Document] = {}
        """What was brought as a file, as it was written."""
        self._versions: dict[str, list[int]] | None = None
        self._locked: Mapping[str, str] | None = None

    def ids(self) -> tuple[str, ...]:
        """The ids of all rulesets, in alphabetical order."""
        brought = (ruleset.id for ruleset in self._brought.values())
        return tuple(sorted({*self._files(), *brought}))

    def versions(self, ruleset_id: str) -> tuple[int, ...]:
        """The versions of a ruleset, the oldest first; none for an id that is not there."""
        brought = [r.version for r in self._brought.values() if r.id == ruleset_id]
        return tuple(sorted({*self._files().get(ruleset_id, ()), *brought}))

    def get(self, name: str) -> Ruleset:
        """The ruleset of an id, its newest version, or of ``id@version``.

        Raises RefusedError with ``unknown_ruleset`` at ``/ruleset``.
        """
        ruleset = self._by_name.get(name)
        if ruleset is None:
            ruleset = self._by_name[name] = self._found(name)
        return ruleset

    def _found(self, name: str) -> Ruleset:
        found = _NAME.fullmatch(name)
        if found is None:
            raise self._unknown(name)
        ruleset_id, version = found[1], found[2]
        if version is None:
            version = max(self.versions(ruleset_id), default=0)
        full_name = f"{ruleset_id}@{version}"
        if full_name in self._brought:
            return self._brought[full_name]
        document = self._shipped(full_name)
        if document is None or ruleset_id == ROOT_ID:
            raise self._unknown(name)
        return self._make_shipped(full_name, document)

    def load_text(
        self, text: str | bytes | Document, *, parents: FindDocument | None = None
    ) -> Ruleset:
        """A table's own ruleset out of TOML or JSON text, or out of a parsed document.

        ``parents`` finds what it may extend besides the rulesets of this book. Raises RefusedError
        with every fault of the document; a text that is neither TOML nor JSON has status 400, one
        that calls itself what a shipped ruleset is called has 409 (``name_taken``).
        """
        document = read_text(text) if isinstance(text, (str, bytes)) else text
        return self._own(document, parents)

    def load_file(self, path: Path | str) -> Ruleset:
        """A table's own ruleset out of a file; this book has it from then on.

        It may extend a ruleset of this book, or a file ``<id>@<version>.toml`` beside it.
        Raises OSError for a file that cannot be read, RefusedError as :meth:`load_text` and
        :func:`settle.rulebook.files.read_file`.
        """
        place = Path(path)

        def beside(name: str) -> Document | None:
            neighbour = place.parent / f"{name}.toml"
            return read_text(read_file(neighbour)) if neighbour.is_file() else None

        document = read_text(read_file(place))
        ruleset = self.add(self._own(document, beside))
        self._written[ruleset.name] = document
        return ruleset

    def written(self, ruleset: Ruleset) -> Document:
        """A ruleset that was brought as a file, as it was written; else its resolved text."""
        return self._written.get(ruleset.name, ruleset.document)

    @staticmethod
    def restore(resolved: Document) -> Ruleset:
        """A ruleset out of its resolved text as it was stored; nothing is laid under.

        The text has to be one that :meth:`load_text` or :meth:`get` made; compare the digest.
        """
        return make_ruleset(resolved, digest=digest_of(resolved))

    def add(self, ruleset: Ruleset) -> Ruleset:
        """Have this book give the ruleset under its id and version."""
        self._brought[ruleset.name] = ruleset
        self._by_name.clear()
        return ruleset

    def _own(self, document: Document, parents: FindDocument | None) -> Ruleset:
        """A table's own ruleset; under the name of a shipped one only if it says the same."""
        ruleset = self._checked(document, parents)
        shipped = self._shipped(ruleset.name)
        if shipped is not None and self._make_shipped(ruleset.name, shipped) != ruleset:
            fault = Fault(("id",), "name_taken", "", {"found": ruleset.name})
            raise RefusedError([fault], status=_CONFLICT)
        return ruleset

    def _checked(self, document: Document, parents: FindDocument | None) -> Ruleset:
        from settle.rulebook.schema import check_document  # noqa: PLC0415 - own files only

        def find(name: str) -> Document | None:
            return self._parent(name) or (parents(name) if parents else None)

        check_document(document, find=find, own=self._is_own, root=self.document_of_root())
        return self.restore(resolve(document, find=find, root=self.document_of_root()))

    def document_of_root(self) -> Document:
        """What is laid under every ruleset: the known naturals, the options all of them take."""
        root = self._shipped(ROOT)
        if root is None:
            raise FileNotFoundError(f"{self._folder / ROOT}.toml is missing: the root of all rules")
        return root

    def digests(self) -> dict[str, str]:
        """The digests of all rulesets of the folder, by ``id@version``."""
        names = [f"{key}@{number}" for key, numbers in self._files().items() for number in numbers]
        return {name: self.get(name).digest for name in sorted(names)}

    def locked(self) -> Mapping[str, str]:
        """The digests of the released rulesets, by ``id@version``."""
        if self._locked is None:
            lock = self._folder / LOCK
            self._locked = read_lock(lock.read_text("utf-8")) if lock.is_file() else {}
        return self._locked

    def _files(self) -> Mapping[str, list[int]]:
        """The versions of each id that has files here, looked for once."""
        if self._versions is None:
            self._versions = {}
            for place in self._folder.iterdir():
                name = _FILE.fullmatch(place.name)
                if name and name[1] != ROOT_ID:
                    self._versions.setdefault(name[1], []).append(int(name[2]))
        return self._versions

    def _unknown(self, name: str) -> RefusedError:
        values = {"found": name, "choices": listed(self.ids())}
        return RefusedError([Fault(("ruleset",), "unknown_ruleset", values=values)])

    def _shipped(self, name: str) -> Document | None:
        """The document of a file in the folder, as written."""
        place = self._folder / f"{name}.toml"
        if name not in self._documents and place.is_file():
            self._documents[name] = read_text(place.read_bytes())
        return self._documents.get(name)

    def _parent(self, name: str) -> Document | None:
        if not _FILE.fullmatch(f"{name}.toml") or name.startswith(f"{ROOT_ID}@"):
            return None
        brought = self._brought.get(name)
        if brought is not None:
            written: Document = self._written.get(name, brought.document)
            return written
        return self._shipped(name)

    def _is_own(self, name: str) -> bool:
        """Whether a parent that was found is one of the table's own."""
        return name in self._brought or name not in self._documents

    def _make_shipped(self, name: str, document: Document) -> Ruleset:
        resolved = resolve(document, find=self._shipped, root=self.document_of_root())
        digest = digest_of(resolved)
        if digest == self.locked().get(name):
            return make_ruleset(resolved, digest=digest)
        return self._checked(document, None)
