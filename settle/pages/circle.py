"""A group as its pages see it: who belongs to it, what everybody is called, its sessions."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from settle.access.granting import may_use
from settle.app.allowing import by
from settle.app.asking import book
from settle.book import NotFound
from settle.book.naming import fund_name
from settle.pages.frame import said_for
from settle.wire.sessions import is_session_id


@dataclass(frozen=True)
class Circle:
    """A group as it stands."""

    id: str
    name: str
    members: tuple[str, ...]
    """By id, in the order in which they joined."""
    names: Mapping[str, str]
    """What members are called, and who else sat in a session of theirs; with the id where two are
    called the same."""
    bare: Mapping[str, str]
    """The same as names were written; who has none is left out."""
    sessions: tuple[str, ...]
    """Those that who asks may read, in the order of their opening."""

    @property
    def others(self) -> list[str]:
        """Who sat in a session of the group and does not belong to it."""
        return [player for player in self.names if player not in self.members]

    @property
    def people(self) -> list[tuple[str, str]]:
        """The members, as choices."""
        return [(member, self.names[member]) for member in self.members]

    def called(self, account: str) -> str:
        """What a member, a guest or a fund is called."""
        return self.names.get(account) or fund_name(account, said_for())


def circle(group: str) -> Circle:
    """A group that the guard has let in. Raises NotFound for one that is not in the book."""
    served = book()
    document = served.group(group, by=by()).document()
    seated: dict[str, str] = {}
    with served.store.reading() as r:
        for session in document["sessions"]:
            row = r.session_row(session)
            assert row is not None, "a group lists sessions that are there"
            seated |= dict.fromkeys([player for player, _ in row.totals], "") | r.names(session)
    members = {each["id"]: each["name"] or "" for each in document["members"]}
    # A member without a name was forgotten: what sessions still call him or her is not told here.
    bare = {**seated, **members}
    return Circle(
        group,
        document["name"],
        tuple(members),
        _told_apart(bare, [*members, *seated]),
        {player: name for player, name in bare.items() if name},
        tuple(document["sessions"]),
    )


def _told_apart(bare: Mapping[str, str], order: Iterable[str]) -> dict[str, str]:
    called = {player: bare[player] or player for player in order}
    often = list(called.values())
    return {
        player: f"{name} ({player})" if often.count(name) > 1 else name
        for player, name in called.items()
    }


def usable_circle(group: str | None) -> Circle | None:
    """A group that a person named, None where none is. Raises NotFound for one of others."""
    if not group:
        return None
    with book().store.reading() as r:
        if not is_session_id(group) or not may_use(r, by(), group):
            raise NotFound("unknown_group", found=group)
    return circle(group)
