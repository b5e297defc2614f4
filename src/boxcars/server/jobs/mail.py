"""Sending e-mail by the mail server that the host names (SMTP)."""

from __future__ import annotations

from email.message import EmailMessage
from email.utils import parseaddr
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

import msgspec

if TYPE_CHECKING:
    from smtplib import SMTP

LIMIT = 20.0
"""Seconds for each step of talking to the mail server."""


class MailServer(msgspec.Struct, frozen=True):
    """``security``: "tls" from the first byte, "starttls", or "none" (a mail server on this machine)."""

    host: str
    port: int
    security: str
    user: str
    password: str
    sender: str


def read_mail_server(url: str, sender: str) -> MailServer:
    """Read the host's settings: ``smtps://user:password@mail.example.org`` (TLS), ``smtp://…`` (STARTTLS) or ``smtp+plain://…``.

    Raises ValueError with a sentence for the host.
    """
    parts = urlsplit(url)
    kinds = {"smtps": ("tls", 465), "smtp": ("starttls", 587), "smtp+plain": ("none", 25)}
    if parts.scheme not in kinds or not parts.hostname:
        raise ValueError("the mail server must look like smtps://user:password@mail.example.org:465")
    if "@" not in parseaddr(sender)[1]:
        raise ValueError("the sender of mails must be an address, such as Boxcars <notices@example.org>")
    security, port = kinds[parts.scheme]
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    return MailServer(parts.hostname, parts.port or port, security, user, password, sender)


def send_mail(server: MailServer, message: EmailMessage) -> int:
    """Hand a message to the mail server; its code (250: taken; 5xx: refused for good), 0 if it could not be reached. Blocks."""
    import smtplib  # (a tab has none)

    try:
        with _connect(server) as smtp:
            if server.user:
                smtp.login(server.user, server.password)
            smtp.send_message(message)
            return 250
    except smtplib.SMTPRecipientsRefused as refused:
        return next((code for code, _ in refused.recipients.values()), 550)
    except smtplib.SMTPAuthenticationError:
        return 0  # the host's settings are wrong: no fault of the address
    except smtplib.SMTPSenderRefused:
        return 0
    except smtplib.SMTPResponseException as error:
        return error.smtp_code
    except (OSError, smtplib.SMTPException, ValueError):
        return 0


def _connect(server: MailServer) -> SMTP:
    import smtplib
    import ssl  # (not every build of Python has it)

    if server.security == "tls":
        return smtplib.SMTP_SSL(server.host, server.port, timeout=LIMIT, context=ssl.create_default_context())
    smtp = smtplib.SMTP(server.host, server.port, timeout=LIMIT)
    if server.security == "starttls":
        try:
            smtp.starttls(context=ssl.create_default_context())
        except BaseException:
            smtp.close()
            raise
    return smtp
