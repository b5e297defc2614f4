"""Round the board of Spike: the question, rail cards in hand and on offer, contracts on paper, what a move costs and brings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from boxcars.core.messages import TN, T, Text, Who
from boxcars.core.types import Event
from boxcars.games.spike import actions as w
from boxcars.games.spike import events as e
from boxcars.games.spike import steps as due
from boxcars.games.spike.map import PARTS
from boxcars.games.spike.names import PART_NAMES, colour, good, part_level, route, side
from boxcars.games.spike.observation import SeenPlayer, SpikeObservation
from boxcars.games.spike.ui.panels import CARD_H, CARD_W, Panels, rail_ink
from boxcars.view import drawing_kit
from boxcars.view.board import Again, Say, dollars
from boxcars.view.tabletop import Ask, Item, Mark, Recap, Tray

if TYPE_CHECKING:
    from boxcars.games.spike.rules import Spike

Question = tuple[Text, Text | None, Text, str]
"""The line, the short one, the third person, the lamp."""
QUESTIONS: dict[type, Question] = {
    due.PickSide: (T("Choose a side of the contract card"), T("Choose a side"), T("{who} is choosing contracts"), "ticket"),
    due.GiveCard: (
        T("Give one rail card to the player on your right"),
        T("Give one card away"),
        T("{who} is giving a card away"),
        "cards",
    ),
    due.PickRoute: (
        T("Keep one of the two route cards"),
        T("Keep one route card"),
        T("{who} is choosing a route card"),
        "ticket",
    ),
    due.PlaceTrain: (
        T("Choose the city where your train starts"),
        T("Choose your first city"),
        T("{who} is placing the train"),
        "route",
    ),
    due.FreeMovement: (T("Move your train or stay here"), None, T("{who} is moving the train"), "route"),
    due.DeliverGoods: (T("Deliver goods or keep them on board"), T("Deliver or keep"), T("{who} can deliver"), "cube"),
    due.TakeAction: (
        T("Draw cards, build, start or move the train, or upgrade it"),
        T("Take an action"),
        T("{who} is choosing an action"),
        "cards",
    ),
    due.PayForLine: (T("Pay for the line"), None, T("{who} is paying for a line"), "cards"),
}


def turn_prompt(step: Any) -> Ask | None:
    if isinstance(step, due.DrawMore):
        line = TN("Take {count} more card or stop", "Take up to {count} more cards or stop", step.left)
        fewer = TN("{count} more card or stop", "Up to {count} more cards or stop", step.left)
        found: Question | None = (line, fewer, T("{who} is drawing cards"), "cards")
    elif isinstance(step, due.SketchLine):
        line = T("Choose the next segment of your line") if step.line else T("Choose the first segment of your line")
        found = (line, T("Choose a segment"), T("{who} is building a line"), "route")
    else:
        found = QUESTIONS.get(type(step))
    if found is None:
        return None
    line, short, other, lamp = found
    return Ask(line=line, short=short, other=Text(other.message, {"who": Who(step.seat)}), lamp=lamp)


# -- faces and trays -----------------------------------------------------------------------------------------------------


def face_of(name: str) -> str:
    """Return the symbol of a rail card: by its ink; colours that the kit does not know by their names."""
    ink = rail_ink(name)
    return f"c-{ink}" if ink != "grey" else f"c-grey-{name}"


def draw_symbols(panels: Panels) -> str:
    chart = panels.chart
    box = f'viewBox="0 0 {CARD_W} {CARD_H}"'
    out = "".join(
        f'<symbol id="{drawing_kit.esc(face_of(name))}" {box}><g class="bx">{panels.card(c, 0, 0)}</g></symbol>'
        for c, name in enumerate(chart.colours)
    )
    back = f'<symbol id="c-back" {box}><g class="bx">{drawing_kit.card_back(0, 0, None, CARD_W / 76)}</g></symbol>'
    goods = "".join(
        f'<symbol id="good-{name}" viewBox="-14 -14 28 28"><g class="bx">{panels.token(name, 0, 0, 13)}</g></symbol>'
        for name in chart.goods
    )
    return out + back + goods


def item_trays(rules: Spike, panels: Panels, seen: SpikeObservation, again: Again) -> list[Tray]:
    out = []
    if seen.row or seen.deck:
        out.append(again("tray row", seen, lambda seen: row(rules, seen)))
    if seen.seat is None:
        return out
    if seen.agenda:
        out.append(again("tray actions", seen, lambda seen: actions(rules, seen, seen.players[seen.seat])))
    out.append(again("tray hand", seen, lambda seen: hand(rules, seen)))
    papers = again("tray contracts", seen, lambda seen: contracts(rules, panels, seen.players[seen.seat]))
    return [*out, papers] if papers.items else out


def hand(rules: Spike, seen: SpikeObservation) -> Tray:
    assert seen.seat is not None
    own = seen.players[seen.seat]
    giving = bool(seen.agenda) and isinstance(seen.agenda[-1], due.GiveCard) and seen.actor == seen.seat
    held = [(name, (own.hand or {}).get(name, 0)) for name in rules.chart.colours]
    items = [
        Item(
            id=f"hand-{name}",
            face=face_of(name),
            w=CARD_W,
            h=CARD_H,
            count=count,
            target=f"give:{name}" if giving and count else "",
            label=T("{number} {colour}", number=count, colour=colour(rules, name)),
        )
        for name, count in held
    ]
    return Tray(key="hand", title=T("Your hand: {count}", count=own.cards), place="hand", items=items, places=len(items))


def row(rules: Spike, seen: SpikeObservation) -> Tray:
    """Return the face-up cards and the deck."""
    items = []
    there: dict[str, int] = {}
    for name in seen.row:
        there[name] = there.get(name, 0) + 1
        id = f"row-{name}" if there[name] == 1 else f"row-{name}-{there[name]}"
        label = T("{colour} card", colour=colour(rules, name))
        items.append(Item(id=id, face=face_of(name), w=CARD_W, h=CARD_H, target=f"row:{name}", label=label))
    note = T("{count} left", count=seen.deck)
    places = rules.chart.box.face_up
    deck = Item(
        id="deck", face="c-back", w=CARD_W, h=CARD_H, target="deck", label=T("Draw from the deck"), note=note, place=places
    )
    return Tray(key="row", title=T("Rail cards"), place="offer", items=[*items, deck], places=places + 1)


PART_LABELS = {"locomotive": T("Engine"), "freight": T("Freight car"), "tender": T("Tender")}


def actions(rules: Spike, seen: SpikeObservation, own: SeenPlayer) -> Tray:
    """Return what a turn can be spent on besides drawing: always the same five places."""
    chart = rules.chart
    in_city = own.at in chart.city_id
    items = [
        Item(
            id="build",
            icon="route",
            face="",
            w=0,
            h=0,
            label=T("Build"),
            note=TN("{count} track", "{count} tracks", own.tracks_left),
            form="BeginLine",
            ask=T("Build to which city?"),
            why=T("You can't pay for any line to a new city."),
        ),
        Item(
            id="train",
            icon="train",
            face="",
            w=0,
            h=0,
            label=T("Start train") if in_city or not own.at else T("Move train"),
            note=T("or on the map") if in_city else T("{count} space further", count=1),
            ask=T("What does your train carry?") if in_city else T("Where does your train go?"),
            at=["act:train", f"city:{own.at}"] if in_city else ["act:train"],
            why=T("Your train has no track to run on. Build a line first."),
        ),
    ]
    for part in ("locomotive", "freight", "tender"):
        i = PARTS.index(part)
        level, levels = own.levels[i], chart.levels[i]
        last = level + 1 >= len(levels)
        price = 0 if last else chart.prices[level]
        items.append(
            Item(
                id=part,
                icon={"locomotive": "engine", "freight": "wagon", "tender": "tender"}[part],
                face="",
                w=0,
                h=0,
                label=PART_LABELS[part],
                note=T("{level} (maximum)", level=levels[level])
                if last
                else T("{before} → {after}", before=levels[level], after=levels[level + 1]),
                price="" if last else T("${price}", price=price),
                why=T("This part is already at its highest level.")
                if last
                else T("Needs ${price}, you have ${money}", price=price, money=own.money)
                if own.money < price
                else None,
            )
        )
    return Tray(key="actions", title=T("Actions"), place="actions", items=items, places=len(items))


WIDE = 142


def contracts(rules: Spike, panels: Panels, own: SeenPlayer) -> Tray:
    """One's contracts and the route card: pointing at one shows its cities."""
    chart = rules.chart
    items = []
    for name in own.contracts:
        i = chart.sides.index(name)
        body, high = panels.paper(name, own, 0, 0, WIDE)
        lights = [f"city:{chart.cities[city]}" for city in chart.pays[i]]
        items.append(Item(id=f"contract-{name}", face=body, w=WIDE, h=round(high), label=side(rules, name), lights=lights))
    if own.route is not None:
        r = chart.route_id[own.route]
        body, high = panels.route_paper(own.route, own, 0, WIDE)
        lights = [f"city:{chart.cities[city]}" for city in (chart.route_start[r], *chart.route_ends[r])]
        items.append(Item(id="route-card", face=body, w=WIDE, h=round(high) + 2, label=route(rules, own.route), lights=lights))
    return Tray(key="contracts", title=T("Your contracts"), place="papers", items=items)


