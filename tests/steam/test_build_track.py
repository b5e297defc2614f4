"""Building track: the build turn, tile plays, ownership (STM-8a … 8d, 8h)."""

from __future__ import annotations

import pytest

from boxcars.games.steam.rules import Steam
from boxcars.games.steam.state import Table
from boxcars.games.steam.types import BuildTrack, Urbanize
from boxcars.rail.actions import BuildEnded, EndBuild, LayTrack, LinkCompleted, OwnershipLost, TrackLaid
from boxcars.rail.track import NOBODY, OPEN, give
from tests.steam.positions import (
    P,
    Q,
    at,
    building,
    clause_of,
    fresh,
    give_tile,
    links,
    new_city,
    owner,
    play,
    put,
    refused,
    section,
    tile,
)

END = EndBuild()


@pytest.mark.clause("STM-8.1")
def test_first_build_goes_first() -> None:
    rules, table = fresh()
    give_tile(table, 2, "first_build")
    table.agenda = [*table.agenda, BuildTrack()]
    rules._advance(table, [])
    order = []
    while isinstance(table.agenda[-1], BuildTrack):
        order.append(rules.actor(table))
        rules.play(table, rules.actor(table), END)
    assert order == [2, 0, 1, 3]


@pytest.mark.clause("STM-8.2")
@pytest.mark.parametrize(("engineer", "plays"), [(False, 3), (True, 4)])
def test_three_plays_or_four_with_the_engineer(engineer: bool, plays: int) -> None:
    rules, table = fresh()
    if engineer:
        give_tile(table, P, "engineer")
    table.agenda = [*table.agenda, BuildTrack()]
    rules._advance(table, [])
    laid = 0
    while rules.actor(table) == P and isinstance(table.agenda[-1], BuildTrack):
        rules.play(table, P, next(a for a in rules.legal(table) if isinstance(a, LayTrack)))
        laid += 1
    assert laid == plays


@pytest.mark.clause("STM-8.2", "STM-1.1")
@pytest.mark.parametrize("engineer", range(6))
def test_the_engineer_of_any_seat_with_six_players(engineer: int) -> None:
    rules, table = fresh(players=6)
    give_tile(table, engineer, "engineer")
    table.agenda = [*table.agenda, BuildTrack()]
    rules._advance(table, [])
    for seat in range(6):
        assert table.agenda[-1] == BuildTrack(seat, 4 if seat == engineer else 3)
        rules.play(table, seat, END)


@pytest.mark.clause("STM-8.3")
def test_every_kind_of_play_counts_as_one() -> None:
    rules, table = fresh()
    put(rules, table, P, "c10r7 21/0", "c10r8 T11/0", "c9r6 22/1", "c16r7 22/3", "c16r8 23/5")
    put(rules, table, Q, "c15r7 22/4")
    building(rules, table, P, 5)
    kinds = []
    for plays, written in enumerate(("c11r6 21/2", "c10r8 T21/0", "c9r6 21/1", "c15r7 42/5")):
        events = rules.play(table, P, tile(written))
        kinds += [event.kind for event in events if isinstance(event, TrackLaid)]
        assert table.agenda[-1] == BuildTrack(P, 4 - plays)
    assert kinds == ["place", "town", "redirect", "replace"]


@pytest.mark.clause("STM-8.3", "STM-8.19")
def test_replacements_beside_a_segment_keep_it() -> None:
    rules, table = fresh()
    put(rules, table, P, "c11r6 21/2", "c10r7 21/0")
    building(rules, table, P)
    both = [a for a in rules.legal(table) if isinstance(a, LayTrack) and a.hex == "c11r6" and len(form_sides(rules, a)) == 4]
    assert {a.tile for a in both} <= {"41", "42", "44"}  # with a straight: two crossings and one coexisting tile
    assert all({2, 5} <= set(form_sides(rules, a)) for a in both)


