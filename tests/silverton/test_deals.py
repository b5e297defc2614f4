"""Step IV.4: deals (SIL-15)."""

from __future__ import annotations

from typing import Any

import pytest

from boxcars.core import registry
from boxcars.games.silverton.actions import Deliver, PlaceSurveyor
from boxcars.games.silverton.ai.evaluator import SilvertonEvaluator
from boxcars.games.silverton.deal_actions import Accept, Bundle, Counter, EndDeals, Freight, Offer, Refuse
from boxcars.games.silverton.deliveries import room
from boxcars.games.silverton.events import CardReleased, DealDone, GoodsDelivered, Offered, OfferRefused
from boxcars.games.silverton.steps import (
    AnswerCounter,
    AnswerOffer,
    AssignTrain,
    DeliverGoods,
    MakeDeals,
    PlacePieces,
)
from boxcars.view.svg_export import board_of, plain
from tests.silverton.kit import Play

SOUTH = ("S069", "S072", "S076")


def laden(players: int = 3, **options: Any) -> Play:
    """SIL-EX-36: 6 coal of seat 1 at Walsenburg; seat 0 has the track to Pueblo and Denver."""
    game = Play(players, **options).track(0, *SOUTH).claim(1, "C022", goods=6, worked=True)
    return game.until(MakeDeals, 0)


def freight(units: int = 6, city: str = "pueblo", money: int = 200, trains: tuple[str, ...] = ()) -> Offer:
    return Offer(1, Bundle(money=money), Bundle(), Freight("C022", units, city, trains))


@pytest.mark.clause("SIL-15.1", "SIL-15.19")
def test_only_the_active_player_opens_a_negotiation() -> None:
    game = laden()
    assert game.refused(Offer(0, Bundle(money=1)), 1) == "not_your_turn"
    assert game.refused(Offer(0, Bundle(money=1))) == "bad_deal"  # to oneself
    assert game.refused(Offer(7, Bundle(money=1))) == "bad_deal"
    placing = Play(2)
    assert placing.refused(Offer(1, Bundle(money=1))) == "wrong_phase"


@pytest.mark.clause("SIL-15.2", "SIL-15.7")
def test_offer_counter_offer_answer() -> None:
    game = laden().claim(1, "C022", worked=True)
    game.do(Offer(1, Bundle(money=300), Bundle(claims=("C022",))))
    assert isinstance(game.step, AnswerOffer) and game.step.seat == 1
    assert game.event(Offered).give.money == 300
    assert game.rules.observe(game.state, 2).deal.give.money == 300  # public
    game.do(Counter(Bundle(money=400), Bundle(claims=("C022",))))
    assert isinstance(game.step, AnswerCounter) and game.step.seat == 0 and game.event(Offered).counter
    assert game.state.deal is not None and game.state.deal.to == 1
    game.do(Accept())
    assert game.claim_at("C022") == 0 and (game.money(0), game.money(1)) == (1800, 2600)
    assert isinstance(game.step, MakeDeals)
    no = laden()
    no.do(Offer(1, Bundle(money=300)), Refuse())
    assert no.happened(OfferRefused) and no.money(0) == 2200
    no.do(Offer(1, Bundle(money=300)), Counter(Bundle(money=310)), Refuse())
    assert no.money(0) == 2200


@pytest.mark.clause("SIL-15.3", "SIL-15.18")
def test_offers_are_limited() -> None:
    game = laden(max_offers=2)
    for _ in range(2):
        game.do(Offer(1, Bundle(money=10)), Counter(Bundle(money=20)), Refuse())
    assert not isinstance(game.step, MakeDeals)
    off = Play(2, max_offers=0)
    seen = set()
    while off.state.turn < 2:
        seen.add(type(off.step).__name__)
        off.rules.apply(off.state, off.rules.default(off.state))
    assert "MakeDeals" not in seen
    default = Play(2)
    assert default.rules.max_offers == 4
    assert Play(2, max_offers=99).rules.max_offers == 99
    told = next(option for option in registry.game("silverton").options if option.key == "max_offers")
    assert "one counter-offer" in told.help.message  # the limits are told where a table is made
    ended = laden()
    ended.do(EndDeals())
    assert not (isinstance(ended.step, MakeDeals) and ended.step.seat == 0)
    solo = Play(1, "solo_denver_6000").to_turn(2)
    assert solo.state.offers == 0


