"""A link that has died opens nothing any more: not in another process, not on a page that was open already."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from boxcars.server.http.auth import Gone, caller_of, view_parts
from boxcars.server.http.guest_identity import Guest
from boxcars.server.page.view_payload import assemble_view
from boxcars.server.store.change_feed import ChangeFeed
from boxcars.server.store.secret_tokens import hash_token
from boxcars.server.store.store import Store, Write
from boxcars.server.table import commands
from boxcars.server.table.seat_tokens import Found, Tokens
from tests.server.inside import Inside
from tests.server.running import Seat, Server, make
from tests.server.test_store import new_table

BOB = Guest("bob's browser", "bob's address")


def guest_at(server: Server | Inside, **more: Any) -> tuple[Seat, Seat]:
    """A host, and somebody who has sat down at the host's table of Ticket to Ride."""
    made = make(server.url, seats=[{"kind": "person", "name": "Ann"}], **more)
    with Seat(server.url, made["table"], None) as guest:
        token = guest.post("join", name="Bob").json()["token"]
    return Seat(server.url, made["table"], made["tokens"][0]), Seat(server.url, made["table"], token)


def closed_with(socket: ClientConnection, seconds: float = 5.0) -> tuple[int, list[dict[str, Any]]]:
    """The code with which the server closes the socket, and the views that came before."""
    views = []
    with pytest.raises(ConnectionClosed) as closed:
        while True:
            views.append(json.loads(socket.recv(timeout=seconds)))
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code, views


def test_a_page_is_closed_when_its_seat_is_left(server: Server) -> None:
    ann, bob = guest_at(server)
    with bob.live() as page:
        assert json.loads(page.recv(timeout=5))["view"]["you"] == 1
        assert bob.post("leave").status_code == 200
        code, views = closed_with(page)
        assert code == 4401
    with Seat(server.url, ann.table, None) as other:
        cyd = other.post("join", name="Cyd").json()
    assert cyd["seat"] == 1 and ann.post("start").status_code == 200
    assert all(message["view"]["status"] == "open" for message in views)
    with bob.live() as page:  # the link is a spectator's now
        assert json.loads(page.recv(timeout=5))["view"]["you"] is None


def test_a_stream_ends_when_the_host_frees_the_seat(server: Server) -> None:
    ann, bob = guest_at(server)
    with bob.http.stream("GET", f"/api/tables/{bob.table}/events") as stream:
        lines = stream.iter_lines()
        assert json.loads(next(lines))["you"] == 1
        assert ann.post("seat", seat=1, kind="open").status_code == 200
        rest = [json.loads(line) for line in lines]
    assert rest[-1]["reason"]["code"] == "gone" and all("legal" not in line for line in rest)


def test_the_next_one_in_a_seat_has_nothing_of_the_last_one(server: Server) -> None:
    """The maker of a table gets up: whoever sits down there is no host."""
    ann, bob = guest_at(server)
    assert ann.post("leave").status_code == 200
    with Seat(server.url, ann.table, None) as guest:
        assert not guest.view()["seats"][0]["host"]
    assert bob.post("seat", seat=0, kind="bot").status_code == 403


def test_a_link_dies_in_the_same_transaction_as_the_seat(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "s.sqlite"))
    table = new_table(store, seats=3)
    table.doc = commands.empty_seat(table.doc, 1)
    joined, _ = commands.join_table(table, 1, "Bob", hash_token("bob"), BOB, 2.0)
    store.commit_write(joined.write)
    table.install_change(joined.write, None)
    assert store.find_token(hash_token("bob")) is not None
    left = commands.leave_seat(table, 1, 3.0)
    late = commands.make_note(table, table.doc, 3.0, commands.T("{who} joins.", who=commands.Who(0)))
    assert store.commit_all([left.write])[0] is None
    assert store.find_token(hash_token("bob")) is None
    assert store.commit_all([late.write])[0] is not None  # it saw the table before Bob left
    store.close()


class Memory:
    """Two processes on one store, as far as links go."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.change_feed = ChangeFeed(alone=False)
        self.asked = 0
        self.tokens = Tokens(self.look_up, self.change_feed)

    async def look_up(self, hash: str) -> Found | None:
        self.asked += 1
        return self.store.find_token(hash)


def test_who_cannot_hear_the_others_believes_the_store_alone(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "s.sqlite"))
    table = new_table(store)
    write = commands.make_note(
        table, table.doc, 2.0, commands.T("{who} joins.", who=commands.Who(1)), tokens=[(hash_token("bob"), 1)]
    )
    store.commit_write(write.write)
    table.install_change(write.write, None)

    async def check() -> None:
        memory = Memory(store)
        assert await memory.tokens.seat_of_token("bob", "one") == 1 and await memory.tokens.seat_of_token("bob", "two") is None
        assert memory.asked == 2  # deaf: every question goes to the store
        memory.change_feed.note_heard(time.monotonic())
        assert [await memory.tokens.seat_of_token("bob", "one") for _ in range(3)] == [1, 1, 1] and memory.asked == 2
        store.commit_write(commands.leave_seat(table, 1, 3.0).write)
        memory.change_feed.note_lost()
        assert await memory.tokens.seat_of_token("bob", "one") is None
        memory.change_feed.note_heard(time.monotonic() - 2.0)  # proved itself too long ago
        assert not memory.change_feed.is_hearing

    asyncio.run(check())
    store.close()


def test_an_answer_that_was_on_its_way_when_the_link_died_is_not_kept() -> None:
    async def check() -> None:
        gate = asyncio.Event()
        answers: list[Found | None] = [(hash_token("bob"), "one", 1), None]

        async def look_up(hash: str) -> Found | None:
            answer = answers.pop(0)
            await gate.wait()
            return answer

        tokens = Tokens(look_up, ChangeFeed(alone=True))
        first = asyncio.create_task(tokens.seat_of_token("bob", "one"))
        await asyncio.sleep(0)
        tokens.forget_table("one")
        gate.set()
        await first
        assert await tokens.seat_of_token("bob", "one") is None

    asyncio.run(check())


def test_tokens_of_a_write_survive_nothing(tmp_path: Path) -> None:
    """Two links of one seat die together; those of the other seats do not."""
    store = Store(str(tmp_path / "s.sqlite"))
    table = new_table(store)
    write: Write = commands.make_note(table, table.doc, 2.0, commands.T("A seat is open again.")).write
    write.tokens = [(hash_token("a"), 0), (hash_token("b"), 1), (hash_token("c"), 1)]
    store.commit_write(write)
    table.install_change(write, None)
    store.commit_write(commands.leave_seat(table, 1, 3.0).write)
    with store.read_transaction() as conn:
        assert list(conn.execute(sa.text("SELECT hash FROM tokens")).scalars()) == [hash_token("a")]
    store.close()


def test_a_view_drawn_for_a_seat_is_not_sent_after_its_link_died(tmp_path: Path) -> None:
    with Inside(str(tmp_path / "s.sqlite")) as server:
        ann, bob = guest_at(server)

        async def ask() -> None:
            hall = server.hall
            who = await caller_of(hall, bob.table, bob.token, "en")
            table = await hall.load_table(bob.table)
            assert b'"you":1' in assemble_view(await view_parts(who, table))
            await hall.change_table(bob.table, lambda t: commands.leave_seat(t, 1, 3.0))
            with pytest.raises(Gone):
                await view_parts(who, table)

        server.run(ask())
        assert ann.view()["you"] == 0 and bob.view()["you"] is None
