"""Turn structure and the end of the game (TTR-3, TTR-8)."""

from __future__ import annotations

import pytest

from boxcars.games.ticket_to_ride.rules import TicketToRide
from boxcars.games.ticket_to_ride.state import Table
from boxcars.games.ticket_to_ride.types import (
    ClaimRoute,
    DrawCard,
    DrawSecondCard,
    DrawTickets,
    FinalRoundBegan,
    GameEnded,
    KeepDrawnTickets,
    Pass,
    Passed,
    TakeCard,
    TakeTurn,
)

from .positions import (
    DECK,
    PASS,
    TICKETS,
    begun,
    claim,
    dealt,
    hold,
    keep,
    lay,
    own,
    play,
    refused,
    rules_for,
    take,
    ticket_deck,
    trains,
    turn_of,
)


@pytest.mark.clause("TTR-3.1")
def test_a_turn_is_one_of_three_actions() -> None:
    rules, table = begun(3)
    hold(table, 0, "B3")
    assert {type(a) for a in rules.legal(table)} == {ClaimRoute, TakeCard, DrawCard, DrawTickets}
    # A claim is the whole turn, and so are two cards, and tickets.
    play(rules, table, 0, claim("montreal-new_york", "B"))
    assert table.agenda == [TakeTurn(1)]
    play(rules, table, 1, DECK)
    assert table.agenda == [DrawSecondCard(1)]
    play(rules, table, 1, DECK)
    assert table.agenda == [TakeTurn(2)]
    play(rules, table, 2, TICKETS)
    assert table.agenda == [KeepDrawnTickets(2)]
    play(rules, table, 2, rules.legal(table)[0])
    assert table.agenda == [TakeTurn(0)]


@pytest.mark.clause("TTR-3.2", "TTR-R-10")
def test_nobody_may_pass_while_something_is_possible() -> None:
    rules, table = begun()
    assert PASS not in rules.legal(table)
    assert refused(rules, table, 0, PASS).code == "pass_not_allowed"
    # Only a claim is left.
    frozen(rules, table)
    own_hand(table, 0, 7, 1)
    assert [type(a) for a in rules.legal(table)] == [ClaimRoute] * len(rules.legal(table))
    assert rules.legal(table)
    assert refused(rules, table, 0, PASS).code == "pass_not_allowed"
    # Only tickets are left.
    frozen(rules, table)
    table.returned = [(table.tickets[-1].pop(), 0)]
    assert rules.legal(table) == [TICKETS]
    assert refused(rules, table, 0, PASS).code == "pass_not_allowed"


def own_hand(table: Table, seat: int, colour: int, cards: int) -> None:
    """Move cards from the last seat's hand."""
    table.hands[-1][colour] -= cards
    table.hands[seat][colour] += cards


def frozen(rules: TicketToRide, table: Table) -> None:
    """Deck, discard and ticket deck are empty; the last seat holds all cards and has no train; nobody else holds a card."""
    for seat in range(rules.players):
        hold(table, seat, "")
    lay(table, "RBGWY", deck="")
    ticket_deck(table)
    if table.trains[-1]:
        trains(rules, table, rules.players - 1, 0)
    turn_of(table, 0)
    table.passes = 0
    rules.audit(table)


@pytest.mark.clause("TTR-3.3", "TTR-R-9")
def test_a_player_who_can_do_nothing_passes() -> None:
    rules, table = begun(3)
    frozen(rules, table)
    assert rules.legal(table) == [PASS]
    before = rules.observe(table, None)
    assert play(rules, table, 0, PASS) == [Passed(0)]
    after = rules.observe(table, None)
    assert table.agenda == [TakeTurn(1)]
    assert (before.owner, before.trains, before.cards, before.deck) == (after.owner, after.trains, after.cards, after.deck)


