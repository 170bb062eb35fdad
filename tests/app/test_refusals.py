"""Every refusal is a problem document in the language asked for, and nothing is stored."""

from __future__ import annotations

import json
import logging

import pytest

from settle.canonical import canonical_bytes
from settle.store import StoreRefused, StoreUnavailable
from tests.book.rounds import counts, scoops, session

JSON = {"Content-Type": "application/json"}
ROUNDS = "/v1/sessions/s1/rounds"
NO_HASH = "sha256:" + "0" * 64
STRIKE = {"reason": "a misdeal", "against": NO_HASH}
NOWHERE = "/v1/sessions/nowhere"


def problem_of(response, status):
    """The problem of a response, which has the one shape."""
    assert (response.status_code, response.content_type) == (status, "application/problem+json")
    problem = json.loads(response.data)
    assert response.data == canonical_bytes(problem)
    assert problem["status"] == status
    assert problem["type"].startswith("/problems/")
    assert problem["title"]
    assert problem["detail"]
    assert response.headers["Vary"] == "Accept-Language"
    return problem


def codes(problem):
    return [f"{error['pointer']} {error['code']}" for error in problem["errors"]]


# Method, path, document, status, faults.
REFUSED = [
    ("POST", "/v1/score", {}, 422, ["/ruleset missing", "/hands missing"]),
    ("POST", "/v1/score", {"ruleset": "x", "hands": []}, 422, ["/ruleset unknown_ruleset"]),
    ("POST", "/v1/score", [], 422, [" wrong_type"]),
    ("POST", "/v1/explain", {"ruleset": "x", "hands": []}, 422, ["/ruleset unknown_ruleset"]),
    ("GET", "/v1/rulesets/nothing", None, 404, [" unknown_ruleset"]),
    ("GET", "/v1/rulesets/tw-scoop@99", None, 404, [" unknown_ruleset"]),
    ("GET", "/v1/rulesets/..%2f..%2fetc", None, 404, [" no_such_address"]),
    ("GET", "/v1/rulesets/common@1", None, 404, [" unknown_ruleset"]),
    ("POST", "/v1/rulesets", {"id": "ours"}, 422, None),
    ("POST", "/v1/sessions", {}, 422, ["/ruleset missing", "/players missing"]),
    ("POST", "/v1/sessions", session(id="s2", games=201), 422, ["/games out_of_range"]),
    ("POST", "/v1/sessions", session(games=8), 409, ["/id session_exists"]),
    ("GET", NOWHERE, None, 404, [" unknown_session"]),
    ("GET", f"{NOWHERE}/rounds", None, 404, [" unknown_session"]),
    ("GET", f"{NOWHERE}/rounds/1", None, 404, [" unknown_session"]),
    ("GET", f"{NOWHERE}/settlement", None, 404, [" unknown_session"]),
    ("GET", f"{NOWHERE}/ledger", None, 404, [" unknown_session"]),
    ("POST", f"{NOWHERE}/rounds", scoops(game=1), 404, [" unknown_session"]),
    ("POST", f"{NOWHERE}/rounds:batch", {"rounds": [{}]}, 404, [" unknown_session"]),
    ("POST", f"{NOWHERE}/rounds/1/void", STRIKE, 404, [" unknown_session"]),
    ("POST", f"{NOWHERE}/close", {}, 404, [" unknown_session"]),
    ("GET", "/v1/sessions/a%00b", None, 404, [" unknown_session"]),
    ("GET", "/v1/sessions/%ff%fe", None, 404, [" unknown_session"]),
    ("POST", ROUNDS, scoops("amy>dan"), 422, ["/game missing"]),
    ("POST", ROUNDS, scoops(game=17), 422, ["/game out_of_range"]),
    ("POST", ROUNDS, scoops(game=1, players=["amy", "bob"]), 422, ["/outcome/hands wrong_seats"]),
    ("POST", ROUNDS, scoops(game=1, ruleset="tw-points"), 409, ["/ruleset agreement_differs"]),
    ("POST", f"{ROUNDS}:batch", {"rounds": []}, 422, ["/rounds out_of_range"]),
    ("POST", f"{ROUNDS}:batch", {}, 422, ["/rounds missing"]),
    ("GET", f"{ROUNDS}/5", None, 404, [" unknown_game"]),
    ("GET", f"{ROUNDS}/0", None, 404, [" no_such_address"]),
    ("GET", f"{ROUNDS}/01", None, 404, [" no_such_address"]),
    ("GET", f"{ROUNDS}/one", None, 404, [" no_such_address"]),
    ("GET", f"{ROUNDS}/{'9' * 5000}", None, 404, [" no_such_address"]),
    ("POST", f"{ROUNDS}/5/void", STRIKE, 404, [" unknown_game"]),
    ("POST", f"{ROUNDS}/5/void", {}, 422, ["/reason missing", "/against missing"]),
    ("POST", "/v1/sessions/s1/close", {"x": 1}, 422, ["/x unknown_field"]),
    ("POST", "/v1/audit", {"x": 1}, 422, ["/x unknown_field"]),
    ("POST", "/v1/audit", [], 422, [" wrong_type"]),
    ("GET", "/v1/sessions/s1/settlement?mode=x", None, 422, ["/mode out_of_range"]),
    ("GET", "/v1/sessions/s1/settlement?mode=via:eve", None, 422, ["/mode unknown_player"]),
    ("GET", "/v1/sessions/s1/ledger?after_seq=-1", None, 422, ["/after_seq out_of_range"]),
    ("GET", "/v1/sessions/s1/ledger?after_seq=１", None, 422, ["/after_seq wrong_type"]),
    ("GET", "/v1/sessions/s1/ledger?limit=0", None, 422, ["/limit out_of_range"]),
    ("GET", "/v1/sessions/s1/ledger?limit=1001", None, 422, ["/limit out_of_range"]),
    ("GET", "/v1/sessions?limit=201", None, 422, ["/limit out_of_range"]),
    ("GET", "/v1/sessions?limit=-1", None, 422, ["/limit out_of_range"]),
    ("GET", "/v1/sessions?cursor=99999999999999999999", None, 422, ["/cursor out_of_range"]),
    ("GET", "/v1/sessions?limit=01", None, 422, ["/limit wrong_type"]),
    ("GET", f"/v1/sessions?cursor={'9' * 16}", None, 422, ["/cursor out_of_range"]),
    ("GET", "/v1/sessions?limit=1&limit=2", None, 422, ["/limit out_of_range"]),
    ("GET", "/v1/sessions?after=1", None, 422, ["/after unknown_field"]),
    ("GET", "/livez?x=1", None, 422, ["/x unknown_field"]),
    ("GET", "/nothing", None, 404, [" no_such_address"]),
    ("GET", "/nothing?x=1", None, 404, [" no_such_address"]),
    ("GET", "/v1", None, 404, [" no_such_address"]),
    ("GET", "/v1/sessions/", None, 404, [" no_such_address"]),
    ("GET", "/v1/sessions/s1//rounds", None, 404, [" no_such_address"]),
    ("GET", "/static/x.js", None, 404, [" no_such_address"]),
    ("GET", "/v1/score", None, 405, [" method_not_allowed"]),
    ("DELETE", "/v1/sessions/s1", None, 405, [" method_not_allowed"]),
    ("PUT", ROUNDS, {}, 405, [" method_not_allowed"]),
    ("TRACE", "/livez", None, 405, [" method_not_allowed"]),
    ("DELETE", "/v1/sessions?limit=2", None, 405, [" method_not_allowed"]),
    ("PUT", "/v1/sessions?limit=2", None, 405, [" method_not_allowed"]),
    ("DELETE", "/v1/sessions/s1?at_seq=1", None, 405, [" method_not_allowed"]),
    ("GET", "/v1/score?x=1&lang=xx", None, 405, [" method_not_allowed"]),
    *(
        ("GET", f"/v1/sessions?lang={tag}", None, 422, ["/lang out_of_range"])
        for tag in ("xx", "", "en-", "zh-Hant%00", "zh-Hant/../x", "en-%3Cb%3E", "en,zh", "en;q=1")
    ),
]  # fmt: skip


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: f"{case[0]} {case[1][:60]}")
def test_a_refusal(opened, book, case):
    method, path, document, status, expected = case
    before = counts(book)
    problem = problem_of(opened.open(path, method=method, json=document), status)
    assert expected is None or codes(problem) == expected
    assert counts(book) == before


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        ("/v1/score", {"OPTIONS", "POST"}),
        (ROUNDS, {"GET", "HEAD", "OPTIONS", "POST"}),
        ("/livez", {"GET", "HEAD", "OPTIONS"}),
        ("/v1/sessions?limit=2", {"GET", "HEAD", "OPTIONS", "POST"}),
        ("/v1/sessions/s1?at_seq=1", {"GET", "HEAD", "OPTIONS"}),
    ],
)
def test_another_method_is_told_which_there_are(opened, path, allowed):
    response = opened.patch(path)
    assert set(response.headers["Allow"].split(", ")) == allowed
    problem_of(response, 405)


