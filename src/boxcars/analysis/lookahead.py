"""How the analysis looks ahead: which worlds a seat believes in, how everybody plays on, and what a position is then worth.

It asks the strongest evaluator of the game (``lookahead_for``): the game's own with the settings of the expert, or a learned
network.
"""

from __future__ import annotations

import json
import random
from functools import cache
from importlib.resources import files
from math import inf
from typing import Any

from boxcars.bots import SeatView
from boxcars.bots.evaluators import load_evaluator
from boxcars.bots.learned_bot import learned_evaluator, learned_is_stronger
from boxcars.bots.levels import analyst_settings
from boxcars.core.chance import Chance, seed_from
from boxcars.core.evaluator import Evaluator, ObservationEvaluator
from boxcars.core.game import Rules
from boxcars.core.rollout import rollout

WORLD_SEED = "analysis:world:"
"""Prefix of the seeds of the worlds in which win probabilities are estimated; a number follows."""
BELIEF_WORLDS = 12
"""Number of worlds dealt to find one in which the rivals hold what suits their play: they knew their cards. Dealt at random,
rivals' tickets would fit nothing they built, and every seat would seem to win."""
BLIND_STEEPNESS = 0.3
"""Where measured win probabilities were less than this share as steep as the evaluator's, it cannot tell yet who leads."""
MIN_TEMPERATURE = 0.2
"""The lowest rollout temperature of a second look: without it, all rollouts of a game without chance would be one game."""
SECOND_LOOK_TURNS = 3
"""Number of own turns that a second look sees ahead in games without rounds."""
ALL_ROUNDS = 99
"""More rounds than any game has."""
PROBABLE_WORLDS = 3
"""Number of worlds dealt to find the one in which a hint's win chance is estimated."""
LONGEST_ROUND = 400
"""Number of decisions after which a round that does not end is valued as it stands."""


@cache
def steepness(game: str, players: int) -> list[float]:
    """Return how much steeper than the evaluator's values the measured win probabilities were (``benchmarks/calibration.py``).

    For games that are over, with one round left, with two, and so on; 1 where nothing was measured. Some numbers of players have
    their own figures.
    """
    known: dict[str, list[float]] = json.loads((files("boxcars.analysis") / "steepness.json").read_text())["games"]
    return known.get(f"{game}/{players}") or known.get(game, [1.0])


def sharpen(shares: list[float], power: float) -> list[float]:
    """Return shares of one win with their odds raised to a power: above 1 the leader leads by more, at 0 all are equal."""
    powers = [share**power for share in shares]
    total = sum(powers)
    return [power / total for power in powers]


def chance_count(world: Any) -> int:
    """Return how many random numbers a world has drawn."""
    return sum(world.chance.counters.values())


def hash_without_chance(rules: Rules[Any], world: Any) -> bytes:
    """Return a world as bytes without its chance: where nothing is drawn, equal bytes come to the same end."""
    chance, world.chance = world.chance, Chance("")
    written = rules.write(world)
    world.chance = chance
    return written


