"""Events of Spike as sentences of the log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boxcars.core.messages import TN, T, Text, Who
from boxcars.games.spike import events as e
from boxcars.games.spike.names import PART_NAMES, cards, city, city_ahead, colour, good, line, part_level, place, route, side

if TYPE_CHECKING:
    from boxcars.games.spike.rules import Spike


def tell(rules: Spike, event: e.SpikeEvent) -> Text:
    """Return the event as a sentence of the log."""
    if isinstance(event, e.FirstPlayerDrawn):
        return T("{who} goes first (chosen at random).", who=Who(event.seat))
    if isinstance(event, e.ContractsDealt):
        return _tell_contracts(rules, event)
    if isinstance(event, e.SideChosen):
        return T("{who} chooses this contract: {contract}.", who=Who(event.seat), contract=side(rules, event.side))
    if isinstance(event, e.HandDealt):
        if event.cards is None:
            return TN("{who} is dealt {count} rail card.", "{who} is dealt {count} rail cards.", event.count, who=Who(event.seat))
        return T("{who} is dealt {cards}.", who=Who(event.seat), cards=cards(rules, event.cards))
    if isinstance(event, e.CardGiven):
        if event.colour is None:
            return T("{who} gives a rail card to {to}.", who=Who(event.seat), to=Who(event.to))
        return T(
            "{who} gives one {colour} card to {to}.", who=Who(event.seat), colour=colour(rules, event.colour), to=Who(event.to)
        )
    if isinstance(event, e.RowTurnedUp):
        return T("Turned face up: {colours}.", colours=[colour(rules, c) for c in event.cards])
    if isinstance(event, e.RoutesDealt):
        if event.routes is None:
            return TN(
                "{who} is dealt {count} route card.", "{who} is dealt {count} route cards.", event.count, who=Who(event.seat)
            )
        return T("{who} is dealt these routes: {routes}.", who=Who(event.seat), routes=[route(rules, r) for r in event.routes])
    if isinstance(event, e.RouteKept):
        if event.route is None:
            return T("{who} keeps a route card.", who=Who(event.seat))
        return T("{who} keeps {route}.", who=Who(event.seat), route=route(rules, event.route))
    if isinstance(event, e.TrainPlaced):
        return T("{who} starts in {city}.", who=Who(event.seat), city=city(rules, event.city))
    if isinstance(event, e.TrainMoved):
        return _tell_move(rules, event)
    if isinstance(event, e.TrainWaited):
        return T("{who} leaves the train where it is.", who=Who(event.seat))
    if isinstance(event, e.CargoLoaded):
        where, what = city(rules, event.city), good(rules, event.commodity)
        return T("{who} loads {good} in {city}.", who=Who(event.seat), good=what, city=where)
    if isinstance(event, e.CargoUnloaded):
        return T("{who} unloads {good}.", who=Who(event.seat), good=good(rules, event.commodity))
    if isinstance(event, e.GoodsDelivered):
        where, what = city(rules, event.city), good(rules, event.commodity)
        return T("{who} delivers {good} in {city} for ${value}.", who=Who(event.seat), good=what, city=where, value=event.value)
    return _tell_more(rules, event)


def _tell_contracts(rules: Spike, event: e.ContractsDealt) -> Text:
    chart = rules.chart
    known = [
        side(rules, c) if c in chart.sides else rules.goods_texts[chart.card_goods[chart.card_id[c]]] for c in event.contracts
    ]
    return T("{who} is dealt these contracts: {contracts}.", who=Who(event.seat), contracts=known)


def _tell_move(rules: Spike, event: e.TrainMoved) -> Text:
    spaces, to, who = len(event.way), event.way[-1], Who(event.seat)
    if ">" in to:
        return _tell_way(event.how, spaces, who, city_ahead(rules, to))
    where = place(rules, to)
    if event.how == "start":
        return TN(
            "{who} starts the train and moves {count} space to {place}.",
            "{who} starts the train and moves {count} spaces to {place}.",
            spaces,
            who=who,
            place=where,
        )
    if event.how == "extra":
        return T("{who} moves one more space, to {place}.", who=who, place=where)
    return TN(
        "{who} moves the train {count} space to {place}.",
        "{who} moves the train {count} spaces to {place}.",
        spaces,
        who=who,
        place=where,
    )


def _tell_way(how: str, spaces: int, who: Who, city: str) -> Text:
    """Return a move that ends on the track."""
    if how == "start":
        return TN(
            "{who} starts the train and moves {count} space toward {city}.",
            "{who} starts the train and moves {count} spaces toward {city}.",
            spaces,
            who=who,
            city=city,
        )
    if how == "extra":
        return T("{who} moves one more space toward {city}.", who=who, city=city)
    return TN(
        "{who} moves the train {count} space toward {city}.",
        "{who} moves the train {count} spaces toward {city}.",
        spaces,
        who=who,
        city=city,
    )


def _tell_more(rules: Spike, event: e.SpikeEvent) -> Text:
    if isinstance(event, e.CardTaken):
        return T("{who} takes a face-up {colour} card.", who=Who(event.seat), colour=colour(rules, event.colour))
    if isinstance(event, e.CardDrawn):
        if event.colour is None:
            return T("{who} draws a card from the deck.", who=Who(event.seat))
        return T("{who} draws from the deck: {colour}.", who=Who(event.seat), colour=colour(rules, event.colour))
    if isinstance(event, e.TimeCardDrawn):
        return T("Time card {number} is drawn.", number=event.count)
    if isinstance(event, e.RoundBegan):
        row = [colour(rules, c) for c in event.row]
        return T("The deck is empty, so round {round} begins. New face-up cards: {colours}.", round=event.round, colours=row)
    if isinstance(event, e.LineBuilt):
        return T(
            "{who} connects {city} with {cards} ({line}) and earns ${money} for {good}.",
            who=Who(event.seat),
            city=city(rules, event.city),
            line=line(rules, tuple(event.line)),
            cards=cards(rules, event.pay),
            money=event.money,
            good=good(rules, event.commodity),
        )
    if isinstance(event, e.PartUpgraded):
        return T(
            "{who} upgrades the {part} for ${price} ({level}).",
            who=Who(event.seat),
            part=PART_NAMES[event.part],
            price=event.price,
            level=part_level(rules, event.part, event.level),
        )
    if isinstance(event, e.Passed):
        return T("{who} passes.", who=Who(event.seat))
    if isinstance(event, e.LastTurnsBegan):
        return T("{who} has no tracks and no deliveries left. Everyone else gets one more turn.", who=Who(event.seat))
    if isinstance(event, e.RouteScored):
        return TN(
            "{who} scores {count} point for a route card ({route}).",
            "{who} scores {count} points for a route card ({route}).",
            event.points,
            who=Who(event.seat),
            route=route(rules, event.route),
        )
    assert isinstance(event, e.GameEnded)
    return (
        T("The third time card ends the game.") if event.by == "time" else T("The last turns have been played. The game is over.")
    )
