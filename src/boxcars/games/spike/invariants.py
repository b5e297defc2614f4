"""What must hold at every moment (SPK-18)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boxcars.core.game import Broken
from boxcars.games.spike.map import FREIGHT
from boxcars.games.spike.movement import ahead
from boxcars.games.spike.state import Player, Table
from boxcars.games.spike.steps import DealContracts, DealHands, DrawMore, GiveCard, OpenTable, PickRoute, PickSide, TakeAction

if TYPE_CHECKING:
    from boxcars.games.spike.rules import Spike

SETTING_UP = (DealContracts, DealHands, GiveCard, OpenTable, PickRoute, PickSide)


def check(ok: bool, what: str) -> None:
    if not ok:
        raise Broken(what)


def audit(rules: Spike, state: Table) -> None:
    chart = rules.chart
    check(len(state.players) == rules.players, "a seat is missing")
    check(0 <= state.first < rules.players, "the first player is not at the table (SPK-3.8)")
    check(len(state.owner) == len(chart.segments), "the segments are not those of the map")
    check(len(state.deck) == len(chart.colours) + 1 and len(state.discard) == len(chart.colours), "colours are missing")
    _rail_cards(rules, state)
    _rounds(rules, state)
    flat = sorted(good for column in state.market for good in column)
    check(flat == list(range(len(chart.goods))), "the market is not the chips of the map (SPK-18.8)")
    check(all(len(column) == len(chart.rows) for column in state.market), "a market column is too long (SPK-18.8)")
    owners = [-1] * len(chart.segments)
    for seat, p in enumerate(state.players):
        for s in p.tracks:
            check(owners[s] < 0, f"segment {chart.segments[s]} has two owners (SPK-18.4)")
            owners[s] = seat
    check(owners == state.owner, "the owners of segments are not those whose track lies there (SPK-18.4)")
    held = [side // 2 for p in state.players for side in (*p.contracts, *p.delivered)]
    check(len({chart.card_goods[card] for card in held}) == len(held), "two contracts in play for one commodity (SPK-7.12)")
    dealt_routes = [r for p in state.players for r in p.routes]
    check(len(set(dealt_routes)) == len(dealt_routes), "a route card was dealt twice")
    for seat, player in enumerate(state.players):
        _player(rules, state, seat, player)


def _rail_cards(rules: Spike, state: Table) -> None:
    """Nothing is lost: ten cards of each colour, seven with two players (SPK-18.1)."""
    box = rules.chart.box
    each = box.rail_cards_per_colour - (box.two_player_removed_per_colour if rules.players == 2 else 0)
    check(min(min(state.deck), min(state.discard), *(min(p.hand) for p in state.players)) >= 0, "a negative number of cards")
    for c, name in enumerate(rules.chart.colours):
        there = state.deck[c] + state.row.count(c) + state.discard[c] + sum(p.hand[c] for p in state.players)
        check(there == each, f"{there} {name} rail cards, not {each} (SPK-18.1)")
    for p in state.players:
        check(all(0 <= k <= h for k, h in zip(p.known, p.hand, strict=True)), "a card is known that is not held")
    if state.gift >= 0:
        receiver = state.players[state.last]
        check(receiver.known[state.gift] <= state.gift_known <= receiver.hand[state.gift], "the gift is known wrongly")


def _rounds(rules: Spike, state: Table) -> None:
    box = rules.chart.box
    check(len(state.row) <= box.face_up, "too many face-up cards (SPK-18.2)")
    step = state.agenda[-1] if state.agenda else None
    if isinstance(step, TakeAction) and len(state.row) < box.face_up:
        check(sum(state.deck[:-1]) == 0, "the row is short though the deck has rail cards (SPK-18.2)")
    if isinstance(step, DrawMore):
        check(step.left >= 1 and len(state.row) >= 0, "drawing goes on without a card")
    time = state.deck[rules.chart.time_card]
    check(1 <= state.round <= 3, "there are three rounds")
    if state.round < 3:
        check(time == 0 and state.time_cards == 0 and state.safe == 0, "a time card before round 3 (SPK-18.10)")
    else:
        check(time + state.time_cards == box.time_cards, "a time card is missing (SPK-18.10)")
        check(0 <= state.safe <= sum(state.deck) - time, "too many safe cards (SPK-9.3)")
        check(time > 0 or not state.agenda or state.agenda[-1].seat < 0, "the game should have ended (SPK-9.5)")


def _player(rules: Spike, state: Table, seat: int, p: Player) -> None:
    chart = rules.chart
    who = f"seat {seat}"
    check(len(p.tracks) + p.tracks_left == chart.box.tracks_per_player and p.tracks_left >= 0, f"{who}: tracks (SPK-18.3)")
    _network(rules, who, p)
    check(set(p.cargo) <= {chart.card_goods[side // 2] for side in p.contracts}, f"{who}: cargo without contract (SPK-18.5)")
    check(len(set(p.cargo)) == len(p.cargo), f"{who}: a token is on the train twice (SPK-18.5)")
    check(len(p.cargo) <= chart.levels[FREIGHT][p.levels[FREIGHT]], f"{who}: more cargo than cars (SPK-18.6)")
    check(len(p.delivered) == len(p.markers) == len(set(p.markers)), f"{who}: deliveries and markers (SPK-18.6)")
    chosen = len(p.contracts) + len(p.delivered)
    step = state.agenda[-1] if state.agenda else None
    if not isinstance(step, SETTING_UP):
        check(chosen == len(p.dealt) == rules.share, f"{who}: contracts (SPK-18.6)")
    check({side // 2 for side in (*p.contracts, *p.delivered)} <= set(p.dealt), f"{who}: a contract that was not dealt")
    check(p.route in (-1, *p.routes), f"{who}: a route card that was not dealt")
    earned = sum(chart.pays[side][city] for side, city in zip(p.delivered, p.markers, strict=True))
    check(earned == p.delivery_money, f"{who}: delivery money (SPK-18.7)")
    prices = sum(sum(chart.prices[start:level]) for level, start in zip(p.levels, chart.start_level, strict=True))
    check(prices == p.spent and p.money >= 0, f"{who}: upgrades or money below 0 (SPK-18.7)")
    if not p.cities:
        return
    if p.segment < 0:
        check(chart.city_at[p.point] in p.cities, f"{who}: the train stands in a city of others (SPK-18.9)")
    else:
        check(p.segment in p.tracks and p.point in chart.ends[p.segment], f"{who}: the train is off its track (SPK-18.9)")
        check(bool(ahead(rules, state, seat, (p.segment, p.point))), f"{who}: the train has no way on (SPK-18.9)")


def _network(rules: Spike, who: str, p: Player) -> None:
    """A tree that contains the starting city and whose leaves are cities (SPK-18.3)."""
    chart = rules.chart
    if not p.cities:
        check(not p.points and not p.tracks, f"{who}: track before the train")
        return
    check(len(p.points) == len(set(p.points)) == len(p.tracks) + 1, f"{who}: the network is no tree (SPK-18.3)")
    check(sorted(chart.city_at[q] for q in p.points if chart.city_at[q] >= 0) == sorted(p.cities), f"{who}: cities")
    degree = {chart.city_point[p.cities[0]]: 0}
    for t in p.tracks:  # in the order laid, every one grows the network by one point
        a, b = chart.ends[t]
        check((a in degree) != (b in degree), f"{who}: the network is not connected, or has a loop (SPK-18.3)")
        degree[a] = degree.get(a, 0) + 1
        degree[b] = degree.get(b, 0) + 1
    check(degree.keys() == set(p.points), f"{who}: track outside the network (SPK-18.3)")
    check(all(n > 1 or chart.city_at[q] >= 0 for q, n in degree.items()), f"{who}: track ends without a city (SPK-18.3)")
