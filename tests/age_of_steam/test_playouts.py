"""Many whole games without a violation, and what the heuristic evaluator is worth (slow suite)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from boxcars.bots import SeatView, make_bot
from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from
from boxcars.core.conformance import Checker
from boxcars.core.game import Rules
from boxcars.games.age_of_steam.actions import MoveGoods

from ..scale import FULL
from ..scale import games as scaled

TABLES = [(m.key, n) for m in registry.game("age_of_steam").maps for n in m.players]
MULTI = [(map, n) for map, n in TABLES if n > 1]
RANDOM_GAMES, HEURISTIC_GAMES = scaled(500), scaled(100, 4)
"""Per map, shared among its player counts."""


def share(map: str, games: int) -> int:
    counts = [n for m, n in TABLES if m == map]
    return -(-games // len(counts))


def played(rules: Rules[Any], kinds: list[str], seed: str, audited: bool = True) -> Any:
    bots = [make_bot(kind, rules, f"{seed} {seat}") for seat, kind in enumerate(kinds)]
    state = rules.start(Chance(seed_from(seed)))
    decisions = 0
    while (seat := rules.actor(state)) >= 0:
        action = bots[seat].choose(SeatView(rules, state, seat))
        rules.play(state, seat, action)
        if audited:
            rules.audit(state)
        decisions += 1
        assert decisions <= rules.max_decisions
    return state


def solvent_random(rules: Rules[Any], seed: str) -> Any:
    """A random game in which nobody runs out of money, so that it goes through all its turns."""
    rng = random.Random(seed)
    state = rules.start(Chance(seed_from(seed)))
    while state.agenda:
        rules.apply(state, rng.choice(rules.legal(state)))
        for seat in state.order:
            state.cash[seat] = max(state.cash[seat], 25)
        rules.audit(state)
    return state


SMALL = [("rust_belt", 3), ("western_us", 4), ("southern_us", 5), ("barbados", 1), ("st_lucia", 2)]


@pytest.mark.parametrize(("map", "players"), [*SMALL, pytest.param("germany", 3, marks=pytest.mark.slow)])
def test_a_random_game_with_money_goes_to_the_end(map: str, players: int) -> None:
    rules = registry.make("age_of_steam", map, players)
    state = solvent_random(rules, f"solvent {map}")
    assert state.turn == rules.turns and rules.outcome(state) is not None  # type: ignore[attr-defined]


@pytest.mark.parametrize(("map", "players"), [("rust_belt", 3), ("barbados", 1), ("st_lucia", 2)])
def test_a_game_of_heuristic_bots(map: str, players: int) -> None:
    rules = registry.make("age_of_steam", map, players)
    state = played(rules, ["heuristic"] * players, "one")
    outcome = rules.outcome(state)
    assert outcome is not None and max(outcome.scores) > 0 and not any(state.gone)


def contract_in_depth(map: str, players: int, seed: str, every: int, options: dict[str, bool]) -> int:
    """The laws of the contract on positions of all turns, which penniless random players never reach."""
    rules = registry.make("age_of_steam", map, players, options)
    checker, rng = Checker(rules), random.Random(seed)
    state, ply = rules.start(Chance(seed_from(seed))), 0
    while state.agenda:
        legal = rules.legal(state)
        checker.where = f"{seed}, decision {ply}"
        if ply % every == 0:
            seat = rules.actor(state)
            checker.check_paths(legal)
            checker.check_legal_and_refuse(state, seat, legal, rng)
            checker.check_bad_input(state, seat, legal, rng)
            checker.check_round_trip(state)
            checker.check_imagine(state, rng)
            checker.check_texts(state, rng.sample(legal, min(20, len(legal))))
        moves = [a for a in legal if isinstance(a, MoveGoods)]
        checker.check_events(rules.apply(state, rng.choice(moves if moves and rng.random() < 0.7 else legal)))
        for seat in state.order:
            state.cash[seat] = max(state.cash[seat], 25)
        ply += 1
    checker.check_outcome(state)
    return ply


@pytest.mark.parametrize(("map", "players"), SMALL)
def test_the_contract_holds_to_the_last_turn(map: str, players: int) -> None:
    assert contract_in_depth(map, players, f"deep {map}", 23, {}) > 60


@pytest.mark.in_turn(3)
@pytest.mark.slow
@pytest.mark.parametrize("option", [o.key for o in registry.game("age_of_steam").options])
@pytest.mark.parametrize(("map", "players"), [*SMALL, ("germany", 3), ("rust_belt", 6)] if FULL else [("rust_belt", 3)])
def test_the_contract_holds_to_the_last_turn_with_every_option(map: str, players: int, option: str) -> None:
    assert contract_in_depth(map, players, f"deep {map} {option}", 11, {option: True}) > 60


@pytest.mark.in_turn(3)
@pytest.mark.slow
@pytest.mark.parametrize(("map", "players"), TABLES)
def test_random_games(map: str, players: int) -> None:
    rules = registry.make("age_of_steam", map, players)
    for n in range(share(map, RANDOM_GAMES)):
        rng, state = random.Random(n), rules.start(Chance(seed_from(f"random {n}")))
        while state.agenda:
            rules.apply(state, rng.choice(rules.legal(state)))
            rules.audit(state)
    for n in range(scaled(3, 1)):
        solvent_random(rules, f"slow {n}")


@pytest.mark.in_turn(3)
@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize(("map", "players"), TABLES)
def test_heuristic_games(map: str, players: int) -> None:
    rules = registry.make("age_of_steam", map, players)
    bankrupt = 0
    games = share(map, HEURISTIC_GAMES)
    for n in range(games):
        bankrupt += sum(1 for turn in played(rules, ["heuristic"] * players, f"heuristic {n}").gone if turn)
    # Alone on Barbados one game in eight fails (87 % of 200 were finished solvent); elsewhere hardly anybody does.
    assert bankrupt <= max(1, games * players * (0.2 if players == 1 else 0.05)), "hardly anybody goes bankrupt"


@pytest.mark.in_turn(2)
@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize(
    ("map", "players"), [("rust_belt", 4), ("western_us", 3), ("southern_us", 4), ("germany", 3), ("st_lucia", 2)]
)
def test_the_evaluator_beats_chance(map: str, players: int) -> None:
    """At least 95 % of seat-balanced games against random players."""
    rules = registry.make("age_of_steam", map, players)
    games, won = scaled(200, 8) // players * players, 0.0
    for n in range(games):
        kinds = ["random"] * players
        kinds[n % players] = "heuristic"
        outcome = rules.outcome(played(rules, kinds, f"match {n}", audited=False))
        assert outcome is not None
        if n % players in outcome.winners:
            won += 1 / len(outcome.winners)
    assert won >= 0.95 * games


@pytest.mark.slow
def test_barbados_is_finished_solvent() -> None:
    rules = registry.make("age_of_steam", "barbados", 1)
    good = 0
    games = scaled(200, 100)
    for n in range(games):
        state = played(rules, ["heuristic"], f"barbados {n}", audited=False)
        good += not state.gone[0] and rules.standing(state)[0] >= 0
    assert good >= 0.8 * games
