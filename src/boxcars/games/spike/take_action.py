"""The action of a turn: exactly one of A draw, B build, C start, D extra movement, E upgrade (SPK-5.3, 5.4, 11.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from boxcars.core.game import Chapter, no
from boxcars.core.messages import T
from boxcars.core.types import Action, Event, Reason
from boxcars.games.spike.actions import BeginLine, Build, Deliver, Draw, Extra, Pass, Start, Upgrade
from boxcars.games.spike.build_line import builds, do_build, onward, refuse_begin, refuse_build
from boxcars.games.spike.cargo import deliveries, do_deliver, refuse_delivery
from boxcars.games.spike.draw_cards import draws, first_draw, refuse_draw
from boxcars.games.spike.events import PartUpgraded, Passed
from boxcars.games.spike.map import PARTS
from boxcars.games.spike.movement import do_extra, do_start, extras, refuse_extra, refuse_start, starts
from boxcars.games.spike.state import Table
from boxcars.games.spike.steps import SketchLine, TakeAction

if TYPE_CHECKING:
    from boxcars.games.spike.rules import Spike

PASS: Final = Pass()


def upgrades(rules: Spike, state: Table, seat: int, out: list[Action]) -> None:
    """The parts that have a next level and that the seat can pay."""
    player = state.players[seat]
    prices = rules.chart.prices
    money = player.money
    for part, level in enumerate(player.levels):
        if level < len(prices) and prices[level] <= money:
            out.append(rules.upgrades[part])


def refuse_upgrade(rules: Spike, state: Table, seat: int, action: Upgrade) -> Reason | None:
    player = state.players[seat]
    level = player.levels[PARTS.index(action.part)]
    if level == len(rules.chart.prices):
        return no("max_level", "SPK-4.4", T("That part is already at its highest level."))
    if player.money < rules.chart.prices[level]:
        text = T("The upgrade costs ${price}; you have ${money}.", price=rules.chart.prices[level], money=player.money)
        return no("no_money", "SPK-11.3", text)
    return None


def do_upgrade(rules: Spike, state: Table, seat: int, action: Upgrade, events: list[Event]) -> None:
    """One part, one level; the price leaves the score at once (SPK-11.3)."""
    player = state.players[seat]
    part = PARTS.index(action.part)
    price = rules.chart.prices[player.levels[part]]
    player.spent += price
    player.levels[part] += 1
    events.append(PartUpgraded(seat, action.part, player.levels[part], price))


class ActionOfTurn(Chapter[Table]):
    """Any of the five actions; a pass only if none is possible (SPK-5.4). Before it, a delivery that was declined (SPK-7.10)."""

    verbs = (Draw, Build, BeginLine, Start, Extra, Upgrade, Pass, Deliver)

    def legal(self, rules: Spike, state: Table, step: TakeAction) -> list[Action]:
        out: list[Action] = []
        seat = step.seat
        draws(rules, state, out)
        builds(rules, state, seat, out)
        starts(rules, state, seat, out)
        extras(rules, state, seat, out)
        upgrades(rules, state, seat, out)
        if not out and not onward(rules, state, seat, []):
            out.append(PASS)
        return out + deliveries(rules, state, seat)

    def refuse(self, rules: Spike, state: Table, step: TakeAction, action: Action) -> Reason | None:
        seat = step.seat
        if isinstance(action, Draw):
            return refuse_draw(rules, state, action)
        if isinstance(action, Build):
            return refuse_build(rules, state, seat, action)
        if isinstance(action, BeginLine):
            return refuse_begin(rules, state, seat)
        if isinstance(action, Start):
            return refuse_start(rules, state, seat, action)
        if isinstance(action, Extra):
            return refuse_extra(rules, state, seat, action)
        if isinstance(action, Upgrade):
            return refuse_upgrade(rules, state, seat, action)
        if isinstance(action, Deliver):
            return refuse_delivery(rules, state, seat, action)
        if PASS not in self.legal(rules, state, step):
            return no("pass_not_allowed", "SPK-5.4", T("You can only pass if no action is possible."))
        return None

    def apply(self, rules: Spike, state: Table, step: TakeAction, action: Action, events: list[Event]) -> None:
        seat = step.seat
        if isinstance(action, Draw):
            first_draw(rules, state, seat, action, events)
        elif isinstance(action, Build):
            do_build(rules, state, seat, action.line, action.pay, events)
        elif isinstance(action, BeginLine):
            state.agenda.append(SketchLine(seat))
        elif isinstance(action, Start):
            do_start(rules, state, seat, action, events)
        elif isinstance(action, Extra):
            do_extra(rules, state, seat, action, events)
        elif isinstance(action, Upgrade):
            do_upgrade(rules, state, seat, action, events)
        elif isinstance(action, Deliver):
            do_deliver(rules, state, seat, action, events)
            state.agenda.append(step)  # it is no action of the turn
        else:
            events.append(Passed(seat))
