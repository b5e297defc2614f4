"""What each seat sees, imagines and is told (SPK-16)."""

from __future__ import annotations

from typing import Any

import pytest

from boxcars.core.chance import seed_from
from boxcars.games.spike.events import CardDrawn, CardGiven, CardTaken, HandDealt, Passed, RouteKept, RoutesDealt
from boxcars.games.spike.steps import DrawMore, PayForLine, SketchLine, TakeAction
from boxcars.games.spike.turn_sequence import END_TURN

from .kit import hold, opened, rules_for, started


@pytest.mark.clause("SPK-16.2")
def test_who_is_told_what() -> None:
    """The owner of a card sees it, of a gift also who gets it; everybody else hears of it."""
    rules = rules_for(4)
    cases: list[tuple[Any, Any, tuple[int, ...]]] = [
        (CardDrawn(0, "blue"), CardDrawn(0, None), (0,)),
        (CardDrawn(1, "blue"), CardDrawn(1, None), (1,)),
        (HandDealt(0, 5, {"blue": 5}), HandDealt(0, 5, None), (0,)),
        (RoutesDealt(1, 1, ["route-01"]), RoutesDealt(1, 1, None), (1,)),
        (RouteKept(0, "route-01"), RouteKept(0, None), (0,)),
        (CardGiven(1, 0, "blue"), CardGiven(1, 0, None), (0, 1)),
        (CardGiven(0, 3, "blue"), CardGiven(0, 3, None), (0, 3)),
        (CardTaken(0, "blue"), CardTaken(0, "blue"), ()),
        (Passed(1), Passed(1), ()),
    ]
    for event, hidden, knowing in cases:
        for seat in (0, 1, 2, 3, None):
            assert rules.retell(event, seat) == (event if seat in knowing else hidden), (event, seat)


@pytest.mark.clause("SPK-15.6", "SPK-16.1")
def test_nobody_else_sees_a_sketch_but_whatever_else_is_due() -> None:
    rules = rules_for(3)
    state = started(rules)
    for seat in range(3):
        for step, hidden in (
            (SketchLine(seat, ("s270",)), True),
            (PayForLine(seat, ("s270",)), True),
            (DrawMore(seat, 1, 1), False),
        ):
            state.agenda = [END_TURN[seat], step]
            for looker in (0, 1, 2, None):
                seen = TakeAction(seat) if hidden and looker != seat else step
                assert rules.observe(state, looker).agenda == [END_TURN[seat], seen], (step, looker)
    state.agenda = []
    assert rules.observe(state, 0).agenda == []


@pytest.mark.clause("SPK-16.1", "SPK-3.9")
def test_the_giver_knows_a_gift_of_any_colour() -> None:
    rules = rules_for(3)
    state = started(rules)
    last = state.last
    for gift, colour in enumerate(rules.chart.colours):
        hold(rules, state, last, **{colour: 3})
        state.gift, state.gift_known = gift, 2
        for known in (0, 1, 3):
            state.players[last].known[gift] = known
            for looker in (0, 1, 2, None):
                expected = max(known, 2) if looker == state.first else known
                seen = rules.observe(state, looker).players
                assert seen[last].known == ({colour: expected} if expected else {}), (colour, known, looker)
                assert seen[state.first].known == {}
        state.players[last].known[gift] = 0
    state.gift, state.gift_known = -1, 0
    assert rules.observe(state, state.first).players[last].known == {}


@pytest.mark.clause("SPK-16.1")
def test_everybody_sees_the_own_route_card_whichever_it_is() -> None:
    rules = rules_for(2)
    state = started(rules)
    player = state.players[0]
    for route, name in enumerate(rules.chart.routes):
        player.route, player.routes = route, [route]
        seen = rules.observe(state, 0).players[0]
        assert (seen.route, seen.dealt_routes) == (name, [name])
        assert rules.observe(state, 1).players[0].route is None
    player.route = -1
    assert rules.observe(state, 0).players[0].route is None
    state.agenda = []
    assert rules.observe(state, None).players[0].route is None, "none was kept"


