"""What a ruleset is, and every value of it with its source, as plain JSON values."""

from collections.abc import Sequence
from typing import Any

from settle.rulebook.ruleset import Ruleset, Value


def ruleset_summary(ruleset: Ruleset, versions: Sequence[int]) -> dict[str, Any]:
    """What a ruleset is, in a few lines; ``versions`` are those that there are of its id."""
    document = ruleset.document
    stated = ruleset.stated()
    return {
        "id": ruleset.id,
        "version": ruleset.version,
        "versions": list(versions),
        "digest": ruleset.digest,
        "region": document.get("region"),
        "title": dict(document["title"]),
        "summary": dict(document.get("summary", {})),
        "players": {"least": stated["players.least"], "most": stated["players.most"]},
        "cards": stated["deck.cards"],
    }


def ruleset_told(ruleset: Ruleset, versions: Sequence[int]) -> dict[str, Any]:
    """The summary, every value with its source or decision, every option with its answers.

    ``only_set`` are keys without a value that options can set, ``switched_on`` the naturals that
    are played only where an option gives them points.
    """
    defaults = ruleset.rules().options
    return {
        **ruleset_summary(ruleset, versions),
        "unit": dict(ruleset.document.get("unit", {})),
        "shown": list(ruleset.shown),
        "values": [_value(value) for value in ruleset.values()],
        "only_set": [
            {"key": key, "options": list(names)} for key, names in ruleset.only_set().items()
        ],
        "switched_on": list(ruleset.switched_on()),
        "options": [
            {**option.as_document(), "default": defaults[option.name]}
            for option in ruleset.options()
        ],
    }


def _value(value: Value) -> dict[str, Any]:
    told: dict[str, Any] = {"key": value.key, "value": value.value}
    if value.unit is not None:
        told["unit"] = value.unit
    if value.rank is not None:
        told["rank"] = value.rank
    if value.source is not None:
        told["source"] = {"title": value.source.title, "section": value.source.section}
    if value.decision:
        told["decision"] = dict(value.note)
    return told
