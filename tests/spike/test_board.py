"""The pictures of Spike: targets, previews, marks, and maps of one's own."""

from __future__ import annotations

import json
import re
from importlib import resources
from pathlib import Path
from xml.etree import ElementTree

import pytest

from boxcars.core import registry
from boxcars.core.chance import Chance
from boxcars.core.messages import Who
from boxcars.games.spike.actions import AddTrack, BeginLine, Build, Deliver, Draw, Extra, KeepRoute, Move, Place, Start, Upgrade
from boxcars.games.spike.events import LineBuilt, TrainMoved
from boxcars.games.spike.rules import Spike
from boxcars.games.spike.steps import GiveCard
from boxcars.games.spike.ui.board import SpikeBoard
from boxcars.view.svg_export import plain

from .kit import contract, hold, home, lay, play, rules_for, stand, started, turn_of


def table() -> tuple[Spike, SpikeBoard]:
    rules = rules_for(2)
    return rules, SpikeBoard(rules, plain)


def targets(svg: str) -> set[str]:
    return set(re.findall(r'data-target="([^"]+)"', svg.replace("&gt;", ">")))


@pytest.mark.clause("SPK-20.7", "SPK-1.2")
def test_every_segment_and_city_is_drawn_and_can_be_clicked() -> None:
    rules, board = table()
    ground = board.draw_ground()
    assert {f"seg:{s}" for s in rules.chart.segments} | {f"city:{c}" for c in rules.chart.cities} <= targets(ground)
    assert ground.count('href="#bar-') == len(rules.chart.segments)
    pieces = board.draw_pieces(rules.observe(started(rules), 0))
    assert all(name in pieces for name in rules.chart.city_names)


def test_board_targets_of_a_turn_are_drawn() -> None:
    """Cities, places of the train, cards, parts: all on the board or in a panel; only cargo, lines and payments are buttons."""
    rules, board = table()
    state = started(rules)
    home(rules, state, 0, "atlanta")
    lay(rules, state, 0, "s331", "s330", "s301", "s300", "s296")
    stand(rules, state, 0, "s330>r10c09")
    state.players[0].market_money = 20
    hold(rules, state, 0, white=3, blue=2)
    turn_of(rules, state, 0)
    for step in ("FreeMovement", "TakeAction"):
        assert type(state.agenda[-1]).__name__ == step
        seen = rules.observe(state, 0)
        drawn = targets(board.draw_ground() + board.draw_pieces(seen) + "".join(p.svg for p in board.side_panels(seen)))
        for action in rules.legal(state):
            waits = action == Move("s330>r10c09")  # a button that says so; nobody would look for it under the train
            assert (action.path()[0] in drawn) is not waits, action
            told = board.action_note(seen, action)
            assert (told is not None and plain(told) == "the train stays here") is waits, action
            ElementTree.fromstring(f"<svg>{board.draw_preview(seen, action)}</svg>")
        if step == "FreeMovement":
            play(rules, state, Move("s330>r10c09"))


def test_previews() -> None:
    rules, board = table()
    state = started(rules)
    home(rules, state, 0, "atlanta")
    lay(rules, state, 0, "s331", "s330", "s301", "s300")
    contract(rules, state, 0, "fruit-3A")
    state.players[0].cargo = [rules.chart.goods_id["fruit"]]
    turn_of(rules, state, 0)
    seen = rules.observe(state, 0)
    assert "+$" in board.draw_preview(seen, Build(("s296",), {"blue": 1}, "knoxville"))
    assert "way" in board.draw_preview(seen, Start("columbia"))
    assert board.draw_preview(seen, Place("boston")) and board.draw_preview(seen, Upgrade("tender")) == ""
    assert "$5" in board.draw_pieces(seen), "Raleigh pays 5 for the fruit on board"
    stand(rules, state, 0, "raleigh")
    assert "+$5" in board.draw_preview(rules.observe(state, 0), Deliver("fruit"))


def test_the_sketch_is_seen_by_its_owner_alone() -> None:
    rules, board = table()
    state = started(rules)
    home(rules, state, 0, "raleigh")
    hold(rules, state, 0, purple=1, blue=1)
    turn_of(rules, state, 0)
    play(rules, state, BeginLine())
    play(rules, state, AddTrack("s270"))
    assert "ghost" in board.draw_pieces(rules.observe(state, 0))
    assert "ghost" not in board.draw_pieces(rules.observe(state, 1))


