"""A recorded game as a picture, as a page with a slider, or as an animation."""

from __future__ import annotations

import base64
import gzip
import io
import os
import shutil
from pathlib import Path
from typing import Any

import msgspec

from boxcars.core import registry
from boxcars.core.game import Refused
from boxcars.core.messages import T
from boxcars.core.record import Record
from boxcars.core.types import Reason
from boxcars.locale import sayer
from boxcars.view.board import Board
from boxcars.view.svg_export import board_of, css, picture
from boxcars.view.svg_helpers import esc


def svg(record: Record, ply: int = -1, lang: str = "en", seat: int | None = None, theme: str = "light") -> str:
    """Return the position after ``ply`` actions (-1: the last) as a picture that stands alone, as a seat (None: anybody) sees
    it."""
    last = len(record.entries) if ply < 0 else min(ply, len(record.entries))
    for at, (rules, state, _) in enumerate(record.replay()):
        if at == last:
            board = board_of(rules, sayer(lang, record.header.names))
            return picture(board, rules.observe(state, seat), registry.game(rules.game).name, theme=theme, fonts=True)
    raise AssertionError("a record has an opening")


class Frame(msgspec.Struct):
    """One position: the pieces, what was told, the score so far."""

    pieces: str
    told: list[str]
    turn: str
    standing: list[int]


def frames(record: Record, lang: str) -> tuple[Board, list[Frame]]:
    """Return every position as anybody sees it; the last with all cards shown."""
    say = sayer(lang, record.header.names)
    board: Board | None = None
    out = []
    for rules, state, events in record.replay():
        if board is None:
            board = board_of(rules, say)
        seen = rules.observe(state, None)
        turn = board.turn_label(seen)
        told = [say(rules.tell(rules.retell(event, None))) for event in events]
        out.append(Frame(board.draw_pieces(seen), told, say(turn) if turn is not None else "", rules.standing(state)))
    assert board is not None
    return board, out


PAGE = """<!doctype html>
<html lang="{lang}" data-theme="light"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>{title}</title><style>{css}
html,body{{height:100%;margin:0}}.bx{{background:var(--paper);color:var(--ink)}}body{{display:grid;grid-template-rows:1fr auto;font-family:var(--sans)}}svg{{width:100%;height:100%;min-height:0}}
footer{{display:flex;gap:12px;align-items:center;padding:8px 14px;background:var(--sheet);border-top:1px solid var(--rule-strong)}}input{{flex:1;accent-color:var(--signal)}}p{{flex:2;margin:0;font:500 15px/1.3 var(--sans)}}b{{font:700 17px/1 var(--serif)}}
button{{font:600 15px var(--sans);padding:8px 12px;border:1px solid var(--rule-strong);border-radius:4px;background:var(--sheet);color:inherit}}</style></head>
<body class="bx" data-theme="light"><svg class="bx" viewBox="0 0 {width} {height}" role="img" aria-label="{title}">{ground}<g class="pieces" id="pieces"></g></svg>
<footer><button id="play" aria-label="{play}">▶</button><b id="at"></b><input id="ply" type="range" min="0" value="0" aria-label="{move}"><p id="told" aria-live="polite"></p></footer>
<script type="module">
const raw = Uint8Array.from(atob("{data}"), (c) => c.charCodeAt(0));
const frames = await new Response(new Blob([raw]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
const $ = (id) => document.getElementById(id);
let timer = 0;
function show(ply) {{
  ply = Math.max(0, Math.min(frames.length - 1, ply));
  const f = frames[ply];
  $("pieces").innerHTML = f.pieces; $("ply").value = ply; $("at").textContent = ply + "/" + (frames.length - 1);
  $("told").textContent = f.told.join(" ") || f.turn; document.body.dataset.ply = ply;
}}
window.show = show;
$("ply").max = frames.length - 1;
$("ply").oninput = (e) => show(+e.target.value);
$("play").onclick = () => {{ if (timer) {{ clearInterval(timer); timer = 0; }} else timer = setInterval(() => show(+$("ply").value + 1), 500); }};
addEventListener("keydown", (e) => {{ const step = {{ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10}}[e.key]; if (step && e.target.id !== "ply") show(+$("ply").value + step); }});
show(0);
</script></body></html>
"""


def html(record: Record, lang: str = "en") -> str:
    """Return the whole game as one file that needs nothing else: board, slider, what happened."""
    board, steps = frames(record, lang)
    data = base64.b64encode(gzip.compress(msgspec.json.encode(steps), mtime=0)).decode()
    game = registry.game(record.header.game)
    return PAGE.format(
        lang=lang,
        title=esc(f"{game.name} · Boxcars"),
        css=css(fonts=True),
        width=board.width,
        height=board.height,
        ground=board.draw_ground(),
        data=data,
        play=esc(board.say(T("Play the replay"))),
        move=esc(board.say(T("Move"))),
    )


def chromium() -> str | None:
    """Return where Chromium is: as CHROMIUM says, or the one without windows (a page costs a third less of a processor), or the
    usual one."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser")
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)


def gif(record: Record, path: Path, lang: str = "en", width: int = 900, most: int = 120) -> None:
    """The whole game as an animation: Chromium draws, Pillow joins. Long games skip positions that changed little."""
    try:
        from PIL import Image
        from playwright.sync_api import sync_playwright
    except ImportError:
        raise Refused(Reason("missing", "", T("To make an animation, install the packages pillow and playwright."))) from None
    browser_at = chromium()
    if browser_at is None:
        raise Refused(Reason("missing", "", T("To make an animation, install Chromium.")))
    board, steps = frames(record, lang)
    changed = [i for i, step in enumerate(steps) if i == 0 or step.pieces != steps[i - 1].pieces]
    every = max(1, -(-len(changed) // most))
    chosen = sorted({*changed[::every], len(steps) - 1})
    pictures: list[Any] = []
    with sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=browser_at, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": width, "height": round(width * board.height / board.width) + 56})
        page.set_content(html(record, lang))
        page.wait_for_function("() => document.body.dataset.ply !== undefined")
        page.evaluate("() => document.fonts.ready")
        for ply in chosen:
            page.evaluate("(ply) => show(ply)", ply)
            image = Image.open(io.BytesIO(page.screenshot()))
            pictures.append(image.convert("RGB").quantize(96, dither=Image.Dither.NONE))
        browser.close()
    times = [250] * (len(pictures) - 1) + [4000]
    pictures[0].save(path, save_all=True, append_images=pictures[1:], duration=times, loop=0, optimize=True)
