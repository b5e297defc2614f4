"""How the game ends and who wins (SIL-2, victory tables of SIL-19)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from boxcars.core.messages import T, Text
from boxcars.core.ranking import ranking
from boxcars.core.types import Outcome, ScoreLine
from boxcars.games.silverton.map import TURN_TRACK
from boxcars.games.silverton.state import Table

if TYPE_CHECKING:
    from boxcars.games.silverton.rules import Silverton

STANDSTILL: Final = 8
"""Turns beyond the track without a new highest total after which a game for money is over (SIL-2.12)."""

LAST_TURN: Final = 240
"""Ten times round the turn track: the end of a game that is played on until somebody wins and that nobody can win (SIL-2.13)."""

OVER: Final = 8
"""``state.phase`` of a finished game."""

GRADES: Final = {
    "decisive victory": T("Decisive victory"),
    "substantial victory": T("Substantial victory"),
    "marginal victory": T("Marginal victory"),
    "draw": T("Draw"),
    "marginal defeat": T("Marginal defeat"),
    "substantial defeat": T("Substantial defeat"),
    "decisive defeat": T("Decisive defeat"),
}


def ended(rules: Silverton, state: Table) -> bool:
    """Tested once per turn, after equipment purchases (SIL-2.7, 2.10, 2.12, 2.13, 19.21)."""
    if rules.last_turn and state.turn >= rules.last_turn:
        return True
    richest = max(player.cash for player in state.players)
    if rules.target and richest >= rules.target:
        return True
    if richest > state.peak or state.turn <= TURN_TRACK:
        state.peak, state.peak_turn = richest, state.turn
    if rules.until_won:
        return state.turn >= LAST_TURN
    return state.turn - state.peak_turn >= STANDSTILL


def grade(rules: Silverton, state: Table) -> Text | None:
    """Return the degree of victory of a solitaire scenario (SIL-19.2–19.8)."""
    scenario = rules.scenario
    if scenario is None:
        return None
    cash = state.players[0].cash
    for row in scenario.get("victory_by_money", ()):
        if cash >= row["money_from"] and (row.get("money_to") is None or cash <= row["money_to"]):
            return GRADES[row["result"]]
    table = scenario.get("victory", ())
    if not table:
        return None
    if cash >= rules.target:
        for row in table:
            last = row.get("turn_to")
            if "turn_from" in row and row["turn_from"] <= state.turn and (last is None or state.turn <= last):
                return GRADES[row["result"]]
    return GRADES[table[-1]["result"]]


def outcome(rules: Silverton, state: Table) -> Outcome | None:
    """Most cash wins; equal cash shares the victory (SIL-2.6, 2.9). Nothing else counts."""
    if state.phase != OVER:
        return None
    cash = [player.cash for player in state.players]
    return Outcome(cash, ranking(cash), [ScoreLine(T("Cash"), cash)], grade(rules, state))
