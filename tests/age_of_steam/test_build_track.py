"""Building track (chapter 8), urbanization (9), costs (10)."""

from __future__ import annotations

import pytest

from boxcars.games.age_of_steam.actions import Urbanize
from boxcars.games.age_of_steam.components import TILES
from boxcars.games.age_of_steam.steps import BuildTrack
from boxcars.rail.actions import EndBuild, LayTrack, OwnershipLost, TrackLaid
from boxcars.rail.track import LAND
from tests.age_of_steam.positions import At, position, start, tile

P = "map rust_belt 3\nseat 0 cash 40\nseat 1 cash 40\nseat 2 cash 40\n"


@pytest.mark.clause("AOS-8.1", "AOS-8.2", "AOS-BAD-7")
def test_a_build_turn() -> None:
    at = position(P + "due build 0 1")
    at.end(0)
    assert at.rules.actor(at.table) == 1, "one may build nothing"
    at.lay(1, "c11r8 straight 1")
    at.lay(1, "c7r6 straight 0")
    at.lay(1, "c6r6 straight 1")
    assert not isinstance(at.table.agenda[-1], BuildTrack), "three plays and no more"


@pytest.mark.clause("AOS-8.3", "AOS-BAD-7")
def test_a_play_is_paid_at_once_from_cash() -> None:
    at = position("map rust_belt 3\nseat 0 cash 3\ndue build 0")
    assert at.cannot(0, "c17r4 straight 0") == "money"
    at.lay(0, "c11r8 straight 1")
    assert at.table.cash[0] == 1
    assert at.cannot(0, "c10r9 straight 1") == "money"
    assert at.plays() == []


@pytest.mark.clause("AOS-8.4")
def test_the_same_hex_twice_in_a_build_turn() -> None:
    at = position("map rust_belt 3\nseat 0 cash 40\ndue build 0")
    assert at.lay(0, "c7r4 straight 0") == 2
    assert at.lay(0, "c7r4 gentle 3") == 2
    assert at.table.plays == 2, "each of them is a play"
    assert at.owner("c7r4", 3, 5) == 0
    at.end(0)
    assert at.owner("c7r4", 3, 5) == 0, "what was redirected had been added in this build turn"


@pytest.mark.clause("AOS-8.4")
def test_a_play_for_each_hex_is_an_option() -> None:
    at = start("rust_belt", 3, allow_same_hex_twice=False)
    at.table.cash[0] = 40
    at.next_turn(0)
    at.lay(0, "c7r4 straight 0")
    assert at.why(0, tile("c7r4 gentle 3")) == ("same_hex", "AOS-8.4")


@pytest.mark.clause("AOS-8.11")
def test_the_first_tile_touches_a_city() -> None:
    """Track of nobody's that comes from Chicago is no beginning; once one has built, it may be taken up."""
    for built in (0, 1):
        at = position(P + f"seat 0 built {built}\ntrack - c7r4 straight 0\ndue build 0")
        if built:
            at.lay(0, "c7r3 straight 0")
            assert at.owner("c7r4", 0, 3) == 0
        else:
            assert at.why(0, tile("c7r3 straight 0")) == ("first_at_city", "AOS-8.11")
            at.lay(0, "c11r8 straight 1")
            at.lay(0, "c7r3 straight 0")


@pytest.mark.clause("AOS-8.11")
def test_the_first_tile_is_the_first_of_the_game() -> None:
    at = position(P + "track 0 c11r8 straight 1\ntrack - c7r4 straight 0\ndue build 0 1")
    at.end(0)
    assert at.table.track.owned(0) == 0
    at.next_turn(0)
    at.lay(0, "c7r3 straight 0")


@pytest.mark.clause("AOS-8.11")
def test_an_exit_of_others_at_a_city_does_not_make_a_first_tile() -> None:
    """Milwaukee's south exit leads to Chicago; the new one joins nobody's track that comes from there, too."""
    text = P + "track 1 c7r4 straight 0\ntrack 1 c7r3 town_1 3\ntrack - c6r5 gentle 0\ntrack - c6r4 gentle 1\n"
    at = position(text + "due build 0")
    assert at.cannot(0, "c7r3 sharp 3") == "first_at_city"
    at = position(text + "seat 0 built 1\ndue build 0")
    at.lay(0, "c7r3 sharp 3")


