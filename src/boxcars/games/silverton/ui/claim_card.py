"""A claim on paper and on the map: what it costs, what it yields by the roll, what waits there, how far its markets are."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from boxcars.core.messages import TN, T
from boxcars.games.silverton.map import GOODS
from boxcars.games.silverton.names import GOODS_NAMES
from boxcars.games.silverton.network import NO_ROUTE, Lines, shortest
from boxcars.games.silverton.observation import SeenClaim, SilvertonObservation
from boxcars.view import drawing_kit
from boxcars.view.board import Say, dollars
from boxcars.view.drawing_kit import n, words
from boxcars.view.svg_helpers import kept

if TYPE_CHECKING:
    from boxcars.games.silverton.rules import Silverton

WIDE = 292
HIGH = 166
"""The height of a claim card."""
FIRST_ROLL = 7
"""The least that the first operation of a claim can roll: one die plus six (SIL-6.5)."""


class Way(NamedTuple):
    """A market: its name, what a load brings there, how far it is, in what state the way is (``brief`` where there is little room)."""

    city: str
    price: int
    far: str
    state: str
    brief: str
    shut: bool = False
    open: bool = False
    """Whether a load could be delivered now."""


@lru_cache(maxsize=1024)
def distances(rules: Silverton, start: int) -> dict[int, int]:
    """Shortest lengths over all lines of the board, whoever builds them."""
    atlas = rules.atlas
    links: dict[int, list[tuple[int, int]]] = {}
    for segment, ends in enumerate(atlas.ends):
        for a in ends:
            links.setdefault(a, []).extend((b, segment) for b in ends if b != a)
    return shortest(links, atlas.distance, start)


@lru_cache(maxsize=256)
def lines_of(rules: Silverton, homes: tuple[str, ...], track: tuple[str, ...]) -> Lines:
    atlas = rules.atlas
    return Lines(atlas, tuple(atlas.town_no[home] for home in homes), tuple(atlas.segment_no[s] for s in track))


class Roads(NamedTuple):
    """All of a player that decides how far markets are: worth a key, because it changes seldom."""

    homes: tuple[str, ...]
    track: tuple[str, ...]
    sold: tuple[int, ...]
    closed: tuple[str, ...] | None
    """In winter: the lines that plows have cleared; None in other seasons."""


def roads(seen: SilvertonObservation, owner: int) -> Roads | None:
    """Return of the owner of a claim; of an open one, one's own."""
    seat = owner if owner >= 0 else seen.seat
    if seat is None:
        return None
    player = seen.players[seat]
    return Roads(tuple(player.homes), tuple(player.track), tuple(player.sold), tuple(seen.cleared) if seen.winter else None)


def ways(rules: Silverton, say: Say, number: int, of: Roads | None, prices: Sequence[int]) -> tuple[Way, ...]:
    """Return every market that buys the good: those that can be reached now, the best first, then the nearest. ``prices``: by
    outlet."""
    town, good = rules.atlas.claim_town[number], rules.atlas.claim_good[number]
    far = distances(rules, town)
    found = [
        (way(rules, say, of, town, city, marker, far.get(city, NO_ROUTE), price), far.get(city, NO_ROUTE))
        for (city, marker), price in zip(rules.outlets[good], prices, strict=True)
    ]
    found.sort(key=lambda one: (not one[0].open, -one[0].price if one[0].open else 0, one[1]))
    return tuple(one for one, _ in found)


def way(rules: Silverton, say: Say, of: Roads | None, town: int, city: int, marker: int, far: int, price: int) -> Way:
    atlas = rules.atlas
    name = atlas.town_names[city]
    lines = lines_of(rules, of.homes, of.track) if of is not None else None
    length = lines.length(town, city) if lines is not None else NO_ROUTE
    if of is None or lines is None or length >= NO_ROUTE:
        none = say(T("not connected"))
        return Way(name, price, str(far) if far < NO_ROUTE else "–", none, none)
    if of.closed is not None and not lines.open(town, city, lines.closed([atlas.segment_no[s] for s in of.closed])):
        snow = say(T("closed in winter"))
        return Way(name, price, str(length), snow, snow, shut=True)
    limit, sold = atlas.markers[marker].limit, of.sold[marker]
    if not limit:
        return Way(name, price, str(length), say(T("open")), "", open=True)
    more = say(T("{count} more", count=max(0, limit - sold)))
    return Way(
        name, price, str(length), say(T("sold {sold} of {limit}", limit=limit, sold=sold)), more, sold >= limit, sold < limit
    )


