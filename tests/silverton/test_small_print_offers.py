"""Offers that are proposed, forms to compose others (SIL-15.3, 15.4): each bound at and beside its value."""

from __future__ import annotations

from typing import Any

import pytest

from boxcars.core.types import Form
from boxcars.games.silverton.deal_actions import Accept, Bundle, Counter, Freight, Offer
from boxcars.games.silverton.map import GOLD, standard
from boxcars.games.silverton.offer_forms import (
    best_price,
    claim_value,
    counters,
    expected_units_and_costs,
    normal,
    round_ten,
    templates,
)
from boxcars.games.silverton.state import Deal
from boxcars.games.silverton.steps import AnswerOffer, MakeDeals, PlacePieces
from tests.silverton.kit import Play

ATLAS = standard()
SOUTH = ("S069", "S072", "S076")


def proposed(game: Play, seat: int = 0) -> list[Offer]:
    """Freight that is proposed."""
    return [offer for offer in templates(game.rules, game.state, seat) if offer.freight is not None]


def fields(form: Form) -> dict[str, Any]:
    """What a form asks: a number's bounds, or what can be chosen."""
    return {f.name: (f.low, f.high) if f.kind == "number" else [key for key, _ in f.options] for f in form.fields}


def trains_of(game: Play, seat: int) -> list[str]:
    return [ATLAS.trains[train] for train, owner in enumerate(game.state.train_at) if owner == seat]


# -- claims ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("SIL-15.3")
def test_what_one_can_just_pay_is_proposed() -> None:
    game = Play(3).claim(1, "C022").until(MakeDeals, 0)
    worth = claim_value(game.rules, game.state, ATLAS.claim_no["C022"])
    low, middle = round_ten(worth * 0.8), worth
    for cash, wanted in ((low - 1, []), (low, [low]), (middle - 1, [low]), (middle, [low, middle])):
        game.cash(cash)
        assert [offer.give.money for offer in templates(game.rules, game.state, 0)] == wanted


@pytest.mark.clause("SIL-15.3", "SIL-2.8")
def test_an_own_claim_is_proposed_to_all_others_who_may_have_the_money() -> None:
    game = Play(3).claim(1, "C022").until(MakeDeals, 1).cash(0, 0, 0)
    worth = claim_value(game.rules, game.state, ATLAS.claim_no["C022"])
    offers = templates(game.rules, game.state, 1)
    assert [(offer.to, offer.take.money) for offer in offers] == [
        (to, round_ten(worth * share)) for share in (0.8, 1.0, 1.2) for to in (0, 2)
    ]
    assert all(offer.give == Bundle(claims=("C022",)) for offer in offers)
    game.state.players[0].announced = game.state.players[2].announced = True
    game.cash(worth, 0, worth - 1)
    assert [(offer.to, offer.take.money) for offer in templates(game.rules, game.state, 1)] == [
        (0, round_ten(worth * 0.8)),
        (2, round_ten(worth * 0.8)),
        (0, worth),
    ]


@pytest.mark.clause("SIL-15.3", "SIL-15.11")
def test_a_claim_is_worth_what_it_brings_and_what_lies_on_it() -> None:
    game = Play(2, loaded_claims=True).claim(1, "C022").until(MakeDeals, 0)
    number = ATLAS.claim_no["C022"]
    price = best_price(game.rules, game.state, ATLAS.claim_good[number])
    assert price == max(game.price(f"coal_{city}") for city in ("denver", "salt_lake_city", "pueblo")) == 60
    game.rules.outlets[GOLD] = []
    assert best_price(game.rules, game.state, GOLD) == 0, "were it sold nowhere"
    fresh, worked = ((units * price - cost) for units, cost in expected_units_and_costs(ATLAS, number))
    assert claim_value(game.rules, game.state, number) == round_ten(fresh)
    game.state.worked[number] = True
    assert claim_value(game.rules, game.state, number) == round_ten(worked) != round_ten(fresh)
    game.state.goods[number] = 3
    assert claim_value(game.rules, game.state, number) == round_ten(worked + 180)
    game.state.depleted[number] = True
    assert claim_value(game.rules, game.state, number) == 180
    # A claim that costs more to work than it brings is worth nothing, not less.
    poor = ATLAS.claim_no["C039"]
    game.box("gold", 0)
    units, cost = expected_units_and_costs(ATLAS, poor)[1]
    game.rules.expected_units_and_costs[poor] = ((units, cost), (units, cost + 2000))
    game.state.worked[poor] = True
    assert claim_value(game.rules, game.state, poor) == 0


