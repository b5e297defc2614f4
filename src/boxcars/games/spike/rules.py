"""Spike on one map: the sequence of play, and the actions that are built once (SPK-5, SPK-13.4, SPK-17)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from boxcars.core.chance import Chance
from boxcars.core.game import Refused, Rules, no
from boxcars.core.messages import T, Text
from boxcars.core.types import Form, Outcome, Reason
from boxcars.games.spike import invariants, scoring, setup, visibility
from boxcars.games.spike.actions import (
    AddTrack,
    BeginLine,
    Build,
    ChooseSide,
    Deliver,
    Draw,
    Extra,
    Give,
    KeepRoute,
    Move,
    Pay,
    Place,
    SpikeAction,
    Start,
    Upgrade,
)
from boxcars.games.spike.build_line import Paying, Sketching, payment_form, refuse_begin
from boxcars.games.spike.cargo import Delivery
from boxcars.games.spike.draw_cards import Drawing
from boxcars.games.spike.events import SpikeEvent
from boxcars.games.spike.lines import walk
from boxcars.games.spike.map import PARTS, PLAYERS, SIDES, chart
from boxcars.games.spike.movement import FreeMove
from boxcars.games.spike.names import point_names
from boxcars.games.spike.observation import SpikeObservation
from boxcars.games.spike.state import Table
from boxcars.games.spike.steps import (
    DealContracts,
    DealHands,
    DeliverGoods,
    DrawMore,
    EndTurn,
    FreeMovement,
    GiveCard,
    NameFirst,
    OpenTable,
    PayForLine,
    PickRoute,
    PickSide,
    PlaceTrain,
    RevealRoutes,
    SketchLine,
    SpikeStep,
    TakeAction,
)
from boxcars.games.spike.take_action import ActionOfTurn
from boxcars.games.spike.turn_sequence import TurnEnd

BUILDS: Final = 20_000
"""So many proposed lines are remembered before starting afresh."""


class Spike(Rules[Table]):
    game: ClassVar[str] = "spike"
    version: ClassVar[int] = 3
    ui: ClassVar[str] = "boxcars.games.spike.ui"
    state_type: ClassVar[Any] = Table
    action_type: ClassVar[Any] = SpikeAction
    event_type: ClassVar[Any] = SpikeEvent
    step_type: ClassVar[Any] = SpikeStep
    observation_type: ClassVar[Any] = SpikeObservation
    open_verbs: ClassVar[Any] = (Build, BeginLine, Pay)
    """Every line and payment is accepted; the best are listed, ``BeginLine`` leads to all others (SPK-15.1)."""

    def __init__(self, map: str, players: int, options: dict[str, Any]) -> None:
        super().__init__(map, players, options)
        if players not in PLAYERS:
            raise Refused(no("bad_setup", "SPK-1.1", T("Spike is for 2, 3 or 4 players, not {players}.", players=players)))
        self.chart = chart(map)
        self.advanced: bool = options["advanced"]
        self.single_colour: bool = options["wild_single_colour"]
        self.share = len(self.chart.goods) // players
        """Contracts dealt to each seat (SPK-3.4)."""
        # Nobody is forced to draw, so no rule bounds the game; in play it takes some 300 decisions.
        self.max_decisions = 20_000
        self.chapters = {
            NameFirst: setup.Lot(),
            DealContracts: setup.Contracts(),
            PickSide: setup.Sides(),
            DealHands: setup.Hands(),
            GiveCard: setup.Gift(),
            OpenTable: setup.Opening(),
            PickRoute: setup.Routes(),
            PlaceTrain: setup.Placing(),
            FreeMovement: FreeMove(),
            DeliverGoods: Delivery(),
            TakeAction: ActionOfTurn(),
            DrawMore: Drawing(),
            SketchLine: Sketching(),
            PayForLine: Paying(),
            EndTurn: TurnEnd(),
            RevealRoutes: scoring.Reveal(),
        }
        self.colour_texts: list[Text] = [T(c) for c in self.chart.colours]
        self.goods_texts: list[Text] = [T(g) for g in self.chart.goods]
        self.point_texts: list[Text] = point_names(self.chart)
        self._build_actions()

    def _build_actions(self) -> None:
        """Actions of closed spaces, built once."""
        chart = self.chart
        self.gifts = [Give(c) for c in chart.colours]
        self.draws = [*(Draw(c) for c in chart.colours), Draw("deck")]
        self.places = [Place(c) for c in chart.cities]
        self.deliveries = [Deliver(g) for g in chart.goods]
        self.upgrades = [Upgrade(p) for p in PARTS]
        spots = [(-1, p) for p in chart.city_point] + [(s, p) for s, ends in enumerate(chart.ends) for p in ends]
        self.moves = {spot: Move(chart.at(*spot)) for spot in spots}
        self.extras = {spot: Extra(chart.at(*spot)) for spot in spots}
        self._starts: dict[tuple[str, int, tuple[int, ...]], Start] = {}
        self._builds: dict[tuple[int, ...], Build] = {}

    def start_action(self, to: str, load: int, unload: tuple[int, ...]) -> Start:
        key = (to, load, unload)
        action = self._starts.get(key)
        if action is None:
            goods = self.chart.goods
            action = Start(to, None if load < 0 else goods[load], tuple(goods[g] for g in sorted(unload)))
            self._starts[key] = action
        return action

    def build_action(self, city: int, line: list[int], pay: tuple[int, ...]) -> Build:
        """Return a proposed line with its payment; made once for as long as it is remembered."""
        key = (*pay, *line)
        action = self._builds.get(key)
        if action is None:
            if len(self._builds) >= BUILDS:
                self._builds.clear()
            chart = self.chart
            segments = tuple([chart.segments[s] for s in line])
            action = self._builds[key] = Build(segments, self.cards_by_name(pay), chart.cities[city])
        return action

    def cards_by_name(self, cards: Sequence[int]) -> dict[str, int]:
        return {self.chart.colours[c]: n for c, n in enumerate(cards) if n}

    def cards_by_colour(self, cards: dict[str, int]) -> list[int]:
        return [cards.get(c, 0) for c in self.chart.colours]

    # -- the contract ------------------------------------------------------------------------------------------------

    def deal(self, chance: Chance) -> Table:
        return setup.deal(self, chance)

    def clone(self, state: Table) -> Table:
        return state.clone()

    def observe(self, state: Table, seat: int | None) -> SpikeObservation:
        return visibility.observe(self, state, seat)

    def imagine(self, state: Table, seat: int | None, seed: str) -> Table:
        return visibility.imagine(self, state, seat, seed)

    def retell(self, event: SpikeEvent, seat: int | None) -> SpikeEvent:
        return visibility.retell(self, event, seat)

    def standing(self, state: Table) -> list[int]:
        return [p.money for p in state.players]

    def outcome(self, state: Table) -> Outcome | None:
        return None if state.agenda else scoring.final_outcome(self, state)

    def audit(self, state: Table) -> None:
        invariants.audit(self, state)

    def refuse(self, state: Table, seat: int, action: Any) -> Reason | None:
        """Return the order of SPK-17: over, not your turn, malformed, unknown id, wrong phase, then the reasons of the
        chapter."""
        agenda = state.agenda
        if agenda and agenda[-1].seat == seat:
            reason = self._unknown(action)
            if reason is not None:
                return reason
            if isinstance(action, Deliver) and not isinstance(agenda[-1], (DeliverGoods, TakeAction)):
                text = T("You can deliver goods when your train enters a city, or before you take your action.")
                return no("cannot_deliver", "SPK-7.10", text)
        return super().refuse(state, seat, action)

    def _unknown(self, action: Any) -> Reason | None:
        """Return a name that is not on this map, or a number that cannot be (SPK-17)."""
        chart = self.chart
        names: list[tuple[str, Any]] = []
        if isinstance(action, (Build, Pay)):
            if any(n < 0 for n in action.pay.values()):
                return no("malformed", "SPK-17", T("You can't pay a negative number of cards."))
            names += [(c, chart.colour_id) for c in action.pay]
        if isinstance(action, Build):
            names += [(s, chart.segment_id) for s in action.line]
            if action.city:
                names.append((action.city, chart.city_id))
        elif isinstance(action, AddTrack):
            names.append((action.segment, chart.segment_id))
        elif isinstance(action, Start):
            if len(set(action.unload)) < len(action.unload):
                return no("malformed", "SPK-17", T("You chose the same good twice."))
            names += [(g, chart.goods_id) for g in action.unload]
            if action.load is not None:
                names.append((action.load, chart.goods_id))
        elif isinstance(action, Deliver):
            names.append((action.commodity, chart.goods_id))
        elif isinstance(action, Draw):
            names.append((action.card, (*chart.colours, "deck")))
        elif isinstance(action, Give):
            names.append((action.colour, chart.colour_id))
        elif isinstance(action, Place):
            names.append((action.city, chart.city_id))
        elif isinstance(action, KeepRoute):
            names.append((action.route, chart.route_id))
        elif isinstance(action, ChooseSide):
            names += [(action.card, chart.card_id), (action.side, SIDES)]
        if isinstance(action, (Move, Start, Extra)) and chart.place(action.to) is None:
            return no("unknown_id", "SPK-17", T("There's no {name} on this map.", name=action.to))
        for name, known in names:
            if name not in known:
                return no("unknown_id", "SPK-17", T("There's no {name} on this map.", name=name))
        return None

    def normal(self, action: Any) -> Any:
        """Cards and unloaded goods in the order of the map, and the city of a line, which may be left out."""
        chart = self.chart
        if isinstance(action, (Build, Pay)):
            pay = {
                c: action.pay[c]
                for c in sorted(action.pay, key=lambda c: chart.colour_id.get(c, len(chart.colours)))
                if action.pay[c]
            }
            if isinstance(action, Pay):
                return Pay(pay)
            return Build(action.line, pay, action.city or self._city_of(action.line))
        if isinstance(action, Start):
            unload = tuple(sorted(action.unload, key=lambda g: chart.goods_id.get(g, len(chart.goods))))
            return Start(action.to, action.load, unload)
        return action

    def _city_of(self, names: tuple[str, ...]) -> str:
        chart = self.chart
        if any(s not in chart.segment_id for s in names):
            return ""
        points = walk(chart, [chart.segment_id[s] for s in names], [])
        cities = [chart.city_at[p] for p in (points[-1:] if len(names) > 1 else points) if chart.city_at[p] >= 0]
        return chart.cities[cities[0]] if len(cities) == 1 else ""

    def forms(self, state: Table) -> list[Form]:
        if not state.agenda:
            return []
        step = state.agenda[-1]
        if isinstance(step, TakeAction) and refuse_begin(self, state, step.seat) is None:
            return [Form("BeginLine", T("Build track piece by piece"), [], {"do": "BeginLine"})]
        if isinstance(step, PayForLine):
            return payment_form(self, state, step)
        return []

    # -- words -------------------------------------------------------------------------------------------------------
