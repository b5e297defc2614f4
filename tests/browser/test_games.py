"""Every game is played to its final score by clicks alone, and again by keyboard alone, against bots.

That takes a while: in a run one of them each way (tests/scale.py), and of every game its last decisions.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from boxcars.core import record, registry
from tests.browser.conftest import Open
from tests.browser.driver import READY, finished, play_by_clicks, play_by_keys, set_up, short
from tests.scale import in_turn
from tests.server.running import bring

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.timeout(300)]

ADVISED = ("age_of_steam", "steam")
"""Games in which careless players are bankrupt in the first turn."""
GOLDEN = {game: sorted((Path(__file__).parents[1] / game / "golden").glob("*-[23]-heuristic.jsonl")) for game in registry.games()}


@pytest.mark.in_turn(5)
@pytest.mark.parametrize("game", list(registry.games()))
def test_a_full_game_by_clicks(open_page: Open, game: str) -> None:
    page = open_page("/", confirm="never", motion="off")
    players, options = short(game)
    set_up(page, game, players, options=options)
    play_by_clicks(page, 11, 260, advised=game in ADVISED)
    assert len(finished(page)) == players


@pytest.mark.in_turn(5)
@pytest.mark.parametrize("game", list(registry.games()))
def test_a_full_game_by_keyboard(open_page: Open, game: str) -> None:
    page = open_page("/", confirm="never", motion="off")
    players, options = short(game)
    two = next((m.key for m in registry.game(game).maps if m.players == [2]), "")  # a map made for two is quicker
    if two and not options:
        players = 2
    set_up(page, game, players, options=options, map="" if options else two)
    play_by_keys(page, 12, 260, advised=game in ADVISED)
    assert len(finished(page)) == players


@pytest.mark.parametrize("game", list(registry.games()))
def test_the_end_of_a_game_by_clicks(open_page: Open, server: str, game: str) -> None:
    """Of a game between bots. The other seats act at random, but not by the page."""
    kept = record.read(in_turn(GOLDEN[game], 99, game)[0].read_bytes())
    kept.entries, kept.result = kept.entries[:-12], None
    seats, luck = bring(server, kept), random.Random(game)
    page = open_page(f"/t/{seats[0].table}#{seats[0].token}", confirm="never", motion="off")
    page.wait_for_function(READY)
    clicks = 0
    while (view := seats[0].view())["status"] == "playing":
        if view["actor"] == 0:
            clicks += play_by_clicks(page, 13, 60, decisions=1)
        else:
            actor = seats[view["actor"]]
            own = actor.view()
            assert actor.act(own, luck.randrange(len(own["legal"]))).is_success
    assert clicks > 1 and len(finished(page)) == len(seats)
