"""A ledger taken as it is sealed: what its hashes and sums say is looked at, its scores are not."""

from __future__ import annotations

import io

import pytest

from settle.archive.importing import Ledger as Exported
from settle.archive.importing import LedgerUnsoundError
from settle.audit import session
from settle.canonical import canonical_bytes
from settle.entries import hash_of
from settle.store import Store
from tests.audit.evening import RELEASED, Ledger, exported, findings_in

GAME = 5
"""The entry of a game of Monday's; the one before it is a game as well."""


@pytest.fixture
def place(monday):
    """Where the line of the game stands."""
    assert Ledger(monday).entry(GAME)["kind"] == "game_recorded"
    return Ledger(monday).place(GAME)


@pytest.fixture
def store(tmp_path):
    return Store.open(tmp_path / "other.db")


def found(data: bytes, store: Store) -> list[tuple[str, str | None, int | None]]:
    """What is found wrong with a ledger that is taken as it is sealed."""
    try:
        Exported(io.BytesIO(data), RELEASED).store(store)
    except LedgerUnsoundError as unsound:
        with store.reading() as r:
            assert list(r.sessions()) == []
            assert list(r.rulesets()) == []
        return [(each.code, each.where, each.seq) for each in unsound.findings]
    return []


def changed(monday: bytes, place: int, change) -> bytes:
    """The ledger with another body of the game, everything else made to fit."""
    ledger = Ledger(monday)
    change(ledger.lines[place]["body"], ledger.lines[place])
    return ledger.sealed().data()


def test_a_sound_ledger_is_stored_and_no_game_judged(monday, store, monkeypatch):
    judged = []
    judge = session.judge
    monkeypatch.setattr(
        session, "judge", lambda state, entry: judged.append(entry.kind) or judge(state, entry)
    )
    assert found(monday, store) == []
    assert "game_corrected" in judged
    assert "game_recorded" not in judged
    path = store.info().path
    assert exported(path, "monday") == monday
    assert findings_in(path) == []


def test_every_byte_of_a_game_counts(monday, place, store):
    lines = monday.splitlines(keepends=True)
    for at in range(0, len(lines[place]) - 1, 11):
        line = lines[place][:at] + bytes([lines[place][at] ^ 1]) + lines[place][at + 1 :]
        data = b"".join([*lines[:place], line, *lines[place + 1 :]])
        assert found(data, store), at


def add_to_net(body, _entry):
    body["totals"][0]["net"] += 1
    body["totals"][0]["won"] += 1


def name_another(body, _entry):
    body["totals"][0]["player"] = "eve"


def pay_another(body, _entry):
    body["lines"][0]["payee"] = "eve"


def leave_out_notices(body, _entry):
    del body["notices"]


def say_more(body, _entry):
    body["more"] = 1


def say_more_of_a_line(body, _entry):
    body["lines"][0]["more"] = 1


def count_in_halves(body, _entry):
    body["lines"][0]["points"] = 1.5


def lose_the_round(body, _entry):
    body["round"] = "lost"


def name_a_player_twice(body, _entry):
    body["totals"][1]["player"] = body["totals"][0]["player"]


def number_it_beyond(_body, entry):
    entry["game"] = 17


def number_it_again(_body, entry):
    entry["game"] = 1


CHANGES = {
    add_to_net: ("totals_differ", "/body/totals"),
    name_another: ("totals_differ", "/body/totals"),
    pay_another: ("lines_differ", "/body/lines"),
    leave_out_notices: ("notices_differ", "/body/notices"),
    say_more: ("body_differs", "/body/more"),
    say_more_of_a_line: ("lines_differ", "/body/lines"),
    count_in_halves: ("lines_differ", "/body/lines"),
    lose_the_round: ("body_malformed", "/body/round"),
    name_a_player_twice: ("totals_differ", "/body/totals"),
    number_it_beyond: ("round_refused", "/body/round/game"),
    number_it_again: ("game_taken", "/game"),
}


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_what_is_no_game_of_the_table_is_found(monday, place, store, change):
    assert (*CHANGES[change], GAME) in found(changed(monday, place, change), store)


@pytest.mark.parametrize("written", [b'"basis": "cards"', b'"basis":"c\\u0061rds"'])
def test_a_hash_over_other_spelling_is_none(monday, place, store, written):
    lines = monday.splitlines(keepends=True)
    line = lines[place].rstrip(b"\n").replace(b'"basis":"cards"', written)
    seal = Ledger(monday).entry(GAME)["hash"].encode()
    unsealed = line.replace(b',"hash":"%b"' % seal, b"")
    line = line.replace(seal, hash_of(unsealed).encode())
    data = b"".join([*lines[:place], line, b"\n", *lines[place + 1 :]])
    assert ("not_canonical", "", GAME) in found(data, store)


def test_a_score_that_does_not_follow_from_the_cards_is_for_an_audit(monday, place, store):
    def pay_more(body, _entry):
        line = body["lines"][0]
        line["points"] += 1
        for total in body["totals"]:
            total["won"] += total["player"] == line["payee"]
            total["lost"] += total["player"] == line["payer"]
            total["net"] = total["won"] - total["lost"]

    forged = Ledger(changed(monday, place, pay_more))
    # What the close says of the totals is looked at, as of every entry but games.
    del forged.lines[forged.place(GAME) + 1 : -2]
    data = b"".join(canonical_bytes(line) + b"\n" for line in forged.sealed().lines)
    assert found(data, store) == []
    codes = {each.code for each in findings_in(store.info().path)}
    assert codes >= {"lines_differ", "totals_differ"}
