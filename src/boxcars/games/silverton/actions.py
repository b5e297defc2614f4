"""The actions of Silverton: what a seat asks to do. Structs only (never compiled). Steps: ``steps.py``, events: ``events.py``.

Ids are those of the data files: segments ``S069``, claims ``C025``, passenger cards ``P09``, events ``E1``, markers
``coal_denver``, towns ``denver``; trains are ``9a``, ``9b``, …, snow plows ``+2a``. A piece is its number in its owner's list.
"""

from __future__ import annotations

from boxcars.core.types import Action
from boxcars.games.silverton.deal_actions import Accept, Counter, EndDeals, Offer, Refuse


class SelectPieces(Action, frozen=True):
    """Take these pieces, given by their bonuses (SIL-18.2)."""

    surveyors: tuple[int, ...]
    prospectors: tuple[int, ...]

    def path(self) -> tuple[str, ...]:
        s = "".join(str(b) for b in self.surveyors)
        p = "".join(str(b) for b in self.prospectors)
        return (f"pieces:{s}-{p}",)


class Assign(Action, frozen=True):
    """Give the surveyor or train asked about to this home city (SIL-19.9, 19.12)."""

    home: str

    def path(self) -> tuple[str, ...]:
        return (f"town:{self.home}",)


class PlaceSurveyor(Action, frozen=True):
    """Place a surveyor to build a segment (SIL-11.3) or to dismantle an own one (SIL-11.10)."""

    piece: int
    segment: str
    dismantle: bool = False

    def path(self) -> tuple[str, ...]:
        if self.dismantle:
            return (f"piece:{self.piece}", "do:dismantle", f"segment:{self.segment}")
        return (f"piece:{self.piece}", f"segment:{self.segment}")


class PlaceProspector(Action, frozen=True):
    """Place a prospector on a claim, a passenger card or the ``deck`` (SIL-11.11–11.14)."""

    piece: int
    target: str

    def path(self) -> tuple[str, ...]:
        return (f"piece:{self.piece}", "deck" if self.target == "deck" else f"card:{self.target}")


class KeepPiece(Action, frozen=True):
    """Leave a piece of a tie where it stands (SIL-11.16)."""

    piece: int

    def path(self) -> tuple[str, ...]:
        return (f"piece:{self.piece}", "do:keep")


class RecallPiece(Action, frozen=True):
    """Take a piece of a tie back (SIL-11.2)."""

    piece: int

    def path(self) -> tuple[str, ...]:
        return (f"piece:{self.piece}", "do:recall")


class EndPlacement(Action, frozen=True):
    def path(self) -> tuple[str, ...]:
        return ("do:end_placement",)


class SendNeutral(Action, frozen=True):
    """Put the neutral prospector on a card (SIL-19.6)."""

    card: str

    def path(self) -> tuple[str, ...]:
        return (f"card:{self.card}",)


class Yes(Action, frozen=True):
    """Do what is asked: move, demand, join, pay for the theft."""

    def path(self) -> tuple[str, ...]:
        return ("do:yes",)


class No(Action, frozen=True):
    """Do not."""

    def path(self) -> tuple[str, ...]:
        return ("do:no",)


class Join(Action, frozen=True):
    """Propose a joint route to that seat (SIL-20.18)."""

    partner: int

    def path(self) -> tuple[str, ...]:
        return (f"seat:{self.partner}",)


class Buy(Action, frozen=True):
    """Pay for the claim or passenger card (SIL-14.1.1)."""

    card: str

    def path(self) -> tuple[str, ...]:
        return (f"card:{self.card}", "do:buy")


class Decline(Action, frozen=True):
    """Leave the claim or passenger card (SIL-14.1.2)."""

    card: str

    def path(self) -> tuple[str, ...]:
        return (f"card:{self.card}", "do:decline")


class Draw(Action, frozen=True):
    """Turn over the top card of the deck (SIL-14.1.3)."""

    piece: int

    def path(self) -> tuple[str, ...]:
        return ("deck", f"piece:{self.piece}")


class MoveCard(Action, frozen=True):
    """Option: move a passenger card to a free place, ``0``–``7`` or ``claims`` (SIL-20.1)."""

    card: str
    place: str

    def path(self) -> tuple[str, ...]:
        return (f"card:{self.card}", f"place:{self.place}")


class Build(Action, frozen=True):
    """Build the segment (SIL-14.2.1); a consecutive one is rolled for first (SIL-14.2.2)."""

    segment: str

    def path(self) -> tuple[str, ...]:
        return (f"segment:{self.segment}", "do:build")


class Dismantle(Action, frozen=True):
    """Remove the cube under the surveyor for $10 a point of distance (SIL-14.2.4)."""

    segment: str

    def path(self) -> tuple[str, ...]:
        return (f"segment:{self.segment}", "do:dismantle")


