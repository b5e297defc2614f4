"""Money (SIL-1.9, 2.8): paying, receiving, and the announcement the engine makes by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boxcars.core.game import no
from boxcars.core.messages import T
from boxcars.core.types import Event, Reason
from boxcars.games.silverton.events import CashAnnounced
from boxcars.games.silverton.state import Table

if TYPE_CHECKING:
    from boxcars.games.silverton.rules import Silverton


def pay(state: Table, seat: int, amount: int) -> None:
    player = state.players[seat]
    assert 0 <= amount <= player.cash
    player.cash -= amount


def receive(rules: Silverton, state: Table, seat: int, amount: int, events: list[Event]) -> None:
    player = state.players[seat]
    player.cash += amount
    if rules.announce >= 0 and not player.announced and player.cash > rules.announce:
        player.announced = True
        events.append(CashAnnounced(seat, player.cash))


def short(state: Table, seat: int, amount: int, clause: str = "SIL-1.9") -> Reason | None:
    """Return why the seat cannot pay, or None."""
    cash = state.players[seat].cash
    if amount > cash:
        return no("no_funds", clause, T("That costs ${cost}; you have ${cash}.", cost=amount, cash=cash))
    return None
