"""Film strips: three frames of every kind of movement, taken from real games that are stepped through in slow motion.

``make_gallery.py films`` makes them.
"""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
from PIL import Image
from playwright.sync_api import Browser, Page
from scenes import SCENES as SCENES_OF_GAMES
from scenes import position

from boxcars.bots.evaluators import load_evaluator
from boxcars.core import record, registry
from boxcars.core.chance import Chance, seed_from
from boxcars.view.svg_export import board_of, plain
from boxcars.view.tabletop import Beat

if TYPE_CHECKING:
    from make_gallery import Hall

SLOWER = 0.04
"""How fast the film runs."""
BEFORE = 0.3
"""How fast what is not filmed goes by."""
FRAME = (640, 400)
"""What is cut out of the page round the middle of what moves."""
SCENES: dict[str, tuple[int, list[str]]] = {
    "ticket_to_ride": (3, ["fly", "turn", "lay"]),
    "age_of_steam": (24, ["lay", "ride", "dice", "count"]),
    "steam": (16, ["ride"]),
    "spike": (24, ["ride", "stamp"]),
    "silverton": (24, ["dice", "fly", "lay"]),
}
"""Game -> how many decisions are played beforehand, and the kinds of movement that are filmed."""
SHOWN = {"count": ".rise", "ride": ".flight", "fly": ".flight", "dice": ".flight", "stamp": ".stamped"}
"""What is there while such a movement is to be seen: the rest of its story is not filmed."""
RARE: dict[str, tuple[str, Callable[[Beat], bool], str]] = {
    "film-ticket_to_ride-stamp": ("ticket_to_ride", lambda beat: beat.kind == "stamp", "true"),
    "film-ticket_to_ride-last-round": (
        "ticket_to_ride",
        lambda beat: beat.kind == "say" and beat.word is not None,
        "document.querySelector('.said')",
    ),
    "film-growth": (
        "age_of_steam",
        lambda beat: beat.kind == "fly" and ":space:" in beat.from_,
        "document.querySelector('.flight:not(:has(.die-face))')",
    ),
    "film-exhausted": (
        "silverton",
        lambda beat: beat.kind == "stamp" and beat.word is not None,
        "document.querySelector('.stamped:not(.punch)')",
    ),
}
"""What does not happen in every game, or late: name -> game, the beat that is looked for in one that its evaluator plays, and
(in the page's words) when a frame of that story shows it."""
TOUCHED = {
    "film-toggled": ("ticket_to_ride", "tickets", ".things.offer .thing", "click"),
    "film-hover": ("ticket_to_ride", "turn", ".things.offer .thing.lit", "hover"),
    "film-refused": ("age_of_steam", "build", ".board-svg .hit.hx:not(.legal)", "click"),
}
"""What moves under the reader's hand: name -> scene, what is touched and how."""
LIVE = ("ticket_to_ride",)
"""Games whose trays are part of the film: they are played on; the others are stepped through."""
TRIES = 40
WHERE = """() => {
  const drawn = document.getAnimations().map((one) => one.effect.target).filter((el) => el instanceof SVGElement);
  const things = [...document.querySelectorAll('.flight, .uncover, .stamped, .said'), ...drawn];
  const rising = [...document.querySelectorAll('.rise')]; // numbers tick beside what they are about
  const moving = things.length && !ONLY ? things : rising;
  return moving.map((el) => el.getBoundingClientRect()).filter((box) => box.width)
    .map((box) => [box.x + box.width / 2, box.y + box.height / 2]);
}"""
THOUGHT = """() => [...document.querySelectorAll('.card.thinking .think')].some((el) => getComputedStyle(el).opacity > 0.9)
  ? document.body.dataset.at : ''"""
OURS = "() => document.body.classList.contains('my-move') && !document.body.classList.contains('story')"
MOVING = "() => document.body.classList.contains('story') ? document.getAnimations().length : -1"


def films(browser: Browser, hall: Hall, wanted: list[str]) -> Iterator[tuple[str, Image.Image]]:
    """All strips of these games: name and picture."""
    for game, (depth, kinds) in SCENES.items():
        if wanted and game not in wanted:
            continue
        table, token = hall.open(game, registry.game(game).maps[0].key, 3)
        hall.play(table, token, depth)
        page = screen(browser, hall, table, token)
        for kind in kinds:
            shoot = played_on if game in LIVE else stepped
            if frames := shoot(page, hall, table, token, kind):
                yield f"film-{game}-{kind}", joined(frames)
        page.context.close()
    if not wanted or "rare" in wanted:
        yield from rare(browser, hall)
        yield from touched(browser, hall)
    if not wanted or "seats" in wanted:
        yield "film-prices", joined(prices(browser, hall))
        yield "film-order", joined(order(browser, hall))
        yield "film-lamp", joined(lamp(browser, hall))
        yield "film-recap", joined(recap(browser, hall))
        yield "film-thinking", joined(thinking(browser, hall))


