"""The drawn board: names keep clear of every space, pictures tell who owns what, ghosts show what a claim would be."""

from __future__ import annotations

import math

from boxcars.core import registry
from boxcars.core.chance import Chance
from boxcars.games.ticket_to_ride.types import CardTaken, ClaimRoute, DisplayFlushed, KeepTickets, RouteClaimed
from boxcars.games.ticket_to_ride.ui.board import TicketToRideBoard
from boxcars.games.ticket_to_ride.ui.layout import layout
from boxcars.view import drawing_kit
from boxcars.view.svg_export import plain
from boxcars.view.svg_helpers import text_width


def make() -> TicketToRideBoard:
    return TicketToRideBoard(registry.make("ticket_to_ride", players=2), plain)  # type: ignore[arg-type]


def test_no_name_touches_a_car_or_another_name() -> None:
    laid, board = layout(), make()
    boxes = {}
    for city in board.printed.cities:
        x, y = laid.labels[city.key]
        w = text_width(city.name, 21)
        boxes[city.key] = (x - w / 2, y - 16, x + w / 2, y + 3)
    for key, route in laid.routes.items():
        for x, y, turn in route.spaces:
            c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
            for along in range(-10, 11):
                for across in (-10.0, 0.0, 10.0):
                    px = x + c * route.length / 20 * along - s * across
                    py = y + s * route.length / 20 * along + c * across
                    for city_key, b in boxes.items():
                        inside = b[0] < px < b[2] and b[1] < py < b[3]
                        assert not inside, f"the name of {city_key} covers {key}"
    names = list(boxes.values())
    for i, a in enumerate(names):
        for b in names[:i]:
            assert not (a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3])


def test_cities_lie_near_their_true_places() -> None:
    """Nudged, but a map still: the north is up and the east is right."""
    at = layout().cities
    assert at["seattle"][0] < at["denver"][0] < at["chicago"][0] < at["boston"][0]
    assert at["winnipeg"][1] < at["omaha"][1] < at["dallas"][1] < at["houston"][1]


def test_a_claim_is_drawn_previewed_and_marked() -> None:
    board = make()
    rules = board.rules
    state = rules.start(Chance("board" * 8))
    while not any(isinstance(a, ClaimRoute) for a in rules.legal(state)):
        rules.apply(state, rules.legal(state)[0])
    claim = next(a for a in rules.legal(state) if isinstance(a, ClaimRoute))
    seat = rules.actor(state)
    before = rules.observe(state, seat)
    assert f'id="train-{claim.route}"' not in board.draw_pieces(before)
    assert f"f{seat + 1}" in board.draw_preview(before, claim)
    events = rules.apply(state, claim)
    assert board.changed_targets(events) == [f"route:{claim.route}"]
    assert any(isinstance(e, RouteClaimed) for e in events)
    assert f'id="train-{claim.route}"' in board.draw_pieces(rules.observe(state, None))
    assert any(
        "owns" in plain(line) and "no route" not in plain(line) for line in board.describe_position(rules.observe(state, None))
    )


def test_tickets_one_would_keep_are_drawn_from_city_to_city() -> None:
    board = make()
    rules = board.rules
    state = rules.start(Chance("board" * 8))
    seen = rules.observe(state, rules.actor(state))
    for keep in rules.legal(state):
        assert isinstance(keep, KeepTickets)
        ghost = board.draw_preview(seen, keep)
        assert ghost.count('class="pin-line"') == len(keep.tickets)
        for key in keep.tickets:
            for city in board.printed.tickets[board.printed.ticket_id[key]].ends:
                x, y = board.layout.cities[board.printed.cities[city].key]
                assert f"{drawing_kit.n(x)},{drawing_kit.n(y)}" in ghost


def test_a_spectator_sees_no_hand_and_no_tickets() -> None:
    board = make()
    state = board.rules.start(Chance("board" * 8))
    own = {panel.key for panel in board.side_panels(board.rules.observe(state, 0))}
    theirs = {panel.key for panel in board.side_panels(board.rules.observe(state, None))}
    assert {"hand", "offer"} <= own
    assert theirs == {"display", "worth", "discards"}


def test_what_lies_round_the_board_is_the_readers_own() -> None:
    board = make()
    rules = board.rules
    state = rules.start(Chance("board" * 8))
    actor = rules.actor(state)
    seen = rules.observe(state, actor)
    trays = {tray.key: tray for tray in board.item_trays(seen)}
    pick = board.choice_switches(seen)
    assert pick is not None and (pick.least, pick.most) == (2, 3)
    assert [item.target for item in trays["offer"].items] == pick.of
    for keep in rules.legal(state):
        mark = board.action_mark(seen, keep)
        assert mark is not None and set(mark.picks) <= set(pick.of) and len(mark.picks) >= pick.least
    assert {tray.key for tray in board.item_trays(rules.observe(state, None))} == {"display"}
    faces = board.draw_symbols()
    for tray in trays.values():
        for item in tray.items:
            assert item.face.startswith("<") or f'id="{item.face}"' in faces


def test_a_recap_says_why_five_cards_were_discarded() -> None:
    board = make()
    taken = CardTaken(1, "red", 0, "locomotive")
    told = [board.recap_row(None, events) for events in ([taken], [taken, DisplayFlushed(["red"] * 5)])]  # type: ignore[arg-type]
    one, other = (plain(found.text) for found in told if found is not None)
    assert "locomotives" not in one and other.startswith(one) and "three face-up locomotives" in other


def test_a_payment_names_the_cards_of_the_hand() -> None:
    board = make()
    rules = board.rules
    state = rules.start(Chance("board" * 8))
    while not any(isinstance(action, ClaimRoute) for action in rules.legal(state)):
        rules.apply(state, rules.legal(state)[0])
    seen = rules.observe(state, rules.actor(state))
    hand = next(tray for tray in board.item_trays(seen) if tray.place == "hand")
    counts = {item.face: item.count or 0 for item in hand.items}
    for claim in rules.legal(state):
        if isinstance(claim, ClaimRoute):
            mark = board.action_mark(seen, claim)
            assert mark is not None and sum(n for _, n in mark.cost) == rules.board.length[rules.board.route_id[claim.route]]
            assert all(counts[face] >= n for face, n in mark.cost)
