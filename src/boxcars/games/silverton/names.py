"""What things are called in Silverton: options, towns, segments, cards, equipment, deals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boxcars.core.messages import TN, T, Text
from boxcars.games.silverton import deal_actions as d

if TYPE_CHECKING:
    from boxcars.games.silverton.rules import Silverton
LENGTHS = {
    "standard": T("Standard: $10,000"),
    "short": T("Short: $6,000"),
    "long": T("Long: $20,000"),
    "campaign": T("Campaign: 24 turns"),
}
OPTION_NAMES = {
    "variable_passengers": T("Variable passenger cards"),
    "joint_passengers": T("Joint passenger routes"),
    "multiple_plows": T("Multiple snow plows"),
    "goods_transfer": T("Goods transfer"),
    "improved_passengers": T("Improved passenger routes"),
    "simplified_prices": T("Simplified prices"),
    "hire_and_advance": T("Hire and advance"),
}
GOODS_NAMES = (T("gold"), T("copper"), T("silver"), T("lumber"), T("coal"))
KIND_NAMES = (T("surveyor"), T("prospector"))
EVENT_NAMES = {
    "Claim jumper": T("Claim jumper"),
    "Saloon brawl": T("Saloon brawl"),
    "Salted mine": T("Salted mine"),
    "Cave-in": T("Cave-in"),
    "Gunfight": T("Gunfight"),
    "Assay fraud": T("Assay fraud"),
}


def town(rules: Silverton, key: str) -> str:
    return rules.atlas.town_names[rules.atlas.town_no[key]]


def segment(rules: Silverton, key: str) -> str:
    """Return a segment as its towns; parallel ones are numbered."""
    atlas = rules.atlas
    number = atlas.segment_no[key]
    towns = "–".join(atlas.town_names[end] for end in atlas.ends[number])
    parallel = sorted([number, *(r for r in atlas.rivals[number] if set(atlas.ends[r]) == set(atlas.ends[number]))])
    return f"{towns} ({parallel.index(number) + 1})" if len(parallel) > 1 else towns


def card(rules: Silverton, key: str) -> Text:
    """Return a claim as number, town and commodity; a passenger card as its two cities; an event as its title."""
    atlas = rules.atlas
    if key in atlas.claim_no:
        number = atlas.claim_no[key]
        where = atlas.town_names[atlas.claim_town[number]]
        return T("{town} {good} (no. {number})", town=where, good=GOODS_NAMES[atlas.claim_good[number]], number=int(key[1:]))
    if key in atlas.card_no:
        number = atlas.card_no[key]
        a, b = atlas.card_ends[number]
        kind = atlas.card_class[number]
        return T("passenger card {a}–{b} ({kind})", a=atlas.town_names[a], b=atlas.town_names[b], kind=kind)
    if key in atlas.events:
        title = atlas.event_title[atlas.events.index(key)]
        return EVENT_NAMES.get(title, T("{title}", title=title))
    return T("the deck")


def target(rules: Silverton, key: str) -> Text:
    """Return a segment or a card."""
    if key in rules.atlas.segment_no:
        return T("{segment}", segment=segment(rules, key))
    return card(rules, key)


def marker(rules: Silverton, key: str) -> Text:
    found = rules.atlas.markers[rules.atlas.marker_no[key]]
    good = GOODS_NAMES[found.good]
    if found.city < 0:
        return good
    return T("{good} in {city}", good=good, city=rules.atlas.town_names[found.city])


def train(key: str) -> Text:
    return T("train {train}", train=key)


def plow(key: str) -> Text:
    return T("snow plow {plow}", plow=key)


def pieces(surveyors: tuple[int, ...] | list[int], prospectors: tuple[int, ...] | list[int]) -> Text:
    s = " ".join(f"+{b}" if b else "+0" for b in surveyors)
    p = " ".join(f"+{b}" if b else "+0" for b in prospectors)
    return T("surveyors {surveyors}, prospectors {prospectors}", surveyors=s, prospectors=p)


def bundle(rules: Silverton, items: d.Bundle) -> list[Text]:
    out = [T("${money}", money=items.money)] if items.money else []
    out += [card(rules, c) for c in items.claims]
    out += [T("{segment}", segment=segment(rules, s)) for s in items.segments]
    out += [train(t) for t in items.trains]
    out += [plow(p) for p in items.plows]
    return out


def freight(rules: Silverton, cargo: d.Freight) -> Text:
    one, many = "{count} unit of {claim} for {city}", "{count} units of {claim} for {city}"
    return TN(one, many, cargo.units, claim=card(rules, cargo.claim), city=town(rules, cargo.city))


def deal(rules: Silverton, give: d.Bundle, take: d.Bundle, cargo: d.Freight | None) -> Text:
    """Both sides of a deal, seen from the active player."""
    out = bundle(rules, give) or [T("nothing")]
    back = bundle(rules, take) + ([freight(rules, cargo)] if cargo else []) or [T("nothing")]
    return T("{give} for {take}", give=out, take=back)
