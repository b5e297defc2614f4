// Ways to pay, each a slip with its cards.
import { h } from "../../lib/dom.js";
import { fullText } from "../action_paths.js";
import { face } from "./item_pictures.js";

/** @import { Legal, Target, View } from "../../types.d.ts" */
/** @import { TablePage } from "../table.js" */

const SWATCHES = 4; // so many cards of a kind lie side by side; more are a number

/**
 * The actions to choose from if they differ in what they cost alone; in the order that the game gives them, then
 * those of one kind of card first, and of those the one of which most is left.
 * @param {View} view
 * @param {Legal[]} behind
 */
export function payments(view, behind) {
  if (!behind.length || !behind.every((action) => action.cost)) {
    return null;
  }
  const held = new Map(
    view.trays.filter((tray) => tray.place === "hand").flatMap((tray) => tray.items.map((i) => [i.face, i.count ?? 1])),
  );
  const left = (/** @type {Legal} */ { cost = [] }) => Math.min(...cost.map(([kind, n]) => (held.get(kind) ?? 0) - n));
  const kinds = (/** @type {Legal} */ { cost = [] }) => cost.length;
  const order = (/** @type {Legal} */ { order: given = 0 }) => given;
  return [...behind].sort((a, b) => order(a) - order(b) || kinds(a) - kinds(b) || left(b) - left(a));
}

/**
 * @param {TablePage} table
 * @param {Record<Target, string>} names
 * @param {Legal} action
 * @param {string} [letter] which of several lines on the board it is
 */
export function paymentRow(table, names, action, letter = "") {
  const { choosing } = table;
  const last = action.path.at(-1) ?? "";
  const look = () => {
    table.prompt.rise(action);
    table.board.lightOffer(action.i);
  };
  const on = choosing.picked?.i === action.i;
  return h(
    "button",
    {
      type: "button",
      class: on ? "pay on" : "pay",
      "data-pick": last,
      "aria-label": fullText(action),
      "aria-pressed": String(on),
      onclick: () => choosing.pick(action),
      onpointerenter: look,
      onfocus: look,
    },
    letter && h("i", { class: "letter", "aria-hidden": "true" }, letter),
    h("span", { class: "sw" }, action.cost?.map(swatches)),
    h("small", {}, names[last] || action.text),
  );
}

/** @param {[string, number]} cost */
function swatches([kind, n]) {
  if (n > SWATCHES) {
    return [face(kind), h("b", {}, `×${n}`)];
  }
  return Array.from({ length: n }, () => face(kind));
}
