"""Phase IV: build track (AOS-8); what each play costs is AOS-10. The laws of track itself live in rail/."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from boxcars.core.game import Chapter, no
from boxcars.core.messages import T, Text
from boxcars.core.types import Event, Reason
from boxcars.games.age_of_steam.actions import BuyDirectLink, Urbanize
from boxcars.games.age_of_steam.components import TILES
from boxcars.games.age_of_steam.events import DirectLinkBought
from boxcars.games.age_of_steam.select_actions import FIRST_BUILD, URBANIZATION
from boxcars.games.age_of_steam.state import Table
from boxcars.games.age_of_steam.steps import BuildTrack, CloseBuild
from boxcars.games.age_of_steam.urbanization import found_city, refuse_urbanize, urbanizations
from boxcars.rail.actions import BuildEnded, EndBuild, LayTrack, OwnershipLost, TrackLaid
from boxcars.rail.tile_plays import KINDS_OF_PLAY, link_completed
from boxcars.rail.track import EMPTY, end_build, lay, link_directly
from boxcars.rail.turn_sequence import first_then

if TYPE_CHECKING:
    from boxcars.games.age_of_steam.rules import AgeOfSteam

END: Final = EndBuild()

WRONG: Final[dict[str, tuple[str, Text]]] = {
    "not_buildable": ("AOS-8.5", T("You can't build track on a city, on water or off the board.")),
    "not_on_town": ("AOS-8.6", T("That tile can't go on a town.")),
    "not_off_town": ("AOS-8.6", T("A town tile can only go on a town.")),
    "impassable": ("AOS-8.7", T("Track can't lead into water, off the board or across a blocked side.")),
    "foreign_track": ("AOS-8.8", T("New track can't connect directly to another player's track.")),
    "not_yours": ("AOS-8.9", T("That track belongs to another player.")),
    "not_connected": ("AOS-8.10", T("New track must connect to a city through your own track.")),
    "first_at_city": ("AOS-8.11", T("Your first tile must connect to a city.")),
    "loop": ("AOS-8.12", T("A link can't lead back to where it starts.")),
    "no_redirect": ("AOS-8.19", T("You can only redirect the open end of an unfinished link that is yours or unowned.")),
    "no_replacement": ("AOS-8.21", T("That tile must keep all the track of the old one and add some.")),
    "two_pieces": ("AOS-15.8", T("All your new track must form one piece with your railroad.")),
    "no_tile": ("AOS-1.7", T("There are none of those tiles left.")),
    "no_disc": ("AOS-1.8", T("There are no town discs left.")),
    "no_ownership_disc": ("AOS-1.4", T("You don't have any ownership discs left.")),
    "money": ("AOS-8.3", T("You can't afford that.")),
}
"""What rail.building may find wrong -> clause and sentence."""


class BuildPhase(Chapter[Table]):
    """First Build first, the others in turn order (AOS-4.2, 7.3)."""

    def run(self, rules: Any, state: Table, step: Any, events: list[Event]) -> None:
        state.reset_build()
        order = first_then(state.order, state.with_action(FIRST_BUILD))
        state.agenda.extend(BuildTrack(seat) for seat in reversed(order))


class Building(Chapter[Table]):
    """A build turn: urbanize if entitled, then tile plays, then end (AOS-8.1)."""

    verbs = (LayTrack, Urbanize, BuyDirectLink, EndBuild)

    def legal(self, rules: Any, state: Table, step: Any) -> list[Any]:
        seat = step.seat
        found: list[Any] = []
        if may_urbanize(rules, state, seat):
            found.extend(urbanizations(rules, state, seat))
        if state.plays < rules.tiles_allowed(state, seat):
            found.extend(rules.tile_plays(state, seat))
            found.extend(BuyDirectLink(link) for link in rules.board.direct if refuse_direct(rules, state, seat, link) is None)
        if rules.refuse_end(state, seat) is None:
            found.append(END)
        return found

    def refuse(self, rules: Any, state: Table, step: Any, action: Any) -> Reason | None:
        seat = step.seat
        if isinstance(action, EndBuild):
            found: Reason | None = rules.refuse_end(state, seat)
            return found
        if isinstance(action, Urbanize):
            return refuse_urbanization(rules, state, seat, action)
        if state.plays >= rules.tiles_allowed(state, seat):
            return no("no_plays_left", "AOS-8.1", T("You've built all the tiles you can this turn."))
        if isinstance(action, BuyDirectLink):
            return refuse_direct(rules, state, seat, action.link)
        return refuse_lay(rules, state, seat, action)

    def apply(self, rules: Any, state: Table, step: Any, action: Any, events: list[Event]) -> None:
        seat = step.seat
        if isinstance(action, EndBuild):
            state.agenda.append(CloseBuild(-1, seat))
            return
        if isinstance(action, Urbanize):
            found_city(rules, state, seat, action, events)
        elif isinstance(action, BuyDirectLink):
            buy_direct(rules, state, seat, action.link, events)
        else:
            lay_track(rules, state, seat, action, events)
        if state.plays >= rules.tiles_allowed(state, seat) and not may_urbanize(rules, state, seat):
            # After the last tile play the build turn ends by itself (AOS-8.30).
            state.agenda.append(CloseBuild(-1, seat))
        else:
            state.agenda.append(BuildTrack(seat))
        rules.track_changed(state, seat, events)


def may_urbanize(rules: AgeOfSteam, table: Table, seat: int) -> bool:
    """Return the right of the action, once, before the first tile play (AOS-7.6, 9.1)."""
    if table.action[seat] != URBANIZATION or table.urbanized:
        return False
    return table.plays == 0 or rules.urbanize_any_time


def refuse_urbanization(rules: AgeOfSteam, table: Table, seat: int, action: Urbanize) -> Reason | None:
    if table.action[seat] != URBANIZATION:
        return no("no_urbanization", "AOS-9.1", T("You didn't take the Urbanization action."))
    if table.urbanized:
        return no("urbanized_already", "AOS-9.1", T("You can only place one New City."))
    if table.plays > 0 and not rules.urbanize_any_time:
        return no("too_late", "AOS-9.1", T("You must place a New City before your first tile."))
    return refuse_urbanize(rules, table, seat, action)


def refuse_lay(rules: AgeOfSteam, table: Table, seat: int, action: LayTrack) -> Reason | None:
    """Return why the tile may not be laid (AOS-8.4 to 8.22); the laws of track are judged by rail.building."""
    hex = rules.board.grid.number.get(action.hex, -1)
    if hex < 0:
        return no("no_such_hex", "AOS-8.5", T("There's no hex {hex} on this map.", hex=action.hex[:20]))
    tile = TILES.number.get(action.tile, -1)
    if tile < 0 or not 0 <= action.rotation < 6:
        return no("no_such_tile", "AOS-1.5", T("That tile doesn't exist."))
    if hex in table.played and not rules.same_hex_twice:
        return no("same_hex", "AOS-8.4", T("You can only play one tile per hex in a build turn."))
    form = TILES.form_of[tile][action.rotation]
    purse, first = rules.purse(table, seat), not table.has_built(seat)
    wrong = rules.builder.refuse(table.track, seat, hex, form, purse, rules.anchors(table, seat), first)
    if wrong == "not_connected":
        if rules.must_start_at_coast(table, seat):
            return no(wrong, "AOS-15.7", T("Your railroad must start at an eastern or western city."))
        everywhere = rules.builder.anchors(table.track, seat)
        if rules.builder.refuse(table.track, seat, hex, form, purse, everywhere, first) != wrong:
            wrong = "two_pieces"
    if wrong:
        clause, text = WRONG[wrong]
        return no(wrong, clause, text)
    return rules.refuse_play(table, seat, hex, form)


def lay_track(rules: AgeOfSteam, table: Table, seat: int, action: LayTrack, events: list[Event]) -> None:
    hex = rules.board.grid.number[action.hex]
    form = TILES.form_of[TILES.number[action.tile]][action.rotation]
    track = table.track
    kind = rules.builder.kind(track, hex, form)
    paid = pay_play(rules, table, seat, rules.builder.cost(track, hex, form))
    table.played.append(hex)
    added = lay(track, rules.board.grid, TILES, hex, form, seat)
    events.append(TrackLaid(seat, action.hex, action.tile, action.rotation, KINDS_OF_PLAY[kind], paid))
    for s in added:
        i = track.at[s // 7]
        if track.sections[i].complete:
            events.append(link_completed(track, rules.board.grid, i))


def pay_play(rules: AgeOfSteam, table: Table, seat: int, full: int) -> int:
    """Pay at once (AOS-8.3); what was paid."""
    paid = rules.due(table, seat, full)
    table.cash[seat] -= paid
    table.full_costs.append(full)
    table.plays += 1
    table.built |= 1 << seat
    return paid


# -- direct links (AOS-17.9) ---------------------------------------------------------------------------------------------


def refuse_direct(rules: AgeOfSteam, table: Table, seat: int, link: str) -> Reason | None:
    if link not in rules.board.direct:
        return no("no_such_link", "AOS-17.9", T("That direct link doesn't exist."))
    a, b, cost = rules.board.direct[link]
    if table.track.at[6 * a + rules.board.grid.side_towards(a, b)] != EMPTY:
        return no("link_owned", "AOS-17.9", T("That link has already been bought. Choose another one."))
    discs = rules.builder.discs
    if discs is not None and table.track.owned(seat) + 1 > discs:
        return no("no_ownership_disc", "AOS-1.4", T("You don't have any ownership discs left."))
    if cost > rules.purse(table, seat):
        return no("money", "AOS-8.3", T("You can't afford that."))
    found: Reason | None = rules.refuse_direct_link(table, seat, cost)
    return found


def buy_direct(rules: AgeOfSteam, table: Table, seat: int, link: str, events: list[Event]) -> None:
    a, b, cost = rules.board.direct[link]
    paid = pay_play(rules, table, seat, cost)
    link_directly(table.track, rules.board.grid, a, b, seat)
    events.append(DirectLinkBought(seat, link, paid))


class ClosingBuild(Chapter[Table]):
    """The end of a build turn: only its own player is checked (AOS-8.25, 8.29)."""

    def run(self, rules: Any, state: Table, step: Any, events: list[Event]) -> None:
        seat = step.builder
        lost = end_build(state.track, seat)
        if lost:
            hexes = sorted(state.track.sections[i].segments[0] // 42 for i in lost)
            events.append(OwnershipLost(seat, [rules.board.grid.ids[hex] for hex in hexes]))
        events.append(BuildEnded(seat))
        state.reset_build()
