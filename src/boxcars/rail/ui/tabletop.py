"""What lies round the board of a game on hexes: faces of cubes and tiles, the questions that both games put, who plays when."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cache
from typing import Literal

from boxcars.core.messages import TN, T, Text, Who
from boxcars.core.types import Event
from boxcars.rail.actions import BidMade, GoodsMoved, LocomotiveRaised, MoveSkipped, TrackLaid
from boxcars.rail.names import COLOUR_NAMES, ORDINALS
from boxcars.rail.ui.offered_tiles import town_face
from boxcars.view import drawing_kit
from boxcars.view.tabletop import Ask, Mark, Recap, Turn

TILE = 60
CUBE = 40
"""Sizes of pictures in a tray."""


def cube_symbols(pairs: Iterable[tuple[str, str]]) -> str:
    """Return the pictures ``cube-red`` and so on, from pairs (colour, ink)."""
    return "".join(
        f'<symbol id="cube-{colour}" viewBox="-10.5 -10.5 21 21"><g class="bx">{drawing_kit.cube(ink, 0, 0)}</g></symbol>'
        for colour, ink in pairs
    )


@cache
def tile_mark(tile: str, rotation: int, price: str, sides: tuple[int, ...] | None = None, turn: float = 0.0) -> Mark:
    """Return the mark of a tile to choose: its picture and its price. ``sides``: its exits on a town."""
    face = f"sign-turn:{tile}:{rotation}" if sides is None else town_face(sides, turn)
    return Mark(badge=price, face=face, w=TILE, h=TILE, group=T("Build track"))


@cache
def cube_mark(colour: str, gain: int) -> Mark:
    """Return the mark of a cube that can move: what it earns the mover."""
    return Mark(badge=f"+{gain}", face=f"cube-{colour}", w=CUBE, h=CUBE, group=T("Move goods"))


# -- questions -----------------------------------------------------------------------------------------------------------


def ask_bid(seat: int) -> Ask:
    return Ask(
        line=T("Bid for turn order or drop out"),
        short=T("Bid or drop out"),
        other=T("{who} is bidding for turn order", who=Who(seat)),
        lamp="coins",
    )


def ask_build(seat: int, line: Text, short: Text) -> Ask:
    return Ask(line=line, short=short, other=T("{who} builds track", who=Who(seat)), lamp="hex")


def ask_move(seat: int) -> Ask:
    return Ask(
        line=T("Move a cube, upgrade your locomotive, or pass"),
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
    """Return the seats in order of play: ``ahead`` will still act in this phase; who left the auction first plays last."""
    found = []
    for seat in order:
        if seat in dropped:
            place = len(order) - dropped.index(seat)
            found.append(Turn(seat=seat, state="out", note=T("{place} place", place=ORDINALS[place - 1])))
        else:
            state: Literal["now", "next", "done"] = "now" if seat == actor else "next" if seat in ahead else "done"
            found.append(Turn(seat=seat, state=state, note=notes.get(seat), brief=brief.get(seat) if brief else None))
    return found + [Turn(seat=seat, state="out", note=T("bankrupt")) for seat in gone]


def bids(order: Sequence[int], amounts: Sequence[int]) -> dict[int, Text]:
    """Return what each seat has bid."""
    return {seat: T("bid ${amount}", amount=amounts[seat]) if amounts[seat] >= 0 else T("no bid yet") for seat in order}


# -- since one's own last move --------------------------------------------------------------------------------------------


class Story:
    """The sentences of one recap row, in the order of the events; what was built comes at the end."""

    def __init__(self, touched: list[str]) -> None:
        self.touched = touched
        self.sentences: list[tuple[Text, bool]] = []
        self.faces: list[str] = []
        self.gain = ""

    def tell(self, text: Text, gain: str = "", dot: bool = False) -> None:
        """Add a sentence. ``dot``: it has no full stop of its own and gets one if another follows."""
        self.sentences.append((text, dot))
        self.gain = self.gain or gain

    def moved(self, event: GoodsMoved, origin: str | Text, to: str | Text, gain: int) -> None:
        colour = COLOUR_NAMES[event.colour]
        text = T("{who} moves a {colour} cube from {origin} to {to}", who=Who(event.seat), colour=colour, origin=origin, to=to)
        self.tell(text, f"+{gain}" if gain else "", dot=True)
        self.faces.append(f"cube-{event.colour}")

    def recap(self, events: Sequence[Event], linked: Text | None) -> Recap | None:
        """Return the row; None if nothing in it has a sentence here."""
        laid = [event for event in events if isinstance(event, TrackLaid)]
        if laid:
            self.tell(built(laid, linked), dot=True)
            self.faces += [f"sign-turn:{event.tile}:{event.rotation}" for event in laid]
        for event in events:
            if isinstance(event, LocomotiveRaised):
                text = T("{who} upgrades the locomotive to level {links}.", who=Who(event.seat), links=event.links)
                self.tell(text)
            elif isinstance(event, MoveSkipped):
                self.tell(T("{who} doesn't move any goods.", who=Who(event.seat)))
        if not self.sentences:
            bid = next((event for event in reversed(events) if isinstance(event, BidMade)), None)
            if bid is None:
                return None
            return Recap(text=T("{who} bids ${amount}.", who=Who(bid.seat), amount=bid.amount))
        text, dot = self.sentences[0]
        for following, dotted in self.sentences[1:]:
            pattern = "{one}. {two}" if dot else "{one} {two}"
            text, dot = Text(pattern, {"one": text, "two": following}), dotted
        return Recap(text=text, faces=self.faces, gain=self.gain, touched=self.touched)


JOINED = (T("{one}. {two}"), T("{one} {two}"))
"""Templates that join two sentences of a row, with and without a full stop after the first."""


def built(laid: Sequence[TrackLaid], linked: Text | None) -> Text:
    """Return how many tiles were built for how much, and what they linked."""
    text = TN(
        "{who} builds {count} tile for ${paid}",
        "{who} builds {count} tiles for ${paid}",
        len(laid),
        who=Who(laid[0].seat),
        paid=sum(event.paid for event in laid),
    )
    return T("{built}: {links}", built=text, links=linked) if linked is not None else text
