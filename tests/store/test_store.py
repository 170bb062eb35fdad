"""Reading and writing, in a file and on a server: what was put is what is found, or nothing."""

from __future__ import annotations

import os
import signal
import threading
import time

import pytest
import rfc8785

from settle.entries import GENESIS, Entry, entry_hash, seal, sealed_line
from settle.store import (
    WHOLE_BOOK,
    AnswerRow,
    GameRow,
    Opened,
    RulesetRow,
    SessionRow,
    Store,
    StoreRefused,
    StoreUnavailable,
)
from tests.store.chains import (
    AT,
    BREACHES,
    DIGEST,
    NETS,
    REQUEST,
    next_entry,
    report,
    sound,
    write,
    write_next,
)

OTHER = "sha256:" + "c" * 64


def found(store: Store, session: str = "monday") -> dict[str, object]:
    with store.reading() as book:
        return report(book, session)


def test_a_reader_sees_the_moment_of_its_beginning(ahead):
    with ahead.reading() as book:
        write(ahead, "monday", 1)
        assert report(book, "monday") == sound(3)
    assert found(ahead) == sound(4)


# --- rows that wait for others like them ----------------------------------------------------------


def test_rows_that_wait_are_read_as_if_they_had_not(empty):
    with empty.writing() as book:
        book.gather()
        made = [write_next(book, "monday") for _ in range(3)]
        assert report(book, "monday") == sound(3)
        made += [write_next(book, "monday") for _ in range(2)]
    assert found(empty) == sound(5)
    with empty.reading() as book:
        assert list(book.entries("monday")) == made


def test_rows_that_wait_are_written_with_the_transaction_and_go_with_it(ahead):
    entry = None

    def put(*, wrong=False):
        nonlocal entry
        with ahead.writing("monday") as book:
            entry = next_entry(book, "monday")
            book.gather()
            book.append(entry)
            assert book.writes == 1
            if wrong:
                raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        put(wrong=True)
    with ahead.writing("monday") as book:
        assert book.entry("monday", 4) is None
    put()
    with ahead.reading() as book:
        assert book.entry("monday", 4) == entry


def test_rows_that_wait_meet_the_guards(ahead):
    def again():
        with ahead.writing("monday") as book:
            entry = next_entry(book, "monday")
            book.gather()
            book.append(entry)
            book.append(entry)

    # On a server every row waits, so that there it is told in the words of who appends.
    with pytest.raises((*BREACHES, AssertionError)):
        again()
    assert found(ahead) == sound(3)


# --- records --------------------------------------------------------------------------------------


def test_an_empty_book(empty):
    with empty.reading() as book:
        assert book.last_opened() is None
        assert book.session_row("monday") is None
        assert book.game_row("monday", 1) is None
        assert book.entry("monday", 1) is None
        assert book.answer("monday", "key 1") is None
        assert book.ruleset(DIGEST) is None
        assert [*book.sessions(), *book.entries("monday"), *book.rulesets()] == []
        assert book.names("monday") == {}


def test_entries_come_back_as_they_were_sealed(store):
    with store.writing() as book:
        made = [write_next(book, "東風", '無頭 é \U0001f004 \\ " \x00 \n') for _ in range(3)]
    with store.reading() as book:
        assert list(book.entries("東風")) == made
        assert list(book.lines("東風")) == [entry.line() for entry in made]
        assert book.entry("東風", 2) == made[1]
        assert book.entry("東風", 4) is None


@pytest.mark.parametrize(
    ("after_seq", "limit", "seqs"),
    [
        (0, None, [1, 2, 3]),
        (0, 2, [1, 2]),
        (1, None, [2, 3]),
        (1, 1, [2]),
        (3, None, []),
        (0, 0, []),
    ],
)
def test_a_part_of_the_entries(store, after_seq, limit, seqs):
    with store.reading() as book:
        assert [entry.seq for entry in book.entries("monday", after_seq, limit)] == seqs


def test_many_entries_come_in_order(store):
    with store.writing() as book:
        for _ in range(600):
            write_next(book, "long")
    with store.reading() as book:
        assert [entry.seq for entry in book.entries("long")] == list(range(1, 601))


def test_the_sessions_in_the_order_of_their_opening(store):
    write(store, "sunday", 1)
    with store.reading() as book:
        rows = list(book.sessions())
        assert [(row.id, row.opened) for row in rows] == [
            ("monday", 1), ("friday", 2), ("sunday", 3),
        ]  # fmt: skip
        assert list(book.sessions(1)) == rows[1:]
        assert list(book.sessions(1, 1)) == rows[1:2]
        first = book.entry("sunday", 1)
        assert book.last_opened() == Opened("sunday", 3, first.hash)


def test_session_and_game_rows_are_renewed(store):
    with store.writing() as book:
        head = book.session_row("monday")
        row = SessionRow(
            "monday",
            1,
            head.head_seq,
            head.head_hash,
            "closed",
            20,
            7,
            9,
            (("amy", 1), ("bob", -1)),
        )
        book.put_session_row(row)
        game = GameRow("monday", 1, 1, "x", "game_voided", ())
        book.put_game_row(game)
    with store.reading() as book:
        assert book.session_row("monday") == row
        assert book.game_row("monday", 1) == game
        assert [row.game for row in book.game_rows("monday")] == [1, 2]


