"""Root parallelism: processes that think about the same candidates, each in worlds of its own."""

from __future__ import annotations

import signal
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import TYPE_CHECKING

from boxcars.bots.seat_view import SeatView
from boxcars.core import registry, wire
from boxcars.core.game import State
from boxcars.core.kinds import Json
from boxcars.core.words import Action

if TYPE_CHECKING:
    from boxcars.bots.search import SearchBot

Found = tuple[list[int], list[float], list[float], list[float]]
"""Visits, sums, sums of squares and sums of chances to win of each candidate."""

_BOT: SearchBot | None = None
"""In a worker: its own bot, with the rules it plays."""


def _begin(game: str, map: str, players: int, options: Json, seed: str, settings: Json) -> None:
    from boxcars.bots.search import SearchBot

    global _BOT
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _BOT = SearchBot(registry.make(game, map, players, options), seed, **settings)


def _think(state: bytes, seat: int, actions: list[bytes], weights: list[float], key: str) -> Found:
    from boxcars.bots.node import Node
    from boxcars.bots.thinking import Thinking

    bot = _BOT
    assert bot is not None
    world = wire.read(state, bot.rules.state_type)
    root = Node(seat)
    root.add([bot.rules.read_action(a) for a in actions], weights, len(actions), float("inf"))
    bot.temper(root)
    Thinking(bot, SeatView(bot.rules, world, seat), root, key).run()
    return root.visits, root.sums, root.squares, root.wins


class Team:
    """The helpers of one search bot. They are sent imagined worlds, never the true one."""

    def __init__(self, bot: SearchBot) -> None:
        self.size = bot.processes
        self.rules = bot.rules
        settings = {
            "iterations": -(-bot.iterations // self.size),
            "seconds": bot.seconds,
            "depth": bot.depth,
            "rounds": bot.rounds,
            "policy": "judge" if bot.greedy else "random",
            "width": bot.width,
            "gap": bot.gap,
            "experience": bot.experience,
            "caution": bot.caution,
            "shallow": bot.shallow,
            "stir": bot.stir,
            "doubt": bot.doubt,
            "edition": bot.edition,
            "paired": bot.paired,
            "finish": bot.finish,
            "own": bot.own,
            "advice": bot.advice,
        }
        rules = bot.rules
        self.pool = ProcessPoolExecutor(
            self.size,
            mp_context=get_context("spawn"),
            initializer=_begin,
            initargs=(rules.game, rules.map, rules.players, rules.options, bot.seed, settings),
        )

    def think(self, world: State, seat: int, actions: list[Action], weights: list[float], key: str) -> list[Found]:
        """What every helper found, in a fixed order."""
        state = self.rules.write(world)
        encoded = [self.rules.write(action) for action in actions]
        futures = [self.pool.submit(_think, state, seat, encoded, weights, f"{key}:helper {i}") for i in range(self.size)]
        return [future.result() for future in futures]

    def close(self) -> None:
        self.pool.shutdown(wait=True, cancel_futures=True)
