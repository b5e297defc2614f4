"""What Silverton's evaluator reckons with: prices to come, the end of the game, disputes, and moves nobody ponders."""

from __future__ import annotations

from itertools import product

import pytest

from boxcars.bots.evaluators import load_evaluator
from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from
from boxcars.games.silverton import actions as w
from boxcars.games.silverton import deal_actions as d
from boxcars.games.silverton import steps as due
from boxcars.games.silverton.ai import price_forecast
from boxcars.games.silverton.ai.evaluator import SilvertonEvaluator
from boxcars.games.silverton.ai.forecast_features import forecast_features
from boxcars.games.silverton.ai.placement_values import LEAPS, chance_to_win
from boxcars.games.silverton.ai.remaining_turns import turns_left, turns_to_target
from boxcars.games.silverton.ai.valuation import wealth
from boxcars.games.silverton.map import COAL, COPPER, GOLD, SILVER
from boxcars.games.silverton.state import DISCARDED


@pytest.fixture(scope="module")
def rules():
    return registry.make("silverton", "colorado", 2)


def at_step(rules, kind, numbers=None, turn=6, seed="judge"):
    """An evaluator, and a position of its own game in which somebody is asked such a question."""
    evaluator = load_evaluator(rules, 1.0)
    evaluator.set_weights(numbers or {})
    state, memo = rules.start(Chance(seed_from(seed))), {}
    while state.turn < turn or not isinstance(state.agenda[-1], kind) or len(rules.legal(state)) < 3:
        rules.apply(state, evaluator.rollout_action(state, memo))
    return evaluator, state


def test_goods_are_worth_what_the_best_of_the_turns_to_come_should_bring(rules):
    gold = rules.atlas.marker_no["gold"]
    ladder = rules.atlas.markers[gold].ladder
    # One die, nobody sells: 1 lifts the marker two boxes, 2 and 3 one, 6 lowers it one (SIL-16.4).
    moved = [ladder[4 + move] for move in (2, 1, 1, 0, 0, -1)]
    assert price_forecast.later(rules, gold, 4, 3, 1, 0, 0) == pytest.approx(sum(moved) / 6)
    assert price_forecast.best(rules, gold, 4, 3, 0, 0) == ladder[4], "in the last turn nothing is kept"
    for marker, turn in product(rules.in_play, (1, 6, 12)):
        box = rules.atlas.markers[marker].start
        kept = [price_forecast.later(rules, marker, box, turn, 4, 0, sold) for sold in (0, 2, 8)]
        assert kept[0] > kept[1] > kept[2], "what is sold now spoils what is kept"
        assert price_forecast.later(rules, marker, box, turn, 4, 4, 4) < kept[0], "so do rivals who go on selling"
        assert price_forecast.best(rules, marker, box, turn, 4, 0) >= rules.atlas.markers[marker].ladder[box]


def test_rivals_press_the_markets_they_reach():
    rules = registry.make("silverton", "colorado", 4)
    evaluator = load_evaluator(rules, 1.0)
    state = rules.start(Chance(seed_from("flow")))
    atlas = rules.atlas
    home = {atlas.town_names[rules.homes[player.position][0]]: seat for seat, player in enumerate(state.players)}
    coal = next(claim for claim, good in enumerate(atlas.claim_good) if good == COAL)
    gold = next(claim for claim, good in enumerate(atlas.claim_good) if good == GOLD)
    state.claim_at[coal] = state.claim_at[gold] = home["El Paso"]
    state.goods[coal], state.goods[gold] = 9, 6
    pressed = {atlas.markers[m].id for m in rules.in_play if evaluator.view(state, home["Salt Lake City"]).flow(m)}
    assert pressed == {"coal_el_paso", "gold"}, "coal is sold where its owner comes, gold has one price everywhere"
    assert not any(evaluator.view(state, home["El Paso"]).flow(m) for m in rules.in_play), "nobody is his own rival"


def test_a_claim_is_worth_less_the_longer_its_track_takes(rules):
    usual = {"segments_per_surveyor": 1.0, "risk_per_segment": 0.0, "shared_surveyors": 0.0}
    evaluator, state = at_step(rules, due.PlacePieces, usual, turn=2)
    seat = state.agenda[-1].seat
    before = evaluator.view(state, seat)
    far = next(
        claim
        for claim in state.row
        if claim >= 0 and before.claim_value(claim) > 0 and before.segments_to(rules.atlas.claim_town[claim]) > 2
    )
    for name, number in (("segments_per_surveyor", 0.5), ("risk_per_segment", 0.2)):
        evaluator.set_weights({name: number})
        assert evaluator.view(state, seat).claim_value(far) < before.claim_value(far), name
        evaluator.set_weights(usual)
    other = next(
        claim for claim in state.row if claim >= 0 and claim != far and before.segments_to(rules.atlas.claim_town[claim]) > 2
    )
    state.claim_at[other] = seat
    alone = evaluator.view(state, seat)
    evaluator.set_weights({"shared_surveyors": 1.0})
    assert evaluator.view(state, seat).wait(rules.atlas.claim_town[far], 4) >= alone.wait(rules.atlas.claim_town[far], 4)


