"""Pictures as pixels: an SVG of the board as an RGB array, for ``render_mode="rgb_array"`` and videos.

The rasteriser knows no CSS variables, so the inks are written into the picture first.
"""

from __future__ import annotations

import io
import re
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

WIDTH = 900
Pixels: TypeAlias = npt.NDArray[np.uint8]


def without_variables(svg: str) -> str:
    """The same picture with every ``var(--ink)`` replaced by its value (of the picture's own theme)."""
    theme = re.search(r'data-theme="(\w+)"', svg)
    values: dict[str, str] = {}
    style = svg[svg.find("<style>") : svg.find("</style>")]
    for block in style.split("}"):
        selector, _, body = block.partition("{")
        if "data-theme" in selector and theme is not None and f'"{theme[1]}"' not in selector:
            continue
        values.update(re.findall(r"--([\w-]+):([^;]+)", body))

    def value(match: re.Match[str]) -> str:
        return values.get(match[1], match[2] or "none")

    for _ in range(3):  # an ink may be named after another
        svg, found = re.subn(r"var\(--([\w-]+)(?:,\s*([^()]+))?\)", value, svg)
        if not found:
            break
    return svg


def rasterise(svg: str, width: int = WIDTH) -> Pixels:
    """An SVG picture as an array of shape (height, width, 3), dtype uint8."""
    import resvg_py
    from PIL import Image

    png = resvg_py.svg_to_bytes(svg_string=without_variables(svg), width=width, background="#ffffff")
    with Image.open(io.BytesIO(bytes(png))) as image:
        return np.array(image.convert("RGB"))
