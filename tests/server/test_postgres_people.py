"""Cards, results, ratings and events of two servers on one PostgreSQL: either knows what the other did."""

from __future__ import annotations

import time
from collections.abc import Iterator

import msgspec
import pytest
import sqlalchemy as sa

from boxcars.server.page.schemas import table_view
from boxcars.server.store import results
from boxcars.server.store.profile_schema import metadata
from tests.server.cards import Device, delete_now, new_card
from tests.server.inside import Inside
from tests.server.postgres import Postgres
from tests.server.running import play_on

pytestmark = [pytest.mark.slow, pytest.mark.postgres]

ME = {"kind": "person", "name": "Ada", "mine": True}


@pytest.fixture
def pair(postgres: Postgres) -> Iterator[tuple[Inside, Inside]]:
    url = postgres.database()
    with Inside(url, limits=False, sweep=0.05) as one, Inside(url, limits=False, sweep=0.05) as two:
        yield one, two


def settled(what: str, found: object) -> None:
    """Wait until a server has heard of what the other did."""
    until = time.monotonic() + 10
    while not found():  # type: ignore[operator]
        assert time.monotonic() < until, what
        time.sleep(0.05)


def test_a_card_made_at_one_server_is_known_at_the_other(pair: tuple[Inside, Inside]) -> None:
    one, two = pair
    ada, bob = new_card(one.url), new_card(two.url, "Bob")
    there = Device(two.url, ada.token)
    assert there.card()["id"] == ada.card()["id"]
    phone = there.carried()
    table = ada.make(seats=[ME], rated=True)["table"]
    assert phone.at(table).view()["you"] == 0
    assert bob.http.post(f"/api/tables/{table}/join", json={"name": "Bob"}).status_code == 200
    assert ada.at(table).post("start").status_code == 200
    assert play_on([there.at(table), bob.at(table)], 10_000)["status"] == "over"
    settled("ratings", lambda: ada.card()["ratings"])
    lines = msgspec.json.decode(there.http.get("/api/card/tables").content, type=table_view.OwnTables)
    assert lines.games == 1 and len(lines.tables) == 1 and lines.tables[0].moved is not None
    assert results.rebuild_ratings(two.hall.store) == (1, 0.0)
    number = next(device["number"] for device in ada.card()["devices"] if not device["here"])
    assert ada.http.delete(f"/api/card/devices/{number}").status_code == 200
    settled("a dead device", lambda: phone.http.get("/api/card").status_code == 401)
    id, name = ada.card()["id"], "Somebody with a name of her own"
    assert ada.http.patch("/api/card", json={"name": name}).status_code == 200
    delete_now(two, there)
    with one.hall.store.read_transaction() as conn:
        rows = [str(row) for kind in metadata.sorted_tables for row in conn.execute(sa.select(kind))]
    assert rows and not any(id in row or name in row for row in rows)
    assert bob.card()["ratings"]  # others keep what they won


def test_an_event_is_paired_once_though_two_servers_are_asked(pair: tuple[Inside, Inside]) -> None:
    one, two = pair
    people = [new_card(one.url if i % 2 else two.url, f"P{i}") for i in range(4)]
    host = people[0]
    asked = {"title": "Winter", "game": "ticket_to_ride", "size": 2, "rounds": 2, "turn": 0, "level": "random"}
    id = host.http.post("/api/events", json=asked).json()["id"]
    for device in people:
        assert device.http.post(f"/api/events/{id}/join").status_code == 200
    twin = Device(one.url, host.token)
    answers = [host.http.post(f"/api/events/{id}/pair"), twin.http.post(f"/api/events/{id}/pair")]
    assert answers[0].status_code == 200 and answers[1].json()["reason"]["code"] == "round_runs"
    shown = msgspec.json.decode(people[1].http.get(f"/api/events/{id}").content, type=table_view.TournamentShown)
    assert len(shown.tables) == 2 and shown.round == 1
    for table in shown.tables:
        held = [device for device in people if device.at(table.table).view()["you"] is not None]
        held.sort(key=lambda device: device.at(table.table).view()["you"])
        assert play_on([device.at(table.table) for device in held], 10_000)["status"] == "over"
    shown = msgspec.json.decode(twin.http.get(f"/api/events/{id}").content, type=table_view.TournamentShown)
    assert sum(line.points for line in shown.standings) == 2
    assert twin.http.post(f"/api/events/{id}/pair").status_code == 200
