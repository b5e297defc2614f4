"""The check of a map somebody made (STM-23, docs/maps.md): complaints, each saying where and what."""

from __future__ import annotations

import re

from boxcars.core import map_text
from boxcars.core.words import Complaint, T
from boxcars.games.steam.map_file import FACES, MOST_HEXES, SUPPLY_SPACES, TERRAIN, Costs, MapFile, grid_of, read_map, spots


def check_map(text: str) -> list[str]:
    """Complaints about a map file, each saying where and what; an empty list is a good map."""
    try:
        data = read_map(text)
    except map_text.BadMap as bad:
        return bad.complaints
    return [map_text.located(text, complaint) for complaint in complaints(data)]


def complaints(data: MapFile) -> list[str]:
    """What is wrong with the contents of a map."""
    wrong: list[str] = [
        Complaint(
            f"board.terrain row {row}, column {col}",
            T("unknown letter {letter}; use one of {those} or a space", letter=repr(letter), those=" ".join(TERRAIN)),
        )
        for row, line in enumerate(data.board.terrain)
        for col, letter in enumerate(line)
        if letter != " " and letter not in TERRAIN
    ]
    if wrong:
        return wrong
    there = spots(data)
    if not there:
        return [Complaint("board.terrain", T("there is no hex"))]
    if len(there) > MOST_HEXES:
        return [Complaint("board.terrain", T("{n} hexes; at most {most_hexes} are allowed", n=len(there), most_hexes=MOST_HEXES))]
    wrong = _numbers(data) + _places(data, there) + _cubes(data)
    return wrong or _reach(data)


def _numbers(data: MapFile) -> list[str]:
    rules, costs = data.rules, data.track_costs
    wrong: list[str] = []
    if not data.players:
        wrong.append(Complaint("players", T("say how many turns a game has, for each number of players")))
    for seats, turns in data.players.items():
        if not 3 <= seats <= 6:
            wrong.append(Complaint("players", T("{seats} players; 3 to 6 can play", seats=seats)))
        if not 1 <= turns <= 20:
            wrong.append(
                Complaint("players", T("{turns} turns with {seats} players; 1 to 20 are allowed", turns=turns, seats=seats))
            )
        if seats not in rules.supply_cubes:
            wrong.append(Complaint("rules.supply_cubes", T("say how many cubes with {seats} players", seats=seats)))
    amounts = {f"track_costs.{name}": getattr(costs, name) for name in Costs.__struct_fields__}
    amounts |= {f"cities.{city.id}.cubes": city.cubes for city in data.cities}
    amounts |= {f"rules.supply_cubes.{n}": cubes for n, cubes in rules.supply_cubes.items()}
    amounts |= {f"rules.bag.{colour}": cubes for colour, cubes in rules.bag.items()}
    amounts |= {f"tiles.{face}": count for face, count in data.tiles.items()}
    amounts |= {"rules.starting_cash": rules.starting_cash, "rules.loan_vp_cost": rules.loan_vp_cost}
    wrong += [
        Complaint(where, T("{number}; 0 to 200 are allowed", number=number))
        for where, number in amounts.items()
        if not 0 <= number <= 200
    ]
    wrong += [
        Complaint(f"tiles.{face}", T("there is no such counter; there are {those}", those=", ".join(FACES)))
        for face in data.tiles
        if face not in FACES
    ]
    for name, low, high in (("max_locomotive", 1, 10), ("loan_amount", 1, 50), ("tiles_per_turn", 1, 10)):
        if not low <= getattr(rules, name) <= high:
            wrong.append(
                Complaint(
                    f"rules.{name}", T("{number}; {low} to {high} are allowed", number=getattr(rules, name), low=low, high=high)
                )
            )
    if not 1 <= rules.starting_locomotive <= rules.max_locomotive:
        wrong.append(
            Complaint(
                "rules.starting_locomotive",
                T(
                    "{starting_locomotive}; 1 to {max_locomotive} are allowed",
                    starting_locomotive=rules.starting_locomotive,
                    max_locomotive=rules.max_locomotive,
                ),
            )
        )
    if not -50 <= rules.income_min <= rules.starting_income <= (100 if rules.income_max is None else rules.income_max) <= 100:
        wrong.append(Complaint("rules.income_min", T("income_min, starting_income and income_max must rise, from -50 to 100")))
    if not 0 <= rules.starting_vp <= 200:
        wrong.append(Complaint("rules.starting_vp", T("{starting_vp}; 0 to 200 are allowed", starting_vp=rules.starting_vp)))
    return wrong


