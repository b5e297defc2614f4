"""What was drawn before is used again only where it is what would be drawn anew: for every game, seat and position."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from boxcars.core import registry
from boxcars.server.page import position_payload, view_payload
from boxcars.server.page.view_cache import Drawing
from boxcars.server.table import commands
from boxcars.server.table.documents import Doc, Seat, Setup
from boxcars.server.table.table import Table, rules_for
from boxcars.view.board import Board

ACTIONS = 24


def playing(game: str) -> Table:
    """A table of three, or as many as the first map takes."""
    players = min(n for n in registry.game(game).maps[0].players if n > 1)
    rules = rules_for(game, None, players, {})
    setup = Setup(game=game, map=rules.map, players=players, options=rules.options, seed="drawn")
    doc = Doc(status="open", seats=[Seat(kind="person", name=name) for name in ("Ada", "Bo", "Cy")[:players]])
    table = Table(id="t", setup=setup, rules=rules, doc=doc, state=None, seq=0, version=rules.version, created=0.0, changed=0.0)
    begun = commands.start_game(table, 1.0)
    table.install_change(begun.write, begun.position)
    return table


def act(table: Table, luck: random.Random) -> None:
    action = luck.choice(table.rules.legal(table.state))
    done = commands.take_action(table, table.actor, table.ply, None, None, table.rules.write(action), 2.0 + table.ply)
    table.install_change(done.write, done.position)


def drawn(table: Table, lang: str) -> list[dict[str, bytes]]:
    return [view_payload.view_parts(table, seat, lang) | {"now": b""} for seat in (*range(table.setup.players), None)]


@pytest.mark.parametrize("game", sorted(registry.games()))
def test_a_view_with_memory_is_the_view_without(game: str) -> None:
    table, luck = playing(game), random.Random(game)
    for n in range(ACTIONS):
        lang = ("en", "it")[n // 4 % 2]
        if n == ACTIONS // 2:  # a name may stand anywhere
            table.doc = commands.with_seat(table.doc, 0, name="Zoe")
            table.seq += 1
        with_memory = drawn(table, lang)
        if n % 6 == 5:
            position_payload._board_and_cache.cache_clear()
        without = drawn(replace(table, memo={}), lang)
        for seat, (here, there) in enumerate(zip(with_memory, without, strict=True)):
            assert here.keys() == there.keys()
            for part in here:
                assert here[part] == there[part], f"{game}: {part} of seat {seat} after {n} actions"
        if table.actor < 0:
            return
        act(table, luck)


def test_what_all_see_alike_is_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    table, luck = playing("age_of_steam"), random.Random(1)
    board = type(position_payload.board_for(table, "en"))
    pieces, drew = board.draw_pieces, []

    def counted(self: Board, seen: Any) -> str:
        drew.append(table.ply)
        return pieces(self, seen)

    monkeypatch.setattr(board, "draw_pieces", counted)
    drawn(table, "en")
    assert drew == [0]
    act(table, luck)  # shares are issued: nothing on the map changes
    drawn(table, "en")
    assert drew == [0]


class SeenThing(msgspec.Struct):
    seat: int | None
    hand: int
    deck: int


def test_a_part_is_made_again_if_what_it_was_made_from_changed() -> None:
    table = playing("ticket_to_ride")
    made: list[int] = []

    def hand(seen: SeenThing) -> int:
        made.append(seen.hand)
        return seen.hand

    def drawing(seat: int, own: int, deck: int, also: object = None) -> int:
        return Drawing(table, "en").cached_part("hand", SeenThing(seat, own, deck), hand, also)

    assert [drawing(0, 3, 9), drawing(0, 3, 8), drawing(1, 3, 8), drawing(1, 4, 8), drawing(0, 3, 7)] == [3, 3, 3, 4, 3]
    assert made == [3, 4]
    drawing(0, 3, 7, also="winter")
    assert made == [3, 4, 3]
