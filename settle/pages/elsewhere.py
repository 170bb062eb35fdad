"""What if the table had agreed otherwise: a game beside another ruleset, or other house rules."""

from typing import Any, Final

from flask import Response, request

from settle.app.asking import book
from settle.app.telling import compared
from settle.book.tables import Table
from settle.explain.agreed import agreed_answers
from settle.faults import RefusedError
from settle.pages.calling import callable_names, named_round
from settle.pages.evening import Evening, evening, show_evening
from settle.pages.forms import Form, blank
from settle.pages.frame import routes
from settle.pages.questions import PREFIX, answered, answers, is_whole, questions
from settle.pages.telling import at_table
from settle.pages.wording import sentence
from settle.rulebook.ruleset import Ruleset
from settle.rules import Pairing
from settle.wire.problems import message
from settle.words import Language

RULESET: Final = "ruleset"
_BANKER: Final = "/banker"


@routes.get("/sessions/<session>/games/<game:game>/elsewhere")
def game_elsewhere(session: str, game: int) -> Response:
    """The game as it stands, beside what it would have come to. Nothing is written."""
    now = evening(session)
    standing = book().round(session, game).document()
    table = now.tables.for_game(game)
    now = at_table(now, table)
    ruleset = book().ruleset(request.args.get(RULESET) or table.ruleset.name)
    own = table.agreement.options if ruleset == table.ruleset else None
    form = _form(ruleset, own)
    told, status = None, 200
    if standing["round"] is not None and RULESET in request.args:
        try:
            told = _compared(now, table, standing["round"], (ruleset, form))
        except RefusedError as refused:
            form, status = form.refused(refused, now.said, _renamed(form)), refused.status
    return show_evening(
        "elsewhere.html",
        now,
        status=status,
        game=game,
        form=form,
        ruleset=ruleset,
        titles=[now.said.titled(each.document["title"]) for each in (table.ruleset, ruleset)],
        questions=questions(ruleset, now.said, own),
        asks_banker=_needs_banker(table, ruleset),
        people=[(player, now.called(player)) for player in table.players],
        told=told,
    )


def _form(ruleset: Ruleset, own: Any) -> Form:  # noqa: ANN401 - the options that hold, or None
    """The questions with their answers, as far as the address has them."""
    given = {name: value for name, value in request.args.items() if name.startswith("/")}
    return blank({**answered(ruleset, own), **given})


def _compared(
    now: Evening, table: Table, stored: dict[str, Any], other: tuple[Ruleset, Form]
) -> dict[str, Any]:
    """What ``POST /v1/compare`` answers, with names in place of ids."""
    ruleset, form = other
    call = callable_names(now.names)
    given = form.document(numbers=is_whole).get(PREFIX.strip("/"), {})
    held = table.agreement.options if ruleset == table.ruleset else _nothing_held(ruleset)
    agreement: dict[str, Any] = {"ruleset": ruleset.name, "options": answers(given, ruleset, held)}
    if form.get(_BANKER) and "banker" not in stored and _needs_banker(table, ruleset):
        agreement["banker"] = call(form.get(_BANKER))
    options = agreed_answers(table.ruleset, table.agreement.options)
    whole = named_round({**table.whole(stored), "options": options}, call)
    document = {"round": whole, "agreements": [{}, agreement]}

    def tell(refused: RefusedError, _: Language) -> dict[str, Any]:
        # What an outcome leaves open is asked for on no form here: it is told, as to programs.
        told = [message(fault, now.said) if fault.code.startswith("outcome_")
                else sentence(fault, now.said) for fault in refused.faults]  # fmt: skip
        return {"sentences": told}

    told, _ = compared(document, book().ruleset, now.said.language, tell)
    return {**told, "problem": told["agreements"][1].get("problem")}


def _nothing_held(ruleset: Ruleset) -> dict[str, object]:
    """So that every answer is laid over what the table agreed, the usual ones too."""
    return {option.name: object() for option in ruleset.options()}


def _needs_banker(table: Table, ruleset: Ruleset) -> bool:
    is_asked = any("pairing" in option.reach() for option in ruleset.options())
    played = is_asked or ruleset.rules().pairing == Pairing.BANKER
    return played and table.rules.pairing != Pairing.BANKER


def _renamed(form: Form) -> dict[str, str]:
    """Places in the document of a comparison, and the fields that fill them in."""
    return {f"/agreements/1{name}": name for name in form.values}
