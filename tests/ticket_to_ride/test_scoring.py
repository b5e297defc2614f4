"""Scoring, longest path and winner (TTR-9 to TTR-11)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boxcars.core.types import Outcome
from boxcars.games.ticket_to_ride.longest_path import longest_path
from boxcars.games.ticket_to_ride.map import usa
from boxcars.games.ticket_to_ride.rules import TicketToRide
from boxcars.games.ticket_to_ride.scoring import completed, longest_paths, ranking
from boxcars.games.ticket_to_ride.state import Table
from boxcars.games.ticket_to_ride.ui.board import TicketToRideBoard
from boxcars.view.svg_export import plain

from .positions import begun, claim, hold, own, play, trains

BOARD = usa()


def finished(players: int = 2) -> tuple[TicketToRide, Table]:
    """A game that is over, nobody holding a ticket or a route."""
    rules, table = begun(players)
    for seat in range(players):
        for ticket in table.tickets[seat]:
            table.fresh[ticket] = 1
        table.tickets[seat] = []
    table.agenda = []
    return rules, table


def give(rules: TicketToRide, table: Table, seat: int, *tickets: str) -> None:
    for key in tickets:
        ticket = rules.board.ticket_id[key]
        table.fresh[ticket] = 0
        table.tickets[seat].append(ticket)


def outcome_of(rules: TicketToRide, table: Table) -> Outcome:
    rules.audit(table)
    outcome = rules.outcome(table)
    assert outcome is not None
    return outcome


def path_of(*routes: str) -> int:
    return longest_path([(*BOARD.ends[r], BOARD.length[r]) for r in (BOARD.route_id[key] for key in routes)])


A = (
    "los_angeles-san_francisco-yellow",
    "salt_lake_city-san_francisco-orange",
    "denver-salt_lake_city-red",
    "denver-kansas_city-black",
    "kansas_city-saint_louis-blue",
    "pittsburgh-saint_louis",
    "new_york-pittsburgh-white",
    "helena-salt_lake_city",
    "calgary-helena",
)
B = (
    "seattle-vancouver-a",
    "portland-seattle-a",
    "helena-seattle",
    "duluth-helena",
    "chicago-duluth",
    "chicago-toronto",
    "montreal-toronto",
    "boston-montreal-a",
)


@pytest.mark.clause("TTR-9.1", "TTR-9.2", "TTR-10.4", "TTR-11.1", "TTR-EX-22")
def test_a_complete_score() -> None:
    rules, table = finished()
    own(rules, table, 0, *A)
    own(rules, table, 1, *B)
    give(rules, table, 0, "los_angeles-new_york", "calgary-salt_lake_city", "denver-el_paso")
    give(rules, table, 1, "montreal-vancouver", "chicago-new_orleans")
    outcome = outcome_of(rules, table)
    lines = {line.label.message: line.values for line in outcome.lines}
    assert lines["Routes"] == [50, 49]
    assert lines["Completed tickets"] == [28, 20]
    assert lines["Uncompleted tickets"] == [-4, -7]
    assert lines["Longest path"] == [0, 10]
    assert lines["Total"] == outcome.scores == [74, 72]
    assert lines["Number of completed tickets"] == [2, 1]
    cards = TicketToRideBoard(rules, plain).player_cards(rules.observe(table, None))
    assert [card.stats[0].value for card in cards] == ["74", "72"]  # at the end the players' cards show the final score
    assert longest_paths(rules, table.owner) == [24, 25]
    assert outcome.ranks == [1, 2]
    assert outcome.winners == [0]


@pytest.mark.clause("TTR-9.2")
def test_a_ticket_needs_routes_of_one_player_only() -> None:
    rules, table = finished()
    ticket = rules.board.ticket_id["denver-el_paso"]
    own(rules, table, 0, "denver-santa_fe")
    own(rules, table, 1, "el_paso-santa_fe")
    assert completed(rules, table.owner, 0, [ticket]) == [False]
    assert completed(rules, table.owner, 1, [ticket]) == [False]
    own(rules, table, 0, "denver-phoenix", "el_paso-phoenix")
    assert completed(rules, table.owner, 0, [ticket]) == [True]


@pytest.mark.clause("TTR-9.3")
def test_partner_routes_are_the_same_for_tickets_and_paths() -> None:
    for route in ("denver-kansas_city-black", "denver-kansas_city-orange"):
        rules, table = finished(4)
        own(rules, table, 0, route, "denver-santa_fe", "kansas_city-oklahoma_city-a")
        ticket = next(t.id for t in BOARD.tickets if t.key == "houston-kansas_city")
        own(rules, table, 0, "dallas-oklahoma_city-a", "dallas-houston-a")
        assert completed(rules, table.owner, 0, [ticket]) == [True]
        assert longest_paths(rules, table.owner)[0] == 4 + 2 + 2 + 2 + 1


@pytest.mark.clause("TTR-9.4")
def test_totals_may_be_negative() -> None:
    rules, table = finished()
    give(rules, table, 0, "los_angeles-new_york", "new_york-seattle")
    assert outcome_of(rules, table).scores == [-43, 0]


@pytest.mark.clause("TTR-9.5", "TTR-12.4")
def test_the_running_score_is_the_sum_of_the_routes() -> None:
    rules, table = begun()
    hold(table, 0, "B3")
    play(rules, table, 0, claim("montreal-new_york", "B"))
    assert rules.standing(table) == [4, 0]
    table.points[0] += 1
    with pytest.raises(Exception, match="wrong score"):
        rules.audit(table)


@pytest.mark.clause("TTR-9.6")
def test_tickets_are_shown_at_the_end_only() -> None:
    rules, table = begun()
    assert rules.observe(table, None).shown is None
    table.agenda = []
    shown = rules.observe(table, None).shown
    assert shown == [sorted(t) for t in table.tickets]
    assert sum(map(len, shown)) == 6


# -- longest path ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("TTR-10.1", "TTR-R-15", "TTR-EX-19")
def test_loops_count_and_cities_may_repeat() -> None:
    routes = [
        "denver-kansas_city-black",
        "kansas_city-omaha-a",
        "denver-omaha",
        "denver-salt_lake_city-red",
        "helena-salt_lake_city",
        "denver-helena",
    ]
    assert path_of(*routes) == 19


@pytest.mark.clause("TTR-10.2", "TTR-R-15")
def test_the_length_is_in_trains() -> None:
    """One route of six trains is longer than two routes of one train each and one of two."""
    assert path_of("portland-salt_lake_city") == 6
    assert path_of("seattle-vancouver-a", "portland-seattle-a", "kansas_city-omaha-a") == 2


@pytest.mark.clause("TTR-10.3", "TTR-EX-20")
def test_branches() -> None:
    star = ["denver-helena", "denver-omaha", "denver-phoenix", "denver-oklahoma_city"]
    assert path_of() == 0
    assert path_of(*star) == 9
    east = ["new_york-washington-black", "raleigh-washington-a", "atlanta-raleigh-a", "atlanta-new_orleans-orange"]
    assert path_of(*star, *east) == 10


@pytest.mark.clause("TTR-10.3", "TTR-EX-21")
def test_branches_and_loops() -> None:
    mixed = [
        "denver-kansas_city-black",
        "kansas_city-omaha-a",
        "denver-omaha",
        "denver-helena",
        "kansas_city-saint_louis-blue",
        "chicago-omaha",
    ]
    assert path_of(*mixed) == 14
    euler = [
        "chicago-saint_louis-green",
        "pittsburgh-saint_louis",
        "chicago-pittsburgh-black",
        "nashville-pittsburgh",
        "nashville-saint_louis",
    ]
    assert path_of(*euler) == 16


def brute(edges: list[tuple[int, int, int]]) -> int:
    """Every trail from every city."""

    def walk(city: int, left: frozenset[int]) -> int:
        best = 0
        for i in left:
            a, b, k = edges[i]
            if city in (a, b):
                best = max(best, k + walk(a + b - city, left - {i}))
        return best

    cities = {c for a, b, _ in edges for c in (a, b)}
    return max((walk(city, frozenset(range(len(edges)))) for city in cities), default=0)


@pytest.mark.clause("TTR-10.3")
@given(st.lists(st.integers(0, 99), unique=True, max_size=9))
def test_the_search_agrees_with_trying_everything(routes: list[int]) -> None:
    edges = [(*BOARD.ends[r], BOARD.length[r]) for r in routes]
    assert longest_path(edges) == brute(edges)


@pytest.mark.clause("TTR-10.3")
@given(
    st.lists(
        st.tuples(st.integers(0, 4), st.integers(0, 4), st.integers(1, 6)).filter(lambda e: e[0] != e[1]),
        max_size=8,
        unique_by=lambda e: (min(e[:2]), max(e[:2])),
    )
)
def test_the_search_agrees_on_dense_networks(edges: list[tuple[int, int, int]]) -> None:
    assert longest_path(edges) == brute(edges)


@pytest.mark.clause("TTR-10.4", "TTR-EX-23")
def test_twenty_twenty_eighteen() -> None:
    rules, table = finished(3)
    own(rules, table, 0, "helena-seattle", "duluth-helena", "duluth-toronto", "pittsburgh-toronto")
    own(rules, table, 1, "el_paso-los_angeles", "el_paso-houston", "miami-new_orleans", "houston-new_orleans")
    own(rules, table, 2, "calgary-winnipeg", "sault_st_marie-winnipeg", "calgary-vancouver", "duluth-sault_st_marie")
    assert longest_paths(rules, table.owner) == [20, 20, 18]
    award = next(line.values for line in outcome_of(rules, table).lines if line.label.message == "Longest path")
    assert award == [10, 10, 0]


@pytest.mark.clause("TTR-10.4", "TTR-R-16")
def test_without_routes_nobody_has_the_longest_path() -> None:
    rules, table = finished(3)
    assert outcome_of(rules, table).scores == [0, 0, 0]


@pytest.mark.clause("TTR-10.5")
def test_the_award_is_given_at_the_end_only() -> None:
    rules, table = begun()
    hold(table, 0, "B3")
    play(rules, table, 0, claim("montreal-new_york", "B"))
    assert rules.standing(table) == [4, 0]
    assert rules.observe(table, 0).longest == []
    table.agenda = []
    assert rules.observe(table, 0).longest == [3, 0]


# -- winner ------------------------------------------------------------------------------------------------------------


def ranks_of(rules: TicketToRide, table: Table) -> tuple[list[int], list[int]]:
    outcome = outcome_of(rules, table)
    return outcome.scores, outcome.ranks


@pytest.mark.clause("TTR-11.1")
def test_the_highest_total_wins() -> None:
    rules, table = finished(3)
    own(rules, table, 0, "montreal-new_york")
    own(rules, table, 2, "portland-salt_lake_city")
    assert ranks_of(rules, table) == ([4, 0, 25], [2, 3, 1])


@pytest.mark.clause("TTR-11.2", "TTR-EX-24")
def test_more_completed_tickets_break_a_tie() -> None:
    """Seat 0 has the longest path, seat 1 a completed ticket: the ticket is asked first."""
    rules, table = finished()
    own(rules, table, 0, "montreal-new_york", "montreal-toronto")  # 4 + 4, and 10 for the longest path
    give(rules, table, 1, "denver-el_paso")
    own(rules, table, 1, "denver-santa_fe", "el_paso-santa_fe")  # 2 + 2, and 4 for the ticket
    own(rules, table, 1, "duluth-winnipeg", "houston-new_orleans", "atlanta-nashville")  # 7 + 2 + 1
    assert ranks_of(rules, table) == ([18, 18], [2, 1])


@pytest.mark.clause("TTR-11.3", "TTR-EX-24")
def test_then_the_longest_path_breaks_it() -> None:
    """15 points each and no ticket: seat 0 with the award, seat 1 by short routes that do not touch."""
    rules, table = finished()
    own(rules, table, 0, "montreal-new_york", "seattle-vancouver-a")  # 4 + 1, and 10 for a path of 3
    touched: set[int] = {city for r, o in enumerate(table.owner) if o == 0 for city in BOARD.ends[r]}
    for route in sorted(BOARD.routes, key=lambda r: r.length):
        more = BOARD.points[route.id]
        if (
            (route.length == 2 or (route.length == 1 and not table.points[1]))
            and not touched & set(route.ends)
            and table.points[1] + more <= 15
        ):
            own(rules, table, 1, route.key)
            touched |= set(route.ends)
    assert ranks_of(rules, table) == ([15, 15], [1, 2])


@pytest.mark.clause("TTR-11.2", "TTR-11.3", "TTR-11.4", "TTR-11.5", "TTR-R-17", "TTR-EX-24")
@pytest.mark.parametrize(
    ("a", "b", "ranks"),
    [
        ((90, 3, 0), (90, 2, 10), [1, 2]),
        ((90, 3, 10), (90, 3, 0), [1, 2]),
        ((90, 3, 0), (90, 3, 0), [1, 1]),
        ((90, 3, 10), (90, 3, 10), [1, 1]),
        ((89, 5, 10), (90, 0, 0), [2, 1]),
    ],
)
def test_ties(a: tuple[int, int, int], b: tuple[int, int, int], ranks: list[int]) -> None:
    assert ranking([a, b]) == ranks


@pytest.mark.clause("TTR-11.4", "TTR-R-17")
def test_a_shared_victory() -> None:
    rules, table = finished(3)
    own(rules, table, 0, "montreal-new_york")
    own(rules, table, 2, "montreal-toronto")
    outcome = outcome_of(rules, table)
    assert outcome.scores == [14, 0, 14]
    assert outcome.ranks == [1, 3, 1]
    assert outcome.winners == [0, 2]


@pytest.mark.clause("TTR-11.5")
def test_equal_keys_share_a_rank() -> None:
    rules, table = finished(5)
    own(rules, table, 1, "portland-salt_lake_city")
    own(rules, table, 3, "montreal-new_york")
    assert ranks_of(rules, table)[1] == [3, 1, 3, 2, 3]
    trains(rules, table, 4, 0)
    assert ranks_of(rules, table)[1] == [4, 2, 4, 3, 1]
