"""Contract and route cards for a map that somebody draws, after the rule of the supplied ones: what is far away pays more."""

from __future__ import annotations

from typing import Any

from boxcars.games.spike.map import SIDES
from boxcars.view.map_editor import Doc

CARDS = 3
"""Contract cards of each commodity."""
LISTED = 5
"""Cities on a side of a contract card, where there are so many."""
ENDS = 4
"""Cities at the end of a route card."""

Apart = dict[str, dict[str, int]]


def apart(doc: Doc) -> Apart:
    """Return how many segments the shortest way between two cities has; what cannot be reached is left out."""
    board = doc["board"]
    near: dict[str, list[str]] = {point["id"]: [] for point in board["points"]}
    for segment in board["segments"]:
        if segment["a"] in near and segment["b"] in near:
            near[segment["a"]].append(segment["b"])
            near[segment["b"]].append(segment["a"])
    city_at = {city["point"]: city["id"] for city in board["cities"]}
    found: Apart = {}
    for city in board["cities"]:
        far = {city["point"]: 0}
        front = [city["point"]] if city["point"] in near else []
        for point in front:
            for beside in near[point]:
                if beside not in far:
                    far[beside] = far[point] + 1
                    front.append(beside)
        found[city["id"]] = {city_at[point]: n for point, n in far.items() if point in city_at}
    return found


def contracts(doc: Doc) -> list[dict[str, Any]]:
    """Return each commodity's cards share out the cities that do not offer it, near and far ones on every side; each pays its way
    and one."""
    between = apart(doc)
    cards = []
    for good in (commodity["id"] for commodity in doc["board"]["commodities"]):
        sources = [city["id"] for city in doc["board"]["cities"] if city["commodity"] == good]
        far: dict[str, int] = {}
        for source in sources:
            for city, n in between[source].items():
                if city not in sources:
                    far[city] = min(n, far.get(city, n))
        order = sorted(far, key=lambda city: (far[city], city))
        sides = CARDS * len(SIDES)
        for card in range(CARDS):
            made = {}
            for k, side in enumerate(SIDES):
                own = order[card * len(SIDES) + k :: sides] or order[-1:]
                listed = [{"city": city, "value": far[city] + 1} for city in spread(own, LISTED)]
                made[side] = {"id": f"{good}-{card + 1}{side}", "destinations": listed}
            cards.append({"id": f"{good}-{card + 1}", "commodity": good, "sides": made})
    return cards


def routes(doc: Doc) -> list[dict[str, Any]]:
    """Return a card for each city: cities on the way to the farthest one, each worth two thirds of its distance."""
    between = apart(doc)
    cards: list[dict[str, Any]] = []
    for start, far in between.items():
        others = sorted((city for city in far if city != start), key=lambda city: (far[city], city))
        if not others:
            continue
        last = others[-1]

        def detour(city: str, far: dict[str, int] = far, last: str = last) -> tuple[int, int, str]:
            return far[city] + between[city].get(last, 0), -far[city], city

        on_way = sorted(others, key=detour)[: 2 * ENDS]
        on_way.sort(key=lambda city: (far[city], city))
        ends = [{"city": city, "value": max(1, 2 * far[city] // 3)} for city in spread(on_way, ENDS)]
        cards.append({"id": f"route-{len(cards) + 1:02}", "start": start, "ends": ends})
    return cards


def spread(cities: list[str], most: int) -> list[str]:
    """So many of them, from the first to the last."""
    if len(cities) <= most:
        return cities
    return [cities[round(i * (len(cities) - 1) / (most - 1))] for i in range(most)]