def form_sides(rules, action: LayTrack) -> tuple[int, ...]:  # type: ignore[no-untyped-def]
    tiles = rules.board.tiles
    return tiles.forms[tiles.form_of[tiles.number[action.tile]][action.rotation]].sides


@pytest.mark.clause("STM-8.4")
def test_each_play_is_paid_and_judged_at_once() -> None:
    rules, table = fresh()
    building(rules, table, P)
    assert refused(rules, table, tile("c10r8 T21/0")) == "not_connected"
    assert play(rules, table, "c10r7 21/0") == 3
    assert table.cash[P] == 97
    assert play(rules, table, "c10r8 T21/0") == 4  # legal now


@pytest.mark.clause("STM-8.5")
def test_nobody_has_to_build_but_a_committed_action_must_be_done() -> None:
    rules, table = fresh()
    building(rules, table, P)
    rules.play(table.clone(), P, END)
    give_tile(table, P, "urbanization", open=True)
    assert refused(rules, table, END) == "city_action_due"
    assert END not in rules.legal(table)


@pytest.mark.clause("STM-8.6")
def test_a_hex_may_be_played_twice_in_a_build_turn() -> None:
    rules, table = fresh()
    building(rules, table, P)
    play(rules, table, "c10r7 21/0")
    play(rules, table, "c10r8 T11/0")
    play(rules, table, "c10r8 T21/0")
    assert len(links(rules, table, P)) == 1


@pytest.mark.clause("STM-8.8")
def test_town_faces_on_towns_only() -> None:
    rules, table = fresh()
    put(rules, table, P, "c10r7 21/0")
    building(rules, table, P)
    assert refused(rules, table, tile("c10r8 21/0")) == "not_on_town"
    assert refused(rules, table, tile("c10r9 T21/0")) == "not_off_town"


@pytest.mark.clause("STM-8.9")
def test_no_track_across_an_impassable_side() -> None:
    rules, table = fresh()
    put(rules, table, P, "c10r7 21/0")
    building(rules, table, P)
    assert refused(rules, table, tile("c12r9 21/0")) == "impassable"  # Long Island Sound, a blocked side
    assert refused(rules, table, tile("c4r5 23/5")) == "impassable"  # Lake Ontario
    assert clause_of(rules, table, tile("c4r5 23/5")) == "STM-8.9"


@pytest.mark.clause("STM-8.10")
def test_a_face_must_be_available() -> None:
    rules, table = fresh()
    building(rules, table, P)
    sharp = tile("c10r5 23/2")
    assert rules.refuse(table, P, sharp) is None
    table.track.used[rules.board.tiles.number["T23"]] = 8
    assert refused(rules, table, sharp) == "no_tile"
    assert sharp not in rules.legal(table)


@pytest.mark.clause("STM-8.11", "STM-8.31")
def test_nobody_joins_another_players_section() -> None:
    rules, table = fresh()
    put(rules, table, Q, "c10r7 21/0")
    put(rules, table, P, "c9r6 22/1")
    building(rules, table, P)
    assert refused(rules, table, tile("c10r8 T21/0")) == "foreign_track"
    # Meeting in a town is no joining: P comes to Q's Poughkeepsie by another exit.
    put(rules, table, Q, "c10r8 T21/0")
    put(rules, table, P, "c9r7 22/0")  # from Albany's c9r6 {1,3} down to {0,2}, towards Poughkeepsie
    assert rules.refuse(table, P, tile("c10r8 T32/0")) is None


@pytest.mark.clause("STM-8.11", "STM-8.25")
def test_joining_an_unowned_section_claims_it() -> None:
    rules, table = fresh()
    put(rules, table, NOBODY, "c10r7 21/0")
    put(rules, table, P, "c15r7 22/4")
    building(rules, table, P)
    play(rules, table, "c10r8 T21/0")
    assert links(rules, table, P) == {("Boston", "Providence"), ("Albany", "Poughkeepsie")}