# --- bodies --------------------------------------------------------------------------------------

BODIES = [
    (b" ", JSON, 400, ["malformed_json"]),
    (b"", JSON, 411, ["length_required"]),
    (b"{", JSON, 400, ["malformed_json"]),
    (b"\xff", JSON, 400, ["malformed_json"]),
    (b"\xef\xbb\xbf{}", JSON, 400, ["malformed_json"]),
    (b'{"game": NaN}', JSON, 400, ["malformed_json"]),
    (b'{"game": 1, "game": 2}', JSON, 400, ["duplicate_key"]),
    (b"[" * 100_000, JSON, 400, ["malformed_json"]),
    (b"{}" + b" " * 1024 * 1024, JSON, 413, ["too_large"]),
    (b"{}", {}, 415, ["unsupported_media_type"]),
    (b"{}", {"Content-Type": "text/plain"}, 415, ["unsupported_media_type"]),
    (b"{}", {"Content-Type": "application/x-www-form-urlencoded"}, 415, ["unsupported_media_type"]),
    (b"{}", {"Content-Type": "multipart/form-data; boundary=x"}, 415, ["unsupported_media_type"]),
    (b"{}", {"Content-Type": "application/jsonx"}, 415, ["unsupported_media_type"]),
]


POSTS = [
    "/v1/score", "/v1/explain", "/v1/compare", "/v1/rulesets", "/v1/sessions", ROUNDS,
    f"{ROUNDS}:batch", f"{ROUNDS}/1/corrections", f"{ROUNDS}/1/void", "/v1/sessions/s1/close",
    "/v1/audit",
]  # fmt: skip


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize("case", BODIES, ids=lambda case: repr(case[:2])[:40])
def test_a_body_that_is_none(opened, book, path, case):
    data, headers, status, expected = case
    if status == 413 and path.endswith("batch"):
        data = data.ljust(16 * 1024 * 1024 + 1)
    before = counts(book)
    response = opened.post(path, data=data, headers=headers)
    assert [error["code"] for error in problem_of(response, status)["errors"]] == expected
    assert counts(book) == before


