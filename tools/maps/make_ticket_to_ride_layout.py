"""Where cities, spaces and names of the Ticket to Ride board lie: writes games/ticket_to_ride/ui/layout.json.

    pip install numpy shapely && python tools/maps/make_ticket_to_ride_layout.py

Cities start at their true places (Albers conic) and were moved by at most 35 units, and routes bowed, by a small annealing search
whose result is kept in ``ticket_to_ride_search.json`` (nudged cities, bow of each route, clearance at its ends). From it this script
lays out the car spaces and searches a place for every name that touches no space, claimed or open.
"""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
from shapely import affinity
from shapely.geometry import Point, box
from shapely.ops import unary_union
from shapely.strtree import STRtree

from boxcars.view.svg_helpers import text_width

HERE = Path(__file__).parent
GAME = HERE.parent.parent / "src/boxcars/games/ticket_to_ride"
W, H = 1800, 1180
GAP, TOWN_R, LANE = 5.0, 12.0, 19.0
BOARD = json.loads((GAME / "data" / "board.json").read_text())
FOUND = json.loads((HERE / "ticket_to_ride_search.json").read_text())
CITY = [c["key"] for c in BOARD["cities"]]
NAME = {c["key"]: c["name"] for c in BOARD["cities"]}
POS = {k: np.array(v) for k, v in FOUND["cities"].items()}


def curve(a, b, bow, k=41):
    t = np.linspace(0, 1, k)[:, None]
    d = b - a
    c = (a + b) / 2 + np.array([-d[1], d[0]]) * bow * 2
    return (1 - t) ** 2 * a + 2 * t * (1 - t) * c + t**2 * b


def spaces(line, count, pad):
    """Centres and angles of the car spaces along a line, clear of both cities, and their common length."""
    cum = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(line, axis=0), axis=1))])
    room = cum[-1] - 2 * (TOWN_R + 5) - pad[0] - pad[1]
    length = min(66, max(34, room / count - GAP))
    step = min(room / count, length + 20)
    first = (cum[-1] + pad[0] - pad[1]) / 2 - step * (count - 1) / 2

    def at(s):
        return np.array([np.interp(s, cum, line[:, 0]), np.interp(s, cum, line[:, 1])])

    out = []
    for i in range(count):
        p, d = at(first + i * step), at(first + i * step + 4) - at(first + i * step - 4)
        out.append([round(float(p[0]), 1), round(float(p[1]), 1), round(math.degrees(math.atan2(d[1], d[0])), 1)])
    return out, round(float(length), 1)


def routes():
    pairs = {}
    for r in BOARD["routes"]:
        pairs.setdefault(tuple(r["ends"]), []).append(r)
    out = {}
    for (a, b), rs in pairs.items():
        line = curve(POS[CITY[a]], POS[CITY[b]], FOUND["bows"][f"{a}-{b}"])
        tangent = np.gradient(line, axis=0)
        normal = np.stack([-tangent[:, 1], tangent[:, 0]], 1)
        normal /= np.linalg.norm(normal, axis=1)[:, None]
        for i, r in enumerate(rs):
            off = (i - (len(rs) - 1) / 2) * LANE
            at, length = spaces(line + normal * off, r["length"], FOUND["pads"].get(str(r["id"]), (0, 0)))
            out[r["key"]] = {"length": length, "spaces": at}
    return out


def labels(laid):
    """The nearest free place for every name, the hardest first."""
    cars = []
    for r in laid.values():
        for x, y, a in r["spaces"]:
            shape = box(-r["length"] / 2 - 1, -11.5, r["length"] / 2 + 1, 11.5)
            cars.append(affinity.translate(affinity.rotate(shape, a, origin=(0, 0)), x, y))
    discs = {k: Point(p).buffer(TOWN_R + 4) for k, p in POS.items()}
    frame = box(24, 24, W - 24, H - 24)
    options = {}
    for key, p in POS.items():
        w, h = text_width(NAME[key], 21) + 8, 21
        tree = STRtree([*cars, *(d for k, d in discs.items() if k != key)])
        found = []
        for turn in range(0, 360, 6):
            ux, uy = math.cos(math.radians(turn)), math.sin(math.radians(turn))
            for gap in range(3, 58, 3):
                # slide the box along the ray until it stands ``gap`` clear of the disc; shift it sideways a little
                for shift in (-0.35, -0.2, 0, 0.2, 0.35):
                    cx = p[0] + ux * (TOWN_R + gap + abs(ux) * w / 2) + shift * w * abs(uy)
                    cy = p[1] + uy * (TOWN_R + gap + h / 2 * abs(uy) + 2)
                    b = box(cx - w / 2, cy - h / 2, cx + w / 2, cy + h / 2)
                    if not frame.contains(b) or b.distance(Point(p)) < TOWN_R + 2:
                        continue
                    hits = tree.query(b, predicate="intersects")
                    over = sum(tree.geometries[i].intersection(b).area for i in hits)
                    own = b.distance(Point(p))
                    other = min(b.distance(Point(q)) for k, q in POS.items() if k != key)
                    cost = over * 8 + own * 2 + max(0, own + 12 - other) * 25 + abs(shift) * 4 + (abs(ux * uy) * 4)
                    found.append((cost, cx, cy, b, over))
        options[key] = sorted(found, key=lambda f: f[0])
    placed, out = [], {}
    for key in sorted(options, key=lambda k: -options[k][0][0]):
        best = min(options[key][:400], key=lambda f: f[0] + sum(f[3].buffer(3).intersection(q).area for q in placed) * 10)
        placed.append(best[3])
        out[key] = [round(float(best[1]), 1), round(float(best[2]) + 7, 1)]
        if best[4]:
            print("grazes:", NAME[key], round(best[4], 1))
    assert unary_union(placed).area > sum(b.area for b in placed) - 1, "two names overlap"
    return {k: out[k] for k in CITY}


if __name__ == "__main__":
    laid = routes()
    layout = {
        "source": "Cities: true coordinates in Albers projection, nudged by a search; see tools/maps/make_ticket_to_ride_layout.py",
        "cities": {k: [round(float(v), 1) for v in POS[k]] for k in CITY},
        "labels": labels(laid),
        "routes": laid,
    }
    text = json.dumps(layout, separators=(",", ":"))
    for name in ("cities", "labels", "routes"):
        text = text.replace(f'"{name}":{{', f'\n"{name}":{{')
    (GAME / "face" / "layout.json").write_text(text.replace('},"', '},\n"').replace('],"', '],\n"') + "\n")
