"""The board of Milk Run: nine sections in a row, and the deck. What can be clicked has the target of an action."""

from __future__ import annotations

from typing import Any

from boxcars.core.messages import T, Text, Who
from boxcars.view.board import Board, PlayerCard, Stat
from boxcars.view.click_targets import hit_rect
from milk_run.rules import COSTS
from milk_run.ui.sentences import section_name

WIDE = 100


class MilkRunBoard(Board):
    width = WIDE * (len(COSTS) + 1)
    height = 240

    def draw_ground(self) -> str:
        out = [f'<rect class="home" width="{self.width}" height="{self.height}"/>']
        for i, cost in enumerate(COSTS):
            out.append(f'<rect class="sheet" x="{50 + WIDE * i}" y="40" width="{WIDE - 10}" height="60" rx="8"/>')
            out.append(f'<text class="city" x="{95 + WIDE * i}" y="78" text-anchor="middle">{cost}</text>')
            out.append(hit_rect(f"section:{i}", 50 + WIDE * i, 40, WIDE - 10, 60))
        out.append('<rect class="sheet" x="50" y="140" width="60" height="80" rx="8"/>')
        out.append(hit_rect("deck", 50, 140, 60, 80))
        return "".join(out)

    def draw_pieces(self, seen: Any) -> str:
        out = [f'<text id="deck-count" class="city" x="80" y="186" text-anchor="middle">{seen.deck}</text>']
        for i, owner in enumerate(seen.owner):
            if owner >= 0:
                place = f'cx="{95 + WIDE * i}" cy="112" r="10"'
                out.append(f'<circle id="built-{i}" class="piece p{owner + 1}" {place} fill="var(--p{owner + 1})"/>')
        return "".join(out)

    def player_cards(self, seen: Any) -> list[PlayerCard]:
        points = [
            sum(cost for cost, owner in zip(COSTS, seen.owner, strict=True) if owner == seat) for seat in range(len(seen.cards))
        ]
        return [
            PlayerCard(seat=seat, stats=[Stat(T("Cards"), str(cards)), Stat(T("Sections"), str(points[seat]))])
            for seat, cards in enumerate(seen.cards)
        ]

    def describe_position(self, seen: Any) -> list[Text]:
        out = [T("Cards in the deck: {count}.", count=seen.deck)]
        if seen.hand is not None:
            out += [T("You hold {count} of coal {value}.", count=n, value=i + 1) for i, n in enumerate(seen.hand) if n]
        for i, owner in enumerate(seen.owner):
            if owner >= 0:
                out.append(T("{who} owns {section}.", who=Who(owner), section=section_name(i)))
        return out
