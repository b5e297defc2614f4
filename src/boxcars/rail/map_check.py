"""What every map of a game on hexes must fulfil: letters, places, sides, ways. A game's own check adds the rest."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, Protocol

from boxcars.core.messages import Complaint, T
from boxcars.rail.hexgrid import Grid

MOST_HEXES: Final = 400


class Place(Protocol):
    """A city or a town of a map file."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def hex(self) -> str: ...


def letters(rows: Sequence[str], known: Iterable[str]) -> list[str]:
    """Return the letters of the terrain that the game does not know; a space is off the board."""
    there = [letter for letter in known if letter != " "]
    return [
        Complaint(
            f"board.terrain row {row}, column {col}",
            T("unknown letter {letter}; use one of {those} or a space", letter=repr(letter), those=" ".join(there)),
        )
        for row, line in enumerate(rows)
        for col, letter in enumerate(line)
        if letter != " " and letter not in there
    ]


def extent(hexes: int) -> list[str]:
    if not hexes:
        return [Complaint("board.terrain", T("the map has no hexes"))]
    if hexes > MOST_HEXES:
        return [
            Complaint("board.terrain", T("there are {n} hexes, but {most_hexes} is the limit", n=hexes, most_hexes=MOST_HEXES))
        ]
    return []


def turns(players: Mapping[int, int], least: int) -> list[str]:
    """Return the numbers of players, ``least`` to 6, with the number of turns for each."""
    wrong: list[str] = []
    if not players:
        wrong.append(Complaint("players", T("say how many turns a game has for each number of players")))
    for seats, count in players.items():
        if not least <= seats <= 6:
            wrong.append(Complaint("players", T("{seats} players isn't possible; use {least} to 6", seats=seats, least=least)))
        if not 1 <= count <= 20:
            text = T("{turns} turns with {seats} players isn't possible; use 1 to 20", turns=count, seats=seats)
            wrong.append(Complaint("players", text))
    return wrong


def places(cities: Sequence[Place], towns: Sequence[Place], ground: Mapping[str, str]) -> list[str]:
    """Return cities and towns: ids, names, hexes. ``ground``: the terrain of each hex."""
    wrong: list[str] = []
    taken: dict[str, str] = {}
    seen: set[str] = set()
    for kind, place in _named(cities, towns):
        where = f"{kind}.{place.id}"
        if not re.fullmatch(r"\w[\w-]{0,79}", place.id):
            wrong.append(Complaint(where, T("the id {id} can only contain letters, digits, _ and -", id=repr(place.id))))
        if not place.name.strip():
            wrong.append(Complaint(where, T("the name is empty")))
        if place.id in seen:
            wrong.append(Complaint(where, T("the id is used twice")))
        seen.add(place.id)
        terrain = ground.get(place.hex, "")
        if not terrain:
            wrong.append(Complaint(where, T("there's no hex {hex}", hex=place.hex)))
        elif place.hex in taken:
            wrong.append(Complaint(where, T("{hex} is already taken by {other}", hex=place.hex, other=taken[place.hex])))
        elif kind == "cities" and terrain != "city":
            text = T("{hex} is {other} in board.terrain; a city needs the letter C", hex=place.hex, other=terrain)
            wrong.append(Complaint(where, text))
        elif kind == "towns" and terrain in ("city", "water"):
            wrong.append(Complaint(where, T("a town can't be on {other}", other=terrain)))
        taken.setdefault(place.hex, where)
    for hex, terrain in ground.items():
        if terrain == "city" and hex not in taken:
            wrong.append(Complaint("board.terrain", T("{hex} is a city, but cities has no entry for it", hex=hex)))
    return wrong


def _named(cities: Sequence[Place], towns: Sequence[Place]) -> Iterator[tuple[str, Place]]:
    for city in cities:
        yield "cities", city
    for town in towns:
        yield "towns", town


def barred(blocked: Iterable[tuple[str, int]], ground: Mapping[str, str]) -> list[str]:
    return [
        Complaint("board.blocked", T("{hex}, {side} isn't a side on the board", hex=hex, side=side))
        for hex, side in blocked
        if hex not in ground or not 0 <= side < 6
    ]


def unreached(grid: Grid, cities: Sequence[Place], towns: Sequence[Place], links: Iterable[frozenset[int]] = ()) -> list[str]:
    """Stops that cannot be reached by track from the first. Track passes from city to city only by ``links``."""
    stops = {grid.number[place.hex]: f"{kind}.{place.id}" for kind, place in _named(cities, towns)}
    walls, joined = {grid.number[city.hex] for city in cities}, set(links)
    start = next(iter(stops))
    seen, edge = {start}, [start]
    while edge:
        hex = edge.pop()
        for other in grid.across[6 * hex : 6 * hex + 6]:
            n = other // 6
            if other < 0 or n in seen or (hex in walls and n in walls and frozenset((hex, n)) not in joined):
                continue
            seen.add(n)
            edge.append(n)
    return [
        Complaint(f"{name} ({grid.ids[n]})", T("track can't reach this place from {first}", first=stops[start]))
        for n, name in stops.items()
        if n not in seen
    ]
