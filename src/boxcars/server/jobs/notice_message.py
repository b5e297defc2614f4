"""What a notice says, in the form that each kind of channel takes.

A notice goes through other people's servers and often into a room that others read. So it holds only what a spectator may know:
no link with a token, no hand, no chat.
"""

from __future__ import annotations

import hmac
import html
import re
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import formatdate, parseaddr
from urllib.parse import urlsplit

import msgspec

from boxcars.core.messages import T
from boxcars.locale import sayer

MOST_TEXT = 1800
"""Characters of a message's text: Discord takes 2000, a push 4096 bytes."""


class Item(msgspec.Struct, frozen=True):
    """One thing that a message tells. ``url``: the page that it leads to; ``game``: what is played there, "" if it is no game."""

    topic: str
    title: str
    lines: tuple[str, ...]
    url: str
    table: str = ""
    game: str = ""


class Message(msgspec.Struct, frozen=True):
    """``id``: the same when the same is sent again; ``name``: whom it is for."""

    id: str
    lang: str
    name: str
    items: tuple[Item, ...]

    @property
    def title(self) -> str:
        if len(self.items) == 1:
            return self.items[0].title
        say = sayer(self.lang)
        if all(item.topic == "turn" for item in self.items):
            return say(T("It's your turn in {count} games", count=len(self.items)))
        return say(T("{title} and {count} more", title=self.items[0].title, count=len(self.items) - 1))

    @property
    def tag(self) -> str:
        """What a newer notice takes the place of: an older one of the same game."""
        return (self.items[0].table or "boxcars") if len(self.items) == 1 else "boxcars"

    @property
    def text(self) -> str:
        """What follows the title, with the addresses."""
        parts = []
        for item in self.items:
            head = [item.title] if len(self.items) > 1 else []
            parts.append("\n".join([*head, *item.lines, item.url]))
        return "\n\n".join(parts)[:MOST_TEXT]


class Posted(msgspec.Struct, frozen=True):
    """A request to an address."""

    url: str
    body: bytes
    headers: dict[str, str]


def _json_request(url: str, message: Message, body: object) -> Posted:
    headers = {"Content-Type": "application/json", "User-Agent": "boxcars", "X-Boxcars-Id": message.id}
    return Posted(url, msgspec.json.encode(body), headers)


def discord_request(url: str, message: Message, mention: str) -> Posted:
    """Discord: ``content``. Nobody is mentioned but the one person whose number the owner typed."""
    lead = f"<@{mention}> " if mention else ""
    content = f"{lead}**{_plain_discord(message.title)}**\n{_plain_discord(message.text)}"
    body = {"content": content[:1990], "allowed_mentions": {"parse": [], "users": [mention] if mention else []}}
    return _json_request(url, message, body)


def _plain_discord(text: str) -> str:
    """Names that people typed are text there, not markup. Addresses stand on lines of their own and stay as they are."""
    lines = text.split("\n")
    return "\n".join(line if line.startswith("http") else re.sub(r"([\\*_~`|>\[\]#])", r"\\\1", line) for line in lines)


def slack_request(url: str, message: Message, mention: str) -> Posted:
    """Slack: ``text``, with the three characters escaped that mean something there."""
    text = f"{message.title}\n{message.text}".replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return _json_request(url, message, {"text": text})


def ntfy_request(url: str, message: Message, mention: str) -> Posted:
    """ntfy: title, message and a click, published as JSON at the root of the topic's server."""
    root, _, topic = url.rstrip("/").rpartition("/")
    body = {"topic": topic, "title": message.title, "message": message.text, "click": message.items[0].url}
    return _json_request(f"{root}/", message, body)


def web_request(url: str, message: Message, key: bytes) -> Posted:
    """An address of one's own: JSON, signed with the channel's key (HMAC-SHA256 of the body)."""
    items = [{"topic": item.topic, "title": item.title, "url": item.url, "table": item.table} for item in message.items]
    made = _json_request(url, message, {"id": message.id, "title": message.title, "body": message.text, "notices": items})
    signature = hmac.digest(key, made.body, "sha256").hex()
    return msgspec.structs.replace(made, headers=made.headers | {"X-Boxcars-Signature": f"sha256={signature}"})


