"""The contract finds what breaks it: Ticket to Ride with one bug at a time, and the law each bug violates."""

from __future__ import annotations

import re
from typing import Any, ClassVar

import msgspec
import pytest

from boxcars.core import registry
from boxcars.core.chance import Chance, new_seed
from boxcars.core.conformance import Violation, check
from boxcars.core.game import Refused, Rules
from boxcars.core.messages import T, Text
from boxcars.core.types import Event, Reason
from boxcars.games.ticket_to_ride.types import (
    CardDrawn,
    ClaimRoute,
    DrawCard,
    DrawSecondCard,
    DrawTickets,
    Pass,
    TakeCard,
    TakeTurn,
    TicketsChosen,
    TicketsKept,
)


class Variant(Rules[Any]):
    """Ticket to Ride as it is, through a wrapper: a bug overrides one method."""

    game: ClassVar[str] = "ticket_to_ride"
    players_there = 3

    def __init__(self) -> None:
        good = registry.make("ticket_to_ride", "usa", self.players_there)
        super().__init__("usa", self.players_there, good.options)
        self.good = good
        self.max_decisions = good.max_decisions
        # What the contract reads from the class.
        for name in ("state_type", "action_type", "event_type", "step_type", "observation_type"):
            setattr(type(self), name, getattr(good, name))

    def start(self, chance: Chance, events: list[Event] | None = None) -> Any:
        return self.good.start(chance, events)

    def clone(self, state: Any) -> Any:
        return self.good.clone(state)

    def legal(self, state: Any) -> list[Any]:
        return self.good.legal(state)

    def refuse(self, state: Any, seat: int, action: Any) -> Reason | None:
        return self.good.refuse(state, seat, action)

    def apply(self, state: Any, action: Any) -> list[Event]:
        return self.good.apply(state, action)

    def observe(self, state: Any, seat: int | None) -> Any:
        return self.good.observe(state, seat)

    def imagine(self, state: Any, seat: int | None, seed: str) -> Any:
        return self.good.imagine(state, seat, seed)

    def retell(self, event: Any, seat: int | None) -> Any:
        return self.good.retell(event, seat)

    def outcome(self, state: Any) -> Any:
        return self.good.outcome(state)

    def audit(self, state: Any) -> None:
        self.good.audit(state)

    def normal(self, action: Any) -> Any:
        return self.good.normal(action)

    def say(self, action: Any) -> Text:
        return self.good.say(action)

    def tell(self, event: Any) -> Text:
        return self.good.tell(event)

    def ask(self, step: Any) -> Text:
        return self.good.ask(step)

    def name(self, target: str) -> Text:
        return self.good.name(target)


def test_the_wrapper_alone_breaks_nothing() -> None:
    assert check(Variant(), games=2).games == 2


# -- legal and refuse ----------------------------------------------------------------------------------------------------


class DeadEnd(Variant):
    """The second draw offers nothing."""

    def legal(self, state: Any) -> list[Any]:
        return [] if state.agenda and isinstance(state.agenda[-1], DrawSecondCard) else super().legal(state)


class ListsTooMuch(Variant):
    """Draws are listed, and refused."""

    def refuse(self, state: Any, seat: int, action: Any) -> Reason | None:
        if isinstance(action, DrawCard):
            return Reason("no", "", T("No."))
        return super().refuse(state, seat, action)


class AcceptsTooMuch(Variant):
    """Any number of locomotives may be paid, whether in hand or not."""

    def refuse(self, state: Any, seat: int, action: Any) -> Reason | None:
        reason = super().refuse(state, seat, action)
        return None if reason is not None and reason.code in ("bad_payment", "cards_not_in_hand") else reason


class AnySeat(Variant):
    """Whoever sends the action, it is taken as the actor's."""

    def refuse(self, state: Any, seat: int, action: Any) -> Reason | None:
        return super().refuse(state, self.actor(state), action)


class TwoNames(Variant):
    """A payment in locomotives only is listed under a colour."""

    def legal(self, state: Any) -> list[Any]:
        return [
            ClaimRoute(a.route, "red", a.locomotives) if isinstance(a, ClaimRoute) and a.colour == "locomotive" else a
            for a in super().legal(state)
        ]


