"""Many at once: each game once, each call answered with the same bytes, one chain."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from settle.book import Conflict
from settle.entries import breaks
from tests.book.rounds import new_book, scoops, session

ROOT = Path(__file__).parents[2]
THREADS = 8
GAMES = 24


def duplicates(number):
    """The calls of one of them: all games, in an order of its own, half of them with a key."""
    chance = random.Random(number)
    for game in chance.sample(range(1, GAMES + 1), GAMES):
        winner, loser = random.Random(game).sample(["amy", "bob", "cat", "dan"], 2)
        round_ = scoops(f"{winner}>{loser}", game=game)
        yield game, round_, f"k{game}" if game % 2 else None


def record_all(book, number):
    return {
        game: book.record("s1", round_, key=key).body for game, round_, key in duplicates(number)
    }


def is_sound(book):
    entries = book.ledger("s1").document()["entries"]
    assert list(breaks(entries)) == []
    assert sorted(entry["game"] for entry in entries[1:]) == list(range(1, GAMES + 1))


def test_threads_that_send_the_same_games_record_each_once(book):
    book.open_session(session(games=GAMES))
    with ThreadPoolExecutor(THREADS) as pool:
        answers = list(pool.map(lambda number: record_all(book, number), range(THREADS)))
    assert all(answer == answers[0] for answer in answers)
    is_sound(book)


def test_of_different_rounds_for_one_game_one_is_recorded(book):
    book.open_session(session(games=GAMES))

    def record(number):
        try:
            return book.record("s1", scoops("amy>dan", ref=f"r{number}", game=1)).document()
        except Conflict as conflict:
            return conflict.members["standing"]

    with ThreadPoolExecutor(THREADS) as pool:
        answers = list(pool.map(record, range(THREADS)))
    recorded = [each["entry"]["hash"] for each in answers if "entry" in each]
    assert len(recorded) == 1
    assert {each["hash"] for each in answers if "hash" in each} <= set(recorded)
    assert len(book.ledger("s1").document()["entries"]) == 2


def test_threads_that_open_the_same_sessions_open_each_once(book):
    def opening(number):
        order = random.Random(number).sample(range(6), 6)
        return {
            each: book.open_session(session(id=f"s{each}")).body
            if each % 2
            else book.open_session(session(id=None, title=f"t{each}"), key=f"k{each}").body
            for each in order
        }

    with ThreadPoolExecutor(THREADS) as pool:
        answers = list(pool.map(opening, range(THREADS)))
    assert all(answer == answers[0] for answer in answers)
    with book.store.reading() as r:
        rows = list(r.sessions())
        firsts = [r.entry(row.id, 1) for row in rows]
    assert [row.opened for row in rows] == [1, 2, 3, 4, 5, 6]
    named = [first.body["previous_session"] for first in firsts]
    assert named == [None, *({"id": each.session, "hash": each.hash} for each in firsts[:-1])]


def test_processes_forked_from_one_book_record_each_game_once(tmp_path):
    words = [sys.executable, str(Path(__file__)), str(tmp_path)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        words, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    answers = [json.loads(path.read_text()) for path in tmp_path.glob("answers-*")]
    assert len(answers) == 4
    assert all(answer == answers[0] for answer in answers)
    is_sound(new_book(tmp_path))


def main(folder):
    """Open a session, then fork: the children send the same games and keep the answers."""
    book = new_book(Path(folder))
    book.open_session(session(games=GAMES))
    book.record("s1", scoops("amy>dan", ref="warm", game=1, expect={"totals": {"amy": 1}}))
    children = []
    for number in range(4):
        child = os.fork()
        if child == 0:
            answers = {
                game: book.record("s1", round_, key=key).body.decode()
                for game, round_, key in duplicates(number)
                if game > 1
            }
            Path(folder, f"answers-{number}").write_text(json.dumps(answers))
            os._exit(0)
        children.append(child)
    codes = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
    sys.exit(any(codes))


if __name__ == "__main__":
    main(sys.argv[1])
