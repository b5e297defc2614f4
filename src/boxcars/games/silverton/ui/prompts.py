"""The questions of Silverton in two lengths, and how those who wait are told of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from boxcars.core.messages import T, Text, Who
from boxcars.games.silverton import steps as due
from boxcars.games.silverton.names import GOODS_NAMES, segment, train
from boxcars.games.silverton.observation import SeenPiece
from boxcars.games.silverton.state import PLACED, PROSPECTOR
from boxcars.view.tabletop import Ask

if TYPE_CHECKING:
    from boxcars.games.silverton.rules import Silverton

Question = tuple[Text, Text | None, Text, str]
"""A question: the full line, the short one, the third person, the icon."""

QUESTIONS: dict[type, Question] = {
    due.ChoosePieces: (
        T("Choose your surveyors and prospectors"),
        T("Choose your pieces"),
        T("{who} is choosing pieces"),
        "people",
    ),
    due.AssignSurveyor: (
        T("Assign the surveyor to one of your home cities"),
        T("Assign the surveyor"),
        T("{who} is assigning surveyors"),
        "people",
    ),
    due.PlacePieces: (
        T("Send surveyors to segments and prospectors to cards"),
        T("Place your pieces"),
        T("{who} is placing pieces"),
        "people",
    ),
    due.PlaceNeutral: (
        T("Send the neutral prospector to a card"),
        T("Send the neutral prospector"),
        T("{who} sends the neutral prospector"),
        "people",
    ),
    due.BuyCards: (T("Buy the cards you won, or skip them"), T("Buy or leave them"), T("{who} is buying cards"), "coins"),
    due.BuildTrack: (
        T("Build, dismantle or abandon: click a highlighted segment"),
        T("Build: click a highlighted segment"),
        T("{who} builds track"),
        "route",
    ),
    due.OperateClaims: (
        T("Pay for the claims you want to operate, then roll"),
        T("Operate claims, then roll"),
        T("{who} is operating claims"),
        "dice",
    ),
    due.PlowSnow: (
        T("Send snow plows to your white segments"),
        T("Send snow plows"),
        T("{who} is sending snow plows"),
        "dice",
    ),
    due.MakeDeals: (T("Offer a deal or continue"), None, T("{who} can offer a deal"), "coins"),
    due.AnswerOffer: (
        T("Accept, counter or decline the offer"),
        T("Respond to the offer"),
        T("{who} is responding to the offer"),
        "coins",
    ),
    due.AnswerCounter: (T("Accept or decline a counter-offer"), None, T("{who} can accept or decline"), "coins"),
    due.DeliverGoods: (
        T("Deliver goods: click a highlighted claim, then a city"),
        T("Deliver goods"),
        T("{who} is delivering goods"),
        "cube",
    ),
    due.LoadTrain: (T("Load your train"), T("Load the train"), T("{who} is loading a train"), "cube"),
    due.FreePieces: (
        T("Free pieces from jail or end your turn"),
        T("Free pieces or end your turn"),
        T("{who} is freeing pieces"),
        "dice",
    ),
    due.HirePiece: (T("Hire a piece or pass"), None, T("{who} can hire a piece"), "people"),
    due.BuyEquipment: (
        T("Buy one train or one snow plow, or pass"),
        T("Buy equipment or pass"),
        T("{who} can buy equipment"),
        "coins",
    ),
}


def turn_prompt(rules: Silverton, step: Any) -> Ask:
    line, short, other, lamp = QUESTIONS.get(type(step)) or special(rules, step)
    told = Text(other.message, {**other.values, "who": Who(step.seat)})
    at = [f"card:{rules.atlas.claims[step.claim]}"] if isinstance(step, due.AnswerDraw) else []
    return Ask(line=line, short=short, other=told, lamp=lamp, at=at)


def ask_to_draw(rules: Silverton, pieces: list[SeenPiece], step: Any) -> Ask | None:
    """In the step of buying: nothing to buy, but a claim to draw, by one of several prospectors perhaps. None: there are cards to buy."""
    deck = [piece for piece in pieces if piece.target == "deck" and piece.status == PLACED]
    if not deck or any(piece.right and piece.target != "deck" and piece.kind == PROSPECTOR for piece in pieces):
        return None
    several = len(deck) > 1
    line = T("Choose the prospector that draws a claim") if several else T("Draw a claim from the deck")
    short = T("Which prospector draws?") if several else T("Draw a claim")
    return Ask(line=line, short=short, other=T("{who} is buying cards", who=Who(step.seat)), lamp="cards")


def special(rules: Silverton, step: Any) -> Question:
    """Questions about one thing, which they name."""
    atlas = rules.atlas
    if isinstance(step, due.AssignTrain):
        line = T("Assign {train} to one of your home cities", train=train(atlas.trains[step.train]))
        return line, T("Assign a train"), T("{who} is assigning trains"), "people"
    if isinstance(step, due.AnswerDraw):
        town = atlas.town_names[atlas.claim_town[step.claim]]
        good, cost = GOODS_NAMES[atlas.claim_good[step.claim]], atlas.claim_cost[step.claim]
        line = T("Buy {town} {good} for ${cost}?", town=town, good=good, cost=cost)
        return line, T("{town} {good}: ${cost}?", town=town, good=good, cost=cost), T("{who} drew a claim"), "coins"
    if isinstance(step, due.BuildConsecutive):
        line = T("The dice allow it: build {segment}?", segment=segment(rules, atlas.segments[step.segment]))
        short = T("Keep building for ${cost}?", cost=atlas.cost[step.segment])
        return line, short, T("{who} can keep building"), "route"
    if isinstance(step, due.MoveParallel):
        line = T("Move to the parallel segment {segment}?", segment=segment(rules, atlas.segments[step.segment]))
        return line, T("Move to the parallel segment?"), T("{who} can give way"), "route"
    if isinstance(step, due.DemandDispute):
        return (
            T("Demand a dispute with {rival}?", rival=Who(step.rival)),
            T("Demand a dispute?"),
            T("{who} can demand a dispute"),
            "dice",
        )
    ends = " – ".join(atlas.town_names[town] for town in atlas.card_ends[step.card])
    if isinstance(step, due.LeaveJoint):
        return (
            T("End the joint route ({ends})?", ends=ends),
            T("End the joint route?"),
            T("{who} can end a joint route"),
            "ticket",
        )
    if isinstance(step, due.ProposeJoint):
        line = T("Propose a joint route ({ends})?", ends=ends)
        return line, T("Propose a joint route?"), T("{who} can propose a joint route"), "ticket"
    if isinstance(step, due.AnswerJoint):
        line = T("Join {partner} for {ends}?", partner=Who(step.partner), ends=ends)
        return line, T("Join the route?"), T("{who} can join a route"), "ticket"
    line = T("Pay ${cost} to try to steal {ends}?", cost=atlas.card_price[step.card], ends=ends)
    return line, T("Pay ${cost} to steal it?", cost=atlas.card_price[step.card]), T("{who} can steal a card"), "dice"
