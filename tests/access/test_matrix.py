"""Every route, every role: whether it is let in, as FORMATS' table of roles has it.

What is sent is no document of any call, so that whoever is let in changes nothing: the book says
what is wrong with it (422, or 404 for what the address names inside of a session).
"""

from __future__ import annotations

import re
from typing import Any

import pytest

from settle.access.keeping import Keeper
from settle.app import create_app, factory
from settle.app.allowing import ACTIONS
from tests.access.keyed import Keyring
from tests.book.rounds import new_book, scoops, session, stored

# s1 is the session in every address, g1 the group; `host` was given both, `other` has s2 and g2.
KEYS = (
    "admin", "create", "host", "scorer", "seated", "player", "viewer", "other",
    "nobody", "revoked", "expired", "wrong",
)  # fmt: skip
ROLES = {
    # admin  create  host  scorer seated player viewer other nobody revoked expired wrong
    "keys, metrics, all sessions":
        "yes   403     403   403    403    403    403    403   401    401     401     401",
    "open a session":
        "yes   yes     403   403    403    403    403    yes   401    401     401     401",
    "one's own list":
        "yes   yes     yes   yes    yes    yes    yes    yes   401    401     401     401",
    "table, close, money, rulings, links":
        "yes   404     yes   403    403    403    403    404   401    401     401     401",
    "record, correct, void":
        "yes   404     yes   yes    yes    403    403    404   401    401     401     401",
    "speak for one's seat":
        "403   404     403   403    yes    yes    403    404   401    401     401     401",
    "pay":
        "yes   404     yes   403    yes    yes    403    404   401    401     401     401",
    "take a seat":
        "403   404     yes   yes    yes    403    403    404   401    401     401     401",
    "read":
        "yes   404     yes   yes    yes    yes    yes    404   401    401     401     401",
    "group":
        "yes   404     yes   404    404    404    404    404   401    401     401     401",
    "score":
        "yes   yes     yes   yes    yes    yes    yes    yes   401    401     401     401",
    "rulesets":
        "yes   yes     yes   yes    yes    yes    yes    yes   yes    401     401     401",
    "anyone":
        "yes   yes     yes   yes    yes    yes    yes    yes   yes    yes     yes     yes",
}  # fmt: skip

S1, G1, TOKEN = "/v1/sessions/s1", "/v1/groups/g1", "A" * 43
ROUTES = {
    "POST /v1/keys": "keys, metrics, all sessions",
    "GET /v1/keys": "keys, metrics, all sessions",
    "GET /v1/keys/00000000": "keys, metrics, all sessions",
    "POST /v1/keys/00000000/revoke": "keys, metrics, all sessions",
    "POST /v1/audit": "keys, metrics, all sessions",
    "GET /v1/checkpoint": "keys, metrics, all sessions",
    "GET /metrics": "keys, metrics, all sessions",
    "POST /v1/sessions": "open a session",
    "POST /v1/groups": "open a session",
    "POST /v1/rulesets": "open a session",
    "GET /v1/sessions": "one's own list",
    "GET /v1/groups": "one's own list",
    f"POST {S1}/table": "table, close, money, rulings, links",
    f"POST {S1}/close": "table, close, money, rulings, links",
    f"POST {S1}/names": "table, close, money, rulings, links",
    f"POST {S1}/penalties": "table, close, money, rulings, links",
    f"POST {S1}/shared-costs": "table, close, money, rulings, links",
    f"POST {S1}/imported-results": "table, close, money, rulings, links",
    f"POST {S1}/payments/1/reversal": "table, close, money, rulings, links",
    f"POST {S1}/settlements": "table, close, money, rulings, links",
    f"POST {S1}/settlements/1/reversal": "table, close, money, rulings, links",
    f"POST {S1}/disputes/d1/resolution": "table, close, money, rulings, links",
    f"POST {S1}/links": "table, close, money, rulings, links",
    f"GET {S1}/links": "table, close, money, rulings, links",
    f"POST {S1}/links/00000000/revoke": "table, close, money, rulings, links",
    f"POST {S1}/rounds": "record, correct, void",
    f"POST {S1}/rounds:batch": "record, correct, void",
    f"POST {S1}/rounds/1/corrections": "record, correct, void",
    f"POST {S1}/rounds/1/void": "record, correct, void",
    f"POST {S1}/undo": "record, correct, void",
    f"POST {S1}/confirmations": "speak for one's seat",
    f"POST {S1}/rounds/1/disputes": "speak for one's seat",
    f"POST {S1}/disputes/d1/consent": "speak for one's seat",
    f"POST {S1}/disputes/d1/withdrawal": "speak for one's seat",
    f"POST {S1}/payments": "pay",
    f"POST {S1}/seat": "take a seat",
    f"GET {S1}": "read",
    f"GET {S1}/rounds": "read",
    f"GET {S1}/rounds/1": "read",
    f"GET {S1}/disputes": "read",
    f"GET {S1}/settlement": "read",
    f"GET {S1}/ledger": "read",
    f"GET {S1}/checkpoint": "read",
    f"GET {S1}/proof?entry=1": "read",
    f"GET {S1}/sheet": "read",
    f"POST {S1}/compare": "read",
    f"GET {G1}": "group",
    f"POST {G1}/name": "group",
    f"POST {G1}/members": "group",
    f"POST {G1}/members/zoe/name": "group",
    f"DELETE {G1}/members/zoe/name": "group",
    f"GET {G1}/standings": "group",
    f"GET {G1}/settlement": "group",
    f"POST {G1}/settlements": "group",
    f"GET {G1}/members/zoe/statement": "group",
    "POST /v1/score": "score",
    "POST /v1/explain": "score",
    "POST /v1/compare": "score",
    "GET /v1/rulesets": "rulesets",
    "GET /v1/rulesets/tw-scoop": "rulesets",
    f"GET /v1/join/{TOKEN}": "anyone",
    f"POST /v1/join/{TOKEN}": "anyone",
    "GET /livez": "anyone",
    "GET /readyz": "anyone",
    "GET /openapi.json": "anyone",
    "GET /docs": "anyone",
}
NOT_THERE = {"unknown_session", "unknown_group"}


