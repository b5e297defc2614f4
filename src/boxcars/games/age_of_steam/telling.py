"""Actions, events, steps and targets of Age of Steam in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from boxcars.core.words import TN, T, Text, Who
from boxcars.games.age_of_steam.components import COLOURS, LETTERS, TILES
from boxcars.games.age_of_steam.words import (
    ActionTaken,
    Bid,
    BidMade,
    BidOrDrop,
    BidPassed,
    BuildEnded,
    BuildTrack,
    BuyDirectLink,
    ChooseAction,
    CityFounded,
    DecideFirst,
    DecideProduction,
    DecideShares,
    DeclineFirst,
    DeclineProduction,
    DirectLinkBought,
    DoNothing,
    DrawGoods,
    DropOut,
    EndBuild,
    ExpensesPaid,
    ExtraCube,
    FirstDeclined,
    GameEnded,
    GoodsDrawn,
    GoodsGrown,
    GoodsMoved,
    GoodsPlaced,
    GoodsReturned,
    IncomeCollected,
    IncomeReduced,
    IssueShares,
    LayTrack,
    LinkCompleted,
    LocomotiveRaised,
    MoveGoods,
    MoveOne,
    MoveSkipped,
    OrderRolled,
    OwnershipLost,
    PassBid,
    PayForFirst,
    PlaceDrawn,
    PlaceGoods,
    PlaceTaken,
    PlayerEliminated,
    ProductionDeclined,
    RaiseLocomotive,
    RewardRailroads,
    RightDrawn,
    ShareReward,
    SharesIssued,
    TakeAction,
    TieRolled,
    TrackLaid,
    Transcontinental,
    TurnBegan,
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


# -- events ------------------------------------------------------------------------------------------------------------


def tell(rules: AgeOfSteam, event: Any) -> Text:
    teller = TELLERS[type(event)]
    found: Text = teller(rules, event)
    return found


def _who(seat: int) -> Text:
    return Text("{who}", {"who": Who(seat)})


def _money(amounts: list[int]) -> list[Text]:
    return [T("{who} ${amount}", who=Who(seat), amount=amount) for seat, amount in enumerate(amounts) if amount]


def _steps(amounts: list[int]) -> list[Text]:
    return [T("{who} by {amount}", who=Who(seat), amount=amount) for seat, amount in enumerate(amounts) if amount]


def _order_rolled(rules: AgeOfSteam, e: OrderRolled) -> Text:
    return T("Three dice each decide the first order of play: {order}.", order=[_who(s) for s in e.order])


def _right_drawn(rules: AgeOfSteam, e: RightDrawn) -> Text:
    return T("{who} has the first right of refusal.", who=Who(e.seat))


def _turn_began(rules: AgeOfSteam, e: TurnBegan) -> Text:
    return T("Turn {turn} of {turns} begins.", turn=e.turn, turns=rules.turns)


def _shares_issued(rules: AgeOfSteam, e: SharesIssued) -> Text:
    if e.shares == 0:
        return T("{who} issues no shares.", who=Who(e.seat))
    return TN(
        "{who} issues {count} share and takes ${cash}.",
        "{who} issues {count} shares and takes ${cash}.",
        e.shares,
        who=Who(e.seat),
        cash=e.cash,
    )


def _bid_made(rules: AgeOfSteam, e: BidMade) -> Text:
    return T("{who} bids ${amount}.", who=Who(e.seat), amount=e.amount)


def _bid_passed(rules: AgeOfSteam, e: BidPassed) -> Text:
    return T("{who} passes, thanks to the Turn Order action.", who=Who(e.seat))


def _place_taken(rules: AgeOfSteam, e: PlaceTaken) -> Text:
    if e.paid:
        return T("{who} takes place {place} for ${paid}.", who=Who(e.seat), place=e.place, paid=e.paid)
    return T("{who} takes place {place} and pays nothing.", who=Who(e.seat), place=e.place)


def _first_declined(rules: AgeOfSteam, e: FirstDeclined) -> Text:
    if e.asked:
        return T("{who} does not pay to be first.", who=Who(e.seat))
    return T("{who} cannot pay to be first.", who=Who(e.seat))


def _action_taken(rules: AgeOfSteam, e: ActionTaken) -> Text:
    return T("{who} takes {action}.", who=Who(e.seat), action=ACTION_NAMES[e.action])


def _city_founded(rules: AgeOfSteam, e: CityFounded) -> Text:
    return T("{who} makes {town} New City {letter}.", who=Who(e.seat), town=place(rules, e.hex), letter=e.city)


def _track_laid(rules: AgeOfSteam, e: TrackLaid) -> Text:
    values: dict[str, Any] = {
        "who": Who(e.seat),
        "tile": tile_text(rules, e.tile, e.rotation),
        "place": place(rules, e.hex),
        "paid": e.paid,
    }
    if e.kind == "place":
        return T("{who} lays {tile} on {place} for ${paid}.", **values)
    if e.kind == "redirect":
        return T("{who} redirects track on {place} to {tile} for ${paid}.", **values)
    return T("{who} replaces the tile on {place} by {tile} for ${paid}.", **values)


def _link_completed(rules: AgeOfSteam, e: LinkCompleted) -> Text:
    a, b = (place(rules, end) for end in e.ends)
    return T("{who} completes the link {a} – {b}.", who=Who(e.seat), a=a, b=b)


def _direct_link_bought(rules: AgeOfSteam, e: DirectLinkBought) -> Text:
    return T("{who} buys the direct link {link} for ${paid}.", who=Who(e.seat), link=link_name(rules, e.link), paid=e.paid)


def _ownership_lost(rules: AgeOfSteam, e: OwnershipLost) -> Text:
    return T(
        "{who} loses unfinished track at {hexes}.", who=Who(e.seat), hexes=[T("{hex}", hex=place(rules, h)) for h in e.hexes]
    )


def _build_ended(rules: AgeOfSteam, e: BuildEnded) -> Text:
    return T("{who} ends building.", who=Who(e.seat))


def _transcontinental(rules: AgeOfSteam, e: Transcontinental) -> Text:
    if not e.seats:
        return T("The transcontinental railroad is complete; nobody is rewarded.")
    return T(
        "The transcontinental railroad is complete: {income} more income for {players}.",
        players=[_who(s) for s in e.seats],
        income=e.income,
    )


def _goods_moved(rules: AgeOfSteam, e: GoodsMoved) -> Text:
    gains = [T("{who} +{amount}", who=Who(s), amount=n) for s, n in enumerate(e.gains) if n]
    *way, to = [T("{place}", place=place(rules, stop)) for stop in e.stops]
    values: dict[str, Any] = {
        "who": Who(e.seat),
        "colour": COLOUR_NAMES[e.colour],
        "origin": place(rules, e.origin),
        "to": T("{place} via {towns}", place=to, towns=way) if way else to,
    }
    if not gains:
        return T("{who} moves {colour} from {origin} to {to}; nobody gains income.", **values)
    return T("{who} moves {colour} from {origin} to {to}: income {gains}.", **values, gains=gains)


def _locomotive_raised(rules: AgeOfSteam, e: LocomotiveRaised) -> Text:
    return T("{who} raises the locomotive to {links}.", who=Who(e.seat), links=e.links)


def _move_skipped(rules: AgeOfSteam, e: MoveSkipped) -> Text:
    return T("{who} moves nothing.", who=Who(e.seat))


def _income_collected(rules: AgeOfSteam, e: IncomeCollected) -> Text:
    if not any(e.amounts):
        return T("Nobody collects income.")
    return T("Income is collected: {amounts}.", amounts=_money(e.amounts))


def _expenses_paid(rules: AgeOfSteam, e: ExpensesPaid) -> Text:
    if any(e.lost):
        return T(
            "Expenses are paid: {amounts}. Income lost for what could not be paid: {lost}.",
            amounts=_money(e.paid) or T("nothing"),
            lost=_steps(e.lost),
        )
    return T("Expenses are paid: {amounts}.", amounts=_money(e.paid) or T("nothing"))


def _player_eliminated(rules: AgeOfSteam, e: PlayerEliminated) -> Text:
    return T("{who} is bankrupt and out of the game.", who=Who(e.seat))


def _income_reduced(rules: AgeOfSteam, e: IncomeReduced) -> Text:
    if not any(e.amounts):
        return T("No income is reduced.")
    return T("Income is reduced: {amounts}.", amounts=_steps(e.amounts))


def _goods_drawn(rules: AgeOfSteam, e: GoodsDrawn) -> Text:
    return T("{who} draws for Production: {colours}.", who=Who(e.seat), colours=colour_list(e.colours))


def _production_declined(rules: AgeOfSteam, e: ProductionDeclined) -> Text:
    return T("{who} does not use Production.", who=Who(e.seat))


def _goods_placed(rules: AgeOfSteam, e: GoodsPlaced) -> Text:
    return T(
        "{who} puts {colour} on column {column}, space {space}.",
        who=Who(e.seat),
        colour=COLOUR_NAMES[e.colour],
        column=column_text(e.column),
        space=e.space,
    )


def _goods_returned(rules: AgeOfSteam, e: GoodsReturned) -> Text:
    return T("No space is left: {colours} goes back into the bag.", colours=colour_list(e.colours))


def _extra_cube(rules: AgeOfSteam, e: ExtraCube) -> Text:
    return T("{city} gets a cube from the bag: {colour}.", city=place(rules, e.hex), colour=COLOUR_NAMES[e.colour])


def _goods_grown(rules: AgeOfSteam, e: GoodsGrown) -> Text:
    dice = ", ".join(str(n) for n in e.dice)
    if not e.moved:
        return T("Goods growth, {half} half ({dice}): nothing arrives.", half=HALVES[e.half], dice=dice)
    moved = [T("{colour} to {city}", colour=COLOUR_NAMES[c], city=place(rules, h)) for _, h, c in e.moved]
    return T("Goods growth, {half} half ({dice}): {moved}.", half=HALVES[e.half], dice=dice, moved=moved)


def _tie_rolled(rules: AgeOfSteam, e: TieRolled) -> Text:
    return T("Dice break the tie: {players}.", players=[_who(s) for s in e.seats])


def _game_ended(rules: AgeOfSteam, e: GameEnded) -> Text:
    if e.reason == "one_left":
        return T("Only one player is left: the game is over.")
    if e.reason == "none_left":
        return T("Nobody is left: the game is over.")
    return T("The game is over.")


TELLERS: dict[type, Any] = {
    OrderRolled: _order_rolled,
    RightDrawn: _right_drawn,
    TurnBegan: _turn_began,
    SharesIssued: _shares_issued,
    BidMade: _bid_made,
    BidPassed: _bid_passed,
    PlaceTaken: _place_taken,
    FirstDeclined: _first_declined,
    ActionTaken: _action_taken,
    CityFounded: _city_founded,
    TrackLaid: _track_laid,
    LinkCompleted: _link_completed,
    DirectLinkBought: _direct_link_bought,
    OwnershipLost: _ownership_lost,
    BuildEnded: _build_ended,
    Transcontinental: _transcontinental,
    GoodsMoved: _goods_moved,
    LocomotiveRaised: _locomotive_raised,
    MoveSkipped: _move_skipped,
    IncomeCollected: _income_collected,
    ExpensesPaid: _expenses_paid,
    PlayerEliminated: _player_eliminated,
    IncomeReduced: _income_reduced,
    GoodsDrawn: _goods_drawn,
    ProductionDeclined: _production_declined,
    GoodsPlaced: _goods_placed,
    GoodsReturned: _goods_returned,
    ExtraCube: _extra_cube,
    GoodsGrown: _goods_grown,
    TieRolled: _tie_rolled,
    GameEnded: _game_ended,
}

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
        return T("{players}", players=[_who(int(s)) for s in rest.split("+")])
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
    return _who(value)
