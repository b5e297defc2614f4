"""How strong an agent is, by the protocol of docs/research/protocol.md: one among rivals of one kind, in every seat in turn.

Games that differ in its seat alone share their luck; the seed of that luck is told with the result, so that anybody can play
the very same games.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from statistics import fmean

import msgspec

from boxcars.arena.game_result import Job, Played, Setup
from boxcars.arena.ratings import Share, head_to_head
from boxcars.bots import Bot
from boxcars.bots.bot import check_kind
from boxcars.core.chance import seed_from


class Measured(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the leaderboard."""

    agent: str
    rival: str
    setup: Setup
    rules_version: int
    seed: str
    won: Share
    score: float
    rivals_score: float
    milliseconds: float
    """Mean milliseconds of a move of the agent."""
    longest: float
    """Greatest milliseconds of a move of the agent."""


def agent_of(told: str) -> str:
    """Return the kind of bot that a name means: a registered name, a class that Python finds, or ``file.py`` / ``file.py:Class``.
    Raises ValueError if there is none."""
    file, _, name = told.partition(":")
    if not file.endswith(".py"):
        check_kind(told)
        return told
    path = Path(file)
    if not path.is_file():
        raise ValueError(f"there is no file {file}")
    sys.path.insert(0, str(path.resolve().parent))  # workers look there as well
    module = import_module(path.stem)
    own = [k for k, v in vars(module).items() if isinstance(v, type) and issubclass(v, Bot) and v.__module__ == module.__name__]
    if name and name not in own:
        raise ValueError(f"{file} has no bot {name}; there are: {', '.join(own) or 'none'}")
    if not name and len(own) != 1:
        raise ValueError(f"{file} must have one bot, or say which ({file}:Name); there are: {', '.join(own) or 'none'}")
    kind = f"{path.stem}.{name or own[0]}"
    check_kind(kind)
    return kind


def games_of(setup: Setup, agent: str, rival: str, games: int, seed: str) -> list[Job]:
    jobs = []
    for number in range(games):
        seat, luck = number % setup.players, number // setup.players
        bots = [agent if s == seat else rival for s in range(setup.players)]
        jobs.append(Job(number, bots, seed_from(f"{seed}:{setup.game}:{luck}")))
    return jobs


def measured(setup: Setup, agent: str, rival: str, seed: str, games: Iterable[Played]) -> Measured:
    """Return the figures of the games."""
    played = list(games)
    own = [(game, game.bots.index(agent)) for game in played]
    others = [score for game, seat in own for s, score in enumerate(game.scores) if s != seat]
    return Measured(
        agent=agent,
        rival=rival,
        setup=setup,
        rules_version=setup.rules().version,
        seed=seed,
        won=head_to_head(played, agent),
        score=fmean(game.scores[seat] for game, seat in own),
        rivals_score=fmean(others) if others else 0.0,
        milliseconds=1000 * fmean(game.think[seat] for game, seat in own),
        longest=1000 * max(game.longest_think[seat] for game, seat in own),
    )
