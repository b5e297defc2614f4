"""What is made once for everybody and kept: the grounds of the boards, small pictures, the rules as HTML.

Of the games' own there is a small number; and each is made in a worker, so that nobody waits but those who asked.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any, TypeVar

from boxcars.core import registry
from boxcars.core.words import T
from boxcars.server.page import easel, rules_help
from boxcars.server.table.table import refuse
from boxcars.server.work.line import HOUSE, Rank
from boxcars.server.work.workers import Failed, Workers

W = TypeVar("W")
R = TypeVar("R")
log = logging.getLogger("boxcars.studio")
PATIENCE = 20.0
MOST = 600
"""How many grounds and pictures are kept: those of maps people made are without number."""


def small_picture(asked: tuple[str, str, str]) -> bytes:
    return easel.small_picture(*asked)


def rules_html(asked: tuple[str, str]) -> tuple[str, str] | None:
    return rules_help.html(*asked)


class Studio:
    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._kept: dict[tuple[Any, Any], Any] = {}
        self._making: dict[tuple[Any, Any], asyncio.Task[Any]] = {}

    async def ground(self, key: str) -> bytes:
        """The unchanging part of a board; refuses a name that no table has."""
        if key not in easel.GROUNDS:
            easel.check_ground(key)
            if len(easel.GROUNDS) >= MOST:
                del easel.GROUNDS[next(iter(easel.GROUNDS))]
            easel.GROUNDS[key] = await self._get(easel.draw_ground, key)
        return easel.GROUNDS[key]

    async def small(self, game: str, map: str, theme: str) -> bytes:
        """A map in small, or (without a game) the lobby's poster."""
        if (registry.map_of(registry.game(game), map) is None) if game else map:
            name = registry.game(game).name
            maps = [m.key for m in registry.game(game).maps]
            raise refuse(
                "bad_setup", T("{game} has no map {map}; there are: {maps}.", game=name, map=map[:80], maps=", ".join(maps))
            )
        return await self._get(small_picture, (game, map, "dark" if theme == "dark" else "light"))

    async def rules(self, game: str, lang: str) -> tuple[str, str] | None:
        return await self._get(rules_html, (registry.game(game).key, lang))

    async def _get(self, work: Callable[[W], R], told: W) -> R:
        """What was made, or is being made by somebody else's request, is not made again."""
        key = (work, told)
        if key not in self._kept:
            making = self._making.get(key)
            if making is None:
                making = self._making[key] = asyncio.get_running_loop().create_task(self._make(work, told))
                making.add_done_callback(lambda _: self._making.pop(key, None))
            drawn: R = await asyncio.shield(making)
            if len(self._kept) >= MOST:
                del self._kept[next(iter(self._kept))]
            self._kept[key] = drawn
            return drawn
        made: R = self._kept[key]
        return made

    async def _make(self, work: Callable[[W], R], told: W) -> R:
        if not self._workers.ready:  # the server has just started: the first page is not to wait for the workers too
            return await asyncio.to_thread(work, told)
        try:
            made: R = await self._workers.run(work, told, share=HOUSE, rank=Rank.ASKED, lane="quick", limit=PATIENCE)
            return made
        except Failed as failed:  # it is one of a few things that the page cannot do without
            log.warning("a worker could not draw; it is done here", extra={"what": work.__name__, "why": str(failed)})
            return await asyncio.to_thread(work, told)
