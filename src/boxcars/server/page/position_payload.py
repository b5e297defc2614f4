"""The position as one seat sees it: picture, sentences, legal actions. Everything comes from an Observation.

The costly parts are encoded once for each (position, seat, language) and kept with the table.
"""

from __future__ import annotations

import gzip
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Container
from functools import lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple

import msgspec

from boxcars.core import codec, registry
from boxcars.core.game import State
from boxcars.core.messages import T, Text, Who
from boxcars.core.type_aliases import AnyRules, Json
from boxcars.core.types import Action, Event, Observation, Reason
from boxcars.locale import LANGUAGES, Say, sayer
from boxcars.server import steady
from boxcars.server.page import tabletop_payload
from boxcars.server.page.action_cache import ActionCache, Speaker
from boxcars.server.page.text_board import PlainBoard
from boxcars.server.page.view_cache import Drawing
from boxcars.server.table.table import Table, make_refusal, rules_for
from boxcars.view.board import Board, Panel, PlayerCard
from boxcars.view.lobby_poster import poster, thumbnail
from boxcars.view.tabletop import Item, Tray

Parts = dict[str, bytes]
encode = msgspec.json.encode


@lru_cache(maxsize=16)
def board_class(game: str) -> type[Board]:
    """Return the class that draws a game: its own, or a plain one in words for a game that names none."""
    where = registry.game(game).board
    return registry.load(where) if where else PlainBoard


@lru_cache(maxsize=128)
def _board_and_cache(rules: AnyRules, lang: str) -> tuple[Board, Speaker, ActionCache]:
    speaker = Speaker(lang)
    board = board_class(rules.game)(rules, speaker)
    return board, speaker, ActionCache(rules, board, speaker)


def board_for(table: Table, lang: str) -> Board:
    """Return the board in a language, with this table's names. All tables of a kind share it: use it at once and do not keep
    it."""
    board, speaker, _ = _board_and_cache(table.rules, lang)
    speaker.names = table.names
    board.again = Drawing(table, lang).cached_part
    return board


def nameless_board(rules: AnyRules, lang: str) -> Board:
    """Return the board for texts without names (the turn, its stations); it may be used from another thread."""
    return _board_and_cache(rules, lang)[0]


# -- the ground ----------------------------------------------------------------------------------------------------------


class Ground(NamedTuple):
    """What a background depends on. Of the options only those that change it (``Board.ground_options``), so there are few."""

    game: str
    map: str
    players: int
    options: dict[str, bool | int | str]
    lang: str

    @property
    def key(self) -> str:
        return urlsafe_b64encode(encode(list(self))).decode().rstrip("=")


GROUND = tuple[str, str, int, dict[str, bool | int | str], str]


@lru_cache(maxsize=1024)
def ground_key(rules: AnyRules, lang: str) -> str:
    """Return a key from which any process can draw the background."""
    options = {key: rules.options[key] for key in sorted(board_class(rules.game).ground_options)}
    return Ground(rules.game, rules.map, rules.players, options, lang).key


def check_ground(key: str) -> Ground:
    """Return what a background's key stands for; refuses a key that no table has, before any work is done."""
    none = make_refusal("no_such_ground", T("This board doesn't exist."))
    try:
        found = Ground(*codec.decoder(GROUND).decode(urlsafe_b64decode(key + "=" * (-len(key) % 4))))
    except (ValueError, msgspec.MsgspecError, RecursionError):
        raise none from None
    game = registry.games().get(found.game)
    map = registry.map_of(game, found.map) if game is not None else None
    if game is None or map is None or found.players not in map.players or found.lang not in LANGUAGES or found.key != key:
        raise none
    if list(found.options) != sorted(board_class(found.game).ground_options):
        raise none
    for option in game.options:
        if option.key in found.options:
            option.check(found.options[option.key])
    return found


def draw_ground(key: str) -> bytes:
    """Return the background of a board, drawn from its key."""
    game, map, players, options, lang = check_ground(key)
    board = board_class(game)(rules_for(game, map, players, options), sayer(lang))
    faces = board.draw_symbols().replace(
        "<symbol ", '<symbol class="bx" '
    )  # where one is used, nothing of what is around it counts
    return (f"<defs>{faces}</defs>{board.draw_ground()}" if faces else board.draw_ground()).encode()


