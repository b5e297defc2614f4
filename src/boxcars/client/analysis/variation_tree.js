// Variations as a track diagram: the game is the main line, what else could be done are sidings off its points.
import { h } from "../lib/dom.js";
import { EMBLEMS } from "../lib/icons.js";
import { t } from "../lib/translate.js";
import { percent } from "./result_lists.js";

/** @import { ReviewedDecision } from "../types.d.ts" */
/** @import { Line } from "./kept_variations.js" */

const ROW = 30;
const MAIN = 10;
const SIDE = 32;
const AROUND = 3; // moves of the game before and after

/**
 * A row: of the main line (depth 0), of a siding (1), and where the siding leaves it.
 * @typedef {{ depth: 0 | 1, seat: number, text: string, more: string, chance: number | null, ply: number,
 *   line: Line | null, step: number, best: ReviewedDecision | null }} Row
 */

/**
 * The rows around a move, in the order of the diagram.
 * @param {ReviewedDecision[]} decisions
 * @param {Line[]} lines
 * @param {number} ply
 * @param {number} last
 * @returns {Row[]}
 */
export function rowsOf(decisions, lines, ply, last) {
  /** @type {Row[]} */
  const rows = [];
  const from = Math.max(0, Math.min(ply - AROUND, last - 2 * AROUND));
  const by = new Map(decisions.map((one) => [one.ply, one]));
  for (let at = from; at < Math.min(last, from + 2 * AROUND + 1); at++) {
    const one = by.get(at);
    const text = one?.text ?? t("Move {ply}", { ply: at + 1 });
    const seat = one?.seat ?? -1;
    const chance = one && !one.forced && one.chance ? one.chance : null;
    rows.push({ depth: 0, seat, text, more: "", chance, ply: at, line: null, step: -1, best: null });
    if (one?.best) {
      const row = { depth: 1, seat, text: one.best, more: t("best"), chance: one.better, ply: at };
      rows.push(/** @type {Row} */ ({ ...row, line: null, step: -1, best: one }));
    }
    for (const line of lines.filter((tried) => tried.ply === at)) {
      for (const [step, said] of line.texts.entries()) {
        const more = step ? "" : t("your variation");
        const chance = line.chances[step] ?? null;
        rows.push({ depth: 1, seat: line.seats[step], text: said, more, chance, ply: at, line, step, best: null });
      }
    }
  }
  return rows;
}

/**
 * @param {Row[]} rows
 * @param {number} ply
 * @param {(row: Row) => void} go
 */
export function tree(rows, ply, go) {
  const dot = (/** @type {Row} */ row, /** @type {number} */ i) => {
    const at = `translate(${row.depth ? SIDE : MAIN} ${i * ROW + ROW / 2}) scale(.72)`;
    const n = row.seat + 1;
    const medal = `<circle class="medal f${n}" r="9"/><g class="e${n}">${EMBLEMS[row.seat]}</g>`;
    return `<g transform="${at}"><circle class="halo" r="11"/>${row.seat >= 0 ? medal : ""}</g>`;
  };
  let track = `M${MAIN},0V${rows.length * ROW}`;
  let points = 0;
  for (const [i, row] of rows.entries()) {
    const y = i * ROW + ROW / 2;
    const starts = row.depth && row.step < 1;
    if (!row.depth) {
      points = y;
    } else if (starts) {
      track += `M${MAIN},${points}C${MAIN},${points + 16} ${SIDE},${y - 18} ${SIDE},${y}`;
    } else {
      track += `M${SIDE},${y - ROW}V${y}`;
    }
  }
  const ways = `<path class="tk" d="${track}"/><path class="tk2" d="${track}"/>`;
  const dots = rows.map(dot).join("");
  const svg = `<svg class="lines bx" width="44" height="${rows.length * ROW}" aria-hidden="true">${ways}${dots}</svg>`;
  const items = rows.map((row) =>
    h(
      "li",
      {},
      h(
        "button",
        {
          type: "button",
          class: `tn d${row.depth} ${!row.depth && row.ply + 1 === ply ? "now" : ""}`,
          onclick: () => go(row),
        },
        h("span", { title: row.text }, row.text),
        row.more && h("em", {}, row.more),
        h("b", { class: "pc" }, row.chance === null ? "" : percent(row.chance)),
      ),
    ),
  );
  return h("div", { class: "tree" }, h("div", { html: svg }), h("ol", { class: "plain" }, items));
}
