"""Duels of Age of Steam: the rest of the game, reckoned turn by turn, and decisions by the points it leads to."""

from __future__ import annotations

from boxcars.bots import SeatView, make_bot
from boxcars.bots.evaluators import load_evaluator
from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from
from boxcars.games.age_of_steam.actions import DeclineFirst
from boxcars.games.age_of_steam.ai.endgame_projection import BROKE, DeliveryWays, EndgameProjection, Means
from boxcars.games.age_of_steam.ai.weights import Weights

RED, BLUE = 0, 1
SQUARE = [(0, 1, (10,)), (1, 2, (11,)), (2, 3, (12,)), (3, 0, (13,))]
"""Four stops around a square, a hex between each two."""


def square(cubes, cities):
    """DeliveryWays of the square with these cubes and cities, hex -> colour."""
    accepts = [1 << cities[hex] if hex in cities else 0 for hex in range(14)]
    return DeliveryWays(SQUARE, [(cubes[hex],) if hex in cubes else () for hex in range(14)], accepts)


def test_a_cube_goes_both_ways_round_but_never_back_over_its_own_link():
    lines = square({10: RED}, {1: RED})
    assert lines.cubes == [1 << 1 | 1 << 4], "straight to the city, or by all three others"
    assert lines.longest == 4


def test_a_cube_stops_at_the_first_city_of_its_colour():
    assert square({10: RED}, {1: RED, 3: RED}).cubes == [1 << 1 | 1 << 2]
    assert square({10: BLUE}, {1: RED}).cubes == [], "without a city it goes nowhere"


def endgame_weights(**numbers):
    weights = Weights()
    for name, number in numbers.items():
        setattr(weights, name, number)
    return EndgameProjection(8, weights)


def test_the_locomotive_is_raised_where_longer_ways_wait():
    ahead, lines = (
        endgame_weights(projected_link_goods=0.0, projected_link_length=0.0),
        square({10: RED, 11: RED, 12: RED, 13: RED}, {1: RED}),
    )
    means = Means(6, 20, 2, 5, 1)
    values = [ahead.project(lines, means, raises) for raises in range(4)]
    assert values[0] < values[1], "ways of two links instead of one"
    assert ahead.points(lines, means) == max(values)
    nothing = square({}, {1: RED})
    assert ahead.project(nothing, means, 0) > ahead.project(nothing, means, 1), "and not where nothing waits"


def test_who_cannot_pay_is_out():
    ahead, nothing = endgame_weights(projected_link_goods=0.0), square({}, {})
    assert ahead.points(nothing, Means(8, 0, 15, 3, 6)) < BROKE
    assert ahead.points(nothing, Means(8, 30, 15, 3, 6)) > BROKE, "money saves it"


def test_means_are_changed_in_copies():
    means = Means(3, 10, 4, 2, 5)
    means.track_is_built = False
    richer, poorer, faster = means.issued(2), means.less(7), means.faster()
    assert (richer.cash, richer.shares) == (20, 6)
    assert (poorer.cash, poorer.shares) == (3, 4)
    assert (faster.locomotive, faster.faster().locomotive) == (6, 6), "six is the best there is"
    assert (means.cash, means.shares, means.locomotive, poorer.track_is_built) == (10, 4, 5, False)


def test_nobody_pays_to_found_the_first_city_which_serves_both():
    rules = registry.make("age_of_steam", "st_lucia", 2)
    state = rules.start(Chance(seed_from("first city")))
    for _ in range(2):
        seat = rules.actor(state)
        action = make_bot("hard:temperature=0", rules, "1").choose(SeatView(rules, state, seat))
        assert action == DeclineFirst()
        rules.apply(state, action)


def test_hand_written_and_first_weights_do_not_project_the_endgame():
    rules = registry.make("age_of_steam", "st_lucia", 2)
    assert load_evaluator(rules, 1.0).projects_endgame
    assert not load_evaluator(rules).projects_endgame
    assert not load_evaluator(rules, 1.0, "none", "value_1.json").projects_endgame
    assert not load_evaluator(registry.make("age_of_steam", "rust_belt", 4), 1.0).projects_endgame


def test_a_duel_of_evaluators_is_sound_and_builds_long_lines():
    """What the numbers that were fitted before could not: both seats deliver over many links and nobody is out."""
    rules = registry.make("age_of_steam", "st_lucia", 2)
    evaluator, state = load_evaluator(rules, 1.0), rules.start(Chance(seed_from("sound")))
    while rules.actor(state) >= 0:
        rules.apply(state, evaluator.rollout_action(state, {}))
    assert not any(state.gone)
    assert min(state.locomotive) >= 4
    assert max(rules.standing(state)) > 60 and sum(rules.standing(state)) > 100
