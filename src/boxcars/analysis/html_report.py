"""An analysis as one HTML page without other files: the graph of win chances, the losses, the statistics."""

from __future__ import annotations

from typing import Any

from boxcars.analysis.data_frames import LABELS, figures
from boxcars.analysis.game_review import Analysis
from boxcars.core import registry, ui_loader
from boxcars.core.messages import T, Who
from boxcars.core.record import Record
from boxcars.locale import Say, sayer
from boxcars.view.statistics import Statistic
from boxcars.view.svg_export import css
from boxcars.view.svg_helpers import esc

WIDE, HIGH, LEFT = 1080, 260, 44
DASHES = ("", "9 5", "1 5", "4 3", "10 4 1 4", "2 2")
STYLE = """
body{margin:0;padding:24px;background:var(--paper);color:var(--ink);font:15px/1.4 var(--sans)}
main{max-width:1120px;margin:auto}
h1{font:700 26px/1.2 var(--serif);margin:0 0 4px}
h2{font:700 18px/1.2 var(--serif);margin:28px 0 8px}
p{margin:0 0 8px;color:var(--ink-2)}
table{border-collapse:collapse;background:var(--sheet);width:100%}
td,th{padding:5px 10px;border-bottom:1px solid var(--rule);text-align:left}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}
svg{width:100%;height:auto;background:var(--sheet)}
.wide{overflow:auto}
svg text{font:12px var(--sans);fill:var(--ink-2)}
.rule{stroke:var(--rule)}
.fair{stroke:var(--ink-3);stroke-dasharray:2 4}
.way{fill:none;stroke-width:2.6;stroke-linejoin:round}
.mark{fill:var(--sheet);stroke:var(--ink);stroke-width:1.6}
"""


def html(record: Record, analysis: Analysis, lang: str = "en", theme: str = "light") -> str:
    rules = record.rules()
    names = [*record.header.names, *[""] * rules.players]
    names = [name or f"{seat + 1}" for seat, name in enumerate(names[: rules.players])]
    say = sayer(lang, names)
    game = registry.game(rules.game)
    title = f"{game.name} · {say(T(next((m.name for m in game.maps if m.key == rules.map), rules.map)))}"
    judged = T("Judged by the Expert bot, based only on what each player could see. Points are percentage points of win chance.")
    parts = [
        f"<h1>{esc(title)}</h1>",
        f"<p>{esc(say(judged))}</p>",
        f"<h2>{esc(say(T('Win chance')))}</h2>",
        graph(analysis, say),
        f"<h2>{esc(say(T('Mistakes')))}</h2>",
        mistakes(rules, analysis, say),
        f"<h2>{esc(say(T('Points lost per decision')))}</h2>",
        lost(rules, analysis, say),
    ]
    known = ui_loader.statistics(rules.ui)
    if known is not None:
        told = known.statistics(rules, ((state, events) for _, state, events in record.replay()))
        parts += [f"<h2>{esc(say(one.title))}</h2>{statistic(one, say)}" for one in told if one.lines]
    body = "\n".join(parts)
    return (
        f'<!doctype html><html lang="{lang}" data-theme="{theme}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width,initial-scale=1"><title>{esc(title)}</title>'
        f'<style>{css()}{STYLE}</style></head><body class="bx" data-theme="{theme}"><main>{body}</main></body></html>'
    )


def graph(analysis: Analysis, say: Say) -> str:
    """Return the graph: a line for each seat in its colour and dash pattern; triangles where something was lost."""
    end = max(1, len(analysis.chances) - 1)
    base, top = HIGH - 24, 12

    def x(ply: float) -> float:
        return LEFT + (WIDE - LEFT - 20) * ply / end

    def y(chance: float) -> float:
        return base - (base - top) * chance

    out = []
    for part in (0, 25, 50, 75, 100):
        at = y(part / 100)
        out.append(f'<path class="rule" d="M{LEFT},{at:.1f}H{WIDE - 16}"/>')
        out.append(f'<text x="{LEFT - 6}" y="{at + 4:.1f}" text-anchor="end">{part} %</text>')
    seats = len(analysis.chances[0]) if analysis.chances else 0
    if seats > 1:
        out.append(f'<path class="fair" d="M{LEFT},{y(1 / seats):.1f}H{WIDE - 16}"/>')
    for seat in range(seats):
        way = "L".join(f"{x(ply):.1f},{y(row[seat]):.1f}" for ply, row in enumerate(analysis.chances))
        out.append(f'<path class="way o{seat + 1}" stroke-dasharray="{DASHES[seat % 6]}" d="M{way}"/>')
        out.append(key(seat, say))
    for one in analysis.decisions:
        if one.label:
            at, high = x(one.ply + 1), y(analysis.chances[one.ply + 1][one.seat]) - 8
            out.append(f'<path class="mark" d="M{at:.1f},{high:.1f}l-5,-9h10z"/>')
    label = esc(say(T("Each player's win chance after each move")))
    return f'<svg class="bx" viewBox="0 0 {WIDE} {HIGH}" role="img" aria-label="{label}">{"".join(out)}</svg>'


