"""A real browser, and the service that it looks at."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from werkzeug.serving import make_server

from settle.app.allowing import COOKIE
from tests.access.keyed import Keyring

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"]
PHONE = {"width": 390, "height": 844}
SMALL_PHONE = {"width": 320, "height": 568}
DESK = {"width": 1280, "height": 800}

# What is wider than the room it has, and neither can be scrolled nor is meant for ears only.
CUT_OFF = """
[...document.querySelectorAll('main *:not(.hidden, textarea, select, option)')]
  .filter((each) => getComputedStyle(each).overflowX === 'hidden')
  .filter((each) => each.scrollWidth > each.clientWidth)
  .map((each) => each.outerHTML)
"""

# What axe-core finds: rules, and the first few elements that break each.
VIOLATIONS = """
async (options) => {
  document.querySelectorAll('details').forEach((each) => { each.open = true });
  const found = await axe.run(options);
  return found.violations.map(({id, nodes}) => [id, nodes.slice(0, 3).map(({html}) => html)]);
}
"""


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


class Table:
    """A service of an evening of sixteen games, and browsers that look at it."""

    def __init__(self, browser: Any, book: Any, address: str) -> None:
        self.browser, self.book, self.address = browser, book, address
        self.keyring = Keyring(book.store)
        self.contexts: list[Any] = []

    def leave(self) -> None:
        """Close what was looked at."""
        while self.contexts:
            self.contexts.pop().close()

    def look(self, path: str = "", *, key: str | None = "admin", **kind: Any) -> Any:
        """A page in a browser of its own; what it complains of fails the test."""
        kind.setdefault("viewport", PHONE)
        kind.setdefault("locale", "zh-TW")
        context = self.browser.new_context(base_url=self.address, **kind)
        self.contexts.append(context)
        if key is not None:
            value = self.keyring.admin if key == "admin" else key
            context.add_cookies([{"name": COOKIE, "value": value, "url": self.address}])
        page = context.new_page()
        page.complaints = []
        page.on("console", lambda told: page.complaints.append(told.text))
        page.on("pageerror", lambda error: page.complaints.append(str(error)))
        page.goto(path or "/")
        return page


def violations(page, **options):
    """What axe-core finds, every part of the page opened."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    return page.evaluate(VIOLATIONS, {"resultTypes": ["violations"], **options})