def test_what_speaks_for_a_claim(rules):
    evaluator, state = at_step(rules, due.PlacePieces, turn=2)
    seat = state.agenda[-1].seat
    claim = next(c for c in state.row if c >= 0 and rules.atlas.claim_good[c] in (GOLD, COPPER, SILVER))
    state.claim_at = [DISCARDED if place == seat else place for place in state.claim_at]

    def worth(**numbers):
        evaluator.set_weights({"purchase_cost_bonus": 0.0, "metal_bonus": 0.0, "first_claims_bonus": 0.0} | numbers)
        return evaluator.view(state, seat).purchase_gain(claim)

    plain, cost = worth(), rules.atlas.claim_cost[claim]
    assert worth(purchase_cost_bonus=0.5) == pytest.approx(plain - 0.5 * cost), "money has other uses"
    assert worth(metal_bonus=0.3) > plain, "no market is too small for metal"
    assert worth(first_claims_bonus=100.0) == pytest.approx(plain + 200.0), "who has none needs one most"


def test_the_chance_to_win_a_dispute_counts_the_dice():
    rolls = [a + b for a, b in product(range(1, 7), repeat=2)]
    for lead in (-3, 0, 2, 5):
        wins = sum(mine + lead > theirs for mine in rolls for theirs in rolls) / 36**2
        assert chance_to_win([lead]) == pytest.approx(wins)
    assert chance_to_win([]) == 1.0 and chance_to_win([0, 0]) == pytest.approx(chance_to_win([0]) ** 2)
    assert LEAPS[7] == pytest.approx(15 / 36) and LEAPS[1] == 1.0 and LEAPS[12] == 0.0


def test_the_end_is_near_for_who_is_rich_or_has_full_stores(rules):
    evaluator, state = at_step(rules, due.DeliverGoods)
    weights = evaluator.weights
    seat = state.agenda[-1].seat
    before = turns_to_target(rules, state, seat, weights)
    state.players[seat].cash = 9_900
    assert turns_to_target(rules, state, seat, weights) <= min(before, 2)
    state.players[seat].cash = rules.target
    assert turns_to_target(rules, state, seat, weights) == 1
    assert turns_left(rules, state, weights, 1.0) == 1


def test_when_the_game_may_end_this_turn_everything_is_sold(rules):
    patient = {
        "price_forecast_share": 1.0,
        "hold_share_poor": 3.0,
        "hold_share": 3.0,
        "hold_share_rich": 3.0,
        "delivery_queue_share": 0.0,
    }
    evaluator, state = at_step(rules, due.DeliverGoods, patient)
    seat, legal = state.agenda[-1].seat, rules.legal(state)
    state.order = [1 - seat, seat]
    sales = [i for i, action in enumerate(legal) if isinstance(action, w.Deliver)]

    def keenest(mine, theirs):
        state.players[seat].cash, state.players[1 - seat].cash = mine, theirs
        logits = evaluator.policy(state, legal)
        return max(logits[i] for i in sales)

    assert keenest(1_000, 1_000) < 0.0, "whoever thinks so much of the future keeps everything"
    assert keenest(rules.target - 10, 1_000) > 0.0, "the seat can end it"
    assert keenest(1_000, rules.target) > 0.0, "somebody has"


@pytest.mark.parametrize("kind", [due.DeliverGoods, due.PlacePieces])
def test_nobody_ponders_a_part_of_a_load_or_the_other_piece(rules, kind):
    evaluator, state = at_step(rules, kind)
    legal = rules.legal(state)
    evaluator.set_weights({"duplicate_penalty": 0.0})
    plain = evaluator.policy(state, legal)
    evaluator.set_weights({"duplicate_penalty": 500.0})
    tidy = evaluator.policy(state, legal)
    assert plain.index(max(plain)) == tidy.index(max(tidy)), "what looks best is the same"
    seen = [action for action, logit in zip(legal, tidy, strict=True) if logit > -200.0]
    if kind is due.DeliverGoods:
        most = {(a.claim, a.city): a.units for a in legal if isinstance(a, w.Deliver)}
        assert all(a.units == most[a.claim, a.city] for a in seen if isinstance(a, w.Deliver))
    else:
        targets = [a.segment for a in seen if isinstance(a, w.PlaceSurveyor)]
        targets += [a.target for a in seen if isinstance(a, w.PlaceProspector)]
        assert len(targets) == len(set(targets))


