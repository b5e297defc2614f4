"""The check of a map somebody made (docs/maps.md): complaints, each saying where and what."""

from __future__ import annotations

import re

from boxcars.core import map_text
from boxcars.games.age_of_steam.components import COLUMNS, LETTERS
from boxcars.games.age_of_steam.map_file import TERRAIN, MapFile, grid_of, positions, read_map, terrain_at

MOST_HEXES = 400


def check_map(text: str) -> list[str]:
    """Complaints about a map file, each saying where and what; an empty list is a good map."""
    try:
        data = read_map(text)
    except map_text.BadMap as bad:
        return bad.complaints
    return [map_text.located(text, complaint) for complaint in complaints(data)]


def complaints(data: MapFile) -> list[str]:
    """What is wrong with the contents of a map."""
    wrong: list[str] = []
    for row, line in enumerate(data.board.terrain):
        for col, letter in enumerate(line):
            if letter not in TERRAIN:
                wrong.append(f"board.terrain row {row}, column {col}: unknown letter {letter!r}; use one of {' '.join(TERRAIN)}")
    if wrong:
        return wrong
    places = positions(data)
    if not places:
        return ["board.terrain: there is no hex"]
    if len(places) > MOST_HEXES:
        return [f"board.terrain: {len(places)} hexes; at most {MOST_HEXES} are allowed"]
    ids = {f"c{col}r{row}": terrain_at(data, col, row) for col, row in places}
    wrong += _check_counts(data)
    wrong += _check_places(data, ids)
    wrong += _check_growth(data)
    wrong += _check_cubes(data, ids)
    if not wrong:
        wrong += _check_reach(data, ids)
    return wrong


def _check_counts(data: MapFile) -> list[str]:
    wrong = []
    if not data.players:
        wrong.append("players: say how many turns a game has, for each number of players")
    for seats, turns in data.players.items():
        if not 1 <= seats <= 6:
            wrong.append(f"players: {seats} players; 1 to 6 can play")
        if not 1 <= turns <= 20:
            wrong.append(f"players: {turns} turns with {seats} players; 1 to 20 are allowed")
    needs = {"barbados": (1, 1), "st_lucia": (2, 2)}.get(data.plays_like, (3, 6))
    for seats in data.players:
        if not needs[0] <= seats <= needs[1]:
            wrong.append(f"players: a map that plays like {data.plays_like} takes {needs[0]} to {needs[1]} players, not {seats}")
    for terrain, costs in data.track_costs.items():
        if terrain not in ("plain", "river", "mountain", "swamp", "special"):
            wrong.append(f"track_costs: there is no terrain {terrain!r}")
        if min(costs) < 0:
            wrong.append(f"track_costs.{terrain}: a cost is negative")
    wrong += _check_numbers(data)
    used = {TERRAIN[letter] for line in data.board.terrain for letter in line} - {"", "water", "city"}
    for terrain in sorted(used - set(data.track_costs)):
        wrong.append(f"track_costs: the board has {terrain} hexes, but no cost is given")
    if set(data.rules.new_cities) - set(LETTERS) or len(set(data.rules.new_cities)) != len(data.rules.new_cities):
        wrong.append(f"rules.new_cities: letters of {LETTERS}, each once")
    if data.rules.phases.count("advance_turn") != 1 or data.rules.phases[-1] != "advance_turn":
        wrong.append("rules.phases: must end with advance_turn")
    if len(set(data.rules.phases)) != len(data.rules.phases):
        wrong.append("rules.phases: a phase stands there twice")
    most = max(data.players, default=1)
    if len(set(data.rules.actions)) < most and data.plays_like != "barbados":
        wrong.append(f"rules.actions: {len(set(data.rules.actions))} actions are too few for {most} players")
    return wrong


