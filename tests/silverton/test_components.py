"""Components, lengths, start, setup (SIL-1 – SIL-4)."""

from __future__ import annotations

import pytest

from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from
from boxcars.core.game import Broken, Refused
from boxcars.games.silverton.actions import Deliver, EndPlacement
from boxcars.games.silverton.events import CashAnnounced, GameEnded
from boxcars.games.silverton.map import COAL, COPPER, GOLD, LUMBER, SILVER, standard
from boxcars.games.silverton.placing_events import OrderDealt, PositionsDealt
from boxcars.games.silverton.prices import idn
from boxcars.games.silverton.scoring import OVER
from boxcars.games.silverton.setup import start_prices
from boxcars.games.silverton.state import HIDDEN, IN_DECK, OPEN, REMOVED, VISIBLE
from boxcars.games.silverton.steps import BuyCards, DeliverGoods, PlacePieces
from tests.silverton.kit import Play

ATLAS = standard()


@pytest.mark.clause("SIL-1.1", "SIL-1.2", "SIL-1.7")
def test_decks_and_equipment() -> None:
    assert len(ATLAS.claims) == 102 and len(ATLAS.events) == 6
    assert [ATLAS.card_class.count(c) for c in "ABC"] == [8, 8, 8]
    assert sum(ATLAS.train_count) == 36 and len(ATLAS.plows) == 18


@pytest.mark.clause("SIL-1.3", "SIL-10.1", "SIL-3.1")
def test_positions_are_dealt_once_and_the_order_every_turn() -> None:
    rules = registry.make("silverton", players=4)
    orders, homes = set(), set()
    for number in range(40):
        events: list[object] = []
        state = rules.start(Chance(seed_from(number)), events)  # type: ignore[arg-type]
        dealt = [e for e in events if isinstance(e, OrderDealt)]
        assert [e.turn for e in dealt] == [1] and sorted(dealt[0].order) == [0, 1, 2, 3]
        assert sorted(p.position for p in state.players) == [0, 1, 2, 3]
        places = next(e for e in events if isinstance(e, PositionsDealt)).homes
        assert sorted(places) == [["denver"], ["denver"], ["el_paso"], ["salt_lake_city"]]
        assert rules.actor(state) == state.order[0]
        orders.add(tuple(state.order))
        homes.add(tuple(p.position for p in state.players))
    assert len(orders) > 10 and len(homes) > 10 and orders != homes
    game = Play(2, seed="orders")
    game.tell("order", *([0, 1, 1, 0, 0, 1]))
    first = game.state.order.copy()
    game.until(PlacePieces).to_turn(2)
    assert game.happened(OrderDealt)[0].turn == 2
    assert sorted(first) == [0, 1]


@pytest.mark.clause("SIL-3.1", "SIL-3.2", "SIL-10.1")
def test_the_deal_of_positions_is_not_the_order_of_the_first_turn() -> None:
    rules = registry.make("silverton", players=3)
    script = {"positions": [2, 0, 1], "order": [1, 2, 0, 0, 1, 2]}
    events: list[object] = []
    state = rules.start(Chance(seed_from("dealt"), script=script), events)  # type: ignore[arg-type]
    assert [p.position for p in state.players] == [2, 0, 1]
    assert next(e for e in events if isinstance(e, PositionsDealt)).homes == [["el_paso"], ["denver"], ["denver"]]
    assert state.order == [1, 2, 0]
    while state.turn == 1:
        rules.apply(state, rules.default(state))
    assert state.order == [0, 1, 2] and [p.position for p in state.players] == [2, 0, 1]


@pytest.mark.clause("SIL-1.5", "SIL-1.8")
def test_markers_and_unlimited_counters() -> None:
    goods = [m.good for m in ATLAS.markers]
    assert [goods.count(g) for g in (GOLD, COPPER, SILVER, LUMBER, COAL)] == [1, 1, 1, 5, 5]
    game = Play(2).claim(0, "C025", goods=500, worked=True).track(0, "S001")
    game.rules.audit(game.state)
    assert game.goods("C025") == 500


@pytest.mark.clause("SIL-1.6")
def test_discs_of_a_colour() -> None:
    assert Play(2).rules.disc_limit == [2, 1, 1]


