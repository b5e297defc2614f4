"""An expert that is forced to blunder now and then, and what the analysis says of its decisions."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

from boxcars.analysis import Analyst, Decision
from boxcars.analysis.looking_back import judge, moments, usual
from boxcars.analysis.minds import Mind
from boxcars.bots import SeatView, make_bot
from boxcars.bots.master import learned
from boxcars.core.chance import seed_from
from tests.analysis.games import play, rules_of

BLUNDERS = 5
AMONG = {"ticket_to_ride": 25}
"""Of so many decisions that can be blundered five are; elsewhere of ten, for there are fewer."""
BLUNDER = 0.05
"""What the second-worst action must lose, right after it and by the game's judge, to be one. (It does not play on as the analyst
does, and knows nothing of the learned player that judges Ticket to Ride. The second-worst of three cards to draw is no blunder to
anybody.)"""


class Checked(NamedTuple):
    forced: list[Decision]
    free: list[Decision]
    gaps: dict[int, float]
    """What each forced decision (by its ply) lost right after it, by the game's judge."""

    @property
    def found(self) -> list[Decision]:
        return [one for one in self.forced if one.label]

    @property
    def above(self) -> list[Decision]:
        """Those found that stand above everything the expert chose freely."""
        most = max((one.loss for one in self.free if one.label), default=0.0)
        return [one for one in self.found if one.loss > most]


def check(game: str, players: int, seed: str, every: int = 1) -> Checked:
    """A game, and what is said of its forced decisions and of every so many free ones."""
    rules = rules_of(game, players)
    known = Mind(rules)
    luck = random.Random(seed)
    expert = "expert" if learned(rules) else "expert:seconds=0"  # as strong on a busy machine
    rivals = "heuristic" if learned(rules) else "hard"  # (whoever is far ahead can hardly lose anything)
    bots = [make_bot(expert if seat == 0 else rivals, rules, f"{seed}:{seat}") for seat in range(players)]
    wanted = set(luck.sample(range(1, AMONG.get(game, 10) + 1), BLUNDERS))
    """Which of the decisions that can be blundered are."""
    forced: dict[int, float] = {}
    own = 0

    def after(state: Any, seat: int, ply: int, action: Any) -> float:
        """The seat's share of the win by the judge, over three worlds."""
        total = 0.0
        for i in range(3):
            world = rules.imagine(state, seat, seed_from(f"{ply}:{i}"))
            rules.apply(world, action)
            total += known.share(world, seat) / 3
        return total

    def choose(state: Any, ply: int) -> Any:
        nonlocal own
        seat = rules.actor(state)
        legal = rules.legal(state)
        if seat == 0 and len(legal) > 2:
            weights = known.weigh(rules.imagine(state, seat, seed_from(f"{seed}:{ply}")), legal)
            order = sorted(range(len(legal)), key=weights.__getitem__)
            best, bad = legal[order[-1]], legal[order[1]]
            gap = after(state, seat, ply, best) - after(state, seat, ply, bad)
            if gap >= BLUNDER:
                own += 1
                if own in wanted:
                    forced[ply] = gap
                    return bad
        return bots[seat].choose(SeatView(rules, state, seat))

    record = play(rules, seed, choose)
    analyst = Analyst(rules, usual(len(record.entries)))
    out = Checked([], [], forced)
    for _, moment in moments(record):
        mine = moment.action is not None and record.entries[moment.ply].seat == 0
        if mine and (moment.ply in forced or moment.ply % every == 0):
            decision = judge(analyst, moment)
            assert decision is not None
            (out.forced if moment.ply in forced else out.free).append(decision)
    return out
