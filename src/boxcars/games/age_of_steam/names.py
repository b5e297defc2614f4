"""What things are called in Age of Steam: cubes, actions, tiles, hexes, links, columns of goods."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boxcars.core.messages import T, Text, Who
from boxcars.games.age_of_steam.components import LETTERS, TILES, TRACK_TILES
from boxcars.rail.hex_names import FLAT, POINTY

if TYPE_CHECKING:
    from boxcars.games.age_of_steam.rules import AgeOfSteam
TILE_NAMES = {
    "straight": T("straight"),
    "gentle": T("gentle curve"),
    "sharp": T("sharp curve"),
    "cross_gentle_straight": T("crossing, gentle and straight"),
    "cross_gentle_gentle": T("crossing, two gentle curves"),
    "cross_straight_straight": T("crossing, two straights"),
    "coexist_gentle_gentle": T("two gentle curves"),
    "coexist_gentle_sharp_left": T("gentle and sharp curve, left"),
    "coexist_gentle_sharp_right": T("gentle and sharp curve, right"),
    "coexist_straight_sharp": T("straight and sharp curve"),
    "town_1": T("town, 1 exit"),
    "town_3_left": T("town, 3 exits, left"),
    "town_3_right": T("town, 3 exits, right"),
    "town_3_half": T("town, 3 exits, same half"),
    "town_3_star": T("town, 3 exits, star"),
}
HALVES = {"light": T("light"), "dark": T("dark")}


def column_text(column: str) -> str | Text:
    """Return a column of the goods display: of which half, or the letter of its New City."""
    if column in LETTERS:
        return column
    return T("{half} {number}", half=HALVES["light" if column[0] == "L" else "dark"], number=column[1:])


def sides(rules: AgeOfSteam) -> tuple[Text, ...]:
    return POINTY if rules.board.grid.pointy else FLAT


def side_name(rules: AgeOfSteam, side: int) -> Text:
    """Return a compass point; a number for a side that does not exist (of a refused action)."""
    return sides(rules)[side] if 0 <= side < 6 else T("{number}", number=side)


def place(rules: AgeOfSteam, hex: str) -> str | Text:
    """Return a city or town by its name, any other hex by where it lies; the id of a hex that does not exist (of a refused
    action)."""
    number = rules.board.grid.number.get(hex, -1)
    return rules.board.name(number) if number >= 0 else hex


def player(seat: int) -> Text:
    return Text("{who}", {"who": Who(seat)})


def tile_text(rules: AgeOfSteam, tile: str, rotation: int) -> Text:
    """Return a tile and where its track leads: "straight N–S"."""
    if tile not in TILES.number or not 0 <= rotation < 6:
        return T("{tile}", tile=tile)
    return T("{tile} {ways}", tile=TILE_NAMES[tile], ways=ways_text(rules, tile, rotation))


def town_exits(tile: str) -> int:
    """How many exits a town tile has, 0 for any other tile."""
    kind, segments = next((kind, segments) for id, kind, segments, _ in TRACK_TILES if id == tile)
    return len(segments) if kind == "town" else 0


def ways_text(rules: AgeOfSteam, tile: str, rotation: int) -> list[Text]:
    form = TILES.forms[TILES.form_of[TILES.number[tile]][rotation]]
    names = sides(rules)
    return [names[a] if b > 5 else T("{a}–{b}", a=names[a], b=names[b]) for a, b in form.segments]


def link_name(rules: AgeOfSteam, link: str) -> str:
    if link not in rules.board.direct:
        return link
    a, b, _ = rules.board.direct[link]
    return f"{rules.board.names[a]} – {rules.board.names[b]}"