def test_marks_of_the_last_action_and_what_a_click_meant() -> None:
    rules, board = table()
    built = LineBuilt(0, ["s270", "s269"], {"purple": 1, "blue": 1}, "norfolk", "pigs", 3)
    assert board.changed_targets([built, TrainMoved(1, "free", ["s300>r09c10"])]) == [
        "seg:s270",
        "seg:s269",
        "city:norfolk",
        "run:s300>r09c10",
    ]
    state = started(rules)
    home(rules, state, 0, "raleigh")
    hold(rules, state, 0)
    turn_of(rules, state, 0)
    seen = rules.observe(state, 0)
    (build,) = board.candidate_actions(seen, ["city:norfolk"])
    reason = rules.refuse(state, 0, build)
    assert reason is not None and reason.code == "pay_not_held"
    assert str(reason.text) == "That costs 1 purple, 1 blue; you only have 0 blue."
    assert board.candidate_actions(seen, ["deck"]) == [Draw("deck")] and isinstance(
        board.candidate_actions(seen, ["city:raleigh"])[0], Extra
    )


@pytest.mark.clause("SPK-3.9")
def test_the_neighbour_who_is_given_a_card_is_named() -> None:
    rules = rules_for(3)
    board, state = SpikeBoard(rules, plain), rules.start(Chance("gift"))
    seen = rules.observe(state, rules.actor(state))
    assert isinstance(seen.agenda[-1], GiveCard)
    assert str(board.resources_left(seen)) == f"You go first, so you give one card to {Who(state.last)}, who goes last."
    rules.apply(state, rules.legal(state)[0])
    assert board.resources_left(rules.observe(state, rules.actor(state))) is None


@pytest.mark.clause("SPK-13.2")
def test_a_route_card_one_would_keep_is_drawn_from_its_start_to_its_ends() -> None:
    rules = registry.make("spike", players=2, options={"advanced": True})
    assert isinstance(rules, Spike)
    board, state = SpikeBoard(rules, plain), rules.start(Chance("route"))
    while not isinstance(keep := rules.legal(state)[0], KeepRoute):
        rules.apply(state, keep)
    ghost = board.draw_preview(rules.observe(state, rules.actor(state)), keep)
    assert ghost.count('class="way"') == len(rules.chart.route_ends[rules.chart.route_id[keep.route]]) > 1


@pytest.mark.clause("SPK-1.10")
def test_words_for_everything() -> None:
    rules, board = table()
    state = started(rules)
    state.players[0].market_money = 120  # far beyond a printed score track
    seen = rules.observe(state, 0)
    assert any("$120" in stat.value for stat in board.player_cards(seen)[0].stats)
    text = " ".join(plain(t) for t in board.describe_position(seen))
    assert "Atlanta" in text and "Market $3" in text
    assert {p.key for p in board.side_panels(seen)} >= {"row", "hand", "train", "contracts", "route", "market", "contracts-1"}


def test_a_map_of_ones_own_is_drawn(tmp_path: Path) -> None:
    folder = resources.files("boxcars.games.spike") / "maps" / "eastern_usa"
    text = (
        (folder / "board.json")
        .read_text()
        .replace('"white"', '"silver"')
        .replace('"cattle"', '"llamas"')
        .replace('"Cattle"', '"Llamas"')
    )
    contracts = (folder / "contracts.json").read_text().replace('"commodity": "cattle"', '"commodity": "llamas"')
    parts = {
        "board": json.loads(text),
        "contracts": json.loads(contracts),
        "routes": json.loads((folder / "routes.json").read_text()),
    }
    file = tmp_path / "mine.json"
    file.write_text(json.dumps({"name": "Mine", **parts}))
    rules = registry.make("spike", str(file), 2)
    assert isinstance(rules, Spike)
    board = SpikeBoard(rules, plain)
    seen = rules.observe(started(rules), 0)
    for svg in (board.draw_ground(), board.draw_pieces(seen), *(p.svg for p in board.side_panels(seen))):
        ElementTree.fromstring(f"<svg>{svg}</svg>")
    assert ">L<" in board.draw_ground(), "a commodity without a picture shows its letter"


def test_to_move_where_the_train_stands_is_called_waiting() -> None:
    rules, board = table()
    state = started(rules)
    home(rules, state, 0, "raleigh")
    lay(rules, state, 0, "s270", "s269")
    chart, track = rules.chart, rules.chart.segment_id["s270"]
    seg = chart.at(track, chart.ends[track][0])
    stand(rules, state, 0, seg)
    turn_of(rules, state, 0)
    seen = rules.observe(state, 0)
    words = {action.to: board.action_mark(seen, action) for action in rules.legal(state) if isinstance(action, Move)}
    assert len(words) > 1
    assert {to for to, mark in words.items() if mark is not None and mark.text is not None} == {seg}
    assert str(words[seg].text) == "Stay here"  # type: ignore[union-attr]


def test_a_delivery_says_that_a_contract_pays_once() -> None:
    rules, board = table()
    state = started(rules)
    found = board.action_note(rules.observe(state, 0), Deliver("pigs"))
    assert found is not None and "complete the contract" in str(found)
