"""A book on a server: opened, guarded, written by several at once, and lost sight of."""

# ruff: noqa: S608 - the statements are the cases

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from settle.entries import GENESIS, seal
from settle.store import AnswerRow, GameRow, Store, StoreRefused, StoreUnavailable
from settle.store.guards import as_listed, listed, objects
from tests.store.chains import (
    BREACHES,
    DIGEST,
    NETS,
    next_entry,
    report,
    sound,
    write,
    write_next,
)
from tests.store.servers import emptied
from tests.store.test_guards import H

WRONG = "postgresql://amy:sesame@/club?host=/nowhere&password=sesame"


@pytest.fixture
def run(place):
    """Carry out a statement as anybody may who has the owner's password; it is for good."""
    import psycopg  # noqa: PLC0415 - a bare machine may be without

    with psycopg.connect(place, autocommit=True) as connection:
        yield connection.execute


@pytest.fixture
def undone(served, address):
    """As ``run``, in a transaction that is undone: what it did is looked at in the same one."""
    from settle.store.postgres import Connection  # noqa: PLC0415

    connection = Connection(address)
    connection.begin(immediate=True)
    yield connection
    connection.rollback()
    connection.close()


# --- opening --------------------------------------------------------------------------------------


def test_the_list_of_objects_is_what_the_migrations_make(undone):
    assert as_listed(objects(undone)) == as_listed(listed())


def test_both_kinds_have_the_same_tables(filed, served):
    with filed.reading() as file, served.reading() as server:
        for table in ("book", "ruleset", "entry", "answer", "session", "game", "person", "dispute",
                      "confirmation", "circle", "member", "naming", "access_key",
                      "session_grant", "group_grant", "access_link", "draft",
                      "migration"):  # fmt: skip
            own = server._connection.columns(table)
            assert sorted(file._connection.columns(table)) == sorted(own)


def test_opening_again_changes_nothing(served, address):
    with served.reading() as book:
        name = book.book_id()
    with Store.open(address, create=False).reading() as book:
        assert book.book_id() == name
        assert report(book, "monday") == sound(3)


def test_what_runs_is_told_without_who_asks(served):
    info = served.info()
    assert (info.engine, info.journal_mode, info.synchronous) == ("postgresql", "wal", "full")
    assert info.path.startswith("postgresql:///postgres?host=/")
    assert "options" not in info.path
    assert info.size_bytes > 0


def test_processes_that_make_the_book_at_the_same_time(server):
    place = server.place()
    with ThreadPoolExecutor(4) as pool:
        made = list(pool.map(Store.open, [place] * 4))
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(write, made, ["s1", "s2", "s3", "s4"], [2] * 4))
    with made[0].reading() as book:
        assert [row.opened for row in book.sessions()] == [1, 2, 3, 4]
        assert len(list(book.raw_rows("book"))) == 1
    for each in made:
        each.close()


def test_a_place_without_a_book(server):
    place = server.place()
    with pytest.raises(StoreRefused, match="There is no book at postgresql:///postgres"):
        Store.open(place, create=False)
    with pytest.raises(StoreRefused, match="is no book: it is empty"):
        Store.inspecting(place).__enter__()


def test_other_tables_are_no_book(server):
    import psycopg  # noqa: PLC0415

    place = server.place()
    with psycopg.connect(place, autocommit=True) as connection:
        connection.execute("CREATE TABLE songs (title TEXT)")
    with pytest.raises(StoreRefused, match="is no book: it has songs"):
        Store.open(place)


@pytest.mark.parametrize(
    "address", [WRONG, "postgresql://amy:se same@host:no/club?what=sesame", "postgres://sesame:@[x"]
)
def test_no_message_has_the_password(address):
    pytest.importorskip("psycopg")
    with pytest.raises((StoreRefused, StoreUnavailable)) as refusal:
        Store.open(address)
    said = f"{refusal.value} {refusal.value.__cause__}"
    assert "sesame" not in said
    assert "amy" not in str(refusal.value)


def test_a_newer_book_and_another_migration_are_refused(served, address, monkeypatch):
    from settle.store import server as module  # noqa: PLC0415

    first, *others = module.server_migrations()
    other = (first._replace(sha256="0" * 64), *others)
    monkeypatch.setattr(module, "server_migrations", lambda: other)
    with pytest.raises(StoreRefused, match="migration 1 is recorded with another text"):
        Store.open(address)
    monkeypatch.setattr(module, "server_migrations", lambda: (first,))
    newer = f"schema is version {1 + len(others)}, this one knows up to 1"
    with pytest.raises(StoreRefused, match=newer):
        Store.open(address)


