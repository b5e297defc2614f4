"""Beside the map: the line of phases, the goods display, New Cities, the actions, the tiles that are left."""

from __future__ import annotations

from collections.abc import Sequence

from boxcars.core.messages import T, Text, Who
from boxcars.games.age_of_steam.actions import ACTIONS, PlaceGoods
from boxcars.games.age_of_steam.components import (
    COLOURS,
    COLUMN_SPACES,
    LETTER_UNDER,
    LETTERS,
    NEW_CITY_COLOURS,
    TILES,
)
from boxcars.games.age_of_steam.income_and_expenses import reduction
from boxcars.games.age_of_steam.names import TILE_NAMES
from boxcars.games.age_of_steam.observation import AgeOfSteamObservation
from boxcars.games.age_of_steam.rules import TILE_PLAYS, AgeOfSteam
from boxcars.games.age_of_steam.steps import (
    BidOrDrop,
    BuildTrack,
    ChooseAction,
    DecideFirst,
    DecideProduction,
    DecideShares,
    MoveOne,
    Phase,
    PlaceDrawn,
    ShareReward,
)
from boxcars.rail.names import ACTION_NAMES, COLOUR_NAMES
from boxcars.rail.ui import board as hexes
from boxcars.rail.ui.tile_supply import tiles_left
from boxcars.view import drawing_kit
from boxcars.view.board import Panel, Say, Station
from boxcars.view.svg_helpers import kept
from boxcars.view.tabletop import Item, Mark, Tray

BENEFIT: dict[str, Text] = {
    **hexes.BENEFIT,
    "production": T("adds two cubes to the display"),
    "turn_order": T("can pass once in the next auction"),
}
UNDER = LETTER_UNDER
PHASE_NAMES = {
    "issue_shares": T("Issue shares"),
    "turn_order": T("Turn order"),
    "select_actions": T("Select actions"),
    "build_track": T("Build track"),
    "move_goods": T("Move goods"),
    "collect_income": T("Income"),
    "pay_expenses": T("Expenses"),
    "income_reduction": T("Reduction"),
    "goods_growth": T("Goods growth"),
    "advance_turn": T("Next turn"),
}
SHOWN = ("issue_shares", "turn_order", "select_actions", "build_track", "move_goods", "collect_income", "goods_growth")
"""Phases that are stations of the line; income, expenses and reduction are one."""
PHASE_OF = {
    DecideShares: "issue_shares",
    BidOrDrop: "turn_order",
    DecideFirst: "turn_order",
    ChooseAction: "select_actions",
    BuildTrack: "build_track",
    ShareReward: "build_track",
    MoveOne: "move_goods",
    DecideProduction: "goods_growth",
    PlaceDrawn: "goods_growth",
}
WIDE = 292.0


def turn_phases(rules: AgeOfSteam, seen: AgeOfSteamObservation) -> list[Station]:
    phases = [p for p in rules.board.data.rules.phases if p in SHOWN]
    now = PHASE_OF.get(type(seen.agenda[-1]), "") if seen.agenda else ""
    if not now and seen.agenda:
        top = seen.agenda[-1]
        now = top.name if isinstance(top, Phase) else "goods_growth"
    found = []
    for n, phase in enumerate(phases):
        place = phases.index(now) if now in phases else len(phases)
        state = "done" if n < place else "now" if n == place else "next"
        found.append(Station(PHASE_NAMES[phase], state))
    return found


def new_city_symbols() -> str:
    """Return the faces ``new-city-A`` and so on."""
    return "".join(
        f'<symbol id="new-city-{letter}" viewBox="-19 -19 38 38"><g class="bx">{new_city(n, 0, 0)}</g></symbol>'
        for n, letter in enumerate(LETTERS)
    )


def new_city_tray(placed: Sequence[int]) -> Tray:
    """Return the tiles from which one is chosen: first the New City, then its town."""
    items = [
        Item(id=f"new-city-{letter}", target=f"city:{letter}", face=f"new-city-{letter}", w=56, h=56, label=new_city_name(n))
        for n, letter in enumerate(LETTERS)
        if placed[n] == -1
    ]
    return Tray(key="new_cities", title=T("New Cities"), place="offer", items=items)