@pytest.mark.clause("SIL-1.9")
def test_nobody_pays_more_than_there_is() -> None:
    game = Play(2).claim(OPEN, "C098").cash(979, 0)
    game.prospect(2, "C098").until(PlacePieces, 1).do(EndPlacement())
    # The right is given up by itself: $980 are not there and nothing can be borrowed.
    assert not isinstance(game.step, BuyCards) and game.money(0) == 979
    game.state.players[0].cash = -1
    with pytest.raises(Broken):
        game.rules.audit(game.state)


@pytest.mark.clause("SIL-1.10", "SIL-5.3")
def test_winter_turns() -> None:
    assert ATLAS.winters == (4, 8, 12, 16, 20, 24)
    game = Play(2)
    for turn in range(1, 25):
        game.state.turn = turn
        assert game.rules.winter(game.state) == (turn % 4 == 0)


@pytest.mark.clause("SIL-2.1")
@pytest.mark.parametrize(
    ("length", "target", "announce"),
    [("standard", 10000, 5000), ("short", 6000, 4000), ("long", 20000, 10000), ("campaign", 0, -1)],
)
def test_lengths(length: str, target: int, announce: int) -> None:
    rules = Play(3, length=length).rules
    assert (rules.target, rules.announce, rules.last_turn) == (target, announce, 0 if target else 24)


@pytest.mark.clause("SIL-2.2", "SIL-2.6", "SIL-2.7", "SIL-EX-29", "SIL-17.5")
def test_the_standard_game_ends_at_the_end_of_the_turn_and_the_richest_wins() -> None:
    game = Play(2).cash(10100, 10900)
    assert game.rules.outcome(game.state) is None
    assert isinstance(game.step, PlacePieces)
    while game.state.agenda:
        game.rules.apply(game.state, game.rules.default(game.state))
    assert game.state.turn == 1 and game.state.phase == OVER
    outcome = game.rules.outcome(game.state)
    assert outcome is not None and outcome.winners == [1] and outcome.scores == [10100, 10900]


@pytest.mark.clause("SIL-2.2", "SIL-2.4")
@pytest.mark.parametrize(
    ("length", "cash", "over"),
    [("standard", 9999, False), ("standard", 10000, True), ("long", 19999, False), ("long", 20000, True)],
)
def test_targets(length: str, cash: int, over: bool) -> None:
    game = Play(2, length=length).cash(cash, 0)
    while game.state.agenda and game.state.turn == 1:
        game.rules.apply(game.state, game.rules.default(game.state))
    assert (game.state.phase == OVER) == over


@pytest.mark.clause("SIL-2.3", "SIL-EX-30", "SIL-4.5")
def test_the_short_game() -> None:
    game = Play(4, length="short").cash(6000)
    assert game.box("gold") == 5 and game.box("coal_denver") == 6 and game.price("coal_denver") == 80
    assert game.state.below == [1] * 8 and len(game.state.tops) == 8
    assert [ATLAS.card_class[c] for c in game.state.tops] == ["A"] * 8
    assert all((at == REMOVED) == (ATLAS.card_class[c] == "C") for c, at in enumerate(game.state.card_at))
    while game.state.agenda:
        game.rules.apply(game.state, game.rules.default(game.state))
    assert game.state.turn == 1


@pytest.mark.clause("SIL-2.10", "SIL-5.3", "SIL-16.3")
def test_a_game_for_money_goes_on_beyond_turn_24() -> None:
    game = Play(2).cash(100, 0)
    game.state.turn = 23
    game.to_turn(25)
    assert game.state.turn == 25 and game.rules.outcome(game.state) is None
    for turn, winter in ((25, False), (27, False), (28, True), (48, True), (49, False)):
        game.state.turn = turn
        assert game.rules.winter(game.state) == winter  # every fourth turn, as the track shows it
        assert idn(game.rules, game.state) == 7  # the market table of the last turn repeats
    game.state.turn = 27
    game.cash(10000)
    while game.state.agenda:
        game.events = game.rules.apply(game.state, game.rules.default(game.state))
    assert game.event(GameEnded).turn == 27


