"""Stories, sounds and the ceremony: they move, they can be cut, and what stands in the end is always the position.

Positions come from games that bots played; their steps are told by stepping through them.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from boxcars.core import record, registry
from tests.browser.conftest import Open
from tests.server.running import Seat, bring, played

pytestmark = [pytest.mark.slow, pytest.mark.browser]

ACTIONS = 45
MOVED = "() => !document.body.classList.contains('story')"
BODY = '() => document.body.outerHTML.replace(/ data-at="[^"]*"/, \'\')'

# Every movement the page asks for, by what moves in it.
WATCH = """() => {
  window.moved = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, how) {
    window.moved.push(...frames.flatMap((frame) => Object.keys(frame).filter((key) => frame[key] !== 'none')));
    return animate.call(this, frames, how);
  };
}"""
# When stories begin and end.
TOLD = """() => new MutationObserver(() => performance.mark(document.body.classList.contains('story') ? 'begins' : 'ends'))
  .observe(document.body, {attributeFilter: ['class']})"""
HEARD = """() => {
  window.contexts = 0;
  const Real = window.AudioContext;
  window.AudioContext = class extends Real { constructor() { super(); window.contexts += 1; } };
}"""


class Tables:
    """A game of each kind, seen from its first seat; brought to the server when it is asked for."""

    def __init__(self, server: str) -> None:
        self.server = server
        self.known: dict[str, Seat] = {}

    def __getitem__(self, game: str) -> Seat:
        if game not in self.known:
            count = next(n for n in (3, 2, 1) if n in registry.game(game).maps[0].players)
            kept = played(game, count, actions=ACTIONS)
            if kept.result is not None:  # (a game that is over is looked back at in its analysis)
                kept = played(game, count, actions=len(kept.entries) - 1)
            self.known[game] = bring(self.server, kept)[0]
        return self.known[game]


@pytest.fixture(scope="module")
def tables(server: str) -> Tables:
    return Tables(server)


def step_to(page: Page, ply: int) -> None:
    """The position before a step, standing still."""
    page.locator(".replay input[type=range]").fill(str(ply))
    page.wait_for_function("(ply) => document.querySelector('.replay b')?.textContent.includes(` ${ply} `)", arg=ply)
    page.wait_for_timeout(80)
    page.keyboard.press("Shift")


def looking_back(open_page: Open, seat: Seat, **how: Any) -> Page:
    page = open_page(f"/t/{seat.table}#{seat.token}", **how)
    page.wait_for_selector(".players .card", state="attached")
    page.wait_for_timeout(600)  # what moves is fetched when the page stands
    page.keyboard.press("p")
    page.wait_for_selector(".replay")
    return page


def steps_with_stories(seat: Seat, most: int) -> list[int]:
    """Steps of a game with different movements."""
    found: dict[tuple[str, ...], int] = {}
    for ply in range(1, seat.get("view").json()["ply"] + 1):
        kinds = tuple(sorted({beat["kind"] for beat in seat.get("view", ply=ply).json()["beats"]}))
        if kinds:
            found.setdefault(kinds, ply)
    return sorted(found.values())[:most]


@pytest.mark.in_turn(3)
@pytest.mark.parametrize("game", list(registry.games()))
def test_a_story_that_is_cut_leaves_what_one_that_ended_leaves(game: str, open_page: Open, tables: Tables) -> None:
    page = looking_back(open_page, tables[game], lively=True, motion="always")
    steps = steps_with_stories(tables[game], 4)
    assert steps
    page.evaluate(TOLD)
    for ply in steps:
        ends = []
        for cut in (False, True):
            step_to(page, ply - 1)
            page.evaluate("() => performance.clearMarks()")
            page.keyboard.press("ArrowRight")
            if cut:
                page.wait_for_timeout(250)
                page.keyboard.press("Shift")
            page.wait_for_function("() => performance.getEntriesByName('begins').length > 0")
            page.wait_for_function(MOVED, timeout=30_000)
            assert page.locator(".flight, .uncover").count() == 0
            page.evaluate("() => new Promise((done) => requestIdleCallback(done, {timeout: 1500}))")  # the small map follows
            ends.append(page.evaluate(BODY))
        assert ends[0] == ends[1], f"step {ply}"


def test_a_key_that_cuts_a_story_does_what_it_was_meant_to_do(open_page: Open, tables: Tables) -> None:
    page = looking_back(open_page, tables["ticket_to_ride"], lively=True, motion="always")
    step_to(page, 6)
    for ply in (7, 8, 9):
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(60)
        page.wait_for_function("(ply) => document.querySelector('.replay b').textContent.includes(` ${ply} `)", arg=ply)


def test_where_less_motion_is_asked_for_nothing_travels(open_page: Open, tables: Tables) -> None:
    for settings in ({"lively": False}, {"lively": True, "motion": "off"}):
        page = looking_back(open_page, tables["ticket_to_ride"], **settings)
        page.evaluate(WATCH)
        step_to(page, 8)
        for _ in range(12):
            page.keyboard.press("ArrowRight")
            page.wait_for_timeout(150)
        moved = page.evaluate("() => window.moved")
        assert moved and set(moved) == {"opacity"}
        assert page.locator(".flight").count() == 0


def test_a_table_at_rest_uses_no_frames(open_page: Open, tables: Tables) -> None:
    seat = tables["ticket_to_ride"]
    actor = seat.get("view").json()["actor"]
    page = open_page(f"/t/{seat.table}", lively=True)  # a spectator: nobody's turn to be lit
    page.wait_for_selector(".players .card", state="attached")
    page.wait_for_timeout(1500)
    assert page.evaluate("() => document.getAnimations().filter((one) => one.playState === 'running').length") == 0, actor
    page.evaluate("() => { const real = requestAnimationFrame; window.asked = 0; "
                  "window.requestAnimationFrame = (what) => { window.asked += 1; return real(what); }; }")  # fmt: skip
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")

    def drawn() -> float:
        metrics = session.send("Performance.getMetrics")["metrics"]
        return sum(one["value"] for one in metrics if one["name"] in ("LayoutCount", "RecalcStyleCount"))

    before = drawn()
    page.wait_for_timeout(5000)
    assert drawn() - before == 0
    assert page.evaluate("() => window.asked") == 0


def test_nothing_sounds_before_a_gesture_and_the_choice_is_remembered(open_page: Open, tables: Tables) -> None:
    seat = tables["ticket_to_ride"]
    page = open_page("/healthz", lively=True)
    page.context.add_init_script(f"({HEARD})()")
    page.goto(f"/t/{seat.table}#{seat.token}")
    page.wait_for_selector(".players .card", state="attached")
    page.wait_for_timeout(800)
    assert page.evaluate("() => window.contexts") == 0
    assert not page.evaluate(
        "() => performance.getEntriesByType('resource').some((one) => one.name.endsWith('/sound_synthesis.js'))"
    )
    page.mouse.click(500, 300)
    page.wait_for_function(
        "() => performance.getEntriesByType('resource').some((one) => one.name.endsWith('/sound_synthesis.js'))"
    )
    assert page.evaluate("() => window.contexts") == 1
    button = page.locator("#sound")
    expect(button).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("m")
    page.locator("#volume").fill("0.35")
    page.locator("#volume").dispatch_event("change")
    page.keyboard.press("m")
    button.click()
    page.reload()
    expect(page.locator("#sound")).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("m")
    expect(page.locator("#volume")).to_have_value("0.35")
    assert page.evaluate("() => window.contexts") == 0, "what is off needs nothing to be heard with"


def test_the_instruments_know_no_game() -> None:
    source = (Path(__file__).parents[2] / "src/boxcars/client/lib/sound_synthesis.js").read_text(encoding="utf-8").lower()
    names = [name.lower() for game in registry.games().values() for name in (game.key, game.name)]
    assert [name for name in names if name in source] == []


SLOWER = 4
"""The reference phone: this processor, four times slower."""


def test_no_frame_of_a_claim_of_six_wagons_is_long(open_page: Open, chromium: Browser, server: str, record_property: Any) -> None:
    """Hardly a frame takes longer than 20 ms at a phone's pace: one in forty here, where others work, too (docs/lab/2026-table.md)."""
    game = record.read((Path(__file__).parents[1] / "ticket_to_ride/golden/usa-2-heuristic.jsonl").read_bytes())
    board = registry.make("ticket_to_ride", players=2).board  # type: ignore[attr-defined]
    actions = [json.loads(bytes(entry.action)) for entry in game.entries]
    claims = [(board.length[board.route_id[act["route"]]], ply) for ply, act in enumerate(actions, 1) if "route" in act]
    wagons, ply = max(claims)
    assert wagons == 6
    game.entries, game.result = game.entries[: ply + 2], None  # not over: there the analysis would be beside it
    page = looking_back(open_page, bring(server, game)[0], phone=True, lively=True, motion="always")
    page.evaluate(TOLD)
    step_to(page, ply - 1)
    chromium.start_tracing(page=page, categories=["toplevel", "blink.user_timing"])
    page.keyboard.press("ArrowRight")
    page.wait_for_timeout(400)
    page.wait_for_function(MOVED, timeout=60_000)
    tasks = story_tasks(json.loads(chromium.stop_tracing())["traceEvents"])
    frames = [task for task in tasks if task > 1]  # what is shorter draws nothing
    slow = [SLOWER * frame for frame in frames]
    told = {"frames": len(frames), "phone_over_20_ms": sum(one > 20 for one in slow), "phone_worst_ms": round(max(slow), 1)}
    record_property("story", json.dumps(told))
    print(told)
    assert len(frames) > 20, told
    assert told["phone_over_20_ms"] <= len(frames) / 40, told  # before the print of a board was one thing: two in five


