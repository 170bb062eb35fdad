"""The pack by which a scorer in any language is tried: rounds, and what has to come of them.

``python -m settle.openapi.conformance tests/cases/*/rounds.json`` writes it where it is published.
What is expected is copied from cases whose nets were worked out by hand: those that were given,
those that stand beside the rulesets, and games told without cards. Nothing of it is scored here.
"""

import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from settle.data import data_folder
from settle.rulebook import Rulebook

FILES: Final = ("rounds.json", "results.json", "refusals.json")
_SUFFIX: Final = ".cases.json"
_EXPECTED: Final = ("nets", "money", "won")

Case = Mapping[str, Any]


class _Named(NamedTuple):
    """A case, and what it is called among those of all files."""

    name: str
    case: Case
    ruleset: str | None
    """The one that it stands beside."""


def pack(more: Mapping[str, Iterable[Case]]) -> dict[str, str]:
    """The files of the pack by their names, a line for each case.

    ``more`` are cases besides those of the rulesets, by what their names begin with.
    """
    rounds: list[Any] = []
    results: dict[str, Any] = {}
    refusals: dict[str, Any] = {}
    rulebook = Rulebook()
    for name, case, ruleset in _all(more):
        rounds.append({**case["round"], "ref": name, **_pinned(rulebook, case["round"], ruleset)})
        says = {"tests": case["tests"]}
        if "refused" in case:
            said = {"code": case["refused"]}
            refusals[name] = {**says, **said, **_some(case, ("player",))}
        else:
            results[name] = {**says, **_some(case, _EXPECTED)}
    lines = [_text(each) for each in rounds]
    named = [[f"{_text(name)}: {_text(each)}" for name, each in told.items()]
             for told in (results, refusals)]  # fmt: skip
    bodies = (f"[\n{_joined(lines)}\n]\n", *(f"{{\n{_joined(each)}\n}}\n" for each in named))
    return dict(zip(FILES, bodies, strict=True))


def _all(more: Mapping[str, Iterable[Case]]) -> Iterator[_Named]:
    for name, cases in more.items():
        for case in cases:
            yield _Named(f"{name}/{case['id']}", case, None)
    for file in sorted(data_folder("rulesets").glob(f"*{_SUFFIX}")):
        ruleset = file.name.removesuffix(_SUFFIX)
        for case in json.loads(file.read_text("utf-8")):
            yield _Named(f"{ruleset}/{case['id']}", case, ruleset)


def _pinned(rulebook: Rulebook, played: Case, ruleset: str | None) -> dict[str, str]:
    """The ruleset with its version, so that the pack stays right when another one comes."""
    if ruleset is not None:
        return {"ruleset": ruleset}
    named = played.get("ruleset")
    return {"ruleset": rulebook.get(named).name} if named in rulebook.ids() else {}


def _some(case: Case, names: Iterable[str]) -> dict[str, Any]:
    return {name: case[name] for name in names if name in case}


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _joined(lines: Iterable[str]) -> str:
    return ",\n".join(lines)


def main(files: Iterable[str]) -> None:
    """Write the pack; ``files`` are more cases, which are named after the folders they are in."""
    more = {file.parent.name: json.loads(file.read_text("utf-8")) for file in map(Path, files)}
    for name, text in pack(more).items():
        (data_folder("schemas") / "conformance" / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
