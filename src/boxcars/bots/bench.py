"""What only bots can measure: the search's iterations a second, and the time of each question in games played sensibly."""

from __future__ import annotations

from importlib.util import find_spec
from time import perf_counter, process_time_ns
from typing import Any

import msgspec

from boxcars.bots.search import SearchBot
from boxcars.bots.seat_view import SeatView, judge_of
from boxcars.bots.simple import HeuristicBot
from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from
from boxcars.core.kinds import Json

POSITIONS = 4
"""Moments of one game at which the search is measured."""
PARTS = 8
"""Into so many parts a game without turns is cut."""


class Question(msgspec.Struct):
    """One call of ``legal`` in a game between heuristic bots."""

    game: int
    part: int
    """The turn, or which eighth of the game where there are none."""
    step: str
    """What is due: the name of the step."""
    answers: int
    us: float
    """Microseconds of processor time, garbage collection included."""


def questions(key: str, map: str | None = None, players: int | None = None, games: int = 6) -> list[Question]:
    """Every decision of some games. Each is put to a Rules object of its own, whose memory nothing else warms."""
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
