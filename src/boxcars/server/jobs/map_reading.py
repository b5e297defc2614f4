"""Reading uploaded maps for the first time, in a worker and never in the server process.

A map is accepted only if it loads fast, so that the server and its workers may later load it without a limit.
"""

from __future__ import annotations

import hashlib
import logging
import time
from typing import TYPE_CHECKING

import msgspec

from boxcars.core import map_loader, registry
from boxcars.core.map_loader import BadMap
from boxcars.core.messages import Complaint, T
from boxcars.locale import sayer
from boxcars.server.jobs.job_queue import HOUSE, Busy, Rank
from boxcars.server.jobs.job_runner import PARSE, Failed
from boxcars.server.jobs.map_editor_jobs import told_in
from boxcars.server.store import maps
from boxcars.server.store.maps import About
from boxcars.server.table.table import make_refusal

if TYPE_CHECKING:
    from boxcars.server.table.table_manager import TableManager

log = logging.getLogger("boxcars.reading")
LOAD = 0.5
"""Seconds of processor time in which a map must be read, checked and set up for every number of players. The largest map that
ships needs a tenth of it."""


def content_of(text: str) -> str:
    """Return a name for what a map says: equal for texts that differ only in comments, space and the order of keys."""
    tree = map_loader.parse(text)
    tree.pop("game", None)
    return hashlib.sha256(msgspec.json.encode(tree, order="sorted")).hexdigest()[:40]


def describe_map(game: str, text: str) -> About:
    """Return what is to be known about a map before it is kept. Raises BadMap."""
    begun = time.process_time()
    found = registry.kept_map(game, map_loader.know(text))
    if not found.players:
        raise BadMap([Complaint("", T("no number of players is possible on this map"))])
    same = content_of(text)
    if time.process_time() - begun > LOAD:
        raise BadMap([Complaint("", T("it takes too long to load"))])
    return About(found.name, found.players, same)


def read_map(told: tuple[str, str, str]) -> About:
    """Read a map, in a worker: (game, text, language). Refuses one that is not good."""
    game, text, lang = told
    try:
        return describe_map(registry.game(game).key, text)
    except BadMap as bad:
        complaint = told_in(sayer(lang), bad.complaints[0])[:300]
        raise make_refusal("bad_map", T("There's a problem with this map file: {complaint}", complaint=complaint)) from None


def describe_kept_map(told: tuple[str, str]) -> About | None:
    """Read a map that an older version kept, in a worker: (game, text); None if it is not good now."""
    try:
        return describe_map(*told)
    except BadMap:
        return None


async def describe_old(hall: TableManager) -> None:
    """Describe maps that an older version stored; they are listed as soon as that is done."""
    while rows := await hall.run_blocking(maps.list_undescribed, hall.store):
        for key, game in rows:
            text = await hall.run_blocking(maps.find_map_text, hall.store, key)
            found = None
            if text is not None and game in registry.games():
                try:
                    found = await hall.workers.run_job(
                        describe_kept_map, (game, text), share=HOUSE, rank=Rank.SPARE, lane="parse", limit=2 * PARSE
                    )
                except (Failed, Busy) as failed:
                    log.warning("a kept map could not be read", extra={"map": key, "why": str(failed)})
            await hall.run_blocking(maps.save_description, hall.store, key, found)
