"""The same again: one makes the next table, the others are called over to it."""

from __future__ import annotations

from tests.server.cards import new_card
from tests.server.running import Seat, Server, bring, make, play_on, played, table_of


def test_the_others_are_called_over(server: Server) -> None:
    ada = new_card(server.url)
    made = ada.make(players=3, seats=[{"kind": "person", "name": "Ada"}, {"kind": "bot", "level": "random"}])
    bob = Seat(server.url, made["table"], None)
    bob = Seat(server.url, made["table"], bob.post("join", name="Bob").json()["token"])
    here = ada.at(made["table"])
    assert here.post("start").status_code == 200
    assert here.post("again").json()["reason"]["code"] == "not_over"
    assert play_on([here, Seat(server.url, made["table"], None), bob], 10_000)["status"] == "over"
    assert here.view()["next"] == ""
    mine = here.post("again").json()
    theirs = bob.post("again").json()
    assert theirs["table"] == mine["table"] and theirs["tokens"] == [] and theirs["host"] == ""
    assert bob.view()["next"] == mine["table"]
    view = ada.at(mine["table"]).view()
    assert view["you"] == 0 and view["host"] and [seat["kind"] for seat in view["seats"]] == ["person", "bot", "open"]
    assert Seat(server.url, mine["table"], bob.token).view()["you"] is None
    assert Seat(server.url, made["table"], None).post("again").status_code == 403


def test_alone_with_bots_it_begins_at_once(server: Server) -> None:
    made = make(server.url, seats=[{"kind": "person", "name": "Ada"}, {"kind": "bot", "level": "random"}], start=True)
    seat = Seat(server.url, made["table"], made["tokens"][0])
    assert play_on([seat], 10_000)["status"] == "over"
    again = seat.post("again").json()
    assert Seat(server.url, again["table"], again["tokens"][0]).view()["status"] == "playing"


def test_whoever_shares_a_screen_does_so_again(server: Server) -> None:
    ada, bob = table_of(server.url, people=2)
    play_on([ada, bob], 10_000)
    made = bob.post("again").json()
    assert all(made["tokens"]) and Seat(server.url, made["table"], made["tokens"][1]).view()["status"] == "playing"


def test_an_imported_game_can_be_played_again(server: Server) -> None:
    seats = bring(server.url, played(players=2))
    made = seats[0].post("again").json()
    assert all(made["tokens"]) and Seat(server.url, made["table"], made["tokens"][1]).view()["hot_seat"]
