"""Map files of every game: what is exported is read again as the same board; a bad one is refused with line and reason."""

from __future__ import annotations

import pickle
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from boxcars.core import map_loader, registry
from boxcars.core.chance import Chance
from boxcars.core.game import Refused
from boxcars.core.messages import Complaint
from boxcars.core.random_playout import playout
from boxcars.locale import sayer
from boxcars.view.svg_export import board_of, plain
from tests.arena.command import typed

BOARDS = [(key, m.key) for key, game in registry.games().items() for m in game.maps if not registry.is_file(m.key)]
GAMES = [game for game in registry.games() if registry.game(game).check_map]


def exported(game: str, map: str | None = None) -> str:
    found = registry.game(game)
    return registry.export(found, map or found.maps[0].key)


def complaints(game: str, text: str) -> list[str]:
    return registry.complaints_of(registry.game(game), map_loader.keep(text))


def test_every_game_takes_map_files() -> None:
    assert set(GAMES) == set(registry.games())


@pytest.mark.parametrize(("game", "map"), BOARDS)
def test_every_board_opens_saves_and_is_the_same_board(game: str, map: str) -> None:
    text = exported(game, map)
    assert complaints(game, text) == []
    again = map_loader.encode(game, {k: v for k, v in map_loader.parse(text).items() if k != "game"})
    assert again == text
    players = next(m.players[0] for m in registry.game(game).maps if m.key == map)
    theirs, ours = registry.make(game, map, players), registry.make(game, map_loader.keep(text), players)
    for seed in ("1", "2"):
        states = [rules.start(Chance(seed)) for rules in (theirs, ours)]
        rng = random.Random(seed)
        for _ in range(12):
            legal = [rules.legal(state) for rules, state in zip((theirs, ours), states, strict=True)]
            assert legal[0] == legal[1] and theirs.fingerprint(states[0]) == ours.fingerprint(states[1])
            action = rng.choice(legal[0])
            for rules, state in zip((theirs, ours), states, strict=True):
                rules.play(state, rules.actor(state), action)


@pytest.mark.parametrize(("game", "map"), [b for b in BOARDS if b[0] in ("age_of_steam", "ticket_to_ride")])
def test_the_picture_of_an_exported_board_is_the_same(game: str, map: str) -> None:
    players = next(m.players[0] for m in registry.game(game).maps if m.key == map)
    pictures = []
    for key in (map, map_loader.keep(exported(game, map))):
        pictures.append(board_of(registry.make(game, key, players), plain).draw_ground())
    assert pictures[0] == pictures[1]


@pytest.mark.parametrize("game", GAMES)
def test_names_are_text_and_never_markup(game: str) -> None:
    """Quotes, ampersands and angle brackets in every name of a map: the picture still is one well-formed drawing."""
    text = re.sub(r'\b(name|text|label) = "[^"]*"', lambda m: f"{m[1]} = 'A \"x\" onload=1 &amp; >'", exported(game))
    key = map_loader.keep(text)
    rules = registry.make(game, key, registry.own_map(registry.game(game), key).players[0])
    board, state = board_of(rules, plain), rules.start(Chance("1"))
    drawn = board.draw_ground() + board.draw_pieces(rules.observe(state, None))
    ElementTree.fromstring(f"<svg xmlns:xlink='x'>{drawn}</svg>")
    assert 'onload=1"' not in drawn and "&amp;amp;" in drawn


