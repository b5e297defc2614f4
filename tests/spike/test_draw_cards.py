"""Action A, rounds and time cards (SPK-8, SPK-9)."""

from __future__ import annotations

import pytest

from boxcars.core.chance import Chance
from boxcars.games.spike.actions import Draw, StopDrawing, Upgrade
from boxcars.games.spike.draw_cards import change_round, refill
from boxcars.games.spike.events import CardDrawn, CardTaken, GameEnded, RoundBegan, RowTurnedUp, TimeCardDrawn
from boxcars.games.spike.rules import Spike
from boxcars.games.spike.state import Table
from boxcars.games.spike.steps import DrawMore, TakeAction

from .kit import code, deck_of, hold, play, rules_for, started, turn_of


def table(deck: int, row: int, discard: int, draw: int = 2, players: int = 3) -> tuple[Spike, Table]:
    """Seat 0 has no cards and may draw so many."""
    rules = rules_for(players)
    state = started(rules)
    hold(rules, state, 0)
    deck_of(rules, state, deck, row, discard)
    state.players[0].levels[1] = draw - 2
    state.players[0].spent = {2: 0, 3: 3, 4: 8}[draw]
    state.players[0].market_money = 20
    turn_of(rules, state, 0)
    rules.audit(state)
    return rules, state


def first_in_row(rules: Spike, state: Table) -> Draw:
    return Draw(rules.chart.colours[state.row[0]])


@pytest.mark.clause("SPK-8.1", "SPK-8.2", "SPK-8.3", "SPK-4.2", "SPK-15.8")
def test_cards_are_taken_one_at_a_time_and_the_row_is_refilled_at_the_end() -> None:
    rules, state = table(20, 4, 10, 3)
    events = play(rules, state, first_in_row(rules, state))
    assert isinstance(events[0], CardTaken) and len(state.row) == 3, "no refill yet"
    assert state.agenda[-1] == DrawMore(0, 2, 1)
    assert code(rules, state, Upgrade("tender")) == "wrong_phase"
    events = play(rules, state, Draw("deck"))
    assert isinstance(events[0], CardDrawn) and events[0].colour is not None, "the card is seen before the next choice"
    play(rules, state, first_in_row(rules, state))
    assert rules.actor(state) == 1 and len(state.row) == 4 and sum(state.players[0].hand) == 3
    assert sum(state.deck) == 20 - 1 - 2


@pytest.mark.clause("SPK-8.2", "SPK-8.7", "SPK-17")
def test_stopping_after_the_first_card() -> None:
    rules, state = table(20, 4, 10)
    assert code(rules, state, StopDrawing()) == "wrong_phase", "not before the first card"
    play(rules, state, Draw("deck"))
    play(rules, state, StopDrawing())
    assert rules.actor(state) == 1 and sum(state.players[0].hand) == 1
    assert code(rules, state, Draw("deck"), seat=0) == "not_your_turn", "no drawing on after stop"


@pytest.mark.clause("SPK-8.1", "SPK-8.5")
def test_only_what_is_there_can_be_drawn() -> None:
    rules, state = table(0, 2, 5)
    missing = next(c for c in range(6) if c not in state.row)
    assert code(rules, state, Draw(rules.chart.colours[missing])) == "draw_unavailable"
    assert code(rules, state, Draw("deck")) == "draw_unavailable", "a blind draw needs a deck"
    assert code(rules, state, Draw("pink")) == "unknown_id"
    assert {a.card for a in rules.legal(state) if isinstance(a, Draw)} == {rules.chart.colours[c] for c in state.row}


@pytest.mark.clause("SPK-EX-12", "SPK-8.4", "SPK-8.7", "SPK-9.1", "SPK-9.2", "SPK-9.8")
def test_deck_runs_out_in_mid_draw() -> None:
    rules, state = table(1, 4, 30, 3)
    play(rules, state, first_in_row(rules, state))
    events = play(rules, state, Draw("deck"))
    assert isinstance(events[0], CardDrawn) and events[1] == RoundBegan(2, [rules.chart.colours[c] for c in state.row], 29)
    assert (state.round, sum(state.deck), len(state.row), sum(state.discard)) == (2, 29, 4, 0)
    assert sum(state.players[0].hand) == 2, "cards in hands stay there"
    play(rules, state, first_in_row(rules, state))
    assert sum(state.deck) == 28 and len(state.row) == 4


