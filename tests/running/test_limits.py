"""What the settings limit, as callers meet it: bodies, pages, how often, from where."""

from __future__ import annotations

import json
import time

import pytest

from settle.app import create_app
from settle.app.limiting import hold_back
from settle.book import Book
from settle.config import Settings
from settle.watching import Metrics, watch
from tests.access.keyed import keyed_client
from tests.book.rounds import new_book, scoops, session
from tests.service.services import client_of, running

NOBODY = {"Authorization": ""}
GUESS = {"Authorization": "Bearer stl_0123abcd_" + "A" * 43}


@pytest.fixture
def service(tmp_path):
    """A service without a server that has these settings."""
    book = new_book(tmp_path)

    def made(**settings):
        app = create_app(book, is_open_for_scoring=True)
        hold_back(app, Settings(**settings))
        return keyed_client(app, book.store)

    return made


def codes(response):
    return [error["code"] for error in response.json["errors"]]


def statuses(client, calls, path="/v1/rulesets", **how):
    return [client.get(path, **how).status_code for _ in range(calls)]


def from_address(address, **headers):
    return {"environ_base": {"REMOTE_ADDR": address}, "headers": {**NOBODY, **headers}}


# --- how much -------------------------------------------------------------------------------------


def test_a_body_may_be_as_large_as_the_settings_say(service):
    client = service(body_bytes=1024, batch_bytes=2048)
    assert client.post("/v1/sessions", json=session()).status_code == 201
    typed = {"content_type": "application/json"}
    for path, most in (("/v1/score", 1024), ("/v1/sessions/s1/rounds:batch", 2048)):
        fits = client.post(path, data=b"{}".ljust(most), **typed)
        assert fits.status_code == 422
        refused = client.post(path, data=b"{}".ljust(most + 1), **typed)
        assert (refused.status_code, codes(refused)) == (413, ["too_large"])
        assert str(most) in refused.json["detail"]


@pytest.mark.parametrize(
    ("path", "setting"),
    [
        ("/v1/sessions", {"page_size": 3}),
        ("/v1/groups", {"page_size": 3}),
        ("/v1/keys", {"page_size": 3}),
        ("/v1/sessions/s1/ledger", {"page_entries": 3}),
    ],
)
def test_a_page_is_no_longer_than_the_settings_say(service, path, setting):
    client = service(**setting)
    assert client.post("/v1/sessions", json=session()).status_code == 201
    assert client.get(f"{path}?limit=3").status_code == 200
    assert client.get(path).status_code == 200
    refused = client.get(f"{path}?limit=4")
    assert (refused.status_code, codes(refused)) == (422, ["out_of_range"])


# --- how often ------------------------------------------------------------------------------------


def test_without_a_limit_nobody_waits(service):
    assert set(statuses(service(rate_per_minute=0, rate_burst=1), 50)) == {200}


def test_a_call_too_many_is_told_when_to_come_again(service):
    client = service(rate_per_minute=6, rate_burst=3)
    assert statuses(client, 4) == [200, 200, 200, 429]
    refused = client.get("/v1/rulesets", headers={"Accept-Language": "zh-TW"})
    assert codes(refused) == ["too_many_calls"]
    assert refused.content_type == "application/problem+json"
    assert refused.json["title"] == "呼叫太頻繁"
    # Six a minute are one in ten seconds, of which some may have gone by.
    assert 1 <= int(refused.headers["Retry-After"]) <= 10
    assert refused.headers["Retry-After"] in refused.json["detail"]


def test_a_call_too_many_stores_nothing(service):
    client = service(rate_per_minute=1, rate_burst=1)
    assert client.post("/v1/sessions", json=session(id="one")).status_code == 201
    assert client.post("/v1/sessions", json=session(id="two")).status_code == 429
    with client.keyring.keeper.store.reading() as r:
        assert [row.id for row in r.sessions()] == ["one"]


def test_each_key_and_each_address_has_calls_of_its_own(service):
    client = service(rate_per_minute=1, rate_burst=2)
    other = {"Authorization": f"Bearer {client.keyring.make(label='other', scope='create')}"}
    assert statuses(client, 3) == [200, 200, 429]
    assert statuses(client, 3, headers=other) == [200, 200, 429]
    assert statuses(client, 3, **from_address("10.0.0.1")) == [200, 200, 429]
    assert statuses(client, 3, **from_address("10.0.0.2")) == [200, 200, 429]


