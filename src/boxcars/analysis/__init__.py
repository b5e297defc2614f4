"""Where was the game won? Win chances over time, what each decision lost, and the statistics of a finished game.

``analyse(record)`` looks back at a record and gives an Analysis; ``tables.decisions`` makes a polars table of it, one row
a decision. It counts worlds, never seconds: the same record gives the same bytes on every machine.
"""

from boxcars.analysis.decision_analysis import Analyst, Decision, Effort
from boxcars.analysis.game_review import Analysis, analyse

__all__ = ["Analysis", "Analyst", "Decision", "Effort", "analyse"]
