"""The map editor of the games on hexes: terrain, rivers, blocked sides, cities, towns, names; drawn whether complete or not."""

from __future__ import annotations

import re
from typing import Any, ClassVar

from boxcars.core.messages import T, Text
from boxcars.rail.hexgrid import Grid
from boxcars.view import drawing_kit
from boxcars.view.hex_board import HexSheet
from boxcars.view.map_editor import Doc, Drawn, Field, Group, Held, MapEditor, Op, Tool, Trying, free_id
from boxcars.view.svg_helpers import S, centre, corners

HEX = "M-24-41.6H24L48 0 24 41.6H-24L-48 0Z"
MOST_COLS, MOST_ROWS = 40, 30


def swatch(fill: str, over: str = "") -> str:
    """Return a hex as a picture for a button."""
    return f'<path d="{HEX}" class="{fill}" stroke="var(--grid)" stroke-width="1.6"/>{over}'


RIVER = '<path class="riv-b" d="M-44-14C-20-20-10 16 44 12"/><path class="riv" d="M-44-14C-20-20-10 16 44 12"/>'
HILLS = '<path class="hillfill" d="M-30 20-10-16 4 6 14-8 32 20Z"/><path class="hill" d="M-30 20-10-16 4 6M0 12 14-8 32 20"/>'
WAVES = '<path class="wl" style="stroke-width:2" d="M-30-12q8-6 15 0t15 0 15 0 M-30 6q8-6 15 0t15 0 15 0"/>'
TOWN = '<circle class="town" r="11"/>'
CITY = '<path d="M-22-38H22L44 0 22 38H-22L-44 0Z" class="city-edge g-blue"/><path class="nameplate" d="M-44-11H44L49 0 44 11H-44L-49 0Z"/>'
BAR = '<path d="M24-41.6 48 0" stroke="var(--ink)" stroke-width="9" fill="none"/>'
NAME = '<text class="serif" text-anchor="middle" y="9" font-size="26" font-style="italic">Aa</text>'
OFF = f'<path d="{HEX}" fill="none" stroke="var(--ink-3)" stroke-width="2" stroke-dasharray="7 6"/>'


def brush(key: str, name: Text, picture: str) -> Tool:
    """Return a tool that changes the terrain of every hex it is drawn over."""
    return Tool(key=key, name=name, hint=T("Click or draw over hexes to paint them."), picture=picture, aim=("hex",), drag=True)


def naming(hint: Text) -> Tool:
    """Return the tool that names water."""
    return Tool(key="name", name=T("Name of the water"), hint=hint, picture=swatch("waterf", NAME), aim=("hex",))


def spot(target: str) -> tuple[int, int] | None:
    found = re.fullmatch(r"(?:hex|side):c(\d{1,2})r(\d{1,2})(?::\d)?", target)
    return (int(found[1]), int(found[2])) if found else None


