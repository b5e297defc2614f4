"""What a seat may know (SIL-22): observe and imagine. Only the cash of others is hidden; all else on the table is public."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from boxcars.core.chance import Chance
from boxcars.games.silverton.buy_equipment import SUPPLY, plows_of, trains_of
from boxcars.games.silverton.deal_actions import Freight
from boxcars.games.silverton.observation import FACE_DOWN, SeenClaim, SeenDeal, SeenPiece, SeenPlayer, SilvertonObservation
from boxcars.games.silverton.passengers import owned_by
from boxcars.games.silverton.place_pieces import target_id
from boxcars.games.silverton.placement_rules import deck_size
from boxcars.games.silverton.scoring import OVER
from boxcars.games.silverton.state import DECK, NOTHING, OPEN, REMOVED, Piece, Table

if TYPE_CHECKING:
    from boxcars.games.silverton.rules import Silverton


PLAYER_TURNS: Final = 4
"""Phase IV, in which one player after the other has the turn (SIL-10.3)."""


def cash_known(rules: Silverton, state: Table, seat: int | None, other: int) -> bool:
    """Own cash, announced cash, the only player's cash, and everybody's at the end (SIL-2.8)."""
    return seat == other or state.players[other].announced or rules.players == 1 or state.phase == OVER


def observe(rules: Silverton, state: Table, seat: int | None) -> SilvertonObservation:
    atlas = rules.atlas
    step = state.agenda[-1] if state.agenda else None
    deal = state.deal
    claims = len(atlas.claims)
    closed = rules.closed_discards and state.phase == PLAYER_TURNS and state.active == seat
    return SilvertonObservation(
        seat=seat,
        actor=step.seat if step is not None else -1,
        turn=state.turn,
        phase=state.phase,
        part=state.part,
        active=state.active,
        winter=rules.winter(state),
        order=state.order.copy(),
        step=step,
        players=[_player(rules, state, seat, other) for other in range(rules.players)],
        claims=[
            SeenClaim(atlas.claims[c], max(at, -1), state.goods[c], state.worked[c], state.depleted[c])
            for c, at in enumerate(state.claim_at)
            if at >= 0 or at == OPEN
        ],
        row=[atlas.claims[c] if c >= 0 else atlas.cards[-1 - c] for c in state.row],
        deck=deck_size(state),
        bottom=[atlas.events[e] for e in state.bottom],
        discards=[FACE_DOWN if closed else atlas.claims[c] if c < claims else atlas.events[c - claims] for c in state.discards],
        places=[atlas.cards[c] if c >= 0 else "" for c in state.tops],
        below=state.below.copy(),
        released=[atlas.cards[c] for c in state.released],
        joint={atlas.cards[c]: [state.card_at[c], p] for c, p in enumerate(state.partner) if p >= 0},
        removed=[atlas.cards[c] for c, at in enumerate(state.card_at) if at == REMOVED],
        depletions={atlas.towns[t]: n for t, n in enumerate(state.depletions) if n},
        pacts=[pact.copy() for pact in state.pacts],
        neutral=state.neutral,
        prices=state.price.copy(),
        sold=state.sold.copy(),
        train_supply=[
            sum(1 for t, at in enumerate(state.train_at) if at == SUPPLY and atlas.train_type[t] == kind)
            for kind in range(len(atlas.train_power))
        ],
        plow_supply=[
            sum(1 for p, at in enumerate(state.plow_at) if at == SUPPLY and atlas.plow_type[p] == kind)
            for kind in range(len(atlas.plow_bonus))
        ],
        used_trains=[atlas.trains[t] for t in state.used_trains],
        used_plows=[atlas.plows[p] for p in state.used_plows],
        plowing=[[atlas.plows[p], atlas.segments[s]] for p, s in state.plowing],
        cleared=[atlas.segments[s] for s in state.cleared],
        coupled=[atlas.trains[t] for t in state.coupled],
        operated=[atlas.claims[c] for c in state.operated],
        deliveries=state.deliveries,
        offers=state.offers,
        orders=[
            Freight(atlas.claims[o.claim], o.units, atlas.towns[o.city], tuple(atlas.trains[t] for t in o.trains))
            for o in state.orders
        ],
        deal=None if deal is None else SeenDeal(deal.to, deal.give, deal.take, deal.freight, deal.counter),
        scores=[player.cash for player in state.players] if state.phase == OVER else None,
    )


def _player(rules: Silverton, state: Table, seat: int | None, other: int) -> SeenPlayer:
    atlas = rules.atlas
    player = state.players[other]
    trains = trains_of(state, other)
    return SeenPlayer(
        homes=[atlas.towns[h] for h in rules.homes[player.position]],
        cash=player.cash if cash_known(rules, state, seat, other) else None,
        announced=player.announced,
        joined=player.joined,
        pieces=[_piece(rules, piece) for piece in player.pieces],
        track=[atlas.segments[s] for s in player.track],
        claims=[atlas.claims[c] for c, at in enumerate(state.claim_at) if at == other],
        cards=[atlas.cards[c] for c in owned_by(state, other)],
        trains=[atlas.trains[t] for t in trains],
        train_homes=[state.train_home[t] for t in trains],
        plows=[atlas.plows[p] for p in plows_of(state, other)],
        sold=player.sold.copy(),
    )


def _piece(rules: Silverton, piece: Piece) -> SeenPiece:
    target = ""
    if piece.task != NOTHING:
        target = "deck" if piece.task == DECK else target_id(rules, piece)
    first = rules.atlas.segments[piece.first] if piece.first >= 0 else ""
    return SeenPiece(
        piece.kind,
        piece.bonus,
        piece.status,
        piece.task,
        target,
        piece.right,
        piece.tied,
        first,
        piece.home,
        piece.fine,
        piece.tried,
    )


def imagine(rules: Silverton, state: Table, seat: int | None, seed: str) -> Table:
    """Return a world the seat cannot tell from this one: other dice, other cards to come.

    Decks are counts, so nothing has to be dealt. Purses stay as they are: every payment was public, so whoever kept the log knows
    them (``Rules.deducible``); only the observation hides the total (SIL-22).
    """
    world = state.clone()
    world.chance = Chance(seed)
    return world
