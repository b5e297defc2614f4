"""What a game shows: its board, the players' cards, the panels beside it. Everything comes from an Observation.

A game's ``ui/board.py`` subclasses Board. Pictures are SVG markup in the project's one visual language (see ``view.drawing_kit`` and
``view/styles``); all words go through ``say``, so that a picture is in the reader's language.

Conventions the page relies on:

* everything that can be clicked is an element with class ``hit`` and ``data-target="…"`` (a target of an action's path); the
  page makes the legal ones glow and never needs to know what they are; a target may stand on several elements;
* every piece that can move or change has a stable ``id``; the page compares ids to animate what changed;
* a ``<symbol id="sign-…">`` of the ground is the small picture of that target: choices that end in such targets are shown as
  pictures;
* seats are ``p1`` … ``p6`` in classes and tokens (seat 0 is ``p1``).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any, Protocol, TypeVar

import msgspec

from boxcars.core.game import Rules
from boxcars.core.messages import T, Text
from boxcars.core.types import Event, Outcome
from boxcars.view.svg_helpers import kept
from boxcars.view.tabletop import Ask, Award, Beat, Mark, Pick, Recap, Slip, Tray, Turn, Uncovered

Say = Callable[[Text], str]
R = TypeVar("R")


class Again(Protocol):
    """Makes a part of a picture from an observation, if need be (``anew``, or with a memory)."""

    def __call__(self, part: str, seen: Any, make: Callable[[Any], R], also: object = None) -> R: ...


def anew(part: str, seen: Any, make: Callable[[Any], R], also: object = None) -> R:
    return make(seen)


@kept
def dollars(say: Say, amount: int) -> str:
    """Money as the reader's language writes it: "$5", "5 $"; no language mistakes a space among many digits for a fraction."""
    return say(T("${amount}", amount=str(amount) if abs(amount) < 10_000 else f"{amount:,}".replace(",", "\xa0")))


class Stat(msgspec.Struct, frozen=True):
    """A number on a player's card, with its word. ``icon``: a name of the page's drawings, for a strip without room for words;
    ``low``: so little is left that all should know."""

    label: Text
    value: str
    icon: str = ""
    low: bool = False

    @property
    def key(self) -> str:
        """What beats call it (``view.animation``): its English word."""
        return self.label.message.lower()


class PlayerCard(msgspec.Struct, frozen=True, kw_only=True):
    """What the page shows of a seat beside its name and clock: at most five numbers. ``state``: "", "passed" or "gone"."""

    seat: int
    role: Text | None = None
    stats: list[Stat] = []
    state: str = ""


class Station(msgspec.Struct, frozen=True):
    """A phase of the turn, drawn as a station of a line. ``state``: "done", "now" or "next"."""

    name: Text
    state: str


class Panel(msgspec.Struct, frozen=True, kw_only=True):
    """A box of the side rail: a hand, a market table, the goods display. Drawn 292 units wide.

    ``words`` says the same as the picture, line by line, for those who cannot see it. ``follows``: it belongs to the one before it
    and has no heading of its own: what changes card by card is sent card by card. ``pinned``: it is always in sight, under the seats.
    """

    key: str
    title: Text
    width: int = 292
    height: int
    svg: str
    words: list[Text] = []
    follows: bool = False
    pinned: bool = False


