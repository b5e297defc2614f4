"""A game in progress as learners play it: the part that PettingZoo and Gymnasium share."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any, TypedDict

import gymnasium
import numpy as np
import numpy.typing as npt

from boxcars.core import registry
from boxcars.core.chance import Chance, new_seed, seed_from
from boxcars.core.type_aliases import AnyState, Json
from boxcars.core.types import Action, Outcome
from boxcars.envs.encoding import Choice, Coding, FastEncoder, SeatFeatures
from boxcars.envs.rewards import REWARDS
from boxcars.envs.svg_raster import Pixels

VERSION = "v1"
"""Raised whenever the meaning of a code or of a place in the observation changes."""
RENDER_MODES = ["svg", "rgb_array"]


def check_render_mode(mode: str | None) -> None:
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode {mode!r}: choose one of {', '.join(RENDER_MODES)}")


class Settings(TypedDict, total=False):
    """Settings of a ``GameSession`` besides the game."""

    map: str | Path | None
    players: int | None
    options: Json | None
    reward: str
    max_decisions: int | None


class _SeatFeatures:
    """The features of one seat, as last computed."""

    def __init__(self, coding: Coding, seat: int) -> None:
        self.features = np.zeros(coding.features, np.float32)
        self.view = self.features.data
        self.fast: SeatFeatures | None = (
            None if coding.fast_encoder is None else coding.fast_encoder.seat_features(seat, self.view)
        )
        """The game's own updater of these features, if it has a fast encoder."""


