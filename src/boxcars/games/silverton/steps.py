"""What is due in a game of Silverton: one step for each question and each thing the table does by itself. Structs only.

A step with a seat waits for that player; one without is done at once by its chapter (see ``rules.py``).
"""

from __future__ import annotations

from boxcars.core.types import Step


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


class BuildConsecutive(Step, frozen=True):
    """Step IV.2: the dice allow the consecutive segment; build it, or not (SIL-14.2.2)."""

    segment: int = 0


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
    | BuildConsecutive
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
