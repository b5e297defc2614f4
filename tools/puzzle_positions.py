"""Write the saved positions that puzzles begin from.

python tools/puzzle_positions.py     writes them beside the puzzles, audited by the rules; run it again when a state changes
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from lesson_positions import LESSONS, ticket_to_ride

from boxcars.games.age_of_steam.steps import MoveOne, MoveRound
from boxcars.games.spike.cargo import DELIVER_GOODS
from boxcars.games.steam.types import ChooseReward, IncomeAndExpenses

sys.path.insert(0, str(Path(__file__).parents[1]))


def kit(name: str) -> Any:
    """The tests' own way to write positions down."""
    return import_module(f"tests.{name}")


DISPLAY = ["blue", "green", "yellow", "orange", "violet"]
BRUNEL = ["boston-miami", "montreal-vancouver"]
"""Tickets of the other seat: nobody sees them."""


def write(at: Any, game: str, name: str) -> None:
    at.rules.audit(at.table)
    (LESSONS / game / "puzzles" / f"{name}.json").write_bytes(at.rules.write(at.table) + b"\n")


AGE_OF_STEAM = {
    "1_most_income": """
        map rust_belt 3
        turn 4
        seat 0 cash 8 shares 4 income 4 loco 3
        seat 1 cash 6 shares 4 income 3 loco 2
        seat 2 cash 5 shares 4 income 2 loco 2
        line 0 st_louis evansville
        line 0 evansville indianapolis
        line 0 indianapolis cincinnati
        line 1 chicago st_louis
        line 2 cincinnati wheeling
        cubes c12r8 red purple
        cubes c9r9 yellow blue
        cubes c5r9 blue
        cubes c7r5 blue yellow
        cubes c16r8 blue
        cubes c17r5 purple
        due move 0 1 2
        """,
    "2_feed_nobody": """
        map rust_belt 3
        turn 5
        seat 0 cash 8 shares 4 income 5 loco 2
        seat 1 cash 12 shares 4 income 9 loco 3
        seat 2 cash 5 shares 4 income 2 loco 2
        line 0 st_louis evansville
        line 1 evansville cincinnati
        line - evansville cincinnati
        line 1 chicago st_louis
        cubes c12r8 red
        cubes c9r9 blue purple
        cubes c5r9 purple
        cubes c7r5 blue
        due move 0 1 2
        """,
    "3_stay_alive": """
        map rust_belt 3
        turn 3
        seat 0 cash 1 shares 5 income 4 loco 3
        seat 1 cash 6 shares 4 income 3 loco 2
        seat 2 cash 5 shares 4 income 2 loco 2
        line 0 st_louis evansville
        line 1 chicago milwaukee
        line 2 pittsburgh wheeling
        due shares 0 1 2
        """,
    "4_two_for_seven": """
        map rust_belt 3
        turn 3
        seat 0 cash 7 shares 4 income 2 loco 2
        seat 1 cash 6 shares 4 income 3 loco 2
        seat 2 cash 5 shares 4 income 2 loco 2
        line 0 st_louis evansville
        line 1 chicago milwaukee
        line 2 pittsburgh wheeling
        cubes c12r8 red
        due build 0 1 2
        """,
    "5_first_blue_city": """
        map rust_belt 3
        turn 5
        seat 0 cash 8 shares 4 income 6 loco 3
        seat 1 cash 6 shares 4 income 3 loco 2
        seat 2 cash 5 shares 4 income 2 loco 2
        line 0 st_louis terre_haute
        line 0 terre_haute indianapolis
        line 0 indianapolis cincinnati
        line 0 st_louis evansville
        line 1 evansville indianapolis
        cubes c5r9 blue
        cubes c12r8 purple
        due move 0 1 2
        """,
    "6_save_the_stub": """
        map rust_belt 3
        turn 4
        seat 0 cash 6 shares 4 income 4 loco 2
        seat 1 cash 6 shares 4 income 3 loco 2
        seat 2 cash 5 shares 4 income 2 loco 2
        line 0 st_louis evansville
        track 0 c10r9 straight 1
        track 0 c11r8 gentle 4
        track 0 c12r9 gentle 4
        due build 0 1 2
        """,
    "7_over_and_under": """
        map rust_belt 3
        turn 4
        seat 0 cash 9 shares 4 income 3 loco 2
        seat 1 cash 9 shares 4 income 3 loco 2
        seat 2 cash 9 shares 4 income 3 loco 2
        track 1 c11r8 straight 1
        track 1 c10r9 straight 1
        track 2 c11r7 gentle 2
        track 2 c10r8 straight 1
        track 2 c9r8 gentle 1
        due build 0 1 2
        """,
    "8_the_price_of_a_place": """
        map rust_belt 5
        turn 2
        seat 4 action turn_order
        due bid
        """,
    "9_one_too_many": """
        map rust_belt 3
        turn 5
        order 1 2 0
        seat 0 cash 14 shares 5 income 10 loco 2
        seat 1 cash 12 shares 4 income 6 loco 3
        seat 2 cash 9 shares 4 income 4 loco 2
        line 0 st_louis evansville
        line 0 evansville cincinnati
        line 1 chicago milwaukee
        line 2 pittsburgh wheeling
        cubes c9r9 red
        cubes c5r9 blue
        cubes c12r8 purple
        due move 0
        """,
}


