"""Hidden information (SPK-16) and words."""

from __future__ import annotations

import msgspec
import pytest

from boxcars.core.chance import seed_from
from boxcars.core.types import Event
from boxcars.games.spike.actions import Build, Draw, Give, Place
from boxcars.games.spike.events import CardDrawn, CardGiven, CardTaken, HandDealt, RoutesDealt
from boxcars.games.spike.observation import SpikeObservation
from boxcars.games.spike.steps import DrawMore

from .kit import HOMES, hold, home, opened, play, rules_for, started, turn_of


@pytest.mark.clause("SPK-16.1")
def test_an_observation_holds_nothing_hidden() -> None:
    rules = rules_for(3)
    state = started(rules)
    for seat in (0, 1, 2, None):
        seen = rules.observe(state, seat)
        for other, p in enumerate(seen.players):
            if other != seat:
                assert p.hand is None and p.route is None and p.dealt_routes is None
                assert p.cards == sum(state.players[other].hand)
        data = rules.write(seen).decode()
        assert state.chance.seed not in data
        decoded = msgspec.json.decode(data, type=SpikeObservation)
        assert decoded == seen
        assert decoded.deck == sum(state.deck), "the deck is a number"


@pytest.mark.clause("SPK-16.1")
def test_worlds_that_differ_in_hidden_things_look_alike() -> None:
    rules = rules_for(3)
    state = started(rules)
    worlds = [rules.imagine(state, 1, seed_from(n)) for n in range(20)]
    assert all(rules.observe(w, 1) == rules.observe(state, 1) for w in worlds)
    assert len({tuple(w.players[0].hand) for w in worlds}) > 5
    assert len({w.players[2].route for w in worlds}) > 5
    assert len({tuple(w.deck) for w in worlds}) > 5
    assert {tuple(w.players[1].hand) for w in worlds} == {tuple(state.players[1].hand)}


@pytest.mark.clause("SPK-16.2")
def test_what_others_hear_of_cards() -> None:
    rules = rules_for(3)
    events: list[Event] = []
    state = opened(rules, "hear", events=events)
    dealt = next(e for e in events if isinstance(e, HandDealt) and e.seat == 1)
    assert rules.retell(dealt, 1).cards is not None and rules.retell(dealt, 0).cards is None
    given = play(rules, state, rules.legal(state)[0])
    gift = next(e for e in given if isinstance(e, CardGiven))
    assert rules.retell(gift, 0).colour == rules.retell(gift, 2).colour == gift.colour is not None
    assert rules.retell(gift, 1).colour is None and rules.retell(gift, None).colour is None
    routes = next(e for e in given if isinstance(e, RoutesDealt) and e.seat == 0)
    assert rules.retell(routes, 0).routes and rules.retell(routes, 1).routes is None
    state = started(rules)
    blind = next(e for e in play(rules, state, Draw("deck")) if isinstance(e, CardDrawn))
    assert rules.retell(blind, 0).colour is not None and rules.retell(blind, 1).colour is None
    open_ = next(e for e in play(rules, state, Draw(rules.chart.colours[state.row[0]])) if isinstance(e, CardTaken))
    assert rules.retell(open_, 2).colour == open_.colour


@pytest.mark.clause("SPK-16.2", "SPK-16.1")
def test_what_is_known_of_a_hand() -> None:
    rules = rules_for(3)
    state = started(rules)
    gift = rules.chart.colours[state.gift]
    assert rules.observe(state, 0).players[2].known == {gift: 1}, "the giver knows the gift"
    assert rules.observe(state, 1).players[2].known == {}
    colour = rules.chart.colours[state.row[0]]
    play(rules, state, Draw(colour))
    assert rules.observe(state, 1).players[0].known == {colour: 1}
    for n in range(10):
        assert rules.imagine(state, 1, seed_from(n)).players[0].hand[rules.chart.colour_id[colour]] >= 1
        assert rules.imagine(state, 0, seed_from(n)).players[2].hand[rules.chart.colour_id[gift]] >= 1