def test_no_style_looks_at_the_whole_page() -> None:
    """With ``body:has(…)`` a browser looks at all of the page whenever anything is put into it: a card that takes off, a number."""
    client = Path(__file__).parents[2] / "src/boxcars/client"
    rules = [line for sheet in client.rglob("*.css") for line in sheet.read_text(encoding="utf-8").splitlines()]
    assert len(rules) > 1000
    assert [line for line in rules if re.match(r"\s*(body|html|:root|\.table-page)[^ >+~]*:has\(", line)] == []


def story_tasks(traced: list[dict[str, Any]]) -> list[float]:
    """The page's own time for each of its tasks while the story was told (not the clock's: the machine may be busy), in ms."""
    marks = [event for event in traced if event["name"] in ("begins", "ends") and "blink.user_timing" in event["cat"]]
    begins = max(mark["ts"] for mark in marks if mark["name"] == "begins")
    ends = max(mark["ts"] for mark in marks)
    own = (marks[0]["pid"], marks[0]["tid"])
    tasks = [event for event in traced if (event["pid"], event["tid"]) == own and event["name"].endswith("RunTask")]
    return sorted(task["tdur"] / 1000 for task in tasks if "tdur" in task and begins < task["ts"] < ends)


# Each piece and panel is signed; what is drawn again has lost its sign.
SIGN = "() => document.querySelectorAll('#bx-pieces > *, .panels > *').forEach((el) => { el.signed = true; })"
KEPT = """() => ['#bx-pieces > *', '.panels > *'].map((which) => {
  const all = [...document.querySelectorAll(which)];
  return [all.filter((el) => el.signed).length, all.length]; })"""
