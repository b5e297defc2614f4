"""The data files and a user's own (docs/silverton_data.md)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from boxcars.core import registry
from boxcars.core.game import Refused
from boxcars.games.silverton.map import PARTS, printed, standard
from boxcars.games.silverton.map_check import check_map
from boxcars.games.silverton.ui.layout import KEPT, Layout
from tests.silverton.kit import Play


def copy(part: str) -> Any:
    return json.loads(json.dumps(printed()[part]))


def test_every_file_says_where_it_comes_from() -> None:
    for part in PARTS:
        assert printed()[part]["provenance"]["source"] in ("rulebook", "public", "mixed", "reconstructed")


def test_the_places_on_the_shipped_board_are_kept() -> None:
    """Without them every process that draws the board searches for a third of a second."""
    assert Layout(standard()).places_found() == KEPT.read_bytes(), "run python -m boxcars.games.silverton.ui.layout"


@pytest.mark.parametrize("part", PARTS)
def test_each_file_alone_is_a_good_map(part: str, tmp_path: Path) -> None:
    path = tmp_path / f"{part}.json"
    path.write_text(json.dumps(copy(part)))
    assert check_map(path.read_text(encoding="utf-8")) == []
    assert registry.make("silverton", str(path), 3)


def test_a_bundle_with_a_scenario(tmp_path: Path) -> None:
    claims = copy("claims")
    claims["claims"][0]["purchase_cost"] = 123
    path = tmp_path / "mine.json"
    path.write_text(json.dumps({"scenario": "golden_spike_3", "claims": claims}))
    assert check_map(path.read_text(encoding="utf-8")) == []
    game = Play(3, str(path))
    assert game.rules.spike and game.rules.atlas.claim_cost[0] == 123 and standard().claim_cost[0] == 230
    with pytest.raises(Refused):
        registry.make("silverton", str(path), 2)


@pytest.mark.parametrize(
    ("part", "change", "complaint"),
    [
        ("board", lambda b: b["segments"][0]["towns"].append("atlantis"), "atlantis"),
        ("board", lambda b: b["segments"].append(b["segments"][0]), "twice"),
        ("board", lambda b: b["segments"][3].update(distance=0), "distance"),
        ("board", lambda b: [t.update(market=False) for t in b["towns"]], "market city"),
        ("claims", lambda c: c["claims"][5].update(town="atlantis"), "claims: C006 names 'atlantis'"),
        ("claims", lambda c: c["claims"][5].update(commodity="tin"), "claims: C006 produces 'tin'"),
        ("claims", lambda c: c["claims"][5]["production"].pop("12"), "C006 produces nothing for"),
        ("claims", lambda c: c["claims"][5].update(depletion=12), "depletion"),
        ("passengers", lambda p: p["passengers"].pop(), "equal numbers of A, B and C"),
        ("market", lambda m: m["markers"][3]["ladder"].__setitem__(4, None), "missing a price"),
        ("market", lambda m: m["markers"].pop(), "missing"),
    ],
)
def test_bad_files_are_complained_about(part: str, change: Any, complaint: str, tmp_path: Path) -> None:
    data = copy(part)
    change(data)
    path = tmp_path / "bad.json"
    path.write_text(json.dumps(data))
    found = check_map(path.read_text(encoding="utf-8"))
    assert any(complaint in line for line in found), found
    with pytest.raises(Refused):
        registry.make("silverton", str(path), 3)


def test_what_is_no_map_at_all(tmp_path: Path) -> None:
    path = tmp_path / "no.json"
    for text in ("", "[]", "{", '{"towns": 3}', '{"scenario": "nowhere"}'):
        path.write_text(text)
        assert check_map(path.read_text(encoding="utf-8")), text
    assert registry.complaints_of(registry.game("silverton"), str(tmp_path / "absent.json"))
