// What stands beside the board: chances at this move, mistakes, points lost by the parts of the game, statistics.

import { ordinal } from "../lib/common_texts.js";
import { heading } from "../lib/controls.js";
import { h } from "../lib/dom.js";
import { medal } from "../lib/icons.js";
import { t } from "../lib/translate.js";

/** @import { ReviewedDecision, LossFigure, Outcome, Seat, StatisticSent } from "../types.d.ts" */

/** @param {number} chance */
export function percent(chance) {
  return `${Math.round(100 * chance)}\u00a0%`;
}

/** @param {number} loss */
export function points(loss) {
  return `−${Math.round(100 * loss)}`;
}

/** @param {string} label */
export function labelWords(label) {
  /** @type {Record<string, string>} */
  const words = { slip: t("inaccuracy"), mistake: t("mistake"), blunder: t("blunder") };
  return words[label] ?? "";
}

/**
 * @param {Seat[]} seats
 * @param {number[] | undefined} chances
 * @param {number[] | undefined} scores at this move
 * @param {Outcome | null} outcome of the whole game, where it is over
 */
export function seatBars(seats, chances, scores, outcome) {
  const rows = seats.map(({ seat, name }) => {
    const chance = chances?.[seat];
    return h(
      "li",
      { class: "seatbar" },
      medal(seat),
      h("b", {}, name),
      h("span", { class: "bar" }, h("i", { style: `width:${100 * (chance ?? 0)}%;background:var(--p${seat + 1})` })),
      h("b", { class: "num" }, chance === undefined ? "–" : percent(chance)),
      h("small", {}, standing(seat, scores, outcome)),
    );
  });
  return h("section", { class: "seatsec" }, heading(t("At this move")), h("ul", { class: "plain" }, rows));
}

/**
 * A seat's score at a move; at the end its place, too.
 * @param {number} seat
 * @param {number[] | undefined} scores
 * @param {Outcome | null} outcome
 */
export function standing(seat, scores, outcome) {
  if (outcome) {
    return `${ordinal(outcome.ranks[seat])}, ${outcome.scores[seat]}`;
  }
  return scores ? t("Score: {score}", { score: written(scores[seat]) }) : "";
}

const FEW = 6;

/** The worst few, in the order of the game. @param {ReviewedDecision[]} mistakes */
export function worst(mistakes) {
  const kept = new Set([...mistakes].sort((a, b) => b.loss - a.loss).slice(0, FEW));
  return mistakes.filter((one) => kept.has(one));
}

/**
 * @param {ReviewedDecision[]} mistakes
 * @param {number[]} rounds the turn of each move; 0 where the game has none
 * @param {number} ply the move that is shown
 * @param {(one: ReviewedDecision, better: boolean) => void} go
 */
export function mistakeList(mistakes, rounds, ply, go) {
  const when = (/** @type {ReviewedDecision} */ one) =>
    rounds[one.ply] ? t("turn {turn}", { turn: rounds[one.ply] }) : t("move {ply}", { ply: one.ply + 1 });
  const rows = mistakes.map((one) =>
    h(
      "li",
      { class: one.ply + 1 === ply ? "on" : "" },
      h(
        "button",
        { type: "button", class: "was", onclick: () => go(one, false) },
        h("span", { class: "loss" }, points(one.loss), h("small", {}, labelWords(one.label))),
        h("span", {}, one.text),
        h("small", {}, when(one)),
      ),
      h(
        "button",
        { type: "button", class: "bet", onclick: () => go(one, true) },
        h("b", {}, t("Better: {action}", { action: one.best ?? "" })),
        " · ",
        h("span", {}, t("{better} instead of {played}", { better: percent(one.better), played: percent(one.chance) })),
        one.why ? h("small", { class: "why" }, one.why) : null,
      ),
    ),
  );
  return rows.length ? h("ol", { class: "ml plain" }, rows) : h("p", { class: "muted" }, t("No clear mistakes found."));
}

