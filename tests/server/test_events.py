"""Events: pairing that anybody can repeat, points, shared luck that stays shut, and a whole small event."""

from __future__ import annotations

import csv
import io
import random
import time
import zipfile
from pathlib import Path

import msgspec
import pytest

from boxcars.server.page.schemas import table_view
from boxcars.server.profiles.tournament_pairing import Entry, Played, entries_of, pair_round, table_sizes, tournament_standings
from tests.server.cards import delete_now, new_card
from tests.server.inside import Inside
from tests.server.running import Seat, play_on


@pytest.mark.parametrize(
    ("count", "size", "expected"),
    [
        (8, 4, [4, 4]),
        (7, 4, [4, 3]),
        (9, 4, [3, 3, 3]),
        (5, 4, [4, 4]),
        (6, 3, [3, 3]),
        (5, 3, [3, 2]),
        (7, 2, [2, 2, 2, 2]),
        (3, 6, [6]),
    ],
)
def test_tables_of_n_and_one_fewer_or_a_bot_fills_up(count: int, size: int, expected: list[int]) -> None:
    assert sorted(table_sizes(count, size), reverse=True) == expected


def simulate(count: int, size: int, rounds: int, swiss: bool = True) -> tuple[int, float]:
    """How often somebody met somebody again in an event of random results, and the longest pairing."""
    luck = random.Random(count * 10 + size)
    cards = [f"card{i:02}" for i in range(count)]
    played: list[Played] = []
    longest = 0.0
    for n in range(1, rounds + 1):
        entries = entries_of(tournament_standings(cards, played), played)
        begun = time.process_time()
        tables = pair_round(entries, size, f"seed:{n}", swiss, rounds - n)
        longest = max(longest, time.process_time() - begun)
        assert sorted(card for table in tables for card in table if card) == cards
        for i, table in enumerate(tables):
            ranks = list(range(1, len(table) + 1))
            luck.shuffle(ranks)
            played += [Played(n, f"{n}-{i}", card, place, ranks[place], 0.1, False) for place, card in enumerate(table)]
    met = entries_of(tournament_standings(cards, played), played)
    return sum(times - 1 for entry in met for times in entry.met.values() if times > 1) // 2, longest


@pytest.mark.parametrize(
    ("count", "size"), [(8, 2), (16, 2), (16, 3), (16, 4), (20, 4), (24, 4), (28, 4), (40, 3), (64, 4), (64, 2)]
)
def test_nobody_meets_anybody_twice_where_that_is_possible(count: int, size: int) -> None:
    again, longest = simulate(count, size, 5)
    assert longest < 1.0
    assert again == 0, f"{again} met again"


def test_all_meet_all_in_a_round_robin() -> None:
    again, _ = simulate(6, 2, 5, swiss=False)
    assert again == 0


def test_the_same_seed_gives_the_same_pairing() -> None:
    entries = [Entry(f"card{i}") for i in range(12)]
    assert pair_round(entries, 4, "one") == pair_round(entries, 4, "one") != pair_round(entries, 4, "two")


def test_points_are_opponents_behind_and_ties_are_halves() -> None:
    seats = [("a", 1, 0.5), ("b", 2, 0.2), ("c", 2, 0.2), ("", 4, 0.1)]
    played = [Played(1, "t", card, i, rank, share, False) for i, (card, rank, share) in enumerate(seats)]
    lines = tournament_standings(["a", "b", "c", "d"], played)
    found = [(line.card, line.points, line.opponents) for line in lines]
    assert found == [("a", 3, 3), ("b", 1.5, 4.5), ("c", 1.5, 4.5), ("d", 0, 0)]
    assert lines[0].rounds == {1: (3, 1)}


