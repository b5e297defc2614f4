"""Round the board of Steam: the question, the order of play, numbers in words, what the others did, the slip of a turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from boxcars.core.messages import TN, T, Text, Who
from boxcars.core.types import Event
from boxcars.games.steam.names import goods_text
from boxcars.games.steam.types import (
    ACTIONS,
    BidForOrder,
    BidForStart,
    BuildTrack,
    ChooseNewCity,
    ChooseReward,
    ChooseSupply,
    CityFounded,
    CityGrown,
    GameEnded,
    IncomeSettled,
    LoansTaken,
    MoveRound,
    RaiseCapital,
    RewardTaken,
    SelectAction,
    SteamObservation,
    TakeLoans,
    TileTaken,
)
from boxcars.games.steam.ui.sentences import teller_of
from boxcars.rail.actions import Bid, GoodsMoved, LinkCompleted, PlaceTaken, TurnBegan
from boxcars.rail.names import ACTION_NAMES, BRIEF_NAMES, ORDINALS
from boxcars.rail.ui import tabletop
from boxcars.view.board import Say, dollars
from boxcars.view.tabletop import Ask, Grid, Recap, Row, Slip, Turn

if TYPE_CHECKING:
    from boxcars.games.steam.rules import Steam


# -- the question --------------------------------------------------------------------------------------------------------


def turn_prompt(rules: Steam, seen: SteamObservation) -> Ask | None:
    step = seen.agenda[-1]
    who = Who(step.seat)
    if isinstance(step, BidForOrder):
        return tabletop.ask_bid(step.seat)
    if isinstance(step, MoveRound):
        return tabletop.ask_move(step.seat)
    if isinstance(step, BuildTrack):
        line = TN("Build track: {count} tile left", "Build track: {count} tiles left", step.plays)
        short = T("Build track: {count} left", count=step.plays)
        done = T("Use your city action")
        return tabletop.ask_build(step.seat, line if step.plays else done, short if step.plays else done)
    if isinstance(step, BidForStart):
        place = ORDINALS[len(seen.order)]
        line, other = (
            T("Bid for {place} place or drop out", place=place),
            T("{who} is bidding for {place} place", who=who, place=place),
        )
        return Ask(line=line, other=other, lamp="coins")
    if isinstance(step, RaiseCapital):
        line, short = T("Take loans: +$5 each, income −1"), T("Take loans?")
        return Ask(line=line, short=short, other=T("{who} is taking loans", who=who), lamp="coins")
    if isinstance(step, SelectAction):
        return Ask(line=T("Take an action tile"), other=T("{who} is choosing an action tile", who=who), lamp="cards")
    if isinstance(step, ChooseNewCity):
        line = T("Choose the New City for {town}", town=teller_of(rules.board).names[step.hex])
        return Ask(line=line, short=T("Choose a New City"), other=T("{who} is choosing a New City", who=who), lamp="hex")
    if isinstance(step, ChooseSupply):
        line = T("Choose the goods for {city}", city=teller_of(rules.board).names[step.hex])
        return Ask(line=line, short=T("Choose goods"), other=T("{who} is choosing goods", who=who), lamp="cube")
    if isinstance(step, ChooseReward):
        line = TN(
            "Take {count} point as income or a victory point", "Take {count} points as income or victory points", step.points
        )
        return Ask(line=line, short=T("Income or points?"), other=T("{who} is choosing income or points", who=who), lamp="coins")
    return None


def target_label(rules: Steam, seen: SteamObservation, target: str) -> Text | None:
    """Numbers as what they mean."""
    kind, _, number = target.partition(":")
    if kind != "n":
        return None
    if isinstance(seen.agenda[-1], RaiseCapital):
        return T("Borrow ${amount}", amount=rules.loan * int(number)) if int(number) else T("Don't take loans")
    return T("Bid ${amount}", amount=int(number))


def action_note(rules: Steam, seen: SteamObservation, action: Any) -> Text | None:
    """Return what a number costs: income first, then victory points (STM-3.4)."""
    if isinstance(action, TakeLoans) and action.steps:
        income = min(action.steps, seen.income[seen.actor] - rules.income_min)
        points = (action.steps - income) * rules.loan_points
        if points:
            return T("income −{income}, points −{points}", income=income, points=points)
        return T("income −{income}", income=income)
    if isinstance(action, Bid) and rules.standard:
        return T("${left} left", left=seen.cash[seen.actor] - action.amount)
    return None


def left_over(players: int, place: int) -> Text:
    """Return what dropping out of the auction for a place of the starting order means: the last place goes to who is left
    (STM-5.4)."""
    if place < players - 1:
        return T("free; then bid for {place} place", place=ORDINALS[place])
    return T("{place} place, free", place=ORDINALS[players - 1])


def city_action(seen: SteamObservation, seat: int) -> Text:
    """Return how the tile is used that one has paid for (STM-8.34, 8.41)."""
    if ACTIONS[seen.tiles[seat] - 1] == "urbanization":
        return T("Urbanization: click a town for the New City.")
    return T("City Growth: click the city that gets the goods.")


# -- the order of play ---------------------------------------------------------------------------------------------------


def seat_order(rules: Steam, seen: SteamObservation) -> list[Turn]:
    gone = [seat for seat in range(rules.players) if seen.gone[seat]]
    sale = seen.auction
    if sale is not None and not seen.turn:  # the starting order: those who have a place, then those who bid for the next
        placed = [Turn(seat=seat, state="done", note=T("{place} place", place=ORDINALS[i])) for i, seat in enumerate(seen.order)]
        rest = [seat for seat in range(rules.players) if seat not in seen.order]
        notes = tabletop.bids(rest, sale.bids)
        return placed + [
            Turn(seat=seat, state="now" if seat == seen.actor else "next" if seat in sale.waiting else "out", note=notes[seat])
            for seat in rest
        ]
    if sale is not None:
        notes = tabletop.bids(seen.order, sale.bids)
        dropped = [seat for seat in sale.dropped if seat in seen.order]
        return tabletop.turns(seen.order, seen.actor, sale.waiting, notes, dropped, gone)
    ahead = []
    for step in reversed(seen.agenda[:-1]):
        if step.seat < 0:
            break
        ahead.append(step.seat)
    roles = {seat: ACTIONS[seen.tiles[seat] - 1] for seat in seen.order if seen.tiles[seat]}
    notes = {seat: ACTION_NAMES[role] for seat, role in roles.items()}
    brief = {seat: BRIEF_NAMES[role] for seat, role in roles.items()}
    return tabletop.turns(seen.order, seen.actor, ahead, notes, (), gone, brief)


# -- since one's own last move --------------------------------------------------------------------------------------------


def recap_row(rules: Steam, say: Say, events: list[Event], touched: list[str]) -> Recap | None:
    """Return a turn of somebody else in one row; None: its sentences from the log."""
    place = teller_of(rules.board).place
    story = tabletop.Story(touched)
    for event in events:
        if isinstance(event, TurnBegan):
            return Recap(text=T("End of turn {turn}", turn=event.turn - 1), touched=touched)
        if isinstance(event, PlaceTaken):  # (what was bid for it may have been lent: the sentences of the log say both)
            return None
        if isinstance(event, GoodsMoved):
            took = sum(e.points for e in events if isinstance(e, RewardTaken) and e.seat == event.seat)
            story.moved(event, place(event.origin), place(event.stops[-1]), took)
        elif isinstance(event, TileTaken):
            story.tell(T("{who} takes {action}.", who=Who(event.seat), action=ACTION_NAMES[event.action]))
        elif isinstance(event, (CityFounded, CityGrown)):
            goods = goods_text(event.goods) or [T("no goods")]
            text = T("{who}: {city} gets {goods}", who=Who(event.seat), city=place(event.hex), goods=goods)
            story.tell(text, dot=True)
        elif isinstance(event, LoansTaken) and event.steps:
            gain = f"+{dollars(say, rules.loan * event.steps)}"
            story.tell(T("{who} takes a loan", who=Who(event.seat)), gain=gain, dot=True)
    done = [event for event in events if isinstance(event, LinkCompleted)]
    links = [T("{a} – {b}", a=place(event.ends[0]), b=place(event.ends[1])) for event in done]
    return story.recap(events, T("{links}", links=links) if links else None)


# -- the slip of a turn --------------------------------------------------------------------------------------------------


def turn_summary(rules: Steam, say: Say, events: list[Event]) -> Slip | None:
    """Income and expenses of the turn that ended by this action (STM-12.1, 15.14)."""
    settled = [event for event in events if isinstance(event, IncomeSettled)]
    if not settled:
        return None
    head: list[Text | str] = ["", T("Income"), T("Engine"), T("Points lost"), T("Income lost"), T("Cash now")]
    rows = []
    for event in settled:
        loss = [f"−{lost}" if lost else "–" for lost in (event.points_lost, event.income_lost)]
        engine = f"−{dollars(say, event.maintenance)}" if event.maintenance else "–"
        cells: list[Text | str] = [T("{who}", who=Who(event.seat)), signed(say, event.amount), engine, *loss]
        rows.append(Row(cells=[*cells, dollars(say, event.cash)], seat=event.seat))
    keep = [i for i in range(len(head)) if i in (0, 1, 5) or any(row.cells[i] != "–" for row in rows)]
    tables = [
        Grid(
            title=T("Income and expenses"),
            head=[head[i] for i in keep],
            rows=[Row(cells=[row.cells[i] for i in keep], seat=row.seat) for row in rows],
        )
    ]
    began = next((event.turn for event in events if isinstance(event, TurnBegan)), 0)
    if not began or any(isinstance(event, GameEnded) for event in events):
        return Slip(title=T("End of the last turn"), tables=tables)
    left = rules.turns - began + 1
    note = T("{count} turns left.", count=left) if left > 1 else T("The last turn begins.")
    return Slip(title=T("End of turn {turn}", turn=began - 1), note=note, tables=tables, go=T("Go to turn {turn}", turn=began))


def signed(say: Say, amount: int) -> str:
    return f"{'−' if amount < 0 else '+'}{dollars(say, abs(amount))}"
