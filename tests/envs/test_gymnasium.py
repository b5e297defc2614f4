"""Gymnasium's own checker, and one seat against bots."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from boxcars.core import registry
from boxcars.core.game import Refused
from boxcars.envs.gymnasium import GAMES, BoxcarsGym

from .setups import EVERY_GAME, name

IDS = {game: f"boxcars/{key}-v1" for key, game in GAMES.items()}
SETUPS = [pytest.param(s, id=name(s)) for s in EVERY_GAME]


def made(setup: Any, **more: Any) -> Any:
    game, map, players, options = setup
    return gymnasium.make(IDS[game], map=map, players=players, options=options, **({"bots": "random"} | more))


def play(env: Any, draw: Any, steps: int = 10_000) -> Any:
    """Random play from here; the last step."""
    result = None
    mask = env.unwrapped.playing.mask(env.unwrapped.seat)
    for _ in range(steps):
        result = env.step(int(draw.choice(np.flatnonzero(mask))))
        mask = result[0]["action_mask"]
        assert np.array_equal(mask, result[4]["action_mask"])
        if result[2] or result[3]:
            break
    return result


def test_every_game_has_an_id() -> None:
    assert set(IDS) == set(registry.games())


def test_gymnasium_imports_the_module_itself_if_the_id_names_it() -> None:
    """In a process that has not imported it; and several games at once."""
    code = (
        "import gymnasium; e = gymnasium.make('boxcars.envs.gymnasium:boxcars/TicketToRide-v1', bots='random');"
        "print(e.reset(seed=1)[0]['observation'].shape[0])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=100)
    assert run.returncode == 0 and int(run.stdout) > 500, run.stderr
    several = gymnasium.make_vec(IDS["ticket_to_ride"], num_envs=3, vectorization_mode="sync", bots="random", players=2)
    seen, _ = several.reset(seed=1)
    assert seen["action_mask"].shape == (3, several.single_action_space.n)
    codes = np.array([np.flatnonzero(mask)[0] for mask in seen["action_mask"]])
    seen, rewards, *_ = several.step(codes)
    assert rewards.shape == (3,) and seen["observation"].shape[0] == 3


@pytest.mark.parametrize("setup", SETUPS)
@pytest.mark.filterwarnings("ignore:.*Box observation space (min|max)imum value is.*infinity:UserWarning")
@pytest.mark.filterwarnings("ignore:.*Not able to test alternative render modes:UserWarning")
def test_the_checker(setup: Any) -> None:
    check_env(made(setup).unwrapped, skip_render_check=True)


@pytest.mark.in_turn(2)
@pytest.mark.slow
@pytest.mark.parametrize("game", IDS)
@pytest.mark.filterwarnings("ignore:.*Box observation space (min|max)imum value is.*infinity:UserWarning")
def test_the_checker_with_pictures(game: str) -> None:
    check_env(gymnasium.make(IDS[game], bots="random", render_mode="rgb_array").unwrapped)


@pytest.mark.parametrize("setup", SETUPS)
def test_games_end_with_a_reward(setup: Any) -> None:
    env = made(setup, reward="score")
    _, info = env.reset(seed=2)
    assert info["seat"] == 0
    _, reward, ended, cut, info = play(env, np.random.default_rng(2))
    assert ended and not cut and len(info["scores"]) == setup[2] and 1 <= info["rank"] <= setup[2]
    others = [s for i, s in enumerate(info["scores"]) if i != 0]
    expected = info["scores"][0] - (sum(others) / len(others) if others else 0)
    assert reward == pytest.approx(expected / 100)
    with pytest.raises(RuntimeError, match="reset"):
        env.unwrapped.step(0)


def test_the_seat_can_be_chosen_or_drawn() -> None:
    env = gymnasium.make(IDS["ticket_to_ride"], players=3, seat=2, bots=["heuristic", "random"])
    assert env.reset(seed=1)[1]["seat"] == 2
    assert [type(env.unwrapped.bots[seat]).__name__ for seat in (0, 1)] == ["HeuristicBot", "RandomBot"]
    env = gymnasium.make(IDS["ticket_to_ride"], players=3, seat=None, bots="random")
    assert {env.reset(seed=i)[1]["seat"] for i in range(20)} == {0, 1, 2}
    with pytest.raises(ValueError, match="2 bots are needed"):
        BoxcarsGym("ticket_to_ride", players=3, bots=["random"])
    with pytest.raises(ValueError, match="seat 3"):
        BoxcarsGym("ticket_to_ride", players=3, seat=3)
    with pytest.raises(Refused, match="no bot called wizard"):
        BoxcarsGym("ticket_to_ride", players=3, bots="wizard")


def test_a_forbidden_code_changes_nothing() -> None:
    env = gymnasium.make(IDS["ticket_to_ride"], players=2, bots="random").unwrapped
    seen, info = env.reset(seed=1)
    before = env.playing.rules.write(env.playing.position)
    again, reward, ended, cut, told = env.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))
    assert "refused" in told and (reward, ended, cut) == (0.0, False, False)
    assert env.playing.rules.write(env.playing.position) == before
    assert np.array_equal(seen["observation"], again["observation"])


@pytest.mark.in_turn(3)
@pytest.mark.parametrize(
    ("setup", "bots"),
    [pytest.param(s, "random", id=name(s)) for s in EVERY_GAME]
    + [pytest.param(s, "heuristic", id=f"heuristic-{name(s)}", marks=pytest.mark.slow) for s in EVERY_GAME[1::2]]
    + [
        pytest.param(EVERY_GAME[8], "heuristic", id="heuristic"),
        pytest.param(EVERY_GAME[8], "search:iterations=2", id="search", marks=pytest.mark.slow),
    ],
)
def test_copies_and_pickles_play_on_alike(setup: Any, bots: str) -> None:
    """The bots' luck and memory are copied as well."""
    env = made(setup, bots=bots).unwrapped
    env.reset(seed=7)
    for start in range(3):
        if env.playing.choice is None:
            break
        others = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
        mine = copy.deepcopy(env)
        ends = [play(e, np.random.default_rng(start), 12) for e in (mine, *others)]
        for other, end in zip(others, ends[1:], strict=True):
            assert np.array_equal(ends[0][0]["observation"], end[0]["observation"]) and ends[0][1:4] == end[1:4]
            assert mine.playing.rules.write(mine.playing.position) == other.playing.rules.write(other.playing.position)
        play(env, np.random.default_rng(start + 10), 9)


def test_masks_by_the_name_that_learners_look_for() -> None:
    """sb3-contrib asks ``env.action_masks()``, through whatever wrappers ``gymnasium.make`` put around it."""
    env: Any = gymnasium.make(IDS["ticket_to_ride"], bots="random", players=2)
    seen, _ = env.reset(seed=3)
    masks = env.get_wrapper_attr("action_masks")()
    assert masks.dtype == np.bool_ and np.array_equal(masks, seen["action_mask"].astype(bool))


def test_a_game_alone_is_rewarded_by_its_score() -> None:
    env: Any = gymnasium.make(IDS["silverton"], map="solo_denver_6000", players=1, options={}, bots=[])
    env.reset(seed=3)
    _, reward, ended, cut, info = play(env, np.random.default_rng(3))
    assert ended and not cut and reward == pytest.approx(info["scores"][0] / 100)
