"""Games of Ticket to Ride before the oracle: everything that the log tells follows from the rules."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest

from boxcars.core import registry
from boxcars.games.ticket_to_ride.types import COLOURS, RouteClaimed
from tests.oracle import Deviation, listen
from tests.ticket_to_ride.oracle import TicketOracle

from ..scale import games as scaled


def cards(counts: list[int]) -> Counter[str]:
    return Counter({COLOURS[c]: n for c, n in enumerate(counts) if n})


def begin(rules: Any) -> Any:
    def start(state: Any, told: list[Any]) -> TicketOracle:
        hands = [cards(hand) for hand in state.hands]
        offers = [[rules.board.tickets[t].key for t in offer] for offer in state.offers]
        return TicketOracle(rules.players, hands, [COLOURS[c] for c in state.display], cards(state.discard), offers)

    return start


@pytest.mark.in_turn(2)
@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("kind", ["random", "heuristic"])
def test_the_oracle_agrees(kind: str) -> None:
    """100 games of each kind in a full run."""
    heard = 0
    for number in range(scaled(100, 8)):
        players = 2 + number % 4
        rules = registry.make("ticket_to_ride", None, players)
        heard += listen(rules, [kind] * players, f"oracle {kind} {number}", begin(rules))
    assert heard > 1000
    print(f"ticket_to_ride {kind}: {heard} actions")


def test_the_oracle_notices_what_cannot_be() -> None:
    def table() -> TicketOracle:
        return TicketOracle(2, [Counter({"red": 2}), Counter()], ["red", "blue", "green", "white", "black"], Counter(), [[], []])

    two = next(key for key, route in table().route.items() if route["length"] == 2 and route["colour"] == "grey")
    good = RouteClaimed(0, two, "red", 0, 2)
    for lie in ({"points": 3}, {"colour": "blue"}, {"locomotives": 1}, {"seat": 1}):
        trial = table()
        with pytest.raises(Deviation):
            trial.RouteClaimed(msgspec.structs.replace(good, **lie))
            trial.all_cards()
    oracle = table()
    oracle.RouteClaimed(good)
    oracle.all_cards()
    assert oracle.points == [2, 0] and oracle.longest(0) == 2
