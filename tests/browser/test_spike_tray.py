"""The tray of Spike: places that never move, a train that starts by a click, all lines to a city at once."""

from __future__ import annotations

import json
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api")
from playwright.sync_api import Page, expect

from boxcars.core.record import Record
from tests.browser.conftest import Open
from tests.browser.driver import READY
from tests.browser.test_overlap import record_of
from tests.scale import games
from tests.server.running import Seat, bring

pytestmark = [pytest.mark.slow, pytest.mark.browser]

SIZES = [(1440, 900), (1280, 800), (390, 844), (844, 390)]
RECTS = """() => {
  const out = {};
  const note = (name, el) => { const r = el.getBoundingClientRect(); if (r.width) out[name] = [r.x, r.y, r.width, r.height].map(Math.round).join(' '); };
  for (const zone of ['.fixed', '.tray', '.hand', '.three']) note(zone, document.querySelector('.prompt ' + zone));
  document.querySelectorAll('.fixed .thing:not(.lit, .on)').forEach((el) => note('card ' + [...el.parentNode.children].indexOf(el), el));
  document.querySelectorAll('.acts .act').forEach((el, i) => note('action ' + i, el));
  document.querySelectorAll('.prompt .hand .thing:not(.lit, .on)').forEach((el) => note('hand ' + [...el.parentNode.children].indexOf(el), el));
  return out;
}"""


def at_turn(server: str, wanted: Any) -> Seat:
    """The seat that is to act at the first turn of a recorded game that is as wanted."""
    whole = record_of("spike", "eastern_usa-3-heuristic")
    seats = bring(server, Record(whole.header, []))
    for entry in whole.entries:
        seat = seats[entry.seat]
        view = seat.view()
        if wanted(view):
            return seat
        assert seat.act(view, json.loads(bytes(entry.action))).is_success
    raise AssertionError("there is no such turn")


def of(view: dict[str, Any], action: str) -> list[dict[str, Any]]:
    return [one for one in view["legal"] if one.get("of") == action]


def shown(open_page: Open, server: str, seat: Seat) -> Page:
    page = open_page("/healthz", motion="off", coach="off", confirm="always")
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(f"{server}/t/{seat.table}#{seat.token}")
    page.wait_for_function(READY)
    return page


def test_nothing_in_the_tray_moves_from_step_to_step(open_page: Open, server: str) -> None:
    whole = record_of("spike", "eastern_usa-2-heuristic")
    seats = bring(server, Record(whole.header, []))
    page = shown(open_page, server, seats[0])
    page.add_style_tag(content=".thing{transition:none!important}")
    known: dict[str, str] = {}
    looked = 0
    for entry in whole.entries[: 12 * games(400, 10)]:
        if entry.seat == 0:
            page.wait_for_function("(mark) => document.body.dataset.at?.split(':')[2] === mark", arg=str(seats[0].view()["mark"]))
            for wide, high in SIZES:
                page.set_viewport_size({"width": wide, "height": high})
                for name, rect in page.evaluate(RECTS).items():
                    assert known.setdefault(f"{wide} {name}", rect) == rect, (
                        f"{name} moved at {wide}: {page.inner_text('#asked')}"
                    )
            looked += 1
        seen = seats[entry.seat].get("legal").json()
        assert seats[entry.seat].act(seen, json.loads(bytes(entry.action))).is_success
    assert looked > 10 and sum(name.startswith("1440 action") for name in known) == 5


@pytest.mark.parametrize("target", ["act:train", "city"])
def test_a_click_on_ones_own_train_starts_it(open_page: Open, server: str, target: str) -> None:
    def wanted(view: dict[str, Any]) -> bool:
        return len(of(view, "train")) > 1 and of(view, "train")[0]["path"][0].startswith("start:")

    seat = at_turn(server, wanted)
    train = next(
        item for tray in seat.view()["trays"] if tray["key"] == "actions" for item in tray["items"] if item["id"] == "train"
    )
    page = shown(open_page, server, seat)
    place = "act:train" if target == "act:train" else next(at for at in train["at"] if at.startswith("city:"))
    page.locator(f".board-svg .hit[data-target='{place}']").first.dispatch_event("click")
    expect(page.locator(".prompt.no")).to_have_count(0)
    expect(page.locator("#back")).to_be_enabled()
    ways = {action["path"][0] for action in of(seat.view(), "train")}
    if len(ways) > 1:
        assert {el.get_attribute("data-pick") for el in page.locator(".tray .btn").all()} == ways
    page.keyboard.press("Escape")
    expect(page.locator(".acts .act")).to_have_count(5)


def test_all_lines_to_a_city_are_drawn_with_their_letters(open_page: Open, server: str) -> None:
    def lines(view: dict[str, Any]) -> dict[str, int]:
        found: dict[str, int] = {}
        for action in of(view, "build"):
            found[action["path"][0]] = found.get(action["path"][0], 0) + 1
        return found

    seat = at_turn(server, lambda view: max(lines(view).values(), default=0) >= 3)
    counts = lines(seat.view())
    city = max(counts, key=lambda one: counts[one])
    page = shown(open_page, server, seat)
    page.locator(f".board-svg .hit.legal[data-target='{city}']").first.dispatch_event("click")
    expect(page.locator(".offer-letter")).to_have_count(counts[city])
    slips = page.locator(".tray .pay")
    expect(slips).to_have_count(counts[city])
    cards = [sum(n for _, n in action["cost"]) for action in of(seat.view(), "build") if action["path"][0] == city]
    paid = [slip.locator(".sw .face").count() for slip in slips.all()]
    assert paid == sorted(cards), "fewest cards first"
    slips.nth(1).click()
    expect(page.locator(".offer-letter.on")).to_have_text("B")


def test_an_action_that_cannot_be_chosen_says_why(open_page: Open, server: str) -> None:
    seat = at_turn(server, lambda view: bool(of(view, "build")) and not of(view, "locomotive"))
    page = shown(open_page, server, seat)
    page.locator(".act", has_text="Engine").dispatch_event("click")
    expect(page.locator(".prompt.no .say b")).to_contain_text("you have $")