@pytest.mark.clause("SIL-15.4", "SIL-15.13", "SIL-18.20")
def test_an_offer_may_mix_everything() -> None:
    game = Play(2, rules="advanced").until(PlacePieces, 0).track(0, *SOUTH).track(1, "S034")
    game.claim(1, "C022", goods=6).claim(0, "C029").until(MakeDeals, 0)
    train = next(game.rules.atlas.trains[t] for t, owner in enumerate(game.state.train_at) if owner == 0)
    theirs = next(game.rules.atlas.trains[t] for t, owner in enumerate(game.state.train_at) if owner == 1)
    game.state.plow_at[0] = 1
    other = next(
        game.rules.atlas.trains[t] for t, at in enumerate(game.state.train_at) if at == 0 and game.rules.atlas.trains[t] != train
    )
    game.do(
        Offer(
            1,
            Bundle(50, ("C029",), (), (other,)),
            Bundle(0, (), ("S034",), (theirs,), ("+2a",)),
            Freight("C022", 1, "pueblo", (train,)),
        )
    )
    game.do(Accept())
    deal = game.event(DealDone)
    assert deal.freight == Freight("C022", 1, "pueblo", (train,))
    assert game.claim_at("C029") == 1 and game.owner("S034") == 0 and game.state.plow_at[0] == 0
    assert (
        game.state.train_at[game.rules.atlas.train_no[other]] == 1 and game.state.train_at[game.rules.atlas.train_no[theirs]] == 0
    )
    basic = laden()
    assert basic.refused(Offer(1, Bundle(trains=("9a",)))) == "bad_deal"
    assert basic.refused(Offer(1, Bundle(plows=("+2a",)))) == "bad_deal"
    assert basic.refused(freight(trains=("9a",))) == "bad_deal"


@pytest.mark.clause("SIL-15.5", "SIL-15.12", "SIL-15.16", "SIL-EX-36", "SIL-14.6.1")
def test_freight_is_sold_automatically_and_uses_a_delivery() -> None:
    game = laden().claim(0, "C023", goods=4, worked=True)
    game.do(freight(), Accept())
    assert (game.money(0), game.money(1)) == (2000, 2400) and game.goods("C022") == 6
    game.until(DeliverGoods, 0)
    sold = [e for e in game.events if isinstance(e, GoodsDelivered)]
    assert sold == [GoodsDelivered(0, "C022", "pueblo", 6, 240, [])]
    assert game.money(0) == 2240 and game.goods("C022") == 0 and game.state.deliveries == 1
    assert game.refused(Deliver("C023", "pueblo", 3)) == "sale_limit"  # 8 a turn
    game.do(Deliver("C023", "pueblo", 2))
    assert not isinstance(game.step, DeliverGoods)


@pytest.mark.clause("SIL-15.12", "SIL-EX-37")
def test_freight_that_cannot_be() -> None:
    game = laden()
    assert game.refused(freight(city="salt_lake_city")) == "bad_deal"
    assert game.refused(freight(7)) == "bad_deal"
    assert game.refused(freight(0)) == "bad_deal"
    assert game.refused(freight(city="golden")) == "bad_deal"
    assert game.refused(Offer(2, Bundle(money=1), Bundle(), Freight("C022", 1, "pueblo"))) == "bad_deal"
    assert game.refused(Offer(1, Bundle(), Bundle(claims=("C022",)), Freight("C022", 1, "pueblo"))) == "bad_deal"
    for _ in range(2):
        game.do(freight(1, money=0), Accept())
    assert game.refused(freight(1)) == "bad_deal"  # two freight orders a turn


@pytest.mark.clause("SIL-15.12", "SIL-14.6.5")
def test_freight_already_bought_counts_towards_the_sale_limit() -> None:
    game = laden().claim(1, "C022", goods=12, worked=True)
    assert game.refused(freight(9)) == "bad_deal"  # Pueblo takes 8 coal of a player
    game.do(freight(6), Accept())
    assert game.refused(freight(3)) == "bad_deal"
    game.do(freight(2), Accept())
    assert room(game.rules, game.state, 0, game.rules.atlas.marker_no["coal_pueblo"]) == 0


