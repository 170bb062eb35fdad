"""Disputes: a game contested, held, and ruled by somebody who is no party, or by consent.

In every session here amy scoops dan in game 1, and bob scoops cat in game 2: a point each.
"""

from __future__ import annotations

import itertools

import pytest

from settle.book import Book
from settle.store import Store
from tests.book.rounds import (
    PLAYERS,
    RULEBOOK,
    STAKE,
    counts,
    nets,
    places,
    played,
    refused,
    scoops,
    session,
)

NO_HASH = "sha256:" + "0" * 64
TIE = {"totals": {"amy": 0, "dan": 0}}
"""Of game 1, as dan has it."""
BY_DAN = {"by": "player:dan", "claim": TIE, "reason": "the middle was a tie"}
CAT_LOST = {"round": scoops("amy>cat")}


@pytest.fixture
def two(opened):
    """Both games."""
    opened.record("s1", scoops("amy>dan", game=1))
    opened.record("s1", scoops("bob>cat", game=2))
    return opened


def standing(book, game=1):
    return book.round("s1", game).document()["entry"]["hash"]


def totals(book, **at):
    return nets(book.session_view("s1", **at))


def money(book):
    document = book.settlement("s1").document()
    return [f"{each['from']}>{each['to']} {each['amount']}" for each in document["transfers"]]


def held(book):
    return [(each["game"], each["dispute"]) for each in book.settlement("s1").document()["held"]]


def state(book, dispute="d1"):
    [found] = [d for d in book.disputes("s1").document()["disputes"] if d["id"] == dispute]
    return found["state"]


def ruling(book, outcome="dismissed", by="host", game=1, **fields):
    seen = standing(book, game)
    return {"outcome": outcome, "against": seen, "by": by, "reason": "as we saw it", **fields}


# --- a game is held ------------------------------------------------------------------------------


def test_a_disputed_game_is_held_and_play_goes_on(two):
    answer = two.dispute("s1", 1, BY_DAN)
    document = answer.document()
    assert answer.status == 201
    assert document.pop("entry")["seq"] == 4
    assert document == {
        "id": "d1", "game": 1, "state": "open", "late": False,
        "totals_if_claimed": [{"player": player, "net": 0} for player in PLAYERS],
    }  # fmt: skip
    two.record("s1", scoops("amy>bob", game=3))
    # Games 2 and 3 are settled: amy 1, bob 1 - 1, cat -1.
    settled = two.settlement("s1").document()
    assert nets(two.settlement("s1")) == played(1, 0, -1, 0)
    assert money(two) == ["cat>amy 100"]
    if_kept = [{"player": p, "net": n} for p, n in played(1, 0, 0, -1).items()]
    assert settled["held"] == [{
        "game": 1, "dispute": "d1", "totals_if_kept": if_kept,
        "totals_if_claimed": document["totals_if_claimed"],
    }]  # fmt: skip
    # The totals of the session are the same ones, wherever they are told.
    view = two.session_view("s1").document()
    [listed] = two.sessions().document()["sessions"]
    for told in (view, listed):
        assert {each["player"]: each["net"] for each in told["totals"]} == played(1, 0, -1, 0)
        assert told["held"] == settled["held"]
    assert totals(two, at_seq=3) == played(1, 1, -1, -1)
    assert totals(two, at_seq=4) == played(0, 1, -1, 0)
    # A close holds fast what stands: amy 1 + 1, bob 1 - 1, cat -1, dan -1.
    assert nets(two.close("s1")) == played(2, 0, -1, -1)
    assert totals(two) == played(1, 0, -1, 0)
    assert two.rounds("s1").document()["rounds"][0]["disputes"] == ["d1"]


def test_an_entry_holds_what_is_claimed(two):
    evidence = [{"sha256": "ab" * 32, "note": "a photo"}, {"sha256": "cd" * 32}]
    claim = {"round": scoops("amy>cat", players=PLAYERS[:3], sitting_out=["dan"])}
    two.dispute("s1", 1, {**BY_DAN, "claim": claim, "evidence": evidence})
    entry = two.ledger("s1").document()["entries"][-1]
    assert (entry["kind"], entry["game"], entry["by"]) == ("dispute_opened", 1, "host")
    assert entry["body"] == {
        "id": "d1", "game": 1, "by": "player:dan", "late": False, "evidence": evidence,
        "reason": BY_DAN["reason"],
        "claim": {
            "round": scoops("amy>cat", players=PLAYERS[:3]),
            "totals": [{"player": p, "net": n} for p, n in [("amy", 1), ("bob", 0), ("cat", -1)]],
        },
    }  # fmt: skip
    [told] = two.round("s1", 1).document()["disputes"]
    assert (told["state"], told["claim"]) == ("open", entry["body"]["claim"])