@pytest.mark.parametrize("given", ["application/json; charset=utf-8", "APPLICATION/JSON"])
def test_parameters_and_spelling_of_the_type_do_not_matter(client, given):
    response = client.post("/v1/score", data=b"{}", headers={"Content-Type": given})
    problem_of(response, 422)


@pytest.mark.parametrize("charset", ["utf-16", "latin1"])
def test_a_body_in_another_charset_is_refused(client, charset):
    given = f"application/json; charset={charset}"
    response = client.post("/v1/score", data=b"{}", headers={"Content-Type": given})
    problem_of(response, 415)


def test_a_document_of_exactly_the_limit_is_read(client):
    most = 1024 * 1024
    response = client.post("/v1/score", data=b"{}".ljust(most), headers=JSON)
    assert response.status_code == 422


# --- keys ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["", " ", "a b", "k" * 201, "é", "名"])
@pytest.mark.parametrize(
    ("path", "document"),
    [
        ("/v1/sessions", session(id="s2")),
        (ROUNDS, scoops(game=1)),
        (f"{ROUNDS}:batch", {"rounds": [scoops(game=1)]}),
        (f"{ROUNDS}/1/corrections", {**scoops(), **STRIKE}),
        (f"{ROUNDS}/1/void", STRIKE),
        ("/v1/sessions/s1/close", {}),
    ],
)
def test_a_key_that_is_none(opened, book, path, document, key):
    before = counts(book)
    headers = {"Idempotency-Key": key.encode().decode("latin-1")}
    problem = problem_of(opened.post(path, json=document, headers=headers), 422)
    assert codes(problem) == ["/key out_of_range"]
    assert "Idempotency-Key, which is sent as a header" in problem["errors"][0]["message"]
    assert counts(book) == before


