"""No two things that can be pressed overlap, none is cut, and each can be pressed at its centre: in every game and size.

One page for each game walks through a recorded game in one seat. At each question of that seat it is resized to five sizes and
measured, as it stands and again after a choice was begun. ``BOXCARS_FULL`` looks at 200 questions of each game in three languages.
"""

from __future__ import annotations

import json
import os
import random
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api")
from playwright.sync_api import Page

from boxcars.core import registry
from boxcars.core.record import Record, read
from tests.browser.conftest import Open
from tests.browser.driver import READY
from tests.scale import FULL
from tests.server.running import Seat, bring

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.timeout(3600 if FULL else 300)]

POSITIONS = 200 if FULL else int(os.environ.get("BOXCARS_POSITIONS", "8"))
BEGUN = 2
"""At each question so many choices are begun, and what the dock shows then is measured, too."""
SIZES = [(1440, 900), (1280, 800), (1920, 1080), (390, 844), (844, 390)]
LANGUAGES = ("en-GB", "es-ES", "it-IT")
RECORDS = {
    "age_of_steam": ["rust_belt-4-heuristic", "southern_us-3-heuristic", "germany-5-heuristic"],
    "silverton": ["colorado-2-heuristic", "colorado-4-heuristic", "colorado-3-advanced"],
    "spike": ["eastern_usa-2-heuristic", "eastern_usa-3-heuristic-advanced=true", "eastern_usa-4-heuristic"],
    "steam": ["north_america-3-heuristic", "ruhr-4-heuristic", "ruhr-5-heuristic-mode=standard"],
    "ticket_to_ride": ["usa-2-heuristic", "usa-4-heuristic", "usa-5-heuristic"],
}

