"""Games to look back at: short, quick to judge, and played by whom the test needs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from boxcars.bots import SeatView, make_bot
from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from
from boxcars.core.game import Rules
from boxcars.core.record import Entry, Record, finish, header

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


def by_bots(rules: Rules[Any], seed: str, kinds: list[str]) -> Record:
    bots = [make_bot(kind, rules, f"{seed}:{seat}") for seat, kind in enumerate(kinds)]
    return play(rules, seed, lambda state, _: bots[(seat := rules.actor(state))].choose(SeatView(rules, state, seat)))


def rules_of(game: str, players: int, map: str | None = None) -> Rules[Any]:
    return registry.make(game, map, players)
