"""The registry: every game is complete, and bad set-ups get one clear sentence."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from boxcars.core import registry
from boxcars.core.game import Refused, Rules
from boxcars.core.messages import T
from boxcars.core.registry import Option
from boxcars.games.age_of_steam.map import builtin


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("chess",), "There's no game called chess. Choose one of these: age_of_steam, "),
        (("",), "There's no game called . Choose one of these: age_of_steam, "),
        (("ticket_to_ride", "mars"), "Ticket to Ride has no map called mars. Choose one of these: usa."),
        (("ticket_to_ride", ""), "Ticket to Ride has no map called . Choose one of these: usa."),
        (("ticket_to_ride", "maps/own.json"), "Ticket to Ride doesn't support this type of map file: maps/own.json"),
        (("ticket_to_ride", "../../etc/passwd"), "Ticket to Ride doesn't support this type of map file: ../../etc/passwd"),
        (("ticket_to_ride", "usa", 1), "usa is for 2, 3, 4, 5 players, not 1."),
        (("ticket_to_ride", "usa", 0), "usa is for 2, 3, 4, 5 players, not 0."),
        (("ticket_to_ride", "usa", "3"), "usa is for 2, 3, 4, 5 players, not 3."),
        (
            ("ticket_to_ride", "usa", 3, {"speed": 1}),
            "Ticket to Ride has no option called speed. Choose one of these: starting_seat.",
        ),
        (("ticket_to_ride", "usa", 3, {"starting_seat": 9}), "Option starting_seat can't be 9. Choose 0–5."),
        (("ticket_to_ride", "usa", 3, {"starting_seat": "1"}), "Option starting_seat can't be '1'. Choose 0–5."),
        (("ticket_to_ride", "usa", 3, {"starting_seat": None}), "Option starting_seat can't be None. Choose 0–5."),
        (("ticket_to_ride", "usa", 3, {"starting_seat": 5}), "First player: there are only 3 seats. Choose 0 to 3."),
    ],
)
def test_a_bad_set_up_gets_one_clear_sentence(arguments: tuple[Any, ...], sentence: str) -> None:
    with pytest.raises(Refused) as error:
        registry.make(*arguments)
    assert error.value.reason.code == "bad_setup"
    assert str(error.value).startswith(sentence)
    assert "\n" not in str(error.value)
    assert "{" not in str(error.value)


@pytest.mark.parametrize(
    ("kind", "good", "bad", "allowed"),
    [
        ("switch", [True, False], [1, 0, "true", None], "true, false"),
        ("number", [1, 4], [0, 5, True, 2.0, "2", None, 10**30], "1–4"),
        ("choice", ["a", "b"], ["c", "", 1, None, True, ["a"]], "a, b"),
    ],
)
def test_options_check_their_values(kind: str, good: list[Any], bad: list[Any], allowed: str) -> None:
    option = Option(
        key="x", kind=kind, default=good[0], name=T("x"), help=T("x"), low=1, high=4, choices=[("a", T("A")), ("b", T("B"))]
    )
    for value in good:
        option.check(value)
    for value in bad:
        with pytest.raises(Refused) as error:
            option.check(value)
        assert str(error.value) == f"Option x can't be {value!r}. Choose {allowed}."


def test_defaults_complete_a_set_up() -> None:
    rules = registry.make("ticket_to_ride")
    assert (rules.map, rules.players, rules.options) == ("usa", 3, {"starting_seat": 0})


@pytest.mark.parametrize("game", registry.games())
def test_every_game_is_complete(game: str) -> None:
    entry = registry.game(game)
    assert entry.key == game
    assert entry.maps
    assert entry.name
    assert len({m.key for m in entry.maps}) == len(entry.maps)
    for map in entry.maps:
        assert map.players == sorted(set(map.players))
        assert not registry.is_file(map.key)
        rules = registry.make(game, map.key, map.players[0])
        assert isinstance(rules, Rules)
        assert rules.game == game
        assert None not in (rules.action_type, rules.event_type, rules.step_type)
    for option in entry.options:
        option.check(option.default)
        assert option.name.message
        assert option.help.message
    assert entry.players == sorted({n for m in entry.maps for n in m.players})


@pytest.mark.parametrize("game", registry.games())
def test_every_game_has_its_picture_and_judgement(game: str) -> None:
    entry = registry.game(game)
    for where in filter(None, (entry.board, entry.evaluator)):
        assert registry.load(where)


@pytest.mark.parametrize("game", [g for g in registry.games() if registry.game(g).check_map])
def test_a_map_file_that_is_not_there_or_not_good(game: str, tmp_path: Path) -> None:
    suffix = registry.game(game).map_suffixes[0]
    broken = tmp_path / f"own{suffix}"
    broken.write_text("this is no map")
    for path in (broken, tmp_path / f"missing{suffix}"):
        with pytest.raises(Refused) as error:
            registry.make(game, str(path))
        assert str(error.value).startswith("There's a problem with this map file: ")


def test_making_one_game_imports_the_rules_of_no_other() -> None:
    """What starts a program is paid every time: on the command line, in workers, and on phones in WebAssembly."""
    script = """
import sys
from boxcars.core import registry
registry.make(sys.argv[1])
print(*[name for name in sys.modules if name.startswith("boxcars.games.") and name.endswith(".rules")])
"""
    for key in ("spike", "age_of_steam"):
        done = subprocess.run([sys.executable, "-c", script, key], capture_output=True, text=True, check=True)
        assert done.stdout.split() == [f"boxcars.games.{key}.rules"]


def test_the_maps_of_age_of_steam_are_introduced_as_their_files_say() -> None:
    for map in registry.game("age_of_steam").maps:
        data = builtin(map.key).data
        assert (map.name, map.players, map.provenance) == (data.name, sorted(data.players), data.provenance)
