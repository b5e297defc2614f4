"""How a move of Steam came about: what ``rail.ui.animation`` tells of every hex board, and this game's tiles, rewards and goods."""

from __future__ import annotations

from typing import Any

from boxcars.core.messages import T
from boxcars.core.types import Event
from boxcars.games.steam import types as w
from boxcars.games.steam.ui.panels import ink
from boxcars.rail.actions import TurnBegan
from boxcars.rail.ui.animation import HexStory
from boxcars.view.tabletop import Beat


class Telling(HexStory):
    """One action's story, as everybody sees it."""

    def __init__(self, board: Any, seen: w.SteamObservation) -> None:
        super().__init__(board.sheet, board.board.tiles, board.grid.number, "engine")
        self.seen = seen
        self.loan: int = board.rules.loan

    def own(self, event: Any) -> None:
        """What only this game has."""
        if isinstance(event, w.LoansTaken):
            self.gain(event.seat, "income", -event.income)
            self.gain(event.seat, "points", -event.points, also=event.income != 0)
            self.gain(event.seat, "cash", self.loan * event.steps, also=True, sound="coin")
        elif isinstance(event, w.TileTaken):
            self.then("fly", from_=f"item:{event.action} target:action:{event.action}", to=f"seat:{event.seat}", seat=event.seat)
            self.gain(event.seat, "cash", -event.paid, also=True, sound="")
        elif isinstance(event, (w.CityFounded, w.CityGrown)):
            if isinstance(event, w.CityFounded):
                self.then("lay", ids=[f"city-{event.hex}"], to=f"target:hex:{event.hex}", seat=event.seat, sound="hammer")
            goods = [ink(w.COLOURS[c]) for c, n in enumerate(event.goods) for _ in range(n)]
            self.cubes(goods, f"item:supply-{event.supply} target:supply:{event.supply}", f"target:hex:{event.hex}")
        elif isinstance(event, w.RewardTaken):
            self.gain(event.seat, "income" if event.to == "income" else "points", event.points - event.lost)
        elif isinstance(event, w.IncomeSettled):
            covered = 2 * (event.points_lost + event.income_lost)
            self.gain(event.seat, "cash", event.amount - event.maintenance + covered, also=True)
            self.gain(event.seat, "points", -event.points_lost, also=True, sound="")
            self.gain(event.seat, "income", -event.income_lost, also=True, sound="")
        elif isinstance(event, TurnBegan) and event.turn == self.seen.turns:
            self.then("say", word=T("Last turn"), tone="last", sound="bell")


def animation_steps(board: Any, seen: w.SteamObservation, events: list[Event]) -> list[Beat]:
    story = Telling(board, seen)
    for event in events:
        if not story.tell(event, lambda origin, sides: board.way(seen, origin, sides), ink):
            story.own(event)
    return story.beats