def test_a_saved_position_of_old_rules_knows_who_has_built() -> None:
    at = position(P + "track 1 c11r8 straight 1\ndue build 0 1")
    old = at.rules.write(at.table).replace(b'"built":2', b'"built":0')
    assert b'"built":0' in old
    assert [at.rules.read_state(old).has_built(seat) for seat in range(3)] == [False, True, False]


@pytest.mark.clause("AOS-8.6")
def test_town_tiles_go_on_towns() -> None:
    at = position(P + "due build 0")
    assert at.cannot(0, "c7r4 town_1 3") == "not_off_town"
    at = position(P + "track 0 c7r4 straight 0\ndue build 0")
    at.lay(0, "c7r3 straight 0")
    assert at.table.track.discs == 1, "a simple tile on a town carries a disc"


@pytest.mark.clause("AOS-8.7", "AOS-BAD-8")
def test_track_points_neither_into_water_nor_off_the_board() -> None:
    at = position(P + "due build 0")
    assert at.cannot(0, "c7r4 gentle 1") == "impassable"
    assert at.cannot(0, "c0r9 gentle 3") == "impassable", "side 5 is off the board"
    for play in at.plays():
        form = TILES.forms[TILES.form_of[TILES.number[play.tile]][play.rotation]]
        assert all(at.grid.across[6 * at.hex(play.hex) + side] >= 0 for side in form.sides)


@pytest.mark.clause("AOS-8.7")
def test_blocked_sides() -> None:
    at = position(P + "due build 0")
    port = 6 * at.hex("c7r4") + 0
    kept = at.grid.across[port]
    at.grid.across[port] = -1
    try:
        assert at.cannot(0, "c7r4 straight 0") == "impassable"
    finally:
        at.grid.across[port] = kept


@pytest.mark.clause("AOS-8.8")
def test_meeting_in_a_town_is_not_joining() -> None:
    at = position(
        P
        + """
        track 1 c7r4 straight 0
        track 1 c7r3 straight 0
        track 0 c6r5 gentle 0
        track 0 c6r4 gentle 1
        due build 0
        """
    )
    assert at.lay(0, "c7r3 town_3_right 3") == 3
    assert at.owner("c7r3", 3, "T") == at.owner("c7r3", 0, "T") == 1 and at.owner("c7r3", 4, "T") == 0
    assert at.complete("c6r5", 0, 2)
    other = position(P + "track 1 c7r4 straight 0\ndue build 0")
    assert other.cannot(0, "c7r3 straight 0") == "foreign_track"


@pytest.mark.clause("AOS-8.9", "AOS-BAD-9")
def test_nothing_of_another_player_changes() -> None:
    at = position(P + "track 1 c11r8 straight 1\ndue build 0")
    assert at.cannot(0, "c11r8 gentle 1") == "not_yours"
    before = at.section("c11r8", 1, 4)
    at.lay(0, "c12r9 sharp 5")
    at.lay(0, "c11r8 cross_straight_straight 1")
    after = at.section("c11r8", 1, 4)
    assert before is not None and after is not None and (after.owner, after.segments) == (1, before.segments)


@pytest.mark.clause("AOS-8.10", "AOS-8.11")
def test_one_may_start_afresh_from_any_city() -> None:
    at = position(P + "due build 0")
    at.lay(0, "c7r4 straight 0")
    at.lay(0, "c11r8 straight 1")
    assert at.table.track.owned(0) == 2


@pytest.mark.clause("AOS-8.11", "AOS-8.10")
def test_leaving_a_town_needs_own_track_there() -> None:
    # Seat 1 owns Chicago-Milwaukee; seat 0 has no track in Milwaukee and cannot leave it.
    at = position(P + "track 1 c7r4 straight 0\ntrack 1 c7r3 town_1 3\ndue build 0 1")
    assert at.cannot(0, "c7r3 straight 0") == "not_connected"
    at.end(0)
    at.lay(1, "c7r3 straight 0")
    assert at.owner("c7r3", 0, "T") == 1


@pytest.mark.clause("AOS-8.15")
def test_a_complex_tile_can_be_placed_directly() -> None:
    # c6r6 lies south-west of Chicago: one segment out of Chicago, the other joined to own track.
    at = position(P + "due build 0")
    both = [p for p in at.plays() if p.tile.startswith(("cross", "coexist")) and at.table.track.places[at.hex(p.hex)] == LAND]
    for play in both:
        copy = At(at.rules, at.table.clone())
        copy.do(0, play)
        assert all(end in copy.rules.anchors(copy.table, 0) for s in copy.table.track.sections for end in s.ends if end >= 0)
    # A second segment that reaches no city by itself is refused.
    assert at.cannot(0, "c7r6 cross_straight_straight 0") == "not_connected"
    between = position(P + "track 0 c11r8 straight 1\ndue build 0")
    assert between.cannot(0, "c10r9 cross_straight_straight 0") == "not_connected"


