"""Why a move was better: the sentence is made from two lines of play, and what it says is true of the states they lead to."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from boxcars.analysis import Analyst
from boxcars.analysis.action_comparison import ActionComparison
from boxcars.analysis.line_reasons import Change, LineEnd, changes, end_of_line, facts_function, sentence
from boxcars.bots import SeatView
from boxcars.core import registry
from boxcars.core.line_facts import Fact
from boxcars.core.messages import T, Text
from boxcars.locale import sayer
from tests.analysis.games import LIGHT, golden

SPIKE = "spike/golden/eastern_usa-3-heuristic.jsonl"
AGE_OF_STEAM = "age_of_steam/golden/rust_belt-3-heuristic.jsonl"
TRUE_VALUES: dict[str, dict[str, Callable[[Any, int], int]]] = {
    "spike": {
        "money ($)": lambda table, seat: table.players[seat].money,
        "rail cards in hand": lambda table, seat: sum(table.players[seat].hand),
        "cities in the network": lambda table, seat: len(table.players[seat].cities),
        "deliveries": lambda table, seat: len(table.players[seat].delivered),
        "goods on board": lambda table, seat: len(table.players[seat].cargo),
        "train upgrades": lambda table, seat: sum(table.players[seat].levels),
    },
    "age_of_steam": {
        "income": lambda table, seat: table.income[seat],
        "shares": lambda table, seat: table.shares[seat],
        "cash ($)": lambda table, seat: table.cash[seat],
        "locomotive level": lambda table, seat: table.locomotive[seat],
        "track in complete links": lambda table, seat: table.track.link_segments(seat),
    },
}
"""Read from the state, not by the function that the sentence asks."""


def fact(value: int) -> LineEnd:
    return LineEnd([[Fact("income", T("income"), value, 3.0)], [Fact("income", T("income"), 5, 3.0)]], False)


def test_only_sure_differences_are_named() -> None:
    assert changes([fact(9), fact(9)], [fact(6), fact(6)], 0) == [Change(0, T("income"), 9, 6, 9.0)]
    assert changes([fact(9), fact(1)], [fact(6), fact(3)], 0) == [], "once more, once less"
    assert changes([fact(6)], [fact(9)], 0) == [], "what is worse speaks against it"


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "It pays. By the end of the turn: income 9 instead of 6."),
        ("es", "It pays. Al final del turno: ingresos: 9 en vez de 6."),
        ("it", "It pays. Alla fine del turno: reddito: 9 invece di 6."),
    ],
)
def test_a_sentence_in_three_languages(lang: str, said: str) -> None:
    told = sentence(T("It pays."), [Change(0, T("income"), 9.0, 6.0, 9.0)], 0, "turn")
    assert sayer(lang, ["Ann", "Bob"])(told) == said


def test_a_rival_is_named() -> None:
    told = sentence(T("It pays."), [Change(1, T("income"), 3.0, 6.0, 9.0)], 0, "game")
    assert sayer("en", ["Ann", "Bob"])(told) == "It pays. By the end of the game: Bob: income 3 instead of 6."


@pytest.mark.parametrize("game", list(registry.games()))
def test_every_game_lists_facts(game: str) -> None:
    assert facts_function(game) is not None


def named_facts(why: Text) -> list[Text]:
    outcome = why.values.get("outcome")
    found = outcome.values["facts"] if isinstance(outcome, Text) else []
    assert isinstance(found, list)
    return found


@pytest.mark.parametrize("name", [SPIKE, AGE_OF_STEAM])
def test_what_a_verdict_says_is_true_of_the_states(name: str) -> None:
    """Each number is the mean over the states in which the two lines end, played here once more."""
    record = golden(name)
    rules: Any = record.rules()
    true_values = TRUE_VALUES[rules.game]
    analyst = Analyst(rules, LIGHT)
    luck = random.Random("why")
    checked = 0
    for ply, (_, position, _) in enumerate(record.replay()):
        if ply % 7 != 3 or rules.actor(position) < 0 or len(rules.legal(position)) < 2:
            continue
        state = rules.clone(position)
        seat, played = rules.actor(state), luck.choice(rules.legal(state))
        comparison = ActionComparison(analyst, SeatView(rules, state, seat), ply)
        rival = comparison.best_rival(rules.legal(state), played, [])
        if rival is None or comparison.compare(played, rival).loss < 0.05:
            continue
        why = comparison.why(played, rival)
        named = [one for one in named_facts(why) if "who" not in one.values]
        for one in named:
            label = one.values["name"]
            assert isinstance(label, Text)
            for action, said in ((rival, one.values["better"]), (played, one.values["played"])):
                ends = [end_state(comparison, action, place) for place in comparison.measured]
                assert round(sum(true_values[label.message](end, seat) for end in ends) / len(ends)) == said
        checked += bool(named)
        if checked >= 3:
            return
    pytest.fail("no verdict named a fact")


def end_state(comparison: ActionComparison, action: Any, place: int) -> Any:
    """Where the line ends in this world, by the rules alone: the same lookahead, a state of its own."""
    lookahead, world = comparison.lookahead, comparison.world(place)
    now, end = lookahead.current_round(world), lookahead.last_round(world, True)
    comparison.rules.apply(world, action)
    lookahead.play_on(
        world, comparison.view.seat, f"analysis:{comparison.ply}:{place}", now, end, lookahead.second_look_turns, True
    )
    assert end_of_line(comparison.rules, world).facts
    return world
