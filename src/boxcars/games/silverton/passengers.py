"""Passenger cards (SIL-8): owning, losing and removing them, step IV.5, and the routes of joint cards (SIL-20.17)."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING, Final

from boxcars.core.types import Event
from boxcars.games.silverton.events import CardReleased, CardRemoved, FaresCollected
from boxcars.games.silverton.money import receive
from boxcars.games.silverton.network import NO_ROUTE
from boxcars.games.silverton.state import HIDDEN, REMOVED, VISIBLE, Table

if TYPE_CHECKING:
    from boxcars.games.silverton.rules import Silverton

SEARCH_LIMIT: Final = 4000
"""Paths looked at for one joint route before it counts as not there."""


def visible(state: Table, card: int) -> bool:
    """Face up and without an owner (SIL-8.2)."""
    return state.card_at[card] == VISIBLE


def owned_by(state: Table, seat: int) -> list[int]:
    """Return the cards of a seat, joint ones included."""
    return [card for card, place in enumerate(state.card_at) if place == seat or state.partner[card] == seat]


def lift(state: Table, card: int) -> None:
    """Take a visible card from where it lies; what is below is revealed in phase VI (SIL-8.2, 8.9)."""
    if card in state.tops:
        state.tops[state.tops.index(card)] = -1
    elif card in state.released:
        state.released.remove(card)
    else:
        state.row.remove(-1 - card)


def take(state: Table, card: int, seat: int, partner: int = -1) -> None:
    """A visible or stolen card gets its owner."""
    if state.card_at[card] == VISIBLE:
        lift(state, card)
    state.card_at[card] = seat
    state.partner[card] = partner


def release(rules: Silverton, state: Table, card: int, events: list[Event]) -> None:
    """SIL-8.5: the card becomes a pile of its own."""
    events.append(CardReleased(state.card_at[card], rules.atlas.cards[card]))
    state.card_at[card] = VISIBLE
    state.partner[card] = -1
    state.released.append(card)


def remove(rules: Silverton, state: Table, card: int, events: list[Event]) -> None:
    """The card leaves the game; rights to it lapse (SIL-8.6, 8.8)."""
    if state.card_at[card] == VISIBLE:
        lift(state, card)
    state.card_at[card] = REMOVED
    state.partner[card] = -1
    events.append(CardRemoved(rules.atlas.cards[card]))


def exhausted(rules: Silverton, state: Table, card: int) -> bool:
    """Return whether the card's special instruction removes it (SIL-8.6)."""
    town, count = rules.atlas.card_limit[card]
    return town >= 0 and state.depletions[town] >= count


def count_depletion(rules: Silverton, state: Table, town: int, events: list[Event]) -> None:
    """SIL-8.6: the public counter of a town, and the cards that it removes (face-down ones when they would be revealed)."""
    state.depletions[town] += 1
    for card, place in enumerate(state.card_at):
        if place not in (REMOVED, HIDDEN) and exhausted(rules, state, card):
            remove(rules, state, card, events)


def owners_length(rules: Silverton, state: Table, card: int) -> int:
    """Return the length that counts for the owner in comparisons; for partners the joint length + 2 (SIL-20.6, 20.20)."""
    a, b = rules.atlas.card_ends[card]
    owner, partner = state.card_at[card], state.partner[card]
    if partner < 0:
        return rules.lines(state, owner).length(a, b)
    length = joint_route(rules, state, owner, partner, card, False)[0]
    return length + 2 if length < NO_ROUTE else NO_ROUTE


def check_routes(rules: Silverton, state: Table, seat: int, events: list[Event]) -> None:
    """SIL-8.5, 20.21: cards whose last route is gone are released at once."""
    for card in owned_by(state, seat):
        if owners_length(rules, state, card) >= NO_ROUTE:
            release(rules, state, card, events)


# -- step IV.5 -------------------------------------------------------------------------------------------------------


def income(rules: Silverton, state: Table, card: int) -> int:
    """Return what one collector gets: doubled by the option first, halved for partners, rounded up to $10 (SIL-20.5, 20.10,
    20.24)."""
    amount = rules.atlas.card_income[card] * (2 if rules.improved else 1)
    if state.partner[card] >= 0:
        return -(-amount // 20) * 10
    return amount


def collect(rules: Silverton, state: Table, seat: int, events: list[Event]) -> None:
    """SIL-14.5.1, 8.4: the bank pays every own card that has an open route."""
    lines = rules.lines(state, seat)
    closed = rules.snow(state, lines, state.cleared)
    for card in owned_by(state, seat):
        a, b = rules.atlas.card_ends[card]
        if state.partner[card] < 0:
            opened = lines.open(a, b, closed)
        else:
            opened = joint_route(rules, state, state.card_at[card], state.partner[card], card, True)[0] < NO_ROUTE
        if opened:
            amount = income(rules, state, card)
            events.append(FaresCollected(seat, rules.atlas.cards[card], amount))
            receive(rules, state, seat, amount, events)


# -- joint routes ----------------------------------------------------------------------------------------------------


def joint_route(rules: Silverton, state: Table, one: int, two: int, card: int, season: bool) -> tuple[int, int]:
    """Length of the shortest joint route and how much of it is ``one``'s track; (NO_ROUTE, 0) if there is none (SIL-20.17).

    ``season``: in a winter turn only open segments count (those cleared this turn included, SIL-20.21).
    """
    first, second = rules.lines(state, one), rules.lines(state, two)
    closed: tuple[int, ...] = ()
    if season:
        closed = rules.snow(state, first, state.cleared) + rules.snow(state, second, state.cleared)
    early = one if one in state.order[: state.order.index(two)] else two
    key = (first.homes, first.track, second.homes, second.track, card, closed, early == one)
    memo = rules.joint_memo
    known = memo.get(key)
    if known is None:
        if len(memo) > 4000:
            memo.clear()
        known = memo[key] = _search(rules, state, one, two, card, closed, early)
    return known


def _search(
    rules: Silverton, state: Table, one: int, two: int, card: int, closed: tuple[int, ...], early: int
) -> tuple[int, int]:
    """Best first over paths without repetition; both must own a segment of it."""
    atlas = rules.atlas
    start, goal = atlas.card_ends[card]
    links: dict[int, list[tuple[int, int, int]]] = {}
    for seat in (one, two):
        lines = rules.lines(state, seat)
        for segment in lines.track:
            if lines.connected(segment) and segment not in closed:
                for a in atlas.ends[segment]:
                    for b in atlas.ends[segment]:
                        if a != b:
                            links.setdefault(a, []).append((b, segment, seat))
    queue: list[tuple[int, int, tuple[int, ...], int, int]] = [(0, 0, (start,), 0, 0)]
    for _ in range(SEARCH_LIMIT):
        if not queue:
            break
        length, minus, path, mine, other = heappop(queue)
        if path[-1] == goal:
            if mine and other:
                return length, mine
            continue
        for town, segment, seat in links.get(path[-1], ()):
            if town not in path:
                distance = atlas.distance[segment]
                gain = distance if seat == early else 0
                by_one = distance if seat == one else 0
                heappush(
                    queue,
                    (length + distance, minus - gain, (*path, town), mine + by_one, other + distance - by_one),
                )
    return NO_ROUTE, 0


def joint_partners(rules: Silverton, state: Table, seat: int, card: int, below: int = NO_ROUTE) -> list[int]:
    """Return the players with whom the seat has an open joint route shorter than ``below`` (SIL-20.16)."""
    return [
        other for other in range(rules.players) if other != seat and joint_route(rules, state, seat, other, card, True)[0] < below
    ]
