"""Production on the page: the drawn cubes are things to touch, and the spaces of the display stand together by city."""

from __future__ import annotations

from typing import Any

from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from
from boxcars.games.age_of_steam.actions import PlaceGoods
from boxcars.games.age_of_steam.components import SPACES
from boxcars.games.age_of_steam.steps import PlaceDrawn
from boxcars.locale import say
from boxcars.view.svg_export import board_of, plain


def drawn() -> tuple[Any, Any]:
    """Two cubes of different colours were drawn, and a few columns have room."""
    rules = registry.make("age_of_steam", "rust_belt", players=3)
    state = rules.start(Chance(seed_from("production")))
    state.agenda.append(PlaceDrawn(1))
    for space in ("L1", "L2", "D4", "A"):
        for i, (column, _) in enumerate(SPACES):
            if column == space:
                state.display[i] = -1
    state.drawn = [0, 2]
    return rules, state


def test_spaces_of_a_city_stand_together_with_a_picture_each() -> None:
    rules, state = drawn()
    board, seen = board_of(rules, plain), rules.observe(state, 1)
    places = [action for action in rules.legal(state) if isinstance(action, PlaceGoods)]
    marks = [board.action_mark(seen, action) for action in places]
    assert all(mark is not None and mark.face for mark in marks)
    groups = {say(mark.group) for mark in marks if mark and mark.group}
    assert groups == {"Chicago", "St. Louis", "Wheeling", "no city yet"}, "a New City's column has none before it is placed"
    first = [mark for action, mark in zip(places, marks, strict=True) if action.colour == places[0].colour]
    assert len({(mark.face, say(mark.group)) for mark in first if mark and mark.group}) == len(groups), (
        "a column without cubes is one choice"
    )


def test_a_space_above_a_cube_is_another_choice_than_one_below_it() -> None:
    rules, state = drawn()
    middle = next(i for i, (column, space) in enumerate(SPACES) if (column, space) == ("L1", 2))
    state.display[middle] = 1
    board, seen = board_of(rules, plain), rules.observe(state, 1)
    faces = {mark.face for space in (1, 3) if (mark := board.action_mark(seen, PlaceGoods("red", "L1", space)))}
    assert len(faces) == 2


def test_the_drawn_cubes_lie_in_the_dock_of_whoever_drew_them() -> None:
    rules, state = drawn()
    board = board_of(rules, plain)
    [tray] = board.item_trays(rules.observe(state, 1))
    assert [item.target for item in tray.items] == [f"drawn:{colour}" for colour in ("red", "purple")]
    assert not board.item_trays(rules.observe(state, 0))
