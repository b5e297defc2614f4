"""A proposed game as those see it whom it concerns. Nobody is told who declined."""

from __future__ import annotations

from boxcars.core import registry
from boxcars.core.messages import T
from boxcars.locale import sayer
from boxcars.server.page.schemas.people import PaceOffered, ProposalSeat, ProposalShown
from boxcars.server.store.proposals import Proposal
from boxcars.server.table.pace_text import pace_brief, pace_sentence


def show_proposal(proposal: Proposal, me: str, lang: str) -> ProposalShown:
    say = sayer(lang)
    plan = proposal.plan
    game = registry.games().get(plan.game)
    map = registry.map_of(game, plan.map) if game is not None else None
    mine = proposal.card == me
    said = next((one.state for one in proposal.invited if one.card == me), "yes")
    return ProposalShown(
        id=proposal.id,
        mine=mine,
        by=ProposalSeat(name=proposal.name, herald=proposal.herald),
        group=proposal.group,
        group_name=proposal.group_name,
        game=plan.game,
        game_name=game.name if game is not None else plan.game,
        map=plan.map,
        map_name=say(T(map.name)) if map is not None else plan.map,
        message=plan.message,
        rated=plan.rated,
        paces=[PaceOffered(brief=pace_brief(pace, say), words=pace_sentence(pace, say)) for pace in plan.paces],
        you=said,  # type: ignore[arg-type]  # (no other was ever stored)
        agreed=[ProposalSeat(name=one.name, herald=one.herald) for one in proposal.agreed],
        invited=len(proposal.invited),
        waiting=len(proposal.invited) - len(proposal.agreed),
        state=proposal.state,  # type: ignore[arg-type]
        decide_at=proposal.decide_at,
        until=proposal.until,
        table=proposal.table,
    )