@pytest.mark.clause("SPK-16.1", "SPK-16.2", "SPK-3.9", "SPK-3.8")
@pytest.mark.parametrize(("players", "first"), [(n, seat) for n in (2, 3, 4) for seat in range(1, n)])
def test_only_giver_and_receiver_know_the_gift_wherever_the_lot_fell(players: int, first: int) -> None:
    rules = rules_for(players)
    state = opened(rules, first=first)
    last = first - 1
    hand = state.players[first].hand
    given = max(range(6), key=lambda c: hand[c])
    gift = next(e for e in play(rules, state, Give(rules.chart.colours[given])) if isinstance(e, CardGiven))
    assert (gift.seat, gift.to) == (first, last)
    while any(not p.cities for p in state.players):
        play(rules, state, Place(HOMES[rules.actor(state)]))
    for seat in range(players):
        told = rules.retell(gift, seat)
        assert (told.colour is not None) == (seat in (first, last))
        known = rules.observe(state, seat).players[last].known
        assert known == ({gift.colour: 1} if seat == first else {})
        assert rules.observe(state, seat).players[first].known == {}, "nobody knows a card of the giver"
        worlds = [rules.imagine(state, seat, seed_from(n)) for n in range(40)]
        assert all(rules.observe(w, seat) == rules.observe(state, seat) for w in worlds)
        assert {w.first for w in worlds} == {first}
        gifts = {w.gift for w in worlds}
        assert gifts == {given} if seat in (first, last) else len(gifts) > 3
        if seat == first:
            assert all(w.players[last].hand[given] >= 1 for w in worlds)
        elif seat != last:
            assert any(not w.players[last].hand[given] for w in worlds), "any hand is possible to who was not in on it"
    assert rules.retell(gift, None).colour is None


@pytest.mark.clause("SPK-16.1", "SPK-3.9")
def test_the_giver_follows_the_gift_until_it_is_played() -> None:
    """With the lot on seat 2 the gift went to seat 1: what seat 1 takes and plays of that colour counts, nobody else's."""
    rules = rules_for(3)
    for taker in (0, 1, 2):
        state = started(rules, first=2)
        gift, name = state.gift, rules.chart.colours[state.gift]
        if gift not in state.row:
            state.deck[gift] -= 1
            state.deck[state.row[0]] += 1
            state.row[0] = gift
        turn_of(rules, state, taker)
        play(rules, state, Draw(name))
        assert rules.observe(state, 2).players[1].known == {name: 2 if taker == 1 else 1}
        assert rules.observe(state, 0).players[1].known == ({name: 1} if taker == 1 else {})
        for n in range(20):  # who was not in on the gift imagines one that fits what lies open
            world = rules.imagine(state, 0, seed_from(n))
            rules.audit(world)
            assert world.gift_known == world.players[1].known[world.gift]
    state = started(rules, first=2)
    home(rules, state, 1, "atlanta")
    cards = dict.fromkeys(rules.chart.colours, 3)
    gift = state.gift
    hold(rules, state, 1, **cards)
    state.gift, state.gift_known = gift, 1
    turn_of(rules, state, 1)
    name = rules.chart.colours[gift]
    build = next(a for a in rules.legal(state) if isinstance(a, Build) and name in a.pay)
    play(rules, state, build)
    assert rules.observe(state, 2).players[1].known == {}, "a card of that colour was played: it may have been the gift"


@pytest.mark.clause("SPK-16.3", "SPK-3.5")
def test_unused_sides_are_public_and_have_no_effect() -> None:
    rules = rules_for(2)
    state = started(rules)
    unused = rules.observe(state, None).unused_sides
    assert len(unused) == 12
    used = {rules.chart.sides[s] for p in state.players for s in p.contracts}
    assert not used & set(unused) and {s[:-1] for s in used} == {s[:-1] for s in unused}


@pytest.mark.clause("SPK-16.1")
def test_routes_are_open_at_the_end_and_the_discarded_one_stays_hidden() -> None:
    rules = rules_for(2, advanced=True)
    state = started(rules)
    while state.agenda:
        step = state.agenda[-1]
        legal = rules.legal(state)
        draw = [a for a in legal if isinstance(a, Draw)]
        rules.apply(state, draw[0] if draw else legal[0])
        assert step is not None
    seen = rules.observe(state, 1)
    assert seen.players[0].route == rules.chart.routes[state.players[0].route]
    assert seen.players[0].dealt_routes is None and not isinstance(state.agenda, DrawMore)
