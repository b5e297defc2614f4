"""Whole games against the oracle of the maps (map_oracle.py): what must happen, and everything that must be offered."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import msgspec
import pytest

from boxcars.bots import SeatView, make_bot
from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from
from boxcars.games.age_of_steam.actions import MoveGoods
from tests.age_of_steam.map_oracle import Delivery, MapOracle
from tests.age_of_steam.test_oracle import plain
from tests.scale import games as scaled


def watched(map: str, players: int, kind: str, seed: str, options: dict[str, Any] | None = None, looks: int = 12) -> MapOracle:
    """Play one game before the oracle. "wild": one action in eight is any legal one. About ``looks`` whole lists are compared."""
    rules = registry.make("age_of_steam", map, players, options)
    bots = [make_bot("heuristic" if kind == "wild" else kind, rules, f"{seed} {seat}") for seat in range(players)]
    rng = random.Random(seed)
    told: list[Any] = []
    table = rules.start(Chance(seed_from(seed)), told)
    oracle = MapOracle(map, players, rules.options, msgspec.structs.asdict(rules.observe(table, None)), rules.board.grid.ids)
    for event in told:
        oracle.hear(plain(event))
    while (seat := rules.actor(table)) >= 0:
        legal = rules.legal(table)

        def allowed(way: Delivery, seat: int = seat) -> bool:
            return rules.refuse(table, seat, MoveGoods(*way)) is None

        oracle.offer(seat, [plain(action) for action in legal], allowed, rng, rng.random() < looks / 150)
        wild = kind == "wild" and rng.random() < 0.12
        action = rng.choice(legal) if wild else bots[seat].choose(SeatView(rules, table, seat))
        oracle.step(seat, plain(action), [plain(event) for event in rules.play(table, seat, action)])
    outcome = rules.outcome(table)
    assert outcome is not None and oracle.over
    assert (outcome.scores, outcome.ranks) == (oracle.scores(), oracle.ranks())
    return oracle


BOARDS = [
    ("rust_belt", 3, "wild", {}), ("rust_belt", 5, "heuristic", {}), ("western_us", 3, "wild", {}),
    ("western_us", 4, "heuristic", {}), ("barbados", 1, "wild", {}), ("barbados", 1, "heuristic", {"easy": True}),
    ("southern_us", 4, "wild", {}), ("southern_us", 3, "heuristic", {}), ("germany", 3, "wild", {}),
    ("germany", 4, "heuristic", {"public_starting_cubes": True}),
    ("st_lucia", 2, "wild", {}), ("st_lucia", 2, "heuristic", {}), ("western_us", 6, "random", {}),
]  # fmt: skip


@pytest.mark.in_turn(4)
@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("map", "players", "kind", "options"), BOARDS)
def test_a_game_offers_what_the_map_says(map: str, players: int, kind: str, options: dict[str, Any]) -> None:
    compared: Counter[str] = Counter()
    for number in range(scaled(8, 1)):
        compared += watched(map, players, kind, f"map oracle {map} {players} {number}", options).offered
    print(f"{map} {players} {kind}: {dict(compared)}")
    assert compared["turns"]
