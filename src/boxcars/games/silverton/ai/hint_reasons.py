"""Sentences that explain a move of Silverton, and name the things on the board that it is about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from boxcars.core.messages import TN, T, Text
from boxcars.games.silverton import actions as w
from boxcars.games.silverton import deal_actions as d
from boxcars.games.silverton.ai.town_connections import FAR
from boxcars.games.silverton.ai.valuation import SeatValuation
from boxcars.games.silverton.names import card, segment
from boxcars.games.silverton.state import Table

if TYPE_CHECKING:
    from boxcars.games.silverton.ai.evaluator import SilvertonEvaluator


def reason(evaluator: SilvertonEvaluator, state: Table, action: Any) -> Text:
    step = state.agenda[-1]
    view = evaluator.view(state, step.seat)
    if isinstance(action, (w.PlaceProspector, w.Buy, w.SendNeutral)):
        return _claim(evaluator, view, action.target if isinstance(action, w.PlaceProspector) else action.card)
    if isinstance(action, (w.PlaceSurveyor, w.Build)):
        return _line(evaluator, view, action)
    if isinstance(action, w.Operate):
        units, cost = view.output(evaluator.game.atlas.claim_no[action.claim], 1)
        return T("It should yield about {units} units for ${cost}.", units=f"{units:.1f}", cost=round(cost))
    if isinstance(action, w.Deliver):
        return _sale(evaluator, state, action)
    if isinstance(action, (w.Decline, w.No)):
        return T("It would cost more than it brings in.")
    if isinstance(action, (w.Yes, w.Join)):
        return T("It brings in more than it costs.")
    if isinstance(action, (w.Draw, w.KeepPiece, w.RecallPiece, w.MoveCard, w.SelectPieces, w.Assign)):
        return _piece(evaluator, view, action)
    if isinstance(action, (w.BuyTrain, w.BuyPlow, w.MakeUpTrain, w.AssignPlow, w.Transfer, w.Hire)):
        return _equipment(evaluator, view, action)
    if isinstance(action, (d.Offer, d.Counter, d.Accept)):
        return T("Both players should gain from it.")
    if isinstance(action, d.Refuse):
        return T("It gives away more than it brings in.")
    if isinstance(action, (w.RollRelease, w.PayFine)):
        return T("A piece in jail can't do anything.")
    if isinstance(action, (w.Dismantle, w.Abandon)):
        return T("{segment} doesn't lead anywhere that pays.", segment=segment(evaluator.game, action.segment))
    if isinstance(action, (w.RollProduction, w.RollPlows)):
        return T("Everything that needed paying is paid.")
    return _going_on(view)


def _claim(evaluator: SilvertonEvaluator, view: SeatValuation, key: str) -> Text:
    atlas, cash = evaluator.game.atlas, view.state.players[view.seat].cash
    if key == "deck":
        return T("With ${cash}, an unseen claim could pay off.", cash=cash)
    name, gain = card(evaluator.game, key), evaluator.purchase_value(view, key)
    if gain <= -FAR:
        return T("{card} is out of reach for now.", card=name)
    if gain < 0:
        return T("{card} would bring in about ${loss} less than it costs.", card=name, loss=round(-gain))
    if key in atlas.claim_no:
        town = atlas.claim_town[atlas.claim_no[key]]
        steps = view.segments_to(town)
        return TN(
            "It should earn about ${gain} more than it costs; you still need {count} segment.",
            "It should earn about ${gain} more than it costs; you still need {count} segments.",
            steps,
            gain=round(gain),
        )
    return T("Its passengers should bring in about ${gain} more than it costs.", gain=round(gain))


def _line(evaluator: SilvertonEvaluator, view: SeatValuation, action: w.PlaceSurveyor | w.Build) -> Text:
    atlas = evaluator.game.atlas
    number = atlas.segment_no[action.segment]
    if isinstance(action, w.PlaceSurveyor) and action.dismantle:
        return T("{segment} doesn't lead anywhere that pays.", segment=segment(evaluator.game, action.segment))
    goal = round(evaluator.segment_goals(view).get(number, 0.0)) if isinstance(action, w.PlaceSurveyor) else 0
    if goal > 0:
        return T("Expected gain: about ${gain}.", gain=goal)
    towns = [T("{town}", town=atlas.town_names[town]) for town in atlas.ends[number] if not view.lines.at_home(town)]
    if towns:
        return T("For ${cost} it connects {towns} to your network.", cost=atlas.cost[number], towns=towns)
    return T("It shortens a route in your network.")


def _sale(evaluator: SilvertonEvaluator, state: Table, action: w.Deliver) -> Text:
    atlas = evaluator.game.atlas
    good, city = atlas.claim_good[atlas.claim_no[action.claim]], atlas.town_no[action.city]
    marker = evaluator.game.marker_for[good][city]
    now, printed = evaluator.game.price(state, marker), atlas.markers[marker]
    usual = printed.ladder[printed.start]
    return T("{city} pays ${price} per unit; the usual price is ${usual}.", city=atlas.town_names[city], price=now, usual=usual)


def _piece(evaluator: SilvertonEvaluator, view: SeatValuation, action: Any) -> Text:
    if isinstance(action, w.Draw):
        return T("With ${cash}, an unseen claim could pay off.", cash=view.state.players[view.seat].cash)
    if isinstance(action, w.MoveCard):
        return T("{card} is better placed there.", card=card(evaluator.game, action.card))
    if isinstance(action, w.KeepPiece):
        return T("It's worth waiting for what this piece is after.")
    if isinstance(action, w.SelectPieces):
        count = len(action.surveyors) + len(action.prospectors)
        return TN("{count} piece can act every turn.", "{count} pieces can act every turn.", count)
    return T("This piece is needed elsewhere.")


def _equipment(evaluator: SilvertonEvaluator, view: SeatValuation, action: Any) -> Text:
    state = view.state
    waiting = sum(state.goods[claim] for claim, at in enumerate(state.claim_at) if at == view.seat)
    if isinstance(action, (w.BuyPlow, w.AssignPlow)):
        white = sum(evaluator.game.atlas.white[s] for s in state.players[view.seat].track)
        return TN("{count} of your segments closes in winter.", "{count} of your segments close in winter.", white)
    if isinstance(action, w.Hire):
        return T("You have the money and the time for one more piece.")
    return TN("{count} unit is waiting for a train.", "{count} units are waiting for a train.", waiting)


def _going_on(view: SeatValuation) -> Text:
    """Return the reason to end a phase: the remaining cash is needed later."""
    owed = view.track_cost_owed()
    if owed:
        return T("First you need ${owed} to connect your claims.", owed=owed)
    return T("Nothing else here pays off.")
