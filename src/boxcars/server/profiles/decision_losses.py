"""The mean loss of a profile's decisions in its analysed games: game by game, and by part of the game."""

from __future__ import annotations

from dataclasses import dataclass, field

from boxcars.analysis import Effort
from boxcars.analysis.data_frames import figures
from boxcars.analysis.game_review import gather
from boxcars.core.game import Refused
from boxcars.core.messages import Text
from boxcars.server.jobs.analysis_queue import decode_findings
from boxcars.server.store import profile_history
from boxcars.server.store.profile_history import Filter
from boxcars.server.store.store import Store
from boxcars.server.table.table import rules_for

GAMES = 12
"""Number of newest games that are read: each has to be unpacked."""
ENOUGH = 5
"""A part of a game with fewer decisions is not reported."""


@dataclass(frozen=True)
class Part:
    """A part of a game, with the name that the game's pages give it."""

    game: str
    name: Text
    loss: float


@dataclass
class Losses:
    games: list[float] = field(default_factory=list)
    """The mean loss of a decision in each game, oldest first, as a share of a win."""
    best: Part | None = None
    worst: Part | None = None


def decision_losses(store: Store, card: str, chosen: Filter) -> Losses:
    """Return the losses of a profile. Blocks: it reads whole analyses."""
    out = Losses()
    names: dict[tuple[str, str], Text] = {}
    parts: dict[tuple[str, str], tuple[int, float]] = {}
    for one in profile_history.analysed_games(store, card, chosen, GAMES):
        setup = one.setup
        try:
            rules = rules_for(setup.game, setup.map, setup.players, setup.options)
        except Refused:  # (its map is not here any more)
            continue
        looked = decode_findings(one.body)
        for figure in figures(rules, gather("", Effort(), looked.found, looked.decisions)):
            if figure.seat != one.seat or not figure.decisions:
                continue
            if figure.chapter is None:
                out.games.append(figure.loss)
            else:
                key = setup.game, figure.chapter.message
                names[key] = figure.chapter
                count, total = parts.get(key, (0, 0.0))
                parts[key] = count + figure.decisions, total + figure.decisions * figure.loss
    means = [Part(key[0], names[key], total / count) for key, (count, total) in parts.items() if count >= ENOUGH]
    if len(means) > 1:
        means.sort(key=lambda part: part.loss)
        out.best, out.worst = means[0], means[-1]
    out.games.reverse()
    return out
