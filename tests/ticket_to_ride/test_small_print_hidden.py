"""What each seat is told and imagines, names that nothing has, and traces of a game (TTR-15, TTR-16, TTR-9)."""

from __future__ import annotations

from math import comb
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from boxcars.core import registry
from boxcars.core.chance import seed_from
from boxcars.core.game import Refused
from boxcars.games.ticket_to_ride import visibility
from boxcars.games.ticket_to_ride.rules import TicketToRide
from boxcars.games.ticket_to_ride.scoring import awards
from boxcars.games.ticket_to_ride.types import (
    CardDrawn,
    CardTaken,
    ClaimRoute,
    FinalRoundBegan,
    GameEnded,
    KeepTickets,
    Passed,
    RouteClaimed,
    TicketsDrawn,
    TicketsKept,
)

from .positions import DECK, PASS, begun, dealt, hold, keep, lay, own, refused, rules_for, ticket_deck, turn_of


@pytest.mark.clause("TTR-15.5", "TTR-7.4")
def test_who_is_told_what() -> None:
    rules = rules_for(3)
    cases: list[tuple[Any, Any]] = [
        (CardDrawn(0, "red"), CardDrawn(0, None)),
        (CardDrawn(1, "red"), CardDrawn(1, None)),
        (TicketsDrawn(0, 3, ["a", "b", "c"]), TicketsDrawn(0, 3, None)),
        (TicketsKept(1, 1, 3, ["a"]), TicketsKept(1, 1, 3, None)),
        (CardTaken(0, "red", 0, "blue"), CardTaken(0, "red", 0, "blue")),
        (RouteClaimed(1, "x", "red", 0, 4), RouteClaimed(1, "x", "red", 0, 4)),
        (Passed(0), Passed(0)),
        (FinalRoundBegan(1, 2), FinalRoundBegan(1, 2)),
        (GameEnded(False), GameEnded(False)),
    ]
    for event, hidden in cases:
        for seat in (0, 1, 2, None):
            own_event = getattr(event, "seat", None) == seat
            assert rules.retell(event, seat) == (event if own_event else hidden), (event, seat)


@pytest.mark.clause("TTR-2.6", "TTR-15.5")
def test_a_spectator_has_chosen_nothing() -> None:
    rules = rules_for(2)
    table = dealt(rules)
    rules.play(table, 0, keep(rules, *table.offers[0]))
    assert [rules.observe(table, seat).own_choice for seat in (0, 1, None)] == [0b111, -1, 0]


@pytest.mark.clause("TTR-15.4")
def test_what_is_imagined_does_not_depend_on_the_order_of_tickets() -> None:
    """The order in which somebody got tickets is not seen, so the worlds are the same."""
    rules, table = begun(3)
    twin = table.clone()
    for tickets in twin.tickets:
        tickets.reverse()
    for agenda in (table.agenda, []):
        table.agenda, twin.agenda = agenda[:], agenda[:]
        for seat in (0, 1, None):
            one, two = (rules.imagine(world, seat, seed_from("same")) for world in (table, twin))
            assert rules.write(one) == rules.write(two), seat


@pytest.mark.clause("TTR-9.6", "TTR-15.4")
def test_when_the_game_is_over_everybody_knows_all_tickets() -> None:
    rules, table = begun(3)
    table.agenda = []
    for seat in (0, 2, None):
        world = rules.imagine(table, seat, seed_from("over"))
        assert world.tickets == [sorted(tickets) for tickets in table.tickets]


def poor_deck(chosen: int, **table: Any) -> tuple[list[list[int]], list[int], list[int]]:
    """The weights that are asked of chance, the deck dealt and the cards left, if so many others are in the deck."""
    asked: list[list[int]] = []

    def pick(stream: str, weights: list[int]) -> int:
        asked.append(list(weights))
        return chosen if stream == "imagine:others" else next(i for i, n in enumerate(weights) if n)

    unseen = table.pop("unseen")
    world: Any = SimpleNamespace(chance=SimpleNamespace(pick=pick), **table)
    return asked, visibility._deal_poor_deck(world, unseen), unseen


COMPILED = not visibility.__file__.endswith(".py")


@pytest.mark.skipif(COMPILED, reason="compiled rules take no stand-in for a table")
@pytest.mark.clause("TTR-15.7", "TTR-5.5")
def test_what_a_deck_too_poor_for_a_flush_may_hold() -> None:
    # Five locomotives lie open and one red card is discarded: one other card may be in the deck, of the two that are unseen.
    asked, deck, unseen = poor_deck(
        1, deck=[0] * 8 + [2], display=[8] * 5, discard=[0] * 7 + [1, 3], unseen=[0, 0, 1, 0, 0, 0, 0, 1, 2]
    )
    assert asked == [[comb(2, 2), 2 * 2], [0, 0, 1, 0, 0, 0, 0, 1]]
    assert deck == [0, 0, 1, 0, 0, 0, 0, 0, 1]
    assert unseen == [0, 0, 0, 0, 0, 0, 0, 1, 1]
    # With a single locomotive unseen there must be another card in a deck of two.
    asked, _, _ = poor_deck(1, deck=[0] * 8 + [2], display=[8] * 5, discard=[0] * 9, unseen=[0] * 7 + [3, 1])
    assert asked[0] == [0, 3, 3]


