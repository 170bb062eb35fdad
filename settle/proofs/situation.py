"""How a session stands, out of the book, for the text that people read."""

from collections.abc import Iterator

from settle.disputes import OPEN, player_of
from settle.proofs.chat import OpenDispute, Situation
from settle.sessions import missing_games
from settle.store import Reader, SessionRow


def situation(r: Reader, row: SessionRow) -> Situation:
    """How a session stands now; its totals leave out the games that somebody contests."""
    opening = r.entry(row.id, 1)
    assert opening is not None, "a session has its opening"
    games, disputes = tuple(r.game_rows(row.id)), tuple(_disputes(r, row.id))
    held = {dispute.game for dispute in disputes}
    return Situation(
        title=opening.body.get("title"),
        state=row.state,
        games=row.games,
        highest_game=row.highest_game,
        missing=missing_games(game.game for game in games),
        totals=row.totals_without(game for game in games if game.game in held),
        names=r.names(row.id),
        disputes=disputes,
    )


def _disputes(r: Reader, session: str) -> Iterator[OpenDispute]:
    for dispute in r.dispute_rows(session):
        if dispute.state == OPEN:
            opened = r.entry(session, dispute.seq)
            assert opened is not None, "a dispute has its entry"
            yield OpenDispute(dispute.game, player_of(opened.body["by"]) or "")
