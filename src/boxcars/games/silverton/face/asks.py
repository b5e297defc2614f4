"""The questions of Silverton in two lengths, and how those who wait are told of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from boxcars.core.words import T, Text, Who
from boxcars.games.silverton import steps as due
from boxcars.games.silverton.names import GOODS_NAMES, segment, train
from boxcars.view.tabletop import Ask

if TYPE_CHECKING:
    from boxcars.games.silverton.rules import Silverton

Question = tuple[Text, Text | None, Text, str]
"""The line, the short one, the third person, the lamp."""

QUESTIONS: dict[type, Question] = {
    due.ChoosePieces: (
        T("Choose your surveyors and prospectors"),
        T("Choose your pieces"),
        T("{who} chooses pieces"),
        "people",
    ),
    due.AssignSurveyor: (
        T("Assign the surveyor to one of your home cities"),
        T("Assign the surveyor"),
        T("{who} assigns surveyors"),
        "people",
    ),
    due.PlacePieces: (
        T("Send surveyors to lines and prospectors to cards"),
        T("Place your pieces"),
        T("{who} places pieces"),
        "people",
    ),
    due.PlaceNeutral: (
        T("Send the neutral prospector to a card"),
        T("Send the neutral one"),
        T("{who} sends the neutral one"),
        "people",
    ),
    due.BuyCards: (T("Buy the cards you won, or leave them"), T("Buy, or leave it"), T("{who} buys cards"), "coins"),
    due.BuildTrack: (
        T("Build, dismantle or abandon: click a ringed line"),
        T("Build: tap a ringed line"),
        T("{who} builds track"),
        "route",
    ),
    due.OperateClaims: (
        T("Pay for the claims you work, then roll"),
        T("Work claims, then roll"),
        T("{who} works claims"),
        "dice",
    ),
    due.PlowSnow: (
        T("Send snow plows to your winter lines"),
        T("Send snow plows"),
        T("{who} sends snow plows"),
        "dice",
    ),
    due.MakeDeals: (T("Offer a deal, or go on"), None, T("{who} may offer a deal"), "coins"),
    due.AnswerOffer: (T("Take the offer, answer it or decline"), T("Answer the offer"), T("{who} answers the offer"), "coins"),
    due.AnswerCounter: (T("Take the counter-offer, or decline"), None, T("{who} answers the counter-offer"), "coins"),
    due.DeliverGoods: (
        T("Deliver goods: click a ringed claim, then a city"),
        T("Deliver goods"),
        T("{who} delivers goods"),
        "cube",
    ),
    due.LoadTrain: (T("Load the train you made up"), T("Load the train"), T("{who} loads a train"), "cube"),
    due.FreePieces: (T("Free pieces from jail, or end your turn"), T("Free pieces, or end"), T("{who} frees pieces"), "dice"),
    due.HirePiece: (T("Hire a piece, or pass"), None, T("{who} may hire a piece"), "people"),
    due.BuyEquipment: (
        T("Buy one train or one snow plow, or pass"),
        T("Buy equipment, or pass"),
        T("{who} may buy equipment"),
        "coins",
    ),
}


def ask(rules: Silverton, step: Any) -> Ask:
    line, short, other, lamp = QUESTIONS.get(type(step)) or special(rules, step)
    told = Text(other.message, {**other.values, "who": Who(step.seat)})
    return Ask(line=line, short=short, other=told, lamp=lamp)


def special(rules: Silverton, step: Any) -> Question:
    """Questions about one thing, which they name."""
    atlas = rules.atlas
    if isinstance(step, due.AssignTrain):
        line = T("Assign {train} to one of your home cities", train=train(atlas.trains[step.train]))
        return line, T("Assign a train"), T("{who} assigns trains"), "people"
    if isinstance(step, due.AnswerDraw):
        town = atlas.town_names[atlas.claim_town[step.claim]]
        good, cost = GOODS_NAMES[atlas.claim_good[step.claim]], atlas.claim_cost[step.claim]
        line = T("Buy {town} {good} for ${cost}?", town=town, good=good, cost=cost)
        return line, T("Buy it for ${cost}?", cost=cost), T("{who} has drawn a claim"), "coins"
    if isinstance(step, due.BuildConsecutive):
        line = T("The dice allow {segment}: build it?", segment=segment(rules, atlas.segments[step.segment]))
        short = T("Build on for ${cost}?", cost=atlas.cost[step.segment])
        return line, short, T("{who} may build on"), "route"
    if isinstance(step, due.MoveParallel):
        line = T("Move to the parallel line {segment}?", segment=segment(rules, atlas.segments[step.segment]))
        return line, T("Move to the parallel line?"), T("{who} may give way"), "route"
    if isinstance(step, due.DemandDispute):
        return T("Demand a dispute with {rival}?", rival=Who(step.rival)), T("Demand a dispute?"), T("{who} may dispute"), "dice"
    ends = " – ".join(atlas.town_names[town] for town in atlas.card_ends[step.card])
    if isinstance(step, due.LeaveJoint):
        return T("End the joint route {ends}?", ends=ends), T("End the joint route?"), T("{who} may end a joint route"), "ticket"
    if isinstance(step, due.ProposeJoint):
        line = T("Propose a joint route {ends}?", ends=ends)
        return line, T("Propose a joint route?"), T("{who} may propose a joint route"), "ticket"
    if isinstance(step, due.AnswerJoint):
        line = T("Join {partner} on {ends}?", partner=Who(step.partner), ends=ends)
        return line, T("Join the route?"), T("{who} may join a route"), "ticket"
    line = T("Pay ${cost} to try to steal {ends}?", cost=atlas.card_price[step.card], ends=ends)
    return line, T("Pay ${cost} to steal?", cost=atlas.card_price[step.card]), T("{who} may steal a card"), "dice"
