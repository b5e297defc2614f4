"""The survey sheet of Silverton: ground, lines, tags, towns and the cartouche, and where they lie."""

from __future__ import annotations

import json
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from boxcars.core import map_loader
from boxcars.core.messages import T
from boxcars.games.silverton.map import Atlas, load
from boxcars.games.silverton.rules import Silverton
from boxcars.games.silverton.ui.layout import HEIGHT, SHIFT, WIDTH, Layout
from boxcars.view import drawing_kit
from boxcars.view.board import Board, Say
from boxcars.view.drawing_kit import n

STATES = (
    ("COLORADO", 700, 400, 27, 9),
    ("UTAH", 320, 935, 44, 18),
    ("WYOMING", 710, 165, 34, 14),
    ("NEW MEXICO", 900, 1275, 32, 10),
    ("TEXAS", 1350, 1835, 30, 12),
    ("ARIZONA", 350, 1330, 44, 18),
)
STAR = "M0-10.5 2.6-3.4 10.2-3.2 4.2 1.5 6.3 8.8 0 4.6-6.3 8.8-4.2 1.5-10.2-3.2-2.6-3.4Z"
CRYSTAL = "M0-7V7M-6-3.5 6 3.5M-6 3.5 6-3.5"
CART = (72, 1490)
"""The cartouche with the key, jail and rest, where Arizona is empty."""


@lru_cache(maxsize=64)
def layout_of(map: str) -> Layout:
    """The layout of a board. The search takes long: for a map of somebody's own a worker does it, before the server needs it."""
    atlas = load(map)[0]
    if not map_loader.is_own(map):
        return Layout(atlas)
    return Layout(atlas, places=json.loads(map_loader.shared(map, "layout", lambda: Layout(atlas).places_found())))


@cache
def relief() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((Path(__file__).parent / "ground.json").read_text(encoding="utf-8"))
    return found


def line_classes(atlas: Atlas, number: int, path: str) -> str:
    """Return a line that is not built: brown with dashes, or a white ladder in the snow."""
    if atlas.white[number]:
        return f'<path class="ln-wc" d="{path}"/><path class="ln-w" d="{path}"/><path class="ln-wt" d="{path}"/>'
    return f'<path class="ln-y" d="{path}"/><path class="ln-yt" d="{path}"/>'


def tag(x: float, y: float, cost: int, distance: int, white: bool, more: str = "") -> str:
    """Return a luggage tag: cost on paper, distance on a flag; green and pointed all year, blue and drifted where snow closes."""
    wide = 17 if cost < 100 else 24
    full = wide + (16 if distance < 10 else 20) + 3
    if white:
        edge = f"M{wide + 4},-9C{wide - 1},-7 {wide - 1},-1.5 {wide + 3},0C{wide - 1},1.5 {wide - 1},7 {wide + 4},9H{full}V-9Z"
    else:
        edge = f"M{wide + 4},-9H{full}V9H{wide + 4}L{wide},0Z"
    return (
        f'<g transform="translate({n(x - full / 2)} {n(y)})"><rect class="tg" x="0" y="-9" width="{full}" height="18" rx="2.5"/>'
        f'<path class="tg-d {"w" if white else "y"}" d="{edge}"/><text class="tg-c" x="{n(wide / 2 + 0.8)}" y="5.2">{cost}</text>'
        f'<text class="tg-n" x="{n((wide + 3 + full) / 2)}" y="5.2">{distance}</text>{more}</g>'
    )


def country(board: dict[str, Any]) -> str:
    """Return what lies under the lines: Colorado and its neighbours, or land without a name."""
    if board.get("ground", "colorado") == "plain":
        return f'<rect class="inland" x="0" y="0" width="{WIDTH}" height="{HEIGHT}"/>'
    body = f'<g transform="translate({n(SHIFT)} 0)">{drawing_kit.inland(relief(), *relief()["sheet"])}</g>'
    for name, x, y, size, gap in STATES:
        body += f'<text class="state serif" x="{x}" y="{y}" font-size="{size}" letter-spacing="{gap}">{name}</text>'
    return body


