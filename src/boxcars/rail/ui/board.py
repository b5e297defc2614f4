"""What the boards of the games on hexes share: what a click on a cube meant, the way it takes, what an action is good for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from boxcars.core.messages import T, Text
from boxcars.rail.hexgrid import Grid
from boxcars.rail.refusals import TELLING
from boxcars.rail.tiles import TileSet
from boxcars.rail.ui.shortest_delivery import shortest
from boxcars.view import drawing_kit
from boxcars.view.board import Board
from boxcars.view.hex_board import HexSheet

BENEFIT: dict[str, Text] = {
    "first_move": T("moves goods first"),
    "first_build": T("builds first"),
    "engineer": T("builds four tiles"),
    "locomotive": T("+1 engine right now"),
    "urbanization": T("places a New City"),
}
"""Action -> what it is good for, where the games agree."""


class HexBoard(Board):
    """A sheet of hexes with cities, links and cubes. A game says which links are seen and what it calls a move."""

    telling = TELLING
    colours: ClassVar[Sequence[str]]
    """The cubes' colours, by number."""
    move: ClassVar[Any]
    """Return the action that moves a cube: (origin, colour, end, sides)."""
    grid: Grid
    sheet: HexSheet

    def links_seen(self, seen: Any) -> Iterable[tuple[tuple[int, int], tuple[int, int]]]:
        """Return ends and ports of every section of track."""
        raise NotImplementedError

    def way(self, seen: Any, origin: str, sides: Sequence[int]) -> list[drawing_kit.Point]:
        """Return points along the way of a cube."""
        raise NotImplementedError

    def ink(self, colour: str) -> str:
        """Return the drawing colour of a cube."""
        return colour

    def signs(self, tiles: TileSet) -> str:
        """Return small pictures of every tile, for the buttons that choose one."""
        return self.sheet.tile_signs(
            (tile.id, tile.kind == "town", tile.segments, [form.rotation for form in tiles.forms if form.tile == i])
            for i, tile in enumerate(tiles.tiles)
        )

    def moves(self, seen: Any, cube: str, to: str = "") -> list[Any]:
        """Return the shortest way of a cube to a city that accepts it (or to ``to``), even if the rules forbid it."""
        hex, _, colour = cube.partition(":")
        number, ids = self.grid.number, self.grid.ids
        takes = [hex for hex, mask in enumerate(seen.accepts) if mask >> self.colours.index(colour) & 1]
        end, sides = shortest(self.links_seen(seen), number[hex], [number[to]] if to else takes)
        if end >= 0:
            return [self.move(hex, colour, ids[end], sides)]
        return [self.move(hex, colour, to or hex, (side,)) for side in range(6)]

    def last_round_text(self, seen: Any) -> Text | None:
        return T("Last turn") if seen.turn == seen.turns else None

    def turn_label(self, seen: Any) -> Text | None:
        return T("Turn {turn} of {turns}", turn=seen.turn, turns=seen.turns)
