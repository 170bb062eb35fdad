"""Operations on groups: who belongs to one, what people are called, what they come to together."""

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any, Final

from settle.access.granting import (
    host_group,
    may_host,
    may_read,
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
    NotFound,
    fingerprint,
    key_reused,
)
from settle.book.appending import Caller, answered_entry, append, moved_on, session_of
from settle.book.rows import opening_scope
from settle.book.settling import FEWEST
from settle.entries import HOST, Entry
from settle.faults import Fault, Pointer, RefusedError
from settle.store import MemberRow, NamingRow, Reader, SessionRow, Writer
from settle.wire.classes import Document
from settle.wire.groups import (
    MOST_MEMBERS,
    GroupDocument,
    GroupNameDocument,
    MemberDocument,
    MemberNameDocument,
    PlayerNameDocument,
    SettleGroupDocument,
    YearPart,
)
from settle.wire.sessions import in_order, load_part, unseated

_ID_DIGITS: Final = 16
_GROUP: Final = ""
"""In the place of a member, where the group itself is named."""


class Grouping(Accounting):
    """The part of the book that knows groups. Refusals are those of the book.

    Names stand outside of entries and hashes. What makes something new without naming an id takes
    the id from the key, so that the same call under it finds what it made. What a key has named is
    not named by it again: the call that comes late leaves what it is called by then.
    """

    # --- who belongs to a group ------------------------------------------------------------------

    def make_group(self, document: object, *, by: str = HOST, key: str | None = None) -> Answer:
        """Make a group; the same call with its id or its key answers the same again."""
        self._caller(by, key, "")
        part = _part(document, GroupDocument, _member_faults)
        members = part.get("members", [])
        request = fingerprint("groups", {**part, "name": "", "members": [m["id"] for m in members]})
        own = None if key is None else opening_scope(by) + key
        group = part.get("id") or self._id_by_key(own)
        with self.store.writing() as w:
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
                for member in members:
                    w.add_member(group, member["id"], member.get("name"))
                host_group(w, by, group)
            return Answer.of(CREATED, _group_document(w, group, by))

    def add_member(
        self, group: str, document: object, *, by: str = HOST, key: str | None = None
    ) -> Answer:
        """Somebody joins; a member who is there already stays as he or she is called."""
        self._caller(by, key, "")
        part = _part(document, MemberDocument)
        member = part.get("id") or self._id_by_key(key)
        with self.store.writing() as w:
            members = _members(w, group)
            naming = NamingRow(member, part.get("name"))
            if _has_named(w, group, key, naming):
                return Answer.of(CREATED, _member_document(_member(w, group, member)))
            if member not in {each.id for each in members}:
                if len(members) >= MOST_MEMBERS:
                    values = {"found": len(members) + 1, "least": 0, "most": MOST_MEMBERS}
                    raise RefusedError([Fault(("members",), "out_of_range", "members", values)])
                w.add_member(group, member, part.get("name"))
            elif "name" in part and part["name"] != _member(w, group, member).name:
                raise Conflict(Fault(("id",), "member_exists", "", {"found": member}))
            _remember(w, group, key, naming)
            return Answer.of(CREATED, _member_document(_member(w, group, member)))

    def name_group(
        self, group: str, document: object, *, by: str = HOST, key: str | None = None
    ) -> Answer:
        """Call a group something else."""
        self._caller(by, key, "")
        part = _part(document, GroupNameDocument)
        naming = NamingRow(_GROUP, part["name"])
        with self.store.writing() as w:
            _members(w, group)
            if not _has_named(w, group, key, naming):
                w.name_group(group, part["name"])
                _remember(w, group, key, naming)
            return Answer.of(OK, _group_document(w, group, by))

    def name_member(
        self, group: str, member: str, document: object, *, by: str = HOST, key: str | None = None
    ) -> Answer:
        """Call a member something else, also in sessions of the group that who says so hosts."""
        self._caller(by, key, "")
        part = _part(document, MemberNameDocument)
        return self._call_member(group, NamingRow(member, part["name"]), by, key)

    def erase_member(self, group: str, member: str, *, by: str = HOST) -> Answer:
        """Forget what a member is called, here and where a new name would be told; the id stays."""
        return self._call_member(group, NamingRow(member, None), by, None)

    def _call_member(self, group: str, naming: NamingRow, by: str, key: str | None) -> Answer:
        member, name = naming
        with self.store.writing() as w:
            _member(w, group, member)
            if not _has_named(w, group, key, naming):
                w.name_member(group, member, name)
                for session in w.sessions_of_group(group):
                    if member in w.names(session) and may_host(w, by, session):
                        caller = self._caller(by, None, "")
                        w.hold(session)
                        _rename(w, session_of(w, session), member, name, caller)
                _remember(w, group, key, naming)
            return Answer.of(OK, _member_document(_member(w, group, member)))

    def name_player(
        self, session: str, document: object, *, by: str = HOST, key: str | None = None
    ) -> Answer:
        """Call a player of a session something else, or nothing; the entry says who, not what."""
        part = _part(document, PlayerNameDocument, _erase_faults)
        # No hash holds a name, so the key answers whatever name the call has.
        caller = self._caller(by, key, fingerprint("names", {"player": part["player"]}))
        with self.store.writing(session) as w:
            row = session_of(w, session)
            entry = answered_entry(w, session, caller)
            if entry is None:
                seated = tuple(player for player, _ in row.totals)
                faults = list(unseated([(("player",), part["player"])], seated))
                if faults:
                    raise RefusedError(faults)
                entry = _rename(w, row, part["player"], part.get("name"), caller)
        said = {"player": entry.body["player"], "erased": entry.body["erased"]}
        return Answer.of(CREATED, {**said, "entry": {"seq": entry.seq, "hash": entry.hash}})

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
            return Answer.of(OK, _group_document(r, group, by))

    def standings(self, group: str, *, by: str = HOST) -> Answer:
        """What everybody comes to over all sessions: money by currency, else points by ruleset."""
        with self.store.reading() as r:
            members = _members(r, group)
            sessions = [self._evening(r, each) for each in _sessions(r, group, by)]
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
        part = _part(document, SettleGroupDocument)
        with self.store.writing() as w:
            listed = part.get("sessions")
            places = [("sessions", place) for place, _ in enumerate(listed or ())]
            named = _named_sessions(w, group, listed, places, by)
            refuse_together(w, by, group, named)
            w.hold(*named)
            answered = (answered_entry(w, each, caller) for each in named)
            entry = next(filter(None, answered), None)
            if entry is None:
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
            _part({"year": year}, YearPart)
        with self.store.reading() as r:
            who = _member(r, group, member)
            evenings = (self._evening(r, each) for each in _sessions(r, group, by))
            told = together.statement(who.id, evenings, year)
            named = {"id": group, "member": _member_document(who), "year": year}
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


