"""Every game as a PettingZoo environment.

    env = boxcars.envs.pettingzoo.env("ticket_to_ride", players=3, reward="rank")

Agents are ``seat_0`` …; an observation is ``{"observation": float32 vector, "action_mask": int8 vector}``. An action that the
mask forbids changes nothing in the bare environment: the seat is asked again (``infos[agent]["refused"]``). ``parallel_env``
is the same game for libraries that want all agents to act in every cycle: only the word of the seat to act counts.
"""

from __future__ import annotations

import copy
from typing import Any, TypeAlias, Unpack

import numpy as np

from boxcars.core.type_aliases import Json
from boxcars.core.types import Action
from boxcars.extras import MissingExtra, explained

try:
    import gymnasium
    from pettingzoo import AECEnv, ParallelEnv
except ModuleNotFoundError as error:
    raise MissingExtra(explained(error)) from error

from boxcars.envs.game_session import RENDER_MODES, VERSION, GameSession, Settings
from boxcars.envs.svg_raster import Pixels

Stepped: TypeAlias = tuple[dict[str, Json], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Json]]
"""What every agent sees, gets, whether it ended, whether it was cut short, and what else is told."""


class EnvSettings(Settings, total=False):
    """What the environments take beside the game."""

    render_mode: str | None
    max_cycles: int | None


class BoxcarsEnv(AECEnv[str, dict[str, Any], int]):
    """One game for learners, seat after seat. Copies (``copy.deepcopy``) and pickles at any point."""

    metadata = {"render_modes": RENDER_MODES, "name": f"boxcars_{VERSION}", "is_parallelizable": False, "render_fps": 2}

    def __init__(
        self, game: str, *, render_mode: str | None = None, max_cycles: int | None = None, **settings: Unpack[Settings]
    ) -> None:
        """``max_cycles``: words after which the game is cut short; ``settings``: map, players, options, reward, max_decisions."""
        super().__init__()
        self.playing = GameSession(game, **settings)
        self.rules = self.playing.rules
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self.cycles = 0
        self.metadata = {**self.metadata, "name": f"{game}_{VERSION}"}
        self.possible_agents = [f"seat_{i}" for i in range(self.rules.players)]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.agents: list[str] = []
        self._observations = {agent: self.playing.observation_space() for agent in self.possible_agents}
        self._actions = {agent: self.playing.action_space() for agent in self.possible_agents}

    # -- the interface of PettingZoo ---------------------------------------------------------------------------------

    def observation_space(self, agent: str) -> gymnasium.spaces.Dict:
        return self._observations[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: Json | None = None) -> None:
        self.playing.reset(seed)
        self.cycles = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._turn()

    def observe(self, agent: str) -> Json:
        return self.playing.observe(self._seat[agent])

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.infos[agent] = {}
        if self.playing.choose(action):
            self.cycles += 1
            self._turn()
        else:
            self.infos[agent] = {"refused": f"code {action} is not offered now"}

    def _turn(self) -> None:
        """Whose choice is next; at the end, what everybody gets."""
        playing = self.playing
        seat = playing.seat
        cut = playing.truncated or (self.max_cycles is not None and self.cycles >= self.max_cycles)
        if seat >= 0 and not cut:
            self.agent_selection = self.possible_agents[seat]
            return
        outcome = playing.outcome()
        if outcome is None:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = dict(zip(self.possible_agents, playing.rewards(), strict=True))
            self._accumulate_rewards()  # before the end all of them are 0
            self.infos = {agent: {"score": score} for agent, score in zip(self.possible_agents, outcome.scores, strict=True)}
        self.agent_selection = self.agents[0]

    def render(self) -> str | Pixels:
        return self.playing.render(self.render_mode)

    def state(self) -> Pixels:
        """The whole position as bytes of JSON, as an array (for centralised critics and for debugging)."""
        return np.frombuffer(self.rules.write(self.playing.position), np.uint8)

    def close(self) -> None:
        pass

    def legal(self) -> list[Action]:
        """The actions that can still be completed from here."""
        return list(self.playing.choice.left.values()) if self.playing.choice else []

    def __deepcopy__(self, memo: dict[int, Any]) -> BoxcarsEnv:
        other = BoxcarsEnv.__new__(BoxcarsEnv)
        memo[id(self)] = other
        playing = copy.deepcopy(self.playing, memo)
        other.__dict__.update({key: copy.deepcopy(value, memo) for key, value in self.__dict__.items() if key != "playing"})
        other.playing = playing
        return other

    def __getstate__(self) -> Json:
        return {key: value for key, value in self.__dict__.items() if key != "rules"}

    def __setstate__(self, saved: Json) -> None:
        self.__dict__.update(saved)
        self.rules = self.playing.rules

    def __str__(self) -> str:
        return str(self.metadata["name"])


