"""How a game ended for each seat, and whether it counts for ratings.

A game counts if its host wanted it to and it began at the beginning, with the usual options, between at least two seats of
which no two share a screen. Whoever left (by the clock, by the others' vote, by giving up) is last, behind all who stayed,
whatever the bot then does. Whoever lent the seat to a bot for more than a tenth of its decisions is left out, and the others
are rated among themselves.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from boxcars.core import registry, wire
from boxcars.core.words import T, Text
from boxcars.server.table.documents import Doc

if TYPE_CHECKING:
    from boxcars.server.table.table import Table

LEFT = ("clock", "vote", "resigned")
LENT = 0.1
"""The share of a seat's decisions that a bot may take for it."""
HANDED = {
    "owner": T("{who} hands the seat to a bot."),
    "vote": T("The others hand the seat of {who} to a bot."),
    "clock": T("{who} has run out of time; a bot plays on."),
    "resigned": T("{who} resigns; a bot plays on."),
}
TAKEN_BACK = T("{who} takes the seat back.")
"""What the journal says of a seat that a bot plays for a while."""


@dataclass(frozen=True)
class SeatResult:
    seat: int
    name: str
    bot: str
    rank: int
    score: int
    share: float
    part: str
    """"played", "left", or "lent" (to a bot, for too long)."""


@dataclass(frozen=True)
class GameResult:
    game: str
    map: str
    why: str
    """Why the game does not count; "": it does."""
    seats: list[SeatResult]


def result_of(table: Table, doc: Doc, late: bool = False) -> GameResult | None:
    """The result of a table that is over. ``late``: it was over before anybody had a card there."""
    outcome = doc.outcome
    if outcome is None or table.setup.origin or table.setup.start:
        return None
    whole = sum(max(0, score) for score in outcome.scores)
    lent = _lent(table)
    parts = [_part(doc, i, lent) for i in range(len(doc.seats))]
    ranks = _ranks(list(outcome.ranks), parts)
    seats = [
        SeatResult(
            seat=i,
            name=seat.name,
            bot=seat.level if seat.kind == "bot" else "",
            rank=ranks[i],
            score=outcome.scores[i],
            share=max(0, outcome.scores[i]) / whole if whole else 0.0,
            part=parts[i],
        )
        for i, seat in enumerate(doc.seats)
    ]
    return GameResult(table.setup.game, table.setup.map, "late" if late else _why_not(table, doc), seats)


def _ranks(ranks: list[int], parts: list[str]) -> list[int]:
    """Whoever left is last, and all of them together."""
    stayed = [rank for rank, part in zip(ranks, parts, strict=True) if part != "left"]
    last = len(stayed) + 1
    return [
        last if part == "left" else 1 + sum(other < rank for other in stayed) for rank, part in zip(ranks, parts, strict=True)
    ]


def _part(doc: Doc, seat: int, lent: dict[int, float]) -> str:
    held = doc.seats[seat]
    if held.kind != "person":
        return "played"
    if held.handed in LEFT:
        return "left"
    return "lent" if lent.get(seat, 0.0) >= LENT else "played"


def _lent(table: Table) -> dict[int, float]:
    """By seat: the share of its decisions that a bot took, from the journal (what was taken back counts as well)."""
    by_bot: set[int] = set()
    all: dict[int, int] = {}
    bots: dict[int, int] = {}
    for entry in table.journal:
        if entry.kind == "act":
            all[entry.seat] = all.get(entry.seat, 0) + 1
            bots[entry.seat] = bots.get(entry.seat, 0) + (entry.seat in by_bot)
        elif entry.kind == "note" and entry.body:
            said = _message(entry.body)
            if said in {text.message for text in HANDED.values()}:
                by_bot.add(entry.seat)
            elif said == TAKEN_BACK.message:
                by_bot.discard(entry.seat)
    return {seat: bots[seat] / count for seat, count in all.items()}


def _message(body: bytes) -> str:
    try:
        told: Text = wire.decoder(Text).decode(body)
        return told.message
    except msgspec.MsgspecError:
        return ""


def _why_not(table: Table, doc: Doc) -> str:
    if not doc.rated:
        return "unrated"
    if table.setup.outcomes is not None:
        return "import"
    if len(doc.seats) < 2:
        return "alone"
    if doc.hot_seat:
        return "hot_seat"
    usual = {option.key: option.default for option in registry.game(table.setup.game).options}
    if any(usual.get(key) != value for key, value in table.setup.options.items()):
        return "options"
    return ""
