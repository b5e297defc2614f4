"""How many iterations a second the search bot makes, for every game."""

from __future__ import annotations

from importlib.util import find_spec
from time import perf_counter
from typing import Any

from boxcars.bots.search import SearchBot
from boxcars.bots.seat_view import SeatView, judge_of
from boxcars.bots.simple import HeuristicBot
from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from

POSITIONS = 4
"""Moments of one game at which the search is measured."""


def search_rates(game: str | None = None, seconds: float = 3.0) -> list[dict[str, Any]]:
    """Iterations a second on one core, averaged over positions of a game between heuristic bots.

    ``random``: rollouts without the judge's policy, cut off by its value; ``judge``: rollouts by its policy.
    """
    rows = []
    for key, entry in registry.games().items():
        if game not in (None, key) or not entry.judge or find_spec(entry.judge.partition(":")[0]) is None:
            continue
        rules = registry.make(key)
        positions = _positions(rules)
        row: dict[str, Any] = {"game": key, "map": rules.map, "players": rules.players, "positions": len(positions)}
        for policy in ("random", "judge"):
            iterations, spent = 0, 0.0
            for state in positions:
                bot = SearchBot(rules, "bench", iterations=0, seconds=seconds / 2 / len(positions), policy=policy)
                bot.gap = 1e9  # think even where the judge sees one candidate only
                view = SeatView(rules, state, rules.actor(state))
                start = perf_counter()
                bot.search(view, view.legal())
                spent += perf_counter() - start
                iterations += bot.spent
            row[f"{policy}_rollouts_per_s"] = round(iterations / spent, 1)
        rows.append(row)
    if game is not None and not rows:
        registry.game(game)
    return rows


def _positions(rules: Any) -> list[Any]:
    """Positions with a choice, evenly over one game."""
    state = rules.start(Chance(seed_from("bench")))
    judge = judge_of(rules)
    bots = [HeuristicBot(rules, f"bench {seat}") for seat in range(rules.players)]
    for bot in bots:
        bot.judge = judge
    seen = []
    while (seat := rules.actor(state)) >= 0:
        if len(rules.legal(state)) > 1:
            seen.append(rules.clone(state))
        rules.apply(state, bots[seat].choose(SeatView(rules, state, seat)))
    return [seen[(2 * i + 1) * len(seen) // (2 * POSITIONS)] for i in range(POSITIONS)]
