"""Statistics of a finished game of Silverton: where the money came from, and what each claim cost and brought."""

from __future__ import annotations

from collections.abc import Iterable

from boxcars.core.messages import T, Text
from boxcars.core.types import Event
from boxcars.games.silverton.events import (
    CardBought,
    ClaimPaid,
    FaresCollected,
    FinePaid,
    GoodsDelivered,
    TrackBuilt,
    TrainBought,
)
from boxcars.games.silverton.names import card
from boxcars.games.silverton.rules import Silverton
from boxcars.games.silverton.state import Table
from boxcars.view.statistics import Line, Statistic, course, figures, listed

CHAPTERS: dict[str, Text] = {
    "ChoosePieces": T("Placing pieces"),
    "AssignSurveyor": T("Placing pieces"),
    "AssignTrain": T("Placing pieces"),
    "PlacePieces": T("Placing pieces"),
    "MoveParallel": T("Disputes"),
    "DemandDispute": T("Disputes"),
    "ProposeJoint": T("Joint routes"),
    "AnswerJoint": T("Joint routes"),
    "LeaveJoint": T("Joint routes"),
    "PayTheft": T("Thefts"),
    "BuyCards": T("Buying cards"),
    "AnswerDraw": T("Buying cards"),
    "BuildTrack": T("Building"),
    "BuildConsecutive": T("Building"),
    "OperateClaims": T("Operating claims"),
    "PlowSnow": T("Snow plows"),
    "MakeDeals": T("Deals"),
    "AnswerOffer": T("Deals"),
    "AnswerCounter": T("Deals"),
    "DeliverGoods": T("Delivering"),
    "LoadTrain": T("Delivering"),
    "FreePieces": T("Fines"),
    "HirePiece": T("Hiring"),
    "BuyEquipment": T("Equipment"),
}
"""Steps by the part of the game they belong to."""


def statistics(rules: Silverton, game: Iterable[tuple[Table, list[Event]]]) -> list[Statistic]:
    freight, fares, track, built, bought, trains, fines = ([0] * rules.players for _ in range(7))
    claims: dict[tuple[int, str], list[float]] = {}
    cash: dict[int, list[int]] = {}
    for state, events in game:
        for event in events:
            if isinstance(event, GoodsDelivered):
                freight[event.seat] += event.income
                claims.setdefault((event.seat, event.claim), [0, 0, 0])[1] += event.income
            elif isinstance(event, ClaimPaid):
                claims.setdefault((event.seat, event.claim), [0, 0, 0])[0] += event.cost
            elif isinstance(event, CardBought):
                bought[event.seat] += event.cost
                if event.card in rules.atlas.claim_no:
                    claims.setdefault((event.seat, event.card), [0, 0, 0])[0] += event.cost
            elif isinstance(event, FaresCollected):
                fares[event.seat] += event.income
            elif isinstance(event, TrackBuilt):
                built[event.seat] += 1
                track[event.seat] += event.cost
            elif isinstance(event, TrainBought):
                trains[event.seat] += event.cost
            elif isinstance(event, FinePaid):
                fines[event.seat] += event.fine
        cash[state.turn] = [player.cash for player in state.players]
    lines = [
        Line(card(rules, claim), [cost, brought, brought - cost], seat) for (seat, claim), (cost, brought, _) in claims.items()
    ]
    money = [
        (T("Earned from goods, $"), freight),
        (T("Earned from passengers, $"), fares),
        (T("Lines built"), built),
        (T("Spent on track, $"), track),
        (T("Spent on cards, $"), bought),
        (T("Spent on trains, $"), trains),
        (T("Fines, $"), fines),
    ]
    return [
        figures(T("The game in numbers"), money),
        course(T("Cash by turn, $"), [cash[turn] for turn in sorted(cash)]),
        listed(T("Cost and earnings of each claim, $"), [T("cost"), T("earned"), T("profit")], lines),
    ]
