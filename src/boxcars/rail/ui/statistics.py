"""Statistics that the games on hexes share: deliveries, what was built, and what each link earned."""

from __future__ import annotations

from collections.abc import Callable

from boxcars.core.messages import T, Text
from boxcars.core.types import Event
from boxcars.rail.actions import GoodsMoved, LocomotiveRaised, TrackLaid
from boxcars.view.statistics import Line, Statistic, listed, ratio


class Railways:
    """Counts what happened to links and goods."""

    def __init__(self, players: int) -> None:
        self.deliveries = [0] * players
        self.links = [0] * players
        self.own = [0] * players
        self.lent = [0] * players
        """Number of links of each seat that others used."""
        self.tiles = [0] * players
        self.spent = [0] * players
        self.raised = [0] * players
        self.earned: dict[tuple[int, str, str], int] = {}
        """How often each link was used, by owner and ends."""

    def see(self, event: Event) -> None:
        if isinstance(event, TrackLaid):
            self.tiles[event.seat] += 1
            self.spent[event.seat] += event.paid
        elif isinstance(event, LocomotiveRaised):
            self.raised[event.seat] += 1
        elif isinstance(event, GoodsMoved):
            self.deliveries[event.seat] += 1
            self.links[event.seat] += len(event.owners)
            for a, b, owner in zip([event.origin, *event.stops], event.stops, event.owners, strict=False):
                if owner < 0:
                    continue
                if owner == event.seat:
                    self.own[owner] += 1
                else:
                    self.lent[owner] += 1
                key = (owner, min(a, b), max(a, b))
                self.earned[key] = self.earned.get(key, 0) + 1

    def figures(self) -> list[tuple[Text, list[float]]]:
        seats = range(len(self.deliveries))
        return [
            (T("Deliveries"), [*self.deliveries]),
            (T("Links per delivery"), [ratio(self.links[s], self.deliveries[s]) for s in seats]),
            (T("Own links used"), [*self.own]),
            (T("Links other players used"), [*self.lent]),
            (T("Locomotive upgrades"), [*self.raised]),
            (T("Tiles laid"), [*self.tiles]),
            (T("Spent on track, $"), [*self.spent]),
        ]

    def sections(self, place: Callable[[str], str | Text]) -> Statistic:
        """Return what each link earned its owner."""
        lines = [
            Line(T("{a} – {b}", a=place(a), b=place(b)), [float(count)], owner) for (owner, a, b), count in self.earned.items()
        ]
        return listed(T("What each link earned"), [T("times used")], lines)


def by_turn(turns: dict[int, list[int]]) -> list[list[int]]:
    return [turns[turn] for turn in sorted(turns)]
