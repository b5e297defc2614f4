"""The measures of the table: how large the board is, what of it is seen at first, and that chat is in sight with six seats."""

from __future__ import annotations

import pytest

pytest.importorskip("playwright.sync_api")
from playwright.sync_api import Page, expect

from boxcars.core import registry
from tests.browser.conftest import Open
from tests.browser.driver import READY, sit_down
from tests.server.running import Seat, table_of

pytestmark = [pytest.mark.slow, pytest.mark.browser]

BOARDS = {(1440, 900): (1124, 724), (1280, 800): (980, 636)}
# The printed frame of the board, and the window onto it, in pixels.
FRAME = """() => {
  const r = (el) => { const b = el.getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; };
  const to = document.querySelector('.board-svg').getScreenCTM(), [, , wide, high] = document.querySelector('.mini').getAttribute('viewBox').split(' ');
  return {board: r(document.querySelector('main.board')), sheet: [to.e, to.f, to.e + to.a * wide, to.f + to.d * high]};
}"""


def open_seat(page: Page, server: str, seat: Seat) -> None:
    page.goto(f"{server}/t/{seat.table}#{seat.token}")
    page.wait_for_function(READY)


@pytest.mark.parametrize("game", registry.games())
def test_the_board_is_large_and_its_first_view_fits_it(open_page: Open, game: str) -> None:
    page = open_page("/healthz", coach="off", motion="off")
    page.set_viewport_size({"width": 1440, "height": 900})
    sit_down(page, game, 3)
    for (wide, high), (least_wide, least_high) in BOARDS.items():
        page.set_viewport_size({"width": wide, "height": high})
        page.wait_for_timeout(150)
        board, (left, top, right, bottom) = (page.evaluate(FRAME)[key] for key in ("board", "sheet"))
        assert board[2] - board[0] >= least_wide and board[3] - board[1] >= least_high
        if game != "silverton":  # (its sheet is twice as high as wide: it opens on the part that concerns one)
            assert left >= board[0] - 1 and top >= board[1] - 1 and right <= board[2] + 1 and bottom <= board[3] + 1
            spare = min((right - left) / least_wide, 1), min((bottom - top) / least_high, 1)
            assert max(spare) > 0.96, "the frame touches the edge of the window, not the paper around it"
    expect(page.locator(".strip")).to_be_hidden()


def test_with_six_seats_the_chat_is_visible_under_every_tab(open_page: Open, server: str) -> None:
    seats = table_of(server, 6, game="age_of_steam")
    for n in range(5):
        assert seats[1].post("chat", text=f"Message number {n}").is_success
    page = open_page("/healthz", coach="off", motion="off", sound="off")
    page.set_viewport_size({"width": 1280, "height": 800})
    open_seat(page, server, seats[0])
    for tab in ("panels", "actions", "log", "words"):
        page.click(f"#tab-{tab}")
        expect(page.locator(".chatfoot .newest")).to_contain_text("Message number 4")
        for part in (".chatfoot .newest", ".chatfoot input"):
            box = page.locator(part).bounding_box()
            assert box and box["y"] + box["height"] <= 800 and box["x"] + box["width"] <= 1280
    page.click("#tab-chat")
    shown = page.evaluate("""() => [...document.querySelectorAll('#pane-chat li')].filter((li) => {
      const r = li.getBoundingClientRect(), top = document.elementFromPoint((r.left + r.right) / 2, (r.top + r.bottom) / 2);
      return li.contains(top); }).length""")
    assert shown >= 4


def test_a_message_is_told_with_a_key_to_answer_and_counted(open_page: Open, server: str) -> None:
    seats = table_of(server, 3)
    page = open_page("/healthz", coach="off", motion="off", sound="off")
    open_seat(page, server, seats[0])
    page.click("#tab-log")
    assert seats[1].post("chat", text="One more ticket? Brave.").is_success
    note = page.locator(".toast.said")
    expect(note).to_contain_text("One more ticket? Brave.")
    assert seats[2].post("chat", text="Not me").is_success
    assert page.locator("#tab-chat.news").count() == 0 or page.get_attribute("#tab-chat", "data-count") in ("1", "2")
    note.first.get_by_role("button", name="Reply").click()
    expect(page.locator(".chatfoot input")).to_be_focused()


def test_spectators_are_named(open_page: Open, server: str) -> None:
    seats = table_of(server, 2)
    for name in ("Greta", "P0"):  # (nobody who watches has the name of somebody who plays)
        page = open_page("/healthz", name=name)
        page.goto(f"{server}/t/{seats[0].table}")
        page.wait_for_function(READY)
    page = open_page("/healthz", coach="off", motion="off")
    open_seat(page, server, seats[0])
    expect(page.locator(".chatfoot .watch")).to_have_text("Greta and 1 guest are watching")