@pytest.mark.skipif(COMPILED, reason="compiled rules take no stand-in for a table")
@pytest.mark.clause("TTR-15.7")
def test_odds_of_a_huge_deck_fit_into_a_draw() -> None:
    """A board of one's own may have a hundred locomotives."""
    asked, _, _ = poor_deck(2, deck=[0] * 8 + [50], display=[8] * 5, discard=[0] * 9, unseen=[5] * 8 + [100])
    exact = [comb(40, n) * comb(100, 50 - n) for n in range(3)]
    assert sum(asked[0]) == pytest.approx(1 << 50)
    for got, way in zip(asked[0], exact, strict=True):
        assert got / sum(asked[0]) == pytest.approx(way / sum(exact))
    # What can hardly be is still possible.
    asked, _, _ = poor_deck(2, deck=[0] * 8 + [1000], display=[8] * 5, discard=[0] * 9, unseen=[50_000] * 8 + [1000])
    assert asked[0][0] == 1


# -- names -------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("TTR-6.12", "TTR-16.4")
def test_a_payment_in_locomotives_only_has_one_name() -> None:
    rules = rules_for(2)
    for route in rules.board.routes:
        wild = ClaimRoute(route.key, "locomotive", route.length)
        assert rules.normal(wild) == rules.normal(ClaimRoute(route.key, "red", route.length)) == wild
        other = ClaimRoute(route.key, "red", route.length - 1)
        assert rules.normal(other) == other
    for n in range(7):
        assert rules.normal(ClaimRoute("nowhere", "red", n)) == ClaimRoute("nowhere", "red", n)


@pytest.mark.clause("TTR-16.4", "TTR-7.2")
def test_a_ticket_that_nobody_knows_is_not_the_first_one() -> None:
    rules = rules_for(2)
    first = rules.board.tickets[0].key
    assert rules.normal(KeepTickets((first, "nowhere"))) == KeepTickets(("nowhere", first))
    table = dealt(rules)
    assert 0 in table.offers[0]
    names = tuple(rules.board.tickets[t].key for t in table.offers[0] if t)
    assert refused(rules, table, 0, KeepTickets((*names, "nowhere"))).code == "bad_keep"


# -- odds and ends -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("TTR-3.2")
def test_nobody_may_pass_who_can_only_draw() -> None:
    rules, table = begun()
    hold(table, 0, "")
    ticket_deck(table)
    lay(table, "VBOWG", "R")
    turn_of(table, 0)
    assert rules.legal(table)[-1] == DECK and PASS not in rules.legal(table)
    assert refused(rules, table, 0, PASS).code == "pass_not_allowed"


@pytest.mark.clause("TTR-10.4")
def test_a_path_of_one_train_may_be_the_longest() -> None:
    assert awards([1, 0]) == [10, 0]
    assert awards([0, 0]) == [0, 0]
    assert awards([2, 3, 3]) == [0, 10, 10]


@pytest.mark.clause("TTR-9.2")
def test_traces_of_a_game_tell_cities_and_tickets() -> None:
    rules, table = begun()
    board = rules.board
    own(rules, table, 1, "montreal-new_york", "montreal-toronto")
    table.tickets = [[0], [0]]
    table.owner = [0 if owner < 0 else owner for owner in table.owner]  # whoever has all the other routes has connected it
    traces = rules.traces(table)
    cities = [trace for trace in traces if trace[0].startswith("city:")]
    assert cities[: len(board.cities)] == [(f"city:{city.key}", -1, 0) for city in board.cities]
    reached = {target for target, seat, n in cities if (seat, n) == (1, 1)}
    assert reached == {"city:montreal", "city:new_york", "city:toronto"}
    key = f"ticket:{board.tickets[0].key}"
    assert [trace for trace in traces if trace[0].startswith("ticket:")] == [(key, 0, 1), (key, 1, 0)]


@pytest.mark.clause("TTR-2.1")
def test_a_board_of_ones_own_says_how_many_play(tmp_path: Path) -> None:
    text = registry.export(registry.game("ticket_to_ride"), "usa")
    file = tmp_path / "mine.toml"
    file.write_text(text.replace('name = "USA"', 'name = "Mine"\nplayers = [2, 3]', 1))
    map = registry.make("ticket_to_ride", str(file), 2).map
    for players in (2, 3):
        assert TicketToRide(map, players, {"starting_seat": 0}).players == players
    for players in (4, 5):
        with pytest.raises(Refused):
            TicketToRide(map, players, {"starting_seat": 0})
