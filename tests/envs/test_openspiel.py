"""OpenSpiel's random simulations and generic API tests, its searches, and what makes chance honest."""

from __future__ import annotations

import copy
import pickle
import unittest
from collections import Counter
from typing import Any

import numpy as np
import pyspiel
import pytest

from boxcars.core.chance import seed_from
from boxcars.core.game import Refused
from boxcars.envs import openspiel

from .setups import EVERY_GAME, MORE, name

SETUPS = [pytest.param(s, id=name(s)) for s in EVERY_GAME]
ALL = SETUPS + [pytest.param(s, id=name(s), marks=pytest.mark.slow) for s in MORE]


def made(setup: Any, **more: Any) -> Any:
    """By name, as OpenSpiel's users load it."""
    game, map, players, options = setup
    text = ";".join(f"{key}:{str(value).lower()}" for key, value in options.items())
    return pyspiel.load_game(f"boxcars_{game}", {"players": players, "map": map or "", "options": text} | more)


@pytest.mark.in_turn(3)
@pytest.mark.parametrize("setup", ALL)
def test_random_simulations(setup: Any) -> None:
    long = setup[0] == "silverton"  # replaying its history again and again takes too long here; see the next test
    pyspiel.random_sim_test(made(setup), num_sims=1, serialize=not long, verbose=False)


LONG = ("silverton-colorado-2", "age_of_steam-rust_belt-3")


@pytest.mark.parametrize(
    "setup", [pytest.param(s, id=name(s), marks=[pytest.mark.slow] if name(s) in LONG else []) for s in EVERY_GAME]
)
def test_simulation_of_python_games(setup: Any) -> None:
    """The simulation that OpenSpiel runs over all its games: clones, serialisation, pickles, returns."""
    from open_spiel.python.tests.games_sim_test import GamesSimTest

    np.random.seed(1)
    GamesSimTest("sim_game").sim_game(made(setup))


@pytest.mark.parametrize("setup", SETUPS)
def test_generic_api(setup: Any) -> None:
    """OpenSpiel's checks of what every game must obey, on positions of a few games."""
    from open_spiel.integration_tests.api_test import EnforceAPIOnPartialTreeBase

    class Checks(EnforceAPIOnPartialTreeBase):  # type: ignore[misc]
        game = made(setup)
        game_name = game.get_type().short_name

        @classmethod
        def setUpClass(cls) -> None:
            cls.game_type = cls.game.get_type()
            cls.some_states = some_states(cls.game)

    result = unittest.TestResult()
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(Checks)
    suite.run(result)
    assert result.testsRun >= 5
    assert result.wasSuccessful(), [text for _, text in result.errors + result.failures]


def some_states(game: Any, most: int = 60) -> list[Any]:
    """Positions of random games: every one of the first, then fewer, and the end."""
    draw = np.random.default_rng(0)
    out = []
    state = game.new_initial_state()
    for i in range(400):
        if i % 8 == 0 and len(out) < most:
            out.append(state.clone())
        if state.is_terminal():
            break
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(draw.choice(outcomes, p=odds)))
        else:
            state.apply_action(int(draw.choice(state.legal_actions())))
    return [*out, state]


def play_to_decision(state: Any, draw: Any, decisions: int) -> None:
    """Random play up to a player's choice."""
    while decisions or state.is_chance_node():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(draw.choice(outcomes, p=odds)))
        else:
            state.apply_action(int(draw.choice(state.legal_actions())))
            decisions -= 1


def test_chance_is_explicit_and_exact() -> None:
    """A first card of Ticket to Ride: 12 of each colour, 14 locomotives of 110; a drawn card changes the next odds."""
    state = made(("ticket_to_ride", None, 2, {})).new_initial_state()
    assert state.is_chance_node() and state.action_to_string(pyspiel.PlayerId.CHANCE, 8) == "deck:8"
    assert dict(state.chance_outcomes()) == pytest.approx(dict.fromkeys(range(8), 12 / 110) | {8: 14 / 110})
    state.apply_action(8)
    assert dict(state.chance_outcomes())[8] == pytest.approx(13 / 109)


def test_words_of_actions_have_names() -> None:
    state = made(("ticket_to_ride", None, 2, {})).new_initial_state()
    play_to_decision(state, np.random.default_rng(1), 6)
    names = {state.action_to_string(state.current_player(), code) for code in state.legal_actions()}
    assert len(names) == len(state.legal_actions()) and all(":" in n or n in ("deck", "tickets") for n in names)