@pytest.mark.parametrize(
    ("game", "old", "new", "complaint"),
    [
        ("age_of_steam", 'hex = "c7r5"', 'hex = "c77r5"', r"line \d+: cities\.chicago: there's no hex c77r5"),
        ("age_of_steam", "plain = [2, 3, 4]", "plain = [2, 3]", r"line \d+: track_costs\[\.\.\.\]: Expected"),
        ("steam", 'hex = "c10r6"', 'hex = "c10r7"', r"line \d+: cities\.albany: c10r7 is plain"),
        ("steam", 'colour = "red"', 'colour = "pink"', r"line \d+: cities\.\w+\.colour: 'pink' .*; use one of red, blue"),
        ("steam", "4 = 8", "9 = 8", r"line \d+: players: 9 players"),
        ("ticket_to_ride", '["boston"', '["bosten"', r"line \d+: (routes|tickets)\[\d+\]: there's no city bosten"),
        (
            "ticket_to_ride",
            '"], length = 6',
            '"], length = 60',
            r"line \d+: routes\[\d+\]: the length is 60, but it must be from 1 to 9",
        ),
        ("ticket_to_ride", "points = 22", "points = 0", r"line \d+: tickets\[\d+\]: 0 points"),
        ("spike", 'point = "r', 'point = "q', r"line \d+: board: city \w+: there's no point"),
        ("silverton", 'scenario = "colorado"', 'scenario = "utah"', r"line 3: scenario: 'utah'"),
    ],
)
def test_a_refused_file_names_line_and_reason(game: str, old: str, new: str, complaint: str) -> None:
    text = exported(game)
    assert old in text
    broken = text.replace(old, new, 1)
    found = complaints(game, broken)
    hits = [line for line in found if re.match(complaint, line)]
    assert hits, found[:3]
    number = int(re.findall(r"line (\d+)", hits[0])[0])
    changed = [i for i, (a, b) in enumerate(zip(text.splitlines(), broken.splitlines(), strict=True), 1) if a != b]
    assert number in changed or text.splitlines()[number - 1].startswith("[")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "empty"),
        ("name = ", "isn't valid TOML"),
        ("a = " + "[" * 5000 + "]" * 5000, "nested more than|valid TOML"),
        ('name = "' + "x" * map_loader.LIMIT + '"', "larger than"),
        ('name = "' + "x" * 5000 + '"', "line 1: name: the text is longer"),
        ('name = "<script>"', "line 1: name: the text contains a control character or one of < { }"),
        ("name = 1e300", "line 1: name: this must be a number from -1000000 to"),
        ("name = inf", "a number"),
        ("name = 1979-05-27", "a number .*, or text"),
        ("name = 99999999999999999999999999", "a number"),
        ("{", "isn't valid JSON"),
        ("[]" * 3, "isn't valid TOML"),
    ],
)
def test_what_is_no_map_is_refused(game: str, text: str, complaint: str) -> None:
    found = complaints(game, text)
    assert found and re.search(complaint, found[0]), found
    with pytest.raises(Refused):
        registry.make(game, map_loader.keep(text))


def harmed(text: str, rng: random.Random) -> Iterator[str]:
    """The text with one to three lines or values spoiled."""
    while True:
        lines = text.splitlines()
        for _ in range(rng.randint(1, 3)):
            at = rng.randrange(len(lines))
            kind = rng.randrange(6)
            if kind == 0:
                del lines[at]
            elif kind == 1:
                lines.insert(at, lines[rng.randrange(len(lines))])
            elif kind == 2:
                lines[at] = re.sub(r"-?\d+", lambda m: str(rng.choice([-1, 0, 999_999, int(m[0]) + 1])), lines[at], count=1)
            elif kind == 3:
                lines[at] = re.sub(
                    r'"[^"]*"', lambda m: rng.choice(['"x"', '""', "7", "[]", '"c0r0"', "true"]), lines[at], count=1
                )
            elif kind == 4:
                cut = rng.randrange(len(lines[at]) + 1)
                lines[at] = lines[at][:cut] + rng.choice('"[]{}=.,~C ') + lines[at][cut:]
            else:
                lines[at] = re.sub(r"\[[^\[\]]*\]", rng.choice(["[]", "[1]", "{}", '["a", "b", "c"]']), lines[at], count=1)
        yield "\n".join(lines) + "\n"


