"""Actions, events, steps and targets of Steam in words. What every hex game says is in ``rail.telling``."""

from __future__ import annotations

from boxcars.core.words import TN, T, Text, Who
from boxcars.games.steam.words import (
    ACTIONS,
    COLOURS,
    AuctionOpened,
    BidForOrder,
    BidForStart,
    BuildTrack,
    ChooseNewCity,
    ChooseReward,
    ChooseSupply,
    CityActionLapsed,
    CityFounded,
    CityGrown,
    GameEnded,
    GrowCity,
    IncomeSettled,
    LoansTaken,
    MoveRound,
    OrderDrawn,
    OrderSettled,
    PickNewCity,
    PickSupply,
    RaiseCapital,
    RewardTaken,
    SelectAction,
    SteamAction,
    SteamEvent,
    SteamStep,
    TakeLoans,
    TakeReward,
    TakeTile,
    TileTaken,
    Urbanize,
)
from boxcars.rail.telling import HexTeller, sides_text
from boxcars.rail.words import GoodsMoved, MoveGoods, PlaceTaken

COLOUR_NAMES = {"red": T("red"), "blue": T("blue"), "yellow": T("yellow"), "purple": T("purple"), "gray": T("gray")}
ACTION_NAMES = {
    "turn_order": T("Turn Order"),
    "first_move": T("First Move"),
    "engineer": T("Engineer"),
    "first_build": T("First Build"),
    "city_growth": T("City Growth"),
    "locomotive": T("Locomotive"),
    "urbanization": T("Urbanization"),
}


def goods_text(goods: list[int]) -> list[Text]:
    """Cubes by colour: "2 red", "1 gray"."""
    return [T("{number} {colour}", number=n, colour=COLOUR_NAMES[COLOURS[c]]) for c, n in enumerate(goods) if n]


def say(teller: HexTeller, action: SteamAction) -> Text:
    shared = teller.say(action)
    if shared is not None:
        return shared
    if isinstance(action, TakeLoans):
        if not action.steps:
            return T("Take no loan")
        return TN("Take {count} loan: ${amount}", "Take {count} loans: ${amount}", action.steps, amount=5 * action.steps)
    if isinstance(action, TakeTile):
        name = ACTION_NAMES[action.action]
        if action.use is None:
            return T("Take {action}", action=name)
        return T("Take {action}: use it", action=name) if action.use else T("Take {action}: pass", action=name)
    if isinstance(action, Urbanize):
        return T("Put a New City on {town}", town=teller.place(action.hex))
    if isinstance(action, PickNewCity):
        return T("Take the {colour} New City", colour=COLOUR_NAMES[action.colour])
    if isinstance(action, GrowCity):
        return T("Let {city} grow", city=teller.place(action.hex))
    if isinstance(action, PickSupply):
        return T("Take the goods of supply space {space}", space=action.space + 1)
    if isinstance(action, TakeReward):
        return T("Take income") if action.to == "income" else T("Take victory points")
    assert isinstance(action, MoveGoods)
    return T(
        "Move a {colour} cube from {origin} to {to} by {sides}",
        colour=COLOUR_NAMES[action.colour],
        origin=teller.place(action.origin),
        to=teller.place(action.to),
        sides=sides_text(teller.grid, list(action.sides)),
    )


