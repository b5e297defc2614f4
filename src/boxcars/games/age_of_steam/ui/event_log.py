"""Events of Age of Steam as sentences of the log."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from boxcars.core.messages import TN, T, Text, Who
from boxcars.games.age_of_steam.events import (
    ActionTaken,
    CityFounded,
    DirectLinkBought,
    ExpensesPaid,
    ExtraCube,
    FirstDeclined,
    GameEnded,
    GoodsDrawn,
    GoodsGrown,
    GoodsPlaced,
    GoodsReturned,
    IncomeCollected,
    IncomeReduced,
    OrderRolled,
    ProductionDeclined,
    RightDrawn,
    SharesIssued,
    TieRolled,
    Transcontinental,
)
from boxcars.games.age_of_steam.names import HALVES, column_text, link_name, place, player, town_exits
from boxcars.games.age_of_steam.ui.sentences import colour_list
from boxcars.rail.actions import (
    BidMade,
    BidPassed,
    BuildEnded,
    GoodsMoved,
    LinkCompleted,
    LocomotiveRaised,
    MoveSkipped,
    OwnershipLost,
    PlaceTaken,
    PlayerEliminated,
    TrackLaid,
    TurnBegan,
)
from boxcars.rail.names import ACTION_NAMES, COLOUR_NAMES, ORDINALS
from boxcars.rail.ui.sentences import track_laid

if TYPE_CHECKING:
    from boxcars.games.age_of_steam.rules import AgeOfSteam


def tell(rules: AgeOfSteam, event: Any) -> Text:
    teller = TELLERS[type(event)]
    found: Text = teller(rules, event)
    return found


def _money(amounts: list[int]) -> list[Text]:
    return [T("{who} +${amount}", who=Who(seat), amount=amount) for seat, amount in enumerate(amounts) if amount]


def _paid(amounts: list[int]) -> list[Text]:
    return [T("{who} −${amount}", who=Who(seat), amount=amount) for seat, amount in enumerate(amounts) if amount]


def _steps(amounts: list[int]) -> list[Text]:
    return [T("{who} −{amount}", who=Who(seat), amount=amount) for seat, amount in enumerate(amounts) if amount]


def _order_rolled(rules: AgeOfSteam, e: OrderRolled) -> Text:
    return T("Starting order (three dice each): {order}.", order=[player(s) for s in e.order])


def _right_drawn(rules: AgeOfSteam, e: RightDrawn) -> Text:
    return T("{who} decides first whether to pay to go first.", who=Who(e.seat))


def _turn_began(rules: AgeOfSteam, e: TurnBegan) -> Text:
    return T("Turn {turn} of {turns} begins.", turn=e.turn, turns=rules.turns)


def _shares_issued(rules: AgeOfSteam, e: SharesIssued) -> Text:
    if e.shares == 0:
        return T("{who} doesn't issue shares.", who=Who(e.seat))
    return TN(
        "{who} issues {count} share and gets ${cash}.",
        "{who} issues {count} shares and gets ${cash}.",
        e.shares,
        who=Who(e.seat),
        cash=e.cash,
    )


def _bid_made(rules: AgeOfSteam, e: BidMade) -> Text:
    return T("{who} bids ${amount}.", who=Who(e.seat), amount=e.amount)


def _bid_passed(rules: AgeOfSteam, e: BidPassed) -> Text:
    return T("{who} passes with the Turn Order action.", who=Who(e.seat))


def _place_taken(rules: AgeOfSteam, e: PlaceTaken) -> Text:
    if e.paid:
        return T("{who} goes {place} (paid ${paid}).", who=Who(e.seat), place=ORDINALS[e.place - 1], paid=e.paid)
    return T("{who} goes {place} for free.", who=Who(e.seat), place=ORDINALS[e.place - 1])


def _first_declined(rules: AgeOfSteam, e: FirstDeclined) -> Text:
    if e.asked:
        return T("{who} doesn't pay to go first.", who=Who(e.seat))
    return T("{who} can't pay to go first.", who=Who(e.seat))


def _action_taken(rules: AgeOfSteam, e: ActionTaken) -> Text:
    return T("{who} takes {action}.", who=Who(e.seat), action=ACTION_NAMES[e.action])


def _city_founded(rules: AgeOfSteam, e: CityFounded) -> Text:
    return T("{who} places New City {letter} on {town}.", who=Who(e.seat), town=place(rules, e.hex), letter=e.city)


def _track_laid(rules: AgeOfSteam, e: TrackLaid) -> Text:
    return track_laid(e, place(rules, e.hex), town_exits(e.tile))


def _link_completed(rules: AgeOfSteam, e: LinkCompleted) -> Text:
    a, b = (place(rules, end) for end in e.ends)
    return T("{who} completes the link {a} – {b}.", who=Who(e.seat), a=a, b=b)


def _direct_link_bought(rules: AgeOfSteam, e: DirectLinkBought) -> Text:
    return T("{who} buys the direct link {link} for ${paid}.", who=Who(e.seat), link=link_name(rules, e.link), paid=e.paid)


def _ownership_lost(rules: AgeOfSteam, e: OwnershipLost) -> Text:
    return T(
        "{who} loses the unfinished track on {hexes}.", who=Who(e.seat), hexes=[T("{hex}", hex=place(rules, h)) for h in e.hexes]
    )


def _build_ended(rules: AgeOfSteam, e: BuildEnded) -> Text:
    return T("{who} finishes building.", who=Who(e.seat))


def _transcontinental(rules: AgeOfSteam, e: Transcontinental) -> Text:
    if not e.seats:
        return T("The transcontinental railroad is complete. Nobody gets a reward.")
    return T(
        "The transcontinental railroad is complete: +{income} income for {players}.",
        players=[player(s) for s in e.seats],
        income=e.income,
    )


def _goods_moved(rules: AgeOfSteam, e: GoodsMoved) -> Text:
    gains = [T("+{amount} for {who}", who=Who(s), amount=n) for s, n in enumerate(e.gains) if n]
    *way, to = [T("{place}", place=place(rules, stop)) for stop in e.stops]
    values: dict[str, Any] = {
        "who": Who(e.seat),
        "colour": COLOUR_NAMES[e.colour],
        "origin": place(rules, e.origin),
        "to": T("{place} via {towns}", place=to, towns=way) if way else to,
    }
    if not gains:
        return T("{who} moves a {colour} cube from {origin} to {to}. Nobody gains income.", **values)
    return T("{who} moves a {colour} cube from {origin} to {to} (income: {gains}).", **values, gains=gains)


def _locomotive_raised(rules: AgeOfSteam, e: LocomotiveRaised) -> Text:
    return T("{who} upgrades the locomotive to level {links}.", who=Who(e.seat), links=e.links)


def _move_skipped(rules: AgeOfSteam, e: MoveSkipped) -> Text:
    return T("{who} doesn't move any goods.", who=Who(e.seat))


def _income_collected(rules: AgeOfSteam, e: IncomeCollected) -> Text:
    if not any(e.amounts):
        return T("Nobody collects income.")
    return T("Income: {amounts}.", amounts=_money(e.amounts))


def _expenses_paid(rules: AgeOfSteam, e: ExpensesPaid) -> Text:
    if any(e.lost):
        return T(
            "Expenses: {amounts}. Income lost for unpaid expenses: {lost}.",
            amounts=_paid(e.paid) or T("nothing"),
            lost=_steps(e.lost),
        )
    return T("Expenses: {amounts}.", amounts=_paid(e.paid) or T("nothing"))


def _player_eliminated(rules: AgeOfSteam, e: PlayerEliminated) -> Text:
    return T("{who} goes bankrupt and is out of the game.", who=Who(e.seat))


def _income_reduced(rules: AgeOfSteam, e: IncomeReduced) -> Text:
    if not any(e.amounts):
        return T("Nobody's income is reduced.")
    return T("Income reduction: {amounts}.", amounts=_steps(e.amounts))


def _goods_drawn(rules: AgeOfSteam, e: GoodsDrawn) -> Text:
    return T("{who} draws these cubes for Production: {colours}.", who=Who(e.seat), colours=colour_list(e.colours))


def _production_declined(rules: AgeOfSteam, e: ProductionDeclined) -> Text:
    return T("{who} doesn't use Production.", who=Who(e.seat))


def _goods_placed(rules: AgeOfSteam, e: GoodsPlaced) -> Text:
    return T(
        "{who} adds a {colour} cube to column {column}, space {space}.",
        who=Who(e.seat),
        colour=COLOUR_NAMES[e.colour],
        column=column_text(e.column),
        space=e.space,
    )


def _goods_returned(rules: AgeOfSteam, e: GoodsReturned) -> Text:
    return T("No space left. Back into the bag: {colours}.", colours=colour_list(e.colours))


def _extra_cube(rules: AgeOfSteam, e: ExtraCube) -> Text:
    return T("{city} gets a {colour} cube from the bag.", city=place(rules, e.hex), colour=COLOUR_NAMES[e.colour])


def _goods_grown(rules: AgeOfSteam, e: GoodsGrown) -> Text:
    dice = ", ".join(str(n) for n in e.dice)
    if not e.moved:
        return T("Goods growth, {half} half ({dice}): no new cubes.", half=HALVES[e.half], dice=dice)
    moved = [T("{colour} to {city}", colour=COLOUR_NAMES[c], city=place(rules, h)) for _, h, c in e.moved]
    return T("Goods growth, {half} half ({dice}): {moved}.", half=HALVES[e.half], dice=dice, moved=moved)


def _tie_rolled(rules: AgeOfSteam, e: TieRolled) -> Text:
    return T("Dice rolls break the tie: {players}.", players=[player(s) for s in e.seats])


def _game_ended(rules: AgeOfSteam, e: GameEnded) -> Text:
    if e.reason == "one_left":
        return T("Only one player is left, so the game is over.")
    if e.reason == "none_left":
        return T("No players are left, so the game is over.")
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
