"""The sheet on which a map of Spike is drawn: a lattice of places, the points that are land, bars between them."""

from __future__ import annotations

import math
import re

from boxcars.games.spike.ui.board_background import MARGIN, STRETCH, bar_picture, good_picture
from boxcars.view import drawing_kit
from boxcars.view.map_editor import Doc, Drawn, MapEditor

ACROSS, DOWN = 60, 52
"""The lattice: how far points lie apart in a row, and rows from each other; even rows stand half a step to the left."""
ROWS = COLS = 20


def spot(row: int, col: int) -> tuple[int, int]:
    """Return where a place of the lattice lies."""
    return 80 + ACROSS * col - (ACROSS // 2 if row % 2 == 0 else 0), 40 + DOWN * (row - 1)


def place(name: str) -> tuple[int, int] | None:
    found = re.fullmatch(r"r(\d\d)c(\d\d)", name)
    row, col = (int(found[1]), int(found[2])) if found else (0, 0)
    return (row, col) if 1 <= row <= ROWS and 1 <= col <= COLS else None


def nearest(x: float, y: float) -> tuple[int, int]:
    """Return the place of the lattice that a point takes up."""
    row = round((y - 40) / DOWN) + 1
    return row, round((x - 80 + (ACROSS // 2 if row % 2 == 0 else 0)) / ACROSS)


class Lattice(MapEditor):
    def draw(self, doc: Doc, layer: str, use: dict[str, float]) -> Drawn:
        """Return the land with a rim of free places of the lattice round it."""
        board = doc["board"]
        points = {p["id"]: (float(p["x"]), float(p["y"])) for p in board["points"]}
        free = self.free(list(points.values()))
        every = [*points.values(), *(spot(row, col) for row, col in free)]
        left, top = min(x for x, _ in every), min(y for _, y in every)
        width = (max(x for x, _ in every) - left) * STRETCH + 2 * MARGIN + 24
        height = max(y for _, y in every) - top + 2 * MARGIN

        def at(where: tuple[float, float]) -> drawing_kit.Point:
            return (where[0] - left) * STRETCH + MARGIN + 12, where[1] - top + MARGIN

        out = [f'<rect class="off" width="{drawing_kit.n(width)}" height="{drawing_kit.n(height)}"/>']
        out.append(
            f'<rect class="landmass" x="12" y="12" width="{drawing_kit.n(width - 24)}" height="{drawing_kit.n(height - 24)}"/>'
        )
        out.append(drawing_kit.neatline(4, 4, width - 8, height - 8, step=80))
        for row, col in free:
            x, y = at(spot(row, col))
            out.append(f'<circle class="ws-empty" cx="{drawing_kit.n(x)}" cy="{drawing_kit.n(y)}" r="9"/>')
            out.append(drawing_kit.hit_circle(f"spot:r{row:02}c{col:02}", x, y, 24))
        pattern = {c["id"]: c["pattern"] for c in board["colours"]}
        segments = [s for s in board["segments"] if s["a"] in points and s["b"] in points and points[s["a"]] != points[s["b"]]]
        hits = []
        for s in segments:
            (ax, ay), (bx, by) = at(points[s["a"]]), at(points[s["b"]])
            x, y, turn = (ax + bx) / 2, (ay + by) / 2, math.degrees(math.atan2(by - ay, bx - ax))
            moved = f'transform="translate({drawing_kit.n(x)} {drawing_kit.n(y)}) rotate({drawing_kit.n(turn)})"'
            out.append(f"<g {moved}>{bar_picture(s['colour'], pattern.get(s['colour'], ''))}</g>")
            ends = [(ax + (bx - ax) * k, ay + (by - ay) * k) for k in (0.25, 0.75)]
            hits.append(drawing_kit.hit_line(f"seg:{s['id']}", ends, 9))
            often = use.get(f"seg:{s['id']}", 0) if layer == "use" else 0
            out.append(drawing_kit.plate(f"{often:.1f}", x, y, 13) if often else "")
        spots = {id: at(where) for id, where in points.items()}
        joints = "".join(f'<circle cx="{drawing_kit.n(x)}" cy="{drawing_kit.n(y)}" r="3.2"/>' for x, y in spots.values())
        out.append(f'<g class="joint">{joints}</g>')
        out += [drawing_kit.hit_circle(f"point:{id}", x, y, 15) for id, (x, y) in spots.items()]
        out += hits
        cities = {city["id"]: spots[city["point"]] for city in board["cities"] if city["point"] in spots}
        if layer == "routes":
            out += self.routes_drawn(doc, cities)
        names = {g["id"]: g["name"] for g in board["commodities"]}
        for city in board["cities"]:
            if city["id"] not in cities:
                continue
            x, y = cities[city["id"]]
            picture = good_picture(city["commodity"], names.get(city["commodity"], city["commodity"]))
            out.append(f'<g transform="translate({drawing_kit.n(x)} {drawing_kit.n(y)})">{picture}</g>')
            out.append(drawing_kit.plate(city["name"], x, y + 22, 15))
            note = self.noted(doc, layer, city["id"], use)
            out.append(drawing_kit.plate(note, x, y - 22, 14) if note else "")
            out.append(drawing_kit.hit_circle(f"city:{city['id']}", x, y, 17))
        return Drawn("".join(out), width, height, (ACROSS / 2 * STRETCH, DOWN))

    @staticmethod
    def free(points: list[tuple[float, float]]) -> list[tuple[int, int]]:
        """Return the places of the lattice where land can be drawn: so far as there is land, and two steps more."""
        rows = min(ROWS, max([8, *(round((y - 40) / DOWN) + 3 for _, y in points)]))
        cols = min(COLS, max([10, *(round((x - 80) / ACROSS) + 3 for x, _ in points)]))
        taken = {nearest(x, y) for x, y in points}
        return [(row, col) for row in range(1, rows + 1) for col in range(1, cols + 1) if (row, col) not in taken]

    def routes_drawn(self, doc: Doc, cities: dict[str, drawing_kit.Point]) -> list[str]:
        """Return each route card as a plate near its city, on the way to its last one."""
        out = []
        for card in doc["routes"]["cards"]:
            ends = [e for e in card["ends"] if e["city"] in cities]
            if card["start"] in cities and ends:
                a, b = cities[card["start"]], cities[ends[-1]["city"]]
                far = math.dist(a, b) or 1.0
                x, y = a[0] + (b[0] - a[0]) / far * 46, a[1] + (b[1] - a[1]) / far * 46
                out.append(drawing_kit.pinned(a, b) + drawing_kit.plate(str(ends[-1]["value"]), x, y, 14))
                out.append(drawing_kit.hit_circle(f"route:{card['id']}", x, y, 14))
        return out

    @staticmethod
    def noted(doc: Doc, layer: str, city: str, use: dict[str, float]) -> str:
        """Return what the layer says of a city: how many contracts list it, or how often bots went there."""
        if layer == "use":
            return f"{use[f'city:{city}']:.1f}" if use.get(f"city:{city}") else ""
        faces = [face for card in doc["contracts"]["cards"] for face in card["sides"].values()]
        values = [d["value"] for face in faces for d in face["destinations"] if d["city"] == city]
        return f"{len(values)} × {sum(values) / len(values):.1f}" if layer == "contracts" and values else ""
