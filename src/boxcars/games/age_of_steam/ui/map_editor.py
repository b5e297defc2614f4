"""The workshop of Age of Steam: what can be drawn on its maps (docs/maps.md)."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from boxcars.core.messages import T, Text
from boxcars.games.age_of_steam.components import COLUMNS
from boxcars.games.age_of_steam.map import KINDS, TOWN_BASE, TOWN_PER_EXIT
from boxcars.games.age_of_steam.map_file import TERRAIN, BoardData, MapFile
from boxcars.rail.names import COLOUR_NAMES
from boxcars.rail.ui.map_editor import HILLS, RIVER, WAVES, HexMapEditor, brush, naming, swatch
from boxcars.view import drawing_kit
from boxcars.view.board import dollars
from boxcars.view.hex_board import HexSheet
from boxcars.view.map_editor import Doc, Field, Group, Op

COLOURS = ("red", "blue", "purple", "yellow", "black")
OWN_PRICE = 5
"""What a hex with a price of its own costs until somebody says otherwise."""
REEDS = '<path d="M-22-8h12M-4-8h12M-14 8h12M6 8h14" fill="none" stroke="var(--swamp-ink)" stroke-width="2.2"/>'
PRICE = '<rect x="-17" y="-13" width="34" height="26" rx="4" class="nameplate"/>'


class AgeOfSteamMapEditor(HexMapEditor):
    game: ClassVar[str] = "age_of_steam"
    file: ClassVar[type[msgspec.Struct]] = MapFile
    brushes: ClassVar[dict[str, str]] = {"plain": ".", "river": "r", "mountain": "m", "swamp": "s", "water": "~", "own": "$"}

    def blank(self) -> MapFile:
        costs = {"plain": (2, 3, 4), "river": (3, 4, 5), "mountain": (4, 5, 6), "swamp": (4, 5, 6), "special": (0, 1, 2)}
        return MapFile(
            name=self.say(T("New map")), provenance="", players={3: 8, 4: 8, 5: 7, 6: 6}, board=BoardData([]), track_costs=costs
        )

    def groups(self) -> list[Group]:
        ground = [
            brush("plain", T("Plain"), swatch("landfill")),
            brush("river", T("River"), swatch("landfill2", RIVER)),
            brush("mountain", T("Mountain"), swatch("hillf", HILLS)),
            brush("swamp", T("Swamp"), swatch("landfill2", REEDS)),
            brush("water", T("Water"), swatch("waterf", WAVES)),
            brush("own", T("Custom cost"), swatch("hillf", PRICE)),
        ]
        return [Group(T("Ground"), ground), self.places([naming(T("Click a hex to put a name near it."))])]

    def layers(self) -> list[tuple[str, Text]]:
        return [("growth", T("Growth")), ("prices", T("Prices")), ("use", T("Usage"))]

    def new_city(self, id: str, name: str, hex: str, doc: Doc) -> dict[str, Any]:
        taken = {city["growth"] for city in doc["cities"]}
        column = next((c for c in COLUMNS[:12] if c not in taken), "")
        colour = COLOURS[len(doc["cities"]) % 4]
        made = {"id": id, "name": name, "hex": hex, "kind": "city", "colours": [colour], "growth": column, "cubes": 2}
        return {**made, "cubes_public": None, "region": "", "label": ""}

    def new_town(self, id: str, name: str, hex: str) -> dict[str, Any]:
        return {"id": id, "name": name, "hex": hex, "region": "", "label": ""}

    def terrain(self, letter: str) -> str:
        found = TERRAIN.get(letter, "plain")
        return "mountain" if found == "special" else found

    def has_river(self, letter: str) -> bool:
        return letter == "r"

    def at(self, doc: Doc, tool: str, target: str, col: int, row: int) -> list[Op]:
        hex = f"c{col}r{row}"
        names = doc["board"]["names"]
        if tool == "name" and self.letter(doc, col, row) != " ":
            if any(name["hex"] == hex for name in names):
                return []
            made = {"text": self.say(T("Sea")), "hex": hex, "dx": 0, "dy": 0, "size": 18, "turn": 0}
            return [Op("insert", ["board", "names", len(names)], None, made)]
        ops = super().at(doc, tool, target, col, row)
        costs = doc["board"]["costs"]
        if tool == "own" and ops:
            ops.append(Op("set", ["board", "costs"], costs, {**costs, hex: OWN_PRICE}))
        return ops

    def clear(self, doc: Doc, hex: str, letter: str) -> list[Op]:
        ops = super().clear(doc, hex, letter)
        costs, names = doc["board"]["costs"], doc["board"]["names"]
        if hex in costs and letter != "$":
            ops.append(Op("set", ["board", "costs"], costs, {h: c for h, c in costs.items() if h != hex}))
        if letter == " " and any(name["hex"] == hex for name in names):
            ops.append(Op("set", ["board", "names"], names, [name for name in names if name["hex"] != hex]))
        if letter == " " and doc["board"]["compass"] == hex:
            ops.append(Op("set", ["board", "compass"], hex, ""))
        return ops

    def city_fields(self, doc: Doc, i: int) -> list[Field]:
        city = doc["cities"][i]
        inks_ = [(colour, COLOUR_NAMES[colour]) for colour in COLOURS]
        columns = [("", T("none")), *((c, T("{column}", column=c)) for c in COLUMNS[:12])]
        return [
            Field(name=T("Accepts"), kind="inks", path=["cities", i, "colours"], value=city["colours"], choices=inks_),
            Field(name=T("Growth"), kind="choice", path=["cities", i, "growth"], value=city["growth"], choices=columns),
            Field(name=T("Starting cubes"), kind="number", path=["cities", i, "cubes"], value=city["cubes"], high=10),
        ]

    def hex_fields(self, doc: Doc, hex: str) -> list[Field]:
        fields = []
        costs = doc["board"]["costs"]
        if hex in costs:
            fields.append(Field(name=T("Price"), kind="number", path=["board", "costs"], part=hex, value=costs[hex], high=20))
        for i, name in enumerate(doc["board"]["names"]):
            if name["hex"] == hex:
                at: list[str | int] = ["board", "names", i]
                fields += [
                    Field(name=T("Name of the water"), kind="text", path=[*at, "text"], value=name["text"], high=40),
                    Field(name=T("Size"), kind="number", path=[*at, "size"], value=name["size"], low=8, high=40),
                    Field(name=T("Rotation"), kind="number", path=[*at, "turn"], value=name["turn"], low=-90, high=90, step=5),
                    Field(name=T("Move sideways"), kind="number", path=[*at, "dx"], value=name["dx"], low=-100, high=100, step=5),
                    Field(name=T("Move down"), kind="number", path=[*at, "dy"], value=name["dy"], low=-100, high=100, step=5),
                ]
        return fields

    def sheet_fields(self, doc: Doc) -> list[Field]:
        names = {
            "plain": T("Plain"),
            "river": T("River"),
            "mountain": T("Mountain"),
            "swamp": T("Swamp"),
            "special": T("Custom cost"),
        }
        prices = [
            Field(
                name=T("{terrain}: simple tile", terrain=names[t]),
                kind="number",
                path=["track_costs", t, 0],
                value=costs[0],
                high=20,
            )
            for t, costs in doc["track_costs"].items()
            if t in names
        ]
        sea = Field(name=T("Island map (sea all around)"), kind="switch", path=["board", "sea"], value=doc["board"]["sea"])
        cash = doc["rules"]["starting_cash"]
        return [
            *super().sheet_fields(doc),
            *prices,
            sea,
            Field(name=T("Starting cash"), kind="number", path=["rules", "starting_cash"], value=cash, high=50),
        ]

    def on_sheet(self, doc: Doc, word: str) -> str:
        column = word.removeprefix("column:")
        return super().on_sheet(doc, next((c["id"] for c in doc["cities"] if c["growth"] and c["growth"] == column), word))

    def facts(self, doc: Doc) -> list[Text]:
        return [*super().facts(doc), T("No growth column is used by two cities")]

    def city_drawn(self, x: float, y: float, city: dict[str, Any]) -> str:
        column = str(city["growth"])
        return drawing_kit.city(
            x, y, str(city["label"] or city["name"]), city["colours"][:2], die_text=column[1:], dark=column[:1] == "D"
        )

    def noted(self, layer: str, city: dict[str, Any]) -> str:
        """Return where its goods grow, and how many it has at the start."""
        return f"{city['growth'] or '–'} · {city['cubes']}" if layer == "growth" else ""

    def names_drawn(self, doc: Doc, sheet: HexSheet, number: dict[str, int]) -> str:
        out = ""
        for name in doc["board"]["names"]:
            if name["hex"] in number:
                x, y = sheet.xy(number[name["hex"]])
                out += drawing_kit.water_name(name["text"], x + name["dx"], y + name["dy"], name["size"], name["turn"])
        compass = doc["board"]["compass"]
        return out + (drawing_kit.compass(*sheet.xy(number[compass]), 30) if compass in number else "")

    def price(self, doc: Doc, hex: str, town: bool) -> str:
        col, _, row = hex[1:].partition("r")
        kind = TERRAIN.get(self.letter(doc, int(col), int(row)), "plain")
        if town:
            return dollars(self.say, TOWN_BASE + 2 * TOWN_PER_EXIT)
        if kind == "water" or kind not in doc["track_costs"]:
            return "–"
        extra = doc["board"]["costs"].get(hex, 0) if kind == "special" else 0
        return dollars(self.say, extra + doc["track_costs"][kind][KINDS.index("simple")])
