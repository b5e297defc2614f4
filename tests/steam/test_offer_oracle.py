"""Whole games of Steam against the oracle of what is offered (offer_oracle.py)."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from boxcars.bots import SeatView, make_bot
from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from
from boxcars.games.steam.types import MoveGoods
from tests.scale import games as scaled
from tests.steam.offer_oracle import Delivery, OfferOracle
from tests.steam.test_oracle import plain


def watched(map: str, players: int, kind: str, seed: str, options: dict[str, Any], looks: float = 0.1) -> OfferOracle:
    """Play one game before the oracle. "wild": one action in eight is any legal one."""
    rules = registry.make("steam", map, players, options)
    bots = [make_bot("heuristic" if kind == "wild" else kind, rules, f"{seed} {seat}") for seat in range(players)]
    rng = random.Random(seed)
    table = rules.start(Chance(seed_from(seed)))
    seen = msgspec.structs.asdict(rules.observe(table, None))
    oracle = OfferOracle(map, players, rules.options, seen, rules.board.grid.ids)
    while (seat := rules.actor(table)) >= 0:
        legal = rules.legal(table)

        def allowed(way: Delivery, seat: int = seat) -> bool:
            return rules.refuse(table, seat, MoveGoods(*way)) is None

        if rng.random() < looks:
            oracle.offer(seat, [plain(action) for action in legal], allowed, rng)
        wild = kind == "wild" and rng.random() < 0.12
        action = rng.choice(legal) if wild else bots[seat].choose(SeatView(rules, table, seat))
        oracle.step(seat, plain(action), [plain(event) for event in rules.play(table, seat, action)])
    outcome = rules.outcome(table)
    assert outcome is not None and oracle.ended
    assert (outcome.scores, outcome.ranks) == (oracle.scores(), oracle.ranks())
    return oracle


BOARDS: list[tuple[str, int, str, dict[str, Any]]] = [
    ("north_america", 4, "wild", {}), ("north_america", 3, "random", {"mode": "standard"}),
    ("ruhr", 5, "wild", {"mode": "standard"}), ("ruhr", 3, "heuristic", {"links_once": True}),
    ("north_america", 5, "wild", {"links_once": True}), ("ruhr", 4, "random", {}),
    ("ruhr", 3, "wild", {"mode": "standard", "soft_standard": True}),
]  # fmt: skip


@pytest.mark.in_turn(4)
@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("map", "players", "kind", "options"), BOARDS)
def test_a_game_offers_what_the_rules_say(map: str, players: int, kind: str, options: dict[str, Any]) -> None:
    for number in range(scaled(8, 1)):
        looks = 1.0 if kind == "random" else 0.1  # games at random are short
        oracle = watched(map, players, kind, f"offers {map} {players} {number}", options, looks)
        print(f"{map} {players} {kind}: {dict(oracle.offered)}")
        assert oracle.offered["plays offered"]
