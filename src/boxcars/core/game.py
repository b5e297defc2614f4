"""The contract: Rules (one game on one map with chosen options), Chapter (one kind of step), State.

Nothing here knows a game. A game subclasses Rules, lists its chapters, and gives seven judgements of its own:
``deal``, ``observe``, ``imagine``, ``retell``, ``standing``, ``outcome`` and ``audit``; its face has the words (``say``,
``tell``, ``ask``, ``name``) that turn actions, events, steps and targets into sentences.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any, ClassVar, Generic, TypeVar

import msgspec
from mypy_extensions import mypyc_attr

from boxcars.core import ui_loader
from boxcars.core.chance import Chance
from boxcars.core.codec import decoder, read
from boxcars.core.messages import T, Text
from boxcars.core.types import Action, Event, Form, Observation, Outcome, Reason, Step


@mypyc_attr(allow_interpreted_subclasses=True)
class Refused(Exception):
    """An action (or a set-up) that the rules do not accept. Nothing was changed."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(str(reason.text))
        self.reason = reason


class Broken(Exception):
    """A state that cannot be: ``audit`` found a counter that does not add up, or a rule that was violated."""


def no(code: str, clause: str, text: Text) -> Reason:
    """Return a Reason: why something cannot be done."""
    return Reason(code, clause, text)


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """Everything that changes, and nothing else: a game's state is a dataclass with at least these two fields first::

        chance: Chance
        agenda: list[…the game's steps…]

    ``agenda`` is what is still to do; the last step is next. An empty agenda means the game is over. (The fields are not declared
    here: a compiled dataclass cannot declare a field again that its base has, and the agenda's type is the game's own.)
    """


S = TypeVar("S", bound=State)


