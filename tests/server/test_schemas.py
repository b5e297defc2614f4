"""The server sends exactly what boxcars.server.page.schemas declares, and the page's types agree."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from boxcars.core import registry
from boxcars.server.page.schemas import table_view
from tests.server.running import Seat, Server, bring, make, played, table_of

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))
import client_types


def holds(answer: httpx.Response, kind: Any) -> Any:
    """The answer is of this kind and holds nothing else."""
    return msgspec.json.decode(answer.content, type=kind)


def test_the_types_of_the_page_are_current() -> None:
    assert client_types.TARGET.read_text(encoding="utf-8") == client_types.text(), "run `make types`"


def test_what_is_not_declared_is_found_out() -> None:
    with pytest.raises(msgspec.ValidationError, match="more"):
        msgspec.json.decode(b'{"key": "cash", "label": "Cash", "value": "5", "more": 1}', type=table_view.Stat)


@pytest.mark.parametrize("game", list(registry.games()))
def test_views_are_as_declared(server: Server, game: str) -> None:
    count = next(n for n in (3, 2, 1) if n in registry.game(game).maps[0].players)
    seats = bring(server.url, played(game, count, actions=16))
    views = [holds(seat.get("view"), table_view.View) for seat in seats]
    assert [view.you for view in views] == list(range(count))
    acting = views[views[0].actor]
    assert acting.legal and (acting.panels or acting.trays) and acting.seats[0].card and acting.log
    holds(Seat(server.url, seats[0].table, None).get("view"), table_view.View)
    past = holds(seats[0].get("view", ply=8), table_view.View)
    assert (past.ply, past.last_ply) == (8, 16)
    who = seats[acting.actor]
    holds(who.get("ghost", ply=acting.ply, i=0), table_view.Ghost)
    holds(who.get("why", path="do:nothing"), table_view.No)
    assert holds(who.get("hint", level="random"), list[table_view.Candidate])
    holds(who.get("scores"), table_view.Scores)


def test_forms_are_as_declared(server: Server) -> None:
    """An open verb (a deal): looked for where a game has one."""
    seats = bring(server.url, played("silverton", 3, actions=60))
    found: list[table_view.Form] = []
    for _ in range(60):
        view = holds(seats[0].get("view"), table_view.View)
        own = holds(seats[view.actor].get("view"), table_view.View)
        found += own.forms
        if found:
            break
        assert seats[view.actor].act({"legal": [{"action": own.legal[0].action}], "ply": own.ply, "mark": own.mark}).is_success
    assert found


def test_an_open_and_a_finished_table_are_as_declared(server: Server) -> None:
    made = make(server.url, listed=True, seats=[{"kind": "person", "name": "Ada"}], pace={"kind": "live", "turn": 60})
    msgspec.convert(made, table_view.TableCreated)
    seat = Seat(server.url, made["table"], made["tokens"][0])
    assert holds(seat.get("view"), table_view.View).status == "open"
    assert holds(seat.post("join", name="Brunel"), table_view.SeatTaken).seat == 1
    assert holds(seat.post("start"), table_view.Done).ply == 0
    assert holds(seat.get("view"), table_view.View).seats[0].clock
    assert holds(seat.post("chat", text="Hello"), table_view.Remark).seat == 0
    over = holds(bring(server.url, played("ticket_to_ride", 2))[0].get("view"), table_view.View)
    assert over.outcome and over.outcome.lines


def test_votes_refusals_and_stale_views_are_as_declared(server: Server) -> None:
    seats = table_of(server.url)
    view = seats[0].view()
    actor, other = seats[view["actor"]], seats[1 - view["actor"]]
    own = actor.view()
    assert actor.act(own).is_success
    assert holds(actor.act(own), table_view.No).view
    assert holds(other.post("undo", to=0), table_view.Done)
    assert holds(actor.get("view"), table_view.View).votes[0].kind == "undo"
    assert holds(actor.post("undo", to=99), table_view.No).reason.code == "no_such_ply"


def test_messages_of_the_live_line_are_as_declared(server: Server) -> None:
    seats = table_of(server.url)
    with seats[0].live(diff=True) as socket:
        first = msgspec.json.decode(socket.recv(timeout=10), type=table_view.Message)
        assert isinstance(first.view, table_view.View)
        seats[1].post("chat", text="Hello")
        while True:
            message = msgspec.json.decode(socket.recv(timeout=10), type=table_view.Message)
            assert isinstance(message.diff, dict) and set(message.diff) <= set(table_view.View.__struct_fields__)
            msgspec.convert({**msgspec.to_builtins(first.view), **message.diff}, table_view.View)
            if "chat" in message.diff:
                break


def test_the_lobby_is_as_declared(server: Server) -> None:
    make(server.url, listed=True, seats=[{"kind": "person", "name": "Ada"}])
    assert holds(httpx.get(f"{server.url}/api/games"), table_view.Games).games
    assert holds(httpx.get(f"{server.url}/api/tables"), list[table_view.Listed])
    assert holds(httpx.get(f"{server.url}/api/words?lang=it"), table_view.Words)
    assert holds(httpx.get(f"{server.url}/api/rules/spike"), table_view.RulesText).html
