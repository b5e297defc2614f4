"""The workshop of Ticket to Ride: cities on a ground, routes between them, tickets (docs/maps.md)."""

from __future__ import annotations

import heapq
import re
from math import hypot
from typing import Any, ClassVar

import msgspec

from boxcars.core import codec
from boxcars.core.messages import T, Text
from boxcars.games.ticket_to_ride.map_file import MapFile, lane_keys
from boxcars.games.ticket_to_ride.names import CARD_NAMES
from boxcars.games.ticket_to_ride.ui.board import country
from boxcars.games.ticket_to_ride.ui.layout import searched
from boxcars.view import drawing_kit
from boxcars.view.map_editor import (
    ARROW,
    CROSS,
    PAPER,
    STATION,
    Doc,
    Drawn,
    Field,
    Group,
    Held,
    MapEditor,
    Op,
    Tool,
    free_id,
    index,
)

COLOURS = ("grey", "violet", "blue", "orange", "white", "green", "yellow", "black", "red")
GRID = 5
"""Cities stand on whole multiples of so many units."""
SPACE = 62
"""Units a space of a route takes in the usual layout: the length of a new route is counted with it."""
SLOTS = '<path d="M-42 14-14 4M-8 2 16-6M22-8 44-16" stroke="var(--ink)" stroke-width="12" fill="none" opacity=".75"/>'


def at(target: str) -> tuple[int, int] | None:
    found = re.fullmatch(r"at:(\d{1,4}),(\d{1,4})", target)
    return (GRID * round(int(found[1]) / GRID), GRID * round(int(found[2]) / GRID)) if found else None


