"""Limits of a round document that no ruleset changes."""

from typing import Final

from settle.canonical import SAFE_INTEGER

HIGHEST_BET: Final = 1_000_000
MOST_POINTS: Final = SAFE_INTEGER
"""Of a stake: for how many points its amount may be."""
MOST_BROUGHT: Final = 10**9
"""Points that a balance or an imported result brings to somebody, or takes."""
MOST_STANDING: Final = 10**12
"""Points of somebody's games in a session. Sums over all the sessions of a group are numbers, too,
that every JSON reader keeps exactly."""
LONGEST_REASON: Final = 200
"""Characters of a ruling's reason."""
LONGEST_REF: Final = 200
DIRECTIONS: Final = ("clockwise", "counterclockwise", "across")
STATUSES: Final = ("plain", "foul", "natural")
