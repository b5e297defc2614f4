"""Names of people: one line each, and compared as readers see them."""

from __future__ import annotations

import unicodedata


def clean_name(name: str) -> str:
    """Return a name on one line without invisible characters."""
    return " ".join("".join(c if c.isprintable() else " " for c in name).split())[:40]


def normalize_name(name: str) -> str:
    """Return a name as it looks, for comparison: without case, accents, spaces and invisible characters."""
    return "".join(c for c in unicodedata.normalize("NFKD", name.casefold()) if unicodedata.category(c)[0] in "LNPS").casefold()
