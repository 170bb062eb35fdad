"""Short ways to write down who pays whom."""

from __future__ import annotations

import itertools
from typing import Any

from settle.book import Answer, Book

_KEYS = itertools.count()


def fresh() -> str:
    """A key that was not used before."""
    return f"key-{next(_KEYS)}"


def written(transfers: Any) -> str:
    """Transfers on one line: ``"dan>amy 100, dan>bob 50"``."""
    return ", ".join(f"{each['from']}>{each['to']} {each['amount']}" for each in transfers)


def pay(book: Book, said: str, session: str = "s1", **fields: Any) -> Answer:
    """A payment written as ``"dan>amy 100"``."""
    pair, amount = said.split()
    payer, payee = pair.split(">")
    document = {"from": payer, "to": payee, "amount": amount, **fields}
    return book.pay(session, document, key=fresh())


def seq(answer: Answer) -> int:
    """The number of the entry that came of a call."""
    return int(answer.document()["entry"]["seq"])


def stands(book: Book, session: str = "s1", **asked: Any) -> tuple[str, str]:
    """What is to be settled now, and what is outstanding of what was settled."""
    document = book.settlement(session, **asked).document()
    return written(document["transfers"]), written(document["outstanding"])


def amounts(book: Book, session: str = "s1", **asked: Any) -> str:
    """Everybody's amount, in the order of the accounts."""
    document = book.settlement(session, **asked).document()
    return " ".join(total["amount"] for total in document["totals"])