def side_panels(rules: AgeOfSteam, say: Say, seen: AgeOfSteamObservation) -> list[Panel]:
    found = []
    if seen.bids:
        found.append(auction(rules, seen, say))
    found.append(actions(rules, say, seen.order, seen.actions, seen.blocked))
    if "income_reduction" in rules.board.data.rules.phases:
        found.append(shrinking(rules, seen.turn, seen.order, seen.income))
    if seen.display:
        found.append(display(rules, seen.display, seen.accepts, seen.new_cities, seen.drawn, sum(seen.bag)))
    if any(hex == -1 for hex in seen.new_cities):
        found.append(new_cities(seen.new_cities))
    found.append(tiles_left(TILES, seen.tiles_left, [TILE_NAMES[tile.id] for tile in TILES.tiles], seen.town_discs_left))
    return found


def auction(rules: AgeOfSteam, seen: AgeOfSteamObservation, say: Say) -> Panel:
    """Return who bids what for the order of play."""
    svg, words = "", []
    for n, seat in enumerate([s for s in seen.order if s not in seen.dropped] + list(reversed(seen.dropped))):
        y = 14 + 26 * n
        bid = seen.bids[seat]
        out = seat in seen.dropped
        said = T("out") if out else T("${amount}", amount=bid) if bid >= 0 else T("no bid")
        svg += f"<g{' opacity={q}.5{q}'.format(q=chr(34)) if out else ''}>{drawing_kit.medal(seat, 13, y)}"
        svg += (
            drawing_kit.words(say(T("{who}", who=Who(seat))), 32, y + 5, 14)
            + drawing_kit.words(say(said), WIDE - 8, y + 5, 15, 700, "end")
            + "</g>"
        )
        words.append(T("{who}: {said}", who=Who(seat), said=said))
    return Panel(key="auction", title=T("Auction for turn order"), height=8 + 26 * len(seen.order), svg=svg, words=words)


