"""Silverton from its log: money, cards, goods, track, trains, dice and prices, worked out a second time from the rules text."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.oracle import must, ranks_of
from tests.silverton.printed import CARDS, CLAIMS, IDN, MARKERS, MOVES, NONE, PLOWS, SEGMENTS, TRAINS, Seat


class SilvertonOracle:
    def __init__(
        self,
        options: dict[str, Any],
        seats: list[Seat],
        boxes: dict[str, int],
        open_claims: list[str],
        told: list[Any],
        ordinary: bool = False,
    ):
        """The set-up: options, homes, cash and pieces by seat, the box of every marker in play, the open claims.
        ``ordinary``: it is no scenario, so the length says when it ends."""
        self.options, self.seats, self.box = options, seats, boxes
        self.advanced = options["rules"] == "advanced"
        self.turn, self.winter = 0, False
        self.where: dict[str, Any] = dict.fromkeys(CLAIMS, "deck") | dict.fromkeys(open_claims, "open")
        self.goods: Counter[str] = Counter()
        self.worked: set[str] = set()
        self.depleted: set[str] = set()
        self.paid: set[str] = set()
        self.owner: dict[str, int] = {}
        self.card: dict[str, list[int]] = {}
        self.collected: set[tuple[int, str]] = set()
        self.cleared: set[str] = set()
        self.used: set[str] = set()
        self.orders: list[tuple[str, int, str]] = []
        self.sold: Counter[str] = Counter()
        self.release: set[str] | None = None
        self.ended = False
        self.ordinary = ordinary
        self.order: list[int] = []
        self.left: set[str] = set()
        """Joint cards whose agreement has just been ended."""
        self.compared: Counter[str] = Counter()
        self.richest: dict[int, int] = {}
        """The highest cash at the end of each turn."""
        self.tell(told)

    def hear(self, seat: int, action: Any, events: list[Any]) -> None:
        must(not self.ended, "an action after the end")
        self.tell(events)
        must(all(s.cash >= 0 for s in self.seats), "a debt")
        must(all(n >= 0 for n in self.goods.values()), "less than no goods")
        for name in self.depleted:
            must((self.where[name] == "out") == (self.goods[name] == 0), f"{name} is depleted, and goes when it is empty")

    def tell(self, events: list[Any]) -> None:
        for event in events:
            getattr(self, type(event).__name__, self.nothing)(event)
        must(not self.release, f"not released: {self.release}")
        self.release = None

    def nothing(self, e: Any) -> None:
        """What changes no number here: talk, refusals, cards turned up below others."""

    # -- the turn ----------------------------------------------------------------------------------------------------------

    def snow(self, seat: Seat, plowed: bool = False) -> set[str]:
        white = {s for s in seat.track if SEGMENTS[s]["winter"]} if self.winter else set()
        return white - self.cleared if plowed else white

    def pay(self, seat: int, amount: int, wanted: int) -> None:
        must(amount == wanted, f"${amount} instead of ${wanted}")
        self.seats[seat].cash -= amount

    def over(self) -> bool:
        """Whether the turn that has just been played was the last of a game without a scenario (SIL-2.2 to 2.5, 2.10 to 2.13)."""
        now, options = self.turn, self.options
        self.richest[now] = max(seat.cash for seat in self.seats)
        if (options["length"] == "campaign" or options["turn_limit"]) and now == 24:
            return True
        target = {"standard": 10_000, "short": 6_000, "long": 20_000}.get(options["length"])
        if target is None or self.richest[now] >= target:
            return target is not None
        if options["until_won"]:
            return now == 240
        best = [turn for turn in range(24, now + 1) if all(self.richest[turn] > self.richest[t] for t in range(24, turn))]
        return bool(best) and now - best[-1] >= 8

    def OrderDealt(self, e: Any) -> None:
        must(not (self.ordinary and self.turn and self.over()), "a turn after the end")
        must(e.turn == self.turn + 1 and sorted(e.order) == list(range(len(self.seats))), "the order of a turn")
        self.order, self.left = list(e.order), set()
        self.turn, self.winter = e.turn, e.turn % 4 == 0
        self.paid, self.cleared, self.used, self.collected = set(), set(), set(), set()
        for seat in self.seats:
            seat.at, seat.deliveries = {}, 0  # what a tie has left is told again when it is kept

    def PiecesChosen(self, e: Any) -> None:
        self.seats[e.seat].bonus = [*e.surveyors, *e.prospectors]

    def PiecePlaced(self, e: Any) -> None:
        seat = self.seats[e.seat]
        seat.at[e.piece] = e.target
        if e.task == "build":
            must(e.target not in self.owner and not (self.winter and SEGMENTS[e.target]["winter"]), "where a surveyor may go")
        elif e.task == "steal":
            ways = [seat.length(CARDS[e.target]["a"], CARDS[e.target]["b"], self.snow(seat))]
            if self.options["joint_passengers"]:
                others = [number for number in range(len(self.seats)) if number != e.seat]
                ways += [self.joint(e.seat, other, e.target, True)[0] + 2 for other in others]
            must(min(ways) < self.owners_length(e.target), "only a shorter open route steals")

    def ParallelTaken(self, e: Any) -> None:
        self.seats[e.seat].at[e.piece] = e.segment

    def PieceKept(self, e: Any) -> None:
        self.seats[e.seat].at[e.piece] = e.target

    def PieceHired(self, e: Any) -> None:
        self.pay(e.seat, e.cost, 400)
        self.seats[e.seat].bonus.append(0)

    def PieceAdvanced(self, e: Any) -> None:
        bonus = self.seats[e.seat].bonus
        must(e.bonus == bonus[e.piece] + 1 <= 2, "one more, up to +2")
        bonus[e.piece] = e.bonus

    # -- disputes ----------------------------------------------------------------------------------------------------------

    def standing(self, seat: int, target: str) -> int:
        return max(self.seats[seat].bonus[p] for p, at in self.seats[seat].at.items() if at == target)

    def DisputeRolled(self, e: Any) -> None:
        top = max(e.totals)
        must(e.winner == (e.totals.index(top) if e.totals.count(top) == 1 else -1), "the highest wins")
        extra = [0] * len(e.seats)
        if e.target in CLAIMS:
            town = CLAIMS[e.target]["town"]
            for i, number in enumerate(e.seats):
                seat = self.seats[number]
                extra[i] = 3 if any(seat.walk(home, set())[0].get(town, NONE) < NONE for home in seat.homes) else 0
        elif e.target in CARDS:
            far = [self.sides_length(one, two, e.target) for one, two in zip(e.seats, e.partners, strict=True)]
            longest = max((n for n in far if n < NONE), default=0)
            extra = [longest - n if n < NONE else 0 for n in far]
        if e.rival:
            self.special(e)
        for i, (number, partner) in enumerate(zip(e.seats, e.partners, strict=True)):
            target = e.rival if e.rival and i else e.target
            bonus = max(self.standing(number, target), self.standing(partner, target))
            must(e.totals[i] == sum(e.dice[i]) + bonus + extra[i], "dice, piece and route")
            self.compared["pairs in disputes" if number != partner else "sides of disputes"] += 1
            for one in (number, partner):
                if e.totals[i] < top:  # losers go home and do nothing more (SIL-12.4)
                    at = self.seats[one].at
                    self.seats[one].at = {piece: there for piece, there in at.items() if there != target}

    def special(self, e: Any) -> None:
        """Two surveyors on different segments; each rolls for its own, although a seat may have had one on both (SIL-12.10)."""
        must(len(e.seats) == 2 and e.seats[0] != e.seats[1] and e.target != e.rival, "two players and two segments")
        for number, target in zip(e.seats, (e.target, e.rival), strict=True):
            must(target in self.seats[number].at.values(), "a surveyor that still stands there")
            others = [n for n, seat in enumerate(self.seats) if n != number and target in seat.at.values()]
            must(not others, "the right to build comes before a special dispute")
        self.compared["special disputes"] += 1

    def owners_length(self, card: str) -> int:
        """The length of the owner's way without regard to snow; partners add 2 (SIL-5.7, 20.6)."""
        owners = self.card[card]
        if len(owners) == 2:
            return min(NONE, self.joint(owners[0], owners[1], card, False)[0] + 2)
        return self.seats[owners[0]].length(CARDS[card]["a"], CARDS[card]["b"], set())

    def sides_length(self, one: int, two: int, card: str) -> int:
        if one != two:
            return self.joint(one, two, card, True)[0] + 2
        return self.seats[one].length(CARDS[card]["a"], CARDS[card]["b"], self.snow(self.seats[one]))

    def joint(self, one: int, two: int, card: str, season: bool) -> tuple[int, int]:
        """The shortest path over track of both, each part in the home network of its owner and at least one segment of each, and
        how much of it is ``one``'s (SIL-20.17): of equal paths the one with most of the partner who is earlier in the turn."""
        lines: list[tuple[int, str]] = []
        for number in (one, two):
            seat = self.seats[number]
            closed = self.snow(seat, plowed=True) if season else set()
            home = {town for start in seat.homes for town in seat.walk(start, set())[0]}
            lines += [(number, name) for name in seat.track - closed if home & set(SEGMENTS[name]["towns"])]
        early = min(one, two, key=self.order.index)
        best = (NONE, 0, 0)
        queue = [(0, 0, 0, CARDS[card]["a"], frozenset([CARDS[card]["a"]]), frozenset[int]())]
        while queue:
            length, mine, earlier, town, been, used = queue.pop()
            if (length, -earlier) >= best[:2]:
                continue
            if town == CARDS[card]["b"]:
                if len(used) == 2:
                    best = (length, -earlier, mine)
                continue
            for number, name in lines:
                towns, far = SEGMENTS[name]["towns"], SEGMENTS[name]["distance"]
                if town in towns:
                    for other in set(towns) - been:
                        own, first = mine + far * (number == one), earlier + far * (number == early)
                        queue.append((length + far, own, first, other, been | {other}, used | {number}))
        return best[0], best[2]

    def shares(self, one: int, two: int, card: str) -> list[int]:
        """In proportion to the distance of own track, to the nearest $10; the second pays the rest (SIL-20.4)."""
        price = CARDS[card]["purchase_price"]
        length, mine = self.joint(one, two, card, True)
        must(length < NONE, "a joint route that is open")
        first = int(price * mine / length / 10 + 0.5) * 10
        return [first, price - first]

    def TheftRolled(self, e: Any) -> None:
        price = CARDS[e.card]["purchase_price"]
        share = self.shares(e.thief, e.partner, e.card)[1] if e.partner >= 0 else 0
        must(e.share == share, "the partner's share")
        self.pay(e.thief, e.paid - e.share, price - e.share)
        if e.partner >= 0:
            self.pay(e.partner, e.share, e.share)
            self.compared["joint thefts"] += 1
        ahead = self.owners_length(e.card) - self.sides_length(e.thief, e.partner if e.partner >= 0 else e.thief, e.card)
        must(ahead > 0, "only a shorter route steals")
        must(e.totals == [sum(e.dice[0]) + max(0, ahead), sum(e.dice[1]) + max(0, -ahead)], "the shorter route adds")
        must(e.success == (e.totals[0] > e.totals[1]), "only a higher total steals")
        must(e.owner in self.card[e.card], "whose card it is")
        if e.success:
            self.card[e.card] = [e.thief] + ([e.partner] if e.partner >= 0 else [])

    def PieceJailed(self, e: Any) -> None:
        self.seats[e.seat].fine[e.piece] = e.fine
        must(e.fine in (100, 200), "the fine")

    def PieceDied(self, e: Any) -> None:
        self.seats[e.seat].fine[e.piece] = e.fine

    def ReleaseRolled(self, e: Any) -> None:
        must(e.free == (sum(e.dice) in (7, 11)), "7 or 11 frees")
        if e.free:
            self.seats[e.seat].fine.pop(e.piece)

    def FinePaid(self, e: Any) -> None:
        self.pay(e.seat, e.fine, self.seats[e.seat].fine.pop(e.piece))

    # -- cards -------------------------------------------------------------------------------------------------------------

    def CardBought(self, e: Any) -> None:
        if e.card in CLAIMS:
            self.pay(e.seat, e.cost, CLAIMS[e.card]["purchase_cost"])
            must(self.where[e.card] in ("open", "drawn"), "a claim that is open or was just drawn")
            self.where[e.card] = e.seat
        else:
            seat = self.seats[e.seat]
            self.pay(e.seat, e.cost, CARDS[e.card]["purchase_price"])
            must(e.card not in self.card, "a passenger card with an owner")
            must(seat.length(CARDS[e.card]["a"], CARDS[e.card]["b"], self.snow(seat)) < NONE, "an open route")
            self.card[e.card] = [e.seat]

    def JointBought(self, e: Any) -> None:
        must(e.card not in self.card, "a passenger card with an owner")
        must(all(e.card in self.seats[seat].at.values() for seat in e.seats), "a prospector of each partner")
        must(self.order.index(e.seats[0]) < self.order.index(e.seats[1]), "the first in the turn comes first")
        must(e.shares == self.shares(*e.seats, e.card), f"the shares: {e.shares}")
        self.compared["joint cards"] += 1
        for seat, share in zip(e.seats, e.shares, strict=True):
            self.pay(seat, share, share)
        self.card[e.card] = list(e.seats)

    def CardDrawn(self, e: Any) -> None:
        if e.card in CLAIMS:
            must(self.where[e.card] == "deck", "a claim of the deck")
            self.where[e.card] = "drawn"

    def CardDeclined(self, e: Any) -> None:
        if e.card in CLAIMS and self.where[e.card] == "drawn":
            self.where[e.card] = "open"

    def ClaimTurnedUp(self, e: Any) -> None:
        must(self.where[e.claim] == "deck", "a claim of the deck")
        self.where[e.claim] = "open"

    def EventTurnedUp(self, e: Any) -> None:
        for name in e.discarded:
            if name in CLAIMS:
                must(self.where[name] in ("deck", "open"), "what a sweep takes")
                self.where[name] = "out"

    def ClaimDiscarded(self, e: Any) -> None:
        must(self.where[e.claim] == "open" or (e.claim in self.depleted and not self.goods[e.claim]), "what is discarded")
        self.where[e.claim] = "out"

    def CardRemoved(self, e: Any) -> None:
        self.card.pop(e.card, None)

    def CardReleased(self, e: Any) -> None:
        if self.release is not None and e.card in self.release:
            self.release.discard(e.card)
        elif e.card in self.left:
            self.left.discard(e.card)
        else:
            must(self.owners_length(e.card) >= NONE, "a card whose route is still there")
        self.card.pop(e.card)

    def JointEnded(self, e: Any) -> None:
        must(len(self.card[e.card]) == 2 and e.seat in self.card[e.card], "an agreement of this seat")
        self.left.add(e.card)

    # -- track -------------------------------------------------------------------------------------------------------------

    def TrackBuilt(self, e: Any) -> None:
        seat, segment = self.seats[e.seat], SEGMENTS[e.segment]
        self.pay(e.seat, e.cost, segment["cost"])
        must(e.segment not in self.owner, "a segment that is built")
        near = {town for name in seat.track for town in SEGMENTS[name]["towns"]} | set(seat.homes)
        must(bool(near & set(segment["towns"])), "track touches home or own track")
        same = {n for n in seat.track if set(SEGMENTS[n]["towns"]) == set(segment["towns"])}
        must(not same and len(seat.track) < 32, "no parallel track, no more than 32 cubes")
        self.own(e.seat, e.segment)

    def own(self, seat: int, segment: str) -> None:
        self.owner[segment] = seat
        self.seats[seat].track.add(segment)

    def lift(self, seat: int, segment: str) -> None:
        must(self.owner.pop(segment) == seat, "track of somebody else")
        self.seats[seat].track.remove(segment)

    def ConsecutiveRolled(self, e: Any) -> None:
        must(e.success == (sum(e.dice) > SEGMENTS[e.segment]["distance"]), "more than the distance")

    def TrackRemoved(self, e: Any) -> None:
        must(e.refund in (0, 10 * SEGMENTS[e.segment]["distance"]), "what the bank pays for old track")
        self.lift(e.seat, e.segment)
        self.seats[e.seat].cash += e.refund

    # -- claims, deals, sales ------------------------------------------------------------------------------------------------

    def ClaimPaid(self, e: Any) -> None:
        must(self.where[e.claim] == e.seat and e.claim not in self.paid | self.depleted, "a claim to operate")
        self.pay(e.seat, e.cost, CLAIMS[e.claim]["operating_cost"])
        self.paid.add(e.claim)

    def ClaimOperated(self, e: Any) -> None:
        claim = CLAIMS[e.claim]
        must(e.claim in self.paid and len(e.dice) == (2 if e.claim in self.worked else 1), "one die the first time")
        must(e.roll == sum(e.dice) + (0 if e.claim in self.worked else 6), "the production roll")
        self.worked.add(e.claim)
        must(e.depleted == (e.roll <= claim["depletion"]), "what depletes a claim")
        must(e.units == (0 if e.depleted else claim["production"].get(str(e.roll), 0)), "the yield")
        self.goods[e.claim] += e.units
        if e.depleted:
            self.depleted.add(e.claim)
            if not self.goods[e.claim]:
                self.where[e.claim] = "out"

    def PlowRolled(self, e: Any) -> None:
        must(self.winter and e.plow in self.seats[e.seat].plows and e.segment in self.seats[e.seat].track, "a plow at work")
        must(e.cleared == (e.die + int(e.plow[1]) >= SEGMENTS[e.segment]["distance"]), "what clears the snow")
        if e.cleared:
            self.cleared.add(e.segment)

    def DealDone(self, e: Any) -> None:
        sides = ((e.seat, e.to, e.give), (e.to, e.seat, e.take))
        owned = [c for c, who in self.card.items() if {e.seat, e.to} & set(who)]
        before = {c: self.owners_length(c) for c in owned}
        for giver, taker, what in sides:
            self.pay(giver, what.money, what.money)
            must(self.seats[giver].cash >= 0, "money that is not there")
            for claim in what.claims:
                must(self.where[claim] == giver, "a claim of somebody else")
                must(not self.goods[claim] or self.options["loaded_claims"], "goods are no part of a deal")
                self.where[claim] = taker
            for segment in what.segments:
                self.lift(giver, segment)
                self.cleared.discard(segment)
            for mine, theirs, things in (
                (self.seats[giver].trains, self.seats[taker].trains, what.trains),
                (self.seats[giver].plows, self.seats[taker].plows, what.plows),
            ):
                must(set(things) <= mine, "equipment of somebody else")
                mine -= set(things)
                theirs |= set(things)
        self.release = {c for c in owned if self.owners_length(c) > before[c]}
        self.compared["cards a deal may release"] += len(owned)
        for _, taker, what in sides:
            self.seats[taker].cash += what.money
            for segment in what.segments:
                self.own(taker, segment)
        if e.freight is not None:
            must(self.where[e.freight.claim] == e.to, "freight of the partner")
            self.orders.append((e.freight.claim, e.freight.units, e.freight.city))

    def haul(self, e: Any, town: str, end: str) -> None:
        """A delivery has an open route, and its trains carry it."""
        seat = self.seats[e.seat]
        closed = self.snow(seat, plowed=True)
        must(town == end or seat.length(town, end, closed) < NONE, "an open route")
        seat.deliveries += 1
        if not self.advanced:
            must(seat.deliveries <= 2, "two deliveries a turn")
            return
        must(bool(e.trains) and set(e.trains) <= seat.trains and not set(e.trains) & self.used, "idle trains")
        self.used |= set(e.trains)
        most = sum(int(t[:-1]) for t in e.trains) // seat.walk(town, closed)[1][end]
        must(e.units <= most * (2 if CLAIMS[e.claim]["commodity"] in ("gold", "silver") else 1), "what trains carry")

    def GoodsDelivered(self, e: Any) -> None:
        claim, good = CLAIMS[e.claim], CLAIMS[e.claim]["commodity"]
        marker = good if good in MARKERS else f"{good}_{e.city}"
        order = (e.claim, e.units, e.city)
        if order in self.orders:
            self.orders.remove(order)
        else:
            must(self.where[e.claim] == e.seat, "goods of somebody else")
        self.haul(e, claim["town"], e.city)
        must(e.income == e.units * MARKERS[marker]["ladder"][self.box[marker]], "the price of the day")
        seat = self.seats[e.seat]
        seat.sold[marker] += e.units
        self.sold[marker] += e.units
        must(seat.sold[marker] <= (MARKERS[marker]["sale_limit_per_player"] or NONE), "the sale limit")
        seat.cash += e.income
        self.take_goods(e.claim, e.units)

    def take_goods(self, claim: str, units: int) -> None:
        self.goods[claim] -= units
        if claim in self.depleted and not self.goods[claim]:
            self.where[claim] = "out"

    def GoodsTransferred(self, e: Any) -> None:
        must(CLAIMS[e.claim]["commodity"] == CLAIMS[e.to]["commodity"], "the same commodity")
        must(self.where[e.claim] == self.where[e.to] == e.seat, "own claims")
        self.haul(e, CLAIMS[e.claim]["town"], CLAIMS[e.to]["town"])
        must(self.advanced or e.units <= (32 if CLAIMS[e.claim]["commodity"] in ("gold", "silver") else 16), "16 or 32 units")
        self.goods[e.to] += e.units
        self.take_goods(e.claim, e.units)

    def FaresCollected(self, e: Any) -> None:
        seat, card = self.seats[e.seat], CARDS[e.card]
        must(e.seat in self.card[e.card] and (e.seat, e.card) not in self.collected, "the fares of an own card, once a turn")
        self.collected.add((e.seat, e.card))
        income = card["income"] * (2 if self.options["improved_passengers"] else 1)
        if len(self.card[e.card]) == 2:
            income = -(-income // 20) * 10
            must(self.joint(*self.card[e.card], e.card, True)[0] < NONE, "an open joint route")
            self.compared["joint fares"] += 1
        else:
            must(seat.length(card["a"], card["b"], self.snow(seat, plowed=True)) < NONE, "an open route")
        must(e.income == income, "the income of a card")
        seat.cash += income

    def TrainBought(self, e: Any) -> None:
        kind = TRAINS[int(e.train[:-1])]
        off = TRAINS[int(e.trade_in[:-1])]["trade_in_value"] if e.trade_in else 0
        self.pay(e.seat, e.cost, max(0, kind["cost"] - off))
        must(self.turn >= kind["available_from_turn"] and not any(e.train in s.trains for s in self.seats), "a train to be had")
        mine = self.seats[e.seat].trains
        mine.discard(e.trade_in)
        mine.add(e.train)
        must(len(mine) <= 4, "four trains")

    def PlowBought(self, e: Any) -> None:
        kind = PLOWS[int(e.plow[1])]
        off = PLOWS[int(e.trade_in[1])]["trade_in_value"] if e.trade_in else 0
        self.pay(e.seat, e.cost, max(0, kind["cost"] - off))
        must(self.turn >= kind["available_from_turn"] and not any(e.plow in s.plows for s in self.seats), "a plow to be had")
        self.seats[e.seat].plows.discard(e.trade_in)
        self.seats[e.seat].plows.add(e.plow)

    # -- prices and the end ----------------------------------------------------------------------------------------------------

    def PriceChanged(self, e: Any) -> None:
        marker, good = MARKERS[e.marker], MARKERS[e.marker]["commodity"]
        must(e.sold == self.sold.pop(e.marker, 0), "what was sold")
        demand = IDN[min(self.turn, 24) - 1]
        if self.options["simplified_prices"]:
            if good == "silver":
                move = -((e.sold + 1) // 2) if e.sold else demand
            else:
                move = (-2 if good == "lumber" else -1) if e.sold else 1
        else:
            must(len(e.dice) == (1 if good in ("gold", "copper") else 2), "the dice of a marker")
            counted = -(-e.sold // 2) if e.marker in ("coal_denver", "coal_salt_lake_city") else e.sold
            total = sum(e.dice) + counted - (0 if good in ("gold", "copper") else demand)
            move = next(m for most, m in MOVES[good].items() if total <= most)
        old = self.box[e.marker]
        self.box[e.marker] = min(max(old + move, marker["min_index"]), marker["max_index"])
        must([e.old, e.new] == [marker["ladder"][old], marker["ladder"][self.box[e.marker]]], f"{e.marker}: the price moves")
        for seat in self.seats:
            seat.sold.pop(e.marker, None)

    def CashAnnounced(self, e: Any) -> None:
        must(e.cash == self.seats[e.seat].cash and not self.seats[e.seat].announced, "what is announced")
        self.seats[e.seat].announced = True

    def GameEnded(self, e: Any) -> None:
        must(not self.ordinary or self.over(), "the end before its time")
        must(e.turn == self.turn and e.cash == [s.cash for s in self.seats] and not self.orders, "the end")
        self.ended = True

    def result(self) -> tuple[list[int], list[int]]:
        cash = [s.cash for s in self.seats]
        return cash, ranks_of(cash)
