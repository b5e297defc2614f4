"""The board of Spike: ribbons where track lies, one train for each seat; players, previews, and the position in words."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property
from typing import Any

from boxcars.core.messages import T, Text, Who
from boxcars.core.types import Event, Outcome
from boxcars.games.spike import actions as w
from boxcars.games.spike import steps as due
from boxcars.games.spike.events import CardTaken, GameEnded, LineBuilt, RoundBegan, TimeCardDrawn, TrainMoved, TrainPlaced
from boxcars.games.spike.names import good, place, side
from boxcars.games.spike.observation import SpikeObservation
from boxcars.games.spike.rules import Spike
from boxcars.games.spike.ui import tabletop
from boxcars.games.spike.ui.animation import animation_steps
from boxcars.games.spike.ui.awards import game_awards
from boxcars.games.spike.ui.panels import Panels
from boxcars.games.spike.ui.train_drawing import Trains
from boxcars.view import drawing_kit
from boxcars.view.board import Panel, PlayerCard, Say, Stat, Station, dollars
from boxcars.view.tabletop import Ask, Award, Beat, Mark, Recap, Tray


class SpikeBoard(Trains):
    tab_name = T("Contracts")
    apart = (RoundBegan, TimeCardDrawn, GameEnded)

    def __init__(self, rules: Spike, say: Say) -> None:
        super().__init__(rules, say)
        self.panel = Panels(rules, say)

    # -- what lies on the sheet ---------------------------------------------------------------------------------------------------

    def draw_pieces(self, seen: SpikeObservation) -> str:
        again = self.again
        out = [again("runs", seen, self._runs), self._sketch(seen), again("cities", seen, self._cities), *self._markers(seen)]
        out += self._rewards(seen)
        out += [again("places", seen, self._places_of_the_train), *self._trains(seen)]
        return "".join(out) + self._city_names  # whatever stands on the map, names are last

    def _runs(self, seen: SpikeObservation) -> str:
        """Return all track."""
        runs: list[tuple[str, int]] = []
        medals = ""
        for seat, p in enumerate(seen.players):
            for i, name in enumerate(p.tracks):
                s = self.chart.segment_id[name]
                runs.append((self.run(s), seat))
                if i % 3 == 1:
                    medals += drawing_kit.medal(seat, *self.middle(s), 8)
        return f'<g class="run">{drawing_kit.track_layers(runs)}</g>{medals}'

    def _cities(self, seen: SpikeObservation) -> str:
        """Return what the cities offer; those of one's own route card are ringed."""
        wanted = self._wanted(seen)
        out = ""
        for city, at in enumerate(self.chart.city_point):
            x, y = self.spot(at)
            if city in wanted:
                out += f'<circle class="wanted" cx="{drawing_kit.n(x)}" cy="{drawing_kit.n(y)}" r="19"/>'
            out += f'<use href="#good-{self.chart.offers[city]}" x="{drawing_kit.n(x)}" y="{drawing_kit.n(y)}"/>'
        return out

    @cached_property
    def _city_names(self) -> str:
        spots = [(name, self.spot(at)) for name, at in zip(self.chart.city_names, self.chart.city_point, strict=True)]
        return "".join(drawing_kit.plate(name, x, y + 22.5, 17) for name, (x, y) in spots)

    def _sketch(self, seen: SpikeObservation) -> str:
        """One's own line in the making; bars that it cannot take next step back."""
        step = seen.agenda[-1] if seen.agenda else None
        if not isinstance(step, (due.SketchLine, due.PayForLine)):
            return ""
        bars = self._next_bars(seen, step.line) if isinstance(step, due.SketchLine) and step.seat == seen.seat else ""
        runs = [(self.run(self.chart.segment_id[s]), step.seat) for s in step.line]
        return f'{bars}<g class="run ghost">{drawing_kit.track_layers(runs)}</g>' if runs else bars

    def _next_bars(self, seen: SpikeObservation, line: tuple[str, ...]) -> str:
        """Return the free bars at the end of the line (at first: at one's own network) in full; all others stay pale."""
        chart, own = self.chart, seen.players[seen.actor]
        taken = {chart.segment_id[t] for p in seen.players for t in p.tracks} | {chart.segment_id[s] for s in line}
        ends = {e for s in line[-1:] for e in chart.ends[chart.segment_id[s]]}
        if not line:
            ends = {chart.city_point[chart.city_id[c]] for c in own.cities}
            ends |= {e for t in own.tracks for e in chart.ends[chart.segment_id[t]]}
        return "".join(self.bar_use(s) for s in range(len(chart.segments)) if s not in taken and ends & set(chart.ends[s]))

    def _wanted(self, seen: SpikeObservation) -> set[int]:
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

    def _markers(self, seen: SpikeObservation) -> list[str]:
        """Delivery markers: a small medal at the upper right of the city."""
        out, there = [], [0] * len(self.chart.cities)
        for seat, p in enumerate(seen.players):
            for name in p.markers:
                city = self.chart.city_id[name]
                x, y = self.spot(self.chart.city_point[city])
                body = drawing_kit.medal(seat, 0, 0, 6.5)
                out.append(drawing_kit.piece(f"marker-{seat}-{name}", body, x + 15 + 13 * there[city], y - 12))
                there[city] += 1
        return out

    def _rewards(self, seen: SpikeObservation) -> list[str]:
        """Return what the cities pay for the goods on one's own train."""
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
            x, y = self.spot(chart.city_point[city])
            out.append(drawing_kit.plate(dollars(self.say, value), x - 27, y - 13, 14.5))
        return out

    # -- previews ------------------------------------------------------------------------------------------------------------

    def draw_preview(self, seen: SpikeObservation, action: Any) -> str:
        seat = max(0, seen.actor)
        chart = self.chart
        if isinstance(action, w.Build):
            return self._ghost_line(seen, list(action.line), action.city, seat)
        if isinstance(action, w.AddTrack):
            return self._ghost_line(seen, [action.segment], "", seat)
        if isinstance(action, w.Pay):
            step = seen.agenda[-1]
            line = list(step.line) if isinstance(step, due.PayForLine) else []
            return self._ghost_line(seen, line, "", seat)
        if isinstance(action, w.Place):
            x, y = self.train_at(action.city, 0)
            return f'<g class="ghost" transform="translate({drawing_kit.n(x)} {drawing_kit.n(y)})">{self.engine(seat)}</g>'
        if isinstance(action, (w.Move, w.Start, w.Extra)):
            return self._ghost_move(seen, action, seat)
        if isinstance(action, w.KeepRoute):  # as the crow flies, so that the eye finds where it leads
            r = chart.route_id[action.route]
            a, b = self.at[chart.city_point[chart.route_start[r]]]
            goals = [self.at[chart.city_point[city]] for city in chart.route_ends[r]]
            lines = [f"M{drawing_kit.n(a)},{drawing_kit.n(b)}L{drawing_kit.n(x)},{drawing_kit.n(y)}" for x, y in goals]
            return "".join(f'<path class="way-h" d="{d}"/><path class="way" d="{d}"/>' for d in lines)
        if isinstance(action, w.Deliver):
            here = seen.players[seat].at
            for name in seen.players[seat].contracts:
                i = chart.sides.index(name)
                if chart.goods[chart.card_goods[i // 2]] == action.commodity and here in chart.city_id:
                    value = chart.pays[i].get(chart.city_id[here], 0)
                    x, y = self.spot(chart.city_point[chart.city_id[here]])
                    return drawing_kit.price("+" + dollars(self.say, value), x, y - 44)
        return ""

    def action_note(self, seen: SpikeObservation, action: Any) -> Text | None:
        if isinstance(action, w.Move) and action.to == seen.players[seen.actor].at:
            return T("the train stays here")
        return tabletop.action_note(self.rules, seen, action)

    def target_label(self, seen: SpikeObservation, target: str) -> Text | None:
        here = seen.actor >= 0 and target == f"run:{seen.players[seen.actor].at}"
        return T("Stay here") if here else None

    def _ghost_line(self, seen: SpikeObservation, line: list[str], city: str, seat: int) -> str:
        chart = self.chart
        runs = [(self.run(chart.segment_id[s]), seat) for s in line if s in chart.segment_id]
        if not runs:
            return ""
        edges = "".join(
            f'<path class="ghost-edge" d="{drawing_kit.corridor([self.at[e] for e in chart.ends[chart.segment_id[s]]], 12)}"/>'
            for s in line
        )
        bars = "".join(self.bar_use(chart.segment_id[s]) for s in line)
        out = f'{edges}{bars}<g class="run ghost">{drawing_kit.track_layers(runs)}</g>'
        if city in chart.city_id:
            x, y = self.spot(chart.city_point[chart.city_id[city]])
            out += drawing_kit.price(
                "+" + dollars(self.say, tabletop.market_value(self.rules, seen, chart.goods[chart.offers[chart.city_id[city]]])),
                x,
                y - 26,
            )
        return out

    def _ghost_move(self, seen: SpikeObservation, action: w.Move | w.Start | w.Extra, seat: int) -> str:
        """Return the way over one's own track, and the train at its end."""
        player = seen.players[seat]
        way = self._way(player, player.at, action.to)
        cargo = player.cargo
        if isinstance(action, w.Start):
            cargo = [g for g in cargo if g not in action.unload] + ([action.load] if action.load else [])
        x, y = self.train_at(action.to, 0)
        engine = f'<g class="ghost" transform="translate({drawing_kit.n(x)} {drawing_kit.n(y)})">{self._train(seat, action.to, list(cargo))}</g>'
        return (drawing_kit.goods_path(way) if len(way) > 1 else "") + engine

    def candidate_actions(self, seen: SpikeObservation, path: list[str]) -> list[Any]:
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

    def _shortest(self, seen: SpikeObservation, city: str) -> list[str]:
        """Return the shortest free line to a city, whatever it costs."""
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

    def game_awards(self, seen: SpikeObservation, outcome: Outcome, history: list[Event]) -> list[Award]:
        return game_awards(self.rules, self.say, seen, history)

    def animation_steps(self, seen: SpikeObservation, events: list[Event]) -> list[Beat]:
        return animation_steps(self, seen, events)

    def changed_targets(self, events: list[Event]) -> list[str]:
        out: list[str] = []
        for e in events:
            if isinstance(e, LineBuilt):
                out += [f"seg:{s}" for s in e.line] + [f"city:{e.city}"]
            elif isinstance(e, TrainMoved):
                last = e.way[-1]
                out.append(f"run:{last}" if ">" in last else f"city:{last}")
            elif isinstance(e, TrainPlaced):
                out.append(f"city:{e.city}")
            elif isinstance(e, CardTaken):
                out.append(f"row:{e.colour}")
        return out

    # -- players, phases, panels -----------------------------------------------------------------------------------------------

    def player_cards(self, seen: SpikeObservation) -> list[PlayerCard]:
        begins = T("goes first") if any(not p.cities for p in seen.players) else T("First player")
        out = []
        for seat, p in enumerate(seen.players):
            levels = [self.chart.levels[part][level] for part, level in enumerate(p.levels)]
            stats = [
                Stat(T("money"), dollars(self.say, p.money)),
                Stat(T("cities"), str(len(p.cities))),
                Stat(T("tracks"), str(p.tracks_left), icon="route"),
                Stat(T("cards"), str(p.cards), icon="cards"),
                Stat(T("train"), "·".join(str(n) for n in levels)),
            ]
            cargo = T("carries {goods}", goods=[good(self.rules, g) for g in p.cargo]) if p.cargo else None
            out.append(PlayerCard(seat=seat, role=cargo or (begins if seat == seen.first else None), stats=stats))
        return out

    def turn_phases(self, seen: SpikeObservation) -> list[Station]:
        names = (T("Setup"), T("Round 1"), T("Round 2"), T("Round 3"), T("Scores"))
        if not seen.agenda:
            now = 4
        elif any(not p.cities for p in seen.players):
            now = 0
        else:
            now = seen.round
        return [Station(text, "done" if i < now else "now" if i == now else "next") for i, text in enumerate(names)]

    def last_round_text(self, seen: SpikeObservation) -> Text | None:
        return T("Last round") if seen.last_turns >= 0 else None

    def turn_label(self, seen: SpikeObservation) -> Text | None:
        if not seen.agenda:
            return None
        if seen.last_turns >= 0:
            return T("Turns left: {number}", number=seen.last_turns)
        if seen.round == 3:
            return T(
                "Deck: {cards} · Time cards: {drawn} of {all}",
                cards=seen.deck,
                drawn=seen.time_cards,
                all=self.chart.box.time_cards,
            )
        return T("Round {round} of 3 · Deck: {cards}", round=seen.round, cards=seen.deck)

    def draw_symbols(self) -> str:
        return tabletop.draw_symbols(self.panel)

    def turn_prompt(self, seen: SpikeObservation) -> Ask | None:
        return tabletop.turn_prompt(seen.agenda[-1])

    def next_seats(self, seen: SpikeObservation) -> list[int]:
        """Play goes round the table."""
        return [(seen.actor + i) % self.rules.players for i in range(1, self.rules.players)]

    def item_trays(self, seen: SpikeObservation) -> list[Tray]:
        return tabletop.item_trays(self.rules, self.panel, seen, self.again)

    def action_mark(self, seen: SpikeObservation, action: Any) -> Mark | None:
        return tabletop.action_mark(self.rules, self.say, seen, action)

    def focus_targets(self, seen: SpikeObservation) -> list[str]:
        """One's own cities."""
        return [f"city:{city}" for city in seen.players[seen.seat].cities] if seen.seat is not None else []

    def recap_row(self, seen: SpikeObservation, events: list[Event]) -> Recap | None:
        return tabletop.recap_row(self.rules, self.say, events, self.changed_targets(events))

    def side_panels(self, seen: SpikeObservation, but: Collection[str] = ()) -> list[Panel]:
        return self.panel.all(seen, self.again, but)

    # -- in words ----------------------------------------------------------------------------------------------------------------

    def resources_left(self, seen: SpikeObservation) -> Text | None:
        if isinstance(seen.agenda[-1], due.GiveCard):
            return T(
                "You go first, so you give one card to {who}, who goes last.", who=Who((seen.first - 1) % self.rules.players)
            )
        return T("This is your last turn.") if seen.last_turns >= 0 else None

    def describe_position(self, seen: SpikeObservation) -> list[Text]:
        rules, chart = self.rules, self.chart
        out: list[Text] = []
        for seat, p in enumerate(seen.players):
            who = Who(seat)
            if not p.at:
                out.append(T("{who} hasn't placed a train yet.", who=who))
                continue
            out.append(T("{who}'s train is at {place}.", who=who, place=place(rules, p.at)))
            names = [T("{city}", city=chart.city_names[chart.city_id[c]]) for c in p.cities]
            out.append(T("{who} has connected {cities}.", who=who, cities=names))
            out += [T("{who}'s open contract: {contract}", who=who, contract=side(rules, s)) for s in p.contracts]
            for name in p.tracks:
                a, b = chart.ends[chart.segment_id[name]]
                out.append(T("{who}'s track: {a} – {b}", who=who, a=rules.point_texts[a], b=rules.point_texts[b]))
        for number, goods in enumerate(rules.goods_texts):
            names = [
                T("{city}", city=name) for name, offer in zip(chart.city_names, chart.offers, strict=True) if offer == number
            ]
            out.append(T("Available in {cities}: {goods}", cities=names, goods=goods))
        for row, value in enumerate(chart.rows):
            out.append(T("Market ${value}: {goods}", value=value, goods=[good(rules, column[row]) for column in seen.market]))
        return out
