"""PettingZoo's own suites, and what they do not ask: refusals, rewards, copies and pickles at any point."""

from __future__ import annotations

import copy
import pickle
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, render_test, seed_test
from pettingzoo.utils.conversions import parallel_to_aec

from boxcars.envs import pettingzoo

from .setups import EVERY_GAME, MORE, name

pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros:UserWarning"),
]
"""PettingZoo's advice about spaces: a mask needs a dictionary, and who is not to act has nothing to choose."""
QUICK = [pytest.param(s, id=name(s)) for s in EVERY_GAME]
ALL = QUICK + [pytest.param(s, id=name(s), marks=pytest.mark.slow) for s in MORE]


def made(setup: Any, make: Any = pettingzoo.env, **more: Any) -> Any:
    game, map, players, options = setup
    return make(game, map=map, players=players, options=options, **more)


@pytest.mark.in_turn(3)
@pytest.mark.parametrize("setup", ALL)
def test_api(setup: Any) -> None:
    api_test(made(setup, max_decisions=150), num_cycles=250)


@pytest.mark.in_turn(3)
@pytest.mark.slow
@pytest.mark.parametrize("setup", QUICK)
def test_api_over_whole_games(setup: Any) -> None:
    api_test(made(setup), num_cycles=2000)


@pytest.mark.in_turn(3)
@pytest.mark.parametrize("setup", ALL)
def test_seed(setup: Any) -> None:
    seed_test(lambda: made(setup), num_cycles=100)


@pytest.mark.parametrize("setup", QUICK)
def test_parallel_api(setup: Any) -> None:
    parallel_api_test(made(setup, pettingzoo.parallel_env, max_cycles=60), num_cycles=80)


@pytest.mark.parametrize("setup", QUICK)
def test_max_cycles(setup: Any) -> None:
    def parallel_env(max_cycles: int) -> Any:
        return made(setup, pettingzoo.parallel_env, max_cycles=max_cycles)

    max_cycles_test(SimpleNamespace(parallel_env=parallel_env, env=lambda max_cycles: parallel_to_aec(parallel_env(max_cycles))))


@pytest.mark.in_turn(2)
@pytest.mark.parametrize(
    "setup",
    [pytest.param(s, id=name(s), marks=[] if s[0] == "ticket_to_ride" else pytest.mark.slow) for s in EVERY_GAME[::2]],
)
def test_render(setup: Any) -> None:
    pictures: list[str] = []

    def is_svg(text: str) -> bool:
        pictures.append(text)
        return text.startswith("<svg") and text.rstrip().endswith("</svg>")

    render_test(lambda render_mode: made(setup, render_mode=render_mode), custom_tests={"svg": is_svg})
    env = made(setup, render_mode="rgb_array")
    env.reset(seed=1)
    pixels = env.render()
    assert pixels.shape[1] == 900 and len(np.unique(pixels.reshape(-1, 3), axis=0)) > 20, "a picture has colours"


def test_a_forbidden_code_changes_nothing() -> None:
    env = pettingzoo.raw_env("ticket_to_ride", players=2)
    env.reset(seed=1)
    before, agent = env.state().tobytes(), env.agent_selection
    mask = env.observe(agent)["action_mask"]
    env.step(int(np.flatnonzero(mask == 0)[0]))
    assert env.state().tobytes() == before and env.agent_selection == agent
    assert "refused" in env.infos[agent] and not env.terminations[agent]
    env.step(int(np.flatnonzero(mask)[0]))
    assert "refused" not in env.infos[agent]


@pytest.mark.parametrize("reward", ["rank", "score"])
def test_rewards_at_the_end(reward: str) -> None:
    env = pettingzoo.raw_env("ticket_to_ride", players=3, reward=reward)
    env.reset(seed=3)
    draw = np.random.default_rng(3)
    while env.agents and not any(env.terminations.values()):
        assert set(env.rewards.values()) == {0.0}
        env.step(int(draw.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"]))))
    scores = [env.infos[agent]["score"] for agent in env.possible_agents]
    rewards = [env.rewards[agent] for agent in env.possible_agents]
    assert sum(rewards) == pytest.approx(0)
    assert sorted(range(3), key=lambda i: scores[i]) == sorted(range(3), key=lambda i: rewards[i])
    with pytest.raises(ValueError, match="choose one of"):
        pettingzoo.raw_env("ticket_to_ride", reward="luck")
    env = pettingzoo.raw_env("ticket_to_ride", render_mode="film")  # PettingZoo's own test makes one for "human", and never looks
    env.reset(seed=1)
    with pytest.raises(ValueError, match="render_mode 'film': choose one of svg, rgb_array"):
        env.render()


@pytest.mark.in_turn(3)
@pytest.mark.parametrize("setup", ALL)
def test_copies_and_pickles_at_any_point(setup: Any) -> None:
    """Every few steps, inside actions as well: a copy and a pickle go on exactly as the original does."""
    env = made(setup, pettingzoo.raw_env)
    env.reset(seed=5)
    draw = np.random.default_rng(5)
    inside = 0
    for step in range(120):
        if not env.agents:
            break
        if step % 8 == 0 or (env.playing.choice and env.playing.choice.depth):
            inside += bool(env.playing.choice and env.playing.choice.depth)
            others = [copy.deepcopy(env)] + ([pickle.loads(pickle.dumps(env))] if step % 3 == 0 or step < 12 else [])
            for other in others:
                _alike(env, other)
                theirs = np.random.default_rng(step)
                mine = copy.deepcopy(env)
                for _ in range(4):
                    if not any(mine.terminations.values()):
                        code = int(theirs.choice(np.flatnonzero(mine.observe(mine.agent_selection)["action_mask"])))
                        mine.step(code)
                        other.step(code)
                        _alike(mine, other)
        if any(env.terminations.values()):
            break
        env.step(int(draw.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"]))))
    assert inside or setup[1] in ("st_lucia", "barbados") or setup[0] == "silverton", "no copy was made inside an action"


def _alike(one: Any, two: Any) -> None:
    assert one.state().tobytes() == two.state().tobytes() and one.agent_selection == two.agent_selection
    for key, value in one.observe(one.agent_selection).items():
        assert np.array_equal(value, two.observe(one.agent_selection)[key])


def test_max_cycles_cuts_a_game_short() -> None:
    env = pettingzoo.raw_env("ticket_to_ride", players=2, max_cycles=7)
    for seed in (1, 2):
        env.reset(seed=seed)
        words = 0
        for agent in env.agent_iter():
            seen, _, over, cut, _ = env.last()
            assert not over
            env.step(None if cut else env.action_space(agent).sample(seen["action_mask"]))
            words += not cut
        assert words == 7
