"""How a game ended for each seat, and whether it counts for ratings.

A game counts if its host wanted it to and it began at the beginning, with the usual options on one of the game's own maps,
between at least two seats of which no two share a screen. It is played unaided and is final: while it runs there is no advice,
and nothing that somebody may have learned from is taken back. It counts for the cards that held their seats at the start; a
seat that a card takes later stays a guest's. Whoever left (by the clock, by the others' vote, by giving up) is last, behind all
who stayed, whatever the bot then does. Whoever lent the seat to a bot for a tenth of its decisions or more can only lose by the
game, and the others are rated among themselves. Nobody ends such a game alone: a game that is being lost would not count.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from boxcars.core import codec, map_loader, registry
from boxcars.core.messages import T, Text
from boxcars.locale import former_messages
from boxcars.server.store import former_boards
from boxcars.server.table.documents import Doc, Entry

if TYPE_CHECKING:
    from boxcars.server.table.table import Table

LEFT = ("clock", "vote", "resigned")
LENT = 0.1
"""The greatest share of a seat's decisions that a bot may take in a rated game."""
HANDED = {
    "owner": T("{who} lets a bot play."),
    "vote": T("The others give {who}'s seat to a bot."),
    "clock": T("{who} has run out of time. A bot takes over."),
    "resigned": T("{who} resigns. A bot takes over."),
}
TAKEN_BACK = T("{who} is playing again.")
"""The text of journal entries of a seat that a bot plays for a while."""


@dataclass(frozen=True)
class SeatResult:
    seat: int
    name: str
    bot: str
    rank: int
    score: int
    share: float
    part: str
    """"played", "left", "lent" (to a bot, for too long), or "late" (a card took the seat after the start)."""


@dataclass(frozen=True)
class GameResult:
    game: str
    map: str
    why: str
    """Why the game is not rated; "": it is."""
    seats: list[SeatResult]


def result_of(table: Table, doc: Doc, late: bool = False) -> GameResult | None:
    """Return the result of a finished table. ``late``: it was finished before any profile had a seat."""
    outcome = doc.outcome
    if outcome is None or table.setup.origin or table.setup.start:
        return None
    whole = sum(max(0, score) for score in outcome.scores)
    lent = _bot_shares(table)
    parts = [_part_of_seat(doc, i, lent) for i in range(len(doc.seats))]
    ranks = _rank_parts(list(outcome.ranks), parts)
    parts = ["late" if seat.late else part for seat, part in zip(doc.seats, parts, strict=True)]
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
    return GameResult(table.setup.game, table.setup.map, "late" if late else why_not(table, doc), seats)


def _rank_parts(ranks: list[int], parts: list[str]) -> list[int]:
    """Return ranks in which seats that left are last, all on the same rank."""
    stayed = [rank for rank, part in zip(ranks, parts, strict=True) if part != "left"]
    last = len(stayed) + 1
    return [
        last if part == "left" else 1 + sum(other < rank for other in stayed) for rank, part in zip(ranks, parts, strict=True)
    ]


def _part_of_seat(doc: Doc, seat: int, lent: dict[int, float]) -> str:
    held = doc.seats[seat]
    if held.kind != "person":
        return "played"
    if held.handed in LEFT:
        return "left"
    return "lent" if lent.get(seat, 0.0) >= LENT else "played"


def _bot_shares(table: Table) -> dict[int, float]:
    """Return by seat the share of its decisions that a bot took, undone ones included."""
    by_bot: set[int] = set()
    all: dict[int, int] = {}
    bots: dict[int, int] = {}
    for entry in table.journal:
        if entry.kind == "act":
            all[entry.seat] = all.get(entry.seat, 0) + 1
            bots[entry.seat] = bots.get(entry.seat, 0) + (entry.seat in by_bot)
        elif entry.kind == "note" and entry.body:
            said = _message_of_entry(entry.body)
            if said in {text.message for text in HANDED.values()}:
                by_bot.add(entry.seat)
            elif said == TAKEN_BACK.message:
                by_bot.discard(entry.seat)
    return {seat: bots[seat] / count for seat, count in all.items()}


def _message_of_entry(body: bytes) -> str:
    try:
        told: Text = codec.decoder(Text).decode(body)
        return former_messages().get(told.message, told.message)
    except msgspec.MsgspecError:
        return ""


def why_not(table: Table, doc: Doc) -> str:
    """Return why the game does not count for ratings, as a code; "": it does."""
    if not doc.rated:
        return "unrated"
    if table.setup.outcomes is not None:
        return "import"
    if len(doc.seats) < 2:
        return "alone"
    if doc.hot_seat:
        return "hot_seat"
    if map_loader.is_own(table.setup.map) and not former_boards.is_former_board(table.setup.map):
        return "map"
    usual = {option.key: option.default for option in registry.game(table.setup.game).options}
    if any(usual.get(key) != value for key, value in table.setup.options.items()):
        return "options"
    if _took_back(table):
        return "undo"
    held = [seat for seat in doc.seats if seat.herald]
    return "late" if held and all(seat.late for seat in held) else ""


def _took_back(table: Table) -> bool:
    """Return whether something was undone that others had seen or answered (possible in old games)."""
    acts: list[Entry] = []
    for entry in table.journal if table.undone else ():
        if entry.kind == "act":
            acts.append(entry)
        elif entry.kind == "undo":
            if any(act.reveals or act.seat != entry.seat for act in acts[entry.ply :]):
                return True
            acts = acts[: entry.ply]
    return False


def counts_for_rating(table: Table) -> bool:
    """Return whether a game is being played that counts for somebody's rating."""
    doc = table.doc
    return doc.status == "playing" and any(seat.herald for seat in doc.seats) and not why_not(table, doc)
