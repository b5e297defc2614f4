"""The workshop of Spike: land drawn over a lattice of points, cities on it, cards dealt by distance (docs/maps/spike.md)."""

from __future__ import annotations

import math
from typing import ClassVar

import msgspec

from boxcars.core.messages import T, Text
from boxcars.games.spike.map import SIDES, builtin
from boxcars.games.spike.map_file import BoardFile, ContractsFile, MapFile, RoutesFile
from boxcars.games.spike.ui import editor_cards
from boxcars.games.spike.ui.editor_lattice import Lattice, place, spot
from boxcars.view.map_editor import ARROW, CROSS, STATION, Doc, Field, Group, Held, Op, Tool, Trying, free_id, index

NEAR = 70
"""Points that lie no farther apart are joined when land is drawn."""
LAND = (
    '<path d="M-34 22-12-18 12 22 34-18M-34 22H12M-12-18H34" stroke="var(--ink)" stroke-width="6" fill="none" opacity=".75"/>'
    '<g class="joint"><circle cx="-34" cy="22" r="7"/><circle cx="-12" cy="-18" r="7"/><circle cx="12" cy="22" r="7"/>'
    '<circle cx="34" cy="-18" r="7"/></g>'
)
BAR = '<g transform="scale(2.2)"><rect class="bar g-blue" x="-17" y="-5.3" width="34" height="10.6" rx="2.6"/></g>'
OFF = '<circle r="26" fill="none" stroke="var(--ink-3)" stroke-width="3" stroke-dasharray="7 6"/>'
CARDS = (
    '<rect x="-34" y="-26" width="44" height="56" rx="4" class="nameplate" transform="rotate(-8)"/>'
    '<rect x="-8" y="-28" width="44" height="56" rx="4" class="nameplate" transform="rotate(7)"/>'
)


