"""Looking back in the browser: the graph as slider, ten quick presses, trying a move, sharing, the phone."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from boxcars.core.record import read
from tests.browser.conftest import Open, Served
from tests.server.running import Seat, bring

pytestmark = [pytest.mark.slow, pytest.mark.browser]

GOLDEN = Path(__file__).parents[1] / "ticket_to_ride/golden/usa-2-heuristic.jsonl"
TITLE = ".an-bar p b"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """One of its own: an analysis that was asked for goes on for minutes, and would do so beside all tests that come after."""
    served = Served(tmp_path_factory.mktemp("analyses"))
    yield served.url
    served.stop()


@pytest.fixture
def seat(server: str) -> Seat:
    return bring(server, read(GOLDEN.read_bytes()))[0]


WATCH = """() => {
  window.shown = [];
  const look = () => window.shown.push(Number(document.body.dataset.at.split(":")[3]));
  new MutationObserver(look).observe(document.body, { attributeFilter: ["data-at"] });
}"""
"""Notes every position that stands on the board: each for a second only, between two looks of whoever looks from outside."""


def late(route: Route) -> None:
    """An answer that takes longer than a move stands."""
    time.sleep(1.2)
    route.continue_()


def lose_the_first(route: Route, asked: list[str]) -> None:
    """A question that does not get through; the same one again does."""
    asked.append(route.request.url)
    if len(asked) > 1:
        route.continue_()
    else:
        route.abort("connectionrefused")


def test_ten_quick_presses_are_ten_moves_and_the_graph_is_the_slider(open_page: Open, seat: Seat) -> None:
    page = open_page(f"/t/{seat.table}?analysis=20#{seat.token}")
    page.wait_for_selector(".an-rail .seatbar")
    expect(page.locator(TITLE)).to_contain_text("Move 20 of")
    asked: list[str] = []
    page.route("**/view?ply=30", lambda route: lose_the_first(route, asked))
    for _ in range(10):
        page.keyboard.press("ArrowRight")
    expect(page.locator(TITLE)).to_contain_text("Move 30 of")
    assert len(asked) == 2
    page.wait_for_selector(".an-graph .ser", state="attached", timeout=240_000)  # it stands behind whatever else runs here
    page.locator(".an-graph svg").click(position={"x": 47, "y": 40})
    expect(page.locator(TITLE)).to_contain_text("Move 0 of")
    page.evaluate(WATCH)
    page.route("**/view?ply=*", late)
    page.click("#an-play")
    page.wait_for_function("() => window.shown.includes(2)")
    page.keyboard.press(" ")
    expect(page.locator("#an-play")).to_have_attribute("aria-label", "Play")
    shown = page.evaluate("() => [...new Set(window.shown)]")
    assert shown == [*range(shown[0], shown[-1] + 1)]
    page.unroute_all(behavior="wait")
    page.keyboard.press("Escape")
    expect(page.locator(".an-rail")).to_have_count(0)


def test_a_move_is_tried_and_kept(open_page: Open, seat: Seat) -> None:
    page = open_page(f"/t/{seat.table}?analysis=20#{seat.token}", confirm="never")
    page.wait_for_selector("#an-try")
    page.click("#an-try")
    page.wait_for_selector("body.trying .hit.legal, body.trying .tray button", state="attached")
    page.locator(".tray button[data-pick]").first.click()
    page.wait_for_selector(".tried li")
    page.click("#an-back")
    page.wait_for_selector("body:not(.trying)")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".tree")).to_contain_text("your variation")


def test_a_shared_line_opens_at_its_line(open_page: Open, seat: Seat) -> None:
    first = seat.post("try", ply=20).json()["view"]["legal"][0]["action"]
    line = seat.post("try", ply=20, line=[first], level="random").json()
    code = seat.post("share", ply=20, line=line["line"], eyes=0).json()["code"]
    page = open_page(f"/s/{code}", phone=True)
    expect(page.locator(".tried li")).to_have_count(len(line["line"]), timeout=60_000)
    expect(page.locator(".tried li").last).to_contain_text(line["texts"][-1])
    page.click("#an-back")
    expect(page.locator(TITLE)).to_contain_text("Move 20 of")


@pytest.mark.in_turn(3)
@pytest.mark.parametrize("lang", ["en", "es", "it"])
def test_a_phone_has_no_sideways_scroll(open_page: Open, seat: Seat, lang: str) -> None:
    page = open_page(f"/t/{seat.table}?analysis=20#{seat.token}", phone=True, locale=lang)
    page.wait_for_selector(".an-rail .seatbar")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    small = "(els) => els.filter((el) => el.offsetParent && el.getBoundingClientRect().height < 43.5).map((el) => el.outerHTML)"
    assert page.eval_on_selector_all(".transport .btn, .pseg button", small) == []
