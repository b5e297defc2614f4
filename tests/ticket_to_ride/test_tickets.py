"""Drawing tickets (TTR-7)."""

from __future__ import annotations

import pytest

from boxcars.games.ticket_to_ride.types import KeepDrawnTickets, KeepTickets, TakeTurn, TicketsDrawn, TicketsKept

from .positions import DECK, PASS, TICKETS, begun, claim, deck_of_tickets, keep, own, play, refused, take, ticket_deck


def with_ticket_deck(*top: int):  # type: ignore[no-untyped-def]
    rules, table = begun()
    table.tickets[0] = []
    ticket_deck(table, *top)
    rules.audit(table)
    return rules, table


@pytest.mark.clause("TTR-7.1", "TTR-7.2", "TTR-7.3", "TTR-R-11", "TTR-EX-12")
def test_three_tickets_are_taken_and_the_rest_goes_under_the_deck() -> None:
    rules, table = with_ticket_deck(5, 9, 2, 7)
    play(rules, table, 0, TICKETS)
    assert table.offers[0] == [5, 9, 2]
    assert table.agenda == [KeepDrawnTickets(0)]
    assert len(rules.legal(table)) == 7
    play(rules, table, 0, keep(rules, 9))
    assert table.tickets[0] == [9]
    assert deck_of_tickets(table) == [7, 5, 2]
    assert table.agenda == [TakeTurn(1)]


@pytest.mark.clause("TTR-7.1", "TTR-EX-12")
def test_fewer_than_three_are_all_taken() -> None:
    rules, table = with_ticket_deck(5, 9)
    play(rules, table, 0, TICKETS)
    assert set(rules.legal(table)) == {keep(rules, 5), keep(rules, 9), keep(rules, 5, 9)}
    rules, table = with_ticket_deck(5)
    play(rules, table, 0, TICKETS)
    assert rules.legal(table) == [keep(rules, 5)]
    assert refused(rules, table, 0, KeepTickets(())).code == "bad_keep"
    play(rules, table, 0, keep(rules, 5))
    assert not table.returned


@pytest.mark.clause("TTR-7.1", "TTR-7.3")
@pytest.mark.parametrize("unseen", [0, 1, 2, 3])
def test_unseen_tickets_are_drawn_first_and_returned_ones_make_up_the_three(unseen: int) -> None:
    rules, table = with_ticket_deck(7, 5, 9)
    for ticket in range(unseen):
        table.tickets[1].remove(ticket)
        table.fresh[ticket] = 1
    rules.audit(table)
    drawn = play(rules, table, 0, TICKETS)[0]
    offer = table.offers[0]
    assert isinstance(drawn, TicketsDrawn) and drawn.count == len(offer) == 3
    assert sorted(offer[:unseen]) == list(range(unseen))
    assert offer[unseen:] == [7, 5, 9][: 3 - unseen]
    assert not any(table.fresh) and deck_of_tickets(table) == [7, 5, 9][3 - unseen :]
    play(rules, table, 0, keep(rules, offer[1]))
    assert deck_of_tickets(table) == [*[7, 5, 9][3 - unseen :], offer[0], offer[2]]


@pytest.mark.clause("TTR-7.1", "TTR-EX-12")
def test_an_empty_ticket_deck() -> None:
    rules, table = with_ticket_deck()
    assert TICKETS not in rules.legal(table)
    assert refused(rules, table, 0, TICKETS).code == "no_tickets"


@pytest.mark.clause("TTR-7.2")
def test_at_least_one_must_be_kept() -> None:
    rules, table = with_ticket_deck(5, 9, 2)
    play(rules, table, 0, TICKETS)
    assert {len(a.tickets) for a in rules.legal(table)} == {1, 2, 3}
    reason = refused(rules, table, 0, KeepTickets(()))
    assert (reason.code, reason.clause) == ("bad_keep", "TTR-7.2")
    for kept in ((5,), (9, 2), (5, 9, 2)):
        world = table.clone()
        play(rules, world, 0, keep(rules, *kept))
        assert sorted(world.tickets[0]) == sorted(kept)