@pytest.mark.clause("STM-8.12")
def test_new_track_must_reach_a_city_over_own_track() -> None:
    rules, table = fresh()
    put(rules, table, P, "c10r7 21/0")
    put(rules, table, Q, "c9r5 21/2", "c8r5 T21/2")
    building(rules, table, P)
    assert refused(rules, table, tile("c13r4 21/0")) == "not_connected"
    assert refused(rules, table, tile("c8r4 21/0")) == "not_connected"
    assert clause_of(rules, table, tile("c13r4 21/0")) == "STM-8.12"


@pytest.mark.clause("STM-8.13")
def test_the_very_first_tile_must_touch_a_city() -> None:
    rules, table = fresh()
    put(rules, table, NOBODY, "c10r7 21/0")
    building(rules, table, P)
    assert refused(rules, table, tile("c10r8 T21/0")) == "first_at_city"
    assert all(a.hex != "c10r8" for a in rules.legal(table) if isinstance(a, LayTrack))
    play(rules, table, "c9r5 21/2")
    play(rules, table, "c10r8 T21/0")


@pytest.mark.clause("STM-8.13", "STM-8.37")
def test_the_first_tile_needs_a_city_although_a_link_leads_to_a_town() -> None:
    """Who was given a link by a New City has laid no tile yet: Albany–Poughkeepsie is hers, and New York is south of it."""
    rules, table = fresh()
    put(rules, table, P, "c10r7 21/0", "c10r8 T21/0")
    table.built[P] = False
    building(rules, table, P)
    assert refused(rules, table, tile("c10r9 22/0")) == "first_at_city"
    offered = {action for action in rules.legal(table) if isinstance(action, LayTrack) and action.hex == "c10r9"}
    assert tile("c10r9 21/0") in offered and tile("c10r9 22/0") not in offered
    assert play(rules, table, "c10r9 21/0") > 0


@pytest.mark.clause("STM-8.15")
def test_no_section_from_a_stop_to_itself() -> None:
    rules, table = fresh()
    put(rules, table, P, "c10r5 23/2")
    building(rules, table, P)
    assert refused(rules, table, tile("c11r5 23/4")) == "loop"


@pytest.mark.clause("STM-8.16")
def test_existing_segments_keep_their_sides_and_owners() -> None:
    rules, table = fresh()
    put(rules, table, Q, "c15r7 22/4")
    put(rules, table, P, "c16r7 22/3", "c16r8 23/5")
    building(rules, table, P)
    assert refused(rules, table, tile("c15r7 21/2")) == "no_redirect"
    play(rules, table, "c15r7 42/5")
    assert owner(rules, table, "c15r7", 0) == owner(rules, table, "c15r7", 4) == Q
    assert owner(rules, table, "c15r7", 2) == P


@pytest.mark.clause("STM-8.17")
def test_blocking_is_allowed() -> None:
    """P's tile turns a blank side to Q's open end, which stays OPEN."""
    rules, table = fresh()
    put(rules, table, Q, "c9r6 22/1")  # leaves Albany, OPEN to the south
    put(rules, table, P, "c10r7 22/4")
    building(rules, table, P)
    play(rules, table, "c9r7 21/1")
    assert OPEN in section(rules, table, "c9r6", 3).ends
    assert owner(rules, table, "c9r6", 3) == Q


