"""What a seat may know, as a Struct (SPK-16)."""

from __future__ import annotations

from boxcars.core.types import Observation, SeenSeat
from boxcars.games.spike.steps import SpikeStep


class SeenPlayer(SeenSeat, frozen=True, kw_only=True):
    """A seat as another sees it: all that lies open, and how many cards are hidden (section 16 of the rules)."""

    cards: int
    """How many rail cards it holds."""
    known: dict[str, int]
    """Rail cards of its hand that everybody (or the one who looks) saw: a lower bound."""
    hand: dict[str, int] | None
    """Its rail cards, for itself."""
    contracts: list[str]
    """Open contracts by the side in force."""
    to_choose: list[str]
    """Advanced game: contract cards whose side is still to be chosen."""
    delivered: list[str]
    """Contracts fulfilled."""
    dealt_routes: list[str] | None
    """Route cards dealt, for itself."""
    route: str | None
    """The route card, for itself; for all at the end."""
    home: str
    """The starting city; "" before it is chosen."""
    at: str
    """Where the train is: a city or ``segment>point``."""
    levels: list[int]
    """Level of locomotive, tender, freight cars: 0, 1 or 2."""
    cargo: list[str]
    markers: list[str]
    """Cities where it has delivered."""
    tracks_left: int
    tracks: list[str]
    cities: list[str]
    """Connected cities, in the order of connection."""
    money: int
    route_points: int


class SpikeObservation(Observation, frozen=True, kw_only=True):
    """Everything one seat may know (section 16 of the rules)."""

    agenda: list[SpikeStep]
    first: int
    """The seat that begins."""
    round: int
    time_cards: int
    """Time cards drawn in round 3."""
    market: list[list[str]]
    """Columns of commodities, best row first."""
    row: list[str]
    """The face-up rail cards."""
    deck: int
    safe: int
    """Round 3: cards on top of the deck among which there is no time card."""
    discard: dict[str, int]
    players: list[SeenPlayer]
    last_turns: int
    """Turns left after a special end; -1 before it."""
    entered: bool
    """The train of the seat to act entered a city by free movement this turn (SPK-6.9)."""
    unused_sides: list[str]
    """The other side of every contract card in play (SPK-16.3)."""