@pytest.mark.clause("AOS-8.16", "AOS-BAD-9")
def test_crossing_and_coexisting_replacement() -> None:
    at = position(P + "track 1 c11r8 straight 1\ntrack 0 c12r9 sharp 5\ndue build 0")
    assert at.lay(0, "c11r8 cross_straight_straight 1") == 3
    assert at.owner("c11r8", 1, 4) == 1 and at.owner("c11r8", 2, 5) == 0
    at = position(P + "track 1 c11r8 straight 1\ntrack 0 c12r9 sharp 5\ndue build 0")
    # coexist_straight_sharp keeps {1,4} and adds {2,3} at rotation 1.
    assert at.lay(0, "c11r8 coexist_straight_sharp 1") == 3
    assert at.owner("c11r8", 2, 3) == 0


@pytest.mark.clause("AOS-8.17", "AOS-8.18")
def test_town_replacement() -> None:
    at = position(P + "track 0 c7r4 straight 0\ntrack 0 c7r3 town_1 3\ndue build 0")
    assert at.lay(0, "c7r3 cross_gentle_gentle 3") == 3
    assert [at.owner("c7r3", s, "T") for s in (0, 3, 4, 5)] == [0] * 4
    at.end(0)
    at.next_turn(0)
    assert not [p for p in at.plays() if p.hex == "c7r3"], "four exits are the most"


@pytest.mark.clause("AOS-8.18")
def test_every_set_of_sides_can_be_made() -> None:
    by_size: dict[int, set[tuple[int, ...]]] = {1: set(), 2: set(), 3: set(), 4: set()}
    for form in TILES.forms:
        by_size[len(form.sides)].add(form.sides)
        kinds = {1: {"town"}, 2: {"simple"}, 3: {"town"}, 4: {"crossing", "coexisting"}}
        assert form.kind in kinds[len(form.sides)]
    assert [len(by_size[n]) for n in (1, 2, 3, 4)] == [6, 15, 20, 15]


@pytest.mark.clause("AOS-8.19", "AOS-8.13")
def test_redirect() -> None:
    at = position(P + "track 0 c11r8 straight 1\ndue build 0")
    # {1,4}: side 1 is at Cincinnati and stays; the open side 4 may become 0, 2, 3, 5.
    turned = {(p.tile, p.rotation) for p in at.plays() if p.hex == "c11r8" and len(sides(p)) == 2}
    assert turned == {("sharp", 0), ("sharp", 1), ("gentle", 1), ("gentle", 5)}
    assert at.lay(0, "c11r8 gentle 1") == 2
    assert at.owner("c11r8", 1, 3) == 0
    # A completed link cannot be redirected.
    at = position(P + "track 0 c11r8 straight 1\ntrack 0 c10r9 straight 1\ndue build 0")
    assert at.cannot(0, "c11r8 gentle 1") == "no_redirect"


def sides(play: LayTrack) -> tuple[int, ...]:
    return TILES.forms[TILES.form_of[TILES.number[play.tile]][play.rotation]].sides


@pytest.mark.clause("AOS-8.19")
def test_redirect_of_one_segment_of_a_complex_tile() -> None:
    at = position(P + "track 1 c11r8 straight 1\ntrack 0 c12r9 sharp 5\ntrack 0 c11r8 cross_straight_straight 1\ndue build 0")
    # Seat 0 owns {2,5} with 5 open; {2,3} beside the untouched {1,4} exists as coexist_straight_sharp rotation 1.
    assert at.lay(0, "c11r8 coexist_straight_sharp 1") == 2
    assert at.owner("c11r8", 2, 3) == 0 and at.owner("c11r8", 1, 4) == 1 and at.owner("c11r8", 2, 5) is None


@pytest.mark.clause("AOS-8.20", "AOS-BAD-9")
def test_no_redirect_on_a_town() -> None:
    at = position(P + "track 0 c7r4 straight 0\ntrack 0 c7r3 straight 0\ndue build 0")
    assert at.cannot(0, "c7r3 gentle 3") == "no_replacement"


