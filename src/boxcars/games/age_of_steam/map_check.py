"""The check of a map somebody made (docs/maps.md): complaints, each saying where and what."""

from __future__ import annotations

from boxcars.core import map_loader
from boxcars.core.messages import Complaint, T
from boxcars.games.age_of_steam.components import COLUMNS, LETTERS
from boxcars.games.age_of_steam.map_file import TERRAIN, MapFile, grid_of, positions, read_map, terrain_at
from boxcars.rail import map_check


def check_map(text: str) -> list[str]:
    """Complaints about a map file, each saying where and what; an empty list is a good map."""
    return map_loader.checked(text, read_map, complaints)


def complaints(data: MapFile) -> list[str]:
    """Return what is wrong with the contents of a map."""
    wrong = map_check.letters(data.board.terrain, TERRAIN)
    if wrong:
        return wrong
    places = positions(data)
    wrong = map_check.extent(len(places))
    if wrong:
        return wrong
    ids = {f"c{col}r{row}": terrain_at(data, col, row) for col, row in places}
    wrong += _check_counts(data)
    wrong += _check_places(data, ids)
    wrong += _check_growth(data)
    wrong += _check_cubes(data, ids)
    if not wrong:
        wrong += _check_reach(data)
    return wrong


def _check_counts(data: MapFile) -> list[str]:
    wrong = map_check.turns(data.players, 1)
    needs = {"barbados": (1, 1), "st_lucia": (2, 2)}.get(data.plays_like, (3, 6))
    for seats in data.players:
        if not needs[0] <= seats <= needs[1]:
            wrong.append(
                Complaint(
                    "players",
                    T(
                        "a map that plays like {plays_like} is for {low} to {high} players, not {seats}",
                        plays_like=data.plays_like,
                        low=needs[0],
                        high=needs[1],
                        seats=seats,
                    ),
                )
            )
    for terrain, costs in data.track_costs.items():
        if terrain not in ("plain", "river", "mountain", "swamp", "special"):
            wrong.append(Complaint("track_costs", T("there's no terrain {terrain}", terrain=repr(terrain))))
        if min(costs) < 0:
            wrong.append(Complaint(f"track_costs.{terrain}", T("a cost can't be negative")))
    wrong += _check_numbers(data)
    used = {TERRAIN[letter] for line in data.board.terrain for letter in line} - {"", "water", "city"}
    for terrain in sorted(used - set(data.track_costs)):
        wrong.append(Complaint("track_costs", T("the board has {terrain} hexes, but their cost is missing", terrain=terrain)))
    if set(data.rules.new_cities) - set(LETTERS) or len(set(data.rules.new_cities)) != len(data.rules.new_cities):
        wrong.append(Complaint("rules.new_cities", T("use letters from {letters}, each only once", letters=LETTERS)))
    if data.rules.phases.count("advance_turn") != 1 or data.rules.phases[-1] != "advance_turn":
        wrong.append(Complaint("rules.phases", T("advance_turn must be there once, as the last phase")))
    if len(set(data.rules.phases)) != len(data.rules.phases):
        wrong.append(Complaint("rules.phases", T("a phase is listed twice")))
    most = max(data.players, default=1)
    if len(set(data.rules.actions)) < most and data.plays_like != "barbados":
        wrong.append(
            Complaint(
                "rules.actions", T("{n} actions aren't enough for {most} players", n=len(set(data.rules.actions)), most=most)
            )
        )
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
    wrong: list[str] = [
        Complaint(where, T("{number} can't be negative", number=number)) for where, number in amounts.items() if number < 0
    ]
    if rules.ownership_discs < 1:
        wrong.append(
            Complaint(
                "rules.ownership_discs",
                T("this is {ownership_discs}, but nobody can own track without discs", ownership_discs=rules.ownership_discs),
            )
        )
    return wrong


def _check_places(data: MapFile, ids: dict[str, str]) -> list[str]:
    wrong = map_check.places(data.cities, data.towns, ids) + map_check.barred(data.board.blocked, ids)
    for hex, terrain in ids.items():
        if terrain == "special" and hex not in data.board.costs:
            wrong.append(Complaint("board.costs", T("{hex} is set to a custom cost ($), but no amount is given", hex=hex)))
    for hex in data.board.costs:
        if ids.get(hex) != "special":
            wrong.append(Complaint("board.costs", T("{hex} isn't marked $ in board.terrain", hex=hex)))
    for hex, sides in data.board.rivers.items():
        if hex not in ids or len(sides) != 2 or not all(0 <= s < 6 for s in sides):
            wrong.append(Complaint(f"board.rivers.{hex}", T("give a hex on the board and two sides from 0 to 5")))
        elif ids[hex] != "river":
            wrong.append(
                Complaint(
                    f"board.rivers.{hex}", T("this hex is {other} in board.terrain; a river needs the letter r", other=ids[hex])
                )
            )
    for hex in [name.hex for name in data.board.names] + ([data.board.compass] if data.board.compass else []):
        if hex not in ids:
            wrong.append(Complaint("board", T("a name or the compass is on {hex}, but there's no such hex", hex=hex)))
    cities = {c.id: c for c in data.cities}
    for link in data.direct_links:
        unknown = [c for c in link.cities if c not in cities]
        if unknown:
            wrong.append(Complaint(f"direct_links.{link.id}", T("there's no city {other}", other=unknown[0])))
        elif all(cities[c].hex in ids for c in link.cities):
            grid = grid_of(data)
            a, b = (grid.number[cities[c].hex] for c in link.cities)
            if grid.side_towards(a, b) < 0:
                wrong.append(Complaint(f"direct_links.{link.id}", T("the two cities aren't next to each other")))
    return wrong


