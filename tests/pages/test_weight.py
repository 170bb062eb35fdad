"""Pages of a session of 200 games: how heavy they are, and how long they take."""

from __future__ import annotations

from itertools import combinations
from time import perf_counter

import pytest

from settle.app.allowing import COOKIE
from tests.access.keyed import Keyring
from tests.app.serving import app_of
from tests.book.rounds import new_book, session
from tests.pages.deals import DEAL, cards

GAMES = 200
PLACE = "/sessions/long"
HEAVIEST = 200_000
"""Bytes of a page before it is compressed."""
SLOWEST = 10
"""Times as long as programs get the same as JSON."""


@pytest.fixture(scope="module")
def long(tmp_path_factory):
    """200 games of five with long names, in which everybody has something to be marked by."""
    book = new_book(tmp_path_factory.mktemp("long"))
    people = [{"id": f"player-{n}", "name": f"第{n}位叫得很長的名字"} for n in range(1, 6)]
    ids = [person["id"] for person in people]
    book.open_session(session(id="long", players=people, ruleset="five-player", games=GAMES))
    hands = [{"player": player, "categories": {"back": "four_of_a_kind"}} for player in ids]
    duels = [{"players": list(two), "scoop": two[0]} for two in combinations(ids, 2)]
    for game in range(1, GAMES + 1):
        book.record("long", {"game": game, "outcome": {"hands": hands, "duels": duels}})
    return book


@pytest.fixture(scope="module")
def four(tmp_path_factory):
    """200 games of four, half of them with their cards."""
    book = new_book(tmp_path_factory.mktemp("four"))
    book.open_session(session(id="long", ruleset="tw-scoop", games=GAMES))
    rows = [(texts[:3], texts[3:8], texts[8:]) for texts in map(cards, DEAL)]
    hands = [dict(zip(("front", "middle", "back"), each, strict=True)) for each in rows]
    named = [{"player": player, **hand}
             for player, hand in zip(("amy", "bob", "cat", "dan"), hands, strict=True)]  # fmt: skip
    for game in range(1, GAMES + 1):
        book.record("long", {"game": game, "hands": named})
    return book


def client_of(book):
    client = app_of(book).test_client()
    client.set_cookie(COOKIE, Keyring(book.store).admin)
    return client


PAGES = ("", "/live", "/outcome", "/money", "/disputes", "/table", "/share", "/end",
         "/games/100", "/games/100/outcome", "/games/100/cards")  # fmt: skip


@pytest.mark.parametrize("book", ["long", "four"])
@pytest.mark.parametrize("language", ["zh-TW", "en"])
def test_no_page_is_heavy(request, book, language):
    client = client_of(request.getfixturevalue(book))
    asked = {"Accept": "text/html", "Accept-Language": language}
    answers = {path: client.get(PLACE + path, headers=asked) for path in PAGES}
    assert {path: each.status_code for path, each in answers.items()} == dict.fromkeys(PAGES, 200)
    weights = {path: len(each.data) for path, each in answers.items()}
    assert {path: weight for path, weight in weights.items() if weight >= HEAVIEST} == {}
    assert weights[""] > HEAVIEST / 4, "all games stand on the sheet"


SAME = {
    "": ("", "/sheet"),
    "/live": ("", "/sheet"),
    "/money": ("", "/settlement"),
    "/disputes": ("", "/disputes"),
    "/table": ("", "/../../rulesets/tw-scoop"),
    "/end": ("",),
    "/games/100": ("", "/rounds/100?lang=zh-Hant"),
    "/games/100/cards": ("", "/rounds/100?lang=zh-Hant"),
    "/games/100/outcome": ("", "/rounds/100?lang=zh-Hant"),
}
"""Pages, each with the calls that tell programs what stands on it."""


@pytest.mark.slow
@pytest.mark.parametrize("page", SAME)
def test_no_page_takes_long(four, page):
    client = client_of(four)
    key = {"Authorization": f"Bearer {Keyring(four.store).admin}"}

    def quickest(path, **headers):
        """Seconds that it takes at least."""
        spent = []
        for _ in range(7):
            begun = perf_counter()
            assert client.get(path, headers=headers).status_code == 200
            spent.append(perf_counter() - begun)
        return min(spent)

    calls = [f"/v1{PLACE}{path}".replace(f"{PLACE}/../..", "") for path in SAME[page]]
    told = sum(quickest(path, **key) for path in calls)
    assert quickest(PLACE + page, **{"Accept-Language": "zh-TW"}) < SLOWEST * told
