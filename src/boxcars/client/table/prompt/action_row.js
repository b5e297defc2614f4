// What a turn can be spent on: a row of actions, each at its own place whatever is asked.
import { h } from "../../lib/dom.js";
import { icon } from "../../lib/icons.js";

/** @import { Form, Tray, TrayItem, View } from "../../types.d.ts" */
/** @import { IconName } from "../../lib/icons.js" */
/** @import { TablePage } from "../table.js" */

/**
 * @param {TablePage} table
 * @param {View} view
 * @param {Tray} tray
 */
export function actionRow(table, view, tray) {
  const row = { class: "acts", role: "group", "aria-label": tray.title };
  return h(
    "div",
    row,
    tray.items.map((item) => actionKey(table, view, item)),
  );
}

/**
 * One action: lit if it can be chosen. One that cannot says why when it is pressed.
 * @param {TablePage} table
 * @param {View} view
 * @param {TrayItem} item
 */
function actionKey(table, view, item) {
  const { choosing } = table;
  const own = view.legal.filter((action) => action.of === item.id);
  const can = table.prompt.asked(view) && (own.length > 0 || view.forms.some(({ verb }) => verb === item.form));
  const on = choosing.picked !== null && choosing.picked.of === item.id;
  const free = can ? "lit" : "not";
  const path = own.length === 1 ? own[0].path[0] : `act:${item.id}`;
  const look = () => own.length === 1 && table.pointing.peek(own[0]);
  return h(
    "button",
    {
      type: "button",
      class: ["act", on ? "on" : free].join(" "),
      "data-pick": can ? path : null,
      "aria-disabled": can ? null : "true",
      "aria-pressed": on ? "true" : null,
      title: (can ? own.length === 1 && own[0].text : item.why) || item.label,
      onclick: () => choosing.open(item),
      onfocus: look,
      onpointerenter: look,
    },
    icon(/** @type {IconName} */ (item.icon)),
    h("b", {}, item.label),
    h("small", {}, item.note ?? ""),
    item.price && h("i", {}, item.price),
  );
}

/** Trays whose things keep their places. @param {View} view */
export function fixedTrays(view) {
  return view.trays.filter(({ place, places }) => place === "offer" && places);
}

/**
 * Whether a form belongs to one of the actions.
 * @param {Tray} tray
 * @param {Form} form
 */
export function ownForm(tray, form) {
  return tray.items.some((item) => item.form === form.verb);
}
