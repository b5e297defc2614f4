"""Moving the train: free movement, action C (start) and action D (extra movement) (SPK-6, SPK-11.1, 11.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boxcars.core.game import Chapter, no
from boxcars.core.messages import T
from boxcars.core.types import Action, Event, Reason
from boxcars.games.spike.actions import Extra, Move, Start
from boxcars.games.spike.cargo import arrive, loads, refuse_cargo, shift_cargo, unloads
from boxcars.games.spike.events import TrainMoved, TrainWaited
from boxcars.games.spike.map import LOCOMOTIVE
from boxcars.games.spike.state import Table
from boxcars.games.spike.steps import FreeMovement

if TYPE_CHECKING:
    from boxcars.games.spike.rules import Spike

Spot = tuple[int, int]
"""A place of a train: (own segment, point it is heading for), or (-1, point of the city)."""


def ahead(rules: Spike, state: Table, seat: int, spot: Spot) -> list[Spot]:
    """Return the places one space ahead, over own track only (SPK-6)."""
    segment, point = spot
    owner = state.owner
    out: list[Spot] = []
    if segment >= 0 and rules.chart.city_at[point] >= 0:
        out.append((-1, point))  # enter the city; below: or skip it (SPK-6.3)
    for q, s, _ in rules.chart.near[point]:
        if s != segment and owner[s] == seat:  # never back along the track it stands on (SPK-6.5)
            out.append((s, q))
    return out


def ways(rules: Spike, state: Table, seat: int, spaces: int) -> list[list[Spot]]:
    """Return every way of 1 to ``spaces`` spaces; a city ends it (SPK-6.1, 6.2). The last place names the move (SPK-6.10)."""
    player = state.players[seat]
    out = [[spot] for spot in ahead(rules, state, seat, (player.segment, player.point))]
    front = out[:]
    for _ in range(spaces - 1):
        further: list[list[Spot]] = []
        for way in front:
            if way[-1][0] >= 0:
                for spot in ahead(rules, state, seat, way[-1]):
                    further.append([*way, spot])
        out += further
        front = further
    return out


def way_to(rules: Spike, state: Table, seat: int, spaces: int, to: str) -> list[Spot] | None:
    """Return the way of at most so many spaces to a place; None if there is none."""
    place = rules.chart.place(to)
    for way in ways(rules, state, seat, spaces):
        if way[-1] == place:
            return way
    return None


def speed(rules: Spike, state: Table, seat: int) -> int:
    return rules.chart.levels[LOCOMOTIVE][state.players[seat].levels[LOCOMOTIVE]]


def unreachable(clause: str) -> Reason:
    return no("move_unreachable", clause, T("Your train can't get that far on your own track."))


def run_train(rules: Spike, state: Table, seat: int, way: list[Spot], how: str, events: list[Event]) -> bool:
    """Move along the way; True if the train entered a city."""
    player = state.players[seat]
    player.segment, player.point = way[-1]
    events.append(TrainMoved(seat, how, [rules.chart.at(s, h) for s, h in way]))
    return player.segment < 0


class FreeMove(Chapter[Table]):
    """0 to speed spaces before the action, if the turn began in transit (SPK-5.2, 6.7)."""

    verbs = (Move,)

    def legal(self, rules: Spike, state: Table, step: FreeMovement) -> list[Action]:
        player = state.players[step.seat]
        moves = rules.moves
        out: list[Action] = [moves[player.segment, player.point]]
        for way in ways(rules, state, step.seat, speed(rules, state, step.seat)):
            out.append(moves[way[-1]])
        return out

    def refuse(self, rules: Spike, state: Table, step: FreeMovement, action: Move) -> Reason | None:
        player = state.players[step.seat]
        if rules.chart.place(action.to) == (player.segment, player.point):
            return None
        if way_to(rules, state, step.seat, speed(rules, state, step.seat), action.to) is None:
            return unreachable("SPK-6.1")
        return None

    def apply(self, rules: Spike, state: Table, step: FreeMovement, action: Move, events: list[Event]) -> None:
        way = way_to(rules, state, step.seat, speed(rules, state, step.seat), action.to)
        if way is None:
            events.append(TrainWaited(step.seat))
        elif run_train(rules, state, step.seat, way, "free", events):
            state.entered = True
            arrive(rules, state, step.seat)


# -- action C: start the train ---------------------------------------------------------------------------------------


def starts(rules: Spike, state: Table, seat: int, out: list[Action]) -> None:
    """Every end of the movement with every way of loading and unloading (SPK-7.4, 11.1)."""
    if state.players[seat].segment >= 0 or state.entered:
        return
    reach = ways(rules, state, seat, speed(rules, state, seat))
    at = rules.chart.at
    for unload in unloads(rules, state, seat):
        for load in loads(rules, state, seat, unload):
            for way in reach:
                out.append(rules.start_action(at(*way[-1]), load, unload))


def refuse_start(rules: Spike, state: Table, seat: int, action: Start) -> Reason | None:
    player = state.players[seat]
    if player.segment >= 0:
        return no("not_in_city", "SPK-11.1", T("Your train is between cities. You can only start a train that is in a city."))
    if state.entered:
        text = T("Your train entered this city this turn. You can start it again on a later turn.")
        return no("entered_this_turn", "SPK-6.9", text)
    if not ahead(rules, state, seat, (-1, player.point)):
        return no("no_own_track", "SPK-11.1", T("You don't have any track leaving this city."))
    if way_to(rules, state, seat, speed(rules, state, seat), action.to) is None:
        return unreachable("SPK-6.1")
    return refuse_cargo(rules, state, seat, action)


def do_start(rules: Spike, state: Table, seat: int, action: Start, events: list[Event]) -> None:
    """Unload, load, move, deliver (SPK-15.9)."""
    way = way_to(rules, state, seat, speed(rules, state, seat), action.to)
    assert way is not None
    shift_cargo(rules, state, seat, action, events)
    if run_train(rules, state, seat, way, "start", events):
        arrive(rules, state, seat)


# -- action D: extra movement ----------------------------------------------------------------------------------------


def extras(rules: Spike, state: Table, seat: int, out: list[Action]) -> None:
    """Exactly one space, whatever the speed (SPK-11.2)."""
    player = state.players[seat]
    if player.segment >= 0:
        for spot in ahead(rules, state, seat, (player.segment, player.point)):
            out.append(rules.extras[spot])


def refuse_extra(rules: Spike, state: Table, seat: int, action: Extra) -> Reason | None:
    if state.players[seat].segment < 0:
        return no(
            "not_in_transit", "SPK-11.2", T("Your train has stopped in a city. Only a train out on the track can keep moving.")
        )
    if way_to(rules, state, seat, 1, action.to) is None:
        return unreachable("SPK-11.2")
    return None


def do_extra(rules: Spike, state: Table, seat: int, action: Extra, events: list[Event]) -> None:
    way = way_to(rules, state, seat, 1, action.to)
    assert way is not None
    if run_train(rules, state, seat, way, "extra", events):
        arrive(rules, state, seat)