@pytest.mark.clause("SIL-15.11")
def test_a_loaded_claim_is_proposed_only_with_the_option() -> None:
    for loaded in (False, True):
        game = Play(2, loaded_claims=loaded).claim(0, "C022", goods=2).claim(1, "C023", goods=2).until(MakeDeals, 0).cash(9000)
        claims = {offer.give.claims + offer.take.claims for offer in templates(game.rules, game.state, 0)}
        assert claims == ({("C022",), ("C023",)} if loaded else set())


# -- freight ---------------------------------------------------------------------------------------------------------


@pytest.mark.clause("SIL-15.3", "SIL-14.6.5")
def test_freight_goes_where_it_brings_most_though_the_price_is_lower() -> None:
    # Denver pays $60, Pueblo $40; but in Denver only two units are left to sell.
    game = Play(2).track(0, *SOUTH).claim(1, "C022", goods=8).until(MakeDeals, 0)
    assert proposed(game)[0].freight == Freight("C022", 8, "denver")
    game.state.players[0].sold[ATLAS.marker_no["coal_denver"]] = 14
    assert [(offer.freight, offer.give.money) for offer in proposed(game)] == [
        (Freight("C022", 8, "pueblo"), money) for money in (160, 210, 260)
    ]
    game.state.players[0].sold[ATLAS.marker_no["coal_pueblo"]] = 8
    assert proposed(game)[0].freight == Freight("C022", 2, "denver")
    game.state.players[0].sold[ATLAS.marker_no["coal_denver"]] = 16
    assert proposed(game) == []


@pytest.mark.clause("SIL-15.3", "SIL-5.3", "SIL-5.6")
def test_freight_is_proposed_where_a_route_is_open() -> None:
    game = Play(2).track(0, "S039").claim(1, "C006", goods=3).until(MakeDeals, 0)
    assert proposed(game) == []
    game.track(0, "S040")
    assert proposed(game)[0].freight == Freight("C006", 3, "denver")
    game.state.turn = 4
    assert proposed(game) == []
    game.state.cleared = [ATLAS.segment_no["S040"]]
    assert proposed(game)[0].freight == Freight("C006", 3, "denver")


@pytest.mark.clause("SIL-15.3", "SIL-18.7")
def test_freight_is_proposed_for_the_strongest_train_that_is_idle() -> None:
    game = Play(2, rules="advanced").until(PlacePieces, 0).track(0, *SOUTH).claim(1, "C022", goods=20).until(MakeDeals, 0)
    small = trains_of(game, 0)
    for train in ("24b", "24c"):
        game.state.train_at[ATLAS.train_no[train]] = 0
    # To Denver over a segment of 7 a 24-train carries three units for $60, to Pueblo over 5 four for $40.
    assert {offer.freight for offer in proposed(game)} == {Freight("C022", 3, "denver", ("24b",))}
    game.do(Offer(1, Bundle(), Bundle(), Freight("C022", 1, "denver", ("24b",))), Accept())
    assert proposed(game) == [], "some of it is sold"
    game.state.orders = []
    game.state.used_trains = [ATLAS.train_no[train] for train in ("24b", "24c", *small[1:])]
    assert {offer.freight for offer in proposed(game)} == {Freight("C022", 1, "denver", (small[0],))}
    game.state.used_trains.append(ATLAS.train_no[small[0]])
    assert proposed(game) == []