class HexMapEditor(MapEditor):
    """A map editor for hex maps. A game adds its terrain letters, tools, cities, and what else a hex may hold."""

    brushes: ClassVar[dict[str, str]]
    """Tool -> letter of the terrain."""
    city_letter: ClassVar[str] = "C"
    wet: ClassVar[str] = "~"

    def new_city(self, id: str, name: str, hex: str, doc: Doc) -> dict[str, Any]:
        raise NotImplementedError

    def new_town(self, id: str, name: str, hex: str) -> dict[str, Any]:
        raise NotImplementedError

    def terrain(self, letter: str) -> str:
        """The terrain as the drawing knows it."""
        raise NotImplementedError

    def has_river(self, letter: str) -> bool:
        raise NotImplementedError

    # -- tools -----------------------------------------------------------------------------------------------------------

    def places(self, more: list[Tool]) -> Group:
        tools = [
            Tool(
                key="city",
                name=T("City"),
                hint=T("Click a hex to place a city."),
                picture=swatch("landfill", CITY),
                aim=("hex",),
            ),
            Tool(
                key="town",
                name=T("Town"),
                hint=T("Click a hex to place a town."),
                picture=swatch("landfill", TOWN),
                aim=("hex",),
            ),
            Tool(
                key="river_way",
                name=T("River course"),
                hint=T("Click the sides the river crosses."),
                picture=swatch("landfill2", RIVER),
                aim=("side",),
            ),
            Tool(
                key="bar",
                name=T("Blocked edge"),
                hint=T("Click a side to block it. No track can cross it."),
                picture=swatch("landfill", BAR),
                aim=("side",),
            ),
            *more,
            Tool(
                key="off",
                name=T("Off the map"),
                hint=T("Click or draw over hexes to remove them."),
                picture=OFF,
                aim=("hex",),
                drag=True,
            ),
        ]
        return Group(T("Places and lines"), tools)

    def edit(self, doc: Doc, tool: str, targets: list[str]) -> list[Op]:
        with Trying(doc) as tried:
            for target in targets[:400]:
                where = spot(target)
                if where is not None and where[0] < MOST_COLS and where[1] < MOST_ROWS:
                    tried.do(*self.at(doc, tool, target, *where))
        return tried.ops

    def at(self, doc: Doc, tool: str, target: str, col: int, row: int) -> list[Op]:
        """Apply a click of a tool on a hex."""
        hex = f"c{col}r{row}"
        here = self.letter(doc, col, row)
        if tool in self.brushes:
            return (
                []
                if here == self.brushes[tool]
                else [*self.clear(doc, hex, self.brushes[tool]), *self.put(doc, col, row, self.brushes[tool])]
            )
        if tool == "off":
            return [] if here == " " else [*self.clear(doc, hex, " "), *self.put(doc, col, row, " ")]
        if tool == "city" and not self.place(doc, "cities", hex):
            id = free_id("city", self.ids(doc))
            name = self.say(T("City {n}", n=int(id.rpartition("_")[2])))
            made = self.new_city(id, name, hex, doc)
            letter = self.city_letter
            return [
                *self.clear(doc, hex, letter),
                *self.put(doc, col, row, letter),
                Op("insert", ["cities", len(doc["cities"])], None, made),
            ]
        if (
            tool == "town"
            and here not in (" ", self.wet)
            and not self.place(doc, "cities", hex)
            and not self.place(doc, "towns", hex)
        ):
            id = free_id("town", self.ids(doc))
            name = self.say(T("Town {n}", n=int(id.rpartition("_")[2])))
            return [Op("insert", ["towns", len(doc["towns"])], None, self.new_town(id, name, hex))]
        side = int(target.rpartition(":")[2]) if target.startswith("side:") else -1
        if tool == "river_way" and self.has_river(here) and 0 <= side < 6:
            rivers = doc["board"]["rivers"]
            sides = list(rivers.get(hex, []))
            sides = [s for s in sides if s != side] if side in sides else [*sides, side][-2:]
            new = {**rivers, hex: sides} if sides else {h: s for h, s in rivers.items() if h != hex}
            return [Op("set", ["board", "rivers"], rivers, new)]
        if tool == "bar" and here != " " and 0 <= side < 6:
            blocked = doc["board"]["blocked"]
            across = self.across(doc, col, row, side)
            kept = [b for b in blocked if list(b) not in ([hex, side], across)]
            return [Op("set", ["board", "blocked"], blocked, kept if len(kept) < len(blocked) else [*blocked, [hex, side]])]
        return []

    def clear(self, doc: Doc, hex: str, letter: str) -> list[Op]:
        """Remove what cannot stay on a hex whose terrain becomes ``letter``."""
        ops = [Op("remove", ["cities", i], c, None) for i, c in self.place(doc, "cities", hex)]
        if letter in (" ", self.wet, self.city_letter):
            ops += [Op("remove", ["towns", i], t, None) for i, t in self.place(doc, "towns", hex)]
        rivers = doc["board"]["rivers"]
        if hex in rivers and not self.has_river(letter):
            ops.append(Op("set", ["board", "rivers"], rivers, {h: s for h, s in rivers.items() if h != hex}))
        blocked = doc["board"]["blocked"]
        if letter == " " and any(b[0] == hex for b in blocked):
            ops.append(Op("set", ["board", "blocked"], blocked, [b for b in blocked if b[0] != hex]))
        return ops

    def put(self, doc: Doc, col: int, row: int, letter: str) -> list[Op]:
        rows = doc["board"]["terrain"]
        ops = [Op("insert", ["board", "terrain", n], None, "") for n in range(len(rows), row + 1)] if letter != " " else []
        old = rows[row] if row < len(rows) else ""
        if row >= len(rows) and letter == " ":
            return []
        new = old.ljust(col + 1)
        new = new[:col] + letter + new[col + 1 :]
        return [*ops, Op("set", ["board", "terrain", row], old, new.rstrip() if letter == " " else new)]

    # -- looking -----------------------------------------------------------------------------------------------------------

    @staticmethod
    def letter(doc: Doc, col: int, row: int) -> str:
        rows = doc["board"]["terrain"]
        return rows[row][col] if row < len(rows) and col < len(rows[row]) else " "

    @staticmethod
    def place(doc: Doc, kind: str, hex: str) -> list[tuple[int, dict[str, Any]]]:
        return [(i, p) for i, p in enumerate(doc[kind]) if p["hex"] == hex]

    @staticmethod
    def ids(doc: Doc) -> set[str]:
        return {p["id"] for p in [*doc["cities"], *doc["towns"]]}

    @staticmethod
    def hexes(doc: Doc) -> list[tuple[int, int, str]]:
        rows = enumerate(doc["board"]["terrain"])
        return sorted((col, row, sign) for row, line in rows for col, sign in enumerate(line) if sign != " ")

    def across(self, doc: Doc, col: int, row: int, side: int) -> list[Any]:
        """Return the same side as seen from the neighbouring hex."""
        cells = [(c, r) for c in range(max(0, col - 1), col + 2) for r in range(max(0, row - 1), row + 2)]
        grid = Grid(cells, pointy=doc["board"]["orientation"] == "pointy")
        beside = grid.beside[6 * cells.index((col, row)) + side]
        return [grid.ids[beside], (side + 3) % 6] if beside >= 0 else []

    def on_sheet(self, doc: Doc, word: str) -> str:
        """Return what an id on the sheet stands for: a hex, goods on one, or a place."""
        there = next((p["hex"] for p in [*doc["cities"], *doc["towns"]] if p["id"] == word), word)
        found = re.fullmatch(r"(?:(?:hex|cube):)?(c\d{1,2}r\d{1,2})(?::\w+)?", there)
        where = spot(f"hex:{found[1]}") if found else None
        return f"hex:{found[1]}" if found and where is not None and self.letter(doc, *where) != " " else ""

    def held(self, doc: Doc, target: str) -> Held | None:
        where = spot(target)
        if target == "sheet":
            return Held(target, doc["name"], T("the map"), self.sheet_fields(doc))
        if where is None:
            return None
        hex = "c{}r{}".format(*where)
        for kind, what in (("cities", T("city at {hex}", hex=hex)), ("towns", T("town at {hex}", hex=hex))):
            for i, p in self.place(doc, kind, hex):
                name = Field(name=T("Name"), kind="text", path=[kind, i, "name"], value=p["name"], high=40)
                return Held(f"hex:{hex}", p["name"], what, [name, *(self.city_fields(doc, i) if kind == "cities" else [])])
        fields = self.hex_fields(doc, hex)
        return Held(f"hex:{hex}", hex, T("open land"), fields) if fields else None

    def sheet_fields(self, doc: Doc) -> list[Field]:
        fields = [Field(name=T("Name"), kind="text", path=["name"], value=doc["name"], high=60)]
        fields += [
            Field(
                name=T("Turns with {n} players", n=n),
                kind="number",
                path=["players"],
                part=str(n),
                value=doc["players"].get(str(n), 0),
                low=0,
                high=20,
                none=0,
            )
            for n in range(3, 7)
        ]
        ways = [("flat", T("flat top")), ("pointy", T("pointy top"))]
        turn = doc["board"]["orientation"]
        fields.append(Field(name=T("Hexes"), kind="choice", path=["board", "orientation"], value=turn, choices=ways))
        fields.append(Field(name=T("Sources"), kind="text", path=["provenance"], value=doc["provenance"], high=400))
        fields.append(Field(name=T("License"), kind="text", path=["licence"], value=doc["licence"], high=120))
        return fields

    def city_fields(self, doc: Doc, i: int) -> list[Field]:
        raise NotImplementedError

    def hex_fields(self, doc: Doc, hex: str) -> list[Field]:
        return []

    def facts(self, doc: Doc) -> list[Text]:
        land = sum(sign != self.wet for _, _, sign in self.hexes(doc))
        return [
            T(
                "The map works: {land} land hexes, {cities} cities, {towns} towns",
                land=land,
                cities=len(doc["cities"]),
                towns=len(doc["towns"]),
            ),
            T("You can reach every city from every other"),
        ]

    # -- drawing -----------------------------------------------------------------------------------------------------------

    def draw(self, doc: Doc, layer: str, use: dict[str, float]) -> Drawn:
        """Draw the map with a margin of empty cells to draw on."""
        there = self.hexes(doc)
        pointy = doc["board"]["orientation"] == "pointy"
        cols = min(MOST_COLS, max([6, *(c + 2 for c, _, _ in there)]))
        rows = min(MOST_ROWS, max([5, *(r + 2 for _, r, _ in there)]))
        known = {(c, r) for c, r, _ in there}
        free = [(c, r) for c in range(cols) for r in range(rows) if (c, r) not in known]
        cells = [(c, r) for c, r, _ in there] + free
        grid = Grid(cells, pointy=pointy)
        wet = {i for i, (_, _, sign) in enumerate(there) if sign == self.wet}
        sheet = HexSheet(grid.axial[: len(there)] or grid.axial, grid.ids[: len(there)] or grid.ids, wet, pointy)
        # The frame must hold the empty cells, too: measure a sheet of all of them, and draw this one's land in its place.
        whole = HexSheet(grid.axial, grid.ids, (), pointy)
        sheet.dx, sheet.dy, sheet.width, sheet.height = whole.dx, whole.dy, whole.width, whole.height
        sheet.places = whole.places[: len(sheet.cells)]
        number = grid.number
        terrain = [self.terrain(sign) for _, _, sign in there]
        rivers = {i: [1, 4] for i, (_, _, sign) in enumerate(there) if self.has_river(sign)}
        inside = set(range(len(there)))
        rivers |= {
            number[h]: s
            for h, s in doc["board"]["rivers"].items()
            if number.get(h, -1) in inside and s and all(0 <= x < 6 for x in s)
        }
        barred = [(number[h], s) for h, s in doc["board"]["blocked"] if number.get(h, -1) in inside and 0 <= s < 6]
        body = sheet.ground(terrain, rivers, barred) if there else drawing_kit.sheet(0, 0, whole.width, whole.height, "")
        empty = whole.shapes("".join(self.empty(*centre(*whole.cells[number[f"c{c}r{r}"]])) for c, r in free))
        out = [body, empty, self.names_drawn(doc, whole, number)]
        for c, r, _ in there:
            hex = f"c{c}r{r}"
            x, y = whole.xy(number[hex])
            cities, towns = self.place(doc, "cities", hex), self.place(doc, "towns", hex)
            out += [self.city_drawn(x, y, city) for _, city in cities]
            for _, town in towns:
                out.append(drawing_kit.town(x, y) + drawing_kit.town_label(town["name"], x, y, ()))
            out += [drawing_kit.plate(note, x, y + 29, 15) for _, city in cities if (note := self.noted(layer, city))]
            if layer == "prices" and not cities:
                out.append(drawing_kit.plate(self.price(doc, hex, bool(towns)), x, y + 2, 17))
            if layer == "use" and use.get(f"hex:{hex}"):
                out.append(drawing_kit.plate(f"{use[f'hex:{hex}']:.1f}", x, y + 2, 17))
        out.append(whole.hits(range(len(cells))))
        out.append("".join(self.side_hit(whole, i, side) for i in range(len(there)) for side in range(6)))
        wide, high = (43.3, 75.0) if pointy else (75.0, 43.3)
        return Drawn("".join(out), whole.width, whole.height, (wide, high))

    @staticmethod
    def empty(x: float, y: float) -> str:
        return f'<g transform="translate({drawing_kit.n(x)} {drawing_kit.n(y)})"><path class="ws-empty" d="{HEX}"/></g>'

    @staticmethod
    def side_hit(sheet: HexSheet, hex: int, side: int) -> str:
        """Return a short thick line along a side, which can be clicked by tools that aim at sides."""
        around = corners(*centre(*sheet.cells[hex]), S - 8)  # a little inside, so that the two hexes' sides lie apart
        (ax, ay), (bx, by) = around[(side + 4) % 6], around[(side + 5) % 6]
        line = f"M{drawing_kit.n(ax)},{drawing_kit.n(ay)}L{drawing_kit.n(bx)},{drawing_kit.n(by)}"
        return sheet.shapes(f'<path class="ws-side" data-target="side:{sheet.ids[hex]}:{side}" d="{line}"/>')

    def city_drawn(self, x: float, y: float, city: dict[str, Any]) -> str:
        raise NotImplementedError

    def noted(self, layer: str, city: dict[str, Any]) -> str:
        """Return what a layer shows for a city."""
        return ""

    def names_drawn(self, doc: Doc, sheet: HexSheet, number: dict[str, int]) -> str:
        return ""

    def price(self, doc: Doc, hex: str, town: bool) -> str:
        raise NotImplementedError