@pytest.mark.clause("SPK-16.1", "SPK-13.1")
def test_contracts_that_were_fulfilled_have_no_side_to_choose() -> None:
    rules = rules_for(2, advanced=True)
    state = opened(rules)
    player = state.players[0]
    cards = [rules.chart.cards[card] for card in player.dealt]
    assert rules.observe(state, 1).players[0].to_choose == cards
    sides = [2 * card for card in player.dealt]
    for chosen, delivered in ((2, 0), (1, 2), (0, 3), (4, 2)):
        player.contracts, player.delivered = sides[delivered : delivered + chosen], sides[:delivered]
        seen = rules.observe(state, None)
        assert seen.players[0].to_choose == cards[chosen + delivered :]
        unused = {rules.chart.sides[side + 1] for side in sides[: chosen + delivered]}
        assert set(seen.unused_sides) == unused, "the other side of whatever is in force or fulfilled"


@pytest.mark.clause("SPK-16.1")
def test_before_a_train_is_placed_it_has_no_home_and_no_place() -> None:
    rules = rules_for(2)
    state = opened(rules)
    assert [(seen.home, seen.at) for seen in rules.observe(state, 0).players] == [("", "")] * 2
    state = started(rules)
    state.players[0].cities.append(5)
    assert rules.observe(state, 1).players[0].home == "atlanta", "the starting city is the first of them"


@pytest.mark.clause("SPK-16.1", "SPK-18.1")
@pytest.mark.parametrize("advanced", [False, True])
def test_an_imagined_world_has_the_cards_of_the_box_and_what_the_seat_knows(advanced: bool) -> None:
    rules = rules_for(4, advanced=advanced)
    state = started(rules)
    state.players[2].known[0] = min(1, state.players[2].hand[0])
    for seat in (0, 1, 2, 3, None):
        for n in range(12):
            world = rules.imagine(state, seat, seed_from(n))
            rules.audit(world)
            assert rules.observe(world, seat) == rules.observe(state, seat)
            assert [sum(p.hand) for p in world.players] == [sum(p.hand) for p in state.players]
            assert sum(world.deck) == sum(state.deck) and world.deck[-1] == state.deck[-1]
            dealt = [route for p in world.players for route in p.routes]
            assert len(set(dealt)) == len(dealt), "no route card twice, not even one of one's own"
            assert all(p.route in p.routes and len(p.routes) == 1 + advanced for p in world.players)


@pytest.mark.clause("SPK-16.1")
def test_the_first_route_card_of_the_box_is_imagined_away_as_any_other() -> None:
    rules = rules_for(2)
    state = started(rules)
    state.players[0].route, state.players[0].routes = 7, [7]
    state.players[1].route, state.players[1].routes = 0, [0]
    worlds = [rules.imagine(state, 0, seed_from(n)) for n in range(30)]
    assert len({world.players[1].route for world in worlds}) > 10
    assert all(world.players[1].routes == [world.players[1].route] for world in worlds)
    assert all(world.players[0].route == 7 for world in worlds)
    state.players[1].route = -1
    assert {rules.imagine(state, 0, seed_from(n)).players[1].route for n in range(5)} == {-1}, "nothing has been kept yet"


@pytest.mark.clause("SPK-16.1", "SPK-3.9")
def test_who_was_not_in_on_the_gift_imagines_any_gift() -> None:
    rules = rules_for(4)
    state = started(rules)
    for gift in (0, 3):
        state.gift, state.gift_known = gift, 1
        for seat in (0, 1, 2, 3, None):
            gifts = {rules.imagine(state, seat, seed_from(n)).gift for n in range(40)}
            assert gifts == ({gift} if seat in (state.first, state.last) else set(range(6))), (gift, seat)
    state.gift, state.gift_known = -1, 0
    assert {rules.imagine(state, 1, seed_from(n)).gift for n in range(5)} == {-1}, "before it is made there is none"
