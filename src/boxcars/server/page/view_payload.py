"""What a page is sent: one view per seat, never the state. Encoded part by part, so that a change sends only what changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import Any

import msgspec
from msgspec.structs import replace

from boxcars.core import codec, registry
from boxcars.core.chance import commitment
from boxcars.core.messages import T, Text
from boxcars.core.type_aliases import Json
from boxcars.core.types import Outcome
from boxcars.locale import DELETED, person_name, say, sayer
from boxcars.server import steady
from boxcars.server.page import game_log, lesson_payload, position_payload, tabletop_payload
from boxcars.server.page.position_payload import Parts
from boxcars.server.table import clocks as clocks_module
from boxcars.server.table import commands, pace_text, rematch, standing_orders
from boxcars.server.table.documents import Remark
from boxcars.server.table.table import Table

encode = msgspec.json.encode


def shown_chat(chat: list[Remark], lang: str) -> list[Remark]:
    """The chat with the names as a reader of the language sees them."""
    return [replace(one, name=person_name(one.name, lang)) if one.name == DELETED else one for one in chat]


def seat_list(table: Table, lang: str, parts: Parts | None, here: set[int], now: float) -> bytes:
    """The seats with their cards and clocks; all readers of a language see the same."""
    doc = table.doc
    clocks = [clocks_module.clock_payload(doc, i, now) if doc.status == "playing" else None for i in range(len(doc.seats))]
    drawn = (parts["cards"], parts["standing"]) if parts is not None else (b"[]", b"[]")
    away = [clocks_module.vacation_until(doc, i, now) if doc.status == "playing" else None for i in range(len(doc.seats))]
    key = (table.seq, lang, drawn, frozenset(here), clocks, away)
    known: tuple[object, bytes] | None = table.memo.get("seats")
    if known is not None and known[0] == key:
        return known[1]
    cards, standing = (codec.decoder(list[msgspec.Raw]).decode(part) for part in drawn)
    made = encode(
        [
            {
                "seat": i,
                "name": person_name(seat.name, lang),
                "colour": f"p{i + 1}",
                "kind": seat.kind,
                "level": seat.level,
                "handed": seat.handed,
                "host": seat.host,
                "herald": seat.herald,
                "here": i in here or seat.kind == "bot",
                "clock": clocks[i],
                "vacation": away[i],
                "card": cards[i] if i < len(cards) else None,
                "score": standing[i] if i < len(standing) else None,
            }
            for i, seat in enumerate(doc.seats)
        ]
    )
    table.memo["seats"] = (key, made)
    return made


def total_line(found: Outcome) -> int:
    """Which line of the score is the total: what follows it breaks ties. -1: none (nothing but the total counts there)."""
    named = [i for i, line in enumerate(found.lines) if line.label == T("Total")]
    last = len(found.lines) - 1
    return named[0] if named else last if last >= 0 and found.lines[last].values == found.scores else -1


def outcome_payload(table: Table, lang: str) -> Json | None:
    found = table.doc.outcome
    if found is None:
        return None
    return {
        "scores": found.scores,
        "ranks": found.ranks,
        "lines": [
            {"label": position_payload.say_text(table, lang, line.label), "values": line.values, "uncovered": papers}
            for line, papers in zip(found.lines, uncovered_payload(table, found, lang), strict=True)
        ],
        "total": total_line(found),
        "grade": position_payload.say_text(table, lang, found.grade) if found.grade is not None else None,
        "played_by_bots": [i for i, seat in enumerate(table.doc.seats) if seat.is_automatic],
        "seed": "" if table.doc.sealed else table.setup.seed,
        "awards": awards_payload(table, found, lang),
    }


def uncovered_payload(table: Table, found: Outcome, lang: str) -> list[list[Json]]:
    """What was hidden until the end, line by line. A game that was given up keeps its secrets."""
    if table.state is None or table.rules.actor(table.state) >= 0:
        return [[] for _ in found.lines]
    board, seen = position_payload.board_for(table, lang), table.rules.observe(table.state, None)
    return [tabletop_payload.say_struct(board.revealed_scores(seen, line.label), board.say) for line in found.lines]


def awards_payload(table: Table, found: Outcome, lang: str) -> list[Json]:
    """The ceremony's distinctions. A game that was given up has none."""
    if table.state is None or table.rules.actor(table.state) >= 0:
        return []
    board, rules = position_payload.board_for(table, lang), table.rules
    key = (table.mark, tuple(seat.name for seat in table.doc.seats))
    known: tuple[Any, list[dict[str, Any]]] | None = table.memo.get(("awards", lang))
    if known is not None and known[0] == key:
        return known[1]
    events = [rules.retell(event, None) for act in table.acts for event in table.events_of_entry(act)]
    history = [event for event in events if event is not None]
    told: list[dict[str, Any]] = tabletop_payload.say_struct(
        board.game_awards(rules.observe(table.state, None), found, history), board.say
    )
    table.memo["awards", lang] = (key, told)
    return told


