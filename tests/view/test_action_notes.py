"""What stands beside a choice is true: the price is what is paid, the links are those of the delivery."""

from __future__ import annotations

import re

import pytest

from boxcars.bots import SeatView, make_bot
from boxcars.core import registry
from boxcars.core.chance import Chance
from boxcars.core.messages import T, Text, Who
from boxcars.games.steam.types import CityGrown, LoansTaken
from boxcars.rail.actions import Bid, DropOut, GoodsMoved, LayTrack, PlaceTaken, TrackLaid
from boxcars.rail.names import ORDINALS
from boxcars.view.svg_export import board_of, plain

MAPS = [("age_of_steam", m.key) for m in registry.game("age_of_steam").maps]
MAPS += [("steam", m.key) for m in registry.game("steam").maps]


@pytest.mark.parametrize(("game", "map"), MAPS)
def test_prices_and_links_beside_a_choice_are_true(game: str, map: str) -> None:
    rules = registry.make(game, map)
    board = board_of(rules, plain)
    state = rules.start(Chance("gloss"))
    bots = [make_bot("heuristic", rules, str(seat)) for seat in range(rules.players)]
    laid = moved = 0
    for _ in range(90):
        seat = rules.actor(state)
        if seat < 0:
            break
        seen = rules.observe(state, seat)
        note = board.resources_left(seen)
        assert note is None or plain(note)
        action = bots[seat].choose(SeatView(rules, state, seat))
        told, mark, ghost = board.action_note(seen, action), board.action_mark(seen, action), board.draw_preview(seen, action)
        events = rules.play(state, seat, action)
        way = re.search(r'class="way" d="([^"]+)"', ghost)
        rides = [beat.path for beat in board.animation_steps(rules.observe(state, seat), events) if beat.kind == "ride"]
        assert rides == ([way[1]] if way else []), "the cube goes another way than it was shown to"
        if isinstance(action, LayTrack):
            (event,) = [e for e in events if isinstance(e, TrackLaid)]
            assert told is not None and told.values["cost"] == event.paid
            assert mark is not None and mark.badge == f"${event.paid}"
            laid += 1
        elif type(action).__name__ == "MoveGoods":
            (event,) = [e for e in events if isinstance(e, GoodsMoved)]
            assert told is not None
            shares = told.values["shares"]
            assert isinstance(shares, list)
            earned = [0] * rules.players
            for share in shares:
                assert isinstance(share, Text)
                who, amount = share.values.get("who"), share.values.get("amount", 0)
                assert isinstance(amount, int)
                earned[who.seat if isinstance(who, Who) else seat] += amount
            assert earned == event.gains
            assert mark is not None and mark.badge == f"+{event.gains[seat]}"
            moved += 1
    assert laid > 5 and moved > 0


def test_points_stand_beside_a_route() -> None:
    rules = registry.make("ticket_to_ride")
    board = board_of(rules, plain)
    state = rules.start(Chance("gloss"))
    bots = [make_bot("heuristic", rules, str(seat)) for seat in range(rules.players)]
    claimed = 0
    while claimed < 5:
        seat = rules.actor(state)
        seen = rules.observe(state, seat)
        action = bots[seat].choose(SeatView(rules, state, seat))
        told = board.action_note(seen, action)
        before = state.points[seat]
        rules.play(state, seat, action)
        if type(action).__name__ == "ClaimRoute":
            assert told is not None and told.count == state.points[seat] - before
            claimed += 1


