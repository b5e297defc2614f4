"""Silverton: one board, one scenario or length, Basic or Advanced, with its optional rules. Holds every number they change."""

from __future__ import annotations

from typing import Any, ClassVar

from boxcars.core.chance import Chance
from boxcars.core.game import Refused, Rules
from boxcars.core.messages import T, Text
from boxcars.core.types import Form, Outcome, Reason
from boxcars.games.silverton import actions as w
from boxcars.games.silverton import (
    build_track,
    buy_cards,
    buy_equipment,
    deals,
    deliveries,
    disputes,
    fines,
    hire_and_advance,
    invariants,
    joint_routes,
    offer_forms,
    operate_claims,
    place_pieces,
    prices,
    refill_cards,
    scoring,
    setup,
    snow_plows,
    special_disputes,
    thefts,
    turn_sequence,
    visibility,
)
from boxcars.games.silverton import deal_actions as d
from boxcars.games.silverton import steps as due
from boxcars.games.silverton.events import AnyEvent
from boxcars.games.silverton.map import GOODS, ORDINARY, TURN_TRACK, load
from boxcars.games.silverton.names import LENGTHS, OPTION_NAMES
from boxcars.games.silverton.network import Lines
from boxcars.games.silverton.observation import SilvertonObservation
from boxcars.games.silverton.restrictions import Purposes
from boxcars.games.silverton.state import Table


def bad_setup(clause: str, text: Text) -> Refused:
    return Refused(Reason("bad_setup", clause, text))