def _check_numbers(data: MapFile) -> list[str]:
    """Amounts of which there cannot be fewer than none."""
    rules = data.rules
    amounts = {f"cities.{city.id}.cubes": city.cubes for city in data.cities}
    amounts |= {f"direct_links.{link.id}.cost": link.cost for link in data.direct_links}
    amounts |= {f"board.costs.{hex}": cost for hex, cost in data.board.costs.items()}
    amounts |= {f"rules.income_reduction_factor.{turn}": factor for turn, factor in rules.income_reduction_factor.items()}
    amounts |= {
        "rules.starting_cash": rules.starting_cash,
        "rules.max_shares_per_turn": rules.max_shares_per_turn,
        "rules.easy_city_cubes": rules.easy_city_cubes or 0,
        "rules.growth_dice": rules.growth_dice,
        "rules.cotton_bonus": rules.cotton_bonus,
    }
    wrong = [f"{where}: {number} is negative" for where, number in amounts.items() if number < 0]
    if rules.ownership_discs < 1:
        wrong.append(f"rules.ownership_discs: {rules.ownership_discs}; without discs nobody can own track")
    return wrong


def _check_places(data: MapFile, ids: dict[str, str]) -> list[str]:
    wrong = []
    taken: dict[str, str] = {}
    names: dict[str, str] = {}
    for kind, place in [("cities", c) for c in data.cities] + [("towns", t) for t in data.towns]:
        where = f"{kind}.{place.id}"
        if not re.fullmatch(r"\w[\w-]*", place.id):
            wrong.append(f"{where}: the id {place.id!r} must consist of letters, digits, _ and -")
        if not place.name.strip():
            wrong.append(f"{where}: the name is empty")
        if place.id in names:
            wrong.append(f"{where}: the id is used twice")
        names[place.id] = where
        if place.hex not in ids:
            wrong.append(f"{where}: there is no hex {place.hex}")
            continue
        if place.hex in taken:
            wrong.append(f"{where}: {place.hex} is taken by {taken[place.hex]}")
        taken[place.hex] = where
        if kind == "cities" and ids[place.hex] != "city":
            wrong.append(f"{where}: {place.hex} is {ids[place.hex]} in board.terrain; a city needs the letter C")
        if kind == "towns" and ids[place.hex] in ("city", "water"):
            wrong.append(f"{where}: a town cannot stand on {ids[place.hex]}")
    for hex, terrain in ids.items():
        if terrain == "city" and hex not in taken:
            wrong.append(f"board.terrain: {hex} is a city, but no entry of cities stands there")
        if terrain == "special" and hex not in data.board.costs:
            wrong.append(f"board.costs: {hex} has its own cost ($), but none is given")
    for hex in data.board.costs:
        if ids.get(hex) != "special":
            wrong.append(f"board.costs: {hex} is not marked $ in board.terrain")
    for hex, sides in data.board.rivers.items():
        if hex not in ids or len(sides) != 2 or not all(0 <= s < 6 for s in sides):
            wrong.append(f"board.rivers.{hex}: give a hex of the board and two sides from 0 to 5")
        elif ids[hex] != "river":
            wrong.append(f"board.rivers.{hex}: the hex is {ids[hex]} in board.terrain; a river needs the letter r")
    for hex in [name.hex for name in data.board.names] + ([data.board.compass] if data.board.compass else []):
        if hex not in ids:
            wrong.append(f"board: there is no hex {hex} for a name or the compass")
    for hex, side in data.board.blocked:
        if hex not in ids or not 0 <= side < 6:
            wrong.append(f"board.blocked: {hex}, {side} is not a side of the board")
    cities = {c.id: c for c in data.cities}
    for link in data.direct_links:
        unknown = [c for c in link.cities if c not in cities]
        if unknown:
            wrong.append(f"direct_links.{link.id}: there is no city {unknown[0]}")
        elif all(cities[c].hex in ids for c in link.cities):
            grid = grid_of(data)
            a, b = (grid.number[cities[c].hex] for c in link.cities)
            if grid.side_towards(a, b) < 0:
                wrong.append(f"direct_links.{link.id}: the two cities do not touch")
    return wrong


