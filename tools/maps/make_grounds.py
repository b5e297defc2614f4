"""Draw the land under three boards once: coasts, borders and water lines as path data in small files beside each game.

    pip install numpy shapely && python tools/maps/make_grounds.py

Reads ``outlines.json`` (see make_outlines.py: US Census Bureau and Natural Earth shapes, public domain; the Great Lakes, rivers and
ridges were set down by hand) and the games' own boards; writes ``ground.json`` into ticket_to_ride, spike and silverton. The games
need neither numpy nor shapely.
"""

from __future__ import annotations

import json
import math
import random
from pathlib import Path

import numpy as np
from shapely.geometry import LineString, Polygon, box
from shapely.geometry.polygon import orient
from shapely.ops import unary_union

from boxcars.view.svg_helpers import n, smooth

HERE = Path(__file__).parent
GAMES = HERE.parent.parent / "src/boxcars/games"
OUT = json.loads((HERE / "outlines.json").read_text())
SOURCE = "Shapes: US Census Bureau (us-atlas) and Natural Earth (world-atlas), public domain; lakes, rivers and ridges by hand. Made by tools/maps/make_grounds.py"


def albers(lat, lon, lon0=-96.0, p1=29.5, p2=45.5, lat0=37.5):
    r = math.radians
    m = (math.sin(r(p1)) + math.sin(r(p2))) / 2
    c = math.cos(r(p1)) ** 2 + 2 * m * math.sin(r(p1))
    rho, rho0 = math.sqrt(c - 2 * m * math.sin(r(lat))) / m, math.sqrt(c - 2 * m * math.sin(r(lat0))) / m
    th = m * (r(lon) - r(lon0))
    return rho * math.sin(th), rho0 - rho * math.cos(th)


def rings(g):
    parts = [p for p in getattr(g, "geoms", [g]) if isinstance(p, Polygon)]
    return "".join(
        "M" + "L".join(f"{n(x)},{n(y)}" for x, y in r.coords[:-1]) + "Z" for p in parts for r in (p.exterior, *p.interiors)
    )


def lines(g, least):
    """Fine lines need no decimals."""
    return "".join(
        "M" + "L".join(f"{x:.0f},{y:.0f}" for x, y in s.coords)
        for s in getattr(g, "geoms", [g])
        if s.geom_type == "LineString" and s.length > least
    )


def water_lines(land, frame, depths, tol):
    """Lines along every shore, further and fainter."""
    return [
        [o, lines(land.buffer(d).simplify(tol).boundary.intersection(frame.buffer(-1)), 12)]
        for d, o in zip(depths, (0.12, 0.18, 0.28, 0.42), strict=True)
    ]


# -- Ticket to Ride: Albers, 1800 x 1180 -------------------------------------------------------------------------------------


def usa():
    w, h = 1800, 1180
    frame = box(12, 12, w - 12, h - 12)

    def project(lat, lon):
        x, y = albers(lat, lon)
        return 905 + x * 2230, 648 - y * 2230

    def pj(ring):
        return Polygon([project(lat, lon) for lon, lat in LineString(ring).segmentize(0.5).coords]).buffer(0)

    us = {k: unary_union([pj(r) for r in rs]) for k, rs in OUT["states"].items()}
    near = unary_union([pj(r) for rs in OUT["near"].values() for r in rs])
    lake = unary_union([pj(r).buffer(-2).buffer(4).buffer(-2) for r in OUT["lakes"].values()])
    whole = unary_union(list(us.values())).buffer(3).buffer(-2.4)
    home = whole.difference(lake)
    land = unary_union([whole, near.buffer(3)]).buffer(-1).difference(lake).intersection(frame)
    foreign = near.buffer(2.5).difference(whole).difference(lake).intersection(frame).simplify(1.2)
    inner = unary_union([g.boundary for g in us.values()]).intersection(home.buffer(-3)).simplify(1)
    return {
        "source": SOURCE,
        "water_lines": water_lines(land, frame, (30, 21, 13.5, 7), 2),
        "foreign": rings(foreign),
        "home": rings(home.simplify(1)),
        "borders": lines(inner, 3),
    }