def test_an_older_book_is_brought_up_to_date(server, monkeypatch):
    from settle.store import server as module  # noqa: PLC0415

    place, steps = server.place(), module.server_migrations()
    with monkeypatch.context() as older:
        older.setattr(module, "server_migrations", lambda: steps[:1])
        older.setattr(module, "server_deviations", lambda _: ())
        store = Store.open(place)
        write(store, "monday", 3)
    with Store.open(place).reading() as book:
        assert report(book, "monday") == sound(3)
    # What was opened before goes on as well: it has prepared statements of the older tables.
    write(store, "monday", 2)
    with Store.inspecting(place) as found:
        assert found.faults == ()
        assert report(found.reader, "monday") == sound(5)
    store.close()


# --- guards ---------------------------------------------------------------------------------------

FIRST = "(SELECT hash FROM entry WHERE session = 'monday' AND seq = 1)"
SAME = f"INTO entry VALUES ('monday', 2, 'x', 1, '{H}', {FIRST}, '{{}}')"
ATTACKS = [
    "UPDATE entry SET line = '{}'",
    "DELETE FROM entry WHERE session = 'monday' AND seq = 3",
    "TRUNCATE entry CASCADE",
    f"INSERT {SAME}",
    f"INSERT {SAME} ON CONFLICT (session, seq) DO UPDATE SET line = '{{}}'",
    "INSERT INTO entry SELECT session, seq, kind, game, hash, prev_hash, '{}' FROM entry",
    "MERGE INTO entry USING book ON true WHEN MATCHED THEN UPDATE SET line = ''",
    f"INSERT INTO entry VALUES ('new', 2, 'x', 1, '{H}', '{GENESIS}', '{{}}')",
    f"INSERT INTO entry VALUES ('new', 1, 'x', 1, '{H}', '{H}', '{{}}')",
    f"INSERT INTO entry VALUES ('monday', 5, 'x', 1, '{H}', {FIRST}, '{{}}')",
    f"INSERT INTO entry VALUES ('monday', 4, 'x', 1, '{H}', '{H}', '{{}}')",
    f"INSERT INTO entry VALUES ('monday', 0, 'x', 1, '{H}', '{GENESIS}', '{{}}')",
    f"INSERT INTO entry VALUES ('new', 1, 'x', 0, '{H}', '{GENESIS}', '{{}}')",
    f"INSERT INTO entry VALUES ('new', 1, 'x', 1, 'short', '{GENESIS}', '{{}}')",
    "UPDATE answer SET status = 422",
    "DELETE FROM answer",
    "TRUNCATE answer",
    "INSERT INTO answer VALUES ('monday', 'key 9', 'other', 'monday', 1, 600)",
    "INSERT INTO answer VALUES ('monday', 'key 1', 'other', 'monday', 1, 422)",
    "UPDATE ruleset SET text = 'other'",
    "DELETE FROM ruleset",
    "TRUNCATE ruleset",
    f"INSERT INTO ruleset VALUES ('{DIGEST}', 'house', 1, 'other')",
    "UPDATE book SET id = 'aaaaaaaaaaaaaaaa'",
    "DELETE FROM book",
    "TRUNCATE book",
    "INSERT INTO book VALUES ('aaaaaaaaaaaaaaaa')",
    "UPDATE migration SET sha256 = ''",
    "DELETE FROM migration",
    "TRUNCATE migration",
    "TRUNCATE access_key CASCADE",
    "DELETE FROM access_key",
]
BESIDE = f"""
CREATE TEMP TABLE entry AS SELECT 'monday' AS session, 8 AS seq, '{H}' AS hash;
INSERT INTO {{}}.entry VALUES ('monday', 9, 'x', 1, '{H}', '{H}', '')
"""


@pytest.mark.parametrize("role", ["origin", "replica"])
@pytest.mark.parametrize("sql", ATTACKS, ids=range(len(ATTACKS)))
def test_what_is_written_stays(undone, sql, role):
    undone.script(f"SET LOCAL session_replication_role = {role}")
    with pytest.raises(
        BREACHES, match=r"append-only|links|from 1 on|duplicate|check constraint|foreign"
    ):
        undone.script(sql)


