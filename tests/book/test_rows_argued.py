"""Rows are what a fold makes, also where tables change and games are disputed; all is sound."""

from __future__ import annotations

import random

import pytest

from settle.book.rows import confirmation_rows, dispute_rows, game_rows, session_row
from settle.faults import RefusedError
from settle.sessions import fold
from tests.audit.evening import exported, findings_in, findings_of
from tests.book.rounds import new_book, scoops, session

EVERYBODY = ["amy", "bob", "cat", "dan", "eve", "fay"]
WHY = {"reason": "as it was"}


def anything(book, chance):
    """One call, good or bad, as an evening of arguments might make it."""
    game = chance.randint(1, 5)
    view = book.session_view("s1").document()
    players = [t["players"] for t in view["tables"] if t["from_game"] <= game][-1]
    if chance.random() < 0.1:
        players = EVERYBODY[:4]
    round_ = scoops("{}>{}".format(*chance.sample(players, 2)), players=players)
    standing = {each["game"]: each for each in book.rounds("s1").document()["rounds"]}
    seen = standing.get(game, {"entry": {"hash": "sha256:" + "0" * 64}})["entry"]["hash"]
    against = {**WHY, "against": seen}
    somebody = f"player:{chance.choice(EVERYBODY)}"
    dispute = f"d{chance.randint(1, 6)}"
    claim = chance.choice([{"round": round_}, {"totals": {"amy": 0, "bob": 0}}])
    ruling = {**against, "outcome": chance.choice(["corrected", "dismissed"])}
    of = chance.choice(["opening", game, seen])
    part = chance.choice([
        {"players": chance.sample(EVERYBODY, chance.randint(2, 4))},
        {"stake": {"amount": str(chance.randint(1, 9)), "currency": "TWD"}},
        {"options": {"home_run_multiplier": chance.randint(2, 5)}},
    ])  # fmt: skip
    calls = [
        lambda: book.record("s1", {**round_, "game": game}),
        lambda: book.record("s1", {**round_, "game": game}),
        lambda: book.correct("s1", game, {**round_, **against}),
        lambda: book.void("s1", game, against),
        lambda: book.undo("s1", against),
        lambda: book.change_table("s1", {"from_game": game, **part, **WHY}),
        lambda: book.confirm("s1", {"of": of, "player": chance.choice(EVERYBODY)}),
        lambda: book.dispute("s1", game, {"by": somebody, "claim": claim, **WHY}),
        lambda: book.dispute("s1", game, {"by": somebody, "claim": {"round": round_}, **WHY}),
        lambda: book.consent("s1", dispute, {"by": somebody}),
        lambda: book.withdraw("s1", dispute, {"by": somebody}),
        lambda: book.resolve("s1", dispute, {**ruling, "by": chance.choice(["host", somebody])}),
        lambda: book.close("s1") if chance.random() < 0.02 else None,
    ]
    chance.choice(calls)()


@pytest.mark.parametrize("seed", range(8))
def test_rows_are_what_a_fold_makes(tmp_path, seed):
    chance, book = random.Random(seed), new_book(tmp_path)
    book.open_session(session(games=5, dispute_window="PT20S"))
    for _ in range(120):
        try:
            anything(book, chance)
        except RefusedError:
            continue
        with book.store.reading() as r:
            folded = fold(r.entries("s1"))
            assert r.session_row("s1") == session_row(folded, 1)
            assert list(r.game_rows("s1")) == list(game_rows(folded))
            assert list(r.dispute_rows("s1")) == list(dispute_rows(folded))
            assert list(r.confirmation_rows("s1")) == list(confirmation_rows(folded))
        segments = folded.segments.values()
        assert all(sum(nets.values()) == 0 for nets in segments)
        of_segments = {p: sum(nets.get(p, 0) for nets in segments) for p in folded.players}
        assert of_segments == folded.totals
        settled = book.settlement("s1").document()["totals"]
        assert sum(total["net"] for total in settled) == 0
    kinds = {entry["kind"] for entry in book.ledger("s1").document()["entries"]}
    assert {"table_changed", "confirmed", "dispute_opened"} <= kinds
    book.store.close()
    assert findings_in(tmp_path / "book.db") == []
    assert findings_of(exported(tmp_path / "book.db")) == []