def test_a_withdrawn_dispute_leaves_the_game_as_it_stands(two):
    two.dispute("s1", 1, BY_DAN)
    document = two.withdraw("s1", "d1", {"by": "player:dan"}).document()
    assert (document["id"], document["state"], document["game"]) == ("d1", "withdrawn", 1)
    assert (held(two), state(two)) == ([], "withdrawn")
    assert nets(two.settlement("s1")) == played(1, 1, -1, -1)


def test_a_dismissed_dispute_leaves_the_game_as_it_stands(two):
    two.dispute("s1", 1, BY_DAN)
    document = two.resolve("s1", "d1", ruling(two)).document()
    assert (document["outcome"], document["interested"], document["consents"]) == (
        "dismissed", False, [],
    )  # fmt: skip
    assert (held(two), state(two), totals(two)) == ([], "dismissed", played(1, 1, -1, -1))


def test_a_dispute_that_is_ruled_right_is_a_correction_beside_its_ruling(two):
    two.dispute("s1", 1, {**BY_DAN, "claim": CAT_LOST})
    seen = standing(two)
    answer = two.resolve("s1", "d1", ruling(two, "corrected"))
    document = answer.document()
    corrected, resolved = two.ledger("s1").document()["entries"][-2:]
    assert (corrected["kind"], resolved["kind"]) == ("game_corrected", "dispute_resolved")
    assert corrected["body"]["against"] == seen
    assert corrected["body"]["round"] == scoops("amy>cat")
    assert resolved["body"] == {
        "id": "d1", "outcome": "corrected", "against": seen, "by": "host", "consents": [],
        "interested": False, "reason": "as we saw it", "correction": corrected["hash"],
    }  # fmt: skip
    assert document["correction"] == {"seq": 5, "hash": corrected["hash"]}
    assert document["entry"] == {"seq": 6, "hash": resolved["hash"]}
    assert nets(answer) == played(1, 0, -1, 0)
    # Game 1: amy 1, cat -1; game 2: bob 1, cat -1.
    assert (totals(two), held(two), state(two)) == (played(1, 1, -2, 0), [], "corrected")
    # While it was contested game 2 alone was counted.
    assert totals(two, at_seq=4) == played(0, 1, -1, 0)


def test_totals_alone_cannot_be_scored_again(two):
    two.dispute("s1", 1, BY_DAN)
    refusal = refused(two, two.resolve, "s1", "d1", ruling(two, "corrected"))
    assert places(refusal) == ["/round missing.ruled_round"]
    wrong = ruling(two, "corrected", round=scoops("bob>dan"), totals={"amy": 0, "dan": 0})
    assert places(refused(two, two.resolve, "s1", "d1", wrong)) == [
        "/totals/bob expectation_failed.totals", "/totals/dan expectation_failed.totals",
    ]  # fmt: skip
    right = ruling(two, "corrected", round=scoops(), totals={"amy": 0, "dan": 0})
    two.resolve("s1", "d1", right)
    assert totals(two) == played(0, 1, -1, 0)


@pytest.mark.parametrize("claim", [BY_DAN, {**BY_DAN, "claim": CAT_LOST}])
def test_an_empty_round_is_none(two, claim):
    two.dispute("s1", 1, claim)
    refusal = refused(two, two.resolve, "s1", "d1", ruling(two, "corrected", round={}))
    assert places(refusal) == ["/round/hands missing.hands_or_outcome"]


def test_a_ruling_may_be_otherwise_than_anybody_claimed(two):
    two.dispute("s1", 1, {**BY_DAN, "claim": CAT_LOST})
    two.resolve("s1", "d1", ruling(two, "corrected", round=scoops("bob>dan")))
    assert totals(two) == played(0, 2, -1, -1)


