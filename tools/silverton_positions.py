"""Write the saved positions that Silverton's lessons and puzzles begin from: the same railway, growing from lesson to lesson.

python tools/silverton_positions.py     writes them beside the lessons, audited by the rules; run it again when a state changes
"""

from __future__ import annotations

from typing import Any

from lesson_positions import LESSONS
from puzzle_positions import kit

from boxcars.games.silverton.steps import ChoosePieces, DeliverGoods, MakeDeals, OperateClaims, PlacePieces, PlowSnow

SOUTH = ("S069", "S072", "S076")
"""Denver – Colorado Springs – Pueblo – Walsenburg."""


def play(turn: int = 1, **options: Any) -> Any:
    """A game of two, seat 0 first, at the beginning of a turn; nobody has done anything yet."""
    made = kit("silverton.kit").Play(2, seed="lessons", **options)
    return made.to_turn(turn)


def write(at: Any, name: str) -> None:
    at.rules.audit(at.state)
    (LESSONS / "silverton" / f"{name}.json").write_bytes(at.rules.write(at.state) + b"\n")


def row(at: Any, *claims: str) -> None:
    """These claims lie open beside the board, and no others."""
    for number in list(at.state.row):
        at.claim(-1, at.rules.atlas.claims[number])
    for claim in claims:
        at.claim(-2, claim)


def priced(at: Any) -> Any:
    """Coal as at the start: $60 in Denver, $40 in Pueblo."""
    at.box("coal_denver", 5)
    at.box("coal_pueblo", 3)
    return at


OPEN = ("C067", "C029", "C078", "C013", "C090", "C020", "C097", "C001")


def main() -> None:
    at = play(3, max_offers=0).track(0, *SOUTH).claim(0, "C022").claim(0, "C023").cash(1500, 1900)
    row(at, *OPEN)
    write(priced(at.until(OperateClaims, 0)), "2_operate")

    at = play(9, max_offers=0).track(0, *SOUTH, "S035", "S037").claim(0, "C022", goods=12, worked=True).cash(1200, 1900)
    at.claim(0, "C072", goods=2, worked=True)
    row(at, *OPEN)
    at.box("silver", 2)
    at.box("coal_denver", 6)
    at.box("coal_pueblo", 5)
    write(at.until(DeliverGoods, 0), "3_prices")

    at = play(5, max_offers=0).track(0, *SOUTH).track(1, "S071", "S074").card(-2, "P09").cash(900, 1200)
    row(at, *OPEN)
    write(at.until(PlacePieces, 0), "4_passengers")

    at = play(6, max_offers=0).track(0, *SOUTH).cash(900, 1200)
    at.tell("order", 1, 0)
    at.to_turn(7)
    row(at, *OPEN)
    write(at.until(PlacePieces, 1), "5_disputes")

    at = play(5).track(0, *SOUTH).track(1, "S071").claim(1, "C022", goods=6, worked=True).cash(800, 900)
    at.claim(0, "C029", worked=True)
    row(at, *(claim for claim in OPEN if claim != "C029"))
    write(priced(at.until(MakeDeals, 0)), "6_deals")

    at = play(7, rules="advanced", max_offers=0).track(0, *SOUTH, "S035", "S037", "S046", "S080").cash(900, 1200)
    at.claim(0, "C022", goods=6, worked=True).claim(0, "C028", goods=2, worked=True)
    at.state.train_at[at.rules.atlas.train_no["24a"]] = 0
    at.state.plow_at[at.rules.atlas.plow_no["+2a"]] = 0
    row(at, *OPEN)
    at.to_turn(8)
    write(priced(at.until(PlowSnow, 0)), "7_winter")


def puzzles() -> None:
    at = play(5, max_offers=0).track(0, *SOUTH).claim(0, "C022", goods=16, worked=True).cash(1000, 1200)
    row(at, *OPEN)
    at.until(DeliverGoods, 0)
    at.box("coal_denver", 3)
    at.box("coal_pueblo", 4)
    write(at, "puzzles/1_sixteen_coal")

    at = play(5, rules="advanced", max_offers=0).track(0, *SOUTH).claim(0, "C022", goods=8, worked=True).cash(1000, 1200)
    train = at.rules.atlas.train_no
    at.state.train_at[train["9b"]] = -1
    at.state.train_at[train["24a"]] = 0
    row(at, *OPEN)
    at.until(DeliverGoods, 0)
    at.box("coal_denver", 5)
    at.box("coal_pueblo", 5)
    write(at, "puzzles/2_thirty_three")

    at = play(2, max_offers=0).track(0, *SOUTH).cash(1000, 1200)
    row(at, "C022", "C078", "C029")
    at = at.until(PlacePieces, 0)
    for marker, box in (("gold", 4), ("silver", 5), ("coal_denver", 5)):
        at.box(marker, box)
    write(priced(at), "puzzles/3_paid_back")

    at = play(2, max_offers=0).track(0, "S069").card(-2, "P09").cash(1000, 1200)
    row(at, *OPEN)
    write(at.until(PlacePieces, 0), "puzzles/4_close_the_gap")

    at = play(3, max_offers=0).track(0, "S035", "S037", "S038").card(0, "P01").cash(700, 1200)
    row(at, *OPEN)
    write(at.until(PlacePieces, 0), "puzzles/5_before_the_snow")

    at = play(5, max_offers=0).track(0, "S069", "S072").track(1, "S071", "S074").card(1, "P09").cash(700, 900)
    row(at, *OPEN)
    write(at.until(PlacePieces, 0), "puzzles/6_train_robbery")

    at = play(5).track(0, *SOUTH).track(1, "S070", "S073", "S077").claim(0, "C022", goods=6, worked=True).cash(700, 900)
    row(at, *OPEN)
    at.until(MakeDeals, 1)
    at.box("coal_denver", 3)
    at.box("coal_pueblo", 3)
    write(at, "puzzles/7_bird_in_the_hand")

    at = kit("silverton.kit").Play(5, seed="lessons", rules="advanced", max_offers=0).until(ChoosePieces, 0)
    write(at, "puzzles/8_eight_points")


if __name__ == "__main__":
    main()
    puzzles()
