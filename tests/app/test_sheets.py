"""The sheet over HTTP: which form is asked for, and in which language."""

from __future__ import annotations

import pytest

from tests.app.test_refusals import codes, problem_of
from tests.book.rounds import scoops

PATH = "/v1/sessions/s1/sheet"


@pytest.fixture
def played(opened, book):
    book.record("s1", scoops("amy>dan", game=1))
    return opened


@pytest.mark.parametrize(
    ("query", "accept", "kind", "begins"),
    [
        ("", None, "text/plain", "Taiwan, scoops only"),
        ("", "*/*", "text/plain", "Taiwan, scoops only"),
        ("?lang=zh-Hant", None, "text/plain", "只玩打槍"),
        ("", "text/csv", "text/csv", "game,amy"),
        ("", "image/svg+xml, */*;q=0.1", "image/svg+xml", "<svg "),
        ("?format=svg", "text/csv", "image/svg+xml", "<svg "),
        ("?format=csv", None, "text/csv", "game,amy"),
    ],
)
def test_a_form_is_asked_for(played, query, accept, kind, begins):
    headers = {} if accept is None else {"Accept": accept}
    response = played.get(f"{PATH}{query}", headers=headers)
    assert (response.status_code, response.mimetype) == (200, kind)
    assert response.text.startswith(begins)
    assert response.headers["Content-Language"] == ("zh-Hant-TW" if "lang" in query else "en")
    assert "Accept" in response.headers["Vary"]
    etag = {"If-None-Match": response.headers["ETag"], **headers}
    assert played.get(f"{PATH}{query}", headers=etag).status_code == 304


def test_the_checkpoint_stands_at_the_foot(played):
    point = played.get("/v1/sessions/s1/checkpoint").json
    lines = played.get(PATH).text.splitlines()[-3:]
    assert lines[1:] == [str(point["size"]), point["root"]]


def test_what_is_refused(played):
    assert codes(problem_of(played.get(f"{PATH}?format=pdf"), 422)) == ["/format out_of_range"]
    assert codes(problem_of(played.get(f"{PATH}?x=1"), 422)) == ["/x unknown_field"]
    problem_of(played.get("/v1/sessions/s9/sheet"), 404)
