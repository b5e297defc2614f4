"""What becomes of a proposed game: it begins when all have answered, or after two days with those who said yes."""

from __future__ import annotations

from boxcars.core import registry
from boxcars.core.chance import new_seed
from boxcars.core.game import Refused
from boxcars.server import steady
from boxcars.server.store import proposals
from boxcars.server.store.proposals import Invited, Proposal
from boxcars.server.store.secret_tokens import table_id_for
from boxcars.server.store.store import Write
from boxcars.server.table import commands
from boxcars.server.table.documents import Doc, Entry, Pace, Seat, Setup
from boxcars.server.table.table_manager import TableManager

SLOW = {"live": 0, "turns": 1, "none": 2}


def speed_of(pace: Pace) -> tuple[int, int]:
    """Paces in order, the fastest first."""
    return SLOW[pace.kind], pace.turn


def common_pace(proposal: Proposal, players: list[Invited]) -> Pace | None:
    """The fastest pace that all of these accept; None if there is none."""
    suits = [pace for n, pace in enumerate(proposal.plan.paces) if all(n in one.paces for one in players)]
    return min(suits, key=speed_of, default=None)


def player_counts(game: str, map: str) -> list[int]:
    found = registry.map_of(registry.game(game), map)
    return list(found.players) if found is not None else []


def decide(proposal: Proposal, now: float) -> tuple[proposals.State, Pace | None] | None:
    """What becomes of an open proposal now, and the pace it starts with; None: it is waited for answers."""
    agreed = proposal.agreed
    pace = common_pace(proposal, agreed)
    ready = pace is not None and bool(agreed) and 1 + len(agreed) in player_counts(proposal.plan.game, proposal.plan.map)
    if not proposal.undecided or now >= proposal.until:
        return ("started", pace) if ready else ("failed", None)
    return ("started", pace) if ready and now >= proposal.decide_at else None


async def settle_proposal(hall: TableManager, id: str) -> str:
    """Start the game if it is time, or give it up; the table, or "". What two servers do at once makes one table."""
    found = await hall.run_blocking(proposals.find_proposal, hall.store, id)
    if found is None or found.state != "open":
        return found.table if found is not None else ""
    outcome = decide(found, steady.time())
    if outcome is None:
        return ""
    state, pace = outcome
    table = ""
    if pace is not None:
        try:
            table = await _start_game(hall, found, pace)
        except Refused:  # its map is gone, or the options are no longer offered
            state = "failed"
    await hall.run_blocking(proposals.close_proposal, hall.store, id, state, table, steady.time())
    return table


async def _start_game(hall: TableManager, proposal: Proposal, pace: Pace) -> str:
    plan = proposal.plan
    people = [(proposal.card, proposal.name, proposal.herald), *((one.card, one.name, one.herald) for one in proposal.agreed)]
    rules = await hall.load_rules(plan.game, plan.map, len(people), dict(plan.options))
    id = table_id_for(hall.store.secret, f"proposal {proposal.id}")
    seats = [Seat(kind="person", name=name, herald=herald, host=n == 0) for n, (_, name, herald) in enumerate(people)]
    write = Write(
        id=id,
        entry=Entry(seq=1, kind="open", at=steady.time()),
        doc=Doc(status="open", seats=seats, pace=pace, rated=plan.rated),
        version=rules.version,
        taken=[(n, card) for n, (card, _, _) in enumerate(people)],
    )
    setup = Setup(game=plan.game, map=rules.map, players=rules.players, options=rules.options, seed=new_seed())
    await hall.run_blocking(hall.store.create_table, id, setup, rules.version, write)
    await hall.change_table(id, lambda t: commands.start_game(t, steady.time()) if t.doc.status == "open" else None)
    return id


async def settle_due(hall: TableManager) -> None:
    for id in await hall.run_blocking(proposals.due_proposals, hall.store, steady.time()):
        await settle_proposal(hall, id)