/**
 * A player's mean loss per decision, by the parts of the game.
 * @param {LossFigure[]} figures
 * @param {Seat[]} seats
 */
export function lossTable(figures, seats) {
  /** @type {Map<string, Map<number, LossFigure>>} */
  const rows = new Map();
  for (const one of figures) {
    const name = one.chapter ?? t("All decisions");
    rows.set(name, (rows.get(name) ?? new Map()).set(one.seat, one));
  }
  const head = seats.map(({ seat, name }) => h("th", { scope: "col", title: name }, medal(seat)));
  const cell = (/** @type {LossFigure | undefined} */ one) =>
    h("td", { class: "num" }, one?.decisions ? (100 * one.loss).toFixed(1) : "–");
  const body = [...rows].map(([name, by]) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, name),
      seats.map(({ seat }) => cell(by.get(seat))),
    ),
  );
  return h(
    "section",
    {},
    heading(t("Points lost per decision")),
    h("table", { class: "figs" }, h("thead", {}, h("tr", {}, h("td"), head)), h("tbody", {}, body)),
  );
}

/** @param {number} value */
function written(value) {
  return String(value).replace("-", "−");
}

/**
 * @param {StatisticSent} one
 * @param {Seat[]} seats
 */
export function statistic(one, seats) {
  const drawn = one.kind === "course" ? course(one) : table(one, seats);
  return h("section", {}, heading(one.title), drawn);
}

/**
 * @param {StatisticSent} one
 * @param {Seat[]} seats
 */
function table({ kind, heads, lines }, seats) {
  const whose = kind === "list";
  const top = whose
    ? [h("td"), h("td"), ...heads.map((name) => h("th", { scope: "col", class: "num" }, name))]
    : [h("td"), ...seats.map(({ seat, name }) => h("th", { scope: "col", class: "num", title: name }, medal(seat)))];
  const rows = lines.map((line) =>
    h(
      "tr",
      {},
      whose && h("td", {}, medal(line.seat)),
      h("th", { scope: "row" }, line.label),
      line.values.map((value) => h("td", { class: "num" }, written(value))),
    ),
  );
  return h("table", { class: "figs" }, h("thead", {}, h("tr", {}, top)), h("tbody", {}, rows));
}

const DASHES = ["", "9 5", "1 5", "4 3", "10 4 1 4", "2 2"];
const WIDE = 380;
const HIGH = 130;

/** How it went from turn to turn. @param {StatisticSent} one */
function course({ title, lines }) {
  const all = lines.flatMap((line) => line.values);
  const low = Math.min(0, ...all);
  const high = Math.max(1, ...all);
  const end = Math.max(1, (lines[0]?.values.length ?? 1) - 1);
  const x = (/** @type {number} */ i) => 40 + ((WIDE - 52) * i) / end;
  const y = (/** @type {number} */ value) => HIGH - 22 - ((HIGH - 32) * (value - low)) / (high - low);
  let out = "";
  for (const value of [low, Math.round((low + high) / 2), high]) {
    out += `<path class="gl" d="M40,${y(value)}H${WIDE - 8}"/>`;
    out += `<text class="ax" x="34" y="${y(value) + 4}" text-anchor="end">${written(value)}</text>`;
  }
  for (const line of lines) {
    const way = line.values.map((value, i) => `${x(i).toFixed(1)},${y(value).toFixed(1)}`).join("L");
    out += `<path class="ser o${line.seat + 1}" stroke-dasharray="${DASHES[line.seat]}" d="M${way}"/>`;
  }
  out += `<text class="ax" x="40" y="${HIGH - 4}">1</text>`;
  out += `<text class="ax" x="${WIDE - 8}" y="${HIGH - 4}" text-anchor="end">${end + 1}</text>`;
  const svg = `<svg class="bx" viewBox="0 0 ${WIDE} ${HIGH}" role="img">${out}</svg>`;
  const el = h("div", { class: "course", html: svg });
  el.firstElementChild?.setAttribute("aria-label", title);
  return el;
}
