"""The badge of a profile: one of six shapes, eight fields and ten emblems. The page draws it from three numbers."""

from __future__ import annotations

import re
from hashlib import sha256

SHAPES, FIELDS, CHARGES = 6, 8, 10
FORM = re.compile(r"([0-5])\.([0-7])\.([0-9])")


def drawn_from(id: str) -> str:
    """Return the badge of a new profile, derived from its id."""
    number = int.from_bytes(sha256(f"herald {id}".encode()).digest()[:8], "big")
    shape, rest = number % SHAPES, number // SHAPES
    return f"{shape}.{rest % FIELDS}.{rest // FIELDS % CHARGES}"


def is_valid_badge(herald: str) -> bool:
    return FORM.fullmatch(herald) is not None
