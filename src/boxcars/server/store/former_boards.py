"""Boards that were redrawn after games had begun on them: those games go on, and are shown, on the board they began on.

The former board becomes a kept map of the server, and the games name that map. Where their positions stay valid on the redrawn
board, nothing of this is needed.
"""

from __future__ import annotations

import time
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
import sqlalchemy as sa

from boxcars.core import map_loader


@cache
def steam_north_america() -> str:
    """Steam's north-east of North America as versions 1 and 2 of its rules had it: New Haven touched New York."""
    return (files("boxcars.server.store") / "boards" / "steam_north_america_2.toml").read_text(encoding="utf-8")


def is_former_board(map: str) -> bool:
    """Whether the kept map is a board that the game itself had: games on it count for ratings."""
    return map == map_loader.key_of(steam_north_america())


def keep_steam_north_america(conn: sa.Connection) -> None:
    """Let games of Steam that began before version 3 keep their board (a step of the schema)."""
    rows = conn.execute(sa.text("SELECT id, setup FROM tables WHERE game = 'steam' AND version < 3 AND status <> 'open'")).all()
    begun: dict[str, dict[str, Any]] = {row.id: msgspec.json.decode(bytes(row.setup)) for row in rows}
    moved = {id: setup for id, setup in begun.items() if setup.get("map") == "north_america"}
    if not moved:
        return
    text = steam_north_america()
    key = map_loader.key_of(text)
    if conn.execute(sa.text("SELECT key FROM maps WHERE key = :key"), {"key": key}).first() is None:
        board = {"key": key, "name": "Northeastern US & Canada", "text": text.encode(), "created": time.time()}
        conn.execute(
            sa.text(
                "INSERT INTO maps (key, game, name, text, shown, created, played)"
                " VALUES (:key, 'steam', :name, :text, FALSE, :created, TRUE)"
            ),
            board,
        )
    for id, setup in moved.items():
        named = {"id": id, "setup": msgspec.json.encode(setup | {"map": key})}
        conn.execute(sa.text("UPDATE tables SET setup = :setup WHERE id = :id"), named)
