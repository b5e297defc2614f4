"""The asset cache: backgrounds of boards, small pictures of maps and the rules as HTML, made once for everybody. Each is made in
a worker, so that only those wait who ask for it."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from boxcars.core import registry
from boxcars.core.map_loader import is_own
from boxcars.core.messages import T
from boxcars.core.type_aliases import AnyState
from boxcars.server.jobs import positions, route_jobs
from boxcars.server.jobs.job_queue import HOUSE, Busy, Lane, Rank
from boxcars.server.jobs.job_runner import PARSE, Failed, JobRunner
from boxcars.server.jobs.positions import Position, TriedOut, Trying
from boxcars.server.jobs.route_jobs import Planning, RouteQuestion
from boxcars.server.page import position_payload
from boxcars.server.page import rules_html as rules_html_module
from boxcars.server.page.position_payload import Parts
from boxcars.server.profiles import qr_code
from boxcars.server.table.table import Table, make_refusal

W = TypeVar("W")
R = TypeVar("R")
log = logging.getLogger("boxcars.assets")
PATIENCE = 20.0
MOST_POSITIONS = 300
"""The greatest number of cached past positions of all tables: readers of a game go back and forth."""
MOST = 600
"""The greatest number of cached backgrounds and pictures: players' maps are without number."""


def small_picture(asked: tuple[str, str, str]) -> bytes:
    return position_payload.small_picture(*asked)


def rules_html(asked: tuple[str, str]) -> tuple[str, str] | None:
    return rules_html_module.render_rules(*asked)


def rules_guide(asked: tuple[str, str]) -> bytes | None:
    """Return the encoded rules for players; the same for everybody."""
    found = rules_html_module.render_guide(*asked)
    return msgspec.json.encode(found) if found is not None else None


class AssetCache:
    def __init__(self, workers: JobRunner[Any]) -> None:
        self._workers = workers
        self._kept: dict[tuple[Any, Any], Any] = {}
        self._positions: OrderedDict[tuple[Any, ...], Parts] = OrderedDict()
        self._codes: dict[str, tuple[str, int]] = {}
        self._making: dict[tuple[Any, Any], asyncio.Task[Any]] = {}

    async def draw_ground(self, key: str) -> bytes:
        """Return the background of a board; refuses a key that no table has."""
        if key not in position_payload.GROUNDS:
            own = is_own(position_payload.check_ground(key).map)
            if len(position_payload.GROUNDS) >= MOST:
                del position_payload.GROUNDS[next(iter(position_payload.GROUNDS))]
            position_payload.GROUNDS[key] = await self._get_or_make(position_payload.draw_ground, key, own)
        return position_payload.GROUNDS[key]

    async def draw_thumbnail(self, game: str, map: str, theme: str) -> bytes:
        """Return a small picture of a map, or (without a game) the lobby's poster."""
        if (registry.map_of(registry.game(game), map) is None) if game else map:
            name = registry.game(game).name
            maps = [m.key for m in registry.game(game).maps]
            raise make_refusal(
                "bad_setup",
                T("{game} has no map called {map}. Choose one of these: {maps}.", game=name, map=map[:80], maps=", ".join(maps)),
            )
        return await self._get_or_make(small_picture, (game, map, "dark" if theme == "dark" else "light"), is_own(map))

    async def rules_html(self, game: str, lang: str) -> tuple[str, str] | None:
        return await self._get_or_make(rules_html, (registry.game(game).key, lang))

    async def rules_guide(self, game: str, lang: str) -> bytes | None:
        """Return the rules for players as JSON; None for a game that has only clauses."""
        return await self._get_or_make(rules_guide, (registry.game(game).key, lang))

    async def draw_position(self, table: Table, state: AnyState, ply: int, seat: int | None, lang: str, share: str) -> Parts:
        """Return a past position of a table as the seat saw it then, drawn in a worker on the caller's share."""
        key = (table.id, table.seq, ply, seat, lang)
        known = self._positions.get(key)
        if known is None:
            entry = table.acts[ply - 1] if ply > 0 else None
            told = Position(table.setup, table.doc, table.rules.write(state), seat, lang, entry)
            known = await self._run_asked(positions.draw_position, told, share, is_own(table.setup.map))
            self._positions[key] = known
            if len(self._positions) > MOST_POSITIONS:
                self._positions.popitem(last=False)
        self._positions.move_to_end(key)
        return known

    async def draw_tried(self, told: Trying, share: str) -> TriedOut:
        return await self._run_asked(positions.draw_tried, told, share)

    async def reach_position(self, told: Trying, share: str) -> tuple[bytes, int]:
        return await self._run_asked(positions.reach_position, told, share)

    async def find_routes(self, told: RouteQuestion, share: str) -> bytes:
        return await self._run_asked(route_jobs.find_routes, told, share, is_own(told.plan.setup.map))

    async def read_pencil(self, told: Planning, share: str) -> bytes:
        return await self._run_asked(route_jobs.read_pencil, told, share, is_own(told.setup.map))

    async def _run_asked(self, work: Callable[[W], R], told: W, share: str, own: bool = False) -> R:
        """Run a job that a request waits for. If the worker fails, the server does not do it instead. ``own``: for a player's
        map, which may be slow to draw."""
        try:
            lane: Lane = "parse" if own else "quick"
            limit = 2 * PARSE if own else PATIENCE
            made: R = await self._workers.run_job(work, told, share=share, rank=Rank.ASKED, lane=lane, limit=limit)
            return made
        except Failed as failed:
            log.warning("a worker could not draw", extra={"what": work.__name__, "why": str(failed)})
            raise Busy(False, 5.0) from None

    async def draw_qr_code(self, text: str, share: str) -> tuple[str, int]:
        """Return a QR code, made in a worker on the caller's share, then cached."""
        known = self._codes.get(text)
        if known is None:
            known = await self._run_asked(qr_code.draw_qr_code, text, share)
            self._codes[text] = known
            if len(self._codes) > MOST:
                del self._codes[next(iter(self._codes))]
        return known

    async def _get_or_make(self, work: Callable[[W], R], told: W, own: bool = False) -> R:
        """Return a cached asset or make it; concurrent requests share the work. ``own``: of a player's map."""
        key = (work, told)
        if key not in self._kept:
            making = self._making.get(key)
            if making is None:
                making = self._making[key] = asyncio.get_running_loop().create_task(self._make_asset(work, told, own))
                making.add_done_callback(lambda _: self._making.pop(key, None))
            drawn: R = await asyncio.shield(making)
            if len(self._kept) >= MOST:
                del self._kept[next(iter(self._kept))]
            self._kept[key] = drawn
            return drawn
        made: R = self._kept[key]
        return made

    async def _make_asset(self, work: Callable[[W], R], told: W, own: bool) -> R:
        if (
            not self._workers.is_ready and not own
        ):  # the server has just started: the first page is not to wait for the workers too
            return await asyncio.to_thread(work, told)
        try:
            lane: Lane = "parse" if own else "quick"  # whoever drew the map may have made it slow to draw
            limit = 2 * PARSE if own else PATIENCE
            made: R = await self._workers.run_job(work, told, share=HOUSE, rank=Rank.ASKED, lane=lane, limit=limit)
            return made
        except Failed as failed:  # it is one of a few things that the page cannot do without
            if own:
                raise make_refusal("busy", T("The server is busy, so drawing the map took too long. Try again.")) from None
            log.warning("a worker could not draw; it is done here", extra={"what": work.__name__, "why": str(failed)})
            return await asyncio.to_thread(work, told)
