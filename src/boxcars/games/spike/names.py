"""What things are called in Spike: places, segments, cards, contracts, parts of the train."""

from __future__ import annotations

from math import atan2, pi
from typing import TYPE_CHECKING

from boxcars.core.messages import TN, T, Text
from boxcars.games.spike.map import PARTS, Chart

if TYPE_CHECKING:
    from boxcars.games.spike.rules import Spike
PART_NAMES = {"locomotive": T("locomotive"), "tender": T("tender"), "freight": T("freight cars")}
# The colours and commodities of the supplied map, so that the catalogues have them.
COLOURS = (T("white"), T("blue"), T("black"), T("orange"), T("purple"), T("brown"))
GOODS = (T("cattle"), T("wood"), T("corn"), T("wheat"), T("coal"), T("oil"))
COMPASS = (T("E"), T("SE"), T("S"), T("SW"), T("W"), T("NW"), T("N"), T("NE"))
MORE_GOODS = (T("steel"), T("cloth"), T("pigs"), T("flour"), T("fruit"), T("cotton"))


def colour(rules: Spike, name: str) -> Text:
    return rules.colour_texts[rules.chart.colour_id[name]]


def good(rules: Spike, name: str) -> Text:
    return rules.goods_texts[rules.chart.goods_id[name]]


def city(rules: Spike, name: str) -> str:
    return rules.chart.city_names[rules.chart.city_id[name]]


def cards(rules: Spike, pay: dict[str, int]) -> list[Text]:
    return [T("{number} {colour}", number=n, colour=colour(rules, c)) for c, n in pay.items()]


def point_names(chart: Chart) -> list[Text]:
    """Return a city by its name, a junction by where it lies from the nearest: "NE of Detroit", the next one out "2NE of
    Detroit"."""
    around: dict[tuple[int, int], list[tuple[float, int]]] = {}
    for p, (x, y) in enumerate(chart.xy):
        apart = [(x - chart.xy[c][0], y - chart.xy[c][1]) for c in chart.city_point]
        far, near = min((dx * dx + dy * dy, c) for c, (dx, dy) in enumerate(apart))
        dx, dy = apart[near]
        around.setdefault((near, round(atan2(dy, dx) * 4 / pi) % 8), []).append((far, p))
    names = {p: T("{city}", city=chart.city_names[c]) for c, p in enumerate(chart.city_point)}
    for (near, side), those in around.items():
        for n, p in enumerate((p for _, p in sorted(those) if p not in names), 1):
            way = T("{count}{side}", count=n, side=COMPASS[side]) if n > 1 else COMPASS[side]
            names[p] = T("{way} of {city}", way=way, city=chart.city_names[near])
    return [names[p] for p in range(len(chart.xy))]


def segment(rules: Spike, name: str) -> Text:
    s = rules.chart.segment_id[name]
    a, b = rules.chart.ends[s]
    tint = rules.colour_texts[rules.chart.colour[s]]
    return T("the {colour} segment {a} – {b}", colour=tint, a=rules.point_texts[a], b=rules.point_texts[b])


def place(rules: Spike, name: str) -> Text:
    """Return where a train can be: a city, or a track, heading for one end of it."""
    if ">" not in name:
        return T("{city}", city=city(rules, name))
    s, _, towards = name.partition(">")
    head = rules.chart.point_id[towards]
    tail = sum(rules.chart.ends[rules.chart.segment_id[s]]) - head
    return T("the track from {tail} toward {head}", tail=rules.point_texts[tail], head=rules.point_texts[head])


def city_ahead(rules: Spike, name: str) -> str:
    """Return the nearest city in front of a train on a track."""
    chart = rules.chart
    s, _, towards = name.partition(">")
    head = chart.point_id[towards]
    tail = sum(chart.ends[chart.segment_id[s]]) - head
    (x, y), (back_x, back_y) = chart.xy[head], chart.xy[tail]
    ahead = []
    for c, point in enumerate(chart.city_point):
        dx, dy = chart.xy[point][0] - x, chart.xy[point][1] - y
        if dx * (x - back_x) + dy * (y - back_y) >= 0:
            ahead.append((dx * dx + dy * dy, c))
    return chart.city_names[min(ahead)[1]] if ahead else chart.city_names[0]


def side(rules: Spike, name: str) -> Text:
    """Return a contract side with all it pays."""
    chart = rules.chart
    i = chart.sides.index(name)
    pays = [T("{city} {value}", city=chart.city_names[c], value=v) for c, v in chart.pays[i].items()]
    return T("{good} ({pays})", good=rules.goods_texts[chart.card_goods[i // 2]], pays=pays)


def route(rules: Spike, name: str) -> Text:
    chart = rules.chart
    r = chart.route_id[name]
    ends = [T("{city} {value}", city=chart.city_names[c], value=v) for c, v in chart.route_ends[r].items()]
    return T("{city} to {ends}", city=chart.city_names[chart.route_start[r]], ends=ends)


def line(rules: Spike, names: tuple[str, ...]) -> Text:
    tints = [rules.colour_texts[rules.chart.colour[rules.chart.segment_id[s]]] for s in names]
    return TN("{count} segment: {colours}", "{count} segments: {colours}", len(names), colours=tints)


def part_level(rules: Spike, part: str, level: int) -> Text:
    i = PARTS.index(part)
    number = rules.chart.levels[i][level]
    if part == "locomotive":
        return T("speed {number}", number=number)
    if part == "tender":
        return T("{number} cards per draw", number=number)
    return T("capacity {number}", number=number)
