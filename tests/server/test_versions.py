"""A game whose rules changed while it was played: its history is what was played, never a replay under other rules."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from boxcars.core import registry
from boxcars.core.chance import Chance
from boxcars.core.game import Refused
from boxcars.core.record import Record, read
from boxcars.games.ticket_to_ride.rules import TicketToRide
from boxcars.server.jobs.worker_pool import Workers
from boxcars.server.jobs.worker_tasks import past_of, score_history
from boxcars.server.metrics import Metrics
from boxcars.server.page import game_log
from boxcars.server.store.store import Store
from boxcars.server.store.verify import verify_store
from boxcars.server.table import commands, records, votes
from boxcars.server.table import table as tables
from boxcars.server.table.table import Table, from_row
from boxcars.server.table.table_manager import TableManager
from tests.server.test_store import settled


class Later(TicketToRide):
    """The next version of the rules: drawing from the deck draws something else, so that no old game replays to the same."""

    version = TicketToRide.version + 1

    def apply(self, state: Any, action: Any) -> list[Any]:
        state.chance.counters["deck"] = state.chance.counters.get("deck", 0) + 8
        return super().apply(state, action)

    def start(self, chance: Chance, events: list[Any] | None = None) -> Any:
        chance.counters["deck"] = 8
        return super().start(chance, events)


def forget_rules() -> None:
    """Rules are made once and kept: make them anew."""
    tables._cached_rules.cache_clear()
    tables._checked_rules.cache_clear()


@pytest.fixture
def upgrade(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Call it: from then on Ticket to Ride is at its next version."""

    def go() -> None:
        forget_rules()
        make = registry.make

        def later(game: str, *args: Any, **more: Any) -> Any:
            made = make(game, *args, **more)
            made.__class__ = Later
            return made

        monkeypatch.setattr(registry, "make", later)

    yield go
    monkeypatch.undo()
    forget_rules()


def reload(store: Store, id: str) -> Table:
    found = store.load_table(id)
    assert found is not None
    return from_row(*found)


def crossed(store: Store, upgrade: Any, before: int = 30, after: int = 10) -> tuple[Table, list[bytes]]:
    """A running game that was upgraded after some actions; and every position as it was when it was played."""
    old = settled(store, before)
    played = [old.rules.write(old.position_at(ply, store)) for ply in range(before + 1)]
    upgrade()

    async def go_on() -> Table:
        hall = TableManager(store, Workers(1), Metrics())
        now = await hall.load_table(old.id)
        assert isinstance(now.rules, Later) and now.journal[-1].kind == "version"
        for _ in range(after):
            raw = now.rules.write(now.rules.legal(now.state)[0])
            await hall.change_table(
                now.id, lambda t, raw=raw: commands.take_action(t, t.actor, t.ply, None, None, raw, time.time())
            )  # type: ignore[misc]
            played.append(now.rules.write(now.state))
        hall.stopping.set()
        return now

    return asyncio.run(go_on()), played


def test_the_past_is_shown_as_it_was_played_or_not_at_all(tmp_path: Path, upgrade: Any) -> None:
    store = Store(str(tmp_path / "s.sqlite"))
    table, played = crossed(store, upgrade)
    for shown in (table, reload(store, table.id)):
        reached = []
        for ply in range(41):
            try:
                assert shown.rules.write(shown.position_at(ply, store)) == played[ply], ply
                reached.append(ply)
            except Refused as refused:
                assert refused.reason.code == "out_of_reach"
        assert reached == [0, 25, *range(30, 41)]  # what was kept, and what was played under the rules of today
    assert len(game_log.render_lines(table, None, "en")) > 40  # the log was stored, and is whole
    counted = score_history(past_of(table, store))
    scores, unknown = counted.scores, counted.unknown
    assert len(scores) == 41 and unknown == [ply for ply in range(30) if ply not in (0, 25)]
    state = table.position_at(25, store)
    assert scores[25] == table.rules.standing(state) == scores[26]
    store.close()


def test_nothing_is_taken_back_over_a_change_of_the_rules(tmp_path: Path, upgrade: Any) -> None:
    store = Store(str(tmp_path / "s.sqlite"))
    table, played = crossed(store, upgrade, after=1)
    for seat in range(5):
        assert all(to >= 30 for to in commands.free_undo(table, seat))
        assert commands.last_move(table, seat) in (30, None)
    for to in (0, 25, 29):
        with pytest.raises(Refused) as refused:
            votes.draft_vote(table, "undo", table.acts[-1].seat, set(), to=to)
        assert refused.value.reason.code == "out_of_reach"
        with pytest.raises(Refused):
            commands.undo_actions(table, 0, to, table.state, 1.0, agreed=True)
    back = commands.undo_actions(table, 0, 30, table.position_at(30, store), 1.0, agreed=True)
    store.commit_write(back.write)
    assert store.load_table(table.id)[0].state == played[30]  # type: ignore[index]
    assert [f.differs for f in verify_store(store)] == [""]
    store.close()


def test_the_record_begins_where_the_rules_changed(tmp_path: Path, upgrade: Any) -> None:
    store = Store(str(tmp_path / "s.sqlite"))
    table, _ = crossed(store, upgrade)
    record = read(records.export_record(table, store).write())
    assert len(record.entries) == 10 and "changed at action 30" in record.header.origin
    assert record.header.version == Later.version
    *_, (rules, state, _) = record.replay()
    assert rules.write(state) == table.rules.write(table.state)
    finding = next(iter(verify_store(store)))
    assert (finding.differs, finding.older, finding.replayed) == ("", 30, 10)
    store.close()


def test_a_game_that_was_over_before_keeps_its_result(tmp_path: Path, upgrade: Any) -> None:
    store = Store(str(tmp_path / "s.sqlite"))
    old = settled(store, 100_000)
    played = {ply: old.rules.write(old.position_at(ply, store)) for ply in (0, 25, 50)}
    told = [line.text for line in game_log.render_lines(old, None, "en")]
    upgrade()
    now = reload(store, old.id)
    assert now.rules.version != now.version
    for ply, state in played.items():
        assert now.rules.write(now.position_at(ply, store)) == state
    with pytest.raises(Refused):
        now.position_at(26, store)
    assert [line.text for line in game_log.render_lines(now, None, "en")] == told
    record: Record = records.export_record(now, store)
    assert record.header.version == now.version and record.result is not None and old.doc.outcome is not None
    assert record.result.scores == old.doc.outcome.scores == score_history(past_of(now, store)).scores[-1]
    with pytest.raises(Refused) as refused:  # and where the rules are newer it is not taken for what it is not
        records.import_record(record.write())
    assert refused.value.reason.code == "bad_record"
    store.close()


def test_an_unfinished_record_of_other_rules_is_refused(tmp_path: Path, upgrade: Any) -> None:
    store = Store(str(tmp_path / "s.sqlite"))
    record = records.export_record(settled(store, 9), store).write()
    store.close()
    upgrade()
    with pytest.raises(Refused) as refused:
        records.import_record(record)
    assert "version" in str(refused.value)
