"""Write the saved positions that some lessons begin from: where a prelude of moves would be longer than the lesson.

python tools/lesson_positions.py     writes them beside the lessons, audited by the rules; run it again when a state changes
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from
from boxcars.games.spike.actions import Give, Place
from boxcars.games.ticket_to_ride.turn_sequence import KEEP, TURN
from boxcars.games.ticket_to_ride.types import COLOURS, KeepTickets

LESSONS = Path(__file__).parents[1] / "src" / "boxcars" / "lessons"


def ticket_to_ride(
    name: str,
    routes: list[list[str]],
    tickets: list[list[str]],
    hands: list[dict[str, int]],
    display: list[str],
    offer: tuple[str, ...] = (),
    last: bool = False,
) -> None:
    """Two seats with these routes, tickets and cards; the first is to move. What was paid for the routes lies in the discards.

    ``offer``: it looks at these tickets. ``last``: it has the last turn of the game.
    """
    rules: Any = registry.make("ticket_to_ride", "usa", 2, {"starting_seat": 1})
    board = rules.board
    table = rules.start(Chance(seed_from(name)))
    for seat in (0, 1):
        rules.play(table, seat, KeepTickets(tuple(board.tickets[t].key for t in sorted(table.offers[seat]))))
    ids = {ticket.key: i for i, ticket in enumerate(board.tickets)}
    table.tickets = [[ids[key] for key in sorted(own)] for own in tickets]
    table.offers = [[ids[key] for key in offer], []]
    table.fresh = [int(not any(i in own for own in [*table.tickets, *table.offers])) for i in range(len(board.tickets))]
    table.returned = []
    for seat, own in enumerate(routes):
        for route in (board.route_id[key] for key in own):
            table.owner[route] = seat
            table.trains[seat] -= board.length[route]
            table.points[seat] += board.points[route]
    taken = [r for r, owner in enumerate(table.owner) if owner >= 0]
    closed = {r for r in range(len(board.routes)) if board.partner[r] in taken} | set(taken)
    table.open = [[r for r in colour if r not in closed] for colour in board.by_colour]
    table.hands = [[hand.get(colour, 0) for colour in COLOURS] for hand in hands]
    table.known = [[0] * 9, [0] * 9]
    table.display = [COLOURS.index(colour) for colour in display]
    left = [12] * 8 + [14]
    for colour in range(9):
        left[colour] -= sum(hand[colour] for hand in table.hands) + table.display.count(colour)
    table.discard = [count // 2 for count in left]
    table.deck = [count - gone for count, gone in zip(left, table.discard, strict=True)]
    table.agenda = [KEEP[0] if offer else TURN[0]]
    table.final_turns = 1 if last else -1
    table.chance = Chance(seed_from(name))
    rules.audit(table)
    (LESSONS / "ticket_to_ride" / f"{name}.json").write_bytes(rules.write(table) + b"\n")


def spike(name: str, lines: list[list[list[str]]], hands: list[dict[str, int]], row: list[str], deck: dict[str, int]) -> None:
    """Two seats in the third round with two time cards drawn; the first has delivered pigs and carries cattle, and is to move."""
    rules: Any = registry.make("spike", "eastern_usa", 2, {})
    chart = rules.chart
    table = rules.start(Chance(seed_from("spike one")))
    rules.play(table, 0, Give("white"))
    rules.play(table, 0, Place("columbia"))
    rules.play(table, 1, Place("chicago"))
    for seat, player in enumerate(table.players):
        for track in (chart.segment_id[track] for line in lines[seat] for track in line):
            table.owner[track] = seat
            player.tracks.append(track)
            point = next(end for end in chart.ends[track] if end not in player.points)
            player.points.append(point)
            if chart.city_at[point] >= 0:
                player.cities.append(chart.city_at[point])
        player.tracks_left -= len(player.tracks)
        player.hand = [hands[seat].get(colour, 0) for colour in chart.colours]
        player.known = [0] * len(chart.colours)
        player.market_money = 2 * len(lines[seat])
    own = table.players[0]
    pigs, jacksonville = chart.sides.index("pigs-3A"), chart.city_id["jacksonville"]
    own.contracts.remove(pigs)
    own.delivered.append(pigs)
    own.markers.append(jacksonville)
    own.delivery_money = chart.pays[pigs][jacksonville]
    own.cargo = [chart.goods.index("cattle")]
    own.point = chart.city_point[chart.city_id["louisville"]]
    table.round, table.time_cards = 3, 2
    table.gift, table.gift_known = -1, 0
    table.row = [chart.colour_id[colour] for colour in row]
    table.deck = [*(deck.get(colour, 0) for colour in chart.colours), 1]
    for c in range(len(chart.colours)):
        table.discard[c] = 7 - table.deck[c] - table.row.count(c) - sum(player.hand[c] for player in table.players)
    table.chance = Chance(seed_from(name))
    rules.audit(table)
    (LESSONS / "spike" / f"{name}.json").write_bytes(rules.write(table) + b"\n")


def main() -> None:
    spike(
        "5_three_rounds",
        [
            [
                ["s301", "s300"],  # Raleigh
                ["s334", "s362", "s387"],  # Jacksonville
                ["s402", "s407"],  # Tampa
                ["s299", "s294"],  # Knoxville
                ["s259", "s220"],  # Louisville
            ],
            [["s093", "s098"], ["s139", "s144"], ["s146", "s145"]],
        ],
        [{"orange": 1, "brown": 1, "blue": 1}, {"white": 2, "black": 1}],
        ["white", "purple", "blue", "black"],
        {"white": 1, "blue": 2, "orange": 2, "purple": 1},
    )
    ticket_to_ride(
        "3_tickets",
        [
            [
                *("chicago-saint_louis-white", "kansas_city-saint_louis-blue", "kansas_city-oklahoma_city-a"),
                *("dallas-oklahoma_city-a", "chicago-pittsburgh-black", "new_york-pittsburgh-white", "nashville-pittsburgh"),
                *("atlanta-nashville", "atlanta-charleston", "charleston-miami", "boston-new_york-red", "montreal-new_york"),
                "chicago-toronto",
            ],
            [
                "oklahoma_city-santa_fe",
                "el_paso-oklahoma_city",
                "denver-kansas_city-orange",
                "denver-oklahoma_city",
                "dallas-el_paso",
            ],
        ],
        [["boston-miami", "dallas-new_york"], ["denver-el_paso", "santa_fe-vancouver"]],
        [{"red": 1, "violet": 2, "white": 1}, {"green": 2, "yellow": 3}],
        ["blue", "green", "white", "orange", "violet"],
    )
    ticket_to_ride(
        "4_last_round",
        [
            [
                *("duluth-omaha-a", "kansas_city-omaha-a", "dallas-oklahoma_city-a", "dallas-houston-a", "denver-omaha"),
                *("denver-helena", "helena-seattle", "portland-seattle-a", "portland-san_francisco-green", "calgary-helena"),
                *("los_angeles-san_francisco-yellow", "el_paso-los_angeles", "atlanta-nashville"),
            ],
            [
                *(
                    "miami-new_orleans",
                    "chicago-toronto",
                    "new_york-pittsburgh-white",
                    "chicago-pittsburgh-black",
                    "atlanta-miami",
                ),
                *(
                    "atlanta-new_orleans-orange",
                    "montreal-sault_st_marie",
                    "montreal-toronto",
                    "nashville-raleigh",
                    "charleston-miami",
                ),
            ],
        ],
        [["duluth-houston", "helena-los_angeles"], ["atlanta-montreal", "boston-miami"]],
        [{"red": 3, "blue": 2}, {"green": 2, "black": 1}],
        ["white", "green", "yellow", "orange", "violet"],
    )


if __name__ == "__main__":
    main()
