"""The rows that appending leaves are those that a fold of the entries makes."""

from __future__ import annotations

import random

import pytest

from settle.book.rows import answer_row, game_rows, session_row
from settle.faults import RefusedError
from settle.sessions import fold
from tests.book.rounds import PLAYERS, new_book, scoops, session

SCOOPS = ("amy>dan", "bob>cat", "cat>amy", "dan>bob")


def anything(book, chance, session_id):
    """One call, good or bad, as a table might make it."""
    game = chance.randint(1, 7)
    round_ = scoops(*chance.sample(SCOOPS, chance.randint(0, 1)))
    if chance.random() < 0.2:
        players = PLAYERS[:3]
        round_ = scoops(chance.choice(["amy>bob", "cat>bob"]), players=players, sitting_out=["dan"])
    key = chance.choice([None, None, f"k{chance.randint(1, 9)}"])
    standing = {each["game"]: each for each in book.rounds(session_id).document()["rounds"]}
    against = standing.get(game, {"entry": {"hash": "sha256:" + "0" * 64}})["entry"]["hash"]
    part = {"reason": "as it was", "against": against}
    what = chance.random()
    if what < 0.5:
        book.record(session_id, {**round_, "game": game}, key=key)
    elif what < 0.7:
        book.correct(session_id, game, {**round_, **part}, key=key)
    elif what < 0.85:
        book.void(session_id, game, part, key=key)
    elif what < 0.99:
        items = [{**round_, "game": number} for number in (game, 7)]
        book.record_batch(session_id, {"rounds": items}, key=key)
    else:
        book.close(session_id)


@pytest.mark.parametrize("seed", range(8))
def test_rows_are_what_a_fold_makes(tmp_path, seed):
    chance, book = random.Random(seed), new_book(tmp_path)
    balances = {"amy": 5, "dan": -5} if seed % 2 else {}
    document = session(games=chance.randint(3, 7), opening_balances=balances or None)
    book.open_session(session(id="before"))
    book.open_session(document, key="open")
    for _ in range(60):
        try:
            anything(book, chance, "s1")
        except RefusedError:
            continue
        with book.store.reading() as r:
            folded = fold(r.entries("s1"))
            assert r.session_row("s1") == session_row(folded, 2)
            assert list(r.game_rows("s1")) == list(game_rows(folded))
    with book.store.reading() as r:
        made = [answer_row(entry) for name in ("before", "s1") for entry in r.entries(name)]
        answers = list(r.raw_rows("answer"))
    assert sorted([row._asdict() for row in made if row], key=str) == sorted(answers, key=str)
    assert folded.head_seq > 5
