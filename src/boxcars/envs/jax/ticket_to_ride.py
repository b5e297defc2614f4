"""Ticket to Ride (USA, 2 to 5 players) as pure functions of arrays: the rules of ``games/ticket_to_ride`` without branches.

Action codes are those of ``games/ticket_to_ride/ai/board_arrays``. Everything a step may do is computed and what does not apply
is masked; what is rare is done for the games that need it (``rarely``).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import jax.numpy as jnp
from jax import Array, lax

from boxcars.envs.jax.chance import Seeded, Source
from boxcars.envs.jax.conditional_update import rarely
from boxcars.envs.jax.observation import observation_arrays
from boxcars.envs.jax.scoring import REWARDS, final_scores
from boxcars.envs.jax.state import CHOOSE, KEEPING, OVER, RING, SECOND, TURN, State
from boxcars.envs.jax.ticket_distances import ticket_needs
from boxcars.games.ticket_to_ride.ai import board_arrays as t
from boxcars.games.ticket_to_ride.ai.network_input import SCALE, row
from boxcars.games.ticket_to_ride.invariants import CARDS
from boxcars.games.ticket_to_ride.types import LOCOMOTIVE

COLOURS: Final = 9
ALL_TICKETS: Final = (1 << t.TICKETS) - 1


class TicketToRide:
    """The game for a fixed number of players. ``reward``: "rank" or "score", as in ``envs/rewards.py``.

    With more ``seats`` than players the arrays have room for all of them, and ``init(key, players)`` deals games of different
    numbers of players that go on side by side in one batch.
    """

    def __init__(self, players: int = 2, reward: str = "rank", source: Source | None = None, seats: int = 0) -> None:
        if not 2 <= players <= max(players, seats) <= 5:
            raise ValueError("Ticket to Ride is for 2 to 5 players (TTR-2.1)")
        self.num_players = players
        self.seats = max(players, seats)
        self.num_actions = t.ACTIONS
        self.source: Source = source or Seeded()
        self._reward = REWARDS[reward]
        self._flush = rarely(self._flushed, 1 / 16)
        self._score = rarely(self._scored, 1 / 64)

    # -- the deal ----------------------------------------------------------------------------------------------------

    def init(self, key: Array, players: Array | int | None = None) -> State:
        """Return a new game at its first decision (TTR-2)."""
        n = self.seats
        players = jnp.asarray(self.num_players if players is None else players, jnp.int32)
        there = jnp.arange(n) < players
        chance = self.source.start(key)
        dealt, chance = self.source.cards(chance, 4 * n + 5)
        # The display comes after the hands of those who are there (TTR-2.10).
        cards = (dealt[:, None] == jnp.arange(COLOURS)).astype(jnp.int8)
        hands = cards[: 4 * n].reshape(n, 4, COLOURS).sum(1, dtype=jnp.int8) * there[:, None]
        display = lax.dynamic_slice_in_dim(cards, 4 * players, 5).sum(0, dtype=jnp.int8)
        deck = jnp.asarray(CARDS, jnp.int8) - hands.sum(0, dtype=jnp.int8) - display
        chance = self.source.used(chance, 4 * players + 5)
        piles = (display, deck, jnp.zeros(COLOURS, jnp.int8), chance)
        display, deck, discard, chance = self._flush(flush_due(*piles[:3]), piles)
        tickets, chance = self.source.tickets(chance, 3 * n, 3 * players)
        offers = jnp.where(there[:, None], tickets.reshape(n, 3), -1)
        fresh = ALL_TICKETS - jnp.where(offers >= 0, bit(offers), 0).sum(dtype=jnp.uint32)
        starts, chance = self.source.seat(chance, players)
        seats, zero = jnp.zeros(n, jnp.int32), jnp.int32(0)
        state = State(
            players=players,
            current_player=zero,
            rewards=jnp.zeros(n, jnp.float32),
            terminated=jnp.bool_(False),
            truncated=jnp.bool_(False),
            legal_action_mask=jnp.zeros(t.ACTIONS, bool),
            chance=chance,
            due=jnp.int32(CHOOSE),
            starts=starts,
            hands=hands.astype(jnp.int8),
            known=jnp.zeros((n, COLOURS), jnp.int8),
            display=display,
            deck=deck,
            discard=discard,
            tickets=seats.astype(jnp.uint32),
            offers=offers.astype(jnp.int8),
            chosen=jnp.where(there, -1, 0),
            fresh=fresh,
            returned=jnp.zeros(RING, jnp.int16),
            returned_first=zero,
            returned_count=zero,
            owner=jnp.full(t.ROUTES, -1, jnp.int8),
            trains=there * t.BOARD.trains,
            points=seats,
            final_turns=zero - 1,
            passes=zero,
            scores=seats,
            completed=seats,
            longest=seats,
        )
        return replace(state, legal_action_mask=self.legal(state))

    # -- a step ------------------------------------------------------------------------------------------------------

    def step(self, state: State, action: Array) -> State:
        """Return the position after an action. An illegal action changes nothing."""
        action = jnp.asarray(action, jnp.int32)
        s, seat, n = state, state.current_player, state.players
        me = jnp.arange(self.seats) == seat
        mine = me.astype(jnp.int8)[:, None]
        ok = (action >= 0) & (action < t.ACTIONS) & s.legal_action_mask[action] & ~s.terminated

        # Claim a route: pay, place the trains, score at once (TTR-6).
        claim = ok & (action < t.CLAIMS)
        this = jnp.clip(action, 0, t.CLAIMS - 1)
        route = jnp.asarray(t.CLAIM_ROUTE)[this]
        wild = jnp.asarray(t.CLAIM_WILD)[this]
        cards = jnp.asarray(t.CLAIM_CARDS)[this]
        paid = cards * one_of(jnp.asarray(t.CLAIM_COLOUR)[this], COLOURS) + wild * one_of(LOCOMOTIVE, COLOURS)
        paid = jnp.where(claim, paid, 0).astype(jnp.int8)
        owner = jnp.where(claim & (jnp.arange(t.ROUTES) == route), seat.astype(jnp.int8), s.owner)
        trains = s.trains - (me & claim) * jnp.asarray(t.LENGTH)[route]
        points = s.points + (me & claim) * jnp.asarray(t.POINTS)[route]
        discard = s.discard + paid

        # Draw a train card: from the display, which is filled up, or from the deck (TTR-4, TTR-5).
        take = ok & (action >= t.TAKE) & (action < t.DRAW)
        draw = take | (ok & (action == t.DRAW))
        taken = one_of(action - t.TAKE, COLOURS) * take
        deck, discard, up, chance = self._turn_up(s.deck, discard, s.chance, draw)
        display = s.display - taken + up * take
        got = taken + up * (draw & ~take)
        hands = s.hands + mine * (got - paid)
        known = jnp.maximum(s.known + mine * (taken - paid), 0)
        # The discards of a claim may make a blocked flush possible (TTR-5.6); other actions leave nothing due.
        due = flush_due(display, deck, discard) & (draw | claim)
        display, deck, discard, chance = self._flush(due, (display, deck, discard, chance))
        last = draw & ((s.due == SECOND) | (action == t.TAKE + LOCOMOTIVE) | ~some(deck, discard))

        # Tickets: draw them (TTR-7.1), keep some of them (TTR-2.7, TTR-7.3).
        s = self._draw_tickets(replace(s, chance=chance), ok & (action == t.DRAW_TICKETS), me)
        keep = ok & (action >= t.KEEP)
        s, kept = self._keep_tickets(s, keep, action - t.KEEP + 1, me)

        # The end of the turn (TTR-3, TTR-8).
        passed = ok & (action == t.PASS)
        ended = claim | last | passed | kept
        passes = jnp.where(ended, jnp.where(passed, s.passes + 1, 0), s.passes)
        frozen = ended & (passes == n)
        counting = ended & ~frozen
        low = (trains * me).sum() <= 2
        left = jnp.where(s.final_turns > 0, s.final_turns - 1, jnp.where(low, n, s.final_turns))
        final_turns = jnp.where(counting, left, s.final_turns)
        over = frozen | (counting & (s.final_turns > 0) & (final_turns == 0))
        begins = keep & (s.due == CHOOSE) & (seat == n - 1)
        chosen = keep & (s.due == CHOOSE) & ~begins
        turn = jnp.where(begins, s.starts, jnp.where((ended & ~over) | chosen, (seat + 1) % n, seat))
        next_due = jnp.where(draw, SECOND, jnp.where(ok & (action == t.DRAW_TICKETS), KEEPING, s.due))
        next_due = jnp.where(over, OVER, jnp.where(ended | begins, TURN, next_due))
        s = replace(
            s,
            current_player=turn,
            rewards=jnp.zeros_like(s.rewards),
            terminated=s.terminated | over,
            due=next_due,
            hands=hands,
            known=known,
            display=display,
            deck=deck,
            discard=discard,
            owner=owner,
            trains=trains,
            points=points,
            scores=jnp.where(s.terminated, s.scores, points),
            final_turns=final_turns,
            passes=passes,
        )
        result = (s.rewards, s.scores, s.completed, s.longest, s.owner, s.tickets, s.players)
        rewards, scores, completed, longest, *_ = self._score(over, result)
        s = replace(s, rewards=rewards, scores=scores, completed=completed, longest=longest)
        return replace(s, legal_action_mask=self.legal(s))

    # -- cards -------------------------------------------------------------------------------------------------------

    def _turn_up(self, deck: Any, discard: Any, chance: Any, needed: Any) -> tuple[Any, Any, Any, Any]:
        """The top card of the deck (as counts); an empty deck is first made anew from the discards (TTR-5.1)."""
        anew = needed & ~(deck > 0).any()
        deck, discard = jnp.where(anew, discard, deck), jnp.where(anew, 0, discard)
        colour, chance = self.source.card(chance, deck, needed)
        card = one_of(colour, COLOURS) * needed
        return deck - card, discard, card, chance

    def _flushed(self, piles: Any) -> Any:
        """Deal a new display as long as that is due (TTR-5.2 to 5.5)."""

        def flush(piles: Any) -> Any:
            display, deck, discard, chance = piles
            discard = discard + display
            display = jnp.zeros_like(display)
            for _ in range(5):
                deck, discard, card, chance = self._turn_up(deck, discard, chance, jnp.bool_(True))
                display = display + card
            return display, deck, discard, chance

        return lax.while_loop(lambda piles: flush_due(*piles[:3]), flush, piles)

    # -- tickets -----------------------------------------------------------------------------------------------------

    def _draw_tickets(self, s: State, draw: Any, me: Any) -> State:
        """The top three: unseen ones while there are any, then the returned ones in their order (TTR-7.1, 7.3)."""
        fresh, first, count, chance = s.fresh, s.returned_first, s.returned_count, s.chance
        offer = []
        for _ in range(3):
            unseen = draw & (fresh != 0)
            old = draw & (fresh == 0) & (count > 0)
            ticket, chance = self.source.ticket(chance, fresh, unseen)
            offer.append(jnp.where(unseen, ticket, jnp.where(old, s.returned[first] // 8, -1)))
            fresh = jnp.where(unseen, fresh & ~bit(ticket), fresh)
            first, count = jnp.where(old, (first + 1) % RING, first), count - old
        offers = jnp.where(draw & me[:, None], jnp.stack(offer).astype(jnp.int8), s.offers)
        return replace(s, fresh=fresh, returned_first=first, returned_count=count, chance=chance, offers=offers)

    def _keep_tickets(self, s: State, keep: Any, mask: Any, me: Any) -> tuple[State, Any]:
        """The state after a choice of tickets, and whether it ends a turn; the first choices count once all are made (2.6)."""
        first = keep & (s.due == CHOOSE)
        kept = keep & (s.due == KEEPING)
        reveal = first & (s.current_player == s.players - 1)
        chosen = jnp.where(first & me, mask, s.chosen)
        settled = reveal | (kept & me)
        masks = jnp.where(reveal, chosen, mask)
        returned, count, tickets = s.returned, s.returned_count, s.tickets
        for seat in range(self.seats):
            for i in range(3):
                ticket = s.offers[seat, i].astype(jnp.int32)
                real = settled[seat] & (ticket >= 0)
                held = real & (masks[seat] >> i & 1 == 1)
                back = real & ~held
                tickets = tickets | jnp.where(held & (jnp.arange(self.seats) == seat), bit(ticket), 0)
                place = jnp.arange(RING) == (s.returned_first + count) % RING
                returned = jnp.where(place & back, (ticket * 8 + seat).astype(jnp.int16), returned)
                count = count + back
        offers = jnp.where(settled[:, None], jnp.int8(-1), s.offers)
        chosen = jnp.where(reveal, 0, chosen)
        return replace(s, tickets=tickets, offers=offers, chosen=chosen, returned=returned, returned_count=count), kept

    # -- the end -----------------------------------------------------------------------------------------------------

    def _scored(self, result: Any) -> Any:
        """Totals, ranks and rewards of a game that is over (TTR-9 to TTR-11)."""
        _, points, _, _, owner, tickets, players = result
        scores, completed, longest, ranks = final_scores(players, owner, tickets, points)
        return self._reward(scores, ranks, players), scores, completed, longest, owner, tickets, players

    # -- what a seat sees --------------------------------------------------------------------------------------------

    def observe(self, state: State, player: Array | int | None = None) -> Array:
        """Return what a seat (default: the one to act) knows, as a scaled row of ``games/ticket_to_ride/ai/network_input``."""
        seen: Array = self.look(state, player).astype(jnp.float32) * SCALE
        return seen

    def look(self, state: State, player: Array | int | None = None) -> Array:
        """The same as whole numbers (int16): half the memory, for those who keep many."""
        seen: Array = row(
            jnp, observation_arrays(state, state.current_player if player is None else player), state.players, ticket_needs
        )
        return seen

    # -- what may be done --------------------------------------------------------------------------------------------

    def legal(self, s: State) -> Array:
        """The mask of the seat to act: one flag for each code; nothing once the game is over."""
        seat = s.current_player
        hand, trains, offer = s.hands[seat].astype(jnp.int32), s.trains[seat], s.offers[seat]
        turn, second = s.due == TURN, s.due == SECOND
        beside = jnp.where(t.PARTNER >= 0, s.owner[jnp.asarray(t.PARTNER)], -1)
        # With two or three players a claimed route closes its partner to everybody, with more to its owner (TTR-6.8, 6.9).
        closed = jnp.where(s.players <= 3, beside >= 0, beside == seat)
        routes = turn & (s.owner < 0) & ~closed & (trains >= t.LENGTH)
        payable = (hand[jnp.asarray(t.PAYMENTS[:, 0])] >= t.PAYMENTS[:, 1]) & (hand[LOCOMOTIVE] >= t.PAYMENTS[:, 2])
        claims = routes[jnp.asarray(t.CLAIM_ROUTE)] & payable[jnp.asarray(t.CLAIM_PAYMENT)]
        drawable = (turn | second) & some(s.deck, s.discard)
        takes = drawable & (s.display > 0) & ~(second & (jnp.arange(COLOURS) == LOCOMOTIVE))
        tickets = turn & ((s.fresh != 0) | (s.returned_count > 0))
        stuck = turn & ~claims.any() & ~drawable & ~tickets
        masks = jnp.arange(1, 8)
        offered = (offer >= 0).sum()
        keeps = ((s.due == CHOOSE) & (lax.population_count(masks) >= 2)) | ((s.due == KEEPING) & (masks < 1 << offered))
        return jnp.concatenate([claims, takes, drawable[None], tickets[None], stuck[None], keeps])


def one_of(index: Array | int, size: int) -> Array:
    """1 at the index, 0 elsewhere."""
    return (jnp.arange(size) == index).astype(jnp.int8)


def bit(ticket: Array) -> Array:
    found: Array = jnp.uint32(1) << jnp.maximum(ticket, 0).astype(jnp.uint32)
    return found


def some(deck: Array, discard: Array) -> Array:
    """Train cards may be drawn only while deck or discard has one (TTR-4.6)."""
    return (deck > 0).any() | (discard > 0).any()


def flush_due(display: Array, deck: Array, discard: Array) -> Array:
    """Three or more locomotives lie face up, and the pool has three other cards (TTR-5.2, 5.5)."""
    others = (display + deck + discard)[:LOCOMOTIVE].sum()
    return (display[LOCOMOTIVE] >= 3) & (others >= 3)
