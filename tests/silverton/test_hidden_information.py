"""Hidden information and bad input (SIL-22)."""

from __future__ import annotations

from typing import Any

from boxcars.core.chance import Chance, seed_from
from boxcars.core.conformance import check
from boxcars.games.silverton import events as e
from boxcars.games.silverton import placing_events as placing
from boxcars.games.silverton.actions import EndPlacement, Operate
from boxcars.games.silverton.ai.evaluator import SilvertonEvaluator
from boxcars.games.silverton.steps import PlacePieces
from tests.silverton.kit import Play


def test_only_cash_and_the_future_are_hidden() -> None:
    game = Play(3)
    mine, other, nobody = (game.rules.observe(game.state, seat) for seat in (0, 1, None))
    assert [p.cash for p in mine.players] == [2200, None, None]
    assert [p.cash for p in other.players] == [None, 2200, None]
    assert [p.cash for p in nobody.players] == [None, None, None]
    assert mine.deck == 100 and mine.below == [2] * 8
    text = game.rules.write(mine).decode()
    assert game.state.chance.seed not in text and '"chance"' not in text


def test_purses_follow_from_what_was_public() -> None:
    """Every change of a purse is in the events: start with the table's money and add them up (so ``imagine`` may keep cash)."""
    rules = Play(3, rules="advanced", joint_passengers=True, hire_and_advance=True).rules
    evaluator = SilvertonEvaluator(rules)
    events: list[Any] = []
    state = rules.start(Chance(seed_from("purses")), events)
    purse = [rules.money] * 3
    while state.agenda:
        legal = rules.legal(state)
        weights = evaluator.policy(state, legal)
        for event in rules.apply(state, legal[weights.index(max(weights))]):
            follow(purse, event)
        assert purse == [player.cash for player in state.players]
    assert rules.deducible and max(purse) >= 10_000


def follow(purse: list[int], event: Any) -> None:
    """What an event did to the purses."""
    if isinstance(event, (e.CardBought, e.TrackBuilt, e.ClaimPaid, e.TrainBought, e.PlowBought, e.PieceHired)):
        purse[event.seat] -= event.cost
    elif isinstance(event, (e.FaresCollected, e.GoodsDelivered)):
        purse[event.seat] += event.income
    elif isinstance(event, e.TrackRemoved):
        purse[event.seat] += event.refund
    elif isinstance(event, e.FinePaid):
        purse[event.seat] -= event.fine
    elif isinstance(event, placing.TheftRolled):
        purse[event.thief] -= event.paid - event.share
        purse[event.partner] -= event.share
    elif isinstance(event, placing.JointBought):
        for seat, share in zip(event.seats, event.shares, strict=True):
            purse[seat] -= share
    elif isinstance(event, e.DealDone):
        purse[event.seat] += event.take.money - event.give.money
        purse[event.to] += event.give.money - event.take.money


def test_imagined_worlds_have_other_dice() -> None:
    game = Play(2)
    world = game.rules.imagine(game.state, 0, seed_from("other"))
    assert world.chance == Chance(seed_from("other"))
    assert game.rules.write(game.rules.observe(world, 0)) == game.rules.write(game.rules.observe(game.state, 0))
    world.players[0].pieces[0].bonus = 7
    assert game.piece(0, 0).bonus == 2


def test_codes_of_bad_input() -> None:
    game = Play(2)
    assert game.refused(EndPlacement(), 1) == "not_your_turn"
    assert game.refused(EndPlacement(), 5) == "unknown_player"
    assert game.refused(Operate("C001")) == "wrong_phase"
    while game.state.agenda:
        game.rules.apply(game.state, game.rules.default(game.state))
    assert game.refused(EndPlacement(), 0) == "game_over"
    assert not isinstance(game.state.agenda, PlacePieces)


def test_the_contract_holds() -> None:
    assert check(Play(3).rules, games=1, depth=40).decisions > 100
    assert check(Play(2, "golden_spike_2", rules="advanced", joint_passengers=True).rules, games=1, depth=40).decisions > 100
    assert check(Play(1, "solo_salt_lake_10000").rules, games=1, depth=20).decisions > 20