@pytest.mark.clause("SIL-15.12", "SIL-18.10")
def test_freight_needs_trains_in_the_advanced_game() -> None:
    game = Play(2, rules="advanced").until(PlacePieces, 0).track(0, *SOUTH).claim(1, "C022", goods=6, worked=True)
    game.until(MakeDeals, 0)
    mine = [game.rules.atlas.trains[t] for t, owner in enumerate(game.state.train_at) if owner == 0]
    assert game.refused(freight(1)) == "bad_deal"
    assert game.refused(freight(2, trains=(mine[0],))) == "bad_deal"  # 9 ÷ 5
    assert game.refused(freight(1, trains=("72a",))) == "bad_deal"
    given = Offer(1, Bundle(trains=(mine[0],)), Bundle(), Freight("C022", 1, "pueblo", (mine[0],)))
    assert game.refused(given) == "bad_deal"
    game.do(freight(1, trains=(mine[0],)), Accept())
    assert game.refused(freight(1, trains=(mine[0],))) == "bad_deal"  # reserved
    assert game.refused(Offer(1, Bundle(trains=(mine[0],)))) == "bad_deal"
    for number in ("15a", "15b"):
        game.state.train_at[game.rules.atlas.train_no[number]] = 0
    game.do(freight(1, trains=("15a",)), Accept())
    game.do(freight(1, trains=("15b",)), Accept())  # as many orders as there are trains for them
    game.do(freight(1, trains=(mine[1],)), Accept())
    assert [e.units for e in game.happened(GoodsDelivered)] == [1, 1, 1, 1]


@pytest.mark.clause("SIL-15.12", "SIL-18.18")
def test_a_plow_clears_the_snow_for_its_own_player_only() -> None:
    # Seat 0 has cleared the white line to Georgetown. Sold, it is closed again: no freight over it this winter.
    game = Play(2).to_turn(4).track(1, "S035", "S036").track(0, "S038").claim(0, "C067", goods=2, worked=True)
    game.until(MakeDeals, 1)
    game.state.cleared = [game.rules.atlas.segment_no["S038"]]
    over_snow = Offer(0, Bundle(money=50), Bundle(segments=("S038",)), Freight("C067", 1, "denver"))
    assert game.refused(over_snow) == "bad_deal"
    game.do(Offer(0, Bundle(money=50), Bundle(segments=("S038",))), Accept())
    assert game.owner("S038") == 1 and game.state.cleared == []
    assert game.refused(Offer(0, Bundle(money=50), Bundle(), Freight("C067", 1, "denver"))) == "bad_deal"


@pytest.mark.clause("SIL-15.6")
def test_an_offer_moves_something_and_gifts_are_legal() -> None:
    game = laden()
    assert game.refused(Offer(1)) == "bad_deal"
    game.do(Offer(2, Bundle(segments=("S076",))), Accept())
    assert game.owner("S076") == 2


@pytest.mark.clause("SIL-15.8", "SIL-15.17")
def test_ownership_cash_and_secrecy() -> None:
    game = laden().cash(100, 50, 60)
    assert game.refused(Offer(1, Bundle(money=101), Bundle(claims=("C022",)))) == "bad_deal"
    assert game.refused(Offer(1, Bundle(claims=("C022",)))) == "bad_deal"
    assert game.refused(Offer(1, Bundle(money=-5))) == "bad_type"
    assert game.refused(Offer(1, Bundle(segments=("S069", "S069")))) == "bad_type"
    offers = game.state.offers
    # The partner's hidden purse is not looked at; accepting without the money is refused and the offer stays open.
    game.do(Offer(1, Bundle(segments=("S076",)), Bundle(money=51)))
    assert game.state.offers == offers + 1
    assert game.refused(Accept()) == "bad_deal" and Accept() not in game.legal()
    assert game.step == AnswerOffer(1)
    assert game.refused(Accept(), 2) == "not_your_turn"
    game.do(Refuse())
    assert game.refused(Accept()) == "wrong_phase"
    known = laden().cash(100, 5001, 0)
    known.do(Offer(1, Bundle(segments=("S076",)), Bundle(money=5001)), Refuse())
    assert known.refused(Offer(1, Bundle(segments=("S076",)), Bundle(money=5002))) == "bad_deal"  # public cash


@pytest.mark.clause("SIL-15.9", "SIL-13.2")
def test_limits_after_the_exchange() -> None:
    game = Play(2).track(0, "S069").track(1, "S070").until(MakeDeals, 0)
    assert game.refused(Offer(1, Bundle(segments=("S069",)))) == "bad_deal"
    game.do(Offer(1, Bundle(segments=("S069",)), Bundle(segments=("S070",))), Accept())  # swapped at once
    assert (game.owner("S069"), game.owner("S070")) == (1, 0)
    full = Play(2)
    for number, segment in enumerate(full.rules.atlas.segments):
        track = full.state.players[0].track
        if len(track) < 32 and segment != "S145" and all(r not in track for r in full.rules.atlas.rivals[number]):
            full.track(0, segment)
    full.track(1, "S145").until(MakeDeals, 0)
    assert full.refused(Offer(1, Bundle(), Bundle(segments=("S145",)))) == "bad_deal"
    trains = Play(2, rules="advanced").until(MakeDeals, 0)
    for number in range(20, 23):
        trains.state.train_at[number] = 0 if number < 22 else 1
    assert trains.refused(Offer(1, Bundle(), Bundle(trains=(trains.rules.atlas.trains[22],)))) == "bad_deal"