def test_an_event_is_played_and_its_luck_stays_shut(tmp_path: Path) -> None:
    with Inside(str(tmp_path / "s.sqlite"), limits=False, sweep=0.05) as server:
        people = [new_card(server.url, name) for name in ("Ada", "=Bob", "Cyd", "Dmitri")]
        host, eve = people[0], new_card(server.url, "Eve")
        ask = {"title": "Winter Timetable", "game": "ticket_to_ride", "size": 2, "rounds": 2, "turn": 0, "level": "random"}
        id = host.http.post("/api/events", json=ask).json()["id"]
        assert eve.http.post(f"/api/events/{id}/pair").status_code == 403
        assert host.http.post("/api/events", json={**ask, "maps": ["nowhere"]}).status_code == 422
        for device in people:
            assert device.http.post(f"/api/events/{id}/join").status_code == 200
        assert host.http.post(f"/api/events/{id}/pair").status_code == 200
        assert eve.http.post(f"/api/events/{id}/join").json()["reason"]["code"] == "begun"

        def shown(device: object = eve) -> table_view.TournamentShown:
            return msgspec.json.decode(device.http.get(f"/api/events/{id}").content, type=table_view.TournamentShown)  # type: ignore[attr-defined]

        event = shown(host)
        assert event.round == 1 and event.hosting and event.entered and len(event.tables) == 2
        seats = {table.table: [d for d in people if d.at(table.table).view()["you"] is not None] for table in event.tables}
        assert all(len(held) == 2 for held in seats.values())
        first, last = event.tables
        assert (first.moves, first.turn, first.dots) == (0, "", (0, 0)) and first.seats[first.due].name
        (line,) = msgspec.json.decode(host.http.get("/api/events").content, type=list[table_view.TournamentListed])
        assert line.entrants == 4 and line.table in seats and host in seats[line.table]
        commitments = {Seat(server.url, table, None).view()["game"]["commitment"] for table in seats}
        assert len(commitments) == 1  # the same luck at both tables

        def finish(table: str) -> None:
            held = sorted(seats[table], key=lambda d: d.at(table).view()["you"])
            assert play_on([d.at(table) for d in held], 10_000)["status"] == "over"

        finish(first.table)
        time.sleep(0.5)
        one = seats[first.table][0].at(first.table)
        assert one.view()["outcome"]["seed"] == ""
        watched = eve.at(first.table).view()
        assert (watched["closed"], watched["status"], watched["outcome"], watched["log"]) == (True, "over", None, [])
        assert one.get("record").json()["reason"]["code"] == "sealed"
        assert zipfile.ZipFile(io.BytesIO(host.http.get(f"/api/events/{id}/records/1").content)).namelist() == []
        assert one.get("scores").json()["reason"]["code"] == "sealed"
        assert one.get("view", ply=3, **{"as": 1 - one.view()["you"]}).json()["reason"]["code"] == "sealed"
        assert one.post("branch", ply=3).json()["reason"]["code"] == "sealed"
        assert host.http.post(f"/api/events/{id}/pair").json()["reason"]["code"] == "round_runs"
        finish(last.table)
        until = time.monotonic() + 15
        while not one.view()["outcome"]["seed"] and time.monotonic() < until:
            time.sleep(0.1)
        assert one.view()["outcome"]["seed"] and one.get("record").status_code == 200

        answer = host.http.get(f"/api/events/{id}/records/1")
        with zipfile.ZipFile(io.BytesIO(answer.content)) as packed:
            assert sorted(packed.namelist()) == ["table-1.jsonl", "table-2.jsonl"]
            assert packed.read("table-1.jsonl") == Seat(server.url, first.table, None).get("record").content
        assert eve.http.get(f"/api/events/{id}/records/1").status_code == 403

        lines = shown(host).standings
        (line,) = msgspec.json.decode(host.http.get("/api/events").content, type=list[table_view.TournamentListed])
        assert lines[line.place - 1].you and line.table == ""
        assert [line.points for line in lines] == sorted((line.points for line in lines), reverse=True)
        assert sum(line.points for line in lines) == 2
        assert host.http.post(f"/api/events/{id}/pair").status_code == 200
        again = {frozenset(seat.name for seat in table.seats) for table in event.tables}
        assert not again & {frozenset(seat.name for seat in table.seats) for table in shown().tables}

        rows = list(csv.reader(io.StringIO(eve.http.get(f"/api/events/{id}/standings.csv").text)))
        assert rows[0][:4] == ["place", "name", "round 1", "round 2"] and len(rows) == 5
        assert "'=Bob" in {row[1] for row in rows}
        assert [one["id"] for one in host.http.get("/api/events").json()] == [id] and eve.http.get("/api/events").json() == []
        delete_now(server, people[1])
        assert sum(line.points for line in shown().standings) == 2 and "=Bob" not in {line.name for line in shown().standings}
