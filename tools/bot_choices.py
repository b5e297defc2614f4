"""Record what every bot level chooses on positions of the golden games, and compare two recordings.

python tools/bot_choices.py record OUT.json [--positions 200] [--games G …] [--levels L …] [--minutes M]
python tools/bot_choices.py compare OLD.json NEW.json

A refactoring of bots must not change a choice: record before it (another version: ``PYTHONPATH=OTHER/src``) and after it, then
compare. Every position and level is a job of its own with a fixed seed and a budget of iterations instead of seconds, so that the
result does not depend on the load of the machine or on which other positions are recorded. ``--minutes`` stops early; a second
call continues.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import sys
from collections import Counter
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from time import monotonic
from typing import Any

from boxcars.bots import SeatView, make_bot
from boxcars.core import codec, record
from boxcars.core.chance import seed_from

TESTS = Path(__file__).parents[1] / "tests"
GAMES = ("age_of_steam", "silverton", "spike", "steam", "ticket_to_ride")
LEVELS = ("novice", "easy", "normal", "hard", "expert")

Row = dict[str, str]


def spread(count: int, total: int) -> list[int]:
    """Return ``count`` indexes spread evenly over ``range(total)``; all of them if there are fewer."""
    return sorted({(2 * i + 1) * total // (2 * count) for i in range(count)} if count < total else set(range(total)))


def positions(game: str, count: int, every: int = 1) -> Iterator[tuple[str, int, Any, Any]]:
    """Yield (file, ply, rules, state) for positions with a choice, spread over all golden games; every n-th of them."""
    files = sorted((TESTS / game / "golden").glob("*.jsonl"))
    for number, file in enumerate(files):
        share = count * (number + 1) // len(files) - count * number // len(files)
        if not share:
            continue
        found = []
        for ply, (rules, state, _) in enumerate(record.read(file.read_bytes()).replay()):
            if rules.actor(state) >= 0 and len(rules.legal(state)) > 1:
                found.append((ply, rules.write(state)))
        for index in spread(share, len(found))[number % every :: every]:
            ply, written = found[index]
            yield file.name, ply, rules, codec.read(written, rules.state_type)


def hash_numbers(numbers: list[float]) -> str:
    return blake2b(" ".join(float(number).hex() for number in numbers).encode(), digest_size=8).hexdigest()


def without_clock(bot: Any) -> Any:
    """Remove the limit of seconds from a search, so that only iterations count."""
    if hasattr(bot, "settings"):
        bot.settings = dataclasses.replace(bot.settings, seconds=0.0)
    elif hasattr(bot, "seconds"):
        bot.seconds = 0.0
    return bot


def ask(rules: Any, state: Any, level: str, key: str) -> Row:
    """Return the level's choice in a position, and hashes of the numbers of its evaluator."""
    seat = rules.actor(state)
    view = SeatView(rules, state, seat)
    bot = without_clock(make_bot(level, rules, seed_from(f"choices {key}")))
    evaluator = getattr(bot, "evaluator", None) or getattr(bot, "judge", None)
    row = {}
    if evaluator is not None and type(bot).__name__ not in ("LearnedBot", "LearnedBot"):
        world = view.imagine(seed_from(f"numbers {key}"))
        policy = getattr(evaluator, "policy", None) or evaluator.weigh
        row["policy"] = hash_numbers(policy(world, rules.legal(world)))
        row["value"] = hash_numbers(evaluator.value(world))
    row["choice"] = rules.write(bot.choose(view)).decode()
    return row


def record_choices(out: Path, games: list[str], levels: list[str], count: int, every: int, minutes: float) -> None:
    """Add rows to ``out`` until every position was put to every level, or the time is up."""
    known: dict[str, Row] = json.loads(out.read_text()) if out.exists() else {}
    end = monotonic() + 60 * minutes
    try:
        for game in games:
            for file, ply, rules, state in positions(game, count, every):
                for level in levels:
                    key = f"{game}/{file}/{ply}/{level}"
                    if key in known:
                        continue
                    if monotonic() > end:
                        return
                    known[key] = ask(rules, rules.clone(state), level, key)
    finally:
        out.write_text(json.dumps(known, indent=0))
        print(f"{len(known)} rows in {out}")


def compare(old: Path, new: Path) -> int:
    """Print how many rows agree, by game and level; the exit status is 1 if any of them differ or none can be compared."""
    before, after = json.loads(old.read_text()), json.loads(new.read_text())
    same: Counter[str] = Counter()
    different: Counter[str] = Counter()
    for key in sorted(before.keys() & after.keys()):
        game, _, _, level = key.split("/")
        agree = before[key] == after[key]
        (same if agree else different)[f"{game} {level}"] += 1
        if not agree:
            print(key, before[key], after[key], sep="\n  ")
    for name in sorted(same.keys() | different.keys()):
        print(f"{name}: {same[name]} same, {different[name]} different")
    print(f"in all {same.total()} same, {different.total()} different, {len(before.keys() ^ after.keys())} only in one file")
    return 1 if different or not same else 0


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = arguments.add_subparsers(dest="command", required=True)
    recording = commands.add_parser("record", help="record choices")
    recording.add_argument("out", type=Path)
    recording.add_argument("--positions", type=int, default=200, help="positions of each game")
    recording.add_argument("--every", type=int, default=1, help="only every n-th of these positions")
    recording.add_argument("--games", nargs="+", default=list(GAMES))
    recording.add_argument("--levels", nargs="+", default=list(LEVELS))
    recording.add_argument("--minutes", type=float, default=1e6)
    comparing = commands.add_parser("compare", help="compare two recordings")
    comparing.add_argument("old", type=Path)
    comparing.add_argument("new", type=Path)
    given = arguments.parse_args()
    if given.command == "compare":
        sys.exit(compare(given.old, given.new))
    record_choices(given.out, given.games, given.levels, given.positions, given.every, given.minutes)


if __name__ == "__main__":
    main()
