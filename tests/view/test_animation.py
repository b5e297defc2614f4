"""Stories tell the truth: numbers change by what is told, pieces that come are on the board, and secrets are not in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from boxcars.bots import SeatView, make_bot
from boxcars.core import registry
from boxcars.core.chance import Chance
from boxcars.core.game import Rules
from boxcars.core.types import Event
from boxcars.view.board import Board
from boxcars.view.svg_export import board_of, plain
from boxcars.view.tabletop import Beat

GAMES = list(registry.games())
ANCHOR = re.compile(r"^(piece|item|deck):\S+$|^target:\S+$|^seat:\d$|^stat:\d\.\S+$")
SOUNDS = {None, "", "card", "wagon", "hammer", "coin", "dice", "roll", "bell", "stamp", "tick"}
NUMBER = re.compile(r"[+−-]?\d[\d\u00a0]*")


def played(game: str, plies: int) -> Iterator[tuple[Rules[Any], Board, Any, Any, list[Event]]]:
    """A game of bots, step by step: the position before and after each action, and what happened."""
    spec = registry.game(game)
    players = next(n for n in (3, 2, 1) if n in spec.maps[0].players)
    rules = registry.make(game, spec.maps[0].key, players=players)
    board = board_of(rules, plain)
    state = rules.start(Chance(f"beats {game}"))
    bots = [make_bot("heuristic", rules, str(seat)) for seat in range(rules.players)]
    for _ in range(plies):
        seat = rules.actor(state)
        if seat < 0:
            return
        before = rules.clone(state)
        events = rules.play(state, seat, bots[seat].choose(SeatView(rules, state, seat)))
        yield rules, board, before, state, events


def told(rules: Rules[Any], board: Board, state: Any, events: list[Event], seat: int | None) -> list[Beat]:
    heard = [event for event in (rules.retell(event, seat) for event in events) if event is not None]
    return board.animation_steps(rules.observe(state, seat), heard)


def numbers(rules: Rules[Any], board: Board, state: Any, seat: int) -> dict[str, int]:
    out = {}
    for card in board.player_cards(rules.observe(state, seat)):
        for stat in card.stats:
            if found := NUMBER.search(stat.value):
                out[f"stat:{card.seat}.{stat.key}"] = int(found[0].replace("−", "-").replace("\u00a0", ""))
    return out


@pytest.mark.parametrize("game", GAMES)
def test_a_number_that_is_counted_changes_by_what_is_told(game: str) -> None:
    counted = 0
    for rules, board, before, state, events in played(game, 150):
        seat = max(0, rules.actor(before))
        old, new = numbers(rules, board, before, seat), numbers(rules, board, state, seat)
        changes: dict[str, int] = {}
        for beat in told(rules, board, state, events, seat):
            if beat.kind == "count":
                changes[beat.to] = changes.get(beat.to, 0) + beat.by
        for stat, by in changes.items():
            assert stat in new or stat.endswith(".cash"), f"{stat} stands on no card"
            if stat in old and stat in new:
                assert new[stat] - old[stat] == by, f"{stat} after {events}"
                counted += 1
    assert counted > 20


@pytest.mark.parametrize("game", GAMES)
def test_beats_are_in_order_and_name_what_the_page_can_find(game: str) -> None:
    kinds = set()
    for rules, board, _, state, events in played(game, 120):
        for seat in (*range(rules.players), None):
            beats = told(rules, board, state, events, seat)
            assert [beat.at for beat in beats] == sorted(beat.at for beat in beats)
            for beat in beats:
                kinds.add(beat.kind)
                anchors = f"{beat.from_} {beat.to}".split()
                assert all(ANCHOR.match(anchor) for anchor in anchors), beat
                assert beat.sound in SOUNDS, beat
                assert beat.kind != "ride" or beat.path.startswith("M"), beat
    assert len(kinds) >= 4


@pytest.mark.parametrize("game", GAMES)
def test_what_is_laid_lies_on_the_board(game: str) -> None:
    laid = 0
    for rules, board, _, state, events in played(game, 150):
        pieces = ""
        for beat in told(rules, board, state, events, None):
            if beat.kind == "lay" and beat.ids:
                pieces = pieces or board.draw_pieces(rules.observe(state, None))
                missing = [id for id in beat.ids if f'id="{id}"' not in pieces]
                assert not missing, f"{missing} are laid by {events}"
                laid += len(beat.ids)
    assert laid or game == "steam"


@pytest.mark.parametrize("game", GAMES)
def test_a_story_is_the_same_in_every_world_its_reader_could_be_in(game: str) -> None:
    """Two imagined worlds that a seat cannot tell apart tell it the same story."""
    for n, (rules, board, _, state, events) in enumerate(played(game, 60)):
        if n % 5:
            continue
        for seat in (*range(rules.players), None):
            worlds = [rules.imagine(state, seat, f"{n} {world}" * 8) for world in ("one", "two")]
            stories = [msgspec.json.encode(told(rules, board, world, events, seat)) for world in worlds]
            assert stories[0] == stories[1] == msgspec.json.encode(told(rules, board, state, events, seat))
