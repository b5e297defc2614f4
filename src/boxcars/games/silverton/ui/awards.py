"""Distinctions at the end of Silverton: the richest year, the best claim, most track."""

from __future__ import annotations

from boxcars.core.messages import TN, T, Text
from boxcars.core.types import Event
from boxcars.games.silverton.events import FaresCollected, GoodsDelivered
from boxcars.games.silverton.names import card
from boxcars.games.silverton.observation import SilvertonObservation
from boxcars.games.silverton.placing_events import OrderDealt
from boxcars.games.silverton.rules import Silverton
from boxcars.view.awards import most
from boxcars.view.tabletop import Award


def game_awards(rules: Silverton, seen: SilvertonObservation, history: list[Event]) -> list[Award]:
    years: list[dict[int, int]] = [{} for _ in range(rules.players)]
    claims: list[dict[str, int]] = [{} for _ in range(rules.players)]
    turn = 1
    for event in history:
        if isinstance(event, OrderDealt):
            turn = event.turn
        elif isinstance(event, (GoodsDelivered, FaresCollected)):
            years[event.seat][turn] = years[event.seat].get(turn, 0) + event.income
            if isinstance(event, GoodsDelivered):
                claims[event.seat][event.claim] = claims[event.seat].get(event.claim, 0) + event.income
    track = [len(player.track) for player in seen.players]

    def year(seat: int) -> Text:
        best = max(years[seat], key=lambda turn: years[seat][turn])
        return T("${money} in turn {turn}", money=years[seat][best], turn=best)

    def claim(seat: int) -> Text:
        best = max(claims[seat], key=lambda claim: claims[seat][claim])
        return T("{card}, ${money}", card=card(rules, best), money=claims[seat][best])

    def shortened(money: int) -> str:
        return str(money) if money < 10_000 else f"{money // 1000}k"

    return [
        *most(T("Richest turn"), [max(year.values(), default=0) for year in years], year, shortened),
        *most(T("Best claim"), [max(claim.values(), default=0) for claim in claims], claim, shortened),
        *most(T("Most track"), track, lambda seat: TN("{count} line", "{count} lines", track[seat])),
    ]
