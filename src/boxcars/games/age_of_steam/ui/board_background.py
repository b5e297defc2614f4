"""The printed board of Age of Steam: a survey sheet of hexes, drawn from the map's data."""

from __future__ import annotations

from boxcars.core.messages import T
from boxcars.games.age_of_steam.components import TILES
from boxcars.games.age_of_steam.rules import AgeOfSteam
from boxcars.rail.hexgrid import Grid, axial
from boxcars.rail.ui.board import HexBoard
from boxcars.view import drawing_kit
from boxcars.view.board import Say, dollars
from boxcars.view.hex_board import HexSheet


class Sheet(HexBoard):
    """The ground, and where the hexes lie on it."""

    rules: AgeOfSteam

    def __init__(self, rules: AgeOfSteam, say: Say) -> None:
        super().__init__(rules, say)
        self.printed = rules.board
        self.grid = grid = rules.board.grid
        cells = list(grid.axial)
        ids = list(grid.ids)
        water = set(grid.water)
        if rules.board.data.board.sea:
            for cell in sea_around(grid):
                water.add(len(cells))
                ids.append(f"sea{len(cells)}")
                cells.append(cell)
        island = grid.size if rules.board.data.board.sea else None
        self.sheet = HexSheet(cells, ids, water, grid.pointy, shown=island)
        self.width, self.height = self.sheet.width, self.sheet.height
        self.places = {grid.number[c.hex]: c for c in rules.board.data.cities}
        self.towns = {grid.number[t.hex]: t for t in rules.board.data.towns}

    def draw_ground(self) -> str:
        board, data, sheet = self.printed, self.printed.data.board, self.sheet
        number = board.grid.number
        terrain = ["mountain" if t == "special" else t for t in board.terrain]
        rivers = {hex: [1, 4] for hex, t in enumerate(board.terrain) if t == "river"}  # straight, where the file says no more
        rivers |= {number[hex]: sides for hex, sides in data.rivers.items()}
        over = ""
        if data.compass:
            over += drawing_kit.compass(*sheet.xy(number[data.compass]), 30)
        for name in data.names:
            x, y = sheet.xy(number[name.hex])
            over += drawing_kit.water_name(self.say(T(name.text)), x + name.dx, y + name.dy, name.size, name.turn)
        for id, cost in data.costs.items():
            x, y = sheet.xy(number[id])
            over += drawing_kit.plate(dollars(self.say, cost), x, y - 27, 13)
        blocked = [(number[hex], side) for hex, side in data.blocked]
        over += sheet.hits(hex for hex in range(board.grid.size) if hex not in board.grid.water)
        over += self.signs(TILES)
        return sheet.ground(terrain, rivers, blocked, over)


def sea_around(grid: Grid) -> list[tuple[int, int]]:
    """Water cells that fill the sheet round an island."""
    known = set(grid.axial)
    cols = [col for col, _ in grid.positions]
    rows = [row for _, row in grid.positions]
    found = []
    for col in range(min(cols) - 1, max(cols) + 2):
        for row in range(min(rows) - 1, max(rows) + 2):
            cell = axial(col, row, grid.pointy)
            if cell not in known:
                found.append(cell)
    return found