# How often the panels as a whole were put anywhere.
MOVED_PANELS = """() => { window.put = 0; new MutationObserver((all) => { for (const { addedNodes } of all) for (const one of addedNodes) {
  if (one.classList?.contains('panels')) window.put += 1; } }).observe(document.body, {subtree: true, childList: true}); }"""


@pytest.mark.in_turn(2)
@pytest.mark.parametrize("game", ["silverton", "age_of_steam", "ticket_to_ride", "spike"])
def test_a_new_position_draws_only_what_is_new(game: str, open_page: Open, tables: Tables) -> None:
    page = looking_back(open_page, tables[game])
    page.evaluate(MOVED_PANELS)
    pieces = panels = (0, 0)
    last = tables[game].get("view").json()["ply"]
    for ply in range(last - 11, last - 1):
        step_to(page, ply - 1)
        page.evaluate(SIGN)
        step_to(page, ply)
        one, other = page.evaluate(KEPT)
        pieces, panels = (pieces[0] + one[0], pieces[1] + one[1]), (panels[0] + other[0], panels[1] + other[1])
    assert pieces[1] > 50 and pieces[0] > 0.8 * pieces[1], pieces
    assert not panels[1] or panels[0] > 0.6 * panels[1], panels
    assert page.evaluate("() => window.put") == 0, "panels that are put where they are already are laid out all the same"


