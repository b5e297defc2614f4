"""The coach: the Learn page, a lesson in each of its moods, a puzzle, and what the coach says at ordinary tables.

``make_gallery.py coach`` makes them: at a desk and on a phone, light and dark.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING

from playwright.sync_api import Browser, Page
from scenes import position

if TYPE_CHECKING:
    from make_gallery import Hall

CLICK = "(which) => document.querySelector(which).dispatchEvent(new MouseEvent('click', {bubbles: true}))"
MOOD = "(wanted) => document.querySelector('#coach')?.dataset.mood === wanted"
FIRST = "ticket_to_ride/1_first_ticket"
SIZES = {"desktop": (1440, 900), "phone": (390, 844)}
Shoot = Callable[[Page, str], None]


def lesson_page(page: Page, beat: str, lesson: str = FIRST) -> None:
    """A lesson from one of its beats on, as a browser begins it."""
    page.goto("/learn")
    asked = {"lesson": lesson, "beat": beat, "name": "Ada", "count": False}
    made = json.loads(page.request.post("/api/lessons/start", data=asked).text())
    page.goto(f"/t/{made['table']}#{made['tokens'][0]}")
    page.wait_for_selector("#coach .stops li, #coach.puzzle, #coach[data-beat]")


def scenes(browser: Browser, hall: Hall, shoot: Shoot) -> None:
    kept, _ = position("ticket_to_ride", lambda *_: False, 2)
    over = hall.bring(kept, 0)
    for size, (wide, high) in SIZES.items():
        context = browser.new_context(
            viewport={"width": wide, "height": high},
            base_url=hall.url,
            has_touch=size == "phone",
            reduced_motion="reduce",
            locale="en-GB",
        )
        context.set_default_timeout(120_000)  # (a busy machine takes its time)
        page = context.new_page()
        first_visit(page, size, shoot)
        context.add_init_script("localStorage.setItem('boxcars:coach', 'on')")
        lesson(page, size, shoot)
        learning_table(page, size, shoot)
        page.goto(f"/t/{over[0]}#{over[1]}")
        page.wait_for_selector(".moments li")
        page.locator(".moments").scroll_into_view_if_needed()
        shoot(page, f"coach-moments-{size}")
        page.goto("/reference/age_of_steam")
        page.wait_for_selector(".reference li")
        shoot(page, f"coach-reference-{size}")
        context.close()


def first_visit(page: Page, size: str, shoot: Shoot) -> None:
    page.goto("/")
    page.get_by_role("button", name="Learn in").first.wait_for()
    shoot(page, f"coach-first-visit-{size}")
    page.goto("/learn")
    page.wait_for_selector(".course")
    page.evaluate("() => [...document.images].forEach((image) => { image.loading = 'eager'; })")
    shoot(page, f"coach-learn-{size}")


def lesson(page: Page, size: str, shoot: Shoot) -> None:
    lesson_page(page, "")
    page.wait_for_function(MOOD, arg="say")
    shoot(page, f"coach-say-{size}")
    lesson_page(page, "claim")
    page.wait_for_function(MOOD, arg="ask")
    shoot(page, f"coach-ask-{size}")
    page.evaluate(CLICK, '.hit[data-target="route:dallas-oklahoma_city-a"]')
    page.locator("#confirm").click()
    page.wait_for_function(MOOD, arg="wrong")
    shoot(page, f"coach-wrong-{size}")
    page.locator("#coach").get_by_role("button", name="Hint").click()
    page.wait_for_function(MOOD, arg="ask")
    shoot(page, f"coach-hint-{size}")
    lesson_page(page, "who_earns", "age_of_steam/1_one_link")
    page.wait_for_function(MOOD, arg="quiz")
    shoot(page, f"coach-who-{size}")
    lesson_page(page, "next_ticket")
    page.wait_for_function(MOOD, arg="quiz")
    shoot(page, f"coach-quiz-{size}")
    page.locator('#coach [data-choice="route:kansas_city-oklahoma_city-a"]').dispatch_event("click")
    page.wait_for_function(MOOD, arg="right")
    shoot(page, f"coach-right-{size}")
    while page.locator("#finished").count() == 0:
        if page.locator("#coach-go").count():
            page.locator("#coach-go").click()
        page.wait_for_timeout(100)
    shoot(page, f"coach-done-{size}")
    lesson_page(page, "", "spike/puzzles/8_both_contracts")
    page.wait_for_function(MOOD, arg="ask")
    shoot(page, f"coach-puzzle-{size}")


def learning_table(page: Page, size: str, shoot: Shoot) -> None:
    page.goto("/learn")
    page.evaluate("localStorage.removeItem('boxcars:tips')")
    page.locator("#age_of_steam").get_by_role("button", name="Learning table").click()
    page.wait_for_selector(".tip:not([hidden])")
    shoot(page, f"coach-tip-{size}")
    page.locator(".stepper input").fill("9")
    page.locator(".stepper input").press("Enter")
    page.locator("#confirm:enabled").click()
    page.wait_for_selector(".tip.doubt:not([hidden])")
    shoot(page, f"coach-warning-{size}")
    page.locator("#think-again").click()
    page.keyboard.press("e")
    page.wait_for_selector("#explain li")
    shoot(page, f"coach-explain-{size}")