@pytest.mark.clause("SIL-15.3", "SIL-18.8")
def test_freight_of_gold_weighs_half() -> None:
    game = Play(2, rules="advanced").until(PlacePieces, 0).track(0, "S037", "S035").claim(1, "C067", goods=9).until(MakeDeals, 0)
    assert {offer.freight.units for offer in proposed(game) if offer.freight} == {4}  # silver: 9 // 4 is two, twice as many
    assert [offer.give.money for offer in proposed(game)] == [400, 520, 640]


@pytest.mark.clause("SIL-15.3", "SIL-19.12")
def test_freight_is_proposed_for_a_train_of_the_right_network() -> None:
    game = Play(2, "golden_spike_2", rules="advanced").until(PlacePieces, 0).track(0, "S013").claim(1, "C025", goods=3)
    game.until(MakeDeals, 0)
    west = [ATLAS.trains[t] for t, at in enumerate(game.state.train_at) if at == 0 and game.state.train_home[t] == 1]
    assert {offer.freight for offer in proposed(game)} == {Freight("C025", 3, "salt_lake_city", (west[0],))}
    game.state.train_at[ATLAS.train_no["72a"]], game.state.train_home[ATLAS.train_no["72a"]] = 0, 0
    assert {offer.freight.trains for offer in proposed(game) if offer.freight} == {(west[0],)}


@pytest.mark.clause("SIL-15.3", "SIL-15.8")
def test_freight_is_proposed_for_what_one_has() -> None:
    game = Play(2).track(0, *SOUTH).claim(1, "C022", goods=10).until(MakeDeals, 0)
    for cash, wanted in ((299, []), (300, [300]), (389, [300]), (390, [300, 390]), (480, [300, 390, 480])):
        game.cash(cash)
        assert [offer.give.money for offer in proposed(game)] == wanted


# -- counter-offers --------------------------------------------------------------------------------------------------


@pytest.mark.clause("SIL-15.2")
def test_a_counter_offer_keeps_all_but_the_money() -> None:
    game = Play(2, rules="advanced").until(PlacePieces, 0).track(0, *SOUTH).claim(1, "C023").claim(0, "C029").track(1, "S035")
    game.until(MakeDeals, 0)
    game.state.plow_at[0], game.state.plow_at[1] = 0, 1
    mine, theirs = trains_of(game, 0)[0], trains_of(game, 1)[0]
    give = Bundle(100, ("C029",), ("S069",), (mine,), ("+2a",))
    take = Bundle(0, ("C023",), ("S035",), (theirs,), ("+2b",))
    game.do(Offer(1, give, take))
    assert isinstance(game.step, AnswerOffer)
    more = Bundle(130, give.claims, give.segments, give.trains, give.plows)
    assert counters(game.rules, game.state, 1) == [Counter(more, take)]
    game.state.deal = Deal(1, take_of(give), Bundle(100, take.claims, take.segments, take.trains, take.plows))
    less = Bundle(80, take.claims, take.segments, take.trains, take.plows)
    assert counters(game.rules, game.state, 1) == [Counter(take_of(give), less)]


def take_of(bundle: Bundle) -> Bundle:
    """The same without money."""
    return Bundle(0, bundle.claims, bundle.segments, bundle.trains, bundle.plows)


@pytest.mark.clause("SIL-15.2", "SIL-15.8")
def test_the_smallest_counter_offers() -> None:
    game = Play(2).track(0, *SOUTH).until(MakeDeals, 0)
    game.do(Offer(1, Bundle(money=10)))
    for give, take, wanted in (
        (10, 0, (20, 0)),
        (1, 0, (10, 0)),
        (8, 0, (10, 0)),
        (25, 0, (40, 0)),
        (0, 20, (0, 20)),
        (0, 19, None),
        (0, 0, None),
    ):
        game.state.deal = Deal(1, Bundle(give, segments=("S076",)), Bundle(take))
        found = [(counter.give.money, counter.take.money) for counter in counters(game.rules, game.state, 1)]
        assert found == ([wanted] if wanted else [])
    game.cash(0, 79)  # whoever counters must have what is to be paid
    game.state.deal = Deal(1, Bundle(segments=("S076",)), Bundle(100))
    assert counters(game.rules, game.state, 1) == []
    game.cash(0, 80)
    assert counters(game.rules, game.state, 1) == [Counter(Bundle(segments=("S076",)), Bundle(80))]


