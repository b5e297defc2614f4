"""What a seat may know: everything but future dice and draws (section 24 of the rules)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boxcars.games.age_of_steam.actions import ACTIONS
from boxcars.games.age_of_steam.components import TILES, TOWN_DISCS, TRACK_TILES
from boxcars.games.age_of_steam.observation import AgeOfSteamObservation
from boxcars.games.age_of_steam.state import Table

if TYPE_CHECKING:
    from boxcars.games.age_of_steam.rules import AgeOfSteam


def observe(rules: AgeOfSteam, table: Table, seat: int | None) -> AgeOfSteamObservation:
    track, sale = table.track, table.auction
    return AgeOfSteamObservation(
        seat=seat,
        actor=rules.actor(table),
        agenda=table.agenda.copy(),
        turn=table.turn,
        turns=rules.turns,
        order=table.order.copy(),
        cash=table.cash.copy(),
        shares=table.shares.copy(),
        income=table.income.copy(),
        locomotive=table.locomotive.copy(),
        actions=[ACTIONS[n] if n >= 0 else "" for n in table.action],
        gone=table.gone.copy(),
        tiles=track.tiles.copy(),
        places=track.places.copy(),
        sections=[(s.owner, list(s.ends), list(s.ports), list(s.segments)) for s in track.sections],
        tiles_left=[TRACK_TILES[i][3] - track.used[i] for i in range(len(TILES.tiles))],
        town_discs_left=TOWN_DISCS - track.discs,
        accepts=table.accepts.copy(),
        cubes=[list(cubes) for cubes in table.cubes],
        display=table.display.copy(),
        bag=table.bag.copy(),
        new_cities=table.new_cities.copy(),
        bids=sale.bids.copy() if sale is not None else [],
        dropped=sale.dropped.copy() if sale is not None else [],
        high_bid=sale.high if sale is not None else 0,
        may_pass=sale.passes if sale is not None else -1,
        plays=table.plays,
        played=table.played.copy(),
        full_costs=table.full_costs.copy(),
        urbanized=table.urbanized,
        raised=table.raised.copy(),
        drawn=table.drawn.copy(),
        blocked=[name for n, name in enumerate(ACTIONS) if table.blocked >> n & 1],
        right=table.right,
        transcontinental=table.transcontinental,
        delivered_cotton=table.cotton_gone,
        built=[table.has_built(s) for s in range(rules.players)],
        points=rules.standing(table),
    )
