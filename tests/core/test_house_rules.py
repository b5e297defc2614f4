"""A house rule added to Ticket to Ride: what environments and page offer follows the rules, not a copy of them.

Each house rule is an option of the game, as a contributor would add it, with a chapter of its own. The suite of the contract
must hold with it, and it must fail if a fast encoder goes on stating the printed rules.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from boxcars.core import conformance, registry
from boxcars.core.chance import Chance, seed_from
from boxcars.core.game import Chapter
from boxcars.core.messages import T
from boxcars.core.registry import Option
from boxcars.core.types import Event, Reason
from boxcars.envs.encoding import Coding
from boxcars.games.ticket_to_ride.ai import encoding, fast_encoding
from boxcars.games.ticket_to_ride.rules import TicketToRide
from boxcars.games.ticket_to_ride.take_turn import Turn
from boxcars.games.ticket_to_ride.train_cards import SecondDraw, draws
from boxcars.games.ticket_to_ride.types import ClaimRoute, DrawSecondCard, TakeCard, TakeTurn

from ..scale import games as scaled
from .test_conformance import checks_of

FREE, DEAR = "free_second_card", "pure_short_routes"


class FreeSecondDraw(Chapter[Any]):
    """House rule: a face-up locomotive may be the second card, too."""

    verbs = SecondDraw.verbs

    def __init__(self) -> None:
        self.printed = SecondDraw()

    def legal(self, rules: Any, state: Any, step: Any) -> list[Any]:
        return list(draws(state, second=False))

    def refuse(self, rules: Any, state: Any, step: Any, action: Any) -> Reason | None:
        reason = self.printed.refuse(rules, state, step, action)
        return None if reason is not None and reason.code == "locomotive_not_allowed" else reason

    def apply(self, rules: Any, state: Any, step: Any, action: Any, events: list[Event]) -> None:
        self.printed.apply(rules, state, step, action, events)


class PureShortRoutes(Chapter[Any]):
    """House rule: no locomotive pays for a route of one or two spaces."""

    verbs = Turn.verbs

    def __init__(self) -> None:
        self.printed = Turn()

    def allowed(self, rules: Any, action: Any) -> bool:
        if not isinstance(action, ClaimRoute):
            return True
        return action.locomotives == 0 or rules.board.length[rules.board.route_id.get(action.route, 0)] > 2

    def legal(self, rules: Any, state: Any, step: Any) -> list[Any]:
        return [action for action in self.printed.legal(rules, state, step) if self.allowed(rules, action)]

    def refuse(self, rules: Any, state: Any, step: Any, action: Any) -> Reason | None:
        reason = self.printed.refuse(rules, state, step, action)
        if reason is None and not self.allowed(rules, action):
            return Reason("bad_payment", "", T("Locomotives do not pay for short routes here."))
        return reason

    def apply(self, rules: Any, state: Any, step: Any, action: Any, events: list[Event]) -> None:
        self.printed.apply(rules, state, step, action, events)


def house_rules(map: str, players: int, options: dict[str, Any]) -> TicketToRide:
    rules = TicketToRide(map, players, options)
    if options[FREE]:
        rules.chapters = {**rules.chapters, DrawSecondCard: FreeSecondDraw()}
    if options[DEAR]:
        rules.chapters = {**rules.chapters, TakeTurn: PureShortRoutes()}
    return rules


@pytest.fixture(autouse=True)
def house(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Ticket to Ride with two more options, for this test."""
    printed = registry.game("ticket_to_ride")
    more = [Option(key=key, kind="switch", default=False, name=T("House rule"), help=T("House rule")) for key in (FREE, DEAR)]
    known = dict(registry.games())
    known["ticket_to_ride"] = msgspec.structs.replace(printed, options=[*printed.options, *more], rules=house_rules)
    monkeypatch.setattr(registry, "games", lambda: known)
    yield


def check(option: str, players: int, games: int) -> conformance.Report:
    rules = registry.make("ticket_to_ride", "usa", players, {option: True})
    return conformance.check(rules, games=games, seed=option, depth=29, checks=checks_of(rules))


@pytest.mark.parametrize("option", [FREE, DEAR])
@pytest.mark.parametrize("players", [2, 4])
def test_environments_and_page_follow_a_house_rule(option: str, players: int) -> None:
    assert check(option, players, 1).decisions > 50


@pytest.mark.slow
@pytest.mark.parametrize("option", [FREE, DEAR])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_environments_and_page_follow_a_house_rule_at_length(option: str, players: int) -> None:
    many = scaled(60, 4)
    assert check(option, players, many).games == many


@pytest.mark.parametrize(("option", "law"), [(FREE, "the action mask offers what is legal"), (DEAR, "is legal|a legal action")])
def test_an_encoder_that_states_the_printed_rules_is_found(option: str, law: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The fast encoder, used in spite of the option, breaks the contract."""

    def printed_rules_only(rules: Any, layout: Any, codes: dict[str, int]) -> fast_encoding.FastEncoder:
        return fast_encoding.FastEncoder(rules, {field.name: field.at for field in layout.fields}, codes)

    monkeypatch.setattr(encoding, "fast_encoder", printed_rules_only)
    with pytest.raises(conformance.Violation, match=law):
        check(option, 2, 4)


def test_the_fast_encoder_is_used_for_the_printed_rules_only() -> None:
    """Also with the option of the starting seat, which changes no legal action (tests/envs/test_fast_encoding.py)."""
    assert Coding(registry.make("ticket_to_ride", "usa", 3)).fast_encoder is not None
    assert Coding(registry.make("ticket_to_ride", "usa", 3, {"starting_seat": 2})).fast_encoder is not None
    for option in (FREE, DEAR):
        assert Coding(registry.make("ticket_to_ride", "usa", 3, {option: True})).fast_encoder is None


def test_a_chapter_that_was_replaced_switches_the_fast_encoder_off() -> None:
    """Without an option, too: the encoder looks at the rules, not at the name of a game."""
    rules = registry.make("ticket_to_ride", "usa", 3)
    rules.chapters = {**rules.chapters, DrawSecondCard: FreeSecondDraw()}
    assert Coding(rules).fast_encoder is None


def test_the_house_rule_is_met_in_play() -> None:
    """Positions where the rules differ come up in random games: else the other tests would show nothing."""
    rules = registry.make("ticket_to_ride", "usa", 2, {FREE: True})
    chance, met = random.Random(1), 0
    state = rules.start(Chance(seed_from("met")))
    while rules.actor(state) >= 0:
        legal = rules.legal(state)
        met += isinstance(state.agenda[-1], DrawSecondCard) and TakeCard("locomotive") in legal
        rules.apply(state, chance.choice(legal))
    assert met >= 3
