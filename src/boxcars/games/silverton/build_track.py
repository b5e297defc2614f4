"""Step IV.2: building, dismantling and abandoning track (SIL-14.2)."""

from __future__ import annotations

from bisect import insort
from typing import TYPE_CHECKING, Any, Final

from boxcars.core.game import Chapter, no
from boxcars.core.messages import T
from boxcars.core.types import Event, Reason
from boxcars.games.silverton.actions import Abandon, Build, Dismantle, EndTrack, No, Yes
from boxcars.games.silverton.events import ConsecutiveRolled, NetworksJoined, TrackBuilt, TrackRemoved
from boxcars.games.silverton.hire_and_advance import advance
from boxcars.games.silverton.money import pay, receive, short
from boxcars.games.silverton.passengers import check_routes
from boxcars.games.silverton.place_pieces import send_home
from boxcars.games.silverton.restrictions import may_own
from boxcars.games.silverton.state import BUILD, DISMANTLE, Table
from boxcars.games.silverton.steps import BuildConsecutive, BuildTrack

if TYPE_CHECKING:
    from boxcars.games.silverton.rules import Silverton

NO_RIGHT: Final = no("no_right", "SIL-14.2.1", T("You don't have the right to do that there."))


def surveyor_on(state: Table, seat: int, task: int, segment: int) -> int:
    """Return the piece that holds the right to build or dismantle there, -1 for none."""
    for number, piece in enumerate(state.players[seat].pieces):
        if piece.right and piece.task == task and piece.target == segment:
            return number
    return -1


def why_not_build(rules: Silverton, state: Table, seat: int, segment: int) -> Reason | None:
    number = surveyor_on(state, seat, BUILD, segment)
    if number < 0:
        return NO_RIGHT
    player = state.players[seat]
    piece = player.pieces[number]
    if state.owner[segment] >= 0:
        return no("occupied", "SIL-5.2", T("That segment is already built. Choose another one."))
    if piece.first >= 0 and state.owner[piece.first] != seat:
        return no("not_connected", "SIL-14.2.2", T("First build the segment it starts from."))
    label = rules.lines(state, seat).label
    labels = [label[town] for town in rules.atlas.ends[segment] if town in label]
    if not labels or (piece.home >= 0 and piece.home not in labels):
        return no("not_connected", "SIL-14.2.8", T("That segment isn't next to your home city or your track."))
    if not may_own(rules, player.track, segment):
        return no("parallel", "SIL-14.2.8", T("You can't own two parallel segments."))
    if len(player.track) >= rules.atlas.cubes:
        return no(
            "no_cubes",
            "SIL-1.4",
            T(("All {count} of your cubes are on the board. First free one by abandoning a segment."), count=rules.atlas.cubes),
        )
    return short(state, seat, rules.atlas.cost[segment], "SIL-14.2.1")


def why_not_dismantle(rules: Silverton, state: Table, seat: int, segment: int) -> Reason | None:
    if surveyor_on(state, seat, DISMANTLE, segment) < 0 or state.owner[segment] != seat:
        return NO_RIGHT
    if not rules.lines(state, seat).connected(segment):
        return no("disconnected", "SIL-14.2.9", T("You can't dismantle track that isn't connected to your home city."))
    return None


def why_not_abandon(rules: Silverton, state: Table, seat: int, segment: int) -> Reason | None:
    """SIL-14.2.6: disconnected segments any time; any segment where the cube is needed for a build of this step."""
    if state.owner[segment] != seat:
        return no("not_owner", "SIL-14.2.6", T("That isn't your track."))
    player = state.players[seat]
    if not rules.lines(state, seat).connected(segment):
        return None
    if len(player.track) >= rules.atlas.cubes and any(piece.right and piece.task == BUILD for piece in player.pieces):
        return None
    return no("no_right", "SIL-14.2.6", T("You can only give up connected track when you need its cube."))


def why_not(rules: Silverton, state: Table, seat: int, action: Any) -> Reason | None:
    segment = rules.atlas.segment_no.get(action.segment, -1)
    if segment < 0:
        return no("unknown_id", "SIL-5.1", T("There's no segment {segment}.", segment=action.segment))
    if isinstance(action, Build):
        return why_not_build(rules, state, seat, segment)
    if isinstance(action, Dismantle):
        return why_not_dismantle(rules, state, seat, segment)
    return why_not_abandon(rules, state, seat, segment)


def choices(rules: Silverton, state: Table, seat: int) -> list[Any]:
    """Return what the seat can do in this step, in the order of the pieces."""
    player = state.players[seat]
    segments = rules.atlas.segments
    out: list[Any] = []
    full = len(player.track) >= rules.atlas.cubes
    for piece in player.pieces:
        if piece.task == BUILD and why_not_build(rules, state, seat, piece.target) is None:
            out.append(rules.build_actions[piece.target])
        elif piece.task == DISMANTLE and why_not_dismantle(rules, state, seat, piece.target) is None:
            out.append(Dismantle(segments[piece.target]))
    if full or max(rules.lines(state, seat).label.values()) >= len(rules.homes[player.position]):
        out += [Abandon(segments[s]) for s in player.track if why_not_abandon(rules, state, seat, s) is None]
    return out