@pytest.mark.clause("AOS-8.21", "AOS-BAD-9")
def test_no_other_replacement() -> None:
    at = position(P + "track 0 c11r8 straight 1\ndue build 0")
    assert at.cannot(0, "c11r8 straight 1") == "no_replacement", "the identical tile"
    assert at.cannot(0, "c11r8 cross_straight_straight 0") in ("no_replacement", "not_connected")
    assert at.cannot(0, "c11r8 cross_gentle_gentle 0") == "no_replacement", "drops a segment"
    at = position(P + "track 0 c12r9 sharp 5\ntrack 1 c11r8 straight 1\ntrack 0 c11r8 cross_straight_straight 1\ndue build 0")
    assert at.cannot(0, "c11r8 straight 1") == "no_replacement", "no segment is ever removed"


@pytest.mark.clause("AOS-8.22", "AOS-10.3", "AOS-10.5", "AOS-10.6")
def test_terrain_matters_only_for_placing() -> None:
    # c16r6 is a river hex: placing costs 3, redirecting 2, replacing 3.
    at = position(P + "due build 0")
    assert at.lay(0, "c16r6 gentle 1") == 3
    at.end(0)
    at.next_turn(0)
    redirects = [p for p in at.plays() if p.hex == "c16r6" and len(sides(p)) == 2]
    assert at.lay(0, f"c16r6 {redirects[0].tile} {redirects[0].rotation}") == 2
    prices = start().rules.board.prices
    assert set(prices.replace) == set(prices.town_replace) == {3} and set(prices.redirect) == {2}


@pytest.mark.clause("AOS-8.23", "AOS-8.27")
def test_what_a_play_joins_becomes_the_builders() -> None:
    at = position(P + "track - c11r8 straight 1\ndue build 0")
    at.lay(0, "c10r9 straight 1")
    assert at.owner("c11r8", 1, 4) == 0 and at.complete("c11r8", 1, 4)


@pytest.mark.clause("AOS-8.24")
def test_a_completed_link_is_kept() -> None:
    at = position(P + "track 0 c11r8 straight 1\ntrack 0 c10r9 straight 1\ndue build 0")
    at.end(0)
    assert at.owner("c11r8", 1, 4) == 0


@pytest.mark.clause("AOS-8.25")
def test_unfinished_track_must_be_extended() -> None:
    at = position(P + "track 0 c11r8 straight 1\ntrack 0 c7r6 straight 0\ndue build 0")
    at.lay(0, "c10r9 gentle 1")
    events = at.end(0)
    assert at.owner("c11r8", 1, 4) == 0, "extended"
    assert at.owner("c7r6", 0, 3) == -1, "not extended"
    assert any(isinstance(e, OwnershipLost) and e.hexes == ["c7r6"] for e in events)


@pytest.mark.clause("AOS-8.26", "AOS-8.25")
def test_each_dangling_exit_counts_by_itself() -> None:
    at = position(P + "track 0 c7r4 straight 0\ntrack 0 c7r3 town_3_left 0\ndue build 0")
    assert at.table.track.owned(0) == 3
    at.lay(0, "c7r2 straight 0")
    at.end(0)
    assert at.owner("c7r3", 0, "T") == 0, "the northern exit was extended"
    assert at.owner("c7r3", 5, "T") == -1, "the other one was not"


@pytest.mark.clause("AOS-8.19", "AOS-8.27")
def test_unowned_track_may_be_taken_wherever_it_comes_from() -> None:
    """Not so in Steam (STM-8.26); there is nothing for a redirect to get round here."""
    for map, players in (("rust_belt", 3), ("germany", 3), ("barbados", 1), ("st_lucia", 2)):
        assert not position(f"map {map} {players}").rules.builder.claims


@pytest.mark.clause("AOS-8.28")
def test_redirecting_unowned_track_does_not_keep_it() -> None:
    at = position(P + "track - c11r8 straight 1\ndue build 0")
    at.lay(0, "c11r8 gentle 1")
    assert at.owner("c11r8", 1, 3) == 0
    at.end(0)
    assert at.owner("c11r8", 1, 3) == -1
    # Completed or extended in the same build turn, it stays his.
    at = position(P + "track - c11r8 gentle 1\ndue build 0")
    at.lay(0, "c11r8 straight 1")
    at.lay(0, "c10r9 straight 1")
    at.end(0)
    assert at.owner("c11r8", 1, 4) == 0 and at.complete("c11r8", 1, 4)


