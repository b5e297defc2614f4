"""Hidden information and bad input (SIL-24, SIL-25)."""

from __future__ import annotations

from boxcars.core.chance import Chance, seed_from
from boxcars.core.conformance import check
from boxcars.games.silverton.steps import MakeDeals, PlacePieces
from boxcars.games.silverton.words import (
    Bundle,
    EndPlacement,
    Offer,
    Operate,
)
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


def test_imagined_purses_keep_what_is_known() -> None:
    game = Play(3).track(0, "S035").until(MakeDeals, 0)
    game.do(Offer(1, Bundle(money=1900)))
    for number in range(30):
        for seat in (1, 2, None):
            world = game.rules.imagine(game.state, seat, seed_from(number))
            assert 1900 <= world.players[0].cash <= 5000  # it was promised, and never announced
            assert seat != 1 or world.players[1].cash == 2200
    assert len({game.rules.imagine(game.state, 1, seed_from(n)).players[2].cash for n in range(30)}) > 10
    known = Play(2).cash(0, 7777)
    assert known.rules.imagine(known.state, 0, seed_from(1)).players[1].cash == 7777  # announced


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
