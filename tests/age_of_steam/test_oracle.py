"""Whole games against the independent referee (oracle.py)."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from boxcars.bots import SeatView, make_bot
from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from
from boxcars.games.age_of_steam.steps import BidOrDrop, CloseBuild, DecideFirst
from tests.age_of_steam.oracle import Oracle, Wrong
from tests.age_of_steam.positions import position
from tests.scale import games as scaled

OPEN_ORDER = (BidOrDrop, DecideFirst, CloseBuild)


def plain(thing: Any) -> tuple[str, dict[str, Any]]:
    """A Struct as its name and plain values."""
    return type(thing).__name__, msgspec.structs.asdict(thing)


def refereed(map: str, players: int, kind: str, seed: str, options: dict[str, Any] | None = None) -> int:
    """Play one game under the eyes of the oracle; how many actions it checked. "wild": every second action is any legal one."""
    rules = registry.make("age_of_steam", map, players, options)
    bots = [make_bot("heuristic" if kind == "wild" else kind, rules, f"{seed} {seat}") for seat in range(players)]
    rng = random.Random(seed)
    table = rules.start(Chance(seed_from(seed)))
    oracle = Oracle(map, players, rules.options, msgspec.structs.asdict(rules.observe(table, None)), rules.board.grid.ids)
    while (seat := rules.actor(table)) >= 0:
        if kind == "wild" and rng.random() < 0.5:
            action = rng.choice(rules.legal(table))
        else:
            action = bots[seat].choose(SeatView(rules, table, seat))
        events = rules.play(table, seat, action)
        oracle.step(seat, plain(action), [plain(event) for event in events])
        bidding = bool(table.agenda) and isinstance(table.agenda[-1], OPEN_ORDER)
        oracle.compare(msgspec.structs.asdict(rules.observe(table, None)), bidding)
    outcome = rules.outcome(table)
    assert outcome is not None and oracle.over
    assert (outcome.scores, outcome.ranks) == (oracle.scores(), oracle.ranks())
    return oracle.checked


BOARDS = [
    ("rust_belt", 3, "wild"), ("rust_belt", 4, "heuristic"), ("rust_belt", 5, "random"), ("rust_belt", 6, "heuristic"),
    ("western_us", 3, "wild"), ("western_us", 5, "heuristic"), ("southern_us", 3, "wild"), ("southern_us", 4, "heuristic"),
    ("germany", 3, "wild"), ("germany", 4, "heuristic"), ("barbados", 1, "heuristic"), ("st_lucia", 2, "heuristic"),
]  # fmt: skip


@pytest.mark.in_turn(3)
@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("map", "players", "kind"), BOARDS)
def test_a_game_goes_as_the_oracle_says(map: str, players: int, kind: str) -> None:
    """204 games over all boards in a full run."""
    checked = [refereed(map, players, kind, f"oracle {map} {players} {n}") for n in range(scaled(17, 1))]
    assert all(checked)
    print(f"age_of_steam {map} {players} {kind}: {sum(checked)} actions")


@pytest.mark.slow
def test_games_with_options_go_as_the_oracle_says() -> None:
    refereed("rust_belt", 3, "heuristic", "oracle any time", {"urbanize_any_time": True, "unlimited_discs": True})
    refereed("st_lucia", 2, "heuristic", "oracle bonus", {"first_section_bonus": True})
    refereed("rust_belt", 3, "wild", "oracle growth", {"one_growth_roll": True})


def test_the_oracle_notices() -> None:
    """A referee that never objects is none."""
    at = position("map rust_belt 3\nseat 0 cash 40\ndue build 0 1")
    before = msgspec.structs.asdict(at.rules.observe(at.table, None))
    for spoil in ("paid", "cash", "owner", ""):
        oracle = Oracle("rust_belt", 3, at.rules.options, before, at.grid.ids)
        oracle.order = [0, 1, 2]
        told: dict[str, Any] = {"seat": 0, "hex": "c7r4", "tile": "straight", "rotation": 0, "kind": "place", "paid": 2}
        if spoil == "paid":
            told["paid"] = 3
        here = position("map rust_belt 3\nseat 0 cash 40\ndue build 0 1")
        here.lay(0, "c7r4 straight 0")
        if spoil == "cash":
            here.table.cash[0] += 1
        if spoil == "owner":
            here.table.track.sections[0].owner = 1
        seen = msgspec.structs.asdict(here.rules.observe(here.table, None))
        if spoil:
            with pytest.raises(Wrong):
                oracle.step(0, ("LayTrack", {}), [("TrackLaid", told)])
                oracle.compare(seen, False)
        else:
            oracle.step(0, ("LayTrack", {}), [("TrackLaid", told)])
            oracle.compare(seen, False)
