"""What players are told of the others' turns and of the end of a turn, against the events of whole games.

Every event since one's own last action is in the recap exactly once, in a row of the seat that it is about. Every end of a turn
has a sheet with the income of each seat and every die. ``BOXCARS_FULL`` replays 30 games of each game.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from boxcars.bots import make_bot
from boxcars.core import record, registry
from boxcars.core.chance import Chance, seed_from
from boxcars.core.messages import Who
from boxcars.core.types import Event
from boxcars.games.age_of_steam import events as aos
from boxcars.games.silverton.events import PriceChanged
from boxcars.games.silverton.names import target
from boxcars.games.silverton.placing_events import PiecePlaced
from boxcars.games.steam.types import IncomeSettled
from boxcars.rail.actions import TrackLaid, TurnBegan
from boxcars.server.page import game_log, position_payload, tabletop_payload
from boxcars.server.table.table import Table
from tests.scale import FULL
from tests.server.inside import Inside
from tests.server.running import bring

pytestmark = [pytest.mark.slow, pytest.mark.timeout(7200 if FULL else 300)]

GAMES = 30 if FULL else 2


class Upto:
    """A table as it was after its first actions."""

    def __init__(self, table: Table, ply: int) -> None:
        self._table = table
        self.acts = table.acts[:ply]

    def __getattr__(self, name: str) -> Any:
        return getattr(self._table, name)


def games(game: str) -> Iterator[record.Record]:
    """Recorded games between bots that plan; in a full run also new ones."""
    golden = sorted((Path(__file__).parents[1] / game / "golden").glob("*-heuristic.jsonl"))
    random.Random(GAMES).shuffle(golden)
    for path in golden[:GAMES]:
        yield record.read(path.read_bytes())
    for n in range(GAMES - len(golden)):
        yield between_bots(game, n)


def between_bots(game: str, n: int) -> record.Record:
    counts = registry.game(game).maps[0].players
    rules = registry.make(game, players=counts[n % len(counts)])
    seed = seed_from(f"told {game} {n}")
    kept, state = record.Record(record.header(rules, seed)), rules.start(Chance(seed))
    bots = [make_bot("heuristic", rules, f"told {n} {seat}") for seat in range(rules.players)]
    while (seat := rules.actor(state)) >= 0:
        action = bots[seat].choose(rules, rules.observe(state, seat), rules.legal(state))
        rules.play(state, seat, action)
        kept.entries.append(record.Entry(seat, msgspec.Raw(rules.write(action))))
    return record.finish(kept, rules, state)


@pytest.fixture(scope="module")
def inside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with Inside(f"sqlite:///{tmp_path_factory.mktemp('told')}/tables.sqlite", limits=False) as server:
        yield server


def tables(inside: Inside, game: str) -> Iterator[Table]:
    for kept in games(game):
        seats = bring(inside.url, kept)
        yield inside.run(inside.hall.load_table(seats[0].table))


def owner_of(table: Table, apart: tuple[type[Event], ...], event: Event, who: int) -> int:
    """Whose event it is: by its seat; of money and track there is nothing else that could say so."""
    if isinstance(event, apart):
        return -1
    named = table.rules.tell(event).values.get("who")
    return int(getattr(event, "seat", named.seat if isinstance(named, Who) else who))


def sentences(table: Table, events: list[Event], say: Any) -> list[str]:
    return [say(table.rules.tell(event)) for event in events]


@pytest.mark.parametrize("game", list(registry.games()))
def test_every_event_is_in_the_recap_once_with_its_owner(inside: Inside, game: str) -> None:
    checked = 0
    for table in tables(inside, game):
        board = position_payload.board_for(table, "en")
        turns = [i for i in range(1, len(table.acts)) if table.acts[i].seat != table.acts[i - 1].seat]
        for ply in turns if FULL else turns[:: max(1, len(turns) // 60)]:
            seat = table.acts[ply].seat
            past: Any = Upto(table, ply)
            seen = table.rules.observe(table.state, seat)
            expected: list[tuple[int, list[Event]]] = []
            for who, entries in tabletop_payload.moves_since(past, seat):
                rows: dict[int, list[Event]] = {}
                for entry in entries:
                    for event in game_log.retold_events(table, entry, seat):
                        rows.setdefault(owner_of(table, board.apart, event, who), []).append(event)
                expected += rows.items()
            told: list[Any] = tabletop_payload.recap_payload(past, board, seen, seat)
            assert [row["seat"] for row in told] == [who for who, _ in expected]
            for row, (_, events) in zip(told, expected, strict=True):
                said = sentences(table, events, board.say)
                if "parts" in row:
                    assert [part["text"] for part in row["parts"]] == said
                else:
                    assert len(events) == 1 or row["text"] == " ".join(said)
                if row["seat"] >= 0 and (laid := [event for event in events if isinstance(event, TrackLaid)]):
                    counts = re.findall(r"(\d+) tiles? for \$(\d+)", row["text"])
                    assert counts == [(str(len(laid)), str(sum(e.paid for e in laid)))] or row["text"].startswith(said[0])
                if game == "silverton" and any(word in row["text"] for word in ("surveyors", "prospectors")):
                    for event in events:
                        if isinstance(event, PiecePlaced):
                            assert board.say(target(table.rules, event.target)) in row["text"]  # type: ignore[arg-type]
                checked += len(events)
    assert checked > 100


def sheets(table: Table, seat: int | None) -> Iterator[tuple[int, dict[str, Any]]]:
    board = position_payload.board_for(table, "en")
    seen = table.rules.observe(table.state, seat)
    for i, entry in enumerate(table.acts):
        found = msgspec.json.decode(tabletop_payload._turn_summary(table, board, seen, seat, entry))
        if found is not None:
            yield i, found


def amounts(text: str) -> int:
    return int(re.sub(r"[^\d]", "", text) or 0)


def test_every_turn_of_age_of_steam_ends_with_its_income_and_all_its_dice(inside: Inside) -> None:
    produced = ends = 0
    for table in tables(inside, "age_of_steam"):
        told = dict(sheets(table, 0))
        earned: aos.IncomeCollected | None = None
        paid: aos.ExpensesPaid | None = None
        reduced: aos.IncomeReduced | None = None
        dice: list[int] = []
        placed = 0
        for i, entry in enumerate(table.acts):
            over = False
            for event in game_log.retold_events(table, entry, 0):
                if isinstance(event, aos.IncomeCollected):
                    earned = event
                elif isinstance(event, aos.ExpensesPaid):
                    paid = event
                elif isinstance(event, aos.IncomeReduced):
                    reduced = event
                elif isinstance(event, aos.GoodsGrown):
                    dice += event.dice
                elif isinstance(event, aos.GoodsPlaced):
                    placed += 1
                over = over or (isinstance(event, TurnBegan) and event.turn > 1) or isinstance(event, aos.GameEnded)
            if over and earned is not None and paid is not None:
                grids = {grid.get("title"): grid["rows"] for grid in told[i].get("tables", [])}
                for row in grids["Income and expenses"]:
                    seat, cells = row["seat"], row["cells"]
                    assert amounts(cells[2]) == earned.amounts[seat] and amounts(cells[5]) == paid.cash[seat]
                    if reduced is not None:
                        assert amounts(cells[6]) == paid.lost[seat] + reduced.amounts[seat]
                assert [die["value"] for die in told[i].get("dice", [])] == dice
                assert len(grids.get("Production", [])) == placed
                produced += placed > 0
                ends += 1
                earned, paid, reduced, dice, placed = None, None, None, [], 0
    assert ends > 5 and produced


def test_every_turn_of_steam_ends_with_the_income_of_each_seat(inside: Inside) -> None:
    for table in tables(inside, "steam"):
        told = dict(sheets(table, 0))
        for i, entry in enumerate(table.acts):
            settled = [event for event in game_log.retold_events(table, entry, 0) if isinstance(event, IncomeSettled)]
            if settled:
                rows = told[i]["tables"][0]["rows"]
                assert [row["seat"] for row in rows] == [event.seat for event in settled]
                assert [amounts(row["cells"][-1]) for row in rows] == [event.cash for event in settled]


def test_every_price_of_silverton_is_on_a_sheet(inside: Inside) -> None:
    found = 0
    for table in tables(inside, "silverton"):
        told = dict(sheets(table, 0))
        for i, entry in enumerate(table.acts):
            changed = [
                event
                for event in game_log.retold_events(table, entry, 0)
                if isinstance(event, PriceChanged) and event.old_box >= 0
            ]
            if changed:
                papers = told[i]["papers"]
                assert len(papers) == len(changed)
                for paper, event in zip(papers, changed, strict=True):
                    assert f"${event.new}" in " ".join(paper["words"])
                found += len(changed)
    assert found
