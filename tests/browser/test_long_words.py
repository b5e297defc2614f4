"""Every sentence 40 % longer, on a phone: nothing may be cut or stick out.

The page gets a catalogue of stretched words in place of a translation; the server's own sentences come in Italian, the longest
of the languages.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import polib
import pytest

from boxcars.server.page.static_files import HOME
from tests.browser.driver import sit_down

playwright = pytest.importorskip("playwright.sync_api")
from playwright.sync_api import Page, Route  # noqa: E402

Open = Callable[..., Page]

PAGES = [
    "/",
    "/new?game=age_of_steam",
    "/new?game=silverton",
    "/profile",
    "/tournaments",
    "/learn",
    "/rules/spike",
    "/reference/steam",
    "/workshop",
]
CUT = """() => {
  const seen = (el) => { const box = el.getBoundingClientRect(); return box.width > 2 && box.height > 2
    && el.checkVisibility({ visibilityProperty: true, opacityProperty: true }); };
  const scrolls = (el) => { for (let at = el; at && at !== document.body; at = at.parentElement)
    if (/auto|scroll/.test(getComputedStyle(at).overflowX)) return true; return false; };
  const out = [];
  if (document.documentElement.scrollWidth > innerWidth) out.push(`page: ${document.documentElement.scrollWidth} wide`);
  for (const el of document.querySelectorAll("body *")) {
    const own = [...el.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data).join("").trim();
    if (!own || el.closest("svg, option, select, noscript, [hidden], .skip") || !seen(el)) continue;
    const style = getComputedStyle(el);
    if (/hidden|clip/.test(style.overflowX) && el.scrollWidth > el.clientWidth + 1 && style.clipPath === "none")
      out.push(`cut: ${el.tagName}.${el.className} ${own.slice(0, 60)}`);
    if (el.getBoundingClientRect().right > innerWidth + 1 && !scrolls(el))
      out.push(`sticks out: ${el.tagName}.${el.className} ${own.slice(0, 60)}`);
  }
  return out;
}"""


def stretch(text: str) -> str:
    """The text two fifths longer, in words such as other languages have."""
    more = -(-len(text) * 2 // 5)
    tail = ""
    while len(tail) < more:
        tail += " wörter"[: max(2, more - len(tail))] if len(text) > 12 else "é"
    return text + tail


def stretched() -> str:
    entries = polib.pofile((HOME / "locale/it/page.po").read_text(encoding="utf-8"))
    return json.dumps({entry.msgid: [stretch(entry.msgid), stretch(entry.msgid_plural or entry.msgid)] for entry in entries})


def lengthen(page: Page) -> None:
    words = stretched()

    def answer(route: Route) -> None:
        route.fulfill(body=words, content_type="application/json")

    page.route("**/api/words*", answer)


def test_the_words_are_really_longer() -> None:
    assert stretch("Play") == "Playéé"
    told: dict[str, Any] = json.loads(stretched())
    assert len(told) > 500
    assert all(len(forms[0]) >= 1.39 * len(message) for message, forms in told.items())


@pytest.mark.in_turn(3)
@pytest.mark.parametrize("path", PAGES)
def test_nothing_is_cut_on_a_phone(open_page: Open, path: str) -> None:
    page = open_page("/healthz", phone=True, locale="it-IT")
    lengthen(page)
    page.goto(path)
    page.wait_for_selector("main :is(h1, h2)")
    page.wait_for_load_state("networkidle")
    assert "é" in page.locator("body").inner_text() or "wö" in page.locator("body").inner_text()
    assert page.evaluate(CUT) == []


@pytest.mark.slow
@pytest.mark.parametrize("game", ["age_of_steam", "silverton", "spike", "steam", "ticket_to_ride"])
def test_nothing_is_cut_at_a_table_on_a_phone(open_page: Open, game: str) -> None:
    page = open_page("/healthz", phone=True, locale="it-IT")
    lengthen(page)
    sit_down(page, game, 3 if game != "ticket_to_ride" else 2)
    page.wait_for_selector(".prompt")
    page.wait_for_load_state("networkidle")
    assert page.evaluate(CUT) == []


def test_what_is_cut_or_sticks_out_is_found(open_page: Open) -> None:
    page = open_page("/healthz", phone=True)
    page.set_content(
        "<main><p style='width:40px;overflow:hidden;white-space:nowrap'>a long sentence</p>"
        "<p style='position:absolute;left:380px'>outside</p><p>fine</p></main>"
    )
    assert [line.split(":")[0] for line in page.evaluate(CUT)] == ["page", "cut", "sticks out"]