# -- Spike: the coast bent to the lattice -----------------------------------------------------------------------------------

LATLON = {
    "albany": (42.65, -73.76), "atlanta": (33.75, -84.39), "birmingham": (33.52, -86.80), "boston": (42.36, -71.06),
    "buffalo": (42.89, -78.88), "chicago": (41.88, -87.63), "columbia": (34.00, -81.03), "columbus": (39.96, -83.00),
    "des_moines": (41.59, -93.62), "detroit": (42.33, -83.05), "indianapolis": (39.77, -86.16), "jackson": (32.30, -90.18),
    "jacksonville": (30.33, -81.66), "knoxville": (35.96, -83.92), "little_rock": (34.75, -92.29), "louisville": (38.25, -85.76),
    "memphis": (35.15, -90.05), "miami": (25.76, -80.19), "milwaukee": (43.04, -87.91), "minneapolis": (44.98, -93.27),
    "mobile": (30.69, -88.04), "nashville": (36.16, -86.78), "new_orleans": (29.95, -90.07), "new_york": (40.71, -74.01),
    "norfolk": (36.85, -76.29), "omaha": (41.26, -95.93), "philadelphia": (39.95, -75.17), "pittsburgh": (40.44, -80.00),
    "raleigh": (35.78, -78.64), "roanoke": (37.27, -79.94), "shreveport": (32.53, -93.75), "st_louis": (38.63, -90.20),
    "tampa": (27.95, -82.46), "topeka": (39.05, -95.68), "tulsa": (36.15, -95.99), "washington": (38.91, -77.04),
}  # fmt: skip


def spline(src, dst, ease):
    """Thin-plate spline through the cities."""
    m = len(src)

    def u(r):
        return np.where(r > 0, r * r * np.log(r + 1e-12), 0)

    a = np.zeros((m + 3, m + 3))
    a[:m, :m] = u(np.linalg.norm(src[:, None] - src[None], axis=2)) + ease * np.eye(m)
    a[:m, m:] = np.c_[np.ones(m), src]
    a[m:, :m] = a[:m, m:].T
    w = np.linalg.solve(a, np.r_[dst, np.zeros((3, 2))])
    return lambda p: u(np.linalg.norm(p[:, None] - src[None], axis=2)) @ w[:m] + np.c_[np.ones(len(p)), p] @ w[m:]


def rough(shape, step=11):
    """An engraver's coast: small capes and coves, outward only, so that no lattice point gets wet feet."""
    rnd = random.Random(5)
    parts = []
    for g in getattr(shape, "geoms", [shape]):
        ring = orient(g).exterior
        k = max(8, int(ring.length / step))
        out, w = [], 0.0
        for i in range(k):
            p, q = ring.interpolate(i / k, normalized=True), ring.interpolate((i + 0.2) / k, normalized=True)
            dx, dy = q.x - p.x, q.y - p.y
            size = math.hypot(dx, dy) or 1
            w = 0.45 * w + rnd.uniform(-1.5, 6)
            out.append((p.x + dy / size * w, p.y - dx / size * w))
        parts.append(Polygon(out).buffer(0))
    return unary_union(parts)