def test_a_session_keeps_its_place_in_the_book(store):
    with store.writing() as book:
        row = book.session_row("monday")
        book.put_session_row(row._replace(opened=99))
        assert book.session_row("monday") == row


def test_the_history_of_a_game(store):
    with store.writing() as book:
        book.hold("monday")
        seq, head = book.head("monday")
        body = {"reason": "two hands were swapped"}
        mended = seal(Entry(seq + 1, "monday", "game_corrected", 1, AT, "host", body, head))
        book.append(mended)
    with store.reading() as book:
        assert [entry.seq for entry in book.entries_of_game("monday", 1)] == [2, 4]
        assert list(book.entries_of_game("monday", 16)) == []


@pytest.mark.parametrize("id", ["\0", "monday\0", "mon\0day", "' OR 1 = 1", "%", "\\"])
def test_nobody_is_found_under_an_id_that_nobody_has(store, id):  # noqa: A002 - its word
    with store.reading() as book:
        assert book.session_row(id) is None
        assert book.link_row(id) is None
        assert book.hosted_sessions(id) == 0
        assert list(book.entries(id)) == []
        assert book.sessions_of_group(id) == ()
    with store.writing() as book:
        assert book.session_row(id) is None
        write_next(book, "monday")
    assert found(store) == sound(4)


def test_answers_are_found_in_their_scope_only(store):
    made = AnswerRow(WHOLE_BOOK, "key 1", REQUEST, "friday", 1, 201)
    with store.writing() as book:
        book.remember(made)
    with store.reading() as book:
        assert book.answer(WHOLE_BOOK, "key 1") == made
        assert book.answer("friday", "key 1").scope == "friday"
        assert book.answer("monday", "key 9") is None


@pytest.mark.parametrize("at_once", [False, True])
@pytest.mark.parametrize(
    ("scope", "beginning", "is_there"),
    [
        ("monday", "b2/", True),
        ("monday", "b20/", True),
        ("monday", "b/", False),
        ("monday", "b3/", False),
        ("monday", "key 1/", False),
        ("friday", "b2/", False),
    ],
)
def test_keys_are_found_by_what_they_begin_with(store, scope, beginning, is_there, at_once):
    with store.writing() as book:
        for key in ("b2/0", "b2/1", "b20/199"):
            book.remember(AnswerRow("monday", key, REQUEST, "monday", 1, 201))
    with store.reading() as book:
        if at_once:
            book.look_up_beginnings(scope)
        assert book.has_answers(scope, beginning) is is_there


def test_a_key_is_answered_once(store):
    with pytest.raises(BREACHES, match="answer"), store.writing() as book:
        book.remember(AnswerRow("monday", "key 1", REQUEST, "monday", 1, 201))
    assert found(store) == sound(3)


def test_rulesets_are_kept_by_their_digest(store):
    house = RulesetRow(DIGEST, "house", 1, '{"id":"house"}')
    with store.writing() as book:
        book.add_ruleset(*house)
        book.add_ruleset(OTHER, "house", 2, "{}")
        book.add_ruleset("sha256:" + "a" * 64, "club", 1, "{}")
    with store.reading() as book:
        assert book.ruleset(DIGEST) == house
        assert [(row.id, row.version) for row in book.rulesets()] == [
            ("club", 1), ("house", 1), ("house", 2),
        ]  # fmt: skip
        assert [row.version for row in book.rulesets("house")] == [1, 2]


def test_another_text_under_a_digest_is_a_bug(store):
    words = "another ruleset has this digest"
    with pytest.raises(AssertionError, match=words), store.writing() as book:
        book.add_ruleset(DIGEST, "house", 1, "other")


def test_names_can_be_changed_and_erased(store):
    with store.writing() as book:
        book.set_name("monday", "p2", "bob")
        book.set_name("monday", "p1", "amy")
        book.set_name("friday", "p1", "eve")
        book.set_name("monday", "p1", "阿明")
    with store.reading() as book:
        assert book.names("monday") == {"p1": "阿明", "p2": "bob"}
    with store.writing() as book:
        book.erase_name("monday", "p2")
    with store.reading() as book:
        assert book.names("monday") == {"p1": "阿明"}
        assert book.names("friday") == {"p1": "eve"}


# --- appending ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"hash": "sha256:" + "0" * 64}, "the hash is not the entry's"),
        ({"at": "2026-11-30T21:40:11.124+08:00"}, "the hash is not the entry's"),
        ({"seq": 5}, "does not link to the head"),
        ({"seq": 3}, "does not link to the head"),
        ({"prev_hash": GENESIS}, "does not link to the head"),
        ({"session": "friday"}, "does not link to the head"),
        ({"session": "new"}, "does not link to the head"),
    ],
)
def test_only_a_sealed_entry_after_the_head_is_taken(store, change, words):
    with store.writing() as book:
        right = next_entry(book, "monday")
    wrong = right._replace(**change)
    if "link" in words:
        wrong = seal(wrong)
    with pytest.raises(AssertionError, match=words), store.writing(wrong.session) as book:
        book.append(wrong)
    assert found(store) == sound(3)
    with store.writing("monday") as book:
        book.append(right)


