"""What stands beside a choice is true: the price is what is paid, the links are those of the delivery."""

from __future__ import annotations

import re

import pytest

from boxcars.bots import SeatView, make_bot
from boxcars.core import registry
from boxcars.core.chance import Chance
from boxcars.core.words import Text, Who
from boxcars.rail.words import GoodsMoved, LayTrack, TrackLaid
from boxcars.view.svg import board_of, plain

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
        note = board.note(seen)
        assert note is None or plain(note)
        action = bots[seat].choose(SeatView(rules, state, seat))
        told, ghost = board.gloss(seen, action), board.ghost(seen, action)
        events = rules.play(state, seat, action)
        way = re.search(r'class="way" d="([^"]+)"', ghost)
        rides = re.findall(
            r'class="rider" style="offset-path:path\(&quot;([^&]+)&quot;', board.riders(rules.observe(state, seat), events)
        )
        assert rides == ([way[1]] if way else []), "the cube goes another way than it was shown to"
        if isinstance(action, LayTrack):
            (event,) = [e for e in events if isinstance(e, TrackLaid)]
            assert told is not None and told.values["cost"] == event.paid
            laid += 1
        elif type(action).__name__ == "MoveGoods":
            (event,) = [e for e in events if isinstance(e, GoodsMoved)]
            assert told is not None
            shares = told.values["shares"]
            assert isinstance(shares, list)
            counts = {}
            for share in shares:
                assert isinstance(share, Text)
                who = share.values.get("who")
                counts[who.seat if isinstance(who, Who) else -1] = share.values["links"]
            assert counts == {owner: event.owners.count(owner) for owner in event.owners}
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
        told = board.gloss(seen, action)
        before = state.points[seat]
        rules.play(state, seat, action)
        if type(action).__name__ == "ClaimRoute":
            assert told is not None and told.count == state.points[seat] - before
            claimed += 1
