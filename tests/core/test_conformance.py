"""The contract, run over every registered game, map and player count, and with every value of every option.

At each decision the action masks of the environments and the targets of the page are compared with the legal actions.
"""

from __future__ import annotations

from typing import Any

import pytest

from boxcars.core import conformance, registry
from boxcars.core.chance import seed_from
from boxcars.core.game import Rules
from boxcars.envs.mask_check import MaskCheck
from boxcars.server.page.target_check import TargetCheck

from ..scale import games as scaled

TABLES = [(g.key, m.key, n) for g in registry.games().values() for m in g.maps for n in m.players]
OPTIONS = [(g.key, o.key, value) for g in registry.games().values() for o in g.options for value in conformance.option_values(o)]


def checks_of(rules: Rules[Any]) -> list[conformance.PositionCheck]:
    """Everything outside the rules that states what is legal."""
    return [MaskCheck(rules), TargetCheck(rules)]


@pytest.mark.parametrize(("game", "map", "players"), TABLES)
def test_the_contract_holds(game: str, map: str, players: int) -> None:
    rules = registry.make(game, map, players)
    report = conformance.check(rules, games=1, depth=17)
    assert report.games == 1
    assert report.refusals


@pytest.mark.in_turn(4)
@pytest.mark.slow
@pytest.mark.parametrize(("game", "map", "players"), TABLES)
def test_the_contract_holds_at_length(game: str, map: str, players: int) -> None:
    many = scaled(6, 1)
    rules = registry.make(game, map, players)
    assert conformance.check(rules, games=many, seed="slow", checks=checks_of(rules)).games == many


@pytest.mark.parametrize(("game", "option", "value"), OPTIONS)
def test_the_contract_holds_with_every_option(game: str, option: str, value: bool | int | str) -> None:
    rules = conformance.rules_for_option(game, option, value)
    assert conformance.check(rules, games=1, seed=f"{option} {value}", depth=29, checks=checks_of(rules)).games == 1


@pytest.mark.parametrize("game", registry.games())
def test_a_second_process_reaches_the_same_position(game: str) -> None:
    table = registry.game(game).maps[0]
    here, there = conformance.fingerprints_elsewhere(game, table.key, table.players[0], {}, seed_from("elsewhere"))
    assert here == there
