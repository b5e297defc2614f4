"""The workshop of Steam: what can be drawn on its maps (docs/maps.md)."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from boxcars.core.messages import T, Text
from boxcars.games.steam.map_file import TERRAIN, BoardData, MapFile
from boxcars.games.steam.ui.panels import ink
from boxcars.rail.hexgrid import Grid
from boxcars.rail.names import COLOUR_NAMES
from boxcars.rail.ui.map_editor import HILLS, RIVER, WAVES, HexMapEditor, brush, naming, spot, swatch
from boxcars.view import drawing_kit
from boxcars.view.board import dollars
from boxcars.view.hex_board import HexSheet
from boxcars.view.map_editor import Doc, Field, Group, Op

COLOURS = ("red", "blue", "yellow", "purple")


class SteamMapEditor(HexMapEditor):
    game: ClassVar[str] = "steam"
    file: ClassVar[type[msgspec.Struct]] = MapFile
    brushes: ClassVar[dict[str, str]] = {"plain": ".", "river": "r", "mountain": "m", "river_hills": "M", "water": "~"}

    def blank(self) -> MapFile:
        return MapFile(name=self.say(T("New map")), provenance="", players={3: 10, 4: 8, 5: 7}, board=BoardData([]))

    def groups(self) -> list[Group]:
        ground = [
            brush("plain", T("Plain"), swatch("landfill")),
            brush("river", T("River"), swatch("landfill2", RIVER)),
            brush("mountain", T("Hills"), swatch("hillf", HILLS)),
            brush("river_hills", T("River in hills"), swatch("hillf", HILLS + RIVER)),
            brush("water", T("Water"), swatch("waterf", WAVES)),
        ]
        return [
            Group(T("Ground"), ground),
            self.places([naming(T("Click water to name it. The name covers all the water connected to it."))]),
        ]

    def layers(self) -> list[tuple[str, Text]]:
        return [("prices", T("Prices")), ("use", T("Usage"))]

    def new_city(self, id: str, name: str, hex: str, doc: Doc) -> dict[str, Any]:
        return {"id": id, "name": name, "hex": hex, "colour": COLOURS[len(doc["cities"]) % 4], "cubes": 2}

    def new_town(self, id: str, name: str, hex: str) -> dict[str, Any]:
        return {"id": id, "name": name, "hex": hex}

    def terrain(self, letter: str) -> str:
        return TERRAIN.get(letter, ("plain", False))[0]

    def has_river(self, letter: str) -> bool:
        return TERRAIN.get(letter, ("plain", False))[1]

    def at(self, doc: Doc, tool: str, target: str, col: int, row: int) -> list[Op]:
        if tool != "name":
            return super().at(doc, tool, target, col, row)
        waters = doc["board"]["waters"]
        hex = f"c{col}r{row}"
        if self.letter(doc, col, row) != "~" or any(hex in water["hexes"] for water in waters):
            return []
        made = {"name": self.say(T("Sea")), "hexes": self.joined(doc, hex), "sea": True}
        return [Op("insert", ["board", "waters", len(waters)], None, made)]

    def joined(self, doc: Doc, hex: str) -> list[str]:
        """Return all water that is joined to the water of a hex."""
        cells = [(col, row) for col, row, letter in self.hexes(doc) if letter == "~"]
        grid = Grid(cells, pointy=doc["board"]["orientation"] == "pointy")
        found, edge = {grid.number[hex]}, [grid.number[hex]]
        while edge:
            here = edge.pop()
            for n in grid.beside[6 * here : 6 * here + 6]:
                if n >= 0 and n not in found:
                    found.add(n)
                    edge.append(n)
        return [grid.ids[n] for n in sorted(found)]

    def clear(self, doc: Doc, hex: str, letter: str) -> list[Op]:
        ops = super().clear(doc, hex, letter)
        waters = doc["board"]["waters"]
        if letter != "~" and any(hex in water["hexes"] for water in waters):
            left = [{**water, "hexes": [h for h in water["hexes"] if h != hex]} for water in waters]
            ops.append(Op("set", ["board", "waters"], waters, [water for water in left if water["hexes"]]))
        return ops

    def city_fields(self, doc: Doc, i: int) -> list[Field]:
        city = doc["cities"][i]
        colours = [(colour, COLOUR_NAMES[colour]) for colour in COLOURS]
        return [
            Field(name=T("Accepts"), kind="ink", path=["cities", i, "colour"], value=city["colour"], choices=colours),
            Field(name=T("Starting cubes"), kind="number", path=["cities", i, "cubes"], value=city["cubes"], high=10),
        ]

    def hex_fields(self, doc: Doc, hex: str) -> list[Field]:
        for i, water in enumerate(doc["board"]["waters"]):
            if hex in water["hexes"]:
                at: list[str | int] = ["board", "waters", i]
                return [
                    Field(name=T("Name of the water"), kind="text", path=[*at, "name"], value=water["name"], high=40),
                    Field(name=T("It continues beyond the map"), kind="switch", path=[*at, "sea"], value=water["sea"]),
                ]
        return []

    def sheet_fields(self, doc: Doc) -> list[Field]:
        names = {"per_exit": T("Cost per exit"), "town": T("Town"), "river": T("River"), "mountain": T("Hills")}
        costs = doc["track_costs"]
        prices = [
            Field(name=name, kind="number", path=["track_costs", key], value=costs[key], high=10) for key, name in names.items()
        ]
        return [*super().sheet_fields(doc), *prices]

    def city_drawn(self, x: float, y: float, city: dict[str, Any]) -> str:
        return drawing_kit.city(x, y, str(city["name"]), [ink(city["colour"])])

    def names_drawn(self, doc: Doc, sheet: HexSheet, number: dict[str, int]) -> str:
        out = ""
        for water in doc["board"]["waters"]:
            at = [sheet.xy(number[hex]) for hex in water["hexes"] if hex in number]
            if at:
                x, y = at[len(at) // 2]
                out += drawing_kit.water_name(water["name"], x, y + 5, 18)
        return out

    def price(self, doc: Doc, hex: str, town: bool) -> str:
        where = spot(f"hex:{hex}")
        letter = self.letter(doc, *where) if where else "."
        terrain, river = TERRAIN.get(letter, ("plain", False))
        if terrain == "water":
            return "–"
        costs = doc["track_costs"]
        sum_ = 2 * costs["per_exit"] + (costs["town"] if town else 0) + (costs["river"] if river else 0)
        return dollars(self.say, sum_ + (costs["mountain"] if terrain == "mountain" else 0))
