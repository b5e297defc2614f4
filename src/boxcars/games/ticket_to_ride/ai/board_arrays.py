"""The board and every action as arrays: what the batched game, the observations of learners and the learned player share.

**Actions.** One code each, always with the same meaning: the 1,060 claims (by route, then colour, then locomotives), the nine
cards of the display, the deck, the tickets, the pass, and the ways to keep tickets. A way to keep is a bit mask of the offer in
the order in which it was taken (``KEEP + mask - 1``), so that seven codes serve any tickets.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from boxcars.games.ticket_to_ride.map import GREY, usa
from boxcars.games.ticket_to_ride.take_turn import PASS as PASS_ACTION
from boxcars.games.ticket_to_ride.take_turn import TICKETS as TICKETS_ACTION
from boxcars.games.ticket_to_ride.train_cards import DRAW as DRAW_ACTION
from boxcars.games.ticket_to_ride.train_cards import INDEX
from boxcars.games.ticket_to_ride.train_cards import TAKE as TAKE_ACTIONS
from boxcars.games.ticket_to_ride.types import COLOURS, LOCOMOTIVE, ClaimRoute, KeepTickets, TTRAction

BOARD: Final = usa()
CITIES: Final = len(BOARD.cities)
ROUTES: Final = len(BOARD.routes)
TICKETS: Final = len(BOARD.tickets)
STREAMS: Final = ("deck", "tickets", "starting seat")
"""The random streams of the game: what chance decides."""

CLAIM_ACTIONS: Final[list[ClaimRoute]] = [
    claim
    for route in BOARD.routes
    for claim in (
        *(
            ClaimRoute(route.key, COLOURS[c], wild)
            for c in range(LOCOMOTIVE)
            if BOARD.colour[route.id] in (GREY, c)
            for wild in range(route.length)
        ),
        BOARD.wild[route.id],
    )
]
CLAIMS: Final = len(CLAIM_ACTIONS)
TAKE: Final = CLAIMS
DRAW: Final = TAKE + len(COLOURS)
DRAW_TICKETS: Final = DRAW + 1
PASS: Final = DRAW_TICKETS + 1
KEEP: Final = PASS + 1
ACTIONS: Final = KEEP + 7
"""The number of action codes."""

LENGTH: Final = np.array(BOARD.length, np.int32)
POINTS: Final = np.array(BOARD.points, np.int32)
COLOUR: Final = np.array(BOARD.colour, np.int32)
"""The colour of each route; 8: grey."""
PARTNER: Final = np.array(BOARD.partner, np.int32)
TICKET_ENDS: Final = np.array([ticket.ends for ticket in BOARD.tickets], np.int32)
TICKET_POINTS: Final = np.array([ticket.points for ticket in BOARD.tickets], np.int32)

_pairs = sorted({tuple(sorted(route.ends)) for route in BOARD.routes})
PAIRS: Final = len(_pairs)
PAIR_ENDS: Final = np.array(_pairs, np.int32)
"""The two cities of each pair of neighbours. Networks depend on pairs, since partner routes join the same two cities
(TTR-9.3)."""
PAIR: Final = np.array([_pairs.index(tuple(sorted(route.ends))) for route in BOARD.routes], np.int32)
"""The pair that each route belongs to."""
PAIR_ROUTES: Final = np.array([np.flatnonzero(np.equal(PAIR, p))[[0, -1]] for p in range(PAIRS)], np.int32)
"""The first and the last route of each pair: the same route twice where there is only one."""
PAIR_LENGTH: Final = LENGTH[PAIR_ROUTES[:, 0]]

CLAIM_ROUTE: Final = np.array([BOARD.route_id[claim.route] for claim in CLAIM_ACTIONS], np.int32)
CLAIM_COLOUR: Final = np.array([INDEX[claim.colour] for claim in CLAIM_ACTIONS], np.int32)
CLAIM_WILD: Final = np.array([claim.locomotives for claim in CLAIM_ACTIONS], np.int32)
CLAIM_CARDS: Final = LENGTH[CLAIM_ROUTE] - CLAIM_WILD
"""For each claim the number of cards of its colour, locomotives not counted."""

_payments = sorted(set(zip(CLAIM_COLOUR.tolist(), CLAIM_CARDS.tolist(), CLAIM_WILD.tolist(), strict=True)))
PAYMENTS: Final = np.array(_payments, np.int32)
"""All different payments as (colour, cards of it, locomotives)."""
CLAIM_PAYMENT: Final = np.array(
    [_payments.index(p) for p in zip(CLAIM_COLOUR.tolist(), CLAIM_CARDS.tolist(), CLAIM_WILD.tolist(), strict=True)], np.int32
)

_codes: Final[dict[Any, int]] = {
    **{claim: code for code, claim in enumerate(CLAIM_ACTIONS)},
    **{take: TAKE + c for c, take in enumerate(TAKE_ACTIONS)},
    DRAW_ACTION: DRAW,
    TICKETS_ACTION: DRAW_TICKETS,
    PASS_ACTION: PASS,
}
_actions: Final[dict[int, TTRAction]] = {code: action for action, code in _codes.items()}


def code_of(action: TTRAction, offer: list[int]) -> int:
    """Return the code of an action of a seat that was offered these tickets."""
    if isinstance(action, KeepTickets):
        kept = {BOARD.ticket_id[key] for key in action.tickets}
        return KEEP - 1 + sum(1 << i for i, ticket in enumerate(offer) if ticket in kept)
    return _codes[action]


def action_of(code: int, offer: list[int]) -> TTRAction:
    """Return the action that a code stands for when a seat was offered these tickets."""
    if code >= KEEP:
        mask = code - KEEP + 1
        kept = sorted(ticket for i, ticket in enumerate(offer) if mask >> i & 1)
        return KeepTickets(tuple(BOARD.tickets[ticket].key for ticket in kept))
    return _actions[code]