@pytest.mark.parametrize("setup", SETUPS)
def test_information_states_tell_what_the_player_may_know(setup: Any) -> None:
    """In a world imagined for the player the texts and numbers are the same, and so are the legal words."""
    draw = np.random.default_rng(2)
    game = made(setup)
    state = game.new_initial_state()
    for _ in range(6):
        play_to_decision(state, draw, 3)
        if state.is_terminal():
            break
        player = state.current_player()
        other = state.resample_from_infostate(player, draw.random)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.observation_tensor(player) == state.observation_tensor(player)
        assert other.legal_actions() == state.legal_actions()


def test_perfect_recall_is_more_than_the_picture() -> None:
    """The information state remembers what was told; the observation is only what is seen now."""
    game = made(("ticket_to_ride", None, 2, {}))
    state = game.new_initial_state()
    play_to_decision(state, np.random.default_rng(3), 5)
    player = state.current_player()
    digest = state.information_state_string(player).split(" ")[1]
    assert len(digest) == 32 and digest not in state.observation_string(player)
    before = Counter(state.information_state_string(p).split(" ")[1] for p in range(2))
    play_to_decision(state, np.random.default_rng(4), 3)
    assert before != Counter(state.information_state_string(p).split(" ")[1] for p in range(2))


@pytest.mark.parametrize("setup", SETUPS)
def test_copies_and_pickles_at_any_point(setup: Any) -> None:
    """At chance nodes and inside actions too: clone, deepcopy and pickle go on alike."""
    draw = np.random.default_rng(5)
    state = made(setup).new_initial_state()
    for step in range(90):
        if state.is_terminal():
            break
        if step % 6 == 0:
            for other in (state.clone(), pickle.loads(pickle.dumps(state)), copy.deepcopy(state.inside)):
                inside = getattr(other, "inside", other)
                assert inside.rules.write(inside.position) == state.inside.rules.write(state.inside.position)
                assert (inside.counts, inside.script) == (state.inside.counts, state.inside.script)
                if hasattr(other, "inside"):
                    assert str(other) == str(state) and other.current_player() == state.current_player()
        if state.is_chance_node():
            state.apply_action(int(draw.choice([outcome for outcome, _ in state.chance_outcomes()])))
        else:
            state.apply_action(int(draw.choice(state.legal_actions())))


def test_is_mcts_plays() -> None:
    """OpenSpiel's own IS-MCTS chooses words for a whole action."""
    from open_spiel.python.algorithms import ismcts

    game = made(("ticket_to_ride", None, 2, {}))
    random_state = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(
        game=game,
        evaluator=Short(),
        uct_c=1.0,
        max_simulations=8,
        random_state=random_state,
    )
    state = game.new_initial_state()
    play_to_decision(state, np.random.default_rng(6), 4)
    code = bot.step(state)
    assert code in state.legal_actions()


class Short:
    """An evaluator that judges by the standing, so that the test is quick."""

    def evaluate(self, state: Any) -> Any:
        inside = state.inside
        if inside.position is None:
            return np.zeros(inside.rules.players)
        scores = np.array(inside.rules.standing(inside.position), float)
        return (scores - scores.mean()) / 100

    def prior(self, state: Any) -> Any:
        codes = state.legal_actions(state.current_player())
        return [(code, 1 / len(codes)) for code in codes]


def test_mcts_plays() -> None:
    from open_spiel.python.algorithms import mcts

    game = made(("age_of_steam", "st_lucia", 2, {}))
    bot = mcts.MCTSBot(game, 1.0, 10, Short(), random_state=np.random.RandomState(1))
    state = game.new_initial_state()
    play_to_decision(state, np.random.default_rng(7), 3)
    assert bot.step(state) in state.legal_actions()


def test_settings() -> None:
    game = openspiel.game("steam", map="ruhr", players=4, options="mode:standard", reward="score")
    assert game.num_players() == 4 and game.rules.standard and game.max_utility() > 100
    with pytest.raises(ValueError, match="choose one of"):
        openspiel.game("steam", reward="luck")
    for wrong in ("advanced:maybe", "advanced", "speed:3"):
        with pytest.raises(Refused, match=wrong.partition(":")[0]):
            openspiel.game("spike", options=wrong)
    state = openspiel.game("ticket_to_ride", players=2).new_initial_state()
    play_to_decision(state, np.random.default_rng(8), 2)
    other = state.inside.imagine(state.current_player(), seed_from(1))
    assert other.rules is state.inside.rules
