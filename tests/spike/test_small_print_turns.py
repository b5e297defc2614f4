"""Small print of turns: drawing and refilling, loading and delivering, what a new game begins with (SPK-3, 7, 8, 9, 11)."""

from __future__ import annotations

from typing import Any

import pytest

from boxcars.core.chance import Chance, seed_from
from boxcars.core.game import Refused
from boxcars.games.spike.actions import Deliver, Draw, Extra, Move, Pass, Start, StopDrawing, Upgrade
from boxcars.games.spike.draw_cards import refill
from boxcars.games.spike.events import RowTurnedUp, TimeCardDrawn
from boxcars.games.spike.movement import ahead
from boxcars.games.spike.rules import Spike
from boxcars.games.spike.steps import DeliverGoods, DrawMore, FreeMovement
from boxcars.games.spike.turn_sequence import END_TURN

from .kit import code, contract, hold, home, lay, places, play, rules_for, stand, started, turn_of
from .test_draw_cards import first_in_row, table
from .test_movement import loaded, southern

# -- drawing and refilling ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("SPK-8.5", "SPK-9.2")
def test_there_is_no_fourth_round() -> None:
    """Deck and row are empty and there are discards: the next round comes of it, but not after the third."""
    for round_, possible in ((1, True), (2, True), (3, False)):
        rules, state = table(0, 0, 10)
        state.round = round_
        assert (Draw("deck") in rules.legal(state)) is possible
        assert (code(rules, state, Draw("deck")) is None) is possible
    rules, state = table(0, 0, 0)
    assert code(rules, state, Draw("deck")) == "draw_unavailable", "no discards either"


@pytest.mark.clause("SPK-9.2", "SPK-9.5")
def test_the_last_card_of_the_third_deck_changes_no_round() -> None:
    rules, state = table(1, 4, 10)
    state.round = 3
    rules.apply(state, Draw("deck"))
    assert state.round == 3 and sum(state.deck) == 0 and sum(state.discard) == 10
    rules, state = table(1, 4, 10)
    state.round = 3
    state.players[2].hand[state.row.pop()] += 1
    refill(rules, state, [])
    assert state.round == 3 and len(state.row) == 4


@pytest.mark.clause("SPK-8.2", "SPK-8.6")
def test_drawing_goes_on_from_the_deck_when_the_row_is_empty() -> None:
    rules, state = table(3, 4, 10, 3)
    state.row = state.row[:1]
    assert not all(state.deck[:6])
    rules.apply(state, first_in_row(rules, state))
    assert state.agenda[-1] == DrawMore(0, 2, 1) and state.row == []


@pytest.mark.clause("SPK-8.1", "SPK-8.2")
def test_stopping_is_offered_after_the_first_card() -> None:
    rules, state = table(20, 4, 10, 3)
    for taken, offered in ((0, False), (1, True), (2, True)):
        state.agenda[-1] = DrawMore(0, 2, taken)
        assert (StopDrawing() in rules.legal(state)) is offered
        assert (code(rules, state, StopDrawing()) is None) is offered


@pytest.mark.clause("SPK-8.3", "SPK-9.4")
@pytest.mark.parametrize(
    ("cards", "told"),
    [
        ([0, 1], [RowTurnedUp(["white", "blue"])]),
        ([6, 0, 1], [TimeCardDrawn(1), RowTurnedUp(["white", "blue"])]),
        ([0, 6, 1], [RowTurnedUp(["white"]), TimeCardDrawn(1), RowTurnedUp(["blue"])]),
        ([], []),
    ],
)
def test_the_log_tells_cards_and_time_cards_in_their_order(cards: list[int], told: list[Any]) -> None:
    rules, state = table(20, 4, 10)
    state.round, state.safe, state.deck[-1] = 3, 0, 3
    state.chance = Chance(seed_from("told"), {}, {"deck": cards})
    if cards:
        state.row = state.row[:2]
    state.deck[0] += 1
    state.deck[1] += 1
    events: list[Any] = []
    refill(rules, state, events)
    assert events == told


# -- moving and cargo ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("SPK-6.3")
def test_a_train_may_enter_every_city_it_is_heading_for() -> None:
    rules = rules_for(2)
    chart = rules.chart
    state = started(rules)
    for point in chart.city_point:
        for _, s, _ in chart.near[point]:
            assert (-1, point) in ahead(rules, state, 0, (s, point))
        assert (-1, point) not in ahead(rules, state, 0, (-1, point)), "it stands there already"


@pytest.mark.clause("SPK-6.2", "SPK-6.5")
def test_a_city_ends_the_movement_however_fast_the_train_is() -> None:
    rules, state = southern("s330>r10c09", 3)
    assert places(rules, state, Move) == {"s330>r10c09", "columbia", "s301>r09c09", "s300>r09c10", "raleigh"}
    rules, state = southern("s331>r10c08", 3)
    beyond = {"s330>r10c09", "columbia", "s301>r09c09", "s300>r09c10", "s296>r09c07", "knoxville"}
    assert places(rules, state, Move) == {"s331>r10c08", *beyond}, "never out of a city again, and back"


@pytest.mark.clause("SPK-11.2", "SPK-7.5")
def test_who_enters_a_city_by_an_extra_movement_is_asked_to_deliver() -> None:
    rules, state = loaded("fruit", at="s301>r09c09")
    play(rules, state, Move("s300>r09c10"))
    play(rules, state, Extra("raleigh"))
    assert state.agenda[-1] == DeliverGoods(0)