def test_disputes_go_on_after_the_close_and_after_payment(two):
    settled = two.settle("s1", {"mode": "fewest"}, key="settle")
    assert settled.status == 201
    two.close("s1")
    assert money(two) == []
    two.dispute("s1", 1, {**BY_DAN, "claim": CAT_LOST})
    # Held: what was settled for game 1 waits with it.
    assert held(two) == [(1, "d1")]
    two.resolve("s1", "d1", ruling(two, "corrected"))
    # Only the difference: dan gets his 100 back from cat.
    assert money(two) == ["cat>dan 100"]
    two.dispute("s1", 2, {"by": "player:cat", "claim": {"totals": {"bob": 0, "cat": 0}},
                          "reason": "x"})  # fmt: skip
    two.resolve("s1", "d2", ruling(two, game=2))
    assert money(two) == ["cat>dan 100"]
    assert two.session_view("s1").document()["state"] == "closed"


def test_two_players_dispute_one_game(two):
    two.dispute("s1", 1, BY_DAN)
    other = {"by": "player:cat", "claim": {"round": scoops("amy>bob")}, "reason": "bob lost it"}
    assert two.dispute("s1", 1, other).document()["id"] == "d2"
    assert held(two) == [(1, "d1"), (1, "d2")]
    two.resolve("s1", "d2", ruling(two, "corrected"))
    # The other one goes on, against what stands now, and game 2 alone is counted.
    assert (held(two), totals(two)) == ([(1, "d1")], played(0, 1, -1, 0))
    [told] = two.settlement("s1").document()["held"]
    assert {t["player"]: t["net"] for t in told["totals_if_kept"]} == played(1, -1, 0, 0)


def test_a_dispute_of_a_voided_game_may_bring_it_back(two):
    two.void("s1", 1, {"reason": "x", "against": standing(two)})
    two.dispute("s1", 1, {**BY_DAN, "claim": {"round": scoops("dan>amy")}})
    [told] = two.settlement("s1").document()["held"]
    assert told["totals_if_kept"] == []
    two.resolve("s1", "d1", ruling(two, "corrected"))
    assert totals(two) == played(-1, 1, -1, 1)


def test_a_claim_is_read_at_the_table_of_its_game(two):
    two.change_table("s1", {"from_game": 2, "players": ["eve", *PLAYERS[1:]], "reason": "late"})
    claim = {"round": scoops("eve>cat", players=["eve", *PLAYERS[1:]])}
    two.dispute("s1", 2, {"by": "player:eve", "claim": claim, "reason": "I sat there"})
    wrong = {**BY_DAN, "claim": {"round": scoops("eve>cat", players=["eve", *PLAYERS[1:]])}}
    assert places(refused(two, two.dispute, "s1", 1, wrong)) == [
        "/claim/round/outcome/hands wrong_seats"
    ]
    two.resolve("s1", "d1", ruling(two, "corrected", game=2))
    assert totals(two) == {**played(1, 0, -1, -1), "eve": 1}


OTHER_TABLES = [
    ({"players": ["eve", *PLAYERS[1:]]}, ("eve", "bob", "cat", "dan")),
    ({"players": [*PLAYERS, "eve"], "ruleset": "five-player"}, (*PLAYERS, "eve")),
]


@pytest.mark.parametrize(("change", "seated"), OTHER_TABLES)
def test_a_claim_of_those_who_sat_there_before_is_told_who_sits_there_now(two, change, seated):
    two.dispute("s1", 1, {**BY_DAN, "claim": {"round": scoops("dan>amy")}})
    two.change_table("s1", {"from_game": 1, "reason": "it was another table", **change})
    refusal = refused(two, two.resolve, "s1", "d1", ruling(two, "corrected"))
    assert places(refusal) == ["/round/outcome/hands wrong_seats"]
    assert refusal.faults[0].values == {"named": tuple(PLAYERS), "seated": seated}


def test_a_claim_is_ruled_where_somebody_came_to_the_table_since(book):
    book.open_session(session(players=PLAYERS[:3]))
    book.record("s1", scoops("amy>bob", players=PLAYERS[:3], game=1))
    claim = {"round": scoops("bob>amy", players=PLAYERS[:3])}
    book.dispute("s1", 1, {"by": "player:bob", "claim": claim, "reason": "I won"})
    book.change_table("s1", {"from_game": 1, "players": PLAYERS, "reason": "dan sat out"})
    book.resolve("s1", "d1", ruling(book, "corrected"))
    assert totals(book) == played(-1, 1, 0, 0)


