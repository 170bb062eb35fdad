"""Opening a session: the rules first, then the questions that they leave to the table."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from flask import Response, url_for

from settle.app.asking import book
from settle.cards import CARDS
from settle.currencies import CURRENCY_DIGITS
from settle.explain.agreed import answer_text
from settle.faults import RefusedError
from settle.pages.forms import Form, blank, sent
from settle.pages.frame import asked_language, go_to, routes, said_for, show
from settle.pages.signing import asker
from settle.rulebook.options import Option, OptionKind
from settle.rulebook.ruleset import Ruleset
from settle.rules import Pairing
from settle.sessions import DEFAULT_GAMES
from settle.words import Words, card_text

_CURRENCIES: Final = {"TW": "TWD", "HK": "HKD", "CN": "CNY", "EN": "USD"}
"""What people at such a table most likely play for; only where the form begins."""
_COMMON: Final = ("TWD", "HKD", "CNY", "MOP", "SGD", "MYR", "PHP", "USD", "EUR", "GBP", "JPY")
_REGIONS: Final = ("TW", "HK", "CN", "EN")
_HOME: Final = {"zh-Hant-HK": "HK", "zh-Hans": "CN", "en": "EN"}
_POTS: Final = {"pot": "game", "pot_session": "session"}
_NOTHING: Final = "null"


@routes.get("/open")
def open_choose() -> Response:
    """Which rules a table plays by."""
    said = said_for()
    return show("open.html", said, regions=list(_by_region(said)))


def _by_region(said: Words) -> Iterator[tuple[str, list[Ruleset]]]:
    """The shipped rulesets by region, the person's own first."""
    rulebook = book().rulebook
    known = [rulebook.get(name) for name in rulebook.ids()]
    home = _HOME.get(said.language, "TW")
    for region in sorted(_REGIONS, key=lambda each: each != home):
        there = [each for each in known if each.document.get("region") == region]
        if there:
            yield region, there


@routes.get("/open/<name>")
def open_form(name: str) -> Response:
    """The questions of a ruleset, answered as usual."""
    return _asking(book().ruleset(name), blank(_usual(book().ruleset(name))))


@routes.post("/open/<name>")
def open_sent(name: str) -> Response:
    """Open the session."""
    ruleset, form = book().ruleset(name), sent().compacted("/players")
    document = _document(form, ruleset)
    try:
        answer = book().open_session(
            document, language=asked_language(), by=asker().by, key=form.key
        )
    except RefusedError as refused:
        said = _said(ruleset)
        return _asking(ruleset, form.refused(refused, said, _RENAMED), status=refused.status)
    return go_to(url_for("pages.sheet", session=answer.document()["id"]))


_RENAMED: Final = {"/stake/ante": "/stake/amount"}
"""One field asks for the amount, whatever it is for."""


def _said(ruleset: Ruleset) -> Words:
    return said_for(ruleset.document.get("region"), ruleset.document.get("names"))


def _usual(ruleset: Ruleset) -> Mapping[str, object]:
    values: dict[str, object] = {
        "stake_for": "points",
        "/games": DEFAULT_GAMES,
        "/banker_order": "manual",
        "/stake/currency": _CURRENCIES.get(str(ruleset.document.get("region")), "TWD"),
    }
    usual = ruleset.rules().options
    for option in ruleset.options():
        if option.kind != OptionKind.MAP:
            values[f"/options/{option.name}"] = _written(usual[option.name])
    return values


def _written(answer: object) -> str:
    return answer if isinstance(answer, str) else json.dumps(answer)


def _asking(ruleset: Ruleset, form: Form, *, status: int = 200) -> Response:
    said = _said(ruleset)
    rules = ruleset.rules()
    common = [*_COMMON, *(code for code in sorted(CURRENCY_DIGITS) if code not in _COMMON)]
    return show(
        "opening.html",
        said,
        status=status,
        form=form,
        ruleset=ruleset,
        seats=range(rules.most_players),
        unit=said.titled(ruleset.document.get("unit", {})) or said.text("words.unit"),
        currencies=[(code, code) for code in common],
        has_banker=rules.pairing == Pairing.BANKER or _may_have_banker(ruleset),
        questions=[_question(option, ruleset, said) for option in ruleset.options()],
    )


def _may_have_banker(ruleset: Ruleset) -> bool:
    return any("pairing" in option.reach() for option in ruleset.options())


def _question(option: Option, ruleset: Ruleset, said: Words) -> dict[str, Any]:
    """An option as the form asks it."""
    usual: Any = ruleset.rules().options[option.name]
    told: dict[str, Any] = {
        "name": f"/options/{option.name}",
        "kind": option.kind.value,
        "question": said.titled(option.question) or option.name,
        "rare": option.of_every_ruleset or option.kind == OptionKind.MAP,
        "usual": usual,
        "choices": [
            (_written(choice.value), answer_text(option, choice.value, said))
            for choice in option.choices
        ],
        "least": option.least,
        "most": option.most,
    }
    if option.kind == OptionKind.CARD:
        none = (_NOTHING, said.text("pages.opening.no_card"))
        told["choices"] = [none, *((card, card_text(card)) for card in sorted(CARDS))]
    if option.kind == OptionKind.MAP:
        told["entries"] = [
            (entry, answer_text(option, {entry: ""}, said).strip(), usual.get(entry, 0))
            for entry in option.entries
        ]
    return told


def _document(form: Form, ruleset: Ruleset) -> dict[str, Any]:
    """The session document of a form: answers only where they are not the usual ones."""
    whole = lambda name: name == "/games" or name.startswith("/options/")  # noqa: E731
    document = form.document(whole=whole)
    document["ruleset"] = ruleset.name
    # Ids stand in the ledger for ever; names can be changed and forgotten.
    people = [
        {"id": f"p{seat}", **person}
        for seat, person in enumerate(document.get("players", ()), start=1)
    ]
    document["players"] = people
    document["options"] = _answers(document.get("options", {}), ruleset)
    stake = document.pop("stake", {})
    kind = form.get("stake_for", "points")
    if kind in _POTS:
        ante = {"ante": stake.pop("amount")} if "amount" in stake else {}
        document["stake"] = {"mode": "pot", "scope": _POTS[kind], **ante, **stake}
    elif kind == "points":
        document["stake"] = stake
    return document


def _answers(given: Mapping[str, Any], ruleset: Ruleset) -> dict[str, Any]:
    usual = ruleset.rules().options
    answers: dict[str, Any] = {}
    for option in ruleset.options():
        if option.name not in given:
            continue
        answer = given[option.name]
        if option.kind == OptionKind.CHOICE:
            by_text = {_written(choice.value): choice.value for choice in option.choices}
            answer = by_text.get(_written(answer), answer)
        elif option.kind == OptionKind.CARD and answer == _NOTHING:
            answer = None
        if option.kind == OptionKind.MAP or answer != usual[option.name]:
            answers[option.name] = answer
    return answers
