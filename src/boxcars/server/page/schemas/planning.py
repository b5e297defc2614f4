"""Routes between two places, and what a player has drawn in pencil."""

from __future__ import annotations

from typing import Literal

from boxcars.server.page.schemas.base import Action, Sent, Target


class PlannedRoute(Sent):
    """``tiles``: hex, tile, rotation. ``svg``: the route drawn in full, as dots and in pencil; ``x``, ``y``: a place for a plate.
    ``state``: "taken" where ``why`` has happened. ``actions``: what lays it now, in order; none: that cannot be done."""

    start: str
    goal: str
    title: str
    tiles: list[tuple[str, str, int]]
    hexes: list[str]
    faces: list[str]
    cost: int
    price: str
    svg: str
    x: float
    y: float
    state: Literal["ok", "taken"]
    why: str
    actions: list[Action]


class RoutesFound(Sent):
    """The cheapest first. ``instead``: the cheapest that cannot be built this turn."""

    title: str
    note: str
    routes: list[PlannedRoute]
    instead: PlannedRoute | None


class PencilPlan(Sent):
    """``places``: what can be chosen, ``cities`` among them. ``now``: it is the seat's turn to build.
    ``limit``, ``cash``: of that turn."""

    places: list[Target]
    cities: list[Target]
    now: bool
    limit: int
    cash: int
    links: list[PlannedRoute]
    tiles: int
    total: str
    means: str