@pytest.mark.parametrize("game", GAMES)
def test_a_spoiled_file_is_refused_or_can_be_played(game: str) -> None:
    rng = random.Random(game)
    text = exported(game)
    tries = harmed(text, rng)
    good = 0
    for _ in range(12 if game == "silverton" else 60):
        spoiled = next(tries)
        found = complaints(game, spoiled)
        assert all(isinstance(line, str) and line for line in found)
        if found:
            continue
        good += 1
        with_players = registry.own_map(registry.game(game), map_loader.keep(spoiled)).players
        for players in with_players[:1]:
            rules = registry.make(game, map_loader.keep(spoiled), players)
            board_of(rules, plain).draw_ground()
            if good <= 2:
                playout(rules, rules.start(Chance(str(good))), random.Random(good))
    assert good


def test_a_kept_map_is_known_by_its_text_and_found_by_other_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(map_loader.FOLDER, str(tmp_path))
    text = exported("steam", "ruhr").replace('name = "Rhine-Ruhr"', 'name = "Elsewhere"')
    key = map_loader.keep(text)
    assert map_loader.keep(text) == key != map_loader.keep(text + "\n")
    code = f"from boxcars.core import registry; print(registry.make('steam', {key!r}, 4).board.file.name)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.stdout == "Elsewhere\n", ran.stderr
    for unknown in ("own:" + "0" * 32, "own:../../etc/passwd", "own:"):
        with pytest.raises(Refused):
            registry.make("steam", unknown, 4)


def test_export_and_check_from_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = [sys.executable, "-m", "boxcars", "map", "export", "ticket_to_ride", "usa", "usa.toml"]
    assert subprocess.run(words, capture_output=True, check=False, cwd=tmp_path).returncode == 0
    monkeypatch.chdir(tmp_path)
    assert "a good map for ticket_to_ride" in typed("map", "check", "usa.toml")
    assert "there already" in typed("map", "export", "ticket_to_ride", "usa", "usa.toml", code=2)
    assert "has no map mars" in typed("map", "export", "steam", "mars", code=2)
    assert typed("map", "export", "steam", "ruhr") == exported("steam", "ruhr")


EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize(("game", "file"), [("age_of_steam", "po_valley"), ("steam", "bohemia"), ("ticket_to_ride", "iberia")])
def test_the_example_maps_are_good_canonical_and_free(game: str, file: str) -> None:
    text = (EXAMPLES / f"{file}.toml").read_text(encoding="utf-8")
    assert complaints(game, text) == []
    tree = map_loader.parse(text)
    assert tree["licence"].startswith("CC0") and tree["provenance"]
    assert map_loader.encode(game, {k: v for k, v in tree.items() if k != "game"}) == text
    rules = registry.make(game, map_loader.keep(text), 3)
    board_of(rules, plain).draw_ground()
    playout(rules, rules.start(Chance("1")), random.Random(1))


def test_complaints_are_told_in_other_languages_with_their_line() -> None:
    steam = registry.game("steam")
    text = registry.export(steam, "ruhr")
    (lost,) = registry.complaints_of(steam, map_loader.keep(text.replace('hex = "c1r1"', 'hex = "c44r3"', 1)))[:1]
    assert isinstance(lost, Complaint) and lost.line > 1
    assert lost == f"line {lost.line}: {lost.where}: there's no hex c44r3"
    assert lost.told(sayer("es")) == f"línea {lost.line}: {lost.where}: no existe el hexágono c44r3"
    assert lost.told(sayer("it")) == f"riga {lost.line}: {lost.where}: l'esagono c44r3 non esiste"
    assert pickle.loads(pickle.dumps(lost)).told(sayer("it")) == lost.told(sayer("it")), "workers hand it on"
    spoiled = text.replace("\n[players]", "\ncolour = 3\n\n[players]", 1)
    strange = registry.complaints_of(steam, map_loader.keep(spoiled))[0]
    assert isinstance(strange, Complaint) and spoiled.splitlines()[strange.line - 1] == "colour = 3"
    assert strange.told(sayer("es")) == f"línea {strange.line}: no existe la clave `colour`"
