"""Track between two places: a few clicks for a link, one Undo for all of it, and plans in pencil that become track."""

from __future__ import annotations

import random
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api")
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.test_overlap import CUT, MEASURE, SIZES
from tests.server.running import Seat, bring
from tests.server.test_pencil import building, cash_of

pytestmark = [pytest.mark.slow, pytest.mark.browser]

CLICK = """(target) => document.querySelector(`.board-svg .hit.legal[data-target="${target}"]`)
  .dispatchEvent(new MouseEvent('click', {bubbles: true}))"""
SETTLED = "() => document.body.dataset.at?.split(':').at(-1) === 'false'"


def look_at(open_page: Open, server: str, seat: Seat, **more: Any) -> Page:
    page = open_page("/healthz", motion="off", coach="off", **more)
    page.goto(f"{server}/t/{seat.table}#{seat.token}")
    page.wait_for_function("() => document.body.dataset.at !== undefined")
    page.evaluate("document.querySelector('#onward')?.click()")
    page.wait_for_function("() => document.querySelector('.three > .plan-tools:not([hidden])')")
    return page


def a_link(seat: Seat, tiles: int, pencil: bool = False) -> dict[str, Any]:
    """A route of so many tiles between two places."""
    places = seat.get("pencil").json()["places"]
    random.Random(1).shuffle(places)
    for start in places:
        for goal in places:
            asked = {"from": start, "to": goal} | ({"pencil": "1"} if pencil else {})
            routes = seat.get("routes", **asked).json()["routes"] if start < goal else []
            if routes and len(routes[0]["tiles"]) == tiles:
                found: dict[str, Any] = routes[0]
                return found
    raise AssertionError("there is none")


def ends(route: dict[str, Any]) -> tuple[str, str]:
    return f"hex:{route['start']}", f"hex:{route['goal']}"


def choose(page: Page, key: str, route: dict[str, Any]) -> None:
    page.keyboard.press(key)
    for end in ends(route):
        page.wait_for_selector(f'.board-svg .hit.legal[data-target="{end}"]', state="attached")
        page.evaluate(CLICK, end)
    expect(page.locator("#confirm")).to_be_enabled()


def test_a_link_is_built_with_two_clicks_and_confirm_and_undone_at_once(open_page: Open, server: str) -> None:
    seats = bring(server, building())
    seat = seats[seats[0].view()["actor"]]
    route, before = a_link(seat, 2), seat.view()
    page = look_at(open_page, server, seat)
    choose(page, "c", route)
    assert page.locator(".route.on .as-full").is_visible()
    page.keyboard.press("Enter")
    page.wait_for_function("() => !document.querySelector('.route')")
    page.wait_for_function(SETTLED)
    after = seat.view()
    assert after["ply"] == before["ply"] + 2 and cash_of(after) == cash_of(before) - route["cost"]
    page.wait_for_function("(mark) => document.body.dataset.at.split(':')[2] === mark", arg=str(after["mark"]))
    page.click("#undo")
    page.wait_for_function("(mark) => document.body.dataset.at.split(':')[2] !== mark", arg=str(after["mark"]))
    again = seat.view()
    assert (again["ply"], again["pieces"], cash_of(again)) == (before["ply"], before["pieces"], cash_of(before))


def test_a_plan_is_drawn_on_the_others_turn_and_becomes_track(open_page: Open, server: str) -> None:
    seats = bring(server, building())
    actor = seats[0].view()["actor"]
    planner = seats[(actor + 1) % 4]
    page = look_at(open_page, server, planner)
    route = a_link(planner, 2, pencil=True)
    choose(page, "d", route)
    page.keyboard.press("Enter")
    page.wait_for_selector(".plan.ok .as-pencil >> visible=true")
    assert [link["title"] for link in planner.get("pencil").json()["links"]] == [route["title"]]
    page.keyboard.press("Escape")
    while planner.view()["actor"] != seats.index(planner):
        view = seats[actor].view()
        assert seats[actor].act(view, next(i for i, a in enumerate(view["legal"]) if not a.get("effect"))).is_success
        actor = planner.view()["actor"]
    if not planner.get("pencil").json()["links"][0]["actions"]:
        pytest.fail("the plan cannot be built in this position: choose another one")
    before = planner.view()
    page.locator(".tray .route-slip").first.click()
    page.wait_for_selector(".route.on .as-full >> visible=true")
    page.keyboard.press("Enter")
    page.wait_for_function("() => !document.querySelector('.plan')")
    assert planner.view()["ply"] == before["ply"] + 2
    assert planner.get("pencil").json()["links"] == []


def test_nothing_is_cut_or_covered_while_routes_are_chosen(open_page: Open, server: str) -> None:
    seats = bring(server, building())
    seat = seats[seats[0].view()["actor"]]
    route = a_link(seat, 2)
    for locale in ("en-GB", "es-ES", "it-IT"):
        page = look_at(open_page, server, seat, locale=locale)
        for step in ("rest", "cities", "pencil"):
            if step != "rest":
                choose(page, "c" if step == "cities" else "d", route)
            if step == "pencil":
                page.keyboard.press("Enter")
                page.wait_for_selector(".plan .as-pencil >> visible=true")
            for wide, high in SIZES:
                page.set_viewport_size({"width": wide, "height": high})
                assert page.evaluate(MEASURE) + page.evaluate(CUT) == [], f"{locale} {step} {wide}×{high}"
            page.set_viewport_size({"width": 1280, "height": 800})
            for _ in range(3):
                page.keyboard.press("Escape")
        seat.http.put(f"/api/tables/{seat.table}/pencil", json={"links": []})
