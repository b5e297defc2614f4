"""Track points: income or victory points, by every owner on the way (STM-11)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from boxcars.core.game import Chapter
from boxcars.core.types import Event, Reason
from boxcars.games.steam.state import Table
from boxcars.games.steam.types import ChooseReward, RewardTaken, TakeReward

if TYPE_CHECKING:
    from boxcars.games.steam.rules import Steam

INCOME: Final = TakeReward("income")
POINTS: Final = TakeReward("vp")
CHOOSING: Final = tuple(tuple(ChooseReward(seat, points) for points in range(7)) for seat in range(6))


def reward(rules: Steam, table: Table, mover: int, gains: list[int], events: list[Event]) -> None:
    """The mover decides first, then the other owners in turn order (STM-11.3).

    Who is at the end of the income track gets victory points without being asked (STM-11.4); his place in the order does
    not matter, as nobody else's choice touches his markers.
    """
    asked: list[ChooseReward] = []
    for seat in [mover] + [seat for seat in table.order if seat != mover]:
        if not gains[seat]:
            continue
        if table.income[seat] >= rules.income_max:
            take(rules, table, seat, gains[seat], POINTS, events)
        else:
            asked.append(CHOOSING[seat][gains[seat]])
    table.agenda.extend(reversed(asked))


def take(rules: Steam, table: Table, seat: int, points: int, choice: TakeReward, events: list[Event]) -> None:
    """All points of the cube to one place (STM-11.2); what passes the end of the income track is lost (STM-11.4)."""
    lost = 0
    if choice.to == "income":
        lost = max(0, table.income[seat] + points - rules.income_max)
        table.income[seat] += points - lost
    else:
        table.points[seat] += points
    events.append(RewardTaken(seat, points, choice.to, lost))


class Reward(Chapter[Table]):
    verbs = (TakeReward,)

    def legal(self, rules: Steam, state: Table, step: ChooseReward) -> list[TakeReward]:
        return [INCOME, POINTS]

    def refuse(self, rules: Steam, state: Table, step: ChooseReward, action: TakeReward) -> Reason | None:
        return None

    def apply(self, rules: Steam, state: Table, step: ChooseReward, action: TakeReward, events: list[Event]) -> None:
        take(rules, state, step.seat, step.points, action, events)
