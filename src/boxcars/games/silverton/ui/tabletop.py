"""Round the board of Silverton: the order of play, badges, open cards in the dock, dice that were rolled, what the others did."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from boxcars.core.messages import TN, T, Text, Who
from boxcars.core.types import Event
from boxcars.games.silverton import actions as w
from boxcars.games.silverton import events as e
from boxcars.games.silverton import placing_events as placing
from boxcars.games.silverton import steps as due
from boxcars.games.silverton.map import GOODS
from boxcars.games.silverton.names import KIND_NAMES, card, segment, target, town
from boxcars.games.silverton.observation import SeenPiece, SilvertonObservation
from boxcars.games.silverton.state import FREE, SURVEYOR
from boxcars.games.silverton.ui import price_table
from boxcars.games.silverton.ui.piece_drawing import disc
from boxcars.view import drawing_kit
from boxcars.view.board import Say, dollars
from boxcars.view.drawing_kit import words
from boxcars.view.svg_helpers import kept
from boxcars.view.tabletop import Die, Item, Mark, Recap, Slip, Tray, Turn

if TYPE_CHECKING:
    from boxcars.games.silverton.rules import Silverton

# -- the order of play ---------------------------------------------------------------------------------------------------


def seat_order(rules: Silverton, seen: SilvertonObservation) -> list[Turn]:
    """As the cards were dealt; in the phases that all pass in turn, who is done and who comes next."""
    if rules.players < 2:
        return []
    now = seen.active if seen.phase == 4 and seen.active >= 0 else seen.actor
    at = seen.order.index(now) if now in seen.order else -1
    found = []
    for i, seat in enumerate(seen.order):
        state: Literal["now", "done", "next"] = "now" if i == at else "done" if i < at else "next"
        homes = " – ".join(town(rules, home) for home in seen.players[seat].homes)
        found.append(Turn(seat=seat, state=state, note=T("{home}", home=homes)))
    return found


def following(seen: SilvertonObservation) -> list[int]:
    """Return the seats after the one that plays now."""
    now = seen.active if seen.phase == 4 and seen.active >= 0 else seen.actor
    later = seen.order[seen.order.index(now) + 1 :] if now in seen.order else []
    return ([now] if now != seen.actor and now >= 0 else []) + [seat for seat in later if seat != seen.actor]


# -- choices -------------------------------------------------------------------------------------------------------------


def action_mark(rules: Silverton, say: Say, seen: SilvertonObservation, action: Any) -> Mark | None:
    atlas = rules.atlas
    if isinstance(action, (w.PlaceSurveyor, w.Build)):
        number = atlas.segment_no[action.segment]
        if isinstance(action, w.PlaceSurveyor) and action.dismantle:
            return Mark(group=T("Dismantle"))  # (what comes back is no gain that one looks for)
        return Mark(badge=dollars(say, atlas.cost[number]), group=T("Build track"))
    if isinstance(action, w.Deliver):
        return Mark(badge=f"+{dollars(say, brings(rules, seen, action))}", group=card(rules, action.claim))
    if isinstance(action, w.Operate):
        return Mark(badge=dollars(say, atlas.operating[atlas.claim_no[action.claim]]))
    if isinstance(action, w.RollProduction) and not set(seen.players[seen.actor].claims) & set(seen.operated):
        return Mark(text=T("Operate nothing this turn"))
    if isinstance(action, w.PlaceProspector):
        return Mark(group=T("Send prospectors"))
    return None


def brings(rules: Silverton, seen: SilvertonObservation, action: w.Deliver) -> int:
    """Return what a delivery earns at the price of now."""
    atlas = rules.atlas
    marker = rules.marker_for[atlas.claim_good[atlas.claim_no[action.claim]]][atlas.town_no[action.city]]
    return atlas.markers[marker].ladder[seen.prices[marker]] * action.units


FACE_W, FACE_H = 142, 66


def item_trays(rules: Silverton, say: Say, seen: SilvertonObservation) -> list[Tray]:
    """Return the deck and the open cards in the dock, while prospectors are sent to them or the cards they won are bought; a
    claim just drawn."""
    if isinstance(seen.step, due.AnswerDraw) and seen.seat == seen.step.seat:
        drawn = [claim_item(rules, rules.atlas.claims[seen.step.claim])]
        return [Tray(key="claim", title=T("Claim just drawn"), place="offer", items=drawn)]
    if isinstance(seen.step, due.OperateClaims) and seen.seat == seen.step.seat:
        return to_work(rules, say, seen, seen.seat)
    if not isinstance(seen.step, (due.PlacePieces, due.PlaceNeutral, due.BuyCards)):
        return []
    atlas = rules.atlas
    deck = deck_face(str(seen.deck))
    label = T("Deck: {deck} · Discards: {discards}", deck=seen.deck, discards=len(seen.discards))
    items = [Item(id="open-deck", target="deck", face=deck, w=FACE_W, h=FACE_H, label=label)]
    items += [claim_item(rules, key) for key in seen.row if key in atlas.claim_no]
    for key in dict.fromkeys([*(k for k in seen.places if k), *seen.released, *(k for k in seen.row if k in atlas.card_no)]):
        number = atlas.card_no[key]
        a, b = (atlas.town_names[end] for end in atlas.card_ends[number])
        income = atlas.card_income[number] * (2 if rules.improved else 1)
        face = drawing_kit.ticket(0, 0, a, b, str(income), dollars(say, atlas.card_price[number]), w=FACE_W)
        items.append(Item(id=f"open-{key}", target=f"card:{key}", face=face, w=FACE_W, h=FACE_H, label=card(rules, key)))
    return [*free_pieces(say, seen), Tray(key="open", title=T("Face-up cards"), place="offer", items=items)]


def to_work(rules: Silverton, say: Say, seen: SilvertonObservation, seat: int) -> list[Tray]:
    """One's claims that are not worked yet: things to touch, beside the roll that ends it."""
    left = [claim.id for claim in seen.claims if claim.owner == seat and not claim.depleted and claim.id not in seen.operated]
    items = [to_pay(rules, say, key) for key in left]
    return [Tray(key="work", title=T("Owned claims"), place="offer", items=items)] if items else []