def test_a_key_is_the_same_caller_at_every_address(service):
    client = service(rate_per_minute=1, rate_burst=2)
    found = [
        client.get("/v1/rulesets", environ_base={"REMOTE_ADDR": f"10.0.0.{n}"}).status_code
        for n in range(3)
    ]
    assert found == [200, 200, 429]


def test_health_is_told_however_often_it_is_asked_for(service):
    client = service(rate_per_minute=1, rate_burst=1)
    assert statuses(client, 2) == [200, 429]
    for path in ("/livez", "/readyz"):
        assert set(statuses(client, 10, path)) == {200}


def test_who_guesses_keys_is_not_heard_any_more(service):
    client = service(rate_per_minute=1, rate_burst=5)
    guess = {"headers": GUESS, "environ_base": {"REMOTE_ADDR": "10.0.0.1"}}
    assert statuses(client, 7, **guess) == [401] * 5 + [429] * 2
    # Not with the right key either, from there; from elsewhere it is as before.
    assert statuses(client, 1, environ_base={"REMOTE_ADDR": "10.0.0.1"}) == [429]
    assert statuses(client, 1, environ_base={"REMOTE_ADDR": "10.0.0.2"}) == [200]


@pytest.mark.parametrize(
    ("proxies", "forwarded", "same"),
    [
        # Without a proxy what is said of addresses counts for nothing.
        (0, ["1.1.1.1", "2.2.2.2"], True),
        # The proxy adds who it was asked by at the end; before it anybody can write anything.
        (1, ["1.1.1.1", "2.2.2.2"], False),
        (1, ["9.9.9.9, 1.1.1.1", "8.8.8.8, 1.1.1.1"], True),
        (2, ["1.1.1.1, 7.7.7.7", "2.2.2.2, 7.7.7.7"], False),
        (2, ["1.1.1.1", "2.2.2.2"], True),
        # Of IPv6 a customer has all addresses with the same first half.
        (1, ["2001:db8::1", "2001:db8::ffff:2"], True),
        (1, ["2001:db8::1", "2001:db8:0:1::1"], False),
        (1, ["2001:db8:no", "2001:db8:no"], True),
        # One of IPv4 that is written as IPv6 is one of IPv4.
        (1, ["::ffff:1.1.1.1", "::ffff:2.2.2.2"], False),
        (1, ["::ffff:1.1.1.1", "1.1.1.1"], True),
    ],
)
def test_where_a_call_comes_from(service, proxies, forwarded, same):
    client = service(rate_per_minute=1, rate_burst=1, proxies=proxies)
    found = [
        client.get("/v1/rulesets", **from_address("127.0.0.1", **{"X-Forwarded-For": each}))
        for each in forwarded
    ]
    assert [each.status_code for each in found] == [200, 429 if same else 200]


@pytest.mark.parametrize(
    ("addresses", "headers", "same"),
    [
        # Who comes past the proxy, or by one that says nothing, is known by the connection.
        (["1.1.1.1", "2.2.2.2"], {}, False),
        (["1.1.1.1", "1.1.1.1"], {}, True),
        (["1.1.1.1", "2.2.2.2"], {"X-Forwarded-For": ""}, False),
        (["1.1.1.1", "2.2.2.2"], {"X-Forwarded-For": "9.9.9.9, "}, False),
        # A service that listens on :: sees IPv4 as IPv6.
        (["::ffff:1.1.1.1", "::ffff:2.2.2.2"], {}, False),
    ],
)
def test_where_a_call_comes_from_of_which_no_proxy_says_so(service, addresses, headers, same):
    client = service(rate_per_minute=1, rate_burst=1, proxies=1)
    found = [client.get("/v1/rulesets", **from_address(each, **headers)) for each in addresses]
    assert [each.status_code for each in found] == [200, 429 if same else 200]


def test_a_limit_is_one_limit_over_all_processes(tmp_path):
    settings = {"rate_per_minute": 1, "rate_burst": 40}
    with running(tmp_path / "book.db", workers=3, **settings) as service:
        service.wait_for_workers()
        found, begun = [], time.monotonic()
        for _ in range(60):
            with client_of(service) as client:
                found.append(client.ask("GET", "/v1/rulesets").status)
        minutes = int((time.monotonic() - begun) / 60)
    assert found.count(429) == 60 - found.count(200)
    assert 40 <= found.count(200) <= 40 + minutes


