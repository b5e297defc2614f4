"""The workshop in the browser: a map drawn from nothing to the first move, by mouse and by keyboard alone; shared and found again."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.driver import READY, play_by_clicks, play_by_keys

pytestmark = [pytest.mark.slow, pytest.mark.browser]

GOOD = ".chk li.ok"


def centre(page: Page, target: str) -> tuple[float, float]:
    for _ in range(20):  # the drawing may be exchanged for a newer one just now
        page.wait_for_selector(f'[data-target="{target}"]', state="attached")
        box = page.locator(f'[data-target="{target}"]').first.bounding_box()
        if box is not None:
            break
        page.wait_for_timeout(50)
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def tool(page: Page, name: str) -> None:
    page.locator(".brush", has_text=re.compile(f"{name}$")).click()


def take(page: Page, name: str) -> None:
    """A tool, by the keyboard. The tools are drawn anew meanwhile, and whoever stands on one stays there."""
    brush = page.locator(".brush", has_text=re.compile(f"{name}$"))
    brush.focus()
    page.keyboard.press("Enter")
    expect(brush).to_have_attribute("aria-pressed", "true")
    expect(brush).to_be_focused()
    page.locator(".ws-sheet").focus()


def click(page: Page, target: str) -> None:
    """Click, and wait until the answer is drawn."""
    with page.expect_response("**/api/workshop/**"):
        page.mouse.click(*centre(page, target))
    page.wait_for_timeout(80)


def first_move(page: Page, keys: bool = False) -> None:
    """Open a table on the draft, and move."""
    play = page.get_by_role("button", name="Play this map")
    if keys:
        play.focus()
        page.keyboard.press("Enter")
    else:
        play.click()
    page.wait_for_url("**/t/*")
    page.wait_for_function(READY)
    assert (play_by_keys if keys else play_by_clicks)(page, 1, 30, decisions=1) > 0


def test_a_hex_map_is_drawn_by_mouse_and_played(open_page: Open) -> None:
    page = open_page("/workshop")
    page.click('a[href="/workshop/age_of_steam#new"]')
    page.wait_for_selector(".ws-sheet svg")
    expect(page.locator(".chk li.at").first).to_be_visible()
    tool(page, "Plain")
    for row in range(4):
        with page.expect_response("**/api/workshop/**"):
            page.mouse.move(*centre(page, f"hex:c0r{row}"))
            page.mouse.down()
            for col in range(1, 6):
                page.mouse.move(*centre(page, f"hex:c{col}r{row}"), steps=4)
            page.mouse.up()
        page.wait_for_timeout(120)
    tool(page, "City")
    click(page, "hex:c0r0")
    expect(page.locator(".ws-rail h2 span").first).to_have_text("City 1")
    page.fill(".insp input[type=text]", "Torino")
    page.keyboard.press("Tab")
    click(page, "hex:c5r3")
    expect(page.locator(GOOD).first).to_contain_text("2 cities")
    page.keyboard.press("Escape")
    page.locator(".ws-sheet").focus()
    page.keyboard.press("u")
    expect(page.locator(".chk li.at").first).to_be_visible()
    page.keyboard.press("Shift+U")
    expect(page.locator(GOOD).first).to_be_visible()
    page.get_by_role("button", name="Prices").click()
    expect(page.locator(".ws-sheet text", has_text="$2").first).to_be_visible()
    page.reload()  # the draft is kept
    expect(page.locator(GOOD).first).to_contain_text("2 cities")
    first_move(page)
    expect(page.locator("svg", has_text="Torino").first).to_be_visible()
    page.goto("/workshop")
    expect(page.locator(".eventrow")).to_have_count(1)


def test_land_of_a_lattice_is_drawn_by_mouse_and_its_cards_are_dealt(open_page: Open) -> None:
    page = open_page("/workshop/spike#new")
    page.wait_for_selector(".ws-sheet svg")
    tool(page, "Land")
    for row in range(1, 4):
        with page.expect_response("**/api/workshop/**"):
            page.mouse.move(*centre(page, f"spot:r{row:02}c01"))
            page.mouse.down()
            for col in range(2, 6):
                page.mouse.move(*centre(page, f"spot:r{row:02}c{col:02}"), steps=3)
            page.mouse.up()
        page.wait_for_selector(f'[data-target="point:r{row:02}c05"]', state="attached")
    tool(page, "City")
    for n in range(12):
        click(page, f"point:r{1 + n % 3:02}c{1 + n // 3:02}")
    expect(page.locator(".ws-sheet text", has_text="City 12")).to_have_count(1)
    tool(page, "Deal cards")  # it works at once, on the whole map
    expect(page.locator(GOOD).first).to_contain_text("12 cities")
    page.get_by_role("button", name="Zoom in").click()
    first_move(page)
    page.click("#menu-button")
    expect(page.get_by_role("link", name="Save its map as a file")).to_have_attribute("href", re.compile("^/api/maps/own:"))


def test_a_route_map_is_drawn_by_keyboard_alone_and_played(open_page: Open) -> None:
    page = open_page("/workshop/ticket_to_ride#new")
    page.wait_for_selector(".ws-sheet svg")

    def act() -> None:
        with page.expect_response("**/api/workshop/**"):
            page.keyboard.press("Enter")
        page.wait_for_timeout(100)
        page.locator(".ws-sheet").focus()

    take(page, "City")
    for _ in range(9):
        page.keyboard.press("ArrowLeft")
    for _ in range(6):  # six cities in a row
        act()
        for _ in range(3):
            page.keyboard.press("ArrowRight")
    back = 6  # from city to city by one key each
    for name in ("Route", "Ticket"):
        take(page, name)
        for _ in range(back):
            page.keyboard.press("ArrowLeft")
        pairs = [(i, i + 1) for i in range(5)] if name == "Route" else [(a, b) for a in range(6) for b in range(a + 1, 6)]
        at = 0
        for a, b in pairs:
            for city in (a, b):
                for _ in range(abs(city - at)):
                    page.keyboard.press("ArrowRight" if city > at else "ArrowLeft")
                at = city
                if city == a:
                    page.keyboard.press("Enter")
            act()
        back = at
    expect(page.locator(GOOD).first).to_contain_text("6 cities, 5 routes")
    first_move(page, keys=True)


def test_a_hex_map_is_drawn_by_keyboard_alone_and_played(open_page: Open) -> None:
    page = open_page("/workshop/steam#new")
    page.wait_for_selector(".ws-sheet svg")
    take(page, "Plain")
    with page.expect_response("**/api/workshop/**"):
        page.keyboard.press("Enter")
    for _ in range(2):
        with page.expect_response("**/api/workshop/**"):  # (the tools are drawn anew with what it says)
            page.keyboard.press("Shift+ArrowUp")  # drawn on, one hex a key
    expect(page.locator(".ws-sheet .ws-empty")).to_have_count(27)
    take(page, "City")
    for steps in (0, 2):
        for _ in range(steps):
            page.keyboard.press("ArrowDown")
        with page.expect_response("**/api/workshop/**"):
            page.keyboard.press("Enter")
        page.locator(".ws-sheet").focus()
    expect(page.locator(GOOD).first).to_contain_text("2 cities")
    first_move(page, keys=True)


def test_lines_and_cards_are_drawn_by_mouse_and_played(open_page: Open) -> None:
    page = open_page("/workshop/silverton#new")
    page.wait_for_selector(".ws-sheet svg")
    towns = [f"town:{id}" for id in ("salt_lake_city", "denver", "pueblo", "santa_fe", "el_paso")]
    for name, picks in (
        ("Line", list(pairwise(towns))),
        ("Claim", [(towns[n % 5],) for n in range(10)]),
        ("Passengers", [(towns[n], towns[(n + 2) % 5]) for n in range(3)]),
    ):
        tool(page, name)
        for targets in picks:
            for target in targets[:-1]:
                page.mouse.click(*centre(page, target))
            click(page, targets[-1])
    expect(page.locator(GOOD).first).to_be_visible()
    first_move(page)


def test_a_hostile_file_or_stored_list_is_refused_in_words(open_page: Open) -> None:
    """Whatever is opened: the page says what is wrong and where, or begins with an empty list."""
    page = open_page("/workshop")
    hostile = {
        "line 2: name: the text contains": b'game = "steam"\nname = "<img src=x onerror=document.title=1>"\n',
        "this isn't valid TOML": b'game = "steam"\nname = ',
        "line 3: there's no key called": b'game = "steam"\nname = "A"\ncolour = 3\n',
        "nested more than": b"game = 'steam'\na = " + b"[" * 3000 + b"]" * 3000,
    }
    for complaint, text in hostile.items():
        page.goto("/workshop")
        file = {"name": "map.toml", "mimeType": "text/plain", "buffer": text}
        page.locator("input[type=file]").set_input_files([file])
        expect(page.locator("main")).to_contain_text(complaint, timeout=20_000)
    for stored in ("7", "{", '{"x": 1}', '[null, {"id": 3}, {"id": "a", "game": "steam", "doc": {"board": "<b>"}}]'):
        page.evaluate("(stored) => localStorage.setItem('boxcars:drafts', stored)", stored)
        page.goto("/workshop")
        expect(page.locator(".ws-board").first).to_be_visible()
    page.goto("/workshop/steam#draft=a")
    expect(page.locator("main")).to_contain_text("There's a problem with this map file", timeout=20_000)


def test_a_map_is_shared_and_offered_to_everybody(open_page: Open) -> None:
    page = open_page("/workshop")
    made = page.request.post("/api/card", data={"name": "Ada", "label": "one"}).json()
    page.evaluate("(token) => localStorage.setItem('boxcars:card', token)", made["token"])
    page.goto("/workshop/steam#map=ruhr")
    expect(page.locator(GOOD).first).to_contain_text("18 cities")
    page.click('[data-target="hex:c1r1"]')
    expect(page.locator(".ws-rail h2 span").first).to_have_text("Nijmegen")
    page.fill(".insp input[type=text]", "Noviomagus")
    page.keyboard.press("Tab")
    expect(page.locator(".ws-sheet text", has_text="Noviomagus").first).to_be_visible()
    with page.expect_response("**/keep") as kept:
        page.get_by_role("button", name="Share").click()
    link = kept.value.json()["link"]
    other = open_page(re.sub(r"https?://[^/]+", "", link))
    expect(other.locator(".ws-sheet text", has_text="Noviomagus").first).to_be_visible()
    other.goto("/new?game=steam")
    expect(other.locator("body")).to_contain_text("Rhine-Ruhr")
    assert any(
        m["key"].startswith("own:")
        for m in other.evaluate(
            "fetch('/api/games').then((a) => a.json()).then(({games}) => games.find(({key}) => key === 'steam').maps)"
        )
    )
    phone = open_page("/workshop", phone=True)
    phone.wait_for_selector(".ws-board")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_draft_follows_its_author_to_another_device(open_page: Open) -> None:
    pages = [open_page("/workshop"), open_page("/workshop")]
    made = pages[0].request.post("/api/card", data={"name": "Ada", "label": "one"}).json()
    for page in pages:
        page.evaluate("(token) => localStorage.setItem('boxcars:card', token)", made["token"])
    first, other = pages
    first.goto("/workshop/steam#map=ruhr")
    expect(first.locator(".insp input[type=text]").first).to_have_value("Rhine-Ruhr")
    with first.expect_response("**/api/card/drafts/*"):
        first.fill(".insp input[type=text]", "Elsewhere")
        first.keyboard.press("Tab")
    other.goto("/workshop")
    row = other.locator(".eventrow", has_text="Elsewhere")
    row.get_by_role("link", name="Continue").click()
    expect(other.locator(".ws-name b")).to_have_text("Elsewhere")
    assert "draft=" in other.url and other.url.rpartition("=")[2] == first.url.rpartition("=")[2]
    other.goto("/workshop")
    with other.expect_response("**/api/card/drafts/*"):
        row.get_by_role("button", name="Delete draft").click()
    expect(row).to_have_count(0)
