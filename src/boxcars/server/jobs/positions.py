"""Drawing past and tried positions in a worker, since one takes up to 30 ms."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

import msgspec

from boxcars.core import codec
from boxcars.core.chance import Chance, seed_from
from boxcars.core.type_aliases import AnyRules, AnyState
from boxcars.core.types import Action, Event
from boxcars.locale import sayer
from boxcars.server.jobs.analysis_jobs import Tried, estimate_value
from boxcars.server.page import position_payload
from boxcars.server.page.position_payload import Parts
from boxcars.server.table.documents import Doc, Entry, Setup
from boxcars.server.table.table import Table, rules_for


class Position(msgspec.Struct, frozen=True):
    """A position of a game as a seat sees it. ``entry``: the journal entry that led to it (None: the start)."""

    setup: Setup
    doc: Doc
    state: bytes
    seat: int | None
    lang: str
    entry: Entry | None = None


class Trying(msgspec.Struct, frozen=True):
    """A line from a past position of a table. ``eyes``: the seat that sees it (None: the seat to act)."""

    at: Position
    table: str
    ply: int
    line: list[bytes]
    eyes: int | None = None


class TriedOut(msgspec.Struct, frozen=True):
    """The end of a line: the position, the seat to act, the actions, the win chances of every seat, and the picture."""

    state: bytes
    actor: int
    seat: int
    texts: list[str]
    seats: list[int]
    actions: bytes
    chances: list[float]
    drawn: Parts


def _table_of_position(told: Position, rules: AnyRules, world: AnyState) -> Table:
    """Return a table with as much as the drawing needs."""
    acts = [told.entry] if told.entry is not None else []
    return Table(
        id="", setup=told.setup, rules=rules, doc=told.doc, state=world, seq=0, version=0, created=0, changed=0, acts=acts
    )


def _rules_of_setup(setup: Setup) -> AnyRules:
    return rules_for(setup.game, setup.map, setup.players, setup.options)


def _draw_parts(told: Position, rules: AnyRules, world: AnyState, seat: int | None, events: list[Event] | None) -> Parts:
    """Return the parts of a view that depend on the position. ``events``: the last events of a running game; None: a past
    position."""
    table = _table_of_position(told, rules, world)
    live = events is not None
    if events is None:
        events = table.events_of_entry(told.entry) if told.entry is not None else []
    parts = position_payload.position_parts(table, world, seat, told.lang, events, live, len(table.acts))
    return parts | {"describe": position_payload.describe_position(table, world, seat, told.lang)}


def draw_position(told: Position) -> Parts:
    rules = _rules_of_setup(told.setup)
    return _draw_parts(told, rules, codec.read(told.state, rules.state_type), told.seat, None)


def line_seed(table: str, ply: int, path: list[bytes]) -> str:
    """Return the seed of a line: the same line gives the same world, and says nothing about the game's own chance."""
    told = blake2b(f"{table}:{ply}".encode(), digest_size=16)
    for action in path:
        told.update(action)
    return seed_from(f"try:{told.hexdigest()}")


def follow_line(told: Trying, rules: AnyRules) -> tuple[AnyState, list[Action], list[int], list[Event]]:
    """Return the end of a line: its state, its actions, who took them, and the last one's events."""
    world = codec.read(told.at.state, rules.state_type)
    actions: list[Any] = []
    seats: list[int] = []
    events: list[Any] = []
    for n, body in enumerate(told.line):
        world.chance = Chance(line_seed(told.table, told.ply, told.line[: n + 1]), dict(world.chance.counters))
        action = rules.read_action(body)
        seats.append(rules.actor(world))
        events = rules.play(world, rules.actor(world), action)
        actions.append(action)
    return world, actions, seats, events


def reach_position(told: Trying) -> tuple[bytes, int]:
    """Return the position at the end of a line, and the seat to act."""
    rules = _rules_of_setup(told.at.setup)
    world = follow_line(told, rules)[0]
    return rules.write(world), rules.actor(world)


def draw_tried(told: Trying) -> TriedOut:
    rules = _rules_of_setup(told.at.setup)
    world, actions, seats, events = follow_line(told, rules)
    state, actor = rules.write(world), rules.actor(world)
    seat = max(0, told.eyes if told.eyes is not None else actor)
    say = sayer(told.at.lang, [one.name for one in told.at.doc.seats])
    return TriedOut(
        state=state,
        actor=actor,
        seat=seat,
        texts=[say(rules.say(action)) for action in actions],
        seats=seats,
        actions=msgspec.json.encode(actions),
        chances=estimate_value(Tried(told.at.setup, state)),
        drawn=_draw_parts(told.at, rules, world, seat, events),
    )