class Abandon(Action, frozen=True):
    """Take an own cube from the board for nothing (SIL-14.2.6)."""

    segment: str

    def path(self) -> tuple[str, ...]:
        return (f"segment:{self.segment}", "do:abandon")


class EndTrack(Action, frozen=True):
    def path(self) -> tuple[str, ...]:
        return ("do:end_track",)


class Operate(Action, frozen=True):
    """Pay the operating cost of a claim; the dice follow when all are paid (SIL-14.3.1)."""

    claim: str

    def path(self) -> tuple[str, ...]:
        return (f"card:{self.claim}", "do:operate")


class RollProduction(Action, frozen=True):
    """All are named: roll for each in ascending number (SIL-14.3.2)."""

    def path(self) -> tuple[str, ...]:
        return ("do:roll_production",)


class AssignPlow(Action, frozen=True):
    """Send a plow to an own white segment (SIL-18.17)."""

    plow: str
    segment: str

    def path(self) -> tuple[str, ...]:
        return (f"plow:{self.plow}", f"segment:{self.segment}")


class RollPlows(Action, frozen=True):
    def path(self) -> tuple[str, ...]:
        return ("do:roll_plows",)


class MakeUpTrain(Action, frozen=True):
    """Couple own trains for one delivery (SIL-18.6)."""

    trains: tuple[str, ...]

    def path(self) -> tuple[str, ...]:
        return (*(f"train:{train}" for train in self.trains), "do:make_up")


class Deliver(Action, frozen=True):
    """Carry goods of a claim to a market city and sell them (SIL-14.6)."""

    claim: str
    city: str
    units: int

    def path(self) -> tuple[str, ...]:
        return (f"card:{self.claim}", f"town:{self.city}", f"n:{self.units}")


class Transfer(Action, frozen=True):
    """Option: carry goods to another own claim of the same commodity (SIL-20.9)."""

    claim: str
    to: str
    units: int

    def path(self) -> tuple[str, ...]:
        return (f"card:{self.claim}", f"card:{self.to}", f"n:{self.units}")


class EndDeliveries(Action, frozen=True):
    def path(self) -> tuple[str, ...]:
        return ("do:end_deliveries",)


class RollRelease(Action, frozen=True):
    """Roll 2d6; 7 or 11 frees the piece (SIL-14.7.2)."""

    piece: int

    def path(self) -> tuple[str, ...]:
        return (f"piece:{self.piece}", "do:roll")


class PayFine(Action, frozen=True):
    """Pay the fine of a jailed piece, or for the replacement of a dead one (SIL-14.7.2, 14.7.4)."""

    piece: int

    def path(self) -> tuple[str, ...]:
        return (f"piece:{self.piece}", "do:pay")


class EndFines(Action, frozen=True):
    def path(self) -> tuple[str, ...]:
        return ("do:end_fines",)


class Hire(Action, frozen=True):
    """Option: hire a plain ``surveyor`` or ``prospector`` for $400 (SIL-20.12)."""

    kind: str

    def path(self) -> tuple[str, ...]:
        return (f"hire:{self.kind}",)


class BuyTrain(Action, frozen=True):
    """Buy a train of this power, perhaps handing in an own one (SIL-18.11, 18.13)."""

    power: int
    trade_in: str = ""

    def path(self) -> tuple[str, ...]:
        return (f"shop:{self.power}", f"train:{self.trade_in}" if self.trade_in else "do:pay")


class BuyPlow(Action, frozen=True):
    """Buy a snow plow of this bonus, perhaps handing in an own one (SIL-18.15, 18.13)."""

    bonus: int
    trade_in: str = ""

    def path(self) -> tuple[str, ...]:
        return (f"shop:+{self.bonus}", f"plow:{self.trade_in}" if self.trade_in else "do:pay")


class Pass(Action, frozen=True):
    def path(self) -> tuple[str, ...]:
        return ("do:pass",)


AnyAction = (
    SelectPieces
    | Assign
    | PlaceSurveyor
    | PlaceProspector
    | KeepPiece
    | RecallPiece
    | EndPlacement
    | SendNeutral
    | Yes
    | No
    | Join
    | Buy
    | Decline
    | Draw
    | MoveCard
    | Build
    | Dismantle
    | Abandon
    | EndTrack
    | Operate
    | RollProduction
    | AssignPlow
    | RollPlows
    | Offer
    | Counter
    | Accept
    | Refuse
    | EndDeals
    | MakeUpTrain
    | Deliver
    | Transfer
    | EndDeliveries
    | RollRelease
    | PayFine
    | EndFines
    | Hire
    | BuyTrain
    | BuyPlow
    | Pass
)
