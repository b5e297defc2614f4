"""Pictures that a phone's camera reads (QR codes), as the one path of an SVG; and the address they should hold.

A page that was opened at 127.0.0.1 knows no address that others reach: then it is the machine's own in its network.
"""

from __future__ import annotations

import ipaddress
import socket
from io import BytesIO
from urllib.parse import SplitResult, urlsplit

import segno


def draw_qr_code(text: str) -> tuple[str, int]:
    """The dark modules as one path, and how many modules a side has."""
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
    """The address of this machine in its network, if it has one. (Nothing is sent: the system says where it would send from.)"""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
        try:
            s.connect(("192.0.2.1", 9))  # an address that is nobody's (RFC 5737)
            found = str(s.getsockname()[0])
        except OSError:
            return None
    return None if is_loopback(found) or found == "0.0.0.0" else found


def reachable_base(base: str) -> tuple[str, str]:
    """The base of links that others can follow, and "" or the address that only this machine can."""
    parts: SplitResult = urlsplit(base)
    if not is_loopback(parts.hostname or ""):
        return base, ""
    here = own_address()
    if here is None:
        return base, parts.netloc
    port = f":{parts.port}" if parts.port else ""
    return f"{parts.scheme}://{here}{port}", parts.netloc