# -- choices -------------------------------------------------------------------------------------------------------------


def cards_paid(pay: dict[str, int]) -> list[tuple[str, int]]:
    return [(face_of(name), count) for name, count in pay.items() if count]


def market_value(rules: Spike, seen: SpikeObservation, commodity: str) -> int:
    for column in seen.market:
        if commodity in column:
            return rules.chart.rows[column.index(commodity)]
    return 0


def action_mark(rules: Spike, say: Say, seen: SpikeObservation, action: Any) -> Mark | None:
    chart = rules.chart
    if isinstance(action, w.Build):
        value = market_value(rules, seen, chart.goods[chart.offers[chart.city_id[action.city]]]) if action.city else 0
        return Mark(
            badge=f"+{dollars(say, value)}" if value else "",
            cost=cards_paid(action.pay),
            group=T("Build track"),
            of="build",
            order=sum(action.pay.values()),
        )
    if isinstance(action, w.Pay):
        return Mark(cost=cards_paid(action.pay), order=sum(action.pay.values()))
    if isinstance(action, w.BeginLine):
        return Mark(group=T("Build track"), of="build")
    if isinstance(action, w.Upgrade):
        part = PARTS.index(action.part)
        price = dollars(say, chart.prices[seen.players[seen.actor].levels[part]])
        return Mark(badge=price, group=T("Upgrade"), of=action.part)
    if isinstance(action, w.Deliver):
        return Mark(
            badge=f"+{dollars(say, delivery(rules, seen, action.commodity))}", face=f"good-{action.commodity}", w=40, h=40
        )
    if isinstance(action, w.Draw):
        return Mark(group=T("Rail cards"))
    if isinstance(action, w.Move) and action.to == seen.players[seen.actor].at:
        return Mark(text=T("Stay here"), group=T("Train"))
    return (
        Mark(group=T("Train"), of="" if isinstance(action, w.Move) else "train")
        if isinstance(action, (w.Start, w.Extra, w.Move))
        else None
    )


