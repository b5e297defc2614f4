"""Why a deal cannot be (SIL-15): each reason beside a deal that has it not (docs/develop/mutation-testing.md)."""

from __future__ import annotations

from typing import Any

import pytest

from boxcars.games.silverton.deal_actions import Accept, Bundle, Counter, EndDeals, Freight, Offer, Refuse
from boxcars.games.silverton.deals import why_not_deal
from boxcars.games.silverton.events import CardReleased
from boxcars.games.silverton.map import COAL, standard
from boxcars.games.silverton.state import Deal
from boxcars.games.silverton.steps import AnswerCounter, AssignTrain, MakeDeals, PlacePieces
from tests.silverton.kit import Play

ATLAS = standard()
NO = ATLAS.segment_no
SOUTH = ("S069", "S072", "S076")
"""Denver–Pueblo–Walsenburg."""
NOTHING = Bundle()


def laden(players: int = 2, goods: int = 6, **options: Any) -> Play:
    """Coal of seat 1 at Walsenburg; seat 0 has the track to Pueblo and Denver."""
    game = Play(players, **options).until(PlacePieces, 0).track(0, *SOUTH).claim(1, "C022", goods=goods, worked=True)
    return game.until(MakeDeals, 0)


def freight(units: int, city: str = "pueblo", trains: tuple[str, ...] = (), claim: str = "C022", **given: Any) -> Offer:
    return Offer(1, Bundle(**given), NOTHING, Freight(claim, units, city, trains))


def trains_of(game: Play, seat: int) -> list[str]:
    return [ATLAS.trains[train] for train, owner in enumerate(game.state.train_at) if owner == seat]


# -- freight ---------------------------------------------------------------------------------------------------------


@pytest.mark.clause("SIL-15.5")
def test_freight_does_not_lie_on_a_claim_that_changes_hands() -> None:
    game = laden(loaded_claims=True)
    both = Offer(1, NOTHING, Bundle(claims=("C022",)), Freight("C022", 1, "pueblo"))
    assert game.why(both) == "SIL-15.5"
    assert game.why(freight(1)) == ""
    assert game.why(Offer(1, NOTHING, Bundle(claims=("C022",)))) == ""


@pytest.mark.clause("SIL-15.5", "SIL-15.12")
def test_a_name_that_nothing_has_is_neither_the_first_nor_the_last() -> None:
    game = Play(3).track(0, "S034").claim(1, ATLAS.claims[0], goods=3).claim(1, ATLAS.claims[-1], goods=3).until(MakeDeals, 0)
    assert game.why(freight(1, "denver", claim="none")) == "SIL-15.5"
    assert game.why(freight(1, "denver", claim=ATLAS.claims[0])) == ""
    # Were coal sold in the last town, it would still have to be named.
    game.rules.marker_for[COAL][-1] = ATLAS.marker_no["coal_denver"]
    reason = game.rules.refuse(game.state, 0, freight(1, "none", claim=ATLAS.claims[0]))
    assert reason is not None and reason.text.message == "You can't sell that good in that city."


@pytest.mark.clause("SIL-15.12")
def test_gold_goes_as_freight_to_every_market() -> None:
    # Gold has the first marker of the table.
    game = laden().track(0, "S035", "S036").claim(1, "C029", goods=2)
    assert game.why(freight(2, "denver", claim="C029")) == ""
    assert game.why(freight(2, "golden", claim="C029")) == "SIL-15.12", "no market"


@pytest.mark.clause("SIL-15.12", "SIL-14.6.5")
def test_freight_keeps_the_sale_limit_to_the_last_unit() -> None:
    game = laden(goods=10)
    assert [game.why(freight(units)) for units in (8, 9)] == ["", "SIL-15.12"]  # eight coal a turn in Pueblo
    game.do(freight(3), Accept())
    assert [game.why(freight(units)) for units in (5, 6)] == ["", "SIL-15.12"]


@pytest.mark.clause("SIL-15.12", "SIL-15.20")
def test_what_is_sold_as_freight_is_not_sold_again() -> None:
    game = laden(goods=6)
    game.do(freight(2, "denver"), Accept())
    assert [game.why(freight(units, "denver")) for units in (4, 5)] == ["", "SIL-15.12"]


