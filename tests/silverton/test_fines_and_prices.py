"""Step IV.7 (SIL-14.7) and phase V (SIL-16)."""

from __future__ import annotations

import pytest

from boxcars.games.silverton.actions import Draw, EndFines, PayFine, PlaceProspector, RollRelease
from boxcars.games.silverton.events import FinePaid, PriceChanged, ReleaseRolled
from boxcars.games.silverton.map import standard
from boxcars.games.silverton.prices import boxes, idn, simple_boxes, total
from boxcars.games.silverton.state import DEAD, FREE, JAILED
from boxcars.games.silverton.steps import BuyCards, FreePieces, PlacePieces
from tests.silverton.kit import Play

ATLAS = standard()


def jailed(status: int = JAILED, fine: int = 200) -> Play:
    game = Play(2)
    game.piece(0, 2).status, game.piece(0, 2).fine = status, fine
    return game.until(FreePieces, 0)


@pytest.mark.clause("SIL-14.7.1", "SIL-14.7.2", "SIL-EX-22")
@pytest.mark.parametrize(("faces", "free"), [((3, 4), True), ((5, 6), True), ((3, 3), False), ((6, 6), False)])
def test_a_seven_or_eleven_frees(faces: tuple[int, int], free: bool) -> None:
    game = jailed()
    game.roll("jail", *faces)
    game.do(RollRelease(2))
    assert game.event(ReleaseRolled).free == free
    assert game.piece(0, 2).status == (FREE if free else JAILED) and game.money(0) == 2400
    assert not isinstance(game.step, FreePieces)


@pytest.mark.clause("SIL-14.7.2", "SIL-EX-22", "SIL-14.7.5")
def test_paying_and_never_both_in_one_turn() -> None:
    game = jailed()
    game.piece(0, 3).status, game.piece(0, 3).fine = JAILED, 200
    game.roll("jail", 3, 3)
    game.do(RollRelease(2))
    assert game.refused(PayFine(2)) == "one_attempt" and game.refused(RollRelease(2)) == "one_attempt"
    game.do(PayFine(3))
    assert game.event(FinePaid).fine == 200 and game.money(0) == 2200
    game.to_turn(2)
    assert PlaceProspector(3, "deck") in game.legal() and game.piece(0, 2).status == JAILED
    game.until(FreePieces, 0)
    assert PayFine(2) in game.legal()
    leave = jailed()
    leave.do(EndFines())
    assert leave.piece(0, 2).status == JAILED
    assert jailed().refused(RollRelease(0)) == "piece_unavailable"


@pytest.mark.clause("SIL-14.7.3", "SIL-EX-40")
def test_a_printed_fine_replaces_the_200() -> None:
    game = Play(2).prospect(2, "deck").until(BuyCards, 0)
    game.deck("E6")
    game.do(Draw(2))
    game.until(FreePieces, 0).roll("jail", 2, 3)  # in the turn of the arrest already
    game.do(RollRelease(2))
    assert game.piece(0, 2).status == JAILED
    assert game.refused(PayFine(2), 0) in ("one_attempt", "wrong_phase", "not_your_turn")
    game.to_turn(2).until(FreePieces, 0)
    cash = game.money(0)
    game.do(PayFine(2))
    assert game.money(0) == cash - 100 and game.piece(0, 2).status == FREE


@pytest.mark.clause("SIL-14.7.4")
def test_a_dead_prospector_is_replaced_with_the_same_bonus() -> None:
    game = jailed(DEAD, 300)
    assert game.refused(RollRelease(2)) == "piece_unavailable"
    bonus = game.piece(0, 2).bonus
    game.do(PayFine(2))
    assert game.event(FinePaid).hired and game.money(0) == 2100
    assert (game.piece(0, 2).status, game.piece(0, 2).bonus) == (FREE, bonus)
    poor = Play(2).cash(299)
    poor.piece(0, 2).status, poor.piece(0, 2).fine = DEAD, 300
    poor.to_turn(2)
    assert poor.piece(0, 2).status == DEAD


@pytest.mark.clause("SIL-14.7.5")
def test_freed_pieces_wait_for_the_next_phase_ii() -> None:
    game = jailed()
    game.do(PayFine(2))
    game.until(PlacePieces, 0)
    assert game.state.turn == 2 and PlaceProspector(2, "deck") in game.legal()


