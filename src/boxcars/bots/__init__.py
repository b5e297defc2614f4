"""Players that are programs. A bot is given a SeatView and nothing else: what its seat may know.

``make_bot("heuristic", rules, seed="7")`` makes one; ``KINDS`` lists what there is. Another distribution adds bots through the
entry point group ``boxcars.bots``: name -> callable(rules, seed) -> Bot.
"""

from boxcars.bots.bot import KINDS, Bot, Candidate, make_bot
from boxcars.bots.seat_view import SeatView

__all__ = ["KINDS", "Bot", "Candidate", "SeatView", "make_bot"]
