"""Germany's look-ahead: what a play leaves unfinished must be finishable in the same build turn (AOS-17.8).

With one play for each hex there must be as many plays left as hexes where ends of unfinished track arrive: that settles most
questions. The rest is searched play by play; what a play changes is taken back after it. Where a New City may still be placed
(an option), it is one more way to finish.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from boxcars.games.age_of_steam.components import TILES, TRACK_TILES
from boxcars.games.age_of_steam.maps.germany_plays import COUNT, NO_PLAN, SIDES, Ends, Plan, PlansOnHex, Play, Plays, play_then
from boxcars.games.age_of_steam.rules import AgeOfSteam
from boxcars.games.age_of_steam.select_actions import ENGINEER, URBANIZATION
from boxcars.games.age_of_steam.state import Table
from boxcars.rail.track import CITY, EMPTY, OPEN, TOWN_HEX

LIMIT: Final = [count for _, _, _, count in TRACK_TILES]
"""How many there are of each tile (AOS-1.5)."""
CHEAPEST: Final = 1
"""No play costs less, in dollars."""
NONE: Final = Plan(NO_PLAN, 0, [], 0, 0, {}, 0, 0, 0)
DONE: Final = Plan(0, 0, [], 0, 0, {}, 0, 0, 0)
"""There is no plan; there is nothing to do."""


class LookAhead:
    """The questions of one position."""

    def __init__(self, rules: AgeOfSteam, table: Table, seat: int, plays: Plays) -> None:
        track = table.track
        self.across = rules.board.grid.across
        self.most_sections = 1_000 if rules.builder.discs is None else rules.builder.discs
        self.redirects = rules.same_hex_twice
        """Whether a hex may be played again, and so ends be redirected: all of them are of this build turn."""
        self.plays = plays
        self.places = track.places
        self.around = plays.around(track.places)
        holder = table.action[seat] == URBANIZATION and not table.urbanized and -1 in table.new_cities
        self.may_found_city = rules.urbanize_any_time and holder
        """Whether a New City may still be placed."""
        self.tiles = [*track.tiles, EMPTY]
        self.used = [*track.used, 0]
        """Per hex and per tile; the last entries (-1) stand for no hex and no tile."""
        self.discs = track.discs
        self.played = table.played.copy()
        self.engineer = table.action[seat] == ENGINEER
        self.spent = sum(table.full_costs)
        self.dearest = max(table.full_costs, default=0)
        """Full prices of the build turn so far (AOS-17.6)."""
        self.purse = table.cash[seat] + self.paid(0)
        """What the whole build turn may cost."""
        self.left = rules.tiles_allowed(table, seat) - table.plays
        self.links = 0
        self.ends: Ends = {}
        for section in track.sections:
            if section.owner != seat:
                continue
            if section.ends[0] == OPEN:
                self.ends[self.across[section.ports[0]]] = section.ends[1]
            elif section.ends[1] == OPEN:
                self.ends[self.across[section.ports[1]]] = section.ends[0]
            else:
                self.links += 1
        self.highest_price = max(10, rules.board.dearest)
        """No play costs more, in dollars."""
        self.context = 0
        """Stands for all that plans depend on beside tiles: plays left, ends, towns and cities. 0: not asked for yet."""
        self.read: dict[int, int] = {}
        self.laid: list[int] = []
        """Of the plan that is searched: the tiles looked at, the hexes played by it."""
        self.at_hex: dict[int, PlansOnHex] = {}
        """The plans that start on a hex, once they were asked for."""
        self.none = self.one = self.two = 0
        """The tiles of which none is left, one at most, two at most: as bits."""
        for tile in range(len(LIMIT)):
            self.count_left(tile)
        self.faced = {port // 6 for port in self.ends}
        """Hexes where ends arrive: each needs a play."""
        self.beside: set[int] = set()
        """The hexes that ends touch, and their neighbours."""
        for port in self.ends:
            for touched in (port // 6, self.across[port] // 6):
                self.beside.add(touched)
                self.beside.update([other // 6 for other in self.across[6 * touched : 6 * touched + 6] if other >= 0])
        self.no_further: dict[int, int] = {}
        """Hex -> its sides where an end arrives, or from which track would arrive where others do."""
        for port in self.ends:
            for other in (port, *self.across[port - port % 6 : port - port % 6 + 6]):
                self.no_further[other // 6] = self.no_further.get(other // 6, 0) | 1 << other % 6

    def count_left(self, tile: int) -> None:
        """Note whether a tile (-1: none) is scarce."""
        if tile >= 0:
            left = LIMIT[tile] - self.used[tile]
            bit = 1 << tile
            self.none = self.none | bit if left <= 0 else self.none & ~bit
            self.one = self.one | bit if left <= 1 else self.one & ~bit
            self.two = self.two | bit if left <= 2 else self.two & ~bit

    def paid(self, price: int) -> int:
        """Return what the build turn costs with one more play of this price; the Engineer pays half of the dearest (AOS-17.6)."""
        spent = self.spent + price
        return spent - max(self.dearest, price) // 2 if self.engineer else spent

    # -- the questions -------------------------------------------------------------------------------------------------

    def useless(self) -> Collection[int]:
        """Hexes where no play is right: those played already; all without an end, if the ends need every play that is left."""
        if self.redirects and self.left == 1 and self.ends and not self.may_found_city:
            return {hex for hex in range(len(self.tiles)) if not self.touched_by_all(hex)}
        if len(self.faced) < self.left or self.redirects or self.may_found_city:
            return () if self.redirects else self.played
        return {*range(len(self.tiles))} - self.faced.difference(self.played)

    def can_finish(self, hex: int, form: int) -> bool:
        """Return whether a play that is legal otherwise leaves nothing unfinished, or only what can be finished."""
        old = self.tiles[hex]
        if not self.redirects and not self.may_found_city:
            opens = SIDES[form] & ~SIDES[old] & self.around.land[hex]
            if self.ends:
                opens &= ~self.no_further.get(hex, 0)
                if COUNT[opens] + len(self.faced) - (hex in self.faced) >= self.left:
                    return False
            elif COUNT[opens] >= self.left:
                return False
        elif not self.may_found_city and self.ends and not self.serves_all(hex, SIDES[form] & ~SIDES[old]):
            return False
        play = self.plays.play(hex, self.around.city[hex], old, form)
        if self.ends:
            play = play.among(self.ends)
        if self.may_found_city or (self.ends and not play.ends):
            return self.works(play, self.left)
        if play.ends and self.out_of_reach(play.ends, self.left - 1):
            return False
        plan = self.plan(play)
        if plan.cost == NO_PLAN or self.least_due(plan.cost) > self.purse:
            return False
        return self.affords(plan) or self.works(play, self.left)

    def which_can_finish(self, plays: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """Return of plays (hex, form) that are legal otherwise, ordered by hex, those that ``can_finish``."""
        found: list[tuple[int, int]] = []
        known = not self.ends and not self.may_found_city
        here = -1
        plans: dict[int, Plan] = {}
        for play in plays:
            hex, form = play
            if known:
                if hex != here:
                    here = hex
                    plans = self.plans_on(hex).plans
                plan = plans.get(form)
                if plan is not None:
                    if plan.cost == NO_PLAN:
                        continue
                    if self.affords(plan):
                        found.append(play)
                        continue
            if self.can_finish(hex, form):
                found.append(play)
        return found

    def due(self, plan: Plan) -> int:
        """Return what the build turn costs with the plays of a plan."""
        spent = self.spent + plan.cost
        return spent - max(self.dearest, plan.dearest) // 2 if self.engineer else spent

    def can_finish_after(self, cost: int) -> bool:
        """Return the same for the purchase of a direct link, which is a play and needs a disc."""
        return self.works(Play(-1, EMPTY, -1, -1, 0, cost, [], 1, self.ends), self.left)

    def can_finish_with_city(self, hex: int) -> bool:
        """Return the same for a New City on a town."""
        return self.finishable_with_city(hex, self.ends, self.left)

    # -- plans: the search without regard to money and supply, remembered for the map ------------------------------------

    def plan(self, play: Play) -> Plan:
        """Return the cheapest plan that starts with a play."""
        here = self.plans_on(play.hex)
        known = here.plans.get(play.form)
        if known is None:
            self.read = here.read
            self.laid = []
            rest = self.rest(play, self.left - 1)
            known = here.plans[play.form] = rest if rest.cost == NO_PLAN else play_then(play, rest)
        return known

    def plans_on(self, hex: int) -> PlansOnHex:
        """Return the plans that start on a hex, as far as they are known."""
        here = self.at_hex.get(hex)
        if here is None:
            here = self.at_hex[hex] = self._remembered(hex)
        return here

    def _remembered(self, hex: int) -> PlansOnHex:
        """Return the same from the memory of the map: plans found in another position are right if all tiles looked at are the
        same."""
        if not self.context:
            key = [self.left, self.around.number]
            for port, stop in self.ends.items():
                key += [port, stop]
            if not self.redirects:
                key += [-1, *sorted(self.played)]
            self.context = self.plays.context(tuple(key))
        name = (self.context, hex, self.tiles[hex])
        known = self.plays.starting.get(name)
        if known is not None:
            for plans in known:
                if self.same(plans.read):
                    return plans
        found = PlansOnHex({}, {})
        self.plays.remember_start(name, found)
        return found

    def same(self, read: dict[int, int]) -> bool:
        """Return whether these tiles lie on the board now."""
        tiles = self.tiles
        for hex, form in read.items():  # noqa: SIM110 (compiled, a loop is faster)
            if tiles[hex] != form:
                return False
        return True

    def rest(self, play: Play, left: int, moved: bool = False) -> Plan:
        """Return the cheapest plan for what a play leaves unfinished, with so many plays. The tiles that it looks at are added to
        ``read``, but for those that were laid on the way. ``moved``: the play has redirected the end that it leaves; to redirect
        it again is no better than to redirect it there at once."""
        after = play.ends
        if not after:
            return DONE
        if self.out_of_reach(after, left):
            return NONE
        hex, tiles = play.hex, self.tiles
        old = tiles[hex]
        tiles[hex] = play.form
        self.played.append(hex)
        self.laid.append(hex)
        best = NONE
        alone = self.redirects and len(after) == 1
        for port in after:
            if alone:
                best = self.finishing(port, after[port], left)
            else:
                self._look_at(port // 6)
                for further in self.carrying_on(port, after, left):
                    best = self._better(best, further, left, False)
            if self.redirects and not (alone and moved):
                self._look_at(self.across[port] // 6)
                for further in self.redirecting(port, after):
                    best = self._better(best, further, left, alone)
        self.laid.pop()
        self.played.pop()
        tiles[hex] = old
        return best

    def _better(self, best: Plan, play: Play, left: int, moved: bool) -> Plan:
        """Return the cheaper one of a plan and the best that starts with a play."""
        if play.price + (CHEAPEST if play.ends else 0) >= best.cost:
            return best
        rest = self.rest(play, left - 1, moved)
        return play_then(play, rest) if play.price + rest.cost < best.cost else best

    def _look_at(self, hex: int) -> None:
        if hex not in self.laid:
            self.read[hex] = self.tiles[hex]

    def finishing(self, port: int, stop: int, left: int) -> Plan:
        """Return the cheapest plan for a single end, which arrives at a port and comes from a stop, if it is carried on there.

        It depends on the tiles it looks at and on nothing else, so it is remembered: most plays leave one end, and many leave the
        same one. (With one play for each hex it would depend on the hexes played, too; then it is not used.)
        """
        name = (self.around.number, port, stop, left)
        known = self.plays.finishes.get(name)
        if known is not None:
            for plan in known:
                if self.same(plan.read):
                    self._looked_at(plan.read)
                    return plan
        read, laid = self.read, self.laid
        self.read, self.laid = {}, []
        self._look_at(port // 6)
        best = NONE
        # What leads nowhere may be redirected.
        for play in self.around.plays_for(port, stop, self.tiles[port // 6], left + 1 if left > 1 else left):
            best = self._better(best, play, left, False)
        found = Plan(
            best.cost, best.dearest, best.tiles, best.discs, best.sections, self.read, best.once, best.twice, best.thrice
        )
        self.plays.remember(name, found)
        self.read, self.laid = read, laid
        self._looked_at(found.read)
        return found

    def _looked_at(self, read: dict[int, int]) -> None:
        for hex, form in read.items():
            if hex not in self.laid:
                self.read[hex] = form

    def serves_all(self, hex: int, new: int) -> bool:
        """Return whether a play on a hex with such new sides may leave few enough ends, where there are ends already.

        The last play must be on a hex that all ends touch: on which they arrive or which they leave. The play before it, if it
        is neither on such a hex nor beside one, must not leave an end of its own.
        """
        if self.left == 1:
            return self.touched_by_all(hex)
        return self.left > 2 or hex in self.beside or not new & self.around.land[hex]

    def touched_by_all(self, hex: int) -> bool:
        """Return whether every end arrives on a hex or leaves it."""
        return all(hex in (port // 6, self.across[port] // 6) for port in self.ends)

    def out_of_reach(self, ends: Ends, left: int) -> bool:
        """Return whether so many plays are too few for these ends wherever they lead.

        A play carries on ends that arrive on its hex. A redirect serves one end that leaves its hex as well. So the last play
        must be on a hex that all ends touch.
        """
        if left <= 0:
            return True
        if len(ends) <= left:
            return False
        if left > 1 or not self.redirects:
            return len({port // 6 for port in ends}) > (2 * left if self.redirects else left)
        here = there = -1
        for port in ends:
            arrives, leaves = port // 6, self.across[port] // 6
            if here == there == -1:
                here, there = arrives, leaves
            else:
                if here not in (arrives, leaves):
                    here = -1
                if there not in (arrives, leaves):
                    there = -1
                if here == there == -1:
                    return True
        return False

    def least_due(self, cost: int) -> int:
        """Return the least that the build turn can cost with further plays of these full prices together."""
        spent = self.spent + cost
        return spent - max(self.dearest, self.highest_price) // 2 if self.engineer else spent

    def affords(self, plan: Plan) -> bool:
        """Return whether money, tiles, town discs and ownership discs suffice for a plan."""
        if self.due(plan) > self.purse:
            return False
        if self.discs + plan.discs > TILES.discs or self.links + plan.sections > self.most_sections:
            return False
        if not (plan.once & self.none or plan.twice & self.one or plan.thrice & self.two):
            return True
        used = self.used
        enough = True
        for tile, back in plan.tiles:
            if used[tile] >= LIMIT[tile] and tile != back:
                enough = False
            used[tile] += 1
            used[back] -= 1
        for tile, back in plan.tiles:
            used[tile] -= 1
            used[back] += 1
        return enough

    # -- the search ----------------------------------------------------------------------------------------------------

    def works(self, play: Play, left: int) -> bool:
        """Return whether there is what the play takes, and what it leaves unfinished can be finished."""
        tile, back, after = play.tile, play.back, play.ends
        if self.used[tile] >= LIMIT[tile] and tile != back:
            return False
        if self.discs + play.discs > TILES.discs or self.links + play.links + len(after) > self.most_sections:
            return False
        if self.paid(play.price) > self.purse:
            return False
        if not after:
            return True
        hex, spent, dearest = play.hex, self.spent, self.dearest
        old = self.tiles[hex]
        self.tiles[hex] = play.form
        self.played.append(hex)
        self.used[tile] += 1
        self.used[back] -= 1
        masks = self.none, self.one, self.two
        self.count_left(tile)
        self.count_left(back)
        self.discs += play.discs
        self.links += play.links
        self.spent += play.price
        self.dearest = max(dearest, play.price)
        found = self.finishable(after, left - 1) if self.may_found_city or not self.redirects else self.decided(play, left - 1)
        self.spent, self.dearest = spent, dearest
        self.links -= play.links
        self.discs -= play.discs
        self.used[back] += 1
        self.used[tile] -= 1
        self.none, self.one, self.two = masks
        self.played.pop()
        self.tiles[hex] = old
        return found

    def decided(self, play: Play, left: int) -> bool:
        """Return whether what a play has left can be finished: by the cheapest plan, if that can be paid; otherwise all are
        tried."""
        self.read, self.laid = {}, []
        plan = self.rest(play, left)
        if plan.cost == NO_PLAN or self.least_due(plan.cost) > self.purse:
            return False
        return self.affords(plan) or self.finishable(play.ends, left)

    def finishable(self, ends: Ends, left: int) -> bool:
        """Return whether some plays, as many as are left, finish all ends. One play serves the ends on one hex, and with a
        redirect one more."""
        if self.may_found_city:
            for hex in {hex for port in ends for hex in (port // 6, self.across[port] // 6)}:
                if self.places[hex] == TOWN_HEX and self.finishable_with_city(hex, ends, left):
                    return True
        elif self.out_of_reach(ends, left):
            return False
        if left > 0:
            for port in ends:
                for play in self.carrying_on(port, ends, left):
                    if self.works(play, left):
                        return True
                if self.redirects:
                    for play in self.redirecting(port, ends):
                        if self.works(play, left):
                            return True
        return False

    def finishable_with_city(self, town: int, ends: Ends, left: int) -> bool:
        """Return the same after a New City on a town: it finishes what arrives there, and takes away the exits of the town's
        tile."""
        after: Ends = {}
        for port, stop in ends.items():
            if port // 6 == town:
                if stop == town:
                    return False  # AOS-9.7
            elif self.across[port] // 6 != town:
                after[port] = stop
        if not after:
            return True
        old, around, places = self.tiles[town], self.around, self.places
        tile, discs = (TILES.forms[old].tile, int(TILES.needs_disc(old))) if old != EMPTY else (-1, 0)
        self.may_found_city = False
        self.places = places.copy()
        self.places[town] = CITY
        self.around = self.plays.around(self.places)
        self.tiles[town] = EMPTY
        self.used[tile] -= 1
        self.discs -= discs
        found = self.finishable(after, left)
        self.discs += discs
        self.used[tile] += 1
        self.tiles[town] = old
        self.around, self.places = around, places
        self.may_found_city = True
        return found

    def carrying_on(self, port: int, ends: Ends, left: int) -> list[Play]:
        """Return the plays worth trying where an end arrives. They take up all ends on that hex (one, if others can be
        redirected)."""
        hex, around = port // 6, self.around
        old = self.tiles[hex]
        if hex in self.played and not self.redirects:
            return []
        if self.redirects and left > 1:
            left += 1  # What leads nowhere may be redirected.
        if self.may_found_city:
            left += 1  # A New City may finish it.
        if len(ends) == 1:
            return around.plays_for(port, ends[port], old, left)
        arriving = 0
        faced = set()
        for other in ends:
            faced.add(other // 6)
            if other // 6 == hex:
                arriving |= 1 << other % 6
        if self.redirects or self.may_found_city:
            return around.fitting(hex, old, 1 << port % 6, arriving | around.onward(hex, OPEN, left), ends)
        may = around.onward(hex, OPEN, left - len(faced) + 1)
        for out in range(6 * hex, 6 * hex + 6):
            if self.across[out] // 6 in faced:
                may |= 1 << out % 6
        return around.fitting(hex, old, arriving, may, ends)

    def redirecting(self, port: int, ends: Ends) -> list[Play]:
        """Return the plays that move the end which arrives at a port: they replace the tile it comes from."""
        out = self.across[port]
        hex = out // 6
        found: list[Play] = []
        if hex not in self.plays.towns:
            for form, _, dropped, new in TILES.redirects[self.tiles[hex]]:
                if dropped == out % 6 and self.across[6 * hex + new] >= 0:
                    play = self.plays.play(hex, self.around.city[hex], self.tiles[hex], form).among(ends)
                    if play.links >= 0:
                        found.append(play)
        return found
