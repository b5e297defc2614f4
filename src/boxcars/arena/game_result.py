"""One game played by bots: the job, and the row of its result."""

from __future__ import annotations

from collections import Counter
from time import perf_counter

import msgspec

from boxcars.bots import Bot, SeatView, make_bot
from boxcars.bots.search import garbage_collection_paused
from boxcars.core import registry
from boxcars.core.chance import Chance
from boxcars.core.record import Entry, Record, finish, header
from boxcars.core.type_aliases import AnyRules, Json
from boxcars.core.types import Action

LOOK = 7
"""Number of decisions between two counts of the offered targets."""
STANDINGS = 10
"""Number of standings that a result keeps, spread evenly over the game."""


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of a game, the same for every game of a run. ``options`` and ``map`` as in ``registry.make``."""

    game: str
    map: str
    players: int
    options: dict[str, bool | int | str] = {}

    def rules(self) -> AnyRules:
        return registry.make(self.game, self.map, self.players, dict(self.options))


def complete(game: str, map: str | None = None, players: int | None = None, options: Json | None = None) -> Setup:
    """Return a setup with the registry's defaults filled in; raises Refused if there is no such game."""
    rules = registry.make(game, map, players, options)
    return Setup(game=rules.game, map=rules.map, players=rules.players, options=rules.options)


class Job(msgspec.Struct, frozen=True):
    """A game to be played: its place in the run, the bots by seat, and its seed."""

    number: int
    bots: list[str]
    seed: str


class Use(msgspec.Struct, frozen=True):
    """How often a seat (-1: no seat) used a verb (``ClaimRoute``) or a target of the board (``route:denver-omaha``)."""

    seat: int
    name: str
    count: int


class Played(msgspec.Struct, kw_only=True):
    """A finished game as a row of a table."""

    number: int
    game: str
    map: str
    players: int
    seed: str
    bots: list[str]
    scores: list[int]
    ranks: list[int]
    shares: list[float]
    """Each seat's share of the win: 1 for a sole winner, shared among equals."""
    decisions: int
    seconds: float
    think: list[float]
    """Mean seconds that each seat's bot took for a decision."""
    longest_think: list[float]
    """Greatest seconds that each seat's bot took for a decision."""
    standings: list[list[int]]
    """The public standings at ten moments, spread evenly over the game."""
    verbs: list[Use]
    targets: list[Use]
    offered: dict[str, int]
    """How often each verb was among the legal actions, and (counted every few decisions) each target of the board."""
    record: str
    """The record of the game for ``boxcars replay``; "" if records were not wanted."""


def named(action: Action) -> list[str]:
    """Return the places of the board that an action uses: routes, hexes, towns, cards; not amounts and payments."""
    return [target for target in action.path() if ":" in target and not target.startswith(("n:", "do:", "pay:"))]


@garbage_collection_paused()
def play(rules: AnyRules, job: Job, records: bool = True) -> Played:
    """Play one game to its end. Bots are seeded from the game's seed and their seat, so the run is reproducible."""
    began = perf_counter()
    state = rules.start(Chance(job.seed))
    bots: list[Bot] = [make_bot(kind, rules, f"{job.seed}:{seat}:{kind}") for seat, kind in enumerate(job.bots)]
    record = Record(header(rules, job.seed, bots=job.bots))
    spent = [0.0] * rules.players
    most = [0.0] * rules.players
    asked = [0] * rules.players
    verbs: Counter[tuple[int, str]] = Counter()
    targets: Counter[tuple[int, str]] = Counter()
    offered: Counter[str] = Counter()
    standings: list[list[int]] = []
    while (seat := rules.actor(state)) >= 0:
        start = perf_counter()
        action = bots[seat].choose(SeatView(rules, state, seat))
        took = perf_counter() - start
        spent[seat] += took
        most[seat] = max(most[seat], took)
        asked[seat] += 1
        legal = rules.legal(state)
        offered.update({type(option).__name__ for option in legal})
        if len(standings) % LOOK == 0:
            offered.update({target for option in legal for target in named(option)})
        verbs[seat, type(action).__name__] += 1
        for target in named(action):
            targets[seat, target] += 1
        if records:
            record.entries.append(Entry(seat, msgspec.Raw(rules.write(action))))
        standings.append(rules.tally(state))
        rules.play(state, seat, action)
    traces = rules.traces(state)
    offered.update({target for target, _, _ in traces})
    for target, seat, count in traces:
        if count:
            targets[seat, target] += count
    outcome = rules.outcome(state)
    assert outcome is not None
    ranks = outcome.ranks
    winners = ranks.count(1)
    steps = len(standings)
    return Played(
        number=job.number,
        game=rules.game,
        map=rules.map,
        players=rules.players,
        seed=job.seed,
        bots=job.bots,
        scores=outcome.scores,
        ranks=ranks,
        shares=[1 / winners if rank == 1 else 0.0 for rank in ranks],
        decisions=steps,
        seconds=perf_counter() - began,
        think=[s / max(1, n) for s, n in zip(spent, asked, strict=True)],
        longest_think=most,
        standings=[standings[steps * i // STANDINGS] for i in range(STANDINGS)],
        verbs=[Use(seat, name, n) for (seat, name), n in sorted(verbs.items())],
        targets=[Use(seat, name, n) for (seat, name), n in sorted(targets.items())],
        offered=dict(sorted(offered.items())),
        record=finish(record, rules, state).write().decode() if records else "",
    )
