"""Before phase VII, Advanced game: buying trains and snow plows (SIL-18.11–18.14, 18.23)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from boxcars.core.game import Chapter, no
from boxcars.core.messages import T
from boxcars.core.types import Event, Reason
from boxcars.games.silverton.actions import BuyPlow, BuyTrain, Pass
from boxcars.games.silverton.events import PlowBought, TrainBought
from boxcars.games.silverton.map import NO_TRADE
from boxcars.games.silverton.money import pay, short
from boxcars.games.silverton.state import Table
from boxcars.games.silverton.steps import AssignTrain, BeginEquipment, BuyEquipment

if TYPE_CHECKING:
    from boxcars.games.silverton.rules import Silverton

SUPPLY: Final = -1
ABSENT: Final = -2
"""Where a card is that nobody owns: in the supply, or not in the game."""


def trains_of(state: Table, seat: int) -> list[int]:
    return [train for train, owner in enumerate(state.train_at) if owner == seat]


def plows_of(state: Table, seat: int) -> list[int]:
    return [plow for plow, owner in enumerate(state.plow_at) if owner == seat]


def next_train(rules: Silverton, state: Table, kind: int) -> int:
    """Return the card of that type that would be sold next, -1 if the supply is empty."""
    for train, owner in enumerate(state.train_at):
        if owner == SUPPLY and rules.atlas.train_type[train] == kind:
            return train
    return -1


def next_plow(rules: Silverton, state: Table, kind: int) -> int:
    for plow, owner in enumerate(state.plow_at):
        if owner == SUPPLY and rules.atlas.plow_type[plow] == kind:
            return plow
    return -1


def net_cost(cost: int, value: int) -> int:
    """SIL-18.13: never less than $0."""
    return max(0, cost - value)


def why_not_train(rules: Silverton, state: Table, seat: int, action: BuyTrain) -> Reason | None:
    atlas = rules.atlas
    if action.power not in atlas.train_power:
        return no("unknown_id", "SIL-18.4", T("There's no power-{power} train.", power=action.power))
    kind = atlas.train_power.index(action.power)
    value = 0
    if action.trade_in:
        old = atlas.train_no.get(action.trade_in, -1)
        if old < 0 or state.train_at[old] != seat:
            return no("not_owner", "SIL-18.13", T("That train isn't yours."))
        value = atlas.train_value[atlas.train_type[old]]
        if value == NO_TRADE:
            return no("no_trade_in", "SIL-18.13", T("You can't trade that in."))
    if state.turn < atlas.train_turn[kind] or next_train(rules, state, kind) < 0:
        return no("not_available", "SIL-18.12", T("That type isn't for sale now."))
    if not action.trade_in and len(trains_of(state, seat)) >= atlas.most_trains:
        return no("train_limit", "SIL-18.5", T("You can own at most {count} trains.", count=atlas.most_trains))
    return short(state, seat, net_cost(atlas.train_cost[kind], value), "SIL-18.13")


def why_not_plow(rules: Silverton, state: Table, seat: int, action: BuyPlow) -> Reason | None:
    atlas = rules.atlas
    if action.bonus not in atlas.plow_bonus:
        return no("unknown_id", "SIL-18.15", T("There's no snow plow with a bonus of {bonus}.", bonus=action.bonus))
    kind = atlas.plow_bonus.index(action.bonus)
    value = 0
    if action.trade_in:
        old = atlas.plow_no.get(action.trade_in, -1)
        if old < 0 or state.plow_at[old] != seat:
            return no("not_owner", "SIL-18.13", T("That snow plow isn't yours."))
        value = atlas.plow_value[atlas.plow_type[old]]
        if value == NO_TRADE:
            return no("no_trade_in", "SIL-18.13", T("You can't trade that in."))
    if state.turn < atlas.plow_turn[kind] or next_plow(rules, state, kind) < 0:
        return no("not_available", "SIL-18.12", T("That type isn't for sale now."))
    return short(state, seat, net_cost(atlas.plow_cost[kind], value), "SIL-18.13")


def choices(rules: Silverton, state: Table, seat: int) -> list[Any]:
    atlas = rules.atlas
    out: list[Any] = []
    own = ["", *(atlas.trains[train] for train in trains_of(state, seat))]
    for number, power in enumerate(atlas.train_power):
        if state.turn >= atlas.train_turn[number]:
            for old in own:
                train = BuyTrain(power, old)
                if why_not_train(rules, state, seat, train) is None:
                    out.append(train)
    own = ["", *(atlas.plows[plow] for plow in plows_of(state, seat))]
    for number, bonus in enumerate(atlas.plow_bonus):
        if state.turn >= atlas.plow_turn[number]:
            for old in own:
                plow = BuyPlow(bonus, old)
                if why_not_plow(rules, state, seat, plow) is None:
                    out.append(plow)
    return out


class BeginEquipmentChapter(Chapter[Table]):
    def run(self, rules: Silverton, state: Table, step: BeginEquipment, events: list[Event]) -> None:
        if choices(rules, state, step.who):
            state.agenda.append(BuyEquipment(step.who))


class BuyEquipmentChapter(Chapter[Table]):
    """One train or one snow plow (SIL-18.11)."""

    verbs = (BuyTrain, BuyPlow, Pass)

    def legal(self, rules: Silverton, state: Table, step: BuyEquipment) -> list[Any]:
        return [rules.pass_, *choices(rules, state, step.seat)]

    def refuse(self, rules: Silverton, state: Table, step: BuyEquipment, action: Any) -> Reason | None:
        if isinstance(action, BuyTrain):
            return why_not_train(rules, state, step.seat, action)
        if isinstance(action, BuyPlow):
            return why_not_plow(rules, state, step.seat, action)
        return None

    def apply(self, rules: Silverton, state: Table, step: BuyEquipment, action: Any, events: list[Event]) -> None:
        seat = step.seat
        atlas = rules.atlas
        if isinstance(action, BuyTrain):
            kind = atlas.train_power.index(action.power)
            new = next_train(rules, state, kind)
            cost = atlas.train_cost[kind]
            if action.trade_in:
                old = atlas.train_no[action.trade_in]
                cost = net_cost(cost, atlas.train_value[atlas.train_type[old]])
                state.train_at[old] = SUPPLY
                state.train_home[old] = -1
            pay(state, seat, cost)
            state.train_at[new] = seat
            events.append(TrainBought(seat, atlas.trains[new], cost, action.trade_in))
            if not state.players[seat].joined:
                state.agenda.append(AssignTrain(seat, new))
        elif isinstance(action, BuyPlow):
            kind = atlas.plow_bonus.index(action.bonus)
            new = next_plow(rules, state, kind)
            cost = atlas.plow_cost[kind]
            if action.trade_in:
                old = atlas.plow_no[action.trade_in]
                cost = net_cost(cost, atlas.plow_value[atlas.plow_type[old]])
                state.plow_at[old] = SUPPLY
            pay(state, seat, cost)
            state.plow_at[new] = seat
            events.append(PlowBought(seat, atlas.plows[new], cost, action.trade_in))
