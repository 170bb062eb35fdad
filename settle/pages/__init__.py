"""Pages for the people at the table: HTML made by the service, in their language.

They are a door as ``settle.app`` is one: no rule stands here. A page reads what the book answers,
and its forms call the operations that the JSON routes call, with the same documents, so that the
same faults come back, each at its field.

A page is added in four steps:

1. A route on ``frame.routes`` in the module of its subject, which is named in :data:`_SUBJECTS`;
   what it is there for stands in ``settle/app/allowing.py``, so who may not is out before it runs.
   ``frame.show("name.html", said, ...)`` answers with a template. For a page of one session
   ``evening.evening(session)`` is that session, with everybody's name, and ``evening.show_evening``
   answers; in the row of links below its title it has a line in ``evening.TABS``.
2. A template in ``templates/`` that begins with ``{% extends "base.html" %}``, or with
   ``session.html`` for a page of one session. ``macros.html`` has fields, cards and the chart.
   Nothing stands in a ``style`` or an ``on…`` attribute: the policy of the pages takes scripts and
   styles from ``static/`` only.
3. Its texts in ``settle/words/pages.*.toml``, in every language: ``{{ t("start.title") }}`` is
   ``title`` below ``[start]``. ``said`` has the other words, in those of the session's ruleset.
4. A form is ``forms.sent()`` on its way in and ``forms.blank()`` before. A field is named by the
   JSON pointer of the value that it fills in, so a fault finds its field by itself::

       form = sent()
       try:
           book().close(session, form.document(), by=asker().by, key=form.key)
       except RefusedError as refused:
           now = evening(session)
           told = form.refused(refused, now.said)
           return show_evening("ending.html", now, status=refused.status, close=told, again=blank())
       return go_to(url_for("pages.sheet", session=session))

   In what is refused a field is called by its label, below ``[fields]`` by the last part of its
   name; a sentence that is no help at a table has another one below ``[refused]``.
   ``form.key`` is the Idempotency-Key that was made with the form: sent twice, it is saved once.

Everything works without scripts. ``static/pages.js`` makes it nicer: it looks for a game that
another phone has recorded, copies texts, makes a picture of the sheet.
"""

from importlib import import_module
from typing import Final

from flask import Flask
from jinja2 import StrictUndefined

BLUEPRINT: Final = "pages"
_SUBJECTS: Final = (
    "signing", "start", "opening", "sheet", "money", "table", "disputes", "sharing", "ending",
    "rulesets", "recording", "outcome", "game", "disputing", "elsewhere", "agreeing", "groups",
    "members", "together", "guests", "paying",
)  # fmt: skip
"""The modules that have routes."""


def add_pages(app: Flask) -> None:
    """Give the application its pages, and have what browsers ask for refused by pages."""
    for name in (*_SUBJECTS, "refusing"):
        import_module(f"settle.pages.{name}")
    from settle.app.answering import PEOPLE  # noqa: PLC0415 - the application imports this module
    from settle.pages.frame import routes  # noqa: PLC0415
    from settle.pages.refusing import page_of  # noqa: PLC0415
    from settle.pages.signing import is_signed_in, may  # noqa: PLC0415

    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals |= {"may": may, "signed_in": is_signed_in}
    app.register_blueprint(routes)
    app.extensions[PEOPLE] = page_of
