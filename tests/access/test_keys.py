"""Keys: made once, shown once, good until they expire or are revoked."""

from __future__ import annotations

import re
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from settle.access.guard import Place
from settle.access.keys import hashed, read_key
from settle.access.roles import Action
from settle.faults import RefusedError
from tests.access.conftest import START
from tests.book.rounds import refused, stored

ADMIN = {"label": "the club's laptop", "scope": "admin"}
DAN = {"label": "dan", "scope": "session", "session": "s1", "role": "player", "player": "dan"}


def made(keeper, document, **by):
    answer = keeper.make(document, **by)
    assert answer.status == 201
    return answer.document()


def asks(guard, key, action=Action.READ, session="s1"):
    """Whether a key is let in: the code and variant of the refusal, or who asks."""
    try:
        holder = guard.admit(f"Bearer {key}", action, Place(session))
    except RefusedError as error:
        return error.status, error.faults[0].text_key
    return holder.by


def test_a_key_is_told_once_and_only_its_hash_is_kept(book, keeper):
    document = made(keeper, DAN, by="key:0123abcd")
    key = document.pop("key")
    assert re.fullmatch("stl_[0-9a-f]{8}_[A-Za-z0-9_-]{43}", key)
    assert document == {
        "id": key[4:12],
        "label": "dan",
        "scope": "session",
        "grants": [{"session": "s1", "role": "player", "player": "dan"}],
        "groups": [],
        "made_at": START,
        "made_by": "key:0123abcd",
        "expires_at": None,
        "revoked_at": None,
    }
    assert keeper.listed().document() == {"keys": [document], "next": None}
    [row] = stored(book)["access_key"]
    assert row["secret_sha256"] == hashed(read_key(key).secret)
    assert read_key(key).secret not in str(stored(book))


def test_a_key_is_good_until_it_expires(keeper, guard, clock):
    document = made(keeper, {**DAN, "expires_in": "PT1H"})
    assert document["expires_at"] == "2026-11-30T13:00:00.000Z"
    clock.at = "2026-11-30T12:59:59.999Z"
    assert asks(guard, document["key"]) == "player:dan"
    clock.at = "2026-11-30T13:00:00.000Z"
    assert asks(guard, document["key"]) == (401, "unauthorized.expired")


def test_a_revoked_key_is_out_at_once_and_stays_so(keeper, guard, clock):
    document = made(keeper, DAN)
    assert asks(guard, document["key"]) == "player:dan"
    revoked = keeper.revoke(document["id"]).document()
    assert revoked["revoked_at"] == START
    assert asks(guard, document["key"]) == (401, "unauthorized.revoked")
    clock.at = "2027-01-01T00:00:00.000Z"
    assert keeper.revoke(document["id"]).document() == revoked


@pytest.mark.parametrize(
    ("spoil", "variant"),
    [
        (lambda key: key[:-1] + ("A" if key[-1] != "A" else "B"), "unknown"),
        (lambda key: f"stl_00000000_{key[13:]}", "unknown"),
        (lambda key: key[:-1], "malformed"),
        (lambda key: key.upper(), "malformed"),
        (lambda key: f"{key} {key}", "malformed"),
        (lambda key: "é" * len(key), "malformed"),
        (lambda key: key[:0], "malformed"),
    ],
)
def test_what_is_no_key_is_let_in_nowhere(keeper, guard, spoil, variant):
    key = made(keeper, ADMIN)["key"]
    assert asks(guard, key) == f"key:{key[4:12]}"
    assert asks(guard, spoil(key)) == (401, f"unauthorized.{variant}")


@pytest.mark.parametrize("header", [None, "Basic YW15OmFteQ==", "Bearer", "stl_x"])
def test_without_a_key_only_what_is_anyones(guard, header):
    with pytest.raises(RefusedError) as error:
        guard.admit(header, Action.READ, Place("s1"))
    assert error.value.status == 401
    assert guard.admit(None, Action.RULES, Place()) is None


REFUSED = [
    ({}, ["/label missing", "/scope missing"]),
    ({**ADMIN, "session": "s1", "role": "host"},
     ["/session unknown_field", "/role unknown_field"]),
    ({**ADMIN, "group": "g"}, ["/group unknown_field"]),
    ({**ADMIN, "scope": "root"}, ["/scope out_of_range"]),
    ({**ADMIN, "expires_in": "90d"}, ["/expires_in out_of_range"]),
    ({**ADMIN, "expires_in": "PT0S"}, ["/expires_in out_of_range"]),
    ({**ADMIN, "label": ""}, ["/label out_of_range"]),
    ({**ADMIN, "label": " "}, ["/label out_of_range"]),
    ({**ADMIN, "label": "\u202e"}, ["/label out_of_range"]),
    ({"label": "x", "scope": "session", "session": "a b"}, ["/session out_of_range"]),
    ({"label": "x", "scope": "session"}, ["/session missing"]),
    ({"label": "x", "scope": "create", "role": "host"}, ["/role unknown_field"]),
    ({"label": "x", "scope": "session", "session": "s1"}, ["/role missing"]),
    ({"label": "x", "scope": "session", "group": "none"}, ["/group unknown_group"]),
    ({**DAN, "session": "s2"}, ["/session unknown_session"]),
    ({**DAN, "player": "eve"}, ["/player unknown_player"]),
    ({**DAN, "role": "viewer"}, ["/player unknown_field"]),
    ({name: value for name, value in DAN.items() if name != "player"}, ["/player missing"]),
]  # fmt: skip