def prices_of(rules: Silverton, seen: SilvertonObservation, number: int) -> tuple[int, ...]:
    """Return what a load of the claim brings now, by outlet."""
    atlas = rules.atlas
    return tuple(atlas.markers[marker].ladder[seen.prices[marker]] for _, marker in rules.outlets[atlas.claim_good[number]])


def load_now(say: Say, markets: Sequence[Way]) -> str:
    """Return what a load brings where it can be delivered; where nothing is open, that."""
    if markets and markets[0].open:
        return dollars(say, markets[0].price)
    return say(T("closed")) if any(market.shut for market in markets) else say(T("not connected"))


def card(rules: Silverton, say: Say, seen: SilvertonObservation, key: str, claim: SeenClaim | None) -> str:
    """Return the claim card, 292 × 166. Few of its numbers change from one position to the next, so it is drawn once for them."""
    owner = claim.owner if claim is not None else -1
    prices = prices_of(rules, seen, rules.atlas.claim_no[key])
    return _drawn(rules, say, key, claim, prices, roads(seen, owner))


@lru_cache(maxsize=2048)
def _drawn(rules: Silverton, say: Say, key: str, claim: SeenClaim | None, prices: tuple[int, ...], of: Roads | None) -> str:
    atlas = rules.atlas
    number = atlas.claim_no[key]
    owner = claim.owner if claim is not None else -1
    good = atlas.claim_good[number]
    low = atlas.depletion[number]
    markets = ways(rules, say, number, of, prices)
    numbers = (
        (say(T("paid") if owner >= 0 else T("cost")), dollars(say, atlas.claim_cost[number])),
        (say(T("to operate")), dollars(say, atlas.operating[number])),
        (say(T("per unit")), load_now(say, markets)),
    )
    goods = claim.goods if claim is not None else 0
    waiting = say(TN("{count} unit waiting", "{count} units waiting", goods)) if owner >= 0 else ""
    return _card(
        atlas.town_names[atlas.claim_town[number]],
        f"{say(GOODS_NAMES[good])} · {say(T('no. {number}', number=number + 1))}",
        GOODS[good],
        owner,
        numbers,
        low,
        tuple(atlas.yields[number][low + 1 :]),
        claim is None or not claim.worked,
        goods,
        waiting,
        tuple((market, dollars(say, market.price)) for market in markets[:2]),
        say(T("DEPLETED")) if claim is not None and claim.depleted else "",
    )


def _card(
    name: str,
    note: str,
    kind: str,
    owner: int,
    numbers: Sequence[tuple[str, str]],
    low: int,
    spread: Sequence[int],
    fresh: bool,
    goods: int,
    waiting: str,
    markets: Sequence[tuple[Way, str]],
    stamp: str,
) -> str:
    out = f'<rect class="paper" x=".5" y=".5" width="{WIDE - 1}" height="{HIGH - 1}" rx="4"/>'
    if owner >= 0:
        out += f'<path class="f{owner + 1}" d="M1,4.500A4,4 0 0 1 4.5,1H7V{HIGH - 1}H4.500A4,4 0 0 1 1,{HIGH - 4.5}Z"/>'
    out += drawing_kit.good(kind, 27, 22, 15) + words(name, 50, 20, 17, 700, cls="serif") + words(note, 50, 35, 12.5, cls="dim")
    out += drawing_kit.medal(owner, WIDE - 22, 20) if owner >= 0 else ""
    out += f'<path class="rule2" d="M14,43.500H{WIDE - 12}M14,46.500H{WIDE - 12}"/>'
    for i, (label, value) in enumerate(numbers):
        x = 16 + 90 * i
        size = min(16.0, 16.0 * (90 - 8) / drawing_kit.text_width(value, 16))
        out += words(label, x, 60, 12, cls="dim") + words(value, x, 77, size, 700)
        out += f'<path class="rule1" d="M{x - 8},51V80"/>' if i else ""
    out += _yields(low, spread, fresh)
    if stamp:
        wide = drawing_kit.text_width(stamp, 16) * 1.55 + 20
        out += f'<g transform="translate({WIDE / 2 + 20} 103) rotate(-6)"><rect class="stamp-b" x="{n(-wide / 2)}" y="-14" width="{n(wide)}" height="28" rx="4"/>'
        out += f'<text class="stamp-t serif" y="6" font-size="16" letter-spacing="2">{drawing_kit.esc(stamp)}</text></g>'
    return out + _below(kind, goods, waiting, markets)


