"""The pictures: sound markup, unique ids, and a place or a name for every target."""

from __future__ import annotations

import random
import re
from xml.etree import ElementTree

import pytest

from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from
from boxcars.games.age_of_steam.actions import MoveGoods, Urbanize
from boxcars.games.age_of_steam.ui.board import AgeOfSteamBoard
from boxcars.rail.actions import GoodsMoved, LayTrack
from boxcars.view import drawing_kit
from boxcars.view.svg_export import picture, plain
from tests.age_of_steam.positions import At, position, start

MAPS = {"rust_belt": 3, "western_us": 3, "southern_us": 3, "germany": 3, "barbados": 1, "st_lucia": 2}
IDS = re.compile(r'\bid="([^"]+)"')


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{svg}</svg>')


def drawn(at: At) -> AgeOfSteamBoard:
    board = registry.load(registry.game("age_of_steam").board)(at.rules, plain)
    assert isinstance(board, AgeOfSteamBoard)
    return board


@pytest.mark.parametrize("map", MAPS)
def test_every_map_is_drawn_and_every_choice_has_a_preview(map: str) -> None:
    at = start(map, MAPS[map])
    board = drawn(at)
    rng = random.Random(map)
    parsed(board.draw_ground())
    targets = set(re.findall(r'data-target="([^"]+)"', board.draw_ground()))
    kinds = set()
    for ply in range(60):
        if not at.table.agenda:
            break
        for seat in range(at.rules.players):
            at.table.cash[seat] = max(at.table.cash[seat], 15)
        seen = at.rules.observe(at.table, None)
        legal = at.rules.legal(at.table)
        if ply % 6 == 0:
            pieces = board.draw_pieces(seen)
            parsed(pieces)
            ids = IDS.findall(pieces)
            assert len(ids) == len(set(ids))
            here = targets | set(re.findall(r'data-target="([^"]+)"', pieces))
            for panel in board.side_panels(seen):
                parsed(panel.svg)
                assert panel.words and all(plain(w) for w in panel.words)
                here |= set(re.findall(r'data-target="([^"]+)"', panel.svg))
            for action in legal:
                for target in action.path():
                    kind = target.partition(":")[0]
                    assert target in here or kind in ("n", "do", "turn", "way", "bonus", "reward"), target
            assert [s.state for s in board.turn_phases(seen)].count("now") == 1
            assert len(board.player_cards(seen)) == at.rules.players and board.turn_label(seen) is not None
            said = [plain(line) for line in board.describe_position(seen)]
            assert all(said) and not [line for line in said if line.startswith(":")], "a place has no name"
        for action in rng.sample(legal, min(6, len(legal))):
            ghost = board.draw_preview(seen, action)
            parsed(ghost)
            if isinstance(action, (LayTrack, MoveGoods, Urbanize)):
                assert ghost
                kinds.add(type(action).__name__)
        events = at.rules.apply(at.table, rng.choice(legal))
        assert all(target in targets or target.startswith("link:") for target in board.changed_targets(events))
    assert "LayTrack" in kinds or map == "st_lucia"


def test_a_whole_picture_of_a_played_position() -> None:
    at = position(
        """
        map germany 3
        turn 3
        direct 1 koln_dusseldorf--essen_dortmund
        line 0 berlin dresden
        line 2 dresden gorlitz
        cubes c9r4 red red blue black black yellow yellow purple
        due move 0
        """
    )
    board = drawn(at)
    svg = picture(board, at.rules.observe(at.table, 0), "Germany")
    ElementTree.fromstring(svg)
    assert "medal" in svg and "Görlitz" in svg


def test_a_cube_on_its_hex_shows_its_way_both_ways() -> None:
    at = position("map st_lucia 2\ncity A c2r2\ncity B c3r4\nline 1 c2r2 c3r4\nseat 0 loco 2\ndue move 0")
    link = next(s for s in at.table.track.sections if s.complete)
    hex = link.segments[0] // 42
    board = drawn(at)
    for colour in (0, 1):
        at.table.cubes[hex] = (colour,)
        (move,) = at.moves()
        points = board.way(at.rules.observe(at.table, 0), move.origin, move.sides)
        assert points[0] == board.sheet.xy(hex)
        assert points[-1] == board.sheet.xy(at.hex(move.to))


@pytest.mark.parametrize("map", MAPS)
def test_goods_of_a_city_keep_their_places(map: str) -> None:
    assert [len(drawing_kit.cube_places(k)) for k in range(10)] == list(range(10))
    rules = registry.make("age_of_steam", map, MAPS[map])
    assert rules.start(Chance(seed_from(1))).turn == 1


def test_a_delivery_is_told_by_its_end_and_the_towns_on_its_way() -> None:
    rules = start("rust_belt", 3).rules
    at = {str(rules.board.name(number)): id for id, number in rules.board.grid.number.items()}
    moved = GoodsMoved(
        0, at["Evansville"], "red", [at["Cincinnati"], at["Detroit"], at["Chicago"]], [0, 1, 2], [0, 0, 1], [2, 1, 0]
    )
    assert plain(rules.tell(moved)) == (
        "Seat 1 moves a red cube from Evansville to Chicago via Cincinnati, Detroit (income: +2 for Seat 1, +1 for Seat 2)."
    )


def test_columns_of_the_goods_display_are_named_by_their_half() -> None:
    rules = start("rust_belt", 3).rules
    assert plain(rules.name("space:L4:1")) == "column light 4, space 1"
    assert plain(rules.name("space:D6:2")) == "column dark 6, space 2"
    assert plain(rules.name("space:B:1")) == "column B, space 1"


def test_a_tile_in_a_town_shows_the_town_that_it_serves() -> None:
    at = start("rust_belt", 3)
    board, seen = drawn(at), at.rules.observe(at.table, 0)
    town = at.rules.board.data.towns[0].hex
    plains = next(
        at.rules.board.grid.ids[hex]
        for hex, land in enumerate(at.rules.board.terrain)
        if land == at.rules.board.terrain[next(iter(board.towns))] and hex not in board.towns
    )
    faces = []
    for hex in (town, plains):
        mark = board.action_mark(seen, LayTrack(hex, "gentle", 0))
        assert mark is not None
        faces.append(mark.face)
    parsed(faces[0])
    assert 'class="town"' in faces[0] and "L0,0" in faces[0], "its exits meet in the town"
    assert faces[1] == "sign-turn:gentle:0"
