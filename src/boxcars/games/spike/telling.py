"""Actions, events, steps and targets of Spike in words."""

from __future__ import annotations

from math import atan2, pi
from typing import TYPE_CHECKING

from boxcars.core.words import TN, T, Text, Who
from boxcars.games.spike import words as w
from boxcars.games.spike.chart import PARTS, Chart

if TYPE_CHECKING:
    from boxcars.games.spike.rules import Spike

PART_NAMES = {"locomotive": T("locomotive"), "tender": T("tender"), "freight": T("freight cars")}
# The colours and commodities of the supplied map, so that the catalogues have them.
COLOURS = (T("white"), T("blue"), T("black"), T("orange"), T("purple"), T("brown"))
GOODS = (T("cattle"), T("wood"), T("corn"), T("wheat"), T("coal"), T("oil"))
COMPASS = (T("E"), T("SE"), T("S"), T("SW"), T("W"), T("NW"), T("N"), T("NE"))
MORE_GOODS = (T("steel"), T("cloth"), T("pigs"), T("flour"), T("fruit"), T("cotton"))


def colour(rules: Spike, name: str) -> Text:
    return rules.colour_texts[rules.chart.colour_id[name]]


def good(rules: Spike, name: str) -> Text:
    return rules.goods_texts[rules.chart.goods_id[name]]


def city(rules: Spike, name: str) -> str:
    return rules.chart.city_names[rules.chart.city_id[name]]


def cards(rules: Spike, pay: dict[str, int]) -> list[Text]:
    return [T("{number} {colour}", number=n, colour=colour(rules, c)) for c, n in pay.items()]


def point_names(chart: Chart) -> list[Text]:
    """A city by its name, a junction by where it lies from the nearest: "NE of Detroit", the next one out "2NE of Detroit"."""
    around: dict[tuple[int, int], list[tuple[float, int]]] = {}
    for p, (x, y) in enumerate(chart.xy):
        apart = [(x - chart.xy[c][0], y - chart.xy[c][1]) for c in chart.city_point]
        far, near = min((dx * dx + dy * dy, c) for c, (dx, dy) in enumerate(apart))
        dx, dy = apart[near]
        around.setdefault((near, round(atan2(dy, dx) * 4 / pi) % 8), []).append((far, p))
    names = {p: T("{city}", city=chart.city_names[c]) for c, p in enumerate(chart.city_point)}
    for (near, side), those in around.items():
        for n, p in enumerate((p for _, p in sorted(those) if p not in names), 1):
            way = T("{count}{side}", count=n, side=COMPASS[side]) if n > 1 else COMPASS[side]
            names[p] = T("{way} of {city}", way=way, city=chart.city_names[near])
    return [names[p] for p in range(len(chart.xy))]


def segment(rules: Spike, name: str) -> Text:
    s = rules.chart.segment_id[name]
    a, b = rules.chart.ends[s]
    tint = rules.colour_texts[rules.chart.colour[s]]
    return T("the {colour} segment {a} – {b}", colour=tint, a=rules.point_texts[a], b=rules.point_texts[b])


def place(rules: Spike, name: str) -> Text:
    """Where a train can be: a city, or a track, heading for one end of it."""
    if ">" not in name:
        return T("{city}", city=city(rules, name))
    s, _, towards = name.partition(">")
    head = rules.chart.point_id[towards]
    tail = sum(rules.chart.ends[rules.chart.segment_id[s]]) - head
    return T("the track {tail} → {head}", tail=rules.point_texts[tail], head=rules.point_texts[head])


