"""What a coach counts: the cost of operating, the distance of a claim, and winter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boxcars.games.silverton.actions import Build, PlaceProspector, PlaceSurveyor
from boxcars.games.silverton.map import TURN_TRACK
from boxcars.games.silverton.observation import SilvertonObservation

if TYPE_CHECKING:
    from boxcars.games.silverton.rules import Silverton

FAR = 9
"""The number of segments to a claim that no free segment leads to."""


def facts(rules: Silverton, seen: SilvertonObservation, seat: int) -> dict[str, int]:
    """``short``: dollars that are missing to operate every claim once; ``frost``: turns until winter (0: it is winter)."""
    me = seen.players[seat]
    cash = me.cash or 0
    working = [claim.id for claim in seen.claims if claim.owner == seat and not claim.depleted]
    due = sum(rules.atlas.operating[rules.atlas.claim_no[claim]] for claim in working)
    ahead = next(n for n in range(TURN_TRACK) if (seen.turn + n - 1) % TURN_TRACK + 1 in rules.atlas.winters)
    return {"turn": seen.turn, "cash": cash, "due": due, "short": max(0, due - cash), "frost": ahead, "claims": len(working)}


def deed(rules: Silverton, seen: SilvertonObservation, seat: int, action: object) -> dict[str, int]:
    """Return of a piece on a claim, how ``far`` it is from one's track; of a segment, whether it is ``white``."""
    atlas = rules.atlas
    if isinstance(action, PlaceProspector) and action.target in atlas.claim_no:
        return {"far": segments_to(rules, seen, seat, atlas.claim_town[atlas.claim_no[action.target]])}
    if isinstance(action, Build) or (isinstance(action, PlaceSurveyor) and not action.dismantle):
        return {"white": int(atlas.white[atlas.segment_no[action.segment]])}
    return {}


def segments_to(rules: Silverton, seen: SilvertonObservation, seat: int, goal: int) -> int:
    """Return how many segments are still to be built from one's own network to a town: those nobody has laid track on count."""
    atlas = rules.atlas
    own = seen.players[seat]
    taken = {atlas.segment_no[name] for i, player in enumerate(seen.players) if i != seat for name in player.track}
    here = {atlas.town_no[home] for home in own.homes} | {
        town for name in own.track for town in atlas.ends[atlas.segment_no[name]]
    }
    for built in range(FAR):
        if goal in here:
            return built
        here |= {town for at in here for line in atlas.lines_at[at] if line not in taken for town in atlas.ends[line]}
    return FAR
