"""Set-up of the base and the advanced game (SPK-3, SPK-13)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boxcars.core.chance import Chance
from boxcars.core.game import Chapter, no
from boxcars.core.messages import T
from boxcars.core.types import Event, Reason
from boxcars.games.spike.actions import ChooseSide, Give, KeepRoute, Place
from boxcars.games.spike.draw_cards import take_from_deck, turn_up
from boxcars.games.spike.events import (
    CardGiven,
    ContractsDealt,
    FirstPlayerDrawn,
    HandDealt,
    RouteKept,
    RoutesDealt,
    RowTurnedUp,
    SideChosen,
    TrainPlaced,
)
from boxcars.games.spike.map import SIDES
from boxcars.games.spike.state import Player, Table
from boxcars.games.spike.steps import (
    DealContracts,
    DealHands,
    EndTurn,
    GiveCard,
    NameFirst,
    OpenTable,
    PickRoute,
    PickSide,
    PlaceTrain,
    SpikeStep,
)

if TYPE_CHECKING:
    from boxcars.games.spike.rules import Spike


def deal(rules: Spike, chance: Chance) -> Table:
    """Return the lot for the first player, the empty table, the market; the agenda has the rest in its order (SPK-3.1 to 3.3,
    3.15)."""
    chart = rules.chart
    seats = rules.players
    first = chance.below("first player", seats)
    clockwise = [(first + i) % seats for i in range(seats)]
    chips = chance.order("market", len(chart.goods))
    height = len(chart.rows)
    colours = len(chart.colours)
    players = [
        Player(
            hand=[0] * colours,
            known=[0] * colours,
            dealt=[],
            contracts=[],
            delivered=[],
            routes=[],
            route=-1,
            segment=-1,
            point=-1,
            levels=chart.start_level[:],
            cargo=[],
            markers=[],
            tracks=[],
            points=[],
            cities=[],
            tracks_left=chart.box.tracks_per_player,
        )
        for _ in range(seats)
    ]
    # With two players three rail cards of each colour stay in the box (SPK-3.7).
    each = chart.box.rail_cards_per_colour - (chart.box.two_player_removed_per_colour if seats == 2 else 0)
    agenda: list[SpikeStep] = [
        EndTurn(who=clockwise[-1]),  # then the turn of the first player begins
        *(PlaceTrain(seat) for seat in reversed(clockwise)),
        *(PickRoute(seat) for seat in reversed(clockwise) if rules.advanced),
        OpenTable(),
        GiveCard(first),
        DealHands(),
        *(PickSide(seat) for seat in reversed(clockwise) if rules.advanced for _ in range(rules.share)),
        DealContracts(),
        NameFirst(),
    ]
    return Table(
        chance=chance,
        agenda=agenda,
        first=first,
        players=players,
        market=[chips[i : i + height] for i in range(0, len(chips), height)],
        deck=[each] * colours + [0],
        row=[],
        discard=[0] * colours,
        owner=[-1] * len(chart.segments),
    )


class Lot(Chapter[Table]):
    """Who begins is told before anything else: sides, gift, start cities and turns go clockwise from there (SPK-3.8, 3.15)."""

    def run(self, rules: Spike, state: Table, step: NameFirst, events: list[Event]) -> None:
        events.append(FirstPlayerDrawn(state.first))


class Contracts(Chapter[Table]):
    """One contract card of each commodity, dealt equally; base game: the side that faces up is in force (SPK-3.4, 3.5)."""

    def run(self, rules: Spike, state: Table, step: DealContracts, events: list[Event]) -> None:
        chart, chance = rules.chart, state.chance
        cards: list[int] = []
        for good in range(len(chart.goods)):
            of_good = [card for card, g in enumerate(chart.card_goods) if g == good]
            cards.append(of_good[chance.below("contract cards", len(of_good))])
        up = [] if rules.advanced else [chance.below("contract sides", 2) for _ in cards]
        order = chance.order("contract deal", len(cards))
        for seat, player in enumerate(state.players):
            mine = order[seat * rules.share : (seat + 1) * rules.share]
            player.dealt = [cards[g] for g in mine]
            if rules.advanced:
                events.append(ContractsDealt(seat, [chart.cards[card] for card in player.dealt]))
            else:
                player.contracts = [2 * cards[g] + up[g] for g in mine]
                events.append(ContractsDealt(seat, [chart.sides[side] for side in player.contracts]))


class Sides(Chapter[Table]):
    """Advanced game: card by card in the order dealt, openly (SPK-13.1)."""

    verbs = (ChooseSide,)

    def legal(self, rules: Spike, state: Table, step: PickSide) -> list[ChooseSide]:
        player = state.players[step.seat]
        card = rules.chart.cards[player.dealt[len(player.contracts)]]
        return [ChooseSide(card, side) for side in SIDES]

    def refuse(self, rules: Spike, state: Table, step: PickSide, action: ChooseSide) -> Reason | None:
        player = state.players[step.seat]
        card = rules.chart.cards[player.dealt[len(player.contracts)]]
        if action.card != card:
            return no("side_not_open", "SPK-13.1", T("Choose a side for {card} first.", card=card))
        return None

    def apply(self, rules: Spike, state: Table, step: PickSide, action: ChooseSide, events: list[Event]) -> None:
        player = state.players[step.seat]
        side = 2 * rules.chart.card_id[action.card] + SIDES.index(action.side)
        player.contracts.append(side)
        events.append(SideChosen(step.seat, rules.chart.sides[side]))


class Hands(Chapter[Table]):
    """Deal five rail cards to each seat (SPK-3.8)."""

    def run(self, rules: Spike, state: Table, step: DealHands, events: list[Event]) -> None:
        chart = rules.chart
        for _ in range(chart.box.start_hand):
            for player in state.players:
                player.hand[take_from_deck(rules, state)] += 1
        for seat, player in enumerate(state.players):
            cards = {chart.colours[c]: n for c, n in enumerate(player.hand) if n}
            events.append(HandDealt(seat, sum(player.hand), cards))


class Gift(Chapter[Table]):
    """The first player gives one card to the right-hand neighbour, who moves last (SPK-3.9)."""

    verbs = (Give,)

    def legal(self, rules: Spike, state: Table, step: GiveCard) -> list[Give]:
        return [rules.gifts[c] for c, n in enumerate(state.players[step.seat].hand) if n]

    def refuse(self, rules: Spike, state: Table, step: GiveCard, action: Give) -> Reason | None:
        if not state.players[step.seat].hand[rules.chart.colour_id[action.colour]]:
            text = T("You don't have a {colour} card.", colour=rules.colour_texts[rules.chart.colour_id[action.colour]])
            return no("gift_not_in_hand", "SPK-3.9", text)
        return None

    def apply(self, rules: Spike, state: Table, step: GiveCard, action: Give, events: list[Event]) -> None:
        colour = rules.chart.colour_id[action.colour]
        to = state.last
        state.players[step.seat].hand[colour] -= 1
        state.players[to].hand[colour] += 1
        state.gift, state.gift_known = colour, 1
        events.append(CardGiven(step.seat, to, action.colour))


class Opening(Chapter[Table]):
    """Turn up four rail cards; a route card to each seat, two in the advanced game (SPK-3.10, 3.11, 13.2)."""

    def run(self, rules: Spike, state: Table, step: OpenTable, events: list[Event]) -> None:
        chart = rules.chart
        turn_up(rules, state)
        events.append(RowTurnedUp([chart.colours[c] for c in state.row]))
        left = [1] * len(chart.routes)
        for seat, player in enumerate(state.players):
            for _ in range(2 if rules.advanced else 1):
                route = state.chance.pick("routes", left)
                left[route] = 0
                player.routes.append(route)
            if not rules.advanced:
                player.route = player.routes[0]
            events.append(RoutesDealt(seat, len(player.routes), [chart.routes[r] for r in player.routes]))


class Routes(Chapter[Table]):
    """Advanced game: keep one route card, secretly (SPK-13.2)."""

    verbs = (KeepRoute,)

    def legal(self, rules: Spike, state: Table, step: PickRoute) -> list[KeepRoute]:
        return [KeepRoute(rules.chart.routes[route]) for route in state.players[step.seat].routes]

    def refuse(self, rules: Spike, state: Table, step: PickRoute, action: KeepRoute) -> Reason | None:
        if rules.chart.route_id[action.route] not in state.players[step.seat].routes:
            return no("route_not_dealt", "SPK-13.2", T("That route card isn't one of yours."))
        return None

    def apply(self, rules: Spike, state: Table, step: PickRoute, action: KeepRoute, events: list[Event]) -> None:
        state.players[step.seat].route = rules.chart.route_id[action.route]
        events.append(RouteKept(step.seat, action.route))


class Placing(Chapter[Table]):
    """Any city, several trains may share one (SPK-3.12). The starting city earns nothing (SPK-3.14)."""

    verbs = (Place,)

    def legal(self, rules: Spike, state: Table, step: PlaceTrain) -> list[Place]:
        return rules.places[:]

    def refuse(self, rules: Spike, state: Table, step: PlaceTrain, action: Place) -> Reason | None:
        return None

    def apply(self, rules: Spike, state: Table, step: PlaceTrain, action: Place, events: list[Event]) -> None:
        player = state.players[step.seat]
        city = rules.chart.city_id[action.city]
        player.point = rules.chart.city_point[city]
        player.points.append(player.point)
        player.cities.append(city)
        events.append(TrainPlaced(step.seat, action.city))
