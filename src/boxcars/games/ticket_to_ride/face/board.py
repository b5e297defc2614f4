"""The board of Ticket to Ride: true geography, hollow spaces for open routes, solid cars for claimed ones."""

from __future__ import annotations

import math
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from boxcars.core.words import TN, Event, T, Text, Who
from boxcars.games.ticket_to_ride.face import panels
from boxcars.games.ticket_to_ride.map import Board as Printed
from boxcars.games.ticket_to_ride.names import CARD_NAMES, route_text
from boxcars.games.ticket_to_ride.rules import TicketToRide
from boxcars.games.ticket_to_ride.scoring import awards, completed, ticket_points
from boxcars.games.ticket_to_ride.words import (
    COLOURS,
    CardTaken,
    ClaimRoute,
    DrawCard,
    DrawTickets,
    KeepTickets,
    RouteClaimed,
    Seen,
    TakeCard,
)
from boxcars.view import inks
from boxcars.view.board import Board, Panel, PlayerCard, Say, Stat, Station

WIDTH, HEIGHT = 1800, 1180
MILE = 2230 / 3959
"""Units of the drawing in a statute mile: 2230 units are one radius of the earth."""
SEAS = (
    (T("Pacific Ocean"), 74, 905, 30, -78),
    (T("Atlantic Ocean"), 1690, 800, 30, -62),
    (T("Gulf of Mexico"), 1245, 1105, 24, 0),
)


class Laid(msgspec.Struct, frozen=True):
    """The spaces of a route: their common length; x, y and angle of each."""

    length: float
    spaces: list[tuple[float, float, float]]


class Layout(msgspec.Struct, frozen=True):
    """Where everything lies (layout.json, made by docs/maps/make_ticket_to_ride_layout.py)."""

    source: str
    cities: dict[str, tuple[float, float]]
    labels: dict[str, tuple[float, float]]
    routes: dict[str, Laid]


@cache
def layout() -> Layout:
    return msgspec.json.decode((files("boxcars.games.ticket_to_ride.face") / "layout.json").read_bytes(), type=Layout)


@cache
def geography() -> str:
    data: dict[str, Any] = msgspec.json.decode((files("boxcars.games.ticket_to_ride.face") / "ground.json").read_bytes())
    return inks.coast(data, 0, 0, WIDTH, HEIGHT)


