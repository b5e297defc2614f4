// Trays: rows of things one can touch. What is in them comes in the view; a thing is drawn once and then only marked.
import { findAll, h } from "../../lib/dom.js";
import { face } from "./faces.js";

/** @import { Target, Tray, TrayItem, View } from "../../types.d.ts" */
/** @import { TablePage } from "../table.js" */

/** How a thing is marked. @typedef {{ lit?: boolean, on?: boolean, minus?: number }} Marked */

export class Trays {
  /** What was drawn, by the tray's key. @type {Map<string, { of: string, el: HTMLElement }>} */
  made = new Map();

  /** @param {TablePage} table */
  constructor(table) {
    this.table = table;
  }

  /**
   * The row of a tray: the same element as long as the same things lie in it.
   * @param {Tray} tray
   */
  row(tray) {
    const of = JSON.stringify(tray);
    const known = this.made.get(tray.key);
    if (known?.of === of) {
      return known.el;
    }
    const flat = tray.items.length > 0 && tray.items.every((item) => item.w > item.h);
    const square = tray.items.length > 0 && tray.items.every((item) => item.w === item.h);
    const classes = ["things", tray.place, flat && "flat", square && "square"].filter(Boolean).join(" ");
    const el = h(
      "div",
      { class: classes, "data-tray": tray.key, role: "group", "aria-label": tray.title },
      tray.items.map((item) => this.thing(item)),
    );
    if (tray.place === "papers") {
      for (const [i, thing] of findAll("[data-item]", el).entries()) {
        thing.style.aspectRatio = `${tray.items[i].w} / ${tray.items[i].h}`;
      }
    }
    this.made.set(tray.key, { of, el });
    return el;
  }

  /** @param {TrayItem} item */
  thing(item) {
    const { choosing } = this.table;
    const { id, target, count, label, note, why } = item;
    const title = why ? `${label}. ${why}` : label;
    const inside = [
      face(item.face, item.w, item.h),
      count !== undefined && h("b", { class: "n", "aria-hidden": "true" }, count),
      note && h("small", {}, note),
    ];
    const more = { "data-item": id, title, "data-lights": item.lights?.join(" ") };
    const classes = ["thing", count !== undefined && target && "stack", item.shut && "shut"].filter(Boolean).join(" ");
    if (!target) {
      return h("span", { class: classes, role: "img", "aria-label": title, ...more }, inside);
    }
    const press = () => (item.shut && why ? choosing.say(why) : choosing.click(target));
    const named = h("span", { class: "sr" }, title);
    return h(
      "button",
      { type: "button", class: classes, "data-thing": target, onclick: press, ...more },
      named,
      inside,
    );
  }

  /**
   * @param {Tray} tray
   * @param {(item: TrayItem) => Marked} how
   */
  mark(tray, how) {
    const el = this.made.get(tray.key)?.el;
    for (const [i, thing] of (el ? findAll("[data-item]", el) : []).entries()) {
      const item = tray.items[i];
      const { lit = false, on = false, minus = 0 } = how(item);
      thing.classList.toggle("lit", lit);
      thing.classList.toggle("on", on);
      thing.dataset.minus = minus ? `−${minus}` : "";
      if (lit && item.target) {
        thing.dataset.pick = item.target;
      } else {
        delete thing.dataset.pick;
      }
      if (this.table.shown?.pick?.of.includes(item.target ?? "")) {
        thing.setAttribute("aria-pressed", String(on));
      }
    }
  }
}

/**
 * The trays of a place.
 * @param {View} view
 * @param {Tray["place"]} place
 */
export function traysOf(view, place) {
  return view.trays.filter((tray) => tray.place === place);
}

/**
 * Whether a target lies in the dock, on offer or in one's hand: then it needs no button.
 * @param {View} view
 * @param {Target} target
 */
export function lies(view, target) {
  const trays = [...traysOf(view, "offer"), ...traysOf(view, "hand")];
  return trays.some((tray) => tray.items.some((item) => item.target === target));
}

/**
 * What a choice takes from a tray: of things that are alike the first, for that is the one that goes.
 * @param {TrayItem[]} items
 * @param {Target[]} chosen
 */
export function takenFrom(items, chosen) {
  return new Set(chosen.map((target) => items.find((item) => item.target === target)));
}
