"""Books as every earlier schema left them, kept as SQL text in the folder ``old``.

``python -m tests.running.old_books 4`` writes ``old/0004.sql``: what happened at some tables is
recorded, and everything that the schema of that time could hold is put into a database that only
the migrations of that time have made. A file that is there is never made again.
"""

from __future__ import annotations

import sqlite3
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from settle.book import Book
from settle.data import data_folder
from settle.store.schema import migrations
from tests.book.rounds import new_book, scoops, session
from tests.store.chains import raw

FOLDER = Path(__file__).with_name("old")
BOOK_ID = "0123456789abcdef"

# In an order in which each row finds what it refers to.
TABLES = (
    "ruleset", "entry", "answer", "session", "game", "person", "dispute", "confirmation",
    "circle", "member",
)  # fmt: skip
BY_ROWID = ("ruleset", "entry")


def from_the_beginning(book: Book) -> None:
    """Sessions, games, corrections, voids, names, a ruleset of the table's own."""
    ours = data_folder("examples") / "own-ruleset" / "our-thirteen.toml"
    book.bring_ruleset(ours.read_bytes())
    people = ["amy", {"id": "bob", "name": "阿明"}, "cat", "dan"]
    book.open_session(session(id="first", players=people), key="open-first")
    for game, won in enumerate(("amy>dan", "bob>cat", "cat>amy"), 1):
        book.record("first", scoops(won, game=game), key=f"game-{game}")
    fixed = {**scoops("bob>cat", "bob>dan"), "reason": "one more", "against": stood(book, 2)}
    book.correct("first", 2, fixed)
    book.void("first", 3, {"reason": "dealt wrong", "against": stood(book, 3)})
    book.open_session(session(id="second", title="Second", games=2))
    book.record("second", scoops("dan>amy", game=1))
    book.record("second", scoops(game=2))
    book.close("second", {})


def with_arguments(book: Book) -> None:
    """A changed table, a confirmation, disputes: one consented to, one withdrawn."""
    book.open_session(session(id="argued"))
    for game in (1, 2, 3):
        book.record("argued", scoops("amy>dan", game=game))
    book.confirm("argued", {"of": 1, "player": "amy"})
    claim = {"by": "player:dan", "claim": {"totals": {"amy": 0, "dan": 0}}, "reason": "a tie"}
    for game in (1, 2):
        book.dispute("argued", game, claim)
    book.consent("argued", "d1", {"by": "player:amy"})
    book.withdraw("argued", "d2", {"by": "player:dan"})
    stake = {"amount": "200", "currency": "TWD"}
    book.change_table("argued", {"from_game": 3, "stake": stake, "reason": "higher"})


def with_groups(book: Book) -> None:
    """People over sessions, and their money."""
    members = [{"id": "amy", "name": "阿花"}, "bob", "cat", "dan"]
    book.make_group({"id": "friends", "name": "牌咖", "members": members})
    book.open_session(session(id="friday", group="friends"))
    book.record("friday", scoops("amy>dan", "bob>dan", game=1))
    late = {"payer": "cat", "to": "fund:supper", "amount": "50", "reason": "late"}
    book.penalize("friday", late, key="late")
    book.pay("friday", {"from": "dan", "to": "amy", "amount": "60"}, key="paid")
    book.settle("friday", {})


def with_rulings(book: Book) -> None:
    """Disputes with consents, open and over, of games for which other entries came to stand."""
    book.open_session(session(id="ruled"))
    for game in range(1, 6):
        book.record("ruled", scoops("amy>dan", game=game))
    # d1: amy and cat leave game 1 as it is; it is corrected; dan leaves that as it is.
    contest(book, 1, "bob")
    agree(book, "d1", "dismissed", "amy", "cat")
    correct(book, 1, "amy>dan", "amy>bob")
    agree(book, "d1", "dismissed", "dan")
    # d2 is ruled as amy agreed to, which ends what cat said of game 2 in d3.
    contest(book, 2, "dan")
    contest(book, 2, "bob")
    agree(book, "d2", "corrected", "amy")
    agree(book, "d3", "dismissed", "cat")
    rule(book, 2, "d2")
    # d4 is over before game 3 is corrected.
    contest(book, 3, "dan")
    agree(book, "d4", "dismissed", "amy")
    book.withdraw("ruled", "d4", {"by": "player:dan"})
    correct(book, 3, "amy>dan", "amy>bob")
    # d5: nothing happens to game 4.
    contest(book, 4, "dan")
    book.consent("ruled", "d5", {"by": "player:amy"})
    # d6: amy speaks of game 5 as it was, cat of its correction, and the host rules.
    contest(book, 5, "dan")
    agree(book, "d6", "corrected", "amy")
    correct(book, 5, "amy>dan", "amy>cat")
    agree(book, "d6", "corrected", "cat")
    rule(book, 5, "d6")


