"""What the tests run under Pyodide in Node: recorded games and the contract of the rules, as ``tests/core`` does natively.

Standard output: a line of JSON for each thing that was tried, [name, what is wrong].
"""

import json
import sys
from pathlib import Path

sys.path[:0] = ["/src", "/site"]

from boxcars.core import conformance, record, registry  # noqa: E402
from boxcars.core.chance import seed_from  # noqa: E402
from boxcars.server.page.target_check import TargetCheck  # noqa: E402

told = json.loads(Path("/told/told.json").read_text())


def replay(name: str) -> list[str]:
    game = record.read((Path("/tests") / name).read_bytes())
    wrong = game.verify()
    for rules, state, _ in game.replay():  # noqa: B007
        pass
    if game.result is None or rules.fingerprint(state) != game.result.fingerprint:
        wrong.append("another fingerprint")
    return wrong


def contract(game: str, board: str, players: int) -> list[str]:
    rules = registry.make(game, board, players)
    conformance.check(rules, games=1, seed="tab", depth=29, checks=[TargetCheck(rules)])
    return []


def played(game: str, board: str, players: int) -> str:
    """Return the fingerprint of a game that is played by chance; natively it is the same one."""
    rules = registry.make(game, board, players)
    return rules.fingerprint(conformance.Checker(rules).play_game(seed_from("elsewhere"), thorough=False))


for name in told["golden"]:
    print(json.dumps([name, replay(name)]))
for table in told["tables"]:
    print(json.dumps(["contract " + " ".join(map(str, table)), contract(*table)]))
    print(json.dumps(["played " + " ".join(map(str, table)), played(*table)]))
print(json.dumps(["python", list(sys.version_info[:2])]), flush=True)
