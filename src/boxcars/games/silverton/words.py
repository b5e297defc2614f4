"""The vocabulary of Silverton: steps, actions, events and what a seat sees. Structs only (never compiled).

Ids are those of the data files: segments ``S069``, claims ``C025``, passenger cards ``P09``, events ``E1``, markers
``coal_denver``, towns ``denver``; trains are ``9a``, ``9b``, …, snow plows ``+2a``. A piece is its number in its owner's list.
"""

from __future__ import annotations

import msgspec

from boxcars.core.words import Action, Step

# -- steps: what is due ----------------------------------------------------------------------------------------------


class StartTurn(Step, frozen=True):
    """Phase I: deal the turn order (SIL-10.1)."""


class BeginPlacing(Step, frozen=True):
    """Phase II of one player begins (SIL-11)."""

    who: int = -1


class ChoosePieces(Step, frozen=True):
    """Phase II of turn 1: buy pieces with points, or pick one of a scenario's two sets (SIL-18.2, 19.4)."""


class AssignSurveyor(Step, frozen=True):
    """Spike scenarios: give a surveyor one of the two home networks (SIL-19.9)."""

    piece: int = 0


class AssignTrain(Step, frozen=True):
    """Spike scenarios, Advanced: give a train one of the two home networks (SIL-19.12)."""

    train: int = 0


class BeginAssigning(Step, frozen=True):
    """Spike scenarios: one player's surveyors and trains without a home network (SIL-19.9, 19.18)."""

    who: int = -1


class BeginNeutral(Step, frozen=True):
    """Salt Lake City solitaire: is there a card for the neutral prospector (SIL-19.6)?"""


class PlacePieces(Step, frozen=True):
    """Phase II: place surveyors and prospectors (SIL-11)."""


class PlaceNeutral(Step, frozen=True):
    """Salt Lake City solitaire: put the neutral prospector on a card (SIL-19.6)."""


class ResolveSurveyors(Step, frozen=True):
    """Phase III: surveyor disputes from segment ``at`` on; ``asked`` players of the order were asked to move (SIL-12.7)."""

    at: int = 0
    asked: int = 0


class MoveParallel(Step, frozen=True):
    """Phase III: move to the empty parallel box, or stay (SIL-12.7)."""

    piece: int = 0
    segment: int = 0


class ResolveSpecial(Step, frozen=True):
    """Phase III: special disputes after the pair ``(a, b)``; ``asked`` of its owners were asked (SIL-12.11)."""

    a: int = -1
    b: int = -1
    asked: int = 0


class DemandDispute(Step, frozen=True):
    """Phase III: demand a special dispute, or let both build (SIL-12.10)."""

    piece: int = 0
    rival: int = 0
    rival_piece: int = 0


class ResolveClaims(Step, frozen=True):
    """Phase III: claim disputes (SIL-12.8)."""


class ResolveJoint(Step, frozen=True):
    """Phase III, option: joint passenger routes; ``stage`` 0 ends agreements, 1 makes new ones (SIL-20.18)."""

    stage: int = 0
    card: int = 0
    asked: int = 0


class LeaveJoint(Step, frozen=True):
    """Phase III, option: end the agreement about a joint card, or go on (SIL-20.7)."""

    card: int = 0


class ProposeJoint(Step, frozen=True):
    """Phase III, option: propose a joint route to another player on the same card (SIL-20.18)."""

    card: int = 0


class AnswerJoint(Step, frozen=True):
    """Phase III, option: accept or decline a joint route (SIL-20.18)."""

    card: int = 0
    partner: int = 0


class ResolvePassengers(Step, frozen=True):
    """Phase III: disputes over unowned passenger cards (SIL-12.9)."""


class ResolveThefts(Step, frozen=True):
    """Phase III: thefts from card ``at`` on (SIL-12.13)."""

    at: int = 0


class PayTheft(Step, frozen=True):
    """Phase III: pay for the theft, or withdraw (SIL-12.13)."""

    card: int = 0
    piece: int = 0


class PlayerTurn(Step, frozen=True):
    """Phase IV: step 1–7 of one player (SIL-10.3)."""

    who: int = 0
    part: int = 1


class BuyCards(Step, frozen=True):
    """Step IV.1: buy or decline, draw from the deck (SIL-14.1)."""


class AnswerDraw(Step, frozen=True):
    """Step IV.1: buy the claim just drawn, or reject it (SIL-14.1.3)."""

    claim: int = 0
    piece: int = 0


class BuildTrack(Step, frozen=True):
    """Step IV.2: build, dismantle, abandon (SIL-14.2)."""


class OperateClaims(Step, frozen=True):
    """Step IV.3: name and pay the claims to operate (SIL-14.3)."""


class PlowSnow(Step, frozen=True):
    """Step IV.3, winter, Advanced: assign snow plows (SIL-18.17)."""