# --- parties and consent -------------------------------------------------------------------------


def test_a_party_rules_only_with_everybodys_consent(two):
    # The claim moves amy, cat and dan; bob is no party.
    two.dispute("s1", 1, {**BY_DAN, "claim": CAT_LOST})
    by_dan = ruling(two, "corrected", by="player:dan")
    refusal = refused(two, two.resolve, "s1", "d1", by_dan)
    assert (refusal.status, places(refusal)) == (409, [" consent_missing"])
    assert refusal.members == {"missing": ["cat"]}
    two.consent("s1", "d1", {"by": "player:cat", "outcome": "dismissed"})
    refused(two, two.resolve, "s1", "d1", by_dan)
    two.consent("s1", "d1", {"by": "player:cat"})
    document = two.resolve("s1", "d1", by_dan).document()
    assert (document["interested"], document["consents"]) == (True, ["cat"])
    assert totals(two) == played(1, 1, -2, 0)


def test_who_claims_a_game_has_to_agree_to_its_dismissal(two):
    two.dispute("s1", 1, BY_DAN)
    by_amy = ruling(two, by="player:amy")
    assert refused(two, two.resolve, "s1", "d1", by_amy).members == {"missing": ["dan"]}
    two.consent("s1", "d1", {"by": "player:dan", "outcome": "dismissed"})
    document = two.resolve("s1", "d1", by_amy).document()
    assert (document["interested"], document["consents"]) == (True, ["dan"])


def test_a_player_who_is_no_party_rules_alone(two):
    two.dispute("s1", 1, BY_DAN)
    document = two.resolve("s1", "d1", ruling(two, by="player:bob")).document()
    assert (document["interested"], document["by"]) == (False, "player:bob")


def test_whom_a_ruling_would_move_is_a_party_of_it(two):
    two.dispute("s1", 1, BY_DAN)
    # By the claim bob is none; by this he wins the point.
    otherwise = ruling(two, "corrected", by="player:bob", round=scoops("bob>dan"))
    refusal = refused(two, two.resolve, "s1", "d1", otherwise)
    assert (refusal.status, places(refusal)) == (409, [" party_rules_otherwise"])


def test_consents_are_said_once(two):
    two.dispute("s1", 1, BY_DAN)
    said = {"by": "player:amy", "outcome": "corrected"}
    first = two.consent("s1", "d1", said, key="c1")
    assert first.document()["outcome"] == "corrected"
    before = counts(two)
    assert two.consent("s1", "d1", said, key="c1") == first
    assert counts(two) == before
    refusal = refused(two, two.consent, "s1", "d1", said)
    assert (refusal.status, places(refusal)) == (409, [" already_consented"])
    two.consent("s1", "d1", {"by": "player:amy"})
    assert places(
        refused(two, two.consent, "s1", "d1", {"by": "player:amy", "outcome": "dismissed"})
    ) == [" already_consented"]
    [told] = two.disputes("s1").document()["disputes"]
    assert told["consents"] == [{"player": "amy", "outcome": "corrected"}, {"player": "amy"}]


NOTHING = {"totals": dict.fromkeys(PLAYERS, 0)}
BY_BOB = {"by": "player:bob", "claim": NOTHING, "reason": "nobody won"}
"""Of game 1: bob, who has nothing there, contests it."""


def corrected(book, *won, game=1):
    seen = {"against": standing(book, game), "reason": "mixed up"}
    return book.correct("s1", game, {**scoops(*won), **seen})


def agree(book, *players, dispute="d1", outcome="dismissed"):
    for player in players:
        book.consent("s1", dispute, {"by": f"player:{player}", "outcome": outcome})


def consents(book, dispute="d1"):
    [found] = [d for d in book.disputes("s1").document()["disputes"] if d["id"] == dispute]
    return [each["player"] for each in found["consents"]]


