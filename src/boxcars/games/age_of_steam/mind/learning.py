"""Age of Steam as numbers, for learners: the vocabulary of targets and the features of what a seat sees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boxcars.core.learning import one_of, step_due, step_kinds
from boxcars.games.age_of_steam.components import COLOURS, LETTERS, SPACES, TILES
from boxcars.games.age_of_steam.sight import Seen
from boxcars.games.age_of_steam.words import ACTIONS
from boxcars.rail.mind import learning as hexes

if TYPE_CHECKING:
    from boxcars.games.age_of_steam.rules import AgeOfSteam

KINDS = len(COLOURS)
PER_STOP = 1 + 2 * KINDS
"""City or not, colours taken, cubes that lie there."""
PER_SEAT = 9 + len(ACTIONS)


def stops(rules: AgeOfSteam) -> list[int]:
    """The hexes on which cubes can lie: cities, towns, and on St. Lucia other hexes as well."""
    board = rules.board
    return [*board.cities, *board.towns, *(hex for hex in board.hex_cubes if hex not in board.towns)]


def targets(rules: AgeOfSteam) -> list[str]:
    board = rules.board
    out = hexes.words(board.grid, TILES, stops(rules), COLOURS)
    out += [f"action:{action}" for action in ACTIONS]
    out += [f"city:{letter}" for letter in LETTERS]
    out += [f"link:{link}" for link in board.direct]
    out += [f"bonus:{link}" for link in range(hexes.LINKS)]
    out += [f"reward:{seat}" for seat in range(rules.players)]
    out.append("reward:end")
    out += [f"drawn:{colour}" for colour in COLOURS]
    out += [f"space:{column}:{space}" for column, space in SPACES]
    return [*out, "do:pay_first", "do:decline_first", "do:draw", "do:decline"]


def spell(target: str) -> tuple[str, ...]:
    """As on every hex board; the rewarded seats one by one."""
    if target.startswith("reward:"):
        return (*(f"reward:{seat}" for seat in target[7:].split("+")), "reward:end")
    return hexes.spell(target)


def size(rules: AgeOfSteam) -> int:
    board = rules.board
    n = rules.players
    out = hexes.track_size(board.grid) + PER_STOP * len(stops(rules)) + (KINDS + 1) * len(rules.production_spaces)
    return out + KINDS * 2 + len(LETTERS) + PER_SEAT * n + 4 * n + len(ACTIONS) + len(step_kinds(rules)) + 10


def features(rules: AgeOfSteam, seen: Seen) -> list[float]:
    """Seats are counted from one's own. All numbers are about 0 to 1."""
    n = rules.players
    me = seen.seat if seen.seat is not None else 0
    seats = [(me + i) % n for i in range(n)]
    out = hexes.track_features(rules.board.grid, ((owner, segments) for owner, _, _, segments in seen.sections), me)
    for hex in stops(rules):
        accepts = seen.accepts[hex]
        out.append(float(seen.places[hex] == 2))
        out += [float(accepts >> colour & 1) for colour in range(KINDS)]
        cubes = seen.cubes[hex]
        out += [cubes.count(colour) / 4 for colour in range(KINDS)]
    for space in rules.production_spaces:
        lies = seen.display[space]
        out += one_of(KINDS if lies < 0 else lies, KINDS + 1)
    out += [count / 20 for count in seen.bag]
    out += [seen.drawn.count(colour) / 2 for colour in range(KINDS)]
    out += [float(hex == -1) for hex in seen.new_cities]
    for seat in seats:
        out += [
            seen.cash[seat] / 50,
            seen.shares[seat] / 15,
            seen.income[seat] / 40,
            seen.locomotive[seat] / 6,
            seen.points[seat] / 100,
            float(seen.gone[seat] > 0),
            float(bool(seen.raised) and seen.raised[seat]),
            float(seen.right == seat),
            float(seen.may_pass == seat),
        ]
        out += [float(seen.actions[seat] == action) for action in ACTIONS]
    out += hexes.order_features(seen.order, seen.bids, seen.dropped, seen.actor, me, n)
    out += [float(action in seen.blocked) for action in ACTIONS]
    out += step_due(rules, seen.agenda[-1] if seen.agenda else None)
    out += [
        seen.turn / 10,
        (seen.turns - seen.turn) / 10,
        seen.high_bid / 20,
        seen.plays / 4,
        sum(seen.full_costs) / 20,
        float(seen.urbanized),
        float(seen.transcontinental),
        seen.delivered_cotton / 10,
        seen.town_discs_left / 8,
        len(seen.played) / 4,
    ]
    return out