@pytest.mark.clause("SIL-15.10")
def test_track_goes_also_where_it_cannot_be_connected_but_not_under_a_surveyor() -> None:
    game = laden()
    game.do(Offer(2, Bundle(segments=("S072",))), Accept())
    assert not game.rules.lines(game.state, 2).connected(game.rules.atlas.segment_no["S072"])
    busy = Play(2).track(1, "S034").until(PlacePieces, 1)
    busy.do(PlaceSurveyor(0, "S034", True))
    busy.until(MakeDeals, 0)
    assert busy.refused(Offer(1, Bundle(money=5), Bundle(segments=("S034",)))) == "bad_deal"


@pytest.mark.clause("SIL-15.11")
def test_goods_are_no_part_of_a_deal() -> None:
    game = laden()
    buying = Offer(1, Bundle(money=10), Bundle(claims=("C022",)))
    assert game.refused(buying) == "bad_deal"
    reason = game.rules.refuse(game.state, 0, buying)
    assert reason is not None and reason.clause == "SIL-15.11"
    assert not [offer for offer in game.legal(Offer) if offer.take.claims]
    game.claim(1, "C022", worked=True)
    assert [offer for offer in game.legal(Offer) if offer.take.claims == ("C022",)]
    game.do(buying, Accept())  # an empty claim is sold
    assert game.claim_at("C022") == 0


@pytest.mark.clause("SIL-15.11", "SIL-15.22")
def test_with_the_option_a_claim_moves_with_its_goods_and_its_history() -> None:
    game = laden(loaded_claims=True)
    number = game.rules.atlas.claim_no["C022"]
    game.state.operated.append(number)
    game.state.produced = 1
    game.do(Offer(1, Bundle(money=10), Bundle(claims=("C022",))), Accept())
    assert game.goods("C022") == 6 and game.state.worked[number] and number in game.state.operated
    game.until(DeliverGoods, 0)
    assert Deliver("C022", "denver", 6) in game.legal()  # the same turn


@pytest.mark.clause("SIL-15.14")
def test_nothing_else_can_be_promised() -> None:
    game = laden()
    assert set(Offer.__struct_fields__) == {"to", "give", "take", "freight"}
    assert set(Bundle.__struct_fields__) == {"money", "claims", "segments", "trains", "plows"}
    assert game.refused(Offer(1, Bundle(claims=("P01",)))) == "bad_deal"


@pytest.mark.clause("SIL-15.15")
def test_execution_is_atomic_and_checks_both_parties() -> None:
    game = Play(2).track(0, "S069", "S072").card(0, "P09").track(1, "S035", "S036").card(1, "P01").until(MakeDeals, 0)
    before = game.rules.fingerprint(game.state)
    game.refused(Offer(1, Bundle(segments=("S072",)), Bundle(segments=("S036", "S999"))))
    assert game.rules.fingerprint(game.state) == before
    game.do(Offer(1, Bundle(segments=("S072",)), Bundle(segments=("S036",))), Accept())
    assert {e.card for e in game.happened(CardReleased)} == {"P09", "P01"}


@pytest.mark.clause("SIL-15.20")
def test_accepted_freight_is_reserved() -> None:
    game = laden()
    game.do(freight(4), Accept())
    assert game.refused(freight(3)) == "bad_deal"
    assert game.refused(Offer(1, Bundle(money=500), Bundle(claims=("C022",)))) == "bad_deal"


@pytest.mark.clause("SIL-15.21", "SIL-EX-42")
def test_a_later_deal_may_not_take_the_freights_route() -> None:
    game = laden()
    game.do(freight(city="denver"), Accept())
    assert game.refused(Offer(2, Bundle(segments=("S072",)), Bundle(money=10))) == "bad_deal"