GROUNDS: dict[str, bytes] = {}
"""Backgrounds that have been drawn (see ``AssetCache``), since drawing one takes long."""


@lru_cache(maxsize=1024)
def ground_url(key: str) -> str:
    if key not in GROUNDS:
        GROUNDS[key] = draw_ground(key)
    return f"/api/ground/{key}?v={blake2b(GROUNDS[key], digest_size=6).hexdigest()}"


@lru_cache(maxsize=64)
def small_picture(game: str, map: str, theme: str) -> bytes:
    """Return a small picture of a map, or (without a game) the lobby's poster: compressed SVG."""
    theme = "dark" if theme == "dark" else "light"
    if not game:
        return gzip.compress(poster(theme).encode(), mtime=0)
    rules = rules_for(game, map, None, {})
    return gzip.compress(thumbnail(game, rules.map, theme).encode(), mtime=0)


# -- the position --------------------------------------------------------------------------------------------------------


def legal_list(table: Table, state: State, lang: str, seen: Observation) -> tuple[bytes, dict[str, str]]:
    """Return the legal actions in words with their paths, encoded, and the names of the targets on those paths."""
    board_for(table, lang)
    cache = _board_and_cache(table.rules, lang)[2]
    names: dict[str, str] = {}
    out = []
    actions = table.rules.legal(state)
    for i, action in enumerate(actions):
        cached = cache.entry_of(seen, action)
        for target in cached.path:
            if target not in names:
                names[target] = cache.target_name(seen, target)
        out.append(b'{"i":%d,%b' % (i, cached.coded))
    _remember_choices(table, seen.actor, actions)
    return b"[" + b",".join(out) + b"]", names


def _remember_choices(table: Table, seat: int, actions: list[Action]) -> None:
    """Keep a few actions for each target that this seat could choose at some time; ``reason_for`` asks the rules about them."""
    known: dict[tuple[str, type], Any] = table.memo.setdefault(("known", seat), {})
    before: set[Action] = table.memo.setdefault(("offered", seat), set())
    if len(before) > 3_000:
        before.clear()
    for action in actions:
        if action not in before:
            for target in action.path():
                known.setdefault((target, type(action)), action)
    before.update(actions)


def reason_for(table: Table, seat: int, targets: list[str]) -> Reason:
    """Return why these targets are not available now: what the rules say about an action that this seat could take before."""
    if table.actor != seat:
        return Reason("not_your_turn", "", T("It's not your turn."))
    board, seen = board_for(table, "en"), table.rules.observe(table.state, seat)
    known: dict[tuple[str, type], Any] = table.memo.get(("known", seat), {})
    later: Reason | None = None
    for count in range(len(targets), 0, -1):
        try:
            meant = board.candidate_actions(seen, targets[:count])
        except (LookupError, ValueError):  # a target that is not on this board: anything may be asked for
            meant = []
        meant += [action for (target, _), action in known.items() if target == targets[count - 1]]
        reasons = [reason for action in meant if (reason := table.rules.refuse(table.state, seat, action)) is not None]
        now = [reason for reason in reasons if reason.code != "wrong_phase"]
        if now:
            rank = {code: i for i, code in enumerate(board.telling)}
            return min(now, key=lambda reason: rank.get(reason.code, len(rank)))
        later = later or (reasons[0] if reasons else None)
    if later is not None:
        return later
    return Reason("not_now", "", T("You can't do that now. {ask}", ask=table.rules.ask(table.state.agenda[-1])))


def form_list(table: Table, state: State, say: Say) -> list[Json]:
    return [
        {
            "verb": form.verb,
            "title": say(form.title),
            "base": form.base,
            "fields": [
                {
                    "name": f.name,
                    "kind": f.kind,
                    "label": say(f.label),
                    "low": f.low,
                    "high": f.high,
                    "options": [(value, say(label)) for value, label in f.options],
                }
                for f in form.fields
            ],
        }
        for form in table.rules.forms(state)
    ]


def said_again(table: Table, key: tuple[str | int | None, ...], texts: list[Text], say: Say) -> list[str]:
    """Return a long list of sentences, translating only those that were not there in the last position."""
    names = table.names
    known: tuple[tuple[str, ...], list[Text], list[str]] | None = table.memo.get(key)
    old = known[1] if known is not None and known[0] == names else []
    before = known[2] if known is not None else []
    out = [before[i] if i < len(old) and old[i] == text else say(text) for i, text in enumerate(texts)]
    table.memo[key] = (names, texts, out)
    return out


