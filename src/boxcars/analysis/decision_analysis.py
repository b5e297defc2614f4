"""The analyst: the win chances in a position, and what one decision lost, judged by what that seat knew.

* A **win chance** is one number per seat and position. All seats add up to 1.
* A **loss** compares the action played with the best other one: both are tried in the same imagined worlds (``comparison``) and
  the differences are averaged. What looks like a mistake is looked at twice, the second time further ahead.
* The **stake** is what the least promising action would have lost: where it is next to nothing, nobody can err.

Worlds are numbered, never timed, and dealt from the seat's knowledge alone: nothing that came out of the bag afterwards counts.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from boxcars.analysis.action_comparison import MIN_LOSS, SURE_SE, ActionComparison
from boxcars.analysis.lookahead import WORLD_SEED, lookahead_for
from boxcars.bots import SeatView
from boxcars.bots.search import garbage_collection_paused
from boxcars.core.chance import Chance, seed_from
from boxcars.core.game import Rules
from boxcars.core.messages import Text

ANALYST = 19
"""Raised when the analyst judges differently: analyses are kept under it."""
PLACES = 4
"""Digits that are kept: differences between machines are smaller."""
DEARER = 4
"""Cost of a world that is played to the end of its round, relative to one that is valued as it is."""
HAZY = 2
"""The same cost where rollouts are sampled: fewer worlds are tried, since two such games tell little."""

Label = Literal["", "slip", "mistake", "blunder"]
LABELS: tuple[tuple[float, Label], ...] = ((0.20, "blunder"), (0.10, "mistake"), (MIN_LOSS, "slip"))


def share_out(chances: list[float]) -> list[float]:
    """Return chances scaled to add up to 1. A single player's chance, to reach a goal, stays as it is."""
    total = sum(chances)
    if len(chances) == 1:
        return chances
    return (
        [round(chance / total, PLACES) for chance in chances] if total > 0 else [round(1 / len(chances), PLACES)] * len(chances)
    )


def name_of_loss(loss: float) -> Label:
    """Return the name of a loss that is surely one."""
    return next((name for least, name in LABELS if loss >= least), "")


class Effort(msgspec.Struct, frozen=True):
    """The effort for a decision, counted in worlds."""

    chances: int = 8
    """Number of worlds for the win chances of a position."""
    choose: int = 3
    """Number of worlds for choosing the best candidate."""
    measure: int = 12
    """Number of worlds for comparing it with the action played: fewer where nothing was lost, more where it is close."""
    width: int = 6
    """Number of candidates beside the action played."""


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """A decision of a game. Actions are JSON; win chances are those of the seat that acted."""

    ply: int
    """Number of actions before it."""
    seat: int
    step: str
    """The name of the step that was due."""
    action: msgspec.Raw
    choices: int
    """Number of legal actions; 1: it was forced."""
    best: msgspec.Raw = msgspec.Raw(b"null")
    """A better action; null if there was none, and then the loss is 0."""
    chance: float = 0.0
    """The seat's win chance after the action played: in an ``Analysis`` that of the position, before that the mean of its
    worlds."""
    better: float = 0.0
    """The seat's win chance after the better action."""
    loss: float = 0.0
    error: float = 0.0
    """Standard error of the loss."""
    stake: float = 0.0
    """The loss of the least promising action; 0 where that is not larger than its standard error."""
    label: Label = ""
    why: Text | None = None
    """The reasons for the better action, where the loss has a label."""

    @property
    def matters(self) -> bool:
        """Return whether the decision matters: the least promising action would get a label."""
        return self.stake >= MIN_LOSS

    @property
    def rival(self) -> bytes | None:
        """The better action, if there was one."""
        found = bytes(self.best)
        return found if found != b"null" else None