def age_of_steam() -> None:
    for name, text in AGE_OF_STEAM.items():
        at = kit("age_of_steam.positions").position(text)
        if name.startswith("6"):
            at.table.plays = 2
        if name.startswith("9"):  # the second round of the goods phase, and the last move of it
            at.table.agenda = [step for step in at.table.agenda if not isinstance(step, MoveRound | MoveOne)] + [MoveOne(0, 2)]
        write(at, "age_of_steam", name)


def steam() -> None:
    """Positions on the map of North America with four players; seat 0 has nothing to borrow for."""
    from_tests = kit("steam.positions")

    def made(name: str, table: Any, rules: Any) -> None:
        rules.audit(table)
        (LESSONS / "steam" / "puzzles" / f"{name}.json").write_bytes(rules.write(table) + b"\n")

    def rulebook(level: int) -> tuple[Any, Any]:
        """The board of the rulebook's example of moving goods (STM-EX-17), seat 0 green, seat 1 black."""
        rules, table = from_tests.fresh()
        from_tests.no_goods(rules, table)
        from_tests.new_city(rules, table, "c13r9", "gray")
        from_tests.put(rules, table, 0, "c13r8 22/1", "c15r7 22/4", "c14r7 21/1", "c13r7 21/1")
        black = ("c12r9 22/0", "c12r7 22/3", "c11r6 21/2", "c9r5 22/2", "c8r6 22/5", "c7r5 21/2")
        from_tests.put(rules, table, 1, *black)
        from_tests.cubes(rules, table, "c13r9", red=1, blue=1, purple=1, yellow=1)
        table.locomotive[0] = level
        from_tests.moving(rules, table, 0)
        return rules, table

    for name, level in (("1_three_for_yourself", 3), ("2_just_enough", 5), ("3_three_are_forbidden", 5)):
        rules, table = rulebook(level)
        made(name, table, rules)

    rules, table = from_tests.fresh()
    table.cash[0], table.income[0], table.points[0] = 1, -9, 5
    from_tests.building(rules, table, 0)
    made("4_to_the_last_dollar", table, rules)

    rules, table = from_tests.fresh()
    from_tests.give_tile(table, 0, "urbanization", open=True)
    from_tests.empty_supply(table, *range(1, 12))
    from_tests.building(rules, table, 0)
    made("5_a_city_in_between", table, rules)

    rules, table = from_tests.fresh()
    table.cash[0] = 10
    from_tests.give_tile(table, 0, "engineer")
    from_tests.building(rules, table, 0, 4)
    made("6_ten_dollars", table, rules)

    rules, table = from_tests.fresh()
    for seat, action in enumerate(("locomotive", "first_build", "urbanization", "first_move")):
        from_tests.give_tile(table, seat, action)
    from_tests.moving(rules, table, 0)
    made("7_who_is_next", table, rules)

    rules, table = from_tests.fresh()
    table.turn, table.income[0] = rules.turns, 7
    table.agenda = [IncomeAndExpenses(), ChooseReward(0, 3)]
    made("8_three_at_the_end", table, rules)