def side(rules: Spike, name: str) -> Text:
    """A contract side with all it pays."""
    chart = rules.chart
    i = chart.sides.index(name)
    pays = [T("{city} {value}", city=chart.city_names[c], value=v) for c, v in chart.pays[i].items()]
    return T("{good}: {pays}", good=rules.goods_texts[chart.card_goods[i // 2]], pays=pays)


def route(rules: Spike, name: str) -> Text:
    chart = rules.chart
    r = chart.route_id[name]
    ends = [T("{city} {value}", city=chart.city_names[c], value=v) for c, v in chart.route_ends[r].items()]
    return T("{city} to {ends}", city=chart.city_names[chart.route_start[r]], ends=ends)


def line(rules: Spike, names: tuple[str, ...]) -> Text:
    tints = [rules.colour_texts[rules.chart.colour[rules.chart.segment_id[s]]] for s in names]
    return TN("{count} segment: {colours}", "{count} segments: {colours}", len(names), colours=tints)


def part_level(rules: Spike, part: str, level: int) -> Text:
    i = PARTS.index(part)
    number = rules.chart.levels[i][level]
    if part == "locomotive":
        return T("speed {number}", number=number)
    if part == "tender":
        return T("draw {number}", number=number)
    return T("capacity {number}", number=number)


def say(rules: Spike, action: w.SpikeAction) -> Text:
    """The action as a button: imperative."""
    if isinstance(action, w.ChooseSide):
        i = 2 * rules.chart.card_id[action.card] + (action.side == "B")
        return T("Use side {side}: {contract}", side=action.side, contract=side(rules, rules.chart.sides[i]))
    if isinstance(action, w.Give):
        return T("Give one {colour} card", colour=colour(rules, action.colour))
    if isinstance(action, w.KeepRoute):
        return T("Keep {route}", route=route(rules, action.route))
    if isinstance(action, w.Place):
        return T("Start in {city}", city=city(rules, action.city))
    if isinstance(action, w.Move):
        return T("Move to {place}", place=place(rules, action.to))
    if isinstance(action, w.Deliver):
        return T("Deliver {good}", good=good(rules, action.commodity))
    if isinstance(action, w.KeepCargo):
        return T("Deliver nothing")
    if isinstance(action, w.Draw):
        if action.card == "deck":
            return T("Draw from the deck")
        return T("Take the {colour} card", colour=colour(rules, action.card))
    if isinstance(action, w.StopDrawing):
        return T("Take no more cards")
    if isinstance(action, w.Build):
        return T(
            "Build to {city}, {line}, for {cards}",
            city=city(rules, action.city) if action.city else "…",
            line=line(rules, action.line),
            cards=cards(rules, action.pay),
        )
    if isinstance(action, w.BeginLine):
        return T("Lay a line of your own, segment by segment")
    if isinstance(action, w.AddTrack):
        return T("Add {segment}", segment=segment(rules, action.segment))
    if isinstance(action, w.Pay):
        return T("Pay {cards}", cards=cards(rules, action.pay))
    if isinstance(action, w.DropLine):
        return T("Give up this line")
    if isinstance(action, w.Start):
        return T("{cargo}, go to {place}", cargo=cargo(rules, action), place=place(rules, action.to))
    if isinstance(action, w.Extra):
        return T("Extra movement to {place}", place=place(rules, action.to))
    if isinstance(action, w.Upgrade):
        return T("Upgrade the {part}", part=PART_NAMES[action.part])
    return T("Pass")


def cargo(rules: Spike, action: w.Start) -> Text:
    off = [good(rules, g) for g in action.unload]
    if action.load is None:
        return T("Unload {goods}", goods=off) if off else T("Start the train")
    on = good(rules, action.load)
    return T("Unload {goods}, load {good}", goods=off, good=on) if off else T("Load {good}", good=on)


def tell(rules: Spike, event: w.SpikeEvent) -> Text:
    """The event as a sentence of the log."""
    if isinstance(event, w.FirstPlayerDrawn):
        return T("Drawn by lot: {who} begins.", who=Who(event.seat))
    if isinstance(event, w.ContractsDealt):
        return _tell_contracts(rules, event)
    if isinstance(event, w.SideChosen):
        return T("{who} chooses the contract {contract}.", who=Who(event.seat), contract=side(rules, event.side))
    if isinstance(event, w.HandDealt):
        if event.cards is None:
            return TN("{who} is dealt {count} rail card.", "{who} is dealt {count} rail cards.", event.count, who=Who(event.seat))
        return T("{who} is dealt {cards}.", who=Who(event.seat), cards=cards(rules, event.cards))
    if isinstance(event, w.CardGiven):
        if event.colour is None:
            return T("{who} gives a rail card to {to}.", who=Who(event.seat), to=Who(event.to))
        return T(
            "{who} gives one {colour} card to {to}.", who=Who(event.seat), colour=colour(rules, event.colour), to=Who(event.to)
        )
    if isinstance(event, w.RowTurnedUp):
        return T("Turned up: {colours}.", colours=[colour(rules, c) for c in event.cards])
    if isinstance(event, w.RoutesDealt):
        if event.routes is None:
            return TN(
                "{who} is dealt {count} route card.", "{who} is dealt {count} route cards.", event.count, who=Who(event.seat)
            )
        return T("{who} is dealt the routes {routes}.", who=Who(event.seat), routes=[route(rules, r) for r in event.routes])
    if isinstance(event, w.RouteKept):
        if event.route is None:
            return T("{who} keeps a route card.", who=Who(event.seat))
        return T("{who} keeps {route}.", who=Who(event.seat), route=route(rules, event.route))
    if isinstance(event, w.TrainPlaced):
        return T("{who} starts in {city}.", who=Who(event.seat), city=city(rules, event.city))
    if isinstance(event, w.TrainMoved):
        return _tell_move(rules, event)
    if isinstance(event, w.TrainWaited):
        return T("{who} lets the train wait.", who=Who(event.seat))
    if isinstance(event, w.CargoLoaded):
        where, what = city(rules, event.city), good(rules, event.commodity)
        return T("{who} loads {good} in {city}.", who=Who(event.seat), good=what, city=where)
    if isinstance(event, w.CargoUnloaded):
        return T("{who} unloads {good}.", who=Who(event.seat), good=good(rules, event.commodity))
    if isinstance(event, w.GoodsDelivered):
        where, what = city(rules, event.city), good(rules, event.commodity)
        return T("{who} delivers {good} in {city} for ${value}.", who=Who(event.seat), good=what, city=where, value=event.value)
    return _tell_more(rules, event)


def _tell_contracts(rules: Spike, event: w.ContractsDealt) -> Text:
    chart = rules.chart
    known = [
        side(rules, c) if c in chart.sides else rules.goods_texts[chart.card_goods[chart.card_id[c]]] for c in event.contracts
    ]
    return T("{who} is dealt the contracts {contracts}.", who=Who(event.seat), contracts=known)


def _tell_move(rules: Spike, event: w.TrainMoved) -> Text:
    spaces, to = len(event.way), place(rules, event.way[-1])
    if event.how == "start":
        return TN(
            "{who} starts the train: {count} space, to {place}.",
            "{who} starts the train: {count} spaces, to {place}.",
            spaces,
            who=Who(event.seat),
            place=to,
        )
    if event.how == "extra":
        return T("{who} makes an extra movement to {place}.", who=Who(event.seat), place=to)
    return TN(
        "{who} moves the train {count} space, to {place}.",
        "{who} moves the train {count} spaces, to {place}.",
        spaces,
        who=Who(event.seat),
        place=to,
    )


def _tell_more(rules: Spike, event: w.SpikeEvent) -> Text:
    if isinstance(event, w.CardTaken):
        return T("{who} takes the {colour} card.", who=Who(event.seat), colour=colour(rules, event.colour))
    if isinstance(event, w.CardDrawn):
        if event.colour is None:
            return T("{who} draws a card from the deck.", who=Who(event.seat))
        return T("{who} draws from the deck: {colour}.", who=Who(event.seat), colour=colour(rules, event.colour))
    if isinstance(event, w.TimeCardDrawn):
        return T("Time card {number} is drawn.", number=event.count)
    if isinstance(event, w.RoundBegan):
        row = [colour(rules, c) for c in event.row]
        return T("The deck is empty: round {round} begins. Face up: {colours}.", round=event.round, colours=row)
    if isinstance(event, w.LineBuilt):
        return T(
            "{who} connects {city} ({line}; {cards}) and earns ${money} for {good}.",
            who=Who(event.seat),
            city=city(rules, event.city),
            line=line(rules, tuple(event.line)),
            cards=cards(rules, event.pay),
            money=event.money,
            good=good(rules, event.commodity),
        )
    if isinstance(event, w.PartUpgraded):
        return T(
            "{who} upgrades the {part} for ${price}: {level}.",
            who=Who(event.seat),
            part=PART_NAMES[event.part],
            price=event.price,
            level=part_level(rules, event.part, event.level),
        )
    if isinstance(event, w.Passed):
        return T("{who} passes.", who=Who(event.seat))
    if isinstance(event, w.LastTurnsBegan):
        return T("{who} has no track and no delivery left: everybody else has one more turn.", who=Who(event.seat))
    if isinstance(event, w.RouteScored):
        return TN(
            "{who} scores {count} point for the route {route}.",
            "{who} scores {count} points for the route {route}.",
            event.points,
            who=Who(event.seat),
            route=route(rules, event.route),
        )
    assert isinstance(event, w.GameEnded)
    return T("The third time card ends the game.") if event.by == "time" else T("The last turns are played: the game is over.")


def ask(rules: Spike, step: w.SpikeStep) -> Text:
    """What is asked of the seat, in one imperative sentence."""
    if isinstance(step, w.PickSide):
        return T("Choose a side of the contract card.")
    if isinstance(step, w.GiveCard):
        return T("Give one rail card to your right-hand neighbour.")
    if isinstance(step, w.PickRoute):
        return T("Keep one of the two route cards.")
    if isinstance(step, w.PlaceTrain):
        return T("Choose the city where your train starts.")
    if isinstance(step, w.FreeMovement):
        return T("Move your train, or let it wait.")
    if isinstance(step, w.DeliverGoods):
        return T("Deliver a commodity, or keep it on board.")
    if isinstance(step, w.TakeAction):
        return T("Draw, build, start the train, move it one space, or upgrade it.")
    if isinstance(step, w.DrawMore):
        return TN("Take {count} more card, or stop.", "Take up to {count} more cards, or stop.", step.left)
    if isinstance(step, w.SketchLine):
        return T("Choose the next segment of your line.") if step.line else T("Choose the first segment of your line.")
    if isinstance(step, w.PayForLine):
        return T("Pay for the line.")
    return T("Wait")


def name(rules: Spike, target: str) -> Text:
    """A target of a path, as the label of a button."""
    kind, _, rest = target.partition(":")
    if kind == "side":
        card, _, letter = rest.partition(":")
        return say(rules, w.ChooseSide(card, letter))
    if kind == "give" or kind == "row":
        return T("{colour} card", colour=colour(rules, rest))
    if kind == "route":
        return route(rules, rest)
    if kind == "city" or kind == "run":
        return place(rules, rest)
    if kind == "seg":
        return segment(rules, rest)
    if kind == "deliver":
        return say(rules, w.Deliver(rest))
    if kind == "line":
        return line(rules, tuple(rest.split("+")))
    if kind == "pay":
        pay = [pair.partition(":") for pair in rest.split("+")]
        return say(rules, w.Pay({c: int(n) for c, _, n in pay}))
    if kind == "start":
        return _start_name(rules, rest)
    if kind == "upgrade":
        return T("Upgrade the {part}", part=PART_NAMES[rest])
    return FIXED.get(target, T("{target}", target=target))


FIXED = {
    "deck": T("Draw from the deck"),
    "do:keep": T("Deliver nothing"),
    "do:stop": T("Take no more cards"),
    "do:line": T("Lay a line of your own, segment by segment"),
    "do:drop": T("Give up this line"),
    "do:pass": T("Pass"),
}


def _start_name(rules: Spike, rest: str) -> Text:
    if rest == "as-is":
        return T("Start the train")
    off, _, on = rest.partition("+")
    return cargo(rules, w.Start("", on or None, tuple(g for g in off.split("-") if g)))


def chance_name(rules: Spike, stream: str, value: int) -> Text:
    """An outcome of chance in words, for a game typed in from a physical table."""
    chart = rules.chart
    if stream == "first player":
        return T("{who}", who=Who(value))
    if stream == "deck":
        return rules.colour_texts[value] if value < chart.time_card else T("time card")
    if stream in ("market", "contract deal"):
        return rules.goods_texts[value]
    if stream == "contract cards":
        return T("card {number}", number=value + 1)
    if stream == "contract sides":
        return T("side {side}", side="AB"[value])
    if stream == "routes":
        return route(rules, chart.routes[value])
    return T("{stream}: {value}", stream=stream, value=value)