@pytest.mark.clause("TTR-3.4", "TTR-EX-25")
@pytest.mark.parametrize("players", [2, 3, 5])
def test_when_all_pass_in_a_row_the_game_is_over(players: int) -> None:
    rules, table = begun(players)
    frozen(rules, table)
    for seat in range(players):
        assert rules.outcome(table) is None
        assert rules.legal(table) == [PASS]
        events = play(rules, table, seat, PASS)
    assert events[-1] == GameEnded(True)
    assert rules.outcome(table) is not None
    assert rules.legal(table) == []


@pytest.mark.clause("TTR-3.4", "TTR-EX-25")
def test_a_claim_starts_the_count_of_passes_again() -> None:
    rules, table = begun(3)
    frozen(rules, table)
    own_hand(table, 1, 7, 1)
    play(rules, table, 0, PASS)
    assert table.passes == 1
    play(rules, table, 1, claim("atlanta-nashville", "R"))
    assert table.passes == 0
    assert DECK in rules.legal(table)
    play(rules, table, 2, DECK)
    # Now nothing is left again, and it takes three passes.
    for seat in (0, 1):
        play(rules, table, seat, PASS)
        assert rules.outcome(table) is None
    play(rules, table, 2, PASS)
    assert rules.outcome(table) is not None


@pytest.mark.clause("TTR-3.5")
def test_there_is_no_hand_limit_and_no_ticket_limit() -> None:
    rules, table = begun()
    hold(table, 0, "V11 B11 O11 W11 G11 L14")
    table.tickets[0], table.tickets[1] = [*range(27)], []
    table.fresh, table.returned = [0] * 30, [(t, 1) for t in (27, 28, 29)]
    rules.audit(table)
    held = sum(table.hands[0])
    play(rules, table, 0, DECK)
    play(rules, table, 0, DECK)
    assert sum(table.hands[0]) == held + 2
    turn_of(table, 0)
    play(rules, table, 0, TICKETS)
    play(rules, table, 0, keep(rules, 27, 28, 29))
    assert len(table.tickets[0]) == 30
    # Nothing gives a kept ticket back.
    verbs = {type(a) for a in rules.legal(table)}
    assert verbs <= {ClaimRoute, TakeCard, DrawCard, DrawTickets, Pass}


@pytest.mark.clause("TTR-3.6")
def test_the_sequence_of_play() -> None:
    rules = rules_for(2)
    table = dealt(rules, "VBOWVBOWGYKRV")
    steps = []
    for action in (None, None, DECK, DECK, TICKETS, None, take("G"), DECK):
        steps.append((type(table.agenda[-1]).__name__, rules.actor(table)))
        play(rules, table, rules.actor(table), action or rules.legal(table)[0])
    assert steps == [
        ("ChooseTickets", 0),
        ("ChooseTickets", 1),
        ("TakeTurn", 0),
        ("DrawSecondCard", 0),
        ("TakeTurn", 1),
        ("KeepDrawnTickets", 1),
        ("TakeTurn", 0),
        ("DrawSecondCard", 0),
    ]


# -- the end -----------------------------------------------------------------------------------------------------------


def last_claim(players: int, left: int, seat: int = 1) -> tuple[TicketToRide, Table]:
    """The seat is about to claim atlanta-nashville (one train), which leaves it this many trains."""
    rules, table = begun(players)
    table.owner = [-1] * 100
    reserve(rules, table, "atlanta-nashville")
    trains(rules, table, seat, left + 1)
    release(rules, table)
    hold(table, seat, "R2")
    turn_of(table, seat)
    rules.audit(table)
    return rules, table


def reserve(rules: TicketToRide, table: Table, route: str) -> None:
    table.owner[rules.board.route_id[route]] = 99


def release(rules: TicketToRide, table: Table) -> None:
    table.owner = [-1 if o == 99 else o for o in table.owner]
    own(rules, table, 0)


def draw_two(rules: TicketToRide, table: Table) -> list[object]:
    seat = rules.actor(table)
    return [*play(rules, table, seat, DECK), *play(rules, table, seat, DECK)]


