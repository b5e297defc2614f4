"""A click on something that cannot be done is answered with the rule's own reason, whatever was clicked."""

from __future__ import annotations

import re
from html import unescape

import pytest

from boxcars.bots import SeatView, make_bot
from boxcars.core import registry
from boxcars.core.chance import Chance
from boxcars.server.page import position_payload
from boxcars.server.table.documents import Doc, Seat, Setup
from boxcars.server.table.table import Table

EXPECTED = {
    "age_of_steam": {"not_connected", "not_yours", "not_buildable", "no_track", "too_far", "action_taken"},
    "steam": {"not_connected", "not_yours", "not_buildable", "no_link", "too_few_own_links", "tile_taken"},
    "silverton": {"not_connected", "occupied", "no_right", "no_route", "not_owner"},
    "spike": {"line_not_connected", "line_no_new_city", "pay_not_held", "not_in_transit"},
    "ticket_to_ride": {"cards_not_in_hand", "route_taken", "locomotive_not_allowed"},
}
"""Some reasons that a newcomer's clicks must meet."""


def drawn(table: Table, seat: int) -> set[str]:
    """Everything on the screen that can be clicked."""
    board = position_payload.board_for(table, "en")
    seen = table.rules.observe(table.state, seat)
    svg = board.draw_ground() + board.draw_pieces(seen) + "".join(panel.svg for panel in board.side_panels(seen))
    return {unescape(found) for found in re.findall(r'data-target="([^"]+)"', svg)}


@pytest.mark.parametrize("game", list(registry.games()))
def test_every_click_that_is_not_legal_is_answered_with_a_reason(game: str) -> None:
    rules = registry.make(game)
    seats = [Seat(kind="person", name=name) for name in "ABCDEF"[: rules.players]]
    setup = Setup(game=game, map=rules.map, players=rules.players, options=rules.options, seed="reasons")
    state = rules.start(Chance("reasons"))
    table = Table("t", setup, rules, Doc(status="playing", seats=seats), state, 0, 0, 0.0, 0.0)
    bots = [make_bot("heuristic", rules, str(seat)) for seat in range(rules.players)]
    codes: set[str] = set()
    for ply in range(120):
        seat = rules.actor(state)
        if seat < 0:
            break
        legal = {target for action in rules.legal(state) for target in action.path()}
        if ply % 6 == 0:
            table.memo.clear()
            for target in drawn(table, seat) - legal:
                reason = position_payload.reason_for(table, seat, [target])
                codes.add(reason.code)
                assert reason.clause or reason.code in ("wrong_phase", "not_now"), (target, reason)
                assert not (reason.code == "unknown_id" and "There is no" in reason.text.message), (target, reason)
        rules.play(state, seat, bots[seat].choose(SeatView(rules, state, seat)))
    assert codes >= EXPECTED.get(game, set())
