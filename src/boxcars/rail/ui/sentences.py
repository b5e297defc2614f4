"""Tiles, sides and what happens on a hex board, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from boxcars.core.messages import TN, T, Text, Who
from boxcars.core.types import Action, Event
from boxcars.rail.actions import (
    Bid,
    BidMade,
    BidPassed,
    BuildEnded,
    DoNothing,
    DropOut,
    EndBuild,
    LayTrack,
    LinkCompleted,
    LocomotiveRaised,
    MoveSkipped,
    OwnershipLost,
    PassBid,
    PlayerEliminated,
    RaiseLocomotive,
    TrackLaid,
    TurnBegan,
)
from boxcars.rail.auction import price_of_place
from boxcars.rail.hex_names import hex_names, side_text
from boxcars.rail.hexgrid import Grid
from boxcars.rail.names import ORDINALS
from boxcars.rail.tiles import TOWN, Tile, TileSet

CURVES = {3: T("straight"), 2: T("gentle curve"), 1: T("sharp curve")}


def sides_text(grid: Grid, sides: list[int]) -> list[Text]:
    return [side_text(grid, side) for side in sides]


def tile_text(tile: Tile) -> Text:
    """Return a tile by its shape: "straight", "gentle curve and sharp curve", "town with 3 exits"."""
    if tile.kind == "town":
        return TN("town with {count} exit", "town with {count} exits", len(tile.segments))
    parts = [CURVES[min((b - a) % 6, (a - b) % 6)] for a, b in tile.segments]
    if len(parts) == 1:
        return parts[0]
    return T("{one} and {two}", one=parts[0], two=parts[1])


def turn_text(grid: Grid, tiles: TileSet, tile: str, rotation: int) -> Text:
    """Return a tile as it lies: "N–S", "N–SE and NE–S"; a town by its exits."""
    form = tiles.forms[tiles.form_of[tiles.number[tile]][rotation]]
    if form.kind == "town":
        return T("{sides}", sides=sides_text(grid, list(form.sides)))
    parts = [T("{a}–{b}", a=side_text(grid, a), b=side_text(grid, b)) for a, b in form.segments if b != TOWN]
    return parts[0] if len(parts) == 1 else T("{one} and {two}", one=parts[0], two=parts[1])


def track_laid(event: TrackLaid, place: str | Text, exits: int) -> Text:
    """Return how players tell of track on a hex: where it is and what it cost. ``exits``: those of a town, 0 elsewhere."""
    values: dict[str, Any] = {"who": Who(event.seat), "hex": place, "paid": event.paid}
    if event.kind == "redirect":
        return T("{who} redirects track on {hex} for ${paid}.", **values)
    if exits:
        values["exits"] = TN("{count} exit", "{count} exits", exits)
        if event.kind == "place":
            return T("{who} builds on {hex} ({exits}) for ${paid}.", **values)
        return T("{who} upgrades {hex} ({exits}) for ${paid}.", **values)
    if event.kind == "place":
        return T("{who} builds on {hex} for ${paid}.", **values)
    return T("{who} upgrades {hex} for ${paid}.", **values)


class HexTeller:
    """Shared sentences; ``names`` are those of the cities and towns, hex by hex."""

    def __init__(self, grid: Grid, tiles: TileSet, names: list[str], terrain: list[str]) -> None:
        self.grid = grid
        self.tiles = tiles
        self.names = hex_names(grid, names, terrain)

    def place(self, id: str) -> str | Text:
        number = self.grid.number.get(id, -1)
        return self.names[number] if number >= 0 else id

    def say(self, action: Action) -> Text | None:
        """Return a sentence for a shared action, or None."""
        if isinstance(action, Bid):
            return T("Bid ${amount}", amount=action.amount)
        if isinstance(action, DropOut):
            return T("Drop out")
        if isinstance(action, PassBid):
            return T("Pass but stay in the auction")
        if isinstance(action, LayTrack):
            turn = turn_text(self.grid, self.tiles, action.tile, action.rotation)
            return T("Build {tile} {turn} on {hex}", tile=self.tile(action.tile), turn=turn, hex=self.place(action.hex))
        if isinstance(action, EndBuild):
            return T("Finish building")
        if isinstance(action, RaiseLocomotive):
            return T("Upgrade your locomotive")
        if isinstance(action, DoNothing):
            return T("Don't move goods")
        return None

    def tile(self, id: str) -> Text:
        return tile_text(self.tiles.tiles[self.tiles.number[id]])

    def tell(self, event: Event) -> Text | None:
        """Return a sentence for a shared event, or None."""
        if isinstance(event, BidMade):
            return T("{who} bids ${amount}.", who=Who(event.seat), amount=event.amount)
        if isinstance(event, BidPassed):
            return T("{who} passes but stays in the auction.", who=Who(event.seat))
        if isinstance(event, TrackLaid):
            return self._laid(event)
        if isinstance(event, LinkCompleted):
            a, b = self.place(event.ends[0]), self.place(event.ends[1])
            if event.seat < 0:
                return T("The link {a} – {b} is complete, but nobody owns it.", a=a, b=b)
            return T("{who} completes {a} – {b}.", who=Who(event.seat), a=a, b=b)
        if isinstance(event, OwnershipLost):
            hexes = [T("{hex}", hex=self.place(hex)) for hex in event.hexes]
            return T("{who} loses the unfinished track on {hexes}.", who=Who(event.seat), hexes=hexes)
        if isinstance(event, BuildEnded):
            return T("{who} finishes building.", who=Who(event.seat))
        if isinstance(event, LocomotiveRaised):
            return T("{who} upgrades the locomotive to level {links}.", who=Who(event.seat), links=event.links)
        if isinstance(event, MoveSkipped):
            return T("{who} doesn't move any goods.", who=Who(event.seat))
        if isinstance(event, PlayerEliminated):
            return T("{who} goes bankrupt and is out of the game.", who=Who(event.seat))
        if isinstance(event, TurnBegan):
            return T("Turn {turn} begins.", turn=event.turn)
        return None

    def _laid(self, event: TrackLaid) -> Text:
        form = self.tiles.forms[self.tiles.form_of[self.tiles.number[event.tile]][event.rotation]]
        return track_laid(event, self.place(event.hex), len(form.sides) if form.kind == "town" else 0)

    def name(self, target: str) -> Text | None:
        """Return the name of a shared target of a path, or None."""
        kind, _, rest = target.partition(":")
        if kind == "hex":
            return T("{hex}", hex=self.place(rest))
        if kind == "tile":
            return T("{tile} ({id})", tile=self.tile(rest), id=rest)
        if kind == "turn":
            tile, _, rotation = rest.rpartition(":")
            return turn_text(self.grid, self.tiles, tile, int(rotation))
        if kind == "way":
            return T("via {sides}", sides=sides_text(self.grid, [int(side) for side in rest.split(".")]))
        if kind == "n":
            return T("{n}", n=rest)
        return DO.get(rest) if kind == "do" else None


DO = {
    "drop": T("Drop out"),
    "pass": T("Pass but stay in the auction"),
    "end": T("Finish building"),
    "locomotive": T("Upgrade your locomotive"),
    "nothing": T("Don't move goods"),
}


def earned(seat: int, gains: Sequence[int], towns: Sequence[str]) -> Text:
    """Return who earns by a move, the mover first, and what the cube passes through."""
    shares = [T("+{amount} for you", amount=gains[seat])] if gains[seat] else []
    shares += [T("+{amount} for {who}", who=Who(s), amount=n) for s, n in enumerate(gains) if n and s != seat]
    if not towns:
        return T("{shares}", shares=shares or [T("nobody gains anything")])
    return T("{shares}, via {towns}", shares=shares or [T("nobody gains anything")], towns=", ".join(towns))


def one_link_more(links: int) -> Text:
    """Return a sentence about what raising a locomotive gives."""
    return T("to level {links}", links=links + 1)


def bid_to_beat(leader: int, amount: int, means: Text) -> Text:
    """Return a sentence about who leads the auction, and what the bidder can spend."""
    return T("{who} bid ${amount}. {means}", who=Who(leader), amount=amount, means=means) if leader >= 0 else means


def dropping_out(bid: int, place: int, players: int) -> Text:
    """Return a sentence about what dropping out of the auction means now."""
    return T("{place} place, ${cost}", place=ORDINALS[place - 1], cost=price_of_place(bid, place, players))