@pytest.mark.parametrize(("document", "faults"), REFUSED)
def test_a_key_that_cannot_be(book, keeper, document, faults):
    error = refused(book, keeper.make, document)
    assert error.brief.split(", ") == faults


def test_nobody_gets_a_second_key_to_speak_for_somebody(book, keeper, clock):
    first = made(keeper, {**DAN, "expires_in": "P1D"})
    error = refused(book, keeper.make, DAN)
    assert (error.status, error.brief) == (409, "/player seat_taken")
    assert error.members == {"present": {"key": first["id"]}}
    clock.at = "2026-12-01T12:00:00.000Z"
    second = made(keeper, DAN)
    keeper.revoke(second["id"])
    made(keeper, DAN)


def test_the_call_that_made_a_key_shows_it_once(book, keeper):
    first = made(keeper, ADMIN, key="k1")
    error = refused(book, keeper.make, ADMIN, key="k1")
    assert (error.status, error.brief, error.members) == (
        409, " shown_once", {"present": {"id": first["id"]}}
    )  # fmt: skip
    error = refused(book, keeper.make, DAN, key="k1")
    assert (error.status, error.brief) == (422, "/key key_reused")
    assert made(keeper, ADMIN, key="k1", by="key:0123abcd")["id"] != first["id"]
    assert refused(book, keeper.make, ADMIN, key="a b").brief == "/key out_of_range"


def test_an_unknown_key_cannot_be_revoked(book, keeper):
    error = refused(book, keeper.revoke, "0123abcd")
    assert (error.status, error.brief) == (404, " unknown_key")


def test_an_unknown_key_cannot_be_viewed(book, keeper):
    error = refused(book, keeper.view, "0123abcd")
    assert (error.status, error.brief) == (404, " unknown_key")


def test_of_several_who_read_the_same_one_ends_it(keeper):
    """Whether it is as it was read is decided where it ends, with nothing between."""
    key = made(keeper, ADMIN)["id"]
    read = keeper.view(key)

    def is_as_read(answer):
        time.sleep(0.02)
        return answer == read

    def status(_):
        try:
            return keeper.revoke(key, if_match=is_as_read).status
        except RefusedError as error:
            return error.status, error.brief

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(status, range(4)))
    assert sorted(found, key=str) == [(412, " precondition_failed")] * 3 + [200]


def test_keys_are_listed_page_by_page(keeper):
    ids = [made(keeper, {**ADMIN, "label": f"{n}"})["id"] for n in range(3)]
    first = keeper.listed(limit=2).document()
    assert [key["id"] for key in first["keys"]] == ids[:2]
    rest = keeper.listed(after=first["next"], limit=2).document()
    assert ([key["id"] for key in rest["keys"]], rest["next"]) == (ids[2:], None)


# --- the admin key -------------------------------------------------------------------------------


def test_a_service_has_one_admin_key_from_its_first_start(keeper, guard):
    told = []
    assert keeper.ensure_admin("first", told.append) is True
    assert keeper.ensure_admin("again", told.append) is False
    [key] = told
    assert asks(guard, key, Action.MANAGE, None) == f"key:{key.id}"


def test_a_key_that_could_not_be_handed_on_was_not_made(book, keeper):
    def fails(_key):
        raise OSError

    before = stored(book)
    with pytest.raises(OSError):  # noqa: PT011 - whatever it says
        keeper.ensure_admin("first", fails)
    assert stored(book) == before


def test_a_new_admin_key_ends_the_others(keeper, guard):
    told = []
    keeper.rotate_admin("one", told.append)
    second = made(keeper, ADMIN)["key"]
    host = made(keeper, {"label": "host", "scope": "create"})["key"]
    keeper.rotate_admin("two", told.append)
    for old in (told[0], second):
        assert asks(guard, old) == (401, "unauthorized.revoked")
    assert asks(guard, told[1]) == f"key:{told[1].id}"
    assert asks(guard, host, Action.OPEN, None) == f"key:{host[4:12]}"
