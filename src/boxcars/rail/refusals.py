"""Why a tile play or a delivery is not possible, in words. Each game adds its own clauses."""

from __future__ import annotations

from typing import Final

from boxcars.core.words import Reason, T, Text

BUILD: Final[dict[str, Text]] = {
    "no_such_hex": T("There is no such hex on this map."),
    "no_such_tile": T("There is no such tile in this game."),
    "not_buildable": T("No track can be laid on that hex."),
    "not_on_town": T("A town needs a town tile."),
    "not_off_town": T("A town tile can lie only on a town."),
    "no_replacement": T("The new tile must keep all track that lies there and add some."),
    "impassable": T("Track cannot cross that side of the hex."),
    "foreign_track": T("The new track would join track of another player."),
    "loop": T("The new track would lead back to where it started."),
    "not_connected": T("New track must be connected to a city over your own track."),
    "two_pieces": T("All track of one play must belong together."),
    "not_yours": T("That track belongs to another player."),
    "no_redirect": T("Only the open end of unfinished track can be redirected."),
    "first_at_city": T("Your very first tile must touch a city with its track."),
    "no_claim": T("Track without owner is yours to take only if it comes from a city or meets your own track."),
    "no_tile": T("No tile of that kind is left."),
    "no_disc": T("No town disc is left."),
    "no_ownership_disc": T("You have no ownership disc left for that."),
    "money": T("You cannot pay for that tile."),
    "no_plays": T("You have no tile left to lay this turn."),
}

MOVE: Final[dict[str, Text]] = {
    "no_such_hex": T("There is no such hex on this map."),
    "no_such_cube": T("There is no such cube."),
    "no_path": T("A cube must move over at least one link."),
    "no_link": T("There is no completed link that way."),
    "too_long": T("Your locomotive cannot pull a cube that far."),
    "link_twice": T("No link can be used twice in one move."),
    "city_twice": T("A cube cannot come to the same city twice."),
    "passes_city": T("A cube must stop in the first city of its colour."),
    "wrong_city": T("A cube must end in a city of its colour."),
}


def refusal(texts: dict[str, Text], code: str, clauses: dict[str, str]) -> Reason:
    return Reason(code, clauses.get(code, ""), texts[code])


TELLING: Final = (
    *("no_plays", "no_plays_left", "same_hex", "money", "no_tile", "no_disc", "no_ownership_disc"),
    *("first_at_city", "no_claim", "two_pieces"),
    *("loop", "not_yours", "not_connected", "foreign_track", "no_redirect", "impassable", "no_replacement", "not_on_town"),
    *("too_few_own_links", "too_far", "too_long", "terminal", "must_stop", "passes_city", "unfinished", "no_link", "no_track"),
)
"""Of all ways to lay a tile on a hex or to move a cube: the refusal of the one that comes nearest."""
