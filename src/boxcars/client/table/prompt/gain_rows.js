// What earns something as rows, the best first: on a phone the places where it is done are mostly out of sight.
import { h } from "../../lib/dom.js";
import { earning, fullText } from "../action_paths.js";
import { alike } from "./button_labels.js";
import { face } from "./item_pictures.js";

/** @import { Legal } from "../../types.d.ts" */
/** @import { TablePage } from "../table.js" */

const ROWS = 12; // more are found in the list of all moves

/**
 * @param {TablePage} table
 * @param {Legal[]} legal
 */
export function gainRows(table, legal) {
  const best = earning(legal).slice(0, ROWS);
  const same = best.length > 1 ? alike(best).length : 0; // "Move": the question has said it
  return best.map((action) => rowOf(table, action, action.text.split(" ").slice(same).join(" ")));
}

/**
 * @param {TablePage} table
 * @param {Legal} action
 * @param {string} words
 */
function rowOf(table, action, words) {
  const look = () => table.pointing.peek(action);
  return h(
    "button",
    {
      type: "button",
      class: "earn",
      "data-pick": action.path.join("/"),
      "aria-label": fullText(action),
      onclick: () => table.choosing.pick(action, true),
      onfocus: look,
      onpointerenter: look,
    },
    action.face && face(action.face, action.w, action.h),
    h("span", {}, h("b", {}, words), !action.badge?.endsWith(action.more) && h("small", {}, action.more)),
    h("i", {}, action.badge),
  );
}
