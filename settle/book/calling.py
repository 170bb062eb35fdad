"""Operations on what people and groups are called. Names stand outside of entries and hashes.

A key answers for the name that it gave: the same call that comes late leaves what was said since
then, and a name that was forgotten stays so.
"""

from collections.abc import Iterable
from typing import Any

from settle.access.granting import may_host, may_read
from settle.book.answers import CREATED, OK, Answer, NotFound, fingerprint, key_reused
from settle.book.appending import (
    Caller,
    answered_entry,
    append,
    moved_on,
    naming_rows,
    refuse_other_names,
    session_of,
)
from settle.book.desk import Desk
from settle.entries import HOST, Entry
from settle.faults import Fault, RefusedError
from settle.store import THE_GROUP, MemberRow, Reader, SessionRow, Writer
from settle.wire.groups import GroupNameDocument, MemberNameDocument, PlayerNameDocument
from settle.wire.sessions import read_part, unseated


class Calling(Desk):
    """The part of the book that gives names. Refusals and keys are those of the book."""

    def name_group(
        self, group: str, document: object, *, by: str = HOST, key: str | None = None
    ) -> Answer:
        """Call a group something else."""
        name = read_part(document, GroupNameDocument)["name"]
        caller = self._caller(by, key, fingerprint("name", None), {THE_GROUP: name})
        with self.store.writing() as w:
            members_of(w, group)
            if claim(w, group, caller):
                w.name_group(group, name)
            return Answer.of(OK, group_document(w, group, by))

    def name_member(
        self, group: str, member: str, document: object, *, by: str = HOST, key: str | None = None
    ) -> Answer:
        """Call a member something else, also in sessions of the group that who says so hosts."""
        name = read_part(document, MemberNameDocument)["name"]
        caller = self._caller(by, key, fingerprint("members/name", None), {member: name})
        return self._call_once(group, member, name, caller)

    def erase_member(
        self, group: str, member: str, *, by: str = HOST, key: str | None = None
    ) -> Answer:
        """Forget what a member is called, here and where a new name would be told; the id stays."""
        caller = self._caller(by, key, fingerprint("members/erase", None), {member: None})
        return self._call_once(group, member, None, caller)

    def _call_once(self, group: str, member: str, name: str | None, caller: Caller) -> Answer:
        with self.store.writing() as w:
            member_of(w, group, member)
            if claim(w, group, caller):
                self._call_member(w, group, member, name, caller.by)
            return Answer.of(OK, member_document(member_of(w, group, member)))

    def _call_member(self, w: Writer, group: str, member: str, name: str | None, by: str) -> None:
        w.name_member(group, member, name)
        for session in w.sessions_of_group(group):
            if member in w.names(session) and may_host(w, by, session):
                caller = self._caller(by, None, "")
                w.hold(session)
                _rename(w, session_of(w, session), member, name, caller)

    def name_player(
        self, session: str, document: object, *, by: str = HOST, key: str | None = None
    ) -> Answer:
        """Call a player of a session something else, or nothing; the entry says who, not what."""
        part = read_part(document, PlayerNameDocument, _erase_faults)
        player, name = part["player"], part.get("name")
        caller = self._caller(by, key, fingerprint("names", {"player": player}), {player: name})
        with self.store.writing(session) as w:
            row = session_of(w, session)
            entry = answered_entry(w, session, caller)
            if entry is None:
                seated = tuple(player for player, _ in row.totals)
                faults = list(unseated([(("player",), player)], seated))
                if faults:
                    raise RefusedError(faults)
                entry = _rename(w, row, player, name, caller)
            elif entry.body["erased"] is not (name is None):
                raise key_reused(str(caller.key))
        said = {"player": entry.body["player"], "erased": entry.body["erased"]}
        return Answer.of(CREATED, {**said, "entry": {"seq": entry.seq, "hash": entry.hash}})


def claim(w: Writer, group: str, caller: Caller) -> bool:
    """Have its key stand for a call in a group; whether it is the first under it, or has none.

    Raises RefusedError with ``key_reused`` where the key stands for another call.
    """
    if caller.key is None:
        return True
    before = w.namings("group", group, caller.key)
    if not before:
        w.remember_namings(naming_rows("group", group, caller.key, caller))
    refuse_other_names(before, caller)
    return not before


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


def _erase_faults(part: dict[str, Any]) -> Iterable[Fault]:
    if part.get("erase") and "name" in part:
        yield Fault(("name",), "unknown_field", "beside_erase", {"field": "name"})
    elif "name" not in part and not part.get("erase"):
        yield Fault(("name",), "missing", "field", {"field": "name"})


def readable_sessions_of(r: Reader, group: str, by: str) -> tuple[str, ...]:
    """The sessions of a group that somebody may read, in the order of their opening.

    Who hosts a group has no part in the sessions of others for that.
    """
    return tuple(each for each in r.sessions_of_group(group) if may_read(r, by, each))


def members_of(r: Reader, group: str) -> tuple[MemberRow, ...]:
    """Who belongs to a group. Raises NotFound."""
    if r.group_row(group) is None:
        raise NotFound("unknown_group", found=group)
    return r.member_rows(group)


def member_of(r: Reader, group: str, member: str) -> MemberRow:
    """Somebody of a group. Raises NotFound."""
    for each in members_of(r, group):
        if each.id == member:
            return each
    raise NotFound("unknown_member", found=member)


def member_document(member: MemberRow) -> dict[str, Any]:
    """A member as answers have it."""
    return {"id": member.id, "name": member.name}


def group_document(r: Reader, group: str, by: str) -> dict[str, Any]:
    """A group as answers have it, with the sessions that who asks may read."""
    members = members_of(r, group)
    row = r.group_row(group)
    assert row is not None
    return {
        "id": group,
        "name": row.name,
        "members": [member_document(each) for each in members],
        "sessions": list(readable_sessions_of(r, group, by)),
    }