@pytest.mark.clause("SIL-15.12", "SIL-18.6")
def test_orders_are_limited_to_two_only_in_the_basic_game() -> None:
    game = laden()
    for _ in range(2):
        game.do(freight(1), Accept())
    assert game.why(freight(1)) == "SIL-15.12"
    advanced = laden(rules="advanced")
    advanced.state.train_at[ATLAS.train_no["24a"]] = 0
    mine = trains_of(advanced, 0)
    assert mine[0] == ATLAS.trains[0] and advanced.why(freight(1, trains=("none",))) == "SIL-15.12"
    reason = advanced.rules.refuse(advanced.state, 0, freight(1))
    assert reason is not None and reason.text.message == "The active player needs idle trains to carry the freight."
    for train in mine[:2]:
        advanced.do(freight(1, trains=(train,)), Accept())
    assert advanced.why(freight(1, trains=(mine[2],))) == ""
    assert advanced.why(freight(1, trains=(mine[0],))) == "SIL-15.12", "it carries freight already"
    assert advanced.why(Offer(1, Bundle(trains=(mine[0],)))) == "SIL-15.20"
    assert advanced.why(Offer(1, Bundle(trains=(mine[2],)))) == ""


@pytest.mark.clause("SIL-15.4")
def test_the_basic_game_has_neither_trains_nor_plows() -> None:
    game = laden()
    game.state.train_at[0] = game.state.plow_at[0] = 0
    assert game.why(Offer(1, Bundle(trains=("9a",)))) == "SIL-15.4"
    assert game.why(Offer(1, Bundle(plows=("+2a",)))) == "SIL-15.4"
    assert game.why(freight(1, trains=("9a",))) == "SIL-15.4"


@pytest.mark.clause("SIL-15.12", "SIL-18.7")
def test_a_train_carries_freight_up_to_its_power() -> None:
    # Walsenburg–Denver has a segment of 7: a 42-train carries six units, a 9-train one; to Pueblo, over 5, eight and one.
    game = laden(rules="advanced", goods=20)
    game.state.train_at[ATLAS.train_no["42a"]] = 0
    small = trains_of(game, 0)[0]
    for city, trains, most in (
        ("denver", ("42a",), 6),
        ("denver", (small,), 1),
        ("pueblo", ("42a",), 8),
        ("denver", (small, "42a"), 7),
    ):
        assert game.why(freight(most, city, trains)) == ""
        assert game.why(freight(most + 1, city, trains)) == "SIL-15.12"


@pytest.mark.clause("SIL-15.12", "SIL-15.13", "SIL-15.21")
def test_freight_goes_over_the_track_after_the_exchange() -> None:
    game = Play(2).track(0, "S069", "S072").track(1, "S076", "S034").claim(1, "C022", goods=6).until(MakeDeals, 0)
    cargo = Freight("C022", 1, "pueblo")
    assert game.why(Offer(1, NOTHING, NOTHING, cargo)) == "SIL-15.12"
    assert game.why(Offer(1, NOTHING, Bundle(segments=("S076",)), cargo)) == ""
    assert game.why(Offer(1, Bundle(segments=("S072",)), Bundle(segments=("S076",)), cargo)) == "SIL-15.12"
    assert game.why(Offer(1, Bundle(segments=("S072",)), Bundle(segments=("S076",)))) == ""


@pytest.mark.clause("SIL-15.12", "SIL-18.18", "SIL-5.3")
def test_in_winter_freight_goes_over_what_its_carrier_has_cleared() -> None:
    # Como–Denver: Buffalo Creek–Como is white.
    game = Play(2, rules="advanced").until(PlacePieces, 0).track(0, "S039", "S040").claim(1, "C006", goods=3)
    game.track(1, "S011").until(MakeDeals, 0)
    cargo = freight(1, "denver", (trains_of(game, 0)[0],), "C006")
    assert game.why(cargo) == ""
    game.state.turn = 4
    assert game.why(cargo) == "SIL-15.12"
    game.state.cleared = [NO["S040"]]
    assert game.why(cargo) == ""
    # What the partner has cleared is closed to its new owner.
    other = Play(2, rules="advanced").until(PlacePieces, 0).track(0, "S039").track(1, "S040").claim(1, "C006", goods=3)
    other.until(MakeDeals, 0)
    bought = Offer(1, NOTHING, Bundle(segments=("S040",)), cargo.freight)
    assert other.why(bought) == ""
    other.state.turn, other.state.cleared = 4, [NO["S040"]]
    assert other.why(bought) == "SIL-15.12"


