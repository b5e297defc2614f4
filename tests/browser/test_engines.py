"""Firefox and WebKit play a stretch of each game by clicks, as large as a desktop and as small as a phone, and nothing overlaps.

Every iPhone runs WebKit. Where ``BOXCARS_ENGINES`` is set (as it is by ``.ci/run``) a browser that is missing is a failure.
"""

from __future__ import annotations

import json
import os
import random
import time
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api")

from boxcars.core import registry
from boxcars.core.record import Record
from tests.browser import engines
from tests.browser.driver import CLICK_ACTION, READY
from tests.browser.engines import Engine
from tests.browser.test_overlap import CUT, MEASURE, RECORDS, record_of
from tests.scale import games
from tests.server.running import Seat, bring

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.timeout(300)]

SIZES = [(1280, 800), (390, 844)]
DECISIONS = games(12, 2)
"""Decisions at each size."""
SETTINGS = {"motion": "off", "coach": "off", "sound": "off", "confirm": "always"}
BEGIN = """(settings) => {
  for (const [key, value] of Object.entries(settings)) localStorage.setItem(`boxcars:${key}`, value);
}"""
LISTEN = """() => {
  window.faults = [];
  addEventListener('error', (event) => faults.push(event.message));
  addEventListener('unhandledrejection', (event) => faults.push(String(event.reason)));
}"""
MARK = "() => document.body.dataset.at?.split(':')[2] ?? ''"


@pytest.fixture(scope="module", params=list(engines.NEEDED))
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    lacking = engines.missing(request.param)
    if lacking and os.environ.get("BOXCARS_ENGINES"):
        pytest.fail(f"{request.param} needs {', '.join(lacking)}")
    if lacking:
        pytest.skip(f"{request.param} needs {', '.join(lacking)}")
    started = engines.start(request.param)
    yield started
    started.close()


def wait_for(engine: Engine, function: str, wanted: Any) -> None:
    until = time.monotonic() + 60
    while (found := engine.evaluate(function)) != wanted:
        assert time.monotonic() < until, f"{found!r} instead of {wanted!r}"
        time.sleep(0.05)


def act_by_recording(seats: list[Seat], entry: Any) -> None:
    seen = seats[entry.seat].get("legal").json()
    assert seats[entry.seat].act(seen, json.loads(bytes(entry.action))).is_success


@pytest.mark.parametrize("game", list(registry.games()))
def test_a_stretch_of_a_game(engine: Engine, server: str, game: str) -> None:
    whole = record_of(game, RECORDS[game][0])
    begin = random.Random(game).randrange(len(whole.entries) // 4, len(whole.entries) // 2)
    seats = bring(server, Record(whole.header, whole.entries[:begin]))
    own = whole.entries[begin].seat
    entries = iter(whole.entries[begin:])
    engine.open(f"{server}/")
    engine.evaluate(BEGIN, SETTINGS)
    for wide, high in SIZES:
        engine.resize(wide, high)
        engine.open(f"{server}/t/{seats[own].table}#{seats[own].token}")
        wait_for(engine, f"() => Boolean(({READY})())", True)
        engine.evaluate(LISTEN)
        left = DECISIONS
        while left:
            entry = next(entries)
            if entry.seat != own:
                act_by_recording(seats, entry)
                continue
            left -= 1
            view = seats[own].view()
            wait_for(engine, MARK, str(view["mark"]))
            engine.evaluate("() => { document.querySelector('#onward')?.click(); }")
            faults = engine.evaluate(MEASURE) + engine.evaluate(CUT)
            assert not faults, f"{wide}×{high}, {view['prompt']}: {faults[:5]}"
            assert engine.evaluate(CLICK_ACTION, json.loads(bytes(entry.action))), f"{wide}×{high}: not clicked: {entry.action!r}"
            after = time.monotonic() + 30
            while seats[own].get("legal").json()["mark"] == view["mark"]:
                assert time.monotonic() < after, f"{wide}×{high}: the action was not sent"
                time.sleep(0.05)
        assert engine.evaluate("() => faults") == []
