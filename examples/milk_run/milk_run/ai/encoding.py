"""Milk Run as numbers, for learning environments: the vocabulary of targets and the layout of an observation."""

from __future__ import annotations

from typing import Any

from boxcars.core.field_encoding import Number, Numbers, Owners, SeatNumbers
from boxcars.core.field_encoding import Seat as SeatOf
from boxcars.core.observation_encoding import Field, Layout
from milk_run.rules import CARDS, COSTS
from milk_run.types import Seen, TakeTurn


def targets(rules: Any) -> list[str]:
    """Return every target of every action: one code each."""
    return [*(f"section:{i}" for i in range(len(COSTS))), "deck", "do:pass"]


def layout(rules: Any) -> Layout:
    n = rules.players
    return Layout(
        n,
        Seen,
        [
            Field("hand", Numbers(3, CARDS), "own cards by value"),
            Field("cards", SeatNumbers(n, CARDS), "number of cards in each hand"),
            Field("owner", Owners(len(COSTS), n), "who owns each section"),
            Field("deck", Number(3 * CARDS), "number of cards in the deck"),
            Field("actor", SeatOf(n), "who is to act"),
            Field("passes", Number(n), "how many seats in a row have passed"),
        ],
        derived={"agenda": lambda found: [TakeTurn(found["actor"])] if found["actor"] >= 0 else []},
        own=("hand",),
    )