def _check_growth(data: MapFile) -> list[str]:
    wrong = []
    seen: dict[str, str] = {}
    grows = "goods_growth" in data.rules.phases
    for city in data.cities:
        if city.kind == "terminal":
            if city.colours or city.growth or city.cubes:
                wrong.append(f"cities.{city.id}: a terminal has no colour, growth column or cubes of its own")
            continue
        if not city.colours:
            wrong.append(f"cities.{city.id}: say which colours it takes")
        if city.growth:
            if city.growth not in COLUMNS[:12]:
                wrong.append(f"cities.{city.id}: growth {city.growth!r} is none of L1 … L6, D1 … D6")
            elif city.growth in seen:
                wrong.append(f"cities.{city.id}: growth column {city.growth} belongs to {seen[city.growth]}")
            seen[city.growth] = city.id
            half = "light" if city.growth[0] == "L" else "dark"
            if grows and half not in data.rules.growth_halves:
                wrong.append(f"cities.{city.id}: column {city.growth} lies in the {half} half, which this map does not use")
    if grows and data.rules.display == "none":
        wrong.append("rules.display: without a display goods cannot grow; leave goods_growth out of rules.phases")
    if grows and data.cities and not seen:
        wrong.append("cities: no city has a growth column, though the map has goods growth")
    for extra in data.rules.extra_cubes:
        if extra.city not in {c.id for c in data.cities}:
            wrong.append(f"rules.extra_cubes: there is no city {extra.city}")
    for column in data.rules.display_redraw:
        if column not in COLUMNS:
            wrong.append(f"rules.display_redraw: there is no column {column}")
    return wrong


def _check_cubes(data: MapFile, ids: dict[str, str]) -> list[str]:
    """The bag must hold what set-up draws."""
    rules = data.rules
    wrong = [f"rules.bag: {n} {colour} cubes" for colour, n in rules.bag.items() if n < 0 or colour == "white"]
    need = {"full": 52, "light_top": 10, "none": 0}[rules.display]
    need += sum(rules.easy_city_cubes or c.cubes for c in data.cities) + sum(1 for c in data.cities if c.kind == "terminal")
    if rules.town_cubes == "bag":
        need += len(data.towns)
    towns = {t.hex for t in data.towns}
    need += sum(1 for hex, terrain in ids.items() if terrain in rules.hex_cubes and hex not in towns)
    for terrain in rules.hex_cubes:
        if terrain not in ("plain", "river", "mountain", "swamp", "special"):
            wrong.append(f"rules.hex_cubes: there is no terrain {terrain!r}")
    have = sum(rules.bag.values())
    if need > have:
        wrong.append(f"rules.bag: set-up draws {need} cubes, but there are only {have}")
    if rules.town_cubes == "cotton" and not any("white" in c.colours for c in data.cities):
        wrong.append("rules.town_cubes: there is cotton, but no city takes white")
    if data.plays_like == "western_us":
        for side in ("east", "west"):
            if not any(c.region == side for c in data.cities):
                wrong.append(f"cities: a map that plays like western_us needs a city of region {side!r}")
    if not data.cities and (not data.towns or "urbanization" not in rules.actions):
        wrong.append("cities: there is no city and no way to found one")
    return wrong


def _check_reach(data: MapFile, ids: dict[str, str]) -> list[str]:
    """Every city and town must be reachable by track from every other."""
    grid = grid_of(data)
    cities = {grid.number[c.hex] for c in data.cities}
    stops = {grid.number[c.hex]: f"cities.{c.id}" for c in data.cities}
    stops.update({grid.number[t.hex]: f"towns.{t.id}" for t in data.towns})
    if len(stops) < 2:
        return ["cities, towns: there must be at least two places to connect"]
    links = {frozenset(grid.number[c.hex] for c in data.cities if c.id in link.cities) for link in data.direct_links}
    start = next(iter(stops))
    seen = {start}
    edge = [start]
    while edge:
        hex = edge.pop()
        for port in range(6 * hex, 6 * hex + 6):
            other = grid.across[port]
            n = other // 6
            if other < 0 or n in seen or (hex in cities and n in cities and frozenset((hex, n)) not in links):
                continue
            seen.add(n)
            edge.append(n)
    lost = [name for n, name in stops.items() if n not in seen]
    first = stops[start]
    return [f"{name} ({grid.ids[n]}): cannot be reached by track from {first}" for n, name in stops.items() if name in lost]
