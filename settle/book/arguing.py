"""Operations about what was agreed: the table changed, confirmations, disputes and rulings."""

from settle.book import confirming, consenting, disputing, resolving, seating, viewing
from settle.book.answers import Answer, fingerprint
from settle.book.desk import Desk
from settle.book.opening import names_said
from settle.entries import HOST, Entry


class Arguing(Desk):
    """The part of the book that settles arguments. Refusals and keys are those of the book."""

    def change_table(
        self,
        session: str,
        document: object,
        *,
        language: str = "en",
        by: str = HOST,
        key: str | None = None,
    ) -> Answer:
        """Change who sits there, the rules or the stake, from a game on."""
        caller = self._caller(by, key, seating.change_fingerprint(document), names_said(document))

        def attempt() -> Answer:
            tables = self.tables(session)
            change = self._prepared(
                session, caller, lambda: seating.prepare_change(document, tables, self.ruleset)
            )
            if isinstance(change, Entry):
                return seating.changed_answer(change)
            return seating.change_table(
                self.store, self.folds, tables, change, caller, language=language
            )

        return self._settled(attempt)

    def confirm(
        self, session: str, document: object, *, by: str = HOST, key: str | None = None
    ) -> Answer:
        """A player agrees to the opening, a change of the table, how a game stands, a payment."""
        caller = self._caller(by, key, fingerprint("confirmations", document))

        def attempt() -> Answer:
            tables = self.tables(session)
            with self._telling_reused_keys(session, caller):
                return confirming.confirm(self.store, self.folds, tables, document, caller)

        return self._settled(attempt)

    def dispute(
        self, session: str, game: int, document: object, *, by: str = HOST, key: str | None = None
    ) -> Answer:
        """A player contests how a game stands; it is held until that is over."""
        caller = self._caller(by, key, fingerprint(f"disputes/{game}", document))

        def attempt() -> Answer:
            tables = self.tables(session)
            contest = self._prepared(
                session, caller, lambda: disputing.prepare_contest(document, tables, game)
            )
            if isinstance(contest, Entry):
                return disputing.disputed_answer(contest)
            return disputing.open_dispute(self.store, tables, contest, caller)

        return self._settled(attempt)

    def consent(
        self, session: str, dispute: str, document: object, *, by: str = HOST,
        key: str | None = None,
    ) -> Answer:  # fmt: skip
        """A player agrees to have a dispute ruled, to one outcome or to either."""
        caller = self._caller(by, key, fingerprint(f"disputes/{dispute}/consent", document))

        def attempt() -> Answer:
            tables = self.tables(session)
            with self._telling_reused_keys(session, caller):
                return consenting.consent(self.store, tables, dispute, document, caller)

        return self._settled(attempt)

    def withdraw(
        self, session: str, dispute: str, document: object, *, by: str = HOST,
        key: str | None = None,
    ) -> Answer:  # fmt: skip
        """Whoever opened a dispute takes it back."""
        caller = self._caller(by, key, fingerprint(f"disputes/{dispute}/withdrawal", document))

        def attempt() -> Answer:
            tables = self.tables(session)
            with self._telling_reused_keys(session, caller):
                return consenting.withdraw(self.store, tables, dispute, document, caller)

        return self._settled(attempt)

    def resolve(
        self, session: str, dispute: str, document: object, *, by: str = HOST,
        key: str | None = None,
    ) -> Answer:  # fmt: skip
        """Rule a dispute: corrected, with the correction in the same transaction, or dismissed."""
        caller = self._caller(by, key, fingerprint(f"disputes/{dispute}/resolution", document))

        def attempt() -> Answer:
            tables = self.tables(session)

            def prepare() -> resolving.Ruling:
                with self.store.reading() as r:
                    contested = resolving.contested(r, session, dispute)
                return resolving.prepare_ruling(document, tables, contested)

            ruling = self._prepared(session, caller, prepare)
            if isinstance(ruling, Entry):
                return self._resolved_before(session, ruling)
            return resolving.resolve(self.store, tables, dispute, ruling, caller)

        return self._settled(attempt)

    def _resolved_before(self, session: str, entry: Entry) -> Answer:
        with self.store.reading() as r:
            corrected = resolving.correction_of(r, entry)
        return resolving.resolved_answer(self.tables(session), entry, corrected)

    def disputes(self, session: str) -> Answer:
        """Every dispute of a session in the order of their opening."""
        with self._looking_at(session) as (r, row, _):
            return viewing.dispute_list(r, row)
