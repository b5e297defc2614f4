"""The board of Spike: a lattice of coloured bars over the coast, ribbons where track lies, one train for each seat.

The lattice is drawn wider than its data, because a page is wider than it is high and names want room.
"""

from __future__ import annotations

import math
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from boxcars.core.words import Event, T, Text, Who
from boxcars.games.spike import words as w
from boxcars.games.spike.face.panels import Panels, rail_ink
from boxcars.games.spike.names import good, place, side
from boxcars.games.spike.rules import Spike
from boxcars.games.spike.sight import Seen, SeenPlayer
from boxcars.view import inks
from boxcars.view.board import Board, Panel, PlayerCard, Say, Stat, Station, dollars

STRETCH = 1.32
MARGIN = 52
BAR = 34
"""Length of a bar; the joint between two bars stays free."""
MARKS = {  # white is plain; every other colour wears its own pattern (SPK-1.2)
    "solid": "",
    "dotted": "".join(f'<circle cx="{x}" r="2"/>' for x in (-11.2, -3.8, 3.8, 11.2)),
    "barred": "".join(f'<path d="M{x}-4.6V4.6"/>' for x in (-9.6, -3.2, 3.2, 9.6)),
    "chevron": "".join(f'<path d="M{x}-3.2 {x + 3} 0 {x} 3.2"/>' for x in (-11.5, -4.7, 2.1, 8.9)),
    "diamond": "".join(f'<path class="fill" d="M{x} 0 {x + 3.3}-3.1 {x + 6.6} 0 {x + 3.3} 3.1Z"/>' for x in (-13.3, -3.3, 6.7)),
    "hatched": "".join(f'<path d="M{x} 3.8 {x + 4}-3.8"/>' for x in (-13.4, -7.7, -2, 3.7, 9.4)),
}
LOCOMOTIVE = "M-15,6V-2H-13V-9H-3V-3H2V-9H6V-3H9V-5H13V-3H15V6Z"
SEAS = ((T("Atlantic Ocean"), 850, 640, 26, -46), (T("Gulf of Mexico"), 330, 880, 24, 0))
SUPPLIED = "eastern_usa"


@cache
def geography() -> str:
    data: dict[str, Any] = msgspec.json.decode((files("boxcars.games.spike.face") / "ground.json").read_bytes())
    x, y, width, height = data["sheet"]
    return inks.coast(data, x, y, width, height)


