"""Every game as a PettingZoo AEC environment.

    env = boxcars.envs.pettingzoo.env("ticket_to_ride", players=3, reward="rank")

Agents are ``seat_0`` …; an observation is ``{"observation": float32 vector, "action_mask": int8 vector}``. An action that the
mask forbids changes nothing in the bare environment: the seat is asked again (``infos[agent]["refused"]``).
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from pettingzoo import AECEnv

from boxcars.core import registry
from boxcars.core.chance import Chance, new_seed, seed_from
from boxcars.envs.coding import Choice, Coding
from boxcars.envs.reward import REWARDS

VERSION = "v0"


class BoxcarsEnv(AECEnv[str, dict[str, Any], int]):
    """One game for learners. Copies (``copy.deepcopy``) and pickles at any point."""

    metadata = {"render_modes": ["svg", "rgb_array"], "name": f"boxcars_{VERSION}", "is_parallelizable": False, "render_fps": 2}

    def __init__(
        self,
        game: str,
        map: str | None = None,
        players: int | None = None,
        options: dict[str, Any] | None = None,
        reward: str = "rank",
        render_mode: str | None = None,
        max_decisions: int | None = None,
    ) -> None:
        super().__init__()
        if reward not in REWARDS:
            raise ValueError(f"reward {reward!r}: choose one of {', '.join(REWARDS)}")
        self.rules = registry.make(game, map, players, options)
        self.coding = Coding(self.rules)
        self.reward = reward
        self.render_mode = render_mode
        self.max_decisions = max_decisions
        self.metadata = {**self.metadata, "name": f"{game}_{VERSION}"}
        self.possible_agents = [f"seat_{i}" for i in range(self.rules.players)]
        self.agents: list[str] = []
        size, actions = self.coding.size, self.coding.actions
        vector = gymnasium.spaces.Box(-np.inf, np.inf, (size,), np.float32)
        mask = gymnasium.spaces.Box(0, 1, (actions,), np.int8)
        self._observations = {
            a: gymnasium.spaces.Dict({"observation": vector, "action_mask": mask}) for a in self.possible_agents
        }
        self._actions = {a: gymnasium.spaces.Discrete(actions) for a in self.possible_agents}
        self.state_: Any = None
        self.choice: Choice | None = None
        self.decisions = 0

    # -- the interface of PettingZoo ---------------------------------------------------------------------------------

    def observation_space(self, agent: str) -> Any:
        return self._observations[agent]

    def action_space(self, agent: str) -> Any:
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.state_ = self.rules.start(Chance(seed_from(seed) if seed is not None else new_seed()))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {a: {} for a in self.agents}
        self.decisions = 0
        self._ask()

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self.possible_agents.index(agent)
        mine = self.choice is not None and agent == self.agent_selection
        vector = self.coding.observe(self.rules.observe(self.state_, seat), self.choice.chosen if mine and self.choice else [])
        mask = np.zeros(self.coding.actions, np.int8)
        if mine and self.choice:
            mask[list(self.choice.targets())] = 1
        return {"observation": np.asarray(vector, np.float32), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.infos[agent] = {}
        assert self.choice is not None
        try:
            done = self.choice.choose(int(action))  # type: ignore[arg-type]
        except (KeyError, TypeError, ValueError):
            self.infos[agent] = {"refused": f"code {action} is not offered now"}
        else:
            if done is not None:
                self.rules.apply(self.state_, done)
                self.decisions += 1
                self._ask()
        self._accumulate_rewards()

    def render(self) -> Any:
        from boxcars.view.svg import show

        picture = show(self.rules, self.state_, None)
        if self.render_mode == "rgb_array":
            return rasterise(picture._repr_svg_())
        return picture._repr_svg_()

    def state(self) -> Any:
        """The whole position as bytes of JSON, as an array (for centralised critics and for debugging)."""
        return np.frombuffer(self.rules.write(self.state_), np.uint8)

    def close(self) -> None:
        pass

    # -- the game ----------------------------------------------------------------------------------------------------

    def _ask(self) -> None:
        """Whose choice is next; at the end, what everybody gets."""
        seat = self.rules.actor(self.state_)
        outcome = self.rules.outcome(self.state_)
        if outcome is not None:
            self.choice = None
            for agent, value in zip(self.possible_agents, REWARDS[self.reward](outcome), strict=True):
                self.rewards[agent] = value
                self.terminations[agent] = True
                self.infos[agent] = {"score": outcome.scores[self.possible_agents.index(agent)]}
            self.agent_selection = self.agents[0]
            return
        if self.max_decisions is not None and self.decisions >= self.max_decisions:
            self.choice = None
            self.truncations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
            return
        self.agent_selection = self.possible_agents[seat]
        self.choice = Choice(self.coding, self.rules.legal(self.state_))

    def legal(self) -> list[Any]:
        """The actions that can still be completed from here."""
        return list(self.choice.left.values()) if self.choice else []

    # -- copies ------------------------------------------------------------------------------------------------------

    def __getstate__(self) -> dict[str, Any]:
        out = {k: v for k, v in self.__dict__.items() if k not in ("rules", "coding", "state_", "choice")}
        out["_made"] = (self.rules.game, self.rules.map, self.rules.players, self.rules.options)
        out["_position"] = None if self.state_ is None else self.rules.write(self.state_)
        out["_chosen"] = None if self.choice is None else (self.choice.chosen[:], self.choice.page)
        return out

    def __setstate__(self, saved: dict[str, Any]) -> None:
        game, map, players, options = saved.pop("_made")
        position, chosen = saved.pop("_position"), saved.pop("_chosen")
        self.__dict__.update(saved)
        self.rules = registry.make(game, map, players, dict(options))
        self.coding = Coding(self.rules)
        self.state_ = None if position is None else self.rules.read_state(position)
        self.choice = None
        if chosen is not None:
            self.choice = Choice(self.coding, self.rules.legal(self.state_))
            for code in chosen[0]:
                self.choice.choose(code)
            self.choice.page = chosen[1]

    def __str__(self) -> str:
        return str(self.metadata["name"])


def rasterise(svg: str, width: int = 900) -> Any:
    """An SVG picture as an RGB array."""
    import io

    import vl_convert
    from PIL import Image

    png = vl_convert.svg_to_png(svg, ppi=72)
    image = Image.open(io.BytesIO(png)).convert("RGB")
    image.thumbnail((width, width))
    return np.asarray(image)


def raw_env(game: str, **settings: Any) -> BoxcarsEnv:
    """The bare environment."""
    return BoxcarsEnv(game, **settings)


def env(game: str, **settings: Any) -> Any:
    """The environment with PettingZoo's checks: a masked-out action loses, calls in the wrong order are told."""
    from pettingzoo.utils import wrappers

    made: Any = raw_env(game, **settings)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)
