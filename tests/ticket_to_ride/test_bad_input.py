"""Bad input of every kind (TTR-16): a code, a sentence, and nothing changed."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from boxcars.core import registry
from boxcars.core.chance import Chance, Impossible, seed_from
from boxcars.core.game import Refused
from boxcars.core.messages import T, Who
from boxcars.games.ticket_to_ride.map import usa
from boxcars.games.ticket_to_ride.rules import TicketToRide, explicit
from boxcars.games.ticket_to_ride.state import Table
from boxcars.games.ticket_to_ride.types import COLOURS, ClaimRoute, KeepTickets, TakeCard
from boxcars.locale import say

from .positions import (
    DECK,
    PASS,
    TICKETS,
    begun,
    card_order,
    claim,
    dealt,
    hold,
    keep,
    lay,
    own,
    play,
    refused,
    rules_for,
    take,
    ticket_deck,
    ticket_order,
    trains,
)

BLUE = "montreal-new_york"

# -- what is not an action ---------------------------------------------------------------------------------------------

NOT_ACTIONS = [
    "",
    "nonsense",
    "{",
    "null",
    "7",
    "[]",
    '"DrawCard"',
    "{}",
    '{"do": 3}',
    '{"do": "Steal"}',
    '{"do": "DrawCard", "extra": 1}',
    '{"do": "TakeCard"}',
    '{"do": "TakeCard", "colour": "pink"}',
    '{"do": "TakeCard", "colour": "grey"}',
    '{"do": "TakeCard", "colour": 3}',
    '{"do": "TakeCard", "colour": null}',
    '{"do": "TakeCard", "colour": ["red"]}',
    '{"do": "ClaimRoute", "colour": "blue"}',
    '{"do": "ClaimRoute", "route": "montreal-new_york"}',
    '{"do": "ClaimRoute", "route": 17, "colour": "blue"}',
    '{"do": "ClaimRoute", "route": null, "colour": "blue"}',
    '{"do": "ClaimRoute", "route": "montreal-new_york", "colour": "blue", "locomotives": true}',
    '{"do": "ClaimRoute", "route": "montreal-new_york", "colour": "blue", "locomotives": 1.5}',
    '{"do": "ClaimRoute", "route": "montreal-new_york", "colour": "blue", "locomotives": NaN}',
    '{"do": "ClaimRoute", "route": "montreal-new_york", "colour": "blue", "locomotives": "1"}',
    '{"do": "ClaimRoute", "route": "montreal-new_york", "colour": "blue", "locomotives": null}',
    '{"do": "ClaimRoute", "route": "montreal-new_york", "colour": "blue", "seat": 1}',
    '{"do": "KeepTickets"}',
    '{"do": "KeepTickets", "tickets": "boston-miami"}',
    '{"do": "KeepTickets", "tickets": [1, 2]}',
    '{"do": "KeepTickets", "tickets": {"boston-miami": true}}',
    b'{"do": "TakeCard", "colour": "\xff"}',
]


@pytest.mark.clause("TTR-16.1", "TTR-16.2")
@pytest.mark.parametrize("data", NOT_ACTIONS)
def test_bad_request(data: str | bytes) -> None:
    rules, _ = begun()
    with pytest.raises(Refused) as error:
        rules.read_action(data)
    assert error.value.reason.code == "bad_request"
    assert say(error.value.reason.text).startswith("This isn't a move in this game: ")


# -- what is not allowed now ---------------------------------------------------------------------------------------------


def turn() -> tuple[TicketToRide, Table]:
    rules, table = begun(3)
    hold(table, 0, "B3 R2 L1")
    return rules, table


def first_choice() -> tuple[TicketToRide, Table]:
    rules = rules_for(3)
    return rules, dealt(rules)


def second_card() -> tuple[TicketToRide, Table]:
    rules, table = turn()
    lay(table, "RBGWL", "KKK")
    play(rules, table, 0, take("R"))
    return rules, table


def offered() -> tuple[TicketToRide, Table]:
    rules, table = turn()
    table.tickets[0] = []
    ticket_deck(table, 20, 21, 22, 23)
    play(rules, table, 0, TICKETS)
    return rules, table


def empty() -> tuple[TicketToRide, Table]:
    rules, table = turn()
    lay(table, "RBGWY", "")
    ticket_deck(table)
    return rules, table


def crowded() -> tuple[TicketToRide, Table]:
    """Seat 1 owns two routes; seat 0 has two trains left."""
    rules, table = turn()
    own(rules, table, 1, "denver-kansas_city-black", "chicago-omaha", "seattle-vancouver-a")
    trains(rules, table, 0, 2)
    return rules, table


def over() -> tuple[TicketToRide, Table]:
    rules, table = turn()
    table.agenda = []
    return rules, table


BAD = [
    ("unknown_player", turn, 3, DECK, "There's no seat 3 at this table."),
    ("unknown_player", turn, -1, DECK, "There's no seat -1 at this table."),
    ("unknown_player", turn, 10**30, DECK, "no seat"),
    ("game_over", over, 0, DECK, "The game is over."),
    ("game_over", over, 2, claim(BLUE, "B"), "The game is over."),
    ("not_your_turn", turn, 1, DECK, "It's not your turn."),
    ("not_your_turn", first_choice, 1, KeepTickets(("boston-miami",)), "It's not your turn."),
    ("wrong_phase", second_card, 0, claim(BLUE, "B"), "You can't do that now. Draw your second train card."),
    ("wrong_phase", second_card, 0, TICKETS, "You can't do that now."),
    ("wrong_phase", second_card, 0, PASS, "You can't do that now."),
    ("wrong_phase", turn, 0, KeepTickets(("boston-miami",)), "You can't do that now."),
    ("wrong_phase", offered, 0, DECK, "Keep at least one ticket."),
    ("wrong_phase", offered, 0, claim(BLUE, "B"), "Keep at least one ticket."),
    ("wrong_phase", first_choice, 0, DECK, "Keep at least two destination tickets."),
    ("wrong_phase", first_choice, 0, PASS, "Keep at least two"),
    ("wrong_phase", turn, 0, None, "You can't do that now."),
    ("wrong_phase", turn, 0, "DrawCard", "You can't do that now."),
    ("no_such_slot", turn, 0, take("R"), "That card isn't face up."),
    ("locomotive_not_allowed", second_card, 0, take("L"), "Your second card can't be a face-up locomotive."),
    ("nothing_to_draw", empty, 0, DECK, "The deck and the discard pile are empty, so you can't draw train cards."),
    ("nothing_to_draw", empty, 0, take("R"), "The deck and the discard pile are empty"),
    ("no_such_route", turn, 0, claim("miami-havana", "B"), "There's no route miami-havana."),
    ("no_such_route", turn, 0, claim("", "B"), "There's no route ."),
    ("route_taken", crowded, 0, claim("chicago-omaha", "B"), "That route is already taken. Choose another one."),
    ("route_closed", crowded, 0, claim("denver-kansas_city-orange", "O"), "With two or three players, only one route"),
    ("not_enough_trains", crowded, 0, claim(BLUE, "B"), "This route needs 3 trains; you have 2."),
    ("bad_payment", turn, 0, claim(BLUE, "B", 4), "This route costs exactly 3 cards."),
    ("bad_payment", turn, 0, claim(BLUE, "B", -1), "This route costs exactly 3 cards."),
    ("bad_payment", turn, 0, claim(BLUE, "B", 10**30), "This route costs exactly 3 cards."),
    ("bad_payment", turn, 0, claim(BLUE, "L", 2), "This route costs exactly 3 cards."),
    ("bad_payment", turn, 0, claim(BLUE, "R", 1), "Those cards don't match the route's color."),
    ("bad_payment", turn, 0, ClaimRoute("montreal-toronto", "grey", 0), "There are no gray cards"),
    ("cards_not_in_hand", turn, 0, claim("denver-phoenix", "W"), "This route costs 5 cards; you have "),
    ("cards_not_in_hand", turn, 0, claim(BLUE, "B", 2), "This route costs 3 cards; you have "),
    ("cards_not_in_hand", turn, 0, claim(BLUE, "L", 3), "This route costs 3 cards; you have "),
    ("no_tickets", empty, 0, TICKETS, "The ticket deck is empty."),
    ("bad_keep", offered, 0, KeepTickets(()), "Keep at least 1 of them."),
    ("bad_keep", offered, 0, KeepTickets(("moon-mars",)), "Keep only tickets you were offered, each one once."),
    ("bad_keep", offered, 0, keep(rules_for(2), 23), "Keep only tickets you were offered, each one once."),
    (
        "bad_keep",
        offered,
        0,
        KeepTickets(keep(rules_for(2), 20).tickets * 2),
        "Keep only tickets you were offered, each one once.",
    ),
    ("bad_keep", first_choice, 0, keep(rules_for(2), 1), "Keep at least 2 of them."),
    ("bad_keep", first_choice, 0, keep(rules_for(2), 0, 3), "Keep only tickets you were offered, each one once."),
    ("pass_not_allowed", turn, 0, PASS, "You can only pass if you can't do anything else."),
]


@pytest.mark.clause("TTR-16.1", "TTR-16.2")
@pytest.mark.parametrize(("code", "position", "seat", "action", "words"), BAD)
def test_bad_input(code: str, position: Any, seat: int, action: Any, words: str) -> None:
    rules, table = position()
    reason = refused(rules, table, seat, action)
    assert reason.code == code
    assert words in say(reason.text)
    assert "{" not in say(reason.text)


@pytest.mark.clause("TTR-16.2")
def test_a_second_first_choice_of_the_same_player() -> None:
    rules, table = first_choice()
    play(rules, table, 0, keep(rules, 0, 1))
    assert refused(rules, table, 0, keep(rules, 0, 1)).code == "not_your_turn"


@pytest.mark.clause("TTR-16.1")
def test_a_refused_action_leaves_the_random_source_alone() -> None:
    rules, table = turn()
    twin = table.clone()
    for _, position, seat, action, _ in BAD:
        if position is turn:
            refused(rules, table, seat, action)
    assert play(rules, table, 0, DECK) == play(rules, twin, 0, DECK)
    assert rules.write(table) == rules.write(twin)


@pytest.mark.clause("TTR-16.3")
@pytest.mark.parametrize(
    ("position", "seat", "action", "code"),
    [
        # unknown player before game over; game over before another's turn; another's turn before the wrong phase
        (over, 9, None, "unknown_player"),
        (over, 1, None, "game_over"),
        (offered, 1, DECK, "not_your_turn"),
        # the wrong phase before what would be wrong with the action itself
        (second_card, 0, claim("miami-havana", "B"), "wrong_phase"),
        (first_choice, 0, take("L"), "wrong_phase"),
        # then in the order of the table
        (empty, 0, take("L"), "no_such_slot"),
        (crowded, 0, claim("chicago-omaha", "R", 9), "route_taken"),
        (crowded, 0, claim("denver-kansas_city-orange", "R", 9), "route_closed"),
        (crowded, 0, claim(BLUE, "R", 9), "not_enough_trains"),
        (turn, 0, claim("denver-phoenix", "W", 9), "bad_payment"),
        (turn, 0, claim(BLUE, "W"), "bad_payment"),
    ],
)
def test_the_first_of_several_errors(position: Any, seat: int, action: Any, code: str) -> None:
    rules, table = position()
    assert refused(rules, table, seat, action).code == code


@pytest.mark.clause("TTR-16.4")
def test_other_names_are_accepted() -> None:
    rules, table = turn()
    hold(table, 0, "B2 L3")
    action = rules.read_action(json.dumps({"do": "ClaimRoute", "route": BLUE, "colour": "blue", "locomotives": 3}))
    assert action == claim(BLUE, "L", 3)
    assert action in rules.legal(table)
    rules, table = offered()
    backwards = KeepTickets(keep(rules, 20, 21, 22).tickets[::-1])
    play(rules, table, 0, backwards)
    assert sorted(table.tickets[0]) == [20, 21, 22]


def every_action(rng: random.Random) -> list[Any]:
    """The closed space: 1060 claims, nine colours, deck, tickets, pass; and some that are in no list."""
    board = usa()
    out: list[Any] = [DECK, TICKETS, PASS, *(TakeCard(c) for c in COLOURS)]
    for route in board.routes:
        for colour in COLOURS:
            out += [ClaimRoute(route.key, colour, n) for n in range(-1, route.length + 2)]
    tickets = [t.key for t in board.tickets]
    out += [KeepTickets(tuple(rng.sample(tickets, rng.randint(0, 3)))) for _ in range(100)]
    return out


@pytest.mark.clause("TTR-16.5")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_what_is_accepted_is_listed_and_what_is_listed_is_accepted(players: int) -> None:
    rules = registry.make("ticket_to_ride", "usa", players)
    rng = random.Random(players)
    state = rules.start(Chance(seed_from(f"both ways {players}")))
    actions = {rules.normal(a) for a in every_action(rng)}
    ply = 0
    while rules.actor(state) >= 0:
        seat, legal = rules.actor(state), rules.legal(state)
        if ply % 12 == 0:
            accepted = {a for a in actions if rules.refuse(state, seat, a) is None}
            keeps = {a for a in legal if isinstance(a, KeepTickets)}
            assert accepted | keeps == set(legal)
            assert all(rules.refuse(state, seat, a) is None for a in keeps)
        draws = [a for a in legal if a == DECK]
        rules.apply(state, draws[0] if draws and rng.random() < 0.5 else rng.choice(legal))
        ply += 1


# -- set-up and saved games ----------------------------------------------------------------------------------------------


@pytest.mark.clause("TTR-16.6")
@pytest.mark.parametrize(
    ("players", "options", "words"),
    [
        (1, {}, "usa is for 2, 3, 4, 5 players, not 1."),
        (6, {}, "not 6"),
        (2.0, {}, "not 2.0"),
        ("2", {}, "not 2"),
        (True, {}, "not True"),
        (3, {"starting_seat": 4}, "there are only 3 seats"),
        (3, {"starting_seat": -1}, "Choose 0–5"),
        (3, {"starting_seat": 6}, "Choose 0–5"),
        (3, {"starting_seat": 1.0}, "can't be 1.0"),
        (3, {"starting_seat": True}, "can't be True"),
        (3, {"starting": 1}, "no option called starting"),
    ],
)
def test_bad_set_ups_are_refused(players: Any, options: dict[str, Any], words: str) -> None:
    with pytest.raises(Refused) as error:
        registry.make("ticket_to_ride", "usa", players, options)
    assert error.value.reason.code == "bad_setup"
    assert words in say(error.value.reason.text)


@pytest.mark.clause("TTR-16.6")
def test_bad_explicit_orders_are_refused() -> None:
    good = card_order("")
    for cards in (good[:-1], [*good, 0], [0] * 110, [*good[:-1], 9], []):
        with pytest.raises(Refused, match="110 cards"):
            explicit(cards, ticket_order(), 0)
    for tickets in (ticket_order()[:-1], [0] * 30, [*ticket_order(), 30], []):
        with pytest.raises(Refused, match="30 tickets"):
            explicit(good, tickets, 0)
    random_start = registry.make("ticket_to_ride", "usa", 3)
    for starts in (3, -1):
        with pytest.raises(Impossible):
            random_start.start(explicit(good, ticket_order(), starts))


def saved() -> tuple[TicketToRide, dict[str, Any]]:
    rules, table = turn()
    return rules, json.loads(rules.write(table))


HARMS: list[tuple[str, Any]] = [
    ("hands", []),
    ("hands", [[0] * 9] * 3),
    ("hands", [[0] * 8] * 3),
    ("known", [[1] * 9] * 3),
    ("display", [8, 8, 8, 1, 2]),
    ("display", [0, 1, 2, 3, 9]),
    ("display", [0, 1, 2, 3]),
    ("deck", [12] * 8),
    ("deck", [-1] * 9),
    ("deck", "many"),
    ("discard", [1] * 9),
    ("tickets", [[0], [0], [0]]),
    ("tickets", [[99], [], []]),
    ("offers", [[], []]),
    ("offers", [[29], [], []]),
    ("chosen", [1, 0, 0]),
    ("chosen", [0]),
    ("fresh", [1] * 30),
    ("fresh", [2] + [0] * 29),
    ("fresh", []),
    ("returned", [[3, 7]]),
    ("owner", [0] * 100),
    ("owner", [-1] * 99),
    ("owner", [5] + [-1] * 99),
    ("open", []),
    ("open", [[]] * 9),
    ("trains", [45, 45, 44]),
    ("trains", [45.5, 45, 45]),
    ("points", [1, 0, 0]),
    ("starts", 3),
    ("final_turns", 4),
    ("final_turns", 0),
    ("passes", 3),
    ("passes", -1),
    ("agenda", [{"step": "TakeTurn", "seat": 3}]),
    ("agenda", [{"step": "TakeTurn"}]),
    ("agenda", [{"step": "Sleep", "seat": 0}]),
    ("agenda", [{"step": "KeepDrawnTickets", "seat": 0}]),
    ("agenda", [{"step": "ChooseTickets", "seat": 0}]),
    ("agenda", [{"step": "RevealTickets"}, {"step": "TakeTurn", "seat": 0}]),
    ("agenda", [{"step": "RevealTickets"}]),
]


@pytest.mark.clause("TTR-16.7")
@pytest.mark.parametrize(("field", "value"), HARMS)
def test_a_saved_game_that_cannot_be_is_refused(field: str, value: Any) -> None:
    rules, state = saved()
    rules.read_state(json.dumps(state))
    state[field] = value
    with pytest.raises(Refused) as error:
        rules.read_state(json.dumps(state))
    assert error.value.reason.code == "bad_state"


@pytest.mark.clause("TTR-16.7")
@pytest.mark.parametrize("data", [b"", b"{}", b"[]", b"null", b"\xff", b"{" * 10])
def test_what_is_no_saved_game_is_refused(data: bytes) -> None:
    rules, _ = saved()
    with pytest.raises(Refused):
        rules.read_state(data)


@pytest.mark.clause("TTR-16.8")
def test_names_are_data() -> None:
    """A name is put into a sentence as it is: it is no message to translate and no place to fill."""
    odd = "{who} <b>{cards}</b> ../../etc"
    assert say(T("{who} goes first.", who=Who(0)), "en", [odd]) == f"{odd} goes first."
    assert say(T("{who} goes first.", who=Who(0)), "es", ["red"]).count("red") == 1
    # What a client sent comes back cut to a length.
    rules, table = turn()
    reason = refused(rules, table, 0, claim("x" * 5000, "B"))
    assert len(say(reason.text)) < 100
