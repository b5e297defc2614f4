"""The board of Ticket to Ride: true geography, hollow spaces for open routes, solid cars for claimed ones."""

from __future__ import annotations

import math
from collections.abc import Collection
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from boxcars.core.messages import TN, T, Text, Who
from boxcars.core.types import Event, Outcome
from boxcars.games.ticket_to_ride.map import Board as Printed
from boxcars.games.ticket_to_ride.map_file import Laid, Picture
from boxcars.games.ticket_to_ride.names import CARD_NAMES, route_text
from boxcars.games.ticket_to_ride.rules import TicketToRide
from boxcars.games.ticket_to_ride.scoring import awards, completed, ticket_points
from boxcars.games.ticket_to_ride.types import (
    COLOURS,
    CardTaken,
    ClaimRoute,
    DrawCard,
    DrawTickets,
    KeepTickets,
    RouteClaimed,
    TakeCard,
    TicketToRideObservation,
)
from boxcars.games.ticket_to_ride.ui import awards as honours
from boxcars.games.ticket_to_ride.ui import panels, tabletop
from boxcars.games.ticket_to_ride.ui.animation import animation_steps
from boxcars.games.ticket_to_ride.ui.layout import SEAS as PRINTED_SEAS
from boxcars.games.ticket_to_ride.ui.layout import layout_of
from boxcars.view import drawing_kit
from boxcars.view.board import Board, Panel, PlayerCard, Say, Stat, Station
from boxcars.view.tabletop import Ask, Award, Beat, Mark, Pick, Recap, Tray, Uncovered

WIDTH, HEIGHT = 1800, 1180
MILE = 2230 / 3959
"""Units of the drawing in a statute mile: 2230 units are one radius of the earth."""
SEAS = {"Pacific Ocean": T("Pacific Ocean"), "Atlantic Ocean": T("Atlantic Ocean"), "Gulf of Mexico": T("Gulf of Mexico")}


@cache
def geography() -> str:
    data: dict[str, Any] = msgspec.json.decode((files("boxcars.games.ticket_to_ride.ui") / "ground.json").read_bytes())
    return drawing_kit.coast(data, 0, 0, WIDTH, HEIGHT)


@cache
def points(count: int) -> Text:
    return TN("{count} point", "{count} points", count)


def country(picture: Picture) -> str:
    """Return the ground of a map file."""
    if picture.ground:
        return geography()
    box = f'x="12" y="12" width="{picture.width - 24}" height="{picture.height - 24}"'
    if not picture.land:
        return f'<rect class="home" {box}/>'
    shores = "".join(drawing_kit.smooth(land, closed=True) for land in picture.land)
    frame = f'<clipPath id="sheet"><rect {box}/></clipPath>'
    return f'{frame}<rect class="sea" {box}/><path class="home" clip-path="url(#sheet)" d="{shores}"/>'


FEW = 4
"""With fewer trains than that the end is near."""


