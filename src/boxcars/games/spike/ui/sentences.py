"""Actions, events, steps and targets of Spike in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boxcars.core.messages import TN, T, Text, Who
from boxcars.games.spike import actions as w
from boxcars.games.spike import steps as due
from boxcars.games.spike.names import PART_NAMES, cards, city, colour, good, line, place, route, segment, side

if TYPE_CHECKING:
    from boxcars.games.spike.rules import Spike


def say(rules: Spike, action: w.SpikeAction) -> Text:
    """Return the action as a button: imperative."""
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
        return T("Don't deliver")
    if isinstance(action, w.Draw):
        if action.card == "deck":
            return T("Draw from the deck")
        return T("Take the face-up {colour} card", colour=colour(rules, action.card))
    if isinstance(action, w.StopDrawing):
        return T("Stop drawing")
    if isinstance(action, w.Build):
        return T(
            "Build to {city} ({line}) with {cards}",
            city=city(rules, action.city) if action.city else "…",
            line=line(rules, action.line),
            cards=cards(rules, action.pay),
        )
    if isinstance(action, w.BeginLine):
        return T("Build track piece by piece")
    if isinstance(action, w.AddTrack):
        return T("Add {segment}", segment=segment(rules, action.segment))
    if isinstance(action, w.Pay):
        return T("Pay {cards}", cards=cards(rules, action.pay))
    if isinstance(action, w.DropLine):
        return T("Cancel this line")
    if isinstance(action, w.Start):
        return T("{cargo} and go to {place}", cargo=cargo(rules, action), place=place(rules, action.to))
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


def ask(rules: Spike, step: due.SpikeStep) -> Text:
    """Return what is asked of the seat, in one imperative sentence."""
    if isinstance(step, due.PickSide):
        return T("Choose a side of the contract card.")
    if isinstance(step, due.GiveCard):
        return T("Give one rail card to the player on your right.")
    if isinstance(step, due.PickRoute):
        return T("Keep one of the two route cards.")
    if isinstance(step, due.PlaceTrain):
        return T("Choose the city where your train starts.")
    if isinstance(step, due.FreeMovement):
        return T("Move your train or leave it where it is.")
    if isinstance(step, due.DeliverGoods):
        return T("Deliver goods or keep them on board.")
    if isinstance(step, due.TakeAction):
        return T("Draw cards, build a line, start the train, move it one space, or upgrade it.")
    if isinstance(step, due.DrawMore):
        return TN("Take {count} more card or stop.", "Take up to {count} more cards or stop.", step.left)
    if isinstance(step, due.SketchLine):
        return T("Choose the next segment of your line.") if step.line else T("Choose the first segment of your line.")
    if isinstance(step, due.PayForLine):
        return T("Pay for the line.")
    return T("Stay here")


def name(rules: Spike, target: str) -> Text:
    """Return a target of a path, as the label of a button."""
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
    "do:keep": T("Don't deliver"),
    "do:stop": T("Stop drawing"),
    "do:line": T("Build track piece by piece"),
    "do:drop": T("Cancel this line"),
    "do:pass": T("Pass"),
}


def _start_name(rules: Spike, rest: str) -> Text:
    if rest == "as-is":
        return T("Start the train")
    off, _, on = rest.partition("+")
    return cargo(rules, w.Start("", on or None, tuple(g for g in off.split("-") if g)))


def chance_name(rules: Spike, stream: str, value: int) -> Text:
    """Return an outcome of chance in words, for a game typed in from a physical table."""
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
