"""What is seen of requests: an id, a line without anything of anybody, numbers."""

from __future__ import annotations

import json
import logging
import os

import pytest

from settle.app import create_app
from settle.app.places import Places
from settle.store import BookSize, StoreInfo
from settle.watching import KEY_ID, REFUSED, LogForm, Metrics, set_up_logs
from settle.watching import counts as counting
from settle.watching.counts import Counts
from settle.watching.logs import line_of, request_writer
from settle.watching.requests import ROUTE, Watched, request_id
from tests.book.rounds import new_book

SIZE = BookSize(sessions=2, entries=34, games=32)
INFO = StoreInfo("book.db", "sqlite", "3.53.4", "wal", "full", 5, 4096)


def numbers(metrics, *, names=("settle_request_seconds_count", "settle_refused_total")):
    """The samples whose names begin so, as text by text."""
    lines = metrics.text(INFO, SIZE).decode().splitlines()
    pairs = [line.rpartition(" ") for line in lines if line.startswith(names)]
    return {name: float(value) for name, _, value in pairs}


def call(watched, method="POST", rule="/v1/sessions/<session>", status="201 CREATED", **environ):
    """One request; the header that comes back."""

    def start(line, headers, *_):
        answered.extend(headers)

    answered = []
    environ = {"REQUEST_METHOD": method, **({ROUTE: rule} if rule else {}), **environ}
    watched._application = lambda _, started: [started(status, []) or b"done"]
    assert list(watched(environ, start)) == [b"done"]
    return dict(answered)["X-Request-ID"]


@pytest.fixture
def told():
    """The lines that were told."""
    return []


@pytest.fixture
def watched(told):
    return Watched(None, metrics=Metrics(), log=told.append)


def test_a_request_is_told(watched, told):
    name = call(watched, **{KEY_ID: "ab12", "HTTP_AUTHORIZATION": "Bearer stl_ab12_secret"})
    [line] = told
    assert line.pop("at").endswith("Z")
    assert line.pop("ms") >= 0
    assert line == {
        "request": name,
        "method": "POST",
        "route": "/v1/sessions/<session>",
        "status": 201,
        "key": "ab12",
    }


@pytest.mark.parametrize("sent", ["abc", "A.b_c-9", "0" * 64])
def test_an_id_that_is_one_is_taken_over_and_sent_back(watched, told, sent):
    assert call(watched, HTTP_X_REQUEST_ID=sent) == sent
    assert told[0]["request"] == sent


@pytest.mark.parametrize("sent", [None, "", "0" * 65, "a b", "a\r\nX: 1", "é", "<b>", "a\n"])
def test_any_other_is_made_anew(sent):
    made = request_id(sent)
    assert len(made) == 16
    assert int(made, 16) >= 0
    assert request_id(sent) != made


def test_what_is_no_address_and_no_method_is_told_as_such(watched, told):
    call(watched, method="BREW", rule=None, status="404 NOT FOUND")
    assert (told[0]["method"], told[0]["route"], told[0]["status"]) == ("other", "none", 404)


def test_an_application_that_breaks_is_told_as_well(watched, told):
    def broken(environ, start):
        raise SystemExit

    watched._application = broken
    with pytest.raises(SystemExit):
        watched({"REQUEST_METHOD": "GET"}, None)
    assert (told[0]["route"], told[0]["status"]) == ("none", 500)


def test_numbers_of_requests(watched, told):
    for status in ("201 CREATED", "201 CREATED", "422 UNPROCESSABLE"):
        refused = ("bad_card", "missing") if status.startswith("4") else ()
        call(watched, status=status, **{REFUSED: refused})
    labels = 'method="POST",route="/v1/sessions/<session>",status="{}"'
    assert numbers(watched._metrics) == {
        f"settle_request_seconds_count{{{labels.format(201)}}}": 2,
        f"settle_request_seconds_count{{{labels.format(422)}}}": 1,
        'settle_refused_total{code="bad_card"}': 1,
        'settle_refused_total{code="missing"}': 1,
    }
    assert told[2]["refused"] == "bad_card,missing"


def test_numbers_of_the_book():
    text = Metrics().text(INFO, SIZE).decode()
    assert "settle_book_readable 1.0" in text
    assert "settle_book_bytes 4096.0" in text
    assert "settle_book_sessions 2.0" in text
    assert "settle_book_entries_total 34.0" in text
    assert "settle_book_games 32.0" in text
    assert 'engine="sqlite",engine_version="3.53.4",journal="wal",schema="5"' in text
    unreadable = Metrics().text(None, None).decode()
    assert "settle_book_readable 0.0" in unreadable
    assert "settle_book_entries" not in unreadable


def in_a_child(places, metrics, count):
    """Count in another process, which takes a place and gives it back as the server does."""
    place = places.take()
    pid = os.fork()
    if pid == 0:
        places.own = place
        for _ in range(count):
            metrics.saw("GET", "/livez", "200", 0.001, ("broken",))
        os._exit(0)
    assert os.waitpid(pid, 0)[1] == 0
    places.give_back(place)


@pytest.fixture
def places():
    return Places()


COUNTED = {
    'settle_request_seconds_count{method="GET",route="/livez",status="200"}': 60,
    'settle_refused_total{code="broken"}': 60,
}


