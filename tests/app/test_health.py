"""Whether the service lives and can work."""

from __future__ import annotations

import pytest

from settle import __version__
from settle.store import Store
from settle.store.sqlite import VERSION
from tests.app.test_refusals import problem_of
from tests.store.chains import raw


def test_a_sound_service_is_alive_and_ready(client, book):
    assert client.get("/livez").json == {"status": "alive"}
    told = client.get("/readyz").json
    assert told.pop("size_bytes") > 0
    assert told == {
        "status": "ready",
        "version": __version__,
        "engine": "sqlite",
        "engine_version": VERSION,
        "journal_mode": book.store.info().journal_mode,
        "synchronous": book.store.info().synchronous,
        "schema_version": book.store.info().schema_version,
    }


def drop_a_guard(path):
    with raw(path) as connection:
        [name, *_] = connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'trigger' ORDER BY name"
        ).fetchone()
        connection.execute(f"DROP TRIGGER {name}")
    connection.close()


def move_away(path):
    path.rename(path.with_name("elsewhere"))


@pytest.mark.parametrize(("harm", "code"), [(drop_a_guard, "damaged"), (move_away, "unavailable")])
def test_a_book_that_is_not_in_order_is_not_ready(client, book, harm, code, tmp_path):
    path = tmp_path / "book.db"
    assert str(path) == book.store.info().path
    harm(path)
    problem = problem_of(client.get("/readyz"), 503)
    assert problem["errors"][0]["code"] == code
    assert client.get("/livez").status_code == 200


def test_a_book_without_a_guard_is_not_opened_either(book, tmp_path):
    drop_a_guard(tmp_path / "book.db")
    with pytest.raises(Exception, match="is not as Settle made it"):
        Store.open(tmp_path / "book.db")
