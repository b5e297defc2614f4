"""Every game is played to its final score by clicks alone, and again by keyboard alone, against bots.

That takes a while: in a run it is one of them (tests/scale.py), and of every game the last decisions, one way or the other.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from boxcars.core import record, registry
from tests.browser.conftest import Open
from tests.browser.driver import READY, finished, play_by_clicks, play_by_keys, set_up, short, sit_down
from tests.scale import in_turn
from tests.server.running import Seat, bring

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.timeout(300)]

ADVISED = ("age_of_steam", "steam")
"""Games in which careless players are bankrupt in the first turn."""
GOLDEN = {game: sorted((Path(__file__).parents[1] / game / "golden").glob("*-[23]-heuristic.jsonl")) for game in registry.games()}


WAYS = {"clicks": play_by_clicks, "keyboard": play_by_keys}


@pytest.mark.in_turn(10)
@pytest.mark.parametrize("game", list(registry.games()))
@pytest.mark.parametrize("way", WAYS)
def test_a_full_game(open_page: Open, way: str, game: str) -> None:
    page = open_page("/healthz", confirm="never", motion="off")
    players, options = short(game)
    two = next((m.key for m in registry.game(game).maps if m.players == [2]), "")  # a map made for two is quicker
    quicker = way == "keyboard" and two and not options
    set_up(page, game, 2 if quicker else players, options=options, map=two if quicker else "")
    WAYS[way](page, 11, 260, advised=game in ADVISED)
    assert len(finished(page)) == (2 if quicker else players)


def shown(page: Page, seat: Seat) -> dict[str, Any]:
    """What the server says, when the page has sent what it had to send and shows just that."""
    page.wait_for_function("() => !document.body.dataset.at.endsWith('true')")
    view = seat.view()
    page.wait_for_function("(mark) => document.body.dataset.at.split(':')[2] === mark", arg=str(view["mark"]))
    return view


@pytest.mark.in_turn(2)
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("game", list(registry.games()))
def test_the_end_of_a_game(open_page: Open, server: str, game: str, way: str) -> None:
    """Of a game between bots, in the seat that is to act. The others act at random, and not by the page."""
    kept = record.read(in_turn(GOLDEN[game], 99, game)[0].read_bytes())
    kept.entries, kept.result = kept.entries[:-12], None
    seats, luck = bring(server, kept), random.Random(game)
    own = seats[0].view()["actor"]
    page = open_page(f"/t/{seats[own].table}#{seats[own].token}", confirm="never", motion="off")
    page.wait_for_function(READY)
    done = 0
    while (view := shown(page, seats[own]))["status"] == "playing":
        if view["actor"] == own:
            done += WAYS[way](page, 13, 60, decisions=1)
        else:
            theirs = seats[view["actor"]].view()
            assert seats[view["actor"]].act(theirs, luck.randrange(len(theirs["legal"]))).is_success
    assert done and len(finished(page)) == len(seats)


@pytest.mark.parametrize("phone", [False, True])
def test_the_spaces_for_a_drawn_cube_stand_together_by_city(open_page: Open, server: str, phone: bool) -> None:
    """Production: not one button for every space of the display, but the columns of each city, as they would be."""
    kept = record.read((Path(__file__).parents[1] / "age_of_steam/golden/rust_belt-5-heuristic.jsonl").read_bytes())
    first = next(i for i, entry in enumerate(kept.entries) if b"PlaceGoods" in bytes(entry.action))
    seat, kept.entries, kept.result = kept.entries[first].seat, kept.entries[:first], None
    mine = bring(server, kept)[seat]
    page = open_page(f"/t/{mine.table}#{mine.token}", phone=phone)
    page.wait_for_function(READY)
    page.wait_for_selector(".prompt .bunch")
    spaces, cities = page.locator(".prompt .bunch .sign").count(), page.locator(".prompt .bunch").count()
    before = mine.view()
    assert len(before["legal"]) > 40 and spaces < 30
    assert spaces >= cities > 1 and page.locator(".prompt .tray > .row > .btn").count() == 0
    assert len(set(page.locator(".prompt .bunch > b").all_inner_texts())) == cities
    page.locator(".prompt .bunch .sign").first.click()
    page.wait_for_function("(old) => document.body.dataset.at.split(':')[2] !== old", arg=str(before["mark"]))


def test_what_leads_on_stays_in_the_dock(open_page: Open) -> None:
    """A prospector is chosen: the claims it may be sent to lie there still, and light up."""
    page = open_page("/healthz", phone=True)
    sit_down(page, "silverton", 2)
    page.locator('.prompt [data-tray=free] .thing.lit[title*="rospector"]').first.click()
    page.wait_for_selector(".prompt [data-tray=open] .thing.lit")
    assert page.locator(".prompt [data-tray=free]").count() == 0
