"""What no good player does is found where it was done, and only there."""

from __future__ import annotations

from typing import Any

import pytest

from boxcars.arena.blunder_count import jobs_of, look, tally, watched
from boxcars.arena.game_result import complete, play
from boxcars.arena.local_runner import run
from boxcars.bots.evaluators import games_with_evaluator
from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from
from boxcars.games.age_of_steam.actions import MoveGoods
from boxcars.games.silverton import deal_actions as d
from boxcars.games.silverton.actions import PlaceProspector
from boxcars.games.silverton.events import DealDone, RightLapsed
from boxcars.games.silverton.state import CLAIM, PLACED
from boxcars.games.silverton.steps import PlacePieces
from boxcars.games.ticket_to_ride.types import DrawTickets
from boxcars.rail.actions import DoNothing

from .command import boxcars


@pytest.mark.parametrize("game", games_with_evaluator())
def test_every_game_lists_at_least_eight_things(game: str) -> None:
    watch = watched(game)
    assert watch is not None and len(watch.things) >= 8


@pytest.mark.parametrize(
    "game", ["age_of_steam", "silverton", "spike", pytest.param("steam", marks=pytest.mark.slow), "ticket_to_ride"]
)
def test_who_plays_at_random_blunders_more_than_an_evaluator(game: str) -> None:
    setup = complete(game, None, 2) if registry.game(game).usual_players == 2 else complete(game, None, 3)
    games = {level: list(run(setup, jobs_of(setup, level, 2, "blunders"))) for level in ("random", "heuristic")}
    found = {level: tally(setup, played) for level, played in games.items()}
    assert found["random"].games == 2 and found["random"].seats == 2 * setup.players
    # By decision: whoever plays Steam at random is soon out of the game.
    often = {level: len(found[level].found) / sum(game.decisions for game in played) for level, played in games.items()}
    assert often["random"] > often["heuristic"]
    for blunder in found["random"].found:
        assert blunder.thing in found["random"].things and 0 <= blunder.seat < setup.players


def test_a_game_looked_at_is_the_game_played() -> None:
    setup = complete("ticket_to_ride", None, 2)
    rules = setup.rules()
    played = play(rules, jobs_of(setup, "heuristic", 1, "same")[0])
    watch = watched("ticket_to_ride")
    assert watch is not None
    assert look(rules, played, watch(rules)) == look(rules, played, watch(rules))


def start(game: str, map: str, players: int) -> tuple[Any, Any, Any]:
    rules = registry.make(game, map, players)
    watch = watched(game)
    assert watch is not None
    return rules, rules.start(Chance(seed_from("blunder"))), watch(rules)


def test_tickets_drawn_too_late_are_told() -> None:
    _, state, watch = start("ticket_to_ride", "usa", 2)
    state.trains[0] = 7
    assert "drawn_late" in watch.before(state, 0, DrawTickets())
    state.trains[0] = 30
    assert "drawn_late" not in watch.before(state, 0, DrawTickets())


def test_a_move_let_go_is_told_only_where_one_earned() -> None:
    rules, state, watch = start("age_of_steam", "rust_belt", 3)
    assert watch.before(state, 0, DoNothing()) == [], "nothing is built yet: no delivery earns anything"
    assert MoveGoods not in {type(a) for a in rules.legal(state)}


def test_an_offer_made_again_is_told_until_a_deal_is_done() -> None:
    _, state, watch = start("silverton", "colorado", 2)
    offer, other = d.Offer(1, take=d.Bundle(money=10)), d.Offer(1, take=d.Bundle(money=20))
    assert [watch.before(state, 0, action) for action in (offer, other, offer)] == [[], [], ["offer_again"]]
    watch.before(state, 1, d.Accept())
    assert watch.before(state, 0, offer) == []


def test_a_card_won_without_the_money_for_it_is_told() -> None:
    rules, state, watch = start("silverton", "colorado", 2)
    claim = next(claim for claim in state.row if claim >= 0)
    lapsed = [RightLapsed(1, rules.atlas.claims[claim])]
    state.players[1].cash = rules.atlas.claim_cost[claim] - 10
    assert watch.after(state, 1, DoNothing(), lapsed) == [(1, "no_money")]
    state.players[1].cash += 10
    assert watch.after(state, 1, DoNothing(), lapsed) == [], "it was declined"


def test_who_pays_too_much_for_a_claim_is_told() -> None:
    rules, state, watch = start("silverton", "colorado", 2)
    claim, price = rules.atlas.claims[0], rules.atlas.claim_cost[0]
    nothing, goods = d.Bundle(), d.Bundle(claims=(claim,))

    def deal(give: d.Bundle, take: d.Bundle) -> list[tuple[int, str]]:
        return watch.after(state, 0, DoNothing(), [DealDone(0, 1, give, take, None)])

    assert deal(d.Bundle(money=2 * price + 10), goods) == [(0, "dear_claim")]
    assert deal(goods, d.Bundle(money=2 * price + 10)) == [(1, "dear_claim")]
    assert deal(d.Bundle(money=2 * price), goods) == deal(goods, nothing) == []
    assert deal(d.Bundle(money=5000), nothing) == [], "a freight, say"


def test_a_piece_left_over_from_a_tie_may_be_placed_anew() -> None:
    """Two prospectors of one seat on one card are refused (SIL-11.9): nobody can blunder so."""
    rules, state, watch = start("silverton", "colorado", 2)
    while not isinstance(state.agenda[-1], PlacePieces):
        rules.apply(state, rules.legal(state)[0])
    seat = state.agenda[-1].seat
    placing = next(a for a in rules.legal(state) if isinstance(a, PlaceProspector) and a.target != "deck")
    piece = state.players[seat].pieces[placing.piece]
    piece.status, piece.task, piece.tied = PLACED, CLAIM, True
    piece.target = rules.atlas.claim_no[placing.target]
    assert placing in rules.legal(state)
    assert watch.before(state, seat, placing) == []


def test_the_command_counts_and_gives_examples() -> None:
    done = boxcars("blunders", "ticket_to_ride", "--level", "random", "--games", "1")
    assert done.returncode == 0 and "what no good player does" in done.stdout and "a ticket of the beginning" in done.stdout
    assert boxcars("blunders", "chess").returncode != 0
    assert boxcars("blunders", "spike", "--level", "wizard").returncode != 0
