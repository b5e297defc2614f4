"""What can happen at a table. Each function judges a request against the table as it is and returns what to write.

Nothing is changed here: the table manager commits the result, and asks again if somebody else was faster.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec.structs import replace

from boxcars.core.game import State
from boxcars.core.messages import TN, T, Text, Who
from boxcars.server.http.guest_identity import Guest
from boxcars.server.profiles.bot_ratings import no_stronger
from boxcars.server.store.store import Write
from boxcars.server.table import clocks, standing_orders
from boxcars.server.table.documents import Doc, Entry, EntryKind, Seat, StandingBid, Vote
from boxcars.server.table.game_results import HANDED, TAKEN_BACK, counts_for_rating, result_of
from boxcars.server.table.table import SNAPSHOT_EVERY, Table, make_refusal, opening_state


class Stale(Exception):
    """Raised when a request was made for a position that is no longer the current one."""


@dataclass(frozen=True)
class Held:
    """The profile that takes a seat, and its device (as a hash)."""

    card: str
    herald: str
    device: str


@dataclass
class Change:
    write: Write
    position: Any = None


def make_change(
    table: Table,
    kind: EntryKind,
    doc: Doc,
    now: float,
    *,
    seat: int = -1,
    body: bytes = b"",
    events: bytes = b"",
    reveals: bool = False,
    key: str | None = None,
    ply: int | None = None,
    position: State | None = None,
    tokens: list[tuple[str, int]] | None = None,
    freed: list[int] | None = None,
) -> Change:
    """Return a change with all that follows from it: clock, result, seat to act, and now and then a snapshot."""
    rules = table.rules
    state = position if position is not None else table.state
    result = None
    if doc.status == "playing":
        actor = rules.actor(state)
        doc = clocks.pass_turn(doc, actor, now)
        doc = standing_orders.follow_position(rules, state, doc)
        if actor < 0:
            doc = replace(doc, status="over", outcome=rules.outcome(state), votes=[], orders={}, early=[])
            result = result_of(table, doc)
        elif actor != table.doc.actor:
            doc = replace(doc, turn_began=table.seq + 1)
    else:
        doc = replace(doc, actor=-1, orders={}, early=[])
    ordered = kind != "undo" and doc.orders and standing_orders.ordered_action(rules, state, doc) is not None
    after = table.ply if ply is None else ply
    encoded = rules.write(position) if position is not None else None
    keep = encoded is not None and (kind in ("start", "version") or (kind == "act" and after % SNAPSHOT_EVERY == 0))
    entry = Entry(seq=table.seq + 1, kind=kind, seat=seat, ply=after, at=now, reveals=reveals, key=key, body=body, events=events)
    write = Write(
        id=table.id,
        entry=entry,
        doc=doc,
        version=rules.version if encoded is not None else table.version,
        state=encoded,
        snapshot=encoded if keep else None,
        bot=doc.awaits_bot or bool(ordered),
        deadline=clocks.turn_deadline(doc),
        remind=clocks.reminder_time(doc),
        again=clocks.reminder_time(doc) == clocks.reminder_time(table.doc),
        tokens=tokens or [],
        freed=freed or [],
        result=result,
        before=table.doc,
    )
    return Change(write, position)


def make_note(table: Table, doc: Doc, now: float, text: Text, *, seat: int = -1, **more: Any) -> Change:
    """Return a change that adds to the log and leaves the position as it is."""
    return make_change(table, "note", doc, now, seat=seat, body=msgspec.json.encode(text), **more)


def with_seat(doc: Doc, seat: int, **fields: Any) -> Doc:
    seats = list(doc.seats)
    seats[seat] = replace(seats[seat], **fields)
    return replace(doc, seats=seats)


def require_playing(table: Table) -> None:
    if table.doc.status != "playing":
        raise make_refusal("not_playing", T("This game isn't in progress."))


# -- before the game -----------------------------------------------------------------------------------------------------


STRANGERS = 2
"""The greatest number of seats of one address other than the host's at a table that is listed in the lobby."""


def require_open(table: Table) -> Doc:
    if table.doc.status != "open":
        raise make_refusal("not_open", T("This game has already started."))
    return table.doc


