"""Option: joint passenger routes (SIL-20.4–20.7, 20.16–20.22)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from boxcars.core.game import Chapter, no
from boxcars.core.messages import T
from boxcars.core.types import Event, Reason
from boxcars.games.silverton.actions import Join, No, Pass, Yes
from boxcars.games.silverton.disputes import Side, on_target, pact_of, piece_of, side_length
from boxcars.games.silverton.hire_and_advance import advance
from boxcars.games.silverton.money import pay
from boxcars.games.silverton.network import NO_ROUTE
from boxcars.games.silverton.passengers import joint_route, owners_length, release, take
from boxcars.games.silverton.place_pieces import send_home
from boxcars.games.silverton.placing_events import JointAgreed, JointBought, JointDeclined, JointEnded, JointUnpaid
from boxcars.games.silverton.state import CARD, STEAL, VISIBLE, Table
from boxcars.games.silverton.steps import (
    AnswerJoint,
    LeaveJoint,
    ProposeJoint,
    ResolveJoint,
)

if TYPE_CHECKING:
    from boxcars.games.silverton.rules import Silverton


def own_route(rules: Silverton, state: Table, seat: int, card: int) -> bool:
    """Return an own route between the two cities that is open now."""
    a, b = rules.atlas.card_ends[card]
    lines = rules.lines(state, seat)
    return lines.open(a, b, rules.snow(state, lines, []))


def prune(rules: Silverton, state: Table, card: int, task: int) -> None:
    """Prospectors that came for a joint route which did not come about return without dispute (SIL-20.16)."""
    if not rules.joint:
        return
    movable = rules.variable and rules.atlas.card_class[card] != "C"
    for one in on_target(state, task, card):
        if pact_of(state, card, one[0]) >= 0:
            continue
        if task == CARD:
            stays = state.card_at[card] == VISIBLE and (movable or own_route(rules, state, one[0], card))
        elif state.card_at[card] < 0:
            stays = False
        else:
            stays = side_length(rules, state, [one], card) < owners_length(rules, state, card)
        if not stays:
            send_home(piece_of(state, one))


def partners_for(rules: Silverton, state: Table, seat: int, card: int) -> list[int]:
    """With whom the seat may agree on the card now: players with a prospector there for the same purpose (SIL-20.17, 20.18)."""
    task = CARD if state.card_at[card] == VISIBLE else STEAL
    here = [one[0] for one in on_target(state, task, card)]
    if seat not in here or pact_of(state, card, seat) >= 0:
        return []
    limit = NO_ROUTE if task == CARD else owners_length(rules, state, card) - 2
    return [
        other
        for other in here
        if other != seat and pact_of(state, card, other) < 0 and joint_route(rules, state, seat, other, card, True)[0] < limit
    ]


class ResolveJointChapter(Chapter[Table]):
    """First owners may end agreements, then prospectors may agree; cards ascending, players in turn order (SIL-20.18)."""

    def run(self, rules: Silverton, state: Table, step: ResolveJoint, events: list[Event]) -> None:
        if not rules.joint:
            return
        asked = step.asked
        for card in range(step.card, len(rules.atlas.cards)):
            for position in range(asked, len(state.order)):
                seat = state.order[position]
                if step.stage == 0:
                    if state.partner[card] >= 0 and seat in (state.card_at[card], state.partner[card]):
                        state.agenda += [ResolveJoint(-1, 0, card, position + 1), LeaveJoint(seat, card)]
                        return
                elif [card, seat] not in state.proposed and partners_for(rules, state, seat, card):
                    state.agenda += [ResolveJoint(-1, 1, card, position + 1), ProposeJoint(seat, card)]
                    return
            asked = 0
        if step.stage == 0:
            state.agenda.append(ResolveJoint(-1, 1))


class LeaveJointChapter(Chapter[Table]):
    """Either partner may end the agreement; the card is released (SIL-20.7, 20.22)."""

    verbs = (Yes, No)

    def legal(self, rules: Silverton, state: Table, step: LeaveJoint) -> list[Any]:
        return [rules.no, rules.yes]

    def refuse(self, rules: Silverton, state: Table, step: LeaveJoint, action: Any) -> Reason | None:
        return None

    def apply(self, rules: Silverton, state: Table, step: LeaveJoint, action: Any, events: list[Event]) -> None:
        if isinstance(action, Yes):
            events.append(JointEnded(rules.atlas.cards[step.card], step.seat))
            release(rules, state, step.card, events)


class ProposeJointChapter(Chapter[Table]):
    verbs = (Join, Pass)

    def legal(self, rules: Silverton, state: Table, step: ProposeJoint) -> list[Any]:
        return [rules.pass_, *(Join(other) for other in partners_for(rules, state, step.seat, step.card))]

    def refuse(self, rules: Silverton, state: Table, step: ProposeJoint, action: Any) -> Reason | None:
        if isinstance(action, Join) and action.partner not in partners_for(rules, state, step.seat, step.card):
            return no("no_route", "SIL-20.17", T("You don't have a joint route with that player."))
        return None

    def apply(self, rules: Silverton, state: Table, step: ProposeJoint, action: Any, events: list[Event]) -> None:
        state.proposed.append([step.card, step.seat])
        if isinstance(action, Join):
            state.agenda.append(AnswerJoint(action.partner, step.card, step.seat))


class AnswerJointChapter(Chapter[Table]):
    verbs = (Yes, No)

    def legal(self, rules: Silverton, state: Table, step: AnswerJoint) -> list[Any]:
        return [rules.no, rules.yes]

    def refuse(self, rules: Silverton, state: Table, step: AnswerJoint, action: Any) -> Reason | None:
        return None

    def apply(self, rules: Silverton, state: Table, step: AnswerJoint, action: Any, events: list[Event]) -> None:
        pair = [step.partner, step.seat]
        if isinstance(action, Yes):
            state.pacts.append([step.card, *pair])
            events.append(JointAgreed(rules.atlas.cards[step.card], pair))
        else:
            events.append(JointDeclined(rules.atlas.cards[step.card], pair))


def shares(rules: Silverton, state: Table, side: Side, card: int) -> list[int]:
    """Return what each of a side pays: by the distance of own track, to the nearest $10; the second pays the rest (SIL-20.4)."""
    price = rules.atlas.card_price[card]
    if len(side) == 1:
        return [price]
    length, mine = joint_route(rules, state, side[0][0], side[1][0], card, True)
    share = (price * mine * 2 + length * 10) // (length * 20) * 10
    return [share, price - share]


def can_pay(rules: Silverton, state: Table, side: Side, card: int) -> bool:
    parts = shares(rules, state, side, card)
    return all(state.players[one[0]].cash >= share for one, share in zip(side, parts, strict=True))


def buy_together(rules: Silverton, state: Table, side: Side, card: int, events: list[Event]) -> None:
    """A winning or undisputed pair pays at once (SIL-20.19)."""
    seats = [one[0] for one in side]
    if can_pay(rules, state, side, card):
        parts = shares(rules, state, side, card)
        for seat, share in zip(seats, parts, strict=True):
            pay(state, seat, share)
        take(state, card, seats[0], seats[1])
        events.append(JointBought(rules.atlas.cards[card], seats, parts))
        for one in side:
            if piece_of(state, one).won:
                advance(rules, state, one[0], one[1], events)
    else:
        events.append(JointUnpaid(rules.atlas.cards[card], seats))
    for one in side:
        send_home(piece_of(state, one))
