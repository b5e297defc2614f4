"""Many games: schedules, workers, tables of results, ratings, reports, balance.

setup = Setup(game="ticket_to_ride", map="usa", players=2)
for played in run(setup, schedule(setup, ["heuristic", "random"], games=100, seed="1"), workers=2):
    print(played.scores)
"""

from boxcars.arena.game_result import Job, Played, Setup, Use, complete
from boxcars.arena.local_runner import run
from boxcars.arena.match_schedule import schedule, tournament

__all__ = ["Job", "Played", "Setup", "Use", "complete", "run", "schedule", "tournament"]