def test_operators_made_for_the_moment_are_not_asked(undone):
    [[schema]] = undone.run("SELECT current_schema()")
    undone.script(f"""
        CREATE SCHEMA liar;
        CREATE FUNCTION liar.yes(text, text) RETURNS boolean LANGUAGE sql AS 'SELECT true';
        CREATE FUNCTION liar.yes(bigint, bigint) RETURNS boolean LANGUAGE sql AS 'SELECT true';
        CREATE FUNCTION liar.no(text, text) RETURNS boolean LANGUAGE sql AS 'SELECT false';
        CREATE FUNCTION liar.no(bigint, integer) RETURNS boolean LANGUAGE sql AS 'SELECT false';
        CREATE OPERATOR liar.= (LEFTARG = text, RIGHTARG = text, FUNCTION = liar.yes);
        CREATE OPERATOR liar.= (LEFTARG = bigint, RIGHTARG = bigint, FUNCTION = liar.yes);
        CREATE OPERATOR liar.<> (LEFTARG = text, RIGHTARG = text, FUNCTION = liar.no);
        CREATE OPERATOR liar.<> (LEFTARG = bigint, RIGHTARG = integer, FUNCTION = liar.no);
        SET LOCAL search_path = liar, {schema}, pg_catalog
    """)
    with pytest.raises(BREACHES, match="entry links to the one before it"):
        undone.script(f"INSERT INTO entry VALUES ('monday', 9, 'x', 1, '{H}', '{H}', '')")


def test_a_table_made_for_the_moment_is_not_looked_at(undone):
    [[schema]] = undone.run("SELECT current_schema()")
    with pytest.raises(BREACHES, match="entry links to the one before it"):
        undone.script(BESIDE.format(schema))


@pytest.mark.parametrize(
    ("sql", "words"),
    [
        ("DROP TRIGGER entry_links ON entry", "trigger entry_links of entry is missing"),
        ("ALTER TABLE entry DISABLE TRIGGER entry_links", "trigger entry_links of entry was"),
        ("ALTER TABLE entry ENABLE TRIGGER entry_links", "trigger entry_links of entry was"),
        ("ALTER TABLE game DISABLE TRIGGER ALL", "trigger of keys of game was changed"),
        ("DROP INDEX ruleset_by_name", "index ruleset_by_name is missing"),
        ("DROP TABLE person", "table person is missing"),
        ("ALTER TABLE game ADD COLUMN note TEXT", "table game was changed"),
        ("ALTER TABLE answer SET UNLOGGED", "table answer was changed"),
        ("ALTER TABLE entry ENABLE ROW LEVEL SECURITY", "table entry was changed"),
        ("ALTER TABLE entry DROP CONSTRAINT entry_hash_key", "constraint entry_hash_key of entry"),
        ("CREATE TABLE other () INHERITS (entry)", "heir of entry is too much"),
        ("CREATE TABLE extra (x INT)", "table extra is too much"),
        ("CREATE RULE quiet AS ON INSERT TO entry DO INSTEAD NOTHING", "rule quiet of entry"),
        (
            """CREATE OR REPLACE FUNCTION entry_links() RETURNS trigger LANGUAGE plpgsql AS
            'BEGIN RETURN NEW; END'""",
            "function entry_links was changed",
        ),
    ],
)
def test_a_changed_schema_is_found(undone, sql, words):
    from settle.store.guards import server_deviations  # noqa: PLC0415

    assert server_deviations(undone) == ()
    undone.script(sql)
    assert any(each.startswith(words) for each in server_deviations(undone))


def test_a_book_without_a_guard_is_refused_and_can_be_inspected(server):
    import psycopg  # noqa: PLC0415

    place = server.place()
    Store.open(place).close()
    with psycopg.connect(place, autocommit=True) as connection:
        connection.execute("DROP TRIGGER entry_links ON entry")
    with pytest.raises(StoreRefused, match="trigger entry_links of entry is missing"):
        Store.open(place)
    with Store.inspecting(place) as found:
        assert found.faults == ("trigger entry_links of entry is missing",)
        assert list(found.reader.raw_rows("entry")) == []