def rare(browser: Browser, hall: Hall) -> Iterator[tuple[str, Image.Image]]:
    """Strips of what has to be looked for."""
    for name, (game, wanted, when) in RARE.items():
        kept = step_of(game, wanted)
        if not kept.entries:
            continue
        table, token = hall.bring(kept, 0)
        page = screen(browser, hall, table, token)
        if frames := replayed(page, len(kept.entries), when):
            yield name, joined(frames)
        page.context.close()


def step_of(game: str, wanted: Callable[[Beat], bool]) -> record.Record:
    """A game up to the first step, seen from the first seat, with such a beat; no entries: it has none."""
    rules = registry.make(game, players=3)
    board = board_of(rules, plain)
    secret = seed_from(f"film:{game}")
    state, kept = rules.start(Chance(secret)), record.Record(record.header(rules, secret))
    evaluator = load_evaluator(rules, 0.0)
    while (seat := rules.actor(state)) >= 0:
        legal = rules.legal(state)
        weights = (
            evaluator.policy(rules.imagine(state, seat, seed_from(f"{len(kept.entries)}")), legal) if len(legal) > 1 else [0.0]
        )
        action = legal[weights.index(max(weights))]
        told = [rules.retell(event, 0) for event in rules.play(state, seat, action)]
        kept.entries.append(record.Entry(seat, msgspec.Raw(rules.write(action))))
        beats = board.animation_steps(rules.observe(state, 0), [event for event in told if event is not None])
        if any(wanted(beat) for beat in beats):
            return kept
    kept.entries.clear()
    return kept


def touched(browser: Browser, hall: Hall) -> Iterator[tuple[str, Image.Image]]:
    """Strips of what moves under the reader's hand."""
    for name, (game, scene, what, how) in TOUCHED.items():
        found = next(one for one in SCENES_OF_GAMES if (one.game, one.name) == (game, scene))
        table, token = hall.bring(*position(game, found.wanted))
        page = screen(browser, hall, table, token)
        box = page.locator(what).first.bounding_box()
        assert box is not None
        place = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
        camera = page.context.new_cdp_session(page)
        camera.send("Animation.enable")
        camera.send("Animation.setPlaybackRate", {"playbackRate": SLOWER / 2})
        frames = [Image.open(io.BytesIO(page.screenshot()))]
        if how == "hover":
            page.mouse.move(*place)
        else:
            page.evaluate("(what) => document.querySelector(what).dispatchEvent(new MouseEvent('click', {bubbles: true}))", what)
        frames.append(Image.open(io.BytesIO(page.screenshot())))
        camera.send("Animation.setPlaybackRate", {"playbackRate": 1})
        page.wait_for_timeout(600)
        frames.append(Image.open(io.BytesIO(page.screenshot())))
        yield name, joined([cut_out(frame, [place]) for frame in frames])
        page.context.close()


# -- what is no beat: the order of play, the lamp, the recap, a bot that thinks ---------------------------------------------


def slowly(page: Page, begin: Callable[[], object], moving: str, box: tuple[int, int, int, int]) -> list[Image.Image]:
    """Three frames of what moves by itself when ``begin`` is done: just begun, half done, at rest."""
    begin()
    frames = []
    for part in (0.1, 0.4, 1):
        page.evaluate(
            """([which, part]) => { for (const one of document.getAnimations()) if (one.effect.target?.matches?.(which)) {
              one.pause();
              const { delay, endTime } = one.effect.getComputedTiming();
              one.currentTime = delay + part * (endTime - delay); } }""",
            [moving, part],
        )
        page.wait_for_timeout(150)
        frames.append(Image.open(io.BytesIO(page.screenshot())).crop(box))
    return frames


def prices(browser: Browser, hall: Hall) -> list[Image.Image]:
    """The prices change: the markers slide along their ladders."""
    found = next(one for one in SCENES_OF_GAMES if (one.game, one.name) == ("silverton", "prices"))
    table, token = hall.bring(*position("silverton", found.wanted))
    page = screen(browser, hall, table, token)
    summary = "document.querySelector('.turn-summary .moved')"
    at_rest = f"() => document.body.classList.contains('story') === false && {summary} !== null"
    page.wait_for_function(at_rest)
    slips = [f"() => {{ document.querySelector('.turn-summary').hidden = {how}; }}" for how in ("true", "false")]
    page.evaluate(slips[0])
    camera = page.context.new_cdp_session(page)
    camera.send("Animation.enable")
    camera.send("Animation.setPlaybackRate", {"playbackRate": SLOWER / 2})
    frames = slowly(page, lambda: page.evaluate(slips[1]), ".moved", (0, 100, 640, 500))
    page.context.close()
    return frames


