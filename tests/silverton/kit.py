"""A game of Silverton under control: fixed positions and order, dice that fall as told, cards and track laid by hand."""

from __future__ import annotations

from bisect import insort
from typing import Any

from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from
from boxcars.core.game import Refused
from boxcars.games.silverton.actions import PlaceProspector, PlaceSurveyor
from boxcars.games.silverton.rules import Silverton
from boxcars.games.silverton.state import DISCARDED, HIDDEN, IN_DECK, OPEN, PLACED, VISIBLE, Piece, Table
from boxcars.games.silverton.steps import PlacePieces


class Play:
    """Seat 0 has position 1, seat 1 position 2, …; every turn is played in the order of the seats."""

    def __init__(self, players: int = 2, map: str = "colorado", seed: str = "silverton", **options: Any) -> None:
        rules = registry.make("silverton", map, players, options)
        assert isinstance(rules, Silverton)
        self.rules = rules
        script = {"positions": list(range(players)), "order": list(range(players)) * 30}
        self.events: list[Any] = []
        self.state: Table = rules.start(Chance(seed_from(seed), script=script), self.events)

    # -- chance ------------------------------------------------------------------------------------------------------

    def tell(self, stream: str, *outcomes: int) -> None:
        """The next outcomes of a stream."""
        script = self.state.chance.script
        assert script is not None
        script[stream] = [0] * self.state.chance.counters.get(stream, 0) + list(outcomes)

    def roll(self, purpose: str, *faces: int) -> None:
        self.tell(f"dice:{purpose}", *(face - 1 for face in faces))

    def deck(self, *cards: str) -> None:
        """The next cards of the deck: claims or events."""
        atlas = self.rules.atlas
        self.tell(
            "deck", *(atlas.claim_no[c] if c in atlas.claim_no else len(atlas.claims) + atlas.events.index(c) for c in cards)
        )

    # -- playing -----------------------------------------------------------------------------------------------------

    @property
    def step(self) -> Any:
        return self.state.agenda[-1]

    def do(self, *actions: Any) -> list[Any]:
        """Actions of whoever is to act; returns the events of the last."""
        for action in actions:
            action = self.rules.normal(action)
            assert isinstance(action, self.rules.open_verbs) or action in self.rules.legal(self.state), action
            self.events = self.rules.play(self.state, self.rules.actor(self.state), action)
            self.rules.audit(self.state)
        return self.events

    def refused(self, action: Any, seat: int | None = None) -> str:
        """The code of the refusal; nothing may have changed."""
        before = self.rules.fingerprint(self.state)
        try:
            self.rules.play(self.state, self.rules.actor(self.state) if seat is None else seat, action)
        except Refused as refused:
            assert self.rules.fingerprint(self.state) == before
            assert seat is not None or action not in self.rules.legal(self.state)
            return refused.reason.code
        raise AssertionError(f"{action} was accepted")

    def why(self, action: Any) -> str:
        """The clause that forbids this to whoever is to act; nothing if it may be done."""
        reason = self.rules.refuse(self.state, self.rules.actor(self.state), action)
        return reason.clause if reason is not None else ""

    def legal(self, kind: type | None = None) -> list[Any]:
        return [a for a in self.rules.legal(self.state) if kind is None or isinstance(a, kind)]

    def until(self, kind: type, seat: int | None = None) -> Play:
        """Let everybody do the default until that step is due; the events of the whole way are kept."""
        told: list[Any] = []
        for _ in range(5000):
            if self.state.agenda and isinstance(self.step, kind) and seat in (None, self.step.seat):
                self.events = told or self.events
                return self
            assert self.state.agenda, f"the game ended before {kind.__name__}"
            told += self.rules.apply(self.state, self.rules.default(self.state))
            self.rules.audit(self.state)
        raise AssertionError(f"{kind.__name__} never came")

    def to_turn(self, turn: int) -> Play:
        told: list[Any] = []
        while self.state.turn < turn:
            assert self.state.agenda
            told += self.rules.apply(self.state, self.rules.default(self.state))
            self.rules.audit(self.state)
        self.events = told
        return self

    def asked(self, turn: int) -> set[tuple[type, int]]:
        """What is asked of whom until that turn, if everybody does the default."""
        found: set[tuple[type, int]] = set()
        while self.state.agenda and self.state.turn < turn:
            found.add((type(self.step), self.step.seat))
            self.rules.apply(self.state, self.rules.default(self.state))
        return found

    def run(self, step: Any) -> list[Any]:
        """Let the table do this step now, whatever is due; what is asked then is the next step."""
        self.events = []
        self.rules.chapters[type(step)].run(self.rules, self.state, step, self.events)
        return self.events

    def pass_placing(self, seat: int) -> Play:
        return self.until(PlacePieces, seat)

    def survey(self, piece: int, segment: str) -> Play:
        self.do(PlaceSurveyor(piece, segment))
        return self

    def prospect(self, piece: int, target: str) -> Play:
        self.do(PlaceProspector(piece, target))
        return self

    # -- positions ---------------------------------------------------------------------------------------------------

    def track(self, seat: int, *segments: str) -> Play:
        for segment in segments:
            number = self.rules.atlas.segment_no[segment]
            assert self.state.owner[number] < 0
            self.state.owner[number] = seat
            insort(self.state.players[seat].track, number)
        self.rules.audit(self.state)
        return self

    def claim(self, seat: int, claim: str, goods: int = 0, worked: bool = False, depleted: bool = False) -> Play:
        """Put a claim in front of a seat (-2: among the open ones)."""
        number = self.rules.atlas.claim_no[claim]
        state = self.state
        if number in state.row:
            state.row.remove(number)
        state.claim_at[number] = seat
        if seat == OPEN:
            state.row.append(number)
        state.goods[number], state.worked[number], state.depleted[number] = goods, worked, depleted
        self.rules.audit(state)
        return self

    def card(self, seat: int, card: str) -> Play:
        """Give a passenger card to a seat, or (-2) lay it face up as a pile of its own."""
        number = self.rules.atlas.card_no[card]
        state = self.state
        if number in state.tops:
            state.tops[state.tops.index(number)] = -1
        elif number in state.released:
            state.released.remove(number)
        elif state.card_at[number] == HIDDEN:
            depth = len(self.rules.classes) - self.rules.classes.index(self.rules.atlas.card_class[number])
            place = next(p for p, below in enumerate(state.below) if below >= depth)
            state.below[place] -= 1
        state.card_at[number] = seat
        if seat == VISIBLE:
            state.released.append(number)
        self.rules.audit(state)
        return self

    def cash(self, *amounts: int) -> Play:
        for player, amount in zip(self.state.players, amounts, strict=False):
            player.cash = amount
            player.announced = player.announced or 0 <= self.rules.announce < amount
        return self

    def money(self, seat: int) -> int:
        return self.state.players[seat].cash

    def piece(self, seat: int, number: int) -> Piece:
        return self.state.players[seat].pieces[number]

    def right(self, seat: int, number: int, task: int, target: int, **more: Any) -> Piece:
        """A piece that holds the right to its target."""
        piece = self.piece(seat, number)
        piece.status, piece.task, piece.target, piece.right = PLACED, task, target, True
        for name, value in more.items():
            setattr(piece, name, value)
        return piece

    def goods(self, claim: str) -> int:
        return self.state.goods[self.rules.atlas.claim_no[claim]]

    def owner(self, segment: str) -> int:
        return self.state.owner[self.rules.atlas.segment_no[segment]]

    def claim_at(self, claim: str) -> int:
        return self.state.claim_at[self.rules.atlas.claim_no[claim]]

    def card_at(self, card: str) -> int:
        return self.state.card_at[self.rules.atlas.card_no[card]]

    def price(self, marker: str) -> int:
        return self.rules.price(self.state, self.rules.atlas.marker_no[marker])

    def box(self, marker: str, box: int | None = None) -> int:
        """Where a marker stands; with ``box``, put it there."""
        number = self.rules.atlas.marker_no[marker]
        if box is not None:
            self.state.price[number] = box
        return self.state.price[number]

    def event(self, kind: type) -> Any:
        """The one event of that kind that just happened."""
        found = [e for e in self.events if isinstance(e, kind)]
        assert len(found) == 1, (kind, self.events)
        return found[0]

    def happened(self, kind: type) -> list[Any]:
        return [e for e in self.events if isinstance(e, kind)]


__all__ = ["DISCARDED", "IN_DECK", "OPEN", "VISIBLE", "Play"]
