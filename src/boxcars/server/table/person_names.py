"""Names that people give themselves: on one line, and told apart as readers tell them apart."""

from __future__ import annotations

import unicodedata


def clean_name(name: str) -> str:
    """A name on one line, without what cannot be seen."""
    return " ".join("".join(c if c.isprintable() else " " for c in name).split())[:40]


def normalize_name(name: str) -> str:
    """A name as it looks: without case, accents, spaces, and whatever cannot be seen."""
    return "".join(c for c in unicodedata.normalize("NFKD", name.casefold()) if unicodedata.category(c)[0] in "LNPS").casefold()