# -- forms -----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("SIL-15.4", "SIL-15.8")
def test_what_can_be_composed_in_the_basic_game() -> None:
    game = Play(3).track(0, *SOUTH).track(2, "S144").claim(0, "C029").claim(1, "C022", goods=4).claim(1, "C023", goods=6)
    game.until(MakeDeals, 0).cash(120, 70)
    to_1, to_2 = game.rules.forms(game.state)
    assert (to_1.base, to_2.base) == ({"do": "Offer", "to": 1}, {"do": "Offer", "to": 2})
    assert fields(to_1) == {
        "give.money": (0, 120),
        "give.claims": ["C029"],
        "give.segments": list(SOUTH),
        "take.money": (0, 99_990),
        "take.claims": ["C022", "C023"],
        "take.segments": [],
        "freight.claim": ["", "C022", "C023"],
        "freight.units": (0, 6),
        "freight.city": ["salt_lake_city", "denver", "pueblo", "santa_fe", "el_paso"],
    }
    assert {name for name in fields(to_2) if name.startswith("freight")} == set()
    assert fields(to_2)["take.segments"] == ["S144"]
    game.do(Offer(1, Bundle(money=10)))
    (counter,) = game.rules.forms(game.state)
    assert counter.base == {"do": "Counter"}
    assert (fields(counter)["give.money"], fields(counter)["take.money"]) == ((0, 99_990), (0, 70))
    assert fields(counter)["take.claims"] == ["C022", "C023"] and fields(counter)["give.claims"] == ["C029"]
    assert fields(counter)["freight.units"] == (0, 6)


@pytest.mark.clause("SIL-15.4", "SIL-18.20")
def test_what_can_be_composed_in_the_advanced_game() -> None:
    game = Play(2, rules="advanced").until(PlacePieces, 0).claim(1, "C022", goods=4).until(MakeDeals, 0)
    game.state.plow_at[0], game.state.plow_at[1] = 1, 0
    mine, theirs = trains_of(game, 0), trains_of(game, 1)
    game.state.used_trains = [ATLAS.train_no[mine[0]]]
    (form,) = game.rules.forms(game.state)
    asked = fields(form)
    assert (asked["give.trains"], asked["take.trains"]) == (mine, theirs)
    assert (asked["give.plows"], asked["take.plows"]) == (["+2b"], ["+2a"])
    assert asked["freight.trains"] == mine[1:]
    assert game.rules.forms(Play(2).state) == [], "there is nothing to compose while pieces are placed"


@pytest.mark.clause("SIL-15.4")
def test_lists_are_put_in_order_and_freight_of_nothing_is_none() -> None:
    mixed = Bundle(5, ("C023", "C022"), ("S072", "S069"), ("9b", "9a"), ("+2b", "+2a"))
    tidy = Bundle(5, ("C022", "C023"), ("S069", "S072"), ("9a", "9b"), ("+2a", "+2b"))
    cargo = Freight("C022", 2, "denver", ("9b", "9a"))
    assert normal(Offer(1, mixed, mixed, cargo)) == Offer(1, tidy, tidy, Freight("C022", 2, "denver", ("9a", "9b")))
    assert normal(Counter(mixed, mixed, Freight("", 2, "denver"))) == Counter(tidy, tidy, None)
    assert normal(Offer(1, mixed, tidy)).freight is None


@pytest.mark.clause("SIL-15.3", "SIL-2.8")
def test_whoever_sells_needs_no_money() -> None:
    game = Play(2).claim(1, "C022").until(MakeDeals, 0).cash(9000, 0)
    game.state.players[1].announced = True
    assert len(templates(game.rules, game.state, 0)) == 3
