"""The tasks of a worker for a table: choosing a bot's action, hints, past scores."""

from __future__ import annotations

from typing import Any

import msgspec

from boxcars.analysis import Analyst
from boxcars.bots import SeatView
from boxcars.bots.bot import Candidate, make_offered_bot
from boxcars.bots.evaluators import has_evaluator
from boxcars.core import codec
from boxcars.core.messages import Text
from boxcars.server.store.store import Store
from boxcars.server.table.documents import Setup
from boxcars.server.table.table import Table, rules_for


class Task(msgspec.Struct, frozen=True):
    """A position and a seat, pickled; the state stays JSON, so that each process decodes it as its own type."""

    game: str
    map: str
    players: int
    options: dict[str, bool | int | str]
    state: bytes
    seat: int
    level: str
    seed: str


class Advice(msgspec.Struct, frozen=True):
    """A candidate of a hint: the action as JSON, and the bot's evaluation of it."""

    action: msgspec.Raw
    text: Text
    value: float
    visits: int
    why: Text


def make_task(setup: Setup, state: bytes, seat: int, level: str, seed: str) -> Task:
    return Task(setup.game, setup.map, setup.players, setup.options, state, seat, level, seed)


def _seat_view(told: Task) -> tuple[Any, SeatView, Any]:
    rules = rules_for(told.game, told.map, told.players, dict(told.options))
    state = codec.read(told.state, rules.state_type)
    return rules, SeatView(rules, state, told.seat), make_offered_bot(told.level, rules, told.seed)


def choose_action(told: Task) -> bytes:
    """Return the bot's action as JSON."""
    rules, view, bot = _seat_view(told)
    chosen: bytes = rules.write(bot.choose(view))
    return chosen


def advise_seat(told: Task) -> bytes:
    """Return a list of Advice as JSON."""
    rules, view, bot = _seat_view(told)
    found = bot.explain(view)
    if has_evaluator(rules.game):
        found = quote_chances(found, Analyst(rules).seat_chances(view)[view.seat])
    return msgspec.json.encode(
        [Advice(msgspec.Raw(rules.write(c.action)), rules.say(c.action), c.value, c.visits, c.why) for c in found]
    )


def quote_chances(found: list[Candidate], chance: float) -> list[Candidate]:
    """Return candidates with the chances that the analysis would give: the best keeps the chance of the position, each other
    one loses what the bot found it to lose."""
    best = found[0].value
    return [msgspec.structs.replace(c, value=max(0.0, chance - (best - c.value))) for c in found]


class Past(msgspec.Struct, frozen=True):
    """A game as it was played: its actions as (seat, JSON); ``final``: the final score, if it is over."""

    setup: Setup
    acts: list[tuple[int, bytes]]
    kept: dict[int, tuple[bool, bytes]]
    """By ply the stored positions, and whether the actions after each were played under the current rules."""
    state: bytes
    final: list[int] | None


class Scores(msgspec.Struct, frozen=True):
    """The score of each seat at every ply, from 0 (before the first action), and the plies whose score is unknown because
    they were played under older rules: the last known score stands there."""

    scores: list[list[int]]
    unknown: list[int]


def past_of(table: Table, store: Store) -> Past:
    """Return what a worker needs to compute the scores of a table. Blocks."""
    kept = store.list_snapshots(table.id, [seq for seq, _ in table.stands])
    return Past(
        table.setup,
        [(entry.seat, entry.body) for entry in table.acts],
        {ply: (table.can_replay(seq, version), data) for seq, ply, version, data in kept},
        table.rules.write(table.state),
        list(table.doc.outcome.scores) if table.doc.outcome is not None else None,
    )


def score_history(told: Past) -> Scores:
    """Return the scores from public knowledge until the game is over; the last is the final score. Where one is unknown, the last
    known one stands."""
    setup = told.setup
    rules = rules_for(setup.game, setup.map, setup.players, setup.options)
    count = rules.standing if told.final is None else rules.tally
    out: list[list[int]] = []
    unknown: list[int] = []
    state: Any = None
    follows = False
    for ply in range(len(told.acts) + 1):
        if ply in told.kept:
            follows, data = told.kept[ply]
            state = codec.read(data, rules.state_type)
        elif follows:
            seat, body = told.acts[ply - 1]
            rules.play(state, seat, rules.read_action(body))
        elif ply == len(told.acts):
            state = codec.read(told.state, rules.state_type)
        else:
            unknown.append(ply)
            out.append(out[-1] if out else [0] * rules.players)
            continue
        out.append(count(state))
    if told.final is not None:
        out[-1] = told.final
    return Scores(out, unknown)
