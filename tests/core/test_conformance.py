"""The contract, run over every registered game, map and player count and with every value of every option."""

from __future__ import annotations

import pytest

from boxcars.core import conformance, registry
from boxcars.core.chance import seed_from
from boxcars.core.game import Refused
from boxcars.core.registry import Option

from ..scale import games as scaled

TABLES = [(g.key, m.key, n) for g in registry.games().values() for m in g.maps for n in m.players]


@pytest.mark.parametrize(("game", "map", "players"), TABLES)
def test_the_contract_holds(game: str, map: str, players: int) -> None:
    report = conformance.check(registry.make(game, map, players), games=1, depth=17)
    assert report.games == 1
    assert report.refusals


@pytest.mark.in_turn(4)
@pytest.mark.slow
@pytest.mark.parametrize(("game", "map", "players"), TABLES)
def test_the_contract_holds_at_length(game: str, map: str, players: int) -> None:
    many = scaled(6, 1)
    assert conformance.check(registry.make(game, map, players), games=many, seed="slow").games == many


def choices(option: Option) -> list[bool | int | str]:
    """Every value of an option but its default; of a number the two ends."""
    ends: dict[str, list[bool | int | str]] = {"switch": [True, False], "number": [option.low, option.high]}
    every = ends.get(option.kind) or [key for key, _ in option.choices]
    return [value for value in every if value != option.default]


OPTIONS = [(g.key, o.key, value) for g in registry.games().values() for o in g.options for value in choices(o)]


@pytest.mark.parametrize(("game", "option", "value"), OPTIONS)
def test_the_contract_holds_with_every_option(game: str, option: str, value: bool | int | str) -> None:
    """On the first table that takes it: an option may be for one map, for some numbers of players, or beside another only."""
    beside: list[dict[str, bool | int | str]] = [{}, *({o: v} for g, o, v in OPTIONS if g == game and o != option)]
    for more in beside:
        for _, map, players in (table for table in TABLES if table[0] == game):
            try:
                rules = registry.make(game, map, players, {option: value, **more})
            except Refused:
                continue
            assert conformance.check(rules, games=1, seed=f"{option} {value}", depth=29).games == 1
            return
    pytest.fail("no table takes this value")


@pytest.mark.parametrize("game", registry.games())
def test_a_second_process_reaches_the_same_position(game: str) -> None:
    table = registry.game(game).maps[0]
    here, there = conformance.fingerprints_elsewhere(game, table.key, table.players[0], {}, seed_from("elsewhere"))
    assert here == there
