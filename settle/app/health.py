"""Whether the service lives, and whether it can do its work."""

from typing import Any, Final

from flask import Blueprint, Response, current_app

from settle import __version__
from settle.app.answering import reply_with
from settle.app.asking import book
from settle.store import Store, StoreRefused, StoreUnavailable
from settle.watching import METRICS, Metrics
from settle.watching.metrics import CONTENT_TYPE

routes: Final = Blueprint("health", __name__)


@routes.get("/livez")
def alive() -> Response:
    """The process answers; nothing else is asked."""
    return reply_with({"status": "alive"})


@routes.get("/readyz")
def ready() -> Response:
    """The book opens, its migrations are current, its guards stand; and what runs."""
    return reply_with({"status": "ready", "version": __version__, **_inspected(book().store)})


@routes.get("/metrics")
def metrics() -> Response:
    """Numbers for a monitor, of all processes of the service; a book that cannot be read is one."""
    counted: Metrics = current_app.extensions.get(METRICS) or Metrics()
    try:
        info = book().store.info()
        with book().store.reading() as r:
            size = r.size()
    except (StoreUnavailable, StoreRefused):
        return Response(counted.text(None, None), content_type=CONTENT_TYPE)
    return Response(counted.text(info, size), content_type=CONTENT_TYPE)


def _inspected(store: Store) -> dict[str, Any]:
    """What runs. Raises StoreUnavailable, and StoreRefused for a book that is not as made."""
    info = store.info()
    with store.inspected() as inspection:
        if inspection.faults:
            raise StoreRefused(", ".join(inspection.faults))
    return {
        "engine": info.engine,
        "engine_version": info.engine_version,
        "journal_mode": info.journal_mode,
        "synchronous": info.synchronous,
        "schema_version": info.schema_version,
        "size_bytes": info.size_bytes,
    }
