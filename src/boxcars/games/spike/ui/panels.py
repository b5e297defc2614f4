"""The panels beside Spike's board: hand, face-up row, train, contracts, route card, market."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from boxcars.core.messages import T, Text, Who
from boxcars.games.spike.map import PARTS
from boxcars.games.spike.names import PART_NAMES, cards, colour, good, part_level, route, side
from boxcars.games.spike.observation import SeenPlayer, SpikeObservation
from boxcars.games.spike.rules import Spike
from boxcars.games.spike.scoring import route_points
from boxcars.view import drawing_kit
from boxcars.view.board import Again, Panel, Say, dollars

WIDTH = 292
INK = {"purple": "violet"}
"""The lighter of the two purples: the darker one sinks into black."""
INKS = {"red", "blue", "violet", "purple", "yellow", "black", "white", "orange", "green", "brown", "grey"}
CARD_W, CARD_H = 40, 58
STAMPS = {  # the pattern of a bar, large, in the middle of a card
    "solid": "",
    "dotted": "".join(f'<circle cx="{x}" cy="{y}" r="3.4"/>' for x in (-8, 8) for y in (-13, 0, 13)),
    "barred": "".join(f'<path d="M-11 {y}H11"/>' for y in (-15, -5, 5, 15)),
    "chevron": "".join(f'<path d="M-9 {y + 5} 0 {y - 5} 9 {y + 5}"/>' for y in (-11, 0, 11)),
    "diamond": "".join(f'<path class="fill" d="M0 {y - 8} 7 {y} 0 {y + 8}-7 {y}Z"/>' for y in (-10, 10)),
    "hatched": "".join(f'<path d="M-11 {y + 7} 11 {y - 7}"/>' for y in (-12, -4, 4, 12)),
}


def rail_ink(name: str) -> str:
    """Return the ink of a colour of the map; grey (with its letter) where the drawing kit has none."""
    return INK.get(name, name) if name in INKS else "grey"


class Panels:
    def __init__(self, rules: Spike, say: Say) -> None:
        self.rules = rules
        self.chart = rules.chart
        self.say = say

    def all(self, seen: SpikeObservation, again: Again, but: Collection[str] = ()) -> list[Panel]:
        out: list[Panel] = []
        own = None if seen.seat is None else seen.players[seen.seat]
        if own is not None and own.to_choose:
            out.append(self.sides(own))
        if own is not None and own.dealt_routes and own.route is None:
            out.append(self.route_choice(own))
        if own is not None:
            out.append(again("panel train", seen, lambda seen: self.train(seen.players[seen.seat])))
        out.append(again("panel market", seen, self.market))
        if (seen.row or seen.deck) and "row" not in but:
            out.append(again("panel row", seen, self.row))
        if own is not None:
            if "hand" not in but:
                out.append(self.hand(own))
            if own.contracts and "contracts" not in but:
                out.append(self.contracts(own))
            if own.route is not None:
                out.append(self.route(own, seen.seat if not seen.agenda else None))
        for seat, p in enumerate(seen.players):
            if seat != seen.seat and (p.contracts or p.route):
                out.append(again(f"panel contracts {seat}", seen, partial(self.others, seat)))
        return out

    # -- cards ---------------------------------------------------------------------------------------------------------------

    def card(self, c: int, x: float, y: float, count: int = 1) -> str:
        """Return a rail card with the pattern of its colour's bars."""
        name, pattern = self.chart.colours[c], self.chart.patterns[c]
        letter = (
            drawing_kit.words(name[:1].upper(), CARD_W / 2, 38, 20, 700, "middle", "plate-t") if rail_ink(name) == "grey" else ""
        )
        badge = ""
        if count > 1:
            badge = f'<circle class="plate-f" cx="11" cy="{CARD_H - 11}" r="9.5"/><text class="badge" x="11" y="{CARD_H - 6}">{count}</text>'
        return (
            f'<g transform="translate({drawing_kit.n(x)} {drawing_kit.n(y)})"><rect class="plate-f" x=".7" y=".7" width="{CARD_W - 1.4}" height="{CARD_H - 1.4}" rx="4"/>'
            f'<rect class="bar g-{rail_ink(name)}" x="4.5" y="4.5" width="{CARD_W - 9}" height="{CARD_H - 9}" rx="2"/>'
            f'<g class="mk mk-{name}" style="stroke-width:3" transform="translate({CARD_W / 2} {CARD_H / 2})">{STAMPS.get(pattern, "")}</g>'
            f"{letter}{badge}</g>"
        )

    def hand(self, own: SeenPlayer) -> Panel:
        held = [(c, (own.hand or {}).get(name, 0)) for c, name in enumerate(self.chart.colours)]
        held = [(c, n) for c, n in held if n]
        out, words = [], cards(self.rules, own.hand or {})
        for i, (c, n) in enumerate(held):
            name, x = self.chart.colours[c], i * (CARD_W + 5)
            out.append(drawing_kit.piece(f"hand-{name}", self.card(c, 0, 0, n), x, 2))
            out.append(drawing_kit.hit_rect(f"give:{name}", x, 2, CARD_W, CARD_H))
        if not held:
            out.append(drawing_kit.words(self.say(T("No cards")), 0, 18, 13, 500, cls="dim"))
            words = [T("No cards")]
        height = CARD_H + 6 if held else 26
        return Panel(key="hand", title=T("Your hand: {count}", count=own.cards), height=height, svg="".join(out), words=words)

    def row(self, seen: SpikeObservation) -> Panel:
        """Return the face-up cards, the deck, and the time cards that were drawn."""
        out = []
        slots = self.chart.box.face_up
        for slot in range(slots):
            x = slot * (CARD_W + 4)
            if slot >= len(seen.row):
                out.append(f'<rect class="well" x="{x}" y="2" width="{CARD_W}" height="{CARD_H}" rx="4"/>')
                continue
            name = seen.row[slot]
            out.append(drawing_kit.piece(f"row-{slot}-{name}", self.card(self.chart.colour_id[name], 0, 0), x, 2))
            out.append(drawing_kit.hit_rect(f"row:{name}", x, 2, CARD_W, CARD_H))
        x = slots * (CARD_W + 4) + 8
        if seen.deck:
            out.append(drawing_kit.card_back(x, 2, None, CARD_W / 76))
            out.append(drawing_kit.hit_rect("deck", x, 2, CARD_W, CARD_H))
        else:
            out.append(f'<rect class="well" x="{x}" y="2" width="{CARD_W}" height="{CARD_H}" rx="4"/>')
        out.append(drawing_kit.words(str(seen.deck), x + CARD_W + 6, 20, 17, 700))
        out.append(drawing_kit.words(self.say(T("in the deck")), x + CARD_W + 6, 34, 11.5, 500, cls="dim"))
        for i in range(self.chart.box.time_cards):
            on = i < seen.time_cards if seen.round == 3 else i < seen.round
            at = x + CARD_W + 13 + 14 * i
            hand = "M0-3.5V0H2.600" if on else ""
            out.append(
                f'<g transform="translate({at} 52)"><circle class="{"plate-f" if on else "well"}" r="5.6"/><path class="tear" style="stroke-dasharray:none" fill="none" d="{hand}"/></g>'
            )
        words = [
            T("Face up: {cards}", cards=[colour(self.rules, c) for c in seen.row]),
            T("Deck: {cards}; discards: {discards}", cards=seen.deck, discards=sum(seen.discard.values())),
            T("Round {round}; time cards drawn: {drawn}", round=seen.round, drawn=seen.time_cards),
        ]
        return Panel(key="row", title=T("Rail cards"), height=CARD_H + 6, svg="".join(out), words=words)

    # -- the train -----------------------------------------------------------------------------------------------------------

    def train(self, own: SeenPlayer) -> Panel:
        """Return the three parts with their levels; a part that can be upgraded has its price."""
        out, words = [], []
        wide = (WIDTH - 8) / 3
        for i, part in enumerate(PARTS):
            x, level = i * (wide + 4), own.levels[i]
            price = self.chart.prices[level] if level < len(self.chart.prices) else 0
            out.append(
                f'<rect class="paper" x="{drawing_kit.n(x + 0.5)}" y=".5" width="{drawing_kit.n(wide - 1)}" height="43" rx="4"/>'
            )
            out.append(drawing_kit.words(drawing_kit.capital(self.say(PART_NAMES[part])), x + 8, 14, 12, 600))
            out.append(drawing_kit.words(str(self.chart.levels[i][level]), x + 8, 36, 20, 700, cls="serif"))
            for pip in range(len(self.chart.levels[i])):
                out.append(
                    f'<circle class="{"now" if pip <= level else "well"}" cx="{drawing_kit.n(x + wide - 8 - 8 * (len(self.chart.levels[i]) - 1 - pip))}" cy="10" r="3"/>'
                )
            if price:
                gives = f"→ {self.chart.levels[i][level + 1]} · {dollars(self.say, price)}"
                out.append(drawing_kit.words(gives, x + wide - 7, 36, 12, 600, "end", "dim"))
            if part == "freight":
                for n, name in enumerate(own.cargo):
                    out.append(drawing_kit.piece(f"cargo-{name}", drawing_kit.good(name, 0, 0, 9.5), x + 32 + 20 * n, 30))
            out.append(drawing_kit.hit_rect(f"upgrade:{part}", x, 0, wide, 44))
            words.append(T("{part}: {level}", part=PART_NAMES[part], level=part_level(self.rules, part, level)))
        if own.cargo:
            words.append(T("carries {goods}", goods=[good(self.rules, g) for g in own.cargo]))
        return Panel(key="train", title=T("Your train"), height=44, svg="".join(out), words=words, pinned=True)

    # -- contracts and routes ----------------------------------------------------------------------------------------------------

    def paper(self, name: str, own: SeenPlayer | None, x: float, y: float, wide: float) -> tuple[str, float]:
        """Return a contract: pictogram and commodity, then the cities it pays in. A filled dot: connected; struck: delivered
        there."""
        chart = self.chart
        i = chart.sides.index(name)
        kind = chart.goods[chart.card_goods[i // 2]]
        cities = sorted(chart.pays[i].items(), key=lambda item: -item[1])
        high = 34 + 15.5 * len(cities)
        out = f'<rect class="paper" x="{drawing_kit.n(x + 0.5)}" y="{drawing_kit.n(y + 0.5)}" width="{drawing_kit.n(wide - 1)}" height="{drawing_kit.n(high - 1)}" rx="4"/>'
        note = ""
        if own is not None and kind in own.cargo:
            note = self.say(T("on board"))
            out += f'<rect class="lit" x="{drawing_kit.n(x + 1)}" y="{drawing_kit.n(y + 1)}" width="{drawing_kit.n(wide - 2)}" height="28" rx="3"/>'
        elif own is not None and any(chart.goods[chart.offers[chart.city_id[c]]] == kind for c in own.cities):
            note = self.say(T("source connected"))
        out += self.token(kind, x + 16, y + 15, 11)
        out += drawing_kit.words(
            self.say(good(self.rules, kind)).capitalize(), x + 32, y + (20 if not note else 14), 14, 700, cls="serif"
        )
        out += drawing_kit.words(note, x + 32, y + 25, 10.5, 500, cls="dim") if note else ""
        for row, (city, value) in enumerate(cities):
            base = y + 43 + 15.5 * row
            joined = own is not None and chart.cities[city] in own.cities
            done = own is not None and chart.cities[city] in own.markers
            out += f'<circle class="{"now" if joined else "well"}" cx="{drawing_kit.n(x + 12)}" cy="{drawing_kit.n(base - 4)}" r="3.3"/>'
            fit = min(13.0, 13.0 * (wide - 50) / max(1.0, drawing_kit.text_width(chart.city_names[city], 13)))
            out += drawing_kit.words(chart.city_names[city], x + 20, base, fit, 700 if joined else 500, cls="dim" if done else "")
            out += drawing_kit.words(str(value), x + wide - 9, base, 13, 700, "end", "dim" if done else "")
            if done:
                out += (
                    f'<path class="rule2" d="M{drawing_kit.n(x + 18)},{drawing_kit.n(base - 4)}H{drawing_kit.n(x + wide - 8)}"/>'
                )
        return out, high

    def token(self, kind: str, x: float, y: float, r: float) -> str:
        if kind in drawing_kit.GOOD:
            return drawing_kit.good(kind, x, y, r)
        letter = self.chart.goods_names[self.chart.goods_id[kind]][:1]
        return f'<circle class="town" cx="{drawing_kit.n(x)}" cy="{drawing_kit.n(y)}" r="{r}"/>' + drawing_kit.words(
            letter, x, y + 4.5, 13, 700, "middle", "plate-t"
        )

    def contracts(self, own: SeenPlayer) -> Panel:
        out, wide, y = [], (WIDTH - 6) / 2, 1.0
        for at in range(0, len(own.contracts), 2):
            tall = 0.0
            for n, name in enumerate(own.contracts[at : at + 2]):
                body, high = self.paper(name, own, n * (wide + 6), y, wide)
                out.append(drawing_kit.piece(f"contract-{name}", body))
                tall = max(tall, high)
            y += tall + 6
        words = [side(self.rules, name) for name in own.contracts]
        return Panel(key="contracts", title=T("Your contracts"), height=round(y), svg="".join(out), words=words)

    def sides(self, own: SeenPlayer) -> Panel:
        """Advanced game: both sides of the next contract card."""
        card = self.chart.card_id[own.to_choose[0]]
        out, wide, tall = [], (WIDTH - 6) / 2, 0.0
        for n, letter in enumerate("AB"):
            body, high = self.paper(self.chart.sides[2 * card + n], None, n * (wide + 6), 1, wide)
            out.append(body + drawing_kit.hit_rect(f"side:{own.to_choose[0]}:{letter}", n * (wide + 6), 1, wide, high))
            tall = max(tall, high)
        words = [side(self.rules, self.chart.sides[2 * card + n]) for n in (0, 1)]
        return Panel(key="sides", title=T("Choose a side"), height=round(tall) + 4, svg="".join(out), words=words)

    def route_paper(self, name: str, own: SeenPlayer | None, x: float, wide: float) -> tuple[str, float]:
        chart = self.chart
        r = chart.route_id[name]
        ends = sorted(chart.route_ends[r].items(), key=lambda item: -item[1])
        start = chart.route_start[r]
        high = 34 + 15.5 * len(ends)
        joined = own is not None and chart.cities[start] in own.cities
        out = f'<rect class="paper" x="{drawing_kit.n(x + 0.5)}" y="1.5" width="{drawing_kit.n(wide - 1)}" height="{drawing_kit.n(high - 1)}" rx="4"/>'
        out += f'<circle class="{"now" if joined else "town"}" cx="{drawing_kit.n(x + 14)}" cy="16" r="5"/>'
        fit = min(15.0, 15.0 * (wide - 34) / max(1.0, drawing_kit.text_width(chart.city_names[start], 15) * 1.15))
        out += drawing_kit.words(chart.city_names[start], x + 25, 21, fit, 700, cls="serif")
        out += f'<path class="rule2" d="M{drawing_kit.n(x + 8)},29H{drawing_kit.n(x + wide - 8)}"/>'
        for row, (city, value) in enumerate(ends):
            base = 44 + 15.5 * row
            got = own is not None and chart.cities[city] in own.cities
            out += f'<circle class="{"now" if got else "well"}" cx="{drawing_kit.n(x + 14)}" cy="{drawing_kit.n(base - 4)}" r="3.3"/>'
            out += drawing_kit.words(chart.city_names[city], x + 25, base, 13, 700 if got else 500)
            out += drawing_kit.words(str(value), x + wide - 9, base, 13, 700, "end")
        return out, high

    def route(self, own: SeenPlayer, seat: int | None) -> Panel:
        assert own.route is not None
        joined = [self.chart.city_id[c] for c in own.cities]
        points = route_points(self.rules, self.chart.route_id[own.route], joined)
        body, high = self.route_paper(own.route, own, 0, 190)
        body += drawing_kit.words(dollars(self.say, points), 204, 34, 26, 700, cls="serif")
        body += drawing_kit.words(self.say(T("so far") if seat is None else T("scored")), 204, 51, 12, 500, cls="dim")
        words = [route(self.rules, own.route), T("Worth ${points} so far", points=points)]
        return Panel(
            key="route",
            title=T("Your route card"),
            height=round(high) + 4,
            svg=drawing_kit.piece("route-card", body),
            words=words,
        )

    def route_choice(self, own: SeenPlayer) -> Panel:
        """Advanced game: two route cards, one to keep."""
        out, wide, tall = [], (WIDTH - 6) / 2, 0.0
        for n, name in enumerate(own.dealt_routes or []):
            body, high = self.route_paper(name, None, n * (wide + 6), wide)
            out.append(body + drawing_kit.hit_rect(f"route:{name}", n * (wide + 6), 1, wide, high))
            tall = max(tall, high)
        words = [route(self.rules, name) for name in own.dealt_routes or []]
        return Panel(key="routes", title=T("Keep one route card"), height=round(tall) + 4, svg="".join(out), words=words)

    # -- what lies open ------------------------------------------------------------------------------------------------------

    def market(self, seen: SpikeObservation) -> Panel:
        """Columns of chips, the best row on top; one's own contracts are marked."""
        chart = self.chart
        own = None if seen.seat is None else seen.players[seen.seat]
        wanted = {chart.goods[chart.card_goods[chart.sides.index(s) // 2]] for s in own.contracts} if own else set()
        columns = len(seen.market)
        wide = (WIDTH - 30) / columns
        out, words = [], []
        for row, value in enumerate(chart.rows):
            y = 25 * row
            out.append(drawing_kit.words(dollars(self.say, value), 2, y + 17, 15, 700, cls="serif"))
            for column in range(columns):
                x = 30 + column * wide
                name = seen.market[column][row]
                out.append(
                    f'<rect class="paper" x="{drawing_kit.n(x + 0.5)}" y="{y + 0.5}" width="{drawing_kit.n(wide - 3)}" height="22.5" rx="3"/>'
                )
                text = self.say(good(self.rules, name))
                fit = min(12.0, 12.0 * (wide - 30) / max(1.0, drawing_kit.text_width(text, 12)))
                body = self.token(name, 12, 11.7, 9) + drawing_kit.words(text, 24, 16, fit, 700 if name in wanted else 500)
                out.append(drawing_kit.piece(f"chip-{name}", body, x, y))
            words.append(T("Market ${value}: {goods}", value=value, goods=[good(self.rules, c[row]) for c in seen.market]))
        return Panel(key="market", title=T("Market"), height=25 * len(chart.rows), svg="".join(out), words=words, pinned=True)

    def others(self, seat: int, seen: SpikeObservation) -> Panel:
        """Return the open contracts of another seat, one line each, and at the end its route card."""
        chart, p = self.chart, seen.players[seat]
        out: list[str] = []
        words: list[Text] = []
        for n, name in enumerate(p.contracts):
            i = chart.sides.index(name)
            kind = chart.goods[chart.card_goods[i // 2]]
            out.append(self.token(kind, 11, 13 + 24 * n, 9.5))
            text = " · ".join(f"{chart.city_names[c]} {v}" for c, v in sorted(chart.pays[i].items(), key=lambda item: -item[1]))
            out.append(self.fitted(text, 26, 17 + 24 * n, 700 if kind in p.cargo else 500))
            words.append(side(self.rules, name))
        if p.route is not None:
            text = self.say(route(self.rules, p.route))
            out.append(self.fitted(f"{text}: {dollars(self.say, p.route_points)}", 2, 17 + 24 * len(p.contracts), 600))
            words.append(route(self.rules, p.route))
        height = 24 * (len(p.contracts) + (p.route is not None)) + 4
        return Panel(
            key=f"contracts-{seat}", title=T("{who}'s contracts", who=Who(seat)), height=height, svg="".join(out), words=words
        )

    def fitted(self, text: str, x: float, y: float, weight: int) -> str:
        """Return a line of 12 units, drawn narrower if it is longer than the panel."""
        room = WIDTH - x
        squeeze = (
            f' textLength="{drawing_kit.n(room)}" lengthAdjust="spacingAndGlyphs"'
            if drawing_kit.text_width(text, 12) > room
            else ""
        )
        return f'<text x="{drawing_kit.n(x)}" y="{drawing_kit.n(y)}" font-size="12" font-weight="{weight}"{squeeze}>{drawing_kit.esc(text)}</text>'
