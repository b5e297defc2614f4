"""Deals and the offers that are proposed (SIL-15): small print that was broken on purpose and missed."""

from __future__ import annotations

from typing import Any

import pytest

from boxcars.games.silverton.deal_actions import Accept, Bundle, Counter, Freight, Offer, Refuse
from boxcars.games.silverton.events import CardReleased
from boxcars.games.silverton.map import standard
from boxcars.games.silverton.offer_forms import claim_value, counters, expected_units_and_costs, round_ten, sums, templates
from boxcars.games.silverton.state import BUILD, CLAIM, JAILED, PLACED, Deal
from boxcars.games.silverton.steps import AnswerCounter, AnswerOffer, MakeDeals, PlacePieces
from tests.silverton.kit import OPEN, Play

ATLAS = standard()
SOUTH = ("S069", "S072", "S076")


def laden(players: int = 2, **options: Any) -> Play:
    """6 coal of seat 1 at Walsenburg; seat 0 has the track to Pueblo and Denver."""
    return Play(players, **options).track(0, *SOUTH).claim(1, "C022", goods=6, worked=True).until(MakeDeals, 0)


def buy(money: int, **things: tuple[str, ...]) -> Offer:
    return Offer(1, Bundle(money=money), Bundle(**things))


def own_trains(game: Play, seat: int) -> list[str]:
    return [ATLAS.trains[train] for train, owner in enumerate(game.state.train_at) if owner == seat]


# -- what can be handed over -----------------------------------------------------------------------------------------


@pytest.mark.clause("SIL-15.8")
def test_what_is_not_there_cannot_be_handed_over() -> None:
    # Seat 1 owns the first and the last of everything; a name that nothing has is none of them.
    game = Play(2, rules="advanced").until(PlacePieces, 0).track(1, "S001", "S145")
    for claim in (0, -1):
        game.claim(1, ATLAS.claims[claim])
    game.until(MakeDeals, 0)
    for owners in (game.state.train_at, game.state.plow_at):
        owners[0] = owners[-1] = 1
    for kind, here in (("claims", ATLAS.claims), ("segments", ATLAS.segments), ("trains", ATLAS.trains), ("plows", ATLAS.plows)):
        assert game.refused(buy(10, **{kind: ("none",)})) == "bad_deal"
        assert game.rules.refuse(game.state, 0, buy(10, **{kind: (here[0],)})) is None


@pytest.mark.clause("SIL-15.8")
def test_nobody_hands_over_what_is_somebody_elses() -> None:
    game = Play(3, rules="advanced").until(MakeDeals, 0).claim(2, "C022").track(2, "S076")
    game.state.plow_at[0] = 2
    for kind, thing in (("claims", "C022"), ("segments", "S076"), ("trains", own_trains(game, 2)[0]), ("plows", ATLAS.plows[0])):
        assert game.refused(buy(10, **{kind: (thing,)})) == "bad_deal"
        assert game.refused(Offer(1, Bundle(**{kind: (thing,)}), Bundle(money=10))) == "bad_deal"


@pytest.mark.clause("SIL-15.4")
def test_nothing_is_handed_over_twice() -> None:
    game = Play(2, rules="advanced").until(PlacePieces, 0).track(1, "S145").claim(1, "C022").until(MakeDeals, 0)
    game.state.plow_at[0] = 1
    things = {"claims": "C022", "segments": "S145", "trains": own_trains(game, 1)[0], "plows": ATLAS.plows[0]}
    for kind, thing in things.items():
        assert game.refused(buy(10, **{kind: (thing, thing)})) == "bad_type"


@pytest.mark.clause("SIL-15.20")
def test_a_claim_whose_goods_are_sold_as_freight_stays_where_it_is() -> None:
    game = laden(loaded_claims=True)
    game.do(Offer(1, Bundle(money=50), Bundle(), Freight("C022", 4, "pueblo")), Accept())
    reason = game.rules.refuse(game.state, 0, buy(500, claims=("C022",)))
    assert reason is not None and reason.clause == "SIL-15.20"


