"""Schedules of games: which bot sits where, and with which seed."""

from __future__ import annotations

from itertools import combinations, cycle, islice

from boxcars.arena.game_result import Job, Setup
from boxcars.core.chance import seed_from


def schedule(setup: Setup, bots: list[str], games: int, seed: str, duplicate: bool = False, first: int = 0) -> list[Job]:
    """Games in which the bots go round the table: over every ``players`` games each has sat in each seat.

    Fewer bots than seats are repeated in turn. ``duplicate``: the games of one round share their luck, so that what
    differs between them is the seating alone.
    """
    players = setup.players
    table = list(islice(cycle(bots), players))
    jobs = []
    for i in range(games):
        turn = i % players
        luck = i // players if duplicate else i
        jobs.append(Job(first + i, table[turn:] + table[:turn], seed_from(f"{seed}:{setup.game}:{luck}")))
    return jobs


def seatings(a: str, b: str, players: int) -> list[list[str]]:
    """Yield every way to seat two kinds of bots at a table so that both sit in each seat equally often. Two players: ab, ba.
    More: one ``a`` among ``b`` in each seat, and one ``b`` among ``a``."""
    if players == 1:
        return [[a], [b]]
    lone = [[a if s == seat else b for s in range(players)] for seat in range(players)]
    if players == 2:
        return lone
    return lone + [[b if s == seat else a for s in range(players)] for seat in range(players)]


def tournament(setup: Setup, bots: list[str], games: int, seed: str, duplicate: bool = False) -> list[Job]:
    """Return seat-balanced jobs: ``games`` for every pair of bots."""
    pairs = list(combinations(dict.fromkeys(bots), 2)) or [(bots[0], bots[0])]
    jobs: list[Job] = []
    for a, b in pairs:
        tables = seatings(a, b, setup.players)
        for i in range(games):
            luck = i // len(tables) if duplicate else i
            jobs.append(Job(len(jobs), tables[i % len(tables)], seed_from(f"{seed}:{setup.game}:{a}:{b}:{luck}")))
    return jobs
