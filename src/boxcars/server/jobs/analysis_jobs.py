"""Analysis jobs: the pieces of a finished game's analysis that a worker does, each in a fraction of a second."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import msgspec

from boxcars.analysis import Analyst, Decision, Effort
from boxcars.analysis.game_review import Found, Moment, analyse_decision, estimate_chances
from boxcars.analysis.key_moments import Moments, moments
from boxcars.core import codec, registry, ui_loader
from boxcars.core.game import State
from boxcars.core.type_aliases import AnyRules
from boxcars.locale import sayer
from boxcars.server.jobs.worker_tasks import Past
from boxcars.server.table.documents import Setup
from boxcars.server.table.table import rules_for
from boxcars.view import png_export
from boxcars.view.statistics import Statistic
from boxcars.view.svg_export import board_of, picture

BIT = 8
"""Number of positions in a piece that estimates win chances."""
RUN = 12
"""Number of later actions that are searched for the same actions in another order."""


class Piece(msgspec.Struct, frozen=True):
    """The positions from ``ply`` on (``count`` of them), reached from a stored position. ``deep``: analyse the action."""

    setup: Setup
    effort: Effort
    state: bytes
    at: int
    """The ply of ``state``."""
    acts: list[tuple[int, bytes]]
    """The actions from ``at`` on."""
    ply: int
    count: int = 1
    deep: bool = False


class Looked(msgspec.Struct, frozen=True):
    found: list[Found] = []
    decisions: list[Decision] = []


def remaining_pieces(past: Past, effort: Effort, kept: Looked) -> Iterator[Piece]:
    """Return the pieces still to do: first the win chances of the whole game, then decision by decision."""
    last = len(past.acts)
    known = {one.ply for one in kept.found}
    for ply in range(0, last + 1, BIT):
        if ply not in known:
            yield make_piece(past, effort, ply, min(BIT, last + 1 - ply))
    judged = {one.ply for one in kept.decisions}
    for ply in range(last):
        if ply not in judged:
            yield make_piece(past, effort, ply, 1, deep=True)


def make_piece(past: Past, effort: Effort, ply: int, count: int, deep: bool = False) -> Piece:
    at = max(known for known in past.kept if known <= ply)
    return Piece(past.setup, effort, past.kept[at][1], at, past.acts[at : ply + count + RUN], ply, count, deep)


def can_replay_all(past: Past) -> bool:
    """Return whether every position can be replayed: the whole game was played under the current rules."""
    return 0 in past.kept and all(follows for follows, _ in past.kept.values())


def look_back(told: Piece) -> Looked:
    """Do a piece of an analysis."""
    setup = told.setup
    rules = rules_for(setup.game, setup.map, setup.players, setup.options)
    analyst = Analyst(rules, told.effort)
    state: Any = codec.read(told.state, rules.state_type)
    end = told.ply + told.count
    found, decisions = [], []
    for ply in range(told.at, end):
        if ply >= told.ply:
            n = ply - told.at
            action = told.acts[n][1] if n < len(told.acts) else None
            if told.deep:
                decision = analyse_decision(
                    analyst, Moment(ply, rules.write(state), action, following_actions(rules, state, told.acts[n:]))
                )
                decisions += [decision] if decision is not None else []
            else:
                found.append(estimate_chances(analyst, Moment(ply, rules.write(state))))
        if ply + 1 < end:
            seat, body = told.acts[ply - told.at]
            rules.play(state, seat, rules.read_action(body))
    return Looked(found, decisions)


def following_actions(rules: AnyRules, state: State, acts: list[tuple[int, bytes]]) -> list[bytes]:
    """Return what the same seat did next at the same step, with no other seat in between."""
    world = rules.clone(state)
    asked = (rules.actor(world), type(world.agenda[-1]))
    out = []
    for (seat, body), (_, later) in pairwise(acts):
        rules.play(world, seat, rules.read_action(body))
        if not world.agenda or (rules.actor(world), type(world.agenda[-1])) != asked:
            break
        out.append(later)
    return out


def compute_statistics(told: Past) -> list[Statistic]:
    """Return the statistics of a game."""
    setup = told.setup
    rules = rules_for(setup.game, setup.map, setup.players, setup.options)
    known = ui_loader.statistics(rules.ui)

    def game() -> Iterator[tuple[Any, list[Any]]]:
        state = codec.read(told.kept[0][1], rules.state_type)
        yield state, []
        for seat, body in told.acts:
            events = rules.play(state, seat, rules.read_action(body))
            yield state, events

    return known.statistics(rules, game()) if known is not None else []


class Remembered(msgspec.Struct, frozen=True):
    """A finished game and the seat whose moments are wanted."""

    past: Past
    seat: int


def three_moments(told: Remembered) -> Moments:
    """Return the moments at which the seat's win chance changed most, and the rules it met."""
    setup = told.past.setup
    rules = rules_for(setup.game, setup.map, setup.players, setup.options)
    return moments(rules, codec.read(told.past.kept[0][1], rules.state_type), told.past.acts, told.seat)


class Tried(msgspec.Struct, frozen=True):
    """A position to be tried or shared, and the seat through whose eyes (None: a spectator's)."""

    setup: Setup
    state: bytes
    eyes: int | None = None


def estimate_value(told: Tried) -> list[float]:
    """Return the win chances of every seat, as the analysis estimates them."""
    setup = told.setup
    rules = rules_for(setup.game, setup.map, setup.players, setup.options)
    return Analyst(rules).chances(codec.read(told.state, rules.state_type))


ACROSS = 1200
"""Width of a preview in pixels."""


def draw_position(told: Tried) -> tuple[bytes, str]:
    """Return the position as a picture by itself and its media type: pixels where they can be made, otherwise SVG."""
    setup = told.setup
    rules = rules_for(setup.game, setup.map, setup.players, setup.options)
    seen = rules.observe(codec.read(told.state, rules.state_type), told.eyes)
    pixels = png_export.installed()
    svg = picture(board_of(rules, sayer("en")), seen, registry.game(setup.game).name, fonts=not pixels)
    return (png_export.png(svg, ACROSS), "image/png") if pixels else (svg.encode(), "image/svg+xml")
