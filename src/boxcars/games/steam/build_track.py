"""Building track: the build turn and its tile plays (STM-8a … 8d, 8h). The judgement of a play is ``rail.build_legality``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from boxcars.core.game import Chapter, no
from boxcars.core.messages import T
from boxcars.core.types import Action, Event, Reason
from boxcars.games.steam import city_actions
from boxcars.games.steam.map import SUPPLY_SPACES
from boxcars.games.steam.money import pay, purse
from boxcars.games.steam.state import Table
from boxcars.games.steam.types import (
    ACTIONS,
    COLOURS,
    ENGINEER,
    FIRST_BUILD,
    BuildTrack,
    ChooseNewCity,
    ChooseSupply,
    CityActionLapsed,
    GrowCity,
    PickNewCity,
    PickSupply,
    Urbanize,
)
from boxcars.rail.actions import BuildEnded, EndBuild, LayTrack, OwnershipLost, TrackLaid
from boxcars.rail.build_legality import REDIRECT
from boxcars.rail.refusals import BUILD, refusal
from boxcars.rail.tile_plays import KINDS_OF_PLAY, link_completed
from boxcars.rail.track import NOBODY, end_build, give, lay, segment_parts

if TYPE_CHECKING:
    from boxcars.games.steam.rules import Steam

BUILDING: Final = tuple(tuple(BuildTrack(seat, plays) for plays in range(6)) for seat in range(6))
END: Final = EndBuild()
NEW_CITY: Final = tuple(PickNewCity(colour) for colour in COLOURS)
SUPPLY: Final = tuple(PickSupply(space) for space in range(SUPPLY_SPACES))
CLAUSES: Final = {
    "no_such_hex": "STM-8.7",
    "no_such_tile": "STM-1.10",
    "not_buildable": "STM-8.7",
    "not_on_town": "STM-8.8",
    "not_off_town": "STM-8.8",
    "no_replacement": "STM-8.24",
    "impassable": "STM-8.9",
    "foreign_track": "STM-8.11",
    "loop": "STM-8.15",
    "not_connected": "STM-8.12",
    "not_yours": "STM-8.22",
    "no_redirect": "STM-8.21",
    "first_at_city": "STM-8.13",
    "no_claim": "STM-8.26",
    "no_tile": "STM-8.10",
    "money": "STM-3.9",
    "no_plays": "STM-8.2",
}


class Building(Chapter[Table]):
    """Up to three tile plays, four with Engineer, and the city action of its holder, in any order (STM-8.2)."""

    verbs = (LayTrack, Urbanize, GrowCity, EndBuild)

    def run(self, rules: Steam, state: Table, step: BuildTrack, events: list[Event]) -> None:
        """First Build, then the others in turn order (STM-8.1)."""
        for seat in reversed(state.in_order(FIRST_BUILD)):
            plays = rules.tiles_per_turn + (1 if state.tile[seat] == ENGINEER else 0)
            state.agenda.append(BUILDING[seat][plays])

    def legal(self, rules: Steam, state: Table, step: BuildTrack) -> list[Action]:
        seat = step.seat
        out: list[Action] = []
        if step.plays:
            board = rules.board
            anchors = board.builder.anchors(state.track, seat)
            money = purse(rules, state, seat)
            out += board.builder.legal(state.track, seat, money, anchors, board.plays, None, not state.built[seat])
        due = False
        if state.city_action[seat]:
            actions = city_actions.legal(rules, state, seat)
            out += actions
            due = bool(actions) and not rules.standard
        if not due:
            out.append(END)
        return out

    def refuse(self, rules: Steam, state: Table, step: BuildTrack, action: Action) -> Reason | None:
        seat = step.seat
        if isinstance(action, LayTrack):
            code = self.refuse_play(rules, state, step, action)
            return refusal(BUILD, code, CLAUSES) if code else None
        if isinstance(action, EndBuild):
            # What was paid for must be done before the build turn can end (STM-8.5).
            if not rules.standard and state.city_action[seat] and city_actions.legal(rules, state, seat):
                return no("city_action_due", "STM-8.5", T("First use the city action you paid for."))
            return None
        return city_actions.refuse(rules, state, seat, action)

    def refuse_play(self, rules: Steam, table: Table, step: BuildTrack, action: LayTrack) -> str:
        board = rules.board
        hex = board.grid.number.get(action.hex, -1)
        if hex < 0:
            return "no_such_hex"
        tile = board.tiles.number.get(action.tile, -1)
        if tile < 0 or not 0 <= action.rotation < 6:
            return "no_such_tile"
        if not step.plays:
            return "no_plays"
        form = board.tiles.form_of[tile][action.rotation]
        anchors = board.builder.anchors(table.track, step.seat)
        money = purse(rules, table, step.seat)
        return board.builder.refuse(table.track, step.seat, hex, form, money, anchors, not table.built[step.seat])

    def apply(self, rules: Steam, state: Table, step: BuildTrack, action: Action, events: list[Event]) -> None:
        seat, plays = step.seat, step.plays
        if isinstance(action, EndBuild):
            end_turn(rules, state, seat, events)
            return
        if isinstance(action, LayTrack):
            play(rules, state, seat, action, events)
            plays -= 1
        state.agenda.append(BUILDING[seat][plays])
        if isinstance(action, (Urbanize, GrowCity)):
            city_actions.begin(rules, state, seat, action, events)
        end_if_done(rules, state, events)


def play(rules: Steam, table: Table, seat: int, action: LayTrack, events: list[Event]) -> None:
    """Pay and lay the tile; all it extends, joins or completes becomes the seat's (STM-8.25)."""
    board, track = rules.board, table.track
    hex = board.grid.number[action.hex]
    form = board.tiles.form_of[board.tiles.number[action.tile]][action.rotation]
    kind = board.builder.kind(track, hex, form)
    cost = board.builder.cost(track, hex, form)
    pay(rules, table, seat, cost, events)
    unowned = kind == REDIRECT and redirected_owner(rules, table, hex, form) == NOBODY
    added = lay(track, board.grid, board.tiles, hex, form, seat, claim_exits=True)
    table.built[seat] = True
    events.append(TrackLaid(seat, action.hex, action.tile, action.rotation, KINDS_OF_PLAY[kind], cost))
    for segment in added:
        i = track.at[segment // 7]
        section = track.sections[i]
        if section.complete:
            events.append(link_completed(track, board.grid, i))
        elif unowned:
            give(track, i, NOBODY)  # a redirect alone does not claim (STM-8.29)


def redirected_owner(rules: Steam, table: Table, hex: int, form: int) -> int:
    """Return who owns the section whose end is about to be redirected."""
    for new, kept, _, _ in rules.board.tiles.redirects[table.track.tiles[hex]]:
        if new == form:
            return table.track.sections[table.track.at[6 * hex + kept]].owner
    return NOBODY


def end_if_done(rules: Steam, table: Table, events: list[Event]) -> None:
    """The build turn ends by itself when no tile play is left and no city action is open (STM-8.45)."""
    step = table.agenda[-1]
    if not isinstance(step, BuildTrack) or step.plays > 0:
        return
    if not table.city_action[step.seat] or not city_actions.legal(rules, table, step.seat):
        table.agenda.pop()
        end_turn(rules, table, step.seat, events)


def end_turn(rules: Steam, table: Table, seat: int, events: list[Event]) -> None:
    """Unfinished sections without anything fresh lose their owner (STM-8.28); an impossible city action lapses."""
    if table.city_action[seat]:
        table.city_action[seat] = 0
        if not rules.standard:
            events.append(CityActionLapsed(seat, ACTIONS[table.tile[seat] - 1]))
    track = table.track
    lost = end_build(track, seat)
    if lost:
        ids = rules.board.grid.ids
        events.append(OwnershipLost(seat, [ids[segment_parts(track.sections[i].segments[0])[0]] for i in lost]))
    events.append(BuildEnded(seat))


class NewCity(Chapter[Table]):
    """Any New City tile left (STM-8.34)."""

    verbs = (PickNewCity,)

    def legal(self, rules: Steam, state: Table, step: ChooseNewCity) -> list[PickNewCity]:
        return [NEW_CITY[colour] for colour, n in enumerate(state.new_cities) if n]

    def refuse(self, rules: Steam, state: Table, step: ChooseNewCity, action: PickNewCity) -> Reason | None:
        if not state.new_cities[COLOURS.index(action.colour)]:
            return no("no_new_city", "STM-8.34", T("There are no New Cities of that color left."))
        return None

    def apply(self, rules: Steam, state: Table, step: ChooseNewCity, action: PickNewCity, events: list[Event]) -> None:
        city_actions.ask_supply(rules, state, step.seat, step.hex, COLOURS.index(action.colour), events)
        end_if_done(rules, state, events)


class Supply(Chapter[Table]):
    """All goods of one supply space that is not empty (STM-8.38, 8.41)."""

    verbs = (PickSupply,)

    def legal(self, rules: Steam, state: Table, step: ChooseSupply) -> list[PickSupply]:
        return [SUPPLY[space] for space in state.sets_left()]

    def refuse(self, rules: Steam, state: Table, step: ChooseSupply, action: PickSupply) -> Reason | None:
        if action.space not in state.sets_left():
            return no("empty_supply", "STM-8.38", T("That supply space is empty. Choose another one."))
        return None

    def apply(self, rules: Steam, state: Table, step: ChooseSupply, action: PickSupply, events: list[Event]) -> None:
        city_actions.finish(rules, state, step.seat, step.hex, step.colour, action.space, events)
        end_if_done(rules, state, events)
