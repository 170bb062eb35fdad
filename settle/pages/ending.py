"""The end of a session, and the same table again."""

from flask import Response, url_for

from settle.app.allowing import key_by
from settle.app.asking import book
from settle.faults import RefusedError
from settle.pages.evening import Evening, evening, show_evening
from settle.pages.forms import Form, blank, sent
from settle.pages.frame import asked_language, go_to, routes
from settle.pages.signing import asker


@routes.get("/sessions/<session>/end")
def ending(session: str) -> Response:
    """Before it is ended: what is missing; afterwards: the way to the next one."""
    return _asking(evening(session), blank(), blank())


@routes.post("/sessions/<session>/end")
def ended(session: str) -> Response:
    """End the session."""
    form = sent()
    try:
        book().close(session, form.document(), by=asker().by, key=form.key)
    except RefusedError as refused:
        now = evening(session)
        return _asking(now, form.refused(refused, now.said), blank(), status=refused.status)
    return go_to(url_for("pages.sheet", session=session))


@routes.post("/sessions/<session>/again")
def again(session: str) -> Response:
    """Open another session for the same table."""
    form = sent()
    document = {**form.document(), "same_as": session}
    try:
        answer = book().open_session(document, language=asked_language(), by=key_by(), key=form.key)
    except RefusedError as refused:
        now = evening(session)
        return _asking(now, blank(), form.refused(refused, now.said), status=refused.status)
    return go_to(url_for("pages.sheet", session=answer.document()["id"]))


def _asking(now: Evening, close: Form, another: Form, *, status: int = 200) -> Response:
    return show_evening("ending.html", now, status=status, close=close, again=another)
