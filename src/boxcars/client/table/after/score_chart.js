// The score over time. Lines by seat: colour, dash and emblem, so that grey print still tells them apart.
import { heading } from "../../lib/controls.js";
import { fill, h } from "../../lib/dom.js";
import { EMBLEMS } from "../../lib/icons.js";
import { t } from "../../lib/translate.js";

/** @import { TablePage } from "../table.js" */

const DASHES = ["", "9 5", "1 5", "4 3", "10 4 1 4", "2 2"];
const STEPS = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000, 2000, 5000];
const HEIGHT = 190;
const LEFT = 34;
const BASE = 165;
const TOP = 12;
const MEDAL = 15; // how far the medals at the ends stand apart, however close the score
const MOST_POINTS = 160;

/**
 * Fills the box when the scores have come; until then, and where there are none, nothing of it is seen.
 * @param {TablePage} table
 * @param {HTMLElement} box
 * @param {number[]} order the seats, the winner first
 */
export async function drawChart(table, box, order) {
  const found = await table.server.scores().catch(() => null);
  if (!found || found.scores.length < 2) {
    return;
  }
  const width = Math.max(300, Math.min(600, innerWidth - 60));
  const drawn = h("div", { html: chart(found.scores, order, width) });
  drawn.firstElementChild?.setAttribute("aria-label", t("Each player's score after each move"));
  fill(box, heading(t("Score over time")), drawn);
}

/**
 * @param {number[][]} points the score of every seat after each move
 * @param {number[]} order
 * @param {number} width
 */
function chart(points, order, width) {
  const all = points.flat();
  const low = Math.min(0, ...all);
  const high = Math.max(1, ...all);
  const end = points.length - 1;
  const x = (/** @type {number} */ i) => LEFT + ((width - LEFT - 26) * i) / end;
  const y = (/** @type {number} */ value) => BASE - ((BASE - TOP) * (value - low)) / (high - low);

  const step = STEPS.find((size) => (high - low) / size <= 6) || 10000;
  let svg = "";
  for (let value = Math.ceil(low / step) * step; value <= high; value += step) {
    svg += `<path class="rule1" d="M${LEFT},${y(value)}H${width - 20}"/>`;
    svg += `<text x="${LEFT - 6}" y="${y(value) + 4}" font-size="12" text-anchor="end">${value}</text>`;
  }
  const every = Math.max(1, Math.ceil(points.length / MOST_POINTS));
  const drawn = points.map((_, i) => i).filter((i) => i % every === 0 || i === end);
  const ends = apart(order.map((seat) => y(points[end][seat])));
  for (const [rank, seat] of order.entries()) {
    const way = drawn.map((i) => `${x(i).toFixed(1)},${y(points[i][seat]).toFixed(1)}`).join("L");
    const line = `class="o${seat + 1}" fill="none" stroke-width="2.6" stroke-dasharray="${DASHES[seat]}"`;
    const medal = `<circle class="medal f${seat + 1}" r="9"/><g class="e${seat + 1}">${EMBLEMS[seat]}</g>`;
    svg += `<path ${line} d="M${way}"/>`;
    svg += `<g transform="translate(${x(end) + 12} ${ends[rank]}) scale(.8)">${medal}</g>`;
  }
  svg += `<text x="${LEFT}" y="${HEIGHT - 6}" font-size="12">0</text>`;
  svg += `<text x="${width - 26}" y="${HEIGHT - 6}" font-size="12" text-anchor="end">${end}</text>`;
  return `<svg class="bx" viewBox="0 0 ${width} ${HEIGHT}" role="img">${svg}</svg>`;
}

/**
 * Heights so that none covers another: pushed down in their order, then up from the base.
 * @param {number[]} heights
 */
export function apart(heights) {
  const out = [...heights];
  for (let i = 1; i < out.length; i++) {
    out[i] = Math.max(out[i], out[i - 1] + MEDAL);
  }
  let most = BASE;
  for (let i = out.length - 1; i >= 0; i--) {
    out[i] = Math.min(out[i], most);
    most = out[i] - MEDAL;
  }
  return out;
}
