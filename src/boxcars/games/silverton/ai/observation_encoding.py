"""Silverton's observations as vectors of numbers, for learners."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from boxcars.core.field_encoding import (
    Code,
    Counts,
    Flag,
    Kind,
    Members,
    Number,
    Numbers,
    OneOf,
    Ranks,
    Seat,
    SeatNumbers,
    SeatRanks,
)
from boxcars.core.observation_encoding import BySeat, Each, Entries, Field, Keyed, Layout, Mapped, Maybe, Parts, Row, Steps
from boxcars.games.silverton.deal_actions import Bundle, Freight
from boxcars.games.silverton.map import Atlas
from boxcars.games.silverton.observation import FACE_DOWN, SeenClaim, SeenDeal, SeenPiece, SeenPlayer, SilvertonObservation
from boxcars.games.silverton.state import TASKS

if TYPE_CHECKING:
    from boxcars.games.silverton.rules import Silverton

PHASES: Final = 9
PARTS: Final = 8
STATES: Final = 4
"""Names of the states a piece can be in."""
MOST_ORDERS: Final = 8
"""Greatest number of freight orders at once: two in the Basic game, one for each train in the Advanced game."""
DICE: Final = [(a, b) for a in range(1, 7) for b in range(1, 7)]


class Trains(Kind):
    """The trains of a seat with the home network of each, scaled: 1/3 for none, 2/3 and 1 for the two networks of a Spike
    scenario."""

    def __init__(self, trains: list[str]) -> None:
        self.trains = trains
        self.size = len(trains)
        self.index: dict[str, int] = {train: i for i, train in enumerate(trains)}

    def write(self, value: Any, out: Any, at: int, me: int) -> None:
        for train, home in zip(value.trains, value.train_homes, strict=True):
            out[at + self.index[train]] = (home + 2) / 3

    def read(self, x: list[float], at: int, me: int) -> Any:
        there = [i for i in range(self.size) if x[at + i] > 0]
        return {"trains": [self.trains[i] for i in there], "train_homes": [round(x[at + i] * 3) - 2 for i in there]}

    def describe_values(self) -> str:
        return f"which of {self.size}: 1/3, 2/3 and 1 by home network"


class ClosedPile(Ranks):
    """A pile that may lie face down: the number of its cards as a share of all cards of its kind."""

    def __init__(self, items: list[str]) -> None:
        super().__init__(items)
        self.size = len(self.items) + 1

    def write(self, value: Any, out: Any, at: int, me: int) -> None:
        if FACE_DOWN in value:
            out[at + self.size - 1] = len(value) / len(self.items)
        else:
            super().write(value, out, at, me)

    def read(self, x: list[float], at: int, me: int) -> Any:
        hidden = round(x[at + self.size - 1] * len(self.items))
        return [FACE_DOWN] * hidden if hidden else super().read([*x[: at + self.size - 1], 0.0], at, me)

    def describe_values(self) -> str:
        return f"{super().describe_values()}; the last number: how many lie face down, of {len(self.items)}"


class Standing(Kind):
    """For each segment, claim and card: flags of the seats that have a piece there. Derived from the list of pieces."""

    def __init__(self, atlas: Atlas, players: int) -> None:
        self.players = players
        self.spots: dict[str, int] = {spot: i for i, spot in enumerate((*atlas.segments, *atlas.claims, *atlas.cards))}
        self.size = len(self.spots) * players

    def write(self, value: Any, out: Any, at: int, me: int) -> None:
        n = self.players
        for seat, player in enumerate(value.players):
            for piece in player.pieces:
                spot = self.spots.get(piece.target, -1)
                if spot >= 0:
                    out[at + spot * n + (seat - me) % n] = 1.0

    def read(self, x: list[float], at: int, me: int) -> Any:
        return {}

    def describe_values(self) -> str:
        return f"for each of {len(self.spots)} places the seats with a piece there"


def yields(atlas: Atlas) -> list[list[float]]:
    """Return for each claim: price, operating cost, mean production of two dice, and probability to be exhausted."""
    return [
        [
            atlas.claim_cost[c] / 1000,
            atlas.operating[c] / 1000,
            sum(atlas.yields[c][a + b] for a, b in DICE) / len(DICE) / 10,
            atlas.depletion[c] / 12,
        ]
        for c in range(len(atlas.claims))
    ]


def freight(atlas: Atlas) -> Parts:
    return Parts(
        Freight,
        [
            Field("claim", OneOf(atlas.claims, ""), "from which claim"),
            Field("units", Number(10), "units"),
            Field("city", OneOf(atlas.towns, ""), "to which city"),
            Field("trains", Ranks(atlas.trains, tuple), "by which trains"),
        ],
    )


def deal(atlas: Atlas, players: int) -> Parts:
    bundle = Parts(
        Bundle,
        [
            Field("money", Number(5000), "money"),
            Field("claims", Ranks(atlas.claims, tuple), "claims"),
            Field("segments", Ranks(atlas.segments, tuple), "segments"),
            Field("trains", Ranks(atlas.trains, tuple), "trains"),
            Field("plows", Ranks(atlas.plows, tuple), "snow plows"),
        ],
    )
    return Parts(
        SeenDeal,
        [
            Field("to", Seat(players), "to whom"),
            Field("give", bundle, "what the active player gives"),
            Field("take", bundle, "what the active player takes"),
            Field("freight", Maybe(freight(atlas)), "goods to be delivered"),
            Field("counter", Flag(), "it is a counter-offer"),
        ],
    )


def piece(atlas: Atlas) -> Parts:
    spots = [*atlas.segments, *atlas.claims, *atlas.cards, "deck"]
    return Parts(
        SeenPiece,
        [
            Field("kind", Number(), "0: a surveyor, 1: a prospector"),
            Field("bonus", Number(2), "its bonus"),
            Field("status", OneOf(range(STATES)), "free, placed, in jail, dead"),
            Field("task", OneOf(range(len(TASKS))), "what it is there for"),
            Field("target", Code(spots, ""), "where it stands"),
            Field("right", Flag(), "it holds the right to its target"),
            Field("tied", Flag(), "it stands there since a tie"),
            Field("first", Code(atlas.segments, ""), "the segment that must be built before"),
            Field("home", OneOf((0, 1), -1), "its home network"),
            Field("fine", Number(500), "what freeing it costs"),
            Field("tried", Flag(), "that was tried in this turn"),
        ],
    )


def player(rules: Silverton) -> Parts:
    atlas = rules.atlas
    return Parts(
        SeenPlayer,
        [
            Field("homes", Ranks(atlas.towns), "home cities"),
            Field("cash", Maybe(Number(5000)), "cash, where it is known"),
            Field("announced", Flag(), "it has announced"),
            Field("joined", Flag(), "its two home networks have met"),
            Field("pieces", Row(len(rules.surveyor_actions), piece(atlas)), "surveyors and prospectors"),
            Field("track", Members(atlas.segments), "its segments"),
            Field("claims", Members(atlas.claims), "its claims"),
            Field("cards", Members(atlas.cards), "its passenger cards"),
            Field("", Trains(atlas.trains), "trains and train_homes"),
            Field("plows", Members(atlas.plows), "its snow plows"),
            Field("sold", Numbers(len(atlas.markers), 20), "units sold this turn, by marker"),
        ],
    )


def layout(rules: Silverton) -> Layout:
    atlas, n = rules.atlas, rules.players
    open_cards, markers = [*atlas.claims, *atlas.cards], len(atlas.markers)
    passengers = atlas.card_class.count(rules.classes[0])
    pile = ClosedPile if rules.closed_discards else Ranks
    more: dict[str, Kind] = {
        "piece": OneOf(range(len(rules.surveyor_actions))),
        "rival_piece": OneOf(range(len(rules.surveyor_actions))),
        "rival": Seat(n),
        "partner": Seat(n),
        "train": OneOf(range(len(atlas.trains))),
        "segment": OneOf(range(len(atlas.segments))),
        "card": OneOf(range(len(atlas.cards))),
        "claim": OneOf(range(len(atlas.claims))),
    }
    claim = Parts(
        SeenClaim,
        [
            Field("owner", Seat(n), "its owner"),
            Field("goods", Number(10), "goods on it"),
            Field("worked", Flag(), "it has been operated"),
            Field("depleted", Flag(), "it is depleted"),
        ],
    )
    pact = Entries([OneOf(range(len(atlas.cards))), Seat(n), Seat(n)])
    plowed = Entries([OneOf(atlas.plows), OneOf(atlas.segments)])
    return Layout(
        n,
        SilvertonObservation,
        [
            Field("players", BySeat(n, player(rules)), "every seat"),
            Field("", Standing(atlas, n), "who has a piece where (follows from the pieces)"),
            Field(
                "claims", Keyed(atlas.claims, "id", claim, yields(atlas)), "claims on the table; then what they cost and yield"
            ),
            Field("row", Ranks(open_cards), "the open cards beside the board"),
            Field("places", Each(passengers, OneOf(atlas.cards, "")), "the face-up passenger card of each place"),
            Field("below", Numbers(passengers, 4), "cards below it"),
            Field("released", Ranks(atlas.cards), "passenger cards that lie alone"),
            Field("removed", Members(atlas.cards), "passenger cards out of the game"),
            Field("joint", Mapped(atlas.cards, Entries([Seat(n), Seat(n)])), "joint passenger cards: both owners"),
            Field("pacts", Row(2 * n, pact), "joint routes agreed in this phase"),
            Field("neutral", OneOf(open_cards, ""), "the card under the neutral prospector"),
            Field("depletions", Counts(atlas.towns, 4), "depleted claims by town"),
            Field("deck", Number(100), "cards in the deck"),
            Field("bottom", Ranks(atlas.events), "events under the deck"),
            Field("discards", pile([*atlas.claims, *atlas.events]), "discarded cards"),
            Field("prices", Numbers(markers, 10), "the box of each price marker"),
            Field("sold", Numbers(markers, 20), "units sold this turn, by marker"),
            Field("train_supply", Numbers(len(atlas.train_power), 4), "trains to be had, by type"),
            Field("plow_supply", Numbers(len(atlas.plow_bonus), 4), "snow plows to be had, by type"),
            Field("used_trains", Ranks(atlas.trains), "trains used this turn"),
            Field("used_plows", Ranks(atlas.plows), "snow plows used this turn"),
            Field("plowing", Row(len(atlas.plows), plowed), "snow plows sent and not yet rolled: plow, segment"),
            Field("cleared", Ranks(atlas.segments), "segments cleared this turn"),
            Field("coupled", Ranks(atlas.trains), "the train that is being loaded"),
            Field("operated", Ranks(atlas.claims), "claims paid for or operated this turn"),
            Field("deliveries", Number(6), "deliveries of this step"),
            Field("offers", Number(10), "offers of this step"),
            Field("orders", Row(min(rules.max_offers, MOST_ORDERS), freight(atlas)), "freight bought and not yet delivered"),
            Field("deal", Maybe(deal(atlas, n)), "the open offer"),
            Field("order", SeatRanks(n), "the order of this turn"),
            Field("active", Seat(n), "whose phase IV it is"),
            Field("actor", Seat(n), "who is to act"),
            Field("step", Maybe(Steps(rules.step_type, n, more)), "what is due"),
            Field("turn", Number(24), "the turn"),
            Field("phase", OneOf(range(PHASES)), "the phase"),
            Field("part", OneOf(range(PARTS)), "the step of phase IV"),
            Field("winter", Flag(), "it is winter"),
            Field("scores", Maybe(SeatNumbers(n, 5000)), "at the end: everybody's cash"),
        ],
    )
