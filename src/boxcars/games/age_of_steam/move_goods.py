"""Phase V: move goods (AOS-11). The search for deliveries lives in rail.network."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from boxcars.core.game import Chapter, no
from boxcars.core.messages import T
from boxcars.core.types import Event, Reason
from boxcars.games.age_of_steam.actions import MoveGoods
from boxcars.games.age_of_steam.components import COLOURS, MAX_LOCOMOTIVE, TILES, WHITE
from boxcars.games.age_of_steam.select_actions import FIRST_MOVE
from boxcars.games.age_of_steam.state import Table
from boxcars.games.age_of_steam.steps import MoveOne, MoveRound
from boxcars.rail.actions import DoNothing, GoodsMoved, RaiseLocomotive
from boxcars.rail.network import CITY_AT, GAIN_BITS, Network, gain_of, ready_made, sides_of
from boxcars.rail.track import CITY, EMPTY, LAND, OPEN, TOWN_HEX, Track
from boxcars.rail.turn_sequence import beside_moving, first_then, without_moving

if TYPE_CHECKING:
    from boxcars.games.age_of_steam.rules import AgeOfSteam


class GoodsPhase(Chapter[Table]):
    """Two rounds (AOS-11.1)."""

    def run(self, rules: Any, state: Table, step: Any, events: list[Event]) -> None:
        state.raised = [False] * rules.players
        state.agenda.extend([MoveRound(-1, 2), MoveRound(-1, 1)])


class RoundBegins(Chapter[Table]):
    """First Move first, in both rounds (AOS-7.2)."""

    def run(self, rules: Any, state: Table, step: Any, events: list[Event]) -> None:
        order = first_then(state.order, state.with_action(FIRST_MOVE))
        state.agenda.extend(MoveOne(seat, step.round) for seat in reversed(order))


class Moving(Chapter[Table]):
    verbs = (MoveGoods, RaiseLocomotive, DoNothing)

    def legal(self, rules: Any, state: Table, step: Any) -> list[Any]:
        found: list[Any] = deliveries(rules, state, step.seat)
        found += beside_moving(state.raised, state.locomotive, step.seat, MAX_LOCOMOTIVE)
        return found

    def refuse(self, rules: Any, state: Table, step: Any, action: Any) -> Reason | None:
        if isinstance(action, RaiseLocomotive):
            if state.raised[step.seat]:
                return no("raised_already", "AOS-11.2", T("You can only upgrade your locomotive once in the two rounds."))
            if state.locomotive[step.seat] >= MAX_LOCOMOTIVE:
                return no("locomotive_full", "AOS-11.2", T("The locomotive can't go beyond {links} links.", links=MAX_LOCOMOTIVE))
            return None
        if isinstance(action, MoveGoods):
            return refuse_move(rules, state, step.seat, action)
        return None

    def apply(self, rules: Any, state: Table, step: Any, action: Any, events: list[Event]) -> None:
        seat = step.seat
        if isinstance(action, MoveGoods):
            deliver(rules, state, seat, action, events)
        else:
            without_moving(state.raised, state.locomotive, seat, action, events)


# -- all deliveries ------------------------------------------------------------------------------------------------------


def deliveries(rules: AgeOfSteam, table: Table, seat: int) -> list[Any]:
    """One move for every distinct effect: cube, city, and what each owner gets. Other ways with the same effect are legal too."""
    network = rules.networks.of(table.track, table.accepts, rules.board.terminals)
    reach = table.locomotive[seat]
    found: list[Any] = []
    track = table.track
    for hex, cubes in enumerate(table.cubes):
        if not cubes:
            continue
        if track.places[hex] == LAND:
            if track.tiles[hex] != EMPTY:
                for colour in sorted(set(cubes)):
                    _from_hex(rules, table, network, hex, colour, reach, found)
        elif hex in network.edges:
            last = -1
            for colour in cubes:
                if colour != last:
                    last = colour
                    key = (hex << 4 | colour) << 4 | reach
                    known = network.made.get(key)
                    if known is None:
                        known = network.made[key] = _from_stop(rules, table, network, hex, colour, reach)
                    found += known
    return found


def _from_stop(rules: AgeOfSteam, table: Table, network: Network, hex: int, colour: int, reach: int) -> list[Any]:
    """Return the deliveries of one cube as ready-made actions."""
    ids = rules.board.grid.ids
    return rules.with_bonus(table, ready_made(network.search(hex, colour), reach, MoveGoods, ids[hex], COLOURS[colour], ids))


def _from_hex(rules: AgeOfSteam, table: Table, network: Network, hex: int, colour: int, reach: int, found: list[Any]) -> None:
    """St. Lucia: a cube on its hex starts along the track there, towards a stop (AOS-19.6, 19.7)."""
    track = table.track
    ids = rules.board.grid.ids
    best: dict[int, MoveGoods] = {}
    for side in range(6):
        port = 6 * hex + side
        if track.at[port] == EMPTY:
            continue
        stop, arrival = end_towards(rules, track, port)
        if stop == OPEN:
            continue
        owner = track.sections[track.at[port]].owner
        first = 1 << (GAIN_BITS * owner) if owner >= 0 else 0
        if table.accepts[stop] >> colour & 1:
            effect = first + (stop << CITY_AT)
            if effect not in best or len(best[effect].sides) > 1:
                best[effect] = MoveGoods(ids[hex], COLOURS[colour], ids[stop], (side,))
            continue
        search = network.search(stop, colour, arrival)
        for effect, packed in islice(search.found.items(), search.within(reach - 1)):
            sides = (side, *sides_of(packed))
            if first + effect not in best or len(best[first + effect].sides) > len(sides):
                best[first + effect] = MoveGoods(ids[hex], COLOURS[colour], ids[effect >> CITY_AT], sides)
    found += [best[effect] for effect in sorted(best)]


def end_towards(rules: AgeOfSteam, track: Track, port: int) -> tuple[int, int]:
    """Follow the track that leaves a hex by this port: (the stop or OPEN, the stop's port where it arrives)."""
    across = rules.board.grid.across
    while True:
        other = across[port]
        hex = other // 6
        if other < 0:
            return OPEN, -1
        if track.places[hex] == CITY:
            return hex, other
        if track.at[other] == EMPTY:
            return OPEN, -1
        if track.places[hex] == TOWN_HEX:
            return hex, other
        for a, b in TILES.forms[track.tiles[hex]].segments:
            if other % 6 == a:
                port = 6 * hex + b
                break
            if other % 6 == b:
                port = 6 * hex + a
                break


# -- one delivery --------------------------------------------------------------------------------------------------------


def walk(rules: AgeOfSteam, table: Table, origin: int, sides: tuple[int, ...]) -> tuple[list[int], list[int], Reason | None]:
    """Return the stops entered and the sections used, link by link, or why a step is impossible (AOS-11.3, 11.12, 19.6)."""
    track = table.track
    stops: list[int] = []
    used: list[int] = []
    here = origin
    for n, side in enumerate(sides):
        port = 6 * here + side
        i = track.at[port] if 0 <= side < 6 else EMPTY
        if i == EMPTY:
            return (
                stops,
                used,
                no("no_track", "AOS-11.3", T("No track leaves {place} in that direction.", place=rules.board.name(here))),
            )
        section = track.sections[i]
        if n == 0 and not track.is_stop(origin):
            here, _ = end_towards(rules, track, port)
            if here == OPEN:
                return stops, used, no("no_stop", "AOS-19.6", T("The track doesn't reach a town or city in that direction."))
        elif not section.complete:
            return stops, used, no("unfinished", "AOS-11.3", T("Goods can only move along completed links."))
        else:
            here = section.ends[1] if section.ports[0] == port else section.ends[0]
        if n > 0 and i == used[0] and not track.is_stop(origin):
            return stops, used, no("section_twice", "AOS-19.7", T("You can't use the starting section again."))
        stops.append(here)
        used.append(i)
    return stops, used, None


def refuse_move(rules: AgeOfSteam, table: Table, seat: int, action: MoveGoods) -> Reason | None:
    origin = rules.board.grid.number.get(action.origin, -1)
    colour = COLOURS.index(action.colour)
    if origin < 0 or colour not in table.cubes[origin]:
        return no("no_cube", "AOS-11.3", T("That cube isn't there."))
    if not action.sides:
        return no("no_path", "AOS-11.3", T("A cube has to move along at least one link."))
    if len(action.sides) > table.locomotive[seat]:
        return no(
            "too_far", "AOS-11.5", T("Your locomotive can't go that far. Its limit is {links}.", links=table.locomotive[seat])
        )
    stops, _, wrong = walk(rules, table, origin, action.sides)
    if wrong is not None:
        return wrong
    seen = [origin]
    for n, stop in enumerate(stops):
        if stop in seen:
            return no("stop_twice", "AOS-11.4", T("You can't visit the same town or city twice."))
        seen.append(stop)
        if n < len(stops) - 1:
            if table.accepts[stop] >> colour & 1:
                return no("must_stop", "AOS-11.6", T("The cube must stop at {city}.", city=rules.board.name(stop)))
            if stop in rules.board.terminals:
                return no("terminal", "AOS-17.4", T("Goods can't pass through a foreign terminal."))
    end = stops[-1]
    if not table.accepts[end] >> colour & 1:
        clause = "AOS-16.4" if colour == WHITE else "AOS-11.6"
        return no("not_wanted", clause, T("{place} doesn't accept that cube.", place=rules.board.name(end)))
    if rules.board.grid.ids[end] != action.to:
        return no("wrong_destination", "AOS-11.12", T("That route leads to {city}.", city=rules.board.name(end)))
    allowed: Reason | None = rules.refuse_bonus(table, origin, end, action)
    return allowed


def deliver(rules: AgeOfSteam, table: Table, seat: int, action: MoveGoods, events: list[Event]) -> None:
    """Every owner of a used link gains 1 income at once; the cube goes back into the bag (AOS-11.9, 11.10)."""
    origin = rules.board.grid.number[action.origin]
    colour = COLOURS.index(action.colour)
    stops, used, _ = walk(rules, table, origin, action.sides)
    owners = [table.track.sections[i].owner for i in used]
    gains = [0] * rules.players
    for owner in owners:
        if owner >= 0:
            gains[owner] += 1
    if rules.first_section_bonus and not table.track.is_stop(origin) and owners[0] >= 0:
        gains[owners[0]] += 1
    if action.bonus >= 0 and owners[action.bonus] >= 0:
        # East-west bonus (AOS-15.6).
        gains[owners[action.bonus]] += 1
    table.take_cube(origin, colour)
    if colour == WHITE:
        # Cotton leaves the game and rewards the mover (AOS-16.5).
        table.cotton_gone += 1
        gains[seat] += rules.board.data.rules.cotton_bonus
    else:
        table.bag[colour] += 1
    for owner in range(rules.players):
        table.income[owner] += gains[owner]
    ids = rules.board.grid.ids
    events.append(
        GoodsMoved(seat, action.origin, action.colour, [ids[stop] for stop in stops], list(action.sides), owners, gains)
    )


__all__ = ["deliveries", "end_towards", "gain_of", "refuse_move", "walk"]
