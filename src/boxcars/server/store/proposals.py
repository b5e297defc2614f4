"""Proposals in the database: a game that somebody proposes to others, and what they said to it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import msgspec
import sqlalchemy as sa

from boxcars.core import codec
from boxcars.core.messages import T
from boxcars.server.store import groups
from boxcars.server.store.database import Database, reads_database, writes_database
from boxcars.server.store.outbox import cancel_notice, enqueue_notice, profile_owner
from boxcars.server.store.people import DAY, block_between, may_see
from boxcars.server.store.people_schema import groups as group_rows
from boxcars.server.store.people_schema import invitations, proposals
from boxcars.server.store.profile_schema import cards
from boxcars.server.table.documents import Pace

OPEN = 7 * DAY
"""Seconds for which invitations are open."""
DECIDE = 2 * DAY
"""Seconds after which a game begins with those who said yes."""
INVITATIONS_A_DAY = 60
MOST_TO_ONE = 3
"""Open invitations from one person to another."""
MOST_OPEN = 20
"""Open proposals of one person."""

State = Literal["open", "started", "withdrawn", "failed"]
Sent = Literal["done", "missing", "too_many", "too_many_to_one"]


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """The game that is proposed, and the paces that its proposer accepts. ``title``: what it is called, in English."""

    game: str
    map: str
    options: dict[str, bool | int | str] = {}
    paces: list[Pace]
    message: str = ""
    rated: bool = False
    title: str = ""


@dataclass(frozen=True)
class Invited:
    card: str
    name: str
    herald: str
    state: str
    paces: list[int]


@dataclass
class Proposal:
    id: str
    card: str
    name: str
    herald: str
    group: str
    group_name: str
    state: str
    plan: Plan
    at: float
    decide_at: float
    until: float
    table: str
    invited: list[Invited] = field(default_factory=list)

    @property
    def agreed(self) -> list[Invited]:
        return [one for one in self.invited if one.state == "yes"]

    @property
    def undecided(self) -> list[Invited]:
        return [one for one in self.invited if one.state == "asked"]


def _read(conn: sa.Connection, row: sa.Row[tuple[object, ...]]) -> Proposal:
    wanted = sa.select(invitations, cards.c.name, cards.c.herald).join(cards, cards.c.id == invitations.c.card)
    found = conn.execute(wanted.where(invitations.c.proposal == row.id).order_by(cards.c.name, cards.c.id))
    return Proposal(
        id=row.id,
        card=row.card,
        name=row.name,
        herald=row.herald,
        group=row.group_id or "",
        group_name=row.group_name or "",
        state=row.state,
        plan=codec.decoder(Plan).decode(row.doc),
        at=row.at,
        decide_at=row.decide_at,
        until=row.until,
        table=row.table_id or "",
        invited=[
            Invited(one.card, one.name, one.herald, one.state, [int(n) for n in one.paces.split(",") if n]) for one in found
        ],
    )


PROPOSAL = (
    sa.select(proposals, cards.c.name, cards.c.herald, group_rows.c.name.label("group_name"))
    .join(cards, cards.c.id == proposals.c.card)
    .outerjoin(group_rows, group_rows.c.id == proposals.c.group_id)
)


@writes_database
def create_proposal(store: Database, id: str, me: str, group: str, plan: Plan, people: list[str], now: float) -> Sent:
    """Invite people to a game. All of them must be people that ``me`` may see; of a group, members of it."""
    with store.write_transaction() as conn:
        hidden = [one for one in people if not may_see(conn, me, one, now)]  # each is asked about: no answer comes sooner
        strangers = [one for one in (me, *people) if group and not groups.is_member(conn, group, one)]
        if hidden or strangers:
            return "missing"
        mine = sa.select(proposals.c.id).where(proposals.c.card == me)
        lately = sa.select(sa.func.count()).where(invitations.c.proposal.in_(mine), invitations.c.at > now - DAY)
        if conn.execute(lately).scalar_one() + len(people) > INVITATIONS_A_DAY:
            return "too_many"
        waiting = sa.select(sa.func.count()).where(proposals.c.card == me, proposals.c.state == "open", proposals.c.until > now)
        if conn.execute(waiting).scalar_one() >= MOST_OPEN:
            return "too_many"
        still = sa.select(proposals.c.id).where(proposals.c.card == me, proposals.c.state == "open", proposals.c.until > now)
        for one in people:
            asked = sa.select(sa.func.count()).where(
                invitations.c.proposal.in_(still), invitations.c.card == one, invitations.c.state == "asked"
            )
            if conn.execute(asked).scalar_one() >= MOST_TO_ONE:
                return "too_many_to_one"
        made = {"id": id, "card": me, "group_id": group or None, "state": "open", "doc": msgspec.json.encode(plan), "at": now}
        conn.execute(proposals.insert().values(**made, decide_at=now + DECIDE, until=now + OPEN, table_id=None))
        name = conn.execute(sa.select(cards.c.name).where(cards.c.id == me)).scalar_one()
        title = T("{name} invites you to {game}.", name=name, game=plan.title)
        for one in people:
            conn.execute(invitations.insert().values(proposal=id, card=one, state="asked", paces="", at=now))
            enqueue_notice(
                conn, profile_owner(one), "invitation", key=id, title=title, path="/people", now=now, deadline=now + OPEN
            )
    return "done"


@reads_database
def list_proposals(store: Database, me: str, now: float) -> tuple[list[Proposal], list[Proposal]]:
    """What ``me`` has proposed (open, or of the last four days), and what ``me`` is invited to."""
    lately = sa.or_(sa.and_(proposals.c.state == "open", proposals.c.until > now), proposals.c.at > now - 2 * DECIDE)
    asked = sa.select(invitations.c.proposal).where(invitations.c.card == me, invitations.c.state != "no")
    free = sa.not_(sa.exists().where(block_between(me, proposals.c.card)))
    with store.read_transaction() as conn:
        mine = conn.execute(
            PROPOSAL.where(proposals.c.card == me, proposals.c.state != "withdrawn", lately).order_by(proposals.c.at.desc())
        )
        own = [_read(conn, row) for row in mine.all()]
        to_me = PROPOSAL.where(proposals.c.id.in_(asked), proposals.c.state == "open", proposals.c.until > now, free)
        invited = [_read(conn, row) for row in conn.execute(to_me.order_by(proposals.c.at.desc())).all()]
    return own, invited


@reads_database
def find_proposal(store: Database, id: str) -> Proposal | None:
    with store.read_transaction() as conn:
        row = conn.execute(PROPOSAL.where(proposals.c.id == id)).one_or_none()
        return _read(conn, row) if row is not None else None


@writes_database
def answer_invitation(store: Database, id: str, me: str, yes: bool, paces: list[int], now: float) -> bool:
    """Say yes (with the paces that suit) or no. False if there is no such invitation (any more)."""
    with store.write_transaction() as conn:
        free = sa.not_(sa.exists().where(block_between(me, proposals.c.card)))
        open = sa.select(proposals.c.id).where(proposals.c.id == id, proposals.c.state == "open", proposals.c.until > now, free)
        here = (invitations.c.proposal.in_(open), invitations.c.card == me)
        said = {"state": "yes" if yes else "no", "paces": ",".join(map(str, paces)) if yes else ""}
        done = conn.execute(invitations.update().where(*here).values(said)).rowcount == 1
        if done:
            cancel_notice(conn, profile_owner(me), "invitation", id)
    return done


@writes_database
def withdraw_proposal(store: Database, id: str, me: str) -> bool:
    with store.write_transaction() as conn:
        here = (proposals.c.id == id, proposals.c.card == me, proposals.c.state == "open")
        if conn.execute(proposals.update().where(*here).values(state="withdrawn")).rowcount != 1:
            return False
        _cancel_notices(conn, id)
    return True


def _cancel_notices(conn: sa.Connection, id: str) -> None:
    for card in conn.execute(sa.select(invitations.c.card).where(invitations.c.proposal == id)).scalars().all():
        cancel_notice(conn, profile_owner(card), "invitation", id)


@writes_database
def close_proposal(store: Database, id: str, state: State, table: str, now: float) -> bool:
    """Note what became of a proposal. False if somebody else was faster."""
    with store.write_transaction() as conn:
        row = conn.execute(sa.select(proposals).where(proposals.c.id == id)).one_or_none()
        here = (proposals.c.id == id, proposals.c.state == "open")
        if row is None or conn.execute(proposals.update().where(*here).values(state=state, table_id=table or None)).rowcount != 1:
            return False
        _cancel_notices(conn, id)
        if table and row.group_id:
            groups.note_table(conn, row.group_id, table, now)
    return True


@reads_database
def due_proposals(store: Database, now: float) -> list[str]:
    """Open proposals whose time to decide has come."""
    with store.read_transaction() as conn:
        due = sa.select(proposals.c.id).where(proposals.c.state == "open", proposals.c.decide_at <= now)
        return list(conn.execute(due.limit(50)).scalars())


def count_invitations(conn: sa.Connection, me: str, now: float) -> int:
    """How many invitations wait for an answer."""
    free = sa.not_(sa.exists().where(block_between(me, proposals.c.card)))
    wanted = (
        sa.select(sa.func.count())
        .join(proposals, proposals.c.id == invitations.c.proposal)
        .where(
            invitations.c.card == me, invitations.c.state == "asked", proposals.c.state == "open", proposals.c.until > now, free
        )
    )
    return int(conn.execute(wanted).scalar_one())
