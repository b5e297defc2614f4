"""The evaluator of a game, for its bots: a policy (logits of the legal actions) and a value (each seat's probability to win).

Hand-written heuristics, learned networks and your own code implement the same class. An evaluator is only ever shown a
determinized state (``Rules.imagine``: whatever the seat cannot know is dealt at random), so it may read the whole state and
learns no secret.
"""

from __future__ import annotations

import random
from math import log
from typing import Any, ClassVar, Final, Generic, TypeVar

from mypy_extensions import mypyc_attr

from boxcars.core.game import Rules, State
from boxcars.core.messages import T, Text
from boxcars.core.rollout import rollout

S = TypeVar("S", bound=State)

NEGLIGIBLE: Final = 6.0
"""Actions whose logit is lower than the best by more than this many rollout temperatures are never sampled in a rollout."""
NO_FILE: Final = "none"
"""As the name of a file of fitted numbers: use none."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Evaluator(Generic[S]):
    """Policy and value of one game. One evaluator serves one Rules object.

    A subclass implements ``policy`` and ``value``; everything else has a default.
    """

    level_settings: ClassVar[dict[str, dict[str, Any]]] = {}
    """Settings of the bot levels in this game that differ from the usual ones (``bots.levels``): "expert", or "expert/2" for
    games of two players."""
    uses_observation_only: ClassVar[bool] = False
    """Whether policy and value read nothing but the observation of the seat to act (``ObservationEvaluator``)."""

    def __init__(self, rules: Rules[Any]) -> None:
        self.rules = rules
        self.rollout_rng: random.Random | None = None
        """Random numbers for sampling rollout actions (``sample_index``); None: rollouts play the best action."""
        self.rollout_temperature = 0.0
        """Temperature of that sampling, in units of the logits; 0: rollouts play the best action."""

    def set_weights(self, numbers: dict[str, float]) -> None:
        """Replace some of the evaluator's ``weights``, for example by numbers fitted by self-play (``weights.json``)."""
        weights = getattr(self, "weights", None)
        unknown = [name for name in numbers if not hasattr(weights, name)]
        if unknown:
            raise ValueError(f"{type(self).__name__} has no weight named {', '.join(sorted(unknown))}")
        for name, number in numbers.items():
            setattr(weights, name, number)

    def use_value_file(self, name: str) -> None:
        """Read the value model from another file beside the current one (``value_1.json``); NO_FILE: use no value model.

        For evaluators without a fitted value model this does nothing.
        """

    # -- policy ------------------------------------------------------------------------------------------------------

    def policy(self, state: S, legal: list[Any]) -> list[float]:
        """Return the logit of each legal action of the seat to act.

        The heuristic bot plays the greatest; the search turns them into priors, so differences matter: about 1 where a good
        player would hesitate, 5 where he would not.
        """
        raise NotImplementedError

    def rollout_action(self, state: S, memo: dict[int, Any]) -> Any:
        """Return the action of the seat to act in a rollout: by default the greatest logit, or a sample (``sample_index``).

        ``memo`` belongs to one rollout and may keep plans that take several decisions. A game may decide faster here than
        ``policy``.
        """
        legal = self.rules.legal(state)
        if len(legal) == 1:
            return legal[0]
        return legal[self.sample_index(self.policy(state, legal))]

    def sample_index(self, logits: list[float]) -> int:
        """Return the index of the greatest logit or, with ``rollout_rng``, an index sampled at the rollout temperature.

        Without sampling, in a game without chance all rollouts of an action would be the same game.
        """
        best = max(logits)
        rng, temperature = self.rollout_rng, self.rollout_temperature
        if rng is None or temperature <= 0.0:
            return logits.index(best)
        near = [i for i, logit in enumerate(logits) if logit > best - NEGLIGIBLE * temperature]
        if len(near) == 1:
            return near[0]
        chosen, top = 0, -1e9
        for i in near:
            noisy = logits[i] - temperature * log(-log(rng.random() + 1e-12))
            if noisy > top:
                chosen, top = i, noisy
        return chosen

    # -- hints for searches ------------------------------------------------------------------------------------------

    def distinct_candidates(self, legal: list[Any], logits: list[float]) -> list[int]:
        """Return the indexes of the actions worth comparing: without those that will follow anyway, only in another order."""
        return list(range(len(legal)))

    def search_is_useful(self, state: S) -> bool:
        """Return whether rollouts tell more than the logits do for the decision that is due."""
        return True

    # -- value -------------------------------------------------------------------------------------------------------

    def value(self, state: S) -> list[float]:
        """Return for each seat the probability to win, between 0 and 1."""
        raise NotImplementedError

    def seat_value(self, state: S, seat: int) -> float:
        """Return the probability of one seat to win; may change ``state``."""
        return self.value(state)[seat]

    def expected_score(self, state: S) -> list[float]:
        """Return for each seat its expected score scaled to 0 … 1; the probability to win if the game has no such forecast."""
        return self.value(state)

    # -- horizon -----------------------------------------------------------------------------------------------------

    def current_round(self, state: S) -> int:
        """Return the number of the round, or 0 if positions may be valued at any moment.

        In games with auctions or with building for later deliveries, a turn's worth shows only at the end of the round: the
        search values positions when the round has changed.
        """
        return 0

    def chance_period(self, state: S) -> int:
        """Return a number that changes whenever paired rollouts of a world restart the same chance: the round, or something
        finer."""
        return self.current_round(state)

    def rounds_left(self, state: S) -> int:
        """Return the estimated number of rounds left, this one included; 0 if the game cannot tell."""
        return 0

    def projected_rounds_left(self, state: S) -> int:
        """Return the same estimate from what every seat owns now, where the game can compute that."""
        return self.rounds_left(state)

    # -- explanation -------------------------------------------------------------------------------------------------

    def explain_action(self, state: S, action: Any) -> Text:
        """Return a sentence that says what speaks for the action; ``state`` is the one before the action."""
        return T("The bot for this game doesn't explain its moves.")


