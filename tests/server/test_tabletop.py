"""What lies round the board: only what a face gives is sent, in the reader's words, and nothing is sent that is as by default."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest

from boxcars.core import registry
from boxcars.core.messages import T, Who
from boxcars.games.ticket_to_ride.types import TicketsKept
from boxcars.games.ticket_to_ride.ui.board import TicketToRideBoard
from boxcars.server.page import position_payload, tabletop_payload
from boxcars.server.page.schemas import table_view
from boxcars.view.tabletop import Beat, Item, Slip, Tray
from tests.server.inside import Inside
from tests.server.running import Server, bring, play_on, played, table_of


def plain(text: Any) -> str:
    return str(text)


def test_what_is_as_by_default_is_not_sent() -> None:
    item = Item(id="c1", face="c-blue", w=76, h=112, label=T("{count} blue", count=2), count=2)
    told = tabletop_payload.say_struct([Tray(key="hand", title=T("Hand"), place="hand", items=[item])], plain)
    assert told[0]["items"] == [{"id": "c1", "face": "c-blue", "w": 76, "h": 112, "label": "2 blue", "count": 2}]
    msgspec.convert(told, list[table_view.Tray])


def test_an_anchor_is_called_from_on_the_wire() -> None:
    assert tabletop_payload.say_struct(Beat(kind="fly", from_="deck:cards", to="seat:1", seat=0), plain) == {
        "kind": "fly",
        "from": "deck:cards",
        "to": "seat:1",
        "seat": 0,
    }


@pytest.mark.parametrize("game", list(registry.games()))
def test_those_who_wait_are_told_in_the_third_person(server: Server, game: str) -> None:
    """Never the question that was put to somebody else."""
    seats = bring(server.url, played(game, 3 if 3 in registry.game(game).maps[0].players else 2, actions=9))
    views = [seat.view() for seat in seats]
    actor = views[0]["actor"]
    own = views[actor]
    assert own["prompt"] == own["ask"]["line"]
    for view in views:
        if view["you"] != actor:
            assert view["prompt"] == view["ask"]["other"] != own["prompt"]
            assert view["seats"][actor]["name"] in view["ask"]["other"]
            assert "note" not in view["ask"] and view["recap"] == [] and view["pick"] is None


def test_whoever_was_away_is_told_though_somebody_else_is_to_act(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Inside(str(tmp_path / "s.sqlite"), limits=False) as server:
        seats = bring(server.url, played("ticket_to_ride", 3, actions=30))
        actor = seats[0].view()["actor"]
        waiting = [seat for i, seat in enumerate(seats) if i != actor]
        assert all(seat.view()["recap"] == [] for seat in waiting)  # they have just been there
        monkeypatch.setattr(tabletop_payload, "AWAY", -1.0)
        told = [seat.view()["recap"] for seat in waiting]
        assert any(told)
        for seat, rows in zip(waiting, told, strict=True):
            assert all(row["seat"] != seat.view()["you"] and row["first"] <= row["ply"] for row in rows)
            assert all(one["ply"] + 1 == other["first"] for one, other in pairwise(rows))  # oldest first, nothing left out


def test_a_recap_holds_what_the_others_did_since_ones_last_move(server: Server) -> None:
    seats = bring(server.url, played("ticket_to_ride", 3, actions=30))
    actor = seats[0].view()["actor"]
    view = seats[actor].view()
    rows = view["recap"]
    assert rows and all(row["seat"] != actor and row["text"] for row in rows)
    plies = [row["ply"] for row in rows]
    assert plies == sorted(set(plies)), "oldest first, each once"
    assert all(one["seat"] != other["seat"] for one, other in pairwise(rows)), "actions in a row are one move"


def test_a_slip_stays_until_its_reader_has_moved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is still sent after others have acted, not after one has acted oneself; looking back it is found at its own action."""

    def slip(self: Any, seen: Any, events: list[Any], before: Any) -> Slip | None:
        kept = [event for event in events if isinstance(event, TicketsKept)]
        return Slip(title=T("{who} keeps tickets", who=Who(kept[0].seat))) if kept else None

    monkeypatch.setattr(TicketToRideBoard, "turn_summary", slip)
    with Inside(f"{tmp_path}/slip.sqlite") as server:
        seats = table_of(server.url, 3)
        play_on(seats, 2)
        assert all(seat.view()["slip"] is None for seat in seats)
        view = seats[0].view()
        while not view["slip"]:
            view = play_on(seats, 1)
        keeper = next(line["seat"] for line in view["log"] if line["ply"] == view["slip"]["ply"])
        reader = seats[(keeper + 2) % 3]
        told = reader.view()["slip"]
        while reader.view()["actor"] != reader.view()["you"]:
            play_on(seats, 1)
        assert reader.view()["slip"]["title"] == told["title"]
        play_on(seats, 1)
        assert reader.view()["slip"] is None
        # Past positions are drawn in workers, which do not have the patched board: ask here what they ask.
        table = asyncio.run_coroutine_threadsafe(server.hall.load_table(reader.table), server.hall.loop).result()
        seat, board = seats.index(reader), position_payload.board_for(table, "en")
        seen = table.rules.observe(table.state, seat)
        assert msgspec.json.decode(tabletop_payload.turn_summary(table, board, seen, seat, told["ply"])) == told
