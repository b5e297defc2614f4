"""The pictures in the rules: parts of a board, or panels beside it, from positions of one game."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from boxcars.core import record, registry
from boxcars.core.messages import Text
from boxcars.view.board import Board
from boxcars.view.lobby_poster import HITS

GROUND = "rules-ground"
"""The id under which the page puts the board's ground, once for all pictures."""
ID = re.compile(r' id="([^"]*)"')


class Spot(msgspec.Struct, forbid_unknown_fields=True):
    """What a picture shows: after so many actions a part of the board (x, y, width, height), or a panel."""

    ply: int
    box: tuple[int, int, int, int] | None = None
    panel: str = ""


class Drawn(msgspec.Struct):
    """Pictures by name, as SVG for the page, and the rules of the game that they were drawn from."""

    pictures: dict[str, str]
    rules: Any


def draw_spots(path: Path, spots: dict[str, Spot], say: Callable[[Text], str]) -> Drawn:
    """Draw all pictures of a game."""
    game = record.read(path.read_bytes())
    rules: Any = game.rules()
    board: Board = registry.load(registry.game(rules.game).board)(rules, say)
    last = max(spot.ply for spot in spots.values())
    drawn: dict[str, str] = {}
    for ply, (_, state, _) in enumerate(game.replay()):
        wanted = {name: spot for name, spot in spots.items() if spot.ply == ply}
        if wanted:
            seen = rules.observe(state, None)
            drawn |= {name: draw_spot(board, seen, spot) for name, spot in wanted.items()}
        if ply == last:
            break
    return Drawn(drawn, rules)


def draw_spot(board: Board, seen: Any, spot: Spot) -> str:
    """Return one picture. What only a click needs is left out, and so are ids: pieces lie in several pictures."""
    if spot.box is None:
        panel = next(panel for panel in board.side_panels(seen) if panel.key == spot.panel)
        size = f"0 0 {panel.width} {panel.height}"
        return f'<svg class="bx panel" viewBox="{size}" aria-hidden="true">{without_ids(HITS.sub("", panel.svg))}</svg>'
    view = " ".join(str(number) for number in spot.box)
    pieces = without_ids(HITS.sub("", board.draw_pieces(seen)))
    return f'<svg class="bx" viewBox="{view}" aria-hidden="true"><use href="#{GROUND}"/><g class="pieces">{pieces}</g></svg>'


def without_ids(svg: str) -> str:
    """Return the markup without the ids that nothing in it refers to."""
    return ID.sub(lambda found: found[0] if f"#{found[1]}" in svg else "", svg)
