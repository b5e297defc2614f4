"""Set-up (TTR-2)."""

from __future__ import annotations

import pytest

from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from
from boxcars.core.game import Refused
from boxcars.games.ticket_to_ride.types import ChooseTickets, GameBegan, TicketsChosen, TicketsKept

from .positions import DECK, card_order, dealt, deck_of_tickets, keep, keys, letters, play, rules_for, ticket_order, trains


@pytest.mark.clause("TTR-2.1")
def test_two_to_five_players() -> None:
    for players in (2, 3, 4, 5):
        table = dealt(rules_for(players))
        assert len(table.hands) == players
        assert [step.seat for step in reversed(table.agenda)] == [*range(players), -1]
    for players in (-1, 0, 1, 6, 100):
        with pytest.raises(Refused, match="is for 2, 3, 4, 5 players"):
            registry.make("ticket_to_ride", "usa", players)


@pytest.mark.clause("TTR-2.2")
def test_players_start_with_45_trains_and_no_points() -> None:
    table = dealt(rules_for(4))
    assert table.trains == [45] * 4
    assert table.points == [0] * 4


@pytest.mark.clause("TTR-2.3", "TTR-2.9", "TTR-EX-1")
@pytest.mark.parametrize(("players", "deck"), [(2, 97), (3, 93), (4, 89), (5, 85)])
def test_four_cards_each_five_face_up(players: int, deck: int) -> None:
    table = dealt(rules_for(players), "VBOW" * players + "GYKRV")
    assert [sum(hand) for hand in table.hands] == [4] * players
    assert letters(table.display) == "GYKRV"
    assert sum(table.deck) == deck == 110 - 4 * players - 5
    assert not any(table.discard)


@pytest.mark.clause("TTR-2.3")
def test_hands_are_dealt_at_random() -> None:
    rules = rules_for(2)
    hands = {tuple(rules.start(Chance(seed_from(n))).hands[0]) for n in range(20)}
    assert len(hands) > 15


@pytest.mark.clause("TTR-2.4", "TTR-R-1", "TTR-EX-26")
@pytest.mark.parametrize("players", [2, 5])
def test_an_opening_display_of_three_locomotives_is_flushed(players: int) -> None:
    table = dealt(rules_for(players), "VBOW" * players + "LLLRB" + "GYKRV")
    assert letters(table.display) == "GYKRV"
    assert sum(table.discard) == 5
    assert table.discard[8] == 3
    assert sum(table.deck) == 110 - 4 * players - 10


@pytest.mark.clause("TTR-2.5")
def test_each_player_keeps_two_or_three_of_three_tickets() -> None:
    rules = rules_for(2)
    table = dealt(rules)
    assert [len(offer) for offer in table.offers] == [3, 3]
    assert {len(a.tickets) for a in rules.legal(table)} == {2, 3}
    assert len(rules.legal(table)) == 4
    reason = rules.refuse(table, 0, keep(rules, 0))
    assert reason is not None
    assert (reason.code, reason.clause) == ("bad_keep", "TTR-2.5")


@pytest.mark.clause("TTR-2.6", "TTR-R-21")
def test_nobody_learns_a_first_choice_before_all_have_chosen() -> None:
    rules = rules_for(3)
    two, three = dealt(rules), dealt(rules)
    events = rules.play(two, 0, keep(rules, 0, 1)), rules.play(three, 0, keep(rules, 0, 1, 2))
    assert events[0] == events[1] == [TicketsChosen(0)]
    for seat in (1, 2, None):
        assert rules.observe(two, seat) == rules.observe(three, seat)
    assert rules.observe(two, 1).chosen == [True, False, False]
    assert rules.observe(two, 0) != rules.observe(three, 0)
    rules.play(two, 1, keep(rules, 3, 4))
    told = rules.play(two, 2, keep(rules, 6, 7, 8))
    assert [(e.seat, e.count) for e in told if isinstance(e, TicketsKept)] == [(0, 2), (1, 2), (2, 3)]


