"""Blunders in Spike: decisions that no good player makes."""

from __future__ import annotations

from typing import Any

from boxcars.core.blunders import Found, Watch
from boxcars.core.types import Action, Event
from boxcars.games.spike.actions import Build, Draw, Pass, Start, Upgrade
from boxcars.games.spike.ai.evaluator import SpikeEvaluator
from boxcars.games.spike.events import CargoUnloaded, GoodsDelivered
from boxcars.games.spike.state import Table

LATE = 3.0
"""Number of turns before the end in which an upgrade no longer pays."""
HOARD = 10
"""Number of rail cards left at the end that counts as a blunder."""
UNBUILT = 20
"""Number of unused tracks left at the end that counts as a blunder."""
FULL = 14
"""A hand of this many rail cards should have been used for building."""


class Blunders(Watch[Table]):
    things = {
        "empty_start": "an empty train was started though no city of the network has goods of an open contract",
        "late_upgrade": "a part was bought in the last three turns",
        "no_delivery": "nothing was delivered in the whole game",
        "cargo_left": "goods stayed aboard at the end",
        "stands": "the train stood with work to do: it was never started after its first delivery",
        "unloaded": "goods were thrown away",
        "hoard": "ten rail cards or more were left",
        "full_hand": "a card was drawn with fourteen in the hand though a line could be built",
        "unbuilt": "twenty tracks or more were left",
        "slow": "the locomotive was never improved",
        "passed": "a turn was passed",
    }

    def __init__(self, rules: Any) -> None:
        super().__init__(rules)
        self.game = rules
        self.evaluator = SpikeEvaluator(rules)
        self.starts = [0] * rules.players
        """Starts of the train by each seat; from its first delivery on only the starts after it."""
        self.delivered = [0] * rules.players

    def before(self, state: Table, seat: int, action: Action) -> list[str]:
        found = []
        player, chart = state.players[seat], self.game.chart
        if isinstance(action, Start):
            self.starts[seat] += 1
            wanted = {chart.card_goods[side // 2] for side in player.contracts}
            offered = {chart.offers[city] for city in player.cities}
            if not player.cargo and action.load is None and not wanted & offered:
                found.append("empty_start")
        if isinstance(action, Upgrade) and self.evaluator.turns_left(state) < LATE:
            found.append("late_upgrade")
        if isinstance(action, Draw) and sum(player.hand) >= FULL and any(isinstance(a, Build) for a in self.game.legal(state)):
            found.append("full_hand")
        if isinstance(action, Pass):
            found.append("passed")
        return found

    def after(self, state: Table, seat: int, action: Action, events: list[Event]) -> Found:
        found: Found = []
        for event in events:
            if isinstance(event, GoodsDelivered):
                if not self.delivered[event.seat]:
                    self.starts[event.seat] = 0
                self.delivered[event.seat] += 1
            elif isinstance(event, CargoUnloaded):
                found.append((event.seat, "unloaded"))
        return found

    def over(self, state: Table) -> Found:
        found: Found = []
        for seat, player in enumerate(state.players):
            found += [(seat, "no_delivery")] * (not self.delivered[seat])
            found += [(seat, "stands")] * bool(self.delivered[seat] and player.contracts and not self.starts[seat])
            found += [(seat, "cargo_left")] * bool(player.cargo)
            found += [(seat, "hoard")] * (sum(player.hand) >= HOARD)
            found += [(seat, "unbuilt")] * (player.tracks_left >= UNBUILT)
            found += [(seat, "slow")] * (player.levels[0] == 0)
        return found
