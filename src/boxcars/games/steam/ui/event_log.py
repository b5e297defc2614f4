"""Events of Steam as sentences of the log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boxcars.games.steam.ui.sentences import teller_of

if TYPE_CHECKING:
    from boxcars.games.steam.rules import Steam
from boxcars.core.messages import TN, T, Text, Who
from boxcars.games.steam.names import goods_text
from boxcars.games.steam.types import (
    AuctionOpened,
    CityActionLapsed,
    CityFounded,
    CityGrown,
    GameEnded,
    IncomeSettled,
    LoansTaken,
    OrderDrawn,
    OrderSettled,
    RewardTaken,
    SteamEvent,
    TileTaken,
)
from boxcars.rail.actions import GoodsMoved, PlaceTaken
from boxcars.rail.names import ACTION_NAMES, COLOUR_NAMES, ORDINALS


def tell(rules: Steam, event: SteamEvent) -> Text:
    teller = teller_of(rules.board)
    shared = teller.tell(event)
    if shared is not None:
        return shared
    if isinstance(event, OrderDrawn):
        return T("Turn order from the action tiles drawn: {order}.", order=seats_text(event.order))
    if isinstance(event, AuctionOpened):
        return T("Bidding for {place} place: {who} starts.", place=ORDINALS[event.place - 1], who=Who(event.seat))
    if isinstance(event, PlaceTaken):
        if not event.paid:
            return T("{who} goes {place} for free.", who=Who(event.seat), place=ORDINALS[event.place - 1])
        return T("{who} goes {place} (paid ${paid}).", who=Who(event.seat), place=ORDINALS[event.place - 1], paid=event.paid)
    if isinstance(event, LoansTaken):
        return _loans(event)
    if isinstance(event, TileTaken):
        return _tile(event)
    if isinstance(event, CityFounded):
        return T(
            "{who} places a {colour} New City on {town} with {goods}.",
            who=Who(event.seat),
            town=teller.place(event.hex),
            colour=COLOUR_NAMES[event.colour],
            goods=goods_text(event.goods) or T("no goods"),
        )
    if isinstance(event, CityGrown):
        return T(
            "{who} grows {city} and adds {goods}.",
            who=Who(event.seat),
            city=teller.place(event.hex),
            goods=goods_text(event.goods),
        )
    if isinstance(event, CityActionLapsed):
        return T("{who} can no longer use {action}.", action=ACTION_NAMES[event.action], who=Who(event.seat))
    if isinstance(event, GoodsMoved):
        links = len(event.sides)
        return TN(
            "{who} moves a {colour} cube from {origin} to {to} ({count} link).",
            "{who} moves a {colour} cube from {origin} to {to} ({count} links).",
            links,
            who=Who(event.seat),
            colour=COLOUR_NAMES[event.colour],
            origin=teller.place(event.origin),
            to=teller.place(event.stops[-1]),
        )
    if isinstance(event, RewardTaken):
        return _reward(event)
    if isinstance(event, IncomeSettled):
        return _income(event)
    if isinstance(event, OrderSettled):
        return T("Turn order for next turn: {order}.", order=seats_text(event.order))
    assert isinstance(event, GameEnded)
    return T("Only one player is left, so the game is over.") if event.alone else T("The game is over.")


def seats_text(order: list[int]) -> list[Text]:
    return [T("{who}", who=Who(seat)) for seat in order]


def _loans(event: LoansTaken) -> Text:
    who, amount = Who(event.seat), 5 * event.steps
    if not event.steps:
        return T("{who} doesn't take any loans.", who=who)
    if not event.points:
        return T("{who} borrows ${amount} (income −{income}).", who=who, amount=amount, income=event.income)
    return T(
        "{who} borrows ${amount} (income −{income}, victory points −{points}).",
        who=who,
        amount=amount,
        income=event.income,
        points=event.points,
    )


def _tile(event: TileTaken) -> Text:
    who, action = Who(event.seat), ACTION_NAMES[event.action]
    if event.use is False:
        return T("{who} takes {action} and passes.", who=who, action=action)
    if event.paid:
        return T("{who} takes {action} for ${paid}.", who=who, action=action, paid=event.paid)
    return T("{who} takes {action}.", who=who, action=action)


def _reward(event: RewardTaken) -> Text:
    who = Who(event.seat)
    if event.to == "vp":
        return TN("{who} gains {count} victory point.", "{who} gains {count} victory points.", event.points, who=who)
    if event.lost:
        return T(
            "{who} gains {points} income and loses {lost} past the end of the track.",
            who=who,
            points=event.points - event.lost,
            lost=event.lost,
        )
    return T("{who} gains {points} income.", who=who, points=event.points)


def _income(event: IncomeSettled) -> Text:
    who = Who(event.seat)
    net = event.amount - event.maintenance
    if event.points_lost or event.income_lost:
        return T(
            "{who} can't pay ${amount} in full and loses {points} VP and {income} income.",
            who=who,
            amount=-net,
            points=event.points_lost,
            income=event.income_lost,
        )
    income, upkeep = event.amount, event.maintenance
    if upkeep:
        if income < 0:
            return T(
                "{who} pays ${amount} for negative income and ${upkeep} for the locomotive.",
                who=who,
                amount=-income,
                upkeep=upkeep,
            )
        return T(
            "{who} collects ${income} of income and pays ${upkeep} for the locomotive.", who=who, income=income, upkeep=upkeep
        )
    if income < 0:
        return T("{who} pays ${amount} for negative income.", who=who, amount=-income)
    return T("{who} collects ${amount} of income.", who=who, amount=income) if income else T("{who} collects no income.", who=who)