class SpikeMapEditor(Lattice):
    game: ClassVar[str] = "spike"
    file: ClassVar[type[msgspec.Struct]] = MapFile

    def blank(self) -> MapFile:
        """Return the colours, commodities, market and trains of the box, and no land."""
        usual = builtin("eastern_usa")
        board = BoardFile(usual.board.colours, usual.board.commodities, [], [], [])
        return MapFile(self.say(T("New map")), board, ContractsFile([]), RoutesFile([]), usual.market, usual.train)

    def drafted(self, data: msgspec.Struct) -> Doc:
        doc = super().drafted(data)
        usual = builtin("eastern_usa")
        doc["market"] = doc["market"] or msgspec.to_builtins(usual.market)
        doc["train"] = doc["train"] or msgspec.to_builtins(usual.train)
        return doc

    def groups(self) -> list[Group]:
        def tool(key: str, name: Text, hint: Text, picture: str, *aim: str, drag: bool = False) -> Tool:
            return Tool(key=key, name=name, hint=hint, picture=picture, aim=aim, drag=drag)

        land = [
            tool(
                "land",
                T("Land"),
                T("Draw over the dots to add points. They're connected to their neighbors."),
                LAND,
                "spot",
                drag=True,
            ),
            tool("off", T("Off the map"), T("Click or draw over points to remove them."), OFF, "point", drag=True),
        ]
        places = [
            tool("city", T("City"), T("Click a point to place a city."), STATION, "point"),
            tool("move", T("Move"), T("Click a city, then its new point."), ARROW, "city", "point"),
            tool("track", T("Track"), T("Click two points to connect them."), BAR, "point", "point"),
            tool("away", T("Remove"), T("Click a track, a city or a route card to remove it."), CROSS, "seg,route,city"),
            tool("deal", T("Deal cards"), T("Creates contracts and routes for all cities, based on distance."), CARDS),
        ]
        return [Group(T("Ground"), land), Group(T("Places and lines"), places)]

    def layers(self) -> list[tuple[str, Text]]:
        return [("contracts", T("Contracts")), ("routes", T("Routes")), ("use", T("Usage"))]

    # -- edits -----------------------------------------------------------------------------------------------------------

    def edit(self, doc: Doc, tool: str, targets: list[str]) -> list[Op]:
        names = [target.partition(":")[2] for target in targets]
        kinds = [target.partition(":")[0] for target in targets]
        with Trying(doc) as tried:
            if tool in ("land", "off"):
                for kind, name in zip(kinds[:400], names[:400], strict=True):
                    if tool == "land" and kind == "spot":
                        self.lay(tried, name)
                    elif tool == "off" and kind == "point":
                        self.sink(tried, name)
            elif tool == "city" and kinds == ["point"]:
                self.found(tried, names[0])
            elif tool == "move" and kinds == ["city", "point"]:
                self.move(tried, *names)
            elif tool == "track" and kinds == ["point", "point"]:
                self.join(tried, *names)
            elif tool == "away" and len(names) == 1:
                self.away(tried, kinds[0], names[0])
            elif tool == "deal" and len(doc["board"]["cities"]) > 1:
                for part, cards in (("contracts", editor_cards.contracts(doc)), ("routes", editor_cards.routes(doc))):
                    if cards != doc[part]["cards"]:
                        tried.do(Op("set", [part, "cards"], doc[part]["cards"], cards))
        return tried.ops

    def after(self, targets: list[str], ops: list[Op]) -> str:
        made = ops[-1].new if ops and ops[-1].do == "insert" and len(targets) < 3 else None
        if isinstance(made, dict) and "a" in made:
            return f"seg:{made['id']}"
        return targets[-1] if targets else "sheet"

    def lay(self, tried: Trying, name: str) -> None:
        """A point of the lattice, joined to those beside it."""
        board, where = tried.doc["board"], place(name)
        if where is None or index(board["points"], name) >= 0:
            return
        x, y = spot(*where)
        if any(math.dist((x, y), (p["x"], p["y"])) < 30 for p in board["points"]):
            return
        tried.do(Op("insert", ["board", "points", len(board["points"])], None, {"id": name, "x": x, "y": y, "city": None}))
        for other in board["points"]:
            if other["id"] != name and math.dist((x, y), (other["x"], other["y"])) <= NEAR:
                self.join(tried, other["id"], name)

    def join(self, tried: Trying, a: str, b: str) -> None:
        """A segment, in the colour that is rarest at its ends, then on the whole map."""
        board = tried.doc["board"]
        segments = board["segments"]
        if a == b or min(index(board["points"], a), index(board["points"], b)) < 0 or not board["colours"]:
            return
        if any({s["a"], s["b"]} == {a, b} for s in segments):
            return
        here = [s["colour"] for s in segments if {s["a"], s["b"]} & {a, b}]
        all_ = [s["colour"] for s in segments]
        colour = min((c["id"] for c in board["colours"]), key=lambda c: (here.count(c), all_.count(c)))
        taken = {s["id"] for s in segments}
        n = next(n for n in range(len(segments) + 1, 10_000) if f"s{n:03}" not in taken)
        tried.do(Op("insert", ["board", "segments", len(segments)], None, {"id": f"s{n:03}", "a": a, "b": b, "colour": colour}))

    def found(self, tried: Trying, name: str) -> None:
        """A city that offers what the fewest cities offer."""
        board = tried.doc["board"]
        p = index(board["points"], name)
        if p < 0 or any(city["point"] == name for city in board["cities"]) or not board["commodities"]:
            return
        id = free_id("city", {city["id"] for city in board["cities"]})
        offered = [city["commodity"] for city in board["cities"]]
        good = min((g["id"] for g in board["commodities"]), key=offered.count)
        called = self.say(T("City {n}", n=int(id.rpartition("_")[2])))
        tried.do(Op("set", ["board", "points", p, "city"], board["points"][p]["city"], id))
        made = {"id": id, "name": called, "point": name, "commodity": good, "state": ""}
        tried.do(Op("insert", ["board", "cities", len(board["cities"])], None, made))

    def move(self, tried: Trying, id: str, name: str) -> None:
        board = tried.doc["board"]
        c, p = index(board["cities"], id), index(board["points"], name)
        if min(c, p) < 0 or any(city["point"] == name for city in board["cities"]):
            return
        self.leave(tried, id)
        tried.do(Op("set", ["board", "points", p, "city"], board["points"][p]["city"], id))
        tried.do(Op("set", ["board", "cities", c, "point"], board["cities"][c]["point"], name))

    @staticmethod
    def leave(tried: Trying, id: str) -> None:
        """No point says any more that the city stands on it."""
        for p, point in enumerate(tried.doc["board"]["points"]):
            if point["city"] == id:
                tried.do(Op("set", ["board", "points", p, "city"], id, None))

    def sink(self, tried: Trying, name: str) -> None:
        """A point goes, with its segments and the city on it."""
        board = tried.doc["board"]
        p = index(board["points"], name)
        if p < 0:
            return
        for city in [city["id"] for city in board["cities"] if city["point"] == name]:
            self.away(tried, "city", city)
        for n in reversed(range(len(board["segments"]))):
            if name in (board["segments"][n]["a"], board["segments"][n]["b"]):
                tried.do(Op("remove", ["board", "segments", n], board["segments"][n], None))
        tried.do(Op("remove", ["board", "points", p], board["points"][p], None))

    def away(self, tried: Trying, kind: str, id: str) -> None:
        doc = tried.doc
        lists = {"seg": ("board", "segments"), "route": ("routes", "cards"), "city": ("board", "cities")}
        if kind not in lists:
            return
        part, name = lists[kind]
        n = index(doc[part][name], id)
        if n < 0:
            return
        if kind == "city":
            self.leave(tried, id)
            self.strike(tried, id)
        tried.do(Op("remove", [part, name, n], doc[part][name][n], None))

    @staticmethod
    def strike(tried: Trying, city: str) -> None:
        """A city leaves the cards; a card with nothing left goes too."""
        doc = tried.doc
        for n, card in enumerate(doc["contracts"]["cards"]):
            for side, face in card["sides"].items():
                left = [d for d in face["destinations"] if d["city"] != city]
                if len(left) < len(face["destinations"]):
                    at: list[str | int] = ["contracts", "cards", n, "sides", side, "destinations"]
                    tried.do(Op("set", at, face["destinations"], left))
        for n in reversed(range(len(doc["routes"]["cards"]))):
            card = doc["routes"]["cards"][n]
            left = [e for e in card["ends"] if e["city"] != city]
            if card["start"] == city or not left:
                tried.do(Op("remove", ["routes", "cards", n], card, None))
            elif len(left) < len(card["ends"]):
                tried.do(Op("set", ["routes", "cards", n, "ends"], card["ends"], left))

    # -- the inspector -----------------------------------------------------------------------------------------------------

    def held(self, doc: Doc, target: str) -> Held | None:
        kind, _, name = target.partition(":")
        board = doc["board"]
        if target == "sheet":
            return Held(target, doc["name"], T("the map"), self.sheet_fields(doc))
        if kind == "point":
            there = [city["id"] for city in board["cities"] if city["point"] == name]
            return self.held(doc, f"city:{there[0]}") if there else None
        if kind == "seg" and (n := index(board["segments"], name)) >= 0:
            colours = [(c["id"], T(c["id"])) for c in board["colours"]]
            value = board["segments"][n]["colour"]
            field = Field(name=T("Color"), kind="choice", path=["board", "segments", n, "colour"], value=value, choices=colours)
            return Held(target, name, T("track"), [field])
        if kind == "route" and (n := index(doc["routes"]["cards"], name)) >= 0:
            card = doc["routes"]["cards"][n]
            ends = [
                self.worth(T("{city}", city=self.named(doc, e["city"])), e["value"], ["routes", "cards", n, "ends", k, "value"])
                for k, e in enumerate(card["ends"])
            ]
            return Held(target, self.named(doc, card["start"]), T("route card"), ends)
        if kind == "city" and (n := index(board["cities"], name)) >= 0:
            return Held(f"point:{board['cities'][n]['point']}", board["cities"][n]["name"], T("city"), self.city_fields(doc, n))
        return None

    def on_sheet(self, doc: Doc, word: str) -> str:
        """Return a city (it stands on its point), a point, a piece of track, by id or by the game's target."""
        name, board = word.rpartition(":")[2], doc["board"]
        city = index(board["cities"], name)
        if city >= 0:
            return f"point:{board['cities'][city]['point']}"
        parts = {"point": board["points"], "seg": board["segments"]}
        return next((f"{kind}:{name}" for kind, entries in parts.items() if index(entries, name) >= 0), "")

    @staticmethod
    def worth(name: Text, value: int, path: list[str | int]) -> Field:
        return Field(name=name, kind="number", path=path, value=value, low=1, high=50)

    def city_fields(self, doc: Doc, n: int) -> list[Field]:
        """Its name, what it offers, and what it pays on every contract that lists it."""
        city = doc["board"]["cities"][n]
        goods = [(g["id"], T(g["id"])) for g in doc["board"]["commodities"]]
        at: list[str | int] = ["board", "cities", n]
        fields = [
            Field(name=T("Name"), kind="text", path=[*at, "name"], value=city["name"], high=40),
            Field(name=T("Offers"), kind="choice", path=[*at, "commodity"], value=city["commodity"], choices=goods),
        ]
        for c, card in enumerate(doc["contracts"]["cards"]):
            for side, face in card["sides"].items():
                for d, worth in enumerate(face["destinations"]):
                    if worth["city"] == city["id"]:
                        name = T("Payment on contract {contract}", contract=face["id"])
                        path: list[str | int] = ["contracts", "cards", c, "sides", side, "destinations", d, "value"]
                        fields.append(self.worth(name, worth["value"], path))
        return fields

    def sheet_fields(self, doc: Doc) -> list[Field]:
        numbers = {
            "tracks_per_player": (T("Tracks per player"), 1, 100),
            "rail_cards_per_colour": (T("Cards per color"), 1, 40),
            "two_player_removed_per_colour": (T("Cards removed per color for two players"), 0, 20),
            "start_hand": (T("Starting hand"), 1, 10),
            "face_up": (T("Face-up cards in the row"), 1, 8),
            "time_cards": (T("Time cards"), 1, 6),
        }
        box = doc["board"]["components"]
        source = doc["provenance"].get("source", "")
        return [
            Field(name=T("Name"), kind="text", path=["name"], value=doc["name"], high=60),
            *(
                Field(name=name, kind="number", path=["board", "components", key], value=box[key], low=low, high=high)
                for key, (name, low, high) in numbers.items()
            ),
            Field(name=T("Sources"), kind="text", path=["provenance"], part="source", value=source, high=400),
            Field(name=T("License"), kind="text", path=["licence"], value=doc["licence"], high=120),
        ]

    def named(self, doc: Doc, id: str) -> str:
        n = index(doc["board"]["cities"], id)
        return str(doc["board"]["cities"][n]["name"]) if n >= 0 else id

    def facts(self, doc: Doc) -> list[Text]:
        board = doc["board"]
        count = T(
            "The map works: {cities} cities, {tracks} tracks, {contracts} contracts, {routes} route cards",
            cities=len(board["cities"]),
            tracks=len(board["segments"]),
            contracts=len(SIDES) * len(doc["contracts"]["cards"]),
            routes=len(doc["routes"]["cards"]),
        )
        return [count, T("You can reach every city from every other")]
