"""The chart of running nets."""

from __future__ import annotations

from itertools import pairwise

import pytest

from settle.pages.chart import chart_of


def test_lines_begin_at_nothing_and_follow_the_nets():
    chart = chart_of([1, 2], {"amy": [5, 10], "bob": [-5, -10]})
    assert [tick.value for tick in chart.ticks] == [-10, -5, 0, 5, 10]
    top, bottom = chart.ticks[-1].at, chart.ticks[0].at
    middle = next(tick.at for tick in chart.ticks if tick.value == 0)
    amy, bob = (
        [tuple(round(float(number)) for number in at.split(",")) for at in line.points.split()]
        for line in chart.lines
    )
    assert [x for x, _ in amy] == [chart.left, (chart.left + chart.right) // 2, chart.right]
    assert (amy[0][1], amy[-1][1]) == pytest.approx((middle, top), abs=1)
    assert (bob[0][1], bob[-1][1]) == pytest.approx((middle, bottom), abs=1)


def test_names_at_the_ends_do_not_cover_each_other():
    chart = chart_of([1], {name: [0] for name in "abcde"})
    places = sorted(line.label_at for line in chart.lines)
    assert all(after - before >= 16 for before, after in pairwise(places))
    assert all(0 < place < chart.height for place in places)


@pytest.mark.parametrize("games", [0, 1, 16, 17, 200])
def test_any_number_of_games(games):
    chart = chart_of(range(1, games + 1), {"amy": [3] * games, "bob": [-3] * games})
    assert len(chart.games) <= 17
    assert [tick.value for tick in chart.games][-1:] == ([games] if games else [])


def test_a_long_name_is_cut():
    [line] = chart_of([1], {"A very long name": [0]}).lines
    assert line.name == "A very lo…"
