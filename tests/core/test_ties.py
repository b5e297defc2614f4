"""Ends of games with many ties, in every game: places against a referee that compares two players at a time by the rulebook.

Values are drawn from few numbers, so that most ends have ties. The referee never sorts and knows no keys: somebody's place is one
more than the number of players who beat him.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from
from boxcars.games.age_of_steam.maps.western_us import WesternUS
from boxcars.games.silverton.scoring import OVER
from boxcars.games.ticket_to_ride.scoring import final_outcome
from tests.age_of_steam import positions as age_of_steam
from tests.spike import kit as spike
from tests.steam import positions as steam
from tests.ticket_to_ride.oracle import TicketOracle

ENDS = 300


def places(players: int, beats: Callable[[int, int], bool]) -> list[int]:
    """``beats(a, b)``: whether a ranks before b."""
    return [1 + sum(beats(other, seat) for other in range(players) if other != seat) for seat in range(players)]


def first_difference(*pairs: tuple[int, int]) -> bool:
    """Whether the first pair that differs is larger on the left."""
    for left, right in pairs:
        if left != right:
            return left > right
    return False


def count_ties(seen: Counter[str], ranks: list[int]) -> None:
    seen["shared places"] += len(set(ranks)) < len(ranks)
    seen["ends"] += 1


@pytest.mark.clause("AOS-14.2", "AOS-14.3", "AOS-14.4", "AOS-15.14")
@pytest.mark.parametrize("map", ["rust_belt", "southern_us", "germany", "western_us"])
def test_age_of_steam(map: str) -> None:
    """Points; equals share a place, but in the Western US cash, track and dice decide. Eliminated players rank last."""
    rng, seen = random.Random(map), Counter[str]()
    lines = {
        "rust_belt": "line 0 chicago st_louis\nline 1 kansas_city des_moines\nline 2 st_louis evansville",
        "western_us": "line 0 new_orleans vicksburg\nline 1 denver kansas_city",
        "southern_us": "line 0 mobile selma\nline 1 atlanta augusta\nline 2 nashville decatur",
        "germany": "line 0 berlin magdeburg\nline 1 munchen nurnberg\nline 2 dresden leipzig",
    }[map]
    at = age_of_steam.position(f"map {map} 4\n{lines}\ndue build 0")
    rules, table = at.rules, at.table
    track = [sum(len(s.segments) for s in table.track.sections if s.complete and s.owner == seat) for seat in range(4)]
    for _ in range(ENDS):
        table.income = [rng.randint(3, 4) for _ in range(4)]
        table.shares = [rng.randint(2, 3) for _ in range(4)]
        table.cash = [rng.randint(0, 1) for _ in range(4)]
        table.gone = [rng.choice((0, 0, 0, 5, 6)) for _ in range(4)]
        table.order = [seat for seat in rng.sample(range(4), 4) if not table.gone[seat]]
        points = [3 * table.income[s] + track[s] - 3 * table.shares[s] for s in range(4)]
        faces = [rng.randint(1, 6) for _ in range(40)]
        table.chance.script = {"dice:tie": [face - 1 for face in faces]}
        table.agenda = []
        rolled: list[int] = [0] * 4
        if isinstance(rules, WesternUS):
            rules.finish(table, [])
            rolled = table.ties
            seen["rolled"] += any(rolled)

        def beats(a: int, b: int, points: list[int] = points, rolled: list[int] = rolled) -> bool:
            if table.gone[a] or table.gone[b]:
                return not table.gone[a] or (table.gone[b] > 0 and table.gone[a] > table.gone[b])
            if map != "western_us":
                return points[a] > points[b]
            return first_difference(
                (points[a], points[b]), (table.cash[a], table.cash[b]), (track[a], track[b]), (rolled[a], rolled[b])
            )

        outcome = rules.outcome(table)
        assert outcome is not None and outcome.scores == points
        assert outcome.ranks == places(4, beats)
        if map == "western_us":
            alive = [outcome.ranks[seat] for seat in range(4) if not table.gone[seat]]
            assert len(set(alive)) == len(alive), "there are no ties"
        count_ties(seen, outcome.ranks)
    assert seen["rolled"] > 20 if map == "western_us" else seen["shared places"] > 40


@pytest.mark.clause("STM-14.2", "STM-14.5", "STM-12.5")
@pytest.mark.parametrize("mode", ["basic", "standard"])
def test_steam(mode: str) -> None:
    """Points, half the income or twice the debt, links; then the lower tile of the last turn: only one player wins."""
    rng, seen = random.Random(mode), Counter[str]()
    rules, table = steam.fresh(players=4, mode=mode)
    steam.put(rules, table, 1, "c15r7 22/4", "c11r6 21/2", "c12r7 22/3")
    for _ in range(ENDS):
        table.points = [rng.randint(3, 5) for _ in range(4)]
        table.income = [rng.randint(-1, 3) for _ in range(4)]
        table.tile = rng.sample(range(1, 8), 4)
        order = rng.sample(range(4), rng.choice((0, 0, 1, 2)))
        table.gone = [order.index(seat) + 1 if seat in order else 0 for seat in range(4)]
        table.order = [seat for seat in range(4) if not table.gone[seat]]
        table.agenda = []
        points = [
            table.points[s] + (table.income[s] // 2 if table.income[s] >= 0 else 2 * table.income[s]) + table.track.links_of(s)
            for s in range(4)
        ]

        def beats(a: int, b: int, points: list[int] = points) -> bool:
            if table.gone[a] or table.gone[b]:
                return not table.gone[a] or (table.gone[b] > 0 and table.gone[a] > table.gone[b])
            return first_difference((points[a], points[b]), (table.tile[b], table.tile[a]))

        outcome = rules.outcome(table)
        assert outcome is not None and outcome.scores == points
        assert outcome.ranks == places(4, beats)
        assert sorted(outcome.ranks) == [1, 2, 3, 4]
        seen["equal points"] += len(set(points)) < 4
    assert seen["equal points"] > 100


@pytest.mark.clause("SPK-12.7")
def test_spike() -> None:
    """Most money, then more connected cities, then more rail cards in hand; still tied: shared."""
    rng, seen = random.Random("spike"), Counter[str]()
    rules = spike.rules_for(4)
    state = spike.started(rules)
    state.agenda = []
    for _ in range(ENDS):
        for player in state.players:
            player.market_money, player.delivery_money = rng.randint(20, 21), rng.randint(0, 1)
            player.spent, player.route_points = rng.choice((0, 1)), 0
            player.cities = list(range(rng.randint(5, 6)))
            player.hand = [rng.randint(0, 1) for _ in player.hand]
        money = [p.market_money + p.delivery_money - p.spent for p in state.players]
        cities, cards = [len(p.cities) for p in state.players], [sum(p.hand) for p in state.players]

        def beats(a: int, b: int, money: list[int] = money, cities: list[int] = cities, cards: list[int] = cards) -> bool:
            return first_difference((money[a], money[b]), (cities[a], cities[b]), (cards[a], cards[b]))

        outcome = rules.outcome(state)
        assert outcome is not None and (outcome.scores, outcome.ranks) == (money, places(4, beats))
        count_ties(seen, outcome.ranks)
    assert seen["shared places"] > 40


@pytest.mark.clause("TTR-9.1", "TTR-10.4", "TTR-11.1", "TTR-11.2", "TTR-11.3", "TTR-11.4")
def test_ticket_to_ride() -> None:
    """Points, then more completed tickets, then the longest path; the award goes to all who share it."""
    rng, seen = random.Random("ticket to ride"), Counter[str]()
    rules = registry.make("ticket_to_ride", "usa", 4, {})
    table = rules.start(Chance(seed_from("ties")))
    names = [route.key for route in rules.board.routes]
    for _ in range(ENDS // 3):
        table.owner = [-1] * len(names)
        table.tickets = []
        for seat in range(4):
            reached = {rng.randrange(36)}
            for _ in range(9):
                ends = enumerate(rules.board.ends)
                free = [r for r, (a, b) in ends if table.owner[r] < 0 and (a in reached) + (b in reached) == 1]
                if free:
                    r = rng.choice(free)
                    table.owner[r] = seat
                    reached |= set(rules.board.ends[r])
            met = [t.id for t in rules.board.tickets if set(t.ends) <= reached]
            kept = set(met[: rng.randint(0, 1)])
            table.tickets.append([*kept, *rng.sample(sorted(set(range(30)) - kept), 2 - len(kept))])
        oracle = TicketOracle(4, [Counter() for _ in range(4)], [], Counter(), [])
        oracle.owner = {names[r]: owner for r, owner in enumerate(table.owner) if owner >= 0}
        oracle.tickets = [[rules.board.tickets[t].key for t in mine] for mine in table.tickets]
        oracle.points = table.points = [0] * 4
        level = [30 - points for points in oracle.result()[0]]  # everybody comes to about the same
        oracle.points = table.points = [n + rng.choice((0, 0, 1)) for n in level]
        outcome = final_outcome(rules, table)
        totals = outcome.scores
        done = [sum(oracle.connected(s, *oracle.ticket[t]["ends"]) for t in oracle.tickets[s]) for s in range(4)]
        longest = [oracle.longest(s) for s in range(4)]
        award = [10 if n == max(longest) else 0 for n in longest]

        def beats(a: int, b: int, totals: list[int] = totals, done: list[int] = done, award: list[int] = award) -> bool:
            return first_difference((totals[a], totals[b]), (done[a], done[b]), (award[a], award[b]))

        assert (totals, outcome.ranks) == (oracle.result()[0], places(4, beats))
        count_ties(seen, outcome.ranks)
        seen["tickets decide"] += any(totals[a] == totals[b] and done[a] != done[b] for a in range(4) for b in range(a))
        seen["the path decides"] += any(
            (totals[a], done[a]) == (totals[b], done[b]) and award[a] != award[b] for a in range(4) for b in range(a)
        )
    assert min(seen["shared places"], seen["tickets decide"], seen["the path decides"]) > 12


@pytest.mark.clause("SIL-2.6", "SIL-2.9")
def test_silverton() -> None:
    """Most cash wins, equal cash shares the victory; nothing else counts."""
    rng, seen = random.Random("silverton"), Counter[str]()
    rules = registry.make("silverton", "colorado", 4, {})
    state = rules.start(Chance(seed_from("ties")))
    state.phase = OVER
    for _ in range(ENDS):
        for player in state.players:
            player.cash = 10 * rng.randint(100, 102)
        state.order = rng.sample(range(4), 4)
        cash = [player.cash for player in state.players]
        outcome = rules.outcome(state)
        assert outcome is not None
        assert (outcome.scores, outcome.ranks) == (cash, places(4, lambda a, b, cash=cash: cash[a] > cash[b]))  # type: ignore[misc]
        count_ties(seen, outcome.ranks)
    assert seen["shared places"] > 40


SOLITAIRE: dict[str, tuple[int, list[int]]] = {
    "solo_denver_6000": (6_000, [10, 12, 13, 14, 16, 17]),
    "solo_denver_10000": (10_000, [12, 14, 15, 16, 18, 20]),
    "solo_salt_lake_10000": (10_000, [14, 16, 18, 19, 21, 24]),
}
"""The money to reach, and the last turn of each result from the best; what comes later is a decisive defeat."""
RESULTS = ["Decisive victory", "Substantial victory", "Marginal victory", "Draw", "Marginal defeat", "Substantial defeat",
           "Decisive defeat"]  # fmt: skip
MONEY = [60_000, 50_000, 40_000, 35_000, 30_000, 25_000]


def graded(map: str, turn: int, cash: int) -> Any:
    rules = registry.make("silverton", map, 1, {})
    state = rules.start(Chance(seed_from("solitaire")))
    state.phase, state.turn, state.players[0].cash = OVER, turn, cash
    outcome = rules.outcome(state)
    assert outcome is not None and outcome.grade is not None
    return outcome.grade.message


@pytest.mark.clause("SIL-19.3", "SIL-19.4", "SIL-19.5", "SIL-19.7", "SIL-19.8")
def test_the_results_of_solitaire_scenarios() -> None:
    for map, (money, last) in SOLITAIRE.items():
        for turn in range(1, 25):
            wanted = RESULTS[sum(turn > limit for limit in last)]
            assert graded(map, turn, money) == wanted, (map, turn)
        assert graded(map, 24, money - 10) == "Decisive defeat", map
    for map in ("solo_denver_campaign", "solo_copper_spike"):
        for cash in [0, *MONEY, *(money - 1 for money in MONEY), 99_999]:
            assert graded(map, 24, cash) == RESULTS[sum(cash < limit for limit in MONEY)], (map, cash)
