"""Action B: build a line, earn market money (SPK-10)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from boxcars.core.game import Chapter, no
from boxcars.core.messages import T
from boxcars.core.types import Action, Event, Field, Form, Reason
from boxcars.games.spike.actions import AddTrack, Build, DropLine, Pay
from boxcars.games.spike.events import LineBuilt
from boxcars.games.spike.lines import Proposals, colours_of, refuse_line, walk
from boxcars.games.spike.names import cards as told_cards
from boxcars.games.spike.payment import affordable, payments, pays, usual_payment
from boxcars.games.spike.state import Player, Table
from boxcars.games.spike.steps import PayForLine, SketchLine
from boxcars.games.spike.turn_sequence import TAKE_ACTION

if TYPE_CHECKING:
    from boxcars.games.spike.rules import Spike

DROP: Final = DropLine()
SHOWN_PAYMENTS: Final = 24
"""A payment list longer than this is shortened; the form takes every other payment."""


def builds(rules: Spike, state: Table, seat: int, out: list[Action]) -> None:
    """The proposals: the best lines to each city, with their usual payment (SPK-15.2 to 15.4)."""
    for city, line, pay in Proposals(rules, state, seat).best():
        out.append(rules.build_action(city, line, pay))


def refuse_payment(rules: Spike, player: Player, line: list[int], pay: dict[str, int]) -> Reason | None:
    """SPK-10.9, 10.10."""
    cards = rules.cards_by_colour(pay)
    for c, n in enumerate(cards):
        if n > player.hand[c]:
            short = T("{number} {colour}", number=player.hand[c], colour=rules.colour_texts[c])
            text = T("That costs {cards}; you only have {short}.", cards=told_cards(rules, pay), short=short)
            return no("pay_not_held", "SPK-10.9", text)
    if not pays(colours_of(rules.chart, line), cards, rules.single_colour):
        text = T(
            "Those cards don't pay for the line exactly. Pay one card per segment; n matching cards "
            "count as n − 1 cards of any color."
        )
        return no("pay_mismatch", "SPK-10.9", text)
    return None


def refuse_build(rules: Spike, state: Table, seat: int, action: Build) -> Reason | None:
    chart = rules.chart
    line = [chart.segment_id[s] for s in action.line]
    reason = refuse_line(rules, state, seat, line)
    if reason is not None:
        return reason
    city = chart.city_at[walk(chart, line, state.players[seat].points)[-1]]
    if action.city and action.city != chart.cities[city]:
        return no("line_no_new_city", "SPK-10.2", T("The line ends in {city}.", city=chart.city_names[city]))
    return refuse_payment(rules, state.players[seat], line, action.pay)


def pay_market(rules: Spike, state: Table, good: int) -> int:
    """Return the row value of a commodity, whose chip then drops to the last row of its column (SPK-10.12, 10.13)."""
    for column in state.market:
        if good in column:
            value = rules.chart.rows[column.index(good)]
            column.remove(good)
            column.append(good)
            return value
    raise AssertionError("every commodity has a chip")


def do_build(rules: Spike, state: Table, seat: int, names: tuple[str, ...], pay: dict[str, int], events: list[Event]) -> None:
    """Cards to the discard pile, tracks onto the board, then market money (SPK-10.12)."""
    chart = rules.chart
    player = state.players[seat]
    for c, n in enumerate(rules.cards_by_colour(pay)):
        if n:
            player.hand[c] -= n
            player.known[c] = max(0, player.known[c] - n)
            if c == state.gift and seat == state.last:
                state.gift_known = max(0, state.gift_known - n)
            state.discard[c] += n
    line = [chart.segment_id[s] for s in names]
    points = walk(chart, line, player.points)
    for s in line:
        state.owner[s] = seat
    player.tracks += line
    player.tracks_left -= len(line)
    player.points += points[1:]
    city = chart.city_at[points[-1]]
    player.cities.append(city)
    good = chart.offers[city]
    money = pay_market(rules, state, good)
    player.market_money += money
    events.append(LineBuilt(seat, list(names), dict(pay), chart.cities[city], chart.goods[good], money))


# -- a line of one's own, segment by segment ---------------------------------------------------------------------------


def onward(rules: Spike, state: Table, seat: int, line: list[int]) -> list[int]:
    """Return the segments with which a sketch can go on and still become a line that the seat can pay."""
    player = state.players[seat]
    points = walk_from(rules, line, player.points) if line else []
    search = Completion(rules, state, seat, line, points)
    out: list[int] = []
    for head in points[-1:] or player.points:
        for q, s, c in rules.chart.near[head]:
            if search.goes_on(q, s, c):
                out.append(s)
    return out


def walk_from(rules: Spike, line: list[int], mine: list[int]) -> list[int]:
    """Return the points of a sketch, which begins at the network and has not reached a city."""
    a, b = rules.chart.ends[line[0]]
    points = [a, b] if a in mine else [b, a]
    for s in line[1:]:
        p, q = rules.chart.ends[s]
        points.append(q if points[-1] == p else p)
    return points


class Completion:
    """Whether a sketch can be led on to a new city with the tracks and cards of the seat."""

    def __init__(self, rules: Spike, state: Table, seat: int, line: list[int], points: list[int]) -> None:
        player = state.players[seat]
        self.chart = rules.chart
        self.single_colour = rules.single_colour
        self.owner = state.owner
        self.hand = player.hand
        self.taken = {*player.points, *points}
        """Points that the rest of the line must not touch."""
        self.need = colours_of(rules.chart, line)
        self.room = min(player.tracks_left, sum(player.hand)) - len(line)
        self.to_city = self._distances(player.cities)

    def _distances(self, connected: list[int]) -> list[int]:
        """Free segments from each point to the nearest new city; 999 if there is no way."""
        far = [999] * len(self.chart.points)
        front = [p for city, p in enumerate(self.chart.city_point) if city not in connected]
        for p in front:
            far[p] = 0
        d = 0
        while front:
            d += 1
            further: list[int] = []
            for p in front:
                for q, s, _ in self.chart.near[p]:
                    if far[q] == 999 and self.owner[s] < 0 and q not in self.taken and self.chart.city_at[q] < 0:
                        far[q] = d
                        further.append(q)
            front = further
        return far

    def goes_on(self, q: int, s: int, c: int) -> bool:
        """Return whether the sketch may take this segment to point q."""
        if self.owner[s] >= 0 or q in self.taken or self.to_city[q] > self.room - 1:
            return False
        self.need[c] += 1
        self.room -= 1
        self.taken.add(q)
        ok = affordable(self.need, self.hand, self.single_colour) and self._arrives(q)
        self.taken.discard(q)
        self.room += 1
        self.need[c] -= 1
        return ok

    def _arrives(self, point: int) -> bool:
        if self.to_city[point] == 0:
            return True
        # The nearest way first: it nearly always leads there.
        near = sorted((self.to_city[q], q, s, c) for q, s, c in self.chart.near[point])
        return any(self.goes_on(q, s, c) for _, q, s, c in near)


def refuse_begin(rules: Spike, state: Table, seat: int) -> Reason | None:
    player = state.players[seat]
    if player.tracks_left == 0:
        return no("no_tracks", "SPK-10.1", T("You have no tracks left."))
    if not onward(rules, state, seat, []):
        return no("pay_not_held", "SPK-10.11", T("You don't have the cards for any line."))
    return None


class Sketching(Chapter[Table]):
    """The line grows by one segment at a time until it reaches a new city. Nobody else sees it before it is paid."""

    verbs = (AddTrack, DropLine)

    def legal(self, rules: Spike, state: Table, step: SketchLine) -> list[Action]:
        chart = rules.chart
        line = [chart.segment_id[s] for s in step.line]
        return [*(AddTrack(chart.segments[s]) for s in onward(rules, state, step.seat, line)), DROP]

    def refuse(self, rules: Spike, state: Table, step: SketchLine, action: AddTrack | DropLine) -> Reason | None:
        if isinstance(action, DropLine):
            return None
        chart = rules.chart
        line = [chart.segment_id[s] for s in step.line]
        if chart.segment_id[action.segment] not in onward(rules, state, step.seat, line):
            text = T("The line can't continue there. It must run along free segments to a new city, at a price you can pay.")
            return no("line_not_path", "SPK-10.3", text)
        return None

    def apply(self, rules: Spike, state: Table, step: SketchLine, action: AddTrack | DropLine, events: list[Event]) -> None:
        if isinstance(action, DropLine):
            state.agenda.append(TAKE_ACTION[step.seat])
            return
        line = (*step.line, action.segment)
        mine = state.players[step.seat].points
        points = walk_from(rules, [rules.chart.segment_id[s] for s in line], mine)
        done = rules.chart.city_at[points[-1]] >= 0
        state.agenda.append(PayForLine(step.seat, line) if done else SketchLine(step.seat, line))


class Paying(Chapter[Table]):
    """Any legal payment for the sketched line (SPK-10.9, 10.10)."""

    verbs = (Pay, DropLine)

    def legal(self, rules: Spike, state: Table, step: PayForLine) -> list[Action]:
        player = state.players[step.seat]
        need = colours_of(rules.chart, [rules.chart.segment_id[s] for s in step.line])
        every = payments(need, player.hand, rules.single_colour)
        usual = usual_payment(need, player.hand, rules.single_colour)
        if usual is not None:
            every.remove(usual)
            every.insert(0, usual)
        return [*(Pay(rules.cards_by_name(pay)) for pay in every[:SHOWN_PAYMENTS]), DROP]

    def refuse(self, rules: Spike, state: Table, step: PayForLine, action: Pay | DropLine) -> Reason | None:
        if isinstance(action, DropLine):
            return None
        line = [rules.chart.segment_id[s] for s in step.line]
        return refuse_payment(rules, state.players[step.seat], line, action.pay)

    def apply(self, rules: Spike, state: Table, step: PayForLine, action: Pay | DropLine, events: list[Event]) -> None:
        if isinstance(action, DropLine):
            state.agenda.append(TAKE_ACTION[step.seat])
            return
        do_build(rules, state, step.seat, step.line, action.pay, events)


def payment_form(rules: Spike, state: Table, step: PayForLine) -> list[Form]:
    """So many cards of each colour, where there are more payments than are listed."""
    hand = state.players[step.seat].hand
    need = colours_of(rules.chart, [rules.chart.segment_id[s] for s in step.line])
    if len(payments(need, hand, rules.single_colour)) <= SHOWN_PAYMENTS:
        return []
    fields = [
        Field(name=f"pay.{rules.chart.colours[c]}", kind="number", label=rules.colour_texts[c], low=0, high=n)
        for c, n in enumerate(hand)
        if n
    ]
    return [Form("Pay", T("Pay another way"), fields, {"do": "Pay", "pay": {}})]
