"""A table of results as one HTML page without other files: plots, figures, and replays of unusual games."""

from __future__ import annotations

import base64
import html
import json
from collections.abc import Sequence
from statistics import fmean, median
from typing import Any

import altair as alt

from boxcars.arena import result_statistics
from boxcars.arena.game_result import Played
from boxcars.arena.ratings import ratings, win_shares
from boxcars.core import registry

Row = dict[str, Any]
Plot = Any  # alt.Chart or alt.LayerChart: Altair leaves open which its methods give
MOST = 40
"""The greatest number of routes, towns and other targets shown."""


def _data(rows: list[Row]) -> alt.Data:
    return alt.Data(values=rows)  # type: ignore[no-untyped-call]


def _bars(rows: list[Row], x: str, y: str, title: str, colour: str | None = "bot", order: str = "-x") -> Plot:
    chart = (
        alt.Chart(_data(rows))
        .mark_bar()
        .encode(
            x=alt.X(f"{x}:Q", title=title, stack=None if colour is None else "zero"),
            y=alt.Y(f"{y}:N", sort=order, title=None, axis=alt.Axis(labelLimit=260)),
            tooltip=[alt.Tooltip(f"{y}:N"), alt.Tooltip("bot:N"), alt.Tooltip(f"{x}:Q", format=".2f")],
        )
    )
    return chart.encode(color=alt.Color(f"{colour}:N")) if colour else chart


def _interval(rows: list[Row], y: str, title: str, colour: str | None = None, percent: bool = False, rule: str = "") -> Plot:
    axis = alt.Axis(format="%") if percent else alt.Axis()
    base = alt.Chart(_data(rows)).encode(y=alt.Y(f"{y}:N", sort=None, title=None, axis=alt.Axis(labelLimit=260)))
    tips = [alt.Tooltip(f"{name}:Q", format=".3f") for name in ("value", "low", "high")] + [alt.Tooltip("games:Q")]
    scale = alt.Scale(zero=percent)
    marks = base.mark_rule(strokeWidth=3).encode(x=alt.X("low:Q", title=title, axis=axis, scale=scale), x2="high:Q", tooltip=tips)
    marks += base.mark_point(filled=True, size=90).encode(x="value:Q", tooltip=tips)
    if rule:
        marks += base.mark_tick(color="#888", thickness=2, size=26).encode(x=f"{rule}:Q")
    return marks.encode(color=alt.Color(f"{colour}:N")) if colour else marks


def charts(games: Sequence[Played]) -> list[tuple[str, str, Plot]]:
    """Return the plots as (heading, caption, plot)."""
    out: list[tuple[str, str, Plot]] = []
    rated = ratings(games)
    if len(rated) > 1:
        rows = [{"bot": r.bot, "value": r.rating, "low": r.low, "high": r.high, "games": r.games} for r in rated]
        text = "Bradley–Terry by maximum likelihood on the Elo scale (400 points = ten to one), with 95 % intervals."
        out.append(("Ratings", text, _interval(rows, "bot", "rating")))
        rows = [
            {"bot": bot, "value": s.share, "low": s.low, "high": s.high, "games": s.games, "fair": s.fair}
            for bot, s in win_shares(games).items()
        ]
        text = "Share of the games each bot sat in that it won, with 95 % intervals; the grey tick is the fair share."
        out.append(("Wins", text, _interval(rows, "bot", "share of wins", percent=True, rule="fair")))
    rows = []
    for name in ("all", *sorted({bot for game in games for bot in game.bots})):
        for seat, s in enumerate(result_statistics.by_seat(games, None if name == "all" else name)):
            row = {"seat": f"{name}: seat {seat + 1}", "bot": name, "value": s.share, "low": s.low, "high": s.high}
            rows.append(row | {"games": s.games, "fair": s.fair})
    text = "Share of wins by seat with 95 % intervals; the grey tick is the fair share."
    out.append(("Wins by seat", text, _interval(rows, "seat", "share of wins", "bot", percent=True, rule="fair")))
    rows = [{"bot": bot, "score": score} for game in games for bot, score in zip(game.bots, game.scores, strict=True)]
    chart = (
        alt.Chart(_data(rows))
        .mark_bar(opacity=0.6)
        .encode(
            x=alt.X("score:Q", bin=alt.Bin(maxbins=40), title="final score"),
            y=alt.Y("count():Q", stack=None, title="seats"),
            color=alt.Color("bot:N"),
        )
    )
    out.append(("Scores", "Final scores, by bot.", chart))
    chart = (
        alt.Chart(_data([{"decisions": game.decisions} for game in games]))
        .mark_bar()
        .encode(x=alt.X("decisions:Q", bin=alt.Bin(maxbins=40), title="decisions in a game"), y=alt.Y("count():Q", title="games"))
    )
    out.append(("Length", "Decisions of all seats in a game.", chart))
    rows = [
        {"bot": bot, "milliseconds": max(0.001, 1000 * t), "what": what}
        for game in games
        for what, times in (("mean", game.think), ("longest", game.longest_think))
        for bot, t in zip(game.bots, times, strict=True)
    ]
    chart = (
        alt.Chart(_data(rows))
        .mark_boxplot(extent="min-max")
        .encode(
            x=alt.X("milliseconds:Q", scale=alt.Scale(type="log"), title="milliseconds a decision"),
            y=alt.Y("bot:N", title=None),
            color=alt.Color("what:N"),
            row=alt.Row("what:N", title=None),
        )
    )
    out.append(("Decision time", "Mean and longest decision of each seat, one value for each game.", chart))
    rows = [
        {"moment": f"{10 * i} %", "bot": "", "value": s.share, "low": s.low, "high": s.high, "games": s.games}
        for i, s in enumerate(result_statistics.runaway(games))
        if s.games
    ]
    if rows:
        text = "How often the sole leader at a moment of the game won it in the end: near 100 % early means a runaway leader."
        out.append(("Leaders", text, _interval(rows, "moment", "leader wins", percent=True)))
    text = "How often an action was taken in a game, by bot."
    out.append(("Actions", text, _bars(result_statistics.uses(games, "verbs"), "per_game", "name", "times in a game")))
    targets = result_statistics.uses(games, "targets")
    for kind in sorted({row["kind"] for row in targets}):
        rows = _top([row for row in targets if row["kind"] == kind])
        heading = f"Use of {kind}s" if kind != "display" else "Use of the display"
        out.append((heading, f"The {MOST} most used, times in a game.", _bars(rows, "per_game", "name", "times in a game")))
    rows = _top(result_statistics.towns(games))
    if rows:
        out.append(
            ("Towns", f"The {MOST} towns whose routes were used most.", _bars(rows, "per_game", "name", "times in a game"))
        )
    return out


