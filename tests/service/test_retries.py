"""Everything is sent three times, in any order, answers are lost: every game is there once."""

from __future__ import annotations

import json
import random
import socket
import threading
from collections import defaultdict

import pytest

from tests.book.rounds import scoops, session
from tests.service.services import Client, client_of, findings, recorded, running

GAMES = 200
TIMES = 3


def in_threads(count, work):
    """Run so many at once; the first failure of any is raised."""
    failures = []

    def guarded(number):
        try:
            work(number)
        except BaseException as error:  # noqa: BLE001 - told by the main thread
            failures.append(error)

    threads = [threading.Thread(target=guarded, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]


def posts(ids):
    """Path, document and key of each id; in the first session games are numbered as they come."""
    made = []
    for number in range(ids):
        name, game = f"s{number // GAMES}", number % GAMES + 1
        document = scoops("amy>dan" if number % 2 else "bob>cat", ref=f"id {number}")
        if number >= GAMES:
            document["game"] = game
        made.append((f"/v1/sessions/{name}/rounds", document, f"id-{number}"))
    return made


def drop(service, path, document, key):
    """Send, and hang up before anything is answered."""
    body = json.dumps(document).encode()
    head = (
        f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        f"Authorization: Bearer {service.key}\r\n"
        f"Idempotency-Key: {key}\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", service.port), timeout=60) as connection:
        connection.sendall(head.encode() + body)


@pytest.fixture(params=["file", "server"])
def kept(request, tmp_path):
    """Where the book is."""
    is_file = request.param == "file"
    return str(tmp_path / "book.db") if is_file else request.getfixturevalue("address")


def everything_thrice(tmp_path, clients, ids, place=None):
    place = place or str(tmp_path / "book.db")
    wanted = posts(ids)
    answers, guard = defaultdict(set), threading.Lock()
    with running(tmp_path / "book.db", place=place, workers=4, threads=4) as service:
        with client_of(service) as opener:
            for number in range(-(-ids // GAMES)):
                opening = session(id=f"s{number}", games=GAMES)
                assert opener.post("/v1/sessions", opening).status == 201

        def work(number):
            chance = random.Random(number)
            order = list(range(ids)) * TIMES
            chance.shuffle(order)
            client = Client(service)
            for each in order:
                path, document, key = wanted[each]
                if chance.random() < 1 / 3:
                    drop(service, path, document, key)
                    continue
                answer = client.surely(path, document, key=key)
                with guard:
                    answers[key].add(answer)
            client.close()

        in_threads(clients, work)
        assert service.stop() == 0
    assert len(answers) == ids
    assert {len(each) for each in answers.values()} == {1}, "equal calls have equal answers"
    told = {}
    for number, (path, _, key) in enumerate(wanted):
        [answer] = answers[key]
        assert answer.status == 201
        document = answer.document()
        assert document["result"]["ref"] == f"id {number}"
        told[path.split("/")[3], document["game"]] = document["entry"]["hash"]
    assert recorded(place) == told
    assert len(told) == ids
    assert findings(place) == []


def test_10_clients_send_200_games_three_times_each(tmp_path):
    everything_thrice(tmp_path, 10, 200)


@pytest.mark.slow
def test_50_clients_send_1000_games_three_times_each(tmp_path, kept):
    everything_thrice(tmp_path, 50, 1000, kept)


# --- two at once ---------------------------------------------------------------------------------


def pairs_at_once(tmp_path, pairs, place=None, couples=2):
    """Two clients record different things as the same game at the same moment, over and over."""
    place = place or str(tmp_path / "book.db")
    each = pairs // couples
    outcomes = {}
    with running(tmp_path / "book.db", place=place, workers=2, threads=4) as service:
        with client_of(service) as opener:
            for couple in range(couples):
                for number in range(-(-each // GAMES)):
                    opening = session(id=f"c{couple}-{number}", games=GAMES)
                    assert opener.post("/v1/sessions", opening).status == 201
        barriers = [threading.Barrier(2, timeout=60) for _ in range(couples)]

        def work(number):
            couple, side = divmod(number, 2)
            client = Client(service)
            for place in range(each):
                name, game = f"c{couple}-{place // GAMES}", place % GAMES + 1
                document = scoops(("amy>dan", "dan>amy")[side], game=game)
                barriers[couple].wait()
                answer = client.post(f"/v1/sessions/{name}/rounds", document, key=f"{game}/{side}")
                outcomes[name, game, side] = answer
            client.close()

        in_threads(couples * 2, work)
        assert service.stop() == 0
    standing = recorded(place)
    assert len(standing) == each * couples
    sides = set()
    for (name, game), entry_hash in standing.items():
        two = sorted((outcomes[name, game, side] for side in (0, 1)), key=lambda a: a.status)
        assert [answer.status for answer in two] == [201, 409]
        won, lost = (answer.document() for answer in two)
        assert won["entry"]["hash"] == lost["standing"]["hash"] == entry_hash
        sides.add(won["result"]["totals"][0]["net"])
    assert sides == {1, -1}, "each of the two is sometimes the first"
    assert findings(place) == []


def test_500_pairs_of_different_writes_of_one_game(tmp_path):
    pairs_at_once(tmp_path, 500)


@pytest.mark.slow
def test_10_000_pairs_of_different_writes_of_one_game(tmp_path, kept):
    pairs_at_once(tmp_path, 10_000, kept)


def test_two_corrections_of_one_game_at_once(tmp_path):
    """One is taken; the other is told the entry that stands by now."""
    outcomes = {}
    with running(tmp_path / "book.db") as service, client_of(service) as opener:
        opener.post("/v1/sessions", session(games=GAMES))
        batch = {"rounds": [scoops("bob>cat", game=game) for game in range(1, 101)]}
        answers = opener.post("/v1/sessions/s1/rounds:batch", batch).document()["answers"]
        hashes = [answer["body"]["entry"]["hash"] for answer in answers]
        barrier = threading.Barrier(2, timeout=60)

        def work(side):
            client = Client(service)
            for game, against in enumerate(hashes, 1):
                wrong = {"reason": f"side {side}", "against": against}
                document = {**scoops(("amy>dan", "dan>amy")[side]), **wrong}
                barrier.wait()
                path = f"/v1/sessions/s1/rounds/{game}/corrections"
                outcomes[game, side] = client.post(path, document)
            client.close()

        in_threads(2, work)
        assert service.stop() == 0
    standing = recorded(tmp_path / "book.db")
    for game in range(1, 101):
        two = sorted((outcomes[game, side] for side in (0, 1)), key=lambda a: a.status)
        assert [answer.status for answer in two] == [201, 409]
        won, lost = (answer.document() for answer in two)
        assert lost["errors"][0]["code"] == "stale_against"
        assert won["entry"]["hash"] == lost["present"]["hash"] == standing["s1", game]
    assert findings(tmp_path / "book.db") == []
