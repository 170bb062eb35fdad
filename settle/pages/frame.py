"""What every page has: its language, its template, the headers that keep it safe."""

from hashlib import sha256
from typing import Any, Final
from urllib.parse import urlencode

from flask import Blueprint, Response, redirect, render_template, request

from settle.explain.layout import signed
from settle.pages import BLUEPRINT
from settle.pages.assets import asset, served
from settle.pages.cards import face
from settle.pages.moments import utc_day, utc_minute
from settle.rulebook.ruleset import Ruleset
from settle.words import Language, Words, document_language, is_known, pick_language, words

routes: Final = Blueprint(BLUEPRINT, __name__, template_folder="templates")

LANGUAGE_COOKIE: Final = "settle_lang"
_LANGUAGE: Final = "lang"
_A_YEAR: Final = 365 * 24 * 3600
_OK: Final = 200
_SEE_OTHER: Final = 303
_NOT_MODIFIED: Final = 304
_READING: Final = ("GET", "HEAD")

LANGUAGES: Final = {
    Language.TAIWAN: "繁體（台灣）",
    Language.HONG_KONG: "繁體（香港）",
    Language.MAINLAND: "简体中文",
    Language.EN: "English",
}
"""What each language calls itself."""

_HEADERS: Final = {
    # data: and blob: are the picture of a sheet that a phone makes for itself.
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; script-src 'self'; "
    "img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; form-action 'self'; "
    "frame-ancestors 'none'; base-uri 'none'",
    "X-Content-Type-Options": "nosniff",
    # With no-referrer a browser would not say where a form comes from, which guards it.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


def asked_language() -> str:
    """The language that a person chose, as a tag, else as the browser lists them."""
    for chosen in (request.args.get(_LANGUAGE, ""), request.cookies.get(LANGUAGE_COOKIE, "")):
        if is_known(chosen):
            return chosen
    return request.headers.get("Accept-Language") or "en"


def said_for(region: str | None = None, names: Any = None) -> Words:  # noqa: ANN401 - as words()
    """The words of the person's language; a ruleset's region and its own names for a page on it."""
    return words(pick_language(asked_language(), region), names=names)


def said_of(ruleset: Ruleset) -> Words:
    """The person's language in a ruleset's words."""
    return said_for(ruleset.document.get("region"), ruleset.document.get("names"))


def show(template: str, said: Words, *, status: int = 200, **values: object) -> Response:
    """A page. What the browser has already is not sent again."""
    text = render_template(
        template,
        said=said,
        t=_Texts(said),
        languages=LANGUAGES,
        in_language=_in_language,
        asset=asset,
        signed=signed,
        face=face,
        utc_day=utc_day,
        utc_minute=utc_minute,
        short=document_language(said.language),
        **values,
    )
    response = Response(text, status, content_type="text/html; charset=utf-8")
    response.headers["Content-Language"] = said.language.value
    _remember_language(response)
    if status == _OK and request.method in _READING:
        tagged(response, sha256(response.get_data()).hexdigest()[:32])
    return safe(response)


def safe(response: Response) -> Response:
    """A response with what keeps a page safe and private."""
    response.headers["Vary"] = "Cookie, Accept-Language"
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers.update(_HEADERS)
    return response


def tagged(response: Response, tag: str) -> bool:
    """Give a response its tag; whether the browser has it already, so that it is left empty."""
    response.set_etag(tag)
    response.make_conditional(request)
    return response.status_code == _NOT_MODIFIED


def _in_language(language: str) -> str:
    """The query of the same page in another language."""
    asked = [each for each in request.args.items(multi=True) if each[0] != _LANGUAGE]
    return f"?{urlencode([*asked, (_LANGUAGE, language)])}"


class _Texts:
    """The texts of the pages, by their keys below ``pages``."""

    __slots__ = ("_said",)

    def __init__(self, said: Words) -> None:
        self._said = said

    def __call__(self, key: str, /, **values: object) -> str:
        return self._said.text(f"pages.{key}", **values)


def go_to(address: str) -> Response:
    """After something was stored: the page that shows it, so that a reload does not send again."""
    response = redirect(address, _SEE_OTHER, Response)
    assert isinstance(response, Response)
    return response


def _remember_language(response: Response) -> None:
    """Keep a language that was just chosen."""
    chosen = request.args.get(_LANGUAGE, "")
    if is_known(chosen):
        response.set_cookie(
            LANGUAGE_COOKIE,
            pick_language(chosen).value,
            max_age=_A_YEAR,
            secure=request.is_secure,
            httponly=True,
            samesite="Lax",
        )


@routes.get("/static/<digest>/<name>")
def asset_file(digest: str, name: str) -> Response:
    """A style, a script, a drawing."""
    response = served(digest, name)
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response
