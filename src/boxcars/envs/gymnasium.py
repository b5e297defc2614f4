"""One seat of a game as a Gymnasium environment: the other seats are bots.

    import gymnasium, boxcars.envs.gymnasium
    env = gymnasium.make("boxcars/TicketToRide-v1", players=3, bots="heuristic", seat=0)

The ids are registered when this module is imported (Gymnasium 1 reads no entry points); Gymnasium imports it itself if the id
names it: ``gymnasium.make("boxcars.envs.gymnasium:boxcars/TicketToRide-v1")``. A code that the mask forbids changes nothing
(``info["refused"]``).
"""

from __future__ import annotations

import copy
from typing import Any, Unpack

import numpy as np
import numpy.typing as npt

from boxcars.core.type_aliases import Json
from boxcars.extras import MissingExtra, explained

try:
    import gymnasium
    from gymnasium.envs.registration import registry as registered
except ModuleNotFoundError as error:
    raise MissingExtra(explained(error)) from error

from boxcars.bots import SeatView, make_bot
from boxcars.bots.bot import check_kind
from boxcars.core.types import Action
from boxcars.envs.game_session import RENDER_MODES, VERSION, GameSession, Settings, check_render_mode
from boxcars.envs.svg_raster import Pixels

GAMES = {
    "TicketToRide": "ticket_to_ride",
    "AgeOfSteam": "age_of_steam",
    "Steam": "steam",
    "Silverton": "silverton",
    "Spike": "spike",
}
"""Name in the environment's id -> game."""


class BoxcarsGym(gymnasium.Env[dict[str, Any], int]):
    """A learner's seat. ``bots``: one kind for all other seats, or a list of kinds, one for each other seat in turn order.

    ``seat``: where the learner sits; None: a seat at random in every game.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 2}

    def __init__(
        self,
        game: str,
        bots: str | list[str] = "heuristic",
        seat: int | None = 0,
        render_mode: str | None = None,
        **settings: Unpack[Settings],
    ) -> None:
        self.playing = GameSession(game, **settings)
        others = self.playing.rules.players - 1
        self.kinds = [bots] * others if isinstance(bots, str) else list(bots)
        if len(self.kinds) != others:
            raise ValueError(f"{others} bots are needed, not {len(self.kinds)}")
        for kind in self.kinds:
            check_kind(kind)
        if seat is not None and not 0 <= seat <= others:
            raise ValueError(f"seat {seat}: choose 0 to {others}, or None")
        check_render_mode(render_mode)
        self.wanted = seat
        self.seat = seat or 0
        """The learner's seat in this game."""
        self.render_mode = render_mode
        self.observation_space = self.playing.observation_space()
        self.action_space = self.playing.action_space()  # type: ignore[assignment]  # its samples are numbers of NumPy, which do as well
        self.bots: dict[int, Any] = {}

    # -- the interface of Gymnasium ----------------------------------------------------------------------------------

    def reset(self, *, seed: int | None = None, options: Json | None = None) -> tuple[Json, Json]:
        super().reset(seed=seed)
        players = self.playing.rules.players
        luck = str(self.np_random.integers(2**62))
        self.seat = self.wanted if self.wanted is not None else int(self.np_random.integers(players))
        others = [(self.seat + i) % players for i in range(1, players)]
        self.bots = {
            seat: make_bot(kind, self.playing.rules, f"{luck}:{seat}") for seat, kind in zip(others, self.kinds, strict=True)
        }
        self.playing.reset(luck)
        self._let_bots_play()
        return self._seen(), self._info()

    def step(self, action: int) -> tuple[Json, float, bool, bool, Json]:
        if not self.playing.open:
            raise RuntimeError("the game is over: call reset()")
        refused = not self.playing.choose(action)
        if not refused:
            self._let_bots_play()
        info = self._info()
        if refused:
            info["refused"] = f"code {action} is not offered now"
        outcome = self.playing.outcome()
        if outcome is not None:
            info |= {"scores": outcome.scores, "rank": outcome.ranks[self.seat]}
        return self._seen(), self.playing.rewards()[self.seat], outcome is not None, self.playing.truncated, info

    def render(self) -> str | Pixels:
        return self.playing.render(self.render_mode, self.seat)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return the mask under the name that learners with masks look for (sb3-contrib's MaskablePPO)."""
        return self.playing.mask(self.seat).astype(np.bool_)

    def _seen(self) -> Json:
        return self.playing.observe(self.seat)

    def _info(self) -> Json:
        return {"action_mask": self.playing.mask(self.seat), "seat": self.seat}

    def _let_bots_play(self) -> None:
        """Let bots act until it is the learner's turn or the game is over. A bot is given what its seat may know."""
        playing = self.playing
        while playing.open and playing.seat != self.seat:
            view = SeatView(playing.rules, playing.position, playing.seat)
            playing.act(self.bots[playing.seat].choose(view))

    def legal(self) -> list[Action]:
        """Return the learner's actions that can still be completed from here."""
        return list(self.playing.choice.left.values()) if self.playing.choice else []

    # -- copies ------------------------------------------------------------------------------------------------------

    def __deepcopy__(self, memo: dict[int, Any]) -> BoxcarsGym:
        other = type(self).__new__(type(self))
        memo[id(self)] = other
        other.playing = copy.deepcopy(self.playing, memo)
        for bot in self.bots.values():
            if hasattr(bot, "evaluator"):
                memo[id(bot.evaluator)] = bot.evaluator  # evaluators hold caches of the rules and never change
        rest = {key: copy.deepcopy(value, memo) for key, value in self.__dict__.items() if key != "playing"}
        other.__dict__.update(rest)
        return other

    def __getstate__(self) -> Json:
        """Bots are pickled without the rules and the evaluator, which are made again."""
        out = {key: value for key, value in self.__dict__.items() if key != "bots"}
        out["_bots"] = {
            seat: (type(bot), {k: v for k, v in bot.__dict__.items() if k not in ("rules", "evaluator")})
            for seat, bot in self.bots.items()
        }
        return out

    def __setstate__(self, saved: Json) -> None:
        bots = saved.pop("_bots")
        self.__dict__.update(saved)
        self.bots = {}
        for seat, (kind, inside) in bots.items():
            bot = kind.__new__(kind)
            bot.__dict__.update(inside, rules=self.playing.rules)
            if hasattr(bot, "make_evaluator"):
                bot.evaluator = bot.make_evaluator()
            self.bots[seat] = bot


def register() -> None:
    """Register the ids ``boxcars/TicketToRide-v1`` … with Gymnasium."""
    for name, game in GAMES.items():
        id = f"boxcars/{name}-{VERSION}"
        if id not in registered:
            gymnasium.register(id, entry_point="boxcars.envs.gymnasium:BoxcarsGym", kwargs={"game": game})


register()
