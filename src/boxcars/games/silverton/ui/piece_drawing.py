"""The wooden discs of Silverton: surveyors and prospectors."""

from __future__ import annotations

from boxcars.games.silverton.observation import SeenPiece
from boxcars.games.silverton.state import SURVEYOR


def disc(seat: int, piece: SeenPiece) -> str:
    """Return a wooden disc: a theodolite for surveyors, a pick for prospectors, its bonus below."""
    mark = "M-5 6 0-3 5 6M0-3V7M-4-5H4" if piece.kind == SURVEYOR else "M-5-3Q0-7 5-3M0-5V7"
    out = f'<circle class="medal f{seat + 1}" r="11"/><circle class="medal-o" r="12"/>'
    out += f'<path class="e{seat + 1}s" fill="none" stroke-width="1.8" stroke-linecap="round" d="{mark}"/>'
    if piece.bonus:
        out += f'<g transform="translate(9 9)"><circle class="die die-l" r="7.5"/><text class="die-t l" y="4" style="font-size:11px">+{piece.bonus}</text></g>'
    return out