def chosen_options(game: registry.Game, options: dict[str, bool | int | str]) -> list[Text]:
    """The options that are not as usual, in words: what one should know before sitting down."""
    out: list[Text] = []
    for option in game.options:
        value = options.get(option.key, option.default)
        if value == option.default:
            continue
        if option.kind == "choice":
            out += [name for key, name in option.choices if key == value]
        elif option.kind == "number":
            out.append(T("{option}: {value}", option=option.name, value=int(value)))
        else:
            out.append(option.name)
    return out


def game_part(table: Table, lang: str) -> bytes:
    """What is played here: it never changes."""
    known: bytes | None = table.memo.get(("game", lang))
    if known is None:
        known = table.memo["game", lang] = encode(_game_payload(table, lang))
    return known


def _game_payload(table: Table, lang: str) -> Json:
    setup = table.setup
    game = registry.game(setup.game)
    map = registry.map_of(game, setup.map)
    return {
        "key": setup.game,
        "name": game.name,
        "map": setup.map,
        "map_name": say(T(map.name), lang) if map is not None else setup.map,
        "options": setup.options,
        "chosen": [say(text, lang) for text in chosen_options(game, setup.options)],
        "players": setup.players,
        "routes": bool(game.routes),
        "commitment": commitment(setup.seed),
        "origin": setup.origin,
        "tab_name": position_payload.board_for(table, lang).say(position_payload.board_for(table, lang).tab_name),
    }


def common_parts(
    table: Table, seat: int | None, host: bool, watching: int, lang: str, chat: list[Remark], watchers: Sequence[str] = ()
) -> Parts:
    """What every view has, whether or not the game has begun."""
    known: tuple[int, Parts] | None = table.memo.get(("common", lang))
    if known is None or known[0] != table.seq:
        known = table.memo["common", lang] = (table.seq, shared_parts(table, lang))
    return {
        **known[1],
        "you": encode(seat),
        "rematch": encode(rematch.shown_to(table.doc, seat, steady.time())),
        "host": encode(host),
        "watching": encode(watching),
        "watchers": encode(watchers),
        "chat": encode(shown_chat(chat, lang)),
        "now": encode(round(steady.time(), 1)),
    }


def shared_parts(table: Table, lang: str) -> Parts:
    """What the views of all seats have alike."""
    doc = table.doc
    say_here = sayer(lang)
    pace = {
        "kind": doc.pace.kind,
        "turn": doc.pace.turn,
        "reserve": doc.pace.reserve,
        "away": doc.pace.wait_seconds,
        "brief": pace_text.pace_brief(doc.pace, say_here),
        "words": pace_text.pace_sentence(doc.pace, say_here),
        "vacation": doc.pace.kind == "turns" and doc.pace.vacation,
        "paused": doc.pauses[-1][1] if doc.pauses else None,
    }
    return {
        "table": encode(table.id),
        "seq": encode(table.seq),
        "mark": encode(table.mark),
        "status": encode(doc.status),
        "lang": encode(lang),
        "game": game_part(table, lang),
        "outcome": encode(outcome_payload(table, lang)),
        "votes": encode(doc.votes),
        "pace": encode(pace),
        "listed": encode(doc.listed),
        "hot_seat": encode(doc.hot_seat),
        "rated": encode(doc.rated),
        "learning": encode(doc.learning),
        "next": encode(doc.next),
        "closed": encode(False),
    }


EMPTY: dict[str, Any] = {
    "actor": -1,
    "turn": None,
    "last": None,
    "note": None,
    "stations": [],
    "coming": [],
    "size": [1000, 700],
    "ground": None,
    "pieces": "",
    "touched": [],
    "ask": None,
    "order": [],
    "trays": [],
    "pick": None,
    "focus": [],
    "recap": [],
    "slip": None,
    "beats": [],
    "panels": [],
    "describe": [],
    "legal": [],
    "names": {},
    "forms": [],
}