def prompt_text(table: Table, say: Say) -> str:
    """Return the text of the prompt where nothing is asked."""
    if table.doc.status == "open":
        return say(T("Waiting for players."))
    if table.doc.elsewhere:
        return say(T("You moved this game. This copy can't be played any more."))
    return say(T("This game ended without a winner.") if table.doc.status == "abandoned" else T("The game is over."))


APART = "."
"""Prefix of the names of parts inside other parts: not sent by themselves, but kept to find what changed."""


def encode_cached(
    table: Table, names: tuple[str, ...], key: tuple[str, ...], seat: int | None, thing: Any, make: Callable[[Any], bytes]
) -> bytes:
    """Return a thing encoded as it is sent. Most are the same as in the last position or for other seats, and are taken from the
    cache."""
    own = (*key, seat)
    for where in (own, key):
        known: tuple[tuple[str, ...], Any, bytes] | None = table.memo.get(where)
        if known is not None and (known[1] is thing or known[1] == thing) and known[0] == names:
            table.memo[own] = known
            return known[2]
    made = make(thing)
    table.memo[own] = table.memo[key] = (names, thing, made)
    return made


def panel_part(table: Table, names: tuple[str, ...], panel: Panel, seat: int | None, lang: str, say: Say) -> bytes:
    def encoded(panel: Panel) -> bytes:
        told = {
            "key": panel.key,
            "title": say(panel.title),
            "width": panel.width,
            "height": panel.height,
            "svg": panel.svg,
            "words": [say(words) for words in panel.words],
            "follows": panel.follows,
            "pinned": panel.pinned,
        }
        return encode(told)

    return encode_cached(table, names, ("panel", panel.key, lang), seat, panel, encoded)


def tray_part(table: Table, names: tuple[str, ...], tray: Tray, seat: int | None, lang: str, say: Say) -> bytes:
    def thing(item: Item) -> bytes:
        return encode(tabletop_payload.say_struct(item, say))

    def encoded(tray: Tray) -> bytes:
        items = [encode_cached(table, names, ("item", tray.key, item.id, lang), seat, item, thing) for item in tray.items]
        told = {"key": tray.key, "title": say(tray.title), "place": tray.place} | ({"places": tray.places} if tray.places else {})
        return encode(told)[:-1] + b',"items":[' + b",".join(items) + b"]}"

    return encode_cached(table, names, ("tray", tray.key, lang), seat, tray, encoded)


def open_trays(trays: list[Tray], legal: Container[str]) -> list[Tray]:
    """Return the trays with every item open whose target is legal: the rules have the last word, not the board."""
    out = []
    for tray in trays:
        if any(item.shut and item.target in legal for item in tray.items):
            items = [
                msgspec.structs.replace(item, shut=False, why=None) if item.shut and item.target in legal else item
                for item in tray.items
            ]
            tray = msgspec.structs.replace(tray, items=items)
        out.append(tray)
    return out


