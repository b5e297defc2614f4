"""Long runs: conformance over scenarios, modes, player counts and options; playouts without a violation; the bot's strength."""

from __future__ import annotations

import random
from typing import Any

import pytest

from boxcars.bots import SeatView, make_bot
from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from
from boxcars.core.conformance import Checker, check
from boxcars.core.game import Refused, Rules

from ..scale import FULL
from ..scale import games as scaled

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800)]

GAME = registry.game("silverton")
SWITCHES = [option.key for option in GAME.options if option.kind == "switch"]
TABLES = [(m.key, n, mode) for m in GAME.maps for n in m.players for mode in ("basic", "advanced")]


@pytest.mark.in_turn(4)
@pytest.mark.parametrize(("map", "players", "mode"), [table for table in TABLES if FULL or table[2] != "basic"])
def test_the_contract_on_every_table(map: str, players: int, mode: str) -> None:
    """Of the basic game in a full run only: core/test_conformance.py tries it on every table, more closely."""
    check(registry.make("silverton", map, players, {"rules": mode}), games=1, seed=f"slow {map} {mode}", depth=25)


def combinations(count: int) -> list[tuple[str, int, dict[str, Any]]]:
    """Random sets of options that the rulebook allows."""
    rng = random.Random("options")
    found: list[tuple[str, int, dict[str, Any]]] = []
    while len(found) < count:
        map = rng.choice(GAME.maps)
        players = rng.choice(map.players)
        options: dict[str, Any] = {key: rng.random() < 0.6 for key in SWITCHES}
        options["rules"] = rng.choice(["basic", "advanced"])
        options["length"] = rng.choice(["standard", "short", "long", "campaign"])
        options["max_offers"] = rng.choice([0, 1, 4, 10])
        try:
            registry.make("silverton", map.key, players, options)
        except Refused:
            continue
        found.append((map.key, players, options))
    return found


@pytest.mark.in_turn(3)
@pytest.mark.parametrize("number", range(scaled(50, 10)))
def test_the_contract_with_options(number: int) -> None:
    map, players, options = combinations(50)[number]
    check(registry.make("silverton", map, players, options), games=1, seed=f"options {number}", depth=25)


@pytest.mark.in_turn(3)
@pytest.mark.parametrize("block", range(10))
def test_three_hundred_random_games(block: int) -> None:
    """30 games in a block, audited after every action."""
    for number in range(scaled(30, 3)):
        map, players, mode = TABLES[(block * 30 + number) % len(TABLES)]
        rules = registry.make("silverton", map, players, {"rules": mode})
        Checker(rules).play_game(seed_from(f"random {block} {number}"), thorough=False)


def contest(rules: Rules[Any], kinds: list[str], seed: str) -> list[int]:
    """One audited game; the winners."""
    bots = [make_bot(kind, rules, f"{seed} {seat}") for seat, kind in enumerate(kinds)]
    state = rules.start(Chance(seed_from(seed)))
    while (seat := rules.actor(state)) >= 0:
        rules.play(state, seat, bots[seat].choose(SeatView(rules, state, seat)))
        rules.audit(state)
    outcome = rules.outcome(state)
    assert outcome is not None
    return outcome.winners


@pytest.mark.in_turn(2)
@pytest.mark.parametrize("block", range(5))
def test_a_hundred_heuristic_games(block: int) -> None:
    for number in range(scaled(20, 2)):
        map, players, mode = TABLES[(block * 20 + number) % len(TABLES)]
        rules = registry.make("silverton", map, players, {"rules": mode})
        assert contest(rules, ["heuristic"] * players, f"heuristic {block} {number}")


@pytest.mark.in_turn(2)
@pytest.mark.parametrize("players", [2, 4])
def test_the_bot_beats_random_players(players: int) -> None:
    """200 games, each seat equally often: at least nine in ten."""
    rules = registry.make("silverton", "colorado", players)
    wins = 0.0
    games = scaled(200, 20) // players * players
    for number in range(games):
        seat = number % players
        kinds = ["random"] * players
        kinds[seat] = "heuristic"
        winners = contest(rules, kinds, f"strength {players} {number}")
        wins += (seat in winners) / len(winners)
    assert wins >= 0.9 * games, wins


def test_the_bot_reaches_a_draw_in_denver_6000() -> None:
    rules = registry.make("silverton", "solo_denver_6000", 1)
    good = 0
    games = scaled(60, 15)
    for number in range(games):
        bot = make_bot("heuristic", rules, f"solo {number}")
        state = rules.start(Chance(seed_from(f"solo {number}")))
        while rules.actor(state) >= 0:
            rules.play(state, 0, bot.choose(SeatView(rules, state, 0)))
        outcome = rules.outcome(state)
        assert outcome is not None and outcome.grade is not None
        good += "efeat" not in outcome.grade.message
    assert good > games / 2, good
