"""Results written by hand, in the wire's shape, short enough to read in a table."""

from settle.rulebook import Rulebook

RULEBOOK = Rulebook()
ROWS = ("front", "middle", "back")


def hand(player, rows=None, *, status="plain", natural=None):
    """A hand; ``rows`` is "category: cards | category: cards | category: cards"."""
    return {"player": player, "status": status, "natural": natural, "rows": rows and split(rows)}


def split(rows):
    told = [row.strip().partition(":") for row in rows.split("|")]
    return {
        row: {"category": category or None} | ({"cards": cards.split()} if cards else {})
        for row, (category, _, cards) in zip(ROWS, told, strict=True)
    }


def line(payer, payee, points, reason, rule, **more):
    """A line of a result."""
    told = {"payer": payer, "payee": payee, "points": points, "reason": reason, "rule": rule}
    return told | more


def result(ruleset, hands, lines=(), **more):
    """A result document whose totals follow from its lines."""
    totals = []
    for player in (hand["player"] for hand in hands):
        won = sum(line["points"] for line in lines if line["payee"] == player)
        lost = sum(line["points"] for line in lines if line["payer"] == player)
        totals.append({"player": player, "won": won, "lost": lost, "net": won - lost})
    document = {
        "ruleset": ruleset,
        "ruleset_digest": RULEBOOK.get(ruleset).digest,
        "options": {},
        "hands": list(hands),
        "lines": list(lines),
        "totals": totals,
        "notices": [],
        "basis": "cards",
    }
    return document | more


# Two plain hands: amy wins the front and the middle by ranks, the back by category.
AMY = hand("amy", "pair: 3d Ks Kh | straight: 9s Td Jc Qh Kd | full_house: Ac 2d Ad Ah 2c")
BOB = hand("bob", "pair: Qs 4d Qd | straight: 5s 6d 7c 8h 9d | flush: As Js 8s 6s 3s")
CAT_FOUL = hand(
    "cat", "pair: Jd Js 2h | high_card: Qc Th 8d 5c 3h | pair: 7s 7h 4c 5h Tc", status="foul"
)
DAN_DRAGON = hand("dan", status="natural", natural="dragon")
