"""The order of play and the moves beside moving goods, where the games on hexes agree (AOS-7.2, 11.1, STM-6.3, 10.1)."""

from __future__ import annotations

from typing import Final

from boxcars.core.chance import Chance
from boxcars.core.types import Action, Event
from boxcars.rail.actions import DoNothing, LocomotiveRaised, MoveSkipped, RaiseLocomotive

RAISE: Final = RaiseLocomotive()
NOTHING: Final = DoNothing()


def holder(taken: list[int], number: int) -> int:
    """Return the seat that took the action or tile of that number, -1 for nobody."""
    return taken.index(number) if number in taken else -1


def first_then(order: list[int], first: int) -> list[int]:
    """Return the order of play with one seat (-1: nobody) before all others."""
    if first not in order:
        return order.copy()
    return [first, *(seat for seat in order if seat != first)]


def beside_moving(raised: list[bool], locomotive: list[int], seat: int, most: int) -> list[Action]:
    """Return what a seat may do instead of moving a cube: raise its locomotive, once in the two rounds, or nothing."""
    if raised[seat] or locomotive[seat] >= most:
        return [NOTHING]
    return [RAISE, NOTHING]


def without_moving(raised: list[bool], locomotive: list[int], seat: int, action: Action, events: list[Event]) -> None:
    """Carry out an action that replaces moving a cube."""
    if isinstance(action, RaiseLocomotive):
        raised[seat] = True
        locomotive[seat] += 1
        events.append(LocomotiveRaised(seat, locomotive[seat]))
    else:
        events.append(MoveSkipped(seat))


def draw(chance: Chance, bag: list[int]) -> int:
    """Draw a cube from the bag, which must not be empty, and return its colour."""
    colour = chance.pick("bag", bag)
    bag[colour] -= 1
    return colour
