"""The book in other hands: a new admin key, the old ones ended, and every open ledger says so."""

from __future__ import annotations

import pytest

from settle.access.handover import hand_over
from settle.access.roles import Action
from settle.audit.bodies import KINDS
from settle.entries import KINDS as ALL_KINDS
from settle.proofs.checkpoint import Checkpoint, checkpoints_in
from settle.proofs.comparing import Comparison
from settle.proofs.signing import new_key, signature_line, verifier_key_of
from tests.access.test_keys import asks, made
from tests.audit.evening import Ledger, findings_in, findings_of
from tests.book.rounds import session, stored


def ledger(book, name):
    with book.store.reading() as r:
        return [entry.document() for entry in r.entries(name)]


def test_every_open_ledger_says_who_keeps_the_book_now(book, keeper, guard):
    book.open_session(session(id="s2"))
    book.open_session(session(id="s3"))
    book.close("s2", {})
    told = []
    keeper.rotate_admin("Amy", told.append)
    host = made(keeper, {"label": "a phone", "scope": "create"})
    closed = ledger(book, "s2")
    done = hand_over(book.store, "Bob", told.append, signing_key="89abcdef", now=book._now)
    amy, bob = told
    assert (done.steward, done.before, done.sessions) == (bob.id, (amy.id,), ("s1", "s3"))
    assert [row.id for row in done.staying] == [host["id"]]
    assert ledger(book, "s2") == closed
    for name in ("s1", "s3"):
        last = ledger(book, name)[-1]
        assert (last["kind"], last["by"]) == ("steward_changed", "host")
        assert last["body"] == {"steward": bob.id, "before": [amy.id], "signing_key": "89abcdef"}
    assert asks(guard, amy, Action.MANAGE, None) == (401, "unauthorized.revoked")
    assert asks(guard, bob, Action.MANAGE, None) == f"key:{bob.id}"
    assert asks(guard, host["key"], Action.OPEN, None) == f"key:{host['id']}"
    assert findings_in(book.store.info().path) == []


def test_what_could_not_be_handed_on_has_not_happened(book, keeper):
    keeper.rotate_admin("Amy", lambda _key: None)
    before = stored(book)

    def fails(_key):
        raise OSError

    with pytest.raises(OSError):  # noqa: PT011 - whatever it says
        hand_over(book.store, "Bob", fails, now=book._now)
    assert stored(book) == before


def test_an_audit_knows_every_kind_of_entry():
    assert set(KINDS) == set(ALL_KINDS)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"steward": "0123abcd", "before": []}, None),
        ({"steward": "0123abcd", "before": ["89abcdef"], "signing_key": "00000000"}, None),
        ({"steward": "Bob", "before": []}, "body_malformed"),
        ({"steward": "0123abcd"}, "body_malformed"),
        ({"steward": "0123abcd", "before": "none"}, "body_malformed"),
        ({"steward": "0123abcd", "before": [], "name": "Bob"}, "body_differs"),
    ],
)
def test_an_audit_looks_at_what_it_says(monday, body, code):
    forged = Ledger(monday)
    place = forged.place(22)
    last = {name: forged.lines[place][name] for name in ("session", "at", "by", "prev_hash")}
    handed = {**last, "seq": 23, "kind": "steward_changed", "body": body, "hash": "x"}
    forged.lines.insert(place + 1, handed)
    forged.sealed()
    assert {finding.code for finding in findings_of(forged.data())} == ({code} if code else set())


def test_what_was_signed_before_is_checked_with_the_key_of_then():
    secrets = [new_key("settle/0123456789abcdef") for _ in range(3)]
    old, new, other = (verifier_key_of(secret) for secret in secrets)
    kept = []
    for secret, size in zip(secrets[:2], (3, 5), strict=True):
        text = Checkpoint("0123456789abcdef", "s1", size, bytes(32)).text()
        kept += checkpoints_in(f"{text}\n{signature_line(text, secret)}\n")

    def unsigned(*keys):
        found = Comparison(kept, keys).findings()
        return [finding.code for finding in found if "sign" in finding.code]

    assert unsigned(old, new) == []
    assert unsigned(new) == ["checkpoint_unsigned"]
    assert unsigned(other) == ["checkpoint_unsigned"] * 2
