"""Trials of a map by bots: games played one after another while no other job waits, and a report on them."""

from __future__ import annotations

import asyncio
import logging
from statistics import fmean

import msgspec

from boxcars.arena import Played, Setup, balance, complete, result_statistics, schedule
from boxcars.arena.game_result import play
from boxcars.arena.ratings import Share
from boxcars.core import codec, map_loader, registry
from boxcars.core.game import Refused
from boxcars.core.type_aliases import AnyRules
from boxcars.server.jobs.job_queue import Busy, Rank
from boxcars.server.jobs.job_runner import Failed
from boxcars.server.jobs.map_editor_jobs import workshop_of
from boxcars.server.page.schemas.map_editor import MapFinding, MapTrial, TrialSeat
from boxcars.server.store import maps
from boxcars.server.table.table import rules_for
from boxcars.server.table.table_manager import TableManager
from boxcars.view.board import Say

log = logging.getLogger("boxcars.trials")
GAMES = 120
BOT = "heuristic"
SHOWN = ("seat", "leader", "length", "margin", "rule")
"""Kinds of findings that the report gives as figures, or that no map can change."""
RUNNING = 3
"""The greatest number of maps tried at the same time, each for another address."""


def empty_trial() -> MapTrial:
    return MapTrial(
        state="none", done=0, games=0, players=0, fair=0, seats=[], leader=None, length=0, margin=0, ties=0, findings=[], use={}
    )


def play_trial_game(told: tuple[str, str, int, int]) -> bytes:
    """Play one game of a trial, in a worker: (game, map, players, its number)."""
    game, map, players, number = told
    rules = rules_for(game, map, players, {})
    setup = Setup(game=game, map=rules.map, players=rules.players, options=rules.options)
    return msgspec.json.encode(play(rules, schedule(setup, [BOT], number + 1, "trial")[number], records=False))


def _seat_answer(s: Share) -> TrialSeat:
    return TrialSeat(share=s.share, low=s.low, high=s.high)


class Report(msgspec.Struct, frozen=True):
    """The report that is stored with a map: figures, and findings for any language; ``shown``: the targets of each finding on the
    sheet."""

    trial: MapTrial
    found: list[balance.Finding]
    shown: list[list[str]]

    def trial_answer(self, say: Say) -> MapTrial:
        findings = [
            MapFinding(off=f.off, text=say(f.text), why=say(f.why) if f.why is not None else "", show=show)
            for f, show in zip(self.found, self.shown, strict=True)
        ]
        return msgspec.structs.replace(self.trial, findings=findings)


def summarize_games(told: tuple[str, str, list[bytes]]) -> bytes:
    """Return the report on the games, in a worker."""
    game, map, rows = told
    games = [codec.decoder(Played).decode(row) for row in rows]
    return msgspec.json.encode(make_report(games, complete(game, map, games[0].players).rules()))


def make_report(games: list[Played], rules: AnyRules) -> Report:
    found = [f for f in balance.findings(games, rules) if f.subject not in SHOWN]
    shop = workshop_of(rules.game, "en")
    own = map_loader.is_own(rules.map)
    doc = shop.open(map_loader.text_of(rules.map) if own else registry.export(registry.game(rules.game), rules.map))
    return Report(figures_of(games), found, [shop.where(doc, f.show) for f in found])


def figures_of(games: list[Played]) -> MapTrial:
    use: dict[str, float] = {}
    for one in games:
        for target in one.targets:
            use[target.name] = use.get(target.name, 0) + target.count / len(games)
    gaps = [sorted(g.scores)[-1] - sorted(g.scores)[-2] for g in games if g.players > 1]
    half = result_statistics.runaway(games)[5] if games[0].players > 1 else None
    return MapTrial(
        state="done",
        done=len(games),
        games=len(games),
        players=games[0].players,
        fair=1 / games[0].players,
        seats=[_seat_answer(s) for s in result_statistics.by_seat(games)],
        leader=_seat_answer(half) if half is not None and half.games else None,
        length=fmean([g.decisions for g in games]),
        margin=fmean(gaps) / (fmean([max(g.scores) for g in games]) or 1.0) if gaps else 0.0,
        ties=sum(g.ranks.count(1) > 1 for g in games) / len(games),
        findings=[],
        use={name: round(n, 3) for name, n in use.items()},
    )


class TaskSlots:
    """Slots for long tasks: a few in all, and one for each share, so that nobody takes every slot."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._running: dict[str, asyncio.Task[None]] = {}

    def check_free(self, share: str) -> None:
        """Raise Busy if no slot is free for this share."""
        if share in self._running:
            raise Busy(True, 30.0)
        if len(self._running) >= self.most:
            raise Busy(False, 30.0)

    def add_task(self, share: str, task: asyncio.Task[None]) -> None:
        self._running[share] = task
        task.add_done_callback(lambda _: self._running.pop(share, None))


class Trials:
    """The running trials; finished ones are stored with the map."""

    def __init__(self, hall: TableManager) -> None:
        self._hall = hall
        self._now: dict[str, MapTrial] = {}
        self._tasks = TaskSlots(RUNNING)

    async def trial_state(self, key: str, say: Say) -> MapTrial:
        if key in self._now:
            return self._now[key]
        kept = await self._hall.run_blocking(maps.find_report, self._hall.store, key)
        try:
            return codec.decoder(Report).decode(kept).trial_answer(say) if kept is not None else empty_trial()
        except msgspec.ValidationError:  # by a version that told its findings in English alone: to be played again
            return empty_trial()

    def start_trial(self, game: str, key: str, players: int, share: str, games: int = GAMES) -> MapTrial:
        """Start the trial of a map; a map asked for twice is tried once."""
        if key in self._now and self._now[key].state == "playing":
            return self._now[key]
        self._tasks.check_free(share)
        self._now[key] = msgspec.structs.replace(empty_trial(), state="playing", games=games, players=players)
        self._tasks.add_task(share, asyncio.create_task(self._play_games(game, key, players, share, games)))
        return self._now[key]

    async def _play_games(self, game: str, key: str, players: int, share: str, games: int) -> None:
        rows: list[bytes] = []
        workers = self._hall.workers
        try:
            while len(rows) < games:
                try:
                    told = (game, key, players, len(rows))
                    rows.append(
                        await workers.run_job(play_trial_game, told, share=share, rank=Rank.SPARE, lane="deep", limit=60.0)
                    )
                except Busy:
                    await asyncio.sleep(1.0)
                self._now[key] = msgspec.structs.replace(self._now[key], done=len(rows))
            body = await workers.run_job(
                summarize_games, (game, key, rows), share=share, rank=Rank.SPARE, lane="deep", limit=60.0
            )
            await self._hall.run_blocking(maps.save_report, self._hall.store, key, body)
            del self._now[key]
        except (Failed, Refused) as failed:
            log.warning("a map could not be tried", extra={"map": key, "why": str(failed)})
            self._now[key] = msgspec.structs.replace(self._now[key], state="failed")
