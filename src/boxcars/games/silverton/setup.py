"""Start and setup (SIL-3, SIL-4), buying pieces with points (SIL-18.1–18.3), assigning to two homes (SIL-19.9–19.12)."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any, Final

from boxcars.core.chance import Chance
from boxcars.core.game import Chapter, no
from boxcars.core.messages import T
from boxcars.core.types import Event, Reason
from boxcars.games.silverton.actions import Assign, SelectPieces
from boxcars.games.silverton.buy_equipment import ABSENT, SUPPLY
from boxcars.games.silverton.map import GOODS
from boxcars.games.silverton.placing_events import Assigned, PiecesChosen
from boxcars.games.silverton.state import HIDDEN, IN_DECK, OPEN, PROSPECTOR, REMOVED, SURVEYOR, VISIBLE, Piece, Player, Table
from boxcars.games.silverton.steps import (
    AssignSurveyor,
    AssignTrain,
    BeginAssigning,
    ChoosePieces,
    StartTurn,
)

if TYPE_CHECKING:
    from boxcars.games.silverton.rules import Silverton

FIRST_CLAIMS: Final = 8
"""Number of claims that are open at the start (SIL-4.4)."""


def deal(rules: Silverton, chance: Chance) -> Table:
    """Return the table before the first turn."""
    atlas = rules.atlas
    positions = chance.order("positions", rules.players) if rules.players > 1 else [0]
    state = Table(chance, [StartTurn()])
    markers = len(atlas.markers)
    for seat in range(rules.players):
        position = positions[seat]
        player = Player(position, rules.money, joined=not rules.spike, sold=[0] * markers)
        surveyors, prospectors = rules.start_pieces[position]
        player.pieces = make_pieces(surveyors, prospectors)
        state.players.append(player)
    state.order = list(range(rules.players))
    state.owner = [-1] * len(atlas.segments)
    claims = len(atlas.claims)
    state.claim_at = [IN_DECK] * claims
    state.goods = [0] * claims
    state.worked = [False] * claims
    state.depleted = [False] * claims
    state.event_in_deck = [True] * len(atlas.events)
    state.depletions = [0] * len(atlas.towns)
    turn_up(state)
    lay_passengers(rules, state)
    state.price = start_prices(rules)
    state.sold = [0] * markers
    hand_out_trains(rules, state)
    return state


def make_pieces(surveyors: tuple[int, ...], prospectors: tuple[int, ...]) -> list[Piece]:
    return [Piece(SURVEYOR, bonus) for bonus in surveyors] + [Piece(PROSPECTOR, bonus) for bonus in prospectors]


def turn_up(state: Table) -> None:
    """SIL-4.4, 7.6: eight claims; an event met now is shuffled back, so only claims can come."""
    for _ in range(min(FIRST_CLAIMS, len(state.claim_at))):
        claim = state.chance.pick("deck", [1 if place == IN_DECK else 0 for place in state.claim_at])
        state.claim_at[claim] = OPEN
        state.row.append(claim)


def lay_passengers(rules: Silverton, state: Table) -> None:
    """SIL-4.5: the A cards face up, in random order; under each one card of every other class, face down.

    Which card lies where is decided when it is revealed: nobody can know it before.
    """
    atlas = rules.atlas
    top = [card for card, kind in enumerate(atlas.card_class) if kind == rules.classes[0]]
    state.card_at = [HIDDEN if kind in rules.classes else REMOVED for kind in atlas.card_class]
    state.partner = [-1] * len(atlas.cards)
    for number in state.chance.order("stacks", len(top)):
        state.tops.append(top[number])
        state.below.append(len(rules.classes) - 1)
        state.card_at[top[number]] = VISIBLE


def start_prices(rules: Silverton) -> list[int]:
    """SIL-4.1, 4.7: START plus all offsets, clamped to the white boxes."""
    out = []
    for marker in rules.atlas.markers:
        box = marker.start + rules.start_offset
        if marker.city >= 0:
            box += rules.city_offset.get(marker.city, 0)
        if rules.simplified:
            box += rules.atlas.simplified["start_offset"][GOODS[marker.good]]
        out.append(min(max(box, marker.low), marker.high))
    return out


def hand_out_trains(rules: Silverton, state: Table) -> None:
    """SIL-18.1, 18.21: starting trains come out of the supply, which is waived where a scenario needs more (SIL-19.16)."""
    atlas = rules.atlas
    seen = [0] * len(atlas.train_power)
    for kind in atlas.train_type:
        seen[kind] += 1
        state.train_at.append(SUPPLY if seen[kind] <= atlas.train_count[kind] else ABSENT)
    state.train_home = [-1] * len(atlas.trains)
    state.plow_at = [SUPPLY] * len(atlas.plows)
    if not rules.advanced:
        return
    for seat in sorted(range(rules.players), key=lambda s: state.players[s].position):
        for power, home in rules.start_trains[state.players[seat].position]:
            kind = atlas.train_power.index(power)
            here = [t for t, at in enumerate(state.train_at) if at < 0 and atlas.train_type[t] == kind]
            train = min(here, key=lambda t: (state.train_at[t] != SUPPLY, t))
            state.train_at[train] = seat
            state.train_home[train] = home


# -- pieces for points -----------------------------------------------------------------------------------------------


def selections(points: int, costs: list[int], limits: list[int], fewest: int) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return all maximal selections (SIL-18.2, 18.3): surveyors and prospectors by bonus, highest first."""
    sets = [
        group
        for size in range(1, sum(limits) + 1)
        for group in combinations_with_replacement((2, 1, 0), size)
        if all(group.count(bonus) <= limits[bonus] for bonus in (0, 1, 2))
    ]
    price = {group: sum(costs[bonus] for bonus in group) for group in sets}
    out = []
    for surveyors in sets:
        for prospectors in sets:
            left = points - price[surveyors] - price[prospectors]
            if left < 0 or len(surveyors) < fewest:
                continue
            if not any(_better(group, left, costs, limits) for group in (surveyors, prospectors)):
                out.append((surveyors, prospectors))
    return out


