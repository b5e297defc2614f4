"""``boxcars serve``: the server; ``boxcars`` alone: the same on this machine, with the page opened."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from boxcars.cli import Complaint, app
from boxcars.core import registry
from boxcars.extras import need

Database = Annotated[
    str | None,
    typer.Option(
        help="A file (SQLite) or a postgresql:// URL; default: a file in your data directory.", envvar="BOXCARS_DATABASE"
    ),
]


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="Address to listen on.", envvar="BOXCARS_HOST")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on; 0 takes a free one.")] = 8020,
    database: Database = None,
    workers: Annotated[int | None, typer.Option(help="Processes in which strong bots think.")] = None,
    bot_delay: Annotated[float, typer.Option(help="Seconds a bot's move takes at least while somebody watches.")] = 0.6,
    limits: Annotated[bool, typer.Option(help="Limit the rate of requests per token and address.")] = True,
    sockets: Annotated[int, typer.Option(min=1, help="Live connections that one address may have open.")] = 60,
    behind_proxy: Annotated[bool, typer.Option(help="Trust X-Forwarded-For and -Proto of a proxy in front.")] = False,
    public_url: Annotated[str, typer.Option(help="The public address of this server. All links start with it.")] = "",
    origin: Annotated[list[str] | None, typer.Option(help="Another origin whose pages may open websockets.")] = None,
    private_webhooks: Annotated[bool, typer.Option(help="Let reminders go to private and http addresses.")] = False,
    maps: Annotated[
        list[str] | None,
        typer.Option("--map", help="A map file of your own in this folder that tables may use: FILE or GAME=FILE; repeatable."),
    ] = None,
    metrics_token: Annotated[
        str,
        typer.Option(
            help="What readers of /metrics must send as a bearer token; without one only this machine may ask.",
            envvar="BOXCARS_METRICS_TOKEN",
        ),
    ] = "",
    push: Annotated[
        str,
        typer.Option(
            help='Whom push services may write to about this server, as mailto:you@example.org; "off": no browser push.',
            envvar="BOXCARS_PUSH",
        ),
    ] = "",
    mail_server: Annotated[
        str,
        typer.Option(
            help="Send email notices through this server: smtps://user:password@mail.example.org (or smtp:// for STARTTLS).",
            envvar="BOXCARS_MAIL_SERVER",
        ),
    ] = "",
    mail_from: Annotated[
        str, typer.Option(help="Sender of emails, for example: Boxcars <notices@example.org>.", envvar="BOXCARS_MAIL_FROM")
    ] = "",
    notice_key: Annotated[
        str,
        typer.Option(help="A secret of yours: addresses of notices are encrypted with it, too.", envvar="BOXCARS_NOTICE_KEY"),
    ] = "",
    prune_open: Annotated[
        float, typer.Option(min=0, help="Remove tables that have waited for players for this many days. 0: never.")
    ] = 0,
    prune_abandoned: Annotated[
        float, typer.Option(min=0, help="Remove games that ended without a winner after this many days. 0: never.")
    ] = 0,
    prune_finished: Annotated[float, typer.Option(min=0, help="Remove finished games after this many days. 0: never.")] = 0,
    prune_idle: Annotated[
        float, typer.Option(min=0, help="Remove running games that nobody has touched for this many days. 0: never.")
    ] = 0,
    workshop: Annotated[bool, typer.Option(help="Let people draw and play their own maps.")] = True,
    sharing: Annotated[
        bool, typer.Option(help="Let the person at this computer open the server to the network with one click.")
    ] = True,
    share_address: Annotated[str, typer.Option(help="Address to listen on after that. Default: detected.")] = "",
    log_level: Annotated[str, typer.Option(help="debug, info, warning or error.")] = "info",
) -> None:
    """Serve tables to browsers and bots.

    Example: boxcars serve --host 0.0.0.0 --port 8020 --database postgresql://boxcars@localhost/boxcars
    """
    if log_level not in ("debug", "info", "warning", "error"):
        raise Complaint(f"--log-level {log_level}: choose debug, info, warning or error")
    from boxcars.server.store.prune import Keep

    if push not in ("", "off"):
        if not push.startswith(("mailto:", "https://")):
            raise Complaint(f"--push {push}: a mailto: or https:// address, or off")
        need("push")
    if mail_server:
        from boxcars.server.jobs.mail import read_mail_server

        try:
            read_mail_server(mail_server, mail_from)
        except ValueError as error:
            raise Complaint(f"--mail-server, --mail-from: {error}") from None
    if maps:
        registry.offer([own_map(text) for text in maps])
    look_at_lessons()
    _serve(
        host,
        port,
        log_level,
        database=database,
        workers=workers,
        bot_delay=bot_delay,
        limits=limits,
        sockets=sockets,
        behind_proxy=behind_proxy,
        public_url=public_url.rstrip("/"),
        origins=origin or [],
        private_webhooks=private_webhooks,
        metrics_token=metrics_token,
        push=push != "off",
        push_contact=push if push != "off" else "",
        mail_server=mail_server,
        mail_from=mail_from,
        notice_key=notice_key,
        workshop=workshop,
        sharing=sharing,
        share_address=share_address,
        prune=Keep(prune_open, prune_abandoned, prune_finished, prune_idle),
    )


def look_at_lessons() -> None:
    """A host's own lesson that is none is told at once, and not to the first learner."""
    from boxcars.lessons.lesson_loader import BadLesson, courses
    from boxcars.locale import own_lessons

    for folder in own_lessons():
        if not folder.is_dir():
            raise Complaint(f"BOXCARS_LESSONS: there is no folder {folder}")
    try:
        if own_lessons():
            courses()
    except BadLesson as bad:
        raise Complaint(f"{bad} (boxcars lessons check says more)") from None


def own_map(text: str) -> tuple[str, str]:
    """Game and file of a ``--map``; the file's name becomes the map's key, so it must lie in the folder of the server."""
    from boxcars.cli.maps import complaints_of, guess

    key, equals, name = text.partition("=")
    file = Path(name if equals else key)
    if len(file.parts) != 1:
        raise Complaint(f"--map {text}: start the server in the folder of the map file and give its name alone")
    if not file.is_file():
        raise Complaint(f"there is no file {file}")
    try:
        game = key if equals else guess(file)
    except Complaint:
        raise Complaint(f"--map {text}: say which game it is for, as GAME={file}") from None
    wrong = complaints_of(game, file)
    if wrong:
        raise Complaint(f"{file} is not a good map for {game}: {wrong[0]}")
    return game, str(file)


def _serve(host: str, port: int, log_level: str, browse: bool = False, **settings: object) -> None:
    from sqlalchemy.exc import SQLAlchemyError

    from boxcars.server.config import Config
    from boxcars.server.http.server_process import serve_forever as run
    from boxcars.server.store.schema import TooNew
    from boxcars.server.store.store import InUse

    try:
        run(Config(**settings), host, port, log_level, browse)  # type: ignore[arg-type]
    except OSError as error:
        raise Complaint(f"cannot listen on {host}:{port}: {error.strerror}") from None
    except (InUse, TooNew, SQLAlchemyError) as error:
        raise Complaint(f"the database cannot be used: {error}") from None


def open_page(host: str = "127.0.0.1", port: int = 8020) -> None:
    """Serve, on this machine only unless told otherwise, and open the page in the browser."""
    _serve(host, port, "warning", browse=True)
