"""A blind check of sense: an expert is forced to blunder at random decisions. Does the analysis find where?

    python benchmarks/blunders.py play FILE SEED MINUTES JOBS GAME:GAMES …   plays such games, one line each, added to the file
    python benchmarks/blunders.py look FILE MINUTES JOBS [EVERY]             asks the analyst about them, and prints what it found
    python benchmarks/blunders.py dice FILE MINUTES JOBS GAME:EVERY …        what choices at random cost, and what it says

Forced is the second-worst legal action, in the order of the game's evaluator, and only where that is a blunder in truth: where it
costs ten points of win chance or more beyond its standard error, against what the expert would have done. That is found by
playing both lines to the end, as ``hard`` plays with an eye slightly blurred (a learned player where there is one), with the same
luck for both. Nobody values a position there, and the analyst knows neither these worlds nor their luck: what is asked of it is
not what it has said itself. Most decisions cost nothing: each is first screened from the position as it is, for what rests on a
wrong guess is no blunder, and then measured in other worlds, as the seat may imagine them, for nobody need know what is hidden.

docs/lab/2026-analysis.md tells what came out.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.analysis.forced import check  # noqa: E402
from tests.analysis.games import golden, play  # noqa: E402

from boxcars.analysis import Analyst  # noqa: E402
from boxcars.analysis.action_comparison import MIN_LOSS, SURE_SE  # noqa: E402
from boxcars.analysis.game_review import moments, usual  # noqa: E402
from boxcars.analysis.lookahead import lookahead_for  # noqa: E402
from boxcars.arena.timed_pool import spread  # noqa: E402
from boxcars.bots import SeatView, make_bot  # noqa: E402
from boxcars.bots.evaluators import load_evaluator  # noqa: E402
from boxcars.bots.learned_bot import learned_is_stronger  # noqa: E402
from boxcars.bots.levels import level_settings  # noqa: E402
from boxcars.core import codec, registry  # noqa: E402
from boxcars.core.chance import Chance, seed_from  # noqa: E402
from boxcars.core.game import Rules  # noqa: E402
from boxcars.core.record import read  # noqa: E402

Row = dict[str, Any]


class Setup(NamedTuple):
    """A table at which blunders are looked for."""

    map: str | None
    options: dict[str, Any]
    players: int
    part: float
    """Of the expert's decisions that are tried, at random."""
    rivals: str = "easy"
    """Among equals whoever has blundered twice has nothing left to lose; from weaker ones an expert takes it back again.
    Where a single decision costs little, it wins against those whatever it does: there they are its equals."""
    skipped: int = 3
    """Decisions that are left alone after one in which all games ended alike: who has won or lost cannot blunder for a while."""
    enough: int = 400
    """Pairs of games after which no more blunders are looked for; few where one takes seconds, many where it takes none."""


SETUPS = {
    "age_of_steam": Setup(None, {}, 3, 0.8),
    "steam": Setup("ruhr", {"mode": "standard"}, 3, 0.4, rivals="hard", enough=200),
    "ticket_to_ride": Setup(None, {}, 2, 0.7),
    "silverton": Setup(None, {}, 2, 1.0, rivals="hard", skipped=0, enough=2500),  # who has won may give it all away in a deal
    "spike": Setup(None, {}, 3, 0.6),
}
EXPERTS = {"steam": "expert:seconds=0:iterations=8"}
"""As strong on a busy machine as on an idle one; that of Steam with a quarter of its playouts, which take minutes for a game."""
GOLDEN = {
    "age_of_steam": "rust_belt-3-heuristic",
    "steam": "ruhr-3-heuristic-mode=standard",
    "ticket_to_ride": "usa-3-heuristic",
    "silverton": "colorado-3-heuristic",
    "spike": "eastern_usa-3-heuristic",
}
"""Where choices at random are tried."""
BLUNDERS = 5
COST = 0.10
"""What a blunder costs, beyond its standard error."""
SCREENS, MEASURES = (4, 8, 24), (16, 32, 64)
"""Pairs of games that look for blunders, each time others, and that measure them: fewer where it is none, or plainly one."""
WIDE = 2.5
"""Standard errors beyond which it is plain."""
BLUR = 0.2
"""How blurred the eye is by which lines are played out, at least: where nothing is drawn they would all be one game."""
LONGEST = 4000


