"""Routes and pencil plans as the page shows them: what can be built between two places, drawn and priced.

A pencil link is a route that a player keeps for later. It is written as tiles only; price and state are worked out from the
position whenever somebody looks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from boxcars.core.codec import decoder
from boxcars.core.game import Refused
from boxcars.core.messages import TN, T, Text, Who
from boxcars.rail import route_search
from boxcars.rail.actions import LayTrack
from boxcars.rail.route_search import End, Ground, Play
from boxcars.rail.track import CITY, EMPTY, NOBODY, TOWN_HEX, Track, lay
from boxcars.rail.track_ownership import added_segments
from boxcars.rail.ui.board import HexBoard
from boxcars.rail.ui.offered_tiles import town_face
from boxcars.view import drawing_kit
from boxcars.view.board import Say, dollars

GroundOf = Callable[[Any, Any, int], tuple[Ground, bool]]
"""(rules, state, seat) -> the ground, and whether the seat may lay a tile now."""
Tile = tuple[str, str, int]
"""Hex, tile, rotation: as an action names them."""
Part = tuple[int, int, int | None]
"""New track: hex, side, other side or None for the town."""


class Link(msgspec.Struct, frozen=True):
    """A pencil link as it is stored: the ids of its two places, and its tiles in an order in which they can be laid."""

    start: str
    goal: str
    tiles: list[Tile]


class Planned(msgspec.Struct, kw_only=True):
    """A route as it is shown. ``svg``: drawn in three ways (``full``, ``dots``, ``pencil``); ``x``, ``y``: where a plate stands on it.

    ``state`` of a pencil link: "ok"; "taken", and ``why`` says by what; "built". ``actions``: what lays it now, one after the
    other ([]: that cannot be done now, and ``why`` says why not)."""

    start: str
    goal: str
    title: str
    tiles: list[Tile]
    hexes: list[str]
    faces: list[str]
    cost: int
    price: str
    svg: str
    x: float
    y: float
    state: str = "ok"
    why: str = ""
    actions: list[Any] = []


class RoutesFound(msgspec.Struct, kw_only=True):
    """Routes between two places, the cheapest first. ``note``: what the turn allows, or that it allows none of them.
    ``instead``: the cheapest route that this turn does not allow."""

    title: str
    note: str
    routes: list[Planned]
    instead: Planned | None = None


class PencilPlan(msgspec.Struct, kw_only=True):
    """The pencil links of a seat, and between which places it can draw more. ``limit``, ``cash``: of its turn."""

    places: list[str]
    cities: list[str]
    now: bool
    limit: int
    cash: int
    links: list[Planned]
    tiles: int
    total: str
    means: str


@dataclass
class Drawn:
    """A copy of the track with some plays laid, and the segments that they added."""

    track: Track
    parts: list[Part]


class RoutePlanner:
    """Finds and draws routes for one table. ``say``: in the reader's language."""

    def __init__(self, rules: Any, board: HexBoard, ground_of: GroundOf, say: Say) -> None:
        self.rules, self.board, self.ground_of, self.say = rules, board, ground_of, say

    # -- what is asked -----------------------------------------------------------------------------------------------------

    def routes(self, state: Any, seat: int, start: str, goal: str, pencil: Sequence[Link] | None) -> RoutesFound:
        """Return routes between two places: to build now, or (with ``pencil``, the links drawn so far) to draw for later."""
        ground, _ = self.ground_of(self.rules, state, seat)
        if pencil is not None:
            ground = replace(ground, track=self._with_links(ground, pencil))
        title = self._title(ground, start, goal)
        one, other = self._end(ground, start), self._end(ground, goal)
        if one is None or other is None:
            return RoutesFound(title=title, note=self.say(T("Choose a city, a town or an open end of your track.")), routes=[])
        if route_search.joined_now(ground, one, other):
            return RoutesFound(title=title, note=self.say(T("These places are already connected.")), routes=[])
        nothing = RoutesFound(title=title, note=self.say(T("No track can connect these places.")), routes=[])
        if pencil is not None:
            found = route_search.cheapest(ground, one, other, wanted=route_search.OFFERED)
            shown = [self._planned(ground, start, goal, route.plays, route.cost) for route in found]
            return RoutesFound(title=title, note="", routes=shown) if found else nothing
        found = route_search.in_turn(self.rules, state, ground, one, other)
        if found:
            shown = [self._planned(ground, start, goal, route.plays, route.cost) for route in found]
            for planned, route in zip(shown, found, strict=True):
                planned.actions = [route_search.action_of(ground, play) for play in route.plays]
            count = TN("{count} route. {means}", "{count} routes. {means}", len(found), means=self._means(ground))
            return RoutesFound(title=title, note=self.say(count), routes=shown)
        instead = route_search.cheapest(ground, one, other)
        if not instead:
            return nothing
        plays, cost = list(instead[0].plays), instead[0].cost
        none: Text = T("No route with {means}.", means=self._tiles_and_cash(ground))
        if len(plays) <= ground.plays and cost <= ground.cash:
            none = self._order_now(ground, state, plays)[1] or none
        shown_instead = self._planned(ground, start, goal, plays, cost)
        return RoutesFound(title=title, note=self.say(none), routes=[], instead=shown_instead)

    def pencil(self, state: Any, seat: int, links: Sequence[Link]) -> PencilPlan:
        """Return the pencil links as they are in this position."""
        ground, now = self.ground_of(self.rules, state, seat)
        shown: list[Planned] = []
        track = ground.track
        for link in links:
            one = self._pencil_link(replace(ground, track=track), ground, state, link, now)
            if one is None:
                continue
            shown.append(one)
            if one.state == "ok":
                track = self._lay_all(replace(ground, track=track), self._plays(ground, link))
        plain = [one for one in shown if one.state == "ok"]
        total = sum(one.cost for one in plain)
        places = route_search.places(ground)
        return PencilPlan(
            places=[f"hex:{ground.grid.ids[hex]}" for hex in places],
            cities=[f"hex:{ground.grid.ids[hex]}" for hex in places if ground.track.places[hex] == CITY],
            now=now,
            limit=ground.plays,
            cash=ground.cash,
            links=shown,
            tiles=sum(len(one.hexes) for one in plain),
            total=dollars(self.say, total),
            means=self.say(self._tiles_and_cash(ground)),
        )

    def read_links(self, state: Any, seat: int, data: bytes) -> list[Link]:
        """Return the stored links, without those that name no hex or tile of this game."""
        ground, _ = self.ground_of(self.rules, state, seat)
        return [link for link in decoder(list[Link]).decode(data) if self._known(ground, link)]

    # -- words -------------------------------------------------------------------------------------------------------------

    def _tiles_and_cash(self, ground: Ground) -> Text:
        return TN("{count} tile and ${cash}", "{count} tiles and ${cash}", ground.plays, cash=ground.cash)

    def _means(self, ground: Ground) -> Text:
        return TN("You have {count} tile and ${cash}.", "You have {count} tiles and ${cash}.", ground.plays, cash=ground.cash)

    def _title(self, ground: Ground, start: str, goal: str) -> str:
        names = [self.say(self.rules.name(f"hex:{id}")) if id in ground.grid.number else id for id in (start, goal)]
        return self.say(T("{a}–{b}", a=names[0], b=names[1]))

    # -- plays ---------------------------------------------------------------------------------------------------------------

    def _end(self, ground: Ground, id: str) -> End | None:
        hex = ground.grid.number.get(id, -1)
        return route_search.end_at(ground, hex) if hex >= 0 else None

    def _known(self, ground: Ground, link: Link) -> bool:
        number, tiles = ground.grid.number, ground.tiles.number
        places = link.start in number and link.goal in number
        return places and all(hex in number and tile in tiles and 0 <= turn < 6 for hex, tile, turn in link.tiles)

    def _plays(self, ground: Ground, link: Link) -> list[Play]:
        """Return the plays of a link that are still to be made."""
        out: list[Play] = []
        for id, tile, turn in link.tiles:
            hex, form = ground.grid.number[id], ground.tiles.form_of[ground.tiles.number[tile]][turn]
            if not self._lies(ground, hex, form):
                out.append((hex, form))
        return out

    def _lies(self, ground: Ground, hex: int, form: int) -> bool:
        """Return whether the track of a form lies on a hex and is the seat's."""
        track, old = ground.track, ground.track.tiles[hex]
        if old == EMPTY:
            return False
        town = track.places[hex] == TOWN_HEX
        wanted, there = ground.tiles.forms[form], ground.tiles.forms[old]
        if not (set(wanted.sides) <= set(there.sides) if town else set(wanted.segments) <= set(there.segments)):
            return False
        return all(track.sections[track.at[6 * hex + side]].owner == ground.seat for side in wanted.sides)

    def _with_links(self, ground: Ground, links: Sequence[Link]) -> Track:
        """Return the track as if the links drawn so far were built."""
        for link in links:
            if self._known(ground, link):
                ground = replace(ground, track=self._lay_all(ground, self._plays(ground, link)))
        return ground.track

    def _lay_all(self, ground: Ground, plays: Sequence[Play]) -> Track:
        after = route_search.later_price(ground, plays)
        return after[1] if after is not None else ground.track

    # -- a route, drawn ------------------------------------------------------------------------------------------------------

    def _pencil_link(self, ground: Ground, today: Ground, state: Any, link: Link, now: bool) -> Planned | None:
        """Return a pencil link in this position; None if it is built. ``ground``: with the links before it, ``today``:
        without."""
        plays = self._plays(ground, link)
        if not plays:
            return None
        price = route_search.later_price(ground, plays)
        shown = self._planned(ground, link.start, link.goal, plays, price[0] if price is not None else 0)
        shown.tiles = link.tiles
        if price is None:
            shown.state, shown.why = "taken", self.say(self._taken(today, plays))
        elif now:
            order, reason = self._order_now(today, state, plays)
            shown.actions = [route_search.action_of(today, play) for play in order]
            shown.why = self.say(reason) if reason is not None else ""
            cost = route_search.price_in_turn(self.rules, state, today, order) if order else None
            if cost is not None:
                shown.cost, shown.price = cost, dollars(self.say, cost)
        return shown

    def _order_now(self, ground: Ground, state: Any, plays: list[Play]) -> tuple[list[Play], Text | None]:
        """Return the plays in an order that the rules accept now; or none, and why not."""
        if len(plays) > ground.plays:
            return [], TN("You can only build {count} tile now.", "You can only build {count} tiles now.", ground.plays)
        reason: Text | None = None
        for order in (plays, plays[::-1]):
            world = self.rules.imagine(state, ground.seat, "route")
            try:
                for play in order:
                    self.rules.play(world, ground.seat, route_search.action_of(ground, play))
            except Refused as refused:
                reason = reason or refused.reason.text
                continue
            return order, None
        return [], reason

    def _taken(self, ground: Ground, plays: Sequence[Play]) -> Text:
        """Return who has built where a link was planned."""
        track = ground.track
        for hex, _ in plays:
            if track.places[hex] == CITY:
                return T("There's a New City now")
            for port in range(6 * hex, 6 * hex + 6):
                if track.at[port] != EMPTY and track.sections[track.at[port]].owner not in (ground.seat, NOBODY):
                    return T("{who} built here", who=Who(track.sections[track.at[port]].owner))
        return T("This link can't be built anymore")

    def _planned(self, ground: Ground, start: str, goal: str, plays: Sequence[Play], cost: int) -> Planned:
        drawn = self._draw(ground, plays)
        x, y = self._middle(drawn.parts)
        actions = [route_search.action_of(ground, play) for play in plays]
        return Planned(
            start=start,
            goal=goal,
            title=self._title(ground, start, goal),
            tiles=[(action.hex, action.tile, action.rotation) for action in actions],
            hexes=[action.hex for action in actions],
            faces=[self._face(ground, play, action) for play, action in zip(plays, actions, strict=True)],
            cost=cost,
            price=dollars(self.say, cost),
            svg=self._svg(drawn.parts, ground.seat),
            x=round(x, 1),
            y=round(y, 1),
        )

    def _draw(self, ground: Ground, plays: Sequence[Play]) -> Drawn:
        """Return a drawing of the track that the plays add, one after the other."""
        track, parts = ground.track.clone(), list[Part]()
        for hex, form in plays:
            new = added_segments(track, ground.tiles, hex, form)
            if track.places[hex] == TOWN_HEX:
                parts += [(hex, side, None) for sides in new for side in sides]
            elif track.places[hex] != CITY:
                parts += [(hex, pair[0], pair[1]) for pair in new if pair[1] < 6]
            if not ground.builder.refuse(track, ground.seat, hex, form, route_search.ANY, route_search.everywhere(track)):
                lay(track, ground.grid, ground.tiles, hex, form, ground.seat)
        return Drawn(track, parts)

    def _svg(self, parts: Sequence[Part], seat: int) -> str:
        sheet = self.board.sheet
        paths = [sheet.path(part) for part in parts]
        every = "".join(paths)
        full = drawing_kit.track_layers([(path, seat) for path in paths])
        dots = f'<path class="alt-h" d="{every}"/><path class="alt" d="{every}"/>'
        pencil = "".join(f'<path class="pencil-{layer}" d="{every}"/>' for layer in ("halo", "edge", "gap", "tie"))
        body = f'<g class="as-full ghost">{full}</g><g class="as-dots">{dots}</g><g class="as-pencil">{pencil}</g>'
        return sheet.shapes(body)

    def _middle(self, parts: Sequence[Part]) -> tuple[float, float]:
        if not parts:
            return 0.0, 0.0
        hex, a, b = parts[len(parts) // 2]
        return self.board.sheet.turned(hex, drawing_kit.segment_mid(a, b))

    def _face(self, ground: Ground, play: Play, action: LayTrack) -> str:
        """Return the picture of a tile as the tile picker shows it."""
        hex, form = play
        if ground.track.places[hex] == TOWN_HEX:
            return town_face(ground.tiles.forms[form].sides, self.board.sheet.turn)
        return f"sign-turn:{action.tile}:{action.rotation}"