def spike(board):
    """In the board file's own units; the sheet is x -30, y -40, 1040 x 1030."""
    x0, y0, w, h = -30, -40, 1040, 1030
    frame = box(x0 + 12, y0 + 12, x0 + w - 12, y0 + h - 12)
    point = {p["id"]: (p["x"], p["y"]) for p in board["points"]}
    src = np.array([albers(*LATLON[c["id"]], lon0=-84) for c in board["cities"]]) * 10
    warp = spline(src, np.array([(c["x"], c["y"]) for c in board["cities"]], float), 0.06)
    view = box(-103, 22, -64, 51)

    def pj(ring):
        g = Polygon(ring).buffer(0).intersection(view)
        parts = [q for q in getattr(g, "geoms", [g]) if isinstance(q, Polygon) and not q.is_empty]
        if not parts:
            return Polygon()
        return unary_union(
            [
                Polygon(
                    warp(np.array([albers(lat, lon, lon0=-84) for lon, lat in q.segmentize(0.4).exterior.coords]) * 10)
                ).buffer(0)
                for q in parts
            ]
        )

    us = {k: g for k, g in ((k, unary_union([pj(r) for r in rs])) for k, rs in OUT["states"].items()) if not g.is_empty}
    lake = unary_union([pj(r).buffer(-2).buffer(5).buffer(-3) for r in OUT["lakes"].values()])
    near = unary_union([pj(r) for rs in OUT["near"].values() for r in rs])
    net = unary_union([LineString([point[s["a"]], point[s["b"]]]) for s in board["segments"]])
    firm = net.buffer(26).buffer(30).buffer(-42)
    whole = rough(unary_union([*us.values(), firm]).buffer(4).buffer(-3.4).buffer(16).buffer(-22).buffer(6))
    lake = rough(lake.difference(firm).buffer(-8).buffer(6), 12)
    home = whole.difference(lake).intersection(frame)
    foreign = near.buffer(3).difference(whole.buffer(2)).difference(lake).intersection(frame).simplify(0.8)
    land = unary_union([whole, near.buffer(3)]).difference(lake).intersection(frame)
    inner = unary_union([g.boundary for g in us.values()]).intersection(home.buffer(-6)).simplify(1)
    return {
        "source": SOURCE,
        "sheet": [x0, y0, w, h],
        "water_lines": water_lines(land, frame, (24, 17, 11, 5.5), 1),
        "foreign": rings(foreign),
        "home": rings(home.simplify(0.8)),
        "borders": lines(inner, 6),
    }


# -- Silverton: the board's own projection, read back from its towns ----------------------------------------------------------

LON, LAT = [-112.5, -110.2, -108.6, -107.3, -106, -104.4], [31, 33, 35, 36.2, 37.2, 38.2, 39.2, 40, 41.8]
RIVERS = [  # Colorado, Green, Arkansas, Rio Grande, South Platte, Pecos, San Juan, Gunnison: (lat, lon), from general knowledge
    [(40.2, -105.85), (40.05, -106.4), (39.65, -107.05), (39.52, -107.75), (39.1, -108.45), (39.1, -109.1), (38.6, -109.55),
     (38.2, -109.9), (37.6, -110.5), (37.0, -111.3), (36.6, -112)],
    [(41.9, -109.7), (41.2, -109.5), (40.85, -109.2), (40.5, -108.98), (40.2, -109.5), (39.5, -110.0), (38.9, -110.1), (38.2, -109.9)],
    [(39.2, -106.4), (38.8, -106.2), (38.45, -105.95), (38.4, -105.3), (38.22, -104.7), (38.08, -103.8), (38.05, -102.8)],
    [(37.72, -107.2), (37.6, -106.7), (37.5, -106.0), (37.0, -105.75), (36.3, -105.75), (35.8, -106.2), (35.1, -106.7),
     (34.2, -106.88), (33.2, -107.2), (32.5, -106.95), (31.8, -106.6), (31.2, -105.9), (30.6, -105)],
    [(39.1, -105.85), (39.1, -105.45), (39.45, -105.1), (39.8, -104.9), (40.35, -104.6), (40.4, -104.0), (40.7, -103.2)],
    [(35.8, -105.6), (35.2, -105.2), (34.5, -104.4), (33.4, -104.35), (32.3, -104.2), (31.5, -103.5)],
    [(37.2, -107.0), (36.85, -107.6), (36.73, -108.3), (37.0, -109.0), (37.25, -109.8), (37.2, -110.6)],
    [(38.55, -106.9), (38.48, -107.4), (38.65, -107.8), (38.85, -108.3), (39.05, -108.5)],
]  # fmt: skip
RIDGES = [
    [(40.9, -105.7), (40.4, -105.68), (40.1, -105.65)], [(39.62, -105.62), (39.45, -105.75)], [(41.0, -106.75), (40.6, -106.7), (40.2, -106.65)],
    [(39.7, -106.55), (39.1, -106.5), (38.75, -106.35), (38.3, -106.25)],
    [(38.25, -105.75), (37.8, -105.55), (37.3, -105.3), (36.9, -105.3), (36.35, -105.35), (35.95, -105.6)],
    [(38.05, -107.95), (37.9, -107.5), (37.72, -107.35), (37.5, -107.3), (37.35, -106.7), (37.05, -106.45)], [(39.15, -107.1), (38.95, -107.15)],
    [(40.75, -111.1), (40.78, -110.5), (40.75, -109.9)], [(40.3, -111.35), (39.5, -111.5), (38.9, -111.6), (38.5, -111.7)],
    [(38.5, -109.2), (38.3, -109.15)], [(37.85, -109.5), (37.7, -109.45)], [(39.4, -108.3), (39.9, -107.9)], [(36.6, -107.0), (35.9, -106.7)],
    [(33.9, -107.4), (33.3, -107.8)], [(33.4, -105.8), (33.0, -105.6)], [(32.3, -106.55), (32.0, -106.5)], [(34.9, -106.4), (34.5, -106.4)],
    [(36.1, -109.1), (35.7, -109)], [(33.5, -108.6), (33.2, -109)], [(38.0, -112.4), (37.6, -112.8)], [(41.6, -106.4), (41.3, -106.3)],
    [(31.9, -104.9), (31.5, -104.85)],
]  # fmt: skip


