"""Phase IX: goods growth (AOS-13)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from boxcars.core.game import Chapter, no
from boxcars.core.messages import T
from boxcars.core.types import Event, Reason
from boxcars.games.age_of_steam.actions import Colour, DeclineProduction, DrawGoods, PlaceGoods
from boxcars.games.age_of_steam.components import COLOURS, COLUMN_SPACES, HALF_OF, LETTER_UNDER, LETTERS, SPACES
from boxcars.games.age_of_steam.events import ExtraCube, GoodsDrawn, GoodsGrown, GoodsPlaced, GoodsReturned, ProductionDeclined
from boxcars.games.age_of_steam.select_actions import PRODUCTION
from boxcars.games.age_of_steam.state import Table
from boxcars.games.age_of_steam.steps import DecideProduction, Grow, PlaceDrawn

if TYPE_CHECKING:
    from boxcars.games.age_of_steam.rules import AgeOfSteam

DRAW: Final = DrawGoods()
DECLINE: Final = DeclineProduction()
PLACES: Final = tuple(tuple(PlaceGoods(colour, column, space) for column, space in SPACES) for colour in COLOURS)
"""[colour][space] -> the action."""


def empty_spaces(rules: AgeOfSteam, table: Table) -> list[int]:
    """Return the spaces of the display that Production may fill (AOS-13.2, 18.7)."""
    return [i for i in rules.production_spaces if table.display[i] < 0] if table.display else []


class GrowthPhase(Chapter[Table]):
    """Production first, then the map's extra cubes, then light, then dark (AOS-13.1)."""

    def run(self, rules: Any, state: Table, step: Any, events: list[Event]) -> None:
        state.agenda.append(Grow())
        seat = state.with_action(PRODUCTION)
        if seat >= 0 and sum(state.bag) > 0 and empty_spaces(rules, state):
            state.agenda.append(DecideProduction(seat))


class Production(Chapter[Table]):
    verbs = (DrawGoods, DeclineProduction)

    def legal(self, rules: Any, state: Table, step: Any) -> list[Any]:
        return [DRAW, DECLINE]

    def refuse(self, rules: Any, state: Table, step: Any, action: Any) -> Reason | None:
        return None

    def apply(self, rules: Any, state: Table, step: Any, action: Any, events: list[Event]) -> None:
        if isinstance(action, DeclineProduction):
            events.append(ProductionDeclined(step.seat))
            return
        state.drawn = sorted(state.draw() for _ in range(min(2, sum(state.bag))))
        events.append(GoodsDrawn(step.seat, [COLOURS[c] for c in state.drawn]))
        state.agenda.append(PlaceDrawn(step.seat))


class Placing(Chapter[Table]):
    """What can be placed must be placed; the rest goes back into the bag (AOS-13.2)."""

    verbs = (PlaceGoods,)

    def legal(self, rules: Any, state: Table, step: Any) -> list[Any]:
        spaces = empty_spaces(rules, state)
        return [PLACES[colour][i] for colour in sorted(set(state.drawn)) for i in spaces]

    def refuse(self, rules: Any, state: Table, step: Any, action: Any) -> Reason | None:
        if COLOURS.index(action.colour) not in state.drawn:
            return no("not_drawn", "AOS-13.2", T("You didn't draw that cube."))
        if (action.column, action.space) not in SPACES or SPACES.index(
            (action.column, action.space)
        ) not in rules.production_spaces:
            return no("no_such_space", "AOS-13.2", T("The goods display doesn't have that space."))
        if state.display[SPACES.index((action.column, action.space))] >= 0:
            return no("space_taken", "AOS-13.2", T("That space isn't empty. Choose another one."))
        return None

    def apply(self, rules: Any, state: Table, step: Any, action: Any, events: list[Event]) -> None:
        colour = COLOURS.index(action.colour)
        state.drawn.remove(colour)
        state.display[SPACES.index((action.column, action.space))] = colour
        events.append(GoodsPlaced(step.seat, action.colour, action.column, action.space))
        if state.drawn and empty_spaces(rules, state):
            state.agenda.append(PlaceDrawn(step.seat))
        elif state.drawn:
            for left in state.drawn:
                state.bag[left] += 1
            events.append(GoodsReturned(step.seat, [COLOURS[c] for c in state.drawn]))
            state.drawn = []


class Growing(Chapter[Table]):
    def run(self, rules: Any, state: Table, step: Any, events: list[Event]) -> None:
        board = rules.board
        for extra in board.data.rules.extra_cubes:
            # Atlanta and Berlin (AOS-16.6, 17.11).
            if extra.first_turn <= state.turn <= extra.last_turn and sum(state.bag) > 0:
                colour = state.draw()
                hex = board.city_hex[extra.city]
                state.add_cube(hex, colour)
                events.append(ExtraCube(board.grid.ids[hex], COLOURS[colour]))
        dice = board.data.rules.growth_dice or rules.players
        rolled: list[int] = []
        for half in board.data.rules.growth_halves:
            # One roll for each half, or by an option one for both; as many dice as players at the start (AOS-13.3).
            if not rolled or not rules.one_growth_roll:
                rolled = [state.chance.die(f"dice:{half}") for _ in range(dice)]
            moved: list[tuple[str, str, Colour]] = []
            for n in rolled:
                grow_column(rules, state, f"{HALF_OF[half]}{n}", moved)
            events.append(GoodsGrown(half, rolled[:], moved))


def grow_column(rules: AgeOfSteam, table: Table, column: str, moved: list[tuple[str, str, Colour]]) -> None:
    """A die: the topmost cube of the column to its city, and of the lettered one below to its New City (AOS-13.4, 13.5)."""
    hex = rules.board.growth.get(column, -1)
    if hex >= 0:
        _move_topmost(rules, table, column, hex, moved)
    letter = LETTER_UNDER.get(column)
    if letter is not None:
        hex = table.new_cities[LETTERS.index(letter)]
        if hex >= 0:
            _move_topmost(rules, table, letter, hex, moved)


def _move_topmost(rules: AgeOfSteam, table: Table, column: str, hex: int, moved: list[tuple[str, str, Colour]]) -> None:
    for i in COLUMN_SPACES[column]:
        colour = table.display[i]
        if colour >= 0:
            table.display[i] = -1
            table.add_cube(hex, colour)
            moved.append((column, rules.board.grid.ids[hex], COLOURS[colour]))
            return
