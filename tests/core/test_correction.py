"""Correction files: found, written, read and applied; whatever does not fit is told with its place."""

from __future__ import annotations

import random
from typing import Any

import pytest

from boxcars.core import correction, map_loader, registry
from boxcars.core.map_loader import BadMap

BOARDS = [(game.key, map.key) for game in registry.games().values() for map in game.maps if game.export_map]
RUHR = correction.board_text("steam", "ruhr")


def with_values(tree: Any, change: dict[str, Any]) -> str:
    for path, value in change.items():
        *way, last = path.split("/")
        at = tree
        for step in way:
            at = at[int(step)] if isinstance(at, list) else at[step]
        at[int(last) if isinstance(at, list) else last] = value
    return map_loader.encode(tree.pop("game"), tree)


@pytest.mark.parametrize(("game", "board"), BOARDS)
def test_what_was_changed_is_found_written_and_applied_to_the_last_letter(game: str, board: str) -> None:
    text = correction.board_text(game, board)
    assert correction.between(game, board, text) == ("", 0)
    tree = map_loader.parse(text)
    rng, places = random.Random(board), []

    def numbers(at: Any, path: str) -> None:
        for key, value in at.items() if isinstance(at, dict) else enumerate(at):
            if isinstance(value, dict | list):
                numbers(value, f"{path}/{key}")
            elif isinstance(value, int) and not isinstance(value, bool):
                places.append(f"{path}/{key}".lstrip("/"))

    numbers(tree, "")
    chosen = rng.sample(places, min(4, len(places)))
    made = with_values(tree, {place: 7919 + n for n, place in enumerate(chosen)})
    file, others = correction.between(game, board, made)
    read = correction.read(file)
    assert others == 0 and correction.is_correction(file) and not correction.is_correction(text)
    assert (read.game, read.corrects, len(read.change)) == (game, board, len(chosen))
    assert correction.written(read) == file, "one way to write it"
    applied = map_loader.parse(correction.corrected(read)) | {"provenance": ""}
    assert applied == map_loader.parse(made) | {"provenance": ""}


def test_a_correction_says_what_was_and_where_it_comes_from() -> None:
    tree = map_loader.parse(RUHR)
    made = with_values(tree, {"cities/0/cubes": 4, "cities/1/colour": "red", "provenance": "My copy of 2009.", "name": "Mine"})
    file, _ = correction.between("steam", "ruhr", made)
    assert file.startswith('game = "steam"\ncorrects = "ruhr"\nprovenance = "My copy of 2009."\n\n[[change]]\nat = ["cities", ')
    cubes, colour = correction.read(file).change
    assert cubes.at[2] == "cubes" and cubes.now == 4 and colour.now == "red" and isinstance(colour.was, str)
    assert cubes.place() == f"cities.{cubes.at[1]}.cubes"
    assert "Corrected: My copy of 2009." in map_loader.parse(correction.corrected(correction.read(file)))["provenance"]
    assert correction.SOURCE in correction.between("steam", "ruhr", RUHR.replace("3 = 10", "3 = 11"))[0]


def test_what_is_more_than_a_value_is_counted_and_left_out() -> None:
    tree = map_loader.parse(RUHR)
    del tree["towns"][3]
    tree["cities"].append({"id": "x", "name": "X", "hex": "c1r1", "colour": "red"})
    file, others = correction.between("steam", "ruhr", with_values(tree, {"cities/0/cubes": 4}))
    assert others == 2 and [change.now for change in correction.read(file).change] == [4]


HEAD = 'game = "steam"\ncorrects = "ruhr"\nprovenance = "x"\n\n[[change]]\n'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "empty"),
        ("corrects = 3", "corrects"),
        (HEAD + 'at = ["cities"]\nnow = 3\nshell = "x"', "shell"),
        (HEAD + 'at = ["cities", "duisburg", "cubes"]\nnow = [1]', "now"),
        (HEAD + 'at = ["cities", "duisburg", "cubes"]\nwas = 99\nnow = 3', "another version"),
        (HEAD + 'at = ["cities", "atlantis", "cubes"]\nnow = 3', "cities.atlantis.cubes: the board has no such place"),
        (HEAD + 'at = ["cities", 0, "cubes"]\nnow = 3', "no such place"),
        (HEAD + 'at = ["cities", "duisburg"]\nnow = 3', "no such place"),
        (HEAD + 'at = ["players"]\nnow = 3', "single value"),
        (HEAD + 'at = ["name"]\nwas = "Rhine-Ruhr"\nnow = "Mine"', "single value"),
        (HEAD + 'at = []\nnow = "x"', "no such place"),
        (HEAD + 'at = ["players", "3"]\nwas = 10\nnow = "ten"', "different type"),
        (HEAD + 'at = ["players", "3"]\nwas = 10\nnow = 1e300', "number"),
        (HEAD + 'at = ["board", "terrain", -1]\nnow = "x"', "no such place"),
        (HEAD.replace("ruhr", "../../etc/passwd") + 'at = ["players", "3"]\nnow = 3', "this map doesn't exist"),
        (HEAD.replace("steam", "poker") + 'at = ["players", "3"]\nnow = 3', "no such game"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_place(text: str, said: str) -> None:
    with pytest.raises(BadMap, match=said):
        correction.corrected(correction.read(text))


def test_every_change_that_does_not_fit_is_told() -> None:
    text = HEAD + 'at = ["cities", "x", "cubes"]\nnow = 3\n[[change]]\nat = ["cities", "y", "cubes"]\nnow = 3'
    with pytest.raises(BadMap) as bad:
        correction.corrected(correction.read(text))
    assert len(bad.value.complaints) == 2
