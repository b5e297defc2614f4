"""Spike's action vocabulary and observation layout, for learners."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from boxcars.core.field_encoding import Counts, Flag, Number, Numbers, OneOf, Ranks, Seat
from boxcars.core.observation_encoding import Agenda, BySeat, Each, Field, Layout, Maybe, Parts, Row, Steps
from boxcars.games.spike.ai.train_encoding import TrainPlace
from boxcars.games.spike.map import PARTS, SIDES, Chart
from boxcars.games.spike.observation import SeenPlayer, SpikeObservation

if TYPE_CHECKING:
    from boxcars.games.spike.rules import Spike

MOST_CARDS = 12
"""Greatest number of cards of one colour in a payment that has a word of its own."""


def targets(rules: Spike) -> list[str]:
    chart = rules.chart
    out = [f"side:{card}:{side}" for card in chart.cards for side in SIDES]
    out += [f"give:{colour}" for colour in chart.colours]
    out += [f"route:{route}" for route in chart.routes]
    out += [f"city:{city}" for city in chart.cities]
    out += [f"run:{chart.at(s, end)}" for s, ends in enumerate(chart.ends) for end in ends]
    out += [f"deliver:{goods}" for goods in chart.goods]
    out += [f"row:{colour}" for colour in chart.colours]
    out += [f"seg:{segment}" for segment in chart.segments]
    out += [f"pay:{colour}:{n}" for colour in chart.colours for n in range(1, MOST_CARDS + 1)]
    out += [f"start:{sign}{goods}" for sign in "-+" for goods in chart.goods]
    out += [f"upgrade:{part}" for part in PARTS]
    words = ["deck", "line:end", "pay:end", "start:as-is", "do:keep", "do:stop", "do:line", "do:drop", "do:pass"]
    return out + words


def spell(target: str) -> tuple[str, ...]:
    """Return the words of a target: a line segment by segment, a payment colour by colour, loads and unloads one by one."""
    kind, _, rest = target.partition(":")
    if kind == "line":
        return (*(f"seg:{segment}" for segment in rest.split("+")), "line:end")
    if kind == "pay":
        return (*(f"pay:{part}" for part in rest.split("+") if part), "pay:end")
    if kind == "start" and rest != "as-is":
        gone, _, loaded = rest.partition("+")
        out = [f"start:-{goods}" for goods in gone.split("-") if goods]
        return (*out, f"start:+{loaded}") if loaded else tuple(out)
    return (target,)


def seat_parts(chart: Chart) -> Parts:
    """Return the fields of one seat."""
    cards = Counts(chart.colours, 8)
    return Parts(
        SeenPlayer,
        [
            Field("tracks", Ranks(chart.segments), "its track, in the order in which it was laid"),
            Field("tracks_left", Number(40), "track left"),
            Field("at", TrainPlace(chart), "where its train is, or where it is heading"),
            Field("levels", Numbers(len(PARTS), 2), "levels of locomotive, tender and freight cars"),
            Field("cargo", Ranks(chart.goods), "commodities on the train"),
            Field("money", Number(100), "money"),
            Field("cards", Number(12), "rail cards in hand"),
            Field("known", cards, "those of them that one has seen"),
            Field("hand", Maybe(cards), "all of them, of oneself"),
            Field("contracts", Ranks(chart.sides), "open contracts"),
            Field("delivered", Ranks(chart.sides), "contracts fulfilled"),
            Field("to_choose", Ranks(chart.cards), "contract cards whose side is still to be chosen"),
            Field("route", OneOf(chart.routes), "the route card, of oneself; at the end of all"),
            Field("dealt_routes", Maybe(Ranks(chart.routes)), "route cards dealt, of oneself"),
            Field("route_points", Number(20), "points for the route"),
            Field("home", OneOf(chart.cities, ""), "the starting city"),
            Field("cities", Ranks(chart.cities), "connected cities, in the order of connection"),
            Field("markers", Ranks(chart.cities), "cities in which it has delivered"),
        ],
    )


def layout(rules: Spike) -> Layout:
    chart, n = rules.chart, rules.players
    due = Steps(rules.step_type, n, {"left": Number(4), "taken": Number(4), "line": Ranks(chart.segments, tuple)})
    later = Steps(rules.step_type, n, {"who": Seat(n)})

    def unused(found: dict[str, Any]) -> list[str]:
        """Return the sides of the contract cards in play that face down."""
        sides = {chart.sides.index(side) for p in found["players"] for side in (*p.contracts, *p.delivered)}
        return [chart.sides[side ^ 1] for side in sorted(sides)]

    return Layout(
        n,
        SpikeObservation,
        [
            Field("players", BySeat(n, seat_parts(chart)), "every seat"),
            Field(
                "market",
                Each(chart.columns, Row(len(chart.rows), OneOf(chart.goods))),
                "each column of the market, best row first",
            ),
            Field("row", Row(chart.box.face_up, OneOf(chart.colours)), "the face-up rail cards"),
            Field("discard", Counts(chart.colours, 12), "discarded rail cards"),
            Field("deck", Number(100), "cards in the deck"),
            Field("safe", Number(100), "round 3: cards on top of the deck among which there is no time card"),
            Field("round", Number(3), "the round"),
            Field("time_cards", Number(3), "time cards drawn in round 3"),
            Field("last_turns", Number(4, 1), "turns left after a special end; -1 before it"),
            Field("entered", Flag(), "the train entered a city by free movement in this turn"),
            Field("first", Seat(n), "who began"),
            Field("actor", Seat(n), "who is to act"),
            Field("agenda", Agenda(due, later, len(chart.goods) + 2 * n + 5), "what is due, and what follows"),
        ],
        {"unused_sides": unused},
    )
