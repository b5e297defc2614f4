"""Games of Spike before the oracle of the market and the end (market_oracle.py): what must be offered, and when it must end."""

from __future__ import annotations

import random
from typing import Any

import pytest

from boxcars.bots import SeatView, make_bot
from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from
from boxcars.games.spike.actions import Build
from boxcars.games.spike.events import LastTurnsBegan
from boxcars.games.spike.turn_sequence import END_TURN
from tests.oracle import must
from tests.spike.kit import lay, opened, rules_for
from tests.spike.market_oracle import MarketOracle

from ..scale import games as scaled

OPTIONS: list[dict[str, Any]] = [{}, {"advanced": True}, {"wild_single_colour": False}]


class Builder:
    """Lays the longest line it can pay; without tracks it rides about and delivers: such games come to the special end."""

    def __init__(self, seed: str) -> None:
        self.rng = random.Random(seed)

    def choose(self, legal: list[Any]) -> Any:
        def worth(action: Any) -> float:
            name = type(action).__name__
            rank = {
                "Deliver": 90,
                "Build": 50,
                "Start": 8,
                "Extra": 4,
                "Upgrade": 5,
                "Draw": 3,
                "KeepCargo": -9,
                "BeginLine": -99,
            }
            value = rank.get(name, 0) + self.rng.random()
            if name == "Build":
                value += len(action.line)
            if name == "Start":
                value += 3 * bool(action.load) - 5 * len(action.unload)
            if name == "Move":
                value += 3 * (">" not in action.to)
            return value

        return max(legal, key=worth)


def watched(players: int, options: dict[str, Any], kind: str, seed: str, looks: float = 0.3) -> MarketOracle:
    """Play one game before the oracle; so many lists of actions are compared. "wild": one action in six is any legal one."""
    rules = registry.make("spike", None, players, options)
    ready = {"wild": "heuristic", "builder": "random"}.get(kind, kind)
    bots = [make_bot(ready, rules, f"{seed} {seat}") for seat in range(players)]
    builder = Builder(seed)
    rng = random.Random(seed)
    told: list[Any] = []
    state = rules.start(Chance(seed_from(seed)), told)
    market = [list(column) for column in rules.observe(state, 0).market]
    oracle = MarketOracle(players, rules.options["wild_single_colour"], market, told, rules.options["advanced"])

    def refused(name: str, given: tuple[Any, ...]) -> bool:
        assert name == "Build"
        return rules.refuse(state, rules.actor(state), Build(*given)) is not None

    while (seat := rules.actor(state)) >= 0:
        legal = rules.legal(state)
        if rng.random() < looks:
            oracle.offer(seat, legal, refused, rng)
        wild = kind == "wild" and rng.random() < 1 / 6
        if kind == "builder":
            action = builder.choose(legal)
        else:
            action = rng.choice(legal) if wild else bots[seat].choose(SeatView(rules, state, seat))
        oracle.hear(seat, action, rules.play(state, seat, action))
        oracle.look(rules.observe(state, 0))
    outcome = rules.outcome(state)
    assert outcome is not None
    must((outcome.scores, outcome.ranks) == oracle.result(), f"{outcome.scores} {outcome.ranks}, not {oracle.result()}")
    return oracle


@pytest.mark.in_turn(3)
@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("kind", ["random", "heuristic", "wild", "builder"])
def test_a_game_offers_and_ends_as_the_rules_say(kind: str) -> None:
    for number in range(scaled(40, 3)):
        oracle = watched(2 + number % 3, OPTIONS[number // 3 % 3], kind, f"market {kind} {number}")
        print(kind, number, dict(oracle.compared))
        assert oracle.compared["markets"] > 10


@pytest.mark.clause("SPK-12.2", "SPK-12.3")
def test_the_special_end_comes_when_the_rules_say() -> None:
    """Random networks of 45 tracks, with random contracts, cargo and markers: 300 ends of a turn."""
    rng = random.Random("special end")
    said: list[bool] = []
    rules = rules_for(2)
    chart = rules.chart
    for number in range(300):
        told: list[Any] = []
        state = opened(rules, f"special {number}", 0, told)
        market = [list(column) for column in rules.observe(state, 0).market]
        oracle = MarketOracle(2, True, market, told, False)
        while rules.actor(state) >= 0 and not all(player.cities for player in state.players):
            seat = rules.actor(state)
            action = rng.choice(rules.legal(state))
            oracle.hear(seat, action, rules.play(state, seat, action))
        player, tracks = state.players[0], rng.choice((45, 45, 45, 44))
        while tracks:
            a_side = [
                s for s, (a, b) in enumerate(chart.ends) if state.owner[s] < 0 and (a in player.points) != (b in player.points)
            ]
            lay(rules, state, 0, chart.segments[rng.choice(a_side)])
            tracks -= 1
        player.contracts = rng.sample(player.contracts, rng.randint(0, 3))
        player.cargo = [chart.card_goods[side // 2] for side in player.contracts if rng.random() < 0.3][:1]
        player.markers = rng.sample(player.cities, rng.randint(0, len(player.cities)))
        oracle.owner = {chart.segments[s]: 0 for s in player.tracks}
        oracle.network[0] = {chart.points[p] for p in player.points}
        seen = rules.observe(state, 0).players[0]
        oracle.contracts[0], oracle.markers[0], oracle.cargo[0] = list(seen.contracts), set(seen.markers), set(seen.cargo)
        state.agenda = [END_TURN[0]]
        events: list[Any] = []
        rules._advance(state, events)
        ended = any(isinstance(event, LastTurnsBegan) for event in events)
        assert ended == oracle.finished(0), number
        said.append(ended)
    assert 30 < sum(said) < 270
