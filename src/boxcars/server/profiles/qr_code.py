"""QR codes as the path of an SVG, and this computer's address in its network."""

from __future__ import annotations

import ipaddress
import socket
from io import BytesIO

import segno


def draw_qr_code(text: str) -> tuple[str, int]:
    """Return the dark modules as one path, and the number of modules of a side."""
    code = segno.make(text, error="m", micro=False)
    out = BytesIO()
    code.save(out, kind="svg", border=0, omitsize=True, xmldecl=False, svgns=False, nl=False, unit=None)
    path = out.getvalue().decode().partition(' d="')[2].partition('"')[0]
    return path, len(code.matrix)


def is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def own_address() -> str | None:
    """Return this machine's address in its network, if it has one. (Nothing is sent: the system tells from where it would
    send.)"""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
        try:
            s.connect(("192.0.2.1", 9))  # an address that is nobody's (RFC 5737)
            found = str(s.getsockname()[0])
        except OSError:
            return None
    return None if is_loopback(found) or found == "0.0.0.0" else found