class Lookahead:
    """Look ahead with the game's own evaluator: everybody plays on to the end of the round, when a turn's worth shows."""

    def __init__(self, rules: Rules[Any]) -> None:
        self.rules = rules
        expert = analyst_settings(rules.game, rules.players)
        self.rollout_rounds: int = expert.get("rollout_rounds", 0)
        self.search_last_rounds: int = expert.get("search_last_rounds", 0)
        self.play_out_last_rounds: int = expert.get("play_out_last_rounds", 0)
        """When no more rounds than these are left, the expert's rollouts go to the end of the game, and so do both looks."""
        self.min_lead_se: float = expert.get("min_lead_se", 0.0)
        """By how many standard errors the expert wants a lead over its first choice; the analysis asks for the same."""
        temperature: float = expert.get("rollout_temperature", 0.0)
        self.temperature = max(MIN_TEMPERATURE, temperature)
        """The rollout temperature of a second look."""
        self.chance_cost = 1
        """Cost of a world for the win chances of a position, relative to the usual evaluator."""
        self.samples_rollouts = temperature > 0.0
        """Whether the expert itself samples in rollouts, as nothing else is random: then win probabilities are found so, too."""
        self.second_look_rounds = 0 if self.samples_rollouts else 1
        """How many rounds further a second look sees; none where rollouts are sampled: it would take most of the time and tell
        less."""
        self.prune_margin: float = expert.get("prune_margin", 3.0)
        """How far behind the greatest logit an action may be to be compared."""
        self.min_logit_lead = 0.0 if expert["max_candidates"] == 1 else -inf
        """How much greater the logit of a better action must be, too: value and logits both err. Where the expert plays the
        greatest logit, because a search did not make it stronger, nothing that has it is called an error."""
        self.second_look_turns = 1 if expert["max_candidates"] == 1 else SECOND_LOOK_TURNS
        """How many own turns a second look sees ahead; where a search tells the expert nothing, looking further does not,
        either."""
        self.evaluator: Evaluator[Any] = load_evaluator(
            rules, expert["fitted_share"], expert.get("weights_file", ""), expert.get("value_file", "")
        )
        """The game's own evaluator: it values worlds and counts rounds."""
        self.policy_evaluator = self.evaluator
        """The evaluator whose policy ranks actions and plays on."""
        self.steepness = steepness(rules.game, rules.players)

    # -- the horizon -------------------------------------------------------------------------------------------------

    def current_round(self, world: Any) -> int:
        """Return the round of a world; 0 if the game has none."""
        return self.policy_evaluator.current_round(world)

    def rounds_ahead(self, world: Any, far: bool) -> int:
        """Return how many rounds to look ahead: to the end of the round (``far``: as the expert does), and at least until the
        evaluator can tell who leads."""
        left = self.evaluator.rounds_left(world)
        searches = not self.search_last_rounds or left <= self.search_last_rounds
        rounds = max(1, self.rollout_rounds) if far and searches else 1
        while rounds < left and self.steepness_at(left - rounds) < BLIND_STEEPNESS:
            rounds += 1
        return rounds

    def last_round(self, world: Any, second_look: bool) -> int:
        """Return the round whose beginning ends a look at what may be done in a world."""
        now = self.current_round(world)
        if self.play_out_last_rounds and self.evaluator.projected_rounds_left(world) <= self.play_out_last_rounds:
            return now + ALL_ROUNDS
        return now + self.rounds_ahead(world, far=second_look) + second_look * self.second_look_rounds

    def is_last_round(self, world: Any) -> bool:
        """Return whether the round is the game's last, so that any look at it sees the end."""
        return self.current_round(world) > 0 and self.evaluator.rounds_left(world) == 1

    def steepness_at(self, rounds_left: int) -> float:
        """Return the measured steepness with that many rounds left."""
        return self.steepness[min(rounds_left, len(self.steepness) - 1)]

    def play_on(self, world: Any, seat: int, key: str, now: int, end: int, turns: int = 1, sampled: bool = False) -> bool:
        """Let everybody play on from round ``now`` until round ``end`` begins; without rounds (0), for that many turns of the
        seat.

        Return whether chance had a part in it, be it that of sampled actions.
        """
        evaluator = self.policy_evaluator
        evaluator.rollout_temperature, evaluator.rollout_rng = self.temperature, random.Random(f"{key}:stir") if sampled else None
        last, count, most = seat, 0, LONGEST_ROUND * max(1, end - now)
        memo: dict[int, Any] = {}
        before, by_chance = chance_count(world), sampled

        def is_horizon(state: Any, actor: int) -> bool:
            nonlocal last, count, now, turns, before, by_chance
            if count == most:
                return True
            if now:
                round = self.current_round(state)
                if round >= end:
                    return True
                if round != now:  # every round has chance of its own, the same for all candidates, however many dice they rolled
                    now = round
                    by_chance = by_chance or chance_count(state) > before
                    state.chance = Chance(seed_from(f"{key}:{round}"))
                    before = 0
            elif actor == seat and last != seat:
                turns -= 1
                if not turns:
                    return True
            last = actor
            count += 1
            return False

        rollout(self.rules, world, lambda state: evaluator.rollout_action(state, memo), is_horizon)
        return by_chance or chance_count(world) > before

    # -- win probabilities -------------------------------------------------------------------------------------------

    def imagine_belief(self, view: SeatView, key: str) -> Any:
        """Return a world that the seat may believe in: of several, the one in which the others stand best.

        Where nothing is hidden, all are alike.
        """
        worlds = [view.imagine(seed_from(f"{key}:{i}")) for i in range(2)]
        shares = [self.seat_share(world, view.seat) for world in worlds]
        if shares[0] == shares[1]:
            return worlds[0]
        for i in range(2, BELIEF_WORLDS):
            worlds.append(view.imagine(seed_from(f"{key}:{i}")))
            shares.append(self.seat_share(worlds[i], view.seat))
        return worlds[shares.index(min(shares))]

    def win_shares(self, world: Any) -> list[float]:
        """Return each seat's probability to win, as steep as it was measured; for a single player, the value as it is."""
        values = self.evaluator.value(world)
        if len(values) == 1 or sum(values) <= 0:
            return values
        return sharpen(values, self.steepness_at(self.evaluator.rounds_left(world) if self.rules.actor(world) >= 0 else 0))

    def seat_share(self, world: Any, seat: int) -> float:
        """Return the seat's probability to win in a world."""
        return self.win_shares(world)[seat]

    def imagine_probable(self, view: SeatView, key: str) -> Any:
        """Return a world that is about as good for the seat as those it really meets: neither dealt at random (rivals' hands
        would fit nothing they did) nor the best for the rivals."""
        worlds = [view.imagine(seed_from(f"{key}:{i}")) for i in range(PROBABLE_WORLDS)]
        shares = [self.seat_share(self.rules.clone(world), view.seat) for world in worlds]
        return worlds[shares.index(min(shares))]

    def position_shares(self, world: Any, key: str, known: dict[bytes, list[float]]) -> list[float]:
        """Return each seat's probability to win at a quiet moment: when the round is over, or without rounds, when the first
        seat's turn begins. Before that, some have paid for what they have not got yet. ``known``: what worlds came to.

        ``world`` may change.
        """
        now = self.current_round(world)
        bare, written = hash_without_chance(self.rules, world), self.rules.write(world) + key.encode()
        if bare in known:
            return known[bare]
        if written not in known:
            end = now + self.rounds_ahead(world, far=False) if now else 0
            by_chance = self.play_on(world, 0, key, now, end, sampled=self.samples_rollouts)
            known[written if by_chance else bare] = found = self.win_shares(world)
            return found
        return known[written]

    def quick_share(self, world: Any, seat: int) -> float:
        """Return one seat's probability to win at a quiet moment of one world, which may change."""
        return self.position_shares(world, f"{WORLD_SEED}quick", {})[seat]


