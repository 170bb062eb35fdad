"""Ruleset texts: read, laid over their parents, digested, locked.

A document here is what TOML or JSON gives, as written; resolving carries out ``extends`` and
``without`` and lays the root of every ruleset under.
"""

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from typing import Any, Final, NamedTuple

from settle.canonical import canonical_bytes, read_json
from settle.faults import Fault, RefusedError

Document = Mapping[str, Any]

FindDocument = Callable[[str], Document | None]
"""From ``id@version`` to a document, as written or resolved; None where there is none."""

ROOT_ID: Final = "common"
ROOT: Final = f"{ROOT_ID}@1"
"""The file laid under every ruleset: conditions of the known naturals, options all of them take."""

LOCK: Final = "digests.lock"
"""The file of the released digests, beside the rulesets."""

HEADER: Final = ("id", "version", "region", "title", "summary", "unit", "shown")
"""What says of a ruleset what it is; none of it is taken from the root."""

PROVENANCE: Final = ("source", "basis", "note")
"""Why a value is what it is."""

OPTION_KINDS: Final = ("choices", "range", "map", "card")
"""The fields that make an option what it is."""

_DIGEST_PREFIX: Final = b"settle:ruleset:v1\0"
_BAD_REQUEST: Final = 400
_TOML_PLACE: Final = re.compile(
    r"^(.*?) \(at (?:line (\d+), column (\d+)|end of document)\)$", re.DOTALL
)


_PART: Final = r"""(?:[A-Za-z0-9_-]++|"[^"\n]*+"|'[^'\n]*+')"""
_BOUNDLESS: Final = {
    "a key of too many parts": re.compile(
        rf"(?m)(?:^|[\[{{,])[ \t]*+{_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{16}}"
    ),
    "a number of too many digits": re.compile(r"[0-9A-Fa-f_]{401}"),
}
"""What the reader of TOML has no bounds for: it keeps every beginning of a key, which no memory
holds, and breaks at a number that is far too long. No ruleset has a key of more than five parts."""


def read_text(data: str | bytes) -> Document:
    """The document in a TOML text, or in a JSON text (which begins with a brace).

    Raises RefusedError with status 400: ``malformed_toml`` with line and column, or what
    :func:`settle.canonical.read_json` finds.
    """
    text = _decoded(data)
    if text.lstrip()[:1] == "{":
        document: Document = read_json(text)
        return document
    _refuse_boundless(text)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _toml_fault(str(error), text) from None
    except RecursionError:
        raise _malformed(line=1, column=1, said="nested too deeply") from None


def _refuse_boundless(text: str) -> None:
    for said, pattern in _BOUNDLESS.items():
        found = pattern.search(text)
        if found is not None:
            line = text.count("\n", 0, found.start()) + 1
            raise _malformed(
                line=line, column=found.start() - text.rfind("\n", 0, found.start()), said=said
            )


def _decoded(data: str | bytes) -> str:
    try:
        text = data if isinstance(data, str) else data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = error.object[: error.start]
        line, column = before.count(b"\n") + 1, error.start - before.rfind(b"\n")
        raise _malformed("not_utf8", line=line, column=column) from None
    # Editors on Windows put a mark before UTF-8; a ruleset file is written in an editor.
    return text.removeprefix("\ufeff")


def _toml_fault(message: str, text: str) -> RefusedError:
    found = _TOML_PLACE.match(message)
    said = found[1] if found else message
    if found and found[2]:
        return _malformed(line=int(found[2]), column=int(found[3]), said=said)
    lines = text.split("\n")
    return _malformed(line=len(lines), column=len(lines[-1]) + 1, said=said)


def _malformed(variant: str = "", **values: object) -> RefusedError:
    return RefusedError([Fault((), "malformed_toml", variant, values)], status=_BAD_REQUEST)


def resolve(document: Document, *, find: FindDocument, root: Document) -> Document:
    """The resolved text of a document whose parents are known to be there."""
    under = {key: value for key, value in root.items() if key not in HEADER}
    return laid_over(under, with_parents(document, find))


def with_parents(document: Document, find: FindDocument) -> Document:
    """A document laid over those it extends, the root of all not laid under."""
    name = document.get("extends")
    if name is None:
        return laid_over({}, document)
    parent = find(name)
    assert parent is not None
    resolved = without(with_parents(parent, find), document.get("without", ()))
    return laid_over(resolved, document)