def key(seat: int, say: Say) -> str:
    """Return the legend of a seat: a piece of its line, and the name."""
    at = LEFT + 170 * seat
    bit = f'<path class="way o{seat + 1}" stroke-dasharray="{DASHES[seat % 6]}" d="M{at},{HIGH - 8}h28"/>'
    return f'{bit}<text x="{at + 34}" y="{HIGH - 4}">{esc(say(T("{who}", who=Who(seat))))}</text>'


def table(heads: list[str], lines: list[list[str]], numbers: set[int]) -> str:
    def row(cells: list[str], tag: str) -> str:
        made = (f"<{tag}{' class=n' if i in numbers else ''}>{esc(cell)}</{tag}>" for i, cell in enumerate(cells))
        return f"<tr>{''.join(made)}</tr>"

    return f'<div class="wide"><table>{row(heads, "th")}{"".join(row(line, "td") for line in lines)}</table></div>'


def mistakes(rules: Any, analysis: Analysis, say: Say) -> str:
    lines = []
    for one in sorted(analysis.decisions, key=lambda one: -one.loss):
        if one.label and one.rival is not None:
            lines.append(
                [
                    f"−{100 * one.loss:.0f}",
                    say(LABELS[one.label]),
                    str(one.ply + 1),
                    say(T("{who}", who=Who(one.seat))),
                    say(rules.say(rules.read_action(bytes(one.action)))),
                    say(rules.say(rules.read_action(one.rival))),
                    say(one.why) if one.why is not None else "",
                    f"{100 * one.better:.0f} % / {100 * one.chance:.0f} %",
                ]
            )
    heads = ["", "", say(T("Move")), "", say(T("Move played")), say(T("Better move")), say(T("Why")), ""]
    return table(heads, lines, {0, 2, 7}) if lines else f"<p>{esc(say(T('No mistakes larger than the margin of error.')))}</p>"


def lost(rules: Any, analysis: Analysis, say: Say) -> str:
    chapters: dict[str, dict[int, float]] = {}
    for one in figures(rules, analysis):
        chapters.setdefault(say(one.chapter or T("All decisions")), {})[one.seat] = one.loss
    seats = range(rules.players)
    lines = [[name, *(f"{100 * by[s]:.1f}" if s in by else "–" for s in seats)] for name, by in chapters.items()]
    return table(["", *(say(T("{who}", who=Who(s))) for s in seats)], lines, set(range(1, rules.players + 1)))


def statistic(one: Statistic, say: Say) -> str:
    """Return a statistic as an HTML table: by seat, by turn, or item by item."""
    if one.kind == "figures":
        seats = range(len(one.lines[0].values))
        heads = ["", *(say(T("{who}", who=Who(s))) for s in seats)]
        lines = [[say(line.label) if line.label else "", *map(number, line.values)] for line in one.lines]
    elif one.kind == "course":
        heads = ["", *(str(turn + 1) for turn in range(len(one.lines[0].values)))]
        lines = [[say(T("{who}", who=Who(line.seat))), *map(number, line.values)] for line in one.lines]
    else:
        heads = ["", "", *(say(head) for head in one.heads)]
        lines = [
            [say(T("{who}", who=Who(line.seat))), say(line.label) if line.label else "", *map(number, line.values)]
            for line in one.lines
        ]
    return table(heads, lines, set(range(1 if one.kind != "list" else 2, len(heads))))


def number(value: float) -> str:
    return f"{value:g}".replace("-", "−")