class End(NamedTuple):
    """How a game ended for a seat: the win or a share of it, and the score."""

    won: float
    score: int


class Truth:
    """What an action costs when everybody plays on to the end."""

    def __init__(self, rules: Rules[Any]) -> None:
        chosen = level_settings("hard", rules.game, rules.players)
        self.rules = rules
        self.evaluator = load_evaluator(
            rules, chosen["fitted_share"], chosen.get("weights_file", ""), chosen.get("value_file", "")
        )
        self.evaluator.rollout_temperature = max(BLUR, chosen.get("temperature", 0.0))
        self.best = lookahead_for(rules).policy_evaluator if learned_is_stronger(rules) else self.evaluator
        self.decided = False
        """Whether all of the last games ended alike."""
        self.played = 0
        """Pairs so far."""

    def end(self, state: Any, action: Any, key: str, imagined: bool) -> End:
        """What becomes of the seat to act if it does this: from the position as it is or as it is imagined."""
        rules, evaluator = self.rules, self.evaluator
        seat = rules.actor(state)
        world = rules.imagine(state, seat, seed_from(key)) if imagined else rules.clone(state)
        world.chance = Chance(seed_from(f"luck:{key}"))
        evaluator.rollout_rng = random.Random(key)
        now = evaluator.current_round(world)
        memo: dict[int, Any] = {}
        rules.apply(world, action)
        for _ in range(LONGEST):
            if rules.actor(world) < 0:
                break
            if evaluator.current_round(world) != now:  # the same luck for both lines, however much of it one has used up
                now = evaluator.current_round(world)
                world.chance = Chance(seed_from(f"{key}:{now}"))
            rules.apply(world, (self.best if imagined else evaluator).rollout_action(world, memo))
        outcome = rules.outcome(world)
        if outcome is None:
            return End(0.0, 0)
        return End(1 / len(outcome.winners) if outcome.ranks[seat] == 1 else 0.0, outcome.scores[seat])

    def pairs(self, state: Any, good: Any, bad: Any, keys: list[str], imagined: bool) -> list[tuple[End, End]]:
        """Both lines to the end, once for each key."""
        found = [(self.end(state, good, key, imagined), self.end(state, bad, key, imagined)) for key in keys]
        self.decided = len({end.won for pair in found for end in pair}) == 1
        self.played += len(keys)
        return found

    def gains(self, state: Any, good: Any, bad: Any, keys: list[str], imagined: bool) -> list[float]:
        return [better.won - worse.won for better, worse in self.pairs(state, good, bad, keys, imagined)]

    def blunder(self, state: Any, good: Any, bad: Any, key: str) -> Row | None:
        """What it costs, with its standard error; None if it is none."""
        for n in SCREENS:
            if mean(self.gains(state, good, bad, [f"screen:{key}:{n}:{i}" for i in range(n)], imagined=False)) < COST:
                return None
        gains: list[float] = []
        for n in MEASURES:
            gains += self.gains(state, good, bad, [f"measure:{key}:{i}" for i in range(len(gains), n)], imagined=True)
            cost, error = measured(gains)
            if cost + error < COST or cost - WIDE * error >= COST:
                break
        return {"cost": round(cost, 4), "error": round(error, 4), "pairs": n} if cost - error >= COST else None


def mean(values: list[float]) -> float:
    return sum(values) / len(values)


def measured(values: list[float]) -> tuple[float, float]:
    """Their mean and its standard error."""
    middle, n = mean(values), len(values)
    return middle, sqrt(sum((value - middle) ** 2 for value in values) / (n - 1) / n)


