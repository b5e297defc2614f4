"""Root parallelism: processes that search the same candidates, each in worlds of its own."""

from __future__ import annotations

import signal
from dataclasses import replace
from typing import TYPE_CHECKING

from boxcars.bots.search_settings import SearchSettings
from boxcars.bots.seat_view import SeatView
from boxcars.core import codec, registry
from boxcars.core.game import State
from boxcars.core.type_aliases import Json
from boxcars.core.types import Action

if TYPE_CHECKING:
    from boxcars.bots.search_bot import SearchBot

Statistics = tuple[list[int], list[float], list[float], list[float]]
"""Of each candidate: visits, and sums of values, of squares of values, and of probabilities to win."""

_BOT: SearchBot | None = None
"""In a worker: its own bot, with the rules it plays."""


def _start_worker(game: str, map: str, players: int, options: Json, seed: str, settings: SearchSettings) -> None:
    from boxcars.bots.search_bot import SearchBot

    global _BOT
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _BOT = SearchBot(registry.make(game, map, players, options), seed, settings)


def _search(state: bytes, seat: int, actions: list[bytes], logits: list[float], key: str) -> Statistics:
    from boxcars.bots.search_bot import prepare_root
    from boxcars.bots.tree_node import Node

    bot = _BOT
    assert bot is not None
    world = codec.read(state, bot.rules.state_type)
    root = Node(seat)
    root.add_candidates([bot.rules.read_action(a) for a in actions], logits, len(actions), float("inf"))
    prepare_root(root, bot.settings)
    bot.make_search(bot.settings, SeatView(bot.rules, world, seat), root, key).run()
    return root.visits, root.value_sums, root.square_sums, root.win_sums


class SearchProcesses:
    """The helper processes of one search bot. They are sent determinized states, never the true one."""

    def __init__(self, bot: SearchBot) -> None:
        # Imported here: not every system has processes, and a search with one process needs none.
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_context

        self.size = bot.settings.processes
        self.rules = bot.rules
        settings = replace(bot.settings, iterations=-(-bot.settings.iterations // self.size), processes=1)
        rules = bot.rules
        self.pool = ProcessPoolExecutor(
            self.size,
            mp_context=get_context("spawn"),
            initializer=_start_worker,
            initargs=(rules.game, rules.map, rules.players, rules.options, bot.seed, settings),
        )

    def search(self, world: State, seat: int, actions: list[Action], logits: list[float], key: str) -> list[Statistics]:
        """Return what every helper found, in a fixed order."""
        state = self.rules.write(world)
        encoded = [self.rules.write(action) for action in actions]
        futures = [self.pool.submit(_search, state, seat, encoded, logits, f"{key}:helper {i}") for i in range(self.size)]
        return [future.result() for future in futures]

    def close(self) -> None:
        """Stop the processes."""
        self.pool.shutdown(wait=True, cancel_futures=True)
