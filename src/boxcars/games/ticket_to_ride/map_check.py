"""The check of a map somebody made (docs/maps.md): complaints, each saying where and what."""

from __future__ import annotations

import re
from math import hypot

from boxcars.core import map_loader
from boxcars.core.messages import Complaint, T
from boxcars.games.ticket_to_ride.map_file import MapFile, lane_keys, read_map

MOST_CITIES = 80
MOST_ROUTES = 200
MOST_TICKETS = 120


def check_map(text: str) -> list[str]:
    """Complaints about a map file, each saying where and what; an empty list is a good map."""
    return map_loader.checked(text, read_map, complaints)


def complaints(data: MapFile) -> list[str]:
    """Return what is wrong with the contents of a map."""
    wrong = _numbers(data) + _cities(data)
    return wrong or _routes(data) + _tickets(data) or _reach(data)


def _numbers(data: MapFile) -> list[str]:
    rules, picture = data.rules, data.picture
    wrong: list[str] = []
    if not data.players or set(data.players) - {2, 3, 4, 5} or len(set(data.players)) != len(data.players):
        wrong.append(Complaint("players", T("use numbers from 2 to 5, each only once")))
    for name, low, high in (("trains", 3, 100), ("cards", 4, 40), ("locomotives", 0, 40)):
        if not low <= getattr(rules, name) <= high:
            wrong.append(
                Complaint(
                    f"rules.{name}", T("{number} must be from {low} to {high}", number=getattr(rules, name), low=low, high=high)
                )
            )
    if not 1 <= len(rules.route_points) <= 9 or not all(0 <= n <= 100 for n in rules.route_points):
        wrong.append(Complaint("rules.route_points", T("give one number from 0 to 100 for each length, up to 9 lengths")))
    if 8 * rules.cards + rules.locomotives < 4 * max(data.players, default=2) + 5 + 10:
        wrong.append(Complaint("rules.cards", T("there aren't enough cards for the hands and the face-up row")))
    for name in ("width", "height"):
        if not 400 <= getattr(picture, name) <= 4000:
            wrong.append(Complaint(f"picture.{name}", T("{number} must be from 400 to 4000", number=getattr(picture, name))))
    for n, land in enumerate(picture.land):
        if len(land) < 3:
            wrong.append(Complaint(f"picture.land[{n}]", T("a coast needs at least three corners")))
    return wrong


def _cities(data: MapFile) -> list[str]:
    wrong: list[str] = []
    seen: set[str] = set()
    if not 2 <= len(data.cities) <= MOST_CITIES:
        wrong.append(
            Complaint(
                "cities",
                T("there are {n} cities, but there must be from 2 to {most_cities}", n=len(data.cities), most_cities=MOST_CITIES),
            )
        )
    for city in data.cities:
        where = f"cities.{city.id}"
        if not re.fullmatch(r"[a-z0-9_]{1,40}", city.id):
            wrong.append(Complaint(where, T("the id {id} can only contain lowercase letters, digits and _", id=repr(city.id))))
        if city.id in seen:
            wrong.append(Complaint(where, T("the id is used twice")))
        seen.add(city.id)
        if not city.name.strip():
            wrong.append(Complaint(where, T("the name is empty")))
        if not (0 <= city.x <= data.picture.width and 0 <= city.y <= data.picture.height):
            wrong.append(Complaint(where, T("{x}, {y} is outside the sheet", x=f"{city.x:g}", y=f"{city.y:g}")))
    for n, city in enumerate(data.cities):
        near = [c.id for c in data.cities[:n] if hypot(c.x - city.x, c.y - city.y) < 30]
        if near:
            wrong.append(Complaint(f"cities.{city.id}", T("this is too close to {other}", other=near[0])))
    return wrong


def _routes(data: MapFile) -> list[str]:
    wrong: list[str] = []
    known = {city.id for city in data.cities}
    keys: set[str] = set()
    longest = min(len(data.rules.route_points), data.rules.trains)
    if not 1 <= len(data.routes) <= MOST_ROUTES:
        wrong.append(
            Complaint(
                "routes",
                T("there are {n} routes, but there must be from 1 to {most_routes}", n=len(data.routes), most_routes=MOST_ROUTES),
            )
        )
    for n, route in enumerate(data.routes):
        where = f"routes[{n}]"
        wrong += [Complaint(where, T("there's no city {city}", city=city)) for city in route.cities if city not in known]
        if route.cities[0] == route.cities[1]:
            wrong.append(Complaint(where, T("both ends are the same city: {other}", other=route.cities[0])))
        if not 1 <= route.length <= longest:
            wrong.append(
                Complaint(
                    where, T("the length is {length}, but it must be from 1 to {longest}", length=route.length, longest=longest)
                )
            )
        if len(route.colours) not in (1, 2):
            wrong.append(Complaint(where, T("give one color, or two for a double route")))
        elif len(route.colours) == 2 and route.colours[0] == route.colours[1] != "grey":
            wrong.append(Complaint(where, T("the two routes of a double route must have different colors, or both be gray")))
        pair = "-".join(sorted(route.cities))
        if pair in keys:
            wrong.append(Complaint(where, T("{pair} already exists; a double route is one entry with two colors", pair=pair)))
        keys.add(pair)
        if any(not 4 <= lane.length <= 400 for lane in route.laid):
            wrong.append(Complaint(where, T("each space must be 4 to 400 long")))
    names = [key for route in data.routes for key in lane_keys(route.cities, route.colours)]
    wrong += [
        Complaint("routes", T("two routes have the same name: {name}", name=name))
        for name in sorted({n for n in names if names.count(n) > 1})
    ]
    return wrong


def _tickets(data: MapFile) -> list[str]:
    wrong: list[str] = []
    known = {city.id for city in data.cities}
    seen: set[tuple[str, ...]] = set()
    need = 3 * max(data.players)
    if not need <= len(data.tickets) <= MOST_TICKETS:
        wrong.append(
            Complaint(
                "tickets",
                T(
                    "there are {n} tickets; {most} players need {need} to {most_tickets}",
                    n=len(data.tickets),
                    need=need,
                    most_tickets=MOST_TICKETS,
                    most=max(data.players),
                ),
            )
        )
    for n, ticket in enumerate(data.tickets):
        where = f"tickets[{n}]"
        wrong += [Complaint(where, T("there's no city {city}", city=city)) for city in ticket.cities if city not in known]
        pair = tuple(sorted(ticket.cities))
        if pair[0] == pair[1]:
            wrong.append(Complaint(where, T("both ends are the same city: {other}", other=pair[0])))
        if pair in seen:
            wrong.append(Complaint(where, T("{those} already exists", those=" – ".join(pair))))
        seen.add(pair)
        if not 1 <= ticket.points <= 100:
            wrong.append(Complaint(where, T("{points} points: this must be from 1 to 100", points=ticket.points)))
    return wrong


def _reach(data: MapFile) -> list[str]:
    """Check that every city can be reached from every other (TTR-1.9)."""
    near: dict[str, set[str]] = {city.id: set() for city in data.cities}
    for route in data.routes:
        a, b = route.cities
        near[a].add(b)
        near[b].add(a)
    start = data.cities[0].id
    seen, edge = {start}, [start]
    while edge:
        for city in near[edge.pop()] - seen:
            seen.add(city)
            edge.append(city)
    return [
        Complaint(f"cities.{city.id}", T("this city can't be reached from {start}", start=start))
        for city in data.cities
        if city.id not in seen
    ]