def test_a_consent_is_of_the_game_as_it_stood(two):
    """Amy, cat and dan leave it at amy's one point from dan; bob's six are another matter."""
    two.dispute("s1", 1, BY_BOB)
    agree(two, "amy", "cat", "dan")
    corrected(two, "bob>amy", "bob>cat", "bob>dan")
    assert consents(two) == []
    refusal = refused(two, two.resolve, "s1", "d1", ruling(two, by="player:bob"))
    assert (refusal.status, places(refusal)) == (409, [" consent_missing"])
    assert refusal.faults[0].values["missing"] == ("amy", "cat", "dan")
    assert held(two) == [(1, "d1")]
    # Who has seen what stands now may say it of that.
    agree(two, "cat", "amy", "dan")
    document = two.resolve("s1", "d1", ruling(two, by="player:bob")).document()
    assert (document["interested"], document["consents"]) == (True, ["cat", "amy", "dan"])
    # Game 1: bob 6, two from each; game 2: bob 1, cat -1.
    assert totals(two) == played(-2, 7, -3, -2)


def test_a_consent_does_not_come_back_with_the_game(two):
    """Voided, and played as before: another entry stands, and nobody has agreed to it."""
    two.dispute("s1", 1, BY_BOB)
    agree(two, "amy", "dan")
    two.void("s1", 1, {"against": standing(two), "reason": "misdeal"})
    corrected(two, "amy>dan")
    refusal = refused(two, two.resolve, "s1", "d1", ruling(two, by="player:bob"))
    assert refusal.faults[0].values["missing"] == ("amy", "dan")


def test_a_ruling_keeps_its_own_consents_and_ends_those_of_other_disputes(two):
    """Dan has a tie in the middle, and so has bob; the game is corrected to that once."""
    tie = {"round": scoops()}
    two.dispute("s1", 1, {**BY_DAN, "claim": tie})
    two.dispute("s1", 1, {**BY_BOB, "claim": {"round": scoops("bob>dan")}})
    agree(two, "amy", outcome="corrected")
    agree(two, "cat", dispute="d2")
    agree(two, "amy", dispute="d2")
    document = two.resolve("s1", "d1", ruling(two, "corrected", by="player:dan")).document()
    assert document["consents"] == ["amy"]
    assert (consents(two), consents(two, "d2")) == (["amy"], [])
    # Game 1 is nobody's; game 2: bob 1, cat -1.
    assert totals(two) == played(0, 1, -1, 0)


def test_consents_to_one_game_are_not_touched_by_another(two):
    two.dispute("s1", 1, BY_DAN)
    agree(two, "amy")
    corrected(two, "cat>bob", game=2)
    assert consents(two) == ["amy"]


# --- late ----------------------------------------------------------------------------------------

# When the dispute of a game recorded at 23:30 in Taipei comes, and whether it is late.
LATE = [
    ("PT72H", "2026-12-03T23:30:00.000+08:00", False),
    ("PT72H", "2026-12-03T23:30:00.001+08:00", True),
    ("PT72H", "2026-12-03T15:30:00.000Z", False),
    ("PT72H", "2026-12-03T16:00:00.000Z", True),
    ("P3D", "2026-12-04T00:30:00.000+09:00", False),
    ("P1W", "2026-12-07T15:29:59.999Z", False),
    ("PT30M", "2026-12-01T00:00:00.000+08:00", False),
    ("PT30M", "2026-12-01T00:00:00.001+08:00", True),
    ("PT1S", "2026-11-30T15:30:02.000Z", True),
    ("PT1H", "2026-11-30T12:30:00.000-04:00", False),
    ("PT1H", "2026-11-30T12:30:00.001-04:00", True),
    (None, "2036-11-30T15:30:02.000Z", False),
]


@pytest.mark.parametrize(("window", "at", "is_late"), LATE)
def test_a_dispute_behind_the_window_is_late(tmp_path, window, at, is_late):
    times = itertools.chain(["2026-11-30T23:30:00.000+08:00"] * 2, itertools.repeat(at))
    book = Book(Store.open(tmp_path / "book.db"), RULEBOOK, now=lambda: next(times))
    book.open_session(session(dispute_window=window))
    book.record("s1", scoops("amy>dan", game=1))
    assert book.dispute("s1", 1, BY_DAN).document()["late"] == is_late
    # Late or not: a party needs consents, and somebody who is none does not.
    assert refused(book, book.resolve, "s1", "d1", ruling(book, by="player:amy")).status == 409
    assert book.resolve("s1", "d1", ruling(book, by="player:bob")).status == 201


