"""A rematch in the browser: asked for at the table and at home, accepted by one press, and the way to the next game."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.server.cards import new_card
from tests.server.running import Seat

pytestmark = pytest.mark.slow


def three(url: str, finish: bool = True) -> tuple[str, list[str]]:
    """A table of three guests, each in a browser of their own, whose game was ended; its id and the seats' tokens."""
    with httpx.Client(base_url=url) as http:
        made = http.post("/api/tables", json={"game": "ticket_to_ride", "players": 3, "seats": [{"name": "Ann"}]}).json()
    table, tokens = made["table"], [made["tokens"][0]]
    for name in ("Ben", "Carla"):
        with httpx.Client(base_url=url) as http:
            http.get("/")
            tokens.append(http.post(f"/api/tables/{table}/join", json={"name": name}).json()["token"])
    seats = [Seat(url, table, token) for token in tokens]
    assert seats[0].post("start").status_code == 200
    if finish:
        seats[0].post("abandon")
        for seat in seats[1:]:
            for vote in seat.view()["votes"]:
                seat.post("vote", vote=vote["id"], yes=True)
        assert seats[0].view()["status"] == "abandoned"
    return table, tokens


@pytest.fixture
def sat(open_page: Open) -> Callable[..., Page]:
    """Open a page in a browser that holds a seat."""

    def open_(path: str, table: str, seat: int, token: str, **more: Any) -> Page:
        page = open_page("/healthz", **more)
        kept = json.dumps({"seats": {str(seat): token}, "host": None, "title": "Ticket to Ride", "at": 4_000_000_000_000})
        page.evaluate("([id, kept]) => localStorage.setItem(`boxcars:table:${id}`, kept)", [table, kept])
        page.goto(path)
        return page

    return open_


def test_a_rematch_is_seen_at_the_table_and_at_home(server: str, sat: Callable[..., Page]) -> None:
    """GROUPS.md, check 8: two press, a third who is at home sees it without reloading."""
    table, (one, two, three_) = three(server)
    ann, ben = (sat(f"/t/{table}", table, i, token) for i, token in enumerate((one, two)))
    carla = sat("/", table, 2, three_, phone=True)
    expect(carla.locator("#own-over")).to_be_visible()
    carla.evaluate("window.stays = true")
    ann.click("#again")
    expect(ann.locator(".again-note")).to_contain_text("Waiting for 2 players")
    expect(ben.locator(".again-note")).to_contain_text("Ann wants a rematch.")
    ben.click("#in")
    expect(carla.locator("#invitations")).to_contain_text("Ann wants a rematch.", timeout=40_000)
    assert carla.evaluate("window.stays")
    carla.click("#invitations #in")
    for page in (ann, ben, carla):
        page.wait_for_url(lambda url: "/t/" in url and table not in url)
        page.wait_for_function("() => document.body.dataset.status === 'playing'")
    assert len({page.url for page in (ann, ben, carla)}) == 1


def test_the_next_game_is_one_press_away(server: str, open_page: Open) -> None:
    ada, bob = new_card(server, "Ada"), new_card(server, "Bob")
    mine, waits = [], []
    for _ in range(6):
        table = ada.make(seats=[{"kind": "person", "name": "Ada"}])["table"]
        assert bob.http.post(f"/api/tables/{table}/join", json={"name": "Bob"}).status_code == 200
        assert ada.at(table).post("start").status_code == 200
        # both keep their tickets: then whoever begins is to move
        for _ in range(2):
            for device in (ada, bob):
                view = device.at(table).view()
                if view["legal"] and view["actor"] == view["you"]:
                    device.at(table).act(view)
        (mine if ada.at(table).view()["actor"] == ada.at(table).view()["you"] else waits).append(table)
    page = open_page("/", card=ada.token)
    expect(page.locator("#next-game")).to_contain_text(f"Next game · {len(mine)}" if mine else "")
    assert page.title() == (f"({len(mine)}) Boxcars" if mine else "Boxcars")
    if mine and waits:
        page.goto(f"/t/{waits[0]}")
        page.locator("#next-turn").click()
        page.wait_for_url(lambda url: url.split("/")[-1] in mine)


def test_a_full_table_has_nothing_to_join(server: str, open_page: Open) -> None:
    httpx.post(f"{server}/api/tables", json={"game": "ticket_to_ride", "players": 2, "listed": True, "seats": [{"name": "Zed"}]})
    seats = [{"name": "Yan", "mine": True}, {"kind": "bot", "level": "easy"}]
    httpx.post(f"{server}/api/tables", json={"game": "ticket_to_ride", "players": 2, "listed": True, "seats": seats})
    page = open_page("/")
    rows = page.locator("li.join")
    expect(rows.filter(has_text="Zed").locator("a")).to_have_text("Join")
    expect(rows.filter(has_text="Yan").locator("a")).to_have_text("View")