@pytest.mark.clause("AOS-8.29")
def test_only_the_builder_is_checked() -> None:
    at = position(P + "track 0 c11r8 straight 1\ntrack 1 c7r6 straight 0\ndue build 0 1")
    at.end(0)
    assert at.owner("c11r8", 1, 4) == -1
    assert at.owner("c7r6", 0, 3) == 1


@pytest.mark.clause("AOS-8.30")
def test_the_build_turn_ends_after_the_last_play() -> None:
    at = position(P + "track 0 c12r9 straight 0\ndue build 0 1")
    at.lay(0, "c11r8 straight 1")
    at.lay(0, "c7r6 straight 0")
    events = at.do(0, tile("c6r6 straight 1"))
    assert at.rules.actor(at.table) == 1
    assert at.owner("c12r9", 0, 3) == -1 and any(isinstance(e, OwnershipLost) for e in events)


@pytest.mark.clause("AOS-8.30", "AOS-9.1")
def test_with_the_option_urbanization_keeps_the_build_turn_open() -> None:
    at = position("map rust_belt 3 urbanize_any_time\nseat 0 cash 40 action urbanization\ndue build 0 1")
    for play in ("c11r8 straight 1", "c7r6 straight 0", "c6r6 straight 1"):
        at.lay(0, play)
    assert at.rules.actor(at.table) == 0 and at.plays() == []
    at.urbanize(0, "c7r3 B")
    assert at.rules.actor(at.table) == 1


# -- chapter 9 -----------------------------------------------------------------------------------------------------------

U = P + "seat 0 action urbanization\n"


@pytest.mark.clause("AOS-9.1", "AOS-BAD-6")
def test_who_may_urbanize_and_when() -> None:
    at = position(P + "seat 1 action urbanization\ndue build 0 1")
    assert at.no(0, Urbanize("c7r3", "A")).code == "no_urbanization"
    at.end(0)
    at.lay(1, "c11r8 straight 1")
    assert at.no(1, Urbanize("c7r3", "A")).code == "too_late"
    at = position(U + "due build 0")
    cash = at.table.cash[0]
    at.urbanize(0, "c7r3 A")
    assert at.table.cash[0] == cash and at.table.plays == 0
    assert at.no(0, Urbanize("c17r2", "B")).code == "urbanized_already"


@pytest.mark.clause("AOS-9.2", "AOS-BAD-6")
def test_where_a_new_city_goes() -> None:
    at = position(U + "city B c17r2\ntrack 1 c7r4 straight 0\ntrack 1 c7r3 straight 0\ndue build 0")
    assert at.no(0, Urbanize("c7r5", "A")).code == "not_a_town", "a printed city"
    assert at.no(0, Urbanize("c17r2", "A")).code == "not_a_town", "a New City"
    assert at.no(0, Urbanize("c7r4", "A")).code == "not_a_town", "no town"
    assert at.no(0, Urbanize("c7r3", "B")).code == "no_such_city"
    offered = [a for a in at.rules.legal(at.table) if isinstance(a, Urbanize)]
    assert len(offered) == 13 * 7
    at.urbanize(0, "c7r3 A")


@pytest.mark.clause("AOS-9.6")
def test_open_ends_that_face_a_new_city_are_completed() -> None:
    at = position(U + "track 1 c7r4 straight 0\ndue build 0")
    assert not at.complete("c7r4", 0, 3)
    at.urbanize(0, "c7r3 A")
    assert at.complete("c7r4", 0, 3) and at.owner("c7r4", 0, 3) == 1, "an owned one stays with its owner"
    at = position(U + "track - c7r4 straight 0\ndue build 0")
    at.urbanize(0, "c7r3 A")
    assert at.complete("c7r4", 0, 3) and at.owner("c7r4", 0, 3) == 0, "an unowned one goes to whoever urbanizes"


@pytest.mark.clause("AOS-9.7", "AOS-BAD-6")
def test_an_urbanization_that_makes_a_loop_is_refused() -> None:
    # Track leaves Milwaukee by the north and comes back to face it from the south-west.
    at = position(
        U
        + """
        track 1 c7r4 straight 0
        track 1 c7r3 straight 0
        track 1 c7r2 sharp 3
        track 1 c6r3 sharp 1
        due build 0
        """
    )
    loop = [a for a in at.rules.legal(at.table) if isinstance(a, Urbanize) and a.hex == "c7r3"]
    if at.section("c7r2", 3, 4) is at.section("c6r3", 1, 2):
        assert loop == [] and at.why(0, Urbanize("c7r3", "A")) == ("loop", "AOS-9.7")
    else:
        raise AssertionError("the track does not turn back")


