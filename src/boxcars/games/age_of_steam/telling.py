"""Actions, steps and targets of Age of Steam in words; events are told in ``log``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from boxcars.core.words import TN, T, Text, Who
from boxcars.games.age_of_steam.components import COLOURS, LETTERS, TILES
from boxcars.games.age_of_steam.words import (
    Bid,
    BidOrDrop,
    BuildTrack,
    BuyDirectLink,
    ChooseAction,
    DecideFirst,
    DecideProduction,
    DecideShares,
    DeclineFirst,
    DeclineProduction,
    DoNothing,
    DrawGoods,
    DropOut,
    EndBuild,
    IssueShares,
    LayTrack,
    MoveGoods,
    MoveOne,
    PassBid,
    PayForFirst,
    PlaceDrawn,
    PlaceGoods,
    RaiseLocomotive,
    RewardRailroads,
    ShareReward,
    TakeAction,
    Urbanize,
)
from boxcars.rail.bearings import FLAT, POINTY

if TYPE_CHECKING:
    from boxcars.games.age_of_steam.rules import AgeOfSteam

COLOUR_NAMES = {
    "red": T("red"),
    "blue": T("blue"),
    "purple": T("purple"),
    "yellow": T("yellow"),
    "black": T("black"),
    "white": T("cotton"),
}
ACTION_NAMES = {
    "first_move": T("First Move"),
    "first_build": T("First Build"),
    "engineer": T("Engineer"),
    "locomotive": T("Locomotive"),
    "urbanization": T("Urbanization"),
    "production": T("Production"),
    "turn_order": T("Turn Order"),
}
TILE_NAMES = {
    "straight": T("straight"),
    "gentle": T("gentle curve"),
    "sharp": T("sharp curve"),
    "cross_gentle_straight": T("crossing, gentle and straight"),
    "cross_gentle_gentle": T("crossing, two gentle curves"),
    "cross_straight_straight": T("crossing, two straights"),
    "coexist_gentle_gentle": T("two gentle curves"),
    "coexist_gentle_sharp_left": T("gentle and sharp, left"),
    "coexist_gentle_sharp_right": T("gentle and sharp, right"),
    "coexist_straight_sharp": T("straight and sharp"),
    "town_1": T("town, one exit"),
    "town_3_left": T("town, three exits, left"),
    "town_3_right": T("town, three exits, right"),
    "town_3_half": T("town, three exits, one half"),
    "town_3_star": T("town, three exits, star"),
}
HALVES = {"light": T("light"), "dark": T("dark")}


def column_text(column: str) -> str | Text:
    """A column of the goods display: of which half, or the letter of its New City."""
    if column in LETTERS:
        return column
    return T("{half} {number}", half=HALVES["light" if column[0] == "L" else "dark"], number=column[1:])


def sides(rules: AgeOfSteam) -> tuple[Text, ...]:
    return POINTY if rules.board.grid.pointy else FLAT


def side_name(rules: AgeOfSteam, side: int) -> Text:
    """A compass point; a number for a side that does not exist (of a refused action)."""
    return sides(rules)[side] if 0 <= side < 6 else T("{number}", number=side)


def place(rules: AgeOfSteam, hex: str) -> str | Text:
    """A city or town by its name, any other hex by where it lies; the id of a hex that does not exist (of a refused action)."""
    number = rules.board.grid.number.get(hex, -1)
    return rules.board.name(number) if number >= 0 else hex


def player(seat: int) -> Text:
    return Text("{who}", {"who": Who(seat)})


def colour_list(colours: list[Any]) -> list[Text]:
    return [COLOUR_NAMES[c] for c in colours]


def tile_text(rules: AgeOfSteam, tile: str, rotation: int) -> Text:
    """A tile and where its track leads: "straight N–S"."""
    if tile not in TILES.number or not 0 <= rotation < 6:
        return T("{tile}", tile=tile)
    return T("{tile} {ways}", tile=TILE_NAMES[tile], ways=ways_text(rules, tile, rotation))


def ways_text(rules: AgeOfSteam, tile: str, rotation: int) -> list[Text]:
    form = TILES.forms[TILES.form_of[TILES.number[tile]][rotation]]
    names = sides(rules)
    return [names[a] if b > 5 else T("{a}–{b}", a=names[a], b=names[b]) for a, b in form.segments]


def link_name(rules: AgeOfSteam, link: str) -> str:
    if link not in rules.board.direct:
        return link
    a, b, _ = rules.board.direct[link]
    return f"{rules.board.names[a]} – {rules.board.names[b]}"


# -- actions -----------------------------------------------------------------------------------------------------------


def say(rules: AgeOfSteam, action: Any) -> Text:
    if isinstance(action, IssueShares):
        if action.shares == 0:
            return T("Issue no shares")
        return TN("Issue {count} share", "Issue {count} shares", action.shares)
    if isinstance(action, Bid):
        return T("Bid ${amount}", amount=action.amount)
    if isinstance(action, PassBid):
        return T("Pass (Turn Order)")
    if isinstance(action, DropOut):
        return T("Drop out")
    if isinstance(action, PayForFirst):
        return T("Pay $5 to be first")
    if isinstance(action, DeclineFirst):
        return T("Do not pay")
    if isinstance(action, TakeAction):
        return T("Take {action}", action=ACTION_NAMES[action.action])
    if isinstance(action, Urbanize):
        return T("Place New City {letter} on {town}", letter=action.city, town=place(rules, action.hex))
    if isinstance(action, LayTrack):
        return T("Lay {tile} on {place}", tile=tile_text(rules, action.tile, action.rotation), place=place(rules, action.hex))
    if isinstance(action, BuyDirectLink):
        return T("Buy the direct link {link}", link=link_name(rules, action.link))
    if isinstance(action, EndBuild):
        return T("End building")
    if isinstance(action, RewardRailroads):
        return T("Reward {players}", players=[Text("{who}", {"who": Who(seat)}) for seat in action.seats])
    return say_move(rules, action)


def say_move(rules: AgeOfSteam, action: Any) -> Text:
    if isinstance(action, MoveGoods):
        return T(
            "Move {colour} from {origin} to {city} ({way})",
            colour=COLOUR_NAMES[action.colour],
            origin=place(rules, action.origin),
            city=place(rules, action.to),
            way=way_text(rules, action.sides, action.bonus),
        )
    if isinstance(action, RaiseLocomotive):
        return T("Raise the locomotive")
    if isinstance(action, DoNothing):
        return T("Do nothing")
    if isinstance(action, DrawGoods):
        return T("Draw two cubes")
    if isinstance(action, DeclineProduction):
        return T("Do not use Production")
    assert isinstance(action, PlaceGoods)
    return T(
        "Put {colour} on {column}, space {space}",
        colour=COLOUR_NAMES[action.colour],
        column=column_text(action.column),
        space=action.space,
    )


def way_text(rules: AgeOfSteam, way: tuple[int, ...], bonus: int) -> Text:
    links = TN("{count} link", "{count} links", len(way))
    steps = [side_name(rules, side) for side in way]
    if bonus < 0:
        return T("{links}: {steps}", links=links, steps=steps)
    return T("{links}: {steps}; bonus to link {number}", links=links, steps=steps, number=bonus + 1)


# -- steps and targets -------------------------------------------------------------------------------------------------

ASKS: dict[type, Text] = {
    DecideShares: T("Issue shares for $5 each, or none."),
    BidOrDrop: T("Bid for the order of play, or drop out."),
    DecideFirst: T("Pay $5 to be first, or decline."),
    ChooseAction: T("Take one of the actions of this turn."),
    BuildTrack: T("Build track, or end building."),
    ShareReward: T("Choose who is rewarded for the transcontinental railroad."),
    MoveOne: T("Move a cube, raise the locomotive, or do nothing."),
    DecideProduction: T("Draw two cubes for the goods display, or decline."),
    PlaceDrawn: T("Put a drawn cube on an empty space of the goods display."),
}


def ask(step: Any) -> Text:
    return ASKS.get(type(step), T("Wait for the game."))


BUTTONS = {
    "pass": T("Pass (Turn Order)"),
    "drop": T("Drop out"),
    "pay_first": T("Pay $5 to be first"),
    "decline_first": T("Do not pay"),
    "end": T("End building"),
    "locomotive": T("Raise the locomotive"),
    "nothing": T("Do nothing"),
    "draw": T("Draw two cubes"),
    "decline": T("Do not use Production"),
}


def name(rules: AgeOfSteam, target: str) -> Text:
    kind, _, rest = target.partition(":")
    if kind == "do":
        return BUTTONS[rest]
    if kind == "hex":
        return T("{place}", place=place(rules, rest))
    if kind == "tile":
        return TILE_NAMES[rest]
    if kind == "turn":
        tile, _, rotation = rest.partition(":")
        return T("{ways}", ways=ways_text(rules, tile, int(rotation)))
    if kind == "city":
        return T("New City {letter}", letter=rest)
    if kind == "action":
        return ACTION_NAMES[rest]
    if kind == "link":
        return T("{link}", link=link_name(rules, rest))
    if kind == "reward":
        return T("{players}", players=[player(int(s)) for s in rest.split("+")])
    if kind == "cube":
        hex, _, colour = rest.partition(":")
        return T("{colour} at {place}", colour=COLOUR_NAMES[colour], place=place(rules, hex))
    if kind == "way":
        return way_text(rules, tuple(int(s) for s in rest.split(".")), -1)
    if kind == "bonus":
        return T("bonus to link {number}", number=int(rest) + 1)
    if kind == "drawn":
        return T("{colour} cube", colour=COLOUR_NAMES[rest])
    if kind == "space":
        column, _, space = rest.partition(":")
        return T("column {column}, space {space}", column=column_text(column), space=int(space))
    return T("{number}", number=rest)


def chance_name(stream: str, value: int) -> Text:
    """An outcome in words: a cube, a die, a seat."""
    if stream == "bag":
        return COLOUR_NAMES[COLOURS[value]]
    if stream.startswith("dice"):
        return T("{number}", number=value + 1)
    return player(value)
