"""Steam as numbers, for learners: the vocabulary of targets and the features of what a seat sees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boxcars.core.learning import one_of, step_due, step_kinds
from boxcars.games.steam.map import SUPPLY_SPACES
from boxcars.games.steam.words import ACTIONS, COLOURS, BuildTrack, ChooseReward, Seen
from boxcars.rail.mind import learning as hexes
from boxcars.rail.mind.learning import spell
from boxcars.rail.track import CITY

if TYPE_CHECKING:
    from boxcars.games.steam.rules import Steam

__all__ = ["features", "size", "spell", "targets"]

KINDS = len(COLOURS)
PER_PLACE = 2 + 2 * KINDS
"""City or not, grown or not, colours taken, cubes that lie there."""
PER_SEAT = 9 + len(ACTIONS)


def targets(rules: Steam) -> list[str]:
    board = rules.board
    out = hexes.words(board.grid, board.tiles, board.places, COLOURS)
    out += [f"action:{action}" for action in ACTIONS]
    out += [f"city:{colour}" for colour in COLOURS]
    out += [f"supply:{space}" for space in range(SUPPLY_SPACES)]
    return [*out, "use:yes", "use:no", "reward:income", "reward:vp", "do:urbanize", "do:grow"]


def size(rules: Steam) -> int:
    board, n = rules.board, rules.players
    out = hexes.track_size(board.grid) + PER_PLACE * len(board.places) + KINDS * (SUPPLY_SPACES + 2)
    return out + PER_SEAT * n + 4 * n + len(step_kinds(rules)) + 5


def features(rules: Steam, seen: Seen) -> list[float]:
    """Seats are counted from one's own. All numbers are about 0 to 1."""
    n, board, track, sale = rules.players, rules.board, seen.track, seen.auction
    me = seen.seat if seen.seat is not None else 0
    seats = [(me + i) % n for i in range(n)]
    out = hexes.track_features(board.grid, ((section.owner, section.segments) for section in track.sections), me)
    for place, hex in enumerate(board.places):
        accepts = seen.accepts[hex]
        out += [float(track.places[hex] == CITY), float(seen.grown[place])]
        out += [float(accepts >> colour & 1) for colour in range(KINDS)]
        out += [count / 4 for count in seen.cubes[place]]
    for goods in seen.supply:
        out += [count / 4 for count in goods]
    out += [count / 4 for count in seen.new_cities]
    out += [count / 20 for count in seen.bag]
    for seat in seats:
        out += [
            seen.cash[seat] / 50,
            seen.income[seat] / 20,
            seen.points[seat] / 40,
            seen.standing[seat] / 60,
            seen.locomotive[seat] / 6,
            float(seen.city_action[seat]),
            float(seen.gone[seat] > 0),
            float(seen.raised[seat]),
            float(seen.privilege == seat),
        ]
        out += one_of(seen.tiles[seat] - 1, len(ACTIONS))
    bids, dropped = (sale.bids, sale.dropped) if sale is not None else ([], [])
    out += hexes.order_features(seen.order, bids, dropped, seen.actor, me, n)
    step = seen.agenda[-1] if seen.agenda else None
    out += step_due(rules, step)
    out += [
        seen.turn / 10,
        (seen.turns - seen.turn) / 10,
        sale.high / 20 if sale is not None else 0.0,
        step.plays / 4 if isinstance(step, BuildTrack) else 0.0,
        step.points / 6 if isinstance(step, ChooseReward) else 0.0,
    ]
    return out
