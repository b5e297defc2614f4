"""Silverton as numbers, for learners: the vocabulary of targets and the features of what a seat sees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boxcars.core.learning import number_words, one_of, places, relative, spell_number, step_due, step_kinds
from boxcars.games.silverton.sight import SeenPlayer, Sight
from boxcars.games.silverton.table import DEAD, JAILED, PLACED, SURVEYOR
from boxcars.games.silverton.words import SelectPieces

if TYPE_CHECKING:
    from boxcars.games.silverton.rules import Silverton

THOUSANDS = 40
"""Money in a deal below $1000 * THOUSANDS can be spelled."""
PHASES, PARTS = 9, 8
DO = (
    "end_placement yes no end_track roll_production roll_plows accept refuse end_deals end_deliveries end_fines pass dismantle "
    "keep recall buy decline build abandon operate offer counter make_up roll pay"
)
PER_PIECE = 8


def pieces(rules: Silverton) -> int:
    """How many discs a seat can have."""
    return len(rules.surveyor_actions)


def targets(rules: Silverton) -> list[str]:
    atlas = rules.atlas
    items = [f"claim:{claim}" for claim in atlas.claims] + [f"segment:{segment}" for segment in atlas.segments]
    items += [f"train:{train}" for train in atlas.trains] + [f"plow:{plow}" for plow in atlas.plows]
    out = number_words()
    out += [SelectPieces(surveyors, prospectors).path()[0] for surveyors, prospectors in rules.selections]
    out += [f"piece:{piece}" for piece in range(pieces(rules))]
    out += [f"seat:{seat}" for seat in range(rules.players)]
    out += [f"town:{town}" for town in atlas.towns]
    out += [f"segment:{segment}" for segment in atlas.segments]
    out += [f"card:{card}" for card in (*atlas.claims, *atlas.cards)]
    out += [f"place:{place}" for place in range(8)]
    out += [f"train:{train}" for train in atlas.trains]
    out += [f"plow:{plow}" for plow in atlas.plows]
    out += [f"shop:{power}" for power in atlas.train_power]
    out += [f"shop:+{bonus}" for bonus in atlas.plow_bonus]
    out += [f"freight:{claim}" for claim in atlas.claims]
    for side in ("give", "take"):
        out += [f"{side}:{item}" for item in items]
        out += [f"{side}:thousands:{number}" for number in range(THOUSANDS)]
        out += [f"{side}:{place}:{digit}" for place in ("hundreds", "tens", "ones") for digit in range(10)]
    out += [f"do:{word}" for word in DO.split()]
    return [*out, "deck", "place:claims", "hire:surveyor", "hire:prospector"]


def spell(target: str) -> tuple[str, ...]:
    """Money by its digits; freight by claim, city, units and trains."""
    kind, _, rest = target.partition(":")
    if kind == "n":
        return spell_number(target)
    if rest.startswith("money:"):
        money = int(rest[6:])
        digits = (("thousands", money // 1000), ("hundreds", money // 100 % 10), ("tens", money // 10 % 10), ("ones", money % 10))
        return tuple(f"{kind}:{place}:{digit}" for place, digit in digits)
    if kind == "freight":
        claim, city, units, *trains = rest.split(":")
        return f"freight:{claim}", f"town:{city}", *spell_number(f"n:{units}"), *(f"train:{train}" for train in trains)
    return (target,)


def size(rules: Silverton) -> int:
    atlas, n = rules.atlas, rules.players
    out = len(atlas.segments) * (n + 4) + len(atlas.claims) * (n + 7) + len(atlas.cards) * (n + 6)
    out += 3 * len(atlas.markers) + len(atlas.train_power) + len(atlas.plow_bonus) + len(atlas.towns)
    out += n * (10 + len(atlas.train_power) + len(atlas.plow_bonus)) + pieces(rules) * PER_PIECE
    return out + len(step_kinds(rules)) + PHASES + PARTS + 4 * n + 9


def features(rules: Silverton, seen: Sight) -> list[float]:
    """Seats are counted from one's own. All numbers are about 0 to 1. Cash that is hidden is 0, with a mark."""
    atlas, n = rules.atlas, rules.players
    me = seen.seat if seen.seat is not None else 0
    seats = [(me + i) % n for i in range(n)]
    out = _board(rules, seen, me)
    for number, marker in enumerate(atlas.markers):
        top = max(marker.ladder) or 1
        out += [marker.ladder[seen.prices[number]] / top, seen.sold[number] / 20, seen.players[me].sold[number] / 20]
    out += [count / 4 for count in seen.train_supply]
    out += [count / 4 for count in seen.plow_supply]
    out += [seen.depletions.get(town, 0) / 4 for town in atlas.towns]
    for seat in seats:
        out += _seat(rules, seen.players[seat])
    discs = [0.0] * (pieces(rules) * PER_PIECE)
    for i, piece in enumerate(seen.players[me].pieces):
        discs[i * PER_PIECE : (i + 1) * PER_PIECE] = [
            1.0,
            float(piece.kind == SURVEYOR),
            piece.bonus / 2,
            float(piece.status == PLACED),
            float(piece.status in (JAILED, DEAD)),
            float(piece.right),
            float(piece.tied),
            float(piece.tried),
        ]
    out += discs
    out += step_due(rules, seen.step)
    out += one_of(seen.phase, PHASES)
    out += one_of(seen.part, PARTS)
    out += places(seen.order, me, n)
    out += one_of(relative(seen.actor, me, n), n)
    out += one_of(relative(seen.active, me, n), n)
    deal = seen.deal
    out += one_of(relative(deal.to, me, n) if deal is not None else -1, n)
    out += [
        seen.turn / 24,
        float(seen.winter),
        seen.deck / 100,
        seen.deliveries / 6,
        seen.offers / 10,
        len(seen.orders) / 4,
        deal.give.money / 5000 if deal is not None else 0.0,
        deal.take.money / 5000 if deal is not None else 0.0,
        float(deal is not None and deal.counter),
    ]
    return out


