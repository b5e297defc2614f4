"""What speaks for a move of Silverton: a sentence that names what on the board it is about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from boxcars.core.words import TN, T, Text
from boxcars.games.silverton import deal_words as d
from boxcars.games.silverton import words as w
from boxcars.games.silverton.mind.appraisal import Appraisal
from boxcars.games.silverton.mind.roads import FAR
from boxcars.games.silverton.names import card, segment
from boxcars.games.silverton.table import Table

if TYPE_CHECKING:
    from boxcars.games.silverton.mind.judge import SilvertonJudge


def reason(judge: SilvertonJudge, state: Table, action: Any) -> Text:
    step = state.agenda[-1]
    view = judge.view(state, step.seat)
    if isinstance(action, (w.PlaceProspector, w.Buy, w.SendNeutral)):
        return _claim(judge, view, action.target if isinstance(action, w.PlaceProspector) else action.card)
    if isinstance(action, (w.PlaceSurveyor, w.Build)):
        return _line(judge, view, action)
    if isinstance(action, w.Operate):
        units, cost = view.output(judge.game.atlas.claim_no[action.claim], 1)
        return T("It yields about {units} loads for ${cost}.", units=f"{units:.1f}", cost=round(cost))
    if isinstance(action, w.Deliver):
        return _sale(judge, state, action)
    if isinstance(action, (w.Decline, w.No)):
        return T("It would cost more than it brings.")
    if isinstance(action, (w.Yes, w.Join)):
        return T("It brings more than it costs.")
    if isinstance(action, (w.Draw, w.KeepPiece, w.RecallPiece, w.MoveCard, w.SelectPieces, w.Assign)):
        return _piece(judge, view, action)
    if isinstance(action, (w.BuyTrain, w.BuyPlow, w.MakeUpTrain, w.AssignPlow, w.Transfer, w.Hire)):
        return _equipment(judge, view, action)
    if isinstance(action, (d.Offer, d.Counter, d.Accept)):
        return T("Both sides should gain by it.")
    if isinstance(action, d.Refuse):
        return T("It gives away more than it brings.")
    if isinstance(action, (w.RollRelease, w.PayFine)):
        return T("A piece in jail does nothing.")
    if isinstance(action, (w.Dismantle, w.Abandon)):
        return T("{segment} leads nowhere that pays.", segment=segment(judge.game, action.segment))
    if isinstance(action, (w.RollProduction, w.RollPlows)):
        return T("All that is to be paid has been paid.")
    return _going_on(view)


def _claim(judge: SilvertonJudge, view: Appraisal, key: str) -> Text:
    atlas, cash = judge.game.atlas, view.state.players[view.seat].cash
    if key == "deck":
        return T("With ${cash} a claim that nobody has seen yet may pay.", cash=cash)
    name, gain = card(judge.game, key), judge.worth_of(view, key)
    if gain <= -FAR:
        return T("{card} is out of reach for now.", card=name)
    if gain < 0:
        return T("{card} would bring about ${loss} less than it costs.", card=name, loss=round(-gain))
    if key in atlas.claim_no:
        town = atlas.claim_town[atlas.claim_no[key]]
        steps = view.steps(town)
        return TN(
            "It should earn about ${gain} more than it costs; {count} line is missing.",
            "It should earn about ${gain} more than it costs; {count} lines are missing.",
            steps,
            gain=round(gain),
        )
    return T("Its passengers should bring about ${gain} more than it costs.", gain=round(gain))


def _line(judge: SilvertonJudge, view: Appraisal, action: w.PlaceSurveyor | w.Build) -> Text:
    atlas = judge.game.atlas
    number = atlas.segment_no[action.segment]
    if isinstance(action, w.PlaceSurveyor) and action.dismantle:
        return T("{segment} leads nowhere that pays.", segment=segment(judge.game, action.segment))
    goal = round(judge.goals(view).get(number, 0.0)) if isinstance(action, w.PlaceSurveyor) else 0
    if goal > 0:
        return T("It is on the way to about ${gain}.", gain=goal)
    towns = [T("{town}", town=atlas.town_names[town]) for town in atlas.ends[number] if not view.lines.at_home(town)]
    if towns:
        return T("For ${cost} it brings {towns} into the network.", cost=atlas.cost[number], towns=towns)
    return T("It shortens a way within the network.")


def _sale(judge: SilvertonJudge, state: Table, action: w.Deliver) -> Text:
    atlas = judge.game.atlas
    good, city = atlas.claim_good[atlas.claim_no[action.claim]], atlas.town_no[action.city]
    marker = judge.game.marker_for[good][city]
    now, printed = judge.game.price(state, marker), atlas.markers[marker]
    usual = printed.ladder[printed.start]
    return T("{city} pays ${price} a load; ${usual} is usual.", city=atlas.town_names[city], price=now, usual=usual)


def _piece(judge: SilvertonJudge, view: Appraisal, action: Any) -> Text:
    if isinstance(action, w.Draw):
        return T("With ${cash} a claim that nobody has seen yet may pay.", cash=view.state.players[view.seat].cash)
    if isinstance(action, w.MoveCard):
        return T("{card} is better off there.", card=card(judge.game, action.card))
    if isinstance(action, w.KeepPiece):
        return T("What it stands for is worth waiting.")
    if isinstance(action, w.SelectPieces):
        count = len(action.surveyors) + len(action.prospectors)
        return TN("{count} piece can do something every turn.", "{count} pieces can do something every turn.", count)
    return T("It is wanted elsewhere.")


def _equipment(judge: SilvertonJudge, view: Appraisal, action: Any) -> Text:
    state = view.state
    waiting = sum(state.goods[claim] for claim, at in enumerate(state.claim_at) if at == view.seat)
    if isinstance(action, (w.BuyPlow, w.AssignPlow)):
        white = sum(judge.game.atlas.white[s] for s in state.players[view.seat].track)
        return TN("{count} own line is shut in winter.", "{count} own lines are shut in winter.", white)
    if isinstance(action, w.Hire):
        return T("There is money and time for one more piece.")
    return TN("{count} load waits for a train.", "{count} loads wait for a train.", waiting)


def _going_on(view: Appraisal) -> Text:
    """Ending a phase: what is left of the purse is wanted."""
    owed = view.debts()
    if owed:
        return T("The ${owed} to join own claims come first.", owed=owed)
    return T("Nothing more pays here.")
