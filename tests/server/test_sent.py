"""What the server really sends is what it declares (boxcars.server.page.sent), and the page's types say the same."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from boxcars.core import registry
from boxcars.server.page import sent
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
        msgspec.json.decode(b'{"key": "cash", "label": "Cash", "value": "5", "more": 1}', type=sent.Stat)


@pytest.mark.parametrize("game", list(registry.games()))
def test_views_are_as_declared(server: Server, game: str) -> None:
    count = next(n for n in (3, 2, 1) if n in registry.game(game).maps[0].players)
    seats = bring(server.url, played(game, count, actions=16))
    views = [holds(seat.get("view"), sent.View) for seat in seats]
    assert [view.you for view in views] == list(range(count))
    acting = views[views[0].actor]
    assert acting.legal and (acting.panels or acting.trays) and acting.seats[0].card and acting.log
    holds(Seat(server.url, seats[0].table, None).get("view"), sent.View)
    past = holds(seats[0].get("view", ply=8), sent.View)
    assert (past.ply, past.last_ply) == (8, 16)
    who = seats[acting.actor]
    holds(who.get("ghost", ply=acting.ply, i=0), sent.Ghost)
    holds(who.get("why", path="do:nothing"), sent.No)
    assert holds(who.get("hint", level="random"), list[sent.Candidate])
    holds(who.get("scores"), sent.Scores)


def test_forms_are_as_declared(server: Server) -> None:
    """An open verb (a deal): looked for where a game has one."""
    seats = bring(server.url, played("silverton", 3, actions=60))
    found: list[sent.Form] = []
    for _ in range(60):
        view = holds(seats[0].get("view"), sent.View)
        own = holds(seats[view.actor].get("view"), sent.View)
        found += own.forms
        if found:
            break
        assert seats[view.actor].act({"legal": [{"action": own.legal[0].action}], "ply": own.ply, "mark": own.mark}).is_success
    assert found


def test_an_open_and_a_finished_table_are_as_declared(server: Server) -> None:
    made = make(server.url, listed=True, seats=[{"kind": "person", "name": "Ada"}], pace={"kind": "live", "turn": 60})
    msgspec.convert(made, sent.Made)
    seat = Seat(server.url, made["table"], made["tokens"][0])
    assert holds(seat.get("view"), sent.View).status == "open"
    assert holds(seat.post("join", name="Brunel"), sent.Seated).seat == 1
    assert holds(seat.post("start"), sent.Done).ply == 0
    assert holds(seat.get("view"), sent.View).seats[0].clock
    assert holds(seat.post("chat", text="Hello"), sent.Remark).seat == 0
    over = holds(bring(server.url, played("ticket_to_ride", 2))[0].get("view"), sent.View)
    assert over.outcome and over.outcome.lines


def test_votes_refusals_and_stale_views_are_as_declared(server: Server) -> None:
    seats = table_of(server.url)
    view = seats[0].view()
    actor, other = seats[view["actor"]], seats[1 - view["actor"]]
    own = actor.view()
    assert actor.act(own).is_success
    assert holds(actor.act(own), sent.No).view
    assert holds(other.post("undo", to=0), sent.Done)
    assert holds(actor.get("view"), sent.View).votes[0].kind == "undo"
    assert holds(actor.post("undo", to=99), sent.No).reason.code == "no_such_ply"


def test_messages_of_the_live_line_are_as_declared(server: Server) -> None:
    seats = table_of(server.url)
    with seats[0].live(diff=True) as socket:
        first = msgspec.json.decode(socket.recv(timeout=10), type=sent.Message)
        assert isinstance(first.view, sent.View)
        seats[1].post("chat", text="Hello")
        while True:
            message = msgspec.json.decode(socket.recv(timeout=10), type=sent.Message)
            assert isinstance(message.diff, dict) and set(message.diff) <= set(sent.View.__struct_fields__)
            msgspec.convert({**msgspec.to_builtins(first.view), **message.diff}, sent.View)
            if "chat" in message.diff:
                break


def test_the_lobby_is_as_declared(server: Server) -> None:
    make(server.url, listed=True, seats=[{"kind": "person", "name": "Ada"}])
    assert holds(httpx.get(f"{server.url}/api/games"), sent.Games).games
    assert holds(httpx.get(f"{server.url}/api/tables"), list[sent.Listed])
    assert holds(httpx.get(f"{server.url}/api/words?lang=it"), sent.Words)
    assert holds(httpx.get(f"{server.url}/api/rules/spike"), sent.RulesText).html