# -- prices ----------------------------------------------------------------------------------------------------------


def marker(name: str):  # type: ignore[no-untyped-def]
    return ATLAS.markers[ATLAS.marker_no[name]]


@pytest.mark.clause("SIL-16.1")
def test_every_marker_in_play_moves_in_order() -> None:
    game = Play(4)
    game.to_turn(2)
    moved = [e.marker for e in game.happened(PriceChanged)]
    cities = ["denver", "salt_lake_city", "pueblo", "santa_fe", "el_paso"]
    assert moved == ["gold", "copper", "silver", *(f"lumber_{c}" for c in cities), *(f"coal_{c}" for c in cities)]
    few = Play(2).to_turn(2)
    assert len(few.happened(PriceChanged)) == 9


@pytest.mark.clause("SIL-16.2", "SIL-16.3")
def test_totals_and_increased_demand() -> None:
    assert total(marker("gold"), [3], 2, 5) == 5 and total(marker("copper"), [3], 2, 5) == 5
    assert total(marker("silver"), [3, 4], 2, 5) == 4 and total(marker("lumber_denver"), [3, 4], 2, 5) == 4
    assert total(marker("coal_denver"), [3, 4], 5, 2) == 8 and total(marker("coal_salt_lake_city"), [3, 4], 5, 2) == 8
    for city in ("pueblo", "santa_fe", "el_paso"):
        assert total(marker(f"coal_{city}"), [3, 4], 5, 2) == 10
    game = Play(2)
    found = []
    for turn in range(1, 25):
        game.state.turn = turn
        found.append(idn(game.rules, game.state))
    assert found == [0, 0, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 7, 7]


@pytest.mark.clause("SIL-16.2", "SIL-16.4", "SIL-EX-1", "SIL-EX-23")
def test_the_example_of_the_rulebook() -> None:
    game = Play(2)
    game.state.turn = 9
    game.box("coal_denver", 8)
    assert game.price("coal_denver") == 120
    game.until(PlacePieces, 1)
    number = ATLAS.marker_no["coal_denver"]
    game.state.sold[number] = game.state.players[0].sold[number] = 7
    # Dice: gold 1, copper 1, silver 2, lumber 2 x 3, then coal in Denver 4 + 6.
    game.roll("price", 4, 4, 3, 4, 3, 3, 3, 3, 3, 3, 4, 6)
    game.to_turn(10)
    moved = next(e for e in game.happened(PriceChanged) if e.marker == "coal_denver")
    assert (moved.dice, moved.sold, moved.old, moved.new) == ([4, 6], 7, 120, 80)
    assert total(marker("coal_denver"), [4, 6], 7, 3) == 11 and boxes(marker("coal_denver"), 11) == -2
    assert total(marker("coal_denver"), [1, 1], 32, 0) == 18


TABLE = {
    "gold": {-9: 2, 1: 2, 2: 1, 3: 1, 4: 0, 5: 0, 6: -1, 7: -1, 8: -2, 30: -2},
    "copper": {1: 3, 2: 2, 3: 1, 4: 0, 5: 0, 6: -1, 7: -1, 8: -2, 9: -2, 10: -3, 11: -3, 12: -4, 30: -4},
    "silver": {
        0: 5,
        1: 4,
        2: 3,
        3: 2,
        4: 1,
        5: 1,
        6: 0,
        7: 0,
        8: -1,
        9: -1,
        10: -2,
        11: -2,
        12: -3,
        13: -4,
        14: -5,
        15: -6,
        16: -7,
    },
    "lumber_denver": {1: 3, 2: 2, 3: 2, 4: 1, 5: 1, 6: 0, 7: -1, 8: -1, 9: -2, 10: -2, 11: -3, 12: -3, 13: -4, 30: -4},
    "coal_denver": {1: 3, 2: 2, 3: 2, 4: 1, 5: 1, 6: 0, 8: 0, 9: -1, 10: -1, 11: -2, 12: -2, 13: -3, 30: -3},
}