# The sheet without what is worked out beside it and comes when it is ready.
SHEET = """(el) => {
  const copy = el.cloneNode(true);
  copy.querySelector('.moments')?.remove();
  copy.querySelector('.chart')?.replaceChildren();
  return copy.outerHTML;
}"""


def test_the_end_is_counted_and_a_click_shows_the_sheet(open_page: Open, server: str) -> None:
    seat = bring(server, played("ticket_to_ride", 2))[0]
    page = open_page(f"/t/{seat.table}#{seat.token}", lively=True)
    page.wait_for_selector("#front .final")
    outcome = seat.get("view").json()["outcome"]
    assert len(outcome["awards"]) == 3
    totals = sorted(outcome["scores"], reverse=True)
    shown = page.locator("#front .final")
    assert numbers(page) == totals
    before = shown.evaluate(SHEET)
    page.locator("#recount").click()
    page.wait_for_selector(".final.counting")
    expect(shown.locator(".title")).to_have_text("The last train is in")
    hidden = [paper["text"] for line in outcome["lines"] for paper in line["uncovered"]]
    expect(shown.locator(".paper").first).to_contain_text(re.compile("|".join(hidden)))
    page.mouse.click(5, 400)
    page.wait_for_selector(".final:not(.counting)")
    assert shown.locator(".paper").count() == 0
    assert numbers(page) == totals
    after = shown.evaluate(SHEET)
    assert strip_order(after) == strip_order(before)


def test_a_game_that_ends_before_ones_eyes_is_counted(open_page: Open, server: str) -> None:
    game = played("ticket_to_ride", 2)
    last = game.entries.pop()
    game.result = None
    seats = bring(server, game)
    page = open_page(f"/t/{seats[0].table}#{seats[0].token}", lively=True, motion="always")
    page.wait_for_selector(".players .card")
    page.wait_for_timeout(600)
    view = seats[last.seat].get("view").json()
    answer = seats[last.seat].post("act", ply=view["ply"], mark=view["mark"], action=json.loads(bytes(last.action)))
    assert answer.is_success, answer.text
    page.wait_for_timeout(300)
    assert page.locator("#front").count() == 0, "the board is looked at first"
    page.wait_for_selector(".final.counting", timeout=15_000)
    expect(page.locator(".final .title")).to_have_text("The last train is in")
    expect(page.locator(".prompt").get_by_text("wins")).to_be_hidden()
    points = page.locator(".players dd").first
    expect(points).to_be_hidden()
    page.keyboard.press("Shift")
    page.wait_for_selector(".final:not(.counting)")
    expect(page.locator(".final .title")).to_contain_text("wins")
    expect(points).to_be_visible()


def numbers(page: Page) -> list[int]:
    return [int(text.replace("−", "-")) for text in page.locator(".tot").all_inner_texts()]


def strip_order(html: str) -> str:
    """The rows are put in order by a style that the counting writes: 0, 1, 2 in the end."""
    for n in range(6):
        html = html.replace(f' style="order: {n};"', "")
    return html.replace(' class=""', "").replace(' class="cur"', "")
