"""How long the two dear questions of Age of Steam take, turn by turn: which tiles may be laid, which deliveries are there.

    python benchmarks/age_of_steam_queries.py [GAMES]

Four heuristic bots play the Rust Belt; at every decision the question is put once more to a Rules object of its own, whose
memory nothing else warms. Times are processor time, garbage collection included. Writes docs/lab/2026-age-of-steam-queries.md
and .svg.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path
from statistics import mean, median, quantiles

from boxcars.bots.search_benchmark import questions
from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from

DOCS = Path(__file__).parents[1] / "docs"
NAMES = {"BuildTrack": "tile plays", "MoveOne": "deliveries"}
EVERY = "every decision"


def measure(games: int) -> list[dict[str, object]]:
    return [
        {"turn": q.part, "query": NAMES.get(q.step, "other"), "ms": q.us / 1000, "found": q.answers}
        for q in questions("age_of_steam", "rust_belt", 4, games)
    ]


def random_games(seconds: float = 5.0) -> float:
    """Random four-player games a second."""
    rules = registry.make("age_of_steam", "rust_belt", 4)
    start, games = time.process_time(), 0
    while time.process_time() - start < seconds:
        rng = random.Random(games)
        state = rules.start(Chance(seed_from(games)))
        while state.agenda:
            rules.apply(state, rng.choice(rules.legal(state)))
        games += 1
    return games / (time.process_time() - start)


def factor(values: list[float]) -> float:
    """How many times the least is the greatest."""
    return max(values) / min(values)


def p99(values: list[float]) -> float:
    return quantiles(values, n=100)[98] if len(values) > 1 else values[0]


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    rows = measure(games)
    lines = ["| query | turn | questions | answers, mean | mean ms | median ms | p99 ms | µs per answer |",
             "|---|---|---|---|---|---|---|---|"]  # fmt: skip
    chart: list[dict[str, object]] = []
    turns = sorted({int(str(r["turn"])) for r in rows})
    means: dict[str, list[float]] = {}
    medians: dict[str, list[float]] = {}
    counts: dict[str, list[float]] = {}
    for query in (*NAMES.values(), EVERY):
        for turn in [*turns, 0]:
            of = [r for r in rows if query in (r["query"], EVERY) and (turn == 0 or r["turn"] == turn)]
            times = [float(str(r["ms"])) for r in of]
            answers = mean(float(str(r["found"])) for r in of)
            each = 1000 * mean(times) / answers
            lines.append(
                f"| {query} | {turn or 'all'} | {len(of)} | {answers:.0f} | {mean(times):.3f} | {median(times):.3f} | "
                f"{p99(times):.2f} | {each:.1f} |"
            )
            if turn:
                means.setdefault(query, []).append(mean(times))
                medians.setdefault(query, []).append(median(times))
                counts.setdefault(query, []).append(answers)
                chart += [
                    {"query": query, "turn": turn, "what": "mean", "ms": mean(times)},
                    {"query": query, "turn": turn, "what": "median", "ms": median(times)},
                    {"query": query, "turn": turn, "what": "99 %", "ms": p99(times)},
                ]
    import altair as alt  # only now: garbage collection goes through all that is loaded
    import polars as pl

    figure = (
        alt.Chart(pl.DataFrame(chart))
        .mark_line(point=True)
        .encode(x=alt.X("turn:O", title="turn"), y=alt.Y("ms:Q", title="milliseconds"), color="query:N", strokeDash="what:N")
        .properties(width=460, height=260, title="Rust Belt, four heuristic bots, plain Python")
    )
    figure.save(DOCS / "images" / "performance_age_of_steam.svg")
    text = "# Age of Steam: time per question\n\nMade by `benchmarks/age_of_steam_queries.py`: "
    text += f"{games} games of four heuristic bots on the Rust Belt, plain Python, one core, processor time.\n\n"
    text += "![time per question over the turns of a game](../images/performance_age_of_steam.svg)\n\n" + "\n".join(lines)
    text += "\n\nBetween the quickest and the slowest turn the mean time differs by a factor of "
    text += f"{factor(means[EVERY]):.1f} for a decision, {factor(means['tile plays']):.1f} for tile plays, "
    text += f"{factor(means['deliveries']):.1f} for deliveries; the median of deliveries by {factor(medians['deliveries']):.1f}. "
    text += f"Deliveries become {factor(counts['deliveries']):.0f} times as many: the first question after the links "
    text += "have changed searches for them, later ones remember."
    text += f"\n\nRandom four-player games: {random_games():.0f} a second.\n"
    (DOCS / "lab" / "2026-age-of-steam-queries.md").write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