@pytest.mark.clause("SPK-EX-20", "SPK-8.4")
def test_the_refill_empties_the_deck() -> None:
    rules, state = table(2, 4, 20)
    play(rules, state, first_in_row(rules, state))
    play(rules, state, first_in_row(rules, state))
    assert (state.round, sum(state.deck), len(state.row)) == (2, 20, 4)


@pytest.mark.clause("SPK-EX-13", "SPK-9.3", "SPK-9.2", "SPK-18.10")
def test_the_final_deck() -> None:
    rules, state = table(0, 4, 27)
    state.round = 2
    change_round(rules, state, [])
    assert state.round == 3 and len(state.row) == 4
    assert sum(state.deck) == 30 and state.deck[-1] == 3 and state.safe == 13
    drawn = []
    for _ in range(13):
        events = play(rules, state, Draw("deck"))
        drawn += [e for e in events if isinstance(e, TimeCardDrawn)]
        state.players[0].known, state.agenda = [0] * 6, state.agenda[:1]
        turn_of(rules, state, 0)
    assert not drawn and state.safe == 0, "no time card among the first 13"


@pytest.mark.clause("SPK-9.4")
def test_a_time_card_is_replaced_at_once() -> None:
    rules, state = table(0, 4, 27)
    state.round = 2
    change_round(rules, state, [])
    state.safe = 0
    state.chance = Chance("ab" * 32, {}, {"deck": [6, 1 if state.deck[1] else 2]})
    events = play(rules, state, Draw("deck"))
    assert events[0] == TimeCardDrawn(1) and isinstance(events[1], CardDrawn)
    assert sum(state.players[0].hand) == 1 and state.agenda[-1] == DrawMore(0, 1, 1), "it costs no draw"


@pytest.mark.clause("SPK-EX-14", "SPK-9.4", "SPK-9.5", "SPK-12.1")
def test_the_third_time_card_ends_the_game_at_once() -> None:
    rules, state = table(0, 4, 27)
    state.round = 2
    change_round(rules, state, [])
    state.deck[-1], state.time_cards, state.safe = 1, 2, 0
    play(rules, state, first_in_row(rules, state))
    state.chance = Chance("ab" * 32, {}, {"deck": [6]})
    events = play(rules, state, StopDrawing())
    assert TimeCardDrawn(3) in events and GameEnded("time") in events
    assert not state.agenda and rules.outcome(state) is not None
    assert len(state.row) == 3, "the refill does not go on"
    assert sum(state.players[0].hand) == 1, "cards already taken stay in hand"


@pytest.mark.clause("SPK-9.5", "SPK-8.3")
def test_the_log_tells_the_cards_turned_up_before_the_end() -> None:
    rules, state = table(0, 4, 27)
    state.round = 2
    change_round(rules, state, [])
    state.deck[-1], state.time_cards, state.safe = 1, 2, 0
    play(rules, state, first_in_row(rules, state))
    state.row.pop()
    colour = next(c for c, n in enumerate(state.deck[:-1]) if n)
    state.chance = Chance("ab" * 32, {}, {"deck": [colour, 6]})
    events = rules.play(state, 0, StopDrawing())
    told = [type(event) for event in events]
    assert told[:3] == [RowTurnedUp, TimeCardDrawn, GameEnded]
    assert code(rules, state, Draw("deck"), seat=1) == "game_over"


@pytest.mark.clause("SPK-EX-21", "SPK-9.7", "SPK-9.6", "SPK-8.6")
def test_hoarding() -> None:
    rules, state = table(0, 2, 0)
    state.round = 2
    play(rules, state, first_in_row(rules, state))
    play(rules, state, first_in_row(rules, state))
    assert (state.round, state.row, sum(state.deck), state.deck[-1]) == (3, [], 3, 3)
    assert rules.actor(state) == 1 and isinstance(state.agenda[-1], TakeAction)
    play(rules, state, Draw("deck"))
    assert not state.agenda and state.time_cards == 3, "all three time cards: the game is over"