MEASURE = """async () => {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const SLACK = 1.5, wrong = [];
  const name = (el) => `${el.tagName.toLowerCase()}${el.id ? '#' + el.id : ''}.${el.className?.baseVal ?? el.className} `
    + `“${(el.dataset?.pick ?? el.dataset?.thing ?? el.ariaLabel ?? el.textContent ?? '').slice(0, 40)}”`;
  const scrolls = (el, axis) => /auto|scroll/.test(getComputedStyle(el)[axis === 'x' ? 'overflowX' : 'overflowY']);
  const shown = (el) => el.getClientRects().length > 0 && getComputedStyle(el).visibility !== 'hidden'
    && !el.closest('[inert], .sr, .skip') && el.checkVisibility({opacityProperty: true});
  // The part of an element that its ancestors and the window leave visible, and which of them cut it.
  const seen = (el) => {
    const r = el.getBoundingClientRect();
    const out = {x1: r.left, y1: r.top, x2: r.right, y2: r.bottom, by: null, whole: r};
    const cut = (box, x, y, by) => {
      const before = [out.x1, out.y1, out.x2, out.y2].join();
      if (x) { out.x1 = Math.max(out.x1, box.left); out.x2 = Math.min(out.x2, box.right); }
      if (y) { out.y1 = Math.max(out.y1, box.top); out.y2 = Math.min(out.y2, box.bottom); }
      if ([out.x1, out.y1, out.x2, out.y2].join() !== before) out.by = by;
    };
    for (let up = el.parentElement; up && up !== document.documentElement; up = up.parentElement) {
      const style = getComputedStyle(up);
      if (style.position === 'fixed') break;
      if (style.overflowX !== 'visible' || style.overflowY !== 'visible') {
        cut(up.getBoundingClientRect(), style.overflowX !== 'visible', style.overflowY !== 'visible', up);
      }
    }
    cut({left: 0, top: 0, right: innerWidth, bottom: innerHeight}, true, true, document.documentElement);
    return out;
  };
  const all = [...document.querySelectorAll('button, a[href], input, select, textarea, summary, .hit.legal')]
    .filter((el) => shown(el) && !el.closest('.board-svg, .mini'));
  const rects = new Map();
  for (const el of all) {
    let at = seen(el);
    const lost = () => at.x2 - at.x1 < at.whole.width - SLACK || at.y2 - at.y1 < at.whole.height - SLACK;
    if (lost()) {
      const way = at.x2 - at.x1 < at.whole.width - SLACK ? 'x' : 'y';
      let scroller = el.parentElement;
      while (scroller && !(scrolls(scroller, way))) scroller = scroller.parentElement;
      if (!scroller) { wrong.push(`cut: ${name(el)} by ${at.by && name(at.by)}`); continue; }
      // It lies in a row that scrolls: brought into sight it must be whole.
      const kept = [...document.querySelectorAll('*')].filter((one) => one.scrollLeft || one.scrollTop).map((one) => [one, one.scrollLeft, one.scrollTop]);
      el.scrollIntoView({block: 'nearest', inline: 'nearest', behavior: 'instant'});
      const before = at;
      at = seen(el);
      const still = lost() && !(at.whole.height > scroller.clientHeight && el.closest('.rail, .column')); // (a long text is scrolled)
      if (still) wrong.push(`cut though it was scrolled to: ${name(el)} by ${at.by && name(at.by)}`);
      else hit(el, at);
      for (let up = el.parentElement; up; up = up.parentElement) { up.scrollLeft = 0; up.scrollTop = 0; }
      for (const [one, left, top] of kept) { one.scrollLeft = left; one.scrollTop = top; }
      at = seen(el);
      if (at.x2 - at.x1 > SLACK && at.y2 - at.y1 > SLACK) rects.set(el, at);
      continue;
    }
    rects.set(el, at);
    hit(el, at);
  }
  function hit(el, at) {
    if (at.x2 <= at.x1 || at.y2 <= at.y1) return;
    const top = document.elementFromPoint((at.x1 + at.x2) / 2, (at.y1 + at.y2) / 2);
    if (!top || !(el === top || el.contains(top) || top.closest('label')?.control === el || el.labels && [...el.labels].some((l) => l.contains(top)))) {
      wrong.push(`covered: ${name(el)} by ${top && name(top)}`);
    }
  }
  const list = [...rects];
  for (let i = 0; i < list.length; i++) for (let k = i + 1; k < list.length; k++) {
    const [a, p] = list[i], [b, q] = list[k];
    const wide = Math.min(p.x2, q.x2) - Math.max(p.x1, q.x1), high = Math.min(p.y2, q.y2) - Math.max(p.y1, q.y1);
    if (wide > SLACK && high > SLACK && !a.contains(b) && !b.contains(a)) wrong.push(`overlap: ${name(a)} and ${name(b)}`);
  }
  if (document.documentElement.scrollWidth > innerWidth) {
    const wide = [...document.querySelectorAll('body *:not(svg *)')].filter((el) => el.getBoundingClientRect().right > innerWidth + 1);
    wrong.push(`the page is wider than the window: ${wide.slice(0, 3).map(name).join(', ')}`);
  }
  return wrong;
}"""

# Text that is cut, in what is read at every turn: it is wider than its box, ends in dots, or is seen in part. A row that
# scrolls holds all of it, and a note without room is dropped whole.
CUT = """() => {
  const wrong = [];
  const name = (el) => `${el.tagName.toLowerCase()}.${el.className} “${el.textContent.trim().slice(0, 60)}”`;
  for (const el of document.querySelectorAll(':is(.prompt, .recap, .recap-slip, .banner, .turn-summary, .strip, .open-papers, .taken-bar) *')) {
    const own = [...el.childNodes].filter((node) => node instanceof Text && node.data.trim());
    if (!own.length || !(el instanceof HTMLElement) || !el.checkVisibility({visibilityProperty: true}) || el.closest('.sr, .zone > h2, .strip b, [aria-hidden=true]')) continue;
    const {overflowX, textOverflow} = getComputedStyle(el);
    if (el.clientWidth && el.scrollWidth > el.clientWidth + 1 && !/auto|scroll/.test(overflowX)) wrong.push(`wider than its box: ${name(el)}`);
    if (textOverflow === 'ellipsis') wrong.push(`would end in dots: ${name(el)}`);
    const range = document.createRange();
    range.selectNodeContents(el);
    const r = range.getBoundingClientRect(), seen = {l: r.left, t: r.top, r: r.right, b: r.bottom};
    for (let up = el; up && up !== document.body; up = up.parentElement) {
      const style = getComputedStyle(up), box = up.getBoundingClientRect();
      if (/auto|scroll/.test(style.overflowX + style.overflowY)) break;
      if (/hidden|clip/.test(style.overflowX)) { seen.l = Math.max(seen.l, box.left); seen.r = Math.min(seen.r, box.right); }
      if (/hidden|clip/.test(style.overflowY)) { seen.t = Math.max(seen.t, box.top); seen.b = Math.min(seen.b, box.bottom); }
      if (style.position === 'fixed') break;
    }
    const wide = (seen.r - seen.l) / r.width, high = (seen.b - seen.t) / r.height;
    if (wide > 0 && high > 0.3 && (wide < 0.97 || high < 0.8)) wrong.push(`cut: ${name(el)}`);
  }
  return wrong;
}"""