@pytest.mark.parametrize(
    ("game", "options"), [("age_of_steam", {}), ("steam", {"mode": "basic"}), ("steam", {"mode": "standard"})]
)
def test_fees_beside_action_tiles_and_dropping_out_are_true(game: str, options: dict[str, object]) -> None:
    rules = registry.make(game, players=4, options=options)
    board = board_of(rules, plain)
    state = rules.start(Chance("fees"))
    bots = [make_bot("heuristic", rules, str(seat)) for seat in range(rules.players)]
    dropped = taken = rewarded = 0
    for _ in range(160):
        seat = rules.actor(state)
        seen = rules.observe(state, seat)
        for action in rules.legal(state):
            if type(action).__name__ not in ("DropOut", "TakeReward", "TakeTile"):
                continue
            told = board.action_note(seen, action)
            paid = told.values.get("cost", 0) if told is not None else 0
            trial = state.clone()
            for event in rules.play(trial, seat, action):
                if isinstance(event, PlaceTaken) and event.seat == seat and told is not None:
                    assert (told.values["place"], paid) == (ORDINALS[event.place - 1], event.paid)
                    dropped += 1
                elif type(event).__name__ == "TileTaken":
                    assert paid == event.paid and (action.use is not False or told == T("free, no effect"))
                    taken += 1
            if type(action).__name__ == "TakeReward":
                marker = trial.income if action.to == "income" else trial.points
                assert told is not None and told.values["after"] == marker[seat]
                lost = state.agenda[-1].points - (marker[seat] - (state.income if action.to == "income" else state.points)[seat])
                assert told.values.get("lost", 0) == lost, "what passes the end of the track"
                rewarded += 1
        rules.play(state, seat, bots[seat].choose(SeatView(rules, state, seat)))
    assert (taken > 20 and rewarded > 5) if game == "steam" else dropped > 5
    assert dropped > 5 or options.get("mode") == "basic"


def test_the_bid_to_beat_stands_below_the_question() -> None:
    rules = registry.make("steam")
    board = board_of(rules, plain)
    state = rules.start(Chance("bid"))
    first = rules.actor(state)
    note = board.resources_left(rules.observe(state, first))
    assert note is not None and plain(note).startswith("Auction for 1st place. You have $0. If you're short, you borrow: +$5")
    rules.play(state, first, Bid(3))
    note = board.resources_left(rules.observe(state, rules.actor(state)))
    assert note is not None and " bid $3. You have $0." in plain(note)


@pytest.mark.parametrize(
    ("game", "tile", "said"),
    [
        ("age_of_steam", "urbanization", "You can place a New City before your first tile. "),
        ("steam", "urbanization", "Urbanization: click a town for the New City. "),
    ],
)
def test_the_prompt_reminds_of_the_new_city_while_it_can_be_placed(game: str, tile: str, said: str) -> None:
    rules = registry.make(game)
    board = board_of(rules, plain)
    state = rules.start(Chance("city"))
    bots = [make_bot("heuristic", rules, str(seat)) for seat in range(rules.players)]
    founder, reminded = -1, []
    for _ in range(60):
        seat, legal = rules.actor(state), rules.legal(state)
        taken = [a for a in legal if getattr(a, "action", "") == tile and getattr(a, "use", True) is not False]
        tiles = [a for a in legal if isinstance(a, LayTrack)]
        if seat == founder and tiles:
            note = board.resources_left(rules.observe(state, seat))
            city = [a for a in legal if type(a).__name__ == "Urbanize"]
            assert note is not None and plain(note).startswith(said) == bool(city)
            reminded.append(bool(city))
            if not city:
                break
            rules.play(state, seat, city[0])
        else:
            founder = seat if taken else founder
            rules.play(state, seat, taken[0] if taken else bots[seat].choose(SeatView(rules, state, seat)))
    assert reminded == [True, False]


def test_dropping_out_of_the_first_auction_says_what_one_gets() -> None:
    rules = registry.make("steam", players=4)
    board = board_of(rules, plain)
    state = rules.start(Chance("drop"))
    told = []
    while rules.observe(state, 0).auction is not None:
        seat = rules.actor(state)
        told.append(plain(board.action_note(rules.observe(state, seat), DropOut())))
        rules.play(state, seat, DropOut())
    assert told == ["free; then bid for 2nd place"] * 3 + ["free; then bid for 3rd place"] * 2 + ["4th place, free"]


def test_grown_cities_and_new_track_are_told_in_one_row() -> None:
    board = board_of(registry.make("steam", "ruhr"), plain)
    laid = TrackLaid(1, "c5r6", "21", 0, "place", 2)
    row = board.recap_row(None, [CityGrown(1, "c7r7", 3, [1, 0, 0, 0, 0]), laid])
    assert row is not None and plain(row.text) == "Seat 2: Köln gets 1 red. Seat 2 builds 1 tile for $2"
    assert row.faces
    assert board.recap_row(None, [LoansTaken(2, 1, -1, 0), PlaceTaken(2, 1, 4)]) is None, "the log says who has the place"
