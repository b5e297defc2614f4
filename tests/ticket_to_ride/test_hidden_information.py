"""Hidden information (TTR-15)."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from boxcars.bots.seat_view import SeatView
from boxcars.core import record, registry
from boxcars.core.chance import Chance, commitment, seed_from
from boxcars.games.ticket_to_ride.invariants import CARDS
from boxcars.games.ticket_to_ride.types import CardDrawn

from .positions import DECK, TICKETS, L, begun, claim, counts, dealt, hold, keep, lay, play, rules_for, take, turn_of

WHITELIST = {
    *("seat", "actor", "agenda", "starts", "hand", "tickets", "offer", "own_returned", "cards", "known", "ticket_counts"),
    *("chosen", "own_choice", "on_offer", "display", "deck", "discard", "fresh_tickets", "returned_by", "owner", "trains"),
    *("points", "final_turns", "passes", "shown", "longest"),
}


@pytest.mark.clause("TTR-15.1", "TTR-EX-27")
def test_known_cards_of_an_opponent() -> None:
    rules, table = begun()
    hold(table, 0, "G1 V3")
    lay(table, "GRBWY", "KKOG")
    play(rules, table, 0, take("G"))
    play(rules, table, 0, take("R"))
    turn_of(table, 0)
    play(rules, table, 0, DECK)
    play(rules, table, 0, DECK)
    seen = rules.observe(table, 1)
    assert seen.known[0] == counts("G R")
    assert seen.cards[0] - sum(seen.known[0]) == 4 + 2
    turn_of(table, 0)
    play(rules, table, 0, claim("houston-new_orleans", "G"))
    seen = rules.observe(table, 1)
    assert seen.known[0] == counts("R")
    assert seen.cards[0] - sum(seen.known[0]) == 5


@pytest.mark.clause("TTR-15.2")
def test_unseen_cards_are_the_deck_and_the_unknown_hand_cards() -> None:
    rules = registry.make("ticket_to_ride", "usa", 4)
    state = rules.start(Chance(seed_from("unseen")))
    for ply in range(150):
        for seat in range(4):
            seen = rules.observe(state, seat)
            others = [s for s in range(4) if s != seat]
            unseen = [
                CARDS[c] - seen.hand[c] - seen.display.count(c) - seen.discard[c] - sum(seen.known[s][c] for s in others)
                for c in range(9)
            ]
            unknown = sum(seen.cards[s] - sum(seen.known[s]) for s in others)
            assert sum(unseen) == seen.deck + unknown
            assert unseen == [state.deck[c] + sum(state.hands[s][c] - state.known[s][c] for s in others) for c in range(9)]
        if rules.actor(state) < 0:
            break
        legal = rules.legal(state)
        rules.apply(state, legal[(ply * 7) % len(legal)])


@pytest.mark.clause("TTR-15.3")
def test_a_player_knows_the_place_of_returned_tickets() -> None:
    rules, table = begun()
    play(rules, table, 0, TICKETS)
    offer = table.offers[0]
    play(rules, table, 0, keep(rules, offer[1]))
    assert rules.observe(table, 0).own_returned == [(0, offer[0]), (1, offer[2])]
    for other in (1, None):
        seen = rules.observe(table, other)
        assert seen.own_returned == []
        assert seen.returned_by == [0, 0]
    # They come up only after every fresh ticket: counting draws tells when.
    while sum(table.fresh):
        play(rules, table, rules.actor(table), TICKETS)
        seat = rules.actor(table)
        assert rules.observe(table, 0).own_returned[:2] == [(0, offer[0]), (1, offer[2])]
        play(rules, table, seat, keep(rules, *table.offers[seat]))
    turn_of(table, 1)
    play(rules, table, 1, TICKETS)
    assert table.offers[1][:2] == [offer[0], offer[2]]
    assert rules.observe(table, 0).own_returned == []


@pytest.mark.clause("TTR-15.4")
def test_imagined_worlds_are_uniform_and_keep_what_is_known() -> None:
    rules, table = begun()
    hold(table, 1, "R4 L1")
    table.known[1] = counts("R2")
    play(rules, table, 0, TICKETS)
    offer = table.offers[0][:]
    play(rules, table, 0, keep(rules, offer[0]))
    own = set(table.tickets[0]) | {offer[1], offer[2]}
    held: Counter[int] = Counter()
    dealt: Counter[int] = Counter()
    worlds = 600
    for n in range(worlds):
        world = rules.imagine(table, 0, seed_from(n))
        rules.audit(world)
        assert world.hands[0] == table.hands[0]
        assert world.hands[1][7] >= 2
        assert sum(world.hands[1]) == 5
        assert world.returned == table.returned
        assert set(world.tickets[0]) == set(table.tickets[0])
        held.update(world.tickets[1])
        dealt.update(dict(enumerate(world.hands[1])))
    unseen = [t for t in range(30) if t not in own]
    assert set(held) == set(unseen)
    expected = worlds * 3 / len(unseen)
    assert sum((held[t] - expected) ** 2 / expected for t in unseen) < 60  # chi-square, 23 degrees of freedom
    # Three unknown cards out of the unseen ones, colour by colour.
    pool = [table.deck[c] + table.hands[1][c] - table.known[1][c] for c in range(9)]
    for c in range(9):
        mean = 3 * pool[c] / sum(pool) + (2 if c == 7 else 0)
        assert abs(dealt[c] / worlds - mean) < 0.12


@pytest.mark.clause("TTR-15.4")
def test_an_imagined_world_has_its_own_luck() -> None:
    rules, table = begun()
    world = rules.imagine(table, 0, seed_from("other"))
    assert world.chance.seed == seed_from("other") != table.chance.seed


@pytest.mark.clause("TTR-15.5")
def test_what_differs_only_in_hidden_things_looks_the_same() -> None:
    rules, table = begun(3)
    hold(table, 1, "R4 B1")
    hold(table, 2, "G4")
    twin = table.clone()
    twin.hands[1], twin.hands[2] = counts("G3 K2"), counts("R4")
    twin.deck = [a + b + c - d - e for a, b, c, d, e in zip(table.deck, *table.hands[1:], *twin.hands[1:], strict=True)]
    twin.tickets[1], twin.tickets[2] = twin.tickets[2], twin.tickets[1]
    rules.audit(twin)
    for seat in (0, None):
        assert rules.write(rules.observe(table, seat)) == rules.write(rules.observe(twin, seat))
    assert rules.legal(table) == rules.legal(twin)
    assert rules.observe(table, 1) != rules.observe(twin, 1)
    # What they do with it looks the same, too.
    for game in (table, twin):
        game.chance = Chance(seed_from("draw"))
        turn_of(game, 1)
    told = [[rules.retell(e, 0) for e in rules.play(game, 1, DECK)] for game in (table, twin)]
    assert told[0] == told[1] == [CardDrawn(1, None)]


@pytest.mark.clause("TTR-15.5")
def test_an_observation_is_a_whitelist() -> None:
    rules, table = begun()
    for seat in (0, None):
        assert set(json.loads(rules.write(rules.observe(table, seat)))) == WHITELIST
    spectator = rules.observe(table, None)
    assert spectator.hand is spectator.tickets is spectator.offer is None


@pytest.mark.clause("TTR-15.6")
def test_legal_actions_are_shown_to_the_player_to_move_only() -> None:
    rules, table = begun()
    hold(table, 0, "B6")
    assert len(SeatView(rules, table, 0).legal()) > 10
    assert SeatView(rules, table, 1).legal() == []


@pytest.mark.clause("TTR-15.7")
def test_that_no_flush_was_made_is_known_to_all() -> None:
    """Nobody imagines a deck with which the display would have been flushed."""
    rules, table = begun()
    hold(table, 0, "L1")
    lay(table, "LLLRB", "LLL", "L")
    for n in range(50):
        world = rules.imagine(table, 0, seed_from(n))
        rules.audit(world)
        assert sum(world.deck[:8]) == 0
    lay(table, "LLLLB", "LLR", "L")
    decks = Counter(sum(rules.imagine(table, 0, seed_from(n)).deck[:8]) for n in range(200))
    assert set(decks) <= {0, 1} and decks[1] > decks[0]


@pytest.mark.clause("TTR-15.8")
def test_the_seed_is_not_shown() -> None:
    rules, table = begun()
    seed = table.chance.seed
    assert seed
    for seat in (0, 1, None):
        assert seed not in rules.write(rules.observe(table, seat)).decode()
    running = record.header(rules, seed)
    running.seed = ""
    written = record.Record(running).write().decode()
    assert seed not in written
    assert commitment(seed) in written


@pytest.mark.clause("TTR-15.5")
def test_events_tell_others_no_card_of_the_deck() -> None:
    rules, table = begun()
    events = play(rules, table, 0, DECK)
    assert rules.retell(events[0], 0) == events[0]
    assert rules.retell(events[0], 1) == rules.retell(events[0], None) == CardDrawn(0, None)
    assert L == 8


@pytest.mark.clause("TTR-2.6", "TTR-15.4")
def test_how_many_of_the_first_tickets_somebody_kept_is_imagined() -> None:
    rules = rules_for(2)
    table = dealt(rules)
    play(rules, table, 0, keep(rules, *table.offers[0]))
    assert table.chosen[0] == 0b111
    kept = Counter(rules.imagine(table, 1, seed_from(n)).chosen[0] for n in range(200))
    assert set(kept) == {0b111, 0b110, 0b101, 0b011} and min(kept.values()) > 20
    assert {rules.imagine(table, 0, seed_from(n)).chosen[0] for n in range(20)} == {0b111}, "its owner knows"
