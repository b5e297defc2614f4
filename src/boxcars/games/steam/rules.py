"""Steam: set-up, and every number that a map or a mode may change (STM-4, STM-23)."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from boxcars.core.chance import Chance
from boxcars.core.game import Refused, Rules
from boxcars.core.messages import T
from boxcars.core.types import Action, Outcome, Reason
from boxcars.games.steam import invariants, scoring, visibility
from boxcars.games.steam.build_track import Building, NewCity, Supply
from boxcars.games.steam.income_and_expenses import Settlement
from boxcars.games.steam.map import NEW_CITIES, SUPPLY_SPACES, steam_map
from boxcars.games.steam.move_goods import Moving
from boxcars.games.steam.raise_capital import Capital
from boxcars.games.steam.select_actions import ActionTiles
from boxcars.games.steam.starting_order import BidForPlace, DrawTiles, OpenPlace
from boxcars.games.steam.state import KINDS, Table
from boxcars.games.steam.track_points import Reward
from boxcars.games.steam.turn_order import AuctionForOrder, OrderOfPlay
from boxcars.games.steam.turn_sequence import TurnAdvances
from boxcars.games.steam.types import (
    COLOURS,
    NO_TILE,
    BidForOrder,
    BidForStart,
    BuildTrack,
    ChooseNewCity,
    ChooseReward,
    ChooseSupply,
    DrawOrder,
    GrowCity,
    IncomeAndExpenses,
    MoveRound,
    NewTurn,
    RaiseCapital,
    SelectAction,
    StartingAuction,
    SteamAction,
    SteamEvent,
    SteamObservation,
    SteamStep,
    TurnOrder,
    Urbanize,
)
from boxcars.rail.actions import MoveGoods
from boxcars.rail.network import CITIES, LINKS, Networks
from boxcars.rail.tile_plays import named_once
from boxcars.rail.track import empty_track
from boxcars.rail.turn_sequence import draw

NO_CAP: Final = 10_000
"""Income maximum where a map has none (R-4)."""


class Steam(Rules[Table]):
    game: ClassVar[str] = "steam"
    version: ClassVar[int] = 3
    ui: ClassVar[str] = "boxcars.games.steam.ui"
    state_type: ClassVar[Any] = Table
    action_type: ClassVar[Any] = SteamAction
    event_type: ClassVar[Any] = SteamEvent
    step_type: ClassVar[Any] = SteamStep
    observation_type: ClassVar[Any] = SteamObservation
    open_verbs: ClassVar[tuple[type[Action], ...]] = (MoveGoods,)
    """Of ways with the same end and the same points ``legal`` lists one."""
    LOWEST_TILE: ClassVar[str] = "lowest_action_tile_of_last_turn"

    def __init__(self, map: str, players: int, options: dict[str, Any]) -> None:
        super().__init__(map, players, options)
        self.board = steam_map(map)
        lengths = self.board.file.players.game_length
        if str(players) not in lengths:
            counts = ", ".join(sorted(lengths))
            text = T("{map} is for {counts} players, not {players}.", map=self.board.file.name, counts=counts, players=players)
            raise Refused(Reason("bad_setup", "STM-1.1", text))
        numbers = self.board.numbers
        self.standard: bool = options["mode"] == "standard"
        self.auction_start: bool = not self.standard and options["start"] == "auction"
        self.turns: int = lengths[str(players)]
        self.income_min: int = numbers["income_min"]
        capped = numbers["income_max"] is not None and not options["open_income"]
        self.income_max: int = numbers["income_max"] if capped else NO_CAP
        self.lends_always: bool = not self.standard or options["soft_standard"]
        """Track and running costs are paid with loans where cash is short (STM-3.5, 15.20)."""
        self.max_locomotive: int = numbers["max_locomotive"]
        self.loan: int = numbers["loan_amount"]
        self.loan_points: int = numbers["loan_vp_cost"]
        self.tiles_per_turn: int = numbers["tiles_per_turn"]
        self.networks = Networks(self.max_locomotive, LINKS if options["links_once"] else CITIES)
        self.movers: dict[int, int] = {}
        """What ``who_may_move`` found, by packed gains."""
        self.tie_break: list[str] = numbers["tie_break"]
        self.bag: list[int] = [numbers["bag"][colour] for colour in COLOURS]
        self.urbanize: dict[int, Urbanize] = {hex: Urbanize(self.board.grid.ids[hex]) for hex in self.board.hexes.towns}
        self.grow: dict[int, GrowCity] = {hex: GrowCity(self.board.grid.ids[hex]) for hex in self.board.places}
        # An auction raises by at least $1 each time, and nobody ever has more than a few hundred dollars.
        self.max_decisions = 2_000 * self.turns
        self.chapters = {
            StartingAuction: OpenPlace(),
            DrawOrder: DrawTiles(),
            BidForStart: BidForPlace(),
            RaiseCapital: Capital(),
            TurnOrder: OrderOfPlay(),
            BidForOrder: AuctionForOrder(),
            SelectAction: ActionTiles(),
            BuildTrack: Building(),
            ChooseNewCity: NewCity(),
            ChooseSupply: Supply(),
            MoveRound: Moving(),
            ChooseReward: Reward(),
            IncomeAndExpenses: Settlement(),
            NewTurn: TurnAdvances(),
        }

    def deal(self, chance: Chance) -> Table:
        """Cubes for the cities and the supply, then the starting order (STM-4)."""
        n, board, numbers = self.players, self.board, self.board.numbers
        table = Table(
            chance=chance,
            agenda=[StartingAuction() if self.auction_start else DrawOrder()],
            turn=0,
            order=[],
            cash=[numbers["starting_cash"]] * n,
            income=[numbers["starting_income"]] * n,
            points=[numbers["starting_vp"]] * n,
            locomotive=[numbers["starting_locomotive"]] * n,
            tile=[NO_TILE] * n,
            city_action=[0] * n,
            gone=[0] * n,
            raised=[False] * n,
            built=[False] * n,
            track=empty_track(board.grid, board.tiles, board.hexes.cities, board.hexes.towns),
            accepts=board.accepts[:],
            cubes=[0] * (KINDS * len(board.places)),
            supply=[0] * (KINDS * SUPPLY_SPACES),
            new_cities=list(NEW_CITIES),
            grown=[False] * len(board.places),
            bag=self.bag[:],
        )
        for place in range(len(board.hexes.cities)):
            for _ in range(board.starting_cubes(place, n)):
                table.cubes[KINDS * place + draw(chance, table.bag)] += 1
        for space in range(SUPPLY_SPACES):
            for _ in range(numbers["goods_supply_cubes_per_space"][str(n)]):
                table.supply[KINDS * space + draw(chance, table.bag)] += 1
        return table

    def clone(self, state: Table) -> Table:
        return state.clone()

    def observe(self, state: Table, seat: int | None) -> SteamObservation:
        return visibility.observe(self, state, seat)

    def imagine(self, state: Table, seat: int | None, seed: str) -> Table:
        return self.with_luck(state, seed)

    def standing(self, state: Table) -> list[int]:
        return [scoring.final_score(state, seat) for seat in range(self.players)]

    def outcome(self, state: Table) -> Outcome | None:
        return None if state.agenda else scoring.final_outcome(self, state)

    def audit(self, state: Table) -> None:
        invariants.audit(self, state)

    def normal(self, action: Any) -> Any:
        return named_once(self.board.tiles, action)
