"""What always holds (TTR-12): in random games, and in the audit that refuses everything else."""

from __future__ import annotations

import random

import pytest

from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from
from boxcars.core.conformance import Checker
from boxcars.core.game import Broken
from boxcars.games.ticket_to_ride.invariants import CARDS
from boxcars.games.ticket_to_ride.state import Table
from boxcars.games.ticket_to_ride.train_cards import flushable
from boxcars.games.ticket_to_ride.types import ClaimRoute, DrawCard, DrawTickets, Pass, TakeCard

from ..scale import games as scaled
from .positions import DECK, PASS, L, begun, claim, lay, own, refused, take

PLAYERS = (2, 3, 4, 5)


def collect(rng: random.Random, legal: list[object]) -> object:
    """A player who collects cards before claiming: big hands, long lists."""
    claims = [a for a in legal if isinstance(a, ClaimRoute)]
    draws = [a for a in legal if isinstance(a, (TakeCard, DrawCard)) and a != take("L")]
    if draws and (len(claims) < 60 or rng.random() < 0.5):
        return rng.choice(draws)
    return rng.choice(claims or legal)


def hoard(rng: random.Random, legal: list[object]) -> object:
    """A player who draws cards whenever that is possible, and never a face-up locomotive."""
    draws = [a for a in legal if isinstance(a, (TakeCard, DrawCard)) and a != take("L")]
    return rng.choice(draws if draws and rng.random() < 0.97 else legal)


@pytest.mark.clause("TTR-12.1", "TTR-12.2", "TTR-12.3", "TTR-12.4", "TTR-12.5", "TTR-12.6", "TTR-12.7", "TTR-12.8", "TTR-12.9")
@pytest.mark.parametrize("players", PLAYERS)
def test_invariants_in_play(players: int) -> None:
    """Checked here from the rules' text, not by the engine's own audit."""
    rules = registry.make("ticket_to_ride", "usa", players)
    board, rng = rules.board, random.Random(players)  # type: ignore[attr-defined]
    for game in range(6):
        state: Table = rules.start(Chance(seed_from(f"invariants {players} {game}")))
        turns = 0
        while rules.actor(state) >= 0:
            legal = rules.legal(state)
            assert legal
            pick = (rng.choice, lambda a: collect(rng, a), lambda a: hoard(rng, a))[game % 3]
            action = pick(legal)
            rules.apply(state, action)
            turns += not isinstance(action, Pass)
            assert all(
                CARDS[c] == state.deck[c] + state.discard[c] + state.display.count(c) + sum(h[c] for h in state.hands)
                for c in range(9)
            )
            tickets = [t for ts in (*state.tickets, *state.offers) for t in ts] + [t for t, _ in state.returned]
            assert sorted(tickets + [t for t in range(30) if state.fresh[t]]) == list(range(30))
            for seat in range(players):
                routes = [r for r in range(100) if state.owner[r] == seat]
                assert state.trains[seat] + sum(board.length[r] for r in routes) == 45
                assert state.points[seat] == sum((0, 1, 2, 4, 7, 10, 15)[board.length[r]] for r in routes)
                assert len({board.ends[r] for r in routes}) == len(routes)
            if players <= 3:
                taken = [board.ends[r] for r in range(100) if state.owner[r] >= 0]
                assert len(set(taken)) == len(taken)
            assert len(state.display) == 5
            if rules.actor(state) >= 0 and state.display.count(L) >= 3:
                pool = sum(c != L for c in state.display) + sum(state.deck[:8]) + sum(state.discard[:8])
                assert pool < 3
        # A turn of two decisions counts twice here, and so do the first choices.
        assert turns <= 2 * (90 * players + 140) + players
        assert turns <= rules.max_decisions


@pytest.mark.clause("TTR-12.10")
def test_the_same_seed_and_actions_give_the_same_game() -> None:
    rules = registry.make("ticket_to_ride", "usa", 3)
    states = [rules.start(Chance(seed_from("twice"))) for _ in range(2)]
    rng = random.Random(1)
    while rules.actor(states[0]) >= 0:
        action = rng.choice(rules.legal(states[0]))
        # Refused actions in between consume no randomness in the second game.
        if rules.refuse(states[1], rules.actor(states[1]), PASS) is not None:
            refused(rules, states[1], rules.actor(states[1]), PASS)  # type: ignore[arg-type]
        assert rules.apply(states[0], action) == rules.apply(states[1], action)
        assert rules.write(states[0]) == rules.write(states[1])


def test_collectors_and_hoarders_keep_the_contract() -> None:
    for players, pick in ((2, collect), (3, hoard), (5, hoard)):
        checker = Checker(registry.make("ticket_to_ride", "usa", players), depth=23)
        checker.play_game(seed_from(f"pick {players}"), pick)
        assert checker.report.widest > 100


