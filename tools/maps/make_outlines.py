"""Prepare data/outlines.json from us-atlas and world-atlas (TopoJSON, public-domain shapes): run once.

npm install us-atlas world-atlas && python make_outlines.py node_modules
"""

import json
import sys
from pathlib import Path

from shapely.geometry import MultiPolygon, Polygon, box
from shapely.ops import unary_union

SRC = Path(sys.argv[1]) if len(sys.argv) > 1 else Path("node_modules")


def features(path, name):
    t = json.loads(path.read_text())
    (sx, sy), (tx, ty) = t["transform"]["scale"], t["transform"]["translate"]
    arcs = []
    for a in t["arcs"]:
        x = y = 0
        line = []
        for dx, dy in a:
            x += dx
            y += dy
            line.append((x * sx + tx, y * sy + ty))
        arcs.append(line)

    def ring(ids):
        out = []
        for i in ids:
            seg = arcs[i] if i >= 0 else arcs[~i][::-1]
            out += seg if not out else seg[1:]
        return out

    for g in t["objects"][name]["geometries"]:
        polys = g["arcs"] if g["type"] == "MultiPolygon" else [g["arcs"]] if g["type"] == "Polygon" else []
        yield g["properties"]["name"], unary_union([Polygon(ring(p[0]), [ring(h) for h in p[1:]]).buffer(0) for p in polys])


def coords(g, tol, least):
    g = g.simplify(tol)
    parts = g.geoms if isinstance(g, MultiPolygon) else [g]
    return [[[round(x, 2), round(y, 2)] for x, y in p.exterior.coords] for p in parts if p.area > least]


states = {
    k: coords(g, 0.035, 0.03)
    for k, g in features(SRC / "us-atlas/states-10m.json", "states")
    if k not in ("Alaska", "Hawaii", "Puerto Rico") and g.bounds[0] > -130
}
view = box(-140, 14, -50, 60)
near = {
    k: coords(g.intersection(view), 0.06, 0.08)
    for k, g in features(SRC / "world-atlas/countries-50m.json", "countries")
    if k in ("Canada", "Mexico", "Cuba", "Bahamas")
}
# The Great Lakes, set down by hand to about 10 km: the atlases do not hold them. (lon, lat)
lakes = {
    "Lake Superior": [
        (-92.1, 46.7),
        (-91.2, 47.3),
        (-90.3, 47.75),
        (-89.3, 48.1),
        (-88.5, 48.55),
        (-87.8, 48.85),
        (-86.6, 48.75),
        (-86.2, 48.5),
        (-85.6, 47.95),
        (-84.9, 47.85),
        (-84.75, 47.3),
        (-84.6, 46.75),
        (-85.0, 46.5),
        (-85.9, 46.7),
        (-86.7, 46.45),
        (-87.4, 46.5),
        (-88.1, 46.95),
        (-87.9, 47.45),
        (-88.5, 47.2),
        (-89.2, 46.85),
        (-90.4, 46.55),
        (-90.8, 46.9),
    ],
    "Lake Michigan": [
        (-87.6, 41.7),
        (-87.8, 42.4),
        (-87.9, 43.1),
        (-87.7, 43.9),
        (-87.4, 44.8),
        (-87.05, 45.25),
        (-87.7, 44.75),
        (-88.0, 44.55),
        (-87.6, 45.1),
        (-87.1, 45.7),
        (-86.3, 45.9),
        (-85.4, 46.05),
        (-84.8, 45.85),
        (-85.1, 45.4),
        (-85.6, 45.1),
        (-86.1, 44.85),
        (-86.3, 44.2),
        (-86.5, 43.6),
        (-86.2, 42.9),
        (-86.4, 42.2),
        (-86.9, 41.75),
    ],
    "Lake Huron": [
        (-84.7, 45.85),
        (-84.2, 46.1),
        (-83.5, 46.1),
        (-82.5, 46.15),
        (-81.4, 46.0),
        (-80.7, 45.85),
        (-80.0, 45.2),
        (-79.8, 44.8),
        (-80.3, 44.5),
        (-81.0, 44.7),
        (-81.5, 45.2),
        (-81.35, 44.6),
        (-81.7, 44.1),
        (-81.7, 43.4),
        (-82.3, 43.0),
        (-82.55, 43.6),
        (-82.9, 44.05),
        (-83.5, 43.75),
        (-83.9, 43.7),
        (-83.35, 44.3),
        (-83.35, 45.0),
        (-84.1, 45.5),
    ],
    "Lake Erie": [
        (-83.4, 41.75),
        (-83.1, 42.1),
        (-82.5, 42.0),
        (-81.9, 42.25),
        (-81.2, 42.65),
        (-80.4, 42.6),
        (-79.7, 42.85),
        (-78.95, 42.85),
        (-79.3, 42.45),
        (-80.1, 42.1),
        (-81.2, 41.75),
        (-81.9, 41.5),
        (-82.6, 41.45),
    ],
    "Lake Ontario": [
        (-79.75, 43.3),
        (-79.3, 43.65),
        (-78.4, 43.9),
        (-77.4, 43.95),
        (-76.6, 44.15),
        (-76.2, 43.9),
        (-76.3, 43.5),
        (-77.0, 43.28),
        (-78.2, 43.38),
        (-79.1, 43.27),
    ],
}
out = {
    "source": "us-atlas (US Census Bureau) and world-atlas (Natural Earth), public domain; lakes drawn by hand",
    "states": states,
    "near": near,
    "lakes": lakes,
}
dest = Path(__file__).parent / "outlines.json"
dest.write_text(json.dumps(out, separators=(",", ":")))
print(dest.stat().st_size)
