"""Puzzles in a real browser: chosen on the Learn page, answered on the board, solved at the first try or not."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def begin(page: Page, game: str, title: str) -> None:
    page.locator(f"#{game} .puzzles summary").click()
    page.locator(f"#{game} .puzzles").get_by_role("button", name=title).click()
    page.wait_for_selector("#coach[data-beat]")


def click_target(page: Page, target: str) -> None:
    page.locator(f'.hit[data-target="{target}"]').first.dispatch_event("click")


@pytest.mark.in_turn(2)
@pytest.mark.parametrize("phone", [False, True])
def test_a_plan_is_drawn_on_the_board(open_page: Open, phone: bool) -> None:
    page = open_page("/learn", phone=phone)
    begin(page, "ticket_to_ride", "Twelve trains")
    coast = ["los_angeles-san_francisco-violet", "portland-san_francisco-green", "portland-seattle-a"]
    for route in coast:
        click_target(page, f"route:{route}")
    expect(page.locator("#coach .says .choices")).to_contain_text("Portland – Seattle")
    shot(page, f"plan-{phone}")
    page.locator("#coach-go").click()
    expect(page.locator("#coach .speech")).to_contain_text("One ticket is complete, with 9 trains")
    shot(page, f"plan-wrong-{phone}")
    click_target(page, "route:los_angeles-phoenix")
    page.locator("#coach-go").click()
    page.wait_for_function("() => document.querySelector('#coach').dataset.mood === 'right'")
    assert page.locator("#coach-spots .spot-ring.look").count() == 4, "the answer is shown"
    shot(page, f"plan-right-{phone}")
    page.locator("#coach-go").click()
    expect(page.locator("#finished .go")).to_have_text("Next puzzle")
    shot(page, f"plan-done-{phone}")
    page.goto("/learn")
    page.locator("#ticket_to_ride .puzzles summary").click()
    expect(page.locator("#ticket_to_ride .puzzles summary")).to_contain_text("1 of 8")
    assert page.locator("#ticket_to_ride .puzzles .solved").count() == 1
    assert page.locator("#ticket_to_ride .puzzles .first").count() == 0, "not at the first try"
    shot(page, f"learn-{phone}")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.in_turn(2)
@pytest.mark.parametrize("phone", [False, True])
def test_answers_in_words(open_page: Open, phone: bool) -> None:
    page = open_page("/learn", phone=phone)
    begin(page, "spike", "Which payments?")
    shot(page, f"words-{phone}")
    for key in ("purple_orange", "purple_2white", "2white_2blue", "4blue", "3purple"):
        page.locator(f'#coach .options [data-choice="option:{key}"]').click()
    page.locator("#coach-go").click()
    page.wait_for_function("() => document.querySelector('#coach').dataset.mood === 'right'")
    page.locator("#coach-go").click()
    expect(page.locator("#finished")).to_contain_text("Solved on the first try.")


def test_nothing_shows_where_the_answer_lies(open_page: Open) -> None:
    """The dock and the board tell what every delivery brings, best first; in a puzzle that would be the answer."""
    page = open_page("/learn")
    begin(page, "age_of_steam", "The highest income")
    expect(page.locator('.hit.legal[data-target="cube:c12r8:red"]')).to_have_count(1)
    assert page.locator(".prompt .earn").count() == 0
    assert page.locator(".gain-badge").count() == 0
    click_target(page, "cube:c12r8:red")
    page.locator("#confirm:enabled").click()
    page.wait_for_function("() => document.querySelector('#coach').dataset.mood === 'right'")


def shot(page: Page, name: str) -> None:
    folder = os.environ.get("SHOTS")
    if folder:
        page.wait_for_timeout(700)
        page.screenshot(path=str(Path(folder) / f"{name}.png"))