def order(browser: Browser, hall: Hall) -> list[Image.Image]:
    """The bids are in: the cells of the strip change places."""
    kept = step_of("age_of_steam", lambda beat: beat.kind == "fly" and "action:" in beat.from_)
    table, token = hall.bring(kept, 0)
    page = screen(browser, hall, table, token)
    page.evaluate("document.querySelector('#onward')?.click()")
    orders = [
        [turn["seat"] for turn in hall.ask("GET", f"tables/{table}/view?ply={ply}", token=token)["order"]]
        for ply in range(len(kept.entries) + 1)
    ]
    ply = next(ply for ply in range(1, len(orders)) if orders[ply] != orders[ply - 1])
    page.keyboard.press("p")
    page.wait_for_selector(".replay")
    page.locator(".replay input[type=range]").fill(str(ply - 1))
    page.wait_for_timeout(700)
    camera = page.context.new_cdp_session(page)
    camera.send("Animation.enable")
    camera.send("Animation.setPlaybackRate", {"playbackRate": SLOWER / 2})
    frames = slowly(page, lambda: page.keyboard.press("ArrowRight"), ".s", (0, 0, 964, 150))
    page.context.close()
    return [frame.resize((723, 112)) for frame in frames]


def lamp(browser: Browser, hall: Hall) -> list[Image.Image]:
    """Your turn: the lamp fills."""
    found = next(one for one in SCENES_OF_GAMES if (one.game, one.name) == ("ticket_to_ride", "turn"))
    table, token = hall.bring(*position("ticket_to_ride", found.wanted))
    page = screen(browser, hall, table, token)
    camera = page.context.new_cdp_session(page)
    camera.send("Animation.enable")
    camera.send("Animation.setPlaybackRate", {"playbackRate": SLOWER / 2})
    off, on = (f"() => {{ document.querySelector('.lamp').style.animation = '{how}'; }}" for how in ("none", ""))
    page.evaluate(off)
    page.wait_for_timeout(200)
    frames = slowly(page, lambda: page.evaluate(on), ".lamp", (0, 640, 480, 800))
    page.context.close()
    return frames


def recap(browser: Browser, hall: Hall) -> list[Image.Image]:
    """On a phone the recap opens over the board."""
    found = next(one for one in SCENES_OF_GAMES if (one.game, one.name) == ("ticket_to_ride", "turn"))
    table, token = hall.bring(*position("ticket_to_ride", found.wanted))
    page = screen(browser, hall, table, token)
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_timeout(500)
    camera = page.context.new_cdp_session(page)
    camera.send("Animation.enable")
    camera.send("Animation.setPlaybackRate", {"playbackRate": SLOWER / 2})
    frames = slowly(page, lambda: page.locator(".recap-slip").click(), ".recap", (0, 40, 390, 340))
    page.context.close()
    return frames


def thinking(browser: Browser, hall: Hall) -> list[Image.Image]:
    """A strong bot takes its time: the wheel turns round its medal, sleepers run under its name."""
    seats = [{"kind": "person", "name": "Ada", "mine": True}, {"kind": "bot", "name": "Brunel", "level": "expert"}]
    made = hall.ask("POST", "tables", {"game": "age_of_steam", "map": "st_lucia", "players": 2, "seats": seats, "start": True})
    page = screen(browser, hall, made["table"], made["tokens"][0])
    page.evaluate("localStorage.setItem('boxcars:pace', 'calm')")
    frames: list[Image.Image] = []
    seen = ""
    while len(frames) < 3:  # of one and the same thought
        view = hall.ask("GET", f"tables/{made['table']}/view", token=made["tokens"][0])
        if view["legal"] and not frames:
            move = {"ply": view["ply"], "mark": view["mark"], "action": view["legal"][-1]["action"]}
            hall.ask("POST", f"tables/{made['table']}/act", move, made["tokens"][0])
        before = page.evaluate(THOUGHT)
        frame = Image.open(io.BytesIO(page.screenshot())).crop((964, 48, 1280, 248))
        now = page.evaluate(THOUGHT)
        frames = [*(frames if now == seen else []), frame] if now and now == before else []
        seen = now
    page.context.close()
    return frames


def screen(browser: Browser, hall: Hall, table: str, token: str) -> Page:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, base_url=hall.url, locale="en-GB")
    context.set_default_timeout(120_000)  # (a busy machine takes its time)
    context.add_init_script(
        "for (const [key, value] of [['motion', 'always'], ['theme', 'light'], ['coach', 'quiet']])"
        " localStorage.setItem(`boxcars:${key}`, value)"
    )
    page = context.new_page()
    page.goto(f"/t/{table}#{token}")
    page.wait_for_selector(".players .card", state="attached")
    page.wait_for_timeout(1500)  # what moves is fetched when the page stands
    return page


