"""Beside the map: the line of phases, the goods display, New Cities, the actions, the tiles that are left."""

from __future__ import annotations

from boxcars.core.words import T, Text, Who
from boxcars.games.age_of_steam.components import (
    COLOURS,
    COLUMN_SPACES,
    LETTER_UNDER,
    LETTERS,
    NEW_CITY_COLOURS,
    TILES,
)
from boxcars.games.age_of_steam.names import TILE_NAMES
from boxcars.games.age_of_steam.rules import AgeOfSteam
from boxcars.games.age_of_steam.sight import Seen
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
from boxcars.games.age_of_steam.words import ACTIONS
from boxcars.rail.names import ACTION_NAMES, COLOUR_NAMES
from boxcars.view import inks
from boxcars.view.board import Panel, Say, Station

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


def stations(rules: AgeOfSteam, seen: Seen) -> list[Station]:
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


def panels(rules: AgeOfSteam, say: Say, seen: Seen) -> list[Panel]:
    found = []
    if seen.bids:
        found.append(auction(rules, seen, say))
    found.append(actions(rules, seen, say))
    if seen.display:
        found.append(display(rules, seen))
    if any(hex == -1 for hex in seen.new_cities):
        found.append(new_cities(rules, seen))
    found.append(tiles(seen))
    return found


def auction(rules: AgeOfSteam, seen: Seen, say: Say) -> Panel:
    """Who bids what for the order of play."""
    svg, words = "", []
    for n, seat in enumerate([s for s in seen.order if s not in seen.dropped] + list(reversed(seen.dropped))):
        y = 14 + 26 * n
        bid = seen.bids[seat]
        out = seat in seen.dropped
        said = T("out") if out else T("${amount}", amount=bid) if bid >= 0 else T("no bid")
        svg += f"<g{' opacity={q}.5{q}'.format(q=chr(34)) if out else ''}>{inks.medal(seat, 13, y)}"
        svg += (
            inks.words(say(T("{who}", who=Who(seat))), 32, y + 5, 14)
            + inks.words(say(said), WIDE - 8, y + 5, 15, 700, "end")
            + "</g>"
        )
        words.append(T("{who}: {said}", who=Who(seat), said=said))
    return Panel(key="auction", title=T("Auction for the order of play"), height=8 + 26 * len(seen.order), svg=svg, words=words)