class Twice(Variant):
    """An action is listed twice."""

    def legal(self, state: Any) -> list[Any]:
        legal = super().legal(state)
        return legal + legal[:1]


class Short(DrawCard, frozen=True, tag="DrawCard"):
    """Its path is the beginning of a claim's."""

    route: str = ""

    def path(self) -> tuple[str, ...]:
        return (f"route:{self.route}",)


class AmbiguousPath(Variant):
    """Clicking a route is the whole of one action and the beginning of another."""

    def legal(self, state: Any) -> list[Any]:
        legal = super().legal(state)
        route = next((a.route for a in legal if isinstance(a, ClaimRoute)), None)
        return legal if route is None else [*(a for a in legal if not isinstance(a, DrawCard)), Short(route)]


class RefusalCosts(Variant):
    """A refused action uses up a random number."""

    def refuse(self, state: Any, seat: int, action: Any) -> Reason | None:
        reason = super().refuse(state, seat, action)
        if reason is not None and reason.code in ("bad_payment", "bad_keep"):
            state.chance.below("deck", 2)
        return reason


class RefusalIgnored(Variant):
    """``play`` does not ask ``refuse``."""

    def play(self, state: Any, seat: int, action: Any) -> list[Event]:
        return []


# -- states ---------------------------------------------------------------------------------------------------------------


class SharedList(Variant):
    """Clones share the hands."""

    def clone(self, state: Any) -> Any:
        clone = super().clone(state)
        clone.hands = state.hands
        return clone


class SharedInnerList(Variant):
    """Clones have their own list of the same lists."""

    def clone(self, state: Any) -> Any:
        clone = super().clone(state)
        clone.known = state.known[:]
        return clone


class LostCard(Variant):
    """A card drawn from the deck is not in the hand."""

    def apply(self, state: Any, action: Any) -> list[Event]:
        events = super().apply(state, action)
        for event in events:
            if isinstance(event, CardDrawn) and event.colour == "red":
                state.hands[event.seat][7] -= 1
        return events


class Forgetful(Variant):
    """A state read back has lost who began."""

    def read_state(self, data: bytes | str) -> Any:
        state = super().read_state(data)
        state.starts = (state.starts + 1) % self.players
        return state


class Unreadable(Variant):
    """A state with routes claimed cannot be read back."""

    def read_state(self, data: bytes | str) -> Any:
        state = super().read_state(data)
        if any(state.points):
            raise Refused(Reason("bad_state", "", T("No.")))
        return state


class Undetermined(Variant):
    """Luck from outside: the same record gives another game."""

    def apply(self, state: Any, action: Any) -> list[Event]:
        state.chance.seed = new_seed()
        return super().apply(state, action)


# -- hidden information ----------------------------------------------------------------------------------------------------


class LeakingObservation(Variant):
    """Everybody sees whole hands where only the cards taken face up are known."""

    def observe(self, state: Any, seat: int | None) -> Any:
        return msgspec.structs.replace(super().observe(state, seat), known=[h[:] for h in state.hands])


class LeakingToSpectators(Variant):
    """A spectator sees a hand that the other players do not."""

    def observe(self, state: Any, seat: int | None) -> Any:
        seen = super().observe(state, seat)
        return msgspec.structs.replace(seen, hand=state.hands[0][:]) if seat is None else seen


class ForgetfulImagination(Variant):
    """An imagined world gives the seat another hand than it has."""

    def imagine(self, state: Any, seat: int | None, seed: str) -> Any:
        return super().imagine(state, None, seed)


class PeekingImagination(Variant):
    """The world is not imagined at all: bots would see every card."""

    def imagine(self, state: Any, seat: int | None, seed: str) -> Any:
        world = self.good.clone(state)
        world.chance = Chance(seed)
        return world


class HalfPeekingImagination(Variant):
    """The cards are dealt anew, but how depends on the cards that are really there."""

    def imagine(self, state: Any, seat: int | None, seed: str) -> Any:
        return super().imagine(state, seat, seed[:-4] + f"{sum(i * c for i, c in enumerate(state.deck)):04d}")


