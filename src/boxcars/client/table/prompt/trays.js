// Trays: rows of things one can touch. What is in them comes in the view; a thing is drawn once and then only marked.
import { findAll, h } from "../../lib/dom.js";
import { t } from "../../lib/translate.js";
import { face } from "./item_pictures.js";

/** @import { Target, Tray, TrayItem, View } from "../../types.d.ts" */
/** @import { TablePage } from "../table.js" */

/** How a thing is marked. @typedef {{ lit?: boolean, on?: boolean, minus?: number, away?: boolean }} Marked */

export class Trays {
  /** What was drawn, by the tray's key. @type {Map<string, { of: string, el: HTMLElement }>} */
  made = new Map();
  /** Of trays with fixed places: the face of what lies at each. @type {Map<string, (string | null)[]>} */
  lying = new Map();

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
    const placed = tray.places ? this.placed(tray, tray.places) : tray.items;
    const square = tray.items.length > 0 && tray.items.every((item) => item.w === item.h);
    const classes = ["things", tray.place, flat && "flat", square && "square"].filter(Boolean).join(" ");
    const el = h(
      "div",
      { class: classes, "data-tray": tray.key, role: "group", "aria-label": tray.title },
      placed.map((item) => (item ? this.thing(item) : h("span", { class: "thing gone" }, h("small", {}, t("taken"))))),
    );
    if (tray.place === "papers") {
      for (const [i, thing] of findAll("[data-item]", el).entries()) {
        thing.style.aspectRatio = `${tray.items[i].w} / ${tray.items[i].h}`;
      }
    }
    this.made.set(tray.key, { of, el });
    return el;
  }

  /**
   * The items at their places; null: nothing lies there now. What lay there before stays where it was.
   * @param {Tray} tray
   * @param {number} count
   * @returns {(TrayItem | null)[]}
   */
  placed(tray, count) {
    const out = atPlaces(tray.items, count, this.lying.get(tray.key) ?? []);
    this.lying.set(
      tray.key,
      out.map((item) => item?.face ?? null),
    );
    return out;
  }

  /** @param {TrayItem} item */
  thing(item) {
    const { choosing } = this.table;
    const { id, target, count, label, note, why } = item;
    const title = why ? `${label}. ${why}` : label;
    const none = count === 0 ? "none" : "";
    const inside = [
      face(item.face, item.w, item.h),
      count !== undefined && h("b", { class: "n", "aria-hidden": "true" }, count),
      note && h("small", {}, note),
    ];
    const more = { "data-item": id, title, "data-lights": item.lights?.join(" ") };
    const classes = ["thing", none, count !== undefined && target && "stack", item.shut && "shut"]
      .filter(Boolean)
      .join(" ");
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
    const items = new Map(tray.items.map((item) => [item.id, item]));
    for (const thing of el ? findAll("[data-item]", el) : []) {
      const item = items.get(thing.dataset.item ?? "");
      if (!item) {
        continue;
      }
      const { lit = false, on = false, minus = 0, away = false } = how(item);
      thing.classList.toggle("away", away);
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
 * Items at so many fixed places: each at its own, or where a thing with the same face lay before, or at the first free one.
 * @param {TrayItem[]} items
 * @param {number} count
 * @param {(string | null)[]} before the faces that lay there
 * @returns {(TrayItem | null)[]}
 */
export function atPlaces(items, count, before) {
  /** @type {(TrayItem | null)[]} */
  const out = Array.from({ length: count }, () => null);
  const waiting = [];
  for (const item of items) {
    if (item.place !== undefined) {
      out[item.place] = item;
    }
  }
  for (const item of items.filter(({ place }) => place === undefined)) {
    const same = out.findIndex((there, i) => there === null && before[i] === item.face);
    if (same >= 0) {
      out[same] = item;
    } else {
      waiting.push(item);
    }
  }
  for (const item of waiting) {
    const free = out.indexOf(null);
    if (free >= 0) {
      out[free] = item;
    } else {
      out.push(item);
    }
  }
  return out;
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
