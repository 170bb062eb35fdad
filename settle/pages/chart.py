"""The running nets of a session as lines: where each thing of the drawing stands."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

_WIDTH: Final = 400
_HEIGHT: Final = 220
_LEFT: Final = 36
_RIGHT: Final = 316
_TOP: Final = 14
_BOTTOM: Final = 192
_LABEL_GAP: Final = 16
"""Between the names at the ends of the lines, so that none covers another."""
_MOST_TICKS: Final = 6
_LONGEST_NAME: Final = 10
_STEPS: Final = (1, 2, 5)


class Tick(NamedTuple):
    """A number at an axis."""

    value: int
    at: int


class Drawn(NamedTuple):
    """A player's line."""

    name: str
    points: str
    """As ``polyline`` takes them."""
    label_at: int


class Chart(NamedTuple):
    """A drawing in units of its own."""

    lines: tuple[Drawn, ...]
    ticks: tuple[Tick, ...]
    """Points, from below."""
    games: tuple[Tick, ...]
    width: int = _WIDTH
    height: int = _HEIGHT
    left: int = _LEFT
    right: int = _RIGHT


def chart_of(games: Sequence[int], running: Mapping[str, Sequence[int]]) -> Chart:
    """The chart of these games; ``running`` has each name with its net after each of them.

    Every line begins at nothing before the first game.
    """
    values = [0, *(net for line in running.values() for net in line)]
    ticks = _ticks(min(values), max(values))
    low, high = ticks[0], ticks[-1]

    def x(place: int, parts: int = 1) -> int:
        return parts * _LEFT + parts * (_RIGHT - _LEFT) * place // max(len(games), 1)

    def y(value: int, parts: int = 1) -> int:
        return parts * _BOTTOM - parts * (_BOTTOM - _TOP) * (value - low) // max(high - low, 1)

    ends = {name: y(line[-1]) if line else y(0) for name, line in running.items()}
    labels = _spread(ends)
    lines = tuple(
        Drawn(
            _short(name),
            " ".join(
                f"{_tenths(x(place, 10))},{_tenths(y(net, 10))}"
                for place, net in enumerate((0, *line))
            ),
            labels[name],
        )
        for name, line in running.items()
    )
    every = -(-len(games) // 16) or 1
    told = tuple(
        Tick(game, x(place))
        for place, game in enumerate(games, start=1)
        if place % every == 0 or place == len(games)
    )
    return Chart(lines, tuple(Tick(value, y(value)) for value in ticks), told)


def _tenths(parts: int) -> str:
    """Tenths as a decimal number, so that straight lines have no steps.

    >>> _tenths(123), _tenths(120)
    ('12.3', '12')
    """
    return f"{parts // 10}.{parts % 10}".removesuffix(".0")


def _ticks(low: int, high: int) -> tuple[int, ...]:
    """Round numbers from below the lowest to above the highest, at most six or so.

    >>> _ticks(-9, 12), _ticks(0, 0), _ticks(-130, 260)
    ((-10, -5, 0, 5, 10, 15), (0, 1), (-200, -100, 0, 100, 200, 300))
    """
    step, power = 1, 1
    while (high - low) // step >= _MOST_TICKS - 1:
        step = next((each * power for each in _STEPS if each * power > step), 10 * power)
        power = power * 10 if step == 10 * power else power
    first, last = low // step, -(-high // step)
    return tuple(place * step for place in range(first, max(last, first + 1) + 1))


def _spread(ends: Mapping[str, int]) -> dict[str, int]:
    """Where names stand: as near to the ends of their lines as they fit below one another."""
    placed: dict[str, int] = {}
    below = _TOP - _LABEL_GAP
    for name in sorted(ends, key=lambda each: ends[each]):
        below = max(ends[name], below + _LABEL_GAP)
        placed[name] = below
    lowest = _BOTTOM
    for name in reversed(placed):
        placed[name] = min(placed[name], lowest)
        lowest = placed[name] - _LABEL_GAP
    return placed


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"
