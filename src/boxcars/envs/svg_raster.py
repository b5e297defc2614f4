"""Pictures as pixels: an SVG of the board as an RGB array, for ``render_mode="rgb_array"`` and videos."""

from __future__ import annotations

import io
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from boxcars.view.png_export import png

WIDTH = 900
Pixels: TypeAlias = npt.NDArray[np.uint8]


def rasterise(svg: str, width: int = WIDTH) -> Pixels:
    """An SVG picture as an array of shape (height, width, 3), dtype uint8."""
    from PIL import Image

    with Image.open(io.BytesIO(png(svg, width))) as image:
        return np.array(image.convert("RGB"))