def test_who_writes_in_a_session_holds_it(store):
    with store.writing("monday", "friday") as book:
        assert write_next(book, "monday").seq == 4
        book.hold("friday")
        with pytest.raises(AssertionError, match="hold the book first"):
            book.hold("new")
    with store.writing() as book:
        right = next_entry(book, "monday")
        with pytest.raises(AssertionError, match="who writes in a session holds it"):
            book.append(right)
        book.hold("monday")
        book.append(right)
    assert found(store)["entries"] == 5
    with pytest.raises(AssertionError, match="holds it"), store.writing("monday") as book:
        book.append(next_entry(book, "new"))


def test_an_entry_is_sealed_when_it_is_appended(store):
    with store.writing("monday") as book:
        right = next_entry(book, "monday")
        assert book.append(right._replace(hash="")) == right
    with store.reading() as book:
        assert book.entry("monday", 4) == right


TRICKS = ['","kind":"', ',"kind":', '\\",\\"kind\\":', "\\", '"', "}", "無頭", "\x00"]


@pytest.mark.parametrize("trick", TRICKS)
@pytest.mark.parametrize("game", [None, 7])
def test_the_line_that_is_written_at_once_is_the_canonical_one(trick, game):
    body = {"kind": trick, trick: {"hash": trick, "kind": trick}, "list": [{"kind": trick}]}
    unsealed = Entry(1, f"s{trick}", f"k{trick}", game, f"a{trick}", f"b{trick}", body, f"p{trick}")
    entry, line = sealed_line(unsealed)
    document = {**unsealed.document(), "hash": entry.hash}
    assert line == rfc8785.dumps(document)
    assert entry.hash == entry_hash(document)
    assert entry == unsealed._replace(hash=entry.hash)


# --- blocks ---------------------------------------------------------------------------------------


class Stopped(BaseException):
    """What no handler of errors catches."""


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, SystemExit, Stopped])
def test_an_exception_undoes_the_block(store, error):
    with pytest.raises(error), store.writing() as book:  # noqa: PT012
        write_next(book, "monday")
        write_next(book, "new")
        raise error
    assert found(store) == sound(3)
    assert found(store, "new") == sound(0)
    write(store, "monday", 1)
    assert found(store) == sound(4)


def test_rows_that_name_an_entry_that_is_not_there_are_not_taken(store):
    with pytest.raises(BREACHES, match=r"(?i)foreign key"), store.writing() as book:
        book.put_game_row(GameRow("monday", 3, 99, "x", "game_recorded", NETS))
    assert found(store) == sound(3)
    write(store, "monday", 1)


def test_a_writer_sees_what_it_wrote_and_others_do_not(store):
    with store.writing() as book:
        write_next(book, "monday")
        assert report(book, "monday") == sound(4)
        assert found(store) == sound(3)
    assert found(store) == sound(4)


def test_a_reader_cannot_write(store):
    with pytest.raises(StoreUnavailable, match="read-only"), store.reading() as book:
        book._connection.run("INSERT INTO person VALUES ('monday', 'p1', 'amy')")


def test_threads_share_a_book(store):
    threads = [threading.Thread(target=write, args=(store, "monday", 10)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found(store) == sound(83)


# --- forks ----------------------------------------------------------------------------------------


def in_child(work) -> int:
    """The exit code of a forked child: what the work returns, or 99 for an exception."""
    child = os.fork()
    if child == 0:
        code = 99
        try:
            code = work()
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def test_a_book_is_used_on_both_sides_of_a_fork(store):
    write(store, "monday", 1)
    assert in_child(lambda: len(write(store, "monday", 5))) == 5
    write(store, "monday", 5)
    assert found(store) == sound(14)


def test_no_connection_crosses_a_fork(store):
    found(store)
    write(store, "monday", 1)
    assert sum(map(len, store._idle.values())) == 2
    assert in_child(lambda: sum(map(len, store._idle.values()))) == 0


@pytest.mark.parametrize("block", ["reading", "writing"])
def test_a_fork_in_the_middle_of_a_block_is_refused_in_the_child(store, block):
    def use_it() -> int:
        try:
            book.session_row("monday")
        except StoreRefused:
            pass
        else:
            return 1
        try:
            write(store, "monday", 1)
        except StoreRefused:
            return 7
        return 2

    with getattr(store, block)() as book:
        assert in_child(use_it) == 7
        assert report(book, "monday") == sound(3)
    write(store, "monday", 1)


def test_a_writer_that_is_killed_leaves_no_lock_with_its_children(store):
    hear, say = os.pipe()
    child = os.fork()
    if child == 0:
        with store.writing():
            if os.fork() == 0:
                os.write(say, b"%d" % os.getpid())
            time.sleep(60)
        os._exit(0)
    grandchild = int(os.read(hear, 20))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    try:
        write(store, "monday", 1)
    finally:
        os.kill(grandchild, signal.SIGKILL)
    assert found(store) == sound(4)
