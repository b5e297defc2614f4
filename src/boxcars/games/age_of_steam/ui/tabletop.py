"""Round the board of Age of Steam: the question, the order of play, what a move brings, what the others did."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from boxcars.core.messages import TN, T, Text, Who
from boxcars.core.types import Event
from boxcars.games.age_of_steam.actions import IssueShares, MoveGoods
from boxcars.games.age_of_steam.events import ActionTaken, CityFounded, DirectLinkBought, SharesIssued
from boxcars.games.age_of_steam.names import link_name, place
from boxcars.games.age_of_steam.observation import AgeOfSteamObservation
from boxcars.games.age_of_steam.steps import (
    BidOrDrop,
    BuildTrack,
    ChooseAction,
    DecideFirst,
    DecideProduction,
    DecideShares,
    MoveOne,
    Phase,
    PlaceDrawn,
    ShareReward,
)
from boxcars.rail.actions import Bid, GoodsMoved, LinkCompleted, TurnBegan
from boxcars.rail.names import ACTION_NAMES, BRIEF_NAMES
from boxcars.rail.ui import tabletop
from boxcars.view.board import Say, dollars
from boxcars.view.tabletop import Ask, Recap, Turn

if TYPE_CHECKING:
    from boxcars.games.age_of_steam.rules import AgeOfSteam

SHARE = 5
"""What a share brings (AOS-5.1)."""


# -- the question --------------------------------------------------------------------------------------------------------


def turn_prompt(rules: AgeOfSteam, seen: AgeOfSteamObservation) -> Ask | None:
    step = seen.agenda[-1]
    who = Who(step.seat)
    if isinstance(step, BidOrDrop):
        return tabletop.ask_bid(step.seat)
    if isinstance(step, BuildTrack):
        return tabletop.ask_build(step.seat, build_line(rules, seen, step.seat), T("Build track"))
    if isinstance(step, MoveOne):
        return tabletop.ask_move(step.seat)
    if isinstance(step, DecideShares):
        line, short, other = T("Issue shares for $5 each, or skip"), T("Issue shares?"), T("{who} is deciding on shares", who=who)
        return Ask(line=line, short=short, other=other, lamp="coins")
    if isinstance(step, DecideFirst):
        line, other = T("Pay $5 to go first, or decline"), T("{who} can pay to go first", who=who)
        return Ask(line=line, other=other, lamp="coins")
    if isinstance(step, ChooseAction):
        return Ask(line=T("Choose an action for this turn"), other=T("{who} is choosing an action", who=who), lamp="cards")
    if isinstance(step, ShareReward):
        line = T("Choose who gets the reward for the transcontinental railroad")
        return Ask(
            line=line, short=T("Who gets the reward?"), other=T("{who} is choosing who gets the reward", who=who), lamp="coins"
        )
    if isinstance(step, DecideProduction):
        line, short = T("Draw two cubes for the goods display, or decline"), T("Draw two cubes?")
        return Ask(line=line, short=short, other=T("{who} can use Production", who=who), lamp="cube")
    if isinstance(step, PlaceDrawn):
        line, short = T("Put a drawn cube on the goods display"), T("Place a drawn cube")
        return Ask(line=line, short=short, other=T("{who} is placing drawn cubes", who=who), lamp="cube")
    return None


def build_line(rules: AgeOfSteam, seen: AgeOfSteamObservation, seat: int) -> Text:
    if rules.must_finish and unfinished(seen, seat):
        return T("Finish your link: you can't leave it open on this map")
    return T("Build track or finish building")


def unfinished(seen: AgeOfSteamObservation, seat: int) -> bool:
    return any(owner == seat and min(ends) < 0 for owner, ends, _, _ in seen.sections)


def target_label(seen: AgeOfSteamObservation, target: str) -> Text | None:
    """Numbers as what they mean."""
    kind, _, number = target.partition(":")
    if kind != "n":
        return None
    if isinstance(seen.agenda[-1], DecideShares):
        return shares_text(int(number))
    return T("Bid ${amount}", amount=int(number)) if isinstance(seen.agenda[-1], BidOrDrop) else None


def shares_text(count: int) -> Text:
    return TN("Issue {count} share", "Issue {count} shares", count) if count else T("Don't issue shares")


def action_note(seen: AgeOfSteamObservation, action: Any) -> Text | None:
    """Return what a number costs."""
    if isinstance(action, IssueShares) and action.shares:
        return T("+${cash} now, −${due} each turn", cash=SHARE * action.shares, due=action.shares)
    if isinstance(action, Bid):
        return T("${left} left", left=seen.cash[seen.actor] - action.amount)
    return None


# -- the order of play ---------------------------------------------------------------------------------------------------


def seat_order(rules: AgeOfSteam, seen: AgeOfSteamObservation) -> list[Turn]:
    gone = [seat for seat in range(rules.players) if seen.gone[seat]]
    if seen.bids:
        notes = tabletop.bids(seen.order, seen.bids)
        return tabletop.turns(seen.order, seen.actor, seen.order, notes, seen.dropped, gone)
    ahead = []
    for step in reversed(seen.agenda[:-1]):
        if isinstance(step, Phase):
            break
        ahead.append(step.seat)
    roles = {seat: seen.actions[seat] for seat in seen.order if seen.actions[seat]}
    notes = {seat: ACTION_NAMES[role] for seat, role in roles.items()}
    brief = {seat: BRIEF_NAMES[role] for seat, role in roles.items()}
    return tabletop.turns(seen.order, seen.actor, ahead, notes, (), gone, brief)


# -- what a move brings --------------------------------------------------------------------------------------------------


def gains(rules: AgeOfSteam, seen: AgeOfSteamObservation, action: MoveGoods, owners: Sequence[int], from_land: bool) -> list[int]:
    """Income by seat (AOS-11.9): one for each link, and what the map adds (AOS-15.6, 16.5, 19.8)."""
    found = [0] * rules.players
    for owner in owners:
        if owner >= 0:
            found[owner] += 1
    if rules.first_section_bonus and from_land and owners[0] >= 0:
        found[owners[0]] += 1
    if action.bonus >= 0 and owners[action.bonus] >= 0:
        found[owners[action.bonus]] += 1
    if action.colour == "white":
        found[seen.actor] += rules.board.data.rules.cotton_bonus
    return found


# -- since one's own last move --------------------------------------------------------------------------------------------


def recap_row(rules: AgeOfSteam, say: Say, events: list[Event], touched: list[str]) -> Recap | None:
    """Return a turn of somebody else in one row; None: its sentences from the log."""
    story = tabletop.Story(touched)
    for event in events:
        if isinstance(event, TurnBegan):
            return Recap(text=T("End of turn {turn}", turn=event.turn - 1), touched=touched)
        if isinstance(event, GoodsMoved):
            story.moved(event, place(rules, event.origin), place(rules, event.stops[-1]), event.gains[event.seat])
        elif isinstance(event, CityFounded):
            text = T(
                "{who} places New City {letter} on {town}.", who=Who(event.seat), town=place(rules, event.hex), letter=event.city
            )
            story.tell(text)
        elif isinstance(event, SharesIssued):
            text = TN("{who} issues {count} share", "{who} issues {count} shares", event.shares, who=Who(event.seat))
            if event.shares:
                story.tell(text, gain=f"+{dollars(say, event.cash)}", dot=True)
            else:
                story.tell(T("{who} doesn't issue shares.", who=Who(event.seat)))
        elif isinstance(event, ActionTaken):
            story.tell(T("{who} takes {action}.", who=Who(event.seat), action=ACTION_NAMES[event.action]))
        elif isinstance(event, DirectLinkBought):
            text = T(
                "{who} buys the direct link {link} for ${paid}.",
                who=Who(event.seat),
                link=link_name(rules, event.link),
                paid=event.paid,
            )
            story.tell(text)
    links = [(event.ends[0], event.ends[1]) for event in events if isinstance(event, LinkCompleted)]
    said = T("{links}", links=[T("{a} – {b}", a=place(rules, a), b=place(rules, b)) for a, b in links]) if links else None
    return story.recap(events, said)