class NetworkDrawing:
    """Lines, tags and towns of an atlas, where the layout puts them."""

    atlas: Atlas
    layout: Layout

    def network(self) -> str:
        atlas, layout = self.atlas, self.layout
        brown = "".join(p for s, p in enumerate(layout.path) if not atlas.white[s])
        white = "".join(p for s, p in enumerate(layout.path) if atlas.white[s])
        body = f'<path class="ln-h" d="{brown}{white}"/><path class="ln-y" d="{brown}"/><path class="ln-yt" d="{brown}"/>'
        body += f'<path class="ln-wc" d="{white}"/><path class="ln-w" d="{white}"/><path class="ln-wt" d="{white}"/>'
        body += "".join(self.dot(t) for t in range(len(atlas.towns)))
        body += "".join(self.tag(s) for s in range(len(atlas.segments)))
        return body + "".join(self.label(t) for t in range(len(atlas.towns)))

    def dot(self, number: int) -> str:
        x, y = self.layout.spot[number]
        if number in self.atlas.markets:
            return f'<g transform="translate({n(x)} {n(y)})"><circle class="town" r="15"/><path class="star" d="{STAR}"/></g>'
        return f'<circle class="town" cx="{n(x)}" cy="{n(y)}" r="7.5"/>'

    def label(self, number: int) -> str:
        x, y, anchor = self.layout.name[number]
        return drawing_kit.label(self.atlas.town_names[number], x, y, "mkt" if number in self.atlas.markets else "twn", anchor)

    def tag(self, number: int, more: str = "") -> str:
        x, y = self.layout.tag[number]
        return tag(x, y, self.atlas.cost[number], self.atlas.distance[number], self.atlas.white[number], more)


class Sheet(NetworkDrawing, Board):
    width = WIDTH
    height = HEIGHT

    def __init__(self, rules: Silverton, say: Say) -> None:
        super().__init__(rules, say)
        self.game = rules
        self.atlas = rules.atlas
        self.layout = layout_of(rules.map if map_loader.is_own(rules.map) else "colorado")

    # -- the sheet ---------------------------------------------------------------------------------------------------

    def draw_ground(self) -> str:
        atlas, layout = self.atlas, self.layout
        body = country(atlas.drawing) + self.cartouche() + drawing_kit.compass(1525, 1500, 44) + self.network()
        hits = "".join(
            drawing_kit.hit_line(f"segment:{s}", layout.points[number][2:-1:5], 11) for number, s in enumerate(atlas.segments)
        )
        hits += "".join(drawing_kit.hit_circle(f"town:{atlas.towns[t]}", *layout.spot[t], 19) for t in atlas.markets)
        return drawing_kit.sheet(0, 0, WIDTH, HEIGHT, body, 82) + hits

    def cartouche(self) -> str:
        """Title, key, jail and rest."""
        x, y = CART
        say = self.say
        out = f'<rect class="cart" x="{x}" y="{y}" width="390" height="400"/>'
        out += f'<rect class="neat" x="{x + 6}" y="{y + 6}" width="378" height="388" stroke-width=".8"/>'
        out += f'<text class="serif" x="{x + 195}" y="{y + 54}" font-size="34" font-weight="700" text-anchor="middle" letter-spacing="4">SILVERTON</text>'
        out += f'<path class="neat" d="M{x + 120},{y + 74}h150" stroke-width="1"/>'
        for at, white, words in (
            (118, False, T("Year-round segment: cost and distance")),
            (178, True, T("Winter segment: closed every fourth turn")),
        ):
            path = f"M{x + 40},{y + at + 24}h130"
            number = 1 if white else 0
            out += f'<text x="{x + 195}" y="{y + at}" font-size="17" text-anchor="middle">{drawing_kit.esc(say(words))}</text>'
            out += line_classes(_Key, number, path) + tag(x + 290, y + at + 24, 90 if white else 60, 4 if white else 5, white)
        for at, words in ((26, T("JAIL")), (204, T("AT REST"))):
            out += f'<rect class="pen" x="{x + at}" y="{y + 236}" width="160" height="140" rx="3"/>'
            out += f'<text x="{x + at + 80}" y="{y + 262}" class="lab">{drawing_kit.esc(say(words))}</text>'
        bars = "".join(f"M{x + 44 + i * 25},{y + 276}v84" for i in range(6))
        return f'{out}<path class="hachure" d="{bars}"/><path class="hill" d="M{x + 284},{y + 288}v58M{x + 266},{y + 306}h36"/>'


class _Keys:
    """Two lines of the key, drawn like real ones."""

    white = (False, True)


_Key: Any = _Keys()
