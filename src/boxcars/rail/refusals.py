"""Sentences for refused tile plays and deliveries. Each game adds its own clauses."""

from __future__ import annotations

from typing import Final

from boxcars.core.messages import T, Text
from boxcars.core.types import Reason

BUILD: Final[dict[str, Text]] = {
    "no_such_hex": T("That hex isn't on this map."),
    "no_such_tile": T("This game doesn't have that tile."),
    "not_buildable": T("You can't build track on that hex."),
    "not_on_town": T("Towns need a town tile."),
    "not_off_town": T("Town tiles only go on towns."),
    "no_replacement": T("The new tile must keep the existing track and add some."),
    "impassable": T("Track can't cross that side of the hex."),
    "foreign_track": T("The new track would connect to another player's track."),
    "loop": T("The new track would loop back to where it started."),
    "not_connected": T("New track must connect to a city through your own track. Start from a city or from your track."),
    "two_pieces": T("All the track you build at once must be connected."),
    "not_yours": T("That track belongs to another player."),
    "no_redirect": T("You can only redirect the open end of unfinished track."),
    "first_at_city": T("Your first tile must connect to a city."),
    "no_claim": T("You can only claim unowned track if it leaves a city or connects to your own track."),
    "no_tile": T("There are no tiles of that kind left."),
    "no_disc": T("There are no town discs left."),
    "no_ownership_disc": T("You don't have an ownership disc left for that."),
    "money": T("You can't afford that tile."),
    "no_plays": T("You can't build any more tiles this turn."),
}

MOVE: Final[dict[str, Text]] = {
    "no_such_hex": T("That hex isn't on this map."),
    "no_such_cube": T("That cube isn't there."),
    "no_path": T("A cube has to move along at least one link."),
    "no_link": T("There's no completed link that way."),
    "too_long": T("Your locomotive can't take a cube that far."),
    "link_twice": T("You can't use the same link twice in one move."),
    "city_twice": T("A cube can't visit the same city twice."),
    "passes_city": T("A cube must stop in the first city of its color."),
    "wrong_city": T("A cube must end in a city of its color."),
}


def refusal(texts: dict[str, Text], code: str, clauses: dict[str, str]) -> Reason:
    return Reason(code, clauses.get(code, ""), texts[code])


TELLING: Final = (
    *("no_plays", "no_plays_left", "same_hex", "money", "no_tile", "no_disc", "no_ownership_disc"),
    *("first_at_city", "no_claim", "two_pieces"),
    *("loop", "not_yours", "not_connected", "foreign_track", "no_redirect", "impassable", "no_replacement", "not_on_town"),
    *("too_few_own_links", "too_far", "too_long", "terminal", "must_stop", "passes_city", "unfinished", "no_link", "no_track"),
)
"""The order of refusals by how near they come to a legal action: of all ways to lay a tile on a hex or to move a cube the nearest
is reported."""