@pytest.mark.clause("SIL-2.12")
def test_a_game_in_which_nobody_gets_richer_ends_after_eight_turns() -> None:
    game = Play(2).cash(100, 50)
    while game.state.agenda:
        if game.state.turn == 30:
            game.cash(110)  # a new highest total: the eight turns begin anew
        game.events = game.rules.apply(game.state, game.rules.default(game.state))
    assert game.event(GameEnded).turn == 38
    outcome = game.rules.outcome(game.state)
    assert outcome is not None and outcome.winners == [0]


@pytest.mark.clause("SIL-2.13", "SIL-2.12")
def test_a_game_that_is_played_on_until_somebody_wins() -> None:
    """Nobody gets richer: without the option that ends it in turn 32, with it only the money does, or turn 240."""

    def played(rich: int, **options: bool) -> Play:
        game = Play(2, **options).cash(100, 50)
        while game.state.agenda:
            if game.state.turn == rich:
                game.cash(50, 10_000)
            game.events = game.rules.apply(game.state, game.rules.default(game.state))
        return game

    for rich, options, last, winner in ((0, {}, 32, 0), (50, {"until_won": True}, 50, 1), (0, {"until_won": True}, 240, 0)):
        game = played(rich, **options)
        outcome = game.rules.outcome(game.state)
        assert game.event(GameEnded).turn == last and outcome is not None and outcome.winners == [winner]
    both = played(0, until_won=True, turn_limit=True)
    assert both.event(GameEnded).turn == 24, "the limit of turns is a limit"
    campaign = Play(2, until_won=True, length="campaign").cash(20_000)
    while campaign.state.agenda:
        campaign.events = campaign.rules.apply(campaign.state, campaign.rules.default(campaign.state))
    assert campaign.event(GameEnded).turn == 24


@pytest.mark.clause("SIL-2.5", "SIL-2.10")
def test_the_campaign_lasts_24_turns_and_so_does_a_game_with_the_limit() -> None:
    for options, cash in (({"length": "campaign"}, 50000), ({"turn_limit": True}, 100)):
        game = Play(2, **options).cash(cash, 0)
        while game.state.agenda:
            game.events = game.rules.apply(game.state, game.rules.default(game.state))
        assert game.event(GameEnded).turn == 24
        outcome = game.rules.outcome(game.state)
        assert outcome is not None and outcome.winners == [0]


@pytest.mark.clause("SIL-2.8", "SIL-2.11")
def test_cash_is_announced_when_it_exceeds_the_threshold_and_stays_public() -> None:
    game = Play(2).track(0, "S035", "S036").claim(0, "C029", goods=20).cash(5000, 0)
    assert game.rules.observe(game.state, 1).players[0].cash is None
    assert game.rules.observe(game.state, None).players[0].cash is None
    assert game.rules.observe(game.state, 0).players[0].cash == 5000
    game.until(DeliverGoods, 0)
    game.do(Deliver("C029", "denver", 1))
    assert game.event(CashAnnounced) == CashAnnounced(0, 5250)
    assert game.rules.observe(game.state, 1).players[0].cash == 5250
    game.cash(100)
    assert game.rules.observe(game.state, 1).players[0].cash == 100
    game.do(Deliver("C029", "denver", 1))
    assert not game.happened(CashAnnounced)
    just = Play(2).track(0, "S035", "S036").claim(0, "C029", goods=20).cash(4750, 0)
    just.until(DeliverGoods, 0).do(Deliver("C029", "denver", 1))
    assert just.money(0) == 5000 and not just.happened(CashAnnounced)  # more than $5000, not $5000
    secret = Play(2, length="campaign").track(0, "S035", "S036").claim(0, "C029", goods=200).cash(50000)
    secret.until(DeliverGoods, 0).do(Deliver("C029", "denver", 150))
    assert not secret.happened(CashAnnounced) and secret.rules.observe(secret.state, 1).players[0].cash is None


@pytest.mark.clause("SIL-2.9")
def test_equal_cash_shares_the_victory() -> None:
    game = Play(3).cash(12000, 12000, 400)
    while game.state.agenda:
        game.rules.apply(game.state, game.rules.default(game.state))
    outcome = game.rules.outcome(game.state)
    assert outcome is not None and outcome.ranks == [1, 1, 3]