@pytest.mark.clause("SIL-15.23")
def test_a_bot_answers_every_offer() -> None:
    game = laden()
    for offer in [*game.legal(Offer)[:6], freight(2, money=500)]:
        trial = laden()
        trial.do(offer)
        evaluator = SilvertonEvaluator(trial.rules)
        weights = evaluator.policy(trial.state, trial.legal())
        assert len(weights) == len(trial.legal()) >= 1
    gift = laden()
    gift.do(Offer(1, Bundle(money=500)))
    weights = SilvertonEvaluator(gift.rules).policy(gift.state, gift.legal())
    assert weights.index(max(weights)) == gift.legal().index(Accept())
    robbery = laden(loaded_claims=True)
    robbery.do(Offer(1, Bundle(money=1), Bundle(claims=("C022",))))
    weights = SilvertonEvaluator(robbery.rules).policy(robbery.state, robbery.legal())
    assert weights[robbery.legal().index(Accept())] < weights[robbery.legal().index(Refuse())]


@pytest.mark.clause("SIL-15.24")
def test_purposes_do_not_restrict_deals() -> None:
    game = Play(4).track(3, "S008", "S007", "S006", "S005", "S004", "S003").track(2, "S001").until(MakeDeals, 0)
    game.do(Offer(2, Bundle(money=10), Bundle(segments=("S001",))), Accept())
    assert game.owner("S001") == 0
    spike = Play(2, "golden_spike_2").until(PlacePieces, 0).track(1, "S014").until(MakeDeals, 0)
    spike.do(Offer(1, Bundle(money=10), Bundle(segments=("S014",))), Accept())
    assert spike.owner("S014") == 0


@pytest.mark.clause("SIL-19.19")
def test_trains_received_in_a_deal_are_assigned_at_once() -> None:
    game = Play(2, "golden_spike_2", rules="advanced").until(MakeDeals, 0)
    mine = next(game.rules.atlas.trains[t] for t, owner in enumerate(game.state.train_at) if owner == 0)
    theirs = next(game.rules.atlas.trains[t] for t, owner in enumerate(game.state.train_at) if owner == 1)
    game.do(Offer(1, Bundle(trains=(mine,)), Bundle(trains=(theirs,))), Accept())
    assert isinstance(game.step, AssignTrain) and game.step.seat == 0  # the active player first
    game.do(game.legal()[1])
    assert isinstance(game.step, AssignTrain) and game.step.seat == 1
    game.do(game.legal()[0])
    assert isinstance(game.step, MakeDeals)
    assert game.state.train_home[game.rules.atlas.train_no[theirs]] == 1


@pytest.mark.clause("SIL-15.3")
def test_cheap_freight_is_offered_once_for_each_sum() -> None:
    game = laden()
    game.state.goods[game.rules.atlas.claim_no["C022"]] = 1
    game.box("coal_pueblo", 0)
    game.box("coal_denver", 2)
    offers = game.legal(Offer)
    assert len({offer.path() for offer in offers}) == len(offers)
    assert [o.give.money for o in offers if o.freight is not None] == [20]  # 50, 65 and 80 % of $30


def test_forms_compose_an_offer() -> None:
    game = laden()
    forms = game.rules.forms(game.state)
    assert [form.base["to"] for form in forms] == [1, 2]
    assert {field.name for field in forms[0].fields} >= {"give.money", "take.claims", "give.segments", "freight.claim"}
    assert next(f for f in forms[0].fields if f.name == "give.money").high == game.money(0)
    data = b'{"do":"Offer","to":1,"give":{"money":20},"take":{},"freight":{"claim":"","units":0,"city":"","trains":[]}}'
    assert game.rules.read_action(data) == Offer(1, Bundle(money=20))
    game.do(Offer(1, Bundle(money=20)))
    assert game.rules.forms(game.state)[0].verb == "Counter"


def test_an_offer_says_what_is_dealt_for_before_it_says_how_much() -> None:
    game = laden(loaded_claims=True)
    assert Offer(1, Bundle(money=300), Bundle(claims=("C022",))).path() == (
        "seat:1",
        "take:claim:C022",
        "give:money:300",
        "do:offer",
    )
    for offer in game.legal(Offer):
        assert ":money:" not in offer.path()[1]
    game.do(Offer(1, Bundle(money=300), Bundle(claims=("C022",))))
    for counter in game.legal(Counter):
        assert ":money:" not in counter.path()[0]


def test_the_prompt_counts_the_offers() -> None:
    game = laden(loaded_claims=True)
    board = board_of(game.rules, plain)

    def note() -> str:
        text = board.resources_left(game.rules.observe(game.state, game.step.seat))
        assert text is not None
        return plain(text)

    assert note().startswith("Offers left: 4.")
    game.do(Offer(1, Bundle(money=300), Bundle(claims=("C022",))))
    assert note() == "Seat 1 gives $300 for Walsenburg coal (no. 22). You have $2200 of $10000."
    game.do(Refuse())
    assert note().startswith("Offers left: 3.")
