"""Choosing action tiles (STM-7; Standard: STM-15.11)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from boxcars.core.game import Chapter, no
from boxcars.core.messages import T
from boxcars.core.types import Event, Reason
from boxcars.games.steam.money import pay, purse
from boxcars.games.steam.state import Table
from boxcars.games.steam.types import ACTIONS, CITY_GROWTH, LOCOMOTIVE, URBANIZATION, SelectAction, TakeTile, TileTaken
from boxcars.rail.track import CITY, TOWN_HEX

if TYPE_CHECKING:
    from boxcars.games.steam.rules import Steam

SELECTING: Final = tuple(SelectAction(seat) for seat in range(6))
TAKE: Final = tuple(TakeTile(name) for name in ACTIONS)
USE: Final = tuple(TakeTile(name, True) for name in ACTIONS)
PASS: Final = tuple(TakeTile(name, False) for name in ACTIONS)
FEE: Final = {CITY_GROWTH: 2, URBANIZATION: 6}
"""Basic game (STM-7.1)."""
LOCOMOTIVE_FEE: Final = 4
"""Plus the new level."""


def growable(rules: Steam, table: Table) -> bool:
    """Some city has no growth marker and some supply space holds goods (STM-7.5)."""
    places = rules.board.places
    if not any(table.supply):
        return False
    return any(not table.grown[i] and table.track.places[hex] == CITY for i, hex in enumerate(places))


def urbanizable(rules: Steam, table: Table) -> bool:
    """Return a town and a New City tile are left (STM-7.4)."""
    return any(table.new_cities) and TOWN_HEX in table.track.places


def fee(rules: Steam, locomotive: int, action: TakeTile) -> int:
    """Return what the tile costs at this level of the locomotive (STM-7.1); nothing in the Standard game (STM-15.2, 15.11)."""
    tile = ACTIONS.index(action.action) + 1
    if rules.standard:
        return 0
    if tile == LOCOMOTIVE:
        return LOCOMOTIVE_FEE + locomotive + 1
    return FEE[tile] if action.use else 0


def choices(rules: Steam, table: Table, seat: int) -> list[TakeTile]:
    """Return what the seat may take: STM-7.2 … 7.5."""
    out: list[TakeTile] = []
    money = purse(rules, table, seat)
    for tile in range(1, len(ACTIONS) + 1):
        if tile in table.tile:
            continue
        if tile == LOCOMOTIVE:
            if table.locomotive[seat] < rules.max_locomotive and fee(rules, table.locomotive[seat], TAKE[tile - 1]) <= money:
                out.append(TAKE[tile - 1])
        elif tile == URBANIZATION and not urbanizable(rules, table):
            continue
        elif rules.standard or tile not in FEE:
            out.append(TAKE[tile - 1])
        else:
            if FEE[tile] <= money and (tile == URBANIZATION or growable(rules, table)):
                out.append(USE[tile - 1])
            out.append(PASS[tile - 1])
    return out


def leftovers(rules: Steam, table: Table) -> list[TakeTile]:
    """Return the tiles of a sixth player who finds only tiles barred to it: it takes one without fee and effect (STM-7.7,
    R-9)."""
    left = [tile for tile in range(1, len(ACTIONS) + 1) if tile not in table.tile]
    return [PASS[tile - 1] if tile in FEE and not rules.standard else TAKE[tile - 1] for tile in left]


class ActionTiles(Chapter[Table]):
    """In turn order everybody takes exactly one tile (STM-7.1)."""

    verbs = (TakeTile,)

    def run(self, rules: Steam, state: Table, step: SelectAction, events: list[Event]) -> None:
        state.agenda.extend([SELECTING[seat] for seat in reversed(state.order)])

    def legal(self, rules: Steam, state: Table, step: SelectAction) -> list[TakeTile]:
        return choices(rules, state, step.seat) or leftovers(rules, state)

    def refuse(self, rules: Steam, state: Table, step: SelectAction, action: TakeTile) -> Reason | None:
        if action in self.legal(rules, state, step):
            return None
        tile = ACTIONS.index(action.action) + 1
        if tile in state.tile:
            return no("tile_taken", "STM-7.1", T("That action tile is already taken. Choose another one."))
        asks = tile in FEE and not rules.standard
        if asks and action.use is None:
            return no("use_or_pass", "STM-7.2", T("Choose whether to use that tile or pass."))
        if not asks and action.use is not None:
            return no("no_pass_side", "STM-7.1", T("You can't pass with that tile."))
        if tile == LOCOMOTIVE and state.locomotive[step.seat] >= rules.max_locomotive:
            return no("top_locomotive", "STM-7.3", T("Your locomotive is already at its highest level."))
        if tile == URBANIZATION and not urbanizable(rules, state):
            return no("nothing_to_urbanize", "STM-7.4", T("There are no towns or no New Cities left."))
        if tile == CITY_GROWTH and not growable(rules, state):
            return no("nothing_to_grow", "STM-7.5", T("There are no goods or no cities left for City Growth."))
        clause = "STM-7.3" if tile == LOCOMOTIVE else "STM-7.2"
        return no("money", clause, T("You can't afford that action tile."))

    def apply(self, rules: Steam, state: Table, step: SelectAction, action: TakeTile, events: list[Event]) -> None:
        seat = step.seat
        tile = ACTIONS.index(action.action) + 1
        barred = action not in choices(rules, state, seat)
        cost = 0 if barred else fee(rules, state.locomotive[seat], action)
        state.tile[seat] = tile
        pay(rules, state, seat, cost, events)
        events.append(TileTaken(seat, action.action, action.use, cost))
        if barred:
            return
        if tile == LOCOMOTIVE:
            state.locomotive[seat] += 1
        elif tile in FEE:
            state.city_action[seat] = 0 if action.use is False else 1