@mypyc_attr(allow_interpreted_subclasses=True)
class Chapter(Generic[S]):
    """One chapter of the rulebook: how one kind of step is done.

    A step with a seat: ``legal``, ``refuse`` and ``apply`` (the step has been taken off the agenda before ``apply``; put it
    back if the seat goes on). A step without a seat: ``run``. Both plan further steps by appending to ``state.agenda``.
    """

    verbs: ClassVar[tuple[type[Action], ...]] = ()
    """The actions that may answer this step; anything else is refused as `wrong_phase`."""

    def legal(self, rules: Any, state: S, step: Any) -> list[Any]:
        raise NotImplementedError

    def refuse(self, rules: Any, state: S, step: Any, action: Any) -> Reason | None:
        raise NotImplementedError

    def apply(self, rules: Any, state: S, step: Any, action: Any, events: list[Event]) -> None:
        raise NotImplementedError

    def run(self, rules: Any, state: S, step: Any, events: list[Event]) -> None:
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class Rules(Generic[S]):
    """One game on one map with chosen options, for a number of seats. Immutable, shared by every state."""

    game: ClassVar[str] = ""
    version: ClassVar[int] = 1
    """Raised by every change that makes a finished game replay differently."""
    state_type: ClassVar[Any] = State
    """The class of the state, for decoding."""
    action_type: ClassVar[Any] = None
    """The union of the game's actions, for decoding."""
    event_type: ClassVar[Any] = None
    step_type: ClassVar[Any] = None
    observation_type: ClassVar[Any] = Observation
    ui: ClassVar[str] = ""
    """Name of the package that shows the game. Its modules ``sentences`` and ``event_log`` hold all texts."""
    open_verbs: ClassVar[tuple[type[Action], ...]] = ()
    """Actions that ``refuse`` accepts in more forms than ``legal`` lists (deals, free payments); see ``forms``."""
    deducible: ClassVar[bool] = False
    """Whether what is private follows from what was public (cash whose every payment was seen): then ``imagine`` may keep it."""
    max_decisions: int = 100_000
    """No game takes more decisions than this."""

    def __init__(self, map: str, players: int, options: dict[str, Any]) -> None:
        self.map = map
        self.players = players
        self.options = options
        self.chapters: dict[type[Step], Chapter[S]] = {}

    # -- what a game gives -------------------------------------------------------------------------------------------

    def deal(self, chance: Chance) -> S:
        """Return the state before the first step, with its agenda planned."""
        raise NotImplementedError

    def clone(self, state: S) -> S:
        raise NotImplementedError

    def observe(self, state: S, seat: int | None) -> Any:
        """Return what a seat may know, field by field: nothing is copied that is not named here."""
        raise NotImplementedError

    def imagine(self, state: S, seat: int | None, seed: str) -> S:
        """Return a world the seat cannot tell from this one (a determinization). Depends on its observation and the seed only."""
        raise NotImplementedError

    def with_luck(self, state: S, seed: str) -> S:
        """Return the same world with other chance ahead: all there is to ``imagine`` without private information."""
        world: Any = self.clone(state)
        world.chance = Chance(seed)
        found: S = world
        return found

    def retell(self, event: Any, seat: int | None) -> Any:
        """Return the event as a seat saw it, without what is hidden from it."""
        return event

    def standing(self, state: S) -> list[int]:
        """Return the score of each seat so far, by public knowledge."""
        raise NotImplementedError

    def tally(self, state: S) -> list[int]:
        """Return the score of each seat so far with hidden points, too: for reviews of a game that is over."""
        return self.standing(state)

    def traces(self, state: S) -> list[tuple[str, int, int]]:
        """Return what a game that is over says of its map beyond what was clicked: (target, seat, how often), the seat -1 where
        it was nobody's doing, 0 times where it was there and came to nothing."""
        return []

    def outcome(self, state: S) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""
        raise NotImplementedError

    def audit(self, state: S) -> None:
        """Raise Broken if a counter is not conserved or an invariant does not hold."""
        raise NotImplementedError

    def normal(self, action: Any) -> Any:
        """Return the canonical form of an action that can be written in several ways."""
        return action

    def forms(self, state: S) -> list[Form]:
        """Return the forms in which the seat to act composes actions of open verbs."""
        return []

    # -- texts: made by the game's ``ui`` package ----------------------------------------------------------------------------

    def say(self, action: Any) -> Text:
        """Return the action as the text of a button: imperative."""
        return ui_loader.sentences(self.ui).say(self, action)

    def tell(self, event: Any) -> Text:
        """Return a retold event as a sentence of the log. Hidden parts of it may be missing."""
        return ui_loader.event_log(self.ui).tell(self, event)

    def ask(self, step: Any) -> Text:
        """Return what a step asks of its seat, as one imperative sentence."""
        return ui_loader.sentences(self.ui).ask(self, step)

    def name(self, target: str) -> Text:
        """Return the name of a target of a path, as the label of a button."""
        return ui_loader.sentences(self.ui).name(self, target)

    def chance_name(self, stream: str, value: int) -> Text:
        """Return the name of a random outcome (which card, which face of a die), for ``boxcars referee``."""
        return ui_loader.sentences(self.ui).chance_name(self, stream, value)

    # -- what every game has -----------------------------------------------------------------------------------------

    def start(self, chance: Chance, events: list[Event] | None = None) -> S:
        """Return a new game, run up to its first decision."""
        state = self.deal(chance)
        self._advance(state, [] if events is None else events)
        return state

    def actor(self, state: Any) -> int:
        """Return the seat that is to act, or -1 when the game is over."""
        agenda: list[Step] = state.agenda
        return agenda[-1].seat if agenda else -1

    def next_step(self, state: Any) -> Step | None:
        """Return the step that is next, or None when the game is over."""
        agenda: list[Step] = state.agenda
        return agenda[-1] if agenda else None

    def legal(self, state: Any) -> list[Any]:
        """Return all actions of the seat to act (of open verbs: the sensible ones)."""
        agenda: list[Step] = state.agenda
        if not agenda:
            return []
        step = agenda[-1]
        return self.chapters[type(step)].legal(self, state, step)

    def refuse(self, state: Any, seat: int, action: Any) -> Reason | None:
        """Return why a seat cannot do an action now, or None if it can. Nothing else decides this."""
        if not 0 <= seat < self.players:
            return Reason("unknown_player", "", T("There's no seat {seat} at this table.", seat=seat))
        agenda: list[Step] = state.agenda
        if not agenda:
            return Reason("game_over", "", T("The game is over."))
        step = agenda[-1]
        if step.seat != seat:
            return Reason("not_your_turn", "", T("It's not your turn."))
        chapter = self.chapters[type(step)]
        if not isinstance(action, chapter.verbs):
            return Reason("wrong_phase", "", T("You can't do that now. {ask}", ask=self.ask(step)))
        return chapter.refuse(self, state, step, action)

    def apply(self, state: Any, action: Any) -> list[Event]:
        """Carry out an accepted action of the seat to act and everything that follows by itself. Changes the state."""
        events: list[Event] = []
        agenda: list[Step] = state.agenda
        step = agenda.pop()
        self.chapters[type(step)].apply(self, state, step, action, events)
        self._advance(state, events)
        return events

    def play(self, state: Any, seat: int, action: Any) -> list[Event]:
        """Apply an action if ``refuse`` has no objection; raise Refused and change nothing otherwise."""
        action = self.normal(action)
        reason = self.refuse(state, seat, action)
        if reason is not None:
            raise Refused(reason)
        return self.apply(state, action)

    def _advance(self, state: Any, events: list[Event]) -> None:
        agenda: list[Step] = state.agenda
        while agenda:
            step = agenda[-1]
            if step.seat >= 0:
                return
            agenda.pop()
            self.chapters[type(step)].run(self, state, step, events)
            agenda = state.agenda

    # -- wire format -------------------------------------------------------------------------------------------------

    def read_action(self, data: bytes | str) -> Any:
        """Return a decoded and validated action; raise Refused (``bad_request``) naming the field."""
        try:
            return self.normal(decoder(self.action_type).decode(data))
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise Refused(Reason("bad_request", "", T("This isn't a move in this game: {error}", error=str(error)))) from None

    def write(self, thing: Any) -> bytes:
        """Return a state, action, event or observation as JSON."""
        return msgspec.json.encode(thing, order="deterministic")

    def read_state(self, data: bytes | str) -> S:
        """Return a saved state, validated and audited; raise Refused if it cannot be."""
        try:
            state: S = read(data, self.state_type)
            self.audit(state)
        except (msgspec.MsgspecError, Broken) as error:
            raise Refused(Reason("bad_state", "", T("This isn't a position in this game: {error}", error=str(error)))) from None
        return state

    def fingerprint(self, state: S) -> str:
        return blake2b(self.write(state), digest_size=16).hexdigest()

    def reveals(self, before: dict[str, int], state: Any, events: list[Any]) -> bool:
        """Return whether an action taught anybody something hidden. ``before``: the chance counters before it."""
        return before != state.chance.counters or any(type(event).reveals for event in events)