def require_welcome(doc: Doc, guest: Guest) -> None:
    """Refuse a guest who may not take a seat: one for each browser, except at a hot-seat table."""
    if guest.browser in doc.kept_away or guest.address in doc.kept_away:
        raise make_refusal("kept_away", T("The host has blocked you from this table."))
    if doc.hot_seat:
        return
    people = [seat for seat in doc.seats if seat.kind == "person"]
    if any(seat.browser == guest.browser for seat in people):
        raise make_refusal("one_seat", T("You already have a seat at this table."))
    if doc.listed and guest.address != doc.home and sum(seat.address == guest.address for seat in people) >= STRANGERS:
        raise make_refusal("one_seat", T("Too many players at this table already use your connection."))


def join_table(
    table: Table, seat: int | None, name: str, token_hash: str, guest: Guest, now: float, held: Held | None = None
) -> tuple[Change, int]:
    doc = require_open(table)
    free = [i for i, s in enumerate(doc.seats) if s.kind == "open"]
    if seat is None and free:
        seat = free[0]
    if seat is None or seat not in free:
        raise make_refusal("no_seat", T("That seat is taken."))
    require_welcome(doc, guest)
    herald = held.herald if held is not None else ""
    doc = with_seat(doc, seat, kind="person", name=name, browser=guest.browser, address=guest.address, herald=herald)
    made = make_note(table, doc, now, T("{who} joins.", who=Who(seat)), seat=seat, tokens=[(token_hash, seat)])
    return hold_seat(made, seat, held), seat


def hold_seat(made: Change, seat: int, held: Held | None) -> Change:
    """Give a seat to a profile; the links given out with it end with the device that got them."""
    if held is not None:
        made.write.taken = [(seat, held.card)]
        made.write.device = held.device
    return made


def claim_seat(table: Table, seat: int, held: Held, now: float) -> Change:
    """Bind a seat to the profile of whoever has its link. Not logged."""
    doc = with_seat(table.doc, seat, herald=held.herald, late=table.doc.status != "open")
    made = hold_seat(make_change(table, "note", doc, now), seat, held)
    if table.doc.status == "over":
        made.write.result = result_of(table, made.write.doc, late=True)
    return made


def forget_holder(table: Table, seat: int, name: str, now: float) -> Change:
    """Remove a deleted profile from a seat: before the start the seat is free, in a game a bot plays on; the name is removed."""
    doc = table.doc
    if doc.status == "open":
        return leave_seat(table, seat, now)
    text = None
    plain: dict[str, Any] = {"name": name, "herald": "", "browser": "", "address": "", "vacations": []}
    if doc.status == "playing" and doc.seats[seat].handed != "resigned":
        plain |= {"handed": "resigned", "level": doc.seats[seat].level or "heuristic"}
        text = Text(HANDED["resigned"].message, {"who": Who(seat)})
    doc = with_seat(doc, seat, **plain)
    if doc.rematch is not None:
        left = [i for i in doc.rematch.yes if i != seat]
        by = doc.rematch.by if doc.rematch.by != seat else min(left, default=-1)
        doc = replace(doc, rematch=replace(doc.rematch, by=by, yes=left) if left else None)
    doc = replace(doc, votes=[v for v in doc.votes if v.by != seat and v.seat != seat])
    return make_change(table, "note", doc, now, seat=seat, body=msgspec.json.encode(text) if text else b"", freed=[seat])


def empty_seat(doc: Doc, seat: int) -> Doc:
    """Return a seat as if nobody had ever taken it, without the former owner's links and rights."""
    return with_seat(doc, seat, **msgspec.structs.asdict(Seat()))


def set_seat(table: Table, seat: int, kind: str, level: str, name: str, now: float) -> Change:
    """The host makes an open seat a bot's, or a bot's seat open."""
    doc = require_open(table)
    if not 0 <= seat < len(doc.seats) or doc.seats[seat].kind == "person":
        raise make_refusal("no_seat", T("That seat is taken."))
    if kind == "bot":
        made = Seat(kind="bot", name=name or f"Bot {seat + 1}", level=level)
        doc = with_seat(doc, seat, **msgspec.structs.asdict(made))
        return make_note(table, doc, now, T("{who}, a bot, joins.", who=Who(seat)))
    return make_note(table, empty_seat(doc, seat), now, T("A seat is open again."))