@pytest.mark.clause("SIL-19.12", "SIL-15.12")
def test_when_the_networks_have_met_any_train_carries_freight() -> None:
    game = Play(2, "golden_spike_2", rules="advanced").until(PlacePieces, 0).track(0, *SOUTH).claim(1, "C022", goods=6)
    game.until(MakeDeals, 0)
    homes = {game.state.train_home[train]: ATLAS.trains[train] for train, at in enumerate(game.state.train_at) if at == 0}
    assert [game.why(freight(1, trains=(homes[home],))) for home in (0, 1)] == ["", "SIL-19.12"]
    assert game.why(freight(1, trains=(homes[0], homes[1]))) == "SIL-19.12"
    # Provo–Castle Gate–Green River–Grand Junction–Glenwood Springs–Leadville–Buena Vista–Colorado Springs closes the gap.
    game.track(0, "S014", "S021", "S023", "S024", "S054", "S051", "S049", "S047", "S058", "S059")
    assert [game.why(freight(1, trains=(homes[home],))) for home in (0, 1)] == ["", ""]
    # A claim of the other network: Salt Lake City's train, not Denver's.
    west = Play(2, "golden_spike_2", rules="advanced").until(PlacePieces, 0).track(0, "S013").claim(1, "C025", goods=6)
    west.until(MakeDeals, 0)
    cargo = [freight(1, "salt_lake_city", (homes[home],), "C025") for home in (0, 1)]
    assert [west.why(offer) for offer in cargo] == ["SIL-19.12", ""]


@pytest.mark.clause("SIL-15.21")
def test_freight_that_is_bought_keeps_its_route() -> None:
    game = laden().track(0, "S034").track(1, "S070")
    game.do(freight(6, "denver"), Accept())
    assert game.why(Offer(1, Bundle(segments=("S076",)))) == "SIL-15.21"
    assert game.why(Offer(1, Bundle(segments=("S034",)))) == ""
    assert game.why(Offer(1, Bundle(segments=("S069",)), Bundle(segments=("S070",)))) == "", "another way takes its place"


# -- parties and what they may hold ----------------------------------------------------------------------------------


@pytest.mark.clause("SIL-15.2", "SIL-15.18")
def test_every_seat_may_be_offered_something_but_the_own() -> None:
    game = laden(3).until(MakeDeals, 1)
    assert [game.why(Offer(to, Bundle(money=5))) for to in (-1, 0, 1, 2, 3)] == ["SIL-15.2", "", "SIL-15.2", "", "SIL-15.2"]
    assert MakeDeals not in {step for step, _ in Play(1, "solo_denver_6000").asked(2)}, "alone nobody deals"


@pytest.mark.clause("SIL-15.6")
def test_an_offer_moves_something_from_either_side() -> None:
    game = laden()
    assert game.why(Offer(1)) == "SIL-15.6"
    assert game.why(Offer(1, Bundle(money=1))) == game.why(Offer(1, NOTHING, Bundle(money=1))) == game.why(freight(1)) == ""
    assert game.why(Offer(1, Bundle(money=-1))) == game.why(Offer(1, NOTHING, Bundle(money=-1))) == "SIL-15.8"


@pytest.mark.clause("SIL-15.8", "SIL-2.8")
def test_whose_purse_is_looked_into() -> None:
    game = laden().cash(100, 50)
    give, take = Deal(1, Bundle(money=101), NOTHING), Deal(1, NOTHING, Bundle(money=51))

    def refused(deal: Deal, *payers: int) -> bool:
        return why_not_deal(game.rules, game.state, 0, deal, payers) is not None

    assert [refused(give), refused(give, 0), refused(give, 1), refused(give, 0, 1)] == [False, True, False, True]
    assert [refused(take), refused(take, 0), refused(take, 1), refused(take, 0, 1)] == [False, False, True, True]
    game.state.players[1].announced = True
    assert [refused(give), refused(take)] == [False, True]
    assert not refused(Deal(1, Bundle(money=100), Bundle(money=50)), 0, 1)


