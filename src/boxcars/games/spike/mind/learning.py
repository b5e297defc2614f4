"""Spike as numbers, for learners: the vocabulary of targets and the features of what a seat sees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boxcars.core.learning import one_of, relative, step_due, step_kinds
from boxcars.games.spike.map import PARTS, SIDES
from boxcars.games.spike.sight import Seen, SeenPlayer
from boxcars.games.spike.steps import DrawMore, PayForLine, SketchLine

if TYPE_CHECKING:
    from boxcars.games.spike.rules import Spike

MOST_CARDS = 12
"""Cards of one colour in one payment that have a word of their own."""


def targets(rules: Spike) -> list[str]:
    chart = rules.chart
    out = [f"side:{card}:{side}" for card in chart.cards for side in SIDES]
    out += [f"give:{colour}" for colour in chart.colours]
    out += [f"route:{route}" for route in chart.routes]
    out += [f"city:{city}" for city in chart.cities]
    out += [f"run:{chart.at(s, end)}" for s, ends in enumerate(chart.ends) for end in ends]
    out += [f"deliver:{goods}" for goods in chart.goods]
    out += [f"row:{colour}" for colour in chart.colours]
    out += [f"seg:{segment}" for segment in chart.segments]
    out += [f"pay:{colour}:{n}" for colour in chart.colours for n in range(1, MOST_CARDS + 1)]
    out += [f"start:{sign}{goods}" for sign in "-+" for goods in chart.goods]
    out += [f"upgrade:{part}" for part in PARTS]
    words = ["deck", "line:end", "pay:end", "start:as-is", "do:keep", "do:stop", "do:line", "do:drop", "do:pass"]
    return out + words


def spell(target: str) -> tuple[str, ...]:
    """A line segment by segment, a payment colour by colour, what is unloaded and loaded one by one."""
    kind, _, rest = target.partition(":")
    if kind == "line":
        return (*(f"seg:{segment}" for segment in rest.split("+")), "line:end")
    if kind == "pay":
        return (*(f"pay:{part}" for part in rest.split("+") if part), "pay:end")
    if kind == "start" and rest != "as-is":
        gone, _, loaded = rest.partition("+")
        out = [f"start:-{goods}" for goods in gone.split("-") if goods]
        return (*out, f"start:+{loaded}") if loaded else tuple(out)
    return (target,)


def per_seat(rules: Spike) -> int:
    chart = rules.chart
    return 12 + len(chart.colours) + len(chart.goods) + 2 * len(chart.sides) + 3 * len(chart.cities) + len(chart.points)


def size(rules: Spike) -> int:
    chart, n = rules.chart, rules.players
    out = len(chart.segments) * (n + 1) + n * per_seat(rules) + 3 * len(chart.colours) + 2 * len(chart.routes)
    return out + len(chart.cards) + len(chart.goods) + len(step_kinds(rules)) + 2 * n + 8


def features(rules: Spike, seen: Seen) -> list[float]:
    """Seats are counted from one's own. All numbers are about 0 to 1."""
    n, chart = rules.players, rules.chart
    me = seen.seat if seen.seat is not None else 0
    seats = [(me + i) % n for i in range(n)]
    step = seen.agenda[-1] if seen.agenda else None
    lines = [0.0] * (len(chart.segments) * (n + 1))
    for i, seat in enumerate(seats):
        for track in seen.players[seat].tracks:
            lines[chart.segment_id[track] * (n + 1) + i] = 1.0
    if isinstance(step, (SketchLine, PayForLine)):
        for track in step.line:
            lines[chart.segment_id[track] * (n + 1) + n] = 1.0
    out = lines
    for seat in seats:
        out += _seat(rules, seen.players[seat])
    mine = seen.players[me]
    hand = mine.hand or {}
    out += [hand.get(colour, 0) / 8 for colour in chart.colours]
    out += [seen.row.count(colour) / 5 for colour in chart.colours]
    out += [seen.discard.get(colour, 0) / 12 for colour in chart.colours]
    out += [float(route == mine.route) for route in chart.routes]
    dealt = mine.dealt_routes or []
    out += [float(route in dealt) for route in chart.routes]
    out += [float(card in mine.to_choose) for card in chart.cards]
    best = dict.fromkeys(chart.goods, 0.0)
    for column in seen.market:
        for row, goods in enumerate(column):
            best[goods] = max(best[goods], chart.rows[row] / 10 if row < len(chart.rows) else 0.0)
    out += [best[goods] for goods in chart.goods]
    out += step_due(rules, step)
    out += one_of(relative(seen.actor, me, n), n)
    out += one_of(relative(seen.first, me, n), n)
    out += [
        seen.round / 3,
        seen.time_cards / 3,
        seen.deck / 100,
        seen.safe / 100,
        (seen.last_turns + 1) / 4,
        float(seen.entered),
        step.left / 4 if isinstance(step, DrawMore) else 0.0,
        len(seen.unused_sides) / len(chart.sides),
    ]
    return out


def _seat(rules: Spike, player: SeenPlayer) -> list[float]:
    """What lies open of one seat, and where its train is."""
    chart = rules.chart
    out = [player.cards / 12, player.money / 100, player.tracks_left / 40, player.route_points / 20]
    out += [level / 2 for level in player.levels]
    out += [len(player.cargo) / 4, len(player.cities) / 12, len(player.delivered) / 6, float(player.route is not None)]
    out.append(float(">" in player.at))
    out += [player.known.get(colour, 0) / 8 for colour in chart.colours]
    out += [float(goods in player.cargo) for goods in chart.goods]
    out += [float(side in player.contracts) for side in chart.sides]
    out += [float(side in player.delivered) for side in chart.sides]
    out += [float(city in player.cities) for city in chart.cities]
    out += [float(city in player.markers) for city in chart.cities]
    out += [float(city == player.home) for city in chart.cities]
    where = chart.place(player.at) if player.at else None
    out += one_of(where[1] if where is not None else -1, len(chart.points))
    return out
