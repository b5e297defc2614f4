"""Every game for OpenSpiel's algorithms.

    import pyspiel, boxcars.envs.openspiel
    game = pyspiel.load_game("boxcars_ticket_to_ride(players=3)")
    game = boxcars.envs.openspiel.game("age_of_steam", map="st_lucia", players=2)

Chance is explicit: whenever a card, a die or a cube is drawn, the state is a chance node with the exact probabilities. (The rules
ask a scripted chance for the outcome; the action that led there is tried again, on a copy, with one outcome more.) Actions are
chosen word by word as in the other environments. ``resample_from_infostate`` imagines another world for IS-MCTS.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

import numpy as np

from boxcars.core.type_aliases import AnyRules, Json
from boxcars.extras import MissingExtra, explained

try:
    import pyspiel
except ModuleNotFoundError as error:
    raise MissingExtra(explained(error)) from error

from boxcars.core import registry
from boxcars.core.chance import Chance, OutcomeNeeded, seed_from
from boxcars.core.types import Event
from boxcars.envs.encoding import Choice, Coding
from boxcars.envs.rewards import REWARDS

OUTCOMES = 512
"""No draw has more possible outcomes than this."""
PERFECT_INFORMATION = ("age_of_steam", "steam")
"""Games in which nobody knows what another does not."""
MOST_SCORE = 1000.0
"""No difference of scores is larger, in hundreds."""


class Inside:
    """Where a game stands: the position, and perhaps an action that waits for outcomes of chance."""

    def __init__(self, rules: AnyRules, coding: Coding) -> None:
        self.rules = rules
        self.coding = coding
        self.position: Any = None
        """None until the set-up is complete."""
        self.waiting: Any = None
        """The action that is being carried out; None during the set-up."""
        self.script: dict[str, list[int]] = {}
        """The outcomes it has got so far."""
        self.stream = ""
        self.counts: list[int] = []
        """At a chance node: what is drawn from."""
        self.choice: Choice | None = None
        self.told = [b""] * rules.players
        """Per seat: a digest of everything it has been told."""
        self._carry_on()

    def __deepcopy__(self, memo: dict[int, Any]) -> Inside:
        other = Inside.__new__(Inside)
        other.__dict__.update(self.__dict__)
        other.position = None if self.position is None else self.rules.clone(self.position)
        other.script = {stream: told[:] for stream, told in self.script.items()}
        other.choice = None if self.choice is None else self.choice.copy()
        other.told = self.told[:]
        return other

    def __getstate__(self) -> Json:
        rules = self.rules
        return {
            "made": (rules.game, rules.map, rules.players, rules.options),
            "position": None if self.position is None else rules.write(self.position),
            "waiting": None if self.waiting is None else rules.write(self.waiting),
            "choice": None if self.choice is None else self.choice.saved(),
            "rest": (self.script, self.stream, self.counts, self.told),
        }

    def __setstate__(self, saved: Json) -> None:
        game, map, players, options = saved["made"]
        self.rules = rules = registry.make(game, map, players, dict(options))
        self.coding = Coding(rules)
        self.script, self.stream, self.counts, self.told = saved["rest"]
        self.position = None if saved["position"] is None else rules.read_state(saved["position"])
        self.waiting = None if saved["waiting"] is None else rules.read_action(saved["waiting"])
        self.choice = None
        if saved["choice"] is not None:
            self._ask()
            assert self.choice is not None
            self.choice.restore(saved["choice"])

    def _carry_on(self) -> None:
        """Set up, or do the waiting action, as far as the outcomes known allow."""
        events: list[Event] = []
        chance = Chance("", {}, self.script)
        try:
            if self.position is None:
                after = self.rules.start(chance, events)
            else:
                after = self.rules.clone(self.position)
                after.chance = chance
                events = self.rules.apply(after, self.waiting)
        except OutcomeNeeded as needed:
            self.stream, self.counts = needed.stream, list(needed.counts)
            return
        after.chance = Chance("", {}, {})
        self.position, self.waiting, self.script, self.counts = after, None, {}, []
        for seat, before in enumerate(self.told):
            digest = blake2b(before, digest_size=16)
            for event in events:
                digest.update(self.rules.write(self.rules.retell(event, seat)))
            self.told[seat] = digest.digest()
        self._ask()

    def _ask(self) -> None:
        self.choice = None
        if self.seat >= 0:
            self.choice = Choice(self.coding, self.rules.legal(self.position))

    @property
    def seat(self) -> int:
        return self.rules.actor(self.position)

    def draw(self, outcome: int) -> None:
        """Chance says what was drawn."""
        self.script.setdefault(self.stream, []).append(outcome)
        self._carry_on()

    def choose(self, code: int) -> None:
        """The seat to act chooses a word."""
        assert self.choice is not None
        action = self.choice.choose(code)
        if action is not None:
            self.choice, self.waiting = None, action
            self._carry_on()

    def imagine(self, seat: int, seed: str) -> Inside:
        """Another world that the seat cannot tell from this one, with the same words of an action chosen."""
        other = self.__deepcopy__({})
        other.position = self.rules.imagine(self.position, seat, seed)
        other.position.chance = Chance("", {}, {})
        if self.choice is not None and self.seat == seat:
            other._ask()
            if other.choice is not None:
                other.choice.restore(self.choice.saved())
        else:
            other._ask()
        return other


class BoxcarsGame(pyspiel.Game):  # type: ignore[misc]
    """A game of Boxcars. Parameters: players, map, options ("key:value;key:value"), reward ("rank" or "score")."""

    def __init__(self, key: str, params: Json | None = None) -> None:
        given = params or {}
        options = read_options(key, str(given.get("options", "")))
        self.rules = registry.make(key, given.get("map") or None, given.get("players") or None, options)
        self.coding = Coding(self.rules)
        self.reward = str(given.get("reward") or "rank")
        if self.reward not in REWARDS:
            raise ValueError(f"reward {self.reward!r}: choose one of {', '.join(REWARDS)}")
        alone = self.rules.players == 1
        most = 1.0 if self.reward == "rank" and not alone else MOST_SCORE
        info = pyspiel.GameInfo(
            num_distinct_actions=self.coding.actions,
            max_chance_outcomes=OUTCOMES,
            num_players=self.rules.players,
            min_utility=-most,
            max_utility=most,
            utility_sum=None if alone else 0.0,
            max_game_length=10 * self.rules.max_decisions,
        )
        super().__init__(game_type(key, alone), info, given)
        self.start = Inside(self.rules, self.coding)

    def new_initial_state(self) -> BoxcarsState:
        return BoxcarsState(self)

    def max_chance_nodes_in_history(self) -> int:
        return 10 * self.rules.max_decisions

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> BoxcarsObserver:
        return BoxcarsObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class BoxcarsState(pyspiel.State):  # type: ignore[misc]
    """A position between two words."""

    def __init__(self, game: BoxcarsGame) -> None:
        super().__init__(game)
        self.inside = game.start.__deepcopy__({})
        self.reward = game.reward

    def current_player(self) -> int:
        if self.inside.counts:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.inside.seat
        return seat if seat >= 0 else int(pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        return not self.inside.counts and self.inside.seat < 0

    def _legal_actions(self, player: int) -> list[int]:
        choice = self.inside.choice
        return sorted(choice.targets()) if choice is not None and player == self.inside.seat else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        counts = self.inside.counts
        total = sum(counts)
        return [(i, n / total) for i, n in enumerate(counts) if n]

    def _apply_action(self, action: int) -> None:
        if self.inside.counts:
            self.inside.draw(int(action))
        else:
            self.inside.choose(int(action))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"{self.inside.stream}:{action}"
        choice = self.inside.choice
        word = choice.targets().get(action) if choice is not None else None
        return word or self.inside.coding.word(action)

    def returns(self) -> list[float]:
        if not self.is_terminal():
            return [0.0] * self.inside.rules.players
        outcome = self.inside.rules.outcome(self.inside.position)
        assert outcome is not None
        return REWARDS[self.reward](outcome)

    def resample_from_infostate(self, player: int, sampler: Any) -> BoxcarsState:
        """Another state that looks the same to the player; ``sampler`` gives random numbers from 0 to 1. It has no history."""
        other = BoxcarsState(self.get_game())
        other.inside = self.inside.imagine(player, seed_from(f"{sampler():.17g}"))
        return other

    def seen(self, player: int | None) -> str:
        """What a player (None: a spectator) sees, as JSON, with the words chosen so far."""
        inside = self.inside
        if inside.position is None:
            return "{}"
        text = inside.rules.write(inside.rules.observe(inside.position, player)).decode()
        if inside.choice is not None and inside.choice.chosen and inside.seat == player:
            text += f" {inside.choice.chosen}"
        return text

    def __str__(self) -> str:
        inside = self.inside
        if inside.position is None:
            return f"set-up, {inside.script}, drawing {inside.stream}"
        text = inside.rules.write(inside.position).decode()
        if inside.counts:
            return f"{text} {inside.waiting} {inside.script} drawing {inside.stream}"
        return f"{text} {inside.choice.saved() if inside.choice is not None else ''}"


class BoxcarsObserver:
    """What a player sees: as numbers (see coding.py), and as text. With perfect recall the text knows all that was told."""

    def __init__(self, game: BoxcarsGame, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"there are no parameters of observations: {params}")
        self.kind = kind
        self.coding = game.coding
        self.secrets = game.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
        self.own = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor = np.zeros(self.coding.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: BoxcarsState, player: int) -> None:
        inside = state.inside
        self.tensor.fill(0)
        if inside.position is not None and (self.kind.public_info or self.own):
            seat = player if self.own else None
            mine = inside.choice is not None and inside.seat == seat
            chosen = inside.choice.chosen if mine and inside.choice is not None else []
            self.tensor[:] = self.coding.observe(inside.rules.observe(inside.position, seat), chosen)

    def string_from(self, state: BoxcarsState, player: int) -> str:
        if not self.kind.public_info and not (self.own and self.secrets):
            return ""
        text = state.seen(player if self.own else None)
        if self.kind.perfect_recall:
            text = f"{player} {state.inside.told[player].hex()} {text}"
        return text


def read_options(key: str, text: str) -> Json:
    """``"mode:standard;advanced:true"`` by the kinds of the game's options. (OpenSpiel keeps "=" and "," for itself.)"""
    known = {option.key: option for option in registry.game(key).options}
    out: dict[str, Any] = {}
    for pair in filter(None, text.split(";")):
        name, _, value = pair.partition(":")
        out[name] = known[name].read(value) if name in known else value
    return out


def game_type(key: str, alone: bool = False) -> Any:
    chosen = registry.game(key)
    information = pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=f"boxcars_{key}",
        long_name=chosen.name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.PERFECT_INFORMATION if key in PERFECT_INFORMATION else information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM if alone else pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(chosen.players),
        min_num_players=min(chosen.players),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": 0, "map": "", "options": "", "reward": "rank"},
    )


def game_class(key: str) -> Any:
    """The class that OpenSpiel makes games of this kind from."""

    class Made(BoxcarsGame):
        def __init__(self, params: Json | None = None) -> None:
            super().__init__(key, params)

    Made.__name__ = Made.__qualname__ = name = f"Boxcars_{key}"
    globals()[name] = Made  # where pickle looks for it
    return Made


CLASSES = {key: game_class(key) for key in registry.games()}


def game(key: str, map: str | None = None, players: int | None = None, options: str = "", reward: str = "rank") -> Any:
    """A game without going through its name."""
    return CLASSES[key]({"players": players or 0, "map": map or "", "options": options, "reward": reward})


for _key, _made in CLASSES.items():
    pyspiel.register_game(game_type(_key), _made)