def tell(teller: HexTeller, event: SteamEvent) -> Text:
    shared = teller.tell(event)
    if shared is not None:
        return shared
    if isinstance(event, OrderDrawn):
        return T("The action tiles drawn give the order {order}.", order=seats_text(event.order))
    if isinstance(event, AuctionOpened):
        return T("Place {place} in the order of play is auctioned; {who} begins.", place=event.place, who=Who(event.seat))
    if isinstance(event, PlaceTaken):
        return T(
            "{who} is number {place} in the order of play for ${paid}.", who=Who(event.seat), place=event.place, paid=event.paid
        )
    if isinstance(event, LoansTaken):
        return _loans(event)
    if isinstance(event, TileTaken):
        return _tile(event)
    if isinstance(event, CityFounded):
        return T(
            "{who} turns {town} into a {colour} city with {goods}.",
            who=Who(event.seat),
            town=teller.place(event.hex),
            colour=COLOUR_NAMES[event.colour],
            goods=goods_text(event.goods) or T("no goods"),
        )
    if isinstance(event, CityGrown):
        return T(
            "{who} lets {city} grow: {goods}.",
            who=Who(event.seat),
            city=teller.place(event.hex),
            goods=goods_text(event.goods),
        )
    if isinstance(event, CityActionLapsed):
        return T("{action} of {who} has become impossible.", action=ACTION_NAMES[event.action], who=Who(event.seat))
    if isinstance(event, GoodsMoved):
        links = len(event.sides)
        return TN(
            "{who} moves a {colour} cube from {origin} to {to} over {count} link.",
            "{who} moves a {colour} cube from {origin} to {to} over {count} links.",
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
        return T("Order of play of the next turn: {order}.", order=seats_text(event.order))
    assert isinstance(event, GameEnded)
    return T("Only one player is left: the game is over.") if event.alone else T("The game is over.")


def seats_text(order: list[int]) -> list[Text]:
    return [T("{who}", who=Who(seat)) for seat in order]


def _loans(event: LoansTaken) -> Text:
    who, amount = Who(event.seat), 5 * event.steps
    if not event.steps:
        return T("{who} takes no loan.", who=who)
    if not event.points:
        return T("{who} borrows ${amount} for {income} income.", who=who, amount=amount, income=event.income)
    return T(
        "{who} borrows ${amount} for {income} income and {points} victory points.",
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
        return TN("{who} takes {count} victory point.", "{who} takes {count} victory points.", event.points, who=who)
    if event.lost:
        return T(
            "{who} takes {points} income; {lost} beyond the end of the track are lost.",
            who=who,
            points=event.points - event.lost,
            lost=event.lost,
        )
    return T("{who} takes {points} income.", who=who, points=event.points)


def _income(event: IncomeSettled) -> Text:
    who = Who(event.seat)
    net = event.amount - event.maintenance
    if event.points_lost or event.income_lost:
        return T(
            "{who} cannot pay ${amount} in full and loses {points} VP and {income} income.",
            who=who,
            amount=-net,
            points=event.points_lost,
            income=event.income_lost,
        )
    return T("{who} receives ${amount}.", who=who, amount=net) if net >= 0 else T("{who} pays ${amount}.", who=who, amount=-net)


def ask(teller: HexTeller, step: SteamStep) -> Text:
    if isinstance(step, BidForStart):
        return T("Bid for the place in the order of play, or drop out.")
    if isinstance(step, RaiseCapital):
        return T("Raise capital: $5 for each step of income.")
    if isinstance(step, BidForOrder):
        return T("Bid for the order of play, or drop out.")
    if isinstance(step, SelectAction):
        return T("Take an action tile.")
    if isinstance(step, BuildTrack):
        if not step.plays:
            return T("Carry out your city action.")
        return TN("Build track: {count} tile left.", "Build track: {count} tiles left.", step.plays)
    if isinstance(step, ChooseNewCity):
        return T("Choose the New City for {town}.", town=teller.names[step.hex])
    if isinstance(step, ChooseSupply):
        city = teller.names[step.hex]
        if step.colour < 0:
            return T("Choose the goods for {city}.", city=city)
        colour = COLOUR_NAMES[COLOURS[step.colour]]
        return T("Choose the goods for {city}, the {colour} New City.", city=city, colour=colour)
    if isinstance(step, MoveRound):
        return T("Round {round}: move a cube, raise your locomotive, or do nothing.", round=step.round)
    if isinstance(step, ChooseReward):
        return TN(
            "Take {count} track point as income or as victory point.",
            "Take {count} track points as income or as victory points.",
            step.points,
        )
    return T("The turn goes on.")


def name(teller: HexTeller, target: str) -> Text:
    shared = teller.name(target)
    if shared is not None:
        return shared
    kind, _, rest = target.partition(":")
    if kind == "action":
        return ACTION_NAMES[rest]
    if kind == "city":
        return T("{colour} New City", colour=COLOUR_NAMES[rest])
    if kind == "supply":
        return T("Supply space {space}", space=int(rest) + 1)
    if kind == "cube":
        hex, _, colour = rest.partition(":")
        return T("{colour} cube in {city}", colour=COLOUR_NAMES[colour], city=teller.place(hex))
    return NAMES[target]


NAMES = {
    "use:yes": T("Use it"),
    "use:no": T("Pass"),
    "do:urbanize": T("Put a New City here"),
    "do:grow": T("Let this city grow"),
    "reward:income": T("Income"),
    "reward:vp": T("Victory points"),
}


def chance_name(stream: str, value: int) -> Text:
    if stream == "bag":
        return COLOUR_NAMES[COLOURS[value]]
    if stream == "tiles":
        return ACTION_NAMES[ACTIONS[value]]
    return Text("{who}", {"who": Who(value)})
