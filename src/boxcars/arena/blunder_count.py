"""Counts blunders: games are played, then replayed with the game's blunder detector, and the findings counted."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.util import find_spec

import msgspec

from boxcars.arena.game_result import Job, Played, Setup
from boxcars.core import registry
from boxcars.core.blunders import Watch
from boxcars.core.chance import Chance, seed_from
from boxcars.core.record import read
from boxcars.core.type_aliases import AnyRules, AnyState

EXAMPLES = 3
"""The greatest number of examples of each blunder."""


class Blunder(msgspec.Struct, frozen=True):
    """A blunder: in which game of the run, after how many actions (all of them: at the end), which seat, what."""

    game: int
    ply: int
    seat: int
    thing: str


class Tally(msgspec.Struct):
    """The counted blunders of a run."""

    things: dict[str, str]
    games: int = 0
    seats: int = 0
    """Number of seats, over all games."""
    found: list[Blunder] = []

    def counts(self) -> dict[str, int]:
        return {thing: sum(blunder.thing == thing for blunder in self.found) for thing in self.things}

    def examples(self, thing: str) -> list[Blunder]:
        return [blunder for blunder in self.found if blunder.thing == thing][:EXAMPLES]


def watched(game: str) -> type[Watch[AnyState]] | None:
    """Return the blunder detector of a game, if it has one."""
    package = registry.game(game).evaluator.partition(":")[0].rpartition(".")[0]
    if not package or find_spec(f"{package}.blunders") is None:
        return None
    found: type[Watch[AnyState]] = registry.load(f"{package}.blunders:Blunders")
    return found


def jobs_of(setup: Setup, level: str, games: int, seed: str) -> list[Job]:
    """Yield jobs with the same level in every seat."""
    return [Job(i, [level] * setup.players, seed_from(f"{seed}:{i}")) for i in range(games)]


def look(rules: AnyRules, played: Played, watch: Watch[AnyState]) -> list[Blunder]:
    """Return the blunders of one game."""
    record = read(played.record.encode())
    state = rules.start(Chance(played.seed))
    found: list[Blunder] = []
    ply = 0
    for entry in record.entries:
        action = rules.read_action(bytes(entry.action))
        found += [Blunder(played.number, ply, entry.seat, thing) for thing in watch.before(state, entry.seat, action)]
        events = rules.play(state, entry.seat, action)
        ply += 1
        found += [Blunder(played.number, ply, seat, thing) for seat, thing in watch.after(state, entry.seat, action, events)]
    return found + [Blunder(played.number, ply, seat, thing) for seat, thing in watch.over(state)]


def tally(setup: Setup, games: Iterable[Played]) -> Tally:
    """Count the blunders of all games; raises ValueError if the game has no detector."""
    watch = watched(setup.game)
    if watch is None:
        raise ValueError(f"{setup.game} does not say what no good player does")
    rules = setup.rules()
    out = Tally(watch.things)
    for played in games:
        out.games += 1
        out.seats += setup.players
        out.found += look(rules, played, watch(rules))
    return out
