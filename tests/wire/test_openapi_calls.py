"""Calls made at random out of the published document, going on from what was answered before.

Whatever the service is sent, it answers as the document says, and never with a fault of its own.
Bodies are made from the schemas; most of them are then changed for a sensible one, and most
addresses for one where something is, so that there are sessions, games and disputes to go on with.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from contextlib import suppress
from typing import Any
from urllib.parse import quote

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import Unsatisfiable
from schemathesis.checks import not_a_server_error
from schemathesis.core import NOT_SET
from schemathesis.specs.openapi import checks

from settle.app import create_app
from settle.openapi.table import OPERATIONS
from tests.access.keyed import key_for, keyed_client
from tests.book.rounds import PLAYERS, STAKE, new_book, scoops

CHECKS = [
    not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
    checks.missing_required_header,
]
CREATED = 201
STEPS = 12
PROFILE = settings(
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.generate],
)
REASON = {"reason": "at random"}


# --- sensible bodies ------------------------------------------------------------------------------


def a_game(rng: random.Random) -> dict[str, Any]:
    winner, loser = rng.sample(PLAYERS, 2)
    return scoops(f"{winner}>{loser}")


def a_batch(rng: random.Random) -> dict[str, Any]:
    return {"rounds": [{"game": game, **a_game(rng)} for game in rng.sample(range(1, 17), 3)]}


def a_claim(rng: random.Random) -> dict[str, Any]:
    one, other = rng.sample(PLAYERS, 2)
    totals = {one: 3, other: -3} | dict.fromkeys(set(PLAYERS) - {one, other}, 0)
    return {"by": f"player:{one}", "claim": {"totals": totals}, **REASON}


def money(rng: random.Random, *names: str) -> dict[str, Any]:
    accounts = dict(zip(names, rng.sample(PLAYERS, len(names)), strict=True))
    return {"amount": str(rng.randint(1, 500)), **accounts}


AGAINST = {"correctRound", "voidRound", "undoRound", "resolveDispute"}
OF_A_GAME = {*AGAINST, "getRound", "disputeRound"}
A_ROUND = {"ruleset": "tw-scoop-only", "outcome": scoops("amy>dan")["outcome"]}
SENSIBLE: dict[str, Any] = {
    "score": lambda _: A_ROUND,
    "explain": lambda _: A_ROUND,
    "compare": lambda _: {"round": A_ROUND, "agreements": [{}, {"ruleset": "western-2-4"}]},
    "openSession": lambda rng: {
        "ruleset": "tw-scoop-only", "players": PLAYERS,
        **({"stake": STAKE} if rng.random() < 0.8 else {}),
    },
    "recordRound": lambda rng: {"game": rng.randint(1, 17), **a_game(rng)},
    "recordRounds": a_batch,
    "correctRound": lambda rng: {**a_game(rng), **REASON},
    "voidRound": lambda _: REASON,
    "undoRound": lambda _: REASON,
    "disputeRound": a_claim,
    "consentToRuling": lambda rng: {"by": f"player:{rng.choice(PLAYERS)}"},
    "withdrawDispute": lambda rng: {"by": f"player:{rng.choice(PLAYERS)}"},
    "resolveDispute": lambda _: {"outcome": "dismissed", "by": "host", **REASON},
    "confirm": lambda rng: {"of": rng.choice(["opening", 1]), "player": rng.choice(PLAYERS)},
    "changeTable": lambda rng: {"from_game": rng.randint(1, 16), "stake": STAKE, **REASON},
    "settle": lambda _: {},
    "pay": lambda rng: money(rng, "from", "to"),
    "penalize": lambda rng: {**money(rng, "payer", "to"), **REASON},
    "shareCost": lambda rng: {**money(rng, "to"), "sharers": PLAYERS, **REASON},
    "importResult": lambda rng: {"nets": dict(zip(rng.sample(PLAYERS, 2), (5, -5), strict=True))},
    "closeSession": lambda _: {},
    "makeGroup": lambda rng: {"name": "at random", "members": rng.sample(PLAYERS, 3)},
    "compareSession": lambda _: {"agreements": [{}, {"ruleset": "tw-points"}]},
}  # fmt: skip


def sensible(context, body):
    """Mostly a sensible body; which one, the body that was made says."""
    make = SENSIBLE.get(id_of(context.operation))
    rng = random.Random(json.dumps(body, sort_keys=True, default=str))
    if make is None or rng.random() < 0.2:
        return body
    link = {"against": body["against"]} if isinstance(body, dict) and "against" in body else {}
    return {**make(rng), **link}


class Known:
    """What was made so far, by the name that paths have for it."""

    def __init__(self) -> None:
        self.ids: dict[str, list[str]] = {"session": [], "group": []}

    def learn(self, operation: str, answer: Any) -> None:
        name = {"openSession": "session", "makeGroup": "group"}.get(operation)
        if name is not None:
            self.ids[name].append(answer["id"])

    def placed(self, path):
        """Mostly a place where something is; which one, the path that was made says."""
        rng = random.Random(json.dumps(path, sort_keys=True, default=str))
        if path is None or rng.random() < 0.2:
            return path
        places = {"game": rng.randint(1, 17), "member": rng.choice(PLAYERS), "dispute": "d1"}
        for name, ids in self.ids.items():
            places |= {name: rng.choice(ids)} if ids else {}
        linked = path.get("session") in self.ids["session"] and {"session": path["session"]}
        return {**path, **{k: v for k, v in places.items() if k in path}, **(linked or {})}


# --- calls ----------------------------------------------------------------------------------------


def begun(client) -> Known:
    """A few evenings to go on with: games recorded, one of them contested."""
    known, rng = Known(), random.Random(0)

    def call(operation: str, path: str) -> None:
        answer = client.post(path, json=SENSIBLE[operation](rng))
        assert answer.status_code < 300, answer.text
        known.learn(operation, answer.json)

    for _ in range(3):
        call("makeGroup", "/v1/groups")
        call("openSession", "/v1/sessions")
        session = f"/v1/sessions/{known.ids['session'][-1]}"
        for _ in range(3):
            call("recordRounds", f"{session}/rounds:batch")
        game = client.get(f"{session}/rounds").json["rounds"][0]["game"]
        call("disputeRound", f"{session}/rounds/{game}/disputes")
    return known


class Calls:
    """Calls of a service, judged and counted."""

    def __init__(self, folder) -> None:
        book = new_book(folder)
        app = create_app(book)
        self.schema = schemathesis.openapi.from_wsgi("/openapi.json", app)
        self.client = keyed_client(app, book.store)
        self.known = begun(self.client)
        self.seen: Counter[tuple[str, int]] = Counter()
        self.schema.hook("map_body")(sensible)
        self.schema.hook("map_path_parameters")(lambda _, path: self.known.placed(path))

    def headers(self, case) -> dict[str, str]:
        """Mostly the key of whoever may do it; now and then none."""
        # Without a server nothing undoes a coding.
        plain = {"Accept-Encoding": "identity"}
        if chance_of(case).random() < 0.05:
            return plain
        key = key_for(self.client.keyring, case.method, case.formatted_path, case.body)
        return {**plain, "Authorization": f"Bearer {key}"}

    def mend(self, case) -> None:
        """Mostly name a game and a dispute that there are, and the entry that stands."""
        path, operation = case.path_parameters or {}, id_of(case.operation)
        rng = chance_of(case)
        if operation not in OF_A_GAME or rng.random() < 0.2:
            return
        answer = self.client.get(f"/v1/sessions/{quote(str(path['session']), safe='')}/rounds")
        rounds = answer.json.get("rounds")
        if rounds:
            contested = [each for each in rounds if each["disputes"]]
            game = rng.choice(contested if "dispute" in path and contested else rounds)
            if operation in AGAINST and isinstance(case.body, dict):
                case.body["against"] = game["entry"]["hash"]
            named = {"game": game["game"], "dispute": (game["disputes"] or ["d1"])[0]}
            path.update({name: value for name, value in named.items() if name in path})

    def count(self, case, response) -> None:
        operation = id_of(case.operation)
        self.seen[operation, response.status_code] += 1
        if response.status_code == CREATED:
            self.known.learn(operation, response.json())

    def judge(self, case, response) -> None:
        # What was wrong on purpose may have been put right before it was sent.
        is_changed = case.path_parameters or id_of(case.operation) in SENSIBLE
        judges = CHECKS if is_changed else [*CHECKS, checks.negative_data_rejection]
        case.validate_response(response, checks=judges)

    def each_by_itself(self, examples: int) -> None:
        """Every operation so often."""
        for result in self.schema.get_all_operations():
            operation = result.ok()

            @seed(examples)
            @settings(PROFILE, max_examples=examples)
            @given(case=operation.as_strategy())
            def called(case):
                self.mend(case)
                response = case.call(headers=self.headers(case))
                self.count(case, response)
                self.judge(case, response)

            called()

    def by_links(self, number: int) -> None:
        """From call to call by the links of the document, about so many in all."""
        calls = self

        class Machine(self.schema.as_state_machine()):
            def get_call_kwargs(self, case):
                return {"headers": calls.headers(case)}

            def call(self, case, **kwargs):
                calls.mend(case)
                response = super().call(case, **kwargs)
                calls.count(case, response)
                return response

            def validate_response(self, response, case, *_args, **_kwargs):
                calls.judge(case, response)

        for turn in range(number):
            if self.seen.total() >= number:
                return
            one = settings(PROFILE, max_examples=1, stateful_step_count=STEPS)
            # A turn may find no call whose links all lead somewhere; the next one begins otherwise.
            with suppress(Unsatisfiable):
                seed(turn)(Machine).run(settings=one)


def chance_of(case) -> random.Random:
    """Chance as the call has it: the same in every process.

    The text of a body that is not there says where that lies in memory.
    """
    body = "" if case.body is NOT_SET else repr(case.body)
    return random.Random(f"{case.method} {case.formatted_path} {body}")


def id_of(operation) -> str:
    return operation.definition.raw["operationId"]


@pytest.mark.parametrize("number", [1000, pytest.param(20_000, marks=pytest.mark.slow)])
def test_calls_at_random_are_answered_as_the_document_says(tmp_path, number):
    calls = Calls(tmp_path)
    calls.each_by_itself(number // 2 // len(OPERATIONS))
    calls.by_links(number)
    seen = calls.seen
    assert seen.total() >= number
    asked = {operation for operation, _ in seen}
    # The document itself was read to begin with.
    assert {operation.id for operation in OPERATIONS} - asked == {"getOpenapi"}
    done = {operation for operation, status in seen if status < 300}
    assert done >= {
        "openSession", "recordRound", "recordRounds", "getRound", "correctRound", "voidRound",
        "disputeRound", "getSettlement", "settle", "pay", "getLedger", "closeSession", "score",
    }  # fmt: skip
