"""Answers to puzzles about Ticket to Ride: the value of a plan, the fewest trains, the nearest ticket, the longest path."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

from boxcars.games.ticket_to_ride.longest_path import longest_path
from boxcars.games.ticket_to_ride.rules import TicketToRide
from boxcars.games.ticket_to_ride.scoring import completed, network
from boxcars.games.ticket_to_ride.state import Table

FAR = 1_000


def open_routes(table: Table) -> set[int]:
    return {route for colour in table.open for route in colour}


def plan(rules: TicketToRide, table: Table, seat: int, targets: list[str]) -> dict[str, Any]:
    """Return facts of a set of routes: its trains, the seat's tickets that it connects, the number of tickets that become
    impossible."""
    board = rules.board
    keys = {target.removeprefix("route:") for target in targets}
    chosen = {board.route_id[key] for key in keys if key in board.route_id}
    free = chosen & open_routes(table)
    owner = [seat if route in free else held for route, held in enumerate(table.owner)]
    tickets = table.tickets[seat]
    done = completed(rules, owner, seat, tickets)
    return {
        "trains": sum(board.length[route] for route in free),
        "joined": [board.tickets[ticket].key for ticket, ok in zip(tickets, done, strict=True) if ok],
        "closed": len(chosen - free),
    }


def best_plan(rules: TicketToRide, table: Table, seat: int, plan: dict[str, Any]) -> dict[str, int]:
    """Return the fewest trains that connect all of the seat's tickets: over every way to group them, the shortest tree of each
    group."""
    apart = distances(rules, table, seat)
    ends = [rules.board.tickets[ticket].ends for ticket in table.tickets[seat]]
    ways = (sum(tree(apart, tuple({city for pair in group for city in pair})) for group in groups) for groups in grouped(ends))
    return {"trains": min(ways)}


def distances(rules: TicketToRide, table: Table, seat: int) -> list[list[int]]:
    """Return the number of missing trains between every two cities."""
    board, cities, free = rules.board, range(len(rules.board.cities)), open_routes(table)
    apart = [[0 if a == b else FAR for b in cities] for a in cities]
    for route, (a, b) in enumerate(board.ends):
        if table.owner[route] == seat or route in free:
            length = 0 if table.owner[route] == seat else board.length[route]
            apart[a][b] = apart[b][a] = min(apart[a][b], length)
    for over in cities:
        for a in cities:
            for b in cities:
                apart[a][b] = min(apart[a][b], apart[a][over] + apart[over][b])
    return apart


def grouped(things: list[Any]) -> Iterator[list[list[Any]]]:
    """Return every way to divide things into groups."""
    if not things:
        yield []
        return
    first, rest = things[0], things[1:]
    for groups in grouped(rest):
        yield [[first], *groups]
        for i, group in enumerate(groups):
            yield [*groups[:i], [first, *group], *groups[i + 1 :]]


def tree(apart: list[list[int]], ends: tuple[int, ...]) -> int:
    """Return the fewest trains that connect these cities, by the Dreyfus-Wagner algorithm for Steiner trees."""
    cities = range(len(apart))
    first, *others = ends
    held: dict[tuple[int, ...], list[int]] = {(end,): [apart[city][end] for city in cities] for end in others}
    for size in range(2, len(others) + 1):
        for group in combinations(others, size):
            halves = [part for k in range(1, size) for part in combinations(group, k)]
            meet = [min(held[part][c] + held[tuple(x for x in group if x not in part)][c] for part in halves) for c in cities]
            held[group] = [min(meet[over] + apart[over][city] for over in cities) for city in cities]
    return held[tuple(others)][first]


def nearest_ticket(rules: TicketToRide, table: Table, seat: int) -> list[str]:
    """Return the offered ticket with the fewest missing trains, as the target that keeps it alone."""
    apart = distances(rules, table, seat)
    offer = [rules.board.tickets[ticket] for ticket in table.offers[seat]]
    least = min(apart[ticket.ends[0]][ticket.ends[1]] for ticket in offer)
    return [f"keep:{ticket.key}" for ticket in offer if apart[ticket.ends[0]][ticket.ends[1]] == least]


def longest(rules: TicketToRide, table: Table, seat: int) -> list[str]:
    """Return the open routes that make the seat's longest path longest (TTR-10.1)."""
    board, own = rules.board, network(rules, table.owner, seat)
    grown = {route: longest_path([*own, (*board.ends[route], board.length[route])]) for route in open_routes(table)}
    return [f"route:{board.routes[route].key}" for route, length in sorted(grown.items()) if length == max(grown.values())]


ANSWERS: dict[str, Callable[..., Any]] = {
    "plan": plan,
    "best_plan": best_plan,
    "nearest_ticket": nearest_ticket,
    "longest": longest,
}