@pytest.mark.clause("SIL-16.4")
@pytest.mark.parametrize("name", TABLE)
def test_boxes_moved(name: str) -> None:
    assert {t: boxes(marker(name), t) for t in TABLE[name]} == TABLE[name]


@pytest.mark.clause("SIL-16.5", "SIL-16.6", "SIL-16.7")
def test_ladders_starts_and_shaded_boxes() -> None:
    assert marker("gold").ladder == [150, 175, 200, 225, 250, 250, 275, 300, 325, 350]
    assert marker("copper").ladder == [100, 120, 140, 160, 200, 200, 240, 280, 320, 400]
    assert marker("silver").ladder == [100, 120, 160, 180, 200, 200, 200, 240, 300, 400]
    lumber = [30, 40, 60, 80, 100, 120, 160, 200, 240, 300]
    coal = [20, 20, 30, 40, 60, 60, 80, 100, 120, 140]
    white = {
        "lumber_denver": (1, 7, 4), "lumber_pueblo": (1, 7, 4), "lumber_el_paso": (1, 7, 4), "lumber_salt_lake_city": (3, 9, 5),
        "lumber_santa_fe": (0, 6, 3), "coal_denver": (2, 9, 5), "coal_el_paso": (2, 9, 5), "coal_salt_lake_city": (0, 7, 4),
        "coal_pueblo": (0, 6, 3), "coal_santa_fe": (1, 8, 4),
    }  # fmt: skip
    for name, (low, high, start) in white.items():
        m = marker(name)
        assert (m.low, m.high, m.start) == (low, high, start)
        ladder = lumber if name.startswith("lumber") else coal
        assert m.ladder[low : high + 1] == ladder[low : high + 1]
    assert [marker(m).start for m in ("gold", "copper", "silver")] == [4, 4, 5]


def moved(name: str, box: int, *faces: int) -> Play:
    """Everything but the first dice is left to the seed."""
    game = Play(4)
    game.box(name, box)
    before = sum(ATLAS.markers[m].dice for m in game.rules.in_play if m < ATLAS.marker_no[name])
    game.roll("price", *([3] * before), *faces)
    return game.to_turn(2)


@pytest.mark.clause("SIL-16.7", "SIL-EX-24")
def test_a_marker_stops_at_the_last_white_box() -> None:
    game = moved("lumber_salt_lake_city", 3, 5, 5)  # total 10: two down
    assert game.box("lumber_salt_lake_city") == 3 and game.price("lumber_salt_lake_city") == 80
    assert moved("gold", 9, 1).box("gold") == 9


@pytest.mark.clause("SIL-16.5", "SIL-EX-25")
def test_equal_neighbours_are_different_boxes() -> None:
    game = moved("gold", 4, 2)
    assert (game.box("gold"), game.price("gold")) == (5, 250)


@pytest.mark.clause("SIL-20.11", "SIL-EX-32")
def test_simplified_prices() -> None:
    game = Play(2, simplified_prices=True)
    assert game.box("lumber_denver") == 2 and game.box("coal_denver") == 4 and game.box("gold") == 4
    game.to_turn(2)
    assert "dice:price" not in game.state.chance.counters
    assert game.box("gold") == 5 and game.box("lumber_denver") == 3 and game.box("silver") == 5
    assert simple_boxes(marker("silver"), 0, 3) == 3 and simple_boxes(marker("silver"), 5, 3) == -3
    assert [simple_boxes(marker(m), 4, 3) for m in ("gold", "copper", "coal_denver", "lumber_denver")] == [-1, -1, -1, -2]
    assert [simple_boxes(marker(m), 0, 3) for m in ("gold", "copper", "coal_denver", "lumber_denver")] == [1, 1, 1, 1]


@pytest.mark.clause("SIL-17.6", "SIL-17.4")
def test_the_turn_marker_advances() -> None:
    game = Play(2)
    for turn in range(1, 6):
        assert game.state.turn == turn
        game.to_turn(turn + 1)
    plain = Play(2, rules="advanced")
    seen = set()
    while plain.state.turn < 2:
        seen.add(type(plain.step).__name__)
        plain.rules.apply(plain.state, plain.rules.default(plain.state))
    assert "BuyEquipment" in seen
