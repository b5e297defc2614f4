"""One seat a browser; the host decides who sits at the table and when it starts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest

from boxcars.core.game import Refused
from boxcars.server.http.guest_identity import COOKIE, Guest
from boxcars.server.table import commands
from boxcars.server.table.documents import Doc, Seat
from tests.server.running import Seat as Client
from tests.server.running import Server, make


@contextmanager
def browser(server: Server) -> Iterator[httpx.Client]:
    """Somebody who has opened the page."""
    with httpx.Client(base_url=server.url, timeout=30) as http:
        page = http.get("/")
        assert page.status_code == 200 and COOKIE in http.cookies
        assert "private" in page.headers["cache-control"]
        yield http


def sit(http: httpx.Client, table: str, **body: Any) -> httpx.Response:
    return http.post(f"/api/tables/{table}/join", json=body)


def code(answer: httpx.Response) -> str:
    return str(answer.json()["reason"]["code"])


def test_a_stranger_cannot_take_every_seat_and_start(server: Server) -> None:
    made = make(server.url, players=4, listed=True, seats=[])
    with httpx.Client(base_url=server.url) as stranger:
        sat = sit(stranger, made["table"], name="A")
        assert sat.status_code == 200
        assert code(sit(stranger, made["table"], name="B")) == "one_seat"
    with browser(server) as other, browser(server) as third:
        assert sit(other, made["table"], seat=1).status_code == 200
        assert code(sit(other, made["table"], seat=2)) == "one_seat"
        assert sit(third, made["table"], seat=2).status_code == 200  # the host plays at this address, too: a home
    with Client(server.url, made["table"], made["host"]) as host, Client(server.url, made["table"], sat.json()["token"]) as guest:
        assert host.post("seat", seat=3, kind="bot", level="random").status_code == 200
        assert guest.post("start").status_code == 403
        assert host.post("start").status_code == 200


def test_a_cookie_is_named_once_and_cannot_be_made_up(server: Server) -> None:
    with browser(server) as http:
        named = http.cookies[COOKIE]
        again = http.get("/t/abc")
        assert "set-cookie" not in again.headers and http.cookies[COOKIE] == named
    said = httpx.get(f"{server.url}/", headers={"Cookie": f"{COOKIE}=mine.{'0' * 32}"}).headers["set-cookie"].lower()
    assert "httponly" in said and "samesite=lax" in said and "path=/" in said
    made = make(server.url, players=4, seats=[])
    for i in range(2):  # who makes up a name is known by the address
        answer = httpx.post(f"{server.url}/api/tables/{made['table']}/join", json={}, headers={"Cookie": f"{COOKIE}=me{i}.x"})
    assert code(answer) == "one_seat"


def test_a_hot_seat_table_has_room_for_several_of_one_browser(server: Server) -> None:
    made = make(server.url, players=3, hot_seat=True, seats=[])
    with browser(server) as http:
        assert [sit(http, made["table"]).status_code for _ in range(3)] == [200] * 3
        assert http.get(f"/api/tables/{made['table']}/view").json()["hot_seat"] is True
    mine = make(server.url, players=4, seats=[{"kind": "person", "mine": True}] * 2)
    assert [httpx.post(f"{server.url}/api/tables/{mine['table']}/join", json={}).status_code for _ in range(2)] == [200] * 2


def test_who_gets_up_may_sit_down_elsewhere(server: Server) -> None:
    made = make(server.url, players=3, seats=[])
    with browser(server) as http:
        token = sit(http, made["table"], seat=0).json()["token"]
        assert code(sit(http, made["table"], seat=1)) == "one_seat"
        gone = http.post(f"/api/tables/{made['table']}/leave", headers={"Authorization": f"Bearer {token}"})
        assert gone.status_code == 200 and sit(http, made["table"], seat=1).status_code == 200


def test_the_host_frees_a_seat_and_keeps_somebody_away(server: Server) -> None:
    made = make(server.url, players=3, seats=[{"kind": "person", "name": "Ann"}])
    table = made["table"]
    with browser(server) as bob, browser(server) as cyd, Client(server.url, table, made["tokens"][0]) as ann:
        first = sit(bob, table, seat=1, name="Bob").json()
        with Client(server.url, table, first["token"]) as guest:
            assert guest.post("seat", seat=1, kind="open").status_code == 403
            assert ann.post("seat", seat=1, kind="bot").json()["reason"]["code"] == "no_seat"
            assert ann.post("seat", seat=1, kind="open").status_code == 200
            assert guest.view()["you"] is None and guest.view()["seats"][1]["kind"] == "open"
            assert guest.view()["log"][-1]["text"] == "The host has removed Bob from the seat."
        assert sit(bob, table, seat=1, name="Bob").status_code == 200  # nobody said for good
        assert ann.post("seat", seat=1, kind="open", keep_away=True).status_code == 200
        assert code(sit(bob, table, seat=1)) == code(sit(bob, table, seat=2)) == "kept_away"
        assert sit(cyd, table, seat=1).status_code == 200  # at the same address, as the host
        assert ann.post("seat", seat=9, kind="open").status_code == 422


def doc(**more: Any) -> Doc:
    return Doc(status="open", seats=[Seat(kind="person", host=True), Seat(), Seat(), Seat()], **more)


def seated(doc: Doc, seat: int, guest: Guest) -> Doc:
    return commands.with_seat(doc, seat, kind="person", browser=guest.browser, address=guest.address)


def test_at_a_listed_table_an_address_has_two_seats_unless_it_is_the_hosts() -> None:
    """Whoever throws cookies away and asks for new ones does not fill a public table; a family at home does."""
    many = [Guest(f"browser {i}", "a house") for i in range(3)]
    for table, welcome in ((doc(listed=True, home="elsewhere"), False), (doc(listed=True, home="a house"), True), (doc(), True)):
        for i in (0, 1):
            commands.require_welcome(table, many[i])
            table = seated(table, i + 1, many[i])
        if welcome:
            commands.require_welcome(table, many[2])
        else:
            with pytest.raises(Refused):
                commands.require_welcome(table, many[2])


def test_keeping_away_takes_the_address_too_where_nobody_else_is_hurt(server: Server) -> None:
    bob, sister = Guest("bob", "a house"), Guest("sister", "a house")
    for others, kept in (([], ["a house", "bob"]), ([sister], ["bob"])):
        table = doc(home="elsewhere")
        table = seated(table, 1, bob)
        for guest in others:
            table = seated(table, 2, guest)
        after = commands.send_away(fake(table), 1, True, "elsewhere", 5.0).write
        assert after.doc.kept_away == kept and after.freed == [1] and after.doc.seats[1] == Seat()
        with pytest.raises(Refused):
            commands.require_welcome(after.doc, bob)
        commands.require_welcome(after.doc, Guest("somebody", "another house"))


def fake(doc: Doc) -> Any:
    """A table that has not begun, around a document."""
    from boxcars.server.table.documents import Setup
    from boxcars.server.table.table import Table, rules_for

    rules = rules_for("ticket_to_ride", "usa", 4, {})
    setup = Setup(game="ticket_to_ride", map="usa", players=4, options={}, seed="5eed" * 16)
    return Table("one", setup, rules, doc, None, 1, rules.version, 1.0, 1.0)


def test_nothing_of_a_guest_is_kept_after_the_start() -> None:
    bots = [Seat(kind="bot", level="random")] * 3
    table = Doc(status="open", seats=[Seat(kind="person", browser="b", address="a"), *bots], home="h", kept_away=["k"])
    after = commands.start_game(fake(table), 5.0).write.doc
    assert after.home == "" and after.kept_away == [] and after.seats[0].browser == after.seats[0].address == ""