class TicketToRideMapEditor(MapEditor):
    game: ClassVar[str] = "ticket_to_ride"
    file: ClassVar[type[msgspec.Struct]] = MapFile

    def blank(self) -> MapFile:
        return MapFile(name=self.say(T("New map")), provenance="", cities=[], routes=[], tickets=[])

    def groups(self) -> list[Group]:
        both = T("Click two cities to connect them.")
        tools = [
            Tool(key="city", name=T("City"), hint=T("Click where you want the city."), picture=STATION, aim=("at",)),
            Tool(key="move", name=T("Move"), hint=T("Click a city, then its new place."), picture=ARROW, aim=("city", "at")),
            Tool(key="route", name=T("Route"), hint=both, picture=SLOTS, aim=("city", "city")),
            Tool(key="ticket", name=T("Ticket"), hint=both, picture=PAPER, aim=("city", "city"), layer="tickets"),
            Tool(
                key="away",
                name=T("Remove"),
                hint=T("Click a route, a ticket or a city to remove it."),
                picture=CROSS,
                aim=("route,ticket,city",),
            ),
        ]
        return [Group(T("Places and lines"), tools)]

    def layers(self) -> list[tuple[str, Text]]:
        return [("tickets", T("Tickets")), ("use", T("Usage"))]

    # -- edits -----------------------------------------------------------------------------------------------------------

    def edit(self, doc: Doc, tool: str, targets: list[str]) -> list[Op]:
        names = [target.partition(":")[2] for target in targets]
        place = at(targets[-1]) if targets else None
        if tool == "city" and place is not None:
            id = free_id("city", {city["id"] for city in doc["cities"]})
            name = self.say(T("City {n}", n=int(id.rpartition("_")[2])))
            made = {"id": id, "name": name, "x": place[0], "y": place[1], "label": None}
            return [Op("insert", ["cities", len(doc["cities"])], None, made)]
        found = [self.city(doc, name) for name in names]
        if tool == "move" and place is not None and found and found[0] >= 0:
            return self.moved(doc, found[0], place)
        if tool == "away" and targets:
            return self.away(doc, targets[0])
        if tool in ("route", "ticket") and len(names) == 2 and min(found) >= 0 and names[0] != names[1]:
            kind = f"{tool}s"
            if any(set(entry["cities"]) == set(names) for entry in doc[kind]):
                return []
            ends = [doc["cities"][i]["id"] for i in found]
            return [
                Op(
                    "insert",
                    [kind, len(doc[kind])],
                    None,
                    self.new_route(doc, ends) if tool == "route" else self.new_ticket(doc, ends),
                )
            ]
        return []

    def after(self, targets: list[str], ops: list[Op]) -> str:
        made = ops[-1].new if ops and ops[-1].do == "insert" else None
        if made is None or ops[-1].path[0] == "tickets":
            return f"ticket:{ops[-1].path[1]}" if made else targets[0]
        return f"city:{made['id']}" if "id" in made else "route:" + "-".join(sorted(made["cities"]))

    def moved(self, doc: Doc, i: int, place: tuple[int, int]) -> list[Op]:
        """Return a city elsewhere: spaces that were laid by hand at its routes are found anew."""
        city = doc["cities"][i]
        ops = [Op("set", ["cities", i], city, {**city, "x": place[0], "y": place[1], "label": None})]
        for n, route in enumerate(doc["routes"]):
            if city["id"] in route["cities"] and route["laid"]:
                ops.append(Op("set", ["routes", n, "laid"], route["laid"], []))
        return ops

    def away(self, doc: Doc, target: str) -> list[Op]:
        kind, _, name = target.partition(":")
        if kind == "ticket" and name.isdecimal() and int(name) < len(doc["tickets"]):
            return [Op("remove", ["tickets", int(name)], doc["tickets"][int(name)], None)]
        if kind == "route" and (n := self.route(doc, name)) >= 0:
            return [Op("remove", ["routes", n], doc["routes"][n], None)]
        i = self.city(doc, name) if kind == "city" else -1
        if i < 0:
            return []
        ops = []
        for part in ("tickets", "routes"):
            for n in reversed(range(len(doc[part]))):
                if name in doc[part][n]["cities"]:
                    ops.append(Op("remove", [part, n], doc[part][n], None))
        return [*ops, Op("remove", ["cities", i], doc["cities"][i], None)]

    def new_route(self, doc: Doc, ends: list[str]) -> dict[str, Any]:
        a, b = (doc["cities"][self.city(doc, end)] for end in ends)
        length = max(1, min(6, round((hypot(a["x"] - b["x"], a["y"] - b["y"]) - 30) / SPACE)))
        return {"cities": ends, "length": length, "colours": ["grey"], "bend": None, "laid": []}

    def new_ticket(self, doc: Doc, ends: list[str]) -> dict[str, Any]:
        """Worth the trains of the shortest way, as on most tickets."""
        near: dict[str, list[tuple[str, int]]] = {}
        for route in doc["routes"]:
            a, b = route["cities"]
            near.setdefault(a, []).append((b, route["length"]))
            near.setdefault(b, []).append((a, route["length"]))
        far, edge = {ends[0]: 0}, [(0, ends[0])]
        while edge:
            gone, here = heapq.heappop(edge)
            for there, length in near.get(here, []):
                if gone + length < far.get(there, 999):
                    far[there] = gone + length
                    heapq.heappush(edge, (far[there], there))
        return {"cities": ends, "points": max(1, min(100, far.get(ends[1], 5)))}

    @staticmethod
    def city(doc: Doc, id: str) -> int:
        return index(doc["cities"], id)

    @staticmethod
    def route(doc: Doc, name: str) -> int:
        return next((i for i, r in enumerate(doc["routes"]) if "-".join(sorted(r["cities"])) == name), -1)

    # -- the inspector -----------------------------------------------------------------------------------------------------

    def held(self, doc: Doc, target: str) -> Held | None:
        kind, _, name = target.partition(":")
        if target == "sheet":
            return Held(target, doc["name"], T("the map"), self.sheet_fields(doc))
        if kind == "city" and (i := self.city(doc, name)) >= 0:
            city = doc["cities"][i]
            field = Field(name=T("Name"), kind="text", path=["cities", i, "name"], value=city["name"], high=40)
            return Held(target, city["name"], T("city"), [field])
        if kind == "route" and (i := self.route(doc, name)) >= 0:
            route = doc["routes"][i]
            path: list[str | int] = ["routes", i]
            first = [(c, CARD_NAMES[c]) for c in COLOURS]
            second = [("", T("none")), *first]
            colours = route["colours"]
            return Held(
                target,
                " – ".join(self.named(doc, c) for c in route["cities"]),
                T("route"),
                [
                    Field(name=T("Length"), kind="number", path=[*path, "length"], value=route["length"], low=1, high=9),
                    Field(name=T("Color"), kind="choice", path=[*path, "colours"], part="0", value=colours[0], choices=first),
                    Field(
                        name=T("Second route"),
                        kind="choice",
                        path=[*path, "colours"],
                        part="1",
                        value=colours[1] if len(colours) > 1 else "",
                        choices=second,
                    ),
                    Field(
                        name=T("Bend"), kind="number", path=[*path, "bend"], value=route["bend"] or 0, low=-200, high=200, step=10
                    ),
                ],
            )
        if kind == "ticket" and name.isdecimal() and int(name) < len(doc["tickets"]):
            ticket = doc["tickets"][int(name)]
            points = Field(
                name=T("Points"), kind="number", path=["tickets", int(name), "points"], value=ticket["points"], low=1, high=100
            )
            return Held(target, " – ".join(self.named(doc, c) for c in ticket["cities"]), T("ticket"), [points])
        return None

    def on_sheet(self, doc: Doc, word: str) -> str:
        """Return a city by its id, a route or a ticket by its number in the file or by the game's target."""
        listed = re.fullmatch(r"(route|ticket)s\[(\d+)\]", word)
        kind, _, key = word.rpartition(":")
        if listed and int(listed[2]) < len(doc[f"{listed[1]}s"]):
            kind, n = listed[1], int(listed[2])
        elif kind in ("route", "ticket"):
            n = next((i for i, e in enumerate(doc[f"{kind}s"]) if key in self.keys(doc, kind, e)), -1)
        else:
            return f"city:{key}" if self.city(doc, key) >= 0 else ""
        if n < 0:
            return ""
        return f"ticket:{n}" if kind == "ticket" else "route:" + "-".join(sorted(doc["routes"][n]["cities"]))

    def keys(self, doc: Doc, kind: str, entry: dict[str, Any]) -> list[str]:
        """Return what the game calls a route (a double one has two names) or a ticket."""
        first, last = sorted(entry["cities"], key=lambda id: self.city(doc, id))
        return lane_keys((first, last), entry["colours"]) if kind == "route" else [f"{first}-{last}"]

    def named(self, doc: Doc, id: str) -> str:
        i = self.city(doc, id)
        return str(doc["cities"][i]["name"]) if i >= 0 else id

    def sheet_fields(self, doc: Doc) -> list[Field]:
        rules = doc["rules"]
        numbers = [("trains", T("Trains per player"), 3, 100), ("cards", T("Cards per color"), 4, 40)]
        numbers.append(("locomotives", T("Locomotives"), 0, 40))
        return [
            Field(name=T("Name"), kind="text", path=["name"], value=doc["name"], high=60),
            *(
                Field(name=name, kind="number", path=["rules", key], value=rules[key], low=low, high=high)
                for key, name, low, high in numbers
            ),
            Field(name=T("Sources"), kind="text", path=["provenance"], value=doc["provenance"], high=400),
            Field(name=T("License"), kind="text", path=["licence"], value=doc["licence"], high=120),
        ]

    def facts(self, doc: Doc) -> list[Text]:
        spaces = sum(r["length"] * len(r["colours"]) for r in doc["routes"])
        count = T(
            "The map works: {cities} cities, {routes} routes with {spaces} spaces, {tickets} tickets",
            cities=len(doc["cities"]),
            routes=sum(len(r["colours"]) for r in doc["routes"]),
            spaces=spaces,
            tickets=len(doc["tickets"]),
        )
        return [count, T("You can reach every city from every other")]

    # -- drawing -----------------------------------------------------------------------------------------------------------

    def draw(self, doc: Doc, layer: str, use: dict[str, float]) -> Drawn:
        data = codec.convert(doc, MapFile)
        known = {city.id for city in data.cities}
        sound = [
            r
            for r in data.routes
            if set(r.cities) <= known and r.cities[0] != r.cities[1] and 1 <= r.length <= 9 and 1 <= len(r.colours) <= 2
        ]
        laid = searched(msgspec.json.encode(msgspec.structs.replace(data, name="", notes=[], routes=sound, tickets=[])))
        w, h = data.picture.width, data.picture.height
        out = [
            f'<rect class="off" width="{w}" height="{h}"/>',
            country(data.picture),
            drawing_kit.neatline(4, 4, w - 8, h - 8, step=100, band=10),
        ]
        out += [drawing_kit.water_name(m.text, m.x, m.y, m.size, m.turn) for m in data.picture.names]
        number = {city.id: i for i, city in enumerate(data.cities)}
        for route in sound:
            first, last = sorted(route.cities, key=number.__getitem__)
            name = "-".join(sorted(route.cities))
            for key, colour in zip(lane_keys((first, last), route.colours), route.colours, strict=True):
                lane = laid.routes[key]
                for x, y, turn in lane.spaces:
                    place = f'transform="translate({drawing_kit.n(x)} {drawing_kit.n(y)}) rotate({drawing_kit.n(turn)})"'
                    out.append(f"<g {place}>{drawing_kit.slot(lane.length, colour, turn)}</g>")
                points = [laid.cities[first], *((x, y) for x, y, _ in lane.spaces), laid.cities[last]]
                out.append(drawing_kit.hit_line(f"route:{name}", points, 12.5))
                if layer == "use" and use.get(f"route:{key}"):
                    x, y, _ = lane.spaces[len(lane.spaces) // 2]
                    out.append(drawing_kit.plate(f"{use[f'route:{key}']:.2f}", x, y - 14, 15))
        if layer == "tickets":
            for n, ticket in enumerate(data.tickets):
                if set(ticket.cities) <= known:
                    a, b = laid.cities[ticket.cities[0]], laid.cities[ticket.cities[1]]
                    middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
                    out.append(drawing_kit.pinned(a, b) + drawing_kit.plate(str(ticket.points), *middle, 17))
                    out.append(drawing_kit.hit_circle(f"ticket:{n}", *middle, 17))
        for city in data.cities:
            x, y = laid.cities[city.id]
            out += [
                drawing_kit.station(x, y),
                drawing_kit.label(city.name, *laid.labels[city.id], "city"),
                drawing_kit.hit_circle(f"city:{city.id}", x, y, 19),
            ]
        return Drawn("".join(out), w, h, (40, 40))
