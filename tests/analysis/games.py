"""Games to look back at: short, quick to judge, and played by whom the test needs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from boxcars.analysis import Analyst, Decision, Effort
from boxcars.analysis.game_review import analyse_decision, moments, usual
from boxcars.bots import SeatView, make_bot
from boxcars.core import codec, registry
from boxcars.core.chance import Chance, seed_from
from boxcars.core.game import Rules
from boxcars.core.record import Entry, Record, finish, header, read

GOLDEN = Path(__file__).parents[1]
LIGHT = Effort(chances=2, choose=2, measure=4, width=4)

Choose = Callable[[Any, int], Any]
"""From a position and its ply, what is done."""


def play(rules: Rules[Any], seed: str, choose: Choose) -> Record:
    """A whole game, as a record."""
    state: Any = rules.start(Chance(seed_from(seed)))
    record = Record(header(rules, seed_from(seed)), [])
    ply = 0
    while (seat := rules.actor(state)) >= 0:
        action = choose(state, ply)
        record.entries.append(Entry(seat, msgspec.Raw(rules.write(action))))
        rules.apply(state, action)
        ply += 1
    return finish(record, rules, state)


def sampled(record: Record, every: int, kind: str = "", effort: Effort | None = None) -> list[Decision]:
    """Every so many decisions of a game, judged: what was done there, or what a bot of some kind would do there.

    That says more of random play than games of its own: whoever bids all its money in the first turn has lost the game, and
    nothing that follows can lose five points more.
    """
    found: list[Decision] = []
    analyst: Analyst | None = None
    for rules, moment in moments(record):
        analyst = analyst or Analyst(rules, effort or usual(len(record.entries)))
        if moment.action is None or moment.ply % every:
            continue
        state = codec.read(moment.state, rules.state_type)
        if len(rules.legal(state)) < 2:
            continue
        if kind:
            bot = make_bot(kind, rules, f"{record.header.seed}:{moment.ply}")
            chosen = bot.choose(SeatView(rules, state, rules.actor(state)))
            found.append(analyst.decision(state, moment.ply, chosen))
        else:
            found += filter(None, [analyse_decision(analyst, moment)])
    return found


def rules_of(game: str, players: int, map: str | None = None) -> Rules[Any]:
    return registry.make(game, map, players)


def golden(name: str, plies: int | None = None) -> Record:
    """A golden game; ``plies``: only its last so many."""
    record = read((GOLDEN / name).read_bytes())
    return record if plies is None else end_of(record, plies)


def end_of(record: Record, plies: int) -> Record:
    """The last so many plies of a game, begun from the position there."""
    rules, state = record.rules(), None
    for ply, (_, state, _) in enumerate(record.replay()):  # noqa: B007
        if ply == len(record.entries) - plies:
            break
    record.header.start = msgspec.Raw(rules.write(state))
    record.entries = record.entries[-plies:]
    return record
