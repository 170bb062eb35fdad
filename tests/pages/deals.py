"""Deals for the tests of recording, worked out by hand."""

from __future__ import annotations

# All 52 cards. Amy: kings, three aces, quads. Bob: queens, three tens, a flush. Cat: jacks, eights
# and sevens, a full house. Dan: threes, sevens and fives, a straight.
AMY = "Ks Kh 3d / As Ah Ac 5d 2h / 9s 9h 9d 9c Qh"
BOB = "Qd Qs 4c / Ts Tc Th 6d 2c / Kc Jc 8c 5c 3c"
CAT = "Jd Js 4d / 8s 8h 7c 7d 2d / 6s 6h 6c 4h 4s"
DAN = "3s 3h 2s / 7s 7h 5s 5h 8d / Ad Kd Qc Jh Td"
DEAL = (AMY, BOB, CAT, DAN)

# In the simple game (RULES section 4, tw-scoop-only; one a scoop): Amy scoops all three, a home run
# counts 2 each, and her quads in the back collect 1 from each: 9. Bob and Cat both scoop Dan, and
# neither the other, for Bob has the better front and middle and Cat the better back.
NETS = {"amy": 9, "bob": -2, "cat": -2, "dan": -5}


def fields(*hands: str) -> dict[str, str]:
    """Hands as the fields of a form, in seat order."""
    return {f"/hands/{seat}": hand for seat, hand in enumerate(hands)}


def cards(hand: str) -> list[str]:
    """The cards of a hand, front first."""
    return hand.replace("/", " ").split()
