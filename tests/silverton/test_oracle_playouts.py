"""Games of Silverton before the oracle: everything that the log tells follows from the rules."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from boxcars.bots import SeatView, make_bot
from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from
from boxcars.games.silverton.deal_actions import Bundle
from boxcars.games.silverton.events import DealDone, FaresCollected, GoodsDelivered, TrackBuilt
from boxcars.games.silverton.steps import AnswerJoint, LeaveJoint, ProposeJoint
from tests.oracle import Deviation, listen
from tests.silverton.oracle import SilvertonOracle
from tests.silverton.printed import Seat

from ..scale import games as scaled

GAME = registry.game("silverton")
TABLES = [(m.key, n) for m in GAME.maps for n in m.players]
MODES: list[dict[str, Any]] = [
    {"rules": "basic"},
    {"rules": "advanced"},
    {"rules": "basic", "variable_passengers": True, "goods_transfer": True, "loaded_claims": True},
    {"rules": "basic", "until_won": True, "closed_discards": True},
    {"rules": "basic", "turn_limit": True, "length": "short"},
    {"rules": "advanced", "multiple_plows": True, "hire_and_advance": True, "joint_passengers": True},
    {"rules": "basic", "joint_passengers": True, "variable_passengers": True},
]


def begin(rules: Any) -> Any:
    def start(state: Any, told: list[Any]) -> SilvertonOracle:
        atlas = rules.atlas
        seats = []
        for number, player in enumerate(state.players):
            homes = [atlas.towns[h] for h in rules.homes[player.position]]
            seat = Seat(homes, player.cash, [piece.bonus for piece in player.pieces])
            seat.trains = {atlas.trains[t] for t, at in enumerate(state.train_at) if at == number}
            seats.append(seat)
        boxes = {atlas.markers[m].id: state.price[m] for m in rules.in_play}
        return SilvertonOracle(rules.options, seats, boxes, [atlas.claims[c] for c in state.row], told, rules.scenario is None)

    return start


@pytest.mark.in_turn(2)
@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("kind", ["random", "heuristic"])
def test_the_oracle_agrees(kind: str) -> None:
    """100 games of each kind in a full run: every scenario, Basic and Advanced, with optional rules."""
    heard = 0
    for number in range(scaled(100, 8)):
        map, players = TABLES[number % len(TABLES)]
        options = dict(MODES[(number + number // len(TABLES)) % len(MODES)])
        if map != GAME.maps[0].key:
            options.pop("length", None)
        if players == 1:
            options = {"rules": options["rules"]}
        rules = registry.make("silverton", map, players, options)
        heard += listen(rules, [kind] * players, f"oracle {kind} {number}", begin(rules))
    assert heard > 1000
    print(f"silverton {kind}: {heard} actions")


class Partner:
    """A heuristic bot that takes routes together whenever it can, and now and then ends that."""

    def __init__(self, rules: Any, seed: str) -> None:
        self.rules, self.rng = rules, random.Random(seed)
        self.bot = make_bot("heuristic", rules, seed)

    def choose(self, state: Any, seat: int) -> Any:
        step, legal = state.agenda[-1], self.rules.legal(state)
        if isinstance(step, (ProposeJoint, AnswerJoint)):
            return legal[-1]  # somebody, and yes
        if isinstance(step, LeaveJoint):
            return legal[self.rng.random() < 0.1]
        return self.bot.choose(SeatView(self.rules, state, seat))


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.clause("SIL-20.4", "SIL-20.18", "SIL-20.22")
def test_the_oracle_agrees_about_joint_routes() -> None:
    """In games between ordinary bots they are too rare: the oracle hears of none in most runs."""
    names: Counter[str] = Counter()
    for number in range(scaled(40, 8)):
        asked = {"joint_passengers": True, "rules": "basic" if number % 2 else "advanced", "variable_passengers": number % 3 == 0}
        rules = registry.make("silverton", "colorado", 3 + number % 4, asked)
        told: list[Any] = []
        state = rules.start(Chance(seed_from(f"joint {number}")), told)
        oracle = begin(rules)(state, told)
        partners = [Partner(rules, f"joint {number} {seat}") for seat in range(rules.players)]
        while (seat := rules.actor(state)) >= 0:
            action = partners[seat].choose(state, seat)
            events = rules.play(state, seat, action)
            oracle.hear(seat, action, events)
            names.update(type(event).__name__ for event in events)
        outcome = rules.outcome(state)
        assert outcome is not None and (outcome.scores, outcome.ranks) == oracle.result()
    assert names["JointBought"] >= 5 and names["JointEnded"] >= 2, names


def test_the_oracle_notices_what_cannot_be() -> None:
    options = {o.key: o.default for o in GAME.options}

    def table() -> SilvertonOracle:
        seats = [Seat(["denver"], 1000, [0, 0]), Seat(["denver"], 1000, [0, 0])]
        oracle = SilvertonOracle(options, seats, {"gold": 4, "coal_denver": 5}, ["C001"], [])
        oracle.turn = 1
        return oracle

    for lie in (
        TrackBuilt(0, "S035", 31),  # it costs 30
        TrackBuilt(0, "S036", 40),  # it touches nothing
        FaresCollected(0, "P01", 40),  # nobody's card
        GoodsDelivered(0, "C001", "denver", 1, 60, []),  # not bought
        DealDone(0, 1, Bundle(claims=("C001",)), Bundle(money=10), None),
    ):
        with pytest.raises((Deviation, KeyError)):
            table().tell([lie])
    table().tell([TrackBuilt(0, "S035", 30), TrackBuilt(0, "S036", 40)])
