"""Route searches and pencil plans in a worker, since a search takes up to a few hundred milliseconds."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from boxcars.core import codec, registry
from boxcars.core.type_aliases import AnyRules
from boxcars.locale import sayer
from boxcars.server.table.documents import Setup
from boxcars.server.table.table import rules_for


class Planning(msgspec.Struct, frozen=True):
    """A position, the seat that plans, and its pencil links as stored (JSON)."""

    setup: Setup
    state: bytes
    seat: int
    names: tuple[str, ...]
    lang: str
    links: bytes = b"[]"


class RouteQuestion(msgspec.Struct, frozen=True):
    """The two places of a route search; ``pencil``: the route is to be drawn for later, after the links drawn already."""

    plan: Planning
    start: str
    goal: str
    pencil: bool


@lru_cache(maxsize=32)
def _planner(game: str, map: str, players: int, options: bytes, lang: str, names: tuple[str, ...]) -> tuple[AnyRules, Any]:
    rules = rules_for(game, map, players, msgspec.json.decode(options))
    made = registry.load(registry.game(game).routes)
    return rules, made(rules, sayer(lang, list(names)))


def _open_plan(told: Planning) -> tuple[Any, Any, list[Any]]:
    """Return the planner, the position, and those links that belong to this map."""
    setup = told.setup
    options = msgspec.json.encode(setup.options, order="deterministic")
    rules, planner = _planner(setup.game, setup.map, setup.players, options, told.lang, told.names)
    state = codec.read(told.state, rules.state_type)
    return planner, state, planner.read_links(state, told.seat, told.links)


def find_routes(told: RouteQuestion) -> bytes:
    planner, state, links = _open_plan(told.plan)
    return msgspec.json.encode(planner.routes(state, told.plan.seat, told.start, told.goal, links if told.pencil else None))


def read_pencil(told: Planning) -> bytes:
    planner, state, links = _open_plan(told)
    return msgspec.json.encode(planner.pencil(state, told.seat, links))