def position_parts(
    table: Table, state: State, seat: int | None, lang: str, events: list[Event], live: bool, ply: int = 0
) -> Parts:
    """Return the parts of a view that depend on the position only. ``live``: with the seat's legal actions; otherwise a past
    position."""
    rules = table.rules
    board = board_for(table, lang)
    say = board.say
    seen = rules.observe(state, seat)
    actor = rules.actor(state)
    mine = live and seat is not None and seat == actor and table.doc.status == "playing"
    legal, names = legal_list(table, state, lang, seen) if mine else (b"[]", {})

    def part(name: str, make: Callable[[Any], Any]) -> bytes:
        return board.again(name, seen, lambda seen: encode(make(seen)))

    def told(text: Text | None) -> str | None:
        return say(text) if text is not None else None

    line, asked = tabletop_payload.ask_payload(table, board, seen, rules.next_step(state), mine)
    pick = board.choice_switches(seen) if mine else None
    news = [event for event in (rules.retell(event, seat) for event in events) if event is not None]
    trays = open_trays(board.item_trays(seen), names)
    lying = {tray.key for tray in trays}  # what lies in a tray is not drawn again in a panel
    shown = (panel for panel in board.side_panels(seen, lying) if panel.key not in lying)
    at_table = table.names
    panels = {APART + panel.key: panel_part(table, at_table, panel, seat, lang, say) for panel in shown}
    # The agenda of an observation is what everybody may know of the steps ahead; the last is the one being asked.
    ahead = [step for step in reversed(getattr(seen, "agenda", [])[:-1]) if step.seat >= 0]
    return {
        "actor": encode(actor),
        "last": encode(told(board.last_round_text(seen)) if actor >= 0 else None),
        "turn": encode(told(board.turn_label(seen))),
        "stations": part("stations", lambda seen: [{"name": say(s.name), "state": s.state} for s in board.turn_phases(seen)]),
        "prompt": encode(line or prompt_text(table, say)),
        "ask": asked,
        "order": part("order", lambda seen: tabletop_payload.say_struct(board.seat_order(seen), say)),
        "trays": b"[" + b",".join([tray_part(table, at_table, tray, seat, lang, say) for tray in trays]) + b"]",
        "pick": encode(tabletop_payload.say_struct(pick, say)),
        "focus": part("focus", board.focus_targets),
        "recap": encode(tabletop_payload.recap_payload(table, board, seen, actor) if mine else []),
        "slip": tabletop_payload.turn_summary(table, board, seen, seat, None if live else ply),
        "beats": encode(tabletop_payload.say_struct(board.animation_steps(seen, news), say)),
        "note": encode(told(board.resources_left(seen)) if mine else None),
        "coming": encode([say(T("{who}: {ask}", who=Who(step.seat), ask=rules.ask(step))) for step in ahead[:6]]),
        "size": encode([board.width, board.height]),
        "ground": encode(ground_url(ground_key(rules, lang))),
        "pieces": part("pieces", board.draw_pieces),
        "touched": encode(board.changed_targets(news)),
        "panels": b"[" + b",".join(panels.values()) + b"]",
        **panels,
        "legal": legal,
        "names": encode(names),
        "forms": encode(form_list(table, state, say) if mine else []),
        "cards": part("cards", lambda seen: card_list(rules.players, board.player_cards(seen), say)),
        "standing": encode(rules.standing(state)),
    }


def card_list(players: int, cards: list[PlayerCard], say: Say) -> list[Json | None]:
    """Return the players' cards by seat."""
    told = {
        card.seat: {
            "role": say(card.role) if card.role is not None else None,
            "stats": [
                {"key": stat.key, "label": say(stat.label), "value": stat.value, "icon": stat.icon, "low": stat.low}
                for stat in card.stats
            ],
            "state": card.state,
        }
        for card in cards
    }
    return [told.get(seat) for seat in range(players)]


def describe_position(table: Table, state: State, seat: int | None, lang: str) -> bytes:
    """Return the position in words, place by place."""
    board = board_for(table, lang)
    return encode(
        said_again(table, ("describe", seat, lang), board.describe_position(table.rules.observe(state, seat)), board.say)
    )


def describe_missed(table: Table, seat: int, lang: str) -> bytes:
    """Return what a player missed since its last visit, while another seat is to act."""
    if not tabletop_payload.is_away(table, seat, steady.time()):
        return b"[]"
    board = board_for(table, lang)
    return encode(tabletop_payload.recap_payload(table, board, table.rules.observe(table.state, seat), seat))


def current_parts(table: Table, seat: int | None, lang: str, early: State | None = None) -> Parts:
    """The parts of the current position, computed once. ``early``: as the seat sees it that is asked before its turn."""
    key = (table.mark, table.doc.status, table.names, early is not None)
    known = table.memo.get(("parts", seat, lang))
    if known is not None and known[0] == key:
        found: Parts = known[1]
        return found
    last = table.acts[-1] if table.acts else None
    events = table.events_of_entry(last) if last is not None else []
    parts = position_parts(table, table.state if early is None else early, seat, lang, events, live=True)
    if early is not None:
        parts["actor"] = encode(table.actor)
    table.memo["parts", seat, lang] = (key, parts)
    return parts


def say_text(table: Table, lang: str, text: Text) -> str:
    return sayer(lang, [seat.name for seat in table.doc.seats])(text)
