"""The small print of building: every reason of refusal, each at its bound and beside it."""

from __future__ import annotations

from typing import Any

import pytest

from boxcars.games.age_of_steam.actions import BuyDirectLink, Urbanize
from boxcars.games.age_of_steam.build_track import refuse_direct, refuse_lay, refuse_urbanization
from boxcars.games.age_of_steam.events import CityFounded
from boxcars.games.age_of_steam.steps import BuildTrack, CloseBuild
from boxcars.rail.actions import BuildEnded, EndBuild, LayTrack, OwnershipLost
from tests.age_of_steam.positions import position, tile

LINK = "koln_dusseldorf--essen_dortmund"


def code(found: Any) -> str:
    return found.code if found is not None else ""


@pytest.mark.clause("AOS-8.5", "AOS-1.5")
@pytest.mark.parametrize(
    ("hex", "name", "rotation", "wrong"),
    [
        ("c99r99", "straight", 0, "no_such_hex"),
        ("c0r0", "straight", 0, "impassable"),
        ("c0r0", "gentle", 1, "impassable"),
        ("c7r4", "strait", 0, "no_such_tile"),
        ("c7r4", "straight", -1, "no_such_tile"),
        ("c7r4", "straight", 6, "no_such_tile"),
        ("c7r4", "straight", 0, ""),
        ("c7r4", "gentle", 5, "impassable"),
    ],
)
def test_a_hex_a_tile_and_a_rotation_that_there_are(hex: str, name: str, rotation: int, wrong: str) -> None:
    """Hex 0 and tile 0 (the straight) are like any other."""
    at = position("map rust_belt 3\nseat 0 cash 40\ndue build 0")
    assert code(refuse_lay(at.rules, at.table, 0, LayTrack(hex, name, rotation))) == wrong


@pytest.mark.clause("AOS-17.9", "AOS-8.3", "AOS-1.4")
def test_every_reason_against_a_direct_link() -> None:
    def asked(text: str, discs: int = 20, link: str = LINK) -> str:
        at = position(f"map germany 3\n{text}\ndue build 0")
        at.rules.builder.discs = discs
        return code(refuse_direct(at.rules, at.table, 0, link))

    assert asked("seat 0 cash 2") == ""
    assert asked("seat 0 cash 1") == "money"
    assert asked("seat 0 cash 1 action engineer") == "", "half price"
    assert asked("seat 0 cash 9", 1) == ""
    assert asked("seat 0 cash 9", 0) == "no_ownership_disc"
    assert asked("seat 0 cash 9\nline 0 berlin hamburg", 1) == "no_ownership_disc"
    assert asked("seat 0 cash 9\nline 0 berlin hamburg", 2) == ""
    for owner in (0, 1, "-"):
        assert asked(f"seat 0 cash 9\ndirect {owner} {LINK}") == "link_owned"
    assert asked("seat 0 cash 9", link="berlin--essen_dortmund") == "no_such_link"


@pytest.mark.clause("AOS-9.1", "AOS-7.6")
@pytest.mark.parametrize(
    ("option", "action", "urbanized", "plays", "wrong"),
    [
        ("", "urbanization", False, 0, ""),
        ("", "engineer", False, 0, "no_urbanization"),
        ("", "urbanization", True, 0, "urbanized_already"),
        ("", "urbanization", False, 1, "too_late"),
        (" urbanize_any_time", "urbanization", False, 1, ""),
        (" urbanize_any_time", "urbanization", True, 1, "urbanized_already"),
    ],
)
def test_every_reason_against_a_new_city(option: str, action: str, urbanized: bool, plays: int, wrong: str) -> None:
    at = position(f"map rust_belt 3{option}\nseat 0 action {action}\ndue build 0")
    at.table.urbanized, at.table.plays = urbanized, plays
    town = at.grid.ids[at.rules.board.towns[0]]
    assert code(refuse_urbanization(at.rules, at.table, 0, Urbanize(town, "A"))) == wrong
    offered = [choice for choice in at.rules.legal(at.table) if isinstance(choice, Urbanize)]
    assert bool(offered) is (wrong == "")


@pytest.mark.clause("AOS-8.1", "AOS-8.30", "AOS-7.4")
@pytest.mark.parametrize(("action", "most"), [("first_move", 3), ("engineer", 4)])
@pytest.mark.parametrize("link", [False, True])
def test_after_the_last_play_nothing_can_be_built(action: str, most: int, link: bool) -> None:
    at = position(f"map rust_belt 3\nseat 0 cash 40 action {action}\ndue build 0")
    play: Any = BuyDirectLink(LINK) if link else tile("c7r4 straight 0")
    for plays in range(most + 1):
        at.table.plays = plays
        found = at.rules.refuse(at.table, 0, play)
        assert code(found) == ("no_plays_left" if plays == most else "no_such_link" if link else "")
        assert bool(at.plays()) is (plays < most)


@pytest.mark.clause("AOS-8.30", "AOS-9.1")
def test_a_build_turn_stays_open_while_something_may_be_done() -> None:
    """The last play ends it, unless a New City may still come; the city alone ends nothing while there are plays left."""

    def after(option: str, plays: int, urbanized: bool, action: Any) -> Any:
        at = position(f"map rust_belt 3{option}\nseat 0 cash 40 action urbanization\ndue build 0 1")
        at.table.plays, at.table.urbanized = plays, urbanized
        step = at.table.agenda.pop()
        at.rules.chapters[BuildTrack].apply(at.rules, at.table, step, action, [])
        return at.table.agenda[-1]

    at = position("map rust_belt 3\ndue build 0")
    lay, city, later = tile("c7r4 straight 0"), Urbanize(at.grid.ids[at.rules.board.towns[0]], "A"), " urbanize_any_time"
    assert after("", 1, True, lay) == BuildTrack(0)
    assert after("", 2, True, lay) == CloseBuild(-1, 0)
    assert after("", 2, False, lay) == CloseBuild(-1, 0)
    assert after(later, 2, False, lay) == BuildTrack(0)
    assert after(later, 2, True, lay) == CloseBuild(-1, 0)
    assert after(later, 3, False, city) == CloseBuild(-1, 0)
    assert after(later, 2, False, city) == BuildTrack(0)
    assert after("", 0, False, EndBuild()) == CloseBuild(-1, 0)


@pytest.mark.clause("AOS-8.25", "AOS-8.29")
def test_who_loses_track_is_told_where() -> None:
    at = position(
        "map rust_belt 3\nseat 0 cash 40\ntrack 0 c7r4 straight 0\ntrack 0 c11r8 straight 1\n"
        "track 1 c7r6 straight 0\ndue build 0 1"
    )
    events = at.end(0)
    told = [event for event in events if isinstance(event, (OwnershipLost, BuildEnded))]
    numbers = sorted(at.hex(hex) for hex in ("c7r4", "c11r8"))
    assert told == [OwnershipLost(0, [at.grid.ids[hex] for hex in numbers]), BuildEnded(0)]
    assert [section.owner for section in at.table.track.sections].count(1) == 1
    assert at.table.plays == 0 and not at.table.played


@pytest.mark.clause("AOS-9.1", "AOS-8.30")
def test_the_log_tells_who_builds_and_founds() -> None:
    """Whoever builds, wherever that is in the order of play."""
    at = position("map rust_belt 3\norder 2 0 1\nseat 1 action urbanization cash 20\ndue build 1 0")
    assert at.urbanize(1, "c10r8 A") == [CityFounded(1, "c10r8", "A", [])]
    assert at.end(1)[0] == BuildEnded(1)
    assert at.end(0)[0] == BuildEnded(0)
