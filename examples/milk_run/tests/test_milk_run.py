"""Tests of Milk Run. Each cites the clauses of rules.md that it proves: ``boxcars clauses milk_run --tests tests``."""

from __future__ import annotations

from typing import Any

import pytest
from milk_run import GAME
from milk_run.rules import CARDS, COSTS, MilkRun, MilkRunState
from milk_run.types import Build, DrawCoal, Pass, TakeTurn

from boxcars.core.chance import Chance, seed_from
from boxcars.core.conformance import check
from boxcars.core.game import Refused


def rules(players: int = 2, neighbours: bool = True) -> MilkRun:
    return MilkRun("valley", players, {"neighbours": neighbours})


def position(hand: list[int], deck: list[int], owner: dict[int, int]) -> MilkRunState:
    """A position of two players in which seat 0 is to act."""
    owners = [owner.get(section, -1) for section in range(len(COSTS))]
    return MilkRunState(Chance(seed_from("position")), [TakeTurn(0)], [hand, [0, 0, 0]], deck, owners)


def reason(game: MilkRun, state: MilkRunState, action: Any) -> str:
    with pytest.raises(Refused) as refused:
        game.play(state, 0, action)
    return refused.value.reason.clause


@pytest.mark.parametrize("players", GAME.players)
def test_the_contract_holds(players: int) -> None:
    assert check(rules(players), games=10).games == 10


@pytest.mark.clause("MR-1.1", "MR-1.2")
def test_the_deal() -> None:
    state = rules(4).start(Chance(seed_from("deal")))
    assert sorted(COSTS) == [1, 1, 1, 2, 2, 2, 3, 3, 3]
    assert [sum(hand) for hand in state.hands] == [2, 2, 2, 2] and sum(state.deck) == 3 * CARDS - 8


@pytest.mark.clause("MR-2.1", "MR-2.2")
def test_a_section_costs_one_card_of_its_value() -> None:
    game, state = rules(), position([0, 1, 0], [1, 0, 0], {3: 1})
    assert game.legal(state) == [DrawCoal(), Build(1), Build(8)]
    assert reason(game, state, Build(0)) == "MR-2.2" and reason(game, state, Build(3)) == "MR-2.2"
    game.play(state, 0, Build(1))
    assert state.owner[1] == 0 and state.hands[0] == [0, 0, 0] and game.actor(state) == 1


@pytest.mark.clause("MR-2.3", "MR-3.1")
def test_a_pass_is_for_those_who_can_do_nothing_and_ends_the_game_when_all_pass() -> None:
    game, state = rules(), position([0, 0, 0], [0, 0, 0], {})
    assert game.legal(state) == [Pass()]
    assert reason(game, position([1, 0, 0], [0, 0, 0], {}), Pass()) == "MR-2.3"
    game.play(state, 0, Pass())
    game.play(state, 1, Pass())
    assert game.actor(state) == -1
    built = position([1, 0, 0], [0, 0, 0], dict.fromkeys(range(1, 9), 1))
    game.play(built, 0, Build(0))
    assert game.actor(built) == -1


@pytest.mark.clause("MR-3.2", "MR-3.3")
def test_the_score() -> None:
    state = position([0, 0, 0], [0, 0, 0], {0: 0, 1: 0, 2: 1, 4: 1})
    assert rules().standing(state) == [1 + 2 + 1, 3 + 1]
    assert rules(neighbours=False).standing(state) == [3, 4]
    state.agenda = []
    outcome = rules().outcome(state)
    assert outcome is not None and outcome.ranks == [1, 1]