def test_processes_that_come_and_go_add_up(places):
    metrics = Metrics(Counts(lambda: places.own, places=2))
    for _ in range(20):
        in_a_child(places, metrics, 3)
    assert numbers(metrics) == COUNTED


def test_processes_side_by_side_add_up(places):
    metrics = Metrics(Counts(lambda: places.own, places=5))
    places.take()
    for _ in range(4):
        places.take()
        in_a_child(places, metrics, 15)
    # The last two had no place in what is shared.
    assert numbers(metrics) == dict.fromkeys(COUNTED, 30)


@pytest.mark.parametrize(
    ("seconds", "bound"),
    [(0.0, "0.001"), (0.001, "0.001"), (0.0011, "0.0025"), (1, "1.0"), (10, "10.0"), (11, "+Inf")],
)
def test_a_time_counts_for_its_bound_and_those_behind_it(seconds, bound):
    metrics = Metrics()
    metrics.saw("GET", "/livez", "200", seconds, ())
    labels = 'method="GET",route="/livez",status="200"'
    found = numbers(metrics, names=("settle_request_seconds_bucket",))
    begun = f'settle_request_seconds_bucket{{le="{bound}",{labels}}}'
    place = list(found).index(begun)
    assert list(found.values()) == [0] * place + [1] * (13 - place)
    total = numbers(metrics, names=("settle_request_seconds_sum",))
    assert list(total.values()) == [seconds]


def test_there_is_room_for_all_that_may_be_counted(tmp_path):
    """For fifteen statuses of every method of every address, and for more codes than there are."""
    rules = list(create_app(new_book(tmp_path)).url_map.iter_rules())
    assert 15 * sum(len(rule.methods) for rule in rules) + 500 <= counting.ROWS
    longest = max(len(f"OPTIONS\t{rule.rule}\t200") for rule in rules)
    assert longest <= counting.LONGEST_LABELS


def test_without_room_it_is_said_once_and_the_rest_goes_on(monkeypatch, caplog):
    monkeypatch.setattr(counting, "ROWS", 2)
    metrics = Metrics()
    for route in ("/a", "/b", "/c", "/c", "/d", "/a"):
        metrics.saw("GET", route, "200", 0.5, ())
    assert list(numbers(metrics).values()) == [2, 1]
    assert len(caplog.records) == 1


def test_places_are_taken_from_below(places):
    assert [places.take() for _ in range(3)] == [1, 2, 3]
    places.give_back(2)
    assert [places.take() for _ in range(2)] == [2, 4]


@pytest.mark.parametrize(
    ("told", "own", "is_another"),
    [
        ({}, 3, False),
        ({1: 3, 2: 3}, 3, False),
        ({1: 3, 2: 2}, 3, True),
        ({1: 3, 2: 0}, 1, True),
        ({1: 3, 2: 0}, 0, False),
        ({1: 3, 2: None}, 3, False),
        ({1: 3, 200: 1, 2: 5}, 3, True),
        ({1: 3, 400: 1}, 3, False),
    ],
)
def test_a_process_knows_whether_another_has_fewer_connections(places, told, own, is_another):
    for place, connections in told.items():
        places.own = place
        places.tell(connections)
    assert places.another_has_fewer(own) is is_another


def test_a_place_that_was_given_back_has_no_connections(places):
    places.own = places.take()
    places.tell(0)
    places.give_back(places.own)
    assert not places.another_has_fewer(1)


# --- lines ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("plain", "plain"),
        (7, "7"),
        (1.5, "1.5"),
        ("", '""'),
        ("two words", '"two words"'),
        ("a\nstatus=200", '"a\\nstatus=200"'),
        ("tab\t", '"tab\\t"'),
        ("\u2028", '"\\u2028"'),
    ],
)
def test_a_value_in_words_is_one_word(value, shown):
    assert line_of(LogForm.TEXT, {"at": "now", "x": value}) == f"now x={shown}"


def test_no_line_where_none_is_wanted():
    assert request_writer(LogForm.OFF) is None


@pytest.fixture
def root():
    """The root of all logs, as it was before."""
    logger = logging.getLogger()
    handlers, level = [*logger.handlers], logger.level
    yield logger
    logger.handlers[:], logger.level = handlers, level


@pytest.mark.parametrize("form", LogForm)
def test_an_error_is_told_without_what_it_says(root, capfd, form):
    set_up_logs(form)
    try:
        int("amy holds As Ks Qs")
    except ValueError:
        logging.getLogger("settle.app").exception("500: %s", "/v1/x")
    logging.getLogger("settle.app").info("not worth a line")
    line = capfd.readouterr().err
    assert line.count("\n") == 1
    assert "amy" not in line
    assert "ValueError" in line
    assert "test_an_error_is_told" in line
    if form is LogForm.JSON:
        told = json.loads(line)
        assert (told["level"], told["from"], told["message"]) == (
            "error",
            "settle.app",
            "500: /v1/x",
        )


def test_a_log_that_is_gone_keeps_nobody_from_being_answered(watched):
    kept = os.dup(2)
    reading, writing = os.pipe()
    os.close(reading)
    try:
        os.dup2(writing, 2)
        watched._log = request_writer(LogForm.JSON)
        call(watched)
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(writing)
