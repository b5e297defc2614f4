"""Every claim of every position against the words of TTR-6: legal lists, refusals and what a claim changes."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from boxcars.core import registry
from boxcars.games.ticket_to_ride.rules import TicketToRide
from boxcars.games.ticket_to_ride.state import Table
from boxcars.games.ticket_to_ride.types import COLOURS, ClaimRoute

from .positions import L, begun, counts, hold, own, turn_of


def scattered(seed: int) -> tuple[TicketToRide, Table, int]:
    """Owners, hands and trains by lot; whose turn it is."""
    rng = random.Random(seed)
    players = 2 + seed % 4
    rules, table = begun(players)
    board = rules.board
    for r in rng.sample(range(100), 30):
        partner = board.partner[r]
        owners = {table.owner[p] for p in (r, partner) if p >= 0} - {-1}
        if table.owner[r] < 0 and (not owners or players > 3):
            own(rules, table, rng.choice([s for s in range(players) if s not in owners]), board.routes[r].key)
    seat = rng.randrange(players)
    hold(table, seat, " ".join(f"{letter}{rng.choice((0, 0, 1, 2, 3, 4, 6))}" for letter in "VBOWGYKRL"))
    table.trains[seat] = rng.choice((0, 1, 2, 3, 4, 5, 6, 20))
    turn_of(table, seat)
    return rules, table, seat


def by_the_words(rules: TicketToRide, table: Table, seat: int) -> set[ClaimRoute]:
    """TTR-6.1 to 6.12 as they are written."""
    out = set()
    hand = table.hands[seat]
    for route in rules.board.routes:
        k = route.length
        partner = -1 if route.double_partner is None else table.owner[route.double_partner]
        closed = table.owner[route.id] >= 0 or partner == seat or (partner >= 0 and rules.players <= 3)
        if closed or k > table.trains[seat]:
            continue
        for c, colour in enumerate(COLOURS[:8]):
            if route.colour in ("grey", colour):
                out |= {ClaimRoute(route.key, colour, n) for n in range(k) if hand[c] >= k - n and hand[L] >= n}
        if hand[L] >= k:
            out.add(ClaimRoute(route.key, "locomotive", k))
    return out


@pytest.mark.clause("TTR-6.1", "TTR-6.2", "TTR-6.3", "TTR-6.4", "TTR-6.5", "TTR-6.6", "TTR-6.8", "TTR-6.9", "TTR-6.12")
@pytest.mark.parametrize("seed", range(24))
def test_the_claims_of_scattered_positions(seed: int) -> None:
    rules, table, seat = scattered(seed)
    listed = [action for action in rules.legal(table) if isinstance(action, ClaimRoute)]
    expected = by_the_words(rules, table, seat)
    assert len(listed) == len(expected) and set(listed) == expected
    for route in rules.board.routes:
        for colour in COLOURS:
            for n in range(-1, route.length + 2):
                action = rules.normal(ClaimRoute(route.key, colour, n))
                assert (rules.refuse(table, seat, action) is None) == (action in expected), action


@pytest.mark.clause("TTR-6.1", "TTR-6.9", "TTR-15.1")
@pytest.mark.parametrize("seed", range(24))
def test_what_a_claim_changes(seed: int) -> None:
    rules, table, seat = scattered(seed)
    board = rules.board
    for action in sorted(by_the_words(rules, table, seat), key=str)[:: 1 + seed % 7][:12]:
        after = table.clone()
        r = board.route_id[action.route]
        paid = [0] * 9
        paid[COLOURS.index(action.colour)] += board.length[r] - (0 if action.colour == "locomotive" else action.locomotives)
        paid[L] += 0 if action.colour == "locomotive" else action.locomotives
        after.known[seat] = [min(n, 2) for n in after.hands[seat]]
        known = [max(0, k - p) for k, p in zip(after.known[seat], paid, strict=True)]
        rules.apply(after, action)
        assert after.hands[seat] == [n - p for n, p in zip(table.hands[seat], paid, strict=True)]
        assert after.discard == [n + p for n, p in zip(table.discard, paid, strict=True)]
        assert after.known[seat] == known
        assert after.owner == [seat if i == r else owner for i, owner in enumerate(table.owner)]
        assert after.trains[seat] == table.trains[seat] - board.length[r]
        assert after.points[seat] == table.points[seat] + board.points[r]
        gone = {r} | ({board.partner[r]} if rules.players <= 3 else set())
        assert after.open == [[i for i in routes if i not in gone] for routes in table.open]


@pytest.mark.clause("TTR-6.8", "TTR-6.9")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("pair", [("denver", "kansas_city"), ("kansas_city", "omaha")])
def test_the_first_route_of_a_board_may_be_the_partner_of_another(players: int, pair: tuple[str, str], tmp_path: Path) -> None:
    """On the printed board it is not; on one of one's own it may well be."""
    text = registry.export(registry.game("ticket_to_ride"), "usa")
    head, _, rest = text.partition("routes = [\n")
    routes, _, tail = rest.partition("]\n")
    lines = routes.splitlines(keepends=True)
    lines.sort(key=lambda line: f'"{pair[0]}", "{pair[1]}"' not in line)
    file = tmp_path / "mine.toml"
    file.write_text(head + "routes = [\n" + "".join(lines) + "]\n" + tail)
    rules = registry.make("ticket_to_ride", str(file), players)
    assert isinstance(rules, TicketToRide) and rules.board.partner[:2] == [1, 0]
    for mine in (0, 1):
        _, printed = begun(players)
        table = rules.start(printed.chance)
        turn_of(table, 0)
        table.hands[0] = counts("K4 O4")
        taken = rules.board.routes[mine]
        rules.play(table, 0, ClaimRoute(taken.key, "black" if taken.colour == "grey" else taken.colour, 0))  # type: ignore[arg-type]
        assert any(1 - mine in routes for routes in table.open) is (players > 3), "it is closed, or open to others"
        for seat in range(players):
            turn_of(table, seat)
            table.hands[seat] = counts("K4 O4")
            other = rules.board.routes[1 - mine]
            found = [a for a in rules.legal(table) if isinstance(a, ClaimRoute) and a.route == other.key]
            closed = seat == 0 or players <= 3
            assert bool(found) is not closed
            action = ClaimRoute(other.key, "black" if other.colour == "grey" else other.colour, 0)  # type: ignore[arg-type]
            reason = rules.refuse(table, seat, action)
            assert (reason.clause if reason else None) == ("TTR-6.8" if seat == 0 else "TTR-6.9" if closed else None)
            if not closed:
                rules.play(table.clone(), seat, action)