def without(document: Document, keys: Iterable[str]) -> dict[str, Any]:
    """The document less what stands at the dotted keys."""
    left: dict[str, Any] = dict(document)
    for key in keys:
        *groups, last = key.split(".")
        place = left
        for group in groups:
            place[group] = dict(place[group])
            place = place[group]
        del place[last]
    return left


def laid_over(under: Document, document: Document) -> dict[str, Any]:
    """A document over what it extends: what it says replaces what stood at the same place.

    A value is replaced whole, with its source. A natural is laid over field by field, and so is an
    option, unless it says anew how it is answered; a reason given replaces the reason under it.
    """
    laid = dict(under)
    for key, part in document.items():
        if key in ("extends", "without"):
            continue
        laid[key] = _LAYING.get(key, _lay_tree)(laid.get(key), part)
    return laid


def _lay_tree(under: Any, part: Any) -> Any:  # noqa: ANN401
    """Groups of values: down to the single value, which is replaced."""
    if not (_is_group(under) and _is_group(part)):
        return part
    return {**under, **{key: _lay_tree(under.get(key), inner) for key, inner in part.items()}}


def _is_group(part: object) -> bool:
    return isinstance(part, Mapping) and "value" not in part


def _lay_whole(_under: Any, part: Any) -> Any:  # noqa: ANN401
    return part


def _each(lay: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    def laid(under: Any, part: Any) -> Any:  # noqa: ANN401
        if not (isinstance(under, Mapping) and isinstance(part, Mapping)):
            return part
        return {**under, **{key: lay(under.get(key), inner) for key, inner in part.items()}}

    return laid


def _lay_natural(under: Any, part: Any) -> Any:  # noqa: ANN401
    """A natural: field by field, but a condition brings its own fronts that do not count."""
    if isinstance(part, Mapping) and isinstance(under, Mapping) and "holds" in part:
        under = {key: value for key, value in under.items() if key != "front_excludes"}
    return _lay_fields(under, part)


def _lay_option(under: Any, part: Any) -> Any:  # noqa: ANN401
    if isinstance(part, Mapping) and any(kind in part for kind in OPTION_KINDS):
        return part
    return _lay_fields(under, part)


def _lay_fields(under: Any, part: Any) -> Any:  # noqa: ANN401
    """Fields that are not said stay; of a reason nothing does, if any part of one is said."""
    if not (isinstance(under, Mapping) and isinstance(part, Mapping)):
        return part
    restated = any(key in part for key in PROVENANCE)
    kept = {key: value for key, value in under.items() if not (restated and key in PROVENANCE)}
    return {**kept, **part}


_LAYING: Final[Mapping[str, Callable[[Any, Any], Any]]] = {
    **dict.fromkeys(HEADER, _lay_whole),
    "sources": _each(_lay_whole),
    "naturals": _each(_lay_natural),
    "options": _each(_lay_option),
    "names": _each(_each(_each(_lay_whole))),
}


def digest_of(resolved: Document) -> str:
    """``sha256:...`` of a resolved text.

    Raises ValueError for what JSON cannot say.
    """
    return "sha256:" + sha256(_DIGEST_PREFIX + canonical_bytes(resolved)).hexdigest()


def read_lock(text: str) -> dict[str, str]:
    """The digests of a lock file, by ``id@version``.

    >>> read_lock("tw-scoop@1 sha256:00")
    {'tw-scoop@1': 'sha256:00'}
    """
    return dict(line.split() for line in text.splitlines() if line.strip())


def lock_text(digests: Mapping[str, str]) -> str:
    """A lock file: one released version a line, in alphabetical order."""
    return "".join(f"{name} {digest}\n" for name, digest in sorted(digests.items()))


class LockDifference(NamedTuple):
    """A ruleset that is not as the lock file has it."""

    name: str
    locked: str | None
    """None: a version that is not released yet."""
    found: str | None
    """None: a released version whose file is gone."""


def lock_differences(
    found: Mapping[str, str], locked: Mapping[str, str]
) -> tuple[LockDifference, ...]:
    """What the lock file and the files do not agree on, by ``id@version``.

    >>> lock_differences({"a@1": "sha256:00", "b@1": "sha256:11"}, {"a@1": "sha256:00"})
    (LockDifference(name='b@1', locked=None, found='sha256:11'),)
    """
    return tuple(
        LockDifference(name, locked.get(name), found.get(name))
        for name in sorted({*found, *locked})
        if found.get(name) != locked.get(name)
    )
