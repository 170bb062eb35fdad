"""What a browser without scripts does: pages are read, forms filled in and sent."""

from __future__ import annotations

from html.parser import HTMLParser
from secrets import token_urlsafe
from typing import Any

from settle.app.allowing import COOKIE
from tests.access.keyed import Keyring
from tests.app.serving import app_of

VOID = {"input", "meta", "link", "br", "hr", "img", "use", "line"}
CHECKED = {"radio", "checkbox"}


class Page(HTMLParser):
    """A page: its texts, its links, what its first form sends if nothing is changed."""

    def __init__(self, response: Any) -> None:
        super().__init__()
        self.status, self.headers = response.status_code, response.headers
        self.html = response.get_data(as_text=True)
        self.fields: dict[str, str] = {}
        """Of the last form; the way out, which stands on every page of a session, is none."""
        self._into = self.fields
        self.forms: list[dict[str, str]] = []
        self.links: list[str] = []
        self.ids: list[str] = []
        self.language = ""
        self._texts: list[str] = []
        self._select = self._area = ""
        self._open: list[str] = []
        self.feed(self.html)
        self.text = " ".join(" ".join(self._texts).split())
        assert self._open == [], "every element is closed"

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        held = {name: value or "" for name, value in attrs}
        if tag not in VOID:
            self._open.append(tag)
        if "id" in held:
            self.ids.append(held["id"])
        if tag == "html":
            self.language = held["lang"]
        elif tag == "a":
            self.links.append(held.get("href", ""))
        else:
            self._field(tag, held)

    def _field(self, tag: str, held: dict[str, str]) -> None:
        name = held.get("name", "")
        if tag == "form":
            self._into = {}
            if not held.get("action", "").endswith("/sign-out"):
                self.fields = self._into
                self.forms.append(self.fields)
        elif tag == "select":
            self._select = name
        elif tag == "textarea":
            self._area = name
        elif tag == "option" and self._select:
            if "selected" in held or self._select not in self._into:
                self._into[self._select] = held["value"]
        elif tag == "input" and name and (held.get("type") not in CHECKED or "checked" in held):
            self._into[name] = held.get("value", "")

    def handle_startendtag(self, tag: str, attrs: Any) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag
        if tag == "select":
            self._select = ""
        if tag == "textarea":
            self._area = ""

    def handle_data(self, data: str) -> None:
        if self._area:
            self._into[self._area] = self._into.get(self._area, "") + data
        self._texts.append(data)


def signed_in(app: Any, book: Any) -> Browser:
    """Somebody who keeps the book, and whose browser has the key of that."""
    client = app.test_client()
    client.set_cookie(COOKIE, Keyring(book.store).admin)
    return Browser(client)


def with_key(book: Any, key: str | None = None, language: str = "en") -> Browser:
    """Somebody with this key, or with none, who looks at the pages of a book."""
    client = app_of(book).test_client()
    if key is not None:
        client.set_cookie(COOKIE, key)
    return Browser(client, language)


class Browser:
    """A client that asks for HTML and says where its forms come from."""

    def __init__(self, client: Any, language: str = "en") -> None:
        self.client, self.language = client, language

    def get(self, address: str, **headers: str) -> Page:
        """Look at a page."""
        asked = {"Accept": "text/html", "Accept-Language": self.language, **headers}
        return Page(self.client.get(address, headers=asked))

    def send(self, address: str, fields: dict[str, str], **headers: str) -> Any:
        """Send a form, with a key where it has none; the bare response."""
        asked = {"Accept": "text/html", "Accept-Language": self.language,
                 "Sec-Fetch-Site": "same-origin", **headers}  # fmt: skip
        keyed = {"idempotency_key": token_urlsafe(), **fields}
        return self.client.post(address, data=keyed, headers=asked)

    def fill(self, address: str, form: int = 0, to: str | None = None, **fields: Any) -> Page:
        """Fill a form of a page in, send it, and follow to where it leads.

        Fields are named without their first slash, the others written as ``players__0__name``.
        """
        page = self.get(address)
        named = {"/" + name.replace("__", "/"): str(value) for name, value in fields.items()}
        answer = self.send(to or address, {**page.forms[form], **named})
        return self.get(answer.headers["Location"]) if answer.status_code == 303 else Page(answer)