def test_what_was_read_in_pages_is_let_go(served):
    import psycopg  # noqa: PLC0415 - a bare machine may be without

    with served.writing("monday") as book:
        for _ in range(600):
            write_next(book, "monday")
        assert len(list(book.lines("monday"))) == 603
    with served.reading() as book:
        for entry in book.entries("monday", limit=5):
            assert list(book.entries("monday", entry.seq, 2))
        pages = book.lines("monday")
        assert next(pages)
        open_ones = book._connection.run("SELECT name FROM pg_cursors WHERE name <> ''")
        assert len(open_ones) == 1
    with pytest.raises(psycopg.Error, match=r"cursor .* does not exist"):
        list(pages)
    with served.reading() as book:
        assert len(list(book.lines("monday"))) == 603


def test_rows_that_nothing_is_asked_between_all_arrive(served):
    with served.writing("monday") as book:
        entries = [next_entry(book, "monday")]
        while len(entries) < 3:
            seq, head = entries[-1].seq, entries[-1].hash
            following = entries[-1]._replace(seq=seq + 1, game=seq, prev_hash=head, hash="")
            entries.append(seal(following))
        last = entries[-1]
        row = book.session_row("monday")
        for entry in entries:
            book.append(entry)
            book.remember(AnswerRow("monday", f"key {entry.seq}", H, "monday", entry.seq, 201))
            book.put_game_row(
                GameRow("monday", entry.game, entry.seq, entry.hash, entry.kind, NETS)
            )
        book.put_session_row(row._replace(head_seq=last.seq, head_hash=last.hash))
    with served.reading() as book:
        assert report(book, "monday") == sound(6)


# --- several at once ------------------------------------------------------------------------------


def test_writers_of_different_sessions_do_not_wait_for_one_another(served, address):
    other = Store.open(address, wait_seconds=1)
    with served.writing("monday") as book:
        write_next(book, "monday")
        with other.writing("friday") as second:
            write_next(second, "friday")
        with other.writing() as second:
            write_next(second, "new")
        with (
            pytest.raises(StoreUnavailable, match="others have been writing"),
            other.writing("monday") as second,
        ):
            second.head("monday")
        with served.reading() as seen:
            assert report(seen, "monday") == sound(3)
    write(other, "monday", 1)
    with served.reading() as seen:
        assert report(seen, "monday") == sound(5)
        assert report(seen, "friday") == sound(3)
    other.close()


def test_who_waited_reads_what_was_committed_meanwhile(served, address, run):
    other = Store.open(address, wait_seconds=60)
    waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
    with ThreadPoolExecutor(1) as pool:
        with served.writing("monday") as book:
            assert book.head("monday")[0] == 3
            later = pool.submit(write, other, "monday", 1)
            while run(waiting).fetchone() == (0,):
                assert not later.done()
            made = write_next(book, "monday")
        assert later.result()[0].prev_hash == made.hash
    other.close()


def test_one_session_is_opened_after_the_other(served, address):
    other = Store.open(address, wait_seconds=60)
    with ThreadPoolExecutor(8) as pool:
        stores = [served, other] * 8
        list(pool.map(write, stores, [f"s{number}" for number in range(16)], [1] * 16))
    with served.reading() as book:
        assert [row.opened for row in book.sessions()] == list(range(1, 19))
    other.close()


def test_rows_that_name_a_session_do_not_wait_for_its_writer(served, address, run):
    run("INSERT INTO access_key (id, made, secret_sha256, scope, label, made_at, made_by)"
        " VALUES ('k', 1, repeat('a', 64), 'admin', '', '', '')")  # fmt: skip
    with served.writing("monday") as book:
        write_next(book, "monday")
        run("INSERT INTO session_grant VALUES ('k', 'monday', 'host', NULL)")


# --- a server that goes ---------------------------------------------------------------------------


@pytest.fixture
def backends(place):
    """End the server's processes that serve the book, as an operator would."""
    import psycopg  # noqa: PLC0415

    def end() -> int:
        with psycopg.connect(place, autocommit=True) as connection:
            ended = connection.execute(
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
                " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
            )
            return len(ended.fetchall())

    return end


def test_a_connection_that_was_ended_while_nobody_used_it_is_replaced(served, backends):
    write(served, "monday", 1)
    assert backends() > 0
    write(served, "monday", 1)
    with served.reading() as book:
        assert report(book, "monday") == sound(5)