def _better(group: tuple[int, ...], left: int, costs: list[int], limits: list[int]) -> bool:
    """Return whether the points left add a piece to the group or raise the bonus of one."""
    for bonus in (0, 1, 2):
        if group.count(bonus) >= limits[bonus]:
            continue
        if costs[bonus] <= left:
            return True
        for old in group:
            if old < bonus and costs[bonus] - costs[old] <= left:
                return True
    return False


class ChoosePiecesChapter(Chapter[Table]):
    """Phase II of turn 1, before placing, in turn order (SIL-18.2)."""

    verbs = (SelectPieces,)

    def legal(self, rules: Silverton, state: Table, step: ChoosePieces) -> list[Any]:
        return [SelectPieces(surveyors, prospectors) for surveyors, prospectors in rules.selections]

    def refuse(self, rules: Silverton, state: Table, step: ChoosePieces, action: SelectPieces) -> Reason | None:
        if (action.surveyors, action.prospectors) in rules.selections:
            return None
        return no(
            "bad_selection", "SIL-18.3", T("Those pieces cost too much, leave points for more, or don't include both kinds.")
        )

    def apply(self, rules: Silverton, state: Table, step: ChoosePieces, action: SelectPieces, events: list[Event]) -> None:
        state.players[step.seat].pieces = make_pieces(action.surveyors, action.prospectors)
        events.append(PiecesChosen(step.seat, list(action.surveyors), list(action.prospectors)))


# -- two homes -------------------------------------------------------------------------------------------------------


def home_choices(rules: Silverton, state: Table, seat: int) -> list[int]:
    """Return the homes the next surveyor may get: each home needs one (SIL-19.9, 19.11)."""
    surveyors = [piece for piece in state.players[seat].pieces if piece.kind == SURVEYOR]
    bare = [home for home in (0, 1) if all(piece.home != home for piece in surveyors)]
    others = sum(1 for piece in surveyors if piece.home < 0) - 1
    return bare if len(bare) > others else [0, 1]


class BeginAssigningChapter(Chapter[Table]):
    """Asks for the next surveyor or train without a home network; a forced one is assigned at once (SIL-19.9, 19.18)."""

    def run(self, rules: Silverton, state: Table, step: BeginAssigning, events: list[Event]) -> None:
        seat = step.who
        player = state.players[seat]
        if player.joined:
            return
        for number, piece in enumerate(player.pieces):
            if piece.kind == SURVEYOR and piece.home < 0:
                state.agenda.append(step)
                homes = home_choices(rules, state, seat)
                if len(homes) == 1:
                    assign_surveyor(rules, state, seat, number, homes[0], events)
                else:
                    state.agenda.append(AssignSurveyor(seat, number))
                return
        for train, owner in enumerate(state.train_at):
            if owner == seat and state.train_home[train] < 0:
                state.agenda += [step, AssignTrain(seat, train)]
                return


def assign_surveyor(rules: Silverton, state: Table, seat: int, number: int, home: int, events: list[Event]) -> None:
    player = state.players[seat]
    player.pieces[number].home = home
    events.append(Assigned(seat, rules.atlas.towns[rules.homes[player.position][home]], number))


class AssignSurveyorChapter(Chapter[Table]):
    verbs = (Assign,)

    def legal(self, rules: Silverton, state: Table, step: AssignSurveyor) -> list[Any]:
        homes = rules.homes[state.players[step.seat].position]
        return [Assign(rules.atlas.towns[homes[home]]) for home in home_choices(rules, state, step.seat)]

    def refuse(self, rules: Silverton, state: Table, step: AssignSurveyor, action: Assign) -> Reason | None:
        if action in self.legal(rules, state, step):
            return None
        return no("wrong_network", "SIL-19.9", T("Choose one of your two home cities. Each needs a surveyor."))

    def apply(self, rules: Silverton, state: Table, step: AssignSurveyor, action: Assign, events: list[Event]) -> None:
        homes = rules.homes[state.players[step.seat].position]
        home = homes.index(rules.atlas.town_no[action.home])
        assign_surveyor(rules, state, step.seat, step.piece, home, events)


class AssignTrainChapter(Chapter[Table]):
    verbs = (Assign,)

    def legal(self, rules: Silverton, state: Table, step: AssignTrain) -> list[Any]:
        return [Assign(rules.atlas.towns[home]) for home in rules.homes[state.players[step.seat].position]]

    def refuse(self, rules: Silverton, state: Table, step: AssignTrain, action: Assign) -> Reason | None:
        if action in self.legal(rules, state, step):
            return None
        return no("wrong_network", "SIL-19.12", T("Choose one of your two home cities."))

    def apply(self, rules: Silverton, state: Table, step: AssignTrain, action: Assign, events: list[Event]) -> None:
        homes = rules.homes[state.players[step.seat].position]
        state.train_home[step.train] = homes.index(rules.atlas.town_no[action.home])
        events.append(Assigned(step.seat, action.home, -1, rules.atlas.trains[step.train]))
