"""The board of Age of Steam: a survey sheet of hexes, drawn from the map's data and what everybody sees."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from boxcars.core.words import TN, Event, T, Text, Who
from boxcars.games.age_of_steam.components import COLOURS, LETTERS, NEW_CITY_COLOURS, TILES
from boxcars.games.age_of_steam.events import CityFounded, DirectLinkBought, ExtraCube, GoodsGrown
from boxcars.games.age_of_steam.face import panels
from boxcars.games.age_of_steam.names import ACTION_NAMES, COLOUR_NAMES
from boxcars.games.age_of_steam.rules import TILE_PLAYS, AgeOfSteam
from boxcars.games.age_of_steam.sight import Seen
from boxcars.games.age_of_steam.steps import BidOrDrop, BuildTrack, DecideFirst, DecideShares, MoveOne
from boxcars.games.age_of_steam.words import ACTIONS, BuyDirectLink, MoveGoods, TakeAction, Urbanize
from boxcars.rail.building import PLACE, REDIRECT, REPLACE, TOWN_REPLACE
from boxcars.rail.face import telling
from boxcars.rail.hexgrid import Grid, axial
from boxcars.rail.reach import shortest
from boxcars.rail.refusals import TELLING
from boxcars.rail.track import CITY, LAND, TOWN_HEX
from boxcars.rail.words import DropOut, GoodsMoved, LayTrack, RaiseLocomotive, TrackLaid
from boxcars.view import inks
from boxcars.view.board import Board, Panel, PlayerCard, Say, Stat, Station, dollars
from boxcars.view.hexboard import HexSheet, Line, Part

Section = tuple[int, list[int], list[int], list[int]]
"""As it is seen: owner, ends, ports, segments."""
BENEFIT: dict[str, Text] = {
    "first_move": T("moves goods first"),
    "first_build": T("builds first"),
    "engineer": T("builds four tiles"),
    "locomotive": T("one link more at once"),
    "urbanization": T("places a New City"),
    "production": T("puts two cubes on the display"),
    "turn_order": T("may pass once in the next auction"),
}
CUBE_ROW = 22.5
"""Where the goods of a city lie below its middle."""


class AgeOfSteamBoard(Board):
    rules: AgeOfSteam

    def __init__(self, rules: AgeOfSteam, say: Say) -> None:
        super().__init__(rules, say)
        self.printed = rules.board
        grid = rules.board.grid
        cells = list(grid.axial)
        ids = list(grid.ids)
        water = set(grid.water)
        if rules.board.data.board.sea:
            for cell in sea_around(grid):
                water.add(len(cells))
                ids.append(f"sea{len(cells)}")
                cells.append(cell)
        island = grid.size if rules.board.data.board.sea else None
        self.sheet = HexSheet(cells, ids, water, grid.pointy, shown=island)
        self.width, self.height = self.sheet.width, self.sheet.height
        self.places = {grid.number[c.hex]: c for c in rules.board.data.cities}
        self.known: tuple[Seen, dict[int, Section]] | None = None
        """The ports of the position that was asked about last."""
        self.towns = {grid.number[t.hex]: t for t in rules.board.data.towns}

    # -- the map -------------------------------------------------------------------------------------------------------

    def ground(self) -> str:
        board, data, sheet = self.printed, self.printed.data.board, self.sheet
        number = board.grid.number
        terrain = ["mountain" if t == "special" else t for t in board.terrain]
        rivers = {hex: [1, 4] for hex, t in enumerate(board.terrain) if t == "river"}  # straight, where the file says no more
        rivers |= {number[hex]: sides for hex, sides in data.rivers.items()}
        over = ""
        if data.compass:
            over += inks.compass(*sheet.xy(number[data.compass]), 30)
        for name in data.names:
            x, y = sheet.xy(number[name.hex])
            over += inks.water_name(self.say(T(name.text)), x + name.dx, y + name.dy, name.size, name.turn)
        for id, cost in data.costs.items():
            x, y = sheet.xy(number[id])
            over += inks.plate(dollars(self.say, cost), x, y - 27, 13)
        blocked = [(number[hex], side) for hex, side in data.blocked]
        over += sheet.hits(hex for hex in range(board.grid.size) if hex not in board.grid.water)
        over += sheet.tile_signs(
            (tile.id, tile.kind == "town", tile.segments, [form.rotation for form in TILES.forms if form.tile == i])
            for i, tile in enumerate(TILES.tiles)
        )
        return sheet.ground(terrain, rivers, blocked, over)

    def pieces(self, seen: Seen) -> str:
        sheet = self.sheet
        out = [sheet.tracks([self.line(s) for s in seen.sections if not self.is_direct(seen, s)])]
        labels = []
        hits = []
        for hex in range(self.printed.grid.size):
            x, y = sheet.xy(hex)
            goods: list[str] = [COLOURS[c] for c in seen.cubes[hex]]
            id = self.printed.grid.ids[hex]
            if seen.places[hex] == CITY:
                out.append(self.city(seen, hex, goods))
                at = [(cx, CUBE_ROW + cy) for cx, cy in inks.cube_places(len(goods))]
            elif seen.places[hex] == TOWN_HEX:
                form = seen.tiles[hex]
                out.append(inks.town(x, y, form >= 0))
                labels.append(inks.town_label(self.printed.names[hex], x, y, self.exits(form)))
                at = [(24.0 + 19 * i, 15.0 if inks.label_above(self.exits(form)) else -14.0) for i in range(len(goods))]
                out.append(self.loose(goods, id, x, y, at))
            elif goods:
                at = [(20.0 * i, 0.0 if seen.tiles[hex] < 0 else 25.0) for i in range(len(goods))]
                out.append(self.loose(goods, id, x, y, at))
            else:
                continue
            for good, (dx, dy) in zip(goods, at, strict=False):
                hits.append(inks.hit_cube(f"cube:{id}:{good}", x + dx, y + dy, len(goods) if seen.places[hex] == CITY else 1))
        out += [self.direct_link(seen, link) for link in self.printed.direct]
        return "".join(out + labels + hits)

    def exits(self, form: int) -> list[int]:
        """Sides as compass points of a flat-topped hex, for the label."""
        return list(TILES.forms[form].sides) if form >= 0 else []

    def loose(self, goods: list[str], id: str, x: float, y: float, at: list[tuple[float, float]]) -> str:
        return "".join(
            inks.piece(f"cube-{id}-{i}", inks.cube(good, 0, 0), x + at[i][0], y + at[i][1]) for i, good in enumerate(goods)
        )

    def city(self, seen: Seen, hex: int, goods: list[str]) -> str:
        x, y = self.sheet.xy(hex)
        id = self.printed.grid.ids[hex]
        colours = [COLOURS[c] for c in range(len(COLOURS)) if seen.accepts[hex] >> c & 1]
        ids = [f"cube-{id}-{i}" for i in range(len(goods))]
        if hex in seen.new_cities:
            letter = LETTERS[seen.new_cities.index(hex)]
            return inks.piece(f"city-{letter}", self.new_city(letter, self.printed.names[hex], goods, ids), x, y)
        place = self.places[hex]
        column = place.growth
        body = inks.city(
            0, 0, place.label or place.name, colours, die_text=column[1:], dark=column.startswith("D"), goods=goods, ids=ids
        )
        return inks.piece(f"place-{id}", body, x, y)

    def new_city(self, letter: str, name: str, goods: list[str], ids: list[str]) -> str:
        column = next((c for c, under in panels.UNDER.items() if under == letter), "")
        colour = NEW_CITY_COLOURS[LETTERS.index(letter)]
        die = column[1:] if self.printed.columns else ""
        return inks.city(0, 0, name, [colour], die_text=die, dark=column.startswith("D"), letter=letter, goods=goods, ids=ids)

    # -- track -------------------------------------------------------------------------------------------------------

    def is_direct(self, seen: Seen, section: Section) -> bool:
        return seen.places[section[3][0] // 42] == CITY

    def line(self, section: Section) -> Line:
        owner, ends, ports, segments = section
        parts: list[Part] = [(s // 42, s // 7 % 6, s % 7 if s % 7 < 6 else None) for s in segments]
        end = None
        for at, port in zip(ends, ports, strict=True):
            if at < 0:
                end = (port // 6, port % 6)
        return Line(owner, tuple(parts), end)

    def direct_link(self, seen: Seen, link: str) -> str:
        """Between two adjacent cities: its owner's medal on their common side, or its price."""
        a, b, cost = self.printed.direct[link]
        (ax, ay), (bx, by) = self.sheet.xy(a), self.sheet.xy(b)
        x, y = (ax + bx) / 2, (ay + by) / 2
        owner = self.direct_owner(seen, a, b)
        mark = inks.medal(owner, x, y) if owner is not None and owner >= 0 else inks.plate(dollars(self.say, cost), x, y, 12)
        return mark + inks.hit_circle(f"link:{link}", x, y, 16)

    def direct_owner(self, seen: Seen, a: int, b: int) -> int | None:
        for owner, ends, _, segments in seen.sections:
            if sorted(ends) == sorted((a, b)) and seen.places[segments[0] // 42] == CITY:
                return owner
        return None

    # -- what a click meant ------------------------------------------------------------------------------------------

    telling = TELLING

    def meant(self, seen: Seen, path: list[str]) -> list[Any]:
        kind, _, rest = path[-1].partition(":")
        moving = isinstance(seen.agenda[-1], MoveOne) if seen.agenda else False
        if kind == "cube":
            return self.moves(seen, rest)
        if kind == "hex" and moving:
            before, _, cube = path[0].partition(":")
            if before == "cube":
                return self.moves(seen, cube, rest)
            here = self.printed.grid.number[rest]
            return [move for c in sorted(set(seen.cubes[here])) for move in self.moves(seen, f"{rest}:{COLOURS[c]}")]
        if kind == "hex":
            founded = [Urbanize(rest, path[0][5:])] if path[0].startswith("city:") else []  # type: ignore[arg-type]
            return founded or [LayTrack(rest, tile, rotation) for tile in TILES.number for rotation in range(6)]
        if kind == "action" and rest in ACTIONS:
            return [TakeAction(rest)]
        if kind == "city" and rest in LETTERS:
            return [Urbanize(town.hex, rest) for town in self.printed.data.towns]  # type: ignore[arg-type]
        return [BuyDirectLink(rest)] if kind == "link" else []

    def moves(self, seen: Seen, cube: str, to: str = "") -> list[Any]:
        """The shortest way of a cube to a city that takes it (or to ``to``), whatever forbids it."""
        hex, _, colour = cube.partition(":")
        number, ids = self.printed.grid.number, self.printed.grid.ids
        takes = [hex for hex, mask in enumerate(seen.accepts) if mask >> COLOURS.index(colour) & 1]
        goals = [number[to]] if to else takes
        links = [((ends[0], ends[1]), (ports[0], ports[1])) for _, ends, ports, _ in seen.sections]
        end, sides = shortest(links, number[hex], goals)
        if end >= 0:
            return [MoveGoods(hex, colour, ids[end], sides)]  # type: ignore[arg-type]
        return [MoveGoods(hex, colour, to or hex, (side,)) for side in range(6)]  # type: ignore[arg-type]

    # -- previews ----------------------------------------------------------------------------------------------------

    def ghost(self, seen: Seen, action: Any) -> str:
        if isinstance(action, LayTrack):
            return self.ghost_tile(seen, action)
        if isinstance(action, Urbanize):
            hex = self.printed.grid.number[action.hex]
            x, y = self.sheet.xy(hex)
            body = self.new_city(action.city, self.printed.names[hex], [], [])
            return f'<g class="ghost" transform="translate({inks.n(x)} {inks.n(y)})">{body}</g>'
        if isinstance(action, MoveGoods):
            return inks.goods_path(self.way(seen, action.origin, action.sides), action.colour)
        if isinstance(action, BuyDirectLink):
            a, b, cost = self.printed.direct[action.link]
            (ax, ay), (bx, by) = self.sheet.xy(a), self.sheet.xy(b)
            due = self.rules.price_now(self.action_of(seen), seen.full_costs, cost)
            return inks.medal(seen.actor, (ax + bx) / 2, (ay + by) / 2) + inks.price(
                dollars(self.say, due), (ax + bx) / 2 + 26, (ay + by) / 2
            )
        return ""

    def action_of(self, seen: Seen) -> int:
        name = seen.actions[seen.actor] if seen.actor >= 0 else ""
        return ACTIONS.index(name) if name else -1

    def gloss(self, seen: Seen, action: Any) -> Text | None:
        if isinstance(action, LayTrack):
            return T("${cost}", cost=self.price(seen, action)[0])
        if isinstance(action, MoveGoods):
            links = self.links(seen, action.origin, action.sides)
            return telling.over_links([owner for owner, _, _ in links], [self.printed.names[end] for _, _, end in links[:-1]])
        if isinstance(action, TakeAction):
            return BENEFIT[action.action] if action.action != "engineer" or self.rules.engineer_tiles > TILE_PLAYS else None
        if isinstance(action, RaiseLocomotive):
            return telling.one_link_more(seen.locomotive[seen.actor])
        if isinstance(action, DropOut):
            left = len(seen.order) - len(seen.dropped)
            return telling.dropping_out(seen.bids[seen.actor], left, len(seen.order))
        return None

    def price(self, seen: Seen, action: LayTrack) -> tuple[int, list[tuple[int, int | None]]]:
        """What a tile costs now, and the track that it adds."""
        hex = self.printed.grid.number[action.hex]
        form = TILES.form_of[TILES.number[action.tile]][action.rotation]
        shape, old = TILES.forms[form], seen.tiles[hex]
        town = seen.places[hex] == TOWN_HEX
        parts: list[tuple[int, int | None]]
        if town:
            before = TILES.forms[old].sides if old >= 0 else ()
            parts = [(side, None) for side in shape.sides if side not in before]
            kind = PLACE if old < 0 else TOWN_REPLACE
        else:
            kept = TILES.forms[old].segments if old >= 0 else ()
            parts = [(a, b) for a, b in shape.segments if (a, b) not in kept]
            same = old >= 0 and len(kept) == len(shape.segments)
            kind = PLACE if old < 0 else REDIRECT if same else REPLACE
        full = self.printed.prices.of(kind, hex, form)
        return self.rules.price_now(self.action_of(seen), seen.full_costs, full), parts

    def ghost_tile(self, seen: Seen, action: LayTrack) -> str:
        hex = self.printed.grid.number[action.hex]
        due, parts = self.price(seen, action)
        ghost = self.sheet.ghost_tile(hex, parts, max(seen.actor, 0), dollars(self.say, due))
        return ghost + (inks.town(*self.sheet.xy(hex), True) if seen.places[hex] == TOWN_HEX else "")

    def ports(self, seen: Seen) -> dict[int, Section]:
        """Port -> the section there."""
        if self.known is None or self.known[0] is not seen:
            at: dict[int, Section] = {}
            for section in seen.sections:
                for s in section[3]:
                    at[s // 7] = section
                    if s % 7 < 6:
                        at[s // 42 * 6 + s % 7] = section
                for port in section[2]:
                    at[port] = section
            self.known = (seen, at)
        return self.known[1]

    def way(self, seen: Seen, origin: str, sides: Sequence[int]) -> list[inks.Point]:
        """Points along the way of a cube: stops, and the middle of each piece of track between them."""
        points = [self.sheet.xy(self.printed.grid.number[origin])]
        for _, parts, end in self.links(seen, origin, sides):
            points += [self.sheet.turned(hex, inks.segment_mid(a, b)) for hex, a, b in parts if b is not None]
            points.append(self.sheet.xy(end))
        return points

    def links(self, seen: Seen, origin: str, sides: Sequence[int]) -> list[tuple[int, list[Part], int]]:
        """The links of a cube's way in order: owner, its parts as they are passed, the stop at its end."""
        out = []
        here, at = self.printed.grid.number[origin], self.ports(seen)
        for n, side in enumerate(sides):
            port = 6 * here + side
            section = at[port]
            parts: list[Part] = [(s // 42, s // 7 % 6, s % 7 if s % 7 < 6 else None) for s in section[3]]
            forward = section[2][0] == port
            end = section[1][1] if forward else section[1][0]
            if n == 0 and seen.places[here] == LAND:
                parts, end = self.from_hex(section, here, side)
            elif not forward:
                parts.reverse()
            out.append((section[0], parts, end))
            here = end
        return out

    def from_hex(self, section: Section, hex: int, side: int) -> tuple[list[Part], int]:
        """St. Lucia: the part of a section that lies before a cube leaving its hex by a side, and the stop at its end."""
        across = self.printed.grid.across
        order = [s // 42 for s in section[3]]
        i = order.index(hex)
        onward = across[6 * hex + side]
        ahead = [section[3][k] for k in range(i + 1, len(order))]
        forward = onward // 6 in order[i + 1 : i + 2] or (i == len(order) - 1 and onward // 6 not in order[max(i - 1, 0) : i])
        if len(order) == 1:
            forward = onward in (section[2][1],) or (section[1][1] < 0 and 6 * hex + side == section[2][1])
        if not forward:
            ahead = [section[3][k] for k in range(i - 1, -1, -1)]
        parts: list[Part] = [(s // 42, s // 7 % 6, s % 7 if s % 7 < 6 else None) for s in ahead]
        return parts, section[1][1] if forward else section[1][0]

    def touched(self, events: list[Event]) -> list[str]:
        found: list[str] = []
        for event in events:
            if isinstance(event, (TrackLaid, CityFounded, ExtraCube)):
                found.append(f"hex:{event.hex}")
            elif isinstance(event, GoodsMoved):
                found += [f"hex:{event.origin}", f"hex:{event.stops[-1]}"]
            elif isinstance(event, DirectLinkBought):
                found.append(f"link:{event.link}")
            elif isinstance(event, GoodsGrown):
                found += [f"hex:{hex}" for _, hex, _ in event.moved]
        return list(dict.fromkeys(found))

    def riders(self, seen: Seen, events: list[Event]) -> str:
        moved = [event for event in events if isinstance(event, GoodsMoved)]
        return "".join(inks.rider(self.way(seen, e.origin, e.sides), inks.cube(e.colour, 0, 0)) for e in moved)

    # -- beside the map ----------------------------------------------------------------------------------------------

    def cards(self, seen: Seen) -> list[PlayerCard]:
        found = []
        for seat in range(self.rules.players):
            stats = [
                Stat(T("Income"), str(seen.income[seat])),
                Stat(T("Cash"), dollars(self.say, seen.cash[seat])),
                Stat(T("Shares"), str(seen.shares[seat])),
                Stat(T("Loco"), str(seen.locomotive[seat])),
                Stat(T("Points"), str(seen.points[seat])),
            ]
            role = ACTION_NAMES[seen.actions[seat]] if seen.actions[seat] else None
            state = "gone" if seen.gone[seat] else "passed" if seat in seen.dropped else ""
            found.append(PlayerCard(seat=seat, role=role, stats=stats, state=state))
        return found

    def panels(self, seen: Seen) -> list[Panel]:
        return panels.panels(self.rules, seen, self.say)

    def stations(self, seen: Seen) -> list[Station]:
        return panels.stations(self.rules, seen)

    def turn(self, seen: Seen) -> Text | None:
        return T("Turn {turn} of {turns}", turn=seen.turn, turns=seen.turns)

    def note(self, seen: Seen) -> Text | None:
        step = seen.agenda[-1]
        cash = seen.cash[step.seat]
        if isinstance(step, DecideShares):
            due = seen.shares[step.seat] + seen.locomotive[step.seat]
            return T(
                "You have ${cash}. At the end of the turn: income ${income}, expenses ${due} and $1 more for each new share.",
                cash=cash,
                income=seen.income[step.seat],
                due=due,
            )
        if isinstance(step, BuildTrack):
            may = self.rules.engineer_tiles if seen.actions[step.seat] == "engineer" else TILE_PLAYS
            left = TN("{count} tile left", "{count} tiles left", may - seen.plays)
            rest = T("{tiles}, ${cash}", tiles=left, cash=cash)
            if seen.actions[step.seat] != "urbanization" or seen.urbanized or -1 not in seen.new_cities:
                return rest
            if self.rules.urbanize_any_time:
                return T("You may place a New City. {rest}", rest=rest)
            return T("You may place a New City before your first tile. {rest}", rest=rest) if seen.plays == 0 else rest
        if isinstance(step, MoveOne):
            reach = TN("{count} link", "{count} links", seen.locomotive[step.seat])
            return T("Round {round} of 2. Your locomotive reaches {links}.", round=step.round, links=reach)
        if isinstance(step, (BidOrDrop, DecideFirst)):
            leader = seen.bids.index(seen.high_bid) if seen.high_bid in seen.bids else -1
            return telling.bid_to_beat(leader, seen.high_bid, T("You have ${cash}.", cash=cash))
        return None

    def describe(self, seen: Seen) -> list[Text]:
        """Cities with their goods, then links, then players."""
        found: list[Text] = []
        names = self.printed.spoken
        for hex in range(self.printed.grid.size):
            if seen.places[hex] == CITY:
                takes = [COLOUR_NAMES[COLOURS[c]] for c in range(len(COLOURS)) if seen.accepts[hex] >> c & 1]
                goods = [COLOUR_NAMES[COLOURS[c]] for c in seen.cubes[hex]] or [T("none")]
                found.append(T("{city}: takes {colours}; holds {goods}.", city=names[hex], colours=takes, goods=goods))
            elif seen.cubes[hex]:
                goods = [COLOUR_NAMES[COLOURS[c]] for c in seen.cubes[hex]]
                found.append(T("{place}: holds {goods}.", place=names[hex], goods=goods))
        for owner, ends, _, segments in seen.sections:
            whose = T("{who}", who=Who(owner)) if owner >= 0 else T("nobody")
            if ends[0] >= 0 and ends[1] >= 0:
                found.append(T("Link {a} – {b}: {owner}.", a=names[ends[0]], b=names[ends[1]], owner=whose))
            else:
                stop = max(ends) if max(ends) >= 0 else segments[0] // 42
                tiles = TN("{count} piece of track", "{count} pieces of track", len(segments))
                found.append(T("Unfinished from {place}, {tiles}: {owner}.", place=names[stop], tiles=tiles, owner=whose))
        for seat in range(self.rules.players):
            found.append(
                T(
                    "{who}: income {income}, ${cash}, {shares} shares, locomotive {links}, {points} points.",
                    who=Who(seat),
                    income=seen.income[seat],
                    cash=seen.cash[seat],
                    shares=seen.shares[seat],
                    links=seen.locomotive[seat],
                    points=seen.points[seat],
                )
            )
        return found


def sea_around(grid: Grid) -> list[tuple[int, int]]:
    """Water cells that fill the sheet round an island."""
    known = set(grid.axial)
    cols = [col for col, _ in grid.positions]
    rows = [row for _, row in grid.positions]
    found = []
    for col in range(min(cols) - 1, max(cols) + 2):
        for row in range(min(rows) - 1, max(rows) + 2):
            cell = axial(col, row, grid.pointy)
            if cell not in known:
                found.append(cell)
    return found
