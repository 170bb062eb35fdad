"""HTML and formulas in what people may write: taken as texts, and shown as nothing else."""

from __future__ import annotations

import csv
import io
import re
import xml.etree.ElementTree as ET
from html.parser import HTMLParser

import pytest

from settle.app.allowing import COOKIE
from tests.access.keyed import keyed_client
from tests.app.serving import app_of
from tests.book.rounds import STAKE, new_book, scoops

SCRIPT = "<script>alert(1)</script>"
IMAGE = "'\"><img src=x onerror=alert(1)>"
FORMULA = '=HYPERLINK("//evil.example","x")'
ENTITY = "&lt;b&gt; ]]> {{733*733}} ${733*733} %s"
PLAYERS = [SCRIPT, IMAGE, FORMULA, "@SUM(1+1)*cmd|' /C calc'!A0"]
HOSTILE = (*PLAYERS, ENTITY)
SESSION = "/v1/sessions/s1"
PAGES = [
    "", "/games/1", "/disputes", "/money", "/share", "/table", "/record", "/outcome",
    "/games/1/outcome", "/games/1/cards",
]  # fmt: skip


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    """A service of a session in which everything that can be named has a hostile name."""
    book = new_book(tmp_path_factory.mktemp("texts"))
    made = keyed_client(app_of(book), book.store)
    opening = {
        "id": "s1", "title": SCRIPT, "ruleset": "tw-scoop-only", "players": PLAYERS, "stake": STAKE,
    }  # fmt: skip
    sent(made, "/v1/sessions", opening)
    pair = {"players": sorted([SCRIPT, IMAGE]), "scoop": SCRIPT}
    hands = [{"player": player} for player in PLAYERS]
    sent(made, f"{SESSION}/rounds", {"game": 1, "ref": IMAGE,
                                     "outcome": {"hands": hands, "duels": [pair]}})  # fmt: skip
    sent(made, f"{SESSION}/rounds", scoops(players=PLAYERS, game=2))
    disputed = {"by": f"player:{IMAGE}", "claim": {"totals": {SCRIPT: 0, IMAGE: 0}},
                "reason": ENTITY}  # fmt: skip
    sent(made, f"{SESSION}/rounds/1/disputes", disputed)
    sent(made, f"{SESSION}/names", {"player": FORMULA, "name": IMAGE})
    penalty = {"payer": SCRIPT, "to": IMAGE, "amount": "100", "reason": FORMULA}
    sent(made, f"{SESSION}/penalties", penalty, key="p")
    sent(made, "/v1/groups", {"id": "g1", "name": SCRIPT})
    sent(made, "/v1/keys", {"label": IMAGE, "scope": "create"})
    made.set_cookie(COOKIE, made.keyring.admin)
    return made


def sent(client, path, document, key=None):
    headers = {} if key is None else {"Idempotency-Key": key}
    response = client.post(path, json=document, headers=headers)
    assert response.status_code == 201, response.text


class Elements(HTMLParser):
    """The elements of a page and their attributes, and its texts."""

    def __init__(self, html):
        super().__init__()
        self.elements, self.texts = [], []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data):
        self.texts.append(data)


@pytest.mark.parametrize("page", ["/", "/rulesets", *(f"/sessions/s1{page}" for page in PAGES)])
def test_a_page_shows_texts_as_texts(client, page):
    response = client.get(page, headers={"Accept": "text/html"}, follow_redirects=True)
    assert response.status_code == 200
    found = Elements(response.text)
    for tag, attributes in found.elements:
        assert not [name for name in attributes if name.startswith("on")], (tag, attributes)
        assert attributes.get("src", "/static/").startswith("/static/"), (tag, attributes)
        assert not attributes.get("href", "").startswith(("javascript:", "//", "http")), attributes
    scripts = [attributes for tag, attributes in found.elements if tag == "script"]
    assert [each for each in scripts if "src" not in each] == []
    assert str(733 * 733) not in response.text
    if page.startswith("/sessions/s1"):
        assert any(SCRIPT in text for text in found.texts)


@pytest.mark.parametrize("address", [f"{SESSION}/sheet?format=svg", "/sessions/s1/sheet.svg"])
def test_a_picture_shows_texts_as_texts(client, address):
    response = client.get(address)
    assert response.mimetype == "image/svg+xml"
    root = ET.fromstring(response.data)  # noqa: S314 - our own
    elements = {each.tag.rpartition("}")[2] for each in root.iter()}
    assert elements <= {
        "svg",
        "g",
        "rect",
        "line",
        "text",
        "tspan",
        "title",
        "desc",
        "path",
        "style",
    }
    assert not [name for each in root.iter() for name in each.attrib if name.startswith("on")]
    assert "alert" in "".join(root.itertext())
    assert "nosniff" in response.headers.get("X-Content-Type-Options", "nosniff")


@pytest.mark.parametrize("address", [f"{SESSION}/sheet?format=csv", "/sessions/s1/sheet.csv"])
def test_a_table_has_no_formulas(client, address):
    response = client.get(address)
    assert response.mimetype == "text/csv"
    rows = list(csv.reader(io.StringIO(response.data.decode("utf-8-sig"))))
    cells = [cell for row in rows for cell in row]
    formulas = [cell for cell in cells if cell[:1] in ("=", "+", "-", "@", "\t", "\r")]
    # Nets, and sums of money.
    assert [cell for cell in formulas if not re.fullmatch("[-+]?[0-9]+( TWD)?", cell)] == []
    assert any("cmd|" in cell for cell in cells)


@pytest.mark.parametrize(
    "address",
    [
        SESSION, f"{SESSION}/rounds", f"{SESSION}/rounds/1", f"{SESSION}/disputes",
        f"{SESSION}/ledger", f"{SESSION}/settlement", f"{SESSION}/sheet?format=text",
        "/v1/groups/g1", "/v1/keys", "/v1/sessions", f"{SESSION}/rounds/1?lang=en",
    ],
)  # fmt: skip
def test_what_programs_are_answered_is_never_a_page(client, address):
    response = client.get(address)
    assert response.status_code == 200
    assert response.mimetype in {"application/json", "text/plain"}


def test_a_refusal_repeats_no_element(client):
    """Also where a browser asks: what was found stands on the page as a text."""
    for path in (f"/sessions/{SCRIPT}", f"/{SCRIPT}", f"/rulesets/{SCRIPT}"):
        response = client.get(path, headers={"Accept": "text/html"})
        assert response.status_code == 404
        scripts = [each for tag, each in Elements(response.text).elements if tag == "script"]
        assert [each for each in scripts if "src" not in each] == []