@pytest.mark.clause("SIL-15.10")
def test_only_a_surveyor_on_the_segment_itself_keeps_it_from_being_sold() -> None:
    game = Play(2).track(1, "S034", "S035").until(MakeDeals, 0)
    offer = buy(5, segments=("S034",))
    number = ATLAS.segment_no["S034"]
    surveyor, prospector = game.piece(1, 0), game.piece(1, 2)
    prospector.status, prospector.task, prospector.target = PLACED, CLAIM, number  # a claim of the same number
    assert game.rules.refuse(game.state, 0, offer) is None
    surveyor.status, surveyor.task, surveyor.target = PLACED, BUILD, number + 1
    assert game.rules.refuse(game.state, 0, offer) is None
    surveyor.target = number
    assert game.refused(offer) == "bad_deal"
    surveyor.status = JAILED  # it has won its right and gone to jail
    assert game.rules.refuse(game.state, 0, offer) is None
    surveyor.right = True
    assert game.refused(offer) == "bad_deal"


@pytest.mark.clause("SIL-15.9", "SIL-1.4")
def test_everybody_may_own_thirty_two_segments() -> None:
    game = Play(2)
    track = game.state.players[0].track
    for number, segment in enumerate(ATLAS.segments):
        if len(track) < 31 and all(rival not in track for rival in ATLAS.rivals[number]):
            game.track(0, segment)
    spare = [s for n, s in enumerate(ATLAS.segments) if n not in track and not ATLAS.rivals[n]][:2]
    game.track(1, *spare).until(MakeDeals, 0)
    assert game.rules.refuse(game.state, 0, buy(5, segments=(spare[0],))) is None
    assert game.refused(buy(5, segments=tuple(spare))) == "bad_deal"
    swap = Offer(1, Bundle(segments=(ATLAS.segments[track[0]],)), Bundle(segments=tuple(spare)))
    assert game.rules.refuse(game.state, 0, swap) is None


@pytest.mark.clause("SIL-15.9", "SIL-18.5")
def test_everybody_may_own_four_trains() -> None:
    game = Play(2, rules="advanced").until(MakeDeals, 0)
    game.state.train_at[20] = 0  # the third
    theirs = own_trains(game, 1)
    assert game.rules.refuse(game.state, 0, buy(5, trains=(theirs[0],))) is None
    assert game.refused(buy(5, trains=(theirs[0], theirs[1]))) == "bad_deal"
    swap = Offer(1, Bundle(trains=(ATLAS.trains[20],)), Bundle(trains=(theirs[0], theirs[1])))
    assert game.rules.refuse(game.state, 0, swap) is None
    for number in (21, 22):
        game.state.train_at[number] = 1  # the partner has four
    assert game.refused(Offer(1, Bundle(trains=(ATLAS.trains[20],)))) == "bad_deal"


# -- freight ---------------------------------------------------------------------------------------------------------


@pytest.mark.clause("SIL-15.5", "SIL-15.12")
def test_freight_names_a_claim_a_market_and_what_is_sold_there() -> None:
    game = laden().claim(1, ATLAS.claims[0], goods=3).claim(1, ATLAS.claims[-1], goods=3)
    assert game.refused(Offer(1, Bundle(money=1), Bundle(), Freight("none", 1, "denver"))) == "bad_deal"
    assert game.refused(Offer(1, Bundle(money=1), Bundle(), Freight("C022", 1, "none"))) == "bad_deal"
    # Two players sell coal in Denver, Salt Lake City and Pueblo, not in Santa Fe.
    game = Play(2).track(0, *SOUTH, "S078", "S081", "S083", "S086", "S089").claim(1, "C022", goods=6).until(MakeDeals, 0)
    assert game.refused(Offer(1, Bundle(money=1), Bundle(), Freight("C022", 1, "santa_fe"))) == "bad_deal"
    assert game.rules.refuse(game.state, 0, Offer(1, Bundle(money=1), Bundle(), Freight("C022", 1, "pueblo"))) is None


@pytest.mark.clause("SIL-15.12")
def test_all_the_goods_of_a_claim_may_go_as_freight() -> None:
    game = laden()
    assert game.rules.refuse(game.state, 0, Offer(1, Bundle(), Bundle(), Freight("C022", 6, "pueblo"))) is None
    game.do(Offer(1, Bundle(), Bundle(), Freight("C022", 1, "pueblo")), Accept())
    assert game.rules.refuse(game.state, 0, Offer(1, Bundle(), Bundle(), Freight("C022", 5, "pueblo"))) is None


