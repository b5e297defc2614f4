"""Step IV.3: operating claims (SIL-6.5–6.8, SIL-14.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from boxcars.core.game import Chapter, no
from boxcars.core.messages import T
from boxcars.core.types import Event, Reason
from boxcars.games.silverton.actions import Operate, RollProduction
from boxcars.games.silverton.events import ClaimDiscarded, ClaimOperated, ClaimPaid
from boxcars.games.silverton.money import pay, short
from boxcars.games.silverton.passengers import count_depletion
from boxcars.games.silverton.state import DISCARDED, Table
from boxcars.games.silverton.steps import OperateClaims

if TYPE_CHECKING:
    from boxcars.games.silverton.rules import Silverton


def why_not_operate(rules: Silverton, state: Table, seat: int, claim: int) -> Reason | None:
    if state.claim_at[claim] != seat:
        return no("not_owner", "SIL-14.3.1", T("That claim isn't yours."))
    if state.depleted[claim]:
        return no("depleted", "SIL-6.6", T("That claim is depleted."))
    if claim in state.operated:
        return no("already_operated", "SIL-14.3.2", T("You've already operated that claim this turn."))
    return short(state, seat, rules.atlas.operating[claim], "SIL-14.3.1")


def operable(rules: Silverton, state: Table, seat: int) -> list[int]:
    cash = state.players[seat].cash
    depleted, operated, cost = state.depleted, state.operated, rules.atlas.operating
    return [
        claim
        for claim, place in enumerate(state.claim_at)
        if place == seat and not depleted[claim] and cost[claim] <= cash and claim not in operated
    ]


def open_step(rules: Silverton, state: Table, seat: int, events: list[Event]) -> None:
    if operable(rules, state, seat):
        state.agenda.append(OperateClaims(seat))


class OperateClaimsChapter(Chapter[Table]):
    """Claims are named and paid one by one; then the dice are rolled for all of them (SIL-14.3.1, 14.3.2)."""

    verbs = (Operate, RollProduction)

    def legal(self, rules: Silverton, state: Table, step: OperateClaims) -> list[Any]:
        out: list[Any] = [rules.operate_actions[claim] for claim in operable(rules, state, step.seat)]
        out.append(rules.roll_production)
        return out

    def refuse(self, rules: Silverton, state: Table, step: OperateClaims, action: Any) -> Reason | None:
        if isinstance(action, RollProduction):
            return None
        claim = rules.atlas.claim_no.get(action.claim, -1)
        if claim < 0:
            return no("unknown_id", "SIL-6.1", T("There's no card {card}.", card=action.claim))
        return why_not_operate(rules, state, step.seat, claim)

    def apply(self, rules: Silverton, state: Table, step: OperateClaims, action: Any, events: list[Event]) -> None:
        seat = step.seat
        if isinstance(action, Operate):
            claim = rules.atlas.claim_no[action.claim]
            cost = rules.atlas.operating[claim]
            pay(state, seat, cost)
            state.operated.append(claim)
            events.append(ClaimPaid(seat, action.claim, cost))
            if operable(rules, state, seat):
                state.agenda.append(step)
                return
        for claim in sorted(state.operated[state.produced :]):
            produce(rules, state, seat, claim, events)
        state.produced = len(state.operated)


def produce(rules: Silverton, state: Table, seat: int, claim: int, events: list[Event]) -> None:
    """The production roll: 1d6 + 6 the first time, 2d6 later (SIL-6.5, 6.6)."""
    if state.worked[claim]:
        dice = [state.chance.die("dice:production"), state.chance.die("dice:production")]
        roll = dice[0] + dice[1]
    else:
        dice = [state.chance.die("dice:production")]
        roll = dice[0] + 6
    state.worked[claim] = True
    if roll <= rules.atlas.depletion[claim]:
        state.depleted[claim] = True
        events.append(ClaimOperated(seat, rules.atlas.claims[claim], dice, roll, 0, True))
        discard_if_empty(rules, state, claim, events)
        count_depletion(rules, state, rules.atlas.claim_town[claim], events)
    else:
        units = rules.atlas.yields[claim][roll]
        state.goods[claim] += units
        events.append(ClaimOperated(seat, rules.atlas.claims[claim], dice, roll, units, False))


def discard_if_empty(rules: Silverton, state: Table, claim: int, events: list[Event]) -> None:
    """A depleted claim without goods goes to the discard pile (SIL-6.8)."""
    if state.depleted[claim] and state.goods[claim] == 0:
        state.claim_at[claim] = DISCARDED
        state.discards.append(claim)
        events.append(ClaimDiscarded(rules.atlas.claims[claim]))
