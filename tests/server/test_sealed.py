"""Tables of a tournament round share their luck: while it runs, nobody but a table's own seats reads anything of its position.

Two tables of one round are played. Then a player of the second, the event's host (who only watches) and somebody without any
token ask every route and socket of the application about the first. The routes are those that the application has: a new one is
asked, too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import httpx
import msgspec
import pytest
from litestar.routes import HTTPRoute, WebSocketRoute
from msgspec import inspect
from websockets.sync.client import connect

from boxcars.server.store.analyses import keep_study
from tests.server.cards import Device, new_card
from tests.server.inside import Inside
from tests.server.running import OPEN, Seat, play_on

SHORTEST = 14
"""Characters: shorter strings are colours and names of parts, which every table has."""
QUERIES = ("", "?ply=1", "?ply=3&as=0", "?i=0", "?level=random")
SHARED = "shared-before"
"""The code of a link to the table, as a player could make one before such tables were closed."""


def strings(thing: Any) -> Iterator[str]:
    """Every string in some JSON."""
    if isinstance(thing, str):
        yield thing
    elif isinstance(thing, dict):
        for part in thing.values():
            yield from strings(part)
    elif isinstance(thing, list):
        for part in thing:
            yield from strings(part)


def body_for(kind: inspect.Type, known: dict[str, Any], name: str = "") -> Any:
    """Some JSON that a request body of this type may be; ``known``: values by the names of fields."""
    if name in known:
        return known[name]
    match kind:
        case inspect.StructType():
            wanted = [field for field in kind.fields if field.required or field.encode_name in known]
            return {field.encode_name: body_for(field.type, known, field.encode_name) for field in wanted}
        case inspect.StrType():
            return "x" * max(kind.min_length or 0, 1)
        case inspect.IntType() | inspect.FloatType():
            return kind.ge or 0
        case inspect.BoolType():
            return True
        case inspect.LiteralType():
            return kind.values[0]
        case inspect.ListType():
            return []
        case inspect.UnionType():
            return body_for(kind.types[0], known)
        case _:
            return {}


class Round:
    """A round of an event with two tables, a few moves in."""

    def __init__(self, server: Inside) -> None:
        self.server = server
        pages = ("picture/ticket_to_ride/usa", "rules/ticket_to_ride", "rules/ticket_to_ride/guide", "reference/ticket_to_ride")
        self.printed = b"".join(httpx.get(f"{server.url}/api/{page}").content for page in pages)
        """What everybody reads about the game before there is any table."""
        self.host = new_card(server.url, "Watching Host")
        people = [new_card(server.url, name) for name in ("Quentin", "Rosalind", "Septimus", "Theodora")]
        ask = {
            "title": "Winter",
            "game": "ticket_to_ride",
            "size": 2,
            "rounds": 1,
            "turn": 600,
            "rated": False,
            "level": "random",
        }
        self.event = self.host.http.post("/api/events", json=ask).json()["id"]
        for device in people:
            assert device.http.post(f"/api/events/{self.event}/join").status_code == 200
        assert self.host.http.post(f"/api/events/{self.event}/pair").status_code == 200
        self.table, self.other = (one["table"] for one in self.host.http.get(f"/api/events/{self.event}").json()["tables"])
        self.own = self.seated(people, self.table)
        self.rivals = self.seated(people, self.other)
        play_on([device.at(self.table) for device in self.own], 9)
        play_on([device.at(self.other) for device in self.rivals], 4)
        assert self.own[0].at(self.table).post("chat", text="I took both locomotives at once").status_code == 200
        body = msgspec.json.encode({"table": self.table, "ply": -1, "line": [], "eyes": None})
        keep_study(server.hall.store, SHARED, self.table, "", body, 1.0)

    def seated(self, people: list[Device], table: str) -> list[Device]:
        """Those who sit there, by their seats."""
        at = {device.at(table).view()["you"]: device for device in people}
        return [at[seat] for seat in sorted(seat for seat in at if seat is not None)]

    def secrets(self) -> set[str]:
        """What the table's own seats read there and a player of the other table does not read at theirs."""
        read = [said for device in self.own for said in self.read(device, self.table)]
        known = {said for device in self.rivals for said in self.read(device, self.other)}
        public = set(strings(self.host.http.get(f"/api/events/{self.event}").json()))
        told = {said for said in read if len(said) >= SHORTEST and said not in known | public and self.table not in said}
        return {said for said in told if msgspec.json.encode(said)[1:-1] not in self.printed}

    def read(self, device: Device, table: str) -> Iterator[str]:
        seat = device.at(table)
        for answer in (seat.get("view"), seat.get("log"), seat.get("legal"), seat.get("view", ply=2), seat.get("explain")):
            for said in strings(answer.json()):
                # Pictures are made of many parts; each that the other table does not have would give something away.
                yield from re.findall(r"<[^<>]{14,}>", said) if said.startswith("<") else [said]

    def routes(self) -> list[tuple[str, str, inspect.Type | None]]:
        """Method, path and body of every route."""
        out = []
        for route in self.server.gate.app.routes:
            if not isinstance(route, HTTPRoute):
                continue
            for handler in route.route_handlers:
                data = handler.parsed_fn_signature.parameters.get("data")
                kind = inspect.type_info(data.annotation) if data is not None else None
                out += [(str(method), route.path_format, kind) for method in handler.http_methods - {"OPTIONS"}]
        assert len(out) > 90
        return sorted(out, key=lambda one: one[:2])

    def paths(self, path: str) -> list[str]:
        """The path with its gaps filled: with what belongs there, and with the name of the table."""
        known = {"game": "ticket_to_ride", "map": "usa", "code": SHARED, "number": "99", "round": "1", "theme": "light"}
        known["id"] = (
            self.event if path.startswith("/api/events") else self.own[0].card()["id"] if "/cards/" in path else self.table
        )
        gaps = re.findall(r"\{(\w+)(?::\w+)?\}", path)
        proper = {gap: known.get(gap, self.table) for gap in gaps}
        tables = {gap: known[gap] if gap in ("number", "round") else self.table for gap in gaps}
        return sorted(
            {re.sub(r"\{(\w+)(?::\w+)?\}", lambda gap, chosen=chosen: chosen[gap[1]], path) for chosen in (proper, tables)}
        )

    def everything(self, token: str | None) -> Iterator[tuple[str, bytes]]:
        """Every answer that somebody with this token gets: what was asked, and status line, headers and body."""
        known = {
            "table": self.table,
            "token": token or "x" * 20,
            "game": "ticket_to_ride",
            "ply": 1,
            "seats": [{"table": self.table, "token": token or "x" * 20}],
            "action": {},
        }
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        with httpx.Client(base_url=self.server.url, headers=headers, timeout=30) as http:
            for method, path, kind in self.routes():
                for filled in self.paths(path):
                    for query in QUERIES if method == "GET" and path.startswith("/api/") and self.table in filled else ("",):
                        body = body_for(kind, known) if kind is not None else None
                        with http.stream(method, filled + query, json=body) as answer:
                            lasts = path.endswith("/events") and self.table in filled
                            data = next(answer.iter_lines()).encode() if lasts and answer.status_code == 200 else answer.read()
                        yield f"{method} {filled}{query}", str(answer.headers).encode() + data
        for route in self.server.gate.app.routes:
            if isinstance(route, WebSocketRoute):
                for path in self.paths(route.path_format):
                    for more in ({}, {"diff": True, "append": True, "panels": True, "pieces": True}):
                        yield from self.heard(path, token, more)

    def heard(self, path: str, token: str | None, more: dict[str, bool]) -> Iterator[tuple[str, bytes]]:
        """What a socket says at once, and when somebody has moved."""
        with connect(self.server.url.replace("http", "ws") + path, max_size=None) as socket:
            socket.send(json.dumps({"token": token, "lang": "en", **more}))
            yield path, str(socket.recv(timeout=10)).encode()
            play_on([device.at(self.table) for device in self.own], 1)
            yield path, str(socket.recv(timeout=10)).encode()


