"""The side rail of Silverton: pieces, open claims, passenger cards, market table, mines, equipment, the open offer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boxcars.core.messages import TN, T, Text, Who
from boxcars.games.silverton.names import KIND_NAMES, card, deal, plow, target, train
from boxcars.games.silverton.observation import SeenClaim, SeenPiece, SilvertonObservation
from boxcars.games.silverton.state import DEAD, FREE, JAILED, PLACED, SURVEYOR
from boxcars.games.silverton.steps import AnswerDraw
from boxcars.games.silverton.ui import claim_card as claim_card_module
from boxcars.games.silverton.ui import price_table
from boxcars.games.silverton.ui.piece_drawing import disc
from boxcars.view import drawing_kit
from boxcars.view.board import Again, Panel, Say, dollars
from boxcars.view.drawing_kit import n, words

if TYPE_CHECKING:
    from boxcars.games.silverton.rules import Silverton

WIDE = 292
HALF = 142
STATUS = {FREE: T("free"), PLACED: T("placed"), JAILED: T("in jail"), DEAD: T("dead")}


def side_panels(rules: Silverton, say: Say, seen: SilvertonObservation, again: Again) -> list[Panel]:
    """Return what is needed now comes first: pieces and cards while placing, mines and market while working."""
    out = [offer(rules, say, seen)] if seen.deal is not None else []
    if isinstance(seen.step, AnswerDraw):
        out.append(drawn(rules, say, seen, again, seen.step))
    cards = [again("panel discs", seen, lambda seen: discs(rules, say, seen))] if seen.seat is not None else []
    cards += again("panels claims", seen, lambda seen: claims(rules, say, seen, again))
    cards.append(again("panel passengers", seen, lambda seen: passengers(rules, say, seen)))
    works = again("panels mines", seen, lambda seen: mines(rules, say, seen, again))
    trade = price_table.side_panels(rules, say, seen)
    shop = [again("panel equipment", seen, lambda seen: equipment(rules, say, seen))] if rules.advanced else []
    if seen.phase == 4 and 3 <= seen.part <= 6:
        return out + works + trade + shop + cards
    if seen.phase >= 5:
        return out + shop + cards + trade + works
    return out + cards + trade + works + shop


def wrap(text: str, width: float, size: float) -> list[str]:
    """Lines of a sentence that fit the width."""
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if drawing_kit.text_width(longer, size) > width and lines[-1]:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def offered(rules: Silverton, seen: SilvertonObservation) -> Text:
    """Return the open offer in a sentence."""
    assert seen.deal is not None
    what = deal(rules, seen.deal.give, seen.deal.take, seen.deal.freight)
    return T("{who} gives {what}", who=Who(seen.active), what=what)


def offer(rules: Silverton, say: Say, seen: SilvertonObservation) -> Panel:
    """Return the open offer of step IV.4."""
    assert seen.deal is not None
    first = T("{who} gives {to}:", who=Who(seen.active), to=Who(seen.deal.to))
    body = deal(rules, seen.deal.give, seen.deal.take, seen.deal.freight)
    lines = wrap(say(first), WIDE - 20, 14) + wrap(say(body), WIDE - 20, 14)
    svg = f'<rect class="paper" x=".5" y=".5" width="{WIDE - 1}" height="{len(lines) * 19 + 11}" rx="4"/>'
    svg += "".join(words(line, 10, 22 + 19 * i, 14, 600 if i == 0 else 500) for i, line in enumerate(lines))
    title = T("Counter-offer") if seen.deal.counter else T("Offer")
    return Panel(key="offer", title=title, height=len(lines) * 19 + 12, svg=svg, words=[first, body])


def where(rules: Silverton, piece: SeenPiece) -> Text:
    if piece.status == PLACED:
        return T("on {where}", where=target(rules, piece.target))
    if piece.fine:
        return T("{status}, ${fine}", status=STATUS[piece.status], fine=piece.fine)
    return STATUS[piece.status]


def discs(rules: Silverton, say: Say, seen: SilvertonObservation) -> Panel:
    """Return the own pieces, to be clicked, each with where it is."""
    seat = seen.seat
    assert seat is not None
    svg, said = "", []
    pieces = seen.players[seat].pieces
    for number, piece in enumerate(pieces):
        y = 17 + number * 34
        svg += f'<rect class="paper" x=".5" y="{n(y - 16.5)}" width="{WIDE - 1}" height="33" rx="4"/>'
        svg += f'<g transform="translate(20 {n(y)})">{disc(seat, piece)}</g>'
        title = T("{number}. {kind} +{bonus}", number=number + 1, kind=KIND_NAMES[piece.kind], bonus=piece.bonus)
        svg += words(say(title), 42, y - 2, 13.5, 600)
        place = say(where(rules, piece))
        svg += words(wrap(place, WIDE - 54, 12)[0], 42, y + 12, 12, cls="dim")
        svg += drawing_kit.hit_rect(f"piece:{number}", 1, y - 16, WIDE - 2, 32)
        said.append(T("{piece}: {where}", piece=title, where=where(rules, piece)))
    said = said or [T("none")]
    return Panel(key="pieces", title=T("Your pieces"), height=max(20, len(pieces) * 34), svg=svg, words=said)


Standing = dict[str, list[tuple[int, int, SeenPiece]]]


def standing(seen: SilvertonObservation) -> Standing:
    """Prospectors by the card they are on: seat, number, piece."""
    out: Standing = {}
    for seat, player in enumerate(seen.players):
        for number, piece in enumerate(player.pieces):
            if piece.status == PLACED and piece.kind != SURVEYOR:
                out.setdefault(piece.target, []).append((seat, number, piece))
    return out


def prospectors(seen: SilvertonObservation, there: Standing, key: str, x: float, y: float) -> str:
    out = ""
    for i, (seat, number, piece) in enumerate(there.get(key, ())):
        out += drawing_kit.piece(f"disc-{seat}-{number}", f'<g transform="scale(.8)">{disc(seat, piece)}</g>', x - i * 20, y)
    if seen.neutral == key:
        out += f'<g transform="translate({n(x)} {n(y)})"><circle class="die die-d" r="9"/></g>'
    return out


def claims(rules: Silverton, say: Say, seen: SilvertonObservation, again: Again) -> list[Panel]:
    """Return the open claims, a card each, and the deck."""
    row = [key for key in seen.row if key in rules.atlas.claim_no]
    said = [[claim_words(rules, key)] for key in row]
    out = claim_panels(rules, say, seen, again, "claims", T("Face-up claims"), [(key, None) for key in row], said)
    more = T("Deck: {deck} · Discards: {discards}", deck=seen.deck, discards=len(seen.discards))
    svg = f'<rect class="paper" x=".5" y="0.5" width="{WIDE - 1}" height="33" rx="4"/>'
    svg += words(say(more), 12, 22, 14, 600) + prospectors(seen, standing(seen), "deck", WIDE - 18, 17)
    svg += drawing_kit.hit_rect("deck", 1, 1, WIDE - 2, 32)
    title = T("Deck") if row else T("Face-up claims")
    return [*out, Panel(key="deck", title=title, height=36, svg=svg, words=[more], follows=bool(row))]


def claim_panels(
    rules: Silverton,
    say: Say,
    seen: SilvertonObservation,
    again: Again,
    name: str,
    title: Text,
    several: list[tuple[str, SeenClaim | None]],
    said: list[list[Text]],
) -> list[Panel]:
    """Claims one below the other, a panel each, under one heading; the first has the name of them all."""
    there = standing(seen)
    return [
        Panel(
            key=f"claim-{key}" if i else name,
            title=card(rules, key) if i else title,
            height=claim_card_module.HIGH,
            svg=claim_card(rules, say, seen, again, key, held) + prospectors(seen, there, key, WIDE - 52, 20),
            words=said[i],
            follows=i > 0,
        )
        for i, (key, held) in enumerate(several)
    ]


def claim_card(rules: Silverton, say: Say, seen: SilvertonObservation, again: Again, key: str, held: SeenClaim | None) -> str:
    body = again(f"claim {key}", seen, lambda seen: claim_card_module.card(rules, say, seen, key, held), held)
    return f'<g transform="translate(0 0)">{body}</g>' + drawing_kit.hit_rect(
        f"card:{key}", 1, 1, WIDE - 2, claim_card_module.HIGH - 2
    )


def claim_words(rules: Silverton, key: str) -> Text:
    atlas = rules.atlas
    number = atlas.claim_no[key]
    return T(
        "{card}: ${cost}, operating cost ${operate}, depleted on {depletion} or less, yields {yields}",
        card=card(rules, key),
        cost=atlas.claim_cost[number],
        operate=atlas.operating[number],
        depletion=atlas.depletion[number],
        yields=" ".join(str(units) for units in atlas.yields[number][atlas.depletion[number] + 1 :]),
    )


def left_after(rules: Silverton, seen: SilvertonObservation, step: AnswerDraw) -> int | None:
    """Return what buying a claim just drawn and working it leaves of one's cash; None: somebody else's, which nobody knows."""
    cash = seen.players[step.seat].cash
    return None if cash is None else cash - rules.atlas.claim_cost[step.claim] - rules.atlas.operating[step.claim]


def drawn(rules: Silverton, say: Say, seen: SilvertonObservation, again: Again, step: AnswerDraw) -> Panel:
    """Return a claim just drawn: its card, and what buying it leaves."""
    atlas = rules.atlas
    key = atlas.claims[step.claim]
    svg = claim_card(rules, say, seen, again, key, None) + prospectors(seen, standing(seen), key, WIDE - 52, 20)
    rows = [(T("Price of the claim"), dollars(say, atlas.claim_cost[step.claim]))]
    low, spread = atlas.depletion[step.claim], atlas.yields[step.claim]
    first = [spread[roll] for roll in range(max(claim_card_module.FIRST_ROLL, low + 1), len(spread))]
    rows.append((T("Operating it this turn"), dollars(say, atlas.operating[step.claim])))
    note = T("first roll: one die + 6 gives {least} to {most} units", least=min(first, default=0), most=max(first, default=0))
    left = left_after(rules, seen, step)
    if left is not None:
        rows.append((T("You'll have left"), ("−" if left < 0 else "") + dollars(say, abs(left))))
    y = claim_card_module.HIGH + 22.0
    for i, (name, value) in enumerate(rows):
        strong = i == 2
        svg += words(say(name), 4, y, 15 if strong else 13.5, 700 if strong else 500)
        svg += words(value, WIDE - 4, y, 17 if strong else 14.5, 700, "end")
        if i == 1:
            svg += words(say(note), 4, y + 15, 12, cls="dim")
            y += 15
            svg += f'<path class="rule2" d="M4,{n(y + 6.5)}H{WIDE - 4}M4,{n(y + 9.5)}H{WIDE - 4}"/>'
            y += 6
        y += 22
    said = [claim_words(rules, key), *(T("{what}: {value}", what=name, value=value) for name, value in rows), note]
    return Panel(key="drawn", title=T("Claim just drawn"), height=round(y) - 8, svg=svg, words=said)


def passengers(rules: Silverton, say: Say, seen: SilvertonObservation) -> Panel:
    """Passenger cards: to be had, then those with an owner."""
    atlas = rules.atlas
    visible = [key for key in seen.places if key] + seen.released + [key for key in seen.row if key in atlas.card_no]
    owned = [(key, seat) for seat, player in enumerate(seen.players) for key in player.cards]
    svg, said = "", []
    there = standing(seen)
    for i, key in enumerate(visible):
        number = atlas.card_no[key]
        a, b = atlas.card_ends[number]
        x, y = (i % 2) * (HALF + 8), i // 2 * 72
        income = atlas.card_income[number] * (2 if rules.improved else 1)
        svg += drawing_kit.ticket(
            x, y, atlas.town_names[a], atlas.town_names[b], f"{income}", dollars(say, atlas.card_price[number])
        )
        svg += drawing_kit.hit_rect(f"card:{key}", x + 1, y + 1, HALF - 2, 64) + prospectors(
            seen, there, key, x + HALF - 54, y + 32
        )
        said.append(T("{card}: ${price}, pays ${income}", card=card(rules, key), price=atlas.card_price[number], income=income))
    top = (len(visible) + 1) // 2 * 72
    done: set[str] = set()
    for key, seat in owned:
        number = atlas.card_no[key]
        a, b = atlas.card_ends[number]
        y = top + 14
        svg += f'<rect class="paper" x=".5" y="{n(top + 0.5)}" width="{WIDE - 1}" height="25"/>' + drawing_kit.medal(
            seat, 16, y - 0.5, 8.5
        )
        svg += words(f"{atlas.town_names[a]} – {atlas.town_names[b]}", 32, y + 4, 13, 600)
        svg += words(dollars(say, atlas.card_income[number]), WIDE - 10, y + 4, 13, 700, "end")
        if key not in done:
            svg += drawing_kit.hit_rect(f"card:{key}", 1, top + 1, WIDE - 2, 24) + prospectors(seen, there, key, WIDE - 62, y)
        done.add(key)
        said.append(T("{who} owns {card}", who=Who(seat), card=card(rules, key)))
        top += 28
    said = said or [T("none")]
    return Panel(key="passengers", title=T("Passenger cards"), height=max(20, top), svg=svg, words=said)


def mines(rules: Silverton, say: Say, seen: SilvertonObservation, again: Again) -> list[Panel]:
    """Return all claims with an owner as cards, one's own first."""
    held: list[SeenClaim] = sorted((c for c in seen.claims if c.owner >= 0), key=lambda c: (c.owner != seen.seat, c.owner, c.id))
    said = []
    for found in held:
        number = rules.atlas.claim_no[found.id]
        state = T("depleted") if found.depleted else T("operating cost ${operate}", operate=rules.atlas.operating[number])
        said.append(
            [
                TN(
                    "{who}: {card}, {count} unit, {state}",
                    "{who}: {card}, {count} units, {state}",
                    found.goods,
                    who=Who(found.owner),
                    card=card(rules, found.id),
                    state=state,
                )
            ]
        )
    return claim_panels(rules, say, seen, again, "mines", T("Owned claims"), [(found.id, found) for found in held], said)


