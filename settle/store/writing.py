"""Writing the book: one transaction."""

from collections.abc import Iterable, Sequence

from settle.entries import GENESIS, Entry, sealed_line
from settle.store.access import AccessWriter
from settle.store.circles import GroupWriter
from settle.store.connecting import Connection, Value
from settle.store.drafts import DraftWriter
from settle.store.errors import StoreUnavailable
from settle.store.reading import Reader
from settle.store.records import (
    AnswerRow,
    ConfirmationRow,
    DisputeRow,
    GameRow,
    SessionRow,
    as_cells,
)


class Writer(Reader, GroupWriter, AccessWriter, DraftWriter):
    """The one transaction that writes; it reads what it has written."""

    def __init__(self, connection: Connection, sessions: Sequence[str] = ()) -> None:
        """Write in these sessions; without any, in the whole book."""
        super().__init__(connection)
        self.writes = 0
        """How many rows were given to be written."""
        self.has_erased = False
        """Whether a name was forgotten, which is to be read nowhere afterwards."""
        self._gathers = False
        self.held: set[str] = set()
        """The sessions that it writes in."""
        self.last_hash: str | None = None
        """That of the entry that was added last."""
        self._holds_book = not sessions
        if sessions:
            self._take(sessions)
        else:
            connection.hold_book()

    def hold(self, *sessions: str) -> None:
        """Write in these sessions as well; what is read of them from now on is the last.

        Only whoever holds the book may: two that each held a session and wanted the other's would
        wait for ever.
        """
        assert self._holds_book or self.held.issuperset(sessions), "hold the book first"
        self._take(sessions)

    def _take(self, sessions: Sequence[str]) -> None:
        self._connection.hold(sorted(set(sessions) - self.held))
        self.held.update(sessions)

    def _do(self, sql: str, *values: object) -> None:
        self._do_all(sql, [values])

    def _do_all(self, sql: str, rows: Sequence[Sequence[object]]) -> None:
        # SQLite ends the whole transaction on some errors, a full disk among them: what was
        # written after that would be a transaction of its own.
        if not self._connection.in_transaction:
            raise StoreUnavailable(f"{self._connection.path}: the transaction has ended.")
        self.writes += len(rows)
        write = self._connection.put if self._gathers else self._connection.do
        for values in rows:
            write(sql, values)

    def gather(self) -> None:
        """From here on, rows may wait for others like them, to be written together."""
        self._gathers = True

    def append(self, entry: Entry) -> Entry:
        """Add an entry after the head of its session, sealed here if it was not before.

        It has to link to the head, and a hash that it has to be right. What names it is put after
        it: the session row, the game row, the answer.
        """
        sealed, line = sealed_line(entry)
        assert entry.hash in {"", sealed.hash}, "the hash is not the entry's"
        columns = sealed.seq, sealed.kind, sealed.game, sealed.hash, sealed.prev_hash
        self.add_lines(sealed.session, [(columns, line)])
        return sealed

    def add_lines(
        self, session: str, entries: Iterable[tuple[tuple[int, str, int | None, str, str], bytes]]
    ) -> None:
        """Add entries as :meth:`append` does, whose seals were looked at before.

        Each is ``seq``, ``kind``, ``game``, ``hash`` and ``prev_hash`` out of its line, and the
        line, which may end with a line feed.
        """
        rows = [(session, *told, line.decode().removesuffix("\n")) for told, line in entries]
        if rows[0][1] == 1 and self._holds_book:
            self.held.add(session)
        assert session in self.held, "who writes in a session holds it"
        try:
            self._do_all(
                "INSERT INTO entry (session, seq, kind, game, hash, prev_hash, line)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                rows,
            )
        except self._connection.breach as error:
            # The guards of the table look; looking for the head before would be the same twice.
            raise AssertionError("the entry does not link to the head") from error
        self.last_hash = rows[-1][4]

    def head(self, session: str) -> tuple[int, str]:
        """Number and hash of the last entry; 0 and GENESIS before the first."""
        row = self._one(
            "SELECT seq, hash FROM entry WHERE session = ? ORDER BY seq DESC LIMIT 1", session
        )
        return (row[0], row[1]) if row else (0, GENESIS)

    def put_session_row(self, row: SessionRow) -> None:
        """Add or renew where a session stands; ``opened`` and ``imported`` stay as they are."""
        self._do(
            "INSERT INTO session (id, opened, head_seq, head_hash, state, games, played,"
            " highest_game, totals, imported, seating) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (id) DO UPDATE SET head_seq = excluded.head_seq,"
            " head_hash = excluded.head_hash, state = excluded.state, games = excluded.games,"
            " played = excluded.played, highest_game = excluded.highest_game,"
            " totals = excluded.totals, seating = excluded.seating",
            *as_cells(row).values(),
        )

    def put_game_row(self, row: GameRow) -> None:
        """Add or renew the standing entry of a game."""
        self.put_game_rows([tuple(as_cells(row).values())])

    def put_game_rows(self, rows: Sequence[Sequence[Value]]) -> None:
        """Do so of many, each as it lies in the table."""
        self._do_all(
            "INSERT INTO game (session, game, seq, hash, kind, nets, agreement)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (session, game) DO UPDATE SET seq = excluded.seq, hash = excluded.hash,"
            " kind = excluded.kind, nets = excluded.nets, agreement = excluded.agreement",
            rows,
        )

    def put_dispute_row(self, row: DisputeRow) -> None:
        """Add or renew where a dispute stands."""
        self._do(
            "INSERT INTO dispute (session, id, seq, game, state, consents)"
            " VALUES (?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (session, id) DO UPDATE SET state = excluded.state,"
            " consents = excluded.consents",
            *as_cells(row).values(),
        )

    def put_confirmation_row(self, row: ConfirmationRow) -> None:
        """Add that a player agrees to an entry, which is not there yet."""
        self._do("INSERT INTO confirmation (session, entry, player, seq) VALUES (?, ?, ?, ?)", *row)

    def remember(self, answer: AnswerRow) -> None:
        """Add what was answered to a key, which must be new within its scope."""
        self.put_answer_row(answer)
        self._at_hand[answer.scope, answer.key] = answer

    def put_answer_row(self, answer: AnswerRow) -> None:
        """Add it, to be read when it is asked for."""
        self._do(
            "INSERT INTO answer (scope, key, request_sha256, session, seq, status)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            *answer,
        )

    def add_ruleset(self, digest: str, id: str, version: int, text: str) -> None:  # noqa: A002
        """Add the text of a ruleset; the same one again changes nothing."""
        present = self.ruleset(digest)
        if present is None:
            self._do("INSERT INTO ruleset VALUES (?, ?, ?, ?)", digest, id, version, text)
        else:
            assert present == (digest, id, version, text), "another ruleset has this digest"

    def set_name(self, session: str, person: str, name: str) -> None:
        """Give a person of a session a display name, in place of the one before."""
        self._do(
            "INSERT INTO person (session, id, name) VALUES (?, ?, ?)"
            " ON CONFLICT (session, id) DO UPDATE SET name = excluded.name",
            session,
            person,
            name,
        )

    def erase_name(self, session: str, person: str) -> None:
        """Forget a display name; the entries know ids only."""
        self._do("DELETE FROM person WHERE session = ? AND id = ?", session, person)
        self.forget_namings("session", session, person)