@mypyc_attr(allow_interpreted_subclasses=True)
class ObservationEvaluator(Evaluator[S]):
    """An evaluator that reads observations, such as a learned network. A subclass implements ``logits`` and ``win_probability``.

    It values a position when its seat is to act; until then everybody plays the action with the greatest logit.
    """

    uses_observation_only = True

    @staticmethod
    def supports(rules: Any) -> bool:
        """Return whether it was trained for this board and number of seats and is stronger there than the search."""
        return True

    def logits(self, observation: Any, legal: list[Any]) -> list[float]:
        """Return the logit of each legal action of the seat that observes."""
        raise NotImplementedError

    def win_probability(self, observation: Any) -> float:
        """Return the probability of the observing seat, which is to act, to win; the same on every machine."""
        raise NotImplementedError

    def best_action(self, observation: Any, legal: list[Any]) -> Any:
        """Return the legal action with the greatest logit."""
        if len(legal) == 1:
            return legal[0]
        logits = self.logits(observation, legal)
        return legal[logits.index(max(logits))]

    def policy(self, state: S, legal: list[Any]) -> list[float]:
        return self.logits(self.rules.observe(state, self.rules.actor(state)), legal)

    def rollout_action(self, state: S, memo: dict[int, Any]) -> Any:
        return self._next_action(state)

    def _next_action(self, state: Any) -> Any:
        return self.best_action(self.rules.observe(state, self.rules.actor(state)), self.rules.legal(state))

    def seat_value(self, state: S, seat: int) -> float:
        """Return the probability of the seat to win, valued when it is to act next; plays ``state`` on until then."""

        def is_its_turn(state: Any, actor: int) -> bool:
            return actor == seat

        if rollout(self.rules, state, self._next_action, is_its_turn) == seat:
            return self.win_probability(self.rules.observe(state, seat))
        outcome = self.rules.outcome(state)
        assert outcome is not None
        return 1 / len(outcome.winners) if outcome.ranks[seat] == 1 else 0.0

    def value(self, state: S) -> list[float]:
        return [self.seat_value(self.rules.clone(state), seat) for seat in range(self.rules.players)]