class BoxcarsParallelEnv(ParallelEnv[str, dict[str, Any], int]):
    """The same for all agents at once: in each cycle the seat to act chooses a word, what the others say is not heard."""

    metadata = {"render_modes": RENDER_MODES, "name": f"boxcars_{VERSION}", "is_parallelizable": True, "render_fps": 2}

    def __init__(
        self, game: str, *, render_mode: str | None = None, max_cycles: int | None = None, **settings: Unpack[Settings]
    ) -> None:
        self.playing = GameSession(game, **settings)
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self.metadata = {**self.metadata, "name": f"{game}_{VERSION}"}
        self.possible_agents = [f"seat_{i}" for i in range(self.playing.rules.players)]
        self.agents: list[str] = []
        self.cycles = 0
        self._observations = {agent: self.playing.observation_space() for agent in self.possible_agents}
        self._actions = {agent: self.playing.action_space() for agent in self.possible_agents}

    def observation_space(self, agent: str) -> gymnasium.spaces.Dict:
        return self._observations[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: Json | None = None) -> tuple[Json, Json]:
        self.playing.reset(seed)
        self.agents = self.possible_agents[:]
        self.cycles = 0
        return self._observe(), {agent: {} for agent in self.agents}

    def _observe(self) -> Json:
        return {agent: self.playing.observe(seat) for seat, agent in enumerate(self.agents)}

    def step(self, actions: dict[str, int]) -> Stepped:
        playing = self.playing
        agent = self.agents[playing.seat]
        infos: dict[str, Any] = {agent: {} for agent in self.agents}
        if not playing.choose(actions.get(agent)):
            infos[agent] = {"refused": f"code {actions.get(agent)} is not offered now"}
        self.cycles += 1
        over = playing.outcome() is not None
        cut = not over and (playing.truncated or (self.max_cycles is not None and self.cycles >= self.max_cycles))
        seen = self._observe()
        rewards = dict(zip(self.agents, playing.rewards(), strict=True))
        ended, stopped = dict.fromkeys(self.agents, over), dict.fromkeys(self.agents, cut)
        if over or cut:
            self.agents = []
        return seen, rewards, ended, stopped, infos

    def render(self) -> str | Pixels:
        return self.playing.render(self.render_mode)

    def __str__(self) -> str:
        return str(self.metadata["name"])


def raw_env(game: str, **settings: Unpack[EnvSettings]) -> BoxcarsEnv:
    """The bare environment."""
    return BoxcarsEnv(game, **settings)


def env(game: str, **settings: Unpack[EnvSettings]) -> AECEnv[str, Json, int]:
    """The environment with PettingZoo's checks: a masked-out action loses, calls in the wrong order are told."""
    from pettingzoo.utils import wrappers

    made: Any = raw_env(game, **settings)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


def parallel_env(game: str, **settings: Unpack[EnvSettings]) -> BoxcarsParallelEnv:
    """All agents in every cycle; ``max_cycles`` cuts a game short."""
    return BoxcarsParallelEnv(game, **settings)