class Analyst:
    """Analyses the positions and decisions of one game."""

    def __init__(self, rules: Rules[Any], effort: Effort | None = None) -> None:
        self.rules = rules
        self.effort = effort or Effort()
        self.lookahead = lookahead_for(rules)
        self.evaluator = self.lookahead.evaluator
        self.world_values: dict[bytes, list[float]] = {}
        """Values of the worlds of the last position."""

    # -- win chances -------------------------------------------------------------------------------------------------

    @garbage_collection_paused()
    def chances(self, state: Any) -> list[float]:
        """Return each seat's chance to win as the position truly is: one number per position, which add up to 1.

        It depends on the position alone. Luck still to come is new in every world. The graph, the list and the verdicts of an
        analysis quote this number.
        """
        if self.rules.actor(state) < 0:
            return self.result(state)
        self.world_values = {}
        worlds = [self._world_with_new_luck(state, i) for i in range(self.worlds(state))]
        return self._mean_chances(worlds)

    @garbage_collection_paused()
    def seat_chances(self, view: SeatView) -> list[float]:
        """Return the same by what one seat knows: a mean over worlds that it may imagine. Hints quote this number.

        Where nothing is hidden it is the number of the position itself.
        """
        state = view.imagine("")
        self.world_values = {}
        worlds = [
            self._world_with_new_luck(self.lookahead.imagine_probable(view, f"{WORLD_SEED}{i}"), i)
            for i in range(self.worlds(state))
        ]
        return self._mean_chances(worlds)

    def chance_after(self, state: Any, action: Any, seat: int) -> float:
        """Return the seat's chance when it has done this and whatever is drawn then is drawn anew: a mean over worlds."""
        self.world_values = {}
        worlds = [self._world_with_new_luck(state, i) for i in range(self.worlds(state))]
        for world in worlds:
            self.rules.apply(world, action)
        return self._mean_chances(worlds)[seat]

    def _world_with_new_luck(self, state: Any, i: int) -> Any:
        world = self.rules.clone(state)
        world.chance = Chance(seed_from(f"{WORLD_SEED}{i}"))
        return world

    def _mean_chances(self, worlds: list[Any]) -> list[float]:
        found = [
            self.result(world)
            if self.rules.actor(world) < 0
            else self.lookahead.position_shares(world, f"{WORLD_SEED}{i}", self.world_values)
            for i, world in enumerate(worlds)
        ]
        return share_out([sum(shares) / len(found) for shares in zip(*found, strict=True)])

    def worlds(self, state: Any) -> int:
        """Return the number of worlds for the win chances of a position."""
        calm = not self.lookahead.current_round(state)
        dear = self.lookahead.chance_cost if calm else HAZY if self.lookahead.samples_rollouts else DEARER
        return max(1, self.effort.chances // dear)

    def result(self, state: Any) -> list[float]:
        """Return the result of a finished game as shares of the win."""
        outcome = self.rules.outcome(state)
        assert outcome is not None
        if self.rules.players == 1:
            return [round(self.evaluator.value(state)[0], PLACES)]
        return [round(1 / len(outcome.winners), PLACES) if rank == 1 else 0.0 for rank in outcome.ranks]

    # -- decisions ---------------------------------------------------------------------------------------------------

    @garbage_collection_paused()
    def decision(self, state: Any, ply: int, played: Any, later: list[Any] | None = None) -> Decision:
        """Judge what the seat to act did. ``later``: what it did right afterwards, at the same step; the same actions in another
        order are no mistake. But what it did next may have been better without what it did first."""
        rules = self.rules
        seat = rules.actor(state)
        view = SeatView(rules, state, seat)
        legal = view.legal()
        step = type(state.agenda[-1]).__name__
        body = msgspec.Raw(rules.write(played))
        if len(legal) < 2:
            return Decision(ply=ply, seat=seat, step=step, action=body, choices=1)
        comparison = ActionComparison(self, view, ply)
        rival = comparison.best_rival(legal, played, later or [])
        best = comparison.best_rival(legal, played, []) if later else None
        both = comparison.followed_by(played, later[: later.index(best) + 1]) if later and best in later else None
        if both is not None:
            found = both.compare(played, best)
            if self.label(found.loss, found.error, both.min_lead_se(played, best)):
                comparison, rival = both, best
        stake = comparison.stake(legal, played if rival is None else rival)
        if rival is None:
            return Decision(ply=ply, seat=seat, step=step, action=body, choices=len(legal), stake=max(0.0, round(stake, PLACES)))
        found = comparison.compare(played, rival)
        loss, error = round(found.loss, PLACES), round(found.error, PLACES)
        good = loss <= 0
        chance = round(found.chance, PLACES)
        label: Label = "" if good else self.label(loss, error, comparison.min_lead_se(played, rival))
        return Decision(
            ply=ply,
            seat=seat,
            step=step,
            action=body,
            choices=len(legal),
            best=msgspec.Raw(b"null" if good else rules.write(rival)),
            chance=chance,
            better=chance if good else round(found.better, PLACES),
            loss=0.0 if good else loss,
            error=error,
            stake=max(0.0, loss if label else 0.0, round(stake, PLACES)),
            label=label,
            why=comparison.why(played, rival) if label else None,
        )

    def label(self, loss: float, error: float, min_lead_se: float = 0.0) -> Label:
        """Return the label of a loss that is larger than its standard error."""
        if loss <= (SURE_SE + min_lead_se) * error:
            return ""
        return name_of_loss(loss)

    def best(self, state: Any, ply: int) -> Any:
        """Return the action that the analysis would choose: one without a loss."""
        legal = self.rules.legal(state)
        if len(legal) < 2:
            return legal[0]
        comparison = ActionComparison(self, SeatView(self.rules, state, self.rules.actor(state)), ply)
        chosen = comparison.best_by_logit(legal)
        for _ in legal:
            rival = comparison.best_rival(legal, chosen, [])
            if rival is None or round(comparison.compare(chosen, rival).loss, PLACES) <= 0:
                return chosen
            chosen = rival
        return chosen