class Board:
    """One game's pictures in one language."""

    width: int = 1000
    height: int = 700

    def __init__(self, rules: Rules[Any], say: Say) -> None:
        self.rules = rules
        self.say = say
        self.again: Again = anew
        """Whoever draws one position after the other gives what remembers each ``part``, and makes it again only if something changed
        that it was made from: a field of the observation, or ``also``. What ``make`` is given reads like the observation, and may
        be asked for its fields only."""

    tab_name: Text = T("Reference")
    """What the page calls the panels and papers of this game: its tab on a phone."""

    ground_options: tuple[str, ...] = ()
    """Options of the game that change its ground (besides the map and the number of players); tables that agree in them share it."""

    def draw_ground(self) -> str:
        """Return what never changes during a game: land, water, cities, printed routes. Drawn once and cached."""
        raise NotImplementedError

    def draw_pieces(self, seen: Any) -> str:
        """Return everything that lies on the board now."""
        raise NotImplementedError

    def draw_preview(self, seen: Any, action: Any) -> str:
        """Return what the action would change, as a preview drawn over the board; "" if there is nothing to show."""
        return ""

    telling: tuple[str, ...] = ()
    """Codes of refusals, nearest to a legal action first: which to tell where a click could have meant several actions."""

    def action_note(self, seen: Any, action: Any) -> Text | None:
        """Return a few words on a legal action that its sentence cannot know: its price now, who earns by it."""
        return None

    def candidate_actions(self, seen: Any, path: list[str]) -> list[Any]:
        """Actions that a click on the last of these targets, after the others, could have meant, legal or not: the page says why
        none of them can be done now."""
        return []

    def changed_targets(self, events: list[Event]) -> list[str]:
        """Return the targets that the last action changed, to be marked."""
        return []

    def player_cards(self, seen: Any) -> list[PlayerCard]:
        raise NotImplementedError

    def side_panels(self, seen: Any, but: Collection[str] = ()) -> list[Panel]:
        """``but``: keys of panels that nobody will look at (what they show lies in a tray); they may be left out."""
        return []

    def turn_phases(self, seen: Any) -> list[Station]:
        """Return the phases of the turn, for the line at the head of the page."""
        return []

    def turn_label(self, seen: Any) -> Text | None:
        """ "Turn 5 of 10", where the game has such a thing."""
        return None

    def last_round_text(self, seen: Any) -> Text | None:
        """ "Last round", from when it begins to the end: it is told under the head all the while."""
        return None

    def resources_left(self, seen: Any) -> Text | None:
        """Return what the seat to act has left for what is asked: tiles, money, reach."""
        return None

    def describe_position(self, seen: Any) -> list[Text]:
        """Return the position in words, place by place."""
        return []

    # -- round the board: each is optional (``view.tabletop`` says what the fields mean) ----------------------------------

    def draw_symbols(self) -> str:
        """Return the faces of things in trays, racks and slips: ``<symbol id="c-blue" viewBox="0 0 76 112">…</symbol>``. Sent
        once, with the ground, and cached as that is: nothing in them may depend on the position."""
        return ""

    def turn_prompt(self, seen: Any) -> Ask | None:
        """Return what is asked now (``seen.agenda[-1]``), in two lengths, and how those who wait are told of it."""
        return None

    def next_seats(self, seen: Any) -> list[int]:
        """Return the seats that will be asked after this one, nearest first; by default those of the agenda."""
        ahead = [step.seat for step in reversed(getattr(seen, "agenda", [])[:-1])]
        return [seat for seat in dict.fromkeys(ahead) if seat >= 0 and seat != seen.actor]

    def seat_order(self, seen: Any) -> list[Turn]:
        """Return the seats in their order of play with role or bid; [] where it is the order round the table and nothing is to be
        said."""
        return []

    def item_trays(self, seen: Any) -> list[Tray]:
        """Things one can touch: what is on offer, one's hand, one's papers. A panel of the same key is not shown beside it."""
        return []

    def action_mark(self, seen: Any, action: Any) -> Mark | None:
        """Return how a legal action is shown: picture, price, badge at its target, cards it costs, or what it picks
        (``choice_switches``)."""
        return None

    def target_label(self, seen: Any, target: str) -> Text | None:
        """Return what a target is called in this position, where the game's ``name`` cannot know: of a number "n:3" what it means
        ("Borrow $15"); the legal action's ``action_note`` ("income −3") stands behind it on the button."""
        return None

    def choice_switches(self, seen: Any) -> Pick | None:
        """Return where the choices are combinations of things: the switches."""
        return None

    def place_outline(self, name: str) -> tuple[str, Text] | None:
        """Return a place that is no target (a city, a town): its outline as SVG, and what it is called. None: there is none."""
        return None

    def focus_targets(self, seen: Any) -> list[str]:
        """Return the targets a phone's view opens on; []: what is legal and what was touched."""
        return []

    def recap_row(self, seen: Any, events: list[Event]) -> Recap | None:
        """Return a move of another seat (all its actions in a row) in one row; None: its sentences from the log."""
        return None

    apart: tuple[type[Event], ...] = ()
    """Events that the table brings by itself (income, growth, a new turn): in a recap they are nobody's."""

    def turn_summary(self, seen: Any, events: list[Event], before: Callable[[], Iterable[list[Event]]] = list) -> Slip | None:
        """If a turn ended by this action: its income, its dice, its prices. Made from the events (``seen`` may be later).
        ``before``: the events of the actions before it, the newest first, for an end that takes several actions."""
        return None

    def animation_steps(self, seen: Any, events: list[Event]) -> list[Beat]:
        """Return the story of the last action: what moved, in order."""
        return []

    def revealed_scores(self, seen: Any, line: Text) -> list[Uncovered]:
        """Return what was hidden and makes up this line of the final score, in the order in which it is shown."""
        return []

    def game_awards(self, seen: Any, outcome: Outcome, history: list[Event]) -> list[Award]:
        """At most three distinctions of a finished game, for its ceremony. ``history``: all that happened, as everybody saw it."""
        return []