def test_a_transaction_that_lost_its_server_is_undone_and_told(served, backends):
    def write_on():
        with served.writing("monday") as book:
            write_next(book, "monday")
            backends()
            write_next(book, "monday")

    with pytest.raises(StoreUnavailable, match="the server cannot be asked"):
        write_on()
    write(served, "monday", 1)
    with served.reading() as book:
        assert report(book, "monday") == sound(4)


def test_who_stood_still_for_long_is_told_that_its_turn_is_over(served, run):
    def write_late():
        with served.writing("monday") as book:
            write_next(book, "monday")
            book.head("monday")
            [[own]] = book._connection.run("SELECT pg_backend_pid()")
            book._connection.script("SET idle_in_transaction_session_timeout = 1")
            while run("SELECT 1 FROM pg_stat_activity WHERE pid = %s", (own,)).fetchone():
                pass
            write_next(book, "monday")

    # The server says why before it hangs up; whether that is still read is a matter of moments.
    with pytest.raises(
        StoreUnavailable, match=r"idle-in-transaction timeout|closed the connection"
    ):
        write_late()
    write(served, "monday", 1)
    with served.reading() as book:
        assert report(book, "monday") == sound(4)


@pytest.mark.parametrize("is_stored", [True, False])
def test_what_was_stored_without_an_answer_is_found_out(served, monkeypatch, backends, is_stored):
    from settle.store.postgres import Connection  # noqa: PLC0415

    commit = Connection.commit

    def lost(connection):
        if is_stored:
            commit(connection)
            connection._raw.execute("BEGIN")
        backends()
        commit(connection)

    monkeypatch.setattr(Connection, "commit", lost)
    if is_stored:
        write(served, "monday", 1)
    else:
        with pytest.raises(StoreUnavailable, match="whether it did is not known"):
            write(served, "monday", 1)
    monkeypatch.undo()
    with served.reading() as book:
        assert report(book, "monday") == sound(3 + is_stored)


def test_a_server_that_is_stopped_is_told_and_passes(server):
    place = server.place()
    store = Store.open(place, wait_seconds=2)
    write(store, "monday", 2)
    server.stop()
    try:
        with pytest.raises(StoreUnavailable, match="the server cannot be asked"):
            write(store, "monday", 1)
        with pytest.raises(StoreUnavailable, match="the server cannot be asked"):
            store.reading().__enter__()
        with pytest.raises(StoreUnavailable):
            Store.open(place)
    finally:
        server.again()
    write(store, "monday", 1)
    with store.reading() as book:
        assert report(book, "monday") == sound(3)
    store.close()


def test_what_was_acknowledged_is_there_after_a_power_loss(server, place):
    emptied(place)
    store = Store.open(place, wait_seconds=60)
    acknowledged, over = [0], threading.Event()

    def work():
        while not over.is_set():
            try:
                write(store, "monday", 1)
            except StoreUnavailable:
                return
            acknowledged[0] += 1

    thread = threading.Thread(target=work)
    thread.start()
    while acknowledged[0] < 30 and thread.is_alive():
        over.wait(0.01)
    server.stop("immediate")
    thread.join()
    over.set()
    server.again()
    with Store.open(place).reading() as book:
        found = report(book, "monday")
    assert found == sound(found["entries"])
    assert found["entries"] - acknowledged[0] in {0, 1}


# --- copies ---------------------------------------------------------------------------------------


def test_a_dump_is_restored_with_all_of_its_guards(server, served, address):
    import psycopg  # noqa: PLC0415 - a bare machine may be without

    schema = address.rpartition("%3D")[2]
    dump = server.folder / "book.dump"
    server.run("pg_dump", "-h", server.folder, "-n", schema, "-Fc", "-f", dump, "postgres")
    with psycopg.connect(server.address, autocommit=True) as connection:
        connection.execute("DROP DATABASE IF EXISTS restored")
        connection.execute("CREATE DATABASE restored TEMPLATE template0")
    server.run("pg_restore", "-h", server.folder, "--exit-on-error", "-d", "restored", dump)
    with Store.inspecting(address.replace("/postgres?", "/restored?")) as found:
        assert found.faults == ()
        assert report(found.reader, "monday") == sound(3)
        with served.reading() as book:
            assert found.reader.book_id() == book.book_id()
