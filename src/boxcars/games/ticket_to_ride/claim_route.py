"""Claiming a route (TTR-6)."""

from __future__ import annotations

from boxcars.core.game import no
from boxcars.core.messages import T
from boxcars.core.types import Event, Reason
from boxcars.games.ticket_to_ride.map import GREY, Board
from boxcars.games.ticket_to_ride.names import CARD_NAMES
from boxcars.games.ticket_to_ride.state import Table
from boxcars.games.ticket_to_ride.train_cards import INDEX, LOCOMOTIVE, flush_if_due
from boxcars.games.ticket_to_ride.turn_sequence import end_turn
from boxcars.games.ticket_to_ride.types import COLOURS, ClaimRoute, RouteClaimed


def closed_for_all(players: int) -> bool:
    """With two or three players a claimed route closes its partner to everybody (TTR-6.9)."""
    return players <= 3


def claims(board: Board, table: Table, seat: int) -> list[ClaimRoute]:
    """Return every claim the seat can pay for, from the prebuilt tables (TTR-6.4 to 6.6, TTR-13)."""
    out: list[ClaimRoute] = []
    hand = table.hands[seat]
    wild = hand[LOCOMOTIVE]
    trains = table.trains[seat]
    length, tables, all_wild = board.length, board.claims, board.wild
    owner, partner = table.owner, board.partner
    mine = len(table.hands) > 3  # only then can a partner of an own route still be in the open lists (TTR-6.8)
    most = 0
    for c in range(8):
        have = hand[c]
        if have > most:
            most = have
        limit = have + wild if have + wild < trains else trains
        if not limit:
            continue
        for r in table.open[c]:
            k = length[r]
            if k > limit:
                break
            if mine and partner[r] >= 0 and owner[partner[r]] == seat:
                continue
            if have:
                out += tables[r][c][have if have < k else k][wild if wild < k else k]
            if wild >= k:
                out.append(all_wild[r])
    limit = most + wild if most + wild < trains else trains
    usable: list[int] = []
    """Colours that, with the locomotives, pay for a grey route of the length at hand."""
    k = 0
    for r in table.open[GREY]:
        if length[r] > limit:
            break
        if length[r] != k:
            k = length[r]
            usable = [c for c in range(8) if hand[c] and hand[c] + wild >= k]
        if mine and partner[r] >= 0 and owner[partner[r]] == seat:
            continue
        by_colour = tables[r]
        for c in usable:
            have = hand[c]
            out += by_colour[c][have if have < k else k][wild if wild < k else k]
        if wild >= k:
            out.append(all_wild[r])
    return out


def refuse_claim(board: Board, table: Table, seat: int, action: ClaimRoute) -> Reason | None:
    """Return why the claim cannot be made; the order of the checks is the order of TTR-16.2."""
    r = board.route_id.get(action.route, -1)
    if r < 0:
        return no("no_such_route", "TTR-6.1", T("There's no route {route}.", route=action.route[:60]))
    if table.owner[r] >= 0:
        return no("route_taken", "TTR-6.2", T("That route is already taken. Choose another one."))
    p = board.partner[r]
    if p >= 0 and table.owner[p] == seat:
        return no("route_closed", "TTR-6.8", T("You already own the other route between these cities."))
    if p >= 0 and table.owner[p] >= 0 and closed_for_all(len(table.hands)):
        return no("route_closed", "TTR-6.9", T("With two or three players, only one route of a double route can be claimed."))
    k = board.length[r]
    if table.trains[seat] < k:
        return no(
            "not_enough_trains",
            "TTR-6.3",
            T("This route needs {length} trains; you have {trains}.", length=k, trains=table.trains[seat]),
        )
    if action.colour == "grey":
        return no("bad_payment", "TTR-6.5", T("There are no gray cards: pay for a gray route with cards of any one color."))
    c, wild = INDEX[action.colour], action.locomotives
    if not 0 <= wild <= k or (c == LOCOMOTIVE and wild != k):
        return no("bad_payment", "TTR-6.12", T("This route costs exactly {length} cards.", length=k))
    if c != LOCOMOTIVE and board.colour[r] not in (GREY, c):
        return no("bad_payment", "TTR-6.4", T("Those cards don't match the route's color."))
    hand = table.hands[seat]
    if hand[LOCOMOTIVE] < wild or hand[c] < k - wild:
        held = [T("{number} {colour}", number=hand[i], colour=CARD_NAMES[COLOURS[i]]) for i in sorted({c, LOCOMOTIVE})]
        return no("cards_not_in_hand", "TTR-6.1", T("This route costs {length} cards; you have {cards}.", length=k, cards=held))
    return None


def do_claim(board: Board, table: Table, seat: int, action: ClaimRoute, events: list[Event]) -> None:
    """Pay, place the trains, score at once (TTR-6.1)."""
    r = board.route_id[action.route]
    k = board.length[r]
    c, wild = INDEX[action.colour], action.locomotives
    if wild:
        pay(table, seat, LOCOMOTIVE, wild)
    if k > wild:
        pay(table, seat, c, k - wild)
    table.owner[r] = seat
    table.open[board.colour[r]].remove(r)
    p = board.partner[r]
    if p >= 0 and closed_for_all(len(table.hands)):
        table.open[board.colour[p]].remove(p)
    table.trains[seat] -= k
    table.points[seat] += board.points[r]
    events.append(RouteClaimed(seat, action.route, action.colour, wild, board.points[r]))
    # The discards may make possible a flush that was blocked (TTR-5.3, 5.6).
    flush_if_due(table, events)
    end_turn(table, seat, events)


def pay(table: Table, seat: int, colour: int, cards: int) -> None:
    """Discard from the hand; what was seen being taken is paid first (TTR-15.1)."""
    table.hands[seat][colour] -= cards
    table.discard[colour] += cards
    known = table.known[seat]
    known[colour] = max(0, known[colour] - cards)
