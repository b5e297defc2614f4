"""Germany: no unfinished sections, half price for the Engineer (AOS-17). Terminals and direct links are map data."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from boxcars.core.game import no
from boxcars.core.messages import T
from boxcars.core.types import Reason
from boxcars.games.age_of_steam.map import Board
from boxcars.games.age_of_steam.maps.germany_look_ahead import LookAhead
from boxcars.games.age_of_steam.maps.germany_plays import Plays
from boxcars.games.age_of_steam.rules import TILE_PLAYS, AgeOfSteam
from boxcars.games.age_of_steam.select_actions import ENGINEER
from boxcars.games.age_of_steam.state import Table

UNFINISHED: Final = no(
    "unfinished", "AOS-17.8", T("You couldn't finish that this build turn, and unfinished links aren't allowed here.")
)


class Germany(AgeOfSteam):
    engineer_tiles = TILE_PLAYS
    must_finish = True

    # -- the Engineer (AOS-17.6) -------------------------------------------------------------------------------------

    def price_now(self, action: int, full_costs: list[int], full: int) -> int:
        """With Engineer the dearest play of the build turn costs half: the difference to what was paid so far."""
        if action != ENGINEER:
            return full
        return halved([*full_costs, full]) - halved(full_costs)

    def purse(self, table: Table, seat: int) -> int:
        cash = table.cash[seat]
        if table.action[seat] != ENGINEER:
            return cash
        full = cash
        while self.due(table, seat, full + 1) <= cash:
            full += 1
        return full

    # -- only completed links (AOS-17.7, 17.8) -----------------------------------------------------------------------

    def refuse_end(self, table: Table, seat: int) -> Reason | None:
        if table.track.unfinished(seat):
            return no("unfinished", "AOS-17.7", T("You can't end your build turn with an unfinished link."))
        return None

    def tile_plays(self, table: Table, seat: int) -> list[Any]:
        look, lay = self.look_ahead(table, seat), self.board.lay
        anchors, purse = self.anchors(table, seat), self.purse(table, seat)
        first = not table.has_built(seat)
        plays = self.builder.legal(table.track, seat, purse, anchors, look.plays.pairs, look.useless(), first)
        return [lay[hex][form] for hex, form in look.which_can_finish(plays)]

    def refuse_play(self, table: Table, seat: int, hex: int, form: int) -> Reason | None:
        return None if self.look_ahead(table, seat).can_finish(hex, form) else UNFINISHED

    def refuse_city(self, table: Table, seat: int, hex: int) -> Reason | None:
        """Return a New City after the first tile (an option) must leave nothing that cannot be finished."""
        return None if self.look_ahead(table, seat).can_finish_with_city(hex) else UNFINISHED

    def refuse_direct_link(self, table: Table, seat: int, cost: int) -> Reason | None:
        """Buying the link must leave enough plays and cash for what is unfinished."""
        return None if self.look_ahead(table, seat).can_finish_after(cost) else UNFINISHED

    def look_ahead(self, table: Table, seat: int) -> LookAhead:
        return LookAhead(self, table, seat, plays_on(self.board))


def halved(full_costs: list[int]) -> int:
    """Return what the plays of a build turn cost with Engineer: the dearest one half, rounded up (AOS-17.6)."""
    return sum(full_costs) - max(full_costs, default=0) // 2


@lru_cache(maxsize=8)
def plays_on(board: Board) -> Plays:
    """Shared by all games on the map."""
    return Plays(board.grid.across, board.towns, board.prices)