class TellingList(Variant):
    """Tickets can be drawn only while no opponent holds a red card: the list tells of their hands."""

    def legal(self, state: Any) -> list[Any]:
        legal = super().legal(state)
        red = any(h[7] for s, h in enumerate(state.hands) if s != self.actor(state))
        return [a for a in legal if not isinstance(a, DrawTickets)] if red and len(legal) > 1 else legal


class TellingDraw(Variant):
    """The log tells everybody which card was drawn from the deck."""

    def retell(self, event: Any, seat: int | None) -> Any:
        return event if isinstance(event, CardDrawn) else super().retell(event, seat)


class TellingKeep(Variant):
    """The log tells everybody which tickets were kept."""

    def retell(self, event: Any, seat: int | None) -> Any:
        return event if isinstance(event, TicketsKept) else super().retell(event, seat)


# -- words, end -------------------------------------------------------------------------------------------------------------


class Speechless(Variant):
    """A sentence lacks a value."""

    def tell(self, event: Any) -> Text:
        return T("{who} has chosen.") if isinstance(event, TicketsChosen) else super().tell(event)


class Silent(Variant):
    """A step asks nothing."""

    def ask(self, step: Any) -> Text:
        return T("") if isinstance(step, TakeTurn) else super().ask(step)


class Unwritten(Variant):
    """A colour is lost on the way to JSON and back."""

    def read_action(self, data: bytes | str) -> Any:
        action = super().read_action(data)
        return TakeCard("red") if isinstance(action, TakeCard) else action


class Endless(Variant):
    """The game takes more decisions than it says."""

    def __init__(self) -> None:
        super().__init__()
        self.max_decisions = 20


class NoOutcome(Variant):
    def outcome(self, state: Any) -> Any:
        return None


class NoWinner(Variant):
    def outcome(self, state: Any) -> Any:
        outcome = super().outcome(state)
        return outcome and msgspec.structs.replace(outcome, ranks=[r + 1 for r in outcome.ranks])


class NeverOver(Variant):
    """After the end a pass is still listed."""

    def legal(self, state: Any) -> list[Any]:
        return super().legal(state) or [Pass()]


BUGS = [
    (DeadEnd, "no dead end"),
    (ListsTooMuch, "legal lists what refuse accepts"),
    (AcceptsTooMuch, "what refuse accepts is in legal"),
    (AnySeat, "only the seat to act may act"),
    (TwoNames, "legal lists actions by their one name"),
    (Twice, "paths are unique"),
    (AmbiguousPath, "none is the beginning of another"),
    (RefusalCosts, "a refused action changes nothing"),
    (RefusalIgnored, "play raises Refused"),
    (SharedList, "clone"),
    (SharedInnerList, "clone"),
    (LostCard, "audit: TTR-12.1"),
    (Forgetful, "a state read back equals itself"),
    (Unreadable, "a state can be read back"),
    (Undetermined, "the same record gives the same game"),
    (LeakingObservation, "observe(imagine(s)) equals observe(s)"),
    (LeakingToSpectators, "imagine leaves public facts alone"),
    (ForgetfulImagination, "observe(imagine(s)) equals observe(s)"),
    (PeekingImagination, "imagine does not peek"),
    (HalfPeekingImagination, "imagine depends on nothing but what seat"),
    (TellingList, "depends only on what it knows"),
    (TellingDraw, "is told nothing hidden"),
    (TellingKeep, "is told nothing hidden"),
    (Speechless, "a sentence has all its values"),
    (Silent, "a sentence says something"),
    (Unwritten, "an action can be read back"),
    (Endless, "a game ends within 20 decisions"),
    (NoOutcome, "a finished game has an outcome"),
    (NoWinner, "and a winner"),
    (NeverOver, "nothing can be done after the end"),
]


@pytest.mark.parametrize(("bug", "law"), BUGS, ids=[bug.__name__ for bug, _ in BUGS])
def test_a_bug_is_caught(bug: type[Variant], law: str) -> None:
    with pytest.raises(Violation, match=re.escape(law)) as caught:
        check(bug(), games=4, depth=2)
    # It says where: the game, the seed and the decision.
    assert "ticket_to_ride on usa with 3" in str(caught.value)
    assert "seed " in str(caught.value)
