"""What bots decide in recorded games, and how long they take: run natively and under Pyodide by ``benchmarks/tab.py``.

Standard output: a line of JSON for each decision, [game, level, position, action, seconds].
"""

import json
import sys
import time
from pathlib import Path

if sys.platform == "emscripten":
    sys.path[:0] = ["/src", "/site"]

from boxcars.bots import SeatView
from boxcars.bots.bot import make_offered_bot
from boxcars.core import record, registry

LEVELS = ("novice", "easy", "normal", "hard", "expert")
PLACES = (0.1, 0.35, 0.6, 0.85)
"""Where in a game positions are taken."""


def main(tests: Path) -> None:
    for key in registry.games():
        path = sorted((tests / key / "golden").glob("*-[23]-heuristic.jsonl"))[0]
        game = record.read(path.read_bytes())
        wanted = {int(part * len(game.entries)) for part in PLACES}
        for ply, (rules, state, _) in enumerate(game.replay()):
            if ply in wanted and rules.actor(state) >= 0:
                seat = rules.actor(state)
                for level in LEVELS:
                    bot = make_offered_bot(level, rules, f"{key}:{ply}")
                    begun = time.perf_counter()
                    action = bot.choose(SeatView(rules, rules.clone(state), seat))
                    took = time.perf_counter() - begun
                    print(json.dumps([key, level, ply, rules.write(action).decode(), round(took, 4)]), flush=True)


main(Path("/tests" if sys.platform == "emscripten" else sys.argv[1]))