def _check_growth(data: MapFile) -> list[str]:
    wrong: list[str] = []
    seen: dict[str, str] = {}
    grows = "goods_growth" in data.rules.phases
    for city in data.cities:
        if city.kind == "terminal":
            if city.colours or city.growth or city.cubes:
                wrong.append(Complaint(f"cities.{city.id}", T("a terminal can't have a color, a growth column or cubes")))
            continue
        if not city.colours:
            wrong.append(Complaint(f"cities.{city.id}", T("say which colors it accepts")))
        if city.growth:
            if city.growth not in COLUMNS[:12]:
                wrong.append(
                    Complaint(f"cities.{city.id}", T("growth {growth} must be one of L1 … L6, D1 … D6", growth=repr(city.growth)))
                )
            elif city.growth in seen:
                wrong.append(
                    Complaint(
                        f"cities.{city.id}",
                        T("growth column {growth} already belongs to {other}", growth=city.growth, other=seen[city.growth]),
                    )
                )
            seen[city.growth] = city.id
            half = "light" if city.growth[0] == "L" else "dark"
            if grows and half not in data.rules.growth_halves:
                wrong.append(
                    Complaint(
                        f"cities.{city.id}",
                        T("column {growth} is in the {half} half, which this map doesn't use", growth=city.growth, half=half),
                    )
                )
    if grows and data.rules.display == "none":
        wrong.append(Complaint("rules.display", T("goods can't grow without a display; remove goods_growth from rules.phases")))
    if grows and data.cities and not seen:
        wrong.append(Complaint("cities", T("no city has a growth column, but the map uses goods growth")))
    for extra in data.rules.extra_cubes:
        if extra.city not in {c.id for c in data.cities}:
            wrong.append(Complaint("rules.extra_cubes", T("there's no city {city}", city=extra.city)))
    for column in data.rules.display_redraw:
        if column not in COLUMNS:
            wrong.append(Complaint("rules.display_redraw", T("there's no column {column}", column=column)))
    return wrong


def _check_cubes(data: MapFile, ids: dict[str, str]) -> list[str]:
    """Check that the bag holds what set-up draws."""
    rules = data.rules
    wrong: list[str] = [
        Complaint("rules.bag", T("there can't be {n} {colour} cubes", n=n, colour=colour))
        for colour, n in rules.bag.items()
        if n < 0 or colour == "white"
    ]
    need = {"full": 52, "light_top": 10, "none": 0}[rules.display]
    need += sum(rules.easy_city_cubes or c.cubes for c in data.cities) + sum(1 for c in data.cities if c.kind == "terminal")
    if rules.town_cubes == "bag":
        need += len(data.towns)
    towns = {t.hex for t in data.towns}
    need += sum(1 for hex, terrain in ids.items() if terrain in rules.hex_cubes and hex not in towns)
    for terrain in rules.hex_cubes:
        if terrain not in ("plain", "river", "mountain", "swamp", "special"):
            wrong.append(Complaint("rules.hex_cubes", T("there's no terrain {terrain}", terrain=repr(terrain))))
    have = sum(rules.bag.values())
    if need > have:
        wrong.append(Complaint("rules.bag", T("setup draws {need} cubes, but there are only {have}", need=need, have=have)))
    if rules.town_cubes == "cotton" and not any("white" in c.colours for c in data.cities):
        wrong.append(Complaint("rules.town_cubes", T("there's cotton, but no city accepts white")))
    if data.plays_like == "western_us":
        for side in ("east", "west"):
            if not any(c.region == side for c in data.cities):
                wrong.append(
                    Complaint("cities", T("a map that plays like western_us needs a city in region {side}", side=repr(side)))
                )
    if not data.cities and (not data.towns or "urbanization" not in rules.actions):
        wrong.append(Complaint("cities", T("the map has no city and no way to found one")))
    return wrong


def _check_reach(data: MapFile) -> list[str]:
    """Check that every city and town can be reached by track from every other."""
    grid = grid_of(data)
    if len(data.cities) + len(data.towns) < 2:
        return [Complaint("cities, towns", T("there must be at least two places to connect"))]
    links = {frozenset(grid.number[c.hex] for c in data.cities if c.id in link.cities) for link in data.direct_links}
    return map_check.unreached(grid, data.cities, data.towns, links)