@pytest.mark.clause("TTR-8.1", "TTR-8.2", "TTR-EX-17")
@pytest.mark.parametrize("left", [0, 1, 2])
def test_two_trains_or_fewer_begin_the_final_round(left: int) -> None:
    rules, table = last_claim(3, left)
    events = play(rules, table, 1, claim("atlanta-nashville", "R"))
    assert FinalRoundBegan(1, left) in events
    seats = []
    while rules.actor(table) >= 0:
        seats.append(rules.actor(table))
        draw_two(rules, table)
    assert seats == [2, 0, 1]
    assert rules.outcome(table) is not None


@pytest.mark.clause("TTR-8.1", "TTR-EX-17")
def test_three_trains_trigger_nothing() -> None:
    rules, table = last_claim(3, 3)
    events = play(rules, table, 1, claim("atlanta-nashville", "R"))
    assert not any(isinstance(e, FinalRoundBegan) for e in events)
    assert table.final_turns == -1
    for _ in range(4):
        draw_two(rules, table)
    assert rules.outcome(table) is None


@pytest.mark.clause("TTR-8.3", "TTR-R-14", "TTR-EX-17")
def test_the_final_round_is_triggered_once() -> None:
    rules, table = last_claim(3, 2)
    play(rules, table, 1, claim("atlanta-nashville", "R"))
    trains(rules, table, 2, 3)
    free = next(r for r in rules.board.routes if r.length == 2 and r.colour == "grey" and r.id in table.open[8])
    hold(table, 2, "R2")
    events = play(rules, table, 2, claim(free.key, "R"))
    assert table.trains[2] == 1
    assert not any(isinstance(e, FinalRoundBegan) for e in events)
    seats = []
    while rules.actor(table) >= 0:
        seats.append(rules.actor(table))
        draw_two(rules, table)
    assert seats == [0, 1]


@pytest.mark.clause("TTR-8.4")
def test_final_turns_are_ordinary_turns() -> None:
    rules, table = last_claim(4, 0)
    play(rules, table, 1, claim("atlanta-nashville", "R"))
    hold(table, 2, "B3")
    legal = rules.legal(table)
    assert {type(a) for a in legal} == {ClaimRoute, TakeCard, DrawCard, DrawTickets}
    play(rules, table, 2, TICKETS)
    assert rules.actor(table) == 2
    play(rules, table, 2, rules.legal(table)[0])
    draw_two(rules, table)
    hold(table, 0, "B3")
    free = next(r for r in rules.board.by_colour[8] if r in table.open[8] and rules.board.length[r] <= 3)
    length = rules.board.length[free]
    play(rules, table, 0, claim(rules.board.routes[free].key, "B", 0))
    assert table.trains[0] == 45 - length
    events = draw_two(rules, table)
    assert events[-1] == GameEnded(False)


@pytest.mark.clause("TTR-8.4")
def test_a_pass_counts_as_the_final_turn() -> None:
    rules, table = begun(3)
    frozen(rules, table)
    table.final_turns = 1
    assert play(rules, table, 0, PASS) == [Passed(0), GameEnded(False)]


@pytest.mark.clause("TTR-8.5")
def test_only_the_player_whose_turn_ends_is_tested() -> None:
    rules, table = begun(3)
    trains(rules, table, 1, 2)
    turn_of(table, 0)
    draw_two(rules, table)
    assert table.final_turns == -1
    draw_two(rules, table)
    assert table.final_turns == 3


@pytest.mark.clause("TTR-8.6")
def test_after_the_last_turn_nothing_is_accepted() -> None:
    rules, table = begun()
    trains(rules, table, 0, 2)
    for _ in range(3):
        draw_two(rules, table)
    assert rules.outcome(table) is not None
    assert rules.actor(table) == -1
    for action in (DECK, TICKETS, PASS, take("B"), claim("montreal-new_york", "B")):
        for seat in (0, 1):
            assert refused(rules, table, seat, action).code == "game_over"
