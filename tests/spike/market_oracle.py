"""What Spike must offer and when it must end: market, lines and payments, moves, deliveries, the special end.

``oracle.py`` follows the log and says what may not happen. This one works out the market after every action, everything that a
turn offers, and the end of the game, from the rulebook (Italian edition) and before the engine was read.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

from tests.oracle import must
from tests.spike.oracle import CARS, SPEED, SpikeOracle, read, sets_pay


class MarketOracle(SpikeOracle):
    def __init__(self, players: int, one_colour: bool, market: list[list[str]], told: list[Any], advanced: bool) -> None:
        self.compared: Counter[str] = Counter()
        self.dealt: dict[int, list[str]] = {}
        self.ending = -1
        """Turns that are left after a special end; -1 before it."""
        self.due = False
        """A special end has to be told before anything else happens."""
        self.scored: dict[int, int] = {}
        self.entered = False
        """The train came into its city by the free movement of this turn."""
        self.begun = -1
        super().__init__(players, one_colour, market, told)
        self.advanced = advanced
        goods = [good for column in market for good in column]
        must(len(market) == 4 and all(len(column) == 3 for column in market), "four columns of three rows")
        must(sorted(goods) == sorted(set(self.offers.values())) and len(set(goods)) == 12, "twelve price chips, one of each")
        self.meeting: dict[str, list[str]] = {}
        for name, (a, b, _) in self.segment.items():
            self.meeting.setdefault(a, []).append(name)
            self.meeting.setdefault(b, []).append(name)

    # -- the log -----------------------------------------------------------------------------------------------------------

    def hear(self, seat: int, action: Any, events: list[Any]) -> None:
        mover = self.mover
        names = [type(event).__name__ for event in events]
        if type(action).__name__ in ("Start", "Extra", "Build", "Upgrade", "Pass", "Draw", "StopDrawing"):
            self.begun = seat
        super().hear(seat, action, events)
        if mover >= 0 and (self.mover != mover or self.over):
            self.after_turn(mover, names)
        else:
            must("LastTurnsBegan" not in names or self.over, "the special end before the end of a turn")

    def TrainMoved(self, e: Any) -> None:
        super().TrainMoved(e)
        self.entered = e.how == "free" and e.way[-1] in self.point_of

    def after_turn(self, seat: int, names: list[str]) -> None:
        """The special end is told at the end of the turn in which it comes true, once (SPK-12.2 to 12.4)."""
        self.entered = False
        if self.times == 3:
            must("GameEnded" in names, "the third time card ends the game at once")
            return
        if self.ending > 0:
            self.ending -= 1
            must("LastTurnsBegan" not in names, "the special end is told once")
            must(("GameEnded" in names) == (self.ending == 0), "everybody else has one more turn")
        elif self.finished(seat):
            must("LastTurnsBegan" in names, "no track and no delivery is left: the special end")
            self.ending = self.players - 1
            self.compared["special ends"] += 1
        else:
            must("LastTurnsBegan" not in names and "GameEnded" not in names, "an end without cause")

    def finished(self, seat: int) -> bool:
        if sum(owner == seat for owner in self.owner.values()) < 45:
            return False
        cities = {city for city, point in self.point_of.items() if point in self.network[seat]}
        offered = {self.offers[city] for city in cities}
        for side in self.contracts[seat]:
            reachable = set(self.pays[side]) & cities - self.markers[seat]
            if reachable and (self.good[side] in self.cargo[seat] or self.good[side] in offered):
                return False
        return True

    def RouteScored(self, e: Any) -> None:
        super().RouteScored(e)
        must(e.seat not in self.scored, "a route card scored twice")
        self.scored[e.seat] = e.points

    def result(self) -> tuple[list[int], list[int]]:
        must(len(self.scored) == self.players, "every route card is shown")
        self.compared["route cards"] += self.players
        return super().result()

    # -- what the table shows ----------------------------------------------------------------------------------------------

    def look(self, seen: Any) -> None:
        """The market and the open facts of every seat, after each action."""
        must([list(column) for column in seen.market] == self.market, f"the market: {seen.market}, by the rules {self.market}")
        for seat, player in enumerate(seen.players):
            must(player.money == self.money[seat], "money")
            must(set(player.markers) == self.markers[seat], "delivery markers")
            must(set(player.cargo) == self.cargo[seat], "cargo")
            if self.mover >= 0:
                must(sorted(player.contracts) == sorted(self.contracts[seat]), "contracts that are open")
            must(player.tracks_left == 45 - sum(o == seat for o in self.owner.values()), "tracks left")
        self.compared["markets"] += 1

    # -- what is offered ---------------------------------------------------------------------------------------------------

    def offer(self, seat: int, legal: list[Any], refused: Callable[[str, tuple[Any, ...]], bool], rng: random.Random) -> None:
        """``refused``: whether an action (its name and fields) would be refused."""
        if self.mover < 0:
            return
        verbs = Counter(type(action).__name__ for action in legal)
        if set(verbs) <= {"Move"}:
            must(
                {a.to for a in legal} == self.ahead(seat, SPEED[self.level[seat]["locomotive"]]) | {self.train[seat]},
                "free moves",
            )
            self.compared["moves"] += verbs["Move"]
        elif "KeepCargo" in verbs:
            must({a.commodity for a in legal if type(a).__name__ == "Deliver"} == self.deliverable(seat), "deliveries on offer")
            self.compared["deliveries"] += verbs["Deliver"]
        elif verbs["Draw"] and not self.taken:
            self.compare_actions(seat, legal, verbs)
            self.compare_lines(seat, legal, refused, rng)

    def ahead(self, seat: int, spaces: int) -> set[str]:
        """Every place within so many spaces (SPK-6.1 to 6.6)."""
        found: set[str] = set()
        now = {self.train[seat]}
        for step in range(spaces):
            then: set[str] = set()
            for place in now:
                if place in self.point_of:
                    if step == 0:
                        then |= {self.heading(s, self.point_of[place]) for s in self.own(seat, self.point_of[place])}
                    continue
                came, head = place.split(">")
                if head in self.city_at:
                    then.add(self.city_at[head])
                then |= {self.heading(s, head) for s in self.own(seat, head) if s != came}
            found |= then
            now = then
        return found

    def own(self, seat: int, point: str) -> list[str]:
        return [name for name in self.meeting[point] if self.owner.get(name) == seat]

    def heading(self, name: str, start: str) -> str:
        a, b, _ = self.segment[name]
        return f"{name}>{b if a == start else a}"

    def deliverable(self, seat: int) -> set[str]:
        here = self.train[seat]
        if here not in self.point_of or here in self.markers[seat]:
            return set()
        return {good for good in self.cargo[seat] if here in self.pays[self.side_for(seat, good)]}

    def compare_actions(self, seat: int, legal: list[Any], verbs: Counter[str]) -> None:
        here = self.train[seat]
        upgrades = {p for p, level in self.level[seat].items() if level < 2 and self.money[seat] >= (3, 5)[level]}
        must({a.part for a in legal if type(a).__name__ == "Upgrade"} == upgrades, "upgrades on offer")
        in_city = here in self.point_of
        must(
            {a.to for a in legal if type(a).__name__ == "Extra"} == (set() if in_city else self.ahead(seat, 1)), "extra movement"
        )
        starts = self.ahead(seat, SPEED[self.level[seat]["locomotive"]]) if in_city and not self.entered else set()
        must({a.to for a in legal if type(a).__name__ == "Start"} == starts, "where a train may start to")
        loads = {a.load for a in legal if type(a).__name__ == "Start" and a.load and not a.unload}
        good = self.offers[here] if in_city else ""
        can = good in {self.good[side] for side in self.contracts[seat]} - self.cargo[seat]
        can = can and len(self.cargo[seat]) < CARS[self.level[seat]["freight"]]
        must(loads == ({good} if starts and can else set()), "what may be loaded")
        cards = {a.card for a in legal if type(a).__name__ == "Draw"}
        pile = self.deck or (self.round < 3 and not self.row.total() and self.discard.total())
        must(cards == set(+self.row) | ({"deck"} if pile else set()), f"cards on offer: {cards}")
        must(
            {a.commodity for a in legal if type(a).__name__ == "Deliver"} == self.deliverable(seat),
            "what was kept may be delivered",
        )
        self.compared["action lists"] += 1

    # -- lines and payments ------------------------------------------------------------------------------------------------

    def lines(self, seat: int, most: int) -> list[tuple[str, ...]]:
        """Every line of at most so many segments that the hand can pay (SPK-10.3)."""
        found: list[tuple[str, ...]] = []
        mine = self.network[seat]

        def on(point: str, line: tuple[str, ...], been: set[str]) -> None:
            for name in self.meeting[point]:
                a, b, _ = self.segment[name]
                to = b if a == point else a
                if name in self.owner or to in mine or to in been:
                    continue
                longer = (*line, name)
                if not self.affordable(seat, longer):
                    continue
                if to in self.city_at:
                    found.append(longer)
                elif len(longer) < most:
                    on(to, longer, been | {to})

        for point in mine:
            on(point, (), {point})
        return found

    def affordable(self, seat: int, line: tuple[str, ...]) -> bool:
        need = Counter(self.segment[name][2] for name in line)
        hand = +self.hands[seat]
        short = [n - hand[c] for c, n in need.items() if n > hand[c]]
        extra = [hand[c] - need[c] for c in hand if hand[c] > need[c]]
        if not self.one_colour:
            return sum(max(0, n - 1) for n in extra) >= sum(short)
        return self.cover(sorted(extra, reverse=True), sorted(short, reverse=True))

    def cover(self, extra: list[int], short: list[int]) -> bool:
        """Sets of one colour each: give every short colour some sets (a set of n stands for n - 1)."""
        if not short:
            return True
        rest, wanted = short[1:], short[0]

        def give(index: int, left: list[int], missing: int) -> bool:
            if missing == 0:
                return self.cover(left, rest)
            if index == len(left):
                return False
            for cards in range(min(left[index], missing + 1), 1, -1):
                after = [*left]
                after[index] -= cards
                if give(index + 1, after, missing - cards + 1):
                    return True
            return give(index + 1, left, missing)

        return give(0, extra, wanted)

    def compare_lines(self, seat: int, legal: list[Any], refused: Callable[..., bool], rng: random.Random) -> None:
        left = 45 - sum(o == seat for o in self.owner.values())
        builds = [a for a in legal if type(a).__name__ == "Build"]
        most = min(5, left)
        lines = self.lines(seat, most) if left else []
        by_city = {self.ends_at(line) for line in lines}
        offered = {self.ends_at(a.line) for a in builds if len(a.line) <= most}
        every = {self.ends_at(a.line) for a in builds}  # a longer line may cost fewer cards
        must(offered <= by_city <= every, f"cities that can be reached with a line: {offered}, {every}, by the rules {by_city}")
        self.compared["cities in reach"] += len(by_city)
        for action in builds:
            need = Counter(self.segment[name][2] for name in action.line)
            must(sets_pay(need, Counter(action.pay), self.one_colour), f"{action.pay} is proposed for {dict(need)}")
        for line in rng.sample(lines, min(4, len(lines))):
            need = Counter(self.segment[name][2] for name in line)
            for _ in range(12):
                pay = {c: rng.randint(0, n) for c, n in self.hands[seat].items() if n and (need[c] or rng.random() < 0.6)}
                pay = {c: n for c, n in pay.items() if n}
                right = sets_pay(need, Counter(pay), self.one_colour)
                must(refused("Build", (line, pay)) != right, f"{pay} for {dict(need)}: it pays is {right}")
                self.compared["payments that pay" if right else "payments that do not"] += 1

    def ends_at(self, line: tuple[str, ...]) -> str:
        ends = [end for end in self.segment[line[-1]][:2] if end in self.city_at]
        before = set(self.segment[line[-2]][:2]) if len(line) > 1 else set()
        return next(
            self.city_at[end] for end in ends if end not in before and (len(line) > 1 or len(ends) == 1 or end not in before)
        )


__all__ = ["MarketOracle", "read"]