def push_body(message: Message) -> bytes:
    """What the page's worker shows."""
    first = message.items[0]
    lines = [line for item in message.items for line in ([item.title] if len(message.items) > 1 else []) + list(item.lines)]
    path = urlsplit(first.url).path if len(message.items) == 1 else "/"
    told = {"id": message.id, "title": message.title, "body": "\n".join(lines)[:900], "url": path, "tag": message.tag}
    return msgspec.json.encode(told)


REQUESTS = {"discord": discord_request, "slack": slack_request, "ntfy": ntfy_request}


# -- e-mail ----------------------------------------------------------------------------------------------------------------


def notice_mail(message: Message, sender: str, to: str, base: str, stop: str) -> EmailMessage:
    """The e-mail of a message. ``stop``: the token of its links; programs unsubscribe by one POST (RFC 8058)."""
    say = sayer(message.lang)
    hello = say(T("Hi {name},", name=message.name)) if message.name else ""
    why = say(T("You're getting this because you asked Boxcars to tell you about your turns."))
    stop_url, settings = f"{base}/mail/stop#{stop}", f"{base}/profile/notices"
    links = [(say(T("Change settings")), settings), (say(T("Unsubscribe")), stop_url)]
    games = [item for item in message.items if item.table]
    if len(games) == 1:
        muted = f"{base}/mail/mute#{stop}.{games[0].table}"
        links.insert(0, (say(T("Mute this game")), muted))
    open_it = say(T("Open the game"))
    text = [hello, ""] if hello else []
    text += [message.title, "", message.text, "", "-- ", why, *(f"{name}: {url}" for name, url in links)]
    blocks = "".join(_html_item(item, open_it) for item in message.items)
    foot = " · ".join(f'<a href="{html.escape(url)}">{html.escape(name)}</a>' for name, url in links)
    page = (
        f"<p>{html.escape(hello)}</p>" if hello else ""
    ) + f"{blocks}<p style='color:#666;font-size:13px'>{html.escape(why)} {foot}</p>"
    mail = _mail(message.title, sender, to, "\n".join(text), page, message.id, base)
    mail["List-Unsubscribe"] = f"<{base}/api/mail/stop?t={stop}>"
    mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return mail


def _html_item(item: Item, open_it: str) -> str:
    lines = "<br>".join(html.escape(line) for line in item.lines)
    link = f'<a href="{html.escape(item.url)}">{html.escape(open_it if item.table else item.url)}</a>'
    style = "border-left:4px solid #a67c2d;padding:8px 12px;margin:12px 0;background:#f6f1e4"
    return f'<div style="{style}"><b>{html.escape(item.title)}</b><br>{lines}{"<br>" if lines else ""}{link}</div>'


def confirmation_mail(lang: str, name: str, sender: str, to: str, base: str, token: str, id: str) -> EmailMessage:
    """The one e-mail that an address gets before its owner has said yes."""
    say = sayer(lang)
    place = urlsplit(base).netloc
    link = f"{base}/mail/confirm#{token}"
    asked = say(T("{name} asked Boxcars at {server} to send turn notices to this address.", name=name, server=place))
    press = say(T("If that was you, open this page and press “Yes, send them”. The link works for 24 hours."))
    else_ = say(T("If it wasn't you, do nothing. We won't write again."))
    text = "\n\n".join([asked, press, link, else_])
    page = "".join(f"<p>{html.escape(part)}</p>" for part in (asked, press))
    page += f'<p><a href="{html.escape(link)}">{html.escape(link)}</a></p><p>{html.escape(else_)}</p>'
    return _mail(say(T("Turn notices: is this your address?")), sender, to, text, page, id, base)


def _mail(subject: str, sender: str, to: str, text: str, page: str, id: str, base: str) -> EmailMessage:
    mail = EmailMessage()
    mail["Subject"] = re.sub(r"\s+", " ", subject)[:200]
    name, address = parseaddr(sender)
    user, _, domain = address.rpartition("@")
    mail["From"] = Address(name or "Boxcars", user, domain)
    mail["To"] = to
    mail["Date"] = formatdate()
    mail["Message-ID"] = f"<{id}@{urlsplit(base).hostname or domain}>"
    mail["Auto-Submitted"] = "auto-generated"
    mail.set_content(text)
    mail.add_alternative(f"<!doctype html><html><body style='font-family:sans-serif'>{page}</body></html>", subtype="html")
    return mail
