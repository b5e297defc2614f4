"""What a coach counts: cash, income and what falls due at the end of the turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boxcars.games.age_of_steam.observation import AgeOfSteamObservation
from boxcars.games.age_of_steam.rules import TILE_PLAYS
from boxcars.rail.actions import Bid

if TYPE_CHECKING:
    from boxcars.games.age_of_steam.rules import AgeOfSteam


def facts(rules: AgeOfSteam, seen: AgeOfSteamObservation, seat: int) -> dict[str, int]:
    """``more_tiles``: tiles that Engineer adds; ``must_finish``: whether links may not stay open; ``short``: dollars of this turn's expenses that cash and income do not cover; ``out``: so many that the game is lost."""
    cash, income = seen.cash[seat], seen.income[seat]
    due = seen.shares[seat] + seen.locomotive[seat]
    short = max(0, due - cash - income)
    return {
        "turn": seen.turn,
        "left": seen.turns - seen.turn,
        "cash": cash,
        "income": income,
        "due": due,
        "short": short,
        "out": int(short > income),
        "locomotive": seen.locomotive[seat],
        "more_tiles": rules.engineer_tiles - TILE_PLAYS,
        "must_finish": int(rules.must_finish),
    }


def deed(rules: AgeOfSteam, seen: AgeOfSteamObservation, seat: int, action: object) -> dict[str, int]:
    """Return of a bid, what is ``kept`` if it wins."""
    return {"kept": seen.cash[seat] - action.amount} if isinstance(action, Bid) else {}
