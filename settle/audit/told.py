"""Findings for people: a line each, in words."""

from settle.audit.findings import Finding, NetDifference, Tally
from settle.words import Words


def finding_line(finding: Finding, said: Words) -> str:
    """A finding on one line: the place, the code, what it means, what was found and expected."""
    told = said.text(f"findings.{finding.code}")
    if finding.where:
        told = said.text("audit.where", told=told, where=finding.where)
    if finding.players:
        nets = said.text("page.list_comma").join(_player(each, said) for each in finding.players)
        told = said.text("page.part_comma").join((told, nets))
    else:
        if finding.found:
            told = said.text("audit.found", told=told, found=finding.found)
        if finding.expected:
            told = said.text("audit.expected", told=told, expected=finding.expected)
    return said.text("audit.finding", place=place(finding, said), code=finding.code, told=told)


def place(finding: Finding, said: Words) -> str:
    """Where a finding is: an entry, a session, a line, or the book."""
    session, seq, line = finding.session, finding.seq, finding.line
    if session is None:
        named = said.text("audit.book") if line is None else said.text("audit.line", line=line)
    else:
        key = "audit.session" if seq is None else "audit.entry"
        named = said.text(key, session=session, **({} if seq is None else {"seq": seq}))
        if line is not None:
            named = said.text("audit.at_line", place=named, line=line)
    return named


def _player(difference: NetDifference, said: Words) -> str:
    player, found, expected = difference
    none = said.text("audit.no_net")
    return said.text(
        "audit.player",
        player=player,
        found=none if found is None else found,
        expected=none if expected is None else expected,
        difference=f"{(found or 0) - (expected or 0):+}",
    )


def first_line(first: Finding, said: Words) -> str:
    """The first bad entry; where no entry is bad, the first difference."""
    key = "audit.first_other" if first.seq is None else "audit.first_entry"
    return said.text(key, place=place(first, said))


def tally_lines(tally: Tally, said: Words) -> list[str]:
    """What was looked at, and what is worth knowing of it."""
    lines = [said.text("audit.counts", **tally.counts())]
    comma = said.text("page.list_comma")
    if tally.imported:
        lines.append(said.text("audit.imported", sessions=comma.join(tally.imported)))
    if tally.apart:
        lines.append(said.text("audit.apart", sessions=comma.join(tally.apart)))
    if tally.unused:
        lines.append(said.text("audit.unused", rulesets=comma.join(tally.unused)))
    return lines
