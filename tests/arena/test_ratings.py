"""Shares, ratings and their intervals."""

from __future__ import annotations

import random

import pytest

from boxcars.arena import Played
from boxcars.arena.ratings import bradley_terry, expected, head_to_head, ratings, share, wilson, win_shares


def game(number: int, bots: list[str], ranks: list[int]) -> Played:
    winners = ranks.count(1)
    n = len(bots)
    return Played(
        number=number, game="ticket_to_ride", map="usa", players=n, seed=str(number), bots=bots, scores=[-r for r in ranks],
        ranks=ranks, shares=[1 / winners if r == 1 else 0.0 for r in ranks], decisions=10, seconds=0.0, think=[0.0] * n,
        longest_think=[0.0] * n, standings=[[0] * n] * 10, verbs=[], targets=[], offered={}, record="",
    )  # fmt: skip


def test_wilson_is_the_textbook_interval():
    low, high = wilson(8, 10)
    assert (round(low, 3), round(high, 3)) == (0.490, 0.943)
    assert wilson(0, 0) == (0.0, 1.0)
    assert share(10, 10).low == pytest.approx(0.7225, abs=1e-4)


def test_the_share_of_a_bot_with_several_seats_counts_games_not_seats():
    games = [game(0, ["a", "b", "b"], [1, 2, 3]), game(1, ["b", "a", "b"], [1, 2, 3])]
    shares = win_shares(games)
    assert shares["a"].share == 0.5 and shares["a"].fair == pytest.approx(1 / 3)
    assert shares["b"].share == 0.5 and shares["b"].fair == pytest.approx(2 / 3)
    assert head_to_head(games, "b").games == 0 and head_to_head(games, "a").wins == 1


def test_bradley_terry_recovers_known_strengths():
    rng = random.Random(1)
    true = {"a": 200.0, "b": 0.0, "c": -200.0}
    games = []
    for i in range(3000):
        x, y = rng.sample(list(true), 2)
        games.append(game(i, [x, y], [1, 2] if rng.random() < expected(true[x] - true[y]) else [2, 1]))
    found = bradley_terry(games, list(true))
    assert all(abs(found[bot] - true[bot]) < 25 for bot in true)
    rated = ratings(games[:300], resamples=60)
    assert [r.bot for r in rated] == ["a", "b", "c"]
    assert all(r.low < true[r.bot] < r.high for r in rated)


def test_draws_and_equal_bots_are_even():
    games = [game(i, ["a", "b"], [1, 1]) for i in range(20)]
    assert bradley_terry(games, ["a", "b"]) == {"a": pytest.approx(0), "b": pytest.approx(0)}


def test_a_bot_that_won_everything_stays_finite_and_uncertain():
    rated = ratings([game(i, ["a", "b"], [1, 2]) for i in range(20)])
    assert 200 < rated[0].rating < 1000
    assert rated[0].high - rated[0].low > 100
