"""How often the turn passes in a game: what the length of a game over days is estimated from (``table/pace_choices.py``).

    python benchmarks/turns.py            # the simple bot plays five games of each

A turn passes when another seat is to act. Measured for the usual number of players on a game's first map.
"""

from __future__ import annotations

import sys
from statistics import median

from boxcars.bots import SeatView
from boxcars.bots.bot import make_offered_bot
from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from

GAMES = 5


def count_turns(game: str, players: int, number: int) -> tuple[int, int]:
    """Return how often the turn passed and how many actions were taken in one game."""
    rules = registry.make(game, players=players)
    state = rules.start(Chance(seed_from(f"turns {number}")))
    bots = [make_offered_bot("heuristic", rules, f"turns {number} {seat}") for seat in range(players)]
    passed = actions = 0
    last = -1
    while (seat := rules.actor(state)) >= 0:
        passed += seat != last
        last = seat
        rules.play(state, seat, bots[seat].choose(SeatView(rules, state, seat)))
        actions += 1
    return passed, actions


def main() -> None:
    for game in registry.games().values():
        counts = game.maps[0].players
        players = 3 if 3 in counts else counts[0]
        found = [count_turns(game.key, players, number) for number in range(int(sys.argv[1]) if sys.argv[1:] else GAMES)]
        turns = median(passed for passed, _ in found)
        each = median(actions / passed for passed, actions in found)
        print(f"{game.key:16} {players} players: the turn passes {turns:.0f} times, {each:.1f} actions in a turn")


if __name__ == "__main__":
    main()