class MakeDeals(Step, frozen=True):
    """Step IV.4: offer a deal, or go on (SIL-15)."""


class AnswerOffer(Step, frozen=True):
    """Step IV.4: the other player answers the open offer (SIL-15.2)."""


class AnswerCounter(Step, frozen=True):
    """Step IV.4: the active player answers the counter-offer (SIL-15.2)."""


class DeliverGoods(Step, frozen=True):
    """Step IV.6: deliver and sell (SIL-14.6)."""


class LoadTrain(Step, frozen=True):
    """Step IV.6, Advanced: load the train that was made up (SIL-18.6)."""


class FreePieces(Step, frozen=True):
    """Step IV.7: fines, jail, replacements (SIL-14.7)."""


class ChangePrices(Step, frozen=True):
    """Phase V (SIL-16)."""


class RefillCards(Step, frozen=True):
    """Phase VI (SIL-17)."""


class BeginHiring(Step, frozen=True):
    """Phase VI, option: one player may hire (SIL-20.25)."""

    who: int = 0


class HirePiece(Step, frozen=True):
    """Phase VI, option: hire a piece, or not (SIL-20.12)."""


class BeginEquipment(Step, frozen=True):
    """Before phase VII, Advanced: one player may buy (SIL-18.11)."""

    who: int = 0


class BuyEquipment(Step, frozen=True):
    """Before phase VII, Advanced: buy one train or one snow plow, or pass (SIL-18.11)."""


class EndTurn(Step, frozen=True):
    """The end of the game is tested, then phase VII (SIL-17.5, 17.6)."""


AnyStep = (
    StartTurn
    | BeginPlacing
    | BeginAssigning
    | BeginNeutral
    | ChoosePieces
    | AssignSurveyor
    | AssignTrain
    | PlacePieces
    | PlaceNeutral
    | ResolveSurveyors
    | MoveParallel
    | ResolveSpecial
    | DemandDispute
    | ResolveClaims
    | ResolveJoint
    | LeaveJoint
    | ProposeJoint
    | AnswerJoint
    | ResolvePassengers
    | ResolveThefts
    | PayTheft
    | PlayerTurn
    | BuyCards
    | AnswerDraw
    | BuildTrack
    | OperateClaims
    | PlowSnow
    | MakeDeals
    | AnswerOffer
    | AnswerCounter
    | DeliverGoods
    | LoadTrain
    | FreePieces
    | ChangePrices
    | RefillCards
    | BeginHiring
    | HirePiece
    | BeginEquipment
    | BuyEquipment
    | EndTurn
)

# -- actions: what a seat asks to do ---------------------------------------------------------------------------------


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


class Bundle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one party hands over in a deal (SIL-15.4)."""

    money: int = 0
    claims: tuple[str, ...] = ()
    segments: tuple[str, ...] = ()
    trains: tuple[str, ...] = ()
    plows: tuple[str, ...] = ()

    def targets(self, side: str) -> list[str]:
        out = [f"{side}:money:{self.money}"] if self.money else []
        for kind, items in (
            ("claim", self.claims),
            ("segment", self.segments),
            ("train", self.trains),
            ("plow", self.plows),
        ):
            out += [f"{side}:{kind}:{item}" for item in items]
        return out


class Freight(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Goods on the partner's claim, bought to be delivered this turn (SIL-15.5)."""

    claim: str = ""
    units: int = 0
    city: str = ""
    trains: tuple[str, ...] = ()

    def target(self) -> str:
        return ":".join(("freight", self.claim, self.city, str(self.units), *self.trains))


class Offer(Action, frozen=True):
    """Offer a deal to one player (SIL-15.4). ``give`` leaves the active player, ``take`` the partner."""

    to: int
    give: Bundle = Bundle()
    take: Bundle = Bundle()
    freight: Freight | None = None

    def path(self) -> tuple[str, ...]:
        cargo = [self.freight.target()] if self.freight else []
        return (f"seat:{self.to}", *self.give.targets("give"), *self.take.targets("take"), *cargo, "do:offer")


class Counter(Action, frozen=True):
    """Answer with one counter-offer, seen from the active player as the offer was (SIL-15.2)."""

    give: Bundle = Bundle()
    take: Bundle = Bundle()
    freight: Freight | None = None

    def path(self) -> tuple[str, ...]:
        cargo = [self.freight.target()] if self.freight else []
        return (*self.give.targets("give"), *self.take.targets("take"), *cargo, "do:counter")


class Accept(Action, frozen=True):
    def path(self) -> tuple[str, ...]:
        return ("do:accept",)


class Refuse(Action, frozen=True):
    """Decline the offer."""

    def path(self) -> tuple[str, ...]:
        return ("do:refuse",)


class EndDeals(Action, frozen=True):
    def path(self) -> tuple[str, ...]:
        return ("do:end_deals",)


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
