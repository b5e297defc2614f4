"""Every registered game's pictures: well formed, small, quick, and what the page relies on is there."""

from __future__ import annotations

import time
from collections import Counter
from importlib.util import find_spec
from typing import Any
from xml.etree import ElementTree

import pytest

from boxcars.core import registry
from boxcars.core.chance import Chance
from boxcars.core.game import Rules
from boxcars.core.messages import Who
from boxcars.view.board import Board
from boxcars.view.svg_export import board_of, document, picture, plain

TABLES = [
    (key, m.key)
    for key, game in registry.games().items()
    if game.board and find_spec(game.board.partition(":")[0])
    for m in game.maps
]


def positions(rules: Rules[Any], plies: int) -> list[Any]:
    """The opening, some positions on the way, and the last one reached by a fixed walk through the legal actions."""
    state = rules.start(Chance("pictures" * 4))
    out = [rules.clone(state)]
    chance = Chance("walk" * 8)
    for ply in range(plies):
        legal = rules.legal(state)
        if not legal:
            break
        rules.apply(state, legal[chance.below("walk", len(legal))])
        if ply % 40 == 20:
            out.append(rules.clone(state))
    out.append(state)
    return out


@pytest.fixture(scope="module", params=TABLES, ids=["-".join(t) for t in TABLES])
def table(request: pytest.FixtureRequest) -> tuple[Rules[Any], Board, list[Any]]:
    rules = registry.make(*request.param)
    return rules, board_of(rules, plain), positions(rules, 160)


def test_pictures_are_well_formed_small_and_quick(table: tuple[Rules[Any], Board, list[Any]]) -> None:
    rules, board, states = table
    ground = board.draw_ground()
    for state in states:
        for seat in (0, None):
            seen = rules.observe(state, seat)
            began = time.process_time()  # of this process: others may be busy
            pieces = board.draw_pieces(seen)
            assert time.process_time() - began < 0.1
            assert len(ground) + len(pieces) < 200_000
            ElementTree.fromstring(picture(board, seen))
            for panel in board.side_panels(seen):
                ElementTree.fromstring(document(panel.svg, (0, 0, panel.width, panel.height)))
                assert panel.words, panel.key
                assert plain(panel.title)


def test_ids_stand_once(table: tuple[Rules[Any], Board, list[Any]]) -> None:
    rules, board, states = table
    for state in states:
        seen = rules.observe(state, 0)
        parts = board.draw_ground() + board.draw_pieces(seen) + "".join(panel.svg for panel in board.side_panels(seen))
        root = ElementTree.fromstring(f"<svg xmlns='http://www.w3.org/2000/svg'>{parts}</svg>")
        twice = [name for name, count in Counter(e.get("id") for e in root.iter() if e.get("id")).items() if count > 1]
        assert not twice


def test_every_face_is_drawn(table: tuple[Rules[Any], Board, list[Any]]) -> None:
    """What lies in a tray has its picture among the board's symbols, or brings it along."""
    rules, board, states = table
    faces = board.draw_symbols() + board.draw_ground()
    ElementTree.fromstring(f"<svg>{board.draw_symbols()}</svg>")
    for state in states:
        seen = rules.observe(state, max(0, rules.actor(state)))
        for item in (item for tray in board.item_trays(seen) for item in tray.items if tray.place != "actions"):
            assert item.face.startswith("<") or f'id="{item.face}"' in faces, item.face


def test_every_choice_can_be_clicked(table: tuple[Rules[Any], Board, list[Any]]) -> None:
    """A target is drawn, or it becomes a button and needs a name; ghosts of all actions can be drawn."""
    rules, board, states = table
    for state in states:
        seat = rules.actor(state)
        if seat < 0:
            continue
        seen = rules.observe(state, seat)
        legal = rules.legal(state)
        for action in legal:
            for target in action.path():
                assert plain(rules.name(target)).strip()
        for action in legal[:: max(1, len(legal) // 25)]:
            ElementTree.fromstring(f"<svg>{board.draw_preview(seen, action)}</svg>")


def test_cards_stations_and_description(table: tuple[Rules[Any], Board, list[Any]]) -> None:
    rules, board, states = table
    for state in states:
        for seat in (0, None):
            seen = rules.observe(state, seat)
            cards = board.player_cards(seen)
            assert [card.seat for card in cards] == list(range(rules.players))
            assert all(1 <= len(card.stats) <= 5 for card in cards)
            assert all(plain(text) for text in board.describe_position(seen))
            assert sum(s.state == "now" for s in board.turn_phases(seen)) <= 1


def test_a_sentence_in_plain_english() -> None:
    from boxcars.core.messages import TN, T

    text = T("{who} pays {sum}", who=Who(1), sum=TN("{count} coin", "{count} coins", 3))
    assert plain(text) == "Seat 2 pays 3 coins"
