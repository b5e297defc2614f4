"""Phase III: theft of a passenger route (SIL-12.13–12.17)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from boxcars.core.game import Chapter
from boxcars.core.types import Event, Reason
from boxcars.games.silverton.actions import No, Yes
from boxcars.games.silverton.disputes import (
    JAIL_FINE,
    Side,
    card_bonuses,
    dispute,
    jail,
    piece_of,
    roll_two,
    side_length,
    sides_on,
    targets,
)
from boxcars.games.silverton.hire_and_advance import advance
from boxcars.games.silverton.joint_routes import can_pay, shares
from boxcars.games.silverton.money import pay, short
from boxcars.games.silverton.passengers import owners_length, take
from boxcars.games.silverton.place_pieces import send_home
from boxcars.games.silverton.placing_events import TheftRolled, TheftWithdrawn
from boxcars.games.silverton.state import STEAL, Table
from boxcars.games.silverton.steps import PayTheft, ResolveThefts

if TYPE_CHECKING:
    from boxcars.games.silverton.rules import Silverton


class ResolveTheftsChapter(Chapter[Table]):
    """Thefts by ascending card; several thieves first fight among themselves (SIL-12.17)."""

    def run(self, rules: Silverton, state: Table, step: ResolveThefts, events: list[Event]) -> None:
        for card in targets(state, STEAL):
            if card < step.at:
                continue
            sides = sides_on(state, STEAL, card)
            winner = 0
            if len(sides) > 1:
                winner = dispute(rules, state, sides, card_bonuses(rules, state, sides, card), rules.atlas.cards[card], events)
            if winner < 0:
                continue
            thieves = sides[winner]
            if len(thieves) == 2:
                if can_pay(rules, state, thieves, card):
                    steal(rules, state, thieves, card, events)
                else:
                    withdraw(rules, state, thieves, card, events)
                continue
            seat, number = thieves[0]
            if state.players[seat].cash < rules.atlas.card_price[card]:
                withdraw(rules, state, thieves, card, events)
                continue
            state.agenda += [ResolveThefts(-1, card + 1), PayTheft(seat, card, number)]
            return


class PayTheftChapter(Chapter[Table]):
    verbs = (Yes, No)

    def legal(self, rules: Silverton, state: Table, step: PayTheft) -> list[Any]:
        rich = state.players[step.seat].cash >= rules.atlas.card_price[step.card]
        return [rules.no, rules.yes] if rich else [rules.no]

    def refuse(self, rules: Silverton, state: Table, step: PayTheft, action: Any) -> Reason | None:
        if isinstance(action, Yes):
            return short(state, step.seat, rules.atlas.card_price[step.card], "SIL-12.13")
        return None

    def apply(self, rules: Silverton, state: Table, step: PayTheft, action: Any, events: list[Event]) -> None:
        thieves = [(step.seat, step.piece)]
        if isinstance(action, No):
            withdraw(rules, state, thieves, step.card, events)
        else:
            steal(rules, state, thieves, step.card, events)


def withdraw(rules: Silverton, state: Table, thieves: Side, card: int, events: list[Event]) -> None:
    for one in thieves:
        events.append(TheftWithdrawn(one[0], rules.atlas.cards[card]))
        send_home(piece_of(state, one))


def steal(rules: Silverton, state: Table, thieves: Side, card: int, events: list[Event]) -> None:
    """The price is lost whatever happens; the shorter route adds the difference; a higher total wins (SIL-12.13–12.16)."""
    price = rules.atlas.card_price[card]
    parts = shares(rules, state, thieves, card)
    for one, share in zip(thieves, parts, strict=True):
        pay(state, one[0], share)
    thief_length = side_length(rules, state, thieves, card)
    owner_length = owners_length(rules, state, card)
    owner = state.card_at[card]
    dice = [roll_two(rules, state), roll_two(rules, state)]
    totals = [sum(dice[0]) + max(0, owner_length - thief_length), sum(dice[1]) + max(0, thief_length - owner_length)]
    success = totals[0] > totals[1]
    thief = thieves[0][0]
    partner, share = (thieves[1][0], parts[1]) if len(thieves) == 2 else (-1, 0)
    events.append(TheftRolled(thief, owner, rules.atlas.cards[card], price, dice, totals, success, partner, share))
    if success:
        take(state, card, thief, partner)
    for one in thieves:
        piece = piece_of(state, one)
        if success:
            advance(rules, state, one[0], one[1], events)
        send_home(piece)
        if sum(dice[0]) == 2:
            jail(state, one, JAIL_FINE, events)