@pytest.mark.clause("SIL-15.12", "SIL-18.6")
def test_a_train_carries_freight_once() -> None:
    game = Play(2, rules="advanced").until(PlacePieces, 0).track(0, *SOUTH).claim(1, "C022", goods=6).until(MakeDeals, 0)
    mine = own_trains(game, 0)

    def freight(*trains: str) -> Offer:
        return Offer(1, Bundle(), Bundle(), Freight("C022", 1, "pueblo", trains))

    assert game.refused(freight(mine[0], mine[0])) == "bad_deal"
    assert game.refused(freight(mine[0], own_trains(game, 1)[0])) == "bad_deal"
    assert game.rules.refuse(game.state, 0, freight(mine[0], mine[1])) is None
    given = Offer(1, Bundle(trains=(mine[0],)), Bundle(), Freight("C022", 1, "pueblo", (mine[0], mine[1])))
    assert game.refused(given) == "bad_deal", "one of the two is handed over"


@pytest.mark.clause("SIL-19.12", "SIL-15.12")
def test_freight_goes_by_a_train_of_the_network_it_lies_in() -> None:
    game = Play(2, "golden_spike_2", rules="advanced").until(PlacePieces, 0).track(0, *SOUTH)
    game.claim(1, "C022", goods=6).until(MakeDeals, 0)
    by_home = {game.state.train_home[train]: ATLAS.trains[train] for train, at in enumerate(game.state.train_at) if at == 0}

    def freight(home: int) -> Offer:
        return Offer(1, Bundle(), Bundle(), Freight("C022", 1, "pueblo", (by_home[home],)))

    assert game.rules.refuse(game.state, 0, freight(0)) is None  # Denver's
    reason = game.rules.refuse(game.state, 0, freight(1))
    assert reason is not None and reason.clause == "SIL-19.12"
    game.state.train_home[ATLAS.train_no[by_home[1]]] = -1
    assert game.rules.refuse(game.state, 0, freight(1)) is None


@pytest.mark.clause("SIL-15.21")
def test_track_beside_the_freights_route_may_be_sold() -> None:
    game = laden().track(0, "S078")
    game.do(Offer(1, Bundle(money=10), Bundle(), Freight("C022", 6, "pueblo")), Accept())
    assert game.rules.refuse(game.state, 0, Offer(1, Bundle(segments=("S078",)), Bundle(money=10))) is None
    assert game.refused(Offer(1, Bundle(segments=("S076",)), Bundle(money=10))) == "bad_deal"


# -- the parties -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("SIL-15.2", "SIL-15.6")
def test_an_offer_goes_to_a_seat_of_the_table() -> None:
    game = laden(3)
    assert game.refused(Offer(-1, Bundle(money=5))) == game.refused(Offer(3, Bundle(money=5))) == "bad_deal"
    for to in (1, 2):
        assert game.rules.refuse(game.state, 0, Offer(to, Bundle(money=5))) is None
        assert game.rules.refuse(game.state, 0, Offer(to, Bundle(), Bundle(money=5))) is None


@pytest.mark.clause("SIL-15.8", "SIL-2.8")
def test_whoever_pays_must_have_the_money() -> None:
    game = laden().cash(100, 50)
    assert game.rules.refuse(game.state, 0, Offer(1, Bundle(money=100))) is None
    assert game.refused(Offer(1, Bundle(money=101))) == "bad_deal"
    assert game.rules.refuse(game.state, 0, Offer(1, Bundle(), Bundle(money=51))) is None, "the purse is not looked into"
    game.do(Offer(1, Bundle(money=100)))
    # Who answers knows the own purse, not that of the other.
    assert game.rules.refuse(game.state, 1, Counter(Bundle(money=101))) is None
    assert game.refused(Counter(Bundle(), Bundle(money=51))) == "bad_deal"
    game.do(Counter(Bundle(money=101)))
    assert isinstance(game.step, AnswerCounter) and game.legal() == [Refuse()]


@pytest.mark.clause("SIL-8.5", "SIL-15.15")
def test_a_card_is_kept_when_the_track_that_is_sold_was_no_part_of_its_route() -> None:
    game = Play(2).track(0, "S069", "S072", "S075", "S035").card(0, "P09").until(MakeDeals, 0)
    game.do(Offer(1, Bundle(segments=("S035", "S075"))), Accept())
    assert not game.happened(CardReleased) and game.card_at("P09") == 0
    game.do(Offer(1, Bundle(segments=("S072",))), Accept())
    assert [e.card for e in game.happened(CardReleased)] == ["P09"]


# -- what is proposed ------------------------------------------------------------------------------------------------


