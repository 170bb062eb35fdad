"""Operations on groups: who belongs to one, what people are called, what they come to together."""

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any, Final

from settle.access.granting import (
    host_group,
    may_host,
    may_use,
    refuse_together,
    usable_groups,
)
from settle.book import joint, together
from settle.book.accounting import Accounting, lines_of
from settle.book.answers import (
    CREATED,
    OK,
    PAGE_ROWS,
    Answer,
    Conflict,
    fingerprint,
    key_reused,
)
from settle.book.appending import (
    Caller,
    answered_entry,
    naming_rows,
    refuse_other_names,
    session_of,
)
from settle.book.calling import (
    Calling,
    claim,
    group_document,
    member_document,
    member_of,
    members_of,
    readable_sessions_of,
)
from settle.book.rows import opening_scope
from settle.book.settling import FEWEST
from settle.entries import HOST, Entry
from settle.faults import Fault, Pointer, RefusedError
from settle.store import THE_GROUP, NamingRow, Reader, Writer
from settle.wire.groups import (
    MOST_MEMBERS,
    GroupDocument,
    MemberDocument,
    SettleGroupDocument,
    YearPart,
)
from settle.wire.sessions import read_part

_ID_DIGITS: Final = 16


class Grouping(Accounting, Calling):
    """The part of the book that knows groups. Refusals are those of the book.

    Names stand outside of entries and hashes. What makes something new without naming an id takes
    the id from the key, so that the same call under it finds what it made.
    """

    # --- who belongs to a group ------------------------------------------------------------------

    def make_group(self, document: object, *, by: str = HOST, key: str | None = None) -> Answer:
        """Make a group; the same call with its id or its key answers the same again."""
        part = read_part(document, GroupDocument, _member_faults)
        members = {each["id"]: each.get("name") for each in part.get("members", ())}
        request = fingerprint("groups", {**part, "name": "", "members": [*members]})
        named = {member: name for member, name in members.items() if name is not None}
        caller = self._caller(by, key, request, {THE_GROUP: part["name"], **named})
        group = part.get("id") or self._id_by_key(key and opening_scope(by) + key)
        with self.store.writing() as w:
            _refuse_other_group(w, group, caller)
            present = w.group_row(group)
            if present is None:
                # Sessions that came from another book name a group, and nobody has made it here.
                is_taken = not all(may_host(w, by, each) for each in w.sessions_of_group(group))
            else:
                is_taken = not may_use(w, by, group) or present.request_sha256 != request
            if is_taken:
                if "id" not in part and key is not None:
                    raise key_reused(key)
                raise Conflict(Fault(("id",), "group_exists", "", {"found": group}))
            if present is None:
                w.add_group(group, part["name"], request)
                for member, name in members.items():
                    w.add_member(group, member, name)
                host_group(w, by, group)
            if key is not None:
                _remember_group(w, group, caller)
            return Answer.of(CREATED, group_document(w, group, by))

    def add_member(
        self, group: str, document: object, *, by: str = HOST, key: str | None = None
    ) -> Answer:
        """Somebody joins; a member who is there already stays as he or she is called."""
        part = read_part(document, MemberDocument)
        member = part.get("id") or self._id_by_key(key)
        request = fingerprint("members", {"is_named": "name" in part})
        caller = self._caller(by, key, request, {member: part.get("name")})
        with self.store.writing() as w:
            members_of(w, group)
            if claim(w, group, caller):
                _join(w, group, member, part)
            return Answer.of(CREATED, member_document(member_of(w, group, member)))

    # --- what a group is asked -------------------------------------------------------------------

    def groups(self, *, after: int = 0, limit: int = PAGE_ROWS, by: str = HOST) -> Answer:
        """A page of the groups that somebody may use, in the order of their making.

        ``next`` is the next page's ``after``.
        """
        with self.store.reading() as r:
            rows = list(usable_groups(r, by, after, limit + 1))
        listed = [{"id": row.id, "name": row.name} for row in rows[:limit]]
        following = rows[limit - 1].made if len(rows) > limit else None
        return Answer.of(OK, {"groups": listed, "next": following})

    def group(self, group: str, *, by: str = HOST) -> Answer:
        """A group, its members and its sessions, here as below those that who asks may read."""
        with self.store.reading() as r:
            return Answer.of(OK, group_document(r, group, by))

    def standings(self, group: str, *, by: str = HOST) -> Answer:
        """What everybody comes to over all sessions: money by currency, else points by ruleset."""
        with self.store.reading() as r:
            members = members_of(r, group)
            sessions = [self._evening(r, each) for each in readable_sessions_of(r, group, by)]
            return Answer.of(OK, {"id": group, **together.standings(members, sessions)})

    def group_settlement(
        self,
        group: str,
        sessions: Sequence[str] | None = None,
        *,
        mode: str = FEWEST,
        by: str = HOST,
    ) -> Answer:
        """Who pays whom for several sessions of a group at once; for all, where none is named."""
        with self.store.reading() as r:
            places = [("sessions",) for _ in sessions or ()]
            named = _named_sessions(r, group, sessions, places, by)
            settling = [self._settling(r, each) for each in named]
            return Answer.of(OK, {"id": group, **joint.group_settlement(settling, mode)})

    def settle_group(
        self, group: str, document: object, *, by: str = HOST, key: str | None = None
    ) -> Answer:
        """Settle several sessions of a group as one, in each of them or in none.

        What all of them come to is owed in the one that was opened last. Raises RefusedError (403)
        for who does not host all of them.
        """
        caller = self._caller(by, key, fingerprint(f"groups/{group}/settlements", document))
        part = read_part(document, SettleGroupDocument)
        with self.store.writing() as w:
            listed = part.get("sessions")
            places = [("sessions", place) for place, _ in enumerate(listed or ())]
            named = _named_sessions(w, group, listed, places, by)
            refuse_together(w, by, group, named)
            w.hold(*named)
            answered = (answered_entry(w, each, caller) for each in named)
            entry = next(filter(None, answered), None)
            if entry is None:
                claim(w, group, caller)
                entries = self._settle_all(w, group, named, part.get("mode", FEWEST), caller)
            else:
                covered = joint.said_in_common(entry.body)["sessions"]
                refuse_together(w, by, group, [each["id"] for each in covered])
                entries = list(joint.parts_of(w, entry))
        return joint.made_answer(entries)

    def _settle_all(
        self, w: Writer, group: str, named: Sequence[str], mode: str, caller: Caller
    ) -> list[Entry]:
        settling = [self._settling(w, each) for each in named]
        return [
            self._append(w, now, "settlement_made", body, caller)
            for now, body in joint.settlement_bodies(group, settling, mode)
        ]

    def _settling(self, r: Reader, session: str) -> joint.Settling:
        return joint.Settling(self.folds.at(r, session_of(r, session)), lines_of(r, session))

    def statement(
        self, group: str, member: str, *, year: str | None = None, by: str = HOST
    ) -> Answer:
        """What a member played, won, lost and paid, session by session; of one year, or of all."""
        if year is not None:
            read_part({"year": year}, YearPart)
        with self.store.reading() as r:
            who = member_of(r, group, member)
            evenings = (self._evening(r, each) for each in readable_sessions_of(r, group, by))
            told = together.statement(who.id, evenings, year)
            named = {"id": group, "member": member_document(who), "year": year}
            return Answer.of(OK, {**named, **told})

    def _evening(self, r: Reader, session: str) -> together.Evening:
        row = r.session_row(session)
        assert row is not None
        return together.Evening(
            self.folds.at(r, row), self.tables(session), r, lines_of(r, session)
        )

    def _id_by_key(self, key: str | None) -> str:
        """An id for something new: of a key always the same."""
        return self._new_id() if key is None else sha256(key.encode()).hexdigest()[:_ID_DIGITS]


