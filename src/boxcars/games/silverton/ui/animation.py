"""How a move of Silverton came about: pieces go out, dice are thrown, cards change hands, track draws itself, money is paid."""

from __future__ import annotations

from typing import Any

from boxcars.core.messages import T
from boxcars.core.types import Event
from boxcars.games.silverton import events as e
from boxcars.games.silverton import placing_events as placing
from boxcars.games.silverton.map import GOODS
from boxcars.games.silverton.observation import SilvertonObservation
from boxcars.games.silverton.state import SURVEYOR
from boxcars.view.animation import Story, uncover
from boxcars.view.paper_cards import good
from boxcars.view.tabletop import Beat


def card(id: str) -> str:
    return f"item:{id} target:card:{id}"


def place(kind: int, target: str) -> str:
    """Return where a piece was sent: surveyors to lines, prospectors to cards."""
    if target == "deck":
        return "item:deck target:deck"
    return f"target:segment:{target}" if kind == SURVEYOR else card(target)


class Telling(Story):
    """The animation of one action, as one seat sees it."""

    def __init__(self, board: Any, seen: SilvertonObservation) -> None:
        super().__init__()
        self.board = board
        self.seen = seen

    def tell(self, event: Any) -> None:
        """Animate an event: pieces and disputes, then cards and track, then deliveries and payments."""
        if isinstance(event, (placing.PiecePlaced, placing.ParallelTaken)):
            kind, target = (event.kind, event.target) if isinstance(event, placing.PiecePlaced) else (SURVEYOR, event.segment)
            disc = f"disc-{event.seat}-{event.piece}"
            self.then(
                "fly",
                ids=[disc],
                from_=f"seat:{event.seat}",
                to=f"piece:{disc} {place(kind, target)}",
                seat=event.seat,
                sound="wagon",
            )
        elif isinstance(event, placing.PieceRecalled):
            self.then("lift", ids=[f"disc-{event.seat}-{event.piece}"], to=place(event.kind, event.target), seat=event.seat)
        elif isinstance(event, (placing.PieceJailed, placing.PieceDied)):
            disc = f"disc-{event.seat}-{event.piece}"
            self.then("slide", ids=[disc], to=f"piece:{disc}", seat=event.seat, sound="wagon")
        elif isinstance(event, placing.DisputeRolled):
            for i, (seat, dice) in enumerate(zip(event.seats, event.dice, strict=True)):
                self.dice(dice, f"target:segment:{event.target} {card(event.target)} seat:{seat}", seat, also=i > 0)
        elif isinstance(event, placing.TheftRolled):
            for i, (seat, dice) in enumerate(zip((event.thief, event.owner), event.dice, strict=False)):
                self.dice(dice, f"{card(event.card)} seat:{seat}", seat, also=i > 0)
        elif isinstance(event, placing.JointBought):
            for i, (seat, share) in enumerate(zip(event.seats, event.shares, strict=True)):
                self.gain(seat, "cash", -share, also=i > 0)
        else:
            self.cards_and_track(event)

    def cards_and_track(self, event: Any) -> None:
        if isinstance(event, e.CardBought):
            self.then("fly", from_=card(event.card), to=f"{card(event.card)} seat:{event.seat}", seat=event.seat, sound="stamp")
            self.gain(event.seat, "cash", -event.cost, also=True, sound="")
            claim = event.card in self.board.atlas.claim_no
            self.gain(event.seat, "claims" if claim else "passengers", 1, also=True, sound="")
        elif isinstance(event, (e.CardDrawn, e.ClaimTurnedUp, e.CardRevealed)):
            key = event.claim if isinstance(event, e.ClaimTurnedUp) else event.card
            self.then("fly", from_="item:deck target:deck", to=card(key), sound="card")
        elif isinstance(event, e.TrackBuilt):
            number = self.board.atlas.segment_no[event.segment]
            at = f"target:segment:{event.segment}"
            self.then("lay", face=uncover([self.board.layout.path[number]]), to=at, seat=event.seat, sound="hammer")
            self.gain(event.seat, "cash", -event.cost, also=True, sound="")
            if self.board.layout.medal[number] is not None:
                self.then("lay", ids=[f"cube-{event.segment}"], seat=event.seat, sound="wagon")
        elif isinstance(event, e.TrackRemoved):
            self.then("lift", ids=[f"cube-{event.segment}"], to=f"target:segment:{event.segment}", seat=event.seat)
            self.gain(event.seat, "cash", event.refund)
        elif isinstance(event, e.ConsecutiveRolled):
            self.dice(event.dice, f"target:segment:{event.segment} seat:{event.seat}", event.seat)
        elif isinstance(event, e.PlowRolled):
            self.dice([event.die], f"target:segment:{event.segment} seat:{event.seat}", event.seat)
        elif isinstance(event, e.ClaimPaid):
            self.gain(event.seat, "cash", -event.cost)
        elif isinstance(event, e.ClaimOperated):
            self.dice(event.dice, f"{card(event.claim)} seat:{event.seat}", event.seat)
            if event.depleted:
                self.then("stamp", to=card(event.claim), word=T("Depleted"), seat=event.seat)
            self.gain(event.seat, "goods", event.units, sound="wagon")
        else:
            self.delivered_and_paid(event)

    def delivered_and_paid(self, event: Any) -> None:
        if isinstance(event, e.FaresCollected):
            self.then("stamp", to=f"{card(event.card)} seat:{event.seat}", seat=event.seat, sound="")
            self.gain(event.seat, "cash", event.income)
        elif isinstance(event, e.GoodsDelivered):
            atlas = self.board.atlas
            face = good(GOODS[atlas.claim_good[atlas.claim_no[event.claim]]], 0, 0)
            self.then("fly", face=face, from_=card(event.claim), to=f"target:town:{event.city}", seat=event.seat, sound="wagon")
            self.gain(event.seat, "goods", -event.units, also=True, sound="")
            self.then(
                "rise", to=f"target:town:{event.city}", word=T("+${amount}", amount=event.income), seat=event.seat, also=True
            )
            self.gain(event.seat, "cash", event.income)
        elif isinstance(event, e.ReleaseRolled):
            self.dice(event.dice, f"seat:{event.seat}", event.seat)
        elif isinstance(event, e.FinePaid):
            self.gain(event.seat, "cash", -event.fine)
        elif isinstance(event, e.PriceChanged):
            if event.old != event.new:
                self.then(
                    "slide", ids=[f"price-{event.marker}"], sound="tick", also=bool(self.beats) and self.beats[-1].kind == "slide"
                )
        elif isinstance(event, (e.PieceHired, e.TrainBought, e.PlowBought)):
            self.gain(event.seat, "cash", -event.cost, sound="stamp")
        elif isinstance(event, placing.OrderDealt) and event.turn == self.board.game.last_turn:
            self.then("say", word=T("Last turn"), tone="last", sound="bell")


def animation_steps(board: Any, seen: SilvertonObservation, events: list[Event]) -> list[Beat]:
    story = Telling(board, seen)
    for event in events:
        story.tell(event)
    return story.beats