def blundered(game: str, number: int, seed: str) -> Row:
    """One game: its record, and what was forced where. The expert sits at another place in every game."""
    start = time.process_time()
    setup = SETUPS[game]
    rules: Rules[Any] = registry.make(game, setup.map, setup.players, setup.options)
    key = f"{seed} {game} {number}"
    luck, me = random.Random(key), number % setup.players
    expert = "expert" if learned_is_stronger(rules) else EXPERTS.get(game, "expert:seconds=0")
    bots = [make_bot(expert if seat == me else setup.rivals, rules, f"{key}:{seat}") for seat in range(setup.players)]
    truth = Truth(rules)
    forced: list[Row] = []
    tried = skip = decided = 0

    def choose(state: Any, ply: int) -> Any:
        nonlocal tried, skip, decided
        seat = rules.actor(state)
        view = SeatView(rules, state, seat)
        chosen = bots[seat].choose(view)
        legal = view.legal()
        if seat != me or len(legal) < 3 or len(forced) >= BLUNDERS or truth.played > setup.enough or luck.random() >= setup.part:
            return chosen
        if skip:
            skip -= 1
            decided += 1
            return chosen
        tried += 1
        logits = truth.evaluator.policy(view.imagine(seed_from(f"{key}:{ply}")), legal)
        bad = legal[sorted(range(len(legal)), key=logits.__getitem__)[1]]
        found = truth.blunder(state, chosen, bad, f"{key}:{ply}") if bad != chosen else None
        if found is None:
            skip = setup.skipped * truth.decided
            return chosen
        forced.append({"ply": ply, "better": rules.write(chosen).decode()} | found)
        return bad

    record = play(rules, key, choose)
    return {
        "game": game,
        "number": number,
        "seat": me,
        "forced": forced,
        "tried": tried,
        "decided": decided,
        "seconds": round(time.process_time() - start, 1),
        "record": record.write().decode(),
    }


def looked(row: Row, every: int) -> Row:
    """What the analyst says of the forced decisions of a game, and of every so many free ones."""
    start = time.process_time()
    found = check(read(row["record"].encode()), row["seat"], {one["ply"] for one in row["forced"]}, every)
    by_ply = {one.ply: one for one in found.forced}
    above = {one.ply for one in found.above}
    forced = []
    for one in row["forced"]:
        said = by_ply[one["ply"]]
        forced.append(one | {"step": said.step, "loss": said.loss, "loss_error": said.error, "stake": said.stake})
        forced[-1] |= {"label": said.label, "chance": said.chance, "above": said.ply in above}
    return {
        "game": row["game"],
        "number": row["number"],
        "forced": forced,
        "free": len(found.free),
        "named": [[one.ply, one.step, one.loss, one.error] for one in found.free if one.label],
        "seconds": round(time.process_time() - start, 1),
    }


def diced(game: str, ply: int) -> Row:
    """One choice at random in a golden game: what the analyst says of it, and what it costs against the evaluator's own
    choice."""
    record = golden(f"{game}/golden/{GOLDEN[game]}.jsonl")
    rules, moment = next((rules, moment) for rules, moment in moments(record) if moment.ply == ply)
    state = codec.read(moment.state, rules.state_type)
    view = SeatView(rules, state, rules.actor(state))
    legal = view.legal()
    row: Row = {"game": game, "number": ply, "choices": len(legal)}
    if len(legal) < 2:
        return row
    truth = Truth(rules)
    logits = truth.evaluator.policy(view.imagine(seed_from(f"dice:{ply}")), legal)
    good, bad = legal[logits.index(max(logits))], make_bot("random", rules, f"{record.header.seed}:{ply}").choose(view)
    said = Analyst(rules, usual(len(record.entries))).decision(state, ply, bad)
    row |= {"step": said.step, "loss": said.loss, "loss_error": said.error, "stake": said.stake, "label": said.label}
    pairs = truth.pairs(state, good, bad, [f"dice:{ply}:{i}" for i in range(MEASURES[-1])], imagined=True) if good != bad else []
    row["won"] = measured([better.won - worse.won for better, worse in pairs]) if pairs else (0.0, 0.0)
    row["score"] = measured([float(better.score - worse.score) for better, worse in pairs]) if pairs else (0.0, 0.0)
    return row


def told_dice(rows: list[Row]) -> None:
    """By game and by what the analyst says: how many choices, what they lose by it and in truth, and how many lose any score."""
    for game in SETUPS:
        mine = [row for row in rows if row["game"] == game and "won" in row]
        kinds = [
            ("label", [row for row in mine if row["label"]]),
            ("stake", [row for row in mine if not row["label"] and row["stake"] >= MIN_LOSS]),
            ("little", [row for row in mine if not row["label"] and row["stake"] < MIN_LOSS]),
        ]
        for kind, some in kinds:
            if some:
                error = sqrt(sum(row["won"][1] ** 2 for row in some)) / len(some)
                truth = f"{mean([row['won'][0] for row in some]):.3f} ± {error:.3f}"
                dear = sum(row["score"][0] > SURE_SE * row["score"][1] for row in some)
                score = f"score {mean([row['score'][0] for row in some]):.1f}, surely some {dear}"
                print(f"| {game} | {kind} | {len(some)} | {mean([row['loss'] for row in some]):.3f} | {truth} | {score} |")