def _top(rows: list[Row]) -> list[Row]:
    total: dict[str, float] = {}
    for row in rows:
        total[row["name"]] = total.get(row["name"], 0.0) + row["per_game"]
    best = set(sorted(total, key=lambda name: -total[name])[:MOST])
    return [row for row in rows if row["name"] in best]


def replay_link(game: Played, text: str) -> str:
    """Return a link that contains the record itself: save it, then ``boxcars replay`` it or drop it on the page."""
    if not game.record:
        return html.escape(text)
    data = base64.b64encode(game.record.encode()).decode()
    name = f"{game.game}-{game.number}.jsonl"
    return f'<a download="{name}" href="data:application/x-ndjson;base64,{data}">{html.escape(text)}</a>'


STYLE = """
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:62rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fbfaf6}
h1,h2{font-family:Georgia,serif;font-weight:600} h2{margin-top:2.5rem}
table{border-collapse:collapse} td,th{padding:.25rem .8rem;text-align:right;border-bottom:1px solid #8884}
td:first-child,th:first-child{text-align:left} .note{color:#666}
.plot{overflow-x:auto}
@media (prefers-color-scheme:dark){body{color:#ddd;background:#1d1f21}.note{color:#aaa}
.plot{background:#fbfaf6;padding:.5rem}a{color:#8cf}}
"""


def page(games: Sequence[Played]) -> str:
    """Return the report as one HTML text that loads nothing."""
    import vl_convert as vlc

    first = games[0]
    name = registry.game(first.game).name
    title = f"{name} ({first.map}): {len(games)} games"
    parts = [
        "<!doctype html><html lang=en><meta charset=utf-8>",
        "<meta name=viewport content='width=device-width,initial-scale=1'>",
        f"<title>{html.escape(title)}</title><style>{STYLE}</style><h1>{html.escape(title)}</h1>",
        _summary(games),
        "<h2>Games worth a look</h2><table><tr><th>why<th>game<th>bots<th>scores<th>decisions</tr>",
    ]
    for why, game in result_statistics.outliers(games):
        link = replay_link(game, f"record of game {game.number}")
        scores = " : ".join(map(str, game.scores))
        bots = html.escape(", ".join(game.bots))
        parts.append(f"<tr><td>{why}<td>{link}<td>{bots}<td>{scores}<td>{game.decisions}</tr>")
    parts.append("</table><p class=note>Save a record and play it with <code>boxcars replay FILE</code>.</p>")
    specs = []
    for i, (heading, text, chart) in enumerate(charts(games)):
        parts.append(f"<h2>{html.escape(heading)}</h2><p class=note>{html.escape(text)}</p><div class=plot id=plot{i}></div>")
        if heading != "Decision time":
            chart = chart.properties(width=640)
        specs.append(json.loads(chart.to_json(indent=None)))
    # The closing tag of a script inside the data would end the script.
    data = json.dumps(specs).replace("</", "<\\/")
    bundle = vlc.javascript_bundle("window.vegaEmbed = vegaEmbed;")
    bundle = bundle.replace("</script", "<\\/script")
    draw = "specs.forEach((spec, i) => window.vegaEmbed('#plot' + i, spec, {actions: false, renderer: 'svg'}));"
    parts.append(f"<script type=module>{bundle}\nconst specs={data};{draw}")
    parts.append("</script></html>")
    return "".join(parts)


def _summary(games: Sequence[Played]) -> str:
    rows = []
    for bot, share in win_shares(games).items():
        scores = [s for g in games for s, b in zip(g.scores, g.bots, strict=True) if b == bot]
        think = [t for g in games for t, b in zip(g.think, g.bots, strict=True) if b == bot]
        most = max(t for g in games for t, b in zip(g.longest_think, g.bots, strict=True) if b == bot)
        rows.append(
            f"<tr><td>{html.escape(bot)}<td>{share.games}<td>{share.share:.1%}<td>{share.low:.1%} – {share.high:.1%}"
            f"<td>{share.fair:.1%}<td>{fmean(scores):.1f}<td>{median(scores):.0f}<td>{1000 * fmean(think):.1f}<td>{most:.2f}</tr>"
        )
    head = "<tr><th>bot<th>games<th>wins<th>95 %<th>fair<th>mean score<th>median<th>ms a decision<th>longest, s</tr>"
    length = f"{fmean([g.decisions for g in games]):.0f} decisions a game, {sum(g.seconds for g in games):.0f} s of play in all."
    return f"<table>{head}{''.join(rows)}</table><p class=note>{length}</p>"
