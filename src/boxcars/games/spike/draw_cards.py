"""Action A, drawing rail cards; rounds and time cards (SPK-8, SPK-9)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from boxcars.core.game import Chapter, no
from boxcars.core.messages import T
from boxcars.core.types import Action, Event, Reason
from boxcars.games.spike.actions import Draw, StopDrawing
from boxcars.games.spike.events import CardDrawn, CardTaken, RoundBegan, RowTurnedUp, TimeCardDrawn
from boxcars.games.spike.map import TENDER
from boxcars.games.spike.state import Table
from boxcars.games.spike.steps import DrawMore
from boxcars.games.spike.turn_sequence import end_game

if TYPE_CHECKING:
    from boxcars.games.spike.rules import Spike

STOP: Final = StopDrawing()
LAST_ROUND: Final = 3


def take_from_deck(rules: Spike, state: Table) -> int:
    """Return the top card of the deck: a colour or a time card. In round 3 the top half holds no time card (SPK-9.3)."""
    deck = state.deck
    time = rules.chart.time_card
    if state.safe > 0:
        state.safe -= 1
        hidden = deck[time]
        deck[time] = 0
        card = state.chance.pick("deck", deck)
        deck[time] = hidden
    else:
        card = state.chance.pick("deck", deck)
    deck[card] -= 1
    return card


def turn_up(rules: Spike, state: Table) -> None:
    """Turn up rail cards until the row is full or the deck is empty (SPK-3.10, 9.2)."""
    while len(state.row) < rules.chart.box.face_up and any(state.deck):
        state.row.append(take_from_deck(rules, state))


def change_round(rules: Spike, state: Table, events: list[Event]) -> None:
    """The next round: row and discards are the new deck, four cards are turned up, in round 3 the time cards go in (SPK-9.2)."""
    chart = rules.chart
    state.round += 1
    for colour in state.row:
        state.deck[colour] += 1
    state.row.clear()
    for colour, n in enumerate(state.discard):
        state.deck[colour] += n
        state.discard[colour] = 0
    turn_up(rules, state)
    if state.round == LAST_ROUND:
        # The top half is the smaller one; the time cards are somewhere in the other (SPK-9.3).
        state.safe = sum(state.deck) // 2
        state.deck[chart.time_card] = chart.box.time_cards
    events.append(RoundBegan(state.round, [chart.colours[c] for c in state.row], sum(state.deck)))


def take_rail_card(rules: Spike, state: Table, events: list[Event]) -> int:
    """Return a rail card of the deck, past the time cards above it (SPK-9.4); -1 when the last time card comes (SPK-9.5)."""
    chart = rules.chart
    while True:
        card = take_from_deck(rules, state)
        if card != chart.time_card:
            return card
        state.time_cards += 1
        events.append(TimeCardDrawn(state.time_cards))
        if state.time_cards == chart.box.time_cards:
            return -1


def refill(rules: Spike, state: Table, events: list[Event]) -> None:
    """Turn up cards until four lie open (SPK-8.3), with all that may happen when the deck is short (SPK-8.4, 9.7)."""
    began = state.round
    shown: list[str] = []
    while len(state.row) < rules.chart.box.face_up:
        if not any(state.deck):
            # SPK-9.7: a card is needed and the deck is empty already; the refill ends with the new row, full or not.
            change_round(rules, state, events)
            return
        if began < LAST_ROUND == state.round:
            return  # the change left only time cards in the deck; only a refill that starts in round 3 goes through them
        told = len(events)
        card = take_rail_card(rules, state, events)
        if shown and len(events) > told:
            events.insert(told, RowTurnedUp(shown))  # they lay there before the time card came
            shown = []
        if card < 0:
            end_game(state, events, "time")
            return
        state.row.append(card)
        shown.append(rules.chart.colours[card])
        if state.round < LAST_ROUND and not any(state.deck):
            events.append(RowTurnedUp(shown))
            shown = []
            change_round(rules, state, events)
    if shown:
        events.append(RowTurnedUp(shown))


def draws(rules: Spike, state: Table, out: list[Action]) -> None:
    """Face-up cards by colour, without repeats, and the deck (SPK-8.1)."""
    seen = 0
    for colour in state.row:
        if not seen >> colour & 1:
            seen |= 1 << colour
            out.append(rules.draws[colour])
    if any(state.deck) or (not state.row and state.round < LAST_ROUND and any(state.discard)):
        out.append(rules.draws[-1])


def refuse_draw(rules: Spike, state: Table, action: Draw) -> Reason | None:
    if action.card == "deck":
        if any(state.deck) or (not state.row and state.round < LAST_ROUND and any(state.discard)):
            return None
        return no("draw_unavailable", "SPK-8.5", T("The deck is empty."))
    colour = rules.chart.colour_id[action.card]
    if colour not in state.row:
        return no("draw_unavailable", "SPK-8.1", T("There's no face-up {colour} card.", colour=rules.colour_texts[colour]))
    return None


def draw_one(rules: Spike, state: Table, seat: int, left: int, taken: int, action: Draw, events: list[Event]) -> None:
    """Take one card, and ask for the next if there may be one (SPK-8.2). ``left`` counts this card."""
    chart = rules.chart
    player = state.players[seat]
    if action.card == "deck":
        if not any(state.deck):
            # Deck and row are empty at the start of the action: a round change comes first, then the choice (SPK-8.5).
            change_round(rules, state, events)
            state.agenda.append(DrawMore(seat, left, taken))
            return
        card = take_rail_card(rules, state, events)
        if card < 0:
            end_game(state, events, "time")
            return
        player.hand[card] += 1
        events.append(CardDrawn(seat, chart.colours[card]))
        if state.round < LAST_ROUND and not any(state.deck):
            change_round(rules, state, events)
    else:
        colour = chart.colour_id[action.card]
        state.row.remove(colour)
        player.hand[colour] += 1
        player.known[colour] += 1
        if colour == state.gift and seat == state.last:
            state.gift_known += 1
        events.append(CardTaken(seat, action.card))
    if left > 1 and (state.row or any(state.deck)):
        state.agenda.append(DrawMore(seat, left - 1, taken + 1))
    else:
        refill(rules, state, events)


def first_draw(rules: Spike, state: Table, seat: int, action: Draw, events: list[Event]) -> None:
    """Action A begins with its first card (SPK-15.8)."""
    allowed = rules.chart.levels[TENDER][state.players[seat].levels[TENDER]]
    draw_one(rules, state, seat, allowed, 0, action, events)


class Drawing(Chapter[Table]):
    """The further cards of action A."""

    verbs = (Draw, StopDrawing)

    def legal(self, rules: Spike, state: Table, step: DrawMore) -> list[Action]:
        out: list[Action] = []
        draws(rules, state, out)
        if step.taken:
            out.append(STOP)
        return out

    def refuse(self, rules: Spike, state: Table, step: DrawMore, action: Draw | StopDrawing) -> Reason | None:
        if isinstance(action, Draw):
            return refuse_draw(rules, state, action)
        if not step.taken:
            return no("draw_unavailable", "SPK-8.1", T("Take at least one card."))
        return None

    def apply(self, rules: Spike, state: Table, step: DrawMore, action: Draw | StopDrawing, events: list[Event]) -> None:
        if isinstance(action, Draw):
            draw_one(rules, state, step.seat, step.left, step.taken, action, events)
        else:
            refill(rules, state, events)
