// After a game, for newcomers: where the tide turned, one's best move, and a rule met for the first time. A click leads there.
import { heading } from "../lib/controls.js";
import { fill, h } from "../lib/dom.js";
import { setting } from "../lib/settings.js";
import { t } from "../lib/translate.js";
import { mode } from "./games_played.js";

/** @import { KeyMoment, View } from "../types.d.ts" */
/** @import { TablePage } from "../table/table.js" */

const MET = "met"; // the setting: clauses this browser was told of after a game

/**
 * What is told of what the server found: the two turns, and the first rule that was not told of after another game.
 * @param {KeyMoment[]} found
 * @param {Record<string, string>} met clauses, each with the table after which it was told
 * @param {string} table
 */
export function chosen(found, met, table) {
  const rules = found.filter(({ kind }) => kind === "rule");
  const rule = rules.find(({ clause }) => met[clause] === table) ?? rules.find(({ clause }) => !(clause in met));
  return [...found.filter(({ kind }) => kind !== "rule"), ...(rule ? [rule] : [])];
}

/**
 * The moments, where the coach is wanted; an empty box until they are known, and where there are none.
 * @param {TablePage} table
 * @param {View} view
 */
export function moments(table, view) {
  const box = h("div", { class: "moments" });
  if (view.you !== null && !view.lesson && (view.learning || mode(view.game.key) === "on")) {
    tell(table, box).catch(() => undefined);
  }
  return box;
}

/**
 * @param {TablePage} table
 * @param {HTMLElement} box
 */
async function tell(table, box) {
  const found = /** @type {KeyMoment[]} */ (await table.server.call("GET", "moments"));
  /** @type {Record<string, string>} */
  const met = JSON.parse(setting.get(MET, "{}"));
  const told = chosen(found, met, table.id);
  const rule = told.find(({ clause }) => clause);
  if (rule) {
    setting.set(MET, JSON.stringify({ ...met, [rule.clause]: table.id }));
  }
  if (told.length) {
    fill(
      box,
      heading(t("Moments worth another look")),
      h(
        "ol",
        {},
        told.map((one) => moment(table, one)),
      ),
    );
  }
}

/**
 * @param {TablePage} table
 * @param {KeyMoment} one
 */
function moment(table, { kind, ply, title, say, clause }) {
  const show = () => table.lookBack(ply);
  const look = h("button", { type: "button", class: "link", onclick: show }, t("Show this moment"));
  const rule =
    clause &&
    h(
      "button",
      { type: "button", class: "link", onclick: () => table.help.clause(clause) },
      t("Rule {clause}", { clause }),
    );
  return h("li", { class: kind }, h("b", {}, title), h("p", {}, say), h("span", { class: "row" }, look, rule));
}
