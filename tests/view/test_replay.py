"""A record as picture, page and animation."""

from __future__ import annotations

import base64
import gzip
import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from boxcars.core import record, registry
from boxcars.core.chance import Chance
from boxcars.view import replay_export


@pytest.fixture(scope="module")
def game() -> record.Record:
    rules = registry.make("ticket_to_ride", players=2)
    seed = "replay" * 8
    made = record.Record(record.header(rules, seed))
    state = rules.start(Chance(seed))
    chance = Chance("walk" * 8)
    for _ in range(40):
        seat, legal = rules.actor(state), rules.legal(state)
        action = legal[chance.below("walk", len(legal))]
        made.entries.append(record.Entry(seat, rules.write(action)))
        rules.play(state, seat, action)
    return made


def test_any_position_is_a_picture(game: record.Record) -> None:
    first, last = replay_export.svg(game, 0), replay_export.svg(game)
    assert ElementTree.fromstring(first).tag.endswith("svg")
    assert first != last
    assert replay_export.svg(game, 40) == last


def test_the_page_holds_every_position(game: record.Record) -> None:
    page = replay_export.html(game, "es")
    data = re.search(r'atob\("([^"]+)"\)', page)
    assert data
    steps = json.loads(gzip.decompress(base64.b64decode(data[1])))
    assert len(steps) == 41
    assert all(step["told"] for step in steps[1:])
    assert "http" not in re.sub(r"http://www\.w3\.org\S*", "", page.split("<style>")[0])


@pytest.mark.slow
@pytest.mark.browser
def test_the_animation_moves(game: record.Record, tmp_path: Path) -> None:
    image = pytest.importorskip("PIL.Image")
    if replay_export.chromium() is None:
        pytest.skip("there is no Chromium here")
    replay_export.gif(game, tmp_path / "game.gif", width=400)
    with image.open(tmp_path / "game.gif") as shown:
        assert shown.n_frames > 2