def test_what_the_server_itself_limits(tmp_path):
    settings = {"request_line_bytes": 512, "header_fields": 16, "header_bytes": 512}
    with (
        running(tmp_path / "book.db", workers=1, **settings) as service,
        client_of(service) as client,
    ):
        assert client.ask("GET", "/livez?lang=en").status == 200
        assert client.ask("GET", "/livez?lang=" + "e" * 600).status in (400, 414, 431)


# --- what is seen of it ---------------------------------------------------------------------------


def test_lines_and_numbers_of_a_service(tmp_path):
    path = tmp_path / "book.db"
    with running(path, workers=3, log="json") as service:
        service.wait_for_workers()
        for number in range(12):
            with client_of(service) as client:
                assert client.ask("POST", "/v1/sessions", session(id=f"s{number}")).status == 201
                assert client.ask("GET", f"/v1/sessions/no{number}").status == 404
        with client_of(service) as client:
            numbers = client.ask("GET", "/metrics").body.decode().splitlines()
        key = service.key
        assert service.stop() == 0
        lines = [json.loads(line) for line in service.errors.read_text().splitlines()]
    opened = 'method="POST",route="/v1/sessions",status="201"'
    assert f"settle_request_seconds_count{{{opened}}} 12.0" in numbers
    assert 'settle_refused_total{code="unknown_session"} 12.0' in numbers
    assert "settle_book_sessions 12.0" in numbers
    assert "settle_book_entries_total 12.0" in numbers
    told = [(line["method"], line["route"], line["status"]) for line in lines]
    assert told.count(("POST", "/v1/sessions", 201)) == 12
    assert told.count(("GET", "/v1/sessions/<session>", 404)) == 12
    assert told.count(("GET", "/metrics", 200)) == 1
    text = json.dumps(lines)
    secret = key.rpartition("_")[2]
    for kept in ("amy", "dan", "tw-scoop", "no11", secret, str(path)):
        assert kept not in text
    assert {line["key"] for line in lines} == {key.split("_")[1]}


def test_numbers_are_for_the_admin_only(service):
    client = service()
    other = client.keyring.make(label="other", scope="create")
    assert client.get("/metrics").status_code == 200
    assert client.get("/metrics", headers=NOBODY).status_code == 401
    refused = client.get("/metrics", headers={"Authorization": f"Bearer {other}"})
    assert refused.status_code == 403


def test_one_key_opens_no_more_sessions_than_the_settings_say(tmp_path):
    with running(tmp_path / "book.db", workers=1, sessions_per_key=2) as service:
        with client_of(service) as admin:
            made = admin.post("/v1/keys", {"label": "host", "scope": "create"}).document()
            for number in range(4):
                assert admin.post("/v1/sessions", session(id=f"a{number}")).status == 201
        service.key = made["key"]
        with client_of(service) as host:
            found = [host.post("/v1/sessions", session(id=f"h{n}")) for n in range(3)]
            assert [each.status for each in found] == [201, 201, 403]
            [error] = found[2].document()["errors"]
            assert error["code"] == "too_many_sessions"
            # What was opened is answered again.
            assert host.post("/v1/sessions", session(id="h1")).body == found[1].body
            assert host.ask("GET", "/v1/sessions/h2").status == 404


def test_what_is_refused_within_a_batch_is_counted(service):
    client, told = service(), []
    watch(client.application, metrics=Metrics(), log=told.append)
    assert client.post("/v1/sessions", json=session()).status_code == 201
    path = "/v1/sessions/s1/rounds:batch"
    rounds = [scoops("amy>dan", game=1), scoops("amy>eve", game=2), {"game": 3}]
    assert client.post(path, json={"rounds": rounds}).status_code == 200
    codes = told[-1]["refused"].split(",")
    assert {"unknown_player", "missing"} <= set(codes)
    assert client.post(path, json={"rounds": [scoops(game=4)]}).status_code == 200
    assert "refused" not in told[-1]
    numbers = client.get("/metrics").text.splitlines()
    assert 'settle_refused_total{code="unknown_player"} 1.0' in numbers


def test_a_bug_is_told_without_what_the_address_names(service, monkeypatch, caplog):
    def broken(*_args, **_how):
        raise ValueError("amy holds As Ks Qs")

    client = service()
    watch(client.application, metrics=Metrics(), log=None)
    monkeypatch.setattr(Book, "session_view", broken)
    response = client.get("/v1/sessions/friday")
    assert response.status_code == 500
    [record] = caplog.records
    name = response.headers["X-Request-ID"]
    assert record.getMessage() == f"500: GET /v1/sessions/<session>, request {name}"
