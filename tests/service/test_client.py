"""The client that is written from the published document, against a running service."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
import threading
import time
from types import ModuleType
from typing import Any

import pytest

from settle.openapi.client import FILE, _word, text
from settle.openapi.examples import EVENING, GROUP, SESSION
from settle.openapi.table import OPERATIONS
from settle.store import Store
from tests.access.keyed import Keyring
from tests.code_health.tree import ROOT
from tests.docs.pages import page
from tests.service.services import ENVIRONMENT, running

FOLDER = ROOT / "examples" / "client"
PUBLISHED = json.loads((ROOT / "schemas/openapi.json").read_text("utf-8"))
BY_ID = {operation.id: operation for operation in OPERATIONS}


@pytest.fixture(scope="module")
def client() -> Any:
    """The two modules, as an app has them."""
    names = ("calling", "settle_client")
    sys.path.insert(0, str(FOLDER))
    try:
        yield __import__("settle_client")
    finally:
        sys.path.remove(str(FOLDER))
        for name in names:
            sys.modules.pop(name, None)


def test_the_published_client_is_what_the_document_says():
    assert text(PUBLISHED) == (FOLDER / FILE).read_text("utf-8"), (
        "run: python -m settle.openapi.client"
    )


def test_every_call_has_a_method(client: ModuleType):
    methods = {name for name in vars(client.Settle) if not name.startswith("_")}
    assert methods == {_word(operation.id) for operation in OPERATIONS}


def test_the_evening_of_the_examples_is_recorded_with_it(client: ModuleType, tmp_path):
    """Every call that the document shows, one after another, each answered as it is meant to be."""
    path = tmp_path / "book.db"
    with running(path, workers=1) as service:
        ring = Keyring(Store.open(path))
        for example in EVENING:
            key = service.key if example.seat is None else ring.seat(SESSION, example.seat)
            settle = client.Settle(service.url, key)
            body = None if example.body is None else dict(example.body)
            if example.against is not None:
                body["against"] = settle.get_round(SESSION, example.against)["entry"]["hash"]
            here = {"session": SESSION, "group": GROUP, **example.path}
            named = [here[name] for name in re.findall(r"{(\w+)}", BY_ID[example.operation].path)]
            more = {} if example.key is None else {"key": example.key}
            query = {_word(name): value for name, value in example.query.items()}
            sent = [] if body is None else [body]
            call = getattr(settle, _word(example.operation))
            answer = call(*named, *sent, **query, **more)
            assert isinstance(answer, dict), example


def test_a_refusal_has_its_codes(client: ModuleType, tmp_path):
    with running(tmp_path / "book.db", workers=1) as service:
        settle = client.Settle(service.url, service.key)
        with pytest.raises(sys.modules["calling"].RefusedError) as caught:
            settle.get_session("nowhere/../x")
        assert (caught.value.status, caught.value.codes) == (404, ["no_such_address"])
        with pytest.raises(sys.modules["calling"].RefusedError) as caught:
            settle.open_session({"id": "x y"})
        assert "out_of_range" in caught.value.codes
        assert settle.get_metrics().startswith("# HELP")


def test_what_is_put_off_is_sent_again(client: ModuleType, tmp_path):
    """A call a second at most: the third has to wait twice, and is answered all the same."""
    with running(tmp_path / "book.db", workers=1, rate_per_minute=60, rate_burst=1) as service:
        settle = client.Settle(service.url, service.key)
        begun = time.monotonic()
        for _ in range(3):
            assert settle.list_sessions() == {"next": None, "sessions": []}
        assert time.monotonic() - begun > 1


def test_where_no_answer_comes_only_what_is_safe_is_sent_again(client: ModuleType):
    """Of a service that hangs up on everybody."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        heard = []

        def hang_up() -> None:
            while True:
                try:
                    connection, _ = server.accept()
                except OSError:
                    return
                with connection:
                    heard.append(connection.recv(65536).split(b" ", 1)[0])

        threading.Thread(target=hang_up, daemon=True).start()
        port = server.getsockname()[1]
        settle = client.Settle(f"http://127.0.0.1:{port}", tries=2)
        for call in (
            settle.list_sessions,
            lambda: settle.undo_round("s1", {}),
            lambda: settle.undo_round("s1", {}, key="k"),
        ):
            with pytest.raises(OSError):  # noqa: PT011 - whatever the system says
                call()
        server.shutdown(socket.SHUT_RDWR)
    assert heard == [b"GET", b"GET", b"POST", b"POST", b"POST"]


def test_the_lines_of_its_page_print_what_it_says(tmp_path):
    told = page("examples/client/README.md")
    [lines] = re.findall(r"^```python\n(.*?)^```$", told, flags=re.MULTILINE | re.DOTALL)
    with running(tmp_path / "book.db", workers=1) as service:
        typed = lines.replace("http://127.0.0.1:8000", service.url)
        done = subprocess.run(
            [sys.executable, "-c", typed.replace("stl_...", service.key)],
            cwd=FOLDER, env=ENVIRONMENT, capture_output=True, text=True, check=False,
        )  # fmt: skip
        # Whoever tries one example goes on to the next, with the same key and in the same book.
        evening = subprocess.run(
            [sys.executable, "record.py", service.url, "../simple-evening/evening.ndjson"],
            cwd=FOLDER.with_name("http-evening"), env={**ENVIRONMENT, "SETTLE_KEY": service.key},
            capture_output=True, text=True, check=False,
        )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert f"It prints `{done.stdout.strip()}`" in told
    assert (evening.returncode, evening.stderr) == (0, "")
