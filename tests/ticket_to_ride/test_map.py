"""Components and board data (TTR-1)."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import msgspec
import pytest

from boxcars.core.game import Broken
from boxcars.games.ticket_to_ride.invariants import CARDS
from boxcars.games.ticket_to_ride.map import Board, BoardFile, TicketFile, usa
from boxcars.games.ticket_to_ride.scoring import LONGEST_PATH_AWARD
from boxcars.games.ticket_to_ride.types import COLOURS, ClaimRoute

from .positions import begun, card_order, claim, dealt, hold, own, play, rules_for, turn_of

BOARD = usa()


def raw() -> tuple[dict[str, Any], dict[str, Any]]:
    here = files("boxcars.games.ticket_to_ride") / "data"
    return tuple(msgspec.json.decode((here / name).read_bytes()) for name in ("board.json", "tickets.json"))  # type: ignore[return-value]


@pytest.mark.clause("TTR-1.1", "TTR-R-22")
def test_there_are_110_train_cards() -> None:
    assert sum(CARDS) == 110
    assert CARDS == [12] * 8 + [14]
    table = dealt(rules_for(5))
    every = [sum(h[c] for h in table.hands) + table.display.count(c) + table.deck[c] + table.discard[c] for c in range(9)]
    assert every == CARDS


@pytest.mark.clause("TTR-1.2")
def test_there_are_30_tickets() -> None:
    assert len(BOARD.tickets) == len({t.key for t in BOARD.tickets}) == len({t.ends for t in BOARD.tickets}) == 30
    values = [t.points for t in BOARD.tickets]
    assert (min(values), max(values), sum(values)) == (4, 22, 349)


@pytest.mark.clause("TTR-1.3")
def test_every_player_has_45_trains() -> None:
    assert dealt(rules_for(5)).trains == [45] * 5


@pytest.mark.clause("TTR-1.4")
def test_five_seats_and_their_colours_have_nothing_to_do_with_cards() -> None:
    rules, table = begun(5)
    for seat, (route, letter) in enumerate(
        [
            ("montreal-new_york", "B"),
            ("denver-omaha", "V"),
            ("el_paso-houston", "G"),
            ("denver-helena", "G"),
            ("chicago-omaha", "B"),
        ]
    ):
        turn_of(table, seat)
        hold(table, seat, f"{letter}6")
        play(rules, table, seat, claim(route, letter))
        assert table.owner[BOARD.route_id[route]] == seat
        hold(table, seat, "")


@pytest.mark.clause("TTR-1.5")
def test_the_longest_path_award_is_worth_ten() -> None:
    assert LONGEST_PATH_AWARD == 10


@pytest.mark.clause("TTR-1.6")
def test_cities_routes_and_double_routes() -> None:
    assert (len(BOARD.cities), len(BOARD.routes)) == (36, 100)
    pairs = Counter(r.ends for r in BOARD.routes)
    assert (len(pairs), Counter(pairs.values())) == (78, Counter({1: 56, 2: 22}))
    doubles = [
        (r, BOARD.routes[r.double_partner]) for r in BOARD.routes if r.double_partner is not None and r.id < r.double_partner
    ]
    assert len(doubles) == 22
    assert sum(a.colour == b.colour == "grey" for a, b in doubles) == 10
    assert sum(a.colour != b.colour and "grey" not in (a.colour, b.colour) for a, b in doubles) == 12
    assert all(a.length == b.length and a.ends == b.ends and b.double_partner == a.id for a, b in doubles)


@pytest.mark.clause("TTR-1.7")
def test_routes_and_spaces_by_colour() -> None:
    for colour in COLOURS[:8]:
        lengths = [r.length for r in BOARD.routes if r.colour == colour]
        assert (len(lengths), sum(lengths)) == (7, 27)
    grey = [r.length for r in BOARD.routes if r.colour == "grey"]
    assert (len(grey), sum(grey)) == (44, 93)
    assert sum(BOARD.length) == 309


@pytest.mark.clause("TTR-1.8")
def test_routes_by_length() -> None:
    assert Counter(BOARD.length) == {1: 9, 2: 36, 3: 20, 4: 16, 5: 10, 6: 9}


@pytest.mark.clause("TTR-1.9")
def test_the_board_is_connected() -> None:
    assert all(distance(0, city) < 999 for city in range(36))
    single = [r for r in BOARD.routes if r.double_partner is None or r.id < r.double_partner]
    assert sum(r.length for r in single) == 256


@pytest.mark.clause("TTR-1.10", "TTR-EX-18")
def test_route_points_by_length() -> None:
    rules, table = begun()
    routes = [
        ("portland-salt_lake_city", "B", 15),
        ("atlanta-miami", "B", 10),
        ("duluth-winnipeg", "K", 7),
        ("montreal-new_york", "B", 4),
        ("houston-new_orleans", "R", 2),
        ("atlanta-nashville", "R", 1),
    ]
    score = 0
    for route, letter, points in routes:
        turn_of(table, 0)
        hold(table, 0, f"{letter}6")
        play(rules, table, 0, claim(route, letter))
        score += points
        assert table.points[0] == score
    assert (table.points[0], table.trains[0]) == (39, 24)
    table.agenda = []
    assert rules.observe(table, None).longest[0] == 6


@pytest.mark.clause("TTR-1.11")
def test_the_board_file() -> None:
    board, _ = raw()
    assert (board["canvas"]["width"], board["canvas"]["height"]) == (1744, 1125)
    assert [c.id for c in BOARD.cities] == list(range(36))
    assert [r.id for r in BOARD.routes] == list(range(100))
    for city in BOARD.cities:
        assert 0 < city.x < 1744
        assert 0 < city.y < 1125
        assert city.name
    for route in BOARD.routes:
        a, b = route.ends
        assert a < b
        assert len(route.spaces) == route.length
        assert route.key.startswith(f"{BOARD.cities[a].key}-{BOARD.cities[b].key}")
        assert all(0 <= s.angle <= 179 and 0 < s.x < 1744 and 0 < s.y < 1125 for s in route.spaces)
        # Spaces run from the first end to the second.
        first, last, start = route.spaces[0], route.spaces[-1], BOARD.cities[a]
        if route.length > 1:
            assert (first.x - start.x) ** 2 + (first.y - start.y) ** 2 < (last.x - start.x) ** 2 + (last.y - start.y) ** 2


def distance(start: int, end: int) -> int:
    best = {start: 0}
    heap = [(0, start)]
    while heap:
        far, city = heapq.heappop(heap)
        for r in BOARD.routes:
            if city in r.ends:
                to = r.ends[0] + r.ends[1] - city
                if far + r.length < best.get(to, 999):
                    best[to] = far + r.length
                    heapq.heappush(heap, (far + r.length, to))
    return best.get(end, 999)


@pytest.mark.clause("TTR-1.12")
def test_the_ticket_file() -> None:
    assert [t.id for t in BOARD.tickets] == list(range(30))
    for ticket in BOARD.tickets:
        a, b = ticket.ends
        assert ticket.key == f"{BOARD.cities[a].key}-{BOARD.cities[b].key}"
        assert ticket.shortest == distance(a, b)
    more = [t.points - t.shortest for t in BOARD.tickets]
    assert more.count(0) == 25
    assert sorted(set(more)) == [0, 1, 2]


def drop_city(b: dict[str, Any], t: dict[str, Any]) -> None:
    b["cities"].pop()


def drop_route(b: dict[str, Any], t: dict[str, Any]) -> None:
    b["routes"].pop()


def drop_ticket(b: dict[str, Any], t: dict[str, Any]) -> None:
    t["tickets"].pop()


def dearer_ticket(b: dict[str, Any], t: dict[str, Any]) -> None:
    t["tickets"][0]["points"] += 1


def same_ticket(b: dict[str, Any], t: dict[str, Any]) -> None:
    t["tickets"][1]["key"] = t["tickets"][0]["key"]


def other_colour(b: dict[str, Any], t: dict[str, Any]) -> None:
    route = next(r for r in b["routes"] if r["colour"] == "red")
    route["colour"] = "blue"


def unknown_colour(b: dict[str, Any], t: dict[str, Any]) -> None:
    b["routes"][0]["colour"] = "pink"


def longer_route(b: dict[str, Any], t: dict[str, Any]) -> None:
    a, c = (next(r for r in b["routes"] if r["colour"] == "red" and r["length"] == n) for n in (4, 3))
    a["length"], c["length"] = 5, 2


def missing_space(b: dict[str, Any], t: dict[str, Any]) -> None:
    b["routes"][5]["spaces"].pop()


def one_sided_partner(b: dict[str, Any], t: dict[str, Any]) -> None:
    next(r for r in b["routes"] if r["double_partner"] is not None)["double_partner"] = None


def same_pair(b: dict[str, Any], t: dict[str, Any]) -> None:
    a, c = [r for r in b["routes"] if r["double_partner"] is None][:2]
    a["ends"] = c["ends"]


def partner_of_one_colour(b: dict[str, Any], t: dict[str, Any]) -> None:
    a = next(r for r in b["routes"] if r["double_partner"] is not None and r["colour"] != "grey")
    partner = b["routes"][a["double_partner"]]
    third = next(r for r in b["routes"] if r["colour"] == a["colour"] and r["length"] == a["length"] and r["id"] != a["id"])
    partner["colour"], third["colour"] = a["colour"], partner["colour"]


def unknown_city(b: dict[str, Any], t: dict[str, Any]) -> None:
    t["tickets"][3]["ends"] = [1, 36]


def ids_out_of_order(b: dict[str, Any], t: dict[str, Any]) -> None:
    b["cities"][0]["id"], b["cities"][1]["id"] = 1, 0


def same_city_key(b: dict[str, Any], t: dict[str, Any]) -> None:
    b["cities"][1]["key"] = b["cities"][0]["key"]


def grey_made_coloured(b: dict[str, Any], t: dict[str, Any]) -> None:
    """An eighth red route, of the right spaces: red has seven (TTR-1.7)."""
    short, grey = (next(r for r in b["routes"] if r["colour"] == c and r["length"] == 2) for c in ("red", "grey"))
    short["colour"], grey["colour"] = "grey", "red"
    next(r for r in b["routes"] if r["colour"] == "grey" and r["double_partner"] is None)["colour"] = "red"


def unknown_partner(b: dict[str, Any], t: dict[str, Any]) -> None:
    next(r for r in b["routes"] if r["double_partner"] is not None)["double_partner"] = 100


def single_pair(b: dict[str, Any], t: dict[str, Any]) -> None:
    one = next(r for r in b["routes"] if r["double_partner"] is not None)
    b["routes"][one["double_partner"]]["double_partner"] = None
    one["double_partner"] = None


def island(b: dict[str, Any], t: dict[str, Any]) -> None:
    """Miami loses its routes to another pair of cities."""
    miami = next(c["id"] for c in b["cities"] if c["key"] == "miami")
    free = [[0, 1 + k] for k in range(35)]
    used = [r["ends"] for r in b["routes"]]
    spare = iter([pair for pair in free if pair not in used and miami not in pair])
    for route in b["routes"]:
        if miami in route["ends"]:
            route["ends"] = next(spare)


@pytest.mark.clause("TTR-1.13")
@pytest.mark.parametrize(
    ("harm", "words"),
    [
        (drop_city, "36 cities"),
        (drop_route, "100 routes"),
        (drop_ticket, "30 tickets"),
        (dearer_ticket, "349"),
        (same_ticket, "exists once"),
        (other_colour, "7 routes with 27 spaces"),
        (unknown_colour, "unknown route colour"),
        (longer_route, "by length"),
        (missing_space, "as many spaces"),
        (one_sided_partner, "mutual"),
        (same_pair, "78 pairs"),
        (partner_of_one_colour, "two colours"),
        (unknown_city, "unknown city"),
        (island, "connected"),
        (ids_out_of_order, "count up"),
        (same_city_key, "unique"),
        (grey_made_coloured, "red must have 7 routes"),
        (unknown_partner, "unknown partner"),
        (single_pair, "22 double routes"),
    ],
)
def test_a_wrong_board_is_refused(harm: Callable[[dict[str, Any], dict[str, Any]], None], words: str) -> None:
    board, tickets = raw()
    harm(board, tickets)
    with pytest.raises(Broken, match=words):
        Board(msgspec.convert(board, BoardFile), msgspec.convert(tickets, TicketFile).tickets)


@pytest.mark.clause("TTR-EX-28")
def test_there_are_1060_claims() -> None:
    rules, table = begun(5)
    table.hands[0] = CARDS[:]
    actions = [a for a in rules.legal(table) if isinstance(a, ClaimRoute)]
    assert len(actions) == len(set(actions)) == 1060
    coloured = [a for a in actions if BOARD.routes[BOARD.route_id[a.route]].colour != "grey"]
    assert (len(coloured), len(actions) - len(coloured)) == (272, 788)
    assert all(rules.refuse(table, 0, a) is None for a in actions)


def test_helpers_deal_complete_orders() -> None:
    assert len(card_order("LLL")) == 110
    rules, table = begun(3)
    own(rules, table, 1, "denver-omaha")
    rules.audit(table)