def stepped(page: Page, hall: Hall, table: str, token: str, kind: str) -> list[Image.Image]:
    """Three frames of the first step of the game with such a movement."""
    ply = step_with(hall, table, token, kind)
    return replayed(page, ply, f"document.querySelector('{SHOWN[kind]}')" if kind in SHOWN else "true") if ply >= 0 else []


def replayed(page: Page, ply: int, when: str = "true") -> list[Image.Image]:
    """Three frames of a step that is looked back at."""
    page.evaluate("document.querySelector('#onward')?.click()")
    page.keyboard.press("p")
    page.wait_for_selector(".replay")
    page.locator(".replay input[type=range]").fill(str(ply - 1))
    page.wait_for_timeout(700)
    frames = filmed(page, lambda: page.keyboard.press("ArrowRight"), when)
    page.keyboard.press("Escape")
    return frames


def played_on(page: Page, hall: Hall, table: str, token: str, kind: str) -> list[Image.Image]:
    """Three frames of the next move of our own with such a movement."""
    for _ in range(TRIES):
        for _ in range(2):  # (the story of the last move begins a moment after the position is drawn)
            page.wait_for_function(OURS)
            page.wait_for_timeout(400)
        view = hall.ask("GET", f"tables/{table}/view", token=token)
        advice = hall.ask("GET", f"tables/{table}/hint?level=heuristic", token=token)
        move = {"ply": (ply := view["ply"]), "mark": view["mark"], "action": advice[0]["action"]}
        frames = filmed(page, partial(hall.ask, "POST", f"tables/{table}/act", move, token))
        beats = hall.ask("GET", f"tables/{table}/view?ply={ply + 1}", token=token)["beats"]
        if frames and any(beat["kind"] == kind for beat in beats):
            return frames
    return []


def filmed(page: Page, begin: Callable[[], object], when: str = "true") -> list[Image.Image]:
    """Three frames of the story that begins now; what comes before the part that is filmed goes by faster."""
    camera = page.context.new_cdp_session(page)
    camera.send("Animation.enable")
    camera.send("Animation.setPlaybackRate", {"playbackRate": SLOWER if when == "true" else BEFORE})
    begin()
    frames: list[Image.Image] = []
    places: list[list[list[float]]] = []
    end = time.monotonic() + 60
    begun = False
    while time.monotonic() < end:
        moving = page.evaluate(MOVING)
        begun = begun or moving >= 0
        if begun and moving < 0:
            break
        if moving > 0 and page.evaluate(f"() => Boolean({when})"):
            if not frames:
                camera.send("Animation.setPlaybackRate", {"playbackRate": SLOWER})
            places.append(page.evaluate(WHERE.replace("ONLY", str(".rise" in when).lower())))
            frames.append(Image.open(io.BytesIO(page.screenshot())))
    camera.send("Animation.setPlaybackRate", {"playbackRate": 1})
    last = len(frames) - 1
    chosen = [round(last * part) for part in (0.15, 0.5, 0.85)] if frames else []
    seen = [place for i in chosen for place in places[i]]
    return [cut_out(frames[i], seen) for i in chosen]


def cut_out(frame: Image.Image, places: list[list[float]]) -> Image.Image:
    """The part of the page where it moves, no smaller than a frame of the strip."""
    xs, ys = [x for x, _ in places] or [0.0], [y for _, y in places] or [0.0]
    size = max(1.0, (max(xs) - min(xs) + 80) / FRAME[0], (max(ys) - min(ys) + 80) / FRAME[1])
    wide, high = min(frame.width, round(size * FRAME[0])), min(frame.height, round(size * FRAME[1]))
    left = max(0, min(frame.width - wide, round((max(xs) + min(xs) - wide) / 2)))
    top = max(0, min(frame.height - high, round((max(ys) + min(ys) - high) / 2)))
    return frame.crop((left, top, left + wide, top + high)).resize(FRAME)


def step_with(hall: Hall, table: str, token: str, kind: str) -> int:
    last = hall.ask("GET", f"tables/{table}/view", token=token)["ply"]
    for ply in range(1, last + 1):
        view: dict[str, Any] = hall.ask("GET", f"tables/{table}/view?ply={ply}", token=token)
        if any(
            beat["kind"] == kind and (kind != "count" or beat["by"] > 0) for beat in view["beats"]
        ):  # (what falls does not rise)
            return ply
    return -1


def joined(frames: list[Image.Image]) -> Image.Image:
    wide, high = frames[0].size
    out = Image.new("RGB", (wide * len(frames), high))
    for i, frame in enumerate(frames):
        out.paste(frame.convert("RGB"), (i * wide, 0))
    return out
