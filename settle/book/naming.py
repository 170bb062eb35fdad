"""What is told by name of other sessions, of those that were settled as one with this one.

Only what stands in this book is told, and of it only what it takes to see whom to pay, and where.
"""

from collections.abc import Collection, Iterator
from typing import Final

from settle.accounts import FUND
from settle.entries import Entry
from settle.explain import ToldTogether
from settle.explain.layout import on_a_line, told_apart
from settle.store import Reader
from settle.words import Words

COMMON_FUND: Final = f"{FUND}common"
"""The fund that pages offer: one account, whatever the language of the page."""


def fund_name(account: str, said: Words) -> str:
    """What a fund is called: the one that pages offer as the language has it, others by their own.

    What is no fund stays as it is.
    """
    return said.text("words.fund") if account == COMMON_FUND else account.removeprefix(FUND)


def names_in(r: Reader, session: str, seated: Collection[str]) -> dict[str, str]:
    """What people of a session are called, by id; ``seated`` are all who ever had a seat.

    Who only pays or is paid there is called as the group says, else as in a session that they sat
    in. Whoever is called nothing is left out.
    """
    names: dict[str, str] = {}
    for entry in r.entries_of_kinds(session, ("settlement_made",)):
        paid = entry.body.get("group", {}).get("transfers", ())
        guests = {each[end] for each in paid for end in ("from", "to")} - {*seated}
        if guests:
            names |= {who: name for who, name in _known(r, entry).items() if who in guests}
    return names | r.names(session)


def _known(r: Reader, entry: Entry) -> dict[str, str]:
    known: dict[str, str] = {}
    for session in _others(r, entry):
        known |= r.names(session)
    members = r.member_rows(entry.body["group"]["id"])
    return known | {member.id: member.name for member in members if member.name}


def told_together(r: Reader, session: str, seq: int) -> ToldTogether | None:
    """A settlement for people: with which other sessions it was made, by their titles, if any."""
    entry = r.entry(session, seq)
    assert entry is not None, "a settlement has its entry"
    if "group" not in entry.body:
        return None
    titles = {each["id"]: each["id"] for each in entry.body["group"]["sessions"]}
    for each in (session, *_others(r, entry)):
        opening = r.entry(each, 1)
        assert opening is not None, "a session has its opening"
        titles[each] = on_a_line(opening.body.get("title") or each)
    called, place = told_apart(titles), entry.body["group"]["pays_in"]
    others = tuple(title for each, title in called.items() if each != session)
    return ToldTogether(others, called[place], is_here=place == session)


def _others(r: Reader, entry: Entry) -> Iterator[str]:
    """The other sessions that a settlement was made for, as far as they are in this book."""
    for covered in entry.body["group"]["sessions"]:
        last = r.entry(covered["id"], covered["seq"])
        if covered["id"] != entry.session and last is not None and last.hash == covered["hash"]:
            yield covered["id"]
