"""A real browser, and the service that it looks at."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from werkzeug.serving import make_server

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"]
PHONE = {"width": 390, "height": 844}
SMALL_PHONE = {"width": 320, "height": 568}
DESK = {"width": 1280, "height": 800}


def chromium() -> str | None:
    """Where the browser of this machine is, None where there is none."""
    return os.environ.get("SETTLE_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


@contextmanager
def serving(app: Any) -> Iterator[str]:
    """The address of an application while it is served."""
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