@pytest.fixture(scope="module")
def round(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Round]:
    with Inside(str(tmp_path_factory.mktemp("round") / "s.sqlite"), limits=False) as server:
        made = Round(server)
        kept = OPEN[:]
        OPEN.clear()  # they last as long as the round, not as long as one test
        yield made
        for client in kept:
            client.close()


def test_nothing_of_a_running_table_is_read_by_others(round: Round) -> None:
    tokens = {"nobody": None, "a rival": round.rivals[0].token, "the host": round.host.token}
    told = [(who, asked, data) for who, token in tokens.items() for asked, data in round.everything(token)]
    secrets = {msgspec.json.encode(said)[1:-1] for said in round.secrets()}
    assert len(secrets) > 50
    names = [device.card()["name"].encode() for device in round.own]
    assert any(name in said for said in secrets for name in names)  # the log is among them
    leaks = {(who, asked, said) for who, asked, data in told for said in secrets if said in data}
    assert not leaks, sorted(leaks)[:5]


def test_a_spectator_sees_seats_clocks_and_progress_alone(round: Round) -> None:
    mine = round.own[0].at(round.table).view()
    seen = Seat(round.server.url, round.table, None).view()
    assert (mine["closed"], seen["closed"], seen["you"]) == (False, True, None)
    assert seen["ply"] == mine["ply"] and seen["actor"] == mine["actor"] and seen["prompt"] == "Closed until the round is over."
    assert [seat["name"] for seat in seen["seats"]] == [seat["name"] for seat in mine["seats"]]
    assert any(seat["clock"]["running"] for seat in seen["seats"])
    assert all(seat["card"] is None and seat["score"] is None for seat in seen["seats"])
    for part in ("pieces", "panels", "trays", "describe", "log", "chat", "legal", "stations", "beats", "touched", "votes"):
        assert not seen[part], part
    (line,) = (one for one in round.host.http.get(f"/api/events/{round.event}").json()["tables"] if one["table"] == round.table)
    assert (line["moves"], line["turn"], line["step"]) == (mine["ply"], "", "")
    refused = Seat(round.server.url, round.table, None).get("log").json()
    assert refused["reason"]["code"] == "sealed"
