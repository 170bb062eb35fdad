"""How a session stands, out of the book, for the text that people read."""

from settle.proofs.chat import Situation
from settle.sessions import missing_games
from settle.store import Reader, SessionRow


def situation(r: Reader, row: SessionRow) -> Situation:
    """How a session stands now."""
    opening = r.entry(row.id, 1)
    assert opening is not None, "a session has its opening"
    return Situation(
        title=opening.body.get("title"),
        state=row.state,
        games=row.games,
        highest_game=row.highest_game,
        missing=missing_games(game.game for game in r.game_rows(row.id)),
        totals=row.totals,
        names=r.names(row.id),
    )
