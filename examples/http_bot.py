"""A bot over HTTP alone: it sits down at a table and plays. Written with the standard library, so that it can be read as a recipe
for any other language; see docs/api.md.

    python examples/http_bot.py http://127.0.0.1:8020 TABLE            takes a free seat and plays
    python examples/http_bot.py http://127.0.0.1:8020 --new spike      makes a table, asks the server for a rival, plays
"""

from __future__ import annotations

import argparse
import json
import random
import secrets
import urllib.error
import urllib.request
from typing import Any


class Table:
    """The table's side of the conversation."""

    def __init__(self, server: str, table: str, token: str | None) -> None:
        self.server, self.table, self.token = server.rstrip("/"), table, token

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        headers = {"Content-Type": "application/json", "Accept-Language": "en"}
        if self.token is not None:
            headers["Authorization"] = f"Bearer {self.token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.server + path, data, headers, method=method)
        try:
            return urllib.request.urlopen(request, timeout=60)
        except urllib.error.HTTPError as error:
            if error.code != 409:  # every other answer says in words why not
                raise SystemExit(json.load(error)["reason"]["text"]) from None
            raise

    def post(self, what: str, body: Any) -> Any:
        with self.ask("POST", f"/api/tables/{self.table}/{what}", body) as answer:
            return json.load(answer)

    def changes(self) -> Any:
        """A line of JSON whenever something happens, until the game is over."""
        with self.ask("GET", f"/api/tables/{self.table}/events") as stream:
            for line in stream:
                yield json.loads(line)


def choose(legal: list[dict[str, Any]]) -> dict[str, Any]:
    """Where a better bot would think: each item has ``action`` (send it back as it is) and ``text`` (what it means)."""
    chosen: dict[str, Any] = random.choice(legal)
    return chosen


def play(table: Table) -> dict[str, Any] | None:
    for news in table.changes():
        for line in news.get("log", []):
            print(line["text"])
        if news.get("outcome") is not None:
            outcome: dict[str, Any] = news["outcome"]
            return outcome
        if not news.get("legal"):
            continue
        chosen = choose(news["legal"])
        # The key makes it harmless to send the same request again; ply and mark say which position it answers.
        body = {"ply": news["ply"], "mark": news["mark"], "key": secrets.token_hex(16), "action": chosen["action"]}
        try:
            table.post("act", body)
        except urllib.error.HTTPError as error:
            assert error.code == 409  # the table has moved on; the next line of the stream tells where to
    return None


def main() -> None:
    parser = argparse.ArgumentParser(description="A bot over HTTP alone.")
    parser.add_argument("server", help="http://127.0.0.1:8020")
    parser.add_argument("table", nargs="?", help="the name in the table's link")
    parser.add_argument("--new", metavar="GAME", help="make a table of this game against a bot of the server")
    parser.add_argument("--level", default="random", help="the kind of the server's bot")
    parser.add_argument("--name", default="HTTP bot")
    arguments = parser.parse_args()
    if bool(arguments.table) == bool(arguments.new):
        parser.error("name a table, or make one with --new GAME")
    if arguments.new:
        body = {
            "game": arguments.new,
            "players": None,
            "seats": [{"kind": "person", "name": arguments.name}],
            "key": secrets.token_urlsafe(24),
        }
        lobby = Table(arguments.server, "", None)
        with lobby.ask("POST", "/api/tables", body) as answer:
            made = json.load(answer)
        host = Table(arguments.server, made["table"], made["host"])
        for seat, token in enumerate(made["tokens"]):
            if token is None:
                host.post("seat", {"seat": seat, "kind": "bot", "level": arguments.level})
        host.post("start", {})
        table = Table(arguments.server, made["table"], made["tokens"][0])
    else:
        table = Table(arguments.server, arguments.table, None)
        table.token = table.post("join", {"name": arguments.name, "key": secrets.token_urlsafe(24)})["token"]
    outcome = play(table)
    print(json.dumps(outcome["scores"] if outcome else None))


if __name__ == "__main__":
    main()
