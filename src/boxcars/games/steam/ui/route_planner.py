"""Finds and draws routes for the page: see ``rail.ui.route_plans``."""

from __future__ import annotations

from typing import Any

from boxcars.games.steam.route_ground import ground
from boxcars.games.steam.ui.board import SteamBoard
from boxcars.rail.ui.route_plans import RoutePlanner
from boxcars.view.board import Say


def planner(rules: Any, say: Say) -> RoutePlanner:
    return RoutePlanner(rules, SteamBoard(rules, say), ground, say)
