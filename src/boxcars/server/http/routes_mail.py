"""The links of e-mails: confirm an address, unsubscribe, mute one game. None needs a sign-in, and none does anything when it is
only fetched: programs that follow links confirm nothing."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.exceptions import NotFoundException

from boxcars.server import steady
from boxcars.server.http import request_types
from boxcars.server.http.auth import as_json
from boxcars.server.http.limits import JSON_TYPES, declare_limits
from boxcars.server.http.type_aliases import WebRequest
from boxcars.server.page.schemas.notices import MailAsked, MailStopped
from boxcars.server.store import notice_channels
from boxcars.server.store.target_encryption import Target, decrypt_target, mask_target
from boxcars.server.table.table_manager import TableManager

TAGS = ["notices"]
FORM = ("application/x-www-form-urlencoded", "multipart/form-data", *JSON_TYPES)
"""How programs that read mail unsubscribe (RFC 8058)."""


@get(
    "/api/mail/confirm",
    tags=TAGS,
    summary="What the link in a confirmation e-mail asks (?t=); nothing is changed by that",
    opt=declare_limits("anyone", 4, failures=True),
)
async def get_confirmation(request: WebRequest) -> MailAsked:
    hall: TableManager = request.app.state.hall
    token = request.query_params.get("t", "")[:100]
    found = await hall.run_blocking(notice_channels.asked_by, hall.store, token, steady.time())
    if found is None:
        raise NotFoundException("no such link")
    target = decrypt_target(hall.store, found.channel.target) or Target("")
    return MailAsked(address=mask_target("mail", target), name=found.name, at=found.channel.created)


@post(
    "/api/mail/confirm",
    tags=TAGS,
    status_code=200,
    summary="Yes, send notices to this address; or no, never",
    opt=declare_limits("anyone", 5, failures=True),
)
async def confirm_mail(request: WebRequest, data: request_types.ConfirmMail) -> Response[bytes]:
    hall: TableManager = request.app.state.hall
    if not await hall.run_blocking(notice_channels.confirm_mail, hall.store, data.token, data.yes, steady.time()):
        raise NotFoundException("no such link")
    return as_json({})


@post(
    ["/api/mail/stop"],
    tags=TAGS,
    status_code=200,
    summary="Unsubscribe, by the link of an e-mail (?t=, or in the body) and one POST",
    opt=declare_limits("anyone", 4, failures=True, types=FORM, body=4096),
)
async def stop_mail(request: WebRequest) -> Response[bytes]:
    return await switch_mail(request, request.query_params.get("t", "")[:100], False)


@post(
    "/api/mail/resume",
    tags=TAGS,
    status_code=200,
    summary="Undo that",
    opt=declare_limits("anyone", 4, failures=True),
)
async def resume_mail(request: WebRequest) -> Response[bytes]:
    return await switch_mail(request, request.query_params.get("t", "")[:100], True)


async def switch_mail(request: WebRequest, token: str, on: bool) -> Response[bytes]:
    """An address that was removed meanwhile gets no mail either: the answer is the same."""
    hall: TableManager = request.app.state.hall
    id = notice_channels.channel_of_stop(hall.store, token)
    if id is None:
        raise NotFoundException("no such link")
    await hall.run_blocking(notice_channels.stop_mail, hall.store, id, on, steady.time())
    found = await hall.run_blocking(notice_channels.channel_by_id, hall.store, id)
    return as_json(MailStopped(on=found is not None and found.state == "on"))


@post(
    "/api/mail/mute",
    tags=TAGS,
    status_code=200,
    summary="Mute the game that an e-mail was about, by its link",
    opt=declare_limits("anyone", 5, failures=True),
)
async def mute_by_mail(request: WebRequest, data: request_types.MuteByMail) -> Response[bytes]:
    hall: TableManager = request.app.state.hall
    id = notice_channels.channel_of_stop(hall.store, data.token)
    found = await hall.run_blocking(notice_channels.channel_by_id, hall.store, id) if id is not None else None
    if found is None:
        raise NotFoundException("no such link")
    await hall.run_blocking(notice_channels.mute_table, hall.store, found.owner, data.table, True, steady.time())
    return as_json({})


HANDLERS = [get_confirmation, confirm_mail, stop_mail, resume_mail, mute_by_mail]
