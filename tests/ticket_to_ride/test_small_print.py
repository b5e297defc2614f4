"""The small print of Ticket to Ride: rules that change little and are easily broken, one test each."""

from __future__ import annotations

from math import comb
from types import SimpleNamespace
from typing import Any

import pytest

from boxcars.core.chance import Chance, seed_from
from boxcars.games.ticket_to_ride import visibility
from boxcars.games.ticket_to_ride.train_cards import DRAWS
from boxcars.games.ticket_to_ride.types import COLOURS, DrawCard, KeepTickets, TakeCard

from .positions import dealt, keys, play, rules_for


@pytest.mark.clause("TTR-R-20")
@pytest.mark.parametrize("seat", range(3))
def test_a_starting_seat_that_is_chosen_is_not_drawn(seat: int) -> None:
    rules = rules_for(3, seat + 1)
    assert {rules.start(Chance(seed_from(str(n)))).starts for n in range(8)} == {seat}


@pytest.mark.clause("TTR-4.9")
def test_each_colour_of_the_display_and_the_deck_can_be_drawn() -> None:
    for shown in range(1 << len(COLOURS)):
        colours = [TakeCard(colour) for n, colour in enumerate(COLOURS) if shown >> n & 1]
        assert DRAWS[shown] == [*colours, DrawCard()]


@pytest.mark.clause("TTR-6.5")
def test_payments_are_known_for_eight_colours() -> None:
    board = rules_for().board
    assert {len(payments) for payments in board.claims} == {len(COLOURS) - 1}


@pytest.mark.clause("TTR-12.9")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_game_cannot_last_longer_than_its_trains_cards_and_tickets(players: int) -> None:
    turns = 90 * players + 110 + 30
    assert rules_for(players).max_decisions == 2 * turns * (players + 1)


@pytest.mark.skipif(not visibility.__file__.endswith(".py"), reason="compiled rules take no stand-in for a table")
@pytest.mark.clause("TTR-15.7")
def test_a_deck_too_poor_for_a_flush_is_imagined_with_the_right_odds() -> None:
    """Four locomotives lie open and nothing was flushed: the deck of two has at most one other card, of the four unseen ones."""
    asked: list[list[int]] = []

    def pick(stream: str, weights: list[int]) -> int:
        asked.append(list(weights))
        return 0

    world: Any = SimpleNamespace(deck=[0] * 8 + [2], display=[8, 8, 8, 8, 0], discard=[0] * 9, chance=SimpleNamespace(pick=pick))
    deck = visibility._deal_poor_deck(world, [3, 0, 0, 0, 0, 0, 0, 1, 5])
    assert asked[0] == [comb(5, 2), 4 * 5]
    assert deck == [0] * 8 + [2]


@pytest.mark.clause("TTR-3.4")
def test_nobody_has_passed_when_the_game_begins() -> None:
    rules = rules_for()
    table = rules.start(Chance(seed_from("new")))
    assert (table.passes, rules.observe(table, None).passes) == (0, 0)


@pytest.mark.clause("TTR-2.6")
def test_who_has_chosen_first_tickets_is_seen_until_all_have() -> None:
    rules = rules_for(2)
    table = dealt(rules)
    seen_by_all = [rules.observe(table, None).chosen]
    for seat in range(2):
        play(rules, table, seat, KeepTickets(keys(rules, table.offers[seat])))
        seen_by_all.append(rules.observe(table, None).chosen)
    assert seen_by_all == [[False, False], [True, False], [False, False]]
