"""The check of a map somebody made (STM-23, docs/maps.md): complaints, each saying where and what."""

from __future__ import annotations

from boxcars.core import map_loader
from boxcars.core.messages import Complaint, T
from boxcars.games.steam.map_file import FACES, SUPPLY_SPACES, TERRAIN, Costs, MapFile, grid_of, read_map, spots
from boxcars.rail import map_check


def check_map(text: str) -> list[str]:
    """Complaints about a map file, each saying where and what; an empty list is a good map."""
    return map_loader.checked(text, read_map, complaints)


def complaints(data: MapFile) -> list[str]:
    """Return what is wrong with the contents of a map."""
    wrong = map_check.letters(data.board.terrain, TERRAIN)
    if wrong:
        return wrong
    there = spots(data)
    wrong = map_check.extent(len(there))
    if wrong:
        return wrong
    wrong = _numbers(data) + _places(data, there) + _cubes(data)
    return wrong or _reach(data)


def _numbers(data: MapFile) -> list[str]:
    rules, costs = data.rules, data.track_costs
    wrong = map_check.turns(data.players, 3)
    for seats in data.players:
        if seats not in rules.supply_cubes:
            wrong.append(Complaint("rules.supply_cubes", T("say how many cubes to use with {seats} players", seats=seats)))
    amounts = {f"track_costs.{name}": getattr(costs, name) for name in Costs.__struct_fields__}
    amounts |= {f"cities.{city.id}.cubes": city.cubes for city in data.cities}
    amounts |= {f"rules.supply_cubes.{n}": cubes for n, cubes in rules.supply_cubes.items()}
    amounts |= {f"rules.bag.{colour}": cubes for colour, cubes in rules.bag.items()}
    amounts |= {f"tiles.{face}": count for face, count in data.tiles.items()}
    amounts |= {"rules.starting_cash": rules.starting_cash, "rules.loan_vp_cost": rules.loan_vp_cost}
    wrong += [
        Complaint(where, T("{number} must be from 0 to 200", number=number))
        for where, number in amounts.items()
        if not 0 <= number <= 200
    ]
    wrong += [
        Complaint(f"tiles.{face}", T("there's no such counter; use one of {those}", those=", ".join(FACES)))
        for face in data.tiles
        if face not in FACES
    ]
    for name, low, high in (("max_locomotive", 1, 10), ("loan_amount", 1, 50), ("tiles_per_turn", 1, 10)):
        if not low <= getattr(rules, name) <= high:
            wrong.append(
                Complaint(
                    f"rules.{name}", T("{number} must be from {low} to {high}", number=getattr(rules, name), low=low, high=high)
                )
            )
    if not 1 <= rules.starting_locomotive <= rules.max_locomotive:
        wrong.append(
            Complaint(
                "rules.starting_locomotive",
                T(
                    "{starting_locomotive} must be from 1 to {max_locomotive}",
                    starting_locomotive=rules.starting_locomotive,
                    max_locomotive=rules.max_locomotive,
                ),
            )
        )
    if not -50 <= rules.income_min <= rules.starting_income <= (100 if rules.income_max is None else rules.income_max) <= 100:
        wrong.append(
            Complaint(
                "rules.income_min", T("income_min, starting_income and income_max must be in rising order, from -50 to 100")
            )
        )
    if not 0 <= rules.starting_vp <= 200:
        wrong.append(
            Complaint(
                "rules.starting_vp",
                T("{starting_vp} points at the start: this must be from 0 to 200", starting_vp=rules.starting_vp),
            )
        )
    return wrong


def _places(data: MapFile, there: dict[str, tuple[int, int, str]]) -> list[str]:
    ground = {hex: TERRAIN[letter][0] for hex, (_, _, letter) in there.items()}
    wrong = map_check.places(data.cities, data.towns, ground) + map_check.barred(data.board.blocked, ground)
    for hex, sides in data.board.rivers.items():
        if hex not in there or not all(0 <= s < 6 for s in sides) or len(set(sides)) != len(sides):
            wrong.append(Complaint(f"board.rivers.{hex}", T("give a hex on the board and its sides, from 0 to 5")))
    for n, water in enumerate(data.board.waters):
        wrong += [
            Complaint(f"board.waters[{n}]", T("{hex} isn't a water hex", hex=hex))
            for hex in water.hexes
            if hex not in there or there[hex][2] != "~"
        ]
        if not water.hexes:
            wrong.append(Complaint(f"board.waters[{n}]", T("say which hexes have this name")))
    return wrong


def _cubes(data: MapFile) -> list[str]:
    """Check that the bag holds what set-up draws."""
    wrong: list[str] = []
    have = sum(data.rules.bag.values())
    for n in data.players:
        more = data.rules.city_cube_adjustment.get(n, 0)
        if any(city.cubes + more < 0 for city in data.cities) or abs(more) > 20:
            wrong.append(
                Complaint(
                    "rules.city_cube_adjustment",
                    T("{more} with {n} players leaves a city with less than zero cubes, or changes too much", more=more, n=n),
                )
            )
        need = sum(max(0, city.cubes + more) for city in data.cities) + SUPPLY_SPACES * data.rules.supply_cubes.get(n, 0)
        if need > have:
            wrong.append(
                Complaint(
                    "rules.bag",
                    T("setup with {n} players draws {need} cubes, but there are only {have}", n=n, need=need, have=have),
                )
            )
    return wrong


def _reach(data: MapFile) -> list[str]:
    """Check that every city and town can be reached by track from every other; track does not pass from city to city directly."""
    if len(data.cities) < 2:
        return [Complaint("cities", T("there must be at least two cities"))]
    return map_check.unreached(grid_of(data), data.cities, data.towns)