class SpikeBoard(Board):
    rules: Spike

    def __init__(self, rules: Spike, say: Say) -> None:
        super().__init__(rules, say)
        self.chart = chart = rules.chart
        xs, ys = [x for x, _ in chart.xy], [y for _, y in chart.xy]
        self.dx, self.dy = -min(xs) * STRETCH + MARGIN + 12, -min(ys) + MARGIN
        self.width = round((max(xs) - min(xs)) * STRETCH + 2 * MARGIN + 24)
        self.height = round(max(ys) - min(ys) + 2 * MARGIN)
        self.at = [(x * STRETCH + self.dx, y + self.dy) for x, y in chart.xy]
        self.panel = Panels(rules, say)
        named = [g if g in inks.GOOD else "" for g in chart.goods]
        self.pictures = [inks.GOOD.get(g, "") for g in named]

    # -- the printed board -----------------------------------------------------------------------------------------------

    def ground(self) -> str:
        chart = self.chart
        out = [f'<defs>{self._defs()}</defs><rect class="off" width="{self.width}" height="{self.height}"/>']
        if self.rules.map == SUPPLIED:
            clip = f'<clipPath id="sheet"><rect x="12" y="12" width="{self.width - 24}" height="{self.height - 24}"/></clipPath>'
            move = f"translate({inks.n(self.dx)} {inks.n(self.dy)}) scale({STRETCH} 1)"
            out.append(f'{clip}<rect class="sea" x="12" y="12" width="{self.width - 24}" height="{self.height - 24}"/>')
            out.append(f'<g clip-path="url(#sheet)"><g transform="{move}">{geography()}</g></g>')
            for name, sx, sy, size, tilt in SEAS:
                out.append(inks.water_name(self.say(name), sx * STRETCH + self.dx, sy + self.dy, size, tilt))
            out.append(inks.compass(self.width - 140, self.height - 130, 42))
        else:
            out.append(f'<rect class="landmass" x="12" y="12" width="{self.width - 24}" height="{self.height - 24}"/>')
        out.append(inks.neatline(4, 4, self.width - 8, self.height - 8, step=80))
        for s in range(len(chart.segments)):
            x, y, turn = self._bar(s)
            out.append(
                f'<use href="#bar-{chart.colour[s]}" transform="translate({inks.n(x)} {inks.n(y)}) rotate({inks.n(turn)})"/>'
            )
        dots = "".join(
            f'<circle cx="{inks.n(x)}" cy="{inks.n(y)}" r="3.2"/>' for p, (x, y) in enumerate(self.at) if chart.city_at[p] < 0
        )
        out.append(f'<g class="joint">{dots}</g>')
        out += [self._segment_hit(s) for s in range(len(chart.segments))]
        out += [inks.hit_circle(f"city:{c}", *self._spot(p), 17) for c, p in zip(chart.cities, chart.city_point, strict=True)]
        return "".join(out)

    def _defs(self) -> str:
        chart, half = self.chart, BAR / 2
        out = ""
        for c, name in enumerate(chart.colours):
            ink = rail_ink(name)
            mark = MARKS.get(chart.patterns[c], "")
            letter = (
                "" if ink != "grey" else f'<text class="die-t l" y="4" style="font-size:10px">{inks.esc(name[:1].upper())}</text>'
            )
            out += f'<g id="bar-{c}" class="bx"><rect class="bar g-{ink}" x="{-half}" y="-5.3" width="{BAR}" height="10.6" rx="2.6"/>'
            out += f'<g class="mk mk-{name}">{mark}</g>{letter}</g>'
        for g, picture in enumerate(self.pictures):
            body = picture or f'<text class="die-t l" y="4.5">{inks.esc(chart.goods_names[g][:1])}</text>'
            out += (
                f'<g id="good-{g}" class="bx"><circle class="town" r="14"/><g class="good" transform="scale(1.2)">{body}</g></g>'
            )
        for seat in range(self.rules.players):
            out += f'<g id="engine-{seat}" class="bx">{self._engine(seat)}</g>'
        return out

    def _engine(self, seat: int) -> str:
        """A locomotive in the seat's colour, its emblem on the cab, drawn round (0, 0)."""
        wheels = "".join(f'<circle class="plate-f" cx="{x}" cy="7" r="3.6"/>' for x in (-10, 0, 10))
        halo = f'<path class="engine-h" d="{LOCOMOTIVE}"/>'
        body = f'{halo}<path class="car f{seat + 1}" stroke-linejoin="round" d="{LOCOMOTIVE}"/>{wheels}'
        return f'<g transform="scale(1.3)">{body}{inks.medal(seat, -8, -3, 6)}</g>'

    def _spot(self, p: int) -> inks.Point:
        """Where a city's disc stands: a little above its point, so that the name fits under it."""
        x, y = self.at[p]
        return x, y - 2

    def _bar(self, s: int, far: float = 8.5) -> tuple[float, float, float]:
        """Middle and angle of a bar; it moves so far away from a city whose name hangs over it."""
        a, b = self.chart.ends[s]
        (ax, ay), (bx, by) = self.at[a], self.at[b]
        length = math.dist((ax, ay), (bx, by))
        shift = 0.0
        if self.chart.city_at[a] >= 0 and by > ay + 9:
            shift += far
        if self.chart.city_at[b] >= 0 and ay > by + 9:
            shift -= far
        x, y = (ax + bx) / 2 + (bx - ax) / length * shift, (ay + by) / 2 + (by - ay) / length * shift
        return x, y, math.degrees(math.atan2(by - ay, bx - ax))

    def _segment_hit(self, s: int) -> str:
        a, b = self.chart.ends[s]
        (ax, ay), (bx, by) = self.at[a], self.at[b]
        ux, uy = bx - ax, by - ay
        ends = [(ax + ux * 0.2, ay + uy * 0.2), (ax + ux * 0.8, ay + uy * 0.8)]
        return inks.hit_line(f"seg:{self.chart.segments[s]}", ends, 9)

    # -- what lies on it ---------------------------------------------------------------------------------------------------

    def pieces(self, seen: Seen) -> str:
        chart = self.chart
        runs: list[tuple[str, int]] = []
        medals: list[str] = []
        for seat, p in enumerate(seen.players):
            for i, name in enumerate(p.tracks):
                s = chart.segment_id[name]
                runs.append((self._run(s), seat))
                if i % 3 == 1:
                    medals.append(inks.medal(seat, *self._middle(s), 8))
        out = [f'<g class="run">{inks.track_layers(runs)}</g>', *medals, self._sketch(seen)]
        wanted = self._wanted(seen)
        names: list[str] = []
        for city, at in enumerate(chart.city_point):
            x, y = self._spot(at)
            if city in wanted:
                out.append(f'<circle class="wanted" cx="{inks.n(x)}" cy="{inks.n(y)}" r="19"/>')
            out.append(f'<use href="#good-{chart.offers[city]}" x="{inks.n(x)}" y="{inks.n(y)}"/>')
            names.append(inks.plate(chart.city_names[city], x, y + 22.5, 17))
        out += self._markers(seen)
        out += self._rewards(seen)
        out += self._places_of_the_train(seen)
        out += self._trains(seen)
        return "".join(out + names)  # whatever stands on the map, names are last

    def _run(self, s: int) -> str:
        a, b = self.chart.ends[s]
        (ax, ay), (bx, by) = self.at[a], self.at[b]
        return f"M{inks.n(ax)},{inks.n(ay)}L{inks.n(bx)},{inks.n(by)}"

    def _middle(self, s: int) -> inks.Point:
        a, b = self.chart.ends[s]
        return (self.at[a][0] + self.at[b][0]) / 2, (self.at[a][1] + self.at[b][1]) / 2

    def _sketch(self, seen: Seen) -> str:
        """One's own line in the making."""
        step = seen.agenda[-1] if seen.agenda else None
        if not isinstance(step, (w.SketchLine, w.PayForLine)) or not step.line:
            return ""
        runs = [(self._run(self.chart.segment_id[s]), step.seat) for s in step.line]
        return f'<g class="run ghost">{inks.track_layers(runs)}</g>'

    def _wanted(self, seen: Seen) -> set[int]:
        """Cities of one's own route card, so that the eye finds them."""
        if seen.seat is None:
            return set()
        own = seen.players[seen.seat]
        names = [own.route] if own.route else own.dealt_routes or []
        out: set[int] = set()
        for name in names:
            r = self.chart.route_id[name]
            out |= {self.chart.route_start[r], *self.chart.route_ends[r]}
        return out

    def _markers(self, seen: Seen) -> list[str]:
        """Delivery markers: a small medal at the upper right of the city."""
        out, there = [], [0] * len(self.chart.cities)
        for seat, p in enumerate(seen.players):
            for name in p.markers:
                city = self.chart.city_id[name]
                x, y = self._spot(self.chart.city_point[city])
                body = inks.medal(seat, 0, 0, 6.5)
                out.append(inks.piece(f"marker-{seat}-{name}", body, x + 15 + 13 * there[city], y - 12))
                there[city] += 1
        return out

    def _rewards(self, seen: Seen) -> list[str]:
        """What the cities pay for the goods on one's own train."""
        if seen.seat is None:
            return []
        own, chart = seen.players[seen.seat], self.chart
        best: dict[int, int] = {}
        for name in own.contracts:
            i = chart.sides.index(name)
            if chart.goods[chart.card_goods[i // 2]] in own.cargo:
                for city, value in chart.pays[i].items():
                    if chart.cities[city] not in own.markers:
                        best[city] = max(best.get(city, 0), value)
        out = []
        for city, value in best.items():
            x, y = self._spot(chart.city_point[city])
            out.append(inks.plate(dollars(self.say, value), x - 27, y - 13, 14.5))
        return out

    def _places_of_the_train(self, seen: Seen) -> list[str]:
        """Clickable halves of the track of the seat to act: the train would stand there and head that way.

        Waiting is a button, not a click under the train."""
        if seen.actor < 0 or not seen.players[seen.actor].cities:
            return []
        out = []
        wait = seen.players[seen.actor].at if isinstance(seen.agenda[-1], w.FreeMovement) else ""
        for name in seen.players[seen.actor].tracks:
            s = self.chart.segment_id[name]
            mx, my = self._middle(s)
            for end in self.chart.ends[s]:
                hx, hy = self.at[end]
                way = [(mx + (hx - mx) * 0.06, my + (hy - my) * 0.06), (mx + (hx - mx) * 0.6, my + (hy - my) * 0.6)]
                if self.chart.at(s, end) != wait:
                    out.append(inks.hit_line(f"run:{self.chart.at(s, end)}", way, 10))
        return out

    def _train_at(self, name: str, nth: int) -> inks.Point:
        """Where a train is drawn: over its city, the next ones beside it; or on its track."""
        found = self.chart.place(name)
        assert found is not None
        s, p = found
        if s < 0:
            x, y = self._spot(p)
            return x + 40 * nth, y - 27
        x, y, turn = self._bar(s, 17)
        level = abs(math.sin(math.radians(turn))) < 0.2
        return x, y - 13 if level else y - 3  # beside a city it stands higher, off the name

    def _trains(self, seen: Seen) -> list[str]:
        out, there = [], dict[str, int]()
        for seat, p in enumerate(seen.players):
            if not p.at:
                continue
            nth = there.get(p.at, 0)
            there[p.at] = nth + 1
            out.append(inks.piece(f"train-{seat}", self._train(seat, p.at, p.cargo), *self._train_at(p.at, nth)))
        return out

    def _train(self, seat: int, at: str, cargo: list[str]) -> str:
        """The engine, an arrow the way it heads, and its load in small discs above."""
        found = self.chart.place(at)
        assert found is not None
        s, p = found
        arrow = ""
        if s >= 0:
            mx, my = self._middle(s)
            hx, hy = self.at[p]
            turn = math.degrees(math.atan2(hy - my, hx - mx))
            arrow = f'<g transform="translate(0 1) rotate({inks.n(turn)})"><path class="arrow" d="M25-7 36 0 25 7Z"/></g>'
        mirror = ' transform="scale(-1 1)"' if s >= 0 and self.at[p][0] < self._middle(s)[0] - 1 else ""
        load = "".join(
            f'<use href="#good-{self.chart.goods_id[g]}" transform="translate({inks.n((i - (len(cargo) - 1) / 2) * 19)} -24) scale(.66)"/>'
            for i, g in enumerate(cargo)
        )
        return f'{arrow}<g{mirror}><use href="#engine-{seat}"/></g>{load}'

    # -- previews ------------------------------------------------------------------------------------------------------------

    def ghost(self, seen: Seen, action: Any) -> str:
        seat = max(0, seen.actor)
        chart = self.chart
        if isinstance(action, w.Build):
            return self._ghost_line(seen, list(action.line), action.city, seat)
        if isinstance(action, w.AddTrack):
            return self._ghost_line(seen, [action.segment], "", seat)
        if isinstance(action, w.Pay):
            step = seen.agenda[-1]
            line = list(step.line) if isinstance(step, w.PayForLine) else []
            return self._ghost_line(seen, line, "", seat)
        if isinstance(action, w.Place):
            x, y = self._train_at(action.city, 0)
            return f'<g class="ghost" transform="translate({inks.n(x)} {inks.n(y)})">{self._engine(seat)}</g>'
        if isinstance(action, (w.Move, w.Start, w.Extra)):
            return self._ghost_move(seen, action, seat)
        if isinstance(action, w.KeepRoute):  # as the crow flies, so that the eye finds where it leads
            r = chart.route_id[action.route]
            a, b = self.at[chart.city_point[chart.route_start[r]]]
            goals = [self.at[chart.city_point[city]] for city in chart.route_ends[r]]
            lines = [f"M{inks.n(a)},{inks.n(b)}L{inks.n(x)},{inks.n(y)}" for x, y in goals]
            return "".join(f'<path class="way-h" d="{d}"/><path class="way" d="{d}"/>' for d in lines)
        if isinstance(action, w.Deliver):
            here = seen.players[seat].at
            for name in seen.players[seat].contracts:
                i = chart.sides.index(name)
                if chart.goods[chart.card_goods[i // 2]] == action.commodity and here in chart.city_id:
                    value = chart.pays[i].get(chart.city_id[here], 0)
                    x, y = self._spot(chart.city_point[chart.city_id[here]])
                    return inks.price("+" + dollars(self.say, value), x, y - 44)
        return ""

    def gloss(self, seen: Seen, action: Any) -> Text | None:
        return T("the train waits here") if isinstance(action, w.Move) and action.to == seen.players[seen.actor].at else None

    def _ghost_line(self, seen: Seen, line: list[str], city: str, seat: int) -> str:
        chart = self.chart
        runs = [(self._run(chart.segment_id[s]), seat) for s in line if s in chart.segment_id]
        if not runs:
            return ""
        edges = "".join(
            f'<path class="ghost-edge" d="{inks.corridor([self.at[e] for e in chart.ends[chart.segment_id[s]]], 12)}"/>'
            for s in line
        )
        out = f'{edges}<g class="run ghost">{inks.track_layers(runs)}</g>'
        if city in chart.city_id:
            x, y = self._spot(chart.city_point[chart.city_id[city]])
            out += inks.price("+" + dollars(self.say, self._market_value(seen, chart.offers[chart.city_id[city]])), x, y - 26)
        return out

    def _market_value(self, seen: Seen, commodity: int) -> int:
        for column in seen.market:
            if self.chart.goods[commodity] in column:
                return self.chart.rows[column.index(self.chart.goods[commodity])]
        return 0

    def _ghost_move(self, seen: Seen, action: w.Move | w.Start | w.Extra, seat: int) -> str:
        """The way over one's own track, and the train at its end."""
        player = seen.players[seat]
        way = self._way(player, player.at, action.to)
        cargo = player.cargo
        if isinstance(action, w.Start):
            cargo = [g for g in cargo if g not in action.unload] + ([action.load] if action.load else [])
        x, y = self._train_at(action.to, 0)
        engine = (
            f'<g class="ghost" transform="translate({inks.n(x)} {inks.n(y)})">{self._train(seat, action.to, list(cargo))}</g>'
        )
        return (inks.goods_path(way) if len(way) > 1 else "") + engine

    def _way(self, player: SeenPlayer, here: str, to: str) -> list[inks.Point]:
        """The points from one place of a train to another along its own track."""
        chart = self.chart
        start, end = chart.place(here), chart.place(to)
        assert start is not None and end is not None
        mine = {chart.segment_id[t] for t in player.tracks}
        before: dict[int, int] = {start[1]: -1}
        front = [start[1]]
        for p in front:
            for q, s, _ in chart.near[p]:
                if s in mine and s != start[0] and q not in before:
                    before[q] = p
                    front.append(q)
        if end == start or end[1] not in before:
            return []
        points = [end[1]]
        while before[points[-1]] >= 0:
            points.append(before[points[-1]])
        way = [self.at[p] for p in reversed(points)]
        if end[0] >= 0:
            way[-1] = self._middle(end[0])
        if start[0] >= 0:
            way.insert(0, self._middle(start[0]))
        return way

    def meant(self, seen: Seen, path: list[str]) -> list[Any]:
        kind, _, rest = path[-1].partition(":")
        chart = self.chart
        if kind == "deck":
            return [w.Draw("deck")]
        if kind == "row":
            return [w.Draw(rest)]
        if kind == "upgrade":
            return [w.Upgrade(rest)]  # type: ignore[arg-type]
        if kind == "run":
            return [w.Extra(rest), w.Start(rest)]
        if kind == "seg":
            return [w.Build((rest,), {chart.colours[chart.colour[chart.segment_id[rest]]]: 1})]
        if kind == "city" and seen.actor >= 0:
            if rest in seen.players[seen.actor].cities:
                return [w.Extra(rest), w.Start(rest)]
            line = self._shortest(seen, rest)
            need: dict[str, int] = {}
            for s in line:
                name = chart.colours[chart.colour[chart.segment_id[s]]]
                need[name] = need.get(name, 0) + 1
            return [w.Build(tuple(line), need)]
        return []

    def _shortest(self, seen: Seen, city: str) -> list[str]:
        """The shortest free line to a city, whatever it costs."""
        chart, player = self.chart, seen.players[seen.actor]
        taken = {chart.segment_id[t] for p in seen.players for t in p.tracks}
        mine = {e for t in player.tracks for e in chart.ends[chart.segment_id[t]]}
        mine |= {chart.city_point[chart.city_id[c]] for c in player.cities}
        goal = chart.city_point[chart.city_id[city]]
        front: list[tuple[int, list[str]]] = [(goal, [])]
        seen_points = {goal}
        for p, line in front:
            for q, s, _ in chart.near[p]:
                if s in taken or q in seen_points:
                    continue
                way = [chart.segments[s], *line]
                if q in mine:
                    return way
                if chart.city_at[q] < 0:
                    seen_points.add(q)
                    front.append((q, way))
        return []

    def touched(self, events: list[Event]) -> list[str]:
        out: list[str] = []
        for e in events:
            if isinstance(e, w.LineBuilt):
                out += [f"seg:{s}" for s in e.line] + [f"city:{e.city}"]
            elif isinstance(e, w.TrainMoved):
                last = e.way[-1]
                out.append(f"run:{last}" if ">" in last else f"city:{last}")
            elif isinstance(e, w.TrainPlaced):
                out.append(f"city:{e.city}")
            elif isinstance(e, w.CardTaken):
                out.append(f"row:{e.colour}")
        return out

    # -- players, phases, panels -----------------------------------------------------------------------------------------------

    def cards(self, seen: Seen) -> list[PlayerCard]:
        begins = T("begins the game") if any(not p.cities for p in seen.players) else T("began the game")
        out = []
        for seat, p in enumerate(seen.players):
            levels = [self.chart.levels[part][level] for part, level in enumerate(p.levels)]
            stats = [
                Stat(T("money"), dollars(self.say, p.money)),
                Stat(T("cities"), str(len(p.cities))),
                Stat(T("tracks"), str(p.tracks_left)),
                Stat(T("cards"), str(p.cards)),
                Stat(T("train"), "·".join(str(n) for n in levels)),
            ]
            cargo = T("carries {goods}", goods=[good(self.rules, g) for g in p.cargo]) if p.cargo else None
            out.append(PlayerCard(seat=seat, role=cargo or (begins if seat == seen.first else None), stats=stats))
        return out

    def stations(self, seen: Seen) -> list[Station]:
        names = (T("Set-up"), T("Round 1"), T("Round 2"), T("Round 3"), T("Scores"))
        if not seen.agenda:
            now = 4
        elif any(not p.cities for p in seen.players):
            now = 0
        else:
            now = seen.round
        return [Station(text, "done" if i < now else "now" if i == now else "next") for i, text in enumerate(names)]

    def turn(self, seen: Seen) -> Text | None:
        if not seen.agenda:
            return None
        if seen.last_turns >= 0:
            return T("Last turns: {number}", number=seen.last_turns)
        if seen.round == 3:
            return T(
                "Deck {cards}, time cards {drawn} of {all}", cards=seen.deck, drawn=seen.time_cards, all=self.chart.box.time_cards
            )
        return T("Deck {cards}", cards=seen.deck)

    def panels(self, seen: Seen) -> list[Panel]:
        return self.panel.all(seen)

    # -- in words ----------------------------------------------------------------------------------------------------------------

    def note(self, seen: Seen) -> Text | None:
        if isinstance(seen.agenda[-1], w.GiveCard):
            return T("Your right-hand neighbour is {who}.", who=Who((seen.first - 1) % self.rules.players))
        return T("This is your last turn.") if seen.last_turns >= 0 else None

    def describe(self, seen: Seen) -> list[Text]:
        rules, chart = self.rules, self.chart
        out: list[Text] = []
        for seat, p in enumerate(seen.players):
            who = Who(seat)
            if not p.at:
                out.append(T("{who} has not placed the train yet.", who=who))
                continue
            out.append(T("The train of {who} is at {place}.", who=who, place=place(rules, p.at)))
            names = [T("{city}", city=chart.city_names[chart.city_id[c]]) for c in p.cities]
            out.append(T("{who} has connected {cities}.", who=who, cities=names))
            out += [T("Open contract of {who}: {contract}", who=who, contract=side(rules, s)) for s in p.contracts]
            for name in p.tracks:
                a, b = chart.ends[chart.segment_id[name]]
                out.append(T("Track of {who}: {a} – {b}", who=who, a=rules.point_texts[a], b=rules.point_texts[b]))
        for number, goods in enumerate(rules.goods_texts):
            names = [
                T("{city}", city=name) for name, offer in zip(chart.city_names, chart.offers, strict=True) if offer == number
            ]
            out.append(T("Offered in {cities}: {goods}", cities=names, goods=goods))
        for row, value in enumerate(chart.rows):
            out.append(T("Market ${value}: {goods}", value=value, goods=[good(rules, column[row]) for column in seen.market]))
        return out
