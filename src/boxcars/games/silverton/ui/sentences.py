"""Actions, steps and targets of Silverton in words (the events are told in ``log.py``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from boxcars.core.messages import T, Text, Who
from boxcars.games.silverton import actions as w
from boxcars.games.silverton import deal_actions as d
from boxcars.games.silverton import steps as due
from boxcars.games.silverton.names import KIND_NAMES, card, deal, freight, pieces, plow, segment, town, train
from boxcars.games.silverton.state import SURVEYOR

if TYPE_CHECKING:
    from boxcars.games.silverton.rules import Silverton


def say(rules: Silverton, action: Any) -> Text:
    """Return the action as a line of the list."""
    if isinstance(action, w.PlaceSurveyor):
        where = segment(rules, action.segment)
        number = rules.atlas.segment_no[action.segment]
        if action.dismantle:
            back = rules.atlas.refund * rules.atlas.distance[number]
            values: dict[str, Any] = {"piece": action.piece + 1, "segment": where, "refund": back}
            return T("Send surveyor {piece} to dismantle {segment} (refund ${refund})", **values)
        cost = rules.atlas.cost[number]
        return T("Send surveyor {piece} to build {segment} for ${cost}", piece=action.piece + 1, segment=where, cost=cost)
    if isinstance(action, w.PlaceProspector):
        return T("Send prospector {piece} to {card}", piece=action.piece + 1, card=card(rules, action.target))
    if isinstance(action, w.KeepPiece):
        return T("Leave piece {piece} where it is", piece=action.piece + 1)
    if isinstance(action, w.RecallPiece):
        return T("Take piece {piece} back", piece=action.piece + 1)
    if isinstance(action, w.SelectPieces):
        return T("Choose {pieces}", pieces=pieces(action.surveyors, action.prospectors))
    if isinstance(action, w.Assign):
        return T("Assign to {city}", city=town(rules, action.home))
    if isinstance(action, w.SendNeutral):
        return T("Send the neutral prospector to {card}", card=card(rules, action.card))
    if isinstance(action, w.Join):
        return T("Propose a joint route to {who}", who=Who(action.partner))
    if isinstance(action, w.Buy):
        return T("Buy {card} for ${cost}", card=card(rules, action.card), cost=price_of(rules, action.card))
    if isinstance(action, w.Decline):
        return T("Don't buy {card}", card=card(rules, action.card))
    if isinstance(action, w.Draw):
        return T("Draw from the deck with prospector {piece}", piece=action.piece + 1)
    if isinstance(action, w.MoveCard):
        return T("Move {card} to {place}", card=card(rules, action.card), place=name(rules, f"place:{action.place}"))
    if isinstance(action, w.Build):
        cost = rules.atlas.cost[rules.atlas.segment_no[action.segment]]
        return T("Build {segment} for ${cost}", segment=segment(rules, action.segment), cost=cost)
    if isinstance(action, w.Dismantle):
        refund = rules.atlas.refund * rules.atlas.distance[rules.atlas.segment_no[action.segment]]
        return T("Dismantle {segment} (refund ${refund})", segment=segment(rules, action.segment), refund=refund)
    if isinstance(action, w.Abandon):
        return T("Abandon {segment}", segment=segment(rules, action.segment))
    return _say_later(rules, action)


def _say_later(rules: Silverton, action: Any) -> Text:
    """Steps IV.3 to the end of the turn."""
    if isinstance(action, w.Operate):
        cost = rules.atlas.operating[rules.atlas.claim_no[action.claim]]
        return T("Operate {card} for ${cost}", card=card(rules, action.claim), cost=cost)
    if isinstance(action, w.AssignPlow):
        return T("Send {plow} to {segment}", plow=plow(action.plow), segment=segment(rules, action.segment))
    if isinstance(action, d.Offer):
        return T("Offer {who} a deal: {deal}", who=Who(action.to), deal=deal(rules, action.give, action.take, action.freight))
    if isinstance(action, d.Counter):
        return T("Make a counter-offer: {deal}", deal=deal(rules, action.give, action.take, action.freight))
    if isinstance(action, w.MakeUpTrain):
        return T("Use {trains}", trains=[train(t) for t in action.trains])
    if isinstance(action, w.Deliver):
        return T(
            "Deliver {units} from {card} to {city}",
            units=action.units,
            card=card(rules, action.claim),
            city=town(rules, action.city),
        )
    if isinstance(action, w.Transfer):
        return T(
            "Move {units} from {card} to {to}", units=action.units, card=card(rules, action.claim), to=card(rules, action.to)
        )
    if isinstance(action, w.RollRelease):
        return T("Roll to free piece {piece}", piece=action.piece + 1)
    if isinstance(action, w.PayFine):
        return T("Pay the fine for piece {piece}", piece=action.piece + 1)
    if isinstance(action, w.Hire):
        return T("Hire a {kind} for ${cost}", kind=KIND_NAMES[0 if action.kind == "surveyor" else 1], cost=rules.hire_cost)
    if isinstance(action, w.BuyTrain):
        if action.trade_in:
            return T("Buy a power-{power} train (trade in {train})", power=action.power, train=train(action.trade_in))
        return T("Buy a power-{power} train", power=action.power)
    if isinstance(action, w.BuyPlow):
        if action.trade_in:
            return T("Buy a +{bonus} snow plow (trade in {plow})", bonus=action.bonus, plow=plow(action.trade_in))
        return T("Buy a +{bonus} snow plow", bonus=action.bonus)
    return DEEDS[action.path()[0]]


DEEDS = {
    "do:end_placement": T("End placement"),
    "do:yes": T("Yes"),
    "do:no": T("No"),
    "do:end_track": T("Finish building"),
    "do:roll_production": T("Roll for production"),
    "do:roll_plows": T("Roll for the snow plows"),
    "do:accept": T("Accept"),
    "do:refuse": T("Decline"),
    "do:end_deals": T("End deals"),
    "do:end_deliveries": T("End deliveries"),
    "do:end_fines": T("End turn"),
    "do:pass": T("Pass"),
    "do:dismantle": T("Dismantle"),
    "do:keep": T("Leave it there"),
    "do:recall": T("Take it back"),
    "do:buy": T("Buy"),
    "do:decline": T("Don't buy"),
    "do:build": T("Build"),
    "do:abandon": T("Abandon"),
    "do:operate": T("Operate"),
    "do:offer": T("Send the offer"),
    "do:counter": T("Send the counter-offer"),
    "do:make_up": T("Use these trains"),
    "do:roll": T("Roll two dice"),
    "do:pay": T("Pay"),
}


def price_of(rules: Silverton, key: str) -> int:
    atlas = rules.atlas
    return atlas.claim_cost[atlas.claim_no[key]] if key in atlas.claim_no else atlas.card_price[atlas.card_no[key]]


def ask(rules: Silverton, step: Any) -> Text:
    """Return what is asked of the seat."""
    atlas = rules.atlas
    if isinstance(step, due.AssignTrain):
        return T("Assign {train} to one of your home cities.", train=train(atlas.trains[step.train]))
    if isinstance(step, due.BuildConsecutive):
        cost = atlas.cost[step.segment]
        return T(
            "The dice let you build {segment}. Build it for ${cost}?",
            segment=segment(rules, atlas.segments[step.segment]),
            cost=cost,
        )
    if isinstance(step, due.MoveParallel):
        return T("Move to the empty parallel segment {segment}?", segment=segment(rules, atlas.segments[step.segment]))
    if isinstance(step, due.DemandDispute):
        return T("Demand a special dispute with {who}?", who=Who(step.rival))
    if isinstance(step, due.LeaveJoint):
        return T("End the joint route for {card}?", card=card(rules, atlas.cards[step.card]))
    if isinstance(step, due.ProposeJoint):
        return T("Propose a joint route for {card}?", card=card(rules, atlas.cards[step.card]))
    if isinstance(step, due.AnswerJoint):
        return T("Join {who} for {card}?", who=Who(step.partner), card=card(rules, atlas.cards[step.card]))
    if isinstance(step, due.PayTheft):
        cost = atlas.card_price[step.card]
        return T("Pay ${cost} to try to steal {card}?", cost=cost, card=card(rules, atlas.cards[step.card]))
    if isinstance(step, due.AnswerDraw):
        return T("You drew {card}. Buy it?", card=card(rules, atlas.claims[step.claim]))
    return QUESTIONS[type(step).__name__]


QUESTIONS = {
    "ChoosePieces": T("Choose your surveyors and prospectors."),
    "AssignSurveyor": T("Assign the surveyor to one of your home cities."),
    "PlacePieces": T("Send surveyors to segments and prospectors to cards."),
    "PlaceNeutral": T("Send the neutral prospector to a card."),
    "BuyCards": T("Buy claims and passenger cards, or skip them."),
    "BuildTrack": T("Build, dismantle or abandon track."),
    "OperateClaims": T("Pay for the claims you want to operate, then roll."),
    "PlowSnow": T("Send snow plows to your white segments."),
    "MakeDeals": T("Offer a deal or continue."),
    "AnswerOffer": T("Respond to the offer."),
    "AnswerCounter": T("Respond to the counter-offer."),
    "DeliverGoods": T("Deliver goods to a market city."),
    "LoadTrain": T("Load the train."),
    "FreePieces": T("Free pieces from jail or end your turn."),
    "HirePiece": T("Hire a piece or pass."),
    "BuyEquipment": T("Buy one train or one snow plow, or pass."),
}


def name(rules: Silverton, key: str) -> Text:
    """Return a target of a path, as the label of a button."""
    kind, _, rest = key.partition(":")
    if kind == "do":
        return DEEDS[key]
    if kind == "segment":
        return T("{segment}", segment=segment(rules, rest))
    if kind == "card":
        return card(rules, rest)
    if kind == "deck":
        return T("the deck")
    if kind == "town":
        return T("{town}", town=town(rules, rest))
    if kind == "piece":
        return T("Piece {piece}", piece=int(rest) + 1)
    if kind == "pieces":
        surveyors, _, prospectors = rest.partition("-")
        return pieces([int(b) for b in surveyors], [int(b) for b in prospectors])
    if kind == "seat":
        return T("Make an offer to {who}", who=Who(int(rest)))
    if kind == "place":
        return T("a claim space") if rest == "claims" else T("passenger space {place}", place=int(rest) + 1)
    if kind == "train":
        return train(rest)
    if kind == "plow":
        return plow(rest)
    if kind == "shop":
        return T("Snow plow {plow}", plow=rest) if rest.startswith("+") else T("Power-{power} train", power=rest)
    if kind == "hire":
        return KIND_NAMES[SURVEYOR if rest == "surveyor" else 1]
    if kind == "n":
        return T("{count}", count=int(rest))
    if kind == "freight":
        claim, city, units = rest.split(":")[:3]
        return freight(rules, d.Freight(claim, int(units), city))
    return _part(rules, kind, rest)


def _part(rules: Silverton, side: str, rest: str) -> Text:
    """Return a part of an offer: give:money:200, take:claim:C025."""
    kind, _, item = rest.partition(":")
    thing = {
        "money": lambda: T("${money}", money=item),
        "claim": lambda: card(rules, item),
        "segment": lambda: T("{segment}", segment=segment(rules, item)),
        "train": lambda: train(item),
        "plow": lambda: plow(item),
    }[kind]()
    return T("give {thing}", thing=thing) if side == "give" else T("take {thing}", thing=thing)


def chance_name(rules: Silverton, stream: str, value: int) -> Text:
    """Return an outcome of chance in words, for the referee."""
    atlas = rules.atlas
    if stream == "deck":
        claims = len(atlas.claims)
        return card(rules, atlas.claims[value] if value < claims else atlas.events[value - claims])
    if stream == "passengers":
        return card(rules, atlas.cards[value])
    if stream == "stacks":
        top = [c for c, kind in enumerate(atlas.card_class) if kind == rules.classes[0]]
        return card(rules, atlas.cards[top[value]])
    if stream == "order":
        return T("{who}", who=Who(value))
    if stream == "positions":
        homes = "–".join(atlas.town_names[h] for h in rules.homes[value])
        return T("starting position {number}: {homes}", number=value + 1, homes=homes)
    return T("a {face} on the die", face=value + 1)
