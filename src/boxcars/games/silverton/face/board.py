"""The pictures of Silverton: the survey sheet, track, pieces; cards and tables of the side rail are in ``panels.py``."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from boxcars.core.words import TN, Event, T, Text, Who
from boxcars.games.silverton import events as e
from boxcars.games.silverton import placing_events as placing
from boxcars.games.silverton import words as w
from boxcars.games.silverton.face import panels
from boxcars.games.silverton.face.layout import HEIGHT, SHIFT, WIDTH, Layout
from boxcars.games.silverton.map import Atlas, load
from boxcars.games.silverton.names import segment, town
from boxcars.games.silverton.rules import Silverton
from boxcars.games.silverton.sight import SeenPiece, Sight
from boxcars.games.silverton.steps import MakeDeals, PlacePieces
from boxcars.games.silverton.table import BUILD, DEAD, DISMANTLE, FREE, JAILED, PLACED, PROSPECTOR, SURVEYOR
from boxcars.view import inks
from boxcars.view.board import Board, Panel, PlayerCard, Say, Stat, Station, dollars
from boxcars.view.inks import n

STATES = (
    ("COLORADO", 700, 400, 27, 9),
    ("UTAH", 320, 935, 44, 18),
    ("WYOMING", 710, 165, 34, 14),
    ("NEW MEXICO", 900, 1275, 32, 10),
    ("TEXAS", 1350, 1835, 30, 12),
    ("ARIZONA", 350, 1330, 44, 18),
)
STAR = "M0-10.5 2.6-3.4 10.2-3.2 4.2 1.5 6.3 8.8 0 4.6-6.3 8.8-4.2 1.5-10.2-3.2-2.6-3.4Z"
CRYSTAL = "M0-7V7M-6-3.5 6 3.5M-6 3.5 6-3.5"
CART = (72, 1490)
"""The cartouche with the key, jail and rest, where Arizona is empty."""


@cache
def layout_of(map: str) -> Layout:
    return Layout(load(map)[0])


@cache
def relief() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((Path(__file__).parent / "ground.json").read_text(encoding="utf-8"))
    return found


def line_classes(atlas: Atlas, number: int, path: str) -> str:
    """A line that is not built: brown with dashes, or a white ladder in the snow."""
    if atlas.white[number]:
        return f'<path class="ln-wc" d="{path}"/><path class="ln-w" d="{path}"/><path class="ln-wt" d="{path}"/>'
    return f'<path class="ln-y" d="{path}"/><path class="ln-yt" d="{path}"/>'


def tag(x: float, y: float, cost: int, distance: int, white: bool, more: str = "") -> str:
    """A luggage tag: cost on paper, distance on a flag; green and pointed all year, blue and drifted where snow closes."""
    wide = 17 if cost < 100 else 24
    full = wide + (16 if distance < 10 else 20) + 3
    if white:
        edge = f"M{wide + 4},-9C{wide - 1},-7 {wide - 1},-1.5 {wide + 3},0C{wide - 1},1.5 {wide - 1},7 {wide + 4},9H{full}V-9Z"
    else:
        edge = f"M{wide + 4},-9H{full}V9H{wide + 4}L{wide},0Z"
    return (
        f'<g transform="translate({n(x - full / 2)} {n(y)})"><rect class="tg" x="0" y="-9" width="{full}" height="18" rx="2.5"/>'
        f'<path class="tg-d {"w" if white else "y"}" d="{edge}"/><text class="tg-c" x="{n(wide / 2 + 0.8)}" y="5.2">{cost}</text>'
        f'<text class="tg-n" x="{n((wide + 3 + full) / 2)}" y="5.2">{distance}</text>{more}</g>'
    )


class SilvertonBoard(Board):
    width = WIDTH
    height = HEIGHT

    def __init__(self, rules: Silverton, say: Say) -> None:
        super().__init__(rules, say)
        self.game = rules
        self.atlas = rules.atlas
        self.layout = layout_of(rules.map if "/" in rules.map or "." in rules.map else "colorado")

    # -- the sheet ---------------------------------------------------------------------------------------------------

    def ground(self) -> str:
        atlas, layout = self.atlas, self.layout
        sheet = relief()["sheet"]
        body = f'<g transform="translate({n(SHIFT)} 0)">{inks.inland(relief(), *sheet)}</g>'
        for name, x, y, size, gap in STATES:
            body += f'<text class="state serif" x="{x}" y="{y}" font-size="{size}" letter-spacing="{gap}">{name}</text>'
        body += self.cartouche() + inks.compass(1525, 1500, 44)
        brown = "".join(p for s, p in enumerate(layout.path) if not atlas.white[s])
        white = "".join(p for s, p in enumerate(layout.path) if atlas.white[s])
        body += f'<path class="ln-h" d="{brown}{white}"/><path class="ln-y" d="{brown}"/><path class="ln-yt" d="{brown}"/>'
        body += f'<path class="ln-wc" d="{white}"/><path class="ln-w" d="{white}"/><path class="ln-wt" d="{white}"/>'
        body += "".join(self.dot(t) for t in range(len(atlas.towns)))
        body += "".join(self.tag(s) for s in range(len(atlas.segments)))
        body += "".join(self.label(t) for t in range(len(atlas.towns)))
        hits = "".join(
            inks.hit_line(f"segment:{s}", layout.points[number][2:-1:5], 11) for number, s in enumerate(atlas.segments)
        )
        hits += "".join(inks.hit_circle(f"town:{atlas.towns[t]}", *layout.spot[t], 19) for t in atlas.markets)
        return inks.sheet(0, 0, WIDTH, HEIGHT, body, 82) + hits

    def dot(self, number: int) -> str:
        x, y = self.layout.spot[number]
        if number in self.atlas.markets:
            return f'<g transform="translate({n(x)} {n(y)})"><circle class="town" r="15"/><path class="star" d="{STAR}"/></g>'
        return f'<circle class="town" cx="{n(x)}" cy="{n(y)}" r="7.5"/>'

    def label(self, number: int) -> str:
        x, y, anchor = self.layout.name[number]
        return inks.label(self.atlas.town_names[number], x, y, "mkt" if number in self.atlas.markets else "twn", anchor)

    def tag(self, number: int, more: str = "") -> str:
        x, y = self.layout.tag[number]
        return tag(x, y, self.atlas.cost[number], self.atlas.distance[number], self.atlas.white[number], more)

    def cartouche(self) -> str:
        """Title, key, jail and rest."""
        x, y = CART
        say = self.say
        out = f'<rect class="cart" x="{x}" y="{y}" width="390" height="400"/>'
        out += f'<rect class="neat" x="{x + 6}" y="{y + 6}" width="378" height="388" stroke-width=".8"/>'
        out += f'<text class="serif" x="{x + 195}" y="{y + 54}" font-size="34" font-weight="700" text-anchor="middle" letter-spacing="4">SILVERTON</text>'
        out += f'<path class="neat" d="M{x + 120},{y + 74}h150" stroke-width="1"/>'
        for at, white, words in (
            (118, False, T("Year-round line: cost and distance")),
            (178, True, T("Winter line: closed every fourth turn")),
        ):
            path = f"M{x + 40},{y + at + 24}h130"
            number = 1 if white else 0
            out += f'<text x="{x + 195}" y="{y + at}" font-size="17" text-anchor="middle">{inks.esc(say(words))}</text>'
            out += line_classes(_Key, number, path) + tag(x + 290, y + at + 24, 90 if white else 60, 4 if white else 5, white)
        for at, words in ((26, T("JAIL")), (204, T("AT REST"))):
            out += f'<rect class="pen" x="{x + at}" y="{y + 236}" width="160" height="140" rx="3"/>'
            out += f'<text x="{x + at + 80}" y="{y + 262}" class="lab">{inks.esc(say(words))}</text>'
        bars = "".join(f"M{x + 44 + i * 25},{y + 276}v84" for i in range(6))
        return f'{out}<path class="hachure" d="{bars}"/><path class="hill" d="M{x + 284},{y + 288}v58M{x + 266},{y + 306}h36"/>'

    # -- what lies on it ---------------------------------------------------------------------------------------------

    def pieces(self, seen: Sight) -> str:
        atlas, layout = self.atlas, self.layout
        built = [(atlas.segment_no[s], seat) for seat, player in enumerate(seen.players) for s in player.track]
        out = inks.track_layers([(layout.path[s], seat) for s, seat in built])
        for number, town_ in enumerate(atlas.towns):
            if any(number in atlas.ends[s] for s, _ in built):
                out += self.dot(number) + self.label(number)
            homes = [seat for seat, player in enumerate(seen.players) if town_ in player.homes]
            for i, seat in enumerate(homes):
                x, y = layout.spot[number]
                out += inks.medal(seat, x + (14 if i % 2 else -14), y + (14 if i > 1 else -14), 7.5)
        for s, seat in built:
            out += self.tag(s)
            spot = layout.medal[s]
            if spot is not None:
                out += inks.piece(f"cube-{atlas.segments[s]}", inks.medal(seat, 0, 0, 8.5), *spot)
        if seen.winter:
            out += self.snow(seen)
        return out + self.discs(seen)

    def snow(self, seen: Sight) -> str:
        """Crystals on the tags of lines that are closed now."""
        out = ""
        for number, white in enumerate(self.atlas.white):
            if white and self.atlas.segments[number] not in seen.cleared:
                x, y = self.layout.tag[number]
                out += f'<path class="snow" transform="translate({n(x)} {n(y - 17)})" d="{CRYSTAL}"/>'
        return out

    def discs(self, seen: Sight) -> str:
        """Surveyors on their segments, jailed and dead pieces in the cartouche."""
        out = ""
        there: dict[str, int] = {}
        jail = rest = 0
        for seat, player in enumerate(seen.players):
            for number, piece in enumerate(player.pieces):
                name = f"disc-{seat}-{number}"
                if piece.status == JAILED:
                    out += inks.piece(name, disc(seat, piece), CART[0] + 52 + jail % 5 * 27, CART[1] + 296 + jail // 5 * 27)
                    jail += 1
                elif piece.status == DEAD:
                    out += inks.piece(name, disc(seat, piece), CART[0] + 230 + rest % 5 * 27, CART[1] + 296 + rest // 5 * 27)
                    rest += 1
                elif piece.status == PLACED and piece.task in (BUILD, DISMANTLE):
                    x, y = self.layout.tag[self.atlas.segment_no[piece.target]]
                    step = there.get(piece.target, 0)
                    there[piece.target] = step + 1
                    out += inks.piece(name, disc(seat, piece), x - 10 + 22 * step, y - 22)
        return out

    # -- previews ----------------------------------------------------------------------------------------------------

    def ghost(self, seen: Sight, action: Any) -> str:
        atlas, layout = self.atlas, self.layout
        if isinstance(action, (w.PlaceSurveyor, w.Build)) and seen.actor >= 0:
            number = atlas.segment_no[action.segment]
            x, y = layout.tag[number]
            if isinstance(action, w.PlaceSurveyor) and action.dismantle:
                return inks.price("+" + dollars(self.say, atlas.refund * atlas.distance[number]), x, y - 24)
            track = inks.track_layers([(layout.path[number], seen.actor)])
            return f'<g class="ghost">{track}</g>' + inks.price(dollars(self.say, atlas.cost[number]), x, y - 24)
        if isinstance(action, (w.Dismantle, w.Abandon)):
            x, y = layout.tag[atlas.segment_no[action.segment]]
            refund = atlas.refund * atlas.distance[atlas.segment_no[action.segment]] if isinstance(action, w.Dismantle) else 0
            return inks.price("+" + dollars(self.say, refund), x, y - 24)
        if isinstance(action, w.Deliver):
            good = atlas.claim_good[atlas.claim_no[action.claim]]
            marker = self.game.marker_for[good][atlas.town_no[action.city]]
            price = atlas.markers[marker].ladder[seen.prices[marker]]
            x, y = layout.spot[atlas.town_no[action.city]]
            return inks.price("+" + dollars(self.say, price * action.units), x, y - 30)
        return ""

    def meant(self, seen: Sight, path: list[str]) -> list[Any]:
        """Every verb that goes with the target; those of other phases are refused as such and tell the least."""
        kind, _, rest = path[-1].partition(":")
        before, _, chosen = path[0].partition(":")
        player = seen.players[max(seen.actor, 0)]
        own = [int(chosen)] if before == "piece" else range(len(player.pieces))
        if kind == "segment":
            surveyors = [i for i in own if player.pieces[i].kind == SURVEYOR and player.pieces[i].status == FREE]
            verbs: list[Any] = [w.PlaceSurveyor(i, rest, "do:dismantle" in path) for i in surveyors[:1]]
            return [*verbs, w.Build(rest), w.Dismantle(rest), w.Abandon(rest), *(w.AssignPlow(p, rest) for p in player.plows)]
        if kind in ("card", "deck"):
            target = rest if kind == "card" else "deck"
            free = [i for i in own if player.pieces[i].kind != SURVEYOR and player.pieces[i].status == FREE]
            verbs = [w.PlaceProspector(i, target) for i in free[:1]]
            if kind == "deck":
                return [*verbs, *(w.Draw(i) for i in own)]
            if rest not in self.atlas.claim_no:
                return [*verbs, w.Buy(rest)]
            markets = [self.atlas.towns[t] for t in self.atlas.markets]
            return [*verbs, w.Buy(rest), w.Operate(rest), *(w.Deliver(rest, city, 1) for city in markets)]
        if kind == "town":
            claims = [chosen] if before == "card" else player.claims
            return [w.Deliver(claim, rest, 1) for claim in claims]
        if kind == "piece":
            number = int(rest)
            return [w.RollRelease(number), w.PayFine(number), w.KeepPiece(number), w.RecallPiece(number)]
        return []

    def touched(self, events: list[Event]) -> list[str]:
        out: list[str] = []
        for event in events:
            if isinstance(event, (e.TrackBuilt, e.TrackRemoved, placing.ParallelTaken)):
                out.append(f"segment:{event.segment}")
            elif isinstance(event, (placing.PiecePlaced, placing.PieceKept)) and event.target != "deck":
                out.append(f"segment:{event.target}" if event.kind == SURVEYOR else f"card:{event.target}")
            elif isinstance(event, (e.CardBought, e.CardReleased, e.CardMoved, placing.JointBought)):
                out.append(f"card:{event.card}")
            elif isinstance(event, e.ClaimOperated):
                out.append(f"card:{event.claim}")
            elif isinstance(event, e.GoodsDelivered):
                out.append(f"town:{event.city}")
        return list(dict.fromkeys(out))

    # -- beside the board --------------------------------------------------------------------------------------------

    def cards(self, seen: Sight) -> list[PlayerCard]:
        out = []
        goods = {claim.id: claim.goods for claim in seen.claims}
        for seat, player in enumerate(seen.players):
            cash = "?" if player.cash is None else dollars(self.say, player.cash)
            units = sum(goods.get(claim, 0) for claim in player.claims)
            stats = [
                Stat(T("Cash"), cash),
                Stat(T("Claims"), str(len(player.claims))),
                Stat(T("Goods"), str(units)),
                Stat(T("Track"), f"{len(player.track)}/{self.atlas.cubes}"),
                Stat(T("Fares"), str(len(player.cards))),
            ]
            homes = " – ".join(town(self.game, home) for home in player.homes)
            role = T("{home}", home=homes)
            if self.game.players > 1:
                role = T("{home} · plays as no. {place}", home=homes, place=seen.order.index(seat) + 1)
            out.append(PlayerCard(seat=seat, role=role, stats=stats))
        return out

    def panels(self, seen: Sight) -> list[Panel]:
        return panels.panels(self.game, self.say, seen)

    def stations(self, seen: Sight) -> list[Station]:
        names = [T("Order"), T("Place"), T("Disputes"), T("Work"), T("Prices"), T("Refill"), T("End of turn")]
        out = []
        for number, name in enumerate(names, 1):
            state = "done" if number < seen.phase else "now" if number == seen.phase else "next"
            out.append(Station(name, state))
        return out

    def turn(self, seen: Sight) -> Text | None:
        if seen.winter:
            return T("Turn {turn} of {last}, winter", turn=seen.turn, last=self.game.last_turn)
        return T("Turn {turn} of {last}", turn=seen.turn, last=self.game.last_turn)

    def note(self, seen: Sight) -> Text | None:
        if seen.step is None or seen.step.seat < 0:
            return None
        player = seen.players[seen.step.seat]
        if isinstance(seen.step, PlacePieces):
            free = [piece.kind for piece in player.pieces if piece.status == FREE]
            surveyors = TN("{count} surveyor", "{count} surveyors", free.count(SURVEYOR))
            prospectors = TN("{count} prospector", "{count} prospectors", free.count(PROSPECTOR))
            return T("Left to place: {surveyors}, {prospectors}.", surveyors=surveyors, prospectors=prospectors)
        if player.cash is None:
            return None
        if isinstance(seen.step, MakeDeals):
            return T("Offers left: {count}. {money}", count=self.game.max_offers - seen.offers, money=self.purse(player.cash))
        return self.purse(player.cash)

    def purse(self, cash: int) -> Text:
        """What one has, and what ends the game (SIL-2.7)."""
        goal = self.game.target
        return T("You have ${cash} of ${goal}.", cash=cash, goal=goal) if goal else T("You have ${cash}.", cash=cash)

    def describe(self, seen: Sight) -> list[Text]:
        """The position in words: each player's money, track, cards; then prices and open cards."""
        out: list[Text] = []
        for seat, player in enumerate(seen.players):
            cash = T("cash hidden") if player.cash is None else T("${money}", money=player.cash)
            homes = " – ".join(town(self.game, home) for home in player.homes)
            out.append(T("{who}, home {home}: {cash}.", who=Who(seat), home=homes, cash=cash))
            if player.track:
                lines = [T("{segment}", segment=segment(self.game, s)) for s in player.track]
                out.append(T("Track of {who}: {lines}.", who=Who(seat), lines=lines))
        for panel in self.panels(seen):
            out += panel.words
        return out


class _Keys:
    """Two lines of the key, drawn like real ones."""

    white = (False, True)


_Key: Any = _Keys()


def disc(seat: int, piece: SeenPiece) -> str:
    """A wooden disc: a theodolite for surveyors, a pick for prospectors, its bonus below."""
    mark = "M-5 6 0-3 5 6M0-3V7M-4-5H4" if piece.kind == SURVEYOR else "M-5-3Q0-7 5-3M0-5V7"
    out = f'<circle class="medal f{seat + 1}" r="11"/><circle class="medal-o" r="12"/>'
    out += f'<path class="e{seat + 1}s" fill="none" stroke-width="1.8" stroke-linecap="round" d="{mark}"/>'
    if piece.bonus:
        out += f'<g transform="translate(9 9)"><circle class="die die-l" r="7.5"/><text class="die-t l" y="4" style="font-size:11px">+{piece.bonus}</text></g>'
    return out
