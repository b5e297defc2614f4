"""Records: written, read, replayed, verified; tampering is found and the wrong line is named."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from boxcars.core import record, registry
from boxcars.core.chance import Chance, OutcomeNeeded, commitment, seed_from

SEED = seed_from("record")


def played(seed: str = SEED) -> record.Record:
    rules = registry.make("ticket_to_ride", "usa", 2)
    state = rules.start(Chance(seed))
    game = record.Record(record.header(rules, seed, names=["Ada", "Brunel"]))
    rng = random.Random(1)
    while (seat := rules.actor(state)) >= 0:
        action = rng.choice(rules.legal(state))
        game.entries.append(record.Entry(seat, msgspec.Raw(rules.write(action))))
        rules.apply(state, action)
    return record.finish(game, rules, state)


GAME = played()
LINES = GAME.write().splitlines()


def tampered(number: int, change: Any) -> record.Record:
    """The record with one line (counted from 1) changed."""
    lines = [json.loads(line) for line in LINES]
    lines[number - 1] = change(lines[number - 1])
    return record.read(b"\n".join(json.dumps(line).encode() for line in lines))


def test_what_is_written_is_read() -> None:
    again = record.read(GAME.write())
    assert again.write() == GAME.write()
    assert again.header.names == ["Ada", "Brunel"]
    assert again.header.commitment == commitment(SEED)
    assert len(again.entries) == len(LINES) - 2
    assert again.result == GAME.result
    assert again.verify() == []


def test_saved_to_a_file(tmp_path: Path) -> None:
    GAME.save(tmp_path / "game.jsonl")
    assert record.read((tmp_path / "game.jsonl").read_bytes()).verify() == []


def test_replay_gives_every_position() -> None:
    positions = [(rules.actor(state), len(events)) for rules, state, events in GAME.replay()]
    assert len(positions) == len(GAME.entries) + 1
    assert [seat for seat, _ in positions[:-1]] == [entry.seat for entry in GAME.entries]
    assert positions[-1][0] == -1
    assert all(count for _, count in positions[1:])


def test_a_game_in_progress_can_be_verified() -> None:
    part = record.Record(GAME.header, GAME.entries[:20])
    assert record.read(part.write()).verify() == []


def test_a_running_game_without_its_seed_says_so() -> None:
    hidden = tampered(1, lambda h: {k: v for k, v in h.items() if k != "seed"})
    assert hidden.verify() == ["the seed has not been published yet"]


def test_another_seed_is_found_out() -> None:
    wrong = tampered(1, lambda h: {**h, "seed": seed_from("another")}).verify()
    assert wrong[0] == "the seed is not the one whose hash was published"
    # Even one that was never committed to gives another game.
    assert tampered(1, lambda h: {**h, "seed": seed_from("another"), "commitment": ""}).verify()


def test_a_changed_action_is_found_out() -> None:
    number = next(i for i, line in enumerate(LINES, 1) if b"DrawCard" in line)
    wrong = tampered(number, lambda e: {**e, "action": {"do": "Pass"}}).verify()
    assert wrong == [f"action {number - 1} is refused: You can only pass if you can't do anything else."]


def test_a_changed_seat_is_found_out() -> None:
    wrong = tampered(2, lambda e: {**e, "seat": 1}).verify()
    assert wrong == ["action 1 is refused: It's not your turn."]


def test_a_missing_action_is_found_out() -> None:
    lines = [*LINES[:30], *LINES[31:]]
    assert record.read(b"\n".join(lines)).verify()
    early = record.read(b"\n".join([*LINES[:-2], LINES[-1]]))
    assert early.verify() == ["the record ends before the game does"]


def test_a_changed_result_is_found_out() -> None:
    last = len(LINES)
    better = tampered(last, lambda r: {**r, "scores": [999, *r["scores"][1:]]}).verify()
    assert len(better) == 1
    assert better[0].startswith("the scores are ")
    assert tampered(last, lambda r: {**r, "ranks": r["ranks"][::-1]}).verify()
    assert tampered(last, lambda r: {**r, "fingerprint": "00"}).verify() == [
        "the final position differs from the recorded fingerprint"
    ]


def test_an_action_after_the_end_is_found_out() -> None:
    more = record.Record(GAME.header, [*GAME.entries, GAME.entries[-1]], GAME.result)
    assert more.verify() == [f"action {len(GAME.entries) + 1} is refused: The game is over."]


def test_another_version_of_the_rules_is_named() -> None:
    assert tampered(1, lambda h: {**h, "version": 99}).verify() == ["played under rules version 99, these are version 1"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"players": 9}, "usa is for 2, 3, 4, 5 players, not 9."),
        ({"game": "chess"}, "There's no game called chess"),
        ({"map": "mars"}, "has no map called mars"),
        ({"options": {"starting_seat": 9}}, "starting_seat can't be 9. Choose 0–5"),
        ({"seed": "", "commitment": "", "outcomes": {"deck": [0, 99]}}, "outcome 99 of 'deck' is not possible here"),
        ({"seed": "", "commitment": "", "outcomes": {"deck": [0, 1]}}, "an outcome of 'deck' is needed"),
    ],
)
def test_a_game_that_cannot_be_set_up(change: dict[str, Any], words: str) -> None:
    wrong = tampered(1, lambda h: {**h, **change}).verify()
    assert len(wrong) == 1
    assert wrong[0].startswith("the game cannot be set up: ")
    assert words in wrong[0]


@pytest.mark.parametrize(
    ("number", "line"),
    [
        (1, b"{}"),
        (1, b"nonsense"),
        (1, b'{"game": "ticket_to_ride", "map": "usa", "players": "two"}'),
        (2, b"{"),
        (5, b'{"seat": 0}'),
        (5, b'{"seat": "0", "action": {}}'),
        (7, b'{"seat": 0, "action": {}, "note": "hello"}'),
        (12, b'{"scores": [1, 2], "ranks": [1, 2], "fingerprint": ""}'),
        (12, b"\xff\xfe"),
    ],
)
def test_the_wrong_line_is_named(number: int, line: bytes) -> None:
    lines = [*LINES]
    lines[number - 1] = line
    with pytest.raises(ValueError, match=f"^line {number}: "):
        record.read(b"\n".join(lines))


def test_blank_lines_are_skipped_but_counted() -> None:
    spaced = b"\n\n".join(LINES)
    assert record.read(spaced).verify() == []
    broken = [*LINES]
    broken[3] = b"oops"
    with pytest.raises(ValueError, match=r"^line 7: "):
        record.read(b"\n\n".join(broken))


@pytest.mark.parametrize("data", [b"", b"\n\n", b"   "])
def test_an_empty_record(data: bytes) -> None:
    with pytest.raises(ValueError, match="line 1: the record is empty"):
        record.read(data)


def test_a_game_typed_in_from_a_table_is_a_record_too() -> None:
    """Somebody is asked for every outcome, one at a time; told those of the seeded game, it is the same game."""
    rules = registry.make("ticket_to_ride", "usa", 2)
    dice = Chance(SEED)
    script: dict[str, list[int]] = {}

    def attempt(entry: record.Entry | None, before: Any) -> Any:
        while True:
            try:
                if entry is None:
                    return rules.start(Chance("", {}, script))
                state = rules.clone(before)
                rules.play(state, entry.seat, rules.read_action(bytes(entry.action)))
                return state
            except OutcomeNeeded as needed:
                script.setdefault(needed.stream, []).append(dice.pick(needed.stream, needed.counts))

    state = attempt(None, None)
    for entry in GAME.entries:
        state = attempt(entry, state)
    outcome = rules.outcome(state)
    assert outcome is not None
    assert GAME.result is not None
    assert outcome.scores == GAME.result.scores
    typed = record.Record(record.Header(game="ticket_to_ride", map="usa", players=2, outcomes=script), GAME.entries)
    assert record.read(typed.write()).verify() == []


def test_a_position_set_up_from_a_file() -> None:
    rules = registry.make("ticket_to_ride", "usa", 2)
    *_, (_, state, _) = record.Record(GAME.header, GAME.entries[:40]).replay()
    start = msgspec.Raw(rules.write(state))
    later = record.Record(record.Header(game="ticket_to_ride", map="usa", players=2, start=start), GAME.entries[40:], GAME.result)
    assert record.read(later.write()).verify() == []
    bad = json.loads(rules.write(state))
    bad["deck"][0] += 1
    later.header.start = msgspec.Raw(json.dumps(bad).encode())
    assert later.verify()[0].startswith("the game cannot be set up: This isn't a position in this game: TTR-12.1")
