"""Jobs of the map editor, in a worker: a draft is opened, edited, drawn and checked. Any error in it becomes an answer."""

from __future__ import annotations

import msgspec

from boxcars.core import correction, map_loader, registry
from boxcars.core.messages import Complaint, T
from boxcars.locale import sayer
from boxcars.server.page.schemas.map_editor import (
    CheckedDraft,
    EditorBoard,
    EditorCheck,
    EditorChoice,
    EditorField,
    EditorGame,
    EditorOperation,
    EditorSelection,
    EditorTool,
    EditorToolGroup,
)
from boxcars.server.table.table import make_refusal
from boxcars.view.board import Say
from boxcars.view.map_editor import Doc, Held, MapEditor, apply
from boxcars.view.seat_symbols import symbol


class Draft(msgspec.Struct, frozen=True, kw_only=True):
    """A draft, or what to open (a text, the key of a map, nothing: an empty sheet); then an edit; then what to show."""

    game: str
    lang: str
    doc: bytes = b"null"
    """The draft's document as JSON."""
    text: str = ""
    map: str = ""
    tool: str = ""
    targets: list[str] = []
    layer: str = ""
    held: str = ""
    use: dict[str, float] = {}
    against: str = ""


def workshop_of(game: str, lang: str) -> MapEditor:
    found = registry.game(game)
    if not found.workshop:
        raise make_refusal(
            "no_workshop", T("{game} doesn't have a map editor yet. You can write a map file instead.", game=found.name)
        )
    made: MapEditor = registry.load(found.workshop)(sayer(lang))
    return made


def describe_tools(game: str, lang: str) -> EditorGame:
    """Return the editor's tools for a game, in words."""
    say = sayer(lang)
    found, shop = registry.game(game), workshop_of(game, lang)
    return EditorGame(
        key=game,
        name=found.name,
        groups=[
            EditorToolGroup(
                name=say(group.name),
                tools=[
                    EditorTool(
                        key=tool.key,
                        name=say(tool.name),
                        hint=say(tool.hint),
                        picture=tool.picture,
                        aim=list(tool.aim),
                        drag=tool.drag,
                        layer=tool.layer,
                    )
                    for tool in group.tools
                ],
            )
            for group in shop.groups()
        ],
        layers=[EditorBoard(key="", name=say(T("Map"))), *(EditorBoard(key=key, name=say(name)) for key, name in shop.layers())],
        boards=[EditorBoard(key=m.key, name=say(T(m.name))) for m in found.maps if not registry.is_file(m.key)],
    )


def open_draft(shop: MapEditor, told: Draft) -> tuple[Doc, bool]:
    """Return the draft, and whether the page does not have it yet; raises BadMap."""
    doc = msgspec.json.decode(told.doc)
    if isinstance(doc, dict):
        return shop.accept(doc), False
    if doc is not None:
        raise map_loader.BadMap([Complaint("", T("this isn't a draft"))])
    if told.text:
        return shop.open(told.text), True
    if told.map:
        found = registry.game(told.game)
        if registry.map_of(found, told.map) is None:
            raise map_loader.BadMap([Complaint(told.map[:80], T("this map doesn't exist"))])
        own = map_loader.is_own(told.map)
        return shop.open(map_loader.text_of(told.map) if own else registry.export(found, told.map)), True
    return shop.fresh(), True


def edit_draft(told: Draft) -> bytes:
    """Return the map editor's answer as JSON; refuses what is not a draft."""
    shop = workshop_of(told.game, told.lang)
    try:
        doc, fresh = open_draft(shop, told)
        ops = shop.edit(doc, told.tool, told.targets) if told.tool else []
        before = msgspec.json.decode(msgspec.json.encode(doc)) if fresh else None
        apply(doc, ops)
        text = shop.save(doc)
        corrections, others = correction.between(told.game, told.against, text) if told.against else ("", 0)
    except map_loader.BadMap as bad:
        raise make_refusal(
            "bad_map",
            T("There's a problem with this map file: {complaint}", complaint=told_in(shop.say, bad.complaints[0])[:300]),
        ) from None
    picture = shop.draw(doc, told.layer, told.use)
    game = registry.game(told.game)
    wrong = game.check_map(text) if game.check_map else []
    players: list[int] = []
    if not wrong:
        found = registry.map_of(game, map_loader.know(text))
        players = found.players if found is not None else []
    checks = [
        EditorCheck(good=False, text=told_in(shop.say, line, lines=False), show=shop.where(doc, shop.spoken_of(doc, line)))
        for line in wrong[:30]
    ]
    checks = checks or [EditorCheck(good=True, text=shop.say(fact), show=[]) for fact in shop.facts(doc)]
    return msgspec.json.encode(
        CheckedDraft(
            doc=before,
            ops=[EditorOperation(do=op.do, path=op.path, old=op.old, new=op.new) for op in ops],
            svg=picture.svg,
            width=picture.width,
            height=picture.height,
            step=list(picture.step),
            good=not wrong,
            checks=checks,
            held=_held_answer(shop, shop.held(doc, shop.after(told.targets, ops) if ops else told.held)),
            text=text,
            players=players,
            corrections=corrections,
            others=others,
        )
    )


def told_in(say: Say, complaint: str, lines: bool = True) -> str:
    """Return a complaint in a language; without its line number where the user does not see the text."""
    if not isinstance(complaint, Complaint):
        return complaint
    return complaint.told(say) if lines else complaint.at(0).told(say)


def _held_answer(shop: MapEditor, held: Held | None) -> EditorSelection | None:
    if held is None:
        return None
    fields = [
        EditorField(
            name=shop.say(f.name),
            kind=f.kind,
            path=f.path,
            value=f.value,
            part=f.part,
            low=f.low,
            high=f.high,
            step=f.step,
            none=f.none,
            choices=[
                EditorChoice(key=key, name=shop.say(name), picture=symbol(key, 0, 0) if f.kind in ("ink", "inks") else "")
                for key, name in f.choices
            ],
        )
        for f in held.fields
    ]
    return EditorSelection(target=held.target, title=held.title, kind=shop.say(held.kind), fields=fields)
