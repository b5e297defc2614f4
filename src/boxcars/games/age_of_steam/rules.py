"""Age of Steam: one map with its options, and every judgement a map may change."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from boxcars.core.chance import Chance
from boxcars.core.game import Refused, Rules
from boxcars.core.messages import T
from boxcars.core.types import Event, Outcome, Reason
from boxcars.games.age_of_steam import invariants, scoring, visibility
from boxcars.games.age_of_steam.actions import ACTIONS, AOSAction, MoveGoods
from boxcars.games.age_of_steam.build_track import Building, BuildPhase, ClosingBuild
from boxcars.games.age_of_steam.components import COLUMN_SPACES, MAX_LOCOMOTIVE, TILES
from boxcars.games.age_of_steam.events import AOSEvent
from boxcars.games.age_of_steam.goods_growth import Growing, GrowthPhase, Placing, Production
from boxcars.games.age_of_steam.income_and_expenses import CollectIncome, PayExpenses, ReduceIncome
from boxcars.games.age_of_steam.issue_shares import Issuing, SharesPhase
from boxcars.games.age_of_steam.map import Board, board_of
from boxcars.games.age_of_steam.map_file import CityData
from boxcars.games.age_of_steam.move_goods import GoodsPhase, Moving, RoundBegins
from boxcars.games.age_of_steam.observation import AgeOfSteamObservation
from boxcars.games.age_of_steam.select_actions import ENGINEER, ActionsPhase, Choosing
from boxcars.games.age_of_steam.setup import SettingUp, empty_table, first_order
from boxcars.games.age_of_steam.state import Table
from boxcars.games.age_of_steam.steps import (
    AOSStep,
    BidOrDrop,
    BuildTrack,
    ChooseAction,
    CloseBuild,
    DecideProduction,
    DecideShares,
    Grow,
    MoveOne,
    MoveRound,
    Phase,
    PlaceDrawn,
    SetUp,
)
from boxcars.games.age_of_steam.turn_order import AuctionPhase, Bidding
from boxcars.games.age_of_steam.turn_sequence import AdvanceTurn, PhaseBegins, turn_steps
from boxcars.rail.build_legality import Builder
from boxcars.rail.network import Networks
from boxcars.rail.tile_plays import named_once

TILE_PLAYS: Final = 3
"""AOS-8.1."""


class AgeOfSteam(Rules[Table]):
    """The base game. Maps that change a rule subclass this in ``maps/``."""

    game: ClassVar[str] = "age_of_steam"
    version: ClassVar[int] = 2
    ui: ClassVar[str] = "boxcars.games.age_of_steam.ui"
    state_type: ClassVar[Any] = Table
    action_type: ClassVar[Any] = AOSAction
    event_type: ClassVar[Any] = AOSEvent
    step_type: ClassVar[Any] = AOSStep
    observation_type: ClassVar[Any] = AgeOfSteamObservation
    open_verbs: ClassVar[Any] = (MoveGoods,)
    """``legal`` lists one way for each distinct effect of a move; ``refuse`` accepts every way."""
    max_decisions = 20_000
    engineer_tiles: int = TILE_PLAYS + 1
    """Tile plays of a build turn with Engineer (AOS-7.4)."""
    must_finish: bool = False
    """A build turn may not end with an unfinished link (Germany, AOS-17.7)."""

    def __init__(self, map: str, players: int, options: dict[str, Any]) -> None:
        super().__init__(map, players, options)
        self.board: Board = board_of(map)
        data = self.board.data
        if players not in data.players:
            counts = ", ".join(str(n) for n in sorted(data.players))
            text = T("{map} is for {counts} players, not {players}.", map=data.name, counts=counts, players=players)
            raise Refused(Reason("bad_setup", "AOS-1.1", text))
        self.turns = data.players[players]
        self.same_hex_twice: bool = options["allow_same_hex_twice"]
        self.urbanize_any_time: bool = options["urbanize_any_time"]
        self.one_growth_roll: bool = options["one_growth_roll"]
        self.public_cubes: bool = options["public_starting_cubes"]
        self.easy: bool = options["easy"]
        self.first_section_bonus: bool = options["first_section_bonus"]
        discs = None if options["unlimited_discs"] else data.rules.ownership_discs
        self.builder = Builder(self.board.grid, TILES, self.board.prices, discs)
        self.networks = Networks(MAX_LOCOMOTIVE)
        self.actions = [ACTIONS.index(name) for name in data.rules.actions]
        self.production_spaces = sorted(i for column in self.board.columns for i in COLUMN_SPACES[column])
        self.turn_steps = turn_steps(data.rules.phases)
        self.phases: dict[str, Any] = {
            "issue_shares": SharesPhase(),
            "turn_order": AuctionPhase(),
            "select_actions": ActionsPhase(),
            "build_track": BuildPhase(),
            "move_goods": GoodsPhase(),
            "collect_income": CollectIncome(),
            "pay_expenses": PayExpenses(),
            "income_reduction": ReduceIncome(),
            "goods_growth": GrowthPhase(),
            "advance_turn": AdvanceTurn(),
        }
        self.chapters = {
            SetUp: SettingUp(),
            Phase: PhaseBegins(),
            DecideShares: Issuing(),
            BidOrDrop: Bidding(),
            ChooseAction: Choosing(),
            BuildTrack: Building(),
            CloseBuild: ClosingBuild(),
            MoveRound: RoundBegins(),
            MoveOne: Moving(),
            DecideProduction: Production(),
            PlaceDrawn: Placing(),
            Grow: Growing(),
        }

    # -- what a map may change ---------------------------------------------------------------------------------------

    def starting_cubes(self, city: CityData) -> int:
        """AOS-3.3; the option of R-20a; the easy variant of Barbados (AOS-18.2)."""
        if self.easy and self.board.data.rules.easy_city_cubes is not None:
            return self.board.data.rules.easy_city_cubes
        if self.public_cubes and city.cubes_public is not None:
            return city.cubes_public
        return city.cubes

    def first_order(self, table: Table, events: list[Event]) -> None:
        """The order of play of the first turn (AOS-3.7)."""
        first_order(self, table, events)

    def action_chosen(self, table: Table, action: int) -> None:
        """After somebody took an action."""

    def tiles_allowed(self, table: Table, seat: int) -> int:
        """Tile plays of a build turn: 3, with Engineer 4 (AOS-8.1, 7.4)."""
        return self.engineer_tiles if table.action[seat] == ENGINEER else TILE_PLAYS

    def due(self, table: Table, seat: int, full: int) -> int:
        """Return what a play of this full price costs the seat now."""
        return self.price_now(table.action[seat], table.full_costs, full)

    def price_now(self, action: int, full_costs: list[int], full: int) -> int:
        """Return the same from what everybody sees: the seat's action and the full prices of its plays so far."""
        return full

    def purse(self, table: Table, seat: int) -> int:
        """Return the highest full price the seat can pay now."""
        return table.cash[seat]

    def anchors(self, table: Table, seat: int) -> dict[int, int]:
        """Stops from which the seat may build (AOS-8.10)."""
        return self.builder.anchors(table.track, seat)

    def must_start_at_coast(self, table: Table, seat: int) -> bool:
        """Western US: whether AOS-15.7 is what binds the seat."""
        return False

    def tile_plays(self, table: Table, seat: int) -> list[Any]:
        """Return every legal tile play."""
        skip = None if self.same_hex_twice else table.played
        purse, anchors, first = self.purse(table, seat), self.anchors(table, seat), not table.has_built(seat)
        return self.builder.legal(table.track, seat, purse, anchors, self.board.lay, skip, first)

    def refuse_play(self, table: Table, seat: int, hex: int, form: int) -> Reason | None:
        """Return what else forbids a play that the laws of track allow."""
        return None

    def refuse_city(self, table: Table, seat: int, hex: int) -> Reason | None:
        """Return what else forbids a New City on this town."""
        return None

    def refuse_direct_link(self, table: Table, seat: int, cost: int) -> Reason | None:
        """Return what else forbids buying a direct link."""
        return None

    def refuse_end(self, table: Table, seat: int) -> Reason | None:
        """Return whether the build turn may end now: always (AOS-8.1)."""
        return None

    def track_changed(self, table: Table, seat: int, events: list[Event]) -> None:
        """After every tile play and urbanization."""

    def with_bonus(self, table: Table, moves: list[MoveGoods]) -> list[MoveGoods]:
        """Return the same deliveries, each as often as there are values of ``MoveGoods.bonus`` worth listing."""
        return moves

    def refuse_bonus(self, table: Table, origin: int, end: int, action: MoveGoods) -> Reason | None:
        if action.bonus != -1:
            return Reason("no_bonus", "AOS-15.6", T("There's no bonus to give for this delivery."))
        return None

    def finish(self, table: Table, events: list[Event]) -> None:
        """What happens after the last turn, before scoring."""

    def rank_key(self, table: Table, seat: int, score: int) -> tuple[int, ...]:
        return scoring.rank_key(table, seat, score)

    # -- the contract ------------------------------------------------------------------------------------------------

    def deal(self, chance: Chance) -> Table:
        return empty_table(self, chance)

    def clone(self, state: Table) -> Table:
        return state.clone()

    def observe(self, state: Table, seat: int | None) -> AgeOfSteamObservation:
        return visibility.observe(self, state, seat)

    def imagine(self, state: Table, seat: int | None, seed: str) -> Table:
        return self.with_luck(state, seed)

    def standing(self, state: Table) -> list[int]:
        return scoring.victory_points(self, state)

    def traces(self, state: Table) -> list[tuple[str, int, int]]:
        return scoring.traces(self, state)

    def outcome(self, state: Table) -> Outcome | None:
        return None if state.agenda else scoring.final_outcome(self, state)

    def audit(self, state: Table) -> None:
        invariants.audit(self, state)

    def read_state(self, data: bytes | str) -> Table:
        """Positions saved under version 1 do not say who has built: whoever owns track has."""
        table = super().read_state(data)
        if not table.built:
            for section in table.track.sections:
                if section.owner >= 0:
                    table.built |= 1 << section.owner
        return table

    def normal(self, action: Any) -> Any:
        return named_once(TILES, action)