def claim_item(rules: Silverton, key: str) -> Item:
    return Item(id=f"open-{key}", target=f"card:{key}", face=f"claim-{key}", w=FACE_W, h=FACE_H, label=card(rules, key))


def to_pay(rules: Silverton, say: Say, key: str) -> Item:
    """Return a claim with what it costs to work it: what it was bought for is paid."""
    cost = f"−{dollars(say, rules.atlas.operating[rules.atlas.claim_no[key]])}"
    face = f'<g class="bx">{printed(rules, key, cost)}</g>'
    return Item(id=f"open-{key}", target=f"card:{key}", face=face, w=FACE_W, h=FACE_H, label=card(rules, key))


def printed(rules: Silverton, key: str, cost: str) -> str:
    atlas = rules.atlas
    number = atlas.claim_no[key]
    low = atlas.depletion[number]
    name, kind = atlas.town_names[atlas.claim_town[number]], GOODS[atlas.claim_good[number]]
    return claim_face(name, kind, cost, low, tuple(atlas.yields[number][low + 1 :]))


def claim_symbols(rules: Silverton, say: Say) -> str:
    """Return the faces of the claims: they are printed, so they are sent once and not with every tray."""
    atlas = rules.atlas
    out = ""
    for number, key in enumerate(atlas.claims):
        face = printed(rules, key, dollars(say, atlas.claim_cost[number]))
        out += f'<symbol id="claim-{drawing_kit.esc(key)}" viewBox="0 0 {FACE_W} {FACE_H}"><g class="bx">{face}</g></symbol>'
    return out


def piece_name(pieces: Sequence[SeenPiece], number: int) -> Text:
    return T("{number}. {kind} +{bonus}", number=number + 1, kind=KIND_NAMES[pieces[number].kind], bonus=pieces[number].bonus)


def free_pieces(say: Say, seen: SilvertonObservation) -> list[Tray]:
    """One's pieces that can still be placed: the first thing to touch."""
    if not isinstance(seen.step, due.PlacePieces) or seen.seat != seen.step.seat:
        return []
    items = []
    for number, piece in enumerate(seen.players[seen.seat].pieces):
        if piece.status != FREE:
            continue
        face = f'<rect class="paper" x=".5" y=".5" width="{FACE_W - 1}" height="{FACE_H - 1}" rx="4"/>'
        face += f'<g transform="translate(28 33) scale(1.4)">{disc(seen.seat, piece)}</g>'
        face += words(drawing_kit.capital(say(KIND_NAMES[piece.kind])), 54, 31, 14, 700) + words(
            f"+{piece.bonus}", 54, 48, 13, 500, cls="dim"
        )
        label = piece_name(seen.players[seen.seat].pieces, number)
        items.append(Item(id=f"piece-{number}", target=f"piece:{number}", face=face, w=FACE_W, h=FACE_H, label=label))
    return [Tray(key="free", title=T("Your pieces"), place="offer", items=items)] if items else []


