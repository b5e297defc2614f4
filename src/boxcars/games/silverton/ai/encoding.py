"""Silverton's action vocabulary for learners: the targets (observations are in ``observation_encoding.py``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boxcars.core.target_encoding import number_words, spell_number
from boxcars.games.silverton.actions import SelectPieces
from boxcars.games.silverton.ai.observation_encoding import layout

if TYPE_CHECKING:
    from boxcars.games.silverton.rules import Silverton

__all__ = ["layout", "spell", "targets"]

THOUSANDS = 40
"""Amounts of money in a deal can be spelled up to $1000 times this number."""
DO = (
    "end_placement yes no end_track roll_production roll_plows accept refuse end_deals end_deliveries end_fines pass dismantle "
    "keep recall buy decline build abandon operate offer counter make_up roll pay"
)


def pieces(rules: Silverton) -> int:
    """Return the greatest number of discs that a seat can have."""
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
    """Return the words of a target: money digit by digit; freight by claim, city, units and trains."""
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
