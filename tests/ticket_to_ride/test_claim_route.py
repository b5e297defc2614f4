"""Claiming a route (TTR-6)."""

from __future__ import annotations

import pytest

from boxcars.games.ticket_to_ride.types import ClaimRoute, RouteClaimed, TakeTurn
from boxcars.locale import say

from .positions import begun, claim, claims_of, counts, hold, own, play, refused, take, trains, turn_of

BLUE = "montreal-new_york"
GREY = "montreal-toronto"
BLACK, ORANGE = "denver-kansas_city-black", "denver-kansas_city-orange"


@pytest.mark.clause("TTR-6.1")
def test_a_claim_pays_places_trains_and_scores() -> None:
    rules, table = begun()
    hold(table, 0, "B4 L2")
    events = play(rules, table, 0, claim(BLUE, "B", 1))
    assert events == [RouteClaimed(0, BLUE, "blue", 1, 4)]
    assert table.hands[0] == counts("B2 L1")
    assert table.discard == counts("B2 L1")
    assert table.owner[rules.board.route_id[BLUE]] == 0
    assert (table.trains[0], table.points[0]) == (42, 4)
    assert table.agenda == [TakeTurn(1)]


@pytest.mark.clause("TTR-6.1")
def test_exactly_as_many_cards_as_spaces() -> None:
    rules, table = begun()
    hold(table, 0, "B6 L6")
    for wild in (-1, 4, 99):
        assert refused(rules, table, 0, claim(BLUE, "B", wild)).code == "bad_payment"


@pytest.mark.clause("TTR-6.2")
def test_an_owned_route_is_not_open() -> None:
    rules, table = begun()
    hold(table, 0, "B6")
    own(rules, table, 1, BLUE)
    assert not claims_of(rules, table, BLUE)
    assert refused(rules, table, 0, claim(BLUE, "B")).code == "route_taken"
    own(rules, table, 0, "chicago-omaha")
    assert refused(rules, table, 0, claim("chicago-omaha", "B")).code == "route_taken"


@pytest.mark.clause("TTR-6.3", "TTR-R-13", "TTR-EX-15")
def test_every_space_needs_a_train() -> None:
    rules, table = begun()
    trains(rules, table, 0, 2)
    hold(table, 0, "B3")
    assert not claims_of(rules, table, BLUE)
    assert refused(rules, table, 0, claim(BLUE, "B")).code == "not_enough_trains"
    assert claims_of(rules, table, "houston-new_orleans") == {("blue", 0)}
    play(rules, table, 0, claim("houston-new_orleans", "B"))
    assert table.trains[0] == 0


@pytest.mark.clause("TTR-6.4", "TTR-6.6", "TTR-6.12", "TTR-R-12", "TTR-EX-13")
@pytest.mark.parametrize(
    ("hand", "payments"),
    [
        ("B3 L2", {("blue", 0), ("blue", 1), ("blue", 2)}),
        ("B2 L1", {("blue", 1)}),
        ("R5 L3", {("locomotive", 3)}),
        ("B2 R5", set()),
        ("B3 L3", {("blue", 0), ("blue", 1), ("blue", 2), ("locomotive", 3)}),
    ],
)
def test_payments_for_a_coloured_route(hand: str, payments: set[tuple[str, int]]) -> None:
    rules, table = begun()
    hold(table, 0, hand)
    assert claims_of(rules, table, BLUE) == payments
    every = [ClaimRoute(BLUE, c, n) for c in ("blue", "red", "locomotive") for n in range(4)]  # type: ignore[arg-type]
    accepted = {a for a in map(rules.normal, every) if rules.refuse(table, 0, a) is None}
    assert accepted == {ClaimRoute(BLUE, c, n) for c, n in payments}  # type: ignore[arg-type]


@pytest.mark.clause("TTR-6.5", "TTR-EX-14")
def test_payments_for_a_grey_route() -> None:
    rules, table = begun()
    hold(table, 0, "B2 R2 L1")
    assert claims_of(rules, table, GREY) == {("blue", 1), ("red", 1)}
    hold(table, 0, "V3 B3 O3 W3 G3 Y3 K3 R3 L4")
    assert len(claims_of(rules, table, GREY)) == 25
    hold(table, 0, "B2 G1 L1")
    assert claims_of(rules, table, "houston-new_orleans") == {("blue", 0), ("blue", 1), ("green", 1)}
    hold(table, 0, "R1 L1")
    assert claims_of(rules, table, "atlanta-nashville") == {("red", 0), ("locomotive", 1)}


@pytest.mark.clause("TTR-6.5", "TTR-EX-14")
def test_a_grey_route_takes_one_single_colour() -> None:
    """A payment names one colour, so two cannot even be said; two blue cards do not make three."""
    rules, table = begun()
    hold(table, 0, "B2 R1")
    assert not claims_of(rules, table, GREY)
    assert refused(rules, table, 0, claim(GREY, "B")).code == "cards_not_in_hand"
    assert refused(rules, table, 0, ClaimRoute(GREY, "grey", 0)).code == "bad_payment"
    assert refused(rules, table, 0, claim(GREY, "L", 2)).code == "bad_payment"


@pytest.mark.clause("TTR-6.6", "TTR-R-12")
def test_locomotives_may_be_used_even_when_not_needed() -> None:
    rules, table = begun()
    for wild in (0, 1, 2, 3):
        hold(table, 0, "B3 L3")
        world = table.clone()
        play(rules, world, 0, claim(BLUE, "B", wild))
        assert world.hands[0] == counts(f"B{wild} L{3 - wild}")