def _has_named(r: Reader, group: str, key: str | None, naming: NamingRow) -> bool:
    """Whether the call under this key was carried out. Raises RefusedError for another call."""
    named = None if key is None else r.naming_row(group, key)
    if key is None or named is None:
        return False
    if named.member != naming.member or named.name not in (None, naming.name):
        raise key_reused(key)
    return True


def _remember(w: Writer, group: str, key: str | None, naming: NamingRow) -> None:
    if key is not None:
        w.remember_naming(group, key, naming)


def _rename(w: Writer, row: SessionRow, player: str, name: str | None, caller: Caller) -> Entry:
    """Give a player of a session another name; the entry holds the id only."""
    body = {"player": player, "erased": name is None}
    entry = append(w, row, "renamed", body, caller)
    w.put_session_row(moved_on(row, entry))
    if name is None:
        w.erase_name(row.id, player)
    else:
        w.set_name(row.id, player, name)
    return entry


def _part(
    document: object,
    shape: type[Document],
    more: Any = lambda _part: (),  # noqa: ANN401 - what a shape cannot say
) -> dict[str, Any]:
    part, faults = load_part(document, shape)
    faults += more(part)
    if faults:
        raise RefusedError(in_order(faults, shape))
    return part


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


def _erase_faults(part: dict[str, Any]) -> Iterable[Fault]:
    if part.get("erase") and "name" in part:
        yield Fault(("name",), "unknown_field", "beside_erase", {"field": "name"})
    elif "name" not in part and not part.get("erase"):
        yield Fault(("name",), "missing", "field", {"field": "name"})


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
    _members(r, group)
    own = _sessions(r, group, by)
    if named is None:
        return own
    if not named:
        raise RefusedError([Fault(("sessions",), "missing", "sessions")])
    faults = list(_session_faults(zip(places, named, strict=True), own))
    if faults:
        raise RefusedError(faults)
    chosen = frozenset(named)
    return tuple(each for each in own if each in chosen)


def _sessions(r: Reader, group: str, by: str) -> tuple[str, ...]:
    """The sessions of a group that somebody may read, in the order of their opening.

    Who hosts a group has no part in the sessions of others for that.
    """
    return tuple(each for each in r.sessions_of_group(group) if may_read(r, by, each))


def _members(r: Reader, group: str) -> tuple[MemberRow, ...]:
    if r.group_row(group) is None:
        raise NotFound("unknown_group", found=group)
    return r.member_rows(group)


def _member(r: Reader, group: str, member: str) -> MemberRow:
    for each in _members(r, group):
        if each.id == member:
            return each
    raise NotFound("unknown_member", found=member)


def _member_document(member: MemberRow) -> dict[str, Any]:
    return {"id": member.id, "name": member.name}


def _group_document(r: Reader, group: str, by: str) -> dict[str, Any]:
    members = _members(r, group)
    row = r.group_row(group)
    assert row is not None
    return {
        "id": group,
        "name": row.name,
        "members": [_member_document(each) for each in members],
        "sessions": list(_sessions(r, group, by)),
    }
