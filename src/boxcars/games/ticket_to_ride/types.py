"""The vocabulary of Ticket to Ride: steps, actions, events, observation."""

from __future__ import annotations

from typing import ClassVar, Literal

from boxcars.core.types import Action, Event, Observation, Step

Colour = Literal["violet", "blue", "orange", "white", "green", "yellow", "black", "red", "locomotive"]
COLOURS: tuple[Colour, ...] = ("violet", "blue", "orange", "white", "green", "yellow", "black", "red", "locomotive")
Payment = Literal["violet", "blue", "orange", "white", "green", "yellow", "black", "red", "locomotive", "grey"]
"""What a client may write as the colour of a payment; "grey" is understood, and refused: no card is grey (TTR-16.2)."""
LOCOMOTIVE = 8
"""Index of the wild card; 0-7 are the colours in their canonical order."""

# -- steps: what is due ----------------------------------------------------------------------------------------------


class ChooseTickets(Step, frozen=True):
    """At the start each seat keeps at least two of three tickets (TTR-2.5)."""


class RevealTickets(Step, frozen=True):
    """All have chosen: the returned tickets go under the ticket deck, and play begins (TTR-2.7)."""


class TakeTurn(Step, frozen=True):
    """One of the three actions (TTR-3.1)."""


class DrawSecondCard(Step, frozen=True):
    """The second draw of train cards (TTR-4.1)."""


class KeepDrawnTickets(Step, frozen=True):
    """Keep at least one of the tickets taken (TTR-7.2)."""


TTRStep = ChooseTickets | RevealTickets | TakeTurn | DrawSecondCard | KeepDrawnTickets

# -- actions: what a seat may ask ------------------------------------------------------------------------------------


class TakeCard(Action, frozen=True):
    """Take a face-up train card; of several of a colour the one in the lowest slot (TTR-4.9)."""

    colour: Colour

    def path(self) -> tuple[str, ...]:
        return (f"display:{self.colour}",)


class DrawCard(Action, frozen=True):
    """Take the top card of the deck, unseen."""

    def path(self) -> tuple[str, ...]:
        return ("deck",)


class ClaimRoute(Action, frozen=True):
    """Claim a route, paying ``locomotives`` wild cards and the rest in ``colour`` (TTR-6.12)."""

    route: str
    colour: Payment
    locomotives: int = 0

    def path(self) -> tuple[str, ...]:
        return (f"route:{self.route}", f"pay:{self.colour}:{self.locomotives}")


class DrawTickets(Action, frozen=True):
    """Take the top three tickets."""

    def path(self) -> tuple[str, ...]:
        return ("tickets",)


class KeepTickets(Action, frozen=True):
    """Keep these of the tickets on offer, return the others."""

    tickets: tuple[str, ...]

    def path(self) -> tuple[str, ...]:
        return ("keep:" + "+".join(self.tickets),)


class Pass(Action, frozen=True):
    """Nothing else is possible (TTR-3.3)."""

    def path(self) -> tuple[str, ...]:
        return ("do:pass",)


TTRAction = TakeCard | DrawCard | ClaimRoute | DrawTickets | KeepTickets | Pass

# -- events: what happened -------------------------------------------------------------------------------------------


class GameBegan(Event, frozen=True):
    """The first tickets are chosen, and the starting seat moves."""

    starts: int


class CardTaken(Event, frozen=True):
    """A face-up card went to a hand; ``replaced`` is the card now lying in its slot."""

    seat: int
    colour: Colour
    slot: int
    replaced: Colour


class CardDrawn(Event, frozen=True):
    """A card of the deck went to a hand; only its owner learns the colour."""

    reveals: ClassVar[bool] = True
    seat: int
    colour: Colour | None


class DisplayFlushed(Event, frozen=True):
    """Three or more locomotives: the whole display was discarded and dealt anew (TTR-5.2)."""

    display: list[Colour]


class DeckReshuffled(Event, frozen=True):
    """The discards became the new deck (TTR-5.1)."""

    cards: int


class RouteClaimed(Event, frozen=True):
    seat: int
    route: str
    colour: Payment
    locomotives: int
    points: int


class TicketsDrawn(Event, frozen=True):
    """Tickets on offer; others see only how many."""

    reveals: ClassVar[bool] = True
    seat: int
    count: int
    tickets: list[str] | None


class TicketsKept(Event, frozen=True):
    """How many were kept is public; which ones, only their owner learns."""

    seat: int
    count: int
    of: int
    kept: list[str] | None


class TicketsChosen(Event, frozen=True):
    """A seat has chosen its first tickets; nobody learns how many until all have (TTR-2.6)."""

    seat: int


class Passed(Event, frozen=True):
    seat: int


class FinalRoundBegan(Event, frozen=True):
    """That seat is down to two trains or fewer: everybody has one more turn (TTR-8.1)."""

    seat: int
    trains: int


class GameEnded(Event, frozen=True):
    """``frozen``: all passed in a row (TTR-3.4)."""

    frozen: bool


TTREvent = (
    GameBegan
    | CardTaken
    | CardDrawn
    | DisplayFlushed
    | DeckReshuffled
    | RouteClaimed
    | TicketsDrawn
    | TicketsKept
    | TicketsChosen
    | Passed
    | FinalRoundBegan
    | GameEnded
)

# -- what a seat may know --------------------------------------------------------------------------------------------


class TicketToRideObservation(Observation, frozen=True, kw_only=True):
    """Everything one seat may know (section 15 of the rules)."""

    agenda: list[TTRStep]
    starts: int
    hand: list[int] | None
    """Own cards by colour index; None for a spectator."""
    tickets: list[int] | None
    offer: list[int] | None
    """Own tickets on offer."""
    own_returned: list[tuple[int, int]]
    """Own returned tickets still under the deck: (place from the top of the returned ones, ticket)."""
    cards: list[int]
    """How many cards each seat holds."""
    known: list[list[int]]
    """What everybody saw each seat take face up and not yet pay: a lower bound of its hand (TTR-15.1)."""
    ticket_counts: list[int]
    """Tickets kept (0 while the first choice is still secret)."""
    chosen: list[bool]
    """At the start: who has chosen tickets already."""
    own_choice: int
    """At the start: one's own choice as a bit mask of the offer; -1 before, 0 afterwards."""
    on_offer: list[int]
    """How many tickets each seat is looking at."""
    display: list[int]
    deck: int
    discard: list[int]
    fresh_tickets: int
    """Tickets nobody has seen yet."""
    returned_by: list[int]
    """Who returned the tickets under the deck, in their order."""
    owner: list[int]
    """Owner of each route, -1 for none."""
    trains: list[int]
    points: list[int]
    final_turns: int
    """Turns left in the final round; -1 before it."""
    passes: int
    shown: list[list[int]] | None
    """All tickets, once the game is over (TTR-9.6)."""
    longest: list[int]
    """Longest path of each seat; [] before the end."""