class TicketToRideBoard(Board):
    width = WIDTH
    height = HEIGHT
    rules: TicketToRide

    def __init__(self, rules: TicketToRide, say: Say) -> None:
        super().__init__(rules, say)
        self.printed: Printed = rules.board
        self.layout = layout()
        self.routes_from: list[list[tuple[int, Text]]] = [[] for _ in self.printed.cities]
        """By city: each route that leaves it, in words."""
        for r in self.printed.routes:
            for here, there in (r.ends, r.ends[::-1]):
                to = self.printed.cities[there].name
                text = T("{city}: {length} {colour}", city=to, length=r.length, colour=CARD_NAMES[r.colour])
                self.routes_from[here].append((r.id, text))

    # -- the map -------------------------------------------------------------------------------------------------------

    def ground(self) -> str:
        say = self.say
        out = [f'<rect class="off" width="{WIDTH}" height="{HEIGHT}"/>', geography()]
        out += [inks.water_name(self.say(name), x, y, size, turn) for name, x, y, size, turn in SEAS]
        out.append(inks.neatline(4, 4, WIDTH - 8, HEIGHT - 8, step=100, band=10))
        out += [inks.compass(150, 1010, 46), inks.scale_bar(70, 1096, MILE, say(T("Statute miles")))]
        out += [f'<path class="roadbed" d="{inks.smooth(self._line(r.key, True), closed=False)}"/>' for r in self.printed.routes]
        for route in self.printed.routes:
            laid = self.layout.routes[route.key]
            shape = inks.slot(laid.length, route.colour, laid.spaces[len(laid.spaces) // 2][2])
            out.append(self._train(f"slot-{route.key}", shape, laid))
        out += [inks.hit_line(f"route:{r.key}", self._line(r.key), 12.5) for r in self.printed.routes]
        out += [inks.station(*self.layout.cities[c.key]) for c in self.printed.cities]
        out += [inks.label(c.name, *self.layout.labels[c.key], "city") for c in self.printed.cities]
        return "".join(out)

    def _train(self, name: str, shape: str, laid: Laid) -> str:
        """All spaces of a route look alike: one is drawn, the others use it."""
        x, y, turn = laid.spaces[0]
        out = f'<g id="{name}" transform="translate({inks.n(x)} {inks.n(y)}) rotate({inks.n(turn)})"><g id="{name}-0" class="bx">{shape}</g></g>'
        for x, y, turn in laid.spaces[1:]:
            out += f'<use href="#{name}-0" transform="translate({inks.n(x)} {inks.n(y)}) rotate({inks.n(turn)})"/>'
        return out

    def _line(self, key: str, to_cities: bool = False) -> list[inks.Point]:
        """Points along a route, from end to end of its spaces or from city to city."""
        laid = self.layout.routes[key]
        middles = [(x, y) for x, y, _ in laid.spaces]
        if to_cities:
            a, b = self.printed.routes[self.printed.route_id[key]].ends
            return [self._city(a), *middles, self._city(b)]
        ends = []
        for (x, y, turn), half in ((laid.spaces[0], -laid.length / 2), (laid.spaces[-1], laid.length / 2)):
            ends.append((x + math.cos(math.radians(turn)) * half, y + math.sin(math.radians(turn)) * half))
        return [ends[0], *middles, ends[1]]

    def _city(self, city: int) -> inks.Point:
        return self.layout.cities[self.printed.cities[city].key]

    def pieces(self, seen: Seen) -> str:
        out = []
        for route in self.printed.routes:
            owner = seen.owner[route.id]
            if owner >= 0:
                laid = self.layout.routes[route.key]
                shape = inks.car(laid.length, owner, laid.spaces[len(laid.spaces) // 2][2])
                out.append(inks.piece(f"train-{route.key}", self._train(f"car-{route.key}", shape, laid)))
        for city in sorted(self._ticket_ends(seen)):
            x, y = self._city(city)
            out.append(f'<circle class="wanted" cx="{inks.n(x)}" cy="{inks.n(y)}" r="17.5"/>')
        return "".join(out)

    def _ticket_ends(self, seen: Seen) -> set[int]:
        """Cities of one's own open tickets, so that the eye finds them."""
        if seen.seat is None or seen.tickets is None:
            return set()
        done = completed(self.rules, seen.owner, seen.seat, seen.tickets)
        tickets = [t for t, ok in zip(seen.tickets, done, strict=True) if not ok] + (seen.offer or [])
        return {city for t in tickets for city in self.printed.tickets[t].ends}

    def ghost(self, seen: Seen, action: Any) -> str:
        if isinstance(action, KeepTickets):  # as the crow flies, so that the eye finds where they lie
            ends = [self.printed.tickets[self.printed.ticket_id[key]].ends for key in action.tickets]
            lines = [f"M{inks.n(a)},{inks.n(b)}L{inks.n(c)},{inks.n(d)}" for (a, b), (c, d) in (map(self._city, e) for e in ends)]
            return "".join(f'<path class="way-h" d="{d}"/><path class="way" d="{d}"/>' for d in lines)
        if not isinstance(action, ClaimRoute):
            return ""
        laid = self.layout.routes[action.route]
        route = self.printed.route_id[action.route]
        body = "".join(
            f'<g transform="translate({inks.n(x)} {inks.n(y)}) rotate({inks.n(turn)})">{inks.car(laid.length, max(0, seen.actor), turn)}</g>'
            for x, y, turn in laid.spaces
        )
        x, y, _ = laid.spaces[len(laid.spaces) // 2]
        gain = self.say(TN("{count} point", "{count} points", self.printed.points[route]))
        edge = inks.corridor(self._line(action.route), 14)
        return f'<path class="ghost-edge" d="{edge}"/><g class="ghost">{body}</g>{inks.price("+" + gain, x, y - 26)}'

    def gloss(self, seen: Seen, action: Any) -> Text | None:
        if isinstance(action, ClaimRoute):
            return TN("{count} point", "{count} points", self.printed.points[self.printed.route_id[action.route]])
        return None

    def meant(self, seen: Seen, path: list[str]) -> list[Any]:
        kind, _, rest = path[-1].partition(":")
        if kind == "route":
            route = self.printed.routes[self.printed.route_id[rest]]
            hand = seen.hand or [0] * 9
            best = max(range(8), key=lambda c: hand[c])
            return [ClaimRoute(rest, COLOURS[best] if route.colour == "grey" else route.colour)]  # type: ignore[arg-type]
        if kind == "display" and rest in COLOURS:
            return [TakeCard(rest)]
        return [DrawCard()] if kind == "deck" else [DrawTickets()] if kind == "tickets" else []

    def touched(self, events: list[Event]) -> list[str]:
        out = [f"route:{e.route}" for e in events if isinstance(e, RouteClaimed)]
        return out + [f"slot:{e.slot}" for e in events if isinstance(e, CardTaken)]

    # -- players ---------------------------------------------------------------------------------------------------------

    def cards(self, seen: Seen) -> list[PlayerCard]:
        out = []
        for seat in range(self.rules.players):
            tickets = seen.ticket_counts[seat]
            stats = [
                Stat(T("points"), str(self._points(seen, seat))),
                Stat(T("trains"), str(seen.trains[seat])),
                Stat(T("cards"), str(seen.cards[seat])),
                Stat(T("tickets"), str(tickets) if not seen.on_offer[seat] else f"{tickets}+{seen.on_offer[seat]}"),
            ]
            if seen.longest:
                stats.append(Stat(T("longest"), str(seen.longest[seat])))
            out.append(PlayerCard(seat=seat, role=self._role(seen, seat), stats=stats))
        return out

    def _points(self, seen: Seen, seat: int) -> int:
        """As they stand; with everything that counts when the tickets are shown."""
        if seen.shown is None:
            return seen.points[seat]
        gained, lost, _ = ticket_points(self.rules, seen.owner, seat, seen.shown[seat])
        return seen.points[seat] + gained + lost + awards(seen.longest)[seat]

    def _role(self, seen: Seen, seat: int) -> Text | None:
        if any(seen.on_offer) and not any(seen.ticket_counts):
            return T("has chosen tickets") if seen.chosen[seat] else T("chooses tickets")
        return T("began the game") if seat == seen.starts else None

    def turn(self, seen: Seen) -> Text | None:
        if seen.agenda and seen.final_turns >= 0:
            return TN("{count} turn left", "{count} turns left", seen.final_turns)
        return TN("{count} card in the deck", "{count} cards in the deck", seen.deck)

    def panels(self, seen: Seen) -> list[Panel]:
        return panels.panels(self.rules, self.say, seen)

    def stations(self, seen: Seen) -> list[Station]:
        return panels.stations(seen)

    # -- in words ----------------------------------------------------------------------------------------------------------

    def note(self, seen: Seen) -> Text | None:
        return T("Final round: this is your last turn.") if seen.final_turns >= 0 else None

    def describe(self, seen: Seen) -> list[Text]:
        out = []
        for seat in range(self.rules.players):
            mine = [route_text(self.printed, r.key) for r in self.printed.routes if seen.owner[r.id] == seat]
            who = Who(seat)
            if mine:
                out.append(T("{who} owns {routes}.", who=who, routes=mine))
            else:
                out.append(T("{who} owns no route yet.", who=who))
        for city in self.printed.cities:
            free = [text for route, text in self.routes_from[city.id] if seen.owner[route] < 0]
            if free:
                out.append(T("{city}. Open routes to {routes}.", city=city.name, routes=free))
        return out
