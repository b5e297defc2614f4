"""Germany's look-ahead against a plain search, which lays each tile on a copy and asks the laws of track (AOS-17.8)."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from boxcars.bots import SeatView, make_bot
from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from
from boxcars.games.age_of_steam.components import TILES
from boxcars.games.age_of_steam.maps.germany import Germany, halved
from boxcars.games.age_of_steam.rules import AgeOfSteam
from boxcars.games.age_of_steam.select_actions import ENGINEER
from boxcars.games.age_of_steam.steps import BuildTrack
from boxcars.games.age_of_steam.table import Table
from boxcars.rail.track import OPEN, TOWN_HEX, Track, lay
from boxcars.rail.words import LayTrack

from ..scale import games as scaled
from .positions import position

TWICE = {"allow_same_hex_twice": True}


class PlainSearch:
    """Every play that touches an OPEN end, as deep as there are plays left."""

    def __init__(self, rules: Germany, table: Table, seat: int) -> None:
        self.rules, self.table, self.seat = rules, table, seat
        self.left = rules.tiles_allowed(table, seat) - table.plays
        self.purse = table.cash[seat] + self.paid(table.full_costs)

    def paid(self, costs: list[int]) -> int:
        return halved(costs) if self.table.action[self.seat] == ENGINEER else sum(costs)

    def can_finish(self, hex: int, form: int) -> bool:
        return self.after(self.table.track, self.left, self.table.full_costs, self.table.played, hex, form)

    def can_finish_after(self, cost: int) -> bool:
        return self.finishable(self.table.track, self.left - 1, [*self.table.full_costs, cost], self.table.played)

    def after(self, track: Track, left: int, costs: list[int], played: list[int], hex: int, form: int) -> bool:
        copy, cost = track.clone(), self.rules.builder.cost(track, hex, form)
        lay(copy, self.rules.board.grid, TILES, hex, form, self.seat)
        return self.finishable(copy, left - 1, [*costs, cost], [*played, hex])

    def finishable(self, track: Track, left: int, costs: list[int], played: list[int]) -> bool:
        if self.paid(costs) > self.purse:
            return False
        unfinished = track.unfinished(self.seat)
        if not unfinished or left == 0:
            return not unfinished
        rules = self.rules
        anchors = rules.builder.anchors(track, self.seat)
        for i in unfinished:
            section = track.sections[i]
            for hex, form in self.carrying_on(track, section.ports[0 if section.ends[0] == OPEN else 1], played):
                if not rules.builder.refuse(track, self.seat, hex, form, rules.board.dearest, anchors):
                    if left == 1 and self.leads_nowhere(track, hex, form):
                        continue
                    if self.after(track, left, costs, played, hex, form):
                        return True
        return False

    def carrying_on(self, track: Track, port: int, played: list[int]) -> list[tuple[int, int]]:
        """Plays (hex, form) on the hex an OPEN end faces, or that redirect it; legal or not."""
        facing, here = self.rules.board.grid.across[port], port // 6
        found: list[tuple[int, int]] = []
        if self.rules.same_hex_twice or facing // 6 not in played:
            found += [(facing // 6, form.number) for form in TILES.forms if facing % 6 in form.sides]
        if (self.rules.same_hex_twice or here not in played) and track.places[here] != TOWN_HEX:
            found += [(here, move[0]) for move in TILES.redirects[track.tiles[here]]]
        return found

    def leads_nowhere(self, track: Track, hex: int, form: int) -> bool:
        """Only to save time: on the last play a new side must face track or a city."""
        old = track.tiles[hex]
        new = set(TILES.forms[form].sides) - set(TILES.forms[old].sides if old >= 0 else ())
        others = [self.rules.board.grid.across[6 * hex + side] for side in new]
        return any(track.at[other] < 0 and not track.is_stop(other // 6) for other in others)


def compare(rules: Germany, table: Table, plays: list[Any]) -> Counter[bool]:
    """Put the same questions to both; how often the answer was yes and no."""
    seat = table.agenda[-1].seat
    plain, look = PlainSearch(rules, table, seat), rules.look_ahead(table, seat)
    found: Counter[bool] = Counter()
    for play in plays:
        hex, form = rules.board.grid.number[play.hex], TILES.form_of[TILES.number[play.tile]][play.rotation]
        answer = look.can_finish(hex, form)
        assert answer is plain.can_finish(hex, form), f"{play} in turn {table.turn} after {table.played}"
        found[answer] += 1
    for _, _, cost in rules.board.direct.values():
        assert look.can_finish_after(cost) is plain.can_finish_after(cost)
    return found


def play_and_compare(kind: str, seats: int, seed: str, options: dict[str, Any], sample: int, questions: int) -> Counter[bool]:
    """One game. ``sample``: so many plays of each position are compared. "builder": random, but eager and never broke."""
    rules = registry.make("age_of_steam", "germany", seats, options)
    assert isinstance(rules, Germany)
    bots = [make_bot(kind, rules, f"{seed} {seat}") for seat in range(seats) if kind != "builder"]
    rng = random.Random(seed)
    table = rules.start(Chance(seed_from(seed)))
    found: Counter[bool] = Counter()
    while (seat := rules.actor(table)) >= 0 and found.total() < questions:
        if isinstance(table.agenda[-1], BuildTrack) and table.plays < rules.tiles_allowed(table, seat):
            plays = AgeOfSteam.tile_plays(rules, table, seat)
            found += compare(rules, table, rng.sample(plays, min(sample, len(plays))))
        if kind == "builder":
            for other in range(seats):
                table.cash[other], table.income[other] = max(table.cash[other], rng.choice((3, 9, 20))), 3
            legal = rules.legal(table)
            plays = [action for action in legal if isinstance(action, LayTrack)]
            rules.apply(table, rng.choice(plays if plays and rng.random() < 0.8 else legal))
        else:
            rules.apply(table, bots[seat].choose(SeatView(rules, table, seat)))
    return found


@pytest.mark.clause("AOS-17.8")
@pytest.mark.parametrize(
    ("kind", "seats", "options"),
    [("random", 4, {}), ("builder", 3, {}), ("builder", 6, {}), ("heuristic", 5, {}), ("builder", 3, TWICE)],
)
def test_it_answers_like_a_plain_search(kind: str, seats: int, options: dict[str, Any]) -> None:
    found = play_and_compare(kind, seats, f"look {kind} {seats}", options, 12, 120 if options else 240)
    assert min(found[True], found[False]) > 15


@pytest.mark.slow
@pytest.mark.clause("AOS-17.8")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("kind", ["random", "builder", "heuristic"])
def test_it_answers_like_a_plain_search_for_every_play(kind: str, seats: int) -> None:
    for n in range(scaled(8, 1)):
        play_and_compare(kind, seats, f"all {kind} {n}", {}, 1_000, 10_000)


@pytest.mark.clause("AOS-17.8", "AOS-1.7", "AOS-1.8")
@pytest.mark.parametrize("scarce", ["simple", "town"])
def test_it_counts_what_is_left_in_the_box(scarce: str) -> None:
    """One tile of a kind is left: enough to begin, but not always to finish."""
    at = position("map germany 3\nseat 0 cash 40\nline 0 berlin hamburg\ndue build 0 1")
    rules, table = at.rules, at.table
    assert isinstance(rules, Germany)
    plenty = rules.legal(table)
    for tile, ((_, most),) in enumerate(TILES.limits):
        if TILES.tiles[tile].kind == scarce:
            table.track.used[tile] = most - 1
    if scarce == "town":
        table.track.discs = TILES.discs
    legal = rules.legal(table)
    plays = AgeOfSteam.tile_plays(rules, table, 0)
    lost = [play for play in plays if play in plenty and play not in legal]
    assert lost
    compare(rules, table, lost[:30] + random.Random(scarce).sample(plays, 20))
