"""What a seat may know: everything (section 21 of the rules). Only the set-up was drawn by chance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boxcars.games.steam.scoring import final_score
from boxcars.games.steam.state import KINDS, Table
from boxcars.games.steam.types import SteamObservation

if TYPE_CHECKING:
    from boxcars.games.steam.rules import Steam


def observe(rules: Steam, table: Table, seat: int | None) -> SteamObservation:
    return SteamObservation(
        seat=seat,
        actor=rules.actor(table),
        agenda=table.agenda[:],
        turn=table.turn,
        turns=rules.turns,
        order=table.order[:],
        cash=table.cash[:],
        income=table.income[:],
        points=table.points[:],
        locomotive=table.locomotive[:],
        tiles=table.tile[:],
        city_action=table.city_action[:],
        gone=table.gone[:],
        raised=table.raised[:],
        built=table.built[:],
        privilege=table.privilege,
        auction=table.auction.clone() if table.auction is not None else None,
        track=table.track.clone(),
        accepts=table.accepts[:],
        cubes=rows(table.cubes),
        supply=rows(table.supply),
        new_cities=table.new_cities[:],
        grown=table.grown[:],
        bag=table.bag[:],
        standing=[final_score(table, s) for s in range(rules.players)],
    )


def rows(flat: list[int]) -> list[list[int]]:
    return [flat[i : i + KINDS] for i in range(0, len(flat), KINDS)]