START = {
    2: (2400, ["20/10", "10/20"]),
    3: (2200, ["20/00", "10/10", "00/20"]),
    4: (2000, ["20/00", "10/10", "10/10", "00/20"]),
    5: (1600, ["2/0", "0/2", "1/1", "0/2", "1/1"]),
    6: (1400, ["2/0", "0/2", "1/1", "0/2", "1/1", "2/0"]),
}


@pytest.mark.clause("SIL-3.2", "SIL-3.3", "SIL-4.3")
@pytest.mark.parametrize("players", START)
def test_starting_positions(players: int) -> None:
    game = Play(players)
    money, pieces = START[players]
    homes = ["denver", "denver", "el_paso", "salt_lake_city", "pueblo", "santa_fe"][:players]
    assert [ATLAS.towns[game.rules.homes[p.position][0]] for p in game.state.players] == homes
    have = []
    for player in game.state.players:
        assert player.cash == money
        have.append("/".join("".join(str(p.bonus) for p in player.pieces if p.kind == kind) for kind in (0, 1)))
    assert have == pieces
    # With the Advanced point costs every position of a column is worth the same.
    worth = {sum(3 + p.bonus for p in player.pieces) for player in game.state.players}
    assert worth == {{2: 15, 3: 14, 4: 14, 5: 8, 6: 8}[players]}


MARKERS = {
    1: "gold copper silver lumber_denver coal_denver coal_pueblo",
    2: "lumber_salt_lake_city lumber_pueblo coal_salt_lake_city",
    3: "coal_santa_fe lumber_el_paso coal_el_paso",
    4: "lumber_santa_fe",
}


@pytest.mark.clause("SIL-4.1", "SIL-4.2")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_markers_in_play(players: int) -> None:
    rules = Play(players).rules
    want = {m for n in range(1, min(players, 4) + 1) for m in MARKERS[n].split()}
    assert {ATLAS.markers[m].id for m in rules.in_play} == want
    for good in (GOLD, COPPER, SILVER):
        assert [city for city, _ in rules.outlets[good]] == ATLAS.markets
    assert (rules.marker_for[LUMBER][ATLAS.town_no["santa_fe"]] >= 0) == (players >= 4)
    assert {ATLAS.markers[m].id for m in Play(1, "solo_denver_6000").rules.in_play} == set(MARKERS[1].split())


@pytest.mark.clause("SIL-4.4", "SIL-7.6")
def test_eight_claims_are_open_and_no_event() -> None:
    for number in range(30):
        game = Play(2, seed=f"setup {number}")
        assert len(game.state.row) == 8 and game.state.claim_at.count(OPEN) == 8
        assert game.state.claim_at.count(IN_DECK) == 94 and all(game.state.event_in_deck)


@pytest.mark.clause("SIL-4.5", "SIL-4.6")
def test_passenger_stacks_and_turn_marker() -> None:
    game = Play(2)
    assert game.state.turn == 1 and game.state.below == [2] * 8
    assert all((at == VISIBLE) == (ATLAS.card_class[c] == "A") for c, at in enumerate(game.state.card_at))
    assert game.state.card_at.count(HIDDEN) == 16


@pytest.mark.clause("SIL-4.7", "SIL-EX-41")
def test_offsets_add_up_and_are_clamped() -> None:
    game = Play(2, length="short", simplified_prices=True)
    assert game.box("gold") == 5
    assert (game.box("lumber_denver"), game.price("lumber_denver")) == (3, 80)
    assert (game.box("coal_denver"), game.price("coal_denver")) == (5, 60)
    solo = Play(1, "solo_salt_lake_10000")
    assert solo.box("lumber_denver") == 2 and solo.box("gold") == 4  # the metals belong to no city
    assert solo.box("coal_santa_fe") == 2 and solo.box("coal_salt_lake_city") == 4
    for offset in (-9, 9):
        game.rules.start_offset = offset
        ends = [marker.low if offset < 0 else marker.high for marker in game.rules.atlas.markers]
        assert start_prices(game.rules) == ends


def test_bad_setups_are_refused() -> None:
    for map, players, options in (("colorado", 1, {}), ("colorado", 7, {}), ("silver_spike_4", 3, {})):
        with pytest.raises(Refused):
            registry.make("silverton", map, players, options)
