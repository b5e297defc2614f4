"""The trains on the board of Spike: where they stand, which way they head, where they can go."""

from __future__ import annotations

import math

from boxcars.games.spike import steps as due
from boxcars.games.spike.observation import SeenPlayer, SpikeObservation
from boxcars.games.spike.ui.board_background import Sheet
from boxcars.view import drawing_kit


class Trains(Sheet):
    def _places_of_the_train(self, seen: SpikeObservation) -> str:
        """Clickable halves of the track of the seat to act: the train would stand there and head that way.

        Waiting is a button, not a click under the train."""
        if seen.actor < 0 or not seen.players[seen.actor].cities:
            return ""
        out = ""
        wait = seen.players[seen.actor].at if isinstance(seen.agenda[-1], due.FreeMovement) else ""
        for name in seen.players[seen.actor].tracks:
            s = self.chart.segment_id[name]
            mx, my = self.middle(s)
            for end in self.chart.ends[s]:
                hx, hy = self.at[end]
                way = [(mx + (hx - mx) * 0.06, my + (hy - my) * 0.06), (mx + (hx - mx) * 0.6, my + (hy - my) * 0.6)]
                if self.chart.at(s, end) != wait:
                    out += drawing_kit.hit_line(f"run:{self.chart.at(s, end)}", way, 10)
        return out

    def train_at(self, name: str, nth: int = 0) -> drawing_kit.Point:
        """Return where a train is drawn: over its city, the next ones beside it; or on its track."""
        found = self.chart.place(name)
        assert found is not None
        s, p = found
        if s < 0:
            x, y = self.spot(p)
            return x + 40 * nth, y - 27
        x, y, turn = self.bar(s, 17)
        level = abs(math.sin(math.radians(turn))) < 0.2
        return x, y - 13 if level else y - 3  # beside a city it stands higher, off the name

    def _trains(self, seen: SpikeObservation) -> list[str]:
        out, there = [], dict[str, int]()
        for seat, p in enumerate(seen.players):
            if not p.at:
                continue
            nth = there.get(p.at, 0)
            there[p.at] = nth + 1
            x, y = self.train_at(p.at, nth)
            out.append(drawing_kit.piece(f"train-{seat}", self._train(seat, p.at, p.cargo), x, y))
            if seat == seen.seat:
                out.append(drawing_kit.hit_rect("act:train", x - 23, y - 15, 46, 30))
        return out

    def _train(self, seat: int, at: str, cargo: list[str]) -> str:
        """Return the engine, an arrow the way it heads, and its load in small discs above."""
        found = self.chart.place(at)
        assert found is not None
        s, p = found
        arrow = ""
        if s >= 0:
            mx, my = self.middle(s)
            hx, hy = self.at[p]
            turn = math.degrees(math.atan2(hy - my, hx - mx))
            arrow = f'<g transform="translate(0 1) rotate({drawing_kit.n(turn)})"><path class="arrow" d="M25-7 36 0 25 7Z"/></g>'
        mirror = ' transform="scale(-1 1)"' if s >= 0 and self.at[p][0] < self.middle(s)[0] - 1 else ""
        load = "".join(
            f'<use href="#good-{self.chart.goods_id[g]}" transform="translate({drawing_kit.n((i - (len(cargo) - 1) / 2) * 19)} -24) scale(.66)"/>'
            for i, g in enumerate(cargo)
        )
        return f'{arrow}<g{mirror}><use href="#engine-{seat}"/></g>{load}'

    def _way(self, player: SeenPlayer, here: str, to: str) -> list[drawing_kit.Point]:
        """Return the points from one place of a train to another along its own track."""
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
            way[-1] = self.middle(end[0])
        if start[0] >= 0:
            way.insert(0, self.middle(start[0]))
        return way