def actions(rules: AgeOfSteam, seen: Seen, say: Say) -> Panel:
    """The actions of the turn, who took them, and the order of play."""
    svg, words = "", []
    for n, seat in enumerate(seen.order):
        svg += inks.medal(seat, 13 + 27 * n, 13)
    words.append(T("Order of play: {players}", players=[T("{who}", who=Who(seat)) for seat in seen.order]))
    for n, number in enumerate(rules.actions):
        name = ACTIONS[number]
        x, y = (n % 2) * 148.0, 32 + (n // 2) * 30.0
        taken = seen.actions.index(name) if name in seen.actions else -1
        dim = taken >= 0 or name in seen.blocked
        svg += f'<rect class="paper" x="{inks.n(x + 0.5)}" y="{inks.n(y + 0.5)}" width="143" height="25" rx="4"/>'
        svg += inks.words(say(ACTION_NAMES[name]), x + 8, y + 17.5, 13, 600, cls="dim" if dim else "")
        if taken >= 0:
            svg += inks.medal(taken, x + 129, y + 13)
        svg += inks.hit_rect(f"action:{name}", x, y, 144, 26)
        who: Text = T("{who}", who=Who(taken)) if taken >= 0 else T("blocked") if name in seen.blocked else T("free")
        words.append(T("{action}: {state}", action=ACTION_NAMES[name], state=who))
    rows = (len(rules.actions) + 1) // 2
    return Panel(key="actions", title=T("Actions"), height=34 + 30 * rows, svg=svg, words=words)


def display(rules: AgeOfSteam, seen: Seen) -> Panel:
    """The goods display: numbered columns, and below them the columns of the New Cities (AOS-1.14)."""
    board = rules.board
    used = board.columns
    numbered = [c for c in used if len(c) == 2]
    step = 24.0 if len(numbered) > 6 else 40.0
    svg, words = "", []
    top = 0.0
    if seen.drawn:
        for i, c in enumerate(seen.drawn):
            colour = COLOURS[c]
            svg += inks.cube(colour, 16 + 30 * i, 14) + inks.hit_rect(f"drawn:{colour}", 4 + 30 * i, 2, 24, 24)
        words.append(T("Drawn: {colours}", colours=[COLOUR_NAMES[COLOURS[c]] for c in seen.drawn]))
        top = 32.0
    for n, column in enumerate(numbered):
        x = 14 + n * step + (4 if column[0] == "D" else 0)
        hex = board.growth.get(column, -1)
        ink = city_ink(seen, hex)
        svg += inks.wells(x, top, goods(seen, column), 3, column[1:], column[0] == "D", ink) + spaces(column, x, top + 37)
        said = [COLOUR_NAMES[g] if g else T("empty") for g in goods(seen, column)]
        words.append(T("{column}, {city}: {goods}", column=column, city=board.names[hex] if hex >= 0 else "–", goods=said))
        letter = LETTER_UNDER.get(column)
        if letter is not None and letter in used:
            svg += inks.wells(
                x, top + 98, goods(seen, letter), 2, letter, column[0] == "D", NEW_CITY_COLOURS[LETTERS.index(letter)]
            )
            svg += spaces(letter, x, top + 98 + 37)
            placed = seen.new_cities[LETTERS.index(letter)]
            said = [COLOUR_NAMES[g] if g else T("empty") for g in goods(seen, letter)]
            name = board.names[placed] if placed >= 0 else "–"
            words.append(T("{column}, {city}: {goods}", column=letter, city=name, goods=said))
    words.append(T("In the bag: {number} cubes", number=sum(seen.bag)))
    return Panel(key="display", title=T("Goods display"), height=int(top) + 170, svg=svg, words=words)


def goods(seen: Seen, column: str) -> list[str]:
    return [COLOURS[seen.display[i]] if seen.display[i] >= 0 else "" for i in COLUMN_SPACES[column]]


def spaces(column: str, x: float, y: float) -> str:
    return "".join(
        inks.hit_rect(f"space:{column}:{i + 1}", x - 9, y + 18.5 * i - 9, 18, 18, 2) for i in range(len(COLUMN_SPACES[column]))
    )


def city_ink(seen: Seen, hex: int) -> str:
    if hex < 0:
        return ""
    return next((COLOURS[c] for c in range(len(COLOURS)) if seen.accepts[hex] >> c & 1), "")


def new_cities(rules: AgeOfSteam, seen: Seen) -> Panel:
    """The New City tiles beside the board."""
    svg, words = "", []
    left = [n for n, hex in enumerate(seen.new_cities) if hex == -1]
    for i, n in enumerate(left):
        x, y = 20 + 36.0 * i, 20.0
        colour = NEW_CITY_COLOURS[n]
        light = colour == "yellow"
        svg += f'<g transform="translate({inks.n(x)} {inks.n(y)}) scale(.36)">{inks.hexagon("city-edge g-" + colour, 0, 0, 49)}'
        svg += inks.hexagon("city-key on-light" if light else "city-key", 0, 0, 43) + "</g>"
        svg += inks.roundel(x, y, LETTERS[n]) + inks.hit_circle(f"city:{LETTERS[n]}", x, y, 17)
        words.append(T("New City {letter}: {colour}", letter=LETTERS[n], colour=COLOUR_NAMES[colour]))
    return Panel(key="new_cities", title=T("New Cities"), height=42, svg=svg, words=words)


def tiles(seen: Seen) -> Panel:
    """The tiles that are left."""
    svg, words = "", []
    for i, tile in enumerate(TILES.tiles):
        x, y = 24 + (i % 6) * 48.0, 24 + (i // 6) * 62.0
        form = TILES.forms[TILES.form_of[i][0]]
        parts = [(a, b if b < 6 else None) for a, b in form.segments]
        body = inks.hexagon("well", 0, 0, 48) + inks.track_layers([(inks.segment_path(a, b), -1) for a, b in parts])
        if tile.kind == "town":
            body += inks.town(0, 0, True)
        dim = ' opacity=".35"' if not seen.tiles_left[i] else ""
        svg += f'<g transform="translate({inks.n(x)} {inks.n(y)})"{dim}><g transform="scale(.44)">{body}</g></g>'
        svg += inks.words(str(seen.tiles_left[i]), x, y + 36, 12, 700, "middle") + inks.hit_rect(
            f"tile:{tile.id}", x - 22, y - 22, 44, 44
        )
        words.append(T("{tile}: {number} left", tile=TILE_NAMES[tile.id], number=seen.tiles_left[i]))
    words.append(T("Town discs: {number} left", number=seen.town_discs_left))
    last = len(TILES.tiles)  # the discs lie where the next tile would
    x, y = 24 + (last % 6) * 48.0, 24 + (last // 6) * 62.0
    svg += inks.town(x, y, True) + inks.words(str(seen.town_discs_left), x, y + 36, 12, 700, "middle")
    rows = last // 6 + 1
    return Panel(key="tiles", title=T("Tiles left"), height=int(rows * 62 + 4), svg=svg, words=words)
