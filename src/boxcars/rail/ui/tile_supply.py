"""The tiles that are left, as the games on hexes show them beside the board."""

from __future__ import annotations

from collections.abc import Sequence

from boxcars.core.messages import T, Text
from boxcars.rail.tiles import TileSet
from boxcars.view import drawing_kit
from boxcars.view.board import Panel
from boxcars.view.svg_helpers import kept


@kept
def small(town: bool, segments: Sequence[tuple[int, int]]) -> str:
    """Return a small picture of a tile without an owner."""
    body = drawing_kit.hexagon("well", 0, 0, 48)
    body += drawing_kit.track_layers([(drawing_kit.segment_path(a, b if b < 6 else None), -1) for a, b in segments])
    return f'<g transform="scale(.44)">{body}{drawing_kit.town(0, 0, True) if town else ""}</g>'


def tiles_left(tiles: TileSet, left: Sequence[int], names: Sequence[Text], discs: int | None = None) -> Panel:
    """Return every tile with the number left; ``discs``: of the town discs, too."""
    words = [T("{tile}: {number} left", tile=name, number=number) for name, number in zip(names, left, strict=True)]
    if discs is not None:
        words.append(T("Town discs: {number} left", number=discs))
    return Panel(
        key="tiles", title=T("Tiles left"), height=(len(words) + 5) // 6 * 62 + 4, svg=rows(tiles, left, discs), words=words
    )


@kept
def rows(tiles: TileSet, left: Sequence[int], discs: int | None) -> str:
    svg = ""
    for i, tile in enumerate(tiles.tiles):
        x, y = 24 + (i % 6) * 48.0, 24 + (i // 6) * 62.0
        dim = ' opacity=".35"' if not left[i] else ""
        drawn = small(tile.kind == "town", tuple(tiles.forms[tiles.form_of[i][0]].segments))
        svg += f'<g transform="translate({drawing_kit.n(x)} {drawing_kit.n(y)})"{dim}>{drawn}</g>'
        svg += drawing_kit.words(str(left[i]), x, y + 36, 12, 700, "middle") + drawing_kit.hit_rect(
            f"tile:{tile.id}", x - 22, y - 22, 44, 44
        )
    if discs is not None:  # they lie where the next tile would
        count = len(tiles.tiles)
        x, y = 24 + (count % 6) * 48.0, 24 + (count // 6) * 62.0
        svg += drawing_kit.town(x, y, True) + drawing_kit.words(str(discs), x, y + 36, 12, 700, "middle")
    return svg
