"""Tuning of a number of a map: bots play with other values while no other job waits.

The number is a field of the game's inspector; the host's settings say how many values and games are tried.
"""

from __future__ import annotations

import asyncio
import copy
import logging
from math import sqrt
from typing import Any

import msgspec

from boxcars.arena import Played
from boxcars.arena.map_tuning import effect_of
from boxcars.core import codec, map_loader, registry
from boxcars.core.game import Refused
from boxcars.core.messages import T
from boxcars.server.jobs.job_queue import Busy, Rank
from boxcars.server.jobs.job_runner import Failed
from boxcars.server.jobs.map_editor_jobs import workshop_of
from boxcars.server.jobs.map_trials import TaskSlots, play_trial_game
from boxcars.server.page.schemas.map_editor import MapTuning, TriedValue
from boxcars.server.table.table import make_refusal
from boxcars.server.table.table_manager import TableManager
from boxcars.view.map_editor import Doc, Field

log = logging.getLogger("boxcars.tunings")
STEPS = (-2, -1, 0, 1, 2)
"""The values tried, in steps from the present one."""
GAMES = 60
"""Number of games played with each value."""
RUNNING = 2
"""The greatest number of tunings at the same time, each for another address."""
REMEMBERED = 200


class Place(msgspec.Struct, frozen=True):
    """A number of a map, as a field of something selected on the sheet."""

    game: str
    map: str
    held: str
    path: list[str | int]
    part: str
    lang: str = "en"

    @property
    def key(self) -> str:
        return f"{self.game} {self.map} {self.path} {self.part}"


class Tried(msgspec.Struct, frozen=True):
    """A value, and the text of the map with it, which is not stored."""

    value: int
    text: str


def candidate_maps(place: Place) -> bytes:
    """Return the number's name and the maps to play on, in a worker; refuses what is no number of the map."""
    shop = workshop_of(place.game, place.lang)
    doc = shop.open(map_loader.text_of(place.map))
    held = shop.held(doc, place.held)
    fields = held.fields if held is not None else []
    found = next((f for f in fields if f.kind == "number" and f.path == place.path and f.part == place.part), None)
    if found is None or not isinstance(found.value, int):
        raise make_refusal("no_number", T("This isn't a number you can change on this map."))
    check = registry.game(place.game).check_map
    maps = []
    for value in candidate_values(found):
        text = shop.save(change_field(doc, found, value))
        if check is not None and not check(text):
            maps.append(Tried(value, text))
    return msgspec.json.encode((shop.say(found.name), maps))


def candidate_values(field: Field) -> list[int]:
    """Return the present value and those around it, far enough apart that games can differ."""
    now = int(field.value) if isinstance(field.value, int | float) else 0
    step = max(field.step, field.step * round(0.15 * abs(now) / field.step))
    return sorted({min(field.high, max(field.low, now + step * k)) for k in STEPS} | {now})


def change_field(doc: Doc, field: Field, value: int) -> Doc:
    new = copy.deepcopy(doc)
    at: Any = new
    for step in field.path if field.part else field.path[:-1]:
        at = at[step]
    last: Any = field.part or field.path[-1]
    if isinstance(at, list):
        last = int(last)
    if isinstance(at, dict) and field.part and value == field.none:
        at.pop(last, None)
    else:
        at[last] = value
    return new


def tried_once(told: tuple[str, str, int, int]) -> bytes:
    """Play one game on a map that is not stored, in a worker: (game, text, players, its number)."""
    game, text, players, number = told
    return play_trial_game((game, map_loader.know(text), players, number))


def weigh_games(told: tuple[list[Tried], int, list[list[bytes]]]) -> bytes:
    """Return the results of the games for each value, in a worker."""
    tried, now, rows = told
    effects = [effect_of([codec.decoder(Played).decode(row) for row in games]) for games in rows]
    best = min(range(len(effects)), key=lambda i: (effects[i].seats, tried[i].value != now))
    return msgspec.json.encode(
        [
            TriedValue(
                value=one.value,
                now=one.value == now,
                best=i == best,
                seats=effect.seats,
                leader=effect.leader,
                length=effect.length,
                margin=effect.margin,
            )
            for i, (one, effect) in enumerate(zip(tried, effects, strict=True))
        ]
    )


def empty_tuning() -> MapTuning:
    return MapTuning(state="none", done=0, games=0, name="", spread=0, settings=[])


class Tunings:
    """The running tunings, and the last finished ones."""

    def __init__(self, hall: TableManager) -> None:
        self._hall = hall
        self._now: dict[str, MapTuning] = {}
        self._tasks = TaskSlots(RUNNING)

    def tuning_state(self, place: Place) -> MapTuning:
        return self._now.get(place.key, empty_tuning())

    def start_tuning(self, place: Place, players: int, share: str) -> MapTuning:
        """Start trying values; the same number asked for twice is tried once."""
        found = self._now.get(place.key)
        if found is not None and found.state in ("playing", "done"):
            return found
        self._tasks.check_free(share)
        while len(self._now) >= REMEMBERED:
            self._now.pop(next(iter(self._now)))
        self._now[place.key] = msgspec.structs.replace(empty_tuning(), state="playing", games=GAMES * len(STEPS))
        self._tasks.add_task(share, asyncio.create_task(self._play_games(place, players, share)))
        return self._now[place.key]

    async def _play_games(self, place: Place, players: int, share: str) -> None:
        try:
            name, tried = codec.decoder(tuple[str, list[Tried]]).decode(await self._run_job(candidate_maps, place, share))
            text = await self._hall.run_blocking(map_loader.text_of, place.map)
            now = next((one.value for one in tried if one.text == text), None)
            rows: list[list[bytes]] = [[] for _ in tried]
            self._update_state(place, games=GAMES * len(tried), name=name, spread=1.96 * sqrt((players - 1) / GAMES) / players)
            for n in range(GAMES):  # a game on each in turn, so that all have seen the same luck
                for one, games in zip(tried, rows, strict=True):
                    games.append(await self._run_job(tried_once, (place.game, one.text, players, n), share))
                self._update_state(place, done=(n + 1) * len(tried))
            body = await self._run_job(weigh_games, (tried, -1 if now is None else now, rows), share)
            self._update_state(place, state="done", settings=codec.decoder(list[TriedValue]).decode(body))
        except (Failed, Refused, ValueError) as failed:
            log.warning("a number could not be tuned", extra={"map": place.map, "why": str(failed)})
            self._update_state(place, state="failed")

    async def _run_job(self, job: Any, told: Any, share: str) -> bytes:
        while True:
            try:
                done: bytes = await self._hall.workers.run_job(job, told, share=share, rank=Rank.SPARE, lane="deep", limit=60.0)
                return done
            except Busy:
                await asyncio.sleep(1.0)

    def _update_state(self, place: Place, **changes: Any) -> None:
        self._now[place.key] = msgspec.structs.replace(self._now.get(place.key, empty_tuning()), **changes)
