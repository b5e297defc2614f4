"""A board in words, for a game that has no pictures of its own (yet): the observation as lines of text."""

from __future__ import annotations

from html import escape

import msgspec

from boxcars.core.messages import T, Text
from boxcars.core.types import Observation
from boxcars.view.board import Board, PlayerCard, Stat


class PlainBoard(Board):
    width = 1000
    height = 700

    def draw_ground(self) -> str:
        return '<g class="plain-ground"><rect width="1000" height="700" fill="none"/></g>'

    def _describe_fields(self, seen: Observation) -> list[str]:
        lines = []
        for name in seen.__struct_fields__:
            shown = msgspec.json.encode(getattr(seen, name)).decode()
            lines.append(f"{name}: {shown[:150]}{'…' if len(shown) > 150 else ''}")
        return lines

    def draw_pieces(self, seen: Observation) -> str:
        rows = "".join(
            f'<text x="20" y="{30 + 22 * i}" font-size="14">{escape(line)}</text>'
            for i, line in enumerate(self._describe_fields(seen))
        )
        return f'<g class="plain-pieces">{rows}</g>'

    def player_cards(self, seen: Observation) -> list[PlayerCard]:
        return [PlayerCard(seat=seat, stats=[Stat(T("Seat"), str(seat + 1))]) for seat in range(self.rules.players)]

    def describe_position(self, seen: Observation) -> list[Text]:
        return [T("{line}", line=line) for line in self._describe_fields(seen)]
