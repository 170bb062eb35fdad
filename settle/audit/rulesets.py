"""Rulesets in an audit: each text against its digest, its name and what was released."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from settle.audit.findings import Difference, shown
from settle.canonical import canonical_bytes, read_json
from settle.faults import RefusedError
from settle.rulebook import Rulebook
from settle.rulebook.ruleset import Ruleset
from settle.rulebook.text import digest_of


class Rulesets:
    """The rulesets that an audit has met, by digest; only sound ones can be scored with."""

    def __init__(self, released: Mapping[str, str]) -> None:
        self._released = released
        self._by_digest: dict[str, Ruleset] = {}
        self._unused: dict[str, str] = {}
        self._met: list[tuple[str, object]] = []

    def add(self, digest: str, text: bytes) -> Iterator[Difference]:
        """Look at a text that is kept under a digest."""
        try:
            document = read_json(text)
            is_canonical = canonical_bytes(document) == text
        except (RefusedError, ValueError) as error:
            yield Difference("ruleset_unreadable", digest, shown(str(error)))
            return
        if not is_canonical:
            yield Difference("not_canonical", digest)
        yield from self.add_document(digest, document)

    def add_document(self, digest: str, document: object) -> Iterator[Difference]:
        """Look at a parsed text, whose bytes were looked at before."""
        self._met.append((digest, document))
        if not isinstance(document, dict):
            yield Difference("ruleset_unreadable", digest, shown(document))
            return
        made = digest_of(document)
        if digest != made:
            yield Difference("ruleset_digest_differs", digest, digest, made)
            return
        ruleset = _restored(canonical_bytes(document))
        if ruleset is None:
            yield Difference("ruleset_unreadable", digest, shown(document))
            return
        released = self._released.get(ruleset.name, digest)
        if released != digest:
            yield Difference("ruleset_not_released", ruleset.name, digest, released)
        self._by_digest[digest] = ruleset
        self._unused[digest] = ruleset.name

    def get(self, digest: str) -> Ruleset | None:
        """The sound ruleset of a digest, which is in use from now on."""
        self._unused.pop(digest, None)
        return self._by_digest.get(digest)

    def documents(self) -> tuple[tuple[str, object], ...]:
        """Every parsed text so far with the digest it is kept under, sound or not."""
        return tuple(self._met)

    def used(self) -> tuple[str, ...]:
        """Digests of those that somebody asked for."""
        return tuple(digest for digest in self._by_digest if digest not in self._unused)

    def unused(self) -> list[str]:
        """Names of those that nobody asked for."""
        return list(self._unused.values())


@lru_cache(maxsize=64)
def _restored(text: bytes) -> Ruleset | None:
    """The ruleset, or None for a text that is none: its digest is then somebody else's doing."""
    try:
        ruleset = Rulebook.restore(read_json(text))
        ruleset.rules()
    except (RefusedError, LookupError, TypeError, ValueError, AttributeError, AssertionError):
        return None
    return ruleset
