"""What lies beside the map: action tiles, goods supply, New Cities, income and points, the auction."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from boxcars.core.messages import T, Text, Who
from boxcars.games.steam.names import goods_text
from boxcars.games.steam.rules import Steam
from boxcars.games.steam.select_actions import FEE
from boxcars.games.steam.types import (
    ACTIONS,
    COLOURS,
    LOCOMOTIVE,
    BidForOrder,
    BidForStart,
    BuildTrack,
    ChooseNewCity,
    ChooseReward,
    ChooseSupply,
    IncomeAndExpenses,
    MoveRound,
    RaiseCapital,
    SelectAction,
    SteamObservation,
)
from boxcars.rail.names import ACTION_NAMES, COLOUR_NAMES
from boxcars.rail.ui import board as hexes
from boxcars.rail.ui.sentences import tile_text
from boxcars.rail.ui.tile_supply import tiles_left
from boxcars.view import drawing_kit
from boxcars.view.board import Again, Panel, Say, Station, dollars
from boxcars.view.tabletop import Item, Mark, Tray

BENEFIT: dict[str, Text] = {
    **hexes.BENEFIT,
    "turn_order": T("goes first next turn"),
    "city_growth": T("adds goods to a city"),
}
INK = {"gray": "grey"}
"""Colours whose ink has another name in the kit."""


def ink(colour: str) -> str:
    return INK.get(colour, colour)


def turn_phases(rules: Steam, seen: SteamObservation) -> list[Station]:
    basic = [
        (T("Action tiles"), (SelectAction,)),
        (T("Build track"), (BuildTrack, ChooseNewCity, ChooseSupply)),
        (T("Move goods"), (MoveRound, ChooseReward)),
        (T("Income"), (IncomeAndExpenses,)),
    ]
    first: list[Any] = [(T("Take loans"), (RaiseCapital,)), (T("Turn order"), (BidForOrder,))]
    phases: list[Any] = (first if rules.standard else []) + basic
    if seen.turn == 0:
        phases = [(T("Starting order"), (BidForStart,)), *basic]
    step = seen.agenda[-1] if seen.agenda else None
    now = next((i for i, (_, steps) in enumerate(phases) if isinstance(step, steps)), len(phases))
    return [Station(name, "done" if i < now else "now" if i == now else "next") for i, (name, _) in enumerate(phases)]


def side_panels(rules: Steam, say: Say, seen: SteamObservation, again: Again) -> list[Panel]:
    out = [
        again("panel actions", seen, lambda seen: action_tiles(rules, seen, say)),
        again("panel supply", seen, lambda seen: supply(seen, say)),
        again("panel new cities", seen, lambda seen: new_cities(seen, say)),
        again("panel income", seen, lambda seen: income_and_points(rules, seen, say)),
        again("panel tiles", seen, lambda seen: supply_of_tiles(rules, seen)),
    ]
    return [again("panel auction", seen, lambda seen: auction_panel(seen, say)), *out] if seen.auction is not None else out


def supply_of_tiles(rules: Steam, seen: SteamObservation) -> Panel:
    tiles, used = rules.board.tiles, seen.track.used
    left = [max(0, min(most - sum(used[t] for t in group) for group, most in limits)) for limits in tiles.limits]
    return tiles_left(tiles, left, [tile_text(tile) for tile in tiles.tiles])


def action_tiles(rules: Steam, seen: SteamObservation, say: Say) -> Panel:
    """Return the seven tiles with their numbers, what they do, prices and holders."""
    out, words = "", []
    for i, name in enumerate(ACTIONS):
        y = 37.0 * i
        holder = seen.tiles.index(i + 1) if i + 1 in seen.tiles else -1
        out += f'<rect class="paper" x=".5" y="{drawing_kit.n(y + 0.5)}" width="291" height="33" rx="3"/>'
        out += drawing_kit.die(15, y + 17, str(i + 1)) + drawing_kit.words(say(ACTION_NAMES[name]), 33, y + 14.5, 13.5, 600)
        out += drawing_kit.words(say(BENEFIT[name]), 33, y + 28, 11.5, 500, cls="dim")
        price = ""
        if not rules.standard:
            price = dollars(say, FEE[i + 1]) if i + 1 in FEE else say(T("$4 + level")) if i + 1 == LOCOMOTIVE else ""
        out += drawing_kit.words(price, 258, y + 21, 12.5, 600, "end")
        if holder >= 0:
            out += drawing_kit.piece(f"tile-{name}", drawing_kit.medal(holder, 0, 0), 276, y + 17)
            words.append(T("{number}. {action}: {who}", number=i + 1, action=ACTION_NAMES[name], who=Who(holder)))
        else:
            words.append(T("{number}. {action}: free", number=i + 1, action=ACTION_NAMES[name]))
        out += drawing_kit.hit_rect(f"action:{name}", 0, y, 292, 34)
    return Panel(key="actions", title=T("Action tiles"), height=37 * len(ACTIONS), svg=out, words=words)


@cache
def tile_number(name: str) -> Mark:
    """Return the number of an action tile, beside its name wherever it can be taken."""
    return Mark(face=drawing_kit.die(12, 12, str(ACTIONS.index(name) + 1), size=22), w=24, h=24)


def goods_of(row: Sequence[int]) -> list[str]:
    """Return the cubes of a supply space, one by one."""
    return [COLOURS[c] for c, n in enumerate(row) for _ in range(n)]


def spots(count: int) -> list[tuple[float, float]]:
    """Return where the cubes of a supply space lie in it (47 × 59)."""
    if count == 1:
        return [(23.5, 34.0)]
    if count == 2:
        return [(13.5, 34.0), (33.5, 34.0)]
    return [(13.5, 25.0), (33.5, 25.0), (23.5, 44.0)]


def supply_tray(seen: SteamObservation) -> Tray:
    """Return the spaces from which one is chosen, each with its cubes."""
    items = []
    for space, row in enumerate(seen.supply):
        goods = goods_of(row)
        if goods:
            well = '<rect class="well" x="0.5" y="0.5" width="46" height="58" rx="4"/>'
            spread = zip(goods, spots(len(goods)), strict=False)
            face = well + "".join(drawing_kit.cube(ink(colour), x, y - 4.5, 15.5) for colour, (x, y) in spread)
            label = T("Space {space}: {goods}", space=space + 1, goods=goods_text(row))
            items.append(Item(id=f"supply-{space}", target=f"supply:{space}", face=face, w=47, h=59, label=label))
    return Tray(key="supply", title=T("Goods supply"), place="offer", items=items)


def new_city_symbols() -> str:
    """Return the faces ``new-city-red`` and so on."""
    return "".join(
        f'<symbol id="new-city-{colour}" viewBox="-26 -26 52 52"><g class="bx">{new_city(colour)}</g></symbol>'
        for colour in COLOURS
    )


def new_city(colour: str) -> str:
    return drawing_kit.hexagon(f"city-edge g-{ink(colour)}", 0, 0, 24) + drawing_kit.symbol(ink(colour), 0, 0, 1.4)


def new_city_tray(seen: SteamObservation) -> Tray:
    """Return the New City tiles from which one is chosen."""
    items = [
        Item(
            id=f"new-city-{COLOURS[i]}",
            target=f"city:{COLOURS[i]}",
            face=f"new-city-{COLOURS[i]}",
            w=56,
            h=56,
            count=n,
            label=T("{number} {colour}", number=n, colour=COLOUR_NAMES[COLOURS[i]]),
        )
        for i, n in enumerate(seen.new_cities)
        if n
    ]
    return Tray(key="new-cities", title=T("New Cities"), place="offer", items=items)


def supply(seen: SteamObservation, say: Say) -> Panel:
    """Twelve spaces of goods beside the map."""
    out, words = "", []
    for space, row in enumerate(seen.supply):
        x, y = 49.0 * (space % 6), 62.0 * (space // 6)
        goods = goods_of(row)
        out += f'<rect class="well" x="{drawing_kit.n(x + 0.5)}" y="{drawing_kit.n(y + 0.5)}" width="46" height="58" rx="4"/>'
        out += drawing_kit.words(str(space + 1), x + 6, y + 13, 11, 600, cls="dim")
        for i, (colour, at) in enumerate(zip(goods, spots(len(goods)), strict=False)):
            body = drawing_kit.cube(ink(colour), 0, 0, 15.5)
            out += drawing_kit.piece(f"supply-{space}-{i}", body, x + at[0], y + at[1])
        out += drawing_kit.hit_rect(f"supply:{space}", x, y, 47, 59)
        if goods:
            words.append(T("Space {space}: {goods}", space=space + 1, goods=goods_text(row)))
    if not words:
        words.append(T("The supply is empty."))
    return Panel(key="supply", title=T("Goods supply"), height=122, svg=out, words=words, pinned=True)


def new_cities(seen: SteamObservation, say: Say) -> Panel:
    """Return the New City tiles left, by colour."""
    out, words = "", []
    for i, n in enumerate(seen.new_cities):
        x = 29.0 + 58.0 * i
        colour = COLOURS[i]
        pale = "" if n else ' opacity=".25"'
        out += f'<g transform="translate({drawing_kit.n(x)} 24)"{pale}>{new_city(colour)}</g>'
        out += drawing_kit.words(f"× {n}", x, 62, 13, 700, "middle")
        out += drawing_kit.hit_rect(f"city:{colour}", x - 27, 0, 54, 66)
        words.append(T("{number} {colour}", number=n, colour=COLOUR_NAMES[colour]))
    return Panel(key="new-cities", title=T("New Cities"), height=68, svg=out, words=words)


def income_and_points(rules: Steam, seen: SteamObservation, say: Say) -> Panel:
    """Income from its lowest to its highest step, a medal for each player; below it the points so far and at the end."""
    low, high = rules.income_min, min(rules.income_max, max(10, *seen.income))
    step = 292.0 / (high - low + 1)
    out = ""
    for level in range(low, high + 1):
        x = (level - low) * step
        out += f'<rect class="{"paper" if level else "now"}" x="{drawing_kit.n(x + 0.5)}" y="0.5" width="{drawing_kit.n(step - 1)}" height="19"/>'
        text = str(level).replace("-", "−")
        out += drawing_kit.words(text, x + step / 2, 13.5, 8.5, 600, "middle", "now-t" if not level else "")
    at: dict[int, int] = {}
    lowest = 0
    for seat in seen.order or range(rules.players):
        level = min(max(seen.income[seat], low), high)
        lane = at.get(level, 0)
        at[level] = lane + 1
        lowest = max(lowest, lane)
        out += drawing_kit.piece(
            f"income-{seat}", drawing_kit.medal(seat, 0, 0, 6.3), (level - low + 0.5) * step, 29 + 14.5 * lane
        )
    y = 46 + 14.5 * lowest
    words: list[Text] = []
    ranked = sorted(range(rules.players), key=lambda s: (bool(seen.gone[s]), -seen.standing[s]))
    best = max(1, *seen.standing)
    for i, seat in enumerate(ranked):
        top = y + 21 * i
        out += drawing_kit.medal(seat, 9, top + 9, 7.5)
        wide = 196.0 * max(0, seen.standing[seat]) / best
        out += f'<rect class="f{seat + 1}" x="24" y="{drawing_kit.n(top + 3)}" width="{drawing_kit.n(max(1.0, wide))}" height="12" rx="2"/>'
        tail = f"{seen.points[seat]} → {seen.standing[seat]}".replace("-", "−")
        out += drawing_kit.words(tail, 290, top + 14, 13, 700, "end")
        words.append(
            T(
                "{who}: income {income}, {points} victory points, {total} if the game ended now",
                who=Who(seat),
                income=seen.income[seat],
                points=seen.points[seat],
                total=seen.standing[seat],
            )
        )
    loan = T(
        "Each ${amount} loan costs 1 income, or {points} points if you're at the bottom of the track.",
        amount=rules.loan,
        points=rules.loan_points,
    )
    words.append(loan)
    out += drawing_kit.words(
        say(loan), 0, y + 21 * rules.players + 13, min(11.5, 11.5 * 292 / drawing_kit.text_width(say(loan), 11.5)), cls="dim"
    )
    height = round(y + 21 * rules.players + 18)
    return Panel(key="income", title=T("Income and points"), height=height, svg=out, words=words)


def auction_panel(seen: SteamObservation, say: Say) -> Panel:
    """Return who bids how much, and who is out."""
    auction = seen.auction
    assert auction is not None
    out, words = "", []
    seats = [seat for seat in range(len(auction.bids)) if seat in auction.waiting or seat in auction.dropped]
    for i, seat in enumerate(seats):
        y = 22.0 * i
        bid = dollars(say, auction.bids[seat]) if auction.bids[seat] >= 0 else "–"
        what = T("out") if seat in auction.dropped else T("leading") if seat == auction.leader else T("still bidding")
        out += drawing_kit.medal(seat, 10, y + 10, 8) + drawing_kit.words(say(T("{who}", who=Who(seat))), 28, y + 15, 14)
        out += drawing_kit.words(say(what), 236, y + 15, 12.5, 500, "end", "dim") + drawing_kit.words(
            bid, 292, y + 15, 14, 700, "end"
        )
        words.append(T("{who}: {bid}, {what}", who=Who(seat), bid=bid, what=what))
    return Panel(key="auction", title=T("Auction"), height=max(22, 22 * len(seats)), svg=out, words=words)