def is_held(table: Table, seat: int) -> bool:
    """Return whether a person holds the seat."""
    return seat < len(table.doc.seats) and table.doc.seats[seat].kind == "person"


def send_away(table: Table, seat: int, for_good: bool, home: str, now: float) -> Change:
    """Free a person's seat for the host; ``for_good``: the guest may not return to this table. Then the browser is banned, and
    the address too unless somebody else (the host at ``home``) has the same."""
    doc = require_open(table)
    if not is_held(table, seat):
        raise make_refusal("no_seat", T("There's no human player in that seat."))
    sent = doc.seats[seat]
    others = {s.address for i, s in enumerate(doc.seats) if i != seat} | {doc.home, home}
    if for_good and not sent.host:
        away = {sent.browser} | ({sent.address} - others)
        doc = replace(doc, kept_away=[*doc.kept_away, *sorted(away - {*doc.kept_away, ""})][-200:])
    text = (
        T("The host has removed {name} from the seat.", name=sent.name)
        if not sent.herald
        else T("The host has removed a player from a seat.")
    )
    return make_note(table, empty_seat(doc, seat), now, text, freed=[seat])


def leave_seat(table: Table, seat: int, now: float) -> Change:
    doc = require_open(table)
    held = doc.seats[seat]
    text = (
        T("{name} leaves the seat.", name=held.name) if not held.herald else T("A player leaves the seat.")
    )  # a card may be deleted
    return make_note(table, empty_seat(doc, seat), now, text, freed=[seat])


def start_game(table: Table, now: float) -> Change:
    doc = require_open(table)
    if any(seat.kind == "open" for seat in doc.seats):
        raise make_refusal("seats_open", T("Some seats are still open."))
    events: list[Any] = []
    position = opening_state(table.setup, table.rules, events)
    seats = [replace(seat, browser="", address="") for seat in clocks.fill_reserves(doc)]  # nobody sits down any more
    doc = replace(doc, status="playing", seats=seats, actor=-1, since=now, home="", kept_away=[])
    return make_change(table, "start", doc, now, events=table.rules.write(events), position=position, ply=0)


# -- the game ------------------------------------------------------------------------------------------------------------


def open_after(vote: Vote, seat: int) -> bool:
    """Return whether a question to the table is still open after a seat has acted: an undo of that action is not, nor that the
    seat is deserted."""
    return vote.kind != "undo" and not (vote.kind == "handover" and vote.seat == seat)


def take_action(table: Table, seat: int, ply: int, mark: int | None, key: str | None, raw: bytes, now: float) -> Change:
    """Play an action of a seat, checked by the rules, at the position that its sender saw."""
    require_playing(table)
    if ply != table.ply or (mark is not None and mark != table.mark):
        raise Stale
    rules = table.rules
    action = rules.read_action(raw)
    position = rules.clone(table.state)
    before = dict(position.chance.counters)
    events = rules.play(position, seat, action)
    doc = standing_orders.spend_choice(table.doc, seat)
    return make_change(
        table,
        "act",
        doc if not doc.votes else replace(doc, votes=[v for v in doc.votes if open_after(v, seat)]),
        now,
        seat=seat,
        key=key,
        body=rules.write(action),
        events=rules.write(events),
        reveals=rules.reveals(before, position, events),
        ply=table.ply + 1,
        position=position,
    )


def carry_out_order(table: Table, seat: int, mark: int, now: float) -> Change | None:
    """What the seat to act has ordered, as its action; nothing if the table has changed since."""
    action = standing_orders.due_action(table)
    if action is None or table.mark != mark or table.actor != seat:
        return None
    raw = table.rules.write(action)
    return take_action(table, seat, table.ply, mark, f"{standing_orders.KEY}{mark:06d}", raw, now)


def set_orders(table: Table, seat: int, forced: bool, bid: StandingBid | None, now: float) -> Change:
    """The seat says what is to be done for it. Told in no log."""
    require_playing(table)
    return make_change(table, "note", standing_orders.order(table, seat, forced, bid), now)