def view_parts(
    table: Table,
    seat: int | None,
    lang: str,
    *,
    host: bool = False,
    here: set[int] | None = None,
    watching: int = 0,
    watchers: Sequence[str] = (),
    chat: list[Remark] | None = None,
    words: bool = True,
) -> Parts:
    """The current view of a seat (None: a spectator), part by part. ``words``: with the position in words."""
    doc = table.doc
    parts = common_parts(table, seat, host, watching, lang, chat or [], watchers)
    if table.state is None:
        parts |= {name: encode(value) for name, value in EMPTY.items()}
        parts["prompt"] = encode(position_payload.prompt_text(table, position_payload.board_for(table, lang).say))
        drawn = None
        parts["ground"] = encode(position_payload.ground_url(position_payload.ground_key(table.rules, lang)))
        board = position_payload.board_for(table, lang)
        parts["size"] = encode([board.width, board.height])
    else:
        drawn = position_payload.current_parts(table, seat, lang, standing_orders.early_position(table, seat))
        parts |= {name: part for name, part in drawn.items() if name not in ("cards", "standing")}
        parts["describe"] = position_payload.describe_position(table, table.state, seat, lang) if words else b"[]"
        if doc.status == "abandoned":
            parts["actor"] = b"-1"
        if seat is not None and seat >= 0 and doc.seats[seat].handed:  # a bot decides for it
            parts |= {name: encode(EMPTY[name]) for name in ("legal", "names", "forms", "pick", "recap", "note")}
            asked = msgspec.json.decode(parts["ask"])
            if asked:
                parts["prompt"] = encode(asked["other"])
        elif seat is not None and seat >= 0 and doc.status == "playing" and doc.actor != seat:
            parts["recap"] = position_payload.describe_missed(table, seat, lang)
    coach = lesson_payload.lesson_part(table, seat, lang)
    if coach is not None:
        parts["lesson"] = encode(coach)
    parts["ply"] = encode(table.ply)
    parts["orders"] = encode(standing_orders.shown_orders(table, seat) if table.state is not None else None)
    parts["seats"] = seat_list(table, lang, drawn, here or set(), steady.time())
    parts["log"] = game_log.encode_lines(table, seat, lang, -game_log.SHOWN)
    own = seat is not None and seat >= 0 and not doc.seats[seat].handed
    free = commands.free_undo(table, seat) if own and seat is not None else []
    asked = [v for v in doc.votes if v.kind == "undo"]
    step, last = commands.undo_step(table, free), commands.last_move(table, seat)
    parts["undo"] = encode({"on": doc.undo, "to": free, "step": step, "last": last, "requests": asked})
    return parts


def closed_view(table: Table, lang: str, here: set[int], watching: int) -> Parts:
    """A table of a running tournament round as those see it who do not sit there: seats, clocks, and how many moves were made.

    Nothing in it comes from the position, the log or the chat.
    """
    board = position_payload.board_for(table, lang)
    parts = common_parts(table, None, False, watching, lang, [])
    parts |= {name: encode(value) for name, value in EMPTY.items()}
    parts |= {"outcome": b"null", "votes": b"[]", "log": b"[]", "closed": encode(True)}
    parts["actor"] = encode(table.actor)
    parts["prompt"] = encode(board.say(T("Closed until the round is over.")))
    parts["ground"] = encode(position_payload.ground_url(position_payload.ground_key(table.rules, lang)))
    parts["size"] = encode([board.width, board.height])
    parts["ply"] = encode(table.ply)
    parts["orders"] = b"null"
    parts["seats"] = seat_list(table, lang, None, here, steady.time())
    parts["undo"] = encode({"on": table.doc.undo, "to": [], "step": None, "last": None, "requests": []})
    return parts


def past_view(table: Table, drawn: Parts, ply: int, seat: int | None, lang: str) -> Parts:
    """The position after ``ply`` actions as the seat saw it then (``drawn``): nothing to do in it, the log up to it."""
    parts = common_parts(table, seat, False, 0, lang, [])
    parts |= {name: part for name, part in drawn.items() if name not in ("cards", "standing")}
    parts["ply"] = encode(ply)
    parts["last_ply"] = encode(table.ply)
    parts["orders"] = b"null"
    parts["seats"] = seat_list(table, lang, drawn, set(), steady.time())
    parts["log"] = encode(game_log.events_until(table, seat, lang, ply))
    parts["undo"] = encode({"on": False, "to": [], "step": None, "last": None, "requests": []})
    if ply < table.ply:
        parts["outcome"] = b"null"
    return parts


@cache
def _encode_label(name: str) -> bytes:
    return encode(name) + b":"


def assemble_view(parts: Parts) -> bytes:
    """The parts as one JSON object."""
    whole = [_encode_label(name) + part for name, part in parts.items() if name[0] != position_payload.APART]
    return b"{" + b",".join(whole) + b"}"


def changed_panels(before: Parts, now: Parts) -> bytes:
    """The list of panels in which one that has not changed is its key alone."""
    out = []
    for name, part in now.items():
        if name[0] == position_payload.APART:
            out.append(encode(name[1:]) if before.get(name) == part else part)
    return b"[" + b",".join(out) + b"]"


@lru_cache(maxsize=64)
def changed_pieces(before: bytes, now: bytes) -> bytes:
    """What lies on the board by what lay there before: how much of that stays at the beginning, how much at the end (as browsers
    count), and what stands between."""
    old, new = codec.decoder(str).decode(before), codec.decoder(str).decode(now)
    most = min(len(old), len(new))
    head = _longest_prefix(most, lambda low, high: old[low:high] == new[low:high])
    ends = len(old), len(new)
    tail = _longest_prefix(
        most - head, lambda low, high: old[ends[0] - high : ends[0] - low] == new[ends[1] - high : ends[1] - low]
    )
    between = new[head : ends[1] - tail]
    counted = [len(part.encode("utf-16-le")) // 2 for part in (new[:head], new[ends[1] - tail :])]
    return encode([*counted, between])


def _longest_prefix(most: int, alike: Callable[[int, int], bool]) -> int:
    """The largest number up to which all is alike; whether it is from ``low`` on is asked only where it is up to there."""
    low = 0
    while low < most:
        middle = (low + most + 1) // 2
        if alike(low, middle):
            low = middle
        else:
            most = middle - 1
    return low