# --- refused -------------------------------------------------------------------------------------


def test_what_is_over_stays_over(two):
    two.dispute("s1", 1, BY_DAN)
    sent = ruling(two)
    first = two.resolve("s1", "d1", sent, key="r1")
    before = counts(two)
    assert two.resolve("s1", "d1", sent, key="r1") == first
    assert counts(two) == before
    for call, document in (
        (two.resolve, sent),
        (two.consent, {"by": "player:amy"}),
        (two.withdraw, {"by": "player:dan"}),
    ):
        refusal = refused(two, call, "s1", "d1", document)
        assert (refusal.status, places(refusal)) == (409, [" dispute_over"])
        assert refusal.members == {"present": {"dispute": "d1", "state": "dismissed"}}


def test_a_ruling_names_what_it_saw(two):
    two.dispute("s1", 1, {**BY_DAN, "claim": CAT_LOST})
    seen = ruling(two, "corrected")
    two.correct("s1", 1, scoops("amy>bob", reason="bob", against=seen["against"]))
    for outcome in ("corrected", "dismissed"):
        refusal = refused(two, two.resolve, "s1", "d1", {**seen, "outcome": outcome})
        assert (refusal.status, places(refusal)) == (409, ["/against stale_against"])
        assert refusal.members["present"]["hash"] == standing(two)


def test_only_who_opened_a_dispute_withdraws_it(two):
    two.dispute("s1", 1, BY_DAN)
    refusal = refused(two, two.withdraw, "s1", "d1", {"by": "player:amy"})
    assert (refusal.status, places(refusal)) == (422, ["/by not_yours"])


def test_a_correction_under_its_key_is_answered_again_word_for_word(two):
    two.dispute("s1", 1, {**BY_DAN, "claim": CAT_LOST}, key="d")
    sent = ruling(two, "corrected")
    first = two.resolve("s1", "d1", sent, key="r")
    seen = standing(two)
    two.correct("s1", 1, scoops("amy>bob", reason="bob", against=seen))
    two.change_table("s1", {"from_game": 1, "players": PLAYERS[::-1], "reason": "seats"})
    before = counts(two)
    assert two.resolve("s1", "d1", sent, key="r") == first
    assert two.dispute("s1", 1, {**BY_DAN, "claim": CAT_LOST}, key="d").document()["id"] == "d1"
    assert counts(two) == before


def test_one_player_disputes_a_game_once_at_a_time(two):
    first = two.dispute("s1", 1, BY_DAN)
    before = counts(two)
    assert two.dispute("s1", 1, BY_DAN) == first
    assert counts(two) == before
    for document, key in ((BY_DAN, "k"), ({**BY_DAN, "reason": "otherwise"}, None)):
        refusal = refused(two, two.dispute, "s1", 1, document, key=key)
        assert (refusal.status, places(refusal)) == (409, [" already_disputed"])
    two.withdraw("s1", "d1", {"by": "player:dan"})
    assert two.dispute("s1", 1, BY_DAN).document()["id"] == "d2"


SIX = [{"sha256": "ab" * 32}] * 21
FAULTS = [
    ("no object", [], [" wrong_type.object"]),
    ("nothing", {}, ["/by missing.field", "/claim missing.field", "/reason missing.field"]),
    ("nobody", {**BY_DAN, "by": "dan"}, ["/by out_of_range.seated"]),
    ("the host", {**BY_DAN, "by": "host"}, ["/by out_of_range.seated"]),
    ("a stranger", {**BY_DAN, "by": "player:zoe"}, ["/by unknown_player.session"]),
    ("no claim", {**BY_DAN, "claim": {}}, ["/claim missing.claim"]),
    ("a claim that is none", {**BY_DAN, "claim": "me"}, ["/claim wrong_type.object"]),
    ("two claims", {**BY_DAN, "claim": {**TIE, **CAT_LOST}},
     ["/claim/totals unknown_field.beside_round"]),
    ("a sum", {**BY_DAN, "claim": {"totals": {"amy": 1, "dan": 0}}}, ["/claim/totals unbalanced"]),
    ("somebody's totals", {**BY_DAN, "claim": {"totals": {"amy": 0, "zoe": 0}}},
     ["/claim/totals/zoe unknown_player.session"]),
    ("not everybody's", {**BY_DAN, "claim": {"totals": {"bob": 0, "cat": 0}}},
     ["/claim/totals missing.player", "/claim/totals missing.player"]),
    ("what stands", {**BY_DAN, "claim": {"totals": {"amy": 1, "dan": -1}}},
     ["/claim nothing_claimed"]),
    ("a round's faults", {**BY_DAN, "claim": {"round": {"hands": []}}},
     ["/claim/round/hands wrong_player_count"]),
    ("a round's game", {**BY_DAN, "claim": {"round": scoops(game=1)}},
     ["/claim/round/game unknown_field"]),
    ("a round of nobody", {**BY_DAN, "claim": {"round": None}},
     ["/claim/round wrong_type.object"]),
    ("much evidence", {**BY_DAN, "evidence": SIX}, ["/evidence out_of_range.evidence"]),
    ("evidence that is none", {**BY_DAN, "evidence": [{"sha256": "AB" * 32}, {"note": "x"}]},
     ["/evidence/0/sha256 out_of_range.sha256", "/evidence/1/sha256 missing.field"]),
    ("all at once", {"by": "x", "claim": {}, "reason": "", "late": True},
     ["/by out_of_range.seated", "/claim missing.claim", "/reason out_of_range.text",
      "/late unknown_field"]),
]  # fmt: skip


