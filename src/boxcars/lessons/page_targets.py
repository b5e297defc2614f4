"""Pointing: the words by which a lesson names a part of the page, and how the page finds it without knowing the game.

A pointer is any target of a path (``route:denver-santa_fe``), or one of ``asked``, ``panel:…``, ``seat:1``, ``seat:0/income``,
``station:3``, ``place:…`` (a place that is no target), ``tab:…``, ``tool:…``, ``prompt``.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from boxcars.core.messages import T
from boxcars.view.board import Board

TARGET = re.compile(r'data-target="([^"]+)"')
PARTS = {
    "prompt": (".prompt", T("The question")),
    "tab:log": ("#tab-log", T("Log")),
    "tab:actions": ("#tab-actions", T("Actions")),
    "tool:rules": ("[data-tool=rules]", T("Rules")),
}
"""Parts of the page that every game has."""


class Pointed(msgspec.Struct, frozen=True):
    """What is pointed at. ``kind``: "act" (click here) or "look"; ``css`` finds it on the page.

    A place that is no target (a city of Ticket to Ride) has no element of its own: ``shape`` is its outline on the board.
    """

    kind: str
    css: str
    name: str
    shape: str = ""


class Nowhere(Exception):
    """A pointer to something that is not there."""


class PageTargets:
    """What there is to point at in one position, as the learner sees it."""

    def __init__(self, board: Board, state: Any, seat: int, names: list[str]) -> None:
        self.board = board
        self.rules = board.rules
        self.state = state
        self.seat = seat
        self.names = names
        self.seen = self.rules.observe(state, seat)
        self.legal = self.rules.legal(state) if self.rules.actor(state) == seat else []

    def targets(self, ground: str = "") -> set[str]:
        """Return everything that is drawn as a target, on the board or in a panel, and every target of a legal action."""
        drawn = [ground, self.board.draw_pieces(self.seen), *(panel.svg for panel in self.board.side_panels(self.seen))]
        found = {target for markup in drawn for target in TARGET.findall(markup)}
        return found | {target for action in self.legal for target in action.path()}

    def point(self, pointer: str, asked: list[str]) -> list[Pointed]:
        """Return the places a pointer means (``asked`` may mean several); ``asked``: the first targets of what is asked for."""
        if pointer == "asked":
            return [self._target(target, asked) for target in asked]
        kind, _, rest = pointer.partition(":")
        if pointer in PARTS:
            css, text = PARTS[pointer]
            return [Pointed("look", css, self.board.say(text))]
        if kind == "panel":
            return [self._panel(rest)]
        if kind == "seat":
            return [self._seat(rest)]
        if kind == "station":
            return [self._station(int(rest))]
        if kind == "place":
            return [self._place(rest)]
        return [self._target(pointer, asked)]

    def _target(self, target: str, asked: list[str]) -> Pointed:
        css = f'.hit[data-target="{target}"],[data-pick="{target}"]'
        return Pointed("act" if target in asked else "look", css, self.board.say(self.rules.name(target)))

    def _panel(self, key: str) -> Pointed:
        for panel in self.board.side_panels(self.seen):
            if panel.key == key:
                return Pointed("look", f'[data-panel="{key}"],[data-tray="{key}"]', self.board.say(panel.title))
        raise Nowhere(f"there is no panel {key}")

    def _seat(self, which: str) -> Pointed:
        number, _, stat = which.partition("/")
        seat = int(number)
        if seat >= len(self.names):
            raise Nowhere(f"there is no seat {seat}")
        css, name = f'[data-seat="{seat}"]', self.names[seat] or str(seat + 1)
        if not stat:
            return Pointed("look", css, name)
        for card in self.board.player_cards(self.seen):
            for line in card.stats:
                if card.seat == seat and line.key == stat:
                    return Pointed("look", f'{css} [data-stat="{stat}"]', f"{name}: {self.board.say(line.label)}")
        raise Nowhere(f"the card of seat {seat} has no {stat}")

    def _place(self, name: str) -> Pointed:
        found = self.board.place_outline(name)
        if found is None:
            raise Nowhere(f"there is no place {name}")
        shape, label = found
        return Pointed("look", "", self.board.say(label), shape)

    def _station(self, number: int) -> Pointed:
        stations = self.board.turn_phases(self.seen)
        if not 1 <= number <= len(stations):
            raise Nowhere(f"there is no station {number}")
        return Pointed("look", f".stations li:nth-child({number})", self.board.say(stations[number - 1].name))


def is_part(pointer: str) -> bool:
    """Return whether a pointer names a part of the page rather than a target."""
    return pointer in PARTS or pointer == "asked" or pointer.partition(":")[0] in ("panel", "seat", "station", "place")


def kinds(pointers: list[str]) -> list[str]:
    """Return what a quiz's answers are: everything of these kinds can be picked, so that what can be clicked tells nothing."""
    return sorted({pointer.partition(":")[0] for pointer in pointers})