def _making_key(caller: Caller) -> str:
    """The key that a group is made under: of each who makes some their own, and no group's own."""
    return f"{opening_scope(caller.by)} {caller.key}"


def _refuse_other_group(r: Reader, group: str, caller: Caller) -> None:
    """Refuse a key that another group was made under, or this one with other names."""
    if caller.key is None:
        return
    making = _making_key(caller)
    if any(row.person != group for row in r.namings("book", "", making)):
        raise key_reused(caller.key)
    refuse_other_names(r.namings("group", group, making), caller)


def _remember_group(w: Writer, group: str, caller: Caller) -> None:
    """Have the key stand for the group that it made."""
    making = _making_key(caller)
    if not w.namings("book", "", making):
        w.remember_namings([NamingRow("book", "", making, group, None, caller.sha256)])
        w.remember_namings(naming_rows("group", group, making, caller))


def _join(w: Writer, group: str, member: str, part: dict[str, Any]) -> None:
    """Add a member who is not there yet. Raises Conflict for one who is there by another name."""
    members = {each.id: each for each in members_of(w, group)}
    if member not in members:
        if len(members) >= MOST_MEMBERS:
            values = {"found": len(members) + 1, "least": 0, "most": MOST_MEMBERS}
            raise RefusedError([Fault(("members",), "out_of_range", "members", values)])
        w.add_member(group, member, part.get("name"))
    elif "name" in part and part["name"] != members[member].name:
        raise Conflict(Fault(("id",), "member_exists", "", {"found": member}))


def _member_faults(part: dict[str, Any]) -> Iterable[Fault]:
    ids = [(person or {}).get("id") for person in part.get("members") or ()]
    firsts: dict[object, int] = {}
    for place, member in enumerate(ids):
        first = firsts.setdefault(member, place)
        if member is not None and first < place:
            values = {"player": member, "first": ("members", first)}
            yield Fault(("members", place), "duplicate_player", "", values)
    if len(ids) > MOST_MEMBERS:
        values = {"found": len(ids), "least": 0, "most": MOST_MEMBERS}
        yield Fault(("members",), "out_of_range", "members", values)


def _session_faults(named: Iterable[tuple[Pointer, str]], own: tuple[str, ...]) -> Iterable[Fault]:
    known, seen = frozenset(own), set[str]()
    for place, session in named:
        if session not in known:
            values = {"found": session, "known": own}
            yield Fault(place, "unknown_session", "group", values)
        elif session in seen:
            yield Fault(place, "out_of_range", "repeated", {"found": session})
        seen.add(session)


def _named_sessions(
    r: Reader, group: str, named: Sequence[str] | None, places: Iterable[Pointer], by: str
) -> tuple[str, ...]:
    """The sessions that are named in the order of their opening; all, where none is named.

    ``places`` are where each is named. Raises RefusedError for an empty list, for one that is none
    of the group's, and the same for one that who asks may not read.
    """
    members_of(r, group)
    own = readable_sessions_of(r, group, by)
    if named is None:
        return own
    if not named:
        raise RefusedError([Fault(("sessions",), "missing", "sessions")])
    faults = list(_session_faults(zip(places, named, strict=True), own))
    if faults:
        raise RefusedError(faults)
    chosen = frozenset(named)
    return tuple(each for each in own if each in chosen)