@pytest.mark.clause("SIL-15.3")
def test_claims_are_proposed_at_80_100_and_120_per_cent_of_their_worth() -> None:
    game = Play(2).claim(1, "C022").until(MakeDeals, 0).cash(99_990)
    worth = claim_value(game.rules, game.state, ATLAS.claim_no["C022"])
    assert worth > 500
    assert [offer.give.money for offer in game.legal(Offer)] == [round_ten(worth * share) for share in (0.8, 1.0, 1.2)]
    assert sums(10_000, (50, 65, 80)) == [5000, 6500, 8000]


@pytest.mark.clause("SIL-15.3")
def test_freight_is_proposed_at_50_65_and_80_per_cent_of_its_price() -> None:
    game = laden().claim(1, "C022", goods=10)
    offers = [offer for offer in game.legal(Offer) if offer.freight is not None]
    assert {(offer.freight.city, offer.freight.units) for offer in offers if offer.freight} == {("denver", 10)}
    assert [offer.give.money for offer in offers] == [300, 390, 480]  # of 10 x $60


@pytest.mark.clause("SIL-15.3")
def test_nobody_is_proposed_what_it_is_known_that_they_cannot_pay() -> None:
    game = Play(2).claim(0, "C022").claim(1, "C023").until(MakeDeals, 0).cash(0, 0)
    worth = claim_value(game.rules, game.state, ATLAS.claim_no["C022"])
    proposed = templates(game.rules, game.state, 0)
    assert {offer.give.claims for offer in proposed} == {("C022",)}, "there is no money to buy with"
    assert len(proposed) == 3, "whether the other has money is hidden"
    game.state.players[1].announced = True
    assert templates(game.rules, game.state, 0) == []
    game.cash(0, round_ten(worth * 0.8))
    assert [offer.take.money for offer in templates(game.rules, game.state, 0)] == [round_ten(worth * 0.8)]


@pytest.mark.clause("SIL-15.3", "SIL-15.20")
def test_other_claims_are_proposed_though_one_has_freight_to_come() -> None:
    game = laden().claim(1, "C023").cash(9000)
    game.do(Offer(1, Bundle(money=10), Bundle(), Freight("C022", 4, "pueblo")), Accept())
    assert {offer.take.claims for offer in game.legal(Offer)} == {("C023",)}


@pytest.mark.clause("SIL-15.3", "SIL-6.5")
def test_what_six_turns_of_a_claim_should_bring() -> None:
    """By all throws of the dice one after the other, with the claim as it stands after each."""
    for claim in (ATLAS.claim_no["C022"], ATLAS.claim_no["C001"]):
        two = [a + b for a in range(1, 7) for b in range(1, 7)]
        for worked, (units, cost) in zip((False, True), expected_units_and_costs(ATLAS, claim), strict=True):
            alive, expected, paid = 1.0, 0.0, 0.0
            for turn in range(6):
                throws = two if worked or turn else [7, 8, 9, 10, 11, 12]
                good = [roll for roll in throws if roll > ATLAS.depletion[claim]]
                paid += alive * ATLAS.operating[claim]
                expected += alive * sum(ATLAS.yields[claim][roll] for roll in throws) / len(throws)
                alive *= len(good) / len(throws)
            assert (units, cost) == (pytest.approx(expected), pytest.approx(paid))


@pytest.mark.clause("SIL-15.2", "SIL-15.3")
def test_a_counter_offer_asks_for_a_fifth_more() -> None:
    game = laden(3)
    game.do(Offer(1, Bundle(money=300), Bundle(segments=())))
    assert isinstance(game.step, AnswerOffer)
    assert counters(game.rules, game.state, 1) == [Counter(Bundle(money=370))]  # 300 x 1.2 + 5, to the nearest ten
    for money, wanted in ((100, [80]), (20, [20]), (10, [])):
        game.state.deal = Deal(1, Bundle(segments=("S076",)), Bundle(money=money))
        assert [counter.take.money for counter in counters(game.rules, game.state, 1)] == wanted


@pytest.mark.clause("SIL-15.11")
def test_with_the_option_the_goods_on_a_claim_count_in_its_worth() -> None:
    game = laden(loaded_claims=True)
    number = ATLAS.claim_no["C022"]
    with_goods = claim_value(game.rules, game.state, number)
    game.claim(1, "C022", worked=True)
    assert with_goods - claim_value(game.rules, game.state, number) == 6 * 60  # six coal at the best price, Denver's
    game.claim(OPEN, "C022")
    assert templates(game.rules, game.state, 0) == []
