"""Prices on paper: the Selling Price Table, what limits and moves it, and the slip of the price phase."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from boxcars.core.messages import TN, T, Text
from boxcars.core.types import Event
from boxcars.games.silverton.events import PriceChanged
from boxcars.games.silverton.map import GOODS, Marker
from boxcars.games.silverton.names import GOODS_NAMES, marker
from boxcars.games.silverton.observation import SilvertonObservation
from boxcars.games.silverton.prices import boxes, total
from boxcars.view import drawing_kit
from boxcars.view.board import Panel, Say, dollars
from boxcars.view.drawing_kit import n, words
from boxcars.view.svg_helpers import kept
from boxcars.view.tabletop import Paper, Slip

if TYPE_CHECKING:
    from boxcars.games.silverton.rules import Silverton

WIDE = 292
SHORT = {"denver": "Denver", "salt_lake_city": "Salt L.", "pueblo": "Pueblo", "santa_fe": "S. Fe", "el_paso": "El Paso"}


def side_panels(rules: Silverton, say: Say, seen: SilvertonObservation) -> list[Panel]:
    """Prices first; what limits and moves them can be read any time."""
    out = [digest(rules, say, tuple(seen.prices)), prices(rules, say, seen)]
    if seen.seat is not None and any(rules.atlas.markers[number].limit for number in rules.in_play):
        out.append(limits(rules, say, tuple(seen.players[seen.seat].sold)))
    if not rules.simplified:
        out.append(moves(rules, say))
    return [*out, demand(rules, say, seen.turn)]


@lru_cache(maxsize=256)
def digest(rules: Silverton, say: Say, at: tuple[int, ...]) -> Panel:
    """Return what every market pays now, in two columns; the whole table is among the other panels."""
    svg, said = "", []
    rows = (len(rules.in_play) + 1) // 2
    wide = WIDE / 2 - 6
    for i, number in enumerate(rules.in_play):
        found = rules.atlas.markers[number]
        x, y = (i // rows) * (WIDE / 2 + 6), i % rows * 21.0
        city = say(T("any market")) if found.city < 0 else rules.atlas.town_names[found.city]
        price = dollars(say, found.ladder[at[number]])
        size = min(12.5, 12.5 * (wide - 66) / max(1.0, drawing_kit.text_width(city, 12.5)))
        svg += drawing_kit.good(GOODS[found.good], x + 10, y + 10, 8) + words(city, x + 23, y + 14.5, size)
        svg += words(price, x + wide, y + 14.5, 13.5, 700, "end")
        svg += f'<path class="rule1" d="M{n(x)},{n(y + 20.5)}h{n(wide)}"/>'
        said.append(T("{marker}: {price}", marker=marker(rules, found.id), price=price))
    return Panel(key="digest", title=T("Prices"), height=21 * rows, svg=svg, words=said, pinned=True)


def prices(rules: Silverton, say: Say, seen: SilvertonObservation) -> Panel:
    return _prices(rules, say, tuple(seen.prices), tuple(seen.sold))


@lru_cache(maxsize=256)
def _prices(rules: Silverton, say: Say, at: tuple[int, ...], sold: tuple[int, ...]) -> Panel:
    """Return the Selling Price Table: a ladder for each marker in play, units sold this turn in the last column."""
    svg, said = "", []
    for i, number in enumerate(rules.in_play):
        found = rules.atlas.markers[number]
        city = "" if found.city < 0 else rules.atlas.town_names[found.city]
        name = (
            drawing_kit.capital(say(GOODS_NAMES[found.good])) if not city else SHORT.get(rules.atlas.towns[found.city], city[:6])
        )
        steps = [str(price) if found.low <= box <= found.high else "·" for box, price in enumerate(found.ladder)]
        svg += drawing_kit.ladder(i * 26, name, steps, at[number], -sold[number], WIDE, GOODS[found.good])
        price = found.ladder[at[number]]
        said.append(T("{marker}: ${price}, sold {sold}", marker=marker(rules, found.id), price=price, sold=sold[number]))
    return Panel(key="market", title=T("Selling prices"), height=len(rules.in_play) * 26, svg=svg, words=said)


@lru_cache(maxsize=256)
def limits(rules: Silverton, say: Say, sold: tuple[int, ...]) -> Panel:
    """Return how much one may still sell where a market takes only so much of a player (SIL-14.6.5)."""
    limited = [number for number in rules.in_play if rules.atlas.markers[number].limit]
    svg, said = "", []
    for i, number in enumerate(limited):
        found = rules.atlas.markers[number]
        y = 24.0 * i
        svg += drawing_kit.good(GOODS[found.good], 10, y + 11, 9) + words(
            rules.atlas.town_names[found.city], 26, y + 15.5, 13, 600
        )
        for box in range(found.limit):
            used = box < sold[number]
            svg += f'<rect class="{"now" if used else "well"}" x="{n(112 + 9.2 * box)}" y="{n(y + 7)}" width="7.5" height="8"/>'
        svg += words(f"{sold[number]}/{found.limit}", WIDE - 2, y + 15.5, 13, 700, "end")
        said.append(T("{marker}: sold {sold} of {limit}", marker=marker(rules, found.id), sold=sold[number], limit=found.limit))
    return Panel(key="limits", title=T("Your sale limits this turn"), height=24 * len(limited) + 2, svg=svg, words=said)


def spans(found: Marker) -> list[tuple[str, int]]:
    """Return the totals that move a marker, each with the boxes it moves (SIL-16.4): ("≤3", 2), ("4–5", 1), … ("12+", -3)."""
    out: list[tuple[str, int]] = []
    low: int | None = None
    for i, (most, move) in enumerate(found.table):
        if low is None:
            text = f"≤{most}"
        elif i == len(found.table) - 1:
            text = f"{low + 1}+"
        else:
            text = str(most) if most == low + 1 else f"{low + 1}–{most}"
        out.append((text, move))
        low = most
    return out


def signed(move: int) -> str:
    return f"+{move}" if move > 0 else f"−{-move}" if move else "0"


@lru_cache(maxsize=64)
def moves(rules: Silverton, say: Say) -> Panel:
    """Return how far a price moves, by the total: a row for each commodity."""
    svg, said = "", []
    shown: list[Marker] = []
    for number in rules.in_play:
        if all(found.good != rules.atlas.markers[number].good for found in shown):
            shown.append(rules.atlas.markers[number])
    for i, found in enumerate(shown):
        y = 36.0 * i
        svg += drawing_kit.good(GOODS[found.good], 11, y + 17, 10) + table_of(found, None, 28, y, WIDE - 28)
        told = ", ".join(f"{text}: {signed(move)}" for text, move in spans(found))
        said.append(T("{good}: {moves}", good=GOODS_NAMES[found.good], moves=told))
    return Panel(key="moves", title=T("Price movement by total"), height=36 * len(shown), svg=svg, words=said)


def table_of(found: Marker, hit: int | None, x: float, y: float, wide: float) -> str:
    return _table(tuple(spans(found)), hit, x, y, wide)


@kept
def _table(parts: tuple[tuple[str, int], ...], hit: int | None, x: float, y: float, wide: float) -> str:
    """Totals above, boxes below; ``hit``: the span that applies."""
    cell = wide / len(parts)
    out = f'<rect class="paper" x="{n(x + 0.5)}" y="{n(y + 0.5)}" width="{n(wide - 1)}" height="32"/>'
    for i, (text, move) in enumerate(parts):
        at = x + i * cell
        lit = i == hit
        out += f'<rect class="now" x="{n(at)}" y="{n(y)}" width="{n(cell)}" height="33"/>' if lit else ""
        size = min(11.5, 11.5 * (cell - 2) / max(1.0, drawing_kit.text_width(text, 11.5)))
        out += words(text, at + cell / 2, y + 13, size, 500, "middle", "now-t" if lit else "dim")
        out += words(signed(move), at + cell / 2, y + 28, 13, 700, "middle", "now-t" if lit else "")
        out += f'<path class="rule1" d="M{n(at)},{n(y + 1)}v31"/>' if i else ""
    return out


@lru_cache(maxsize=256)
def demand(rules: Silverton, say: Say, turn: int) -> Panel:
    """Return what is taken off the total of silver, lumber and coal in each turn (SIL-16.3)."""
    numbers = rules.atlas.idn[: rules.last_turn] or rules.atlas.idn
    rows = (len(numbers) + 11) // 12
    svg = ""
    for i, number in enumerate(numbers):
        x, y = i % 12 * (WIDE / 12), i // 12 * 36.0
        now, winter = i + 1 == turn, i + 1 in rules.atlas.winters
        look = "now" if now else "lake" if winter else "paper"
        svg += f'<rect class="{look}" x="{n(x + 0.5)}" y="{n(y + 0.5)}" width="{n(WIDE / 12 - 1)}" height="34"/>'
        ink = "now-t" if now else ""
        svg += words(str(i + 1), x + WIDE / 24, y + 13, 11, 500, "middle", ink or "dim")
        svg += words(str(number), x + WIDE / 24, y + 29, 14, 700, "middle", ink)
    said = T("Demand this turn: {number}", number=numbers[min(turn, len(numbers)) - 1] if turn else 0)
    return Panel(key="demand", title=T("Demand by turn (blue: winter)"), height=36 * rows, svg=svg, words=[said])


# -- the slip of the price phase -----------------------------------------------------------------------------------------

PAPER = 380
BOX = 32.0


def turn_summary(rules: Silverton, say: Say, events: list[Event]) -> Slip | None:
    """Return every price that was worked out by this action, with all that is needed to work it out again by hand."""
    changed = [event for event in events if isinstance(event, PriceChanged) and event.old_box >= 0]
    if not changed:
        return None
    note = None if rules.simplified else T("Dice + sold − demand gives a total. The row below shows how far the price moves.")
    return Slip(title=T("Price changes"), note=note, papers=[paper(rules, say, event) for event in changed], go=T("Continue"))


def paper(rules: Silverton, say: Say, event: PriceChanged) -> Paper:
    found = rules.atlas.markers[rules.atlas.marker_no[event.marker]]
    city = "" if found.city < 0 else rules.atlas.town_names[found.city]
    name = drawing_kit.capital(say(GOODS_NAMES[found.good]))
    svg = drawing_kit.good(GOODS[found.good], 16, 20, 14) + words(name, 38, 17, 15, 700)
    svg += words(city or say(T("all cities")), 38, 31, 11.5, cls="dim")
    sign = "▲" if event.new_box > event.old_box else "▼" if event.new_box < event.old_box else "–"
    svg += words(f"{sign} {dollars(say, event.new)}", PAPER - 6, 18, 17, 700, "end", "change" if sign != "–" else "")
    svg += words(say(moved(say, event)), PAPER - 6, 32, 11.5, 500, "end", "dim")
    svg += ladder(found, event)
    if event.dice:
        svg += sum_of(say, found, event)
        sums = total(found, event.dice, event.sold, event.demand)
        hit = next((i for i, (most, _) in enumerate(found.table) if sums <= most), len(found.table) - 1)
        svg += table_of(found, hit, 30, 106, PAPER - 60)
    else:
        svg += words(say(T("Sold: {sold}", sold=event.sold)), 30, 94, 13, 600)
    return Paper(svg=svg, width=PAPER, height=146 if event.dice else 104, words=[told(rules, say, found, event)])


def moved(say: Say, event: PriceChanged) -> Text:
    by = abs(event.new_box - event.old_box)
    if not by:
        return T("no change")
    if event.new_box > event.old_box:
        return TN("{count} box up (was {old})", "{count} boxes up (was {old})", by, old=dollars(say, event.old))
    return TN("{count} box down (was {old})", "{count} boxes down (was {old})", by, old=dollars(say, event.old))


def ladder(found: Marker, event: PriceChanged) -> str:
    """Return the boxes of a marker: START in brass, the old one framed, an amber line under the way, the new one black; it slides
    there."""
    left, top = 30.0, 42.0
    out = marker = ""
    low, high = sorted((event.old_box, event.new_box))
    for box, price in enumerate(found.ladder):
        x = left + box * BOX
        if not found.low <= box <= found.high:
            out += f'<rect class="paper" opacity=".45" x="{n(x + 0.5)}" y="{top + 0.5}" width="{BOX - 1}" height="25"/>'
            continue
        new = box == event.new_box
        square = f'x="{n(x + 0.5)}" y="{top + 0.5}" width="{BOX - 1}" height="25"'
        out += f'<rect class="paper" {square}/>'
        if new:
            marker = f'<rect class="now" {square}/>' + words(str(price), x + BOX / 2, top + 17.5, 12.5, 700, "middle", "now-t")
        else:
            out += words(str(price), x + BOX / 2, top + 17.5, 12.5, 500, "middle")
        if box == found.start:
            out += f'<rect class="brass" x="{n(x + 1)}" y="{top}" width="{BOX - 2}" height="3"/>'
        if box == event.old_box and not new:
            out += f'<rect class="neat no-fill" x="{n(x + 2)}" y="{top + 4}" width="{BOX - 4}" height="20" stroke-width="2"/>'
    if low != high:
        out += f'<rect class="change" x="{n(left + low * BOX)}" y="{top + 27}" width="{n((high - low + 1) * BOX)}" height="3"/>'
    by = event.old_box - event.new_box
    return out + f'<g class="moved" style="--by:{n(by * BOX)}px;--boxes:{abs(by)}">{marker}</g>'


def sum_of(say: Say, found: Marker, event: PriceChanged) -> str:
    """Dice + sold − demand = total, in pictures."""
    x, y = 42.0, 88.0
    out = ""
    for value in event.dice:
        out += drawing_kit.rolled(value, x, y, 22)
        x += 28
    counted = (event.sold + 1) // 2 if found.halves else event.sold
    terms = [f"+ {counted}", say(T("sold (half of {sold})", sold=event.sold) if found.halves else T("sold"))]
    if found.idn:
        terms += [f"− {event.demand}", say(T("demand"))]
    terms.append(f"= {total(found, event.dice, event.sold, event.demand)}")
    x -= 8
    for i, text in enumerate(terms):
        strong = i % 2 == 0
        size = 15.0 if strong else 12.5
        out += words(text, x, y + 5, size, 700 if strong else 500, cls="" if strong else "dim")
        x += drawing_kit.text_width(text, size) + 6
    return out


def told(rules: Silverton, say: Say, found: Marker, event: PriceChanged) -> Text:
    """Return the same in words, every number of it."""
    what = marker(rules, event.marker)
    if not event.dice:
        return T("{marker}: sold {sold}, ${old} → ${new}", marker=what, sold=event.sold, old=event.old, new=event.new)
    sums = total(found, event.dice, event.sold, event.demand)
    return T(
        "{marker}: dice {dice}, sold {sold}, demand {demand}, total {total}: {move} boxes, ${old} → ${new}",
        marker=what,
        dice=" + ".join(map(str, event.dice)),
        sold=(event.sold + 1) // 2 if found.halves else event.sold,
        demand=event.demand if found.idn else 0,
        total=sums,
        move=signed(boxes(found, sums)),
        old=event.old,
        new=event.new,
    )
