"""Step IV.3 in winter, Advanced game: snow plows (SIL-18.15–18.19, option SIL-20.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from boxcars.core.game import Chapter, no
from boxcars.core.messages import T
from boxcars.core.types import Event, Reason
from boxcars.games.silverton.actions import AssignPlow, RollPlows
from boxcars.games.silverton.events import PlowRolled
from boxcars.games.silverton.state import Table
from boxcars.games.silverton.steps import PlowSnow

if TYPE_CHECKING:
    from boxcars.games.silverton.rules import Silverton


def ready(state: Table, seat: int) -> list[int]:
    """Own plows not used this turn and not yet sent out."""
    out = [pair[0] for pair in state.plowing]
    return [
        plow for plow, owner in enumerate(state.plow_at) if owner == seat and plow not in state.used_plows and plow not in out
    ]


def snowed_in(rules: Silverton, state: Table, seat: int) -> list[int]:
    """Own white segments a plow may be sent to: one each, any number with the option (SIL-18.17, 20.8)."""
    sent = [] if rules.many_plows else [pair[1] for pair in state.plowing]
    white = rules.atlas.white
    return [s for s in state.players[seat].track if white[s] and s not in state.cleared and s not in sent]


def open_step(rules: Silverton, state: Table, seat: int, events: list[Event]) -> None:
    if rules.winter(state) and ready(state, seat) and snowed_in(rules, state, seat):
        state.agenda.append(PlowSnow(seat))


class PlowSnowChapter(Chapter[Table]):
    verbs = (AssignPlow, RollPlows)

    def legal(self, rules: Silverton, state: Table, step: PlowSnow) -> list[Any]:
        atlas = rules.atlas
        segments = snowed_in(rules, state, step.seat)
        out: list[Any] = [AssignPlow(atlas.plows[p], atlas.segments[s]) for p in ready(state, step.seat) for s in segments]
        out.append(rules.roll_plows)
        return out

    def refuse(self, rules: Silverton, state: Table, step: PlowSnow, action: Any) -> Reason | None:
        if isinstance(action, RollPlows):
            return None
        plow = rules.atlas.plow_no.get(action.plow, -1)
        segment = rules.atlas.segment_no.get(action.segment, -1)
        if plow < 0 or segment < 0:
            return no("unknown_id", "SIL-18.17", T("That snow plow or segment doesn't exist."))
        if plow not in ready(state, step.seat):
            return no("not_owner", "SIL-18.19", T("That snow plow isn't yours, or you've already used it this turn."))
        if segment not in snowed_in(rules, state, step.seat):
            return no("not_owner", "SIL-18.16", T("Snow plows go to your own white segments, one to each."))
        return None

    def apply(self, rules: Silverton, state: Table, step: PlowSnow, action: Any, events: list[Event]) -> None:
        if isinstance(action, AssignPlow):
            state.plowing.append([rules.atlas.plow_no[action.plow], rules.atlas.segment_no[action.segment]])
            if ready(state, step.seat) and snowed_in(rules, state, step.seat):
                state.agenda.append(step)
                return
        for plow, segment in state.plowing:
            die = state.chance.die("dice:plow")
            cleared = die + rules.atlas.plow_bonus[rules.atlas.plow_type[plow]] >= rules.atlas.distance[segment]
            state.used_plows.append(plow)
            if cleared and segment not in state.cleared:
                state.cleared.append(segment)
            events.append(PlowRolled(step.seat, rules.atlas.plows[plow], rules.atlas.segments[segment], die, cleared))
        state.plowing = []
