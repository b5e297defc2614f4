"""A blind check of sense: an expert is forced to blunder now and then, and the analysis must find where."""

from __future__ import annotations

import random
from typing import Any

import pytest

from boxcars.analysis import Effort, analyse
from boxcars.bots import SeatView, make_bot
from boxcars.bots.seat_view import judge_of
from boxcars.core.chance import seed_from
from tests.analysis.games import play, rules_of

BLUNDERS = 5
CHOICE = 9
"""Decisions with more actions than this are forced. (Which of five cards is drawn second hardly matters, and is no blunder.)"""


def check(game: str, players: int, seed: str) -> tuple[int, int]:
    """How many of the forced blunders are labelled, and how many stand above all that the expert chose freely."""
    rules = rules_of(game, players)
    judge = judge_of(rules, 1.0)
    luck = random.Random(seed)
    bots = [make_bot("expert:seconds=0" if seat == 0 else "heuristic", rules, f"{seed}:{seat}") for seat in range(players)]
    forced: list[int] = []
    wanted = sorted(luck.sample(range(3, 30), BLUNDERS))
    """Which of the expert's decisions are forced: at random, once the game has begun."""
    own = 0

    def choose(state: Any, ply: int) -> Any:
        nonlocal own
        seat = rules.actor(state)
        legal = rules.legal(state)
        if seat == 0 and len(legal) > CHOICE:
            own += 1
            if own in wanted:
                weights = judge.weigh(rules.imagine(state, seat, seed_from(f"{seed}:{ply}")), legal)
                forced.append(ply)
                return legal[sorted(range(len(legal)), key=weights.__getitem__)[1]]
        return bots[seat].choose(SeatView(rules, state, seat))

    found = analyse(play(rules, seed, choose), Effort(chances=1))
    mine = [one for one in found.decisions if one.seat == 0]
    free = max(one.loss for one in mine if one.ply not in forced)
    hit = [one for one in mine if one.ply in forced and one.label]
    return len(hit), sum(one.loss > free for one in mine if one.ply in forced)


@pytest.mark.slow
def test_forced_blunders_are_found() -> None:
    found = [check("ticket_to_ride", 2, f"blunder {n}") for n in range(2)]
    assert sum(hit for hit, _ in found) >= 0.8 * BLUNDERS * len(found)


if __name__ == "__main__":
    import sys

    for n in range(int(sys.argv[3])):
        print(sys.argv[1], n, *check(sys.argv[1], int(sys.argv[2]), f"blunder {n}"), flush=True)