@pytest.mark.clause("SIL-15.9", "SIL-13.1")
def test_neither_party_comes_to_own_parallel_segments() -> None:
    game = Play(2).track(0, "S069", "S034").track(1, "S070", "S035").until(MakeDeals, 0)
    assert game.why(Offer(1, Bundle(segments=("S069",)))) == "SIL-15.9"
    assert game.why(Offer(1, NOTHING, Bundle(segments=("S070",)))) == "SIL-15.9"
    assert game.why(Offer(1, Bundle(segments=("S069",)), Bundle(segments=("S070",)))) == ""
    assert game.why(Offer(1, Bundle(segments=("S034",)))) == game.why(Offer(1, NOTHING, Bundle(segments=("S035",)))) == ""


@pytest.mark.clause("SIL-15.9", "SIL-18.5")
def test_neither_party_comes_to_own_five_trains() -> None:
    game = Play(2, rules="advanced").until(MakeDeals, 0)
    for number, seat in ((20, 0), (21, 0), (22, 1), (23, 1)):
        game.state.train_at[number] = seat
    mine, theirs = trains_of(game, 0), trains_of(game, 1)
    assert (len(mine), len(theirs)) == (4, 4)
    assert game.why(Offer(1, Bundle(trains=(mine[0],)))) == "SIL-15.9"
    assert game.why(Offer(1, NOTHING, Bundle(trains=(theirs[0],)))) == "SIL-15.9"
    assert game.why(Offer(1, Bundle(trains=(mine[0],)), Bundle(trains=(theirs[0],)))) == ""


# -- what happens ----------------------------------------------------------------------------------------------------


@pytest.mark.clause("SIL-19.12", "SIL-15.15")
def test_both_are_asked_for_the_home_of_a_train_the_active_player_first() -> None:
    game = Play(2, "golden_spike_2", rules="advanced").until(MakeDeals, 0)
    mine, theirs = trains_of(game, 0)[1], trains_of(game, 1)[1]
    assert game.state.train_home[ATLAS.train_no[mine]] == game.state.train_home[ATLAS.train_no[theirs]] == 1
    game.do(Offer(1, Bundle(trains=(mine,)), Bundle(trains=(theirs,))), Accept())
    asked = game.step, game.state.agenda[-2]
    assert asked == (AssignTrain(0, ATLAS.train_no[theirs]), AssignTrain(1, ATLAS.train_no[mine]))
    assert game.state.train_home[ATLAS.train_no[mine]] == game.state.train_home[ATLAS.train_no[theirs]] == -1
    # Where the networks have met nobody is asked; nor where there is but one home.
    game = Play(2, "golden_spike_2", rules="advanced").until(MakeDeals, 0)
    game.state.players[0].joined = True
    game.do(Offer(1, Bundle(trains=(mine,)), Bundle(trains=(theirs,))), Accept())
    assert game.step == AssignTrain(1, ATLAS.train_no[mine]) and not isinstance(game.state.agenda[-2], AssignTrain)


@pytest.mark.clause("SIL-8.5", "SIL-15.15")
def test_track_that_is_swapped_for_a_longer_way_costs_the_card() -> None:
    # Denver–Pueblo: seat 0 hands over Denver–Colorado Springs and gets the way over Falcon.
    game = Play(2).track(0, "S069", "S072").track(1, "S071", "S075").card(0, "P09").until(MakeDeals, 0)
    game.do(Offer(1, Bundle(segments=("S069",)), Bundle(segments=("S071", "S075"))), Accept())
    assert [e.card for e in game.happened(CardReleased)] == ["P09"], "without the track it had no route, were it for a moment"
    assert game.owner("S069") == 1 and game.owner("S071") == 0 and game.state.players[0].track == [70, 71, 74]


@pytest.mark.clause("SIL-15.2", "SIL-15.7")
def test_a_counter_offer_is_told_to_be_one() -> None:
    game = laden()
    game.do(Offer(1, Bundle(money=30)))
    before = game.rules.observe(game.state, 0).deal
    assert before is not None and not before.counter
    game.do(Counter(Bundle(money=40)))
    after = game.rules.observe(game.state, 1).deal
    assert isinstance(game.step, AnswerCounter) and after is not None and after.counter
    assert game.state.offers == 1
    assert (game.why(Accept()), game.why(Refuse())) == ("", "")
    game.cash(39)
    assert (game.why(Accept()), game.why(Refuse())) == ("SIL-15.8", "")
    game.cash(40).do(Accept(), EndDeals())
    assert game.state.deal is None