@pytest.mark.clause("SPK-8.6")
def test_drawing_ends_when_deck_and_row_are_empty() -> None:
    rules, state = table(0, 1, 12, 4)
    play(rules, state, first_in_row(rules, state))
    assert sum(state.players[0].hand) == 1, "the draw ends with the cards taken so far, even though there are discards"
    assert state.round == 2 and len(state.row) == 4 and sum(state.deck) == 8, "then the refill changes the round"
    assert rules.actor(state) == 1


@pytest.mark.clause("SPK-8.5")
def test_a_round_change_comes_first_when_deck_and_row_are_empty() -> None:
    rules, state = table(0, 0, 10)
    assert [a for a in rules.legal(state) if isinstance(a, Draw)] == [Draw("deck")]
    play(rules, state, Draw("deck"))
    assert state.round == 2 and len(state.row) == 4 and sum(state.players[0].hand) == 0
    assert state.agenda[-1] == DrawMore(0, 2, 0)
    assert code(rules, state, StopDrawing()) == "draw_unavailable", "at least one card"
    play(rules, state, first_in_row(rules, state))
    rules, state = table(0, 0, 0)
    assert not any(isinstance(a, Draw) for a in rules.legal(state)), "no card anywhere: action A is not possible"


@pytest.mark.clause("SPK-9.7")
def test_fewer_than_four_cards_for_the_new_row() -> None:
    rules, state = table(0, 1, 2, 2)
    play(rules, state, first_in_row(rules, state))
    assert state.round == 2 and len(state.row) == 2 and not any(state.deck), "turn up what there is; no second round change"
    # the next refill needs a card while the deck is empty: the round changes, even without discards
    turn_of(rules, state, 1)
    play(rules, state, first_in_row(rules, state))
    play(rules, state, StopDrawing())
    assert state.round == 3 and len(state.row) == 1 and state.deck[-1] == sum(state.deck) == 3
    # a refill that starts in round 3 goes on through the time cards
    turn_of(rules, state, 2)
    play(rules, state, first_in_row(rules, state))
    if state.agenda:
        play(rules, state, StopDrawing())
    assert not state.agenda and state.time_cards == 3


@pytest.mark.clause("SPK-9.7", "SPK-8.4")
def test_a_change_by_the_last_card_does_not_end_the_refill() -> None:
    """The refill turns up the last card (round 2), finds the row still short and the deck empty: round 3, and there it ends."""
    rules, state = table(1, 4, 1)
    while state.row:
        state.players[2].hand[state.row.pop()] += 1
    refill(rules, state, [])
    assert state.round == 3 and len(state.row) == 2 and state.deck[-1] == sum(state.deck) == 3 and state.time_cards == 0


@pytest.mark.clause("SPK-9.7", "SPK-9.5")
def test_a_refill_that_began_in_round_two_leaves_the_time_cards_alone() -> None:
    rules, state = table(1, 4, 0)
    state.round = 2
    for _ in range(2):
        state.players[2].hand[state.row.pop()] += 1
    refill(rules, state, [])  # the last card comes up: round 3, three cards for the row and only time cards left
    assert state.round == 3 and len(state.row) == 3 and state.deck[-1] == sum(state.deck) == 3
    assert state.agenda and state.time_cards == 0


@pytest.mark.clause("SPK-9.9", "SPK-18.1", "SPK-18.2")
def test_cards_are_conserved() -> None:
    rules, state = table(10, 4, 10)
    before = sum(state.deck) + len(state.row) + sum(state.discard) + sum(sum(p.hand) for p in state.players)
    assert before == 60
    play(rules, state, Draw("deck"))
    play(rules, state, Draw("deck"))
    assert sum(state.deck) + len(state.row) + sum(state.discard) + sum(sum(p.hand) for p in state.players) == 60