def silverton(board):
    """In the board file's own units; the sheet is x -20, y 0, 1640 x 1960."""
    x0, y0, w, h = -20, 0, 1640, 1960
    frame = box(x0 + 12, y0 + 12, x0 + w - 12, y0 + h - 12)

    def fit(values, knots, at):
        hats = np.stack([np.interp(values, knots, np.eye(len(knots))[j]) for j in range(len(knots))], 1)
        return np.linalg.lstsq(hats, at, rcond=None)[0]

    fx = fit([t["lon"] for t in board["towns"]], LON, [t["x"] for t in board["towns"]])
    fy = fit([t["lat"] for t in board["towns"]], LAT, [t["y"] for t in board["towns"]])

    def beyond(v, k, f):
        if v < k[0]:
            return f[0] + (v - k[0]) * (f[1] - f[0]) / (k[1] - k[0])
        if v > k[-1]:
            return f[-1] + (v - k[-1]) * (f[-1] - f[-2]) / (k[-1] - k[-2])
        return float(np.interp(v, k, f))

    def pj(lat, lon):
        return beyond(lon, LON, fx), beyond(lat, LAT, fy)

    us = {}
    for k, rs in OUT["states"].items():
        g = unary_union([Polygon(r).buffer(0) for r in rs]).intersection(box(-118, 28, -98, 46))
        parts = [q for q in getattr(g, "geoms", [g]) if isinstance(q, Polygon) and not q.is_empty]
        if parts:
            us[k] = unary_union(
                [Polygon([pj(lat, lon) for lon, lat in q.segmentize(0.2).exterior.coords]).buffer(0) for q in parts]
            ).intersection(frame)
    borders = unary_union([g.boundary for g in us.values() if not g.is_empty]).intersection(frame.buffer(-2)).simplify(0.6)
    peaks = []
    for r in RIDGES:
        line = LineString([pj(*p) for p in r])
        k = max(1, int(line.length / 44))
        for j in range(k + 1):
            p = line.interpolate(j / k, normalized=True)
            peaks.append([round(p.x + (7 if j % 2 else -7)), round(p.y)])
    return {
        "source": SOURCE,
        "sheet": [x0, y0, w, h],
        "home": rings(us["Colorado"].simplify(0.5)),
        "borders": lines(borders, 2),
        "rivers": "".join(smooth([pj(*p) for p in r], closed=False) for r in RIVERS),
        "peaks": sorted(peaks, key=lambda p: p[1]),
    }


def write(game, ground):
    path = GAMES / game / "face" / "ground.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(ground, separators=(",", ":"), ensure_ascii=False) + "\n")
    print(game, path.stat().st_size)


if __name__ == "__main__":
    write("ticket_to_ride", usa())
    for game, make, data in (("spike", spike, "maps/eastern_usa"), ("silverton", silverton, "data")):
        board = GAMES / game / data / "board.json"
        if board.exists():
            write(game, make(json.loads(board.read_text())))
