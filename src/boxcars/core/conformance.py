"""The contract as checks that any game can run, including games of other distributions.

    from boxcars.core.conformance import check
    check(registry.make("ticket_to_ride", players=3), games=5)

``check`` plays random games and tests every law of the contract on the way. It raises ``Violation`` naming the law, the seed
and the decision at which it broke.

Code outside ``core`` that encodes legal actions (environments, the page) adds a ``PositionCheck`` of its own:
``boxcars.envs.mask_check`` and ``boxcars.server.page.target_check``.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Any

import msgspec

from boxcars.core import codec, record, registry
from boxcars.core.chance import Chance, seed_from
from boxcars.core.game import Broken, Refused, Rules
from boxcars.core.messages import Text, Who
from boxcars.core.registry import Option

Pick = Callable[[random.Random, list[Any]], Any]
PositionCheck = Callable[[Any, int, list[Any], random.Random], str]
"""Compares something with the legal actions of a position: (state, seat to act, legal actions, random) -> the law that is broken,
or "" if all is well."""


class Violation(AssertionError):
    """Raised when a law of the contract does not hold."""


class Report(msgspec.Struct):
    """What a run of ``check`` played: counts of games, decisions and refused inputs."""

    games: int = 0
    decisions: int = 0
    longest: int = 0
    refusals: int = 0
    widest: int = 0


class Checker:
    """Checks one Rules object. The expensive laws are tried once every ``depth`` decisions, ``checks`` at every decision."""

    def __init__(self, rules: Rules[Any], depth: int = 7, checks: Sequence[PositionCheck] = ()) -> None:
        self.rules = rules
        self.depth = depth
        self.checks = checks
        self.draw = random.Random(0)
        self.report = Report()
        self.where = ""
        self.private = 0
        self.changed = 0

    def fail(self, law: str) -> None:
        raise Violation(f"{self.rules.game} on {self.rules.map} with {self.rules.players}: {law} ({self.where})")

    # -- a whole game ------------------------------------------------------------------------------------------------

    def play_game(self, seed: str, pick: Pick | None = None, thorough: bool = True) -> Any:
        """Play one random game, checking on the way; returns the final state."""
        rules, rng = self.rules, random.Random(seed)
        self.draw = random.Random(f"{seed} checks")  # of their own: the games are the same with and without them
        events: list[Any] = []
        self.where = f"seed {seed}, opening"
        state = rules.start(Chance(seed), events)
        self.check_audit(state)
        self.check_events(events)
        ended = record.Record(record.header(rules, seed))
        kept: list[tuple[Any, str]] = []
        ply = 0
        while rules.actor(state) >= 0:
            seat = rules.actor(state)
            self.where = f"seed {seed}, decision {ply}, seat {seat}"
            legal = rules.legal(state)
            if not legal:
                self.fail("no dead end: the seat to act has no legal action")
            self.report.widest = max(self.report.widest, len(legal))
            if thorough:
                self.check_paths(legal)
                self.check_legal_and_refuse(state, seat, legal, rng)
                for broken_law in (one(state, seat, legal, self.draw) for one in self.checks):
                    if broken_law:
                        self.fail(broken_law)
            if thorough and ply % self.depth == 0:
                self.check_round_trip(state)
                self.check_imagine(state, rng)
                self.check_events_leak_nothing(state, legal, rng)
                self.check_texts(state, legal)
                self.check_bad_input(state, seat, legal, rng)
                kept.append((rules.clone(state), rules.fingerprint(state)))
            action = pick(rng, legal) if pick else rng.choice(legal)
            events = rules.apply(state, action)
            ended.entries.append(record.Entry(seat, msgspec.Raw(rules.write(action))))
            self.check_audit(state)
            if thorough:
                self.check_events(events)
            ply += 1
            if ply > rules.max_decisions:
                self.fail(f"a game ends within {rules.max_decisions} decisions")
        self.where = f"seed {seed}, end"
        self.check_outcome(state)
        for clone, print_ in kept:
            if rules.fingerprint(clone) != print_:
                self.fail("clones are independent of what is played afterwards")
        if thorough:
            self.check_round_trip(state)
            self.check_imagine(state, rng)
            if self.private >= 40 and not self.changed and not rules.deducible:
                self.fail("imagine does not peek: what others hold is dealt anew")
            wrong = record.read(record.finish(ended, rules, state).write()).verify() if self.is_registered() else []
            if wrong:
                self.fail(f"the same record gives the same game: {wrong[0]}")
        self.report.games += 1
        self.report.decisions += ply
        self.report.longest = max(self.report.longest, ply)
        return state

    def is_registered(self) -> bool:
        """Return whether the game is in the registry, so that a record can find its rules."""
        return self.rules.game in registry.games()

    # -- the laws ----------------------------------------------------------------------------------------------------

    def check_audit(self, state: Any) -> None:
        try:
            self.rules.audit(state)
        except Broken as broken:
            self.fail(f"audit: {broken}")

    def check_paths(self, legal: list[Any]) -> None:
        """Check that every action has its own path, and that none is the beginning of another."""
        paths = sorted(action.path() for action in legal)
        for a, b in pairwise(paths):
            if not a or a == b[: len(a)]:
                self.fail(f"paths are unique and none is the beginning of another: {a} and {b}")
        if len(set(legal)) != len(legal):
            self.fail("legal lists every action once")

    def check_legal_and_refuse(self, state: Any, seat: int, legal: list[Any], rng: random.Random) -> None:
        """Check that ``refuse`` accepts what ``legal`` lists, and that ``apply`` on a clone leaves the original alone."""
        rules = self.rules
        for action in legal if len(legal) <= 40 else rng.sample(legal, 40):
            if rules.refuse(state, seat, action) is not None:
                self.fail(f"legal lists what refuse accepts: {action}")
            if rules.normal(action) != action:
                self.fail(f"legal lists actions by their one name: {action}")
        other = (seat + 1) % rules.players
        if other != seat and rules.refuse(state, other, legal[0]) is None:
            self.fail("only the seat to act may act")
        before = rules.fingerprint(state)
        clones = []
        for action in rng.sample(legal, min(2, len(legal))):
            clone = rules.clone(state)
            rules.apply(clone, action)
            clones.append(clone)
        if rules.fingerprint(state) != before:
            self.fail("what is done to a clone leaves the original alone")
        for clone in clones:
            self.check_audit(clone)

    def check_round_trip(self, state: Any) -> None:
        rules = self.rules
        written = rules.write(state)
        try:
            again = rules.read_state(written)
        except Refused as refused:
            self.fail(f"a state can be read back: {refused}")
            return
        if rules.write(again) != written:
            self.fail("a state read back equals itself")
        for action in rules.legal(again)[:1]:
            rules.apply(again, action)  # what was read is whole: the game goes on from it

    def check_imagine(self, state: Any, rng: random.Random) -> None:
        """Check that imagined worlds look the same to the seat, depend only on what it knows, and keep public facts."""
        rules = self.rules
        seat: int | None
        for seat in (*range(rules.players), None):
            x, y = seed_from(rng.random().hex()), seed_from(rng.random().hex())
            seen = rules.write(rules.observe(state, seat))
            codec.decoder(rules.observation_type).decode(seen)
            world = rules.imagine(state, seat, x)
            self.check_audit(world)
            self.count_private(state, seat, world)
            if rules.write(rules.observe(world, seat)) != seen:
                self.fail(f"observe(imagine(s)) equals observe(s) for seat {seat}")
            other = rules.imagine(state, seat, y)
            if rules.write(rules.imagine(other, seat, x)) != rules.write(world):
                self.fail(f"imagine depends on nothing but what seat {seat} knows and the seed")
            if rules.write(rules.observe(world, None)) != rules.write(rules.observe(state, None)):
                self.fail("imagine leaves public facts alone")
            if seat is not None and seat == rules.actor(state) and rules.legal(world) != rules.legal(state):
                self.fail(f"the legal list of seat {seat} depends only on what it knows")

    def count_private(self, state: Any, seat: int | None, world: Any) -> None:
        """Count how often others hold something private, and how often an imagined world shows them something else."""
        rules = self.rules
        for other in range(rules.players):
            if other != seat:
                seen = rules.observe(state, other)
                if msgspec.structs.replace(seen, seat=None) != rules.observe(state, None):
                    self.private += 1
                    self.changed += rules.observe(world, other) != seen

    def check_events_leak_nothing(self, state: Any, legal: list[Any], rng: random.Random) -> None:
        """Check that events tell nothing hidden: continuations that a seat cannot tell apart are told to it alike.

        The same action with other luck (which card was drawn?), and another choice of the same kind (which one was kept?).
        Where the difference shows in the seat's observation it may be told; where nobody sees a difference there is none.
        Where all that is private can be deduced, every choice is made before all eyes: only luck could tell too much.
        """
        rules, actor = self.rules, self.rules.actor(state)
        action = rng.choice(legal)
        like = [other for other in legal if type(other) is type(action) and other != action and not rules.deducible]
        luck = [seed_from(rng.random().hex()) for _ in range(2)]
        runs = [(action, luck[0]), (action, luck[1]), *((other, luck[0]) for other in rng.sample(like, min(3, len(like))))]
        seats: tuple[int | None, ...] = (*range(rules.players), None)
        ends = []
        for chosen, seed in runs:
            world = rules.clone(state)
            world.chance = Chance(seed, world.chance.counters.copy())
            events = rules.apply(world, chosen)
            ends.append((events, {seat: rules.write(rules.observe(world, seat)) for seat in seats}))
        first, seen = ends[0]
        for other, looks in ends[1:]:
            if seen == looks:
                continue
            for seat in seats:
                if seat == actor or seen[seat] != looks[seat]:
                    continue
                told = [[rules.retell(event, seat) for event in events] for events in (first, other)]
                if told[0] != told[1]:
                    self.fail(f"seat {seat} is told nothing hidden by {action}: {told[0]} and {told[1]}")

    def check_events(self, events: list[Any]) -> None:
        """Check that every event can be retold, read back and told for every seat and for a spectator."""
        rules = self.rules
        for event in events:
            for seat in (*range(rules.players), None):
                told = rules.retell(event, seat)
                again = codec.decoder(rules.event_type).decode(rules.write(told))
                if again != told:
                    self.fail(f"an event can be read back: {told}")
                self.check_sentence(rules.tell(told))

    def check_texts(self, state: Any, legal: list[Any]) -> None:
        """Check that actions, targets and steps have texts, and that an action can be read back from its JSON."""
        rules = self.rules
        for action in legal[:60]:
            self.check_sentence(rules.say(action))
            for target in action.path():
                self.check_sentence(rules.name(target))
            if rules.read_action(rules.write(action)) != action:
                self.fail(f"an action can be read back: {action}")
        self.check_sentence(rules.ask(state.agenda[-1]))
        for form in rules.forms(state):
            self.check_sentence(form.title)

    def check_sentence(self, text: Text) -> None:
        """Check that a sentence has a value for each of its places."""
        try:
            shown = text.message.format(**{k: "x" if isinstance(v, (Text, Who, list)) else v for k, v in text.values.items()})
        except (KeyError, IndexError, ValueError) as error:
            self.fail(f"a sentence has all its values: {text.message!r} lacks {error}")
            return
        if not shown:
            self.fail("a sentence says something")
        for value in text.values.values():
            for part in value if isinstance(value, list) else [value]:
                if isinstance(part, Text):
                    self.check_sentence(part)

    def check_bad_input(self, state: Any, seat: int, legal: list[Any], rng: random.Random) -> None:
        """Check that mangled actions, wrong seats and types are refused and change nothing; what is accepted is legal."""
        rules = self.rules
        before = rules.fingerprint(state)
        allowed = set(legal)
        for action in rng.sample(legal, min(4, len(legal))):
            for data in mangle_action(json.loads(rules.write(action)), rng):
                self.report.refusals += 1
                try:
                    odd = rules.read_action(json.dumps(data))
                except Refused:
                    continue
                for who in (seat, -1, rules.players, (seat + 1) % rules.players):
                    reason = rules.refuse(state, who, odd)
                    if reason is None and (who != seat or (odd not in allowed and not isinstance(odd, rules.open_verbs))):
                        self.fail(f"what refuse accepts is in legal: {odd} of seat {who}")
                    if reason is not None:
                        self.check_sentence(reason.text)
                        try:
                            rules.play(state, who, odd)
                        except Refused:
                            continue
                        self.fail(f"play raises Refused: {odd}")
        if rules.fingerprint(state) != before:
            self.fail("a refused action changes nothing")

    def check_outcome(self, state: Any) -> None:
        rules = self.rules
        outcome = rules.outcome(state)
        if outcome is None:
            self.fail("a finished game has an outcome")
            return
        if len(outcome.scores) != rules.players or len(outcome.ranks) != rules.players or 1 not in outcome.ranks:
            self.fail(f"an outcome has a score and a rank for each seat, and a winner: {outcome}")
        if rules.legal(state) or rules.refuse(state, 0, None) is None:
            self.fail("nothing can be done after the end")


def mangle_action(data: dict[str, Any], rng: random.Random) -> list[Any]:
    """Return mostly wrong variants of an action: values off by one, of wrong types, missing, extra, huge; other verbs."""
    out: list[Any] = [[], None, 7, {"do": "Nonsense"}, {**data, "extra": 1}]
    for key, value in data.items():
        out.append({k: v for k, v in data.items() if k != key})
        swaps: list[Any] = [None, True, 1.5, -1, 10**30, "", "none", [], {}, [value], "x" * 3000]
        if isinstance(value, int) and not isinstance(value, bool):
            swaps += [value + 1, value - 1, value + 7, float(value)]
        if isinstance(value, list) and value:
            swaps += [value[:-1], value + value[:1], value[::-1]]
        if isinstance(value, str):
            swaps += [value[::-1], value + "x"]
        if isinstance(value, dict):
            swaps += [{**value, k: rng.choice([-1, 99, None, []])} for k in value]
        out += [{**data, key: swap} for swap in swaps]
    return out


def check(
    rules: Rules[Any], games: int = 3, seed: str = "conformance", depth: int = 7, checks: Sequence[PositionCheck] = ()
) -> Report:
    """Run every law over some random games; raise Violation for the first one that is broken."""
    checker = Checker(rules, depth, checks)
    for n in range(games):
        checker.play_game(seed_from(f"{seed} {n}"))
    return checker.report


def option_values(option: Option) -> list[bool | int | str]:
    """Return every value of an option but its default; of a number only the two ends."""
    ends: dict[str, list[bool | int | str]] = {"switch": [True, False], "number": [option.low, option.high]}
    every = ends.get(option.kind) or [key for key, _ in option.choices]
    return [value for value in every if value != option.default]


def rules_for_option(game: str, option: str, value: bool | int | str) -> Rules[Any]:
    """Return rules in which an option of a game has a value, on the first table that takes it.

    An option may be for one map, for some numbers of players, or beside a value of another option only. Raises LookupError if
    no table takes the value.
    """
    found = registry.game(game)
    others = [{other.key: v} for other in found.options if other.key != option for v in option_values(other)]
    for beside in [{}, *others]:
        for map in found.maps:
            for players in map.players:
                with suppress(Refused):
                    return registry.make(game, map.key, players, {option: value, **beside})
    raise LookupError(f"{game}: no map, number of players and other option takes {option} = {value!r}")


def fingerprints_elsewhere(game: str, map: str, players: int, options: dict[str, Any], seed: str) -> tuple[str, str]:
    """Return the fingerprints of the same random game played here and in a second process: they must be equal."""
    code = (
        "import sys, json; from boxcars.core import conformance, registry; "
        "a = json.loads(sys.argv[1]); r = registry.make(a[0], a[1], a[2], a[3]); "
        "print(r.fingerprint(conformance.Checker(r).play_game(a[4], thorough=False)))"
    )
    rules = registry.make(game, map, players, options)
    here = rules.fingerprint(Checker(rules).play_game(seed, thorough=False))
    arguments = json.dumps([game, map, players, options, seed])
    run = subprocess.run([sys.executable, "-c", code, arguments], capture_output=True, text=True, check=True)
    return here, run.stdout.strip()
