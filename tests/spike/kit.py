"""Positions for the tests: a started game whose table is then arranged by hand."""

from __future__ import annotations

from typing import Any

from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from
from boxcars.core.types import Event
from boxcars.games.spike.actions import Place
from boxcars.games.spike.rules import Spike
from boxcars.games.spike.state import Player, Table
from boxcars.games.spike.turn_sequence import END_TURN, FREE_MOVEMENT, TAKE_ACTION


def rules_for(players: int = 2, **options: Any) -> Spike:
    rules = registry.make("spike", None, players, options)
    assert isinstance(rules, Spike)
    return rules


HOMES = ("atlanta", "raleigh", "topeka", "boston")


def opened(rules: Spike, seed: str = "kit", first: int = 0, events: list[Event] | None = None) -> Table:
    """A new game at its first decision; the lot falls on the given seat."""
    return rules.start(Chance(seed_from(seed), {}, {"first player": [first]}), events)


def started(rules: Spike, seed: str = "kit", homes: tuple[str, ...] = HOMES, first: int = 0) -> Table:
    """A game at the first action of the first player, trains in the given cities; everything else takes its first choice."""
    state = opened(rules, seed, first)
    while any(not p.cities for p in state.players):
        seat = rules.actor(state)
        legal = rules.legal(state)
        rules.apply(state, Place(homes[seat]) if isinstance(legal[0], Place) else legal[0])
    return state


def hold(rules: Spike, state: Table, seat: int, **cards: int) -> None:
    """Give a seat exactly these cards; the deck has what is left (the discard pile lends where it must)."""
    player = state.players[seat]
    for c, name in enumerate(rules.chart.colours):
        state.deck[c] += player.hand[c] - cards.get(name, 0)
        player.hand[c] = cards.get(name, 0)
        player.known[c] = 0
        for other in state.players:
            if state.deck[c] < 0 and other is not player:
                take = min(-state.deck[c], other.hand[c])
                other.hand[c] -= take
                other.known[c] = 0
                state.deck[c] += take
        while state.deck[c] < 0 and c in state.row:
            state.row.remove(c)
            state.deck[c] += 1
    while len(state.row) < rules.chart.box.face_up and any(state.deck):
        c = state.deck.index(max(state.deck))
        state.deck[c] -= 1
        state.row.append(c)
    state.gift = -1


def lay(rules: Spike, state: Table, seat: int, *names: str) -> None:
    """Track of a seat, laid outwards from its network, without payment."""
    chart, player = rules.chart, state.players[seat]
    for name in names:
        s = chart.segment_id[name]
        a, b = chart.ends[s]
        assert (a in player.points) != (b in player.points), name
        new = b if a in player.points else a
        state.owner[s] = seat
        player.tracks.append(s)
        player.tracks_left -= 1
        player.points.append(new)
        if chart.city_at[new] >= 0:
            player.cities.append(chart.city_at[new])


def extend(rules: Spike, state: Table, seat: int) -> list[str]:
    """Lay the shortest line from the network to a new city; its segments."""
    chart, mine = rules.chart, state.players[seat].points
    front: list[tuple[int, list[str]]] = [(p, []) for p in mine]
    seen = set(mine)
    while front:
        point, line = front.pop(0)
        for q, s, _ in chart.near[point]:
            if q in seen or state.owner[s] >= 0:
                continue
            way = [*line, chart.segments[s]]
            if chart.city_at[q] >= 0:
                lay(rules, state, seat, *way)
                return way
            seen.add(q)
            front.append((q, way))
    raise AssertionError("no way out")


def home(rules: Spike, state: Table, seat: int, city: str) -> None:
    """Begin the network of a seat anew in a city."""
    c = rules.chart.city_id[city]
    player = state.players[seat]
    for s in player.tracks:
        state.owner[s] = -1
    player.tracks, player.cities, player.tracks_left = [], [c], rules.chart.box.tracks_per_player
    player.points, player.segment, player.point = [rules.chart.city_point[c]], -1, rules.chart.city_point[c]


def stand(rules: Spike, state: Table, seat: int, place: str) -> None:
    """Put a train somewhere on its network."""
    found = rules.chart.place(place)
    assert found is not None
    state.players[seat].segment, state.players[seat].point = found


def turn_of(rules: Spike, state: Table, seat: int) -> None:
    """The turn of a seat begins."""
    state.entered = False
    state.agenda = [END_TURN[seat], TAKE_ACTION[seat]]
    if state.players[seat].segment >= 0:
        state.agenda.append(FREE_MOVEMENT[seat])


def contract(rules: Spike, state: Table, seat: int, *sides: str) -> None:
    """Give a seat these contracts in place of what it has; cards change places so that every commodity has one contract."""
    chart = rules.chart
    for at, name in enumerate(sides):
        side = chart.sides.index(name)
        good = chart.card_goods[side // 2]
        for player in state.players:
            for i, old in enumerate(player.contracts):
                if chart.card_goods[old // 2] == good and (player is not state.players[seat] or i != at):
                    swap = state.players[seat].contracts[at]
                    player.contracts[i], player.dealt[i] = swap, swap // 2
        state.players[seat].contracts[at] = side
        state.players[seat].dealt[at] = side // 2


def deck_of(rules: Spike, state: Table, deck: int, row: int, discard: int) -> None:
    """So many cards in deck, row and discard pile; the rest is in the hand of the last seat. Colours as they come."""
    pool: list[int] = []
    for c in range(len(rules.chart.colours)):
        others = sum(p.hand[c] for p in state.players[1:])
        pool += [c] * (state.deck[c] + state.row.count(c) + state.discard[c] + others)
    pool = pool[::2] + pool[1::2]
    state.gift = -1
    state.deck = [0] * len(state.deck)
    state.discard = [0] * len(state.discard)
    state.row = pool[:row]
    for p in state.players[1:]:
        p.hand = [0] * len(rules.chart.colours)
        p.known = [0] * len(rules.chart.colours)
    for c in pool[row : row + deck]:
        state.deck[c] += 1
    for c in pool[row + deck : row + deck + discard]:
        state.discard[c] += 1
    for c in pool[row + deck + discard :]:
        state.players[-1].hand[c] += 1


def code(rules: Spike, state: Table, action: Any, seat: int | None = None) -> str | None:
    """The code of the refusal, None if accepted; a refusal changes nothing (SPK-17)."""
    before = rules.fingerprint(state)
    reason = rules.refuse(state, rules.actor(state) if seat is None else seat, action)
    assert rules.fingerprint(state) == before
    return None if reason is None else reason.code


def play(rules: Spike, state: Table, action: Any) -> list[Event]:
    events = rules.play(state, rules.actor(state), action)
    rules.audit(state)
    return events


def player(state: Table, seat: int) -> Player:
    return state.players[seat]


def places(rules: Spike, state: Table, kind: type) -> set[str]:
    return {a.to for a in rules.legal(state) if isinstance(a, kind)}
