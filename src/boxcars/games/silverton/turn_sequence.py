"""The sequence of play (SIL-10): phases I–VII and the seven steps of phase IV."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from boxcars.core.game import Chapter
from boxcars.core.types import Event, Step
from boxcars.games.silverton import build_track, buy_cards, deals, deliveries, fines, operate_claims, passengers, snow_plows
from boxcars.games.silverton.events import GameEnded
from boxcars.games.silverton.place_pieces import neutral_targets
from boxcars.games.silverton.placing_events import OrderDealt, PositionsDealt
from boxcars.games.silverton.scoring import OVER, ended
from boxcars.games.silverton.state import Table
from boxcars.games.silverton.steps import (
    BeginAssigning,
    BeginEquipment,
    BeginHiring,
    BeginNeutral,
    BeginPlacing,
    BuildTrack,
    ChangePrices,
    ChoosePieces,
    EndTurn,
    PlaceNeutral,
    PlayerTurn,
    RefillCards,
    ResolveClaims,
    ResolveJoint,
    ResolvePassengers,
    ResolveSpecial,
    ResolveSurveyors,
    ResolveThefts,
    StartTurn,
)

if TYPE_CHECKING:
    from boxcars.games.silverton.rules import Silverton

STEPS: Final = (1, 2, 3, 3, 4, 5, 6, 7)
"""The rulebook's number of each part of a player turn: cards, track, claims, snow plows, deals, fares, deliveries, fines."""


def sequence_of_play(rules: Silverton, state: Table) -> list[Step]:
    """One turn, first step first, after the turn order has been dealt."""
    order = state.order
    steps: list[Step] = []
    if state.turn == 1:
        if rules.selections:
            steps += [ChoosePieces(seat) for seat in order]
        if rules.spike:
            steps += [BeginAssigning(-1, seat) for seat in order]
    steps += [BeginPlacing(-1, seat) for seat in order]
    if rules.neutral:
        steps.append(BeginNeutral())
    steps += [ResolveSurveyors(), ResolveSpecial(), ResolveClaims(), ResolveJoint(), ResolvePassengers(), ResolveThefts()]
    steps += [PlayerTurn(-1, seat, 0) for seat in order]
    steps += [ChangePrices(), RefillCards()]
    if rules.hire:
        steps += [BeginHiring(-1, seat) for seat in order]
    if rules.advanced:
        steps += [BeginEquipment(-1, seat) for seat in order]
    steps.append(EndTurn())
    return steps


class StartTurnChapter(Chapter[Table]):
    """Phase I: advance the turn marker, deal the order cards (SIL-10.1, 17.6)."""

    def run(self, rules: Silverton, state: Table, step: StartTurn, events: list[Event]) -> None:
        if state.turn == 0:
            towns = rules.atlas.towns
            events.append(PositionsDealt([[towns[h] for h in rules.homes[p.position]] for p in state.players]))
        state.turn += 1
        state.phase = 2
        state.active = -1
        state.part = 0
        if rules.players > 1:
            state.order = state.chance.order("order", rules.players)
        events.append(OrderDealt(state.turn, state.order.copy()))
        state.operated = []
        state.produced = 0
        state.used_trains = []
        state.used_plows = []
        state.cleared = []
        state.pacts = []
        state.proposed = []
        state.agenda += reversed(sequence_of_play(rules, state))  # type: ignore[arg-type]


class BeginNeutralChapter(Chapter[Table]):
    def run(self, rules: Silverton, state: Table, step: BeginNeutral, events: list[Event]) -> None:
        if neutral_targets(rules, state, 0):
            state.agenda.append(PlaceNeutral(0))


class PlayerTurnChapter(Chapter[Table]):
    """Phase IV: each player completes the steps before the next one starts (SIL-10.3)."""

    def run(self, rules: Silverton, state: Table, step: PlayerTurn, events: list[Event]) -> None:
        seat, part = step.who, step.part
        state.phase = 4
        state.active = seat
        state.part = STEPS[part]
        if part + 1 < len(STEPS):
            state.agenda.append(PlayerTurn(-1, seat, part + 1))
        if part == 0:
            state.deliveries = 0
            state.offers = 0
            buy_cards.open_step(rules, state, seat, events)
        elif part == 1:
            if build_track.choices(rules, state, seat):
                state.agenda.append(BuildTrack(seat))
        elif part == 2:
            operate_claims.open_step(rules, state, seat, events)
        elif part == 3:
            snow_plows.open_step(rules, state, seat, events)
        elif part == 4:
            deals.open_step(rules, state, seat, events)
        elif part == 5:
            passengers.collect(rules, state, seat, events)
        elif part == 6:
            deliveries.deliver_freight(rules, state, seat, events)
            deliveries.open_step(rules, state, seat, events)
        else:
            fines.open_step(rules, state, seat, events)


class EndTurnChapter(Chapter[Table]):
    """SIL-17.5, 17.6."""

    def run(self, rules: Silverton, state: Table, step: EndTurn, events: list[Event]) -> None:
        if ended(rules, state):
            state.phase = OVER
            events.append(GameEnded(state.turn, [player.cash for player in state.players]))
        else:
            state.agenda.append(StartTurn())