def spike() -> None:
    """Two seats, the first at home in Columbia (in the last but one: in Topeka)."""
    tests = kit("spike.kit")
    hands: dict[str, dict[str, int]] = {
        "1_which_payments": {"purple": 3, "orange": 1, "white": 2, "blue": 4},
        "2_most_market_money": {"purple": 1, "orange": 1, "white": 2, "blue": 2},
        "3_which_line_first": {"purple": 2, "orange": 1, "white": 1},
        "4_keep_a_pair": {"purple": 1, "orange": 1, "white": 2, "blue": 1},
        "5_one_city_one_delivery": {"purple": 1, "orange": 1},
        "6_the_last_city": {"purple": 1, "orange": 1, "white": 1},
        "7_before_the_bell": {"purple": 1, "orange": 1},
        "8_both_contracts": {},
    }
    for name, hand in hands.items():
        rules: Any = tests.rules_for(2)
        table: Any = tests.started(rules, "puzzles", ("columbia", "chicago"))
        chart, own = rules.chart, table.players[0]
        tests.hold(rules, table, 0, **hand)
        if name.startswith("5"):
            tests.home(rules, table, 0, "topeka")
            tests.contract(rules, table, 0, "fruit-1B", "cattle-2B")
            own.levels[2] += 1  # a second freight car, bought with money of the market
            own.spent = own.market_money = chart.prices[own.levels[2] - 1]
            own.cargo = [chart.goods_id["cattle"], chart.goods_id["fruit"]]
        tests.turn_of(rules, table, 0)
        if name.startswith("5"):
            table.agenda.append(DELIVER_GOODS[0])
        if name.startswith("6"):
            tests.lay(rules, table, 0, "s301", "s300")
            tests.lay(rules, table, 0, "s299", "s262", "s223", "s183", "s143", "s139")
            own.route = chart.route_id["route-11"]
            other = table.players[1]
            if own.route in other.routes:
                other.routes, other.route = own.routes, own.routes[0]
            own.routes = [own.route]
        if name.startswith("7"):
            tests.lay(rules, table, 0, "s299", "s262", "s223", "s218")
            tests.contract(rules, table, 0, "cattle-3A")
            own.cargo = [chart.goods_id["cattle"]]
            tests.stand(rules, table, 0, "louisville")
            table.round, table.time_cards = 3, 2
            table.deck[chart.time_card] = 1
        if name.startswith("8"):
            for line in (("s330", "s331"), ("s301", "s300"), ("s270", "s269"), ("s235", "s195")):
                tests.lay(rules, table, 0, *line)
            tests.contract(rules, table, 0, "cloth-2A", "cotton-3A")
            own.levels = [2, 0, 1]  # the fastest locomotive and a second freight car, bought with money of the market
            own.spent = own.market_money = sum(chart.prices) + chart.prices[0]
        rules.audit(table)
        (LESSONS / "spike" / "puzzles" / f"{name}.json").write_bytes(rules.write(table) + b"\n")


def main() -> None:
    age_of_steam()
    steam()
    spike()
    own_tickets()


def own_tickets() -> None:
    poor = [{"red": 1, "white": 1}, {"black": 2, "green": 1}]
    tickets = {
        "1_twelve_trains": ["los_angeles-seattle", "phoenix-portland"],
        "2_one_long_line": ["chicago-los_angeles", "chicago-santa_fe", "los_angeles-new_york"],
        "3_a_useful_detour": ["duluth-el_paso", "houston-kansas_city"],
    }
    for name, own in tickets.items():
        ticket_to_ride(f"puzzles/{name}", [[], []], [own, BRUNEL], poor, DISPLAY)
    ticket_to_ride(
        "puzzles/4_closed",
        [["denver-santa_fe"], ["dallas-oklahoma_city-a"]],
        [["houston-kansas_city"], BRUNEL],
        poor,
        DISPLAY,
    )
    rich = [{"green": 3, "white": 2, "locomotive": 2}, {"black": 2, "yellow": 3}]
    ticket_to_ride("puzzles/5_what_to_pay", [[], []], [["calgary-phoenix", "denver-el_paso"], BRUNEL], rich, DISPLAY)
    ticket_to_ride(
        "puzzles/6_nearly_done",
        [
            [
                *("chicago-pittsburgh-black", "chicago-saint_louis-white", "kansas_city-saint_louis-blue"),
                *("kansas_city-oklahoma_city-a", "dallas-oklahoma_city-a"),
            ],
            ["helena-seattle", "calgary-helena", "portland-seattle-a", "denver-helena"],
        ],
        [["denver-pittsburgh", "duluth-houston"], BRUNEL],
        poor,
        DISPLAY,
        offer=("chicago-new_orleans", "dallas-new_york", "atlanta-new_york"),
    )
    ticket_to_ride(
        "puzzles/7_longest_path",
        [
            ["helena-seattle", "denver-helena", "denver-omaha", "calgary-helena"],
            ["chicago-pittsburgh-black", "new_york-pittsburgh-white", "pittsburgh-saint_louis", "dallas-little_rock"],
        ],
        [["calgary-phoenix", "helena-los_angeles"], BRUNEL],
        [{"red": 4, "blue": 2, "white": 1}, {"green": 2, "black": 1}],
        DISPLAY,
    )
    ticket_to_ride(
        "puzzles/8_last_turn",
        [
            ["duluth-omaha-a", "kansas_city-omaha-a", "dallas-oklahoma_city-a", "dallas-houston-a", "nashville-saint_louis"],
            [
                *("helena-seattle", "duluth-helena", "miami-new_orleans", "portland-salt_lake_city", "calgary-winnipeg"),
                *("duluth-toronto", "sault_st_marie-winnipeg", "atlanta-nashville"),
            ],
        ],
        [["duluth-houston"], ["miami-toronto", "helena-los_angeles"]],
        [{"green": 6}, {"black": 1}],
        DISPLAY,
        last=True,
    )


if __name__ == "__main__":
    main()
