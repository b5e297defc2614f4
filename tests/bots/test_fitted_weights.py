"""An evaluator's numbers: written by hand, fitted by self-play, or between them."""

from __future__ import annotations

import pytest

from boxcars.arena import complete, run, schedule
from boxcars.arena.ratings import win_shares
from boxcars.bots.evaluators import load_evaluator, read_fitted_weights
from boxcars.bots.levels import LEVELS, make_level
from boxcars.core import registry

FITTED = [key for key, entry in registry.games().items() if entry.evaluator and read_fitted_weights(key)]


def numbers(key: str, experience: float) -> dict[str, float]:
    weights = load_evaluator(registry.make(key), experience).weights
    return {name: getattr(weights, name) for name in dir(weights) if not name.startswith("_")}  # compiled or not, so not vars()


def test_there_are_fitted_games():
    assert "ticket_to_ride" in FITTED and "spike" in FITTED


@pytest.mark.parametrize("key", FITTED)
def test_experience_moves_from_the_numbers_by_hand_to_the_fitted_ones(key):
    by_hand, half, fitted = (numbers(key, experience) for experience in (0.0, 0.5, 1.0))
    assert fitted == pytest.approx(by_hand | read_fitted_weights(key)) and fitted != by_hand  # what nobody fitted stays as it is
    assert half == pytest.approx({name: (by_hand[name] + fitted[name]) / 2 for name in by_hand})


@pytest.mark.parametrize("key", FITTED)
def test_a_number_that_no_evaluator_has_is_refused(key):
    with pytest.raises(ValueError, match="thirst"):
        load_evaluator(registry.make(key)).set_weights({"thirst": 1.0})


def test_levels_differ_by_experience():
    rules = registry.make("ticket_to_ride", "usa", 5)
    cards = [
        make_level(level, rules, "1", {}).evaluator.weights.card_value for level in LEVELS
    ]  # not the learned player that sits in
    assert cards == sorted(cards) and len(set(cards)) >= 3
    assert cards[-1] == pytest.approx(read_fitted_weights("ticket_to_ride")["card_value"])


@pytest.mark.slow
@pytest.mark.in_turn(3)
@pytest.mark.parametrize(
    ("key", "games", "more_than"), [("ticket_to_ride", 60, 0.6), ("spike", 60, 0.6), ("silverton", 160, 0.5)]
)
def test_experience_pays(key, games, more_than):
    """Fitted numbers beat those by hand without any search: about four of five games in Ticket to Ride and in Spike, three of
    five in Silverton, where prices and disputes decide many games."""
    setup = complete(key, None, 2)
    fitted = "heuristic:fitted_share=1"
    played = run(setup, schedule(setup, [fitted, "heuristic"], games, "experience", duplicate=True), records=False)
    share = win_shares(played)[fitted]
    print(share)
    assert share.share > more_than
