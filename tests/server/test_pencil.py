"""Pencil plans: durable, small, and the seat's own alone."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from boxcars.core.record import Record, read
from boxcars.server.store import pencils, prune
from boxcars.server.store.export import about_table
from boxcars.server.store.store import Store
from tests.server.running import Seat, Server, bring, table_of

GOLDEN = Path(__file__).parents[1] / "age_of_steam" / "golden" / "rust_belt-4-heuristic.jsonl"
TIMES = re.compile(rb'"(now|at|left|reserve|since|here|watching)":[a-z0-9.]+')


def building() -> Record:
    """A recorded game up to the first tile of its third turn."""
    kept = read(GOLDEN.read_bytes())
    rules = kept.rules()
    state = kept.opening(rules)
    for played, entry in enumerate(kept.entries):
        if state.turn == 3 and type(state.agenda[-1]).__name__ == "BuildTrack":
            kept.entries, kept.result = kept.entries[:played], None
            return kept
        rules.play(state, entry.seat, rules.read_action(bytes(entry.action)))
    raise AssertionError("nobody builds")


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """One that is stopped and started again."""
    server = Server(str(tmp_path / "pencil.sqlite"), tmp_path, "--no-limits").start()
    yield server
    server.stop()


def put(seat: Seat, links: list[dict[str, Any]]) -> Any:
    return seat.http.put(f"/api/tables/{seat.table}/pencil", json={"links": links})


def draw(seat: Seat, start: str, goal: str) -> dict[str, Any]:
    """Ask for a route in pencil and make a link of the cheapest."""
    route = seat.get("routes", **{"from": start, "to": goal, "pencil": "1"}).json()["routes"][0]
    return {"start": route["start"], "goal": route["goal"], "tiles": route["tiles"]}


def shown_to(url: str, table: str, token: str | None) -> list[bytes]:
    """Everything that somebody else can get."""
    paths = ("view", "view?ply=0", "legal", "log", "line", "record", "scores", "pencil", "ghost?i=0", "statistics")
    with Seat(url, table, token) as client:
        out = [client.http.get(f"/api/tables/{table}/{path}").content for path in paths]
        with client.live() as socket:
            out.append(str(socket.recv(timeout=10)).encode())
    return [TIMES.sub(rb'"\1":0', data) for data in out]


def test_a_pencil_plan_is_kept_and_nobody_else_is_told(own_server: Server, tmp_path: Path) -> None:
    server = own_server
    seats = bring(server.url, building())
    actor = seats[0].view()["actor"]
    planner, rival = seats[(actor + 1) % 4], seats[(actor + 2) % 4]
    others = [rival.token, seats[actor].token, None]
    before = [shown_to(server.url, planner.table, token) for token in others]
    with rival.live() as socket:
        socket.recv(timeout=10)
        answer = put(planner, [draw(planner, "hex:c0r10", "hex:c2r7")])
        assert answer.status_code == 200, answer.text
        plan = answer.json()
        assert plan["tiles"] == 3 and plan["total"] == plan["links"][0]["price"] and not plan["now"]
        time.sleep(0.3)
        with pytest.raises(TimeoutError):
            socket.recv(timeout=0.3)
    assert [shown_to(server.url, planner.table, token) for token in others] == before
    assert rival.get("pencil").json()["links"] == []
    assert Seat(server.url, planner.table, None).get("pencil").status_code == 403
    server.stop()
    server.start()
    assert [link["title"] for link in planner.get("pencil").json()["links"]] == [plan["links"][0]["title"]]
    server.stop()
    goes_with_its_seat_and_its_table(Store(str(tmp_path / "pencil.sqlite")), planner.table, seats.index(planner))


def goes_with_its_seat_and_its_table(store: Store, table: str, seat: int) -> None:
    assert b"c0r10" in pencils.find_pencil(store, table, seat)
    assert '"goal"' not in json.dumps(about_table(store, table), default=str), "a table's export contains a plan"
    with store.write_transaction() as conn:
        pencils.forget_pencils(conn, table, [seat])
    assert pencils.find_pencil(store, table, seat) == pencils.NOTHING
    pencils.put_pencil(store, table, seat, b'[{"kept":1}]')
    with store.write_transaction() as conn:
        prune.remove_tables(store, conn, [table])
    assert pencils.find_pencil(store, table, seat) == pencils.NOTHING
    store.close()


def test_a_plan_is_small_and_names_nothing_strange(server: Server) -> None:
    seats = bring(server.url, building())
    link = draw(seats[0], "hex:c0r10", "hex:c2r7") if seats[0].view()["actor"] else draw(seats[1], "hex:c0r10", "hex:c2r7")
    for bad in (
        [link] * (pencils.MOST_LINKS + 1),
        [link | {"tiles": link["tiles"] * (pencils.MOST_TILES + 1)}],
        [link | {"tiles": []}],
        [link | {"tiles": [["c1r1", "T1", 6]]}],
        [link | {"start": "c" * 17}],
        [link | {"more": 1}],
    ):
        assert put(seats[0], bad).status_code in (400, 422), bad
    strange = [link | {"tiles": [["c99r99", "nothing", 0]]}, link | {"start": "nowhere"}]
    assert put(seats[0], strange).json()["links"] == []
    big = [link | {"tiles": (link["tiles"] * pencils.MOST_TILES)[: pencils.MOST_TILES]}] * pencils.MOST_LINKS
    assert put(seats[0], big).status_code == 200
    assert len(json.dumps(big)) < 8192
    assert put(seats[0], []).json()["links"] == []
    for way in ({"from": "hex:c0r10"}, {"from": "x" * 5000, "to": "hex:c2r7"}, {}):
        found = seats[0].get("routes", pencil="1", **way)
        assert found.status_code == 200 and found.json()["routes"] == []


def test_other_games_have_no_routes(server: Server) -> None:
    seat = table_of(server.url, 2, game="ticket_to_ride")[0]
    assert seat.view()["game"]["routes"] is False
    assert seat.get("pencil").status_code == 422 and put(seat, []).status_code == 422


def test_routes_to_build_are_asked_for_in_ones_turn_and_undo_takes_all_back(server: Server) -> None:
    """Acceptance check 6: the tiles are ordinary actions, they cost what was told, and one undo restores the state."""
    seats = bring(server.url, building())
    view = seats[0].view()
    actor = seats[view["actor"]]
    assert seats[(view["actor"] + 1) % 4].get("routes", **{"from": "hex:c0r10", "to": "hex:c2r7"}).status_code == 422
    plan = actor.get("pencil").json()
    routes = [
        route
        for a in plan["places"]
        for b in plan["places"][:12]
        if a < b
        for route in actor.get("routes", **{"from": a, "to": b}).json()["routes"]
        if len(route["actions"]) == 2
    ][:1]
    assert routes
    before = actor.view()
    done, cash = before, cash_of(before)
    for number, action in enumerate(routes[0]["actions"]):
        answer = actor.act(done, action, key=f"route-0123456789-{number}")
        assert answer.status_code == 200, answer.text
        done = answer.json()
    after = actor.view()
    assert cash_of(after) == cash - routes[0]["cost"]
    assert after["undo"]["step"] == before["ply"]
    assert actor.post("undo", to=after["undo"]["step"]).status_code == 200
    again = actor.view()
    assert (again["ply"], again["pieces"], cash_of(again), again["legal"]) == (
        before["ply"],
        before["pieces"],
        cash,
        before["legal"],
    )


def cash_of(view: dict[str, Any]) -> int:
    stats = view["seats"][view["you"]]["card"]["stats"]
    return int(next(stat["value"] for stat in stats if stat["key"] == "cash").lstrip("$"))
