"""Ticket to Ride at half its size, in grey and as the colour-blind see it: taken or free, and by whom, can be told of every route.

The eye is a simple one: it compares what stands on a route with routes it has seen before, by nothing but the pixels.
"""

from __future__ import annotations

import io
import math
from collections.abc import Callable
from functools import partial

import msgspec
import numpy as np
import pytest

pytest.importorskip("playwright.sync_api")
from PIL import Image
from playwright.sync_api import Browser

from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from
from boxcars.games.ticket_to_ride.ui.board import TicketToRideBoard
from boxcars.locale import sayer
from boxcars.view.svg_export import board_of, picture

pytestmark = [pytest.mark.slow, pytest.mark.browser]

SCALE = 0.5
LOOKED_AT = 36
SEATS = 5
Pixels = np.ndarray[tuple[int, ...], np.dtype[np.float64]]

# What is left of the colours (Machado, Oliveira, Fernandes 2009, full severity), rows of linear red, green, blue.
BLIND = {
    "deutan": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "protan": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "tritan": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}


def grey(pixels: Pixels) -> Pixels:
    return (pixels @ np.array([0.2126, 0.7152, 0.0722]))[..., None]


def seen_as(kind: str) -> Callable[[Pixels], Pixels]:
    if kind == "grey":
        return grey
    return lambda pixels: np.clip(pixels**2.2 @ np.array(BLIND[kind]).T, 0, 1) ** (1 / 2.2)


@pytest.fixture(scope="module")
def shown(chromium: Browser) -> tuple[TicketToRideBoard, Pixels, list[int]]:
    """The board with a third of its routes free and the others taken by five players in turn, and who has which route."""
    rules = registry.make("ticket_to_ride", players=SEATS)
    state = rules.start(Chance(seed_from("grey")))
    board = board_of(rules, sayer("en", ["A", "B", "C", "D", "E"]))
    assert isinstance(board, TicketToRideBoard)
    count = len(board.printed.routes)
    owner = [-1 if i % 3 == 0 else (i - i // 3) % SEATS for i in range(count)]
    seen = msgspec.structs.replace(rules.observe(state, None), owner=owner)
    page = chromium.new_page(viewport={"width": round(board.width * SCALE), "height": round(board.height * SCALE)})
    page.set_content(f"<style>body{{margin:0}}svg{{display:block;width:100vw}}</style>{picture(board, seen)}")
    pixels = np.asarray(Image.open(io.BytesIO(page.screenshot())).convert("RGB"), dtype=np.float64) / 255
    page.close()
    return board, pixels, owner


def look(pixels: Pixels, x: float, y: float, turn: float) -> Pixels:
    """What stands on a space, turned so that it lies level."""
    turn = turn + 180 if 90 < turn % 360 < 270 else turn
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    across, along = np.meshgrid(np.arange(-11, 12, 1.0), np.arange(-13, 14, 1.0))
    px = (x + along * cos - across * sin) * SCALE
    py = (y + along * sin + across * cos) * SCALE
    left, top = np.floor(px - 0.5).astype(int), np.floor(py - 0.5).astype(int)
    fx, fy = (px - 0.5 - left)[..., None], (py - 0.5 - top)[..., None]
    upper = pixels[top, left] * (1 - fx) + pixels[top, left + 1] * fx
    lower = pixels[top + 1, left] * (1 - fx) + pixels[top + 1, left + 1] * fx
    patch: Pixels = (upper * (1 - fy) + lower * fy).ravel()
    return patch


@pytest.mark.parametrize("kind", ["grey", *BLIND])
def test_taken_or_free_and_by_whom_can_be_told(shown: tuple[TicketToRideBoard, Pixels, list[int]], kind: str) -> None:
    board, pixels, owner = shown
    eye = seen_as(kind)(pixels)
    routes = board.printed.routes
    patches = [[look(eye, *space) for space in board.layout.routes[route.key].spaces] for route in routes]
    asked = range(0, 2 * LOOKED_AT, 2)
    others = [i for i in range(len(routes)) if i not in asked]
    known = {who: np.array([p for i in others if owner[i] == who for p in patches[i]]) for who in range(-1, SEATS)}

    def unlike(i: int, who: int) -> float:
        """How far the spaces of a route are from the nearest that belong to somebody (-1: to nobody)."""
        return sum(float(np.linalg.norm(known[who] - patch, axis=1).min()) for patch in patches[i])

    wrong = {}
    for i in asked:
        said = min(known, key=partial(unlike, i))
        if said != owner[i]:
            wrong[routes[i].key] = (said, owner[i])
    assert not wrong, f"{kind}: {LOOKED_AT - len(wrong)} of {LOOKED_AT} told right"
