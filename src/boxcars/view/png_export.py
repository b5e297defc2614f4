"""Pictures as PNG, where the rasteriser is installed (``boxcars[pictures]``): previews of links show nothing else.

It knows no CSS variables, so the inks are written into the picture first.
"""

from __future__ import annotations

import re
from importlib.util import find_spec


def installed() -> bool:
    return find_spec("resvg_py") is not None


def without_variables(svg: str) -> str:
    """Return the same picture with every ``var(--ink)`` replaced by its value (of the picture's own theme)."""
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


def png(svg: str, width: int) -> bytes:
    """Return an SVG picture as a PNG of so many pixels across."""
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=without_variables(svg), width=width, background="#ffffff"))
