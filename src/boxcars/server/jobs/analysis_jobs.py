"""What a worker is told to look back at: a bit of a game that is over, in pieces of a fraction of a second."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import msgspec

from boxcars.analysis import Analyst, Decision, Effort
from boxcars.analysis.game_review import Found, Moment, judge, survey
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
"""Positions of one piece of the survey."""
RUN = 12
"""So far one looks whether the same was done a little later."""


class Piece(msgspec.Struct, frozen=True):
    """The positions from ``ply`` on (``count`` of them), reached from a position that was kept. ``deep``: judge the action."""

    setup: Setup
    effort: Effort
    state: bytes
    at: int
    """The ply of ``state``."""
    acts: list[tuple[int, bytes]]
    """From there on."""
    ply: int
    count: int = 1
    deep: bool = False


class Looked(msgspec.Struct, frozen=True):
    found: list[Found] = []
    decisions: list[Decision] = []


def remaining_pieces(past: Past, effort: Effort, kept: Looked) -> Iterator[Piece]:
    """What is still to do: first the chances of the whole game, then decision by decision."""
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
    """Whether every position can be had again: all of it was played under the rules of today."""
    return 0 in past.kept and all(follows for follows, _ in past.kept.values())


def look_back(told: Piece) -> Looked:
    """Do a piece."""
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
                decision = judge(analyst, Moment(ply, rules.write(state), action, following_actions(rules, state, told.acts[n:])))
                decisions += [decision] if decision is not None else []
            else:
                found.append(survey(analyst, Moment(ply, rules.write(state))))
        if ply + 1 < end:
            seat, body = told.acts[ply - told.at]
            rules.play(state, seat, rules.read_action(body))
    return Looked(found, decisions)


def following_actions(rules: AnyRules, state: State, acts: list[tuple[int, bytes]]) -> list[bytes]:
    """What the same seat did next at the same step, without anybody between."""
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
    """The game in figures."""
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
    """A game that a seat looks back at."""

    past: Past
    seat: int


def three_moments(told: Remembered) -> Moments:
    """Where the seat's prospects changed most, and the rules it met."""
    setup = told.past.setup
    rules = rules_for(setup.game, setup.map, setup.players, setup.options)
    return moments(rules, codec.read(told.past.kept[0][1], rules.state_type), told.past.acts, told.seat)


class Tried(msgspec.Struct, frozen=True):
    """A position that somebody tries out, or shares: through whose eyes (None: anybody's)."""

    setup: Setup
    state: bytes
    eyes: int | None = None


def estimate_value(told: Tried) -> list[float]:
    """The chances of every seat there, as the analysis reckons them."""
    setup = told.setup
    rules = rules_for(setup.game, setup.map, setup.players, setup.options)
    return Analyst(rules).chances(codec.read(told.state, rules.state_type))


ACROSS = 1200
"""Pixels of a preview."""


def draw_position(told: Tried) -> tuple[bytes, str]:
    """The position as a picture that stands alone, and of what kind it is: pixels where they can be made."""
    setup = told.setup
    rules = rules_for(setup.game, setup.map, setup.players, setup.options)
    seen = rules.observe(codec.read(told.state, rules.state_type), told.eyes)
    pixels = png_export.installed()
    svg = picture(board_of(rules, sayer("en")), seen, registry.game(setup.game).name, fonts=not pixels)
    return (png_export.png(svg, ACROSS), "image/png") if pixels else (svg.encode(), "image/svg+xml")
