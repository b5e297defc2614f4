"""Games of Spike before the oracle: everything that the log tells follows from the rules."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from boxcars.core import registry
from boxcars.games.spike.events import GoodsDelivered, LineBuilt, PartUpgraded
from tests.oracle import Deviation, listen
from tests.spike.oracle import SpikeOracle, sets_pay

from ..scale import games as scaled

OPTIONS: list[dict[str, Any]] = [{}, {"advanced": True}, {"wild_single_colour": False}]


def begin(rules: Any) -> Any:
    def start(state: Any, told: list[Any]) -> SpikeOracle:
        market = [[rules.chart.goods[g] for g in column] for column in state.market]
        return SpikeOracle(rules.players, rules.single_colour, market, told)

    return start


@pytest.mark.in_turn(2)
@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("kind", ["random", "heuristic"])
def test_the_oracle_agrees(kind: str) -> None:
    """100 games of each kind in a full run."""
    heard = 0
    for number in range(scaled(100, 9)):
        players = 2 + number % 3
        rules = registry.make("spike", None, players, OPTIONS[number // 3 % 3])
        heard += listen(rules, [kind] * players, f"oracle {kind} {number}", begin(rules))
    assert heard > 1000
    print(f"spike {kind}: {heard} actions")


def test_the_oracle_notices_what_cannot_be() -> None:
    oracle = SpikeOracle(2, True, [["pigs", "corn", "oil"], ["coal"]], [])
    oracle.network[0], oracle.train[0] = {oracle.point_of["raleigh"]}, "raleigh"
    line = ["s270", "s269"]
    oracle.hands[0] = Counter(blue=4, purple=1)
    with pytest.raises(Deviation, match="market"):
        oracle.LineBuilt(LineBuilt(0, line, {"blue": 1, "purple": 1}, "norfolk", "pigs", 2))
    oracle = SpikeOracle(2, True, [["pigs", "corn", "oil"], ["coal"]], [])
    oracle.network[0], oracle.train[0] = {oracle.point_of["raleigh"]}, "raleigh"
    with pytest.raises(Deviation, match="does not pay"):
        oracle.LineBuilt(LineBuilt(0, line, {"white": 3}, "norfolk", "pigs", 3))
    with pytest.raises(Deviation, match="upgrade"):
        oracle.PartUpgraded(PartUpgraded(0, "locomotive", 1, 3))
    with pytest.raises(Deviation, match="goods on a train"):
        oracle.GoodsDelivered(GoodsDelivered(0, "pigs", "raleigh", 5))
    two = Counter(red=1, blue=1)
    assert sets_pay(two, Counter(white=4), True) and not sets_pay(two, Counter(white=3), True)
    assert sets_pay(two, Counter(white=3), False) and sets_pay(two, Counter(red=1, blue=1), True)
