"""Whole games against the independent referee (oracle.py)."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from boxcars.bots import SeatView, make_bot
from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from
from boxcars.games.steam.types import BidForOrder, BidForStart
from boxcars.rail.actions import LayTrack
from tests.scale import games as scaled
from tests.steam.oracle import Oracle, Wrong
from tests.steam.positions import P, building, fresh, play


def plain(thing: Any) -> tuple[str, dict[str, Any]]:
    """A Struct as its name and plain values."""
    return type(thing).__name__, msgspec.structs.asdict(thing)


def refereed(map: str, players: int, kind: str, seed: str, options: dict[str, Any] | None = None) -> int:
    """Play one game under the eyes of the oracle; how many actions it checked. "wild": every second action is any legal one."""
    rules = registry.make("steam", map, players, options)
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
        bidding = bool(table.agenda) and isinstance(table.agenda[-1], (BidForOrder, BidForStart))
        oracle.compare(msgspec.structs.asdict(rules.observe(table, None)), bidding)
    outcome = rules.outcome(table)
    assert outcome is not None and oracle.ended
    assert (outcome.scores, outcome.ranks) == (oracle.scores(), oracle.ranks())
    return oracle.checked


BOARDS = [
    ("north_america", 4, "heuristic", {}), ("north_america", 3, "wild", {"mode": "standard"}),
    ("ruhr", 5, "heuristic", {"mode": "standard"}), ("ruhr", 4, "wild", {}), ("ruhr", 3, "random", {}),
    ("north_america", 4, "wild", {"start": "random", "links_once": True}), ("ruhr", 5, "random", {"mode": "standard"}),
    ("ruhr", 4, "wild", {"mode": "standard", "soft_standard": True, "open_income": True}),
    ("north_america", 3, "heuristic", {"open_income": True}),
]  # fmt: skip


@pytest.mark.in_turn(2)
@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("map", "players", "kind", "options"), BOARDS)
def test_a_game_goes_as_the_oracle_says(map: str, players: int, kind: str, options: dict[str, Any]) -> None:
    """203 games over all boards in a full run."""
    checked = [refereed(map, players, kind, f"oracle {map} {players} {n}", options) for n in range(scaled(29, 1))]
    assert all(checked)
    print(f"steam {map} {players} {kind}: {sum(checked)} actions")


def test_the_oracle_notices() -> None:
    """A referee that never objects is none."""
    for spoil in ("paid", "cash", "owner", ""):
        rules, table = fresh()
        seen = msgspec.structs.asdict(rules.observe(table, None))
        oracle = Oracle("north_america", 4, rules.options, seen, rules.board.grid.ids)
        building(rules, table, P)
        assert play(rules, table, "c10r7 21/0") == 3
        told: dict[str, Any] = {"seat": P, "hex": "c10r7", "tile": "21", "rotation": 0, "kind": "place", "paid": 3}
        if spoil == "paid":
            told["paid"] = 2
        if spoil == "cash":
            table.cash[P] += 1
        if spoil == "owner":
            table.track.sections[0].owner = 1
        events = [("TrackLaid", told)]
        if spoil:
            with pytest.raises(Wrong):
                oracle.step(P, plain(LayTrack("c10r7", "21", 0)), events)
                oracle.compare(msgspec.structs.asdict(rules.observe(table, None)), False)
        else:
            oracle.step(P, plain(LayTrack("c10r7", "21", 0)), events)
            oracle.compare(msgspec.structs.asdict(rules.observe(table, None)), False)
