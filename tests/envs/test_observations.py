"""Observations lose nothing: what a seat may know is read back from its numbers, in positions of random and of bots' games."""

from __future__ import annotations

import copy
import random
import runpy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from boxcars.bots import SeatView, make_bot
from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from
from boxcars.core.field_encoding import OneOf
from boxcars.core.observation_encoding import Row
from boxcars.envs.encoding import Coding
from boxcars.envs.game_session import GameSession
from boxcars.games.silverton.observation import FACE_DOWN

from .setups import EVERY_GAME, MORE, name

MODES: list[tuple[str, str | None, int, dict[str, Any]]] = [
    ("age_of_steam", "st_lucia", 2, {"easy": True}),
    ("age_of_steam", "rust_belt", 3, {"allow_same_hex_twice": True, "urbanize_any_time": True}),
    ("silverton", "colorado", 4, {"rules": "advanced", "joint_passengers": True, "multiple_plows": True, "length": "short"}),
    ("silverton", "solo_salt_lake_10000", 1, {"rules": "advanced"}),
    ("silverton", "colorado", 2, {"until_won": True}),
    ("spike", None, 4, {"wild_single_colour": False}),
    ("steam", "ruhr", 4, {"mode": "standard", "soft_standard": True, "open_income": True}),
    ("steam", "north_america", 6, {"mode": "standard", "start": "random"}),
    ("ticket_to_ride", None, 5, {"starting_seat": 3}),
]
CLOSED: tuple[str, str | None, int, dict[str, Any]] = ("silverton", "colorado", 3, {"closed_discards": True})
EVERY_MAP: list[tuple[str, str | None, int, dict[str, Any]]] = [
    (game.key, map.key, n, {})
    for game in registry.games().values()
    for map in game.maps
    for n in sorted({min(map.players), max(map.players)})
]


def positions(rules: Any, kind: str, seed: int, decisions: int) -> Iterator[Any]:
    """The positions of a game between bots of a kind; the last of them may be its end."""
    bots = [make_bot(kind, rules, f"{seed}:{seat}") for seat in range(rules.players)]
    state = rules.start(Chance(seed_from(seed)))
    yield state
    for _ in range(decisions):
        if (seat := rules.actor(state)) < 0:
            return
        rules.apply(state, bots[seat].choose(SeatView(rules, state, seat)))
        yield state


def said(seen: Any) -> dict[str, Any]:
    """What an observation says, without the orders that mean nothing (docs/observations.md)."""
    out = {field: getattr(seen, field) for field in seen.__struct_fields__}
    if "sections" in out:
        out["sections"] = sorted(out["sections"])
        out["played"] = sorted(out["played"])
    if "track" in out:
        track = out["track"]
        sections = sorted((s.owner, s.ports, s.ends, s.segments) for s in track.sections)
        out["track"] = (track.tiles, track.places, sections, track.used, track.discs, sorted(track.fresh))
    return out


def check(setup: Any, kind: str, seed: int, decisions: int, every: int) -> None:
    game, map, players, options = setup
    rules = registry.make(game, map, players, options)
    coding = Coding(rules)
    for i, state in enumerate(positions(rules, kind, seed, decisions)):
        if i % every and rules.actor(state) >= 0:
            continue
        for seat in {rules.actor(state) % players, i % players}:
            seen = rules.observe(state, seat)
            vector = coding.observe(seen, [])
            assert np.isfinite(vector).all()
            told, read = said(seen), said(coding.read(vector))
            for field, value in told.items():
                assert read[field] == value, f"{name(setup)}, decision {i}, seat {seat}: {field}"
    seen = rules.observe(state, None)  # a spectator's, too
    assert said(coding.read(coding.observe(seen, []))) == said(seen)


@pytest.mark.parametrize("setup", [pytest.param(s, id=name(s)) for s in [*EVERY_GAME, CLOSED]])
def test_what_a_seat_knows_is_read_back(setup: Any) -> None:
    check(setup, "random", 1, 400, 11)


@pytest.mark.in_turn(4)
@pytest.mark.slow
@pytest.mark.parametrize("kind", ["random", "heuristic"])
@pytest.mark.parametrize("setup", [pytest.param(s, id=name(s)) for s in [*EVERY_GAME, *MORE, *MODES]])
def test_what_a_seat_knows_is_read_back_in_every_mode(setup: Any, kind: str) -> None:
    long = 2500 if kind == "random" else 500
    check(setup, kind, 2, long, long // 40)


@pytest.mark.slow
@pytest.mark.parametrize("game", list(registry.games()))
def test_what_a_seat_knows_is_read_back_on_every_map(game: str) -> None:
    for setup in EVERY_MAP:
        if setup[0] == game:
            check(setup, "random", 3, 300, 30)


def test_a_pile_that_lies_face_down_tells_only_how_many_cards_it_has() -> None:
    rules = registry.make(*CLOSED)
    layout = Coding(rules).layout
    here = next(field for field in layout.fields if field.name == "discards")
    assert layout.size == Coding(registry.make(*CLOSED[:3])).layout.size + 1, "one number more than without the option"
    hidden = 0
    for state in positions(rules, "random", 1, 900):
        for seat in range(3):
            pile = Coding(rules).observe(rules.observe(state, seat), [])[here.at : here.at + here.kind.size]
            if rules.observe(state, seat).discards[:1] == [FACE_DOWN]:
                hidden += 1
                assert not pile[:-1].any() and round(pile[-1] * (here.kind.size - 1)) == len(state.discards)
            else:
                assert not pile[-1] and (pile > 0).sum() == len(state.discards)
    assert hidden


def test_what_has_no_place_is_told() -> None:
    out = [0.0] * 4
    with pytest.raises(ValueError, match="no place"):
        OneOf(["a", "b"], "").write("c", out, 0, 0)
    with pytest.raises(ValueError, match="2 places"):
        Row(2, OneOf(["a", "b"])).write(["a", "b", "a"], out, 0, 0)
    assert out == [0.0] * 4


def test_every_number_belongs_to_one_field() -> None:
    for game, map, players, options in EVERY_GAME:
        layout = Coding(registry.make(game, map, players, options)).layout
        ends = [field.at + field.kind.size for field in layout.fields]
        assert [field.at for field in layout.fields] == [0, *ends[:-1]] and ends[-1] == layout.size
        assert all(field.what for field in layout.fields)


def test_the_numbers_are_those_of_the_position() -> None:
    """They are kept between the words of an action; after it, and in a copy that goes another way, they are new."""
    chance = random.Random(3)
    playing = GameSession("age_of_steam", "st_lucia", 2)
    playing.reset(3)
    kept = 0
    for _ in range(200):
        if not playing.open:
            break
        other = copy.deepcopy(playing)
        code = chance.choice(np.flatnonzero(playing.mask(playing.seat)).tolist())
        before, decisions = playing.observe(playing.seat)["observation"], playing.decisions
        assert playing.choose(code)
        for seat in range(2):
            chosen = playing.choice.chosen if playing.choice is not None and seat == playing.seat else []
            fresh = playing.coding.observe(playing.rules.observe(playing.position, seat), chosen)
            assert np.array_equal(playing.observe(seat)["observation"], fresh)
        kept += playing.decisions == decisions
        assert np.array_equal(other.observe(other.seat)["observation"], before)
    assert kept > 5


def test_the_page_about_them_is_fresh() -> None:
    here = Path(__file__).parents[2]
    page = runpy.run_path(str(here / "tools" / "observations.py"))["page"]()
    assert (here / "docs" / "observations.md").read_text(encoding="utf-8") == page, "python tools/observations.py"
