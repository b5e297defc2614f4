"""City to city: what is found can be built, tile by tile, at the price that was told, and nothing cheaper is missed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from boxcars.core import registry
from boxcars.core.record import read
from boxcars.rail import route_search
from boxcars.rail.actions import LayTrack, TrackLaid
from boxcars.rail.route_search import Ground
from boxcars.rail.track import OPEN
from boxcars.rail.ui.route_plans import Link, RoutePlanner
from tests.scale import games

TESTS = Path(__file__).parents[1]
RECORDS = [
    "age_of_steam/golden/rust_belt-4-heuristic.jsonl",
    "age_of_steam/golden/germany-4-heuristic.jsonl",
    "age_of_steam/golden/western_us-4-heuristic.jsonl",
    "steam/golden/north_america-4-heuristic.jsonl",
    "steam/golden/ruhr-3-heuristic-mode=standard.jsonl",
]


def planner(rules: Any) -> RoutePlanner:
    made: RoutePlanner = registry.load(registry.game(rules.game).routes)(rules, lambda text: text.message)
    return made


def build_turns(record: str, some: int) -> Iterator[tuple[Any, Any, int, Ground]]:
    """Positions of a recorded game in which a seat may lay a tile: so many of them, picked by lot."""
    kept = read((TESTS / record).read_bytes())
    rules = kept.rules()
    state, luck, left = kept.opening(rules), random.Random(record), some
    ground_of = planner(rules).ground_of
    for entry in kept.entries:
        seat = rules.actor(state)
        ground, now = ground_of(rules, state, seat)
        if now and luck.random() < 0.25:
            yield rules, state, seat, ground
            left -= 1
            if not left:
                return
        rules.play(state, entry.seat, rules.read_action(bytes(entry.action)))


def pairs(ground: Ground, luck: random.Random, count: int) -> list[tuple[int, int]]:
    """Places that are near to each other."""
    known = route_search.places(ground)
    near = [(a, b) for a in known for b in known if a != b and b in ground.grid.within(a, ground.plays + 1)]
    return luck.sample(near, min(count, len(near)))


def completed(state: Any, seat: int, a: int, b: int) -> bool:
    return any(section.owner == seat and set(section.ends) == {a, b} for section in state.track.sections)


@pytest.mark.parametrize("record", RECORDS)
def test_every_route_is_legal_one_tile_after_the_other_at_the_price_told(record: str) -> None:
    found = 0
    for rules, state, seat, ground in build_turns(record, games(60, 8)):
        for a, b in pairs(ground, random.Random(len(record)), 20):
            one, other = route_search.end_at(ground, a), route_search.end_at(ground, b)
            assert one and other
            if route_search.joined_now(ground, one, other):
                continue
            routes = route_search.in_turn(rules, state, ground, one, other)
            assert len({frozenset(route.plays) for route in routes}) == len(routes) <= 3
            assert [route.cost for route in routes] == sorted(route.cost for route in routes)
            for route in routes:
                world, paid = rules.clone(state), 0
                assert 0 < len(route.plays) <= ground.plays
                for play in route.plays:
                    events = rules.play(world, seat, route_search.action_of(ground, play))
                    paid += sum(event.paid for event in events if isinstance(event, TrackLaid))
                assert paid == route.cost
                if one.stop >= 0 and other.stop >= 0 and len(route.plays) == 1:
                    assert completed(world, seat, a, b)
                found += 1
    assert found >= 3


def cheapest_by_hand(rules: Any, state: Any, seat: int, a: int, b: int, plays: int) -> int | None:
    """The least that a link between two cities costs with at most so many tiles: every legal play is tried."""
    best: int | None = None
    for action in rules.legal(state):
        if not isinstance(action, LayTrack):
            continue
        world = rules.clone(state)
        events = rules.play(world, seat, action)
        paid = next(event.paid for event in events if isinstance(event, TrackLaid))
        if completed(world, seat, a, b):
            cost: int | None = paid
        elif plays > 1 and rules.actor(world) == seat:
            rest = cheapest_by_hand(rules, world, seat, a, b, plays - 1)
            cost = None if rest is None else paid + rest
        else:
            cost = None
        if cost is not None and (best is None or cost < best):
            best = cost
    return best


@pytest.mark.slow
@pytest.mark.parametrize("record", RECORDS[:1] + RECORDS[3:4])
def test_nothing_cheaper_is_missed(record: str) -> None:
    """Against all plays of two tiles; a redirect may be cheaper, as the search does not turn track that lies."""
    compared = 0
    for rules, state, seat, ground in build_turns(record, games(20, 2)):
        cities = [hex for hex, place in enumerate(ground.track.places) if place == 2]
        for a, b in [(a, b) for a in cities for b in cities if a < b and b in ground.grid.within(a, 3)][:2]:
            one, other = route_search.end_at(ground, a), route_search.end_at(ground, b)
            assert one and other
            if route_search.joined_now(ground, one, other) or any(OPEN in s.ends for s in ground.track.sections):
                continue
            few = Ground(ground.grid, ground.tiles, ground.builder, ground.track, seat, min(2, ground.plays), ground.cash)
            routes = route_search.in_turn(rules, state, few, one, other)
            best = cheapest_by_hand(rules, state, seat, a, b, few.plays)
            assert (routes[0].cost if routes else None) == best
            compared += best is not None
    assert compared


@pytest.mark.parametrize("record", [RECORDS[0], RECORDS[3]])
def test_a_search_is_bounded(record: str) -> None:
    """However far the places are apart, only so many tiles are tried."""
    _, _, _, ground = next(build_turns(record, 1))
    known = route_search.places(ground)
    for a, b in random.Random(3).sample([(a, b) for a in known for b in known if a != b], 3):
        one, other = route_search.end_at(ground, a), route_search.end_at(ground, b)
        assert one and other
        search = route_search.Search(ground, one, other, route_search.FAR)
        for _ in search.routes():
            pass
        assert search.steps <= route_search.STEPS + 40


def test_pencil_links_are_priced_follow_each_other_and_notice_a_rival() -> None:
    for rules, state, seat, ground in build_turns(RECORDS[0], 6):
        plan = planner(rules)
        rival = (seat + 1) % rules.players
        ids = ground.grid.ids
        for a, b in pairs(ground, random.Random(1), 30):
            found = plan.routes(state, rival, ids[a], ids[b], [])
            mine = plan.routes(state, seat, ids[a], ids[b], None)
            if not found.routes or not mine.routes or set(found.routes[0].hexes) - set(mine.routes[0].hexes):
                continue
            link = Link(found.routes[0].start, found.routes[0].goal, found.routes[0].tiles)
            before = plan.pencil(state, rival, [link]).links[0]
            assert (before.state, before.cost, before.actions) == ("ok", found.routes[0].cost, [])
            again = plan.routes(state, rival, ids[a], ids[b], [link])
            assert not again.routes, "the link is drawn already"
            world = rules.clone(state)
            for action in mine.routes[0].actions:
                rules.play(world, seat, action)
            after = plan.pencil(world, rival, [link]).links[0]
            assert after.state == "taken" and after.why == "{who} built here"
            own = plan.pencil(state, seat, [Link(link.start, link.goal, mine.routes[0].tiles)]).links[0]
            assert own.cost == mine.routes[0].cost and own.actions
            assert plan.pencil(world, seat, [Link(link.start, link.goal, mine.routes[0].tiles)]).links == [], "it is built"
            return
    raise AssertionError("no such position")
