"""Benchmarks that need bots: the search's iterations a second, and the time of each ``legal`` call in games between bots."""

from __future__ import annotations

from time import process_time, process_time_ns
from typing import Any

import msgspec

from boxcars.bots.evaluators import has_evaluator, load_evaluator
from boxcars.bots.search_bot import SearchBot
from boxcars.bots.seat_view import SeatView
from boxcars.bots.simple_bots import HeuristicBot
from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from
from boxcars.core.type_aliases import Json

POSITIONS = 4
"""Positions of one game at which the search is measured."""
PARTS = 8
"""A game without turns is cut into this many parts."""


class Question(msgspec.Struct):
    """One call of ``legal`` in a game between heuristic bots, with its time."""

    game: int
    part: int
    """The turn, or which eighth of the game where there are none."""
    step: str
    """The name of the step that is due."""
    answers: int
    us: float
    """The time of the call in microseconds of processor time, garbage collection included."""


def questions(key: str, map: str | None = None, players: int | None = None, games: int = 6) -> list[Question]:
    """Return the time of ``legal`` at every decision of some games, asked of Rules objects whose caches nothing else warms."""
    asked: list[Question] = []
    for n in range(games):
        rules, fresh = registry.make(key, map, players), registry.make(key, map, players)
        bots = [HeuristicBot(rules, f"{n} {seat}") for seat in range(rules.players)]
        state: Any = rules.start(Chance(seed_from(f"queries {n}")))
        game: list[Question] = []
        while (seat := rules.actor(state)) >= 0:
            start = process_time_ns()
            found = fresh.legal(state)
            us = (process_time_ns() - start) / 1e3
            game.append(Question(n, getattr(state, "turn", 0), type(state.agenda[-1]).__name__, len(found), us))
            rules.apply(state, bots[seat].choose(SeatView(rules, state, seat)))
        if not hasattr(state, "turn"):
            for i, question in enumerate(game):
                question.part = 1 + PARTS * i // len(game)
        asked += game
    return asked


def search_rates(game: str | None = None, seconds: float = 3.0) -> list[Json]:
    """Return iterations per second of processor time, averaged over positions of a game between heuristic bots.

    ``random``: random rollouts, valued by the evaluator; ``judge``: rollouts by the evaluator's policy.
    """
    rows = []
    for key in registry.games():
        if game not in (None, key) or not has_evaluator(key):
            continue
        rules = registry.make(key)
        positions = _positions(rules)
        row: dict[str, Any] = {"game": key, "map": rules.map, "players": rules.players, "positions": len(positions)}
        for policy in ("random", "evaluator"):
            iterations, spent = 0, 0.0
            for state in positions:
                bot = SearchBot(
                    rules,
                    "bench",
                    iterations=0,
                    seconds=seconds / 2 / len(positions),
                    rollout_policy=policy,
                    prune_margin=1e9,  # search even where the logits leave one candidate only
                )
                view = SeatView(rules, state, rules.actor(state))
                start = process_time()
                bot.search(view, view.legal())
                spent += process_time() - start
                iterations += bot.iterations_done
            row[f"{'judge' if policy == 'evaluator' else policy}_rollouts_per_s"] = round(iterations / spent, 1)
        rows.append(row)
    if game is not None and not rows:
        registry.game(game)
    return rows


def _positions(rules: Any) -> list[Any]:
    """Return positions with a choice, spread evenly over one game."""
    state = rules.start(Chance(seed_from("bench")))
    evaluator = load_evaluator(rules)
    bots = [HeuristicBot(rules, f"bench {seat}") for seat in range(rules.players)]
    for bot in bots:
        bot.evaluator = evaluator
    seen = []
    while (seat := rules.actor(state)) >= 0:
        if len(rules.legal(state)) > 1:
            seen.append(rules.clone(state))
        rules.apply(state, bots[seat].choose(SeatView(rules, state, seat)))
    return [seen[(2 * i + 1) * len(seen) // (2 * POSITIONS)] for i in range(POSITIONS)]