def _yields(low: int, spread: Sequence[int], fresh: bool) -> str:
    """Two rows, roll and loads; the first cell ends the claim; what the first year can roll wears brass."""
    left, top, first = 14.0, 84.0, 34.0
    wide = (WIDE - 26 - first) / max(1, len(spread))
    out = f'<rect class="worn" x="{left}" y="{top}" width="{first}" height="38"/>'
    out += words(f"≤{low}", left + first / 2, top + 13.5, 12.5, 700, "middle", "worn-t")
    out += words("✕", left + first / 2, top + 32, 14, 700, "middle", "worn-t")
    lines = f"M{left},{top}H{WIDE - 12}V{top + 38}H{left}ZM{left},{top + 17.5}H{WIDE - 12}"
    for i, units in enumerate(spread):
        x, roll = left + first + i * wide, low + 1 + i
        out += words(str(roll), x + wide / 2, top + 13.5, 12, 500, "middle", "dim")
        out += words(str(units), x + wide / 2, top + 32.5, 15, 700, "middle")
        lines += f"M{n(x)},{top}V{top + 38}"
    if fresh:
        x = left + first + max(0, FIRST_ROLL - low - 1) * wide
        out += f'<path class="brass" d="M{n(x)},{top}H{WIDE - 12}v3H{n(x)}Z"/>'
    return f'{out}<path class="rule1 no-fill" d="{lines}"/>'


def _below(kind: str, goods: int, waiting: str, markets: Sequence[tuple[Way, str]]) -> str:
    """Return what waits, and the ways to the markets: side by side, so that the card stays low. A price is bold where it can be
    had."""
    out = ""
    if waiting:
        step = min(15.0, 80.0 / max(1, goods - 1))
        out += "".join(drawing_kit.good(kind, 25 + step * i, 136, 8) for i in range(min(goods, 12)))
        out += words(waiting, 16, 157 if goods else 141, 12, 600)
        out += f'<path class="rule1" d="M112,128V{HIGH - 6}"/>'
    for i, (market, price) in enumerate(markets):
        y = 139.0 + 17 * i
        state = ("shut-t", 600) if market.shut else ("dim", 500)
        out += words(market.city, 118 if waiting else 16, y, 12.5, 600)
        if waiting:  # little room: the price where it can be had, else why not
            out += words(price, WIDE - 62, y, 13, 700, "end") if market.open else ""
            out += words(market.brief, WIDE - (14 if market.open else 34), y, 11.5, state[1], "end", state[0])
            out += "" if market.open else words(market.far, WIDE - 14, y, 13, 700, "end")
        else:
            out += words(price, 144, y, 13, 700 if market.open else 500, "end", "" if market.open else "dim")
            out += words(market.state, WIDE - 38, y, 11.5, state[1], "end", state[0]) + words(
                market.far, WIDE - 14, y, 13, 700, "end"
            )
    return out


# -- on the map ----------------------------------------------------------------------------------------------------------


@kept
def pip(kind: str, town: drawing_kit.Point, at: drawing_kit.Point, owner: int, spent: bool) -> str:
    """Return the sign of a claim beside its town: its good, its owner's ring, crossed when it is exhausted. Drawn round (0,
    0)."""
    dx, dy = town[0] - at[0], town[1] - at[1]
    far = max(1.0, (dx * dx + dy * dy) ** 0.5)
    ux, uy = dx / far, dy / far
    out = f'<path class="pip-stem" d="M{n(ux * 17)},{n(uy * 17)}L{n(dx - ux * 8)},{n(dy - uy * 8)}"/>'
    out += f'<circle class="pip-own o{owner + 1}" r="20.5"/>' if owner >= 0 else ""
    out += f'<circle class="pip" r="18"/><g class="good" transform="scale(1.5)">{drawing_kit.GOOD[kind]}</g>'
    return out + ('<path class="pip-out" d="M-13-13 13 13"/>' if spent else "")