# --- conflicts name what stands ------------------------------------------------------------------


def test_a_stale_against_is_told_the_present_entry(opened):
    stands = opened.post(ROUNDS, json=scoops("amy>dan", game=1)).json["entry"]
    problem = problem_of(opened.post(f"{ROUNDS}/1/void", json=STRIKE), 409)
    assert problem["present"] == {**stands, "kind": "game_recorded"}
    wrong = {**scoops("bob>dan"), **STRIKE}
    problem = problem_of(opened.post(f"{ROUNDS}/1/corrections", json=wrong), 409)
    assert problem["present"] == {**stands, "kind": "game_recorded"}


def test_a_game_that_is_recorded_is_told_its_entry(opened):
    stands = opened.post(ROUNDS, json=scoops("amy>dan", game=1)).json["entry"]
    problem = problem_of(opened.post(ROUNDS, json=scoops("bob>dan", game=1)), 409)
    assert problem["standing"] == {**stands, "kind": "game_recorded"}
    assert codes(problem) == ["/game game_recorded"]


def test_a_closed_session_takes_no_game(opened):
    opened.post("/v1/sessions/s1/close", json={})
    problem = problem_of(opened.post(ROUNDS, json=scoops("amy>dan", game=1)), 409)
    assert codes(problem) == [" session_closed"]


# --- languages -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "accept", "language", "title"),
    [
        ("", None, "en", "The document breaks a rule"),
        ("", "zh-TW", "zh-Hant-TW", "文件不合規定"),
        ("", "zh-HK, en", "zh-Hant-HK", "文件不合規定"),
        ("", "zh-CN", "zh-Hans", "文件不合规定"),
        ("", "de, fr;q=0.9", "en", "The document breaks a rule"),
        ("?lang=zh-Hans", "zh-TW", "zh-Hans", "文件不合规定"),
    ],
)
def test_a_problem_in_the_language_that_is_asked_for(client, asked, accept, language, title):
    headers = {} if accept is None else {"Accept-Language": accept}
    response = client.post(f"/v1/score{asked}", json={}, headers=headers)
    assert problem_of(response, 422)["title"] == title
    assert response.headers["Content-Language"] == language


@pytest.mark.parametrize("asked", ["xx", "", "english", "fr,de", "en,zh-Hant", "zh;q=1"])
def test_a_language_without_words_is_refused(client, asked):
    headers = {"Accept-Language": "zh-TW"}
    response = client.get("/v1/rulesets", query_string={"lang": asked}, headers=headers)
    problem = problem_of(response, 422)
    assert codes(problem) == ["/lang out_of_range"]
    assert "en, zh-Hant-TW, zh-Hant-HK, zh-Hans" in problem["errors"][0]["message"]
    assert response.headers["Content-Language"] == "zh-Hant-TW"


@pytest.mark.parametrize("asked", ["en", "zh-Hant", "zh_HK", "zh", "EN-gb"])
def test_a_language_may_be_spelled_in_its_ways(client, asked):
    assert client.get("/v1/rulesets", query_string={"lang": asked}).status_code == 200


@pytest.mark.parametrize("path", ["/v1", "/v1/", "/nowhere"])
@pytest.mark.parametrize("lang", ["en", "zh-Hant", "zh-Hans"])
def test_an_address_with_nothing_says_where_to_begin(client, path, lang):
    problem = problem_of(client.get(path, query_string={"lang": lang}), 404)
    assert codes(problem) == [" no_such_address"]
    message = problem["errors"][0]["message"]
    assert "/v1/rulesets" in message
    assert "README" in message