@pytest.mark.parametrize(("document", "faults"), [row[1:] for row in FAULTS],
                         ids=[row[0] for row in FAULTS])  # fmt: skip
def test_a_faulty_dispute_is_refused_with_every_fault(two, document, faults):
    refusal = refused(two, two.dispute, "s1", 1, document)
    assert (refusal.status, places(refusal)) == (422, faults)


def test_a_claim_under_another_agreement_conflicts(two):
    claim = {"round": scoops(ruleset="tw-points", stake={**STAKE, "amount": "5"})}
    refusal = refused(two, two.dispute, "s1", 1, {**BY_DAN, "claim": claim})
    assert (refusal.status, places(refusal)) == (
        409,
        ["/claim/round/ruleset agreement_differs.ruleset",
         "/claim/round/stake agreement_differs.stake"],
    )  # fmt: skip


@pytest.mark.parametrize("game", [0, 3, 17])
def test_there_has_to_be_such_a_game(two, game):
    refusal = refused(two, two.dispute, "s1", game, BY_DAN)
    assert (refusal.status, places(refusal)) == (404, [" unknown_game"])


def test_there_has_to_be_such_a_dispute(two):
    for call, document in (
        (two.resolve, ruling(two)),
        (two.consent, {"by": "player:amy"}),
        (two.withdraw, {"by": "player:amy"}),
    ):
        refusal = refused(two, call, "s1", "d1", document)
        assert (refusal.status, places(refusal)) == (404, [" unknown_dispute"])


RULING = {"outcome": "dismissed", "against": NO_HASH, "by": "host", "reason": "x"}
RULINGS = [
    ("no object", [], [" wrong_type.object"]),
    ("nothing", {}, ["/outcome missing.field", "/against missing.field", "/by missing.field",
                     "/reason missing.field"]),
    ("no outcome", {**RULING, "outcome": "kept"}, ["/outcome out_of_range.choice"]),
    ("nobody", {**RULING, "by": "amy"}, ["/by out_of_range.person"]),
    ("a stranger", {**RULING, "by": "player:zoe"}, ["/by unknown_player.session"]),
    ("a dismissal with a round", {**RULING, "round": {}, "totals": {}},
     ["/round unknown_field.dismissal", "/totals unknown_field.dismissal"]),
    ("a round's faults", {**RULING, "outcome": "corrected", "round": {"hands": []}},
     ["/round/hands wrong_player_count"]),
    ("no sum", {**RULING, "outcome": "corrected", "round": scoops(), "totals": {"amy": 1}},
     ["/totals unbalanced"]),
]  # fmt: skip


@pytest.mark.parametrize(("document", "faults"), [row[1:] for row in RULINGS],
                         ids=[row[0] for row in RULINGS])  # fmt: skip
def test_a_faulty_ruling_is_refused_with_every_fault(two, document, faults):
    two.dispute("s1", 1, BY_DAN)
    refusal = refused(two, two.resolve, "s1", "d1", document)
    assert (refusal.status, places(refusal)) == (422, faults)
