"""What a coach counts: income, what can still be borrowed, and what falls due."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boxcars.games.steam.types import SteamObservation

if TYPE_CHECKING:
    from boxcars.games.steam.rules import Steam


def facts(rules: Steam, seen: SteamObservation, seat: int) -> dict[str, int]:
    """``short``: dollars of this turn's expenses that nothing covers (Standard: that cost points or income); ``ruin``: no way to pay."""
    cash, income, points = seen.cash[seat], seen.income[seat], seen.points[seat]
    due = max(0, -income) + (seen.locomotive[seat] if rules.standard else 0)
    short = max(0, due - cash - max(0, income))
    steps = max(0, income - rules.income_min)
    rescue = rules.loan * (steps + points // rules.loan_points) if rules.lends_always else 2 * (points + steps)
    if rules.lends_always and rules.standard:
        rescue += 2 * (points % rules.loan_points)  # (STM-15.20)
    return {
        "turn": seen.turn,
        "left": seen.turns - seen.turn,
        "cash": cash,
        "income": income,
        "debt": -income,
        "due": due,
        "short": short,
        "ruin": int(short > rescue),
        "standard": int(rules.standard),
    }


def deed(rules: Steam, seen: SteamObservation, seat: int, action: object) -> dict[str, int]:
    return {}