def test_features_are_what_one_seat_has_more_than_the_others(rules):
    evaluator, state = at_step(rules, due.PlacePieces)
    mine, theirs = evaluator.features(state, 0), evaluator.features(state, 1)
    assert len(mine) == len(forecast_features(evaluator.view(state, 0))) and any(mine)
    assert mine == pytest.approx([-number for number in theirs])


def test_follies_look_so_bad_that_no_eye_is_too_blurred_for_them():
    rules = registry.make("silverton", "colorado", 4)
    novice = SilvertonEvaluator.level_settings["novice"]
    evaluator, plain = load_evaluator(rules, novice["fitted_share"]), load_evaluator(rules, novice["fitted_share"])
    plain.set_weights({"folly_penalty": 0.0})
    state, follies = rules.start(Chance(seed_from("follies"))), 0
    while follies < 40:
        step, legal = state.agenda[-1], rules.legal(state)
        if len(legal) > 1 and isinstance(step, (due.MakeDeals, due.AnswerOffer, due.AnswerCounter, due.BuildTrack)):
            logits, usual = evaluator.policy(state, legal), plain.policy(state, legal)
            assert logits.index(max(logits)) == usual.index(max(usual)), "what looks best is the same"
            for action, logit, before in zip(legal, logits, usual, strict=True):
                folly = isinstance(action, (w.Dismantle, w.Abandon, d.Offer, d.Accept, d.Counter)) and before < 0.0
                assert logit == before - folly * evaluator.weights.folly_penalty
                assert not folly or max(logits) - logit > 8 * novice["temperature"]
                follies += folly
        rules.apply(state, evaluator.rollout_action(state, {}))


@pytest.mark.parametrize(("players", "most"), [(2, -1.0), (3, 60.0)])
def test_with_one_rival_nobody_makes_offers(players, most):
    """At three they may pay; between two what one gains the other loses."""
    rules = registry.make("silverton", "colorado", players)
    evaluator, state = load_evaluator(rules, 1.0), rules.start(Chance(seed_from("offers")))
    best, asked = -1e9, 0
    while asked < 8:
        legal = rules.legal(state)
        if isinstance(state.agenda[-1], due.MakeDeals):
            logits = [
                logit for action, logit in zip(legal, evaluator.policy(state, legal), strict=True) if isinstance(action, d.Offer)
            ]
            asked += bool(logits)
            best = max([best, *logits])
        rules.apply(state, evaluator.rollout_action(state, {}))
    assert (best <= most) if players == 2 else (0.0 < best <= most)


def test_a_game_to_a_last_turn_is_forecast_by_the_turns_that_are_left():
    rules = registry.make("silverton", "golden_spike_2", 2)
    evaluator, race = load_evaluator(rules, 1.0), load_evaluator(registry.make("silverton", "colorado", 2), 1.0)
    assert evaluator.forecast.coefficients != race.forecast.coefficients
    assert len(evaluator.forecast.coefficients) == len(evaluator.forecast.errors) == rules.last_turn
    missed = {"forecast": 0.0, "wealth": 0.0, "cash": 0.0}
    for game in range(6):
        state, memo, found = rules.start(Chance(seed_from(f"campaign {game}"))), {}, {}
        while rules.actor(state) >= 0:
            if not found and state.turn == 17:
                row = evaluator.forecast_row(state)
                assert row == evaluator.rounds_left(state) == 8
                cash = [player.cash for player in state.players]
                hoped = [evaluator.forecast.expected_gain(row, forecast_features(evaluator.view(state, seat))) for seat in (0, 1)]
                rich = [wealth(rules, state, seat, evaluator.town_connections(state, seat), evaluator.weights) for seat in (0, 1)]
                found = {"forecast": lead(cash) + lead(hoped), "wealth": lead(rich), "cash": lead(cash)}
                assert (evaluator.value(state)[0] > 0.5) == (found["forecast"] > 0)
            rules.apply(state, evaluator.rollout_action(state, memo))
        for name, guess in found.items():
            missed[name] += abs(guess - lead(rules.outcome(state).scores))
    assert missed["forecast"] < missed["cash"] < missed["wealth"], "what is owned brings less than its worth until the last turn"


def lead(scores):
    return scores[0] - scores[1]


def test_who_plays_alone_or_for_another_sum_has_no_forecast():
    for map, players, options in (("solo_denver_campaign", 1, {}), ("colorado", 2, {"length": "short"})):
        assert load_evaluator(registry.make("silverton", map, players, options), 1.0).forecast is None
