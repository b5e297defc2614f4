"""Western US: start on a coast, build in one piece until the transcontinental railroad, east-west bonus (AOS-15)."""

from __future__ import annotations

from itertools import combinations
from typing import Any, Final

from boxcars.core.game import Chapter, no
from boxcars.core.messages import T
from boxcars.core.types import Event, Reason
from boxcars.games.age_of_steam.actions import MoveGoods, RewardRailroads
from boxcars.games.age_of_steam.events import TieRolled, Transcontinental
from boxcars.games.age_of_steam.move_goods import walk
from boxcars.games.age_of_steam.rules import AgeOfSteam
from boxcars.games.age_of_steam.scoring import rank_key, victory_points
from boxcars.games.age_of_steam.state import Table
from boxcars.games.age_of_steam.steps import ShareReward
from boxcars.rail.track import CITY

ONE_RAILROAD: Final = 4
TWO_RAILROADS: Final = 2
"""Income for the transcontinental railroad: one railroad alone, or two of them each (AOS-15.11)."""


class WesternUS(AgeOfSteam):
    def __init__(self, map: str, players: int, options: dict[str, Any]) -> None:
        super().__init__(map, players, options)
        self.chapters[ShareReward] = SharingReward()

    # -- where to build (AOS-15.7 to 15.9) ---------------------------------------------------------------------------

    def anchors(self, table: Table, seat: int) -> dict[int, int]:
        """Starting cities for a railroad without track; before the transcontinental railroad, its own piece only."""
        main = self.main_pieces(table, seat)
        if self.must_start_at_coast(table, seat) or (not main and not table.transcontinental):
            return {hex: n + 1 for n, hex in enumerate(self.board.starting)}
        return self.builder.anchors(table.track, seat) if table.transcontinental else main

    def must_start_at_coast(self, table: Table, seat: int) -> bool:
        return table.track.owned(seat) == 0

    def main_pieces(self, table: Table, seat: int) -> dict[int, int]:
        """Stop -> piece, for the pieces of the seat's network that contain a starting city (AOS-15.8)."""
        piece: dict[int, int] = {}
        for section in table.track.sections:
            if section.owner != seat:
                continue
            stops = [end for end in section.ends if end >= 0]
            for stop in stops:
                if stop not in piece:
                    piece[stop] = stop + 1
            if len(stops) == 2 and piece[stops[0]] != piece[stops[1]]:
                old, new = piece[stops[1]], piece[stops[0]]
                for stop, label in piece.items():
                    if label == old:
                        piece[stop] = new
        main = {piece[hex] for hex in self.board.starting if hex in piece}
        return {stop: label for stop, label in piece.items() if label in main}

    # -- the transcontinental railroad (AOS-15.10, 15.11) ------------------------------------------------------------

    def track_changed(self, table: Table, seat: int, events: list[Event]) -> None:
        if table.transcontinental or not self.joined(table, None):
            return
        table.transcontinental = True
        choices = self.reward_choices(table)
        if not choices:
            events.append(Transcontinental([], 0))
        elif len(choices) == 1:
            reward(table, choices[0], events)
        else:
            table.agenda.append(ShareReward(seat, choices))

    def joined(self, table: Table, railroads: tuple[int, ...] | None) -> bool:
        """Return whether links of these railroads (None: of all) and neutral ones connect a western with an eastern starting
        city."""
        west = [hex for hex in self.board.starting if self.board.region[hex] == "west"]
        east = [hex for hex in self.board.starting if self.board.region[hex] == "east"]
        reached = set(west)
        allowed = None if railroads is None else [-1, *railroads]
        links = [s.ends for s in table.track.sections if s.complete and (allowed is None or s.owner in allowed)]
        grown = True
        while grown:
            grown = False
            for a, b in links:
                if (a in reached) != (b in reached):
                    reached.update((a, b))
                    grown = True
        return any(hex in reached for hex in east)

    def reward_choices(self, table: Table) -> list[tuple[int, ...]]:
        """Return the sets of railroads that may be rewarded: from the smallest sets that connect, one alone or two of them."""
        if self.joined(table, ()):
            return []
        seats = sorted(table.order)
        for size in range(1, len(seats) + 1):
            sets = [chosen for chosen in combinations(seats, size) if self.joined(table, chosen)]
            if sets:
                pairs = {pair for chosen in sets for pair in combinations(chosen, min(size, 2))}
                return sorted(pairs)
        return []

    # -- the east-west bonus (AOS-15.6) ------------------------------------------------------------------------------

    def crosses(self, table: Table, origin: int, end: int) -> bool:
        region = self.board.region
        if table.track.places[origin] != CITY:
            return False  # where a delivery ends there is a city
        return {region.get(origin), region.get(end)} == {"east", "west"}

    def with_bonus(self, table: Table, moves: list[MoveGoods]) -> list[MoveGoods]:
        number = self.board.grid.number
        found: list[MoveGoods] = []
        for move in moves:
            origin = number[move.origin]
            if self.crosses(table, origin, number[move.to]):
                for link in self.bonus_choices(table, origin, move.sides):
                    found.append(MoveGoods(move.origin, move.colour, move.to, move.sides, link))
            else:
                found.append(move)
        return found

    def bonus_choices(self, table: Table, origin: int, sides: tuple[int, ...]) -> tuple[int, ...]:
        """One link for each owner; if nobody owns any, the bonus is lost on the first."""
        _, used, _ = walk(self, table, origin, sides)
        first: dict[int, int] = {}
        for n, i in enumerate(used):
            owner = table.track.sections[i].owner
            if owner >= 0 and owner not in first:
                first[owner] = n
        return tuple(first.values()) or (0,)

    def refuse_bonus(self, table: Table, origin: int, end: int, action: MoveGoods) -> Reason | None:
        if not self.crosses(table, origin, end):
            return super().refuse_bonus(table, origin, end, action)
        if not 0 <= action.bonus < len(action.sides):
            return no("bonus_due", "AOS-15.6", T("Choose which link of the route gets the east-west bonus."))
        return None

    # -- no ties (AOS-15.14) -----------------------------------------------------------------------------------------

    def finish(self, table: Table, events: list[Event]) -> None:
        """Who is still tied after points, cash and track rolls a die; tied dice are rolled again."""
        table.ties = [0] * self.players
        points = victory_points(self, table)
        groups: dict[tuple[int, int, int], list[int]] = {}
        for seat in table.order:
            groups.setdefault((points[seat], table.cash[seat], table.track.link_segments(seat)), []).append(seat)
        for seats in groups.values():
            if len(seats) > 1:
                ranked = self.roll_off(table, sorted(seats))
                for n, seat in enumerate(reversed(ranked)):
                    table.ties[seat] = n
                events.append(TieRolled(ranked))

    def roll_off(self, table: Table, seats: list[int]) -> list[int]:
        if len(seats) == 1:
            return seats
        dice = {seat: table.chance.die("dice:tie") for seat in seats}
        ranked: list[int] = []
        for face in sorted(set(dice.values()), reverse=True):
            ranked += self.roll_off(table, [seat for seat in seats if dice[seat] == face])
        return ranked

    def rank_key(self, table: Table, seat: int, score: int) -> tuple[int, ...]:
        key = rank_key(table, seat, score)
        if table.gone[seat]:
            return key
        return (*key, table.cash[seat], table.track.link_segments(seat), table.ties[seat] if table.ties else 0)


def reward(table: Table, seats: tuple[int, ...], events: list[Event]) -> None:
    income = ONE_RAILROAD if len(seats) == 1 else TWO_RAILROADS
    for seat in seats:
        table.income[seat] += income
    events.append(Transcontinental(list(seats), income))


class SharingReward(Chapter[Table]):
    """Whoever made the connection chooses, before anything else (AOS-15.11)."""

    verbs = (RewardRailroads,)

    def legal(self, rules: Any, state: Table, step: Any) -> list[Any]:
        return [RewardRailroads(seats) for seats in step.choices]

    def refuse(self, rules: Any, state: Table, step: Any, action: Any) -> Reason | None:
        if action.seats not in step.choices:
            return no("not_offered", "AOS-15.11", T("You can't reward these railroads."))
        return None

    def apply(self, rules: Any, state: Table, step: Any, action: Any, events: list[Event]) -> None:
        reward(state, action.seats, events)
