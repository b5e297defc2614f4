"""How a move of Age of Steam came about: what ``rail.ui.animation`` tells of every hex board, and this game's money, dice and goods."""

from __future__ import annotations

from typing import Any

from boxcars.core.messages import T
from boxcars.core.types import Event
from boxcars.games.age_of_steam import events as e
from boxcars.games.age_of_steam.components import HALF_OF, TILES
from boxcars.games.age_of_steam.observation import AgeOfSteamObservation
from boxcars.games.age_of_steam.ui.board_background import Sheet
from boxcars.rail.actions import GoodsMoved, TurnBegan
from boxcars.rail.ui.animation import HexStory
from boxcars.view.tabletop import Beat


class Telling(HexStory):
    """One action's story, as one seat sees it."""

    def __init__(self, board: Sheet, seen: AgeOfSteamObservation) -> None:
        super().__init__(board.sheet, TILES, board.grid.number, "loco")
        self.board = board
        self.seen = seen

    def own(self, event: Any) -> None:
        """What only this game has."""
        if isinstance(event, e.SharesIssued):
            self.gain(event.seat, "shares", event.shares)
            self.gain(event.seat, "cash", event.cash, also=True, sound="coin")
        elif isinstance(event, e.ActionTaken):
            self.then("fly", from_=f"item:{event.action} target:action:{event.action}", to=f"seat:{event.seat}", seat=event.seat)
        elif isinstance(event, e.CityFounded):
            self.then("lay", ids=[f"city-{event.city}"], to=f"target:hex:{event.hex}", seat=event.seat, sound="hammer")
        elif isinstance(event, e.DirectLinkBought):
            self.then("stamp", to=f"target:link:{event.link}", seat=event.seat)
            self.gain(event.seat, "cash", -event.paid, also=True, sound="")
        elif isinstance(event, e.Transcontinental):
            for i, seat in enumerate(event.seats):
                self.gain(seat, "income", event.income, also=i > 0)
        elif isinstance(event, e.IncomeCollected):
            self.gains("cash", event.amounts)
        elif isinstance(event, e.ExpensesPaid):
            self.gains("cash", [-paid for paid in event.paid])
            self.gains("income", [-lost for lost in event.lost])
        elif isinstance(event, e.IncomeReduced):
            self.gains("income", [-amount for amount in event.amounts])
        else:
            self.goods(event)

    def goods(self, event: Any) -> None:
        """Cubes on the display and from it."""
        if isinstance(event, e.GoodsDrawn):
            self.cubes(event.colours, f"seat:{event.seat}", "item:display target:space:L1:1")
        elif isinstance(event, e.GoodsPlaced):
            goal = f"target:space:{event.column}:{event.space}"
            self.cubes([event.colour], f"target:drawn:{event.colour} seat:{event.seat}", goal)
        elif isinstance(event, e.ExtraCube):
            self.cubes([event.colour], "", f"target:hex:{event.hex}")
        elif isinstance(event, e.GoodsGrown):
            self.dice(event.dice, f"target:space:{HALF_OF[event.half]}3:1 item:display")
            for i, (column, hex, colour) in enumerate(event.moved):
                self.cubes([colour], f"target:space:{column}:1 item:display", f"target:hex:{hex}", also=i > 0)
        elif isinstance(event, e.OrderRolled):
            for seat, total in enumerate(event.rolls):
                self.dice([total], f"seat:{seat}", seat, also=seat > 0)
        elif isinstance(event, TurnBegan) and event.turn == self.seen.turns:
            self.then("say", word=T("Last turn"), tone="last", sound="bell")


def animation_steps(board: Any, seen: AgeOfSteamObservation, events: list[Event]) -> list[Beat]:
    story = Telling(board, seen)
    for event in events:
        if not story.tell(event, lambda origin, sides: board.way(seen, origin, sides), board.ink):
            story.own(event)
        if isinstance(event, GoodsMoved):
            story.gains("income", event.gains)
    return story.beats