@kept
def actions(rules: AgeOfSteam, say: Say, order: Sequence[int], held: Sequence[str | None], blocked: Sequence[str]) -> Panel:
    """Return the actions of the turn, what each does, and who took it."""
    svg, words = "", []
    words.append(T("Turn order: {players}", players=[T("{who}", who=Who(seat)) for seat in order]))
    for n, number in enumerate(rules.actions):
        name = ACTIONS[number]
        x, y = (n % 2) * 148.0, (n // 2) * 42.0
        taken = held.index(name) if name in held else -1
        dim = taken >= 0 or name in blocked
        svg += f'<rect class="paper" x="{drawing_kit.n(x + 0.5)}" y="{drawing_kit.n(y + 0.5)}" width="143" height="37" rx="4"/>'
        svg += drawing_kit.words(say(ACTION_NAMES[name]), x + 8, y + 15.5, 13, 600, cls="dim" if dim else "")
        does = benefit(rules, name)
        svg += fitted(say(does), x + 8, y + 30, 128) if does is not None else ""
        if taken >= 0:
            svg += drawing_kit.medal(taken, x + 129, y + 13)
        svg += drawing_kit.hit_rect(f"action:{name}", x, y, 144, 38)
        who: Text = T("{who}", who=Who(taken)) if taken >= 0 else T("blocked") if name in blocked else T("free")
        words.append(T("{action}: {state}", action=ACTION_NAMES[name], state=who))
    rows = (len(rules.actions) + 1) // 2
    return Panel(key="actions", title=T("Actions"), height=42 * rows, svg=svg, words=words)


def benefit(rules: AgeOfSteam, name: str) -> Text | None:
    """Return what an action is good for on this map."""
    if name == "engineer" and rules.engineer_tiles == TILE_PLAYS:
        return T("your most expensive tile costs half")
    return BENEFIT[name]


def fitted(text: str, x: float, y: float, room: float) -> str:
    """Return a dim line, drawn smaller where it is longer than its cell."""
    return drawing_kit.words(text, x, y, min(11.5, 11.5 * room / max(1.0, drawing_kit.text_width(text, 11.5))), cls="dim")


BANDS = ((0, 10), (11, 20), (21, 30), (31, 40), (41, 50), (51, 0))
"""Incomes that shrink alike (AOS-12.8)."""


@kept
def shrinking(rules: AgeOfSteam, turn: int, order: Sequence[int], income: Sequence[int]) -> Panel:
    """By how much each income shrinks at the end of the turn, and who stands where."""
    factor = rules.board.data.rules.income_reduction_factor.get(turn, 1)
    svg, words = "", []
    wide = WIDE / len(BANDS)
    lanes = [[seat for seat in order if reduction(income[seat]) == 2 * i] for i in range(len(BANDS))]
    for i, (low, high) in enumerate(BANDS):
        x = i * wide
        text, less = f"{low}–{high}" if high else f"{low}+", factor * reduction(low)
        svg += f'<rect class="paper" x="{drawing_kit.n(x + 0.5)}" y=".5" width="{drawing_kit.n(wide - 1)}" height="35"/>'
        svg += drawing_kit.words(text, x + wide / 2, 14, 11.5, 500, "middle", "dim")
        svg += drawing_kit.words(f"−{less}" if less else "0", x + wide / 2, 30, 14, 700, "middle")
        for n, seat in enumerate(lanes[i]):
            svg += drawing_kit.piece(f"shrinks-{seat}", drawing_kit.medal(seat, 0, 0, 7.5), x + 11 + n % 3 * 15, 47 + n // 3 * 17)
        words.append(T("Income {band}: reduction {less}", band=text, less=less))
    rows = max(1, *((len(lane) + 2) // 3 for lane in lanes))
    return Panel(key="shrinking", title=T("Income reduction"), height=40 + 17 * rows, svg=svg, words=words)


@kept
def display(
    rules: AgeOfSteam, filled: Sequence[int], accepts: Sequence[int], new: Sequence[int], drawn: Sequence[int], bag: int
) -> Panel:
    """Return the goods display: numbered columns, and below them the columns of the New Cities (AOS-1.14)."""
    board = rules.board
    used = board.columns
    numbered = [c for c in used if len(c) == 2]
    step = 24.0 if len(numbered) > 6 else 40.0
    svg, words = "", []
    top = 0.0
    if drawn:
        for i, c in enumerate(drawn):
            colour = COLOURS[c]
            svg += drawing_kit.cube(colour, 16 + 30 * i, 14) + drawing_kit.hit_rect(f"drawn:{colour}", 4 + 30 * i, 2, 24, 24)
        words.append(T("Drawn: {colours}", colours=[COLOUR_NAMES[COLOURS[c]] for c in drawn]))
        top = 32.0
    for n, column in enumerate(numbered):
        x = 14 + n * step + (4 if column[0] == "D" else 0)
        hex = board.growth.get(column, -1)
        ink = city_ink(accepts, hex)
        wells = drawing_kit.wells(x, top, goods(filled, column), 3, column[1:], column[0] == "D", ink)
        svg += grows(rules, hex, x, top, 3, wells + ripe(filled, column, hex, x, top) + spaces(column, x, top + 37))
        said = [COLOUR_NAMES[g] if g else T("empty") for g in goods(filled, column)]
        words.append(T("{column}, {city}: {goods}", column=column, city=board.names[hex] if hex >= 0 else "–", goods=said))
        letter = LETTER_UNDER.get(column)
        if letter is not None and letter in used:
            wells = drawing_kit.wells(
                x, top + 98, goods(filled, letter), 2, letter, column[0] == "D", NEW_CITY_COLOURS[LETTERS.index(letter)]
            )
            placed = new[LETTERS.index(letter)]
            body = wells + ripe(filled, letter, placed, x, top + 98) + spaces(letter, x, top + 98 + 37)
            svg += grows(rules, placed, x, top + 98, 2, body)
            said = [COLOUR_NAMES[g] if g else T("empty") for g in goods(filled, letter)]
            name = board.names[placed] if placed >= 0 else "–"
            words.append(T("{column}, {city}: {goods}", column=letter, city=name, goods=said))
    words.append(T("Cubes in the bag: {number}", number=bag))
    return Panel(key="display", title=T("Goods display"), height=int(top) + 170, svg=svg, words=words, pinned=True)


def grows(rules: AgeOfSteam, hex: int, x: float, y: float, high: int, body: str) -> str:
    """Return a column of the display and the city that it feeds: to point at one rings the other."""
    if hex < 0:
        return body
    edge = f'<rect class="column-edge" x="{drawing_kit.n(x - 12)}" y="{drawing_kit.n(y)}" width="24" height="{drawing_kit.n(28 + 18.5 * high)}" rx="4"/>'
    return f'<g data-lights="hex:{rules.board.grid.ids[hex]}">{edge}{body}</g>'


def drawn_tray(drawn: Sequence[int]) -> Tray:
    """Return the cubes that Production has drawn: first the cube, then its space."""
    items = [
        Item(
            id=f"drawn-{COLOURS[c]}",
            target=f"drawn:{COLOURS[c]}",
            face=f"cube-{COLOURS[c]}",
            w=40,
            h=40,
            count=drawn.count(c) if drawn.count(c) > 1 else None,
            label=COLOUR_NAMES[COLOURS[c]],
        )
        for c in dict.fromkeys(drawn)
    ]
    return Tray(key="drawn", title=T("Drawn cubes"), place="offer", items=items)


@kept
def space_mark(rules: AgeOfSteam, filled: Sequence[int], accepts: Sequence[int], hex: int, action: PlaceGoods) -> Mark:
    """Return a space of the display to choose: its column as it would be, among the spaces of the same city.

    Of empty spaces one below the other it does not matter which is taken, so they look alike: as the lowest of them.
    """
    column = action.column
    there = goods(filled, column)
    space = action.space - 1
    while space + 1 < len(there) and not there[space + 1]:
        space += 1
    there[space] = action.colour
    letter = column in LETTERS
    dark = column[0] == "D" if not letter else column in LETTERS[4:]
    ink = NEW_CITY_COLOURS[LETTERS.index(column)] if letter else city_ink(accepts, hex)
    face = drawing_kit.wells(15, 0, there, len(there), column if letter else column[1:], dark, ink)
    at = 37 + 18.5 * space
    face += f'<rect class="ripe" x="5.3" y="{drawing_kit.n(at - 9.7)}" width="19.5" height="19.5" rx="3"/>'
    city: Text | str = rules.board.names[hex] if hex >= 0 else T("no city yet")
    return Mark(face=face, w=30, h=round(30 + 18.5 * len(there)), group=T("{city}", city=city))


def ripe(filled: Sequence[int], column: str, hex: int, x: float, y: float) -> str:
    """Return a ring round the cube that the next die of this column brings to its city; none where nothing can grow
    (AOS-13.4)."""
    first = next((i for i, good in enumerate(goods(filled, column)) if good), -1)
    if hex < 0 or first < 0:
        return ""
    at = y + 37 + 18.5 * first
    return f'<rect class="ripe" x="{drawing_kit.n(x - 9.7)}" y="{drawing_kit.n(at - 9.7)}" width="19.5" height="19.5" rx="3"/>'


def goods(filled: Sequence[int], column: str) -> list[str]:
    return [COLOURS[filled[i]] if filled[i] >= 0 else "" for i in COLUMN_SPACES[column]]


def spaces(column: str, x: float, y: float) -> str:
    return "".join(
        drawing_kit.hit_rect(f"space:{column}:{i + 1}", x - 9, y + 18.5 * i - 9, 18, 18, 2)
        for i in range(len(COLUMN_SPACES[column]))
    )


def city_ink(accepts: Sequence[int], hex: int) -> str:
    if hex < 0:
        return ""
    return next((COLOURS[c] for c in range(len(COLOURS)) if accepts[hex] >> c & 1), "")


def new_city(n: int, x: float, y: float) -> str:
    """Return a New City tile."""
    colour = NEW_CITY_COLOURS[n]
    key = "city-key on-light" if colour == "yellow" else "city-key"
    tile = drawing_kit.hexagon("city-edge g-" + colour, 0, 0, 49) + drawing_kit.hexagon(key, 0, 0, 43)
    return f'<g transform="translate({drawing_kit.n(x)} {drawing_kit.n(y)}) scale(.36)">{tile}</g>' + drawing_kit.roundel(
        x, y, LETTERS[n]
    )


def new_city_name(n: int) -> Text:
    return T("New City {letter}: {colour}", letter=LETTERS[n], colour=COLOUR_NAMES[NEW_CITY_COLOURS[n]])


@kept
def new_cities(placed: Sequence[int]) -> Panel:
    """Return the New City tiles beside the board."""
    svg, words = "", []
    left = [n for n, hex in enumerate(placed) if hex == -1]
    for i, n in enumerate(left):
        x, y = 20 + 36.0 * i, 20.0
        svg += new_city(n, x, y) + drawing_kit.hit_circle(f"city:{LETTERS[n]}", x, y, 17)
        words.append(new_city_name(n))
    return Panel(key="new_cities", title=T("New Cities"), height=42, svg=svg, words=words)