def _places(data: MapFile, there: dict[str, tuple[int, int, str]]) -> list[str]:
    wrong: list[str] = []
    taken: dict[str, str] = {}
    seen: set[str] = set()
    for kind, place in [("cities", c) for c in data.cities] + [("towns", t) for t in data.towns]:
        where = f"{kind}.{place.id}"
        if not re.fullmatch(r"\w[\w-]{0,39}", place.id):
            wrong.append(Complaint(where, T("the id {id} must consist of letters, digits, _ and -", id=repr(place.id))))
        if not place.name.strip():
            wrong.append(Complaint(where, T("the name is empty")))
        if place.id in seen:
            wrong.append(Complaint(where, T("the id is used twice")))
        seen.add(place.id)
        letter = there[place.hex][2] if place.hex in there else ""
        if not letter:
            wrong.append(Complaint(where, T("there is no hex {hex}", hex=place.hex)))
        elif place.hex in taken:
            wrong.append(Complaint(where, T("{hex} is taken by {other}", hex=place.hex, other=taken[place.hex])))
        elif kind == "cities" and letter not in "CW":
            wrong.append(
                Complaint(
                    where,
                    T("{hex} is {other} in board.terrain; a city needs the letter C", hex=place.hex, other=TERRAIN[letter][0]),
                )
            )
        elif kind == "towns" and letter in "CW~":
            wrong.append(Complaint(where, T("a town cannot stand on {other}", other=TERRAIN[letter][0])))
        taken.setdefault(place.hex, where)
    for hex, (_, _, letter) in there.items():
        if letter in "CW" and hex not in taken:
            wrong.append(Complaint("board.terrain", T("{hex} is a city, but no entry of cities stands there", hex=hex)))
    for hex, side in data.board.blocked:
        if hex not in there or not 0 <= side < 6:
            wrong.append(Complaint("board.blocked", T("{hex}, {side} is not a side of the board", hex=hex, side=side)))
    for hex, sides in data.board.rivers.items():
        if hex not in there or not all(0 <= s < 6 for s in sides) or len(set(sides)) != len(sides):
            wrong.append(Complaint(f"board.rivers.{hex}", T("give a hex of the board and its sides, from 0 to 5")))
    for n, water in enumerate(data.board.waters):
        wrong += [
            Complaint(f"board.waters[{n}]", T("{hex} is no water", hex=hex))
            for hex in water.hexes
            if hex not in there or there[hex][2] != "~"
        ]
        if not water.hexes:
            wrong.append(Complaint(f"board.waters[{n}]", T("say which hexes bear the name")))
    return wrong


def _cubes(data: MapFile) -> list[str]:
    """The bag must hold what set-up draws."""
    wrong: list[str] = []
    have = sum(data.rules.bag.values())
    for n in data.players:
        more = data.rules.city_cube_adjustment.get(n, 0)
        if any(city.cubes + more < 0 for city in data.cities) or abs(more) > 20:
            wrong.append(
                Complaint(
                    "rules.city_cube_adjustment",
                    T("{more} with {n} players leaves a city with fewer than no cubes", more=more, n=n),
                )
            )
        need = sum(max(0, city.cubes + more) for city in data.cities) + SUPPLY_SPACES * data.rules.supply_cubes.get(n, 0)
        if need > have:
            wrong.append(
                Complaint(
                    "rules.bag",
                    T("set-up with {n} players draws {need} cubes, but there are only {have}", n=n, need=need, have=have),
                )
            )
    return wrong


def _reach(data: MapFile) -> list[str]:
    """Every city and town must be reachable by track from every other; track does not pass from city to city directly."""
    grid = grid_of(data)
    stops = {grid.number[c.hex]: f"cities.{c.id}" for c in data.cities}
    cities = set(stops)
    if len(cities) < 2:
        return [Complaint("cities", T("there must be at least two cities"))]
    stops |= {grid.number[t.hex]: f"towns.{t.id}" for t in data.towns}
    start = next(iter(stops))
    seen, edge = {start}, [start]
    while edge:
        hex = edge.pop()
        for other in grid.across[6 * hex : 6 * hex + 6]:
            n = other // 6
            if other >= 0 and n not in seen and not (hex in cities and n in cities):
                seen.add(n)
                edge.append(n)
    lost = {n: name for n, name in stops.items() if n not in seen}
    return [
        Complaint(f"{name} ({grid.ids[n]})", T("cannot be reached by track from {other}", other=stops[start]))
        for n, name in lost.items()
    ]