class LearnedLookahead(Lookahead):
    """Look ahead with a learned network, where it plays in place of the expert.

    It values what a seat sees when it is that seat's turn, so no world needs to be chosen with care.
    """

    def __init__(self, rules: Rules[Any]) -> None:
        super().__init__(rules)
        learned = learned_evaluator(rules)
        assert learned is not None
        self.learned: ObservationEvaluator[Any] = learned(rules)
        self.policy_evaluator = self.learned
        self.min_lead_se, self.rollout_rounds, self.search_last_rounds = 0.0, 0, 0
        self.second_look_turns = SECOND_LOOK_TURNS
        self.chance_cost = 2
        self.min_logit_lead = (
            1.0  # where a good player would not hesitate: it is rather the value that errs, of tickets for example
        )

    def imagine_belief(self, view: SeatView, key: str) -> Any:
        return view.imagine(seed_from(key))

    def seat_share(self, world: Any, seat: int) -> float:
        """Return the seat's probability to win; plays the world on to its turn."""
        return self.learned.seat_value(world, seat)

    def position_shares(self, world: Any, key: str, known: dict[bytes, list[float]]) -> list[float]:
        """Return each seat's probability to win where its next turn begins, all of them in one rollout."""
        learned, rules = self.learned, self.rules
        shares: dict[int, float] = {}

        def is_horizon(state: Any, actor: int) -> bool:
            if actor not in shares:
                shares[actor] = learned.win_probability(rules.observe(state, actor))
            return len(shares) == rules.players

        rollout(rules, world, lambda state: learned.rollout_action(state, {}), is_horizon)
        outcome = rules.outcome(world)
        for seat in range(rules.players):
            if seat not in shares:  # the game was over before
                assert outcome is not None
                shares[seat] = 1 / len(outcome.winners) if outcome.ranks[seat] == 1 else 0.0
        return [shares[seat] for seat in range(rules.players)]

    def quick_share(self, world: Any, seat: int) -> float:
        return self.learned.seat_value(world, seat)

    def imagine_probable(self, view: SeatView, key: str) -> Any:
        worlds = [view.imagine(seed_from(f"{key}:{i}")) for i in range(PROBABLE_WORLDS)]
        shares = [self.position_shares(self.rules.clone(world), key, {}) for world in worlds]
        own = [found[view.seat] / (sum(found) or 1.0) for found in shares]
        return worlds[own.index(min(own))]


def lookahead_for(rules: Rules[Any]) -> Lookahead:
    """Return the lookahead with the strongest evaluator of a game."""
    return LearnedLookahead(rules) if learned_is_stronger(rules) else Lookahead(rules)
