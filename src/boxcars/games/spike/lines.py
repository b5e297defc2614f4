"""What a line is, and which lines are worth proposing (SPK-10.3, SPK-15.1 to 15.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from boxcars.core.game import no
from boxcars.core.messages import T
from boxcars.core.types import Reason
from boxcars.games.spike.map import Chart
from boxcars.games.spike.payment import known_payments, usual_payment
from boxcars.games.spike.state import Table

if TYPE_CHECKING:
    from boxcars.games.spike.rules import Spike

LONGEST: Final = 6
"""Longer lines are legal but not proposed (SPK-15.2)."""
PER_CITY: Final = 3
"""Proposals for each new city (SPK-15.3)."""

UNKNOWN: Final[tuple[int, ...]] = (-1,)
"""In place of a payment that was not looked for yet."""
Ranked = tuple[int, int, list[int], tuple[int, ...]]
"""Cards needed, length, line, payment."""


def colours_of(chart: Chart, line: list[int]) -> list[int]:
    """Segments of each colour in the line."""
    need = [0] * len(chart.colours)
    for s in line:
        need[chart.colour[s]] += 1
    return need


def walk(chart: Chart, line: list[int], mine: list[int]) -> list[int]:
    """Return the points of a line from its first to its last; [] if its segments do not follow one another (SPK-10.3a)."""
    if not line:
        return []
    a, b = chart.ends[line[0]]
    if len(line) == 1:
        return [b, a] if b in mine and a not in mine else [a, b]
    if a in chart.ends[line[1]]:
        a, b = b, a
    points = [a, b]
    for s in line[1:]:
        p, q = chart.ends[s]
        if points[-1] == p:
            points.append(q)
        elif points[-1] == q:
            points.append(p)
        else:
            return []
    return points


def refuse_line(rules: Spike, state: Table, seat: int, line: list[int]) -> Reason | None:
    """Return whether the seat may lay this line, whatever it costs (SPK-10.1 to 10.6)."""
    chart = rules.chart
    player = state.players[seat]
    if player.tracks_left < max(1, len(line)):
        return no("no_tracks", "SPK-10.3", T("You only have {number} tracks left.", number=player.tracks_left))
    points = walk(chart, line, player.points)
    if not points or len(set(points)) < len(points):
        return no(
            "line_not_path", "SPK-10.3", T("A line is a chain of connected segments that never visits the same point twice.")
        )
    if points[0] not in player.points:
        return no("line_not_connected", "SPK-10.4", T("A line must start at a city or junction in your own network."))
    city = chart.city_at[points[-1]]
    if city < 0 or city in player.cities:
        return no("line_no_new_city", "SPK-10.5", T("A line must end in a city you haven't connected yet."))
    for point in points[1:-1]:
        if chart.city_at[point] >= 0:
            name = chart.city_names[chart.city_at[point]]
            return no(
                "line_through_city",
                "SPK-10.3",
                T("A line ends at the first city it reaches. This one goes through {city}.", city=name),
            )
        if point in player.points:
            return no("line_through_network", "SPK-10.3", T("A line can only touch your network where it starts."))
    if any(state.owner[s] >= 0 for s in line):
        return no("segment_taken", "SPK-2.3", T("That segment already has track. Choose another one."))
    return None


def distances(chart: Chart, owner: list[int], points: list[int], longest: int) -> list[int]:
    """Segments from each point to a network over free segments and junctions, as far as a line may go; 99 beyond."""
    near, city_at = chart.near, chart.city_at
    far = [99] * len(near)
    for p in points:
        far[p] = 0
    front = points
    for d in range(1, longest + 1):
        further: list[int] = []
        for p in front:
            for q, s, _ in near[p]:
                if far[q] > d and owner[s] < 0:
                    far[q] = d
                    if city_at[q] < 0:
                        further.append(q)
        front = further
    return far


class Proposals:
    """Finds the best lines to every new city: backwards from the city, towards the nearest point of the network.

    Lines are found in order of their length. A city is done with when it has three lines that no longer one can beat, so the
    search ends early where the hand is rich and dies early where it is poor (SPK-10.11 is checked at every segment).
    """

    def __init__(self, rules: Spike, state: Table, seat: int, far: list[int] | None = None) -> None:
        """``far``: what ``distances`` found for this network; it holds for any hand."""
        self.chart = rules.chart
        self.single_colour = rules.single_colour
        self.owner = state.owner
        player = state.players[seat]
        self.hand = player.hand
        self.cards = sum(player.hand)
        self.longest = min(LONGEST, player.tracks_left, self.cards)
        self.far = distances(self.chart, self.owner, player.points, self.longest) if far is None else far
        # of the line being traced:
        self.need = [0] * len(self.hand)
        self.on_way = [False] * len(self.chart.near)
        self.trace: list[int] = []
        self.rich = True
        """Whether the hand has a card more than the line has segments: a wild set costs one card more."""
        self.ranked: list[Ranked] = []
        self.known = known_payments(player.hand, rules.single_colour)
        """Payments of this hand, by what a line needs: three bits for each colour, as no line has more than LONGEST segments."""

    def best(self) -> list[tuple[int, list[int], tuple[int, ...]]]:
        """(city, line, payment) for up to three lines to each city: fewest cards, then shortest, then by segments (SPK-15.3)."""
        out: list[tuple[int, list[int], tuple[int, ...]]] = []
        far, longest = self.far, self.longest
        for city, point in enumerate(self.chart.city_point):
            if 0 < far[point] <= longest:
                for _, _, line, pay in self._lines(point, PER_CITY):
                    out.append((city, line, pay))
        return out

    def cheapest(self, city: int) -> int:
        """Return how many cards the cheapest line to a city within reach takes; 0 if the hand cannot pay any."""
        lines = self._lines(self.chart.city_point[city], 1)
        return lines[0][0] if lines else 0

    def _lines(self, point: int, wanted: int) -> list[Ranked]:
        """Return the best lines to a city within reach."""
        wild = 0
        for h in self.hand:
            if h > 1:
                wild += h - 1
        ranked: list[Ranked] = []
        self.ranked = ranked
        self.on_way[point] = True
        for length in range(self.far[point], self.longest + 1):
            if len(ranked) >= wanted:
                ranked.sort()
                if ranked[wanted - 1][0] <= length:
                    break
            self.rich = self.cards > length
            if length == 1:
                self._arrive(point, 0, wild, 0)
                continue
            self._trace(point, length, 0, wild, 0)
        self.on_way[point] = False
        ranked.sort()
        return ranked[:wanted]

    def _trace(self, point: int, left: int, short: int, wild: int, code: int) -> None:
        """Go on from a point over a junction outside the network, with so many segments left, at least two."""
        far, owner, need, hand, on_way, city_at = self.far, self.owner, self.need, self.hand, self.on_way, self.chart.city_at
        left -= 1
        for q, s, c in self.chart.near[point]:
            if far[q] > left or owner[s] >= 0 or far[q] == 0 or on_way[q] or city_at[q] >= 0:
                continue
            spare = hand[c] - need[c]
            if spare <= 0:
                now_short, now_wild = short + 1, wild
            else:
                now_short, now_wild = short, wild - 1 if spare > 1 else wild
            if now_short and (now_wild < now_short or not self.rich):
                continue
            self.trace.append(s)
            need[c] += 1
            if left == 1:
                self._arrive(q, now_short, now_wild, code + (1 << 3 * c))
            else:
                on_way[q] = True
                self._trace(q, left, now_short, now_wild, code + (1 << 3 * c))
                on_way[q] = False
            need[c] -= 1
            self.trace.pop()

    def _arrive(self, point: int, short: int, wild: int, code: int) -> None:
        """End the line: its last segment joins the point to the network."""
        far, owner, need, hand = self.far, self.owner, self.need, self.hand
        for q, s, c in self.chart.near[point]:
            if far[q] or owner[s] >= 0:
                continue
            spare = hand[c] - need[c]
            if spare <= 0:
                now_short, now_wild = short + 1, wild
            else:
                now_short, now_wild = short, wild - 1 if spare > 1 else wild
            if now_short and (now_wild < now_short or not self.rich):
                continue
            need[c] += 1
            pay = self._payment(now_short, code + (1 << 3 * c))
            need[c] -= 1
            if pay is not None:
                self.ranked.append((sum(pay), len(self.trace) + 1, [s, *self.trace[::-1]], pay))

    def _payment(self, short: int, code: int) -> tuple[int, ...] | None:
        """Return the usual payment for the line that is traced; ``short``: how many of its segments lack a card of their
        colour."""
        known = self.known.get(code, UNKNOWN)
        if known is not UNKNOWN:
            return known
        usual = usual_payment(self.need, self.hand, self.single_colour) if short else self.need
        pay = None if usual is None else tuple(usual)
        self.known[code] = pay
        return pay