class BuildTrackChapter(Chapter[Table]):
    """Builds, dismantlings and abandonments in any order (SIL-14.2.9)."""

    verbs = (Build, Dismantle, Abandon, EndTrack)

    def legal(self, rules: Silverton, state: Table, step: BuildTrack) -> list[Any]:
        return [*choices(rules, state, step.seat), rules.end_track]

    def refuse(self, rules: Silverton, state: Table, step: BuildTrack, action: Any) -> Reason | None:
        return None if isinstance(action, EndTrack) else why_not(rules, state, step.seat, action)

    def apply(self, rules: Silverton, state: Table, step: BuildTrack, action: Any, events: list[Event]) -> None:
        seat = step.seat
        if isinstance(action, EndTrack):
            return
        segment = rules.atlas.segment_no[action.segment]
        if isinstance(action, Build):
            piece = state.players[seat].pieces[surveyor_on(state, seat, BUILD, segment)]
            if piece.first < 0:
                build(rules, state, seat, segment, events)
            elif roll(rules, state, seat, segment, events):
                state.agenda.append(BuildConsecutive(seat, segment))
                return
        elif isinstance(action, Dismantle):
            refund = rules.atlas.refund * rules.atlas.distance[segment]
            send_home(state.players[seat].pieces[surveyor_on(state, seat, DISMANTLE, segment)])
            remove_track(rules, state, seat, segment, refund, events)
        else:
            remove_track(rules, state, seat, segment, 0, events)
        go_on(rules, state, seat)


def go_on(rules: Silverton, state: Table, seat: int) -> None:
    if choices(rules, state, seat):
        state.agenda.append(BuildTrack(seat))


class BuildConsecutiveChapter(Chapter[Table]):
    """The dice allow the segment: it may be built (SIL-14.2.2)."""

    verbs = (Yes, No)

    def legal(self, rules: Silverton, state: Table, step: BuildConsecutive) -> list[Any]:
        return [rules.yes, rules.no]

    def refuse(self, rules: Silverton, state: Table, step: BuildConsecutive, action: Any) -> Reason | None:
        return None

    def apply(self, rules: Silverton, state: Table, step: BuildConsecutive, action: Any, events: list[Event]) -> None:
        if isinstance(action, Yes):
            build(rules, state, step.seat, step.segment, events)
        else:
            send_home(state.players[step.seat].pieces[surveyor_on(state, step.seat, BUILD, step.segment)])
        go_on(rules, state, step.seat)


def roll(rules: Silverton, state: Table, seat: int, segment: int, events: list[Event]) -> bool:
    """Roll for a consecutive segment, which needs more on 2d6 than its distance; else its surveyor is done for this turn
    (SIL-14.2.2)."""
    dice = [state.chance.die("dice:build"), state.chance.die("dice:build")]
    success = sum(dice) > rules.atlas.distance[segment]
    events.append(ConsecutiveRolled(seat, rules.atlas.segments[segment], dice, success))
    if not success:
        send_home(state.players[seat].pieces[surveyor_on(state, seat, BUILD, segment)])
    return success


def build(rules: Silverton, state: Table, seat: int, segment: int, events: list[Event]) -> None:
    """Pay and put the cube down (SIL-14.2.1)."""
    number = surveyor_on(state, seat, BUILD, segment)
    piece = state.players[seat].pieces[number]
    cost = rules.atlas.cost[segment]
    pay(state, seat, cost)
    lay(state, seat, segment)
    events.append(TrackBuilt(seat, rules.atlas.segments[segment], cost))
    if piece.won:
        advance(rules, state, seat, number, events)
    send_home(piece)
    join_networks(rules, state, seat, events)


def lay(state: Table, seat: int, segment: int) -> None:
    state.owner[segment] = seat
    insort(state.players[seat].track, segment)


def lift_track(state: Table, seat: int, segment: int) -> None:
    state.owner[segment] = -1
    state.players[seat].track.remove(segment)
    if segment in state.cleared:
        state.cleared.remove(segment)


def remove_track(rules: Silverton, state: Table, seat: int, segment: int, refund: int, events: list[Event]) -> None:
    """Dismantle or abandon: the segment is vacant again (SIL-14.2.4–14.2.7)."""
    lift_track(state, seat, segment)
    events.append(TrackRemoved(seat, rules.atlas.segments[segment], refund))
    if refund:
        receive(rules, state, seat, refund, events)
    check_routes(rules, state, seat, events)


def join_networks(rules: Silverton, state: Table, seat: int, events: list[Event]) -> None:
    """Spike scenarios: once the two home networks meet, the assignments end for good (SIL-19.9)."""
    player = state.players[seat]
    if player.joined or not rules.lines(state, seat).joined:
        return
    player.joined = True
    for piece in player.pieces:
        piece.home = -1
    for train, owner in enumerate(state.train_at):
        if owner == seat:
            state.train_home[train] = -1
    events.append(NetworksJoined(seat))
