"""Draw docs/images/training_curves.svg: how the learned player of Ticket to Ride improved, from the figures beside its weights.

python tools/training_curves.py
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
FIGURES = ROOT / "src/boxcars/games/ticket_to_ride/ai/master.json"
PAGE = ROOT / "docs/images/training_curves.svg"
WIDTH, HEIGHT, LEFT, TOP = 640, 260, 52, 16
HIGHEST = 120


def draw_curve(points: list[dict[str, Any]], most: float) -> str:
    """A polyline of the mean score of a seat over the decisions played."""
    inner_width, inner_height = WIDTH - LEFT - 16, HEIGHT - TOP - 40
    played = [p for p in points if p["score2"] > 0]  # the first point was taken before any game had ended
    spots = [(p["decisions"] / most, 1 - p["score2"] / HIGHEST) for p in played]
    line = " ".join(f"{LEFT + inner_width * x:.1f},{TOP + inner_height * y:.1f}" for x, y in spots)
    return f'<polyline fill="none" stroke="#9a5b2d" stroke-width="2.5" points="{line}"/>'


def draw_page(points: list[dict[str, Any]]) -> str:
    most = max(p["decisions"] for p in points)
    inner_width, inner_height = WIDTH - LEFT - 16, HEIGHT - TOP - 40
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">',
        '<g font-family="sans-serif" font-size="12" fill="#777">',
        "<title>Mean score of a seat in games of two against itself, over the decisions of its first training</title>",
    ]
    for score in range(0, HIGHEST + 1, 40):
        y = TOP + inner_height * (1 - score / HIGHEST)
        out.append(f'<path d="M{LEFT},{y:.1f}h{inner_width}" stroke="#999" stroke-opacity=".4"/>')
        out.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{score}</text>')
    for billions in (0.5, 1.0, 1.5, 2.0):
        if billions * 1e9 <= most:
            x = LEFT + inner_width * billions * 1e9 / most
            out.append(f'<text x="{x:.1f}" y="{HEIGHT - 22}" text-anchor="middle">{billions:g} billion</text>')
    out.append(f'<text x="{LEFT + inner_width / 2:.1f}" y="{HEIGHT - 4}" text-anchor="middle">decisions played</text>')
    out += [draw_curve(points, most), "</g>", "</svg>"]
    return "\n".join(out) + "\n"


if __name__ == "__main__":
    PAGE.write_text(draw_page(json.loads(FIGURES.read_text(encoding="utf-8"))["curve"]), encoding="utf-8")
    print(PAGE.relative_to(ROOT))
