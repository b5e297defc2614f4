"""Steam on the sheet: map, track, cities, goods, and what lies beside it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

from boxcars.core.messages import TN, T, Text, Who
from boxcars.core.types import Event, Outcome
from boxcars.games.steam import types
from boxcars.games.steam.map import SteamMap
from boxcars.games.steam.names import goods_text
from boxcars.games.steam.rules import Steam
from boxcars.games.steam.select_actions import TAKE, fee
from boxcars.games.steam.types import (
    ACTIONS,
    COLOURS,
    LOCOMOTIVE,
    BidForOrder,
    BidForStart,
    BuildTrack,
    ChooseNewCity,
    ChooseSupply,
    CityFounded,
    CityGrown,
    GrowCity,
    MoveRound,
    PickNewCity,
    PickSupply,
    RaiseCapital,
    SelectAction,
    SteamObservation,
    TakeReward,
    TakeTile,
    TileTaken,
    Urbanize,
)
from boxcars.games.steam.ui import panels, tabletop
from boxcars.games.steam.ui.animation import animation_steps
from boxcars.games.steam.ui.panels import BENEFIT, ink
from boxcars.rail.actions import DropOut, GoodsMoved, LayTrack, MoveGoods, RaiseLocomotive, TrackLaid, TurnBegan
from boxcars.rail.names import ACTION_NAMES, COLOUR_NAMES, ORDINALS
from boxcars.rail.network import follow
from boxcars.rail.tiles import TOWN, Form
from boxcars.rail.track import CITY, EMPTY, OPEN, TOWN_HEX, Section, segment_parts
from boxcars.rail.ui import sentences
from boxcars.rail.ui.awards import deliveries
from boxcars.rail.ui.board import HexBoard
from boxcars.rail.ui.offered_tiles import Ends, offered
from boxcars.rail.ui.tabletop import cube_mark, cube_symbols, tile_mark
from boxcars.view import drawing_kit
from boxcars.view.awards import most
from boxcars.view.board import Panel, PlayerCard, Say, Stat, Station, dollars
from boxcars.view.hex_board import HexSheet, Line
from boxcars.view.tabletop import Ask, Award, Beat, Mark, Recap, Slip, Tray, Turn


class SteamBoard(HexBoard):
    tab_name = T("Goods")
    apart = (
        types.OrderDrawn,
        types.AuctionOpened,
        types.IncomeSettled,
        types.OrderSettled,
        types.GameEnded,
        TurnBegan,
    )

    rules: Steam
    colours = COLOURS
    move = MoveGoods

    def __init__(self, rules: Steam, say: Say) -> None:
        super().__init__(rules, say)
        self.board: SteamMap = rules.board
        self.grid = grid = self.board.grid
        sea = [i for i, hex in enumerate(self.board.file.hexes) if "Ocean" in hex.water_name or hex.sea]
        self.sheet = HexSheet(grid.axial, grid.ids, grid.water, grid.pointy, sea)
        self.width, self.height = self.sheet.width, self.sheet.height

    def ink(self, colour: str) -> str:
        return ink(colour)

    # -- the map -------------------------------------------------------------------------------------------------------

    def draw_ground(self) -> str:
        file, number = self.board.file, self.board.grid.number
        rivers = {number[hex.id]: hex.river_sides for hex in file.hexes if hex.river or hex.river_sides}
        barred = [(number[side.hex], side.side) for side in file.blocked_sides]
        land = [hex for hex in range(self.board.grid.size) if hex not in self.board.grid.water]
        signs = self.signs(self.board.tiles)
        return self.sheet.ground(self.board.hexes.terrain, rivers, barred, self._water_names() + signs) + self.sheet.hits(land)

    def _water_names(self) -> str:
        """Return each body of water named once."""
        waters: dict[str, list[int]] = {}
        for number, hex in enumerate(self.board.file.hexes):
            if hex.water_name:
                waters.setdefault(hex.water_name, []).append(number)
        return "".join(self.sheet.water_name(self.say(T(name)), hexes) for name, hexes in waters.items())

    def draw_pieces(self, seen: SteamObservation) -> str:
        track = seen.track
        out = [self.sheet.tracks([self._line(section) for section in track.sections])]
        labels: list[str] = []
        for place, hex in enumerate(self.board.places):
            x, y = self.sheet.xy(hex)
            name = self.board.hexes.names[hex]
            if track.places[hex] == TOWN_HEX:
                tile = track.tiles[hex]
                exits = self.board.tiles.forms[tile].sides if tile != EMPTY else ()
                out.append(drawing_kit.town(x, y, tile != EMPTY))
                labels.append(drawing_kit.town_label(name, x, y, exits))
            else:
                out.append(self._city(seen, place, hex, x, y, name))
        return "".join(out + labels)

    def _city(self, seen: SteamObservation, place: int, hex: int, x: float, y: float, name: str) -> str:
        """Return a city with its goods; each colour of cube can be clicked."""
        goods = [COLOURS[c] for c, n in enumerate(seen.cubes[place]) for _ in range(n)]
        id = self.board.grid.ids[hex]
        ids = [f"cube-{id}-{colour}-{goods[:i].count(colour)}" for i, colour in enumerate(goods)]
        colour = COLOURS[seen.accepts[hex].bit_length() - 1]
        new = hex not in self.board.hexes.city
        body = drawing_kit.city(
            x,
            y,
            name,
            [self.ink(colour)],
            die_text="+" if seen.grown[place] and not new else "",
            letter="N" if new else "",
            goods=[self.ink(c) for c in goods],
            ids=ids,
            large=True,
        )
        hits = ""
        for good, (cx, cy, size) in zip(goods, drawing_kit.cube_places(len(goods), large=True), strict=True):
            hits += drawing_kit.hit_cube(f"cube:{id}:{good}", x + cx, y + cy, size)
        return drawing_kit.piece(f"city-{id}", body) + hits

    def _line(self, section: Section) -> Line:
        parts = []
        for s in section.segments:
            hex, a, b = segment_parts(s)
            parts.append((hex, a, None if b == TOWN else b))
        end = None
        for port, stop in zip(section.ports, section.ends, strict=True):
            if stop == OPEN:
                end = (port // 6, port % 6)
        return Line(section.owner, tuple(parts), end)

    # -- previews --------------------------------------------------------------------------------------------------------

    def draw_preview(self, seen: SteamObservation, action: Any) -> str:
        number = self.board.grid.number
        if isinstance(action, LayTrack):
            hex = number[action.hex]
            form = self.board.tiles.forms[self.board.tiles.form_of[self.board.tiles.number[action.tile]][action.rotation]]
            parts = [(a, None if b == TOWN else b) for a, b in form.segments]
            cost = self.board.builder.cost(seen.track, hex, form.number)
            return self.sheet.ghost_tile(hex, parts, max(0, seen.actor), dollars(self.say, cost))
        if isinstance(action, MoveGoods):
            return drawing_kit.goods_path(self.way(seen, action.origin, action.sides), self.ink(action.colour))
        if isinstance(action, (Urbanize, GrowCity)):
            x, y = self.sheet.xy(number[action.hex])
            return drawing_kit.ghost_hex(
                x, y, drawing_kit.roundel(0, -30, "N") if isinstance(action, Urbanize) else drawing_kit.die(0, -30, "+")
            )
        step = seen.agenda[-1] if seen.agenda else None
        if isinstance(step, (ChooseNewCity, ChooseSupply)):
            x, y = self.sheet.xy(step.hex)
            if isinstance(action, PickNewCity):
                return drawing_kit.ghost_hex(x, y, drawing_kit.hexagon(f"city-edge g-{self.ink(action.colour)}", 0, 0, 42))
            if isinstance(action, PickSupply):
                goods = [self.ink(COLOURS[c]) for c, n in enumerate(seen.supply[action.space]) for _ in range(n)]
                return drawing_kit.ghost_hex(x, y, drawing_kit.cubes(goods, large=True))
        return ""

    def action_note(self, seen: SteamObservation, action: Any) -> Text | None:
        number = self.board.grid.number
        if isinstance(action, LayTrack):
            form = self.board.tiles.form_of[self.board.tiles.number[action.tile]][action.rotation]
            return T("${cost}", cost=self.board.builder.cost(seen.track, number[action.hex], form))
        if isinstance(action, MoveGoods):
            stops, gains = self.gains(seen, action)
            return sentences.earned(seen.actor, gains, [self.board.hexes.names[stop] for stop in stops[:-1]])
        if isinstance(action, TakeReward):
            return self._gain(seen, seen.agenda[-1], action)
        if isinstance(action, RaiseLocomotive):
            return sentences.one_link_more(seen.locomotive[seen.actor])
        if isinstance(action, DropOut) and seen.auction is not None:
            bidding = seen.auction
            if not seen.turn:
                return tabletop.left_over(self.rules.players, len(seen.order) + 1)
            return sentences.dropping_out(bidding.bids[seen.actor], len(bidding.waiting), len(seen.order))
        return self._benefit(seen, action) if isinstance(action, TakeTile) else tabletop.action_note(self.rules, seen, action)

    def gains(self, seen: SteamObservation, action: MoveGoods) -> tuple[list[int], list[int]]:
        """Return the stops of a cube's way, and the track points of each seat (STM-11.1)."""
        stops, sections, _ = follow(seen.track, self.grid.number[action.origin], list(action.sides))
        owners = [seen.track.sections[i].owner for i in sections]
        return stops, [owners.count(seat) for seat in range(self.rules.players)]

    def action_mark(self, seen: SteamObservation, action: Any) -> Mark | None:
        if isinstance(action, LayTrack):
            form = self.board.tiles.form_of[self.board.tiles.number[action.tile]][action.rotation]
            hex = self.grid.number[action.hex]
            cost = self.board.builder.cost(seen.track, hex, form)
            return self.tile_offered(seen, hex, self.board.tiles.forms[form], action, cost)
        if isinstance(action, MoveGoods):
            return cube_mark(action.colour, self.gains(seen, action)[1][seen.actor])
        return panels.tile_number(action.action) if isinstance(action, TakeTile) else None

    def tile_offered(self, seen: SteamObservation, hex: int, form: Form, action: LayTrack, cost: int) -> Mark:
        """Return a tile to choose: what it costs, and what it leads to."""
        track = seen.track
        town, old = track.places[hex] == TOWN_HEX, track.tiles[hex]
        before = self.board.tiles.forms[old] if old != EMPTY else None
        if town:
            parts: list[tuple[int, int | None]] = [
                (side, None) for side in form.sides if before is None or side not in before.sides
            ]
        else:
            parts = [pair for pair in form.segments if before is None or pair not in before.segments]
        plain = tile_mark(action.tile, action.rotation, dollars(self.say, cost), form.sides if town else None, self.sheet.turn)
        ends = self.again("ends", seen, lambda seen: Ends(self.grid, seen.track.places, self.links_seen(seen)))
        return offered(plain, ends, hex, form, parts, cost, town, self.board.hexes.names.__getitem__)

    # -- round the map ---------------------------------------------------------------------------------------------------

    def draw_symbols(self) -> str:
        return cube_symbols((colour, self.ink(colour)) for colour in COLOURS) + panels.new_city_symbols()

    def item_trays(self, seen: SteamObservation) -> list[Tray]:
        step = seen.agenda[-1] if seen.agenda and seen.agenda[-1].seat == seen.seat else None
        if isinstance(step, ChooseNewCity):
            return [panels.new_city_tray(seen)]
        return [panels.supply_tray(seen)] if isinstance(step, ChooseSupply) else []

    def turn_prompt(self, seen: SteamObservation) -> Ask | None:
        return tabletop.turn_prompt(self.rules, seen)

    def target_label(self, seen: SteamObservation, target: str) -> Text | None:
        return tabletop.target_label(self.rules, seen, target)

    def seat_order(self, seen: SteamObservation) -> list[Turn]:
        return tabletop.seat_order(self.rules, seen)

    def focus_targets(self, seen: SteamObservation) -> list[str]:
        """Return the town or city in question, or one's own track."""
        step = seen.agenda[-1] if seen.agenda else None
        if isinstance(step, ChooseNewCity | ChooseSupply):
            return [f"hex:{self.grid.ids[step.hex]}"]
        own = [section for section in seen.track.sections if section.owner == seen.seat] if seen.seat is not None else []
        return [f"hex:{self.grid.ids[hex]}" for hex in sorted({s // 42 for section in own for s in section.segments})]

    def recap_row(self, seen: SteamObservation, events: list[Event]) -> Recap | None:
        return tabletop.recap_row(self.rules, self.say, events, self.changed_targets(events))

    def turn_summary(
        self, seen: SteamObservation, events: list[Event], before: Callable[[], Iterable[list[Event]]] = list
    ) -> Slip | None:
        return tabletop.turn_summary(self.rules, self.say, events)

    def _gain(self, seen: SteamObservation, step: Any, action: TakeReward) -> Text:
        """Return where the marker goes; what passes the end of the income track is lost (STM-11.4)."""
        income, points = seen.income[step.seat], seen.points[step.seat]
        if action.to == "income":
            after = min(income + step.points, self.rules.income_max)
            lost = income + step.points - after
            if lost:
                return T("{before} → {after}, {lost} lost", before=income, after=after, lost=lost)
            return T("{before} → {after}", before=income, after=after)
        return T("{before} → {after}", before=points, after=points + step.points)

    def _benefit(self, seen: SteamObservation, action: TakeTile) -> Text:
        """Return what a tile does and what it costs; who passes (or has the best locomotive, STM-7.7) pays nothing and gets
        nothing."""
        level = seen.locomotive[seen.actor]
        if action.use is False or (action == TAKE[LOCOMOTIVE - 1] and level >= self.rules.max_locomotive):
            return T("free, no effect")
        cost, benefit = fee(self.rules, level, action), BENEFIT[action.action]
        return T("{benefit}, ${cost}", benefit=benefit, cost=cost) if cost else benefit

    def links_seen(self, seen: SteamObservation) -> list[tuple[tuple[int, int], tuple[int, int]]]:
        return [(section.ends, section.ports) for section in seen.track.sections]

    def way(self, seen: SteamObservation, origin: str, sides: Sequence[int]) -> list[drawing_kit.Point]:
        track, start = seen.track, self.grid.number[origin]
        stops, sections, _ = follow(track, start, list(sides))
        lines, back, here = [], [], start
        for i, side, stop in zip(sections, sides, stops, strict=True):
            section = track.sections[i]
            lines.append(self._line(section))
            back.append(section.ports[0] != 6 * here + side)
            here = stop
        return self.sheet.way(lines, back, [start, *stops])

    def candidate_actions(self, seen: SteamObservation, path: list[str]) -> list[Any]:
        kind, _, rest = path[-1].partition(":")
        step = seen.agenda[-1] if seen.agenda else None
        moving = isinstance(step, MoveRound)
        if kind == "cube":
            return self.moves(seen, rest)
        if kind == "hex" and moving:
            return self.moves(seen, path[0][5:], rest) if path[0].startswith("cube:") else []
        if kind == "hex":
            hex = self.board.grid.number[rest]
            if seen.track.places[hex] == CITY and isinstance(step, BuildTrack) and seen.city_action[step.seat]:
                return [GrowCity(rest)]
            lay = [LayTrack(rest, tile, rotation) for tile in self.board.tiles.number for rotation in range(6)]
            return [*lay, Urbanize(rest)] if seen.track.places[hex] == TOWN_HEX else lay
        if kind == "action" and rest in ACTIONS:
            return [TakeTile(rest)]
        return [PickSupply(int(rest))] if kind == "supply" else []

    def game_awards(self, seen: SteamObservation, outcome: Outcome, history: list[Event]) -> list[Award]:
        links = [seen.track.links_of(seat) for seat in range(self.rules.players)]
        most_links = most(T("Most links"), links, lambda seat: TN("{count} link", "{count} links", links[seat]))
        return deliveries(self.rules.players, history) + most_links

    def animation_steps(self, seen: SteamObservation, events: list[Event]) -> list[Beat]:
        return animation_steps(self, seen, events)

    def changed_targets(self, events: list[Event]) -> list[str]:
        out: list[str] = []
        for event in events:
            if isinstance(event, (TrackLaid, CityFounded, CityGrown)):
                out.append(f"hex:{event.hex}")
            elif isinstance(event, GoodsMoved):
                out += [f"hex:{event.origin}", f"hex:{event.stops[-1]}"]
            elif isinstance(event, TileTaken):
                out.append(f"action:{event.action}")
        return out

    # -- players ---------------------------------------------------------------------------------------------------------

    def player_cards(self, seen: SteamObservation) -> list[PlayerCard]:
        out = []
        for seat in range(self.rules.players):
            stats = [
                Stat(T("cash"), dollars(self.say, seen.cash[seat])),
                Stat(T("income"), f"{seen.income[seat]:+d}".replace("-", "−") if seen.income[seat] else "0"),
                Stat(T("points"), str(seen.points[seat])),
                Stat(T("engine"), str(seen.locomotive[seat])),
                Stat(T("links"), str(seen.track.links_of(seat))),
            ]
            tile = seen.tiles[seat]
            role = ACTION_NAMES[ACTIONS[tile - 1]] if tile else None
            if seen.gone[seat]:
                out.append(PlayerCard(seat=seat, role=T("bankrupt"), stats=stats, state="gone"))
                continue
            dropped = seen.auction is not None and seat not in seen.auction.waiting and seat in seen.auction.dropped
            out.append(PlayerCard(seat=seat, role=role, stats=stats, state="passed" if dropped else ""))
        return out

    def turn_label(self, seen: SteamObservation) -> Text | None:
        if seen.turn == 0:
            return T("Before the first turn")
        return super().turn_label(seen)

    def turn_phases(self, seen: SteamObservation) -> list[Station]:
        return panels.turn_phases(self.rules, seen)

    def side_panels(self, seen: SteamObservation, but: Collection[str] = ()) -> list[Panel]:
        return panels.side_panels(self.rules, self.say, seen, self.again)

    # -- in words --------------------------------------------------------------------------------------------------------

    def resources_left(self, seen: SteamObservation) -> Text | None:
        step = seen.agenda[-1]
        if isinstance(step, MoveRound):
            return TN(
                "Round {round} of 2. Your locomotive can travel {count} link.",
                "Round {round} of 2. Your locomotive can travel {count} links.",
                seen.locomotive[step.seat],
                round=step.round,
            )
        if isinstance(step, (BuildTrack, BidForOrder, BidForStart, RaiseCapital, SelectAction)):
            means = self._means(seen, step.seat)
            if not isinstance(step, BuildTrack) or not seen.city_action[step.seat]:
                return means
            return T("{how} {means}", how=tabletop.city_action(seen, step.seat), means=means)
        return None

    def _means(self, seen: SteamObservation, seat: int) -> Text:
        """Return what the seat can spend, and in an auction the bid to beat."""
        cash = T("You have ${cash}.", cash=seen.cash[seat])
        if self.rules.lends_always and (not self.rules.standard or seen.auction is None):  # (STM-3.6, 15.20)
            cash = T(
                "You have ${cash}. If you're short, you borrow: +${loan}, income −1.",
                cash=seen.cash[seat],
                loan=self.rules.loan,
            )
        if seen.auction is None:
            return cash
        means = sentences.bid_to_beat(seen.auction.leader, seen.auction.high, cash)
        if seen.turn:
            return means
        return T("Auction for {place} place. {means}", place=ORDINALS[len(seen.order)], means=means)

    def describe_position(self, seen: SteamObservation) -> list[Text]:
        names = self.board.hexes.names
        out = [T("Turn order: {order}.", order=[T("{who}", who=Who(seat)) for seat in seen.order])]
        for seat in range(self.rules.players):
            mine = [section for section in seen.track.sections if section.owner == seat]
            links = [T("{a} – {b}", a=names[s.ends[0]], b=names[s.ends[1]]) for s in mine if s.complete]
            unfinished = len(mine) - len(links)
            if links:
                out.append(T("{who} owns these links: {links}.", who=Who(seat), links=links))
            else:
                out.append(T("{who} doesn't own any links yet.", who=Who(seat)))
            if unfinished:
                out.append(
                    TN(
                        "{who} has {count} unfinished section.",
                        "{who} has {count} unfinished sections.",
                        unfinished,
                        who=Who(seat),
                    )
                )
        for place, hex in enumerate(self.board.places):
            if seen.track.places[hex] != CITY:
                continue
            colour = COLOURS[seen.accepts[hex].bit_length() - 1]
            goods = goods_text(seen.cubes[place])
            what = T("{city} accepts {colour} cubes.", city=names[hex], colour=COLOUR_NAMES[colour])
            out.append(T("{what} Goods here: {goods}.", what=what, goods=goods) if goods else what)
        return out