@pytest.mark.clause("TTR-6.7")
def test_a_route_may_be_anywhere_and_only_one_is_claimed() -> None:
    rules, table = begun()
    own(rules, table, 0, "seattle-vancouver-a")
    hold(table, 0, "B6")
    assert claims_of(rules, table, "atlanta-miami") == {("blue", 0)}
    play(rules, table, 0, claim("atlanta-miami", "B"))
    assert rules.actor(table) == 1
    assert refused(rules, table, 0, claim("atlanta-nashville", "B")).code == "not_your_turn"


@pytest.mark.clause("TTR-6.8", "TTR-6.9", "TTR-R-23", "TTR-EX-16")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_double_routes(players: int) -> None:
    rules, table = begun(players)
    own(rules, table, 0, BLACK)
    for seat in range(players):
        turn_of(table, seat)
        hold(table, seat, "O4")
        if players <= 3 or seat == 0:
            reason = refused(rules, table, seat, claim(ORANGE, "O"))
            assert (reason.code, reason.clause) == ("route_closed", "TTR-6.8" if seat == 0 else "TTR-6.9")
            assert not claims_of(rules, table, ORANGE)
        else:
            assert claims_of(rules, table, ORANGE) == {("orange", 0)}
            play(rules, table.clone(), seat, claim(ORANGE, "O"))
        hold(table, seat, "")


@pytest.mark.clause("TTR-6.8")
def test_grey_double_routes_are_closed_to_their_owner_too() -> None:
    rules, table = begun(4)
    hold(table, 0, "R6 L3")
    play(rules, table, 0, claim("kansas_city-omaha-a", "R"))
    turn_of(table, 0)
    assert not claims_of(rules, table, "kansas_city-omaha-b")
    assert refused(rules, table, 0, claim("kansas_city-omaha-b", "R")).code == "route_closed"


@pytest.mark.clause("TTR-6.9")
def test_playing_closes_the_partner_with_three_and_leaves_it_open_with_four() -> None:
    for players, there in ((3, False), (4, True)):
        rules, table = begun(players)
        hold(table, 0, "K4")
        play(rules, table, 0, claim(BLACK, "K"))
        hold(table, 1, "O4")
        assert bool(claims_of(rules, table, ORANGE)) is there


@pytest.mark.clause("TTR-6.10")
def test_the_number_of_players_never_changes() -> None:
    """Four began: even in the final round, and when two of them can do nothing any more, the partner stays open."""
    rules, table = begun(4)
    own(rules, table, 0, BLACK)
    trains(rules, table, 2, 0)
    trains(rules, table, 3, 0)
    table.final_turns = 2
    hold(table, 1, "O4")
    turn_of(table, 1)
    rules.audit(table)
    assert claims_of(rules, table, ORANGE) == {("orange", 0)}
    assert rules.players == 4


@pytest.mark.clause("TTR-6.11")
def test_claimed_routes_stay_with_their_owner() -> None:
    rules, table = begun(3)
    seen: dict[int, int] = {}
    hold(table, 0, "B6")
    for _ in range(400):
        if rules.actor(table) < 0:
            break
        legal = rules.legal(table)
        claims = [a for a in legal if isinstance(a, ClaimRoute)]
        action = claims[-1] if claims else legal[0] if legal[0] != take("L") else legal[-1]
        play(rules, table, rules.actor(table), action)
        for r, seat in seen.items():
            assert table.owner[r] == seat
        seen |= {r: o for r, o in enumerate(table.owner) if o >= 0}
    assert len(seen) > 20


@pytest.mark.clause("TTR-6.12", "TTR-16.4")
def test_a_payment_has_exactly_one_name() -> None:
    rules, table = begun()
    hold(table, 0, "B3 L3")
    for letter in "BRV":
        assert rules.normal(claim(BLUE, letter, 3)) == claim(BLUE, "L", 3)
    legal = rules.legal(table)
    assert claim(BLUE, "L", 3) in legal
    assert claim(BLUE, "B", 3) not in legal
    # The other name is accepted and is the same claim.
    play(rules, table, 0, claim(BLUE, "B", 3))
    assert table.hands[0] == counts("B3")


def test_the_two_routes_of_a_pair_are_told_apart() -> None:
    """Nobody is asked to choose between two equal sentences, with however many cards in hand."""
    rules, table = begun(4)
    table.hands[0] = [6] * 9
    said = [say(rules.say(action)) for action in rules.legal(table) if isinstance(action, ClaimRoute)]
    assert len(said) > 500 and len(set(said)) == len(said)


@pytest.mark.clause("TTR-6.8", "TTR-6.9", "TTR-1.6")
@pytest.mark.parametrize("players", [3, 4])
def test_every_pair_closes_its_partner(players: int) -> None:
    rules, _ = begun(players)
    pairs = [(a, b) for a, b in enumerate(rules.board.partner) if b >= 0]
    assert len(pairs) == 44
    for one, other in pairs:
        _, table = begun(players)
        keys = [rules.board.routes[r].key for r in (one, other)]
        own(rules, table, 0, keys[0])
        for seat, open_to in ((0, False), (1, players > 3)):
            hold(table, seat, "L6")
            turn_of(table, seat)
            wild = ClaimRoute(keys[1], "locomotive", rules.board.length[other])
            assert (rules.refuse(table, seat, wild) is None) == open_to == (wild in rules.legal(table)), keys
