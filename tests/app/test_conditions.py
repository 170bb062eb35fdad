"""What is asked for on condition: ETags, If-None-Match, and the If-Match of a key that is ended."""

from __future__ import annotations

import pytest

from settle.app.negotiating import LEAST_COMPRESSED
from settle.openapi.table import OPERATIONS
from tests.app.test_refusals import codes, problem_of
from tests.book.rounds import scoops, session, stored

READ = [operation for operation in OPERATIONS if operation.method == "GET"]
FRIDAYS = {"id": "g1", "name": "Fridays", "members": ["amy", "bob", "cat", "dan"]}
QUERIES = {"getProof": "?entry=1", "getGroupSettlement": "?sessions=s2"}


@pytest.fixture
def places(client):
    """What stands in the addresses of a book that has something at each."""
    assert client.post("/v1/groups", json=FRIDAYS).status_code == 201
    assert client.post("/v1/sessions", json=session(id="s2", group="g1")).status_code == 201
    game = client.post("/v1/sessions/s2/rounds", json=scoops("amy>dan", game=1))
    assert game.status_code == 201
    link = client.post("/v1/sessions/s2/links", json={"role": "viewer"}).json
    return {
        "session": "s2", "group": "g1", "game": "1", "member": "amy", "name": "tw-scoop",
        "key": made(client), "token": link["address"].rpartition("/")[2],
    }  # fmt: skip


def made(client):
    """The id of a key."""
    return client.post("/v1/keys", json={"label": "a tablet", "scope": "create"}).json["id"]


@pytest.mark.parametrize("operation", READ, ids=lambda operation: operation.id)
def test_what_is_read_has_an_etag_where_the_document_says_so(client, places, operation):
    path = operation.path.format(**places) + QUERIES.get(operation.id, "")
    answer = client.get(path)
    assert answer.status_code == 200, answer.text
    assert ("ETag" in answer.headers) is operation.is_tagged
    again = client.get(path, headers={"If-None-Match": answer.headers.get("ETag", "*")})
    # Numbers for a monitor are others each time.
    assert again.status_code == (304 if operation.is_tagged else 200)


# --- a key as it was read -------------------------------------------------------------------------


@pytest.fixture
def key(client):
    return f"/v1/keys/{made(client)}"


def test_a_key_is_told_as_the_list_tells_it(client, key):
    told = client.get(key)
    listed = client.get("/v1/keys").json["keys"]
    assert told.json == next(each for each in listed if key.endswith(each["id"]))
    assert (told.json["label"], told.json["revoked_at"]) == ("a tablet", None)


@pytest.mark.parametrize("name", ["00000000", "0", "ABCDEF01", "a%00b", "%ff"])
def test_a_key_that_is_not_there_is_told_as_elsewhere(client, name):
    viewed, revoked = client.get(f"/v1/keys/{name}"), client.post(f"/v1/keys/{name}/revoke")
    assert codes(problem_of(viewed, 404)) == [" unknown_key"]
    assert viewed.data == revoked.data


# What is sent as If-Match, of the key's ETag; whether the key ends.
MATCHES = [
    ("{}", True),
    ("*", True),
    ('"other", {}', True),
    ('"other",{} , W/"more"', True),
    ("W/{}", False),
    ('"other"', False),
    ('"other", W/{}', False),
    ('"*"', False),
    ("", False),
    ('"a,b" ,, {},', True),
    ("{0},{0}", True),
    # What is no entity-tag, nor a list of them.
    ("{bare}", False),
    ("'{bare}'", False),
    ('"{bare}', False),
    ("W/{}, {bare}", False),
    ("{bare}, {}", False),
    ("{0}{0}", False),
    ('{} "other"', False),
    ("*, {}", False),
    ("**", False),
    ("w/{}", False),
    ('" ", {}', False),
]


@pytest.mark.parametrize(("match", "ends"), MATCHES)
def test_a_key_ends_as_it_was_read_or_not_at_all(client, book, key, match, ends):
    read = client.get(key)
    before = stored(book)
    tag = read.headers["ETag"]
    headers = {"If-Match": match.format(tag, tag, bare=tag.strip('"'))}
    answer = client.post(f"{key}/revoke", headers=headers)
    if ends:
        assert (answer.status_code, answer.json["revoked_at"] is None) == (200, False)
        assert answer.json == client.get(key).json
    else:
        problem = problem_of(answer, 412)
        assert codes(problem) == [" precondition_failed"]
        assert problem["type"] == "/problems/precondition-failed"
        assert stored(book) == before


def test_without_a_condition_it_ends_and_again_it_is_as_it_was(client, key):
    first = client.post(f"{key}/revoke")
    assert (first.status_code, client.post(f"{key}/revoke").data) == (200, first.data)


def test_a_key_that_was_given_more_since_it_was_read_stays(client, key, book):
    tag = client.get(key).headers["ETag"]
    grant(client, book, key, "g1")
    assert client.post(f"{key}/revoke", headers={"If-Match": tag}).status_code == 412
    tag = client.get(key).headers["ETag"]
    assert client.post(f"{key}/revoke", headers={"If-Match": tag}).status_code == 200
    # It was ended by that: the same call comes too late for itself.
    assert client.post(f"{key}/revoke", headers={"If-Match": tag}).status_code == 412


@pytest.mark.parametrize("match", ["*", '"other"'])
def test_a_key_that_is_not_there_is_missed_before_its_condition_is(client, match):
    answer = client.post("/v1/keys/00000000/revoke", headers={"If-Match": match})
    assert codes(problem_of(answer, 404)) == [" unknown_key"]


WORDS = [("en", "read the key again"), ("zh-Hant", "請再讀一次"), ("zh-Hans", "请再读一次")]


@pytest.mark.parametrize(("lang", "words"), WORDS)
def test_what_to_do_is_said_in_every_language(client, key, lang, words):
    answer = client.post(f"{key}/revoke?lang={lang}", headers={"If-Match": '"other"'})
    assert words in problem_of(answer, 412)["detail"]


def test_a_key_with_much_granted_is_ended_by_its_etag_too(client, book, key):
    """Made smaller, what is read would have a weak ETag, which no If-Match takes."""
    for number in range(40):
        grant(client, book, key, f"a-group-with-a-long-name-{number}")
    read = client.get(key, headers={"Accept-Encoding": "gzip"})
    assert len(read.data) > LEAST_COMPRESSED
    tag = read.headers["ETag"]
    assert client.post(f"{key}/revoke", headers={"If-Match": tag}).status_code == 200


def grant(client, book, key, group):
    """Have a key host a group more."""
    assert client.post("/v1/groups", json={"id": group, "name": group}).status_code == 201
    with book.store.writing() as w:
        w.add_group_grant(key.rpartition("/")[2], group)