@pytest.mark.clause("SPK-5.2", "SPK-7.5")
def test_the_fourth_player_moves_and_delivers_like_any_other() -> None:
    rules = rules_for(4)
    state = started(rules)
    home(rules, state, 3, "columbia")
    lay(rules, state, 3, "s301", "s300")
    contract(rules, state, 3, "fruit-3A")
    state.players[3].cargo = [rules.chart.goods_id["fruit"]]
    stand(rules, state, 3, "s300>r09c10")
    state.agenda = [END_TURN[2]]
    rules._advance(state, [])
    assert state.agenda[-1] == FreeMovement(3)
    rules.play(state, 3, Move("raleigh"))
    assert state.agenda[-1] == DeliverGoods(3)


@pytest.mark.clause("SPK-7.1", "SPK-7.2", "SPK-7.3", "SPK-7.4")
@pytest.mark.parametrize(
    ("cargo", "cars", "combinations"),
    [
        ((), 1, {(None, ()), ("cloth", ())}),
        (("cloth",), 3, {(None, ()), (None, ("cloth",)), ("cloth", ("cloth",))}),
        (("fruit",), 3, {(None, ()), (None, ("fruit",)), ("cloth", ()), ("cloth", ("fruit",))}),
        (("fruit",), 1, {(None, ()), (None, ("fruit",)), ("cloth", ("fruit",))}),
    ],
)
def test_what_may_be_loaded_and_unloaded(cargo: tuple[str, ...], cars: int, combinations: set[Any]) -> None:
    """In Atlanta, which offers cloth: a token on the train is loaded again only after it was unloaded."""
    rules, state = loaded(*cargo, at="atlanta", cars=cars)
    assert {(a.load, a.unload) for a in rules.legal(state) if isinstance(a, Start)} == combinations
    for load in (None, "cloth"):
        for unload in ((), *((good,) for good in cargo)):
            allowed = code(rules, state, Start("columbia", load, unload)) is None
            assert allowed is ((load, unload) in combinations), (load, unload)


def said(rules: Spike, state: Any, action: Any) -> str:
    reason = rules.refuse(state, 0, action)
    return "" if reason is None else str(reason.text)


@pytest.mark.clause("SPK-7.2", "SPK-7.5", "SPK-17")
def test_each_refusal_of_cargo_says_what_is_wrong() -> None:
    rules, state = loaded("cloth", at="atlanta")
    assert "Atlanta doesn't offer fruit" in said(rules, state, Start("columbia", "fruit"))
    assert "already on the train" in said(rules, state, Start("columbia", "cloth"))
    assert "isn't carrying oil" in said(rules, state, Start("columbia", None, ("oil",)))
    assert "isn't carrying oil" in said(rules, state, Deliver("oil"))
    assert "doesn't pay in Atlanta" in said(rules, state, Deliver("cloth"))
    rules, state = loaded("fruit", at="atlanta", cars=1)
    assert "don't have an empty freight car" in said(rules, state, Start("columbia", "cloth"))
    state.players[0].contracts = [side for side in state.players[0].contracts if rules.chart.sides[side] != "cloth-1A"]
    assert "don't have an open contract" in said(rules, state, Start("columbia", "cloth"))


# -- actions -------------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("SPK-4.4", "SPK-11.3")
@pytest.mark.parametrize(
    ("money", "levels", "parts"),
    [
        (2, [0, 0, 0], []),
        (3, [0, 0, 0], ["locomotive", "tender", "freight"]),
        (4, [1, 0, 1], ["tender"]),
        (5, [1, 0, 2], ["locomotive", "tender"]),
        (50, [2, 2, 2], []),
    ],
)
def test_which_upgrades_are_offered(money: int, levels: list[int], parts: list[str]) -> None:
    rules = rules_for(2)
    state = started(rules)
    player = state.players[0]
    player.levels, player.market_money = levels, money
    turn_of(rules, state, 0)
    assert [action.part for action in rules.legal(state) if isinstance(action, Upgrade)] == parts
    accepted = [part for part in ("locomotive", "tender", "freight") if code(rules, state, Upgrade(part)) is None]  # type: ignore[arg-type]
    assert accepted == parts


@pytest.mark.clause("SPK-5.4")
def test_nobody_is_offered_a_pass_who_can_draw() -> None:
    rules = rules_for(2)
    state = started(rules)
    hold(rules, state, 0)
    turn_of(rules, state, 0)
    assert Pass() not in rules.legal(state) and code(rules, state, Pass()) == "pass_not_allowed"


# -- a new game ----------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("SPK-3.1", "SPK-12.4", "SPK-6.9")
def test_before_the_first_step_nothing_has_happened() -> None:
    state = rules_for(3).deal(Chance(seed_from("new")))
    assert (state.round, state.safe, state.time_cards, state.gift, state.gift_known) == (1, 0, 0, -1, 0)
    assert (state.last_turns, state.entered) == (-1, False)
    assert {(p.market_money, p.delivery_money, p.spent, p.route_points) for p in state.players} == {(0, 0, 0, 0)}


@pytest.mark.clause("SPK-13.2", "SPK-3.11")
def test_no_route_card_is_dealt_twice() -> None:
    rules = rules_for(4, advanced=True)
    for n in range(30):
        state = started(rules, f"routes {n}")
        dealt = [route for player in state.players for route in player.routes]
        assert len(dealt) == len(set(dealt)) == 8


@pytest.mark.clause("SPK-16.1")
def test_at_the_end_everybody_still_has_two_route_cards() -> None:
    rules = rules_for(3, advanced=True)
    state = started(rules)
    state.agenda = []
    for n in range(5):
        assert [len(player.routes) for player in rules.imagine(state, 0, seed_from(n)).players] == [2, 2, 2]


@pytest.mark.clause("SPK-1.1")
@pytest.mark.parametrize("players", [1, 5])
def test_the_rules_themselves_refuse_another_number_of_players(players: int) -> None:
    with pytest.raises(Refused):
        Spike("eastern_usa", players, {"advanced": False, "wild_single_colour": True})