@kept
def claim_face(name: str, kind: str, cost: str, low: int, spread: tuple[int, ...]) -> str:
    """Return a claim in small: good, town, price, and its yields as a row of bars over the roll."""
    out = f'<rect class="paper" x=".5" y=".5" width="{FACE_W - 1}" height="{FACE_H - 1}" rx="4"/>' + drawing_kit.good(
        kind, 17, 17, 11
    )
    room = FACE_W - 50 - drawing_kit.text_width(cost, 13)
    size = min(14.0, 14.0 * room / max(1.0, drawing_kit.text_width(name, 14) * 1.5))
    out += words(name, 33, 20, size, 700, cls="serif") + words(cost, FACE_W - 14, 20, 13, 700, "end")
    out += words(f"≤{low}", 7, 47, 11.5, 700, cls="worn-t") + words("✕", 10, 60, 11.5, 700, cls="worn-t")
    wide = (FACE_W - 38) / max(1, len(spread))
    for i, units in enumerate(spread):
        x, tall = 33 + i * wide, 2.3 * units
        out += f'<rect class="now" x="{drawing_kit.n(x)}" y="{drawing_kit.n(50 - tall)}" width="{drawing_kit.n(wide - 2)}" height="{drawing_kit.n(tall)}"/>'
        out += words(str(low + 1 + i), x + wide / 2 - 1, 61, 10.5, 500, "middle", "dim")
    return out


@kept
def deck_face(count: str) -> str:
    out = f'<rect class="back" x="1" y="1" width="{FACE_W - 2}" height="{FACE_H - 2}" rx="4"/>'
    out += f'<path class="back-ln" d="M6,6H{FACE_W - 6}V{FACE_H - 6}H6Z"/>'
    out += f'<circle class="plate-f" cx="{FACE_W / 2}" cy="{FACE_H / 2}" r="16"/>'
    return f'{out}<text class="badge" x="{FACE_W / 2}" y="{FACE_H / 2 + 5}">{count}</text>'


# -- dice and prices -----------------------------------------------------------------------------------------------------


def turn_summary(rules: Silverton, say: Say, seen: SilvertonObservation, events: list[Event]) -> Slip | None:
    """Return the prices of a turn; before them, the dice that were rolled for oneself or against one."""
    return price_table.turn_summary(rules, say, events) or dice(rules, seen, events)


def dice(rules: Silverton, seen: SilvertonObservation, events: list[Event]) -> Slip | None:
    found: list[Die] = []
    title = T("Dice")
    several = sum(isinstance(event, placing.DisputeRolled) for event in events) > 1
    for event in events:
        if isinstance(event, e.ClaimOperated) and event.seat == seen.seat:
            title = T("Your claims' production")
            loads = TN("{count} unit", "{count} units", event.units)
            roll = reckoned(event.dice, event.roll)
            what = T("{card}: {roll}, depleted", card=card(rules, event.claim), roll=roll)
            if not event.depleted:
                what = T("{card}: {roll}, {loads}", card=card(rules, event.claim), roll=roll, loads=loads)
            found += thrown(event.dice, what)
        elif isinstance(event, e.PlowRolled) and event.seat == seen.seat:
            where = segment(rules, event.segment)
            found += thrown(
                [event.die], T("{line} is cleared", line=where) if event.cleared else T("{line} stays closed", line=where)
            )
        elif isinstance(event, e.ReleaseRolled) and event.seat == seen.seat:
            found += thrown(event.dice, T("free again") if event.free else T("stays in jail"))
        elif isinstance(event, e.ConsecutiveRolled) and event.seat == seen.seat:
            title = T("Second segment in the same turn")
            far = rules.atlas.distance[rules.atlas.segment_no[event.segment]]
            told: dict[str, Any] = {"line": segment(rules, event.segment), "roll": sum(event.dice), "far": far}
            text = T("{line}: {roll} isn't more than the distance ({far}), so you can't keep building", **told)
            if event.success:
                text = T("{line}: {roll} is more than the distance ({far}), so you can keep building", **told)
            found += thrown(event.dice, text)
        elif isinstance(event, placing.DisputeRolled):
            title = T("Disputes") if several else disputed(event)
            for i, seat in enumerate(event.seats):
                rolled = event.dice[i] if i < len(event.dice) else []
                told = {"who": Who(seat), "total": reckoned(rolled, event.totals[i]), "what": target(rules, event.target)}
                won = several and i == event.winner
                text = T("{who}: {total} for {what} (wins)", **told) if won else T("{who}: {total} for {what}", **told)
                found += thrown(rolled, text)
        elif isinstance(event, placing.TheftRolled):
            title = T("Attempted theft")
            for i, seat in enumerate((event.thief, event.owner)):
                text = T("{who}: {total} for {what}", who=Who(seat), total=event.totals[i], what=card(rules, event.card))
                found += thrown(event.dice[i] if i < len(event.dice) else [], text)
    return Slip(title=title, dice=found, go=T("Continue")) if found else None