@pytest.mark.clause("STM-8.18")
def test_each_segment_of_a_two_segment_tile_must_be_connected() -> None:
    rules, table = fresh()
    building(rules, table, P)
    table.built[P] = True
    for action in rules.legal(table):
        if isinstance(action, LayTrack) and action.tile in ("41", "42", "43", "44", "45", "46", "47"):
            hex = at(rules, action.hex)
            tiles = rules.board.tiles
            form = tiles.forms[tiles.form_of[tiles.number[action.tile]][action.rotation]]
            for a, b in form.segments:
                across = [rules.board.grid.across[6 * hex + side] for side in (a, b)]
                assert any(port >= 0 and rules.board.accepts[port // 6] for port in across)
    # All exits of a town face are new; one connected exit is enough.
    put(rules, table, P, "c10r7 21/0")
    play(rules, table, "c10r8 T41/0")
    assert table.track.owned(P) == 4


@pytest.mark.clause("STM-8.19")
def test_whose_old_segment_it_is_does_not_matter() -> None:
    for who in (P, Q, NOBODY):
        rules, table = fresh()
        put(rules, table, who, "c15r7 22/4")
        put(rules, table, P, "c16r7 22/3", "c16r8 23/5")
        building(rules, table, P)
        assert play(rules, table, "c15r7 42/5") == 4
        assert owner(rules, table, "c15r7", 0) == who


@pytest.mark.clause("STM-8.20")
def test_a_town_replacement_keeps_every_exit_and_adds_one() -> None:
    rules, table = fresh()
    put(rules, table, P, "c10r7 21/0", "c10r8 T22/0")
    building(rules, table, P)
    assert refused(rules, table, tile("c10r8 T22/0")) == "no_replacement"
    assert refused(rules, table, tile("c10r8 T32/5")) == "no_replacement"
    play(rules, table, "c10r8 T31/0")


@pytest.mark.clause("STM-8.21")
def test_a_redirect_moves_only_the_free_end() -> None:
    rules, table = fresh()
    put(rules, table, P, "c9r6 22/1")
    building(rules, table, P)
    assert refused(rules, table, tile("c9r6 22/1")) == "no_replacement"
    assert refused(rules, table, tile("c9r6 21/0")) == "no_redirect"  # {0,3}: Albany's side would be given up
    play(rules, table, "c9r6 21/1")
    put(rules, table, P, "c8r7 22/1")
    assert refused(rules, table, tile("c9r6 22/1")) == "no_redirect"  # not the last tile any more


@pytest.mark.clause("STM-8.21")
def test_a_redirect_beside_a_second_segment() -> None:
    rules, table = fresh()
    put(rules, table, Q, "c15r7 22/4")
    put(rules, table, P, "c16r7 22/3", "c16r8 23/5", "c15r7 42/5")
    building(rules, table, P)
    redirects = [a for a in rules.legal(table) if isinstance(a, LayTrack) and a.hex == "c15r7"]
    assert redirects
    for action in redirects:
        copy = table.clone()
        rules.play(copy, P, action)
        assert owner(rules, copy, "c15r7", 0) == owner(rules, copy, "c15r7", 4) == Q
        assert owner(rules, copy, "c15r7", 2) == P


@pytest.mark.clause("STM-8.22")
def test_whose_section_may_be_redirected() -> None:
    for who, code in ((Q, "not_yours"), (NOBODY, ""), (P, "")):
        rules, table = fresh()
        table.built[P] = True
        put(rules, table, who, "c9r6 22/1")
        building(rules, table, P)
        if code:
            assert refused(rules, table, tile("c9r6 21/1")) == code
        else:
            assert play(rules, table, "c9r6 21/1") == 2
    rules, table = fresh()
    table.built[P] = True
    put(rules, table, P, "c10r7 21/0", "c10r8 T21/0")
    building(rules, table, P)
    assert refused(rules, table, tile("c10r7 22/0")) == "no_redirect"  # a completed link
    # An unowned section out of reach: it starts at a town only Q's track reaches.
    rules, table = fresh()
    table.built[P] = True
    put(rules, table, Q, "c9r5 21/2", "c8r5 T33/1")
    put(rules, table, NOBODY, "c7r5 21/1")
    building(rules, table, P)
    assert refused(rules, table, tile("c7r5 22/1")) == "not_connected"
    assert refused(rules, table, tile("c7r5 22/5")) == "not_connected"  # nor does it help to bring it to Syracuse


@pytest.mark.clause("STM-8.23", "STM-8.29", "STM-TV-16")
def test_a_redirect_claims_only_by_completing() -> None:
    rules, table = fresh()
    table.built[P] = True
    put(rules, table, NOBODY, "c9r6 22/1")
    building(rules, table, P)
    play(rules, table, "c9r6 21/1")
    assert owner(rules, table, "c9r6", 4) == NOBODY
    # An unowned section from New York is turned into P's exit at Poughkeepsie.
    rules, table = fresh()
    put(rules, table, P, "c10r7 21/0", "c10r8 T21/0")
    put(rules, table, NOBODY, "c10r9 22/1")
    building(rules, table, P)
    events = rules.play(table, P, tile("c10r9 21/0"))
    assert any(isinstance(event, LinkCompleted) for event in events)
    assert links(rules, table, P) == {("Albany", "Poughkeepsie"), ("New York", "Poughkeepsie")}


@pytest.mark.clause("STM-8.24")
def test_nothing_else_may_be_replaced() -> None:
    rules, table = fresh()
    put(rules, table, P, "c15r7 42/5")
    building(rules, table, P)
    for written, code in (("c15r7 21/0", "no_replacement"), ("c15r7 41/0", "no_redirect"), ("c15r7 43/0", "no_redirect")):
        assert refused(rules, table, tile(written)) == code


@pytest.mark.clause("STM-8.26", "STM-EX-11")
def test_who_may_claim() -> None:
    rules, table = fresh()
    put(rules, table, Q, "c9r5 21/2", "c8r5 T33/1")
    give(table.track, table.track.at[6 * at(rules, "c8r5") + 1], NOBODY)
    put(rules, table, P, "c15r7 22/4")
    building(rules, table, P)
    for face in rules.board.tiles.tiles:
        for rotation in range(6):
            action = LayTrack("c9r4", face.id, rotation)
            if 4 in form_sides(rules, action):
                assert rules.refuse(table, P, action) is not None
    building(rules, table, Q)
    assert play(rules, table, "c9r4 21/1") == 4
    assert owner(rules, table, "c8r5", 1) == Q


@pytest.mark.clause("STM-8.26")
def test_a_tile_from_a_city_does_not_claim_what_comes_from_a_town_of_others() -> None:
    """Nobody's section runs from Amsterdam, where only Q has track, up to Syracuse. A section of P's own may join it."""
    for own in ((), ("c5r5 23/1",)):
        rules, table = fresh()
        put(rules, table, Q, "c9r5 21/2", "c8r5 T33/1")
        give(table.track, table.track.at[6 * at(rules, "c8r5") + 4], NOBODY)
        put(rules, table, NOBODY, "c7r5 21/1")
        put(rules, table, P, "c15r7 22/4", *own)
        building(rules, table, P)
        last = "c6r6 22/5" if own else "c6r6 23/0"
        if own:
            play(rules, table, last)
            assert ("Amsterdam", "Syracuse") in links(rules, table, P)
        else:
            assert refused(rules, table, tile(last)) == "no_claim"
            assert clause_of(rules, table, tile(last)) == "STM-8.26"
            assert tile(last) not in rules.legal(table)
            building(rules, table, Q)
            play(rules, table, last)
            assert ("Amsterdam", "Syracuse") in links(rules, table, Q)


@pytest.mark.clause("STM-8.23", "STM-8.26", "STM-EX-11", "STM-TV-25")
def test_a_redirect_does_not_claim_what_only_another_player_reaches() -> None:
    """The rulebook's exit (A) of Amsterdam meets only black's track. Unowned track from Albany is redirected into it."""

    def position(*more: str, own: bool = False) -> tuple[Steam, Table]:
        rules, table = fresh()
        put(rules, table, Q, "c9r5 21/2", "c8r5 T33/1")
        give(table.track, table.track.at[6 * at(rules, "c8r5") + 1], NOBODY)
        put(rules, table, P if own else NOBODY, "c10r5 22/3", *more)
        put(rules, table, P, "c15r7 22/4")
        return rules, table

    rules, table = position()
    building(rules, table, P)
    assert refused(rules, table, tile("c9r4 22/2")) == "no_claim", "the same tile placed"
    rules, table = position("c9r4 23/1")
    building(rules, table, P)
    assert refused(rules, table, tile("c9r4 22/2")) == "no_claim"
    assert clause_of(rules, table, tile("c9r4 22/2")) == "STM-8.26"
    assert tile("c9r4 22/2") not in rules.legal(table)
    assert tile("c9r4 21/2") in rules.legal(table), "elsewhere it may be turned"
    building(rules, table, Q)
    assert tile("c9r4 22/2") in rules.legal(table)
    assert play(rules, table, "c9r4 22/2") == 2
    assert owner(rules, table, "c8r5", 1) == owner(rules, table, "c10r5", 3) == Q
    # Track of one's own that is redirected may take it: exit (A) is then connected directly to the player's track.
    rules, table = position("c9r4 23/1", own=True)
    building(rules, table, P)
    play(rules, table, "c9r4 22/2")
    assert ("Albany", "Amsterdam") in links(rules, table, P)


@pytest.mark.clause("STM-8.26")
def test_a_town_tile_that_meets_track_of_nobody() -> None:
    """It comes from New Haven, where only Q has track, to Worcester beside a New City: P must have been in Worcester before."""
    for own in ((), ("c13r6 T11/5",)):
        rules, table = fresh()
        new_city(rules, table, "c12r6", "gray")
        put(rules, table, Q, "c12r9 22/0", "c13r9 T23/5")
        give(table.track, table.track.at[6 * at(rules, "c13r9")], NOBODY)
        put(rules, table, NOBODY, "c13r8 21/0", "c13r7 21/0")
        put(rules, table, P, "c15r7 22/4", *own)
        building(rules, table, P)
        if own:
            play(rules, table, "c13r6 T22/3")
            assert ("New Haven", "Worcester") in links(rules, table, P)
        else:
            assert refused(rules, table, tile("c13r6 T22/3")) == "no_claim"
            assert tile("c13r6 T22/3") not in rules.legal(table)
    # Track that arrives in the town with the same tile is his own, too.
    rules, table = fresh()
    put(rules, table, Q, "c9r5 21/2", "c8r5 T33/1")
    give(table.track, table.track.at[6 * at(rules, "c8r5") + 4], NOBODY)
    put(rules, table, NOBODY, "c7r5 21/1", "c6r6 22/1")
    put(rules, table, P, "c5r5 22/1", "c5r6 22/0")
    building(rules, table, P)
    play(rules, table, "c6r7 T23/5")
    assert {("Amsterdam", "Binghamton"), ("Binghamton", "Syracuse")} <= links(rules, table, P)


@pytest.mark.clause("STM-8.27", "STM-8.30")
def test_whoever_works_on_a_town_takes_its_loose_exits() -> None:
    rules, table = fresh()
    put(rules, table, Q, "c9r5 21/2", "c8r5 T22/2")  # exits 2 and 4; 4 dangles
    give(table.track, table.track.at[6 * at(rules, "c8r5") + 4], NOBODY)
    put(rules, table, P, "c7r4 22/2")  # from Syracuse to the north-west side of Amsterdam
    building(rules, table, P)
    action = next(
        a for a in rules.legal(table) if isinstance(a, LayTrack) and a.hex == "c8r5" and form_sides(rules, a) == (2, 4, 5)
    )
    rules.play(table, P, action)
    assert owner(rules, table, "c8r5", 2) == Q  # Q's link stays Q's
    assert owner(rules, table, "c8r5", 4) == P  # the loose exit changes hands
    assert owner(rules, table, "c8r5", 5) == P
    assert section(rules, table, "c8r5", 4) is not section(rules, table, "c8r5", 5)


@pytest.mark.clause("STM-8.27")
def test_neutral_links_stay_neutral() -> None:
    rules, table = fresh()
    put(rules, table, NOBODY, "c10r7 21/0", "c10r8 T21/0")  # a link without owner
    put(rules, table, P, "c10r9 21/0")
    assert owner(rules, table, "c10r8", 3) == P
    building(rules, table, P)
    play(rules, table, "c10r8 T32/0")
    assert owner(rules, table, "c10r8", 0) == NOBODY


@pytest.mark.clause("STM-8.28")
def test_unfinished_sections_without_fresh_track_are_lost() -> None:
    rules, table = fresh()
    building(rules, table, P)
    play(rules, table, "c9r6 22/1")
    play(rules, table, "c10r7 21/0")
    events = rules.play(table, P, END)
    assert not any(isinstance(e, OwnershipLost) for e in events)
    assert owner(rules, table, "c9r6", 3) == P  # survives its own build turn
    building(rules, table, Q)
    rules.play(table, Q, END)
    assert owner(rules, table, "c9r6", 3) == P  # only the player whose build turn ends is checked
    building(rules, table, P)
    play(rules, table, "c9r7 21/0")  # extends one of the two
    events = rules.play(table, P, END)
    assert OwnershipLost(P, ["c10r7"]) in events
    assert owner(rules, table, "c9r6", 3) == P
    assert owner(rules, table, "c10r7", 3) == NOBODY


@pytest.mark.clause("STM-8.28")
def test_working_on_a_town_does_not_extend_its_older_exits() -> None:
    """Exit 2 of Poughkeepsie dangles; one more exit in the next turn leaves it as it is, and it is lost."""
    rules, table = fresh()
    building(rules, table, P)
    play(rules, table, "c10r7 21/0")
    play(rules, table, "c10r8 T22/0")
    rules.play(table, P, END)
    assert owner(rules, table, "c10r8", 2) == P
    building(rules, table, P)
    play(rules, table, "c10r8 T31/0")
    rules.play(table, P, END)
    assert owner(rules, table, "c10r8", 4) == P
    assert owner(rules, table, "c10r8", 2) == NOBODY


@pytest.mark.clause("STM-8.32")
def test_a_completed_link_stays() -> None:
    rules, table = fresh()
    put(rules, table, P, "c10r7 21/0", "c10r8 T11/0")
    for _ in range(3):
        building(rules, table, P)
        rules.play(table, P, END)
    assert links(rules, table, P) == {("Albany", "Poughkeepsie")}


@pytest.mark.clause("STM-8.45")
def test_the_build_turn_ends_by_itself() -> None:
    rules, table = fresh()
    building(rules, table, P, 1)
    events = rules.play(table, P, tile("c10r7 21/0"))
    assert BuildEnded(P) in events
    # An open city action keeps it open.
    give_tile(table, P, "urbanization", open=True)
    building(rules, table, P, 1)
    events = rules.play(table, P, tile("c9r6 22/1"))
    assert BuildEnded(P) not in events
    assert table.agenda[-1] == BuildTrack(P, 0)
    assert all(isinstance(a, Urbanize) for a in rules.legal(table))
    assert refused(rules, table, tile("c9r7 21/0")) == "no_plays"


@pytest.mark.clause("STM-8.45", "STM-15.12")
def test_in_the_standard_game_the_city_action_can_be_given_up() -> None:
    rules, table = fresh(mode="standard")
    give_tile(table, P, "urbanization", open=True)
    building(rules, table, P, 1)
    rules.play(table, P, tile("c9r6 22/1"))
    assert END in rules.legal(table)
    events = rules.play(table, P, END)
    assert BuildEnded(P) in events
    assert table.city_action[P] == 0


@pytest.mark.clause("STM-8.12")
def test_a_section_from_a_new_city_counts() -> None:
    rules, table = fresh()
    new_city(rules, table, "c13r9", "gray")
    building(rules, table, P)
    assert rules.refuse(table, P, tile("c13r8 21/0")) is None