@pytest.mark.clause("TTR-2.7", "TTR-R-11", "TTR-EX-2")
def test_returned_tickets_go_under_the_deck_in_seat_order() -> None:
    rules = rules_for(3)
    table = dealt(rules, tickets=ticket_order())
    assert table.offers == [[0, 1, 2], [3, 4, 5], [6, 7, 8]]
    play(rules, table, 0, keep(rules, 0, 2))
    play(rules, table, 1, keep(rules, 3, 4, 5))
    play(rules, table, 2, keep(rules, 7, 8))
    assert [t for t, there in enumerate(table.fresh) if there] == list(range(9, 30))
    assert deck_of_tickets(table) == [1, 6]
    # Drawn in this order: 9, 10, … 29, and only then 1 and 6.
    for first in range(9, 30, 3):
        seat = rules.actor(table)
        play(rules, table, seat, rules.legal(table)[-1])
        assert table.offers[seat] == [first, first + 1, first + 2]
        play(rules, table, seat, rules.legal(table)[0])
    seat = rules.actor(table)
    play(rules, table, seat, rules.legal(table)[-1])
    assert table.offers[seat] == [1, 6]


@pytest.mark.clause("TTR-2.8", "TTR-R-20")
def test_the_starting_player() -> None:
    for option in (1, 2, 3):
        rules = rules_for(3, option)
        table = rules.start(Chance(seed_from(1)))
        for seat in range(3):
            events = play(rules, table, seat, rules.legal(table)[0])
        assert GameBegan(option - 1) in events
        assert rules.actor(table) == option - 1
    random = registry.make("ticket_to_ride", "usa", 3)
    starts = [random.start(Chance(seed_from(n))).starts for n in range(60)]
    assert set(starts) == {0, 1, 2}


@pytest.mark.clause("TTR-2.8")
def test_play_goes_round_by_seat_number() -> None:
    rules = rules_for(3, 3)
    table = dealt(rules, "VBOW" * 3 + "GYKRV")
    for seat in range(3):
        play(rules, table, seat, rules.legal(table)[0])
    seats = []
    for _ in range(5):
        seats.append(rules.actor(table))
        play(rules, table, rules.actor(table), DECK)
        play(rules, table, rules.actor(table), DECK)
    assert seats == [2, 0, 1, 2, 0]


@pytest.mark.clause("TTR-2.9", "TTR-EX-1")
def test_the_ticket_deck_after_setup() -> None:
    rules = rules_for(5)
    table = dealt(rules)
    for seat in range(5):
        play(rules, table, seat, rules.legal(table)[0])
    assert sum(table.fresh) + len(table.returned) == 15
    rules = rules_for(2)
    table = dealt(rules)
    play(rules, table, 0, keep(rules, 0, 2))
    play(rules, table, 1, keep(rules, 3, 4, 5))
    assert sum(table.fresh) + len(table.returned) == 25
    assert deck_of_tickets(table) == [1]


@pytest.mark.clause("TTR-2.10")
def test_a_game_from_an_explicit_order() -> None:
    rules = registry.make("ticket_to_ride", "usa", 2)
    table = dealt(rules, "VVBBOOWWGYKRLRL", ticket_order(29, 28, 27, 3, 2, 1), starts=1)
    assert table.hands[0] == [2, 2, 0, 0, 0, 0, 0, 0, 0]
    assert table.hands[1] == [0, 0, 2, 2, 0, 0, 0, 0, 0]
    assert letters(table.display) == "GYKRL"
    assert table.offers == [[29, 28, 27], [3, 2, 1]]
    assert table.starts == 1
    assert isinstance(table.agenda[-1], ChooseTickets)
    play(rules, table, 0, rules.legal(table)[0])
    play(rules, table, 1, rules.legal(table)[0])
    play(rules, table, 1, DECK)
    play(rules, table, 1, DECK)
    assert table.hands[1][7:] == [1, 1]


def test_edits_of_the_helpers_hold() -> None:
    rules = rules_for(2)
    table = dealt(rules)
    trains(rules, table, 0, 3)
    rules.audit(table)
    assert len(keys(rules, [3, 1])) == 2
    assert card_order("L")[0] == 8