@pytest.mark.clause("TTR-7.3")
def test_returned_tickets_come_last_and_in_order() -> None:
    rules, table = begun()
    fresh = sum(table.fresh)
    seen = []
    for _ in range(fresh // 3):
        seat = rules.actor(table)
        play(rules, table, seat, TICKETS)
        offer = table.offers[seat]
        seen.append(offer)
        play(rules, table, seat, keep(rules, offer[1]))
    under = [t for offer in seen for t in (offer[0], offer[2])]
    assert deck_of_tickets(table) == under
    play(rules, table, rules.actor(table), TICKETS)
    assert table.offers[rules.actor(table)] == under[:3]


@pytest.mark.clause("TTR-7.3", "TTR-15.3")
def test_it_is_remembered_who_returned_a_ticket() -> None:
    """Each seat knows where the tickets lie that it put back itself, and no other's."""
    rules, table = with_ticket_deck(5, 9, 2, 7, 3, 8)
    play(rules, table, 0, TICKETS)
    play(rules, table, 0, keep(rules, 9))
    table.agenda = [TakeTurn(1)]
    play(rules, table, 1, TICKETS)
    play(rules, table, 1, keep(rules, 8))
    assert table.returned == [(5, 0), (2, 0), (7, 1), (3, 1)]


@pytest.mark.clause("TTR-7.4")
def test_seen_tickets_cannot_be_put_back() -> None:
    rules, table = with_ticket_deck(5, 9, 2)
    events = play(rules, table, 0, TICKETS)
    assert rules.reveals({}, table, events)
    for action in (DECK, TICKETS, PASS, take("B"), claim("montreal-new_york", "B")):
        assert refused(rules, table, 0, action).code == "wrong_phase"


@pytest.mark.clause("TTR-7.5", "TTR-R-19")
def test_tickets_are_hidden_and_their_number_is_public() -> None:
    rules, table = with_ticket_deck(5, 9, 2, 7)
    drawn = play(rules, table, 0, TICKETS)
    kept = play(rules, table, 0, keep(rules, 9, 5))
    for seat in (1, None):
        assert rules.retell(drawn[0], seat) == TicketsDrawn(0, 3, None)
        assert rules.retell(kept[0], seat) == TicketsKept(0, 2, 3, None)
        seen = rules.observe(table, seat)
        assert seen.ticket_counts == [2, 26]
        assert seen.shown is None
    assert rules.observe(table, None).tickets is None
    assert rules.observe(table, 0).tickets == [5, 9]
    assert rules.retell(kept[0], 0).kept is not None


@pytest.mark.clause("TTR-7.6", "TTR-R-18")
def test_every_ticket_kept_counts_whenever_it_was_taken() -> None:
    rules, table = with_ticket_deck(5, 9, 2)
    play(rules, table, 0, TICKETS)
    play(rules, table, 0, keep(rules, 5, 9, 2))
    values = [rules.board.tickets[t].points for t in (5, 9, 2)]
    table.agenda = []
    outcome = rules.outcome(table)
    assert outcome is not None
    assert outcome.scores[0] == -sum(values)
    world = table.clone()
    a, b = rules.board.tickets[5].ends
    own(rules, world, 0, *path(rules, a, b))
    outcome = rules.outcome(world)
    assert outcome is not None
    assert outcome.lines[1].values[0] >= values[0]


def path(rules, start: int, end: int) -> list[str]:  # type: ignore[no-untyped-def]
    """Routes that join two cities."""
    queue: list[tuple[int, list[str]]] = [(start, [])]
    seen = {start}
    for city, way in queue:
        if city == end:
            return way
        for route in rules.board.routes:
            if city in route.ends:
                to = sum(route.ends) - city
                if to not in seen:
                    seen.add(to)
                    queue.append((to, [*way, route.key]))
    raise AssertionError