def lose_card(table: Table) -> None:
    table.deck[0] -= 1


def gain_train(table: Table) -> None:
    table.trains[0] += 1


def double_ticket(table: Table) -> None:
    table.tickets[0].append(table.tickets[1][0])


def wrong_score(table: Table) -> None:
    table.points[1] = 3


def take_both(table: Table) -> None:
    rules, _ = begun(3)
    own(rules, table, 0, "denver-kansas_city-black")
    own(rules, table, 1, "denver-kansas_city-orange")


def four_cards(table: Table) -> None:
    table.deck[table.display.pop()] += 1


def due_flush(table: Table) -> None:
    for slot in range(3):
        table.deck[table.display[slot]] += 1
        table.deck[L] -= 1
        table.display[slot] = L
    assert flushable(table)


def wrongly_open(table: Table) -> None:
    table.open[0].pop()


def known_too_much(table: Table) -> None:
    table.known[0][3] = 1


def stray_offer(table: Table) -> None:
    table.offers[1] = [table.tickets[1].pop()]


def two_steps(table: Table) -> None:
    table.agenda = table.agenda * 2


@pytest.mark.parametrize(
    ("harm", "clause"),
    [
        pytest.param(lose_card, "TTR-12.1", marks=pytest.mark.clause("TTR-12.1")),
        pytest.param(double_ticket, "TTR-12.2", marks=pytest.mark.clause("TTR-12.2")),
        pytest.param(gain_train, "TTR-12.3", marks=pytest.mark.clause("TTR-12.3")),
        pytest.param(wrong_score, "TTR-12.4", marks=pytest.mark.clause("TTR-12.4")),
        pytest.param(take_both, "TTR-12.5", marks=pytest.mark.clause("TTR-12.5")),
        pytest.param(four_cards, "TTR-12.6", marks=pytest.mark.clause("TTR-12.6")),
        pytest.param(due_flush, "TTR-12.7", marks=pytest.mark.clause("TTR-12.7")),
        (wrongly_open, "TTR-6.2"),
        (known_too_much, "TTR-15.1"),
        (stray_offer, "TTR-7.2"),
        (two_steps, "TTR-3.6"),
    ],
)
def test_the_audit_finds(harm: object, clause: str) -> None:
    rules, table = begun(3)
    rules.audit(table)
    harm(table)  # type: ignore[operator]
    with pytest.raises(Broken, match=clause):
        rules.audit(table)


@pytest.mark.clause("TTR-12.8")
def test_the_audit_finds_a_second_draw_without_a_card() -> None:
    rules, table = begun()
    lay(table, "RBGWY", "KK")
    rules.play(table, 0, DECK)
    table.hands[1][6] += 1
    table.deck[6] -= 1
    with pytest.raises(Broken, match="no second card"):
        rules.audit(table)


@pytest.mark.clause("TTR-12.9")
def test_every_action_uses_something_up() -> None:
    """A claim uses trains, tickets shrink the ticket deck for good, a draw moves a card to a hand."""
    rules, table = begun()
    lay(table, "RBGWY", "KVVV")
    before = sum(table.hands[0])
    rules.play(table, 0, DECK)
    assert sum(table.hands[0]) == before + 1
    rules, table = begun()
    left = sum(table.fresh) + len(table.returned)
    rules.play(table, 0, DrawTickets())
    rules.play(table, 0, rules.legal(table)[-1])
    assert sum(table.fresh) + len(table.returned) == left - 1
    rules, table = begun()
    table.hands[0][7], table.deck[7] = 1, table.deck[7] - 1
    rules.play(table, 0, claim("atlanta-nashville", "R"))
    assert table.trains[0] == 44


@pytest.mark.in_turn(2)
@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.clause("TTR-12.1", "TTR-12.9")
@pytest.mark.parametrize("players", PLAYERS)
def test_two_thousand_random_games(players: int) -> None:
    """Every position is audited."""
    checker = Checker(registry.make("ticket_to_ride", "usa", players))
    for n in range(scaled(2000)):
        checker.play_game(seed_from(f"two thousand {players} {n}"), thorough=False)
    assert checker.report.games == scaled(2000)
    assert checker.report.longest < 2 * (90 * players + 140)


@pytest.mark.in_turn(4)
@pytest.mark.slow
@pytest.mark.parametrize("pick", [collect, hoard])
@pytest.mark.parametrize("players", PLAYERS)
def test_collectors_and_hoarders_at_length(players: int, pick: object) -> None:
    checker = Checker(registry.make("ticket_to_ride", "usa", players), depth=11)
    for n in range(8):
        checker.play_game(seed_from(f"long {players} {n}"), pick)  # type: ignore[arg-type]
    assert checker.report.games == 8
