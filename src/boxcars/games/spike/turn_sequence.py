"""The turn, and how the game ends (SPK-5, SPK-12.1 to 12.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from boxcars.core.game import Chapter
from boxcars.core.types import Event
from boxcars.games.spike.events import GameEnded, LastTurnsBegan
from boxcars.games.spike.state import Player, Table
from boxcars.games.spike.steps import EndTurn, FreeMovement, RevealRoutes, TakeAction

if TYPE_CHECKING:
    from boxcars.games.spike.rules import Spike

FREE_MOVEMENT: Final = tuple(FreeMovement(seat) for seat in range(4))
TAKE_ACTION: Final = tuple(TakeAction(seat) for seat in range(4))
END_TURN: Final = tuple(EndTurn(who=seat) for seat in range(4))


def end_game(state: Table, events: list[Event], by: str) -> None:
    """No further turns; only the route cards are scored (SPK-9.5, 12.4)."""
    state.agenda.clear()
    state.agenda.append(RevealRoutes())
    events.append(GameEnded(by))


def can_still_deliver(rules: Spike, player: Player) -> bool:
    """Return whether any contract can be fulfilled on the network as it is (SPK-12.3)."""
    offers = rules.chart.offers
    for side in player.contracts:
        good = rules.chart.card_goods[side // 2]
        if good not in player.cargo and not any(offers[city] == good for city in player.cities):
            continue
        if any(city in player.cities and city not in player.markers for city in rules.chart.pays[side]):
            return True
    return False


class TurnEnd(Chapter[Table]):
    """Check the special end, then the next seat (SPK-5.6)."""

    def run(self, rules: Spike, state: Table, step: EndTurn, events: list[Event]) -> None:
        player = state.players[step.who]
        if state.last_turns >= 0:
            state.last_turns -= 1
        elif player.tracks_left == 0 and not can_still_deliver(rules, player):
            # All tracks placed and nothing left to deliver: everybody else has one more turn (SPK-12.2).
            state.last_turns = rules.players - 1
            events.append(LastTurnsBegan(step.who))
        if state.last_turns == 0:
            end_game(state, events, "turns")
            return
        seat = (step.who + 1) % rules.players
        state.entered = False
        state.agenda.append(END_TURN[seat])
        state.agenda.append(TAKE_ACTION[seat])
        if state.players[seat].segment >= 0:
            state.agenda.append(FREE_MOVEMENT[seat])