def _board(rules: Silverton, seen: Sight, me: int) -> list[float]:
    """Segments, claims and passenger cards: who has them, who stands on them, what lies there."""
    atlas, n = rules.atlas, rules.players
    wide_s, wide_c, wide_p = n + 4, n + 7, n + 6
    segments = [0.0] * (len(atlas.segments) * wide_s)
    claims = [0.0] * (len(atlas.claims) * wide_c)
    cards = [0.0] * (len(atlas.cards) * wide_p)
    for seat, player in enumerate(seen.players):
        r = relative(seat, me, n)
        for segment in player.track:
            segments[atlas.segment_no[segment] * wide_s + r] = 1.0
        for card in player.cards:
            cards[atlas.card_no[card] * wide_p + r] = 1.0
        for piece in player.pieces:
            plane = n if seat == me else n + 1
            if piece.target in atlas.segment_no:
                segments[atlas.segment_no[piece.target] * wide_s + plane] = 1.0
            elif piece.target in atlas.claim_no:
                claims[atlas.claim_no[piece.target] * wide_c + plane] = 1.0
            elif piece.target in atlas.card_no:
                cards[atlas.card_no[piece.target] * wide_p + plane] = 1.0
    for segment in seen.cleared:
        segments[atlas.segment_no[segment] * wide_s + n + 2] = 1.0
    for number, white in enumerate(atlas.white):
        segments[number * wide_s + n + 3] = float(white and seen.winter)
    for claim in seen.claims:
        at = atlas.claim_no[claim.id] * wide_c
        if claim.owner >= 0:
            claims[at + relative(claim.owner, me, n)] = 1.0
        claims[at + n + 2 : at + n + 6] = [1.0, claim.goods / 10, float(claim.worked), float(claim.depleted)]
    for name in seen.operated:
        claims[atlas.claim_no[name] * wide_c + n + 6] = 1.0
    for card in seen.places:
        if card:
            cards[atlas.card_no[card] * wide_p + n + 2] = 1.0
    for card in seen.row:
        if card in atlas.card_no:
            cards[atlas.card_no[card] * wide_p + n + 2] = 1.0
    for card in seen.released:
        cards[atlas.card_no[card] * wide_p + n + 3] = 1.0
    for card, owners in seen.joint.items():
        cards[atlas.card_no[card] * wide_p + n + 4] = 1.0
        for seat in owners:
            cards[atlas.card_no[card] * wide_p + relative(seat, me, n)] = 1.0
    for card in seen.removed:
        cards[atlas.card_no[card] * wide_p + n + 5] = 1.0
    return segments + claims + cards


def _seat(rules: Silverton, player: SeenPlayer) -> list[float]:
    atlas = rules.atlas
    out = [
        player.cash / 5000 if player.cash is not None else 0.0,
        float(player.cash is not None),
        float(player.announced),
        float(player.joined),
        sum(piece.kind == SURVEYOR for piece in player.pieces) / 4,
        sum(piece.kind != SURVEYOR for piece in player.pieces) / 4,
        sum(piece.status in (JAILED, DEAD) for piece in player.pieces) / 4,
        len(player.track) / 32,
        len(player.claims) / 10,
        len(player.cards) / 6,
    ]
    trains, plows = [0.0] * len(atlas.train_power), [0.0] * len(atlas.plow_bonus)
    for train in player.trains:
        trains[atlas.train_type[atlas.train_no[train]]] += 0.25
    for plow in player.plows:
        plows[atlas.plow_type[atlas.plow_no[plow]]] += 0.25
    return out + trains + plows
