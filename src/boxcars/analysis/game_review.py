"""The analysis of a whole game: a record is cut into pieces of work, each done by itself, and the pieces make the Analysis.

Pieces come in a fixed order and depend on the record alone, so that whoever does them (one process, a server between two bots, a
cluster) may stop after any of them and go on later.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import blake2b
from typing import Any

import msgspec

from boxcars.analysis.decision_analysis import ANALYST, PLACES, Analyst, Decision, Effort, name_of_loss
from boxcars.core import codec
from boxcars.core.game import Refused, Rules
from boxcars.core.messages import T
from boxcars.core.record import Record
from boxcars.core.types import Reason


class Analysis(msgspec.Struct, kw_only=True):
    """The analysis of a finished game; incomplete while work is under way."""

    key: str
    """A hash of all that the analysis depends on."""
    analyst: int = ANALYST
    effort: Effort = Effort()
    chances: list[list[float]] = []
    """For every ply from 0 on the win chance of each seat in the true position. They add up to 1; the last is the result."""
    rounds: list[int] = []
    """The round each ply belongs to; 0 where the game has none."""
    decisions: list[Decision] = []

    def write(self) -> bytes:
        return msgspec.json.encode(self)


class Moment(msgspec.Struct, frozen=True):
    """A piece of work: a position, and the action played there (None at the end)."""

    ply: int
    state: bytes
    action: bytes | None = None
    later: list[bytes] = []


class Found(msgspec.Struct, frozen=True):
    """The results for one position."""

    ply: int
    chances: list[float]
    round: int


LONG = 400
"""Number of actions of a game beyond which less effort is spent on each, so that it takes no longer."""


def usual(actions: int) -> Effort:
    """Return the usual effort for a game of this many actions."""
    return Effort() if actions <= LONG else Effort(chances=8, choose=2, measure=6, width=3)


def key_of(record: Record, effort: Effort) -> str:
    """Return the key of an analysis: a hash of all that it depends on, which excludes names."""
    head = record.header
    parts = [head.game, head.map, head.players, head.options, head.version, head.seed, head.outcomes, ANALYST, effort]
    told = blake2b(msgspec.json.encode(parts, order="deterministic"), digest_size=16)
    told.update(bytes(head.start))
    for entry in record.entries:
        told.update(bytes(entry.action))
    return told.hexdigest()


def check(record: Record) -> None:
    """Refuse to analyse a game that is not over."""
    if record.result is None:
        raise Refused(Reason("not_over", "", T("You can only analyze a finished game.")))


def moments(record: Record) -> Iterator[tuple[Rules[Any], Moment]]:
    """Yield the pieces of work, in the order of the game."""
    acts = [bytes(entry.action) for entry in record.entries]
    steps: list[tuple[int, str]] = []
    states: list[bytes] = []
    rules: Rules[Any] = record.rules()
    for rules, state, _ in record.replay():
        agenda = state.agenda
        steps.append((rules.actor(state), type(agenda[-1]).__name__ if agenda else ""))
        states.append(rules.write(state))
    for ply, state in enumerate(states):
        action = acts[ply] if ply < len(acts) else None
        yield rules, Moment(ply, state, action, following(steps, acts, ply))


def following(steps: list[tuple[int, str]], acts: list[bytes], ply: int) -> list[bytes]:
    """Return what the same seat did next at the same step, with no other seat in between."""
    end = ply
    while end < len(acts) and steps[end] == steps[ply]:
        end += 1
    return acts[ply + 1 : end]


def estimate_chances(analyst: Analyst, moment: Moment) -> Found:
    """Return the win chances in a position."""
    state = codec.read(moment.state, analyst.rules.state_type)
    return Found(moment.ply, analyst.chances(state), analyst.evaluator.current_round(state))


def analyse_decision(analyst: Analyst, moment: Moment) -> Decision | None:
    """Return what the action played lost; None at the end of the game."""
    if moment.action is None:
        return None
    rules = analyst.rules
    later = [rules.read_action(action) for action in moment.later]
    state = codec.read(moment.state, rules.state_type)
    return analyst.decision(state, moment.ply, rules.read_action(moment.action), later)


def quoted(one: Decision, after: list[float] | None) -> Decision:
    """Return a decision in the numbers of the positions: what was left after it is the seat's chance there, and the better move
    was worth the measured loss more. Nobody can have lost more than there was to win. ``after``: None if not known yet."""
    if after is None or one.choices < 2:
        return one
    chance = after[one.seat]
    loss = round(min(one.loss, 1.0 - chance), PLACES)
    label = one.label if loss == one.loss else name_of_loss(loss) if one.label else ""
    return msgspec.structs.replace(
        one, chance=chance, better=round(chance + loss, PLACES), loss=loss, label=label, why=one.why if label else None
    )


def gather(key: str, effort: Effort, found: list[Found], decisions: list[Decision]) -> Analysis:
    """Return the analysis that the pieces make up."""
    found = sorted(found, key=lambda piece: piece.ply)
    chances = {piece.ply: piece.chances for piece in found}
    decisions = [quoted(one, chances.get(one.ply + 1)) for one in decisions]
    return Analysis(
        key=key,
        effort=effort,
        chances=[piece.chances for piece in found],
        rounds=[piece.round for piece in found],
        decisions=sorted(decisions, key=lambda piece: piece.ply),
    )


def analyse(record: Record, effort: Effort | None = None, progress: Callable[[int, int], None] | None = None) -> Analysis:
    """Analyse a finished game; ``effort``: by default by its length. ``progress`` is called with the share that is done."""
    check(record)
    effort = effort or usual(len(record.entries))
    found: list[Found] = []
    decisions: list[Decision] = []
    analyst: Analyst | None = None
    for rules, moment in moments(record):
        analyst = analyst or Analyst(rules, effort)
        found.append(estimate_chances(analyst, moment))
        decision = analyse_decision(analyst, moment)
        if decision is not None:
            decisions.append(decision)
        if progress is not None:
            progress(len(found), len(record.entries) + 1)
    return gather(key_of(record, effort), effort, found, decisions)