def delivery(rules: Spike, seen: SpikeObservation, commodity: str) -> int:
    """Return what a commodity on board brings where the train stands."""
    chart, own = rules.chart, seen.players[seen.actor]
    if own.at not in chart.city_id:
        return 0
    sides = [chart.sides.index(name) for name in own.contracts]
    return max(
        (chart.pays[i].get(chart.city_id[own.at], 0) for i in sides if chart.goods[chart.card_goods[i // 2]] == commodity),
        default=0,
    )


def action_note(rules: Spike, seen: SpikeObservation, action: Any) -> Text | None:
    """Return what an upgrade gives, what a new city pays, and that a contract pays once."""
    if isinstance(action, w.Upgrade):
        level = seen.players[seen.actor].levels[PARTS.index(action.part)]
        before, after = part_level(rules, action.part, level), part_level(rules, action.part, level + 1)
        return T("{before} → {after}, ${price}", before=before, after=after, price=rules.chart.prices[level])
    if isinstance(action, w.Build) and action.city:
        kind = rules.chart.goods[rules.chart.offers[rules.chart.city_id[action.city]]]
        value = market_value(rules, seen, kind)
        return T("The market pays ${value} for {good}", good=good(rules, kind), value=value)
    if isinstance(action, w.Deliver):
        return T("Earn ${value} and complete the contract", value=delivery(rules, seen, action.commodity))
    return None


# -- since one's own last move --------------------------------------------------------------------------------------------


def recap_row(rules: Spike, say: Say, events: list[Event], touched: list[str]) -> Recap | None:
    """Return a turn of somebody else in one row."""
    parts: list[Text] = []
    faces: list[str] = []
    gain, seat, drawn = 0, -1, 0
    for event in events:
        seat = getattr(event, "seat", seat) if seat < 0 else seat
        if isinstance(event, e.LineBuilt):
            parts.append(T("builds to {city}", city=rules.chart.city_names[rules.chart.city_id[event.city]]))
            gain += event.money
        elif isinstance(event, e.GoodsDelivered):
            parts.append(T("delivers {good}", good=good(rules, event.commodity)))
            faces.append(f"good-{event.commodity}")
            gain += event.value
        elif isinstance(event, e.PartUpgraded):
            parts.append(T("upgrades the {part}", part=PART_NAMES[event.part]))
            gain -= event.price
        elif isinstance(event, e.CardTaken):
            drawn += 1
            faces.append(face_of(event.colour))
        elif isinstance(event, e.CardDrawn):
            drawn += 1
            faces.append(face_of(event.colour) if event.colour else "c-back")
        elif isinstance(event, e.TrainMoved):
            parts.append(T("moves the train"))
    if drawn:
        parts.append(TN("draws {count} card", "draws {count} cards", drawn))
    if seat < 0 or not parts:
        return None
    amount = f"{'−' if gain < 0 else '+'}{dollars(say, abs(gain))}" if gain else ""
    return Recap(text=T("{who}: {what}", who=Who(seat), what=parts), faces=faces, gain=amount, touched=touched)