def choose_early(table: Table, seat: int, key: str | None, raw: bytes, now: float) -> Change:
    """The seat chooses before its turn. Told in no log: it acts when its turn comes."""
    require_playing(table)
    return make_change(table, "note", standing_orders.choose_early(table, seat, raw), now, seat=seat, key=key)


# -- taking back ---------------------------------------------------------------------------------------------------------


def free_undo(table: Table, seat: int) -> list[int]:
    """Return the plies that a seat may undo to without a vote: over its own actions that revealed nothing. A player alone may
    undo to each own decision: the same chance comes again."""
    if not table.doc.undo or table.doc.status != "playing":
        return []
    if table.doc.is_forgiving:
        return [ply for ply in range(table.ply - 1, table.floor - 1, -1) if table.acts[ply].seat == seat]
    found: list[int] = []
    for ply in range(table.ply - 1, table.floor - 1, -1):
        entry = table.acts[ply]
        if entry.seat != seat or entry.reveals:
            break
        found.append(ply)
    return found


ROUTE = "route-"
"""Prefix of the keys of tiles that were built together: "route-", a common name, "-", a number."""


def undo_step(table: Table, free: list[int]) -> int | None:
    """Return the ply that one undo goes back to, of those in ``free``: before the last action, or before all tiles of a route."""
    if not free:
        return None
    step = max(free)
    while (table.acts[step].key or "").startswith(standing_orders.KEY) and step - 1 in free:
        step -= 1  # it would be done again at once
    together = (table.acts[step].key or "").rpartition("-")[0]
    while together.startswith(ROUTE) and step - 1 in free and (table.acts[step - 1].key or "").rpartition("-")[0] == together:
        step -= 1
    return step


def last_move(table: Table, seat: int | None) -> int | None:
    """Return the ply at which a seat last acted, to which it would ask the others to go back."""
    may_ask = table.doc.undo and seat is not None and seat >= 0 and not counts_for_rating(table)
    plies = range(table.ply - 1, table.floor - 1, -1) if may_ask else ()
    return next((ply for ply in plies if table.acts[ply].seat == seat), None)


def refuse_final(table: Table) -> None:
    """Refuse an undo, by whatever vote, of something that revealed information in a rated game."""
    if counts_for_rating(table):
        text = T("This is a rated game. You can only undo your own last moves, and only if they revealed nothing.")
        raise make_refusal("rated", text)


def within_reach(table: Table, to: int) -> None:
    """Refuse an undo of what was played under other rules, since it cannot be replayed."""
    if not 0 <= to < table.ply:
        raise make_refusal("no_such_ply", T("There's no move {ply} in this game.", ply=to))
    if to < table.floor:
        text = T("The rules were updated at move {ply}. You can't undo anything before it.", ply=table.floor)
        raise make_refusal("out_of_reach", text)


def undo_actions(table: Table, seat: int, to: int, position: State | None, now: float, agreed: bool = False) -> Change:
    """Return to ``to`` actions (the caller has computed the position)."""
    require_playing(table)
    if not table.doc.undo:
        raise make_refusal("undo_off", T("Undo is off at this table."))
    within_reach(table, to)
    if to not in free_undo(table, seat):
        refuse_final(table)
        if not agreed:
            raise make_refusal(
                "undo_needs_consent",
                T("The others must agree to this undo: something was revealed, or another player has moved."),
            )
    doc = replace(table.doc, votes=[v for v in table.doc.votes if v.kind != "undo"])
    text = T("{who} undoes everything after move {to}.", who=Who(seat), to=to)
    return make_change(table, "undo", doc, now, seat=seat, body=msgspec.json.encode(text), ply=to, position=position)


# -- handing over --------------------------------------------------------------------------------------------------------