class GameSession:
    """Rules, position, and the action that is being chosen. Copies and pickles at any point; copies share the rules."""

    def __init__(
        self,
        game: str,
        map: str | Path | None = None,
        players: int | None = None,
        options: Json | None = None,
        reward: str = "rank",
        max_decisions: int | None = None,
    ) -> None:
        if reward not in REWARDS:
            raise ValueError(f"reward {reward!r}: choose one of {', '.join(REWARDS)}")
        self.rules = registry.make(game, map, players, options)
        self.coding = Coding(self.rules)
        self.reward = reward
        self.max_decisions = max_decisions
        self.position: Any = None
        self._choice: Choice | None = None
        self.decisions = 0
        self.seat = -1
        """The seat to act; -1 when the game is over, or none has begun."""
        self._fast_encoder: FastEncoder | None = self.coding.fast_encoder
        self._first = False
        """Whether a seat is to act and the fast encoder knows the first words."""
        self._looked = -1
        """The seat whose features are up to date; -1: none."""
        self._seat_features: list[_SeatFeatures] = []
        self._forget()

    # -- spaces ------------------------------------------------------------------------------------------------------

    def observation_space(self) -> gymnasium.spaces.Dict:
        vector = gymnasium.spaces.Box(-np.inf, np.inf, (self.coding.size,), np.float32)
        mask = gymnasium.spaces.Box(0, 1, (self.coding.actions,), np.int8)
        return gymnasium.spaces.Dict({"observation": vector, "action_mask": mask})

    def action_space(self) -> gymnasium.spaces.Discrete:
        return gymnasium.spaces.Discrete(self.coding.actions)

    # -- play --------------------------------------------------------------------------------------------------------

    def reset(self, seed: int | str | None) -> None:
        self.position = self.rules.start(Chance(new_seed() if seed is None else seed_from(seed)))
        self.decisions = 0
        self._stand()

    def stand_at(self, position: AnyState) -> None:
        """Go on from a position of the same rules. The session owns it from now on."""
        self.position = position
        self._stand()

    def _stand(self) -> None:
        """Prepare a new position: the seat to act, and whether the fast encoder knows its first words."""
        self.seat = self.rules.actor(self.position)
        self._first = self._fast_encoder is not None and self._fast_encoder.is_ready(self.position)
        if self._first and self.max_decisions is not None:
            self._first = self.open
        self._choice = None
        self._looked = -1

    @property
    def choice(self) -> Choice | None:
        """Return the action being composed by the seat to act (made when first asked for); None if no seat is to act."""
        if self._choice is None and self.open:
            self._choice = Choice(self.coding, self.rules.legal(self.position))
        return self._choice

    @property
    def open(self) -> bool:
        """Return whether a seat is to act: the game is neither over nor truncated."""
        return self.seat >= 0 and (self.max_decisions is None or self.decisions < self.max_decisions)

    @property
    def truncated(self) -> bool:
        return self.max_decisions is not None and self.decisions >= self.max_decisions and self.seat >= 0

    def choose(self, code: int | None) -> bool:
        """Choose a word for the seat to act; False if it is not offered, and nothing has changed."""
        if self._first and self._choice is None:
            return self._choose_first(code)
        choice = self._choice or self.choice
        assert choice is not None
        try:
            action = choice.choose(int(code))  # type: ignore[arg-type]  # None raises TypeError
        except (KeyError, TypeError, ValueError):
            return False
        if action is not None:
            self.act(action)
        return True

    def _choose_first(self, code: int | None) -> bool:
        """Choose the first word of an action by the fast encoder."""
        assert self._fast_encoder is not None
        try:
            number = int(code)  # type: ignore[arg-type]  # None raises TypeError
        except (TypeError, ValueError):
            return False
        left = self._fast_encoder.actions_for_code(self.position, number)
        if len(left) == 1:
            self.decisions += 1
            self._stand()
        elif left:
            self._choice = Choice(self.coding, left)
            self._choice.chosen = [number]
        return bool(left)

    def act(self, action: Action) -> None:
        """Play a whole action of the seat to act."""
        self.rules.apply(self.position, action)
        self.decisions += 1
        self._stand()

    def outcome(self) -> Outcome | None:
        return self.rules.outcome(self.position)

    def rewards(self) -> list[float]:
        """Return each seat's reward of a finished game; 0 before."""
        outcome = self.outcome()
        return [0.0] * self.rules.players if outcome is None else REWARDS[self.reward](outcome)

    # -- what a seat sees --------------------------------------------------------------------------------------------

    def mask(self, seat: int) -> npt.NDArray[np.int8]:
        """Return a mask: 1 for each code that the seat may choose now."""
        out = np.zeros(self.coding.actions, np.int8)
        self.fill_mask(seat, out.data)
        return out

    def fill_mask(self, seat: int, out: memoryview) -> None:
        """Set 1 for each code that the seat may choose now, in an array of zeros given as a view of its memory."""
        if seat != self.seat:
            return
        if self._first and self._choice is None:
            assert self._fast_encoder is not None
            self._fast_encoder.fill_mask(self.position, out)
        elif (choice := self._choice or self.choice) is not None:
            choice.fill_mask(out)

    def features(self, seat: int) -> npt.NDArray[np.float32]:
        """Return the seat's features, without the words chosen so far. The array is overwritten after the next action."""
        return self._look(seat).features

    def view(self, seat: int) -> memoryview:
        """Return the seat's features as a view of their memory."""
        return self._look(seat).view

    def _look(self, seat: int) -> _SeatFeatures:
        seat_features = self._seat_features[seat]
        if self._looked == seat:
            return seat_features
        if seat_features.fast is not None and self.position.agenda:
            seat_features.fast.update(self.position)
            self._looked = seat
            return seat_features
        if seat_features.fast is not None:  # a game that is over is seen otherwise; for the next one there is another sight
            seat_features = _SeatFeatures(self.coding, seat)
        seat_features.features.fill(0.0)
        self.coding.layout.write(self.rules.observe(self.position, seat), seat_features.view)
        self._looked = seat if seat_features.fast is None else -1
        return seat_features

    def mark_words(self, seat: int, out: npt.NDArray[np.float32]) -> None:
        """Set 1 for each code that the seat has chosen so far, in an array of zeros."""
        if self._choice is not None and self._choice.chosen and seat == self.seat:
            out[self._choice.chosen] = 1.0

    def observe(self, seat: int) -> Json:
        features = self.coding.features
        vector = np.zeros(self.coding.size, np.float32)
        vector[:features] = self.features(seat)
        if self._choice is not None and self._choice.chosen:
            self.mark_words(seat, vector[features:])
        return {"observation": vector, "action_mask": self.mask(seat)}

    def _forget(self) -> None:
        """Mark all features as outdated."""
        self._looked = -1
        self._seat_features = [_SeatFeatures(self.coding, seat) for seat in range(self.rules.players)]

    def render(self, mode: str | None, seat: int | None = None) -> str | Pixels:
        """Return the board as a seat (None: a spectator) sees it: SVG text, or pixels for "rgb_array"."""
        check_render_mode(mode)
        from boxcars.envs.svg_raster import rasterise
        from boxcars.view.svg_export import board_of, picture, plain

        svg = picture(board_of(self.rules, plain), self.rules.observe(self.position, seat), self.rules.game)
        return rasterise(svg) if mode == "rgb_array" else svg

    # -- copies ------------------------------------------------------------------------------------------------------

    def __deepcopy__(self, memo: dict[int, Any]) -> GameSession:
        """Copy the session fast enough for tree search: rules and encoding never change and are shared."""
        other = copy.copy(self)
        other.position = None if self.position is None else self.rules.clone(self.position)
        other._choice = None if self._choice is None else self._choice.copy()
        memo[id(self.rules)] = self.rules
        memo[id(self)] = other
        return other

    def __copy__(self) -> GameSession:
        other = GameSession.__new__(GameSession)
        other.__dict__.update(self.__dict__)
        other._forget()
        return other

    def __getstate__(self) -> Json:
        rules = self.rules
        return {
            "made": (rules.game, rules.map, rules.players, rules.options),
            "reward": self.reward,
            "max_decisions": self.max_decisions,
            "position": None if self.position is None else rules.write(self.position),
            "choice": None if self._choice is None else self._choice.saved(),
            "decisions": self.decisions,
        }

    def __setstate__(self, saved: Json) -> None:
        game, map, players, options = saved["made"]
        self.__init__(game, map, players, dict(options), saved["reward"], saved["max_decisions"])  # type: ignore[misc]
        self.decisions = saved["decisions"]
        if saved["position"] is not None:
            self.position = self.rules.read_state(saved["position"])
            self._stand()
        if saved["choice"] is not None and self.choice is not None:
            self.choice.restore(saved["choice"])
