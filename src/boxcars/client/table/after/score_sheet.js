// The score sheet of a finished game.
import { button, heading } from "../../lib/controls.js";
import { h } from "../../lib/dom.js";
import { medal } from "../../lib/drawings.js";
import { keys } from "../../lib/keys.js";
import { t } from "../../lib/words.js";
import { playAgain } from "../../page/making.js";
import { drawChart } from "./chart.js";

/** @import { Outcome, View } from "../../types.d.ts" */
/** @import { TablePage } from "../table.js" */

/**
 * @param {TablePage} table
 * @param {View} view
 * @param {Outcome} outcome
 */
export function scoreSheet(table, view, outcome) {
  const { seats } = view;
  const order = seats.map((seat) => seat.seat).sort((a, b) => outcome.ranks[a] - outcome.ranks[b]);
  const winners = order.filter((seat) => outcome.ranks[seat] === 1).map((seat) => seats[seat].name);
  const chart = h("div", { class: "chart" });
  drawChart(table, chart, order);
  return h(
    "article",
    { class: "sheet" },
    h("h2", { class: "title" }, victory(winners)),
    outcome.grade && h("p", { class: "lead" }, outcome.grade),
    scoreTable(view, outcome, order),
    heading(t("Score over time")),
    chart,
    whatNow(table, view),
    outcome.seed && h("p", { class: "small" }, fairness(view, outcome)),
  );
}

/** @param {string[]} winners */
function victory(winners) {
  if (winners.length > 1) {
    return t("{names} share the victory", { names: winners.join(", ") });
  }
  return t("{name} wins", { name: winners[0] ?? "" });
}

/**
 * The total, what it is made of above it, and what breaks ties below.
 * @param {View} view
 * @param {Outcome} outcome
 * @param {number[]} order
 */
function scoreTable({ seats }, { lines, total, scores, ranks }, order) {
  const row = (/** @type {string} */ label, /** @type {number[]} */ values) => {
    const cells = order.map((seat) => h("td", {}, String(values[seat] ?? "").replace("-", "−")));
    return h("tr", {}, h("th", { scope: "row" }, label), cells);
  };
  const parts = lines.slice(0, total < 0 ? lines.length : total);
  const ties = total < 0 ? [] : lines.slice(total + 1);
  const names = order.map((seat) => h("th", { scope: "col" }, medal(seat), seats[seat].name));
  return h(
    "div",
    { class: "wide", tabindex: "0", role: "region", "aria-label": t("Score sheet") },
    h(
      "table",
      { class: "scores" },
      h("thead", {}, h("tr", {}, h("td"), names)),
      h(
        "tbody",
        {},
        parts.map(({ label, values }) => row(label, values)),
      ),
      h(
        "tfoot",
        {},
        row(t("Total"), scores),
        ties.map(({ label, values }) => row(t("{line} (breaks ties)", { line: label }), values)),
        row(t("Rank"), ranks),
      ),
    ),
  );
}

/**
 * @param {TablePage} table
 * @param {View} view
 */
function whatNow(table, view) {
  const again = () => playAgain(view, keys(table.id).seats);
  return h(
    "div",
    { class: "row" },
    view.you !== null && button(t("Play again"), again, { go: true, id: "again" }),
    button(t("See the board"), () => table.front.close(), { ico: "tile", id: "see-board" }),
    button(t("Replay"), () => table.replay.open(0), { ico: "clock", key: "P" }),
    h("a", { class: "btn", href: `/api/tables/${table.id}/record`, download: "" }, t("Download the record")),
    h("a", { class: "btn", href: `/new?game=${view.game.key}` }, t("New table")),
  );
}

/**
 * @param {View} view
 * @param {Outcome} outcome
 */
function fairness({ game }, { seed }) {
  const commitment = `${game.commitment.slice(0, 16)}…`;
  return t("Chance was fair: seed {seed}, published beforehand as {commitment}.", { seed, commitment });
}