class Silverton(Rules[Table]):
    game: ClassVar[str] = "silverton"
    version: ClassVar[int] = 5
    ui: ClassVar[str] = "boxcars.games.silverton.ui"
    state_type: ClassVar[Any] = Table
    action_type: ClassVar[Any] = w.AnyAction
    event_type: ClassVar[Any] = AnyEvent
    step_type: ClassVar[Any] = due.AnyStep
    observation_type: ClassVar[Any] = SilvertonObservation
    deducible: ClassVar[bool] = True
    """Whether hidden information can be deduced: only cash is hidden, and every payment was public (SIL-22)."""
    open_verbs: ClassVar[tuple[type, ...]] = (d.Offer, d.Counter)
    max_decisions = 60_000

    def __init__(self, map: str, players: int, options: dict[str, Any]) -> None:
        super().__init__(map, players, options)
        self.atlas, scenario = load(map)
        self.advanced = options["rules"] == "advanced"
        self.scenario: dict[str, Any] | None = None if scenario == ORDINARY else self.atlas.scenarios[scenario]
        if self.scenario is None and players == 1:
            raise bad_setup("SIL-19.2", T("To play alone, choose a solitaire scenario."))
        if self.scenario is not None and self.scenario["players"] != players:
            raise bad_setup(
                "SIL-19.1",
                T(
                    "{scenario} is for {count} players, not {players}.",
                    scenario=self.scenario["name"],
                    count=self.scenario["players"],
                    players=players,
                ),
            )
        self._ending(options)
        self._start()
        self._options(options)
        self._markets()
        self._tables()
        self.chapters = {
            due.StartTurn: turn_sequence.StartTurnChapter(),
            due.ChoosePieces: setup.ChoosePiecesChapter(),
            due.BeginAssigning: setup.BeginAssigningChapter(),
            due.AssignSurveyor: setup.AssignSurveyorChapter(),
            due.AssignTrain: setup.AssignTrainChapter(),
            due.BeginPlacing: place_pieces.BeginPlacingChapter(),
            due.PlacePieces: place_pieces.PlacePiecesChapter(),
            due.BeginNeutral: turn_sequence.BeginNeutralChapter(),
            due.PlaceNeutral: place_pieces.PlaceNeutralChapter(),
            due.ResolveSurveyors: disputes.ResolveSurveyorsChapter(),
            due.MoveParallel: disputes.MoveParallelChapter(),
            due.ResolveSpecial: special_disputes.ResolveSpecialChapter(),
            due.DemandDispute: special_disputes.DemandDisputeChapter(),
            due.ResolveClaims: disputes.ResolveClaimsChapter(),
            due.ResolveJoint: joint_routes.ResolveJointChapter(),
            due.LeaveJoint: joint_routes.LeaveJointChapter(),
            due.ProposeJoint: joint_routes.ProposeJointChapter(),
            due.AnswerJoint: joint_routes.AnswerJointChapter(),
            due.ResolvePassengers: disputes.ResolvePassengersChapter(),
            due.ResolveThefts: thefts.ResolveTheftsChapter(),
            due.PayTheft: thefts.PayTheftChapter(),
            due.PlayerTurn: turn_sequence.PlayerTurnChapter(),
            due.BuyCards: buy_cards.BuyCardsChapter(),
            due.AnswerDraw: buy_cards.AnswerDrawChapter(),
            due.BuildTrack: build_track.BuildTrackChapter(),
            due.BuildConsecutive: build_track.BuildConsecutiveChapter(),
            due.OperateClaims: operate_claims.OperateClaimsChapter(),
            due.PlowSnow: snow_plows.PlowSnowChapter(),
            due.MakeDeals: deals.MakeDealsChapter(),
            due.AnswerOffer: deals.AnswerOfferChapter(),
            due.AnswerCounter: deals.AnswerCounterChapter(),
            due.DeliverGoods: deliveries.DeliverGoodsChapter(),
            due.LoadTrain: deliveries.LoadTrainChapter(),
            due.FreePieces: fines.FreePiecesChapter(),
            due.ChangePrices: prices.ChangePricesChapter(),
            due.RefillCards: refill_cards.RefillCardsChapter(),
            due.BeginHiring: hire_and_advance.BeginHiringChapter(),
            due.HirePiece: hire_and_advance.HirePieceChapter(),
            due.BeginEquipment: buy_equipment.BeginEquipmentChapter(),
            due.BuyEquipment: buy_equipment.BuyEquipmentChapter(),
            due.EndTurn: turn_sequence.EndTurnChapter(),
        }

    # -- what length, scenario and options change --------------------------------------------------------------------

    def _ending(self, options: dict[str, Any]) -> None:
        """SIL-2, SIL-19.20: target, last turn, announcement."""
        scenario, length = self.scenario, options["length"]
        own_end = scenario is not None and scenario["kind"] != "any_length"
        if own_end and length != "standard":
            raise bad_setup("SIL-19.20", T("This scenario has its own ending. Leave the length at standard."))
        self.length = "campaign" if own_end else length
        chosen = self.atlas.lengths[self.length]
        self.target = int(chosen.get("target", 0))
        self.last_turn = int(chosen.get("turns", TURN_TRACK if options["turn_limit"] else 0))
        """The last turn; 0: the game ends when somebody reaches the target (SIL-2.10)."""
        announce = chosen.get("announce_above")
        self.announce = -1 if announce is None else int(announce)
        self.start_offset = int(chosen.get("market_start_offset", 0))
        self.classes = list(chosen.get("passenger_classes", ["A", "B", "C"]))
        if scenario is not None and own_end:
            self.target = int(scenario.get("target", 0))
            self.last_turn = int(scenario["last_turn"])

    def _start(self) -> None:
        """SIL-3, 18.1, 19: homes, pieces, money, points and trains by position."""
        atlas, scenario = self.atlas, self.scenario
        mode = "advanced" if self.advanced else "basic"
        count = str(self.players)
        self.points = 0
        trains: list[int] = []
        self.spike = False
        choice: list[dict[str, list[int]]] = []
        if scenario is None:
            start = atlas.starts[mode][count]
            basic = atlas.starts["basic"][count]["players"]
            homes = [[player["home"]] for player in basic]
            pieces = basic
        else:
            start = scenario[mode]
            homes = scenario["homes"]
            self.spike = bool(scenario.get("spike", False))
            choice = scenario.get("piece_choice", [])
            pieces = scenario.get("pieces") or [choice[0]]
        self.money = int(start["money"])
        if self.advanced:
            self.points = int(start.get("points", 0))
            trains = start.get("starting_trains", start.get("trains", []))
        self.homes = [tuple(atlas.town_no[home] for home in pair) for pair in homes]
        self.start_pieces = [(tuple(p["surveyors"]), tuple(p["prospectors"])) for p in pieces]
        self.start_trains: list[list[tuple[int, int]]] = []
        for pair in homes:
            here = [(power, -1) for power in trains]
            if self.advanced:
                here += [(power, home) for power in start.get("trains_per_home", ()) for home in range(len(pair))]
                here += [(power, pair.index(city)) for city, group in start.get("trains_at", {}).items() for power in group]
            self.start_trains.append(here)
        self.piece_choice = [(tuple(p["surveyors"]), tuple(p["prospectors"])) for p in choice]
        costs = atlas.starts["costs"]
        self.disc_limit = [int(costs["limit_each"][str(bonus)]) for bonus in range(3)]
        self.disc_cost = [int(costs["surveyor"][str(bonus)]) for bonus in range(3)]
        self.neutral = bool(scenario and scenario.get("neutral_prospector", False))

    def _options(self, options: dict[str, Any]) -> None:
        """SIL-20: each a switch; refused where the rulebook does not allow it (SIL-20.27)."""
        for key, allowed in self.atlas.options.items():
            if options[key]:
                self._allow(key, allowed)
        self.variable = bool(options["variable_passengers"])
        self.joint = bool(options["joint_passengers"])
        self.many_plows = bool(options["multiple_plows"])
        self.transfer = bool(options["goods_transfer"])
        self.improved = bool(options["improved_passengers"])
        self.simplified = bool(options["simplified_prices"])
        self.hire = bool(options["hire_and_advance"])
        self.max_offers = int(options["max_offers"])
        self.loaded_claims = bool(options["loaded_claims"])
        self.until_won = bool(options["until_won"])
        self.closed_discards = bool(options["closed_discards"])
        transfer = self.atlas.options["goods_transfer"]
        self.transfer_limit = [int(transfer["basic_limit"]), int(transfer["basic_limit_gold_silver"])]
        hiring = self.atlas.options["hire_and_advance"]
        self.hire_cost = int(hiring["hire_cost"])
        self.most_pieces = int(hiring["max_pieces"].get(str(self.players), 0))
        if self.hire and self.points:
            self.points = int(hiring["points"][str(self.players)])
        self.selections = self.piece_choice
        if self.points:
            fewest = 2 if self.spike else 1
            self.selections = setup.selections(self.points, self.disc_cost, self.disc_limit, fewest)
            self.start_pieces = [((), ()) for _ in self.homes]

    def _allow(self, key: str, allowed: dict[str, Any]) -> None:
        mode = "advanced" if self.advanced else "basic"
        name = OPTION_NAMES[key]
        if mode not in allowed["rules"]:
            if self.advanced:
                raise bad_setup("SIL-20.27", T("{option} is only for the Basic game.", option=name))
            raise bad_setup("SIL-20.27", T("{option} is only for the Advanced game.", option=name))
        low, high = allowed["players"]
        if not low <= self.players <= high:
            raise bad_setup("SIL-20.27", T("{option} needs {low} to {high} players.", option=name, low=low, high=high))
        if allowed.get("any_scenario") and self.scenario is not None:
            return
        if self.length not in allowed["lengths"]:
            lengths = [LENGTHS[key] for key in allowed["lengths"]]
            raise bad_setup("SIL-20.27", T("{option} only works with these lengths: {lengths}.", option=name, lengths=lengths))

    def _markets(self) -> None:
        """SIL-4.1, 4.2: the markers in play and where each commodity is sold."""
        atlas, scenario = self.atlas, self.scenario
        markets = scenario["markets"] if scenario is not None else "player_count"
        if markets == "one_player":
            self.in_play = atlas.in_play[1]
        elif markets == "all":
            self.in_play = list(range(len(atlas.markers)))
        elif markets == "player_count":
            self.in_play = atlas.in_play[self.players]
        else:
            self.in_play = sorted(atlas.marker_no[m] for m in markets)
        offsets = scenario.get("start_offset", {}) if scenario is not None else {}
        self.city_offset = {atlas.town_no[city]: int(move) for city, move in offsets.items()}
        self.marker_for = [[-1] * len(atlas.towns) for _ in GOODS]
        for number in self.in_play:
            marker = atlas.markers[number]
            for city in [marker.city] if marker.city >= 0 else atlas.markets:
                self.marker_for[marker.good][city] = number
        self.outlets = [
            [(city, self.marker_for[good][city]) for city in atlas.markets if self.marker_for[good][city] >= 0]
            for good in range(len(GOODS))
        ]

    def _tables(self) -> None:
        """Actions and bits that are the same in every state, made once; and the memory for networks."""
        atlas = self.atlas
        ends = [town for pair in atlas.card_ends for town in pair]
        self.interest = sum(1 << town for town in {*atlas.markets, *atlas.claim_town, *ends})
        """The towns of interest as bits (SIL-13.5): market cities, and those printed on a claim or a passenger card."""
        self.expected_units_and_costs = [offer_forms.expected_units_and_costs(atlas, claim) for claim in range(len(atlas.claims))]
        pieces = range(max(8, self.most_pieces))
        targets = [*atlas.claims, *atlas.cards, "deck"]
        self.surveyor_actions = [[w.PlaceSurveyor(p, s) for s in atlas.segments] for p in pieces]
        self.dismantle_actions = [[w.PlaceSurveyor(p, s, True) for s in atlas.segments] for p in pieces]
        self.prospector_actions = [{target: w.PlaceProspector(p, target) for target in targets} for p in pieces]
        self.build_actions = [w.Build(segment) for segment in atlas.segments]
        self.operate_actions = [w.Operate(claim) for claim in atlas.claims]
        self.end_placement = w.EndPlacement()
        self.yes, self.no = w.Yes(), w.No()
        self.end_track = w.EndTrack()
        self.roll_production = w.RollProduction()
        self.roll_plows = w.RollPlows()
        self.end_deals = d.EndDeals()
        self.accept, self.refuse_offer = d.Accept(), d.Refuse()
        self.end_deliveries = w.EndDeliveries()
        self.end_fines = w.EndFines()
        self.pass_ = w.Pass()
        self.lines_memo: dict[tuple[tuple[int, ...], tuple[int, ...]], Lines] = {}
        self.purposes_memo: dict[Any, Purposes] = {}
        self.wide_memo: dict[tuple[int, ...], Purposes] = {}
        """By home cities, the purposes whose lengths over all segments that may be owned were asked for last."""
        self.joint_memo: dict[Any, tuple[int, int]] = {}
        self.output_memo: dict[int, tuple[float, float]] = {}
        self.price_memo: dict[int, float] = {}
        self.offer_memo: dict[tuple[int, int, int, bool], d.Offer] = {}
        self._delivers: dict[tuple[int, int], list[w.Deliver]] = {}

    def deliver_actions(self, claim: int, city: int, most: int) -> list[w.Deliver]:
        """Deliver 1, 2, … ``most`` units of a claim to a city; each made once."""
        known = self._delivers.setdefault((claim, city), [])
        while len(known) < most:
            known.append(w.Deliver(self.atlas.claims[claim], self.atlas.towns[city], len(known) + 1))
        return known[:most]

    # -- judgements chapters share -----------------------------------------------------------------------------------

    def winter(self, state: Table) -> bool:
        """SIL-5.3; beyond the end of the turn track it is read again from its beginning (SIL-2.10)."""
        return (state.turn - 1) % TURN_TRACK + 1 in self.atlas.winters

    def lines_of(self, homes: tuple[int, ...], track: tuple[int, ...]) -> Lines:
        """Return the network of a set of segments, from the memory where it was seen before."""
        key = (homes, track)
        known = self.lines_memo.get(key)
        if known is None:
            if len(self.lines_memo) > 3000:
                self.lines_memo.clear()
            known = self.lines_memo[key] = Lines(self.atlas, homes, track)
        return known

    def lines(self, state: Table, seat: int) -> Lines:
        """Return the network of a seat (SIL-5.6)."""
        player = state.players[seat]
        return self.lines_of(self.homes[player.position], tuple(player.track))

    def snow(self, state: Table, lines: Lines, cleared: list[int]) -> tuple[int, ...]:
        """Return the own segments that are closed now (SIL-5.3)."""
        return lines.closed(cleared) if self.winter(state) else ()

    def price(self, state: Table, marker: int) -> int:
        return self.atlas.markers[marker].ladder[state.price[marker]]

    # -- the contract ------------------------------------------------------------------------------------------------

    def deal(self, chance: Chance) -> Table:
        return setup.deal(self, chance)

    def clone(self, state: Table) -> Table:
        return state.clone()

    def observe(self, state: Table, seat: int | None) -> SilvertonObservation:
        return visibility.observe(self, state, seat)

    def imagine(self, state: Table, seat: int | None, seed: str) -> Table:
        return visibility.imagine(self, state, seat, seed)

    def standing(self, state: Table) -> list[int]:
        """Cash where it is public (SIL-2.8); 0 where it is not."""
        return [p.cash if visibility.cash_known(self, state, None, seat) else 0 for seat, p in enumerate(state.players)]

    def tally(self, state: Table) -> list[int]:
        return [player.cash for player in state.players]

    def outcome(self, state: Table) -> Outcome | None:
        return scoring.outcome(self, state)

    def audit(self, state: Table) -> None:
        invariants.audit(self, state)

    def normal(self, action: Any) -> Any:
        return offer_forms.normal(action)

    def forms(self, state: Table) -> list[Form]:
        return offer_forms.forms(self, state)

    def default(self, state: Table) -> Any:
        """Return what a seat does that does not act in time (SIL-10.5); always legal."""
        legal = self.legal(state)
        wanted: tuple[type, ...] = (
            w.KeepPiece,
            w.RecallPiece,
            w.EndPlacement,
            w.No,
            w.Draw,
            w.Decline,
            w.EndTrack,
            w.RollProduction,
            w.RollPlows,
            d.EndDeals,
            d.Refuse,
            w.EndDeliveries,
            w.EndFines,
            w.Pass,
        )
        for verb in wanted:
            for action in legal:
                if type(action) is verb:
                    return action
        return legal[0]
