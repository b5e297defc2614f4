"""Record golden games: one for every map and player count of a game, kept as tests/<game>/golden/<map>-<players>.jsonl.

python tools/make_golden.py GAME                      records those that are missing
python tools/make_golden.py GAME --again              records all anew (after a change of the rules; raise Rules.version)
python tools/make_golden.py GAME --bot heuristic      played by that bot in place of a random one
python tools/make_golden.py GAME --option KEY=VALUE   with options; the file is named after bot and options
python tools/make_golden.py GAME --every --bot KIND   records every game there is anew, each with its own map, options and seed
python tools/make_golden.py GAME --carry              gives the new version of the rules to every game that still replays,
                                                      and records any other anew with the bot of its name

Everything a golden game holds is checked by tests/core/test_golden.py: it must replay to the same scores and position.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import msgspec

from boxcars.bots import SeatView, make_bot
from boxcars.core import record, registry
from boxcars.core.chance import Chance, seed_from
from boxcars.core.game import Rules

TESTS = Path(__file__).parents[1] / "tests"


def play(rules: Rules[Any], seed: str, kind: str) -> record.Record:
    """A game between bots, recorded and audited."""
    bots = [make_bot(kind, rules, f"golden {seat}") for seat in range(rules.players)]
    state = rules.start(Chance(seed))
    game = record.Record(record.header(rules, seed))
    while (seat := rules.actor(state)) >= 0:
        action = bots[seat].choose(SeatView(rules, state, seat))
        rules.play(state, seat, action)
        rules.audit(state)
        game.entries.append(record.Entry(seat, msgspec.Raw(rules.write(action))))
    return record.finish(game, rules, state)


def save(game: record.Record, path: Path) -> None:
    game.save(path)
    assert game.result is not None
    print(f"{path.relative_to(TESTS.parent)}: {len(game.entries)} actions, scores {game.result.scores}", flush=True)


def carry(path: Path) -> None:
    """Write the new version of the rules into a record that still replays to its result; else record the game anew."""
    game = record.read(path.read_bytes())
    head = game.header
    rules = registry.make(head.game, head.map, head.players, head.options)
    if head.version == rules.version:
        return
    game.header = msgspec.structs.replace(head, version=rules.version)
    if game.verify():
        save(play(rules, head.seed, "heuristic" if "heuristic" in path.stem else "random"), path)
    else:
        game.save(path)


def value(text: str) -> bool | int | str:
    """An option's value: JSON if it is, else the word itself."""
    try:
        found: bool | int | str = json.loads(text)
    except ValueError:
        return text
    return found


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("game")
    arguments.add_argument("--again", action="store_true", help="record all anew")
    arguments.add_argument("--every", action="store_true", help="record every game of the folder anew, as its header says")
    arguments.add_argument("--carry", action="store_true", help="keep games that still replay, record the others anew")
    arguments.add_argument("--bot", default="random", metavar="KIND")
    arguments.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    given = arguments.parse_args()
    options = {key: value(text) for key, _, text in (o.partition("=") for o in given.option)}
    more = "" if given.bot == "random" else f"-{given.bot}"
    more += "".join(f"-{key}={text}" for key, _, text in (o.partition("=") for o in given.option))
    folder = TESTS / given.game / "golden"
    folder.mkdir(parents=True, exist_ok=True)
    if given.carry:
        for path in sorted(folder.glob("*.jsonl")):
            carry(path)
        return
    if given.every:
        for path in sorted(folder.glob("*.jsonl")):
            head = record.read(path.read_bytes()).header
            save(play(registry.make(head.game, head.map, head.players, head.options), head.seed, given.bot), path)
        return
    for map in registry.game(given.game).maps:
        for players in map.players:
            path = folder / f"{map.key}-{players}{more}.jsonl"
            if path.exists() and not given.again:
                continue
            save(play(registry.make(given.game, map.key, players, options), seed_from(f"golden {path.name}"), given.bot), path)


if __name__ == "__main__":
    main()