def equipment(rules: Silverton, say: Say, seen: SilvertonObservation) -> Panel:
    """Trains and snow plows: what is for sale, and what each player owns."""
    atlas = rules.atlas
    svg, said = "", []
    cell = WIDE / 5
    for i, power in enumerate(atlas.train_power):
        x = i * cell
        ready = seen.turn >= atlas.train_turn[i] and seen.train_supply[i] > 0
        svg += f'<g{"" if ready else " opacity=" + chr(34) + ".5" + chr(34)}><rect class="paper" x="{n(x + 1)}" y="1" width="{n(cell - 3)}" height="52" rx="4"/>'
        svg += words(str(power), x + cell / 2, 22, 17, 700, "middle", "serif")
        svg += (
            words(f"{dollars(say, atlas.train_cost[i])} ×{seen.train_supply[i]}", x + cell / 2, 42, 11.5, 500, "middle", "dim")
            + "</g>"
        )
        svg += drawing_kit.hit_rect(f"shop:{power}", x + 2, 2, cell - 5, 50)
        said.append(
            T(
                "Train {power}: ${cost}, {left} left, from turn {turn}",
                power=power,
                cost=atlas.train_cost[i],
                left=seen.train_supply[i],
                turn=atlas.train_turn[i],
            )
        )
    cell = WIDE / 4
    for i, bonus in enumerate(atlas.plow_bonus):
        x = i * cell
        ready = seen.turn >= atlas.plow_turn[i] and seen.plow_supply[i] > 0
        svg += f'<g{"" if ready else " opacity=" + chr(34) + ".5" + chr(34)}><rect class="paper" x="{n(x + 1)}" y="58" width="{n(cell - 3)}" height="42" rx="4"/>'
        svg += words(f"❄ +{bonus}", x + cell / 2, 77, 14, 700, "middle")
        svg += (
            words(f"{dollars(say, atlas.plow_cost[i])} ×{seen.plow_supply[i]}", x + cell / 2, 93, 11.5, 500, "middle", "dim")
            + "</g>"
        )
        svg += drawing_kit.hit_rect(f"shop:+{bonus}", x + 2, 59, cell - 5, 40)
        said.append(
            T(
                "Snow plow +{bonus}: ${cost}, {left} left, from turn {turn}",
                bonus=bonus,
                cost=atlas.plow_cost[i],
                left=seen.plow_supply[i],
                turn=atlas.plow_turn[i],
            )
        )
    y = 108.0
    for seat, player in enumerate(seen.players):
        things = [("train", t, t in seen.used_trains) for t in player.trains] + [
            ("plow", p, p in seen.used_plows) for p in player.plows
        ]
        svg += drawing_kit.medal(seat, 12, y + 13, 8.5)
        for i, (kind, name, used) in enumerate(things):
            x = 30 + i % 6 * 43
            if i and i % 6 == 0:
                y += 28
            svg += f'<g{" opacity=" + chr(34) + ".5" + chr(34) if used else ""}><rect class="paper" x="{n(x)}" y="{n(y + 1)}" width="40" height="25" rx="3"/>'
            svg += (
                words(name, x + 20, y + 18, 13, 600, "middle")
                + "</g>"
                + drawing_kit.hit_rect(f"{kind}:{name}", x + 1, y + 2, 38, 23)
            )
        owned = [train(t) for t in player.trains] + [plow(p) for p in player.plows]
        said.append(T("{who} owns {things}", who=Who(seat), things=owned or [T("nothing")]))
        y += 30
    return Panel(key="equipment", title=T("Trains and snow plows"), height=int(y) + 2, svg=svg, words=said)