def hand_over(table: Table, seat: int, why: str, level: str, now: float) -> Change:
    require_playing(table)
    if table.doc.lesson is not None:
        raise make_refusal("lesson", T("In a lesson, nobody else can play your seat."))
    held = table.doc.seats[seat]
    if held.kind != "person" or held.handed == "resigned" or (held.handed and why != "resigned"):
        raise make_refusal("already_handed", T("A bot is already playing that seat."))
    if why == "owner" and counts_for_rating(table) and not no_stronger(table.setup.game, level):
        raise make_refusal("rated", T("This is a rated game. Only the simple bot or a weaker one can play for you."))
    doc = table.doc
    if doc.actor == seat:
        doc = with_seat(doc, seat, reserve=clocks.reserve_left(doc, seat, now))
    doc = with_seat(doc, seat, handed=why, level=level)
    doc = replace(doc, votes=[v for v in doc.votes if not (v.kind == "handover" and v.seat == seat) and v.by != seat])
    return make_note(table, doc, now, Text(HANDED[why].message, {"who": Who(seat)}), seat=seat)


def take_back(table: Table, seat: int, now: float) -> Change:
    require_playing(table)
    held = table.doc.seats[seat]
    if held.kind != "person" or not held.handed:
        raise make_refusal("not_handed", T("There's no bot playing that seat."))
    if held.handed == "resigned":
        raise make_refusal("resigned", T("You resigned, so you can't take this seat back."))
    doc = with_seat(table.doc, seat, handed="", level="")
    if doc.actor == seat:
        doc = clocks.restart_turn(doc, now)
    return make_note(table, doc, now, Text(TAKEN_BACK.message, {"who": Who(seat)}), seat=seat)


def pause_game(table: Table, vote: Vote, now: float) -> Change:
    """Pause the game after everybody agreed: the clock stands for ``days`` days, or until somebody ends the pause."""
    require_playing(table)
    pauses = [*table.doc.pauses, (now, now + vote.days * 86400.0)]
    doc = replace(table.doc, pauses=pauses, votes=[v for v in table.doc.votes if v.kind != "pause"])
    days = TN("{count} day", "{count} days", vote.days)
    return make_note(table, doc, now, T("The game is paused for {time}. Anyone can end the pause.", time=days), seat=vote.by)


def end_pause(table: Table, seat: int, now: float) -> Change:
    require_playing(table)
    if clocks.paused_until(table.doc, now) is None:
        raise make_refusal("not_paused", T("This game isn't paused."))
    over = now - 0.1  # (views tell the time in tenths of a second: none shows a pause that has ended)
    pauses = [(begin, min(end, over)) for begin, end in table.doc.pauses if begin < over]
    return make_note(table, replace(table.doc, pauses=pauses), now, T("{who} ends the pause.", who=Who(seat)), seat=seat)


def set_vacations(table: Table, seat: int, found: list[tuple[float, float]], now: float) -> Change | None:
    """Note the vacations of a seat's owner. Not logged; None: they are noted already."""
    if table.doc.status != "playing" or table.doc.seats[seat].vacations == found:
        return None
    return make_change(table, "note", with_seat(table.doc, seat, vacations=found), now)


def grant_grace(table: Table, until: float, now: float) -> Change | None:
    """Prolong the turn after a restart by the time that the server was away. Stored with the table, not logged."""
    doc = clocks.grant_until(table.doc, until)
    if doc is table.doc:
        return None
    made = make_change(table, "note", doc, now)
    made.write.again = True
    return made


def restart_clock(table: Table, now: float) -> Change | None:
    """Begin the turn anew after a restart with a clock that was set back. Not logged."""
    doc = clocks.clamp_turn_start(table.doc, now)
    return None if doc is table.doc else make_change(table, "note", doc, now)


def abandon_game(table: Table, seat: int, now: float) -> Change:
    if table.doc.status not in ("open", "playing"):
        raise make_refusal("not_playing", T("This game isn't in progress."))
    doc = replace(table.doc, status="abandoned", votes=[])
    text = T("{who} ends the game without a winner.", who=Who(seat)) if seat >= 0 else T("The game ends without a winner.")
    return make_note(table, doc, now, text, seat=seat)


def unseal_table(table: Table, now: float) -> Change | None:
    """Unseal a table when all tables that share its chance are over. Not logged."""
    return make_change(table, "note", replace(table.doc, sealed=False), now) if table.doc.sealed else None


def change_version(table: Table, text: Text, now: float) -> Change:
    """Keep the position and go on under a new version of the rules."""
    return make_change(table, "version", table.doc, now, body=msgspec.json.encode(text), position=table.state)