def contest(book: Book, game: int, player: str) -> None:
    """It was a tie."""
    claim = {"round": scoops()}
    book.dispute("ruled", game, {"by": f"player:{player}", "claim": claim, "reason": "a tie"})


def agree(book: Book, dispute: str, outcome: str, *players: str) -> None:
    """Some agree to an outcome."""
    for player in players:
        book.consent("ruled", dispute, {"by": f"player:{player}", "outcome": outcome})


def correct(book: Book, game: int, *won: str) -> None:
    """A game went as these say."""
    said = {"reason": "mixed up", "against": stood(book, game, "ruled")}
    book.correct("ruled", game, {**scoops(*won), **said})


def rule(book: Book, game: int, dispute: str) -> None:
    """The host has the game corrected as it was claimed."""
    said = {"by": "host", "reason": "a tie", "against": stood(book, game, "ruled")}
    book.resolve("ruled", dispute, {**said, "outcome": "corrected"})


HAPPENED = {1: from_the_beginning, 3: with_arguments, 4: with_groups, 6: with_rulings}
"""What there was to record, by the schema that came with it."""

LEFT = {
    6: """
UPDATE dispute SET consents = '[["amy","dismissed"],["cat","dismissed"],["dan","dismissed"]]'
  WHERE session = 'ruled' AND id = 'd1';
UPDATE dispute SET consents = '[["cat","dismissed"]]' WHERE session = 'ruled' AND id = 'd3';
UPDATE dispute SET consents = '[["amy","corrected"],["cat","corrected"]]'
  WHERE session = 'ruled' AND id = 'd6';
"""
}
"""What was otherwise in rows that were made by then: consents outlasted corrections."""


def stood(book: Book, game: int, name: str = "first") -> str:
    """The hash of what stands for a game."""
    return str(book.round(name, game).document()["entry"]["hash"])


def as_of(schema: int, folder: Path) -> str:
    """A book as this schema left it, as SQL text."""
    book = new_book(folder, "new.db")
    for since, record in HAPPENED.items():
        if since <= schema:
            record(book)
    book.store.close()
    # The SQLite of the store has no dump; that of the standard library opens what nobody has open.
    old = sqlite3.connect(folder / "old.db", isolation_level=None)
    for step in migrations()[:schema]:
        old.executescript(step.sql.replace("lower(hex(randomblob(8)))", f"'{BOOK_ID}'"))
        old.execute("INSERT INTO migration VALUES (?, ?)", (step.number, step.sha256))
    old.execute("ATTACH ? AS new", (str(folder / "new.db"),))
    for table in TABLES:
        columns = ", ".join(row[1] for row in old.execute(f"PRAGMA main.table_info({table})"))
        if columns:
            order = "ORDER BY rowid" if table in BY_ROWID else ""
            rows = f"SELECT {columns} FROM new.{table} {order}"  # noqa: S608
            old.execute(f"INSERT INTO main.{table} ({columns}) {rows}")
    old.execute("DETACH new")
    old.executescript(LEFT.get(schema, ""))
    text = "\n".join(old.iterdump())
    old.close()
    return text + "\n"


def put(name: str, path: Path) -> None:
    """Make the book that a file of SQL text holds."""
    connection = raw(path)
    connection.executescript((FOLDER / name).read_text("utf-8"))
    connection.close()


def main() -> None:
    """Write a file that is not there yet."""
    schema = int(sys.argv[1])
    target = FOLDER / f"{schema:04}.sql"
    if target.exists():
        sys.exit(f"{target.name} is there; what an old schema left does not change")
    with TemporaryDirectory() as folder:
        target.write_text(as_of(schema, Path(folder)), "utf-8")


if __name__ == "__main__":
    main()
