"""The sheet of a session: as a text, as a table, as a drawing."""

from collections.abc import Callable, Mapping
from typing import Final

from flask import Blueprint, Response, request

from settle.app.answering import reply_text
from settle.app.asking import book, language
from settle.archive.sheets import sheet_csv
from settle.explain import Sheet, sheet_page
from settle.explain.drawing import sheet_svg
from settle.faults import Fault, RefusedError
from settle.words import Language

PARAMETERS: Final = frozenset({"format"})
FORMS: Final[Mapping[str, tuple[str, Callable[[Sheet], str]]]] = {
    "text": ("text/plain", sheet_page),
    "csv": ("text/csv", sheet_csv),
    "svg": ("image/svg+xml", sheet_svg),
}
"""By their names: the media type, and what writes it."""
_LONGEST_SHOWN: Final = 100

routes: Final = Blueprint("sheets", __name__, url_prefix="/v1/sessions")


@routes.get("/<session>/sheet")
def sheet(session: str) -> Response:
    """Games by players with running totals, who pays whom, and the checkpoint at the foot."""
    media_type, write = FORMS[_form()]
    made = book().sheet(session, language=language())
    response = reply_text(
        write(made), language=Language(made.words.language), media_type=media_type
    )
    response.headers["Vary"] = "Accept, Accept-Language"
    return response


def _form() -> str:
    """What is asked for: by name, else by media type, else the text."""
    named = request.args.get("format")
    if named is None:
        best = request.accept_mimetypes.best_match([kind for kind, _ in FORMS.values()])
        return next((name for name, (kind, _) in FORMS.items() if kind == best), "text")
    if named not in FORMS:
        values = {"found": named[:_LONGEST_SHOWN], "choices": tuple(FORMS)}
        raise RefusedError([Fault(("format",), "out_of_range", "choice", values)])
    return named
