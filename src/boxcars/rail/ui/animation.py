"""Animations that the games on hexes share: rails are drawn, cubes travel, numbers change."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from boxcars.core.messages import T, Who
from boxcars.core.types import Event
from boxcars.rail.actions import GoodsMoved, LinkCompleted, LocomotiveRaised, PlaceTaken, PlayerEliminated, TrackLaid
from boxcars.rail.tiles import TOWN, TileSet
from boxcars.view import drawing_kit
from boxcars.view.animation import Story, uncover
from boxcars.view.hex_board import HexSheet

Way = Callable[[str, Sequence[int]], list[drawing_kit.Point]]


class HexStory(Story):
    """The animation of an action on a hex board. ``engine``: the name of the locomotive on a player's card."""

    def __init__(self, sheet: HexSheet, tiles: TileSet, number: dict[str, int], engine: str) -> None:
        super().__init__()
        self.sheet = sheet
        self.tiles = tiles
        self.number = number
        self.engine = engine

    def tell(self, event: Event, way: Way, ink: Callable[[str], str]) -> bool:
        """Animate an event that the games share; False: the event is the game's own."""
        if isinstance(event, TrackLaid):
            self.track(event)
        elif isinstance(event, LinkCompleted):
            self.then("say", seat=event.seat, sound="wagon", also=True)
        elif isinstance(event, GoodsMoved):
            self.ride(event, drawing_kit.polyline(way(event.origin, event.sides)), ink(event.colour))
        elif isinstance(event, LocomotiveRaised):
            self.gain(event.seat, self.engine, 1, sound="hammer")
        elif isinstance(event, PlayerEliminated):
            words = T("{who} is bankrupt", who=Who(event.seat))
            self.then("say", word=words, note=T("Their track stays on the map."), tone="bad", seat=event.seat, sound="bell")
        elif isinstance(event, PlaceTaken):
            self.gain(event.seat, "cash", -event.paid)
        else:
            return False
        return True

    def track(self, event: TrackLaid) -> None:
        """Animate the rails of a tile, drawn from end to end."""
        form = self.tiles.forms[self.tiles.form_of[self.tiles.number[event.tile]][event.rotation]]
        hex = self.number[event.hex]
        parts = [(hex, a, None if b == TOWN else b) for a, b in form.segments]
        cover = self.sheet.shapes(uncover(self.sheet.path(part) for part in parts))
        self.then("lay", face=cover, to=f"target:hex:{event.hex}", seat=event.seat, sound="hammer")
        self.gain(event.seat, "cash", -event.paid, also=True, sound="")

    def ride(self, event: GoodsMoved, path: str, ink: str) -> None:
        """Animate a cube that travels link by link into the city that accepts it."""
        face, goal = drawing_kit.cube(ink, 0, 0, 20), f"target:hex:{event.stops[-1]}"
        self.then("ride", face=face, path=path, links=len(event.owners), seat=event.seat)
        self.then("lift", face=face, to=goal, seat=event.seat, sound="wagon")
        if 0 <= event.seat < len(event.gains) and event.gains[event.seat] > 0:
            self.then("rise", to=goal, word=T("+{gain}", gain=event.gains[event.seat]), seat=event.seat, also=True)

    def cubes(self, inks_: Sequence[str], from_: str, to: str, *, also: bool = False) -> None:
        """Animate cubes that come from a place, one after another."""
        for i, ink in enumerate(inks_):
            self.then("fly", face=drawing_kit.cube(ink, 0, 0, 20), from_=from_, to=to, sound="wagon", also=also or i > 0)