def disputed(event: placing.DisputeRolled) -> Text:
    if event.winner < 0:
        return T("Dispute: a tie, nobody wins")
    return T("Dispute: {who} wins", who=Who(event.seats[event.winner]))


def reckoned(values: list[int], total: int) -> str:
    """Return a total, and how it came about where something is added to the dice: 3 + 6 = 9."""
    more = total - sum(values)
    return f"{sum(values)} + {more} = {total}" if values and more > 0 else str(total)


def thrown(values: list[int], text: Text) -> list[Die]:
    """Dice thrown together; the last one says what they brought."""
    return [Die(value=value, text=text if i == len(values) - 1 else None) for i, value in enumerate(values)]


# -- since one's own last move --------------------------------------------------------------------------------------------


def recap_row(rules: Silverton, say: Say, events: list[Event], touched: list[str]) -> Recap | None:
    """Return a move of somebody else in one row: what it bought, built, dug and sold."""
    parts: list[Text] = []
    placed: list[placing.PiecePlaced] = []
    gain = 0
    seat = -1
    for event in events:
        seat = getattr(event, "seat", seat) if seat < 0 else seat
        if isinstance(event, placing.PiecePlaced):
            placed.append(event)
        elif isinstance(event, e.CardBought):
            parts.append(T("buys {card}", card=card(rules, event.card)))
            gain -= event.cost
        elif isinstance(event, e.TrackBuilt):
            parts.append(T("builds {line}", line=segment(rules, event.segment)))
            gain -= event.cost
        elif isinstance(event, e.GoodsDelivered):
            what = card(rules, event.claim)
            parts.append(T("sells {units} of {card} in {city}", units=event.units, card=what, city=town(rules, event.city)))
            gain += event.income
        elif isinstance(event, e.FaresCollected):
            gain += event.income
    parts = sends(rules, placed) + parts
    if seat < 0 or not parts:
        return None
    amount = f"{'−' if gain < 0 else '+'}{dollars(say, abs(gain))}" if gain else ""
    return Recap(text=T("{who}: {what}", who=Who(seat), what=parts), gain=amount, touched=touched[:6])


SENT = {
    "": (T("surveyors to {places}"), T("prospectors to {places}")),
    "dismantle": (T("surveyors to dismantle {places}"), T("prospectors to {places}")),
    "steal": (T("surveyors to {places}"), T("prospectors to steal {places}")),
}
"""By what a piece is sent for: to survey and to prospect, or something else."""


def sends(rules: Silverton, events: list[placing.PiecePlaced]) -> list[Text]:
    """Return where pieces were sent, and what for: those of a kind together."""
    found: dict[str, list[Text]] = {}
    for event in events:
        line = SENT.get(event.task, SENT[""])[event.kind != SURVEYOR]
        found.setdefault(line.message, []).append(target(rules, event.target))
    return [Text(line, {"places": list(places)}) for line, places in found.items()]


def focus_targets(rules: Silverton, seen: SilvertonObservation) -> list[str]:
    """Return where a phone's view opens: the claim in question, or one's own home, track and claims."""
    if isinstance(seen.step, due.AnswerDraw):
        return [f"card:{rules.atlas.claims[seen.step.claim]}"]
    if seen.seat is None:
        return []
    own = seen.players[seen.seat]
    towns = [f"town:{home}" for home in own.homes if rules.atlas.town_no[home] in rules.atlas.markets]
    return towns + [f"segment:{s}" for s in own.track] + [f"card:{c}" for c in own.claims]
