"""Each call of the contract, once as it is meant."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from settle.canonical import canonical_bytes
from settle.scoring import score_document
from tests.book.rounds import RULEBOOK, STAKE, evening, nets, played, scoops, session

ROOT = Path(__file__).parents[2]
DISPUTED = json.loads((ROOT / "examples/disputed-round/round.json").read_text())
AGAINST = "sha256:" + "0" * 64


class Answered:
    """A response with what tests look at."""

    def __init__(self, response):
        self.status, self.headers, self.body = response.status_code, response.headers, response.data
        self.type = response.content_type

    def document(self):
        document = json.loads(self.body)
        assert self.body == canonical_bytes(document)
        return document


def post(client, path, document, **headers):
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Answered(client.post(path, json=document, headers=named))


def get(client, path, **headers):
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Answered(client.get(path, headers=named))


def test_a_round_is_scored_without_a_book(client):
    answer = post(client, "/v1/score", DISPUTED)
    assert (answer.status, answer.type) == (200, "application/json")
    assert answer.body == canonical_bytes(score_document(DISPUTED, RULEBOOK))


@pytest.mark.parametrize(
    ("asked", "headers", "language", "text"),
    [
        ("", {}, "en", "amy's scoop of bob"),
        ("", {"Accept_Language": "zh-TW,en;q=0.5"}, "zh-Hant-TW", "amy 打槍 bob"),
        ("?lang=zh-Hans", {"Accept_Language": "en"}, "zh-Hans", "amy 打枪 bob"),
    ],
)
def test_a_round_is_explained_in_the_language_that_is_asked_for(
    client, asked, headers, language, text
):
    answer = post(client, f"/v1/explain{asked}", DISPUTED, **headers)
    assert (answer.status, answer.headers["Content-Language"]) == (200, language)
    document = answer.document()
    [scoop, _] = [line for line in document["lines"] if line["reason"] == "scoop"]
    assert text in scoop["text"]
    for line in document["lines"]:
        del line["text"]
    assert document == score_document(DISPUTED, RULEBOOK)


def test_the_rulesets_are_listed_and_shown(client):
    listed = get(client, "/v1/rulesets").document()["rulesets"]
    assert [ruleset["id"] for ruleset in listed] == list(RULEBOOK.ids())
    by_id, by_version = (get(client, f"/v1/rulesets/{n}") for n in ("tw-scoop", "tw-scoop@1"))
    assert by_id.body == by_version.body
    told = by_id.document()
    assert told["digest"] == RULEBOOK.get("tw-scoop").digest
    assert told["document"] == RULEBOOK.get("tw-scoop").document
    [middle] = [each for each in told["values"] if each["key"] == "rows.middle.bonus.full_house"]
    assert middle["value"] == 1


def test_a_session_from_its_opening_to_its_close(client):
    answer = post(client, "/v1/sessions", session(id="friday"), Idempotency_Key="open")
    assert (answer.status, answer.headers["Location"]) == (201, "/v1/sessions/friday")
    path = "/v1/sessions/friday"
    first = post(client, f"{path}/rounds", scoops("amy>dan"), Idempotency_Key="one")
    assert (first.status, first.document()["game"]) == (201, 1)
    entry = first.document()["entry"]
    corrected = post(
        client,
        f"{path}/rounds/1/corrections",
        {**scoops("amy>cat"), "reason": "the wrong player", "against": entry["hash"]},
    )
    assert corrected.status == 201
    against = corrected.document()["entry"]["hash"]
    batch = {"rounds": [scoops("bob>amy", game=3), scoops("bob>amy", game=99), scoops(game=2)]}
    answers = post(client, f"{path}/rounds:batch", batch).document()["answers"]
    assert [each["status"] for each in answers] == [201, 422, 201]
    assert get(client, path).document()["totals"] == [
        {"player": "amy", "net": 0}, {"player": "bob", "net": 1},
        {"player": "cat", "net": -1}, {"player": "dan", "net": 0},
    ]  # fmt: skip
    voided = post(client, f"{path}/rounds/1/void", {"reason": "a misdeal", "against": against})
    assert (voided.status, voided.document()["game"]) == (201, 1)
    rounds = get(client, f"{path}/rounds").document()["rounds"]
    assert [(r["game"], r["entry"]["kind"]) for r in rounds] == [
        (1, "game_voided"), (2, "game_recorded"), (3, "game_recorded"),
    ]  # fmt: skip
    assert len(get(client, f"{path}/rounds/1").document()["history"]) == 3
    settled = get(client, f"{path}/settlement").document()
    assert settled["transfers"] == [{"from": "amy", "to": "bob", "amount": "100"}]
    closed = post(client, f"{path}/close", {"reason": "late"})
    assert (closed.status, closed.document()["ended"]) == (201, "early")
    assert get(client, path).document()["state"] == "closed"
    kinds = [entry["kind"] for entry in get(client, f"{path}/ledger").document()["entries"]]
    assert kinds == [
        "session_opened", "game_recorded", "game_corrected", "game_recorded", "game_recorded",
        "game_voided", "session_closed",
    ]  # fmt: skip
    assert post(client, "/v1/audit", {}).document() == {
        "sound": True, "findings": [], "first": None, "imported": [], "apart": [], "unused": [],
        "counts": {"entries": 7, "games": 4, "rulesets": 1, "sessions": 1},
    }  # fmt: skip


def test_the_simple_evening_settles_as_it_was_worked_out_by_hand(client):
    rounds, expected = evening("simple-evening")
    post(client, "/v1/sessions", session())
    for number, played_round in enumerate(rounds, 1):
        answer = post(client, "/v1/sessions/s1/rounds", played_round, Idempotency_Key=str(number))
        assert nets_of(answer.document()["result"]) == expected["games"][number - 1]
    settled = get(client, "/v1/sessions/s1/settlement").document()
    assert nets_of(settled) == expected["totals"]
    assert {t["player"]: t["amount"] for t in settled["totals"]} == expected["money"]
    transfers = [[t["from"], t["to"], t["amount"]] for t in settled["transfers"]]
    assert sorted(transfers) == expected["transfers"]


def nets_of(document):
    return {total["player"]: total["net"] for total in document["totals"]}


# --- the same again ------------------------------------------------------------------------------

TWICE = [
    ("/v1/sessions", session(id=None)),
    ("/v1/sessions/s1/rounds", scoops("amy>dan")),
    ("/v1/sessions/s1/rounds:batch", {"rounds": [scoops("amy>dan", game=1)]}),
    ("/v1/sessions/s1/close", {}),
]


@pytest.mark.parametrize(("path", "document"), TWICE, ids=lambda value: str(value)[:40])
def test_the_same_under_the_same_key_is_answered_the_same(opened, book, path, document):
    first = post(opened, path, document, Idempotency_Key="k")
    assert first.status in {200, 201}
    with book.store.reading() as r:
        before = len(list(r.raw_rows("entry")))
    again = post(opened, path, document, Idempotency_Key="k")
    assert (again.status, again.body) == (first.status, first.body)
    with book.store.reading() as r:
        assert len(list(r.raw_rows("entry"))) == before


@pytest.mark.parametrize(("path", "document"), TWICE, ids=lambda value: str(value)[:40])
def test_another_document_under_the_same_key_is_refused(opened, path, document):
    post(opened, path, document, Idempotency_Key="k")
    changed = {**document, "reason": "x"} if "close" in path else changed_in_depth(document)
    told = post(opened, path, changed, Idempotency_Key="k").document()
    assert (told["status"], [error["code"] for error in told["errors"]]) == (422, ["key_reused"])


def changed_in_depth(document):
    text = json.dumps(document).replace('"scoop": "amy"', '"scoop": "dan"')
    return json.loads(text.replace('"100"', '"200"'))


def test_the_longest_key_of_a_batch_makes_keys_that_an_audit_takes(opened):
    path, batch = "/v1/sessions/s1/rounds:batch", {"rounds": [scoops(game=1), scoops(game=2)]}
    first = post(opened, path, batch, Idempotency_Key="k" * 200)
    assert post(opened, path, batch, Idempotency_Key="k" * 200).body == first.body
    assert post(opened, "/v1/audit", {}).document()["sound"] is True


# --- pages, conditions, forms --------------------------------------------------------------------


def test_sessions_come_in_pages(client):
    for name in ("a", "b", "c", "d", "e"):
        post(client, "/v1/sessions", session(id=name))
    path, seen = "/v1/sessions?limit=2", []
    while path:
        page = get(client, path)
        seen.append([each["id"] for each in page.document()["sessions"]])
        link = page.headers.get("Link")
        path = link and link.removeprefix("<").partition(">")[0]
    assert seen == [["a", "b"], ["c", "d"], ["e"]]


@pytest.mark.parametrize("accept", ["application/json", "application/x-ndjson"])
def test_the_ledger_comes_in_pages_as_a_document_or_as_lines(opened, accept):
    for game in range(1, 5):
        post(opened, "/v1/sessions/s1/rounds", scoops("amy>dan", game=game))
    path, seen = "/v1/sessions/s1/ledger?limit=2&after_seq=0", []
    while path:
        page = get(opened, path, Accept=accept)
        assert (page.type, page.headers["Vary"].split(", ")[0]) == (accept, "Accept")
        if accept == "application/json":
            seen.append([entry["seq"] for entry in page.document()["entries"]])
        else:
            seen.append([json.loads(line)["seq"] for line in page.body.splitlines()])
        link = page.headers.get("Link")
        path = link and link.removeprefix("<").partition(">")[0]
    assert seen == [[1, 2], [3, 4], [5]]


def test_the_lines_of_the_ledger_are_the_entries_as_they_are_stored(opened, book):
    post(opened, "/v1/sessions/s1/rounds", scoops("amy>dan", game=1))
    with book.store.reading() as r:
        lines = list(r.lines("s1"))
    answer = get(opened, "/v1/sessions/s1/ledger", Accept="application/x-ndjson")
    assert answer.body == b"".join(line + b"\n" for line in lines)


def test_what_has_not_changed_is_not_sent_again(opened):
    first = get(opened, "/v1/sessions/s1")
    tag = first.headers["ETag"]
    again = get(opened, "/v1/sessions/s1", If_None_Match=tag)
    assert (again.status, again.body) == (304, b"")
    post(opened, "/v1/sessions/s1/rounds", scoops("amy>dan", game=1))
    changed = get(opened, "/v1/sessions/s1", If_None_Match=tag)
    assert changed.status == 200
    assert changed.headers["ETag"] != tag


@pytest.mark.parametrize("match", ['"other"', "*", "sha256:00"])
def test_a_get_is_answered_whatever_it_should_match(opened, match):
    first = get(opened, "/v1/sessions/s1")
    again = get(opened, "/v1/sessions/s1", If_Match=match)
    assert (again.status, again.body) == (200, first.body)
    tag = first.headers["ETag"]
    unchanged = get(opened, "/v1/sessions/s1", If_Match=match, If_None_Match=tag)
    assert (unchanged.status, unchanged.body) == (304, b"")


def test_a_game_in_another_language_has_another_tag(opened):
    post(opened, "/v1/sessions/s1/rounds", scoops("amy>dan", game=1))
    path = "/v1/sessions/s1/rounds/1"
    plain, told = get(opened, path), get(opened, f"{path}?lang=zh-Hant")
    assert told.document()["result"]["lines"][0]["text"].endswith("amy 打槍 dan")
    assert plain.headers["ETag"] != told.headers["ETag"]


def test_head_is_a_get_without_a_body(opened):
    got, head = opened.get("/v1/sessions/s1"), opened.head("/v1/sessions/s1")
    assert (head.status_code, head.data) == (200, b"")
    assert head.headers["Content-Length"] == str(len(got.data))
    assert head.headers["ETag"] == got.headers["ETag"]


def test_options_name_what_can_be_done(opened):
    allowed = opened.options("/v1/sessions/s1/rounds").headers["Allow"]
    assert set(allowed.split(", ")) == {"GET", "HEAD", "OPTIONS", "POST"}


def test_the_opening_holds_the_agreement_in_the_language_of_the_request(client):
    answer = post(client, "/v1/sessions", session(), Accept_Language="zh-TW")
    agreement = answer.document()["agreement"]
    assert agreement["language"] == "zh-Hant-TW"
    title = RULEBOOK.get("tw-scoop-only").document["title"]["zh-Hant"]
    assert agreement["lines"][0] == f"{title}（tw-scoop-only@1）"


def test_a_round_may_name_what_the_session_agreed_on(opened):
    whole = scoops("amy>dan", game=1, ruleset="tw-scoop-only", stake=STAKE)
    answer = post(opened, "/v1/sessions/s1/rounds", whole)
    assert answer.status == 201
    assert nets(Shown(answer)) == played(1, 0, 0, -1)


class Shown:
    """An answer as the helpers of the book's tests look at it."""

    def __init__(self, answer):
        self.document = answer.document
