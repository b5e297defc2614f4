"""Moving goods (STM-10)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from boxcars.core.game import Chapter, no
from boxcars.core.messages import T
from boxcars.core.types import Action, Event, Reason
from boxcars.games.steam.state import KINDS, Table
from boxcars.games.steam.track_points import reward
from boxcars.games.steam.types import COLOURS, FIRST_MOVE, MoveRound
from boxcars.rail.actions import DoNothing, GoodsMoved, MoveGoods, RaiseLocomotive
from boxcars.rail.network import GAINS, USES_AT, Network, follow, gain_of, ready_made, refuse_way
from boxcars.rail.refusals import MOVE, refusal
from boxcars.rail.turn_sequence import beside_moving, without_moving

if TYPE_CHECKING:
    from boxcars.games.steam.rules import Steam

MOVING: Final = tuple(tuple(MoveRound(seat, round) for round in (0, 1, 2)) for seat in range(6))
CLAUSES: Final = {
    "no_such_hex": "STM-10.3",
    "no_such_cube": "STM-10.3",
    "no_path": "STM-10.3",
    "no_link": "STM-10.3",
    "too_long": "STM-10.4",
    "link_twice": "STM-10.7",
    "city_twice": "STM-10.6",
    "passes_city": "STM-10.5",
    "wrong_city": "STM-10.8",
}


def allowed(uses: list[int], seat: int) -> bool:
    """Own links are used at least once, and at least as often as those of any other player (STM-10.9)."""
    own = uses[seat]
    return own >= 1 and own == max(uses)


def who_may_move(packed: int, players: int) -> int:
    """Return a bit mask of the seats that may move a cube with these uses of links."""
    uses = [gain_of(packed, owner) for owner in range(players)]
    return sum(1 << seat for seat in range(players) if allowed(uses, seat))


def moves(rules: Steam, table: Table, seat: int) -> list[MoveGoods]:
    """Return every delivery of the seat: for each cube one way for each destination and set of gains."""
    network = rules.networks.of(table.track, table.accepts)
    out: list[MoveGoods] = []
    cubes, reach = table.cubes, table.locomotive[seat]
    for place, hex in enumerate(rules.board.places):
        if hex not in network.edges:
            continue
        for colour in range(KINDS):
            if cubes[KINDS * place + colour]:
                out += ways(rules, network, seat, hex, colour, reach)
    return out


def ways(rules: Steam, network: Network, seat: int, origin: int, colour: int, reach: int) -> list[MoveGoods]:
    """Return the seat's deliveries of one cube, as ready-made actions."""
    key = ((origin << 4 | colour) << 4 | reach) << 4 | seat
    known: list[MoveGoods] | None = network.made.get(key)
    if known is None:
        ids, movers = rules.board.grid.ids, rules.movers
        search = network.search(origin, colour)
        known = []
        made = ready_made(search, reach, MoveGoods, ids[origin], COLOURS[colour], ids)
        listed: set[tuple[int, int]] = set()
        for effect, move in zip(search.found, made, strict=False):
            uses = effect >> USES_AT & GAINS
            may = movers.get(uses)
            if may is None:
                may = movers[uses] = who_may_move(uses, rules.players)
            end_and_gains = (effect >> search.city_at, effect & GAINS)
            if may >> seat & 1 and end_and_gains not in listed:
                listed.add(end_and_gains)
                known.append(move)
        network.made[key] = known
    return known


def way_owners(table: Table, origin: int, sides: list[int]) -> list[int]:
    """Return the owner of each link of a way, as often as it is used."""
    _, sections, _ = follow(table.track, origin, sides)
    return [table.track.sections[i].owner for i in sections]


class Moving(Chapter[Table]):
    """Two rounds, First Move first: raise the locomotive, move one cube, or nothing (STM-10.1)."""

    verbs = (MoveGoods, RaiseLocomotive, DoNothing)

    def run(self, rules: Steam, state: Table, step: MoveRound, events: list[Event]) -> None:
        if step.round == 1:
            state.raised = [False] * rules.players
        state.agenda.extend([MOVING[seat][step.round] for seat in reversed(state.in_order(FIRST_MOVE))])

    def legal(self, rules: Steam, state: Table, step: MoveRound) -> list[Action]:
        out: list[Action] = []
        out += moves(rules, state, step.seat)
        out += beside_moving(state.raised, state.locomotive, step.seat, rules.max_locomotive)
        return out

    def refuse(self, rules: Steam, state: Table, step: MoveRound, action: Action) -> Reason | None:
        seat = step.seat
        if isinstance(action, RaiseLocomotive):
            if state.raised[seat]:
                return no("raised_already", "STM-10.2", T("You've already upgraded your locomotive in this phase."))
            if state.locomotive[seat] >= rules.max_locomotive:
                return no("top_locomotive", "STM-10.2", T("Your locomotive is already at its highest level."))
            return None
        if isinstance(action, DoNothing):
            return None
        assert isinstance(action, MoveGoods)
        code = self.refuse_move(rules, state, seat, action)
        if code:
            return refusal(MOVE, code, CLAUSES)
        owners = way_owners(state, rules.board.grid.number[action.origin], list(action.sides))
        if not allowed([owners.count(owner) for owner in range(rules.players)], seat):
            text = T("Use at least one of your own links, and don't use any other player's links more often than your own.")
            return no("too_few_own_links", "STM-10.9", text)
        return None

    def refuse_move(self, rules: Steam, table: Table, seat: int, action: MoveGoods) -> str:
        board = rules.board
        origin = board.grid.number.get(action.origin, -1)
        end = board.grid.number.get(action.to, -1)
        if origin < 0 or end < 0:
            return "no_such_hex"
        place = board.place_of[origin]
        if action.colour not in COLOURS or place < 0 or not table.cubes[KINDS * place + COLOURS.index(action.colour)]:
            return "no_such_cube"
        sides = list(action.sides)
        colour, reach = COLOURS.index(action.colour), table.locomotive[seat]
        wrong = refuse_way(table.track, table.accepts, origin, colour, sides, reach, rules.networks.once)
        if not wrong and follow(table.track, origin, sides)[0][-1] != end:
            return "wrong_city"
        return wrong

    def apply(self, rules: Steam, state: Table, step: MoveRound, action: Action, events: list[Event]) -> None:
        seat = step.seat
        if isinstance(action, MoveGoods):
            self.move(rules, state, seat, action, events)
        else:
            without_moving(state.raised, state.locomotive, seat, action, events)

    def move(self, rules: Steam, table: Table, seat: int, action: MoveGoods, events: list[Event]) -> None:
        """The cube goes into the bag (STM-10.11); every owner gets a track point for each link on its way (STM-11.1)."""
        board = rules.board
        origin, colour = board.grid.number[action.origin], COLOURS.index(action.colour)
        sides = list(action.sides)
        stops, sections, _ = follow(table.track, origin, sides)
        owners = [table.track.sections[i].owner for i in sections]
        links = [table.track.sections[i].owner for i in set(sections)]
        gains = [links.count(owner) for owner in range(rules.players)]
        table.cubes[KINDS * board.place_of[origin] + colour] -= 1
        table.bag[colour] += 1
        ids = board.grid.ids
        events.append(GoodsMoved(seat, action.origin, action.colour, [ids[s] for s in stops], sides, owners, gains))
        reward(rules, table, seat, gains, events)
