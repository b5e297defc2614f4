"""Phase VI: refilling the open cards, events turned up, passenger stacks, returning pieces (SIL-7.3–7.7, SIL-17)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boxcars.core.game import Chapter
from boxcars.core.types import Event
from boxcars.games.silverton.buy_cards import ROW, top_card
from boxcars.games.silverton.events import CardRevealed, ClaimDiscarded, ClaimTurnedUp, EventTurnedUp
from boxcars.games.silverton.passengers import exhausted, remove
from boxcars.games.silverton.place_pieces import send_home
from boxcars.games.silverton.placement_rules import deck_size
from boxcars.games.silverton.state import CARD, CLAIM, DISCARDED, HIDDEN, OPEN, PLACED, REMOVED, VISIBLE, Table
from boxcars.games.silverton.steps import RefillCards

if TYPE_CHECKING:
    from boxcars.games.silverton.rules import Silverton


class RefillCardsChapter(Chapter[Table]):
    def run(self, rules: Silverton, state: Table, step: RefillCards, events: list[Event]) -> None:
        state.phase = 6
        discard_neutral(rules, state, events)
        refill_claims(rules, state, events)
        reveal_passengers(rules, state, events)
        return_pieces(state)


def discard_neutral(rules: Silverton, state: Table, events: list[Event]) -> None:
    """Salt Lake City solitaire: the card under the neutral prospector goes (SIL-19.6)."""
    card = state.neutral
    state.neutral = ""
    if card in rules.atlas.claim_no:
        claim = rules.atlas.claim_no[card]
        if state.claim_at[claim] == OPEN:
            throw_away(state, claim)
            events.append(ClaimDiscarded(card))
    elif card and state.card_at[rules.atlas.card_no[card]] == VISIBLE:
        remove(rules, state, rules.atlas.card_no[card], events)


def throw_away(state: Table, claim: int) -> None:
    if claim in state.row:
        state.row.remove(claim)
    state.claim_at[claim] = DISCARDED
    state.discards.append(claim)


def disputed(state: Table, task: int, target: int) -> bool:
    """Return whether prospectors of a tie stand on an open card (SIL-7.4)."""
    for player in state.players:
        for piece in player.pieces:
            if piece.tied and piece.status == PLACED and piece.task == task and piece.target == target:
                return True
    return False


def refill_claims(rules: Silverton, state: Table, events: list[Event]) -> None:
    """Turn up cards until eight are open or the deck is empty; an event sweeps the row (SIL-17.1, 7.3)."""
    claims = len(rules.atlas.claims)
    while len(state.row) < ROW and deck_size(state):
        card = top_card(rules, state)
        if card < claims:
            state.claim_at[card] = OPEN
            state.row.append(card)
            events.append(ClaimTurnedUp(rules.atlas.claims[card]))
        else:
            sweep(rules, state, card - claims, events)


def sweep(rules: Silverton, state: Table, event: int, events: list[Event]) -> None:
    """SIL-7.3: the event, the top card of the deck and every undisputed open card are discarded."""
    atlas = rules.atlas
    claims = len(atlas.claims)
    state.discards.append(claims + event)
    gone: list[str] = []
    if deck_size(state):
        card = top_card(rules, state)
        state.discards.append(card)
        if card < claims:
            state.claim_at[card] = DISCARDED
            gone.append(atlas.claims[card])
        else:
            gone.append(atlas.events[card - claims])
    removed: list[Event] = []
    for card in state.row.copy():
        if card >= 0 and not disputed(state, CLAIM, card):
            throw_away(state, card)
            gone.append(atlas.claims[card])
        elif card < 0 and not disputed(state, CARD, -1 - card):
            remove(rules, state, -1 - card, removed)
            gone.append(atlas.cards[-1 - card])
    events.append(EventTurnedUp(atlas.events[event], gone))
    events += removed


def reveal_passengers(rules: Silverton, state: Table, events: list[Event]) -> None:
    """The new top card of every stack whose top is gone is turned face up (SIL-17.2); exhausted ones leave at once (SIL-8.6)."""
    atlas = rules.atlas
    for place in range(len(state.tops)):
        while state.tops[place] < 0 and state.below[place] > 0:
            kind = rules.classes[len(rules.classes) - state.below[place]]
            counts = [
                1 if state.card_at[card] == HIDDEN and atlas.card_class[card] == kind else 0 for card in range(len(atlas.cards))
            ]
            card = state.chance.pick("passengers", counts)
            state.below[place] -= 1
            if exhausted(rules, state, card):
                state.card_at[card] = REMOVED
                remove(rules, state, card, events)
            else:
                state.card_at[card] = VISIBLE
                state.tops[place] = card
                events.append(CardRevealed(atlas.cards[card]))


def return_pieces(state: Table) -> None:
    """Every placed piece returns, except those of tied disputes (SIL-9.4, 17.3)."""
    for player in state.players:
        for piece in player.pieces:
            piece.tried = False
            if piece.tied and piece.status == PLACED:
                piece.right = piece.won = False
            else:
                send_home(piece)
