"""The rules of Milk Run (rules.md)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from boxcars.core.chance import Chance
from boxcars.core.game import Broken, Chapter, Rules, State, no
from boxcars.core.messages import T
from boxcars.core.ranking import ranking
from boxcars.core.types import Event, Outcome, Reason, ScoreLine
from milk_run.types import Build, CoalDrawn, DrawCoal, MilkRunAction, MilkRunEvent, Pass, Passed, SectionBuilt, Seen, TakeTurn

COSTS = (1, 2, 3, 2, 1, 3, 1, 3, 2)
"""The cost of each section, from one end of the line to the other (MR-1.1)."""
CARDS = 8
"""Coal cards of each value (MR-1.2)."""


@dataclass
class MilkRunState(State):
    """Everything that changes. Cards are counts by value: index 0 is value 1."""

    chance: Chance
    agenda: list[TakeTurn]
    hands: list[list[int]]
    deck: list[int]
    owner: list[int]
    passes: int = 0


class Turn(Chapter[MilkRunState]):
    """One turn: draw, build, or pass."""

    verbs = (DrawCoal, Build, Pass)

    def legal(self, rules: Any, state: MilkRunState, step: TakeTurn) -> list[Any]:
        every = [DrawCoal(), *(Build(section) for section in range(len(COSTS)))]
        out: list[Any] = [action for action in every if self.refuse(rules, state, step, action) is None]
        return out or [Pass()]

    def refuse(self, rules: Any, state: MilkRunState, step: TakeTurn, action: MilkRunAction) -> Reason | None:
        if isinstance(action, DrawCoal):
            return None if any(state.deck) else no("deck_empty", "MR-2.1", T("The deck is empty."))
        if isinstance(action, Build):
            if not 0 <= action.section < len(COSTS):
                return no("no_such_section", "MR-1.1", T("There is no such section."))
            if state.owner[action.section] >= 0:
                return no("section_taken", "MR-2.2", T("This section is built already."))
            if not state.hands[step.seat][COSTS[action.section] - 1]:
                return no("no_coal", "MR-2.2", T("You have no coal card of value {cost}.", cost=COSTS[action.section]))
            return None
        if isinstance(self.legal(rules, state, step)[0], Pass):
            return None
        return no("pass_not_allowed", "MR-2.3", T("You can draw or build, so you cannot pass."))

    def apply(self, rules: Any, state: MilkRunState, step: TakeTurn, action: MilkRunAction, events: list[Event]) -> None:
        seat = step.seat
        if isinstance(action, DrawCoal):
            value = state.chance.pick("deck", state.deck)
            state.deck[value] -= 1
            state.hands[seat][value] += 1
            events.append(CoalDrawn(seat, value + 1))
        elif isinstance(action, Build):
            state.hands[seat][COSTS[action.section] - 1] -= 1
            state.owner[action.section] = seat
            events.append(SectionBuilt(seat, action.section))
        else:
            events.append(Passed(seat))
        state.passes = state.passes + 1 if isinstance(action, Pass) else 0
        if min(state.owner) < 0 and state.passes < rules.players:
            state.agenda.append(TakeTurn((seat + 1) % rules.players))


class MilkRun(Rules[MilkRunState]):
    game: ClassVar[str] = "milk_run"
    ui: ClassVar[str] = "milk_run.ui"
    state_type: ClassVar[Any] = MilkRunState
    action_type: ClassVar[Any] = MilkRunAction
    event_type: ClassVar[Any] = MilkRunEvent
    step_type: ClassVar[Any] = TakeTurn
    observation_type: ClassVar[Any] = Seen

    def __init__(self, map: str, players: int, options: dict[str, Any]) -> None:
        super().__init__(map, players, options)
        self.chapters = {TakeTurn: Turn()}
        self.max_decisions = (len(COSTS) + 1) * players + 3 * CARDS

    def deal(self, chance: Chance) -> MilkRunState:
        hands, deck = [[0, 0, 0] for _ in range(self.players)], [CARDS] * 3
        for hand in hands:
            for _ in range(2):
                value = chance.pick("deck", deck)
                deck[value] -= 1
                hand[value] += 1
        return MilkRunState(chance, [TakeTurn(0)], hands, deck, [-1] * len(COSTS))

    def clone(self, state: MilkRunState) -> MilkRunState:
        hands = [hand[:] for hand in state.hands]
        return MilkRunState(state.chance.clone(), state.agenda[:], hands, state.deck[:], state.owner[:], state.passes)

    def observe(self, state: MilkRunState, seat: int | None) -> Seen:
        return Seen(
            seat=seat,
            actor=self.actor(state),
            agenda=state.agenda[:],
            hand=None if seat is None else state.hands[seat][:],
            cards=[sum(hand) for hand in state.hands],
            owner=state.owner[:],
            deck=sum(state.deck),
            passes=state.passes,
        )

    def imagine(self, state: MilkRunState, seat: int | None, seed: str) -> MilkRunState:
        """Deal the unseen cards anew: the deck and the hands of the others (MR-1.2)."""
        world = self.clone(state)
        world.chance = chance = Chance(seed)
        others = [other for other in range(self.players) if other != seat]
        unseen = [sum(counts) for counts in zip(world.deck, *(world.hands[other] for other in others), strict=True)]
        for other in others:
            hand = [0, 0, 0]
            for _ in range(sum(state.hands[other])):
                value = chance.pick("imagine", unseen)
                unseen[value] -= 1
                hand[value] += 1
            world.hands[other] = hand
        world.deck = unseen
        return world

    def retell(self, event: Any, seat: int | None) -> Any:
        return CoalDrawn(event.seat, 0) if isinstance(event, CoalDrawn) and event.seat != seat else event

    def section_points(self, state: MilkRunState) -> list[int]:
        return [
            sum(cost for cost, owner in zip(COSTS, state.owner, strict=True) if owner == seat) for seat in range(self.players)
        ]

    def neighbour_points(self, state: MilkRunState) -> list[int]:
        pairs = list(zip(state.owner, state.owner[1:], strict=False)) if self.options["neighbours"] else []
        return [pairs.count((seat, seat)) for seat in range(self.players)]

    def standing(self, state: MilkRunState) -> list[int]:
        return [a + b for a, b in zip(self.section_points(state), self.neighbour_points(state), strict=True)]

    def outcome(self, state: MilkRunState) -> Outcome | None:
        if state.agenda:
            return None
        scores = self.standing(state)
        lines = [ScoreLine(T("Sections"), self.section_points(state)), ScoreLine(T("Neighbours"), self.neighbour_points(state))]
        return Outcome(scores, ranking(scores), [*lines, ScoreLine(T("Total"), scores)])

    def audit(self, state: MilkRunState) -> None:
        for value in range(3):
            paid = sum(1 for cost, owner in zip(COSTS, state.owner, strict=True) if owner >= 0 and cost == value + 1)
            counts = [state.deck[value], *(hand[value] for hand in state.hands)]
            if min(counts) < 0 or sum(counts) + paid != CARDS:
                raise Broken(f"MR-1.2: there are {CARDS} coal cards of value {value + 1}")