def between(found: int, of: int) -> str:
    """A share with its 95 % interval (Wilson)."""
    if not of:
        return "–"
    share, z = found / of, 1.96
    middle = (share + z * z / (2 * of)) / (1 + z * z / of)
    wide = z * sqrt(share * (1 - share) / of + z * z / (4 * of * of)) / (1 + z * z / of)
    return f"{found} of {of} ({share:.0%}, {max(0.0, middle - wide):.0%} to {middle + wide:.0%})"


def told(rows: list[Row]) -> None:
    """The table of docs/lab/2026-analysis.md, and what was missed."""
    for game in [*SETUPS, ""]:
        mine = [row for row in rows if not game or row["game"] == game]
        forced = [one for row in mine for one in row["forced"]]
        found = sum(bool(one["label"]) for one in forced)
        above = sum(one["above"] for one in forced)
        named, free = sum(len(row["named"]) for row in mine), sum(row["free"] for row in mine)
        if forced:
            costs = f"{mean([one['cost'] for one in forced]):.3f} | {mean([one['loss'] for one in forced]):.3f}"
            print(f"| {game or 'all'} | {len(mine)} | {between(found, len(forced))} | {above} | {named} of {free} | {costs} |")
    for row in rows:
        for one in row["forced"]:
            if not one["above"]:
                said = f"said {one['loss']:.3f} ± {one['loss_error']:.3f} {one['label']}, stake {one['stake']:.3f}"
                where = f"{row['game']} {row['number']}, ply {one['ply']}, {one['step']} at {one['chance']:.2f}"
                print(f"  {where}: costs {one['cost']:.3f} ± {one['error']:.3f}, {said}")


def kept(file: str) -> list[Row]:
    path = Path(file)
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def one_game(task: tuple[str, int, str]) -> Row:
    return blundered(*task)


def one_die(task: tuple[str, int]) -> Row:
    return diced(*task)


def one_look(task: tuple[Row, int]) -> Row:
    return looked(*task)


def added(file: str, work: Any, tasks: list[Any], minutes: str, jobs: str) -> list[Row]:
    """What comes is written at once: who is interrupted goes on from there."""
    with Path(file).open("a") as out:
        for _, row in spread(work, tasks, int(jobs), float(minutes)):
            out.write(json.dumps(row) + "\n")
            out.flush()
    return kept(file)


def in_turns(wanted: dict[str, int]) -> Iterator[tuple[str, int]]:
    """Whoever is interrupted has seen some games of each."""
    for number in range(max(wanted.values())):
        yield from ((game, number) for game, games in wanted.items() if number < games)


def plies(game: str, every: int) -> range:
    return range(0, len(golden(f"{game}/golden/{GOLDEN[game]}.jsonl").entries), every)


def main() -> None:
    what, file, *rest = sys.argv[1:]
    if what == "play":
        seed, minutes, jobs, *games = rest
        done = {(row["game"], row["number"]) for row in kept(file)}
        wanted = {game: int(n) for game, _, n in (one.partition(":") for one in games)}
        tasks = [(*one, seed) for one in in_turns(wanted) if one not in done]
        for row in added(file, one_game, tasks, minutes, jobs):
            decided = f"{row['decided']} left alone, {row['seconds']} s"
            print(row["game"], row["number"], len(row["forced"]), "forced of", row["tried"], "tried,", decided)
    elif what == "dice":
        minutes, jobs, *games = rest
        done = {(row["game"], row["number"]) for row in kept(file)}
        choices = [(game, ply) for game, _, every in (one.partition(":") for one in games) for ply in plies(game, int(every))]
        random.Random("dice").shuffle(choices)
        told_dice(added(file, one_die, [one for one in choices if one not in done], minutes, jobs))
    else:
        minutes, jobs, *few = rest
        answers = f"{file}.looked"
        done = {(row["game"], row["number"]) for row in kept(answers)}
        todo = [(row, int(few[0]) if few else 1) for row in kept(file) if (row["game"], row["number"]) not in done]
        told(added(answers, one_look, todo, minutes, jobs))


if __name__ == "__main__":
    main()