@pytest.mark.clause("AOS-9.6", "AOS-9.7")
def test_what_no_disc_is_left_for_stays_without_owner() -> None:
    """A New City may be placed on any town: "en cualquier hexágono de Pueblo"."""
    for discs, owner in ((1, -1), (2, 0)):
        at = position(U + "track - c7r4 straight 0\ntrack 0 c11r8 straight 1\ndue build 0")
        at.rules.builder.discs = discs
        at.urbanize(0, "c7r3 A")
        assert at.complete("c7r4", 0, 3) and at.owner("c7r4", 0, 3) == owner
        at.rules.builder.discs = 20


@pytest.mark.clause("AOS-1.4", "AOS-9.5", "AOS-9.7")
def test_the_disc_of_an_exit_that_vanishes_is_free_for_what_the_city_completes() -> None:
    # His link Chicago-Milwaukee and its dangling exit are two discs; unowned track faces Milwaukee from the south-west.
    text = U + "track 0 c7r4 straight 0\ntrack 0 c7r3 straight 0\ntrack - c6r5 gentle 0\ntrack - c6r4 gentle 1\ndue build 0"
    at = position(text)
    assert at.table.track.owned(0) == 2
    at.rules.builder.discs = 2
    at.urbanize(0, "c7r3 A")
    assert at.owner("c7r3", 0, "T") is None and at.owner("c6r4", 1, 3) == 0
    assert at.table.track.owned(0) == 2
    at.rules.builder.discs = 20


@pytest.mark.clause("AOS-9.8", "AOS-3.5")
def test_a_new_city_takes_its_colour_and_grows() -> None:
    at = position(U + "display E yellow red\ndice light 6 6 6\ndice dark 1 1 2\ndue build 0")
    at.urbanize(0, "c7r3 E")
    assert at.cubes("c7r3") == [] and at.table.accepts[at.hex("c7r3")] == 1 << 3
    at.table.agenda = at.table.agenda[:0]
    from boxcars.games.age_of_steam.steps import Phase

    at.table.agenda = [Phase(-1, "advance_turn"), Phase(-1, "goods_growth")]
    at.rules._advance(at.table, [])
    assert sorted(at.cubes("c7r3")) == ["red", "yellow"]


@pytest.mark.clause("AOS-9.9", "AOS-15.3", "AOS-16.3")
def test_cubes_on_an_urbanized_town() -> None:
    at = position("map western_us 3\nseat 0 action urbanization\ncubes c12r5 red\ndue build 0")
    bag = at.table.bag[0]
    at.urbanize(0, "c12r5 A")
    assert at.cubes("c12r5") == [] and at.table.bag[0] == bag + 1
    at = position("map southern_us 3\nseat 0 action urbanization\ncubes c4r7 white\ndue build 0")
    at.urbanize(0, "c4r7 A")
    assert at.cubes("c4r7") == ["white"]


# -- chapter 10 ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("AOS-10.1", "AOS-10.2", "AOS-10.8")
def test_the_price_table() -> None:
    board = start().rules.board
    kinds = {"simple": 0, "coexisting": 1, "crossing": 2}
    base = {"plain": 2, "river": 3, "mountain": 4}
    for hex in range(board.grid.size):
        for form in TILES.forms:
            price = board.prices.place[hex][form.number]
            if hex in board.towns:
                assert price == 1 + len(form.sides)
            elif board.terrain[hex] in base and form.kind in kinds:
                assert price == base[board.terrain[hex]] + kinds[form.kind]
    west = start("western_us", 3).rules.board
    assert west.data.track_costs["swamp"] == (4, 5, 6)


@pytest.mark.clause("AOS-10.7")
def test_urbanization_is_free() -> None:
    at = position("map rust_belt 3\nseat 0 cash 0 action urbanization\ndue build 0")
    at.urbanize(0, "c7r3 A")
    assert at.table.cash[0] == 0


def test_events_tell_what_was_laid() -> None:
    at = position(P + "due build 0")
    (event,) = at.do(0, tile("c7r4 straight 0"))
    assert event == TrackLaid(0, "c7r4", "straight", 0, "place", 2)
    assert EndBuild() in at.rules.legal(at.table)
