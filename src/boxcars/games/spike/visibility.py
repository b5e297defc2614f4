"""What a seat may know: observe, imagine, retell (SPK-16)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boxcars.core.chance import Chance
from boxcars.games.spike.events import CardDrawn, CardGiven, HandDealt, RouteKept, RoutesDealt, SpikeEvent
from boxcars.games.spike.observation import SeenPlayer, SpikeObservation
from boxcars.games.spike.state import Table
from boxcars.games.spike.steps import PayForLine, SketchLine, SpikeStep
from boxcars.games.spike.turn_sequence import TAKE_ACTION

if TYPE_CHECKING:
    from boxcars.games.spike.rules import Spike


def seen_agenda(state: Table, seat: int | None) -> list[SpikeStep]:
    """Return what is due, as the seat sees it: the sketch of a line is its owner's own, to others that seat is choosing an
    action."""
    agenda = state.agenda[:]
    if agenda and isinstance(agenda[-1], (SketchLine, PayForLine)) and agenda[-1].seat != seat:
        agenda[-1] = TAKE_ACTION[agenda[-1].seat]
    return agenda


def known_cards(rules: Spike, state: Table, looker: int | None, seat: int) -> list[int]:
    """Return the part of a hand that the looker has seen: all see what is taken face up; the giver also knows the gift
    (SPK-16.2)."""
    known = state.players[seat].known[:]
    if looker == state.first and seat == state.last and state.gift >= 0:
        known[state.gift] = max(known[state.gift], state.gift_known)
    return known


def observe(rules: Spike, state: Table, seat: int | None) -> SpikeObservation:
    chart = rules.chart
    over = not state.agenda
    players = []
    for s, p in enumerate(state.players):
        own = s == seat
        players.append(
            SeenPlayer(
                cards=sum(p.hand),
                known=rules.cards_by_name(known_cards(rules, state, seat, s)),
                hand=rules.cards_by_name(p.hand) if own else None,
                contracts=[chart.sides[side] for side in p.contracts],
                to_choose=[chart.cards[card] for card in p.dealt[len(p.contracts) + len(p.delivered) :]],
                delivered=[chart.sides[side] for side in p.delivered],
                dealt_routes=[chart.routes[r] for r in p.routes] if own else None,
                route=chart.routes[p.route] if p.route >= 0 and (own or over) else None,
                home=chart.cities[p.cities[0]] if p.cities else "",
                at=chart.at(p.segment, p.point) if p.cities else "",
                levels=p.levels[:],
                cargo=[chart.goods[g] for g in p.cargo],
                markers=[chart.cities[c] for c in p.markers],
                tracks_left=p.tracks_left,
                tracks=[chart.segments[t] for t in p.tracks],
                cities=[chart.cities[c] for c in p.cities],
                money=p.money,
                route_points=p.route_points,
            )
        )
    in_force = {side for p in state.players for side in (*p.contracts, *p.delivered)}
    return SpikeObservation(
        seat=seat,
        actor=rules.actor(state),
        agenda=seen_agenda(state, seat),
        first=state.first,
        round=state.round,
        time_cards=state.time_cards,
        market=[[chart.goods[g] for g in column] for column in state.market],
        row=[chart.colours[c] for c in state.row],
        deck=sum(state.deck),
        safe=state.safe,
        discard=rules.cards_by_name(state.discard),
        players=players,
        last_turns=state.last_turns,
        entered=state.entered,
        unused_sides=[chart.sides[side ^ 1] for side in sorted(in_force)],
    )


def imagine(rules: Spike, state: Table, seat: int | None, seed: str) -> Table:
    """Deal the unseen rail cards and route cards anew, uniformly; what the seat knows stays (SPK-16.1)."""
    world = state.clone()
    world.chance = chance = Chance(seed)
    world.agenda = seen_agenda(state, seat)
    time = rules.chart.time_card
    others = [s for s in range(rules.players) if s != seat]
    known = {s: known_cards(rules, state, seat, s) for s in others}
    unseen = world.deck[:time]
    for s in others:
        for c in range(time):
            unseen[c] += world.players[s].hand[c] - known[s][c]
    for s in others:
        hand = known[s][:]
        for _ in range(sum(world.players[s].hand) - sum(hand)):
            c = chance.pick("imagine:hand", unseen)
            unseen[c] -= 1
            hand[c] += 1
        world.players[s].hand = hand
    world.deck = [*unseen, world.deck[time]]
    if state.gift >= 0 and seat not in (state.first, state.last):
        _imagine_gift(world, chance)
    _imagine_routes(rules, world, seat, chance)
    return world


def _imagine_gift(world: Table, chance: Chance) -> None:
    """Who was not in on the gift knows only that it was made: any colour the receiver may hold."""
    receiver = world.players[world.last]
    world.gift = chance.below("imagine:gift", len(receiver.hand))
    world.gift_known = receiver.known[world.gift]


def _imagine_routes(rules: Spike, world: Table, seat: int | None, chance: Chance) -> None:
    """Route cards of the others; at the end all kept ones lie open and only the discarded ones stay hidden."""
    left = [1] * len(rules.chart.routes)
    over = not world.agenda
    for s, player in enumerate(world.players):
        if s == seat:
            for route in player.routes:
                left[route] = 0
        elif over:
            left[player.route] = 0
    for s, player in enumerate(world.players):
        if s == seat:
            continue
        kept = player.route >= 0
        routes = [player.route] if over else []
        for _ in range(len(player.routes) - len(routes)):
            route = chance.pick("imagine:routes", left)
            left[route] = 0
            routes.append(route)
        player.routes = routes
        if kept:
            player.route = routes[0]


def retell(rules: Spike, event: SpikeEvent, seat: int | None) -> SpikeEvent:
    """Return the event as that seat saw it (SPK-16.2)."""
    if isinstance(event, CardDrawn) and event.seat != seat:
        return CardDrawn(event.seat, None)
    if isinstance(event, HandDealt) and event.seat != seat:
        return HandDealt(event.seat, event.count, None)
    if isinstance(event, CardGiven) and seat not in (event.seat, event.to):
        return CardGiven(event.seat, event.to, None)
    if isinstance(event, RoutesDealt) and event.seat != seat:
        return RoutesDealt(event.seat, event.count, None)
    if isinstance(event, RouteKept) and event.seat != seat:
        return RouteKept(event.seat, None)
    return event