class TicketToRideBoard(Board):
    tab_name = T("Tickets")
    width = WIDTH
    height = HEIGHT
    rules: TicketToRide

    def __init__(self, rules: TicketToRide, say: Say) -> None:
        super().__init__(rules, say)
        self.printed: Printed = rules.board
        self.layout = layout_of(rules.map, rules.board)
        if rules.board.own is not None:
            self.width, self.height = rules.board.own.picture.width, rules.board.own.picture.height
        self.routes_from: list[list[tuple[int, Text]]] = [[] for _ in self.printed.cities]
        """By city: each route that leaves it, in words."""
        for r in self.printed.routes:
            for here, there in (r.ends, r.ends[::-1]):
                to = self.printed.cities[there].name
                text = T("{city}: {length} {colour}", city=to, length=r.length, colour=CARD_NAMES[r.colour])
                self.routes_from[here].append((r.id, text))

    # -- the map -------------------------------------------------------------------------------------------------------

    def draw_ground(self) -> str:
        w, h = self.width, self.height
        out = [f'<rect class="off" width="{w}" height="{h}"/>', self._land()]
        out.append(drawing_kit.neatline(4, 4, w - 8, h - 8, step=100, band=10))
        if self.printed.own is None or self.printed.own.picture.ground:
            out += [drawing_kit.compass(150, 1010, 46), drawing_kit.scale_bar(70, 1096, MILE, self.say(T("Statute miles")))]
        else:
            out.append(drawing_kit.compass(w - 90, h - 100, 40))
        out += [
            f'<path class="roadbed" d="{drawing_kit.smooth(self._line(r.key, True), closed=False)}"/>'
            for r in self.printed.routes
        ]
        out.append('<g class="beds"></g>')  # where the page lights routes: under their spaces
        for route in self.printed.routes:
            laid = self.layout.routes[route.key]
            shape = drawing_kit.slot(laid.length, route.colour, laid.spaces[len(laid.spaces) // 2][2])
            out.append(self._train(f"slot-{route.key}", shape, laid))
        out += [drawing_kit.hit_line(f"route:{r.key}", self._line(r.key), 12.5) for r in self.printed.routes]
        out += [
            drawing_kit.station(*self.layout.cities[c.key])
            + drawing_kit.seen_only(f"city:{c.key}", *self.layout.cities[c.key], 19)
            for c in self.printed.cities
        ]
        out += [drawing_kit.label(c.name, *self.layout.labels[c.key], "city") for c in self.printed.cities]
        return "".join(out)

    def _land(self) -> str:
        """Return the printed board's country, the coasts a map file draws, or land all over; and the names of the waters."""
        own = self.printed.own
        if own is None:
            return geography() + "".join(drawing_kit.water_name(self.say(SEAS[name]), *rest) for name, *rest in PRINTED_SEAS)
        names = [(self.say(SEAS.get(m.text, T("{cities}", cities=m.text))), m.x, m.y, m.size, m.turn) for m in own.picture.names]
        return country(own.picture) + "".join(drawing_kit.water_name(*name) for name in names)

    def _train(self, name: str, shape: str, laid: Laid) -> str:
        """Return all spaces of a route look alike: one is drawn, the others use it."""
        return "".join(self._spaces(name, shape, laid))

    def _spaces(self, name: str, shape: str, laid: Laid) -> list[str]:
        out = []
        for i, (x, y, turn) in enumerate(laid.spaces):
            at = f'transform="translate({drawing_kit.n(x)} {drawing_kit.n(y)}) rotate({drawing_kit.n(turn)})"'
            out.append(f'<use href="#{name}" {at}/>' if i else f'<g {at}><g id="{name}" class="bx">{shape}</g></g>')
        return out

    def _line(self, key: str, to_cities: bool = False) -> list[drawing_kit.Point]:
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

    def _city(self, city: int) -> drawing_kit.Point:
        return self.layout.cities[self.printed.cities[city].key]

    def place_outline(self, name: str) -> tuple[str, Text] | None:
        for i, city in enumerate(self.printed.cities):
            if city.key == name:
                x, y = self._city(i)
                return f'<circle cx="{drawing_kit.n(x)}" cy="{drawing_kit.n(y)}" r="24"/>', T("{cities}", cities=city.name)
        return None

    def draw_pieces(self, seen: TicketToRideObservation) -> str:
        out = []
        for route in self.printed.routes:
            owner = seen.owner[route.id]
            if owner >= 0:
                laid = self.layout.routes[route.key]
                shape = drawing_kit.car(laid.length, owner, laid.spaces[len(laid.spaces) // 2][2])
                cars = self._spaces(f"car-{route.key}", shape, laid)
                train = "".join(f'<g id="car-{route.key}-{i}" class="wagon">{body}</g>' for i, body in enumerate(cars))
                out.append(
                    drawing_kit.piece(f"train-{route.key}", drawing_kit.couplers([(x, y) for x, y, _ in laid.spaces]) + train)
                )
        for city in sorted(self._ticket_ends(seen)):
            x, y = self._city(city)
            out.append(f'<circle class="wanted" cx="{drawing_kit.n(x)}" cy="{drawing_kit.n(y)}" r="19"/>')
        return "".join(out)

    def _ticket_ends(self, seen: TicketToRideObservation) -> set[int]:
        """Cities of one's own open tickets, so that the eye finds them."""
        if seen.seat is None or seen.tickets is None:
            return set()
        done = completed(self.rules, seen.owner, seen.seat, seen.tickets)
        tickets = [t for t, ok in zip(seen.tickets, done, strict=True) if not ok] + (seen.offer or [])
        return {city for t in tickets for city in self.printed.tickets[t].ends}

    def draw_preview(self, seen: TicketToRideObservation, action: Any) -> str:
        if isinstance(action, KeepTickets):  # as the crow flies, so that the eye finds where they lie
            ends = [self.printed.tickets[self.printed.ticket_id[key]].ends for key in action.tickets]
            return "".join(drawing_kit.pinned(*map(self._city, pair)) for pair in ends)
        if not isinstance(action, ClaimRoute):
            return ""
        laid = self.layout.routes[action.route]
        route = self.printed.route_id[action.route]
        body = "".join(
            f'<g transform="translate({drawing_kit.n(x)} {drawing_kit.n(y)}) rotate({drawing_kit.n(turn)})">{drawing_kit.car(laid.length, max(0, seen.actor), turn)}</g>'
            for x, y, turn in laid.spaces
        )
        x, y, _ = laid.spaces[len(laid.spaces) // 2]
        gain = self.say(TN("{count} point", "{count} points", self.printed.points[route]))
        edge = drawing_kit.corridor(self._line(action.route), 17)
        return f'<path class="ghost-ring" d="{edge}"/><g class="ghost">{body}</g>{drawing_kit.price("+" + gain, x, y - 34)}'

    def action_note(self, seen: TicketToRideObservation, action: Any) -> Text | None:
        if isinstance(action, ClaimRoute):
            return points(self.printed.points[self.printed.route_id[action.route]])
        return None

    def candidate_actions(self, seen: TicketToRideObservation, path: list[str]) -> list[Any]:
        kind, _, rest = path[-1].partition(":")
        if kind == "route":
            route = self.printed.routes[self.printed.route_id[rest]]
            hand = seen.hand or [0] * 9
            best = max(range(8), key=lambda c: hand[c])
            return [ClaimRoute(rest, COLOURS[best] if route.colour == "grey" else route.colour)]  # type: ignore[arg-type]
        if kind == "display" and rest in COLOURS:
            return [TakeCard(rest)]
        return [DrawCard()] if kind == "deck" else [DrawTickets()] if kind == "tickets" else []

    def revealed_scores(self, seen: TicketToRideObservation, line: Text) -> list[Uncovered]:
        return honours.revealed_scores(self.rules, seen, line)

    def game_awards(self, seen: TicketToRideObservation, outcome: Outcome, history: list[Event]) -> list[Award]:
        return honours.game_awards(self.rules, seen)

    def animation_steps(self, seen: TicketToRideObservation, events: list[Event]) -> list[Beat]:
        return animation_steps(self.rules, seen, events)

    def changed_targets(self, events: list[Event]) -> list[str]:
        out = [f"route:{e.route}" for e in events if isinstance(e, RouteClaimed)]
        return out + [f"slot:{e.slot}" for e in events if isinstance(e, CardTaken)]

    # -- players ---------------------------------------------------------------------------------------------------------

    def player_cards(self, seen: TicketToRideObservation) -> list[PlayerCard]:
        out = []
        for seat in range(self.rules.players):
            tickets = seen.ticket_counts[seat]
            stats = [
                Stat(T("points"), str(self._points(seen, seat))),
                Stat(T("trains"), str(seen.trains[seat]), icon="wagon", low=seen.trains[seat] < FEW),
                Stat(T("cards"), str(seen.cards[seat]), icon="cards"),
                Stat(T("tickets"), str(tickets) if not seen.on_offer[seat] else f"{tickets}+{seen.on_offer[seat]}"),
            ]
            if seen.longest:
                stats.append(Stat(T("longest"), str(seen.longest[seat])))
            out.append(PlayerCard(seat=seat, role=self._role(seen, seat), stats=stats))
        return out

    def _points(self, seen: TicketToRideObservation, seat: int) -> int:
        """As they stand; with everything that counts when the tickets are shown."""
        if seen.shown is None:
            return seen.points[seat]
        gained, lost, _ = ticket_points(self.rules, seen.owner, seat, seen.shown[seat])
        return seen.points[seat] + gained + lost + awards(seen.longest)[seat]

    def _role(self, seen: TicketToRideObservation, seat: int) -> Text | None:
        if any(seen.on_offer) and not any(seen.ticket_counts):
            return T("has chosen tickets") if seen.chosen[seat] else T("choosing tickets")
        return T("First player") if seat == seen.starts else None

    def last_round_text(self, seen: TicketToRideObservation) -> Text | None:
        return T("Last round") if seen.final_turns >= 0 else None

    def turn_label(self, seen: TicketToRideObservation) -> Text | None:
        if seen.agenda and seen.final_turns >= 0:
            return TN("{count} turn left", "{count} turns left", seen.final_turns)
        return TN("{count} card in the deck", "{count} cards in the deck", seen.deck)

    def side_panels(self, seen: TicketToRideObservation, but: Collection[str] = ()) -> list[Panel]:
        return panels.side_panels(self.rules, self.say, seen, self.again, but)

    def turn_phases(self, seen: TicketToRideObservation) -> list[Station]:
        return panels.turn_phases(seen)

    # -- round the board -------------------------------------------------------------------------------------------------

    def draw_symbols(self) -> str:
        return tabletop.draw_symbols(self.rules)

    def turn_prompt(self, seen: TicketToRideObservation) -> Ask | None:
        return tabletop.turn_prompt(seen) if seen.agenda else None

    def next_seats(self, seen: TicketToRideObservation) -> list[int]:
        return tabletop.following(self.rules, seen) if seen.agenda else []

    def item_trays(self, seen: TicketToRideObservation) -> list[Tray]:
        return tabletop.item_trays(self.rules, self.say, seen, self.again)

    def choice_switches(self, seen: TicketToRideObservation) -> Pick | None:
        return tabletop.choice_switches(self.rules, seen)

    def action_mark(self, seen: TicketToRideObservation, action: Any) -> Mark | None:
        return tabletop.action_mark(self.rules, action)

    def recap_row(self, seen: TicketToRideObservation, events: list[Event]) -> Recap | None:
        return tabletop.recap_row(self.rules, events)

    def focus_targets(self, seen: TicketToRideObservation) -> list[str]:
        """One's own railway, and the cities of one's open tickets."""
        own = [f"route:{r.key}" for r in self.printed.routes if seen.seat is not None and seen.owner[r.id] == seen.seat]
        return own + [f"city:{self.printed.cities[city].key}" for city in sorted(self._ticket_ends(seen))]

    # -- in words ----------------------------------------------------------------------------------------------------------

    def resources_left(self, seen: TicketToRideObservation) -> Text | None:
        return T("Final round: this is your last turn.") if seen.final_turns >= 0 else None

    def describe_position(self, seen: TicketToRideObservation) -> list[Text]:
        out = []
        for seat in range(self.rules.players):
            mine = [route_text(self.printed, r.key) for r in self.printed.routes if seen.owner[r.id] == seat]
            who = Who(seat)
            if mine:
                out.append(T("{who} owns {routes}.", who=who, routes=mine))
            else:
                out.append(T("{who} doesn't own a route yet.", who=who))
        for city in self.printed.cities:
            free = [text for route, text in self.routes_from[city.id] if seen.owner[route] < 0]
            if free:
                out.append(T("{city}. Open routes to {routes}.", city=city.name, routes=free))
        return out
