"""Distinctions at the end of Spike: the best delivery, the longest line, most cities."""

from __future__ import annotations

from boxcars.core.messages import TN, T, Text
from boxcars.core.types import Event
from boxcars.games.spike.events import GoodsDelivered, LineBuilt
from boxcars.games.spike.names import good, place
from boxcars.games.spike.observation import SpikeObservation
from boxcars.games.spike.rules import Spike
from boxcars.view.awards import most
from boxcars.view.board import Say, dollars
from boxcars.view.tabletop import Award


def game_awards(rules: Spike, say: Say, seen: SpikeObservation, history: list[Event]) -> list[Award]:
    best: list[GoodsDelivered | None] = [None] * rules.players
    longest = [0] * rules.players
    for event in history:
        if isinstance(event, GoodsDelivered):
            known = best[event.seat]
            best[event.seat] = event if known is None or event.value > known.value else known
        elif isinstance(event, LineBuilt):
            longest[event.seat] = max(longest[event.seat], len(event.line))
    cities = [len(player.cities) for player in seen.players]

    def delivered(seat: int) -> Text:
        event = best[seat]
        assert event is not None
        return T("{goods} to {city}", goods=good(rules, event.commodity), city=place(rules, event.city))

    values = [event.value if event is not None else 0 for event in best]
    return [
        *most(T("Best delivery"), values, delivered, lambda value: dollars(say, value)),
        *most(
            T("Longest line"),
            longest,
            lambda seat: TN("{count} segment in one line", "{count} segments in one line", longest[seat]),
        ),
        *most(T("Most cities"), cities, lambda seat: TN("{count} city connected", "{count} cities connected", cities[seat])),
    ]
