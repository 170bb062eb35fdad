"""Operations about money: penalties, shared costs, earlier evenings, payments, settlements."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from settle.access.granting import refuse_together
from settle.book.answers import CREATED, OK, Answer, entry_ref, fingerprint
from settle.book.appending import Caller, answered_entry, append, session_of
from settle.book.charging import (
    Body,
    imported_result_body,
    payment_body,
    penalty_body,
    reversal_body,
    shared_cost_body,
)
from settle.book.desk import Desk
from settle.book.joint import parts_of
from settle.book.rows import session_row
from settle.book.settling import FEWEST, Lines, plan_of, settlement_body, settlement_document
from settle.entries import HOST, Entry
from settle.faults import Fault, RefusedError
from settle.sessions import Session, Standing, apply
from settle.store import Reader, Writer

Make = Callable[[Reader, Session], Body]
"""Makes the body of an entry for a session as it stands. Raises RefusedError, Conflict."""

_TWICE: Final = ("penalty", "shared_cost", "imported_result", "payment")
"""Kinds of which two equal ones may be meant: only a key tells a call from its repetition."""


class Accounting(Desk):
    """The part of the book that keeps accounts. Refusals and keys are those of the book."""

    def penalize(
        self, session: str, document: object, *, by: str = HOST, key: str | None = None
    ) -> Answer:
        """Somebody owes another one, or a fund, for a fault of play."""
        make: Make = lambda _, now: penalty_body(now, document)  # noqa: E731
        return self._enter(session, "penalty", document, make, by=by, key=key)

    def share_cost(
        self, session: str, document: object, *, by: str = HOST, key: str | None = None
    ) -> Answer:
        """Several share what somebody paid, or what they owe a fund."""
        make: Make = lambda _, now: shared_cost_body(now, document)  # noqa: E731
        return self._enter(session, "shared_cost", document, make, by=by, key=key)

    def import_result(
        self, session: str, document: object, *, by: str = HOST, key: str | None = None
    ) -> Answer:
        """Take along the points of an earlier evening, which nobody can check."""
        make: Make = lambda _, now: imported_result_body(now, document)  # noqa: E731
        return self._enter(session, "imported_result", document, make, by=by, key=key)

    def pay(
        self, session: str, document: object, *, by: str = HOST, key: str | None = None
    ) -> Answer:
        """Money went from one to another."""
        make: Make = lambda _, now: payment_body(now, document)  # noqa: E731
        return self._enter(session, "payment", document, make, by=by, key=key)

    def settle(
        self, session: str, document: object, *, by: str = HOST, key: str | None = None
    ) -> Answer:
        """The table settles what is not settled yet: from now on it is owed as it says."""
        make: Make = lambda r, now: settlement_body(now, document, lines_of(r, session))  # noqa: E731
        return self._enter(session, "settlement_made", document, make, by=by, key=key)

    def reverse(
        self,
        session: str,
        what: str,
        seq: int,
        document: object,
        *,
        by: str = HOST,
        key: str | None = None,
        asker: str | None = None,
    ) -> Answer:
        """Take back a ``payment`` or a ``settlement``, named by the number of its entry.

        ``asker`` is the key that asks, where ``by`` names its seat: in other sessions it is none.
        """
        make: Make = lambda _, now: reversal_body(now, what, seq, document)  # noqa: E731
        call = f"{what}s/{seq}/reversal"
        caller = self._caller(by, key, fingerprint(call, document))._replace(asker=asker)
        return self._enter_once(session, f"{what}_reversed", make, caller)

    def settlement(self, session: str, *, mode: str = FEWEST, player: str | None = None) -> Answer:
        """Who pays whom, as the session stands: ``fewest``, ``pairs`` or ``via:`` a player.

        With a player, what settles that one alone.
        """
        with self._looking_at(session) as (r, row, _):
            now = self.folds.at(r, row)
            plan = plan_of(now, mode, player, lines_of(r, session))
            return Answer.of(OK, settlement_document(now, plan))

    def _enter(
        self,
        session: str,
        kind: str,
        document: object,
        make: Make,
        *,
        by: str,
        key: str | None,
    ) -> Answer:
        caller = self._caller(by, key, fingerprint(kind, document))
        return self._enter_once(session, kind, make, caller)

    def _enter_once(self, session: str, kind: str, make: Make, caller: Caller) -> Answer:
        self.tables(session)
        with self._telling_reused_keys(session, caller):
            if caller.key is None and kind in _TWICE:
                raise RefusedError([Fault((), "missing", "idempotency_key")])
            # What is taken back may have been settled with other sessions, which are held as well.
            alone = () if kind == "settlement_reversed" else (session,)
            with self.store.writing(*alone) as w:
                w.hold(session)
                entry = self._write(w, session, kind, make, caller)
        return money_answer(entry)

    def _write(self, w: Writer, session: str, kind: str, make: Make, caller: Caller) -> Entry:
        row = session_of(w, session)
        answered = answered_entry(w, session, caller)
        if answered is not None:
            return answered
        now = self.folds.at(w, row)
        body = make(w, now)
        if kind == "settlement_reversed":
            self._reverse_others(w, now, body, caller)
        return self._append(w, now, kind, body, caller)

    def _append(self, w: Writer, now: Session, kind: str, body: Body, caller: Caller) -> Entry:
        """Add an entry to a session as it stands, and put its row."""
        row = session_of(w, now.id)
        made = append(w, row, kind, body, caller)
        w.put_session_row(session_row(apply(now, made), row.opened))
        return made

    def _reverse_others(self, w: Writer, session: Session, reversal: Body, caller: Caller) -> None:
        """Whoever takes back the settlement of a session takes back those made together with it.

        Raises RefusedError (403) for who does not host all of them.
        """
        taken_back = w.entry(session.id, reversal["settlement"])
        assert taken_back is not None, "only what stands is reversed"
        together = taken_back.body.get("group")
        if together is None:
            return
        asker = caller.asker or caller.by
        refuse_together(w, asker, together["id"], [each["id"] for each in together["sessions"]])
        # A seat is one in a session, and in another the key may stand for something else.
        said, silent = {"reason": reversal["reason"]}, caller._replace(by=asker, key=None)
        others = [each for each in parts_of(w, taken_back) if each.session != session.id]
        w.hold(*(other.session for other in others))
        for other in others:
            now = self.folds.at(w, session_of(w, other.session))
            if other.seq in now.accounts.movements:
                body = reversal_body(now, "settlement", other.seq, said)
                self._append(w, now, "settlement_reversed", body, silent)


def lines_of(r: Reader, session: str) -> Lines:
    """The lines of the games of a session; of one that was ruled without a round, none."""

    def lines(standing: Standing) -> Iterable[Mapping[str, Any]]:
        entry = r.entry(session, standing.seq)
        assert entry is not None
        read: Iterable[Mapping[str, Any]] = entry.body.get("lines", ())
        return read

    return lines


def money_answer(entry: Entry) -> Answer:
    """What is answered to an entry about money, now and whenever it is asked again."""
    said = {name: value for name, value in entry.body.items() if name != "request"}
    return Answer.of(CREATED, {**said, "entry": entry_ref(entry)})
