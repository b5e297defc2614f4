"""The board of Age of Steam: a survey sheet of hexes, drawn from the map's data and what everybody sees."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

from boxcars.core.messages import TN, T, Text, Who
from boxcars.core.types import Event, Outcome
from boxcars.games.age_of_steam import events as ev
from boxcars.games.age_of_steam.actions import ACTIONS, BuyDirectLink, MoveGoods, PlaceGoods, TakeAction, Urbanize
from boxcars.games.age_of_steam.components import COLOURS, LETTERS, NEW_CITY_COLOURS, TILES
from boxcars.games.age_of_steam.events import CityFounded, DirectLinkBought, ExtraCube, GoodsGrown
from boxcars.games.age_of_steam.observation import AgeOfSteamObservation
from boxcars.games.age_of_steam.rules import TILE_PLAYS, AgeOfSteam
from boxcars.games.age_of_steam.steps import BidOrDrop, BuildTrack, DecideFirst, DecideShares, MoveOne, PlaceDrawn
from boxcars.games.age_of_steam.ui import panels, tabletop, turn_summary
from boxcars.games.age_of_steam.ui.animation import animation_steps
from boxcars.games.age_of_steam.ui.board_background import Sheet
from boxcars.games.age_of_steam.ui.delivery_paths import Ways
from boxcars.rail.actions import DropOut, GoodsMoved, LayTrack, RaiseLocomotive, TrackLaid, TurnBegan
from boxcars.rail.build_legality import PLACE, REDIRECT, REPLACE, TOWN_REPLACE
from boxcars.rail.names import ACTION_NAMES, COLOUR_NAMES
from boxcars.rail.track import CITY, LAND, TOWN_HEX
from boxcars.rail.ui import sentences
from boxcars.rail.ui.awards import deliveries
from boxcars.rail.ui.offered_tiles import Ends, offered
from boxcars.rail.ui.tabletop import cube_mark, cube_symbols, tile_mark
from boxcars.view import drawing_kit
from boxcars.view.awards import most
from boxcars.view.board import Panel, PlayerCard, Say, Stat, Station, dollars
from boxcars.view.tabletop import Ask, Award, Beat, Mark, Recap, Slip, Tray, Turn

CUBE = 20.0
"""A cube on the map (ART: hex boards)."""


class AgeOfSteamBoard(Sheet):
    tab_name = T("Goods")
    apart = (
        ev.OrderRolled,
        TurnBegan,
        ev.IncomeCollected,
        ev.ExpensesPaid,
        ev.IncomeReduced,
        ExtraCube,
        GoodsGrown,
        ev.TieRolled,
        ev.GameEnded,
    )

    colours = COLOURS
    move = MoveGoods

    def __init__(self, rules: AgeOfSteam, say: Say) -> None:
        super().__init__(rules, say)
        self.ways = Ways(rules.board.grid, self.sheet)
        self.prices: dict[tuple[int, int, int, bool], tuple[int, list[tuple[int, int | None]]]] = {}

    def links_seen(self, seen: AgeOfSteamObservation) -> list[tuple[tuple[int, int], tuple[int, int]]]:
        return [((ends[0], ends[1]), (ports[0], ports[1])) for _, ends, ports, _ in seen.sections]

    def way(self, seen: AgeOfSteamObservation, origin: str, sides: Sequence[int]) -> list[drawing_kit.Point]:
        return self.ways.way(seen, origin, sides)

    def draw_pieces(self, seen: AgeOfSteamObservation) -> str:
        sheet = self.sheet
        out = [sheet.tracks([self.ways.line(s) for s in seen.sections if not self.ways.is_direct(seen, s)])]
        labels = []
        hits = []
        for hex in range(self.printed.grid.size):
            x, y = sheet.xy(hex)
            goods: list[str] = [COLOURS[c] for c in seen.cubes[hex]]
            id = self.printed.grid.ids[hex]
            if seen.places[hex] == CITY:
                out.append(self.city(seen, hex, goods))
                at = drawing_kit.cube_places(len(goods))
            elif seen.places[hex] == TOWN_HEX:
                form = seen.tiles[hex]
                out.append(drawing_kit.town(x, y, form >= 0))
                labels.append(drawing_kit.town_label(self.printed.names[hex], x, y, self.exits(form)))
                level = 17.0 if drawing_kit.label_above(self.exits(form)) else -16.0
                at = [(26.0 + 22 * i, level, CUBE) for i in range(len(goods))]
                out.append(self.loose(goods, id, x, y, at))
            elif goods:
                at = [(22.0 * i, 0.0 if seen.tiles[hex] < 0 else 25.0, CUBE) for i in range(len(goods))]
                out.append(self.loose(goods, id, x, y, at))
            else:
                continue
            for good, (dx, dy, size) in zip(goods, at, strict=True):
                hits.append(drawing_kit.hit_cube(f"cube:{id}:{good}", x + dx, y + dy, size))
        out += [self.direct_link(seen, link) for link in self.printed.direct]
        return "".join(out + labels + hits)

    def exits(self, form: int) -> list[int]:
        """Sides as compass points of a flat-topped hex, for the label."""
        return list(TILES.forms[form].sides) if form >= 0 else []

    def loose(self, goods: list[str], id: str, x: float, y: float, at: list[tuple[float, float, float]]) -> str:
        """Cubes that lie beside a town or on open ground."""
        drawn = zip(goods, at, strict=True)
        return "".join(
            drawing_kit.piece(f"cube-{id}-{i}", drawing_kit.cube(good, 0, 0, size), x + dx, y + dy)
            for i, (good, (dx, dy, size)) in enumerate(drawn)
        )

    def city(self, seen: AgeOfSteamObservation, hex: int, goods: list[str]) -> str:
        x, y = self.sheet.xy(hex)
        id = self.printed.grid.ids[hex]
        colours = [COLOURS[c] for c in range(len(COLOURS)) if seen.accepts[hex] >> c & 1]
        ids = [f"cube-{id}-{i}" for i in range(len(goods))]
        if hex in seen.new_cities:
            letter = LETTERS[seen.new_cities.index(hex)]
            return drawing_kit.piece(f"city-{letter}", self.new_city(letter, self.printed.names[hex], goods, ids), x, y)
        place = self.places[hex]
        column = place.growth
        body = drawing_kit.city(
            0, 0, place.label or place.name, colours, die_text=column[1:], dark=column.startswith("D"), goods=goods, ids=ids
        )
        return drawing_kit.piece(f"place-{id}", body, x, y)

    def new_city(self, letter: str, name: str, goods: list[str], ids: list[str]) -> str:
        column = next((c for c, under in panels.UNDER.items() if under == letter), "")
        colour = NEW_CITY_COLOURS[LETTERS.index(letter)]
        die = column[1:] if self.printed.columns else ""
        return drawing_kit.city(
            0, 0, name, [colour], die_text=die, dark=column.startswith("D"), letter=letter, goods=goods, ids=ids
        )

    # -- track -------------------------------------------------------------------------------------------------------

    def direct_link(self, seen: AgeOfSteamObservation, link: str) -> str:
        """Between two adjacent cities: its owner's medal on their common side, or its price."""
        a, b, cost = self.printed.direct[link]
        (ax, ay), (bx, by) = self.sheet.xy(a), self.sheet.xy(b)
        x, y = (ax + bx) / 2, (ay + by) / 2
        owner = self.ways.direct_owner(seen, a, b)
        mark = (
            drawing_kit.medal(owner, x, y)
            if owner is not None and owner >= 0
            else drawing_kit.plate(dollars(self.say, cost), x, y, 12)
        )
        return mark + drawing_kit.hit_circle(f"link:{link}", x, y, 16)

    # -- what a click meant ------------------------------------------------------------------------------------------

    def candidate_actions(self, seen: AgeOfSteamObservation, path: list[str]) -> list[Any]:
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

    # -- previews ----------------------------------------------------------------------------------------------------

    def draw_preview(self, seen: AgeOfSteamObservation, action: Any) -> str:
        if isinstance(action, LayTrack):
            return self.ghost_tile(seen, action)
        if isinstance(action, Urbanize):
            hex = self.printed.grid.number[action.hex]
            x, y = self.sheet.xy(hex)
            body = self.new_city(action.city, self.printed.names[hex], [], [])
            return f'<g class="ghost" transform="translate({drawing_kit.n(x)} {drawing_kit.n(y)})">{body}</g>'
        if isinstance(action, MoveGoods):
            return drawing_kit.goods_path(self.way(seen, action.origin, action.sides), action.colour)
        if isinstance(action, BuyDirectLink):
            a, b, cost = self.printed.direct[action.link]
            (ax, ay), (bx, by) = self.sheet.xy(a), self.sheet.xy(b)
            due = self.rules.price_now(self.action_of(seen), seen.full_costs, cost)
            return drawing_kit.medal(seen.actor, (ax + bx) / 2, (ay + by) / 2) + drawing_kit.price(
                dollars(self.say, due), (ax + bx) / 2 + 26, (ay + by) / 2
            )
        return ""

    def action_of(self, seen: AgeOfSteamObservation) -> int:
        name = seen.actions[seen.actor] if seen.actor >= 0 else ""
        return ACTIONS.index(name) if name else -1

    def action_note(self, seen: AgeOfSteamObservation, action: Any) -> Text | None:
        if isinstance(action, LayTrack):
            cost = self.price(seen, action)[0]
            return T("${cost}; this is your last build", cost=cost) if self.last_play(seen) else T("${cost}", cost=cost)
        if isinstance(action, MoveGoods):
            links = self.ways.links(seen, action.origin, action.sides)
            return sentences.earned(seen.actor, self.gains(seen, action), [self.printed.names[end] for _, _, end in links[:-1]])
        if isinstance(action, TakeAction):
            return panels.benefit(self.rules, action.action)
        if isinstance(action, RaiseLocomotive):
            return sentences.one_link_more(seen.locomotive[seen.actor])
        if isinstance(action, DropOut):
            left = len(seen.order) - len(seen.dropped)
            return sentences.dropping_out(seen.bids[seen.actor], left, len(seen.order))
        return tabletop.action_note(seen, action)

    def plays_left(self, seen: AgeOfSteamObservation) -> int:
        may = self.rules.engineer_tiles if seen.actions[seen.actor] == "engineer" else TILE_PLAYS
        return may - seen.plays

    def may_urbanize(self, seen: AgeOfSteamObservation) -> bool:
        """Return whether the right of the action is still unused, and a New City is left."""
        if seen.actions[seen.actor] != "urbanization" or seen.urbanized or -1 not in seen.new_cities:
            return False
        return self.rules.urbanize_any_time or seen.plays == 0

    def last_play(self, seen: AgeOfSteamObservation) -> bool:
        """After the next tile the build turn ends by itself (AOS-8.30)."""
        return self.plays_left(seen) == 1 and not (self.rules.urbanize_any_time and self.may_urbanize(seen))

    def gains(self, seen: AgeOfSteamObservation, action: MoveGoods) -> list[int]:
        links = self.ways.links(seen, action.origin, action.sides)
        from_land = seen.places[self.grid.number[action.origin]] == LAND
        return tabletop.gains(self.rules, seen, action, [owner for owner, _, _ in links], from_land)

    def action_mark(self, seen: AgeOfSteamObservation, action: Any) -> Mark | None:
        if isinstance(action, LayTrack):
            return self.tile_offered(seen, action)
        if isinstance(action, MoveGoods):
            return cube_mark(action.colour, self.gains(seen, action)[seen.actor])
        if isinstance(action, BuyDirectLink):
            due = self.rules.price_now(self.action_of(seen), seen.full_costs, self.printed.direct[action.link][2])
            return Mark(badge=dollars(self.say, due))
        if isinstance(action, PlaceGoods):
            column = action.column
            hex = seen.new_cities[LETTERS.index(column)] if column in LETTERS else self.rules.board.growth.get(column, -1)
            return panels.space_mark(self.rules, seen.display, seen.accepts, hex, action)
        return None

    def tile_offered(self, seen: AgeOfSteamObservation, action: LayTrack) -> Mark:
        """Return a tile to choose: what it costs, and what it leads to."""
        hex = self.grid.number[action.hex]
        town = seen.places[hex] == TOWN_HEX
        form = TILES.forms[TILES.form_of[TILES.number[action.tile]][action.rotation]]
        cost, parts = self.price(seen, action)
        plain = tile_mark(action.tile, action.rotation, dollars(self.say, cost), form.sides if town else None, self.sheet.turn)
        ends = self.again("ends", seen, lambda seen: Ends(self.grid, seen.places, self.links_seen(seen)))
        return offered(plain, ends, hex, form, parts, cost, town, self.printed.names.__getitem__)

    def price(self, seen: AgeOfSteamObservation, action: LayTrack) -> tuple[int, list[tuple[int, int | None]]]:
        """Return what a tile costs now, and the track that it adds."""
        hex = self.printed.grid.number[action.hex]
        form = TILES.form_of[TILES.number[action.tile]][action.rotation]
        full, parts = self.printed_price(hex, form, seen.tiles[hex], seen.places[hex] == TOWN_HEX)
        return self.rules.price_now(self.action_of(seen), seen.full_costs, full), parts

    def printed_price(self, hex: int, form: int, old: int, town: bool) -> tuple[int, list[tuple[int, int | None]]]:
        """Return what a form costs over an old one, and the track that it adds."""
        key = hex, form, old, town
        if key in self.prices:
            return self.prices[key]
        shape = TILES.forms[form]
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
        self.prices[key] = self.printed.prices.of(kind, hex, form), parts
        return self.prices[key]

    def ghost_tile(self, seen: AgeOfSteamObservation, action: LayTrack) -> str:
        hex = self.printed.grid.number[action.hex]
        due, parts = self.price(seen, action)
        ghost = self.sheet.ghost_tile(hex, parts, max(seen.actor, 0), dollars(self.say, due))
        return ghost + (drawing_kit.town(*self.sheet.xy(hex), True) if seen.places[hex] == TOWN_HEX else "")

    def game_awards(self, seen: AgeOfSteamObservation, outcome: Outcome, history: list[Event]) -> list[Award]:
        track = next(line.values for line in outcome.lines if line.label == T("Track"))
        laid = most(T("Most track"), track, lambda seat: TN("{count} piece of track", "{count} pieces of track", track[seat]))
        return deliveries(self.rules.players, history) + laid

    def animation_steps(self, seen: AgeOfSteamObservation, events: list[Event]) -> list[Beat]:
        return animation_steps(self, seen, events)

    def changed_targets(self, events: list[Event]) -> list[str]:
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

    # -- round the map -----------------------------------------------------------------------------------------------

    def draw_symbols(self) -> str:
        return cube_symbols((colour, colour) for colour in COLOURS) + panels.new_city_symbols()

    def item_trays(self, seen: AgeOfSteamObservation) -> list[Tray]:
        step = seen.agenda[-1] if seen.agenda and seen.agenda[-1].seat == seen.seat else None
        if isinstance(step, PlaceDrawn):
            return [panels.drawn_tray(seen.drawn)]
        mine = isinstance(step, BuildTrack) and self.may_urbanize(seen)
        return [panels.new_city_tray(seen.new_cities)] if mine else []

    def turn_prompt(self, seen: AgeOfSteamObservation) -> Ask | None:
        return tabletop.turn_prompt(self.rules, seen)

    def target_label(self, seen: AgeOfSteamObservation, target: str) -> Text | None:
        return tabletop.target_label(seen, target)

    def seat_order(self, seen: AgeOfSteamObservation) -> list[Turn]:
        return tabletop.seat_order(self.rules, seen)

    def focus_targets(self, seen: AgeOfSteamObservation) -> list[str]:
        """One's own track."""
        own = [segments for owner, _, _, segments in seen.sections if owner == seen.seat] if seen.seat is not None else []
        return [f"hex:{self.grid.ids[hex]}" for hex in sorted({s // 42 for segments in own for s in segments})]

    def recap_row(self, seen: AgeOfSteamObservation, events: list[Event]) -> Recap | None:
        return tabletop.recap_row(self.rules, self.say, events, self.changed_targets(events))

    def turn_summary(
        self, seen: AgeOfSteamObservation, events: list[Event], before: Callable[[], Iterable[list[Event]]] = list
    ) -> Slip | None:
        return turn_summary.turn_summary(self.rules, self.say, events, before)

    # -- beside the map ----------------------------------------------------------------------------------------------

    def player_cards(self, seen: AgeOfSteamObservation) -> list[PlayerCard]:
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

    def side_panels(self, seen: AgeOfSteamObservation, but: Collection[str] = ()) -> list[Panel]:
        return panels.side_panels(self.rules, self.say, seen)

    def turn_phases(self, seen: AgeOfSteamObservation) -> list[Station]:
        return panels.turn_phases(self.rules, seen)

    def resources_left(self, seen: AgeOfSteamObservation) -> Text | None:
        step = seen.agenda[-1]
        cash = seen.cash[step.seat]
        if isinstance(step, DecideShares):
            due = seen.shares[step.seat] + seen.locomotive[step.seat]
            return T(
                "You have ${cash}. At the end of the turn: +${income} income, −${due} expenses, and −$1 for each new share.",
                cash=cash,
                income=seen.income[step.seat],
                due=due,
            )
        if isinstance(step, BuildTrack):
            left = TN("{count} tile left", "{count} tiles left", self.plays_left(seen))
            rest = T("{tiles}, ${cash}", tiles=left, cash=cash)
            if self.rules.must_finish and tabletop.unfinished(seen, step.seat):
                return T("You can't finish building while a link is unfinished. {rest}", rest=rest)
            if not self.may_urbanize(seen):
                return rest
            if self.rules.urbanize_any_time:
                return T("You can place a New City. {rest}", rest=rest)
            return T("You can place a New City before your first tile. {rest}", rest=rest)
        if isinstance(step, MoveOne):
            reach = TN("{count} link", "{count} links", seen.locomotive[step.seat])
            return T("Round {round} of 2. Your locomotive can travel {links}.", round=step.round, links=reach)
        if isinstance(step, (BidOrDrop, DecideFirst)):
            leader = seen.bids.index(seen.high_bid) if seen.high_bid in seen.bids else -1
            return sentences.bid_to_beat(leader, seen.high_bid, T("You have ${cash}.", cash=cash))
        return None

    def describe_position(self, seen: AgeOfSteamObservation) -> list[Text]:
        """Cities with their goods, then links, then players."""
        found: list[Text] = []
        names = self.printed.spoken
        for hex in range(self.printed.grid.size):
            if seen.places[hex] == CITY:
                takes = [COLOUR_NAMES[COLOURS[c]] for c in range(len(COLOURS)) if seen.accepts[hex] >> c & 1]
                goods = [COLOUR_NAMES[COLOURS[c]] for c in seen.cubes[hex]] or [T("none")]
                found.append(T("{city} accepts {colours}. Goods: {goods}.", city=names[hex], colours=takes, goods=goods))
            elif seen.cubes[hex]:
                goods = [COLOUR_NAMES[COLOURS[c]] for c in seen.cubes[hex]]
                found.append(T("Goods in {place}: {goods}.", place=names[hex], goods=goods))
        for owner, ends, _, segments in seen.sections:
            whose = T("{who}", who=Who(owner)) if owner >= 0 else T("nobody")
            if ends[0] >= 0 and ends[1] >= 0:
                found.append(T("Link {a} – {b}: {owner}.", a=names[ends[0]], b=names[ends[1]], owner=whose))
            else:
                stop = max(ends) if max(ends) >= 0 else segments[0] // 42
                tiles = TN("{count} piece of track", "{count} pieces of track", len(segments))
                found.append(T("Unfinished track from {place} ({tiles}): {owner}.", place=names[stop], tiles=tiles, owner=whose))
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