def in_s1(role: str, **more: str) -> dict[str, str]:
    return {"label": role, "scope": "session", "session": "s1", "role": role, **more}


def keys_of(book: Any) -> dict[str, str]:
    """A key of each kind, by its name; nobody has none."""
    ring = Keyring(book.store)
    keys = {
        "admin": ring.admin,
        "create": ring.make(label="create", scope="create"),
        "host": ring.make(**in_s1("host"), group="g1"),
        "scorer": ring.make(**in_s1("scorer")),
        "seated": ring.make(**in_s1("scorer", player="cat")),
        "player": ring.make(**in_s1("player", player="dan")),
        "viewer": ring.make(**in_s1("viewer")),
        "other": ring.make(label="other", scope="create"),
        "revoked": ring.make(**in_s1("host")),
        "expired": Keeper(book.store, now=lambda: "2026-01-01T00:00:00.000Z")
        .make({**in_s1("host"), "expires_in": "PT1H"})
        .document()["key"],
    }
    ring.keeper.revoke(keys["revoked"][4:12])
    keys["wrong"] = keys["host"][:13] + keys["other"][13:]
    return keys


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A service of a book with s1, s2, g1, g2, one game in s1; and the keys."""
    book = new_book(tmp_path_factory.mktemp("matrix"))
    book.open_session(session())
    book.record("s1", scoops("amy>dan", game=1))
    book.make_group({"id": "g1", "name": "Fridays"})
    keys = keys_of(book)
    by = f"key:{keys['other'][4:12]}"
    book.open_session(session(id="s2"), by=by)
    book.make_group({"id": "g2", "name": "Mondays"}, by=by)
    return book, create_app(book), keys


def ask(app: Any, call: str, key: str | None) -> Any:
    method, path = call.split()
    headers = {} if key is None else {"Authorization": f"Bearer {key}"}
    # A list is no document of any call; without a length a body is refused as well.
    sent = [] if method == "POST" else None
    return app.test_client().open(path, method=method, json=sent, headers=headers)


def verdict(response: Any) -> str:
    if response.status_code in (401, 403):
        return str(response.status_code)
    codes = {error["code"] for error in (response.json or {}).get("errors", ())} \
        if response.mimetype == "application/problem+json" else set()  # fmt: skip
    return "404" if response.status_code == 404 and codes & NOT_THERE else "yes"


@pytest.mark.parametrize("call", ROUTES)
def test_a_route_lets_in_whom_it_should(made, call):
    book, app, keys = made
    before = stored(book)
    found = [verdict(ask(app, call, keys.get(name))) for name in KEYS]
    assert dict(zip(KEYS, found, strict=True)) == dict(
        zip(KEYS, ROLES[ROUTES[call]].split(), strict=True)
    )
    assert stored(book) == before


def told(rule: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"<(?:\w+:)?\w+>", "[^/]+", re.escape(rule).replace(r"\<", "<")))


def test_every_route_is_in_the_table(made):
    _, app, _ = made
    called = {tuple(call.partition("?")[0].split()) for call in ROUTES}
    rules = {
        (method, rule.rule)
        for rule in app.url_map.iter_rules()
        for method in rule.methods - {"HEAD", "OPTIONS"}
        if not rule.endpoint.startswith("pages.")
    }
    matched = {
        (method, rule): [c for c in called if c[0] == method and told(rule).fullmatch(c[1])]
        for method, rule in rules
    }
    assert [each for each, calls in matched.items() if not calls] == []
    assert len(rules) == len(ROUTES)


OPEN = {
    "GET /", "GET /livez", "GET /readyz", "GET /openapi.json", "GET /docs", "GET /v1/rulesets",
    "GET /v1/rulesets/<name>", "GET /v1/join/<token>", "POST /v1/join/<token>",
    "GET /join/<token>", "POST /join/<token>", "GET /sessions/<session>/join/<token>",
    "GET /sign-in", "POST /sign-in", "POST /sign-out",
    "POST /sessions/<session>/sign-out", "GET /static/<digest>/<name>", "GET /rulesets",
    "GET /rulesets/<name>", "GET /rulesets/<name>/card", "GET /compare-rulesets",
}  # fmt: skip


def test_nothing_is_open_by_accident(made):
    """Without a credential everything else says 401, whatever the method."""
    _, app, _ = made
    for rule in app.url_map.iter_rules():
        path = re.sub(r"<(?:\w+:)?(\w+)>", lambda found: FILLED.get(found[1], "1"), rule.rule)
        for method in rule.methods - {"OPTIONS"}:
            status = app.test_client().open(path, method=method).status_code
            call = f"{'GET' if method == 'HEAD' else method} {rule.rule}"
            assert (status != 401) == (call in OPEN), (call, status)


FILLED = {"session": "s1", "group": "g1", "name": "tw-scoop", "token": TOKEN}


def test_an_application_does_not_start_with_a_route_that_nobody_thought_of(made, monkeypatch):
    book, _, _ = made
    monkeypatch.setattr(
        factory, "guard_all",
        lambda app, guard: (app.add_url_rule("/leak", "leak", lambda: "all"), real(app, guard)),
    )  # fmt: skip
    with pytest.raises(LookupError, match="leak"):
        create_app(book)


real = factory.guard_all


def test_the_table_of_the_code_has_no_route_that_is_not_there(made):
    _, app, _ = made
    there = {rule.endpoint for rule in app.url_map.iter_rules()}
    assert {name for name in ACTIONS if not name.startswith("pages.")} <= there


def test_a_session_of_others_looks_as_if_it_were_not_there(tmp_path):
    """Asked before there is one and after: the same bytes and the same headers."""
    book = new_book(tmp_path)
    book.open_session(session())
    book.make_group({"id": "g1", "name": "Fridays"})
    keys, app = keys_of(book), create_app(book)
    calls = [
        call.replace("s1", "s2").replace("g1", "g2")
        for call in ROUTES
        if "s1" in call or G1 in call
    ]

    def answers() -> list[tuple[int, bytes, list[tuple[str, str]]]]:
        found = [ask(app, call, keys[name]) for call in calls for name in ("host", "create")]
        return [(each.status_code, each.data, sorted(each.headers)) for each in found]

    missing = answers()
    by = f"key:{keys['other'][4:12]}"
    book.open_session(session(id="s2"), by=by)
    book.make_group({"id": "g2", "name": "Mondays"}, by=by)
    assert answers() == missing
    assert {status for status, _, _ in missing} == {404}


def test_a_service_that_is_open_for_scoring_scores_shipped_rulesets_for_anyone(made):
    book, _, keys = made
    app = create_app(book, is_open_for_scoring=True)
    for call in ("POST /v1/score", "POST /v1/explain", "POST /v1/compare"):
        assert verdict(ask(app, call, None)) == "yes"
        assert verdict(ask(app, call, keys["revoked"])) == "401"


def test_a_tables_own_ruleset_is_for_those_who_have_a_key(tmp_path):
    book = new_book(tmp_path)
    book.bring_ruleset(
        'id = "ours"\nversion = 1\nextends = "tw-scoop-only@1"\n'
        '[title]\nen = "Ours"\nzh-Hant = "我們"\nzh-Hans = "我们"\n'
    )
    app, key = create_app(book, is_open_for_scoring=True), Keyring(book.store).admin
    missing = ask(app, "GET /v1/rulesets/ours", None)
    assert (missing.status_code, missing.json["errors"][0]["code"]) == (404, "unknown_ruleset")
    assert ask(app, "GET /v1/rulesets/ours", key).status_code == 200
    listed = [
        {each["id"] for each in ask(app, "GET /v1/rulesets", who).json["rulesets"]}
        for who in (None, key)
    ]
    assert listed[1] - listed[0] == {"ours"}
    # Pages say so too, as of one that there is not.
    for page in ("/rulesets/ours", "/rulesets/ours/card", "/compare-rulesets?one=ours"):
        there_is_none = ask(app, f"GET {page.replace('ours', 'none')}", None).status_code
        assert ask(app, f"GET {page}", None).status_code == there_is_none in (404, 422)
    scored = app.test_client().post("/v1/score", json=scoops(ruleset="ours"))
    assert scored.json["errors"][0]["code"] == "unknown_ruleset"


def test_who_is_refused_is_told_how_to_ask(made):
    _, app, keys = made
    answer = ask(app, f"GET {S1}", None)
    assert answer.headers["WWW-Authenticate"] == 'Bearer realm="settle"'
    assert answer.json["errors"][0]["code"] == "unauthorized"
    answer = ask(app, f"POST {S1}/rounds", keys["viewer"])
    assert answer.json["errors"][0]["message"] == (
        'this key is "viewer" here, and that does not allow it; these may: admin, host, scorer'
    )
