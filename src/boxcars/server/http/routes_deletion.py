"""Routes for deleting a profile: its consequences, the request, cancelling it; and the profile's part of every page."""

from __future__ import annotations

from litestar import Response, delete, get, put

from boxcars.core.messages import T
from boxcars.locale import sayer
from boxcars.server import steady
from boxcars.server.http import request_types
from boxcars.server.http.auth import as_json, own_card, requested_language
from boxcars.server.http.limits import declare_limits
from boxcars.server.http.routes_tables import clean_name
from boxcars.server.http.routes_waiting import waiting_for
from boxcars.server.http.type_aliases import WebRequest
from boxcars.server.page.schemas.profile import DeletionPlan, OwnedTournament, ProfileStatus
from boxcars.server.profiles import deletion
from boxcars.server.store import profiles
from boxcars.server.store.profiles import Card, Consequences
from boxcars.server.table.table import make_refusal
from boxcars.server.table.table_manager import TableManager

TAGS = ["card"]


@get(
    "/api/profile/status",
    tags=TAGS,
    summary="What every page shows of one's profile",
    opt=declare_limits("profile", 4),
)
async def get_status(request: WebRequest) -> ProfileStatus:
    card = await own_card(request)
    waiting = await waiting_for(request.app.state.hall, card, requested_language(request))
    return ProfileStatus(delete_at=card.delete_at, delete_by=card.delete_by, waiting=waiting)


def show_plan(card: Card, found: Consequences) -> DeletionPlan:
    return DeletionPlan(
        planned=card.delete_at is not None,
        at=card.delete_at if card.delete_at is not None else steady.time() + deletion.GRACE,
        by=card.delete_by,
        name=card.name,
        games=found.games,
        finished=found.finished,
        owned=[OwnedTournament(id=one.id, title=one.title, next=one.next_name) for one in found.owned],
        entered=found.entered,
    )


@get(
    "/api/profile/deletion",
    tags=TAGS,
    summary="What deleting the profile would mean, and when it happens",
    opt=declare_limits("profile", 5),
)
async def get_plan(request: WebRequest) -> DeletionPlan:
    card = await own_card(request)
    hall: TableManager = request.app.state.hall
    return show_plan(card, await hall.run_blocking(profiles.list_consequences, hall.store, card.id))


@put(
    "/api/profile/deletion",
    tags=TAGS,
    status_code=200,
    summary="Delete the profile in seven days; its name confirms it",
    opt=declare_limits("profile", 6),
)
async def plan_deletion(request: WebRequest, data: request_types.DeleteProfile) -> Response[bytes]:
    card = await own_card(request)
    hall: TableManager = request.app.state.hall
    if clean_name(data.name) != card.name:
        raise make_refusal("wrong_name", T("That isn't the name of this profile. Type {name}.", name=card.name))
    found = await hall.run_blocking(profiles.list_consequences, hall.store, card.id)
    alone = next((one for one in found.owned if not one.next_name), None)
    if alone is not None:
        say = sayer(requested_language(request))
        text = T("Only you run “{title}”. Name a second organizer or end the tournament first.", title=alone.title)
        return as_json({"reason": {"code": "organiser", "clause": "", "text": say(text)}, "tournament": alone.id}, 409)
    devices = await hall.run_blocking(profiles.list_devices, hall.store, card)
    label = next((device.label for device in devices if device.here), "")
    await hall.run_blocking(profiles.plan_deletion, hall.store, card.id, steady.time() + deletion.GRACE, label)
    return as_json(await get_plan.fn(request))


@delete(
    "/api/profile/deletion",
    tags=TAGS,
    status_code=200,
    summary="Keep the profile after all",
    opt=declare_limits("profile", 5),
)
async def keep_profile(request: WebRequest) -> ProfileStatus:
    card = await own_card(request)
    hall: TableManager = request.app.state.hall
    if not await hall.run_blocking(profiles.keep_profile, hall.store, card.id, steady.time()):
        raise make_refusal("too_late", T("The seven days are over. This profile is being deleted."))
    return await get_status.fn(request)  # type: ignore[no-any-return]


HANDLERS = [get_status, get_plan, plan_deletion, keep_profile]
