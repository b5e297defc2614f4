"""The bot of a network that learned by self-play: it plays in place of the expert (``ai/learned_player.py`` of a game)."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from statistics import fmean
from typing import Any

from boxcars.bots.bot import Bot, Candidate
from boxcars.bots.evaluators import has_evaluator, load_evaluator
from boxcars.bots.seat_view import SeatView
from boxcars.core.chance import seed_from
from boxcars.core.evaluator import ObservationEvaluator
from boxcars.core.map_loader import is_own
from boxcars.core.registry import game
from boxcars.core.type_aliases import AnyRules
from boxcars.core.types import Action

EXPLAINED = 4
"""Candidates that an explanation compares."""
EXPLAINED_WORLDS = 10
"""Worlds in which each of them is valued."""


def learned_evaluator(rules: AnyRules) -> type[ObservationEvaluator[Any]] | None:
    """Return the class of the game's learned evaluator; None if it has none, or if numpy is not installed."""
    if not has_evaluator(rules.game) or find_spec("numpy") is None:
        return None
    package = game(rules.game).evaluator.partition(":")[0].rpartition(".")[0]
    if not package or find_spec(f"{package}.learned_player") is None:
        return None
    found: type[ObservationEvaluator[Any]] = import_module(f"{package}.learned_player").LearnedEvaluator
    return found


def learned_is_stronger(rules: AnyRules) -> bool:
    """Return whether a learned network plays better than the search here: on the board and with the seats it was trained for."""
    evaluator = learned_evaluator(rules)
    return evaluator is not None and evaluator.supports(rules)


class LearnedBot(Bot):
    """Plays the greatest logit of the game's learned evaluator. Nothing is random: the same view gives the same choice."""

    def __init__(self, rules: AnyRules, seed: str, *, weights: str = "") -> None:
        """``weights``: the path of another weights file than the one that ships for the number of players."""
        super().__init__(rules, seed)
        if is_own(rules.map):
            raise ValueError("the learned network knows the boards of the game only")
        self.weights = weights
        self.evaluator = self.make_evaluator()

    def make_evaluator(self) -> ObservationEvaluator[Any]:
        """Return a new evaluator with the weights of this bot."""
        evaluator = learned_evaluator(self.rules)
        if evaluator is None:
            raise ValueError(f"{self.rules.game} has no learned network, or numpy is missing")
        made: ObservationEvaluator[Any] = evaluator(self.rules, self.weights)  # type: ignore[call-arg]  # every learned evaluator takes a path
        return made

    def choose(self, view: SeatView) -> Action:
        action: Action = self.evaluator.best_action(view.observation, view.legal())
        return action

    def explain(self, view: SeatView) -> list[Candidate]:
        """Return the actions with the greatest logits, best first, each with its probability to win over the same worlds.

        The probabilities never rise along the list: the network was not trained for the win alone. The reasons come from the
        game's own evaluator.
        """
        legal = view.legal()
        logits = self.evaluator.logits(view.observation, legal)
        best = sorted(range(len(legal)), key=lambda i: -logits[i])[:EXPLAINED]
        reasons = load_evaluator(self.rules)
        world = view.imagine(seed_from(f"{self.seed}:why"))
        least = 1.0
        found = []
        for i in best:
            least = min(least, fmean(self._win_probabilities(view, legal[i])))
            found.append(Candidate(legal[i], least, EXPLAINED_WORLDS, reasons.explain_action(world, legal[i])))
        return found

    def _win_probabilities(self, view: SeatView, action: Action) -> Iterator[float]:
        for i in range(EXPLAINED_WORLDS):
            world = view.imagine(seed_from(f"{self.seed}:{i}"))
            self.rules.apply(world, action)
            yield self.evaluator.seat_value(world, view.seat)


MasterBot = LearnedBot
"""Deprecated name of LearnedBot, still found in the records of measurements."""
