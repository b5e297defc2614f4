"""What lies round the board of a game on hexes: faces of cubes and tiles, the questions that both games put, who plays when."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cache
from typing import Literal

from boxcars.core.words import TN, Event, T, Text, Who
from boxcars.rail.words import BidMade, LinkCompleted, LocomotiveRaised, MoveSkipped, TrackLaid
from boxcars.view import inks
from boxcars.view.tabletop import Ask, Mark, Recap, Turn

TILE = 60
CUBE = 40
"""Sizes of faces in a rack."""


def cube_symbols(pairs: Iterable[tuple[str, str]]) -> str:
    """The faces ``cube-red`` and so on, from pairs (colour, ink)."""
    return "".join(
        f'<symbol id="cube-{colour}" viewBox="-10.5 -10.5 21 21"><g class="bx">{inks.cube(ink, 0, 0)}</g></symbol>'
        for colour, ink in pairs
    )


@cache
def tile_mark(tile: str, rotation: int, price: str, town: bool) -> Mark:
    """A tile in the rack beside its hex: its picture (one of the ground's signs) and its price. Track through a town serves it: there
    every tile shows the town."""
    face = f"sign-turn:{tile}:{rotation}"
    if town:
        dot = f'<g transform="translate({TILE / 2} {TILE / 2}) scale({TILE / 102:.3f})">{inks.town(0, 0, True)}</g>'
        face = f'<use href="#{face}" width="{TILE}" height="{TILE}"/>{dot}'
    return Mark(badge=price, face=face, w=TILE, h=TILE, group=T("Build track"))


@cache
def cube_mark(colour: str, gain: int) -> Mark:
    """A cube that can go: what it brings to the one who moves it."""
    return Mark(badge=f"+{gain}", face=f"cube-{colour}", w=CUBE, h=CUBE, group=T("Move goods"))


# -- questions -----------------------------------------------------------------------------------------------------------


def ask_bid(seat: int) -> Ask:
    return Ask(
        line=T("Bid for the order of play, or drop out"),
        short=T("Bid, or drop out"),
        other=T("{who} bids for the order of play", who=Who(seat)),
        lamp="coins",
    )


def ask_build(seat: int, line: Text, short: Text) -> Ask:
    return Ask(line=line, short=short, other=T("{who} builds track", who=Who(seat)), lamp="hex")


def ask_move(seat: int) -> Ask:
    return Ask(
        line=T("Move goods, raise the locomotive, or do nothing"),
        short=T("Move goods"),
        other=T("{who} moves goods", who=Who(seat)),
        lamp="cube",
    )


# -- the order of play ---------------------------------------------------------------------------------------------------


def turns(
    order: Sequence[int],
    actor: int,
    ahead: Collection[int],
    notes: dict[int, Text],
    dropped: Sequence[int] = (),
    gone: Iterable[int] = (),
    brief: dict[int, Text] | None = None,
) -> list[Turn]:
    """The seats as they play: ``ahead`` will still be asked in this phase; who left the auction first plays last."""
    found = []
    for seat in order:
        if seat in dropped:
            place = len(order) - dropped.index(seat)
            found.append(Turn(seat=seat, state="out", note=T("place {place}", place=place)))
        else:
            state: Literal["now", "next", "done"] = "now" if seat == actor else "next" if seat in ahead else "done"
            found.append(Turn(seat=seat, state=state, note=notes.get(seat), brief=brief.get(seat) if brief else None))
    return found + [Turn(seat=seat, state="out", note=T("bankrupt")) for seat in gone]


def bids(order: Sequence[int], amounts: Sequence[int]) -> dict[int, Text]:
    """What each seat has bid."""
    return {seat: T("bid ${amount}", amount=amounts[seat]) if amounts[seat] >= 0 else T("no bid yet") for seat in order}


# -- since one's own last move --------------------------------------------------------------------------------------------


def quiet(events: Sequence[Event]) -> Recap | None:
    """Bids and rounds without a move, in a row each; what the table does by itself afterwards is on the slip."""
    for event in reversed(events):
        if isinstance(event, BidMade):
            return Recap(text=T("{who} bids ${amount}.", who=Who(event.seat), amount=event.amount))
    for event in events:
        if isinstance(event, MoveSkipped):
            return Recap(text=T("{who} moves nothing.", who=Who(event.seat)))
        if isinstance(event, LocomotiveRaised):
            return Recap(text=T("{who} raises the locomotive to level {links}.", who=Who(event.seat), links=event.links))
    return None


def built(events: Sequence[Event], touched: list[str], linked: Text | None) -> Recap | None:
    """A build turn in one row: how many tiles for how much, and what they linked."""
    laid = [event for event in events if isinstance(event, TrackLaid)]
    if not laid:
        return None
    paid = sum(event.paid for event in laid)
    text = TN(
        "{who} builds {count} tile for ${paid}",
        "{who} builds {count} tiles for ${paid}",
        len(laid),
        who=Who(laid[0].seat),
        paid=paid,
    )
    done = sum(isinstance(event, LinkCompleted) for event in events)
    said = T("{built}: {links}", built=text, links=linked) if linked is not None and done else text
    faces = [f"sign-turn:{event.tile}:{event.rotation}" for event in laid]
    return Recap(text=said, faces=faces, touched=touched)