@pytest.mark.parametrize(
    ("lang", "words"),
    [("en", "is closed already"), ("zh-Hant", "已經結束了"), ("zh-Hans", "已经结束了")],
)
def test_a_second_close_says_that_it_is_closed_already(opened, lang, words):
    assert opened.post("/v1/sessions/s1/close", json={}).status_code == 201
    problem = problem_of(opened.post(f"/v1/sessions/s1/close?lang={lang}", json={}), 409)
    assert codes(problem) == [" session_closed"]
    assert words in problem["errors"][0]["message"]


# Of some kinds of documents one free text: path, document, its place.
FREE_TEXTS = [
    ("/v1/sessions", session(id="s2"), "title"),
    ("/v1/sessions/s1/close", {}, "reason"),
    ("/v1/sessions/s1/rounds/1/void", STRIKE, "reason"),
    ("/v1/sessions/s1/table", {"from_game": 2, "games": 8}, "reason"),
    ("/v1/groups", {"players": ["amy", "bob"]}, "name"),
]


@pytest.mark.parametrize("char", ["\x00", "\n", "\x1b", "\x85"], ids=ascii)
@pytest.mark.parametrize("case", FREE_TEXTS, ids=lambda case: case[0])
def test_no_text_has_control_characters(opened, book, case, char):
    path, document, field = case
    before = counts(book)
    response = opened.post(path, json={**document, field: f"Mon{char}day"})
    assert f"/{field} out_of_range" in codes(problem_of(response, 422))
    assert counts(book) == before


@pytest.mark.parametrize("char", ["\n", "\x1b"], ids=ascii)
def test_a_ruling_has_none_either(client, char):
    hands = [{"player": "amy", "ruled_foul": f"too{char}late"}]
    problem = problem_of(
        client.post("/v1/score", json={"ruleset": "tw-scoop", "hands": hands}), 422
    )
    assert "/hands/0/ruled_foul out_of_range" in codes(problem)


# --- hosts ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["localhost", "localhost:8000", "127.0.0.1:9", "[::1]:80", "[::1]",
                                  "LOCALHOST"])  # fmt: skip
def test_the_names_of_this_machine_are_answered_to(client, host):
    assert client.get("/livez", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("host", ["example.org", "example.org:8000", "localhost.example.org",
                                  "127.0.0.1.example.org", "x y", "[::2]"])  # fmt: skip
def test_another_name_is_not(client, host):
    response = client.post("/v1/sessions", json=session(), headers={"Host": host})
    problem = json.loads(response.data)
    assert (response.status_code, problem["errors"][0]["code"]) == (421, "unknown_host")


# --- the service's own trouble -------------------------------------------------------------------


def failing(monkeypatch, book, error):
    """A book whose operations fail."""

    def fail(*_args, **_kwargs):
        raise error

    monkeypatch.setattr(book, "record", fail)


def test_a_book_that_cannot_be_written_now_is_a_503_that_passes(opened, book, monkeypatch, caplog):
    failing(monkeypatch, book, StoreUnavailable("a/place/book.db: the disk is full"))
    response = opened.post(ROUNDS, json=scoops(game=1))
    assert codes(problem_of(response, 503)) == [" unavailable"]
    assert int(response.headers["Retry-After"]) > 0
    assert b"a/place" not in response.data
    assert "the disk is full" in caplog.text


def test_a_book_that_is_damaged_is_a_503(opened, book, monkeypatch, caplog):
    failing(monkeypatch, book, StoreRefused("a/place/book.db is damaged"))
    response = opened.post(ROUNDS, json=scoops(game=1))
    assert codes(problem_of(response, 503)) == [" damaged"]
    assert "Retry-After" not in response.headers
    assert b"a/place" not in response.data
    assert "is damaged" in caplog.text


def test_a_bug_is_a_500_without_a_traceback_and_is_logged(opened, book, monkeypatch, caplog):
    failing(monkeypatch, book, ZeroDivisionError("integer division by zero"))
    with caplog.at_level(logging.ERROR):
        response = opened.post(ROUNDS, json=scoops(game=1))
    assert codes(problem_of(response, 500)) == [" broken"]
    assert b"division" not in response.data
    assert "ZeroDivisionError" in caplog.text
