"""How a move of Spike came about: cards fly, track draws itself, trains run over it, goods are loaded and paid."""

from __future__ import annotations

from typing import Any

from boxcars.core.messages import T
from boxcars.core.types import Event
from boxcars.games.spike import events as e
from boxcars.games.spike.observation import SpikeObservation
from boxcars.games.spike.ui.panels import rail_ink
from boxcars.view import drawing_kit
from boxcars.view.animation import Story, uncover
from boxcars.view.tabletop import Beat

BACK = "c-back"
DECK = "item:deck target:deck"


class Telling(Story):
    """One action's story, as one seat sees it."""

    def __init__(self, board: Any, seen: SpikeObservation) -> None:
        super().__init__()
        self.board = board
        self.seen = seen

    def hand(self, seat: int, colour: str | None) -> str:
        """Return where a card of a seat lies: one's own in the hand, those of others behind their number."""
        return f"item:hand-{colour} piece:hand-{colour}" if colour and seat == self.seen.seat else f"stat:{seat}.cards"

    def card(self, colour: str) -> str:
        return f"c-{rail_ink(colour)}"

    def good(self, commodity: str) -> str:
        return f'<use href="#good-{self.board.chart.goods_id[commodity]}"/>'

    def tell(self, event: Event) -> None:
        if isinstance(event, e.CardTaken):
            at = f"item:row-{event.colour} target:row:{event.colour}"
            self.then("fly", face=self.card(event.colour), from_=at, to=self.hand(event.seat, event.colour), seat=event.seat)
            self.gain(event.seat, "cards", 1, sound="")
        elif isinstance(event, e.CardDrawn):
            turned = [self.card(event.colour)] if event.colour else []
            self.then("fly", face=BACK, faces=turned, from_=DECK, to=self.hand(event.seat, event.colour), seat=event.seat)
            self.gain(event.seat, "cards", 1, sound="")
        elif isinstance(event, e.CardGiven):
            turned = [self.card(event.colour)] if event.colour else []
            giver, taker = self.hand(event.seat, event.colour), self.hand(event.to, event.colour)
            self.then("fly", face=turned[0] if turned else BACK, from_=giver, to=taker, seat=event.seat)
            self.gain(event.seat, "cards", -1, also=True, sound="")
            self.gain(event.to, "cards", 1, also=True, sound="")
        elif isinstance(event, e.RowTurnedUp):
            for i, colour in enumerate(event.cards):
                self.then("turn", to=f"item:row-{colour} target:row:{colour}", also=i > 0)
        elif isinstance(event, e.LineBuilt):
            self.line(event)
        elif isinstance(event, e.PartUpgraded):
            self.then("stamp", to=f"item:{event.part} target:upgrade:{event.part} stat:{event.seat}.train", seat=event.seat)
            self.gain(event.seat, "money", -event.price, also=True, sound="")
        elif isinstance(event, e.LastTurnsBegan):
            self.then("say", word=T("Last round"), tone="last", seat=event.seat, sound="bell")
        elif isinstance(event, e.RoundBegan):
            self.then("say", word=T("Round {round}", round=event.round), sound="bell" if event.round == 3 else "")
        elif isinstance(event, e.RouteScored):
            self.gain(event.seat, "money", event.points)
        else:
            self.train(event)

    def line(self, event: e.LineBuilt) -> None:
        """The cards go to the line, the track draws itself piece by piece, the market pays."""
        chart, city = self.board.chart, f"target:city:{event.city}"
        paid = [colour for colour, count in event.pay.items() for _ in range(count)]
        for i, colour in enumerate(paid):
            self.then("fly", face=self.card(colour), from_=self.hand(event.seat, colour), to=city, seat=event.seat, also=i > 0)
        self.gain(event.seat, "cards", -len(paid), also=True, sound="")
        cover = uncover(self.board.run(chart.segment_id[segment]) for segment in event.line)
        self.then("lay", face=cover, to=city, seat=event.seat, sound="hammer")
        self.gain(event.seat, "tracks", -len(event.line), also=True, sound="")
        self.gain(event.seat, "cities", 1, also=True, sound="")
        self.gain(event.seat, "money", event.money)

    def train(self, event: Event) -> None:
        """What the trains do."""
        if isinstance(event, e.TrainPlaced):
            self.then("lay", ids=[f"train-{event.seat}"], to=f"target:city:{event.city}", seat=event.seat)
            self.gain(event.seat, "cities", 1, also=True, sound="")
        elif isinstance(event, e.TrainMoved):
            path = drawing_kit.polyline([self.board.train_at(place) for place in event.way])
            self.then("ride", ids=[f"train-{event.seat}"], path=path, links=len(event.way), seat=event.seat)
        elif isinstance(event, e.CargoLoaded):
            to = f"piece:train-{event.seat}"
            self.then(
                "fly", face=self.good(event.commodity), from_=f"target:city:{event.city}", to=to, seat=event.seat, sound="wagon"
            )
        elif isinstance(event, e.CargoUnloaded):
            at = f"piece:train-{event.seat}"
            self.then("lift", face=self.good(event.commodity), to=at, seat=event.seat, sound="wagon")
        elif isinstance(event, e.GoodsDelivered):
            at = f"piece:train-{event.seat}"
            self.then(
                "fly", face=self.good(event.commodity), from_=at, to=f"target:city:{event.city}", seat=event.seat, sound="wagon"
            )
            self.then("lay", ids=[f"marker-{event.seat}-{event.city}"], seat=event.seat, sound="stamp")
            self.then(
                "rise", to=f"target:city:{event.city}", word=T("+${amount}", amount=event.value), seat=event.seat, also=True
            )
            self.gain(event.seat, "money", event.value)


def animation_steps(board: Any, seen: SpikeObservation, events: list[Event]) -> list[Beat]:
    story = Telling(board, seen)
    for event in events:
        story.tell(event)
    return story.beats
