"""Stand-alone pictures: for notebooks, replay export and tests. The page puts the same parts together itself.

``show(rules, state)`` in a notebook draws the board as a spectator sees it (``seat=0``: as that seat does);
``picture(board, seen)`` is a complete SVG document as text.
"""

from __future__ import annotations

import base64
import re
from functools import cache
from pathlib import Path
from typing import Any

from boxcars.core import registry
from boxcars.core.game import Rules
from boxcars.view.board import Board, Say
from boxcars.view.svg_helpers import esc

HERE = Path(__file__).parent


STYLES = ("tokens", "letters", "ground", "track", "lines", "places", "goods", "states")
"""The inks and what becomes of them, in the order in which later rules win. The page takes the same sheets."""


def packed(text: str) -> str:
    """Return a style sheet without what only its readers need."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    text = re.sub(r"\s+", " ", text)
    return re.sub(r" ?([{};,>]) ?", r"\1", text).replace(": ", ":").replace(";}", "}").replace("}", "}\n").strip()


@cache
def css(fonts: bool = False) -> str:
    """Inks and lines for a picture that stands alone; with ``fonts`` the lettering comes along (about 190 kB)."""
    text = packed("\n".join((HERE / "styles" / f"{name}.css").read_text("utf-8") for name in STYLES))
    text = text.replace(':root,[data-theme="light"]{', '.bx,.bx[data-theme="light"]{')
    text = text.replace('[data-theme="dark"]{', '.bx[data-theme="dark"]{').replace(":root{", ".bx{")
    if fonts:
        folder = HERE.parent / "client" / "fonts"

        def inline(match: re.Match[str]) -> str:
            data = base64.b64encode((folder / Path(match[1]).name).read_bytes()).decode()
            return f"url(data:font/woff2;base64,{data})"

        text = re.sub(r"url\(([^)]+)\)", inline, packed((folder / "fonts.css").read_text("utf-8"))) + text
    return text


def document(
    body: str, box: tuple[float, float, float, float], title: str = "", theme: str = "light", fonts: bool = False
) -> str:
    """Return a complete SVG document."""
    name = f' aria-label="{esc(title)}"><title>{esc(title)}</title>' if title else ">"
    view = " ".join(f"{v:g}" for v in box)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="bx" data-theme="{theme}" viewBox="{view}" role="img"{name}'
        f"<style>{css(fonts)}</style>{body}</svg>\n"
    )


def picture(board: Board, seen: Any, title: str = "", *, theme: str = "light", fonts: bool = False, ghost: str = "") -> str:
    """Return the board as it looks in this observation."""
    body = f'{board.draw_ground()}<g class="pieces">{board.draw_pieces(seen)}</g><g class="over">{ghost}</g>'
    return document(body, (0, 0, board.width, board.height), title, theme, fonts)


def panel_picture(board: Board, seen: Any, key: str, theme: str = "light") -> str:
    """One panel of the side rail as a picture of its own."""
    for panel in board.side_panels(seen):
        if panel.key == key:
            return document(panel.svg, (0, 0, panel.width, panel.height), board.say(panel.title), theme)
    raise KeyError(key)


def board_of(rules: Rules[Any], say: Say) -> Board:
    """Return the board of a game, by the registry."""
    board: Board = registry.load(registry.game(rules.game).board)(rules, say)
    return board


def plain(text: Any) -> str:
    """Return a sentence in English, for pictures outside the page."""
    values = {}
    for key, value in text.values.items():
        kind = type(value).__name__
        if kind == "Text":
            values[key] = plain(value)
        elif kind == "Who":
            values[key] = f"Seat {value.seat + 1}"
        elif kind == "list":
            values[key] = ", ".join(plain(item) for item in value)
        else:
            values[key] = value
    message = text.plural if text.plural and text.count != 1 else text.message
    return str(message.format(**values))


class Shown:
    """A position that a notebook draws: ``show(rules, state)``."""

    def __init__(self, rules: Rules[Any], seen: Any, theme: str = "light", fonts: bool = True) -> None:
        self.rules, self.seen, self.theme, self.fonts = rules, seen, theme, fonts

    def _repr_svg_(self) -> str:
        return picture(board_of(self.rules, plain), self.seen, self.rules.game, theme=self.theme, fonts=self.fonts)


def show(rules: Rules[Any], state: Any, seat: int | None = None, theme: str = "light") -> Shown:
    """Return the board of a state as a seat (None: a spectator) sees it; an Observation may be given in place of the state."""
    seen = state if hasattr(state, "actor") and hasattr(state, "seat") else rules.observe(state, seat)
    return Shown(rules, seen, theme)