# Begin the nth of the choices there are, in the dock or on the board; says whether there was one.
BEGIN = """(n) => {
  const there = [...document.querySelectorAll(':is(.tray, .hand, .rack) [data-pick]:not(:disabled), .board-svg .hit.legal')]
    .filter((el) => !['do:pass'].includes(el.dataset.pick));
  if (!there.length) return null;
  const el = there[n % there.length];
  el.dispatchEvent(new MouseEvent('click', {bubbles: true}));
  return el.dataset.pick ?? el.dataset.target;
}"""


def measure(page: Page) -> list[str]:
    """What is wrong at each size, with the size."""
    found = []
    for wide, high in SIZES:
        page.set_viewport_size({"width": wide, "height": high})
        found += [f"{wide}×{high}: {wrong}" for wrong in page.evaluate(MEASURE) + page.evaluate(CUT)]
    return found


def record_of(game: str, name: str) -> Record:
    return read((Path(__file__).parents[1] / game / "golden" / f"{name}.jsonl").read_bytes())


def walk(page: Page, server: str, whole: Record, seat: int, luck: random.Random, positions: int) -> tuple[int, dict[str, str]]:
    """Look at so many questions of a seat, spread over the whole game; returns how many, and each fault with its first place."""
    own = [i for i, entry in enumerate(whole.entries) if entry.seat == seat]
    chosen = set(luck.sample(own, min(positions, len(own))))
    seats: list[Seat] = bring(server, Record(whole.header, []))
    page.goto(f"{server}/t/{seats[seat].table}#{seats[seat].token}")
    page.wait_for_function(READY)
    faults: dict[str, str] = {}
    looked = 0
    for i, entry in enumerate(whole.entries):
        if i in chosen:
            view = seats[seat].view()
            page.wait_for_function("(mark) => document.body.dataset.at?.split(':')[2] === mark", arg=str(view["mark"]))
            page.evaluate("document.querySelector('#onward')?.click()")
            for fault in measure(page):
                faults.setdefault(fault, f"{i}: {view['prompt']}")
            for _ in range(BEGUN):
                begun = page.evaluate(BEGIN, luck.randrange(1000))
                for fault in measure(page) if begun else []:
                    faults.setdefault(fault, f"{i}: {view['prompt']}, after {begun}")
                for _ in range(4):
                    page.keyboard.press("Escape")
            looked += 1
            if looked == len(chosen):
                break
        seen = seats[entry.seat].get("legal").json()
        assert seats[entry.seat].act(seen, json.loads(bytes(entry.action))).is_success
    return looked, faults


def cases() -> list[tuple[str, str, str]]:
    """Each game with a record and a language; in a full run with every one."""
    if FULL:
        return [
            (game, name, language) for game in registry.games() for name, language in zip(RECORDS[game], LANGUAGES, strict=True)
        ]
    return [(game, RECORDS[game][0], LANGUAGES[i % 3]) for i, game in enumerate(registry.games())]


@pytest.mark.parametrize(("game", "name", "language"), cases())
def test_nothing_to_press_overlaps_or_is_cut(open_page: Open, server: str, game: str, name: str, language: str) -> None:
    luck = random.Random(f"{game} {name}")
    whole = record_of(game, name)
    page = open_page("/healthz", locale=language, motion="off", confirm="always", coach="off")
    looked, faults = walk(page, server, whole, luck.randrange(2), luck, POSITIONS)
    listed = "\n".join(f"{fault} ({where})" for fault, where in list(faults.items())[:40])
    assert looked and not faults, f"{len(faults)} faults:\n{listed}"
