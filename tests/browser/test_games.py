"""Every game is played to its final score by clicks alone, and again by keyboard alone, against bots."""

from __future__ import annotations

import pytest

from boxcars.core import registry
from tests.browser.conftest import Open
from tests.browser.driver import finished, play_by_clicks, play_by_keys, set_up, short

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.timeout(300)]

ADVISED = ("age_of_steam", "steam")
"""Games in which careless players are bankrupt in the first turn."""


@pytest.mark.parametrize("game", list(registry.games()))
def test_a_full_game_by_clicks(open_page: Open, game: str) -> None:
    page = open_page("/", confirm="never", motion="off")
    players, options = short(game)
    set_up(page, game, players, options=options)
    play_by_clicks(page, 11, 260, advised=game in ADVISED)
    assert len(finished(page)) == players


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
