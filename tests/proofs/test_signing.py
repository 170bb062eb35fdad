"""Signature lines: those that others make, one's own, and those that do not hold."""

from __future__ import annotations

import sys

import pytest

from settle.proofs.checkpoint import SIGNATURE, Checkpoint, Kept, checkpoints_in
from settle.proofs.comparing import Comparison
from settle.proofs.signing import (
    SigningRefused,
    new_key,
    read_verifier_key,
    signature_line,
    signature_of,
    verifier_key_of,
)

BOOK = "0123456789abcdef"
POINT = Checkpoint(BOOK, "monday", 12, bytes(32))

# The published example of Go's golang.org/x/mod/sumdb/note, key and all: nobody's secret.
GO_SECRET = "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz"  # noqa: S105
GO_KEY = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
GO_TEXT = (
    "If you think cryptography is the answer to your problem,\n"
    "then you don't know what your problem is.\n"
)
GO_LINE = (
    "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6"
    "KE6RyyBwJnAM="
)


def signed(secret: str, point: Checkpoint = POINT) -> Kept:
    """A checkpoint as it is kept with its signature, out of its text."""
    (kept,) = checkpoints_in(f"{point.text()}\n{signature_line(point.text(), secret)}\n")
    return kept


@pytest.fixture(scope="module")
def secret() -> str:
    return new_key(f"settle/{BOOK}")


def test_the_form_is_that_of_others():
    assert str(verifier_key_of(GO_SECRET)) == GO_KEY
    assert signature_line(GO_TEXT, GO_SECRET) == GO_LINE


def test_a_signature_holds(secret):
    key = read_verifier_key(f"{verifier_key_of(secret)}\n")
    assert key.name == f"settle/{BOOK}"
    assert signature_of(signed(secret), key) == "good"


def test_what_others_sign_is_passed_over(secret):
    kept = signed(secret)
    key = verifier_key_of(secret)
    theirs = signature_line(POINT.text(), GO_SECRET)
    another = signature_line(POINT.text(), new_key(key.name))
    lines = (theirs, another, f"{SIGNATURE}{key.name} nonsense")
    assert signature_of(kept._replace(signatures=(*lines, *kept.signatures)), key) == "good"
    assert signature_of(kept._replace(signatures=lines), key) == "missing"
    assert signature_of(kept._replace(signatures=()), key) == "missing"


@pytest.mark.parametrize(
    "other",
    [
        POINT._replace(size=13),
        POINT._replace(session="tuesday"),
        POINT._replace(root=bytes(31) + b"\1"),
        POINT._replace(book="f" * 16),
    ],
)
def test_a_signature_of_something_else_does_not_hold(secret, other):
    kept = signed(secret)._replace(checkpoint=other)
    assert signature_of(kept, verifier_key_of(secret)) == "bad"


def test_the_audit_says_so(secret):
    key = verifier_key_of(secret)
    bad = signed(secret)._replace(checkpoint=POINT._replace(size=13))
    found = Comparison([bad, Kept(POINT)], [key]).findings()
    assert [each.code for each in found if "sign" in each.code] == [
        "checkpoint_signature_differs", "checkpoint_unsigned",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text",
    ["", "PeterNeumann", GO_KEY[:-1], GO_KEY.replace("c74", "d74"), GO_KEY.replace("Peter", ""),
     GO_KEY.replace("+AR", "+BR"), GO_SECRET],
)  # fmt: skip
def test_a_key_that_is_none(text):
    with pytest.raises(SigningRefused, match="This is no key"):
        read_verifier_key(text)


@pytest.mark.parametrize("text", ["", GO_KEY, GO_SECRET[:-1], GO_SECRET.replace("c74", "d74")])
def test_a_secret_that_is_none(text):
    with pytest.raises(SigningRefused, match="This is no"):
        signature_line(GO_TEXT, text)


def test_without_the_library_it_is_said_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "cryptography.hazmat.primitives.asymmetric", None)
    with pytest.raises(SigningRefused, match=r'pip install "settle\[sign\]"'):
        new_key("settle")
